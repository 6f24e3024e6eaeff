"""What is known of the problems of a board, as JSON."""

from __future__ import annotations

from typing_extensions import TypedDict

from pegsolitaire.analysis import Known, vacancy_standings
from pegsolitaire.board import Board, hole_name
from pegsolitaire.data import Vacancies
from pegsolitaire.documents.document import document, texts


@document
class KnownSolutionDocument(TypedDict):
    """A solution that comes along."""

    moves: list[str]
    move_count: int
    source: str


@document
class KnownDocument(TypedDict):
    """What is known of a problem and of its images."""

    start: str
    finish: str
    solvable: bool | None
    moves: int | None
    """the fewest that are known"""
    at_least: int | None
    proof: str | None
    """why it takes so many, or why there is no solution"""
    solutions: list[KnownSolutionDocument]


class WonVacancyDocument(TypedDict):
    """A vacancy from which a game can be won."""

    start: str
    finish: str
    """its own hole, or any where it is only known that one peg can be left somewhere"""
    moves: int | None
    """the fewest there can be, where that is proven"""


@document
class VacanciesDocument(TypedDict):
    """The games from one missing peg, up to the symmetries of the board."""

    solvable: list[WonVacancyDocument]
    undecided: list[str]
    fewest_pegs: dict[str, int]
    """of vacancies that cannot be won, how few pegs can be left, where that is known"""


def vacancies_document(board: Board, known: Vacancies) -> VacanciesDocument:
    """Which vacancies of a board can be won; the others cannot, but for those undecided."""
    puzzles = () if known.puzzles is None else known.puzzles
    standings = vacancy_standings(board)
    firsts = (orbit[0] for orbit in board.orbits)
    undecided = [hole_name(board.holes[i]) for i in firsts if standings[i] == "unknown"]
    return {
        "solvable": [
            {
                "start": hole_name(next(iter(one.position.complement))),
                "finish": one.finish,
                "moves": one.best,
            }
            for one in puzzles
        ],
        "undecided": undecided,
        "fewest_pegs": known.fewest,
    }


def known_document(row: Known) -> KnownDocument:
    """A problem, and what is known of it."""
    proven = row.impossible or row.bound
    return {
        "start": row.pair.start,
        "finish": row.pair.finish,
        "solvable": False if row.impossible else True if row.solutions else None,
        "moves": row.moves,
        "at_least": None if row.bound is None else row.bound.moves,
        "proof": None if proven is None else proven.source,
        "solutions": [
            {
                "moves": texts(one.solution.moves),
                "move_count": len(one.solution.moves),
                "source": one.source,
            }
            for one in row.solutions
        ],
    }
