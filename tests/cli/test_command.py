"""Wrong or impossible input gives one line with advice and never a traceback."""

import contextlib
import errno
import io
import json
import os
import shutil
import sys
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import programs
import pytest
import small_engine
from hypothesis import HealthCheck, example, given, strategies as st
from marks import each, examples

from pegsolitaire import files
from pegsolitaire.cli.main import run
from pegsolitaire.game import Problem
from pegsolitaire.sets import WinningSets

T4 = ("triangle4", "a2", "--finish", "b2")


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    """A store and a working folder for each test."""
    monkeypatch.setenv("PEGSOLITAIRE_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    return tmp_path / "home"


# -- boards, holes, positions, options ----------------------------------------------------------


@each(
    ("words", "said"),
    [
        ("show engilsh", "unknown board 'engilsh'"),
        ("show engilsh", "@FILE"),
        ("show hexagon38", "smallest have 7, 19, 37"),
        ("show triangle5+diagonal", "square lattice"),
        ("show @missing", "cannot read missing: No such file"),
        (f"show @{'x' * 5000}", "File name too long"),
        ("show triangle5 any", "one start is needed here: give a hole, such as a1"),
        ("sets winning triangle12 a1", "up to 64 holes"),
        ("sets winning triangle12 a1", "would be of up to 10^22 positions"),
        ("sets levels square9 e5 --estimate", "would be of up to 10^22 positions"),
        ("count triangle11 a2", "would be of up to 10^19 positions"),
        ("solve square12 e5 --finish h8 --shortest", "up to 128 holes"),
        ("solve rhombus12 code:3 --finish c1", "from one missing peg to one it is solved by con"),
        ("play triangle12 --terminal", "up to 64 holes"),
        ("sets levels triangle5 z9",
         "triangle5 has no hole z9: its holes are a1, a2..b2, a3..c3, a4..d4, a5..e5"),
        ("solve triangle5 a1 --finish (0,99)", "triangle5 has no hole (0,99): its holes are a1, "),
        ("sets levels triangle5 16", "use 1 to 15"),
        ("check triangle5 a1 --position code:99999",
         "code 99999 is not a position of triangle5: its codes run from 0 to 2**15 - 1"),
        (f"check triangle5 code:{'9' * 5000}", "code"),
        ("check triangle5 a1 --position */*z/***/****/*****",
         "'z' in row 2, column 2 of the picture: write one mark for each hole"),
        ("check triangle5 a1 --position */*?/***/****/*****",
         "choose with --marks 'peg=*,hole=?' or --marks 'peg=?,hole=*'"),
        ("solve english any",
         "english has several problem types; choose one: A: d1, a4, d4, g4, d7"),
        ("solve english d4 --type A", "needs any as START"),
        ("solve english any --type Q", "english has no problem type Q: it has A, B, C"),
        ("sets levels english d4 --bogus",
         "No such option '--bogus': see `pegs sets levels --help`"),
        ("foo", "No such command 'foo': see `pegs --help`"),
        ("sets levels", "Missing argument 'BOARD': see `pegs sets levels --help`"),
        ("replay english", "Missing argument 'START'"),
        ("boards extra", "unexpected extra argument (extra)"),
        ("solve english d4 --finish",
         "Option '--finish' requires an argument: see `pegs solve --help`"),
        ("solve triangle5 a1 --all 0", "'--all'"),
        (f"solve triangle5 a1 --all {'9' * 5000}", "'--all'"),
        ("sets winning triangle5 a1 --by roman", "'roman' is not one of 'pegs', 'index'"),
        ("sets winning triangle5 a1 --export csv", "'csv' is not one of 'text', 'parquet'"),
        ("sets winning triangle5 a1 --by index", "--by index compares all vacancies"),
        ("sets winning triangle5 a1 --to x", "--to needs --export"),
        ("show triangle5 --all", "--all needs --shortest"),
        ("show triangle5 a1 --problems", "--problems cannot be combined with START"),
        ("show triangle5 a1 --regions --problems",
         "--regions cannot be combined with START or --problems"),
        ("solve triangle5 a1 --unbounded --all 2 --short",
         "--unbounded cannot be combined with --short or"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_in_one_line(complaint, words, said):
    assert said in complaint(*words.split())


def test_a_start_without_a_jump_has_levels():
    assert run(["sets", "levels", "english", "code:4097", "--json"]) == 0


# -- files --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "the picture is empty"),
        ("\n\n", "the picture is empty"),
        ("name: x\n", "the picture is empty"),
        ("o~o\n", "choose with --marks 'peg=o,hole=~' or --marks 'peg=~,hole=o'"),
        ("o~~o\n o\n", "or say what the marks are, as in --marks 'peg=o,hole=~'"),
        ("oo\noa\n", "'a' in row 2, column 2 of the picture"),
        ("lattice: hexagonal\nooo\n", "choose one of square, square-diagonal, triangular"),
        ("lattice:\nooo\n", "in row 1, column 1 of the picture"),
    ],
)
def test_pictures_that_are_no_boards(complaint, tmp_path, text, words):
    (tmp_path / "board").write_text(text)
    assert words in complaint("show", "@board")


def test_files_that_cannot_be_written(complaint, tmp_path):
    (tmp_path / "file").write_text("")
    for form in ("text", "parquet"):
        words = ("sets", "winning", *T4, "--export", form, "--to", "file/below")
        assert complaint(*words).startswith("cannot write file/below")
    assert complaint("show", "triangle5", "--svg", "file/below.svg").startswith("cannot write")
    assert complaint("show", "triangle5", "--svg", tmp_path).startswith("cannot write")
    said = complaint("show", "triangle5", "--svg", tmp_path / "nowhere" / "a.svg")
    assert said.endswith(f"there is no folder {tmp_path / 'nowhere'}")


# -- the store ----------------------------------------------------------------------------------


def test_home_that_is_a_file(complaint, home):
    home.write_text("")
    for words in (("sets", "winning", *T4), ("solve", *T4, "--all", "1")):
        said = complaint(*words)
        assert said.startswith(f"cannot write {home}")
        assert "choose another location (sets are stored in PEGSOLITAIRE_HOME)" in said
    assert run(["check", *T4]) == 0  # it does not need the store


def test_a_damaged_file_is_set_aside(capsys, home, monkeypatch):
    """Every command sets it aside with one line, and `sets verify` fails."""
    stored = WinningSets.load(Problem("triangle4", "a2", "b2")).save()
    with np.load(stored) as file:
        members = dict(file)
    members["5"][0] ^= 1
    np.savez_compressed(stored, **members)
    damaged = stored.read_bytes()
    for command in (
        ("sets", "winning", *T4),
        ("check", *T4, "--explore"),
        ("solve", *T4, "--all", "1"),
        ("play", *T4, "--terminal"),
        ("count", *T4, "--again"),
        ("extremes", "dead-ends", *T4),
    ):
        stored.write_bytes(damaged)
        monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
        assert run(command) in (0, 1)
        printed = capsys.readouterr()
        assert printed.out
        [said] = printed.err.splitlines()
        aside = max(stored.parent.glob("*.damaged*"), key=lambda path: path.stat().st_mtime_ns)
        assert said.startswith(f"{stored} is not usable: its checksum does not match")
        assert "; it is kept as a2_b2.npz.damaged" in said
        assert aside.read_bytes() == damaged
        assert not stored.exists() or stored.read_bytes() != damaged
    stored.write_bytes(damaged)
    assert run(["sets", "verify", *T4]) == 2
    said = capsys.readouterr().err
    assert "its checksum does not match" in said
    assert "build it again" in said
    assert stored.read_bytes() == damaged


# -- memory -------------------------------------------------------------------------------------


def test_problem_that_fits_neither_memory_nor_disk(complaint, monkeypatch):
    small_engine.free_memory(monkeypatch, 1 << 16)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=0))
    for command in ("levels", "winning"):
        said = complaint("sets", command, "english", "d4")
        assert said.startswith("no room for ")
        assert "PEGSOLITAIRE_HOME" in said


