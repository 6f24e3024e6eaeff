"""Tests that compute published results for boards with diagonal jumps in two ways."""

import known
import pytest

from pegsolitaire.board import named_board
from pegsolitaire.sets import labels_of
from pegsolitaire.theory import position_classes


def labelled(name):
    """Return a board that has a single position class, and the labels of its positions."""
    board = named_board(name)
    [kind] = position_classes(board)
    assert len(kind.bits) == len(board)
    return board, labels_of(board, kind.finishes)


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=pytest.mark.slow if sizes[1] > 10**6 else [])
        for name, sizes in known.DIAGONAL_SIZES.items()
    ],
)
def test_one_class_and_its_positions(name):
    _, labels = labelled(name)
    size, pegs = max((len(level.codes), n) for n, level in labels.levels.items())
    found = (labels.positions, len(labels), (pegs, size))
    assert found == known.DIAGONAL_SIZES[name]


@pytest.mark.parametrize("name", known.DIAGONAL_SHORTEST)
def test_fewest_moves_of_vacancies(name):
    """Per-problem results from both ends agree with the labels of the whole class."""
    board, labels = labelled(name)
    top = labels.levels[max(labels.levels)]
    fewest = dict(zip(top.codes.tolist(), top.moves.tolist(), strict=True))
    by_start = {}
    for (start, _), found in known.DIAGONAL_SHORTEST[name].items():
        if found is not None:
            code = board.mincode(board.vacancy(start).code)
            by_start[code] = min(found[0], by_start.get(code, 99))
    assert by_start == fewest
