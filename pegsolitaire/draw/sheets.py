"""Printable puzzle sheets, as HTML or as pages of a PDF, with the solutions on the last page.

The page of the game prints the same sheet (``sheet.html``). This module is for people who work in
a terminal. The HTML file is self-contained and can be printed from a browser. The pages of the PDF
have the size of A4 paper, with margins wide enough for US letter paper.

Boards are drawn for paper: black on white, with a readable name in each hole. As many puzzles are
placed side by side as the size of the names allows.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil
from pathlib import Path
from textwrap import wrap

from pegsolitaire.board.lattice import Hole
from pegsolitaire.board.notation import hole_name
from pegsolitaire.draw.diagram import Box, Diagram
from pegsolitaire.draw.scene import STEP, page_text, readable
from pegsolitaire.game.position import Position

_RULES = (
    "Dark circles are pegs. A peg jumps over a neighbour into an empty hole, and the neighbour is "
    "removed. Jumps in a row by the same peg are one move. Write down the holes on its way."
)
_MARGIN = 4  # the margin of a QR code in squares

# Boards on paper, in millimetres. The units of a picture are hundredths of a step.
_MIN_LETTER_HEIGHT = 2.2  # the minimum height of the letters in holes: a little more than 6 points
_WIDEST_STEP = 9.0  # the maximum distance between neighbouring holes, even on small boards
_HIGHEST_BOARD = 73.0  # the maximum height, so that two rows of puzzles fit on the first page
_A_MOVE = 13.0  # the space for a handwritten move
_LINES = (2, 4)  # the minimum and maximum number of lines for moves

# The paper.
_WIDTH, _HEIGHT = 210.0, 297.0
_EDGE = 14.0
_INSIDE = _WIDTH - 2 * _EDGE
_BOTTOM = _HEIGHT - _EDGE - 6  # the page number is below
_GAP = 7.0  # between puzzles side by side
_BELOW = 5.5  # between rows of puzzles, so that three rows of small boards fit on a page
_QR = 21.0
_TEXT = 3.4  # the height of letters
_SMALL = 3.0  # the height of letters in the rules and remarks
_LINE = 1.35  # the height of a line, in letter heights
_LETTER = 0.57  # the usual width of letters, relative to their height; bold letters are wider
_BOLD = 0.65
_NUMBER = 10.0  # the space for the number of a solution
_WRITTEN = 8.0  # between handwritten lines


@dataclass(frozen=True)
class SheetItem:
    """A puzzle on a sheet.

    Attributes
    ----------
    name : str
        The name of the puzzle.
    position : Position
        The starting position.
    goal : str
        The task in words, in one or more lines.
    solution : str
        The solution in words, for the last page.
    code : sequence of str
        The rows of a QR code, in which 1 is a dark and 0 a light square. Empty if there is no
        link.
    rating : str
        The difficulty in words; empty if unknown.
    moves : int or None
        The approximate number of moves for which there is space to write.
    """

    name: str
    position: Position
    goal: str
    solution: str
    code: Sequence[str] = ()
    rating: str = ""
    moves: int | None = None


def puzzle_sheet(
    title: str, items: Sequence[SheetItem], *, names: Callable[[Hole], str] = hole_name
) -> str:
    """Make a sheet of puzzles as an HTML document.

    Parameters
    ----------
    title : str
        The heading.
    items : sequence of SheetItem
        The puzzles.
    names : callable, optional
        A function that names holes. By default, the names are letters and numbers.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> item = SheetItem("A jump", triangle(4).position("code:3"), "One peg left", "a1-a3")
    >>> page = puzzle_sheet("Puzzles", [item])
    >>> page.count("<svg"), "a1-a3" in page.partition("solutions")[2]
    (1, True)
    """
    return _Sheet(title, items, names).html()


def puzzle_pages(
    title: str, items: Sequence[SheetItem], *, names: Callable[[Hole], str] = hole_name
) -> list[str]:
    """Make a sheet of puzzles as a list of A4 pages in SVG format; see :func:`puzzle_sheet`.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> item = SheetItem("A jump", triangle(4).position("code:3"), "One peg left", "a1-a3")
    >>> ["a1-a3" in page for page in puzzle_pages("Puzzles", [item])]
    [False, True]
    """
    return _Pages(_Sheet(title, items, names)).drawn()


@dataclass(frozen=True)
class _Sheet:
    """A sheet, with its puzzles and their layout in columns."""

    title: str
    items: Sequence[SheetItem]
    names: Callable[[Hole], str]

    def html(self) -> str:
        """The sheet as an HTML document."""
        puzzles = "".join(self._item(number, item) for number, item in enumerate(self.items, 1))
        solutions = "".join(
            f"<li><strong>{number}. {readable(item.name)}:</strong> {readable(item.solution)}"
            "</li>\n"
            for number, item in enumerate(self.items, 1)
        )
        title = readable(self.title)
        body = (
            f'<p class="rules">{_RULES}</p>\n'
            '<p class="names"><span>Name:</span><span>Date:</span></p>\n'
            f'<ol class="puzzles" style="grid-template-columns: repeat({self.columns}, 1fr)">\n'
            f'{puzzles}</ol>\n<section class="solutions">\n<h2>{title}: solutions</h2>\n'
            f"<ol>\n{solutions}</ol>\n</section>\n"
        )
        return page_text(title, _style("sheet") + _style("paper"), body)

    @property
    def columns(self) -> int:
        """The largest number of columns, up to three, at which the names of holes are readable."""
        letter = max((self._letter(item) for item in self.items), default=0.0)
        width = max((self.drawing(item)[1][2] for item in self.items), default=STEP)
        for columns in (3, 2):
            if _cell_width(columns) / width * letter >= _MIN_LETTER_HEIGHT:
                return columns
        return 1

    def _letter(self, item: SheetItem) -> float:
        """The height of the names in the holes, in units."""
        longest = max(len(self.names(hole)) for hole in item.position.board)
        return min(36, 100 // longest)  # the size of labels in `labels`

    def drawing(self, item: SheetItem) -> tuple[list[str], Box]:
        """Draw a puzzle's board with the names of its holes. Return the drawing and its frame."""
        board = item.position.board
        labels = {hole: self.names(hole) for hole in board}
        return Diagram(board, item.position.code, labels=labels, bold=True, edges=False).drawing()

    def _item(self, number: int, item: SheetItem) -> str:
        drawn, box = self.drawing(item)
        name = readable(f"{number}. {item.name}")
        frame = " ".join(str(round(length)) for length in box)
        goal = "".join(f"<div>{readable(line)}</div>" for line in item.goal.split("\n"))
        rating = f'<div class="rating">{readable(item.rating)}</div>' if item.rating else ""
        lines = "<span>Moves:</span>" + "<span></span>" * (
            _hand_lines(item, _cell_width(self.columns)) - 1
        )
        return (
            f'<li><strong>{name}</strong>\n<svg class="board" viewBox="{frame}" role="img" '
            f'aria-label="Puzzle {name}" style="max-width: {box[2] * _WIDEST_STEP / STEP:.0f}mm; '
            f'max-height: {_HIGHEST_BOARD:.0f}mm">\n' + "\n".join(drawn) + "</svg>\n"
            f'<div class="goal">{goal}{rating}</div>{_html_code(item.code)}'
            f'<div class="moves">{lines}</div></li>\n'
        )


