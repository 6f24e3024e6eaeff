"""Read boards and sets of holes from names, pictures, matrices, lists, files and links.

The word ``@FILE`` is replaced by the contents of the file. Pictures are read in
:mod:`pegsolitaire.board.picture`.
"""

from __future__ import annotations

import json
import os
import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping
from contextlib import suppress
from itertools import dropwhile
from operator import index
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple
from urllib.parse import parse_qsl, unquote

from pegsolitaire.arguments import shown
from pegsolitaire.board.board import Board
from pegsolitaire.board.catalogue import board_in_catalogue, named_board
from pegsolitaire.board.lattice import Hole, Lattice, lattice_named
from pegsolitaire.board.notation import hole_name, parse_hole
from pegsolitaire.board.picture import is_drawn, pegs_shown, read_shape, tell
from pegsolitaire.errors import NotationError, UnknownBoardError

_MOST_BYTES = 1 << 20
_HEADER = re.compile(r"\s*(name|lattice|without|no landing)\s*:\s*(\S.*)", re.IGNORECASE)
_LISTS = ("without", "no landing")  # header lines that may occur more than once
_FOREIGN = re.compile(r"[^\w+.-]+")  # replaced in board names, which become file names
_LINK = re.compile(r"#(?:((?:board|start|finish|moves|at)=\S+)|board/(\S+))")
_SPEC = re.compile(r"\s*([a-z-]+):([-o/]+)(?:;(\S*))?\s*", re.IGNORECASE)
#: Matches pairs in brackets, but not a matrix of 0 and 1.
_PAIRS = re.compile(
    r"(?=.*[2-9])\s*\[\s*(?:\[\s*\d{1,6}\s*,\s*\d{1,6}\s*\]\s*(?:,\s*)?)+\]\s*", re.DOTALL
)
_PAIR = re.compile(r"\[\s*(\d+\s*,\s*\d+)\s*\]")
_TOML = re.compile(r"\s*format\s*=\s*\d")
_TOKEN = re.compile(r"\(\s*-?\d+\s*,\s*-?\d+\s*\)|[^\s,;\[\]{}'\"]+")


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
            data = file.read(_MOST_BYTES + 1)
    except (OSError, ValueError) as error:  # ValueError: a zero byte in the name
        reason = getattr(error, "strerror", None) or error
        raise NotationError(f"cannot read {path}: {reason}") from None
    if len(data) > _MOST_BYTES:
        raise NotationError(
            f"{path} is larger than a megabyte: give a file with a single board, position or game"
        )
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise NotationError(f"{path} is not a text file: write it as UTF-8") from None


def read_board(source: object, lattice: Lattice | None = None) -> Board:
    """Read a board from a name, a picture, a matrix, a list of holes, a link, or ``@FILE``.

    Parameters
    ----------
    source : str, Board, holes, or rows
        A catalogue name; a picture with one mark for each hole, with rows on separate lines or
        joined by ``/``; a matrix of -1 (outside), 0 and 1, as text, JSON, nested lists or an
        array; holes as pairs or names; the id of a Pegs game; ``@FILE`` with any of these. A file
        may begin with lines ``name: ..`` and ``lattice: ..`` (``square``, ``square-diagonal``,
        ``triangular``), ``without: a1-c1 c1-a1`` for jumps that are not allowed and ``no landing:
        d4`` for holes that no peg may land in. Without a ``name`` line, a board of the catalogue
        keeps its name, and any other board is named after the file. In a name, every character
        other than letters, digits and ``_ . + -`` becomes ``-``.

    lattice : Lattice, optional
        The lattice of the holes, if it is known.

    Raises
    ------
    UnknownBoardError
        If no board has that name.
    NotationError
        If the source cannot be read, or is ambiguous; the message lists the possible readings.

    Examples
    --------
    >>> len(read_board("triangle5")), read_board("##o##/#ooo#/ooooo/#ooo#/##o##").name
    (15, 'diamond5')
    """
    is_picture = is_drawn(source) if isinstance(source, str) else not isinstance(source, Board)
    if lattice is not None and is_picture:
        return _named(Board.from_picture(source, lattice))
    board = read_board_and_start(source).board
    return board if lattice in (None, board.lattice) else Board(board.holes, lattice)


class BoardRead(NamedTuple):
    """A board, and the start that the same source contains.

    Attributes
    ----------
    board : Board
        The board.
    pegs : int or None
        The code of the pegs in the picture; None if the picture does not show both pegs and empty
        holes.
    words : mapping
        The other entries of a link or a document, from which :func:`~pegsolitaire.game.start_in`
        reads the start.
    """

    board: Board
    pegs: int | None = None
    words: Mapping[str, Any] = MappingProxyType({})


