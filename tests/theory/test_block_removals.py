"""Block removals: they are replayed, minimal, and playable wherever they fit."""

from functools import cache

import pytest
from hypothesis import given, strategies as st
from marks import each

from pegsolitaire.board import named_board
from pegsolitaire.errors import NotationError, ProblemError
from pegsolitaire.game import Jump, Position, Solution
from pegsolitaire.theory import Removal, removals
from pegsolitaire.theory.block_removals import known_removals

ENGLISH = named_board("english")
BOARDS = ["english", "wiegleb", "triangle6", "hexagon37", "square6+diagonal"]


def three(jumps="c4-e4 d6-d4 e4-c4", **parts):
    parts = {"block": "d4 d5 d6", "pegs": "c4", "holes": "e4", **parts}
    return Removal.from_text("3-removal", jumps=jumps, **parts)


# -- valid removals -----------------------------------------------------------------------------


@each(
    ("changes", "message"),
    [
        ({"jumps": "c4-e4 d6-d4"}, "leaves pegs in d4 e4: its catalyst has them in c4"),
        ({"jumps": "c4-e4 d6-d4 e4-g4"}, "e4-g4 is not possible in the 3-removal"),
        ({"jumps": "e4-c4"}, "e4-c4 is not possible"),
        ({"jumps": "c4-e6"}, "c4-e6 is not possible"),
        ({"block": "d4 d5"}, "d6-d4 is not possible"),
        ({"block": "d4 d5 d6 d7"}, "leaves pegs in c4 d7"),
        ({"holes": "e4 c4"}, "two roles"),
        ({"block": "d4 d5 d6 d6"}, "two roles"),
        ({"lattice": "round"}, "'round' is not a lattice: use one of square"),
    ],
)
def test_what_is_no_removal(changes, message):
    with pytest.raises(ProblemError, match=message):
        three(**changes)


def test_the_lattice_decides_what_is_a_jump():
    jumps, parts = "c3-e5 d6-d4 e5-c3", {"pegs": "c3", "holes": "e5"}
    assert three(jumps, lattice="triangular", **parts).jumps[0] == Jump((2, 2), (4, 4))
    with pytest.raises(ProblemError, match="c3-e5"):
        three(jumps, **parts)


def test_its_parts():
    removal = three()
    assert removal.catalyst == ((2, 3), (4, 3))
    assert removal.reversed.reversed == removal
    assert removal.reversed.pegs == removal.holes
    assert str(removal).startswith("3-removal of d4 d5 d6 with c4 full and e4 empty: c4-e4")


def test_the_printed_removals():
    """Section 5.1 of Gramigna prints one jump of the L as e7-e7; it should be c7-e7."""
    six = Removal.from_text(
        "6-removal", "c1 c2 d1 d2 e1 e2", "d3", "b3 c3", "c1-c3 d3-b3 e1-c1 e2-c2 c1-c3 b3-d3"
    )
    corner = Removal.from_text(
        "L-removal", "e4 e5 e6 e7 d7 c7", "d5", "f5", "d5-f5 e7-e5 e4-e6 c7-e7 e7-e5 f5-d5"
    )
    parts = {(r.name, r.block, r.pegs, r.holes) for r in removals(ENGLISH)}
    for printed in (six, corner):
        assert (printed.name, printed.block, printed.pegs, printed.holes) in parts
    with pytest.raises(NotationError):
        Removal.from_text(
            "L", "e4 e5 e6 e7 d7 c7", "d5", "f5", "d5-f5 e7-e5 e4-e6 e7-e7 e7-e5 f5-d5"
        )


def test_the_trapezoid_needs_two_unlike_holes_of_its_three():
    """Bell 2008, section 3.1: some trapezoid fits unless a3, b3, c3 are all full or all empty."""
    board = named_board("triangle6")
    block = tuple(
        sorted(board.hole(f"{c}{r}") for r, n in ((4, 3), (5, 4), (6, 5)) for c in "abcde"[:n])
    )
    top = board.code(["a3", "b3", "c3"])
    for pegs in range(top + 1):
        if pegs & ~top:
            continue
        position = Position(board, board.code(block) | pegs)
        fitting = [r for r in removals(board, position) if r.block == block]
        assert bool(fitting) == (pegs not in (0, top))
        assert all(Solution(position, r.jumps).finish.code == pegs for r in fitting)


