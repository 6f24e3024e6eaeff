"""The command `pegs`: its own options, and what becomes of errors."""

from __future__ import annotations

import re
import signal
import sys
from collections.abc import Sequence
from io import TextIOWrapper
from typing import Annotated

import typer
from typer.exceptions import TyperException

from pegsolitaire import __version__
from pegsolitaire.cli.group import COMMANDS, MARKUP, Commands
from pegsolitaire.cli.output import INTERRUPTED, WRONG, complain, out
from pegsolitaire.errors import PegSolitaireError

_NOT_READ = re.compile(r"Input should be a valid (\w+), unable to parse string as an? \w+")
_NAMES = {name for commands in COMMANDS.values() for name in commands}

app = typer.Typer(
    name="pegs",
    cls=Commands,
    no_args_is_help=True,
    rich_markup_mode=MARKUP,
    context_settings={"help_option_names": ["-h", "--help"]},
    help="A peg solitaire laboratory: play, check, solve and count on any board.",
    epilog="Exit codes: 0 done, 1 the answer is no, 2 wrong usage or bad input, 3 undecided, "
    "130 interrupted.",
)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"pegs {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool,
        typer.Option(
            "--version", "-v", "-V", callback=_version, is_eager=True, help="Print the version."
        ),
    ] = False,
) -> None:
    pass


def run(arguments: Sequence[str] | None = None) -> int:
    """Run a command line and return its exit code; errors become one line."""
    try:
        code = _obey(arguments)
        out.file.flush()  # an error of it can be told here, and not any more at exit
        return code
    except (BrokenPipeError, SystemExit):
        # Whoever read our output has gone (Typer and Rich then leave by SystemExit): nothing
        # more is to be written, not even at exit.
        sys.stdout = None
        return 0
    except OSError as error:
        complain(f"cannot write the output: {error.strerror or error}")
        sys.stdout = None
        return WRONG


def _obey(arguments: Sequence[str] | None) -> int:
    try:
        result = app(arguments, prog_name="pegs", standalone_mode=False)
        if result == INTERRUPTED:  # what Typer makes of Ctrl-C, without a word
            raise KeyboardInterrupt
        return result if isinstance(result, int) else 0
    except (KeyboardInterrupt, typer.Abort):
        complain("interrupted")
        return INTERRUPTED
    except TyperException as error:
        message = error.format_message().rstrip(".")
        if message:  # without one, the help was printed already
            context = getattr(error, "ctx", None)
            asked = context.command_path if context else _asked_for(arguments)
            message = _NOT_READ.sub(r"a \1 is wanted", message).replace("integer", "whole number")
            ask = " See" if message.endswith("?") else ": see"
            complain(f"{message}{ask} `{asked} --help`")
        return WRONG
    except PegSolitaireError as error:
        complain(str(error))
        return WRONG
    except MemoryError:
        complain("not enough memory for this problem")
        return WRONG


def _asked_for(arguments: Sequence[str] | None) -> str:
    """The command that was typed, for errors that do not know it."""
    words = sys.argv[1:] if arguments is None else arguments
    return f"pegs {words[0]}" if words and words[0] in _NAMES else "pegs"


def main() -> None:
    """The entry point of the `pegs` command."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    code = run()
    if code == INTERRUPTED:  # threads end what they are at: to interrupt that changes nothing
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    sys.exit(code)
