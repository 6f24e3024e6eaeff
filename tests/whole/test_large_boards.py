"""Large boards and long work: what is made, what is refused at once, and what is announced.

No test here looks at a clock: counted is what is asked for, and how large it is.
"""

import pickle
import re
import subprocess
import sys
import tomllib
import tracemalloc
from functools import cache
from math import inf
from pathlib import Path
from types import SimpleNamespace
from typing import ClassVar

import pytest
import small_engine
from hypothesis import given, strategies as st

from pegsolitaire import progress_bar
from pegsolitaire.board import FLAT, Board, Link, apply_permutation, named_board, read_board
from pegsolitaire.board.bits import bits_of, code_of, indices_of
from pegsolitaire.board.board import JumpMask
from pegsolitaire.cli.main import run
from pegsolitaire.data import toml_files
from pegsolitaire.draw import position_text
from pegsolitaire.errors import BoardTooLargeError, NotationError
from pegsolitaire.game import Position, Problem
from pegsolitaire.sets import Tablebase, plans, pruning
from pegsolitaire.sets.plans import Plan, class_bound, forecast_levels, plan, plan_tables
from pegsolitaire.solving import final_sweep, short_solution, shortest
from pegsolitaire.theory import class_of, invariants, position_classes, read_problem
from pegsolitaire.theory.classes import hole_classes, null_space
from pegsolitaire.work import Progress, Work

LARGE = "square100"

# -- codes --------------------------------------------------------------------------------------


@given(st.sets(st.integers(0, 300)))
def test_codes_are_taken_apart_and_put_together(holes):
    code = code_of(holes)
    assert code == sum(1 << i for i in holes)
    assert indices_of(code) == sorted(holes)
    assert bits_of(code, 301) == "".join("01"[i in holes] for i in range(301))


def test_boards_of_more_than_a_word_move_their_pegs_alike():
    board = named_board("square9")
    codes = [board.full_code, board.vacancy("a1").code, code_of([0, 7, 80]), 0]
    for symmetry in board.symmetries:
        for code in codes:
            moved = code_of(symmetry.image[i] for i in indices_of(code))
            assert apply_permutation(symmetry.image, code) == moved


