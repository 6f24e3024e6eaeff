"""Build Click commands from functions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import Field, fields, is_dataclass
from inspect import getdoc, signature
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import click

from pegsolitaire.cli.options import (
    SPEC,
    Notations,
    Spec,
    WholeNumber,
    Words,
    option,
    with_marks,
)
from pegsolitaire.cli.output import out

_SIDE_BY_SIDE = 80  # the least width for names and texts side by side
_INDENT = 6  # the indent of a text below its name


class Command(click.Command):
    """A command that is declared by the signature of a function.

    Parameters
    ----------
    name : str
        The name of the command.
    function : callable
        The function that runs the command; the options and arguments are its parameters.
    has_json : bool
        Whether the command has the option `--json`.
    subcommands : mapping of str to str
        The commands below this one and their descriptions, for the help.
    """

    def __init__(
        self,
        name: str,
        function: Callable[..., None],
        *,
        has_json: bool,
        subcommands: Mapping[str, str],
        **settings: Any,
    ) -> None:
        self.groups: dict[str, str] = {}
        params = list(self._params(function))
        self._has_board = not {"name", "side"}.isdisjoint(one.name for one in params)
        if self._has_board:
            params += self._group(Notations)
        if has_json:
            params.append(parameter("as_json", bool, option("Print one JSON document.", "--json")))
        super().__init__(name, params=params, help=getdoc(function), **settings)
        self.function = function
        self.subcommands = subcommands

    def _params(self, function: Callable[..., None]) -> Iterator[click.Parameter]:
        """Yield the parameters of a function, including those in groups of options."""
        for name, one in signature(function, eval_str=True).parameters.items():
            if not is_dataclass(one.annotation):
                yield parameter(name, one.annotation, one.default)
            else:
                yield from self._group(one.annotation)

    def _group(self, group: Any) -> Iterator[click.Parameter]:
        hints = get_type_hints(group)
        for part in fields(group):
            self.groups[part.name] = group.title
            yield parameter(part.name, hints[part.name], part)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the arguments, and let errors refer to the help of this command."""
        try:
            return super().parse_args(ctx, args)
        except click.UsageError as error:
            error.ctx = error.ctx or ctx
            raise

    def invoke(self, ctx: click.Context) -> None:
        """Run the command."""
        typed = dict(ctx.params)
        out.as_json = typed.pop("as_json", False)
        if self._has_board:
            with_marks(self._call, typed)
        else:
            self._call(**typed)

    def _call(self, **values: Any) -> None:
        taken: dict[str, Any] = {}
        for name, one in signature(self.function, eval_str=True).parameters.items():
            if is_dataclass(one.annotation):
                names = [part.name for part in fields(one.annotation)]
                build: Any = one.annotation
                taken[name] = build(**{part: values[part] for part in names})
            else:
                taken[name] = values[name]
        self.function(**taken)

    # -- help -------------------------------------------------------------------------------------

    def format_arguments(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the arguments."""
        arguments = (one for one in self.params if isinstance(one, click.Argument))
        rows = [(one.make_metavar(ctx), one.help or "") for one in arguments]
        if rows:
            _write_rows("Arguments", rows, formatter)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the options in groups, each under its title."""
        sections: dict[str, list[tuple[str, str]]] = {"Options": []}
        for one in self.get_params(ctx):
            record = one.get_help_record(ctx)
            if record is not None and isinstance(one, click.Option):
                title = self.groups.get(one.name or "", "Options")
                sections.setdefault(title, []).append(record)
        sections |= {"Subcommands": list(self.subcommands.items())} if self.subcommands else {}
        for title, rows in sections.items():
            _write_rows(title, rows, formatter)
        if self._has_board:
            formatter.write_paragraph()
            formatter.write_text("`pegs notation` explains how to write these values.")


def _write_rows(title: str, rows: list[tuple[str, str]], formatter: click.HelpFormatter) -> None:
    """Write each name beside its text, or above it on a narrow terminal."""
    with formatter.section(title):
        if formatter.width >= _SIDE_BY_SIDE:
            formatter.write_dl(rows)
            return
        formatter.write_dl([_fitted(*row, formatter.width) for row in rows], col_max=_INDENT)


def _fitted(names: str, about: str, width: int) -> tuple[str, str]:
    """Shorten a name that does not fit in a line by moving its value type into the text."""
    for mark in (" [", " <"):
        if len(names) + 2 > width and mark in names:
            names, _, kind = names.partition(mark)
            return names, f"{mark.strip()}{kind}  {about}"
    return names, about


def parameter(name: str, hint: Any, declared: Field[Any]) -> click.Parameter:
    """Create the option or argument for a parameter of a command or a field of a group."""
    spec: Spec = declared.metadata[SPEC]
    if get_origin(hint) in (Union, UnionType):
        [hint] = (one for one in get_args(hint) if one is not NoneType)
    is_list = get_origin(hint) is list
    if is_list:
        [hint] = get_args(hint)
    kind = spec.type or _type_of(hint, spec)
    if spec.is_argument:
        required = {} if spec.is_required else {"default": declared.default}
        return click.Argument(
            [name], type=kind, required=spec.is_required, help=spec.help, metavar=spec.metavar,
            nargs=-1 if is_list else 1, **required,
        )  # fmt: skip
    flags = spec.flags or (f"--{name.replace('_', '-')}",)
    has_default = declared.default not in (None, False) and hint is not bool
    more: dict[str, Any] = {"is_flag": True} if hint is bool else {"type": kind}
    default = False if hint is bool and "/" not in flags[0] else declared.default
    return click.Option(
        [*flags, name], help=spec.help, metavar=spec.metavar, default=default,
        multiple=is_list, show_default=has_default, **more,
    )  # fmt: skip


def _type_of(hint: Any, spec: Spec) -> click.ParamType[Any] | None:
    if get_origin(hint) is Literal:
        return Words(get_args(hint))
    if hint is int:
        return WholeNumber(*spec.bounds)
    return click.Path(path_type=Path) if hint is Path else None
