"""`pegs design`: a search for hard puzzles."""

from __future__ import annotations

from pegsolitaire.board import read_board
from pegsolitaire.board.notation import either
from pegsolitaire.cli.designing import (
    DIFFICULTY,
    PUZZLE_RULES,
    Puzzles,
    Wanted,
    caption,
    print_designed,
)
from pegsolitaire.cli.options import BOARD, CLASS, TableLimits, option, rules
from pegsolitaire.cli.output import NO, counted, out, report
from pegsolitaire.cli.working import kept_tables, table_plan, working
from pegsolitaire.sets import Tablebase
from pegsolitaire.surveys import Kind
from pegsolitaire.surveys import design as find_designs
from pegsolitaire.theory import check_class_sets, class_named

_SETS: dict[Kind, tuple[str, str]] = {
    "unique": (
        "puzzles",
        "Of all jumps exactly one wins: positions of every size with many jumps.",
    ),
    "symmetric": (
        "symmetric-puzzles",
        "Symmetric positions that do not fall to symmetrical jumps: few of the first jumps win.",
    ),
}


@rules(*PUZZLE_RULES)
def design(
    name: str = BOARD,
    kind: Kind = option("unique: one winning jump; symmetric: hard and pretty.", default="unique"),
    letter: str | None = CLASS,
    difficulty: str | None = DIFFICULTY,
    *,
    puzzles: Puzzles,
    limits: TableLimits,
) -> None:
    """Search a position class for hard puzzles: to be brought to one peg, anywhere.

    Hardness is measured in bits: how much one has to know to tell the winning jumps from all
    others, along a game in which a winning jump is chosen at random each time. A unique winning
    jump among sixteen is four bits. Also shown: how many of the first jumps win, the share of
    winning jumps along the way, the chance that random play wins, and the fewest moves of any
    solution; the one that is shown has as many. The easiest come first, and of every number of
    pegs the hardest are taken; the exit code is 1 if nothing was found.

    Examples: pegs design english; pegs design french --kind symmetric --most 5; pegs design
    hexagon37 --class B --to puzzles; pegs design english --pegs 8..14 --difficulty medium
    """
    board = read_board(name)
    check_class_sets(board, "tablebases")
    chosen = class_named(board, letter)
    wanted = Wanted(board, puzzles, difficulty)
    with working(
        f"which positions of {board.name} can be solved",
        limits,
        plan=table_plan(board, [chosen.finishes], limits),
        kept=kept_tables(board, [chosen.finishes], limits),
    ) as work:
        table = Tablebase.of(chosen.board, chosen.finishes, store=limits.store, work=work)
        found = find_designs(
            chosen,
            kind,
            puzzles.most,
            table=table,
            pegs=wanted.pegs,
            bits=wanted.bits,
            work=work,
        )
    word, says = _SETS[kind]
    about = (
        f"{says} Found by computer, the easiest first. Their position class allows the last peg "
        f"only at {either(chosen.names)}."
    )
    wanted.draw([(one.position, caption(one)) for one in found])
    wanted.write(word, chosen.letter, about, found)

    def show() -> None:
        what = f"{chosen.board.name}, class {chosen.letter}, {kind}"
        out.print(f"{what}: {counted(len(found), 'puzzle') if found else 'no puzzle found'}")
        for one in found:
            print_designed(one)
        wanted.tell()

    document = {
        "board": chosen.board.name,
        "class": chosen.letter,
        "kind": kind,
        "puzzles": [one.document for one in found],
        "paths": [],
        **wanted.document,
    }
    report(document, show, 0 if found else NO)
