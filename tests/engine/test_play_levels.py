"""The loop from level to level: there is one, and it keeps limits, progress and files in hand."""

import ast
from itertools import islice
from pathlib import Path

import pytest

import pegsolitaire
from pegsolitaire import Work
from pegsolitaire.board import named_board, square
from pegsolitaire.engine import LevelEngine, PathCounter, WideLevels, last_level, play_levels
from pegsolitaire.errors import BudgetSpentError
from pegsolitaire.game import Problem
from pegsolitaire.solving import count_games, fewest_pegs, finishes

PACKAGE = Path(pegsolitaire.__file__).parent
T5, ENGLISH, SQUARE9 = named_board("triangle5"), named_board("english"), square(9)
CORNER = Problem.complement(T5, "a1")
CENTRAL = Problem.complement(ENGLISH, "d4")
WIDE = Problem.complement(SQUARE9, "e5")

#: Modules that may call `step` in a loop, and why.
EXCEPTIONS = {
    "chance/exact.py": "a level of random play may come from several levels at once",
    "sets/level_tables.py": "one step from each level of a table, not from level to level",
}
LOOPS = ast.For | ast.While | ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp


def steps_in_loops(source):
    """The lines where something's `step` is called inside a loop."""
    return sorted(
        {
            call.lineno
            for loop in ast.walk(ast.parse(source))
            if isinstance(loop, LOOPS)
            for call in ast.walk(loop)
            if isinstance(call, ast.Call)
            and isinstance(call.func, ast.Attribute)
            and call.func.attr == "step"
        }
    )


def test_no_other_module_plays_from_level_to_level():
    modules = {path.relative_to(PACKAGE).as_posix(): path for path in PACKAGE.rglob("*.py")}
    found = {name for name, path in modules.items() if steps_in_loops(path.read_text("utf-8"))}
    assert found == {"engine/levels.py", *EXCEPTIONS}


@pytest.mark.parametrize(
    ("source", "lines"),
    [
        ("while len(level):\n    level = engine.step(level, engine.jumps)", [2]),
        ("for pegs in range(9):\n    if pegs:\n        level = self.engine.step(level)", [3]),
        ("sizes = [len(engine.step(one)) for one in levels]", [1]),
        ("level = engine.step(level, engine.jumps)\nfor pegs in levels:\n    print(pegs)", []),
    ],
)
def test_a_loop_of_steps_is_found(source, lines):
    assert steps_in_loops(source) == lines


def engines(work=None):
    return [
        (LevelEngine.of(CENTRAL, work=work), CENTRAL),
        (PathCounter(CENTRAL, work=work), CENTRAL),
        (WideLevels(WIDE, work=work), WIDE),
    ]


@pytest.mark.parametrize("i", range(3))
def test_levels_are_those_of_single_steps(i):
    engine, problem = engines()[i]
    top = problem.start_pegs
    played = {pegs: len(level) for pegs, level in play_levels(engine, problem.starts, top - 5)}
    level, expected = engine.level(problem.starts), {top: 1}
    for pegs in range(top - 1, top - 6, -1):
        level = engine.step(level, engine.jumps)
        expected[pegs] = len(level)
    assert played == expected


@pytest.mark.parametrize(
    "problem", [CORNER, Problem.to_any(named_board("triangle4").vacancy("a2"))]
)
def test_backward_is_forward_on_complements(problem):
    full = problem.board.full_code
    with LevelEngine.of(problem) as engine:
        top, jumps = problem.start_pegs, engine.unjumps
        back = play_levels(engine, problem.finishes, top, jumps=jumps)
        sizes = {pegs: len(level) for pegs, level in back}
    opposite = Problem.of_codes(problem.board, tuple(full ^ c for c in problem.finishes), (1,))
    opposite.__dict__["group"] = problem.group
    with LevelEngine.of(opposite) as engine:
        play = play_levels(engine, opposite.starts, len(problem.board) - top)
        assert {len(problem.board) - pegs: len(level) for pegs, level in play} == sizes


def test_a_game_that_ends_has_empty_levels():
    with LevelEngine.of(CORNER) as engine:
        sizes = [len(level) for _, level in play_levels(engine, [0b111])]
        assert sizes == [1, 1, 0]
        assert [pegs for pegs, _ in play_levels(engine, [0])] == [0]
        assert len(last_level(play_levels(engine, [0b111], 3))) == 1


