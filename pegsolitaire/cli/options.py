"""Options of commands, groups of options, and which options belong together.

The signature of a command declares its options: ``raw: bool = option("Count one by one.")``
declares ``--raw``. A parameter whose type is a dataclass of such fields declares a group of
options that several commands can share.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Any, ClassVar, NamedTuple

import click
from click.core import ParameterSource

from pegsolitaire import reasons
from pegsolitaire.board import (
    Board,
    Hole,
    Notation,
    is_picture,
    read_board_and_start,
    read_text,
)
from pegsolitaire.board.notation import either
from pegsolitaire.board.reading import BoardRead
from pegsolitaire.cli.output import out
from pegsolitaire.errors import ProblemError, quoted, within
from pegsolitaire.game import Problem
from pegsolitaire.units import read_bytes, read_count, read_memory, read_seconds
from pegsolitaire.work import Work

#: The key under which a declaration is stored in the metadata of a field.
SPEC = "option"


# -- values ---------------------------------------------------------------------------------------


class Amount(click.ParamType[Any]):
    """An amount with its unit."""

    def __init__(self, name: str, reader: Callable[[str], float | None]) -> None:
        self.name, self._reader = name, reader

    def convert(self, value: Any, param: click.Parameter | None, ctx: Any) -> Any:
        """Convert a typed value to an amount."""
        if not isinstance(value, str):
            return value
        with within(param.opts[0] if param else self.name):
            return self._reader(value)


_TIME = Amount("TIME", read_seconds)
_MEMORY = Amount("MEMORY", read_memory)
_SIZE = Amount("SIZE", read_bytes)


class WholeNumber(click.ParamType[int]):
    """A whole number such as 1000, 1e6 or 400M, with a lower and an upper limit."""

    name = "count"

    def __init__(self, least: int | None = None, most: int | None = None) -> None:
        self._least, self._most = least, most

    def convert(self, value: Any, param: click.Parameter | None, ctx: Any) -> Any:
        """Convert a typed value to a number."""
        if isinstance(value, str):
            with suppress(ProblemError):
                value = read_count(value)
        try:
            value = int(value)
        except ValueError:
            self.fail(f"{quoted(value)} is not a whole number", param, ctx)
        if self._least is not None and value < self._least:
            self.fail(f"{value} is less than {self._least}", param, ctx)
        if self._most is not None and value > self._most:
            self.fail(f"{value} is more than {self._most}", param, ctx)
        return value


class Words(click.Choice[str]):
    """One of a fixed list of words."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: Any) -> Any:
        """Accept a value if it is one of the words."""
        if value not in self.choices:
            self.fail(f"{quoted(value)} is not {either(list(self.choices))}", param, ctx)
        return value


# -- declaring ------------------------------------------------------------------------------------


class Spec(NamedTuple):
    """The declaration of an option or argument."""

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
    """Declare an option, by default with its parameter's name. Boolean options begin as off."""
    spec = Spec(help, flags, metavar, type, (min, max), False, False)
    return field(default=default, metadata={SPEC: spec})


def argument(metavar: str, help: str, *, is_required: bool = False) -> Any:
    """Declare an argument."""
    spec = Spec(help, (), metavar, None, (None, None), True, is_required)
    return field(default=None, metadata={SPEC: spec})


# -- options that belong together -----------------------------------------------------------------

#: An option or argument (`"--raw"`, `"START"`) that the user typed, or an option with its value.
Term = str | tuple[str, str]


def needs(term: Term, *others: Term, why: str = "") -> None:
    """Raise an error if an option was typed without any of the others."""
    typed = [other for other in others if _is_given(other)]
    if _is_given(term) and not typed:
        _refuse(term, "needs", others, why)


def excludes(term: Term, *others: Term, why: str = "") -> None:
    """Raise an error if an option was typed together with others, so that none is ignored."""
    typed = [other for other in others if _is_given(other)]
    if _is_given(term) and typed:
        _refuse(term, "cannot be combined with", typed, why)


def _is_given(term: Term) -> bool:
    """Return whether the user typed an option of the running command, or it has the value."""
    context = click.get_current_context()
    name, *values = (term,) if isinstance(term, str) else term
    [parameter] = (one for one in context.command.params if name in _names_of(one))
    assert parameter.name is not None
    value = context.params[parameter.name]
    if values:
        return str(value) == values[0]
    is_typed = context.get_parameter_source(parameter.name) is not ParameterSource.DEFAULT
    is_other_flag = bool(parameter.secondary_opts) and value == (name in parameter.secondary_opts)
    return is_typed and value != () and not is_other_flag


def _names_of(parameter: click.Parameter) -> list[str]:
    """Return the names of an option, or the word for an argument in the help, such as START."""
    if isinstance(parameter, click.Argument):
        return [str(parameter.metavar).strip("[].")]
    return [*parameter.opts, *parameter.secondary_opts]


def _refuse(term: Term, verb: str, others: Iterable[Term], why: str) -> None:
    name, *words = (" ".join([one] if isinstance(one, str) else one) for one in (term, *others))
    reason = f": {why}" * bool(why)
    raise ProblemError(f"{name.removeprefix('WHAT ')} {verb} {' or '.join(words)}{reason}")


