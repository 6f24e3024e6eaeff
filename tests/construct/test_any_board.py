"""Large boards are solved by construction, whatever their shape."""

import pytest

from pegsolitaire.board import named_board
from pegsolitaire.solving import solve
from pegsolitaire.theory import read_problem


@pytest.mark.parametrize(
    ("name", "start", "finish"),
    [("triangle12", "a2", "c3"), ("square9", "b1", "any"), ("rhombus9", "a2", "any")],
)
def test_large_boards_by_construction(name, start, finish):
    problem = read_problem(named_board(name), start, finish)
    answer = solve(problem)
    assert answer.reason == "by construction"
    assert answer.solution.solves(problem)
