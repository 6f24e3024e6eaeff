"""Rectangles and rhombi of any size are extended from small ones."""

from collections import Counter
from itertools import product

import pytest
from hypothesis import given, strategies as st

from pegsolitaire.board import Board, english, hole_name, rectangle, rhombus, triangle
from pegsolitaire.board.lattice import LATTICES
from pegsolitaire.construct import cores, is_rectangle, rectangles, solve_rectangle
from pegsolitaire.errors import NotationError, NotOnBoardError, ProblemError
from pegsolitaire.solving import search_core
from pegsolitaire.theory import feasible_finishes


def check(board, start, finish=None):
    """Check that a solution exists if the class allows it, and that its blocks fill the board."""
    line, found = solve_rectangle(board, start, finish), rectangles.extended(board, start, finish)
    ends = feasible_finishes(board.vacancy(hole_name(start)))
    assert bool(line) is (bool(ends) if finish is None else board.bit(finish) in ends)
    if line is None:
        assert found is None
        return
    assert len(line.finish) == 1
    assert finish is None or line.finish == board.single(finish)
    assert sorted(hole for block in found.blocks for hole in block.holes) == sorted(board.holes)
    kinds = Counter(block.kind for block in found.blocks)
    assert kinds["core"] == 1
    for number, block in enumerate(found.blocks):
        jumps = sum(owner == number for _, owner in found.steps)
        assert jumps == len(block.holes) - 2 * (block.kind == "core")


@pytest.mark.slow
@pytest.mark.parametrize("width", range(4, 12))
def test_every_pair_of_all_small_ones(width):
    for height in range(width, 12):
        for board in (rectangle(width, height), parallelogram(width, height)):
            for start, finish in product(board.holes, repeat=2):
                check(board, start, finish)


@given(st.integers(4, 20), st.integers(4, 20), st.booleans(), st.data())
def test_some_pairs(width, height, slanted, data):
    board = (parallelogram if slanted else rectangle)(width, height)
    hole = st.sampled_from(board.holes)
    check(board, data.draw(hole), data.draw(st.none() | hole))


def test_narrow_boards_are_solved_backward_or_six_rows_at_a_time():
    """Openings of three rows do not reach some corners, and some finishes are far away."""
    for width, start, finish in ((4, (0, 2), (3, 26)), (5, (1, 1), (4, 28)), (5, (2, 1), (2, 1))):
        board = rectangle(width, 30)
        check(board, start, finish)
        check(board, finish, start)
        assert board.bit(finish) in feasible_finishes(board.vacancy(start))


def parallelogram(width, height):
    holes = [(x, y) for y in range(height) for x in range(width)]
    return Board(holes, LATTICES["triangular"])


def test_a_large_one():
    found = solve_rectangle(rhombus(40), (13, 21), (38, 3))
    assert len(found) == 1598
    assert found.finish == rhombus(40).single((38, 3))


def test_what_is_no_rectangle():
    diagonal = Board(rectangle(4, 4).holes, LATTICES["square-diagonal"])
    assert not any(map(is_rectangle, (english(), triangle(6), rectangle(3, 9), diagonal)))
    for board in (english(), triangle(6), rectangle(3, 9)):
        with pytest.raises(ProblemError, match="is not a rectangle with sides of 4 or more"):
            solve_rectangle(board, board.holes[0], None)
    with pytest.raises(NotOnBoardError, match="has no hole e1"):
        solve_rectangle(rectangle(4, 4), (4, 0), None)


def test_damaged_cores_are_refused(monkeypatch, tmp_path):
    path = tmp_path / "rectangles.toml"
    monkeypatch.setattr(cores, "RECTANGLES", path)
    good = 'format = 1\n[[core]]\nlattice = "square"\nwidth = 4\n'
    for text, words in (
        ("", "has no format"),
        (good, "it has no height: write height = "),
        (good + 'height = "4"', "height = '4' is not a number"),
        (good + "height = 4", "it has no vacancy"),
        (good + 'height = 4\nvacancy = "b1"\nfinish = "c1"', "it has no moves"),
        (good + "depth = 4", "unknown key"),
    ):
        path.write_text(text)
        cores.rectangle_cores.cache_clear()
        with pytest.raises(NotationError, match=words):
            solve_rectangle(rectangle(4, 4), (1, 0), None)
    cores.rectangle_cores.cache_clear()


def test_a_missing_core_is_no_proof(monkeypatch):
    monkeypatch.setattr(rectangles, "rectangle_core", lambda *_: None)
    assert solve_rectangle(rectangle(4, 5), (0, 0), None) is None
    words = "^no solution from a1 on a core of 20 holes is stored$"
    with pytest.raises(cores.MissingPartError, match=words):
        rectangles.extended(rectangle(4, 5), (0, 0), None)
    for board in (rectangle(4, 5), rectangle(7, 12), rhombus(7)):
        assert len(solve_rectangle(board, (0, 1), None, search_core).finish) == 1
    assert rectangles.extended(rhombus(7), (0, 0), None) is None
