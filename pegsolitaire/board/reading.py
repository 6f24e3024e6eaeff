"""Boards and pictures from files."""

from __future__ import annotations

import os
import re
from pathlib import Path

from pegsolitaire.board.board import Board
from pegsolitaire.errors import NotationError

_MOST_BYTES = 1 << 20
_HEADER = re.compile(r"\s*(name|lattice|without|no landing)\s*:\s*(\S.*?)\s*", re.IGNORECASE)
_LISTS = ("without", "no landing")  # lines that may come more than once
_FOREIGN = re.compile(r"[^\w+.-]+")  # names of boards become names of files


def read_text(path: str | Path) -> str:
    """The text of a small file.

    Raises
    ------
    NotationError
        If it cannot be read, is not text, or is larger than a megabyte.
    """
    if not str(path):
        raise NotationError("@ alone names no file: write @FILE, with the name of one")
    try:
        with open(os.path.expanduser(path), "rb") as file:
            data = file.read(_MOST_BYTES + 1)
    except (OSError, ValueError) as error:  # ValueError: a zero byte in the name
        reason = getattr(error, "strerror", None) or error
        raise NotationError(f"cannot read {path}: {reason}") from None
    if len(data) > _MOST_BYTES:
        raise NotationError(f"{path} is larger than a megabyte")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise NotationError(f"{path} is not a text file: write it as UTF-8") from None


def read_board(text: str) -> Board:
    """A board by its name in the catalogue, or ``@FILE`` for a file with a picture of it.

    The file may begin with lines ``name: ..`` and ``lattice: ..`` (``square``, which is the
    default, ``square-diagonal`` or ``triangular``), ``without: a1-c1 c1-a1`` for jumps that are
    not allowed and ``no landing: d4`` for holes that no peg may land in; the rest is what
    :meth:`Board.from_picture` reads. Without a name it gets that of the file; what is no letter
    or digit in a name, nor one of ``_ . + -``, becomes ``-``.

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
    begin = 0
    while begin < len(lines) and (match := _HEADER.fullmatch(lines[begin])):
        key = match[1].lower()
        header[key] = f"{header[key]} {match[2]}" if key in _LISTS and key in header else match[2]
        begin += 1
    while begin < len(lines) and not lines[begin].strip():
        begin += 1
    name = _FOREIGN.sub("-", header.get("name", Path(text[1:]).stem)).strip("-") or "board"
    board = Board.from_picture(
        "\n".join(lines[begin:]), header.get("lattice", "square").lower(), name
    )
    jumps, landings = (header.get(key, "").replace(",", " ").split() for key in _LISTS)
    if landings:
        board = board.without_landing(landings, name)
    return board.without(jumps, name) if jumps else board