# -- groups shared by several commands ------------------------------------------------------------

BOARD = argument(
    "BOARD",
    "A board: its name, a picture, a matrix, or @FILE.",
    is_required=True,
)
FINISH = option(
    "The goal: a hole (d4), several holes (a4,g4), any, or a position.",
    metavar="FINISH",
)


TYPE = option("The problem type (A, B, C ...) if START is any.", "--type", metavar="LETTER")
CLASS = option(
    "The position class (A, B, C ...).",
    "--class",
    metavar="LETTER",
)


def problem_on(
    name: BoardRead | str,
    start: str | None,
    finish: str | None,
    letter: str | None = None,
    *,
    sets: str | None = None,
) -> Problem:
    """Read a problem. A terminal shows the progress of a search for the usual start."""
    with Work(progress=True):
        return reasons.problem_on(name, start, finish, letter, sets=sets)


@dataclass(frozen=True)
class Asked:
    """The problem as the user typed it."""

    title: ClassVar[str] = "Problem"

    name: str = BOARD
    start: str | None = argument(
        "[START]",
        "The start: the vacant hole (d4), a position, a puzzle, or any.",
    )
    finish: str | None = FINISH
    letter: str | None = TYPE

    def problem(self, sets: str | None = None) -> Problem:
        """Read the problem. If it needs sets, check that the board is small enough."""
        return problem_on(self.name, self.start, self.finish, self.letter, sets=sets)

    def title_of(self, problem: Problem) -> str:
        """Describe the problem, with its type if the user specified one."""
        return f"{problem}{f', type {self.letter.upper()}' if self.letter else ''}"


@dataclass(frozen=True)
class Limits:
    """Limits on time, positions and memory."""

    title: ClassVar[str] = "Limits"

    seconds: float | None = option(
        "Time limit (90s, 5m, 1h30m).",
        "--time",
        metavar="TIME",
        type=_TIME,
    )
    positions: int | None = option(
        "Limit on the positions to examine (1e6, 400M).",
        metavar="N",
    )
    memory: int | None = option(
        "Memory limit (2GiB, 400MB).",
        metavar="MEMORY",
        type=_MEMORY,
    )

    @property
    def is_unlimited(self) -> bool:
        """Whether neither time nor positions are limited."""
        return self.seconds is None and self.positions is None


def limits_need(option: str) -> None:
    """Raise an error if a limit was typed without an option."""
    for limit in ("--time", "--positions", "--memory"):
        needs(limit, option)


_SURE = option(
    "Start long or large work without asking.",
    "--yes",
    "-y",
)


@dataclass(frozen=True)
class DiskLimits(Limits):
    """Limits of a command that keeps levels on disk."""

    disk: int | None = option(
        "Disk limit (20GiB, 400MB).",
        metavar="SIZE",
        type=_SIZE,
    )
    sure: bool = _SURE


_ESTIMATE = option("Only estimate the positions, time, memory and disk space.")


@dataclass(frozen=True)
class LevelLimits(DiskLimits):
    """Limits of a command that builds levels of positions."""

    estimate: bool = _ESTIMATE


@dataclass(frozen=True)
class TableLimits(Limits):
    """Limits of a command that builds tablebases."""

    estimate: bool = _ESTIMATE
    sure: bool = _SURE
    store: bool = option("Store the tablebase of the class, or use the stored one.")


# --
# Options about notation.

NUMBERS = option("Write holes as numbers, counted row by row from 1 (OEIS A120422).")


def names_of(board: Board, numbers: bool) -> Callable[[Hole], str] | None:
    """Return the function that names the holes in pictures, for the option `--numbers`."""
    return partial(board.hole_text, notation="numbers") if numbers else None


def notation_of(numbers: bool) -> Notation:
    """Return the notation of moves, for the option `--numbers`."""
    return "numbers" if numbers else "letters"


@dataclass(frozen=True)
class Notations:
    """The option for the characters of pictures, of every command on a board."""

    title: ClassVar[str] = "Notation"

    marks: str | None = option(
        "What the marks of your picture mean: peg=x,hole=o,outside=#.",
        metavar="MARKS",
    )


def with_marks(command: Callable[..., None], given: dict[str, Any]) -> None:
    """Run a command, with the pictures among its arguments read as the user asked."""
    marks = given.pop("marks")
    with out.guessing():
        command(**given | ({} if marks is None else _marked(given, marks)))


def _marked(given: Mapping[str, Any], marks: str) -> dict[str, Any]:
    """Read the pictures among the arguments with the marks that the user gave."""
    if given.get("name") is None:
        return {}
    read = read_board_and_start(given["name"], marks=marks)
    codes = {}
    for key in _POSITIONS & given.keys():
        word = given[key]
        if isinstance(word, str) and word.startswith("@") and not word.endswith(".toml"):
            word = read_text(word[1:])
        if isinstance(word, str) and is_picture(word, marks):
            codes[key] = f"code:{read.board.position(word, marks=marks).code:#x}"
    return {"name": read, **codes}


_POSITIONS = {"start", "finish", "at", "position"}  # the arguments that may be pictures
