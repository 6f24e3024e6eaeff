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
from importlib import import_module
from io import TextIOWrapper
from pathlib import Path
from shlex import quote
from shutil import get_terminal_size
from typing import TYPE_CHECKING

import click
from click.shell_completion import CompletionItem, get_completion_class, shell_complete

from pegsolitaire import __version__, signals
from pegsolitaire.arguments import did_you_mean
from pegsolitaire.board import is_picture
from pegsolitaire.cli.output import UNDECIDED, WRONG, complain, out
from pegsolitaire.errors import (
    BudgetSpentError,
    PegSolitaireError,
    PictureError,
    ProblemError,
    quoted,
)
from pegsolitaire.progress_bar import show_store_warnings

if TYPE_CHECKING:
    from pegsolitaire.cli.command import Command

#: The module in `commands` and the description of each command, in the groups of `pegs --help`.
GROUPS = {
    "Play and solve": {
        "play": ("playing", "Play peg solitaire, and see which jumps lose before you make them."),
        "solve": (
            "solving",
            "Solve a problem from any position: print a checked solution, or explain "
            "why there is none.",
        ),
        "check": (
            "checking",
            "Check whether a position, and each jump from it, can still be won.",
        ),
        "count": ("counting", "Count the solutions of a problem exactly."),
        "explain": (
            "checking",
            "Explain why a position is lost, with the shortest proof that can be verified.",
        ),
        "show": (
            "showing",
            "Show a board or a position, with its position class, symmetry and resource counts.",
        ),
        "facts": (
            "showing",
            "List known results of a board: solutions, fewest moves (with proof), "
            "unsolvable problems.",
        ),
        "replay": ("checking", "Replay a game: check its moves and show each board."),
        "random": (
            "chance",
            "Compute how likely a random player is to win, and how its games end.",
        ),
        "learn": ("playing", "List the lessons, or print one with its positions and solutions."),
        "boards": ("playing", "List the built-in boards."),
        "triangle": (
            "solving",
            "Solve a triangle of any size instantly, by construction, without a search.",
        ),
    },
    "Design and print": {
        "design": (
            "designing",
            "Search a position class for hard puzzles that can be played to one peg.",
        ),
        "unique": ("designing", "Find the positions of a class from which exactly one jump wins."),
        "symmetric": (
            "designing",
            "Count the symmetric positions that can be played to one peg, by symmetry type.",
        ),
        "puzzles": (
            "puzzles",
            "List the puzzle sets, show one of them, or make a sheet to print.",
        ),
        "graph": (
            "counting",
            "Build the graph of all solutions of a small problem: positions, jumps "
            "and path counts.",
        ),
    },
    "Research": {
        "extremes": (
            "extreme_games",
            "Find the shortest games that get stuck, or the extreme positions of a class.",
        ),
        "dead-ends": (
            "extreme_games",
            "Find the shortest jump sequences after which a problem can no longer be solved.",
        ),
        "sweep": (
            "extreme_games",
            "Find the longest sweep (the most jumps in one move), and a position that allows it.",
        ),
        "patterns": (
            "small_boards",
            "Count the patterns that can be played to one peg on a board without an edge.",
        ),
        "census": (
            "small_boards",
            "Count all small boards, and how many can be solved from some vacancy or "
            "from every vacancy.",
        ),
        "stored": ("stored_sets", "List the sets stored on this machine, or remove some of them."),
        "levels": (
            "stored_sets",
            "Count the positions of a problem level by level, by pegs or by moves.",
        ),
        "winning": (
            "stored_sets",
            "Compute and store every position from which a problem can still be won.",
        ),
        "tablebase": (
            "stored_sets",
            "Compute and store every solvable position of a position class, with one bit each.",
        ),
        "verify": ("stored_sets", "Verify the stored winning sets of a problem."),
        "data": (
            "papers",
            "Export data files: winning positions, labelled positions or tables of results.",
        ),
        "reproduce": (
            "papers",
            "Recompute every table and numbered result of the papers, and compare the values.",
        ),
        "doctor": (
            "doctor",
            "Print the versions, the machine, the stored sets and the kernels, for a bug report.",
        ),
        "warm-up": (
            "warm_up",
            "Compile all kernels in advance (this takes half a minute to a few minutes).",
        ),
    },
}
COMMANDS = {
    group: {name: about for name, (_, about) in commands.items()}
    for group, commands in GROUPS.items()
}
FILE_OF = {name: file for group in GROUPS.values() for name, (file, _) in group.items()}
#: Subcommands: for example, `pegs sets winning` runs the command `winning`. Each also works as
#: `pegs winning`, although the help does not list it.
PARTS = {
    "sets": {
        "list": "stored",
        "winning": "winning",
        "levels": "levels",
        "tablebase": "tablebase",
        "verify": "verify",
    },
    "design": {"unique": "unique", "symmetric": "symmetric"},
    "extremes": {"dead-ends": "dead-ends", "sweep": "sweep"},
    "patterns": {"boards": "census"},
    "show": {"known": "facts"},
}
#: Commands with a different name in the help.
_SHOWN = {"stored": "sets", "data": "export"}
#: Synonyms of commands.
SYNONYMS = {"serve": "play"} | {word: name for name, word in _SHOWN.items()}
_BELOW = {name for parts in PARTS.values() for name in parts.values()} - _SHOWN.keys()
#: The words of each command in the help, such as `sets winning`.
FULL_NAMES = {
    name: f"{word} {part}" for word, parts in PARTS.items() for part, name in parts.items()
}
FULL_NAMES |= _SHOWN
#: The commands that the help lists.
LISTED = {
    _SHOWN.get(name, name): about
    for commands in COMMANDS.values()
    for name, about in commands.items()
    if name not in _BELOW
}


