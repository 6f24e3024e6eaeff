"""Tests of unusual boards: one hole, one row, no symmetry, separate pieces and random shapes."""

import random

import naive
import pytest
from marks import each
from winning_checks import check_against_the_twin

from pegsolitaire.board import Board, named_board
from pegsolitaire.board.lattice import LATTICES
from pegsolitaire.errors import PegSolitaireError, ProblemError
from pegsolitaire.game import Position, Problem
from pegsolitaire.sets import IndexedSets, WinningSets
from pegsolitaire.theory import (
    as_type,
    class_of,
    feasible_finishes,
    problem_types,
    removals,
)
from pegsolitaire.web.documents import Geometry
from pegsolitaire.web.parameters import read_board_word
from pegsolitaire.web.pasted import board_word
from pegsolitaire.work import Work


def random_board(seed):
    """Return a connected board of eight to twelve holes on one of the lattices."""
    rng = random.Random(seed)
    lattice = list(LATTICES.values())[seed % 3]
    holes, size = {(10, 10)}, rng.randint(8, 12)
    while len(holes) < size:
        (x, y), (dx, dy) = rng.choice(sorted(holes)), rng.choice(lattice.directions)
        holes.add((x + dx, y + dy))
    left, top = (min(hole[i] for hole in holes) for i in (0, 1))
    return Board([(x - left, y - top) for x, y in holes], lattice)


ODD = {
    "one row": Board([(x, 0) for x in range(8)]),
    "one column": Board([(0, y) for y in range(7)], LATTICES["triangular"]),
    "no symmetry": Board.from_rows("oooo/ooo/ooo/ o", "square"),
    "no symmetry, triangular": Board.from_rows("ooo/oooo/ooo", "triangular"),
    "two pieces": Board.from_rows("ooo  ooo/ooo", "square"),
    "twins apart": Board.from_rows("oooo  oooo", "square"),
    "pieces and a lone hole": Board.from_rows("oooo  o/oooo/    o", "square"),
    "no jumps": named_board("square2"),
    "diagonal": named_board("square3+diagonal"),
    "diagonal, no symmetry": Board.from_rows("ooo/oooo/oo", "square-diagonal"),
    "one jump taken away": named_board("truncated12").without(["c4-a2"]),
    "jumps one way": named_board("rectangle3x4").without(["a1-c1", "a3-c3", "c4-a4"]),
    "no landing": named_board("square3").without_landing(["b2", "a1"]),
    "no landing in the middle": named_board("triangle4").without_landing(["b3"]),
    "diagonal cross": Board.from_rows("o o o/ o o/o o o", "square-diagonal"),
} | {f"random {seed}": random_board(seed) for seed in range(12)}
BOARDS = each("board", ODD.values())


def problems_of(board):
    """Yield some problems of a board: complement problems, any finish, and whole types."""
    rng = random.Random(len(board))
    holes = rng.sample(board.holes, 3)
    yield from (Problem.complement(board, hole) for hole in holes)
    yield from (Problem.to_any(board.vacancy(hole)) for hole in holes)
    yield from (kind.problem for kind in problem_types(board))


@pytest.mark.every(2)
@pytest.mark.parametrize("board", ODD.values(), ids=ODD)
def test_levels_and_sets_agree_with_the_twin(board):
    for problem in problems_of(board):
        for raw in (False, True):
            check_against_the_twin(problem, raw)


@BOARDS
def test_symmetries_agree_with_the_twin(board):
    images = {
        tuple((hole, board.holes[i]) for hole, i in zip(board.holes, symmetry.image, strict=True))
        for symmetry in board.symmetries
    }
    expected = {
        tuple((hole, image[hole]) for hole in board.holes) for image in naive.symmetries(board)
    }
    # The reference version only preserves adjacency, so it may also shear triangular shapes.
    assert images <= expected
    assert len(images) == len(board.symmetries)
    if board.lattice.name != "triangular":
        assert images == expected


