"""The program `pegs`: commands and exit codes, with plain output and JSON."""

import inspect
import io
import json
import os
import shlex
import sys
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace

import click
import duckdb
import known
import programs
import pyarrow.parquet as pq
import pytest
from marks import each, on_posix, slow
from rich.console import Console

from pegsolitaire import __version__, progress_bar
from pegsolitaire.board import hole_name, named_board
from pegsolitaire.cli import commands, main
from pegsolitaire.cli.main import run
from pegsolitaire.game import Jump, Problem, Solution
from pegsolitaire.sets import WinningSets
from pegsolitaire.theory import as_type, read_problem

T5 = named_board("triangle5")
PARSERS = {name: main.load(name) for name in main.DESCRIPTIONS}
COMMANDS = {name: command.callback for name, command in PARSERS.items()}


@pytest.fixture(scope="module", autouse=True)
def home(tmp_path_factory):
    """One store for all tests in this file."""
    with pytest.MonkeyPatch.context() as patch:
        folder = tmp_path_factory.mktemp("home")
        patch.setenv("PEGSOLITAIRE_HOME", str(folder))
        yield folder


# -- levels -------------------------------------------------------------------------------------


def test_levels(document):
    shown = document("sets", "levels", "triangle5", "a1")
    assert shown["problem"] == {"board": "triangle5", "start": "a1", "finish": "a1"}
    raw = document("sets", "levels", "triangle5", "a1", "--raw")
    assert (shown["raw"], raw["raw"]) == (False, True)
    table = {
        row["pegs"]: (whole["F"], row["F"], row["W"], row["L"])
        for whole, row in zip(raw["rows"], shown["rows"], strict=True)
    }
    assert table == known.TABLE_1_TRIANGLE5
    for letter in "FBWL":
        assert shown["totals"][letter] == sum(row[letter] for row in shown["rows"])


def test_levels_plain(pegs):
    lines = pegs("sets", "levels", "triangle5", "a1").splitlines()
    assert lines[0].strip() == "triangle5: a1 to a1"
    assert lines[1].split() == ["pegs", "F", "B", "W", "L"]
    assert lines[-2].split() == ["all", "1,544", "1,544", "190", "425"]
    assert lines[-1].split() == ["1", "to", "7", "1,040", "504", "95", "270"]


# -- winning ------------------------------------------------------------------------------------


def test_winning(pegs, document, home, monkeypatch):
    shown = document("sets", "winning", "triangle5", "a1")
    assert shown["problem"] == {"board": "triangle5", "start": "a1", "finish": "a1"}
    codes = known.SECTION_4_TRIANGLE5_CORNER
    assert shown["positions"] == 95
    assert shown["levels"] == [{"pegs": n, "positions": len(codes[n])} for n in codes]
    assert Path(shown["path"]) == home / "triangle5" / "a1_a1.npz"
    with monkeypatch.context() as patch:
        patch.setattr(WinningSets, "build", None)  # the sets are opened and not built again
        plain = pegs("sets", "winning", "triangle5", "a1").splitlines()
    assert plain[0] == "triangle5: a1 to a1: 95 winning positions, the rest are complements"
    assert plain[1:] == [shown["path"]]
    assert "the rest" not in pegs("sets", "winning", "triangle5", "b3", "--finish", "any")


def test_export_text(document, tmp_path):
    shown = document("sets", "winning", "triangle5", "a1", "--export", "text", "--to", tmp_path)
    assert Path(shown["path"]) == tmp_path / "triangle5-a1.txt"
    lines = Path(shown["path"]).read_text().splitlines()
    assert [line for line in lines if line.startswith("!")] == lines[:1]
    assert lines[1:] == [
        f"W[{n}] = {{{', '.join(map(str, codes))}}}"
        for n, codes in known.SECTION_4_TRIANGLE5_CORNER.items()
    ]


