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

import logging
import os
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, dropwhile, pairwise, takewhile
from math import gcd, prod
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple
from unicodedata import east_asian_width

from pegsolitaire.board.board import Board
from pegsolitaire.board.catalogue import CATALOGUE, board_in_catalogue, find_board, named_board
from pegsolitaire.board.lattice import SQUARE, TRIANGULAR, Hole, Lattice, at_corner, lattice_named
from pegsolitaire.board.links import board_of_spec, board_spec, is_spec, read_text, words_of
from pegsolitaire.board.notation import hole_name, parse_hole
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
_MAX_MARKS = 200_000
_MAX_MARK_KINDS = 4  # more kinds of marks are no picture
_MIN_OUTSIDE = 8  # marks around a board; fewer may be empty holes of a position by chance
_MIN_LAYOUT_HOLES = 10  # of boards with rows from the left, or listed in one row
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
_PRINTED = frozenset("·●◉⊗◆")  # an empty hole, and pegs with and without verdicts, in Unicode
_NEVER_OUTSIDE = frozenset("●○◉⊗⚫⚪◌◦PpHh")
_LETTERS = frozenset("oOxXPpHhEe012")  # the only letters and digits that are marks ungiven
#: Pairs of marks that the world uses both ways, and marks whose meaning the other mark decides.
_AMBIGUOUS_PAIRS = tuple(map(set, ("o.", "O.", "o·", "O·", "xo", "xO", "Xo", "XO", "12")))
_EITHER = frozenset("oO2")
_DOTS = frozenset(".·")
_BLANK = " "
_BOX = "␣"  # a box without a mark, as in |o| |o|
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
            return text or Marks()
        given: dict[str, str] = {}
        for part in re.split(r",(?=\s*[a-z]+=)", text.strip(), flags=re.IGNORECASE):
            key, _, marks = part.strip().partition("=")
            key = {"empty": "hole"}.get(key.lower(), key.lower().removesuffix("s"))
            if not marks or key not in ("peg", "hole", "outside") or key in given:
                raise NotationError(
                    f"cannot read {quoted(part.strip())}: write hole=o,peg=x,outside=#, or part "
                    "of it; the word blank stands for a blank"
                )
            given[key] = _BLANK + _BOX if marks.lower() == "blank" else marks
        for board, other in combinations(given.values(), 2):
            if shared := set(board) & set(other):
                raise NotationError(f"{min(shared)!r} cannot be two of peg, hole and outside")
        return cls(**given)

    @property
    def all(self) -> str:
        """All marks whose meaning is given."""
        return self.peg + self.hole + self.outside


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
    if "·" in used <= _PRINTED:
        return [used - {"·"}]
    if len(used) != 2:
        return []
    if blank := used & {_BLANK, _BOX}:  # only the pegs are drawn
        return [used - blank] if not used & _HOLES else []
    pegs, holes = used & _PEGS, used & _HOLES
    usual = pegs or used - holes
    if len(usual) != 1 or not used <= _PEGS | _HOLES | _EITHER:
        usual = {min(used)}
    elif used not in _AMBIGUOUS_PAIRS:
        return [usual]
    return [usual, used - usual]


# -- 1. cells -----------------------------------------------------------------------------------

_Cells = dict[Hole, str]

_INVISIBLE = re.compile("[\ufeff\ufe0e\ufe0f\u200b\u200d\r]")
_GAME_ID = re.compile(r"(\d{1,3})x(\d{1,3})[a-z]*:([PHO]+)")
_FRAME = re.compile(r"[\s+=|\-─━═│┃║┌┐└┘├┤┬┴┼╭╮╰╯╔╗╚╝╠╣╦╩╬]+")
_BARS = "|│┃║"
_BOXES = re.compile(r"\s*(?:(?:\[.\]|\(.\))\s*)+")
#: What stands before a matrix in a program: a name, a type, a function.
_ASSIGNED = re.compile(r"(?:[\w*][\w .:*<>\[\]]*=\s*)?(?:new\s[\w\[\]\s]*)?(?:[\w.]+!?\(?)?\s*")
_QUOTED = re.compile(r"\"([^\"]*)\"|'([^']*)'")
_QUOTED_ROWS = re.compile(rf"(?:(?:{_QUOTED.pattern})[\s,;+]*){{2,}}")
_ENTRY = re.compile(rf"{_QUOTED.pattern}|([^\s,;'\"]+)")
_LITERALS = {"true": "1", "false": "0", "none": OUTSIDE, "null": OUTSIDE, "nan": OUTSIDE}
_LITERAL_WORDS = re.compile(rf"\b(?:{'|'.join(_LITERALS)})\b", re.IGNORECASE)
_WORD = re.compile(r"[^\W\d_]{3,}")
_LABELLED = re.compile(r"(\s*(\d{1,3}|[A-Za-z])[:.|)]?)(\s.*|$)")
_NAME = re.compile(r"[a-z]{1,3}[1-9][0-9]*|\(-?\d+,-?\d+\)|\d+")


