"""Estimates of time and memory, compared with the levels that are really played."""

import json
import re
from functools import cache
from math import comb, inf
from pathlib import Path
from types import SimpleNamespace

import pytest
import small_engine
from marks import each, slow
from private import private, set_private

from pegsolitaire.board import named_board, rectangle
from pegsolitaire.cli.long_work import NO_LIMITS, needs_consent
from pegsolitaire.cli.main import run
from pegsolitaire.cli.options import Limits
from pegsolitaire.engine import LevelEngine
from pegsolitaire.errors import BoardTooLargeError
from pegsolitaire.game import Problem
from pegsolitaire.sets import Tablebase, WinningSets, plans, pruning
from pegsolitaire.sets.building import play_set
from pegsolitaire.sets.plans import Plan, class_bound, forecast_levels, plan, plan_tables
from pegsolitaire.theory import position_classes, rank, read_problem
from pegsolitaire.units import bytes_text
from pegsolitaire.work import Work


def played(problem, direction):
    """Return the sizes of all levels."""
    with LevelEngine.of(problem) as engine:
        return {pegs: len(level) for pegs, level in play_set(engine, problem, direction)}


def complement(name, hole):
    return Problem.complement(named_board(name), hole)


@pytest.mark.parametrize("direction", ["F", "B"])
@pytest.mark.parametrize(
    "problem",
    [complement("triangle5", "a1"), Problem.to_any(named_board("square4").vacancy("b1"))],
    ids=str,
)
def test_small_levels_are_played(problem, direction):
    seen = forecast_levels(problem, direction)
    assert seen.sizes == played(problem, direction)
    assert seen.seconds > 0


#: Problems, and how large a level may be to be played; the sizes of other levels are estimated.
PARTLY_PLAYED = [
    (complement("triangle6", "a1"), 500),
    (Problem(named_board("triangle6"), "a1", "a4"), 500),
    (complement("rhombus5", "a1"), 5_000),
    (complement("triangle7", "b2"), 20_000),
    (complement("english", "d4"), 500_000),
    (Problem(named_board("english"), "c2", "f5"), 500_000),
]


@pytest.mark.parametrize(
    ("problem", "most"),
    [*PARTLY_PLAYED[:3], *(slow(*one) for one in PARTLY_PLAYED[3:])],
    ids=str,
)
def test_within_a_factor_of_two(problem, most):
    seen, truth = forecast_levels(problem, most=most), played(problem, "F")
    assert seen.sizes != truth  # some sizes are estimated
    assert seen.sizes.keys() == truth.keys()
    assert 0.5 < seen.positions / sum(truth.values()) < 2


