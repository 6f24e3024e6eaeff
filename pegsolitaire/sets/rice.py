"""Sorted sets of positions as few bits: ranks, gaps between ranks, and a code for the gaps.

The positions with one number of pegs in one position class are numbered in the order of their
codes. Such a *rank* is far smaller than a code (on the English board 27 bits, not 33, for up to
16 pegs) and, unlike a code, depends on nothing that the pegs and the class already say. A sorted
set of ranks becomes the gaps between them, and a gap ``g`` the bits of ``g + 2**order``, in
binary behind one zero for every bit beyond the first ``order + 1``: an exponential Golomb code,
the code of Golomb and Rice with its unary part shortened. Least images of positions come in
clusters, so gaps have a long tail: on the central game Rice's own code takes half as much again.

Both ways are numpy: the central game is written in 0.15 s and read in 0.5 s. Ranks stay below
``2**52``, so that a reader can do it all in doubles.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from pegsolitaire.engine import Words

Ints = npt.NDArray[np.int64]

#: Ranks and gaps are less, and what is made of them less than twice as much: exact as doubles.
LIMIT = 1 << 52


class Ranking:
    """Numbers the positions of one class that have the same number of pegs.

    Parameters
    ----------
    labels : sequence of int
        The class of one peg in each hole; that of a position is the exclusive or of its pegs.
    label : int
        The class that is numbered.

    Examples
    --------
    >>> ranking = Ranking([1, 2, 3, 1], 3)
    >>> ranking.size(2), ranking.codes(np.arange(2), 2).tolist()
    (2, [3, 10])
    >>> ranking.ranks(np.array([3, 10], np.uint64), 2).tolist()
    [0, 1]
    """

    def __init__(self, labels: Sequence[int], label: int) -> None:
        self.labels = tuple(labels)
        self.label = label
        self._classes = 1 << max(self.labels).bit_length()
        # counts[i, p * classes + c]: positions of the first i holes with p pegs and class c.
        self._counts = self._count()

    def _count(self) -> Ints:
        holes, classes = len(self.labels), np.arange(self._classes)
        counts = np.zeros((holes + 1, holes + 1, self._classes), np.int64)
        counts[0, 0, 0] = 1
        for i, label in enumerate(self.labels):
            counts[i + 1] = counts[i]
            counts[i + 1, 1:] += counts[i, :-1, classes ^ label].T
        return counts.reshape(holes + 1, -1)

    def size(self, pegs: int) -> int:
        """How many positions of the class have ``pegs`` pegs: their ranks are less than that."""
        return int(self._counts[-1, pegs * self._classes + self.label])

    def ranks(self, codes: Words, pegs: int) -> Ints:
        """The ranks of codes with ``pegs`` pegs, in their order.

        Raises
        ------
        ValueError
            If a code has another number of pegs, is of another class or of a larger board.
        """
        if not (np.bitwise_count(codes) == pegs).all() or (codes >> len(self.labels)).any():
            raise ValueError(f"a code has not {pegs} pegs, or is of another board")
        ranks = np.zeros(len(codes), np.int64)
        states = np.full(len(codes), pegs * self._classes + self.label)
        for i in reversed(range(len(self.labels))):
            peg = (codes >> np.uint64(i) & np.uint64(1)).astype(np.int64)
            # Those without a peg here, which have the smaller codes, come first.
            ranks += self._counts[i][states] * peg
            states = self._below(states, i, peg)
        if states.any():
            raise ValueError("a code is of another position class")
        return ranks

    def codes(self, ranks: Ints, pegs: int) -> Words:
        """The codes of ranks less than :meth:`size`."""
        ranks = ranks.copy()
        codes = np.zeros(len(ranks), np.uint64)
        states = np.full(len(ranks), pegs * self._classes + self.label)
        for i in reversed(range(len(self.labels))):
            before = self._counts[i][states]
            peg = (ranks >= before).astype(np.int64)
            ranks -= before * peg
            codes |= peg.astype(np.uint64) << np.uint64(i)
            states = self._below(states, i, peg)
        return codes

    def _below(self, states: Ints, hole: int, peg: Ints) -> Ints:
        """The states of what is left of positions below a hole, by whether it holds a peg."""
        return (states - self._classes * peg) ^ (self.labels[hole] * peg)


def gaps_of(ranks: Ints) -> Ints:
    """What lies between ascending numbers, the first counted from 0.

    Raises
    ------
    ValueError
        If they do not ascend.

    Examples
    --------
    >>> gaps_of(np.array([2, 3, 7])).tolist(), ranks_of(np.array([2, 0, 3])).tolist()
    ([2, 0, 3], [2, 3, 7])
    """
    gaps = np.diff(ranks, prepend=-1) - 1
    if (gaps < 0).any():
        raise ValueError("the codes do not ascend")
    return gaps


def ranks_of(gaps: Ints) -> Ints:
    """The numbers that have these gaps."""
    return np.cumsum(gaps + 1) - 1


def best_order(gaps: Ints) -> int:
    """The order that takes the fewest bits.

    Examples
    --------
    >>> best_order(np.array([0, 0, 1, 0])), best_order(np.array([9, 12, 14, 10]))
    (0, 4)
    """
    mean = int(gaps.mean()) if len(gaps) else 0
    # A code of order k spends at least k + 1 bits, which soon is more than any gap saves.
    return min(range(mean.bit_length() + 2), key=lambda order: int(_lengths(gaps, order).sum()))


def _lengths(gaps: Ints, order: int) -> Ints:
    return 2 * _bit_lengths(gaps + (1 << order)) - 1 - order


def _bit_lengths(values: Ints) -> Ints:
    # Exact, because the values are less than 2**53.
    return np.frexp(values.astype(np.float64))[1].astype(np.int64)


def encode(gaps: Ints, order: int) -> bytes:
    """Gaps as a stream of bits, the highest of a byte first, filled up with zeros.

    Examples
    --------
    >>> encode(np.array([0, 5, 2]), 1).hex()  # 10, 0111, 0100
    '9d00'
    """
    values = gaps + (1 << order)
    sizes = _bit_lengths(values)
    ends = np.cumsum(2 * sizes - 1 - order)
    bits = np.zeros(ends[-1] if len(ends) else 0, np.uint8)
    for i in range(int(sizes.max(initial=0))):
        longer = sizes > i
        bits[ends[longer] - 1 - i] = values[longer] >> i & 1
    return np.packbits(bits).tobytes()


def decode(data: bytes, count: int, order: int) -> Ints:
    """The gaps in a stream of bits.

    Raises
    ------
    ValueError
        If it does not hold ``count`` gaps and nothing else.

    Examples
    --------
    >>> decode(bytes.fromhex("9d00"), 3, 1).tolist()
    [0, 5, 2]
    """
    bits = np.unpackbits(np.frombuffer(data, np.uint8))
    begins, end = _begins(bits, count, order)
    if -(-end // 8) != len(data) or bits[end:].any():
        raise ValueError("the stream is longer than its gaps")
    ones = _next_ones(bits)[begins]
    sizes = ones - begins + order + 1
    if (sizes > LIMIT.bit_length()).any():
        raise ValueError("a gap is too large")
    values = np.zeros(count, np.int64)
    for i in range(int(sizes.max(initial=0))):
        longer = sizes > i
        values[longer] = values[longer] << 1 | bits[ones[longer] + i]
    return values - (1 << order)


def _begins(bits: npt.NDArray[np.uint8], count: int, order: int) -> tuple[Ints, int]:
    """Where each of some codes begins, and where the last one ends."""
    # Where a code would end is known for every bit at once; only the walk from code to code is
    # one after the other.
    ends = (2 * _next_ones(bits) - np.arange(len(bits)) + order + 1).tolist()
    begins: list[int] = []
    at = 0
    while len(begins) < count and at < len(ends):
        begins.append(at)
        at = ends[at]
    if len(begins) < count or at > len(ends):
        raise ValueError("the stream ends within a gap")
    return np.array(begins, np.int64), at


def _next_ones(bits: npt.NDArray[np.uint8]) -> Ints:
    """For every bit, where the next one is that is set: beyond the end if there is none."""
    places = np.where(bits, np.arange(len(bits)), len(bits))
    return np.minimum.accumulate(places[::-1])[::-1]


# -- levels ---------------------------------------------------------------------------------------


def write_levels(
    ranking: Ranking, levels: Mapping[int, Words]
) -> tuple[list[dict[str, int]], bytes]:
    """Levels of codes as streams one after the other, and for each what says how to read it.

    Raises
    ------
    ValueError
        If the codes of a level do not ascend, or have another class or number of pegs.

    Examples
    --------
    >>> ranking = Ranking([1, 2, 3, 1], 3)
    >>> entries, body = write_levels(ranking, {2: np.array([3, 10], np.uint64)})
    >>> entries, body.hex()
    ([{'pegs': 2, 'count': 2, 'order': 0, 'offset': 0, 'bytes': 1}], 'c0')
    >>> read_levels(ranking, entries, body)[2].tolist()
    [3, 10]
    """
    entries: list[dict[str, int]] = []
    streams: list[bytes] = []
    offset = 0
    for pegs, level in levels.items():
        gaps = gaps_of(ranking.ranks(level, pegs))
        order = best_order(gaps)
        stream = encode(gaps, order)
        place = {"offset": offset, "bytes": len(stream)}
        entries.append({"pegs": pegs, "count": len(level), "order": order, **place})
        streams.append(stream)
        offset += len(stream)
    return entries, b"".join(streams)


def read_levels(ranking: Ranking, entries: object, body: bytes) -> dict[int, Words]:
    """The levels that :func:`write_levels` wrote; what it cannot have written is refused.

    Raises
    ------
    ValueError
        If the entries make no sense, do not fit the body, or a stream cannot be read.
    """
    levels = {}
    for pegs, count, order, begin, length in _rows(entries, len(body)):
        try:
            gaps = decode(body[begin : begin + length], count, order)
            ranks = ranks_of(gaps)
            size = ranking.size(pegs) if pegs <= len(ranking.labels) else 0
            if (gaps < 0).any() or not 0 <= ranks[-1] < size <= LIMIT:
                raise ValueError("it holds a position that there is not")
        except ValueError as error:
            raise ValueError(f"its level with {pegs} pegs cannot be read: {error}") from error
        levels[pegs] = ranking.codes(ranks, pegs)
    return levels


def _rows(entries: object, size: int) -> list[list[int]]:
    """The entries as rows of integers, in order, of levels that fill the body."""
    keys = ("pegs", "count", "order", "offset", "bytes")
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        raise ValueError("its levels make no sense")
    rows = [[entry.get(key) for key in keys] for entry in entries]
    before, offset = 0, 0
    for row in rows:
        if any(type(value) is not int for value in row):
            raise ValueError("an entry of its levels is not five integers")
        pegs, count, order, begin, length = row
        if pegs <= before or begin != offset or length < 0 or not 0 <= order <= 52 or count < 1:
            raise ValueError(f"the entry of its level with {pegs} pegs makes no sense")
        before, offset = pegs, offset + length
    if offset != size:
        raise ValueError(f"its levels take {offset} bytes of {size}")
    return rows