def _cells_of(text: str, marks: Marks) -> _Cells:
    r"""Return the marks of a picture or a matrix by column and row, without blanks.

    Raises
    ------
    NotationError
        If the text is neither.

    Examples
    --------
    >>> _cells_of("o#\n o", Marks()) == _cells_of("[['o', '#'], [' ', 'o']]", Marks())
    True
    """
    rows = _rows_of(text, marks)
    cells = {(x, y): m for y, row in enumerate(rows) for x, m in enumerate(row) if m.strip()}
    if len(cells) > _MAX_MARKS:
        raise BoardTooLargeError(
            f"a picture of {len(cells):,} marks is too large: use at most {_MAX_MARKS:,}"
        )
    used = set(cells.values()) - {OUTSIDE}
    letters = _LETTERS.union(marks.all)
    words = [
        f"{quoted(word)} in row {y + 1}, column {x + 1} of the picture"
        for (x, y), word in cells.items()
        if word != OUTSIDE and (len(word) > 1 or (word.isalnum() and word not in letters))
    ]
    if not used or words or len(used - set(marks.all)) > _MAX_MARK_KINDS:
        what = (words or ["the picture has too many different marks"])[0]
        raise NotationError(f"{what if used else 'the picture is empty'}: {UNDERSTOOD}")
    return cells


def is_picture(text: str, marks: str | Marks | None = None) -> bool:
    """Return whether a text looks like a picture, a matrix or the id of a game, not like a name.

    Examples
    --------
    >>> is_picture("ooo/o.o"), is_picture("7x7cross:PPH"), is_picture("english")
    (True, True, False)
    """
    text = _LITERAL_WORDS.sub("1", _INVISIBLE.sub("", text).strip())
    if "\n" in text or _GAME_ID.fullmatch(text):
        return True
    known = _PEGS | _HOLES | set("oO2#@+ \t/,;|[](){}'\"") | set(Marks.from_text(marks).all)
    is_word = text.isalnum() and not set(text) <= set("oOxX01")
    return len(text) > 1 and set(text) <= known and not is_word and _is_closed(text)


def _is_closed(text: str) -> bool:
    return all(text.count(one) == text.count(other) for one, other in ("()", "[]", "{}"))


def _entry(text: str) -> str:
    """Convert an entry of a matrix to a mark."""
    text = re.sub(r"(?<=\d)\.0*$", "", text)
    return _LITERALS.get(text.lower(), text)


def _entries(row: str) -> list[str]:
    """Return the entries of a matrix row. A missing entry is outside."""
    if re.search(r"[,;\t]", row) and not re.search("['\"]", row):
        return [
            _entry(entry.strip()) for entry in re.split(r"[,;\t]", row.strip(" ").rstrip(",;"))
        ]
    return [_entry("".join(groups)) for groups in _ENTRY.findall(row)]


def _rows_of(text: str, marks: Marks) -> Sequence[Sequence[str]]:
    """Return the rows of a picture or of a matrix given as text."""
    text = _INVISIBLE.sub("", text).replace("\N{NO-BREAK SPACE}", " ")
    if match := _GAME_ID.fullmatch(text.strip()):
        width, height, kinds = int(match[1]), int(match[2]), match[3]
        if len(kinds) != width * height:
            raise NotationError(
                f"{quoted(text.strip())} has {len(kinds)} marks for {width} x {height} holes"
            )
        cells = [OUTSIDE if kind == "O" else kind for kind in kinds]
        return [cells[i : i + width] for i in range(0, len(cells), width)]
    lines = _drawn_lines(text)
    if lines and all(map(_BOXES.fullmatch, lines)) and "](" not in text:
        lines = [re.sub(r"[\])]\s*[\[(]|[\[\]()]", "|", line) for line in lines]
    elif _QUOTED_ROWS.fullmatch(text.strip()):
        return ["".join(row) for row in _QUOTED.findall(text)]
    elif (rest := _ASSIGNED.sub("", text.strip(), count=1)).startswith(("[", "(", "{")):
        return _bracketed(rest)
    is_headed = len(lines) > 1 and _is_heading(lines[0], marks)
    lines = _without_names(lines[is_headed:])
    if any(re.search(r"[,;\t]|(?<!\S)-1(?!\S)", line) for line in lines):
        return list(map(_entries, lines[0].split(";") if len(lines) == 1 else lines))
    return _unlabelled(_unframed(lines), marks, is_headed)


