"""`pegs solve`, with its goals and limits, and `pegs triangle`, which needs no search."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from itertools import groupby, islice
from pathlib import Path
from typing import Any, Literal

import click

from pegsolitaire import advice, construct, draw, sets, solving, surveys, theory
from pegsolitaire.board import (
    Board,
    Hole,
    Notation,
    hole_name,
    parse_hole,
    read_board_and_start,
    triangle as triangle_board,
)
from pegsolitaire.board.reading_boards import holes_in
from pegsolitaire.cli.command import command
from pegsolitaire.cli.long_work import going_on, kept_sets, working
from pegsolitaire.cli.options import (
    Asked,
    Limits,
    WholeNumber,
    disk_limit_options,
    excludes,
    names_of,
    needs,
    notation_of,
    numbers_option,
    problem_on,
    problem_options,
)
from pegsolitaire.cli.output import SOLVED_ALREADY, out, print_basis, report
from pegsolitaire.cli.pictures import draw_solution, drawn_in, picture_option
from pegsolitaire.errors import BoardTooLargeError, NotationError, ProblemError, StoreError
from pegsolitaire.files import check_writable, home
from pegsolitaire.game import (
    Position,
    Problem,
    Solution,
    is_any,
    moves_of,
    read_open_finish,
)
from pegsolitaire.progress_bar import NOTHING_KEPT, err
from pegsolitaire.results import Document
from pegsolitaire.sets.store import path_of
from pegsolitaire.solving.answers import STORED
from pegsolitaire.solving.without_edge import MARGIN
from pegsolitaire.units import counted
from pegsolitaire.work import Work

_KINDS = 12  # classes of solutions to show
_MAX_PRINTED_MOVES = 40  # moves to print on one line each


@command()
@problem_options
@disk_limit_options
@click.option("--all", "every", type=WholeNumber(1), metavar="N", help="List up to N solutions.")
@click.option(
    "--shortest",
    is_flag=True,
    help="Find a shortest solution, prove that none is shorter, and count all shortest solutions.",
)
@click.option(
    "--short",
    is_flag=True,
    help="Find a short solution within --time, on boards of up to 400 holes.",
)
@click.option(
    "--unbounded",
    is_flag=True,
    help="Solve as if the board had no edge, with room around the position.",
)
@click.option(
    "--margin",
    type=WholeNumber(1),
    default=MARGIN,
    show_default=True,
    metavar="N",
    help="With --unbounded: the largest number of steps of room around the pegs.",
)
@click.option(
    "--reach", "hole", metavar="HOLE", help="Bring a peg to this hole, whatever else is left."
)
@click.option(
    "--survivor",
    "pegs",
    metavar="HOLE[,HOLE]",
    help="Find out which of the pegs in these holes can be the last one.",
)
@picture_option("Draw the solution, one board for each move.")
@numbers_option
def solve(
    asked: Asked,
    limits: Limits,
    every: int | None,
    shortest: bool,
    short: bool,
    unbounded: bool,
    margin: int,
    hole: str | None,
    pegs: str | None,
    svg: Path | None,
    numbers: bool,
) -> None:
    """Solve a problem from any position: print a checked solution, or explain why there is none.

    Stored winning sets are used if there are any. The exit code is 1 if there is no solution,
    and 3 if the result is undecided.

    Examples: pegs solve english d4; pegs solve english d4 --reach d4; pegs solve triangle5 a1
    --survivor a5,c5; pegs solve triangle4 a2 --finish b2 --all 20; pegs solve english d4
    --shortest --svg d4.pdf; pegs solve triangle10 a3 --short --time 2; pegs solve triangle5 b3
    --finish a1 --unbounded
    """
    needs("--margin", "--unbounded")
    excludes("--numbers", "--reach", "--survivor", "--unbounded")
    needs("--memory", "--shortest")
    needs("--disk", "--shortest")
    excludes(
        "--reach",
        "--survivor",
        "--unbounded",
        "--shortest",
        "--short",
        "--all",
        "--type",
        "--finish",
    )
    excludes(
        "--survivor", "--unbounded", "--shortest", "--short", "--all", "--type", "--positions"
    )
    excludes("--unbounded", "--shortest", "--short", "--all", "--type")
    excludes("--shortest", "--short", "--positions")
    excludes("--short", "--all", "--positions")
    name, start, finish = asked.name, asked.start, asked.finish
    if hole is not None:
        _reach(problem_on(name, start, "any"), hole, svg, limits)
    elif pegs is not None:
        _survivors(problem_on(name, start, finish), pegs, svg, limits)
    elif unbounded:
        if is_any(start):
            raise ProblemError("--unbounded needs one position: give a START other than any")
        read = read_board_and_start(name)
        if start is None and read.pegs is None and read.read_as is not None:
            position, finish = read.board.full, finish or "any"
            out.guess(
                f"read as a start that is the whole block of {counted(len(position), 'peg')}"
            )
        else:
            problem = problem_on(read, start, None if finish is None else "any")
            position = Position(problem.board, problem.starts[0])
            finish = finish or problem.finish
        last = read_open_finish(position.board, finish)
        _unbounded(position, last, margin, svg, limits)
    elif shortest:
        _shortest(asked.problem(), every, svg, numbers, limits)
    elif short:
        problem = asked.problem()
        with working(f"a short solution of {problem}", limits) as work:
            answer_with_bound = solving.short_solution(problem, work=work)
        drawn = draw_solution(answer_with_bound.solution, svg, names_of(problem.board, numbers))
        report(
            answer_with_bound.to_json,
            lambda: _print_shortest(answer_with_bound, numbers),
            _is_solved(answer_with_bound),
            drawn=drawn,
        )
    else:
        _any_solutions(asked, every, svg, numbers, limits)


def _any_solutions(
    asked: Asked, most: int | None, svg: Path | None, numbers: bool, limits: Limits
) -> None:
    """Print a solution, or the first few found, with any number of moves."""
    problem = asked.problem()
    if most is not None and not limits.is_unlimited:
        raise ProblemError(
            "--time and --positions limit the search for one solution: leave out --all"
        )
    kept = NOTHING_KEPT if most is None else kept_sets(problem)
    title = f"solving {asked.title_of(problem)}"
    planned = None
    if most is not None and not path_of(problem, "npz").exists():
        from pegsolitaire.sets.plans import plan  # which imports numpy

        planned = partial(plan, problem, folder=home())
    with working(title, limits, plan=planned, is_open=most is None, kept=kept) as work:
        if most is None:
            answer = solving.known_answer(problem)  # before looking for stored sets
            if answer is None:
                answer = solving.solve(problem, wins=_stored(problem), work=work)
            solutions = [] if answer.solution is None else [answer.solution]
        else:
            answer, solutions = _first(problem, most + 1, work=work)
    is_all = most is None or len(solutions) <= most
    solutions, work = solutions[:most], work.silent

    def document() -> Document:
        fewest = solving.fewest_left(problem, work=work) if answer.solvable is False else None
        document = {
            "problem": problem,
            "solvable": answer.solvable,
            "reason": answer.reason,
            "basis": answer.basis,
            "solution": solutions[0] if solutions else None,
            "fewest_pegs": fewest,
        }
        listed = {"solutions": solutions, "complete": is_all}
        return document if most is None else document | listed

    def show() -> None:
        if not answer.solvable:
            print_unsolved(problem, answer, work=work)
            return
        for number, line in enumerate(solutions, 1):
            if len(solutions) > 1:
                out.dim(f"{number}. ", end="")
            out.print(line.text(notation_of(numbers)) or SOLVED_ALREADY)
        if len(solutions) == 1:
            [line] = solutions
            out.dim(f"{counted(len(line), 'jump')}, {counted(len(line.moves), 'move')}: {problem}")
        more = "; --shortest looks for the fewest moves and proves them"
        print_basis(answer.basis, f"{answer.reason}{more * (answer.reason == STORED)}")
        if not is_all:
            out.dim(f"there are more: this lists only the first {most} (--all)")

    names = names_of(problem.board, numbers)
    drawn = draw_solution(solutions[0] if solutions else None, svg, names)
    report(document, show, answer.solvable, drawn=drawn)


def _stored(problem: Problem) -> sets.WinningSets | None:
    """Load the stored winning sets of a problem, or of the complement problem with its finish."""
    board, finishes = problem.board, problem.finishes
    if not board.fits_word or solving.class_reason(problem):
        return None
    problems = [problem]
    if problem.finish_pegs == 1:
        starts = tuple(board.full_code ^ code for code in finishes)
        problems.append(Problem.of_codes(board, starts, finishes))
    stored = (
        sets.WinningSets.find(problem) for problem in problems if path_of(problem, "npz").exists()
    )
    return next((wins for wins in stored if wins is not None), None)


def _first(problem: Problem, most: int, *, work: Work) -> tuple[solving.Answer, list[Solution]]:
    """Find the first few solutions."""
    if solving.class_reason(problem):
        return solving.solve(problem), []
    wins = sets.WinningSets.load(problem, work=work)
    begin = (Position(problem.board, code) for code in problem.starts)
    lines = (line for at in begin if at in wins for line in wins.solutions(at))
    return solving.solve(problem, wins=wins, facts=False), list(islice(lines, most))


def print_unsolved(
    problem: Problem, answer: solving.Answer | solving.Shortest, *, work: Work | None = None
) -> None:
    """Print that no solution exists or is known, with the reason and the best ending."""
    if answer.solvable is False:
        out.doubt(problem.board)
    out.print(f"{'no' if answer.solvable is False else 'undecided'}: {answer.reason}")
    if answer.solvable is False and len(problem.starts) == 1:
        _print_what_else(problem, Work.of(work))
    print_basis(answer.basis)


def _print_what_else(problem: Problem, work: Work) -> None:
    """Print what is possible from a start that cannot be won: the best ending, another goal."""
    named = problem.board.name if problem.board.is_named else ""
    if theory.is_anywhere(problem) or solving.class_reason(problem) is None:
        goal = theory.goal_option(Position(problem.board, problem.starts[0]), problem)
        command = f"`pegs explain {named or 'BOARD'} {problem.start}{goal}`"
        fewest = solving.fewest_left(problem, work=work)
        if fewest is None:
            out.dim(f"{command} says why, and what can be left")
        else:
            out.dim(f"the best possible result is {counted(fewest, 'peg')}: {command} shows how")
    other = solving.instead(problem)
    if other is not None and other.starts == problem.starts:
        out.dim("to one peg anywhere it can be solved: --finish any")
    elif other is not None:
        command = f": `pegs solve {named} {other.start}`" if named else ""
        out.dim(f"with {other.start} vacant it can be solved{command}")


def _reach(problem: Problem, hole: str, svg: Path | None, limits: Limits) -> None:
    """Bring a peg to a hole, and print how."""
    if len(problem.starts) > 1:
        raise ProblemError("--reach is about one position: name a START other than any")
    board = problem.board
    start, target = Position(board, problem.starts[0]), board.holes[board.bit(hole)]
    with working(f"a way to {hole}", limits, is_open=True) as work:
        answer = advice.reach(start, target, work=work)

    def show() -> None:
        if answer.solution is None:
            out.print(f"{'no' if answer.solvable is False else 'undecided'}: {answer.reason}")
        elif not answer.solution.jumps:
            out.print(answer.reason)
        else:
            out.print(str(answer.solution))
            number = len(answer.solution)
            jumps = f"{counted(number, 'jump')} {'brings' if number == 1 else 'bring'}"
            out.dim(f"{jumps} a peg to {hole_name(target)}: {answer.reason}")
        print_basis(answer.basis)

    document = advice.Reached.of(start, target, answer).to_json()
    report(document, show, answer.solvable, drawn=draw_solution(answer.solution, svg))


def _survivors(problem: Problem, pegs: str, svg: Path | None, limits: Limits) -> None:
    """Print which of the given pegs can be the last, and how."""
    with working(f"the last peg of {problem}", limits, is_open=True) as work:
        answers = advice.survivors(problem, holes_in(pegs) or [pegs], work=work)
    won = {
        hole: answer.solution for hole, answer in answers.items() if answer.solution is not None
    }
    drawn = draw_solution(next(iter(won.values()), None), svg)
    document = {
        "problem": problem,
        "basis": "computed",
        "survivors": {hole: answer.solvable for hole, answer in answers.items()},
        "reasons": {hole: answer.reason for hole, answer in answers.items()},
        "solutions": won,
    }

    def show() -> None:
        for hole, answer in answers.items():
            name = hole_name(hole)
            if answer.solution is not None:
                [last] = answer.solution.finish
                ends = f"can be the last, and end at {hole_name(last)}"
                out.print(f"the peg from {name} {ends}: {answer.reason}")
                out.print(f"  {answer.solution}")
            elif answer.solvable is False:
                out.print(f"the peg from {name} can never be the last: {answer.reason}")
            else:
                out.print(f"undecided for the peg from {name}: {answer.reason}")
        print_basis("computed")

    outcomes = [answer.solvable for answer in answers.values()]
    report(document, show, any(outcomes) or (None if None in outcomes else False), drawn=drawn)


# -- without edges: also `pegs show --problems --unbounded` ---------------------------------------


def _unbounded(
    start: Position, finish: Hole | None, margin: int, svg: Path | None, limits: Limits
) -> None:
    with working(f"solving {start.board.name} without an edge", limits) as work:
        answer = solving.solve_without_edge(
            start, finish=finish or "any", margin=margin, work=work
        )
    document = _document_without_edge(
        start, "any" if finish is None else hole_name(finish), answer
    )
    drawn = draw_solution(answer.solution, svg, partial(_name, answer))

    def show() -> None:
        if document["solution"] is None:
            out.print(_unsolved(document))
            print_basis(answer.basis)
            if answer.solvable is False and not answer.is_whole:
                out.dim("a wider board may have one: increase --margin")
            return
        if answer.shift == (0, 0):
            out.picture(answer.position)
        else:  # the board that was searched, with hole names relative to the first board
            unicode, names = out.draws_unicode, partial(_name, answer)
            out.print(draw.position_text(answer.position, unicode=unicode, names=names))
        moves = document["solution"]["moves"]
        out.print(f"\n{', '.join(moves)}" if moves else "\none peg already")
        out.dim(
            f"{counted(len(answer.jumps), 'jump')}, {counted(len(moves), 'move')}: "
            f"{document['board']}: {document['start']} to {document['finish']} {_room(document)}"
        )
        print_basis(answer.basis, answer.reason)

    report(document, show, answer.solvable, drawn=drawn)


def _document_without_edge(start: Position, finish: str, found: solving.OpenAnswer) -> Document:
    """Build the JSON of one position. Hole names continue off the board on all sides."""
    solved, board = found.solution is not None, start.board
    steps = [(jump.start, jump.end) for jump in found.jumps]
    jumps = list(map(_called, steps))
    moves = [_called(move.path) for move in moves_of(found.jumps)]
    return {
        "board": board.name,
        "start": Problem.to_any(start).start,
        "finish": finish,
        "solvable": found.solvable,
        "reason": found.reason,
        "basis": found.basis,
        "margin": found.margin,
        "is_whole": found.is_whole,
        "lattice": board.lattice.name,
        "position": str(found.position),
        "shift": list(found.shift),
        "solution": (
            {"jumps": jumps, "moves": moves, "move_count": len(moves)} if solved else None
        ),
        "coordinates": [list(map(list, step)) for step in steps] if solved else None,
    }


def _called(path: Sequence[Hole]) -> str:
    """Write a jump or move with the names of its holes, on the board or off it."""
    return "-".join(map(hole_name, path))


def show_unbounded(board: Board, limits: Limits) -> None:
    """Print the results of all problems of a board as if it had no edges."""
    with working(f"the problems of {board.name} without an edge", limits) as work:
        what, how = "solving without an edge", solving.solve_without_edge
        surveyed = surveys.survey(board, how, what=what, work=work)
    documents = [
        _document_without_edge(board.vacancy(pair.start), hole_name(pair.finish), pair.answer)
        for pair in surveyed
    ]

    def show() -> None:
        for document in documents:
            won = document["solution"]
            became = (
                f"{_room(document)}: {', '.join(won['moves'])}" if won else _unsolved(document)
            )
            out.print(f"{document['start']} to {document['finish']}: {became}")
        print_survey(board, surveyed)

    report({"board": board.name, "problems": documents}, show)


def _room(said: Document) -> str:
    steps = counted(said["margin"], "step")
    return f"with {steps} of room around the pegs" if said["margin"] else "on the board itself"


def _unsolved(said: Document) -> str:
    """Explain why there is no solution, or why none was found."""
    if said["solvable"] is None:
        return f"undecided: {said['reason']}"
    if said["is_whole"]:
        return f"no solution on any board: {said['reason']}"
    return f"no solution within {counted(said['margin'], 'step')} of the pegs: {said['reason']}"


def _name(found: solving.OpenAnswer, hole: Hole) -> str:
    """Return the name that a hole of the searched board has on the original board."""
    (x, y), (dx, dy) = hole, found.shift
    return hole_name((x - dx, y - dy))


def print_survey(board: Board, surveyed: Sequence[surveys.Surveyed[Any]]) -> None:
    """Print how many problems there are, how many can be solved, and from how many vacancies."""
    solvable = [pair for pair in surveyed if pair.answer.solvable]
    begun, won = ({pair.start for pair in some} for some in (surveyed, solvable))
    undecided = sum(pair.answer.solvable is None for pair in surveyed)
    out.print(
        f"{counted(len(surveyed), 'problem')} up to symmetry, from {len(begun)} of "
        f"{counted(len(board.orbits), 'vacancy')}; {len(solvable)} solvable, from {len(won)}"
        + f"; {undecided} undecided"
        * bool(undecided)
    )


# -- few moves: also `pegs graph --shortest` ------------------------------------------------------


def _shortest(
    problem: Problem, most: int | None, svg: Path | None, numbers: bool, limits: Limits
) -> None:
    """Find the fewest moves, and list some or all solutions, class by class."""
    checkpoint = _checkpoint(problem, limits.disk)
    folders = () if checkpoint is None else (checkpoint.folder,)
    go_on = "with more memory or time the same command continues from there"
    title = f"the shortest solution of {problem}"
    try:
        with working(title, limits, kept="", is_in_memory=True) as work:
            table = sets.stored_moves(problem, work=work)
            answer = solving.shortest(problem, table=table, checkpoint=checkpoint, work=work)
            listed = answer.sets
    except KeyboardInterrupt as stop:
        stop.add_note("; ".join((*stop.args, going_on(*folders)())))
        folders = ()
        raise
    except Exception:
        go_on = "the same command continues from there"
        raise
    finally:
        for folder in folders:
            if folder.is_dir():
                err.print(f"kept in {folder}: {go_on}", style="dim")
    is_settled = answer.proven or answer.solvable is False or not problem.board.fits_word
    if not (out.as_json or is_settled or path_of(problem, "npz").exists()):
        words = "BOARD START"
        if problem.board.is_named:
            goal = theory.goal_option(Position(problem.board, problem.starts[0]), problem)
            words = f"{problem.board.name} {problem.start}{goal}"
        err.print(
            f"winning sets may decide it: `pegs sets winning {words}` builds them, and "
            f"`pegs sets winning {words} --estimate` says what this takes",
            style="dim",
        )
    drawn = draw_solution(answer.solution, svg, names_of(problem.board, numbers))

    def show() -> None:
        _print_shortest(answer, numbers)
        if most is None or not answer.proven or answer.solution is None:
            return
        if listed is None:
            out.dim("too many to list apart from the order of moves")
            return
        print_classes(listed, most, notation_of(numbers))
        if len(listed) > most:
            out.dim(f"there are more: this lists only the first {most} (--all)")

    is_open = answer.solution is not None and not answer.proven
    is_solved = None if is_open else _is_solved(answer)
    report(answer.to_json, show, is_solved, drawn=drawn)


def _is_solved(found: solving.Shortest) -> bool | None:
    return found.solution is not None or found.solvable


def print_classes(
    listed: Sequence[solving.MoveSet], most: int | None = None, notation: Notation = "letters"
) -> None:
    """Print solutions apart from the order of moves, longest sweeps first."""
    counts = Counter(item.kind for item in listed)
    ordered = sorted(listed, key=lambda item: item.kind, reverse=True)[:most]
    for kind, members in groupby(ordered, key=lambda item: item.kind):
        out.print(f"class {kind}: {counted(counts[kind], 'solution')}")
        for member in members:
            out.print(f"  {member.solution.text(notation)}")


def _checkpoint(problem: Problem, disk: int | None) -> sets.Checkpoint | None:
    """Return the place to save the search, or None if the folder is not writable."""
    from pegsolitaire.sets.plans import free_disk  # which imports numpy

    try:
        checkpoint = sets.Checkpoint(problem, ending="moves.building")
        check_writable(checkpoint.folder)
        free = free_disk(checkpoint.folder) // 2
    except (StoreError, OSError) as error:
        err.print(f"cannot save a long search: {error}", style="dim")
        return None
    disk = free if disk is None else disk
    return sets.Checkpoint(problem, disk=disk, ending="moves.building")


def _print_shortest(found: solving.Shortest, numbers: bool) -> None:
    listed = found.sets
    if found.solution is None:
        print_unsolved(found.problem, found)
        if found.solvable is None and found.lower_bound:
            out.dim(f"at least {counted(found.lower_bound, 'move')} are needed")
        return
    out.print(found.solution.text(notation_of(numbers)) or SOLVED_ALREADY)
    moves = counted(len(found.solution.moves), "move")
    if not found.proven:
        out.dim(
            f"{moves}, the best found; at least {found.lower_bound} are needed: {found.problem}"
        )
        print_basis(found.basis, found.reason)
        return
    out.dim(f"{moves}, the fewest possible: {found.problem}")
    if found.all is not None:
        order = "too many to list" if listed is None else f"{len(listed):,}"
        out.dim(
            f"up to symmetry {found.all.up_to_symmetry:,} of them ({found.all.raw:,} in all); "
            f"apart from the order of moves: {order}"
        )
    print_basis(found.basis, found.reason)
    if listed is not None and found.lower_bound:
        kinds = [
            f"{position_class.kind} {position_class.solutions:,}"
            for position_class in reversed(found.classes or ())
        ]
        more = " .." if len(kinds) > _KINDS else ""
        out.dim(f"by (longest, second, last sweep): {', '.join(kinds[:_KINDS])}{more}")


# -- triangles of any size ------------------------------------------------------------------------


@command()
@click.argument(
    "side", metavar="SIDE", type=WholeNumber(), help="The number of holes on a side, 2 or more."
)
@click.argument("start", metavar="[START]", required=False, help="The vacancy, a hole such as c5.")
@click.argument(
    "finish",
    metavar="[FINISH]",
    required=False,
    help="The hole of the last peg, or any. The default is START if the labels allow that, and "
    "otherwise any.",
)
@picture_option("Draw what each block removal clears.")
@numbers_option
@click.option(
    "--stages",
    is_flag=True,
    help="With --svg: draw the game stage by stage, one picture for each block removal.",
)
@click.option(
    "--moves", is_flag=True, help=f"Print all moves, not only the first {_MAX_PRINTED_MOVES}."
)
def triangle(
    side: int,
    start: str | None,
    finish: str | None,
    svg: Path | None,
    numbers: bool,
    stages: bool,
    moves: bool,
) -> None:
    """Solve a triangle of any size instantly, by construction, without a search.

    Block removals clear the board: each clears a block of pegs and leaves the rest unchanged,
    until a small triangle with known solutions remains (Bell 2008, section 3). A hole in column x
    and row y, both counted from 0, has the label (x + y) mod 3. The label of the vacancy
    determines the label of the finish. From side 6 on, every problem that the labels allow has a
    solution. Up to side 5, the command plays out all games. Without START the command prints the
    number of problems. The exit code is 1 if there is no solution, and 3 if a part that the
    construction needs could not be found.

    Examples: pegs triangle 20 g10 any --svg t20.svg; pegs triangle 100 a2 b2; pegs triangle 12;
    pegs triangle 9 a1 --moves
    """
    needs("--stages", "--svg")
    needs("--svg", "START")
    if start is None:
        _report_triangles(side)
        return
    with working(f"solving the triangle of side {side}, and replaying it"):
        hole = _hole_of_triangle(side, start)
        goal: Hole | Literal["any"] | None = None
        if finish is not None:
            goal = "any" if is_any(finish) else _hole_of_triangle(side, finish)
        construction = construct.solve(side, hole, goal, solving.search_core)
    drawn = drawn_in(svg if construction else None, lambda: _removals_svg(construction, stages))
    shown = len(construction.moves) if moves else _MAX_PRINTED_MOVES

    def show() -> None:
        if not construction:
            out.print(f"{'' if construction.solvable is None else 'no: '}{construction.reason}")
            if (
                construction.solvable is False
                and construction.is_feasible
                and construction.finish is not None
            ):
                command = f"pegs explain triangle{side} {hole_name(construction.start)}"
                out.dim(f"`{command} --finish {hole_name(construction.finish)}` explains why")
            return
        moves_shown = construction.moves[:shown]
        if numbers:
            board = triangle_board(side)
            out.print("\n".join(move.text(board, "numbers") for move in moves_shown))
        else:
            out.print("\n".join(map(str, moves_shown)))
        if len(construction.moves) > shown:
            out.dim(f"and {len(construction.moves) - shown:,} more moves: --moves prints all")
        kinds = Counter(block.kind for block in construction.removals)
        parts = ", ".join(f"{number:,} x {kind}" for kind, number in kinds.items())
        out.dim(
            f"{construction.ends}: {counted(len(construction.jumps), 'jump')} in "
            f"{counted(len(construction.moves), 'move')}, replayed; "
            f"{counted(len(construction.removals), 'removal')}{f' ({parts})' if parts else ''}"
        )

    report(construction.to_json, show, construction.solvable, drawn=drawn)


def _removals_svg(found: construct.Construction, stages: bool) -> str:
    from pegsolitaire.construct.drawing import construction_svg, stages_svg

    return (stages_svg if stages else construction_svg)(found)


def _hole_of_triangle(side: int, text: str) -> Hole:
    """Read a hole. The board is only made, which takes longer, if the text is no name or pair."""
    try:
        return parse_hole(text)
    except NotationError:
        with suppress(BoardTooLargeError):
            return triangle_board(side).hole(text)
        raise


def _report_triangles(side: int) -> None:
    """Print the number of problems of a triangle, and how many of them can be solved."""
    holes = construct.size_of(side)
    pairs = solvable = construct.count_feasible_pairs(side)
    if side < construct.ALL_SOLVABLE:
        solvable = sum(
            bool(construct.solve(side, *pair)) for pair in construct.feasible_pairs(side)
        )

    def show() -> None:
        out.print(f"triangle of side {side}: {counted(holes, 'hole')}")
        out.print("pairs of a vacancy and a finish, up to symmetry:")
        out.print(f"{pairs:,} that the labels allow, {solvable:,} that can be solved")
        if side % 3 == 1:
            out.dim("no game from a vacancy of label 0, such as a corner, ends with one peg")

    counts = {"feasible_pairs": pairs, "solvable_pairs": solvable}
    report({"side": side, "holes": holes, **counts}, show)
