"""Tests of level sets: remainders of words, and levels that outgrow the memory."""

import os
import random
import shutil
import subprocess
import sys
import threading
import time
from contextlib import suppress
from functools import cache
from math import isqrt
from pathlib import Path
from subprocess import PIPE
from types import SimpleNamespace

import naive
import numpy as np
import programs
import pytest
import small_engine
from hypothesis import given, strategies as st
from marks import each, slow
from private import set_private
from stopped_work import Killed, count_steps, files, interrupted, python, stop_after

from pegsolitaire.advice import Guide
from pegsolitaire.board import named_board
from pegsolitaire.chance import random_play
from pegsolitaire.engine import LevelEngine, LevelSet, step
from pegsolitaire.engine.level_set import TablePlan, offsets_of, split_of
from pegsolitaire.engine.words import bytes_of_remainder, split_up
from pegsolitaire.errors import BoardTooLargeError, StoreError, StoreMissingError
from pegsolitaire.game import Position, Problem
from pegsolitaire.sets import FewestMoves, WinningSets, level_table, store
from pegsolitaire.sets.building import Checkpoint
from pegsolitaire.solving import count, count_games
from pegsolitaire.surveys import move_table
from pegsolitaire.theory import as_type
from pegsolitaire.units import size_text
from pegsolitaire.work import Work


def level_of(words, holes, logp):
    """Return a level made of words, and the words in order of their partitions."""
    parts = np.empty(len(words), np.int64)
    stored = np.empty(len(words), f"u{bytes_of_remainder(holes, logp)}")
    split_up(words, split_of(holes, logp), parts, stored)
    assert (parts >= 0).all()
    assert (parts < 1 << logp).all()
    assert (stored & 1).all()  # 0 marks an empty slot
    order = np.argsort(parts, kind="stable")
    sizes = np.bincount(parts, minlength=1 << logp)
    return LevelSet(stored[order], offsets_of(sizes), holes), words[order]


@given(st.integers(1, 64), st.integers(1, 16), st.data())
def test_words_come_back(holes, logp, data):
    numbers = st.integers(0, (1 << holes) - 1)
    words = np.array(data.draw(st.lists(numbers, min_size=1, unique=True)), np.uint64)
    level, expected = level_of(words, holes, logp)
    assert level.words.tolist() == expected.tolist()
    begin = data.draw(st.integers(0, len(words)))
    end = data.draw(st.integers(begin, len(words)))
    assert level.words_between(begin, end).tolist() == expected[begin:end].tolist()


@each(
    ("holes", "expected", "size"),
    [
        (15, 64, 4), (41, 64, 4), (45, 10**6, 8), (45, 10**8, 4), (48, 10**8, 8), (64, 10**9, 8)
    ],
)  # fmt: skip
def test_how_many_bytes_a_remainder_takes(holes, expected, size):
    plan = TablePlan.for_words(holes, expected, 1 << 40)
    assert plan.size == size == plan.tables(0).slots.itemsize
    assert holes - plan.logp < 8 * size
    by_chance = 8 * isqrt(expected << plan.logp)  # a partition may exceed its share
    assert expected < plan.slots << plan.logp < 2 * expected + by_chance + (64 << plan.logp)


# -- spilling to disk --------------------------------------------------------------------------

T5, T6 = named_board("triangle5"), named_board("triangle6")
ANY6 = as_type(T6).problem
CORNER = Problem.to_any(T6.vacancy("a1"))


@pytest.fixture
def little_memory(monkeypatch):
    """Limit the memory so that larger levels of 21 holes spill to disk."""
    small_engine.free_memory(monkeypatch, 1 << 17)


@cache
def expected(problem):
    """Return the sets as built with plenty of memory."""
    with pytest.MonkeyPatch.context() as patch:
        small_engine.free_memory(patch, 1 << 30)
        return WinningSets.build(problem)


def spilled(root):
    return [path for path in files(root) if path.suffix == ".words"]


def test_a_level_that_outgrows_the_memory_is_in_a_file(tmp_path):
    problem = Problem.complement(T5, "a1")
    forward = naive.forward_levels(
        T5, problem.starts, naive.problem_group(T5, problem.starts, problem.finishes)
    )
    with LevelEngine.of(problem, work=Work(memory="4KiB", scratch=tmp_path)) as engine:
        level, in_files, gone = engine.level(problem.starts), 0, ()
        for pegs in range(13, 0, -1):
            level = engine.step(level, engine.jumps)
            assert not any(file.exists() for file in gone)
            assert set(engine.codes(level).tolist()) == forward[pegs]
            if level.files:
                in_files += 1
                assert level.files[0].parent == tmp_path
                assert (
                    np.fromfile(level.files[0], level.stored.dtype).tolist()
                    == level.stored.tolist()
                )
                level.discard()
                assert sys.platform == "win32" or not level.files[0].exists()
                level.discard()
                gone = level.files
                assert len(engine.codes(level)) == len(level)  # the words are still mapped
    assert in_files >= 3
    assert files(tmp_path) == []


