"""A game in progress: a position and the jumps that led to it, with push and pop."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar

from pegsolitaire.arguments import Helpful
from pegsolitaire.game.jump import Jump, Move, moves_of
from pegsolitaire.game.position import LegalJumps, Position

if TYPE_CHECKING:
    from pegsolitaire.theory.doors import PositionLike


class Game(Helpful):
    """A position that jumps are pushed onto and popped from.

    Parameters
    ----------
    start : Position, or str
        Where the game begins: a position, or words such as ``"english d4"``; a board alone
        begins where one usually does.

    Examples
    --------
    >>> game = Game("english d4")
    >>> game.push("d2-d4")
    >>> len(game.position), [str(jump) for jump in game.played]
    (31, ['d2-d4'])
    >>> str(game.pop()), game.position == game.start
    ('d2-d4', True)
    """

    hints: ClassVar[Mapping[str, str]] = {
        "legal_moves": "game.legal_jumps",
        "jumps": "game.legal_jumps, or game.played for those made",
        "is_game_over": "game.is_over",
        "play": "game.push('d2-d4')",
        "board": "game.position.board",
    }

    def __init__(self, start: PositionLike) -> None:
        from pegsolitaire.theory.doors import as_position

        start = as_position(start)
        self.start = start
        self._positions = [start]
        self._jumps: list[Jump] = []

    @property
    def position(self) -> Position:
        """The present position."""
        return self._positions[-1]

    @property
    def played(self) -> tuple[Jump, ...]:
        """The jumps made so far."""
        return tuple(self._jumps)

    @property
    def moves(self) -> tuple[Move, ...]:
        """The jumps made so far, those by one peg joined."""
        return moves_of(self._jumps)

    @property
    def legal_jumps(self) -> LegalJumps:
        """The jumps that are legal now."""
        return self.position.legal_jumps

    @property
    def is_won(self) -> bool:
        """Whether one peg is left."""
        return self.position.is_won

    @property
    def is_over(self) -> bool:
        """Whether no jump is legal."""
        return not self.legal_jumps

    def push(self, jump: Jump | Move | str) -> None:
        """Make a jump, or all jumps of a move or a text.

        Raises
        ------
        NotationError
            If it is not a jump.
        IllegalJumpError
            If a jump is not legal; the game is then left as it was.
        """
        jumps = self.position.jumps_of(jump)
        positions = [self.position]
        for single in jumps:
            positions.append(positions[-1].play(single))
        self._positions += positions[1:]
        self._jumps += jumps

    def pop(self) -> Jump:
        """Take the last jump back, and return it.

        Raises
        ------
        IndexError
            If no jump was made.
        """
        if not self._jumps:
            raise IndexError("no jump was made: there is nothing to take back")
        jump = self._jumps.pop()
        self._positions.pop()
        return jump

    def restart(self) -> None:
        """Take every jump back."""
        del self._positions[1:], self._jumps[:]

    def __len__(self) -> int:
        return len(self._jumps)

    def text(self) -> str:
        """The position as text in one line, as :meth:`Position.text` gives it."""
        return self.position.text()

    def svg(self) -> str:
        """The position drawn."""
        return self.position.svg()

    def __str__(self) -> str:
        return str(self.position)

    def _repr_svg_(self) -> str:
        return self.svg()

    def __repr__(self) -> str:
        jumps, pegs = (
            f"{n} {w}{'s' * (n != 1)}"
            for n, w in ((len(self), "jump"), (len(self.position), "peg"))
        )
        return f"<Game on {self.start.board.name}, {jumps}, {pegs}>"
