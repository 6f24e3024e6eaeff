"""Symmetric positions of a class, compared with Bell's tables and a slow reference version."""

from itertools import combinations

import known
import naive
import numpy as np
import pytest
from class_codes import BOARDS
from marks import each, quick_then

from pegsolitaire.board import apply_permutation, named_board, symmetry_types
from pegsolitaire.engine import Probe, close, fixed_codes, images
from pegsolitaire.errors import BoardTooLargeError
from pegsolitaire.game import Position, Problem
from pegsolitaire.sets import Tablebase, WinningSets
from pegsolitaire.solving import count
from pegsolitaire.surveys.symmetric import (
    most_symmetric_solution,
    passed,
    symmetric_positions,
    symmetric_winning,
)
from pegsolitaire.theory import as_class, position_classes, svss_problems

TWINS = ["triangle4", "triangle5", "square3", "square4", "truncated12", "rectangle3x4"]


def counts(found):
    """Return the number of positions by type and class."""
    return {(row.kind.number, row.found_in.letter): len(row) for row in found}


# -- symmetric positions against the slow reference version ---------------------------------------


@pytest.mark.slow
@each("name", TWINS)
def test_symmetric_positions_agree_with_the_twin(name):
    board = named_board(name)
    lone = [naive.code(board, {hole}) for hole in board.holes]
    expected = naive.symmetric_orbits(board, naive.reached(board, lone, naive.ancestors))
    found = symmetric_positions(board)
    made = {}
    for row in found:
        codes = row.codes.tolist()
        assert codes == sorted(codes)
        for code in codes:
            least = min(board.images(code))
            assert least not in made
            made[least] = row.kind.number
            assert code in row.found_in
            assert naive.stabiliser(board, code) in row.kind.subgroups
            turned = (apply_permutation(s.image, code) for s in row.found_in.group)
            assert code == min(turned)
        assert sorted(position.code for position in row) == codes
        assert len(row) == len(codes) > 0
    assert made == {
        least: next(k.number for k in symmetry_types(board) if group in k.subgroups)
        for least, group in expected.items()
    }
    order = [(row.kind.number, row.found_in.letter) for row in found]
    assert order == sorted(set(order))


@pytest.mark.parametrize("name", ["triangle5", "truncated12", "rectangle3x4", "square4"])
def test_where_symmetric_positions_can_finish(name):
    board = named_board(name)
    for row in symmetric_positions(board, by_finish=True):
        assert len(row.solvable_to) == len(row.found_in.finish_orbits)
        reached = [naive.reachable_finishes(board, code) for code in row.codes.tolist()[:100]]
        if len(row) > 100:
            continue
        for orbit, number in zip(
            row.found_in.finish_orbits, row.solvable_to.values(), strict=True
        ):
            holes = {board.holes[i] for i in orbit}
            assert number == sum(bool(holes & ends) for ends in reached)


@BOARDS
def test_symmetric_positions_of_every_board(board):
    """The positions are solvable, no two are images of each other, and letters select classes."""
    found = symmetric_positions(board)
    for row in found:
        solvable = Tablebase.build(board, row.found_in.finishes)
        assert all(code in solvable for code in row.codes.tolist())
        assert len({min(board.images(code)) for code in row.codes.tolist()}) == len(row)
        assert row.solvable_to == {}
    only = symmetric_positions(board, letters="a")
    assert counts(only) == {key: n for key, n in counts(found).items() if key[1] == "A"}


def test_tables_are_stored_where_that_is_asked_for(tmp_path, monkeypatch):
    monkeypatch.setenv("PEGSOLITAIRE_HOME", str(tmp_path))
    board = named_board("rectangle3x4")
    without = counts(symmetric_positions(board, by_finish=True))
    assert list(tmp_path.iterdir()) == []
    for _ in range(2):
        assert counts(symmetric_positions(board, store=True, by_finish=True)) == without
    assert len(list((tmp_path / "rectangle3x4").iterdir())) >= len(position_classes(board))


def test_boards_that_are_too_large():
    with pytest.raises(BoardTooLargeError, match="64"):
        symmetric_positions(named_board("square9"))


