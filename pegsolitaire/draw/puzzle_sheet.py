"""A sheet of puzzles to print: one HTML page that needs nothing else, the solutions on the last.

What the page of the game prints (``sheet.html``), for those who work in a terminal.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pegsolitaire.draw.sheet import readable
from pegsolitaire.draw.svg import position_svg
from pegsolitaire.game.position import Position

_MARGIN = 4  # squares around a QR code
_STYLE = """\
body { margin: 1rem auto; max-width: 50rem; font: 15px/1.4 system-ui, Arial, sans-serif;
  color: #000; background: #fff; color-scheme: only light; }
ol { padding: 0; list-style: none; }
.names { display: flex; gap: 1.5rem; margin: 1rem 0; }
.names span { display: flex; flex: 2; gap: .5rem; white-space: nowrap; }
.names span + span { flex: 1; }
.names span::after, .moves::after { content: ""; flex: 1; border-bottom: 1px solid; }
.puzzles { display: grid; grid-template-columns: repeat(3, 1fr); gap: 1rem; }
.puzzles li { break-inside: avoid; display: grid; grid-template-columns: 1fr auto;
  gap: .2rem .5rem; align-content: start; border-bottom: 1px dotted #999; }
.puzzles li > :not(.goal, .qr) { grid-column: 1 / -1; }
.puzzles svg { width: 100%; height: 11rem; }
.puzzles .qr { width: 2.5cm; height: 2.5cm; }
.moves { display: flex; gap: .4rem; margin-bottom: .5rem; }
.solutions li { break-inside: avoid; margin: .4rem 0; overflow-wrap: anywhere; }
@media print { @page { margin: 14mm; } body { margin: 0; } .solutions { break-before: page; } }
"""


@dataclass(frozen=True)
class SheetItem:
    """A puzzle of a sheet.

    Attributes
    ----------
    name : str
        What it is called.
    position : Position
        Where it starts.
    goal : str
        What is to be done, in words.
    solution : str
        How, in words; stands on the last page.
    code : sequence of str
        The rows of a QR code, of 1 (dark) and 0; none where there is no link.
    """

    name: str
    position: Position
    goal: str
    solution: str
    code: Sequence[str] = ()


def puzzle_sheet(title: str, items: Sequence[SheetItem]) -> str:
    """A sheet of puzzles as an HTML document.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> item = SheetItem("A jump", triangle(4).position("code:3"), "One peg left", "a1-a3")
    >>> page = puzzle_sheet("Puzzles", [item])
    >>> page.count("<svg"), "a1-a3" in page.partition("solutions")[2]
    (1, True)
    """
    name = readable(title)
    puzzles = "".join(_puzzle(number, item) for number, item in enumerate(items, 1))
    solutions = "".join(
        f"<li><strong>{number}. {readable(item.name)}:</strong> {readable(item.solution)}</li>\n"
        for number, item in enumerate(items, 1)
    )
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f"<title>{name}</title>\n<style>\n{_STYLE}</style>\n</head>\n<body>\n"
        f"<h1>{name}</h1>\n"
        '<p class="names"><span>Name:</span><span>Date:</span></p>\n'
        f'<ol class="puzzles">\n{puzzles}</ol>\n'
        f'<section class="solutions">\n<h2>{name}: solutions</h2>\n<ol>\n{solutions}</ol>\n'
        "</section>\n</body>\n</html>\n"
    )


def _puzzle(number: int, item: SheetItem) -> str:
    position = item.position
    title = f"Puzzle {number}: {item.name}"
    drawing = position_svg(position.board, position.code, labels=False, title=title)
    return (
        f"<li><strong>{number}. {readable(item.name)}</strong>\n{drawing}"
        f'<div class="goal">{readable(item.goal)}</div>{_code(item.code)}'
        '<div class="moves">Moves:</div></li>\n'
    )


def _code(rows: Sequence[str]) -> str:
    """A QR code, drawn square by square."""
    if not rows:
        return ""
    size = len(rows) + 2 * _MARGIN
    squares = "".join(
        f"M{x + _MARGIN} {y + _MARGIN}h1v1h-1z"
        for y, row in enumerate(rows)
        for x, dark in enumerate(row)
        if dark == "1"
    )
    return (
        f'<svg class="qr" viewBox="0 0 {size} {size}" role="img" '
        f'aria-label="The puzzle in the browser" shape-rendering="crispEdges">'
        f'<path d="{squares}"/></svg>'
    )
