"""The store: what is written is read back or refused, whatever happens to it on the way."""

import errno
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from dataclasses import replace
from pathlib import Path

import duckdb
import numpy as np
import programs
import pyarrow.parquet as pq
import pytest
from marks import quick_then

from pegsolitaire.board import Board, named_board
from pegsolitaire.budget import Budget
from pegsolitaire.engine import LevelEngine
from pegsolitaire.errors import StoreDamagedError, StoreError, StoreMissingError
from pegsolitaire.files import home, work_folder
from pegsolitaire.game import Problem
from pegsolitaire.sets import WinningSets, checkpoint, store
from pegsolitaire.sets.checkpoint import Checkpoint
from pegsolitaire.sets.envelope import checksum
from pegsolitaire.sets.level_files import StoredLevels
from pegsolitaire.theory import any_finish, type_named

T4, T5 = named_board("triangle4"), named_board("triangle5")
A4 = Problem.complement(T5, "a4")
ANY6 = type_named(named_board("triangle6")).problem
PROBLEMS = [
    A4,
    type_named(T5).problem,
    any_finish(T5.vacancy("b3")),
    Problem.single(T4, "a2", "b2"),
    Problem.complement(T5, "b3"),  # unsolvable: every level is empty
    Problem.complement(named_board("square3+diagonal"), "b2"),
    Problem.between(T5.position("code:8455"), [T5.position("code:8455")]),
    Problem.complement(Board.from_picture("oooo/ oo/oooo"), "b1"),
]


def files(root):
    return sorted(path for path in root.rglob("*") if path.is_file())


def contents(root):
    return {path: path.read_bytes() for path in files(root)}


@pytest.fixture
def stored(tmp_path):
    """Stored sets, and their folder."""
    sets = WinningSets.open_or_build(A4, tmp_path)
    return sets, store.folder_of(A4, tmp_path)


def opened(folder, problem=A4):
    return WinningSets.open(problem, folder.parent.parent)


# -- round trip ---------------------------------------------------------------------------------


@pytest.mark.parametrize("problem", PROBLEMS, ids=str)
def test_round_trip(tmp_path, problem):
    built = WinningSets.build(problem)
    with pytest.raises(StoreMissingError, match="pegs winning"):
        WinningSets.open(problem, tmp_path)
    assert built.save(tmp_path) == store.folder_of(problem, tmp_path)
    for sets in (
        WinningSets.open(problem, tmp_path),
        WinningSets.open_or_build(problem, tmp_path),
    ):
        assert sets == built
        assert [level.dtype for level in sets.levels.values()] == [np.uint64] * len(sets.levels)
        sets.verify()
    everything = [code for level in built.levels.values() for code in level.tolist()]
    assert all(map(WinningSets.open(problem, tmp_path).contains_code, everything))


def test_open_or_build_stores(tmp_path):
    built = WinningSets.open_or_build(A4, tmp_path)
    before = contents(tmp_path)
    assert WinningSets.open(A4, tmp_path) == built
    assert WinningSets.open_or_build(A4, tmp_path) == built
    assert contents(tmp_path) == before


def test_home(tmp_path, monkeypatch):
    monkeypatch.setenv("PEGSOLITAIRE_HOME", str(tmp_path / "home"))
    assert home() == tmp_path / "home"
    WinningSets.open_or_build(A4)
    assert WinningSets.open(A4) == WinningSets.open(A4, tmp_path / "home")
    monkeypatch.setenv("PEGSOLITAIRE_HOME", "~/somewhere")
    assert home() == Path.home() / "somewhere"
    monkeypatch.delenv("PEGSOLITAIRE_HOME")
    assert home().name == "pegsolitaire"


