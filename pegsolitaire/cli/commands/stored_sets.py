"""`pegs stored`: what lies in the store, and how to be rid of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from time import time
from typing import Literal

import click

from pegsolitaire import reasons, sets, stopping, surveys, theory
from pegsolitaire.amounts import bytes_text, counted
from pegsolitaire.board import hole_name, read_board
from pegsolitaire.cli.options import (
    BOARD,
    CLASS,
    Asked,
    LevelLimits,
    Limits,
    TableLimits,
    argument,
    option,
    rules,
)
from pegsolitaire.cli.output import out, report
from pegsolitaire.cli.working import (
    CLUSTER_RULES,
    Cluster,
    going_on,
    kept_sets,
    working,
    working_on_tables,
)
from pegsolitaire.draw.terminal import ASCII, UNICODE
from pegsolitaire.errors import ProblemError
from pegsolitaire.files import home, write_text
from pegsolitaire.game import Position, Problem, is_any, read_position
from pegsolitaire.results import PROBLEM, need, to_json
from pegsolitaire.sets.export import (
    export_name,
    text_of_index,
    text_of_levels,
    text_of_sets,
    write_levels_parquet,
    write_sets_parquet,
)
from pegsolitaire.sets.level_tables import NAMES
from pegsolitaire.sets.plans import Plan, plan, plan_tables
from pegsolitaire.sets.store import building_folder, path_of
from pegsolitaire.sets.tablebases import default_path
from pegsolitaire.work import Work

_AGES = ((86_400, "day"), (3_600, "hour"), (60, "minute"))


@rules(
    "--remove needs NAME: name what to remove, as in pegs stored english/d4_d4 --remove",
    "--yes needs --remove",
)
def stored(
    names: list[str] | None = argument(
        "[NAME]...",
        "A board, the name of an entry, or a pattern such as '*.building'; by default everything.",
    ),
    remove: bool = option("Remove the entries that you name, after asking you."),
    sure: bool = option("Remove them without asking.", "--yes", "-y"),
) -> None:
    """List what is stored on this machine, or remove some of it.

    Commands store winning sets, tablebases and what long work has finished so far, so that you
    need not wait for them again. They lie in PEGSOLITAIRE_HOME, or in your data folder, which the
    last line names. You can remove any of them: whoever needs it builds it again. Puzzle sets in
    the folder puzzles are your own, and nobody builds these again.

    Examples: pegs stored; pegs stored triangle5; pegs stored triangle5/a1_a1 --remove --yes
    """
    if remove and out.as_json and not sure:
        raise ProblemError("nobody can be asked with --json: add --yes to remove them")
    found = sets.list_stored()
    if names:
        found = found.matching(names)
        if not found.entries:
            asked = " or ".join(map(repr, names))
            raise ProblemError(f"nothing is stored under {asked}: pegs stored lists it all")
    rows = [dict(zip(found.column_types, row, strict=True)) for row in found.table_rows()]
    total = bytes_text(sum(one.nbytes for one in found.entries))

    def show() -> None:
        if not found.entries:
            out.print(f"nothing is stored in {found.root}")
            return
        cells = []
        for one in found.entries:
            is_drawn = one.board and one.board not in one.name  # a board that has no other name
            kind = f"{one.kind} of {one.board}" if is_drawn else one.kind
            cells.append((one.name, kind, bytes_text(one.nbytes), _age(time() - one.modified)))
        out.table("<name, ~kind/2, size/1, age/3", cells)
        out.dim(f"{total} in {found.root}")

    report({"folder": str(found.root), "entries": rows, "removed": remove}, show)
    if remove and (sure or _agrees(len(found.entries))):
        for one in found.entries:
            one.remove()


def _age(seconds: float) -> str:
    for unit, name in _AGES:
        if seconds >= unit:
            return counted(int(seconds / unit), name)
    return "just now"


def _agrees(number: int) -> bool:
    """Whether the user wants so many entries to be removed."""
    out.file.flush()
    try:
        return click.confirm("Remove it?" if number == 1 else f"Remove all {number}?", err=True)
    except click.Abort:
        if stopping.is_requested():
            raise KeyboardInterrupt from None
        raise ProblemError("nobody answered: add --yes to remove without asking") from None


# --
# `pegs winning`: build and store winning sets, and export them.


Format = Literal["text", "parquet"]


@rules(
    *CLUSTER_RULES,
    "--cluster excludes --by=index: it is for the sets of one problem",
    "--to needs --export",
)
def winning(
    asked: Asked,
    by: Literal["pegs", "index"] = option(
        "index: sort by the complement problems that a position occurs in.", default="pegs"
    ),
    export: Format | None = option("Write them out, in the papers' text form or as Parquet."),
    to: Path | None = option("The folder to export to; by default where you are.", metavar="DIR"),
    no_prune: bool = option(
        "Keep what resource counts exclude until the end: slower, with the same result."
    ),
    *,
    limits: LevelLimits,
    cluster: Cluster,
) -> None:
    """Compute and store every position from which a problem can still be won.

    They are stored in the user's data folder, or in PEGSOLITAIRE_HOME; `check`, `solve`, `count`
    and `play` use them. Levels that outgrow the memory lie on disk meanwhile; a run that is
    stopped goes on from its last level, or the last pass over a level.

    With --cluster, the level steps are done by the workers of a Dask cluster, through files that
    all machines see; the result is the same, and a run that was stopped goes on where it was.
    `--cluster local` tries it on this machine.

    With any --by index the table says how many positions there are by pegs and index (Table 5 of
    the Notes): bit i of an index is set where the position occurs in the complement problem of
    the i-th standard vacancy.

    --export writes one file: in the text form of the papers, W[3] = {28, 112}, or as Parquet,
    which needs pip install 'pegsolitaire[frames]'.

    Examples: pegs winning english d4; pegs winning wiegleb e5 --estimate; pegs winning triangle5
    any --by index --export text --to out
    """
    problem = asked.problem("winning sets")
    if by == "index" and not is_any(asked.start):
        raise ProblemError("--by index goes with a START of any: it compares all vacancies")
    if export == "parquet":
        need("pyarrow")  # before the work begins
    folder, place = to or Path(), path_of(problem, "npz")
    is_stored = place.exists() and not limits.estimate
    if is_stored and cluster.cluster is not None:
        cluster.forget_stored(problem)
    table: dict[int, dict[int, int]] = {}
    found: sets.WinningSets | sets.IndexedSets
    with working(
        f"the winning positions of {asked.title_of(problem)}",
        limits,
        plan=partial(plan, problem, folder=place, prune=not no_prune),
        is_planned=not is_stored,
        kept=kept_sets(problem),
        cluster=None if is_stored else cluster,
        scratch=place.parent,
    ) as work:
        if by == "index":
            kind = theory.type_named(problem.board, asked.letter)
            found = indexed = sets.IndexedSets.make(kind, stored=True, work=work)
            table, text = indexed.table(), partial(text_of_index, indexed)
            name = f"{export_name(kind.problem, kind.letter)}-by-index"
        else:
            found = wins = sets.WinningSets.load(problem, prune=not no_prune, work=work)
            text = partial(text_of_sets, wins)
            name = export_name(problem, asked.letter)
        counts = found.sizes()
        path = place
        if export is not None:
            parquet = partial(write_sets_parquet, found)
            path = _export(folder / name, export, text, parquet)
    document = {
        **to_json(problem),
        "positions": sum(counts.values()),
        "path": str(path),
        "levels": [{"pegs": pegs, "positions": number} for pegs, number in counts.items()],
        "by_index": [
            {"pegs": pegs, "index": index, "positions": number}
            for pegs, row in table.items()
            for index, number in row.items()
        ],
    }

    def show() -> None:
        if table:
            _print_index(table)
        total = sum(counts.values())
        halved = ", the rest are complements" if problem.is_self_complementary and total else ""
        out.print(f"{problem}: {counted(total, 'winning position')}{halved}\n{path}")

    report(document, show)


def _export(
    name: Path, form: Format, text: Callable[[], Iterable[str]], parquet: Callable[[Path], object]
) -> Path:
    """Write a file in either form; where it is."""
    path = name.with_name(f"{name.name}.{'txt' if form == 'text' else form}")
    if form == "text":
        write_text(text(), path)
    else:
        parquet(path)
    return path


def _print_index(table: dict[int, dict[int, int]]) -> None:
    """Print how many positions there are by pegs and index."""
    indices = sorted({index for row in table.values() for index in row})
    names = (f"index {index}/{rank}" for rank, index in enumerate(indices, 1))
    sums = [sum(row.get(index, 0) for row in table.values()) for index in indices]
    rows = {pegs: [row.get(index, 0) for index in indices] for pegs, row in table.items()}
    out.table(
        ", ".join(["pegs", *names, "all"]),
        ((pegs, *cells, sum(cells)) for pegs, cells in rows.items()),
        sums=[("all", *sums, sum(sums))],
    )


# --
# `pegs levels`: the sizes of F, B, W and L by pegs, or of the levels by moves.


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
    letters: str = option("What to export, as in FW.", "--sets", default=NAMES, metavar="LETTERS"),
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
        table = sets.level_table(problem, raw, work=work)
        if export is not None:
            codes = sets.level_codes(problem, letters.upper(), work=work)
            name = f"{export_name(problem, asked.letter)}-levels"
            text = partial(text_of_levels, problem, codes)
            parquet = partial(write_levels_parquet, problem, codes)
            path = _export((to or Path()) / name, export, text, parquet)

    def show() -> None:
        half = f"to {len(problem.board) // 2}"
        out.table(
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


def _by_moves(problem: Problem, title: str, store: bool, limits: LevelLimits) -> None:
    planned = partial(plan, problem, "levels", folder=home())
    with working(f"the levels by moves of {title}", limits, plan=planned) as work:
        if store:
            sets.FewestMoves.load(problem.board, problem.finishes, work=work)
        table = surveys.move_table(problem, work=work)

    def show() -> None:
        out.table(
            "moves, forward/1, W/3, pegs/5, backward/2, W/4, pegs/6",
            ((n, *_cells(ahead), *_cells(behind)) for n, (ahead, behind) in enumerate(table.rows)),
            title=str(problem),
            sums=[("all", table.totals[0], "", "", table.totals[1])],
        )
        _print_last("from the start", table.forward, table.farthest, ("wins", "dead"))
        reached = "reached from the start", "never reached from the start"
        _print_last("to the finish", table.backward, table.deepest, reached)

    report(table.to_json, show)


def _print_last(
    words: str,
    levels: Sequence[surveys.MoveLevel],
    last: dict[Position, bool],
    verdicts: tuple[str, str],
) -> None:
    """The last level, and where it is short its positions, each with its verdict."""
    level = levels[-1]
    moves, positions = counted(len(levels) - 1, "move"), counted(level.positions, "position")
    winning = f"{level.winning:,}" if level.winning else "none"
    out.print(f"{moves} {words}: {positions}, {winning} of them on solutions")
    glyphs = UNICODE if out.draws_unicode else ASCII
    for position, wins in list(last.items())[:_SHOWN]:
        mark = f"{glyphs.wins} {verdicts[0]}" if wins else f"{glyphs.dead} {verdicts[1]}"
        out.print(f"  {position.text()}  {mark}", style="" if wins else "dim")
    if len(last) > _SHOWN:
        out.dim(f"  and {len(last) - _SHOWN} more: --json lists them")


def _cells(level: surveys.MoveLevel | None) -> tuple[str, str, str]:
    if level is None:
        return "", "", ""
    fewest, most = level.pegs
    pegs = str(fewest) if fewest == most else f"{fewest}-{most}"
    return f"{level.positions:,}", f"{level.winning:,}", pegs


# --
# `pegs tablebase`: all solvable positions of a class.


@rules(
    "--position excludes --class --finish --to --estimate",
    "--finish excludes --class: a finish has its class",
)
def tablebase(
    name: str = BOARD,
    letter: str | None = CLASS,
    finish: str | None = option(
        "What is solvable to this hole, not to any of its class.", metavar="HOLE"
    ),
    position: str | None = option(
        "Say at which holes it can end: code:8455, a picture, d4:d2-d4, or @FILE.",
        metavar="POSITION",
    ),
    to: Path | None = option("Where to keep it; by default in the store.", metavar="FILE"),
    *,
    limits: TableLimits,
) -> None:
    """Find every solvable position of a position class, one bit each, and keep them in a file.

    A class of the English board takes 64 MiB, one of the French board 1 GiB, one of the hexagon
    of 37 holes 4 GiB, and as much memory while it is built. A build that is interrupted goes on
    where it stopped. The answer is how many positions are solvable, one by one and up to
    symmetry.

    With --position: at which holes a game from there can end with one peg; nothing is kept then,
    except with --store. The exit code is 1 if it can end nowhere.

    Examples: pegs tablebase english; pegs tablebase french --class B; pegs tablebase english
    --position code:65536
    """
    board = read_board(name)
    theory.check_class_sets(board, "tablebases")
    if position is not None:
        _report_ends(read_position(board, position), limits)
        return
    if finish is None:
        codes = theory.class_named(board, letter).finishes
    else:
        codes = (1 << board.index(finish),)
    path = to or default_path(board, codes)

    def planned(*, refuse: bool = False, work: Work | None = None) -> Plan:
        memory = limits.memory if refuse else None
        return plan_tables(board, [codes], refuse=refuse, stored=to is None, memory=memory)

    with working(
        f"which positions of {board.name} can be solved",
        limits,
        plan=planned,
        is_planned=to is None or not to.exists(),
        kept=going_on(building_folder(path), whole=path),
    ) as work:
        table = sets.Tablebase.load(board, codes, to, work=work)
        work.progress.stage(f"counting the positions of {board.name} that can be solved")
        raw, reduced = table.sizes(), table.reduced_sizes()
    sums = sum(raw.values()), sum(reduced.values())

    def show() -> None:
        out.table(
            "pegs, positions, up to symmetry/1",
            ((pegs, raw[pegs], reduced[pegs]) for pegs in sorted(raw, reverse=True)),
            title=f"{board.name}: solvable to {table.finish_text}",
            sums=[("all", *sums)],
        )
        out.dim(f"kept in {table.path}")

    document = {
        "board": board.name,
        "finish": table.finish_text,
        "positions": sums[0],
        "reduced": sums[1],
        "path": str(table.path),
        "levels": [{"pegs": pegs, "raw": raw[pegs], "reduced": reduced[pegs]} for pegs in raw],
    }
    report(document, show)


def _report_ends(position: Position, limits: TableLimits) -> None:
    board = position.board
    holes = [hole_name(board.holes[i]) for i in theory.feasible_finishes(position)]
    codes = [(1 << board.index(hole),) for hole in holes]
    title = f"where {position.text()} can end"
    with working_on_tables(board, codes, limits, title) as work:
        tables = sets.BoardTables(board, store=limits.store, work=work)
        ends = [hole for hole in holes if tables.solvable(position, hole)]
    words = f"can end with one peg at {' '.join(ends)}"
    if not ends:
        why = "no game from there does" if holes else "its class has no position with one peg"
        words = f"cannot end with one peg: {why}"
    document = {"board": board.name, "position": position.code, "finishes": ends}
    report(document, f"{position.text()} {words}", bool(ends))


# --
# `pegs verify`: check stored winning sets by playing.


def verify(
    asked: Asked,
    limits: Limits,
    sample: int = option("Positions to be drawn of each level.", default=20, metavar="N", min=0),
    seed: int = option("Of the draw.", default=0, metavar="N"),
) -> None:
    """Check the stored winning sets of a problem.

    Every file is read and compared with its checksum. Then positions are drawn at random: those
    that win are played to the finish, and back to the start; those that one jump takes out of the
    sets are searched, without them, for a solution that must not be there.

    Examples: pegs verify triangle5 a1; pegs verify english d4 --sample 100 --seed 7
    """
    problem = asked.problem("winning sets")
    with working(f"checking the winning positions of {asked.title_of(problem)}", limits) as work:
        found = reasons.verify(sets.WinningSets.open(problem), sample, seed, work=work)

    def show() -> None:
        out.print(f"{problem}: {counted(found.positions, 'winning position')}, whole and sorted")
        out.print(f"{found.played:,} of them were played to the finish and back to the start")
        out.print(
            f"{counted(found.rejected, 'losing position')} shown to have no solution, "
            f"{found.undecided:,} not decided in time"
        )

    report(lambda: {**to_json(problem), **found.to_json()}, show)
