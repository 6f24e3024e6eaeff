"""Tests that the limits of `Work` hold in every public function that accepts a `Work` object.

The functions are found by introspection. Each is called on a board where it needs more than the
limit. It must raise one of our errors or return an answer that is marked as incomplete. The tests
count positions on their own, independently of `Work`.
"""

import inspect
import re
import tempfile
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

import numpy as np
import pytest
from marks import quick_then, slow_but_for

import pegsolitaire as ps
from pegsolitaire import advice, papers, reasons, solving, surveys, theory
from pegsolitaire.board import SQUARE, symmetry_types, triangle
from pegsolitaire.data import PuzzleSet, puzzle_set
from pegsolitaire.engine import (
    DepthFirst,
    LevelEngine,
    MoveBeam,
    MoveLevels,
    WideLevels,
    make_layout,
)
from pegsolitaire.engine.level_set import TablePlan
from pegsolitaire.engine.step import LevelStep
from pegsolitaire.errors import BoardTooLargeError, BudgetSpentError, PegSolitaireError
from pegsolitaire.game import Player
from pegsolitaire.sets import Checkpoint, FewestMoves, labels_of, plans
from pegsolitaire.surveys import move_table
from pegsolitaire.theory import as_class, merson_regions
from pegsolitaire.work import Work

POSITIONS = 1_000
ENGLISH = ps.Board("english")
START = ENGLISH.vacancy("d4")
CENTRAL = ps.Problem.complement(ENGLISH, "d4")

pytestmark = pytest.mark.xdist_group("limits")


@cache
def small_sets():
    """Return the winning sets of a small board, with more than a thousand positions."""
    return ps.WinningSets.build(ps.Problem.to_any(triangle(6).vacancy("a1")))


@cache
def small_table():
    return ps.Tablebase.build(triangle(6), as_class(triangle(6), "A").finishes)


@cache
def argument(name):
    """Return a value for the required parameter with this name."""
    wins = small_sets
    values = {
        "problem": lambda: CENTRAL,
        "position": lambda: START,
        "start": lambda: START,
        "board": lambda: ENGLISH,
        "finishes": lambda: tuple(1 << i for i in theory.feasible_finishes(START)),
        "wins": wins,
        "guide": lambda: advice.Guide(CENTRAL),
        "game": lambda: ps.Solution(START, START.legal_jumps[:1]),
        "problem_type": lambda: ps.problem_types(ENGLISH)[0],
        "chosen": lambda: "english A",
        "found_in": lambda: as_class(ENGLISH, "A"),
        "games": lambda: 10**9,
        "answer": lambda: lambda problem: ps.solve(problem, facts=False),
        "player": lambda: Player(ENGLISH, "any"),
        "row": lambda: next(iter(papers.all_rows())),
        "hole": lambda: "d4",
        "holes": lambda: ["d1"],
        "levels": lambda: [wins().level(pegs) for pegs in range(1, 21)],
        "labels": lambda: labels_of(triangle(5), [1]),
        "path": lambda: Path(tempfile.mkdtemp()) / "labels.parquet",
        "lattice": lambda: SQUARE,
        "pegs": lambda: 9,
        "side": lambda: 12,
        "found": lambda: solving.final_sweep(triangle(6)),
        "positions": lambda: [triangle(6).vacancy("a1")],
        "table": small_table,
        "kind": lambda: symmetry_types(triangle(6))[0],
        "puzzles": lambda: unrated(),
        "regions": lambda: merson_regions(ENGLISH),
        "feature": lambda: "",
        "finish": lambda: ENGLISH.single("d4").code,
    }
    return values[name]()


def unrated():
    hard = puzzle_set("english-classics").puzzles[-1]
    return PuzzleSet("mine", hard.board, "One.", (hard,))


#: Arguments for functions where the name of the parameter is not enough.
OWN = {
    "find_cases": {"start": START.code},
    "whole_jumps_exist": {"start": START.code},
    "census": {"holes": 13},
    "as_puzzles": {"positions": [(triangle(6).vacancy("a1"), "")]},
    "PositionValues.within": {"problem": lambda: small_sets().problem},
    "shortest": {"facts": False},
    "short_solution": {"facts": False, "problem": ps.Problem.complement(triangle(7), "a1")},
    "solve": {"facts": False, "problem": ps.Problem.complement(ps.Board("wiegleb"), "e5")},
}


def public():
    """Return every public function, class and method that accepts work, by name."""
    packages = [ps, *(import_module(f"pegsolitaire.{m.name}") for m in iter_modules(ps.__path__))]
    seen = {}
    for package in packages:
        for name in getattr(package, "__all__", ()):
            value = getattr(package, name)
            if inspect.isclass(value):
                seen[name] = value
                seen |= {
                    f"{name}.{method}": getattr(value, method)
                    for method in dir(value)
                    if not method.startswith("_")
                }
            elif callable(value):
                seen[name] = value
    return {name: value for name, value in sorted(seen.items()) if takes_work(value)}


