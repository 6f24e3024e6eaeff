"""What commands that solve problems say alike."""

from __future__ import annotations

from collections.abc import Sequence

from pegsolitaire.analysis import OpenSurveyed, Surveyed, instead
from pegsolitaire.board import Board
from pegsolitaire.cli.output import counted, out
from pegsolitaire.game import Problem


def print_unsolved(problem: Problem, solvable: bool | None, reason: str) -> None:
    """That there is no solution, or that none is known, why, and what can be solved instead."""
    word = "no" if solvable is False else "undecided"
    out.print(f"{word}: {reason}")
    other = instead(problem) if solvable is False else None
    if other is None:
        return
    if other.starts == problem.starts:
        out.print("to one peg anywhere it can be solved: --finish any", style="dim")
    else:
        start = other.start_text
        words = f": pegs solve {problem.board.name} {start}" if problem.board.is_named else ""
        out.print(f"with {start} vacant it can be solved{words}", style="dim")


def print_survey(board: Board, surveyed: Sequence[Surveyed | OpenSurveyed]) -> None:
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
