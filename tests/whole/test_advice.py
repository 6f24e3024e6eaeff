"""Tests that every command, option and call recommended by the package works.

The tests collect every string in the source that mentions a command, an option or a call. The
commands and calls below fail on purpose, and between them they must produce each of these strings.
The tests then fill in the values and run what the string recommends. Slow commands are only
parsed.
"""

import ast
import io
import re
import shlex
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass, replace
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from unittest.mock import patch

import click
import pytest
from command_calls import VALUES
from rich.console import Console
from typed import command_of

import pegsolitaire as ps
from pegsolitaire import papers, progress_bar, solving, surveys
from pegsolitaire.cli.main import DESCRIPTIONS, run
from pegsolitaire.sets.npz_files import DamageError, Format
from pegsolitaire.work import Work

ROOT = Path(ps.__file__).parent

# -- collecting advice ----------------------------------------------------------------------------

NAMES = "|".join(sorted(DESCRIPTIONS, key=len, reverse=True))
COMMAND = re.compile(rf"(?<!\w )\bpegs (?:{NAMES})(?![\w-])")
OPTION = re.compile(r"(?<![\w-])--[a-z][a-z-]*")
#: Matches a call of a public name, or of a method of a board, problem or position.
CALL = re.compile(
    rf"(?<=[a-z:;,] )(?:ps\.)?(?:{'|'.join(dir(ps))}|board|problem|position)\b[.\w]*\("
)
KEYWORD = re.compile(r"\b[a-z_]+=(?:True|False|None)")
FLAGS_ALONE = re.compile(r"\s*(?:--[a-z-]+[/ ]*)+")
RULE = re.compile(r"(?:--|WHAT)\S+ (?:needs|excludes) .*")


@dataclass(frozen=True)
class Text:
    """A string literal in the source, with a zero byte in place of each formatted value."""

    path: str
    line: int
    template: str

    @property
    def is_advice(self):
        if FLAGS_ALONE.fullmatch(self.template) or RULE.fullmatch(self.template):
            return False
        template = re.sub("`(?!pegs)[^`]*`", "", self.template)  # commands of other programs
        return any(kind.search(template) for kind in (COMMAND, OPTION, CALL, KEYWORD))

    def is_in(self, printed):
        """Return whether some printed output contains this text, ignoring case and whitespace.

        Case is ignored because advice starts a sentence when it is printed after an error.
        """
        at, printed = 0, printed.lower()
        for part in re.split(r"\0|\{\w+\}", one_line(self.template).strip().lower()):
            at = printed.find(part, at)
            if at < 0:
                return False
            at += len(part)
        return True

    def __str__(self):
        return f"{self.path}:{self.line}: {self.template!r}".replace("\\x00", "{}")


def one_line(text):
    return re.sub(r"\s+", " ", text)


def texts_of(path):
    """Yield the string literals in a file, except for docstrings."""

    def visit(node):
        if isinstance(node, ast.JoinedStr):
            parts = (one.value if isinstance(one, ast.Constant) else "\0" for one in node.values)
            yield Text(name, node.lineno, "".join(parts))
            for part in node.values:
                if isinstance(part, ast.FormattedValue):
                    yield from visit(part.value)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield Text(name, node.lineno, node.value)
        elif not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)):
            for child in ast.iter_child_nodes(node):
                yield from visit(child)

    name = path.relative_to(ROOT).as_posix()
    return visit(ast.parse(path.read_text()))


@cache
def advice():
    """Return all strings in the package that give advice."""
    paths = sorted(ROOT.rglob("*.py"))
    return [text for path in paths for text in texts_of(path) if text.is_advice]


#: The tests run hundreds of commands.
pytestmark = pytest.mark.slow

# -- commands and calls that fail -----------------------------------------------------------------


