"""Solutions are replayed when they are created."""

import known
import pytest
from marks import each

from pegsolitaire.board import Board, named_board, triangle
from pegsolitaire.errors import IllegalJumpError, NotationError, NotOnBoardError
from pegsolitaire.game import Jump, Move, Position, Problem, Solution

ENGLISH = named_board("english")
T5 = named_board("triangle5")


# -- solutions ----------------------------------------------------------------------------------


def published(case):
    side, vacancy, finish, count, moves = case
    board = triangle(side)
    return (
        board,
        vacancy,
        finish,
        count,
        Solution.from_moves(board.vacancy(vacancy), moves.split(", ")),
    )


CASES = each("case", known.APPENDIX_B2)


@CASES
def test_published_solutions_replay(case):
    board, vacancy, finish, count, solution = published(case)
    assert solution.finish == board.single(finish)
    assert solution.solves(Problem(board, vacancy, finish))
    assert len(solution) == len(board) - 2 == len(list(solution))
    assert len(solution.positions) == len(board) - 1
    assert str(solution) == case[-1]
    if count:
        assert len(solution.moves) == count


@CASES
def test_reversed_solutions_solve_the_reverse_problem(case):
    board, vacancy, finish, _, solution = published(case)
    back = solution.reversed()
    assert back.solves(Problem(board, finish, vacancy))
    assert back.jumps == solution.jumps[::-1]
    assert back.reversed() == solution


@CASES
def test_solution_repr(case):
    *_, solution = published(case)
    names = {
        "Board": Board,
        "Position": Position,
        "Solution": Solution,
        "Jump": Jump,
        "Move": Move,
    }
    assert eval(repr(solution), names) == solution == Solution.from_moves(solution.start, case[-1])
    assert f", {case[-1]!r})" in repr(solution)
    assert hash(eval(repr(solution), names)) == hash(solution)


def test_a120422():
    case = next(c for c in known.APPENDIX_B2 if c[:2] == (5, "a1"))
    *_, solution = published(case)
    assert solution.hole_numbers == known.A120422
    assert len(known.A120422) == 26


def test_the_other_solution_of_section_2_3():
    moves = "a3-a1 c5-a3 a5-c5 d5-b5 c3-c5 b5-d5 e5-c5 a1-c3 d4-b2 a4-a2 b2-b4 c5-a3-a1"
    solution = Solution.from_moves(T5.vacancy("a1"), moves.split())
    assert solution.solves(Problem.complement(T5, "a1"))


def test_solutions_refuse_illegal_jumps():
    start = T5.vacancy("a1")
    with pytest.raises(IllegalJumpError):
        Solution.from_moves(start, ["a3-a1", "a3-a1"])
    with pytest.raises(IllegalJumpError):
        Solution(start, [Jump((0, 0), (0, 2))])
    with pytest.raises(NotOnBoardError):
        Solution.from_moves(start, ["a3-c1"])
    with pytest.raises(NotationError):
        Solution.from_moves(start, ["a3"])


def test_an_unfinished_solution_solves_nothing():
    solution = Solution.from_moves(T5.vacancy("a1"), ["a3-a1"])
    assert not solution.solves(Problem.complement(T5, "a1"))
    assert not Solution(ENGLISH.vacancy("d4"), []).solves(Problem.complement(T5, "a1"))
