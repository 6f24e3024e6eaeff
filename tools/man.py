"""Write the manual page of the command from its commands and options.

    python tools/man.py            # docs/pegs.1, which the wheel installs as share/man/man1/pegs.1

The page uses the same texts as ``pegs --help``. A test checks that it is up to date.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from inspect import cleandoc
from pathlib import Path
from typing import Any

import click

from pegsolitaire import __version__
from pegsolitaire.cli.main import COMMANDS, app, load

PAGE = Path(__file__).parents[1] / "docs" / "pegs.1"

FILES = """\
.TP .B PEGSOLITAIRE_HOME The folder for winning sets, tablebases and unfinished work; by default
the data folder of the user. .TP .B NUMBA_CACHE_DIR The folder for compiled kernels; by default
inside the package."""


def page() -> str:
    """Return the manual page in man macros."""
    lines = [
        f'.TH PEGS 1 "" "pegsolitaire {__version__}" "User Commands"',
        ".SH NAME",
        r"pegs \- play, solve, count, explain and design peg solitaire, on any board",
        ".SH SYNOPSIS",
        r".B pegs",
        r"[\fIOPTIONS\fR] \fICOMMAND\fR [\fIARGUMENTS\fR]",
        ".SH DESCRIPTION",
        *paragraphs(app.help),
        ".SH OPTIONS",
        *options(app),
    ]
    for panel, names in COMMANDS.items():
        lines.append(f".SH {panel.upper()}")
        for name in names:
            lines += command(name)
    lines += [".SH ENVIRONMENT", FILES, ".SH EXIT STATUS", *paragraphs(app.epilog)]
    return "\n".join(lines) + "\n"


def command(name: str) -> Iterator[str]:
    """Yield the lines of a command: its arguments, description, options and examples."""
    found = load(name)
    places = [one for one in found.params if one.param_type_name == "argument"]
    words = " ".join(metavar(one) for one in places)
    yield f".SS pegs {name} {words}".rstrip()
    text, _, examples = cleandoc(found.help).partition("Examples:")
    yield from paragraphs(text)
    yield from options(found)
    if examples:
        yield from (".PP", "Examples:")
        for example in " ".join(examples.split()).split("; "):
            yield from (".br", f".B {plain(example)}")


def options(found: Any) -> Iterator[str]:
    """Yield the lines of arguments and options with their help texts."""
    for one in found.params:
        yield ".TP"
        if one.param_type_name == "argument":
            yield rf"\fI{plain(metavar(one).strip('[]'))}\fR"
        else:
            flags = ", ".join(rf"\fB{plain(flag)}\fR" for flag in one.opts)
            yield flags if one.is_flag else rf"{flags} \fI{plain(metavar(one))}\fR"
        yield plain(one.help)


def metavar(one: click.Parameter) -> str:
    """Return the placeholder for the value of an argument or option."""
    word = one.metavar or ""
    if isinstance(one, click.Argument):
        return word if one.required or word[:1] == "[" else f"[{word}]"
    return word or "|".join(getattr(one.type, "choices", ["VALUE"]))


def paragraphs(text: str) -> Iterator[str]:
    """Yield the paragraphs of a plain text."""
    for part in cleandoc(text).strip().split("\n\n"):
        yield from (".PP", plain(" ".join(part.split())))


def plain(text: str) -> str:
    """Escape the characters of a text that man would read as macros."""
    text = re.sub(r"`([^`]*)`", r"\1", text).replace("\\", r"\e").replace("-", r"\-")
    return re.sub(r"^([.'])", r"\\&\1", text)


if __name__ == "__main__":
    path = Path(sys.argv[1]) if len(sys.argv) > 1 else PAGE
    path.write_text(page(), encoding="utf-8")
    print(path)
