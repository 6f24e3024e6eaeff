"""What random play comes to: the chance of every end."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from math import fsum
from typing import ClassVar, NamedTuple, TypeVar

from pegsolitaire.board import Board, Hole, Symmetry, apply_permutation, least_image
from pegsolitaire.errors import ProblemError
from pegsolitaire.game import Position, Problem
from pegsolitaire.results import PROBLEM, Result, declare
from pegsolitaire.tables import Tabled

Number = float | Fraction
Value = TypeVar("Value")


@dataclass(frozen=True)
class End(Result):
    """The games that end with some number of pegs.

    Attributes
    ----------
    jumps, pegs : int
        The jumps made, and the pegs left.
    dead_ends : int
        The positions where a game ends, up to the symmetries of the odds.
    probability : float or Fraction
        That a game ends so.
    """

    jumps: int
    pegs: int
    dead_ends: int
    probability: Number

    json_keys = "jumps pegs dead_ends probability fraction=probability|fraction"


class Final(NamedTuple):
    """A position where a game can end, and its chance."""

    position: Position
    probability: Number


declare(Final, "code=position.code probability")


@dataclass(frozen=True, eq=False)
class Odds(Tabled, Result):
    """How a game of random play ends.

    Attributes
    ----------
    problem : Problem
        Where games start, and where they are won.
    player : str
        The name of the player.
    group : tuple of Symmetry
        The symmetries that positions are counted up to.
    finals : tuple of (int, float or Fraction)
        The code of every position where a game ends, least over the group, and its chance.
    by_hole : bool
        Whether the chances of finishes are apart, or shared by those that symmetries map to one
        another.
    still_winning : tuple of float, or None
        After 0, 1, .. jumps, down to the finish, the chance that the game can still be won (or
        has been, at the last); where it was asked for.
    positions : int
        All positions that can arise, up to the group.
    error : float
        A bound on the relative error of every chance; 0 for fractions.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> from pegsolitaire.chance import random_play
    >>> odds = random_play(Problem.to_any(triangle(4).vacancy("a2")))
    >>> round(odds.win_probability, 4), odds.ends[-1].pegs, odds.ends[-1].dead_ends
    (0.0301, 1, 1)
    """

    problem: Problem
    player: str
    group: tuple[Symmetry, ...] = field(repr=False)
    finals: tuple[tuple[int, Number], ...] = field(repr=False)
    by_hole: bool
    still_winning: tuple[Number, ...] | None
    positions: int
    error: float

    json_keys = (
        f"{PROBLEM} player win_probability win_fraction=win_probability|fraction win_at "
        "win_by_finish win_at_up_to_symmetry=by_hole|not ends dead_ends mean_pegs "
        "mean_fraction=mean_pegs|fraction gives_up most_likely least_likely still_winning "
        "positions relative_error=error"
    )

    column_types: ClassVar[Mapping[str, str]] = {
        "jumps": "int16",
        "pegs": "int16",
        "dead_ends": "int64",
        "probability": "float64",
    }

    def table_rows(self) -> list[tuple[int | float, ...]]:
        """The ends by the jumps made."""
        return [(e.jumps, e.pegs, e.dead_ends, float(e.probability)) for e in self.ends]

    @property
    def table_title(self) -> str:
        """The problem, the player, and the chance of winning."""
        return f"{self.problem}, player {self.player}: {float(self.win_probability):.6g} to win"

    @property
    def board(self) -> Board:
        """The board."""
        return self.problem.board

    @cached_property
    def ends(self) -> tuple[End, ...]:
        """The ends by the jumps made, the shortest games first."""
        found: dict[int, list[Number]] = {}
        for code, chance in self.finals:
            found.setdefault(code.bit_count(), []).append(chance)
        return tuple(
            End(self.problem.start_pegs - pegs, pegs, len(found[pegs]), self._sum(found[pegs]))
            for pegs in sorted(found, reverse=True)
        )

    @property
    def is_exact(self) -> bool:
        """Whether the chances are fractions."""
        return self.error == 0

    @property
    def dead_ends(self) -> int:
        """All positions where a game ends, up to the group."""
        return len(self.finals)

    @cached_property
    def win_probability(self) -> Number:
        """The chance that a game ends at one of the finishes of the problem."""
        return self._sum(chance for code, chance in self.finals if code in self._wins)

    @cached_property
    def win_by_finish(self) -> dict[Position, Number]:
        """The chance that a game ends at each finish, where there is any.

        Unless the odds are by hole, a finish stands for all those that symmetries map it to, and
        the chance is that of all of them.
        """
        found: dict[int, Number] = {}
        finishes = set(self.problem.finishes)
        for code, chance in self.finals:
            if code in self._wins:
                images = {apply_permutation(s.image, code) for s in self.group} & finishes
                for image in images if self.by_hole else {min(images)}:
                    found[image] = chance / (len(images) if self.by_hole else 1)
        return {Position(self.board, code): chance for code, chance in sorted(found.items())}

    def knowing(self, jumps: int) -> Number:
        """The chance of somebody who plays like this, but the last jumps perfectly.

        It is the chance that the game can still be won when so many jumps are left.

        Parameters
        ----------
        jumps : int
            How many of the last jumps are played with perfect knowledge; 0 adds nothing.

        Raises
        ------
        ProblemError
            If the odds were worked out without ``winning``, or the game has fewer jumps.

        Examples
        --------
        >>> from pegsolitaire.board import triangle
        >>> from pegsolitaire.chance import random_play
        >>> odds = random_play(Problem.to_any(triangle(5).vacancy("a1")), winning=True)
        >>> [round(float(odds.knowing(jumps)), 3) for jumps in (0, 3, 6, 13)]
        [0.007, 0.016, 0.093, 1.0]
        """
        if self.still_winning is None:
            raise ProblemError("ask for the odds with winning=True: they then say what still wins")
        most = len(self.still_winning) - 1
        if not 0 <= jumps <= most:
            raise ProblemError(f"the last {jumps} jumps: the game has {most}")
        return self.still_winning[most - jumps]

    @property
    def win_at(self) -> dict[Hole, Number]:
        """The chance that the last peg ends in each hole, where finishes are of one peg."""
        return by_last_hole(self.win_by_finish)

    @cached_property
    def mean_pegs(self) -> Number:
        """The pegs that are left on average."""
        return self._sum(end.pegs * end.probability for end in self.ends)

    @cached_property
    def gives_up(self) -> Number:
        """The chance that the player gives up: that a game ends short of a win, jumps possible."""
        return self._sum(
            chance
            for code, chance in self.finals
            if code not in self._wins and self.board.jumps_from(code)
        )

    @property
    def most_likely(self) -> Final:
        """The end that is most likely, its images included, and its chance."""
        return self._final(max(self.finals, key=lambda final: (final[1], -final[0])))

    @property
    def least_likely(self) -> Final:
        """The end that is least likely, its images included, and its chance."""
        return self._final(min(self.finals, key=lambda final: (final[1], final[0])))

    def _final(self, final: tuple[int, Number]) -> Final:
        return Final(Position(self.board, final[0]), final[1])

    def _sum(self, numbers: Iterable[Number]) -> Number:
        return add(numbers, exactly=self.is_exact)

    @cached_property
    def _wins(self) -> set[int]:
        """The least codes of the finishes."""
        return {least_image(self.group, code) for code in self.problem.finishes}


def by_last_hole(found: Mapping[Position, Value]) -> dict[Hole, Value]:
    """What is known of finishes of one peg, by its hole."""
    return {next(iter(finish)): value for finish, value in found.items() if len(finish) == 1}


def add(numbers: Iterable[Number], *, exactly: bool) -> Number:
    """The sum: of fractions exactly, of floats rounded once."""
    return sum((Fraction(number) for number in numbers), Fraction(0)) if exactly else fsum(numbers)
