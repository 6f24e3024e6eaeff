"""Tests of large boards in all parts of the package: what works, and what is refused."""

import re
from types import SimpleNamespace

import pytest
from private import set_private
from stages import Stages

from pegsolitaire.board import Board, named_board, read_board
from pegsolitaire.data import toml_files
from pegsolitaire.draw import position_text
from pegsolitaire.errors import BoardTooLargeError, NotationError
from pegsolitaire.game import Position, Problem
from pegsolitaire.sets.plans import plan
from pegsolitaire.solving import final_sweep, short_solution, shortest
from pegsolitaire.work import Work

LARGE = "square100"


def test_a_file_of_blank_lines_is_read_in_one_pass(tmp_path):
    file = tmp_path / "late.txt"
    file.write_text("name: late\n" * 50_000 + "\n" * 400_000 + "ooo\n")
    assert len(read_board(f"@{file}")) == 3


@pytest.mark.slow
def test_pictures_are_no_wider_than_their_rows(tmp_path):
    """A row of 40,000 holes sits above 40,000 rows of one hole.

    Its bounding box has 1.6e9 places, which must not all be allocated.
    """
    file = tmp_path / "hook.txt"
    picture = "o" * 40_000 + "\no" * 40_000
    file.write_text(picture)
    board = read_board(f"@{file}")
    assert board.picture() == picture
    drawn = position_text(Position(board, board.full_code)).plain
    assert re.fullmatch(r"not drawn: [\d,]+ characters are more than a terminal shows", drawn)


# -- requests that are refused immediately ------------------------------------------------------

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


# -- files --------------------------------------------------------------------------------------


def test_numbers_in_files_that_python_does_not_read():
    with pytest.raises(NotationError, match="a number in it is too long"):
        toml_files.parse(f"format = {'9' * 5000}")


def test_any_finish_of_a_large_board():
    start = named_board("triangle60").vacancy("a1")
    problem = Problem.to_any(start)
    assert len(problem.group) == 2
    with pytest.raises(BoardTooLargeError, match="1,830 holes: level sets are for boards"):
        plan(problem, refuse=True)


# -- complete searches --------------------------------------------------------------------------


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


@pytest.mark.slow
def test_few_sweeps_are_tried_where_no_quarter_can_be_searched():
    found = final_sweep(named_board("triangle24"), 1)
    assert found.tried == 10
    assert found.possible is None
    assert not found.whole


def test_a_longest_sweep_is_looked_for_in_a_time(monkeypatch, complaint):
    set_private(monkeypatch, "pegsolitaire.solving.sweeps", _PROGRAM_SECONDS=0.0)
    assert "choose a smaller board" in complaint("extremes", "sweep", "english")


def test_proofs_for_many_finishes_of_a_large_board_are_refused(complaint, monkeypatch):
    def fail(*_):
        raise AssertionError("a linear program was asked for")

    monkeypatch.setattr("pegsolitaire.theory.unreachable.resource_finder", fail)
    assert "up to 10,000" in complaint("explain", "square101", "code:7")
    assert "name one finish" in complaint("explain", "square20", f"code:{(1 << 40) - 1:#x}")


@pytest.mark.slow
def test_long_moves_are_not_looked_for_among_too_many_jumps(complaint):
    assert "at most 20,000" in complaint("extremes", "sweep", "rectangle45000x2")


def test_check_on_a_large_board_estimates_nothing(monkeypatch, pegs):
    def fail(*_):
        raise AssertionError("an estimate was asked for")

    monkeypatch.setattr("pegsolitaire.advice.guide.class_bound", fail)
    assert "3 pegs" in pegs("check", "square40", "b1", "--position", "code:7", code=1)


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
