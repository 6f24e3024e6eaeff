"""Store sets of positions in packs, which are small files for web pages without a server.

Like :class:`~pegsolitaire.sets.winning.WinningSets`, a pack contains the sorted canonical codes of
its positions for every number of pegs. There are three kinds of packs. A ``"winning"`` pack
contains the winning sets of a problem. A ``"reach"`` pack contains every position of a small board
that can reach a finish, from any start. A ``"dead"`` pack contains every position with a given
number of pegs that belongs to the position class of a finish but cannot reach it.

Layout, version 1, little endian; docs/formats.md describes a reader::

    8 bytes        PEGSPACK
    uint32         length of the header
    header         JSON in UTF-8, padded with spaces so that the body begins at a multiple of 4
    body           for every level, the gaps between its ranks (Ranking)
    32 bytes       SHA-256 of everything before it

The winning sets of the central game, 839,536 positions, take 0.65 MB.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property, reduce
from hashlib import sha256
from operator import xor
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
import numpy.typing as npt

from pegsolitaire.board import Board, BoardLike, Hole, Symmetry, as_board
from pegsolitaire.errors import BoardTooLargeError, ProblemError
from pegsolitaire.files import written_aside
from pegsolitaire.game import Problem
from pegsolitaire.sets.building import play_set
from pegsolitaire.sets.npz_files import Envelope, Format
from pegsolitaire.sets.tablebases import Tablebase
from pegsolitaire.sets.winning import WinningSets
from pegsolitaire.theory.classes import hole_classes, invariants
from pegsolitaire.units import counted

if TYPE_CHECKING:
    from pegsolitaire.engine import Words


# --
# Compression of sorted sets of positions: ranks, gaps between ranks, and a code for the gaps.
#
# The positions of one position class with the same number of pegs are numbered in the order of
# their codes. Such a *rank* is far smaller than a code (on the English board 27 bits instead of 33
# for up to 16 pegs), because it does not repeat information that follows from the number of pegs
# and the class. A sorted set of ranks is stored as the gaps between neighbours. A gap ``g`` is
# stored as ``g + 2**order`` in binary, preceded by one zero for every bit beyond the first
# ``order + 1``. This is an exponential Golomb code: a Golomb-Rice code with a shorter unary part.
# Canonical codes come in clusters, so the gaps have a long tail. For the central game, a plain
# Rice code would take 50 % more space.
#
# Encoding uses NumPy: the central game is written in 0.15 s. Ranks stay below ``2**52``, so that a
# reader can compute with doubles.


Ints = npt.NDArray[np.int64]

#: Ranks and gaps are below this limit, and results below twice the limit, so doubles are exact.
LIMIT = 1 << 52


class Ranking:
    """Numbers the positions of one position class that have the same number of pegs.

    Parameters
    ----------
    labels : sequence of int
        The class of a single peg in each hole. The class of a position is the exclusive or of the
        classes of its pegs.
    label : int
        The class whose positions are numbered.

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
        # counts[i, p * classes + c]: number of positions of the first i holes with p pegs, class c
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
        """Return the number of positions with a given number of pegs. Their ranks begin at 0."""
        return int(self._counts[-1, pegs * self._classes + self.label])

    def ranks(self, codes: Words, pegs: int) -> Ints:
        """Return the rank of each code. All codes must have the given number of pegs.

        Raises
        ------
        ValueError
            If a code has another number of pegs, or belongs to another class or to a larger board.
        """
        if not (np.bitwise_count(codes) == pegs).all() or (codes >> len(self.labels)).any():
            raise ValueError(
                f"a code does not have {counted(pegs, 'peg')}, or belongs to another board"
            )
        ranks = np.zeros(len(codes), np.int64)
        states = np.full(len(codes), pegs * self._classes + self.label)
        for i in reversed(range(len(self.labels))):
            peg = (codes >> np.uint64(i) & np.uint64(1)).astype(np.int64)
            # Positions without a peg in this hole have smaller codes, so they come first.
            ranks += self._counts[i][states] * peg
            states = self._below(states, i, peg)
        if states.any():
            raise ValueError("a code belongs to another position class")
        return ranks

    def codes(self, ranks: Ints, pegs: int) -> Words:
        """Return the codes with the given ranks, each of which must be less than :meth:`size`."""
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
        """Remove the last hole from states. Flags tell which states have a peg in this hole.

        A state encodes a number of pegs and a class as ``pegs * classes + class``.
        """
        return (states - self._classes * peg) ^ (self.labels[hole] * peg)


def _gaps_of(ranks: Ints) -> Ints:
    """Return the gaps between ascending numbers, beginning with the first number itself.

    Raises
    ------
    ValueError
        If the numbers do not ascend.

    Examples
    --------
    >>> _gaps_of(np.array([2, 3, 7])).tolist()
    [2, 0, 3]
    """
    gaps = np.diff(ranks, prepend=-1) - 1
    if (gaps < 0).any():
        raise ValueError("the codes are not in ascending order")
    return gaps


