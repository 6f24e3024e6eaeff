"""Tests of the rule that decides when compiled code on disk is out of date."""

import os
import subprocess
import sys
from importlib import import_module
from pkgutil import walk_packages
from types import ModuleType
from typing import NamedTuple

import numba
import pytest
from private import private

from pegsolitaire import engine
from pegsolitaire.engine import compiled as module, expansion
from pegsolitaire.work import kernels_are_compiled

for package in walk_packages(engine.__path__, f"{engine.__name__}."):
    import_module(package.name)

PYTHON = "py{}{}".format(*sys.version_info)
KERNELS = dict(private(module, "_STAMPS"))
LIMIT = "LIMIT = {}\n"
HELPER = "def helper(x):\n    return x + {}\n"
KERNEL = "def kernel(x):\n    return helper(x) * LIMIT\n"


def stamps(limit=3, added=1, kernel=KERNEL):
    """Return the stamp of a kernel that uses a constant and an inlined helper."""
    names = {"__name__": "made"}
    exec(LIMIT.format(limit) + HELPER.format(added) + kernel, names)
    names["helper"] = module.inlined(names["helper"])
    return private(module, "_stamp_of")(names["kernel"])


@pytest.fixture(autouse=True)
def not_compiled(monkeypatch):
    """Leave functions uncompiled, because these are not defined in files."""
    monkeypatch.setattr(numba, "njit", lambda **_: lambda function: function)


def test_kernels_stand_before_those_that_call_them():
    """Kernels are defined before their callers, so that stamps cover everything they call."""
    assert len(KERNELS) > 100
    for kernel, stamp in KERNELS.items():
        function = getattr(kernel, "py_func", kernel)  # the kernel itself if the JIT is off
        assert private(module, "_stamp_of")(function) == stamp, function


@pytest.mark.parametrize(
    "change",
    [
        {"limit": 4},
        {"added": 2},
        {"kernel": KERNEL.replace("*", "-")},
        {"kernel": KERNEL.replace("helper(x)", "helper(x + 7)")},
    ],
)
def test_another_constant_or_other_code_has_another_stamp(change):
    assert stamps() == stamps() != stamps(**change)


def test_constants_of_modules_are_in_the_stamp(monkeypatch):
    def stamp(value):
        other = ModuleType("pegsolitaire.other")
        other.SIZE = value
        monkeypatch.setitem(sys.modules, "pegsolitaire.other", other)
        names = {"other": other}
        exec("def kernel(x):\n    return x * other.SIZE\n", names)
        return private(module, "_stamp_of")(names["kernel"])

    assert stamp(1) == stamp(1) != stamp(2)


@pytest.mark.parametrize("change", [("Inner", "Other"), ("left", "right"), ("made", "moved")])
def test_a_tuple_that_was_renamed_or_moved_has_another_stamp(change, monkeypatch):
    """Numba stores the module and name of an argument's type and looks them up later."""
    program = """
from __future__ import annotations
from typing import NamedTuple
class Inner(NamedTuple):
    left: int
class Outer(NamedTuple):
    inner: Inner
def kernel(outer: Outer):
    return 1
"""

    def stamp(text, where):
        names = vars(
            monkeypatch.setitem(sys.modules, where, ModuleType(where)) or sys.modules[where]
        )
        exec(text, names)
        return private(module, "_stamp_of")(names["kernel"])

    old, new = change
    where = "made".replace(old, new)
    assert (
        stamp(program, "made") == stamp(program, "made") != stamp(program.replace(old, new), where)
    )


def test_what_was_compiled_for_another_stamp_is_removed(tmp_path):
    def kernel():
        """Stands for a kernel. The test names its cached files as numba does."""

    name = f"test_compiled.{kernel.__qualname__}"
    own, other = (
        tmp_path / f"{name}-10.{PYTHON}.nbi",
        tmp_path / f"test_compiled.other-10.{PYTHON}.nbi",
    )
    of_another_python = tmp_path / f"{name}-10.py310.nbi"
    of_another_python.touch()
    for stamp, kept in (("a", False), ("a", True), ("b", False), ("a", False)):
        own.touch()
        other.touch()
        private(module, "_drop_stale")(tmp_path, kernel, kernel.__qualname__, stamp)
        assert (own.exists(), other.exists()) == (kept, True)
    assert [mark.name for mark in tmp_path.glob("*.stamp")] == [f"{name}-a.{PYTHON}.stamp"]
    assert of_another_python.exists()


def test_another_way_by_type_removes_what_was_compiled_of_those_that_call_it(tmp_path):
    def caller():
        """Stands for a kernel. The test names its cached files as numba does."""

    class Kind(NamedTuple):
        number: int

    def add(number):
        names = {"__name__": "made"}
        exec(f"def way(kind):\n    return kind.number + {number}\n", names)
        chosen = module.by_type(lambda kind: None)
        chosen.callers.append((tmp_path, caller))
        module.way_of(chosen, Kind)(names["way"])
        return chosen

    own = tmp_path / f"test_compiled.{caller.__qualname__}-10.{PYTHON}.nbi"
    for number, kept in ((1, False), (1, True), (2, False)):
        own.touch()
        assert add(number)(Kind(4)) == 4 + number
        assert own.exists() == kept
    assert len([*tmp_path.glob("*.stamp")]) == 1


def test_a_way_that_is_there_already_is_in_the_stamp_of_those_that_call():
    """The stamp covers the helpers of an implementation, but not those in other modules.

    Other modules may be imported later.
    """

    def stamp(number, where="made"):
        names = {"__name__": where}
        exec(HELPER.format(number) + "def way(kind, x):\n    return helper(x)\n", names)
        names["helper"] = module.inlined(names["helper"])
        calling = {"__name__": "made"}
        exec("def choose(kind, x): pass\ndef kernel(k, x):\n    return choose(k, x)\n", calling)
        calling["choose"] = module.by_type(calling["choose"])
        module.way_of(calling["choose"], int)(names["way"])
        return private(module, "_stamp_of")(calling["kernel"])

    assert stamp(1) == stamp(1) != stamp(2)
    assert stamp(1, "other") == stamp(2, "other")


def test_those_that_call_a_function_with_ways_are_known():
    callers = [caller for _, caller in expansion.fill.callers]
    assert callers == [getattr(expansion.expand, "py_func", None)] or not callers


PROGRAM = """
from pegsolitaire import Problem
from pegsolitaire.board import triangle
from pegsolitaire.solving import count
from pegsolitaire.surveys import move_table
from pegsolitaire.engine.expansion import expand
move_table(Problem.complement(triangle(4), "a2"))
count(Problem(triangle(4), "a2", "b2"))
print(sum(expand.stats.cache_hits.values()), sum(expand.stats.cache_misses.values()))
"""


@pytest.mark.slow
def test_a_second_process_loads_all_ways_from_disk(tmp_path):
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)}
    printed = [
        subprocess.run(
            [sys.executable, "-c", PROGRAM],
            env=environment, capture_output=True, text=True, check=True, timeout=300,
        ).stdout.split()
        for _ in range(2)
    ]  # fmt: skip
    (none, made), (loaded, missed) = printed
    assert int(none) == int(missed) == 0
    assert int(made) == int(loaded) > 2


def test_whether_kernels_are_on_disk(tmp_path, monkeypatch):
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    assert not kernels_are_compiled()
    folder = tmp_path / "engine_0123"
    folder.mkdir()
    (folder / f"expansion.expand-1.{PYTHON}.nbc").touch()
    assert not kernels_are_compiled()
    (folder / f"expansion.expand-1.{PYTHON}.nbi").touch()
    assert kernels_are_compiled()
