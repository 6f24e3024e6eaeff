"""`pegs unique`: positions with a unique winning jump."""

from __future__ import annotations

from math import inf

from pegsolitaire.board import read_board
from pegsolitaire.board.notation import either
from pegsolitaire.cli.designing import (
    PUZZLE_RULES,
    Puzzles,
    Wanted,
    caption,
    in_turn,
    print_designed,
)
from pegsolitaire.cli.grid import print_table
from pegsolitaire.cli.options import BOARD, CLASS, TableLimits, option, rules
from pegsolitaire.cli.output import NO, counted, out, report
from pegsolitaire.cli.working import kept_tables, table_plan, working
from pegsolitaire.game import Position
from pegsolitaire.sets import Tablebase
from pegsolitaire.surveys import (
    LEAST_PEGS,
    Designed,
    UniqueJumps,
    unique_jumps,
    with_unique_solution,
)
from pegsolitaire.theory import check_class_sets, class_named
from pegsolitaire.work import Work

_WHAT = {False: "a unique winning jump", True: "a unique solution"}
_SETS = {False: "one-winning-jump", True: "one-solution"}


@rules(*PUZZLE_RULES)
def unique(
    name: str = BOARD,
    letter: str | None = CLASS,
    solution: bool = option("Those whose whole solution is unique."),
    *,
    puzzles: Puzzles,
    limits: TableLimits,
) -> None:
    """Find the positions of a class from which exactly one jump wins.

    A jump wins if the game can then end with one peg, anywhere. For each number of pegs: how many
    such positions there are up to symmetry, the most jumps that one of them allows, and how many
    allow that many. With --pegs the positions with that many jumps are shown, with a rating (see
    `pegs design --help`) and a solution. --svg and --to take these too; without --pegs they take
    the first of every number of pegs from 4 on, then the second of each, up to --most. The exit
    code is 1 if there are none.

    Examples: pegs unique english; pegs unique english --pegs 17; pegs unique triangle5
    --solution; pegs unique triangle6 --pegs 8..10 --most 6 --svg hardest.svg
    """
    board = read_board(name)
    check_class_sets(board, "tablebases")
    chosen = class_named(board, letter)
    wanted = Wanted(board, puzzles)
    with working(
        f"which positions of {board.name} can be solved",
        limits,
        plan=table_plan(board, [chosen.finishes], limits),
        kept=kept_tables(board, [chosen.finishes], limits),
    ) as work:
        table = Tablebase.of(chosen.board, chosen.finishes, store=limits.store, work=work)
        found = unique_jumps(chosen, table=table, work=work)
        if solution:
            found = with_unique_solution(found)
        best, shown = _hardest(found, wanted), []
        if wanted.pegs is not None or wanted.is_handed_out:
            shown = list(_designed(in_turn(best, puzzles.most), table, work=work))
    about = (
        f"Positions with {_WHAT[solution]} and the most jumps of their number of pegs. Found by "
        f"computer. Their position class allows the last peg only at {either(chosen.names)}."
    )
    wanted.draw([(one.position, caption(one)) for one in shown])
    wanted.write(_SETS[solution], chosen.letter, about, shown)
    is_none = not (best if wanted.pegs is not None else len(found))

    def show() -> None:
        if is_none:
            pegs = puzzles.pegs
            having = "" if pegs is None else f" with {pegs} {'peg' if pegs == '1' else 'pegs'}"
            out.print(f"no position of class {chosen.letter}{having} has {_WHAT[solution]}")
            return
        if wanted.pegs is not None:
            _draw(best, shown)
        else:
            _print(found, _WHAT[solution])
        wanted.tell()

    hardest = {} if wanted.pegs is None else {"hardest": [one.document for one in shown]}
    document = lambda: found.to_json() | hardest | wanted.document  # noqa: E731
    report(document, show, NO if is_none else 0)


def _hardest(found: UniqueJumps, wanted: Wanted) -> list[list[Position]]:
    """For each number of pegs that is wanted, the positions with the most jumps."""
    least, most = wanted.pegs or (LEAST_PEGS, inf)
    rows = [row for row in found.rows if least <= row.pegs <= most]
    return [found.hardest(row.pegs) for row in rows if wanted.pegs or row.max_jumps > 1]


def _designed(positions: list[Position], table: Tablebase, *, work: Work) -> list[Designed]:
    """Positions as puzzles, those with the fewest pegs first."""
    work.progress.stage("rating puzzles", len(positions))
    rated = []
    for done, position in enumerate(sorted(positions, key=lambda one: (len(one), one.code)), 1):
        feature = f"one winning jump of {len(position.legal_jumps)}"
        rated.append(Designed.of(position, feature, table))
        work.update(done)
    return rated


def _print(found: UniqueJumps, what: str) -> None:
    finishes = " ".join(found.found_in.names)
    print_table(
        "pegs, positions, most jumps/1, with that many/2",
        ((row.pegs, row.positions, row.max_jumps, row.count) for row in found.rows),
        title=f"{found.board.name}, class {found.found_in.letter} (ends at {finishes}): {what}",
        sums=[("all", len(found))],
    )


def _draw(best: list[list[Position]], shown: list[Designed]) -> None:
    """Positions by their pegs, and how many there are of each number of pegs."""
    for positions in best:
        pegs = len(positions[0])
        mine = [one for one in shown if len(one.position) == pegs]
        jumps = counted(len(positions[0].legal_jumps), "jump")
        number = f"{len(positions)} up to symmetry"
        out.print(f"{counted(pegs, 'peg')}, {jumps}, one of them wins: {number}")
        for one in mine:
            print_designed(one)
        if positions is not best[-1]:
            out.print("")
    left = sum(map(len, best)) - len(shown)
    if left:
        out.print(f"\nand {left:,} more: say --most {left + len(shown)}")
