"""Level sets: the positions with the same number of pegs, computed level by level.

A step makes every jump from every position of a level, brings the results to canonical form, sorts
them by hash into partitions, and inserts each partition into a hash table that fits into the cache
of a core (see :mod:`pegsolitaire.engine.step`). Memory is needed only for the two levels and the
buffers, however many candidates there are. A level that is larger than the memory is computed in
several passes and stored in a file (see :mod:`pegsolitaire.engine.level_set`).

If only the intersection of a level with another set is needed, the level is never built. Instead,
the candidates are looked up in tables of that set (:meth:`LevelEngine.select`).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence, Sized
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Protocol, TypeVar

import numpy as np

from pegsolitaire.board import hole_orbits
from pegsolitaire.engine.canonical import legal_jumps, orbit_size, total_orbits
from pegsolitaire.engine.compiled import compiled, inlined
from pegsolitaire.engine.expansion import AfterSteps, Steps, jumps_above, jumps_of
from pegsolitaire.engine.level_set import LevelSet, Unfinished
from pegsolitaire.engine.machine import Threaded, Workers
from pegsolitaire.engine.row_codes import least_codes, to_words
from pegsolitaire.engine.step import LevelStep
from pegsolitaire.engine.words import ONE, Canon, Layout, Rows, Words, make_layout
from pegsolitaire.game import Problem
from pegsolitaire.theory import ResourceCount, check_level_sets
from pegsolitaire.units import counted
from pegsolitaire.work import Work

# --
# The loop from level to level.


class _Level(Sized, Protocol):
    """A level, whose files can be removed."""

    def discard(self) -> None: ...


Level = TypeVar("Level", bound=_Level)


class _Engine(Protocol[Level]):
    """What plays from one level to the next."""

    jumps: Any

    def level(self, codes: Sequence[int], /) -> Level: ...

    def step(
        self,
        source: Level,
        steps: Any,
        expected: int = 0,
        *,
        away: bool = False,
        unfinished: Unfinished | None = None,
    ) -> Level: ...


class _Checkpoint(Protocol):
    """What stores finished levels."""

    def load(self, direction: str, number: int, /) -> Any: ...

    def begin(self, direction: str, number: int, /) -> Unfinished | None: ...

    def keep(self, direction: str, number: int, level: Any, /) -> None: ...


def play_levels(
    engine: _Engine[Level],
    codes: Sequence[int],
    last: int | None = None,
    *,
    jumps: Any = None,
    keep: Callable[[int, Level], Level] | None = None,
    away: bool = False,
    checkpoint: _Checkpoint | None = None,
    stage: str | None = None,
    work: Work | None = None,
) -> Iterator[tuple[int, Level]]:
    """Yield the level of given codes and all levels after it, each with its number of pegs.

    Parameters
    ----------
    engine : LevelEngine, WideLevels or PathCounter
        The engine that makes the levels.
    codes : sequence of int
        The positions of the first level, all with the same number of pegs.
    last : int, optional
        The number of pegs of the last level; by default 1. Levels may be empty.
    jumps : optional
        The jumps of the engine that lead from level to level; by default ``engine.jumps``. To play
        backward, pass ``engine.unjumps`` and a larger number of pegs as ``last``.
    keep : callable, optional
        Called as ``keep(pegs, level)`` with every level. Returns the positions to keep.
    away : bool, optional
        Whether you need the levels later: then a large level is stored in a file if there is a
        scratch folder. By default, the files of a level are removed after the next step.
    checkpoint : Checkpoint, optional
        Loads the levels that an earlier run finished and saves those that this run finishes.
    stage : str, optional
        What the progress display shows.

    Raises
    ------
    BoardTooLargeError
        If a level does not fit in memory or on the disk.
    BudgetSpentError
        If a limit of the work is reached.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> problem = Problem.complement(triangle(4), "a2")
    >>> with LevelEngine.of(problem) as engine:
    ...     sizes = {pegs: len(level) for pegs, level in play_levels(engine, problem.starts)}
    >>> sizes
    {9: 1, 8: 2, 7: 4, 6: 9, 5: 14, 4: 16, 3: 11, 2: 4, 1: 1}
    """
    work = Work.of(work)
    begin = codes[0].bit_count()
    last = min(begin, 1) if last is None else last
    change, direction, way = (1, "B", "backward") if last > begin else (-1, "F", "forward")
    work.progress.stage(stage or f"playing {way}", abs(last - begin))
    jumps = engine.jumps if jumps is None else jumps
    level = engine.level(codes)
    level = level if keep is None else keep(begin, level)
    before = made = len(level)
    yield begin, level
    for pegs in range(begin + change, last + change, change):
        # The growth rate falls from level to level, so the last one gives a good upper estimate.
        expected = len(level) * made // max(before, 1)
        after = None if checkpoint is None else checkpoint.load(direction, pegs)
        if after is None:
            passes = None if checkpoint is None else checkpoint.begin(direction, pegs)
            after = engine.step(level, jumps, expected, away=away, unfinished=passes)
            if checkpoint is not None:
                checkpoint.keep(direction, pegs, after)
        before, made = len(level), len(after)
        if not away:
            level.discard()
        level = after if keep is None else keep(pegs, after)
        if level is not after and not away:
            after.discard()
        del after
        work.update(
            abs(pegs - begin), f"{counted(len(level), 'position')} with {counted(pegs, 'peg')}"
        )
        yield pegs, level


def last_level(play: Iterable[tuple[int, Level]]) -> Level:
    """Play to the end, and return the last level."""
    return deque(play, maxlen=1)[0][1]


# -- level sets -----------------------------------------------------------------------------------


class LevelEngine(Threaded):
    """Computes level sets of one board, reduced by one group of symmetries.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> engine = LevelEngine.of(Problem.complement(triangle(5), "a1"))
    >>> *_, (pegs, level) = play_levels(engine, [triangle(5).vacancy("a1").code], 9)
    >>> len(level), engine.raw_size(level)
    (149, 293)
    """

    def __init__(self, layout: Layout, *, work: Work | None = None) -> None:
        work = Work.of(work)
        self.layout = layout
        self._workers = Workers(work.threads)
        self._step = LevelStep(self._workers, len(layout.board), work=work)
        self.jumps, self.unjumps = jumps_of(layout), jumps_of(layout, backward=True)
        self.stay = Steps.stay(layout.canon)
        self._pruned_by: tuple[Problem | None, Sequence[ResourceCount]] = None, ()

    @classmethod
    def of(
        cls,
        problem: Problem,
        counts: Sequence[ResourceCount] = (),
        *,
        work: Work | None = None,
    ) -> LevelEngine:
        """Make the engine for a problem, with positions reduced by the symmetries of the problem.

        The jumps of the engine skip a position if the slack and the parities of the resource
        counts show that it cannot be part of a solution of the problem.
        """
        check_level_sets(problem)
        engine = cls(make_layout(problem.board, problem.group), work=work)
        engine._pruned_by = problem, counts
        engine.jumps = jumps_of(engine.layout, problem, counts)
        engine.unjumps = jumps_of(engine.layout, problem, counts, backward=True)
        return engine

    # -- steps ------------------------------------------------------------------------------------

    def step(
        self,
        source: LevelSet,
        steps: Steps,
        expected: int = 0,
        *,
        away: bool = False,
        unfinished: Unfinished | None = None,
    ) -> LevelSet:
        """Return the level of all results of the steps.

        ``expected`` is an estimate of the size of this level. A wrong estimate only costs time.
        Use ``away`` for a level that is only needed later: a large level is then stored in a file
        if there is a scratch folder. While a level that takes several passes is computed, its
        files are in ``unfinished``. After an interruption, the computation continues from there.

        Raises BoardTooLargeError if the level does not fit in memory and there is no scratch
        folder, or if it does not fit on disk.
        """
        expected = max(expected, 2 * len(source), 64)
        sources = [AfterSteps(source, self.layout.canon, steps)]
        return self._step.make(sources, expected, away=away, unfinished=unfinished)

    def select(
        self, source: LevelSet, steps: Steps, target: LevelSet, flip: bool = False
    ) -> LevelSet:
        """Return those positions of the target that are results of steps from the source.

        With ``flip``, the results are replaced by their complements.
        """
        steps = steps.flipped(self.layout.full) if flip else steps
        return self._step.among([AfterSteps(source, self.layout.canon, steps)], target)

    def union(self, levels: Iterable[LevelSet]) -> LevelSet:
        """Return the positions that are in at least one of the levels."""
        sources = [AfterSteps(level, self.layout.canon, self.stay) for level in levels]
        return self._step.make(sources, max(sum(len(source.level) for source in sources), 64))

    def one_of_each_pair(self, level: LevelSet) -> Steps:
        """Return jumps from the middle level of a board with an odd number of holes.

        A jump from ``x`` to ``y`` and the jump from the complement of ``y`` to that of ``x`` are a
        pair. Give each hole a weight, and each position the sum of the weights of its pegs. The
        four sums of a pair add up to twice the weight of the full board. So the two sums of one of
        its jumps add up to at least the weight of the full board, and that jump is made. The
        weights are chosen with a sample of the level so that few other jumps are.

        Without resource counts, all jumps are returned: levels that need no counts are small.
        """
        problem, counts = self._pruned_by
        if not counts:
            return self.jumps
        starts = np.linspace(0, max(len(level) - _RUN, 0), _RUNS).astype(np.int64).tolist()
        runs = [level.words_between(i, min(i + _RUN, len(level))) for i in starts]
        codes = least_codes(self.layout, np.concatenate(runs), self._workers, 0)
        weights = _weights_of_pairs(self.layout, codes)
        return jumps_of(self.layout, problem, counts, pair_weights=weights)

    def jumps_above(self, count: ResourceCount, value: int) -> Steps:
        """Return the jumps to positions with more than a value of a resource count.

        The symmetries of the engine must leave the count unchanged. Since no jump increases it,
        play with these jumps reaches all positions with more than this value.
        """
        return jumps_above(self.layout, count, value)

    def level(self, codes: Sequence[int] | Words) -> LevelSet:
        """Make the level set of row-by-row codes."""
        words = to_words(self.layout, codes)
        return self.step(LevelSet.of(words), self.stay)

    def first(self, level: LevelSet) -> LevelSet:
        """Return a level that contains only the smallest word of the given level."""
        if not len(level):
            return level
        i = int(level.words.argmin())
        offsets = (level.offsets > i).astype(np.int64)
        return replace(level, stored=level.stored[i : i + 1], offsets=offsets, files=())

    def sample(self, level: LevelSet, size: int, seed: int) -> LevelSet:
        """Return a random sample of about the given size. The seed makes it reproducible.

        The order of a level depends on the timing of the threads, so the positions are chosen by a
        hash of their words (splitmix64), not by their indices.
        """
        mixed = level.words + np.random.default_rng(seed).integers(1 << 63, dtype=np.uint64)
        for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
            mixed = (mixed ^ (mixed >> np.uint64(shift))) * np.uint64(factor)
        mixed ^= mixed >> np.uint64(31)
        limit = (size << 64) // max(len(level), 1)
        return level.subset(mixed < np.uint64(min(limit, (1 << 64) - 1)))

    # -- the positions of a level -----------------------------------------------------------------

    def raw_size(self, level: LevelSet) -> int:
        """Count the positions of a level without symmetry reduction."""
        totals: list[int] = []

        def add(first: int, last: int) -> None:
            words = level.words_between(first, last)
            total = total_orbits(words, 0, len(words), self.layout.canon)
            totals.append(int(total))

        self._workers.share(len(level), len(level), add)
        return sum(totals)

    def codes(self, level: LevelSet, flip: bool = False) -> Words:
        """Return the sorted canonical row-by-row codes of a level or of its complements."""
        codes = self.row_codes(level, flip)
        codes.sort()
        return codes

    def row_codes(self, level: LevelSet, flip: bool = False) -> Words:
        """Return the canonical row-by-row codes of a level or of its complements, unsorted."""
        full = self.layout.full if flip else 0
        return least_codes(self.layout, level.words, self._workers, full)


_RUNS, _RUN = 64, 128  # a sample of a level: the number of runs of words, and their length
_LARGEST_WEIGHT = 31  # larger weights would only make the tables larger


def _weights_of_pairs(layout: Layout, codes: Words) -> list[int]:
    """Return weights of the holes with which few jumps from positions of a sample are made.

    Fisher's linear discriminant separates these jumps from the other jumps of their pairs. The
    features of a position are its numbers of pegs in the orbits of the holes.
    """
    holes = np.arange(len(layout.board), dtype=np.uint64)
    orbits = hole_orbits(symmetry.image for symmetry in layout.group)
    member = np.zeros((len(holes), len(orbits)))
    for number, orbit in enumerate(orbits):
        member[list(orbit), number] = 1.0
    before = (codes[:, np.newaxis] >> holes & ONE).astype(float) @ member
    full = member.sum(axis=0)
    both = [np.zeros((2, len(full)))]  # so that there is a covariance even without jumps
    for jump in layout.board.jumps:
        legal = codes & np.uint64(jump.mask) == np.uint64(jump.pegs)
        change = member[jump.end] - member[jump.start] - member[jump.over]
        both.append(2 * before[legal] + change - full)
    sums = np.concatenate(both)
    found = -np.linalg.pinv(np.atleast_2d(np.cov(sums.T))) @ sums.mean(axis=0)
    scale = _LARGEST_WEIGHT / max(np.abs(found).max(), 1e-9)
    weights: list[int] = np.rint(member @ (found * scale)).astype(int).tolist()
    return weights


# --
# The compiled loops over levels whose rows are numbers of paths.
#
# A number of paths is a big integer: a row of *limbs* of 64 bits, the least significant first. All
# rows of a level have the same number of limbs (:func:`limbs_of`); most levels need only one.


_HALF = np.uint64(32)
_LOW = np.uint64(0xFFFFFFFF)


@inlined
def _half(count: Words, i: int) -> np.uint64:
    """Return the i-th digit of 32 bits (half a limb) of a count."""
    half: np.uint64 = (count[i >> 1] >> (_HALF * np.uint64(i & 1))) & _LOW
    return half


@compiled
def _add_products(
    words: Words,
    counts: Words,
    others: Words,
    first: int,
    last: int,
    canon: Canon,
    sums: Words,
) -> None:
    """Multiply two counts for each word, and add up the products for each orbit size.

    ``sums[size, i]`` has the weight ``2**(32 * i)``. Each product of 32-bit digits is split into
    two halves, so that sums of up to four billion products cannot overflow.
    """
    for k in range(first, last):
        nothing = True
        for limb in range(others.shape[1]):
            nothing &= others[k, limb] == 0
        if nothing:
            continue
        row = sums[orbit_size(words[k], canon)]
        for i in range(2 * counts.shape[1]):
            for j in range(2 * others.shape[1]):
                product = _half(counts[k], i) * _half(others[k], j)
                row[i + j] += product & _LOW
                row[i + j + 1] += product >> _HALF


@compiled
def _add_stuck(
    words: Words,
    counts: Words,
    tests: Words,
    shown: Words,
    first: int,
    last: int,
    sums: Words,
) -> None:
    """Add up the counts of all words that have no legal jump, as sums of 32-bit digits."""
    for k in range(first, last):
        free = False
        for group in range(tests.shape[0]):
            free |= legal_jumps(words[k], tests, shown, group) != 0
        if not free:
            for i in range(2 * counts.shape[1]):
                sums[i] += _half(counts[k], i)


# --
# Level sets with the number of paths to each position.
#
# A canonical position represents its orbit ``o`` under the group. The number ``T(o)`` that is
# stored with it counts the paths to all positions of the orbit together. Each legal jump from this
# one position adds ``T(o)`` to the orbit that it leads to. This is correct because jumps and
# symmetries commute, and no division is necessary.
#
# Two such levels meet in the middle: one is played forward from the start, the other forward from
# the complement of the finish. A solution is a path to a position ``x``, a jump to ``y``, and a
# path to the complement of ``y`` from the other side. Therefore the number of solutions is the sum
# over the orbits of ``T(o) T'(complement of o) / |o|``. The level of ``y`` is never built.
# Instead, the complements of the candidates are looked up among the positions of the other side.
#
# Counts are exact. An upper bound on the sums is known before each step, and determines the number
# of 64-bit limbs.


@dataclass(frozen=True, eq=False)
class Paths:
    """A level with the number of paths to each position.

    The row of each word is the number of paths to its orbit, stored in 64-bit limbs, the least
    significant first. The attribute ``total`` is the sum of these numbers.
    """

    level: LevelSet
    total: int

    @classmethod
    def of(cls, level: LevelSet) -> Paths:
        """Wrap a level whose rows are numbers of paths."""
        return cls(level, _total(level))

    @property
    def counts(self) -> Rows:
        """The numbers of paths to the orbits of the positions, ``(n, limbs)``."""
        assert self.level.rows is not None
        return self.level.rows

    def __len__(self) -> int:
        return len(self.level)

    def discard(self) -> None:
        """Remove the files of the level, if any, when the level is no longer needed."""
        self.level.discard()


class PathCounter(Threaded):
    """Counts paths level by level, with positions reduced by the group of a problem.

    The ``jumps`` lead from the starts toward the finishes, and the jumps of the ``opposite``
    problem from the complements of the finishes toward the complements of the starts. Both skip
    positions that resource counts exclude from every solution. Each step raises
    BoardTooLargeError if its level does not fit in memory.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> counter = PathCounter(Problem.complement(triangle(5), "a1"))
    >>> *_, (pegs, paths) = play_levels(counter, [triangle(5).vacancy("a1").code], 8)
    >>> len(paths), paths.total, counter.meet(paths, paths, 1)
    (268, 5072, 6816)
    """

    def __init__(
        self,
        problem: Problem,
        counts: Sequence[ResourceCount] = (),
        *,
        work: Work | None = None,
    ) -> None:
        work = Work.of(work)
        self._layout = layout = make_layout(problem.board, problem.group)
        self._all_jumps = jumps_of(layout)
        self._stay = Steps.stay(layout.canon)
        self.jumps = self.opposite = self._all_jumps
        if counts:  # only then is the opposite a problem: a full board has an empty one
            self.jumps = jumps_of(layout, problem, counts)
            self.opposite = jumps_of(layout, _opposite_of(problem), counts)
        self._workers = Workers(work.threads)
        self._step = LevelStep(self._workers, len(problem.board), np.uint64, work=work)

    def level(self, codes: Iterable[int]) -> Paths:
        """Make a level from codes, with one path to each position."""
        words = to_words(self._layout, list(codes))
        level = LevelSet.of(words, np.ones((len(words), 1), np.uint64))
        return self.step(Paths(level, len(words)), self._stay)

    def step(self, source: Paths, steps: Steps, expected: int = 0, **files: Any) -> Paths:
        """Return the level of all results of the steps, with their numbers of paths.

        The options are those of :meth:`LevelEngine.step`.
        """
        after = AfterSteps(source.level, self._layout.canon, steps)
        expected = max(expected, 3 * len(source), 64)
        limbs = self._limbs(source, steps)
        return Paths.of(self._step.make([after], expected, limbs, **files))

    def along(self, paths: Paths, codes: Words) -> Paths:
        """Return the level of given codes with its numbers of paths, from the level before."""
        words = LevelSet.of(to_words(self._layout, codes))
        same = AfterSteps(words, self._layout.canon, self._stay)
        level = self._step.make([same], max(len(codes), 64))
        source = AfterSteps(paths.level, self._layout.canon, self._all_jumps)
        limbs = self._limbs(paths, self._all_jumps)
        self._step.work.spend(len(level))
        rows = self._step.onto([source], level, limbs, paths.level.held)
        return Paths.of(replace(level, rows=rows))

    def by_code(self, paths: Paths) -> tuple[Words, Rows]:
        """Return the sorted canonical codes in a level with the number of paths to each orbit."""
        codes = least_codes(self._layout, paths.level.words, self._workers)
        order = np.argsort(codes)
        return codes[order], paths.counts[order]

    def meet(self, forward: Paths, backward: Paths, jumps: int) -> int:
        """Count the paths from one side's starts to the complements of the other side's starts.

        ``jumps`` is the number of jumps between the two levels, 0 or 1.
        """
        steps, target = self.jumps if jumps else self._stay, backward.level
        opposite = steps.flipped(self._layout.full)
        source = AfterSteps(forward.level, self._layout.canon, opposite)
        limbs = self._limbs(forward, steps)
        sums = self._step.onto([source], target, limbs, forward.level.held)
        return dot(self._layout, self._workers, target, sums)

    def stuck(self, paths: Paths) -> int:
        """Count the paths to those positions of a level that have no legal jump."""
        steps = self._all_jumps

        def add(first: int, last: int) -> int:
            sums = np.zeros(2 * paths.counts.shape[1], np.uint64)
            words, counts = paths.level.words_between(first, last), paths.counts[first:last]
            _add_stuck(words, counts, steps.tests, steps.shown, 0, len(words), sums)
            return _number(sums)

        return sum(self._workers.share(len(paths), len(paths), add))

    def split(self, paths: Paths, codes: Iterable[int]) -> tuple[Paths, Paths]:
        """Divide a level into the positions with given codes, which form orbits, and the rest."""
        among = np.isin(paths.level.words, self.level(codes).level.words)
        return Paths.of(paths.level.subset(among)), Paths.of(paths.level.subset(~among))

    def _limbs(self, source: Paths, steps: Steps) -> int:
        """Return how many 64-bit limbs are enough for any number of paths after the steps."""
        return limbs_of(source.total * steps.masks.shape[1])


def limbs_of(number: int) -> int:
    """Return how many 64-bit limbs are needed for all numbers up to the given one."""
    return number.bit_length() // 64 + 1


def _opposite_of(problem: Problem) -> Problem:
    """Return the problem from the complements of the finishes to the complements of the starts."""
    full = problem.board.full_code
    starts = tuple(full ^ code for code in problem.finishes)
    finishes = tuple(full ^ code for code in problem.starts)
    return Problem.of_codes(problem.board, starts, finishes)


def dot(layout: Layout, workers: Workers, level: LevelSet, others: Rows) -> int:
    """Multiply two counts of each orbit, divide by its size, and return the sum.

    The sum is over all orbits. The first count is the row of the orbit in the level, and the
    second is its row in ``others``, ``(n, width)``.
    """
    assert level.rows is not None
    rows, width = level.rows, 2 * (level.width + others.shape[1]) + 1

    def add(first: int, last: int) -> int:
        sums = np.zeros((len(layout.group) + 1, width), np.uint64)
        words, counts = level.words_between(first, last), rows[first:last]
        _add_products(words, counts, others[first:last], 0, len(words), layout.canon, sums)
        return sum(_number(row) // size for size, row in enumerate(sums) if size)

    return sum(workers.share(len(level), len(level), add))


def _number(halves: Words) -> int:
    """Return the number with these 32-bit digits, which may be sums of digits."""
    return sum(int(half) << 32 * i for i, half in enumerate(halves))


def _total(level: LevelSet) -> int:
    """Return the total number of paths to a level."""
    assert level.rows is not None
    low = np.uint64(0xFFFFFFFF)
    return sum(
        (int((limb & low).sum()) << 64 * i) + (int((limb >> np.uint64(32)).sum()) << 64 * i + 32)
        for i, limb in enumerate(level.rows.T)
    )


# --
# The level step in shards, for levels that are distributed over several machines.
#
# A *shard* is a range of the partitions of a level. The results of a step from one shard lie in
# all partitions of the next level. First, these results are :meth:`spread <ShardSteps.spread>`:
# each word is stored once, sorted by partition, so that the *run* of words for one shard of the
# next level is a slice. Then the runs of all shards for one shard of the next level are
# :meth:`merged <ShardSteps.merge>`, or looked up in an existing shard. Both operations are level
# steps (:mod:`pegsolitaire.engine.step`). The sources of a merge are the runs themselves: their
# words are canonical, and in the partitions of the next level.
#
# The words of each partition are sorted. Shards are therefore identical to the last byte, no
# matter which process computes them and how much memory it has.


_GROWTH = 4  # the first estimate of the number of results for each word


class ShardSteps:
    """Level steps of a problem, shard by shard, on one thread.

    Steps are given by name, so that they can be sent from machine to machine. The names are
    ``forward``, ``backward`` (which undoes jumps), ``opposite`` (from the complements of the
    finishes to the complements of the starts) and ``stay`` (which leaves words unchanged).
    Positions that resource counts exclude from every solution are skipped.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> steps = ShardSteps(Problem.complement(triangle(5), "a1"))
    >>> level = steps.level([triangle(5).vacancy("a1").code], logp=2)
    >>> for _ in range(5):
    ...     level = steps.spread(level, "forward", logp=2)
    >>> shards = [level.part(range(0, 2)), level.part(range(2, 4))]
    >>> runs = [steps.spread(shard, "forward", logp=2) for shard in shards]
    >>> merged = [steps.merge(runs, range(i, i + 2), 2, 200) for i in (0, 2)]
    >>> len(level), [len(shard) for shard in merged]
    (149, [137, 131])
    """

    def __init__(
        self,
        problem: Problem,
        counts: Sequence[ResourceCount] = (),
        *,
        work: Work | None = None,
    ) -> None:
        self._problem, self._counts = problem, counts
        self._layout = make_layout(problem.board, problem.group)
        self._workers = Workers(1)
        self._step = LevelStep(self._workers, len(problem.board), np.uint64, work=work)

    @property
    def candidates(self) -> int:
        """The number of candidates generated so far, including repetitions."""
        return self._step.candidates

    # -- steps ------------------------------------------------------------------------------------

    def level(self, codes: Iterable[int], logp: int, *, paths: bool = False) -> LevelSet:
        """Make a whole level from codes. If ``paths`` is true, each position has one path."""
        words = to_words(self._layout, list(codes))
        rows = np.ones((len(words), 1), np.uint64) if paths else None
        after = AfterSteps(LevelSet.of(words, rows), self._layout.canon, self._steps["stay"])
        return self._step.within([after], range(1 << logp), logp, len(words), int(paths))

    def spread(
        self, shard: LevelSet, step: str, logp: int, width: int = 0, *, flip: bool = False
    ) -> LevelSet:
        """Return the results of a step from a shard, divided into partitions.

        The numbers of paths have ``width`` limbs. With ``flip``, the results are replaced by their
        complements.
        """
        steps = self._steps[step]
        if flip:
            steps = steps.flipped(self._layout.full)
        after = AfterSteps(shard, self._layout.canon, steps)
        expected = max(_GROWTH * len(shard), 64)
        return self._step.within([after], range(1 << logp), logp, expected, width)

    def merge(
        self, runs: Iterable[LevelSet], span: range, logp: int, expected: int, width: int = 0
    ) -> LevelSet:
        """Merge runs into the shard that consists of a range of partitions.

        The runs are read once, or several times if memory is short. ``expected`` is an estimate of
        the number of words in the shard. The numbers of paths have ``width`` limbs.
        """
        return self._step.within(runs, span, logp, max(expected, 64), width)

    def among(self, runs: Iterable[LevelSet], target: LevelSet) -> LevelSet:
        """Return those positions of a shard that are in the runs, sorted within each partition."""
        return self._step.in_order(self._step.among(runs, target))

    def dot(self, runs: Iterable[LevelSet], target: LevelSet, width: int) -> int:
        """Multiply the path counts in the runs by those in a shard, and add up the products.

        The runs contain complements. :meth:`PathCounter.meet` computes the same sum.
        """
        others = self._step.onto(runs, target, width)
        return dot(self._layout, self._workers, target, others)

    @cached_property
    def _steps(self) -> dict[str, Steps]:
        layout, problem, counts = self._layout, self._problem, self._counts
        return {
            "forward": jumps_of(layout, problem, counts),
            "backward": jumps_of(layout, problem, counts, backward=True),
            "opposite": jumps_of(layout, _opposite_of(problem), counts),
            "stay": Steps.stay(layout.canon),
        }
