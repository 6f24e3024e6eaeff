"""Hard puzzles: `pegs design` and its subcommands `unique` and `symmetric`."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from heapq import nsmallest
from itertools import chain, islice, zip_longest
from math import inf
from pathlib import Path
from typing import TypeVar, get_args

import click

from pegsolitaire import data, draw, sets, surveys, theory
from pegsolitaire.board import Board, read_board, symmetry_types
from pegsolitaire.board.notation import either
from pegsolitaire.cli.command import command
from pegsolitaire.cli.long_work import Interruption, stopping, working_on_tables
from pegsolitaire.cli.options import (
    FILE,
    Limits,
    WholeNumber,
    board_argument,
    class_option,
    needs,
    table_limit_options,
    together,
)
from pegsolitaire.cli.output import Column, out, report
from pegsolitaire.cli.pictures import picture_option
from pegsolitaire.errors import ProblemError, quoted, within
from pegsolitaire.files import check_writable
from pegsolitaire.game import Position
from pegsolitaire.surveys import Designed
from pegsolitaire.units import counted, read_range


@dataclass(frozen=True)
class _Puzzles:
    """The positions to search for, and where to write them."""

    pegs: str | None
    most: int
    svg: Path | None
    to: Path | None
    called: str | None


_puzzle_options = together(
    "puzzles",
    _Puzzles,
    click.option(
        "--pegs",
        metavar="N",
        help="Only positions with N pegs, or with a number of pegs in a range: 9, 8..14, 8.. or "
        "..14.",
    ),
    click.option(
        "--most",
        type=WholeNumber(1),
        default=20,
        show_default=True,
        metavar="N",
        help="Show, draw and write at most N positions.",
    ),
    picture_option("Draw the positions side by side."),
    click.option(
        "--to",
        type=FILE,
        metavar="DIR",
        help="Write the positions to this folder as a puzzle set (TOML, JSON and Parquet) for "
        "`pegs puzzles` and `pegs play --puzzles`.",
    ),
    click.option(
        "--name",
        "called",
        metavar="NAME",
        help="With --to: the name of the set, which printed sheets show. The default name "
        "describes the board and the search.",
    ),
)
_difficulty_option = click.option(
    "--difficulty",
    metavar="WORD",
    help="Only puzzles of this difficulty: easy (less than 10 bits), medium, hard (20 or more) or "
    "very-hard (30 or more); or a range of bits such as 5..8.",
)
_DIGIT = re.compile(r"\d")

One = TypeVar("One")


class _Wanted:
    """The parsed and checked options of :class:`_Puzzles`."""

    def __init__(self, board: Board, puzzles: _Puzzles, difficulty: str | None = None) -> None:
        self.board, self.most = board, puzzles.most
        self.pegs = None if puzzles.pegs is None else _read_pegs(board, puzzles.pegs)
        self.bits = None if difficulty is None else _read_difficulty(difficulty)
        self.svg, self.to, self._how_hard = puzzles.svg, puzzles.to, difficulty
        self.is_handed_out = self.svg is not None or self.to is not None
        self._drawn: Path | None = None
        self._paths: list[Path] = []
        self._name = puzzles.called
        if self._name is not None:
            with within("--name"):
                data.check_set_name(self._name)
        if self.to is not None:
            check_writable(self.to / "puzzles")

    def draw(self, shown: Sequence[tuple[Position, str]]) -> None:
        """Draw the positions with captions, if a picture was requested and there are positions."""
        if self.svg is None or not shown:
            return
        diagrams = [
            draw.Diagram(
                self.board,
                position.code,
                caption=f"{number}. {counted(len(position), 'peg')}\n{words}",
            )
            for number, (position, words) in enumerate(shown, 1)
        ]
        draw.write_picture(draw.panel_svg(diagrams), self.svg)
        self._drawn = self.svg

    def write(self, kind: str, letter: str | None, about: str, found: Sequence[Designed]) -> None:
        """Write puzzles of a kind and a class as a set, if a file was requested."""
        if self.to is None or not found:
            return
        difficulty = self._how_hard
        if difficulty is not None and _DIGIT.search(difficulty):
            difficulty = _range_words(self.bits, "bit")
        in_class = "" if letter in (None, "A") else f"class-{letter}"
        parts = list(filter(None, [difficulty, kind, in_class, _range_words(self.pegs, "peg")]))
        if self._name is not None:
            name, title, stem = self._name, self._name, data.file_stem(self._name)
        else:
            name = f"{self.board.name}: {' '.join(parts).replace('-', ' ')}"
            title = kind.removesuffix("s").replace("-", " ").capitalize()
            stem = data.file_stem("-".join([self.board.name, *parts])).lower()
        self._paths = surveys.write_designs(name, self.board, about, found, self.to, title, stem)

    @property
    def document(self) -> dict[str, object]:
        """The paths of all written files."""
        document: dict[str, object] = {}
        if self.svg is not None:
            document["svg"] = None if self._drawn is None else str(self._drawn)
        if self.to is not None:
            document["paths"] = list(map(str, self._paths))
        return document

    def tell(self) -> None:
        """Print the paths of the files, and commands that use them."""
        if self._drawn:
            out.dim(f"drawn in {self._drawn}")
        for path in self._paths:
            out.dim(f"written to {path}")
        for file in self._paths[:1]:
            out.dim(f"to play them: `pegs play --puzzles {shlex.quote(str(self.to))}`")
            sheet = shlex.quote(f"{file.stem}.html")
            out.dim(f"to print them: `pegs puzzles {shlex.quote(str(file))} --sheet {sheet}`")


def _read_pegs(board: Board, text: str) -> tuple[float, float]:
    with within("--pegs"):
        least, most = read_range(text)
    if least != int(least) or (most < inf and most != int(most)) or most < 1:
        raise ProblemError(
            f"--pegs: {quoted(text)} is not a number of pegs: write 9, 8..14, 8.. or ..14"
        )
    if least > len(board):
        raise ProblemError(
            f"--pegs: {least} pegs do not fit on {board.name}, which has {len(board)} holes"
        )
    return least, most


def _read_difficulty(text: str) -> tuple[float, float]:
    if not _DIGIT.search(text):
        return data.bits_of_difficulty(text)
    with within("--difficulty"):
        return read_range(text)


def _range_words(found: tuple[float, float] | None, thing: str) -> str:
    """Write a range for the name of a set: 9-pegs, 8-to-14-pegs, 8-pegs-or-more."""
    if found is None:
        return ""
    least, most = found
    if most == inf:
        return f"{least}-{thing}s-or-more"
    if least == most:
        return f"{least}-{thing}{'s' * (least != 1)}"
    return f"{least}-to-{most}-{thing}s"


def _caption(design: Designed) -> tuple[Position, str]:
    """A puzzle with its caption."""
    rating = design.rating
    words = design.feature if rating is None else f"{rating.difficulty}, {rating.bits:.1f} bits"
    return design.position, words


def _print_designed(design: Designed) -> None:
    """Print a puzzle: its picture, its difficulty, and a solution."""
    out.print(
        f"\n{counted(len(design.position), 'peg')}, {design.feature}, code:{design.position.code}"
    )
    out.picture(design.position)
    if design.rating is not None:
        out.print(design.rating.text)
    out.dim(str(design.solution))


def _print_groups(
    groups: Sequence[tuple[str, Iterable[One]]],
    print_one: Callable[[One], None],
    left: int,
    most: int,
) -> None:
    """Print groups of positions with titles, and the number of omitted positions."""
    for number, (title, members) in enumerate(groups):
        out.print("\n" * (number > 0) + title)
        for member in members:
            print_one(member)
    if left:
        out.print(f"\n{left:,} more: add --most {most + left} to see all")


def _ends(chosen: theory.PositionClass) -> str:
    return f"Their position class allows the last peg only at {either(chosen.names)}."


_RATED = "the puzzles that were rated by then are printed"

_UNRATED = "the positions are printed, some of them without a rating"

_SETS: dict[surveys.Kind, tuple[str, str]] = {
    "unique": (
        "puzzles",
        "Exactly one of the many possible jumps wins.",
    ),
    "symmetric": (
        "symmetric-puzzles",
        "Symmetric positions that symmetrical jumps do not solve: few of the first jumps win.",
    ),
}


@command()
@board_argument
@click.option(
    "--kind",
    type=click.Choice(get_args(surveys.Kind)),
    default="unique",
    show_default=True,
    help="unique: positions with exactly one winning jump. symmetric: symmetric positions with "
    "few winning jumps.",
)
@class_option
@_difficulty_option
@_puzzle_options
@table_limit_options
def design(
    name: str,
    kind: surveys.Kind,
    letter: str | None,
    difficulty: str | None,
    puzzles: _Puzzles,
    limits: Limits,
) -> None:
    """Search a position class for hard puzzles that can be played to one peg.

    Difficulty is measured in bits: how much information you need to choose a winning jump
    every time. The command selects the hardest positions for every number of pegs, and prints
    the easiest of them first. The exit code is 1 if it finds no puzzle.

    Examples: pegs design english; pegs design triangle6 --kind symmetric --most 5; pegs design
    triangle7 --class B --to puzzles; pegs design english --pegs 8..14 --difficulty medium
    """
    needs("--name", "--to", why="it names the set that --to writes")
    board = read_board(name)
    theory.check_level_sets(board, "tablebases")
    chosen = theory.as_class(board, letter)
    wanted = _Wanted(board, puzzles, difficulty)
    with working_on_tables(board, [chosen.finishes], limits) as work:
        table = sets.tablebase(chosen, store=limits.stored, work=work)
        pegs, bits = wanted.pegs, wanted.bits
        designs: list[Designed] = []
        with Interruption() as stop, stopping(work) as own:
            designs = surveys.design(
                chosen, kind, wanted.most, table=table, pegs=pegs, bits=bits, work=own
            )
        if not designs:
            stop.end()
    word, says = _SETS[kind]
    about = f"{says} Found by computer, the easiest first. {_ends(chosen)}"
    wanted.draw(list(map(_caption, designs)))
    wanted.write(word, chosen.letter, about, designs)

    def show() -> None:
        number = counted(len(designs), "puzzle") if designs else "no puzzle found"
        out.print(f"{board.name}, class {chosen.letter}, {kind}: {number}")
        for design in designs:
            _print_designed(design)
        wanted.tell()

    document = {
        "board": board.name,
        "class_letter": chosen.letter,
        "kind": kind,
        "puzzles": designs,
        "interrupted": bool(stop),
        "paths": [],
        **wanted.document,
    }
    report(document, show, bool(designs))
    stop.end(_RATED)


_UNIQUE = ("one-winning-jump", "a unique winning jump"), ("one-solution", "a unique solution")


@command()
@board_argument
@class_option
@click.option("--solution", is_flag=True, help="Only positions that have exactly one solution.")
@_puzzle_options
@table_limit_options
def unique(
    name: str, letter: str | None, solution: bool, puzzles: _Puzzles, limits: Limits
) -> None:
    """Find the positions of a class from which exactly one jump wins.

    A jump wins if the game can then end with one peg in any hole. For each number of pegs the
    table shows how many of these positions there are up to symmetry, the largest number of legal
    jumps in one of them, and how many have that number. With --pegs the command prints the
    positions with the most jumps, each with a rating (see `pegs design --help`) and a solution.
    --svg and --to use the same positions. Without --pegs, --svg and --to use the first position
    for every number of pegs from 4 on, then the second of each, up to --most. The exit code is 1
    if there are no such positions.

    Examples: pegs design unique english; pegs design unique english --pegs 17; pegs design unique
    triangle5 --solution; pegs design unique triangle6 --pegs 8..10 --most 6 --svg hardest.svg
    """
    needs("--name", "--to", why="it names the set that --to writes")
    board = read_board(name)
    theory.check_level_sets(board, "tablebases")
    chosen = theory.as_class(board, letter)
    wanted = _Wanted(board, puzzles)
    word, what = _UNIQUE[solution]
    with working_on_tables(board, [chosen.finishes], limits) as work:
        table = sets.tablebase(chosen, store=limits.stored, work=work)
        unique_positions = surveys.unique_jumps(chosen, table=table, work=work)
        if solution:
            unique_positions = surveys.with_unique_solution(unique_positions)
        least, most = wanted.pegs or (surveys.MIN_PEGS, inf)
        rows = [row for row in unique_positions.rows if least <= row.pegs <= most]
        best = [
            unique_positions.hardest(row.pegs) for row in rows if wanted.pegs or row.max_jumps > 1
        ]
        shown: list[Designed] = []
        with Interruption() as stop, stopping(work) as own:
            if wanted.pegs is not None or wanted.is_handed_out:
                # The first position of each number of pegs, then the second of each, and so on.
                row = chain.from_iterable(zip_longest(*best))
                in_turn = (position for position in row if position is not None)
                positions = sorted(
                    islice(in_turn, wanted.most),
                    key=lambda position: (len(position), position.code),
                )
                features = (
                    f"one winning jump of {len(position.legal_jumps)}" for position in positions
                )
                rated = zip(positions, features, strict=True)
                shown = surveys.as_puzzles(rated, table, work=own)
    wanted.draw(list(map(_caption, shown)))
    about = f"Positions with {what} and the most jumps of their number of pegs. Found by computer."
    wanted.write(word, chosen.letter, f"{about} {_ends(chosen)}", shown)
    is_found = bool(best if wanted.pegs is not None else len(unique_positions))
    of_class = f"class {chosen.letter}"

    def show() -> None:
        if not is_found:
            pegs = puzzles.pegs
            having = "" if pegs is None else f" with {pegs} {'peg' if pegs == '1' else 'pegs'}"
            out.print(f"no position of {of_class}{having} has {what}")
            return
        if wanted.pegs is None:
            finishes = " ".join(chosen.names)
            out.table(
                [
                    Column.number("pegs"),
                    Column.number("positions"),
                    Column.number("most jumps", 1),
                    Column.number("with that many", 2),
                ],
                (
                    (row.pegs, row.positions, row.max_jumps, row.count)
                    for row in unique_positions.rows
                ),
                title=f"{board.name}, {of_class} (ends at {finishes}): {what}",
                sums=[("all", len(unique_positions))],
            )
        else:
            groups = []
            for positions in best:
                size, jumps = len(positions[0]), counted(len(positions[0].legal_jumps), "jump")
                number = f"{len(positions)} up to symmetry"
                title = f"{counted(size, 'peg')}, {jumps}, one of them wins: {number}"
                groups.append((title, [entry for entry in shown if len(entry.position) == size]))
            left = sum(map(len, best)) - len(shown)
            _print_groups(groups, _print_designed, left, len(shown))
        wanted.tell()

    hardest = {} if wanted.pegs is None else {"hardest": shown}
    more = {"interrupted": bool(stop), **hardest, **wanted.document}
    report(lambda: unique_positions.to_json() | more, show, is_found)
    stop.end(_UNRATED)


@command()
@board_argument
@class_option
@click.option(
    "--finishes", is_flag=True, help="Also count the positions by the finishes they can reach."
)
@click.option(
    "--type",
    "number",
    type=WholeNumber(),
    metavar="N",
    help="Show the positions of one symmetry type, by its number in the table.",
)
@_puzzle_options
@table_limit_options
def symmetric(
    name: str,
    letter: str | None,
    finishes: bool,
    number: int | None,
    puzzles: _Puzzles,
    limits: Limits,
) -> None:
    """Count the symmetric positions that can be played to one peg, by symmetry type.

    Symmetries that differ only by turning or reflecting the board have the same type. Type 1 is
    the full symmetry of the board. Positions are counted up to symmetry. With --type the command
    prints the positions of that type, those with the fewest pegs first, and --json lists the codes
    of all of them. --svg and --to use the positions of that type, or of all types. The exit code
    is 1 if there are no such positions.

    Examples: pegs design symmetric english; pegs design symmetric english --type 1; pegs design
    symmetric triangle7 --class B; pegs design symmetric triangle6 --pegs 8..10 --to puzzles
    """
    needs("--name", "--to", why="it names the set that --to writes")
    board = read_board(name)
    theory.check_level_sets(board, "tablebases")
    wanted = _Wanted(board, puzzles)
    letters = None if letter is None else theory.as_class(board, letter).letter
    kinds = len(symmetry_types(board))
    if number is not None and not 1 <= number <= kinds:
        known = f"choose 1 to {kinds}" if kinds else "it has no symmetry"
        raise ProblemError(f"{board.name} has no symmetry type {number}: {known}")
    chosen = [c for c in theory.position_classes(board) if letters in (None, c.letter)]
    with working_on_tables(board, [row.finishes for row in chosen], limits) as work:
        rows = surveys.symmetric_positions(
            board,
            letters=letters,
            pegs=wanted.pegs or (0, inf),
            by_finish=finishes,
            store=limits.stored,
            work=work,
        )
        rows = [row for row in rows if number in (None, row.kind.number)]
        every = ((row, position) for row in rows for position in row)
        shown = nsmallest(wanted.most, every, key=lambda found: len(found[1]))
        playable = [(row, position) for row, position in shown if len(position) > 1]
        designs: list[Designed] = []
        with Interruption() as stop, stopping(work) as own:
            for of_class in dict.fromkeys(row.found_in for row, _ in playable if wanted.to):
                table = sets.tablebase(of_class, store=limits.stored, work=own)
                mine = [
                    (position, row.kind.description)
                    for row, position in playable
                    if row.found_in == of_class
                ]
                designs += surveys.as_puzzles(mine, table, work=own)
    order = [position for _, position in playable]
    designs.sort(key=lambda design: order.index(design.position))
    captions = (f"type {row.kind.number}, class {row.found_in.letter}" for row, _ in playable)
    wanted.draw(list(zip(order, captions, strict=True)))
    kind = "symmetric-positions" if number is None else f"symmetric-type-{number}"
    about = "Symmetric positions that can be played to one peg, those with the fewest pegs first."
    wanted.write(kind, letters, f"{about} Found by computer.", designs)

    def print_one(position: Position) -> None:
        out.print(f"\n{counted(len(position), 'peg')}, code:{position.code}")
        out.picture(position)

    def show() -> None:
        if not rows:
            out.print(
                f"no symmetric position of {board.name} with these options can be played to one "
                "peg"
            )
        elif number is None:
            _print_symmetric(rows, board.name)
        else:
            groups = []
            for row in rows:
                letter, many = row.found_in.letter, counted(len(row), "position")
                title = f"type {number}, {row.kind.description}, class {letter}: {many}"
                groups.append((title, [entry for of, entry in shown if of is row]))
            _print_groups(groups, print_one, sum(map(len, rows)) - len(shown), len(shown))
        wanted.tell()

    def document() -> dict[str, object]:
        codes = [{} if number is None else {"codes": row.codes.tolist()} for row in rows]
        documents = [row.to_json() | code for row, code in zip(rows, codes, strict=True)]
        more = {"interrupted": bool(stop), **wanted.document}
        return {"board": board.name, "rows": documents, **more}

    report(document, show, bool(rows))
    stop.end(_UNRATED)


def _print_symmetric(rows: list[surveys.SymmetricPositions], name: str) -> None:
    finishes = any(row.solvable_to for row in rows)
    cells: list[tuple[object, ...]] = []
    for row in rows:
        ends = ", ".join(f"{hole} {n:,}" for hole, n in row.solvable_to.items())
        kind = row.kind
        first = kind.number, kind.description, kind.order, row.class_letter, len(row)
        cells.append((*first, *([ends] if finishes else [])))
    if len(rows) > 1:
        cells.append(("all", "", "", "", sum(map(len, rows))))
    headings = [
        Column.number("type"),
        Column.text("symmetry", 1),
        Column.number("order", 3),
        Column.name("class"),
        Column.number("positions"),
    ]
    headings += [Column.text("able to end at", 2)] * finishes
    out.table(headings, cells, title=f"{name}: solvable symmetric positions")
