"""`pegs solve --unbounded`: a position on a board without an edge."""

from __future__ import annotations

from pegsolitaire.analysis import OpenAnswer, solve_without_edge
from pegsolitaire.board import Hole
from pegsolitaire.budget import Budget
from pegsolitaire.cli.output import NO, UNDECIDED, Bar, counted, end, out, picture, print_json
from pegsolitaire.documents.problems import solution_document
from pegsolitaire.errors import ProblemError
from pegsolitaire.game import Position, Problem


def solve_unbounded(
    problem: Problem, anywhere: bool, margin: int, budget: Budget, as_json: bool
) -> None:
    """Solve it, print what was found, and end the command.

    The last peg may be anywhere, or is at the only finish of the problem.
    """
    board = problem.board
    if len(problem.starts) > 1:
        raise ProblemError("--unbounded is about one position: name a START other than any")
    start = Position(board, problem.starts[0])
    finish = None if anywhere else _finish(problem)
    with Bar(what=f"solving {problem} on a board without an edge") as progress:
        found = solve_without_edge(start, finish, margin=margin, budget=budget, progress=progress)
    if as_json:
        print_json(
            {
                "board": board.name,
                "start": problem.start_text,
                "finish": problem.finish_text,
                "solvable": found.solvable,
                "reason": found.reason,
                "margin": found.margin,
                "whole": found.is_whole,
                "lattice": board.lattice.name,
                "position": str(found.position),
                "shift": list(found.shift),
                **solution_document(found.solution),
            }
        )
    else:
        _print(problem, found)
    end({True: 0, False: NO, None: UNDECIDED}[found.solvable])


def _finish(problem: Problem) -> Hole:
    """The hole of the last peg."""
    finish = Position(problem.board, problem.finishes[0])
    if len(finish) > 1:
        raise ProblemError("--unbounded ends with one peg: give a hole, or any, as the finish")
    return next(iter(finish))


def _print(problem: Problem, found: OpenAnswer) -> None:
    if found.solution is None:
        if found.is_whole:
            out.print(f"no, on no board: {found.reason}")
        elif found.solvable is False:
            out.print(
                f"no solution within {counted(found.margin, 'step')} of the pegs: {found.reason}"
            )
            out.print("a wider board may have one: --margin", style="dim")
        else:
            out.print(f"undecided: {found.reason}")
        return
    out.print(picture(found.position))
    out.print(f"\n{found.solution}")
    out.print(
        f"{counted(len(found.solution), 'jump')}, {counted(len(found.solution.moves), 'move')}: "
        f"{problem} with {counted(found.margin, 'step')} of room around the pegs; holes are "
        "called as in the picture",
        style="dim",
    )
