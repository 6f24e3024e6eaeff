"""The program `pegs`: its groups of commands, and its error messages.

Importing all commands takes most of a second, so each command is imported only when it is used.
Therefore, this module contains the texts for `pegs --help` and for shell completion. A test
compares these texts with the commands.
"""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Callable, Sequence
from difflib import get_close_matches
from importlib import import_module
from io import TextIOWrapper
from pathlib import Path
from shlex import quote
from shutil import get_terminal_size
from typing import TYPE_CHECKING, Any

import click
from click.shell_completion import CompletionItem, get_completion_class, shell_complete

from pegsolitaire import __version__, signals
from pegsolitaire.board import is_picture
from pegsolitaire.cli.output import UNDECIDED, WRONG, complain, out
from pegsolitaire.errors import (
    BudgetSpentError,
    PegSolitaireError,
    PictureError,
    ProblemError,
)
from pegsolitaire.progress_bar import show_store_warnings

if TYPE_CHECKING:
    from pegsolitaire.cli.command import Command

#: The commands in the groups of `pegs --help`, by the words that a user types: where each is
#: defined (the module in `commands` and the function), and its description.
COMMANDS = {
    "Play and solve": {
        "play": (
            "playing:play",
            "Play peg solitaire, and see which jumps lose before you make them.",
        ),
        "solve": (
            "solving:solve",
            "Solve a problem from any position: print a checked solution, or explain why "
            "there is none.",
        ),
        "check": (
            "checking:check",
            "Check whether a position, and each jump from it, can still be won.",
        ),
        "count": (
            "counting:count",
            "Count the solutions of a problem exactly.",
        ),
        "explain": (
            "checking:explain",
            "Explain why a position is lost, with the shortest proof that can be verified.",
        ),
        "show": (
            "showing:show",
            "Show a board or a position, with its position class, symmetry and resource counts.",
        ),
        "show known": (
            "showing:facts",
            "List known results of a board: solutions, fewest moves (with proof), unsolvable "
            "problems.",
        ),
        "replay": (
            "checking:replay",
            "Replay a game: check its moves and show each board.",
        ),
        "random": (
            "chance:random",
            "Compute how likely a random player is to win, and how its games end.",
        ),
        "duotaire": (
            "two_players:duotaire",
            "Find out who wins if two players take turns on one board (duotaire).",
        ),
        "learn": (
            "playing:learn",
            "List the lessons, or print one with its positions and solutions.",
        ),
        "boards": (
            "playing:boards",
            "List the built-in boards.",
        ),
        "triangle": (
            "solving:triangle",
            "Solve a triangle of any size instantly, by construction, without a search.",
        ),
        "notation": (
            "notation:notation",
            "Explain how to write boards, positions, goals, limits and holes.",
        ),
    },
    "Design and print": {
        "design": (
            "designing:design",
            "Search a position class for hard puzzles that can be played to one peg.",
        ),
        "design unique": (
            "designing:unique",
            "Find the positions of a class from which exactly one jump wins.",
        ),
        "design symmetric": (
            "designing:symmetric",
            "Count the symmetric positions that can be played to one peg, by symmetry type.",
        ),
        "puzzles": (
            "puzzles:puzzles",
            "List the puzzle sets, show one of them, or make a sheet to print.",
        ),
        "graph": (
            "counting:graph",
            "Build the graph of all solutions of a small problem: positions, jumps and path "
            "counts.",
        ),
    },
    "Research": {
        "extremes": (
            "extreme_games:extremes",
            "Find the shortest games that get stuck, or the extreme positions of a class.",
        ),
        "extremes dead-ends": (
            "extreme_games:dead_ends",
            "Find the shortest jump sequences after which a problem can no longer be solved.",
        ),
        "extremes sweep": (
            "extreme_games:sweep",
            "Find the longest sweep (the most jumps in one move), and a position that allows it.",
        ),
        "patterns": (
            "small_boards:patterns",
            "Count the patterns that can be played to one peg on a board without an edge.",
        ),
        "patterns boards": (
            "small_boards:census",
            "Count all small boards, and how many can be solved from some vacancy or from "
            "every vacancy.",
        ),
        "sets": (
            "stored_sets:stored",
            "List the sets stored on this machine, or remove some of them.",
        ),
        "sets levels": (
            "stored_sets:levels",
            "Count the positions of a problem level by level, by pegs or by moves.",
        ),
        "sets winning": (
            "stored_sets:winning",
            "Compute and store every position from which a problem can still be won.",
        ),
        "sets tablebase": (
            "stored_sets:tablebase",
            "Compute and store every solvable position of a position class, with one bit each.",
        ),
        "sets verify": (
            "stored_sets:verify",
            "Verify the stored winning sets of a problem.",
        ),
        "export": (
            "papers:data",
            "Export data files: winning positions, labelled positions or tables of results.",
        ),
        "reproduce": (
            "papers:reproduce",
            "Recompute every table and numbered result of the papers, and compare the values.",
        ),
        "doctor": (
            "doctor:doctor",
            "Print the versions, the machine, the stored sets and the kernels, for a bug report.",
        ),
        "warm-up": (
            "warm_up:warm_up",
            "Compile all kernels in advance (this takes half a minute to a few minutes).",
        ),
    },
}
_PLACES = {name: place for panel in COMMANDS.values() for name, (place, _) in panel.items()}
#: The description of each command.
DESCRIPTIONS = {name: about for panel in COMMANDS.values() for name, (_, about) in panel.items()}


