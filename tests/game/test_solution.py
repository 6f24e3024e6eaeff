"""Solutions are replayed when they are created."""

import known
import pytest
from marks import each

from pegsolitaire.board import Board, named_board, triangle
from pegsolitaire.errors import IllegalJumpError, NotationError, NotOnBoardError
from pegsolitaire.game import Jump, Move, Position, Problem, Solution

ENGLISH = named_board("english")
T5 = named_board("triangle5")


def published(case):
    side, vacancy, finish, count, moves = case
    board = triangle(side)
    solution = Solution.from_moves(board.vacancy(vacancy), moves.split(", "))
    return board, vacancy, finish, count, solution


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
    again = eval(repr(solution), {"Board": Board, "Position": Position, "Solution": Solution})
    assert again == solution == Solution.from_moves(solution.start, case[-1])
    assert hash(again) == hash(solution)
    assert f", {case[-1]!r})" in repr(solution)


def test_a120422():
    case = next(c for c in known.APPENDIX_B2 if c[:2] == (5, "a1"))
    *_, solution = published(case)
    assert solution.hole_numbers == known.A120422
    assert len(known.A120422) == 26


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


def test_jumps_as_texts_and_moves():
    start, texts = T5.vacancy("a1"), ["c3-a1", "e5-c3", "b4-b2"]
    solution = Solution.from_moves(start, texts)
    assert solution.jumps == tuple(map(Jump.from_text, texts))
    assert Solution(start, texts) == Solution(start, [texts[0], *map(Move, texts[1:])]) == solution
    assert Solution(start, texts).moves == solution.moves


@each(
    ("jumps", "words"),
    [
        ([5], "jump 1 of 1: 5 is not a jump"),
        ([Jump("c3-a1"), None], "jump 2 of 2: None is not a jump"),
        ("c3-a1", r"for a text write Solution\.from_moves"),
        (5, r"for a text write Solution\.from_moves"),
    ],
)
def test_what_is_no_jump_is_refused(jumps, words):
    with pytest.raises(NotationError, match=words):
        Solution(T5.vacancy("a1"), jumps)


def test_an_unfinished_solution_solves_nothing():
    solution = Solution.from_moves(T5.vacancy("a1"), ["a3-a1"])
    assert not solution.solves(Problem.complement(T5, "a1"))
    assert not Solution(ENGLISH.vacancy("d4"), []).solves(Problem.complement(T5, "a1"))
