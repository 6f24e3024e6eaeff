"""Hexagons of any size are reduced to smaller ones by construction."""

import random

import pytest
from hypothesis import given, strategies as st
from marks import examples

from pegsolitaire.board import Board, hexagon, named_board
from pegsolitaire.construct import is_hexagon, solve_hexagon
from pegsolitaire.errors import NotOnBoardError, ProblemError
from pegsolitaire.game import Problem
from pegsolitaire.solving import solve
from pegsolitaire.theory import feasible_finishes
from pegsolitaire.work import Work


def search(problem):
    return solve(problem, work=Work(1200)).solution


@pytest.mark.parametrize(("side", "start", "finish"), [
    (6, (2, 1), (7, 8)), (9, (0, 0), (10, 8)), (12, (11, 0), (1, 12)), (20, (19, 1), (20, 37)),
])  # fmt: skip
def test_some_hexagons(side, start, finish):
    board = hexagon(side)
    if board.bit(finish) not in feasible_finishes(board.vacancy(start)):
        finish = board.holes[feasible_finishes(board.vacancy(start))[-1]]
    found = solve_hexagon(board, start, finish, search)
    assert found.solves(Problem(board, start, finish))


@pytest.mark.slow
@given(st.integers(5, 16), st.randoms(use_true_random=False))
@examples(200)
def test_any_pair_of_any_hexagon(side, chance):
    board = hexagon(side)
    start, finish = (chance.choice(board.holes) for _ in range(2))
    allowed = feasible_finishes(board.vacancy(start))
    found = solve_hexagon(board, start, finish, search)
    assert (found is not None) == (board.bit(finish) in allowed)


def test_to_any_finish():
    board = hexagon(15)
    start = random.Random(1).choice(board.holes)
    found = solve_hexagon(board, start, None, search)
    assert len(found.finish) == 1


@pytest.mark.slow
def test_solve_grows_hexagons():
    board = named_board("hexagon217")
    start = next(hole for hole in board.holes if feasible_finishes(board.vacancy(hole)))
    finish = board.holes[feasible_finishes(board.vacancy(start))[0]]
    answer = solve(Problem(board, start, finish))
    assert answer.solution.finish == board.single(finish)
    assert answer.reason == "by construction, from a core that was searched"


def test_what_is_no_hexagon():
    fewer = hexagon(5).without(["a1-c1"])
    others = (named_board("rhombus7"), named_board("hexagon19"), fewer, named_board("english"))
    for board in (*others, Board(hexagon(5).holes[1:], hexagon(5).lattice)):
        assert not is_hexagon(board)
        with pytest.raises(ProblemError, match="is not a hexagon with sides of 4 or more"):
            solve_hexagon(board, board.holes[0], None, search)
    with pytest.raises(NotOnBoardError, match="has no hole"):
        solve_hexagon(hexagon(5), (40, 0), None, search)


def test_a_core_that_nobody_solves():
    assert solve_hexagon(hexagon(8), (1, 1), None, lambda _: None) is None