def best_order(gaps: Ints) -> int:
    """Return the order of the exponential Golomb code that needs the fewest bits for the gaps.

    Examples
    --------
    >>> best_order(np.array([0, 0, 1, 0])), best_order(np.array([9, 12, 14, 10]))
    (0, 4)
    """
    mean = int(gaps.mean()) if len(gaps) else 0
    # A code of order k takes at least k + 1 bits for a gap, so high orders never pay off.
    return min(range(mean.bit_length() + 2), key=lambda order: int(_lengths(gaps, order).sum()))


def _lengths(gaps: Ints, order: int) -> Ints:
    return 2 * _bit_lengths(gaps + (1 << order)) - 1 - order


def _bit_lengths(values: Ints) -> Ints:
    # This is exact, because the values are less than 2**53.
    return np.frexp(values.astype(np.float64))[1].astype(np.int64)


def encode(gaps: Ints, order: int) -> bytes:
    """Encode gaps as a stream of bits, highest bit of each byte first, and pad it with zeros.

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


def _write_levels(
    ranking: Ranking, levels: Mapping[int, Words]
) -> tuple[list[dict[str, int]], bytes]:
    """Encode levels as consecutive streams, and return the header entries and the streams.

    Raises
    ------
    ValueError
        If the codes of a level do not ascend, or have the wrong class or number of pegs.

    Examples
    --------
    >>> ranking = Ranking([1, 2, 3, 1], 3)
    >>> entries, body = _write_levels(ranking, {2: np.array([3, 10], np.uint64)})
    >>> entries, body.hex()
    ([{'pegs': 2, 'count': 2, 'order': 0, 'offset': 0, 'bytes': 1}], 'c0')
    """
    entries: list[dict[str, int]] = []
    streams: list[bytes] = []
    offset = 0
    for pegs, level in levels.items():
        gaps = _gaps_of(ranking.ranks(level, pegs))
        order = best_order(gaps)
        stream = encode(gaps, order)
        place = {"offset": offset, "bytes": len(stream)}
        entries.append({"pegs": pegs, "count": len(level), "order": order, **place})
        streams.append(stream)
        offset += len(stream)
    return entries, b"".join(streams)


Kind = Literal["winning", "reach", "dead"]

FORMAT = Format(
    "pack", 1, "pegs play --export FOLDER", "write it again with `pegs play --export FOLDER`"
)
_MAGIC = b"PEGSPACK"

# With more parities than this, which only boards with few jumps have, the table of ranks would
# take more space than it saves.
_MAX_PARITIES = 8
_CHUNK = 1 << 20  # positions of a tablebase that are processed at a time


class Pack:
    """A set of positions of one board that can be saved in a small file.

    Parameters
    ----------
    kind : {"winning", "reach", "dead"}
        Whether the positions are winning in a problem, can reach a finish, or cannot reach a
        finish.
    board : Board
        The board.
    starts, finishes : iterable of int
        The codes of the starts and finishes; only a ``"winning"`` pack has starts.
    levels : dict of int to (n,) array of uint64
        The sorted canonical codes by number of pegs.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> Pack.of(WinningSets.build(Problem.complement(triangle(5), "a4")))
    <Pack of triangle5: a4 to a4, 82 winning positions stored>
    """

    def __init__(
        self,
        kind: Kind,
        board: Board,
        starts: Iterable[int],
        finishes: Iterable[int],
        levels: Mapping[int, Words],
    ) -> None:
        self.kind = kind
        self.board = board
        self.starts = tuple(starts)
        self.finishes = tuple(finishes)
        self.levels = {pegs: level for pegs, level in sorted(levels.items()) if len(level)}

    @classmethod
    def of(cls, wins: WinningSets) -> Pack:
        """Create a pack with the winning sets of a problem."""
        problem = wins.problem
        return cls("winning", problem.board, problem.starts, problem.finishes, wins.levels)

    @classmethod
    def reach(cls, board: BoardLike, finish: Hole | str) -> Pack:
        """Create a pack with all positions from which a game can end with one peg in a given hole.

        Parameters
        ----------
        board : Board, or what makes one
            A small board, because the pack may contain every position in the class of the finish.
        finish : hole
            The hole of the last peg.

        Raises
        ------
        BoardTooLargeError
            If the board has more than 64 holes, or a level does not fit in memory.

        Examples
        --------
        >>> from pegsolitaire.board import triangle
        >>> len(Pack.reach(triangle(5), "a1"))
        1544
        """
        board = as_board(board)
        from pegsolitaire.engine import LevelEngine

        code = 1 << board.bit(finish)
        problem = Problem.of_codes(board, (code,), (code,))
        with LevelEngine.of(problem) as engine:
            run = play_set(engine, problem, "B", len(board))
            levels = {pegs: engine.codes(level) for pegs, level in run}
        return cls("reach", board, (), problem.finishes, levels)

    @classmethod
    def dead(cls, table: Tablebase, pegs: int) -> Pack:
        """Create a pack of all dead positions with the given number of pegs, from a table.

        If most positions of a level can still be won, a list of dead positions is smaller than a
        list of winning positions. A search that starts with more pegs can stop at this level,
        because the pack shows which positions are dead.

        Raises
        ------
        BoardTooLargeError
            If the board has more than 64 holes.

        Examples
        --------
        >>> from pegsolitaire.board import triangle
        >>> table = Tablebase.build(triangle(5), ["a1"])
        >>> len(Pack.dead(table, 12))
        18
        """
        level = dead_codes(table, pegs)
        return cls("dead", table.board, (), table.finishes, {pegs: level})

    def to_bytes(self) -> bytes:
        """Return the content of the file as bytes.

        Raises
        ------
        BoardTooLargeError
            If the board has more than 64 holes, or so many positions with one number of pegs that
            doubles cannot number them.
        ProblemError
            If the codes of a level are not sorted, or do not belong to the class of the finish.
        """
        ranking = self._ranking()
        try:
            entries, body = _write_levels(ranking, self.levels)
        except ValueError as error:
            raise ProblemError(f"these are not levels of {self.problem}: {error}") from error
        document = self._document(ranking) | {"levels": entries}
        text = json.dumps(document, separators=(",", ":")).encode()
        text += b" " * (-len(text) % 4)  # the magic and the length before the text take 12 bytes
        data = _MAGIC + struct.pack("<I", len(text)) + text + body
        return data + sha256(data).digest()

    def _ranking(self) -> Ranking:
        self.board.check_holes("packs")
        ranking = Ranking(*self._classes())
        for pegs in self.levels:
            if ranking.size(pegs) > LIMIT:
                raise BoardTooLargeError(
                    f"{self.board.name} has more than 2^52 positions with {pegs} pegs: they "
                    "cannot be numbered in doubles"
                )
        return ranking

    def save(self, path: str | Path) -> Path:
        """Write the pack to a file atomically and return its path.

        Raises
        ------
        StoreError
            If the file cannot be written.
        """
        data, path = self.to_bytes(), Path(path)
        with written_aside(path) as aside:
            aside.write_bytes(data)
        return path

    def _document(self, ranking: Ranking) -> dict[str, Any]:
        details = {
            "kind": self.kind,
            "halved": self.halved,
            "group": [list(symmetry.image) for symmetry in self.group],
            "classes": list(ranking.labels),
            "class": ranking.label,
        }
        envelope = Envelope(FORMAT, self.board, self.finishes, self.starts, details)
        # Codes are strings, because JavaScript reads numbers as doubles.
        codes = {
            "starts": list(map(str, self.starts)),
            "finishes": list(map(str, self.finishes)),
        }
        return envelope.document() | codes

    def _classes(self) -> tuple[Sequence[int], int]:
        """Return the class of a single peg in each hole, followed by the class of all positions.

        If the positions belong to several classes, all holes are treated as class 0. Ranks are
        then larger but still correct.
        """
        labels = hole_classes(self.board)
        finishes = {_class_of(labels, code) for code in self.finishes}
        common = finishes & {_class_of(labels, code) for code in self.starts or self.finishes}
        if len(common) > 1 or len(invariants(self.board)) > _MAX_PARITIES:
            return (0,) * len(labels), 0
        return labels, min(common or finishes)

    @cached_property
    def problem(self) -> Problem:
        """The problem, in which the finishes are also the starts if the pack has no starts."""
        return Problem.of_codes(self.board, self.starts or self.finishes, self.finishes)

    @property
    def halved(self) -> bool:
        """Whether positions that fill more than half the holes are stored as complements."""
        return self.kind == "winning" and self.problem.is_self_complementary

    @property
    def group(self) -> tuple[Symmetry, ...]:
        """The symmetries by which the codes are reduced."""
        return self.problem.group

    def __len__(self) -> int:
        """Return the number of stored positions."""
        return sum(map(len, self.levels.values()))

    def __repr__(self) -> str:
        if self.kind != "winning":
            what = f"{self.board.name}: any to {self.problem.finish}"
            dead = "dead " if self.kind == "dead" else ""
            return f"<Pack of {what}, {len(self):,} {dead}positions stored>"
        return f"<Pack of {self.problem}, {len(self):,} winning positions stored>"


def dead_codes(table: Tablebase, pegs: int) -> Words:
    """Return the codes of all unsolvable positions of a class with the given number of pegs.

    The codes are sorted and are canonical under the symmetries that map the finishes to
    themselves.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> dead_codes(Tablebase.build(triangle(5), ["a1"]), 13).tolist()
    [22527, 24319, 32383, 32509, 32761]
    """
    from pegsolitaire.engine import Probe

    labels = hole_classes(table.board)
    ranking = Ranking(labels, _class_of(labels, table.finishes[0]))
    probe = Probe(table.group)
    parts = []
    for first in range(0, size := ranking.size(pegs), _CHUNK):
        codes = ranking.codes(np.arange(first, min(first + _CHUNK, size)), pegs)
        codes = codes[~table.solvable.contains_codes(codes)]
        parts.append(codes[probe.least(codes) == codes])
    return np.concatenate(parts) if parts else np.zeros(0, np.uint64)


def _class_of(labels: Sequence[int], code: int) -> int:
    return reduce(xor, (label for i, label in enumerate(labels) if code >> i & 1), 0)
