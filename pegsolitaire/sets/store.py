"""The store, a folder in which sets can be saved, opened, listed and removed.

Everything about a board is in one folder, ``<home>/<board>``, with one file for each set.
Unfinished work is saved next to the place of the finished file. A folder named ``<name>.new-*``
holds a file that is being written, and ``<name>.building`` contains the checkpoint from which an
interrupted build resumes. If a file that the program wants to use is damaged, of another version
or not one of its files, the program renames it to ``<name>.damaged``, and builds the set again or
does without it.
"""

from __future__ import annotations

import json
import re
import warnings
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache, cached_property
from hashlib import sha256
from itertools import chain, count
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Self, TypeVar

from pegsolitaire.board import Board, Hole
from pegsolitaire.errors import (
    ClusterError,
    ProblemError,
    StoreDamagedError,
    StoreError,
    StoreMissingError,
    StoreWarning,
    UsageError,
    quoted,
)
from pegsolitaire.files import (
    check_writable,
    explained,
    home,
    is_abandoned,
    is_work_folder,
    locked_if_abandoned,
    remove_file,
    work_folder,
    written_aside,
)
from pegsolitaire.game import FinishLike, Position, Problem, ProblemLike, StartLike
from pegsolitaire.theory import as_class, class_of, goal_option

if TYPE_CHECKING:
    import numpy.typing as npt

    from pegsolitaire.engine import Probe
    from pegsolitaire.sets.npz_files import Envelope

T = TypeVar("T")

#: The kinds of entries that this program did not make, or that are your own: they stay.
_OTHER, _OWN = "other file", "puzzle set"
_DAMAGED = re.compile(r"\.damaged(-[0-9]+)?$")
#: The files in folders of unfinished work.
_UNFINISHED = re.compile(
    r"(lock|(proven|job)\.json|([A-Za-z]+(-all)?(-[0-9]+)+|[0-9a-f]{32}|[0-9]{4}(-[0-9a-f]{12})?)"
    r"\.(npz|words|rows|passes|lock|json|shard|run))$"
)
#: The kind of an entry by the suffix of its name; the first matching suffix applies.
_KINDS = (
    (".moves.building", "unfinished search for few moves"),
    (".tablebase.npz.building", "unfinished tablebase"),
    (".odds.building", "unfinished odds"),
    (".moves.npz.building", "unfinished levels by moves"),
    (".levels.building", "unfinished levels by moves"),
    (".building", "unfinished winning sets"),
    (".moves.npz", "levels by moves"),
    (".tablebase.npz", "tablebase"),
    (".values.npz", "numbers of winning positions"),
    (".duotaire.npz", "values for two players"),
    (".npz", "winning sets"),
)