def read_board_and_start(source: object) -> BoardRead:
    """Read a board. Also return the start if the same picture, link or document contains one.

    A file is read only once.

    Examples
    --------
    >>> found = read_board_and_start("●●●/●○●/●●●/●●●/●●●")
    >>> found.board.name, found.board.full_code ^ found.pegs
    ('rectangle3x5', 16)
    """
    if isinstance(source, Board):
        return BoardRead(source)
    if not isinstance(source, str):
        if not isinstance(source, Iterable) or isinstance(source, bytes | Mapping):
            raise NotationError(
                f"{shown(source)} is not a board: pass a name such as 'english', a picture of one "
                "mark a hole, holes as pairs (x, y), or a matrix of -1, 0 and 1"
            )
        holes = _pairs(source)
        return BoardRead(_named(Board(holes))) if holes else _drawn(source, {}, "board")
    if source.startswith("@"):
        text = read_text(source[1:])
        stem = Path(source[1:]).stem
    else:
        try:
            return BoardRead(named_board(source))
        except UnknownBoardError:
            is_other = is_drawn(source) or holes_in(source) or _LINK.search(source)
            if not is_other and not _SPEC.fullmatch(source):
                if os.path.isfile(source):
                    raise NotationError(f"{source} is a file: write @{source}") from None
                raise
        text, stem = source, "board"
    return _read_text(text, stem)


def _read_text(text: str, stem: str) -> BoardRead:
    """Read a board from the text of a file; ``stem`` is the name of the file."""
    words = words_of_link(text) or read_document(text)
    if "board" in words:
        board = str(words["board"])
        if "@" in board or words_of_link(board):
            raise NotationError(f"{board[:60]!r} is not a board: a link or a document names one")
        return BoardRead(board_of_text(board), None, words)
    if match := _SPEC.fullmatch(text):
        return BoardRead(board_of_spec(match[0]))
    lines = text.replace("\ufeff", "").splitlines()
    header: dict[str, list[str]] = {}
    begin = 0
    for line in lines:
        if not (match := _HEADER.fullmatch(line)):
            break
        header.setdefault(match[1].lower(), []).append(match[2].rstrip())
        begin += 1
    drawn = "\n".join(dropwhile(lambda line: not line.strip(), lines[begin:]))
    # A list may have several lines; for any other key, the last line counts.
    words = {key: " ".join(said if key in _LISTS else said[-1:]) for key, said in header.items()}
    return _drawn(drawn, words, stem)


def _drawn(source: object, header: dict[str, str], stem: str) -> BoardRead:
    """Read a board from a picture, using the header lines above the picture."""
    name = header.get("name")
    lattice = lattice_named(header["lattice"]) if "lattice" in header else None
    listed = _listed_holes(source) if isinstance(source, str) else []
    if listed:
        board, code = Board(listed, lattice) if lattice else Board(listed), None
    else:
        shape = read_shape(source, lattice)
        board = Board(shape.placed, shape.lattice)
        code = None if shape.pegs is None else board.code(shape.pegs)
    called = _FOREIGN.sub("-", name or stem).strip("-") or "board"
    board = _named(board, called) if name is None else Board(board.holes, board.lattice, called)
    jumps, landings = (header.get(key, "").replace(",", " ").split() for key in _LISTS)
    if landings:
        board = board.without_landing(landings, called)
    return BoardRead(board.without(jumps, called) if jumps else board, code)


def _named(board: Board, other: str | None = None) -> Board:
    """Return the board with its catalogue name, or else with the other name."""
    listed = board_in_catalogue(board.holes, board.lattice)
    return listed if listed == board else Board(board.holes, board.lattice, other)


def _pairs(source: Any) -> list[Hole]:
    """Return the holes in a set or a list of pairs (x, y); empty for any other source."""
    values = source.tolist() if hasattr(source, "tolist") else source
    try:
        listed = [tuple(one) if not isinstance(one, str) else parse_hole(one) for one in values]
    except (TypeError, NotationError):
        return []
    if not all(len(one) == 2 and all(type(c) is int for c in one) for one in listed):
        return []
    are_pairs = isinstance(source, set | frozenset) or all(type(one) is tuple for one in source)
    is_matrix = not are_pairs and {c for one in listed for c in one} <= {-1, 0, 1}
    return [] if is_matrix else listed


def _listed_holes(text: str) -> list[Hole]:
    """Return the holes in a list of names or pairs, or an empty list for any other text."""
    try:
        holes = [parse_hole(token) for token in holes_in(text)]
    except NotationError:
        return []
    return holes if len(holes) > 1 else []