def test_export_by_index(document, tmp_path):
    words = ("sets", "winning", "triangle5", "any", "--by", "index", "--export")
    shown = document(*words, "text", "--to", tmp_path)
    assert shown["positions"] == known.TABLE_5_TOTAL
    assert {r["pegs"]: r["positions"] for r in shown["levels"]} == known.TABLE_5_TOTALS_BY_PEGS
    assert "W[5][1] = {16,64,1,8}" in Path(shown["path"]).read_text().splitlines()

    path = Path(document(*words, "parquet", "--to", tmp_path)["path"])
    rows = duckdb.sql(
        f"select pegs, index, count(*) from '{path}' group by pegs, index"
    ).fetchall()
    expected = {
        (pegs, index): count
        for pegs, counts in known.TABLE_5_TRIANGLE5.items()
        for index, count in zip(known.TABLE_5_INDICES, counts, strict=True)
        if count
    }
    assert {(pegs, index): count for pegs, index, count in rows} == expected
    assert sorted(p.name for p in tmp_path.iterdir()) == [
        "triangle5-any-by-index.parquet", "triangle5-any-by-index.txt"
    ]  # fmt: skip


def test_export_parquet(document, tmp_path):
    shown = document("sets", "winning", "triangle5", "a1", "--export", "parquet", "--to", tmp_path)
    rows = duckdb.sql(f"select pegs, code from '{shown['path']}' order by pegs, code").fetchall()
    assert sorted((n, T5.mincode(code)) for n, code in rows) == [
        (n, code) for n, codes in known.SECTION_4_TRIANGLE5_CORNER.items() for code in codes
    ]


def test_index_without_export_is_counted(pegs, home):
    lines = pegs("sets", "winning", "triangle5", "ANY", "--by", "index").splitlines()
    assert lines[0].split()[2::2] == list(map(str, known.TABLE_5_INDICES))
    rows = [list(map(int, line.split())) for line in lines[1:8]]
    assert {pegs: tuple(row) for pegs, *row, _ in rows} == known.TABLE_5_TRIANGLE5
    assert "437 winning positions" in lines[-2]
    assert Path(lines[-1]).parent == home / "triangle5"


# -- check --------------------------------------------------------------------------------------


def test_check_of_the_two_reflections(document, pegs):
    dead, won = known.SECTION_4_1_CODES
    shown = document("check", "triangle5", "(0,3)", "--position", f"code:{won}")
    assert shown["winning"] is True
    assert shown["position"] == f"code:{won}"
    assert list(shown["jumps"]) == list(map(str, T5.position(f"code:{won}").legal_jumps))
    assert any(shown["jumps"].values())
    shown = document("check", "triangle5", "(0,3)", "--position", f"code:{dead}", code=1)
    assert shown["winning"] is False
    assert not any(shown["jumps"].values())
    assert "starts" not in shown
    assert pegs("check", "triangle5", "a4", "--position", f"code:{won}").startswith("can be won: ")
    assert pegs("check", "triangle5", "7", "--position", "code:28", code=1).startswith("lost: ")


@pytest.mark.parametrize("code", known.SECTION_6_EXAMPLES)
def test_check_from_any(document, pegs, code):
    _, ends, begins, index = known.SECTION_6_EXAMPLES[code]
    if code == 115:
        begins = (*begins, (3, 3))  # missing in the text
    shown = document("check", "triangle5", "any", "--position", f"code:{code}")
    assert shown["winning"] is True
    assert set(shown["finishes"]) == set(map(hole_name, ends))
    assert set(shown["starts"]) == set(map(hole_name, begins))
    assert shown["index"] == index
    plain = pegs("check", "triangle5", "any", "--position", f"code:{code}")
    assert f"\nstarts: {' '.join(shown['starts'])}\n" in plain
    assert plain.endswith(f"\nindex: {index}\n")


def test_check_of_a_dead_position_from_any(document, pegs):
    """The starts and finishes are also printed for dead positions."""
    shown = document("check", "triangle5", "any", "--position", "code:7", code=1)
    assert (shown["starts"], shown["finishes"], shown["index"]) == ([], [], None)
    plain = pegs("check", "triangle5", "any", "--position", "code:7", code=1)
    assert plain.endswith("starts: none\nfinishes: none\nindex: none\n")
    # A dead end that can be reached from a1.
    position = T5.vacancy("a1")
    wins = WinningSets.load(as_type(T5).problem)
    while position.legal_jumps:
        position = min((position.play(jump) for jump in position.legal_jumps), key=wins.probe)
    assert len(position) > 1
    shown = document("check", "triangle5", "any", "--position", position.text(), code=1)
    assert "a1" in shown["starts"]
    assert shown["finishes"] == []


