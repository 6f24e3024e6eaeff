"""Errors raised by workers, and cluster files that are damaged or do not fit on the disk."""

import errno
import random

import numpy as np
import pytest
from clusters import DASK_WARNINGS, PROBLEMS, Here, Until
from private import private, set_private

from pegsolitaire.cluster import shards
from pegsolitaire.cluster.runner import DaskRunner
from pegsolitaire.cluster.shards import PartLostError, ShardFiles
from pegsolitaire.engine import LevelSet
from pegsolitaire.errors import ClusterError, StoreError
from pegsolitaire.sets import WinningSets
from pegsolitaire.solving import count
from pegsolitaire.work import Work

pytestmark = DASK_WARNINGS


# -- failures -------------------------------------------------------------------------------------


WAYS = ["removed", "empty", "cut off", "changed"]


def damage(path, how, seed=0):
    content = bytearray(path.read_bytes())
    if how == "removed":
        path.unlink()
    elif how == "empty":
        path.write_bytes(b"")
    elif how == "cut off":
        path.write_bytes(content[:-3])
    else:
        content[random.Random(seed).randrange(len(content))] ^= 0x10
        path.write_bytes(content)


@pytest.mark.parametrize("what", ["*.shard", "*.json"])
def test_damaged_shards_are_made_again(what, tmp_path):
    problem, folder = PROBLEMS["triangle5 a1"], tmp_path / "shards"
    runner = DaskRunner(Here(), str(folder), shard=80)

    def harm():
        paths = [path for path in folder.rglob(what) if path.parent.name.startswith("F-1")]
        assert len(paths) > len(WAYS)
        for i, path in enumerate(sorted(paths)):
            damage(path, WAYS[i % len(WAYS)], i)

    sets = WinningSets.build(problem, work=Work(progress=Until(5, harm), cluster=runner))
    assert sets == WinningSets.build(problem)


def test_damaged_runs_are_made_again(tmp_path, monkeypatch):
    problem = PROBLEMS["triangle5 a1"]
    runner = DaskRunner(Here(), str(tmp_path / "shards"), shard=120)
    write, harmed = ShardFiles.write_run, set()

    def write_badly(self, name, number, *others):
        size = write(self, name, number, *others)
        if (name, number) not in harmed and (len(harmed) + number) % 2:
            (path,) = (tmp_path / "shards").rglob(f"{name}/{number:04d}-*.run")
            damage(path, WAYS[len(harmed) % len(WAYS)], number)
        harmed.add((name, number))
        return size

    monkeypatch.setattr(ShardFiles, "write_run", write_badly)
    assert WinningSets.build(problem, work=Work(cluster=runner)) == WinningSets.build(problem)
    assert count(problem, work=Work(cluster=runner)) == 6816
    assert len(harmed) > 2 * len(WAYS)


def test_a_folder_that_another_run_removes(tmp_path):
    problem = PROBLEMS["triangle5 a1"]
    runner = DaskRunner(Here(), str(tmp_path), shard=80)
    remove = Until(5, lambda: runner.clear(problem))
    with pytest.raises(ClusterError, match="no longer exists"):
        WinningSets.build(problem, work=Work(progress=remove, cluster=runner))
    assert not runner.is_begun


def test_a_level_without_its_folder_is_not_written(tmp_path):
    files = ShardFiles(str(tmp_path), PROBLEMS["triangle5 a1"])
    level = LevelSet.of(np.arange(3, dtype=np.uint64))
    with pytest.raises(StoreError, match=r"cannot write .*No such file.*choose another folder"):
        files.write_shard("F-3", 0, level, 0, "")
    assert not files.has_content("F-3", 0)
    assert files.finished("F-3", "") == {}


def test_what_fails_for_a_moment_is_tried_again(monkeypatch):
    set_private(monkeypatch, shards, _WAITS=(0, 0))
    ask = private(shards, "_asked")
    for failing in (0, 2, 3):
        left = [TimeoutError("late"), OSError(errno.EIO, "no answer"), BlockingIOError()][:failing]

        def operate(left=left):
            if left:
                raise left.pop()
            return "done"

        if failing < 3:
            assert ask("here", operate) == "done"
        else:
            with pytest.raises(StoreError, match="here cannot be reached: late"):
                ask("here", operate)
    full = OSError(errno.ENOSPC, "full")

    def overflow():
        raise full

    with pytest.raises(OSError, match="full") as caught:
        ask("here", overflow)
    assert caught.value is full


def test_what_is_damaged_again_and_again_ends_in_a_line(tmp_path, monkeypatch):
    def lose(self, name, number, *others):
        raise PartLostError(name, number, True, "lost")

    monkeypatch.setattr(ShardFiles, "read_run", lose)
    runner = DaskRunner(Here(), str(tmp_path))
    with pytest.raises(ClusterError, match="again and again"):
        WinningSets.build(PROBLEMS["triangle5 a1"], work=Work(cluster=runner))


@pytest.mark.parametrize(
    ("method", "raised", "says", "error"),
    [
        ("write_shard", StoreError, "no space left on device", StoreError),
        ("write_run", RuntimeError, "a worker is not well", ClusterError),
    ],
)
def test_what_a_worker_raises_ends_in_a_line(
    client, tmp_path, monkeypatch, method, raised, says, error
):
    def fail(self, *others):
        raise raised(says)

    monkeypatch.setattr(ShardFiles, method, fail)
    with pytest.raises(error, match=says):
        WinningSets.build(
            PROBLEMS["triangle5 a1"], work=Work(cluster=DaskRunner(client, str(tmp_path)))
        )
