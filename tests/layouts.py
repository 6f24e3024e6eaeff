"""Layouts of the engine: of all small boards, with each group of symmetries that problems have."""

import random

import numpy as np

from pegsolitaire.board import CATALOGUE, apply_permutation, named_board
from pegsolitaire.engine import LevelEngine, make_layout
from pegsolitaire.engine.row_codes import permute

ODD = [
    "rectangle2x1", "rectangle3x1", "rectangle5x1", "rectangle1x8", "rectangle2x5", "square1",
    "square2", "triangle2", "rectangle64x1", "rectangle16x4", "square4+diagonal",
    "square8+diagonal",
]  # fmt: skip


SMALL_ENOUGH = [name for name in [*CATALOGUE, *ODD] if len(named_board(name)) <= 64]


def groups(board):
    """Return the symmetry group of a board and the stabiliser of each hole."""
    stabilisers = [
        tuple(s for s in board.symmetries if s.image[i] == i) for i in range(len(board))
    ]
    return list({tuple(s.image for s in g): g for g in [board.symmetries, *stabilisers]}.values())


LAYOUTS = [(name, i) for name in SMALL_ENOUGH for i in range(len(groups(named_board(name))))]


def engine_of(name, which=0, **options):
    board = named_board(name)
    return LevelEngine(make_layout(board, groups(board)[which]), **options)


def permuted(code, layout, tables):
    """Permute a single code or word with the tables of a layout."""
    bits = np.uint64(tables.shape[1].bit_length() - 1)
    target = np.empty(1, np.uint64)
    permute(np.array([code], np.uint64), tables, bits, target, 0, 1)
    return int(target[0])


def random_codes(board, number, seed=0):
    rng = random.Random(seed)
    codes = {rng.getrandbits(len(board)) for _ in range(number)} | {1, board.full_code}
    return sorted(codes - {0})


def orbit(group, code):
    return {apply_permutation(s.image, code) for s in group}
