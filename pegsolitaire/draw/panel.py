"""Diagrams side by side: the figures of a paper, the moves of a game, puzzles of a set.

They may be of different boards. Each column is as wide as its widest diagram and each row as high
as its highest; captions of a row stand on one line.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from pegsolitaire.draw.diagram import COLOURS, RULES, Diagram, caption_texts
from pegsolitaire.draw.sheet import sheet
from pegsolitaire.draw.svg import MAX_CIRCLES
from pegsolitaire.errors import BoardTooLargeError, ProblemError
from pegsolitaire.game.solution import Solution

_GAP = 40  # units between two diagrams
_NARROWEST = 100  # pixels: room for a short caption


def panel_svg(
    diagrams: Sequence[Diagram],
    *,
    columns: int = 4,
    size: int = 28,
    caption: str = "",
    title: str | None = None,
) -> str:
    """Diagrams in rows, as one SVG document.

    Parameters
    ----------
    diagrams : sequence of Diagram
        What to draw, row by row.
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
    if not diagrams:
        raise ProblemError("a panel without diagrams: there is nothing to draw")
    if columns < 1:
        raise ValueError(f"{columns} columns: a picture needs at least one")
    if sum(len(one.board) for one in diagrams) > MAX_CIRCLES:
        raise BoardTooLargeError(
            f"{len(diagrams)} diagrams are too much for one picture: draw them in several"
        )
    body, (width, height) = _laid_out(diagrams, columns, size)
    text, deep = caption_texts(caption, (width / 2, height), width, size)
    captions = [caption, *(one.caption for one in diagrams)]
    said = title or "; ".join(filter(None, captions)) or f"{len(diagrams)} diagrams"
    box = (0.0, 0.0, width, height + deep)
    return sheet(said.replace("\n", ", "), size, box, "\n".join([*body, *text]), RULES, COLOURS)


def _laid_out(
    diagrams: Sequence[Diagram], columns: int, size: int
) -> tuple[list[str], tuple[float, float]]:
    """Everything but the last caption, and the room that it takes."""
    drawn = [one.drawing() for one in diagrams]
    rows = [range(i, min(i + columns, len(drawn))) for i in range(0, len(drawn), columns)]
    least = _NARROWEST * 100 / max(size, 1)
    widths = [
        max([least, *(drawn[i][1][2] for i in column if i is not None)])
        for column in zip_longest(*rows)
    ]
    body, down = list[str](), _GAP / 2
    for row in rows:
        high = max(drawn[i][1][3] for i in row)
        across, depth = _GAP / 2, 0.0
        for i, wide in zip(row, widths, strict=False):
            parts, (left, top, width, height) = drawn[i]
            x, y = across + (wide - width) / 2 - left, down + (high - height) / 2 - top
            body += [f'<g transform="translate({round(x)} {round(y)})">', *parts, "</g>"]
            middle = (across + wide / 2, down + high)
            text, deep = caption_texts(diagrams[i].caption, middle, wide + _GAP / 2, size)
            body += text
            depth, across = max(depth, deep), across + wide + _GAP
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
