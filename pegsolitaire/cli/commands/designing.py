"""`pegs design`: a search for hard puzzles."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from heapq import nsmallest
from itertools import chain, zip_longest
from math import inf
from pathlib import Path
from typing import ClassVar, TypeVar

from pegsolitaire.amounts import read_range
from pegsolitaire.board import Board, read_board, symmetry_types
from pegsolitaire.board.notation import either
from pegsolitaire.cli.options import BOARD, CLASS, TableLimits, option, rules
from pegsolitaire.cli.output import NO, counted, out, picture, print_table, report
from pegsolitaire.cli.pictures import check_pictures, names_asked_for, picture_option
from pegsolitaire.cli.working import kept_tables, table_plan, working
from pegsolitaire.data import bits_of_difficulty, puzzle_sets
from pegsolitaire.draw import Diagram, panel_svg, write_picture
from pegsolitaire.errors import ProblemError
from pegsolitaire.files import check_writable
from pegsolitaire.game import Position
from pegsolitaire.results import Document
from pegsolitaire.sets import Tablebase
from pegsolitaire.surveys import (
    LEAST_PEGS,
    Designed,
    Kind,
    SymmetricPositions,
    UniqueJumps,
    symmetric_positions,
    unique_jumps,
    with_unique_solution,
    write_designs,
)
from pegsolitaire.surveys import design as find_designs
from pegsolitaire.theory import check_class_sets, class_named, position_classes
from pegsolitaire.work import Work

# --
# What `design`, `unique` and `symmetric` have in common: which positions, and where they go.


@dataclass(frozen=True)
class Puzzles:
    """Which positions a search takes, and where they go."""

    title: ClassVar[str] = "Output"

    pegs: str | None = option(
        "Only positions with N pegs, or a range of them: 9, 8..14, 8.. or ..14.", metavar="N"
    )
    most: int = option("Show, draw and write at most N.", default=20, metavar="N", min=1)
    svg: Path | None = picture_option("Draw the positions side by side.")
    to: Path | None = option(
        "Write the positions there as a puzzle set, which `pegs puzzles` shows and prints and "
        "`pegs play --puzzles` plays: TOML, and the same as JSON and Parquet.",
        metavar="DIR",
    )
    called: str | None = option(
        "With --to: what the set is called, also on paper; by default after the board and what "
        "was searched for.",
        "--name",
        metavar="NAME",
    )


PUZZLE_RULES = ("--name needs --to: it is the name of the set that is written",)
DIFFICULTY = option(
    "Only puzzles that are this hard: easy (less than 10 bits), medium, hard (20 or more) or "
    "very-hard (30 or more); or a range of bits: 5..8.",
    metavar="WORD",
)

_DIGIT = re.compile(r"\d")
_FOREIGN = re.compile(r"[^\w+.-]+")  # names of sets become names of files

One = TypeVar("One")


class Wanted:
    """Which positions are wanted, and where they are to go.

    Parameters
    ----------
    board : Board
        Their board.
    puzzles : Puzzles
        Which positions, and where to, as they were typed.
    difficulty : str, optional
        How hard they are to be, as it was typed.

    Raises
    ------
    ProblemError
        If something cannot be read, does not fit the board, or does not go together.
    StoreError
        If nothing can be written there.
    """

    def __init__(self, board: Board, puzzles: Puzzles, difficulty: str | None = None) -> None:
        self.board = board
        self.pegs = None if puzzles.pegs is None else _read_pegs(board, puzzles.pegs)
        self.bits = None if difficulty is None else _read_difficulty(difficulty)
        self.svg, self.to, name = puzzles.svg, puzzles.to, puzzles.called
        self._drawn = False
        self._paths: list[Path] = []
        self._name = None if name is None else _FOREIGN.sub("-", name).strip("-.")
        self._how_hard = difficulty
        if self._name is not None and (not self._name or self._name in puzzle_sets()):
            why = "has no letter" if not self._name else "is the name of a built-in set"
            raise ProblemError(f"--name: {name!r} {why}: choose another")
        check_pictures([self.svg])
        if self.to is not None:
            check_writable(self.to / "puzzles")

    @property
    def is_handed_out(self) -> bool:
        """Whether something is to be drawn or written."""
        return self.svg is not None or self.to is not None

    def name(self, kind: str, letter: str | None) -> str:
        """What the set is called: as was asked for, or after all that it was chosen by."""
        if self._name is not None:
            return self._name
        parts = [
            self.board.name,
            self._difficulty_words,
            kind,
            "" if letter in (None, "A") else f"class-{letter}",
            _range_words(self.pegs, "peg"),
        ]
        return _FOREIGN.sub("-", "-".join(filter(None, parts))).strip("-").lower()

    @property
    def _difficulty_words(self) -> str:
        if self._how_hard is None or self.bits is None:
            return ""
        return _range_words(self.bits, "bit") if _DIGIT.search(self._how_hard) else self._how_hard

    def draw(self, shown: Sequence[tuple[Position, str]]) -> None:
        """Draw positions with what is said of them, where that is wanted and there are some."""
        if self.svg is None or not shown:
            return
        names = names_asked_for()
        diagrams = [
            Diagram(
                self.board,
                position.code,
                labels={} if names is None else {hole: names(hole) for hole in self.board},
                edges=names is None,
                caption=f"{number}. {counted(len(position), 'peg')}\n{words}",
            )
            for number, (position, words) in enumerate(shown, 1)
        ]
        write_picture(panel_svg(diagrams), self.svg)
        self._drawn = True

    def write(self, kind: str, letter: str | None, about: str, found: Sequence[Designed]) -> None:
        """Write puzzles of a kind and a class as a set, if that is wanted and there are some."""
        if self.to is None or not found:
            return
        name, title = self.name(kind, letter), self._name or kind.removesuffix("s")
        self._paths = write_designs(name, self.board, about, found, self.to, title)

    @property
    def document(self) -> dict[str, object]:
        """Where everything is, for a document."""
        drawn = {} if self.svg is None else {"svg": str(self.svg) if self._drawn else None}
        written = {} if self.to is None else {"paths": list(map(str, self._paths))}
        return {**drawn, **written}

    def tell(self) -> None:
        """Say where everything is, and what can be done with it."""
        if self._drawn:
            out.print(f"drawn in {self.svg}", style="dim")
        for path in self._paths:
            out.print(f"written to {path}", style="dim")
        if self._paths:
            file = self._paths[0]
            out.print(f"to play them: pegs play --puzzles {self.to}", style="dim")
            out.print(f"to print them: pegs puzzles {file} --sheet {file.stem}.pdf", style="dim")


def _read_pegs(board: Board, text: str) -> tuple[float, float]:
    try:
        least, most = read_range(text)
    except ProblemError as error:
        raise ProblemError(f"--pegs: {error}") from None
    if least != int(least) or (most < inf and most != int(most)) or most < 1:
        raise ProblemError(
            f"--pegs: {text!r} is not a number of pegs: write 9, 8..14, 8.. or ..14"
        )
    if least > len(board):
        raise ProblemError(f"{board.name} has {len(board)} holes: not {least} pegs")
    return least, most


def _read_difficulty(text: str) -> tuple[float, float]:
    if not _DIGIT.search(text):
        return bits_of_difficulty(text)
    try:
        return read_range(text)
    except ProblemError as error:
        raise ProblemError(f"--difficulty: {error}") from None


def _range_words(found: tuple[float, float] | None, thing: str) -> str:
    """A range in the name of a set: 9-pegs, 8-to-14-pegs, 8-pegs-or-more."""
    if found is None:
        return ""
    least, most = found
    if most == inf:
        return f"{least}-{thing}s-or-more"
    if least == most:
        return f"{least}-{thing}{'s' * (least != 1)}"
    return f"{least}-to-{most}-{thing}s"


def in_turn(groups: Iterable[Sequence[One]], most: int) -> list[One]:
    """The first of each group, then the second of each, and so on, until there are enough.

    Examples
    --------
    >>> in_turn(["abc", "d", "ef"], 4)
    ['a', 'd', 'e', 'b']
    """
    row = chain.from_iterable(zip_longest(*groups))
    return [one for one in row if one is not None][:most]


def caption(one: Designed) -> str:
    """What is said of a puzzle below its picture."""
    if one.rating is None:
        return one.feature
    return f"{one.rating.difficulty}, {one.rating.bits:.1f} bits"


def print_designed(one: Designed) -> None:
    """Print a puzzle: its picture, how hard it is, and a solution."""
    out.print(f"\n{counted(len(one.position), 'peg')}, {one.feature}, code:{one.position.code}")
    out.print(picture(one.position))
    if one.rating is not None:
        out.print(one.rating.text)
    out.print(f"{one.solution}", style="dim")


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


# --
# `pegs unique`: positions with a unique winning jump.


_WHAT = {False: "a unique winning jump", True: "a unique solution"}
_UNIQUE_SETS = {False: "one-winning-jump", True: "one-solution"}


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
            shown = list(_rated_unique(in_turn(best, puzzles.most), table, work=work))
    about = (
        f"Positions with {_WHAT[solution]} and the most jumps of their number of pegs. Found by "
        f"computer. Their position class allows the last peg only at {either(chosen.names)}."
    )
    wanted.draw([(one.position, caption(one)) for one in shown])
    wanted.write(_UNIQUE_SETS[solution], chosen.letter, about, shown)
    is_none = not (best if wanted.pegs is not None else len(found))

    def show() -> None:
        if is_none:
            pegs = puzzles.pegs
            having = "" if pegs is None else f" with {pegs} {'peg' if pegs == '1' else 'pegs'}"
            out.print(f"no position of class {chosen.letter}{having} has {_WHAT[solution]}")
            return
        if wanted.pegs is not None:
            _draw_unique(best, shown)
        else:
            _print_unique(found, _WHAT[solution])
        wanted.tell()

    hardest = {} if wanted.pegs is None else {"hardest": [one.document for one in shown]}
    document = lambda: found.to_json() | hardest | wanted.document  # noqa: E731
    report(document, show, NO if is_none else 0)


def _hardest(found: UniqueJumps, wanted: Wanted) -> list[list[Position]]:
    """For each number of pegs that is wanted, the positions with the most jumps."""
    least, most = wanted.pegs or (LEAST_PEGS, inf)
    rows = [row for row in found.rows if least <= row.pegs <= most]
    return [found.hardest(row.pegs) for row in rows if wanted.pegs or row.max_jumps > 1]


def _rated_unique(positions: list[Position], table: Tablebase, *, work: Work) -> list[Designed]:
    """Positions as puzzles, those with the fewest pegs first."""
    work.progress.stage("rating puzzles", len(positions))
    rated = []
    for done, position in enumerate(sorted(positions, key=lambda one: (len(one), one.code)), 1):
        feature = f"one winning jump of {len(position.legal_jumps)}"
        rated.append(Designed.of(position, feature, table))
        work.update(done)
    return rated


def _print_unique(found: UniqueJumps, what: str) -> None:
    finishes = " ".join(found.found_in.names)
    print_table(
        "pegs, positions, most jumps/1, with that many/2",
        ((row.pegs, row.positions, row.max_jumps, row.count) for row in found.rows),
        title=f"{found.board.name}, class {found.found_in.letter} (ends at {finishes}): {what}",
        sums=[("all", len(found))],
    )


def _draw_unique(best: list[list[Position]], shown: list[Designed]) -> None:
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


# --
# `pegs symmetric`: solvable symmetric positions.


@rules(*PUZZLE_RULES)
def symmetric(
    name: str = BOARD,
    letter: str | None = CLASS,
    finishes: bool = option("Also count how many can end at each finish."),
    number: int | None = option(
        "Draw the positions of a symmetry type; the table has their numbers.",
        "--type",
        metavar="N",
    ),
    *,
    puzzles: Puzzles,
    limits: TableLimits,
) -> None:
    """Count the symmetric positions that can be played to one peg, by symmetry type and class.

    A type is a symmetry up to turning the board: type 1 is the board's full symmetry. Positions
    that the board's symmetries turn into one another count once. With --type the positions
    themselves are shown, those with the fewest pegs first; JSON has the codes of all of them.
    --svg and --to take the same, of one type or of all. The exit code is 1 if there are none.

    Examples: pegs symmetric english; pegs symmetric english --type 1; pegs symmetric hexagon37
    --class B; pegs symmetric triangle6 --pegs 8..10 --to puzzles
    """
    board = read_board(name)
    check_class_sets(board, "tablebases")
    wanted = Wanted(board, puzzles)
    letters = None if letter is None else class_named(board, letter).letter
    if number is not None:
        _check_type(board, number)
    chosen = [c for c in position_classes(board) if letters is None or c.letter == letters]
    finishes_of = [c.finishes for c in chosen]
    with working(
        f"which positions of {board.name} can be solved",
        limits,
        plan=table_plan(board, finishes_of, limits),
        kept=kept_tables(board, finishes_of, limits),
    ) as work:
        rows = symmetric_positions(
            board,
            letters=letters,
            pegs=wanted.pegs or (0, inf),
            by_finish=finishes,
            store=limits.store,
            work=work,
        )
        if number is not None:
            rows = [row for row in rows if row.kind.number == number]
        shown = _fewest_pegs(rows, puzzles.most)
        playable = [(row, one) for row, one in shown if len(one) > 1]
        found = []
        if puzzles.to is not None:
            found = _rated_symmetric(playable, store=limits.store, work=work)
    wanted.draw([(one, _caption(row)) for row, one in playable])
    kind = "symmetric-positions" if number is None else f"symmetric-type-{number}"
    about = "Symmetric positions that can be played to one peg, those with the fewest pegs first."
    wanted.write(kind, letters, f"{about} Found by computer.", found)

    def show() -> None:
        if not rows:
            out.print(f"no such position of {board.name} can be played to one peg")
        elif number is not None:
            _draw_symmetric(rows, shown)
        else:
            _print_symmetric(rows, board.name)
        wanted.tell()

    def document() -> Document:
        documents = [_document(row, number is not None) for row in rows]
        return {"board": board.name, "rows": documents, **wanted.document}

    report(document, show, 0 if rows else NO)


_Shown = list[tuple[SymmetricPositions, Position]]


def _fewest_pegs(rows: list[SymmetricPositions], most: int) -> _Shown:
    """The positions with the fewest pegs, each with the row that it is of."""
    every = ((row, one) for row in rows for one in row)
    return nsmallest(most, every, key=lambda found: len(found[1]))


def _rated_symmetric(shown: _Shown, *, store: bool, work: Work) -> list[Designed]:
    """Positions as puzzles, in their order; they are rated class by class."""
    found: dict[Position, Designed] = {}
    for chosen in dict.fromkeys(row.found_in for row, _ in shown):
        table = Tablebase.of(chosen.board, chosen.finishes, store=store, work=work)
        mine = [(row, one) for row, one in shown if row.found_in == chosen]
        work.progress.stage("rating puzzles", len(mine))
        for done, (row, one) in enumerate(mine, 1):
            found[one] = Designed.of(one, row.kind.description, table)
            work.update(done)
    return [found[one] for _, one in shown]


def _caption(row: SymmetricPositions) -> str:
    return f"type {row.kind.number}, class {row.found_in.letter}"


def _check_type(board: Board, number: int) -> None:
    kinds = len(symmetry_types(board))
    if not 1 <= number <= kinds:
        known = f"they run from 1 to {kinds}" if kinds else "it has no symmetry"
        raise ProblemError(f"{board.name} has no symmetry type {number}: {known}")


def _document(row: SymmetricPositions, whole: bool) -> dict[str, object]:
    return {**row.to_json(), **({"codes": row.codes.tolist()} if whole else {})}


def _print_symmetric(rows: list[SymmetricPositions], name: str) -> None:
    finishes = any(row.solvable_to for row in rows)
    cells = []
    for row in rows:
        ends = ", ".join(f"{hole} {n:,}" for hole, n in row.solvable_to.items())
        *first, _ = row.to_json().values()
        cells.append((*first, *([ends] if finishes else [])))
    if len(rows) > 1:
        cells.append(("all", "", "", "", sum(map(len, rows))))
    headings = "type, ~symmetry/1, order/3, <class, positions"
    headings += ", ~able to end at/2" * finishes
    print_table(headings, cells, title=f"{name}: solvable symmetric positions")


def _draw_symmetric(rows: list[SymmetricPositions], shown: _Shown) -> None:
    for row in rows:
        out.print(
            f"type {row.kind.number}, {row.kind.description}, class {row.found_in.letter}: "
            f"{counted(len(row), 'position')}"
        )
        for _, position in ((found, one) for found, one in shown if found is row):
            out.print(f"\n{counted(len(position), 'peg')}, code:{position.code}")
            out.print(picture(position))
        if row is not rows[-1]:
            out.print("")
    number = sum(map(len, rows))
    if number > len(shown):
        out.print(f"\nand {number - len(shown):,} more: say --most {number}")
