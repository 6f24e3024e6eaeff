"""Numbers of solutions, counted inside winning sets."""

import known
import naive
import pytest
from hypothesis import given
from hypothesis import strategies as st
from marks import examples

from pegsolitaire.analysis import SolutionCounts, count_solutions
from pegsolitaire.board import english, named_board, triangle
from pegsolitaire.budget import Budget
from pegsolitaire.errors import BudgetSpentError, ProblemError
from pegsolitaire.game import Position, Problem
from pegsolitaire.sets import WinningSets
from pegsolitaire.theory import any_finish

T5 = triangle(5)
PROBLEMS = [
    Problem.complement(T5, "a4"),  # halved
    Problem.single(T5, "a1", "b3"),
    Problem.complement(T5, "a1"),  # with positions that are their own reflections
    Problem.complement(T5, "b2"),  # no solutions
    any_finish(T5.vacancy("a2")),
    any_finish(named_board("square4").vacancy("b1")),
    Problem.complement(named_board("truncated12"), "a2"),  # an even number of holes
    Problem.single(named_board("triangle6"), "a1", "a4"),
    Problem.single(named_board("hexagon19"), "b2", "c3"),
]  # fmt: skip


@pytest.mark.parametrize("problem", PROBLEMS, ids=str)
def test_as_many_as_without_sets(problem):
    wins, expected = WinningSets.build(problem), count_solutions(problem)
    assert count_solutions(problem, wins=wins) == expected
    assert SolutionCounts.of(wins).total == expected


@examples(60)
@given(st.sampled_from(PROBLEMS[:7]), st.data())
def test_every_position(problem, data):
    counts = counted(problem)
    sizes = counts.wins.sizes()
    pegs = data.draw(st.sampled_from([n for n in sizes if sizes[n]] or [1]))
    level = [int(code) for code in counts.wins.level(pegs)[:50]]
    code = data.draw(st.sampled_from(level or [1]))
    # An image of it under the whole group of the board may be another problem's.
    position = Position(problem.board, data.draw(st.sampled_from(problem.board.images(code))))
    expected = naive.count_solutions(problem.board, position.code, problem.finishes)
    assert counts[position] == (expected if position in counts.wins else 0)
    if position in counts.wins and position.code not in problem.finishes:
        assert sum(counts.after(position).values()) == expected


_COUNTED = {}


def counted(problem):
    if problem not in _COUNTED:
        _COUNTED[problem] = SolutionCounts.of(WinningSets.build(problem))
    return _COUNTED[problem]


@pytest.mark.slow
@pytest.mark.parametrize("vacancy", ["d4", "c3"])
def test_table_7(vacancy):
    problem = Problem.complement(english(), vacancy)
    wins = WinningSets.build(problem)
    expected = known.TABLE_7_ENGLISH_SOLUTIONS[vacancy]
    assert count_solutions(problem, wins=wins) == expected
    counts = SolutionCounts.of(wins)
    start = english().vacancy(vacancy)
    assert counts.total == counts[start] == sum(counts.after(start).values()) == expected


def test_sets_of_another_problem():
    wins = WinningSets.build(PROBLEMS[0])
    with pytest.raises(ProblemError, match="winning sets are of"):
        count_solutions(PROBLEMS[1], wins=wins)


def test_a_position_of_another_board():
    with pytest.raises(ProblemError, match="these sets are of triangle5"):
        counted(PROBLEMS[0])[english().vacancy("d4")]


def test_time_that_ends():
    with pytest.raises(BudgetSpentError):
        SolutionCounts.of(WinningSets.build(PROBLEMS[0]), budget=Budget(seconds=0))