def test_files_and_their_metadata(stored):
    sets, folder = stored
    assert folder.parts[-2:] == ("triangle5", "a4_a4")
    assert files(folder) == sorted(folder / f"pegs={n}" / "part-000.parquet" for n in range(1, 8))
    for pegs, level in sets.levels.items():
        file = pq.ParquetFile(folder / f"pegs={pegs}" / "part-000.parquet")
        document = json.loads(file.schema_arrow.metadata[b"pegsolitaire"])
        assert document.pop("sha256")
        assert document == {
            "format": "pegsolitaire winning sets",
            "version": 1,
            "board": {
                "name": "triangle5",
                "lattice": "triangular",
                "holes": [list(hole) for hole in T5],
            },
            "starts": list(A4.starts),
            "finishes": list(A4.finishes),
            "self_complementary": True,
            "group_order": len(A4.group),
            "levels": list(range(1, 8)),
            "pegs": pegs,
            "count": len(level),
        }
        column = file.metadata.row_group(0).column(0)
        assert column.path_in_schema == "code"
        assert "DELTA_BINARY_PACKED" in column.encodings
        assert column.compression == "ZSTD"


def test_duckdb_reads_the_files(tmp_path):
    sets = WinningSets.open_or_build(ANY6, tmp_path)
    pattern = store.folder_of(ANY6, tmp_path) / "*" / "*.parquet"
    rows = duckdb.sql(
        f"select pegs, count(*), min(code), max(code) from read_parquet('{pattern}', "
        "hive_partitioning = true) group by pegs order by pegs"
    ).fetchall()
    assert [tuple(map(int, row)) for row in rows] == [
        (n, len(level), int(level.min()), int(level.max())) for n, level in sets.levels.items()
    ]


def sizes_read_by(library, folder):
    """What the example of the documentation gives for a stored set, by pegs."""
    page = Path(__file__).parents[1] / "docs" / "formats.md"
    blocks = re.findall(r"```python\n(.*?)```", page.read_text(), re.DOTALL)
    (block,) = (block for block in blocks if f"import {library}" in block)
    *lines, answer = block.replace("english/d4_d4", str(folder)).strip().splitlines()
    names = {}
    exec("\n".join(lines), names)
    table = eval(answer, names)
    columns = table.to_pydict() if library == "pyarrow" else table.to_dict(as_series=False)
    pegs = map(int, columns.pop("pegs"))
    (sizes,) = columns.values()
    return dict(zip(pegs, sizes, strict=True))


@pytest.mark.parametrize("library", ["pyarrow", "polars"])
def test_the_examples_of_the_documentation_read_the_files(tmp_path, library):
    pytest.importorskip(library)  # Polars is too large to be had for this alone
    sets = WinningSets.open_or_build(ANY6, tmp_path)
    found = sizes_read_by(library, store.folder_of(ANY6, tmp_path))
    assert found == {pegs: len(level) for pegs, level in sets.levels.items()}


# -- damage -------------------------------------------------------------------------------------


def right_or_refused(folder, expected):
    """A damaged file never gives another answer; True where it was refused."""
    try:
        found = opened(folder)
    except StoreDamagedError as error:
        message = str(error)
    else:
        assert found == expected
        return False
    assert str(folder) in message
    assert "\n" not in message
    return True


@pytest.mark.parametrize(("pegs", "step"), quick_then((1, 4), (1, 1), (6, 1), (7, 1)), ids=str)
def test_damaged_bytes(stored, pegs, step):
    sets, folder = stored
    path = folder / f"pegs={pegs}" / "part-000.parquet"
    good, rng = path.read_bytes(), random.Random(pegs)
    refused = 0
    for i in range(0, len(good), step):
        bad = bytearray(good)
        bad[i] ^= rng.choice([0x01, 0x80, 0xFF, rng.randrange(1, 256)])
        path.write_bytes(bad)
        refused += right_or_refused(folder, sets)
    assert refused > len(good) // step // 2


def test_damaged_runs(stored):
    sets, folder = stored
    path = folder / "pegs=5" / "part-000.parquet"
    good, rng = path.read_bytes(), random.Random(2)
    for _ in range(200):
        bad, i = bytearray(good), rng.randrange(len(good))
        run = rng.randrange(1, 200)
        bad[i : i + run] = rng.choice([bytes(run), rng.randbytes(run), b""])
        path.write_bytes(bad)
        right_or_refused(folder, sets)


