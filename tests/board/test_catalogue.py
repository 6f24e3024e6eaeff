"""Built-in boards: boxes, and boards that were copied with a mistake."""

import random
from itertools import permutations, product

import naive
import pytest
from hypothesis import given, strategies as st

from pegsolitaire.board import (
    CATALOGUE,
    CUBIC,
    FLAT,
    LATTICES,
    SQUARE,
    Board,
    cuboid,
    hole_name,
    named_board,
    slip_in,
)
from pegsolitaire.board.symmetry_type import symmetry_types
from pegsolitaire.errors import NotationError, ProblemError, UnknownBoardError
from pegsolitaire.game import Pattern, Problem
from pegsolitaire.sets import WinningSets
from pegsolitaire.solving import solve

SIZES = st.tuples(st.integers(1, 4), st.integers(1, 4), st.integers(1, 4))


def cells(width, height, depth):
    """Return the holes of a box by their three coordinates."""
    return list(product(range(width), range(height), range(depth)))


def hole(cell):
    x, y, z = cell
    return x + CUBIC.layer * z, y


@given(SIZES)
def test_jumps_are_those_of_three_in_a_line(size):
    board, inside = cuboid(*size), set(cells(*size))
    steps = [step for step in product((-1, 0, 1), repeat=3) if sum(map(abs, step)) == 1]
    expected = set()
    for cell, step in product(inside, steps):
        over, end = (tuple(c + n * s for c, s in zip(cell, step, strict=True)) for n in (1, 2))
        if {over, end} <= inside:
            expected.add(tuple(board.bit(hole(one)) for one in (cell, over, end)))
    assert {(jump.start, jump.over, jump.end) for jump in board.jumps} == expected


@given(SIZES)
def test_symmetries_are_those_of_the_box(size):
    board, inside = cuboid(*size), cells(*size)
    expected = set()
    for order, signs in product(permutations(range(3)), product((1, -1), repeat=3)):
        moved = [tuple(sign * cell[a] for sign, a in zip(signs, order, strict=True))
                 for cell in inside]  # fmt: skip
        least = [min(column) for column in zip(*moved, strict=True)]
        at = [tuple(c - m for c, m in zip(cell, least, strict=True)) for cell in moved]
        if set(at) == set(inside):
            image = [0] * len(inside)
            for cell, to in zip(inside, at, strict=True):
                image[board.bit(hole(cell))] = board.bit(hole(to))
            expected.add(tuple(image))
    assert {symmetry.image for symmetry in board.symmetries} == expected
    assert board.symmetries[0].image == tuple(range(len(board)))


def test_the_cube_has_32_symmetry_types():
    # The group of the cube has 33 classes of subgroups, and the trivial one does not count.
    kinds = symmetry_types(named_board("cube3"))
    assert len(kinds) == 32
    assert (kinds[0].order, kinds[0].description) == (48, "24 rotations and 24 reflections")
    assert sum(len(kind.subgroups) for kind in kinds) == 97


@pytest.mark.parametrize("name", ["cuboid3x3x2", "cuboid4x3x1", "cuboid3x2x3", "cuboid2x2x4"])
def test_small_boxes_are_solved_as_by_trying_all_games(name):
    board = named_board(name)
    rng = random.Random(22)
    for _ in range(12):
        code = rng.getrandbits(len(board)) & rng.getrandbits(len(board))
        if not code:
            continue
        problem = Problem.to_any(board.position(f"code:{code}"))
        won = naive.solvable(board, code, problem.finishes)
        assert solve(problem).solvable is won
        assert (problem.starts[0] in WinningSets.build(problem)) is won


def test_a_box_one_layer_deep_is_a_rectangle():
    flat, deep = named_board("rectangle4x5"), cuboid(4, 5, 1)
    assert deep.holes == flat.holes
    assert deep != flat
    assert {s.image for s in deep.symmetries} == {s.image for s in flat.symmetries}


