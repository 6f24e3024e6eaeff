"""How much there is to compute, before anything is computed.

The positions of a class are a coset of the span of the jumps over GF(2), and symmetries of the
problem identify most of them in groups as large as its group: so of C(N, n) positions with n pegs
about one in 2^d |G| can occur, where d is the number of parities that jumps keep. What is reached
from the start is a part of these, about a third of them on the English board. The time is what two
cores need for that number.

The bound says nothing of boards on which games soon end (a row of holes), nor of positions with
few pegs left. So before work is announced, or refused, its beginning is played, which says how
large the rest is (:mod:`pegsolitaire.sets.forecast`).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import inf
from pathlib import Path
from shutil import disk_usage
from typing import Literal

from pegsolitaire.board import Board
from pegsolitaire.budget import time_text
from pegsolitaire.errors import BoardTooLargeError
from pegsolitaire.game import Problem
from pegsolitaire.progress import SILENT, Progress
from pegsolitaire.sets.build import middle_pegs
from pegsolitaire.sets.forecast import PLAYED, forecast_levels
from pegsolitaire.sets.tablebase import default_path
from pegsolitaire.theory import check_level_sets, level_bound, rank, rounded, shares_class

Work = Literal["winning", "levels", "count", "games", "odds"]

_RATE = 20_000_000  # positions of the class in a second: the 6x6 board, with some to spare
_BITS_RATE = 500_000_000  # bits of a position class that are gone through in a second
_SMALL_WORDS = 45  # holes of boards whose positions take four bytes in large levels
_LEAST_ON_DISK = 1 << 28  # bytes of levels, below which memory will do
_LONG = 8.0  # seconds that one waits for without a word
_CENTURY = 100 * 365.25 * 86_400.0  # seconds: nobody waits for more
_HUGE = 1 << 60  # bytes: a million TB
_SLACK = 2  # what is refused must be surely past
_FILLED = 1.6  # slots of a table for each of its positions
_CORES = 2  # that times are of
# Of clusters (benchmarks/RESULTS.md): time and disk as multiples, memory of a thread.
_CLUSTER_TIME, _CLUSTER_DISK, _CLUSTER_MEMORY = 2.5, 4, 1 << 30
_GLANCE = 1 << 16  # positions of a level that are played for an estimate at once
_PRUNED = ("winning", "count")  # work that leaves out what resource counts exclude
_TIMES = {"winning": 1.0, "levels": 1.3, "count": 1.5, "games": 1.5, "odds": 2.0}  # by work


@dataclass(frozen=True)
class Estimate:
    """About how much there is to compute.

    Attributes
    ----------
    positions : int
        Positions of the level sets that are gone through.
    bytes : int
        The memory that they take.
    seconds : float
        The time.
    disk : int, optional
        The bytes of levels that are kept on disk meanwhile.
    """

    positions: int
    bytes: int
    seconds: float
    disk: int = 0

    @property
    def is_long(self) -> bool:
        """Whether it takes more than a few seconds."""
        return self.seconds > _LONG

    @property
    def text(self) -> str:
        """Time and memory in words.

        Examples
        --------
        >>> Estimate(1 << 37, 16 << 30, 240.0).text
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


def on_cluster(size: Estimate, threads: int) -> Estimate:
    """The same work on a cluster, where levels lie in files and all that is made is moved."""
    seconds = size.seconds * _CORES * _CLUSTER_TIME / threads
    disk = _CLUSTER_DISK * max(size.disk, size.bytes)
    return Estimate(size.positions, threads * _CLUSTER_MEMORY, seconds, disk)


def _size(size: int) -> str:
    if size >= _HUGE:
        return "more than a million TB"
    for unit, length in (("TB", 1 << 40), ("GB", 1 << 30), ("MB", 1 << 20)):
        if size >= length or unit == "MB":
            return f"{max(1, round(size / length)):,} {unit}"
    raise AssertionError


