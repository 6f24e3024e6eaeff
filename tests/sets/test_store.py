"""The store: files are read back or refused, whatever happens to them in between."""

import gc
import hashlib
import json
import os
import random
import subprocess
import sys
import threading
import time
import weakref
from pathlib import Path

import numpy as np
import programs
import pytest
from stopped_work import A4, ANY6, T4, T5, file_of, files, no_space, opened, python

from pegsolitaire.board import Board, named_board
from pegsolitaire.engine import LevelEngine
from pegsolitaire.errors import StoreDamagedError, StoreError, StoreMissingError, StoreWarning
from pegsolitaire.files import home, locked, work_folder
from pegsolitaire.game import Problem
from pegsolitaire.sets import WinningSets, store
from pegsolitaire.sets.building import Checkpoint
from pegsolitaire.sets.npz_files import checksum, write_columns
from pegsolitaire.sets.store import LazyLevels
from pegsolitaire.sets.winning import read_level
from pegsolitaire.theory import as_type
from pegsolitaire.work import Work

PROBLEMS = [
    A4,
    as_type(T5).problem,
    Problem.to_any(T5.vacancy("b3")),
    Problem(T4, "a2", "b2"),
    Problem.complement(T5, "b3"),  # unsolvable, so every level is empty
    Problem.complement(named_board("square3+diagonal"), "b2"),
    Problem(T5.position("code:8455"), [T5.position("code:8455")]),
    Problem.complement(Board.from_rows("oooo/ oo/oooo", "square"), "b1"),
]


def contents(root):
    return {path: path.read_bytes() for path in files(root)}


@pytest.fixture
def stored(tmp_path):
    """Return stored sets and their file."""
    sets = WinningSets.load(A4, work=Work(store=tmp_path))
    return sets, file_of(A4, tmp_path)


# -- round trip ---------------------------------------------------------------------------------


@pytest.mark.parametrize("problem", PROBLEMS, ids=str)
def test_round_trip(tmp_path, problem):
    built = WinningSets.build(problem)
    with pytest.raises(StoreMissingError, match="pegs sets winning"):
        WinningSets.open(problem, root=tmp_path)
    assert built.save(tmp_path) == file_of(problem, tmp_path)
    for sets in (
        WinningSets.open(problem, root=tmp_path),
        WinningSets.load(problem, work=Work(store=tmp_path)),
    ):
        assert sets == built
        assert [level.dtype for level in sets.levels.values()] == [np.uint64] * len(sets.levels)
        sets.verify()


def test_home(tmp_path, monkeypatch):
    monkeypatch.setenv("PEGSOLITAIRE_HOME", str(tmp_path / "home"))
    assert home() == tmp_path / "home"
    WinningSets.load(A4)
    assert WinningSets.open(A4) == WinningSets.open(A4, root=tmp_path / "home")
    monkeypatch.setenv("PEGSOLITAIRE_HOME", "~/somewhere")
    assert home() == Path.home() / "somewhere"
    monkeypatch.delenv("PEGSOLITAIRE_HOME")
    assert home().name == "pegsolitaire"


def test_the_file_and_its_envelope(stored):
    """The file can be decoded with numpy alone, following its documentation."""
    sets, path = stored
    assert path.parts[-2:] == ("triangle5", "a4_a4.npz")
    assert files(path.parent) == [path]
    with np.load(path, allow_pickle=False) as file:
        members = {name: file[name] for name in file.files}
    document = json.loads(members.pop("envelope").tobytes())
    assert document.pop("sha256") == checksum(document)
    described = document.pop("columns")
    assert document == {
        "format": "pegsolitaire winning sets",
        "version": 3,
        "board": {
            "name": "triangle5",
            "lattice": "triangular",
            "holes": [list(hole) for hole in T5],
        },
        "starts": list(A4.starts),
        "finishes": list(A4.finishes),
        "self_complementary": True,
        "group_order": len(A4.group),
    }
    assert list(members) == list(described) == list(map(str, range(1, 8)))
    for name, planes in members.items():
        rows = planes.astype(np.uint64)
        gaps = sum(row << np.uint64(8 * i) for i, row in enumerate(rows))
        codes = np.cumsum(np.append(np.uint64(described[name]["first"]), gaps))
        assert codes.tolist() == sets.levels[int(name)].tolist()
        assert described[name] == {
            "type": "uint64",
            "size": len(codes),
            "first": int(codes[0]),
            "sha256": hashlib.sha256(codes.tobytes()).hexdigest(),
        }


