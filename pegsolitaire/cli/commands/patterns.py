"""`pegs patterns`: puzzles on a board without an edge."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from pegsolitaire.board import UNBOUNDED, Lattice
from pegsolitaire.cli.grid import Column, Grid, print_table
from pegsolitaire.cli.options import Limits, argument, option
from pegsolitaire.cli.output import counted, out, report
from pegsolitaire.cli.working import working
from pegsolitaire.errors import NotationError
from pegsolitaire.results import Document, to_json
from pegsolitaire.solving import (
    SymmetricPatterns,
    pattern_rows,
    symmetric_patterns,
    unique_patterns,
)


def patterns(
    lattice: str = argument("LATTICE", ", ".join(UNBOUNDED), is_required=True),
    pegs: int = option("Patterns of up to N pegs, 12 at most.", default=6, metavar="N", min=1),
    draw: bool = option("Draw those with N pegs that allow the most jumps."),
    symmetric: bool = option("Count the symmetric ones, by symmetry type."),
    *,
    limits: Limits,
) -> None:
    """Count the patterns that can be played to one peg on a board without an edge.

    A pattern is what is left of a position when it may be shifted, turned and reflected. For each
    number of pegs: how many there are; how many if those that are turned or reflected count apart
    (only shifts); how many have exactly one winning jump, the most jumps of one of these, and how
    many allow that many. Eight pegs take seconds, each further peg ten times as long.

    With --symmetric those are counted that a rotation or a reflection leaves alone, by the
    symmetry types of the papers; and how many of them have a unique winning jump, up to their own
    symmetry, with the most jumps of one of these. --draw then draws the latter, type by type.

    Examples: pegs patterns line --pegs 10; pegs patterns square --pegs 7;
    pegs patterns triangular --pegs 5 --draw; pegs patterns square --pegs 7 --symmetric
    """
    if lattice not in UNBOUNDED:
        raise NotationError(f"{lattice!r} is not a lattice: choose one of {', '.join(UNBOUNDED)}")
    if symmetric:
        _symmetric(UNBOUNDED[lattice], pegs, draw, limits)
        return
    if draw:
        _hardest(UNBOUNDED[lattice], pegs, limits)
        return
    with working(f"patterns of {counted(pegs, 'peg')}", limits) as work:
        rows = pattern_rows(UNBOUNDED[lattice], pegs, work=work)
    headings = "pegs, patterns/1, only shifts/5, one winning jump/2, most jumps/3, count/4"
    report(
        lambda: {"lattice": lattice, "rows": to_json(rows)},
        lambda: print_table(headings, (row.to_json().values() for row in rows)),
    )


def _hardest(lattice: Lattice, pegs: int, limits: Limits) -> None:
    """Draw the patterns that allow the most jumps, of which one wins."""
    with working(f"patterns of {counted(pegs, 'peg')}", limits) as work:
        found, row = unique_patterns(lattice, pegs, work=work)

    def show() -> None:
        jumps = counted(row.max_jumps, "jump")
        out.print(f"{counted(pegs, 'peg')}, {jumps}, one of them wins: {row.count}")
        for pattern in found.hardest:
            out.print(f"\n{pattern}")

    hardest = [list(map(list, pattern.holes)) for pattern in found.hardest]
    report({"lattice": lattice.name, **row.to_json(), "hardest": hardest}, show)


Levels = Sequence[tuple[int, Sequence[SymmetricPatterns]]]

_DRAWN = 3  # patterns of a type that are drawn


def _document(found: SymmetricPatterns, draw: bool) -> Document:
    """What is counted of a type; and the pegs of the best puzzles, if they are wanted."""
    best = {"best": [list(pattern) for pattern in found.unique.hardest]} if draw else {}
    return found.to_json() | best


def _symmetric(lattice: Lattice, pegs: int, draw: bool, limits: Limits) -> None:
    """Print how many symmetric patterns there are; and the best puzzles, to be drawn."""
    with working(f"symmetric patterns of {counted(pegs, 'peg')}", limits) as work:
        levels = list(symmetric_patterns(lattice, pegs, work=work))
    report(
        lambda: {
            "lattice": lattice.name,
            "rows": [_document(one, draw) for _, found in levels for one in found],
        },
        lambda: _print_symmetric(levels, draw),
    )


def _print_symmetric(levels: Levels, draw: bool) -> None:
    kinds = [one.kind for one in levels[0][1]]
    columns = [Column("pegs"), *(Column(str(kind.number), kind.number) for kind in kinds)]
    counts = Grid([*columns, Column("all")], title="by symmetry type:")
    unique = Grid(
        columns,
        title="\nwith a unique winning jump, up to their symmetry, and the most jumps of one:",
    )
    for number, found in levels:
        sizes = [len(one) for one in found]
        counts.add_row(number, *sizes, sum(sizes))
        unique.add_row(number, *map(_unique_cell, found))
    counts.print()
    unique.print()
    for kind in kinds:
        out.print(f"type {kind.number}: {kind.description}", style="dim")
    for one in levels[-1][1] if draw else ():
        _draw_best(one)


def _unique_cell(found: SymmetricPatterns) -> str:
    unique = found.unique
    return f"{len(unique):,}, {unique.most_jumps}" if len(unique) else "0"


def _draw_best(found: SymmetricPatterns) -> None:
    """Print the first of those with a unique winning jump that allow the most jumps."""
    best = found.unique.hardest
    if not len(best):
        return
    jumps, patterns = counted(best.most_jumps, "jump"), counted(len(best), "pattern")
    wins = "of which one wins, and its images"
    out.print(f"\n{found.kind.description}: {jumps}, {wins}: {patterns}")
    for pattern in islice(best, _DRAWN):
        out.print(f"\n{pattern}")