def _bracketed(text: str) -> Sequence[Sequence[str]]:
    """Return the rows of a matrix in the syntax of any language."""
    is_open = any(text.count(a) > text.count(b) for a, b in ("()", "[]", "{}"))
    if is_open or re.search(r"""["']\s*:""", text):
        raise NotationError(
            "the matrix has a bracket that is not closed, or a key: write rows such as "
            "[[-1,1,-1],[1,0,1],[-1,1,-1]]"
        )
    if _matrices_in(text) > 1:
        raise NotationError(
            "the matrix has three dimensions: cubes and cuboids are boards such as cube3 and "
            "cuboid4x3x2, and a matrix shows a flat board"
        )
    groups = re.findall(r"[\[({]([^\[\](){}]*)[\])}]", text)
    if len(groups) == 1:  # a list of rows, or rows separated by semicolons
        rows = ["".join(found) for found in _QUOTED.findall(groups[0])]
        if any(len(row) > 1 for row in rows):
            return rows
        groups = groups[0].split(";")
    return list(map(_entries, groups))


def _matrices_in(text: str) -> int:
    """Count the brackets around rows in the syntax of any language."""
    depth, closed = 0, Counter[int]()
    for mark in text:
        if mark in "[({":
            depth += 1
        elif mark in "])}":
            closed[depth] += 1
            depth -= 1
    return closed[max(closed, default=0) - 1]


def _drawn_lines(text: str) -> list[str]:
    """Return the lines of a picture, without a title that ends with a colon, or text below it.

    A wide character takes two columns.
    """

    def has_word(line: str) -> bool:
        return any(len(set(word.lower())) > 2 for word in _WORD.findall(line))

    lines = [line.rstrip() for line in re.split(r"[/\n]", text.strip("\n"))]
    is_header = lines[0].lower().startswith(("name", "lattice"))
    if lines[0].endswith(":") and has_word(lines[0]) and not is_header:
        lines[0] = ""
    while lines and not lines[0]:
        del lines[0]
    for i, (before, line) in enumerate(pairwise(lines)):
        if not before and has_word(line):
            del lines[i:]
            break
    while lines and all(line[:1] in ("\t", "") for line in lines):  # a common margin
        lines = [line[1:] for line in lines]
    return [
        line if line.isascii() else "".join(c + " " * (east_asian_width(c) in "WF") for c in line)
        for line in lines
    ]


def _unframed(lines: list[str]) -> list[str]:
    """Remove a frame, which counts as one only if each row begins and ends with a bar."""
    rows = [line.strip() for line in lines if line and not _is_frame(line.strip())]
    rows = rows or [line.strip() for line in lines if set(line) & set(_BARS)]
    if not rows or not all(row[0] in _BARS and row[-1] in _BARS and len(row) > 2 for row in rows):
        return lines
    parts = [re.split(f"[{_BARS}]", row[1:-1]) for row in rows]
    if all(len(row) > 1 and all(len(mark.strip()) < 2 for mark in row) for row in parts):
        return ["".join(mark.strip() or _BOX for mark in row) for row in parts]
    return [" ".join(row) for row in parts]


def _is_frame(line: str) -> bool:
    """Return whether a line is part of a frame. Between bars, a frame is one unbroken line."""
    is_row = line[0] in _BARS and re.search(rf"[\s{_BARS}]", line[1:-1])
    return _FRAME.fullmatch(line) is not None and not is_row


def _without_names(lines: list[str]) -> list[str]:
    """Remove what `pegs show` prints to the right of the rows: the holes' names or numbers."""
    names = [list(takewhile(_NAME.fullmatch, reversed(line.split()))) for line in lines]
    listed = [name for row in names for name in reversed(row)]
    are_numbers = listed == [str(number) for number in range(1, len(listed) + 1)]
    is_beside_all = all(bool(row) == bool(line) for line, row in zip(lines, names, strict=True))
    if not is_beside_all or (any(map(str.isdigit, listed)) and not are_numbers):
        return lines
    rows = zip(lines, names, strict=True)
    return [line.rsplit(None, len(row))[0] if row else line for line, row in rows]


