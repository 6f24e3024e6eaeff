"""The document around a drawing: its frame, its colours and its unique id.

The unit of a picture is a hundredth of a lattice step, so that every coordinate is a short integer
and the style sheet does not depend on the size. Only the width and height of the whole document
are in pixels.

If a page contains several pictures, their style sheets, classes and ids share one namespace. To
avoid conflicts, drawing code uses plain names (``class="peg"``, ``href="#board"``), and
:func:`sheet` prefixes each name with the id of the picture, which is a hash of its content.
Drawing is therefore deterministic: the same picture always has the same id. Style rules consist of
single classes, because a nested rule such as ``#picture .peg`` does not match inside a ``<use>``,
whose copy has no ancestors.

Colours are plain values, not CSS variables, which many converters to PNG and PDF do not support.
The system settings of the reader determine whether the colours are light or dark. The page around
the picture may have other colours, so every picture draws its own background.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache
from hashlib import sha256
from html import escape
from math import hypot
from pathlib import Path
from typing import Any

from pegsolitaire.board.board import Board
from pegsolitaire.board.lattice import SQUARE_DIAGONAL, Hole, Lattice
from pegsolitaire.board.notation import column_letters
from pegsolitaire.errors import UNPRINTABLE, ResourceCountError
from pegsolitaire.game.position import Position

#: Units in one lattice step.
STEP = 100
_HOLE_RADIUS = 30
#: The radius includes the soft shadow around the peg; the marble itself has 86 % of it.
PEG_RADIUS = 45
_CORNER = 24  # the radius of the corners of the background

#: A selector, the property to set, and its colours in light and dark mode.
Colours = Sequence[tuple[str, str, str, str]]

_FONT = 'font-family:system-ui,"Segoe UI",Helvetica,Arial,sans-serif;text-anchor:middle'


_CLASSES = re.compile(r' class="([^"]*)"')
_REFERENCES = re.compile(r' id="| href="#|url\(#')
_SELECTORS = re.compile(r"\.(?=[a-z])")


@cache
def _style_sheets() -> dict[str, Any]:
    return tomllib.loads(Path(__file__).with_name("styles.toml").read_text("utf-8"))


def styles(*names: str) -> tuple[str, Colours]:
    """Return the rules and the colours of style sheets in ``styles.toml``.

    Examples
    --------
    >>> rules, colours = styles("venn")
    >>> colours[0]
    ('.circle0', 'fill', '#1565d8', '#62a8ff')
    """
    sheets = [_style_sheets()[name] for name in names]
    rules = "".join(sheet["rules"] for sheet in sheets)
    return rules, tuple(tuple(colour) for sheet in sheets for colour in sheet["colours"])


def readable(text: str) -> str:
    """Escape text for XML, and replace the characters that cannot be shown with blanks."""
    return escape(UNPRINTABLE.sub(" ", text))


def page_text(title: str, style: str, body: str) -> str:
    """Build a whole HTML page around a body; its title is escaped already."""
    page = Path(__file__).with_name("page.html").read_text("utf-8")
    return page.format(title=title, style=style, body=body)


def sheet(
    title: str,
    size: int,
    box: tuple[float, float, float, float],
    body: str,
    rules: str = "",
    colours: Colours = (),
) -> str:
    """Build a whole SVG document around a drawing.

    Parameters
    ----------
    title : str
        The text for screen readers.
    size : int
        The number of pixels in a lattice step.
    box : tuple of float
        Left, top, width and height, in units.
    body : str
        The drawing, with plain classes and ids.
    rules : str, optional
        Further rules of the style sheet, for classes that only this picture uses.
    colours : sequence of (str, str, str, str), optional
        Further rules: a selector, the property to set, and its colours in light and dark mode.

    Raises
    ------
    ValueError
        If the size is not positive.

    Examples
    --------
    >>> picture = sheet("A dot", 40, (0, 0, 100, 100), '<circle class="peg" r="5"/>')
    >>> picture.splitlines()[-2]
    '<circle class="p1cd6d9ab8e-peg" r="5"/>'
    """
    if size < 1:
        raise ValueError(f"a lattice step of {size} pixels is too small: give at least 1")
    left, top, width, height = (round(length) for length in box)
    content = (title, size, (left, top, width, height), body, rules, colours)
    name = "p" + sha256(repr(content).encode()).hexdigest()[:10]
    frame = f'x="{left}" y="{top}" width="{width}" height="{height}"'
    paper = f'<rect class="paper" {frame} rx="{_CORNER}"/>'
    scale, gradients = size / STEP, _style_sheets()["picture"]["gradients"]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" id="{name}" role="img" '
        f'width="{width * scale:g}" height="{height * scale:g}" '
        f'viewBox="{left} {top} {width} {height}" aria-labelledby="{name}-title">\n'
        f'<title id="{name}-title">{readable(title)}</title>\n'
        f"<style>\n#{name}{{{_FONT}}}\n{_own_rules(_sheet_of(rules, colours), name)}</style>\n"
        + _own(f"<defs>\n{gradients}</defs>\n{paper}\n{body}\n", name)
        + "</svg>\n"
    )


def _own(drawing: str, name: str) -> str:
    """Prefix every class, id and reference of a drawing with the name of its picture."""
    marked = _REFERENCES.sub(rf"\g<0>{name}-", drawing)
    return _CLASSES.sub(lambda found: f' class="{_prefixed(found[1], name)}"', marked)


def _prefixed(classes: str, name: str) -> str:
    return " ".join(f"{name}-{name_of_class}" for name_of_class in classes.split())


def _own_rules(rules: str, name: str) -> str:
    """Prefix every class and reference of a style sheet with the name of its picture."""
    return _REFERENCES.sub(rf"\g<0>{name}-", _SELECTORS.sub(f".{name}-", rules))


def _sheet_of(rules: str, colours: Colours) -> str:
    shapes, usual = styles("picture")
    painted = (*usual, *colours)
    light = "".join(f"{part}{{{paint}:{colour}}}\n" for part, paint, colour, _ in painted)
    dark = "".join(f"{part}{{{paint}:{colour}}}\n" for part, paint, _, colour in painted)
    return f"{shapes}{rules}{light}@media (prefers-color-scheme:dark){{\n{dark}}}\n"


# --
# The parts of a picture of a board: the plate in the background, holes, pegs, names and arrows.
#
# All coordinates come from ``Lattice.to_plane``, so any set of holes on any lattice is drawn in
# the same way. The plate consists of thick strokes with round ends, one along every row of
# neighbouring holes. In this way it follows the shape of the board, and its path remains short on
# large boards.


Point = tuple[float, float]
Label = tuple[str, Point]

# The distance from the centre of the outermost hole to the rim of the plate.
_GROUND_REACH = 0.76
_LABEL_DISTANCE = 1.04
_LABEL_REACH = 0.3


def place_of(lattice: Lattice, hole: Hole) -> Point:
    """Return the point where a hole is drawn, in units of the picture."""
    x, y = lattice.to_plane(hole)
    return x * STEP, y * STEP


def frame(board: Board, labels: Iterable[Label] = ()) -> tuple[float, float, float, float]:
    """Return the frame around a board and its labels, as left, top, width and height."""
    reaches = [(place_of(board.lattice, hole), _GROUND_REACH) for hole in board.holes]
    reaches += [(point, _LABEL_REACH) for _, point in labels]
    left = min(x - reach * STEP for (x, _), reach in reaches)
    top = min(y - reach * STEP for (_, y), reach in reaches)
    right = max(x + reach * STEP for (x, _), reach in reaches)
    bottom = max(y + reach * STEP for (_, y), reach in reaches)
    return left, top, right - left, bottom - top


def ground(board: Board) -> str:
    """Draw the plate with the holes."""
    path = "".join(
        f"M{pair(place_of(board.lattice, first))}L{pair(place_of(board.lattice, last))}"
        for first, last in _runs(board)
    )
    return f'<path class="rim" d="{path}"/>\n<path class="ground" d="{path}"/>'


def _runs(board: Board) -> list[tuple[Hole, Hole]]:
    """Return the first and last hole of every unbroken line of neighbours.

    On the square lattice, diagonal lines are included, because a diamond-shaped board would
    otherwise have stepped sides.
    """
    directions = (board.lattice if board.lattice.is_slanted else SQUARE_DIAGONAL).directions
    runs = []
    for dx, dy in directions:
        if (dy, dx) > (0, 0):
            firsts = [(x, y) for x, y in board.holes if (x - dx, y - dy) not in board]
            runs += [(first, _last_of_run(board, first, (dx, dy))) for first in firsts]
    return runs


def _last_of_run(board: Board, hole: Hole, step: Hole) -> Hole:
    ahead = (hole[0] + step[0], hole[1] + step[1])
    while ahead in board:
        hole, ahead = ahead, (ahead[0] + step[0], ahead[1] + step[1])
    return hole


def holes(board: Board) -> str:
    """Draw the holes."""
    return _circles(board, board.holes, "hole", _HOLE_RADIUS)


def pegs(position: Position) -> str:
    """Draw the pegs of a position as marbles."""
    return _circles(position.board, position, "peg", PEG_RADIUS)


def _circles(board: Board, where: Iterable[Hole], kind: str, radius: int) -> str:
    return "\n".join(circle(kind, place_of(board.lattice, hole), radius) for hole in where)


def circle(kind: str, centre: Point, radius: int) -> str:
    """Draw a circle."""
    x, y = centre
    return f'<circle class="{kind}" cx="{round(x)}" cy="{round(y)}" r="{radius}"/>'


def copied(board: Board) -> str:
    """Define an empty board, which ``<use href="#board"/>`` draws."""
    return f'<defs><g id="board">\n{ground(board)}\n{holes(board)}\n</g></defs>'


# -- names --------------------------------------------------------------------------------------


def margin_labels(board: Board) -> list[Label]:
    """Return the letters and numbers along the edges of the board.

    On a square lattice, labels are above the columns and to the left of the rows. On the
    triangular lattice, a number is to the left of each row and a letter is at the upper right end
    of each column. A board has no labels if two of them would overlap.
    """
    letters, numbers = _slanted_ends(board) if board.lattice.is_slanted else _straight_ends(board)
    met = {(x, y - 1) for x, y in letters} & {(x - 1, y) for x, y in numbers}
    if met:
        return []
    return [(column_letters(hole[0]), _beside(board, hole, (0, -1))) for hole in letters] + [
        (str(hole[1] + 1), _beside(board, hole, (-1, 0))) for hole in numbers
    ]


def _straight_ends(board: Board) -> tuple[list[Hole], list[Hole]]:
    """Return the places below the letters, then the places to the right of the numbers."""
    columns, rows = sorted({x for x, _ in board.holes}), sorted({y for _, y in board.holes})
    return [(x, rows[0]) for x in columns], [(columns[0], y) for y in rows]


def _slanted_ends(board: Board) -> tuple[list[Hole], list[Hole]]:
    """Return the first hole of every column, and the first hole of every row."""
    backwards = board.holes[::-1]
    tops, firsts = {x: (x, y) for x, y in backwards}, {y: (x, y) for x, y in backwards}
    return list(tops.values()), list(firsts.values())


def _beside(board: Board, hole: Hole, step: Hole) -> Point:
    (x, y), (dx, dy) = place_of(board.lattice, hole), place_of(board.lattice, step)
    return x + dx * _LABEL_DISTANCE, y + dy * _LABEL_DISTANCE


def text(words: str, centre: Point, height: float, attributes: str) -> str:
    """Write a text centred at a point, with letters of the given height."""
    # The attribute dominant-baseline is not used, because converters to PNG and PDF ignore it.
    x, y = centre
    return f'<text {attributes} x="{round(x)}" y="{round(y + 0.36 * height)}">{words}</text>'


# -- arrows -------------------------------------------------------------------------------------


def arrow(points: Sequence[Point], kind: str, title: str) -> str:
    """Draw an arrow along a path, which ends at the rim of the last hole.

    Parameters
    ----------
    points : sequence of (float, float)
        The corners of the path, in units.
    kind : str
        ``"win"``, ``"dead"`` or ``"open"``.
    title : str
        The meaning of the arrow, for screen readers and as a tooltip.
    """
    tip = _towards(points[-1], points[-2], 31)
    base = _towards(tip, points[-2], 27)
    dx, dy = (tip[0] - base[0]) * 0.62, (tip[1] - base[1]) * 0.62
    corners = ((base[0] - dy, base[1] + dx), tip, (base[0] + dy, base[1] - dx))
    shaft = "M" + "L".join(map(pair, (*points[:-1], base)))
    head = "M" + "L".join(map(pair, corners)) + "Z"
    return (
        f'<g class="arrow {kind}"><title>{title}</title>'
        f'<path class="halo" d="{shaft}{head}"/><path class="shaft {kind}" d="{shaft}"/>'
        f'<path class="head {kind}" d="{head}"/>'
        f"{circle(f'tail {kind}', points[0], 12)}</g>"
    )


def _towards(start: Point, goal: Point, length: float) -> Point:
    dx, dy = goal[0] - start[0], goal[1] - start[1]
    share = length / hypot(dx, dy)
    return start[0] + dx * share, start[1] + dy * share


def pair(point: Point) -> str:
    """Write a point of a path."""
    return f"{round(point[0])} {round(point[1])}"


# --
# The texts in holes and on pegs: names, letters and integers.


def label_texts(
    position: Position, labels: Mapping[Hole, str], bold: bool, shaded: Collection[Hole]
) -> list[str]:
    """Write labels in holes, in a size at which the longest fits. Bold labels are larger."""
    longest = max((len(words) for words in labels.values()), default=1) or 1
    height = min(36, 100 // longest) if bold else min(25, 120 // longest)
    drawn = []
    for hole, words in labels.items():
        kind = "on-peg" if hole in position else "name on-shade" if hole in shaded else "name"
        attributes = f'class="{"weight " if bold else ""}{kind}" font-size="{height}"'
        place = place_of(position.board.lattice, hole)
        drawn.append(text(readable(words), place, height, attributes))
    return drawn


def number_texts(position: Position, numbers: Sequence[int]) -> list[str]:
    """Write an integer in every hole. Negative integers have their own colour, and a 0 is pale."""
    height = min(36, 100 // max(len(_figures(number)) for number in numbers))
    return [
        text(
            _figures(number),
            place_of(position.board.lattice, hole),
            height,
            f'class="{_kind(position, hole, number)}" font-size="{height}"',
        )
        for hole, number in zip(position.board.holes, numbers, strict=True)
    ]


def _kind(position: Position, hole: Hole, number: int) -> str:
    """Return the style classes of an integer."""
    kind = "weight on-peg" if hole in position else "weight name"
    return kind + (" below" if number < 0 else "" if number else " nought")


def _figures(number: int) -> str:
    """Format an integer, with the typographic minus sign instead of a hyphen."""
    return str(number).replace("-", "−")


def check_weights(board: Board, weights: Sequence[int]) -> None:
    """Check that there is one weight for each hole.

    Raises
    ------
    ResourceCountError
        If there are too few or too many weights.
    """
    if len(weights) != len(board):
        raise ResourceCountError(
            f"{len(weights)} weights for the {len(board)} holes of {board.name}: "
            "give one for each hole, row by row"
        )
