"""Read boards and positions: recognise what is pasted, or refuse it with a remedy.

A picture is recognised if it shows a board of the catalogue, or the board that is named, in
exactly one way. A board of your own is drawn in our own marks (``*`` peg, ``.`` empty hole, ``o``
hole), or its marks are given. Everything else is refused.

1. The text becomes cells, each with one mark (:func:`_cells_of`).
2. Each mark may be a peg, an empty hole, or outside. A way to read the cells counts if its holes
   are a board in one of its layouts (:func:`_layouts`).
3. If the ways agree on the board and its pegs, that is what was meant (:func:`_recognised`).

``web/static/js/reading.js`` reads by the same rule where there is no server.
"""

from __future__ import annotations

import json
import logging
import os
import re
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations, dropwhile, pairwise
from math import gcd, prod
from operator import index
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple
from unicodedata import east_asian_width
from urllib.parse import parse_qsl, unquote

from pegsolitaire.board.board import Board, BoardLike, as_board
from pegsolitaire.board.catalogue import CATALOGUE, board_in_catalogue, find_board, named_board
from pegsolitaire.board.lattice import SQUARE, TRIANGULAR, Hole, Lattice, at_corner, lattice_named
from pegsolitaire.board.notation import either, hole_name, parse_hole
from pegsolitaire.board.picture import straighten
from pegsolitaire.errors import (
    BoardTooLargeError,
    NotationError,
    PictureError,
    UnknownBoardError,
    quoted,
)

_log = logging.getLogger(__name__)

#: The largest number of marks in a picture: twice the number of holes of the largest board.
MAX_MARKS = 200_000
_MAX_BYTES = 1 << 20
_MAX_MARK_KINDS = 4  # more kinds of marks are no picture
_MIN_OUTSIDE = 8  # marks around a board; fewer may be empty holes of a position by chance
_MIN_LAYOUT_HOLES = (
    10  # of boards with rows from the left; smaller boards of your own look like them
)
_MAX_FAMILY_ROWS = 30  # of catalogue boards; only triangles and rectangles may have more rows

UNDERSTOOD = (
    "write one mark for each hole, such as * for a peg and . for an empty hole, or a matrix of -1 "
    "(outside), 0 and 1"
)


class _Listener(logging.Handler):
    def __init__(self, say: Callable[[str], None]) -> None:
        super().__init__(logging.INFO)
        self._say = say

    def emit(self, record: logging.LogRecord) -> None:
        self._say(record.getMessage())


@contextmanager
def listening(say: Callable[[str], None]) -> Iterator[None]:
    """Call a function with each sentence that says how a picture or a game was read.

    Examples
    --------
    >>> with listening(print):
    ...     len(read_board("ooo/ooo/ooo"))
    read as square3: o is a hole
    9
    """
    log, listener = logging.getLogger("pegsolitaire"), _Listener(say)
    level = log.level
    log.setLevel(logging.INFO)
    log.addHandler(listener)
    try:
        yield
    finally:
        log.removeHandler(listener)
        log.setLevel(level)


# -- marks --------------------------------------------------------------------------------------

_OURS = frozenset("*.o")
_PEGS = frozenset("*●◉⚫⊗@1PpXx")
_HOLES = frozenset(".·○◌◦⚪_-0Hh")
_NEVER_OUTSIDE = frozenset("●○◉⊗⚫⚪◌◦PpHh")
_LETTERS = frozenset("oOxXPpHhEe012")  # the only letters and digits that are marks ungiven
#: Pairs of marks that the world uses both ways, and marks whose meaning the other mark decides.
_AMBIGUOUS_PAIRS = tuple(map(set, ("o.", "O.", "o·", "O·", "xo", "xO", "Xo", "XO", "12")))
_EITHER = frozenset("oO2")
_DOTS = frozenset(".·")
BLANK = " "
BOX = "␣"  # a box without a mark, as in |o| |o|
OUTSIDE = "-1"  # outside the board in a matrix, the only mark of two characters


@dataclass(frozen=True)
class Marks:
    """What the marks of a picture mean: pegs, empty holes, and the outside of the board.

    Examples
    --------
    >>> Marks.from_text("hole=o,peg=x,outside=#").outside
    '#'
    """

    peg: str = ""
    hole: str = ""
    outside: str = ""

    @classmethod
    def from_text(cls, text: str | Marks | None) -> Marks:
        """Parse ``hole=o,peg=x,outside=#``. Parts may be left out, and may have several marks.

        The word ``blank`` stands for a blank.
        """
        if not isinstance(text, str):
            return text or _NO_MARKS
        given: dict[str, str] = {}
        for part in re.split(r",(?=\s*[a-z]+=)", text.strip(), flags=re.IGNORECASE):
            key, _, marks = part.strip().partition("=")
            key = {"empty": "hole"}.get(key.lower(), key.lower().removesuffix("s"))
            if not marks or key not in ("peg", "hole", "outside") or key in given:
                raise NotationError(
                    f"cannot read {quoted(part.strip())}: write hole=o,peg=x,outside=#, or part "
                    "of it; the word blank stands for a blank"
                )
            given[key] = BLANK + BOX if marks.lower() == "blank" else marks
        for one, other in combinations(given.values(), 2):
            if shared := set(one) & set(other):
                raise NotationError(f"{min(shared)!r} cannot be two of peg, hole and outside")
        return cls(**given)

    @property
    def all(self) -> str:
        """All marks whose meaning is given."""
        return self.peg + self.hole + self.outside


_NO_MARKS = Marks()


def _peg_marks(used: set[str], given: Marks) -> list[set[str]]:
    """Return which marks of the holes may be the pegs: one choice; two, the usual first; or none.

    Two choices are left for pairs that the world uses both ways, and for unknown pairs.
    """
    if given.peg or given.hole:
        pegs = used & set(given.peg) if given.peg else used - set(given.hole)
        is_known = not (given.peg and given.hole) or used <= set(given.peg + given.hole)
        return [pegs] if is_known else []
    if len(used) == 1:
        return [used - _HOLES]
    if len(used) != 2:
        return []
    if blank := used & {BLANK, BOX}:  # only the pegs are drawn
        return [used - blank] if not used & _HOLES else []
    pegs, holes = used & _PEGS, used & _HOLES
    usual = pegs or used - holes
    if len(usual) != 1 or not used <= _PEGS | _HOLES | _EITHER:
        usual = {min(used)}
    elif used not in _AMBIGUOUS_PAIRS:
        return [usual]
    return [usual, used - usual]