def takes_work(value):
    try:
        return callable(value) and "work" in inspect.signature(value).parameters
    except (TypeError, ValueError):
        return False


PUBLIC = {name: value for name, value in public().items() if name != "Work.of"}


def arguments(name):
    """Return the arguments for a function, or fail if the table lacks one of them."""
    given = {}
    for parameter in inspect.signature(PUBLIC[name]).parameters.values():
        own = OWN.get(name, {})
        if parameter.name in own:
            value = own[parameter.name]
            given[parameter.name] = value() if callable(value) else value
        elif parameter.name == "self":
            given["self"] = argument(name.partition(".")[0].lower())
        elif parameter.default is inspect.Parameter.empty and parameter.name != "work":
            given[parameter.name] = argument(parameter.name)
    return given


def call(name, given, work):
    """Call a function and exhaust the iterator that it may return."""
    found = PUBLIC[name](**given, work=work)
    return list(found) if isinstance(found, Iterator) else found


@pytest.fixture
def made(monkeypatch, tmp_path):
    """Return a counter of the positions that the engine visits, independent of `Work`."""
    monkeypatch.setenv("PEGSOLITAIRE_HOME", str(tmp_path))
    counted = [0]

    def watch(owner, method, size):
        plain = getattr(owner, method)

        def counting(self, *args, **kwargs):
            before = size(self, None)
            result = plain(self, *args, **kwargs)
            counted[0] += size(self, result) - before
            return result

        monkeypatch.setattr(owner, method, counting)

    plain = LevelStep.rounds

    def rounds(self, *args):
        for some in plain(self, *args):
            counted[0] += some.weight
            yield some

    monkeypatch.setattr(LevelStep, "rounds", rounds)
    watch(DepthFirst, "run", lambda search, _: search.nodes)
    watch(WideLevels, "step", lambda _, level: 0 if level is None else len(level))
    watch(MoveBeam, "_advance", lambda _, level: 0 if level is None else len(level.rows))
    return counted


def says_what_it_is(answer):
    """Return whether an answer is marked as incomplete or is valid regardless of limits."""
    match answer:
        case None | plans.Plan() | theory.MoveBound() | ps.Solution():
            return True  # an estimate, a lower bound or a valid game
        case solving.Shortest():
            return not answer.proven
        case solving.BestEnd():
            return not answer.exact or answer.pegs == 1
        case reasons.Explanation():
            return answer.dead is None
        case advice.Check() | advice.Exploration():
            return answer.winning is not False  # a solution that was found is valid
        case advice.Guide():
            return answer.wins is None
        case advice.Review():
            return any(one.solutions is None for one in answer.steps)
        case solving.FinalSweep():
            return answer.possible is None or not answer.proven
        case dict():
            return all(map(says_what_it_is, answer.values()))
        case [surveys.Designed(), *_]:  # a puzzle that the limits leave unrated has no rating
            return any(one.rating is None for one in answer)
        case (plans.Plan(), int()):  # with the number of vacancies that are simulated
            return True
    if getattr(answer, "solution", None) is not None:
        return True
    return getattr(answer, "standing", None) == "unknown" or getattr(answer, "solvable", 0) is None


#: Functions whose partial results are valid, since each packing stands alone.
PARTIAL = {"packings"}
#: The answers by which functions say, as documented, that nothing was proved.
UNPROVED = {"Guide.reasons": (), "Guide.rivals": (), "reasons_without_search": ()}
UNPROVED |= {"whole_jumps_exist": True}
#: The functions for which the tests of time and memory are quick.
QUICK = ["FewestMoves.build", "WinningSets.build", "best_end", "count", "fewest_pegs", "shortest"]


def check(name, made, most, **limits):
    given = arguments(name)
    work = Work(**limits).begin()
    made[0] = 0
    try:
        answer = call(name, given, work)
    except PegSolitaireError as error:
        public_name = not type(error).__name__.startswith("_")
        assert public_name
    else:
        is_unproved = name in UNPROVED and answer == UNPROVED[name]
        if work.spent and not (name in PARTIAL or is_unproved or says_what_it_is(answer)):
            # The time may have passed after the last step, so the answer may be whole.
            assert answer == call(name, arguments(name), Work())
    assert made[0] <= most


@pytest.mark.every(22)
@pytest.mark.parametrize("name", PUBLIC)
def test_a_limit_on_positions_holds(name, made):
    check(name, made, 100 * POSITIONS, positions=POSITIONS)


@pytest.mark.parametrize("name", slow_but_for(QUICK, PUBLIC))
def test_a_limit_on_time_holds(name, made):
    check(name, made, 20_000_000, seconds=0.05)