def count_spills(monkeypatch):
    write, seen = step.write_level, []

    def counted(folder, runs, *more):
        level = write(folder, runs, *more)
        seen.append(level.files[0])
        return level

    monkeypatch.setattr(step, "write_level", counted)
    return seen


def totals(problem, scratch=None, memory=None, by_moves=None):
    """Return counts, exact odds and levels by moves, computed with limited memory."""
    given = {"work": Work(memory=size_text(memory), scratch=scratch)}
    moves = {"work": Work(memory=size_text(by_moves), scratch=scratch)}
    odds = random_play(Problem.to_any(Position(problem.board, problem.starts[0])), **given)
    starts = np.array(problem.starts, np.uint64)
    return (
        count(problem, **given),
        count_games(problem, **given),
        odds.positions,
        {code: f"{chance:.9e}" for code, chance in odds.finals},
        level_table(problem, **given).rows,
        move_table(problem, **moves),
        FewestMoves.build(problem.board, ["a1"], **moves).moves_of_codes(starts).tolist(),
    )


@pytest.mark.slow
def test_all_levels_pass_the_memory(tmp_path, monkeypatch):
    """Counts, exact odds and levels by moves are the same with little memory."""
    problem = Problem.complement(T6, "a1")
    whole = totals(problem)
    seen = count_spills(monkeypatch)
    assert totals(problem, tmp_path / "scratch", 1 << 17, 3 << 20) == whole
    assert len(seen) > 40
    with pytest.raises(BoardTooLargeError, match="may be used"):
        count(problem, work=Work(memory="16KiB"))
    with pytest.raises(BoardTooLargeError, match="more than the memory limit"):
        move_table(problem, work=Work(memory="16KiB"))


# -- checkpoints --------------------------------------------------------------------------------


@pytest.mark.usefixtures("little_memory")
@pytest.mark.parametrize("problem", [slow(ANY6), CORNER], ids=str)
def test_a_spilled_level_is_kept_and_used_again(tmp_path, monkeypatch, problem):
    sets = expected(problem)
    with monkeypatch.context() as patch:
        small_engine.free_memory(patch, 1 << 30)
        calls = count_steps(patch)
        WinningSets.build(problem)
        whole = len(calls)
    levels_kept = 9 if problem == ANY6 else 14
    interrupted(tmp_path, monkeypatch, problem, levels_kept)
    keeper = Checkpoint(problem, tmp_path)
    kept = [keeper.load(direction, n) for direction in "FB" for n in range(21)]
    kept = [level for level in kept if level is not None]
    assert len(kept) == levels_kept
    in_files = [level.files[0] for level in kept if level.files]
    assert in_files
    assert set(in_files) <= set(spilled(tmp_path))
    del kept  # Windows does not remove mapped files
    with monkeypatch.context() as patch:
        calls = count_steps(patch)
        assert WinningSets.load(problem, work=Work(store=tmp_path)) == sets
        assert len(calls) == whole - levels_kept
    assert os.listdir(tmp_path / problem.board.name) == [f"{problem.slug}.npz"]


DAMAGES = {
    "removed": lambda path: path.unlink(),
    "empty": lambda path: path.write_bytes(b""),
    "a word short": lambda path: path.write_bytes(path.read_bytes()[:-8]),
    "no whole words": lambda path: path.write_bytes(path.read_bytes()[:-3]),
    "a word more": lambda path: path.write_bytes(path.read_bytes() + bytes(8)),
    "disordered": lambda path: path.write_bytes(path.read_bytes()[::-1]),
    "a bit flipped": lambda path: path.write_bytes(
        bytes([path.read_bytes()[0] ^ 1]) + path.read_bytes()[1:]
    ),
}


@pytest.mark.every(9)
@pytest.mark.usefixtures("little_memory")
@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_damaged_words_are_noticed_and_built_again(tmp_path, monkeypatch, damage):
    interrupted(tmp_path, monkeypatch, ANY6, kept=9)
    keeper = Checkpoint(ANY6, tmp_path)
    found = {n: keeper.load("F", n) for n in range(21)}
    in_files = {n: level.files[0] for n, level in found.items() if level and level.files}
    del found
    assert in_files
    for path in in_files.values():
        damage(path)
    assert all(keeper.load("F", n) is None for n in in_files)
    assert WinningSets.load(ANY6, work=Work(store=tmp_path)) == expected(ANY6)
    assert spilled(tmp_path) == []