def _unlabelled(lines: list[str], marks: Marks, is_headed: bool) -> list[str]:
    """Remove the labels of rows at the left of a picture, unless they are given as marks."""
    matches = [(line, _LABELLED.fullmatch(line)) for line in lines if line]
    names = [match[2].lower() for _, match in matches if match]
    are_labels = _are_labels(names, marks) or (is_headed and names == ["1"])
    if len(matches) < 2 - is_headed or len(names) < len(matches) or not are_labels:
        return lines
    rest = "".join(match[3] for _, match in matches if match)
    if not is_headed and not re.search(r"[^\s\d]", rest) and set(names) <= {"0", "1", "2"}:
        return lines  # a matrix whose first column counts
    labelled = ((line, _LABELLED.fullmatch(line)) for line in lines)
    return [" " * len(match[1]) + match[3] if match else "" for line, match in labelled]


def _is_heading(line: str, marks: Marks) -> bool:
    """Return whether a line labels the columns, with consecutive letters or numbers."""
    names = line.lower().split()
    names = list(names[0]) if len(names) == 1 else names
    return _are_labels(names, marks) and (not names[0].isdigit() or len(names) > 3)


def _are_labels(names: Sequence[str], marks: Marks) -> bool:
    """Return whether labels are consecutive, in ascending or descending order, and not marks."""
    used = set("".join(names))
    if not used or used <= _PEGS | _HOLES | {"*", ".", "o"} or used <= set(marks.all.lower()):
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
        return bool(set(self.marks) & (self.outside | {_BLANK}))


class _Picture(NamedTuple):
    """A board, the code of its pegs or None, what was read in words, and the ``marks`` for it."""

    board: Board
    pegs: int | None
    text: str
    marks: str


def _ordered(cells: Mapping[Hole, str]) -> list[str]:
    """Return the marks row by row, from left to right."""
    return [cells[cell] for cell in sorted(cells, key=lambda cell: cell[::-1])]


def _choices(cells: _Cells, given: Marks) -> list[tuple[frozenset[str], _Cells]]:
    """Return the marks that may be outside (those given, or none or one), and what is inside."""
    used = set(cells.values()) - {OUTSIDE}
    if given.outside or (given.peg and given.hole):
        choices = [frozenset(given.outside) or frozenset(used - set(given.peg + given.hole))]
    else:
        free = sorted(used - set(given.all) - _NEVER_OUTSIDE)
        choices = [frozenset(), *(frozenset({mark}) for mark in free)]
    return [
        (outside, {c: m for c, m in cells.items() if m != OUTSIDE and m not in outside})
        for outside in choices
    ]


def _ways(cells: _Cells, lattice: Lattice | None, given: Marks) -> Iterator[_Way]:
    """Yield the ways to read a picture as a board of the catalogue."""
    is_open = lattice is None and (given == Marks() or _BLANK in given.hole)
    for outside, inside in _choices(cells, given):
        if inside:
            around = _around(cells, inside, outside) if outside else 0
            for board in _shaped(inside, lattice):
                yield _Way(board, _ordered(inside), outside, around)
            if is_open:
                yield from _shared_ways(cells, inside, outside)


def _around(cells: _Cells, inside: _Cells, outside: frozenset[str]) -> int:
    """Count the marks around a board; 1 if they reach some of its sides but not all.

    A ring of empty holes is no wall.
    """
    (left, right), (top, bottom) = ((min(axis), max(axis)) for axis in zip(*inside, strict=True))
    width, height = _box(cells)
    reached = {left == 0, top == 0, right == width - 1, bottom == height - 1}
    is_ring = reached == {False} and not outside & _HOLES
    return len(cells) - len(inside) if is_ring or reached == {True} else 1


def _shared_ways(cells: _Cells, inside: _Cells, outside: frozenset[str]) -> Iterator[_Way]:
    """Yield the boards around which a mark is outside, and on which it is an empty hole too.

    A blank is an empty hole only between two marks of its row.
    """
    left, top = (min(axis) for axis in zip(*inside, strict=True))
    there = {(x - left, y - top) for x, y in inside}
    width, height = box = _box(there)
    if height > _MAX_FAMILY_ROWS or len(there) * 2 < width * height // 2:
        return
    rows: dict[int, list[int]] = {}
    for x, y in there:
        rows.setdefault(y, []).append(x)
    for board in _boards_with_rows(height):
        for layout in _layouts(board, is_exact=True):
            # A rhombus in its coordinates looks like a square.
            looks_square = len(layout) == width * height and board.lattice is not SQUARE
            if not there < layout or _box(layout) != box or looks_square:
                continue
            marks = {(x, y): cells.get((x + left, y + top), _BLANK) for x, y in layout}
            added = {marks[cell] for cell in layout - there}
            count = len(cells) - len(inside) - sum(map(outside.__contains__, marks.values()))
            is_between = all(
                y in rows and min(rows[y]) < x < max(rows[y]) for x, y in layout - there
            )
            is_blank = added == {_BLANK} and outside <= {"#"} and is_between
            if is_blank or (added == outside and count >= _MIN_OUTSIDE):
                yield _Way(board, _ordered(marks), outside, count if outside else 1)


