"""A board that was copied with a mistake is met by a question, before any "no"."""

import pytest
from hypothesis import given, strategies as st

from pegsolitaire.board import CATALOGUE, SQUARE, Board, hole_name, named_board, slip_in

ENGLISH = named_board("english")


def without(name, *holes):
    board = named_board(name)
    left = [hole for hole in board.holes if hole_name(hole) not in holes]
    return Board(left, board.lattice, "mine")


@pytest.mark.parametrize(
    "name", ["english", "french", "diamond", "triangle5", "hexagon37", "star13"]
)
def test_one_hole_too_few(name):
    board = named_board(name)
    for hole in board.holes:
        asked = slip_in(without(name, hole_name(hole)))
        if len(board) <= 15:
            assert asked == ""
        else:
            assert asked.startswith("is it copied right? mine differs from ")
            assert " in one hole: " in asked
    if name in ("english", "french"):
        assert slip_in(without(name, "d4")) == (
            f"is it copied right? mine differs from {name} in one hole: it has no d4"
        )


def test_one_hole_too_many_and_a_row_that_is_shifted():
    more = Board([*ENGLISH.holes, (0, 1)], SQUARE, "mine")
    assert slip_in(more).endswith("differs from english in one hole: it has a2")
    shifted = [(x - (y == 0), y) for x, y in ENGLISH.holes]
    assert slip_in(Board(shifted, SQUARE, "mine")) == (
        "is it copied right? mine differs from english in two holes: it has no e1, and it has b1"
    )
    assert "english in two holes: it has no c1 and no e7" in slip_in(
        without("english", "c1", "e7")
    )


@pytest.mark.parametrize("name", CATALOGUE)
def test_built_in_boards_are_right(name):
    board = named_board(name)
    assert slip_in(board) == ""
    assert slip_in(Board(board.holes, board.lattice, "mine")) == ""


@given(st.sets(st.sampled_from(ENGLISH.holes), min_size=3, max_size=8))
def test_boards_that_differ_more(holes):
    left = [hole for hole in ENGLISH.holes if hole not in holes]
    assert "english" not in slip_in(Board(left, SQUARE, "mine"))


#: English without e7: from d4 no game ends with a peg at d4, and none at all from c7.
PICTURE = "  ooo\n  ooo\nooooooo\nooo.ooo\nooooooo\n  ooo\n  oo\n"


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ("solve {} d4 --finish d4", 1),
        ("explain {} d4 --finish d4", 0),
        ("check {} d4 --finish d4", 1),
    ],
)
def test_the_question_comes_first(tmp_path, monkeypatch, pegs, words, code):
    (tmp_path / "copied.txt").write_text(PICTURE)
    monkeypatch.chdir(tmp_path)
    printed = pegs(*words.format("@copied.txt").split(), code=code).lstrip("\n")
    assert printed.splitlines()[0] == (
        "is it copied right? copied differs from english in one hole: it has no e7"
    )
    whole = pegs("solve", "english", "d4", "--finish", "d2", code=1)
    assert "copied right" not in whole