COMMANDS = [
    ["sets", "winning", "triangle5", "a1"],
    ["count", "triangle5", "a1"],
    ["count", "triangle5", "a1", "--games"],
    ["sets", "levels", "triangle5", "a1"],
    ["random", "triangle5", "a1"],
    ["extremes", "dead-ends", "triangle5", "a1"],
    ["sets", "tablebase", "triangle5"],
    ["design", "symmetric", "triangle5"],
]


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_estimates_and_nothing_else(words, tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("PEGSOLITAIRE_HOME", str(tmp_path))
    assert run([*words, "--estimate"]) == 0
    assert "positions to go through: about" in capsys.readouterr().out
    assert run([*words, "--estimate", "--json"]) == 0
    assert json.loads(capsys.readouterr().out).keys() == {
        "positions", "bytes", "seconds", "disk",
    }  # fmt: skip
    assert not any(tmp_path.iterdir())


@pytest.mark.every(4)
@pytest.mark.parametrize(
    ("words", "least"),
    [
        ("sets winning triangle6 a1", 40_000),
        ("sets levels triangle6 a1 --by moves --store", 100_000),
        ("sets levels triangle6 a1 --memory 1MB", 100_000),
        ("count triangle6 a1 --memory 1MB", 100_000),
        ("random triangle6 a1 --exact --memory 1MB", 100_000),
        ("export labels triangle5", 10_000),
    ],
)
def test_the_disk_that_is_allowed_is_kept_to(tmp_path, monkeypatch, capsys, words, least):
    """The limit applies to levels that outgrow the memory, stored sets and exports."""
    monkeypatch.setenv("PEGSOLITAIRE_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    for size in (0, 4_000, least // 4):
        assert run([*words.split(), "--disk", f"{size}B"]) == 2
        said = capsys.readouterr().err
        assert f"more than the limit of {bytes_text(size)} of disk: raise the limit" in said
        left = [path for path in tmp_path.rglob("*") if path.is_file()]
        assert sum(path.stat().st_size for path in left) <= size
    assert run([*words.split(), "--disk", "1GB"]) == 0


def test_limits_count_as_what_the_work_takes():
    """A limit that ends the work early or moves it to the disk lowers what the plan needs."""
    large, long = Plan(1, 6 << 30, 1.0, 6 << 30), Plan(1, 1, 700.0)
    memory, disk, seconds = {"memory": 1 << 30}, {"disk": 1 << 30}, {"seconds": 60.0}
    for size, options, asks in (
        (large, {}, True), (large, memory, True), (large, disk, True),
        (large, memory | disk, False), (large, {"sure": True}, False),
        (Plan(1, 4 << 30, 1.0), {}, False), (Plan(1, 1, 599.0), {}, False),
        (long, {}, True), (long, seconds, False), (long, memory, True),
    ):  # fmt: skip
        none = {"seconds": None, "memory": None, "disk": None, "sure": False}
        limits = Limits(positions=None, **none | options)
        assert needs_consent(size, limits) == asks
    assert not needs_consent(large, NO_LIMITS)  # a command without this option


# -- the figures of a plan ------------------------------------------------------------------------


def test_what_a_plan_refuses():
    """Work is refused if it needs more than twice the free bytes, including disk."""
    for bytes_, disk in ((200, 0), (150, 50)):
        Plan(1, bytes_, 1.0, disk).check("it has", 100, "memory is free", "wait")
        with pytest.raises(BoardTooLargeError, match="only 1 MB of memory is free: wait"):
            Plan(1, bytes_ + 1, 1.0, disk).check("it has", 100, "memory is free", "wait")
    with pytest.raises(BoardTooLargeError):
        Plan(1, 101, 1.0).check("it has", 100, "memory is free", "wait", slack=1)


@each(
    ("planned", "words"),
    [
        (Plan(1, 16 << 30, 240), "about 4 minutes and 16 GB of memory"),
        (Plan(1, 1 << 20, 0.1), "about 1 second and 1 MB of memory"),
        (Plan(1, 3 << 40, 7500), "about 2 hours and 3 TB of memory"),
        (Plan(1, 1 << 30, 240, 2 << 30), "about 4 minutes, 1 GB of memory and 2 GB of disk"),
        (Plan(1, (1 << 60) - 1, 3_155_760_000), "about 876,600 hours and 1,048,576 TB of memory"),
        (
            Plan(1, 1 << 60, 3_155_760_001),
            "more than a century and more than a million TB of memory",
        ),
        (Plan(1, 1 << 200, inf), "more than a century and more than a million TB of memory"),
    ],
)
def test_a_plan_in_words(planned, words):
    assert planned.text == words


def test_what_is_long():
    assert [Plan(1, 1, seconds).is_long for seconds in (8.0, 8.1)] == [False, True]


def test_a_plan_for_a_cluster():
    """As measured with Dask: 2.5 times the time of two cores, and four times the bytes on disk."""
    planned = Plan(10, 100, 60.0, 300).on_cluster(4)
    assert planned == Plan(10, 4 << 30, 75.0, 1_200)
    assert Plan(10, 100, 60.0).on_cluster(1) == Plan(10, 1 << 30, 300.0, 400)


@pytest.mark.parametrize(("holes", "word"), [(45, 4), (46, 8)])
def test_the_memory_of_a_plan(holes, word):
    """Memory holds all levels and the tables of the largest one, with 1.6 slots per position."""
    problem = Problem.complement(rectangle(holes, 1), "b1")
    sizes = [*forecast_levels(problem, "F").sizes.values()]
    sizes += [] if problem.is_self_complementary else forecast_levels(problem, "B").sizes.values()
    planned = plan(problem, "levels")
    assert planned.positions == sum(sizes)
    assert planned.bytes == word * sum(sizes) + round(1.6 * word * max(sizes))
    assert planned.disk == 0
    games = plan(problem, "games")  # two levels at a time, with a path count for each position
    forward = max(forecast_levels(problem, "F").sizes.values())
    assert games.bytes == 2 * (word + 8) * forward + round(1.6 * (word + 8) * forward)


# -- estimates ----------------------------------------------------------------------------------

T4, T5 = named_board("triangle4"), named_board("triangle5")
PROBLEMS = [
    Problem.complement(T5, "a1"),
    Problem.to_any(T5.vacancy("b3")),
    Problem(T4, "a2", "b2"),
    Problem.to_any(named_board("triangle6").vacancy("a1")),
    Problem.to_any(named_board("square3+diagonal").vacancy("a1")),
    Problem(T5.position("code:8455"), [T5.position("code:1")]),
]


@each("problem", PROBLEMS)
def test_estimates_are_bounds(problem):
    """Only positions with symmetries of their own may cause more positions than the estimate."""
    size = class_bound(problem)
    with LevelEngine.of(problem) as engine:
        levels = [engine.level(problem.starts)]
        while len(levels[-1]):
            levels.append(engine.step(levels[-1], engine.jumps))
    own = 2 * len(levels) * len(problem.group)
    assert sum(map(len, levels)) <= size.positions + own * max(map(len, levels)) ** 0.5
    assert len(WinningSets.build(problem)) <= size.positions + own
    assert size.bytes > 0
    assert size.seconds > 0


@each("name", ["triangle4", "triangle5", "square3+diagonal", "rectangle3x4", "star13"])
def test_an_estimate_is_all_of_a_class_by_its_symmetries(name):
    board = named_board(name)
    start = board.vacancy(board.holes[0])
    problem = Problem.to_any(start)
    pegs = range(1, len(board))
    share = len(problem.group) << len(board) - rank(board)
    assert class_bound(problem).positions == sum(-(-comb(len(board), n) // share) for n in pegs)


# -- large boards ------------------------------------------------------------------------------


@cache
def learned(problem):
    return private(pruning, "_learn")(problem, work=Work().begin())


small_forecast = cache(forecast_levels)


def foreseen(*what, most, work=None):
    return small_forecast(*what, most=min(most, 200_000))


@pytest.fixture
def few_samples(monkeypatch):
    """Learn resource counts from few positions, and estimate levels from small ones."""
    set_private(monkeypatch, pruning, _SAMPLE=500, _TRIED=20)
    monkeypatch.setattr(pruning, "learned_from_levels", lambda problem, **_: learned(problem))
    monkeypatch.setattr(plans, "forecast_levels", foreseen)


PAST = [
    ["sets", "levels"],
    ["sets", "winning"],
    ["count", "--again"],
    ["extremes", "dead-ends"],
    ["count", "--games"],
    ["graph"],
]


@pytest.mark.every(6)
@pytest.mark.usefixtures("few_samples")
@pytest.mark.parametrize("words", PAST, ids=" ".join)
def test_what_is_past_the_machine_is_refused_at_once(words, complaint, monkeypatch):
    monkeypatch.setattr(plans, "disk_usage", lambda _: SimpleNamespace(free=1 << 29))
    small_engine.free_memory(monkeypatch, 1 << 29)
    number = 2 if words[0] in ("sets", "extremes") else 1
    said = complaint(*words[:number], "wiegleb", "e5", *words[number:])
    assert re.fullmatch(
        r"wiegleb: e5 to e5 has about [\d,]+ positions need \d+ [GT]B, "
        r"but only .* of memory.* is free: it is too large for this machine",
        said,
    )


def test_an_estimate_counts_the_classes_of_all_starts():
    board = named_board("english")
    one = class_bound(read_problem(board, "any", None, "A"))
    four = class_bound(read_problem(board, "any", None, "B"))
    assert four.positions == 4 * one.positions


SOON_OVER = [
    ("rectangle1x64", "a2"),
    ("rectangle2x32", "a2"),
    ("square8", "a1"),  # in another class
    ("english", "d4"),
    ("hexagon61", "code:0xff"),
]


@pytest.mark.parametrize(("name", "start"), SOON_OVER)
def test_work_that_is_soon_over_is_neither_announced_nor_refused(name, start):
    assert not plan(read_problem(named_board(name), start, None), refuse=True).is_long


@pytest.mark.slow
@pytest.mark.usefixtures("few_samples")
def test_disk_counts_where_levels_may_lie_there(tmp_path, monkeypatch):
    problem = Problem.complement(named_board("wiegleb"), "e5")
    small_engine.free_memory(monkeypatch, 2 << 30)
    with pytest.raises(BoardTooLargeError, match="only 2 GB of memory is free"):
        plan(problem, refuse=True)
    monkeypatch.setattr(plans, "disk_usage", lambda _: SimpleNamespace(free=1 << 40))
    size = plan(problem, refuse=True, folder=tmp_path / "not" / "there")
    assert 6e9 < size.disk < 25e9  # the true size is 14 GB
    monkeypatch.setattr(plans, "disk_usage", lambda _: SimpleNamespace(free=2 << 30))
    with pytest.raises(BoardTooLargeError, match="only 4 GB of memory and disk is free"):
        plan(problem, refuse=True, folder=tmp_path)


def test_tables_in_the_store_take_no_time(tmp_path, monkeypatch):
    monkeypatch.setenv("PEGSOLITAIRE_HOME", str(tmp_path))
    board = named_board("hexagon37")
    small_engine.free_memory(monkeypatch, 8 << 30)
    finishes = [one.finishes for one in position_classes(board)]
    assert plan_tables(board, finishes, refuse=True, stored=True).bytes == 4 << 30
    monkeypatch.setattr(Tablebase, "file", lambda *_: SimpleNamespace(nbytes=lambda: 4 << 30))
    assert not plan_tables(board, finishes, refuse=True, stored=True).is_long
    assert plan_tables(board, finishes, refuse=True).is_long


def test_the_levels_of_what_the_class_rules_out_are_foreseen_all_the_same(monkeypatch):
    set_private(monkeypatch, plans, _LONG=1.0)
    problem = read_problem(named_board("triangle7"), "a1", "a1")
    assert not plan(problem, refuse=True).is_long
    assert plan(problem, "levels", refuse=True, by_class=False, folder=Path()).is_long