# -- removed files ------------------------------------------------------------------------------


@pytest.mark.every(5)
@pytest.mark.usefixtures("little_memory")
@pytest.mark.parametrize(
    ("owner", "name"),
    [(Checkpoint, "keep"), (Checkpoint, "load"), (TablePlan, "tables"), (step, "write_level")],
)
@pytest.mark.parametrize("every", [1, 3, 5])
def test_the_folder_of_a_build_is_removed_under_it(tmp_path, monkeypatch, owner, name, every):
    """Another process may remove the folder at any time, because it finished the same set."""
    building = store.path_of(ANY6, "building", tmp_path)
    original, calls = getattr(owner, name), []

    def removing(*arguments):
        calls.append(building.exists())
        if len(calls) % every == 0:
            shutil.rmtree(building, ignore_errors=True)
        return original(*arguments)

    monkeypatch.setattr(owner, name, removing)
    sets, said = None, ""
    try:
        sets = WinningSets.load(ANY6, checkpoint_seconds=0, work=Work(store=tmp_path))
    except StoreError as error:
        said = str(error)
    assert "\n" not in said
    assert sets is None or sets == expected(ANY6)
    try:
        assert WinningSets.open(ANY6, root=tmp_path) == expected(ANY6)
    except StoreMissingError:
        assert sets is None
    assert any(calls)
    monkeypatch.undo()
    assert WinningSets.load(ANY6, work=Work(store=tmp_path)) == expected(ANY6)


@pytest.mark.usefixtures("little_memory")
def test_a_build_that_spills_is_killed_again_and_again(tmp_path, monkeypatch):
    for kept in (3, 6, 9):
        with monkeypatch.context() as patch:
            stop_after(patch, kept)
            with pytest.raises(Killed):
                WinningSets.load(ANY6, checkpoint_seconds=0, work=Work(store=tmp_path))
    assert WinningSets.load(ANY6, work=Work(store=tmp_path)) == expected(ANY6)
    assert spilled(tmp_path) == []


SPILLING = """
from pegsolitaire.engine import machine
machine.free_memory = lambda: 1 << 16
print("ready", flush=True)
WinningSets.load(problem, checkpoint_seconds=0, work=Work(store=root))
"""


@pytest.mark.slow
def test_killed_and_resumed_the_files_are_the_same(tmp_path):
    """Processes that spill are killed at random, and the final file is the same byte for byte."""
    undisturbed = expected(ANY6).save(tmp_path / "undisturbed").read_bytes()
    rng, killed, resumed = random.Random(50), 0, 0
    root = tmp_path / "killed"
    path = store.path_of(ANY6, "npz", root)
    disturbed = True
    while disturbed or not path.exists():
        resumed += any(root.glob("*/*.building/F-*.npz"))
        disturbed = killed < 50 or not resumed
        with python(SPILLING, root) as process:
            assert process.stdout.readline() == "ready\n"
            while not resumed and process.poll() is None:
                if any(root.glob("*/*.building/F-*.npz")):  # its first level is stored
                    break
                time.sleep(0.001)
            with suppress(subprocess.TimeoutExpired):
                longest = 1 if resumed else 0.05
                process.wait(rng.uniform(0, longest) if disturbed else 300)
        if process.returncode == programs.KILLED:
            killed += 1
        if path.exists():
            assert path.read_bytes() == undisturbed
            assert WinningSets.load(ANY6, work=Work(store=root)) == expected(ANY6)
            assert spilled(root) == []
            if disturbed:
                path.unlink()


# -- a full disk --------------------------------------------------------------------------------


@pytest.mark.usefixtures("little_memory")
def test_no_room_for_the_next_run(tmp_path, monkeypatch):
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=0))
    with pytest.raises(BoardTooLargeError, match="no room for") as caught:
        WinningSets.load(ANY6, work=Work(store=tmp_path))
    assert "PEGSOLITAIRE_HOME" in str(caught.value)
    assert "\n" not in str(caught.value)
    monkeypatch.undo()
    assert WinningSets.load(ANY6, work=Work(store=tmp_path)) == expected(ANY6)


