"""The store: where sets are kept.

Everything of a board lies in one folder, ``<home>/<board>``. What a build has not finished lies
beside its place under another name: ``<name>.new-*`` while it is written, ``<name>.building`` what
a build that was interrupted goes on from.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path

from pegsolitaire.board import Board, Hole
from pegsolitaire.errors import ProblemError
from pegsolitaire.files import home
from pegsolitaire.game import Problem
from pegsolitaire.theory import class_of


@contextmanager
def scratch_folder(given: Path | None = None) -> Iterator[Path]:
    """A folder for levels that outgrow the memory, gone when the work is done; or a given one.

    It is made by whoever first writes to it; those of processes that were killed are removed.
    """
    if given is not None:
        yield given
        return
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


def path_to(board: Board, finishes: Iterable[int], ending: str, root: Path | None = None) -> Path:
    """Where something is stored that serves every start: ``<home>/<board>/to_<finish>.<ending>``.

    Examples
    --------
    >>> from pegsolitaire.board import english
    >>> path_to(english(), [1 << 16], "arrow", Path("sets")).as_posix()
    'sets/english/to_d4.arrow'
    """
    codes = tuple(finishes)
    return folder_of_board(board, root) / f"to_{Problem(board, codes, codes).finish_slug}.{ending}"


def finish_codes(board: Board, finishes: Iterable[Hole | str | int]) -> tuple[int, ...]:
    """The codes of finishes: one peg in a hole, or any position by its code.

    Raises
    ------
    ProblemError
        If there is no finish, or they are of several position classes.

    Examples
    --------
    >>> from pegsolitaire.board import english
    >>> finish_codes(english(), ["d1", "d4"])
    (2, 65536)
    """
    codes = tuple(f if isinstance(f, int) else 1 << board.index(f) for f in finishes)
    found = Problem(board, codes, codes).finishes
    if len({class_of(board, code) for code in found}) > 1:
        raise ProblemError("the finishes are of several position classes: take those of one")
    return found
