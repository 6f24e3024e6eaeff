"""Solutions that end with a long sweep, by the time-reversal trick of *Winning Ways*.

A game from one vacancy to the position before the sweep, played backward, is a game from the
complement of that position to one peg. That has few pegs, and each stays on its quarter of the
holes, so that only the quarters that have pegs matter: boards beyond 64 holes may still be
searched whole.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from pegsolitaire.analysis.answers import Answer
from pegsolitaire.analysis.shortest import shortest_solution
from pegsolitaire.analysis.solve import solve
from pegsolitaire.analysis.sweeps import longest_sweep, sweeps_of_length
from pegsolitaire.analysis.swept_triangle import is_worked_out, swept_triangle
from pegsolitaire.board import Board
from pegsolitaire.board.codes import code_of
from pegsolitaire.budget import UNLIMITED, Budget
from pegsolitaire.errors import ProblemError
from pegsolitaire.game import Outcome, Position, Problem, Solution
from pegsolitaire.progress import SILENT, Progress
from pegsolitaire.theory import feasible_finishes, whole_jumps_exist

_SECONDS = 20.0
_ALTOGETHER = 120.0  # seconds, after which no other position is tried
_MOST = 200  # positions that are tried
_FEW = 10  # the same, on boards whose quarters are all too large to be searched
_ENOUGH = 64  # holes of a board that can be searched
_SEARCHED_AT_ONCE = 36  # holes of a board where that takes less than an integer program


@dataclass(frozen=True)
class FinalSweep:
    """Whether a solution from one vacancy can end with a sweep of some length.

    Attributes
    ----------
    board : Board
    length : int
        The jumps of the sweep, at least: where it is not a longest one, the peg that makes it may
        come to its start by a jump.
    solution : Solution or None
        One that ends with it.
    tried : int
        The positions, up to symmetry, from which such a sweep was tried.
    undecided : int
        Those of which it is not known whether a game comes there.
    whole : bool
        Whether all there are were tried.
    proven : bool
        Whether no solution from the same vacancy to the same sweep has fewer moves.
    """

    board: Board
    length: int
    solution: Solution | None
    tried: int
    undecided: int
    whole: bool
    proven: bool = False

    @property
    def possible(self) -> bool | None:
        """None when that is not known."""
        if self.solution is not None:
            return True
        return None if self.undecided or not self.whole else False


def final_sweep(
    board: Board,
    length: int | None = None,
    *,
    seconds: float = _SECONDS,
    progress: Progress = SILENT,
) -> FinalSweep:
    """Look for a solution from one vacancy whose last move is a long sweep.

    Parameters
    ----------
    board : Board
        The board, of any size.
    length : int, optional
        The jumps of the sweep, by default the most there can be; the last move may have more.
    seconds : float, optional
        How long the game to each position may be looked for; none is begun after two minutes.
    progress : Progress, optional
        Told of every position.

    Raises
    ------
    ProblemError
        If the seconds are negative, or the length is not positive.

    Notes
    -----
    E. R. Berlekamp, J. H. Conway, R. K. Guy, *Winning Ways*, chapter 23; G. I. Bell, *Solving
    Triangular Peg Solitaire*, section 4.1. On triangles of even side from 12 to 20 the solution is
    that of :func:`swept_triangle`, where its last move is long enough.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> found = final_sweep(triangle(6))
    >>> found.length, len(found.solution.moves[-1])
    (9, 9)
    >>> final_sweep(triangle(5)).possible
    False
    """
    if length is not None and length < 1:
        raise ProblemError(f"a sweep of {length} jumps: give 1 or more")
    if length is None:
        longest = longest_sweep(board)
        length = 0 if longest is None else len(longest)
    tried = undecided = 0
    if is_worked_out(board):
        solution = swept_triangle(len(board.rows))
        if len(solution.moves[-1]) >= length:
            return FinalSweep(board, length, solution, 1, 0, False)
    most = _MOST if min(map(len, board.quarters)) <= _ENOUGH else _FEW
    budget = Budget(_ALTOGETHER)
    progress.stage(f"solutions that end with {length} jumps")
    for sweep in sweeps_of_length(board, length):
        if tried == most or budget.spent:
            return FinalSweep(board, length, None, tried, undecided, False)
        answer = _to(sweep.start, seconds)
        tried += 1
        if answer.solution is not None:
            solution = sweep.after(answer.solution)
            return FinalSweep(board, length, solution, tried, undecided, False)
        undecided += answer.outcome is Outcome.UNDECIDED
        progress.update(tried, f"{undecided} undecided" if undecided else "")
    return FinalSweep(board, length, None, tried, undecided, True)


def shortest_final_sweep(
    found: FinalSweep, *, budget: Budget = UNLIMITED, progress: Progress = SILENT
) -> FinalSweep:
    """With the fewest moves from the same vacancy to the same sweep, or fewer than before.

    Parameters
    ----------
    found : FinalSweep
        What :func:`final_sweep` has found.
    budget : Budget, optional
        The memory, and the time.
    progress : Progress, optional
        Told of every level.

    Examples
    --------
    >>> from pegsolitaire.board import rectangle
    >>> found = final_sweep(rectangle(4, 5))
    >>> len(found.solution.moves), len(shortest_final_sweep(found).solution.moves)
    (11, 10)
    """
    solution = found.solution
    if solution is None:
        return found
    sweep = solution.moves[-1]
    before = solution.positions[-1 - len(sweep)]
    part = _quarters(before.complement)
    if len(part) > _ENOUGH:
        return found
    problem = Problem.between(_on(part, solution.start), [_on(part, before)])
    best = shortest_solution(problem, budget=budget, progress=progress)
    if best.solution is None or len(best.solution.moves) + 1 > len(solution.moves):
        return found
    jumps = (*best.solution.jumps, *sweep.jumps)
    return replace(found, solution=Solution(solution.start, jumps), proven=best.proven)


def _to(position: Position, seconds: float) -> Answer:
    """A game from the complement of a position to one peg, on the quarters where it has pegs."""
    pegs = position.complement
    part = _quarters(pegs)
    ends = [position.board.holes[i] for i in feasible_finishes(pegs)]
    ends = [hole for hole in ends if hole in part]
    if not ends:
        return Answer(Outcome.IMPOSSIBLE, "position class")
    if len(part) > _ENOUGH:
        return Answer(Outcome.UNDECIDED, "the board is too large")
    finishes = [part.single(hole) for hole in ends]
    if len(part) > _SEARCHED_AT_ONCE:
        codes = [finish.code for finish in finishes]
        if whole_jumps_exist(part, _on(part, pegs).code, codes, seconds) is False:
            return Answer(Outcome.IMPOSSIBLE, "no whole numbers of jumps")
    return solve(Problem.between(_on(part, pegs), finishes), budget=Budget(seconds))


def _quarters(pegs: Position) -> Board:
    """The quarters of the board where a position has pegs: no other hole gets any."""
    board = pegs.board
    parts = [part for part in board.quarters if pegs.code & code_of(part)]
    holes = {board.holes[i] for part in parts for i in part}
    taken = [ends for ends in board.taken if holes.issuperset(ends)]
    return Board(holes, board.lattice, taken=taken)


def _on(part: Board, position: Position) -> Position:
    """What of a position lies on a part of its board."""
    return Position(part, sum(1 << part.index(hole) for hole in position if hole in part))
