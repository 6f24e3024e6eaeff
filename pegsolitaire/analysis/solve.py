"""Solving a problem: one solution, or the reason why there is none.

Backward from the finish, every position is kept as long as they are few. Forward from the start,
so are they; where a level outgrows the width of the beam a random part of it goes on. When the
two meet there is a solution, and when they do not and nothing was left out there is none. A beam
that fails is tried again four times as wide, until the limit: then the answer is "undecided".

Wide beams work because so many positions still win: of the 2.6 million positions with 17 pegs in
the central game of the English board a random 100,000 already hold thousands that win.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pegsolitaire.errors import BoardTooLargeError, ProblemError
from pegsolitaire.game import Jump, Position, Problem, Solution
from pegsolitaire.progress import SILENT, Progress
from pegsolitaire.sets.winning import WinningSets
from pegsolitaire.theory import feasible_finishes, shares_class

if TYPE_CHECKING:
    from pegsolitaire.engine import LevelEngine, LevelSet, Steps

_FIRST_WIDTH = 50_000
_MOST = 3_200_000  # positions of a level, at the widest: a minute of search


@dataclass(frozen=True)
class Answer:
    """What became of a problem.

    Attributes
    ----------
    solvable : bool or None
        None when the search ended undecided.
    reason : str
        Why, in words.
    solution : Solution or None
        A replayed solution where there is one.
    """

    solvable: bool | None
    reason: str
    solution: Solution | None = None

    def __bool__(self) -> bool:
        return self.solvable is True


def solve(
    problem: Problem,
    *,
    wins: WinningSets | None = None,
    most: int = _MOST,
    seed: int = 0,
    progress: Progress = SILENT,
) -> Answer:
    """Find a solution of a problem, or say why there is none.

    Parameters
    ----------
    problem : Problem
        The problem.
    wins : WinningSets, optional
        Its winning sets, where they are at hand: the answer is then immediate.
    most : int, optional
        The widest beam, in positions: a limit on time and memory.
    seed : int, optional
        Of the random choice of what the beam keeps.
    progress : Progress, optional
        Told of every level.

    Raises
    ------
    BoardTooLargeError
        If the board has more than 64 holes.
    ProblemError
        If the winning sets are of another problem, or the beam would hold nothing.

    Examples
    --------
    >>> from pegsolitaire.board import french, triangle
    >>> answer = solve(Problem.single(triangle(4), "a2", "b2"))
    >>> answer.solvable, len(answer.solution)
    (True, 8)
    >>> solve(Problem.complement(triangle(5), "b3")).reason
    'exhausted: no game from b3 reaches b3'
    >>> solve(Problem.complement(french(), "d4")).reason
    'position class: no game from d4 can end with one peg, wherever it be'
    """
    if most < 1:
        raise ProblemError(f"a beam of {most} positions holds nothing: give at least 1")
    if wins is not None and wins.problem != problem:
        raise ProblemError(f"these winning sets are of {wins.problem}, not of {problem}")
    if reason := class_reason(problem):
        return Answer(False, reason)
    if wins is not None:
        return _from_sets(problem, wins)
    return _search(problem, most, seed, progress)


def class_reason(problem: Problem) -> str | None:
    """Why the position class forbids a problem, or None where it does not.

    Examples
    --------
    >>> from pegsolitaire.board import english
    >>> class_reason(Problem.single(english(), "d4", "d3"))
    'position class: d4 can only finish at d1, a4, d4, g4, d7, never at d3'
    """
    board = problem.board
    if shares_class(problem):
        return None
    begin, end = problem.start_text, problem.finish_text
    possible = {i for code in problem.starts for i in feasible_finishes(Position(board, code))}
    if problem.finish_pegs == 1 and not possible:
        return f"position class: no game from {begin} can end with one peg, wherever it be"
    if problem.finish_pegs != 1:
        return (
            f"position class: {end} is in another class than {begin}, "
            "and no jump changes the class"
        )
    names = ", ".join(board.hole_text(board.holes[i]) for i in sorted(possible))
    return f"position class: {begin} can only finish at {names}, never at {end}"


def _from_sets(problem: Problem, wins: WinningSets) -> Answer:
    for code in problem.starts:
        start = Position(problem.board, code)
        if start in wins:
            return Answer(True, "by its winning sets", wins.solution(start))
    return Answer(False, _exhausted(problem))


def _exhausted(problem: Problem) -> str:
    return f"exhausted: no game from {problem.start_text} reaches {problem.finish_text}"


def _search(problem: Problem, most: int, seed: int, progress: Progress) -> Answer:
    from pegsolitaire.engine import LevelEngine

    width = min(_FIRST_WIDTH, most)
    with LevelEngine.of(problem) as engine:
        while True:
            beam = _Beam(engine, problem, width, seed, progress)
            try:
                solution = beam.run()
            except BoardTooLargeError:
                return Answer(None, f"undecided: a beam of {width:,} positions outgrew the memory")
            if solution is not None:
                return Answer(True, "found by search", solution)
            if beam.complete:
                return Answer(False, _exhausted(problem))
            if width >= most:
                return Answer(None, f"undecided: no solution among {width:,} positions a level")
            width = min(4 * width, most)


class _Beam:
    """One try: backward while it is exact, forward with at most so many positions a level."""

    def __init__(
        self,
        engine: LevelEngine,
        problem: Problem,
        width: int,
        seed: int,
        progress: Progress,
    ) -> None:
        self.engine = engine
        self.problem = problem
        self.width = width
        self.seed = seed
        self.progress = progress
        self.complete = True

    def run(self) -> Solution | None:
        backward = self._backward()
        meeting = max(backward)
        forward = {self.problem.start_pegs: self.engine.level(self.problem.starts)}
        self.progress.stage(
            f"searching, {self.width:,} positions wide", self.problem.start_pegs - meeting
        )
        for pegs in range(self.problem.start_pegs, meeting, -1):
            level = self.engine.step(forward[pegs], self.engine.jumps, len(forward[pegs]) * 4)
            forward[pegs - 1] = self._narrow(level)
            self.progress.update(self.problem.start_pegs - pegs + 1)
        met = self.engine.select(forward[meeting], self.engine.stay, backward[meeting])
        if not len(met):
            return None
        return self._replay(self._chain(met, forward, backward))

    def _backward(self) -> dict[int, LevelSet]:
        """All positions that reach the finish, level by level, as long as they are few."""
        pegs, level = self.problem.finish_pegs, self.engine.level(self.problem.finishes)
        levels = {pegs: level}
        while pegs < self.problem.start_pegs and len(level) < self.width:
            level = self.engine.step(level, self.engine.unjumps, len(level) * 4)
            pegs += 1
            levels[pegs] = level
        return levels

    def _narrow(self, level: LevelSet) -> LevelSet:
        """The level, or a random part of it as wide as the beam."""
        if len(level) <= self.width:
            return level
        self.complete = False
        return self.engine.sample(level, self.width, self.seed)

    def _chain(
        self, met: LevelSet, forward: dict[int, LevelSet], backward: dict[int, LevelSet]
    ) -> list[int]:
        """The least codes of one line of play, from start to finish, through what met."""
        meeting = max(backward)
        one = self.engine.first(met)
        up = self._walk(one, range(meeting + 1, self.problem.start_pegs + 1), forward, True)
        down = self._walk(
            one, range(meeting - 1, self.problem.finish_pegs - 1, -1), backward, False
        )
        levels = [*reversed(up), one, *down]
        return [int(self.engine.codes(level)[0]) for level in levels]

    def _walk(
        self, level: LevelSet, pegs: range, levels: dict[int, LevelSet], up: bool
    ) -> list[LevelSet]:
        """From a single position on, one position of each level that a step leads to."""
        steps: Steps = self.engine.unjumps if up else self.engine.jumps
        found = []
        for number in pegs:
            level = self.engine.first(self.engine.select(level, steps, levels[number]))
            found.append(level)
        return found

    def _replay(self, chain: list[int]) -> Solution:
        """The jumps of a chain of least codes, from an actual start."""
        problem = self.problem
        code = next(code for code in problem.starts if problem.mincode(code) == chain[0])
        start, jumps = Position(problem.board, code), []
        holes = problem.board.holes
        for target in chain[1:]:
            jump = next(
                jump
                for jump in problem.board.jumps_from(code)
                if problem.mincode(code ^ jump.mask) == target
            )
            jumps.append(Jump(holes[jump.start], holes[jump.end]))
            code ^= jump.mask
        return Solution(start, jumps)
