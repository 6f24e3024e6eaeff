"""The command `pegs`: its commands, by what people want, and what becomes of errors.

All commands together take most of a second to import: each is imported when it is used. So what
`pegs --help` and the completion of the shell say of a command stands here, and a test holds it
against the command.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from io import TextIOWrapper
from pathlib import Path
from shutil import get_terminal_size
from typing import TYPE_CHECKING, Any

import click
from click.shell_completion import CompletionItem, get_completion_class, shell_complete

from pegsolitaire import __version__, stopping
from pegsolitaire.arguments import did_you_mean
from pegsolitaire.board import is_drawn
from pegsolitaire.cli.output import UNDECIDED, WRONG, complain, out
from pegsolitaire.errors import BudgetSpentError, PegSolitaireError, ProblemError

if TYPE_CHECKING:
    from pegsolitaire.cli.command import Command

#: What commands do, by name, in the groups in which `pegs --help` lists them.
COMMANDS = {
    "Play and solve": {
        "play": "Play peg solitaire, and see which jumps lose before you make them.",
        "solve": "Solve a problem, from any position: print a solution, replayed, or "
        "say why there is none.",
        "check": "Check whether a position, and each jump from it, can still be won.",
        "count": "Count the solutions of a problem, exactly.",
        "explain": "Say why a position is dead: the shortest convincing reason, "
        "checked before it is given.",
        "show": "Show a board, or a position on it and what theory says of it.",
        "facts": "List what is known of a board: solutions, fewest moves, and what "
        "has no solution.",
        "replay": "Replay a game: check a list of moves, and show it board by board.",
        "random": "Play at random: how likely it is to win, and how games end.",
        "learn": "List the lessons, or print one: its texts, positions and solutions.",
        "boards": "List the boards of the catalogue.",
        "triangle": "Solve a triangle of any side at once, without a search.",
    },
    "Design and print": {
        "design": "Search a position class for hard puzzles: to be brought to one peg, anywhere.",
        "unique": "Find the positions of a class from which exactly one jump wins.",
        "symmetric": "Count the symmetric positions that can be played to one peg, by "
        "symmetry type and class.",
        "puzzles": "List the puzzle sets, or show or print the puzzles of one.",
        "graph": "Make the graph of all solutions of a small problem: positions, "
        "jumps and path counts.",
    },
    "Research": {
        "extremes": "Find the shortest games that end stuck, or the extremes of a position class.",
        "dead-ends": "Find the shortest jump sequences after which a problem can no "
        "longer be solved.",
        "sweep": "Find the most jumps that one peg can make in one move, and a "
        "position where it can.",
        "patterns": "Count the patterns that can be played to one peg on a board without an edge.",
        "census": "Count all small boards, and those that can be solved from some "
        "vacancy, or from every one.",
        "stored": "List what is stored on this machine, or remove some of it.",
        "levels": "Count the positions of a problem by pegs, or by moves.",
        "winning": "Compute and store every position from which a problem can still be won.",
        "tablebase": "Find every solvable position of a position class, one bit each, "
        "and keep them in a file.",
        "verify": "Check the stored winning sets of a problem.",
        "data": "Write data files that others can use.",
        "reproduce": "Compute every table and numbered result of the papers, and compare.",
        "warm-up": "Compile the kernels that are not compiled yet: half a minute to a "
        "few minutes, once.",
    },
}

#: Commands that stand below another, by their names there: `pegs sets winning`, say, is `winning`.
#: By itself each works too, unlisted, as it did when it stood alone.
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
#: The file of each command, below `commands`.
FILES = {
    "playing": ("play", "learn", "boards"),
    "solving": ("solve", "triangle"),
    "checking": ("check", "explain", "replay"),
    "counting": ("count", "graph"),
    "showing": ("show", "facts"),
    "chance": ("random",),
    "designing": ("design", "unique", "symmetric"),
    "puzzles": ("puzzles",),
    "stored_sets": ("stored", "winning", "levels", "tablebase", "verify"),
    "extreme_games": ("extremes", "dead-ends", "sweep"),
    "small_boards": ("patterns", "census"),
    "papers": ("reproduce", "data"),
    "warm_up": ("warm-up",),
}
_FILE_OF = {name: file for file, names in FILES.items() for name in names}
#: What the help calls some commands.
_SHOWN = {"stored": "sets", "data": "export"}
#: Other words for commands.
SYNONYMS = {"serve": "play"} | {word: name for name, word in _SHOWN.items()}
_BELOW = {name for parts in PARTS.values() for name in parts.values()} - _SHOWN.keys()
#: What the help lists.
LISTED = {
    _SHOWN.get(name, name): about
    for commands in COMMANDS.values()
    for name, about in commands.items()
    if name not in _BELOW
}


_NOT_LOADED = (
    "a library that pegs needs cannot be loaded: allow the program more memory (ulimit -v), or "
    "install pegsolitaire again"
)
_NAMES = [name for commands in COMMANDS.values() for name in commands]
_WITHOUT_JSON = ("play", "warm-up")
_HELP = {"help_option_names": ["-h", "--help"]}


def _as_argument(word: str) -> str:
    """A word that is no option though it begins with a dash: a picture, such as ``---oo---``.

    Examples
    --------
    >>> _as_argument("---oo---"), _as_argument("--json"), _as_argument("-h"), _as_argument("--")
    (' ---oo---', '--json', '-h', '--')
    """
    is_picture = len(word) > 2 and word[0] == "-" and is_drawn(word)
    return f" {word}" if is_picture else word


class _Program(click.Group):
    """The program: to list its commands imports none of them."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """All of them, in the order of the help."""
        return _NAMES

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the command that is used."""
        name = SYNONYMS.get(cmd_name, cmd_name)
        return load(name) if name in _NAMES else None

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that is used; of a slip, the nearest one."""
        word = args[0]
        if SYNONYMS.get(word, word) not in _NAMES and not word.startswith("-"):
            raise click.UsageError(f"No such command {word!r}.{did_you_mean(word, LISTED)}", ctx)
        name, command, rest = super().resolve_command(ctx, args)
        return ctx.obj or name, command, rest

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the arguments; `help COMMAND` is the help of the command."""
        if args[:1] == ["help"]:
            args = [*args[1:], "--help"]
        if len(args) > 1 and args[1] in PARTS.get(args[0], ()):
            ctx.obj = " ".join(args[:2])  # what its help calls it
            args = [PARTS[args[0]][args[1]], *args[2:]]
        return super().parse_args(ctx, list(map(_as_argument, args)))

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """What can be typed, for the completion of the shell."""
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
        with formatter.section("Parts of these"):
            formatter.write_text(", ".join(parts))