# -- damage -------------------------------------------------------------------------------------


def right_or_refused(path, expected):
    """Return True if a damaged file is refused; otherwise check that it gives the same answer."""
    try:
        found = opened(path)
    except StoreDamagedError as error:
        message = str(error)
    else:
        assert found == expected
        return False
    assert str(path) in message
    assert "\n" not in message
    return True


def test_damaged_runs(stored):
    sets, path = stored
    good, rng = path.read_bytes(), random.Random(2)
    for _ in range(200):
        bad, i = bytearray(good), rng.randrange(len(good))
        run = rng.randrange(1, 200)
        bad[i : i + run] = rng.choice([bytes(run), rng.randbytes(run), b""])
        path.write_bytes(bad)
        right_or_refused(path, sets)


def test_cut_files(stored):
    sets, path = stored
    good = path.read_bytes()
    for length in [*range(0, len(good), 37), len(good) - 1]:
        path.write_bytes(good[:length])
        assert right_or_refused(path, sets), length
    path.write_bytes(good + b"tail")
    right_or_refused(path, sets)


def test_files_of_another_board_of_the_same_name(stored, tmp_path):
    _, path = stored
    other = Problem.complement(T5.without(["a1-a3"], T5.name), "a4")
    WinningSets.build(other).save(tmp_path / "other").replace(path)
    with pytest.raises(StoreDamagedError, match="it belongs to another board, triangle5"):
        opened(path)


@pytest.mark.parametrize("change", [
    lambda levels: levels.pop(1), lambda levels: levels.pop(4), lambda levels: levels.pop(7),
    lambda levels: levels.clear(), lambda levels: levels.update({8: levels[7]}),
    lambda levels: levels.update({7: levels.pop(7).view(np.int64)}),
    lambda levels: levels.update({7: levels.pop(7).astype(np.uint32)}),
])  # fmt: skip
def test_other_levels(stored, change):
    """Levels are checked for their number and type even if the checksum is valid."""
    sets, path = stored
    levels = dict(sets.levels)
    change(levels)
    write_columns(path, WinningSets.file(A4).envelope, levels.items())
    with pytest.raises(
        StoreDamagedError, match=r"incomplete|has the column|of type (u?int)(32|64)"
    ):
        opened(path)


def test_what_is_damaged_is_set_aside_and_built_again(stored):
    """Opening it is an error; loading warns and never overwrites files set aside earlier."""
    sets, path = stored
    root = path.parent.parent
    for number, content in enumerate((b"rubbish", b"more", b"")):
        path.write_bytes(content)
        with pytest.raises(StoreDamagedError, match=f"remove {path}"):
            opened(path)
        with pytest.warns(StoreWarning) as told:
            assert WinningSets.load(A4, work=Work(store=root)) == sets == opened(path)
        aside = path.with_name(f"{path.name}.damaged{f'-{number + 1}' * (number > 0)}")
        assert str(told[0].message).startswith(f"{path} is not usable: ")
        assert str(told[0].message).endswith(f"it is kept as {aside.name}, and it is built again")
        assert aside.read_bytes() == content
    path.write_bytes(b"rubbish")
    with pytest.warns(StoreWarning, match="the work goes on without it"):
        assert WinningSets.find(A4, root=root) is None
    assert WinningSets.find(A4, root=root) is None
    kinds = {one.name.partition(".")[2]: one.kind for one in store.list_stored(root)}
    assert kinds["npz.damaged-4"] == "winning sets, damaged and set aside"
    assert WinningSets.load(A4, work=Work(store=root)) == sets == opened(path)