#: Commands that print or raise advice. Some need an environment variable first.
FAIL = """
pegs design triangle4 --name mine
pegs design unique triangle4 --name mine
pegs design symmetric triangle4 --name mine
pegs puzzles --sheet sheet.html
pegs puzzles english-classics --link https://example.org/
pegs sets --remove
pegs sets levels triangle4 a2 --store
pegs sets levels triangle4 a2 --by moves --raw
pegs play --link https://example.org/
pegs play --finish any
pegs random triangle4 --all --winning
pegs show engilsh
pegs solve english no-such-start
pegs random triangle4 --all --exact --games 10
pegs random triangle4 --all --estimate --games 10
pegs check triangle5 any --explore
pegs check triangle4 b3
pegs check ooo/ooo/ooo/o code:5
pegs solve ooo/ooo/ooo/o code:5
pegs replay triangle4 a2
pegs explain triangle4 a2 --finish a3
pegs explain english d4:d2-d4,d5-d3,b4-d4,d3-d5
pegs count english d4
pegs graph triangle5 a1 --shortest
pegs design symmetric triangle5 --most 1
pegs design unique triangle4 --pegs 3..8 --most 1
pegs design symmetric triangle4 --pegs 3..8 --most 1
pegs design triangle4 --to found --most 1
pegs design triangle5 --pegs 2.5
pegs design triangle5 --pegs 99
pegs design triangle5 --to found --name .
pegs extremes wiegleb --time 0
pegs sets nothing
pegs sets triangle4 --remove
pegs sets square4 --remove --json
pegs sets levels triangle6 a1 --by moves
pegs sets winning triangle5 a1 --by index
pegs export labels
pegs solve triangle5 any --unbounded
pegs solve triangle5 a1 --all 2 --time 5
pegs solve triangle5 a1
pegs solve triangle5 b3
pegs solve french d4
pegs solve triangle4 a2 --all 2
pegs solve triangle5 any --reach a1
pegs solve triangle4 a2 --shortest --all 2
pegs solve square7 d3 --shortest --time 0
pegs solve square12 e5 --finish h8 --shortest
pegs triangle 9 a1
pegs triangle 20 a2
pegs triangle 5 a1 b3
pegs show square60 --regions
pegs show known triangle5
pegs show english d4
COLUMNS=40 pegs boards
pegs reproduce --only puzzles-figure-1
pegs reproduce --only nonsense
pegs reproduce --figures here --only nonsense
pegs reproduce --quick --only new-removal-but
pegs reproduce --only new-count-sublattice --quick --list
pegs reproduce --only new-class-hexagon37
pegs play --host ''
pegs play --host 192.0.2.1
pegs play triangle12 a1 --terminal
pegs play --puzzles nowhere
pegs sets levels
pegs solve triangle5 any --finish a1
pegs solve triangle5 a1 --type A
pegs doctor
""".strip().splitlines()


@dataclass(frozen=True)
class Printed:
    """The result of a command: its arguments, exit code and output."""

    words: tuple[str, ...]
    code: int
    text: str


class Terminal(io.StringIO):
    """A terminal at which nobody types."""

    def isatty(self):
        return True


def printed(words, stream=io.StringIO):
    """Run a command without any input and return its result."""
    told = stream()
    with redirect_stdout(told), redirect_stderr(told), patch("sys.stdin", stream()):
        code = run(words)
    return Printed(tuple(words), code, told.getvalue())


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patches:
        patches.setenv("PEGSOLITAIRE_HOME", str(tmp_path_factory.mktemp("home")))
        patches.chdir(tmp_path_factory.mktemp("here"))
        printed(["sets", "winning", "triangle4", "a2"])
        yield


def interrupted(line):
    """Run a command that receives Ctrl-C shortly after it starts."""
    with patch.object(Work, "check", side_effect=KeyboardInterrupt):
        return printed(shlex.split(line)[1:])


def interrupted_rows():
    """Reproduce two rows and interrupt the second one."""
    run_row, done = papers.run_row, []

    def stop(row, *, work):
        if done:
            raise KeyboardInterrupt
        done.append(run_row(row, work=work))
        return done[0]

    with patch.object(papers, "run_row", stop):
        return printed(["reproduce", "--only", "notes-figure-11", "--only", "notes-figure-3"])


def on_a_terminal(line):
    """Run a slow command on a terminal, as if no kernels had been compiled yet."""
    console = Console(file=io.StringIO(), force_terminal=True, color_system=None, width=2000)
    with (
        patch.object(progress_bar, "err", console),
        patch.object(progress_bar, "PATIENCE", 0.0),
        patch.object(progress_bar, "kernels_are_compiled", lambda: False),
    ):
        words = shlex.split(line)[1:]
        told = printed(words)
    return Printed(told.words, told.code, told.text + console.file.getvalue())


def as_if(line, what, value):
    """Run a command with one name in the package replaced."""
    with patch(what, value):
        return printed(shlex.split(line)[1:])


def declined():
    """Start a long computation that asks for consent on a terminal and gets no answer."""
    with patch(CONSENT, 1e-12):
        return printed(["graph", "triangle4", "a2"], Terminal)


def unlisted():
    """Show a table that leaves out problems with too many shortest solutions to list."""
    rows = [
        row for row in surveys.known_table(ps.Board("french")) if not row.classes and row.moves
    ]
    return as_if("pegs show french --problems --shortest --all", UNLISTED, lambda _: rows[:1])


def too_narrow():
    """Solve a problem on an unbounded board with a margin that is too narrow."""
    solved = solving.solve_without_edge

    def narrow(*given, **named):
        return replace(solved(*given, **named), is_whole=False)

    with patch.object(solving, "solve_without_edge", narrow):
        return printed(["solve", "triangle5", "code:2064", "--unbounded", "--margin", "1"])