PRINTED_TRAPEZOIDS = {  # Bell 2008, appendix B.1, by the empty hole among a3, b3 and c3
    "a3": "a5-a3 c6-a4 a3-a5 a6-a4 c3-a3-a5 c5-c3 e6-c6-a6-a4-c4 d5-b3",
    "b3": "d5-b3 c6-c4 c3-c5 e6-c6-c4 a3-c3-c5 a5-a3 a6-c6-a4-c4 c5-c3",
    "c3": "c5-c3 a4-c4 c3-c5 c6-c4 a3-c3-c5 e6-c6-a4 a5-a3 a6-c6-c4 d5-b3",
}
TRAPEZOID = "a4 b4 c4 a5 b5 c5 d5 a6 b6 c6 d6 e6"


@pytest.mark.parametrize("empty", PRINTED_TRAPEZOIDS)
def test_the_printed_trapezoids(empty):
    """The reverses of these three removals have the other three catalysts."""
    pegs = " ".join(hole for hole in PRINTED_TRAPEZOIDS if hole != empty)
    moves = PRINTED_TRAPEZOIDS[empty]
    removal = Removal.from_text("trapezoid", TRAPEZOID, pegs, empty, moves, "triangular")
    assert len(removal.jumps) == 12
    assert removal.reversed.holes == removal.pegs


def test_beasleys_way():
    """The addendum combines a 3-removal, four jumps that leave a hollow V, and a V."""
    Removal.from_text("3-removal", "c4 b4 a4", "c3", "c5", "c3-c5 a4-c4 c5-c3", "triangular")
    v_block = "a6 a5 b5 c6"
    v = Removal.from_text("V", v_block, "a3", "a4", "a6-a4 a3-a5 c6-a4 a5-a3", "triangular")
    block = "c5 d5 a5 b5 a6 b6 c6 d6 e6"
    moves = "c6-c4 e6-c6 b6-d6 c4-e6-c6 a6-a4 a3-a5 c6-a4 a5-a3"
    rest = Removal.from_text("rest", block, "a3", "a4 c4", moves, "triangular")
    assert rest.jumps[-4:] == v.jumps


# -- the table ----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", BOARDS)
def test_no_place_counts_twice_and_none_has_a_catalyst_to_spare(name):
    by_block = {}
    for removal in removals(named_board(name)):
        catalysts = by_block.setdefault(removal.block, [])
        catalysts.append(
            {*((h, True) for h in removal.pegs), *((h, False) for h in removal.holes)}
        )
    for catalysts in by_block.values():
        assert not any(a <= b for a in catalysts for b in catalysts if a is not b)


@pytest.mark.parametrize("name", ["english", "triangle6"])
def test_places_are_closed_under_symmetry_and_reversal(name):
    board = named_board(name)
    places = {(r.block, r.pegs, r.holes) for r in removals(board)}
    assert {(block, holes, pegs) for block, pegs, holes in places} == places
    for symmetry in board.symmetries:
        moved = {
            tuple(tuple(sorted(board.holes[symmetry.image[board.bit(h)]] for h in part))
                  for part in place)
            for place in places
        }  # fmt: skip
        assert moved == places


# -- playing ------------------------------------------------------------------------------------


def fits(removal, position):
    """Return whether the block is full and the catalyst is in place."""
    full, empty = removal.block + removal.pegs, removal.holes
    return all(hole in position for hole in full) and not any(hole in position for hole in empty)


@cache
def places(name):
    return removals(named_board(name))


@given(st.sampled_from(BOARDS), st.data())
def test_playing_one_removes_the_block_and_nothing_else(name, data):
    board = named_board(name)
    removal = data.draw(st.sampled_from(places(name)))
    code = data.draw(st.integers(0, board.full_code)) & ~board.code(removal.holes)
    position = Position(board, code | board.code(removal.block + removal.pegs))
    assert removal in removals(board, position)
    finish = Solution(position, removal.jumps).finish
    assert finish.code == position.code ^ board.code(removal.block)


@given(st.sampled_from(BOARDS), st.data())
def test_those_of_a_position_are_those_that_fit(name, data):
    board = named_board(name)
    # The union of two draws leaves few holes empty, so that some removals fit.
    codes = data.draw(st.tuples(st.integers(0, board.full_code), st.integers(0, board.full_code)))
    position = Position(board, codes[0] | codes[1])
    assert removals(board, position) == tuple(r for r in places(name) if fits(r, position))


def test_positions_of_other_boards():
    with pytest.raises(ProblemError, match=r"wiegleb.*english"):
        removals(ENGLISH, named_board("wiegleb").vacancy("e5"))
    with pytest.raises(ProblemError, match="round"):
        known_removals("round")


def test_small_boards_have_none():
    assert removals(named_board("square2")) == removals(named_board("triangle3")) == ()
    assert len(removals(named_board("square3"))) == 8  # the 3-removals of the two middle lines
