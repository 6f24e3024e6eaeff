"""`pegs extremes`: what no other position or game of a board outdoes."""

from __future__ import annotations

from collections.abc import Sequence

from pegsolitaire.board import Board, read_board
from pegsolitaire.cli.grid import print_table
from pegsolitaire.cli.options import BOARD, CLASS, TableLimits, option, rules
from pegsolitaire.cli.output import UNDECIDED, counted, out, picture, report
from pegsolitaire.cli.working import kept_tables, table_plan, working
from pegsolitaire.data import knowledge_of
from pegsolitaire.game import Position, Solution
from pegsolitaire.results import Document, to_json
from pegsolitaire.sets import Tablebase
from pegsolitaire.surveys import (
    ForcedLines,
    fools_solitaire,
    fullest_dead,
    fullest_with_unique_solution,
    longest_forced,
    unique_jumps,
)
from pegsolitaire.theory import PositionClass, class_named
from pegsolitaire.work import Work

_SHOWN = 3  # positions of a kind that are drawn


#: The JSON of the shortest game that ends stuck; null where it was not found in time.
_GAME = "pegs=finish|len jumps=jumps|len moves code=finish.code"


@rules("--store needs --class", "--estimate needs --class")
def extremes(
    name: str = BOARD,
    letter: str | None = CLASS,
    anew: bool = option("Search again for built-in results."),
    *,
    limits: TableLimits,
) -> None:
    """Find the shortest games that end stuck, or the extremes of a position class.

    Without --class, fool's solitaire from each vacancy, up to symmetry: the most pegs that can be
    left when no jump is possible, and a game to there, the shortest of all. Results that are
    built in are printed at once; a vacancy that --time or --positions leave open has no
    answer, and the exit code is 3.

    With --class: the dead positions with the most pegs (no game from there ends with one peg); the
    positions with the most pegs that are solved in exactly one way; and the longest lines of jumps
    each of which is the only one that wins.

    Examples: pegs extremes triangle5; pegs extremes triangle5 --class A; pegs extremes square4
    --anew
    """
    board = read_board(name)
    if letter is not None:
        _class_extremes(class_named(board, letter), limits)
        return
    board.check_holes("level sets")
    games = {} if anew else _known(board)
    rows = []
    with working(f"the shortest games that end stuck on {board.name}", limits) as work:
        for orbit in board.orbits:
            start = board.vacancy(board.holes[orbit[0]])
            game = games.get(start.code) or _search(start, work=work.begin())
            vacancy = board.hole_text(board.holes[orbit[0]])
            rows.append({"vacancy": vacancy, **to_json(game, _GAME)})
    report(
        {"board": board.name, "stuck": rows},
        lambda: _print_stuck(board, rows),
        0 if all(row["pegs"] for row in rows) else UNDECIDED,
    )


def _fullest(positions: Sequence[Position]) -> Document:
    pegs = len(positions[0]) if positions else None
    return {"pegs": pegs, "codes": [one.code for one in positions]}


def _known(board: Board) -> dict[int, Solution]:
    """The built-in games, by the code of their start."""
    extremes = knowledge_of(board).extremes
    return {one.line.start.code: one.line for one in extremes if one.kind == "stuck"}


def _search(start: Position, *, work: Work) -> Solution | None:
    """A game, or at a start without jumps the one that is over."""
    if not start.legal_jumps:
        return Solution(start, [])
    return fools_solitaire(start, work=work)


def _print_stuck(board: Board, rows: Sequence[Document]) -> None:
    cells = []
    for row in rows:
        game = row["pegs"], row["jumps"], ", ".join(row["moves"] or ())
        found = row["moves"] is not None
        cells.append((row["vacancy"], *(game if found else ("?", "?", "not found: allow more"))))
    title = f"{board.name}: the most pegs that can be left when no jump is possible"
    print_table("<vacancy, pegs, jumps/2, ~game/1", cells, title=title)


def _class_extremes(found_in: PositionClass, limits: TableLimits) -> None:
    board = found_in.board
    board.check_holes("tablebases")
    with working(
        f"the extremes of class {found_in.letter} of {board.name}",
        limits,
        plan=table_plan(board, [found_in.finishes], limits),
        kept=kept_tables(board, [found_in.finishes], limits),
    ) as work:
        table = Tablebase.of(board, found_in.finishes, store=limits.store, work=work)
        dead = fullest_dead(table)
        unique = unique_jumps(found_in, table=table, work=work)
        single = fullest_with_unique_solution(unique)
        forced = longest_forced(unique, table)

    def show() -> None:
        out.print(f"{board.name}, class {found_in.letter} (ends at {' '.join(found_in.names)})")
        _print_fullest("dead, with the most pegs, mirror images too", dead)
        _print_fullest("solved in exactly one way, with the most pegs", single)
        _print_forced(forced)

    document = {
        "board": board.name,
        "class": found_in.letter,
        "dead": _fullest(dead),
        "unique_solution": _fullest(single),
        "forced": to_json(forced, "jumps codes=starts.code"),
    }
    report(document, show)


def _print_fullest(what: str, positions: Sequence[Position]) -> None:
    if not positions:
        out.print(f"\n{what}: none")
        return
    pegs = counted(len(positions[0]), "peg")
    out.print(f"\n{what}: {pegs}, {counted(len(positions), 'position')}")
    for one in positions[:_SHOWN]:
        out.print(f"\ncode:{one.code}")
        out.print(picture(one))


def _print_forced(forced: ForcedLines) -> None:
    if not forced.starts:
        out.print("\nno position has a single winning jump")
        return
    start = forced.starts[0]
    jumps = counted(len(forced.jumps), "jump")
    many = counted(len(forced.starts), "position")
    out.print(f"\nlongest forced line: {jumps}, each the only one that wins, from {many}")
    out.print(f"code:{start.code}: {Solution(start, forced.jumps)}")
    out.print(picture(start))
