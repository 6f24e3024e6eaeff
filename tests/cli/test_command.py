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
from pegsolitaire.board import Board, named_board
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


# -- boards, holes, positions -------------------------------------------------------------------


@each("name", ["engilsh", "", "triangle", "triangle5x", "5", "any"])
def test_unknown_board(complaint, name):
    for command in ("sets levels", "sets winning", "check", "solve", "play", "show"):
        assert name in complaint(*command.split(), name, "a1")


def test_unknown_board_names_others(complaint):
    said = complaint("show", "engilsh")
    assert said.startswith("unknown board 'engilsh'")
    assert "english, french, wiegleb" in said
    assert "@FILE" in said
    assert "smallest have 7, 19, 37" in complaint("show", "hexagon38")
    assert "square lattice" in complaint("show", "triangle5+diagonal")


def test_board_that_is_too_large(complaint):
    assert "more than 100,000" in complaint("show", "triangle999999")
    for command in ("levels", "winning"):
        assert "up to 64 holes" in complaint("sets", command, "triangle12", "a1")
    assert "would be of up to 10^22 positions" in complaint("sets", "winning", "triangle12", "a1")
    assert "would be of up to 10^22 positions" in complaint(
        "sets", "levels", "square9", "e5", "--estimate"
    )
    assert "would be of up to 10^19 positions" in complaint("count", "triangle11", "a2")
    shortest = complaint("solve", "square12", "e5", "--finish", "h8", "--shortest")
    assert "up to 128 holes" in shortest
    said = complaint("solve", "rhombus12", "code:3", "--finish", "c1")
    assert "up to 128 holes" in said
    assert "from one missing peg to one it is solved by construction" in said
    assert "up to 64 holes" in complaint("play", "triangle12", "--terminal")


def test_hole_that_the_board_lacks(complaint):
    ranges = "its holes are a1, a2..b2, a3..c3, a4..d4, a5..e5"
    for hole in ("z9", "b1", "(0,99)", "5,0"):
        said = complaint("sets", "levels", "triangle5", hole)
        assert said == f"triangle5 has no hole {hole}: {ranges}"
        assert complaint("solve", "triangle5", "a1", "--finish", hole) == said
    assert "use 1 to 15" in complaint("sets", "levels", "triangle5", "16")
    assert "no hole number 0" in complaint("sets", "levels", "triangle5", "0")


NO_STARTS = ["", " ", "d", "a1b2", "x", "8455", "(1,2", "a0", "9" * 5000, "²"]
NO_CODES = ["code", "code:", "code:0x", "code:12a", "code:-1", "*code:3"]


@each("text", NO_STARTS)
def test_what_is_no_start(complaint, text):
    said = complaint("sets", "levels", "triangle5", text)
    if text == "8455":
        assert "no hole number 8455" in said
    else:
        assert "is not a start. Write a hole, such as d4, (3,3)" in said
        said = complaint("solve", "triangle5", "a1", "--finish", text)
        assert "is not a finish. Write a hole" in said
    said = complaint("check", "triangle5", "a1", "--position", text)
    assert "is not a position: write code:8455, a picture" in said


@each("text", NO_CODES)
def test_what_is_no_code(complaint, text):
    for words in ([text], ["a1", "--finish", text], ["a1", "--position", text]):
        assert (text if text[0] != "*" else "'c' in row 1") in complaint(
            "check", "triangle5", *words
        )


def test_position_of_the_wrong_size(complaint):
    for text in ("***", "*/**/***/****", "*/**/***/****/******", "." * 20_000):
        for words in (["a1", "--position", text], [text], ["a1", "--finish", text]):
            said = complaint("check", "triangle5", *words)
            assert "has rows of" in said
            assert "triangle5 has rows of 1, 2, 3, 4, 5" in said


