"""Solve a problem: find a solution, or prove that there is none.

Methods are tried in this order, from quick to slow, until one settles the problem:

1. the position class, built-in results and constructions, which need no search
   (:mod:`pegsolitaire.solving.answers`);
2. stored winning sets;
3. a depth-first search of up to a few hundred thousand positions, which remembers lost positions
   and solves most solvable problems;
4. a resource count or balance sheet that rules out every finish;
5. the same search, pruned by resource counts;
6. beam searches between level sets (:class:`Beam`), with wider and wider beams up to a limit.

If none of these settles the problem and the caller set a budget, the depth-first search continues
until the budget is spent. Otherwise the answer is "undecided".
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from pegsolitaire.board import Board
from pegsolitaire.board.board import SEARCHED
from pegsolitaire.construct import constructed, is_hexagon, is_rectangle, is_triangle, one_peg_pair
from pegsolitaire.errors import BoardTooLargeError, BudgetSpentError, ProblemError
from pegsolitaire.game import (
    FinishLike,
    Jump,
    Outcome,
    Position,
    Problem,
    ProblemLike,
    Solution,
    StartLike,
    as_problem,
)
from pegsolitaire.solving.answers import (
    FROM_SETS,
    Answer,
    Solved,
    Undecided,
    Unsolvable,
    class_reason,
    exhausted,
    known_answer,
)
from pegsolitaire.theory import reasons_without_search, resource_finder
from pegsolitaire.theory.unreachable import unproven
from pegsolitaire.units import counted
from pegsolitaire.work import Work

if TYPE_CHECKING:
    from pegsolitaire.engine import DepthFirst, LevelEngine, LevelSet, Steps
    from pegsolitaire.sets.winning import WinningSets


# --
# The search for a solution from both ends, one level at a time.
#
# Backward from the finish, all positions are kept as long as there are few. Forward from the
# start, all positions of a level are kept up to the width of the beam; of larger levels, only a
# random part is kept. If the two ends meet, there is a solution. If the ends do not meet and no
# position was left out, there is no solution.
#
# Wide beams work because many positions can still be won: in the central game of the English
# board, a random 100,000 of the 2.6 million positions with 17 pegs include thousands of winning
# positions.


@dataclass(eq=False, repr=False)
class Beam:
    """One beam search: complete levels backward, but a limited number of positions forward."""

    engine: LevelEngine
    problem: Problem
    width: int
    work: Work = field(kw_only=True)
    complete: bool = field(default=True, init=False)

    def run(self) -> Solution | None:
        """Return a solution or None. If ``complete`` is true, None proves that there is none."""
        backward = self._backward()
        meeting = max(backward)
        forward = dict(self._forward(meeting, self._narrow))
        met = self.engine.select(forward[meeting], self.engine.stay, backward[meeting])
        if not len(met):
            return None
        return self._replay(self._chain(met, forward, backward))

    def _backward(self) -> dict[int, LevelSet]:
        """Return the levels of positions that can reach the finish, while the levels are small."""
        from pegsolitaire.sets.building import play_set

        levels = {}
        for pegs, level in play_set(self.engine, self.problem, "B", work=self.work.silent):
            levels[pegs] = level
            if len(level) >= self.width:
                break
        return levels

    def _forward(
        self, last: int, keep: Callable[[int, LevelSet], LevelSet]
    ) -> Iterator[tuple[int, LevelSet]]:
        """Play forward from the start, and keep a limited number of positions of each level."""
        from pegsolitaire.sets.building import play_set

        stage = f"searching, {self.width:,} positions wide"
        return play_set(
            self.engine, self.problem, "F", last, keep=keep, stage=stage, work=self.work
        )

    def _narrow(self, pegs: int, level: LevelSet) -> LevelSet:
        """Return the level, or a random part of it if it is wider than the beam."""
        if len(level) <= self.width or pegs == self.problem.start_pegs:
            return level
        self.complete = False
        return self.engine.sample(level, self.width, _SEED)

    def _chain(
        self, met: LevelSet, forward: dict[int, LevelSet], backward: dict[int, LevelSet]
    ) -> list[int]:
        """Return the canonical codes of a game from start to finish through a meeting position."""
        meeting, engine = max(backward), self.engine
        first = engine.first(met)
        above = (forward[n] for n in range(meeting + 1, self.problem.start_pegs + 1))
        below = (backward[n] for n in range(meeting - 1, self.problem.finish_pegs - 1, -1))
        up, down = (
            walk(engine, first, engine.unjumps, above),
            walk(engine, first, engine.jumps, below),
        )
        return [int(engine.codes(level)[0]) for level in (*reversed(up), first, *down)]

    def _replay(self, chain: list[int]) -> Solution:
        """Turn a chain of canonical codes into the jumps of a game from an actual start."""
        problem = self.problem
        code = next(code for code in problem.starts if problem.mincode(code) == chain[0])
        return replayed(Position(problem.board, code), chain[1:], problem.mincode)


def walk(
    engine: LevelEngine, level: LevelSet, steps: Steps, levels: Iterable[LevelSet]
) -> list[LevelSet]:
    """Find a path through the levels, with one position from each level."""
    found = []
    for following in levels:
        level = engine.first(engine.select(level, steps, following))
        found.append(level)
    return found


def replayed(start: Position, chain: Iterable[int], least: Callable[[int], int]) -> Solution:
    """Find the jumps that lead from the start through a chain of canonical codes."""
    jumps, code = [], start.code
    for target in chain:
        after = (jump for jump in start.board.masks_from(code))
        jump = next(jump for jump in after if least(code ^ jump.mask) == target)
        jumps.append(Jump.of(start.board, jump))
        code ^= jump.mask
    return Solution(start, jumps)


_LARGEST_CORE = 37  # the largest number of holes of a board that is searched whole at first
_FIRST_WIDTH = 50_000
_MAX_BEAM_POSITIONS = 3_200_000  # positions in each level of the widest beam: a minute of search
_FIRST_WIDE, _MOST_WIDE = 1_000, 64_000  # the same limit on boards of more than 64 holes
_FIRST_NODES = 300_000  # nodes of the depth-first search: a few hundredths of a second
_PRUNED_NODES = 3_000_000
_SLICE = 1_000_000  # nodes between two looks at the clock
_WALKS = 40  # random games from which resource counts are learned
_COUNTS = 8  # resource counts that prune the search, besides their images
_SEED = 0  # of the random choice of the positions that a beam keeps, and of the random games


def solve(
    problem: ProblemLike,
    start: StartLike = None,
    finish: FinishLike = None,
    *,
    wins: WinningSets | None = None,
    most: int = _MAX_BEAM_POSITIONS,
    facts: bool = True,
    work: Work | None = None,
) -> Answer:
    """Find a solution of a problem, or the reason why there is none.

    Parameters
    ----------
    problem, start, finish : Problem, or what makes one
        The problem; its start may be any position. See :class:`~pegsolitaire.game.Problem`.
    wins : WinningSets, optional
        Winning sets with the same finishes. The winning sets of the problem itself settle it
        immediately; winning sets of another problem settle it if they contain a start.
    most : int, optional
        The width of the widest beam, in positions, which limits time and memory.
    facts : bool, optional
        Whether to use known results. If not, the problem is always searched, unless the position
        class excludes it.
    work : Work, optional
        Limits on time and memory, a progress bar, and more: see :class:`pegsolitaire.Work`.

    Raises
    ------
    BoardTooLargeError
        If the board has more than 128 holes, and no solution can be constructed.
    ProblemError
        If the winning sets have other finishes, or the width of the beam is less than 1.

    Examples
    --------
    >>> from pegsolitaire.board import english, french, triangle
    >>> answer = solve(Problem(triangle(4), "a2", "b2"))
    >>> answer.solvable, len(answer.solution)
    (True, 8)
    >>> solve(Problem.complement(triangle(4), "a3")).reason
    'position class: a3 can only finish at a2, c3, b4, never at a3'
    >>> solve(Problem.complement(french(), "d4")).reason
    'position class: no game from d4 can end with one peg, in any hole'
    >>> cross = english().position(".../.*./..***../...*.../...*.../.../...")
    >>> print(solve(Problem(cross, [english().single("d4")])).solution)
    d3-f3, d5-d3, c3-e3, f3-d3, d2-d4
    """
    work = Work.of(work)
    problem = as_problem(problem, start, finish)
    if most < 1:
        raise ProblemError(f"a beam of {most} positions is too narrow: give at least 1")
    if wins is not None and (wins.problem.board, wins.problem.finishes) != (
        problem.board,
        problem.finishes,
    ):
        raise ProblemError(f"these winning sets belong to {wins.problem}, not to {problem}")
    if reason := class_reason(problem):
        return Unsolvable(reason)
    if facts and (known := known_answer(problem)) is not None:
        return known
    if wins is not None and (answer := _from_sets(problem, wins)) is not None:
        return answer
    own = work.part()

    def settle(part: Problem) -> Answer:
        return _search(part, most, work=own)

    if not facts or (answer := _grown(problem, settle, work=own)) is None:
        _check_size(problem)
        answer = settle(problem)
    return replace(answer, searched=own.looked_at)


def search_core(
    problem: ProblemLike,
    start: StartLike = None,
    finish: FinishLike = None,
    *,
    work: Work | None = None,
) -> Solution | None:
    """Search for a solution of a core that is not stored, so that constructions can use it.

    Parameters
    ----------
    work : Work, optional
        Limits on time and memory, a progress bar, and more: see :class:`pegsolitaire.Work`.

    Examples
    --------
    >>> from pegsolitaire import construct
    >>> construct.solve(20, (6, 9), search=search_core).solvable
    True
    """
    work = Work.of(work)
    problem = as_problem(problem, start, finish)
    return solve(problem, facts=False, work=work.silent).solution


def _grown(problem: Problem, settle: Callable[[Problem], Answer], *, work: Work) -> Answer | None:
    """Try to extend the solution of a smaller core, on boards of more than 37 holes.

    The result is None if the whole board must be searched instead.
    """
    if len(problem.board) <= _LARGEST_CORE or not _grows(problem.board):
        return None

    def solve_core(core: Problem) -> Solution | None:
        return (known_answer(core) or settle(core)).solution  # a core is never grown in turn

    solution = constructed(problem, search=solve_core)
    if solution is not None:
        reason = "by construction, from a core that was searched"
        return Solved(reason, solution)
    if problem.board.is_searched or one_peg_pair(problem) is None:
        return None
    if work.spent:
        return _undecided(work=work)
    reason = "no core that the solution could grow from was solved"
    return Undecided(reason)


def _check_size(problem: Problem) -> None:
    """Refuse a board that is too large to search."""
    grows = _grows(problem.board)
    hint = "; from one missing peg to one it is solved by construction" if grows else ""
    problem.board.check_holes("searches", SEARCHED, hint)


def _grows(board: Board) -> bool:
    """Return whether solutions on a board can be built from solutions on smaller boards."""
    return any(has_shape(board) for has_shape in (is_rectangle, is_triangle, is_hexagon))


def _from_sets(problem: Problem, wins: WinningSets) -> Answer | None:
    for code in problem.starts:
        start = Position(problem.board, code)
        if start in wins:
            return Solved(FROM_SETS, wins.solution(start))
    return exhausted(problem) if wins.problem == problem else None


def _search(problem: Problem, most: int, *, work: Work) -> Answer:
    """Try all searches that may settle a problem, one after another."""
    from pegsolitaire.engine import DepthFirst

    first = DepthFirst(problem, work=work)
    if (answer := _deep(first, problem, _FIRST_NODES, work=work.silent)) is not None:
        return answer
    if reason := _theory(problem, work=work):
        return Unsolvable(reason)
    if not problem.board.fits_word:  # on large boards, beams find most solutions
        narrow = _wide(problem, 4 * _FIRST_WIDE, work=work)
        if narrow.outcome is not Outcome.UNDECIDED or work.spent:
            return narrow
    counts = learned_counts(problem, work=work)
    search = DepthFirst(problem, counts, large=True, work=work)
    if (answer := _deep(search, problem, _PRUNED_NODES, work=work.silent)) is not None:
        return answer
    answer = _undecided(work=work) if work.spent else _wide(problem, most, work=work)
    if answer.outcome is Outcome.UNDECIDED and work.is_limited and not work.spent:
        deeper = _deep(search, problem, 1 << 62, work=work)
        return _undecided(work=work) if deeper is None else deeper
    return answer


def _undecided(*, work: Work) -> Answer:
    return Undecided(f"the budget is spent, after {counted(work.looked_at, 'position')}")


def _deep(
    search: DepthFirst,
    problem: Problem,
    most: int,
    *,
    work: Work,
) -> Answer | None:
    """Continue a search up to a total number of positions. Return None if still undecided."""
    work.progress.stage("searching depth first")
    result = None
    while result is None and search.nodes < most and not work.spent:
        result = search.run(min(_SLICE, most - search.nodes))
        work.progress.update(search.nodes, counted(search.nodes, "position"))
    return None if result is None else _decided(search, problem, result)


def _decided(search: DepthFirst, problem: Problem, found: bool) -> Answer:
    """Return the answer of a search that found a solution, or that none exists."""
    if not found:
        return exhausted(problem)
    return Solved("found by search", Solution(Position(problem.board, search.start), search.jumps))


def quick_search(problem: Problem, nodes: int, *, work: Work) -> Answer:
    """Search depth first, and give up after a number of positions."""
    from pegsolitaire.engine import DepthFirst

    search = DepthFirst(problem, work=work)
    result = search.run(nodes)
    answer = Undecided("") if result is None else _decided(search, problem, result)
    return replace(answer, searched=search.nodes)


def _theory(problem: Problem, *, work: Work) -> str | None:
    """Explain why theory rules out every finish, or return None if some finish remains.

    The proofs take at most half of the remaining time, so that searches can follow.
    """
    if len(problem.starts) > 1:
        return None
    start = Position(problem.board, problem.starts[0])
    seconds = work.seconds_left
    half = work.part(seconds=None if seconds is None else seconds / 2)
    reasons = reasons_without_search(start, problem.finishes, work=half)
    if unproven(problem.finishes, reasons):
        return None
    return "; ".join(reason.text for reason in reasons)


def learned_counts(problem: Problem, *, work: Work) -> list[tuple[int, ...]]:
    """Find the resource counts that most often prove the dead ends of random games.

    The images of these counts are included. Each count is represented by its weights, one number
    for every hole.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> len(learned_counts(Problem.complement(triangle(5), "a1"), work=Work.of(None)))
    11
    """
    finder, chance = resource_finder(problem.board), random.Random(_SEED)
    proofs: Counter[tuple[int, ...]] = Counter()
    for _ in range(_WALKS):
        code = _walk(problem, chance)
        if code in problem.finishes or work.spent:
            continue
        if sheet := finder.find(code, problem.finishes, tidy=False, work=work):
            proofs[sheet.count.weights] += 1
    return list(
        {
            tuple(weights[i] for i in symmetry.image): None
            for weights, _ in proofs.most_common(_COUNTS)
            for symmetry in problem.finish_group
        }
    )


def _walk(problem: Problem, chance: random.Random) -> int:
    """Return the code of a position after a random number of random jumps from the start."""
    code = problem.starts[0]
    for _ in range(chance.randint(1, max(1, problem.start_pegs - problem.finish_pegs))):
        jumps = list(problem.board.masks_from(code))
        if not jumps:
            break
        code ^= chance.choice(jumps).mask
    return code


@contextmanager
def beam_levels(problem: Problem, *, work: Work) -> Iterator[Any]:
    """Return a level engine for a problem, or an engine with the same methods for large boards."""
    from pegsolitaire.engine import LevelEngine, WideLevels

    if problem.board.fits_word:
        with LevelEngine.of(problem, work=work) as engine:
            yield engine
    else:
        yield WideLevels(problem, work=work)


def _wide(problem: Problem, most: int, *, work: Work) -> Answer:
    """Search from the start and the finish with wider and wider beams."""
    width = _FIRST_WIDTH
    if not problem.board.fits_word:
        width, most = _FIRST_WIDE, min(most, _MOST_WIDE)
    width = min(width, most)
    with beam_levels(problem, work=work) as engine:
        while True:
            beam = Beam(engine, problem, width, work=work)
            try:
                solution = beam.run()
            except BudgetSpentError:
                return _undecided(work=work)
            except BoardTooLargeError:
                return Undecided(f"a beam of {width:,} positions outgrew the memory")
            if solution is not None:
                return Solved("found by search", solution)
            if beam.complete:
                return exhausted(problem)
            if work.spent:
                return _undecided(work=work)
            if width >= most:
                return Undecided(f"no solution among {width:,} positions a level")
            width = min(4 * width, most)
