"""Players who are a function of the position."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from pegsolitaire.board.board import Board
from pegsolitaire.board.symmetries import Symmetry
from pegsolitaire.errors import ProblemError
from pegsolitaire.game.jump import Jump
from pegsolitaire.game.player import Chooser, exact_weight
from pegsolitaire.game.position import Position

#: What a function that plays makes of a position: weights by jump, or jumps.
Choice = Callable[[Position], Mapping[Jump, float] | Iterable[Jump]]


@dataclass(frozen=True)
class OwnPlayer(Chooser):
    """A function that says how likely each jump from a position is.

    Parameters
    ----------
    board : Board
    name : str
    function : callable
        Takes a :class:`Position` where jumps are possible; gives weights by :class:`Jump` (or its
        text), or the jumps to choose from; nothing where the player gives up. It draws no lots
        itself, and always says the same of a position: its answers are kept.

    Examples
    --------
    >>> board = Board("triangle5")
    >>> player = OwnPlayer(board, "the first", lambda position: sorted(position.legal_jumps)[:1])
    >>> player.choices(board.vacancy("a1").code)
    {32757: Fraction(1, 1)}
    """

    board: Board
    name: str
    function: Choice

    def choices(self, code: int) -> dict[int, Fraction]:
        """What may come of a position, with the chance of each.

        Raises
        ------
        IllegalJumpError
            If a jump is not possible there.
        ProblemError
            If a weight is below 0, or not a number; or what the function gives are not jumps.
        """
        position = Position(self.board, code)
        if not position.legal_jumps:
            return {}
        chances: dict[int, Fraction] = {}
        for jump, weight in self._weights(position):
            after = position.play(jump).code
            part = exact_weight(jump, weight)
            if part:
                chances[after] = chances.get(after, Fraction(0)) + part
        total = sum(chances.values(), Fraction(0))
        return {after: chances[after] / total for after in sorted(chances)}

    def between(self, code: int, after: int) -> tuple[Jump, ...]:
        """The jump from a position to one after it."""
        return tuple(
            Jump.of(self.board, jump)
            for jump in self.board.jumps_from(code)
            if jump.mask == code ^ after
        )

    @property
    def is_plain(self) -> bool:
        """No: what a function does is not known."""
        return False

    @property
    def group(self) -> tuple[Symmetry, ...]:
        """No symmetry but the identity: what a function notices is not known."""
        return self.board.symmetries[:1]

    def _weights(self, position: Position) -> Iterator[tuple[Jump | str, float]]:
        found = self.function(position)
        if not isinstance(found, Iterable):
            raise ProblemError(f"{self.name} gives {found!r}: give jumps, or weights by jump")
        pairs = found.items() if isinstance(found, Mapping) else ((jump, 1) for jump in found)
        for jump, weight in pairs:
            if not isinstance(jump, Jump | str):
                raise ProblemError(f"{self.name} gives {jump!r}: give jumps, or weights by jump")
            yield jump, weight
