"""Level steps on a Dask cluster: the files are identical, even after failures."""

import errno
import math
import os
import random
import sys
import threading
import time
from contextlib import contextmanager, nullcontext
from types import SimpleNamespace
from typing import ClassVar

import fsspec
import numpy as np
import pytest
from clusters import (
    DASK_WARNINGS,
    PROBLEMS,
    Here,
    Until,
    command,
    ended,
    ends_well,
    files_of,
    scheduler,
    stored,
    wait_for_shards,
    worker,
)
from fsspec.implementations.memory import MemoryFileSystem
from hypothesis import given, strategies as st
from marks import each, examples, slow, slow_but_for
from private import private, set_private

from pegsolitaire.board import english
from pegsolitaire.cli.long_work import Cluster, working
from pegsolitaire.cluster.runner import DaskRunner, connect, remove_old_probes, remove_unfinished
from pegsolitaire.cluster.shards import Cut, open_folder
from pegsolitaire.engine import LAYOUT_VERSION, LevelEngine, ShardSteps
from pegsolitaire.engine.level_set import join
from pegsolitaire.errors import ClusterError, MissingExtraError, StoreError
from pegsolitaire.files import work_folder
from pegsolitaire.game import Problem
from pegsolitaire.progress_bar import GOES_ON
from pegsolitaire.sets import WinningSets, pruning
from pegsolitaire.solving import count
from pegsolitaire.work import Work

pytestmark = DASK_WARNINGS


# -- identical results ---------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("name", slow_but_for(["triangle5 a1"], PROBLEMS))
def test_the_same_files(name, runner, tmp_path):
    problem = PROBLEMS[name]
    here = WinningSets.load(problem, work=Work(store=tmp_path / "here"))
    there = WinningSets.load(problem, work=Work(cluster=runner, store=tmp_path / "there"))
    assert here == there
    assert files_of(tmp_path / "here") == files_of(tmp_path / "there")
    assert not list((tmp_path / "shards").rglob("*.*"))  # nothing is left over
    there.verify()


@pytest.mark.parametrize(
    "name", slow_but_for(["triangle5 a1", "triangle6 b3 any", "not in one class"], PROBLEMS)
)
def test_the_same_numbers(name, runner, tmp_path):
    problem = PROBLEMS[name]
    assert count(problem, work=Work(cluster=runner)) == count(problem)
    assert not list((tmp_path / "shards").rglob("*.*"))


@pytest.mark.slow
def test_the_same_without_what_resource_counts_exclude(client, tmp_path, monkeypatch):
    """Levels pruned by resource counts are the same as those of the engine."""
    problem = Problem.complement(english(), "d1")
    set_private(monkeypatch, "pegsolitaire.sets.pruning", _SAMPLE=500)
    counts = private(pruning, "_learn")(problem, work=Work().begin())
    assert counts
    runner = DaskRunner(client, str(tmp_path))
    with (
        runner.levels(problem, counts, work=Work().begin()) as levels,
        LevelEngine.of(problem, counts=counts) as engine,
    ):
        level, same = levels.level(problem.starts), engine.level(problem.starts)
        for _ in range(10):
            level, same = levels.step(level, levels.jumps), engine.step(same, engine.jumps)
            assert np.array_equal(levels.codes(level), engine.codes(same))


@pytest.mark.every(2)
@pytest.mark.parametrize("shard", [slow(20), 60, 1000])
def test_shards_of_any_size(shard, tmp_path):
    problem = PROBLEMS["triangle5 a1"]
    runner = DaskRunner(Here(), str(tmp_path), shard=shard)
    assert WinningSets.build(problem, work=Work(cluster=runner)) == WinningSets.build(problem)


def test_an_object_store():
    """An object store has no folders and cannot rename anything."""
    problem = PROBLEMS["triangle5 a1"]
    runner = DaskRunner(Here(), "memory://bucket/shards", shard=100)
    assert WinningSets.build(problem, work=Work(cluster=runner)) == WinningSets.build(problem)
    assert count(problem, work=Work(cluster=runner)) == 6816