@pytest.mark.every(6)
@pytest.mark.parametrize("name", slow_but_for(QUICK, PUBLIC))
def test_a_limit_on_memory_holds(name, made):
    """Without a scratch folder, levels larger than the memory limit are refused."""
    check(name, made, 100 * 30_000, positions=30_000, memory="100kB")


def test_every_docstring_describes_work_and_leads_to_it():
    described = re.compile(r"^work : Work.*\n    .*:class:`pegsolitaire\.Work`", re.MULTILINE)
    assert [
        name for name, value in PUBLIC.items() if not described.search(inspect.getdoc(value))
    ] == []


# -- levels that outgrow their tables -------------------------------------------------------------


@pytest.mark.parametrize("memory", quick_then("30kB", "60kB", "120kB", "500kB"))
@pytest.mark.parametrize("board", quick_then("english", "hexagon37", "rhombus6"))
def test_a_level_that_outgrows_its_tables_is_planned_again(board, memory, tmp_path):
    """This includes a level that was planned to fit in memory while others are on disk."""
    board = ps.Board(board)
    problem = ps.Problem.to_any(board.vacancy(board.holes[0]))
    work = Work(memory=memory, scratch=tmp_path).begin()
    with LevelEngine.of(problem, work=work) as small, LevelEngine.of(problem) as large:
        few, level, total = small.level(problem.finishes), large.level(problem.finishes), 0
        while total < 100_000:
            few, level = small.step(few, small.unjumps), large.step(level, large.unjumps)
            total += len(level)
            assert np.array_equal(small.codes(few), large.codes(level))
    assert work.looked_at == total, "what is made again counts once"


@pytest.mark.slow
@pytest.mark.parametrize("memory", quick_then("500kB", "300kB", "700kB", "1MB"))
def test_levels_by_moves_that_outgrow_their_tables_are_divided(memory, tmp_path):
    problem = ps.Problem("rectangle5x6", "c3", "any")
    layout = make_layout(problem.board, problem.finish_group)
    work = Work(memory=memory, scratch=tmp_path).begin()
    with (
        MoveLevels(layout, problem.finishes, backward=True, work=work) as small,
        MoveLevels(layout, problem.finishes, backward=True) as large,
    ):
        for _ in range(3):
            assert small.advance() == large.advance()
        for few, level in zip(small.levels, large.levels, strict=True):
            assert np.array_equal(np.sort(small.codes(few)), np.sort(large.codes(level)))
        assert work.looked_at == len(large) - len(large.levels[0])
        in_files = {file for level in small.levels for file in level.files}
        assert set(tmp_path.iterdir()) == in_files, "lists of results are gone"


@pytest.mark.every(2)
@pytest.mark.parametrize("memory", [None, "250kB"])
def test_levels_by_moves_go_on_where_they_were_stopped(memory, tmp_path):
    """Each run saves its finished levels, and the next run loads them without counting them."""
    board, finishes = ps.Board("rectangle4x5"), ["a1"]
    whole = FewestMoves.build(board, finishes)
    limit = max(map(len, whole.levels.values())) + 1_000
    table, stops = None, 0
    while table is None:
        work = Work(positions=limit, memory=memory, store=tmp_path)
        try:
            table = FewestMoves.load(board, finishes, work=work)
        except BudgetSpentError:
            assert list(tmp_path.rglob("*.moves.npz.building"))
            stops += 1
    assert stops > 1
    assert all(np.array_equal(table.levels[n], level) for n, level in whole.levels.items())
    assert [path.suffix for path in tmp_path.rglob("*.*")] == [".npz"], "nothing else is left"


@pytest.mark.parametrize("words", [1 << 20, 1 << 22])
def test_a_level_is_built_in_a_thousand_passes_or_fewer(words):
    """More passes would take days."""
    whole = TablePlan.for_words(33, words, 1 << 40, on_disk=True)
    memory = -(-whole.nbytes * 4 // (3 * 1024))
    assert len(list(TablePlan.for_words(33, words, memory, on_disk=True).runs)) == 1024
    with pytest.raises(BoardTooLargeError, match="this problem is too large for level sets"):
        TablePlan.for_words(33, words, memory * 9 // 10, on_disk=True)


@pytest.mark.slow
@pytest.mark.parametrize("memory", [None, "250kB"])
def test_the_table_by_moves_goes_on_where_it_was_stopped(memory, tmp_path):
    problem = ps.Problem("rectangle4x5 a1")
    whole = move_table(problem)
    limit = max(level.positions for level in (*whole.forward, *whole.backward)) + 1_000
    table, stops = None, 0
    while table is None:
        work = Work(positions=limit, memory=memory, store=tmp_path)
        try:
            checkpoint = Checkpoint(problem, tmp_path, ending="levels.building")
            table = move_table(problem, checkpoint=checkpoint, work=work)
        except BudgetSpentError:
            assert list(tmp_path.rglob("*.levels.building"))
            stops += 1
    assert stops > 2
    assert table == whole
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []
