"""What an exact calculation is asked, and what it has found so far."""

from __future__ import annotations

from collections.abc import Collection
from fractions import Fraction
from math import comb

from pegsolitaire.board import Symmetry, apply_permutation
from pegsolitaire.chance.odds import Number, Odds
from pegsolitaire.game import OwnPlayer, Player, Problem
from pegsolitaire.progress import Progress
from pegsolitaire.sets import Tablebase
from pegsolitaire.theory import class_of, is_anywhere, rank

_BY_HOLE = 1 << 29  # positions past which holes are only told apart when asked
_ROUNDING = 2.0**-53


class Run:
    """One exact calculation, by either route.

    Parameters
    ----------
    problem, player, by_hole, winning, progress
        As :func:`pegsolitaire.chance.exact_play` has them.

    Attributes
    ----------
    group : tuple of Symmetry
        The symmetries that nothing that is asked for tells apart.
    anywhere : bool
        Whether games are won wherever one peg is left.
    tables : dict
        Where they are asked for, the positions that can be won, by their classes.
    finals : list of (int, float or Fraction)
        The least code of every position where a game ends, and its chance.
    still : list of float or Fraction
        After 0, 1, .. jumps the chance that the game can still be won, or has been just then.
    """

    def __init__(
        self,
        problem: Problem,
        player: Player | OwnPlayer,
        *,
        by_hole: bool | None,
        winning: bool,
        progress: Progress,
    ) -> None:
        self.problem, self.player, self.progress = problem, player, progress
        self.anywhere = is_anywhere(problem)
        if by_hole is None:
            by_hole = most_positions(problem, problem.group) <= _BY_HOLE
        self.by_hole, self.winning = by_hole, winning
        self.group = self._group()
        self.tables = self._tables() if winning else {}
        self.finals: list[tuple[int, Number]] = []
        self.still: list[Number] = []
        self._positions = 0

    def _group(self) -> tuple[Symmetry, ...]:
        allowed = set(self.player.group)
        if self.by_hole:
            allowed &= set(self.problem.group)
        if self.winning or not self.anywhere:
            allowed &= set(self.problem.finish_group)
        return tuple(s for s in self.problem.board.symmetries if s in allowed)

    def _tables(self) -> dict[int, Tablebase]:
        """A table for each class that games come to, up to the group, and that has finishes."""
        board, finishes = self.problem.board, self.problem.finishes
        reached = _classes(self.problem, self.group)
        by_class: dict[int, list[int]] = {}
        for code in finishes:
            by_class.setdefault(class_of(board, code), []).append(code)
        return {
            kind: Tablebase.build(board, tuple(codes), progress=self.progress)
            for kind, codes in by_class.items()
            if any(kind in orbit for orbit in reached)
        }

    def count(self, positions: int) -> None:
        """Count positions that games come to."""
        self._positions += positions

    def odds(self, ways: int) -> Odds:
        """The result, where a step adds up ``ways`` rounded numbers for a position."""
        return Odds(
            problem=self.problem,
            player=self.player.name,
            group=self.group,
            finals=tuple(sorted(self.finals)),
            by_hole=self.by_hole,
            still_winning=tuple(self.still) if self.winning else None,
            positions=self._positions,
            error=self.problem.start_pegs * ways * _ROUNDING,
        )


def most_positions(problem: Problem, group: Collection[Symmetry]) -> int:
    """About how many positions random play can come to up to some symmetries, at most.

    That is the position class, with no more pegs than the start.

    Examples
    --------
    >>> from pegsolitaire.board import english
    >>> from pegsolitaire.theory import any_finish
    >>> problem = any_finish(english().vacancy("c1"))
    >>> most_positions(problem, problem.group), most_positions(problem, problem.board.symmetries)
    (536870911, 268435455)
    """
    holes = len(problem.board)
    every = sum(comb(holes, pegs) for pegs in range(1, problem.start_pegs + 1))
    return share_of(problem, group, every)


def share_of(problem: Problem, group: Collection[Symmetry], positions: int) -> int:
    """About how many of some positions are of the classes of play, up to symmetries."""
    orbits = _classes(problem, group)
    parts = sum(Fraction(len(orbit), len(group)) for orbit in orbits)
    return int(positions * parts) >> len(problem.board) - rank(problem.board)


def _classes(problem: Problem, group: Collection[Symmetry]) -> set[frozenset[int]]:
    """The classes of the starts, each with its images."""
    board = problem.board
    starts = {class_of(board, code): code for code in problem.starts}
    return {
        frozenset(class_of(board, apply_permutation(s.image, code)) for s in group)
        for code in starts.values()
    }
