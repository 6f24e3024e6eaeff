"""Interrupted commands end cleanly, with one line and the right exit code."""

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import programs
import pytest
from marks import on_posix
from private import private

from pegsolitaire import signals

pytestmark = on_posix
ROOT = Path(__file__).parent.parent
PEGS = [sys.executable, "-m", "pegsolitaire"]
CODES = {signal.SIGINT: 130, signal.SIGTERM: 143}
WORDS = {signal.SIGINT: "interrupted", signal.SIGTERM: "terminated"}


def begun(tmp_path, *words, **options):
    """Start a command with its own store."""
    cache = {"NUMBA_CACHE_DIR": str(tmp_path / "kernels")} if "warm-up" in words else {}
    env = {**os.environ, "PEGSOLITAIRE_HOME": str(tmp_path / "store"), **cache}
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "stdin": subprocess.DEVNULL}
    return programs.started([*PEGS, *words], limit=120, env=env, cwd=tmp_path, **pipes, **options)


def wait_for(process, words):
    """Read the standard error of a command until a line matches a pattern."""
    for line in process.stderr:
        if re.search(words, line):
            return
    raise AssertionError(f"it has ended, and not said {words!r}")


def stopped(process, *signals, pause=0.05):
    """Send signals to a command and its children, as a terminal does, and return its output."""
    for number in signals:
        os.killpg(process.pid, number)
        time.sleep(pause)
    printed, said = process.communicate()
    return process.returncode, printed, said.splitlines()


AT_WORK = [
    (["sets", "levels", "french", "c1", "--yes"], "about", "nothing is kept"),
    (["sets", "tablebase", "french"], "about", "nothing is kept"),
    (
        ["count", "wiegleb", "e5", "--again"],
        "about",
        "a count in memory cannot be resumed; with --cluster local finished levels are kept",
    ),
    (
        ["random", "triangle5", "a1", "--games", "1e10"],
        "still working",
        r"([\d,]+ of 10,000,000,000 games are printed; )?nothing is kept",
    ),
    (
        ["patterns", "boards", "square", "--holes", "18"],
        "still working",
        r"(the boards of up to \d+ holes are printed; )?nothing is kept",
    ),
]


@pytest.mark.every(6)
@pytest.mark.parametrize("how", CODES)
@pytest.mark.parametrize(("words", "says", "kept"), AT_WORK, ids=lambda one: str(one[0]))
def test_a_command_that_is_ended(words, says, kept, how, tmp_path):
    with begun(tmp_path, *words) as process:
        wait_for(process, says)
        code, _, said = stopped(process, how)
    assert code == CODES[how]
    assert re.fullmatch(f"pegs: {WORDS[how]}: {kept}", said[-1])
    assert programs.without_progress(said[:-1]) == []
    assert not list(tmp_path.rglob("*.new-*"))


@pytest.mark.every(4)
@pytest.mark.parametrize("pause", [0.02, 0.2])
@pytest.mark.parametrize("signals", [[signal.SIGINT] * 3, [signal.SIGTERM, signal.SIGINT]])
def test_a_command_that_is_ended_twice(signals, pause, tmp_path):
    with begun(tmp_path, "sets", "levels", "french", "c1", "--yes") as process:
        wait_for(process, "about")
        code, printed, said = stopped(process, *signals, pause=pause)
    assert code == CODES[signals[0]]
    assert printed == ""
    assert said[-1] == f"pegs: {WORDS[signals[0]]}: nothing is kept"


@pytest.mark.slow
def test_what_is_finished_is_kept_and_gone_on_with(tmp_path):
    kept = "finished work is kept, and the same command continues from there"
    levels = []
    for how in CODES:
        with begun(tmp_path, "sets", "winning", "square6", "a1") as process:
            wait_for(process, "playing forward")
            code, _, said = stopped(process, how)
        assert (code, said[-1]) == (CODES[how], f"pegs: {WORDS[how]}: {kept}")
        [folder] = (tmp_path / "store" / "square6").iterdir()
        assert folder.name.endswith(".building")
        levels.append({path.name: path.stat().st_mtime_ns for path in folder.glob("*.npz")})
    first, second = levels
    assert first.items() <= second.items()