FULL = """
import resource, signal
from pegsolitaire.engine import machine
machine.free_memory = lambda: 1 << 17
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
sys.dont_write_bytecode = True  # or modules would be kept in part
resource.setrlimit(resource.RLIMIT_FSIZE, (8192, 8192))
try:
    WinningSets.load(problem, checkpoint_seconds=99, work=Work(store=root))
except StoreError as error:
    print(error)
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="no limits on file sizes there")
def test_words_that_may_not_grow(tmp_path):
    with python(FULL, tmp_path) as process:
        said = process.communicate()[0]
    assert process.returncode == 0
    assert said.startswith("cannot write ")
    assert ".words: " in said
    assert "PEGSOLITAIRE_HOME" in said
    assert len(said.splitlines()) == 1
    assert WinningSets.load(ANY6, work=Work(store=tmp_path)) == expected(ANY6)
    assert spilled(tmp_path) == []


# -- leftover files -----------------------------------------------------------------------------


def test_a_guide_without_sets_leaves_nothing(tmp_path, monkeypatch):
    set_private(monkeypatch, sys.modules["pegsolitaire.advice.guide"], _MEMORY="16KiB")
    guide = Guide.make(ANY6, work=Work(store=tmp_path))
    assert guide.wins is None
    assert guide.winning(T6.vacancy("a1")) is True
    assert files(tmp_path) == []
    assert not list(tmp_path.rglob("*.building"))


def test_scratch_of_the_dead_is_swept_and_of_the_living_kept(tmp_path, monkeypatch):
    home = tmp_path / "home"
    monkeypatch.setenv("PEGSOLITAIRE_HOME", str(home))
    holding = "import sys; from pegsolitaire.sets.store import scratch_folder\n"
    holding += "with scratch_folder() as make: print(make(), flush=True); sys.stdin.read()"
    start = [sys.executable, "-c", holding]
    with (
        programs.started(start, stdin=PIPE, stdout=PIPE) as killed,
        programs.started(start, stdin=PIPE, stdout=PIPE) as alive,
    ):
        left, kept = (Path(one.stdout.readline().strip()) for one in (killed, alive))
        (left / "level.words").write_bytes(bytes(8))
        killed.kill()
        killed.wait()
        own = home / "scratch.new-chapter"  # a folder that belongs to the user
        own.mkdir()
        with store.scratch_folder() as make:
            assert {*home.iterdir()} == {left, kept, own}
            mine = make()
            assert {*home.iterdir()} == {kept, own, mine} == {kept, own, make()}
            with suppress(ZeroDivisionError), store.scratch_folder() as other:
                assert other().is_dir()
                raise ZeroDivisionError
            assert {*home.iterdir()} == {kept, own, mine}
        alive.stdin.close()
        assert alive.wait() == 0
    assert {*home.iterdir()} == {own}
    own.rmdir()
    with store.scratch_folder() as make:
        make()
    assert home.exists()


def test_a_home_that_was_not_there_is_not_left_behind(tmp_path, monkeypatch):
    monkeypatch.setenv("PEGSOLITAIRE_HOME", str(tmp_path / "home"))
    with store.scratch_folder():
        assert os.listdir(tmp_path) == []
    with store.scratch_folder() as make:
        make()
    assert os.listdir(tmp_path) == []


# -- memory limits -------------------------------------------------------------------------------


def anonymous_memory(pid):
    """Return the private memory of a process in bytes, without mapped files."""
    with suppress(OSError), open(f"/proc/{pid}/status") as lines:
        for line in lines:
            if line.startswith("RssAnon:"):
                return int(line.split()[1]) << 10
    return 0


def most_memory(arguments, tmp_path):
    """Return the peak memory and the output of a command."""
    most, watching = 0, threading.Event()
    env = {**os.environ, "PEGSOLITAIRE_HOME": str(tmp_path)}
    command = [sys.executable, "-m", "pegsolitaire", *arguments]
    with programs.started(command, stdout=subprocess.PIPE, env=env) as process:

        def watch():
            nonlocal most
            while not watching.wait(0.02):
                most = max(most, anonymous_memory(process.pid))

        watcher = threading.Thread(target=watch)
        watcher.start()
        printed = process.communicate()[0]
        watching.set()
        watcher.join()
    assert process.returncode == 0
    return most, printed


@pytest.mark.slow
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="asks /proc")
@pytest.mark.parametrize("work", ["count", "sets winning"])
def test_limits_of_memory_are_kept(tmp_path, work):
    """Commands exceed the limit by at most a tenth, apart from the memory of the program."""
    program, _ = most_memory([*work.split(), "triangle5", "a1"], tmp_path)
    most, printed = most_memory([*work.split(), "english", "c1", "--memory", "0.5"], tmp_path)
    assert {"count": "2,343,652,440,537,181,612", "sets winning": "13,918,925"}[work] in printed
    assert most - program < 0.55 * 2**30
