"""Answers that do not change: made once, compressed once, and then given without any work.

Each has an ETag, so that a browser that has it already is told so in a few bytes. Other answers
are compressed on their way (`starlette.middleware.gzip`), streams of events never.
"""

from __future__ import annotations

import gzip
import json
import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from hashlib import blake2b
from pathlib import Path

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import Response

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
from pegsolitaire.results import Document, to_json
from pegsolitaire.solving import Fewest, fewest_known
from pegsolitaire.theory import read_problem
from pegsolitaire.web.documents import catalogue_json
from pegsolitaire.web.jobs import Back
from pegsolitaire.web.words import MAX_HOLES, board_word

#: Bytes from which on an answer is compressed: below, a packet is a packet.
LEAST_PACKED = 1000
_MOST_KEPT = 64  # a third of them the boards of the catalogue


@dataclass(frozen=True)
class Content:
    """The bytes of an answer, as they are and compressed.

    Attributes
    ----------
    body : bytes
    packed : bytes or None
        The same in gzip, where that is smaller.
    media_type : str
    tag : str
        What tells it from other contents.
    """

    body: bytes
    packed: bytes | None
    media_type: str
    tag: str

    @classmethod
    def of(cls, body: bytes, media_type: str) -> Content:
        """The content of some bytes.

        Examples
        --------
        >>> content = Content.of(b"peg " * 1000, "text/plain")
        >>> len(content.body), len(content.packed) < 100
        (4000, True)
        """
        packed = gzip.compress(body, mtime=0) if len(body) >= LEAST_PACKED else None
        if packed is not None and len(packed) >= len(body):
            packed = None
        return cls(body, packed, media_type, blake2b(body, digest_size=12).hexdigest())

    @classmethod
    def of_document(cls, document: Mapping[str, object]) -> Content:
        """The content of a document, as JSON without blanks."""
        text = json.dumps(document, ensure_ascii=False, separators=(",", ":"))
        return cls.of(text.encode(), "application/json")

    def answer(self, headers: Headers) -> Response:
        """The answer to a request with these headers: the client may know the content already."""
        packed = self.packed if takes_gzip(headers) else None
        # Compressed bytes are others, and have a tag of their own.
        tag = f'"{self.tag}-gzip"' if packed else f'"{self.tag}"'
        told = {"etag": tag, "cache-control": "no-cache"}
        if self.packed:
            told["vary"] = "Accept-Encoding"
        if _knows(headers.get("if-none-match", ""), tag):
            return Response(status_code=304, headers=told)
        if packed:
            told["content-encoding"] = "gzip"
        return Response(packed or self.body, headers=told, media_type=self.media_type)


def takes_gzip(headers: Headers) -> bool:
    """Whether a client reads gzip.

    Examples
    --------
    >>> [takes_gzip(Headers({"accept-encoding": one})) for one in ("br, gzip", "gzip;q=0", "")]
    [True, False, False]
    """
    for word in headers.get("accept-encoding", "").lower().split(","):
        name, _, weight = word.replace(" ", "").partition(";q=")
        if name in ("gzip", "x-gzip"):
            return not weight or weight.strip("0.") != ""
    return False


def _knows(tags: str, tag: str) -> bool:
    """Whether a header `If-None-Match` names a tag, weak or not."""
    names = (name.strip().removeprefix("W/") for name in tags.split(","))
    return any(name in (tag, "*") for name in names)


class KeptDocuments:
    """Documents that do not change, by key: each is made once, in a thread.

    Parameters
    ----------
    back : Back
        The threads that make them.
    """

    def __init__(self, back: Back) -> None:
        self._back = back
        self._kept: OrderedDict[Hashable, Content] = OrderedDict()

    async def answer(
        self, request: Request, key: Hashable, make: Callable[[], Mapping[str, object]]
    ) -> Response:
        """The answer with a document, which is made if it is asked for the first time."""
        if key not in self._kept:
            content = await self._back.run(lambda: Content.of_document(make()))
            self._kept[key] = content
            while len(self._kept) > _MOST_KEPT:
                self._kept.popitem(last=False)
        else:
            self._kept.move_to_end(key)
            content = self._kept[key]
        return content.answer(request.headers)


# --
# The gallery: the puzzle sets that come with the library, and those in files of the user.
#
# A file that is dropped into a folder is in the gallery when the page is next loaded; one that
# cannot be read is left out, and the page says why, as the terminal does at the start.


_MOST_FILES = 200
_LONGEST = 900  # characters of a complaint

_Stamp = tuple[int, ...]


