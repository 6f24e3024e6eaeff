"""Boards: in a line of the catalogue, and as the page draws them."""

from __future__ import annotations

from typing_extensions import TypedDict

from pegsolitaire.analysis import Standing, opening, vacancy_standings
from pegsolitaire.board import CATALOGUE, Board, named_board
from pegsolitaire.budget import UNLIMITED, Budget
from pegsolitaire.documents.document import document
from pegsolitaire.theory import is_anywhere, is_null_class


class BoardSummary(TypedDict):
    """A board in a line."""

    name: str
    holes: int
    jumps: int
    lattice: str
    symmetries: int
    null_class: bool


@document
class BoardDocument(TypedDict):
    """A board: what its jumps, names and places on the plane follow from."""

    name: str
    lattice: str
    holes: list[list[int]]
    """(x, y) row by row; y grows downwards"""
    taken: list[str]
    """the jumps that are not allowed"""


@document
class OpeningDocument(TypedDict):
    """What to begin with on a board."""

    start: str
    finish: str
    standing: Standing
    """how it can end: with one peg back in the empty hole, with one anywhere, never with one; or
    that is not known"""
    fewest: int | None
    """where it cannot be won, how few pegs can be left"""


@document
class PlayableDocument(BoardDocument):
    """A board, what to begin with on it, and how games from its vacancies can end."""

    opening: OpeningDocument
    vacancies: list[Standing]
    """of each hole, in the order of the holes"""


@document
class CatalogueDocument(TypedDict):
    """The boards of the catalogue."""

    boards: list[PlayableDocument]


def board_summary(board: Board) -> BoardSummary:
    """The numbers of a board."""
    return {
        "name": board.name,
        "holes": len(board),
        "jumps": len(board.jumps),
        "lattice": board.lattice.name,
        "symmetries": len(board.symmetries),
        "null_class": is_null_class(board),
    }


def board_document(board: Board) -> BoardDocument:
    """A board, to be drawn."""
    return {
        "name": board.name,
        "lattice": board.lattice.name,
        "holes": [list(hole) for hole in board.holes],
        "taken": board.taken_texts,
    }


def playable_document(board: Board, budget: Budget = UNLIMITED) -> PlayableDocument:
    """A board to play on. To find an opening may take a search, within the budget."""
    first = opening(board, budget=budget)
    return {
        **board_document(board),
        "opening": {
            "start": first.problem.start_text,
            "finish": "any" if is_anywhere(first.problem) else first.problem.finish_text,
            "standing": first.standing,
            "fewest": first.fewest,
        },
        "vacancies": list(vacancy_standings(board)),
    }


def catalogue_document() -> CatalogueDocument:
    """All boards of the catalogue."""
    return {"boards": [playable_document(named_board(name)) for name in CATALOGUE]}