@given(st.data())
@examples(30)
def test_merged_shards_are_the_level(data):
    """The merged shards give the same level in the same order as a step of the engine."""
    problem = PROBLEMS["triangle6 b3 any"]
    steps = ShardSteps(problem)
    log = data.draw(st.integers(0, 4))
    logp = data.draw(st.integers(max(log, 1), 8))
    level = steps.level(problem.starts, logp)
    with LevelEngine.of(problem) as engine:
        same = engine.level(problem.starts)
        for _ in range(data.draw(st.integers(0, 7))):
            cut = Cut(21, logp, 1 << log)
            spans = [cut.span(i) for i in range(cut.shards)]
            runs = [steps.spread(level.part(span), "forward", logp) for span in spans]
            shards = [
                steps.merge([run.part(span) for run in runs], span, logp, 100) for span in spans
            ]
            level, same = join(shards), engine.step(same, engine.jumps)
            assert np.array_equal(engine.codes(level), engine.codes(same))
            assert np.array_equal(level.stored, steps.spread(level, "stay", logp).stored)


# -- failures -------------------------------------------------------------------------------------


def test_what_was_interrupted_goes_on(client, tmp_path):
    problem = PROBLEMS["triangle5 a1"]
    runner = DaskRunner(client, str(tmp_path / "shards"), shard=100)

    def interrupt():
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        WinningSets.load(
            problem, work=Work(progress=Until(8, interrupt), cluster=runner, store=tmp_path)
        )
    sets = WinningSets.load(problem, work=Work(cluster=runner, store=tmp_path))
    assert sets == WinningSets.build(problem)
    both = runner.work.candidates
    WinningSets.build(problem, work=Work(cluster=runner))
    assert both == runner.work.candidates - both  # nothing was computed twice


def test_what_killed_runs_left_is_removed_and_nothing_stays(client, tmp_path):
    folder = tmp_path / "shards"
    (folder / f"probe.new-{'0' * 12}").mkdir(parents=True)  # left by a killed run
    with work_folder(folder / "probe") as living:
        runner = DaskRunner(client, str(folder), shard=100)
        assert os.listdir(folder) == [living.name]
    left = folder / "triangle5" / "a1_a1-levels-0" / "F-3"
    left.mkdir(parents=True)
    problem = PROBLEMS["triangle5 a1"]
    WinningSets.load(problem, work=Work(cluster=runner, store=tmp_path))
    assert sorted(os.listdir(folder / "triangle5")) == ["a1_a1-levels-0"]  # another run
    left.rmdir()
    left.parent.rmdir()
    runner.clear(problem)
    assert os.listdir(folder) == []


def test_where_there_are_no_locks_old_probes_are_removed(tmp_path):
    """Object stores, for example, have no locks."""
    for name in ("probe-old", "probe-new"):  # left by a killed run, and in use
        (tmp_path / name).touch()
    os.utime(tmp_path / "probe-old", (0, 0))
    remove_old_probes(*open_folder(str(tmp_path)))
    assert os.listdir(tmp_path) == ["probe-new"]


def test_what_was_left_when_all_was_stored_is_removed(tmp_path):
    problem = PROBLEMS["triangle5 a1"]
    for name in ("a1_a1-levels-0123abcd", "a1_a1-paths-0123abcd", "a4_a4-levels-0123abcd"):
        (tmp_path / "triangle5" / name / "F-3").mkdir(parents=True)
    remove_unfinished(problem, str(tmp_path))
    left = sorted(os.listdir(tmp_path / "triangle5"))
    assert left == ["a1_a1-paths-0123abcd", "a4_a4-levels-0123abcd"]