def _style(name: str) -> str:
    """Read a style sheet: of the HTML document, or of the boards on paper."""
    return Path(__file__).with_name(f"{name}.css").read_text("utf-8")


def _cell_width(columns: int) -> float:
    """Return the width of a puzzle on the paper, in millimetres."""
    return (_INSIDE - (columns - 1) * _GAP) / columns


def _hand_lines(item: SheetItem, width: float) -> int:
    """Return the number of lines for writing down moves."""
    least, most = _LINES
    return max(least, min(most, ceil((item.moves or 0) * _A_MOVE / width)))


def _code_path(rows: Sequence[str]) -> str:
    """Draw a QR code, square by square."""
    return "".join(
        f"M{x + _MARGIN} {y + _MARGIN}h1v1h-1z"
        for y, row in enumerate(rows)
        for x, dark in enumerate(row)
        if dark == "1"
    )


def _html_code(rows: Sequence[str]) -> str:
    if not rows:
        return ""
    size = len(rows) + 2 * _MARGIN
    return (
        f'<svg class="qr" viewBox="0 0 {size} {size}" role="img" '
        f'aria-label="The puzzle in the browser" shape-rendering="crispEdges">'
        f'<path d="{_code_path(rows)}"/></svg>'
    )


class _Pages:
    """The layout on paper, from top to bottom. No puzzle is split over two pages."""

    def __init__(self, sheet: _Sheet) -> None:
        self._sheet = sheet
        self._pages: list[list[str]] = [[]]
        self._down = _EDGE

    def drawn(self) -> list[str]:
        """Draw all pages."""
        sheet = self._sheet
        self._heading(sheet.title)
        self._paragraph(_RULES)
        self._names()
        self._puzzles()
        self._new_page()
        self._heading(f"{sheet.title}: solutions")
        for number, item in enumerate(sheet.items, 1):
            self._solution(number, f"{item.name}: {item.solution}")
        return [
            self._page(number, "\n".join(parts)) for number, parts in enumerate(self._pages, 1)
        ]

    def _page(self, number: int, body: str) -> str:
        words = f"{self._sheet.title}, page {number} of {len(self._pages)}"
        footer = _text(words, _WIDTH / 2, _HEIGHT - _EDGE, 2.8, 'text-anchor="middle"')
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{_WIDTH:g}mm" '
            f'height="{_HEIGHT:g}mm" viewBox="0 0 {_WIDTH:g} {_HEIGHT:g}" '
            f'font-family="sans-serif">\n<style>\n{_style("paper")}</style>\n{body}\n{footer}\n'
            "</svg>\n"
        )

    def _put(self, part: str) -> None:
        self._pages[-1].append(part)

    def _new_page(self) -> None:
        self._pages.append([])
        self._down = _EDGE

    def _room(self, height: float) -> None:
        """Begin a new page, unless there is space on the current page."""
        if self._down + height > _BOTTOM and self._pages[-1]:
            self._new_page()

    def _heading(self, words: str) -> None:
        for line in _wrapped(words, _INSIDE, 6.0, _BOLD):
            self._put(_text(line, _EDGE, self._down + 5, 6.0, 'font-weight="700"'))
            self._down += 7.5
        self._down += 1

    def _paragraph(self, words: str) -> None:
        for line in _wrapped(words, _INSIDE, _SMALL):
            self._room(_SMALL * _LINE)
            self._put(_text(line, _EDGE, self._down + _SMALL, _SMALL))
            self._down += _SMALL * _LINE

    def _names(self) -> None:
        """Draw lines for a name and a date."""
        self._down += 9
        for words, left, right in (("Name:", 0, 0.62), ("Date:", 0.66, 1)):
            x = _EDGE + left * _INSIDE
            self._put(_text(words, x, self._down, _TEXT))
            self._put(_rule(x + 12, _EDGE + right * _INSIDE, self._down + 0.5))
        self._down += 8

    def _puzzles(self) -> None:
        columns = self._sheet.columns
        items = list(enumerate(self._sheet.items, 1))
        for first in range(0, len(items), columns):
            cells = [_Cell(self._sheet, *item) for item in items[first : first + columns]]
            # Names have one or two lines, so the boards in a row are aligned at the bottom.
            head = max(cell.head for cell in cells)
            board = max(cell.board for cell in cells)
            height = head + board + max(cell.foot for cell in cells)
            self._room(height)
            for column, cell in enumerate(cells):
                x = _EDGE + column * (_cell_width(columns) + _GAP)
                self._put(cell.drawn(x, self._down, head, board))
            self._down += height + _BELOW

    def _solution(self, number: int, words: str) -> None:
        lines = _wrapped(words, _INSIDE - _NUMBER, _TEXT)
        self._room(len(lines) * _TEXT * _LINE)
        bold = 'text-anchor="end" font-weight="700"'
        self._put(_text(f"{number}.", _EDGE + _NUMBER - 2, self._down + _TEXT, _TEXT, bold))
        for line in lines:
            self._put(_text(line, _EDGE + _NUMBER, self._down + _TEXT, _TEXT))
            self._down += _TEXT * _LINE
        self._down += 1.6