class Gallery:
    """The puzzles of the page.

    Parameters
    ----------
    folders : sequence of Path, optional
        Puzzle sets of one's own: files, and folders with files ``*.toml``.

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
        return catalogue_json()

    def content(self) -> Content:
        """The document as an answer, which is made again when a file has changed."""
        with self._lock:
            own = self._own()
            if self._content is None or self._content[0] != own:
                self._content = own, Content.of_document(_document(*own))
            return self._content[1]

    def document(self) -> Document:
        """All that the gallery shows."""
        return _document(*self._own())

    @property
    def sets(self) -> tuple[PuzzleSet, ...]:
        """The sets that can be read, in the order of the document."""
        return (*self._own()[0], *_sets())

    @property
    def complaints(self) -> tuple[str, ...]:
        """What is wrong with files of one's own that are left out, a line each."""
        return self._own()[1]

    def fewest(self, problem: Problem) -> Fewest:
        """The fewest moves that are known to solve a problem."""
        return _fewest(problem, _best_of(problem))

    def _own(self) -> tuple[tuple[PuzzleSet, ...], tuple[str, ...]]:
        """The sets of one's own, and the complaints."""
        files = sorted(file for folder in self._folders for file in _files(folder))
        found = [self._own_set(file) for file in files[:_MOST_FILES]]
        complaints = [one for one in found if isinstance(one, str)]
        if len(files) > _MOST_FILES:
            complaints.append(
                f"{files[_MOST_FILES]} and what comes after it is left out: the page shows "
                f"{_MOST_FILES} files of your own at most"
            )
        return tuple(one for one in found if isinstance(one, PuzzleSet)), tuple(complaints)

    def _own_set(self, file: Path) -> PuzzleSet | str:
        """The set of a file or what is wrong with it; read once, and again when it has changed."""
        stamp = _stamp(file)
        known = self._read.get(file)
        if known is None or known[0] != stamp:
            try:
                known = stamp, read_own(file)
            except PegSolitaireError as error:
                known = stamp, " ".join(str(error).split())[:_LONGEST]
            self._read[file] = known
        return known[1]


def _files(folder: Path) -> Iterable[Path]:
    """The files of a folder, or the one that is named."""
    return [folder] if folder.is_file() else folder.glob("*.toml")


def _stamp(file: Path) -> _Stamp:
    """What tells whether a file has changed; nothing, where it is none."""
    try:
        found = file.stat()
    except OSError:
        return ()
    return found.st_mtime_ns, found.st_size, found.st_ino


def read_own(file: Path) -> PuzzleSet:
    """A puzzle set of one's own, if the page can play it.

    Raises
    ------
    PegSolitaireError
        If it cannot be read, or is on a board that is too large.
    """
    puzzles = read_puzzles(file)
    if len(puzzles.board) > MAX_HOLES:
        raise BoardTooLargeError(
            f"{file}: {puzzles.board.name} has more than {MAX_HOLES} holes, "
            "the most that the page plays on"
        )
    return puzzles


def _document(own: Sequence[PuzzleSet], complaints: Sequence[str]) -> Document:
    return {
        "sets": [*(_set_document(one, own=True) for one in own), *_built_in()],
        "daily": _daily(),
        "solutions": _published(),
        "complaints": list(complaints),
    }


@lru_cache(maxsize=1)
def _sets() -> tuple[PuzzleSet, ...]:
    vacancies = (vacancy_puzzles(named_board(name)) for name in CATALOGUE)
    return (*map(puzzle_set, puzzle_sets()), *(one for one in vacancies if one))


@lru_cache(maxsize=1)
def _built_in() -> tuple[Document, ...]:
    return tuple(map(_set_document, _sets()))


def _set_document(puzzles: PuzzleSet, *, own: bool = False) -> Document:
    return {
        "name": puzzles.name,
        "own": own,
        # What the page asks about a board by: one of one's own has no name that others know.
        "board": {**to_json(puzzles.board), "name": board_word(puzzles.board)},
        "description": puzzles.description,
        "puzzles": list(map(_puzzle_document, puzzles)),
    }


def _puzzle_document(puzzle: Puzzle) -> Document:
    """A puzzle; its problem may know the hole where the puzzle says ``any``."""
    problem = read_problem(puzzle.board, puzzle.start, puzzle.finish)
    return {
        **to_json(puzzle),
        # Another set may have it too, and say more of it.
        **_fewest(problem, puzzle if puzzle.solution else _best_of(problem) or puzzle).to_json(),
        "problem_finish": problem.finish_text,
    }


@lru_cache(maxsize=1)
def _daily() -> list[Document]:
    return [
        {
            "since": one.since.isoformat(),
            "days": [
                [{"set": name, "puzzle": puzzle.name} for name, puzzle in day] for day in one.days
            ],
        }
        for one in daily_lists()
    ]


def _fewest(problem: Problem, puzzle: Puzzle | None) -> Fewest:
    """The fewest moves of a problem, from a puzzle that has it."""
    if puzzle is None:
        return fewest_known(problem, None)
    return fewest_known(problem, puzzle.best, puzzle.solution)


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
def _published() -> list[Document]:
    keys = (
        "name board=solution.start.board.name start=solution.start.short_name "
        "finish=solution.finish.complement.short_name moves=solution.moves source"
    )
    found: list[Document] = to_json(published_solutions(), keys)
    return found