# -- making a board -----------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["triangle6", "square9", "english11", "square9+diagonal"])
def test_jumps_by_links_are_those_by_masks(name):
    board = named_board(name)
    assert board.jumps == tuple(JumpMask.along(link) for link in board.links)
    for code in (board.full_code, board.vacancy(board.holes[3]).code, board.full_code // 3, 0):
        legal = [jump for jump in board.jumps if code & jump.mask == jump.pegs]
        assert board.masks_from(code) == legal
        assert board.links_from(code) == [Link(*jump[:3]) for jump in legal]
        assert bool(Position(board, code).legal_jumps) == bool(legal)
    for i in range(len(board)):
        assert board.jumps_at(i) == tuple(jump for jump in board.jumps if jump.start == i)


def test_nothing_is_derived_when_a_board_is_made():
    board = Board([(x, y) for x in range(100) for y in range(100)])
    assert set(vars(board)) == {"lattice", "holes", "taken", "_name"}


def test_a_large_board_is_shown_without_symmetries_or_masks(pegs, monkeypatch):
    board = Board(named_board(LARGE).holes)
    monkeypatch.setattr(
        "pegsolitaire.cli.commands.showing.read_board_and_start", lambda _: (board, None, {}, None)
    )
    assert "10,000 holes, 10,000 pegs, 0 jumps" in pegs("show", LARGE)
    assert not {"symmetries", "jumps", "_masks_by_start"} & set(vars(board))


def test_memory_of_links_is_that_of_the_holes():
    """Masks of 40,000 jumps on 10,000 holes take 100 MB."""
    board = Board(named_board(LARGE).holes)
    tracemalloc.start()
    start = board.vacancy((50, 50))
    assert len(start.legal_jumps) == 4
    assert len(start.play("ay49-ay51")) == 9998
    assert len(invariants(board)) == 4
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 30_000_000


def test_the_hash_of_a_board_is_kept_and_survives_another_process():
    board = named_board("triangle5")
    data = pickle.dumps((board, hash(board)))
    script = (
        "import pickle, sys; board, number = pickle.loads(sys.stdin.buffer.read());"
        "from pegsolitaire.board import named_board, Board;"
        "assert board == named_board('triangle5');"
        "assert hash(board) == hash(Board(board.holes, board.lattice)) == number"
    )
    subprocess.run([sys.executable, "-c", script], input=data, check=True)


def test_equal_boards_with_and_without_names():
    one = named_board("square4")
    other = Board(one.holes)
    assert one == other
    assert hash(one) == hash(other)
    assert one != named_board("square4+diagonal")
    assert one != named_board("square5")


def test_boards_have_a_most(complaint, tmp_path):
    file = tmp_path / "tall.txt"
    file.write_text("o\n" * 100_001)
    for name in (f"@{file}", "hexagon101017", "square317"):
        assert "100,000" in complaint("show", name)


def test_a_file_of_blank_lines_is_read_in_one_pass(tmp_path):
    file = tmp_path / "late.txt"
    file.write_text("name: late\n" * 50_000 + "\n" * 400_000 + "ooo\n")
    assert len(read_board(f"@{file}")) == 3


def test_pictures_are_no_wider_than_their_rows(tmp_path):
    """A row of 40,000 holes above 40,000 rows of one: the box around them has 1.6e9 places."""
    file = tmp_path / "hook.txt"
    picture = "o" * 40_000 + "\no" * 40_000
    file.write_text(picture)
    board = read_board(f"@{file}")
    assert board.picture() == picture
    drawn = position_text(Position(board, board.full_code)).plain
    assert re.fullmatch(r"not drawn: [\d,]+ characters are more than a terminal shows", drawn)


# -- position classes ---------------------------------------------------------------------------


@given(
    st.sampled_from(sorted(FLAT)),
    st.sets(st.tuples(st.integers(0, 8), st.integers(0, 7)), min_size=1),
)
def test_invariants_are_the_null_space_of_the_jumps(lattice, holes):
    board = Board(holes, FLAT[lattice])
    assert invariants(board) == null_space((jump.mask for jump in board.jumps), len(board))
    assert hole_classes(board) == tuple(class_of(board, 1 << i) for i in range(len(board)))


def test_boards_in_thousands_of_parts_have_no_classes():
    board = Board([(2 * x, 2 * y) for x in range(60) for y in range(60)])
    with pytest.raises(BoardTooLargeError, match="too many position classes"):
        invariants(board)


def test_classes_of_a_large_board():
    board = named_board("square30")
    classes = position_classes(board)
    assert sum(len(one.bits) * one.turned for one in classes) == len(board)


# -- refused before anything is computed --------------------------------------------------------

KERNELS = [
    ["sets", "levels", LARGE, "a1"],
    ["sets", "winning", LARGE, "a1"],
    ["extremes", "dead-ends", LARGE, "a1"],
    ["graph", LARGE, "a1"],
    ["design", "unique", LARGE],
    ["design", "symmetric", LARGE],
    ["sets", "tablebase", LARGE],
    ["design", LARGE],
    ["random", LARGE, "a1"],
]


@pytest.mark.parametrize("words", KERNELS, ids=lambda words: words[0])
def test_what_no_kernel_takes_is_refused_before_anything(words, complaint, monkeypatch):
    board = Board(named_board(LARGE).holes, name=LARGE)
    monkeypatch.setattr(
        "pegsolitaire.advice.openings.read_board_and_start", lambda _: (board, None, {}, None)
    )
    assert "10,000 holes" in complaint(*words)
    assert "up to 64 holes" in complaint(*words)
    assert set(vars(board)) <= {"lattice", "holes", "taken", "_name", "name", "fits_word"}


@cache
def learned(problem):
    return pruning._learn(problem, work=Work().begin())


small_forecast = cache(forecast_levels)


def foreseen(*what, most, work=None):
    return small_forecast(*what, most=min(most, 200_000))


@pytest.fixture
def few_samples(monkeypatch):
    """Resource counts are learned from few positions, and levels foreseen from small ones."""
    monkeypatch.setattr(pruning, "_SAMPLE", 500)
    monkeypatch.setattr(pruning, "_TRIED", 20)
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


@pytest.mark.every(3)
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


# -- estimates ----------------------------------------------------------------------------------


def test_an_estimate_in_words():
    assert Plan(1, 16 << 30, 240).text == "about 4 minutes and 16 GB of memory"
    assert Plan(1, 1 << 20, 0.1).text == "about 1 second and 1 MB of memory"
    assert Plan(1, 3 << 40, 7500).text == "about 2 hours and 3 TB of memory"
    assert Plan(1, 1 << 30, 240, 2 << 30).text == (
        "about 4 minutes, 1 GB of memory and 2 GB of disk"
    )


def test_an_estimate_counts_the_classes_of_all_starts():
    board = named_board("english")
    one = class_bound(read_problem(board, "any", None, "A"))
    four = class_bound(read_problem(board, "any", None, "B"))
    assert four.positions == 4 * one.positions


SOON_OVER = [
    ("rectangle1x64", "a2"),
    ("rectangle2x32", "a2"),
    ("square8", "a1"),  # another class
    ("english", "d4"),
    ("hexagon61", "code:0xff"),
]


@pytest.mark.parametrize(("name", "start"), SOON_OVER)
def test_work_that_is_soon_over_is_neither_announced_nor_refused(name, start):
    assert not plan(read_problem(named_board(name), start, None), refuse=True).is_long


@pytest.mark.usefixtures("few_samples")
def test_disk_counts_where_levels_may_lie_there(tmp_path, monkeypatch):
    problem = Problem.complement(named_board("wiegleb"), "e5")
    small_engine.free_memory(monkeypatch, 2 << 30)
    with pytest.raises(BoardTooLargeError, match="only 2 GB of memory is free"):
        plan(problem, refuse=True)
    monkeypatch.setattr(plans, "disk_usage", lambda _: SimpleNamespace(free=1 << 40))
    size = plan(problem, refuse=True, folder=tmp_path / "not" / "there")
    assert 6e9 < size.disk < 25e9  # in truth 14 thousand million bytes
    monkeypatch.setattr(plans, "disk_usage", lambda _: SimpleNamespace(free=2 << 30))
    with pytest.raises(BoardTooLargeError, match="only 4 GB of memory and disk is free"):
        plan(problem, refuse=True, folder=tmp_path)


def test_what_nobody_can_wait_for_is_said_in_words():
    assert Plan(1, 1 << 200, inf).text == (
        "more than a century and more than a million TB of memory"
    )
    assert Plan(1, 16 << 30, 240.0).text == "about 4 minutes and 16 GB of memory"


def test_an_announcement_names_the_type(alarms, capsys, monkeypatch):
    monkeypatch.setattr(
        "pegsolitaire.cli.commands.counting.plan", lambda *_, **__: Plan(1, 1, 60.0)
    )
    run(["count", "square3", "any", "--type", "b"])
    assert ": the number of solutions of square3: any to any, type B\n" in capsys.readouterr().err


def test_tables_in_the_store_take_no_time(tmp_path, monkeypatch):
    monkeypatch.setenv("PEGSOLITAIRE_HOME", str(tmp_path))
    board = named_board("hexagon37")
    small_engine.free_memory(monkeypatch, 8 << 30)
    finishes = [one.finishes for one in position_classes(board)]
    assert plan_tables(board, finishes, refuse=True, stored=True).bytes == 4 << 30
    monkeypatch.setattr(Tablebase, "file", lambda *_: SimpleNamespace(nbytes=lambda: 4 << 30))
    assert not plan_tables(board, finishes, refuse=True, stored=True).is_long
    assert plan_tables(board, finishes, refuse=True).is_long


# -- announced ----------------------------------------------------------------------------------


def test_long_work_is_announced_in_a_line(capsys, monkeypatch):
    monkeypatch.setattr(plans, "_LONG", 0.0)
    assert run(["sets", "levels", "triangle5", "a1", "--json"]) == 0
    printed = capsys.readouterr()
    assert printed.out.startswith('{"problem": {"board": "triangle5"')
    assert printed.err == "about 1 second and 1 MB of memory: the levels of triangle5: a1 to a1\n"


@pytest.mark.parametrize(
    ("words", "what"),
    [
        ("sets winning triangle5 a1", "the winning positions of triangle5: a1 to a1"),
        ("count triangle5 a1", "the number of solutions of triangle5: a1 to a1"),
        ("extremes dead-ends triangle5 a1", "the shortest ways to lose triangle5: a1 to a1"),
        ("graph triangle5 a1", "the solutions of triangle5: a1 to a1"),
        ("design symmetric triangle5", "which positions of triangle5 can be solved"),
        ("design unique triangle5", "which positions of triangle5 can be solved"),
        ("sets tablebase triangle5", "which positions of triangle5 can be solved"),
    ],
)
def test_every_long_command_says_so(words, what, capsys, monkeypatch, tmp_path):
    monkeypatch.setenv("PEGSOLITAIRE_HOME", str(tmp_path))
    monkeypatch.setattr(plans, "_LONG", 0.0)
    assert run(words.split()) == 0
    [line] = capsys.readouterr().err.splitlines()
    assert re.fullmatch(rf"about .*: {what}", line)


def test_winning_sets_in_the_store_are_not_announced(capsys, monkeypatch, tmp_path):
    monkeypatch.setenv("PEGSOLITAIRE_HOME", str(tmp_path))
    assert run(["sets", "winning", "triangle5", "a1"]) == 0
    monkeypatch.setattr(plans, "_LONG", 0.0)
    assert run(["sets", "winning", "triangle5", "a1"]) == 0
    assert capsys.readouterr().err == ""


class Alarm:
    """A timer that rings when it is told to."""

    made: ClassVar[list] = []

    def __init__(self, seconds, ring):
        self.seconds, self.ring, self.state = seconds, ring, "new"
        self.made.append(self)

    def start(self):
        self.state = "started"

    def cancel(self):
        self.state = "cancelled"


@pytest.fixture
def alarms(monkeypatch):
    monkeypatch.setattr(Alarm, "made", [])
    monkeypatch.setattr(progress_bar, "Timer", Alarm)
    monkeypatch.setattr(progress_bar, "PATIENCE", 5.0)
    return Alarm.made


def test_work_that_lasts_says_so_less_and_less_often(alarms, capsys):
    with progress_bar.Bar() as bar:
        [alarm] = alarms
        assert (alarm.seconds, alarm.state) == (5.0, "started")
        bar.stage("counting", 12)
        bar.update(1, "7 positions")
        alarm.ring()
        bar.update(2)
        alarms[1].ring()
        assert [one.seconds for one in alarms] == [5.0, 5.0, 10.0]
    assert alarms[-1].state == "cancelled"
    assert capsys.readouterr().err == (
        "still working after 5 seconds: counting (1 of 12), 7 positions\n"
        "still working after 10 seconds: counting (2 of 12)\n"
    )


def test_work_of_a_day_says_so_every_ten_minutes(alarms, capsys):
    with progress_bar.Bar("the levels of english"):
        while len(alarms) < 100:
            alarms[-1].ring()
        assert alarms[-1].seconds == 600
    assert capsys.readouterr().err.splitlines()[-1].startswith("still working after 15 hours: ")


def test_the_first_time_the_kernels_are_compiled_and_that_is_said(alarms, capsys, monkeypatch):
    monkeypatch.setattr("pegsolitaire.progress_bar.kernels_are_compiled", lambda: False)
    with progress_bar.Bar("solving english: d4 to d4"):
        alarms[0].ring()
    assert capsys.readouterr().err == (
        "still working after 5 seconds: solving english: d4 to d4 "
        "(the kernels are compiled first, this time only)\n"
    )


def test_work_without_a_limit_names_one_once(alarms, capsys):
    with progress_bar.Bar("solving english: d4 to d4", unlimited=True):
        alarms[0].ring()
        alarms[1].ring()
    first, second = capsys.readouterr().err.splitlines()
    assert first.endswith("; the duration is unknown; --time N limits it")
    assert "--time" not in second


def test_announced_work_says_so_first(alarms, capsys):
    with progress_bar.Bar("the levels of english") as bar:
        bar.announce_large(lambda: Plan(1, 1 << 30, 6.0))
        bar.announce_large(lambda: Plan(1, 1 << 30, 60.0))
    said = capsys.readouterr().err
    assert said == "about 60 seconds and 1 GB of memory: the levels of english\n"


def test_nothing_is_said_of_what_has_ended(alarms, capsys):
    with progress_bar.Bar("the levels of english"):
        pass
    alarms[0].ring()
    assert capsys.readouterr().err == ""


def test_what_there_is_at_most_is_said_before_it_is_known_better(monkeypatch):
    """Where resource counts, which take some seconds to find, make it less."""
    monkeypatch.setattr(pruning, "_LARGE", 0)
    monkeypatch.setattr(pruning, "_learned", {})  # another test may have asked for the same
    monkeypatch.setattr(plans, "_LONG", 0.0)
    told = Stages()
    size = plan(
        Problem.complement(named_board("english"), "d1"), refuse=True, work=Work(progress=told)
    )
    [most] = told.announced
    assert re.fullmatch(r"at most about .* of memory; a closer estimate follows", most)
    assert size.text not in most
    assert told.stages == [
        "estimating how much there is to do",
        "looking for resource counts that exclude positions",
        "comparing what resource counts exclude",
        "estimating how much there is to do",
    ]
    assert told.steps > 100


# -- files --------------------------------------------------------------------------------------


def test_numbers_in_files_that_python_does_not_read():
    with pytest.raises(ValueError, match="4300"):
        tomllib.loads(f"format = {'9' * 5000}")
    with pytest.raises(NotationError, match="a number in it is too long"):
        toml_files.parse(f"format = {'9' * 5000}")


def test_games_on_a_board_of_thousands_of_parts_are_refused_in_words(complaint, tmp_path):
    file = tmp_path / "dust.txt"
    file.write_text("lattice: square\nooo\n" + "\n" + ("o " * 120 + "\n\n") * 40)
    assert "too many position classes" in complaint("solve", f"@{file}", "a1")


def test_any_finish_of_a_large_board():
    start = named_board("triangle60").vacancy("a1")
    problem = Problem.to_any(start)
    assert len(problem.group) == 2
    with pytest.raises(BoardTooLargeError, match="1,830 holes: level sets are for boards"):
        plan(problem, refuse=True)


# -- searches that have seen everything ---------------------------------------------------------


class Stages(Progress):
    """Notes the stages of some work, and what is announced."""

    def __init__(self):
        self.stages, self.announced, self.steps = [], [], 0

    def stage(self, what, total=None):
        self.stages.append(what)

    def update(self, done, note=""):
        self.steps += 1

    def announce(self, text):
        self.announced.append(text)


@pytest.mark.parametrize("start", ["c3", "a2"])
def test_no_wider_beam_follows_one_that_dropped_nothing(start):
    problem = Problem.complement(named_board("truncated12"), start)
    told = Stages()
    found = short_solution(problem, facts=False, work=Work(progress=told))
    assert told.stages == ["a beam of 1,000 positions"]
    assert len(found.solution.moves) == len(shortest(problem).solution.moves)


def test_wider_beams_follow_one_that_dropped_something():
    problem = Problem.complement(named_board("triangle6"), "a2")
    told = Stages()
    short_solution(problem, widest=4_000, facts=False, work=Work(progress=told))
    assert told.stages[-1] == "a beam of 4,000 positions"


def test_few_sweeps_are_tried_where_no_quarter_can_be_searched():
    found = final_sweep(named_board("triangle24"), 1)
    assert found.tried == 10
    assert found.possible is None
    assert not found.whole


def test_a_longest_sweep_is_looked_for_in_a_time(monkeypatch, complaint):
    monkeypatch.setattr("pegsolitaire.solving.sweeps._PROGRAM_SECONDS", 0.0)
    assert "choose a smaller board" in complaint("extremes", "sweep", "english")


def test_proofs_for_many_finishes_of_a_large_board_are_refused(complaint, monkeypatch):
    def fail(*_):
        raise AssertionError("a linear program was asked for")

    monkeypatch.setattr("pegsolitaire.theory.unreachable.resource_finder", fail)
    assert "up to 10,000" in complaint("explain", "square101", "code:7")
    assert "name one finish" in complaint("explain", "square20", f"code:{(1 << 40) - 1:#x}")


def test_the_class_is_told_on_boards_of_any_size(pegs):
    assert "position class" in pegs("explain", "square40", "code:0xffffff", "--proof")


def test_long_moves_are_not_looked_for_among_too_many_jumps(complaint):
    assert "at most 20,000" in complaint("extremes", "sweep", "rectangle45000x2")


def test_check_on_a_large_board_estimates_nothing(monkeypatch, pegs):
    def fail(*_):
        raise AssertionError("an estimate was asked for")

    monkeypatch.setattr("pegsolitaire.advice.guide.class_bound", fail)
    assert "3 pegs" in pegs("check", "square40", "b1", "--position", "code:7", code=1)


def test_the_levels_of_what_the_class_rules_out_are_foreseen_all_the_same(monkeypatch):
    monkeypatch.setattr(plans, "_LONG", 1.0)
    problem = read_problem(named_board("triangle7"), "a1", "a1")
    assert not plan(problem, refuse=True).is_long
    assert plan(problem, "levels", refuse=True, by_class=False, folder=Path()).is_long


def test_an_export_is_announced(capsys, monkeypatch, tmp_path):
    monkeypatch.setattr(
        "pegsolitaire.web.exporting.export_page",
        lambda *_, **__: SimpleNamespace(files=1, bytes=1),
    )
    assert run(["play", "--export", str(tmp_path / "page")]) == 0
    words = "the page, and the winning positions of its packs"
    assert re.fullmatch(rf"about \d+ \w+ and \d+ MB of memory: {words}\n", capsys.readouterr().err)


def test_no_beam_on_boards_of_thousands_of_holes(monkeypatch):
    def fail(*_):
        raise AssertionError("a beam was asked for")

    monkeypatch.setattr("pegsolitaire.engine.MoveBeam", fail)
    monkeypatch.setattr("pegsolitaire.solving.few_moves.MoveBound", SimpleNamespace(of=fail))
    built = short_solution(Problem.complement(named_board("triangle30"), "c3"), facts=False)
    assert (built.solvable, built.proven, built.reason) == (True, False, "by construction")
    problem = Problem.to_any(named_board("diamond31").vacancy("p16"))
    with pytest.raises(BoardTooLargeError, match="up to 400 holes"):
        short_solution(problem)


@pytest.mark.slow
def test_where_a_solution_is_known_the_first_beam_ends_in_time():
    problem = Problem.complement(named_board("triangle12"), "a1")
    found = short_solution(problem, work=Work(0))
    assert found.reason == "by construction"
