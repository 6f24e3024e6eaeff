"""Solutions: a start and the jumps from it, replayed when they are put together.

An object of this class is a proof: it cannot be built from jumps that are not legal.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import ClassVar

from pegsolitaire.arguments import Helpful, shown
from pegsolitaire.errors import NotationError, PegSolitaireError, ProblemError
from pegsolitaire.game.jump import Jump, Move, jumps_of, moves_of
from pegsolitaire.game.position import Position
from pegsolitaire.game.problem import Problem
from pegsolitaire.results import LINE


class Solution(Helpful):
    """A sequence of legal jumps from a position.

    Parameters
    ----------
    start : Position
        Where it begins.
    jumps : iterable of Jump
        The jumps, in order.

    Raises
    ------
    IllegalJumpError
        If a jump is not legal where it is made.
    NotOnBoardError
        If a jump is not one of the board.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> start = triangle(4).vacancy("a2")
    >>> solution = Solution.from_moves(start, "a4-a2, a1-a3, c4-a4-a2, c3-a3-a1-c3, d4-b2")
    >>> len(solution), len(solution.moves), solution.finish.text()
    (8, 5, './.*/.../....')
    """

    hints: ClassVar[Mapping[str, str]] = {
        "number_of_moves": "solution.move_count",
        "end": "solution.finish",
    }
    #: What it is in JSON.
    json_keys = LINE

    start: Position
    jumps: tuple[Jump, ...]

    def __init__(self, start: Position, jumps: Iterable[Jump]) -> None:
        if not isinstance(start, Position) or not isinstance(jumps, Iterable):
            raise NotationError(
                f"{shown(start)} and {shown(jumps)} are not a position and jumps from it: for "
                "texts write Solution.from_moves(position, 'd2-d4, ...')"
            )
        self.start = start
        self.jumps = tuple(jumps)
        positions = [start]
        for number, jump in enumerate(self.jumps, 1):
            try:
                positions.append(positions[-1].play(jump))
            except PegSolitaireError as error:
                raise type(error)(f"jump {number} of {len(self.jumps)}: {error}") from None
        self.positions = tuple(positions)

    @classmethod
    def from_moves(cls, start: Position, moves: str | Iterable[Move | str]) -> Solution:
        """A solution from moves, or from their texts.

        Parameters
        ----------
        start : Position
            Where it begins.
        moves : str, or iterable of Move or str
            One text, as :func:`pegsolitaire.game.read_jumps` takes it, or the moves one by one.

        Raises
        ------
        NotationError
            If a text is not a move.
        """
        if isinstance(moves, str):
            from pegsolitaire.game.replaying import read_jumps

            return cls(start, read_jumps(start, moves))
        read = [Move.from_text(m, start.board) if isinstance(m, str) else m for m in moves]
        return cls(start, jumps_of(read))

    @classmethod
    def from_hole_numbers(cls, start: Position, numbers: Iterable[int]) -> Solution:
        """A solution from pairs of hole numbers, one pair a jump, as OEIS A120422 lists them.

        Raises
        ------
        ProblemError
            If their number is odd.
        """
        flat = list(numbers)
        if len(flat) % 2:
            raise ProblemError(f"{len(flat)} hole numbers: give two for each jump")
        holes = [start.board.hole(str(number)) for number in flat]
        pairs = zip(holes[::2], holes[1::2], strict=True)
        return cls(start, (Jump(a, b) for a, b in pairs))

    @property
    def finish(self) -> Position:
        """The position after the last jump."""
        return self.positions[-1]

    @cached_property
    def moves(self) -> tuple[Move, ...]:
        """The jumps, those by one peg in a row joined."""
        return moves_of(self.jumps)

    @property
    def move_count(self) -> int:
        """The number of moves; ``len(solution)`` is that of the jumps."""
        return len(self.moves)

    @property
    def hole_numbers(self) -> list[int]:
        """Two hole numbers a jump, counted from 1 (OEIS A120422)."""
        index = self.start.board.index
        return [index(hole) + 1 for jump in self.jumps for hole in (jump.start, jump.end)]

    def solves(self, problem: Problem) -> bool:
        """Whether it leads from a start of the problem to a finish of it."""
        return (
            self.start.board == problem.board
            and self.start.code in problem.starts
            and self.finish.code in problem.finishes
        )

    def reversed(self) -> Solution:
        """The same jumps in the reverse order, from the complement of the finish.

        The time-reversal trick of Winning Ways: it solves the reverse problem.

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
        return ", ".join(map(str, self.moves))

    def __repr__(self) -> str:
        return f"Solution.from_moves({self.start!r}, {str(self)!r})"

    def text(self) -> str:
        """The moves in one line."""
        return str(self)

    def svg(self, *, columns: int = 6, size: int = 16) -> str:
        """All positions drawn, so many in a row, holes of so many units."""
        from pegsolitaire.draw.svg import solution_svg

        return solution_svg(self, columns=columns, size=size)

    def animation(self, *, seconds: float = 0.9, size: int = 40) -> str:
        """A moving picture, SVG, that shows each jump for so many seconds."""
        from pegsolitaire.draw.animation import solution_animation

        return solution_animation(self, seconds=seconds, size=size)

    def _repr_svg_(self) -> str:
        return self.svg()
