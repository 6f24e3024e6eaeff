"""Boards are drawn as pictures, which can be read back."""

import pytest
from hypothesis import assume, given, strategies as st
from marks import each

from pegsolitaire.board import (
    CATALOGUE,
    SQUARE,
    SQUARE_DIAGONAL,
    TRIANGULAR,
    Board,
    named_board,
    triangle,
)
from pegsolitaire.errors import NotationError

HOLE_SETS = st.sets(st.tuples(st.integers(0, 5), st.integers(0, 5)), min_size=1, max_size=20)
LATTICE = st.sampled_from([SQUARE, SQUARE_DIAGONAL, TRIANGULAR])


@each("name", [*CATALOGUE, "square5+diagonal", "rectangle1x4"])
def test_what_is_printed_is_read(name):
    board = named_board(name)
    assert eval(repr(board)) == board
    for text in (board.picture(), board.picture(0b1011), str(board), board.drawing(0b1011)):
        assert Board.from_rows(text, board.lattice) == board
    if board.lattice != TRIANGULAR:
        assert str(board) == board.picture()


@given(HOLE_SETS, LATTICE)
def test_picture_round_trip_of_any_board(holes, lattice):
    board = Board(holes, lattice)
    assert Board.from_rows(board.picture(), lattice) == board
    assert Board.from_rows(board.name, lattice.name) == board
    assert eval(repr(board)) == board
    named = Board(holes, lattice, "english")
    assert eval(repr(named)) == named


def test_triangles_are_printed_centred():
    assert str(triangle(3)) == "  o\n o o\no o o"
    assert triangle(3).drawing(0b000110) == "  .\n * *\n. . ."
    assert str(named_board("hexagon7")) == " o o\no o o\n o o"
    # A centred picture would be read as three holes on a slant, so it is not centred.
    assert str(Board([(0, 0), (0, 1), (0, 2)], TRIANGULAR)) == "o\no\no"
    assert repr(triangle(3)) == "Board('triangle3')"
    assert triangle(3).picture() == "o\noo\nooo"


@given(HOLE_SETS, LATTICE)
def test_what_is_printed_of_any_board_is_read(holes, lattice):
    board = Board(holes, lattice)
    assume(Board.from_rows(board.picture(), lattice) == board)
    assert Board.from_rows(str(board), lattice) == board


@each("text", ["", "   ", "/", "oo/ox", "oo?oo"])
def test_bad_pictures(text):
    with pytest.raises(NotationError):
        Board.from_rows(text, "square")
