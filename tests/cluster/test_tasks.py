"""Errors raised by workers, and cluster files that are damaged or do not fit on the disk."""

import random

import pytest
from clusters import DASK_WARNINGS, PROBLEMS, Until

from pegsolitaire.cluster.runner import DaskRunner
from pegsolitaire.cluster.shards import PartLostError, ShardFiles
from pegsolitaire.errors import ClusterError, StoreError
from pegsolitaire.sets import WinningSets
from pegsolitaire.solving import count
from pegsolitaire.work import Work

pytestmark = DASK_WARNINGS


# -- failures -------------------------------------------------------------------------------------


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


@pytest.mark.slow
@pytest.mark.parametrize("what", ["*.shard", "*.json"])
@pytest.mark.parametrize("how", ["removed", "empty", "cut off", "changed"])
def test_a_damaged_shard_is_made_again(what, how, client, tmp_path):
    problem = PROBLEMS["triangle5 a1"]
    runner = DaskRunner(client, str(tmp_path / "shards"), shard=80)

    def harm():
        for i, path in enumerate(sorted((tmp_path / "shards").rglob(what))):
            if path.parent.name.startswith("F-1"):
                damage(path, how, i)

    sets = WinningSets.build(problem, work=Work(progress=Until(5, harm), cluster=runner))
    assert sets == WinningSets.build(problem)


@pytest.mark.slow
def test_a_damaged_run_is_made_again(client, tmp_path, monkeypatch):
    problem = PROBLEMS["triangle5 a1"]
    runner = DaskRunner(client, str(tmp_path / "shards"), shard=120)
    write, harmed = ShardFiles.write_run, set()

    def write_badly(self, name, number, *others):
        size = write(self, name, number, *others)
        if (name, number) not in harmed and (len(harmed) + number) % 2:
            (path,) = (tmp_path / "shards").rglob(f"{name}/{number:04d}-*.run")
            damage(path, ["removed", "empty", "cut off", "changed"][len(harmed) % 4], number)
        harmed.add((name, number))
        return size

    monkeypatch.setattr(ShardFiles, "write_run", write_badly)
    assert WinningSets.build(problem, work=Work(cluster=runner)) == WinningSets.build(problem)
    assert count(problem, work=Work(cluster=runner)) == 6816


def test_what_is_damaged_again_and_again_ends_in_a_line(client, tmp_path, monkeypatch):
    def lose(self, name, number, *others):
        raise PartLostError(name, number, True, "lost")

    monkeypatch.setattr(ShardFiles, "read_run", lose)
    runner = DaskRunner(client, str(tmp_path))
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
