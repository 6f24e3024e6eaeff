"""What `pegs solve` prints of a peg in a hole, and of the pegs that can be the last."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from pegsolitaire.analysis import Answer, reach, reach_json, survivors
from pegsolitaire.board import Hole, hole_name
from pegsolitaire.board.reading import holes_in
from pegsolitaire.cli.output import NO, UNDECIDED, counted, end, out, print_json, titled
from pegsolitaire.cli.pictures import draw_solution, print_drawn
from pegsolitaire.errors import ProblemError
from pegsolitaire.game import Position, Problem
from pegsolitaire.progress_bar import Bar
from pegsolitaire.results import Document, to_json
from pegsolitaire.work import Work


def solve_reach(
    problem: Problem,
    hole: str,
    svg: Path | None,
    as_json: bool,
    *,
    work: Work,
) -> None:
    """Bring a peg to a hole, and print how."""
    if len(problem.starts) > 1:
        raise ProblemError("--reach is about one position: name a START other than any")
    board = problem.board
    start = Position(board, problem.starts[0])
    index = board.index(hole)
    with Bar(what=f"a way to {hole}", unlimited=not work.is_limited) as progress:
        answer = reach(start, board.holes[index], work=work.part(progress=progress))
    drawn = draw_solution(answer.solution, svg)
    if as_json:
        print_json({**reach_json(start, board.holes[index], answer), **drawn})
    elif answer.solution is None:
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
        print_drawn(drawn)
    end({True: 0, False: NO, None: UNDECIDED}[answer.solvable])


def solve_survivors(
    problem: Problem,
    pegs: str,
    svg: Path | None,
    as_json: bool,
    *,
    work: Work,
) -> None:
    """Print which of some pegs can be the last, and how."""
    words = holes_in(pegs) or [pegs]
    unlimited = not work.is_limited
    with Bar(what=f"the last peg of {titled(problem, None)}", unlimited=unlimited) as progress:
        found = survivors(problem, words, work=work.part(progress=progress))
    answers = found.values()
    solution = next((one.solution for one in answers if one.solution is not None), None)
    drawn = draw_solution(solution, svg)
    if as_json:
        print_json({**_survivors(problem, found), **drawn})
    else:
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
        print_drawn(drawn)
    outcomes = {one.solvable for one in answers}
    end(0 if True in outcomes else UNDECIDED if None in outcomes else NO)


def _survivors(problem: Problem, found: Mapping[Hole, Answer]) -> Document:
    won = {hole: one.solution for hole, one in found.items() if one.solution is not None}
    return {
        **to_json(problem),
        "survivors": to_json({hole: answer.solvable for hole, answer in found.items()}),
        "reasons": to_json({hole: answer.reason for hole, answer in found.items()}),
        "jumps": to_json({hole: solution.jumps for hole, solution in won.items()}),
    }
