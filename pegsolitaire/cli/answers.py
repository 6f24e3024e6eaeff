"""What commands that solve problems say alike."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pegsolitaire.board import Board
from pegsolitaire.cli.output import counted, out
from pegsolitaire.game import Problem
from pegsolitaire.solving import class_reason, fewest_left, instead
from pegsolitaire.theory import is_anywhere
from pegsolitaire.work import Work

if TYPE_CHECKING:
    from pegsolitaire.solving import Answer, OpenAnswer
    from pegsolitaire.surveys import Surveyed


def print_unsolved(
    problem: Problem,
    solvable: bool | None,
    reason: str,
    *,
    work: Work | None = None,
) -> None:
    """That there is no solution, or that none is known, why, and what can be done instead."""
    work = Work.of(work)
    word = "no" if solvable is False else "undecided"
    out.print(f"{word}: {reason}")
    if solvable is not False or len(problem.starts) > 1:
        return
    if is_anywhere(problem) or class_reason(problem) is None:
        out.print(_explained(problem, work=work), style="dim")
    other = instead(problem)
    if other is None:
        return
    if other.starts == problem.starts:
        out.print("to one peg anywhere it can be solved: --finish any", style="dim")
    else:
        start = other.start_text
        words = f": pegs solve {problem.board.name} {start}" if problem.board.is_named else ""
        out.print(f"with {start} vacant it can be solved{words}", style="dim")


def _explained(problem: Problem, *, work: Work) -> str:
    """How few pegs can be left, where that is known; and the command that explains it."""
    goal = "" if is_anywhere(problem) else f" --finish {problem.finish_text}"
    words = f" {problem.board.name} {problem.start_text}{goal}" if problem.board.is_named else ""
    fewest = fewest_left(problem, work=work)
    if fewest is None:
        return f"pegs explain{words} says why, and what can be left"
    return f"the best possible result is {fewest} pegs: pegs explain{words} shows how"


def print_survey(
    board: Board, surveyed: Sequence[Surveyed[Answer] | Surveyed[OpenAnswer]]
) -> None:
    """Print how many problems there are, how many can be solved, and from how many vacancies."""
    solvable = [one for one in surveyed if one.answer.solvable]
    begun, won = ({one.start for one in some} for some in (surveyed, solvable))
    undecided = sum(one.answer.solvable is None for one in surveyed)
    out.print(
        f"{counted(len(surveyed), 'problem')} up to symmetry, from {len(begun)} of "
        f"{len(board.orbits)} vacancies; {len(solvable)} solvable, from {len(won)}"
        + f"; {undecided} undecided"
        * bool(undecided)
    )