def _doubts(cells: _Cells, lattice: Lattice, given: Marks) -> Iterator[_Way]:
    """Yield the boards of your own around which a mark that reaches the edge may be outside."""
    for outside, inside in _choices(cells, given)[1:]:
        is_at_edge = any(
            (x + dx, y + dy) not in cells
            for x, y in cells.keys() - inside
            for dx, dy in SQUARE.directions
        )
        if is_at_edge and _is_whole(inside, lattice):
            board = _named(Board(at_corner(inside), lattice))
            yield _Way(board, _ordered(inside), outside, is_own=True)


def _own_way(cells: _Cells, lattice: Lattice | None, given: Marks) -> Iterator[_Way]:
    """Yield a board of your own, drawn in our own marks or with marks that are given."""
    outside, inside = _choices(cells, given)[0]
    used = set(inside.values())
    is_ours = used <= _OURS or (used <= {"0", "1"} and OUTSIDE in cells.values())
    if not inside or not (is_ours or given.outside or used <= set(given.peg + given.hole)):
        return
    holes = at_corner(inside)
    straight = straighten(holes) if lattice is None or lattice.is_slanted else holes
    own_lattice = lattice or (SQUARE if straight == holes else TRIANGULAR)
    if lattice or given != Marks() or _is_whole(straight, own_lattice):
        marks = _ordered(dict(zip(straight, inside.values(), strict=True)))
        yield _Way(_named(Board(straight, own_lattice)), marks, outside, is_own=True)


def _is_whole(holes: Iterable[Hole], lattice: Lattice) -> bool:
    """Return whether holes are connected, and three of them are in a line."""
    there = set(holes)
    reached = list(there)[:1]
    left = there - set(reached)
    for x, y in reached:
        near = {(x + dx, y + dy) for dx, dy in lattice.directions} & left
        left -= near
        reached += near
    return not left and _has_jump(there, there, lattice)


def _has_jump(pegs: set[Hole], ends: set[Hole], lattice: Lattice) -> bool:
    """Return whether a peg can jump over another peg into one of the ends."""
    return any(
        (x + dx, y + dy) in pegs and (x + 2 * dx, y + 2 * dy) in ends
        for x, y in pegs
        for dx, dy in lattice.directions
    )


def _ways_on(board: Board, cells: _Cells, given: Marks) -> Iterator[_Way]:
    """Yield the ways to read a picture as a position on this board.

    Its holes may have any of the layouts, or be one row. In a full rectangle around the board,
    what stands outside is not looked at. If only pegs are drawn, blanks are empty holes.
    """
    exact = _layouts(board, is_exact=True)
    for outside in dict.fromkeys(
        (frozenset[str](), *(cells_outside for cells_outside, _ in _choices(cells, given)))
    ):
        remaining = {c: m for c, m in cells.items() if m not in outside} or cells
        inside = {c: m for c, m in remaining.items() if m != OUTSIDE}
        ways = []
        if len(inside) == len(board):
            normal = frozenset(inside if board.lattice.layer else _normal(inside))
            if normal in {*exact, *_layouts(board)} or len({y for _, y in inside}) == 1:
                ways.append(_ordered(inside))
        corner = dict(zip(at_corner(remaining), remaining.values(), strict=True))
        size = prod(box := _box(corner))
        is_sparse = not outside and set(corner.values()).isdisjoint(_HOLES)
        for layout in exact:
            is_shown = len(corner) == size or (is_sparse and corner.keys() <= layout)
            if is_shown and _box(layout) == box and not len(layout) == size == len(corner):
                ways.append(_ordered({cell: corner.get(cell, _BLANK) for cell in layout}))
        for marks in ways:
            is_used = set(given.peg + given.hole).intersection(cells.values()) <= set(marks)
            if is_used and set(marks).isdisjoint({OUTSIDE, *given.outside}):
                yield _Way(board, marks, frozenset(cells.values()) - {*marks, OUTSIDE})


# -- 4. what the ways show ----------------------------------------------------------------------


