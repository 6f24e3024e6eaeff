"""Tests that solvers with a limited budget answer "undecided", but never wrongly.

A budget ends in two ways here: after some number of positions, or after some number of checks. The
second way stops a solver at each place where it can stop.
"""

import itertools

import pytest

from pegsolitaire.advice import problem_on
from pegsolitaire.board import named_board
from pegsolitaire.errors import BudgetSpentError
from pegsolitaire.game import Position
from pegsolitaire.reasons import explain
from pegsolitaire.sets import WinningSets
from pegsolitaire.solving import (
    fewest_left,
    fewest_pegs,
    short_solution,
    shortest,
    solve,
    solve_without_edge,
)
from pegsolitaire.solving.counting import count, count_by_finish, count_games
from pegsolitaire.work import Work

ASKED = [0, 1, 2, 3, 5, 8, 13, 21, 40, 90, 300]
POSITIONS = [0, 1, 10, 100, 5_000]


def problem(words):
    return problem_on(*words.split())


#: Whether each problem has a solution. Some of the positions need several words.
PROBLEMS = {
    "triangle5 a1 a1": True,
    "triangle5 b3 b3": False,
    "triangle6 a1 any": True,
    "rhombus8 code:7346176 f2": True,
    "triangle12 code:10 a4": True,
    "triangle12 code:2053 code:1": False,
}


def deciding(words):
    """Yield the name of each solver with a function that returns True, False or None."""
    one = problem(words)
    start = Position(one.board, one.starts[0])
    goals = [Position(one.board, code) for code in one.finishes]
    yield "solve", lambda budget: solve(one, facts=False, work=budget).solvable
    yield "solve, known", lambda budget: solve(one, work=budget).solvable
    yield "shortest", lambda budget: shortest(one, facts=False, work=budget).solvable
    yield "explain", lambda budget: not_dead(explain(start, goals, work=budget).dead)
    if len(one.board) < 20:  # its bounds take seconds on larger boards
        yield "short", lambda budget: short_solution(one, facts=False, work=budget).solvable


def not_dead(dead):
    return None if dead is None else not dead


def spent_budgets():
    for positions in POSITIONS:
        yield f"{positions} positions", Work(positions=positions)
    for asked in ASKED:
        times = itertools.count(1)
        yield f"asked {asked} times", Work(cancelled=lambda t=times, n=asked: next(t) > n)


@pytest.mark.every(6)
@pytest.mark.parametrize("words", PROBLEMS)
def test_a_solver_that_is_stopped_is_never_wrong(words):
    right = PROBLEMS[words]
    for solver, ask in deciding(words):
        for ended, budget in spent_budgets():
            assert ask(budget) in (right, None), (solver, ended)


@pytest.mark.every(3)
@pytest.mark.parametrize("words", ["triangle5 a1 any", "triangle5 b3 b3", "triangle6 a1 a1"])
def test_a_count_that_is_stopped_gives_no_number(words):
    one = problem(words)
    start = Position(one.board, one.starts[0])
    counts = {
        "solutions": lambda budget: count(one, work=budget),
        "by finish": lambda budget: count_by_finish(one, work=budget),
        "games": lambda budget: count_games(one, work=budget),
        "fewest pegs": lambda budget: fewest_pegs(start, work=budget),
        "winning": lambda budget: len(WinningSets.build(one, work=budget)),
    }
    for name, ask in counts.items():
        right, stops = ask(Work()), 0
        for ended, budget in spent_budgets():
            try:
                assert ask(budget) == right, (name, ended)
            except BudgetSpentError:
                stops += 1
        assert stops, name


@pytest.mark.slow
@pytest.mark.parametrize(("words", "right"), [("triangle5 b3", True), ("square4 code:9", False)])
def test_without_an_edge(words, right):
    one = problem(f"{words} any")
    position = Position(one.board, one.starts[0])
    for ended, budget in spent_budgets():
        assert solve_without_edge(position, work=budget).solvable in (right, None), ended


def test_one_that_is_not_stopped_is_decided():
    for words, right in PROBLEMS.items():
        for solver, ask in deciding(words):
            if solver != "short":
                assert ask(Work()) is right, (words, solver)


@pytest.mark.parametrize(
    "asked", ["hexagon169 i2 --finish l5 --positions 1", "hexagon271 i6 --finish m15 --time 0"]
)
def test_a_hexagon_whose_core_is_not_solved_in_time_is_undecided(asked, document):
    said = document("solve", *asked.split(), code=3)
    assert said["solvable"] is None
    assert said["reason"].startswith("the budget is spent, after ")


def test_a_hexagon_that_is_its_own_core_is_not_grown_without_end():
    one = problem("hexagon61 d1 any")
    assert solve(one, work=Work(positions=1)).solvable in (True, None)


def test_no_move_goes_on_past_the_pegs_of_the_start(document):
    """Backward from f2, a peg could sweep over far more pegs than the 5 of the start."""
    said = document("solve", "rhombus8", "code:7346176", "--finish", "f2", "--shortest")
    assert (said["solution"]["move_count"], said["proven"]) == (2, True)


def test_what_the_quick_search_has_proved_stays_proved():
    """A proof by the quick search stands even if the budget ends in the full search."""
    board = named_board("triangle6")
    position, goal = board.position("code:2071186"), board.single("a2")
    needed = next(
        positions
        for positions in range(100, 6_001, 100)
        if explain(position, goal, work=Work(positions=positions)).dead
    )
    for positions in (needed, needed + 1, needed + 500):
        assert explain(position, goal, work=Work(positions=positions)).dead is True
    assert needed <= 3_000


def test_the_fewest_pegs_are_looked_for_in_the_time_that_is_left():
    problem = problem_on("french", "d4", "any")
    assert fewest_left(problem) == 2
    assert fewest_left(problem, work=Work(0)) is None
