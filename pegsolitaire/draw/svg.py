"""Positions, jumps and solutions as SVG: standalone, accessible, light and dark.

A picture needs nothing else: its style sheet and its gradients are inside, under names of its
own, so that any number of pictures can stand in one page. Winning jumps are solid blue arrows,
dead ones dashed orange with an open head: never told apart by colour alone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pegsolitaire.board.board import Board
from pegsolitaire.board.lattice import Hole
from pegsolitaire.board.notation import hole_name
from pegsolitaire.draw import shapes
from pegsolitaire.draw.diagram import Diagram, counted_pegs
from pegsolitaire.draw.sheet import sheet
from pegsolitaire.errors import BoardTooLargeError
from pegsolitaire.game.jump import Jump, Move
from pegsolitaire.game.position import Position
from pegsolitaire.game.solution import Solution

#: Circles in one picture of a solution, past which browsers crawl.
MAX_CIRCLES = 400_000


def position_svg(
    board: Board,
    code: int | None,
    *,
    jumps: Sequence[tuple[Jump, bool | None]] = (),
    labels: bool = True,
    size: int = 40,
    title: str | None = None,
    names: Callable[[Hole], str] | None = None,
) -> str:
    """A board, or a position on it, as an SVG document.

    Parameters
    ----------
    board : Board
        The board.
    code : int or None
        The position; None draws the holes alone, each with its name.
    jumps : sequence of (Jump, bool or None), optional
        Jumps to draw as arrows: True (winning) solid blue, False (dead) dashed orange, None grey.
    labels : bool, optional
        Whether to write the names of empty holes, and letters and numbers along the edges.
    size : int, optional
        Pixels from a hole to the next.
    title : str, optional
        What a screen reader says; made from the position when left out.
    names : callable, optional
        What holes are called, where it is not by letters and numbers: written in all of them.

    Raises
    ------
    NotationError
        If the code does not fit the board.
    NotOnBoardError
        If a jump is not one of the board.
    ValueError
        If the size is not positive.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> picture = position_svg(triangle(5), 8455, jumps=[(Jump((3, 4), (1, 2)), None)])
    >>> picture.count('-hole" cx='), picture.count('-peg" cx=')
    (15, 5)
    """
    position = Position(board, code or 0)
    margin = labels and code is not None and names is None and bool(shapes.margin_labels(board))
    where = (board if not margin else position.complement) if labels else ()
    called = {hole: (names or hole_name)(hole) for hole in where}
    return Diagram(board, code, moves=jumps, labels=called, edges=margin, title=title).svg(size)


# -- solutions ----------------------------------------------------------------------------------


def solution_svg(
    solution: Solution,
    *,
    columns: int = 6,
    size: int = 16,
    names: Callable[[Hole], str] | None = None,
) -> str:
    """The moves of a solution as a grid of small positions, and where it ends.

    Each position is drawn as it is before its move; the arrow follows the peg from hole to hole,
    and the move is written below.

    Parameters
    ----------
    solution : Solution
        What to draw.
    columns : int, optional
        Positions in a row.
    size : int, optional
        Pixels from a hole to the next.
    names : callable, optional
        What holes are called, where it is not by letters and numbers.

    Raises
    ------
    BoardTooLargeError
        If the picture would have more than ``MAX_CIRCLES`` holes.
    ValueError
        If there is no column, or the size is not positive.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> start = triangle(4).vacancy("a2")
    >>> solution = Solution.from_moves(start, "a4-a2, a1-a3, c4-a4-a2, c3-a3-a1-c3, d4-b2")
    >>> picture = solution_svg(solution)
    >>> picture.count("-arrow "), picture.count("<use ")
    (5, 6)
    """
    board = solution.start.board
    if columns < 1:
        raise ValueError(f"{columns} columns: a picture needs at least one")
    if (len(solution.moves) + 1) * len(board) > MAX_CIRCLES:
        raise BoardTooLargeError(
            f"{len(solution.moves)} moves on a board of {len(board)} holes are too much for one "
            "picture: draw its positions one by one with position_svg"
        )
    return _Grid(solution, columns, names or hole_name).drawn(size)


# Of the captions, in units: the height of a line, the usual width of a letter; between cells.
_LINE = 88
_LETTER = 39
_GAP = 40


class _Grid:
    """The layout of a solution: cells of one width, rows as high as their longest text."""

    def __init__(self, solution: Solution, columns: int, names: Callable[[Hole], str]) -> None:
        self.solution = solution
        self.names = names
        self.board = solution.start.board
        self.columns = min(columns, len(solution.moves) + 1)
        self.left, self.top, width, self.height = shapes.frame(self.board)
        self.shift = max(0.0, (14 * _LETTER - width) / 2)
        self.width = width + 2 * self.shift
        moves = f"{len(solution.moves)} moves: {solution}"
        self.title = f"{self.board.name}, solution in {moves}"

    def drawn(self, size: int) -> str:
        """The whole document."""
        parts = [self._empty_board()]
        down = 0.0
        cells = self._cells()
        for first in range(0, len(cells), self.columns):
            row = cells[first : first + self.columns]
            parts += [
                f'<g transform="translate({round(i * (self.width + _GAP))} {round(down)})">\n'
                f"{drawing}\n{self._caption(lines)}\n</g>"
                for i, (drawing, lines) in enumerate(row)
            ]
            down += self.height + _LINE * max(len(lines) for _, lines in row) + 2 * _GAP
        across = self.columns * (self.width + _GAP) - _GAP
        box = (self.left - self.shift, self.top, across, down - _GAP)
        return sheet(self.title, size, box, "\n".join(parts))

    def _empty_board(self) -> str:
        drawing = f"{shapes.ground(self.board)}\n{shapes.holes(self.board)}"
        return f'<defs><g id="board">\n{drawing}\n</g></defs>'

    def _cells(self) -> list[tuple[str, list[str]]]:
        """The drawing of each cell and the lines under it."""
        cells, played = [], 0
        for number, move in enumerate(self.solution.moves, 1):
            position = self.solution.positions[played]
            played += len(move)
            path = [shapes.place(self.board, hole) for hole in move.path]
            arrow = shapes.arrow(path, "win", f"{number}. {move}")
            cells.append((f"{self._drawing(position)}\n{arrow}", self._lines(number, move)))
        last = self.solution.finish
        where = f" in {self.names(next(iter(last)))}" if len(last) == 1 else ""
        return [*cells, (self._drawing(last), [counted_pegs(last) + where])]

    def _drawing(self, position: Position) -> str:
        return f'<use href="#board"/>\n{shapes.pegs(position)}'

    def _lines(self, number: int, move: Move) -> list[str]:
        """The text of a move, broken after a dash where it is too long for its cell."""
        first, *others = map(self.names, move.path)
        lines = [f'<tspan class="number">{number}</tspan> {first}']
        room = self.width / _LETTER - len(f"{number} {first}")
        for name in others:
            lines[-1] += "-"
            room -= len(name) + 1
            if room < 0:
                lines.append("")
                room = self.width / _LETTER - len(name) - 1
            lines[-1] += name
        return lines

    def _caption(self, lines: list[str]) -> str:
        middle = self.left - self.shift + self.width / 2
        below = self.top + self.height + _LINE / 2
        return "\n".join(
            shapes.text(line, (middle, below + i * _LINE), 68, 'class="caption"')
            for i, line in enumerate(lines)
        )
