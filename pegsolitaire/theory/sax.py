"""The SAX count of the 15-hole triangle, and Beasley's exit count, which equals it.

Hentzel & Hentzel (1986) found a number, S + A - X, that no jump raises although it is not a sum of
weights. S is the number of edges with two or three pegs in their middle three holes, A is the
number of interior pegs, and X is the number of pegs in the corners and the middles of the edges
(Bell 2008, section 2.3, with the opposite sign). Beasley derives the count from six regions, the
corners and the edges. Every exit from a region consumes a peg of a set that can only shrink, so
the number of these "fodder" pegs minus the number of exits still to be made never rises (addendum
of the paper)::

            X
           . .
          X A X
         . A A .
        X . X . X
"""

from __future__ import annotations

from functools import lru_cache

from pegsolitaire.board.board import Board
from pegsolitaire.board.catalogue import triangle
from pegsolitaire.board.lattice import Hole
from pegsolitaire.errors import ProblemError
from pegsolitaire.game.conversion import PositionLike, StartLike, as_position
from pegsolitaire.game.player import PlayerCount
from pegsolitaire.game.position import Position

# Bit 0 is a1. The rows are written from the bottom up, and each row from right to left.
_CORNERS = 0b10001_0000_000_00_1
_EDGES = (0b00000_0001_001_01_0, 0b00000_1000_100_10_0, 0b01110_0000_000_00_0)
_A = 0b00000_0110_010_00_0
_X = 0b10101_0000_101_00_1
_FODDER = 0b01010_1111_010_11_0


def sax_count(position: PositionLike, start: StartLike = None) -> int:
    """Compute the SAX count S + A - X of a position on the triangle of side 5.

    No jump raises the count. Its sign changes when pegs and empty holes are exchanged.

    Raises
    ------
    ProblemError
        If the position is on another board.

    Examples
    --------
    >>> board = triangle(5)
    >>> [sax_count(board.vacancy(hole)) for hole in ("a1", "b3", "a4", "c5")]
    [1, -1, 0, 1]
    """
    position = as_position(position, start)
    code = _code_on_triangle5(position)
    edges = sum((code & edge).bit_count() > 1 for edge in _EDGES)
    return edges + (code & _A).bit_count() - (code & _X).bit_count()


def sax_as_count() -> PlayerCount:
    """Return the SAX count as weights and regions, as it is shown to players.

    Examples
    --------
    >>> position = triangle(5).vacancy("b3")
    >>> sax_as_count().of(position.code) == sax_count(position)
    True
    """
    weights = tuple((_A >> i & 1) - (_X >> i & 1) for i in range(15))
    return PlayerCount(weights, _EDGES)


def exit_count(position: PositionLike, start: StartLike = None) -> int:
    """Compute Beasley's F - E: the fodder pegs minus the exits needed to clear all six regions.

    A region with a peg needs one exit, and a full edge needs two exits (Beasley 1992, chapter 7).

    Raises
    ------
    ProblemError
        If the position is on another board.

    Examples
    --------
    >>> board = triangle(5)
    >>> exit_count(board.vacancy("b3")), exit_count(board.single("b3"))
    (-1, 1)
    """
    position = as_position(position, start)
    code = _code_on_triangle5(position)
    exits = (code & _CORNERS).bit_count()
    for edge in _EDGES:
        exits += bool(code & edge) + (code & edge == edge)
    return (code & _FODDER).bit_count() - exits


def effective_slack(start: Hole | str, finish: Hole | str) -> int:
    """Return how much of the SAX count a game may lose, apart from necessary jumps into corners.

    Bell 2008, table 1. The slack is the count of the vacancy minus that of the single peg.

    A game from a corner vacancy begins with a jump into this corner, and a game to a corner ends
    with such a jump. Each of these jumps loses 1. If the effective slack is negative, there is no
    such game.

    Raises
    ------
    NotOnBoardError
        If the triangle of side 5 has no such hole.

    Examples
    --------
    >>> effective_slack("a1", "a1"), effective_slack("a1", "b3"), effective_slack("c5", "c5")
    (0, -1, 2)
    """
    board = _triangle5()
    corners = sum(_CORNERS >> board.bit(hole) & 1 for hole in (start, finish))
    return sax_count(board.vacancy(start)) - sax_count(board.single(finish)) - corners


@lru_cache(maxsize=1)
def _triangle5() -> Board:
    return triangle(5)


def _code_on_triangle5(position: Position) -> int:
    if position.board != _triangle5():
        raise ProblemError(
            f"the SAX count exists only for triangle5, not for {position.board.name}: give a "
            "position of triangle5"
        )
    return position.code
