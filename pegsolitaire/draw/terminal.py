"""Show positions, jumps and games as text in a terminal.

A board on a square lattice has letters above its columns and numbers before its rows. A board on a
triangular lattice is drawn in its true shape, with two characters between holes. A dimmed plan
with the names of the holes appears next to the board if both fit into 80 columns. Otherwise, the
name of its last hole follows each row.

Glyphs and colours both show which pegs have winning jumps. If weights are shown, a peg is drawn as
brackets around the weight of its hole.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import zip_longest
from typing import NamedTuple

from rich.text import Text

from pegsolitaire.board.board import Board
from pegsolitaire.board.lattice import Hole
from pegsolitaire.board.notation import Notation, column_letters, hole_name
from pegsolitaire.draw.scene import check_weights
from pegsolitaire.game import PositionLike, StartLike, as_position
from pegsolitaire.game.position import Jump
from pegsolitaire.game.solution import Solution

Verdicts = Mapping[Jump, bool | None]

_WIDEST = 79
_MAX_PICTURE_CHARACTERS = 250_000  # the maximum number of characters in a picture
_WIN, _DEAD, _QUIET = "bold bright_blue", "dark_orange", "dim"
_BELOW = "bold dark_orange"  # a peg in a hole with a negative weight


class Glyphs(NamedTuple):
    """The characters that stand for pegs, holes and verdicts."""

    empty: str
    peg: str
    winning_peg: str
    dead_peg: str
    moved_peg: str
    wins: str
    dead: str
    open: str


UNICODE = Glyphs("·", "●", "◉", "⊗", "◆", "✓", "✗", "?")
ASCII = Glyphs(".", "*", "@", "x", "#", "+", "x", "?")


def position_text(
    position: PositionLike,
    start: StartLike = None,
    *,
    verdicts: Verdicts | None = None,
    unicode: bool = True,
    names: Callable[[Hole], str] | None = None,
) -> Text:
    """Draw a position as text, with the names of its holes.

    Parameters
    ----------
    position, start : Position, or what makes one
        The position: see :class:`~pegsolitaire.game.Position`.
    verdicts : mapping of Jump to bool or None, optional
        Whether each legal jump wins. Pegs with a winning jump have their own glyph and colour, and
        so do pegs whose jumps all lose.
    unicode : bool, optional
        Whether the terminal can show characters beyond ASCII.
    names : callable, optional
        A function that names holes, for the plan next to the picture.

    Returns
    -------
    Text
        The picture. For a board with hundreds of rows and columns, it is replaced by a line with
        the size of the board.

    Examples
    --------
    >>> from pegsolitaire.board import Notation, triangle
    >>> print(position_text(triangle(3).vacancy("a1"), unicode=False))
     1     .          a1
     2    * *       a2  b2
     3   * * *    a3  b3  c3
    """
    position = as_position(position, start)
    glyphs = UNICODE if unicode else ASCII
    standing = _standing(verdicts or {})
    board, pegs = position.board, frozenset(position)
    if (size := _characters(board)) > _MAX_PICTURE_CHARACTERS:
        return Text(f"not drawn: {size:,} characters are more than a terminal shows", _QUIET)
    marks = {hole: _mark(hole in pegs, standing.get(hole), glyphs) for hole in board}
    if names is not None:
        return _joined(_planned_lines(board, marks, names))
    if board.lattice.is_slanted:
        return _joined(_slanted_lines(board, marks))
    return _joined(_square_lines(board, marks))


def _joined(lines: Sequence[Text]) -> Text:
    """Join lines, without the blanks at their ends."""
    for line in lines:
        line.rstrip()
    return Text("\n", no_wrap=True).join(lines)


def jump_lines(verdicts: Verdicts, *, unicode: bool = True) -> list[Text]:
    """Return one numbered line for each jump, with its verdict.

    Examples
    --------
    >>> for line in jump_lines({Jump((3, 1), (3, 3)): True, Jump((1, 3), (3, 3)): False}):
    ...     print(line)
      1  d2-d4  ✓ wins
      2  b4-d4  ✗ dead
    """
    glyphs = UNICODE if unicode else ASCII
    words = {
        True: (f"{glyphs.wins} wins", _WIN),
        False: (f"{glyphs.dead} dead", _DEAD),
        None: (f"{glyphs.open} not known", _QUIET),
    }
    width = max(map(len, map(str, verdicts)), default=0)
    return [
        Text.assemble((f"{number:>3}  ", _QUIET), f"{jump!s:<{width}}  ", words[verdict])
        for number, (jump, verdict) in enumerate(verdicts.items(), 1)
    ]


def verdicts_legend(verdicts: Verdicts, *, unicode: bool = True) -> str:
    """Explain the glyphs for verdicts that occur in a picture.

    Examples
    --------
    >>> verdicts_legend({Jump((3, 1), (3, 3)): True, Jump((1, 3), (3, 3)): False})
    '◉ has a winning jump, ⊗ has only losing jumps'
    """
    glyphs, standing = UNICODE if unicode else ASCII, _standing(verdicts).values()
    wins = [f"{glyphs.winning_peg} has a winning jump"] if True in standing else []
    return ", ".join(wins + [f"{glyphs.dead_peg} has only losing jumps"] * (False in standing))


def _standing(verdicts: Verdicts) -> dict[Hole, bool | None]:
    """Return, for each peg with legal jumps, whether it has a winning jump; None if unknown."""
    by_peg: dict[Hole, list[bool | None]] = {}
    for jump, verdict in verdicts.items():
        by_peg.setdefault(jump.start, []).append(verdict)
    return {
        hole: True if True in wins else None if None in wins else False
        for hole, wins in by_peg.items()
    }


def _characters(board: Board) -> int:
    """Estimate the number of characters in the picture of a board, including spaces."""
    columns = [x for x, _ in board.holes]
    rows = board.holes[-1][1] - board.holes[0][1] + 1
    return rows * 2 * (max(columns) - min(columns) + 5)


def _mark(is_peg: bool, verdict: bool | None, glyphs: Glyphs) -> tuple[str, str]:
    """Return the glyph of a hole and the style of the glyph."""
    if not is_peg:
        return glyphs.empty, _QUIET
    if verdict is None:
        return glyphs.peg, ""
    return (glyphs.winning_peg, _WIN) if verdict else (glyphs.dead_peg, _DEAD)


# -- weights ------------------------------------------------------------------------------------


def weights_text(
    position: PositionLike,
    weights: Sequence[int],
    *,
    unicode: bool = True,
) -> Text:
    """Draw a position with the weight of every hole, and the sum of the weights of the pegs.

    The weights of holes with pegs are in brackets.

    Parameters
    ----------
    position : Position, or what makes one
        The position.
    weights : sequence of int
        The weights, in the order of ``board.holes``.
    unicode : bool, optional
        Whether the terminal can show characters beyond ASCII.

    Raises
    ------
    ResourceCountError
        If the number of weights differs from the number of holes.

    Examples
    --------
    >>> from pegsolitaire.board import Notation, triangle
    >>> print(weights_text(triangle(3).vacancy("a1"), (-1, 1, 1, -1, 0, -1), unicode=False))
     1          -1   a1
     2      [ 1]  [ 1]  b2
     3   [-1]  [ 0]  [-1]  c3
    sum of the pegs: 0
    """
    position = as_position(position)
    board, pegs = position.board, frozenset(position)
    check_weights(board, weights)
    digits = max(len(str(weight)) for weight in weights)
    nought = UNICODE.empty if unicode else ASCII.empty
    marks = {
        hole: _weight_mark(weight, hole in pegs, digits, nought)
        for hole, weight in zip(board.holes, weights, strict=True)
    }
    lines = _weight_lines(board, marks, digits + 2)
    total = sum(weight for i, weight in enumerate(weights) if position.code >> i & 1)
    return _joined([*lines, Text.assemble(("sum of the pegs: ", _QUIET), str(total))])


def rings_text(
    position: PositionLike,
    rings: Sequence[int],
    *,
    unicode: bool = True,
) -> Text:
    """Draw a position with rings around some holes.

    Parameters
    ----------
    position : Position, or what makes one
        The position.
    rings : sequence of int
        Groups of ringed holes, as codes. Holes of the first group are in round brackets, holes of
        the second group in square brackets, and holes of other groups in braces.
    unicode : bool, optional
        Whether the terminal can show characters beyond ASCII.

    Examples
    --------
    >>> from pegsolitaire.board import Notation, triangle
    >>> print(rings_text(triangle(3).vacancy("a1"), [0b001010], unicode=False))
     1        .   a1
     2     (*)  *   b2
     3   (*)  *   *   c3
    """
    position = as_position(position)
    glyphs, pegs, board = UNICODE if unicode else ASCII, frozenset(position), position.board
    marks: dict[Hole, tuple[str, str]] = {}
    for i, hole in enumerate(board.holes):
        mark = glyphs.peg if hole in pegs else glyphs.empty
        part = next((n for n, ring in enumerate(rings) if ring >> i & 1), None)
        if part is None:
            marks[hole] = f" {mark} ", _QUIET
        else:
            left, right = ("()", "[]", "{}")[min(part, 2)]
            marks[hole] = f"{left}{mark}{right}", "bold"
    return _joined(_weight_lines(board, marks, 3))


def _weight_mark(weight: int, is_peg: bool, digits: int, nought: str) -> tuple[str, str]:
    """Return the text for a weight together with its style."""
    if is_peg:
        return f"[{weight:>{digits}}]", _BELOW if weight < 0 else "bold"
    return f" {weight or nought:>{digits}} ", _QUIET


def _weight_lines(board: Board, marks: Marks, cell: int) -> list[Text]:
    """Return rows of cells with column letters above them, or with names at the ends of rows."""
    if not board.lattice.is_slanted:
        return _square_lines(board, marks, cell)
    # The step must be even, because each row is shifted by half a step.
    return _named_lines(board, marks, _columns(board, cell + 1 + (cell + 1) % 2))


# -- layout -------------------------------------------------------------------------------------

Marks = Mapping[Hole, tuple[str, str]]


def _square_lines(board: Board, marks: Marks, cell: int = 1) -> list[Text]:
    """Return the column letters and the rows. Letters align with the last character of a cell."""
    longest = len(column_letters(max(x for x, _ in board.holes)))
    columns = _columns(board, max(longest, cell) + 1)
    heads = {x: (x, y) for x, y in sorted(board.holes)}
    letters = {hole: (column_letters(x).rjust(cell - 1), _QUIET) for x, hole in heads.items()}
    heading = Text(" " * 5) + _spread(letters, letters, columns)
    rows = _rows(board).items()
    return [heading] + [_numbered(y) + _spread(row, marks, columns) for y, row in rows]


def _slanted_lines(board: Board, marks: Marks) -> list[Text]:
    longest = max(len(hole_name(hole)) for hole in board)
    columns, plan = _columns(board, 2), _columns(board, 4 if longest < 4 else 6)
    if 5 + max(columns.values()) + 5 + max(plan.values()) + longest <= _WIDEST:
        planned = zip(_rows(board), _planned_lines(board, marks, hole_name), strict=True)
        return [_numbered(y) + line for y, line in planned]
    return _named_lines(board, marks, columns)


def _named_lines(board: Board, marks: Marks, columns: Mapping[Hole, int]) -> list[Text]:
    """Return the rows of a board, each followed by the name of its last hole."""
    lines = []
    for y, row in _rows(board).items():
        line = _numbered(y) + _spread(row, marks, columns)
        if row:
            line.append(f"  {hole_name(row[-1])}", _QUIET)
        lines.append(line)
    return lines


def _planned_lines(board: Board, marks: Marks, names: Callable[[Hole], str]) -> list[Text]:
    """Return the rows of a board, with a plan of the names of its holes on their right."""
    called = {hole: (names(hole), _QUIET) for hole in board}
    longest = max(len(name) for name, _ in called.values())
    columns, plan = _columns(board, 2), _columns(board, max(4, (longest + 2) // 2 * 2))
    beside = max(columns.values()) + 5
    lines = []
    for row in _rows(board).values():
        line = _spread(row, marks, columns)
        line.pad_right(beside - len(line))
        lines.append(line + _spread(row, called, plan))
    return lines


def _rows(board: Board) -> dict[int, list[Hole]]:
    """Return the holes of each row, from the first row to the last, including empty rows."""
    rows: dict[int, list[Hole]] = {y: [] for y in range(board.holes[0][1], board.holes[-1][1] + 1)}
    for hole in board.holes:
        rows[hole[1]].append(hole)
    return rows


def _numbered(y: int) -> Text:
    return Text.assemble((f"{y + 1:>2}   ", _QUIET))


def _columns(board: Board, step: int) -> dict[Hole, int]:
    """Return the text column of each hole, counted from 0 at the left."""
    columns = {hole: round(board.lattice.to_plane(hole)[0] * step) for hole in board}
    left = min(columns.values())
    return {hole: column - left for hole, column in columns.items()}


def _spread(row: Iterable[Hole], marks: Marks, columns: Mapping[Hole, int]) -> Text:
    """Return one row of marks, each in the column of its hole."""
    parts: list[tuple[str, str]] = []
    width = 0
    for hole in row:
        mark, style = marks[hole]
        gap = max(0, columns[hole] - width)
        parts += [(" " * gap, ""), (mark, style)]
        width += gap + len(mark)
    return Text.assemble(*parts)


# --
# A game as a sequence of boards, with as many boards side by side as fit in the width.


_GAP = 3  # spaces between two boards


def solution_text(
    solution: Solution,
    *,
    width: int = 80,
    unicode: bool = True,
    notation: Notation = "letters",
) -> Text:
    """Draw the positions of a game in order, each below the jump that led to it.

    The peg that has just jumped has its own glyph.

    Parameters
    ----------
    solution : Solution
        The game to draw.
    width : int, optional
        The maximum number of characters in a line. A single board may be wider.
    unicode : bool, optional
        Whether the terminal can show characters beyond ASCII.
    notation : str, optional
        How to write the jumps: ``"letters"`` or ``"numbers"``.

    Examples
    --------
    >>> from pegsolitaire.board import Notation, triangle
    >>> game = Solution.from_moves(triangle(4).vacancy("a2"), "a4-a2, a1-a3")
    >>> print(solution_text(game, unicode=False))
    start      1  a4-a2   2  a1-a3
       *          *          .
      . *        # *        . *
     * * *      . * *      # * *
    * * * *    . * * *    . * * *
    """
    board, glyphs = solution.start.board, UNICODE if unicode else ASCII
    columns = _columns(board, 2)
    cells = []
    for number, position in enumerate(solution.positions):
        heading, pegs = "start", frozenset(position)
        marks = {hole: _mark(hole in pegs, None, glyphs) for hole in board}
        if number:
            jump = solution.jumps[number - 1]
            heading = f"{number}  {jump.text(board, notation)}"
            marks[jump.end] = glyphs.moved_peg, _WIN
        rows = _rows(board).values()
        cells.append([Text(heading, "bold"), *(_spread(row, marks, columns) for row in rows)])
    wide = max(len(line) for cell in cells for line in cell)
    across = max(1, (width + _GAP) // (wide + _GAP))
    beside = [cells[first : first + across] for first in range(0, len(cells), across)]
    return Text("\n\n", no_wrap=True).join(_side_by_side(row, wide) for row in beside)


def _side_by_side(row: list[list[Text]], wide: int) -> Text:
    """Join boards side by side."""
    lines = []
    for parts in zip_longest(*row, fillvalue=Text()):
        line = Text()
        for number, part in enumerate(parts):
            line.pad_right(number * (wide + _GAP) - len(line))
            line += part
        lines.append(line)
    return _joined(lines)