# -- folders and disks that are not writable ----------------------------------------------------


def test_home_that_is_a_file(tmp_path):
    root = tmp_path / "home"
    root.write_text("a file")
    for bad in (root, root / "below"):
        with pytest.raises(StoreMissingError):
            WinningSets.open(A4, root=bad)
        with pytest.raises(StoreError, match="PEGSOLITAIRE_HOME") as caught:
            WinningSets.load(A4, work=Work(store=bad))
        assert str(bad) in str(caught.value)
        with pytest.raises(StoreError, match="PEGSOLITAIRE_HOME"):
            WinningSets.load(A4, checkpoint_seconds=0, work=Work(store=bad))
    assert root.read_text() == "a file"


def test_a_folder_with_the_name_of_the_file(tmp_path):
    path = file_of(A4, tmp_path)
    path.mkdir(parents=True)
    with pytest.raises(StoreError, match="is a folder"):
        WinningSets.load(A4, work=Work(store=tmp_path))
    with pytest.raises(StoreError, match="cannot write"):
        WinningSets.build(A4).save(tmp_path)
    assert list(tmp_path.rglob("*")) == [path.parent, path]


@pytest.mark.parametrize(
    ("target", "calls"),
    [("os.fsync", 0), ("numpy.lib.format.write_array", 0), ("numpy.lib.format.write_array", 4),
     ("pathlib.Path.replace", 0)],
)  # fmt: skip
def test_a_full_disk(tmp_path, monkeypatch, target, calls):
    other = WinningSets.load(Problem.complement(T5, "a1"), work=Work(store=tmp_path))
    before = contents(tmp_path)
    sets = WinningSets.build(A4)
    module, _, name = target.rpartition(".")
    owner = Path if module == "pathlib.Path" else sys.modules[module]
    original, left = getattr(owner, name), [calls]

    def failing(*arguments, **options):
        left[0] -= 1
        return (no_space if left[0] < 0 else original)(*arguments, **options)

    monkeypatch.setattr(owner, name, failing)
    with pytest.raises(StoreError, match="No space left"):
        sets.save(tmp_path)
    assert contents(tmp_path) == before
    monkeypatch.undo()
    assert os.listdir(tmp_path / "triangle5") == ["a1_a1.npz"]
    assert WinningSets.open(other.problem, root=tmp_path) == other
    sets.save(tmp_path)
    assert WinningSets.open(A4, root=tmp_path) == sets


FULL = """
import resource, signal
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
sys.dont_write_bytecode = True  # or modules would be kept in part
resource.setrlimit(resource.RLIMIT_FSIZE, (8192, 8192))
for seconds in sys.stdin:
    try:
        WinningSets.load(problem, checkpoint_seconds=float(seconds), work=Work(store=root))
        print("done", flush=True)
    except StoreError as error:
        print(error, flush=True)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="no limits on file sizes there")
def test_files_that_may_not_grow(tmp_path):
    """A limit of the operating system makes writing fail."""
    other = WinningSets.load(
        Problem.complement(named_board("triangle6"), "a1"), work=Work(store=tmp_path)
    )
    before = contents(tmp_path)
    with python(FULL, tmp_path, stdin=subprocess.PIPE, bufsize=1) as process:

        def said_after(seconds):
            process.stdin.write(f"{seconds}\n")
            return process.stdout.readline()

        output = said_after(99)
        assert "cannot write" in output
        assert "choose another location" in output
        assert contents(tmp_path) == before
        with pytest.raises(StoreMissingError):
            WinningSets.open(ANY6, root=tmp_path)
        output = said_after(0)
        assert "cannot write" in output
        assert all(path.suffix == ".npz" for path in files(tmp_path))
        assert WinningSets.load(ANY6, work=Work(store=tmp_path)) == WinningSets.build(ANY6)
        assert WinningSets.open(other.problem, root=tmp_path) == other
        whole = contents(tmp_path)
        # An existing set is kept.
        assert said_after(99) == "done\n"
        assert contents(tmp_path) == whole
        process.stdin.close()
        assert process.wait() == 0


# -- killed, resumed, at the same time ----------------------------------------------------------


AGAIN_AND_AGAIN = """
print("ready", flush=True)
for i in range(10_000):
    WinningSets.load(problem, checkpoint_seconds=0, work=Work(store=root))
    path = store.path_of(problem, "npz", root)
    path.rename(root / f"done-{sys.argv[2]}-{i}")
