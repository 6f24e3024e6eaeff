"""Symmetries of boards and images of positions, compared with the slow reference version."""

import naive
from hypothesis import given, strategies as st
from marks import each

from pegsolitaire.board import CATALOGUE, named_board, triangle


def as_dicts(board):
    holes = board.holes
    return [
        {holes[i]: holes[j] for i, j in enumerate(symmetry.image)} for symmetry in board.symmetries
    ]


@each("name", [*CATALOGUE, "square5+diagonal", "rectangle5x1"])
def test_symmetries_against_naive(name):
    board = named_board(name)
    found, expected = as_dicts(board), naive.symmetries(board)
    assert len(found) == len(expected)
    assert all(symmetry in expected for symmetry in found)
    assert board.symmetries[0].image == tuple(range(len(board)))


def test_triangle_symmetries_are_those_of_appendix_a():
    side = 6
    f = {(x, y): (y - x, y) for x, y in triangle(side)}
    r = {(x, y): (y - x, side - 1 - x) for x, y in triangle(side)}
    found = as_dicts(triangle(side))
    assert f in found
    assert r in found
    rotations = [d for d, s in zip(found, triangle(side).symmetries, strict=True) if s.is_rotation]
    assert len(rotations) == 3
    assert r in rotations
    assert f not in rotations


@given(st.data())
def test_images_and_mincode_against_naive(data):
    board = named_board(data.draw(st.sampled_from(["triangle5", "english", "rhombus4", "star13"])))
    code = data.draw(st.integers(0, board.full_code))
    position, group = naive.pegs(board, code), naive.symmetries(board)
    expected = sorted(naive.code(board, naive.image_of(s, position)) for s in group)
    assert sorted(board.images(code)) == expected
    assert board.mincode(code) == expected[0]


def test_orbits():
    assert [len(orbit) for orbit in named_board("english").orbits] == [8, 4, 8, 4, 4, 4, 1]
    board = named_board("wiegleb")
    assert sorted(i for orbit in board.orbits for i in orbit) == list(range(45))
