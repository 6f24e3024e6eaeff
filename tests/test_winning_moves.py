"""The fewest moves from winning positions: what the winning sets say without a search by moves."""

import naive
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pegsolitaire.analysis import MinimalSolutions, shortest_solution
from pegsolitaire.board import named_board, triangle
from pegsolitaire.budget import Budget
from pegsolitaire.errors import BoardTooLargeError, BudgetSpentError, ProblemError
from pegsolitaire.game import Position, Problem
from pegsolitaire.sets import FewestMoves, WinningMoves, WinningSets
from pegsolitaire.theory import any_finish

T5, T6 = triangle(5), triangle(6)


def moves_of(problem):
    return WinningMoves.build(WinningSets.build(problem))


PROBLEMS = [
    Problem.complement(T5, "a1"),
    Problem.single(T5, "a2", "c3"),
    Problem.complement(T6, "b3"),
    Problem.single(T6, "a3", "e5"),
    any_finish(T5.vacancy("c5")),
    Problem.complement(named_board("rectangle3x5"), "a3"),
    Problem.complement(named_board("truncated12"), "a2"),
]


@pytest.mark.parametrize("problem", PROBLEMS, ids=str)
def test_the_same_graph_as_from_both_ends(problem):
    table = moves_of(problem)
    minimal = MinimalSolutions.of(problem)
    assert table.fewest == minimal.moves
    graph = [tuple(level.tolist()) for level in table.graph(problem)]
    assert graph == list(minimal.levels)
    found = shortest_solution(problem, table=table, facts=False)
    assert found.proven
    assert (found.lower_bound, found.all.raw) == (minimal.moves, minimal.raw)


@pytest.mark.slow
def test_the_central_game_within_its_winning_sets():
    problem = Problem.complement(named_board("english"), "d4")
    found = shortest_solution(problem, table=moves_of(problem), facts=False)
    assert (found.lower_bound, found.all.raw, len(found.all.unordered)) == (18, 7_488, 2)


def test_every_winning_position_against_the_slow_twin():
    problem = Problem.complement(T5, "a1")
    table = moves_of(problem)
    group = naive.problem_group(T5, problem.starts, problem.finishes)
    twin = naive.levels_by_moves_left(T5, problem.finishes, group)
    for pegs, level in table.levels.items():
        assert len(level.codes) == len(naive_level(problem, pegs))
        for code, moves in zip(level.codes.tolist(), level.moves.tolist(), strict=True):
            assert code in twin[moves]


def naive_level(problem, pegs):
    group = naive.problem_group(T5, problem.starts, problem.finishes)
    return naive.winning_levels(T5, problem.starts, problem.finishes, group)[pegs]


@given(code=st.integers(0, T6.full))
def test_any_code(code):
    table, full = ASKED
    own = int(table.moves_of_codes(np.array([code], np.uint64))[0])
    needed = full.moves(Position(T6, code))
    assert own in (-1, needed)  # a position that the start does not lead to is not in it
    assert (own >= 0) == WINS.contains_code(code)


WINS = WinningSets.build(Problem.complement(T6, "a1"))
ASKED = WinningMoves.build(WINS), FewestMoves.build(T6, ["a1"])


def test_no_solution():
    problem = Problem.complement(T5, "b3")
    table = moves_of(problem)
    assert (table.fewest, table.graph(problem), len(table)) == (None, [], 0)
    found = shortest_solution(problem, table=table)
    assert (found.solvable, found.reason) == (False, f"exhausted: {problem} has no solution")


def test_another_problem_is_refused():
    table = moves_of(PROBLEMS[0])
    other = Problem.single(T5, "a4", "a1")
    with pytest.raises(ProblemError, match=r"WinningMoves of triangle5: a1 to a1.*says nothing"):
        shortest_solution(other, table=table)


def test_what_does_not_fit():
    wins = WinningSets.build(PROBLEMS[0])
    with pytest.raises(BoardTooLargeError, match="may be used"):
        WinningMoves.build(wins, budget=Budget(memory=1000))
    with pytest.raises(BudgetSpentError):
        WinningMoves.build(wins, budget=Budget(seconds=0))


def test_stored_sets_answer_without_a_search(document, monkeypatch):
    expected = document("solve", "triangle6", "a1", "--shortest")
    document("winning", "triangle6", "a1")
    monkeypatch.setattr("pegsolitaire.analysis.shortest.TwoEnds", None)
    assert document("solve", "triangle6", "a1", "--shortest") == expected
    assert (expected["move_count"], expected["solutions"]) == (10, 2_028)