@dataclass(frozen=True)
class SetFile(Generic[T]):
    """The file of a set, whether or not it exists yet.

    Parameters
    ----------
    path : Path
        The path of the file.
    envelope : Envelope
        The expected envelope, without the columns.
    read : callable
        A function that reads the set from the file, or raises an error if the file is damaged.
    check : callable, optional
        A function that checks those parts of the set that ``read`` leaves for later.
    """

    path: Path
    envelope: Envelope
    read: Callable[[SetFile[T]], T]
    check: Callable[[T], object] | None = None

    def open(self) -> T:
        """Read the set and check its file.

        Raises
        ------
        StoreMissingError
            If there is no such file.
        StoreDamagedError
            If the file is damaged or incomplete, has another version, or is not such a file.
        StoreError
            If the system cannot read the file.
        """
        with self.reading():
            return self.read(self)

    def find(self, then: str = "the work goes on without it") -> T | None:
        """Read the set completely, or return None if there is no such file, or it is damaged.

        A damaged file is set aside with a :class:`StoreWarning`, which ends with ``then``.

        Raises
        ------
        StoreError
            If the system cannot read the file.
        """
        try:
            stored = self.open()
            if self.check is not None:
                self.check(stored)
        except StoreMissingError:
            return None
        except StoreDamagedError as error:
            set_aside(self.path, error.reason, then)
            return None
        return stored

    def load(self, build: Callable[[], T]) -> T:
        """Read the set or, if there is no usable file, call ``build``, which must also write it.

        Raises
        ------
        StoreError
            If the system cannot read the file, or if the file cannot be written. Both are checked
            before ``build`` is called.
        """
        if (stored := self.find("it is built again")) is not None:
            return stored
        check_writable(self.path)
        try:
            return build()
        except (ClusterError, StoreError):
            # Another run may have finished the same work and removed files that this one needs.
            if (stored := self.find()) is None:
                raise
            return stored

    def write(
        self,
        columns: Iterable[tuple[object, npt.NDArray[Any]]],
        disk: int | None = None,
        *,
        mapped: bool = False,
    ) -> Path:
        """Write the file atomically and return its path.

        Parameters
        ----------
        columns : iterable of pairs
            The name and the array of each column; only one of them is in memory at a time.
        disk : int, optional
            The most bytes that the file may take.
        mapped : bool, optional
            Whether to write mapped columns; by default they are packed.

        Raises
        ------
        BoardTooLargeError
            If the file is larger than ``disk`` allows.
        StoreError
            If the file cannot be written; no partial file is left behind.
        """
        from pegsolitaire.sets.npz_files import write_columns  # which imports numpy

        with written_aside(self.path) as aside:
            write_columns(aside, self.envelope, columns, disk, mapped=mapped)
        return self.path

    def nbytes(self) -> int:
        """Return the size of the columns in bytes, with the same errors as :meth:`open`."""
        import numpy as np

        from pegsolitaire.sets.npz_files import Envelope, read_document

        with self.reading():
            envelope = Envelope.decode(self.envelope.format, read_document(self.path))
            columns = envelope.details["columns"].values()
            return sum(
                np.dtype(column["type"]).itemsize * int(column["size"]) for column in columns
            )

    def reading(self) -> AbstractContextManager[None]:
        """Convert any error raised while reading the file to a one-line error with the remedy."""
        return self.envelope.format.reading(self.path, self._game())

    def _game(self) -> str:
        """Return the command-line arguments for the game, or what stands for them in the help."""
        board, starts = self.envelope.board, self.envelope.starts
        if starts is None or len(starts) > 1 or not board.is_named:
            return " BOARD START"
        problem = Problem.of_codes(board, starts, self.envelope.finishes or starts)
        if not self.envelope.finishes:  # a set of positions that the start leads to
            return f" {board.name} {problem.start}"
        goal = goal_option(Position(board, starts[0]), problem)
        return f" {board.name} {problem.start}{goal}"


class StoredByProblem(ABC):
    """Base class of sets that are stored with their problem.

    Attributes
    ----------
    problem : Problem
        The problem, whose symmetries reduce the codes.
    """

    problem: Problem

    @classmethod
    @abstractmethod
    def file(
        cls,
        problem: ProblemLike,
        start: StartLike = None,
        finish: FinishLike = None,
        *,
        root: str | Path | None = None,
    ) -> SetFile[Self]:
        """Return the file of the sets of a problem in a folder, by default the user's store."""

    @classmethod
    def open(
        cls,
        problem: ProblemLike,
        start: StartLike = None,
        finish: FinishLike = None,
        *,
        root: str | Path | None = None,
    ) -> Self:
        """Read the stored sets of a problem, and check them.

        The levels of :class:`PositionValues` are only read, and checked, when first used.

        Raises
        ------
        StoreMissingError
            If there is no such file.
        StoreDamagedError
            If the file is damaged or incomplete, has another version, or is not such a file.
        StoreError
            If the system cannot read the file.
        """
        return cls.file(problem, start, finish, root=root).open()

    @classmethod
    def find(
        cls,
        problem: ProblemLike,
        start: StartLike = None,
        finish: FinishLike = None,
        *,
        root: str | Path | None = None,
    ) -> Self | None:
        """Read the stored sets of a problem, or return None if none are usable.

        A damaged file is set aside with a :class:`StoreWarning`.
        """
        return cls.file(problem, start, finish, root=root).find()

    @cached_property
    def _probe(self) -> Probe:
        from pegsolitaire.engine import Probe

        return Probe(self.problem.group)

    def _check_board(self, position: Position) -> None:
        """Raise an error if a position belongs to another board."""
        if position.board != self.problem.board:
            raise ProblemError(
                f"these are positions of {self.problem.board.name}, "
                f"but the position is on {position.board.name}"
            )


