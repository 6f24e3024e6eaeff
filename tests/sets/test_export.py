"""The text form of winning sets: what each listed code stands for, on every small problem."""

import re

import known
import numpy as np
import pytest

from pegsolitaire.board import apply_permutation, named_board
from pegsolitaire.game import Problem
from pegsolitaire.sets import WinningSets
from pegsolitaire.sets.export import text_of_sets
from pegsolitaire.theory import class_of

T5 = named_board("triangle5")
SMALL = [
    Problem.complement(board, hole)
    for board in map(named_board, ["triangle4", "triangle5", "truncated12", "square4", "english5"])
    for hole in board
] + [Problem.complement(named_board("triangle6"), hole) for hole in ("a1", "b3", "a2")]
#: Boards whose complement problems can be won, for which the levels are not empty.
WON = {"triangle5", "truncated12", "triangle6"}


def parsed(sets):
    """The count and the number of symmetries of the header, and the codes by pegs."""
    header, *lines = text_of_sets(sets)
    found = re.fullmatch(
        rf"! {re.escape(str(sets.problem))}: ([\d,]+) winning positions, "
        r"reduced by (\d+) symmetr(?:y|ies)",
        header,
    )
    levels = {}
    for line in lines:
        pegs, codes = re.fullmatch(r"W\[(\d+)\] = \{(.*)\}", line).groups()
        levels[int(pegs)] = [int(code) for code in codes.split(", ") if code]
    return int(found[1].replace(",", "")), int(found[2]), levels


def group_of(problem, symmetries):
    """The group that a header names: that of the problem, or of the whole board."""
    groups = {len(group): group for group in (problem.board.symmetries, problem.group)}
    return groups[symmetries]


@pytest.mark.every(3)
@pytest.mark.parametrize("problem", SMALL, ids=str)
def test_every_listed_code_stands_for_one_stored_position(problem):
    sets = WinningSets.build(problem)
    count, symmetries, levels = parsed(sets)
    group = group_of(problem, symmetries)
    assert list(levels) == list(sets.levels)
    assert count == len(sets) == sum(map(len, levels.values()))
    for pegs, codes in levels.items():
        assert codes == sorted(set(codes))
        least = {
            code: min(apply_permutation(symmetry.image, code) for symmetry in group)
            for code in sets.level(pegs).tolist()
        }
        assert len(set(least.values())) == len(least)
        assert sorted(least.values()) == codes


@pytest.mark.every(3)
@pytest.mark.parametrize("problem", SMALL, ids=str)
def test_a_listed_code_stands_for_winning_positions_only(problem):
    """Its images in the class of the game, which are all that the game can meet, win."""
    board, sets = problem.board, WinningSets.build(problem)
    _, symmetries, levels = parsed(sets)
    group = group_of(problem, symmetries)
    classes = {class_of(board, code) for code in problem.starts}
    codes = [code for level in levels.values() for code in level[:400]]
    images = {apply_permutation(symmetry.image, code) for code in codes for symmetry in group}
    met = np.array([code for code in images if class_of(board, code) in classes], np.uint64)
    assert sets.contains_codes(met).all()
    assert bool(codes) == bool(len(met)) == (len(sets) > 0)
    assert not len(sets) or board.name in WON


def test_degenerate_finishes_are_told_apart():
    """Section 4.1 of the Notes: 28 and 50 are images of one another, and 50 alone wins."""
    count, symmetries, levels = parsed(WinningSets.build(Problem.complement(T5, "a4")))
    dead, won = known.SECTION_4_1_CODES
    assert symmetries == 1
    assert levels[1] == [64]
    assert won in levels[3]
    assert all(dead not in codes for codes in levels.values())
    assert count == sum(map(len, levels.values()))


def test_the_corner_is_listed_as_in_the_notes():
    count, symmetries, levels = parsed(WinningSets.build(Problem.complement(T5, "a1")))
    assert levels == known.SECTION_4_TRIANGLE5_CORNER
    assert count == known.TABLE_1_TRIANGLE5_TOTALS[2]
    assert symmetries == len(T5.symmetries)
