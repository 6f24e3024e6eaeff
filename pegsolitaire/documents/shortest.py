"""Solutions with the fewest moves, of a problem and of all problems of a board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from typing_extensions import TypedDict

from pegsolitaire.analysis import MoveSet, Shortest, ShortestRow
from pegsolitaire.board import hole_name
from pegsolitaire.documents.problems import AnswerDocument, answer_document

KindDocument = TypedDict("KindDocument", {"class": list[int], "solutions": int})
MoveSetDocument = TypedDict("MoveSetDocument", {"moves": str, "class": list[int]})


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


def shortest_document(found: Shortest, sets: Sequence[MoveSet] | None) -> ShortestDocument:
    """What was found; the sets are its solutions regardless of order, where they were listed."""
    every = found.all
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


def shortest_row(row: ShortestRow) -> ShortestRowDocument:
    """A problem of a table."""
    found, every = row.found, row.found.all
    return {
        "start": hole_name(row.start),
        "finish": hole_name(row.finish),
        "solvable": found.solvable,
        "moves": found.lower_bound if found.proven else None,
        "lower_bound": None if found.solvable is False else found.lower_bound,
        "best": None if found.solution is None else len(found.solution.moves),
        "solutions": None if every is None else every.raw,
        "solutions_up_to_symmetry": None if every is None else every.up_to_symmetry,
        "solutions_unordered": row.unordered,
    }


def move_sets_document(sets: Sequence[MoveSet] | None) -> list[MoveSetDocument] | None:
    """Solutions regardless of the order of their moves, each in one order, with its class."""
    if sets is None:
        return None
    return [{"moves": str(one.solution), "class": list(one.kind)} for one in sets]