def pegs_of(board: Board, source: object) -> frozenset[Hole]:
    """Read the holes with pegs from a list of holes, a picture, a matrix or an array.

    Parameters
    ----------
    board : Board
        The board.
    source : str, or an iterable of holes, or rows
        Holes by name, as pairs or by number (from 1, or from 0 if the list contains 0); or a
        source that :func:`~pegsolitaire.board.picture.pegs_shown` accepts.

    Raises
    ------
    NotationError, NotOnBoardError
        If the source cannot be read, or does not fit this board.

    Examples
    --------
    >>> board = named_board("triangle5")
    >>> pegs_of(board, "1 2 8") == pegs_of(board, {"a1", "a2", "b4"}) == {(0, 0), (0, 1), (1, 3)}
    True
    """
    if isinstance(source, str):
        tokens = holes_in(source)
        is_twice = len(set(tokens)) < len(tokens)
        if "\n" in source.strip() and (is_twice or set("".join(tokens)) <= {"0", "1"}):
            return pegs_shown(board, source)
        if len(tokens) > 1 and not _is_vector(board, tokens):
            return _from_list(board, tokens)
        return pegs_shown(board, source)
    values: Any = source.tolist() if hasattr(source, "tolist") else source
    if isinstance(values, Mapping):
        values = [key for key, value in values.items() if value]
    if isinstance(values, Board | bytes) or not isinstance(values, Iterable):
        raise NotationError(
            f"{shown(source)} is not a position of {board.name}: pass the holes with pegs, a "
            "picture, a matrix of 0 and 1, or a code"
        )
    if isinstance(values, tuple) and len(values) == 2 and all(type(one) is int for one in values):
        values = [values]  # a single hole
    listed = list(values)
    if all(isinstance(one, str) for one in listed):
        are_rows = len(listed) > 1 and set("".join(listed)) <= {"0", "1"}
        if all(map(is_hole, listed)) and not are_rows:
            return _from_list(board, listed)
        return pegs_of(board, "\n".join(listed))
    if all(isinstance(one, str | int | float) for one in listed):
        entries = [str(int(one)) if isinstance(one, int | float) else one for one in listed]
        width, height = (max(axis) + 1 for axis in zip(*board.holes, strict=True))
        if set(entries) <= {"-1", "0", "1"} and len(entries) == width * height != len(board):
            rows = [entries[i : i + width] for i in range(0, len(entries), width)]
            return pegs_shown(board, rows)
        if _is_vector(board, entries):
            return pegs_shown(board, [entries])
        is_list = len(set(entries)) == len(entries) and bool not in map(type, listed)
        if is_list and all(map(is_hole, entries)):
            return _from_list(board, entries)
        raise NotationError(
            f"a list of {len(entries)} entries is not a position of {board.name}: give the holes "
            f"with pegs, each once, or {len(board)} times 0 or 1"
        )
    if all(isinstance(one, tuple | list) and len(one) == 2 for one in listed):
        are_pairs = isinstance(source, set | frozenset) or all(
            type(one) is tuple for one in listed
        )
        if are_pairs or not {entry for one in listed for entry in one} <= {-1, 0, 1}:
            return _from_list(board, listed)
    return pegs_shown(board, listed)


def holes_in(text: str) -> list[str]:
    """Split a list of hole names, pairs or numbers into items. Return [] for any other text.

    Examples
    --------
    >>> holes_in("a1, (0,1) 8"), holes_in("a1 to b2"), holes_in("3, 3")
    (['a1', '(0,1)', '8'], [], [])
    """
    if _PAIRS.fullmatch(text):
        text = _PAIR.sub(r"(\1)", text)
    tokens = _TOKEN.findall(text)
    is_closed = all(text.count(one) == text.count(other) for one, other in ("()", "[]", "{}"))
    return tokens if is_closed and all(map(is_hole, tokens)) and not is_hole(text) else []


def is_hole(text: str) -> bool:
    """Return whether a text has the form of a hole.

    Examples
    --------
    >>> is_hole("d4"), is_hole("3, 3"), is_hole("17"), is_hole("d4 d5")
    (True, True, True, False)
    """
    token = text.strip()
    if token.isascii() and token.isdigit():
        return len(token) < 10
    try:
        parse_hole(token)
    except NotationError:
        return False
    return True


def _is_vector(board: Board, tokens: Iterable[str]) -> bool:
    """Return whether the tokens are a vector with a 0 or a 1 for every hole."""
    listed = list(tokens)
    return len(listed) == len(board) and set(listed) <= {"0", "1"}


