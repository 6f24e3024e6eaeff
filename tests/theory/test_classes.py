"""Position classes and problem types, compared with the parity labels of the papers."""

import random

import class_codes
import known
import naive
import pytest
from hypothesis import given, strategies as st
from marks import each

from pegsolitaire.board import FLAT, Board, named_board, triangle
from pegsolitaire.errors import BoardTooLargeError, ProblemError
from pegsolitaire.game import Position, Problem
from pegsolitaire.theory import (
    as_class,
    class_of,
    default_problem,
    feasible_finishes,
    invariants,
    is_null_class,
    position_classes,
    rank,
    svss_problems,
)
from pegsolitaire.theory.classes import hole_classes, kept_parity, null_space

SQUARES = ["english", "french", "wiegleb", "semi-wiegleb", "diamond", "square6", "rectangle4x6"]
TRIANGLES = ["triangle4", "triangle5", "triangle6", "triangle7", "truncated12", "truncated18",
             "hexagon19", "hexagon37", "rhombus6", "star13"]  # fmt: skip
ALL = [*SQUARES, *TRIANGLES]
EVERY_SHAPE = each("board", [*map(named_board, ALL), *class_codes.ALL.values()])
T5 = named_board("triangle5")


def parities(position, label):
    """Count the pegs by label and return the three sums of two counts, modulo 2."""
    counts = [sum(label(x, y) % 3 == i for x, y in position) for i in range(3)]
    return tuple((counts[i] + counts[j]) % 2 for i, j in ((1, 2), (0, 2), (0, 1)))


def labels(board, code):
    """Return the class by the papers' labels: one labelling for triangles, two for squares."""
    position = naive.pegs(board, code)
    rising = parities(position, lambda x, y: x + y)
    if board.lattice.name == "triangular":
        return rising
    return rising, parities(position, lambda x, y: x - y)


@st.composite
def positions(draw, names=(*ALL, "square4+diagonal", "square3")):
    board = named_board(draw(st.sampled_from(names)))
    return Position(board, draw(st.integers(0, board.full_code)))


# -- classes ------------------------------------------------------------------------------------


@given(positions())
def test_no_jump_changes_the_class(position):
    before = class_of(position.board, position.code)
    for jump in position.legal_jumps:
        assert class_of(position.board, position.play(jump).code) == before


@given(positions(ALL), st.data())
def test_classes_are_those_of_the_labels(position, data):
    board = position.board
    other = data.draw(st.integers(0, board.full_code))
    same = class_of(board, position.code) == class_of(board, other)
    assert same == (labels(board, position.code) == labels(board, other))


@given(positions(), st.data())
def test_a_kept_parity_is_kept_and_tells_apart(position, data):
    board, code = position.board, position.code
    others = data.draw(st.lists(st.integers(0, board.full_code), min_size=1, max_size=3))
    region = kept_parity(board, code, others)
    if region is None:
        return
    assert 0 < region <= board.full_code
    for jump in board.jumps:
        assert (jump.mask & region).bit_count() % 2 == 0
    odd = (code & region).bit_count() % 2
    assert all((other & region).bit_count() % 2 != odd for other in others)
    assert all(class_of(board, other) != class_of(board, code) for other in others)


@given(positions(), st.data())
def test_a_kept_parity_tells_every_class_from_every_other(position, data):
    """The class of a code and that of another code always differ in a parity."""
    board, code = position.board, position.code
    other = data.draw(st.integers(0, board.full_code))
    same = class_of(board, code) == class_of(board, other)
    assert (kept_parity(board, code, [other]) is None) == same
    assert kept_parity(board, code, [other, code]) is None


@each("name", ALL)
def test_rank(name):
    board = named_board(name)
    assert rank(board) == len(board) - (2 if name in TRIANGLES else 4)


def test_rank_of_odd_boards():
    assert rank(named_board("square6+diagonal")) == 36
    assert invariants(named_board("square6+diagonal")) == ()
    assert rank(named_board("rectangle5x1")) == 3
    assert rank(named_board("square2")) == 0
    assert rank(Board([(0, 0)])) == 0


@each("name", [*ALL, "square4", "square5", "triangle8", "triangle9", "triangle10"])
def test_null_class_boards(name):
    board = named_board(name)
    assert is_null_class(board) == (labels(board, board.full_code) == labels(board, 0))


# -- finishes -----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["english", "wiegleb", "semi-wiegleb", "square6"])
def test_rule_of_three(name):
    board = named_board(name)
    for x, y in board:
        finishes = {board.holes[i] for i in feasible_finishes(board.vacancy((x, y)))}
        assert finishes == {(u, v) for u, v in board if (u - x) % 3 == 0 == (v - y) % 3}


