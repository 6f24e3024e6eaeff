"""`pegs solve`: a solution, or the reason why there is none."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from pegsolitaire.board import hole_name, parse_hole
from pegsolitaire.cli.answers import print_unsolved
from pegsolitaire.cli.options import Asked, DiskLimits, argument, option, rules
from pegsolitaire.cli.output import (
    EXIT,
    SOLVED_ALREADY,
    counted,
    out,
    report,
)
from pegsolitaire.cli.pictures import (
    check_pictures,
    draw_solution,
    picture_option,
)
from pegsolitaire.cli.working import kept_sets, working
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
from pegsolitaire.draw import write_picture
from pegsolitaire.errors import ProblemError
from pegsolitaire.game import (
    Position,
    Problem,
    Solution,
    is_any,
    read_open_finish,
)
from pegsolitaire.progress_bar import NOTHING_KEPT
from pegsolitaire.reasons import problem_on
from pegsolitaire.results import LINE, to_json
from pegsolitaire.sets.store import path_of
from pegsolitaire.solving import (
    Answer,
    class_reason,
    fewest_left,
    known_answer,
    search_core,
)
from pegsolitaire.solving import solve as solve_problem
from pegsolitaire.solving.answers import FROM_SETS, STORED
from pegsolitaire.solving.without_edge import MARGIN
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
        from pegsolitaire.cli.commands.solving_further import solve_reach, solve_survivors

        if hole is not None:
            solve_reach(problem_on(name, start, "any"), hole, svg, limits)
        else:
            solve_survivors(problem_on(name, start, finish), pegs or "", svg, limits)
        return
    if unbounded:
        if is_any(start):
            raise ProblemError("--unbounded is about one position: name a START other than any")

        from pegsolitaire.cli.commands.solving_further import solve_unbounded

        problem = problem_on(name, start, "any")
        position = Position(problem.board, problem.starts[0])
        last = read_open_finish(problem.board, finish or "any")
        solve_unbounded(position, last, margin or MARGIN, svg, limits)
        return
    problem = asked.problem()
    if shortest or short:
        from pegsolitaire.cli.commands.solving_further import solve_short, solve_shortest

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