"""


@pytest.mark.parametrize("times", [3, pytest.param(26, marks=pytest.mark.slow)])
def test_killed_at_any_moment(tmp_path, times):
    """After each kill the file is either missing or right."""
    expected = WinningSets.build(ANY6)
    folder = file_of(ANY6, tmp_path)
    rng, seen = random.Random(25), set()
    for i in range(100):
        if i >= times and {"missing", ".bui"} <= seen:
            break
        with python(AGAIN_AND_AGAIN, tmp_path, i) as process:
            assert process.stdout.readline() == "ready\n"
            while i % 2 and not any(folder.parent.glob("*.building")):
                time.sleep(0.001)
            time.sleep(rng.uniform(0, 0.02 if i % 2 else 0.05 + 0.8 * (i % times) / times))
        assert process.returncode == programs.KILLED
        try:
            assert WinningSets.open(ANY6, root=tmp_path) == expected
            seen.add("whole")
        except StoreMissingError:
            seen.add("missing")
        if folder.parent.is_dir():
            seen.update(path.suffix[:4] for path in folder.parent.iterdir())
    assert {"missing", ".bui"} <= seen
    assert WinningSets.load(ANY6, work=Work(store=tmp_path)) == expected
    assert os.listdir(folder.parent) == [folder.name]
    assert WinningSets.open(ANY6, root=tmp_path) == expected


def test_what_a_killed_write_left_is_removed(tmp_path):
    folder = file_of(A4, tmp_path)
    left = folder.with_name(f"{folder.name}.new-0123456789ab")
    left.mkdir(parents=True)
    (left / "lock").touch()
    (left / folder.name).write_bytes(b"half")
    others = ["a1_a1.npz.new-0123456789ab", "a4_a4.npz.new-chapter"]
    for name in others:
        folder.with_name(name).mkdir()
    with work_folder(folder) as under_way:
        WinningSets.load(A4, work=Work(store=tmp_path))
        assert sorted(os.listdir(folder.parent)) == sorted(["a4_a4.npz", under_way.name, *others])
    assert sorted(os.listdir(folder.parent)) == sorted(["a4_a4.npz", *others])


def test_what_a_killed_write_left_is_locked_while_you_remove_it(tmp_path, monkeypatch):
    """Otherwise its process could lock it after the test of the lock, and lose it."""
    left = tmp_path / "triangle4" / "a4_a4.npz.new-0123456789ab"
    left.mkdir(parents=True)
    (left / "a4_a4.npz").write_bytes(b"half")
    remove_file, held = store.remove_file, []

    def watched(path):
        if (left / "lock").exists():
            with locked(left / "lock") as one:
                held.append(one)
        remove_file(path)

    monkeypatch.setattr(store, "remove_file", watched)
    (one,) = store.list_stored(tmp_path)
    one.remove()
    assert set(held) == {False}
    assert os.listdir(tmp_path) == []


TOGETHER = """
import time
me, other = sys.argv[2:4]
expected = WinningSets.build(problem)
for i in range(int(sys.argv[4])):
    (root / f"{i}-{me}").touch()
    while not (root / f"{i}-{other}").exists():
        time.sleep(0.0005)
    work = Work(store=root / str(i))
    assert WinningSets.load(problem, checkpoint_seconds=0, work=work) == expected
    assert WinningSets.open(problem, root=root / str(i)) == expected
