"""`pegs sets`: list, build, verify and remove stored winning sets, levels and tablebases."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from time import time
from typing import Literal, get_args

import click

from pegsolitaire import sets, signals, solving, surveys, theory
from pegsolitaire.board import hole_name, read_board
from pegsolitaire.cli.command import command
from pegsolitaire.cli.long_work import (
    Cluster,
    check_cluster_options,
    cluster_options,
    going_on,
    kept_sets,
    working,
    working_on_tables,
)
from pegsolitaire.cli.options import (
    FILE,
    Asked,
    Limits,
    WholeNumber,
    board_argument,
    class_option,
    excludes,
    level_limit_options,
    limit_options,
    needs,
    problem_options,
    table_limit_options,
)
from pegsolitaire.cli.output import Column, out, report
from pegsolitaire.draw.terminal import ASCII, UNICODE
from pegsolitaire.errors import ProblemError
from pegsolitaire.files import home, write_text
from pegsolitaire.frames import need
from pegsolitaire.game import Position, Problem, is_any, read_position
from pegsolitaire.progress_bar import NOTHING_KEPT, err
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
from pegsolitaire.units import bytes_text, counted
from pegsolitaire.work import Work

_AGES = ((86_400, "day"), (3_600, "hour"), (60, "minute"))


@command()
@click.argument(
    "names",
    metavar="[NAME]...",
    required=False,
    nargs=-1,
    help="A board, the name of an entry, or a pattern such as '*.building'. By default "
    "everything.",
)
@click.option(
    "--remove", is_flag=True, help="Remove the named entries, after asking for confirmation."
)
@click.option("--yes", "-y", "sure", is_flag=True, help="Do not ask for confirmation.")
def stored(names: tuple[str, ...], remove: bool, sure: bool) -> None:
    """List the sets stored on this machine, or remove some of them.

    Commands store winning sets, tablebases and the finished part of long work, so that you do not
    have to wait again. These files are in your data folder, or in PEGSOLITAIRE_HOME; the last line
    of the list names the folder. --remove deletes entries that pegs has made, and
    a command that needs one builds it again. Your puzzle sets in the folder puzzles and all other
    files stay. If a command needs a file that is damaged, it renames it to NAME.damaged, and
    builds the set again or does without it.

    Examples: pegs sets; pegs sets triangle5; pegs sets triangle5/a1_a1 --remove --yes
    """
    needs("--remove", "NAME", why="`pegs sets english/d4_d4 --remove`")
    needs("--yes", "--remove")
    if remove and out.as_json and not sure:
        raise ProblemError("--json cannot ask for confirmation: add --yes to remove them")
    entries = sets.list_stored(names=names)
    if names and not entries:
        asked = " or ".join(map(repr, names))
        raise ProblemError(f"nothing is stored under {asked}: `pegs sets` lists all entries")
    total = bytes_text(sum(entry.bytes for entry in entries))

    def show() -> None:
        if not entries:
            out.print(f"nothing is stored in {home()}")
            return
        cells = []
        for entry in entries:
            is_drawn = (
                entry.board and entry.board not in entry.name
            )  # a board without a catalogue name
            kind = f"{entry.kind} of {entry.board}" if is_drawn else entry.kind
            cells.append(
                (entry.name, kind, bytes_text(entry.bytes), _age(time() - entry.modified))
            )
        out.table(
            [
                Column.name("name"),
                Column.text("kind", 2),
                Column.number("size", 1),
                Column.number("age", 3),
            ],
            cells,
        )
        out.dim(f"{total} in {home()}")

    report({"folder": str(home()), "entries": entries, "removed": remove}, show)
    if remove:
        _remove(entries, sure)


def _remove(entries: Sequence[sets.Stored], sure: bool) -> None:
    """Remove the entries that this program made, after a question, and name the others."""
    for entry in entries:
        if not entry.is_removable:
            err.print(f"left: {entry.name}, as pegs did not make it", style="dim", markup=False)
    removable = [entry for entry in entries if entry.is_removable]
    if removable and (sure or _agrees(len(removable))):
        for entry in removable:
            entry.remove()


def _age(seconds: float) -> str:
    for unit, name in _AGES:
        if seconds >= unit:
            return counted(int(seconds / unit), name)
    return "just now"


def _agrees(number: int) -> bool:
    """Ask the user whether to remove the entries."""
    out.file.flush()
    try:
        return click.confirm("Remove it?" if number == 1 else f"Remove all {number}?", err=True)
    except click.Abort:
        if signals.is_requested():
            raise KeyboardInterrupt from None
        raise ProblemError(
            "no confirmation was given: add --yes to remove without asking"
        ) from None


# --
# `pegs sets winning`: build and store winning sets, and export them.


_Format = Literal["text", "parquet"]


@command()
@problem_options
@click.option(
    "--by",
    type=click.Choice(["pegs", "index"]),
    default="pegs",
    show_default=True,
    help="index: group positions by the complement problems in which they occur.",
)
@click.option(
    "--export",
    type=click.Choice(get_args(_Format)),
    help="Export the positions in the text format of the papers or as Parquet.",
)
@click.option(
    "--to",
    type=FILE,
    metavar="DIR",
    help="The folder to export to; by default the current folder.",
)
@level_limit_options
@cluster_options
def winning(
    asked: Asked,
    by: Literal["pegs", "index"],
    export: _Format | None,
    to: Path | None,
    limits: Limits,
    cluster: Cluster,
) -> None:
    """Compute and store every position from which a problem can still be won.

    The winning sets are stored in your data folder, or in PEGSOLITAIRE_HOME; `check`, `solve`,
    `count` and `play` use them. Levels that do not fit in memory are kept on disk. If you stop a
    run, the same command continues from its last level, or from the last pass over a level.

    Examples: pegs sets winning english d4; pegs sets winning wiegleb e5 --estimate; pegs sets
    winning triangle5 any --by index --export text --to out
    """
    check_cluster_options()
    excludes("--cluster", ("--by", "index"), why="a cluster builds the sets of one problem")
    needs("--to", "--export")
    problem = asked.problem("winning sets")
    if by == "index" and not is_any(asked.start):
        raise ProblemError("--by index compares all vacancies: give any as START")
    if export == "parquet":
        need("pyarrow")  # before the work begins
    folder, place = to or Path(), path_of(problem, "npz")
    stored = None if limits.estimate else sets.WinningSets.find(problem)
    is_stored = stored is not None
    if is_stored and cluster.cluster is not None:
        cluster.forget_stored(problem)
    table: dict[int, dict[int, int]] = {}
    sets_of_class: sets.WinningSets | sets.IndexedSets
    with working(
        f"the winning positions of {asked.title_of(problem)}",
        limits,
        plan=None if is_stored else partial(plan, problem, folder=place),
        kept=kept_sets(problem),
        cluster=None if is_stored else cluster,
        scratch=place.parent,
    ) as work:
        if by == "index":
            kind = theory.as_type(problem.board, asked.letter)
            sets_of_class = indexed = sets.IndexedSets.make(kind, stored=True, work=work)
            table, text = indexed.table(), partial(text_of_index, indexed)
            name = f"{export_name(kind.problem, kind.letter)}-by-index"
        else:
            if stored is None:
                stored = sets.WinningSets.load(problem, work=work)
            else:  # a process may have been killed after it had written the file
                sets.Checkpoint(problem).clear()
            sets_of_class = wins = stored
            text = partial(text_of_sets, wins)
            name = export_name(problem, asked.letter)
        counts = sets_of_class.sizes()
        path = place
        if export is not None:
            parquet = partial(write_sets_parquet, sets_of_class)
            path = _export(folder / name, export, text, parquet)
    document = {
        "problem": problem,
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
    name: Path, form: _Format, text: Callable[[], Iterable[str]], parquet: Callable[[Path], object]
) -> Path:
    """Write a file in the chosen format, and return its path."""
    path = name.with_name(f"{name.name}.{'txt' if form == 'text' else form}")
    if form == "text":
        write_text(text(), path)
    else:
        parquet(path)
    return path


def _print_index(table: dict[int, dict[int, int]]) -> None:
    """Print the number of positions by pegs and index."""
    indices = sorted({index for row in table.values() for index in row})
    names = [Column.number(f"index {index}", rank) for rank, index in enumerate(indices, 1)]
    sums = [sum(row.get(index, 0) for row in table.values()) for index in indices]
    rows = {pegs: [row.get(index, 0) for index in indices] for pegs, row in table.items()}
    out.table(
        [Column.number("pegs"), *names, Column.number("all")],
        ((pegs, *cells, sum(cells)) for pegs, cells in rows.items()),
        sums=[("all", *sums, sum(sums))],
    )


# --
# `pegs sets levels`: the sizes of the sets F, B, W and L by pegs, or of levels by moves.


_MAX_PRINTED_POSITIONS = 10  # positions of the last level to print


@command()
@problem_options
@click.option(
    "--raw",
    is_flag=True,
    help="Count every position, including positions that are images of one another.",
)
@click.option(
    "--by",
    type=click.Choice(["pegs", "moves"]),
    default="pegs",
    show_default=True,
    help="Divide positions into levels by the pegs left, or by the fewest moves.",
)
@click.option(
    "--store",
    is_flag=True,
    help="With --by moves: store the fewest moves for every position, so that `pegs solve "
    "--shortest` answers immediately.",
)
@click.option(
    "--export",
    type=click.Choice(get_args(_Format)),
    help="With --by pegs: also write the positions to a file.",
)
@click.option(
    "--sets",
    "letters",
    default=NAMES,
    show_default=True,
    metavar="LETTERS",
    help="The sets to export, such as FW.",
)
@click.option(
    "--to",
    type=FILE,
    metavar="DIR",
    help="The folder to export to; by default the current folder.",
)
@level_limit_options
def levels(
    asked: Asked,
    raw: bool,
    by: Literal["pegs", "moves"],
    store: bool,
    export: _Format | None,
    letters: str,
    to: Path | None,
    limits: Limits,
) -> None:
    """Count the positions of a problem level by level, by pegs or by moves.

    F is the set of positions that can be reached from the start, and B the set of positions from
    which the finish can be reached. W contains the positions in both sets, from which the game can
    still be won. L is the set of lost positions that can be reached from W with one jump.
    Positions are counted up to the symmetries that preserve start and finish. The last row is the
    sum of the levels with at most half as many pegs as the board has holes.

    Examples: pegs sets levels english d4; pegs sets levels triangle5 a1 --export text --sets FW;
    pegs sets levels triangle5 a1 --raw; pegs sets levels triangle6 any --type A; pegs sets levels
    triangle6 a1 --by moves --store
    """
    needs("--export", ("--by", "pegs"))
    needs("--raw", ("--by", "pegs"), why="levels by moves are counted up to symmetry")
    needs("--to", "--export")
    needs("--sets", "--export")
    excludes("--export", "--raw", why="it writes positions up to symmetry")
    needs("--store", ("--by", "moves"), why="`pegs sets winning` stores sets by pegs")
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
        table = sets.level_table(problem, raw=raw, work=work)
        if export is not None:
            codes = sets.level_codes(problem, names=letters.upper(), work=work)
            name = f"{export_name(problem, asked.letter)}-levels"
            text = partial(text_of_levels, problem, codes)
            parquet = partial(write_levels_parquet, problem, codes)
            path = _export((to or Path()) / name, export, text, parquet)

    def show() -> None:
        half = f"1 to {len(problem.board) // 2}"
        out.table(
            [
                Column.number("pegs"),
                Column.number("F", 2),
                Column.number("B", 3),
                Column.number("W", 1),
                Column.number("L", 4),
            ],
            (row.to_json().values() for row in table.rows),
            title=title,
            sums=[("all", *table.totals().values()), (half, *table.half.values())],
        )
        if path is not None:
            out.print(str(path))

    document = {
        "problem": problem,
        "raw": table.raw,
        "rows": table.rows,
        "totals": {**table.totals(), "half": table.half},
        "path": None if path is None else str(path),
    }
    report(document, show)


def _by_moves(problem: Problem, title: str, store: bool, limits: Limits) -> None:
    planned = partial(plan, problem, "levels", folder=home())
    kept: str | Callable[[], str] = NOTHING_KEPT
    if store:
        place = sets.FewestMoves.file(problem.board, problem.finishes).path
        kept = going_on(building_folder(place), path_of(problem, "levels.building"), whole=place)
    with working(f"the levels by moves of {title}", limits, plan=planned, kept=kept) as work:
        checkpoint = None
        if store:
            sets.FewestMoves.load(problem.board, problem.finishes, work=work)
            checkpoint = sets.Checkpoint(problem, disk=work.disk, ending="levels.building")
        table = surveys.move_table(problem, checkpoint=checkpoint, work=work)

    def show() -> None:
        out.table(
            [
                Column.number("moves"),
                Column.number("forward", 1),
                Column.number("W", 3),
                Column.number("pegs", 5),
                Column.number("backward", 2),
                Column.number("W", 4),
                Column.number("pegs", 6),
            ],
            ((row.moves, *_cells(row.forward), *_cells(row.backward)) for row in table.rows),
            title=str(problem),
            sums=[("all", table.forward_total, "", "", table.backward_total)],
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
    """Print the last level, and if it is small, its positions with their verdicts."""
    level = levels[-1]
    moves, positions = counted(len(levels) - 1, "move"), counted(level.positions, "position")
    winning = f"{level.winning:,}" if level.winning else "none"
    out.print(f"{moves} {words}: {positions}, {winning} of them on solutions")
    glyphs = UNICODE if out.draws_unicode else ASCII
    for position, wins in list(last.items())[:_MAX_PRINTED_POSITIONS]:
        mark = f"{glyphs.wins} {verdicts[0]}" if wins else f"{glyphs.dead} {verdicts[1]}"
        out.print(f"  {position.text()}  {mark}", style="" if wins else "dim")
    if len(last) > _MAX_PRINTED_POSITIONS:
        out.dim(f"  and {len(last) - _MAX_PRINTED_POSITIONS} more: --json lists them")


def _cells(level: surveys.MoveLevel | None) -> tuple[str, str, str]:
    if level is None:
        return "", "", ""
    fewest, most = level.fewest_pegs, level.most_pegs
    pegs = str(fewest) if fewest == most else f"{fewest}-{most}"
    return f"{level.positions:,}", f"{level.winning:,}", pegs


# --
# `pegs sets tablebase`: all solvable positions of a class.


@command()
@board_argument
@class_option
@click.option(
    "--finish",
    metavar="HOLE",
    help="Only positions that can end in this hole, instead of any hole of the class.",
)
@click.option(
    "--position",
    metavar="POSITION",
    help="Print the holes where a game from this position can end: code:8455, a picture, "
    "d4:d2-d4, or @FILE.",
)
@click.option(
    "--to", type=FILE, metavar="FILE", help="The file to write; by default in the store."
)
@table_limit_options
def tablebase(
    name: str,
    letter: str | None,
    finish: str | None,
    position: str | None,
    to: Path | None,
    limits: Limits,
) -> None:
    """Compute and store every solvable position of a position class, with one bit each.

    A class of the English board takes 64 MiB, a class of the French board 1 GiB, and a class of
    the hexagon with 37 holes 4 GiB. The build needs the same amount of memory. An interrupted
    build continues where it stopped. The command prints how many positions are solvable, in total
    and up to symmetry.

    With --position it prints the holes where a game from there can end with one peg, and stores
    nothing unless you add --store. The exit code is 1 if there are no such holes.

    Examples: pegs sets tablebase english; pegs sets tablebase triangle7 --class B; pegs sets
    tablebase english --position code:65536
    """
    excludes("--position", "--class", "--finish", "--to", "--estimate")
    excludes("--finish", "--class", why="the finish determines the class")
    board = read_board(name)
    theory.check_level_sets(board, "tablebases")
    if position is not None:
        _report_ends(read_position(board, position), limits)
        return
    if finish is None:
        codes = theory.as_class(board, letter).finishes
    else:
        codes = (1 << board.bit(finish),)
    path = to or default_path(board, codes)

    def planned(*, refuse: bool = False, work: Work | None = None) -> Plan:
        memory = limits.memory
        return plan_tables(board, [codes], refuse=refuse, stored=to is None, memory=memory)

    with working(
        f"which positions of {board.name} can be solved",
        limits,
        plan=planned if limits.estimate or to is None or not to.exists() else None,
        kept=going_on(building_folder(path), whole=path),
    ) as work:
        table = sets.Tablebase.load(board, codes, to, work=work)
        work.progress.stage(f"counting the positions of {board.name} that can be solved")
        raw, reduced = table.sizes(), table.reduced_sizes()
    sums = sum(raw.values()), sum(reduced.values())

    def show() -> None:
        out.table(
            [
                Column.number("pegs"),
                Column.number("positions"),
                Column.number("up to symmetry", 1),
            ],
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


def _report_ends(position: Position, limits: Limits) -> None:
    board = position.board
    holes = [hole_name(board.holes[i]) for i in theory.feasible_finishes(position)]
    codes = [(1 << board.bit(hole),) for hole in holes]
    title = f"where {position.text()} can end"
    with working_on_tables(board, codes, limits, title) as work:
        found = sets.finishes_by_tables(position, store=limits.stored, work=work)
    ends = list(map(hole_name, found))
    words = f"can end with one peg at {' '.join(ends)}"
    if not ends:
        why = (
            "no game from there ends with one peg"
            if holes
            else "its class has no position with one peg"
        )
        words = f"cannot end with one peg: {why}"
    document = {"board": board.name, "position": position, "finishes": ends}
    report(document, f"{position.text()} {words}", bool(ends))


# --
# `pegs sets verify`: verify stored winning sets by playing games.


@command()
@problem_options
@limit_options
@click.option(
    "--sample",
    type=WholeNumber(0),
    default=20,
    show_default=True,
    metavar="N",
    help="The number of random positions to test in each level.",
)
@click.option(
    "--seed",
    type=WholeNumber(0),
    default=0,
    show_default=True,
    metavar="N",
    help="Seed of the random choice.",
)
def verify(asked: Asked, limits: Limits, sample: int, seed: int) -> None:
    """Verify the stored winning sets of a problem.

    The command reads every file and compares its checksum. Then it tests random positions. It
    plays winning positions to the finish and back to the start. For positions one jump outside the
    sets, it searches for a solution without using the sets; there must be none.

    Examples: pegs sets verify triangle5 a1; pegs sets verify english d4 --sample 100 --seed 7
    """
    problem = asked.problem("winning sets")
    with working(f"checking the winning positions of {asked.title_of(problem)}", limits) as work:
        verified = solving.verify(sets.WinningSets.open(problem), sample, seed, work=work)

    def show() -> None:
        out.print(
            f"{problem}: {counted(verified.positions, 'winning position')}, complete and sorted"
        )
        out.print(f"{verified.played:,} of them were played to the finish and back to the start")
        out.print(
            f"{counted(verified.rejected, 'losing position')} shown to have no solution, "
            f"{verified.undecided:,} not decided in time"
        )

    report({"problem": problem, **verified.to_json()}, show)
