"""The store: where sets are kept.

Everything of a board lies in one folder, ``<home>/<board>``. What a build has not finished lies
beside its place under another name: in ``<name>.new-*`` while it is written, in
``<name>.building`` what a build that was interrupted goes on from.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import cache
from hashlib import sha256
from pathlib import Path

from pegsolitaire.board import Board, Hole
from pegsolitaire.errors import ProblemError
from pegsolitaire.files import explained, home, work_folder
from pegsolitaire.game import Problem
from pegsolitaire.theory import class_of


@contextmanager
def scratch_folder() -> Iterator[Callable[[], Path]]:
    """A folder for levels that outgrow the memory, made when it is first asked for.

    It is gone when the work is done; those of processes that were killed are removed.
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


def building_folder(place: Path) -> Path:
    """Where what is unfinished lies of what is to be stored at a place: a folder, or a file."""
    return place.with_name(f"{place.name}.building")


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
