"""Schedulers, workers and commands of a cluster, each a process that tests may kill."""

import os
import subprocess
import sys
import time
from contextlib import contextmanager

import programs

from pegsolitaire.board import english
from pegsolitaire.game import Problem
from pegsolitaire.sets.store import path_of

_UNREAD = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}


@contextmanager
def scheduler(folder, port=0, environment=None):
    """A scheduler in a process of its own, which keeps its address in a file."""
    file = folder / "scheduler.json"
    file.unlink(missing_ok=True)
    arguments = [
        *(sys.executable, "-m", "distributed.cli.dask_scheduler", "--host", "127.0.0.1"),
        *(
            "--port",
            str(port),
            "--dashboard-address",
            "127.0.0.1:0",
            "--scheduler-file",
            str(file),
        ),
    ]
    with programs.started(arguments, env=environment, **_UNREAD) as one:
        while not file.exists():
            assert one.poll() is None
            time.sleep(0.05)
        yield one, file


@contextmanager
def worker(file, *options, environment=None):
    """A worker in a process of its own, of one thread, without a nanny."""
    arguments = [
        *(sys.executable, "-m", "distributed.cli.dask_worker", "--scheduler-file", str(file)),
        *("--nthreads", "1", "--no-nanny", "--no-dashboard", "--host", "127.0.0.1", *options),
    ]
    with programs.started(arguments, env=environment, **_UNREAD) as one:
        yield one


@contextmanager
def command(home, file, *options, words="sets winning", shard=100_000, environment=os.environ):
    """A command about the central game, some eight seconds on an idle cluster of two."""
    arguments = [
        *(sys.executable, "-m", "pegsolitaire", *words.split(), "english", "d4"),
        *("--cluster", f"@{file}", "--shard", str(shard), *options),
    ]
    environment = {**environment, "PEGSOLITAIRE_HOME": str(home)}
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with programs.started(arguments, env=environment, **pipes) as one:
        yield one


def wait_for_shards(home, number):
    """Wait until so many shards are there, so that what follows comes in the middle."""
    while sum(1 for _ in (home / "cluster").rglob("*.json")) < number:
        time.sleep(0.05)


def stored(home):
    """The bytes of the winning sets that a command stored, or None."""
    path = path_of(Problem.complement(english(), "d4"), "npz", home)
    return path.read_bytes() if path.exists() else None


def ended(process):
    """Its exit code, and what it said beside its results."""
    _, said = process.communicate()
    return process.returncode, said


def ends_well(process):
    """See that a command ends well."""
    code, said = ended(process)
    assert code == 0, said
    return said
