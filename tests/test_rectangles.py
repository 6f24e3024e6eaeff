"""Rectangles and rhombi, extended from small ones."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pegsolitaire.board import Board, english, hole_name, rectangle, rhombus, triangle
from pegsolitaire.board.lattice import LATTICES
from pegsolitaire.errors import NotationError, NotOnBoardError, ProblemError
from pegsolitaire.theory import feasible_finishes
from pegsolitaire.triangular import data_files, is_rectangle, rectangles, solve_rectangle


def check(board, start):
    """It is solved if and only if the position class allows it; the blocks share the board out."""
    found = solve_rectangle(board, start)
    assert bool(found) is bool(feasible_finishes(board.vacancy(hole_name(start))))
    if not found:
        assert found.reason.startswith("position class")
        return
    assert len(found.solution.finish) == 1
    assert sorted(hole for block in found.blocks for hole in block.holes) == sorted(board.holes)
    for number, block in enumerate(found.blocks):
        jumps = sum(owner == number for _, owner in found.steps)
        assert jumps == len(block.holes) - 2 * (block.kind == "core")


@pytest.mark.parametrize("shape", [(4, 4), (4, 7), (7, 4), (5, 8), (7, 7), (8, 9), (9, 10)])
def test_every_vacancy(shape):
    for board in (rectangle(*shape), parallelogram(*shape)):
        for start in board.holes:
            check(board, start)


@given(st.integers(4, 20), st.integers(4, 20), st.booleans(), st.data())
def test_some_vacancies(width, height, slanted, data):
    board = (parallelogram if slanted else rectangle)(width, height)
    check(board, data.draw(st.sampled_from(board.holes)))


def parallelogram(width, height):
    holes = [(x, y) for y in range(height) for x in range(width)]
    return Board(holes, LATTICES["triangular"])


def test_a_large_one():
    found = solve_rectangle(rhombus(40), (13, 21))
    assert len(found.solution) == 1598


def test_what_is_no_rectangle():
    diagonal = Board(rectangle(4, 4).holes, LATTICES["square-diagonal"])
    assert not any(map(is_rectangle, (english(), triangle(6), rectangle(3, 9), diagonal)))
    for board in (english(), triangle(6), rectangle(3, 9)):
        with pytest.raises(ProblemError, match="is not a rectangle with sides of 4 or more"):
            solve_rectangle(board, board.holes[0])
    with pytest.raises(NotOnBoardError, match="e1 is not a hole of"):
        solve_rectangle(rectangle(4, 4), (4, 0))


def test_damaged_cores_are_refused(monkeypatch, tmp_path):
    (tmp_path / "data").mkdir()
    path = tmp_path / "data" / rectangles.FILE
    monkeypatch.setattr(data_files, "files", lambda _: tmp_path)
    good = 'format = 1\n[[core]]\nlattice = "square"\nwidth = 4\n'
    for text, words in (
        ("", "says no format"),
        (good, "it has no width and height"),
        (good + 'height = "4"', "it has no width and height"),
        (good + "height = 4", "it has no moves"),
        (good + "depth = 4", "unknown key"),
    ):
        path.write_text(text)
        rectangles._cores.cache_clear()
        with pytest.raises(NotationError, match=words):
            solve_rectangle(rectangle(4, 4), (0, 0))
    rectangles._cores.cache_clear()


def test_a_missing_core_is_no_proof(monkeypatch):
    monkeypatch.setattr(rectangles, "_core", lambda *_: None)
    with pytest.raises(NotationError, match="the data lack a core of 4 x 5"):
        solve_rectangle(rectangle(4, 5), (0, 0))