def test_names_and_refusals(complaint):
    assert named_board("cuboid 3x3x3") == named_board("cube3")
    for name in ("cube6", "cuboid6x2x2", "cuboid0x2x2"):
        with pytest.raises(UnknownBoardError, match="choose 1 to 5 columns"):
            named_board(name)
    with pytest.raises(NotationError, match="an empty column between them"):
        Board([(5, 0)], CUBIC)
    assert Board.from_rows("ooo   ooo/ooo   ooo/ooo   ooo", "cubic") == cuboid(3, 3, 2)
    with pytest.raises(ProblemError, match="two-dimensional boards"):
        Pattern.of(CUBIC, [(0, 0)])
    assert set(LATTICES) - set(FLAT) == {"cubic"}
    assert "in the plane" in complaint("solve", "cube3", "a1", "--unbounded")


def test_commands_on_a_box(pegs, document, tmp_path):
    assert "will always hold a peg" in pegs("explain", "cube3", "a1")
    solution = document("solve", "cuboid3x3x4", "a1", "--finish", "any")["solution"]
    assert len(solution["jumps"]) == 34
    moves, picture = ",".join(solution["moves"]), tmp_path / "box.svg"
    words = ("cuboid3x3x4", f"a1: {moves}", "--moves", "--svg", picture)
    assert "1 peg left" in pegs("replay", *words)
    assert picture.read_text().startswith("<svg")


# -- copied boards -----------------------------------------------------------------------------

ENGLISH = named_board("english")


def without(name, *holes):
    board = named_board(name)
    left = [hole for hole in board.holes if hole_name(hole) not in holes]
    return Board(left, board.lattice, "mine")


@pytest.mark.parametrize(
    "name", ["english", "french", "diamond", "triangle5", "hexagon37", "star13"]
)
def test_one_hole_too_few(name):
    board = named_board(name)
    for hole in board.holes:
        asked = slip_in(without(name, hole_name(hole)))
        if len(board) <= 15:
            assert asked == ""
        else:
            assert asked.startswith("is it copied right? mine differs from ")
            assert " in one hole: " in asked
    if name in ("english", "french"):
        assert slip_in(without(name, "d4")) == (
            f"is it copied right? mine differs from {name} in one hole: it has no d4"
        )


def test_one_hole_too_many_and_a_row_that_is_shifted():
    more = Board([*ENGLISH.holes, (0, 1)], SQUARE, "mine")
    assert slip_in(more).endswith("differs from english in one hole: it has a2")
    shifted = [(x - (y == 0), y) for x, y in ENGLISH.holes]
    assert slip_in(Board(shifted, SQUARE, "mine")) == (
        "is it copied right? mine differs from english in two holes: it has no e1, and it has b1"
    )
    assert "english in two holes: it has no c1 and no e7" in slip_in(
        without("english", "c1", "e7")
    )


@pytest.mark.parametrize("name", CATALOGUE)
def test_built_in_boards_are_right(name):
    board = named_board(name)
    assert slip_in(board) == ""
    assert slip_in(Board(board.holes, board.lattice, "mine")) == ""


@given(st.sets(st.sampled_from(ENGLISH.holes), min_size=3, max_size=8))
def test_boards_that_differ_more(holes):
    left = [hole for hole in ENGLISH.holes if hole not in holes]
    assert "english" not in slip_in(Board(left, SQUARE, "mine"))


#: The English board without e7: no game from d4 ends at d4, and no game from c7 ends with one peg.
PICTURE = "  ooo\n  ooo\nooooooo\nooo.ooo\nooooooo\n  ooo\n  oo\n"


def test_the_question_comes_first(tmp_path, pegs):
    file = tmp_path / "copied.txt"
    file.write_text(PICTURE)
    for command, code in (("solve", 1), ("explain", 0), ("check", 1)):
        printed = pegs(command, f"@{file}", "d4", "--finish", "d4", code=code).lstrip("\n")
        assert printed.splitlines()[0] == (
            "is it copied right? copied differs from english in one hole: it has no e7"
        )
    whole = pegs("solve", "english", "d4", "--finish", "d2", code=1)
    assert "copied right" not in whole