_NOT_LOADED = (
    "a library that pegs needs cannot be loaded: raise the memory limit (ulimit -v) or "
    "reinstall pegsolitaire"
)
_HELP = {"help_option_names": ["-h", "--help"]}


def _as_argument(word: str) -> str:
    r"""Mark a picture that begins with a dash, such as ``---oo---``, as an argument.

    Examples
    --------
    >>> _as_argument("---oo---"), _as_argument("--json"), _as_argument("-h"), _as_argument("--")
    ('\n---oo---', '--json', '-h', '--')
    """
    return f"\n{word}" if len(word) > 2 and word[0] == "-" and is_picture(word) else word


class _LazyGroup(click.Group):
    """A group of commands that are imported only when they are used.

    This is the recipe of Click's documentation.

    Parameters
    ----------
    name : str
        The name of the group.
    lazy_subcommands : dict of str to str
        The names in the group, each with the words that a user types after `pegs`.
    """

    def __init__(self, name: str, *, lazy_subcommands: dict[str, str], **settings: Any) -> None:
        super().__init__(name, context_settings=_HELP, **settings)
        self.lazy_subcommands = lazy_subcommands

    def list_commands(self, ctx: click.Context) -> list[str]:
        """List the commands in the order of the help."""
        return list(self.lazy_subcommands)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a command, or return the group with this name."""
        if cmd_name not in self.lazy_subcommands:
            return None
        words = self.lazy_subcommands[cmd_name]
        return _Branch(words) if _below(words) else load(words)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find a command, or suggest one with a similar name."""
        try:
            return super().resolve_command(ctx, args)
        except click.exceptions.NoSuchCommand as error:
            similar = get_close_matches(error.command_name, self.lazy_subcommands, n=1)
            raise click.exceptions.NoSuchCommand(
                error.command_name, possibilities=similar, ctx=ctx
            ) from None

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Return the possible words for shell completion, without importing a command."""
        commands = [
            CompletionItem(name, help=DESCRIPTIONS[words])
            for name, words in self.lazy_subcommands.items()
            if name.startswith(incomplete)
        ]
        return commands + click.Command.shell_complete(self, ctx, incomplete)


class _Branch(_LazyGroup):
    """A command that has subcommands: `pegs design english`, but also `pegs design unique`."""

    def __init__(self, name: str) -> None:
        super().__init__(name, lazy_subcommands=_below(name))

    def make_context(
        self,
        info_name: str | None,
        args: list[str],
        parent: click.Context | None = None,
        **extra: Any,
    ) -> click.Context:
        """Begin a subcommand if the first word names one, and otherwise the command itself."""
        is_completing = extra.get("resilient_parsing") and not args
        if is_completing or (args and args[0] in self.lazy_subcommands):
            return super().make_context(info_name, args, parent, **extra)
        assert self.name is not None
        return load(self.name).make_context(info_name, args, parent, **extra)


class _Program(_LazyGroup):
    """The `pegs` program."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the arguments, including the form `help COMMAND`."""
        if args[:1] == ["help"]:
            args = [*args[1:], "--help"]
        return super().parse_args(ctx, list(map(_as_argument, args)))

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands in their groups."""
        for panel, commands in COMMANDS.items():
            rows = [(name, about) for name, (_, about) in commands.items() if " " not in name]
            with formatter.section(panel):
                formatter.write_dl(rows)
        with formatter.section("Subcommands"):
            formatter.write_text(", ".join(name for name in DESCRIPTIONS if " " in name))


def _below(name: str) -> dict[str, str]:
    """Return the subcommands of a command, each with the words that a user types."""
    first = f"{name} "
    return {words.removeprefix(first): words for words in DESCRIPTIONS if words.startswith(first)}


def load(words: str) -> Command:
    """Import the command for some words, such as ``"design unique"``."""
    module, function = _PLACES[words].split(":")
    command: Command = getattr(import_module(f"pegsolitaire.cli.commands.{module}"), function)
    command.subcommands = {below: DESCRIPTIONS[below] for below in _below(words).values()}
    return command


#: Where shells look for a user's completions, relative to the home folder.
_COMPLETIONS = {
    "bash": ".local/share/bash-completion/completions/pegs",
    "zsh": ".zfunc/_pegs",
    "fish": ".config/fish/completions/pegs.fish",
}
_COMPLETE = "_PEGS_COMPLETE"  # the variable with which the shell requests completions


def _completion() -> tuple[Path, str]:
    """Return the path and the completion script for the user's shell."""
    shell = Path(os.environ.get("SHELL", "")).name
    kind = get_completion_class(shell)
    if kind is None or shell not in _COMPLETIONS:
        raise ProblemError(
            f"cannot complete commands in {shell or 'an unknown shell'}: use bash, zsh or fish "
            "(the variable SHELL names yours)"
        )
    return Path.home() / _COMPLETIONS[shell], kind(app, {}, "pegs", _COMPLETE).source()


