"""Rows of a strip can be cleared wherever the vacancy is."""

from itertools import product

from marks import each

from pegsolitaire.construct.strips import clearing, opening_inverted


def left_by(pegs, strip):
    """Return the pegs left by the jumps of a strip, checking that each jump is possible."""
    now = set(pegs)
    for jump, _ in strip.steps:
        assert {jump.start, jump.over} <= now
        assert jump.end not in now
        now = now - {jump.start, jump.over} | {jump.end}
    return now


def rows_of(length):
    """Return three rows, each a hole shorter than the row further in, and the row inside them."""
    rows = {(x, y + 2) for y in (1, 2, 3) for x in range(y, length + 3)}
    return rows, {(x, 2) for x in range(length + 3)}


@each("length", range(2, 10))
def test_rows_are_cleared_whatever_of_the_catalyst_is_full(length):
    rows, _ = rows_of(length)
    size = 3 + length % 2
    for state in product((False, True), repeat=size):
        if 0 < sum(state) < size:
            full = frozenset((x, 2) for x in range(size) if state[x])
            strip = clearing(full, ("inverted 9", "inverted 12"), length)
            assert left_by(rows | full, strip) == full
            assert len(strip.steps) == len(rows)


@each("length", range(2, 10))
def test_rows_are_cleared_wherever_the_vacancy_is(length):
    rows, within = rows_of(length)
    for vacancy in rows:
        strip, vacant = opening_inverted(vacancy, length)
        assert left_by((rows | within) - {vacancy}, strip) == within - {vacant}
        assert sum(vacant) % 3 == sum(vacancy) % 3