@BOARDS
def test_no_jump_leaves_the_class(board):
    for hole in board.holes[::3]:
        start = board.vacancy(hole)
        mine = class_of(board, start.code)
        for level in naive.forward_levels(board, [start.code]).values():
            assert {class_of(board, code) for code in level} == {mine}
        ends = naive.reachable_finishes(board, start.code)
        assert {board.bit(end) for end in ends} <= set(feasible_finishes(start))


@BOARDS
def test_types_part_the_holes(board):
    holes = [i for kind in problem_types(board) for i in kind.bits]
    assert len(holes) == len(set(holes))
    for i, hole in enumerate(board.holes):
        assert (i in holes) or not feasible_finishes(board.vacancy(hole))
    for kind in problem_types(board):
        inside = set(kind.bits)
        for i in kind.bits:
            assert set(feasible_finishes(board.vacancy(board.holes[i]))) <= inside
            assert {symmetry.image[i] for symmetry in board.symmetries} <= inside


def test_one_hole():
    board = Board([(0, 0)])
    assert (len(board.jumps), len(board.symmetries), problem_types(board)) == (0, 1, ())
    with pytest.raises(ProblemError, match="one hole"):
        Problem.complement(board, (0, 0))
    with pytest.raises(ProblemError):
        as_type(board)
    check_against_the_twin(Problem.of_codes(board, (1,), (1,)), raw=False)
    assert board.single("a1") in WinningSets.build(Problem.of_codes(board, (1,), (1,)))


@pytest.mark.parametrize("order", [("mine", "yours"), ("yours", "mine")])
def test_two_names_of_one_shape(tmp_path, order):
    """Results stored for a shape do not contain the name of the board that created them."""
    holes = [(x, y) for y, width in enumerate((3, 4, 3)) for x in range(width)]
    boards = [Board(holes, name=name) for name in order]
    found = []
    for board in boards:
        kind = problem_types(board)[0]
        assert kind.board.name == kind.problem.board.name == board.name
        sets = WinningSets.load(kind.problem, work=Work(store=tmp_path))
        assert str(sets.problem) == f"{board.name}: any to any"
        with pytest.raises(ProblemError, match=f"{board.name} has "):
            as_type(board, "Z")
        found.append(sets)
    assert boards[0] == boards[1]
    assert found[0] == found[1]


def test_sets_of_a_board_without_some_jumps(tmp_path):
    """The sets are stored for the reduced board and not mistaken for those of the whole board."""
    whole = named_board("truncated12")
    board = whole.without(["c4-a2"], "truncated12")
    problem, other = (Problem.to_any(one.vacancy("a2")) for one in (board, whole))
    found = WinningSets.load(problem, work=Work(store=tmp_path))
    again = WinningSets.open(problem, root=tmp_path)
    assert again == found
    assert again.problem.board == board != whole
    assert WinningSets.build(other) != found
    with pytest.raises(PegSolitaireError):
        WinningSets.open(other, root=tmp_path)


def test_removals_of_a_board_without_some_jumps():
    board = named_board("english").without(["c3-c1"])
    kept, all_of_them = removals(board), removals(named_board("english"))
    gone = [one for one in all_of_them if "c3-c1" in map(str, one.jumps)]
    assert gone
    assert len(kept) == len(all_of_them) - len(gone)
    assert not any("c3-c1" in map(str, one.jumps) for one in kept)


def test_the_page_is_told_of_jumps_that_are_not_allowed():
    for board in (named_board("triangle5").without(["a1-a3", "c5-a3"]), ODD["no landing"]):
        word = board_word(board)
        assert word.endswith(";" + ",".join(board.taken_texts))
        assert read_board_word(word) == board
        assert Geometry.of(board).to_json()["taken"] == board.taken_texts


@BOARDS
def test_a_stored_code_has_its_stored_index(board):
    for kind in problem_types(board):
        sets = IndexedSets.make(kind)
        for pegs, codes in sets.levels.items():
            for code, index in zip(codes.tolist(), sets.indices[pegs].tolist(), strict=True):
                assert sets.index(Position(board, code)) == index
