"""What is typed: the options of commands, groups of them, and the rules that they follow.

The signature of a command declares what it takes: ``raw: bool = option("Count one by one.")`` is
``--raw``, and a parameter whose type is a dataclass of such fields is a group of options, which
several commands have.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Any, ClassVar, Literal, NamedTuple

import click

from pegsolitaire import reasons
from pegsolitaire.amounts import read_bytes, read_count, read_memory, read_seconds
from pegsolitaire.board import (
    Board,
    Hole,
    Notation,
    from_centre,
    hole_name,
    read_board,
    reading_settings,
    triangle,
)
from pegsolitaire.board.notation import either
from pegsolitaire.cli.output import out
from pegsolitaire.errors import ProblemError
from pegsolitaire.game import Problem

#: Where what is declared is kept: in the metadata of a field, and as an attribute of a command.
SPEC, RULES = "option", "rules"


# -- values ---------------------------------------------------------------------------------------


class Amount(click.ParamType[Any]):
    """An amount with its unit."""

    def __init__(self, name: str, reader: Callable[[str], float | None]) -> None:
        self.name, self._reader = name, reader

    def convert(self, value: Any, param: click.Parameter | None, ctx: Any) -> Any:
        """Read it."""
        if not isinstance(value, str):
            return value
        try:
            return self._reader(value)
        except ProblemError as error:
            raise ProblemError(f"{param.opts[0] if param else self.name}: {error}") from None


_TIME = Amount("TIME", read_seconds)
_MEMORY = Amount("MEMORY", read_memory)
_SIZE = Amount("SIZE", read_bytes)


class WholeNumber(click.ParamType[int]):
    """A whole number, such as 1000, 1e6 or 400M, of at least and at most so many."""

    name = "count"

    def __init__(self, least: int | None = None, most: int | None = None) -> None:
        self._least, self._most = least, most

    def convert(self, value: Any, param: click.Parameter | None, ctx: Any) -> Any:
        """Read it."""
        if isinstance(value, str):
            with suppress(ProblemError):
                value = read_count(value)
        try:
            value = int(value)
        except ValueError:
            self.fail("a whole number is wanted", param, ctx)
        if self._least is not None and value < self._least:
            self.fail(f"{value} is less than {self._least}", param, ctx)
        if self._most is not None and value > self._most:
            self.fail(f"{value} is more than {self._most}", param, ctx)
        return value


class Words(click.Choice[str]):
    """One of some words."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: Any) -> Any:
        """Take it, if it is one of them."""
        if value not in self.choices:
            self.fail(f"{value!r} is not {either(list(self.choices))}", param, ctx)
        return value


# -- declaring ------------------------------------------------------------------------------------


class Spec(NamedTuple):
    """What is declared of an option or argument."""

    help: str
    flags: tuple[str, ...]
    metavar: str | None
    type: click.ParamType[Any] | None
    bounds: tuple[int | None, int | None]
    is_argument: bool
    is_required: bool


def option(
    help: str,
    *flags: str,
    default: object = None,
    metavar: str | None = None,
    type: click.ParamType[Any] | None = None,
    min: int | None = None,
    max: int | None = None,
) -> Any:
    """An option; without flags it is called as the parameter, and a bool is false at first."""
    spec = Spec(help, flags, metavar, type, (min, max), False, False)
    return field(default=default, metadata={SPEC: spec})


def argument(
    metavar: str,
    help: str,
    *,
    default: object = None,
    is_required: bool = False,
    min: int | None = None,
) -> Any:
    """An argument."""
    spec = Spec(help, (), metavar, None, (min, None), True, is_required)
    return field(default=default, metadata={SPEC: spec})


