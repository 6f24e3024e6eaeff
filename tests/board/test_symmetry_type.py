"""Types of symmetry, and how they change when a position is turned."""

import random
from itertools import combinations

import pytest
from class_codes import ALL
from marks import each

from pegsolitaire.board import apply_permutation, conjugate, named_board, symmetry_types
from pegsolitaire.board.symmetry_type import generated

SYMMETRIC = ["english", "french", "square6", "hexagon37", "hexagon19", "square5", "rhombus4"]
SHAPES = ALL | {name: named_board(name) for name in SYMMETRIC}
SHAPED = each("board", SHAPES.values())


def subgroups(board):
    """Return every subgroup of the symmetries except the trivial one."""
    images = [symmetry.image for symmetry in board.symmetries]
    found = {generated(some) for n in (1, 2, 3) for some in combinations(images, n)}
    return {group for group in found if len(group) > 1}


@SHAPED
def test_every_subgroup_is_of_one_type(board):
    typed = [group for kind in symmetry_types(board) for group in kind.subgroups]
    assert len(typed) == len(set(typed))
    assert set(typed) == subgroups(board)


@SHAPED
def test_subgroups_of_a_type_are_turned_into_one_another(board):
    images = [symmetry.image for symmetry in board.symmetries]
    for kind in symmetry_types(board):
        for group in kind.subgroups:
            assert {conjugate(image, group) for image in images} == set(kind.subgroups)
            assert len(group) == kind.order


@SHAPED
def test_larger_types_come_first(board):
    kinds = symmetry_types(board)
    assert [kind.number for kind in kinds] == list(range(1, len(kinds) + 1))
    orders = [kind.order for kind in kinds]
    assert orders == sorted(orders, reverse=True)
    if kinds:
        assert orders[0] == len(board.symmetries)


@SHAPED
def test_a_turned_position_has_the_turned_symmetries(board):
    rng, images = random.Random(1), [symmetry.image for symmetry in board.symmetries]
    for kind in symmetry_types(board):
        group = rng.choice(kind.subgroups)
        code = 0
        for hole in rng.sample(range(len(board)), min(3, len(board))):
            code |= sum(1 << i for i in {image[hole] for image in group})
        for turn in images:
            turned = apply_permutation(turn, code)
            assert all(
                apply_permutation(image, turned) == turned for image in conjugate(turn, group)
            )


@pytest.mark.parametrize("name", ["english", "french", "square6"])
def test_types_of_squares(name):
    assert [kind.description for kind in symmetry_types(named_board(name))] == [
        "square symmetry", "90 degree rotation", "both diagonal reflections",
        "both orthogonal reflections", "180 degree rotation", "one diagonal reflection",
        "one orthogonal reflection",
    ]  # fmt: skip


def test_types_of_the_hexagon():
    kinds = symmetry_types(named_board("hexagon37"))
    assert [(kind.order, len(kind.subgroups)) for kind in kinds] == [
        (12, 1), (6, 1), (6, 1), (6, 1), (4, 3), (3, 1), (2, 1), (2, 3), (2, 3),
    ]  # fmt: skip
    assert len({kind.description for kind in kinds}) == 9