def _from_list(board: Board, listed: Iterable[Any]) -> frozenset[Hole]:
    """Return the holes in a list. Numbers count from 0 if it contains 0, otherwise from 1."""
    entries = [_hole_entry(one) for one in listed]
    twice = [one for one, count in Counter(entries).items() if count > 1]
    if twice:
        raise NotationError(f"{twice[0]} appears twice in the list of pegs: give each hole once")
    first = 0 if 0 in entries else 1
    texts = [str(one + 1 - first) if isinstance(one, int) else one for one in entries]
    pegs = frozenset(board.holes[board.bit(hole)] for hole in texts)
    names = [hole_name(hole) for hole in board.holes if hole in pegs]
    shown = " ".join(names if len(names) <= 20 else [*names[:18], "..."])
    tell(f"read as pegs in {shown}{'' if first else ', holes numbered from 0'}")
    return pegs


def _hole_entry(entry: Any) -> int | str | Hole:
    """Read an entry of a list of holes: a number, a name, or a pair."""
    try:
        if isinstance(entry, str):
            return int(entry) if entry.isascii() and entry.isdigit() else entry
        if isinstance(entry, tuple | list):
            x, y = map(index, entry)
            return x, y
        return index(entry)
    except (TypeError, ValueError):
        raise NotationError(
            f"{str(entry)[:60]} is not a hole: give a name, a pair or a number"
        ) from None


# -- boards in other files and texts ------------------------------------------------------------


def board_of_text(text: str) -> Board:
    r"""Read the board of a puzzle set, given as a built-in name or as the content of a board file.

    Raises
    ------
    UnknownBoardError
        If the text is a name, and no board has this name.
    NotationError
        If the text cannot be read.

    Examples
    --------
    >>> board_of_text("triangle5").name, board_of_text("name: tree\n  oo\n oooo\noooooo").name
    ('triangle5', 'tree')
    """
    is_other = "\n" in text.strip() or is_drawn(text) or holes_in(text) or _SPEC.fullmatch(text)
    return _read_text(text, "board").board if is_other else named_board(text)


def board_text(board: Board) -> str:
    r"""Write a board for :func:`board_of_text`, as its name or as the text of a board file.

    Examples
    --------
    >>> print(board_text(board_of_text("lattice: triangular\no\noo\n oo")))
    name: board
    lattice: triangular
    o
    oo
     oo
    """
    if board.is_named:
        return board.name
    rows = board.picture().split("\n")
    lines = [] if board.name == "/".join(row.rstrip() for row in rows) else [f"name: {board.name}"]
    lines.append(f"lattice: {board.lattice.name}")  # a picture may fit two lattices
    if board.taken:
        lines.append(f"without: {' '.join(board.taken_texts)}")
    text = "\n".join([*lines, *rows])
    # If a board does not begin at the first column and row, or if its blanks could be empty holes,
    # it is written as in a link, which keeps the place of every mark.
    with suppress(NotationError):
        if board_of_text(text) == board:
            return text
    return board_spec(board)


# -- links and documents ------------------------------------------------------------------------


def words_of_link(text: str) -> dict[str, str]:
    """Return the board, start, finish and moves in a link to a game, or nothing for other texts.

    Examples
    --------
    >>> words_of_link("http://127.0.0.1:8033/#board/triangle5/a1/any/a3-a1")
    {'board': 'triangle5', 'start': 'a1', 'finish': 'any', 'moves': 'a3-a1'}
    >>> words_of_link("http://127.0.0.1:8033/#board=triangle5&start=a1")
    {'board': 'triangle5', 'start': 'a1'}
    """
    match = _LINK.search(text)
    if match is None or match[1]:
        return dict(parse_qsl(match[1])) if match else {}
    parts = zip(("board", "start", "finish", "moves"), match[2].split("/"), strict=False)
    return {key: unquote(part) for key, part in parts if part}


def read_document(text: str) -> dict[str, Any]:
    """Parse the JSON output of a command or a TOML puzzle set. Return nothing for other texts."""
    if not (is_toml := _TOML.match(text)) and not text.lstrip().startswith("{"):
        return {}
    try:
        found = tomllib.loads(text) if is_toml else json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


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


def board_spec(board: Board) -> str:
    """Write the lattice and the picture of a board in one line for :func:`board_of_spec`.

    Examples
    --------
    >>> board_spec(Board.from_rows("oo/ oo", "square"))
    'square:oo/-oo'
    """
    picture = board.picture().replace("\n", "/").replace(" ", "-")
    taken = f";{','.join(board.taken_texts)}" if board.taken else ""
    return f"{board.lattice.name}:{picture}{taken}"
