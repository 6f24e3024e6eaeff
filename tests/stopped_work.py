"""Work that is killed, stopped or out of disk space, and the files that it leaves."""

import errno
import subprocess
import sys

import programs
import pytest

from pegsolitaire.board import named_board
from pegsolitaire.engine import LevelEngine
from pegsolitaire.game import Problem
from pegsolitaire.sets import WinningSets, store
from pegsolitaire.sets.building import Checkpoint
from pegsolitaire.theory import as_type
from pegsolitaire.work import Work

T4, T5 = named_board("triangle4"), named_board("triangle5")


A4 = Problem.complement(T5, "a4")


ANY6 = as_type(named_board("triangle6")).problem


def files(root):
    return sorted(path for path in root.rglob("*") if path.is_file())


def file_of(problem, root):
    return store.path_of(problem, "npz", root)


def opened(path, problem=A4):
    return WinningSets.open(problem, root=path.parent.parent)


def no_space(*_, **__):
    raise OSError(errno.ENOSPC, "No space left on device")


PRELUDE = """
import sys
from pathlib import Path
from pegsolitaire.board import named_board
from pegsolitaire.errors import StoreError
from pegsolitaire.game import Problem
from pegsolitaire.sets import WinningSets, store
from pegsolitaire.theory import as_type
from pegsolitaire.work import Work
root = Path(sys.argv[1])
problem = as_type(named_board("triangle6")).problem
"""


def python(code, *arguments, **options):
    program = [sys.executable, "-W", "error", "-c", PRELUDE + code]
    return programs.started([*program, *map(str, arguments)], stdout=subprocess.PIPE, **options)


class Killed(BaseException):
    """Simulates a kill signal: nothing in the library catches it."""


def stop_after(monkeypatch, levels):
    """Stop a build as soon as this many levels have been kept."""
    keep = Checkpoint.keep

    def keep_and_stop(self, direction, pegs, level):
        keep(self, direction, pegs, level)
        if len(list(self.folder.glob("*.npz"))) == levels:
            raise Killed

    monkeypatch.setattr(Checkpoint, "keep", keep_and_stop)


def interrupted(tmp_path, monkeypatch, problem=ANY6, kept=6):
    """Return the files of the levels that a killed build left behind."""
    with monkeypatch.context() as patch:
        stop_after(patch, kept)
        with pytest.raises(Killed):
            WinningSets.load(problem, checkpoint_seconds=0, work=Work(store=tmp_path))
    return sorted(tmp_path.rglob("*.building/*.npz"), key=lambda path: path.stat().st_size)


def count_steps(monkeypatch):
    step, calls = LevelEngine.step, []

    def counted(self, source, steps, *arguments, **options):
        if steps is not self.stay:
            calls.append(len(source))
        return step(self, source, steps, *arguments, **options)

    monkeypatch.setattr(LevelEngine, "step", counted)
    return calls
