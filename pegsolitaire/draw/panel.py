"""Diagrams side by side: the figures of a paper, the moves of a game, puzzles of a set.

They may be of different boards. Each column is as wide as its widest diagram and each row as high
as its highest; captions of a row stand on one line.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import NamedTuple

from pegsolitaire.draw.diagram import COLOURS, RULES, Box, Diagram, caption_texts
from pegsolitaire.draw.sheet import sheet
from pegsolitaire.draw.svg import MAX_CIRCLES
from pegsolitaire.errors import BoardTooLargeError, ProblemError
from pegsolitaire.game.solution import Solution

_GAP = 40  # units between two diagrams
_NARROWEST = 100  # pixels: room for a short caption


def panel_svg(
    diagrams: Sequence[Diagram | None],
    *,
    columns: int = 4,
    size: int = 28,
    caption: str = "",
    title: str | None = None,
) -> str:
    """Diagrams in rows, as one SVG document.

    Parameters
    ----------
    diagrams : sequence of Diagram or None
        What to draw, row by row; for None nothing.
    columns : int, optional
        The most in a row.
    size : int, optional
        Pixels from a hole to the next.
    caption : str, optional
        What is written below all of them.
    title : str, optional
        What a screen reader says; the captions when left out.

    Raises
    ------
    ProblemError
        If there is no diagram.
    BoardTooLargeError
        If there are more holes than a picture may have.
    ValueError
        If there is no column, or the size is not positive.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> starts = [Diagram(triangle(side), 6, caption=f"side {side}") for side in (3, 4, 5)]
    >>> panel_svg(starts).count('-hole" cx=')
    31
    """
    shown = [one for one in diagrams if one is not None]
    if not shown:
        raise ProblemError("a panel without diagrams: there is nothing to draw")
    if columns < 1:
        raise ValueError(f"{columns} columns: a picture needs at least one")
    if sum(len(one.board) for one in shown) > MAX_CIRCLES:
        raise BoardTooLargeError(
            f"{len(shown)} diagrams are too much for one picture: draw them in several"
        )
    cells = [None if one is None else _Cell(one, *one.drawing()) for one in diagrams]
    rows = [cells[first : first + columns] for first in range(0, len(cells), columns)]
    body, (width, height) = _laid_out(rows, size)
    text, deep = caption_texts(caption, (width / 2, height), width, size)
    captions = filter(None, [caption, *(one.caption for one in shown)])
    said = title or "; ".join(captions) or f"{len(shown)} diagrams"
    box = (0.0, 0.0, width, height + deep)
    return sheet(said.replace("\n", ", "), size, box, "\n".join([*body, *text]), RULES, COLOURS)


class _Cell(NamedTuple):
    """A diagram, what is drawn of it, and the frame around that."""

    diagram: Diagram
    parts: list[str]
    box: Box


_Rows = list[list[_Cell | None]]


def _laid_out(rows: _Rows, size: int) -> tuple[list[str], tuple[float, float]]:
    """Everything but the last caption, and the room that it takes."""
    least = _NARROWEST * 100 / max(size, 1)
    widths = [
        max([least, *(cell.box[2] for cell in column if cell is not None)])
        for column in zip_longest(*rows)
    ]
    body, down = list[str](), _GAP / 2
    for row in rows:
        high = max((cell.box[3] for cell in row if cell is not None), default=0.0)
        across, depth = _GAP / 2, 0.0
        for cell, wide in zip(row, widths, strict=False):
            if cell is not None:
                left, top, width, height = cell.box
                x, y = across + (wide - width) / 2 - left, down + high - height - top
                place = f"translate({round(x)} {round(y)})"
                body += [f'<g transform="{place}">', *cell.parts, "</g>"]
                middle = (across + wide / 2, down + high)
                text, deep = caption_texts(cell.diagram.caption, middle, wide + _GAP / 2, size)
                body += text
                depth = max(depth, deep)
            across += wide + _GAP
        down += high + depth + _GAP
    return body, (sum(widths) + _GAP * len(widths), down - _GAP / 2)


def move_diagrams(solution: Solution, *, edges: bool = False) -> list[Diagram]:
    """The moves of a game, each on the position before it, and the position at the end.

    Parameters
    ----------
    solution : Solution
        The game.
    edges : bool, optional
        Whether letters and numbers stand along the edges.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> game = Solution.from_moves(triangle(4).vacancy("a2"), "a4-a2, a1-a3")
    >>> [one.caption for one in move_diagrams(game)]
    ['1 a4-a2', '2 a1-a3', '7 pegs']
    """
    board, found, played = solution.start.board, list[Diagram](), 0
    for number, move in enumerate(solution.moves, 1):
        code = solution.positions[played].code
        words = f"{number} {move}"
        found.append(Diagram(board, code, moves=[(move, True)], edges=edges, caption=words))
        played += len(move)
    end = solution.finish
    words = "1 peg" if len(end) == 1 else f"{len(end)} pegs"
    return [*found, Diagram(board, end.code, edges=edges, caption=words)]
