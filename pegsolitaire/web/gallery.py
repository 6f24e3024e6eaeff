"""The gallery: the puzzle sets that come with the library, and those in folders of the user.

A file that is dropped into a folder is in the gallery when the page is next loaded; one that
cannot be read is left out, and the page says why.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, lru_cache
from pathlib import Path

from pegsolitaire.board import CATALOGUE, Board, hole_name
from pegsolitaire.documents.boards import CatalogueDocument, board_document, catalogue_document
from pegsolitaire.documents.document import texts
from pegsolitaire.documents.problems import FewestDocument, fewest_document
from pegsolitaire.documents.puzzles import puzzle_words
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
from pegsolitaire.web.schemas import (
    DailyDocument,
    GalleryDocument,
    PublishedDocument,
    PuzzleDocument,
    PuzzleSetDocument,
)
from pegsolitaire.web.words import MAX_HOLES, board_word

_MOST_FILES = 200


class Gallery:
    """The puzzles of the page.

    Parameters
    ----------
    folders : sequence of Path, optional
        Puzzle sets of one's own, as ``*.toml``, and folders of them.

    Examples
    --------
    >>> [one["name"] for one in Gallery().document()["sets"]][0]
    'english-classics'
    """

    def __init__(self, folders: Sequence[Path] = ()) -> None:
        self._folders = tuple(folders)

    @cached_property
    def catalogue(self) -> CatalogueDocument:
        """The boards of the catalogue."""
        return catalogue_document()

    def document(self) -> GalleryDocument:
        """All that the gallery shows."""
        own, complaints = self._own()
        return {
            "sets": [*(_set_document(one, own=True) for one in own), *_built_in()],
            "daily": _daily(),
            "solutions": _published(),
            "complaints": complaints,
        }

    @property
    def sets(self) -> tuple[PuzzleSet, ...]:
        """The sets that can be read, in the order of the document."""
        return (*self._own()[0], *_sets())

    def fewest(self, problem: Problem) -> FewestDocument:
        """The fewest moves that are known to solve a problem."""
        return _fewest(problem, _best_of(problem))

    def _own(self) -> tuple[list[PuzzleSet], list[str]]:
        sets, complaints = [], []
        found = (one.glob("*.toml") if one.is_dir() else [one] for one in self._folders)
        files = sorted(file for files in found for file in files if file.exists())
        for file in files[:_MOST_FILES]:
            try:
                sets.append(_read_own(file))
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
def _built_in() -> tuple[PuzzleSetDocument, ...]:
    return tuple(map(_set_document, _sets()))


def _set_document(puzzles: PuzzleSet, *, own: bool = False) -> PuzzleSetDocument:
    return {
        "name": puzzles.name,
        "own": own,
        # What the page asks about a board by: one of one's own has no name that others know.
        "board": {**board_document(puzzles.board), "name": board_word(puzzles.board)},
        "description": puzzles.description,
        "puzzles": list(map(_puzzle_document, puzzles)),
    }


def _puzzle_document(puzzle: Puzzle) -> PuzzleDocument:
    """A puzzle; its problem may know the hole where the puzzle says ``any``."""
    problem = read_problem(puzzle.board, puzzle.start, puzzle.finish)
    return {
        **puzzle_words(puzzle),
        # Another set may have it too, and say more of it.
        **_fewest(problem, puzzle if puzzle.solution else _best_of(problem) or puzzle),
        "problem_finish": problem.finish_text,
    }


@lru_cache(maxsize=1)
def _daily() -> list[list[DailyDocument]]:
    return [
        [{"set": name, "puzzle": puzzle.name} for name, puzzle in puzzles]
        for puzzles in daily_puzzles()
    ]


def _fewest(problem: Problem, puzzle: Puzzle | None) -> FewestDocument:
    """The fewest moves of a problem, from a puzzle that has it."""
    if puzzle is None:
        return fewest_document(problem, None)
    return fewest_document(problem, puzzle.best, puzzle.solution)


def _best_of(problem: Problem) -> Puzzle | None:
    return _best().get((problem.board.name, problem.starts, problem.finishes))


@lru_cache(maxsize=1)
def _best() -> dict[tuple[str, tuple[int, ...], tuple[int, ...]], Puzzle]:
    return {
        (one.board.name, (one.position.code,), _finishes(one)): one
        for puzzles in _sets()
        for one in puzzles
        if one.best is not None
    }


def _finishes(puzzle: Puzzle) -> tuple[int, ...]:
    return read_problem(puzzle.board, puzzle.start, puzzle.finish).finishes


@lru_cache(maxsize=1)
def _published() -> list[PublishedDocument]:
    return [
        {
            "name": one.name,
            "board": one.solution.start.board.name,
            "start": start_name(one.solution.start),
            "finish": hole_name(next(iter(one.solution.finish))),
            "moves": texts(one.solution.moves),
            "source": one.source,
        }
        for one in published_solutions()
    ]
