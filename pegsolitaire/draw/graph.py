"""Draw graphs of positions as SVG: a row for each number of pegs, and a line for each jump.

Figure 11 of Bell's Notes is such a graph. Each position is a small board with a number below it,
such as the number of paths to the position. Positions are given as codes and jumps as pairs of
codes, so the graph can come from any source.

The order within each row is the result of a few barycentre sweeps (Sugiyama, Tagawa & Toda 1981).
A sweep goes down or up the rows and moves each node towards the average position of its neighbours
in the previous row. Among the orders found in this way, the one with the fewest crossings is
drawn. The minimum number of crossings would be hard to find, and the picture would look no
clearer.
"""

from __future__ import annotations

from bisect import bisect_right, insort
from collections.abc import Iterable, Mapping, Sequence

from pegsolitaire.board import BoardLike, as_board
from pegsolitaire.board.board import Board
from pegsolitaire.draw import scene
from pegsolitaire.draw.scene import sheet
from pegsolitaire.draw.svg import MAX_CIRCLES
from pegsolitaire.errors import BoardTooLargeError, ProblemError
from pegsolitaire.game.position import Position
from pegsolitaire.units import counted

# The maximum number of positions in one picture. A larger picture would be unreadable.
_MAX_NODES = 2_000

_SWEEPS = 8
_SIZE = 14  # pixels between neighbouring holes
# The line height of numbers, the usual width of their digits, and the gap between boards, in
# units.
_LINE = 88
_FIGURE = 41
_GAP = 60

_Edge = tuple[int, int]
_Levels = list[list[int]]


def graph_svg(
    board: BoardLike,
    levels: Sequence[Sequence[tuple[int, int]]],
    edges: Iterable[_Edge],
) -> str:
    """Draw a layered graph of positions as an SVG document.

    Parameters
    ----------
    board : Board, or what makes one
        The board.
    levels : sequence of sequences of (int, int)
        The rows from top to bottom: for each position, its code and the number to write below it.
    edges : iterable of (int, int)
        Pairs of codes, where the first code is one row above the second.

    Raises
    ------
    BoardTooLargeError
        If there are more than 2,000 positions, or too many holes.
    NotationError
        If a code does not fit the board.
    ProblemError
        If there are no positions, a position occurs twice, or an edge does not join adjacent rows.

    Examples
    --------
    >>> from pegsolitaire.board import Board
    >>> board = Board("rectangle4x1")
    >>> picture = graph_svg(board, [[(0b1101, 1)], [(0b0011, 1)], [(0b0100, 1)]],
    ...                     [(0b1101, 0b0011), (0b0011, 0b0100)])
    >>> picture.count("<use "), picture.count('-peg" cx=')
    (3, 6)
    """
    board = as_board(board)
    numbers = {code: number for level in levels for code, number in level}
    joined = sorted(set(edges))
    rows = [[code for code, _ in level] for level in levels]
    _check(board, rows, joined)
    ordered = order_levels(rows, joined)
    count = f"{counted(len(numbers), 'position')}, {counted(len(joined), 'jump')}"
    return _Drawing(board, ordered, joined, numbers).drawn(f"{board.name}, {count}")


def _check(board: Board, rows: _Levels, edges: Sequence[_Edge]) -> None:
    total = sum(map(len, rows))
    if not total:
        raise ProblemError("the graph has no positions: give at least one")
    if total > _MAX_NODES or total * len(board) > MAX_CIRCLES:
        raise BoardTooLargeError(
            f"{total:,} positions on {len(board)} holes are too many for one picture, which can "
            f"show {min(_MAX_NODES, MAX_CIRCLES // len(board)):,}: write the graph as GraphML or "
            "DOT"
        )
    level_of = {code: i for i, row in enumerate(rows) for code in row}
    if len(level_of) < total:
        raise ProblemError("a position appears twice in the graph: give each code once")
    for a, b in edges:
        if a not in level_of or b not in level_of or level_of[b] != level_of[a] + 1:
            raise ProblemError(
                f"the edge from {a} to {b} does not lead from a position to one in the row below"
            )


# -- order --------------------------------------------------------------------------------------


def order_levels(levels: _Levels, edges: Sequence[_Edge]) -> _Levels:
    """Order the codes of each level so that few edges cross.

    Examples
    --------
    >>> order_levels([[1, 2], [3, 4]], [(1, 4), (2, 3)])
    [[1, 2], [4, 3]]
    """
    parents: dict[int, list[int]] = {}
    children: dict[int, list[int]] = {}
    for a, b in edges:
        children.setdefault(a, []).append(b)
        parents.setdefault(b, []).append(a)
    best, order = levels, levels
    fewest = count_crossings(best, edges)
    for sweep in range(_SWEEPS):
        if not fewest:
            break
        down = sweep % 2 == 0
        order = _swept(order, parents) if down else _swept(order[::-1], children)[::-1]
        crossings = count_crossings(order, edges)
        if crossings < fewest:
            best, fewest = order, crossings
    return best


