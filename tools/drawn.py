"""Which holes are neighbours, and which form blocks, on boards as they are drawn."""

from collections.abc import Iterable, Iterator
from math import dist

Point = tuple[float, ...]

NEAR = 1.1  # a little more than the distance between neighbouring holes


def neighbours(point: Point, among: Iterable[Point]) -> int:
    """Return the number of points next to a point."""
    return sum(0.1 < dist(point, other) < NEAR for other in among)


def blocks(points: Iterable[Point]) -> Iterator[list[Point]]:
    """Yield the blocks of points that touch each other.

    Examples
    --------
    >>> sorted(map(len, blocks([(0, 0), (1, 0), (3, 0)])))
    [1, 2]
    """
    left = set(points)
    while left:
        block = [left.pop()]
        for here in block:
            near = {point for point in left if dist(here, point) < NEAR}
            left -= near
            block += near
        yield block
