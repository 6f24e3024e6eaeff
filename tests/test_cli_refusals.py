"""What commands refuse, in words that say what to do instead."""

import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest

from pegsolitaire import files


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    """A store of each test's own."""
    monkeypatch.setenv("PEGSOLITAIRE_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.mark.parametrize(
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
    said = "any means all starts, but one start is needed here: give a hole, such as a1"
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
    said = complaint("winning", "triangle4", "a2", "--finish", "b2")
    assert f"the folder {home.parent} is not writable" in said
    assert said.endswith("choose another location (sets are stored in PEGSOLITAIRE_HOME)")


def limited(limit, most, *words):
    """What a command of its own says, on a system that allows no more of something."""
    resource = pytest.importorskip("resource")
    bound = (getattr(resource, limit), (most, most))
    done = subprocess.run(
        [sys.executable, "-m", "pegsolitaire", *words],
        capture_output=True,
        text=True,
        timeout=120,
        preexec_fn=lambda: resource.setrlimit(*bound),
    )
    assert done.returncode == 2
    *_, last = done.stderr.splitlines()
    assert sum(line.startswith("pegs: ") for line in done.stderr.splitlines()) == 1
    assert "Traceback" not in done.stderr
    return last.removeprefix("pegs: ")


@pytest.mark.parametrize(
    "words",
    [
        "show english d4 --svg made.pdf",
        "show english d4 --svg made.png",
        "play --export made",
        "data labels triangle5 --to made",
        "design triangle5 --to made",
        "winning triangle5 a1",
    ],
)
def test_a_disk_that_is_full_gives_one_line(monkeypatch, tmp_path, words):
    monkeypatch.chdir(tmp_path)
    said = limited("RLIMIT_FSIZE", 700, *words.split())
    place = tmp_path / "home" if "winning" in words else "made"
    assert said.startswith(f"cannot write {place}")
    assert "File too large; choose another location" in said


def test_libraries_that_cannot_be_loaded_give_one_line():
    said = limited("RLIMIT_AS", 300 << 20, "count", "triangle5", "a1")
    assert said.startswith("a library that pegs needs cannot be loaded: raise the memory ")


def test_choices_are_told_in_words(complaint):
    said = complaint("show", "english", "d4", "--coordinates", "roman")
    assert "'roman' is not letters, xy, centred or numbers" in said
    assert "Value error" not in said