def test_check_by_default_at_the_start(document):
    assert (
        document("check", "triangle5", "b3", code=1)["position"] == f"code:{T5.vacancy('b3').code}"
    )
    assert document("check", "triangle5", "a1")["position"] == f"code:{T5.vacancy('a1').code}"
    assert document("check", "triangle5", "b3", "--finish", "c5")["winning"] is True


def test_check_of_a_position_that_no_game_leads_to(document, pegs):
    """The first line says that it can be won and the second that no game reaches it."""
    words = ("check", "triangle5", "a1", "--position", "code:176")
    shown = document(*words)
    assert (shown["winning"], shown["reachable"]) == (True, False)
    assert (shown["holes"], shown["moves"]) == (["a1"], 2)
    assert shown["solution"]["move_count"] == 2
    assert any(shown["jumps"].values())
    first, second, *_ = pegs(*words).splitlines()
    assert first == (
        "can be won: a game from here can end with one peg at a1, in as few as 2 moves"
    )
    assert second == "this position cannot be reached from a1 empty"


def test_check_of_the_board_in_front_of_you(document, pegs, tmp_path):
    """One argument is enough: a list of pegs, a list of jumps or a picture in a file."""
    shown = document("check", "triangle5", "a1,a2,b4")
    assert (shown["winning"], shown["holes"], shown["moves"]) == (True, ["c5"], 1)
    after = document("check", "triangle5", "a1: a3-a1, c4-a2", code=1)
    assert (after["winning"], after["reachable"]) == (False, True)
    assert "this position can be reached from a1 empty" in pegs(
        "check", "triangle5", "a1: a3-a1, c4-a2", code=1
    )
    (tmp_path / "game.txt").write_text(
        ".../.*./..***../...*.../...*.../.../...".replace("/", "\n")
    )
    words = ("check", "english", f"@{tmp_path}/game.txt")
    assert document(*words)["winning"] is True
    assert "b4" not in document(*words)["holes"]
    lost = pegs("check", "english", "a3,g5", code=1).splitlines()[0]
    assert lost.startswith(
        "lost: no game from here can end with one peg. Why: `pegs explain english"
    )


@pytest.mark.slow
def test_check_where_the_goal_is_two_pegs(document):
    shown = document("check", "french", "d4", "--finish", "a4,g4")
    assert (shown["winning"], shown["holes"]) == (True, None)
    shown = document(
        "check", "triangle5", "a1", "--finish", "a1,c5", "--position", "code:1", code=1
    )
    assert (shown["winning"], shown["reachable"]) == (False, True)


# -- boards from files --------------------------------------------------------------------------


def test_board_of_a_foreign_name(document, pegs, tmp_path, home):
    """The name of a board is used in the names of pictures and sets."""
    board = named_board("truncated12")
    path = tmp_path / "Öl 三角.txt"
    path.write_text(f"name: Öl 三角\nlattice: triangular\n{board.picture()}\n", encoding="utf-8")
    picture = tmp_path / "große Bilder" / "三角.svg"
    picture.parent.mkdir()
    assert document("show", f"@{path}", "--svg", picture)["board"] == "Öl-三角"
    assert picture.read_text(encoding="utf-8").startswith("<svg")
    assert "Öl-三角: 12 holes" in pegs("show", f"@{path}")

    words = ("sets", "winning", f"@{path}", "any", "--to", tmp_path / "Ausfuhr", "--export")
    count = known.TABLE_8["truncated12"][0]
    shown = document(*words, "text")
    assert shown["positions"] == count
    header = Path(shown["path"]).read_text(encoding="utf-8").splitlines()[0]
    assert header.startswith(f"! Öl-三角: any to any: {count} winning positions")
    assert Path(shown["path"]).name.startswith("Öl-三角-")
    shown = document(*words, "parquet")
    rows = duckdb.sql(f"select code from '{shown['path']}'").fetchall()
    assert len(rows) == count


