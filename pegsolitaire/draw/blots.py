"""Regions of a board as blots: thick rounded strokes between neighbours, below the holes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pegsolitaire.board.board import Board
from pegsolitaire.board.codes import indices_of
from pegsolitaire.board.lattice import Hole
from pegsolitaire.draw import shapes

RULES = """\
.region{fill:none;stroke-width:74;stroke-linecap:round;stroke-linejoin:round;opacity:.8}
"""
COLOURS = tuple(
    (f".shade{number}", "stroke", light, dark)
    for number, (light, dark) in enumerate(
        (("#5b9bd5", "#3f7fbf"), ("#6fb98f", "#4f9f74"), ("#e0a458", "#c08030"),
         ("#b48ead", "#95699a"))
    )
)  # fmt: skip


def blots(board: Board, regions: Sequence[int]) -> list[str]:
    """Each region as a blot, neighbours in different colours where four are enough."""
    shades = _shades(board, regions)
    return [_blot(board, mask, shade) for mask, shade in zip(regions, shades, strict=True)]


def _blot(board: Board, mask: int, shade: int) -> str:
    """A thick line from each hole to its neighbours in the region, or a dot."""
    inside = {board.holes[i] for i in indices_of(mask)}
    strokes = [
        f"M{_point(board, hole)}L{_point(board, other)}"
        for hole in sorted(inside)
        for other in _ahead(board, hole)
        if other in inside
    ]
    dots = [f"M{_point(board, hole)}l0 0" for hole in sorted(inside)]
    return f'<path class="region shade{shade}" d="{"".join(strokes or dots)}"/>'


def _ahead(board: Board, hole: Hole) -> list[Hole]:
    x, y = hole
    return [(x + dx, y + dy) for dx, dy in board.lattice.directions]


def _point(board: Board, hole: Hole) -> str:
    return " ".join(str(round(part)) for part in shapes.place(board, hole))


def _shades(board: Board, regions: Sequence[int]) -> list[int]:
    """For each region the first colour that no neighbour before it has; the last if all are."""
    owner = {board.holes[i]: n for n, mask in enumerate(regions) for i in indices_of(mask)}
    chosen: list[int] = []
    for number, mask in enumerate(regions):
        taken = {
            chosen[owner[other]]
            for i in indices_of(mask)
            for other in _around(board, board.holes[i], owner)
            if owner[other] < number
        }
        chosen.append(next((n for n in range(len(COLOURS)) if n not in taken), len(COLOURS) - 1))
    return chosen


def _around(board: Board, hole: Hole, owner: Mapping[Hole, int]) -> list[Hole]:
    x, y = hole
    both = [(sign * dx, sign * dy) for dx, dy in board.lattice.directions for sign in (1, -1)]
    return [(x + dx, y + dy) for dx, dy in both if (x + dx, y + dy) in owner]
