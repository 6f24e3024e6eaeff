"""Tests that the kernels give the same results with and without compilation.

The plain kernels run in another process, because numba decides whether to compile when it is first
imported. Products of hashes overflow by design. Numpy warns of this for scalars, but compiled code
does not.
"""

import functools
import json
import os
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import programs
import pytest
import small_engine
from marks import quick_then

from pegsolitaire.board import SQUARE, TRIANGULAR, named_board
from pegsolitaire.chance import player_named, random_play, simulate
from pegsolitaire.engine import (
    Coset,
    DepthFirst,
    LevelEngine,
    PathCounter,
    Paths,
    WideLevels,
    class_bitmaps,
    close,
    codes_with_one_jump,
    expansion,
    wide,
)
from pegsolitaire.game import Problem
from pegsolitaire.sets import (
    IndexedSets,
    PositionValues,
    WinningSets,
    duotaire,
    labels_of,
    level_table,
)
from pegsolitaire.solving import count, count_games, short_solution, shortest, solve
from pegsolitaire.surveys import census, move_table
from pegsolitaire.theory import as_class, as_type
from pegsolitaire.work import Work

# Disable known results, so that the searches run the kernels.
short_solution = functools.partial(short_solution, facts=False)
shortest = functools.partial(shortest, facts=False)
solve = functools.partial(solve, facts=False)

NAMES = ["triangle4", "square3"]


def results(names):
    """Return tables, sets, solutions and indices of small boards as plain lists."""
    found = {}
    for name in names:
        board = named_board(name)
        hole = board.holes[1]
        for problem in (
            Problem.complement(board, hole),
            Problem.to_any(board.vacancy(hole)),
            as_type(board, "A").problem,
        ):
            tables = [level_table(problem, raw=raw) for raw in (False, True)]
            sets = WinningSets.build(problem)
            codes = sets.contains_codes(sets.level(problem.start_pegs - 2))
            answer = solve(problem)
            games = count_games(problem)
            found[str(problem)] = [
                [[row.pegs, row.F, row.B, row.W, row.L] for t in tables for row in t.rows],
                [[pegs, level.tolist()] for pegs, level in sets.levels.items()],
                codes.tolist(),
                [answer.solvable, answer.reason, str(answer.solution)],
                [count(problem), games.won, games.total],
                by_moves(problem),
                numbers(sets),
            ]
        for turns in ("jump", "move"):
            game = duotaire(board, hole, turns=turns)
            found[f"{name} {turns}"] = [game.remoteness, [row.won for row in game.levels]]
        indexed = IndexedSets.make(as_type(board, "A"))
        found[name] = [
            [pegs, codes.tolist(), indexed.indices[pegs].tolist()]
            for pegs, codes in indexed.levels.items()
        ]
    return found


def numbers(sets):
    """Return the solution counts, fewest moves and chances of all winning positions."""
    return [
        [level.codes.tolist(), level.solutions[0].tolist(), level.moves.tolist()]
        + [round(chance, 9) for chance in level.chances.tolist()]
        for level in PositionValues.build(sets).levels.values()
    ]


def by_moves(problem):
    """Return levels by moves and the shortest solutions, for boards of up to 12 holes."""
    if len(problem.board) > 12:
        return []
    table, found = move_table(problem), shortest(problem)
    levels = [
        [[level.positions, level.fewest_pegs, level.most_pegs, level.winning] for level in side]
        for side in (table.forward, table.backward)
    ]
    return [
        *levels,
        [found.solvable, found.lower_bound, str(found.solution)],
        str(short_solution(problem, widest=8, work=Work(1e9)).solution),
    ]


def full_words():
    """Play on a board of 64 holes, where the word has no spare bit."""
    board = named_board("square8")
    engine = LevelEngine.of(Problem.complement(board, "a1"))
    whole = LevelEngine.of(
        Problem.of_codes(board, (board.full_code ^ 1 << 27,), (1 << 27 | 1 << 36,))
    )
    found = []
    for one in (engine, whole):
        level = one.level([board.full_code ^ 1 << 27])
        level = one.step(one.step(level, one.jumps), one.jumps)
        found.append([one.codes(level).tolist(), one.raw_size(level)])
    return found


def several_words():
    """Search positions that take two words of eight holes, and build their levels."""
    board = named_board("triangle5")
    found = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(wide, "WORD", 8)
        for hole in ("a1", "b3"):
            problem = Problem.complement(board, hole)
            search = DepthFirst(problem)
            found.append([search.run(2_000), search.nodes, [str(jump) for jump in search.jumps]])
            engine = WideLevels(problem)
            level = engine.level(problem.starts)
            for _ in range(3):
                level = engine.step(level, engine.jumps)
            back = engine.step(level, engine.unjumps)
            met = engine.select(level, engine.unjumps, back)
            found.append([engine.codes(one) for one in (level, back, met)])
    return found