def test_export_of_a_board_from_a_file(document, tmp_path):
    picture = tmp_path / "v1.2.txt"
    picture.write_text("name: ../up/v1.2\nlattice: triangular\noo\nooo\noooo\nooooo")
    to = tmp_path / "to"
    for by in ("pegs", "index"):
        for form in ("text", "parquet"):
            shown = document("sets", "winning", f"@{picture}", "any", "--by", by, "--export", form,
                             "--to", to)  # fmt: skip
            assert to in Path(shown["path"]).parents
    assert sorted(path.name for path in to.iterdir()) == [
        f"..-up-v1.2-any{by}.{form}" for by in ("-by-index", "") for form in ("parquet", "txt")
    ]


def test_metadata_of_the_index(document, tmp_path):
    shown = document("sets", "winning", "triangle5", "any", "--by", "index", "--export", "parquet",
                     "--to", tmp_path)  # fmt: skip
    schema = pq.read_schema(shown["path"])
    assert schema.names == ["pegs", "code", "index"]
    problem = as_type(T5).problem
    assert json.loads(schema.metadata[b"pegsolitaire"]) == {
        "format": "pegsolitaire winning positions by index",
        "version": 1,
        "board": {"name": "triangle5", "lattice": "triangular", "holes": list(map(list, T5))},
        "starts": list(problem.starts),
        "finishes": list(problem.finishes),
        "vacancies": list(map(list, known.TRIANGLE5_VACANCIES)),
    }


# -- solve --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "instead"),
    [
        ("triangle5 b3", "to one peg anywhere it can be solved: --finish any"),
        ("triangle5 b3 --shortest", "to one peg anywhere it can be solved: --finish any"),
        ("english d4 --finish d3", "to one peg anywhere it can be solved: --finish any"),
        ("french d4", "with d3 vacant it can be solved: `pegs solve french d3`"),
        ("triangle7 a1", "with b4 vacant it can be solved: `pegs solve triangle7 b4`"),
    ],
)
def test_what_can_be_solved_instead(pegs, words, instead):
    """The suggestion is true, and the command that it contains works."""
    *_, last, _ = pegs("solve", *words.split(), code=1).splitlines()
    assert last == instead
    told = last.partition(": ")[2].strip("`").split()
    asked = told[1:] if told[0] == "pegs" else ["solve", *words.split()[:2], *told]
    assert "jumps" in pegs(*asked)


def test_where_nothing_is_said_instead(pegs):
    """There is no suggestion if the goal is a position or no game ends with one peg."""
    assert len(pegs("solve", "triangle5", "b3", "--finish", "code:3", code=1).splitlines()) == 2
    lines = pegs("solve", "triangle5", "code:30314", "--finish", "a1", code=1).splitlines()
    assert lines[1:] == [
        "`pegs explain triangle5 code:30314 --finish a1` says why, and what can be left",
        "basis: computed",
    ]


@pytest.mark.parametrize(
    ("words", "fewest"), [("french d4", 2), ("triangle4 a1", 3), ("triangle5 code:30314", 4)]
)
def test_a_no_says_how_few_pegs_can_be_left(pegs, document, words, fewest):
    """The output also names the command that shows how, which gives the same number."""
    said = pegs("solve", *words.split(), "--finish", "any", code=1).splitlines()[1]
    assert said == (f"the best possible result is {fewest} pegs: `pegs explain {words}` shows how")
    shown = document("solve", *words.split(), "--finish", "any", code=1)
    assert shown["fewest_pegs"] == fewest
    assert document("explain", *words.split())["best"]["pegs"] == fewest


def test_a_no_that_is_slow_to_look_into_names_explain(pegs, document, monkeypatch):
    module = import_module("pegsolitaire.solving.endings")  # a function has the same name
    monkeypatch.setattr(module, "best_end", lambda *_, **__: SimpleNamespace(exact=False))
    said = pegs("solve", "french", "d4", code=1).splitlines()[1]
    assert said == "`pegs explain french d4` says why, and what can be left"
    assert document("solve", "french", "d4", code=1)["fewest_pegs"] is None


def test_what_is_stored_says_so(pegs, document):
    """The output tells if a solution, or the proof that there is none, was stored."""
    lines = pegs("solve", "english", "d4").splitlines()
    assert lines[-1] == (
        "basis: stored, a built-in solution; --shortest looks for the fewest moves and proves them"
    )
    assert document("solve", "english", "d4")["reason"] == "a built-in solution"
    assert pegs("solve", "triangle5", "b3", code=1).startswith(
        "no: every game was tried (stored result)"
    )
    assert "stored" not in pegs("solve", "triangle4", "code:1014", "--finish", "any")


