"""Tests that the word of a rotated position is a cyclic shift of the original word."""

import pytest
from layouts import LAYOUTS, engine_of, orbit, permuted, random_codes


@pytest.mark.every(4)
@pytest.mark.parametrize(("name", "which"), LAYOUTS)
def test_turning_is_a_cyclic_shift(name, which):
    layout = engine_of(name, which).layout
    ring = layout.turns * layout.width
    for code in random_codes(layout.board, 5):
        turned = {permuted(image, layout, layout.to_word) for image in orbit(layout.group, code)}
        word = permuted(code, layout, layout.to_word)
        low, rest = word & ((1 << ring) - 1), word >> ring << ring
        for _ in range(layout.turns):
            low = (low << layout.width | low >> max(ring - layout.width, 0)) & ((1 << ring) - 1)
            assert low | rest in turned
        assert low | rest == word
