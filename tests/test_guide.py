"""The guide with winning sets and without, over the positions of some games."""

import naive
import pytest

from pegsolitaire.analysis import Guide, can_be_won_anyway
from pegsolitaire.board import named_board
from pegsolitaire.game import Position, Problem, Solution
from pegsolitaire.sets import WinningSets
from pegsolitaire.theory import any_finish

T5 = named_board("triangle5")
PROBLEMS = [
    Problem.complement(T5, "a1"),
    Problem.complement(T5, "a4"),
    any_finish(T5.vacancy("c5")),
]


def played(problem):
    """Every position of a game, up to the symmetries of the problem."""
    group = naive.problem_group(T5, problem.starts, problem.finishes)
    levels = naive.forward_levels(T5, problem.starts, group)
    return [Position(T5, code) for level in levels.values() for code in sorted(level)]


@pytest.mark.parametrize("every", [7, pytest.param(1, marks=pytest.mark.slow)])
@pytest.mark.parametrize("problem", PROBLEMS, ids=str)
def test_sets_and_searches_agree(problem, every):
    wins = WinningSets.build(problem)
    guide, seeker = Guide(problem, wins), Guide(problem, None)
    for i, position in enumerate(played(problem)[::every]):
        won = guide.winning(position)
        assert seeker.winning(position) is won
        if i % 10:
            continue
        solution = seeker.solution(position)
        assert (solution is not None) == won == (guide.solution(position) is not None)
        if won:
            assert_wins(problem, position, solution)
        else:
            assert seeker.hint(position) is guide.hint(position) is None


def assert_wins(problem, position, solution):
    assert Solution(position, solution.jumps).finish.code in problem.finishes


@pytest.mark.parametrize("problem", PROBLEMS, ids=str)
def test_verdicts_of_sets_and_searches_agree(problem):
    guide, seeker = Guide(problem, WinningSets.build(problem)), Guide(problem, None)
    for position in played(problem)[::50]:
        assert seeker.verdicts(position) == guide.verdicts(position)
        hint = seeker.hint(position)
        assert hint is None or guide.winning(position.after(hint))


@pytest.mark.parametrize("problem", PROBLEMS, ids=str)
def test_what_can_be_won_anyway(problem):
    """It is the truth of the position alone, whether a game comes there or not."""
    for code in range(1, T5.full, 61):
        truth = naive.solvable(T5, code, problem.finishes)
        assert can_be_won_anyway(problem, Position(T5, code)) is truth


def test_a_stray_position():
    problem = Problem.complement(T5, "a1")
    stray = T5.position("code:176")
    assert can_be_won_anyway(problem, stray)
    assert stray not in WinningSets.build(problem)
    assert all(
        stray.code not in level for level in naive.forward_levels(T5, problem.starts).values()
    )
    assert can_be_won_anyway(problem, T5.single("a1"))
    assert not can_be_won_anyway(problem, T5.single("a4"))
    assert not can_be_won_anyway(problem, Position(T5, 0))
