"""The command `pegs`: its own options, and what becomes of errors."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from io import TextIOWrapper
from typing import Annotated, Any

import typer
from typer.exceptions import TyperException

from pegsolitaire import __version__, stopping
from pegsolitaire.board.notation import either
from pegsolitaire.cli.group import COMMANDS, MARKUP, Commands, InterruptionError
from pegsolitaire.cli.output import INTERRUPTED, WRONG, complain, out
from pegsolitaire.errors import PegSolitaireError

_NOT_READ = re.compile(r"Input should be a valid (\w+), unable to parse string as an? \w+")
_NO_CHOICE = re.compile(r"Value error, ('.*?') is not one of ('.*')")
_QUOTED = re.compile("'(.*?)'")
_NOT_LOADED = (
    "a library that pegs needs cannot be loaded: allow the program more memory (ulimit -v), or "
    "install pegsolitaire again"
)
_NAMES = {name for commands in COMMANDS.values() for name in commands}

app = typer.Typer(
    name="pegs",
    cls=Commands,
    no_args_is_help=True,
    rich_markup_mode=MARKUP,
    context_settings={"help_option_names": ["-h", "--help"]},
    help="A peg solitaire laboratory: play, check, solve and count on any board.",
    epilog="Exit codes: 0 done, 1 the answer is no, 2 wrong usage or bad input, 3 undecided, "
    "130 interrupted (Ctrl-C), 143 terminated (SIGTERM).",
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
        complain(_refused(error))
        sys.stdout = None
        return WRONG


def _refused(error: OSError) -> str:
    """What the system refuses; only standard output has no name."""
    if error.errno is None:  # of a library that loads others
        return f"{_NOT_LOADED} ({error})"
    if error.filename is None:
        return f"cannot write the output: {error.strerror or error}"
    return f"cannot use {error.filename}: {error.strerror or error}"


def _obey(arguments: Sequence[str] | None) -> int:
    try:
        result = _result(arguments)
        # Typer makes a number of Ctrl-C while it reads the arguments.
        if result == INTERRUPTED or stopping.is_dropped():
            raise KeyboardInterrupt
        return result if isinstance(result, int) else 0
    except (KeyboardInterrupt, InterruptionError, typer.Abort) as stop:
        stopping.take()
        complain(": ".join(filter(None, (stopping.word(), str(stop)))))
        return stopping.exit_code()
    except TyperException as error:
        message = error.format_message().rstrip(".")
        if message:  # without one, the help was printed already
            context = getattr(error, "ctx", None)
            asked = context.command_path if context else _asked_for(arguments)
            message = _NOT_READ.sub(r"a \1 is wanted", message).replace("integer", "whole number")
            message = _NO_CHOICE.sub(_choices, message)
            ask = " See" if message.endswith("?") else ": see"
            complain(f"{message}{ask} `{asked} --help`")
        return WRONG
    except PegSolitaireError as error:
        complain(str(error))
        return WRONG
    except MemoryError:
        complain("not enough memory for this problem")
        return WRONG
    except ImportError as error:
        complain(f"{_NOT_LOADED} ({error})")
        return WRONG
    except RuntimeError as error:
        if "start new thread" not in str(error):
            raise
        complain("the system allows no more threads: allow more memory, or more processes")
        return WRONG


def _result(arguments: Sequence[str] | None) -> Any:
    """What Typer returns; what fails because a signal has come is an interruption too.

    A library may make another error of it, and so does Python where it was compiling a module.
    """
    try:
        return app(arguments, prog_name="pegs", standalone_mode=False)
    except Exception as error:
        if stopping.is_requested() and not isinstance(error, InterruptionError):
            raise InterruptionError from error
        raise


def _choices(found: re.Match[str]) -> str:
    """That a value is none of some."""
    return f"{found[1]} is not {either(_QUOTED.findall(found[2]))}"


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
    if stopping.is_terminated():  # by whoever wants to know that it was
        code = stopping.exit_code()
    stopping.end_at_once(code)
    sys.exit(code)
