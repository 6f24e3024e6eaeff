"""The problem that a board opens with, and which vacancies can be won."""

import pytest
from marks import each

from pegsolitaire.advice import opening, vacancy_standings
from pegsolitaire.board import CATALOGUE, Board, named_board
from pegsolitaire.data import vacancy_puzzles
from pegsolitaire.errors import ProblemError
from pegsolitaire.game import Problem
from pegsolitaire.solving import solve
from pegsolitaire.theory import (
    by_distance,
    default_problem,
    feasible_finishes,
    is_anywhere,
)

BOARDS = [Board(name) for name in CATALOGUE]
SMALL = [board for board in BOARDS if len(board) <= 16]


@each("board", SMALL)
def test_standings_are_those_of_a_search(board):
    for hole, standing in zip(board, vacancy_standings(board), strict=True):
        start = board.vacancy(hole)
        won = bool(start.legal_jumps) and solve(Problem.to_any(start)).solvable
        home = default_problem(start).finishes == (start.complement.code,)
        back = won and home and solve(default_problem(start)).solvable
        assert standing == ("back" if back else "anywhere" if won else "never")


@each("board", BOARDS)
def test_a_board_opens_with_what_can_be_won(board):
    """The hole is the nearest to the middle; on triangles the last peg may be anywhere."""
    found = opening(board)
    [start] = found.problem.starts
    standings = dict(zip(board, vacancy_standings(board), strict=True))
    hole = board.holes[(board.full_code ^ start).bit_length() - 1]
    if vacancy_puzzles(board) is None:
        assert found.standing == "never"
        assert found.fewest >= 2
    else:
        assert found.fewest is None
        best = "back" if "back" in standings.values() else "anywhere"
        assert found.standing == standings[hole] == best
        nearest = next(hole for hole in by_distance(board) if standings[hole] == best)
        assert hole == nearest
        anywhere = best == "anywhere" or board.name.startswith("triangle")
        assert is_anywhere(found.problem) or not anywhere
        assert found.problem.finishes == (1 << board.bit(hole),) or anywhere


@pytest.mark.parametrize(("side", "never"), [(11, 0), (13, 31), (24, 0)])
def test_triangles_past_the_catalogue(side, never):
    board = named_board(f"triangle{side}")
    standings = vacancy_standings(board)
    assert standings.count("never") == never
    assert set(standings) - {"never"} == {"anywhere" if never else "back"}
    assert is_anywhere(opening(board).problem)


def test_a_board_of_ones_own_is_searched():
    board = Board.from_rows("ooo/ooo/ooo/ooo", "square")
    assert opening(board).standing in ("back", "anywhere")
    assert solve(opening(board).problem).solvable
    large = opening(named_board("square9"))
    assert (large.standing, str(large.problem)) == ("unknown", "square9: e5 to e5")
    with pytest.raises(ProblemError, match="no jump is possible on triangle2"):
        opening(named_board("triangle2"))


LARGE = ["o" * 3000, "/".join(["o" * 60] * 50), "triangle80"]


@each("text", LARGE)
def test_boards_of_thousands_of_holes(text):
    """Values for all vacancies are computed in one pass, not separately for each vacancy."""
    board = Board(text)
    problem = Problem(board)
    assert problem.starts[0].bit_count() == len(board) - 1
    found = vacancy_standings(board)
    for i in range(0, len(board), 500):
        start = board.vacancy(board.holes[i])
        lost = not start.legal_jumps or not feasible_finishes(start)
        assert (found[i] == "never") == lost
