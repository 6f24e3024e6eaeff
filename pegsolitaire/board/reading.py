"""Boards and pictures from files."""

from __future__ import annotations

import re
from pathlib import Path

from pegsolitaire.board.board import Board
from pegsolitaire.errors import NotationError

_MOST_BYTES = 1 << 20
_HEADER = re.compile(r"\s*(name|lattice)\s*:\s*(\S+)\s*", re.IGNORECASE)


def read_text(path: str | Path) -> str:
    """The text of a small file.

    Raises
    ------
    NotationError
        If it cannot be read, is not text, or is larger than a megabyte.
    """
    try:
        with open(path, "rb") as file:
            data = file.read(_MOST_BYTES + 1)
        if len(data) > _MOST_BYTES:
            raise NotationError(f"{path} is larger than a megabyte: no picture is")
        return data.decode()
    except OSError as error:
        raise NotationError(f"cannot read {path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise NotationError(f"{path} is not a text file") from None


def read_board(text: str) -> Board:
    """A board by its name in the catalogue, or ``@FILE`` for a file with a picture of it.

    The file may begin with lines ``name: ..`` and ``lattice: ..`` (``square``, which is the
    default, ``square-diagonal`` or ``triangular``); the rest is what
    :meth:`Board.from_picture` reads.

    Raises
    ------
    UnknownBoardError
        If there is no board of that name.
    NotationError
        If the file cannot be read, or holds no picture of a board.

    Examples
    --------
    >>> len(read_board("triangle5"))
    15
    """
    if not text.startswith("@"):
        return Board.from_name(text)
    lines = read_text(text[1:]).splitlines()
    header: dict[str, str] = {}
    while lines and (match := _HEADER.fullmatch(lines[0])):
        header[match[1].lower()] = match[2]
        lines.pop(0)
    while lines and not lines[0].strip():
        lines.pop(0)
    name = header.get("name", Path(text[1:]).stem)
    return Board.from_picture("\n".join(lines), header.get("lattice", "square").lower(), name)
