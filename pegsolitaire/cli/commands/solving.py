"""`pegs solve`: a solution, or the reason why there is none."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial
from itertools import groupby, islice
from pathlib import Path
from typing import TYPE_CHECKING

from rich.text import Text

from pegsolitaire.board import Board, Hole, hole_name, parse_hole
from pegsolitaire.board.reading import holes_in
from pegsolitaire.cli.answers import print_survey, print_unsolved
from pegsolitaire.cli.options import Asked, DiskLimits, Limits, argument, option, rules
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
    check_pictures,
    draw_solution,
    picture_option,
    written_to,
)
from pegsolitaire.cli.working import going_on, kept_sets, working
from pegsolitaire.construct import (
    ALL_SOLVABLE,
    Construction,
    count_feasible_pairs,
    feasible_pairs,
    size_of,
)
from pegsolitaire.construct import (
    solve as solve_triangle,
)
from pegsolitaire.construct.drawing import construction_svg, stages_svg
from pegsolitaire.draw import position_text, write_picture
from pegsolitaire.errors import ProblemError, StoreError
from pegsolitaire.files import check_writable
from pegsolitaire.game import (
    Jump,
    Move,
    Position,
    Problem,
    Solution,
    is_any,
    moves_of,
    read_open_finish,
)
from pegsolitaire.progress_bar import NOTHING_KEPT, err
from pegsolitaire.reasons import problem_on, reach, reach_json, survivors
from pegsolitaire.results import LINE, Document, to_json
from pegsolitaire.sets import Checkpoint, stored_moves
from pegsolitaire.sets.plans import free_disk
from pegsolitaire.sets.store import path_of
from pegsolitaire.solving import (
    Answer,
    MinimalGraph,
    MoveSet,
    OpenAnswer,
    Shortest,
    class_reason,
    fewest_left,
    known_answer,
    problem_without_edge,
    search_core,
    short_solution,
    shortest,
    solve_without_edge,
)
from pegsolitaire.solving import solve as solve_problem
from pegsolitaire.solving.answers import FROM_SETS, STORED
from pegsolitaire.solving.without_edge import MARGIN
from pegsolitaire.surveys import survey
from pegsolitaire.work import Work

if TYPE_CHECKING:
    from pegsolitaire.sets import WinningSets


@rules(
    "--margin needs --unbounded",
    "--memory needs --shortest",
    "--disk needs --shortest",
    "--reach excludes --survivor --unbounded --shortest --short --all --type --finish",
    "--survivor excludes --unbounded --shortest --short --all --type --positions",
    "--unbounded excludes --shortest --short --all --type",
    "--shortest excludes --short --positions",
    "--short excludes --all --positions",
)
def solve(
    asked: Asked,
    limits: DiskLimits,
    every: int | None = option("List solutions, at most N of them.", "--all", min=1, metavar="N"),
    shortest: bool = option("With the fewest moves, proven; how many there are."),
    short: bool = option("With few moves, on boards of up to 400 holes, in --time."),
    unbounded: bool = option("As if the board had no edge: with room around the position."),
    margin: int | None = option(
        f"With --unbounded: how many steps of room at most; by default {MARGIN}.",
        min=1,
        metavar="N",
    ),
    hole: str | None = option(
        "Bring a peg to this hole, whatever else is left.", "--reach", metavar="HOLE"
    ),
    pegs: str | None = option(
        "Which of the pegs in these holes can be the last one.",
        "--survivor",
        metavar="HOLE[,HOLE]",
    ),
    svg: Path | None = picture_option("Draw the solution, a board a move."),
) -> None:
    """Solve a problem, from any position: print a solution, replayed, or say why there is none.

    Consecutive jumps by one peg are written as one move, a1-a3-c3. The exit code is 1 when there
    is no solution, and 3 when the search ended without finding out. Stored winning sets are used.

    With --shortest the solution has the fewest moves there can be; all solutions with as few are
    counted, also regardless of the order of their moves, and classified by the longest sweep, the
    second longest, and the longest that can be the last; --all N lists N of them, class by class.
    Winning sets that are stored answer at once or in some minutes: where the search needs more
    memory than there is, pegs winning first. A long search can be stopped: it says what is proven
    so far, and the same command goes on from there. Where the memory or --time runs out, what is
    proven and the best solution so far are the answer, and the exit code is 3. With --short the
    solution is the best that is found in half a minute, or in --time; on boards of up to 400
    holes. Other searches are of boards of up to 128 holes; past 64 they more often end without
    finding out, and nothing is counted.

    With --unbounded the pegs of START have as much room as they need, and end with one peg in any
    hole, or in --finish, which may be off the board: f2, or (-1,2) for the column left of a.
    BOARD itself is searched, then boards around the pegs, each one step wider, up to --margin.
    Where these do not hold all holes that games can reach (by golden weights, as of Conway's
    soldiers), all games are played out, if they come to four million positions at most: then "no"
    is true on every board, and otherwise within the margin. Off BOARD holes are called as if
    its columns and rows went on.

    With --reach the game ends when a peg is in the hole: then a "no" is proved by a resource count
    or by playing all games, and the jumps are as few as can be unless the answer says otherwise.
    With --survivor each peg is followed to the end: the answer says which of them can be the last,
    and how.

    Examples: pegs solve english d4; pegs solve english d4 --reach d4;
    pegs solve triangle5 a1 --survivor a5,c5; pegs solve triangle4 a2 --finish b2 --all 20;
    pegs solve french c1; pegs solve english code:277332496 --finish any;
    pegs solve square6 a1 --time 10; pegs solve english d4 --shortest --svg d4.pdf;
    pegs solve triangle10 a3 --short --time 2; pegs solve triangle5 b3 --finish a1 --unbounded;
    pegs solve square3 "**./.../..." --finish "(-1,0)" --unbounded
    """
    check_pictures([svg])
    name, start, finish = asked.name, asked.start, asked.finish
    if hole is not None or pegs is not None:
        if hole is not None:
            solve_reach(problem_on(name, start, "any"), hole, svg, limits)
        else:
            solve_survivors(problem_on(name, start, finish), pegs or "", svg, limits)
        return
    if unbounded:
        if is_any(start):
            raise ProblemError("--unbounded is about one position: name a START other than any")

        problem = problem_on(name, start, "any")
        position = Position(problem.board, problem.starts[0])
        last = read_open_finish(problem.board, finish or "any")
        solve_unbounded(position, last, margin or MARGIN, svg, limits)
        return
    problem = asked.problem()
    if shortest or short:
        if shortest:
            solve_shortest(problem, every, svg, limits)
        else:
            solve_short(problem, svg, limits)
        return
    if every is not None and not limits.is_unlimited:
        raise ProblemError(
            "--time and --positions limit the search for one solution: leave out --all"
        )
    title = f"solving {asked.title_of(problem)}"
    kept = NOTHING_KEPT if every is None else kept_sets(problem)
    with working(title, limits, is_open=every is None, kept=kept) as work:
        if every is None:
            answer = _one(problem, work=work)
            found = [] if answer.solution is None else [answer.solution]
        else:
            answer, found = _all(problem, every, work=work)
    report(
        lambda: _document(problem, answer, found, every, work=work.silent),
        lambda: _print_answer(problem, answer, found, every, work=work.silent),
        EXIT[answer.solvable],
        drawn=draw_solution(found[0] if found else None, svg),
    )


def _one(problem: Problem, *, work: Work) -> Answer:
    """An answer: for what is known, stored winning sets are not even looked for."""
    known = known_answer(problem)
    if known is not None:
        return known
    return solve_problem(problem, wins=_stored(problem), work=work)


def _stored(problem: Problem) -> WinningSets | None:
    """Stored winning sets of the problem, or else of the complement problem with its finish."""
    board, finishes = problem.board, problem.finishes
    if not board.fits_word or class_reason(problem):
        return None
    problems = [problem]
    if problem.finish_pegs == 1:
        problems.append(
            Problem.of_codes(board, tuple(board.full_code ^ code for code in finishes), finishes)
        )
    problems = [one for one in problems if path_of(one, "npz").exists()]
    if not problems:
        return None
    from pegsolitaire.sets import WinningSets

    found = (WinningSets.find(one) for one in problems)
    return next((sets for sets in found if sets is not None), None)


def _all(problem: Problem, most: int, *, work: Work) -> tuple[Answer, list[Solution]]:
    """The first solutions, as many as were asked for, and one more if there is one."""
    if class_reason(problem):
        return solve_problem(problem), []
    from pegsolitaire.sets import WinningSets

    sets = WinningSets.load(problem, work=work)
    begin = (Position(problem.board, code) for code in problem.starts)
    lines = (line for at in begin if at in sets for line in sets.solutions(at))
    return solve_problem(problem, wins=sets), list(islice(lines, most + 1))


def _document(
    problem: Problem,
    answer: Answer,
    found: list[Solution],
    every: int | None,
    *,
    work: Work,
) -> dict[str, object]:
    first = found[0] if found else None
    document: dict[str, object] = {
        **to_json(problem),
        **to_json(answer, "solvable reason"),
        **to_json(first, LINE),
        "fewest_pegs": fewest_left(problem, work=work) if answer.solvable is False else None,
    }
    if every is None:
        return document
    lines = to_json([line.jumps for line in found[:every]])
    return {**document, "all": lines, "complete": len(found) <= every}


def _print_answer(
    problem: Problem, answer: Answer, found: list[Solution], every: int | None, *, work: Work
) -> None:
    if not answer.solvable:
        print_unsolved(problem, answer.solvable, answer.reason, work=work)
        return
    for number, line in enumerate(found[:every], 1):
        if len(found[:every]) > 1:
            out.print(f"{number}. ", end="", style="dim")
        out.print(str(line) or SOLVED_ALREADY)
    if len(found[:every]) == 1:
        out.print(
            f"{counted(len(found[0]), 'jump')}, {counted(len(found[0].moves), 'move')}: {problem}",
            style="dim",
        )
        if answer.reason in (STORED, FROM_SETS):
            more = "; --shortest looks for the fewest moves, and a proof"
            out.print(f"{answer.reason}{more * (answer.reason == STORED)}", style="dim")
    if every is not None and len(found) > every:
        out.print(f"and there are more: --all {every} lists the first", style="dim")


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


# --
# `pegs triangle`: triangles of any side, solved by construction.


_SHOWN = 40  # moves that are printed in one line each


@rules("--stages needs --svg", "--svg needs START")
def triangle(
    side: int = argument("SIDE", "Holes on a side, 2 or more.", is_required=True),
    start: str | None = argument("START", "The vacancy: a hole, c5."),
    finish: str | None = argument(
        "FINISH", "The hole of the last peg, or any, which is the default."
    ),
    svg: Path | None = picture_option("Draw what each purge clears."),
    stages: bool = option("With --svg: draw it being played, purge by purge."),
    moves: bool = option(f"Print all moves, not only the first {_SHOWN}."),
) -> None:
    """Solve a triangle of any side at once, without a search.

    The board is cleared by purges, each of which takes a block of pegs and leaves the rest as it
    was, until a small triangle is left whose solutions are known (Bell 2008, section 3). A hole
    has the label (x + y) mod 3, counted from 0 at a1, and the label of the vacancy says which
    label the finish has. From side 6 on every problem that the labels allow is solved; up to side
    5 every game is played out. The exit code is 1 where there is no solution, and 3 where a part
    that the construction needs is missing and not found. Without START it tells how many problems
    there are.

    Examples: pegs triangle 20 g10 --svg t20.svg; pegs triangle 100 a2 b2; pegs triangle 12;
    pegs triangle 9 a1 --moves
    """
    if start is None:
        _report_counts(side)
        return
    check_pictures([svg])
    any_end = finish is None or finish.strip().lower() == "any"
    with working(f"solving the triangle of side {side}, and replaying it"):
        goal = None if any_end else parse_hole(str(finish))
        found = solve_triangle(side, parse_hole(start), goal, search_core)
    if svg is not None and found:
        draw = stages_svg if stages else construction_svg
        write_picture(draw(found), svg)
    path = {"svg": str(svg) if svg and found else None}
    report(
        lambda: found.to_json() | path,
        lambda: _print_construction(found, svg, moves),
        EXIT[found.solvable],
    )


def _report_counts(side: int) -> None:
    """What is known of a side without a vacancy."""
    pairs = solvable = count_feasible_pairs(side)
    if side < ALL_SOLVABLE:
        solvable = sum(map(bool, (solve_triangle(side, *pair) for pair in feasible_pairs(side))))

    def show() -> None:
        out.print(f"triangle of side {side}: {size_of(side):,} holes")
        out.print("pairs of a vacancy and a finish, up to symmetry:")
        out.print(f"{pairs:,} that the labels allow, {solvable:,} that can be solved")
        if side % 3 == 1:
            out.print(
                "from a vacancy of label 0, a corner say, none ends with one peg", style="dim"
            )

    holes = {"side": side, "holes": size_of(side)}
    report(holes | {"feasible_pairs": pairs, "solvable_pairs": solvable}, show)


def _print_construction(found: Construction, svg: Path | None, every_move: bool) -> None:
    if not found:
        out.print(f"{'' if found.solvable is None else 'no: '}{found.reason}")
        if found.solvable is False and found.is_feasible and found.finish is not None:
            command = f"pegs explain triangle{found.side} {hole_name(found.start)}"
            out.print(f"`{command} --finish {hole_name(found.finish)}` says why", style="dim")
        return
    shown = len(found.moves) if every_move else _SHOWN
    for move in found.moves[:shown]:
        out.print(str(move))
    if len(found.moves) > shown:
        out.print(f"and {len(found.moves) - shown:,} more moves: --moves prints all", style="dim")
    kinds = Counter(block.kind for block in found.purges)
    parts = ", ".join(f"{number:,} x {kind}" for kind, number in kinds.items())
    out.print(
        f"{found.ends}: {len(found.jumps):,} jumps in "
        f"{len(found.moves):,} moves, replayed; {counted(len(found.purges), 'purge')}"
        f"{f' ({parts})' if parts else ''}{'' if svg is None else f'; drawn in {svg}'}",
        style="dim",
    )