def test_solve_says_why_not(document, pegs):
    shown = document("solve", "french", "d4", code=1)
    assert shown["reason"].startswith("position class")
    assert (shown["solvable"], shown["problem"]["finish"]) == (False, "any")
    assert pegs("solve", "french", "d4", code=1).startswith("no: position class")
    shown = document("solve", "triangle5", "b3", "--all", 3, code=1)
    assert (shown["reason"][:10], shown["basis"]) == ("exhausted:", "computed")
    assert shown["solutions"] == []
    assert document("solve", "french", "d4", "--all", 3, code=1)["solutions"] == []


def test_solve_all(document, pegs):
    shown = document("solve", "triangle4", "a2", "--finish", "b2", "--all", 100)
    listed = [one["jumps"] for one in shown["solutions"]]
    assert len(listed) == len(set(map(tuple, listed))) == known.TRIANGLE4_SOLUTIONS
    problem = Problem("triangle4", "a2", "b2")
    for jumps in listed:
        start = problem.board.vacancy("a2")
        assert Solution(start, map(Jump.from_text, jumps)).solves(problem)
    assert shown["solution"] == shown["solutions"][0]
    assert "solutions" not in document("solve", "triangle4", "a2", "--finish", "b2")
    lines = pegs("solve", "triangle4", "a2", "--finish", "b2", "--all", 3).splitlines()
    assert [line[:3] for line in lines[:3]] == ["1. ", "2. ", "3. "]
    assert lines[3:] == [
        "basis: computed, from its winning sets",
        "there are more: this lists only the first 3 (--all)",
    ]
    assert document("solve", "triangle4", "a2", "--finish", "b2", "--all", 13)["complete"] is False
    assert document("solve", "triangle4", "a2", "--finish", "b2", "--all", 14)["complete"] is True


def test_solve_plain(pegs):
    line, summary, _ = pegs("solve", "triangle5", "a1").splitlines()
    problem = Problem.complement(T5, "a1")
    solution = Solution.from_moves(T5.vacancy("a1"), line.split(", "))
    assert solution.solves(problem)
    assert summary == f"13 jumps, {len(solution.moves)} moves: {problem}"


def test_solve_from_any(document):
    shown = document("solve", "english", "any", "--type", "a")
    jumps = list(map(Jump.from_text, shown["solution"]["jumps"]))
    problem = as_type(named_board("english"), "A").problem
    begins = [named_board("english").position(f"code:{code}") for code in problem.starts]
    solutions = [Solution(start, jumps) for start in begins if jumps[0] in start.legal_jumps]
    assert [solution.solves(problem) for solution in solutions] == [True]


# -- help ---------------------------------------------------------------------------------------


def test_version(pegs):
    assert pegs("--version") == f"pegs {__version__}\n"


@each(
    ("words", "expected"),
    [
        ("pegs sho", ["show"]),
        ("pegs show kn", ["known"]),
        ("pegs sets ", ["levels", "winning", "tablebase", "verify"]),
        ("pegs solve --sh", ["--shortest", "--short"]),
    ],
)
def test_shells_complete_words(monkeypatch, capsys, words, expected):
    monkeypatch.setenv("_PEGS_COMPLETE", "bash_complete")
    monkeypatch.setenv("COMP_WORDS", words)
    monkeypatch.setenv("COMP_CWORD", str(words.count(" ")))
    assert run([]) == 0
    assert capsys.readouterr().out.split() == [f"plain,{word}" for word in expected]


def test_completion_is_installed_for_the_shell_of_the_user(pegs, complaint, monkeypatch, tmp_path):
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    monkeypatch.setenv("SHELL", "/usr/bin/zsh")
    script = pegs("--show-completion")
    assert "_PEGS_COMPLETE=zsh_complete" in script
    said = pegs("--install-completion")
    path = tmp_path / ".zfunc" / "_pegs"
    assert said.startswith(f"written to {path}: open a new shell to use it, after adding fpath+=")
    assert path.read_text() == script.removesuffix("\n")
    monkeypatch.setenv("SHELL", "/bin/tcsh")
    assert "cannot complete commands in tcsh: use bash, zsh or fish" in complaint(
        "--install-completion"
    )


