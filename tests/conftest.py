"""Fixtures and settings for all tests. Random tests draw the same examples in every run."""

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
from pegsolitaire.draw.convert import check_picture
from pegsolitaire.errors import MissingExtraError
from pegsolitaire.game import Problem
from pegsolitaire.sets import WinningSets
from pegsolitaire.work import Work

TESTS = Path(__file__).parent

#: Drawing examples may take a minute on a busy machine, which is not an error.
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
    """Allow Ctrl-C in programs that tests start and turn off garbage collection until later.

    A background process of a shell ignores Ctrl-C, and so do all processes that it starts.
    """
    gc.disable()
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_finish():
    """Turn garbage collection on again after the tests were collected.

    During collection it would take a quarter of the time and find nothing. The collected objects
    are frozen, because checking them again and again would take a twentieth of the run.
    """
    gc.freeze()
    gc.enable()


def pytest_unconfigure():
    """Unfreeze the collected objects, so that they are freed at exit."""
    gc.unfreeze()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """Run each file in one worker, so that fixtures are built once, and mark slow examples.

    If a test with many examples has the mark ``every(n)``, all but every nth example become slow.
    Examples that are slow already are not counted.
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


@pytest.fixture
def cairo(tmp_path):
    """Skip a test if a system library for PNG and PDF is missing, except in CI."""
    try:
        check_picture(tmp_path / "x.png")
    except MissingExtraError as missing:
        if os.environ.get("CI"):
            pytest.fail(str(missing))
        pytest.skip(str(missing))


@pytest.fixture(scope="session")
def central():
    """The exact chances of the central game on the English board; they take some seconds."""
    return random_play(Problem.to_any(named_board("english").vacancy("d4")), winning=True)


@pytest.fixture(scope="session")
def run_folder(tmp_path_factory):
    """A folder that all workers of a run share."""
    own = tmp_path_factory.getbasetemp()
    return own.parent if "PYTEST_XDIST_WORKER" in os.environ else own


@pytest.fixture(scope="session", autouse=True)
def _time_for_the_fewest_pegs():
    """Raise the limit of two seconds for the fewest pegs, which is too short on a busy machine."""
    module = import_module("pegsolitaire.solving.endings")  # a function has the same name
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "FEWEST_PEGS_SECONDS", 600)
        yield


@pytest.fixture(scope="session", autouse=True)
def _empty_store(run_folder):
    """Use an empty store, so that tests neither read nor change the user's stored results."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PEGSOLITAIRE_HOME", str(run_folder / "store"))
        yield


@pytest.fixture(scope="session", autouse=True)
def _no_terminal():
    """Remove the width of the terminal in which the tests run."""
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("COLUMNS", raising=False)
        yield


@pytest.fixture(scope="session")
def central_sets(run_folder):
    """The winning sets of the central game on the English board, built once per run."""
    problem = Problem.complement(named_board("english"), "d4")
    with FileLock(run_folder / "sets.lock"):
        return WinningSets.load(problem, work=Work(store=run_folder / "sets"))


@pytest.fixture(autouse=True)
def patient(monkeypatch):
    """Suppress the messages about long work, which would appear on a slow machine."""
    monkeypatch.setattr("pegsolitaire.progress_bar.PATIENCE", 1e6)


@pytest.fixture
def pegs(capsys):
    """Run a command and return its output; standard error may only have lines with `read as`."""

    def call(*arguments, code=0):
        assert run([*map(str, arguments)]) == code
        printed = capsys.readouterr()
        told = [line for line in printed.err.splitlines() if not line.startswith("read as ")]
        assert told == []
        return printed.out

    return call


@pytest.fixture
def document(pegs):
    """Run a command with --json and return its whole output as a document."""
    return lambda *arguments, code=0: json.loads(pegs(*arguments, "--json", code=code))


@pytest.fixture
def complaint(capsys):
    """Run a command that fails and return its one line of standard error."""

    def call(*arguments, code=2):
        assert run([*map(str, arguments)]) == code
        printed = capsys.readouterr()
        assert printed.out == ""
        before = ("read as ", "at most about ")  # lines that are not errors
        told = [line for line in printed.err.splitlines(True) if not line.startswith(before)]
        begin, says, end = "".join(told).partition("pegs: ")
        assert (begin, says) == ("", "pegs: ")
        assert end.endswith("\n")
        assert len(end.splitlines()) == 1
        assert "Traceback" not in end
        assert len(end) < 1000
        return end.rstrip("\n")

    return call