def test_damaged_column_name(stored):
    sets, folder = stored
    path = folder / "pegs=5" / "part-000.parquet"
    path.write_bytes(path.read_bytes().replace(b"code", b"c\xffde"))
    assert right_or_refused(folder, sets)


def test_cut_files(stored):
    sets, folder = stored
    path = folder / "pegs=7" / "part-000.parquet"
    good = path.read_bytes()
    for length in [*range(0, len(good), 7), len(good) - 1]:
        path.write_bytes(good[:length])
        assert right_or_refused(folder, sets), length
    path.write_bytes(good + b"tail")
    assert right_or_refused(folder, sets)


def rewrite(path, change, *, seal=False):
    """Write a file again with other metadata, which fit the checksum on request."""
    table = pq.read_table(path, partitioning=None)
    document = json.loads(table.schema.metadata[b"pegsolitaire"])
    change(document)
    if seal:
        del document["sha256"]
        document["sha256"] = checksum(document, {"code": table["code"].to_numpy()})
    pq.write_table(
        table.replace_schema_metadata({b"pegsolitaire": json.dumps(document).encode()}), path
    )


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"version": 2}, "version 2"),
        ({"version": "1"}, "version 1"),
        ({"format": "something else"}, "format is not 'pegsolitaire winning sets'"),
        ({"starts": [32766]}, "another problem"),
        ({"finishes": [1]}, "another problem"),
        ({"board": {"name": "x", "lattice": "square", "holes": [[0, 0]]}}, "another board"),
        ({"board": 5}, "board"),
        ({"board": None}, "board"),
        ({"pegs": 4}, "not 4"),
        ({"count": 3}, "checksum"),
        ({"sha256": "0"}, "checksum"),
    ],
)
@pytest.mark.parametrize("pegs", [5, 7])
def test_foreign_documents(stored, change, message, pegs):
    _, folder = stored
    rewrite(folder / f"pegs={pegs}" / "part-000.parquet", lambda d: d.update(change))
    with pytest.raises(StoreDamagedError, match=message) as caught:
        opened(folder)
    assert "remove the folder" in str(caught.value)


@pytest.mark.parametrize(
    "key",
    ["format", "version", "board", "starts", "finishes", "pegs", "count", "sha256", "levels"],
)
def test_documents_that_lack_something(stored, key):
    _, folder = stored
    rewrite(folder / "pegs=7" / "part-000.parquet", lambda d: d.pop(key))
    with pytest.raises(StoreDamagedError):
        opened(folder)


def test_no_document_and_no_parquet(stored):
    _, folder = stored
    path = folder / "pegs=3" / "part-000.parquet"
    table = pq.read_table(path, partitioning=None)
    for metadata in (None, {b"pegsolitaire": b"[1, 2"}, {b"pegsolitaire": b"[]"}):
        pq.write_table(table.replace_schema_metadata(metadata), path)
        with pytest.raises(StoreDamagedError, match="format is not 'pegsolitaire winning sets'"):
            opened(folder)
    path.write_text("codes\n1\n")
    with pytest.raises(StoreDamagedError, match="cannot be read"):
        opened(folder)


def test_files_of_other_problems_and_levels(stored, tmp_path):
    _, folder = stored
    path = folder / "pegs=5" / "part-000.parquet"
    other = WinningSets.open_or_build(Problem.complement(T5, "a1"), tmp_path)
    for source in (
        store.folder_of(other.problem, tmp_path) / "pegs=5" / "part-000.parquet",
        folder / "pegs=4" / "part-000.parquet",
    ):
        path.write_bytes(source.read_bytes())
        with pytest.raises(StoreDamagedError, match=r"another problem|pegs should be 5, not 4"):
            opened(folder)


