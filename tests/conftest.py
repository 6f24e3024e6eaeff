"""What all tests share: random tests that draw the same examples every time, and commands."""

import gc
import json
import os
import signal
from collections import Counter
from importlib import import_module
from pathlib import Path

import pytest
from filelock import FileLock
from hypothesis import HealthCheck, settings

from pegsolitaire.board import named_board
from pegsolitaire.chance import random_play
from pegsolitaire.cli.main import run
from pegsolitaire.game import Problem
from pegsolitaire.sets import WinningSets
from pegsolitaire.work import Work

TESTS = Path(__file__).parent

#: On a busy machine a draw may take a minute: that is no fault.
FIXED = {
    "derandomize": True,
    "deadline": None,
    "database": None,
    "suppress_health_check": [HealthCheck.too_slow],
}
settings.register_profile("whole", max_examples=100, **FIXED)
settings.register_profile("quick", max_examples=33, **FIXED)
settings.load_profile("quick")


def pytest_configure():
    """Let programs that tests start be interrupted; and collect tests without garbage.

    What runs in the background of a shell ignores Ctrl-C, and so does all that it starts.
    """
    gc.disable()
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_finish():
    """Looking for garbage meanwhile, where there is none, would be a quarter of the work.

    What was collected stays to the end: looking through it again and again is a twentieth.
    """
    gc.freeze()
    gc.enable()


def pytest_unconfigure():
    """At the end of the program all is tidied up."""
    gc.unfreeze()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """A worker runs the whole of a file, so that what its tests share is made once.

    Of a test of many examples that is marked ``every(n)``, all but every nth are slow. Those that
    are slow anyway do not count.
    """
    seen = Counter()
    for item in items:
        if not item.get_closest_marker("xdist_group"):
            group = item.path.relative_to(TESTS).with_suffix("").as_posix()
            item.add_marker(pytest.mark.xdist_group(group))
        mark = item.get_closest_marker("every")
        if mark and not item.get_closest_marker("slow"):
            name = item.nodeid.partition("[")[0]
            if seen[name] % mark.args[0]:
                item.add_marker("slow")
            seen[name] += 1


@pytest.fixture(scope="session")
def central():
    """Exact odds of the central game on the English board, which take some seconds."""
    return random_play(Problem.to_any(named_board("english").vacancy("d4")), winning=True)


@pytest.fixture(scope="session")
def run_folder(tmp_path_factory):
    """A folder of the workers of a run together."""
    own = tmp_path_factory.getbasetemp()
    return own.parent if "PYTEST_XDIST_WORKER" in os.environ else own


@pytest.fixture(scope="session", autouse=True)
def _time_for_the_fewest_pegs():
    """A "no" looks for them for two seconds, which a busy machine may not give it."""
    module = import_module("pegsolitaire.solving.endings")  # its name is a function's too
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "FEWEST_PEGS_SECONDS", 600)
        yield


@pytest.fixture(scope="session", autouse=True)
def _empty_store(run_folder):
    """No test finds what the user has stored, or adds to it; those that store have their own."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PEGSOLITAIRE_HOME", str(run_folder / "store"))
        yield


@pytest.fixture(scope="session", autouse=True)
def _no_terminal():
    """Output goes to no terminal, so its width is not that of the one the tests run in."""
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("COLUMNS", raising=False)
        yield


@pytest.fixture(scope="session")
def central_sets(run_folder):
    """The winning sets of the central game on the English board, built once in a run."""
    problem = Problem.complement(named_board("english"), "d4")
    with FileLock(run_folder / "sets.lock"):
        return WinningSets.load(problem, work=Work(store=run_folder / "sets"))


@pytest.fixture(autouse=True)
def patient(monkeypatch):
    """On a slow machine, too, a command does not say that it takes long."""
    monkeypatch.setattr("pegsolitaire.progress_bar.PATIENCE", 1e6)


@pytest.fixture
def pegs(capsys):
    """Run a command; what it printed. Only what was guessed may go to standard error."""

    def call(*arguments, code=0):
        assert run([*map(str, arguments)]) == code
        printed = capsys.readouterr()
        assert all(line.startswith("read as ") for line in printed.err.splitlines())
        return printed.out

    return call


@pytest.fixture
def document(pegs):
    """Run a command with --json; the whole of standard output is the document."""
    return lambda *arguments, code=0: json.loads(pegs(*arguments, "--json", code=code))


@pytest.fixture
def complaint(capsys):
    """Run a command that is wrong; what its one line says."""

    def call(*arguments, code=2):
        assert run([*map(str, arguments)]) == code
        printed = capsys.readouterr()
        assert printed.out == ""
        before = ("read as ", "at most about ")  # what was guessed, and a first estimate
        told = [line for line in printed.err.splitlines(True) if not line.startswith(before)]
        begin, says, end = "".join(told).partition("pegs: ")
        assert (begin, says) == ("", "pegs: ")
        assert end.endswith("\n")
        assert len(end.splitlines()) == 1
        assert "Traceback" not in end
        assert len(end) < 1000
        return end.rstrip("\n")

    return call
