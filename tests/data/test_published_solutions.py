"""Solutions that others printed, replayed, and the file that holds them."""

from collections import Counter

import pytest
from marks import each

from pegsolitaire.board import english, square, triangle
from pegsolitaire.data import published_solutions
from pegsolitaire.game import Problem

T5 = triangle(5)
ALL = published_solutions()
GRAMIGNA = [found for found in ALL if found.source.startswith("Gramigna")]


def vacancy_of(found):
    [hole] = found.solution.start.complement
    return found.board.hole_text(hole)


# -- what comes with the library ----------------------------------------------------------------


@each("found", ALL)
def test_published_solutions_lead_to_one_peg(found):
    solution = found.solution
    assert len(solution) == len(found.board) - 2
    assert solution.solves(Problem.to_any(solution.start))
    [finish] = solution.finish
    finish = found.board.hole_text(finish)
    says = f"{vacancy_of(found)} to {finish} in {len(solution.moves)} moves"
    assert found.name in (says, f"{says} (Gramigna)")


def test_published_solutions_of_a_board():
    assert published_solutions(english()) == tuple(f for f in ALL if f.board == english())
    assert len(ALL) == 29
    assert len(set(ALL)) == len({(found.board, found.name) for found in ALL}) == len(ALL)
    assert published_solutions(square(3)) == ()
    assert [len(published_solutions(triangle(side))) for side in range(4, 11)] == [
        *(1, 9, 5, 1, 1, 1, 1)
    ]


def test_appendix_a_of_gramigna_has_one_solution_of_each_vacancy_it_lists():
    assert [(found.board.name, vacancy_of(found)) for found in GRAMIGNA] == [
        *(("english", hole) for hole in ("c1", "c2", "c3", "d1", "d2", "d3", "d4")),
        *(("french", hole) for hole in ("c1", "d2", "d3")),
        *(("triangle5", hole) for hole in ("a1", "a2", "a3", "b3")),
    ]


@pytest.fixture
def corner_solutions():
    names = ("a1 to a1 in 10 moves", "a1 to a1 in 12 moves")
    return [found.solution for found in published_solutions(T5) if found.name in names]


def jumps_regardless_of_order(solution, image):
    """How often each jump is made, after a symmetry of the board."""
    bit = T5.bit
    return Counter((image[bit(jump.start)], image[bit(jump.end)]) for jump in solution)


def test_both_solutions_of_the_triangle_corner(corner_solutions):
    assert all(solution.solves(Problem.complement(T5, "a1")) for solution in corner_solutions)
    assert [len(solution.moves) for solution in corner_solutions] == [10, 12]


def test_the_two_solutions_of_the_triangle_corner_differ_by_more_than_order(corner_solutions):
    one, other = corner_solutions
    keeping = [symmetry.image for symmetry in T5.symmetries if symmetry.image[0] == 0]
    assert len(keeping) == 2
    as_it_is, *_ = (jumps_regardless_of_order(other, image) for image in keeping)
    assert as_it_is not in [jumps_regardless_of_order(one, image) for image in keeping]
