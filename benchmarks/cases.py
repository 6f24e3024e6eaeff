"""The benchmark cases: functions that return a time in seconds, each run in a separate process."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from time import perf_counter

import numpy as np

from benchmarks import chances, classes, load, moves, offline, page, triangles
from benchmarks.explained import losing
from pegsolitaire import Problem, WinningSets
from pegsolitaire.board import english, triangle
from pegsolitaire.data import puzzle_set
from pegsolitaire.engine import LevelEngine, play_levels
from pegsolitaire.reasons import dead_ends
from pegsolitaire.solving import count, count_games, count_unordered, solve
from pegsolitaire.theory import read_problem, resource_finder
from pegsolitaire.work import Work

VACANCIES = ("d4", "d1", "c3", "c2", "d3", "d2", "c1")


def timed(work: Callable[[], object]) -> float:
    """Return the time in seconds that a function takes."""
    begin = perf_counter()
    work()
    return perf_counter() - begin


def warm_up() -> None:
    """Load the kernels from disk or compile them."""
    WinningSets.build(Problem.complement(english(5), "c3"))


def all_forward() -> float:
    """Compute all of F of the central game: 23,475,688 positions out of 186 million candidates."""
    warm_up()
    problem = Problem.complement(english(), "d4")

    def work() -> None:
        with LevelEngine.of(problem) as engine:
            sizes = [len(level) for _, level in play_levels(engine, problem.starts)]
        assert sum(sizes) == 23_475_688

    return timed(work)


def winning(*vacancies: str) -> float:
    """Build and store winning sets of the English board."""
    warm_up()
    with tempfile.TemporaryDirectory() as folder:
        return sum(
            timed(
                lambda hole=hole: WinningSets.load(_english(hole), work=Work(store=Path(folder)))
            )  # type: ignore[misc]
            for hole in vacancies
        )


def _english(hole: str) -> Problem:
    return Problem.complement(english(), hole)


def one_position() -> float:
    """Measure one `position in wins` in Python."""
    wins = WinningSets.build(_english("d4"))
    position = english().vacancy("d4").play("d2-d4")
    calls = range(200_000)
    assert position in wins
    return timed(lambda: [position in wins for _ in calls]) / len(calls)


def million_positions() -> float:
    """Look up a million positions of all levels at once, half of them winning."""
    wins = WinningSets.build(_english("d4"))
    rng = np.random.default_rng(0)
    winners = np.concatenate([wins.level(pegs) for pegs in range(1, 33)])
    codes = rng.choice(winners, 500_000)
    codes = rng.permutation(np.concatenate([codes, codes ^ np.uint64(1 << 16)]))
    wins.contains_codes(codes[:100])
    return timed(lambda: wins.contains_codes(codes))


def counting(*vacancies: str) -> float:
    """Count the solutions of complement problems of the English board exactly."""
    count_games(Problem.complement(triangle(5), "a1"))
    count(Problem.complement(triangle(5), "a1"))
    return sum(timed(lambda hole=hole: count(_english(hole))) for hole in vacancies)  # type: ignore[misc]


def all_games() -> float:
    """Count all games from the central vacancy of the English board, won and lost."""
    count_games(Problem.complement(triangle(5), "a1"))
    return timed(lambda: count_games(_english("d4")))


def regardless_of_order() -> float:
    """Find the sets of jumps that solve the corner game with 21 holes."""
    warm_up()
    return timed(lambda: count_unordered(Problem.complement(triangle(6), "a1")))


def puzzles() -> float:
    """Solve each classic position of the English board and return the longest time."""
    classics = puzzle_set("english-classics")
    problems = [read_problem(one.board, one.start, one.finish) for one in classics]
    solve(problems[0])
    return max(timed(lambda problem=problem: solve(problem, facts=False)) for problem in problems)  # type: ignore[misc]


def explaining() -> float:
    """Explain a hundred dead positions of the English board and return the longest time."""
    wins, finish = WinningSets.build(_english("d4")), english().single("d4").code
    codes = [code for pegs in range(10, 25) for code in losing(wins, pegs, 20)[0]]
    finder = resource_finder(english())
    proven = [code for code in codes if finder.find(code, [finish])][:100]
    return max(timed(lambda code=code: finder.find(code, [finish])) for code in proven)  # type: ignore[misc]


def dead_end() -> float:
    """Find the shortest lost central game, including the time to build its winning sets."""
    warm_up()
    dead_ends(Problem.complement(triangle(5), "a1"))
    return timed(lambda: dead_ends(_english("d4")))


def shell(*arguments: str) -> float:
    """Run a shell command, including its start-up time."""
    command = [sys.executable, "-m", "pegsolitaire", *arguments]
    return timed(lambda: subprocess.run(command, check=False, stdout=subprocess.DEVNULL))


def importing() -> float:
    """Measure how much longer `import pegsolitaire` takes than an empty interpreter."""
    empty = min(timed(lambda: _python("pass")) for _ in range(5))
    return min(timed(lambda: _python("import pegsolitaire")) for _ in range(5)) - empty


def _python(code: str) -> None:
    subprocess.run([sys.executable, "-c", code], check=True)


CASES: dict[str, tuple[str, Callable[[], float]]] = {
    "all F of the central game": ("3.5 s", all_forward),
    "winning sets of d4": ("2 s, 500 MB", lambda: winning("d4")),
    "winning sets of c3": ("15 s", lambda: winning("c3")),
    "winning sets of all seven vacancies": ("75 s", lambda: winning(*VACANCIES)),
    **{
        f"solutions of {hole}": (
            "3 s" if hole == "d4" else "25 s",
            lambda hole=hole: counting(hole),  # type: ignore[misc]
        )
        for hole in VACANCIES
    },
    "solutions of all seven vacancies": ("100 s, 5 GB", lambda: counting(*VACANCIES)),
    "all games of the central game": ("none", all_games),
    "triangle6 a1 regardless of order": ("none", regardless_of_order),
    "a classic position solved": ("1 s", puzzles),
    "a resource count on 33 holes": ("50 ms", explaining),
    "the dead end of d4": ("none", dead_end),
    **classes.cases(),
    **moves.cases(),
    **triangles.cases(),
    **chances.cases(),
    "position in wins": ("3 us", one_position),
    "a million positions": ("0.2 s", million_positions),
    "pegs sets levels triangle5 a1": ("1 s", lambda: shell("sets", "levels", "triangle5", "a1")),
    "pegs check triangle5 any": (
        "1 s",
        lambda: shell("check", "triangle5", "any", "--position", "code:2183"),
    ),
    "pegs solve triangle6 a1": ("1 s", lambda: shell("solve", "triangle6", "a1")),
    "pegs sets levels triangle6 any": ("1 s", lambda: shell("sets", "levels", "triangle6", "any")),
    "pegs sets winning triangle6 any --by index": (
        "1 s",
        lambda: shell("sets", "winning", "triangle6", "any", "--by", "index"),
    ),
    "page: first paint, triangle5 ready to play": ("1 s", page.first_paint),
    "page: verdicts, 99 % of 1,000 a second": ("5 ms", page.verdicts),
    "page: a verdict of as many as there can be": ("1 ms", page.throughput),
    "page: verdicts without a server, 99 %": ("0.3 s", offline.verdicts),
    "page: the same as soon as it is open": ("0.3 s", lambda: offline.verdicts(wait=0)),
    "page: a cheap answer beside 20 heavy ones, 99 %": ("100 ms", lambda: load.cheap(20)),
    "page: a cheap answer beside 40 heavy ones, 99 %": ("100 ms", lambda: load.cheap(40)),
    "page: sets of d4 on request": ("5 s", lambda: page.sets_on_request("english", "d4")),
    "import pegsolitaire": ("0.1 s", importing),
}