def test_position_with_foreign_characters(complaint):
    said = complaint("check", "triangle5", "a1", "--position", "*/*z/***/****/*****")
    assert said.startswith("'z' in row 2, column 2 of the picture: write one mark for each hole")
    said = complaint("check", "triangle5", "a1", "--position", "*/*?/***/****/*****")
    assert said.endswith("choose with --marks 'peg=*,hole=?' or --marks 'peg=?,hole=*'")


def test_code_that_is_too_large(complaint):
    said = complaint("check", "triangle5", "a1", "--position", "code:99999")
    assert said == "code 99999 is not a position of triangle5: its codes run from 0 to 2**15 - 1"
    assert str(1 << 64) in complaint("show", "english", f"code:{1 << 64}")
    for digits in (4000, 5000):
        for words in (["a1", "--position"], ["a1", "--finish"], []):
            assert complaint("check", "triangle5", *words, "code:" + "9" * digits)


def test_no_jump_from_the_start(capsys, complaint):
    """A start without a jump is solved or refused normally; only the empty board is an error."""
    for board, start in (("triangle5", "code:0"), ("triangle1", "a1")):
        assert "empty board" in complaint("solve", board, start)
        assert "empty board" in complaint("sets", "levels", board, start)
    for start, code, words in (("code:4097", 1, "no: position class"), ("code:1", 0, "solved")):
        assert run(["solve", "english", start]) == code
        assert words in capsys.readouterr().out
    assert run(["solve", "triangle5", "*/**/***/****/*****"]) == 1
    assert run(["sets", "levels", "english", "code:4097", "--json"]) == 0


def test_finish_that_does_not_fit(complaint):
    assert "has no pegs" in complaint("solve", "triangle5", "a1", "--finish", "code:0")
    assert "jumps only remove pegs" in complaint(
        "solve", "triangle5", "code:7", "--finish", "code:15"
    )
    assert complaint("solve", "triangle5", "any", "--finish", "a1") == (
        "START any allows no finish except any: leave out the finish"
    )


# -- types and options --------------------------------------------------------------------------


def test_types(complaint):
    for command in ("sets levels", "sets winning", "check", "solve"):
        said = complaint(*command.split(), "english", "any")
        assert said.startswith("english has several problem types; choose one")
        assert "A: d1, a4, d4, g4, d7" in said
        assert "needs any as START" in complaint(*command.split(), "english", "d4", "--type", "A")
        said = complaint(*command.split(), "english", "any", "--type", "Q")
        assert said == "english has no problem type Q: it has A, B, C"


def test_options(complaint):
    assert complaint("sets", "levels", "english", "d4", "--bogus") == (
        "No such option '--bogus': see `pegs sets levels --help`"
    )
    assert complaint("foo") == "No such command 'foo': see `pegs --help`"
    assert complaint("sets", "levels") == "Missing argument 'BOARD': see `pegs sets levels --help`"
    assert "Missing argument 'START'" in complaint("replay", "english")
    assert "unexpected extra argument (extra)" in complaint("boards", "extra")
    assert complaint("solve", "english", "d4", "--finish") == (
        "Option '--finish' requires an argument: see `pegs solve --help`"
    )
    for number in ("0", "-1", "x", "1.5", "²", "9" * 5000):
        assert "'--all'" in complaint("solve", "triangle5", "a1", "--all", number)
    assert "pegs or index" in complaint("sets", "winning", "triangle5", "any", "--by", "moves")
    assert "text or parquet" in complaint("sets", "winning", "triangle5", "a1", "--export", "csv")
    assert "--by index compares all vacancies" in complaint(
        "sets", "winning", "triangle5", "a1", "--by", "index"
    )
    assert "--to needs --export" in complaint("sets", "winning", "triangle5", "a1", "--to", "x")


# -- files --------------------------------------------------------------------------------------


