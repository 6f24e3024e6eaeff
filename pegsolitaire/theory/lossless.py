"""Parities that jumps keep which lose nothing of a resource count.

A position from which a count has nothing left to lose must be won by jumps that lose nothing.
These are some of the jumps of a board, and keep more parities than all of them do: where one of
these differs from the finish, the position is lost, although the count alone allows it. Likewise
with a little left: every change of such a parity is made by jumps that lose something, so each
combination of changes has its least loss. This is a resource count and a position class
(:mod:`pegsolitaire.theory.classes`) in one argument, and sees what lies between fractions and
whole numbers of jumps.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from heapq import heappop, heappush

from pegsolitaire.board.jumps import JumpMask
from pegsolitaire.theory.classes import invariants, null_space
from pegsolitaire.theory.resource import ResourceCount

_MOST = 6  # parities that are looked at: 64 combinations


@dataclass(frozen=True)
class LosslessParities:
    """What the lossless jumps of a resource count keep, and what it costs to change it.

    Parameters
    ----------
    count : ResourceCount
        The count.

    Examples
    --------
    On Wiegleb's board this count leaves a position something to lose, and yet not enough for the
    parities that must change.

    >>> from pegsolitaire.board import wiegleb
    >>> board = wiegleb()
    >>> count = ResourceCount.read(board, "-1 0 -1 / 1 0 1 / 0 0 0 / -1 1 0 1 0 1 0 1 -1 /"
    ...     "0 0 0 0 0 0 0 0 0 / -1 1 0 1 0 1 0 1 -1 / 0 0 0 / 1 0 1 / -1 0 -1")
    >>> parities = LosslessParities(count)
    >>> len(parities.masks), sorted(parities.least)[-1]
    (4, 4)
    >>> position = board.position("***/***/***/*********/******.**/**..*.*.*/***/**./**.")
    >>> finish = board.single("e5")
    >>> count.slack(position, finish), parities.least_loss(position.code, finish.code)
    (1, 3)
    """

    count: ResourceCount

    @cached_property
    def masks(self) -> tuple[int, ...]:
        """Sets of holes: lossless jumps change two or none of each, and some other jump one.

        No sum of them is an invariant of all jumps; there are six at most.
        """
        board = self.count.board
        lossless = [jump.mask for jump, loss in self._losses if not loss]
        found: list[int] = []
        reduced: dict[int, int] = {}
        for mask in (*invariants(board), *null_space(lossless, len(board))):
            rest = mask
            while rest and (top := rest.bit_length() - 1) in reduced:
                rest ^= reduced[top]
            if rest:
                reduced[rest.bit_length() - 1] = rest
                found.append(mask)
        return tuple(found[len(invariants(board)) :][:_MOST])

    @cached_property
    def least(self) -> tuple[int, ...]:
        """The least loss of jumps that change a combination of the parities, and no others.

        Combinations are numbers whose bits are the masks, and all can be changed.
        """
        steps: dict[int, int] = {}
        for jump, loss in self._losses:
            change = self.of(jump.mask)
            steps[change] = min(loss, steps.get(change, loss))
        least = [1 + sum(loss for _, loss in self._losses)] * (1 << len(self.masks))
        least[0] = 0
        reached = [(0, 0)]
        while reached:
            loss, combination = heappop(reached)
            for change, more in steps.items():
                if loss + more < least[combination ^ change]:
                    least[combination ^ change] = loss + more
                    heappush(reached, (loss + more, combination ^ change))
        return tuple(least)

    def of(self, code: int) -> int:
        """The parities of the pegs of a code, as bits."""
        return sum(((code & mask).bit_count() & 1) << i for i, mask in enumerate(self.masks))

    def least_loss(self, start: int, finish: int) -> int:
        """What every game from one code to another of its class loses at least."""
        return self.least[self.of(start) ^ self.of(finish)]

    def forbids(self, start: int, finish: int) -> bool:
        """Whether a game must lose more than there is between two codes of a position class."""
        return self.count.slack(start, finish) < self.least_loss(start, finish)

    @property
    def _losses(self) -> list[tuple[JumpMask, int]]:
        return [(jump, self.count.loss_of(jump)) for jump in self.count.board.jumps]
