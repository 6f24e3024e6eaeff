"""A game in progress: a position and the jumps that led to it, with push and pop."""

from __future__ import annotations

from pegsolitaire.game.jump import Jump, Move, moves_of
from pegsolitaire.game.position import LegalJumps, Position


class Game:
    """A position that jumps are pushed onto and popped from.

    Parameters
    ----------
    start : Position
        Where the game begins.

    Examples
    --------
    >>> from pegsolitaire.board import english
    >>> game = Game(english().vacancy("d4"))
    >>> game.push("d2-d4")
    >>> len(game.position), [str(jump) for jump in game.played]
    (31, ['d2-d4'])
    >>> str(game.pop()), game.position == game.start
    ('d2-d4', True)
    """

    def __init__(self, start: Position) -> None:
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
    def jumps(self) -> LegalJumps:
        """The jumps that are legal now."""
        return self.position.jumps

    def push(self, jump: Jump | Move | str) -> None:
        """Make a jump, or all jumps of a move or a text.

        Raises
        ------
        IllegalJumpError
            If a jump is not legal; the game is then left as it was.
        """
        jumps = self.position.jumps_of(jump)
        positions = [self.position]
        for single in jumps:
            positions.append(positions[-1].after(single))
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

    def __str__(self) -> str:
        return str(self.position)

    def _repr_svg_(self) -> str:
        return self.position._repr_svg_()

    def __repr__(self) -> str:
        jumps, pegs = (
            f"{n} {w}{'s' * (n != 1)}"
            for n, w in ((len(self), "jump"), (len(self.position), "peg"))
        )
        return f"<Game on {self.start.board.name}, {jumps}, {pegs}>"
