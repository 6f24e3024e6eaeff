"""How much there is to compute, before anything is computed.

The positions of a class are a coset of the span of the jumps over GF(2), and symmetries of the
problem identify most of them in groups as large as its group: so of C(N, n) positions with n pegs
about one in 2^d |G| can occur, where d is the number of parities that jumps keep. What is reached
from the start is a part of these, about a third of them on the English board. The time is what two
cores need for that number.

The bound says nothing of boards on which games soon end (a row of holes), nor of positions with
few pegs left. So before work is announced, or refused, a few jumps are tried.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import comb, inf
from pathlib import Path
from shutil import disk_usage

from pegsolitaire.board import Board
from pegsolitaire.errors import BoardTooLargeError
from pegsolitaire.game import Problem
from pegsolitaire.sets.tablebase import default_path
from pegsolitaire.theory import class_of, rank, shares_class

_RATE = 20_000_000  # positions of the class in a second: the 6x6 board, with some to spare
_BITS_RATE = 500_000_000  # bits of a position class that are gone through in a second
_LONG = 8.0  # seconds that one waits for without a word
_WIDE = 5_000  # positions of a level after which the bound is believed
_CENTURY = 100 * 365.25 * 86_400.0  # seconds: nobody waits for more
_HUGE = 1 << 60  # bytes: a million TB
_SLACK = 4  # what is reached is a third or so of the bound: what is refused must be surely past


@dataclass(frozen=True)
class Estimate:
    """About how much there is to compute.

    Attributes
    ----------
    positions : int
        Positions of the class, up to symmetry, with no more pegs than the start: a bound on the
        level sets, but for the few positions that have symmetries of their own.
    bytes : int
        The memory that they may take: of half the levels, which are kept at a time.
    seconds : float
        The time that it takes on two cores, at most, in order of magnitude.
    """

    positions: int
    bytes: int
    seconds: float

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
        'about 4 minutes and 16 GB'
        """
        if self.seconds > _CENTURY:
            return f"more than a century and {_size(self.bytes)}"
        return f"about {_time(self.seconds)} and {_size(self.bytes)}"


def _time(seconds: float) -> str:
    for unit, length in (("hour", 3600), ("minute", 60), ("second", 1)):
        if seconds >= 1.5 * length or unit == "second":
            number = max(1, round(seconds / length))
            return f"{number:,} {unit}{'s' * (number != 1)}"
    raise AssertionError


def _size(size: int) -> str:
    if size >= _HUGE:
        return "more than a million TB"
    for unit, length in (("TB", 1 << 40), ("GB", 1 << 30), ("MB", 1 << 20)):
        if size >= length or unit == "MB":
            return f"{max(1, round(size / length)):,} {unit}"
    raise AssertionError


def estimate(problem: Problem) -> Estimate:
    """Say how large the level sets of a problem can be.

    Examples
    --------
    >>> from pegsolitaire.board import english, wiegleb
    >>> from pegsolitaire.game import Problem
    >>> estimate(Problem.complement(english(), "d4")).positions
    67108880
    >>> estimate(Problem.complement(wiegleb(), "e5")).text
    'about 4 hours and 1 TB'
    """
    board = problem.board
    share = (1 << len(board) - rank(board)) * len(problem.group)
    levels = [
        -(-comb(len(board), pegs) // share)
        for pegs in range(problem.finish_pegs, problem.start_pegs + 1)
    ]
    classes = len({class_of(board, code) for code in problem.starts})
    positions = classes * sum(levels)
    # Boards of thousands of holes have more positions than a float can be.
    seconds = positions / _RATE if positions < 1 << 1000 else inf
    return Estimate(positions, 4 * positions, seconds)


def foresee(
    problem: Problem, *, sides: int = 1, folder: Path | None = None, by_class: bool = True
) -> Estimate | None:
    """Say how much work the level sets of a problem are, if that is long, or refuse it.

    Parameters
    ----------
    problem : Problem
        The problem.
    sides : int, optional
        How many times over the positions are gone through.
    folder : Path, optional
        Where levels may lie that outgrow the memory.
    by_class : bool, optional
        Whether nothing is played where the position class rules the finish out.

    Returns
    -------
    Estimate or None
        None where it takes no more than a few seconds, or is not known.

    Raises
    ------
    BoardTooLargeError
        If it is far past the memory, and the disk.

    Examples
    --------
    >>> from pegsolitaire.board import english, rectangle
    >>> foresee(Problem.complement(english(), "d4")) is None
    True
    >>> foresee(Problem.complement(rectangle(60, 1), "b1")) is None  # large, but soon over
    True
    """
    if not problem.board.fits_word or (by_class and not shares_class(problem)):
        return None
    size = estimate(problem)
    size = Estimate(size.positions, size.bytes, sides * size.seconds)
    if not size.is_long or not _fans_out(problem):
        return None
    _check_room(size, problem, folder)
    return size


def foresee_tables(
    board: Board, finishes: Iterable[tuple[int, ...]], *, stored: bool = False
) -> Estimate | None:
    """The same of tablebases, which have a bit for each position of a class.

    Parameters
    ----------
    board : Board
        Of up to 64 holes.
    finishes : iterable of tuples of int
        The finishes of each of them, as codes.
    stored : bool, optional
        Whether those that are in the store are used.

    Raises
    ------
    BoardTooLargeError
        If a class does not fit the memory.

    Examples
    --------
    >>> from pegsolitaire.board import english, hexagon
    >>> foresee_tables(english(), [(1,)]) is None
    True
    >>> foresee_tables(hexagon(4), [(1,), (2,)]).text
    'about 2 minutes and 4 GB'
    """
    missing = [codes for codes in finishes if not (stored and default_path(board, codes).exists())]
    positions = 1 << rank(board)
    size = Estimate(positions, positions >> 3, len(missing) * positions / _BITS_RATE)
    if not size.is_long:
        return None
    from pegsolitaire.engine import Coset, check_fits

    check_fits(Coset(board, missing[0][0]))
    return size


def _check_room(size: Estimate, problem: Problem, folder: Path | None) -> None:
    """Refuse what is past the room, even if it were a few times less than the bound."""
    from pegsolitaire.engine import free_memory

    free = free_memory() + (0 if folder is None else _free_disk(folder))
    if size.bytes > _SLACK * free:
        room = "memory" if folder is None else "memory and disk together"
        raise BoardTooLargeError(
            f"{problem} has up to {size.positions:,} positions, which take {_size(size.bytes)}; "
            f"{_size(free)} of {room} are free: it is too large for this machine"
        )


def _free_disk(folder: Path) -> int:
    """What is free on the disk of a folder that need not be there yet."""
    there = next(one for one in (folder, *folder.absolute().parents) if one.exists())
    return disk_usage(there).free


def _fans_out(problem: Problem) -> bool:
    """Whether games go thousands of ways, from the start and back from the finish.

    Where many pegs are gone from the start, the bound is far from what can be reached.
    """
    board = problem.board
    if 4 * problem.start_pegs < 3 * len(board):
        return False
    backward = {board.full ^ code for code in problem.finishes}
    return _widens(board, problem.starts) and _widens(board, backward)


def _widens(board: Board, codes: Iterable[int]) -> bool:
    level = set(codes)
    while 0 < len(level) <= _WIDE:
        level = {code ^ jump.mask for code in level for jump in board.jumps_from(code)}
    return bool(level)
