"""`pegs solve --unbounded`, `pegs show --problems --unbounded`: boards without an edge."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from rich.text import Text

from pegsolitaire.board import Board, Hole
from pegsolitaire.cli.answers import print_survey
from pegsolitaire.cli.options import Limits
from pegsolitaire.cli.output import (
    EXIT,
    counted,
    draws_unicode,
    out,
    picture,
    report,
)
from pegsolitaire.cli.pictures import draw_solution
from pegsolitaire.cli.working import working
from pegsolitaire.draw import position_text
from pegsolitaire.game import Jump, Move, Position, Problem, moves_of
from pegsolitaire.results import Document, to_json
from pegsolitaire.solving import OpenAnswer, problem_without_edge, solve_without_edge
from pegsolitaire.surveys import survey


def solve_unbounded(
    start: Position,
    finish: Hole | None,
    margin: int,
    svg: Path | None,
    limits: Limits,
) -> None:
    """Solve it, draw and print what was found, and end the command.

    The last peg is to be in the finish, or anywhere.
    """
    with working(f"solving {start.board.name} without an edge", limits) as work:
        found = solve_without_edge(start, finish, margin=margin, work=work)
    last = "any" if finish is None else out.named(finish)
    document = _document(start, last, found)
    drawn = draw_solution(found.solution, svg, partial(_name, found))
    report(document, lambda: _print(found, document), EXIT[found.solvable], drawn=drawn)


def _document(start: Position, finish: str, found: OpenAnswer) -> Document:
    """What became of a position; off the board holes go on, left of it and above it too."""
    solved, board = found.solution is not None, start.board
    moves = [_called(move) for move in moves_of(found.jumps)]
    return {
        "board": board.name,
        "start": Problem.to_any(start).start_text,
        "finish": finish,
        **to_json(found, "solvable reason margin whole=is_whole"),
        "lattice": board.lattice.name,
        "position": str(found.position),
        "shift": list(found.shift),
        "jumps": [_called(jump) for jump in found.jumps] if solved else None,
        "moves": moves if solved else None,
        "move_count": len(moves) if solved else None,
        "coordinates": [[jump.start, jump.end] for jump in found.jumps] if solved else None,
    }


def _called(made: Jump | Move) -> str:
    """A jump or move by the names of its holes, on the board or off it."""
    path = made.path if isinstance(made, Move) else (made.start, made.end)
    return "-".join(map(out.named, path))


def _print(found: OpenAnswer, said: Document) -> None:
    moves = said["moves"]
    if moves is not None:
        out.print(_picture(found))
        out.print(f"\n{', '.join(moves)}" if moves else "\none peg already")
        out.print(
            f"{counted(len(found.jumps), 'jump')}, {counted(len(moves), 'move')}: "
            f"{said['board']}: {said['start']} to {said['finish']} {_room(said)}",
            style="dim",
        )
        return
    out.print(_unsolved(said))
    if found.solvable is False and not found.is_whole:
        out.print("a wider board may have one: --margin", style="dim")


def show_unbounded(board: Board, limits: Limits) -> None:
    """Print what becomes of all problems of a board where it has no edge."""
    with working(f"the problems of {board.name} without an edge", limits) as work:
        found = survey(board, problem_without_edge, what="solving without an edge", work=work)
    said = [
        _document(board.vacancy(one.start), out.named(one.finish), one.answer) for one in found
    ]

    def show() -> None:
        for one in said:
            if one["moves"] is None:
                became = _unsolved(one)
            else:
                became = f"{_room(one)}: {', '.join(one['moves'])}"
            out.print(f"{one['start']} to {one['finish']}: {became}")
        print_survey(board, found)

    report({"board": board.name, "problems": said}, show)


def _room(said: Document) -> str:
    steps = counted(said["margin"], "step")
    return f"with {steps} of room around the pegs" if said["margin"] else "on the board itself"


def _unsolved(said: Document) -> str:
    """Why there is no solution, or none was found."""
    if said["solvable"] is None:
        return f"undecided: {said['reason']}"
    if said["whole"]:
        return f"no, on no board: {said['reason']}"
    return f"no solution within {counted(said['margin'], 'step')} of the pegs: {said['reason']}"


def _picture(found: OpenAnswer) -> Text:
    """The board that was searched, with the names that holes have on the first board."""
    if found.shift == (0, 0):
        return picture(found.position)
    return position_text(found.position, unicode=draws_unicode(), names=partial(_name, found))


def _name(found: OpenAnswer, hole: Hole) -> str:
    """What a hole of the board that was searched is called on the first board."""
    (x, y), (dx, dy) = hole, found.shift
    return out.named((x - dx, y - dy))
