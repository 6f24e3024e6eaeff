"""Random play, exactly: the chance of every position, level by level (Bell's Notes, table 3).

Each position hands its chance on to what the player makes of it; positions that are images of one
another count as one. Players that are data run in the engine's tables, with floats of a known
error; a function, or the arithmetic of fractions, in a plain loop of Python.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from fractions import Fraction
from math import comb
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from pegsolitaire.board import Symmetry, apply_permutation
from pegsolitaire.chance.odds import Number, Odds, add
from pegsolitaire.errors import BoardTooLargeError, ProblemError
from pegsolitaire.game import OwnPlayer, Player, Position, Problem
from pegsolitaire.progress import SILENT, Progress
from pegsolitaire.sets import Tablebase
from pegsolitaire.theory import class_of, invariants, is_anywhere, rank

if TYPE_CHECKING:
    from pegsolitaire.engine import ShareEngine, Shares, Words

_BY_HOLE = 1 << 29  # positions past which holes are only told apart when asked
_IN_PYTHON = 1 << 20  # positions that the plain loop takes
_ROUNDING = 2.0**-53


def exact_play(
    problem: Problem,
    player: Player | OwnPlayer | None = None,
    *,
    by_hole: bool | None = None,
    winning: bool = False,
    fractions: bool = False,
    most: int | None = None,
    threads: int | None = None,
    progress: Progress = SILENT,
) -> Odds:
    """The chance of every end of a game of random play.

    Parameters
    ----------
    problem : Problem
        Where games start (each start being as likely), and where they are won. A game that
        reaches a finish of several pegs ends there.
    player : Player or OwnPlayer, optional
        Who plays; by default somebody who makes any legal jump, all equally likely.
    by_hole : bool, optional
        Whether to tell finishing holes apart that are images of one another; that allows fewer
        symmetries. By default wherever there are not too many positions.
    winning : bool, optional
        Also how likely the game can still be won after each jump: needs a table of the position
        class, and no player that makes removals.
    fractions : bool, optional
        Calculate with fractions: for boards of some 15 holes.
    most : int, optional
        Give up at so many positions.
    threads : int, optional
        How many threads to use; by default one a core.
    progress : Progress, optional
        Told of every level.

    Returns
    -------
    Odds

    Raises
    ------
    ProblemError
        If the player is of another board, or one that cannot be asked what was asked.
    BoardTooLargeError
        If the board has more than 64 holes, there are more positions than are allowed, or its
        levels outgrow the memory.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> from pegsolitaire.theory import any_finish
    >>> odds = exact_play(any_finish(triangle(5).vacancy("a1")))
    >>> print(f"1 in {1 / odds.win_probability:.0f}, {odds.mean_pegs:.2f} pegs on average")
    1 in 146, 3.92 pegs on average
    >>> odds = exact_play(any_finish(triangle(4).vacancy("a2")), fractions=True)
    >>> odds.win_probability, odds.mean_pegs
    (Fraction(13, 432), Fraction(1901, 864))
    """
    who = Player(problem.board, "any") if player is None else player
    if who.board != problem.board:
        raise ProblemError(f"a player of {who.board.name} cannot play on {problem.board.name}")
    if winning and isinstance(who, Player) and who.blocks:
        raise ProblemError("within a block removal nobody asks whether the game can be won")
    run = _Run(problem, who, by_hole, winning, progress)
    if isinstance(who, Player) and not fractions:
        return run.in_tables(who, most, threads)
    if fractions and most_positions(problem, who.board.symmetries[:1]) > _IN_PYTHON:
        raise BoardTooLargeError(
            f"{problem} may have more than {_IN_PYTHON:,} positions: too many for fractions"
        )
    return run.in_python(Fraction if fractions else float, most)


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
    holes, share = len(problem.board), _share(problem, group)
    return sum(comb(holes, pegs) for pegs in range(1, problem.start_pegs + 1)) // share


def _share(problem: Problem, group: Collection[Symmetry]) -> int:
    """Of all positions, up to symmetries, one in how many is of the class of the start."""
    board, start = problem.board, problem.starts[0]
    images = [apply_permutation(symmetry.image, start) for symmetry in group]
    same = sum(class_of(board, image) == class_of(board, start) for image in images)
    return same << len(board) - rank(board)


class _Run:
    """One exact calculation."""

    def __init__(
        self,
        problem: Problem,
        player: Player | OwnPlayer,
        by_hole: bool | None,
        winning: bool,
        progress: Progress,
    ) -> None:
        self.problem, self.player, self.progress = problem, player, progress
        self.anywhere = is_anywhere(problem)
        if by_hole is None:
            by_hole = most_positions(problem, problem.group) <= _BY_HOLE
        self.by_hole = by_hole
        self.group = self._group(winning)
        self.winning = winning
        # Finishes of several classes are all the holes, where no class has one peg.
        classes = {class_of(problem.board, code) for code in problem.finishes}
        self.table = (
            Tablebase.build(problem.board, problem.finishes, progress=progress)
            if winning and len(classes) == 1
            else None
        )
        self.finals: list[tuple[int, Number]] = []
        self.still: list[Number] = []
        self.positions = 0

    def _group(self, winning: bool) -> tuple[Symmetry, ...]:
        """The symmetries that nothing that is asked for tells apart."""
        allowed = set(self.player.group)
        if self.by_hole:
            allowed &= set(self.problem.group)
        if winning or not self.anywhere:
            allowed &= set(self.problem.finish_group)
        return tuple(s for s in self.problem.board.symmetries if s in allowed)

    def in_tables(self, player: Player, most: int | None, threads: int | None) -> Odds:
        """By the engine, in floats."""
        from pegsolitaire.engine import ShareEngine

        top = self.problem.start_pegs
        drops = sorted({1, *(block.block.bit_count() for block in player.blocks)})
        self.progress.stage("playing at random", top)
        with ShareEngine(player, self.group, threads) as engine:
            levels = {top: engine.start(self.problem.starts)}
            for pegs in range(top, 0, -1):
                self._count_winning(engine, levels[pegs])
                level = levels[pegs] = self._without_finishes(engine, levels[pegs], pegs)
                sources = [(d, levels[pegs - 1 + d]) for d in drops if pegs - 1 + d in levels]
                levels[pegs - 1] = engine.step(sources, self._most(pegs - 1))
                levels.pop(pegs - 1 + drops[-1], None)
                self._add(len(level), most)
                self._end(engine, level.subset(level.ended))
                self.progress.update(top - pegs + 1, f"{len(level):,} positions")
        ways = 2 * (len(self.problem.board.jumps) + len(player.blocks)) * len(self.group)
        return self._odds(top * (ways + 4) * _ROUNDING)

    def _most(self, pegs: int) -> int:
        """About how many positions of the class have so many pegs, up to the group, at most."""
        holes = len(self.problem.board)
        return comb(holes, pegs) // _share(self.problem, self.group) * 9 // 8 + 4096

    def _count_winning(self, engine: ShareEngine, level: Shares) -> None:
        """Add up the chances of positions that can still be won."""
        if self.winning:
            codes = engine.codes(level.level.words)
            self.still.append(float(level.chances[self._can_be_won(codes)].sum()))

    def _can_be_won(self, codes: Words) -> npt.NDArray[np.bool_]:
        """Whether positions are in the table, whatever class they are of."""
        found = np.zeros(len(codes), np.bool_)
        if self.table is not None:
            wanted = class_of(self.problem.board, self.problem.finishes[0])
            own = np.ones(len(codes), np.bool_)
            for i, mask in enumerate(invariants(self.problem.board)):
                own &= np.bitwise_count(codes & np.uint64(mask)) & 1 == wanted >> i & 1
            found[own] = self.table.solvable.contains_codes(codes[own])
        return found

    def _end(self, engine: ShareEngine, level: Shares) -> None:
        codes = engine.least_codes(level.level.words).tolist()
        self.finals += zip(codes, level.chances.tolist(), strict=True)

    def _without_finishes(self, engine: ShareEngine, level: Shares, pegs: int) -> Shares:
        """A level without the finishes in it: games that reach them have ended there."""
        if self.anywhere or pegs != self.problem.finish_pegs:
            return level
        reached = engine.among(level, self.problem.finishes)
        self._add(int(reached.sum()), None)
        self._end(engine, level.subset(reached))
        return level.subset(~reached)

    def _add(self, positions: int, most: int | None) -> None:
        self.positions += positions
        if most is not None and self.positions > most:
            raise BoardTooLargeError(f"there are more than {most:,} positions")

    def in_python(self, number: Callable[[Fraction], Number], most: int | None) -> Odds:
        """In a plain loop, position by position, without symmetries."""
        starts = self.problem.starts
        levels: dict[int, dict[int, Number]] = {
            pegs: {} for pegs in range(self.problem.start_pegs + 1)
        }
        levels[self.problem.start_pegs] = {
            code: number(Fraction(1, len(starts))) for code in starts
        }
        finishes = set() if self.anywhere else set(self.problem.finishes)
        ends: dict[int, Number] = {}
        for pegs in range(self.problem.start_pegs, 0, -1):
            level = levels.pop(pegs)
            self._count(level, most)
            for code, chance in level.items():
                choices = {} if code in finishes else self.player.choices(code)
                if not choices:
                    least = self._least(code)
                    ends[least] = ends.get(least, 0) + chance
                for after, part in choices.items():
                    below = levels[after.bit_count()]
                    below[after] = below.get(after, 0) + chance * number(part)
        self.finals = list(ends.items())
        ways = 2 * len(self.problem.board.jumps) + len(self.group)
        steps = self.problem.start_pegs
        return self._odds(0.0 if number is Fraction else steps * (ways + 4) * _ROUNDING)

    def _count(self, level: dict[int, Number], most: int | None) -> None:
        """Count the positions of a level, and add up the chances of those that can be won."""
        if len(level) > _IN_PYTHON:
            raise BoardTooLargeError(
                f"more than {_IN_PYTHON:,} positions have one number of pegs: too many for a "
                "player who is a function; simulate instead"
            )
        self._add(len({self._least(code) for code in level}), most)
        if self.winning:
            self.still.append(self._winning_in(level))

    def _winning_in(self, level: dict[int, Number]) -> Number:
        """The chance of those positions of a level that can still be won."""
        table, board = self.table, self.problem.board
        if table is None:
            return 0
        return add(chance for code, chance in level.items() if Position(board, code) in table)

    def _least(self, code: int) -> int:
        return min(apply_permutation(symmetry.image, code) for symmetry in self.group)

    def _odds(self, error: float) -> Odds:
        return Odds(
            problem=self.problem,
            player=self.player.name,
            group=self.group,
            finals=tuple(sorted(self.finals)),
            by_hole=self.by_hole,
            still_winning=tuple(self.still) if self.winning else None,
            positions=self.positions,
            error=error,
        )
