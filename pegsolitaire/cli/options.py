"""Options that several commands share, and which options belong together."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, fields
from functools import partial, wraps
from pathlib import Path
from typing import Any, cast

import click
from click.core import ParameterSource

from pegsolitaire import advice
from pegsolitaire.board import (
    Board,
    Hole,
    Notation,
    is_picture,
    read_board_and_start,
    read_text,
)
from pegsolitaire.board.reading_boards import BoardRead
from pegsolitaire.errors import ProblemError, quoted, within
from pegsolitaire.game import Problem
from pegsolitaire.units import read_bytes, read_count, read_memory, read_seconds
from pegsolitaire.work import Work

#: A decorator that gives a command an option, an argument, or several of them.
Decorator = Callable[[Callable[..., None]], Callable[..., None]]
# -- values ---------------------------------------------------------------------------------------


class _Amount(click.ParamType[Any]):
    """An amount with its unit."""

    def __init__(self, name: str, reader: Callable[[str], float | None]) -> None:
        self.name, self._reader = name, reader

    def convert(self, value: Any, param: click.Parameter | None, ctx: Any) -> Any:
        """Convert a typed value to an amount."""
        if not isinstance(value, str):
            return value
        with within(param.opts[0] if param else self.name):
            return self._reader(value)


#: The type of an option that names a file or a folder.
FILE: click.Path = click.Path(path_type=Path)
_TIME = _Amount("TIME", read_seconds)
_MEMORY = _Amount("MEMORY", read_memory)
_SIZE = _Amount("SIZE", read_bytes)


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


# -- options that belong together -----------------------------------------------------------------

# An option or argument (`"--raw"`, `"START"`) that the user typed, or an option with its value.
_Term = str | tuple[str, str]


def needs(term: _Term, *others: _Term, why: str = "") -> None:
    """Raise an error if an option was typed without any of the others."""
    typed = [other for other in others if _is_given(other)]
    if _is_given(term) and not typed:
        _refuse(term, "needs", others, why)


def excludes(term: _Term, *others: _Term, why: str = "") -> None:
    """Raise an error if an option was typed together with others, so that none is ignored."""
    typed = [other for other in others if _is_given(other)]
    if _is_given(term) and typed:
        _refuse(term, "cannot be combined with", typed, why)


def _is_given(term: _Term) -> bool:
    """Return whether the user typed an option of the running command, or it has the value."""
    context = click.get_current_context()
    name, *values = (term,) if isinstance(term, str) else term
    [parameter] = (
        parameter for parameter in context.command.params if name in _names_of(parameter)
    )
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


def _refuse(term: _Term, verb: str, others: Iterable[_Term], why: str) -> None:
    name, *words = (" ".join([one] if isinstance(one, str) else one) for one in (term, *others))
    reason = f": {why}" * bool(why)
    raise ProblemError(f"{name.removeprefix('WHAT ')} {verb} {' or '.join(words)}{reason}")


# -- options shared by several commands -----------------------------------------------------------

board_argument = click.argument(
    "name", metavar="BOARD", help="A board: its name, a picture, a matrix, or @FILE."
)
start_argument = click.argument(
    "start",
    metavar="[START]",
    required=False,
    help="The start: the vacant hole (d4), a position, a puzzle, or any.",
)
finish_option = click.option(
    "--finish",
    metavar="FINISH",
    help="The goal: a hole (d4), several holes (a4,g4), any, or a position.",
)
type_option = click.option(
    "--type", "letter", metavar="LETTER", help="The problem type (A, B, C ...) if START is any."
)
class_option = click.option(
    "--class", "letter", metavar="LETTER", help="The position class (A, B, C ...)."
)


def together(name: str, group: Callable[..., object], *options: Decorator) -> Decorator:
    """Return a decorator that adds options and passes their values on as one object.

    Parameters
    ----------
    name : str
        The parameter of the command that receives the object.
    group : type
        A dataclass, whose fields have the names of the options. Fields without an option have
        their defaults.
    *options : callable
        The decorators that add the options, in the order of the help.
    """

    def decorate(command: Callable[..., None]) -> Callable[..., None]:
        @wraps(command)
        def run(**values: Any) -> None:
            own = [field.name for field in fields(cast(Any, group))]
            taken = {field: values.pop(field) for field in own if field in values}
            command(**{name: group(**taken)}, **values)

        decorated: Callable[..., None] = run
        for option in reversed(options):
            decorated = option(decorated)
        return decorated

    return decorate


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
        return advice.problem_on(name, start, finish, letter, sets=sets)


@dataclass(frozen=True)
class Asked:
    """The problem as the user typed it."""

    name: str
    start: str | None
    finish: str | None
    letter: str | None

    def problem(self, sets: str | None = None) -> Problem:
        """Read the problem. If it needs sets, check that the board is small enough."""
        return problem_on(self.name, self.start, self.finish, self.letter, sets=sets)

    def title_of(self, problem: Problem) -> str:
        """Describe the problem, with its type if the user specified one."""
        return f"{problem}{f', type {self.letter.upper()}' if self.letter else ''}"


problem_options = together(
    "asked", Asked, board_argument, start_argument, finish_option, type_option
)


@dataclass(frozen=True)
class Limits:
    """The limits of a command, with those of time in seconds and of memory and disk in bytes.

    If a command has no option --yes, large work starts without asking.
    """

    seconds: float | None
    positions: int | None
    memory: int | None
    disk: int | None = None
    sure: bool = True
    estimate: bool = False
    stored: bool = False

    @property
    def is_unlimited(self) -> bool:
        """Whether neither time nor positions are limited."""
        return self.seconds is None and self.positions is None


_LIMITS = (
    click.option(
        "--time", "seconds", type=_TIME, metavar="TIME", help="Time limit (90s, 5m, 1h30m)."
    ),
    click.option(
        "--positions",
        type=WholeNumber(),
        metavar="N",
        help="Limit on the positions to examine (1e6, 400M).",
    ),
    click.option("--memory", type=_MEMORY, metavar="MEMORY", help="Memory limit (2GiB, 400MB)."),
)
_DISK = click.option("--disk", type=_SIZE, metavar="SIZE", help="Disk limit (20GiB, 400MB).")
sure_option = click.option(
    "--yes", "-y", "sure", is_flag=True, help="Start long or large work without asking."
)
_ESTIMATE = click.option(
    "--estimate",
    is_flag=True,
    help="Only estimate the positions, time, memory and disk space.",
)
_STORE = click.option(
    "--store",
    "stored",
    is_flag=True,
    help="Store the tablebase of the class, or use the stored one.",
)
limit_options = together("limits", Limits, *_LIMITS)
disk_limit_options = together("limits", Limits, *_LIMITS, _DISK, sure_option)
level_limit_options = together("limits", Limits, *_LIMITS, _DISK, sure_option, _ESTIMATE)
table_limit_options = together("limits", Limits, *_LIMITS, _ESTIMATE, sure_option, _STORE)


def limits_need(option: str) -> None:
    """Raise an error if a limit was typed without an option."""
    for limit in ("--time", "--positions", "--memory"):
        needs(limit, option)


# --
# Options about notation.

numbers_option = click.option(
    "--numbers",
    is_flag=True,
    help="Write holes as numbers, counted row by row from 1 (OEIS A120422).",
)


def names_of(board: Board, numbers: bool) -> Callable[[Hole], str] | None:
    """Return the function that names the holes in pictures, for the option `--numbers`."""
    return partial(board.hole_text, notation="numbers") if numbers else None


def notation_of(numbers: bool) -> Notation:
    """Return the notation of moves, for the option `--numbers`."""
    return "numbers" if numbers else "letters"


def read_with_marks(given: Mapping[str, Any], marks: str) -> dict[str, Any]:
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
