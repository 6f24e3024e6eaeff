"""Tests that kill long commands at random moments and then check that no stray files remain.

Each command first runs to completion. It is then restarted several times and killed at random
times within the duration of the first run. The last restart runs to completion and must leave
exactly the same file names as the first run.
"""

import os
import random
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import programs
import pytest
from marks import on_posix

pytestmark = on_posix
PEGS = [sys.executable, "-m", "pegsolitaire"]
KILLS = 2  # per signal
HOWS = {signal.SIGINT: 130, signal.SIGTERM: 143}
COMMANDS = [
    "sets winning triangle7 a1 --export text --to out",
    "sets winning triangle6 a1 --memory 20MiB",
    "sets winning triangle6 any --by index --export text --to out",
    "sets winning triangle6 a1 --cluster local",
    "count triangle6 a1 --again --cluster local --shard 1000",
    "count triangle6 a1 --again --memory 10MiB",
    "count english d4 --again",
    "duotaire triangle6 a1 --turns move --store",
    "sets tablebase english",
    "sets tablebase english --to here.npz",
    "sets levels triangle6 a1 --export parquet --to out",
    "sets levels triangle6 a1 --by moves --store --memory 20MiB",
    "extremes triangle6 --class A",
    "patterns boards square --holes 11 --to boards.csv",
    "extremes sweep triangle8 --last --svg sweep.svg",
    "export notes --to out",
    "export labels triangle6 --to out",
    "solve triangle7 a2 --shortest --svg out.svg",
    "extremes dead-ends triangle7 a1",
    "design english --store --to out --most 3",
    "design unique english --store",
    "random english d4",
    "random triangle5 --all --games 1000000",
    "check triangle7 a1 --explore",
    "graph triangle5 a1 --to graph.graphml",
    "reproduce --only notes-table-8 --html page.html",
    "reproduce --only notes --figures drawn --quick",
    "play --export site",
]


class Machine:
    """A store and a working folder, with methods that run commands there."""

    def __init__(self, root):
        self.store, self.here = root / "store", root / "here"
        self.here.mkdir(parents=True)

    def start(self, words):
        env = {**os.environ, "PEGSOLITAIRE_HOME": str(self.store)}
        pipes = {"stdout": subprocess.DEVNULL, "stderr": subprocess.PIPE}
        options = {"env": env, "cwd": self.here, "stdin": subprocess.DEVNULL, **pipes}
        return programs.started([*PEGS, *shlex.split(words)], **options)

    def run(self, words):
        """Run a command to completion and return its exit code and duration."""
        begin = time.monotonic()
        with self.start(words) as process:
            _, said = process.communicate()
        assert "Traceback" not in said
        return process.returncode, time.monotonic() - begin

    def kill(self, words, how, seconds):
        """Kill a command after some seconds and return its exit code and error output.

        SIGINT goes to the whole process group, as it does when you press Ctrl-C in a terminal.
        Other signals go to a single process.
        """
        with self.start(words) as process:
            wait_until_heard(process)
            time.sleep(seconds)
            if process.poll() is None:
                send = os.killpg if how == signal.SIGINT else os.kill
                send(process.pid, how)
            _, said = process.communicate()
        return process.returncode, said

    def paths(self):
        """Return all paths in the store and the working folder."""
        roots = [root for root in (self.store, self.here) if root.exists()]
        return {path for root in roots for path in (root, *root.rglob("*"))}

    def names(self):
        root = self.here.parent
        return {path.relative_to(root).as_posix() for path in self.paths()}


def wait_until_heard(process):
    """Wait until a program has installed its handler for SIGTERM."""
    status = Path(f"/proc/{process.pid}/status")
    for _ in range(1000):
        try:
            lines = dict(line.split(":", 1) for line in status.read_text().splitlines())
        except OSError:
            return  # the process has ended, or this is not Linux
        if int(lines.get("SigCgt", "0"), 16) >> signal.SIGTERM - 1 & 1:
            return
        time.sleep(0.01)


def check_ended_in_order(code, said, expected, how):
    lines = said.splitlines()
    assert "Traceback" not in said
    assert "Exception ignored" not in said
    if code == HOWS[how]:
        assert lines[-1].startswith(("pegs: interrupted", "pegs: terminated"))
        assert sum(line.startswith("pegs: ") for line in lines) == 1
    else:
        assert code == expected  # it had already finished


@pytest.mark.slow
@pytest.mark.parametrize("words", COMMANDS)
def test_killed_commands_leave_nothing_but_what_the_next_run_uses(words, tmp_path):
    whole, machine = Machine(tmp_path / "whole"), Machine(tmp_path / "killed")
    expected, seconds = whole.run(words)
    chance = random.Random(words)
    orders = chance.sample([*HOWS] * KILLS, KILLS * len(HOWS))
    for how in orders:
        code, said = machine.kill(words, how, chance.uniform(0, seconds))
        check_ended_in_order(code, said, expected, how)
        assert not [name for name in machine.names() if ".new-" in name or "/probe-" in name]
        assert not [path for path in machine.paths() if is_empty(path)]
    for _ in range(KILLS):
        machine.kill(words, signal.SIGKILL, chance.uniform(0, seconds))
    assert machine.run(words)[0] == expected
    assert machine.names() - {"store"} == whole.names() - {"store"}  # the store may be empty


def is_empty(path):
    """Return whether a path is an empty folder, apart from the folders of cluster levels."""
    is_level = "cluster" in path.parts and path.name[1:2] == "-"
    return (
        path.is_dir()
        and path.name not in ("here", "store")
        and not (is_level or any(path.iterdir()))
    )
