"""Tests that canonical words are the least in their orbit."""

import numpy as np
import pytest
from hypothesis import given, strategies as st
from layouts import LAYOUTS, SMALL_ENOUGH, engine_of, groups, orbit, permuted, random_codes

from pegsolitaire.board import named_board
from pegsolitaire.engine import Probe


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