def load(name: str) -> Command:
    """A command by its name, imported, with all its options."""
    from pegsolitaire.cli.command import Command

    module = import_module(f"pegsolitaire.cli.commands.{_FILE_OF[name]}")
    function = getattr(module, name.replace("-", "_"))
    return Command(name, function, has_json=name not in _WITHOUT_JSON, context_settings=_HELP)


def _print_version(ctx: click.Context, _: click.Parameter, is_wanted: bool) -> None:
    if is_wanted:
        click.echo(f"pegs {__version__}")
        ctx.exit()


#: Where shells look for completions of their user, below the home folder.
_COMPLETIONS = {
    "bash": ".local/share/bash-completion/completions/pegs",
    "zsh": ".zfunc/_pegs",
    "fish": ".config/fish/completions/pegs.fish",
}
_COMPLETE = "_PEGS_COMPLETE"  # the variable by which the shell asks for them


def _completion() -> tuple[Path, str]:
    """The completions for the shell of the user: where they go, and the script."""
    shell = Path(os.environ.get("SHELL", "")).name
    kind = get_completion_class(shell)
    if kind is None or shell not in _COMPLETIONS:
        raise ProblemError(
            f"no completions for {shell or 'no shell'}: there are for bash, zsh, fish"
        )
    return Path.home() / _COMPLETIONS[shell], kind(app, {}, "pegs", _COMPLETE).source()


def _show_completion(ctx: click.Context, _: click.Parameter, is_wanted: bool) -> None:
    if is_wanted:
        click.echo(_completion()[1])
        ctx.exit()


def _install_completion(ctx: click.Context, _: click.Parameter, is_wanted: bool) -> None:
    if is_wanted:
        path, script = _completion()
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(script, encoding="utf-8")
        more = "; have fpath+=~/.zfunc before compinit in ~/.zshrc" * (path.name == "_pegs")
        click.echo(f"written to {path}: open a new shell{more}")
        ctx.exit()


def _flag(names: list[str], callback: Any, text: str) -> click.Option:
    """An option of the program itself, in place of a command."""
    return click.Option(
        names, is_flag=True, is_eager=True, expose_value=False, callback=callback, help=text
    )


app = _Program(
    "pegs",
    no_args_is_help=True,
    context_settings=_HELP,
    help="A peg solitaire laboratory: play, check, solve and count on any board.",
    epilog="Exit codes: 0 done, 1 the answer is no, 2 wrong usage or bad input, 3 undecided, "
    "130 interrupted (Ctrl-C), 143 terminated (SIGTERM).",
    params=[
        _flag(["--version", "-v", "-V"], _print_version, "Print the version."),
        _flag(
            ["--install-completion"], _install_completion, "Install completion for your shell."
        ),
        _flag(
            ["--show-completion"], _show_completion, "Print what completes in your shell."
        ),
    ],
)  # fmt: skip


def run(arguments: Sequence[str] | None = None) -> int:
    """Run a command line and return its exit code; errors become one line."""
    try:
        code = _obey(arguments)
        out.file.flush()  # an error of it can be told here, and not any more at exit
        return code
    except (BrokenPipeError, SystemExit):
        # Whoever read our output has gone (Rich then leaves by SystemExit): nothing
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
    if asked := os.environ.get(_COMPLETE):
        return shell_complete(app, {}, "pegs", _COMPLETE, asked)
    try:
        code = _invoke(sys.argv[1:] if arguments is None else list(arguments))
        if stopping.is_dropped():
            raise KeyboardInterrupt
        return code
    except KeyboardInterrupt as stop:
        stopping.take()
        kept = getattr(stop, "__notes__", ())[:1]
        complain(": ".join(filter(None, (stopping.word(), *kept))))
        return stopping.exit_code()
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


def _width() -> int:
    """The columns of the help: those of the terminal, up to 100."""
    return min(get_terminal_size().columns, 100)


def _invoke(words: list[str]) -> int:
    """Do a command; what fails because a signal has come is an interruption too.

    A library may make another error of it, and so does Python where it was compiling a module.
    """
    try:
        with app.make_context("pegs", words, terminal_width=_width()) as context:
            app.invoke(context)
    except click.exceptions.Exit as ending:
        return ending.exit_code
    except Exception as error:
        if stopping.is_requested():
            raise KeyboardInterrupt from error
        raise
    return 0


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
