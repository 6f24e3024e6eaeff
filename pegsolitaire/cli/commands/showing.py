"""`pegs show`: a board, a position with its theory, the problems of a board."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import click

from pegsolitaire import advice, construct, data, draw, solving, surveys
from pegsolitaire.board import Board, Hole, hole_name, read_board, read_board_and_start
from pegsolitaire.cli.command import command
from pegsolitaire.cli.commands.solving import print_classes, print_survey, show_unbounded
from pegsolitaire.cli.long_work import working
from pegsolitaire.cli.options import (
    Limits,
    board_argument,
    excludes,
    limit_options,
    limits_need,
    names_of,
    needs,
    notation_of,
    numbers_option,
)
from pegsolitaire.cli.output import Column, out, print_basis, report
from pegsolitaire.cli.pictures import drawn_in, picture_option
from pegsolitaire.errors import BoardTooLargeError, ProblemError
from pegsolitaire.game import Move, Position, Problem, read_start, start_in
from pegsolitaire.results import Document, to_json
from pegsolitaire.theory import (
    Profile,
    merson_regions,
    packings,
    problem_types,
    profile,
    svss_problems,
)
from pegsolitaire.units import counted

_MAX_PRINTED_COUNTS = 5  # resource counts and block removals to print
_MANY = 400  # on boards with more holes, types and problems are not listed


@command()
@board_argument
@click.argument(
    "start",
    metavar="[START]",
    required=False,
    help="A position: one hole (the vacancy), code:8455, a picture, @FILE, the name of a puzzle, "
    "or one of these followed by jumps, d4:d2-d4,d5-d3.",
)
@picture_option("Draw the board.")
@numbers_option
@click.option(
    "--problems",
    is_flag=True,
    help="Solve every problem from one vacancy to one peg that the position class allows.",
)
@click.option(
    "--shortest",
    is_flag=True,
    help="With --problems: also find the fewest moves for each problem.",
)
@click.option(
    "--unbounded",
    is_flag=True,
    help="With --problems: solve the problems as if the board had no edge.",
)
@click.option(
    "--all",
    "every",
    is_flag=True,
    help="With --problems --shortest: list the solutions by class, apart from the order of moves.",
)
@click.option(
    "--regions",
    is_flag=True,
    help="Show as many disjoint Merson regions as possible. Each of them needs a separate move.",
)
@limit_options
def show(
    name: str,
    start: str | None,
    svg: Path | None,
    numbers: bool,
    problems: bool,
    shortest: bool,
    unbounded: bool,
    every: bool,
    regions: bool,
    limits: Limits,
) -> None:
    """Show a board or a position, with its position class, symmetry and resource counts.

    With --problems --unbounded the pegs have as much room around the board as they need; `pegs
    solve --unbounded` prints more about each problem.

    With --regions the command shows Merson regions (figure 11 of Bell 2008). While such a set of
    holes is full, it loses a peg only by a move that starts inside it. A solution needs a move for
    each region that is full at the start.

    For a position it prints the position class (lettered as in "Designing peg solitaire puzzles"),
    the problem type (as in the "Notes"), where the last peg can be, the symmetry, the resource
    counts that must not decrease, and the possible block removals; --json lists all of them.

    Examples: pegs show triangle5; pegs show english d4 --svg d4.svg; pegs show triangle5 code:50;
    pegs show truncated12 --problems; pegs show english --problems --shortest;
    pegs show triangle5 --problems --shortest --all; pegs show triangle5 --problems --unbounded;
    pegs show triangle8 --regions
    """
    needs("--shortest", "--problems")
    needs("--unbounded", "--problems")
    needs("--all", "--shortest")
    excludes("--regions", "START", "--problems")
    excludes("--problems", "START", "--svg")
    excludes("--shortest", "--unbounded")
    limits_need("--problems")
    board, shown, words, _ = read_board_and_start(name)
    start = start_in(words) if start is None else start
    if start is not None and (problems or regions):
        raise ProblemError(
            f"--{'problems' if problems else 'regions'} cannot be combined with START"
        )
    if shortest:
        _show_shortest(board, every, limits)
        return
    if unbounded:
        show_unbounded(board, limits)
        return
    if regions:
        _show_regions(board, svg, limits)
        return
    position = Position(board, board.full_code if shown is None else shown)
    if start is not None:
        position = read_start(board, start)
    names = names_of(board, numbers)
    drawn = drawn_in(svg, lambda: draw.position_svg(board, position.code, names=names))
    surveyed = None
    if problems:
        with working(f"which problems of {board.name} can be solved", limits) as work:
            surveyed = surveys.survey(board, solving.solve, work=work)
    is_board = start is None and shown is None
    stands = None if is_board or len(board) > _MANY else profile(position)

    def document() -> Document:
        shown: Document = {
            "board": board,
            "position": position,
            "picture": position.text(),
            "canonical": Position(board, position.mincode),
            "pegs": len(position),
            "jumps": position.legal_jumps,
            **({} if stands is None else stands.to_json()),
        }
        shown["svss_problems"] = len(svss_problems(board)) if len(board) <= _MANY else None
        if surveyed is not None:
            shown["problems"] = [
                {"start": pair.start, "finish": pair.finish, "solvable": pair.answer.solvable}
                for pair in surveyed
            ]
        return shown

    def text() -> None:
        _print_shown(position, stands, names)
        for pair in surveyed or ():
            word = {True: "solvable", False: "no", None: "undecided"}[pair.answer.solvable]
            out.print(f"{hole_name(pair.start)} to {hole_name(pair.finish)}: {word}")
        if surveyed is not None:
            print_survey(board, surveyed)

    report(document, text, drawn=drawn)


def _print_shown(
    position: Position, stands: Profile | None, names: Callable[[Hole], str] | None
) -> None:
    board = position.board
    out.picture(position, names=names)
    codes = f"; code:{position.code}, mincode {position.mincode}" if board.fits_word else ""
    out.print(
        f"\n{board.name}: {counted(len(board), 'hole')}, {counted(len(position), 'peg')}, "
        f"{counted(len(position.legal_jumps), 'jump')}{codes}"
    )
    if board.taken:
        out.print(f"not allowed: {' '.join(board.taken_texts)}")
    if stands is not None:
        _print_profile(stands)
    else:
        for kind in problem_types(board) if len(board) <= _MANY else ():
            out.dim(f"type {kind.letter}: {' '.join(kind.names)}")


def _show_regions(board: Board, svg: Path | None, limits: Limits) -> None:
    """Show as many disjoint Merson regions as possible, and the bound that they prove."""
    if len(board) > _MANY:
        raise BoardTooLargeError(
            f"{board.name} has {len(board):,} holes: --regions works on boards of up to {_MANY}"
        )
    with working(f"the regions of {board.name}", limits) as work:
        regions = merson_regions(board)
        best = max(packings(board, regions, 1, work=work), key=len, default=())
        if regions and not best:
            work.check()
    names = {
        hole: chr(ord("A") + number % 26)
        for number, mask in enumerate(best)
        for hole in Position(board, mask)
    }
    least = max(0, len(best) - 1)
    title = f"{board.name}: {len(best)} disjoint regions"
    drawn = drawn_in(svg, lambda: draw.Diagram(board, regions=best, title=title).svg())

    def show() -> None:
        full = Position(board, board.full_code)
        out.print(
            draw.position_text(
                full, unicode=out.draws_unicode, names=lambda hole: names.get(hole, "·")
            )
        )
        out.print(
            f"{counted(len(best), 'region')}: a solution from one vacancy to one peg takes at "
            f"least {counted(least, 'move')}"
        )

    holes = [[hole_name(hole) for hole in Position(board, mask)] for mask in best]
    report({"board": board.name, "regions": holes, "least_moves": least}, show, drawn=drawn)


def _print_profile(found: Profile) -> None:
    """Print the position class, symmetry and resource counts of a position."""
    names = " ".join(map(hole_name, found.finishes))
    if found.finishes:
        letters = " and ".join(filter(None, found.type_letters))
        types = f", problem type {letters}" if letters else ""
        out.print(
            f"position class {found.class_letter}{types}: the last peg can only be at {names}"
        )
    else:
        out.print("position class: it contains no single peg, so no game from here ends with one")
    if found.symmetry is not None:
        symmetry = found.symmetry
        out.print(f"symmetry: {symmetry.description} (type {symmetry.number})")
    for tight in found.tight[:_MAX_PRINTED_COUNTS]:
        left = (
            "nothing to lose" if tight.slack == 0 else f"{-tight.slack} too little, so impossible"
        )
        out.print(f"resource count {tight.name}: {left} on the way to {hole_name(tight.finish)}")
    if len(found.tight) > _MAX_PRINTED_COUNTS:
        out.dim(f"and {len(found.tight) - _MAX_PRINTED_COUNTS} more resource counts")
    if found.removals:
        count = len(found.removals)
        out.print(f"{counted(count, 'block removal')} can be played:")
        for removal in found.removals[:_MAX_PRINTED_COUNTS]:
            out.dim(f"  {removal}")
        if count > _MAX_PRINTED_COUNTS:
            out.dim(f"  and {count - _MAX_PRINTED_COUNTS} more: --json lists all")


def _show_shortest(board: Board, every: bool, limits: Limits) -> None:
    """Print the shortest solutions of all problems, from built-in results if possible."""
    known = surveys.known_table(board)
    if known is not None and not (every and out.as_json):
        documents = list(map(_known_document, known))

        def show_known() -> None:
            _print_shortest(documents)
            for on_file in known if every else ():
                _print_known(board, on_file)
            print_basis("stored")

        report({"board": board.name, "basis": "stored", "problems": documents}, show_known)
        return
    with working(f"the shortest solutions on {board.name}", limits) as work:
        what = "looking for the shortest solutions"
        rows = surveys.survey(board, solving.shortest, what=what, work=work)
        documents = [_document(row, every) for row in rows]

    def show() -> None:
        _print_shortest(documents)
        for row in rows if every else ():
            if sets := row.answer.sets:
                _print_heading(hole_name(row.start), hole_name(row.finish), row.answer.lower_bound)
                print_classes(sets)
        print_basis("computed")

    report({"board": board.name, "basis": "computed", "problems": documents}, show)


def _print_known(board: Board, row: data.CatalogueRow) -> None:
    """Print the solutions of a problem, from the catalogue if all of them are there."""
    if row.moves is None:
        return
    _print_heading(row.start, row.finish, row.moves)
    if not row.classes:
        command = f"pegs solve {board.name} {row.start} --finish {row.finish} --shortest --all 20"
        out.dim(f"not listed by class: run `{command}` (some minutes)")
        return
    if all(position_class.solutions == 1 for position_class in row.classes):
        for position_class in row.classes:
            out.print(f"class {position_class.kind}: 1 solution\n  {position_class.moves}")
        return
    with working(f"the solutions from {row.start} to {row.finish}"):
        sets = solving.shortest(Problem(board, row.start, row.finish)).sets
    print_classes(sets or ())


def _print_heading(start: str, finish: str, moves: int) -> None:
    out.print(f"\n{start} to {finish}, {counted(moves, 'move')}:", style="bold")


def _known_document(row: data.CatalogueRow) -> Document:
    """A problem in a table of fewest moves, from the catalogue."""
    return {
        "start": row.start,
        "finish": row.finish,
        "solvable": row.moves is not None,
        "fewest_moves": row.moves,
        "lower_bound": row.moves,
        "move_count": row.moves,
        "solutions": row.solutions,
        "up_to_symmetry": row.up_to_symmetry,
        "unordered": row.unordered,
    }


def _document(row: surveys.Surveyed[solving.Shortest], every: bool) -> Document:
    """A problem in a table of fewest moves, from a search; with its solutions if requested."""
    names = (
        "solvable",
        "fewest_moves",
        "lower_bound",
        "move_count",
        "solutions",
        "up_to_symmetry",
        "unordered",
        *(["sets"] if every else []),
    )
    document = {name: getattr(row.answer, name) for name in names}
    return {"start": hole_name(row.start), "finish": hole_name(row.finish), **document}


def _print_shortest(documents: list[Document]) -> None:
    cells = []
    for document in documents:
        keys = "solutions", "up_to_symmetry", "unordered"
        counts = [_moves(document), *(_number(document[key]) for key in keys)]
        if document["solvable"] is False:
            counts = ["no"] * len(counts)
        cells.append((document["start"], document["finish"], *counts))
    out.table(
        [
            Column.name("start"),
            Column.name("finish"),
            Column.number("moves"),
            Column.number("solutions", 3),
            Column.number("up to symmetry", 2),
            Column.number("unordered", 1),
        ],
        cells,
    )


def _moves(document: Document) -> str:
    """Return the fewest moves, or the range from the proven bound to the best known solution."""
    least, best = document["lower_bound"], document["move_count"]
    if document["fewest_moves"] is not None or best is None:
        return _number(document["fewest_moves"])
    return f"{least} to {best}"


def _number(number: object) -> str:
    return f"{number:,}" if isinstance(number, int) else "?"


# --
# `pegs show known`: the known results of a board.


@command()
@board_argument
@click.option("--moves", is_flag=True, help="Also print the solutions, each with its source.")
@numbers_option
def facts(name: str, moves: bool, numbers: bool) -> None:
    """List known results of a board: solutions, fewest moves (with proof), unsolvable problems.

    The table has one row for each problem from one vacancy to one peg with a known result, up to
    symmetry. A row shows the fewest moves known, and a lower bound on the number of moves with its
    proof. A known solution is stored, or is a stored solution played backward, or is constructed.
    On boards of more than 64 holes only problems with stored solutions have rows (`pegs triangle`
    solves the others). Below the table, the command prints which vacancies can be won, the fewest
    moves if they are proven, and the fewest pegs that can be left if no vacancy can be won. For a
    triangle it also prints the bounds on the fewest moves from formulas (Bell 2008, section 4.1).
    The command does not search.

    Examples: pegs show known english; pegs show known triangle12; pegs show known triangle4
    --moves
    """
    needs("--numbers", "--moves")
    board = read_board(name)
    rows = to_json(solving.known_problems(board))
    known_vacancies = data.knowledge_of(board).vacancies
    vacancies = None if known_vacancies is None else _vacancies(board, known_vacancies)
    side = board.holes[-1][1] + 1
    bounds = construct.move_bounds(side) if side >= 4 and construct.is_triangle(board) else None

    def show() -> None:
        if rows:
            _print_all_known(rows)
        if vacancies is not None:
            _print_vacancies(vacancies)
        elif not rows:
            out.print(f"no results are known for the problems of {board.name}")
        if bounds is not None:
            _print_bounds(bounds)
        for row in rows if moves else ():
            for solution in row["solutions"]:
                length = counted(solution["solution"]["move_count"], "move")
                out.print(f"\n{row['start']} to {row['finish']}, {length} ({solution['source']}):")
                listed = map(Move.from_text, solution["solution"]["moves"])
                out.print(", ".join(move.text(board, notation_of(numbers)) for move in listed))
        print_basis("stored")

    formulas = None if bounds is None else {"least": bounds.least, "most": bounds.most}
    document = {"board": board.name, "basis": "stored", "problems": rows, "vacancies": vacancies}
    report({**document, "formulas": formulas}, show)


def _vacancies(board: Board, known: data.Vacancies) -> Document:
    """List the vacancies that can be won, up to symmetry, and those that are undecided."""
    standings = advice.vacancy_standings(board)
    firsts = (orbit[0] for orbit in board.orbits)
    return {
        "solvable": [
            {"start": puzzle.start, "finish": puzzle.finish, "best": puzzle.best}
            for puzzle in known.puzzles or ()
        ],
        "undecided": [hole_name(board.holes[i]) for i in firsts if standings[i] == "unknown"],
        "fewest_pegs": known.fewest,
    }


def _print_all_known(rows: list[Document]) -> None:
    cells = []
    for row in rows:
        start, finish, solvable, moves, at_least, proof, solutions = row.values()
        known = "none" if solvable is False else moves
        cells.append((start, finish, known, at_least, len(solutions) or "", proof))
    out.table(
        [
            Column.name("start"),
            Column.name("finish"),
            Column.number("moves"),
            Column.number("at least", 1),
            Column.number("known", 2),
            Column.text("proof", 3),
        ],
        cells,
    )
    out.dim(
        "moves: the fewest known, or none if the problem has no solution; known: the number of "
        "known solutions, stored, played backward or constructed (--moves prints them); "
        "problems count up to symmetry. To prove a row again: `pegs solve BOARD START --finish "
        "FINISH --shortest`"
    )


def _print_vacancies(known: Document) -> None:
    """Print which vacancies can be won, up to the symmetries of the board."""
    won = [
        f"{pair['start']} to {pair['finish']}" + (f" ({pair['best']})" if pair["best"] else "")
        for pair in known["solvable"]
    ]
    if won:
        out.print(f"games that can be won (in how few moves, proven): {', '.join(won)}")
    if known["undecided"]:
        out.print(f"unknown whether they can be won: {', '.join(known['undecided'])}")
    elif not won:
        out.print("no game from one missing peg ends with one peg")
    if known["fewest_pegs"]:
        left = (f"{hole} {counted(pegs, 'peg')}" for hole, pegs in known["fewest_pegs"].items())
        out.print(f"the fewest pegs that can be left: {', '.join(left)}")


def _print_bounds(bounds: construct.MoveBounds) -> None:
    words = f"formula (2) of Bell 2008: any problem takes at least {counted(bounds.least, 'move')}"
    if bounds.most is not None:
        words += f"; formula (1): some problem takes at most {bounds.most}"
    out.print(words)