def _pictures(ways: Iterable[_Way], given: Marks, is_position: bool) -> list[_Picture]:
    """Return what the ways show, each once or, if either mark may be the pegs, twice.

    One mark in all holes shows a board, unless a position is asked for.
    """
    pictures: dict[tuple[Board, int | None], _Picture] = {}
    for way in ways:
        used = set(way.marks)
        choices = _peg_marks(used, given)
        if len(choices) == 2 and used in _AMBIGUOUS_PAIRS and "2" not in used:
            # One o among dots, or among x, is the empty hole of a start; more may be the pegs.
            able = [pegs for pegs in choices if _can_jump(way, pegs)]
            is_vacancy = len(able) == 1 and Counter(way.marks)[min(used - able[0])] == 1
            is_usual = able[:1] == choices[:1]
            if is_vacancy and (is_usual or (used & _DOTS and not is_position)):
                choices = able
        for pegs in choices:
            is_board = len(used) == 1 and not is_position
            code = int("".join("01"[mark in pegs] for mark in reversed(way.marks)), 2)
            shown = None if is_board else code
            text = _described(way, used if is_board else pegs, is_board)
            pictures.setdefault(
                (way.board, shown), _Picture(way.board, shown, text, _setting(way, pegs, used))
            )
    return list(pictures.values())


def _can_jump(way: _Way, pegs: set[str]) -> bool:
    there = {hole for hole, mark in zip(way.board.holes, way.marks, strict=True) if mark in pegs}
    return _has_jump(there, set(way.board.holes) - there, way.board.lattice)


def _described(way: _Way, pegs: set[str], is_board: bool) -> str:
    """Describe a way, as in "english: # is outside, o a peg, . an empty hole"."""
    board, used = way.board, set(way.marks)
    what = board.name
    if way.is_own and not board.is_named:
        what = f"a board of {len(board)} holes of your own"
        what += ", on the triangular lattice" if board.lattice is TRIANGULAR else ""
    meanings = [(mark, "outside") for mark in sorted(way.outside - used - {_BOX})]
    meanings += [(mark, "a hole" if is_board else "a peg") for mark in sorted(used & pegs)]
    meanings += [(mark, "an empty hole") for mark in sorted(used - pegs)]
    words = [("a blank" if mark in (_BLANK, _BOX) else mark, role) for mark, role in meanings]
    listed = [f"{words[0][0]} is {words[0][1]}", *map(" ".join, words[1:])]
    return f"{what}: {', '.join(listed)}"


def _setting(way: _Way, pegs: set[str], used: set[str]) -> str:
    """Return the ``marks`` that choose this reading, or an empty text if none do."""
    if way.is_shared:
        return "hole=blank" if _BLANK in used and not way.outside else ""
    outside = way.outside or ({_BOX} if way.is_own else set())
    roles = [("outside", outside), ("peg", pegs), ("hole", used - pegs)]
    if len(used) == 1:
        roles = roles[:1] if outside else [("hole", used)]
    return ",".join(
        f"{role}={'blank' if _BOX in marks else ''.join(sorted(marks))}"
        for role, marks in roles
        if marks
    )


def _with_known_marks(ways: list[_Way], given: Marks) -> list[_Way]:
    """Return the ways with two marks, or else those with the marks that we print."""
    if given.peg or given.hole:
        return ways
    with_two = [way for way in ways if len(set(way.marks)) < 3]
    return with_two or [way for way in ways if "·" in set(way.marks) <= _PRINTED]


