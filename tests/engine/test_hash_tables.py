"""The parts of hash tables that level sets alone would not test: sums of several words."""

import numpy as np
from hypothesis import given, strategies as st
from marks import examples

from pegsolitaire.engine import hash_tables


def row(number, limbs):
    """Return a number as words of 64 bits, the lowest first."""
    return np.array([number >> 64 * limb & (1 << 64) - 1 for limb in range(limbs)], np.uint64)


@examples(300)
@given(st.integers(1, 4), st.integers(1, 4), st.data())
def test_rows_of_any_length_are_added(limbs, more_limbs, data):
    """Carries run through all words, and a row may be shorter than the total."""
    more_limbs = min(limbs, more_limbs)
    most = (1 << 64 * limbs) - 1
    edges = st.sampled_from([(1 << 64 * i) - 1 for i in range(1, more_limbs + 1)])
    more = data.draw(edges | st.integers(0, (1 << 64 * more_limbs) - 1))
    total = data.draw(st.integers(0, most - more))
    words = row(total, limbs)
    with np.errstate(over="ignore"):
        hash_tables.add.py_func(words, row(more, more_limbs))
    assert words.tolist() == row(total + more, limbs).tolist()