class LazyLevels(Mapping[int, T]):
    """Levels of a set, each of which is read or computed when first used.

    Parameters
    ----------
    numbers : iterable of int
        The numbers of the levels.
    read : callable
        A function that returns a level, given its number.
    last_only : bool, optional
        Whether only the level that was used last stays in memory.
    """

    def __init__(
        self, numbers: Iterable[int], read: Callable[[int], T], *, last_only: bool = False
    ) -> None:
        self._read, self._last_only = read, last_only
        self._levels: dict[int, T | None] = dict.fromkeys(numbers)

    def __getitem__(self, number: int) -> T:
        level = self._levels[number]
        if level is None:
            if self._last_only:  # free the last level before the next one is read
                self._levels = dict.fromkeys(self._levels)
            level = self._levels[number] = self._read(number)
        return level

    def __iter__(self) -> Iterator[int]:
        return iter(self._levels)

    def __len__(self) -> int:
        return len(self._levels)


def set_aside(path: Path, reason: str, then: str) -> None:
    """Rename a file that is not usable, so that it can be inspected, and warn in one line.

    The new name is ``<name>.damaged``, with a number if there is such a file already.

    Parameters
    ----------
    path : Path
        The file.
    reason : str
        Why the file cannot be used, such as "its checksum does not match".
    then : str
        How the work goes on, such as "it is built again".
    """
    numbers = chain([""], (f"-{number}" for number in count(2)))
    names = (path.with_name(f"{path.name}.damaged{number}") for number in numbers)
    aside = next(name for name in names if not name.exists())
    done = f"it is kept as {aside.name}"
    try:
        path.replace(aside)
    except FileNotFoundError:  # another process has set it aside
        return
    except OSError as error:
        done = f"it cannot be set aside ({error.strerror})"
    warnings.warn(
        StoreWarning(f"{path} is not usable: {reason}; {done}, and {then}"), stacklevel=4
    )


@contextmanager
def scratch_folder() -> Iterator[Callable[[], Path]]:
    """Provide a function that returns a scratch folder, which it creates when first called.

    The folder is for levels that do not fit in memory. It is removed at the end of the ``with``
    block, together with scratch folders that killed processes left behind.
    """
    with ExitStack() as ending:

        @cache
        def make() -> Path:
            if not home().exists():
                ending.callback(_remove_if_empty, home())
            with explained(home()):
                return ending.enter_context(work_folder(home() / "scratch"))

        yield make


def _remove_if_empty(folder: Path) -> None:
    with suppress(OSError):
        folder.rmdir()


def path_of(problem: Problem, ending: str, root: str | Path | None = None) -> Path:
    """Return the path ``<home>/<board>/<start>_<finish>.<ending>`` of a file about a problem.

    Examples
    --------
    >>> from pegsolitaire.board import english
    >>> path_of(Problem.complement(english(), "d4"), "npz", Path("sets")).as_posix()
    'sets/english/d4_d4.npz'
    """
    return _folder_of_board(problem.board, root) / f"{problem.slug}.{ending}"


def _folder_of_board(board: Board, root: str | Path | None = None) -> Path:
    """Return the folder of a board in the store."""
    name = (
        board.name if board.is_named else f"board-{sha256(repr(board).encode()).hexdigest()[:12]}"
    )
    return (Path(root) if root else home()) / name


def building_folder(place: Path) -> Path:
    """Return the path of the checkpoint folder for a file in the store."""
    return place.with_name(f"{place.name}.building")


def path_to(
    board: Board, finishes: Iterable[int], ending: str, root: str | Path | None = None
) -> Path:
    """Return the path ``<home>/<board>/to_<finish>.<ending>`` of a file that serves every start.

    Examples
    --------
    >>> from pegsolitaire.board import english
    >>> path_to(english(), [1 << 16], "tablebase.npz", Path("sets")).as_posix()
    'sets/english/to_d4.tablebase.npz'
    """
    codes = tuple(finishes)
    return (
        _folder_of_board(board, root)
        / f"to_{Problem.of_codes(board, codes, codes).finish_slug}.{ending}"
    )


