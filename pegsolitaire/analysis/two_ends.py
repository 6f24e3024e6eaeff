"""Levels by moves from both ends of a problem, until they meet.

Whichever end seems to have the smaller next level goes on. With a limit on the moves, positions
are left out which Merson regions prove to lie on no solution that short: breadth-first heuristic
search (Zhou and Hansen, 2006) from both ends (Barker and Korf, 2012).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from pegsolitaire.budget import UNLIMITED, Budget
from pegsolitaire.game import Problem
from pegsolitaire.progress import SILENT, Progress
from pegsolitaire.theory.merson import MoveBound

if TYPE_CHECKING:
    from pegsolitaire.engine import LevelSet, MoveLevels, Words
    from pegsolitaire.sets import Checkpoint


class TwoEnds:
    """Forward and backward levels by moves.

    Parameters
    ----------
    problem : Problem
        The problem.
    limit : int, optional
        Look for solutions of at most this many moves.
    bound : MoveBound, optional
        What positions are left out by, where there is a limit.
    most : int, optional
        Give up before there are more positions than about that many.
    budget : Budget, optional
        The memory that the positions may take, and the time.
    progress : Progress, optional
        Told of every level.
    checkpoint : Checkpoint, optional
        Asked for levels that an earlier search has made, and given them.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> ends = TwoEnds(Problem.complement(triangle(5), "a1"))
    >>> ends.meet(), ends.moves, [len(level) for level in ends.middle()]
    (True, 10, [1, 1, 2, 9, 16, 22, 24, 21, 11, 4, 1])
    """

    def __init__(
        self,
        problem: Problem,
        limit: int | None = None,
        bound: MoveBound | None = None,
        *,
        most: int | None = None,
        budget: Budget = UNLIMITED,
        progress: Progress = SILENT,
        checkpoint: Checkpoint | None = None,
    ) -> None:
        from pegsolitaire.engine import MoveLevels, Workers, make_layout

        self.problem, self.limit, self.most, self._memory = problem, limit, most, budget.memory
        timed = budget.part()
        timed.memory = timed.scratch = None  # each end gets what memory the other leaves
        self.layout = make_layout(problem.board, problem.group)
        self._progress, self._checkpoint = progress, checkpoint
        forward, backward = ((), ()) if bound is None else (bound.forward, bound.backward)
        self._workers = Workers()
        self.forward = MoveLevels(
            self.layout, problem.starts, last_pegs=problem.finish_pegs, packings=forward,
            workers=self._workers, budget=timed,
        )  # fmt: skip
        self.backward = MoveLevels(
            self.layout, problem.finishes, backward=True, last_pegs=problem.start_pegs,
            packings=backward, workers=self._workers, budget=timed,
        )  # fmt: skip
        self._met = self._meeting()

    @property
    def moves(self) -> int:
        """The moves that the levels cover, from both ends."""
        return len(self.forward.levels) + len(self.backward.levels) - 2

    def __enter__(self) -> TwoEnds:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let the threads go."""
        self._workers.close()

    def meet(self) -> bool | None:
        """Go on until the ends meet (then ``moves`` is the fewest), or cannot.

        None when that would take more than ``most`` positions: then no solution has as few as
        ``moves`` moves.

        Raises
        ------
        BoardTooLargeError
            If a level outgrows the memory; no solution has as few as ``moves`` moves then.
        """
        self._progress.stage("looking for short solutions", self.limit)
        # Backward first: the bound holds for positions that are not finishes.
        near, far = self.backward, self.forward
        while not len(self._met):
            if self.moves == self.limit:
                return False
            if self.most is not None and len(self) + _expected(near) > self.most:
                return None
            if self.moves + 1 == self.limit:
                near.reach(far, self.limit)
                self._met = near.levels[-1]
            else:
                self._advance(near)
                self._met = self._meeting()
            if not len(near.levels[-1]):
                return False
            self._progress.update(self.moves, f"{len(near.levels[-1]):,} positions")
            near, far = sorted((self.forward, self.backward), key=_expected)
        return True

    def __len__(self) -> int:
        return len(self.forward) + len(self.backward)

    def _advance(self, end: MoveLevels) -> None:
        """The next level of an end: made, or as an earlier search has kept it."""
        if self._memory is not None:
            other = self.forward if end is self.backward else self.backward
            end.memory = max(0, self._memory - other.used)
        if self._checkpoint is None:
            end.advance(self.limit)
            return
        direction = f"{'backward' if end is self.backward else 'forward'}-{self.limit or 'all'}"
        number = len(end.levels)
        kept = self._checkpoint.load(direction, number)
        if kept is None:
            end.advance(self.limit)
            self._checkpoint.keep(direction, number, end.levels[-1])
        else:
            end.restore(kept)

    def _meeting(self) -> LevelSet:
        """The positions that the newest levels share; with older ones there are none."""
        few, many = sorted((self.forward, self.backward), key=lambda end: len(end.levels[-1]))
        return many.common(few.levels[-1])

    def middle(self) -> list[Words]:
        """For each number of moves from the start the positions on solutions of ``moves`` moves.

        Only after the ends have met. Codes, sorted, up to the symmetries of the problem.
        """
        ahead, behind = self.forward.levels, self.backward.levels
        levels = [self._met]
        for level in reversed(ahead[:-1]):
            levels.insert(0, self.backward.reached(levels[0], among=level))
        for level in reversed(behind[:-1]):
            levels.append(self.forward.reached(levels[-1], among=level))
        return [np.sort(self.forward.codes(level)) for level in levels]


def _expected(end: MoveLevels) -> float:
    """About how large the next level of an end is: grown as the last one has."""
    last = len(end.levels[-1])
    before = len(end.levels[-2]) if len(end.levels) > 1 else 1
    return last * last / before
