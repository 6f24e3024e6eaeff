"""What `design`, `unique` and `symmetric` have in common: which positions, and where they go."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain, zip_longest
from math import inf
from pathlib import Path
from typing import ClassVar, TypeVar

from pegsolitaire.amounts import read_range
from pegsolitaire.board import Board
from pegsolitaire.cli.options import option
from pegsolitaire.cli.output import counted, out, picture
from pegsolitaire.cli.pictures import check_pictures, names_asked_for, picture_option
from pegsolitaire.data import bits_of_difficulty, puzzle_sets
from pegsolitaire.draw import Diagram, panel_svg, write_picture
from pegsolitaire.errors import ProblemError
from pegsolitaire.files import check_writable
from pegsolitaire.game import Position
from pegsolitaire.surveys import Designed, write_designs


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
