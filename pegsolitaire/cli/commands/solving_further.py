"""What else `pegs solve` answers: other goals, the fewest moves, boards without an edge."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

from rich.text import Text

from pegsolitaire.board import Board, Hole, hole_name
from pegsolitaire.board.reading import holes_in
from pegsolitaire.cli.answers import print_survey, print_unsolved
from pegsolitaire.cli.options import DiskLimits, Limits
from pegsolitaire.cli.output import (
    EXIT,
    NO,
    SOLVED_ALREADY,
    UNDECIDED,
    counted,
    draws_unicode,
    out,
    picture,
    report,
)
from pegsolitaire.cli.pictures import (
    draw_solution,
    written_to,
)
from pegsolitaire.cli.working import going_on, working
from pegsolitaire.draw import position_text
from pegsolitaire.errors import ProblemError, StoreError
from pegsolitaire.files import check_writable
from pegsolitaire.game import (
    Jump,
    Move,
    Position,
    Problem,
    moves_of,
)
from pegsolitaire.progress_bar import err
from pegsolitaire.reasons import reach, reach_json, survivors
from pegsolitaire.results import Document, to_json
from pegsolitaire.sets import Checkpoint, stored_moves
from pegsolitaire.sets.plans import free_disk
from pegsolitaire.sets.store import path_of
from pegsolitaire.solving import (
    Answer,
    MinimalGraph,
    MoveSet,
    OpenAnswer,
    Shortest,
    problem_without_edge,
    short_solution,
    shortest,
    solve_without_edge,
)
from pegsolitaire.surveys import survey

if TYPE_CHECKING:
    pass


# --
# What `pegs solve` prints of a peg in a hole, and of the pegs that can be the last.


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


# --
# `pegs solve --unbounded`, `pegs show --problems --unbounded`: boards without an edge.


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
    document = _document_without_edge(start, last, found)
    drawn = draw_solution(found.solution, svg, partial(_name, found))
    report(
        document, lambda: _print_without_edge(found, document), EXIT[found.solvable], drawn=drawn
    )


def _document_without_edge(start: Position, finish: str, found: OpenAnswer) -> Document:
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


def _print_without_edge(found: OpenAnswer, said: Document) -> None:
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
        _document_without_edge(board.vacancy(one.start), out.named(one.finish), one.answer)
        for one in found
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


# --
# `pegs solve --shortest` and `--short`: solutions with the fewest moves, or with few.


_KINDS = 12  # classes of solutions that are shown


def solve_shortest(
    problem: Problem, most: int | None, svg: Path | None, limits: DiskLimits
) -> None:
    """Find it, draw it, print it, and end the command; at most so many are listed, by class."""
    checkpoint = _checkpoint(problem, limits.disk)
    try:
        with working(
            f"the shortest solution of {problem}", limits, kept="", is_in_memory=True
        ) as work:
            table = stored_moves(problem, work=work)
            found = shortest(problem, table=table, checkpoint=checkpoint, work=work)
            sets = found.sets
    except KeyboardInterrupt as stop:
        folders = () if checkpoint is None else (checkpoint.folder,)
        stop.add_note("; ".join((*stop.args, going_on(*folders)())))
        raise
    except Exception:
        _tell_kept(checkpoint, "the same command goes on from there")
        raise
    _tell_kept(checkpoint, "with more memory or time the same command goes on from there")
    if not out.as_json:
        _print_what_may_settle(found)
    is_open = found.solution is not None and not found.proven
    drawn = draw_solution(found.solution, svg)

    def show() -> None:
        _print_shortest(found)
        if svg is not None and found.solution is not None:
            out.print(f"drawn in {svg}")
        if most is not None and found.proven and found.solution is not None:
            _print_members(sets, most)

    report(lambda: {**found.to_json(), **drawn}, show, UNDECIDED if is_open else _code(found))


def _code(found: Shortest) -> int:
    return 0 if found.solution is not None else EXIT[found.solvable]


def _tell_kept(checkpoint: Checkpoint | None, how: str) -> None:
    """Print where what is finished is kept, and how to go on."""
    if checkpoint is not None and checkpoint.folder.is_dir():
        err.print(f"kept in {checkpoint.folder}: {how}", style="dim")


def _print_what_may_settle(found: Shortest) -> None:
    """Where a search did not prove the fewest moves: that winning sets may."""
    problem = found.problem
    if found.proven or found.solvable is False or not problem.board.fits_word:
        return
    if not path_of(problem, "npz").exists():
        err.print(
            "winning sets may settle it where a search does not: pegs winning with the same START "
            "and --finish makes them, and with --estimate says what that takes",
            style="dim",
        )


def _print_members(sets: tuple[MoveSet, ...] | None, most: int) -> None:
    """Print the first solutions, class by class."""
    if sets is None:
        out.print("too many to list regardless of order", style="dim")
        return
    print_classes(sets, most)
    if len(sets) > most:
        out.print(f"and there are more: --all {most} lists the first", style="dim")


def print_classes(sets: Sequence[MoveSet], most: int | None = None) -> None:
    """Print solutions regardless of order, those with the longest sweeps first."""
    counts = Counter(one.kind for one in sets)
    ordered = sorted(sets, key=lambda one: one.kind, reverse=True)[:most]
    for kind, members in groupby(ordered, key=lambda one: one.kind):
        out.print(f"class {kind}: {counted(counts[kind], 'solution')}")
        for one in members:
            out.print(f"  {one.solution}")


def _checkpoint(problem: Problem, disk: int | None) -> Checkpoint | None:
    """Where the search is kept; nowhere, if nothing can be written there."""
    try:
        checkpoint = Checkpoint.of_moves(problem)
        check_writable(checkpoint.folder)
        free = free_disk(checkpoint.folder) // 2
    except (StoreError, OSError) as error:
        err.print(f"a long search will not be kept: {error}", style="dim")
        return None
    return Checkpoint.of_moves(problem, disk=free if disk is None else disk)


def solve_short(problem: Problem, svg: Path | None, limits: Limits) -> None:
    """Find one with few moves, draw it, print it, and end the command."""
    with working(f"a short solution of {problem}", limits) as work:
        found = short_solution(problem, work=work)
    drawn = draw_solution(found.solution, svg)
    report(found.to_json, lambda: _print_shortest(found), _code(found), drawn=drawn)


def _print_shortest(found: Shortest) -> None:
    sets = found.sets
    if found.solution is None:
        print_unsolved(found.problem, found.solvable, found.reason)
        if found.solvable is None and found.lower_bound:
            out.print(f"at least {counted(found.lower_bound, 'move')} are needed", style="dim")
        return
    out.print(str(found.solution) or SOLVED_ALREADY)
    moves = counted(len(found.solution.moves), "move")
    if not found.proven:
        out.print(
            f"{moves}, the best found; at least {found.lower_bound} are needed: {found.problem}; "
            f"{found.reason}",
            style="dim",
        )
        return
    out.print(f"{moves}, the fewest there can be: {found.problem}", style="dim")
    if found.all is not None:
        order = "too many to list" if sets is None else f"{len(sets):,}"
        out.print(
            f"up to symmetry {found.all.up_to_symmetry:,} of them ({found.all.raw:,} in all); "
            f"regardless of order: {order}",
            style="dim",
        )
    if sets is not None and found.lower_bound:
        kinds = [f"{kind} {number:,}" for kind, number in reversed((found.kinds or {}).items())]
        more = " .." if len(kinds) > _KINDS else ""
        out.print(
            f"by (longest, second, last sweep): {', '.join(kinds[:_KINDS])}{more}", style="dim"
        )


_FEW = 20  # solutions regardless of order that `pegs graph --shortest` prints


def graph_shortest(problem: Problem, targets: Sequence[Path], limits: Limits) -> None:
    """Make the graph of the solutions with the fewest moves, print it, and end the command."""
    with working(f"the shortest solutions of {problem}", limits) as work:
        table = stored_moves(problem, work=work)
        found = shortest(problem, table=table, work=work)
        graph, sets = None if found.all is None else MinimalGraph(found.all), found.sets
    if graph is not None:
        for target in targets:
            graph.save(target)
    rows = [] if graph is None else [list(row) for row in graph.rows]
    arrows = () if graph is None else graph.arrows()
    links = [{"before": a, "move": words, "after": b} for a, words, b in arrows]
    path = str(targets[0]) if targets else None

    def show() -> None:
        if graph is None or found.all is None:
            print_unsolved(problem, found.solvable, found.reason)
            return
        out.print(
            f"{counted(len(graph), 'position')}, {counted(len(links), 'link')}, "
            f"{counted(found.all.up_to_symmetry, 'solution')} in "
            f"{counted(graph.minimal.moves, 'move')}"
            f" up to symmetry: {problem}{written_to(targets)}"
        )
        if sets is not None:
            out.print(f"{counted(len(sets), 'solution')} regardless of order:")
            for one in sets[:_FEW]:
                out.print(f"{one.kind} {one.solution}")
            if len(sets) > _FEW:
                out.print(f"and {len(sets) - _FEW} more: --json lists them", style="dim")

    document = {"levels": rows, "links": links, "path": path}
    report(lambda: found.to_json() | document, show, NO if found.solvable is False else 0)