def path_from(position: Position, ending: str, root: str | Path | None = None) -> Path:
    """Return the path ``<home>/<board>/<start>.<ending>`` of a file that serves every finish.

    Examples
    --------
    >>> from pegsolitaire.board import english
    >>> path_from(english().vacancy("d4"), "duotaire.npz", Path("sets")).as_posix()
    'sets/english/d4.duotaire.npz'
    """
    alone = Problem.of_codes(position.board, (position.code,), (position.code,))
    return _folder_of_board(position.board, root) / f"{alone.start_slug}.{ending}"


def finish_codes(board: Board, finishes: Iterable[Hole | str | int]) -> tuple[int, ...]:
    """Return the codes of finishes, which may be holes, codes, or the letter of a class.

    A hole stands for a single peg in this hole, and the letter of a position class stands for all
    single pegs of the class.

    Raises
    ------
    ProblemError
        If there is no finish, or the finishes belong to several position classes.

    Examples
    --------
    >>> from pegsolitaire.board import english
    >>> finish_codes(english(), ["d1", "d4"])
    (2, 65536)
    >>> finish_codes(english(), "C")
    (8, 4194304, 33554432)
    """
    if isinstance(finishes, str):
        is_class = len(finishes.strip()) == 1
        finishes = as_class(board, finishes).finishes if is_class else finishes.split()
    elif not isinstance(finishes, Iterable):
        raise UsageError(
            f"{quoted(finishes)} is not a list of finishes: pass holes such as ['d4'], codes, or "
            "the letter of a position class"
        )
    codes = tuple(f if isinstance(f, int) else 1 << board.bit(f) for f in finishes)
    codes_read = Problem.of_codes(board, codes, codes).finishes
    if len({class_of(board, code) for code in codes_read}) > 1:
        raise ProblemError(
            "the finishes belong to several position classes: choose finishes of one class"
        )
    return codes_read


# -- listing the store ----------------------------------------------------------------------------


@dataclass(frozen=True)
class Stored:
    """An entry of the store: a file, or a folder of unfinished work.

    Attributes
    ----------
    name : str
        The path relative to the store, such as ``english/d4_d4.npz``.
    path : Path
        The full path.
    kind : str
        The kind of entry, such as ``winning sets``.
    board : str
        The name of the board, or its picture if it is not in the catalogue.
    bytes : int
        The size on disk, in bytes.
    modified : float
        The time of the last change, in seconds since 1970.
    """

    name: str
    path: Path
    kind: str
    board: str
    bytes: int
    modified: float

    json_fields: ClassVar[tuple[str, ...]] = ("name", "kind", "board", "bytes", "modified")

    @property
    def is_removable(self) -> bool:
        """Whether this program made the entry. Other files and your own puzzle sets stay."""
        return self.kind not in (_OTHER, _OWN)

    def remove(self) -> None:
        """Remove the entry, and then the folder of its board if it is empty.

        A folder of unfinished work keeps any file in it that this program did not make. An entry
        that a running process is writing is not removed, nor one that is not
        :attr:`is_removable`.

        Raises
        ------
        StoreError
            If the system does not allow the removal.
        """
        if not self.is_removable:
            return
        with explained(self.path):
            if is_work_folder(self.path):
                with locked_if_abandoned(self.path) as is_locked:
                    if is_locked:
                        _remove_unfinished(self.path)
            elif self.path.is_dir():
                _remove_unfinished(self.path)
            else:
                self.path.unlink(missing_ok=True)
        _remove_if_empty(self.path.parent)


def _remove_unfinished(folder: Path) -> None:
    """Remove the files of unfinished work in a folder, and the folder if it is then empty."""
    being_written = folder.name.partition(".new-")[0]  # in the folder <name>.new-*
    for path in folder.iterdir():
        if path.is_symlink():
            continue
        if path.is_dir():
            _remove_unfinished(path)
        elif path.name == being_written or _UNFINISHED.match(path.name):
            remove_file(path)
    _remove_if_empty(folder)


