"""What all commands of `pegs` have in common: JSON, the marks of pictures, and their help."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import click

from pegsolitaire.cli.options import read_with_marks
from pegsolitaire.cli.output import out

_SIDE_BY_SIDE = 80  # the least width for names and texts side by side, in characters
_INDENT = 6  # the indent of a text below its name


class _HelpFormatter(click.HelpFormatter):
    """Help whose texts stand below the names if the terminal is narrow."""

    def write_dl(
        self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2
    ) -> None:
        """Write names and texts, side by side if there is room."""
        super().write_dl(rows, col_max if self.width >= _SIDE_BY_SIDE else _INDENT, col_spacing)


class _Context(click.Context):
    formatter_class = _HelpFormatter


def _print_json(_: click.Context, __: click.Parameter, is_wanted: bool) -> None:
    out.as_json = is_wanted


class Command(click.Command):
    """A command of `pegs`.

    Commands can print JSON. Commands with a board have `--marks`, and read the pictures among
    their arguments with it.

    Parameters
    ----------
    has_json : bool
        Whether the command has the option `--json`.

    Attributes
    ----------
    subcommands : mapping of str to str
        The commands below this one and their descriptions, for the help.
    """

    subcommands: Mapping[str, str] = {}
    context_class = _Context

    def __init__(self, *args: Any, has_json: bool = True, **settings: Any) -> None:
        super().__init__(*args, **settings)
        self._has_board = any(parameter.name == "name" for parameter in self.params)
        if self._has_board:
            about = "What the marks of your picture mean: peg=x,hole=o,outside=#."
            self.params.append(click.Option(["--marks"], metavar="MARKS", help=about))
        if has_json:
            about = "Print one JSON document."
            as_json = click.Option(
                ["--json"], is_flag=True, expose_value=False, callback=_print_json, help=about
            )
            self.params.append(as_json)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the arguments, and let errors refer to the help of this command."""
        out.as_json = False
        try:
            return super().parse_args(ctx, args)
        except click.UsageError as error:
            error.ctx = error.ctx or ctx
            raise

    def invoke(self, ctx: click.Context) -> None:
        """Run the command."""
        if not self._has_board:
            super().invoke(ctx)
            return
        with out.guessing():
            marks = ctx.params.pop("marks", None)
            if marks is not None:
                ctx.params |= read_with_marks(ctx.params, marks)
            super().invoke(ctx)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the subcommands, and say where notations are explained."""
        if self.subcommands:
            with formatter.section("Subcommands"):
                formatter.write_dl(list(self.subcommands.items()))
        if self._has_board:
            formatter.write_paragraph()
            formatter.write_text("`pegs notation` explains how to write these values.")


def command(*, has_json: bool = True) -> Callable[[Callable[..., None]], Command]:
    """Make a command of a function. Other decorators declare its options: see `click.option`."""
    return click.command(cls=Command, has_json=has_json)
