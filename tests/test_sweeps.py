"""The longest sweeps: against all sweeps of small boards, and what the papers say."""

import naive
import pytest

from pegsolitaire.analysis import longest_sweep, sweep_at_the_end
from pegsolitaire.board import CATALOGUE, Board, named_board, triangle

SMALL = [
    "triangle4", "triangle5", "truncated12", "truncated18", "square3", "square4", "rectangle3x5",
    "rectangle4x5", "diamond5", "hexagon19", "star13", "rhombus3", "rhombus4",
    "square3+diagonal", "square4+diagonal",
]  # fmt: skip


def all_sweeps(board):
    """The most jumps of a peg that finds a peg wherever it may jump over one, all others gone."""
    most = 0
    for x, y in board.holes:
        others = {hole for hole in board.holes if (hole[0] - x) % 2 or (hole[1] - y) % 2}
        for made, _ in naive.moves(board, frozenset(others | {(x, y)})):
            if made[0][0] == (x, y):
                most = max(most, len(made))
    return most


@pytest.mark.parametrize("name", SMALL)
def test_against_all_sweeps(name):
    board = named_board(name)
    assert len(longest_sweep(board)) == all_sweeps(board)


@pytest.mark.parametrize("name", [*CATALOGUE, "triangle12", "hexagon91"])
def test_sweeps_can_be_made(name):
    sweep = longest_sweep(named_board(name))
    assert len(sweep.solution) == len(sweep)
    assert len(sweep.solution.moves) == 1
    assert len(sweep.solution.finish) == 1


def test_at_least_those_of_the_papers():
    assert len(longest_sweep(triangle(6))) == 9  # figure 13
    assert len(longest_sweep(triangle(12))) >= 42  # figure 10


def test_no_jump():
    assert longest_sweep(Board([(0, 0), (1, 0)])) is None


@pytest.mark.parametrize("side", [6, 8])
def test_a_solution_that_ends_with_one(side):
    board = triangle(side)
    solution = sweep_at_the_end(board)
    assert len(solution.start.complement) == len(solution.finish) == 1
    assert len(solution.moves[-1]) == len(longest_sweep(board))


def test_no_solution_that_ends_with_one():
    assert sweep_at_the_end(triangle(5)) is None
    assert sweep_at_the_end(Board([(0, 0), (1, 0)])) is None
