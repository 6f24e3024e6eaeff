"""The store: winning sets as Parquet, one folder a problem.

Layout of a folder, format version 1::

    <home>/<board>/<start>_<finish>/pegs=16/part-000.parquet

Each file holds one column, ``code`` (uint64): the sorted, least row-by-row codes of the positions
with that many pegs, reduced by the problem's group; for a self-complementary problem only up to
half as many pegs as holes, because the rest are complements. The file metadata key
``pegsolitaire`` is a JSON document with the format and its version, the board, the problem, the
order of its group, the pegs and number of codes of this file and their SHA-256, and ``levels``:
the pegs of every file that belongs to the set. Codes are DELTA_BINARY_PACKED and compressed with
zstd, so DuckDB, Polars, pandas, Spark and Dask read the files as they are.

A set is written to a folder of another name (``<start>_<finish>.new-*``), which is renamed when
it is whole: what has the right name is finished. Levels of a build in progress are kept in
``<start>_<finish>.building``. Whoever finishes first removes what others left of the same set,
killed or not: a process that then finds its files gone finds the set finished too.
"""

from __future__ import annotations

import json
import os
import re
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryFile
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import numpy as np

from pegsolitaire.board import LATTICES, Board
from pegsolitaire.errors import StoreDamagedError, StoreError, StoreMissingError
from pegsolitaire.game import Problem

if TYPE_CHECKING:
    from pegsolitaire.engine import Words

FORMAT = "pegsolitaire winning sets"
VERSION = 1
_KEY = b"pegsolitaire"


def home() -> Path:
    """Where sets are stored: ``PEGSOLITAIRE_HOME``, or the user's data folder."""
    if chosen := os.environ.get("PEGSOLITAIRE_HOME"):
        return Path(chosen).expanduser()
    from platformdirs import user_data_path

    return user_data_path("pegsolitaire")


@contextmanager
def scratch_folder() -> Iterator[Path]:
    """A folder for levels that outgrow the memory, gone when the work is done.

    It is made by whoever first writes to it; those of processes that were killed are removed.
    """
    folder = home() / f"scratch-{os.getpid()}"
    for left in folder.parent.glob("scratch-*"):
        if not _is_running(left.name.removeprefix("scratch-")):
            shutil.rmtree(left, ignore_errors=True)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _is_running(process: str) -> bool:
    try:
        os.kill(int(process), 0)
    except (ProcessLookupError, ValueError, OverflowError):
        return False
    except PermissionError:
        pass
    return True


def folder_of(problem: Problem, root: Path | None = None) -> Path:
    """The folder of a problem's winning sets.

    Examples
    --------
    >>> from pegsolitaire.board import english
    >>> folder_of(Problem.complement(english(), "d4"), Path("sets")).as_posix()
    'sets/english/d4_d4'
    """
    return folder_of_board(problem.board, root) / problem.slug


def folder_of_board(board: Board, root: Path | None = None) -> Path:
    """The folder of all that is stored of a board."""
    name = (
        board.name if board.is_named else f"board-{sha256(repr(board).encode()).hexdigest()[:12]}"
    )
    return (root or home()) / name


# -- writing --------------------------------------------------------------------------------------


def write(problem: Problem, codes: Mapping[int, Words], folder: Path) -> None:
    """Store the levels of a problem, all or nothing; a whole set that is there already stays.

    Raises
    ------
    StoreDamagedError
        If something else has the name of the folder.
    StoreError
        If the folder cannot be written; nothing is left behind.
    """
    aside = aside_of(folder)
    with explained(folder):
        try:
            aside.mkdir(parents=True)
            for pegs, level in codes.items():
                _write_level(
                    aside / f"pegs={pegs}", _document(problem, pegs, level, list(codes)), level
                )
            aside.rename(folder)
        except OSError:
            if not folder.is_dir():
                raise
            read(problem, folder)  # another process was first: is what it wrote whole?
        finally:
            shutil.rmtree(aside, ignore_errors=True)
    for left in folder.parent.glob(f"{folder.name}.new-*"):
        shutil.rmtree(left, ignore_errors=True)


def check_writable(folder: Path) -> None:
    """Find out whether a set can be stored before it is computed.

    Raises
    ------
    StoreError
        If it cannot.
    """
    with explained(folder):
        folder.parent.mkdir(parents=True, exist_ok=True)
        with TemporaryFile(dir=folder.parent):
            pass


def aside_of(path: Path) -> Path:
    """A name beside a path that no other thread or process takes; process numbers come again."""
    return path.with_name(f"{path.name}.new-{uuid4().hex[:12]}")


@contextmanager
def written_aside(path: Path) -> Iterator[Path]:
    """A name to write a file under, which gets its own name when it was written without error."""
    aside = aside_of(path)
    try:
        yield aside
        aside.replace(path)
    finally:
        aside.unlink(missing_ok=True)


def _document(problem: Problem, pegs: int, level: Words, levels: list[int]) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "version": VERSION,
        **identity(problem),
        "self_complementary": problem.is_self_complementary,
        "group_order": len(problem.group),
        "levels": levels,
        "pegs": pegs,
        "count": len(level),
        "sha256": _checksum(level),
    }


def identity(problem: Problem) -> dict[str, Any]:
    """What says of which problem a file is."""
    board = problem.board
    return {
        "board": {
            "name": board.name,
            "lattice": board.lattice.name,
            "holes": list(map(list, board.holes)),
        },
        "starts": list(problem.starts),
        "finishes": list(problem.finishes),
    }


