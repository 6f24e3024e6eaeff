"""Sizes of levels that are foreseen, beside those that are played."""

import io
import json
import re

import pytest
from marks import each

from pegsolitaire.board import named_board, rectangle
from pegsolitaire.cli.main import run
from pegsolitaire.cli.options import LevelLimits
from pegsolitaire.cli.progress import NO_LIMITS, needs_consent
from pegsolitaire.engine import LevelEngine
from pegsolitaire.errors import BoardTooLargeError
from pegsolitaire.game import Problem
from pegsolitaire.sets.building import play_set
from pegsolitaire.sets.plans import Plan, forecast_levels, plan
from pegsolitaire.units import bytes_text


def played(problem, direction):
    """The sizes of all levels."""
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
    assert seen.played == len(seen.sizes)
    assert seen.seconds > 0


#: Problems, and how many positions of a level are played: the rest is foreseen.
TEN = [
    (complement("triangle6", "a1"), 500),
    (Problem(named_board("triangle6"), "a1", "a4"), 500),
    (complement("rhombus5", "a1"), 5_000),
    (complement("square5", "a1"), 2_000),
    (complement("truncated25", "b3"), 2_000),
    (complement("triangle7", "b2"), 20_000),
    (complement("english", "d4"), 500_000),
    (complement("english", "d1"), 500_000),
    (complement("english", "c3"), 500_000),
    (Problem(named_board("english"), "c2", "f5"), 500_000),
]


@pytest.mark.parametrize(
    ("problem", "most"),
    [pytest.param(*one, marks=pytest.mark.slow) if i > 3 else one for i, one in enumerate(TEN)],
    ids=str,
)
def test_within_a_factor_of_two(problem, most):
    seen, truth = forecast_levels(problem, most=most), played(problem, "F")
    assert seen.played < len(truth)
    assert seen.sizes.keys() == truth.keys()
    assert 0.5 < seen.positions / sum(truth.values()) < 2


