"""Links to the page, JSON and TOML documents, and the small files that all of these come from."""

from __future__ import annotations

import json
import os
import re
import tomllib
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote

from pegsolitaire.board.board import Board, BoardLike, as_board
from pegsolitaire.errors import NotationError

_MAX_BYTES = 1 << 20
_LINK = re.compile(r"#(?:((?:board|start|finish|moves|at)=\S+)|board/([^\s?]+))")
_SPEC = re.compile(r"\s*([a-z-]+):([-o/]+)(?:;(\S*))?\s*", re.IGNORECASE)
_TOML = re.compile(r"\s*format\s*=\s*\d")


def read_text(path: str | Path) -> str:
    """Read the text of a small file.

    Raises
    ------
    NotationError
        If the file cannot be read, is not text, or is larger than a megabyte, which is too large
        for a single board, position or game.
    """
    if not str(path):
        raise NotationError("@ needs the name of a file: write @FILE")
    try:
        with open(os.path.expanduser(path), "rb") as file:
            data = file.read(_MAX_BYTES + 1)
    except (OSError, ValueError) as error:  # ValueError: a zero byte in the name
        reason = getattr(error, "strerror", None) or error
        raise NotationError(f"cannot read {path}: {reason}") from None
    if len(data) > _MAX_BYTES:
        raise NotationError(
            f"{path} is larger than a megabyte: give a file with a single board, position or game"
        )
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise NotationError(f"{path} is not a text file: write it as UTF-8") from None


def words_of(text: str) -> dict[str, Any]:
    """Return the entries of a link to a game, of a command's JSON output, or of a puzzle set.

    Other texts have none.

    Examples
    --------
    >>> words_of("http://127.0.0.1:8033/#board/triangle5/a1/any/a3-a1")
    {'board': 'triangle5', 'start': 'a1', 'finish': 'any', 'moves': 'a3-a1'}
    >>> words_of("http://127.0.0.1:8033/#board/square:-oo_ooo?name=Hat")
    {'board': 'square:-oo/ooo'}
    >>> words_of("#board=triangle5&start=a1"), words_of('{"code": 7}'), words_of("english")
    ({'board': 'triangle5', 'start': 'a1'}, {'code': 7}, {})
    """
    if match := _LINK.search(text):
        if match[1]:
            return dict(parse_qsl(match[1]))
        parts = zip(("board", "start", "finish", "moves"), match[2].split("/"), strict=False)
        words = {key: unquote(part) for key, part in parts if part}
        if ":" in words.get("board", ""):
            words["board"] = words["board"].replace("_", "/")
        return words
    is_toml = _TOML.match(text)
    if not is_toml and not text.lstrip().startswith("{"):
        return {}
    try:
        document = tomllib.loads(text) if is_toml else json.loads(text)
    except (ValueError, RecursionError):
        return {}
    if not isinstance(document, dict):
        return {}
    for part in ("problem", "solution", "game"):  # the parts of a command's JSON output
        if isinstance(document.get(part), dict):
            document = {**document[part], **document}
    return document


def is_spec(text: str) -> bool:
    """Return whether a text has the form that :func:`board_of_spec` reads.

    Examples
    --------
    >>> is_spec("square:-oo/ooo"), is_spec("english")
    (True, False)
    """
    return _SPEC.fullmatch(text) is not None


def board_of_spec(spec: str) -> Board:
    """Read a board in the form of a link: a lattice, and a picture with ``-`` for blanks.

    Jumps that are not allowed may follow the picture: ``square:ooo/ooo/ooo;a1-c1,c1-a1``.

    Examples
    --------
    >>> len(board_of_spec("square:-oo/ooo"))
    5
    """
    lattice, _, picture = spec.partition(":")
    rows, _, taken = picture.partition(";")
    board = Board.from_rows(rows.replace("-", " "), lattice, "own")
    return board.without(taken.split(","), "own") if taken else board


def board_spec(board: BoardLike) -> str:
    """Write the lattice and the picture of a board in one line for :func:`board_of_spec`.

    Examples
    --------
    >>> board_spec(Board.from_rows("oo/ oo", "square"))
    'square:oo/-oo'
    """
    board = as_board(board)
    picture = board.picture().replace("\n", "/").replace(" ", "-")
    taken = f";{','.join(board.taken_texts)}" if board.taken else ""
    return f"{board.lattice.name}:{picture}{taken}"