@each("side", range(4, 11))
def test_theorem_2_2(side):
    board = triangle(side)
    for x, y in board:
        finishes = {board.holes[i] for i in feasible_finishes(board.vacancy((x, y)))}
        s = x + y
        if side % 3 == 1:
            expected = {(u, v) for u, v in board if s % 3 and (s + u + v) % 3 == 0}
        else:
            expected = {(u, v) for u, v in board if (s - u - v) % 3 == 0}
        assert finishes == expected


def test_french_starts():
    board = named_board("french")
    starts = {hole for hole in board if feasible_finishes(board.vacancy(hole))}
    printed = [board.hole(name) for name in ("c1", "d2", "d3")]
    assert starts == {turn[hole] for turn in naive.symmetries(board) for hole in printed}
    # The vacancy itself is never a feasible finish.
    for i, hole in enumerate(board):
        assert i not in feasible_finishes(board.vacancy(hole))


def test_pairs_of_triangle5_are_those_of_table_1():
    group = naive.symmetries(T5)

    def orbit(start, finish):
        return frozenset((s[start], s[finish]) for s in group)

    printed = {orbit(T5.hole(a), T5.hole(b)) for a, b in known.TRIANGULAR_TABLE_1}
    assert {orbit(*pair) for pair in svss_problems(T5)} == printed


@pytest.mark.parametrize(("name", "hole"), [("french", "d4"), ("triangle4", "a1")])
def test_where_no_finish_is_in_the_class_every_hole_counts(name, hole):
    """The problem is still valid, and its class shows that it has no solution."""
    board = named_board(name)
    problem = default_problem(board.vacancy(hole))
    assert problem == Problem.to_any(board.vacancy(hole))
    assert len(problem.finishes) == len(board)
    assert feasible_finishes(board.vacancy(hole)) == ()


# -- position classes ---------------------------------------------------------------------------


@EVERY_SHAPE
def test_every_class_with_finishes_has_one_letter(board):
    """The classes and their images are all classes of single pegs, without repetition."""
    found, labels, seen = position_classes(board), hole_classes(board), []
    assert [chosen.letter for chosen in found[:26]] == [
        chr(ord("A") + i) for i in range(len(found[:26]))
    ]
    for chosen in found:
        label = labels[chosen.bits[0]]
        assert chosen.bits == tuple(i for i in range(len(board)) if labels[i] == label)
        images = {labels[symmetry.image[chosen.bits[0]]] for symmetry in board.symmetries}
        assert len(images) == chosen.turned
        seen += images
    assert sorted(seen) == sorted(set(labels))


@EVERY_SHAPE
def test_membership_and_turning(board):
    rng = random.Random(2)
    for chosen in position_classes(board):
        label = class_of(board, chosen.finishes[0])
        for code in [*chosen.finishes, *(rng.getrandbits(len(board)) for _ in range(40))]:
            assert (code in chosen) is (class_of(board, code) == label)
            images = [image for image in board.images(code) if class_of(board, image) == label]
            assert chosen.turn(code) == min(images, default=None)


@EVERY_SHAPE
def test_groups_and_orbits_of_classes(board):
    for chosen in position_classes(board):
        inside = [
            symmetry
            for symmetry in board.symmetries
            if {symmetry.image[i] for i in chosen.bits} == set(chosen.bits)
        ]
        assert list(chosen.group) == inside
        assert len(chosen.group) * chosen.turned == len(board.symmetries)
        assert sorted(hole for orbit in chosen.finish_orbits for hole in orbit) == list(
            chosen.bits
        )
        for orbit in chosen.finish_orbits:
            assert all({s.image[i] for s in inside} == set(orbit) for i in orbit)


def test_a_class_by_its_letter():
    board = named_board("english")
    assert as_class(board).letter == "A"
    assert as_class(board, " b ") == position_classes(board)[1]
    for letter in ("D", "", "AB"):
        with pytest.raises(ProblemError, match="english has no position class"):
            as_class(board, letter)


@given(
    st.sampled_from(sorted(FLAT)),
    st.sets(st.tuples(st.integers(0, 8), st.integers(0, 7)), min_size=1),
)
def test_invariants_are_the_null_space_of_the_jumps(lattice, holes):
    board = Board(holes, FLAT[lattice])
    assert invariants(board) == null_space((jump.mask for jump in board.jumps), len(board))
    assert hole_classes(board) == tuple(class_of(board, 1 << i) for i in range(len(board)))


def test_boards_in_thousands_of_parts_have_no_classes():
    board = Board([(2 * x, 2 * y) for x in range(60) for y in range(60)])
    with pytest.raises(BoardTooLargeError, match="too many position classes"):
        invariants(board)


def test_classes_of_a_large_board():
    board = named_board("square30")
    classes = position_classes(board)
    assert sum(len(one.bits) * one.turned for one in classes) == len(board)


def test_the_class_is_told_on_boards_of_any_size(pegs):
    assert "position class" in pegs("explain", "square40", "code:0xffffff", "--proof")