def test_files_of_another_board_of_the_same_name(stored, tmp_path):
    _, folder = stored
    other = Problem.complement(T5.without(["a1-a3"], T5.name), "a4")
    made = WinningSets.build(other).save(tmp_path / "other")
    shutil.rmtree(folder)
    made.rename(folder)
    with pytest.raises(StoreDamagedError, match="it is of another board, triangle5"):
        opened(folder)


@pytest.mark.parametrize("pegs", [1, 4, 7])
def test_missing_levels(stored, pegs):
    _, folder = stored
    path = folder / f"pegs={pegs}" / "part-000.parquet"
    path.unlink()
    with pytest.raises(StoreDamagedError, match="missing"):
        opened(folder)
    path.parent.rmdir()
    with pytest.raises(StoreDamagedError, match=r"lacks the level|not whole"):
        opened(folder)


def test_no_levels(stored):
    _, folder = stored
    for path in files(folder):
        path.unlink()
        path.parent.rmdir()
    with pytest.raises(StoreDamagedError, match="no levels"):
        opened(folder)


def test_extra_files(stored):
    sets, folder = stored
    (folder / "notes.txt").write_text("mine")
    (folder / "pegs=5" / ".DS_Store").write_text("")
    for name in ("pegs=²", "pegs=x", "pegs=", "pegs=-1"):
        (folder / name).mkdir()
    assert opened(folder) == sets
    (folder / "pegs=9").mkdir()
    with pytest.raises(StoreDamagedError, match="pegs=9"):
        opened(folder)
    path = folder / "pegs=9" / "part-000.parquet"
    path.write_bytes((folder / "pegs=5" / "part-000.parquet").read_bytes())
    with pytest.raises(StoreDamagedError, match="pegs should be 9, not 5"):
        opened(folder)
    rewrite(path, lambda d: d.update(pegs=9), seal=True)
    with pytest.raises(StoreDamagedError, match="not whole"):
        opened(folder)


def test_what_is_damaged_is_not_silently_kept(stored):
    """Saving over it says so; once it is removed, as the message says, it is built again."""
    sets, folder = stored
    root = folder.parent.parent
    path = folder / "pegs=5" / "part-000.parquet"
    path.write_bytes(b"rubbish")
    for write in (lambda: sets.save(root), lambda: WinningSets.open_or_build(A4, root)):
        with pytest.raises(StoreDamagedError, match="remove the folder"):
            write()
    assert path.read_bytes() == b"rubbish"
    assert os.listdir(folder.parent) == ["a4_a4"]
    with pytest.raises(StoreDamagedError):
        WinningSets.open_or_build(A4, root)
    for file in files(folder):
        file.unlink()
        file.parent.rmdir()
    folder.rmdir()
    assert WinningSets.open_or_build(A4, root) == sets == opened(folder)


# -- folders and disks that cannot take it ------------------------------------------------------


def test_home_that_is_a_file(tmp_path):
    root = tmp_path / "home"
    root.write_text("a file")
    for bad in (root, root / "below"):
        with pytest.raises(StoreMissingError):
            WinningSets.open(A4, bad)
        with pytest.raises(StoreError, match="PEGSOLITAIRE_HOME") as caught:
            WinningSets.open_or_build(A4, bad)
        assert str(bad) in str(caught.value)
        with pytest.raises(StoreError, match="PEGSOLITAIRE_HOME"):
            WinningSets.open_or_build(A4, bad, checkpoint_seconds=0)
    assert root.read_text() == "a file"


def test_a_file_with_the_name_of_the_folder(tmp_path):
    folder = store.folder_of(A4, tmp_path)
    folder.parent.mkdir(parents=True)
    folder.write_text("a file")
    with pytest.raises(StoreError, match="cannot write"):
        WinningSets.open_or_build(A4, tmp_path)
    assert files(tmp_path) == [folder]


def no_space(*_, **__):
    raise OSError(errno.ENOSPC, "No space left on device")


