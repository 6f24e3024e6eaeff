"""`pegs triangle`: triangles of any side, solved by construction."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from pegsolitaire.board import hole_name, parse_hole
from pegsolitaire.cli.options import argument, option, rules
from pegsolitaire.cli.output import EXIT, counted, out, report
from pegsolitaire.cli.pictures import check_pictures, picture_option
from pegsolitaire.cli.working import working
from pegsolitaire.construct import (
    ALL_SOLVABLE,
    Construction,
    count_feasible_pairs,
    feasible_pairs,
    size_of,
    solve as solve_triangle,
)
from pegsolitaire.construct.drawing import construction_svg, stages_svg
from pegsolitaire.draw import write_picture
from pegsolitaire.solving import search_core

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
        lambda: _print(found, svg, moves),
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


def _print(found: Construction, svg: Path | None, every_move: bool) -> None:
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
