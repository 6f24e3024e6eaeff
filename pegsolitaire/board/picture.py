"""Read boards and positions from pictures and matrices, in our own form and in many others.

In our own form, each hole is one character: an asterisk for a peg, ``.`` for an empty hole, and
``o`` for a hole of a board without a position. Rows are on separate lines, or joined by ``/``. For
other forms, these steps examine the whole picture:

1. Its cells: characters, or the entries of a matrix; frames and the labels of rows and columns
   are removed (:func:`_cells_of`).
2. Its shape: a common margin and the blanks between holes are removed, and centred rows are
   converted to the coordinates of the triangular lattice (:func:`_settled`).
3. The meaning of each mark. Every mark is tried as the outside of the board, and the readings are
   ranked (:func:`read_shape`): our own form first, then boards of the catalogue, then connected
   boards with jumps. If the two best readings are equally good, the picture is refused.
4. If the board is known, the picture must have the holes of that board (:func:`pegs_shown`), so
only pegs and empty holes have to be distinguished.

``web/static/js/reading.js`` does the same in JavaScript, and a test compares both.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, groupby, pairwise
from math import gcd, prod
from typing import TYPE_CHECKING, Any

from pegsolitaire.board.lattice import SQUARE, TRIANGULAR, Hole, Lattice, at_corner
from pegsolitaire.errors import BoardTooLargeError, NotationError

if TYPE_CHECKING:
    from pegsolitaire.board.board import Board

Cells = dict[Hole, str]

OUTSIDE = "-1"  # outside the board in a matrix, the only mark of two characters
_WALL = "#"
_PEGS = "*●◉⊗⚫@Xx1Pp#"
_EMPTY = ".·○◌◦⚪_-0HheE"
_EITHER = "oO2"  # a peg next to an empty hole, or an empty hole next to a peg
_MARKS = _PEGS + _EMPTY + _EITHER
_OURS = set("*.●·◉⊗@")  # our own marks for pegs and empty holes
#: Pairs of marks: the first is usually the peg, but the second if no peg could jump otherwise.
_DOUBTFUL = tuple(map(set, ("xo", "xO", "Xo", "XO", "o·", "O·")))
_NEVER = "●○◉⊗⚫⚪◌◦PpHhEe"  # never outside: always a peg or an empty hole
_FAR = 8  # a catalogue board is trusted if this many cells are outside; fewer may be chance

#: The largest number of marks in a picture: twice the number of holes of the largest board.
MAX_MARKS = 200_000

UNDERSTOOD = (
    "draw it with one mark a hole (o * . x # 1 0 ● ○ ...), or give a matrix of -1, 0 and 1, "
    "a list of holes, or the id of a Pegs game"
)


# -- settings -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Marks:
    """The marks that the user specified for pegs, empty holes and the outside of the board.

    Examples
    --------
    >>> Marks.from_text("hole=o,peg=x,outside=#").outside
    '#'
    """

    peg: str = ""
    hole: str = ""
    outside: str = ""

    @classmethod
    def from_text(cls, text: str) -> Marks:
        """Parse ``hole=o,peg=x,outside=#``; parts may be omitted, and may have several marks."""
        given: dict[str, str] = {}
        for part in re.split(r",(?=\s*[a-z]+=)", text.strip(), flags=re.IGNORECASE):
            key, _, marks = part.strip().partition("=")
            key = {"empty": "hole"}.get(key.lower(), key.lower().removesuffix("s"))
            if not marks or key not in ("peg", "hole", "outside") or key in given:
                raise NotationError(
                    f"cannot read {part.strip()!r}: write hole=o,peg=x,outside=#, or part of it; "
                    "the word blank stands for a blank"
                )
            given[key] = " " if marks.lower() == "blank" else marks
        for one, other in combinations(given.values(), 2):
            if shared := set(one) & set(other):
                raise NotationError(f"{min(shared)!r} cannot be two of peg, hole and outside")
        return cls(**given)

    def role(self, mark: str) -> str | None:
        """The meaning of a mark if it was specified: ``peg``, ``hole`` or ``outside``."""
        roles = {"peg": self.peg, "hole": self.hole, "outside": self.outside}
        return next((role for role, marks in roles.items() if mark in marks), None)


@dataclass
class Reader:
    """The settings for reading pictures: the specified marks, and a function to report guesses."""

    marks: Marks
    told: Callable[[str], None]


_READER: ContextVar[Reader | None] = ContextVar("reader", default=None)
_SILENT = Reader(Marks(), lambda _: None)


def _reader() -> Reader:
    return _READER.get() or _SILENT


@contextmanager
def reading_settings(
    marks: str | None = None, told: Callable[[str], None] = lambda _: None
) -> Iterator[None]:
    """Apply settings to all boards, positions and games that a ``with`` block reads.

    Parameters
    ----------
    marks : str, optional
        The meaning of marks in pictures, such as ``hole=o,peg=x,outside=#``; unchanged by default.
    told : callable, optional
        A function that is called with a sentence each time the reader had to guess.

    Examples
    --------
    >>> from pegsolitaire.board import read_board
    >>> with reading_settings("outside=.", told=print):
    ...     len(read_board(".ooo./ooooo/.ooo."))
    read as a board of 11 holes: . is outside, o a hole
    11
    """
    token = _READER.set(Reader(marks_given() if marks is None else Marks.from_text(marks), told))
    try:
        yield
    finally:
        _READER.reset(token)


def marks_given() -> Marks:
    """Return the marks that the user specified."""
    return _reader().marks


def tell(guess: str) -> None:
    """Report a guess to the function in the settings."""
    _reader().told(guess)


# -- our own form -------------------------------------------------------------------------------


