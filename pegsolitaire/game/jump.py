"""Jumps and moves, written as the papers write them: ``d2-d4``, ``a1-a3-c3``.

A jump knows the holes it joins and no board: the same jump means the same thing on every board
that has those holes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pegsolitaire.arguments import shown
from pegsolitaire.board.lattice import LATTICES, Hole
from pegsolitaire.board.notation import Notation, hole_name, parse_hole
from pegsolitaire.errors import NotationError

if TYPE_CHECKING:
    from pegsolitaire.board.board import Board
    from pegsolitaire.board.jumps import JumpMask, Link

# Between two moves. Coordinates have commas too: those in brackets, and those before a digit.
_BETWEEN = re.compile(r"(?:[,;]?\s+|;|,(?![0-9]))(?![^()]*\))")

# What a jump of any lattice adds to the coordinates.
_TWO_ON = {(2 * x, 2 * y) for lattice in LATTICES.values() for x, y in lattice.directions}


@dataclass(frozen=True, order=True, init=False)
class Jump:
    """One peg over a neighbour into an empty hole.

    Parameters
    ----------
    start, end : (int, int) or str
        Two holes, by name or by coordinates; or one text that joins them, ``"d2-d4"``.

    Examples
    --------
    >>> jump = Jump((3, 1), (3, 3))
    >>> str(jump), jump.over, jump == Jump("d2", "d4") == Jump("d2-d4")
    ('d2-d4', (3, 2), True)
    >>> jump                         # in every result: what it is called, and how to have it again
    Jump('d2-d4')
    """

    start: Hole
    end: Hole

    def __init__(self, start: Hole | str, end: Hole | str | None = None) -> None:
        if end is None:
            if not isinstance(start, str):
                raise NotationError(f"{shown(start)} is not a jump: pass a text such as 'd2-d4'")
            read = Jump.from_text(start)
            start, end = read.start, read.end
        object.__setattr__(self, "start", _hole(start))
        object.__setattr__(self, "end", _hole(end))

    @classmethod
    def of(cls, board: Board, jump: JumpMask | Link) -> Jump:
        """The jump that a board keeps as masks, or as a link."""
        return cls(board.holes[jump.start], board.holes[jump.end])

    @property
    def over(self) -> Hole:
        """The hole of the peg that is jumped."""
        return (self.start[0] + self.end[0]) // 2, (self.start[1] + self.end[1]) // 2

    @classmethod
    def from_text(cls, text: str, board: Board | None = None) -> Jump:
        """Read ``d2-d4``, ``(3,1)-(3,3)`` or, given a board, ``5-17``.

        Raises
        ------
        NotationError
            If it is not two holes joined by a dash.
        """
        move = Move.from_text(text, board)
        if len(move) != 1:
            raise NotationError(f"{text!r} is {len(move)} jumps: give one, as in d2-d4")
        return move.jumps[0]

    def moved(self, dx: int, dy: int) -> Jump:
        """The same jump so many columns and rows on.

        Examples
        --------
        >>> str(Jump("d2-d4").moved(-1, 1))
        'c3-c5'
        """
        (a, b), (c, d) = self.start, self.end
        return Jump((a + dx, b + dy), (c + dx, d + dy))

    def text(self, board: Board, notation: Notation = "letters") -> str:
        """Write it in one of the four notations of :meth:`Board.hole_text`."""
        return f"{board.hole_text(self.start, notation)}-{board.hole_text(self.end, notation)}"

    def __str__(self) -> str:
        return f"{hole_name(self.start)}-{hole_name(self.end)}"

    def __repr__(self) -> str:
        if _has_name(self.start) and _has_name(self.end):
            return f"Jump({str(self)!r})"
        return f"Jump({self.start}, {self.end})"


@dataclass(frozen=True)
class Move:
    """One or more consecutive jumps by the same peg; a long one is a sweep.

    Parameters
    ----------
    path : tuple of (int, int)
        The holes where the peg stands, first to last.

    Examples
    --------
    >>> move = Move.from_text("a1-a3-c3")
    >>> [str(jump) for jump in move.jumps], str(move)
    (['a1-a3', 'a3-c3'], 'a1-a3-c3')
    """

    path: tuple[Hole, ...]

    def __post_init__(self) -> None:
        if len(self.path) < 2:
            raise NotationError("a move needs at least two holes")
        for start, end in zip(self.path, self.path[1:], strict=False):
            if (end[0] - start[0], end[1] - start[1]) not in _TWO_ON:
                raise NotationError(
                    f"{hole_name(start)}-{hole_name(end)} is not a jump: a jump goes two holes on"
                )

    @classmethod
    def from_text(cls, text: str, board: Board | None = None) -> Move:
        """Read a move; bare numbers are hole numbers and need a board.

        Raises
        ------
        NotationError
            If it is not holes joined by dashes.
        """
        parts = text.split("-")
        if len(parts) < 2:
            raise NotationError(f"{text!r} is not a jump: write it as d2-d4")
        read = parse_hole if board is None else board.hole
        return cls(tuple(read(part) for part in parts))

    @property
    def jumps(self) -> tuple[Jump, ...]:
        """The jumps of the move."""
        return tuple(Jump(a, b) for a, b in zip(self.path, self.path[1:], strict=False))

    def __len__(self) -> int:
        return len(self.path) - 1

    def __str__(self) -> str:
        return "-".join(hole_name(hole) for hole in self.path)

    def __repr__(self) -> str:
        if all(map(_has_name, self.path)):
            return f"Move.from_text({str(self)!r})"
        return f"Move({self.path})"


def _hole(source: object) -> Hole:
    """The hole of an end of a jump."""
    if type(source) is tuple and len(source) == 2 and type(source[0]) is type(source[1]) is int:
        return source
    if isinstance(source, str):
        return parse_hole(source)
    raise NotationError(f"{shown(source)} is not a hole: pass a name, 'd4', or a pair (x, y)")


def _has_name(hole: Hole) -> bool:
    """Whether letters name a hole; left of a board and above it none do."""
    return min(hole) >= 0


def split_moves(text: str) -> list[str]:
    """The texts of moves that commas, semicolons, blanks or new lines separate.

    Examples
    --------
    >>> split_moves("a3-a1, c3-a3, (0,0)-(2,2)")
    ['a3-a1', 'c3-a3', '(0,0)-(2,2)']
    """
    return [part for part in _BETWEEN.split(text) if part]


def moves_of(jumps: Iterable[Jump]) -> tuple[Move, ...]:
    """Join consecutive jumps by the same peg into moves.

    Examples
    --------
    >>> jumps = [Jump.from_text(text) for text in ("a1-a3", "a3-c3", "d4-b4")]
    >>> [str(move) for move in moves_of(jumps)]
    ['a1-a3-c3', 'd4-b4']
    """
    paths: list[list[Hole]] = []
    for jump in jumps:
        if paths and paths[-1][-1] == jump.start:
            paths[-1].append(jump.end)
        else:
            paths.append([jump.start, jump.end])
    return tuple(Move(tuple(path)) for path in paths)


def jumps_of(moves: Iterable[Move]) -> tuple[Jump, ...]:
    """The jumps of a sequence of moves: the inverse of :func:`moves_of`."""
    return tuple(jump for move in moves for jump in move.jumps)