def _swept(levels: _Levels, neighbours: Mapping[int, Sequence[int]]) -> _Levels:
    """Sort each level by the average place of each position's neighbours in the level before."""
    swept = [levels[0]] if levels else []
    for level in levels[1:]:
        places, means = _places(swept[-1]), _places(level)
        for code in level:  # a position without neighbours keeps its own place
            if neighbouring := [places[other] for other in neighbours.get(code, ())]:
                means[code] = sum(neighbouring) / len(neighbouring)
        swept.append(sorted(level, key=means.__getitem__))
    return swept


def _places(level: Sequence[int]) -> dict[int, float]:
    """Return the place of each code, counted from the middle of its level."""
    return {code: i - (len(level) - 1) / 2 for i, code in enumerate(level)}


def count_crossings(levels: _Levels, edges: Sequence[_Edge]) -> int:
    """Count the pairs of edges that cross between adjacent levels.

    Examples
    --------
    >>> count_crossings([[1, 2], [3, 4]], [(1, 4), (2, 3)])
    1
    """
    rank = {code: (y, x) for y, level in enumerate(levels) for x, code in enumerate(level)}
    crossings, level, ends = 0, -1, []
    for a, b in sorted(edges, key=lambda edge: (rank[edge[0]], rank[edge[1]])):
        if rank[a][0] != level:
            level, ends = rank[a][0], list[int]()
        # Count the earlier edges (which start further left or at the same place) that end further
        # right.
        crossings += len(ends) - bisect_right(ends, rank[b][1])
        insort(ends, rank[b][1])
    return crossings


# -- drawing ------------------------------------------------------------------------------------


class _Drawing:
    """The layout of a graph: levels centred below each other, with equal gaps between boards."""

    def __init__(
        self, board: Board, levels: _Levels, edges: Sequence[_Edge], numbers: Mapping[int, int]
    ) -> None:
        self.board = board
        self.levels = levels
        self.edges = edges
        self.numbers = numbers
        self.left, self.top, width, self.height = scene.frame(board)
        self.middle = self.left + width / 2
        longest = max(len(f"{number:,}") for number in numbers.values())
        self.step = max(width, longest * _FIGURE) + _GAP
        self.width = max(map(len, levels)) * self.step
        # Wide graphs need more height for slanted edges.
        self.drop = self.height + _LINE + max(0.7 * self.height, 0.07 * self.width)
        self.places = {
            code: (place * self.step, y * self.drop)
            for y, level in enumerate(levels)
            for code, place in _places(level).items()
        }

    def drawn(self, title: str) -> str:
        """Return the whole document."""
        parts = [scene.copied(self.board), self._lines()]
        parts += [self._node(code) for level in self.levels for code in level]
        bottom = (len(self.levels) - 1) * self.drop + self.height + _LINE
        box = (self.middle - self.width / 2, self.top, self.width, bottom)
        return sheet(title, _SIZE, box, "\n".join(parts))

    def _lines(self) -> str:
        """Draw all edges as a single path of curves, each from an upper to a lower board."""
        path = "".join(self._line(self.places[a], self.places[b]) for a, b in self.edges)
        return f'<path class="link" d="{path}"/>'

    def _line(self, above: scene.Point, below: scene.Point) -> str:
        x, y = self.middle + above[0], self.top + above[1] + self.height + _LINE
        end_x, end_y = self.middle + below[0], self.top + below[1]
        half = (end_y - y) / 2
        bends = ((x, y + half), (end_x, end_y - half), (end_x, end_y))
        points = ",".join(f"{round(px)} {round(py)}" for px, py in bends)
        return f"M{round(x)} {round(y)}C{points}"

    def _node(self, code: int) -> str:
        x, y = self.places[code]
        number = f"{self.numbers[code]:,}"
        attributes = 'class="caption number"'
        below = (self.middle, self.top + self.height + _LINE / 2)
        pegs = scene.pegs(Position(self.board, code))
        return (
            f'<g class="node" transform="translate({round(x)} {round(y)})">'
            f"<title>code:{code}: {number}</title>"
            f'<use href="#board"/>\n{pegs}\n'
            f"{scene.text(number, below, 68, attributes)}</g>"
        )