def holes_of_picture(text: str) -> list[Hole]:
    """Return the holes of a picture in our own form, and keep its blanks and margins.

    Raises
    ------
    NotationError
        If a character is not one of ``* . o`` or a blank.

    Examples
    --------
    >>> holes_of_picture("oo/ o")
    [(0, 0), (1, 0), (1, 1)]
    """
    holes: list[Hole] = []
    for y, row in enumerate(text.rstrip("\n").replace("/", "\n").split("\n")):
        for x, character in enumerate(row.rstrip()):
            if character in "*.o":
                holes.append((x, y))
            elif character != " ":
                raise NotationError(
                    f"{character!r} in row {y + 1} of the picture: "
                    "write holes as o, * or . and everything else as blanks"
                )
    return holes


def straighten(holes: Sequence[Hole]) -> list[Hole]:
    """Convert a left-aligned or centred picture of a triangular board to skew coordinates.

    A picture counts as centred if there are blanks between all holes of a row and if each row is
    shifted by one character relative to the next.

    Examples
    --------
    >>> straighten(holes_of_picture("  o/ o o/o o o")) == holes_of_picture("o/oo/ooo")
    True
    """
    shifts = {(x + y) % 2 for x, y in holes}
    there = set(holes)
    spaced = len(shifts) == 1 and any((x + 2, y) in there for x, y in holes)
    if not spaced:
        return list(holes)
    least = min(x + y for x, y in holes)
    return [((x + y - least) // 2, y) for x, y in holes]


def centre(holes: Sequence[Hole]) -> list[Hole]:
    """Return the places that holes on the triangular lattice have in a centred picture.

    A shape that could be misread when centred, such as a single column, stays left-aligned.

    Examples
    --------
    >>> print(picture_of(centre([(0, 0), (0, 1), (1, 1)]), "o*."))
     o
    * .
    """
    columns = [2 * x - y for x, y in holes]
    left = min(columns)
    centred = [(column - left, y) for column, (_, y) in zip(columns, holes, strict=True)]
    return centred if straighten(centred) == list(holes) else list(holes)


def picture_of(holes: Sequence[Hole], marks: Iterable[str]) -> str:
    """Draw holes, listed row by row, as text with one character for each hole.

    Examples
    --------
    >>> print(picture_of([(0, 0), (1, 0), (1, 1)], "o*."))
    o*
     .
    """
    rows = [""] * (holes[-1][1] + 1)
    for y, row in groupby(zip(holes, marks, strict=True), key=lambda marked: marked[0][1]):
        found = {x: mark for (x, _), mark in row}
        rows[y] = "".join(found.get(x, " ") for x in range(max(found) + 1))
    return "\n".join(rows)


# -- 1. cells -----------------------------------------------------------------------------------

_INVISIBLE = re.compile("[\ufeff\ufe0e\ufe0f\u200b\u200d\r]")
_GAME_ID = re.compile(r"\s*(\d{1,3})x(\d{1,3})[a-z]*:([PHO]+)\s*")
_GAME_MARKS = {"P": "*", "H": ".", "O": OUTSIDE}
_SEED = re.compile(r"\s*\d{1,3}x\d{1,3}[a-z]*#\S+\s*")
_FRAME = re.compile(r"[\s+=|\-─━═│┃║┌┐└┘├┤┬┴┼╭╮╰╯╔╗╚╝╠╣╦╩╬]*")
_CORNER = re.compile("[+=─━═┌┐└┘├┤┬┴┼╭╮╰╯╔╗╚╝╠╣╦╩╬]")
_BOXED = re.compile(r"\s*(?:(?:\[.\]|\(.\))\s*)+")
_DECLARED = re.compile(
    r"(?:[\w*][\w .:*]*(?:\[\d*\]\s*)*=\s*)?(?:[\w.]+\()?\s*([\[({].*)", re.DOTALL
)
_NAME = r"(?:[a-z]{1,3}[1-9][0-9]*|\(-?\d+,-?\d+\))"
_PLAN = re.compile(rf"(?:\s+{_NAME})+\s*$")
_NUMBERS = re.compile(r"(?:\s{2,}\d+)+\s*$")
_WORD = re.compile(r"[^\W\d_]{3,}")
_LABELLED = re.compile(r"(\s*(\d{1,3}|[A-Za-z])[:.|)]?)(\s.*|$)")
_WEIGHT = re.compile(r"\[\s*(-?\d+)\s*\]|(?<![\w\[-])-?\d+")
_WEIGHED_PEG = re.compile(r"\[\s*-?\d+\]")
_MATRIX = re.compile(r"[,;\t]|(?<!\S)-1(?!\S)")
_WIDEST = 1000  # characters; in longer lines no list of hole names is sought
_LITERALS = {"true": "1", "false": "0", "none": OUTSIDE, "null": OUTSIDE, "nan": OUTSIDE}
_ENTRY = re.compile(r"'([^']*)'|\"([^\"]*)\"|([^\s,;'\"]+)")


def _cells_of(source: object) -> Cells:
    r"""The marks of a picture by column and row, without blanks.

    Parameters
    ----------
    source : str, or rows of marks, numbers or booleans
        A picture; a matrix as text, as JSON, as nested lists or as a NumPy array; or the id of a
        Pegs game.

    Raises
    ------
    NotationError
        If the source has none of these forms.

    Examples
    --------
    >>> _cells_of("o#\n o") == _cells_of([["o", "#"], [" ", "o"]])
    True
    """
    rows = _rows_of_text(source) if isinstance(source, str) else _rows_of(source)
    cells = {
        (x, y): mark for y, row in enumerate(rows) for x, mark in enumerate(row) if mark.strip()
    }
    for (x, y), mark in cells.items():
        if mark != OUTSIDE and not (
            len(mark) == 1 and (mark in _MARKS or _reader().marks.role(mark))
        ):
            raise NotationError(
                f"{mark[:20]!r} in row {y + 1}, column {x + 1} of the picture: {UNDERSTOOD}"
            )
    if not cells:
        raise NotationError(f"the picture is empty: {UNDERSTOOD}")
    if len(cells) > MAX_MARKS:
        raise BoardTooLargeError(
            f"a picture of {len(cells):,} marks is too large: use at most {MAX_MARKS:,}"
        )
    return cells


def is_drawn(text: str) -> bool:
    """Return whether a text consists only of marks, without words.

    Examples
    --------
    >>> is_drawn("ooo/o.o"), is_drawn("7x7cross:PPH"), is_drawn("english")
    (True, True, False)
    """
    asked = _reader().marks
    marks = set(_MARKS + asked.peg + asked.hole + asked.outside) | set(" \t\r\n/,;|[](){}'\"")
    cleaned = _INVISIBLE.sub("", text).strip()
    is_closed = all(cleaned.count(a) == cleaned.count(b) for a, b in ("()", "[]", "{}"))
    if len(cleaned) < 2:
        return False
    if cleaned.isalnum() and not set(cleaned) <= set("oOxX01"):
        return False  # the text is a name
    is_id = bool(_GAME_ID.fullmatch(cleaned) or _SEED.fullmatch(cleaned))
    return is_id or "\n" in cleaned or (set(cleaned) <= marks and is_closed)


def _rows_of(source: object) -> list[list[str]]:
    """Return the rows of nested lists or of an array as marks."""
    values: Any = source.tolist() if hasattr(source, "tolist") else source
    try:
        rows = [list(row) for row in values]
    except TypeError:
        raise NotationError(f"{str(source)[:60]} is not a picture: {UNDERSTOOD}") from None
    return [[_entry(one) for one in row] for row in rows]


def _entry(value: object) -> str:
    """Convert an entry of a matrix to a mark."""
    text = re.sub(r"(?<=\d)\.0*$", "", str(value))
    return _LITERALS.get(text.lower(), text)


def _rows_of_text(text: str) -> list[Sequence[str]]:
    """The rows of a picture or of a matrix given as text."""
    text = _INVISIBLE.sub("", text).replace("\N{NO-BREAK SPACE}", " ")
    if match := _GAME_ID.fullmatch(text):
        width, marks = int(match[1]), [_GAME_MARKS[mark] for mark in match[3]]
        if len(marks) != width * int(match[2]):
            raise NotationError(
                f"{text.strip()[:60]!r} has {len(marks)} marks for {match[1]} x {match[2]} holes"
            )
        return [marks[i : i + width] for i in range(0, len(marks), width)]
    if _SEED.fullmatch(text):
        raise NotationError(
            f"{text.strip()[:60]!r} is the seed of a Pegs game: copy its id that lists the holes, "
            "such as 7x7cross:OOPPPOO..."
        )
    rows = [line for line in text.split("\n") if line.strip()]
    if rows and all(_BOXED.fullmatch(row) for row in rows) and "](" not in text:
        boxed = re.compile(r"[\[(](.)[\])]")  # a box for each hole, empty or with a peg
        return [boxed.sub(lambda box: f" {box[1].replace(' ', '·')} ", row) for row in rows]
    if bracketed := _bracketed(text):
        return bracketed
    lines = _without_plan([line.rstrip() for line in _lines(text)])
    is_weighed = any(_WEIGHED_PEG.search(line) for line in lines)
    if not is_weighed and any(_MATRIX.search(line) for line in lines):
        if len(lines) == 1:
            lines = lines[0].split(";")
        return [_entries(line) for line in lines if line.strip()]
    return _unlabelled(_framed(lines))


def _bracketed(text: str) -> list[Sequence[str]]:
    """Return the rows of a matrix in the syntax of any language, or nothing without brackets."""
    match = _DECLARED.match(text.lstrip())
    if not match:
        return []
    if any(match[1].count(one) > match[1].count(other) for one, other in ("()", "[]", "{}")):
        raise NotationError(f"the picture has a bracket that is not closed: {UNDERSTOOD}")
    if re.search(r"""["']\s*:""", match[1]):
        raise NotationError(f"an object without a board is not a picture: {UNDERSTOOD}")
    groups = re.findall(r"[\[({]([^\[\](){}]*)[\])}]", match[1])
    if len(groups) == 1:  # a list of rows, or rows separated by semicolons
        rows = re.findall(r"'([^']*)'|\"([^\"]*)\"", groups[0])
        if any(len(one) > 1 for row in rows for one in row):
            return ["".join(row) for row in rows]
        groups = groups[0].split(";")
    return [_entries(group) for group in groups]


def _entries(row: str) -> list[str]:
    """Return the entries of a matrix row. Quotes are optional. A missing entry is outside."""
    if re.search(r"[,;\t|]", row) and "'" not in row and '"' not in row:
        return [_entry(one.strip()) for one in re.split(r"[,;\t|]", row.strip(" ").rstrip(",;"))]
    return [_entry("".join(found)) for found in _ENTRY.findall(row)]


def _lines(text: str) -> list[str]:
    """The rows of a picture, without the text below it."""
    lines = [line for line in re.split(r"[/\n]", text) if not line.strip().startswith("```")]
    started = False
    for number, line in enumerate(lines):
        words = [word for word in _WORD.findall(line) if word.lower() not in _LITERALS]
        is_text = any(set(word) - set(_MARKS) for word in words)
        is_below = not lines[number - 1].strip() or line.startswith("sum of the pegs")
        if is_text and started and is_below:
            return lines[:number]
        started = started or bool(line.strip())
    return lines


def _framed(lines: list[str]) -> list[str]:
    """Remove a frame around the lines."""
    kept = [
        line
        for line in lines
        if not (line.strip() and _FRAME.fullmatch(line) and _CORNER.search(line))
    ]
    return [re.sub("[|│┃║]", " ", line).rstrip() for line in kept]


def _unlabelled(lines: list[str]) -> list[Sequence[str]]:
    """Remove the labels of columns and rows that programs print around a picture."""
    filled = [i for i, line in enumerate(lines) if line.strip()]
    if not filled:
        return []
    if is_headed := len(filled) > 1 and _is_heading(lines[filled[0]]):
        lines = lines[filled[0] + 1 :]
    if len(filled) > 1 and _is_heading(lines[-1]):
        lines = lines[:-1]
    found = [(line, _LABELLED.fullmatch(line)) for line in lines if line.strip()]
    if len(found) > 1 - is_headed and all(match for _, match in found):
        names = [match[2].lower() for _, match in found if match]
        rest = "".join(match[3] for _, match in found if match)
        are_names = names[0].isdigit() or set("".join(names)) - set(_MARKS)
        if _are_in_order(names) and are_names and (is_headed or re.search(r"[^\s\d]", rest)):
            labelled = ((line, _LABELLED.fullmatch(line)) for line in lines)
            lines = [" " * len(match[1]) + match[3] if match else "" for line, match in labelled]
            ends = [re.search(r"\s(\w+)$", line) for line in lines if line.strip()]
            if [end[1].lower() for end in ends if end] == names:  # labels on both sides
                lines = [re.sub(r"\s\w+$", "", line).rstrip() for line in lines]
    if any(_WEIGHED_PEG.search(line) for line in lines):
        lines = [_WEIGHT.sub(_weighed, line) for line in lines]
    return list(lines)


def _is_heading(line: str) -> bool:
    """Return whether a line labels the columns, with consecutive letters or numbers.

    Numbers count as labels only if no matrix can contain them.
    """
    names = line.lower().split()
    if len(names) == 1:  # labels without blanks
        names = list(names[0])
    if not names or not _are_in_order(names):
        return False
    if all(name.isdigit() for name in names):
        return len(names) > 3
    return bool(set("".join(names)) - set(_MARKS))


def _are_in_order(names: Sequence[str]) -> bool:
    """Whether labels of rows or columns are consecutive, in ascending or descending order."""
    if all(name.isdigit() for name in names):
        steps = {int(b) - int(a) for a, b in pairwise(names)}
        return len(names) == 1 or steps in ({1}, {-1})
    if not all(name.isalpha() and name.isascii() and len(name) < 3 for name in names):
        return False
    keys = [(len(name), name) for name in names]
    return len(set(keys)) == len(keys) and keys in (sorted(keys), sorted(keys, reverse=True))


def _without_plan(lines: list[str]) -> list[str]:
    """Remove the hole names that are printed to the right of the rows."""
    filled = [line for line in lines if line.strip()]
    if max(map(len, filled), default=0) > _WIDEST:
        return lines
    plans = [_PLAN.search(line) for line in filled[bool(filled) and _is_heading(filled[0]) :]]
    if (
        plans
        and all(plans)
        and set("".join(plan[0].strip() for plan in plans if plan)) - set(_MARKS)
    ):
        return [_PLAN.sub("", line) for line in lines]
    found = [_NUMBERS.search(line) for line in lines]
    numbers = [int(number) for match in found if match for number in match[0].split()]
    if len(numbers) > 2 and numbers == list(range(1, len(numbers) + 1)):
        return [_NUMBERS.sub("", line) for line in lines]
    return lines


def _weighed(match: re.Match[str]) -> str:
    """Replace a printed weight with a mark at its last digit. Brackets around it mean a peg."""
    if match[1] is None:
        return ".".rjust(len(match[0]))
    return "*".rjust(len(match[0]) - 1) + " "


# -- 2. shape -----------------------------------------------------------------------------------


def _settled(cells: Cells, lattice: Lattice, step: Hole) -> Cells:
    """Translate cells so that their smallest coordinates are 0, and remove blanks between them."""
    if lattice.layer:
        return dict(cells)  # layers begin at every sixth column, even if it is blank
    holes = [(x // step[0], y // step[1]) for x, y in at_corner(cells)]
    if lattice.is_slanted:
        holes = straighten(holes)
    return dict(zip(holes, cells.values(), strict=True))


def _row_lengths(holes: Iterable[Hole]) -> tuple[int, ...]:
    """The number of holes in each row that has holes."""
    counts = Counter(y for _, y in holes)
    return tuple(counts[y] for y in sorted(counts))


def _step(cells: Cells) -> Hole:
    """The distances between neighbouring holes, in columns and in rows."""
    left, top = next(iter(cells))
    across = gcd(*(x - left for x, _ in cells)) or 1
    down = gcd(*(y - top for _, y in cells)) or 1
    return across, down if across > 1 else 1  # rows are spaced only if columns are


def _box(cells: Iterable[Hole]) -> Hole:
    """Return the width and height of the smallest box at (0, 0) that contains the cells."""
    columns, rows = zip(*cells, strict=True)
    return max(columns) + 1, max(rows) + 1


def _has_jump(holes: Iterable[Hole], lattice: Lattice) -> bool:
    """Whether there are three holes in a line, one step apart."""
    there = set(holes)
    return any(
        (x + dx, y + dy) in there and (x + 2 * dx, y + 2 * dy) in there
        for x, y in there
        for dx, dy in lattice.directions
    )


def _is_board(holes: Iterable[Hole], lattice: Lattice) -> bool:
    """Whether the holes are connected and at least one jump is possible."""
    there = set(holes)
    steps = lattice.directions
    return _has_jump(there, lattice) and _spread(there, [next(iter(there))], steps) == there


def _spread(there: set[Hole], begin: Iterable[Hole], steps: Sequence[Hole]) -> set[Hole]:
    """The cells that can be reached from given cells, step by step."""
    reached = set(begin) & there
    edge = list(reached)
    while edge:
        x, y = edge.pop()
        for dx, dy in steps:
            if (near := (x + dx, y + dy)) in there and near not in reached:
                reached.add(near)
                edge.append(near)
    return reached


# -- 3. meaning of marks ------------------------------------------------------------------------


def _roles(marks: Iterable[str]) -> dict[str, bool] | None:
    """Which marks are pegs, or None if that is ambiguous."""
    asked = _reader().marks
    used = sorted(set(marks))
    if asked.peg or asked.hole:  # marks of one kind; all others are of the other kind
        return {one: one in asked.peg if asked.peg else one not in asked.hole for one in used}
    unknown = [mark for mark in used if mark in _EITHER or (mark == "1" and "2" in used)]
    roles = {mark: mark in _PEGS for mark in used if mark not in unknown}
    if len(unknown) == 1 and len(set(roles.values())) < 2:
        roles[unknown[0]] = not any(roles.values())  # a single mark is a peg
    is_one_kind = len(used) > 1 and len(set(roles.values())) < 2 and not set(used) <= _OURS | {"x"}
    return None if len(roles) < len(used) or is_one_kind else roles


def _roles_of(cells: Cells, lattice: Lattice) -> dict[str, bool] | None:
    """Find which marks of a position are pegs, and prefer a reading in which a peg can jump."""
    used = set(cells.values())
    roles = _roles(used)
    asked = _reader().marks
    if len(used) != 2 or asked.peg or asked.hole or not (roles is None or used in _DOUBTFUL):
        return roles
    one, other = used
    choices = ({one: True, other: False}, {one: False, other: True})
    playable = [choice for choice in choices if _can_jump(cells, lattice, choice)]
    if roles is None:
        return playable[0] if len(playable) == 1 else None
    return roles if roles in playable or not playable else None


def _can_jump(cells: Cells, lattice: Lattice, roles: Mapping[str, bool]) -> bool:
    """Whether any peg can jump."""
    pegs = {hole: roles[mark] for hole, mark in cells.items()}
    return any(
        is_peg and pegs.get((x + dx, y + dy)) and pegs.get((x + 2 * dx, y + 2 * dy)) is False
        for (x, y), is_peg in pegs.items()
        for dx, dy in lattice.directions
    )


def _is_plausible(marks: Iterable[str]) -> bool:
    """Whether all marks of a picture can be pegs or empty holes."""
    roles = _roles(marks)
    if roles is None:
        return False
    pegs = {mark for mark, is_peg in roles.items() if is_peg}
    return len(roles) - len(pegs) < 2 and (len(pegs) < 2 or pegs <= _OURS | {"x"})


@dataclass(frozen=True)
class Shape:
    """A reading of a picture as a board.

    Attributes
    ----------
    picture : dict
        The marks of the whole picture.
    kept : dict
        The marks of holes, at their places in the picture.
    lattice : Lattice
        The lattice of the holes.
    chosen : frozenset of str
        The marks that are read as the outside of the board.
    """

    picture: Cells
    kept: Cells
    lattice: Lattice
    chosen: frozenset[str]

    @cached_property
    def cells(self) -> Cells:
        """The mark of each hole, translated so that the smallest coordinates are 0."""
        return _settled(self.kept, self.lattice, self._step)

    @cached_property
    def _step(self) -> Hole:
        return (1, 1) if self.lattice.layer else _step(self.picture)

    @cached_property
    def used(self) -> frozenset[str]:
        """The marks of the holes."""
        return frozenset(self.kept.values())

    @cached_property
    def is_ours(self) -> bool:
        """True for a picture in our own form, and for a matrix of -1, 0 and 1."""
        is_matrix = self.used <= {"0", "1"} and OUTSIDE in self.picture.values()
        return not self.chosen and (self.used <= {"*", ".", "o"} or is_matrix)

    @cached_property
    def is_filled(self) -> bool:
        """Whether the holes fill a rectangle."""
        settled = _settled(self.kept, SQUARE, self._step)
        return len(settled) == prod(_box(settled))

    @cached_property
    def is_around(self) -> bool:
        """Whether the outside only surrounds the holes and is not between them."""
        left_out = set(self.picture) - set(self.kept)
        others = set(_grid(self.picture, self._step)) - set(self.kept)
        return left_out <= _from_edge(others, self.picture, self._step)

    @cached_property
    def _is_walled(self) -> bool:
        """Whether a corner of the picture has a mark that usually stands for a wall."""
        return _WALL in map(self.picture.get, _corners(self.picture))

    @property
    def _has_wall(self) -> bool:
        """Whether a mark is certainly a wall, not a peg or an empty hole."""
        return self._is_walled and not self.used - {_WALL} <= set(_EMPTY)

    @cached_property
    def listed(self) -> Board | None:
        """The board of the catalogue with this shape, or None."""
        from pegsolitaire.board.catalogue import board_in_catalogue

        return board_in_catalogue(self.cells, self.lattice)

    @property
    def name(self) -> str | None:
        """The name of the catalogue's board with this shape."""
        return None if self.listed is None else self.listed.name

    @cached_property
    def placed(self) -> Cells:
        """The cells as in the catalogue's board. Without such a board, they begin at (0, 0)."""
        if self.listed is None:
            return self.cells
        left, top = (min(axis) for axis in zip(*self.listed.holes, strict=True))
        return {(x + left, y + top): mark for (x, y), mark in self.cells.items()}

    @cached_property
    def is_whole(self) -> bool:
        """Whether the holes are connected and at least one jump is possible."""
        return _is_board(self.cells, self.lattice)

    @cached_property
    def roles(self) -> dict[str, bool] | None:
        """Which marks are pegs, or None if that is ambiguous."""
        return _roles_of(self.cells, self.lattice)

    @property
    def pegs(self) -> frozenset[Hole] | None:
        """The holes with pegs; None if the picture does not show both pegs and empty holes."""
        roles = self.roles or {}
        if len(set(roles.values())) < 2:
            return None
        return frozenset(hole for hole, mark in self.placed.items() if roles[mark])

    @property
    def larger(self) -> str | None:
        """A note about a catalogue board that has one or two more holes, or None."""
        from pegsolitaire.board.catalogue import board_around

        board = board_around(frozenset(self.cells), self.lattice)
        if board is None:
            return None
        more = len(board) - len(self.cells)
        return f"{board.name} has {more} hole{'s' * (more > 1)} more"

    @property
    def twin(self) -> str | None:
        """The name of a catalogue board whose rows have the same lengths, or None."""
        from pegsolitaire.board.catalogue import board_of_rows

        return board_of_rows(_row_lengths(self.cells))

    @property
    def key(self) -> tuple[object, ...]:
        """The key that distinguishes readings: the holes, the lattice and the pegs."""
        return frozenset(self.placed), self.lattice.name, self.pegs

    @property
    def text(self) -> str:
        """A description of the reading: the board, and the meaning of the marks."""
        what = self.name or f"a board of {len(self.cells)} holes"
        if not self.name and self.is_filled:
            what = "a rectangle of {} x {} holes".format(*_box(self.cells))
        if not self.name and self.lattice is TRIANGULAR:
            what += " on the triangular lattice"
        marks = sorted(self.used, key=_MARKS.find)
        roles = self.roles if len(marks) > 1 else None
        kinds = {
            mark: "a hole" if roles is None else "a peg" if roles[mark] else "an empty hole"
            for mark in marks
        }
        said = [(mark, "outside") for mark in sorted(self.chosen)]
        doubt = "; it does not tell which are pegs" if len(marks) > 1 and roles is None else ""
        return f"{what}: {_words([*said, *kinds.items()])}{doubt}"

    @property
    def marks(self) -> str:
        """The ``marks`` setting that selects this reading."""
        if " " in self.used:
            return "hole=blank"
        if self.chosen:
            return f"outside={''.join(sorted(self.chosen))}"
        roles = self.roles or {}
        used = sorted(self.used, key=_MARKS.find)
        pegs = "".join(mark for mark in used if roles.get(mark))
        holes = "".join(mark for mark in used if not roles.get(mark))
        return ",".join(
            f"{kind}={marks}" for kind, marks in (("peg", pegs), ("hole", holes)) if marks
        )

    @property
    def rank(self) -> int:
        """The rank of the reading, from 0 (best) to 9.

        Rank 0 is our own form. Rank 1 is a board of the catalogue surrounded by blanks, and rank 2
        is one surrounded by a mark. Rank 3 is another board surrounded by blanks. Rank 4 is
        another board surrounded by a mark, or a full rectangle of pegs and empty holes. Rank 5 is
        a board on which no peg can jump, and rank 9 means that the reading is not a board.
        """
        several = len(self.used) > 1
        if " " in self.used and self.chosen != {_WALL}:
            return 3 if self.name else 9
        if self.chosen:
            is_wall = self.chosen == {_WALL} and self._is_walled
            left_out = len(self.picture) - len(self.kept)
            is_natural = self.chosen <= set(_EMPTY) or not self.used <= set(_EMPTY)
            is_spanning = _corners(self.kept) == _corners(self.picture)
            if self.name and (is_wall or (left_out >= _FAR and is_natural and is_spanning)):
                return 2
            is_wall_a_hole = self._is_walled and _WALL in self.used and not self.is_around
            return 4 if self.name or (self.is_whole and not is_wall_a_hole) else 9
        if self.is_filled and several:
            is_plausible = not self._has_wall and _is_plausible(self.used)
            return 4 if is_plausible and self.is_whole else 9
        if self.is_ours and (self.name or self.is_whole or _has_jump(self.cells, self.lattice)):
            return 0
        if self.name:
            return 1
        if self.is_whole:
            return 9 if self._has_wall else 3
        return 5 if not several or self.is_ours else 9


def _words(roles: Iterable[tuple[str, str]]) -> str:
    """Describe the meaning of each mark, for example ``# is outside, o a peg``."""
    named = [("a blank" if mark == " " else mark, role) for mark, role in roles]
    (mark, role), *rest = named
    return ", ".join([f"{mark} is {role}", *(f"{mark} {role}" for mark, role in rest)])


def read_shape(source: object, lattice: Lattice | None = None) -> Shape:
    """Read a board from a picture, with the pegs that it shows.

    Parameters
    ----------
    source : str, or rows
        A source that :func:`_cells_of` accepts.
    lattice : Lattice, optional
        The lattice of the board. The default is the square lattice, or the triangular lattice if
        the holes are not connected or have no jump on the square lattice.

    Raises
    ------
    NotationError
        If the picture cannot be read, or has two equally good readings; the message lists them.

    Examples
    --------
    >>> print(read_shape("##ooo##/##ooo##/ooooooo/ooo_ooo/ooooooo/##ooo##/##ooo##").text)
    english: # is outside, _ an empty hole, o a peg
    """
    cells = _cells_of(source)
    shapes = list(_shapes(cells, lattice))
    if not shapes:
        raise NotationError("the picture has no hole: mark pegs with * and empty holes with .")
    first = min(shape.rank for shape in shapes)
    if _are_given({mark for mark in cells.values() if mark != OUTSIDE}):
        shapes, first = shapes[-1:], 3
    best = {one.key: one for one in reversed(shapes) if one.rank == first or len(shapes) == 1}
    if first == 0:  # it may also mean a board of the catalogue, drawn on dots or with blanks
        others = (one for one in shapes if one.rank == 2 or (one.rank == 3 and " " in one.used))
        best = {one.key: one for one in others} | best
    readings = list(best.values())
    if first == 9 or len(readings) > 1 or not (first < 4 or readings[0].is_around):
        listed = readings if first < 9 else shapes
        several = "the picture can be read in several ways: "
        raise NotationError(
            (several if len(listed) > 1 else "the picture is ambiguous: ")
            + "; or as ".join(shape.text for shape in listed[:4])
            + "; choose with --marks "
            + " or ".join(_marks_that_choose(shape, listed) for shape in listed[:4])
        )
    found = readings[0]
    if first == 5:
        tell(f"read as {found.text}; no peg can jump on it")
    elif not found.is_ours or first > 1 or (lattice is None and found.lattice is TRIANGULAR):
        tell(f"read as {found.text}")
    elif not found.name and not found.is_whole:
        tell(f"read as {found.text}; it is in several pieces")
    elif not found.name and (larger := found.larger):
        tell(f"read as {found.text}; {larger}")
    elif not found.name and lattice is None and (twin := found.twin):
        tell(f"read as {found.text}, on the square lattice; {twin} has the same rows")
    elif {"o", "*"} <= found.used:
        tell(f"read as {found.text}")
    return found


def _marks_that_choose(shape: Shape, shapes: Sequence[Shape]) -> str:
    """Return the ``marks`` setting that selects one of these readings."""
    are_blanks = any(" " in one.used for one in shapes)
    is_plain = not shape.chosen and " " not in shape.used
    return "outside=blank" if are_blanks and is_plain else shape.marks


def _are_given(marks: Iterable[str]) -> bool:
    """Return whether the user specified the outside of the board or the meaning of every mark."""
    asked = _reader().marks
    return bool(asked.outside) or all(map(asked.role, marks))


def _shapes(cells: Cells, lattice: Lattice | None) -> Iterator[Shape]:
    """Yield every way to read cells as a board."""
    asked = _reader().marks
    inside = {hole: mark for hole, mark in cells.items() if mark != OUTSIDE}
    marks = set(inside.values())
    choices: list[set[str]] = [set(asked.outside)] if asked.outside else [set()]
    if not _are_given(marks):
        choices += [
            {mark} for mark in sorted(marks) if not asked.role(mark) and mark not in _NEVER
        ]
    for chosen in choices:
        kept = {hole: mark for hole, mark in inside.items() if mark not in chosen}
        if not kept:
            continue
        variants = [kept, *_variants(cells, inside, kept, chosen)]
        if " " in asked.hole:
            variants = variants[-1:]
        for variant in variants[:1] if asked.outside else variants:
            shape = Shape(cells, variant, lattice or SQUARE, frozenset(chosen))
            yield shape
            if lattice is None and not shape.is_whole:
                shape = Shape(cells, variant, TRIANGULAR, frozenset(chosen))
                if shape.is_whole:
                    yield shape


def _variants(cells: Cells, inside: Cells, kept: Cells, chosen: set[str]) -> Iterator[Cells]:
    """Yield variants of a reading, because places enclosed by other cells may be empty holes."""
    step = _step(cells)
    grid = _grid(cells, step)
    for outside in chosen & set(_EMPTY):
        loose = {hole for hole in grid if cells.get(hole, outside) in (outside, OUTSIDE)}
        enclosed = loose - _from_edge(loose, cells, step)
        if enclosed & set(inside):
            yield kept | {hole: outside for hole in enclosed if hole in inside}
    holes = set(kept)
    beside = {hole for hole in grid if hole not in holes}
    enclosed = (beside - _from_edge(beside, cells, step)) - set(cells)
    if enclosed:
        yield kept | dict.fromkeys(enclosed, " ")


def _from_edge(loose: set[Hole], cells: Cells, step: Hole) -> set[Hole]:
    """Return the loose cells that can be reached from the edge of the picture."""
    (left, top), (_, bottom), (right, _) = _corners(cells)[:3]
    edge = [(x, y) for x, y in loose if x in (left, right) or y in (top, bottom)]
    across, down = step
    return _spread(loose, edge, ((across, 0), (-across, 0), (0, down), (0, -down)))


def _corners(cells: Cells) -> list[Hole]:
    """Return the corner cells of a picture: the left corners, then the right corners."""
    columns, rows = {x for x, _ in cells}, {y for _, y in cells}
    return [(x, y) for x in (min(columns), max(columns)) for y in (min(rows), max(rows))]


def _grid(cells: Cells, step: Hole) -> list[Hole]:
    """List all places in a picture, including blanks, unless the picture is almost blank."""
    (left, top), _, _, (right, bottom) = _corners(cells)
    columns, rows = range(left, right + 1, step[0]), range(top, bottom + 1, step[1])
    if len(columns) * len(rows) > 4 * MAX_MARKS:
        return []
    return [(x, y) for x in columns for y in rows]


# -- 4. a position on a board -------------------------------------------------------------------


def pegs_shown(board: Board, source: object) -> frozenset[Hole]:
    """Find the holes with pegs in the picture of a position.

    Parameters
    ----------
    board : Board
        The board, whose holes the picture must have.
    source : str, or rows
        A source that :func:`_cells_of` accepts, or all marks in one row, in the order of the
        holes.

    Raises
    ------
    NotationError
        If the picture does not show this board, or if it is unclear which marks are pegs.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> sorted(pegs_shown(triangle(3), "x/ox/oxx"))
    [(0, 0), (1, 1), (1, 2), (2, 2)]
    """
    cells = _cells_of(source)
    marks, outside = _fitted(board, cells)
    used = {mark for mark in marks if mark != " "}
    shown = zip(board.holes, marks, strict=True)
    roles = _roles_of({hole: mark for hole, mark in shown if mark != " "}, board.lattice)
    if roles is None:
        listed = " ".join(sorted(used))
        raise NotationError(
            f"a picture with the marks {listed} does not show which are pegs on {board.name}: "
            "add --marks peg=x,hole=o, or write * for a peg and . for an empty hole"
        )
    if any(roles.get(mark) for mark in outside):
        clash = next(mark for mark in sorted(outside) if roles.get(mark))
        raise NotationError(
            f"{clash!r} stands both on {board.name} and beside it: write # beside the board"
        )
    if outside - {OUTSIDE} or " " in marks or not (used <= _OURS or used <= {"0", "1"}):
        kinds = [(mark, "outside") for mark in sorted(outside - used - {OUTSIDE})]
        kinds += [
            (mark, "a peg" if roles.get(mark) else "an empty hole")
            for mark in sorted(set(marks), key=_MARKS.find)
        ]
        tell(f"read as a position on {board.name}: {_words(kinds)}")
    holes = zip(board.holes, marks, strict=True)
    return frozenset(hole for hole, mark in holes if roles.get(mark))


def _fitted(board: Board, cells: Cells) -> tuple[list[str], set[str]]:
    """Find the mark of each hole of a board in a picture, and also the marks outside the board."""
    asked = _reader().marks.outside
    beside = {mark for mark in cells.values() if mark == OUTSIDE or mark in asked}
    inside = {hole: mark for hole, mark in cells.items() if mark not in beside}
    if inside:
        for chosen in (set[str](), *({mark} for mark in sorted(set(inside.values())))):
            kept = {hole: mark for hole, mark in inside.items() if mark not in chosen}
            found = _matched(board, cells, kept)
            if found is None and not chosen:
                found = _in_rows(board, kept)
            if found is not None:
                return found, beside | chosen
        if framed := _in_box(board, cells):
            return framed
        if (only_pegs := _on_blanks(board, inside)) is not None:
            return only_pegs, beside
    drawn, wanted = (_listed(_row_lengths(holes)) for holes in (cells, board.holes))
    raise NotationError(
        f"the picture has rows of {drawn} holes, and {board.name} has rows of {wanted}: draw all "
        "of them, * for a peg and . for an empty hole"
    )


def _listed(numbers: Sequence[int]) -> str:
    return ", ".join(map(str, numbers if len(numbers) < 20 else [*numbers[:18], "..."]))


def _plain(board: Board) -> Cells:
    """Return the numbers of the holes of a board, at the places of the holes in a picture."""
    own = {hole: str(i) for i, hole in enumerate(board.holes)}
    return _settled(own, board.lattice, _step(own))


def _matched(board: Board, cells: Cells, kept: Cells) -> list[str] | None:
    """Return the marks of the holes if the kept cells have the shape of the board."""
    if len(kept) != len(board.holes):
        return None
    settled, own = (
        dict(zip(at_corner(one), one.values(), strict=True))
        for one in (_settled(kept, board.lattice, _step(cells)), _plain(board))
    )
    if settled.keys() != own.keys():
        return None
    marks = [""] * len(own)
    for hole, index in own.items():
        marks[int(index)] = settled[hole]
    return marks


def _in_rows(board: Board, cells: Cells) -> list[str] | None:
    """Return the marks of the holes if each row, or one row of all holes, has the right length."""
    if _row_lengths(cells) not in (_row_lengths(board.holes), (len(board.holes),)):
        return None
    return [cells[hole] for hole in sorted(cells, key=lambda hole: hole[::-1])]


def _in_box(board: Board, cells: Cells) -> tuple[list[str], set[str]] | None:
    """Return the marks of the holes and of all other cells if the picture is a full rectangle."""
    settled = _settled(cells, SQUARE, (1, 1) if board.lattice.layer else _step(cells))
    left, top = min(x for x, _ in board.holes), board.holes[0][1]
    places = [(x - left, y - top) for x, y in board.holes]
    if len(settled) != prod(_box(settled)) or _box(settled) != _box(places):
        return None
    on = [settled[place] for place in places]
    if OUTSIDE in on:
        return None
    return on, {mark for place, mark in settled.items() if place not in set(places)}


def _on_blanks(board: Board, cells: Cells) -> list[str] | None:
    """Return the marks of the holes if only pegs are drawn and reach the edges of the board."""
    own = _plain(board)
    settled = _settled(cells, board.lattice, _step(cells))
    is_all_pegs = set((_roles(settled.values()) or {"": False}).values()) == {True}
    if not is_all_pegs or not settled.keys() <= own.keys() or _box(settled) != _box(own):
        return None
    return [settled.get(hole, " ") for hole in sorted(own, key=lambda hole: int(own[hole]))]