# -- Bell's tables; tests/papers/test_run.py computes those of other boards ----------------------


@pytest.mark.slow
def test_the_hexagon_of_37_holes():
    """The paper does not give type 9 of class B, and we find 219,285 for type 8 of class A."""
    expected = known.SYMMETRIC_HEXAGON37 | {(8, "A"): 219_285, (9, "B"): 916_090}
    assert counts(symmetric_positions(named_board("hexagon37"))) == expected


@pytest.mark.slow
def test_the_hexagon_from_the_other_side():
    """Play forward from the complements of the finishes of class A, and take complements again."""
    board = named_board("hexagon37")
    chosen = as_class(board, "A")
    reached = close(board, [board.full_code ^ finish for finish in chosen.finishes], "forward")
    assert len(reached) == 31_877_782_692
    group = frozenset(symmetry.image for symmetry in chosen.group)
    found = {}
    for kind in symmetry_types(board):
        subgroup = kind.subgroups[0]
        codes = [c[reached.contains_codes(c)] for c in fixed_codes(reached.coset, subgroup)]
        codes = np.concatenate(codes)
        for image in group - subgroup:
            codes = codes[images(codes, image) != codes]
        found[kind.number, "A"] = len(np.unique(Probe(chosen.group).least(codes)))
    printed = {key: n for key, n in known.SYMMETRIC_HEXAGON37.items() if key[1] == "A"}
    assert found == printed | {(8, "A"): 219_285}


# -- theorems 1, 2 and 3 --------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["square4", "square5", "triangle6", "hexagon19", "rhombus4"])
def test_finishes_are_as_symmetric_as_the_position(name):
    """A symmetric position lies in a class with that symmetry, which implies theorems 1 and 3."""
    for row in symmetric_positions(named_board(name)):
        kept = {symmetry.image for symmetry in row.found_in.group}
        assert any(subgroup <= kept for subgroup in row.kind.subgroups)


def test_theorem_2(central_sets):
    """The positions of types 6 and 7 form pairs of complements."""
    found = symmetric_winning(central_sets)
    assert {number: len(codes) for number, codes in found.items()} == {1: 2, 6: 198, 7: 912}
    full = np.uint64(named_board("english").full_code)
    for number, pairs in ((6, 99), (7, 456)):
        codes = found[number]
        others = central_sets.least(codes ^ full)
        assert np.array_equal(np.sort(others), np.sort(codes))
        assert np.count_nonzero(codes < others) == pairs


@pytest.mark.parametrize("name", quick_then("triangle4", "truncated12"))
def test_the_most_symmetric_solution_is_that_of_all(name):
    """Compare with every solution of the problems that have few solutions."""
    board, tried = named_board(name), 0
    for start, finish in svss_problems(board):
        problem = Problem(board, start, finish)
        wins = WinningSets.build(problem)
        position = Position(board, problem.starts[0])
        if position not in wins or count(problem) > 500:
            continue
        for kind in symmetry_types(board):
            best = max(len(passed(one, kind)) for one in wins.solutions(position))
            assert len(passed(most_symmetric_solution(wins, kind), kind)) == best
        tried += 1
    assert tried


@pytest.mark.slow
def test_solutions_of_problems_with_several_finishes():
    board = named_board("triangle5")
    kind = symmetry_types(board)[-1]
    for finishes in combinations(range(len(board)), 2):
        ends = [board.single(board.holes[i]) for i in finishes]
        problem = Problem(board.vacancy("a1"), ends)
        wins = WinningSets.build(problem)
        if board.vacancy("a1") in wins:
            assert most_symmetric_solution(wins, kind).solves(problem)


def test_a_symmetric_position_with_one_winning_jump_and_the_most_jumps():
    """Play out a position on the hexagon that is missing from the puzzles paper."""
    board = named_board("hexagon37")
    position = board.position(("c3", "d1", "d3", "d4", "d5", "e4"))
    won = [
        str(jump)
        for jump in position.legal_jumps
        if naive.reachable_finishes(board, position.play(jump).code)
    ]
    assert (len(position.legal_jumps), won) == (10, ["d4-d2"])
    assert len(position.images) == 6  # of twelve, because a reflection preserves it
