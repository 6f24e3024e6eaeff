"""`pegs facts`: what is known of a board before anything is computed."""

from __future__ import annotations

from pegsolitaire.board import Board, hole_name, read_board
from pegsolitaire.cli.grid import print_table
from pegsolitaire.cli.options import BOARD, option
from pegsolitaire.cli.output import counted, out, report
from pegsolitaire.construct import MoveBounds, is_triangle, move_bounds
from pegsolitaire.data import Vacancies, knowledge_of
from pegsolitaire.reasons import vacancy_standings
from pegsolitaire.results import Document, to_json
from pegsolitaire.solving import known_problems


def facts(
    name: str = BOARD,
    moves: bool = option("Print the solutions, too, each with its source."),
) -> None:
    """List what is known of a board: solutions, fewest moves, and what has no solution.

    One row for each problem from one vacancy to one peg of which something is known, up to the
    symmetries of the board: the fewest moves that are known, and how many it takes at least, with
    the proof. Solutions on file, these played backward, and constructions all count; past 64
    holes only problems that are on file have rows (`pegs triangle` solves the others). Below it,
    which vacancies can be won, in how few moves where that is proven, and how few pegs can be left
    where none can. Of a triangle it also tells what formulas say of the fewest moves of any
    problem (Bell 2008, section 4.1). Nothing is searched.

    Examples: pegs facts english; pegs facts triangle12; pegs facts triangle4 --moves
    """
    board = read_board(name)
    rows = to_json(known_problems(board))
    found = knowledge_of(board).vacancies
    vacancies = None if found is None else _vacancies(board, found)
    side = board.holes[-1][1] + 1
    bounds = move_bounds(side) if side >= 4 and is_triangle(board) else None

    def show() -> None:
        if rows:
            _print(rows)
        if vacancies is not None:
            _print_vacancies(vacancies)
        elif not rows:
            out.print(f"nothing is known of the problems of {board.name} before they are computed")
        if bounds is not None:
            _print_bounds(bounds)
        for row in rows if moves else ():
            for one in row["solutions"]:
                out.print(
                    f"\n{row['start']} to {row['finish']}, "
                    f"{counted(one['move_count'], 'move')} ({one['source']}):"
                )
                out.print(", ".join(one["moves"]))

    formulas = None if bounds is None else {"least": bounds.least, "most": bounds.most}
    document = {"board": board.name, "problems": rows, "vacancies": vacancies}
    report({**document, "formulas": formulas}, show)


def _vacancies(board: Board, known: Vacancies) -> Document:
    """Which vacancies can be won, up to symmetry; the others cannot, but for those undecided."""
    standings = vacancy_standings(board)
    firsts = (orbit[0] for orbit in board.orbits)
    return {
        "solvable": to_json(
            list(known.puzzles or ()), "start=position.short_name finish moves=best"
        ),
        "undecided": [hole_name(board.holes[i]) for i in firsts if standings[i] == "unknown"],
        "fewest_pegs": known.fewest,
    }


def _print(rows: list[Document]) -> None:
    cells = []
    for row in rows:
        start, finish, solvable, moves, at_least, proof, solutions = row.values()
        known = "none" if solvable is False else moves
        cells.append((start, finish, known, at_least, len(solutions) or "", proof))
    print_table("<start, <finish, moves, at least/1, known/2, ~proof/3", cells)
    out.print(
        "moves: the fewest that are known, up to the symmetries of the board; none: it has no "
        "solution; known: how many solutions, on file, backward or by construction (--moves "
        "prints them); `pegs solve BOARD START --finish FINISH --shortest` proves again",
        style="dim",
    )


def _print_vacancies(known: Document) -> None:
    """Which games from one missing peg can be won, up to the symmetries of the board."""
    won = [
        f"{one['start']} to {one['finish']}" + (f" ({one['moves']})" if one["moves"] else "")
        for one in known["solvable"]
    ]
    if won:
        out.print(f"games that can be won (in how few moves, proven): {', '.join(won)}")
    if known["undecided"]:
        out.print(f"not known whether they can: {', '.join(known['undecided'])}")
    elif not won:
        out.print("no game from one missing peg ends with one peg")
    if known["fewest_pegs"]:
        left = (f"{hole} {counted(pegs, 'peg')}" for hole, pegs in known["fewest_pegs"].items())
        out.print(f"the fewest pegs that can be left: {', '.join(left)}")


def _print_bounds(bounds: MoveBounds) -> None:
    words = f"formula (2) of Bell 2008: any problem takes at least {bounds.least} moves"
    if bounds.most is not None:
        words += f"; formula (1): some problem takes at most {bounds.most}"
    out.print(words)
