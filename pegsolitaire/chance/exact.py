"""Random play, exactly: the chance of every position (Bell's page on the English board, table 3).

Each position hands its chance on to what the player makes of it; positions that are images of one
another count as one. Players that are data run in the engine's tables, with floats of a known
error, or, where games come to most of a position class, over all of it; a function, or the
arithmetic of fractions, in a plain loop of Python.
"""

from __future__ import annotations

from fractions import Fraction

from pegsolitaire.budget import UNLIMITED, Budget
from pegsolitaire.chance.exact_class import play_by_class, worthwhile_class
from pegsolitaire.chance.exact_levels import play_by_levels
from pegsolitaire.chance.exact_loop import MOST_IN_LOOP, play_in_loop
from pegsolitaire.chance.exact_run import Run, most_positions
from pegsolitaire.chance.named import Who, checked_player
from pegsolitaire.chance.odds import Odds
from pegsolitaire.errors import BoardTooLargeError, ProblemError
from pegsolitaire.game import Player, Problem
from pegsolitaire.progress import SILENT, Progress


def exact_play(
    problem: Problem,
    player: Who = "any",
    *,
    by_hole: bool | None = None,
    winning: bool = False,
    fractions: bool = False,
    threads: int | None = None,
    progress: Progress = SILENT,
    budget: Budget = UNLIMITED,
) -> Odds:
    """The chance of every end of a game of random play.

    Parameters
    ----------
    problem : Problem
        Where games start (each start being as likely), and where they are won. A game that
        reaches a finish of several pegs ends there (but not within a block removal).
    player : str, Player, OwnPlayer or callable, optional
        Who plays: a name of ``chance.PLAYERS``, rules, or a function of the position that gives
        jumps or weights by jump. By default any legal jump is as likely.
    by_hole : bool, optional
        Whether to tell finishing holes apart that are images of one another; that allows fewer
        symmetries. By default wherever there are not too many positions.
    winning : bool, optional
        Also how likely the game can still be won after each jump: needs a table of the position
        class, and no player that makes removals.
    fractions : bool, optional
        Calculate with fractions: for boards of some 15 holes.
    threads : int, optional
        How many threads to use; by default one a core.
    progress : Progress, optional
        Told of every level.
    budget : Budget, optional
        The memory that a level may take, a scratch folder for those that outgrow it, the time.

    Returns
    -------
    Odds

    Raises
    ------
    ProblemError
        If the player is of another board, or one that cannot be asked what was asked.
    BoardTooLargeError
        If the board has more than 64 holes, or its levels outgrow the memory and there is no
        scratch folder, or the disk; or if there are too many positions for fractions, or for a
        player who is a function.
    BudgetSpentError
        If it takes longer than the budget allows.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> from pegsolitaire.theory import any_finish
    >>> odds = exact_play(any_finish(triangle(5).vacancy("a1")))
    >>> print(f"1 in {1 / odds.win_probability:.0f}, {odds.mean_pegs:.2f} pegs on average")
    1 in 146, 3.92 pegs on average
    >>> print(f"1 in {1 / exact_play(odds.problem, 'sax').win_probability:.0f} by the SAX count")
    1 in 7 by the SAX count
    >>> odds = exact_play(any_finish(triangle(4).vacancy("a2")), fractions=True)
    >>> odds.win_probability, odds.mean_pegs
    (Fraction(13, 432), Fraction(1901, 864))
    """
    who = checked_player(problem, player)
    if winning and isinstance(who, Player) and who.blocks:
        raise ProblemError("within a block removal nobody asks whether the game can be won")
    if fractions and most_positions(problem, who.board.symmetries[:1]) > MOST_IN_LOOP:
        raise BoardTooLargeError(
            f"{problem} may have more than {MOST_IN_LOOP:,} positions: too many for fractions"
        )
    run = Run(problem, who, by_hole=by_hole, winning=winning, progress=progress)
    if isinstance(who, Player) and not fractions:
        if (whole := worthwhile_class(run, who, budget)) is not None:
            return play_by_class(run, whole, threads, budget)
        return play_by_levels(run, who, threads, budget)
    return play_in_loop(run, Fraction if fractions else float, budget)