@pytest.mark.parametrize(
    "target", ["os.fsync", "pyarrow.parquet.write_table", "pathlib.Path.rename"]
)
@pytest.mark.parametrize("calls", [0, 4])
def test_a_full_disk(tmp_path, monkeypatch, target, calls):
    other = WinningSets.open_or_build(Problem.complement(T5, "a1"), tmp_path)
    before = contents(tmp_path)
    sets = WinningSets.build(A4)
    module, _, name = target.rpartition(".")
    owner = Path if module == "pathlib.Path" else sys.modules[module]
    original, left = getattr(owner, name), [calls if name != "rename" else 0]

    def failing(*arguments, **options):
        left[0] -= 1
        return (no_space if left[0] < 0 else original)(*arguments, **options)

    monkeypatch.setattr(owner, name, failing)
    with pytest.raises(StoreError, match="No space left"):
        sets.save(tmp_path)
    assert contents(tmp_path) == before
    monkeypatch.undo()
    assert os.listdir(tmp_path / "triangle5") == ["a1_a1"]
    assert WinningSets.open(other.problem, tmp_path) == other
    sets.save(tmp_path)
    assert WinningSets.open(A4, tmp_path) == sets


def test_a_full_disk_in_a_checkpoint(tmp_path, monkeypatch):
    monkeypatch.setattr(os, "fsync", no_space)
    with pytest.raises(StoreError, match="No space left"):
        WinningSets.open_or_build(A4, tmp_path, checkpoint_seconds=0)
    assert files(tmp_path) == []
    monkeypatch.undo()
    assert WinningSets.open_or_build(A4, tmp_path, checkpoint_seconds=0) == WinningSets.build(A4)


PRELUDE = """
import sys
from pathlib import Path
from pegsolitaire.board import named_board
from pegsolitaire.errors import StoreError
from pegsolitaire.game import Problem
from pegsolitaire.sets import WinningSets, store
from pegsolitaire.theory import type_named
root = Path(sys.argv[1])
problem = type_named(named_board("triangle6")).problem
"""


def python(code, *arguments, **options):
    program = [sys.executable, "-W", "error", "-c", PRELUDE + code]
    return programs.started([*program, *map(str, arguments)], stdout=subprocess.PIPE, **options)


