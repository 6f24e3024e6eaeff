"""What commands that solve problems say alike."""

from __future__ import annotations

from pegsolitaire.analysis import instead
from pegsolitaire.cli.output import out
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
