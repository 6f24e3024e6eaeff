"""Patterns on a board without an edge, compared with plain sets of pegs."""

import re
from functools import cache
from itertools import combinations, product

import known
import naive
import numpy as np
import pytest
import small_engine
from hypothesis import given, strategies as st
from marks import quick_then
from private import private

from pegsolitaire.board import (
    LINE,
    SQUARE,
    SQUARE_DIAGONAL,
    TRIANGULAR,
    Board,
    english,
)
from pegsolitaire.board.lattice import apply_matrix
from pegsolitaire.errors import BoardTooLargeError, ProblemError
from pegsolitaire.game import Pattern, Position, Problem, pattern_of
from pegsolitaire.solving import patterns, solve
from pegsolitaire.solving.patterns import (
    pattern_rows,
    solvable_levels,
    symmetric_patterns,
    unique_patterns,
)

LATTICES = (SQUARE, TRIANGULAR, SQUARE_DIAGONAL)
lattices = pytest.mark.parametrize("lattice", LATTICES, ids=lambda lattice: lattice.name)


def solvable_patterns(lattice, pegs):
    *_, last = solvable_levels(lattice, pegs)
    return last


# -- the slow reference version: a board so large that no game reaches its edge ------------------


@cache
def matrices(lattice):
    """Return the integer matrices that map neighbours to neighbours."""
    steps = set(lattice.directions)
    return [
        (a, b, c, d)
        for a, b, c, d in product((-1, 0, 1), repeat=4)
        if {(a * x + b * y, c * x + d * y) for x, y in steps} == steps
    ]


@cache
def images(lattice, pegs):
    """Return the images of a set of pegs, each moved to the origin."""
    found = set()
    for a, b, c, d in matrices(lattice):
        moved = [(a * x + b * y, c * x + d * y) for x, y in pegs]
        left, top = (min(along) for along in zip(*moved, strict=True))
        found.add(frozenset((x - left, y - top) for x, y in moved))
    return found


def least(lattice, pegs):
    """Return the least image, which is a canonical form."""
    return min(images(lattice, frozenset(pegs)), key=sorted)


def led(lattice, pegs, change):
    """Yield the positions after one jump, or with ``naive.before`` those before it."""
    for x, y in product(range(-3, 20), repeat=2):
        for dx, dy in lattice.directions:
            found = change(pegs, ((x, y), (x + dx, y + dy), (x + 2 * dx, y + 2 * dy)))
            if found:
                yield found


@cache
def slow_level(lattice, pegs):
    if pegs == 1:
        return {frozenset([(0, 0)])}
    return {
        least(lattice, before)
        for after in slow_level(lattice, pegs - 1)
        for before in led(lattice, after, naive.before)
    }


def slow_unique(lattice, pegs):
    """Return the patterns with a unique winning jump: {pattern: jumps}."""
    found = {}
    for pattern in slow_level(lattice, pegs):
        results = [least(lattice, after) for after in led(lattice, pattern, naive.after)]
        if sum(after in slow_level(lattice, pegs - 1) for after in results) == 1:
            found[pattern] = len(results)
    return found


def in_slow_form(lattice, patterns):
    return [least(lattice, pattern) for pattern in patterns]


ON_TWIN = [(LINE, 9), (SQUARE, 5), (TRIANGULAR, 5), (SQUARE_DIAGONAL, 4)]


# -- levels -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("lattice", "most"), ON_TWIN)
def test_levels_against_the_twin(lattice, most):
    for pegs in range(1, most + 1):
        patterns = solvable_patterns(lattice, pegs)
        found = in_slow_form(lattice, patterns)
        assert len(found) == len(set(found))
        assert set(found) == slow_level(lattice, pegs)
        images = ((p, m) for p in patterns for m in matrices(lattice))
        assert patterns.up_to_shifts == len({shifted(p.holes, m) for p, m in images})


def shifted(holes, matrix):
    """Return a turned or reflected pattern, shifted so that its least coordinates are 0."""
    turned = [apply_matrix(matrix, hole) for hole in holes]
    left, top = map(min, zip(*turned, strict=True))
    return frozenset((x - left, y - top) for x, y in turned)


def test_patterns_on_a_line():
    """Compare with published numbers, up to shifts alone and up to shifts and reflections."""
    rows = pattern_rows(LINE, 10)[1:]
    assert [row.up_to_shifts for row in rows] == [1, 2, 3, 6, 9, 16, 23, 34, 45]
    assert [row.solvable for row in rows] == [1, 1, 2, 3, 5, 8, 12, 17, 23]


def test_both_numbers_of_a_line_are_named(pegs):
    head, *_, last = pegs("patterns", "line", "--pegs", "10").splitlines()
    assert re.split(r"  +", head.strip())[:3] == ["pegs", "patterns", "only shifts"]
    assert last.split()[:3] == ["10", "23", "45"]