def test_what_is_not_kept_is_not_played_on():
    """Of each level, only the positions with the least code: one game."""
    with LevelEngine.of(CORNER) as engine:
        given = []

        def keep(pegs, level):
            given.append(pegs)
            return engine.first(level)

        play = play_levels(engine, CORNER.starts, keep=keep)
        sizes = {pegs: len(level) for pegs, level in play}
    assert given == list(sizes) == list(range(14, 0, -1))
    assert set(sizes.values()) <= {0, 1}


@pytest.mark.parametrize("i", range(3))
@pytest.mark.parametrize("limit", [1, 50, 700])
def test_a_limit_on_positions_ends_the_loop(i, limit):
    work = Work(positions=limit).begin()
    engine, problem = engines(work)[i]
    levels = []
    with pytest.raises(BudgetSpentError, match="position"):
        levels.extend(len(level) for _, level in play_levels(engine, problem.starts, work=work))
    assert sum(levels[1:]) < limit <= work.looked_at


@pytest.mark.parametrize("i", range(3))
def test_what_is_cancelled_stops_after_the_level(i):
    stopped = []
    work = Work(cancelled=lambda: bool(stopped)).begin()
    engine, problem = engines(work)[i]
    play = play_levels(engine, problem.starts, work=work)
    assert [pegs for pegs, _ in islice(play, 4)][-1] == problem.start_pegs - 3
    stopped.append(True)
    with pytest.raises(BudgetSpentError, match="cancelled"):
        next(play)


@pytest.mark.parametrize(
    "ask",
    [
        lambda work: fewest_pegs(ENGLISH.vacancy("d4"), work=work),
        lambda work: finishes(ENGLISH.vacancy("d4"), work=work),
        lambda work: count_games(CENTRAL, work=work),
    ],
)
def test_no_caller_goes_beyond_the_limit(ask):
    work = Work(positions=5_000).begin()
    with pytest.raises(BudgetSpentError):
        ask(work)
    assert work.looked_at < 20_000


def test_progress_counts_the_levels():
    reports = []
    work = Work(progress=lambda *report: reports.append(report))
    with LevelEngine.of(CORNER) as engine:
        for _ in play_levels(engine, CORNER.starts, 10, work=work):
            pass
        for _ in play_levels(engine, CORNER.finishes, 3, jumps=engine.unjumps, work=work):
            pass
        for _ in play_levels(engine, CORNER.starts, 12, stage="looking", work=work):
            pass
    assert reports == [
        *(("playing forward", done, 4) for done in range(5)),
        *(("playing backward", done, 2) for done in range(3)),
        *(("looking", done, 2) for done in range(3)),
    ]


@pytest.mark.parametrize("away", [False, True])
@pytest.mark.parametrize("halved", [False, True])
def test_files_of_levels_are_removed_unless_you_need_them(tmp_path, away, halved):
    """Levels of up to 42,000 positions, far more than the memory allows."""
    work = Work(memory="64KiB", scratch=tmp_path)
    with LevelEngine.of(CENTRAL, work=work) as engine:

        def keep(pegs, level):
            return engine.sample(level, len(level) // 2, 0) if halved and pegs < 24 else level

        play = play_levels(engine, CENTRAL.starts, 22, keep=keep, away=away, work=work)
        counts = [len(list(tmp_path.iterdir())) for _ in play]
    assert max(counts) > 0
    assert away == (max(counts) > 1)


class Saved:
    """A checkpoint that has some levels."""

    def __init__(self, levels):
        self.levels, self.kept = levels, []

    def load(self, direction, pegs):
        return self.levels.get((direction, pegs))

    def begin(self, direction, pegs):
        return None

    def keep(self, direction, pegs, level):
        self.kept.append((direction, pegs))


def test_saved_levels_are_not_made_again():
    with LevelEngine.of(CORNER) as engine:
        levels = dict(play_levels(engine, CORNER.starts))
        saved = Saved({("F", pegs): levels[pegs] for pegs in (13, 12, 9)})
        again = dict(play_levels(engine, CORNER.starts, checkpoint=saved))
        assert all(again[pegs] is levels[pegs] for pegs in (13, 12, 9))
        assert {n: len(level) for n, level in again.items()} == {
            n: len(level) for n, level in levels.items()
        }
        assert saved.kept == [("F", pegs) for pegs in (11, 10, *range(8, 0, -1))]
        back = Saved({})
        dict(play_levels(engine, CORNER.finishes, 3, jumps=engine.unjumps, checkpoint=back))
        assert back.kept == [("B", 2), ("B", 3)]
