"""The jumps of a board: as three holes, and as masks of a code."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple, TypeVar

from pegsolitaire.board.lattice import Hole, Lattice


class Link(NamedTuple):
    """A jump as the indices of its three holes."""

    start: int
    over: int
    end: int


class JumpMask(NamedTuple):
    """A jump as integers: legal when ``code & mask == pegs``, and then gives ``code ^ mask``."""

    start: int
    over: int
    end: int
    mask: int
    pegs: int

    @classmethod
    def along(cls, link: Link) -> JumpMask:
        """The jump with its masks, each as long as the code of its last hole."""
        pegs = 1 << link.start | 1 << link.over
        return cls(*link, pegs | 1 << link.end, pegs)


#: A jump of either kind.
AnyJump = TypeVar("AnyJump", Link, JumpMask)


def links_of(indices: Mapping[Hole, int], lattice: Lattice) -> tuple[Link, ...]:
    """Every jump between holes of these indices, by starting hole and direction."""
    found = []
    for (x, y), start in indices.items():
        for dx, dy in lattice.directions:
            over, end = indices.get((x + dx, y + dy)), indices.get((x + 2 * dx, y + 2 * dy))
            if over is not None and end is not None:
                found.append(Link(start, over, end))
    return tuple(found)


def by_start(jumps: Iterable[AnyJump], holes: int) -> tuple[tuple[AnyJump, ...], ...]:
    """For each of the holes the jumps that start in it."""
    starting: list[list[AnyJump]] = [[] for _ in range(holes)]
    for jump in jumps:
        starting[jump.start].append(jump)
    return tuple(map(tuple, starting))