def estimate(problem: Problem) -> Estimate:
    """Say how large the level sets of a problem can be, without playing.

    The positions are those of the class, up to symmetry, with no more pegs than the start: a bound
    on the level sets, but for the few that have symmetries of their own. The memory is that of
    half the levels, the time that of two cores, at most, in order of magnitude.

    Examples
    --------
    >>> from pegsolitaire.board import english, wiegleb
    >>> from pegsolitaire.game import Problem
    >>> estimate(Problem.complement(english(), "d4")).positions
    67108880
    >>> estimate(Problem.complement(wiegleb(), "e5")).text
    'about 4 hours and 1 TB of memory'
    """
    positions = level_bound(problem)
    # Boards of thousands of holes have more positions than a float can be.
    seconds = positions / _RATE if positions < 1 << 1000 else inf
    return Estimate(positions, 4 * positions, seconds)


def foresee(
    problem: Problem,
    work: Work = "winning",
    *,
    folder: Path | None = None,
    by_class: bool = True,
    prune: bool = True,
    threads: int = 0,
    progress: Progress = SILENT,
) -> Estimate | None:
    """Say how much work the level sets of a problem are, if that is long, or refuse it.

    Parameters
    ----------
    problem : Problem
        The problem.
    work : {"winning", "levels", "count", "games", "odds"}, optional
        What is made of them: winning sets, the sizes of all, the number of solutions, or of all
        games, the chances of a random player.
    folder : Path, optional
        Where levels may lie that outgrow the memory.
    by_class : bool, optional
        Whether nothing is played where the position class rules the finish out.
    prune : bool, optional
        Whether winning sets leave out what resource counts exclude, where that pays.
    threads : int, optional
        Those of a cluster that does it: then there is no limit.
    progress : Progress, optional
        Told what there is at most, where the estimate takes some seconds.

    Returns
    -------
    Estimate or None
        None where it takes no more than a few seconds, or is not known.

    Raises
    ------
    BoardTooLargeError
        If it is far past the memory, and the disk, or the board has more than 64 holes.

    Examples
    --------
    >>> from pegsolitaire.board import english, rectangle
    >>> foresee(Problem.complement(english(), "d4")) is None
    True
    >>> foresee(Problem.complement(rectangle(60, 1), "b1")) is None  # large, but soon over
    True
    """
    if by_class and not shares_class(problem):
        return None
    check_level_sets(problem)
    if not estimate(problem).is_long:
        return None
    from pegsolitaire.sets.pruning import may_be_pruned

    on_disk = folder is not None
    if prune and work in _PRUNED and may_be_pruned(problem):
        most = forecast(
            problem, work, on_disk=on_disk, prune=False, most=_GLANCE, progress=progress
        )
        most = on_cluster(most, threads) if threads else most
        progress.announce(f"at most {most.text}; a closer estimate follows")
    size = forecast(problem, work, on_disk=on_disk, prune=prune, progress=progress)
    if threads:
        size = on_cluster(size, threads)
    if not size.is_long:
        return None
    if threads:
        return size
    _check_room(size, problem, folder)
    return size


def forecast(
    problem: Problem,
    work: Work = "winning",
    *,
    on_disk: bool = False,
    prune: bool = True,
    most: int = PLAYED,
    progress: Progress = SILENT,
) -> Estimate:
    """The same for work of any size, whether it fits the machine or not.

    Levels are played until one has ``most`` positions: with fewer it is quicker, and less exact.

    Raises
    ------
    BoardTooLargeError
        If the board has more than 64 holes.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> forecast(Problem.complement(triangle(5), "a1"), "games").positions
    1544
    """
    from pegsolitaire.engine import free_memory
    from pegsolitaire.sets.pruning import pruning_counts

    check_level_sets(problem)
    counts = pruning_counts(problem, progress) if prune and work in _PRUNED else ()
    progress.stage("estimating how much there is to do")
    sides = [forecast_levels(problem, "F", counts, most=most)]
    meets = work in _PRUNED
    if not problem.is_self_complementary and work in ("winning", "count", "levels"):
        sides.append(forecast_levels(problem, "B", counts, most=most))
    sizes = [list(side.sizes.values()) for side in sides]
    if meets:
        sizes = _halves(problem, sizes)
    # The level where two sides meet is gone through once more.
    gone = [size for side in sizes for size in side] + [side[-1] for side in sizes[:1] if meets]
    word = 4 if len(problem.board) <= _SMALL_WORDS else 8
    row = 0 if work in ("winning", "levels") else 8
    kept = word * sum(gone) if work in ("winning", "levels") else 0
    tables = round(_FILLED * (word + row) * max(gone))
    if not kept:  # two levels, which lie on disk where they outgrow the memory
        kept = 2 * (word + row) * max(gone)
        on_disk = on_disk and tables + kept > free_memory()
    seconds = _TIMES[work] * sides[0].time(gone)
    if on_disk and kept > _LEAST_ON_DISK:
        return Estimate(sum(gone), tables, seconds, kept)
    return Estimate(sum(gone), tables + kept, seconds)


