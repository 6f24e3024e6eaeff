"""The page of all commands, from what their ``--help`` says."""

from __future__ import annotations

import re
from pathlib import Path

import click
from sources import write_page
from sphinx.application import Sphinx

from pegsolitaire.cli.main import COMMANDS, load

_HEAD = """# Commands

What `pegs COMMAND --help` says, of all commands. Each has `--json` but `notation`, `play` and
`warm-up`, and
says when work will take long. Exit codes: 0 done, 1 the answer is no, 2 wrong usage or bad input,
3 undecided, 130 interrupted (Ctrl-C), 143 terminated (SIGTERM).
"""


def write_pages(app: Sphinx) -> None:
    """Write the page."""
    write_page(Path(app.srcdir) / "generated" / "commands.md", _page())


def _page() -> list[str]:
    lines = [_HEAD]
    for title, names in COMMANDS.items():
        lines += [f"## {title}", ""]
        for name in names:
            lines += _command(name, load(name))
    return lines


def _command(name: str, command: object) -> list[str]:
    context = click.Context(command, info_name=f"pegs {name}")
    arguments = [_row(one) for one in command.params if one.param_type_name == "argument"]
    options = [
        _row(one)
        for one in command.params
        if one.param_type_name == "option" and not getattr(one, "hidden", False)
    ]
    pieces = command.collect_usage_pieces(context)
    usage = " ".join(piece.strip("{}").replace("[[", "[").replace("]]", "]") for piece in pieces)
    rows = [*arguments, *options]
    table = ["| | |", "|---|---|", *rows] if rows else []
    words = re.sub(
        r"(?m)^(Examples?: )(.*?)(?=\n\n|\Z)", _examples, command.help or "", flags=re.S
    )
    return [
        f"### pegs {name}",
        "",
        f"`pegs {name} {usage}`",
        "",
        words,
        "",
        *table,
        "",
    ]


def _examples(found: re.Match[str]) -> str:
    """The examples of a help text, each on a line of its own."""
    examples = " ".join(found[2].split()).split("; ")
    return "\n".join(["```sh", *examples, "```"])


def _row(option: object) -> str:
    name = " ".join(f"`{one}`" for one in (*option.opts, *option.secondary_opts))
    if option.param_type_name == "argument":
        name = f"`{(option.metavar or option.name.upper()).strip('[]')}`"
    elif option.metavar:
        name += f" {option.metavar}"
    help_text = " ".join((option.help or "").split()).replace("|", "\\|").replace("*", "\\*")
    return f"| {name} | {help_text} |"


def setup(app: Sphinx) -> dict[str, bool]:
    """Tell Sphinx."""
    app.connect("builder-inited", write_pages)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
