"""Budgets: what is left of them, and how long work ends with one."""

import pytest

from pegsolitaire.analysis import count_solutions, move_table, shortest, solve
from pegsolitaire.board import english, triangle
from pegsolitaire.budget import UNLIMITED, Budget
from pegsolitaire.chance import random_play
from pegsolitaire.errors import BudgetSpentError, ProblemError
from pegsolitaire.game import Problem
from pegsolitaire.sets.table import level_table

CENTRAL = Problem.complement(english(), "d4")


@pytest.mark.parametrize("limit", ["seconds", "positions", "memory"])
@pytest.mark.parametrize("value", [-1, -0.001, float("nan"), float("-inf")])
def test_limits_are_numbers_that_are_not_negative(limit, value):
    with pytest.raises(ProblemError, match=f"a budget of {value} .*: give 0 or more"):
        Budget(**{limit: value})


def test_positions_are_counted():
    budget = Budget(positions=10)
    assert (budget.spent, budget.positions_left, budget.is_limited) == (False, 10, True)
    budget.spend(4)
    budget.check()
    budget.spend(7)
    assert (budget.spent, budget.positions_left, budget.looked_at) == (True, 0, 11)
    with pytest.raises(BudgetSpentError, match="11 positions"):
        budget.check()


def test_without_limits_there_is_always_something_left():
    assert not UNLIMITED.spent
    assert not UNLIMITED.is_limited
    assert UNLIMITED.seconds_left is None
    UNLIMITED.check()


def test_parts_of_a_budget(tmp_path):
    whole = Budget(1000, 5, "1MiB", tmp_path)
    part = whole.part(memory="7B")
    assert (part.memory, part.scratch, part.positions_left) == (7, tmp_path, 5)
    assert 0 < part.seconds_left <= 1000
    shorter = whole.part(seconds=0, positions=2)
    assert (shorter.spent, part.spent, whole.spent) == (True, False, False)
    part.spend(5)
    assert (part.spent, whole.spent, whole.looked_at) == (True, True, 5)
    assert repr(Budget(3, memory="5B")) == "Budget(seconds=3, memory='5B')"


@pytest.mark.parametrize(
    "work",
    [
        lambda budget: count_solutions(CENTRAL, budget=budget),
        lambda budget: random_play(Problem.to_any(english().vacancy("d4")), budget=budget),
        lambda budget: level_table(CENTRAL, budget=budget),
        lambda budget: move_table(CENTRAL, budget=budget),
    ],
)
def test_work_without_an_answer_before_its_end_is_stopped(work):
    with pytest.raises(BudgetSpentError, match="not finished within 0 seconds"):
        work(Budget(0))
    asked = []
    with pytest.raises(BudgetSpentError, match="cancelled"):
        work(Budget(cancelled=lambda: asked.append(1) or len(asked) > 5))
    assert 6 <= len(asked) < 15


def test_play_in_a_plain_loop_is_stopped_too():
    problem = Problem.to_any(triangle(5).vacancy("a1"))
    for options in ({"fractions": True}, {"player": lambda position: position.legal_jumps}):
        with pytest.raises(BudgetSpentError, match="not finished within 0 seconds"):
            random_play(problem, **options, budget=Budget(0))


def test_searches_say_what_is_known_when_the_time_ends():
    found = shortest(Problem.complement(triangle(7), "a1"), budget=Budget(0), facts=False)
    assert not found.proven
    assert found.solution is None or found.solution.solves(found.problem)
    assert solve(CENTRAL, budget=Budget(0), facts=False).solvable is None