FULL = """
import resource, signal
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (8192, 8192))
for seconds in sys.stdin:
    try:
        WinningSets.open_or_build(problem, root, checkpoint_seconds=float(seconds))
        print("done", flush=True)
    except StoreError as error:
        print(error, flush=True)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="no limits on file sizes there")
def test_files_that_may_not_grow(tmp_path):
    """The kernel itself refuses to write on."""
    other = WinningSets.open_or_build(Problem.complement(named_board("triangle6"), "a1"), tmp_path)
    before = contents(tmp_path)
    with python(FULL, tmp_path, stdin=subprocess.PIPE, bufsize=1) as process:

        def said_after(seconds):
            process.stdin.write(f"{seconds}\n")
            return process.stdout.readline()

        output = said_after(99)
        assert "cannot write" in output
        assert "name another place" in output
        assert contents(tmp_path) == before
        with pytest.raises(StoreMissingError):
            WinningSets.open(ANY6, tmp_path)
        output = said_after(0)
        assert "cannot write" in output
        assert all(path.suffix in (".npz", ".parquet") for path in files(tmp_path))
        assert WinningSets.open_or_build(ANY6, tmp_path) == WinningSets.build(ANY6)
        assert WinningSets.open(other.problem, tmp_path) == other
        whole = contents(tmp_path)
        # A set that is there stays there.
        assert said_after(99) == "done\n"
        assert contents(tmp_path) == whole
        process.stdin.close()
        assert process.wait() == 0


# -- killed, resumed, at the same time ----------------------------------------------------------


class Killed(BaseException):
    """In place of a signal: nothing in the library catches it."""


def stop_after(monkeypatch, levels):
    """Stop a build as soon as that many levels were kept."""
    keep = Checkpoint.keep

    def keep_and_stop(self, direction, pegs, level):
        keep(self, direction, pegs, level)
        if len(list(self.folder.glob("*.npz"))) == levels:
            raise Killed

    monkeypatch.setattr(Checkpoint, "keep", keep_and_stop)


def count_steps(monkeypatch):
    step, calls = LevelEngine.step, []

    def counted(self, source, steps, *arguments, **options):
        if steps is not self.stay:
            calls.append(len(source))
        return step(self, source, steps, *arguments, **options)

    monkeypatch.setattr(LevelEngine, "step", counted)
    return calls


@pytest.mark.parametrize("problem", [ANY6, any_finish(named_board("triangle6").vacancy("a1"))])
@pytest.mark.parametrize("kept", [1, 4, 8])
def test_a_resumed_build_uses_what_was_kept(tmp_path, monkeypatch, problem, kept):
    with monkeypatch.context() as patch:
        calls = count_steps(patch)
        expected = WinningSets.build(problem)
        whole = len(calls)
    with monkeypatch.context() as patch:
        stop_after(patch, kept)
        with pytest.raises(Killed):
            WinningSets.open_or_build(problem, tmp_path, checkpoint_seconds=0)
    with pytest.raises(StoreMissingError):
        WinningSets.open(problem, tmp_path)
    with monkeypatch.context() as patch:
        calls = count_steps(patch)
        assert WinningSets.open_or_build(problem, tmp_path) == expected
        assert len(calls) == whole - kept
    assert WinningSets.open(problem, tmp_path) == expected
    assert os.listdir(store.folder_of(problem, tmp_path).parent) == [problem.slug]


def test_quick_builds_keep_nothing(tmp_path, monkeypatch):
    written = []
    monkeypatch.setattr(Checkpoint, "_write", lambda *a: written.append(a))
    WinningSets.open_or_build(ANY6, tmp_path, checkpoint_seconds=1000)
    assert written == []


def interrupted(tmp_path, monkeypatch, problem=ANY6, kept=6):
    """The levels that a killed build left."""
    with monkeypatch.context() as patch:
        stop_after(patch, kept)
        with pytest.raises(Killed):
            WinningSets.open_or_build(problem, tmp_path, checkpoint_seconds=0)
    return sorted(tmp_path.rglob("*.npz"), key=lambda path: path.stat().st_size)


def test_damaged_checkpoints_are_built_again(tmp_path, monkeypatch):
    expected = WinningSets.build(ANY6)
    paths = interrupted(tmp_path, monkeypatch)
    rng = random.Random(8)
    for damage in (
        lambda data: b"",
        lambda data: data[: len(data) // 2],
        lambda data: data[:-1],
        lambda data: rng.randbytes(len(data)),
        lambda data: b"PK\x05\x06" + bytes(18),
        lambda data: data[:100] + b"\xff" + data[101:],
    ):
        for path in paths:
            path.write_bytes(damage(path.read_bytes()))
        assert WinningSets.open_or_build(ANY6, tmp_path) == expected
        assert opened(store.folder_of(ANY6, tmp_path), ANY6) == expected
        for file in files(tmp_path):
            file.unlink()
            file.parent.rmdir()
        store.folder_of(ANY6, tmp_path).rmdir()
        paths = interrupted(tmp_path, monkeypatch)


@pytest.mark.parametrize("step", quick_then(4, 1))
def test_flipped_bytes_of_checkpoints(tmp_path, monkeypatch, step):
    path = interrupted(tmp_path, monkeypatch)[2]
    direction, pegs = path.stem.split("-")
    keeper = Checkpoint(ANY6, store.folder_of(ANY6, tmp_path))
    good = path.read_bytes()
    level = keeper.load(direction, int(pegs))
    assert level is not None
    ignored = 0
    for i in range(0, len(good), step):
        bad = bytearray(good)
        bad[i] ^= 1 << i % 8
        path.write_bytes(bad)
        found = keeper.load(direction, int(pegs))
        ignored += found is None
        if found is not None:
            assert found.words.tolist() == level.words.tolist()
            assert found.stored.dtype == level.stored.dtype
            assert found.offsets.tolist() == level.offsets.tolist()
    assert ignored > len(good) // step // 2


def test_foreign_checkpoints(tmp_path, monkeypatch):
    """Levels of another problem, of other pegs, and of another version are ignored."""
    expected = WinningSets.build(ANY6)
    corner = Problem.complement(named_board("triangle6"), "a1")
    others = interrupted(tmp_path / "other", monkeypatch, corner)
    paths = interrupted(tmp_path, monkeypatch)
    paths = [path for path in paths if "other" not in path.parts]
    keeper = Checkpoint(ANY6, store.folder_of(ANY6, tmp_path))
    data = [path.read_bytes() for path in paths]
    for path, other in zip(paths, others, strict=True):
        path.write_bytes(other.read_bytes())
    assert all(keeper.load("F", pegs) is None for pegs in range(22))
    for path, moved in zip(paths, data[1:] + data[:1], strict=True):
        path.write_bytes(moved)
    assert all(keeper.load("F", pegs) is None for pegs in range(22))
    for path, own in zip(paths, data, strict=True):
        path.write_bytes(own)
    assert sum(keeper.load("F", pegs) is not None for pegs in range(22)) == len(paths)
    monkeypatch.setattr(
        checkpoint, "FORMAT", replace(checkpoint.FORMAT, version=checkpoint.FORMAT.version + 1)
    )
    keeper = Checkpoint(ANY6, store.folder_of(ANY6, tmp_path))
    assert all(keeper.load("F", pegs) is None for pegs in range(22))
    monkeypatch.undo()
    assert WinningSets.open_or_build(ANY6, tmp_path) == expected


AGAIN_AND_AGAIN = """
print("ready", flush=True)
for i in range(10_000):
    WinningSets.open_or_build(problem, root, checkpoint_seconds=0)
    folder = store.folder_of(problem, root)
    folder.rename(root / f"done-{sys.argv[2]}-{i}")