"""


@pytest.mark.slow
def test_two_processes_at_once(tmp_path):
    times = 8
    with (
        python(TOGETHER, tmp_path, "a", "b", times) as one,
        python(TOGETHER, tmp_path, "b", "a", times) as two,
    ):
        codes = [process.wait() for process in (one, two)]
    assert codes == [0, 0]
    expected = WinningSets.build(ANY6)
    for i in range(times):
        assert WinningSets.open(ANY6, root=tmp_path / str(i)) == expected


def test_threads_at_once(tmp_path):
    expected = WinningSets.build(ANY6)
    results = []

    def build(i):
        results.append(
            WinningSets.load(ANY6, checkpoint_seconds=0, work=Work(store=tmp_path / str(i)))
        )

    for i in range(4):
        threads = [threading.Thread(target=build, args=[i], daemon=True) for _ in range(3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(300)
        assert WinningSets.open(ANY6, root=tmp_path / str(i)) == expected
    assert len(results) == 12
    assert all(sets == expected for sets in results)


# -- interrupted ----------------------------------------------------------------------------------


def interrupt_at(monkeypatch, steps):
    """Simulate Ctrl-C during the given step."""
    step, calls = LevelEngine.step, []

    def interrupted(self, *arguments, **options):
        calls.append(arguments)
        if len(calls) == steps:
            raise KeyboardInterrupt
        return step(self, *arguments, **options)

    monkeypatch.setattr(LevelEngine, "step", interrupted)


def test_ctrl_c_keeps_what_was_finished(tmp_path, monkeypatch):
    """The next build continues from the finished levels and then removes them."""
    folder = file_of(ANY6, tmp_path)
    with monkeypatch.context() as patch:
        interrupt_at(patch, 8)
        with pytest.raises(KeyboardInterrupt):
            WinningSets.load(ANY6, work=Work(store=tmp_path))
    kept = sorted(path.name for path in Checkpoint(ANY6, tmp_path).folder.iterdir())
    assert kept == [f"F-{pegs}.npz" for pegs in range(14, 20)]
    assert WinningSets.load(ANY6, work=Work(store=tmp_path)) == WinningSets.build(ANY6)
    assert [path.name for path in folder.parent.iterdir()] == [folder.name]


def test_ctrl_c_leaves_nothing_where_nothing_may_be_kept(tmp_path, monkeypatch):
    interrupt_at(monkeypatch, 8)
    with pytest.raises(KeyboardInterrupt):
        WinningSets.load(ANY6, work=Work(memory="1GiB", store=tmp_path))
    assert list(tmp_path.iterdir()) == []


def test_with_a_limit_of_memory_levels_are_read_one_by_one(tmp_path):
    whole = WinningSets.build(A4)
    sets = WinningSets.load(A4, work=Work(memory="1MiB", scratch=tmp_path, store=tmp_path))
    assert isinstance(sets.levels, LazyLevels)
    assert list(sets.levels) == list(whole.levels)
    assert all(np.array_equal(sets.levels[pegs], whole.levels[pegs]) for pegs in whole.levels)
    assert sets.solution(T5.vacancy("a4")) == whole.solution(T5.vacancy("a4"))
    with pytest.raises(KeyError):
        sets.levels[99]
    file_of(A4, tmp_path).write_bytes(b"no more")
    with pytest.raises(StoreDamagedError):
        read_level(WinningSets.file(A4, root=tmp_path), 5)


def test_a_file_that_is_missing_keeps_no_caller_in_memory(tmp_path):
    """Otherwise all levels of a build would stay in memory until a garbage collection."""

    class Level:
        pass

    def build():
        level = Level()
        assert Checkpoint(ANY6, tmp_path).load("F", 1) is None
        return weakref.ref(level)

    gc.disable()
    try:
        assert build()() is None
    finally:
        gc.enable()
