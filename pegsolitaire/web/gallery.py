"""The puzzles that the page shows: the built-in sets, and the sets in the user's folders.

A file that is copied into a folder appears in the gallery the next time the page loads. A file
that cannot be read is left out; the page, and the terminal at the start, show the error.
"""

from __future__ import annotations

import gzip
import json
import threading
from collections.abc import Iterable, Sequence
from datetime import date
from functools import cached_property, lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from pegsolitaire.board import CATALOGUE, named_board
from pegsolitaire.data import (
    Puzzle,
    PuzzleSet,
    daily_lists,
    published_solutions,
    puzzle_set,
    puzzle_sets,
    read_puzzles,
    vacancy_puzzles,
)
from pegsolitaire.errors import BoardTooLargeError, PegSolitaireError
from pegsolitaire.game import Problem
from pegsolitaire.game.position import code_text
from pegsolitaire.results import Document
from pegsolitaire.solving import Fewest, fewest_known
from pegsolitaire.web.compression import Content
from pegsolitaire.web.documents import (
    Catalogue,
    DailyDocument,
    DailyPuzzle,
    GalleryDocument,
    Geometry,
    PublishedSolution,
    PuzzleDocument,
    PuzzleSetDocument,
    playable,
)
from pegsolitaire.web.pasted import MAX_HOLES, board_word

_MAX_PUZZLE_FILES = 200


_MAX_ERROR_CHARACTERS = 900  # characters of an error message


_Stamp = tuple[int, ...]


class Gallery:
    """The puzzles that the page shows.

    Parameters
    ----------
    folders : sequence of Path, optional
        The user's own puzzle sets: files, or folders of ``*.toml`` files.

    Examples
    --------
    >>> [one["name"] for one in Gallery().document()["sets"]][0]
    'english-classics'
    """

    def __init__(self, folders: Sequence[Path] = ()) -> None:
        self._folders = tuple(folders)
        self._lock = threading.Lock()
        self._read: dict[Path, tuple[_Stamp, PuzzleSet | str]] = {}
        self._content: tuple[object, Content] | None = None

    @cached_property
    def catalogue(self) -> Document:
        """The boards of the catalogue."""
        return Catalogue([playable(named_board(name)) for name in CATALOGUE]).to_json()

    def content(self) -> Content:
        """The gallery as an HTTP response, which is rebuilt when a file has changed."""
        with self._lock:
            own = self._own()
            if self._content is None or self._content[0] != own:
                self._content = own, Content.of_document(_document(*own))
            return self._content[1]

    def document(self) -> Document:
        """The document with everything that the gallery shows."""
        return _document(*self._own())

    def part(self, day: date, problem: Problem | None = None) -> Document:
        """The part of the gallery that a game needs: a thousandth of it.

        It has the puzzle of a day, the daily list of that day of the week, and the puzzles that
        pose a problem.

        Examples
        --------
        >>> [one["name"] for one in Gallery().part(date(2026, 11, 29))["sets"]]
        ['english-symmetric']
        """
        document = self.document()
        wanted = {_puzzle_of(document["daily"], day)}
        posed = problem and (
            board_word(problem.board),
            code_text(problem.starts[0]),
            problem.finish,
        )

        def shown(puzzles: Document) -> list[Document]:
            return [
                puzzle
                for puzzle in puzzles["puzzles"]
                if (puzzles["name"], puzzle["name"]) in wanted
                or (puzzles["board"]["name"], puzzle["start_code"], puzzle["problem_finish"])
                == posed
            ]

        sets = [{**puzzles, "puzzles": shown(puzzles)} for puzzles in document["sets"]]
        sets = [puzzles for puzzles in sets if puzzles["puzzles"]]

        def only_today(pools: list[list[Document]]) -> list[list[Document]]:
            return [pool if i == day.weekday() else [] for i, pool in enumerate(pools)]

        daily = [{**lists, "days": only_today(lists["days"])} for lists in document["daily"]]
        return {**document, "sets": sets, "daily": daily, "solutions": []}

    @property
    def complaints(self) -> tuple[str, ...]:
        """The errors in the user's files that are left out, with one line for each file."""
        return self._own()[1]

    def fewest(self, problem: Problem) -> Fewest:
        """The fewest moves known for a solution of a problem."""
        return _fewest(problem, _best_of(problem))

    def _own(self) -> tuple[tuple[PuzzleSet, ...], tuple[str, ...]]:
        """The user's own sets, and the errors of files that cannot be read."""
        files = sorted(file for folder in self._folders for file in _files(folder))
        own_sets = [self._own_set(file) for file in files[:_MAX_PUZZLE_FILES]]
        complaints = [item for item in own_sets if isinstance(item, str)]
        if len(files) > _MAX_PUZZLE_FILES:
            complaints.append(
                f"{files[_MAX_PUZZLE_FILES]} and what comes after it is left out: the page shows "
                f"{_MAX_PUZZLE_FILES} files of your own at most"
            )
        return tuple(item for item in own_sets if isinstance(item, PuzzleSet)), tuple(complaints)

    def _own_set(self, file: Path) -> PuzzleSet | str:
        """The set in a file, or the file's error. The file is read again whenever it changes."""
        stamp = _stamp(file)
        known = self._read.get(file)
        if known is None or known[0] != stamp:
            try:
                known = stamp, read_own(file)
            except PegSolitaireError as error:
                known = stamp, " ".join(str(error).split())[:_MAX_ERROR_CHARACTERS]
            self._read[file] = known
        return known[1]


