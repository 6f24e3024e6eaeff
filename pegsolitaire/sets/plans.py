"""Estimate the work of a computation, and refuse the work if it is too large.

A plan estimates the number of positions, the time, the memory and the disk space of work that can
be large: level sets (:func:`plan`), tablebases, labels, random play and exports. Use
``refuse=True`` just before the work begins. Planning then takes almost no time if the work is
short, and raises an error if the work is certainly too large for this machine. Without ``refuse``,
the plan reports the amount of work even if it is too large for this machine.

The first estimate is an upper bound. A position class is a coset of the span of the jumps over
GF(2), and most positions have as many images as the problem has symmetries, |G|. Of the C(N, n)
positions with n pegs on N holes, about one in 2^d |G| therefore has to be counted, where d is the
number of parities that jumps preserve. Only some of these positions can be reached from the start,
for example about a third on the English board.

This bound is far too high for positions with few pegs, and for boards on which games end early,
such as a single row of holes. If the work is long, the first levels are therefore computed. The
growth rate of the levels falls by nearly the same factor from level to level, so the logarithms of
their sizes lie on a parabola. The levels that can be computed in a second are used to predict the
sizes of the others. On the boards of the papers, the predicted total is correct within a factor of
two. The time for these levels also shows how fast this machine is.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import pairwise
from math import comb, exp, inf, log
from pathlib import Path
from shutil import disk_usage
from time import perf_counter
from typing import TYPE_CHECKING, ClassVar, Literal

from pegsolitaire.board import Board
from pegsolitaire.errors import BoardTooLargeError, BudgetSpentError, StoreError
from pegsolitaire.game import Position, Problem
from pegsolitaire.sets.building import middle_pegs, play_set
from pegsolitaire.sets.tablebases import Tablebase, default_path
from pegsolitaire.theory import (
    ResourceCount,
    check_level_sets,
    level_bound,
    rank,
    rounded,
    shares_class,
)
from pegsolitaire.units import time_text
from pegsolitaire.work import Work

if TYPE_CHECKING:
    from pegsolitaire.engine import LevelEngine

Kind = Literal["winning", "levels", "count", "games", "odds", "duotaire"]

_LONG = 8.0  # seconds; longer work is announced
_CENTURY = 100 * 365.25 * 86_400.0  # seconds; longer times read "more than a century"
_HUGE = 1 << 60  # bytes: a million TB
_SLACK = 2  # work is refused if it needs more than this many times the free memory
_CORES = 2  # the number of cores that estimated times refer to
# On a cluster (benchmarks/RESULTS.md): factors for time and disk space, and memory per thread.
_CLUSTER_TIME, _CLUSTER_DISK, _CLUSTER_MEMORY = 2.5, 4, 1 << 30


@dataclass(frozen=True)
class Plan:
    """An estimate of the positions, time, memory and disk space that a computation needs.

    Attributes
    ----------
    positions : int
        The number of positions to process.
    bytes : int
        The memory needed, in bytes.
    seconds : float
        The time needed, in seconds.
    disk : int, optional
        The temporary disk space needed, in bytes.
    """

    positions: int
    bytes: int
    seconds: float
    disk: int = 0

    json_fields: ClassVar[tuple[str, ...]] = ("positions", "bytes", "seconds")

    @property
    def is_long(self) -> bool:
        """Whether the work takes more than a few seconds."""
        return self.seconds > _LONG

    @property
    def text(self) -> str:
        """The time, the memory and the disk space, in words.

        Examples
        --------
        >>> Plan(1 << 37, 16 << 30, 240.0).text
        'about 4 minutes and 16 GB of memory'
        """
        time = (
            "more than a century"
            if self.seconds > _CENTURY
            else f"about {time_text(self.seconds)}"
        )
        if self.disk:
            return f"{time}, {_size(self.bytes)} of memory and {_size(self.disk)} of disk"
        return f"{time} and {_size(self.bytes)} of memory"

    def on_cluster(self, threads: int) -> Plan:
        """Return a plan for the same work on a cluster, which must store and transfer files."""
        seconds = self.seconds * _CORES * _CLUSTER_TIME / threads
        disk = _CLUSTER_DISK * max(self.disk, self.bytes)
        return Plan(self.positions, threads * _CLUSTER_MEMORY, seconds, disk)

    def check(self, what: str, free: int, room: str, remedy: str, *, slack: int = _SLACK) -> None:
        """Refuse work that exceeds the limits even if the estimate is too high by a factor.

        Raises
        ------
        BoardTooLargeError
            If the work is too large. The message contains the number of positions, the bytes
            needed, the bytes free, and the remedy.
        """
        needed = self.bytes + self.disk
        if needed > slack * free:
            raise BoardTooLargeError(
                f"{what} {rounded(self.positions)} positions need {_size(needed)}, but only "
                f"{_size(free)} of {room}: {remedy}"
            )


def _size(size: int) -> str:
    if size >= _HUGE:
        return "more than a million TB"
    for unit, length in (("TB", 1 << 40), ("GB", 1 << 30), ("MB", 1 << 20)):
        if size >= length or unit == "MB":
            return f"{max(1, round(size / length)):,} {unit}"
    raise AssertionError


def free_disk(folder: Path) -> int:
    """Return the free disk space in bytes for a folder, even if it does not exist yet."""
    there = next(parent for parent in (folder, *folder.absolute().parents) if parent.exists())
    return disk_usage(there).free


# -- level sets ---------------------------------------------------------------------------------

#: Levels are computed until one has this many positions; the sizes of later ones are estimated.
PLAYED = 1 << 20

_TIMED = 1 << 15  # the size of the smallest level whose time is measured
_FITTED = 4  # the parabola is fitted to this many growth rates
_USUAL = 1.5e-7  # seconds for each position, if no level is large enough to measure
_SLOWER = 1.6  # the factor by which levels that do not fit into the caches take longer
_OUTGROWN = 1 << 26  # the number of positions from which a level does not fit into the caches
_RATE = 20_000_000  # positions of the class processed per second: the 6x6 board, with a margin
_SMALL_WORDS = 45  # up to this many holes, a position of a large level takes four bytes
_MIN_BYTES_ON_DISK = 1 << 28  # bytes; smaller levels stay in memory
_FILLED = 1.6  # hash table slots per position
_GLANCE = 1 << 16  # the size up to which levels are computed for an instant first estimate
_PRUNED = ("winning", "count")  # kinds of work that resource counts can prune
_FROM_BOTH_SIDES = ("winning", "count")  # kinds of work that play from both ends to the middle
# Relative times. A game for two players takes the time of a turn that is a move.
_TIMES = {
    "winning": 1.0, "levels": 1.3, "count": 1.5, "games": 1.5, "odds": 2.0, "duotaire": 5.0,
}  # fmt: skip


def class_bound(problem: Problem) -> Plan:
    """Estimate how large the level sets of a problem can be, without computing any.

    This counts all positions of the class, up to symmetry, with at least as many pegs as the
    finish and at most as many as the start. Apart from the few positions that are symmetric
    themselves, the count is an upper bound on the size of the level sets. The estimates are rough
    and rather high. The memory is for half the levels, and the time for two cores.

    Examples
    --------
    >>> from pegsolitaire.board import english, wiegleb
    >>> from pegsolitaire.game import Problem
    >>> class_bound(Problem.complement(english(), "d4")).positions
    67108880
    >>> class_bound(Problem.complement(wiegleb(), "e5")).text
    'about 4 hours and 1 TB of memory'
    """
    positions = level_bound(problem)
    # Boards with thousands of holes have more positions than the largest float.
    seconds = positions / _RATE if positions < 1 << 1000 else inf
    return Plan(positions, 4 * positions, seconds)


def plan(
    problem: Problem,
    kind: Kind = "winning",
    *,
    refuse: bool = False,
    folder: Path | None = None,
    by_class: bool = True,
    threads: int = 0,
    work: Work | None = None,
) -> Plan:
    """Estimate the work of a computation with the level sets of a problem.

    Parameters
    ----------
    problem : Problem
        The problem.
    kind : {"winning", "levels", "count", "games", "odds", "duotaire"}, optional
        What to compute: the winning sets, the sizes of all level sets, the number of solutions,
        the number of all games, the probability that a random player wins, or who wins if two
        players take turns.
    refuse : bool, optional
        Whether to refuse work that is certainly too large for the memory or the disk. Use this
        option just before the work begins; short work is then estimated only roughly.
    folder : Path, optional
        A scratch folder for levels that do not fit in memory.
    by_class : bool, optional
        Whether the work ends immediately if the position class rules out the finish.
    threads : int, optional
        The number of threads of a cluster; 0 for this machine.

    Raises
    ------
    BoardTooLargeError
        If the board has more than 64 holes, or the work is refused.

    Examples
    --------
    >>> from pegsolitaire.board import english, rectangle, triangle
    >>> plan(Problem.complement(triangle(5), "a1"), "games").positions
    1544
    >>> plan(Problem.complement(english(), "d4"), refuse=True).is_long
    False
    >>> plan(Problem.complement(rectangle(60, 1), "b1"), refuse=True).is_long  # soon over
    False
    """
    work = Work.of(work)
    if refuse and by_class and not shares_class(problem):
        return Plan(0, 0, 0.0)
    check_level_sets(problem)
    if refuse:
        most = class_bound(problem)
        if not most.is_long:
            return most
        from pegsolitaire.sets.pruning import may_be_pruned

        if kind in _PRUNED and may_be_pruned(problem):
            most = _by_playing(problem, kind, folder, most=_GLANCE, work=work)
            most = most.on_cluster(threads) if threads else most
            work.progress.announce(f"at most {most.text}; a closer estimate follows")
    estimate = _by_playing(problem, kind, folder, prune=True, work=work)
    if threads:
        return estimate.on_cluster(threads)
    if refuse and estimate.is_long:
        from pegsolitaire.engine import free_memory

        free = free_memory() + (0 if folder is None else free_disk(folder))
        room = "memory is free" if folder is None else "memory and disk is free"
        estimate.check(f"{problem} has", free, room, "it is too large for this machine")
    return estimate


def plan_duotaire(
    starts: Sequence[Position], *, refuse: bool = False, work: Work | None = None
) -> Plan:
    """Estimate the work of finding who wins if two players take turns, as :func:`plan` does.

    Parameters
    ----------
    starts : sequence of Position
        The starts, all with the same number of pegs.
    refuse, work
        As for :func:`plan`.

    Raises
    ------
    BoardTooLargeError
        As for :func:`plan`.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> plan_duotaire([triangle(5).vacancy("a1")]).positions
    1544
    """
    board = starts[0].board
    check_level_sets(board)
    finishes = [1 << i for i in range(len(board))]
    problem = Problem.of_codes(board, [start.code for start in starts], finishes)
    return plan(problem, "duotaire", refuse=refuse, by_class=False, work=work)


def _by_playing(
    problem: Problem,
    kind: Kind,
    folder: Path | None,
    *,
    prune: bool = False,
    most: int = PLAYED,
    work: Work | None = None,
) -> Plan:
    """Estimate the work by computing levels until one of them has the given number of positions.

    A smaller limit makes the estimate faster but less accurate.
    """
    work = Work.of(work)
    from pegsolitaire.engine import free_memory
    from pegsolitaire.sets.pruning import pruning_counts

    counts = pruning_counts(problem, work=work) if prune and kind in _PRUNED else ()
    work.progress.stage("estimating how much there is to do")
    sides = [forecast_levels(problem, "F", counts, most=most, work=work)]
    meets = kind in _FROM_BOTH_SIDES
    if not problem.is_self_complementary and kind in ("winning", "count", "levels"):
        sides.append(forecast_levels(problem, "B", counts, most=most, work=work))
    sizes = [list(side.sizes.values()) for side in sides]
    if meets:
        sizes = _halves(problem, sizes)
    # The level where the two sides meet is processed twice.
    gone = [size for side in sizes for size in side] + [side[-1] for side in sizes[:1] if meets]
    word = 4 if len(problem.board) <= _SMALL_WORDS else 8
    row = 8 if kind in ("count", "games", "odds") else 0
    bytes_kept = 0 if row else word * sum(gone)
    if kind == "duotaire":  # the levels, and tables of which half as many slots again are free
        bytes_kept = bytes_kept * 5 // 2
    tables = round(_FILLED * (word + row) * max(gone))
    on_disk = folder is not None
    if not bytes_kept:  # only two levels, which go to disk if they do not fit in memory
        bytes_kept = 2 * (word + row) * max(gone)
        on_disk = on_disk and tables + bytes_kept > free_memory()
    seconds = _TIMES[kind] * sides[0].time(gone)
    if on_disk and bytes_kept > _MIN_BYTES_ON_DISK:
        return Plan(sum(gone), tables, seconds, bytes_kept)
    return Plan(sum(gone), tables + bytes_kept, seconds)


def _halves(problem: Problem, sizes: list[list[int]]) -> list[list[int]]:
    """Return the sizes of the levels that are built from each side before the two sides meet."""
    if len(sizes) == 1:
        return [sizes[0][: problem.start_pegs - middle_pegs(problem) + 1]]
    made = [1, 1]
    while sum(made) < problem.start_pegs - problem.finish_pegs + 2:
        side = int(sizes[1][made[1] - 1] < sizes[0][made[0] - 1])
        made[side] += 1
    return [side[:number] for side, number in zip(sizes, made, strict=True)]


# -- estimated levels ---------------------------------------------------------------------------


@dataclass(frozen=True)
class _LevelForecast:
    """Estimated sizes of all levels in one direction of play.

    Attributes
    ----------
    sizes : dict of int to int
        The number of positions by number of pegs, in the order of play: first the levels that were
        computed, then the estimated levels.
    seconds : float
        The time per position on this machine, in seconds.
    """

    sizes: dict[int, int]
    seconds: float

    @property
    def positions(self) -> int:
        """The number of positions in all levels."""
        return sum(self.sizes.values())

    def time(self, sizes: Sequence[int]) -> float:
        """Return the time for levels of the given sizes, in seconds."""
        return sum(size * self.seconds * (_SLOWER if size > _OUTGROWN else 1.0) for size in sizes)


def forecast_levels(
    problem: Problem,
    direction: Literal["F", "B"] = "F",
    counts: Sequence[ResourceCount] = (),
    most: int = PLAYED,
    *,
    work: Work | None = None,
) -> _LevelForecast:
    """Estimate the sizes of the level sets of a problem.

    Parameters
    ----------
    problem : Problem
        The problem, on a board of up to 64 holes.
    direction : {"F", "B"}, optional
        Whether to play forward from the start to the number of pegs of the finish, or backward.
    counts : sequence of ResourceCount, optional
        The resource counts used to skip positions.
    most : int, optional
        After the first level of this size, levels are estimated. If a limit of the work is
        reached, they are estimated from there.

    Examples
    --------
    >>> from pegsolitaire.board import english
    >>> problem = Problem.complement(english(), "d4")
    >>> seen = forecast_levels(problem, most=100_000)
    >>> abs(seen.positions / 23_475_688 - 1) < 0.5
    True
    """
    work = Work.of(work)
    from pegsolitaire.engine import LevelEngine

    with LevelEngine.of(problem, counts=counts, work=work.silent) as engine:
        sizes, seconds = _played(engine, problem, direction, most, work=work.silent)
    change = -1 if direction == "F" else 1
    last = problem.finish_pegs if direction == "F" else problem.start_pegs
    pegs = next(reversed(sizes))
    ratios = [log(after / before) for before, after in pairwise(sizes.values()) if after]
    fitted = ratios[-_FITTED:]
    ratio = fitted[-1] if fitted else 0.0
    slope = min((fitted[-1] - fitted[0]) / (len(fitted) - 1), 0.0) if len(fitted) > 1 else 0.0
    size = float(sizes[pegs])
    while pegs != last:
        pegs += change
        ratio += slope
        size = min(size * exp(ratio), float(_level_bound(problem, pegs)))
        sizes[pegs] = round(size)
    return _LevelForecast(sizes, seconds)


def _played(
    engine: LevelEngine, problem: Problem, direction: str, most: int, *, work: Work
) -> tuple[dict[int, int], float]:
    """Compute the first levels. Return their sizes, and the time per position in the last one."""
    codes = problem.starts if direction == "F" else problem.finishes
    sizes = {codes[0].bit_count(): len(codes)}  # even if no level can be made within the limits
    seconds, begin = _USUAL, perf_counter()
    with suppress(BudgetSpentError):
        for pegs, level in play_set(engine, problem, direction, work=work):
            sizes[pegs] = len(level)
            if len(level) >= _TIMED:
                seconds = (perf_counter() - begin) / len(level)
            if len(level) >= most:
                break
            begin = perf_counter()
    return sizes, seconds


def _level_bound(problem: Problem, pegs: int) -> int:
    """Estimate how many positions of the class have a given number of pegs, up to symmetry."""
    board = problem.board
    share = (1 << len(board) - rank(board)) * len(problem.group)
    return len(problem.starts) * -(-comb(len(board), pegs) // share)


# -- tablebases and labels ----------------------------------------------------------------------

_BITS_RATE = 500_000_000  # bits of a position class that are processed per second
_VALUE_BYTES = {
    "solutions": 8,
    "chances": 8,
    "bits": 8,
}  # bytes per position in a column; 1 in other columns
_MEANWHILE = 8 + 8 + 1  # bytes per position of the two current levels, plus 1 for each hole
_LABEL_BYTES = 40  # bytes per position while labels are computed
_LABEL_SECONDS = 5e-6  # seconds per position, on two cores
_SOLVABLE = 3  # about one in 3 positions of a class is solvable


def plan_tables(
    board: Board,
    finishes: Iterable[tuple[int, ...]],
    *,
    refuse: bool = False,
    stored: bool = False,
    memory: int | None = None,
) -> Plan:
    """Estimate the work of building tablebases, which have one bit for each position of a class.

    Parameters
    ----------
    board : Board
        A board of up to 64 holes.
    finishes : iterable of tuples of int
        The codes of the finishes of each tablebase.
    refuse : bool, optional
        Whether to refuse a class that does not fit in memory, or exceeds the limit.
    stored : bool, optional
        Whether to assume that tablebases in the store are loaded, not rebuilt.
    memory : int, optional
        The most bytes of memory that a tablebase may take if work is refused.

    Raises
    ------
    BoardTooLargeError
        If the work is refused.

    Examples
    --------
    >>> from pegsolitaire.board import french, hexagon
    >>> plan_tables(french(), [(1,)]).text
    'about 17 seconds and 1 GB of memory'
    >>> plan_tables(hexagon(4), [(1,), (2,)], refuse=True).text
    'about 2 minutes and 4 GB of memory'
    """
    missing = [codes for codes in finishes if not (stored and _is_stored(board, codes))]
    each = 1 << rank(board)
    positions = len(missing) * each
    estimate = Plan(positions, (each >> 3) * bool(missing), positions / _BITS_RATE)
    if refuse and missing and (estimate.is_long or memory is not None):
        from pegsolitaire.engine import Coset, check_fits

        check_fits(Coset(board, missing[0][0]), memory)
    return estimate


def _is_stored(board: Board, finishes: tuple[int, ...]) -> bool:
    """Return whether the store has a tablebase of this version. Its content is not checked."""
    with suppress(StoreError):
        return Tablebase.file(default_path(board, finishes), board, finishes).nbytes() > 0
    return False


def plan_values(sizes: Sequence[int], columns: Collection[str], holes: int) -> Plan:
    """Estimate the memory for columns of values and the working memory for two levels.

    Examples
    --------
    >>> plan_values([1, 2, 4], ["solutions", "moves"], holes=15).bytes
    311
    """
    bytes_kept = 8 + sum(_VALUE_BYTES.get(name, 1) for name in columns)
    two = max(map(sum, pairwise(sizes)), default=0)
    positions = sum(sizes)
    size = bytes_kept * positions + (_MEANWHILE + holes) * two
    return Plan(positions, size, positions * _LABEL_SECONDS)


def plan_labels(
    board: Board,
    finishes: Iterable[int],
    *,
    refuse: bool = False,
    work: Work | None = None,
) -> Plan:
    """Estimate the work of labelling the solvable positions of a class.

    Parameters
    ----------
    board : Board
        A board of up to 64 holes.
    finishes : iterable of int
        The codes of the finishes of the class.
    refuse : bool, optional
        Whether to refuse labels that certainly do not fit in memory.
    work : Work, optional
        The work, whose memory the labels may take; by default all free memory.

    Raises
    ------
    BoardTooLargeError
        If the board has more than 64 holes, or the work is refused.

    Examples
    --------
    >>> from pegsolitaire.board import english
    >>> from pegsolitaire.theory import as_class
    >>> plan_labels(english(), as_class(english(), "A").finishes).text
    'about 2 minutes and 853 MB of memory'
    """
    codes = tuple(finishes)
    board.check_holes("labels")
    positions = (1 << rank(board)) // (
        _SOLVABLE * len(Problem.of_codes(board, codes, codes).group)
    )
    estimate = Plan(positions, _LABEL_BYTES * positions, positions * _LABEL_SECONDS)
    if refuse:
        from pegsolitaire.engine import free_memory

        memory = Work.of(work).memory
        free, room = (free_memory(), "is free") if memory is None else (memory, "may be used")
        remedy = "allow more memory, or take a smaller board"
        estimate.check(f"the labels of {board.name} have", free, f"memory {room}", remedy)
    return estimate
