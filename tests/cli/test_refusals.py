"""What commands refuse, in words that say what to do instead."""

import errno
import json
import os
import sys
from pathlib import Path

import programs
import pytest
from marks import each

from pegsolitaire import files


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    """A store of each test's own."""
    monkeypatch.setenv("PEGSOLITAIRE_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


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


#: A program on a system that allows no more of something: what each command returns and says.
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
    """The last line that each command says, where there is no more of something."""
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
