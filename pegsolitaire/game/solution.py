"""Solutions, and games in progress.

A :class:`Solution` is a proof: the constructor replays all jumps and raises an error if one is not
legal.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from pegsolitaire.board.notation import Notation
from pegsolitaire.errors import NotationError, PegSolitaireError, quoted
from pegsolitaire.game.position import (
    Jump,
    LegalJumps,
    Move,
    Position,
    code_after,
    jumps_of,
    moves_of,
)
from pegsolitaire.game.problem import Problem
from pegsolitaire.units import counted

if TYPE_CHECKING:
    from pegsolitaire.board.board import Board
    from pegsolitaire.game.conversion import PositionLike, StartLike


class Solution:
    """A sequence of legal jumps from a position.

    Parameters
    ----------
    start : Position
        The position before the first jump.
    jumps : iterable of Jump, Move or str
        The jumps, in order, in any form that :meth:`Position.play` accepts.

    Raises
    ------
    NotationError
        If one of them is not a jump.
    IllegalJumpError
        If a jump is not legal in its position.
    NotOnBoardError
        If a jump does not exist on the board.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> start = triangle(4).vacancy("a2")
    >>> solution = Solution.from_moves(start, "a4-a2, a1-a3, c4-a4-a2, c3-a3-a1-c3, d4-b2")
    >>> len(solution), len(solution.moves), solution.finish.text()
    (8, 5, './.*/.../....')
    """

    json_fields: ClassVar[tuple[str, ...]] = ("jumps", "moves", "move_count")

    start: Position
    jumps: tuple[Jump, ...]

    def __init__(self, start: Position, jumps: Iterable[Jump | Move | str]) -> None:
        is_list = isinstance(jumps, Iterable) and not isinstance(jumps, str)
        if not isinstance(start, Position) or not is_list:
            raise NotationError(
                f"{quoted(start)} and {quoted(jumps)} are not a position and jumps from it: for a "
                "text write Solution.from_moves(position, 'a3-a1')"
            )
        self.start = start
        given, played, codes = list(jumps), list[Jump](), [start.code]
        for number, jump in enumerate(given, 1):
            try:
                if isinstance(jump, Jump):  # without a position for each of thousands of jumps
                    singles: tuple[Jump, ...] = (jump,)
                else:
                    singles = Position(start.board, codes[-1]).jumps_of(jump)
                for single in singles:
                    codes.append(code_after(start.board, codes[-1], single))
            except PegSolitaireError as error:
                raise type(error)(f"jump {number} of {len(given)}: {error}") from None
            played += singles
        self.jumps = tuple(played)
        #: The codes of all positions, from the start to the finish.
        self.codes = tuple(codes)

    @classmethod
    def from_moves(cls, start: PositionLike, moves: str | Iterable[Move | str]) -> Solution:
        """Create a solution from moves or from text.

        Parameters
        ----------
        start : Position, or what makes one
            The position before the first jump.
        moves : str, or iterable of Move or str
            A single text, as ``read_jumps`` accepts it, or a sequence of moves.

        Raises
        ------
        NotationError
            If a text is not a move.
        """
        from pegsolitaire.game.conversion import as_position

        start = as_position(start)
        if isinstance(moves, str):
            from pegsolitaire.game.reading_games import read_jumps

            return cls(start, read_jumps(start, moves))
        read = [Move.from_text(m, start.board) if isinstance(m, str) else m for m in moves]
        return cls(start, jumps_of(read))

    @property
    def finish(self) -> Position:
        """The position after the last jump."""
        return Position(self.start.board, self.codes[-1])

    @cached_property
    def positions(self) -> tuple[Position, ...]:
        """All positions, from the start to the finish."""
        return tuple(Position(self.start.board, code) for code in self.codes)

    @cached_property
    def moves(self) -> tuple[Move, ...]:
        """The moves, in which consecutive jumps by one peg are joined."""
        return moves_of(self.jumps)

    @property
    def move_count(self) -> int:
        """The number of moves; ``len(solution)`` is the number of jumps."""
        return len(self.moves)

    @property
    def hole_numbers(self) -> list[int]:
        """The numbers of the start and end holes of all jumps, counted from 1 (OEIS A120422)."""
        index = self.start.board.bit
        return [index(hole) + 1 for jump in self.jumps for hole in (jump.start, jump.end)]

    def solves(self, problem: Problem) -> bool:
        """Return whether the solution leads from a start of the problem to one of its finishes."""
        return (
            self.start.board == problem.board
            and self.start.code in problem.starts
            and self.finish.code in problem.finishes
        )

    def reversed(self) -> Solution:
        """Return the solution that makes the same jumps in reverse order.

        It starts from the complement of the finish and solves the reversed problem. This is the
        time-reversal trick of *Winning Ways*.

        Examples
        --------
        >>> from pegsolitaire.board import triangle
        >>> moves = "a4-a2, a1-a3, c4-a4-a2, c3-a3-a1-c3, d4-b2"
        >>> back = Solution.from_moves(triangle(4).vacancy("a2"), moves).reversed()
        >>> list(back.start.complement), list(back.finish)
        ([(1, 1)], [(0, 1)])
        """
        return Solution(self.finish.complement, self.jumps[::-1])

    def __len__(self) -> int:
        return len(self.jumps)

    def __iter__(self) -> Iterator[Jump]:
        return iter(self.jumps)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Solution):
            return NotImplemented
        return self.start == other.start and self.jumps == other.jumps

    def __hash__(self) -> int:
        return hash((self.start, self.jumps))

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return f"Solution.from_moves({self.start!r}, {str(self)!r})"

    def text(self, notation: Notation = "letters") -> str:
        """Return the moves in one line, in letters or with the numbers of the holes.

        Examples
        --------
        >>> from pegsolitaire.board import triangle
        >>> Solution.from_moves(triangle(4).vacancy("a2"), "a4-a2, a1-a3").text("numbers")
        '7-2, 1-4'
        """
        return ", ".join(move.text(self.start.board, notation) for move in self.moves)

    def svg(self, *, columns: int = 6, size: int = 16) -> str:
        """Draw all positions of the solution as SVG, in rows."""
        from pegsolitaire.draw.svg import solution_svg

        return solution_svg(self, columns=columns, size=size)

    def animation(self, *, seconds: float = 0.9, size: int = 40) -> str:
        """Draw an animated SVG that shows each jump for the given number of seconds."""
        from pegsolitaire.draw.svg import solution_animation

        return solution_animation(self, seconds=seconds, size=size)

    def _repr_svg_(self) -> str:
        return self.svg()


# --
# A game in progress: a position and the jumps that led to it, with push and pop.


class Game:
    """A game in progress, in which you can make jumps and take them back.

    Parameters
    ----------
    position, start : Position, or what makes one
        The position where the game begins: see :class:`Position`. If only a board is given, the
        game begins at the board's usual start.

    Examples
    --------
    >>> game = Game("english d4")
    >>> game.push("d2-d4")
    >>> len(game.position), [str(jump) for jump in game.played]
    (31, ['d2-d4'])
    >>> str(game.pop()), game.position == game.start
    ('d2-d4', True)
    """

    def __init__(self, position: PositionLike, start: StartLike = None) -> None:
        from pegsolitaire.game.conversion import as_position

        self.start = as_position(position, start)
        self._positions = [self.start]
        self._jumps: list[Jump] = []

    @property
    def board(self) -> Board:
        """The board."""
        return self.start.board

    @property
    def position(self) -> Position:
        """The current position."""
        return self._positions[-1]

    @property
    def played(self) -> tuple[Jump, ...]:
        """The jumps made so far."""
        return tuple(self._jumps)

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves made so far, in which consecutive jumps by one peg are joined."""
        return moves_of(self._jumps)

    @property
    def legal_jumps(self) -> LegalJumps:
        """The jumps that are legal in the current position."""
        return self.position.legal_jumps

    @property
    def is_won(self) -> bool:
        """Whether exactly one peg is left."""
        return self.position.is_won

    @property
    def is_over(self) -> bool:
        """Whether no jump is legal."""
        return not self.legal_jumps

    def push(self, jump: Jump | Move | str) -> None:
        """Make a jump, a move, or all jumps in a text.

        Raises
        ------
        NotationError
            If the argument is not a jump.
        IllegalJumpError
            If a jump is not legal; the game then stays unchanged.
        """
        jumps = self.position.jumps_of(jump)
        positions = [self.position]
        for single in jumps:
            positions.append(positions[-1].play(single))
        self._positions += positions[1:]
        self._jumps += jumps

    def copy(self) -> Game:
        """Return an independent copy of the game.

        Examples
        --------
        >>> import pegsolitaire as ps
        >>> game = ps.Game("triangle5 a1")
        >>> other = game.copy()
        >>> other.push("a3-a1")
        >>> len(game), len(other)
        (0, 1)
        """
        copied = Game(self.start)
        copied._positions, copied._jumps = list(self._positions), list(self._jumps)
        return copied

    __copy__ = copy

    def pop(self) -> Jump:
        """Take back the last jump and return it.

        Raises
        ------
        IndexError
            If no jump was made.
        """
        if not self._jumps:
            raise IndexError("there is no jump to take back: make a jump first")
        jump = self._jumps.pop()
        self._positions.pop()
        return jump

    def restart(self) -> None:
        """Take back every jump."""
        del self._positions[1:], self._jumps[:]

    def __len__(self) -> int:
        return len(self._jumps)

    def text(self) -> str:
        """Return the current position in one line, like :meth:`Position.text`."""
        return self.position.text()

    def svg(self) -> str:
        """Draw the current position."""
        return self.position.svg()

    def __str__(self) -> str:
        return str(self.position)

    def _repr_svg_(self) -> str:
        return self.svg()

    def __repr__(self) -> str:
        jumps, pegs = counted(len(self), "jump"), counted(len(self.position), "peg")
        return f"<Game on {self.start.board.name}, {jumps}, {pegs}>"