def test_memory_that_runs_out(complaint, monkeypatch):
    def fail(*_, **__):
        raise MemoryError

    monkeypatch.setattr(WinningSets, "load", fail)
    assert complaint("check", *T4, "--explore").startswith("not enough memory for this problem: ")


@each(
    ("error", "said"),
    [
        (RuntimeError("can't start new thread"), "the system refuses to start another thread: "),
        (ImportError("no such file"), "a library that pegs needs cannot be loaded: "),
        (OSError("no such file"), "a library that pegs needs cannot be loaded: "),
        (PermissionError(errno.EACCES, "Permission denied", "sets"), "cannot use sets: Perm"),
        (OSError(errno.EIO, "Input/output error"), "cannot write the output: Input/output error"),
    ],
)
def test_errors_of_the_system_give_one_line(complaint, monkeypatch, error, said):
    def fail(*_, **__):
        raise error

    with monkeypatch.context() as patch:
        patch.setattr(WinningSets, "load", fail)
        patch.setattr(sys, "stdout", sys.stdout)  # which is set to None after some errors
        assert complaint("check", *T4, "--explore").startswith(said)


def test_an_error_that_nobody_expected_is_raised(monkeypatch):
    def fail(*_, **__):
        raise RuntimeError("a mistake")

    monkeypatch.setattr(WinningSets, "load", fail)
    with pytest.raises(RuntimeError, match="a mistake"):
        run(["check", *T4, "--explore"])


