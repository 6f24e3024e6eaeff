"""`pegs patterns`: puzzles on a board without an edge, and all small boards."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict
from itertools import islice
from pathlib import Path

import click

from pegsolitaire import solving, surveys
from pegsolitaire.board import FLAT, UNBOUNDED, Board, Lattice, hole_name
from pegsolitaire.cli.command import command
from pegsolitaire.cli.long_work import Interruption, working
from pegsolitaire.cli.options import FILE, Limits, WholeNumber, limit_options
from pegsolitaire.cli.output import Column, Grid, out, report
from pegsolitaire.errors import NotationError, quoted
from pegsolitaire.game import Position
from pegsolitaire.progress_bar import NOTHING_KEPT
from pegsolitaire.results import Document
from pegsolitaire.sets.level_tables import Cell, check_table_target, write_table
from pegsolitaire.units import counted


@command()
@click.argument("lattice", metavar="LATTICE", help=", ".join(UNBOUNDED))
@click.option(
    "--pegs",
    type=WholeNumber(1),
    default=6,
    show_default=True,
    metavar="N",
    help="The largest number of pegs in a pattern, up to 12.",
)
@click.option(
    "--draw", is_flag=True, help="Draw the patterns with N pegs that allow the most jumps."
)
@click.option("--symmetric", is_flag=True, help="Count the symmetric patterns by symmetry type.")
@limit_options
def patterns(lattice: str, pegs: int, draw: bool, symmetric: bool, limits: Limits) -> None:
    """Count the patterns that can be played to one peg on a board without an edge.

    A pattern is a position up to shifting, turning and reflecting. For each number of pegs the
    table shows how many patterns there are, and how many if turned and reflected patterns count
    separately (only shifts). It also shows how many patterns have exactly one winning jump, the
    largest number of jumps that one of these allows, and how many allow that number. Eight pegs
    take seconds, and each additional peg takes ten times as long.

    With --symmetric the command counts the patterns that a rotation or a reflection leaves
    unchanged, by the symmetry types of the papers. It also counts those with a unique winning
    jump, up to their own symmetry, and shows the largest number of jumps that one of these allows.
    --draw then draws the patterns that allow this number of jumps, type by type.

    Examples: pegs patterns line --pegs 10; pegs patterns square --pegs 7;
    pegs patterns triangular --pegs 5 --draw; pegs patterns square --pegs 7 --symmetric
    """
    if lattice not in UNBOUNDED:
        raise NotationError(
            f"{quoted(lattice)} is not a lattice: choose one of {', '.join(UNBOUNDED)}"
        )
    if symmetric:
        _symmetric(UNBOUNDED[lattice], pegs, draw, limits)
        return
    if draw:
        _hardest(UNBOUNDED[lattice], pegs, limits)
        return
    with working(f"patterns of {counted(pegs, 'peg')}", limits) as work:
        rows = solving.pattern_rows(UNBOUNDED[lattice], pegs, work=work)
    headings = [
        Column.number("pegs"),
        Column.number("patterns", 1),
        Column.number("only shifts", 5),
        Column.number("one winning jump", 2),
        Column.number("most jumps", 3),
        Column.number("count", 4),
    ]
    report(
        {"lattice": lattice, "rows": rows},
        lambda: out.table(headings, (row.to_json().values() for row in rows)),
    )


def _hardest(lattice: Lattice, pegs: int, limits: Limits) -> None:
    """Draw the patterns with exactly one winning jump that allow the most jumps."""
    with working(f"patterns of {counted(pegs, 'peg')}", limits) as work:
        patterns, row = solving.unique_patterns(lattice, pegs, work=work)

    def show() -> None:
        jumps = counted(row.max_jumps, "jump")
        out.print(f"{counted(pegs, 'peg')}, {jumps}, one of them wins: {row.count}")
        for pattern in patterns.hardest:
            out.print(f"\n{pattern}")

    hardest = [list(map(list, pattern.holes)) for pattern in patterns.hardest]
    report({"lattice": lattice.name, **row.to_json(), "hardest": hardest}, show)


_Levels = Sequence[tuple[int, Sequence[solving.SymmetricPatterns]]]

_DRAWN = 3  # patterns of each type to draw


def _document(found: solving.SymmetricPatterns, draw: bool) -> Document:
    """The JSON of a symmetry type, with the pegs of the best puzzles if requested."""
    best = {"best": [list(map(list, pattern)) for pattern in found.unique.hardest]} if draw else {}
    return found.to_json() | best


def _symmetric(lattice: Lattice, pegs: int, draw: bool, limits: Limits) -> None:
    """Print the counts of symmetric patterns, and draw the best puzzles if requested."""
    with working(f"symmetric patterns of {counted(pegs, 'peg')}", limits) as work:
        levels = list(solving.symmetric_patterns(lattice, pegs, work=work))
    report(
        lambda: {
            "lattice": lattice.name,
            "rows": [_document(board, draw) for _, found in levels for board in found],
        },
        lambda: _print_symmetric(levels, draw),
    )


def _print_symmetric(levels: _Levels, draw: bool) -> None:
    kinds = [level.kind for level in levels[0][1]]
    columns = [Column("pegs"), *(Column(str(kind.number), kind.number) for kind in kinds)]
    counts = Grid([*columns, Column("all")], title="by symmetry type:")
    unique = Grid(
        columns,
        title="\nwith a unique winning jump, up to their symmetry, and the most jumps of one:",
    )
    for number, by_type in levels:
        sizes = [len(boards) for boards in by_type]
        counts.add_row(number, *sizes, sum(sizes))
        unique.add_row(number, *map(_unique_cell, by_type))
    counts.print()
    unique.print()
    for kind in kinds:
        out.dim(f"type {kind.number}: {kind.description}")
    for board in levels[-1][1] if draw else ():
        _draw_best(board)


def _unique_cell(found: solving.SymmetricPatterns) -> str:
    unique = found.unique
    return f"{len(unique):,}, {unique.most_jumps}" if len(unique) else "0"


def _draw_best(found: solving.SymmetricPatterns) -> None:
    """Draw the first few patterns with a unique winning jump that allow the most jumps."""
    best = found.unique.hardest
    if not len(best):
        return
    jumps, patterns = counted(best.most_jumps, "jump"), counted(len(best), "pattern")
    wins = "of which one wins, and its images"
    out.print(f"\n{found.kind.description}: {jumps}, {wins}: {patterns}")
    for pattern in islice(best, _DRAWN):
        out.print(f"\n{pattern}")


# --
# `pegs patterns boards`: all small boards of a lattice, and which ones can be solved.


_DRAWN_BOARDS = 8  # boards to draw


@command()
@click.argument("lattice", metavar="LATTICE", help=", ".join(FLAT))
@click.option(
    "--holes",
    type=WholeNumber(1),
    default=10,
    show_default=True,
    metavar="N",
    help="The largest number of holes of a board, up to 18.",
)
@click.option(
    "--draw", is_flag=True, help=f"Draw up to {_DRAWN_BOARDS} of the smallest boards of each kind."
)
@click.option(
    "--to",
    type=FILE,
    metavar="FILE",
    help="Write all solvable boards with their vacancies to a .csv or .parquet file.",
)
@limit_options
def census(lattice: str, holes: int, draw: bool, to: Path | None, limits: Limits) -> None:
    """Count all small boards, and how many can be solved from some vacancy or from every vacancy.

    A board is a connected set of holes of the lattice, up to shifting, turning and reflecting.
    Among boards on which every hole takes part in some jump, the table shows how many can be
    solved to one peg in any hole, from some vacancy and from every vacancy. Boards with one more
    hole take four to five times as long; boards of 13 holes on the square lattice take a minute.
    If you interrupt the command, it prints the finished rows.

    Examples: pegs patterns boards square --holes 10; pegs patterns boards triangular --holes 8
    --draw; pegs patterns boards square --holes 9 --to boards.csv
    """
    if lattice not in FLAT:
        raise NotationError(f"{quoted(lattice)} is not a lattice: choose one of {', '.join(FLAT)}")
    if to is not None:
        check_table_target(to)
    censuses: list[surveys.Census] = []
    rows: list[surveys.CensusRow] = []
    title = f"the boards of up to {counted(holes, 'hole')}"
    with working(title, limits) as work, Interruption() as stop:
        for small_board in surveys.census(FLAT[lattice], holes, work=work):
            rows.append(small_board.row)
            censuses.append(small_board)
    written = None if stop else to
    if written is not None:
        write_table(_columns(censuses), written, f"boards that can be solved, {lattice} lattice")
    smallest = {kind: _smallest(censuses, kind) for kind in ("some", "every")}

    def show() -> None:
        columns = [
            Column.number("holes"),
            Column.number("boards", 2),
            Column.number("every hole in a jump", 3),
            Column.number("some vacancy"),
            Column.number("every vacancy", 1),
        ]
        out.table(columns, (asdict(row).values() for row in rows))
        for kind, boards in smallest.items() if draw else ():
            _draw(f"from {kind} vacancy", boards)
        if written is not None:
            out.dim(f"written to {written}")

    document = {"lattice": lattice, "rows": list(map(asdict, rows))}
    for kind, boards in smallest.items():
        document[f"smallest_{kind}"] = [board.picture() for board in boards[:_DRAWN_BOARDS]]
    path = None if written is None else str(written)
    report({**document, "interrupted": bool(stop), "path": path}, show)
    done = f"the boards of up to {counted(len(rows), 'hole')} are printed; " if rows else ""
    stop.end(f"{done}{NOTHING_KEPT}")


def _smallest(found: Iterable[surveys.Census], kind: str) -> list[Board]:
    """Return the smallest boards that can be solved from some vacancy, or from every vacancy."""
    for small_board in found:
        if boards := [board for board, _ in small_board.solvable(everywhere=kind == "every")]:
            return boards
    return []


def _draw(kind: str, boards: list[Board]) -> None:
    if not boards:
        out.print(f"\nnone can be solved {kind}")
        return
    out.print(f"\nthe smallest that can be solved {kind}: {counted(len(boards), 'board')}")
    for board in boards[:_DRAWN_BOARDS]:
        out.print()
        out.picture(Position(board, board.full_code))


def _columns(found: Iterable[surveys.Census]) -> dict[str, list[Cell]]:
    """Tabulate all boards that can be solved."""
    solvable = [pair for small_board in found for pair in small_board.solvable()]
    boards = [board for board, _ in solvable]
    return {
        "holes": list(map(len, boards)),
        "board": [board.picture().replace("\n", "/") for board in boards],
        "jumps": [len(board.jumps) for board in boards],
        "symmetries": [len(board.symmetries) for board in boards],
        "solvable": [len(vacancies) for _, vacancies in solvable],
        "vacancies": [
            " ".join(hole_name(board.holes[i]) for i in vacancies) for board, vacancies in solvable
        ],
    }
