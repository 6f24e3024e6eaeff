"""A game in the terminal, board by board: as many side by side as there is room for."""

from __future__ import annotations

from collections.abc import Callable
from itertools import zip_longest

from rich.text import Text

from pegsolitaire.board.lattice import Hole
from pegsolitaire.draw.terminal import ASCII, UNICODE, bare_lines
from pegsolitaire.game.jump import Jump
from pegsolitaire.game.position import Position
from pegsolitaire.game.solution import Solution

_GAP = 3  # blanks between two boards


def solution_text(
    solution: Solution,
    *,
    width: int = 80,
    unicode: bool = True,
    called: Callable[[str], str] = str,
) -> Text:
    """The positions of a game, from its start to its end, each under the jump that led to it.

    The peg that has just jumped has a glyph of its own.

    Parameters
    ----------
    solution : Solution
        What to draw.
    width : int, optional
        The most characters in a line, where one board is not wider.
    unicode : bool, optional
        Whether the terminal shows more than ASCII.
    called : callable, optional
        What a jump is called.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> game = Solution.from_moves(triangle(4).vacancy("a2"), "a4-a2, a1-a3")
    >>> print(solution_text(game, unicode=False))
    start      1  a4-a2   2  a1-a3
       *          *          .
      . *        @ *        . *
     * * *      . * *      @ * *
    * * * *    . * * *    . * * *
    """
    jumps: tuple[Jump | None, ...] = (None, *solution.jumps)
    cells = [
        _cell(
            "start" if jump is None else f"{number}  {called(str(jump))}",
            None if jump is None else jump.end,
            position,
            unicode,
        )
        for number, (jump, position) in enumerate(zip(jumps, solution.positions, strict=True))
    ]
    wide = max(len(line) for cell in cells for line in cell)
    across = max(1, (width + _GAP) // (wide + _GAP))
    rows = [cells[first : first + across] for first in range(0, len(cells), across)]
    return Text("\n\n", no_wrap=True).join(_joined(row, wide) for row in rows)


def _cell(words: str, moved: Hole | None, position: Position, unicode: bool) -> list[Text]:
    """What led to a position, and the lines of the board below it."""
    return [Text(words, "bold"), *bare_lines(position, moved, UNICODE if unicode else ASCII)]


def _joined(row: list[list[Text]], wide: int) -> Text:
    """Boards side by side."""
    lines = []
    for parts in zip_longest(*row, fillvalue=Text()):
        line = Text()
        for number, part in enumerate(parts):
            line.pad_right(number * (wide + _GAP) - len(line))
            line += part
        line.rstrip()
        lines.append(line)
    return Text("\n", no_wrap=True).join(lines)
