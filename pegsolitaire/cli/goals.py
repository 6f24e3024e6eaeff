"""What `pegs solve` prints of a peg in a hole, and of the pegs that can be the last."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from pegsolitaire.board import Hole, hole_name
from pegsolitaire.board.reading import holes_in
from pegsolitaire.cli.options import Limits
from pegsolitaire.cli.output import (
    EXIT,
    NO,
    UNDECIDED,
    counted,
    out,
    report,
)
from pegsolitaire.cli.pictures import draw_solution
from pegsolitaire.cli.working import working
from pegsolitaire.errors import ProblemError
from pegsolitaire.game import Position, Problem
from pegsolitaire.reasons import reach, reach_json, survivors
from pegsolitaire.results import Document, to_json
from pegsolitaire.solving import Answer


def solve_reach(problem: Problem, hole: str, svg: Path | None, limits: Limits) -> None:
    """Bring a peg to a hole, and print how."""
    if len(problem.starts) > 1:
        raise ProblemError("--reach is about one position: name a START other than any")
    board = problem.board
    start = Position(board, problem.starts[0])
    index = board.index(hole)
    with working(f"a way to {hole}", limits, is_open=True) as work:
        answer = reach(start, board.holes[index], work=work)

    def show() -> None:
        if answer.solution is None:
            word = "no" if answer.solvable is False else "undecided"
            out.print(f"{word}: {answer.reason}")
        elif not answer.solution.jumps:
            out.print(answer.reason)
        else:
            out.print(str(answer.solution))
            number = len(answer.solution)
            jumps = f"{counted(number, 'jump')} {'brings' if number == 1 else 'bring'}"
            name = hole_name(board.holes[index])
            out.print(f"{jumps} a peg to {name}: {answer.reason}", style="dim")

    report(
        reach_json(start, board.holes[index], answer),
        show,
        EXIT[answer.solvable],
        drawn=draw_solution(answer.solution, svg),
    )


def solve_survivors(problem: Problem, pegs: str, svg: Path | None, limits: Limits) -> None:
    """Print which of some pegs can be the last, and how."""
    words = holes_in(pegs) or [pegs]
    with working(f"the last peg of {problem}", limits, is_open=True) as work:
        found = survivors(problem, words, work=work)
    answers = found.values()
    solution = next((one.solution for one in answers if one.solution is not None), None)
    drawn = draw_solution(solution, svg)

    def show() -> None:
        for hole, answer in found.items():
            name = hole_name(hole)
            if answer.solution is not None:
                [last] = answer.solution.finish
                out.print(f"the peg from {name} can be the last, and end at {hole_name(last)}:")
                out.print(f"  {answer.solution}")
            elif answer.solvable is False:
                out.print(f"the peg from {name} can never be the last: {answer.reason}")
            else:
                out.print(f"undecided for the peg from {name}: {answer.reason}")

    outcomes = {one.solvable for one in answers}
    code = 0 if True in outcomes else UNDECIDED if None in outcomes else NO
    report(_survivors(problem, found), show, code, drawn=drawn)


def _survivors(problem: Problem, found: Mapping[Hole, Answer]) -> Document:
    won = {hole: one.solution for hole, one in found.items() if one.solution is not None}
    return {
        **to_json(problem),
        "survivors": to_json({hole: answer.solvable for hole, answer in found.items()}),
        "reasons": to_json({hole: answer.reason for hole, answer in found.items()}),
        "jumps": to_json({hole: solution.jumps for hole, solution in won.items()}),
    }
