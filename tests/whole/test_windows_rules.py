"""Tests that simulate the rules of Windows on Linux.

Files that are in use cannot be removed or replaced, and POSIX features are missing. The simulation
finds errors, but does not prove that the package works on Windows.
"""

import errno
import os
import sys
from pathlib import Path

import programs
import pytest
import small_engine
from class_codes import Interrupt
from private import set_private

from pegsolitaire import files
from pegsolitaire.board import named_board
from pegsolitaire.engine import LevelEngine
from pegsolitaire.errors import StoreError
from pegsolitaire.game import Problem
from pegsolitaire.sets import PositionValues, Tablebase, WinningSets, npz_files, tablebases
from pegsolitaire.sets.store import list_stored
from pegsolitaire.work import Work

MAPS, OPEN = Path("/proc/self/maps"), Path("/proc/self/fd")
T5, T6 = named_board("triangle5"), named_board("triangle6")
CORNER = Problem.complement(T5, "a1")

pytestmark = pytest.mark.skipif(not MAPS.exists(), reason="the system does not list open files")


def is_used(path):
    """Return whether this process has a file, or a file in a folder, open or mapped."""
    used = [line.split(maxsplit=5)[5] for line in MAPS.read_text().splitlines() if "/" in line]
    for one in OPEN.iterdir():
        try:
            used.append(os.readlink(one))
        except FileNotFoundError:  # the descriptor of the listing itself
            continue
    path = os.path.realpath(path)
    return any(one == path or one.startswith(f"{path}{os.sep}") for one in used)


@pytest.fixture
def windows_rules(monkeypatch):
    """Forbid removing, renaming or replacing files that are open or mapped."""

    def obeying(do):
        def refuse_or_do(*paths, dir_fd=None, **options):
            where = "" if dir_fd is None else os.readlink(f"{OPEN}/{dir_fd}")
            for path in paths:
                if is_used(os.path.join(where, path)):
                    raise PermissionError(errno.EACCES, "in use", str(path))
            return (
                do(*paths, **options) if dir_fd is None else do(*paths, dir_fd=dir_fd, **options)
            )

        return refuse_or_do

    for name in ("unlink", "remove", "rename", "replace"):
        monkeypatch.setattr(os, name, obeying(getattr(os, name)))
    set_private(monkeypatch, files, _WAITS=())


@pytest.fixture(params=[1 << 20, 1], ids=["small", "large"])
def worth_mapping(monkeypatch, request):
    """Set the minimum size for mapping columns, so that small ones are mapped or not."""
    set_private(monkeypatch, npz_files, _WORTH_MAPPING=request.param)
    return request.param


def names(folder):
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*"))


@pytest.mark.usefixtures("windows_rules")
def test_winning_sets_and_their_numbers_are_replaced_and_removed(tmp_path):
    work = Work(store=tmp_path)
    sets = WinningSets.load(CORNER, work=work)
    values = PositionValues.load(CORNER, work=work)
    assert WinningSets.load(CORNER, work=work) == sets
    sets.save(tmp_path)
    for one in list_stored(tmp_path):
        one.remove()
    assert values.solutions(T5.vacancy("a1")) == 6816  # the values are in memory
    assert names(tmp_path) == []


@pytest.mark.usefixtures("windows_rules")
def test_an_open_table_can_be_replaced_if_it_is_small(tmp_path, worth_mapping):
    path = tmp_path / "x.npz"
    Tablebase.build(T5, ["a1"]).save(path)
    opened, other = Tablebase.open(path), Tablebase.build(T5, ["a1", "a4"])
    if worth_mapping == 1:
        with pytest.raises(StoreError, match="has it open, perhaps `pegs play`; end it"):
            other.save(path)
        assert names(tmp_path) == ["x.npz"]
        assert opened.finishes == Tablebase.open(path).finishes
        del opened
    other.save(path)
    assert Tablebase.open(path).finishes == other.finishes


@pytest.mark.usefixtures("windows_rules", "worth_mapping")
def test_a_table_is_built_in_two_sittings(tmp_path, monkeypatch):
    path = tmp_path / "x.npz"
    set_private(monkeypatch, tablebases, _WORTH_KEEPING=-1)
    with pytest.raises(KeyboardInterrupt):
        Tablebase.load(T6, ["a1"], path, work=Work(progress=Interrupt(3)))
    assert names(tmp_path) == ["x.npz.building"]
    Tablebase.load(T6, ["a1"], path)
    assert names(tmp_path) == ["x.npz"]


@pytest.mark.usefixtures("windows_rules")
def test_levels_past_the_memory_go_with_their_last_array(tmp_path):
    with LevelEngine.of(CORNER, work=Work(memory="4KiB", scratch=tmp_path)) as engine:
        level, in_files = engine.level(CORNER.starts), 0
        for _ in range(12):
            level.discard()
            level = engine.step(level, engine.jumps)
            in_files += len(level.files)
            assert set(tmp_path.iterdir()) == set(level.files)
        level.discard()
    del level
    assert in_files >= 3
    assert names(tmp_path) == []


@pytest.mark.slow
@pytest.mark.usefixtures("windows_rules")
def test_sets_past_the_memory_leave_nothing_behind(tmp_path, monkeypatch):
    problem = Problem.to_any(T6.vacancy("a1"))
    small_engine.free_memory(monkeypatch, 1 << 17)
    assert WinningSets.load(problem, checkpoint_seconds=0, work=Work(store=tmp_path))
    assert names(tmp_path) == ["triangle6", f"triangle6/{problem.slug}.npz"]


LACKING = """
import builtins, importlib, os, pkgutil, signal, sys

imported = builtins.__import__

def lacking(name, names=None, *more, **named):
    # What libraries do on Linux is their own affair.
    if name in ("fcntl", "grp", "pty", "pwd", "resource", "termios"):
        if names and names["__name__"].startswith("pegsolitaire"):
            raise ModuleNotFoundError(name)
    return imported(name, names, *more, **named)

builtins.__import__ = lacking
for module, names in (
    (os, "fork getpgid getuid killpg mkfifo nice sched_getaffinity setpriority setsid"),
    (signal, "SIGHUP SIGKILL SIGUSR1 alarm pthread_kill pthread_sigmask setitimer"),
):
    for name in names.split():
        delattr(module, name)

import pegsolitaire
from pegsolitaire.cli.main import main
from pegsolitaire.engine import machine
from pegsolitaire.web import guard

for module in pkgutil.walk_packages(pegsolitaire.__path__, "pegsolitaire."):
    if not module.name.endswith("__main__"):
        importlib.import_module(module.name)
assert machine.core_count() == os.cpu_count()
assert guard.most_connections() == guard.MAX_CONNECTIONS
sys.argv = ["pegs", *sys.argv[1:]]
main()
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "printed"),
    [("sets winning triangle5 a1", "winning"), ("doctor", "cores")],
)
def test_without_what_only_posix_has(tmp_path, words, printed):
    """All modules can be imported, and commands run, without the features only POSIX has."""
    env = os.environ | {"PEGSOLITAIRE_HOME": str(tmp_path)}
    done = programs.run([sys.executable, "-c", LACKING, *words.split()], env=env)
    assert done.returncode == 0, done.stderr
    assert printed in done.stdout