@pytest.mark.parametrize(("lattice", "most"), [(SQUARE, 5), (TRIANGULAR, 4), (SQUARE_DIAGONAL, 3)])
def test_unique_winning_jumps_against_the_twin(lattice, most):
    for pegs in range(2, most + 1):
        (found, _), slow = unique_patterns(lattice, pegs), slow_unique(lattice, pegs)
        jumps = found.jumps.tolist()
        assert dict(zip(in_slow_form(lattice, found), jumps, strict=True)) == slow
        most_jumps = max(slow.values(), default=0)
        assert {least(lattice, pattern) for pattern in found.hardest} == {
            pattern for pattern, count in slow.items() if count == most_jumps
        }


@pytest.mark.parametrize("lattice", [SQUARE, TRIANGULAR], ids=lambda lattice: lattice.name)
def test_rows(lattice):
    rows = pattern_rows(lattice, 6)
    assert [row.pegs for row in rows] == list(range(1, 7))
    found = {row.pegs: (row.solvable, row.unique, row.max_jumps, row.count) for row in rows[1:]}
    assert found == {pegs: known.PATTERNS[lattice.name][pegs] for pegs in range(2, 7)}
    assert rows[-1] == unique_patterns(lattice, 6)[1]


@pytest.mark.slow
@pytest.mark.parametrize("lattice", [SQUARE, TRIANGULAR], ids=lambda lattice: lattice.name)
def test_seven_pegs_against_the_twin(lattice):
    """Compare the jumps of some patterns, whose rows need two words."""
    below, level = (set(solvable_patterns(lattice, pegs)) for pegs in (6, 7))
    unique, _ = unique_patterns(lattice, 7)
    chosen = dict(zip(unique, unique.jumps.tolist(), strict=True))
    for pattern in sorted(level, key=lambda pattern: pattern.holes)[::40]:
        after = list(led(lattice, frozenset(pattern), naive.after))
        wins = sum(Pattern.of(lattice, pegs) in below for pegs in after)
        assert wins >= 1
        assert chosen.get(pattern) == (len(after) if wins == 1 else None)
    for pattern in sorted(below, key=lambda pattern: pattern.holes)[::20]:
        for pegs in led(lattice, frozenset(pattern), naive.before):
            assert Pattern.of(lattice, pegs) in level


@lattices
def test_a_level_is_sorted_and_canonical(lattice):
    level = solvable_patterns(lattice, 5)
    assert np.all(level.rows[1:] > level.rows[:-1])
    assert level.coordinates.shape == (len(level), 5, 2)
    patterns = list(level)
    assert patterns == [Pattern.of(lattice, pattern) for pattern in patterns]
    assert level.jumps.tolist() == [pattern.jumps for pattern in patterns]
    assert all(pattern in level for pattern in patterns)


@pytest.mark.every(3)
@lattices
def test_the_widest_pattern_fits_a_row(lattice):
    """A peg that jumps over the others one after another starts as far away as possible."""
    line = [(0, 0), *((2 * i - 1, 0) for i in range(1, 12))]
    for pegs in (5, 6, 7):
        found = solvable_patterns(lattice, pegs)
        assert found.coordinates.max() == 2 * pegs - 3
        assert Pattern.of(lattice, line[:pegs]) in found
    held = np.array([[x + 64 * y] for x, y in line], np.int16)
    row = private(patterns, "_canonical")(lattice, held)
    assert list(patterns.Patterns(lattice, 12, row)) == [Pattern.of(lattice, line)]


def test_what_is_no_member():
    level = solvable_patterns(SQUARE, 3)
    for pattern in (
        Pattern.of(SQUARE, [(0, 0), (1, 0)]),
        Pattern.of(SQUARE, [(0, 0), (1, 0), (2, 0)]),
        Pattern.of(SQUARE, [(0, 0), (1, 0), (99, 0)]),
        Pattern.of(TRIANGULAR, [(0, 0), (1, 0), (3, 0)]),
        "a1",
    ):
        assert pattern not in level


@pytest.mark.parametrize(("pegs", "error"), [(0, ProblemError), (13, BoardTooLargeError)])
def test_numbers_of_pegs_that_there_are_no_patterns_of(pegs, error):
    for function in (solvable_patterns, unique_patterns, pattern_rows):
        with pytest.raises(error, match=f"{pegs} pegs"):
            function(SQUARE, pegs)


def test_there_is_no_jump_with_one_peg():
    found, row = unique_patterns(TRIANGULAR, 1)
    assert (len(found), list(found), row.solvable) == (0, [], 1)
    assert found.coordinates.shape == (0, 1, 2)


def test_too_little_memory(monkeypatch):
    small_engine.free_memory(monkeypatch, 1 << 10)
    with pytest.raises(BoardTooLargeError, match=r"memory.*fewer pegs"):
        solvable_patterns(TRIANGULAR, 6)


