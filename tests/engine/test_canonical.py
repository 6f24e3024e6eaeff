"""Tests that canonical words are the least in their orbit."""

import random

import numpy as np
import pytest
from hypothesis import given, strategies as st

from pegsolitaire.board import CATALOGUE, apply_permutation, named_board
from pegsolitaire.engine import LevelEngine, Probe, make_layout
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


@pytest.mark.every(40)
@pytest.mark.parametrize(("name", "which"), LAYOUTS)
def test_canonical_words_are_the_least_of_the_orbit(name, which):
    engine = engine_of(name, which)
    layout = engine.layout
    for code in random_codes(layout.board, 5):
        images = orbit(layout.group, code)
        level = engine.level(sorted(images))
        assert len(level) == 1
        assert int(level.words[0]) == min(permuted(i, layout, layout.to_word) for i in images)
        assert engine.codes(level).tolist() == [min(images)]
        assert engine.raw_size(level) == len(images)


@given(st.data())
def test_canonical_form(data):
    name = data.draw(st.sampled_from(SMALL_ENOUGH))
    board = named_board(name)
    engine = engine_of(name, data.draw(st.integers(0, len(groups(board)) - 1)))
    group = engine.layout.group
    codes = data.draw(st.lists(st.integers(1, board.full_code), min_size=1, max_size=8))
    level = engine.level(codes)
    orbits = {min(orbit(group, code)): len(orbit(group, code)) for code in codes}
    assert engine.codes(level).tolist() == sorted(orbits)
    assert engine.raw_size(level) == sum(orbits.values())
    flipped = {min(orbit(group, board.full_code ^ code)) for code in codes}
    assert engine.codes(level, flip=True).tolist() == sorted(flipped)
    probe = Probe(group)
    array = np.array(codes, np.uint64)
    assert probe.least(array).tolist() == [min(orbit(group, code)) for code in codes]
