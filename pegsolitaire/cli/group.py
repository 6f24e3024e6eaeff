"""The commands, by what people want, each imported when it is used.

All of them together take most of a second to import. So what `pegs --help` and the completion of
the shell say of a command stands here, and a test holds it against the command.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from importlib import import_module
from shutil import get_terminal_size
from typing import Any, Literal

import typer
from typer.core import TyperCommand, TyperGroup

from pegsolitaire.amounts import read_bytes, read_count, read_memory, read_seconds
from pegsolitaire.board import is_drawn
from pegsolitaire.errors import ProblemError

#: What commands do, by name, in the groups in which `pegs --help` lists them.
COMMANDS = {
    "Play and learn": {
        "check": "Check whether a position, and each jump from it, can still be won.",
        "play": "Play peg solitaire, and see which jumps lose before you make them.",
        "learn": "List the lessons, or print one: its texts, positions and solutions.",
        "puzzles": "List the puzzle sets, or show or print the puzzles of one.",
        "show": "Show a board, or a position on it and what theory says of it.",
        "replay": "Replay a game: check a list of moves, and show it board by board.",
    },
    "Solve": {
        "solve": "Solve a problem, from any position: print a solution, replayed, or say why "
        "there is none.",
        "explain": "Say why a position is dead: the shortest convincing reason, checked before it "
        "is given.",
        "triangle": "Solve a triangle of any side at once, without a search.",
        "facts": "List what is known of a board: solutions, fewest moves, and what has no "
        "solution.",
        "dead-ends": "Find the shortest jump sequences after which a problem can no longer be "
        "solved.",
    },
    "Count and explore": {
        "count": "Count the solutions of a problem, exactly.",
        "graph": "Make the graph of all solutions of a small problem: positions, jumps and path "
        "counts.",
        "random": "Play at random: how likely it is to win, and how games end.",
        "sweep": "Find the most jumps that one peg can make in one move, and a position where it "
        "can.",
        "levels": "Count the positions of a problem by pegs, or by moves.",
        "extremes": "Find the shortest games that end stuck, or the extremes of a position class.",
        "boards": "List the boards of the catalogue.",
    },
    "Design": {
        "design": "Search a position class for hard puzzles: to be brought to one peg, anywhere.",
        "unique": "Find the positions of a class from which exactly one jump wins.",
        "symmetric": "Count the symmetric positions that can be played to one peg, by symmetry "
        "type and class.",
        "patterns": "Count the patterns that can be played to one peg on a board without an edge.",
        "census": "Count all small boards, and those that can be solved from some vacancy, or "
        "from every one.",
    },
    "Every winning position": {
        "winning": "Compute and store every position from which a problem can still be won.",
        "tablebase": "Find every solvable position of a position class, one bit each, and keep "
        "them in a file.",
        "verify": "Check the stored winning sets of a problem.",
        "stored": "List what is stored on this machine, or remove some of it.",
    },
    "Research": {
        "reproduce": "Compute every table and numbered result of the papers, and compare.",
        "data": "Write data files that others can use.",
    },
    "Set up": {
        "warm-up": "Compile the kernels that are not compiled yet: half a minute to a few "
        "minutes, once.",
    },
}

MARKUP: Literal["markdown"] = "markdown"


_SIDE_BY_SIDE = 80  # columns in which names and what they mean fit
_INDENT = 6  # columns before what is said of a name that stands above

_SYNONYMS = {"serve": "play"}


def _as_argument(word: str) -> str:
    """A word that is no option though it begins with a dash: a picture, such as ``---oo---``.

    Examples
    --------
    >>> _as_argument("---oo---"), _as_argument("--json"), _as_argument("-h"), _as_argument("--")
    (' ---oo---', '--json', '-h', '--')
    """
    is_picture = len(word) > 2 and word[0] == "-" and is_drawn(word)
    return f" {word}" if is_picture else word


def _fitted(names: str, about: str, width: int) -> tuple[str, str]:
    """A name that fits a line: what kind of value it takes goes to what is said of it."""
    if len(names) + 2 > width and " <" in names:
        names, _, kind = names.partition(" <")
        return names, f"<{kind}  {about}"
    return names, about


class _Narrow:
    """Help that fits a narrow terminal: what it says of an option stands below its name.

    Side by side, in columns, Rich cuts names where there is no room.
    """

    rich_markup_mode: Any
    get_params: Callable[[Any], list[Any]]

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write the help for the terminal that there is."""
        width = get_terminal_size().columns
        if width >= _SIDE_BY_SIDE:
            super().format_help(ctx, formatter)  # type: ignore[misc]
            return
        formatter.width = width
        before, self.rich_markup_mode = self.rich_markup_mode, None
        try:
            super().format_help(ctx, formatter)  # type: ignore[misc]
        finally:
            self.rich_markup_mode = before

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """List arguments and options, where the terminal is narrow."""
        for title, kind in (("Arguments", "argument"), ("Options", "option")):
            some = [one for one in self.get_params(ctx) if one.param_type_name == kind]
            records = filter(None, (one.get_help_record(ctx) for one in some))
            if rows := [_fitted(names, about, formatter.width) for names, about in records]:
                with formatter.section(title):
                    formatter.write_dl(rows, col_max=_INDENT)