def in_use():
    """Write to a file that is open in another program, which Windows forbids."""
    with (
        patch.object(Path, "replace", side_effect=PermissionError),
        patch("pegsolitaire.files.sleep"),
    ):
        return printed(["show", "triangle4", "--svg", "board.svg"])


def page_of(cost):
    """Return the text of a page of results that leaves out one row with this cost."""
    rows = [row for row in papers.all_rows() if row.cost == cost]
    page = papers.rows_page([], rows[:1])
    return Printed(
        ("reproduce",), 0, re.sub("<style.*?</style>|<[^>]*>", "", page, flags=re.DOTALL)
    )


UNLISTED = "pegsolitaire.surveys.known_table"
CONSENT = "pegsolitaire.cli.long_work._LONG"
LONG = "pegsolitaire.sets.plans.Plan.is_long"
#: Commands that give advice only under special conditions.
MET = [
    unlisted,
    in_use,
    too_narrow,
    lambda: page_of("whole"),
    lambda: page_of("large"),
    lambda: as_if("pegs random triangle4 a2", LONG, True),
    lambda: as_if("pegs graph triangle4 a2", CONSENT, 1e-12),
    lambda: as_if("pegs check english d1:d3-d1", CONSENT, 1e-12),
    declined,
    lambda: as_if("pegs doctor", "pegsolitaire.cli.commands.doctor.kernels_are_compiled", bool),
    lambda: interrupted("pegs count triangle6 a1 --again"),
    lambda: interrupted("pegs extremes dead-ends triangle5 a1"),
    lambda: interrupted("pegs extremes triangle5 --class A"),
    interrupted_rows,
    lambda: on_a_terminal("pegs solve triangle5 a1 --survivor a2"),
]


@pytest.fixture(scope="module")
def failures(home):
    """Return the results of the commands above."""
    found = []
    for line in FAIL:
        words = shlex.split(line)
        begin = words.index("pegs")
        with patch.dict("os.environ", dict(word.split("=") for word in words[:begin])):
            found.append(printed(words[begin + 1 :]))
    return [*found, *(meet() for meet in MET)]


@pytest.fixture(scope="module")
def helps():
    """Return the help text of every command, with long lines."""
    with patch.dict("os.environ", COLUMNS="2000"):
        return [printed([*name.split(), "--help"]) for name in DESCRIPTIONS]


#: Calls that are refused with advice.
CALLS = """
ps.random_play("triangle4 a2").knowing(1)
ps.random_play("triangle5 a1", player="removal", winning=True)
ps.random_play("english d4", fractions=True)
ps.Position(board, "a1")
ps.Problem(position, ps.Board("english").full)
ps.solve(problem, work=60)
ps.shortest(ps.Problem("square12", "e5", "h8"))
ps.WinningSets.open(problem)
ps.WinningSets.open(own)
ps.sets.PositionValues.open(problem)
ps.sets.PositionValues.open(own)
ps.sets.FewestMoves.file(board, problem.finishes).open()
ps.Problem("triangle5", "any", "a1")
ps.Problem("triangle5", "nosuch")
ps.Solution("d4", 5)
ps.solve(3)
ps.explain(3)
ps.dead_ends(3)
""".strip().splitlines()


def around():
    board = ps.Board("triangle5")
    own = ps.Problem(ps.Board("ooo/ooo/ooo/o"), "a1", "any")
    values = {"ps": ps, "board": board, "position": board.vacancy("a1"), "own": own}
    values |= {"problem": ps.Problem(values["position"]), "finishes": ["a1"]}
    return {name: getattr(ps, name) for name in ps.__all__} | values


@pytest.fixture(scope="module")
def refusals(home):
    """Return the error messages of the calls above and of missing or damaged files."""
    found = {}
    for call in CALLS:
        with pytest.raises(ps.PegSolitaireError) as refused:
            eval(call, around())
        found[call] = str(refused.value)
    for kind in formats():
        for error in (FileNotFoundError, DamageError("one level is missing")):
            with pytest.raises(ps.PegSolitaireError) as refused, kind.reading("a.npz"):
                raise error
            found[f"{kind.name}, {error}"] = str(refused.value)
    return found


def formats():
    """Return the file formats that the package reads."""
    names = [module.name for module in walk_packages(ps.__path__, "pegsolitaire.")]
    modules = [import_module(name) for name in names if not name.endswith("__main__")]
    found = [one for module in modules for one in vars(module).values() if isinstance(one, Format)]
    assert len(found) >= 9
    return found


def test_all_advice_is_given(failures, helps, refusals):
    texts = [one_line(one.text) for one in (*failures, *helps)]
    texts += [one_line(message) for message in refusals.values()]
    assert [str(one) for one in advice() if not any(one.is_in(text) for text in texts)] == []
    assert len(advice()) > 100