def _install_completion() -> None:
    path, script = _completion()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(script, encoding="utf-8")
    more = ", after adding fpath+=~/.zfunc before compinit in ~/.zshrc" * (path.name == "_pegs")
    click.echo(f"written to {path}: open a new shell to use it{more}")


def _flag(names: list[str], act: Callable[[], None], text: str) -> click.Option:
    """Declare an option of the program itself, which acts and then ends the program."""

    def callback(ctx: click.Context, _: click.Parameter, is_wanted: bool) -> None:
        if is_wanted:
            act()
            ctx.exit()

    return click.Option(
        names, is_flag=True, is_eager=True, expose_value=False, callback=callback, help=text
    )


app = _Program(
    "pegs",
    lazy_subcommands={name: name for name in DESCRIPTIONS if " " not in name},
    no_args_is_help=True,
    help="Play, solve, count, explain and design peg solitaire, on any board.",
    epilog="Exit codes: 0 done, 1 the answer is no, 2 wrong usage or bad input, 3 undecided, "
    "130 interrupted (Ctrl-C), 143 terminated (SIGTERM).",
    params=[
        _flag(
            ["--version", "-v", "-V"],
            lambda: click.echo(f"pegs {__version__}"),
            "Print the version.",
        ),
        _flag(
            ["--install-completion"], _install_completion, "Install completion for your shell."
        ),
        _flag(
            ["--show-completion"],
            lambda: click.echo(_completion()[1]),
            "Print the completion script for your shell.",
        ),
    ],
)  # fmt: skip


def run(arguments: Sequence[str] | None = None) -> int:
    """Run a command line, print any error in one line, and return the exit code."""
    try:
        with warnings.catch_warnings():
            show_store_warnings()
            code = _obey(arguments)
        out.file.flush()  # errors can still be reported here, but not at exit
        return code
    except (BrokenPipeError, SystemExit):
        # The reader of our output has closed it (Rich then raises SystemExit), so nothing more can
        # be written, not even at exit.
        sys.stdout = None
        return 0
    except OSError as error:
        complain(_refused(error))
        sys.stdout = None
        return WRONG


def _refused(error: OSError) -> str:
    """Return the message for a system error. An error without a file name is about the output."""
    if error.errno is None:  # raised by a library while it loads other libraries
        return f"{_NOT_LOADED} ({error})"
    if error.filename is None:
        return f"cannot write the output: {error.strerror or error}"
    return f"cannot use {error.filename}: {error.strerror or error}"


def _obey(arguments: Sequence[str] | None) -> int:
    if asked := os.environ.get(_COMPLETE):
        return shell_complete(app, {}, "pegs", _COMPLETE, asked)
    try:
        code = _invoke(sys.argv[1:] if arguments is None else list(arguments))
        if signals.is_dropped():
            raise KeyboardInterrupt
        return code
    except KeyboardInterrupt as stop:
        signals.take()
        kept = getattr(stop, "__notes__", ())[:1]
        complain(": ".join(filter(None, (signals.word(), *kept))))
        return signals.exit_code()
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message())
        return WRONG
    except click.ClickException as error:
        context = getattr(error, "ctx", None)
        asked = context.command_path if context else "pegs"
        message = error.format_message().rstrip(".")
        ask = " See" if message.endswith("?") else ": see"
        complain(f"{message}{ask} `{asked} --help`")
        return WRONG
    except BudgetSpentError as error:
        complain(str(error))
        return UNDECIDED
    except PictureError as error:
        complain(error.asking(lambda marks: f"--marks {quote(marks)}"))
        return WRONG
    except PegSolitaireError as error:
        complain(str(error))
        return WRONG
    except MemoryError:
        complain("not enough memory for this problem: free some, or choose a smaller board")
        return WRONG
    except ImportError as error:
        complain(f"{_NOT_LOADED} ({error})")
        return WRONG
    except RuntimeError as error:
        if "start new thread" not in str(error):
            raise
        complain(
            "the system refuses to start another thread: raise the limit of memory or of "
            "processes (ulimit -a)"
        )
        return WRONG


def _invoke(words: list[str]) -> int:
    """Run a command. An error caused by a signal counts as an interruption.

    A library, or Python itself while it compiles a module, may turn a signal into another error.
    """
    try:
        width = min(get_terminal_size().columns, 100)
        with app.make_context("pegs", words, terminal_width=width) as context:
            app.invoke(context)
    except click.exceptions.Exit as ending:
        return ending.exit_code
    except Exception as error:
        if signals.is_requested():
            raise KeyboardInterrupt from error
        raise
    return 0


def main() -> None:
    """The entry point of the `pegs` command."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    code = run()
    if signals.is_terminated():  # so that the sender of the signal sees it
        code = signals.exit_code()
    signals.end_at_once(code)
    sys.exit(code)
