"""All small boards, compared with a slow reference version and known numbers of polyominoes."""

import json

import naive
import pytest

from pegsolitaire import surveys
from pegsolitaire.board import FLAT, SQUARE, SQUARE_DIAGONAL, TRIANGULAR, Board
from pegsolitaire.board.lattice import CUBIC
from pegsolitaire.cli.main import run
from pegsolitaire.errors import BoardTooLargeError, ProblemError
from pegsolitaire.game import Pattern, Problem
from pegsolitaire.papers.parts import third_turns
from pegsolitaire.solving import solve
from pegsolitaire.surveys import census
from pegsolitaire.theory import feasible_finishes

# Free polyominoes (A000105), polyhexes (A000228) and polyplets (A030222).
NUMBERS = {
    SQUARE: [1, 1, 2, 5, 12, 35, 108, 369, 1285, 4655],
    TRIANGULAR: [1, 1, 3, 7, 22, 82, 333, 1448],
    SQUARE_DIAGONAL: [1, 2, 5, 22, 94, 524, 3031],
}


@pytest.mark.parametrize("lattice", NUMBERS, ids=lambda lattice: lattice.name)
def test_numbers_of_boards(lattice):
    found = [len(one) for one in census(lattice, len(NUMBERS[lattice]))]
    assert found == NUMBERS[lattice]


def all_boards(lattice, holes):
    """Build all boards of this size by adding one hole after another."""
    level = {Pattern.of(lattice, [(0, 0)])}
    for _ in range(holes - 1):
        level = {
            Pattern.of(lattice, [*pattern, (x + dx, y + dy)])
            for pattern in level
            for x, y in pattern
            for dx, dy in lattice.directions
            if (x + dx, y + dy) not in set(pattern)
        }
    return level


@pytest.mark.parametrize(
    ("lattice", "most"), [(SQUARE, 7), (TRIANGULAR, 6), (SQUARE_DIAGONAL, 5)], ids=str
)
def test_against_the_naive_twin(lattice, most):
    for one in census(lattice, most):
        expected, playable = {}, 0
        for pattern in all_boards(lattice, one.holes):
            board = Board(pattern.holes, lattice)
            ends = [naive.code(board, {hole}) for hole in board.holes]
            if set(board.holes) != {hole for jump in naive.jumps(board) for hole in jump}:
                continue
            playable += 1
            solved = {
                hole
                for hole in board.holes
                if one.holes > 1 and naive.solvable(board, naive.vacancy(board, hole), ends)
            }
            if solved:
                expected[board.holes] = solved
        found = {
            board.holes: {board.holes[i] for i in vacancies} for board, vacancies in one.solvable()
        }
        assert found == expected
        assert one.row.playable == playable
        assert one.row.some == len(expected)
        whole = {holes for holes, solved in expected.items() if len(solved) == one.holes}
        assert {board.holes for board, _ in one.solvable(everywhere=True)} == whole
        assert one.row.every == len(whole)


def test_mistakes(complaint):
    with pytest.raises(ProblemError, match="give 1 or more"):
        list(census(SQUARE, 0))
    with pytest.raises(ProblemError, match="in the plane"):
        list(census(CUBIC, 3))
    with pytest.raises(BoardTooLargeError, match="give at most 18"):
        list(census(SQUARE, 19))
    assert "choose one of " + ", ".join(FLAT) in complaint("patterns", "boards", "cubic")
    assert "end with .csv or .parquet" in complaint(
        "patterns", "boards", "square", "--to", "boards.txt"
    )


def test_interrupted(capsys, monkeypatch, tmp_path):
    def some(lattice, holes, work):
        yield from census(lattice, 3)
        raise KeyboardInterrupt

    monkeypatch.setattr(surveys, "census", some)
    assert run(["patterns", "boards", "square", "--json", "--to", str(tmp_path / "x.csv")]) == 130
    shown = json.loads(capsys.readouterr().out)
    assert (len(shown["rows"]), shown["interrupted"], shown["path"]) == (3, True, None)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("lattice", "picture"),
    [
        (SQUARE, " o/ o o/oooo/ oooo/ o o/   o"),
        (TRIANGULAR, "o/ ooo/  o/  o"),
        (SQUARE_DIAGONAL, "o/ ooo/  o/  o"),
    ],
    ids=lambda one: getattr(one, "name", None),
)
def test_the_smallest_that_every_vacancy_solves(lattice, picture):
    """Each vacancy is solved by a search, which replays its solution."""
    board = Board.from_rows(picture, lattice)
    for hole in board.holes:
        assert solve(Problem.to_any(board.vacancy(hole))).solution is not None


@pytest.mark.parametrize(
    "picture", ["o/.ooo/..o/..o", "oo/.o/oooo/.o.o"], ids=["6 holes", "9 holes"]
)
def test_boards_smaller_than_12_holes_whose_problems_are_all_solvable(picture):
    """Both boards have threefold symmetry, and section 3 of the Notes gives 12 as the minimum."""
    rows = enumerate(picture.split("/"))
    board = Board([(x, y) for y, row in rows for x, c in enumerate(row) if c == "o"], TRIANGULAR)
    assert len(third_turns(board)) == 3
    for hole in board.holes:
        start = board.vacancy(hole)
        assert start.legal_jumps
        feasible = {board.holes[i] for i in feasible_finishes(start)}
        assert naive.reachable_finishes(board, start.code) == feasible != set()
