"""Merson regions: lower bounds on the number of moves."""

import naive
import pytest
from marks import each
from move_problems import SMALL, T5, naive_group

from pegsolitaire.board import named_board, triangle
from pegsolitaire.construct import move_bounds
from pegsolitaire.game import Problem
from pegsolitaire.solving import MinimalSolutions, known_problems
from pegsolitaire.solving.shortest_solutions import TwoEnds
from pegsolitaire.theory import packings
from pegsolitaire.theory.merson import MoveBound, merson_regions


@pytest.mark.parametrize("limit", [9, 10, 11, 13])
def test_bounds_leave_out_nothing_that_is_needed(limit):
    problem = Problem.complement(T5, "a1")
    ends = TwoEnds(problem, limit, MoveBound.of(problem))
    assert ends.meet() is (limit >= 10)
    if limit >= 10:
        assert ends.moves == 10
        assert MinimalSolutions.of(problem, graph=ends.middle()).raw == 1362


def test_bounds_hold_everywhere():
    for problem in SMALL[:4]:
        bound = MoveBound.of(problem)
        group = naive_group(problem)
        levels = naive.levels_by_moves_left(problem.board, problem.finishes, group)
        for moves, level in enumerate(levels):
            assert all(bound.moves_from(code) <= moves for code in level if moves)
        for moves, level in enumerate(naive.levels_by_moves(problem.board, problem.starts, group)):
            assert all(bound.moves_to(code) <= moves for code in level)


@pytest.mark.parametrize("name", ["triangle5", "truncated12", "english"])
def test_regions_need_a_move_from_inside(name):
    board = named_board(name)
    for mask in merson_regions(board):
        full = [
            jump for jump in board.jumps if mask >> jump.over & 1 and not mask >> jump.start & 1
        ]
        assert all(mask >> jump.end & 1 for jump in full)


# -- known -------------------------------------------------------------------------------------


@each("side", range(4, 13))
def test_the_formula_counts_regions_that_there_are(side):
    """Formula (2) gives the number of disjoint regions, minus one on even sides.

    At side 12 we find one region more than the paper, which proves 21 moves without a search.
    """
    regions = len(packings(triangle(side), merson_regions(triangle(side)), 1)[0])
    assert move_bounds(side).least <= regions
    if side % 2 == 0 or side > 8:
        assert regions == move_bounds(side).least + (side % 2 == 0) + (side == 12)


@pytest.mark.parametrize(("side", "regions"), [(6, 9), (8, 13), (10, 18)])
def test_regions_of_figure_11(pegs, document, tmp_path, side, regions):
    picture = tmp_path / "regions.svg"
    name = f"triangle{side}"
    found = document("show", name, "--regions", "--svg", picture)
    assert (len(found["regions"]), found["least_moves"]) == (regions, regions - 1)
    assert picture.read_text().count("-region ") == regions
    holes = [hole for region in found["regions"] for hole in region]
    assert len(set(holes)) == len(holes)
    printed = pegs("show", name, "--regions")
    assert f"{regions} regions: a solution from one vacancy to one peg takes at least" in printed
    for letter in "ABC":
        assert letter in printed


@pytest.mark.parametrize(
    "side", [14, 15, *(pytest.param(n, marks=pytest.mark.slow) for n in (18, 24))]
)
def test_stored_bounds_count_regions_that_there_are(side):
    """The bound is one less than the number of disjoint regions, and no lower than formula (2)."""
    board = triangle(side)
    [row] = (row for row in known_problems(board) if str(row.pair) == "any to any")
    regions = packings(board, merson_regions(board), 1)[0]
    assert sum(regions) == sum(1 << i for i in range(len(board)) if sum(regions) >> i & 1)
    assert sum(mask.bit_count() for mask in regions) == sum(regions).bit_count()
    assert row.bound.moves == len(regions) - 1 >= move_bounds(side).least
