"""`pegs extremes`: shortest lost games, dead ends, longest sweeps, and extreme positions."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

import click

from pegsolitaire import data, draw, reasons, sets, solving, surveys, theory
from pegsolitaire.board import Board, hole_name, read_board
from pegsolitaire.cli.command import command
from pegsolitaire.cli.long_work import Interruption, working, working_on_tables
from pegsolitaire.cli.options import (
    Asked,
    Limits,
    WholeNumber,
    board_argument,
    class_option,
    level_limit_options,
    limit_options,
    needs,
    problem_options,
    table_limit_options,
)
from pegsolitaire.cli.output import Column, out, print_basis, report
from pegsolitaire.cli.pictures import draw_solution, drawn_in, picture_option
from pegsolitaire.files import home
from pegsolitaire.game import Position, Problem, Solution
from pegsolitaire.progress_bar import NOTHING_KEPT
from pegsolitaire.results import Document
from pegsolitaire.sets.plans import plan
from pegsolitaire.units import counted
from pegsolitaire.work import Work

_DRAWN_POSITIONS = 3  # positions of each kind to draw


@command()
@board_argument
@class_option
@click.option("--again", is_flag=True, help="Search again, even if the result is built in.")
@table_limit_options
def extremes(name: str, letter: str | None, again: bool, limits: Limits) -> None:
    """Find the shortest games that get stuck, or the extreme positions of a class.

    Without --class the command plays fool's solitaire from each vacancy, up to symmetry. It finds
    the most pegs that can be left when no jump is possible, and a shortest game that leaves them.
    Known results are printed immediately; --again searches again. The exit code is 3 if --time
    or --positions leaves a vacancy undecided. If you interrupt the command, it prints the finished
    vacancies.

    With --class the command finds the dead positions with the most pegs (no game from there ends
    with one peg) and the positions with the most pegs that have exactly one solution. It also
    finds the longest sequences of jumps in which every jump is the only winning one.

    Examples: pegs extremes triangle5; pegs extremes triangle5 --class A;
    pegs extremes square4 --again
    """
    needs("--store", "--class")
    needs("--estimate", "--class")
    board = read_board(name)
    if letter is not None:
        _class_extremes(theory.as_class(board, letter), limits)
        return
    board.check_holes("level sets")
    games = {} if again else _known(board)
    basis: solving.Basis = "stored"
    rows = []
    title = f"the shortest games that get stuck on {board.name}"
    with working(title, limits) as work, Interruption() as stop:
        for orbit in board.orbits:
            start = board.vacancy(board.holes[orbit[0]])
            game = games.get(start.code)
            if game is None:
                game, basis = _search(start, work=work), "computed"
            vacancy = board.hole_text(board.holes[orbit[0]])
            left = None if game is None else len(game.finish)
            end = None if game is None else game.finish
            rows.append({"vacancy": vacancy, "pegs": left, "finish": end, "solution": game})
    if not rows:
        stop.end(NOTHING_KEPT)
    is_decided = all(row["pegs"] for row in rows)
    report(
        {"board": board.name, "basis": basis, "stuck": rows, "interrupted": bool(stop)},
        lambda: _print_stuck(board, rows, basis),
        True if is_decided or stop else None,
    )
    vacancies = f"{len(rows)} of {counted(len(board.orbits), 'vacancy')}"
    stop.end(f"{vacancies} are printed; {NOTHING_KEPT}")


def _fullest(positions: Sequence[Position]) -> Document:
    pegs = len(positions[0]) if positions else None
    return {"pegs": pegs, "positions": positions}


def _known(board: Board) -> dict[int, Solution]:
    """The built-in games, by the code of their start."""
    extremes = data.knowledge_of(board).extremes
    return {
        extreme.line.start.code: extreme.line for extreme in extremes if extreme.kind == "stuck"
    }


def _search(start: Position, *, work: Work) -> Solution | None:
    """Find a shortest game that gets stuck. The game is empty if no jump is possible."""
    if not start.legal_jumps:
        return Solution(start, [])
    return surveys.fools_solitaire(start, work=work)


def _print_stuck(board: Board, rows: Sequence[Document], basis: solving.Basis) -> None:
    missing = "?", "?", "not found within the limits: raise --time or --positions"
    cells = []
    for row in rows:
        game = row["solution"]
        shown = missing if game is None else (row["pegs"], len(game), str(game))
        cells.append((row["vacancy"], *shown))
    title = f"{board.name}: the most pegs that can be left when no jump is possible"
    out.table(
        [
            Column.name("vacancy"),
            Column.number("pegs"),
            Column.number("jumps", 2),
            Column.text("game", 1),
        ],
        cells,
        title=title,
    )
    print_basis(basis, "--again searches again" if basis == "stored" else "")


def _class_extremes(found_in: theory.PositionClass, limits: Limits) -> None:
    board = found_in.board
    board.check_holes("tablebases")
    title = f"the extremes of class {found_in.letter} of {board.name}"
    with working_on_tables(board, [found_in.finishes], limits, title) as work:
        table = sets.tablebase(found_in, store=limits.stored, work=work)
        dead = surveys.fullest_dead(table)
        unique = surveys.unique_jumps(found_in, table=table, work=work)
        single = surveys.fullest_with_unique_solution(unique)
        forced = surveys.longest_forced(unique, table)

    def show() -> None:
        out.print(f"{board.name}, class {found_in.letter} (ends at {' '.join(found_in.names)})")
        _print_fullest("dead, with the most pegs, mirror images too", dead)
        _print_fullest("solved in exactly one way, with the most pegs", single)
        _print_forced(forced)

    document = {
        "board": board.name,
        "class_letter": found_in.letter,
        "dead": _fullest(dead),
        "unique_solution": _fullest(single),
        "forced": {"jumps": forced.jumps, "starts": forced.starts},
    }
    report(document, show)


def _print_fullest(what: str, positions: Sequence[Position]) -> None:
    if not positions:
        out.print(f"\n{what}: none")
        return
    pegs = counted(len(positions[0]), "peg")
    out.print(f"\n{what}: {pegs}, {counted(len(positions), 'position')}")
    for position in positions[:_DRAWN_POSITIONS]:
        out.print(f"\ncode:{position.code}")
        out.picture(position)


def _print_forced(forced: surveys.ForcedLines) -> None:
    if not forced.starts:
        out.print("\nno position has a single winning jump")
        return
    start = forced.starts[0]
    jumps = counted(len(forced.jumps), "jump")
    many = counted(len(forced.starts), "position")
    out.print(f"\nlongest forced line: {jumps}, each the only one that wins, from {many}")
    out.print(f"code:{start.code}: {Solution(start, forced.jumps)}")
    out.picture(start)


# --
# `pegs extremes dead-ends`: the shortest ways to lose.


_WHAT_IS_KEPT = (
    "nothing is kept; `pegs sets winning` stores the winning sets, which this command then uses"
)


@command()
@problem_options
@level_limit_options
def dead_ends(asked: Asked, limits: Limits) -> None:
    """Find the shortest jump sequences after which a problem can no longer be solved.

    Sequences that differ only in the order of their jumps, or by symmetry, count once. For each
    sequence the command prints the holes where the game can still end with one peg. With --finish
    any it finds the shortest sequences after which no game can end with one peg. The exit code is
    1 if the start is already lost.

    The command uses stored winning sets (`pegs sets winning`), or computes them without storing
    them.

    Examples: pegs extremes dead-ends english d4; pegs extremes dead-ends triangle5 a2 --finish any
    """
    problem = asked.problem("dead ends")
    wins = None if limits.estimate else sets.WinningSets.find(problem)
    title = f"the shortest ways to lose {asked.title_of(problem)}"
    planned = partial(plan, problem, folder=home()) if wins is None else None
    with working(title, limits, plan=planned, kept=_WHAT_IS_KEPT) as work:
        dead_end = reasons.dead_ends(problem, wins=wins, work=work)
    length = len(dead_end[0].jumps) if dead_end else None
    open_holes = {hole for ending in dead_end for hole in ending.can_finish_at}
    document = {
        "problem": problem,
        "jumps": length,
        "sequences": [ending.jumps for ending in dead_end],
        "can_finish_at": [hole_name(hole) for hole in problem.board if hole in open_holes],
        "dead_ends": dead_end,
    }
    report(document, lambda: _print_dead_ends(problem, dead_end, length), length != 0)


def _print_dead_ends(
    problem: Problem, found: Sequence[reasons.DeadEnd], length: int | None
) -> None:
    if length is None:
        out.print(f"no game of {problem} can be lost")
    elif length == 0:
        out.print(f"{problem}: lost from the start; {_left(found[0])}")
    else:
        ways = "one way" if len(found) == 1 else f"{len(found)} ways"
        out.print(f"{problem}: lost after {counted(length, 'jump')} at the earliest, in {ways}")
        for ending in found:
            out.print(f"{', '.join(map(str, ending.jumps))}; {_left(ending)}")


def _left(end: reasons.DeadEnd) -> str:
    """Describe in which holes a game can still end with one peg."""
    possible, unknown = (" ".join(map(hole_name, h)) for h in (end.can_finish_at, end.unknown))
    if possible:
        more = f"; unknown: {unknown}" if unknown else ""
        return f"one peg is still possible at: {possible}{more}"
    if unknown:
        return f"it is unknown whether one peg is still possible (it would be at {unknown})"
    return "one peg is no longer possible"


# --
# `pegs extremes sweep`: the longest sweep of a board, and solutions that end with such a sweep.


@command()
@board_argument
@click.option(
    "--last",
    is_flag=True,
    help="Find a solution from one vacancy whose last move is such a sweep, or prove that there "
    "is none.",
)
@click.option(
    "--length",
    type=WholeNumber(1),
    metavar="JUMPS",
    help="With --last: require a sweep of at least this many jumps instead of the longest.",
)
@click.option(
    "--shortest",
    is_flag=True,
    help="With --last: find the solution with the fewest moves, on boards where a peg can reach "
    "up to 64 holes.",
)
@picture_option("Draw the sweep; with --last the solution, one board for each move.")
@limit_options
def sweep(
    name: str, last: bool, length: int | None, shortest: bool, svg: Path | None, limits: Limits
) -> None:
    """Find the longest sweep (the most jumps in one move), and a position that allows it.

    With --last the command finds a solution from one vacancy that ends with such a sweep. It tries
    every position that consists only of the pegs of such a sweep, up to symmetry. The exit code is
    1 if no jump is possible or there is no such solution, and 3 if that remains undecided.

    Examples: pegs extremes sweep english; pegs extremes sweep triangle8 --last; pegs extremes
    sweep french --svg move.png; pegs extremes sweep
    triangle12 --last --length 42
    """
    needs("--length", "--last")
    needs("--shortest", "--last")
    board = read_board(name)
    ending = None
    with working(f"the longest move on {board.name}", limits) as work:
        longest = solving.longest_sweep(board, work=work)
        if last and longest is not None:
            ending = solving.final_sweep(board, length or len(longest), work=work)
            if shortest:
                ending = solving.shortest_final_sweep(ending, work=work)
    document = {"board": board.name, "sweep": longest, "last": ending}

    def show() -> None:
        if longest is None:
            out.print(f"{board.name}: no jump is possible")
        else:
            _print_sweep(longest, ending)

    answer = longest is not None if ending is None else ending.possible
    report(document, show, answer, drawn=_draw(longest, ending, svg))


def _draw(
    longest: solving.Sweep | None, ending: solving.FinalSweep | None, svg: Path | None
) -> dict[str, str | None]:
    """Draw the result if requested."""
    if ending is not None or longest is None or svg is None:
        return draw_solution(None if ending is None else ending.solution, svg)
    start = longest.start
    drawn = draw.Diagram(start.board, start.code, moves=[(longest.move, True)], edges=True)
    return drawn_in(svg, drawn.svg)


def _print_sweep(longest: solving.Sweep, ending: solving.FinalSweep | None) -> None:
    if ending is None or ending.length == len(longest):
        out.picture(longest.start)
        out.print(f"\n{longest.move}")
        out.dim(f"{counted(len(longest), 'jump')}, the most possible in one move")
    if ending is None:
        return
    line, jumps = ending.solution, counted(ending.length, "jump")
    if line is not None:
        out.print(f"\nfrom {line.start.short_name}: {line}")
        moves, last = counted(len(line.moves), "move"), counted(len(line.moves[-1]), "jump")
        fewest = ", the fewest from there to that sweep" if ending.proven else ""
        out.dim(f"{moves}{fewest}; the last has {last}")
    elif ending.possible is False:
        out.dim(
            f"no solution from one vacancy ends with {jumps} in one move; "
            f"{counted(ending.tried, 'position')} with such a move, up to symmetry"
        )
    else:
        out.dim(
            f"undecided: {ending.undecided} of {counted(ending.tried, 'position')} with {jumps} "
            f"in one move{'' if ending.whole else ', and there are more'}"
        )
