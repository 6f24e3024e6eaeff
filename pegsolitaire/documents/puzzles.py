"""Puzzles and their sets."""

from __future__ import annotations

from typing_extensions import TypedDict

from pegsolitaire.data import Puzzle
from pegsolitaire.documents.document import document
from pegsolitaire.game import code_text, start_name


@document
class PuzzleWords(TypedDict):
    """A puzzle of a set."""

    name: str
    start: str
    start_code: str
    finish: str
    source: str
    note: str
    best: int | None
    """the fewest moves known to solve it"""
    rating: float | None
    """how hard it is, in bits"""
    difficulty: str | None
    """the rating in a word"""


def puzzle_words(puzzle: Puzzle) -> PuzzleWords:
    """A puzzle as its set has it."""
    return {
        "name": puzzle.name,
        "start": start_name(puzzle.position),
        "start_code": code_text(puzzle.position.code),
        "finish": puzzle.finish,
        "source": puzzle.source,
        "note": puzzle.note,
        "best": puzzle.best,
        "rating": puzzle.rating,
        "difficulty": puzzle.difficulty,
    }