def test_files_that_cannot_be_read(complaint, tmp_path):
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00*")
    (tmp_path / "large").write_bytes(b"*" * (2 << 20))
    expected = {
        "@": "needs the name of a file",
        "@missing": "cannot read missing: No such file",
        "@.": "cannot read .: Is a directory",
        "@binary": "binary is not a text file",
        "@large": "large is larger than a megabyte",
        "@a\0b": "cannot read",
        "@" + "x" * 5000: "File name too long",
        "@~/no/such/file": "cannot read ~/no/such/file",
    }
    for file, words in expected.items():
        for arguments in (
            ["show", file],
            ["sets", "levels", "triangle5", file],
            ["sets", "levels", "triangle5", "a1", "--finish", file],
            ["check", "triangle5", "a1", "--position", file],
        ):
            assert words in complaint(*arguments)


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
    assert words in complaint("sets", "levels", "@board", "1")


def test_files_that_cannot_be_written(complaint, tmp_path):
    (tmp_path / "file").write_text("")
    for form in ("text", "parquet"):
        words = ("sets", "winning", *T4, "--export", form, "--to", "file/below")
        assert complaint(*words).startswith("cannot write file/below")
    assert complaint("show", "triangle5", "--svg", "file/below.svg").startswith("cannot write")
    assert complaint("show", "triangle5", "--svg", tmp_path).startswith("cannot write")


# -- the store ----------------------------------------------------------------------------------

USERS = [
    ("sets", "winning", *T4),
    ("check", *T4, "--explore"),
    ("solve", *T4, "--all", "1"),
    ("play", *T4, "--terminal"),
]


def test_home_that_is_a_file(complaint, home):
    home.write_text("")
    for words in (("sets", "winning", *T4), ("solve", *T4, "--all", "1")):
        said = complaint(*words)
        assert said.startswith(f"cannot write {home}")
        assert "choose another location (sets are stored in PEGSOLITAIRE_HOME)" in said
    assert run(["check", *T4]) == 0  # it does not need the store


@pytest.fixture
def stored(home):
    """The file of stored winning sets, which tests damage."""
    problem = Problem(named_board("triangle4"), "a2", "b2")
    return WinningSets.load(problem).save()


@pytest.fixture
def set_aside(capsys, stored, monkeypatch):
    """Check that commands set a damaged file aside with one line and that `sets verify` fails."""

    def check(reason):
        damaged = stored.read_bytes()
        for command in (*USERS, ("count", *T4, "--again"), ("extremes", "dead-ends", *T4)):
            stored.write_bytes(damaged)
            monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
            assert run(command) in (0, 1)
            printed = capsys.readouterr()
            assert printed.out
            [said] = printed.err.splitlines()
            aside = max(stored.parent.glob("*.damaged*"), key=lambda path: path.stat().st_mtime_ns)
            assert said.startswith(f"{stored} is not usable: ")
            assert reason in said
            assert "; it is kept as a2_b2.npz.damaged" in said
            assert aside.read_bytes() == damaged
            assert not stored.exists() or stored.read_bytes() != damaged
        stored.write_bytes(damaged)
        assert run(["sets", "verify", *T4]) == 2
        said = capsys.readouterr().err
        assert reason in said
        assert "build it again" in said
        assert stored.read_bytes() == damaged

    return check


def test_store_that_is_damaged(set_aside, stored):
    with np.load(stored) as file:
        members = dict(file)
    members["5"][0] ^= 1
    np.savez_compressed(stored, **members)
    set_aside("its checksum does not match")


@pytest.mark.parametrize("length", [0, 3, 100])
def test_store_that_is_truncated(set_aside, stored, length):
    stored.write_bytes(stored.read_bytes()[:length])
    set_aside("cannot be read")


def test_store_that_lacks_a_level(set_aside, stored):
    wins = WinningSets.open(Problem(named_board("triangle4"), "a2", "b2"))
    WinningSets(wins.problem, {n: level for n, level in wins.levels.items() if n != 5}).save()
    set_aside("it is incomplete: it has levels 1, 2, 3, 4, 6")


