"""Tests that converting between words and codes is reversible."""

import pytest
from layouts import LAYOUTS, engine_of, permuted, random_codes


@pytest.mark.every(4)
@pytest.mark.parametrize(("name", "which"), LAYOUTS)
def test_words_and_codes_are_inverses(name, which):
    layout = engine_of(name, which).layout
    for code in random_codes(layout.board, 5):
        word = permuted(code, layout, layout.to_word)
        assert permuted(word, layout, layout.to_code) == code
        assert word.bit_count() == code.bit_count()
    assert layout.turns * layout.width <= len(layout.board)