def _files(folder: Path) -> Iterable[Path]:
    """The puzzle files in a folder. If the path names a file, the result is that file."""
    return [folder] if folder.is_file() else folder.glob("*.toml")


def _stamp(file: Path) -> _Stamp:
    """A stamp that changes whenever the file changes. It is empty if the path is not a file."""
    try:
        status = file.stat()
    except OSError:
        return ()
    return status.st_mtime_ns, status.st_size, status.st_ino


def read_own(file: Path) -> PuzzleSet:
    """Read one of the user's own puzzle sets, if the page can play it.

    Raises
    ------
    PegSolitaireError
        If the set cannot be read, or is on a board that is too large.
    """
    puzzles = read_puzzles(file)
    if len(puzzles.board) > MAX_HOLES:
        raise BoardTooLargeError(
            f"{file}: {puzzles.board.name} has more than {MAX_HOLES} holes, "
            "the most that the page plays on"
        )
    return puzzles


def _puzzle_of(lists: Sequence[Document], day: date) -> tuple[str, str] | None:
    """The set and the name of the puzzle of a day, chosen as the page does."""
    begun = [found["days"] for found in lists if date.fromisoformat(found["since"]) <= day]
    pool = begun[-1][day.weekday()] if begun else []
    if not pool:
        return None
    weeks = (day - date(1970, 1, 5)).days // 7 + 1  # since the week of the first day
    chosen = pool[weeks % len(pool)]
    return chosen["set"], chosen["puzzle"]


def _document(own: Sequence[PuzzleSet], complaints: Sequence[str]) -> Document:
    built_in = _built_in()
    return {
        **built_in,
        "sets": [
            *(_set_document(puzzles, own=True).to_json() for puzzles in own),
            *built_in["sets"],
        ],
        "complaints": list(complaints),
    }


@lru_cache(maxsize=1)
def _built_in() -> Document:
    document: Document = json.loads(gzip.decompress(built_in_file().read_bytes()))
    return document


def built_in_file() -> Traversable:
    """The file with :func:`built_in_gallery`, so that the server need not compute it."""
    return files("pegsolitaire.web") / "data" / "puzzles.json.gz"


def built_in_gallery() -> Document:
    """Compute the part of the gallery that is the same for everybody.

    Reading the built-in puzzle sets and replaying all solutions takes more than a second.
    Therefore, `python tools/make_data.py gallery` writes this document to :func:`built_in_file`.
    """
    sets = [_set_document(puzzles) for puzzles in _sets()]
    published = list(map(PublishedSolution.of, published_solutions()))
    return GalleryDocument(sets, _daily(), published, []).to_json()


def _sets(*boards: str) -> list[PuzzleSet]:
    """The built-in puzzle sets of the given boards, or of all boards."""
    names = [name for name in puzzle_sets() if not boards or name.startswith(f"{boards[0]}-")]
    vacancies = (vacancy_puzzles(named_board(name)) for name in boards or CATALOGUE)
    return [*map(puzzle_set, names), *(vacancy for vacancy in vacancies if vacancy)]


def _set_document(puzzles: PuzzleSet, *, own: bool = False) -> PuzzleSetDocument:
    # The name by which the page requests a board, because the user's own boards have no name in
    # the catalogue.
    board = Geometry.of(puzzles.board, board_word(puzzles.board))
    documents = list(map(_puzzle_document, puzzles))
    return PuzzleSetDocument(puzzles.name, own, board, puzzles.description, documents)


def _puzzle_document(puzzle: Puzzle) -> PuzzleDocument:
    """A puzzle as a document, with the finish of its problem."""
    problem = _problem_of(puzzle)
    # Another set may contain the same problem with a better solution.
    fewest = _fewest(problem, puzzle if puzzle.solution else _best_of(problem) or puzzle)
    return PuzzleDocument(
        **vars(fewest),
        name=puzzle.name,
        theme=puzzle.theme,
        start=puzzle.start,
        start_code=puzzle.position,
        finish=puzzle.finish,
        source=puzzle.source,
        note=puzzle.note,
        rating=puzzle.rating,
        difficulty=puzzle.difficulty,
        problem_finish=problem.finish,
    )


def _daily() -> list[DailyDocument]:
    return [
        DailyDocument(
            daily_list.since.isoformat(),
            [[DailyPuzzle(name, puzzle.name) for name, puzzle in day] for day in daily_list.days],
        )
        for daily_list in daily_lists()
    ]


def _fewest(problem: Problem, puzzle: Puzzle | None) -> Fewest:
    """The fewest moves of a problem, taken from a puzzle with the same problem."""
    if puzzle is None:
        return fewest_known(problem, None)
    return fewest_known(problem, puzzle.best, puzzle.solution)


def _best_of(problem: Problem) -> Puzzle | None:
    name = problem.board.name
    return _best(name).get((problem.starts, problem.finishes)) if name in CATALOGUE else None


@lru_cache(maxsize=len(CATALOGUE))
def _best(name: str) -> dict[tuple[tuple[int, ...], tuple[int, ...]], Puzzle]:
    """The puzzles of a board with a known number of moves, by the codes of their problems."""
    problems = (
        (_problem_of(puzzle), puzzle)
        for puzzles in _sets(name)
        for puzzle in puzzles
        if puzzle.best
    )
    return {(problem.starts, problem.finishes): entry for problem, entry in problems}


def _problem_of(puzzle: Puzzle) -> Problem:
    return (
        Problem.to_any(puzzle.position)
        if puzzle.finish == "any"
        else Problem(puzzle.position, puzzle.board.single(puzzle.finish))
    )
