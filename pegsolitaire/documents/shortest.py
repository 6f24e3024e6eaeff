"""Solutions with the fewest moves, of a problem and of all problems of a board.

The catalogue of the page has numbers of solutions as texts, because numbers of JavaScript end at
2**53.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from typing_extensions import TypedDict

from pegsolitaire.analysis import MoveSet, Shortest, Surveyed
from pegsolitaire.board import Board, hole_name
from pegsolitaire.data import CatalogueRow, knowledge_of
from pegsolitaire.documents.document import document, texts
from pegsolitaire.documents.problems import AnswerDocument, answer_document
from pegsolitaire.game import Problem
from pegsolitaire.theory import svss_problems

KindDocument = TypedDict("KindDocument", {"class": list[int], "solutions": int})
MoveSetDocument = TypedDict("MoveSetDocument", {"moves": str, "class": list[int]})
ClassDocument = TypedDict(
    "ClassDocument", {"class": list[int], "solutions": int, "moves": list[str]}
)
document(ClassDocument)


class ShortestDocument(AnswerDocument):
    """A solution with few moves; where they are proven the fewest, all that are as short."""

    proven: bool
    lower_bound: int | None
    solutions: int | None
    solutions_up_to_symmetry: int | None
    solutions_unordered: int | None
    classes: list[KindDocument] | None
    unordered: list[MoveSetDocument] | None


class ShortestRowDocument(TypedDict):
    """The fewest moves from a vacancy to a hole."""

    start: str
    finish: str
    solvable: bool | None
    moves: int | None
    lower_bound: int | None
    best: int | None
    solutions: int | None
    solutions_up_to_symmetry: int | None
    solutions_unordered: int | None


@document
class ListedDocument(TypedDict):
    """A problem of a board, and its solutions with the fewest moves."""

    start: str
    finish: str
    moves: int | None
    """the fewest there can be; null where there is no solution"""
    solutions: str | None
    """how many have as few, as sequences of jumps; null where that is not known"""
    solutions_up_to_symmetry: str | None
    solutions_unordered: int | None
    """up to symmetry, and regardless of the order of the moves; null where they are too many"""
    classes: list[ClassDocument]
    """these by class, each with one of them: the jumps of the longest move, of the next, and of
    the longest that can be the last"""
    shortest: list[str] | None
    """a solution, where they are not listed by class"""


@document
class SolutionsDocument(TypedDict):
    """The solutions with the fewest moves of the problems of a board, up to symmetry."""

    board: str
    problems: list[ListedDocument]
    """none where they do not come along"""
    others: int
    """how many more problems the board has, where some are listed: their fewest moves are open"""


def shortest_document(found: Shortest) -> ShortestDocument:
    """What was found."""
    every, sets = found.all, found.sets
    counts = Counter(one.kind for one in sets or ())
    return {
        **answer_document(found.problem, found.solvable, found.reason, found.solution),
        "proven": found.proven or found.solvable is False,
        "lower_bound": None if found.solvable is False else found.lower_bound,
        "solutions": None if every is None else every.raw,
        "solutions_up_to_symmetry": None if every is None else every.up_to_symmetry,
        "solutions_unordered": None if sets is None else len(sets),
        "classes": None
        if sets is None
        else [{"class": list(kind), "solutions": counts[kind]} for kind in sorted(counts)],
        "unordered": move_sets_document(sets),
    }


def shortest_row(row: Surveyed[Shortest]) -> ShortestRowDocument:
    """A problem of a table."""
    found, every, sets = row.answer, row.answer.all, row.answer.sets
    return {
        "start": hole_name(row.start),
        "finish": hole_name(row.finish),
        "solvable": found.solvable,
        "moves": found.lower_bound if found.proven else None,
        "lower_bound": None if found.solvable is False else found.lower_bound,
        "best": None if found.solution is None else len(found.solution.moves),
        "solutions": None if every is None else every.raw,
        "solutions_up_to_symmetry": None if every is None else every.up_to_symmetry,
        "solutions_unordered": None if sets is None else len(sets),
    }


def catalogue_row_document(row: CatalogueRow) -> ShortestRowDocument:
    """A problem whose solutions come along."""
    return {
        "start": row.start,
        "finish": row.finish,
        "solvable": row.moves is not None,
        "moves": row.moves,
        "lower_bound": row.moves,
        "best": row.moves,
        "solutions": row.solutions,
        "solutions_up_to_symmetry": row.up_to_symmetry,
        "solutions_unordered": row.unordered,
    }


def solutions_document(board: Board) -> SolutionsDocument:
    """The solutions with the fewest moves that come along, of all problems of a board."""
    rows = knowledge_of(board).catalogue
    others = len(list(svss_problems(board))) - len(rows) if rows else 0
    problems = [_listed(board, row) for row in rows]
    return {"board": board.name, "problems": problems, "others": others}


def _listed(board: Board, row: CatalogueRow) -> ListedDocument:
    problem = Problem(board, row.start, row.finish)
    known = knowledge_of(board).fewest(problem) if row.moves else None
    return {
        "start": row.start,
        "finish": row.finish,
        "moves": row.moves,
        "solutions": None if row.solutions is None else str(row.solutions),
        "solutions_up_to_symmetry": None
        if row.up_to_symmetry is None
        else str(row.up_to_symmetry),
        "solutions_unordered": row.unordered,
        "classes": [
            {
                "class": list(one.kind),
                "solutions": one.solutions,
                "moves": one.moves.split(", "),
            }
            for one in row.classes
        ],
        "shortest": texts(known.solution.moves)
        if known is not None and known.moves == row.moves and not row.classes
        else None,
    }


def move_sets_document(sets: Sequence[MoveSet] | None) -> list[MoveSetDocument] | None:
    """Solutions regardless of the order of their moves, each in one order, with its class."""
    if sets is None:
        return None
    return [{"moves": str(one.solution), "class": list(one.kind)} for one in sets]
