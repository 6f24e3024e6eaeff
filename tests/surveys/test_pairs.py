"""Surveys of whole boards, and the catalogue of their solutions."""

import known
import pytest
from marks import each

from pegsolitaire.board import CATALOGUE, english, named_board
from pegsolitaire.data import knowledge_of
from pegsolitaire.data.knowledge import known_boards
from pegsolitaire.game import Problem, Solution
from pegsolitaire.solving import shortest, solve
from pegsolitaire.surveys import Surveyed, known_table, survey
from pegsolitaire.theory import svss_problems
from tools.make_data import catalogue_row

LISTED = [name for name in known_boards() if knowledge_of(named_board(name)).catalogue]


def row_of(board, start, finish):
    return next(
        row for row in knowledge_of(board).catalogue if (row.start, row.finish) == (start, finish)
    )


def test_the_central_game():
    """Bell's page on the 33-hole board: 936 solutions of 18 moves, two apart from the order."""
    row = row_of(english(), "d4", "d4")
    assert (row.moves, row.up_to_symmetry, row.unordered) == (18, 936, 2)
    # Both end with a single jump; one has two sweeps of 5 jumps, the other sweeps of 5 and 4.
    assert [(one.kind, one.solutions) for one in row.classes] == [((5, 5, 1), 1), ((5, 4, 1), 1)]


@pytest.mark.every(4)
@pytest.mark.parametrize("name", ["triangle4", "triangle5", "rectangle3x4", "truncated12"])
def test_rows_are_those_that_a_search_finds(name):
    board = named_board(name)
    assert known_table(board) == tuple(map(catalogue_row, survey(board, shortest)))


@pytest.mark.slow
@pytest.mark.parametrize("finish", ["d4", "d1"])
def test_rows_of_the_central_game_are_those_that_a_search_finds(finish):
    board = english()
    found = shortest(Problem(board, "d4", finish))
    row = Surveyed(board.hole("d4"), board.hole(finish), found)
    assert catalogue_row(row) == row_of(board, "d4", finish)


@pytest.mark.slow
@each("name", LISTED)
def test_rows_agree_with_what_is_known_otherwise(name):
    board = named_board(name)
    for row in knowledge_of(board).catalogue:
        problem = Problem(board, row.start, row.finish)
        known = knowledge_of(problem.board).fewest(problem)
        assert row.moves is not None or known is None
        if known is not None:
            assert row.moves == known.moves if known.proven else row.moves <= known.moves
        for one in row.classes:  # only one solution of each class is listed
            member = Solution.from_moves(board.vacancy(row.start), one.moves.split(", "))
            assert member.solves(problem)
        if row.unordered:
            assert row.unordered <= row.up_to_symmetry <= row.solutions
            assert row.solutions <= row.up_to_symmetry * len(problem.group)


def test_boards_without_a_catalogue():
    assert knowledge_of(named_board("square8")).catalogue == ()
    assert known_table(named_board("square8")) is None


@pytest.mark.parametrize("name", known.SHORTEST_INSIDE)
def test_what_was_found_inside_winning_sets(name):
    board = named_board(name)
    rows = {(row.start, row.finish): row for row in knowledge_of(board).catalogue}
    for ends, numbers in known.SHORTEST_INSIDE[name].items():
        row = rows[ends]
        assert (row.moves, row.solutions, row.up_to_symmetry, row.unordered) == numbers
        assert knowledge_of(board).fewest(Problem(board, *ends)).proven
    assert (known_table(board) is None) == (len(rows) < len(svss_problems(board)))


# -- survey ------------------------------------------------------------------------------------


#: Boards too small for the catalogue, so that all small boards of its families are included.
TINY = (
    "triangle2", "triangle3", "rhombus2", "square2", "rectangle1x3", "rectangle2x3", "diamond3",
)  # fmt: skip


def solvable_everywhere(board):
    found = survey(board, solve)
    return bool(found) and all(one.answer.solvable for one in found)


def test_truncated12_is_the_smallest_board_with_every_problem_solvable():
    """Section 3 of the Notes states this for rotationally symmetric boards."""
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
    """Table 3 of the triangular paper gives these numbers."""
    assert sum(bool(one.answer.solvable) for one in survey(named_board(name), solve)) == solvable


def test_every_problem_of_the_english_board_is_solvable():
    found = survey(named_board("english"), solve)
    assert len(found) == 21
    assert all(one.answer.solvable for one in found)