def large_counts():
    """Count paths with carries across several limbs, in tables that have to grow."""
    board = named_board("triangle5")
    problem = Problem.complement(board, "a4")
    most = (1 << 192) - 1
    with pytest.MonkeyPatch.context() as patch, PathCounter(problem) as counter:
        small_engine.plan(patch, 1, 4, 2)
        first = counter.level(problem.starts)
        whole = np.full((len(first), 3), np.uint64(2**64 - 1))
        played = [Paths(replace(first.level, rows=whole), most * len(first))]
        while len(played) < 9:
            played.append(counter.step(played[-1], counter.jumps))
        assert len(problem.group) == 1  # so that words equal codes
        finished, others = counter.split(played[-1], sorted(played[-1].level.words.tolist())[:9])
        return [
            [[made.level.words.tolist(), made.counts.tolist(), made.total] for made in played],
            [counter.stuck(made) for made in played],
            [counter.meet(made, other, 1) for made in played for other in (first, played[5])],
            [finished.total, others.total],
        ]


def position_classes():
    """Compute closures, counts by pegs and unique winning jumps, with different block sizes."""
    found = []
    for name, bits in (("triangle4", 6), ("triangle5", 9), ("rectangle3x4", 9), ("square3", 17)):
        board = named_board(name)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(class_bitmaps, "BLOCK_BITS", bits)
            for hole in board.holes[:3]:
                reached = close(board, [board.vacancy(hole).code], "forward")
                solvable = close(board, [board.single(hole).code], "backward")
                assert reached.coset == Coset(board, board.vacancy(hole).code)
                for made in (reached, solvable):
                    found.append([made.words.tolist(), sorted(made.by_pegs().items())])
                found.append(sorted(codes_with_one_jump(solvable).tolist()))
    return json.loads(json.dumps(found))


def played_at_random():
    """Return exact chances and simulated games for players with every rule."""
    found = []
    for name, games in (("triangle4", 200), ("square3", 50), ("triangle5", 20)):
        problem = Problem.to_any(named_board(name).vacancy(named_board(name).holes[1]))
        for player in ("any", "peg-first", "greedy", "look-ahead:2", "removal", "sax", "resource"):
            if name == "triangle5" or player not in ("removal", "sax", "resource"):
                who = player_named(player, problem)
                if name != "triangle5" or player not in ("any", "peg-first", "look-ahead:2"):
                    found.append(random_play(problem, player=who, work=Work(threads=1)).finals)
                played = simulate(
                    problem,
                    games=games,
                    player=who,
                    seed=1,
                    sample=2,
                    ends=True,
                    work=Work(threads=1),
                )
                found.append([played.wins, sorted(played.pegs.items()), str(played.solutions)])
                found.append(sorted(played.ends.items()))
    board = named_board("triangle4")
    goal = board.vacancy("a2").play("a4-a2")
    toward = Problem(board.vacancy("a2"), [goal])
    found.append(random_play(toward, work=Work(threads=1)).finals)
    found.append(simulate(toward, games=100, seed=1, work=Work(threads=1)).wins)
    return json.loads(json.dumps(found))


def small_boards():
    """Label all positions of a class, and find the small boards that can be solved."""
    found = []
    for name in ("triangle4", "rectangle3x4"):
        board = named_board(name)
        for level in labels_of(board, as_class(board).finishes).levels.values():
            labels = level.codes, level.orbits, *level.solutions, level.moves, level.chances
            found += [one.tolist() for one in (*labels, level.jumps, level.winning)]
    for lattice in (SQUARE, TRIANGULAR):
        for one in census(lattice, 6):
            found.append([[board.picture(), *holes] for board, holes in one.solvable()])
    return found


TESTS = str(Path(__file__).parents[1])
CODE = """
import json, sys
import numpy as np
np.seterr(over="ignore")
sys.path.insert(0, sys.argv[1])
import whole.test_nojit as test_nojit
assert not hasattr(test_nojit.expansion.expand, "signatures")
print(json.dumps([
    test_nojit.results(sys.argv[2:]), test_nojit.full_words(), test_nojit.large_counts(),
    test_nojit.position_classes(), test_nojit.played_at_random(), test_nojit.several_words(),
    test_nojit.small_boards(),
]))
"""


@pytest.mark.parametrize("names", quick_then(NAMES, ["truncated12", "triangle5"]))
def test_plain_python_gives_the_same(tmp_path, names):
    assert hasattr(expansion.expand, "signatures")
    environment = {
        **os.environ,
        "NUMBA_DISABLE_JIT": "1",
        "NUMBA_CACHE_DIR": str(tmp_path / "cache"),
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    run = programs.run([sys.executable, "-W", "error", "-c", CODE, TESTS, *names], env=environment)
    assert run.returncode == 0, run.stderr
    expected = [
        json.loads(json.dumps(results(names))), full_words(), large_counts(), position_classes(),
        played_at_random(), several_words(), small_boards(),
    ]  # fmt: skip
    assert json.loads(run.stdout) == expected
    assert not (tmp_path / "cache").exists()