def _recognised(
    cells: _Cells, given: Marks, *, board: Board | None = None, lattice: Lattice | None = None
) -> _Picture:
    """Return the only reading of a picture.

    Raises
    ------
    PictureError
        If there is none, or if there are several; the message lists them.
    """
    known = lattice if board is None else board.lattice
    if known is None or not known.layer:
        cells = dict(zip(_normal(cells), cells.values(), strict=True))
    ways = list(_ways(cells, lattice, given) if board is None else _ways_on(board, cells, given))
    if board is None:
        if any(way.around >= _MIN_OUTSIDE and not way.is_shared for way in ways):
            ways = [way for way in ways if way.around and not way.is_shared]
        if lattice is not None or all(_BLANK in way.marks for way in ways):
            ways += [] if _BLANK in given.hole else _own_way(cells, lattice, given)
        ways = _with_known_marks(ways, given)
        is_full = len(cells) == prod(_box(cells))
        whole = [way for way in ways if len(way.board) == len(cells)]
        if any(is_full or (way.is_own and "o" in way.marks) for way in whole):
            ways += _doubts(cells, lattice or SQUARE, given)
        is_row = lattice is None and len({y for _, y in cells}) == 1
        if is_row and len(cells) >= _MIN_LAYOUT_HOLES and len(set(cells.values())) > 1:
            raise PictureError(
                f"one row of {len(cells)} marks may list the holes of any board",
                boards=[f"rectangle{len(cells)}x1"],
            )
    else:
        ways = _with_known_marks(ways, given)
    pictures = _pictures(ways, given, board is not None)
    is_said = given.outside or _BLANK in given.hole
    is_chance = not is_said and all(0 < way.around < _MIN_OUTSIDE for way in ways)
    if len(pictures) == 1 and not is_chance:
        return pictures[0]
    if pictures:
        listed = pictures[:4]
        several = "can be read in several ways: " if len(pictures) > 1 else "may be a chance: "
        raise PictureError(
            f"the picture {several}" + "; or as ".join(picture.text for picture in listed),
            [picture.marks for picture in listed if picture.marks],
            boards=dict.fromkeys(picture.board.name for picture in listed if not picture.marks),
        )
    ys = [y for _, y in cells]
    if lattice is None and max(ys) > 2 and not any(y % 2 for y in ys):  # blank lines between
        closed = {(x, y // 2): mark for (x, y), mark in cells.items()}
        return _recognised(closed, given, board=board)
    if board is not None:
        there = [cell for cell, mark in cells.items() if mark != OUTSIDE]
        drawn, wanted = map(_row_lengths, (there, board.holes))
        used = sorted(set(cells.values()) - {OUTSIDE})
        if drawn == wanted and frozenset(_normal(there)) not in _layouts(board):
            raise PictureError(
                f"the rows of the picture are as long as those of {board.name}, but elsewhere: "
                f"draw them as `pegs show {board.name if board.is_named else 'BOARD'}` does"
            )
        if drawn == wanted:
            raise PictureError(
                f"the picture shows {board.name}, but not which of the marks {' '.join(used)} is "
                "a peg and which an empty hole: write * for a peg and . for an empty hole"
            )
        raise PictureError(
            f"the picture has rows of {drawn} holes, and {board.name} has rows of {wanted}: draw "
            "all of them, * for a peg and . for an empty hole"
        )
    raise PictureError(
        "the picture shows no board of the catalogue; draw your own with * for a peg, . for an "
        "empty hole or o for a hole, and blanks outside",
        [_example(cells)],
        advice="or say what the marks are, as in",
    )


def _example(cells: _Cells) -> str:
    """Return an example of ``marks`` with the marks of a picture."""
    used = [mark for mark, _ in Counter(cells.values()).most_common() if mark != OUTSIDE]
    if len(used) == 1:
        return f"hole={used[0]}"
    used.sort(key=lambda mark: (mark not in _PEGS, mark in _HOLES))
    if len(used) > 2:  # what stands in the first place is usually outside
        used.sort(key=next(iter(cells.values())).__eq__)
    return ",".join(f"{k}={m}" for k, m in zip(("peg", "hole", "outside"), used, strict=False))


def _row_lengths(holes: Iterable[Hole]) -> str:
    lengths = [count for _, count in sorted(Counter(y for _, y in holes).items())]
    return ", ".join(map(str, lengths if len(lengths) < 20 else [*lengths[:18], "..."]))


# -- boards -------------------------------------------------------------------------------------

_HEADER = re.compile(r"\s*(name|lattice|without|no landing)\s*:\s*(\S.*)", re.IGNORECASE)
_LISTS = ("without", "no landing")  # header lines that may occur more than once
_FOREIGN = re.compile(r"[^\w+.-]+")  # replaced in board names, which become file names


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
        what = "a board: pass a name such as 'english', a picture of one mark a hole, holes as"
        text = _text_of(source, f"{what} pairs (x, y), or a matrix of -1, 0 and 1")
        return _shown_in(text, lattice, given)
    if source.startswith("@") and "\n" not in source.strip():
        return _read_text(read_text(source[1:]), Path(source[1:]).stem, lattice, given)
    try:
        return BoardRead(named_board(source))
    except UnknownBoardError:
        is_name = not (is_picture(source, given) or is_spec(source) or holes_in(source))
        if is_name and not words_of(source):
            if os.path.isfile(source):
                raise NotationError(f"{source} is a file: write @{source}") from None
            raise
    return _read_text(source, "board", lattice, given)


def _read_text(text: str, stem: str, lattice: Lattice | None, marks: Marks) -> BoardRead:
    """Read a board from the text of a file; ``stem`` is the name of the file."""
    words = words_of(text)
    if "board" in words:
        named = str(words["board"])
        if "@" in named or words_of(named):
            raise NotationError(f"{quoted(named)} is not a board: a link or a document names one")
        return BoardRead(board_of_text(named), None, words)
    if is_spec(text):
        return BoardRead(board_of_spec(text.strip()))
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
    settings = {
        key: " ".join(values if key in _LISTS else values[-1:]) for key, values in header.items()
    }
    lattice = lattice_named(settings["lattice"]) if "lattice" in settings else lattice
    read = _shown_in(drawn, lattice, marks)
    called = _FOREIGN.sub("-", settings.get("name", stem)).strip("-") or "board"
    board = read.board
    is_built_in = board_in_catalogue(board.holes, board.lattice) == board
    if "name" in settings or not is_built_in:
        board = Board(board.holes, board.lattice, called)
    jumps, landings = (settings.get(key, "").replace(",", " ").split() for key in _LISTS)
    if landings:
        board = board.without_landing(landings, called)
    return read._replace(board=board.without(jumps, called) if jumps else board)


def _shown_in(text: str, lattice: Lattice | None, marks: Marks) -> BoardRead:
    """Read a board from a list of its holes, a picture or a matrix."""
    with suppress(NotationError):
        listed = [parse_hole(token) for token in holes_in(text)]
        if len(listed) > 1:
            board = Board(listed, lattice)
            return BoardRead(named if (named := _named(board)) == board else board)
    picture = _recognised(_cells_of(text, marks), marks, lattice=lattice)
    _log.info("read as %s", picture.text)
    return BoardRead(picture.board, picture.pegs, read_as=picture.text)


def _named(board: Board) -> Board:
    """Return the board with its catalogue name, if it has one."""
    return board_in_catalogue(board.holes, board.lattice) or board


def _text_of(source: object, what: str) -> str:
    """Write a list, a set or an array as text, which is then read as any other text."""
    values: Any = source.tolist() if hasattr(source, "tolist") else source
    if isinstance(values, Board | bytes | Mapping) or not isinstance(values, Iterable):
        raise NotationError(f"{quoted(source)} is not {what}")
    return str([value.tolist() if hasattr(value, "tolist") else value for value in values])


# -- positions ----------------------------------------------------------------------------------

_BITS = re.compile(r"\s*[01 ]+\r?\n[01\s]+")  # rows of 0 and 1, not numbers of holes
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
    text = source
    if not isinstance(text, str):
        what = f"a position of {board.name}: pass the holes with pegs, a picture, a matrix of 0"
        is_pair = isinstance(source, tuple) and [type(number) for number in source] == [int, int]
        text = _text_of([source] if is_pair else source, f"{what} and 1, or a code")
    tokens = [] if _BITS.fullmatch(text) else holes_in(text)
    are_marks = set(tokens) <= {"0", "1", "-1"} and (len(tokens) > 2 or len(tokens) == len(board))
    is_flat = text is not source and "[" not in text[1:]  # all else may be marks
    is_list = is_flat or len(set(tokens)) == len(tokens) > 1
    is_list |= len(tokens) > 1 and all(token[0].isalpha() for token in tokens)
    if is_list and not are_marks and (tokens or text == "[]"):
        return _from_list(board, tokens)
    given = Marks.from_text(marks)
    picture = _recognised(_cells_of(text, given), given, board=board)
    _log.info("read as a position on %s", picture.text)
    return frozenset(h for i, h in enumerate(board.holes) if (picture.pegs or 0) >> i & 1)


def holes_in(text: str) -> list[str]:
    """Split a list of hole names, pairs or numbers into items. Return [] for any other text.

    Examples
    --------
    >>> holes_in("a1, (0,1) 8"), holes_in("a1 to b2"), holes_in("3, 3")
    (['a1', '(0,1)', '8'], [], [])
    """
    if re.search("[2-9]", text):  # otherwise it may be a matrix of 0 and 1
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


def _from_list(board: Board, tokens: Sequence[str]) -> frozenset[Hole]:
    """Return the holes in a list. Numbers count from 0 if it contains 0, otherwise from 1."""
    twice = [token for token, count in Counter(tokens).items() if count > 1]
    if twice:
        raise NotationError(f"{twice[0]} appears twice in the list of pegs: give each hole once")
    first = 0 if "0" in tokens else 1
    texts = [str(int(token) + 1 - first) if token.isdigit() else token for token in tokens]
    pegs = frozenset(board.holes[board.bit(hole)] for hole in texts)
    names = [hole_name(hole) for hole in board.holes if hole in pegs]
    listed_names = " ".join(names if len(names) <= 20 else [*names[:18], "..."])
    _log.info("read as pegs in %s%s", listed_names, "" if first else ", holes numbered from 0")
    return pegs


# -- boards in puzzle sets ----------------------------------------------------------------------


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
    is_other = "\n" in text.strip() or is_picture(text) or is_spec(text) or holes_in(text)
    return _read_text(text, "board", None, Marks()).board if is_other else named_board(text)


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
