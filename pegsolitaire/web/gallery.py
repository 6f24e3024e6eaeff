"""The gallery: the puzzle sets that come with the library, and those in folders of the user.

A file that is dropped into a folder is in the gallery when the page is next loaded; one that
cannot be read is left out, and the page says why.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, lru_cache
from pathlib import Path

from pegsolitaire.board import CATALOGUE, Board, hole_name
from pegsolitaire.errors import BoardTooLargeError, PegSolitaireError
from pegsolitaire.game import (
    Problem,
    Puzzle,
    PuzzleSet,
    daily_puzzles,
    published_solutions,
    puzzle_set,
    puzzle_sets,
    read_puzzles,
    start_name,
    vacancy_puzzles,
)
from pegsolitaire.theory import read_problem
from pegsolitaire.web import documents
from pegsolitaire.web.words import MAX_HOLES

_MOST_FILES = 200


class Gallery:
    """The puzzles of the page.

    Parameters
    ----------
    folders : sequence of Path, optional
        Folders with puzzle sets of one's own, as ``*.toml``.

    Examples
    --------
    >>> [one["name"] for one in Gallery().document()["sets"]][0]
    'english-classics'
    """

    def __init__(self, folders: Sequence[Path] = ()) -> None:
        self._folders = tuple(folders)

    @cached_property
    def catalogue(self) -> documents.Document:
        """The boards of the catalogue."""
        return documents.catalogue_document()

    def document(self) -> documents.Document:
        """All that the gallery shows."""
        own, complaints = self._own()
        return {
            "sets": [*own, *_built_in()],
            "daily": _daily(),
            "solutions": _published(),
            "complaints": complaints,
        }

    def fewest(self, problem: Problem) -> documents.Document:
        """The fewest moves that are known to solve a problem."""
        best = _best().get((problem.board.name, problem.starts, problem.finishes))
        return documents.fewest_document(problem, best)

    def _own(self) -> tuple[list[documents.Document], list[str]]:
        sets, complaints = [], []
        files = sorted(file for folder in self._folders for file in folder.glob("*.toml"))
        for file in files[:_MOST_FILES]:
            try:
                sets.append(documents.puzzle_set_document(_read_own(file), own=True))
            except PegSolitaireError as error:
                complaints.append(str(error))
        return sets, complaints


def _read_own(file: Path) -> PuzzleSet:
    puzzles = read_puzzles(file)
    if len(puzzles.board) > MAX_HOLES:
        raise BoardTooLargeError(
            f"{file}: {puzzles.board.name} has more than {MAX_HOLES} holes, "
            "the most that the page plays on"
        )
    return puzzles


@lru_cache(maxsize=1)
def _sets() -> tuple[PuzzleSet, ...]:
    vacancies = (vacancy_puzzles(Board.from_name(name)) for name in CATALOGUE)
    return (*map(puzzle_set, puzzle_sets()), *(one for one in vacancies if one))


@lru_cache(maxsize=1)
def _built_in() -> tuple[documents.Document, ...]:
    return tuple(map(documents.puzzle_set_document, _sets()))


@lru_cache(maxsize=1)
def _daily() -> list[list[documents.Document]]:
    return [
        [{"set": name, "puzzle": puzzle.name} for name, puzzle in puzzles]
        for puzzles in daily_puzzles()
    ]


@lru_cache(maxsize=1)
def _best() -> dict[tuple[str, tuple[int, ...], tuple[int, ...]], int]:
    return {
        (one.board.name, (one.position.code,), _finishes(one)): one.best
        for puzzles in _sets()
        for one in puzzles
        if one.best is not None
    }


def _finishes(puzzle: Puzzle) -> tuple[int, ...]:
    return read_problem(puzzle.board, puzzle.start, puzzle.finish).finishes


@lru_cache(maxsize=1)
def _published() -> list[documents.Document]:
    return [
        {
            "name": one.name,
            "board": one.solution.start.board.name,
            "start": start_name(one.solution.start),
            "finish": hole_name(next(iter(one.solution.finish))),
            "moves": documents.texts(one.solution.moves),
            "source": one.source,
        }
        for one in published_solutions()
    ]