def rules(*texts: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Rules of a command: ``--name needs --to``, ``--raw excludes --export --by=moves``.

    Each may say why, after a colon. One of the options that are needed is enough; an option with
    ``=`` is given where it has that value, others where they were typed.
    """

    def decorate(command: Callable[..., None]) -> Callable[..., None]:
        setattr(command, RULES, texts)
        return command

    return decorate


def check_rules(texts: Iterable[str], values: Mapping[str, object], given: Iterable[str]) -> None:
    """Refuse options that do not go together: nothing is ignored in silence.

    Parameters
    ----------
    texts : iterable of str
        The rules.
    values : mapping of str to object
        All options and arguments, with their values.
    given : iterable of str
        Those that were typed.

    Raises
    ------
    ProblemError
        If some do not go together.

    Examples
    --------
    >>> check_rules(["--a needs --b"], {}, ["--a"])
    Traceback (most recent call last):
        ...
    pegsolitaire.errors.ProblemError: --a goes with --b
    >>> check_rules(["--a excludes --by=pegs: all are"], {"--by": "pegs"}, ["--a"])
    Traceback (most recent call last):
        ...
    pegsolitaire.errors.ProblemError: --a goes without --by pegs: all are
    """

    def is_given(word: str) -> bool:
        name, _, value = word.partition("=")
        return str(values.get(name)) == value if value else name in given

    for text in texts:
        rule, colon, why = text.partition(": ")
        name, verb, *others = rule.split()
        wrong = [one for one in others if is_given(one)]
        if not is_given(name) or bool(wrong) == (verb == "needs"):
            continue
        words = f"with {' or '.join(others)}" if verb == "needs" else ""
        words = words or f"without {' and '.join(wrong)}"
        name = name if name.startswith("-") else name.partition("=")[2] or name
        raise ProblemError(f"{name} goes {words}{colon}{why}".replace("=", " "))


# -- what several commands have -------------------------------------------------------------------

BOARD = argument(
    "BOARD",
    "A board by name (english, triangle5, hexagon37 ...: see `pegs boards`), or a picture or a "
    "matrix of one, or @FILE with it.",
    is_required=True,
)
FINISH = option(
    "Where to end: one peg in a hole (d4), pegs in all of several (a4,g4), one peg in any hole "
    "(any), or a position. By default that of the puzzle, or back at the vacancy where its "
    "position class allows it, else any.",
    metavar="FINISH",
)
TYPE = option("The problem type, where START is any: A, B, C ...", "--type", metavar="LETTER")
CLASS = option(
    "The position class: A, B, C ...; by default A, which ends in line with the middle "
    "(`symmetric`: all of them).",
    "--class",
    metavar="LETTER",
)


@dataclass(frozen=True)
class Asked:
    """The problem that a command is about, as it was typed."""

    title: ClassVar[str] = "Problem"

    name: str = BOARD
    start: str | None = argument(
        "[START]",
        "A hole, d4, (3,3), centre or its number: that hole vacant, the rest full. Or a "
        "position: code:8455, a picture, a matrix, the holes with pegs (a1,a2,b4), @FILE with "
        "one, a puzzle by name; any of these and the jumps from it, d4:d2-d4,d5-d3; any: all "
        "vacancies of a type at once. By default the usual start, or what the picture of the "
        "board shows.",
    )
    finish: str | None = FINISH
    letter: str | None = TYPE

    def problem(self, sets: str | None = None) -> Problem:
        """Read it; ``sets`` are what its board must not be too large for."""
        return reasons.problem_on(self.name, self.start, self.finish, self.letter, sets=sets)

    def title_of(self, problem: Problem) -> str:
        """The problem in words, with the type that was asked for, if one was."""
        return f"{problem}{f', type {self.letter.upper()}' if self.letter else ''}"


@dataclass(frozen=True)
class Limits:
    """What a command may take."""

    title: ClassVar[str] = "Limits"

    seconds: float | None = option(
        "Work for this long (90s, 5m, 1h30m); what has no answer after that is undecided.",
        "--time",
        metavar="TIME",
        type=_TIME,
    )
    positions: int | None = option(
        "Look at this many positions (1e6, 400M); what has no answer after that is undecided.",
        metavar="N",
    )
    memory: int | None = option(
        "The most memory for positions (2GiB, 400MB, or a number of GiB), by default most of "
        "what is free. Levels that need more lie on disk meanwhile; a search by `pegs solve "
        "--shortest` ends instead, and a position class that needs more is refused.",
        metavar="MEMORY",
        type=_MEMORY,
    )

    @property
    def is_unlimited(self) -> bool:
        """Whether it may go on for as long as it likes."""
        return self.seconds is None and self.positions is None


def limits_need(option: str) -> tuple[str, ...]:
    """The rules of a command whose work is long with an option alone."""
    return tuple(f"{limit} needs {option}" for limit in ("--time", "--positions", "--memory"))


@dataclass(frozen=True)
class DiskLimits(Limits):
    """What a command may take that keeps levels on disk."""

    disk: int | None = option(
        "The most disk space for what is unfinished, and for what is stored in the end "
        "(20GiB, 400MB, or a number of GiB); by default all that is free (of a search for few "
        "moves, half of it).",
        metavar="SIZE",
        type=_SIZE,
    )


_ESTIMATE = option(
    "Say how many positions there are to go through, how long that takes, and how much memory "
    "and disk; and do nothing else."
)


@dataclass(frozen=True)
class LevelLimits(DiskLimits):
    """What a command may take that makes levels of positions."""

    estimate: bool = _ESTIMATE


@dataclass(frozen=True)
class TableLimits(Limits):
    """What a command may take that makes tablebases."""

    estimate: bool = _ESTIMATE
    store: bool = option("Keep the tablebase of the class, or use one that was kept.")


# --
# How holes and marks are written: the options that every command on a board has.


Coordinates = Literal["letters", "xy", "centred", "numbers"]

_NOTATIONS: dict[Coordinates, Notation] = {
    "xy": "coordinates",
    "centred": "centred",
    "numbers": "numbers",
}

COORDINATES = option(
    "How holes are called in what is printed: d4; xy: (3,3), column and row from 0; centred: "
    "(0,0) in the middle, in what you write too; numbers, row by row from 1 (OEIS A120422).",
    default="letters",
)


@dataclass(frozen=True)
class Notations:
    """How holes and marks are written: of every command on a board."""

    title: ClassVar[str] = "Notation"

    coordinates: Coordinates = COORDINATES
    marks: str | None = option(
        "What the marks of your pictures mean, where that is not clear: peg=x,hole=o; outside=# "
        "is what marks no hole.",
        metavar="MARKS",
    )


def with_notation(command: Callable[..., None], given: dict[str, Any]) -> None:
    """Do a command with what was typed, in the notation that was asked for.

    What has a board without naming it, such as a lesson, uses :func:`spelled` itself.
    """
    coordinates, marks = given.pop("coordinates"), given.pop("marks")
    with out.guessing(), reading_settings(marks, out.guess):
        board = None if coordinates == "letters" else _board_of(given)
        if board is None:
            command(**given)
            return
        with spelled(board, coordinates):
            command(**{key: _heard(one) for key, one in given.items()})


@contextmanager
def spelled(board: Board, coordinates: Coordinates) -> Iterator[None]:
    """Call the holes of a board as was asked for, in all that is printed for a while."""
    if coordinates == "letters":
        yield
        return
    names = partial(_named, board, _NOTATIONS[coordinates])
    is_centred = coordinates == "centred"
    heard = partial(from_centre, middle=board.middle) if is_centred else str
    with out.spelling(lambda hole: names(hole) if hole in board else None, names, heard):
        yield


def _board_of(given: Mapping[str, Any]) -> Board | None:
    """The board of a command: that of its name, if it was given one, or the triangle of a side."""
    if "name" not in given:
        return triangle(given["side"])
    return None if given["name"] is None else read_board(given["name"])


def _heard(value: Any) -> Any:
    """What was typed, with the names of holes where coordinates are counted from the middle."""
    return out.heard(value) if type(value) is str else value


def _named(board: Board, notation: Notation, hole: Hole) -> str:
    """A hole of the board, or one off it, which has no number."""
    if notation == "numbers" and hole not in board:
        return hole_name(hole)
    return board.hole_text(hole, notation)