def list_stored(root: str | Path | None = None, names: Iterable[str] = ()) -> tuple[Stored, ...]:
    """List the entries of a store, sorted by name.

    Parameters
    ----------
    root : Path, optional
        The folder of the store; by default the user's store.
    names : iterable of str, optional
        Which entries to list: boards, names of entries, or patterns; by default all.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> import pegsolitaire as ps
    >>> with TemporaryDirectory() as folder:
    ...     sets = ps.WinningSets.build(ps.Problem.complement(ps.Board("triangle5"), "a1"))
    ...     _ = sets.save(Path(folder))
    ...     [(one.name, one.kind, one.board) for one in list_stored(Path(folder))]
    [('triangle5/a1_a1.npz', 'winning sets', 'triangle5')]
    """
    root = home() if root is None else Path(root)
    paths = sorted(_paths(root)) if root.is_dir() else ()
    patterns = list(names)
    entries = (_described(path, root) for path in paths)
    return tuple(entry for entry in entries if not patterns or _matches(entry, patterns))


def _matches(entry: Stored, names: Iterable[str]) -> bool:
    """Return whether an entry has the given board, or a name that matches one of the patterns."""
    patterns = [
        pattern
        for name in names
        for pattern in (name, f"*/{name}", f"{name}.npz", f"*/{name}.npz", f"{name}/*")
    ]
    return any(fnmatchcase(entry.name, pattern) or entry.board == pattern for pattern in patterns)


def _paths(root: Path) -> Iterator[Path]:
    """Yield the paths of the entries of a store, which are files or folders."""
    for path in root.iterdir():
        if is_work_folder(path) or path.name == "reproduce.json":
            yield path
        elif path.name == "puzzles" and path.is_dir():
            yield from path.iterdir()
        elif path.name == "cluster" and path.is_dir():
            for board in path.iterdir():
                yield from board.iterdir() if board.is_dir() else [board]
        elif path.is_dir():
            inside = list(path.iterdir())
            yield from inside or [path]


def _described(path: Path, root: Path) -> Stored:
    inside = [path] if path.is_file() else path.rglob("*")
    files = [path for path in inside if path.is_file() and not path.is_symlink()]
    stats = []
    for file in files:
        with suppress(FileNotFoundError):  # another process may have removed it
            stats.append(file.stat())
    name = path.relative_to(root).as_posix()
    newest = max((stat.st_mtime for stat in stats), default=0.0) or path.lstat().st_mtime
    board = "" if path.parent == root else _board(path, files)
    return Stored(name, path, _kind(path), board, sum(stat.st_size for stat in stats), newest)


def _kind(path: Path) -> str:
    """Return what an entry is, by its name and, for files, by their content."""
    if path.is_symlink():
        return _OTHER
    if is_work_folder(path):
        return "left by a killed run" if is_abandoned(path) else "being written"
    if path.name == "reproduce.json":
        return "finished rows of pegs reproduce" if _has_checksum(path) else _OTHER
    if path.parent.name == "puzzles":
        return _OWN
    if path.parent.parent.name == "cluster":
        return "unfinished work of a cluster" if path.is_dir() else _OTHER
    damaged = _DAMAGED.search(path.name)
    for ending, kind in _KINDS:
        if path.name.removesuffix(damaged[0] if damaged else "").endswith(ending):
            if damaged:
                return f"{kind}, damaged and set aside"
            is_unfinished = path.is_dir() and ending.endswith(".building")
            return kind if is_unfinished or _document(path) is not None else _OTHER
    return "empty folder" if path.is_dir() and not any(path.iterdir()) else _OTHER


def _has_checksum(path: Path) -> bool:
    with suppress(OSError, ValueError):
        return "sha256" in json.loads(path.read_bytes())
    return False


def _document(path: Path) -> dict[str, Any] | None:
    """Return the envelope of a file, or None if this program did not write the file."""
    from pegsolitaire.sets.npz_files import read_document  # which imports numpy

    with suppress(Exception):  # a damaged file can make zipfile raise almost anything
        document = json.loads(read_document(path))
        if str(document["format"]).startswith("pegsolitaire "):
            return dict(document)
    return None


def _board(path: Path, files: list[Path]) -> str:
    """Return the name of an entry's board, which is read from a file or from the folder's name."""
    document = _document(min(files)) if files else None
    with suppress(LookupError, TypeError):
        return str(document["board"]["name"])  # type: ignore[index]
    return "" if path.parent.name == "puzzles" else path.parent.name