# -- following the advice -------------------------------------------------------------------------

PLACES = {
    "BOARD": "triangle4", "START": "a2", "FINISH": "a2", "SET": "english-classics",
    "FILE": "page.html", "DIR": "there", "FOLDER": "there", "COMMAND": "solve",
    "ADDRESS": "https://example.org/game/",
}  # fmt: skip
QUICK = {"triangle4", "triangle5", "boards"}


def can_be_typed(words):
    """Return whether a command can be run as it is, with no required argument missing."""
    command, rest = command_of([PLACES.get(word, word) for word in words])
    try:
        command.make_context(command.name, list(rest))
    except (click.MissingParameter, click.BadOptionUsage):
        assert {*filter(OPTION.fullmatch, rest)} <= options_of(command)
        return False
    except click.exceptions.Exit:  # --help
        pass
    return True


def options_of(command):
    return {option for one in command.params for option in (*one.opts, *one.secondary_opts)}


def runs(words):
    """Return whether a command works. A command that may be slow is only parsed."""
    if not can_be_typed(words) or words[0] == "play" or not QUICK.intersection(words):
        return True
    return printed([PLACES.get(word, word) for word in words]).code in (0, 1, 3)


def test_commands_that_are_recommended_run(failures, helps, refusals):
    texts = [*(one.text for one in (*failures, *helps)), *refusals.values()]
    found = {line for text in texts for line in re.findall(r"`pegs ([^`]+)`", one_line(text))}
    assert len(found) > 30
    assert [line for line in sorted(found) if line[0] != "-" and not runs(shlex.split(line))] == []


def without_commands(text):
    return re.sub("`[^`]*`|command: .*", "", text.removeprefix("pegs: "))


def without(words, option):
    """Return the arguments of a command without an option and its value."""
    if option not in words:
        return [*words]
    at = words.index(option)
    end = at + 1 + bool(values_of(words, option))
    return [*words[:at], *words[end:]]


def values_of(words, option):
    """Return a sample value for an option as a list, which is empty for a flag."""
    command, _ = command_of(words)
    found = [one for one in command.params if option in (*one.opts, *one.secondary_opts)]
    assert found, f"{words[0]} has no {option}"
    [one] = found
    return [] if one.is_flag else VALUES.get(option) or ["4"]


def followed(words, text):
    """Yield the commands that result from following the advice in a text.

    An option at the start of the text, before a colon, only labels the text and is ignored.
    """
    head, _, tail = text.partition(": ")
    text = tail if OPTION.match(head) else text
    for option in OPTION.finditer(text):
        rest = without(words, option[0])
        if re.search(
            r"(?:leave out|without|omit)(?: --[\w-]+ (?:or|and))* $", text[: option.start()]
        ):
            yield rest
        else:
            value = re.match(r" (any|\d+)", text[option.end() :])
            yield [*rest, option[0], *([value[1]] if value else values_of(words, option[0]))]


def test_options_that_are_recommended_can_be_given(failures):
    refused, lines = [], []
    for one in failures:
        for words in followed(one.words, one_line(without_commands(one.text).strip())):
            lines.append(words)
            if not runs(words):
                refused.append((one.words, words))
    assert refused == []
    assert len(lines) > 20


def test_options_of_help_texts_are_there(helps):
    for one in helps:
        command, _ = command_of(one.words)
        if one.words[0] == "notation":  # its help explains the options of all commands
            continue
        named = {*OPTION.findall(without_commands(one.text).partition("Examples:")[0])}
        assert named <= options_of(command) | {"--help"}, one.words


def calls_in(message):
    """Yield the calls in a message, each up to its closing parenthesis."""
    for call in CALL.finditer(message):
        depth, end = 1, call.end()
        while depth:
            depth += {"(": 1, ")": -1}.get(message[end], 0)
            end += 1
        yield message[call.start() : end]


def test_calls_that_are_recommended_work(refusals):
    found = [call for message in refusals.values() for call in calls_in(message)]
    assert len(found) >= 4
    for call in found:
        assert eval(call, around()) is not None, call


def test_arguments_that_are_recommended_work(refusals):
    for call, message in refusals.items():
        for argument in KEYWORD.findall(message):
            better = call.replace(f", {argument}", "")
            if better == call:
                better = call.replace(")", f", {argument})", 1)
            if "english" not in better:
                assert eval(better, around()) is not None


def test_each_reader_is_addressed_in_his_own_language(failures, refusals):
    """Command-line errors recommend no Python calls, and Python errors recommend no options."""
    errors = [one for one in failures if one.code == 2]
    assert [one.words for one in errors if CALL.search(one_line(one.text))] == []
    assert [one for one in refusals.values() if OPTION.search(without_commands(one))] == []
