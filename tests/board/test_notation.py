"""The three notations for holes."""

import pytest
from hypothesis import given, strategies as st
from marks import each

from pegsolitaire.board import Board, hole_name, named_board, parse_hole, rectangle, triangle
from pegsolitaire.board.notation import column_letters
from pegsolitaire.errors import NotationError, NotOnBoardError

NOTATIONS = ["letters", "numbers"]
BOARDS = ["english", "triangle5", "truncated12", "hexagon19", "diamond", "star13", "triangle30"]


@each("notation", NOTATIONS)
@each("name", BOARDS)
def test_every_hole_both_ways(name, notation):
    board = named_board(name)
    texts = [board.hole_text(hole, notation) for hole in board]
    assert [board.hole(text) for text in texts] == list(board.holes)
    assert len(set(texts)) == len(board)


def test_the_papers_names():
    assert hole_name((3, 3)) == "d4"
    assert parse_hole("d4") == parse_hole("(3,3)") == parse_hole(" D4 ") == parse_hole("3, 3")
    assert triangle(20).hole("g10") == (6, 9)


def test_columns_past_z():
    assert [column_letters(x) for x in (0, 25, 26, 51, 52, 701, 702)] == [
        "a", "z", "aa", "az", "ba", "zz", "aaa",
    ]  # fmt: skip
    board = rectangle(800, 1)
    assert [board.hole(board.hole_text(hole)) for hole in board] == list(board.holes)
    assert board.bit("aa1") == 26


@given(st.integers(0, 18_000), st.integers(0, 99_999))
def test_any_hole_by_name(x, y):
    assert parse_hole(hole_name((x, y))) == (x, y)
    assert parse_hole(f"({x},{y})") == (x, y)


@each(
    "text",
    ["", " ", "4d", "d", "d0", "d04", "d-4", "(3)", "(3,3,3)", "(-1,2)", "(3;3)", "(3,3", "3,3)",
     "d4x", "#", "é1"],
)  # fmt: skip
def test_bad_text(text):
    with pytest.raises(NotationError):
        parse_hole(text)
    with pytest.raises(NotationError, match="hole"):
        named_board("english").hole(text)


@each("text", ["0", "34", "a1", "(0,0)", "z99"])
def test_not_on_board(text):
    with pytest.raises(NotOnBoardError):
        named_board("english").hole(text)


def test_numbers_count_the_holes_not_the_grid():
    board = named_board("english")
    assert board.hole("1") == (2, 0)
    assert board.hole("17") == (3, 3)
    assert board.hole_text((4, 6), "numbers") == "33"
    assert Board([(5, 5)]).hole("1") == (5, 5)