class ShakyFiles(MemoryFileSystem):
    """A store in memory that is slow and may fail or become unavailable."""

    protocol = "shaky"
    store: ClassVar[dict] = {}
    pseudo_dirs: ClassVar[list] = [""]
    cachable = False
    chance = random.Random(5)
    failing = 0.0  # share of calls
    left = math.inf  # calls before the store becomes unavailable

    def _met(self):
        type(self).left -= 1
        if self.left < 0:
            raise OSError(errno.EIO, "the store does not answer")
        if self.chance.random() < self.failing:
            raise OSError(errno.ETIMEDOUT, "the store is slow to answer")
        time.sleep(self.chance.random() / 500)

    def _open(self, *others, **options):
        self._met()
        return super()._open(*others, **options)

    def cat_file(self, *others, **options):
        self._met()
        return super().cat_file(*others, **options)

    def ls(self, *others, **options):
        self._met()
        return super().ls(*others, **options)

    def info(self, *others, **options):
        self._met()
        return super().info(*others, **options)

    def rm_file(self, *others):
        self._met()
        return super().rm_file(*others)


@pytest.fixture
def shaky(client, monkeypatch):
    """Return a runner on such a store, and the class of the store."""
    fsspec.register_implementation("shaky", ShakyFiles, clobber=True)
    set_private(monkeypatch, "pegsolitaire.cluster.shards", _WAITS=(0.01, 0.02))
    for name in ("failing", "left"):
        monkeypatch.setattr(ShakyFiles, name, getattr(ShakyFiles, name))
    ShakyFiles.store.clear()
    return DaskRunner(client, "shaky://pegs", shard=40), ShakyFiles


@pytest.mark.slow
def test_a_store_that_fails_now_and_then(shaky):
    runner, files = shaky
    files.failing = 0.01
    problem = PROBLEMS["triangle5 a1"]
    assert WinningSets.build(problem, work=Work(cluster=runner)) == WinningSets.build(problem)
    assert count(problem, work=Work(cluster=runner)) == 6816
    assert not files.store


@pytest.mark.slow
def test_a_store_that_is_gone_ends_in_a_line_and_the_run_goes_on_when_it_is_back(shaky):
    runner, files = shaky
    problem = PROBLEMS["triangle5 a1"]
    for calls in (3, 40, 200, 500):
        files.left = calls
        with pytest.raises((ClusterError, StoreError)) as caught:
            WinningSets.build(problem, work=Work(cluster=runner))
        assert "\n" not in str(caught.value)
        assert "the store does not answer" in str(caught.value)
    files.left = math.inf
    assert WinningSets.build(problem, work=Work(cluster=runner)) == WinningSets.build(problem)


def test_two_at_once(client, tmp_path):
    """The same run can be started twice at once, and both runs get the right sets."""
    problem, found = PROBLEMS["triangle5 a1"], []

    def build():
        runner = DaskRunner(client, str(tmp_path / "shards"), shard=100)
        found.append(WinningSets.load(problem, work=Work(cluster=runner, store=tmp_path / "sets")))

    both = [threading.Thread(target=build) for _ in range(2)]
    for one in both:
        one.start()
    for one in both:
        one.join()
    assert found == [WinningSets.build(problem)] * 2


@pytest.mark.parametrize(
    ("url", "says"), [("nosuch://x", "cannot be opened"), ("/proc/x", "cannot write to /proc/x")]
)
def test_a_folder_that_is_none(url, says, client):
    with pytest.raises(ClusterError, match=says):
        DaskRunner(client, url)


@each(
    ("answer", "says"),
    [
        (ImportError("no module named pegsolitaire"), "cannot run pegsolitaire .no module named"),
        ((LAYOUT_VERSION - 1, True), "has another version"),
        ((LAYOUT_VERSION, False), "cannot access"),
        (OSError("it has left"), None),
    ],
)
def test_workers_that_cannot_do_the_work(answer, says, tmp_path, monkeypatch):
    monkeypatch.setattr(Here, "run", lambda self, *_, on_error: {"tcp://127.0.0.1:1": answer})
    expected = pytest.raises(ClusterError, match=says) if says else nullcontext()
    with expected:
        DaskRunner(Here(), str(tmp_path))
    assert os.listdir(tmp_path) == []


