"""Surveys of whole boards: the Notes' statements about the 12-hole board and Wiegleb's."""

import pytest

from pegsolitaire.board import CATALOGUE, named_board
from pegsolitaire.solving import solve
from pegsolitaire.surveys import survey
from pegsolitaire.theory import svss_problems

# Boards too small for the catalogue, so that "smallest" leaves none of its families out.
TINY = (
    "triangle2",
    "triangle3",
    "rhombus2",
    "square2",
    "rectangle1x3",
    "rectangle2x3",
    "diamond3",
)


def solvable_everywhere(board):
    found = survey(board, solve)
    return bool(found) and all(one.answer.solvable for one in found)


def test_truncated12_is_the_smallest_board_with_every_problem_solvable():
    """Notes, section 3: among rotationally symmetric boards."""
    boards = [named_board(name) for name in (*CATALOGUE, *TINY)]
    turning = [b for b in boards if sum(s.is_rotation for s in b.symmetries) > 1]
    smaller = [b.name for b in turning if len(b) < 12 and solvable_everywhere(b)]
    assert len([b for b in turning if len(b) < 12]) >= 12
    assert smaller == []
    assert solvable_everywhere(named_board("truncated12"))


def test_solutions_of_a_survey_solve_their_problems():
    for one in survey(named_board("triangle5"), solve):
        if one.answer.solution:
            assert list(one.answer.solution.finish) == [one.finish]
            assert list(one.answer.solution.start.complement) == [one.start]


@pytest.mark.parametrize(("name", "solvable"), [("triangle4", 1), ("triangle5", 12)])
def test_solvable_pairs(name, solvable):
    """Triangular paper, Table 3."""
    assert sum(bool(one.answer.solvable) for one in survey(named_board(name), solve)) == solvable


def test_wiegleb_has_36_problems():
    """Notes, section 3."""
    assert len(svss_problems(named_board("wiegleb"))) == 36


def test_every_problem_of_the_english_board_is_solvable():
    found = survey(named_board("english"), solve)
    assert len(found) == 21
    assert all(one.answer.solvable for one in found)
