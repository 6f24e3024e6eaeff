"""The store, a folder in which sets can be saved, opened, listed and removed.

Everything about a board is in one folder, ``<home>/<board>``, with one file for each set.
Unfinished work is saved next to the place of the finished file. A file named ``<name>.new-*`` is
being written, and ``<name>.building`` contains the checkpoint from which an interrupted build
resumes.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from pegsolitaire.arguments import shown
from pegsolitaire.board import Board, Hole
from pegsolitaire.errors import (
    ClusterError,
    ProblemError,
    StoreError,
    StoreMissingError,
    UsageError,
)
from pegsolitaire.files import (
    check_writable,
    explained,
    home,
    is_abandoned,
    is_work_folder,
    work_folder,
    written_aside,
)
from pegsolitaire.game import Position, Problem
from pegsolitaire.results import Tabled
from pegsolitaire.theory import class_named, class_of, goal_option

if TYPE_CHECKING:
    import numpy.typing as npt

    from pegsolitaire.sets.npz_files import Envelope

T = TypeVar("T")

#: The kind of an entry by the suffix of its name; the first matching suffix applies.
_KINDS = (
    (".moves.building", "unfinished search for few moves"),
    (".tablebase.npz.building", "unfinished tablebase"),
    (".moves.npz.building", "unfinished levels by moves"),
    (".arrow.building", "unfinished tablebase of an earlier version"),
    (".building", "unfinished winning sets"),
    (".moves.npz", "levels by moves"),
    (".tablebase.npz", "tablebase"),
    (".values.npz", "numbers of winning positions"),
    (".npz", "winning sets"),
    (".moves", "levels by moves of an earlier version"),
    (".arrow", "tablebase of an earlier version"),
    (".explored", "numbers of winning positions of an earlier version"),
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
    """

    path: Path
    envelope: Envelope
    read: Callable[[SetFile[T]], T]

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

    def find(self) -> T | None:
        """Read the set as :meth:`open` does, or return None if there is no such file."""
        with suppress(StoreMissingError):
            return self.open()
        return None

    def load(self, build: Callable[[], T]) -> T:
        """Read the set or, if there is no file, call ``build``, which must also write the file.

        Raises
        ------
        StoreError
            If the file exists but cannot be read, or if it cannot be written. Both are checked
            before ``build`` is called.
        """
        if (stored := self.find()) is not None:
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
            found = Envelope.decode(self.envelope.format, read_document(self.path))
            columns = found.details["columns"].values()
            return sum(np.dtype(one["type"]).itemsize * int(one["size"]) for one in columns)

    def reading(self) -> AbstractContextManager[None]:
        """Convert any error raised while reading the file to a one-line error with the remedy."""
        return self.envelope.format.reading(self.path, self._game())

    def _game(self) -> str:
        """Return the command-line arguments for the game; empty if there are none."""
        board, starts = self.envelope.board, self.envelope.starts
        if starts is None or len(starts) > 1 or not board.is_named:
            return ""
        problem = Problem.of_codes(board, starts, self.envelope.finishes)
        goal = goal_option(Position(board, starts[0]), problem)
        return f" {board.name} {problem.start_text}{goal}"


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
        finishes = class_named(board, finishes).finishes if is_class else finishes.split()
    elif not isinstance(finishes, Iterable):
        raise UsageError(
            f"{shown(finishes)} is not a list of finishes: pass holes such as ['d4'], codes, or "
            "the letter of a position class"
        )
    codes = tuple(f if isinstance(f, int) else 1 << board.index(f) for f in finishes)
    found = Problem.of_codes(board, codes, codes).finishes
    if len({class_of(board, code) for code in found}) > 1:
        raise ProblemError(
            "the finishes belong to several position classes: choose finishes of one class"
        )
    return found


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
    nbytes : int
        The size on disk, in bytes.
    modified : float
        The time of the last change, in seconds since 1970.
    """

    name: str
    path: Path
    kind: str
    board: str
    nbytes: int
    modified: float

    def remove(self) -> None:
        """Remove the entry atomically, and then the folder of its board if it is empty.

        An entry that a running process is writing is not removed.

        Raises
        ------
        StoreError
            If the system does not allow the removal.
        """
        if is_work_folder(self.path) and not is_abandoned(self.path):
            return
        with explained(self.path), work_folder(self.path) as aside, suppress(FileNotFoundError):
            self.path.replace(aside / self.path.name)
        _remove_if_empty(self.path.parent)


@dataclass(frozen=True)
class StoreList(Tabled):
    """All entries of the store, as a table.

    Attributes
    ----------
    root : Path
        The folder of the store.
    entries : tuple of Stored
        The entries, sorted by name.
    """

    column_types: ClassVar[Mapping[str, str]] = {
        "name": "string", "kind": "string", "board": "string", "bytes": "int64",
        "modified": "float64",
    }  # fmt: skip

    root: Path
    entries: tuple[Stored, ...]

    def matching(self, names: Iterable[str]) -> StoreList:
        """Return the entries that match a board's name, an entry's name or a pattern."""
        patterns = [
            part
            for name in names
            for part in (name, f"*/{name}", f"{name}.npz", f"*/{name}.npz", f"{name}/*")
        ]
        entries = (
            one
            for one in self.entries
            if any(fnmatchcase(one.name, pattern) or one.board == pattern for pattern in patterns)
        )
        return StoreList(self.root, tuple(entries))

    def table_rows(self) -> list[Sequence[object]]:
        """Return one row for each entry."""
        return [(one.name, one.kind, one.board, one.nbytes, one.modified) for one in self.entries]


def list_stored(root: str | Path | None = None) -> StoreList:
    """List the entries of a store, by default the user's store.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> import pegsolitaire as ps
    >>> with TemporaryDirectory() as folder:
    ...     sets = ps.WinningSets.build(ps.Problem.complement(ps.Board("triangle5"), "a1"))
    ...     _ = sets.save(Path(folder))
    ...     [(one.name, one.kind, one.board) for one in list_stored(Path(folder)).entries]
    [('triangle5/a1_a1.npz', 'winning sets', 'triangle5')]
    """
    root = home() if root is None else Path(root)
    paths = sorted(_paths(root)) if root.is_dir() else ()
    return StoreList(root, tuple(_described(path, root) for path in paths))


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
    files = [path] if path.is_file() else [one for one in path.rglob("*") if one.is_file()]
    stats = []
    for file in files:
        with suppress(FileNotFoundError):  # another process may have removed it
            stats.append(file.stat())
    name = path.relative_to(root).as_posix()
    newest = max((stat.st_mtime for stat in stats), default=0.0) or path.stat().st_mtime
    board = "" if path.parent == root else _board(path, files)
    return Stored(name, path, _kind(path), board, sum(stat.st_size for stat in stats), newest)


def _kind(path: Path) -> str:
    if is_work_folder(path):
        return "left by a killed run" if is_abandoned(path) else "being written"
    if path.name == "reproduce.json":
        return "finished rows of pegs reproduce"
    if path.parent.name == "puzzles":
        return "puzzle set"
    if path.parent.parent.name == "cluster":
        return "unfinished work of a cluster"
    for ending, kind in _KINDS:
        if path.name.endswith(ending):
            return kind
    if path.is_file():
        return "other file"
    return "winning sets of an earlier version" if any(path.iterdir()) else "empty folder"


def _board(path: Path, files: list[Path]) -> str:
    """Return the name of an entry's board, which is read from a file or from the folder's name."""
    from pegsolitaire.sets.npz_files import read_document  # which imports numpy

    if files:
        with suppress(Exception):  # a damaged file can make zipfile raise almost anything
            return str(json.loads(read_document(min(files)))["board"]["name"])
    return "" if path.parent.name == "puzzles" else path.parent.name