@each("work", ["winning", "levels", "count", "games", "odds"])
@each("name", ["triangle5", "square4"])
def test_every_kind_of_work(name, work):
    board = named_board(name)
    size = plan(Problem.to_any(board.vacancy(board.holes[1])), work)
    assert isinstance(size, Plan)
    assert size.positions > 0
    assert size.bytes > 0
    assert size.disk == 0


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
    """Whatever is written: levels that outgrow the memory, sets that are stored, and exports."""
    monkeypatch.setenv("PEGSOLITAIRE_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    for size in (0, 4_000, least // 4):
        assert run([*words.split(), "--disk", f"{size}B"]) == 2
        said = capsys.readouterr().err
        assert f"more than the limit of {bytes_text(size)} of disk: raise the limit" in said
        left = [path for path in tmp_path.rglob("*") if path.is_file()]
        assert sum(path.stat().st_size for path in left) <= size
    assert run([*words.split(), "--disk", "1GB"]) == 0


def test_winning_sets_within_limits(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("PEGSOLITAIRE_HOME", str(tmp_path))
    words = ["sets", "winning", "triangle6", "a1", "--memory", "0.001"]
    assert run([*words, "--disk", "0"]) == 2
    assert "this needs more than the limit of 0 bytes of disk" in capsys.readouterr().err
    assert run([*words, "--disk", "1"]) == 0
    assert "winning positions" in capsys.readouterr().out


# -- large work needs consent ---------------------------------------------------------------------

LARGE = [*COMMANDS, ["solve", "triangle5", "a1", "--all", "3"], ["random", "triangle5", "--all"],
         ["random", "triangle5", "a1", "--games", "5", "--exact"], ["design", "triangle5"],
         ["graph", "triangle4", "a2"], ["design", "unique", "triangle5"],
         ["check", "triangle5", "a1", "--explore"],
         ["check", "triangle5", "any", "--position", "code:2183"],
         ["replay", "triangle5", "a1", "a3-a1", "--review"]]  # fmt: skip


@pytest.fixture
def strict(tmp_path, monkeypatch):
    """All work is large."""
    monkeypatch.setenv("PEGSOLITAIRE_HOME", str(tmp_path))
    monkeypatch.setattr("pegsolitaire.cli.progress._LONG", 1e-12)


@pytest.mark.usefixtures("strict")
@pytest.mark.parametrize("words", LARGE, ids=" ".join)
def test_large_work_needs_yes(words, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr("sys.stdin", io.StringIO("y\n"))  # which is no terminal
    assert run(words) == 2
    printed, said = capsys.readouterr()
    assert printed == ""
    assert re.fullmatch(r"pegs: about .* of memory: .*\. Add --yes to start it.*\n", said)
    assert words[0] != "random" or said.endswith("gives each chance to within 0.001\n")
    assert not any(tmp_path.iterdir())
    assert run([*words, "--yes"]) == 0
    assert capsys.readouterr().out


@pytest.mark.usefixtures("strict")
@pytest.mark.parametrize(
    "words",
    [
        "check english d4",  # decided without winning sets
        "check french d3 --explore",  # so large that they are not attempted
        "replay triangle5 a1 a3-a1",
        "replay french d4 d2-d4 --review",  # lost by its class
    ],
)
def test_what_begins_no_large_work_needs_no_yes(words, capsys):
    assert run(words.split()) == 0
    assert capsys.readouterr().err == ""


@pytest.mark.usefixtures("strict")
def test_what_is_stored_needs_no_yes(capsys):
    game = ["english", "d4", "d2-d4", "--review"]
    assert run(["replay", *game, "--yes"]) == 0
    assert run(["replay", *game]) == 0
    assert "40,861,647,040,079,968 ways to win" in capsys.readouterr().out


@pytest.mark.usefixtures("strict")
@pytest.mark.parametrize(
    "words", ["check english d4 --explore", "replay english d4 d2-d4 --review"]
)
def test_one_answer_is_for_the_sets_and_their_values(words, monkeypatch, capsys):
    monkeypatch.setattr("sys.stdin", io.StringIO("y\n"))
    for stream in ("stdin", "stderr"):
        monkeypatch.setattr(f"sys.{stream}.isatty", lambda: True)
    assert run(words.split()) == 0
    assert capsys.readouterr().err.count("Start it? [y/N]") == 1


@pytest.mark.usefixtures("strict")
@pytest.mark.parametrize(("answer", "code"), [("y", 0), ("n", 2), ("", 2)])
def test_a_terminal_is_asked(monkeypatch, capsys, answer, code):
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{answer}\n" * bool(answer)))
    for stream in ("stdin", "stderr"):
        monkeypatch.setattr(f"sys.{stream}.isatty", lambda: True)
    assert run(["random", "triangle5", "a1"]) == code
    printed, said = capsys.readouterr()
    assert bool(printed) == (code == 0)
    assert "the exact odds of triangle5: a1 to a1; --games 1M simulates" in said
    assert "Start it? [y/N]" in said
    assert ("pegs: not started: add --yes" in said) == (code == 2)


def test_limits_count_as_what_the_work_takes():
    """A limit that ends the work earlier, or moves it to the disk, lowers what it takes."""
    large, long = Plan(1, 6 << 30, 1.0, 6 << 30), Plan(1, 1, 700.0)
    memory, disk, seconds = {"memory": 1 << 30}, {"disk": 1 << 30}, {"seconds": 60.0}
    for size, given, asks in (
        (large, {}, True), (large, memory, True), (large, disk, True),
        (large, memory | disk, False), (large, {"sure": True}, False),
        (Plan(1, 4 << 30, 1.0), {}, False), (Plan(1, 1, 599.0), {}, False),
        (long, {}, True), (long, seconds, False), (long, memory, True),
    ):  # fmt: skip
        none = {"seconds": None, "memory": None, "disk": None, "sure": False}
        limits = LevelLimits(positions=None, estimate=False, **none | given)
        assert needs_consent(size, limits) == asks
    assert not needs_consent(large, NO_LIMITS)  # a command without the option


# -- the figures of a plan ------------------------------------------------------------------------


def test_what_a_plan_refuses():
    """Work is refused from the byte on that is past twice the free ones, disk and all."""
    for bytes_, disk in ((200, 0), (150, 50)):
        Plan(1, bytes_, 1.0, disk).check("it has", 100, "memory is free", "wait")
        with pytest.raises(BoardTooLargeError, match="only 1 MB of memory is free: wait"):
            Plan(1, bytes_ + 1, 1.0, disk).check("it has", 100, "memory is free", "wait")
    with pytest.raises(BoardTooLargeError):
        Plan(1, 101, 1.0).check("it has", 100, "memory is free", "wait", slack=1)


def test_the_words_of_a_plan():
    assert [Plan(1, 1, seconds).is_long for seconds in (8.0, 8.1)] == [False, True]
    assert Plan(1, 1, 3_155_760_000.0).text.startswith("about 876,600 hours")
    assert Plan(1, 1, 3_155_760_001.0).text.startswith("more than a century")
    assert Plan(1, 1 << 60, 1.0).text.endswith("and more than a million TB of memory")
    assert Plan(1, (1 << 60) - 1, 1.0).text.endswith("and 1,048,576 TB of memory")


def test_a_plan_for_a_cluster():
    """As measured with Dask: 2.5 times the time of two cores, four times the bytes on disk."""
    planned = Plan(10, 100, 60.0, 300).on_cluster(4)
    assert planned == Plan(10, 4 << 30, 75.0, 1_200)
    assert Plan(10, 100, 60.0).on_cluster(1) == Plan(10, 1 << 30, 300.0, 400)


@pytest.mark.parametrize(("holes", "word"), [(45, 4), (46, 8)])
def test_the_memory_of_a_plan(holes, word):
    """All levels, and the tables of the largest: 1.6 slots for each position."""
    problem = Problem.complement(rectangle(holes, 1), "b1")
    sizes = [*forecast_levels(problem, "F").sizes.values()]
    sizes += [] if problem.is_self_complementary else forecast_levels(problem, "B").sizes.values()
    planned = plan(problem, "levels")
    assert planned.positions == sum(sizes)
    assert planned.bytes == word * sum(sizes) + round(1.6 * word * max(sizes))
    assert planned.disk == 0
    games = plan(problem, "games")  # two levels at a time, with a number of paths for each
    forward = max(forecast_levels(problem, "F").sizes.values())
    assert games.bytes == 2 * (word + 8) * forward + round(1.6 * (word + 8) * forward)