def test_no_workers(tmp_path, monkeypatch):
    def wait(self, number, timeout):
        raise TimeoutError

    monkeypatch.setattr(Here, "wait_for_workers", wait)
    with pytest.raises(ClusterError, match="no workers after 30 seconds"):
        DaskRunner(Here(), str(tmp_path))


def test_an_unwritable_folder_is_refused_before_a_cluster_is_started(
    complaint, monkeypatch, tmp_path
):
    """The error is a single line about the folder, and no cluster is started."""
    monkeypatch.setattr("distributed.LocalCluster", None)
    (tmp_path / "file").write_text("mine")
    for folder in ("file", "file/below"):
        monkeypatch.setenv("PEGSOLITAIRE_HOME", str(tmp_path / folder))
        for words in (("sets", "winning"), ("count",)):
            said = complaint(*words, "triangle5", "a1", "--cluster", "local")
            assert said.startswith(f"cannot write to {tmp_path / folder}/cluster: ")
            said = complaint(
                *(*words, "triangle5", "a1", "--cluster", "local"),
                *("--cluster-folder", tmp_path / folder),
            )
            assert said.startswith(f"cannot write to {tmp_path / folder}: ")
    assert (tmp_path / "file").read_text() == "mine"


def test_a_command_tells_what_its_cluster_is_and_does(monkeypatch, capsys, tmp_path):
    """After an interruption, it says that the finished work is kept, if any has begun."""

    @contextmanager
    def connected(where, url, shard, *, work):
        assert (where, url, shard) == ("local", str(tmp_path / "cluster"), 1000)
        yield SimpleNamespace(
            threads=3,
            dashboard="http://127.0.0.1:8787/status",
            is_begun=True,
            work=SimpleNamespace(candidates=9, text="9 positions were sent"),
        )

    def interrupted():
        with working(cluster=Cluster("local", None, 1000)) as work:
            assert work.cluster.threads == 3
            raise KeyboardInterrupt

    monkeypatch.setenv("PEGSOLITAIRE_HOME", str(tmp_path))
    monkeypatch.setattr("pegsolitaire.cluster.runner.connect", connected)
    (tmp_path / "cluster").mkdir()
    with pytest.raises(KeyboardInterrupt) as stop:
        interrupted()
    assert stop.value.__notes__ == [GOES_ON]
    assert capsys.readouterr().err.splitlines() == [
        "3 threads of a cluster; its dashboard: http://127.0.0.1:8787/status",
        "9 positions were sent",
    ]
    assert not (tmp_path / "cluster").exists()


def test_without_the_extra(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with (
        pytest.raises(MissingExtraError, match=r"pip install 'pegsolitaire\[cluster\]'"),
        connect("local", str(tmp_path)),
    ):
        pass


# -- real processes ------------------------------------------------------------------------------


@pytest.mark.slow
def test_workers_that_are_killed(undisturbed, tmp_path):
    """In each run one worker is killed at a random moment, and another one joins."""
    chance = random.Random(21)
    with scheduler(tmp_path) as (_, file), worker(file), worker(file):
        for run in range(30):
            home = tmp_path / str(run)
            with worker(file) as victim, command(home, file) as building:
                wait_for_shards(home, chance.randrange(1, 120))
                victim.kill()
                assert building.poll() is None
                with worker(file):
                    ends_well(building)
            assert stored(home) == undisturbed


@pytest.mark.slow
def test_a_scheduler_that_is_killed(undisturbed, tmp_path):
    """The run ends with a clear error and continues when it is started again."""
    chance = random.Random(22)
    for run in range(10):
        home = tmp_path / str(run)
        with scheduler(tmp_path) as (main, file), worker(file), command(home, file) as building:
            wait_for_shards(home, chance.randrange(1, 120))
            main.kill()
            code, said = ended(building)
        assert code == 2, said
        assert "run the same command again" in said.splitlines()[-1], said
        assert not stored(home)
        with scheduler(tmp_path) as (_, file), worker(file), command(home, file) as building:
            ends_well(building)
        assert stored(home) == undisturbed
        assert not list((home / "cluster").rglob("*.shard"))