"""


@pytest.mark.parametrize("times", [3, pytest.param(26, marks=pytest.mark.slow)])
def test_killed_at_any_moment(tmp_path, times):
    """After each kill there is nothing, or the right sets; and in the end nothing is left over."""
    expected = WinningSets.build(ANY6)
    folder = store.folder_of(ANY6, tmp_path)
    rng, seen = random.Random(25), set()
    for i in range(100):
        if i >= times and {"missing", ".bui"} <= seen:
            break
        with python(AGAIN_AND_AGAIN, tmp_path, i) as process:
            assert process.stdout.readline() == "ready\n"
            while i % 2 and not any(folder.parent.glob("*.building")):
                time.sleep(0.001)
            time.sleep(rng.uniform(0, 0.02 if i % 2 else 0.05 + 0.8 * (i % times) / times))
        assert process.returncode == -signal.SIGKILL
        try:
            assert WinningSets.open(ANY6, tmp_path) == expected
            seen.add("whole")
        except StoreMissingError:
            seen.add("missing")
        if folder.parent.is_dir():
            seen.update(path.suffix[:4] for path in folder.parent.iterdir())
    assert {"missing", ".bui"} <= seen
    assert WinningSets.open_or_build(ANY6, tmp_path) == expected
    assert os.listdir(folder.parent) == [folder.name]
    assert WinningSets.open(ANY6, tmp_path) == expected


def test_what_a_killed_write_left_is_removed(tmp_path):
    folder = store.folder_of(A4, tmp_path)
    left = folder.with_name(f"{folder.name}.new-0123456789ab")
    (left / folder.name / "pegs=1").mkdir(parents=True)
    (left / "lock").touch()
    (left / folder.name / "pegs=1" / "part-000.parquet").write_bytes(b"half")
    others = ["a1_a1.new-0123456789ab", "a4_a4.new-chapter"]
    for name in others:
        folder.with_name(name).mkdir()
    with work_folder(folder) as under_way:
        WinningSets.open_or_build(A4, tmp_path)
        assert sorted(os.listdir(folder.parent)) == sorted(["a4_a4", under_way.name, *others])
    assert sorted(os.listdir(folder.parent)) == sorted(["a4_a4", *others])


TOGETHER = """
import time
me, other = sys.argv[2:4]
expected = WinningSets.build(problem)
for i in range(int(sys.argv[4])):
    (root / f"{i}-{me}").touch()
    while not (root / f"{i}-{other}").exists():
        time.sleep(0.0005)
    assert WinningSets.open_or_build(problem, root / str(i), checkpoint_seconds=0) == expected
    assert WinningSets.open(problem, root / str(i)) == expected
