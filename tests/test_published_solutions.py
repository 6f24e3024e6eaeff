"""Solutions that others printed, replayed."""

from collections import Counter

import known
import pytest

from pegsolitaire.board import Board, triangle
from pegsolitaire.game import Problem, Solution
from pegsolitaire.theory import any_finish

T5 = triangle(5)


def jumps_regardless_of_order(solution, image):
    """How often each jump is made, after a symmetry of the board."""
    index = T5.index
    return Counter((image[index(jump.start)], image[index(jump.end)]) for jump in solution)


@pytest.mark.parametrize(
    "case", known.GRAMIGNA_APPENDIX_A, ids=lambda case: f"{case[0]}-{case[1]}"
)
def test_appendix_a_of_gramigna(case):
    name, vacancy, finish, jumps = case
    board = Board.from_name(name)
    solution = Solution.from_moves(board.vacancy(vacancy), jumps.split())
    assert len(solution) == len(jumps.split()) == len(board) - 2
    assert solution.finish == board.single(finish)
    assert solution.solves(any_finish(solution.start))


def test_appendix_a_of_gramigna_has_one_solution_of_each_vacancy_it_lists():
    listed = [(name, vacancy) for name, vacancy, _, _ in known.GRAMIGNA_APPENDIX_A]
    assert listed == [
        *(("french", hole) for hole in ("c1", "d2", "d3")),
        *(("english", hole) for hole in ("c1", "c2", "c3", "d1", "d2", "d3", "d4")),
        *(("triangle5", hole) for hole in ("a1", "a2", "a3", "b3")),
    ]


@pytest.fixture
def corner_solutions():
    first = next(case[-1] for case in known.APPENDIX_B2 if case[:2] == (5, "a1"))
    return [
        Solution.from_moves(T5.vacancy("a1"), moves.split(", "))
        for moves in (first, known.TRIANGLE5_CORNER_SECOND)
    ]


def test_both_solutions_of_the_triangle_corner(corner_solutions):
    assert all(solution.solves(Problem.complement(T5, "a1")) for solution in corner_solutions)
    assert [len(solution.moves) for solution in corner_solutions] == [10, 12]


def test_the_two_solutions_of_the_triangle_corner_differ_by_more_than_order(corner_solutions):
    one, other = corner_solutions
    keeping = [symmetry.image for symmetry in T5.symmetries if symmetry.image[0] == 0]
    assert len(keeping) == 2
    as_it_is, *_ = (jumps_regardless_of_order(other, image) for image in keeping)
    assert as_it_is not in [jumps_regardless_of_order(one, image) for image in keeping]