class _Cell:
    """A printed puzzle: its name, its board, and the text below the board."""

    def __init__(self, sheet: _Sheet, number: int, item: SheetItem) -> None:
        self._width = width = _cell_width(sheet.columns)
        self._item = item
        self._drawing, self._box = sheet.drawing(item)
        self._scale = min(width / self._box[2], _HIGHEST_BOARD / self._box[3], _WIDEST_STEP / STEP)
        self._name = _wrapped(f"{number}. {item.name}", width, _TEXT, _BOLD)
        beside = width - (_QR + 2 if item.code else 0)
        self._words = _wrapped(item.goal, beside, _TEXT) + _wrapped(item.rating, beside, _TEXT)
        self._lines = _hand_lines(item, width)
        self.head = len(self._name) * _TEXT * _LINE + 1.5
        self.board = self._box[3] * self._scale + 1.5
        words = len(self._words) * _TEXT * _LINE
        self._below = max(words, _QR if item.code else 0.0) + 1
        self.foot = self._below + self._lines * _WRITTEN

    def drawn(self, x: float, y: float, head: float, board: float) -> str:
        """Draw the puzzle at a place on the page."""
        height = _TEXT * _LINE
        parts = [
            _text(line, x, y + i * height + _TEXT, _TEXT, 'font-weight="700"')
            for i, line in enumerate(self._name)
        ]
        left, top, width, high = self._box
        across = x + (self._width - width * self._scale) / 2 - left * self._scale
        down = y + head + (board - 1.5 - high * self._scale) / 2 - top * self._scale
        place = f"translate({across:.2f} {down:.2f}) scale({self._scale:.5f})"
        parts += [f'<g transform="{place}">', *self._drawing, "</g>"]
        y += head + board
        parts += [
            _text(line, x, y + i * height + _TEXT, _TEXT) for i, line in enumerate(self._words)
        ]
        if self._item.code:
            parts.append(self._qr(x + self._width - _QR, y))
        y += self._below
        parts.append(_text("Moves:", x, y + _WRITTEN - 1, _TEXT))
        parts += [
            _rule(x + (14 if i == 0 else 0), x + self._width, y + (i + 1) * _WRITTEN - 0.5)
            for i in range(self._lines)
        ]
        return "\n".join(parts)

    def _qr(self, x: float, y: float) -> str:
        scale = _QR / (len(self._item.code) + 2 * _MARGIN)
        place = f"translate({x:.2f} {y:.2f}) scale({scale:.5f})"
        path = f'<path d="{_code_path(self._item.code)}" shape-rendering="crispEdges"/>'
        return f'<g transform="{place}">{path}</g>'


def _wrapped(words: str, width: float, size: float, letter: float = _LETTER) -> list[str]:
    """Wrap text to a width. Lines break between words, never after a dash."""
    room = max(8, int(width / (letter * size)))
    whole = re.sub(r" (?=moves?\b)", "\u00a0", words)  # no line ends with a number before "moves"
    return [
        line
        for paragraph in whole.split("\n")
        for line in wrap(paragraph, room, break_on_hyphens=False)
    ]


def _text(words: str, x: float, y: float, size: float, more: str = "") -> str:
    return f'<text x="{x:.2f}" y="{y:.2f}" font-size="{size:g}" {more}>{readable(words)}</text>'


def _rule(left: float, right: float, y: float) -> str:
    return f'<path d="M{left:.2f} {y:.2f}H{right:.2f}" stroke="#777" stroke-width=".25"/>'