class Commands(_Narrow, TyperGroup):
    """The program: to list its commands imports none of them."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        for panel, commands in COMMANDS.items():
            for name, about in commands.items():
                self.add_command(
                    TyperCommand(name, help=about, rich_help_panel=panel, rich_markup_mode=MARKUP)
                )

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """List the options, and then the commands, where the terminal is narrow."""
        super().format_options(ctx, formatter)
        self.format_commands(ctx, formatter)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """List the commands in their groups, where the terminal is narrow."""
        for panel, commands in COMMANDS.items():
            with formatter.section(panel):
                formatter.write_dl(list(commands.items()))

    def get_params(self, ctx: Any) -> list[Any]:
        """The options of the program itself."""
        return _converted_when_needed(super().get_params(ctx))

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the arguments; `help COMMAND` is the help of the command."""
        if args[:1] == ["help"]:
            args = [*args[1:2], "--help"]
        return list(super().parse_args(ctx, list(map(_as_argument, args))))

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Import the command that is used."""
        args[:1] = [_SYNONYMS.get(word, word) for word in args[:1]]
        name, _, rest = super().resolve_command(ctx, args)
        return name, None if name is None else load(name), rest


class InterruptionError(Exception):
    """A command was interrupted: what is kept, in words. Typer lets it pass, unlike Ctrl-C."""


class Command(_Narrow, TyperCommand):
    """A command that was imported."""

    def invoke(self, ctx: Any) -> Any:
        """Run it; when it is interrupted, its notes say what is kept."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt as stop:
            raise InterruptionError(*getattr(stop, "__notes__", ())[:1]) from None

    def get_params(self, ctx: Any) -> list[Any]:
        """Its arguments and options."""
        return _converted_when_needed(super().get_params(ctx))


def load(name: str) -> Any:
    """A command by its name, imported, with all its options."""
    from pegsolitaire.cli.notation import with_notation

    stem = name.replace("-", "_")
    function = getattr(import_module(f"pegsolitaire.cli.commands.{stem}"), stem)
    app = typer.Typer(add_completion=False, rich_markup_mode=MARKUP)
    app.command(name, cls=Command)(with_notation(function))
    return typer.main.get_command(app)


def _converted_when_needed(parameters: list[Any]) -> list[Any]:
    """Have Typer convert only what is not yet as it should be: for that it imports pydantic."""
    for parameter in parameters:
        vars(parameter)["get_runtime_param"] = partial(_Converter, parameter)
    return parameters


class _Converter:
    """Makes a value of what was typed."""

    def __init__(self, parameter: Any) -> None:
        self._parameter = parameter

    def coerce(self, value: Any, **where: Any) -> Any:
        """A value as it is, where it is of its type, or left out; any other as Typer makes it."""
        parameter = self._parameter
        several = parameter.multiple or parameter.nargs == -1
        wanted = parameter.type_descriptor.annotation
        if isinstance(value, str) and wanted in (int, float):
            if reader := _UNITS.get(parameter.metavar):
                try:
                    return reader(value)
                except ProblemError as error:
                    raise ProblemError(f"{parameter.opts[0]}: {error}") from None
            with suppress(ProblemError):
                value = str(read_count(value))
        if not several and (value is None or type(value) is wanted):
            return value
        return type(parameter).get_runtime_param(parameter).coerce(value, **where)


_UNITS: dict[str, Callable[[str], float | None]] = {
    "TIME": read_seconds,
    "MEMORY": read_memory,
    "SIZE": read_bytes,
}