def test_commands_of_the_help(pegs):
    text = pegs("--help")
    subcommands = " ".join(text.partition("Subcommands:")[2].split())
    for name in main.DESCRIPTIONS:
        assert f"\n  {name} " in text or name in subcommands
    assert "Exit codes: 0 done, 1 the answer is no, 2 wrong usage" in text
    assert pegs("-h") == text


def test_the_help_lists_few_commands():
    """The list fits on one screen."""
    assert sum(" " not in name for name in main.DESCRIPTIONS) <= 23


@pytest.mark.parametrize("name", COMMANDS)
def test_help(name, capsys, monkeypatch):
    """Texts are printed as they were written, with characters such as asterisks."""
    monkeypatch.setenv("COLUMNS", "2000")
    assert run([*name.split(), "--help"]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert f"Usage: pegs {name} " in shown
    assert len(shown.split()) <= 400
    parameters = PARSERS[name].params
    assert all(one.help for one in parameters)
    for one in parameters:  # brackets show what may be left out
        is_argument = isinstance(one, click.Argument)
        assert not is_argument or one.metavar.startswith("[") is not one.required, one.name
    for text in (COMMANDS[name].__doc__, *(one.help for one in parameters)):
        assert " ".join(text.split()) in shown


@each("name", [name for name in main.DESCRIPTIONS if " " in name])
def test_a_subcommand_has_one_name(pegs, complaint, name):
    group, word = name.split()
    assert name in pegs(group, "--help").partition("Subcommands:")[2]
    assert pegs("help", group, word) == pegs(group, word, "--help")
    if word not in main.DESCRIPTIONS:
        assert complaint(word).startswith(f"No such command '{word}'")


def test_what_is_said_of_commands_without_importing_them():
    files = {path.stem for path in Path(commands.__file__).parent.glob("*.py")}
    used = {command.callback.__module__.rpartition(".")[2] for command in PARSERS.values()}
    assert used == files - {"__init__"}
    for name, about in main.DESCRIPTIONS.items():
        first, _, _ = inspect.cleandoc(COMMANDS[name].__doc__).partition("\n\n")
        assert first.replace("\n", " ") == about


def examples(name):
    text = " ".join(COMMANDS[name].__doc__.split())
    return [line for line in text.partition("Examples:")[2].split(";") if line]


#: Parts of examples that take many seconds or gigabytes.
LONG = (
    "design english", "check english d4:", "triangle12 --last", "symmetric english",
    "english d4 --finish d1", "extremes dead-ends english d4", "tablebase english",
    "--position code:65536", "triangle6 --problems --shortest", "levels english d4",
    "unique english", "--short --time 2", "english d4 --shortest", "sets verify english",
    "export notes", "warm-up", "english d4 --explore", "wiegleb e5 --estimate",
    "sets winning english d4", "d3-d5\" --review",
)  # fmt: skip

EXAMPLES = [
    pytest.param(
        example.strip(),
        marks=pytest.mark.slow if any(words in example for words in LONG) else [],
        id=example.strip(),
    )
    for name in COMMANDS
    if name != "play"
    for example in examples(name)
]


@pytest.mark.every(34)
@pytest.mark.parametrize("example", EXAMPLES)
def test_examples_of_the_help(pegs, capsys, example, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    program, *arguments = shlex.split(example)
    assert program == "pegs"
    if arguments[:2] == ["sets", "verify"]:
        pegs("sets", "winning", *arguments[2:4])
    elif arguments[:1] == ["sets"]:
        monkeypatch.setenv("PEGSOLITAIRE_HOME", str(tmp_path))
        pegs("sets", "winning", "triangle5", "a1")
    assert run(arguments) == 0  # slow machines print messages about long work
    assert capsys.readouterr().out


def test_commands_have_examples():
    assert all(examples(name) for name in COMMANDS if name != "boards")


def test_problems_that_the_examples_of_play_mean():
    for example in examples("play"):
        program, name, *words = shlex.split(example)
        assert (program, name) == ("pegs", "play")
        if words and not words[0].startswith("--"):
            board, start, *rest = words
            assert read_problem(named_board(board), start, rest[1] if rest else None)


# -- the bar ------------------------------------------------------------------------------------


@pytest.fixture
def terminal(monkeypatch):
    """What is written to standard error, which is a terminal."""
    console = Console(file=io.StringIO(), force_terminal=True, width=100)
    monkeypatch.setattr(progress_bar, "err", console)
    return console.file


def test_bar_comes_after_a_second(terminal, monkeypatch):
    now = 0.0
    monkeypatch.setattr(progress_bar, "monotonic", lambda: now)
    monkeypatch.setattr(progress_bar, "kernels_are_compiled", lambda: True)
    with progress_bar.Bar() as bar:
        bar.stage("playing", 10)
        bar.update(1, "7 positions")
        assert terminal.getvalue() == ""
        now = 1.5
        bar.update(2, "8 positions")
        bar.stage("collecting", 5)
        bar.update(3, "9 positions")
    assert "playing" in terminal.getvalue()
    assert "collecting" in terminal.getvalue()


def test_compiling_is_announced(terminal, monkeypatch):
    monkeypatch.setattr(progress_bar, "kernels_are_compiled", lambda: False)
    with progress_bar.Bar():
        pass
    assert "compiling the kernels" in terminal.getvalue()


# -- as a program -------------------------------------------------------------------------------

PEGS = str(Path(sys.executable).with_name("pegs"))


def test_exit_codes_of_the_program():
    assert programs.run([PEGS, "show", "triangle4"]).returncode == 0
    module = (sys.executable, "-m", "pegsolitaire")
    done = programs.run([*module, "solve", "french", "d4"])
    assert (done.returncode, done.stderr) == (1, "")
    wrong = programs.run([*module, "sets", "levels", "triangle5", "z9"])
    assert (wrong.returncode, wrong.stdout) == (2, "")
    assert wrong.stderr.startswith("pegs: triangle5 has no hole z9")


def test_no_arguments_print_the_help():
    done = programs.run([PEGS])
    assert done.returncode == 2
    assert "Usage: pegs [OPTIONS] COMMAND" in done.stdout + done.stderr
    assert "Traceback" not in done.stderr


def in_shell(line):
    shell = ["bash", "-c", f"set -o pipefail; {line}"]
    return programs.run(shell, env=os.environ | {"PEGS": PEGS})


@on_posix
@pytest.mark.parametrize(
    "line",
    [
        "$PEGS boards | head -1",
        "$PEGS boards --json | true",
        slow("$PEGS solve triangle5 a1 --all 5000 | head -1"),
    ],
)
def test_a_reader_that_goes_away(line):
    done = in_shell(line)
    assert (done.returncode, programs.without_progress(done.stderr.splitlines())) == (0, [])


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no /dev/full here")
@pytest.mark.parametrize("words", ["boards", "boards --json", "--help"])
def test_a_full_disk(words):
    done = in_shell(f"$PEGS {words} > /dev/full")
    assert done.returncode == 2
    assert done.stderr == "pegs: cannot write the output: No space left on device\n"


@on_posix
@pytest.mark.parametrize("words", ["show triangle4", "show triangle4 --json"])
def test_standard_output_that_is_closed(words):
    done = in_shell(f"$PEGS {words} >&-")
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("words", ["show triangle4 a2", "--help", slow("check triangle4 a2")])
@pytest.mark.parametrize("encoding", ["ascii", "cp1252"])  # Windows uses the second
def test_a_terminal_of_few_characters(words, encoding):
    env = os.environ | {"PYTHONIOENCODING": f"{encoding}:strict"}
    words = [sys.executable, "-m", "pegsolitaire", *words.split()]
    done = programs.run(words, env=env, encoding=encoding)
    assert done.returncode in (0, 1)
    assert programs.without_progress(done.stderr.splitlines()) == []
    assert done.stdout


def test_interrupt_before_the_command_has_begun():
    """The interruption arrives while modules are loaded, which takes most of a second."""
    code = (
        "import sys\n"
        "class Interrupting:\n"
        "    def find_spec(name, *_):\n"
        "        if name == 'click': raise KeyboardInterrupt\n"
        "sys.meta_path.insert(0, Interrupting)\n"
        "from pegsolitaire.__main__ import main\n"
        "main()\n"
    )
    done = programs.run([sys.executable, "-c", code])
    assert (done.returncode, done.stdout) == (130, "")
    assert done.stderr == "pegs: interrupted\n"
