"""The store: where sets are kept, and how a file is written whole or not at all.

Everything of a board lies in one folder, ``<home>/<board>``. What a build has not finished lies
beside its place under another name: ``<name>.new-*`` while it is written, ``<name>.building`` what
a build that was interrupted goes on from.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any
from uuid import uuid4

from pegsolitaire.board import LATTICES, Board
from pegsolitaire.errors import StoreError
from pegsolitaire.game import Problem


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
    was_there = folder.parent.exists()
    for left in folder.parent.glob("scratch-*"):
        if not _is_running(left.name.removeprefix("scratch-")):
            shutil.rmtree(left, ignore_errors=True)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        if not was_there:
            with suppress(OSError):  # it is not there, or not empty
                folder.parent.rmdir()


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
    """A name to write a file under, which gets its own name when it was written without error.

    Raises
    ------
    StoreError
        If the file is a folder or a device.
    """
    check_replaceable(path)
    aside = aside_of(path)
    try:
        yield aside
        aside.replace(path)
    finally:
        aside.unlink(missing_ok=True)


def check_replaceable(path: Path) -> None:
    """See that nothing stands where a file is to be written but a file.

    Raises
    ------
    StoreError
        If a folder or a device does.
    """
    if path.exists() and not path.is_file():
        raise StoreError(f"cannot write {path}: it is not a file that can be replaced")


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
