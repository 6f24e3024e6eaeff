"""Count the solutions and the games of a problem exactly, as Python integers.

Two solutions are different if their sequences of jumps differ. The search counts the paths from
the start to the middle of the game. It counts the paths from the middle to the finish by playing
forward from the complement of the finish. Where the two halves meet, it adds up the products of
their path counts (:mod:`pegsolitaire.engine.levels`). Winning sets are not needed. If they are
available, only paths inside them are counted, which is much less work. Counting the solutions of
the central game of the English board, about 4.1e16, takes a second or two.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from pegsolitaire.board.symmetry import apply_permutation
from pegsolitaire.errors import ProblemError
from pegsolitaire.game import FinishLike, Problem, ProblemLike, StartLike, as_problem
from pegsolitaire.results import BigInt, Result
from pegsolitaire.sets.building import middle_pegs
from pegsolitaire.sets.pruning import pruning_counts
from pegsolitaire.theory import shares_class
from pegsolitaire.units import counted
from pegsolitaire.work import Work

if TYPE_CHECKING:
    from pegsolitaire.engine import PathCounter, Paths
    from pegsolitaire.sets import WinningSets


@dataclass(frozen=True)
class Games(Result):
    """The outcomes of all games from a start, with each sequence of jumps counted once.

    Attributes
    ----------
    won : int
        The number of games that reach the finish. A game ends at the finish, even if further jumps
        are possible.
    by_pegs : dict of int to int
        For each number of pegs, the number of games that end with this number of pegs, fewest pegs
        first. A game ends at the finish or when no jump is possible.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> games = count_games(Problem.complement(triangle(5), "a1"))
    >>> games.won, games.lost, round(games.share, 4), games.by_pegs[1]
    (6816, 561814, 0.012, 29760)
    """

    won: BigInt
    by_pegs: dict[int, BigInt]

    json_fields = ("won", "total", "lost", "by_pegs")

    @property
    def total(self) -> BigInt:
        """The number of all games."""
        return sum(self.by_pegs.values())

    @property
    def lost(self) -> BigInt:
        """The number of games that end without reaching the finish."""
        return self.total - self.won

    @property
    def share(self) -> float:
        """The fraction of games that are won. Random play wins with a different probability."""
        return self.won / self.total


def count(
    problem: ProblemLike,
    start: StartLike = None,
    finish: FinishLike = None,
    *,
    wins: WinningSets | None = None,
    work: Work | None = None,
) -> int:
    """Count the solutions of a problem exactly, as sequences of jumps.

    :func:`count_unordered` counts them apart from the order of their jumps.

    Parameters
    ----------
    problem, start, finish : Problem, or what makes one
        The problem. If it has several starts or finishes, solutions from any start to any finish
        are counted. See :class:`~pegsolitaire.game.Problem`.
    wins : WinningSets, optional
        The winning sets of the problem; if given, only the positions in them are visited.
    work : Work, optional
        Limits on time and memory, a progress bar, and more: see :class:`pegsolitaire.Work`.

    Raises
    ------
    ProblemError
        If the winning sets belong to another problem.
    BoardTooLargeError
        If the board has more than 64 holes, unless the position class rules out all solutions.
        Also if a level does not fit in memory and there is no scratch folder, or if it does not
        fit on the disk.
    BudgetSpentError
        If it takes longer than the budget allows.

    References
    ----------
    Bell, "Notes on solving and playing peg solitaire", section 7.2 and Table 7.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> count(Problem.complement(triangle(5), "a1"))
    6816
    >>> count(Problem(triangle(4), "a2", "b2"))
    14
    """
    work = Work.of(work)
    problem = as_problem(problem, start, finish)
    from pegsolitaire.engine import PathCounter, last_level, play_levels

    if not shares_class(problem):
        return 0
    jumps = problem.start_pegs - problem.finish_pegs
    if not jumps:
        return len({*problem.starts} & {*problem.finishes})
    counts = pruning_counts(problem, work=work) if wins is None else ()
    if wins is not None:
        with PathCounter(problem, counts=counts, work=work) as within:
            return _count_within(within, wins, problem, work=work)
    paths: Any = PathCounter
    if work.cluster is not None:
        paths = partial(work.cluster.levels, paths=True)
    with paths(problem, counts, work=work) as counter:
        if problem.is_self_complementary:
            middle = problem.start_pegs - jumps // 2
            play = play_levels(counter, problem.starts, middle, stage="counting", work=work)
            forward = last_level(play)
            solutions = counter.meet(forward, forward, jumps % 2)
        else:
            solutions = counter.meet(*_both_ends(counter, problem, work=work), 1)
    if work.cluster is not None:
        work.cluster.clear(problem)
    return int(solutions)


def count_by_finish(
    problem: ProblemLike,
    start: StartLike = None,
    finish: FinishLike = None,
    *,
    work: Work | None = None,
) -> dict[int, int]:
    """Count exactly how many solutions of a problem end in each finish.

    The search counts paths from the start to the last jump. It takes about twice as long as
    :func:`count`, but covers all finishes at once.

    Parameters
    ----------
    problem, start, finish : Problem, or what makes one
        The problem. If it has several starts, solutions from all of them are counted. See
        :class:`~pegsolitaire.game.Problem`.
    work : Work, optional
        Limits on time and memory, a progress bar, and more: see :class:`pegsolitaire.Work`.

    Returns
    -------
    dict of int to int
        For the code of each finish, in the order of the finishes, the number of solutions that end
        there; 0 if there is none.

    Raises
    ------
    BoardTooLargeError
        If the board has more than 64 holes, unless the position class rules out all solutions.
        Also if a level does not fit in memory and there is no scratch folder, or if it does not
        fit on the disk.
    BudgetSpentError
        If it takes longer than the budget allows.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> count_by_finish(Problem.to_any(triangle(4).vacancy("a2")))
    {4: 14, 8: 0, 256: 0}
    """
    work = Work.of(work)
    problem = as_problem(problem, start, finish)
    from pegsolitaire.engine import PathCounter, last_level, play_levels

    counted = dict.fromkeys(problem.finishes, 0)
    if not shares_class(problem):
        return counted
    counts = pruning_counts(problem, work=work)
    last = problem.finish_pegs
    with PathCounter(problem, counts=counts, work=work) as counter:
        play = play_levels(counter, problem.starts, last, stage="counting", work=work)
        paths = last_level(play)
        for code, row in zip(*counter.by_code(paths), strict=True):
            images = {apply_permutation(symmetry.image, int(code)) for symmetry in problem.group}
            each = sum(int(limb) << 64 * i for i, limb in enumerate(row)) // len(images)
            counted |= dict.fromkeys(images & counted.keys(), each)
    return counted


def _count_within(
    counter: PathCounter,
    wins: WinningSets,
    problem: Problem,
    *,
    work: Work,
) -> int:
    """Count the solutions level by level within winning sets. If possible, stop in the middle."""
    if wins.problem != problem:
        raise ProblemError(f"these winning sets belong to {wins.problem}, not to {problem}")
    halved = problem.is_self_complementary
    last = middle_pegs(problem) if halved else problem.finish_pegs
    work.progress.stage("counting", problem.start_pegs - last)
    paths = counter.level(problem.starts)
    for pegs in range(problem.start_pegs - 1, last - 1, -1):
        paths = counter.along(paths, wins.level(pegs))
        size = len(paths)
        work.update(problem.start_pegs - pegs, counted(size, "position"))
    return counter.meet(paths, paths, len(problem.board) % 2) if halved else paths.total


def _both_ends(counter: PathCounter, problem: Problem, *, work: Work) -> list[Paths]:
    """Count paths from the start and from the finish, always on the side with fewer positions.

    Return the last levels, which are one jump apart.
    """
    from pegsolitaire.engine import play_levels

    jumps = problem.start_pegs - problem.finish_pegs
    opposite = [problem.board.full_code ^ code for code in problem.finishes]
    sides = (
        play_levels(counter, problem.starts, work=work.silent),
        play_levels(counter, opposite, jumps=counter.opposite, work=work.silent),
    )
    ends = [next(side)[1] for side in sides]
    work.progress.stage("counting", jumps - 1)
    for done in range(1, jumps):
        smaller = int(len(ends[0]) > len(ends[1]))
        _, ends[smaller] = next(sides[smaller])
        work.update(done, counted(len(ends[smaller]), "position"))
    return ends


def count_games(
    problem: ProblemLike,
    start: StartLike = None,
    finish: FinishLike = None,
    *,
    work: Work | None = None,
) -> Games:
    """Count all games from the start of a problem, and those of them that reach its finish.

    All levels down to the last jump are visited, so this takes several times as long as
    :func:`count`.

    Parameters
    ----------
    problem, start, finish : Problem, or what makes one
        The problem. To count games from a position in the middle of a game, make it the start. See
        :class:`~pegsolitaire.game.Problem`.
    work : Work, optional
        Limits on time and memory, a progress bar, and more: see :class:`pegsolitaire.Work`.

    Raises
    ------
    BoardTooLargeError
        If the board has more than 64 holes. Also if a level does not fit in memory and there is
        no scratch folder, or if it does not fit on the disk.
    BudgetSpentError
        If it takes longer than the budget allows.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> games = count_games(Problem.complement(triangle(5), "a1"))
    >>> games.won, games.lost, f"{games.share:.1%}"
    (6816, 561814, '1.2%')
    """
    work = Work.of(work)
    problem = as_problem(problem, start, finish)
    from pegsolitaire.engine import PathCounter, last_level, play_levels

    won, by_pegs = 0, {}  # type: int, dict[int, int]

    def keep_unfinished(pegs: int, paths: Paths) -> Paths:
        """Count the games that end in a level, and return the level without the finishes."""
        nonlocal won
        ended = 0
        if pegs == problem.finish_pegs:
            finished, paths = counter.split(paths, problem.finishes)
            won = ended = finished.total
        if ended := ended + counter.stuck(paths):
            by_pegs[pegs] = ended
        return paths

    stage = "counting all games"
    with PathCounter(problem, work=work) as counter:
        play = play_levels(counter, problem.starts, keep=keep_unfinished, stage=stage, work=work)
        last_level(play)
    return Games(won, dict(sorted(by_pegs.items())))
