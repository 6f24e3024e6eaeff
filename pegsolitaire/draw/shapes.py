"""The parts of a picture: the ground, holes, pegs, names and arrows of a board.

Everything is placed by ``Lattice.to_plane``, so that any set of holes on any lattice is drawn
alike. The ground is one fat round stroke along every row of neighbouring holes: it follows the
shape of the board without anyone having to find its outline, and stays short on large boards.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import hypot

from pegsolitaire.board.board import Board
from pegsolitaire.board.lattice import SQUARE_DIAGONAL, Hole
from pegsolitaire.board.notation import column_letters
from pegsolitaire.draw.sheet import HOLE_RADIUS, PEG_RADIUS, STEP
from pegsolitaire.game.position import Position

Point = tuple[float, float]
Label = tuple[str, Point]

#: From the centre of the outermost hole to the rim of the ground.
GROUND_REACH = 0.76
_LABEL_DISTANCE = 1.04
_LABEL_REACH = 0.3


def place(board: Board, hole: Hole) -> Point:
    """Where a hole is drawn, in units of the picture."""
    x, y = board.lattice.to_plane(hole)
    return x * STEP, y * STEP


def frame(board: Board, labels: Iterable[Label] = ()) -> tuple[float, float, float, float]:
    """Left, top, width and height of what holds the board and its labels."""
    reaches = [(place(board, hole), GROUND_REACH) for hole in board.holes]
    reaches += [(point, _LABEL_REACH) for _, point in labels]
    left = min(x - reach * STEP for (x, _), reach in reaches)
    top = min(y - reach * STEP for (_, y), reach in reaches)
    right = max(x + reach * STEP for (x, _), reach in reaches)
    bottom = max(y + reach * STEP for (_, y), reach in reaches)
    return left, top, right - left, bottom - top


def ground(board: Board) -> str:
    """The plate that the holes are drilled in."""
    path = "".join(
        f"M{_pair(place(board, first))}L{_pair(place(board, last))}"
        for first, last in _runs(board)
    )
    return f'<path class="rim" d="{path}"/>\n<path class="ground" d="{path}"/>'


def _runs(board: Board) -> list[tuple[Hole, Hole]]:
    """The first and the last hole of every unbroken line of neighbours.

    The square lattice takes its diagonals too, or a diamond would have steps for sides.
    """
    directions = (SQUARE_DIAGONAL if is_straight(board) else board.lattice).directions
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
    """The drilled holes."""
    return _circles(board, board.holes, "hole", HOLE_RADIUS)


def pegs(position: Position) -> str:
    """The marbles of a position."""
    return _circles(position.board, position, "peg", PEG_RADIUS)


def _circles(board: Board, where: Iterable[Hole], kind: str, radius: int) -> str:
    circles = []
    for hole in where:
        x, y = place(board, hole)
        circles.append(f'<circle class="{kind}" cx="{round(x)}" cy="{round(y)}" r="{radius}"/>')
    return "\n".join(circles)


# -- names --------------------------------------------------------------------------------------


def margin_labels(board: Board) -> list[Label]:
    """Letters and numbers along the edges of the board.

    On a square lattice they head the columns and the rows; on the triangular one a number stands
    to the left of each row and a letter at the upper right end of each column. Boards with
    notches, where two of these would meet, have none.
    """
    letters, numbers = _straight_ends(board) if is_straight(board) else _slanted_ends(board)
    met = {(x, y - 1) for x, y in letters} & {(x - 1, y) for x, y in numbers}
    if met:
        return []
    return [(column_letters(hole[0]), _beside(board, hole, (0, -1))) for hole in letters] + [
        (str(hole[1] + 1), _beside(board, hole, (-1, 0))) for hole in numbers
    ]


def is_straight(board: Board) -> bool:
    """Whether columns run straight down; on the triangular lattice they slant."""
    return board.lattice.to_plane((0, 1))[0] == 0


def _straight_ends(board: Board) -> tuple[list[Hole], list[Hole]]:
    """The places below the letters and right of the numbers, in one line each."""
    columns, rows = sorted({x for x, _ in board.holes}), sorted({y for _, y in board.holes})
    return [(x, rows[0]) for x in columns], [(columns[0], y) for y in rows]


def _slanted_ends(board: Board) -> tuple[list[Hole], list[Hole]]:
    """The first hole of every column, and of every row."""
    backwards = board.holes[::-1]
    tops, firsts = {x: (x, y) for x, y in backwards}, {y: (x, y) for x, y in backwards}
    return list(tops.values()), list(firsts.values())


def _beside(board: Board, hole: Hole, step: Hole) -> Point:
    (x, y), (dx, dy) = place(board, hole), place(board, step)
    return x + dx * _LABEL_DISTANCE, y + dy * _LABEL_DISTANCE


def text(words: str, centre: Point, height: float, attributes: str) -> str:
    """A text about a point; ``height`` is that of its letters."""
    # No dominant-baseline: converters to PNG and PDF leave it out.
    x, y = centre
    return f'<text {attributes} x="{round(x)}" y="{round(y + 0.36 * height)}">{words}</text>'


# -- arrows -------------------------------------------------------------------------------------


def arrow(points: Sequence[Point], kind: str, title: str) -> str:
    """An arrow along a path, from its first point to the rim of the hole at its last.

    Parameters
    ----------
    points : sequence of (float, float)
        The corners of the path, in units.
    kind : str
        ``"win"``, ``"dead"`` or ``"open"``.
    title : str
        What it means, for screen readers and as a tooltip.
    """
    tip = _towards(points[-1], points[-2], 31)
    base = _towards(tip, points[-2], 27)
    dx, dy = (tip[0] - base[0]) * 0.62, (tip[1] - base[1]) * 0.62
    corners = ((base[0] - dy, base[1] + dx), tip, (base[0] + dy, base[1] - dx))
    shaft = "M" + "L".join(map(_pair, (*points[:-1], base)))
    head = "M" + "L".join(map(_pair, corners)) + "Z"
    x, y = points[0]
    return (
        f'<g class="arrow {kind}"><title>{title}</title>'
        f'<path class="halo" d="{shaft}{head}"/><path class="shaft {kind}" d="{shaft}"/>'
        f'<path class="head {kind}" d="{head}"/>'
        f'<circle class="tail {kind}" cx="{round(x)}" cy="{round(y)}" r="12"/></g>'
    )


def _towards(start: Point, goal: Point, length: float) -> Point:
    dx, dy = goal[0] - start[0], goal[1] - start[1]
    share = length / hypot(dx, dy)
    return start[0] + dx * share, start[1] + dy * share


def _pair(point: Point) -> str:
    return f"{round(point[0])} {round(point[1])}"