def _halves(problem: Problem, sizes: list[list[int]]) -> list[list[int]]:
    """The levels of each side that are made before the two meet."""
    if len(sizes) == 1:
        return [sizes[0][: problem.start_pegs - middle_pegs(problem) + 1]]
    made = [1, 1]
    while sum(made) < problem.start_pegs - problem.finish_pegs + 2:
        side = int(sizes[1][made[1] - 1] < sizes[0][made[0] - 1])
        made[side] += 1
    return [side[:number] for side, number in zip(sizes, made, strict=True)]


def forecast_tables(
    board: Board, finishes: Iterable[tuple[int, ...]], *, stored: bool = False
) -> Estimate:
    """Say how much work tablebases are, which have a bit for each position of a class.

    Examples
    --------
    >>> from pegsolitaire.board import french
    >>> forecast_tables(french(), [(1,)]).text
    'about 17 seconds and 1 GB of memory'
    """
    missing = [codes for codes in finishes if not (stored and default_path(board, codes).exists())]
    positions = 1 << rank(board)
    return Estimate(
        len(missing) * positions,
        (positions >> 3) * bool(missing),
        len(missing) * positions / _BITS_RATE,
    )


def foresee_tables(
    board: Board,
    finishes: Iterable[tuple[int, ...]],
    *,
    stored: bool = False,
    memory: int | None = None,
) -> Estimate | None:
    """Say how much work tablebases are, if that is long, or refuse it.

    Parameters
    ----------
    board : Board
        Of up to 64 holes.
    finishes : iterable of tuples of int
        The finishes of each of them, as codes.
    stored : bool, optional
        Whether those that are in the store are used.
    memory : int, optional
        The bytes that a table may take.

    Raises
    ------
    BoardTooLargeError
        If a class does not fit the memory, or that limit.

    Examples
    --------
    >>> from pegsolitaire.board import english, hexagon
    >>> foresee_tables(english(), [(1,)]) is None
    True
    >>> foresee_tables(hexagon(4), [(1,), (2,)]).text
    'about 2 minutes and 4 GB of memory'
    """
    finishes = list(finishes)
    size = forecast_tables(board, finishes, stored=stored)
    if size.positions and (size.is_long or memory is not None):
        from pegsolitaire.engine import Coset, check_fits

        check_fits(Coset(board, finishes[0][0]), memory)
    return size if size.is_long else None


def _check_room(size: Estimate, problem: Problem, folder: Path | None) -> None:
    """Refuse what is past the room, even if it were a few times less than the bound."""
    from pegsolitaire.engine import free_memory

    free = free_memory() + (0 if folder is None else free_disk(folder))
    if size.bytes + size.disk > _SLACK * free:
        room = "memory" if folder is None else "memory and disk together"
        raise BoardTooLargeError(
            f"{problem} has {rounded(size.positions)} positions to go through, which take "
            f"{_size(size.bytes + size.disk)}; "
            f"{_size(free)} of {room} are free: it is too large for this machine"
        )


def free_disk(folder: Path) -> int:
    """What is free on the disk of a folder that need not be there yet."""
    there = next(one for one in (folder, *folder.absolute().parents) if one.exists())
    return disk_usage(there).free
