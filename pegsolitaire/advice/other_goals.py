"""Bring a peg to a given hole, or find out which peg can be the last.

:func:`reach` plays forward, one level at a time, until a position has a peg in the hole. It
discards positions from which golden weights rule this out, as for Conway's soldiers. The hole has
weight 1, and each step away from it divides the weight by the golden ratio. No jump raises the sum
of the weights of all pegs. If only n jumps are left, at most n + 1 pegs take part, so the n + 1
largest weights must add up to 1. The search therefore tries 1, 2, 3 .. jumps, which proves that
the number of jumps is the smallest possible, and looks for any game only if levels grow too large.

:func:`survivors` follows one peg through the winning positions of a problem. Many cases need no
search, because a peg can be only in holes that its own jumps can reach.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from pegsolitaire.advice.guide import Guide
from pegsolitaire.board import Board, Hole, JumpMask
from pegsolitaire.board.board import SEARCHED
from pegsolitaire.errors import BoardTooLargeError, BudgetSpentError, ProblemError
from pegsolitaire.game import (
    Jump,
    Position,
    PositionLike,
    Problem,
    ProblemLike,
    Solution,
    as_position,
    as_problem,
)
from pegsolitaire.results import Result
from pegsolitaire.solving import Answer, Basis, Solved, Undecided, Unsolvable, class_reason
from pegsolitaire.solving.search import Beam, beam_levels, walk
from pegsolitaire.solving.without_edge import GOLDEN, ROUNDING, rings
from pegsolitaire.theory import resource_finder
from pegsolitaire.units import counted
from pegsolitaire.work import Work

if TYPE_CHECKING:
    from pegsolitaire.engine import LevelEngine, LevelSet, Words
    from pegsolitaire.sets import WinningSets


#: What the reason of :func:`reach` says about the number of jumps.
_PROVEN_FEWEST = "proven: no game needs fewer jumps"
_UNPROVEN_FEWEST = "not proven: fewer jumps may suffice"

REACH_WIDTHS = 20_000, 2_000_000  # positions kept in each level: in the first search, and at most
_REACH_WIDTHS_WIDE = 2_000, 32_000  # the same limits on boards of more than 64 holes
REACH_DEEPENING = {True: 200_000, False: 2_000}  # the same limits if the jumps are limited
SURVIVOR_WIDTHS = 2_000, 20_000, 200_000, 4_000_000  # the same limits with one peg marked
_MAX_RESOURCE_HOLES = 150  # on larger boards no linear program looks for resource counts

#: The positions of a level, as sorted codes, grouped by the hole of the marked peg.
_Marked = dict[int, "Words"]


def reach(position: PositionLike, hole: Hole | str, *, work: Work | None = None) -> Answer:
    """Find a game that brings a peg to a given hole, where other pegs may remain on the board.

    Parameters
    ----------
    position : Position, or what makes one
        The position where the game begins.
    hole : (int, int) or str
        The hole.
    work : Work, optional
        Limits on time and memory, a progress bar, and more: see :class:`pegsolitaire.Work`.

    Returns
    -------
    Answer
        The answer. Its solution ends when a peg is in the hole. The reason states whether the
        number of jumps is proven to be the smallest possible.

    Raises
    ------
    NotOnBoardError
        If the hole is not on the board.
    BoardTooLargeError
        If the board has more than 128 holes, and no resource count excludes the goal.

    Examples
    --------
    >>> from pegsolitaire.board import english, square
    >>> answer = reach(english().vacancy("d4"), "d4")
    >>> answer.reason, str(answer.solution)
    ('found by search, proven: no game needs fewer jumps', 'd2-d4')
    >>> reach(square(4).position("..../..../**../**.."), "a1").reason  # doctest: +ELLIPSIS
    'resource count: a peg at a1 counts 2, and all pegs here only 1, which no jump can raise; ...'
    """
    work = Work.of(work)
    position = as_position(position)
    board = position.board
    index = board.bit(hole)
    if position.code >> index & 1:
        return Solved(
            f"{board.hole_text(board.holes[index])} has a peg already",
            Solution(position, []),
        )
    if reason := _too_poor(position, index, work=work):
        return Unsolvable(reason)
    board.check_holes("searches", SEARCHED)
    if not len(position):
        return Unsolvable("there is no peg on the board")
    problem = Problem.of_codes(board, (position.code,), (1 << index,))
    own = work.part()
    widths = REACH_WIDTHS if board.fits_word else _REACH_WIDTHS_WIDE
    deepening = [(REACH_DEEPENING[board.fits_word], n) for n in range(1, len(position))]
    shorter = 0  # no game with this number of jumps or fewer brings a peg to the hole
    with beam_levels(problem, work=own) as engine:
        for width, jumps in [*deepening, *((width, None) for width in widths)]:
            if jumps is not None and shorter < jumps - 1:
                continue  # too many positions for the number of jumps before this one
            beam = _ReachBeam(engine, problem, width, index, jumps, work=own)
            try:
                solution = beam.run()
            except (BoardTooLargeError, BudgetSpentError):
                break
            if solution is not None:
                proven = beam.complete or len(solution) == shorter + 1
                fewest = _PROVEN_FEWEST if proven else _UNPROVEN_FEWEST
                return Solved(f"found by search, {fewest}", solution, own.looked_at)
            if beam.complete and jumps is not None and beam.was_limited:
                shorter = jumps
            elif beam.complete:
                name = board.hole_text(board.holes[index])
                reason = f"exhausted: no game from here brings a peg to {name}"
                return Unsolvable(reason, searched=own.looked_at)
            if own.spent:
                break
    looked_at = own.looked_at
    return Undecided(f"the search ended after {counted(looked_at, 'position')}", looked_at)


def _too_poor(position: Position, index: int, *, work: Work) -> str | None:
    """Find a resource count that shows why no game can bring a peg to a hole, or return None.

    Because the count has no negative weights, it excludes every position with a peg in the hole.
    """
    board = position.board
    if not len(position) or len(board) > _MAX_RESOURCE_HOLES:
        return None
    finder = resource_finder(board)
    sheet = finder.find(position.code, [1 << index], nonnegative=True, work=work)
    if sheet is None:
        return None
    count, hole = sheet.count, board.hole_text(board.holes[index])
    return (
        f"resource count: a peg at {hole} counts {count.weights[index]}, and all pegs here only "
        f"{count.of(position)}, which no jump can raise; weights, row by row: "
        f"{' / '.join(' '.join(row.split()) for row in str(count).splitlines())}"
    )


class _ReachBeam(Beam):
    """A forward beam that ends when a position has a peg in the hole.

    If a level has too many positions, those with the highest sums of golden weights are kept.
    ``was_limited`` becomes true if the limit on the number of jumps excludes a position.
    """

    was_limited = False

    def __init__(
        self,
        engine: LevelEngine,
        problem: Problem,
        width: int,
        index: int,
        jumps: int | None,
        *,
        work: Work,
    ) -> None:
        super().__init__(engine, problem, width, work=work)
        self.index, self.jumps = index, jumps
        self._reached: LevelSet | None = None
        weights = golden_weights(problem.board, index)
        self._weights = sorted(enumerate(weights.tolist()), key=lambda pair: -pair[1])

    def run(self) -> Solution | None:
        """Return a game that brings a peg to the hole, or None if none was found.

        If ``complete`` is true, None proves that no such game exists within the limit.
        """
        top = self.problem.start_pegs
        least = 1 if self.jumps is None else top - self.jumps
        above: list[LevelSet] = []
        for _, level in self._forward(least, self._rich):
            if self._reached is not None:
                up = walk(self.engine, self._reached, self.engine.unjumps, reversed(above))
                chain = [*reversed(up), self._reached]
                return self._replay([int(self.engine.codes(level)[0]) for level in chain])
            if not len(level):
                return None
            above.append(level)
        return None

    def _rich(self, pegs: int, level: LevelSet) -> LevelSet:
        """Select the positions with enough weight to reach the hole, up to the beam's width."""
        if pegs == self.problem.start_pegs:
            return level
        codes: Any = self.engine.codes(level)
        words = _words(codes, len(self.problem.board))
        word, bit = words[self.index // 64], np.uint64(self.index % 64)
        reached = np.flatnonzero((word >> bit) & np.uint64(1))
        if len(reached):
            self._reached = self.engine.level([int(codes[reached[0]])])
            return level
        sums, within, taken = np.zeros(len(codes)), np.zeros(len(codes)), np.zeros(len(codes), int)
        left = pegs if self.jumps is None else self.jumps - (self.problem.start_pegs - pegs) + 1
        for i, weight in self._weights:  # the largest first
            peg = (words[i // 64] >> np.uint64(i % 64)) & np.uint64(1)
            sums += weight * peg
            within += weight * (peg * (taken < left))
            taken += peg.astype(int)
        enough = np.flatnonzero(within >= 1 - ROUNDING)
        if len(enough) < np.count_nonzero(sums >= 1 - ROUNDING):
            self.was_limited = True
        if len(enough) > self.width:
            self.complete = False
            enough = enough[np.argsort(-sums[enough], kind="stable")[: self.width]]
        if len(enough) == len(level):
            return level
        if isinstance(codes, np.ndarray):
            return self.engine.level(codes[enough])
        return self.engine.level([codes[int(i)] for i in enough])


def golden_weights(board: Board, index: int) -> npt.NDArray[np.float64]:
    """Compute the golden weight of each hole relative to a given hole.

    The given hole has weight 1, and each step away divides the weight by the golden ratio. The
    weights at two consecutive distances add up to the weight at the distance before them, so no
    jump raises the sum of the weights.

    Examples
    --------
    >>> from pegsolitaire.board import rectangle
    >>> golden_weights(rectangle(4, 1), 0).round(3).tolist()
    [1.0, 0.618, 0.382, 0.236]
    """
    weights, weight = np.zeros(len(board)), 1.0
    for ring in rings(board.lattice, [board.holes[index]], board):
        weights[[board.bit(hole) for hole in ring]] = weight
        weight *= GOLDEN
    return weights


def _words(codes: Sequence[int], holes: int) -> list[Words]:
    """Split codes into arrays of 64-bit words, starting with the lowest word."""
    if holes <= 64:
        return [np.asarray(codes, np.uint64)]
    ones = (1 << 64) - 1
    shifts = range(0, holes, 64)
    return [np.array([code >> low & ones for code in codes], np.uint64) for low in shifts]


# -- which peg is the last ------------------------------------------------------------------------


def survivors(
    problem: ProblemLike, holes: Iterable[Hole | str], *, work: Work | None = None
) -> dict[Hole, Answer]:
    """Find which of the given pegs can be the last peg at a finish of the problem.

    Parameters
    ----------
    problem : Problem, or what makes one
        A problem from one position to single pegs.
    holes : iterable of (int, int) or str
        The holes of the pegs at the start.
    work : Work, optional
        Limits on time and memory, a progress bar, and more: see :class:`pegsolitaire.Work`.

    Raises
    ------
    ProblemError
        If there are several starts, a finish of several pegs, or no peg in one of the holes.
    BoardTooLargeError
        If the board has more than 64 holes.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> found = survivors(Problem.complement(triangle(5), "a1"), ["a5", "b3"])
    >>> [(answer.solvable, answer.reason) for answer in found.values()]  # doctest: +ELLIPSIS
    [(True, 'found by search'), (False, 'the peg from b3 only ever stands at ...')]
    """
    work = Work.of(work)
    problem = as_problem(problem)
    board = problem.board
    board.check_holes("searches for the last peg")
    if len(problem.starts) > 1 or problem.finish_pegs > 1:
        raise ProblemError(
            f"{problem}: the last peg can be followed only in a problem with one start and a "
            "single peg at the finish"
        )
    start = Position(board, problem.starts[0])
    indices = {board.holes[i]: i for i in map(board.bit, holes)}
    for hole in indices:
        if hole not in start:
            raise ProblemError(f"there is no peg at {board.hole_text(hole)} at the start")
    guide: Guide | None = None
    answers: dict[Hole, Answer] = {}
    for hole, index in indices.items():
        goal, answer = _survivor_goal(problem, index)
        if answer is None:
            guide = guide or Guide.make(problem, work=work)
            answer = _follow(goal, index, guide.wins, work=work)
        answers[hole] = answer
    return answers


def _survivor_goal(problem: Problem, index: int) -> tuple[Problem, Answer | None]:
    """Return the finishes that a peg can reach by its own jumps. If there are none, say why."""
    board = problem.board
    stands = _stands(board, index)
    ends = tuple(code for code in problem.finishes if code.bit_length() - 1 in stands)
    if not ends:
        hole = board.hole_text(board.holes[index])
        names = ", ".join(board.hole_text(board.holes[i]) for i in sorted(stands))
        reason = f"the peg from {hole} only ever stands at {names}"
        return problem, Unsolvable(reason)
    goal = Problem.of_codes(board, problem.starts, ends)
    forbidden = class_reason(goal)
    return goal, None if forbidden is None else Unsolvable(forbidden)


def _stands(board: Board, index: int) -> set[int]:
    """Return the holes that one peg can reach by its own jumps."""
    seen, stack = {index}, [index]
    while stack:
        for jump in board.jumps_at(stack.pop()):
            if jump.end not in seen:
                seen.add(jump.end)
                stack.append(jump.end)
    return seen


def _follow(
    goal: Problem,
    index: int,
    wins: WinningSets | None,
    *,
    work: Work,
) -> Answer:
    """Play forward with one peg marked, and keep only winning positions if these are known."""
    board, looked_at = goal.board, 0
    for width in SURVIVOR_WIDTHS:
        work.progress.stage(f"following a peg, {width:,} positions wide", goal.start_pegs - 1)
        level: _Marked = {index: np.array(goal.starts, np.uint64)}
        levels, complete = [level], True
        for done in range(goal.start_pegs - 1):
            if work.spent:
                reason = f"the budget is spent, after {counted(looked_at, 'position')}"
                return Undecided(reason, searched=looked_at)
            level = _after_jumps(board, level, wins)
            size = sum(map(len, level.values()))
            looked_at += size
            work.spend(size)
            if size > width:
                level, complete = _thinned(level, width / size), False
            levels.append(level)
            work.progress.update(done + 1, counted(size, "position"))
        last = [code for at, codes in level.items() for code in codes.tolist() if code == 1 << at]
        ends = set(last) & set(goal.finishes)
        if ends:
            solution = _backtrack(board, levels, min(ends))
            return Solved("found by search", solution, looked_at)
        if complete:
            hole = board.hole_text(board.holes[index])
            reason = f"exhausted: in no game is the peg from {hole} the last"
            return Unsolvable(reason, searched=looked_at)
    reason = f"not found among {width:,} positions a level"
    return Undecided(reason, searched=looked_at)


def _after_jumps(board: Board, level: _Marked, wins: WinningSets | None) -> _Marked:
    """Return the positions after one jump that does not remove the marked peg."""
    by_vacancy: dict[int, list[Words]] = {}
    for at, codes in level.items():
        for jump in board.jumps:
            if jump.over != at:
                legal = codes[codes & np.uint64(jump.mask) == np.uint64(jump.pegs)]
                after = jump.end if jump.start == at else at
                by_vacancy.setdefault(after, []).append(legal ^ np.uint64(jump.mask))
    each = {at: np.unique(np.concatenate(pieces)) for at, pieces in by_vacancy.items()}
    if wins is not None:
        each = {at: codes[wins.contains_codes(codes)] for at, codes in each.items()}
    return {at: codes for at, codes in each.items() if len(codes)}


def _thinned(level: _Marked, share: float) -> _Marked:
    """Keep a random share of a level. The share is the same for every hole of the marked peg."""
    chance = np.random.default_rng(0)
    sample = {at: codes[chance.random(len(codes)) < share] for at, codes in level.items()}
    return {at: codes for at, codes in sample.items() if len(codes)}


def _backtrack(board: Board, levels: Sequence[_Marked], code: int) -> Solution:
    """Trace a game back through the levels from its last position."""
    at, jumps = code.bit_length() - 1, []
    for before in reversed(levels[:-1]):
        jump, at = next(_undone(board, before, code, at))
        code ^= jump.mask
        jumps.append(Jump.of(board, jump))
    return Solution(Position(board, code), reversed(jumps))


def _undone(board: Board, before: _Marked, code: int, at: int) -> Iterator[tuple[JumpMask, int]]:
    """Yield the jumps from a level to a position, each with the marked peg's hole before it."""
    for jump in board.jumps:
        was = jump.start if jump.end == at else at
        if code & jump.mask == jump.mask ^ jump.pegs and was in before:
            codes = before[was]
            place = int(np.searchsorted(codes, np.uint64(code ^ jump.mask)))
            if place < len(codes) and int(codes[place]) == code ^ jump.mask:
                yield jump, was


@dataclass(frozen=True)
class Reached(Result):
    """The answer about bringing a peg to a hole, and whether it is proven.

    Attributes
    ----------
    board : Board
    start : str
        The start in a few characters.
    reach : (int, int)
        The hole.
    solvable : bool or None
        Whether a peg can be brought to the hole; None if unknown.
    reason : str
        The reason, in words.
    basis : str
        ``"stored"`` if the answer was looked up in a built-in table, else ``"computed"``.
    solution : Solution or None
        The jumps that bring a peg to the hole.
    proven : bool
        Whether the answer is proven, and no fewer jumps bring a peg to the hole.
    """

    board: Board
    start: str
    reach: Hole
    solvable: bool | None
    reason: str
    basis: Basis
    solution: Solution | None
    proven: bool

    @classmethod
    def of(cls, start: Position, hole: Hole, answer: Answer) -> Reached:
        """Make the result from an answer about a position."""
        return cls(
            start.board,
            Problem.to_any(start).start,
            hole,
            answer.solvable,
            answer.reason,
            answer.basis,
            answer.solution,
            proven=answer.solvable is not None and _UNPROVEN_FEWEST not in answer.reason,
        )
