"""Compute numbers of solutions, chances, fewest moves and bits, level by level from the finish.

The results of the jumps of each position are looked up in the level below. The number of solutions
is a sum over the winning jumps, the probability of winning is the mean over all legal jumps, and
the fewest moves are the minimum over the winning jumps. To count moves, the state is a position
together with the peg that jumped last, since a jump begins a new move unless the same peg
continues. The bits of a position are the information needed to choose a winning jump among all
legal jumps, plus the mean of the bits of the positions after the winning jumps. Only two levels
are in memory at a time.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pegsolitaire.engine.canonical import in_groups, legal_jumps, look_up
from pegsolitaire.engine.compiled import compiled
from pegsolitaire.engine.levels import limbs_of
from pegsolitaire.engine.machine import Threaded, Workers
from pegsolitaire.engine.row_codes import images, place_of
from pegsolitaire.engine.words import (
    ONE,
    Bytes,
    Counts,
    Floats,
    Rows,
    Words,
    look_up_tables,
    lowest_bit,
    pegs_of,
)
from pegsolitaire.errors import BoardTooLargeError
from pegsolitaire.game import Problem
from pegsolitaire.units import bytes_text
from pegsolitaire.work import Work

# --
# The compiled loop that computes the values of a level from the values of the level below.
#
# ``images`` contains look-up tables that map row-by-row codes to their images under each symmetry
# of the group, beginning with the identity. ``turned[s, i]`` is the image of hole ``i`` under
# symmetry ``s``. Every code is the smallest among its images, and the codes are sorted.


#: A number that is larger than the number of moves in any solution.
_NEVER = np.uint8(255)


class _Rules(NamedTuple):
    """The jumps of a board for row-by-row codes, and the symmetries that reduce levels."""

    tests: Words  # (groups, 64)
    shown: Words  # (groups, 64): a jump is legal if ``code & test == shown``
    masks: Words  # (symmetries, jumps): the images of each jump's mask, the identity first
    starts: Counts  # (jumps,)
    ends: Counts  # (jumps,)
    images: Words  # (symmetries, chunks, 2**bits)
    bits: np.uint64
    turned: Counts  # (symmetries, holes)


class LevelValues(NamedTuple):
    """A level with several values for each of its positions.

    A number of solutions is a big integer, stored as words of 64 bits (limbs), the least
    significant first. If there are no limbs, probabilities and bits are omitted too, because each
    of them costs another memory access for each jump. ``chances`` are the probabilities that a
    player who picks legal jumps at random wins. ``bits`` is the information that a player needs in
    order to choose a winning jump every time.
    """

    codes: Words  # (n,)
    solutions: Rows  # (n, limbs)
    chances: Floats  # (n,)
    moves: Bytes  # (n,): the fewest moves to a finish
    orbits: Bytes  # (n,): the number of images of each position
    jumps: Bytes  # (n,): the number of legal jumps
    winning: Bytes  # (n,): the number of legal jumps that lead to the level below
    bits: Floats  # (n,): the information needed to win
    going: Bytes  # (n, holes): the fewest further moves if that peg just jumped and may continue


@compiled
def _look_ahead(
    below: LevelValues, level: LevelValues, rules: _Rules, first: int, last: int
) -> None:
    """Compute the values of a range of positions of a level from the values of the level below."""
    limbs = level.solutions.shape[1]
    tests, shown, masks, images = rules.tests, rules.shown, rules.masks, rules.images
    own = np.empty(images.shape[0], np.uint64)
    for i in range(first, last):
        code = level.codes[i]
        many = winning = same = 0
        chance = bits = 0.0
        level.going[i, :] = _NEVER
        best = _NEVER
        for s in range(own.size):
            own[s] = look_up(images[s], rules.bits, code)
            same += own[s] == code
        for group in range(tests.shape[0]):
            legal = legal_jumps(code, tests, shown, group)
            many += pegs_of(legal)
            while legal != 0:
                j = 64 * group + lowest_bit(legal)
                legal &= legal - ONE
                least, turn = own[0] ^ masks[0, j], 0
                for s in range(1, own.size):
                    image = own[s] ^ masks[s, j]
                    if image < least:
                        least, turn = image, s
                k = place_of(least, below.codes)
                if k < 0:
                    continue
                winning += 1
                carry = np.uint64(0)
                for limb in range(limbs):
                    word = level.solutions[i, limb]
                    two = word + below.solutions[k, limb]
                    sum = two + carry
                    carry = np.uint64(two < word) + np.uint64(sum < two)
                    level.solutions[i, limb] = sum
                if limbs:
                    chance += below.chances[k]
                    bits += below.bits[k]
                rest = below.going[k, rules.turned[turn, rules.ends[j]]]
                start = rules.starts[j]
                level.going[i, start] = min(level.going[i, start], rest)
                best = min(best, np.uint8(rest + 1))
        level.moves[i] = best
        level.chances[i] = chance / many
        level.orbits[i] = own.size // same
        level.jumps[i] = many
        level.winning[i] = winning
        level.bits[i] = np.log2(many / winning) + bits / winning
        for hole in range(level.going.shape[1]):
            level.going[i, hole] = min(level.going[i, hole], best)


_PART = 1 << 17  # positions between two checks of the limits


class Outlook(Threaded):
    """Computes values of winning positions level by level, from the finishes upward.

    The ``work`` limits the time, and the memory for two levels. Without ``counting``, the numbers
    of solutions, the probabilities and the bits are omitted.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> with Outlook(Problem.complement(triangle(5), "a1")) as outlook:
    ...     last = outlook.finish(np.array([1], np.uint64))
    ...     two = outlook.above(last, np.array([10], np.uint64))
    ...     three = outlook.above(two, np.array([28, 4226], np.uint64))
    >>> three.solutions.tolist(), three.chances.tolist(), three.moves.tolist()
    ([[1], [1]], [0.25, 0.5], [1, 1])
    """

    def __init__(
        self,
        problem: Problem,
        *,
        counting: bool = True,
        work: Work | None = None,
    ) -> None:
        work = Work.of(work)
        board = problem.board
        board.check_holes("the numbers of winning positions")
        self._work = work
        self._counting = counting
        self._holes = len(board)
        self._group = [symmetry.image for symmetry in problem.group]
        tables = [look_up_tables(image) for image in self._group]
        masks = np.array([jump.mask for jump in board.jumps], np.uint64)
        tests, shown = in_groups(masks, np.array([j.pegs for j in board.jumps], np.uint64))
        self._rules = _Rules(
            tests=tests,
            shown=shown,
            masks=np.stack([images(masks, image) for image in self._group]),
            starts=np.array([jump.start for jump in board.jumps], np.int64),
            ends=np.array([jump.end for jump in board.jumps], np.int64),
            images=np.stack(tables),
            bits=np.uint64(tables[0].shape[1].bit_length() - 1),
            turned=np.array(self._group, np.int64),
        )
        self._workers = Workers()

    def finish(self, codes: Words) -> LevelValues:
        """Return the level of the finishes, whose canonical codes are given in ascending order."""
        none = np.zeros(len(codes), np.uint8)
        same = np.sum([images(codes, image) == codes for image in self._group], axis=0)
        return LevelValues(
            codes,
            np.ones((len(codes), int(self._counting)), np.uint64),
            np.ones(len(codes)),
            moves=none,
            orbits=(len(self._group) // same).astype(np.uint8),
            jumps=none,
            winning=none,
            bits=np.zeros(len(codes)),
            going=np.zeros((len(codes), self._holes), np.uint8),
        )

    def above(self, below: LevelValues, codes: Words) -> LevelValues:
        """Return the level with one more peg, whose canonical codes are given in ascending order.

        Raises BoardTooLargeError if the two levels exceed the memory limit.
        """
        size = len(codes)
        limbs = 0
        if self._counting:
            limbs = limbs_of(_largest(below.solutions) * self._rules.masks.shape[1])
        self._check_memory(len(below.codes) + size, limbs)
        level = LevelValues(
            codes,
            np.zeros((size, limbs), np.uint64),
            np.zeros(size),
            moves=np.empty(size, np.uint8),
            orbits=np.empty(size, np.uint8),
            jumps=np.empty(size, np.uint8),
            winning=np.empty(size, np.uint8),
            bits=np.empty(size),
            going=np.empty((size, self._holes), np.uint8),
        )
        padding = (0, 0), (0, limbs - below.solutions.shape[1])
        wide = below._replace(solutions=np.pad(below.solutions, padding))
        for begin in range(0, size, _PART):
            count = min(_PART, size - begin)
            self._work.spend(count)
            self._work.check()
            self._workers.share(
                count,
                count,
                lambda a, b, begin=begin: _look_ahead(  # type: ignore[misc]
                    wide, level, self._rules, begin + a, begin + b
                ),
            )
        return level._replace(solutions=_trimmed(level.solutions))

    def _check_memory(self, positions: int, limbs: int) -> None:
        needed = positions * (8 + 8 * limbs + 8 + 8 + 4 + self._holes)
        if self._work.memory is not None and needed > self._work.memory:
            raise BoardTooLargeError(
                f"the values of {positions:,} positions need {bytes_text(needed)}, and only "
                f"{bytes_text(self._work.memory)} may be used"
            )


def _largest(rows: Rows) -> int:
    """Return an upper bound on the numbers that are stored as rows of 64-bit limbs."""
    limbs: int = rows.shape[1]
    return (int(rows[:, -1].max(initial=0)) + 1) << 64 * (limbs - 1)


def _trimmed(rows: Rows) -> Rows:
    """Remove the most significant limbs that are 0 in every row."""
    limbs = rows.shape[1]
    while limbs > 1 and not rows[:, limbs - 1].any():
        limbs -= 1
    return np.ascontiguousarray(rows[:, :limbs])