@pytest.mark.slow
def test_processes_that_were_started_end_in_silence(tmp_path):
    """This applies to the processes of a starting cluster and to those that compile kernels."""
    for words in (["count", "triangle6", "a1", "--again", "--cluster", "local"], ["warm-up"]):
        with begun(tmp_path, *words) as process:
            wait_for(process, "still working")
            code, _, said = stopped(process, signal.SIGINT, signal.SIGINT)
        assert code == 130
        assert programs.without_progress(said) == said[-1:]
        assert said[-1].startswith("pegs: interrupted: ")
    kept = [path.name for path in (tmp_path / "store").rglob("*") if path.is_file()]
    assert kept in ([], ["job.json"])  # if a cluster has started, its job can be continued


# -- within a process -----------------------------------------------------------------------------

LOST = """
import signal, sys, time
from pegsolitaire import signals

class Careless:
    def __del__(self):
        signal.raise_signal(signal.SIGTERM)

signals.install()
try:
    Careless()
    print("lost", flush=True)
    time.sleep(60)
except KeyboardInterrupt:
    signals.take()
    print(signals.word(), signals.exit_code())
"""


def test_a_signal_that_python_loses_comes_again():
    """Python prints exceptions that are raised in callbacks such as ``__del__`` and continues."""
    done = programs.run([sys.executable, "-c", LOST])
    assert done.stdout.endswith("terminated 143\n")  # it may arrive while something is printed
    assert done.stderr == ""


def test_a_signal_while_pandas_is_imported(tmp_path):
    """Pyarrow takes any error during the import for a missing pandas, so the signal waits."""
    (tmp_path / "pandas.py").write_text("import os, signal; os.kill(os.getpid(), signal.SIGTERM)")
    env = {**os.environ, "PEGSOLITAIRE_HOME": str(tmp_path / "store"), "PYTHONPATH": str(tmp_path)}
    export = ["sets", "winning", "triangle5", "a1", "--export", "parquet", "--to", str(tmp_path)]
    done = programs.run([*PEGS, *export], env=env, cwd=ROOT)
    assert done.returncode == 143
    assert done.stderr.splitlines()[-1] == "pegs: terminated"


HELD = """
import signal, sys, time
from pegsolitaire import signals

signals.install()
try:
    with signals.starting_processes():
        signal.raise_signal(signal.{0})
        print("held", flush=True)
        signal.raise_signal(signal.{0})
    print("not reached")
except KeyboardInterrupt:
    signals.take()
    print(signals.word())
"""


@pytest.mark.parametrize("how", CODES)
def test_a_signal_while_processes_start_is_raised_after_that(how):
    done = programs.run([sys.executable, "-c", HELD.format(how.name)])
    assert (done.stdout, done.stderr) == (f"held\n{WORDS[how]}\n", "")


IGNORED = """
import signal
from pegsolitaire import signals

signal.signal(signal.SIGINT, signal.SIG_IGN)
signals.install()
signal.raise_signal(signal.SIGINT)
print(signals.is_requested())
"""


def test_what_is_ignored_from_the_beginning_stays_ignored():
    assert programs.run([sys.executable, "-c", IGNORED]).stdout == "False\n"


EXECUTED = """
import signal, sys
from pegsolitaire import signals

signals.install()
try:
    exec("signal.raise_signal(signal.SIGINT)")
except KeyboardInterrupt:
    signals.take()
    sys.exit(signals.exit_code())
"""


def test_a_signal_in_code_that_was_made_from_a_text():
    """After a plain KeyboardInterrupt there, Python would kill itself even if it was caught."""
    done = programs.run([sys.executable, "-c", EXECUTED])
    assert (done.returncode, done.stderr) == (130, "")


LATER = """
import signal, time
from pegsolitaire import signals

signals._GRACE = 0.05
signals.install()
try:
    signal.raise_signal(signal.SIGINT)
except KeyboardInterrupt:
    signals.take()
    time.sleep(0.1)
    signal.raise_signal(signal.SIGTERM)
print("not reached")
"""


def test_a_second_signal_much_later_ends_it_at_once():
    done = programs.run([sys.executable, "-c", LATER])
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


def test_what_becomes_of_an_interruption_is_one_too(complaint, monkeypatch):
    """Python turns an interruption into a SyntaxError while it compiles a module."""

    def fail(*_, **__):
        raise SyntaxError("cannot load unicodedata")

    monkeypatch.setattr("pegsolitaire.cli.commands.playing.named_board", fail)
    with pytest.raises(SyntaxError):
        complaint("boards")
    monkeypatch.setattr(private(signals, "_stop"), "number", signal.SIGTERM)
    assert complaint("boards", code=143) == "terminated"