def test_store_of_another_board(set_aside, stored, tmp_path):
    other = Board(named_board("rectangle2x5").holes)
    codes = Problem(named_board("triangle4"), "a2", "b2")
    problem = Problem.of_codes(other, codes.starts, codes.finishes)
    shutil.copy(WinningSets.build(problem).save(tmp_path / "other"), stored)
    set_aside("belongs to another board")


def test_store_of_a_later_version(set_aside, stored):
    with np.load(stored) as file:
        members = dict(file)
    document = json.loads(members["envelope"].tobytes()) | {"version": 99}
    members["envelope"] = np.frombuffer(json.dumps(document).encode(), np.uint8)
    np.savez(stored, **members)
    set_aside("format version 99, but this program reads version 3: upgrade")


# -- memory -------------------------------------------------------------------------------------


def test_problem_that_fits_neither_memory_nor_disk(complaint, monkeypatch):
    small_engine.free_memory(monkeypatch, 1 << 16)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=0))
    for command in ("levels", "winning"):
        said = complaint("sets", command, "english", "d4")
        assert said.startswith("no room for ")
        assert "PEGSOLITAIRE_HOME" in said


def test_pictures_go_to_folders_that_exist(complaint, tmp_path):
    said = complaint("show", "triangle5", "--svg", str(tmp_path / "nowhere" / "a.svg"))
    assert said.endswith(f"there is no folder {tmp_path / 'nowhere'}")


def test_memory_that_runs_out(complaint, monkeypatch):
    def fail(*_, **__):
        raise MemoryError

    monkeypatch.setattr(WinningSets, "load", fail)
    assert complaint("check", *T4, "--explore").startswith("not enough memory for this problem: ")


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
    command=st.sampled_from(["levels", "check", "solve", "show", "winning"]),
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
    code, printed, errors = quietly([command, board, start, *words])
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
    for words in (["solve", "triangle5", "z9"], ["levels", "english", "any"], ["show", "@x"]):
        complaint(*words)
    assert not home.exists()
    assert os.listdir() == []
    assert Path().resolve() == home.parent.resolve()


# -- refusals ----------------------------------------------------------------------------------


@each(
    ("words", "said"),
    [
        ("show triangle5 --all", "--all needs --shortest"),
        ("show triangle5 --problems --unbounded --all", "--all needs --shortest"),
        ("show triangle5 a1 --problems", "--problems cannot be combined with START"),
        (
            "show triangle5 a1 --regions --problems",
            "--regions cannot be combined with START or --problems",
        ),
        ("solve triangle5 a1 --memory 1", "--memory needs --shortest"),
        ("solve triangle5 a1 --shortest --short", "--shortest cannot be combined with --short"),
        ("solve triangle5 a1 --short --all 2", "--short cannot be combined with --all"),
        (
            "solve triangle5 a1 --unbounded --all 2 --short",
            "--unbounded cannot be combined with --short or",
        ),
    ],
)
def test_options_that_do_not_go_together(complaint, words, said):
    assert complaint(*words.split()).startswith(said)


def test_any_where_one_start_is_wanted(complaint):
    said = "any stands for all starts, but one start is needed here: give a hole, such as a1"
    assert complaint("show", "triangle5", "any").startswith(said)


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


def test_what_is_stored_says_where(monkeypatch, complaint, home):
    def refuse(*_, **__):
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(Path, "mkdir", refuse)
    said = complaint("sets", "winning", "triangle4", "a2", "--finish", "b2")
    assert f"the folder {home.parent} is not writable" in said
    assert said.endswith("choose another location (sets are stored in PEGSOLITAIRE_HOME)")


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


def test_choices_are_told_in_words(complaint):
    said = complaint("sets", "winning", "triangle5", "a1", "--by", "roman")
    assert "'roman' is not pegs or index" in said
    assert "Value error" not in said
