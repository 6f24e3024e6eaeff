"""The fewest moves from winning positions: what the winning sets say without a search by moves."""

import naive
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pegsolitaire.analysis import (
    MinimalSolutions,
    shortest_row_of,
    shortest_solution,
    stored_moves,
)
from pegsolitaire.board import apply_permutation, named_board, triangle
from pegsolitaire.budget import Budget
from pegsolitaire.cli.main import run
from pegsolitaire.errors import (
    BoardTooLargeError,
    BudgetSpentError,
    ProblemError,
    StoreDamagedError,
)
from pegsolitaire.game import Position, Problem
from pegsolitaire.sets import Explored, FewestMoves, WinningMoves, WinningSets
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
    Problem(T5, Problem.complement(T5, "a1").starts + Problem.complement(T5, "a3").starts, (1, 8)),
    Problem.complement(named_board("rectangle3x5"), "a3"),
    Problem.complement(named_board("truncated12"), "a2"),
]


@pytest.mark.parametrize("problem", PROBLEMS, ids=str)
def test_the_same_graph_as_from_both_ends(problem):
    table = moves_of(problem)
    minimal = MinimalSolutions.of(problem)
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
    levels = naive.winning_levels(T5, problem.starts, problem.finishes, group)
    twin = naive.levels_by_moves_left(T5, problem.finishes, group)
    for pegs, level in table.levels.items():
        assert level.codes.tolist() == sorted(levels[pegs])
        for code, moves in zip(level.codes.tolist(), level.moves.tolist(), strict=True):
            assert code in twin[moves]


@pytest.fixture(scope="module")
def side_6():
    """The winning sets of a problem, what they say, and the levels by moves of its finish."""
    wins = WinningSets.build(Problem.complement(T6, "a1"))
    return wins, WinningMoves.build(wins), FewestMoves.build(T6, ["a1"])


@given(code=st.integers(0, T6.full), number=st.integers(0, 10**9), turned=st.booleans())
def test_any_code(side_6, code, number, turned):
    wins, table, full = side_6
    level = list(table.levels.values())[number % len(table.levels)].codes
    winning = int(level[number % len(level)])
    if turned:
        winning = apply_permutation(wins.problem.group[-1].image, winning)
    own = table.moves_of_codes(np.array([code, winning], np.uint64)).tolist()
    needed = [full.moves(Position(T6, one)) for one in (code, winning)]
    assert own[1] == needed[1]
    assert own[0] in (-1, needed[0])  # a position that the start does not lead to is not in it
    assert [moves >= 0 for moves in own] == [wins.contains_code(code), True]


def test_no_solution():
    problem = Problem.complement(T5, "b3")
    table = moves_of(problem)
    assert (table.graph(problem), len(table)) == ([], 0)
    found = shortest_solution(problem, table=table)
    assert (found.solvable, found.reason) == (False, f"exhausted: {problem} has no solution")


def test_another_problem():
    table = moves_of(PROBLEMS[0])
    other = Problem.single(T5, "a4", "a1")
    with pytest.raises(ProblemError, match=r"WinningMoves of triangle5: a1 to a1.*says nothing"):
        table.graph(other)
    assert shortest_solution(other, table=table, facts=False).proven  # without it


def test_what_does_not_fit():
    wins = WinningSets.build(PROBLEMS[0])
    with pytest.raises(BoardTooLargeError, match=r"of 190 positions take .* may be used"):
        WinningMoves.build(wins, budget=Budget(memory="1000B"))
    with pytest.raises(BudgetSpentError):
        WinningMoves.build(wins, budget=Budget(seconds=0))


# -- stored ---------------------------------------------------------------------------------------


@pytest.fixture
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("PEGSOLITAIRE_HOME", str(tmp_path))
    return tmp_path


def test_what_is_stored(home):
    problem = Problem.complement(T5, "a1")
    assert stored_moves(problem) is None
    wins = WinningSets.build(problem)
    graph = WinningMoves.build(wins).graph(problem)
    for stored in (wins, Explored.build(wins), FewestMoves.build(T5, ["a1"])):
        stored.save()
        found = stored_moves(problem)
        assert type(found) is (FewestMoves if type(stored) is FewestMoves else WinningMoves)
        assert all(map(np.array_equal, found.graph(problem), graph))
    assert stored_moves(Problem.single(T5, "a1", "a4")) is None


def test_stored_sets_past_the_budget_are_left_alone(home):
    problem = Problem.complement(T5, "a1")
    WinningSets.build(problem).save()
    for budget in (Budget(seconds=0), Budget(memory="1000B")):
        assert stored_moves(problem, budget) is None
    found = shortest_row_of(T5, T5.hole("a1"), T5.hole("a1"), table=stored_moves(problem)).found
    assert (found.lower_bound, found.all.raw) == (10, 1_362)


def test_damaged_sets_are_refused(home):
    problem = Problem.complement(T5, "a1")
    path = WinningSets.build(problem).save()
    path.write_bytes(path.read_bytes()[:-9])
    with pytest.raises(StoreDamagedError):
        stored_moves(problem)


def test_stored_sets_answer_without_a_search(home, document, monkeypatch):
    expected = document("solve", "triangle6", "a1", "--shortest")
    document("winning", "triangle6", "a1")
    monkeypatch.setattr("pegsolitaire.analysis.shortest.TwoEnds", None)
    assert document("solve", "triangle6", "a1", "--shortest") == expected
    assert (expected["move_count"], expected["solutions"]) == (10, 2_028)


def test_what_may_settle_it(home, capsys):
    words = ["solve", "semi-wiegleb", "d4", "--shortest", "--memory", "0.001"]
    assert run(words) == 3
    assert "pegs winning with the same START" in capsys.readouterr().err
    assert run(["solve", "triangle5", "a1", "--shortest"]) == 0
    assert "pegs winning" not in capsys.readouterr().err