"""


@pytest.mark.parametrize("times", quick_then(1, 8))
def test_two_processes_at_once(tmp_path, times):
    with (
        python(TOGETHER, tmp_path, "a", "b", times) as one,
        python(TOGETHER, tmp_path, "b", "a", times) as two,
    ):
        codes = [process.wait() for process in (one, two)]
    assert codes == [0, 0]
    expected = WinningSets.build(ANY6)
    for i in range(times):
        assert WinningSets.open(ANY6, tmp_path / str(i)) == expected


def test_threads_at_once(tmp_path):
    expected = WinningSets.build(ANY6)
    results = []

    def build(i):
        results.append(WinningSets.open_or_build(ANY6, tmp_path / str(i), checkpoint_seconds=0))

    for i in range(4):
        threads = [threading.Thread(target=build, args=[i], daemon=True) for _ in range(3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(300)
        assert WinningSets.open(ANY6, tmp_path / str(i)) == expected
    assert len(results) == 12
    assert all(sets == expected for sets in results)


# -- interrupted ----------------------------------------------------------------------------------


def interrupt_at(monkeypatch, steps):
    """Ctrl-C in the middle of that step."""
    step, calls = LevelEngine.step, []

    def interrupted(self, *arguments, **options):
        calls.append(arguments)
        if len(calls) == steps:
            raise KeyboardInterrupt
        return step(self, *arguments, **options)

    monkeypatch.setattr(LevelEngine, "step", interrupted)


def test_ctrl_c_keeps_what_was_finished(tmp_path, monkeypatch):
    """However short the work was: the next build goes on from there, and clears it away."""
    folder = store.folder_of(ANY6, tmp_path)
    with monkeypatch.context() as patch:
        interrupt_at(patch, 8)
        with pytest.raises(KeyboardInterrupt):
            WinningSets.open_or_build(ANY6, tmp_path)
    kept = sorted(path.name for path in Checkpoint(ANY6, folder).folder.iterdir())
    assert kept == [f"F-{pegs}.npz" for pegs in range(14, 20)]
    assert WinningSets.open_or_build(ANY6, tmp_path) == WinningSets.build(ANY6)
    assert [path.name for path in folder.parent.iterdir()] == [folder.name]


def test_ctrl_c_leaves_nothing_where_nothing_may_be_kept(tmp_path, monkeypatch):
    interrupt_at(monkeypatch, 8)
    with pytest.raises(KeyboardInterrupt):
        WinningSets.open_or_build(ANY6, tmp_path, budget=Budget(memory="1GiB"))
    assert list(tmp_path.iterdir()) == []


def test_with_a_limit_of_memory_levels_are_read_one_by_one(tmp_path):
    whole = WinningSets.build(A4)
    budget = Budget(memory="1MiB", scratch=tmp_path)
    sets = WinningSets.open_or_build(A4, tmp_path, budget=budget)
    assert isinstance(sets.levels, StoredLevels)
    assert list(sets.levels) == list(whole.levels)
    assert all(np.array_equal(sets.levels[pegs], whole.levels[pegs]) for pegs in whole.levels)
    assert sets.solution(T5.vacancy("a4")) == whole.solution(T5.vacancy("a4"))
    with pytest.raises(KeyError):
        sets.levels[99]
    next(tmp_path.rglob("pegs=5/*.parquet")).write_bytes(b"no more")
    with pytest.raises(StoreDamagedError):
        StoredLevels(sets.levels._files, [5])[5]
