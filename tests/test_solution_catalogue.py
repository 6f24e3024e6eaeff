"""The catalogue of solutions with the fewest moves: its files, what they say, and bad ones."""

import known
import pytest

from pegsolitaire.analysis import Surveyed, catalogue_row, known_table, shortest_solution, survey
from pegsolitaire.board import Board, english, named_board
from pegsolitaire.errors import NotationError, PegSolitaireError, ProblemError
from pegsolitaire.game import (
    Problem,
    catalogue_text,
    fewest_known,
    read_catalogue,
    solution_catalogue,
)
from pegsolitaire.game.solution_catalogue import _FOLDER
from pegsolitaire.theory import svss_problems

LISTED = sorted(file.name.removesuffix(".toml") for file in _FOLDER.iterdir())


def row_of(board, start, finish):
    return next(
        row for row in solution_catalogue(board) if (row.start, row.finish) == (start, finish)
    )


def test_the_central_game():
    """Bell's page on the 33-hole board: 936 solutions of 18 moves, two regardless of order."""
    row = row_of(english(), "d4", "d4")
    assert (row.moves, row.up_to_symmetry, row.unordered) == (18, 936, 2)
    # The last move of each is a single jump; one has sweeps of 5 and 4 jumps, one two of 5.
    assert [(one.kind, one.solutions) for one in row.classes] == [((5, 5, 1), 1), ((5, 4, 1), 1)]


@pytest.mark.parametrize("name", ["triangle4", "triangle5", "rectangle3x4", "truncated12"])
def test_rows_are_those_that_a_search_finds(name):
    board = named_board(name)
    assert known_table(board) == tuple(map(catalogue_row, survey(board, shortest_solution)))


@pytest.mark.slow
@pytest.mark.parametrize("finish", ["d4", "d1"])
def test_rows_of_the_central_game_are_those_that_a_search_finds(finish):
    board = english()
    found = shortest_solution(Problem.single(board, "d4", finish))
    row = Surveyed(board.hole("d4"), board.hole(finish), found)
    assert catalogue_row(row) == row_of(board, "d4", finish)


@pytest.mark.parametrize("name", LISTED)
def test_rows_agree_with_what_is_known_otherwise(name):
    board = named_board(name)
    for row in solution_catalogue(board):
        problem = Problem.single(board, row.start, row.finish)
        known = fewest_known(problem)
        assert row.moves is not None or known is None
        if known is not None:
            assert row.moves == known.moves if known.proven else row.moves <= known.moves
        for one in row.classes:  # those that a symmetry makes of each other are counted once
            assert one.member.solves(problem)
        if row.unordered:
            assert row.unordered <= row.up_to_symmetry <= row.solutions
            assert row.solutions <= row.up_to_symmetry * len(problem.group)


@pytest.mark.every(2)
@pytest.mark.parametrize("name", LISTED)
def test_files_are_read_as_they_were_written(name, tmp_path):
    board = Board.from_name(name)
    rows = solution_catalogue(board)
    path = tmp_path / "copy.toml"
    path.write_text(catalogue_text(board, rows))
    assert read_catalogue(path) == (board, rows)


GOOD = """format = 1
board = "triangle4"
[[problem]]
vacancy = "a2"
finish = "b2"
moves = 5
solutions = 2
up_to_symmetry = 2
unordered = 1
[[problem.class]]
kind = [3, 2, 1]
solutions = 1
moves = "a4-a2, a1-a3, c4-a4-a2, c3-a3-a1-c3, d4-b2"
"""


def test_a_good_file(tmp_path):
    path = tmp_path / "good.toml"
    path.write_text(GOOD)
    board, [row] = read_catalogue(path)
    assert (board, row) == (named_board("triangle4"), row_of(board, "a2", "b2"))


@pytest.mark.parametrize(
    ("before", "after", "error", "said"),
    [
        ("format = 1", "format = 2", NotationError, "later than 1"),
        ('board = "triangle4"', "", NotationError, "it has no board"),
        ("triangle4", "triangle0", PegSolitaireError, "a triangle of side 0"),
        ('vacancy = "a2"', 'vacancy = "z9"', PegSolitaireError, "problem 1: "),
        ("moves = 5", "moves = 4", ProblemError, "has 5 moves, and not 4"),
        ("moves = 5", "moves = 0", NotationError, "moves = 0 is not a number"),
        ("moves = 5", "", NotationError, "moves = None is not a number"),
        ("solutions = 2", "solutions = 0", NotationError, "unknown key 'moves'"),
        ("solutions = 2", 'solutions = "2"', NotationError, "is not a number"),
        ("up_to_symmetry = 2", "up_to_symmetry = 3", ProblemError, "cannot be"),
        ("unordered = 1", "unordered = 2", ProblemError, "not as many"),
        ("unordered = 1", "ordered = 1", NotationError, "unknown key 'ordered'"),
        ("[3, 2, 1]", "[3, 3, 1]", ProblemError, "not of class (3, 3, 1)"),
        ("[3, 2, 1]", "[3, 2, 4]", ProblemError, "not of class (3, 2, 4)"),
        ("[3, 2, 1]", "[3, 2]", NotationError, "is not a class"),
        ("[3, 2, 1]", "3", NotationError, "is not a class"),
        (", d4-b2", "", ProblemError, "does not end at b2"),
        ("a4-a2, a1-a3", "a1-a3, a4-a2", PegSolitaireError, "class 1: "),
    ],
)
def test_bad_files_are_refused(tmp_path, before, after, error, said):
    assert before in GOOD
    path = tmp_path / "bad.toml"
    path.write_text(GOOD.replace(before, after, 1))
    with pytest.raises(error) as raised:
        read_catalogue(path)
    assert said in str(raised.value)
    assert str(raised.value).startswith(str(path))


def test_boards_without_a_catalogue():
    assert solution_catalogue(named_board("square8")) == ()
    assert known_table(named_board("square8")) is None


@pytest.mark.parametrize("name", known.SHORTEST_INSIDE)
def test_what_was_found_inside_winning_sets(name):
    board = named_board(name)
    rows = {(row.start, row.finish): row for row in solution_catalogue(board)}
    for ends, numbers in known.SHORTEST_INSIDE[name].items():
        row = rows[ends]
        assert (row.moves, row.solutions, row.up_to_symmetry, row.unordered) == numbers
        assert fewest_known(Problem.single(board, *ends)).proven
    assert (known_table(board) is None) == (len(rows) < len(list(svss_problems(board))))