_NOT_LOADED = (
    "a library that pegs needs cannot be loaded: raise the memory limit (ulimit -v) or "
    "reinstall pegsolitaire"
)
_WITHOUT_JSON = ("play", "warm-up")
_HELP = {"help_option_names": ["-h", "--help"]}


def _as_argument(word: str) -> str:
    r"""Mark a picture that begins with a dash, such as ``---oo---``, as an argument.

    Examples
    --------
    >>> _as_argument("---oo---"), _as_argument("--json"), _as_argument("-h"), _as_argument("--")
    ('\n---oo---', '--json', '-h', '--')
    """
    return f"\n{word}" if len(word) > 2 and word[0] == "-" and is_picture(word) else word


class _Program(click.Group):
    """The `pegs` program, which lists its commands without importing them."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """List all commands in the order of the help."""
        return list(FILE_OF)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a command."""
        name = SYNONYMS.get(cmd_name, cmd_name)
        return load(name) if name in FILE_OF else None

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find a command, or suggest the command nearest to an unknown word."""
        word = args[0]
        if SYNONYMS.get(word, word) not in FILE_OF and not word.startswith("-"):
            raise click.UsageError(
                f"No such command {quoted(word)}.{did_you_mean(word, LISTED)}", ctx
            )
        name, command, rest = super().resolve_command(ctx, args)
        return ctx.obj or name, command, rest

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the arguments, including the form `help COMMAND`."""
        if args[:1] == ["help"]:
            args = [*args[1:], "--help"]
        if len(args) > 1 and args[1] in PARTS.get(args[0], ()):
            ctx.obj = " ".join(args[:2])  # the name of the command in the help
            args = [PARTS[args[0]][args[1]], *args[2:]]
        return super().parse_args(ctx, list(map(_as_argument, args)))

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Return the possible words for shell completion."""
        found = [CompletionItem(word, help=about) for word, about in LISTED.items()]
        options = click.Command.shell_complete(self, ctx, incomplete)
        return [one for one in found if str(one.value).startswith(incomplete)] + options

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands in their groups."""
        for panel, commands in COMMANDS.items():
            rows = [
                (_SHOWN.get(name, name), about)
                for name, about in commands.items()
                if name not in _BELOW
            ]
            with formatter.section(panel):
                formatter.write_dl(rows)
        parts = (f"{word} {part}" for word, parts in PARTS.items() for part in parts)
        with formatter.section("Subcommands"):
            formatter.write_text(", ".join(parts))


def load(name: str) -> Command:
    """Import a command by name, with all its options."""
    from pegsolitaire.cli.command import Command

    module = import_module(f"pegsolitaire.cli.commands.{FILE_OF[name]}")
    function = getattr(module, name.replace("-", "_"))
    return Command(name, function, has_json=name not in _WITHOUT_JSON, context_settings=_HELP)


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
    no_args_is_help=True,
    context_settings=_HELP,
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


def _width() -> int:
    """Return the width of the help: that of the terminal, but no more than 100."""
    return min(get_terminal_size().columns, 100)


def _invoke(words: list[str]) -> int:
    """Run a command. An error caused by a signal counts as an interruption.

    A library, or Python itself while it compiles a module, may turn a signal into another error.
    """
    try:
        with app.make_context("pegs", words, terminal_width=_width()) as context:
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
