"""Start schedulers, workers and commands of a cluster as processes that tests may kill."""

import os
import subprocess
import sys
import time
from concurrent.futures import Future
from contextlib import contextmanager

import programs
import pytest

from pegsolitaire.board import english, read_board, triangle
from pegsolitaire.game import Problem
from pegsolitaire.sets.store import path_of
from pegsolitaire.work import Progress

_UNREAD = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
_SERVICE_LIMIT = 3600  # seconds; schedulers and workers serve all commands of a test


@contextmanager
def scheduler(folder, port=0, environment=None):
    """Start a scheduler that writes its address to a file."""
    file = folder / "scheduler.json"
    file.unlink(missing_ok=True)
    arguments = [
        *(sys.executable, "-m", "distributed.cli.dask_scheduler", "--host", "127.0.0.1"),
        *("--port", str(port), "--dashboard-address", "127.0.0.1:0"),
        *("--scheduler-file", str(file)),
    ]
    with programs.started(arguments, _SERVICE_LIMIT, env=environment, **_UNREAD) as one:
        while not file.exists():
            assert one.poll() is None
            time.sleep(0.05)
        yield one, file


@contextmanager
def worker(file, *options, environment=None):
    """Start a worker with one thread and without a nanny."""
    arguments = [
        *(sys.executable, "-m", "distributed.cli.dask_worker", "--scheduler-file", str(file)),
        *("--nthreads", "1", "--no-nanny", "--no-dashboard", "--host", "127.0.0.1", *options),
    ]
    with programs.started(arguments, _SERVICE_LIMIT, env=environment, **_UNREAD) as one:
        yield one


@contextmanager
def command(home, file, *options, words="sets winning", shard=100_000, environment=os.environ):
    """Start a command on the central game, which takes two idle workers about eight seconds."""
    arguments = [
        *(sys.executable, "-m", "pegsolitaire", *words.split(), "english", "d4"),
        *("--cluster", f"@{file}", "--shard", str(shard), *options),
    ]
    environment = {**environment, "PEGSOLITAIRE_HOME": str(home)}
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with programs.started(arguments, env=environment, **pipes) as one:
        yield one


def wait_for_shards(home, number):
    """Wait until a number of shards are finished, so that the command is still running."""
    while sum(1 for _ in (home / "cluster").rglob("*.json")) < number:
        time.sleep(0.05)


def stored(home):
    """Return the bytes of the winning sets that a command stored, or None."""
    path = path_of(Problem.complement(english(), "d4"), "npz", home)
    return path.read_bytes() if path.exists() else None


def ended(process):
    """Wait for a process and return its exit code and its standard error."""
    _, said = process.communicate()
    return process.returncode, said


def ends_well(process):
    """Check that a command exits with code 0 and return its standard error."""
    code, said = ended(process)
    assert code == 0, said
    return said


# Warnings raised by Dask itself.
DASK_WARNINGS = [
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]

PROBLEMS = {
    "triangle5 a1": Problem.complement(triangle(5), "a1"),
    "triangle5 a1 to a5": Problem(triangle(5), "a1", "a5"),
    "triangle6 b3 any": Problem.to_any(triangle(6).vacancy("b3")),
    "square5": Problem.complement(read_board("square5"), "c3"),
    "not in one class": Problem(english(), "d4", "d5"),
}


def files_of(folder):
    return {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*.npz")}


class _Done(Future):
    def release(self):
        pass


class Here:
    """A client of a cluster with two workers, which does each task at once in this thread."""

    status, scheduler, dashboard_link = "running", None, "http://127.0.0.1:8787/status"
    nodes = ("tcp://127.0.0.1:1", "tcp://127.0.0.1:2")

    def wait_for_workers(self, number, timeout):
        assert number <= len(self.nodes)

    def nthreads(self):
        return dict.fromkeys(self.nodes, 1)

    def scheduler_info(self, n_workers):
        return {"workers": self.nodes[:n_workers], "services": {"dashboard": 8787}}

    def run(self, function, *arguments, on_error):
        return {node: function(*arguments) for node in self.nodes}

    def submit(self, task, *arguments, **options):
        done = _Done()
        try:
            done.set_result(task(*arguments))
        except Exception as error:
            done.set_exception(error)
        return done

    def cancel(self, futures):
        pass


class Until(Progress):
    """Call a function after this number of updates."""

    def __init__(self, number, call):
        self.number, self.call = number, call

    def update(self, done, note=""):
        self.number -= 1
        if self.number == 0:
            self.call()