def test_interrupt_within_a_command(complaint, monkeypatch):
    def interrupt(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr(WinningSets, "load", interrupt)
    assert complaint("check", *T4, "--explore", code=130).startswith("interrupted")


# -- any input ----------------------------------------------------------------------------------

BOARDS = ["triangle3", "triangle4", "truncated7", "square3", "rectangle3x4", "hexagon7", "star13"]
JUNK = st.one_of(
    st.text(max_size=12),
    st.text("abcde1234567890,()*./@:-+ []\n\0", max_size=12),
    st.sampled_from(["any", "ANY", "a1", "b2", "(1,2)", "3", "code:5", "code:0x1f", "*/../..*"]),
    st.integers(0, 1 << 13).map(lambda code: f"code:{code}"),
)


def quietly(arguments):
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = run(arguments)
    return code, out.getvalue(), err.getvalue()


@examples(120, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    command=st.sampled_from(["sets levels", "check", "solve", "show", "sets winning"]),
    board=st.one_of(st.sampled_from(BOARDS), st.sampled_from(BOARDS), JUNK),
    start=st.one_of(st.sampled_from(["a2", "any", "b2"]), JUNK),
    option=st.sampled_from([None, "--finish", "--position", "--type", "--all", "--json"]),
    value=JUNK,
)
@example("solve", "triangle4", "a2", "--finish", "[/x]")
@example("show", "[/x]", "a2", None, "")
@example("check", "triangle4", "a2", "--position", "\ud800")
def test_anything(command, board, start, option, value):
    words = [] if option is None else [option] if option == "--json" else [option, value]
    code, printed, errors = quietly([*command.split(), board, start, *words])
    errors = [line for line in errors.splitlines() if not line.startswith("read as ")]
    if code == 2:
        assert printed == ""
        assert len(errors) == 1
        assert errors[0].startswith("pegs: ")
    else:
        assert code in (0, 1, 3)
        assert errors == []
        assert printed
        if option == "--json":
            json.loads(printed)


def test_no_file_is_left_behind(complaint, home):
    for words in (
        ["solve", "triangle5", "z9"],
        ["sets", "levels", "english", "any"],
        ["show", "@x"],
    ):
        complaint(*words)
    assert not home.exists()
    assert os.listdir() == []
    assert Path().resolve() == home.parent.resolve()


# -- refusals ----------------------------------------------------------------------------------


def test_sets_that_there_are_not_are_said_without_python(complaint):
    said = complaint("puzzles", "nope")
    assert said.startswith("unknown puzzle set 'nope'. ")
    assert "read_puzzles" not in said


@pytest.mark.parametrize(
    ("number", "said"),
    [
        (errno.EACCES, "the folder {0} is not writable; choose another location"),
        (errno.EROFS, "the folder {0} is not writable; choose another location"),
        (errno.ENOSPC, "No space left on device; free some space or choose another location"),
        (errno.EIO, "Input/output error; choose another location"),
    ],
)
def test_places_that_cannot_be_written_say_why(monkeypatch, complaint, tmp_path, number, said):
    def refuse(**_):
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(files, "TemporaryFile", refuse)
    words = ("--only", "notes-figure-3", "--figures", tmp_path / "new")
    at = tmp_path / "new" / "index.html"
    assert complaint("reproduce", *words) == f"cannot write {at}: {said.format(tmp_path)}"
    assert not at.parent.exists()


#: A program that limits a resource of the system and prints the exit code and standard error of
#: each command.
LIMITED = """
import json, resource, sys
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
limit, most, *commands = sys.argv[1:]
sys.dont_write_bytecode = True  # or modules would be kept in part, where no more can be written
resource.setrlimit(getattr(resource, limit), (int(most), int(most)))
from pegsolitaire.cli.main import run
for words in commands:
    with redirect_stdout(StringIO()), redirect_stderr(StringIO()) as said:
        code = run(words.split())
    print(json.dumps([code, said.getvalue()]), flush=True)
"""


def limited(limit, most, *commands):
    """Yield the last line of standard error of each command when a resource is limited."""
    pytest.importorskip("resource")
    done = programs.run([sys.executable, "-c", LIMITED, limit, str(most), *commands])
    assert done.returncode == 0, done.stderr
    for words, line in zip(commands, done.stdout.splitlines(), strict=True):
        code, said = json.loads(line)
        assert code == 2, (words, said)
        *_, last = said.splitlines()
        assert sum(line.startswith("pegs: ") for line in said.splitlines()) == 1
        assert "Traceback" not in said
        yield last.removeprefix("pegs: ")


@pytest.mark.slow
def test_a_disk_that_is_full_gives_one_line(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    commands = [
        "show english d4 --svg made.pdf",
        "show english d4 --svg made.png",
        "play --export page",
        "export labels triangle5 --to labels",
        "design triangle5 --to design",
        "sets winning triangle5 a1",
    ]
    for words, said in zip(commands, limited("RLIMIT_FSIZE", 700, *commands), strict=True):
        place = tmp_path / "home" if "winning" in words else words.split()[-1]
        assert said.startswith(f"cannot write {place}")
        assert "File too large; choose another location" in said


def test_libraries_that_cannot_be_loaded_give_one_line():
    (said,) = limited("RLIMIT_AS", 300 << 20, "count triangle5 a1")
    assert said.startswith("a library that pegs needs cannot be loaded: raise the memory ")