def test_joining_in_many_runs(monkeypatch):
    whole = {pegs: solvable_patterns(TRIANGULAR, pegs).rows for pegs in (6, 7)}
    monkeypatch.setattr(patterns, "MIN_SORTED_PATTERNS", 100)
    monkeypatch.setattr(patterns, "CHUNK", 64)
    for pegs, rows in whole.items():
        assert np.array_equal(solvable_patterns(TRIANGULAR, pegs).rows, rows)


# -- boards with an edge ------------------------------------------------------------------------


@pytest.mark.parametrize("lattice", [SQUARE, TRIANGULAR], ids=lambda lattice: lattice.name)
def test_on_a_large_board_the_edge_does_not_matter(lattice):
    """Four pegs in a 3 by 3 square move at most 2 holes outward; to go farther takes 8 pegs."""
    board = Board(product(range(8), repeat=2), lattice)
    level = solvable_patterns(lattice, 4)
    for chosen in list(combinations(product(range(3), repeat=2), 4))[::3]:
        position = Position(board, board.code([(x + 2, y + 2) for x, y in chosen]))
        assert (pattern_of(position) in level) == solve(Problem.to_any(position)).solvable


# -- one pattern --------------------------------------------------------------------------------


@given(
    st.sampled_from(LATTICES),
    st.sets(st.tuples(st.integers(-9, 9), st.integers(-9, 9)), min_size=1, max_size=12),
    st.tuples(st.integers(-50, 50), st.integers(-50, 50)),
)
def test_the_canonical_form_forgets_place_and_direction(lattice, pegs, shift):
    pattern = Pattern.of(lattice, pegs)
    assert set(pattern) in [set(image) for image in images(lattice, frozenset(pegs))]
    assert Pattern.of(lattice, pattern) == pattern
    assert len(pattern) == len(pegs)
    for a, b, c, d in matrices(lattice):
        moved = [(a * x + b * y + shift[0], c * x + d * y + shift[1]) for x, y in pegs]
        assert Pattern.of(lattice, moved) == pattern


def test_a_pattern_without_pegs():
    with pytest.raises(ProblemError, match="give at least one"):
        pattern_of(Position(english(), 0))


# -- symmetric patterns -------------------------------------------------------------------------


@lattices
def test_symmetric_patterns_by_their_images(lattice):
    """The order of a type is the number of lattice symmetries that preserve its patterns."""
    for pegs, found in symmetric_patterns(lattice, 5):
        symmetric = [pattern for one in found for pattern in one.patterns]
        assert len(set(symmetric)) == len(symmetric)
        for one in found:
            for pattern in one.patterns:
                assert order(pattern) == one.kind.order
        expected = [p for p in solvable_patterns(lattice, pegs) if order(p) > 1]
        assert set(symmetric) == set(expected)


def order(pattern):
    """Count the symmetries of the lattice that preserve a pattern, wherever it is."""
    here = shifted(pattern.holes, (1, 0, 0, 1))
    return sum(shifted(pattern.holes, m) == here for m in matrices(pattern.lattice))


@pytest.mark.parametrize("most", quick_then(4, 5))
@lattices
def test_unique_winning_jumps_of_symmetric_patterns(lattice, most):
    """Compare with the orbits of the winning jumps of each pattern, found one by one."""
    for pegs, found in symmetric_patterns(lattice, most):
        below = set(solvable_patterns(lattice, pegs - 1)) if pegs > 1 else set()
        for one in found:
            jumps = [pattern.jumps for pattern in one.patterns]
            assert one.patterns.most_jumps == max(jumps, default=0)
            wins = [slow_wins(lattice, frozenset(pattern), below) for pattern in one.patterns]
            assert list(zip(one.wins, one.distinct_wins, strict=True)) == wins
            for unique, at in ((one.single, 0), (one.unique, 1)):
                chosen = [p for p, n in zip(one.patterns, wins, strict=True) if n[at] == 1]
                assert list(unique) == chosen


def slow_wins(lattice, pegs, below):
    """Count the winning jumps, and their orbits under the symmetries of the pattern."""
    won, step = set(), range(-3, 20)
    for (x, y), (dx, dy) in product(product(step, step), lattice.directions):
        jump = ((x, y), (x + dx, y + dy), (x + 2 * dx, y + 2 * dy))
        after = naive.after(pegs, jump)
        if after and Pattern.of(lattice, after) in below:
            won.add(jump)
    orbits = set()
    for jump in won:
        images = set()
        for (a, b, c, d), s, t in product(matrices(lattice), range(-12, 13), range(-12, 13)):
            if {(a * x + b * y + s, c * x + d * y + t) for x, y in pegs} == pegs:
                images.add(tuple((a * x + b * y + s, c * x + d * y + t) for x, y in jump))
        orbits.add(frozenset(images))
    return len(won), len(orbits)