def read_board(document: dict[str, Any]) -> Board:
    """The board that :func:`identity` wrote.

    Raises
    ------
    LookupError, TypeError, ValueError
        If it makes no sense.
    """
    holes = [(int(x), int(y)) for x, y in document["holes"]]
    board = Board(holes, LATTICES[document["lattice"]], str(document["name"]))
    if list(board.holes) != holes or len(holes) > 64:
        raise ValueError("the holes of its board are not in order, or more than 64")
    return board


def _checksum(level: Words) -> str:
    return sha256(level.astype("<u8", copy=False).tobytes()).hexdigest()


def _write_level(folder: Path, document: dict[str, Any], level: Words) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    folder.mkdir()
    table = pa.table({"code": pa.array(level, pa.uint64())})
    table = table.replace_schema_metadata({_KEY: json.dumps(document).encode()})
    with open(folder / "part-000.parquet", "wb") as file:
        pq.write_table(
            table, file, compression="zstd", use_dictionary=False,
            column_encoding={"code": "DELTA_BINARY_PACKED"},
        )  # fmt: skip
        file.flush()
        os.fsync(file.fileno())


@contextmanager
def explained(folder: Path) -> Iterator[None]:
    """Turn errors of the file system into one line with a remedy."""
    try:
        yield
    except OSError as error:
        if isinstance(error, StoreError):
            raise
        if isinstance(error, (FileExistsError, NotADirectoryError)):
            raise StoreError(
                f"cannot write {folder}: a file is where a folder should be; name "
                "another place (sets are stored in PEGSOLITAIRE_HOME)"
            ) from error
        raise StoreError(
            f"cannot write {folder}: {error.strerror or error}; free some space or name another "
            "place (sets are stored in PEGSOLITAIRE_HOME)"
        ) from error


# -- reading --------------------------------------------------------------------------------------


def read(problem: Problem, folder: Path) -> dict[int, Words]:
    """Read and check the levels of a problem.

    Raises
    ------
    StoreMissingError
        If nothing is stored.
    StoreDamagedError
        If a file is damaged, foreign, of a later version, or missing.
    """
    if not folder.is_dir():
        raise StoreMissingError(f"no winning sets at {folder}: build them with `pegs winning`")
    paths = {
        int(p.name[5:]): p / "part-000.parquet"
        for p in folder.glob("pegs=*")
        if re.fullmatch("[1-9][0-9]*", p.name[5:])
    }
    if not paths:
        raise StoreDamagedError(f"{folder} holds no levels: {_remedy(folder)}")
    levels = {}
    expected: list[int] = []
    for pegs, path in sorted(paths.items()):
        levels[pegs], expected = _read_level(path, problem, pegs)
    missing = sorted(set(expected) - set(levels))
    if missing:
        raise StoreDamagedError(
            f"{folder} lacks the level with {missing[0]} pegs: {_remedy(folder)}"
        )
    return levels


def _remedy(place: Path) -> str:
    folder = place if place.suffix != ".parquet" else place.parent.parent
    return f"remove the folder {folder} and build it again with `pegs winning`"


def _read_level(path: Path, problem: Problem, pegs: int) -> tuple[Words, list[int]]:
    """One level, checked, and the pegs of all levels of the set."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        with pq.ParquetFile(path) as file:
            document = _read_document(path, (file.schema_arrow.metadata or {}).get(_KEY))
            _check_document(path, document, problem, pegs)
            column = file.read(columns=["code"]).column("code")
        level = column.combine_chunks().to_numpy(zero_copy_only=False)
        count, checksum, levels = (document[key] for key in ("count", "sha256", "levels"))
    except FileNotFoundError:
        raise StoreDamagedError(f"{path} is missing: {_remedy(path)}") from None
    except (pa.ArrowException, OSError, ValueError, LookupError) as error:
        if isinstance(error, StoreError):
            raise
        raise StoreDamagedError(
            f"{path} cannot be read ({_first_line(error)}): {_remedy(path)}"
        ) from error
    if level.dtype != np.uint64 or len(level) != count or _checksum(level) != checksum:
        raise StoreDamagedError(f"{path} is damaged, its checksum does not fit: {_remedy(path)}")
    return level, levels


def _first_line(error: Exception) -> str:
    return str(error).partition("\n")[0].rstrip(".")


def _read_document(path: Path, raw: bytes | None) -> dict[str, Any]:
    try:
        document = json.loads(raw or b"null")
    except ValueError:
        document = None
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise StoreDamagedError(f"{path} is not a file of winning sets: {_remedy(path)}")
    return document


def _check_document(path: Path, document: dict[str, Any], problem: Problem, pegs: int) -> None:
    version = document.get("version")
    if version != VERSION:
        raise StoreDamagedError(
            f"{path} has format version {version}, this program reads version {VERSION}: "
            "upgrade it, or remove the folder and build it again"
        )
    wanted = identity(problem)
    for key in ("starts", "finishes"):
        if document.get(key) != wanted[key]:
            raise StoreDamagedError(
                f"{path} is of another problem ({key} differ): {_remedy(path)}"
            )
    board = document.get("board")
    if not isinstance(board, dict):
        raise StoreDamagedError(f"{path} does not name its board: {_remedy(path)}")
    if any(board.get(key) != wanted["board"][key] for key in ("lattice", "holes")):
        raise StoreDamagedError(
            f"{path} is of another board, {board.get('name')}: {_remedy(path)}"
        )
    if document.get("pegs") != pegs:
        raise StoreDamagedError(
            f"{path} holds the level of {document.get('pegs')} pegs: {_remedy(path)}"
        )
