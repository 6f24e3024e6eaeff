"""`pegs levels`: the sizes of F, B, W and L by pegs, or of the levels by moves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Literal

from pegsolitaire.cli.grid import print_table
from pegsolitaire.cli.options import Asked, LevelLimits, option, rules
from pegsolitaire.cli.output import (
    counted,
    draws_unicode,
    out,
    report,
)
from pegsolitaire.cli.working import working
from pegsolitaire.draw.terminal import ASCII, UNICODE
from pegsolitaire.files import home, write_text
from pegsolitaire.game import Position, Problem
from pegsolitaire.results import POSITION_WORDS, PROBLEM, Document, need, to_json
from pegsolitaire.sets import FewestMoves, LevelCodes, level_codes, level_table
from pegsolitaire.sets.export import export_name, text_of_levels, write_levels_parquet
from pegsolitaire.sets.level_tables import NAMES
from pegsolitaire.sets.plans import plan
from pegsolitaire.surveys import MoveLevel, MoveTable, move_table

_SHOWN = 10  # positions of the last level, each on its line


@rules(
    "--export needs --by=pegs",
    "--raw needs --by=pegs: levels by moves are counted up to symmetry",
    "--to needs --export",
    "--sets needs --export",
    "--export excludes --raw: it writes positions up to symmetry",
    "--store needs --by=moves: `pegs winning` keeps sets by pegs",
)
def levels(
    asked: Asked,
    raw: bool = option("Count positions one by one, not up to symmetry."),
    by: Literal["pegs", "moves"] = option(
        "By pegs left, or by moves: how many it takes at least.", default="pegs"
    ),
    store: bool = option(
        "By moves: keep how few moves every position needs; `solve --shortest` then "
        "answers at once."
    ),
    export: Literal["text", "parquet"] | None = option(
        "By pegs: write the positions to a file, too."
    ),
    sets: str = option("What to export, as in FW.", default=NAMES, metavar="LETTERS"),
    to: Path | None = option("The folder to export to; by default where you are.", metavar="DIR"),
    *,
    limits: LevelLimits,
) -> None:
    """Count the positions of a problem by pegs, or by moves.

    F can be reached from the start, B can reach the finish, W are both: from these the game can
    still be won. L are one jump off winning. Positions are counted up to the symmetries that
    leave start and finish alone.

    A move is one or more jumps by the same peg. With --by moves, level 3 forward holds the
    positions that take 3 moves from the start, and no fewer; level 3 backward those that take 3
    moves to the finish; W of them are on solutions. The positions of the last levels are shown
    where they are few, those on solutions first. With --store the backward levels are kept, of
    all positions that can be played to the finish, whatever their start.

    With --export the positions themselves are written to one file, level by level, as the least
    codes under the symmetries of the problem.

    Examples: pegs levels english d4; pegs levels triangle5 a1 --export text --sets FW; pegs
    levels triangle5 a1 --raw; pegs levels english any --type B; pegs levels triangle6 a1 --by
    moves; pegs levels english d4 --by moves --store
    """
    problem = asked.problem("levels")
    title = asked.title_of(problem)
    if by == "moves":
        _by_moves(problem, title, store, limits)
        return
    if export == "parquet":
        need("pyarrow")  # before the work begins
    path = None
    planned = partial(plan, problem, "levels", folder=home(), by_class=False)
    with working(f"the levels of {title}", limits, plan=planned) as work:
        table = level_table(problem, raw, work=work)
        if export is not None:
            levels = level_codes(problem, sets.upper(), work=work)
            place = (to or Path()) / export_name(problem, asked.letter)
            path = _exported(problem, levels, export, place)

    def show() -> None:
        half = f"to {len(problem.board) // 2}"
        print_table(
            "pegs, F/2, B/3, W/1, L/4",
            (row.to_json().values() for row in table.rows),
            title=title,
            sums=[("all", *table.totals().values()), (half, *table.half.values())],
        )
        if path is not None:
            out.print(str(path))

    document = {
        **to_json(table, f"{PROBLEM} raw levels=rows"),
        "totals": {**table.totals(), "half": table.half},
        "path": None if path is None else str(path),
    }
    report(document, show)


def _exported(
    problem: Problem, levels: Iterator[LevelCodes], form: Literal["text", "parquet"], name: Path
) -> Path:
    """Write the positions to a file, and say which."""
    if form == "text":
        path = name.with_name(f"{name.name}-levels.txt")
        write_text(text_of_levels(problem, levels), path)
        return path
    path = name.with_name(f"{name.name}-levels.parquet")
    write_levels_parquet(problem, levels, path)
    return path


# -- by moves -----------------------------------------------------------------------------------


def _by_moves(problem: Problem, title: str, store: bool, limits: LevelLimits) -> None:
    planned = partial(plan, problem, "levels", folder=home())
    with working(f"the levels by moves of {title}", limits, plan=planned) as work:
        if store:
            FewestMoves.load(problem.board, problem.finishes, work=work)
        table = move_table(problem, work=work)
    report(lambda: _moves_document(table), lambda: _print_moves(table))


def _moves_document(table: MoveTable) -> Document:
    forward, backward = table.totals
    return {
        **to_json(table.problem),
        "levels": [
            {"level": moves} | _side("forward", ahead) | _side("backward", behind)
            for moves, (ahead, behind) in enumerate(table.rows)
        ],
        "totals": {"forward": forward, "backward": backward},
        "farthest": _last(table.farthest),
        "deepest": _last(table.deepest),
    }


def _last(last: Mapping[Position, bool]) -> list[Document]:
    return [{**to_json(one, POSITION_WORDS), "winning": wins} for one, wins in last.items()]


def _side(name: str, level: MoveLevel | None) -> Document:
    return {
        name: 0 if level is None else level.positions,
        f"{name}_pegs": None if level is None else list(level.pegs),
        f"{name}_winning": 0 if level is None else level.winning,
    }


def _print_moves(table: MoveTable) -> None:
    forward, backward = table.totals
    print_table(
        "moves, forward/1, W/3, pegs/5, backward/2, W/4, pegs/6",
        ((n, *_cells(ahead), *_cells(behind)) for n, (ahead, behind) in enumerate(table.rows)),
        title=str(table.problem),
        sums=[("all", forward, "", "", backward)],
    )
    _print_last("from the start", table.forward, table.farthest, ("wins", "dead"))
    reached = "reached from the start", "never reached from the start"
    _print_last("to the finish", table.backward, table.deepest, reached)


def _print_last(
    words: str, levels: Sequence[MoveLevel], last: dict[Position, bool], verdicts: tuple[str, str]
) -> None:
    """The last level, and where it is short its positions, each with its verdict."""
    level = levels[-1]
    moves, positions = counted(len(levels) - 1, "move"), counted(level.positions, "position")
    winning = f"{level.winning:,}" if level.winning else "none"
    out.print(f"{moves} {words}: {positions}, {winning} of them on solutions")
    glyphs = UNICODE if draws_unicode() else ASCII
    for position, wins in list(last.items())[:_SHOWN]:
        mark = f"{glyphs.wins} {verdicts[0]}" if wins else f"{glyphs.dead} {verdicts[1]}"
        out.print(f"  {position.text()}  {mark}", style="" if wins else "dim")
    if len(last) > _SHOWN:
        out.print(f"  and {len(last) - _SHOWN} more: --json lists them", style="dim")


def _cells(level: MoveLevel | None) -> tuple[str, str, str]:
    if level is None:
        return "", "", ""
    fewest, most = level.pegs
    pegs = str(fewest) if fewest == most else f"{fewest}-{most}"
    return f"{level.positions:,}", f"{level.winning:,}", pegs
