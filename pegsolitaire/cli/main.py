"""The command `pegs`: every command of it, and what becomes of errors."""

from __future__ import annotations

import signal
import sys
from collections.abc import Sequence
from io import TextIOWrapper
from typing import Annotated

import typer
from typer.exceptions import TyperException

from pegsolitaire import __version__
from pegsolitaire.cli.commands.boards import boards
from pegsolitaire.cli.commands.check import check
from pegsolitaire.cli.commands.count import count
from pegsolitaire.cli.commands.data import data
from pegsolitaire.cli.commands.dead_ends import dead_ends
from pegsolitaire.cli.commands.design import design
from pegsolitaire.cli.commands.explain import explain
from pegsolitaire.cli.commands.extremes import extremes
from pegsolitaire.cli.commands.facts import facts
from pegsolitaire.cli.commands.graph import graph
from pegsolitaire.cli.commands.learn import learn
from pegsolitaire.cli.commands.levels import levels
from pegsolitaire.cli.commands.patterns import patterns
from pegsolitaire.cli.commands.play import play
from pegsolitaire.cli.commands.puzzles import puzzles
from pegsolitaire.cli.commands.random import random
from pegsolitaire.cli.commands.replay import replay
from pegsolitaire.cli.commands.reproduce import reproduce
from pegsolitaire.cli.commands.show import show
from pegsolitaire.cli.commands.solve import solve
from pegsolitaire.cli.commands.sweep import sweep
from pegsolitaire.cli.commands.symmetric import symmetric
from pegsolitaire.cli.commands.tablebase import tablebase
from pegsolitaire.cli.commands.triangle import triangle
from pegsolitaire.cli.commands.unique import unique
from pegsolitaire.cli.commands.verify import verify
from pegsolitaire.cli.commands.warm_up import warm_up
from pegsolitaire.cli.commands.winning import winning
from pegsolitaire.cli.coordinates import with_coordinates
from pegsolitaire.cli.output import INTERRUPTED, WRONG, complain, out
from pegsolitaire.errors import PegSolitaireError

app = typer.Typer(
    name="pegs",
    no_args_is_help=True,
    rich_markup_mode="markdown",
    context_settings={"help_option_names": ["-h", "--help"]},
    help="A peg solitaire laboratory: play, check, solve and count on any board.",
    epilog="Exit codes: 0 done, 1 the answer is no, 2 wrong usage or bad input, 3 undecided, "
    "130 interrupted.",
)
#: The commands by what people want; `pegs --help` lists them so.
COMMANDS = {
    "Play and learn": (play, learn, puzzles, show, replay),
    "Solve": (check, solve, explain, triangle, facts, dead_ends),
    "Count and explore": (count, graph, random, sweep, levels, extremes, boards),
    "Design": (design, unique, symmetric, patterns),
    "Every winning position": (winning, tablebase, verify),
    "Research": (reproduce, data),
    "Set up": (warm_up,),
}
for panel, commands in COMMANDS.items():
    for command in commands:
        app.command(rich_help_panel=panel)(with_coordinates(command))


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"pegs {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_version, is_eager=True, help="Print the version."),
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
            complain(f"{message}: see `{context.command_path if context else 'pegs'} --help`")
        return WRONG
    except PegSolitaireError as error:
        complain(str(error))
        return WRONG
    except MemoryError:
        complain("not enough memory for this problem")
        return WRONG


def main() -> None:
    """The entry point of the `pegs` command."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    code = run()
    if code == INTERRUPTED:  # threads end what they are at: to interrupt that changes nothing
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    sys.exit(code)
