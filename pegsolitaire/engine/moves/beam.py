"""A beam by moves: the most promising positions after each move, on boards of any size."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain

import numpy as np
import numpy.typing as npt

from pegsolitaire.board import Board
from pegsolitaire.board.codes import code_of
from pegsolitaire.engine.bits import wide
from pegsolitaire.engine.bits.arrays import Words, find_in_sorted
from pegsolitaire.engine.bits.hashing import MULTIPLIER
from pegsolitaire.engine.bits.workers import Workers
from pegsolitaire.engine.moves.beam_kernels import BeamCost, Quarters, Scoring, widen
from pegsolitaire.errors import BoardTooLargeError
from pegsolitaire.work import Work

_PARTS = 8  # of a level, expanded side by side: as many whatever the machine
_ENDINGS = 1_000_000  # positions with the same few pegs, all from which a finish can be reached
_LEAST = 1 << 13  # results that a part keeps at least
_SWEEPS = 512  # sweeps of one peg and one length that are followed
_DEAREST = 1_000  # so that scores of any board are far below 2^30
_REGIONS, _PEGS = BeamCost(1, 0, 0), BeamCost(0, 1, 1)

#: Penalties of positions, the best first: tuned on the triangle of side 11, to one peg. The last
#: treats all pegs alike, as finishes of several pegs want it.
BEAM_COSTS = (
    BeamCost(region=20, on=18, off=2, ends=8, stuck=9),
    BeamCost(region=20, on=16, off=4, ends=8, stuck=8),
    BeamCost(region=20, on=10, off=4, ends=4, stuck=4),
    BeamCost(region=20, on=4, off=4),
)


@dataclass(frozen=True, eq=False)
class _Level:
    """Positions, and from which of the level before each came."""

    rows: Words
    parents: npt.NDArray[np.int64]


@dataclass(eq=False)
class _Search:
    """What a run asks for, and the hashes of what it has kept so far, sorted."""

    width: int
    cost: BeamCost
    random: np.random.Generator
    seen: Words = field(default_factory=lambda: np.zeros(0, np.uint64))


class MoveBeam:
    """The best positions after each move, on a board of any size.

    Packings are sets of disjoint Merson regions, of which the one with the most full regions
    counts; finishes are codes.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> from pegsolitaire.theory import merson_regions, packings
    >>> board = triangle(6)
    >>> regions = packings(board, merson_regions(board))
    >>> beam = MoveBeam(board, regions, [board.single("a2").code])
    >>> codes = beam.run(board.vacancy("a2").code, 1000, 20)
    >>> len(codes) - 1
    9
    """

    def __init__(
        self, board: Board, packings: Sequence[Sequence[int]], finishes: Sequence[int]
    ) -> None:
        self.board = board
        #: Whether the last run left out positions: if not, a wider one finds no other solution.
        self.dropped = False
        self._words = wide.words_of(board)
        self._jumps = np.array(sorted(board.links), np.int16).reshape(-1, 3)
        self._first = np.searchsorted(self._jumps[:, 0], np.arange(len(board) + 1))
        regions = sorted(set(chain.from_iterable(packings)))
        place = {mask: i for i, mask in enumerate(regions)}
        chosen = [code_of(place[mask] for mask in packing) for packing in packings]
        self._regions = self._rows(regions)
        self._packings = _words(chosen, max(1, -(-len(regions) // wide.WORD)))
        self._quarters = self._quarters_of(board)
        self._finishes = self._rows(finishes)
        self._goals = {row.tobytes() for row in self._finishes}
        self._pegs = finishes[0].bit_count()

    def run(
        self,
        start: int,
        width: int,
        most: int,
        cost: BeamCost = BEAM_COSTS[0],
        seed: int = 0,
        *,
        work: Work | None = None,
    ) -> list[int] | None:
        """Look for a solution of at most ``most`` moves: the codes after each, the start first.

        After each move ``width`` positions are kept; the seed is that of the choice among equals.

        Raises ValueError where a cost is below 0 or above 1,000.
        """
        work = Work.of(work)
        if not 0 <= min(cost) <= max(cost) <= _DEAREST:
            raise ValueError(f"costs are from 0 to {_DEAREST:,}: {cost}")
        search = _Search(width, cost, np.random.default_rng(seed))
        self.dropped = False
        levels = [_Level(self._rows([start]), np.zeros(1, np.int64))]
        with Workers() as workers:
            while len(levels) <= most and len(levels[-1].rows):
                work.check()
                levels.append(self._advance(levels[-1].rows, search, workers))
                work.progress.update(len(levels) - 1, f"{len(levels[-1].rows):,} positions")
                if (i := self._goal(levels[-1].rows)) is not None:
                    return self._line(levels, i)
        return None

    def exhaust(
        self,
        start: int,
        limit: int,
        most: int = 1 << 20,
        *,
        work: Work | None = None,
    ) -> list[int] | None:
        """As :meth:`run`, but where it finds no solution of at most ``limit`` moves there is none.

        The packings must bound the moves of positions that are no finish
        (:class:`pegsolitaire.theory.MoveBound`). Nothing is hashed without being compared.

        Raises BoardTooLargeError where there are more than ``most`` positions after a move, on one
        of several parts of a level, or more sweeps of one peg than are followed.

        Examples
        --------
        >>> from pegsolitaire.board import triangle
        >>> from pegsolitaire.theory import MoveBound
        >>> from pegsolitaire.game import Problem
        >>> problem = Problem.complement(triangle(6), "a2")
        >>> beam = MoveBeam(problem.board, MoveBound.of(problem).forward, problem.finishes)
        >>> beam.exhaust(problem.starts[0], 8), len(beam.exhaust(problem.starts[0], 9))
        (None, 10)
        """
        work = Work.of(work)
        levels = [_Level(self._rows([start]), np.zeros(1, np.int64))]
        with Workers() as workers:
            for made in range(limit + 1):
                work.check()
                if (i := self._goal(levels[-1].rows)) is not None:
                    return self._line(levels, i)
                if made == limit or not len(levels[-1].rows):
                    return None
                # After this move at least one more is needed for every region that is full; the
                # last leads to a finish, whose pegs are known.
                last = made == limit - 1
                cost, score = (_PEGS, self._pegs) if last else (_REGIONS, limit - made - 1)
                rows, parents, _, cut = self._widened(
                    levels[-1].rows, most, cost, score + 1, workers
                )
                if cut:
                    raise BoardTooLargeError(
                        f"more than {most:,} positions after {made + 1} moves, or {_SWEEPS} "
                        "sweeps of one peg"
                    )
                order = np.lexsort(rows.T)
                rows, parents = rows[order], parents[order]
                once = np.ones(len(rows), np.bool_)
                once[1:] = (rows[1:] != rows[:-1]).any(axis=1)
                levels.append(_Level(rows[once], parents[once].astype(np.int64)))
                work.progress.update(made + 1, f"{len(levels[-1].rows):,} positions")
        return None

    def _goal(self, rows: Words) -> int | None:
        """The first of some rows that is a finish."""
        pegs = np.bitwise_count(rows).sum(axis=1)
        for i in np.flatnonzero(pegs == self._pegs):
            if rows[i].tobytes() in self._goals:
                return int(i)
        return None

    def _advance(self, rows: Words, search: _Search, workers: Workers) -> _Level:
        size = max(_LEAST, search.width)
        kept, parents, scores, cut = self._widened(rows, size, search.cost, 1 << 30, workers)
        self.dropped |= cut
        return self._best(kept, parents, scores, search)

    def _widened(
        self, rows: Words, size: int, cost: BeamCost, limit: int, workers: Workers
    ) -> tuple[Words, npt.NDArray[np.int32], npt.NDArray[np.int32], bool]:
        """What moves make of rows, up to a size and below a score; and whether any are missing."""
        parts = _PARTS if len(rows) > _PARTS else 1
        stop = np.zeros(1, np.int64)
        cuts = [len(rows) * part // parts for part in range(parts + 1)]

        def part(number: int) -> tuple[Words, npt.NDArray[np.int32], npt.NDArray[np.int32], bool]:
            kept = np.empty((size, self._words), np.uint64)
            parents, scores = np.empty(size, np.int32), np.empty(size, np.int32)
            places = np.zeros(2 << size.bit_length(), np.int32)
            queue = np.empty((2 * _SWEEPS, self._words), np.uint64)
            at = np.empty(2 * _SWEEPS, np.int16)
            state = np.array([0, limit, 0], np.int64)
            scoring = self._scoring(cost)
            count = widen(
                rows, cuts[number], cuts[number + 1], self._jumps, self._first, scoring,
                queue, at, kept, parents, scores, places, stop, state,
            )  # fmt: skip
            return kept[:count], parents[:count], scores[:count], bool(state[2])

        try:
            results = workers.each(parts, part)
        except BaseException:
            stop[0] = 1
            workers.close(wait=True)
            raise
        kept, parents, scores, cut = zip(*results, strict=True)
        return np.concatenate(kept), np.concatenate(parents), np.concatenate(scores), any(cut)

    def _scoring(self, cost: BeamCost) -> Scoring:
        """What makes the score of a position, with room of its own."""
        full = np.zeros(self._packings.shape[1], np.uint64)
        return Scoring(cost, self._regions, self._packings, full, self._quarters)

    def _best(
        self,
        rows: Words,
        parents: npt.NDArray[np.int32],
        scores: npt.NDArray[np.int32],
        search: _Search,
    ) -> _Level:
        """The best rows, each once, that no move before led to."""
        keys = _hashes(rows)
        _, once = np.unique(keys, return_index=True)
        once = once[~find_in_sorted(search.seen, keys[once])[1]]
        once = once[self._may_end(rows[once], keys[once])]
        order = np.lexsort((search.random.random(len(once)), scores[once]))
        chosen = once[order[: search.width]]
        self.dropped |= len(chosen) < len(once)
        search.seen = np.sort(np.concatenate([search.seen, keys[chosen]]))
        return _Level(rows[chosen], parents[chosen].astype(np.int64))

    def _may_end(self, rows: Words, keys: Words) -> npt.NDArray[np.bool_]:
        """Which rows can still reach a finish, as far as that is known: those of few pegs."""
        pegs = np.bitwise_count(rows).sum(axis=1)
        may = np.ones(len(rows), np.bool_)
        for few, known in self._endings.items():
            where = np.flatnonzero(pegs == few)
            may[where] = find_in_sorted(known, keys[where])[1]
        may[pegs < self._pegs] = False
        return may

    @cached_property
    def _endings(self) -> dict[int, Words]:
        """By pegs, the hashes of all positions that reach a finish, while they are few."""
        found: dict[int, Words] = {}
        rows, pegs = self._finishes, self._pegs
        while 0 < len(rows) <= _ENDINGS:
            found[pegs] = np.sort(_hashes(rows))
            rows = self._before(rows)
            pegs += 1
        return found

    def _before(self, rows: Words) -> Words:
        """All positions one jump before some, each once."""
        found = [rows[:0]]
        for start, over, end in self._jumps.tolist():
            mask, pegs = self._rows([1 << start | 1 << over | 1 << end, 1 << end])
            legal = ((rows & mask) == pegs).all(axis=1)
            found.append(rows[legal] ^ mask)
        every = np.concatenate(found)
        return every[np.unique(_hashes(every), return_index=True)[1]]

    def _line(self, levels: list[_Level], i: int) -> list[int]:
        codes = []
        for level in reversed(levels):
            codes.append(wide.to_code(level.rows[i]))
            i = int(level.parents[i])
        return codes[::-1]

    def _quarters_of(self, board: Board) -> Quarters:
        """The quarters of the holes, and what jumps on each of them go over."""
        jumped = np.split(self._jumps[:, 1], self._first[1:-1])
        over = [code_of(holes.tolist()) for holes in jumped]
        holes, stuck = list(map(code_of, board.quarters)), []
        for quarter, on in zip(board.quarters, holes, strict=True):
            between = code_of(chain.from_iterable(jumped[i].tolist() for i in quarter))
            stuck.append(board.full_code & ~(on | between))
        ordered = [over[i] for quarter in board.quarters for i in quarter]
        first = np.cumsum([0, *map(len, board.quarters)])
        return Quarters(self._rows(holes), self._rows(stuck), self._rows(ordered), first)

    def _rows(self, codes: Sequence[int]) -> Words:
        """Codes as rows of words."""
        return _words(codes, self._words)


def _words(codes: Sequence[int], words: int) -> Words:
    """Codes as rows of so many words."""
    return np.ascontiguousarray(wide.to_columns(codes, words).T)


def _hashes(rows: Words) -> Words:
    """A hash of each row; two rows that differ share it once in a blue moon."""
    keys = np.zeros(len(rows), np.uint64)
    for column in rows.T:
        keys = (keys ^ column) * MULTIPLIER
        keys ^= keys >> np.uint64(29)
    return keys