# -- 1. cells -----------------------------------------------------------------------------------

Cells = dict[Hole, str]

_INVISIBLE = re.compile("[\ufeff\ufe0e\ufe0f\u200b\u200d\r]")
_GAME_ID = re.compile(r"\s*(\d{1,3})x(\d{1,3})[a-z]*:([PHO]+)\s*")
_SEED = re.compile(r"\s*\d{1,3}x\d{1,3}[a-z]*#\S+\s*")
_FRAME = re.compile(r"[\s+=|\-─━═│┃║┌┐└┘├┤┬┴┼╭╮╰╯╔╗╚╝╠╣╦╩╬]+")
_BARS = "|│┃║"
_BOXES = re.compile(r"\s*(?:(?:\[.\]|\(.\))\s*)+")
_MATRIX = re.compile(
    r"(?:[\w*][\w .:*<>\[\]]*=\s*)?(?:new\s[\w\[\]\s]*)?(?:[\w.]+!?\(?)?\s*([\[({].*)", re.DOTALL
)
_QUOTED_ROWS = re.compile(r"""\s*(?:(?:"[^"]*"|'[^']*')[\s,;+]*){2,}""")
_ENTRY = re.compile(r"'([^']*)'|\"([^\"]*)\"|([^\s,;'\"]+)")
_LITERALS = {"true": "1", "false": "0", "none": OUTSIDE, "null": OUTSIDE, "nan": OUTSIDE}
_LITERAL_WORDS = re.compile(rf"\b(?:{'|'.join(_LITERALS)})\b", re.IGNORECASE)
_WORD = re.compile(r"[^\W\d_]{3,}")
_LABELLED = re.compile(r"(\s*(\d{1,3}|[A-Za-z])[:.|)]?)(\s.*|$)")
_NAMES_AT_THE_END = re.compile(r"(?:\s+(?:[a-z]{1,3}[1-9][0-9]*|\(-?\d+,-?\d+\)))+\s*$")
_NUMBERS_AT_THE_END = re.compile(r"(?:\s{2,}\d+)+\s*$")
_MAX_COLUMNS = 1000  # in longer lines no names at the end are sought


def _cells_of(source: object, marks: Marks = _NO_MARKS) -> Cells:
    r"""Return the marks of a picture or a matrix by column and row, without blanks.

    Raises
    ------
    NotationError
        If the source is neither.

    Examples
    --------
    >>> _cells_of("o#\n o") == _cells_of([["o", "#"], [" ", "o"]])
    True
    """
    rows = _rows_of_text(source, marks) if isinstance(source, str) else _rows_of(source)
    cells = {(x, y): mark for y, row in enumerate(rows) for x, mark in _in_columns(row)}
    cells = {cell: mark for cell, mark in cells.items() if mark.strip()}
    if len(cells) > MAX_MARKS:
        raise BoardTooLargeError(
            f"a picture of {len(cells):,} marks is too large: use at most {MAX_MARKS:,}"
        )
    used = set(cells.values()) - {OUTSIDE}
    words = [one for one in cells.items() if not _is_mark(one[1], marks)]
    if not used or words or len(used - set(marks.all)) > _MAX_MARK_KINDS:
        what = "the picture has too many different marks"
        for (x, y), word in words[:1]:
            what = f"{quoted(word)} in row {y + 1}, column {x + 1} of the picture"
        raise NotationError(f"{what if used else 'the picture is empty'}: {UNDERSTOOD}")
    return cells


