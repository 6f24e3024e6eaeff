"""What lies in the store: whole sets, work that can be gone on with, and what killed runs left."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from pegsolitaire.files import explained, home, is_abandoned, is_work_folder, work_folder
from pegsolitaire.sets.envelope import KEY
from pegsolitaire.tables import Tabled

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

#: What an entry is, by how its name ends; the first that fits.
_KINDS = (
    (".explored", "numbers of winning positions"),
    (".moves.building", "unfinished search for few moves"),
    (".arrow.building", "unfinished tablebase"),
    (".building", "unfinished winning sets"),
    (".moves", "levels by moves"),
    (".arrow", "tablebase"),
)


@dataclass(frozen=True)
class Stored:
    """Something in the store.

    Attributes
    ----------
    name : str
        Its path in the store, such as ``english/d4_d4``.
    path : Path
        Where it lies.
    kind : str
        What it is, such as ``winning sets``.
    board : str
        The name of the board, or its picture where it is not in the catalogue.
    nbytes : int
        What it takes on the disk.
    modified : float
        When it was last written to, in seconds since 1970.
    """

    name: str
    path: Path
    kind: str
    board: str
    nbytes: int
    modified: float

    def remove(self) -> None:
        """Remove it, and the folder of its board if that is empty then.

        Nobody ever sees half of it. What a running process is about to write is left alone.

        Raises
        ------
        StoreError
            If the system refuses.
        """
        if is_work_folder(self.path) and not is_abandoned(self.path):
            return
        with explained(self.path), work_folder(self.path) as aside, suppress(FileNotFoundError):
            self.path.replace(aside / self.path.name)
        _remove_empty(self.path.parent)


@dataclass(frozen=True)
class StoreList(Tabled):
    """All that is stored, as a table.

    Attributes
    ----------
    root : Path
        The folder of the store.
    entries : tuple of Stored
        By name.
    """

    column_types: ClassVar[Mapping[str, str]] = {
        "name": "string", "kind": "string", "board": "string", "bytes": "int64",
        "modified": "float64",
    }  # fmt: skip

    root: Path
    entries: tuple[Stored, ...]

    def matching(self, names: Iterable[str]) -> StoreList:
        """The entries that are called so: by a board, by their name, or by a pattern of it."""
        patterns = [part for name in names for part in (name, f"*/{name}", f"{name}/*")]
        entries = (
            one
            for one in self.entries
            if any(fnmatchcase(one.name, pattern) or one.board == pattern for pattern in patterns)
        )
        return StoreList(self.root, tuple(entries))

    def table_rows(self) -> list[Sequence[object]]:
        """A row an entry."""
        return [(one.name, one.kind, one.board, one.nbytes, one.modified) for one in self.entries]


def list_stored(root: str | Path | None = None) -> StoreList:
    """List what is stored under a root, by default the store of this user.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> import pegsolitaire as ps
    >>> with TemporaryDirectory() as folder:
    ...     sets = ps.WinningSets.build(ps.Problem.complement(ps.triangle(5), "a1"))
    ...     _ = sets.save(Path(folder))
    ...     [(one.name, one.kind, one.board) for one in list_stored(Path(folder)).entries]
    [('triangle5/a1_a1', 'winning sets', 'triangle5')]
    """
    root = home() if root is None else Path(root)
    paths = sorted(_paths(root)) if root.is_dir() else ()
    return StoreList(root, tuple(_described(path, root) for path in paths))


def _paths(root: Path) -> Iterator[Path]:
    """The entries of a store: each a file or a folder."""
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
        with suppress(FileNotFoundError):  # somebody else is at work
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
    return "winning sets" if any(path.iterdir()) else "empty folder"


def _board(path: Path, files: list[Path]) -> str:
    """The board of an entry: what a file says, or else the name of the folder."""
    for file in sorted(files)[:1]:
        with suppress(Exception):  # there is no list of what damaged files make Arrow raise
            return str(json.loads(_metadata(file)[KEY])["board"]["name"])
    return "" if path.parent.name == "puzzles" else path.parent.name


def _metadata(file: Path) -> Mapping[bytes, bytes]:
    import pyarrow as pa
    import pyarrow.parquet as pq

    if file.suffix == ".parquet":
        return pq.read_schema(file).metadata or {}
    with pa.memory_map(str(file)) as mapped, pa.ipc.open_file(mapped) as reader:
        return reader.schema.metadata or {}


def _remove_empty(folder: Path) -> None:
    with suppress(OSError):
        folder.rmdir()