def _in_columns(row: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Yield the marks of a row with their columns; a wide character takes two."""
    column = 0
    for mark in row:
        yield column, mark
        is_wide = isinstance(row, str) and east_asian_width(mark) in "WF"
        column += 2 if is_wide else 1


def _is_mark(word: str, given: Marks) -> bool:
    return word == OUTSIDE or (
        len(word) == 1 and (not word.isalnum() or word in _LETTERS or word in given.all)
    )


def is_picture(text: str, marks: str | Marks | None = None) -> bool:
    """Return whether a text looks like a picture, a matrix or the id of a game, not like a name.

    Examples
    --------
    >>> is_picture("ooo/o.o"), is_picture("7x7cross:PPH"), is_picture("english")
    (True, True, False)
    """
    text = _LITERAL_WORDS.sub("1", _INVISIBLE.sub("", text).strip())
    if "\n" in text or _GAME_ID.fullmatch(text) or _SEED.fullmatch(text):
        return True
    known = _PEGS | _HOLES | set("oO2#@+ \t/,;|[](){}'\"") | set(Marks.from_text(marks).all)
    is_word = text.isalnum() and not set(text) <= set("oOxX01")
    return len(text) > 1 and set(text) <= known and not is_word and _is_closed(text)


def _is_closed(text: str) -> bool:
    return all(text.count(one) == text.count(other) for one, other in ("()", "[]", "{}"))


def _rows_of(source: object) -> list[list[str]]:
    """Return the rows of nested lists or of an array as marks."""
    values: Any = source.tolist() if hasattr(source, "tolist") else source
    try:
        return [[_entry(one) for one in row] for row in values]
    except TypeError:
        raise NotationError(
            f"{quoted(source)} is not a picture: pass rows of marks, or a matrix of -1 (outside), "
            "0 and 1"
        ) from None


def _entry(value: object) -> str:
    """Convert an entry of a matrix to a mark."""
    text = re.sub(r"(?<=\d)\.0*$", "", str(value))
    return _LITERALS.get(text.lower(), text)


def _entries(row: str) -> list[str]:
    """Return the entries of a matrix row. A missing entry is outside."""
    if re.search(r"[,;\t]", row) and not re.search("['\"]", row):
        return [_entry(one.strip()) for one in re.split(r"[,;\t]", row.strip(" ").rstrip(",;"))]
    return [_entry("".join(found)) for found in _ENTRY.findall(row)]


def _rows_of_text(text: str, marks: Marks = _NO_MARKS) -> Sequence[Sequence[str]]:
    """Return the rows of a picture or of a matrix given as text."""
    text = _INVISIBLE.sub("", text).replace("\N{NO-BREAK SPACE}", " ")
    if match := _GAME_ID.fullmatch(text):
        width, height, kinds = int(match[1]), int(match[2]), match[3]
        if len(kinds) != width * height:
            raise NotationError(
                f"{quoted(text.strip())} has {len(kinds)} marks for {width} x {height} holes"
            )
        rows = [list(kinds[i : i + width]) for i in range(0, len(kinds), width)]
        return [[OUTSIDE if mark == "O" else mark for mark in row] for row in rows]
    if _SEED.fullmatch(text):
        raise NotationError(
            f"{quoted(text.strip())} is the seed of a Pegs game: copy its id that lists the "
            "holes, such as 7x7cross:OOPPPOO..."
        )
    lines = [line.expandtabs(1) for line in text.split("\n") if line.strip()]
    if lines and all(map(_BOXES.fullmatch, lines)) and "](" not in text:
        return [re.sub(r"[\[(](.)[\])]", _boxed, line) for line in lines]
    if _QUOTED_ROWS.fullmatch(text):
        return [one or other for one, other in re.findall(r"\"([^\"]*)\"|'([^']*)'", text)]
    if match := _MATRIX.match(text.lstrip()):
        return _bracketed(match[1])
    lines = _without_names(_drawn_lines(text))
    if any(re.search(r"[,;\t]|(?<!\S)-1(?!\S)", line) for line in lines):
        lines = lines[0].split(";") if len(lines) == 1 else lines
        return [_entries(line) for line in lines if line.strip()]
    return _unlabelled(_unframed(lines), marks)


def _boxed(box: re.Match[str]) -> str:
    return f" {BOX if box[1] == ' ' else box[1]} "


def _bracketed(text: str) -> Sequence[Sequence[str]]:
    """Return the rows of a matrix in the syntax of any language."""
    if any(text.count(a) > text.count(b) for a, b in ("()", "[]", "{}")) or re.search(
        r"""["']\s*:""", text
    ):
        raise NotationError(
            "the matrix has a bracket that is not closed, or a key: write rows such as "
            "[[-1,1,-1],[1,0,1],[-1,1,-1]]"
        )
    groups = re.findall(r"[\[({]([^\[\](){}]*)[\])}]", text)
    if len(groups) == 1:  # a list of rows, or rows separated by semicolons
        rows = [one or other for one, other in re.findall(r"'([^']*)'|\"([^\"]*)\"", groups[0])]
        if any(len(row) > 1 for row in rows):
            return rows
        groups = groups[0].split(";")
    return [_entries(group) for group in groups]


def _drawn_lines(text: str) -> list[str]:
    """Return the lines of a picture, without the text below it."""
    lines = [
        line.rstrip() for line in re.split(r"[/\n]", text) if not line.strip().startswith("```")
    ]
    started = False
    for number, line in enumerate(lines):
        words = [word for word in _WORD.findall(line) if len(set(word.lower())) > 2]
        is_title = line.rstrip().endswith(":") and not line.lower().startswith(("name", "lattice"))
        if words and not started and is_title:
            lines[number] = ""  # a title
            continue
        is_below = started and (not lines[number - 1].strip() or len(words) > 1)
        if words and is_below:
            return lines[:number]
        started = started or bool(line.strip())
    return lines


def _unframed(lines: list[str]) -> list[str]:
    """Remove a frame, which counts as one only if each row begins and ends with a bar."""
    rows = [line.strip() for line in lines if line.strip() and not _is_frame(line.strip())]
    rows = rows or [line.strip() for line in lines if set(line) & set(_BARS)]
    if not rows or not all(row[0] in _BARS and row[-1] in _BARS and len(row) > 2 for row in rows):
        return lines
    parts = [re.split(f"[{_BARS}]", row[1:-1]) for row in rows]
    if all(len(row) > 1 and all(len(one.strip()) < 2 for one in row) for row in parts):
        return ["".join(one.strip() or BOX for one in row) for row in parts]
    return [" ".join(row) for row in parts]


def _is_frame(line: str) -> bool:
    """Return whether a line is part of a frame. Between bars, a frame is one unbroken line."""
    is_row = line[0] in _BARS and re.search(rf"[\s{_BARS}]", line[1:-1])
    return _FRAME.fullmatch(line) is not None and not is_row


def _without_names(lines: list[str]) -> list[str]:
    """Remove the names or numbers of the holes that are printed to the right of the rows."""
    filled = [line for line in lines if line.strip()]
    if max(map(len, filled), default=0) > _MAX_COLUMNS:
        return lines
    rows = filled[1:] if filled and _is_heading(filled[0]) else filled
    names = [_NAMES_AT_THE_END.search(line) for line in rows]
    if names and all(names):
        return [_NAMES_AT_THE_END.sub("", line) for line in lines]
    ends = [_NUMBERS_AT_THE_END.search(line) for line in lines]
    numbers = [int(number) for end in ends if end for number in end[0].split()]
    if len(numbers) > 2 and numbers == list(range(1, len(numbers) + 1)):
        return [_NUMBERS_AT_THE_END.sub("", line) for line in lines]
    return lines


def _unlabelled(lines: list[str], marks: Marks) -> list[str]:
    """Remove the labels of columns and rows around a picture, unless they are given as marks."""

    def is_heading(line: str) -> bool:
        return not set("".join(line.split())) <= set(marks.all) and _is_heading(line)

    filled = [line for line in lines if line.strip()]
    is_headed = len(filled) > 1 and is_heading(filled[0])
    if is_headed:
        lines = lines[lines.index(filled[0]) + 1 :]
    if len(filled) > 1 and is_heading(filled[-1]):
        lines = lines[: len(lines) - 1 - lines[::-1].index(filled[-1])]
    found = [(line, _LABELLED.fullmatch(line)) for line in lines if line.strip()]
    names = [match[2].lower() for _, match in found if match]
    if len(found) < 2 - is_headed or len(names) < len(found) or not _are_labels(names):
        return lines
    if set("".join(names)) <= set(marks.all):
        return lines
    rest = "".join(match[3] for _, match in found if match)
    if not is_headed and not re.search(r"[^\s\d]", rest) and set(names) <= {"0", "1", "2"}:
        return lines  # a matrix whose first column counts
    labelled = ((line, _LABELLED.fullmatch(line)) for line in lines)
    lines = [" " * len(match[1]) + match[3] if match else "" for line, match in labelled]
    ends = [re.search(r"\s(\w+)$", line) for line in lines if line.strip()]
    if [end[1].lower() for end in ends if end] == names:  # labels on both sides
        lines = [re.sub(r"\s\w+$", "", line).rstrip() for line in lines]
    return lines


def _is_heading(line: str) -> bool:
    """Return whether a line labels the columns, with consecutive letters or numbers."""
    names = line.lower().split()
    names = list(names[0]) if len(names) == 1 else names
    return _are_labels(names) and (not names[0].isdigit() or len(names) > 3)


def _are_labels(names: Sequence[str]) -> bool:
    """Return whether labels are consecutive, in ascending or descending order, and not marks."""
    if not names or set("".join(names)) <= _PEGS | _HOLES | _OURS - {"0", "1"}:
        return False
    if all(name.isdigit() for name in names):
        numbers = list(map(int, names))
    elif all(name.isalpha() and name.isascii() and len(name) < 3 for name in names):
        numbers = [parse_hole(f"{name}1")[0] for name in names]
    else:
        return False
    return {b - a for a, b in pairwise(numbers)} in ({1}, {-1}, set())


# -- 2. layouts ---------------------------------------------------------------------------------


def _normal(cells: Iterable[Hole]) -> list[Hole]:
    """Move cells to the corner, and close up columns, and then rows, that are evenly spaced."""
    moved = at_corner(cells)
    across = gcd(*(x for x, _ in moved)) or 1
    down = (gcd(*(y for _, y in moved)) or 1) if across > 1 else 1
    return [(x // across, y // down) for x, y in moved]


@lru_cache(maxsize=512)
def _layouts(board: Board, *, is_exact: bool = False) -> tuple[frozenset[Hole], ...]:
    """Return the cells of a board in its usual layouts, as drawn first.

    A board is drawn in its coordinates, or centred if its lattice is slanted; with its rows from
    the left; or with its rows centred. Row by row, the cells of a layout are the holes in order.

    Parameters
    ----------
    board : Board
        The board.
    is_exact : bool, optional
        Whether the lattice is known: then only the centred layout and the coordinates count.
    """
    if board.lattice.layer:  # layers begin at every sixth column, even if it is blank
        return (frozenset(board.holes),)
    is_slanted = board.lattice.is_slanted
    layouts = [[(2 * x - y, y) if is_slanted else (x, y) for x, y in board.holes]]
    if is_exact:
        layouts.append(list(board.holes))
    lengths = [len(row) for row in board.rows]
    is_triangle = lengths == list(range(1, len(lengths) + 1))
    if not is_exact and (len(board) >= _MIN_LAYOUT_HOLES or is_triangle):
        widest = max(lengths)
        for half in (0, 1, 2):  # from the left; centred, half a hole to the left or right
            gaps = [(widest - length + half - 1) // 2 if half else 0 for length in lengths]
            layouts.append(
                [(gaps[y] + x, y) for y, length in enumerate(lengths) for x in range(length)]
            )
    return tuple(dict.fromkeys(frozenset(_normal(cells)) for cells in layouts))


@lru_cache(maxsize=128)
def _boards_with_rows(height: int) -> tuple[Board, ...]:
    """Return the boards of the catalogue, and others of its kinds, with this number of rows."""
    names = [f"triangle{height}", f"square{height}"]
    if height <= _MAX_FAMILY_ROWS:
        side = (height + 1) // 2
        names += [f"{kind}{height}" for kind in ("english", "french", "diamond", "rhombus")]
        names += [f"hexagon{3 * side * (side - 1) + 1}"]
    named = map(find_board, (*names, *CATALOGUE))  # of the same holes, the last name counts
    boards = [board for board in named if board and len(board.rows) == height and len(board) > 4]
    return tuple(
        {(board.lattice, frozenset(at_corner(board))): board for board in boards}.values()
    )


def _shaped(cells: Iterable[Hole], lattice: Lattice | None) -> list[Board]:
    """Return the boards of the catalogue that have these cells in one of their layouts.

    Boards that are drawn so come first: rows of a rhombus from the left are a square.
    """
    normal = frozenset(_normal(cells))
    width, height = _box(normal)
    if len(normal) == width * height and lattice in (None, SQUARE):
        kind = f"square{width}" if width == height else f"rectangle{width}x{height}"
        return [named_board(kind)] if max(width, height) > 2 else []
    boards = [
        board
        for board in _boards_with_rows(height)
        if len(board) == len(normal) and lattice in (None, board.lattice)
    ]
    drawn = [board for board in boards if normal == _layouts(board, is_exact=True)[0]]
    return drawn or [
        board for board in boards if normal in _layouts(board, is_exact=lattice is not None)
    ]


def _box(cells: Iterable[Hole]) -> Hole:
    """Return the width and height of the smallest box at (0, 0) that contains the cells."""
    columns, rows = zip(*cells, strict=True)
    return max(columns) + 1, max(rows) + 1


# -- 3. ways to read a picture ------------------------------------------------------------------


class _Way(NamedTuple):
    """A board, the mark of each of its holes in order, and the marks that are outside."""

    board: Board
    marks: Sequence[str]
    outside: frozenset[str] = frozenset()
    around: int = 0  # the number of marks around the board
    is_own: bool = False

    @property
    def is_shared(self) -> bool:
        """Whether a mark, or a blank, is outside at some places and an empty hole at others."""
        return bool(set(self.marks) & (self.outside | {BLANK}))


@dataclass(frozen=True)
class Picture:
    """A board with the pegs that a picture shows, and how the picture was read.

    Attributes
    ----------
    board : Board
        The board.
    pegs : int or None
        The code of the pegs; None if all holes have the same mark, which shows a board.
    text : str
        What was read, for people.
    marks : str
        The setting of ``marks`` that reads this; empty if no setting does.
    """

    board: Board
    pegs: int | None
    text: str = field(compare=False)
    marks: str = field(compare=False)


def _ordered(cells: Mapping[Hole, str]) -> list[str]:
    """Return the marks row by row, from left to right."""
    return [cells[cell] for cell in sorted(cells, key=lambda cell: cell[::-1])]


def _choices(cells: Cells, given: Marks) -> list[frozenset[str]]:
    """Return the sets of marks that may be outside: those given, or none and each single one."""
    used = set(cells.values()) - {OUTSIDE}
    if given.outside or (given.peg and given.hole):
        return [frozenset(given.outside) or frozenset(used - set(given.peg + given.hole))]
    free = sorted(used - set(given.all) - _NEVER_OUTSIDE)
    return [frozenset(), *(frozenset({mark}) for mark in free)]


def _ways(cells: Cells, lattice: Lattice | None, given: Marks) -> Iterator[_Way]:
    """Yield the ways to read a picture as a board of the catalogue."""
    is_open = not (given.outside or given.peg or given.hole)
    for outside in _choices(cells, given):
        inside = {c: m for c, m in cells.items() if m != OUTSIDE and m not in outside}
        if not inside:
            continue
        for board in _shaped(inside, lattice):
            around = len(cells) - len(inside) if _is_around(cells, inside) else 1
            yield _Way(board, _ordered(inside), outside, around if outside else 0)
        if lattice is None and (is_open or BLANK in given.hole):
            yield from _shared_ways(cells, inside, outside)


def _is_around(cells: Iterable[Hole], inside: Iterable[Hole]) -> bool:
    """Return whether marks reach all four edges of a picture, or none of them."""
    (left, top), (right, bottom) = (
        [side(axis) for axis in zip(*inside, strict=True)] for side in (min, max)
    )
    width, height = _box(cells)
    reached = (left == 0, top == 0, right == width - 1, bottom == height - 1)
    return all(reached) or not any(reached)


def _shared_ways(cells: Cells, inside: Cells, outside: frozenset[str]) -> Iterator[_Way]:
    """Yield the boards around which a mark is outside, and on which it is an empty hole too.

    A blank is an empty hole only if there are marks on all four sides of it.
    """
    there = set(at_corner(inside))
    left, top = (min(axis) for axis in zip(*inside, strict=True))
    width, height = _box(there)
    if height > _MAX_FAMILY_ROWS or len(there) * 2 < width * height // 2:
        return
    for board in _boards_with_rows(height):
        for layout in _layouts(board, is_exact=True):
            if not there < layout or _box(layout) != (width, height):
                continue
            if len(layout) == width * height and board.lattice is not SQUARE:
                continue  # a rhombus in its coordinates looks like a square
            marks = {(x, y): cells.get((x + left, y + top), BLANK) for x, y in layout}
            added = {marks[cell] for cell in layout - there}
            count = len(cells) - len(inside) - sum(map(outside.__contains__, marks.values()))
            is_around = added == outside and count >= _MIN_OUTSIDE
            is_walled = outside <= {"#"} and added == {BLANK}
            is_enclosed = is_walled and all(_is_enclosed(c, there) for c in layout - there)
            if is_around or is_enclosed:
                yield _Way(board, _ordered(marks), outside, count)


def _is_enclosed(cell: Hole, there: set[Hole]) -> bool:
    """Return whether there are marks on all four sides of a cell."""
    row, column = [x for x, y in there if y == cell[1]], [y for x, y in there if x == cell[0]]
    return (
        bool(row and column)
        and min(row) < cell[0] < max(row)
        and min(column) < cell[1] < max(column)
    )


def _doubts(cells: Cells, lattice: Lattice | None, given: Marks) -> Iterator[_Way]:
    """Yield the boards of your own around which a mark that reaches the edge may be outside."""
    for outside in _choices(cells, given)[1:]:
        inside = {c: m for c, m in cells.items() if m not in outside}
        is_at_edge = any(
            (x + dx, y + dy) not in cells
            for x, y in cells.keys() - inside
            for dx, dy in SQUARE.directions
        )
        if is_at_edge and _is_whole(inside, lattice or SQUARE):
            board = _named(Board(at_corner(inside), lattice or SQUARE))
            yield _Way(board, _ordered(inside), outside, is_own=True)


def _own_way(cells: Cells, lattice: Lattice | None, given: Marks) -> Iterator[_Way]:
    """Yield a board of your own, drawn in our own marks or with marks that are given."""
    outside = _choices(cells, given)[0]
    inside = {c: m for c, m in cells.items() if m != OUTSIDE and m not in outside}
    used = set(inside.values())
    is_ours = used <= _OURS or (used <= {"0", "1"} and OUTSIDE in cells.values())
    if not inside or not (is_ours or given.outside or used <= set(given.peg + given.hole)):
        return
    holes = at_corner(inside)
    straight = straighten(holes) if lattice is None or lattice.is_slanted else holes
    found = lattice or (SQUARE if straight == holes else TRIANGULAR)
    if lattice is None and given == _NO_MARKS and not _is_whole(straight, found):
        return
    marked = dict(zip(straight, inside.values(), strict=True))
    yield _Way(_named(Board(straight, found)), _ordered(marked), outside, is_own=True)


def _is_whole(holes: Iterable[Hole], lattice: Lattice) -> bool:
    """Return whether holes are connected, and three of them are in a line."""
    there = set(holes)
    reached = list(there)[:1]
    left = there - set(reached)
    for x, y in reached:
        near = {(x + dx, y + dy) for dx, dy in lattice.directions} & left
        left -= near
        reached += near
    return not left and any(
        {(x + dx, y + dy), (x + 2 * dx, y + 2 * dy)} <= there
        for x, y in there
        for dx, dy in lattice.directions
    )


def _ways_on(board: Board, cells: Cells, given: Marks) -> Iterator[_Way]:
    """Yield the ways to read a picture as a position on this board.

    Its holes may have any of the layouts, or be one row. In a full rectangle around the board,
    what stands outside is not looked at. If only pegs are drawn, blanks are empty holes.
    """
    layouts = {*_layouts(board), *_layouts(board, is_exact=True)}
    for outside in _choices(cells, given):
        inside = {c: m for c, m in cells.items() if m != OUTSIDE and m not in outside}
        if len(inside) == len(board):
            normal = frozenset(_normal(inside) if not board.lattice.layer else inside)
            if normal in layouts or len({y for _, y in inside}) == 1:
                yield _Way(board, _ordered(inside), outside)
    for outside in dict.fromkeys((frozenset[str](), *_choices(cells, given))):
        kept = {c: m for c, m in cells.items() if m not in outside} or cells
        corner = dict(zip(at_corner(kept), kept.values(), strict=True))
        width, height = _box(corner)
        for layout in _layouts(board, is_exact=True):
            if _box(layout) != (width, height) or len(layout) == width * height == len(corner):
                continue
            marks = [corner.get(cell, BLANK) for cell in sorted(layout, key=lambda c: c[::-1])]
            is_rectangle = len(corner) == width * height
            is_sparse = corner.keys() <= layout and set(corner.values()).isdisjoint(_HOLES)
            is_shown = set(marks).isdisjoint({OUTSIDE, *given.outside})
            if (is_rectangle or (is_sparse and not outside)) and is_shown:
                beside = frozenset(cells.values()) - set(marks) - {OUTSIDE}
                yield _Way(board, marks, beside if is_rectangle else frozenset())


def _pictures(ways: Iterable[_Way], given: Marks, is_position: bool) -> Iterator[Picture]:
    """Yield what the ways show, each once or, if either mark may be the pegs, twice.

    One mark in all holes shows a board, unless a position is asked for.
    """
    for way in ways:
        used = set(way.marks)
        choices = _peg_marks(used, given)
        if len(choices) == 2 and used in _AMBIGUOUS_PAIRS and "2" not in used:
            # One o among dots, or among x, is the empty hole of a start; more may be the pegs.
            able = [pegs for pegs in choices if _can_jump(way.board, _code(way.marks, pegs))]
            is_vacancy = len(able) == 1 and Counter(way.marks)[min(used - able[0])] == 1
            is_usual = able[:1] == choices[:1]
            if is_vacancy and (is_usual or (used & _DOTS and not is_position)):
                choices = able
        for pegs in choices:
            roles = {mark: "a peg" if mark in pegs else "an empty hole" for mark in used}
            is_board = len(used) == 1 and not is_position
            roles = dict.fromkeys(used, "a hole") if is_board else roles
            code = None if is_board else _code(way.marks, pegs)
            yield Picture(way.board, code, _described(way, roles), _setting(way, pegs, used))


def _code(marks: Sequence[str], pegs: set[str]) -> int:
    return int("".join("01"[mark in pegs] for mark in reversed(marks)), 2)


def _can_jump(board: Board, code: int) -> bool:
    """Return whether any peg can jump."""
    pegs = {hole for i, hole in enumerate(board.holes) if code >> i & 1}
    empty = set(board.holes) - pegs
    return any(
        (x + dx, y + dy) in pegs and (x + 2 * dx, y + 2 * dy) in empty
        for x, y in pegs
        for dx, dy in board.lattice.directions
    )


def _called(mark: str) -> str:
    return "a blank" if mark in (BLANK, BOX) else mark


def _described(way: _Way, roles: Mapping[str, str]) -> str:
    """Describe a way, as in "english: # is outside, o a peg, . an empty hole"."""
    board = way.board
    is_own = way.is_own and not board.is_named
    what = f"a board of {len(board)} holes of your own" if is_own else board.name
    if is_own and board.lattice is TRIANGULAR:
        what += ", on the triangular lattice"
    said = [(mark, "outside") for mark in sorted(way.outside - set(way.marks) - {BOX})]
    said += sorted(
        roles.items(), key=lambda one: ("a peg", "a hole", "an empty hole").index(one[1])
    )
    (mark, role), *rest = said
    listed = [f"{_called(mark)} is {role}", *(f"{_called(mark)} {role}" for mark, role in rest)]
    return f"{what}: {', '.join(listed)}"


def _setting(way: _Way, pegs: set[str], used: set[str]) -> str:
    """Return the ``marks`` that choose this reading, or an empty text if none do."""
    holes, outside = used - pegs, "".join(sorted(way.outside))
    if way.is_shared:
        return "hole=blank" if BLANK in used and not way.outside else ""
    parts = [f"outside={outside or 'blank'}"] if outside or way.is_own else []
    if len(used) > 1:
        roles = (("peg", pegs), ("hole", holes))
        parts += [
            f"{role}={'blank' if BOX in marks else ''.join(sorted(marks))}"
            for role, marks in roles
            if marks
        ]
    return ",".join(parts) or f"hole={''.join(sorted(used))}"


def _recognised(
    cells: Cells,
    given: Marks,
    *,
    board: Board | None = None,
    lattice: Lattice | None = None,
) -> Picture:
    """Return the only reading of a picture.

    Raises
    ------
    PictureError
        If there is none, or if there are several; the message lists them.
    """
    known = lattice if board is None else board.lattice
    if known is None or not known.layer:
        cells = dict(zip(_normal(cells), cells.values(), strict=True))
    if board is not None:
        ways = list(_ways_on(board, cells, given))
    else:
        ways = list(_ways(cells, lattice, given))
        if any(way.around >= _MIN_OUTSIDE and not way.is_shared for way in ways):
            ways = [way for way in ways if way.around and not way.is_shared]
        if lattice is not None or all(BLANK in way.marks for way in ways):
            ways += [] if BLANK in given.hole else _own_way(cells, lattice, given)
        ways = [way for way in ways if len(set(way.marks)) < 3 or given.peg or given.hole]
        whole = [way for way in ways if len(way.board) == len(cells)]
        is_full = len(cells) == prod(_box(cells))
        if any(is_full or (way.is_own and "o" in way.marks) for way in whole):
            ways += _doubts(cells, lattice, given)
        if lattice is None and (listed := _in_a_row(cells)):
            raise PictureError(
                f"a row of {len(cells)} marks may be a position of {either(listed)}: name the "
                "board before the picture"
            )
    found = list(dict.fromkeys(_pictures(ways, given, board is not None)))
    is_chance = not given.outside and all(0 < way.around < _MIN_OUTSIDE for way in ways)
    if len(found) == 1 and not is_chance:
        return found[0]
    marks = [one.marks for one in found[:4] if one.marks]
    if found:
        several = "can be read in several ways: " if len(found) > 1 else "may be a chance: "
        said = f"the picture {several}" + "; or as ".join(one.text for one in found[:4])
        if len(marks) < len(found[:4]):
            names = dict.fromkeys(one.board.name for one in found[:4] if not one.marks)
            said += f"; to choose {' or '.join(names)}, name the board before the picture"
        raise PictureError(said, marks)
    if board is not None:
        there = [cell for cell, mark in cells.items() if mark != OUTSIDE]
        drawn, wanted = (_listed(_row_lengths(holes)) for holes in (there, board.holes))
        raise PictureError(
            f"the picture has rows of {drawn} holes, and {board.name} has rows of {wanted}: draw "
            "all of them, * for a peg and . for an empty hole",
            [],
        )
    raise PictureError(
        "the picture shows no board of the catalogue; draw your own with * for a peg, . for an "
        "empty hole or o for a hole, and blanks outside",
        [_example(cells)],
        advice="or say what the marks are, as in",
    )


def _in_a_row(cells: Cells) -> list[str]:
    """Return the boards of which one row of different marks may list all holes."""
    if len({y for _, y in cells}) > 1 or len(set(cells.values())) == 1:
        return []
    boards = map(named_board, CATALOGUE)
    return [one.name for one in boards if len(one) == len(cells) >= _MIN_LAYOUT_HOLES]


def _example(cells: Cells) -> str:
    """Return an example of ``marks`` with the marks of a picture."""
    used = [mark for mark, _ in Counter(cells.values()).most_common() if mark != OUTSIDE]
    if len(used) == 1:
        return f"hole={used[0]}"
    used.sort(key=lambda mark: (mark not in _PEGS, mark in _HOLES))
    if len(used) > 2:  # what stands in the first place is usually outside
        used.sort(key=next(iter(cells.values())).__eq__)
    return ",".join(f"{k}={m}" for k, m in zip(("peg", "hole", "outside"), used, strict=False))


def _row_lengths(holes: Iterable[Hole]) -> list[int]:
    counts = Counter(y for _, y in holes)
    return [counts[y] for y in sorted(counts)]


def _listed(numbers: Sequence[int]) -> str:
    return ", ".join(map(str, numbers if len(numbers) < 20 else [*numbers[:18], "..."]))


# -- boards -------------------------------------------------------------------------------------
_HEADER = re.compile(r"\s*(name|lattice|without|no landing)\s*:\s*(\S.*)", re.IGNORECASE)
_LISTS = ("without", "no landing")  # header lines that may occur more than once
_FOREIGN = re.compile(r"[^\w+.-]+")  # replaced in board names, which become file names
_LINK = re.compile(r"#(?:((?:board|start|finish|moves|at)=\S+)|board/(\S+))")
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
    read_as : str or None
        How a picture was read; None for a name.
    """

    board: Board
    pegs: int | None = None
    words: Mapping[str, Any] = MappingProxyType({})
    read_as: str | None = None


def read_board(
    source: object, lattice: Lattice | None = None, *, marks: str | Marks | None = None
) -> Board:
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
        The lattice of the holes, if it is known. A picture then shows the holes exactly as drawn.
    marks : str, optional
        What the marks of a picture mean, such as ``peg=x,hole=o,outside=#`` or part of it. A
        board of your own in other marks than ``* . o`` needs it.

    Raises
    ------
    UnknownBoardError
        If no board has that name.
    NotationError
        If the source cannot be read.
    PictureError
        If a picture shows no board, or several; the message lists the ways to read it.

    Examples
    --------
    >>> len(read_board("triangle5")), read_board("##o##/#ooo#/ooooo/#ooo#/##o##").name
    (15, 'diamond5')
    >>> len(read_board("+++/+-+/+++", marks="peg=+,hole=-"))
    9
    """
    return read_board_and_start(source, lattice, marks=marks).board


def read_board_and_start(
    source: object, lattice: Lattice | None = None, *, marks: str | Marks | None = None
) -> BoardRead:
    """Read a board. Also return the start if the same picture, link or document contains one.

    A file is read only once.

    Examples
    --------
    >>> found = read_board_and_start("●●●/●○●/●●●/●●●/●●●")
    >>> found.board.name, found.board.full_code ^ found.pegs
    ('rectangle3x5', 16)
    >>> found.read_as
    'rectangle3x5: ● is a peg, ○ an empty hole'
    """
    if isinstance(source, BoardRead):
        return source
    if isinstance(source, Board):
        exact = source if lattice in (None, source.lattice) else Board(source.holes, lattice)
        return BoardRead(exact)
    given = Marks.from_text(marks)
    if not isinstance(source, str):
        if not isinstance(source, Iterable) or isinstance(source, bytes | Mapping):
            raise NotationError(
                f"{quoted(source)} is not a board: pass a name such as 'english', a picture of "
                "one mark a hole, holes as pairs (x, y), or a matrix of -1, 0 and 1"
            )
        holes = _pairs(source)
        return (
            BoardRead(_named(Board(holes, lattice))) if holes else _drawn(source, lattice, given)
        )
    if source.startswith("@") and "\n" not in source.strip():
        return _read_text(read_text(source[1:]), Path(source[1:]).stem, lattice, given)
    try:
        return BoardRead(named_board(source))
    except UnknownBoardError:
        is_other = is_picture(source, given) or holes_in(source) or _LINK.search(source)
        if not is_other and not _SPEC.fullmatch(source):
            if os.path.isfile(source):
                raise NotationError(f"{source} is a file: write @{source}") from None
            raise
    return _read_text(source, "board", lattice, given)


def _read_text(text: str, stem: str, lattice: Lattice | None, marks: Marks) -> BoardRead:
    """Read a board from the text of a file; ``stem`` is the name of the file."""
    words = words_of_link(text) or read_document(text)
    if "board" in words:
        named = str(words["board"])
        if "@" in named or words_of_link(named):
            raise NotationError(f"{quoted(named)} is not a board: a link or a document names one")
        return BoardRead(board_of_text(named), None, words)
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
    said = {key: " ".join(one if key in _LISTS else one[-1:]) for key, one in header.items()}
    lattice = lattice_named(said["lattice"]) if "lattice" in said else lattice
    listed = _listed_holes(drawn)
    read = BoardRead(Board(listed, lattice)) if listed else _drawn(drawn, lattice, marks)
    called = _FOREIGN.sub("-", said.get("name", stem)).strip("-") or "board"
    board = read.board
    is_built_in = "name" not in said and board_in_catalogue(board.holes, board.lattice) == board
    board = _named(board) if is_built_in else Board(board.holes, board.lattice, called)
    jumps, landings = (said.get(key, "").replace(",", " ").split() for key in _LISTS)
    if landings:
        board = board.without_landing(landings, called)
    return read._replace(board=board.without(jumps, called) if jumps else board)


def _drawn(source: object, lattice: Lattice | None, marks: Marks) -> BoardRead:
    """Recognise the board of a picture or a matrix."""
    picture = _recognised(_cells_of(source, marks), marks, lattice=lattice)
    _log.info("read as %s", picture.text)
    return BoardRead(_named(picture.board), picture.pegs, read_as=picture.text)


def _named(board: Board) -> Board:
    """Return the board with its catalogue name, if it has one."""
    listed = board_in_catalogue(board.holes, board.lattice)
    return board if listed is None or len(listed) != len(board) else listed


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


# -- positions ----------------------------------------------------------------------------------

#: Matches pairs in brackets, but not a matrix of 0 and 1.
_PAIRS = re.compile(
    r"(?=.*[2-9])\s*\[\s*(?:\[\s*\d{1,6}\s*,\s*\d{1,6}\s*\]\s*(?:,\s*)?)+\]\s*", re.DOTALL
)
_BITS = re.compile(r"\s*[01]+(?:\s*\n\s*[01]+)+\s*")  # rows of 0 and 1, not numbers of holes
_PAIR = re.compile(r"\[\s*(\d+\s*,\s*\d+)\s*\]")
_TOKEN = re.compile(r"\(\s*-?\d+\s*,\s*-?\d+\s*\)|[^\s,;\[\]{}'\"]+")


def pegs_of(board: Board, source: object, *, marks: str | Marks | None = None) -> frozenset[Hole]:
    """Read the holes with pegs from a list of holes, a picture, a matrix or an array.

    Parameters
    ----------
    board : Board
        The board.
    source : str, or an iterable of holes, or rows
        Holes by name, as pairs or by number (from 1, or from 0 if the list contains 0); or a
        picture or matrix of this board, in one of its layouts or with a rectangle around it.
    marks : str, optional
        What the marks of a picture mean, as for :func:`read_board`.

    Raises
    ------
    NotationError, NotOnBoardError
        If the source cannot be read, or does not fit this board.
    PictureError
        If a picture can be read in several ways.

    Examples
    --------
    >>> board = named_board("triangle5")
    >>> pegs_of(board, "1 2 8") == pegs_of(board, {"a1", "a2", "b4"}) == {(0, 0), (0, 1), (1, 3)}
    True
    """
    values: Any = source.tolist() if hasattr(source, "tolist") else source
    if isinstance(values, Mapping):
        values = [key for key, value in values.items() if value]
    if isinstance(values, Board | bytes) or not isinstance(values, Iterable):
        raise NotationError(
            f"{quoted(source)} is not a position of {board.name}: pass the holes with pegs, a "
            "picture, a matrix of 0 and 1, or a code"
        )
    if isinstance(values, str):
        tokens = [] if _BITS.fullmatch(values) else holes_in(values)
        if len(tokens) > 1 and _is_list(board, tokens, is_text=True):
            return _from_list(board, tokens)
        return _pegs_shown(board, values, marks)
    is_pair = isinstance(values, tuple) and [type(one) for one in values] == [int, int]
    listed = [values] if is_pair else list(values)
    if all(isinstance(one, str | int | float) for one in listed):
        texts = [str(int(one) if isinstance(one, float | bool) else one) for one in listed]
        if bool not in map(type, listed) and _is_list(board, texts, is_text=False):
            return _from_list(board, texts)
        is_text = all(isinstance(one, str) for one in listed)
        return _pegs_shown(board, "\n".join(texts) if is_text else [texts], marks)
    are_pairs = all(isinstance(one, tuple | list) and len(one) == 2 for one in listed)
    are_tuples = isinstance(source, set | frozenset) or all(type(one) is tuple for one in listed)
    if are_pairs and (are_tuples or not {c for one in listed for c in one} <= {-1, 0, 1}):
        return _from_list(board, listed)
    return _pegs_shown(board, listed, marks)


def _pegs_shown(board: Board, source: object, marks: str | Marks | None) -> frozenset[Hole]:
    """Recognise a position of this board in a picture or a matrix."""
    given = Marks.from_text(marks)
    picture = _recognised(_cells_of(source, given), given, board=board)
    _log.info("read as a position on %s", picture.text)
    return frozenset(h for i, h in enumerate(board.holes) if (picture.pegs or 0) >> i & 1)


def _is_list(board: Board, tokens: Sequence[str], *, is_text: bool) -> bool:
    """Return whether tokens are a list of holes, and not the marks of all holes in a row."""
    are_marks = set(tokens) <= {"0", "1", "-1"} and (len(tokens) == len(board) or len(tokens) > 2)
    is_once = len(set(tokens)) == len(tokens)
    return all(map(is_hole, tokens)) and not are_marks and (is_once or not is_text)


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
    return tokens if _is_closed(text) and all(map(is_hole, tokens)) and not is_hole(text) else []


def is_hole(text: str) -> bool:
    """Return whether a text has the form of a hole.

    Examples
    --------
    >>> is_hole("d4"), is_hole("3, 3"), is_hole("17"), is_hole("d4 d5")
    (True, True, True, False)
    """
    token = text.strip()
    if token.isascii() and token.isdigit():
        return len(token) < 10 and (token == "0" or token[0] != "0")
    try:
        parse_hole(token)
    except NotationError:
        return False
    return True


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
    listed_names = " ".join(names if len(names) <= 20 else [*names[:18], "..."])
    _log.info("read as pegs in %s%s", listed_names, "" if first else ", holes numbered from 0")
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
            f"{quoted(entry)} is not a hole: give a name, a pair or a number"
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
    is_other = "\n" in text.strip() or is_picture(text) or holes_in(text) or _SPEC.fullmatch(text)
    return _read_text(text, "board", None, _NO_MARKS).board if is_other else named_board(text)


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
    if not isinstance(found, dict):
        return {}
    parts = [found.get(name) for name in ("problem", "solution", "game")]
    for part in parts:
        found = {**part, **found} if isinstance(part, dict) else found
    return found


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
