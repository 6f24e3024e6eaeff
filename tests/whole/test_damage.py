"""Tests that a damaged file is either rejected or still read correctly.

The slow tests flip every bit of one small file of each kind.
"""

import json
import pickle
import random
import tracemalloc
from contextlib import suppress
from dataclasses import replace
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile

import numpy as np
import numpy.lib.format as npy
import pytest
from packs import ReadPack

from pegsolitaire.board import triangle
from pegsolitaire.cluster.shards import Cut, PartLostError, ShardFiles
from pegsolitaire.engine import LevelEngine, LevelSet, ShardSteps, Unfinished
from pegsolitaire.engine.level_set import TablePlan, write_level
from pegsolitaire.errors import StoreDamagedError, StoreError
from pegsolitaire.game import Problem
from pegsolitaire.papers import KeptResults, Row, RowResult
from pegsolitaire.sets import FewestMoves, Pack, PositionValues, Tablebase, WinningSets, values
from pegsolitaire.sets.building import Checkpoint
from pegsolitaire.sets.npz_files import checksum, map_columns, write_columns
from pegsolitaire.sets.tablebases import ClosureKeeper
from pegsolitaire.sets.winning import read_level
from pegsolitaire.work import Work

T4, T5 = triangle(4), triangle(5)
PROBLEM = Problem(T4, "a2", "b2")
SOME_BITS = 160  # number of bits to flip in each file during `make test`

#: Maps each kind of file to a function that creates one in a folder.
KINDS = {}


def kind(make):
    KINDS[make.__name__.replace("_", " ")] = make
    return make


@kind
def winning_sets(root):
    path = WinningSets.build(PROBLEM).save(root)
    return path, lambda: levels_of(WinningSets.open(PROBLEM, root=root))


@kind
def a_level_of_winning_sets(root):
    path = WinningSets.build(PROBLEM).save(root)
    file = WinningSets.file(PROBLEM, root=root)
    return path, lambda: read_level(file, 5).tolist()


@kind
def fewest_moves(root):
    FewestMoves.load(T4, ["b2"], work=Work(store=root))
    file = FewestMoves.file(T4, ["b2"], root)
    return file.path, lambda: levels_of(file.open())


def levels_of(sets):
    return {number: level.tolist() for number, level in sets.levels.items()}


@kind
def numbers_of_winning_positions(root):
    PositionValues.load(PROBLEM, wins=WinningSets.build(PROBLEM), work=Work(store=root))
    path = PositionValues.file(PROBLEM, root=root).path
    return path, lambda: [
        str(one) for one in PositionValues.open(PROBLEM, root=root).levels.values()
    ]


@kind
def tablebase(root):
    path = root / "table.npz"
    Tablebase.build(T4, ["b2"]).save(path)
    return path, lambda: Tablebase.open(path).solvable.words.tolist()


@kind
def tablebase_under_way(root):
    keeper = ClosureKeeper(T4, (1 << T4.bit("b2"),), root / "table.npz")
    Tablebase.build(T4, ["b2"]).save(keeper.path)

    def ask():
        found = keeper.known()
        return None if found is None else found.words.tolist()

    return keeper.path, ask


@kind
def pack(root):
    path = root / "wins.pack"
    Pack.of(WinningSets.build(PROBLEM)).save(path)
    return path, lambda: levels_of(ReadPack(path.read_bytes()))


def _level():
    with LevelEngine.of(PROBLEM) as engine:
        return engine.step(engine.level(PROBLEM.starts), engine.jumps)


def _loaded(checkpoint):
    level = checkpoint.load("F", 8)
    return None if level is None else (level.words.tolist(), level.offsets.tolist())


@kind
def checkpoint(root):
    kept = Checkpoint(PROBLEM, root, seconds=0)
    kept.keep("F", 8, _level())
    return kept.folder / "F-8.npz", lambda: _loaded(kept)


def _checkpoint_of_a_file(root):
    kept = Checkpoint(PROBLEM, root, seconds=0)
    level = write_level(kept.folder, [_level()])
    kept.keep("F", 8, level)
    return kept, level


@kind
def checkpoint_with_words_in_a_file(root):
    kept, _ = _checkpoint_of_a_file(root)
    return kept.folder / "F-8.npz", lambda: _loaded(kept)


@kind
def words_of_a_checkpoint(root):
    kept, level = _checkpoint_of_a_file(root)
    return level.files[0], lambda: _loaded(kept)


@kind
def moves_that_are_proven_to_be_too_few(root):
    kept = Checkpoint(PROBLEM, root, seconds=0, ending="moves.building")
    kept.prove(3)
    return kept.folder / "proven.json", lambda: kept.proven or None


def _passes(root):
    unfinished = Unfinished(root, "F-8", b"this")
    plan = TablePlan.for_words(21, 1000, 1 << 14, on_disk=True)
    with unfinished.begin(plan, 1 << 14) as begun:
        sizes = np.full(plan.together, 3)
        words = np.arange(sizes.sum(), dtype=f"u{plan.size}")
        begun.write(LevelSet(words, np.concatenate(([0], np.cumsum(sizes)))))

    def ask():
        before = {path: path.read_bytes() for path in (unfinished.path, unfinished.record)}
        with unfinished.begin(plan, 1 << 14) as again:
            found = (again.sizes.tolist(), unfinished.path.read_bytes())
        for path, content in before.items():  # it truncates or removes damaged files
            path.write_bytes(content)
        return found if found[0] else None

    return unfinished, ask


@kind
def passes_of_a_level(root):
    unfinished, ask = _passes(root)
    return unfinished.record, ask


@kind
def words_of_passes(root):
    unfinished, ask = _passes(root)
    return unfinished.path, ask


def _shards(root):
    files, cut, steps = ShardFiles(str(root), PROBLEM), Cut(10, 2, 2), ShardSteps(PROBLEM)
    level = steps.level(PROBLEM.starts, cut.logp)
    for _ in range(2):
        run = steps.spread(level, "forward", cut.logp)
        level = steps.merge([run], range(4), cut.logp, 100)
    files.make_folder("F-7")
    files.write_shard("F-7", 0, level.part(cut.span(0)), 5, "source")
    files.write_run("F-7", 0, run, cut, "source")

    def read(reader, *given):
        try:
            found = reader("F-7", 0, *given)
        except PartLostError:
            return None
        return (found.stored.tolist(), found.offsets.tolist())

    return files, read, cut


@kind
def shard(root):
    files, read, cut = _shards(root)
    return root / "F-7" / "0000.shard", lambda: read(files.read_shard, cut)


@kind
def manifest(root):
    files, _, _ = _shards(root)
    return root / "F-7" / "0000.json", lambda: files.manifest("F-7", 0, "source")


@kind
def run_for_two_shards(root):
    files, read, cut = _shards(root)
    (path,) = root.glob("F-7/*.run")
    return path, lambda: read(files.read_run, 1, cut, "source")


@kind
def results_of_the_papers(root):
    kept = KeptResults("1", root / "reproduce.json")
    row = Row(
        name="notes-one", source="Notes", title="a number", published=1, compute=int,
        command="pegs", cost="quick",
    )  # fmt: skip
    kept.add(RowResult(row, 12345, 1.0))

    def ask():
        found = KeptResults("1", kept.path).result(row)
        return None if found is None else (found.computed, found.seconds)

    return kept.path, ask


def refused(path, ask, bits):
    """Flip bits one at a time and count how often the file is rejected.

    The test fails if a damaged file gives a wrong answer.
    """
    whole, right, number = path.read_bytes(), ask(), 0
    assert right is not None
    for bit in bits:
        damaged = bytearray(whole)
        damaged[bit // 8] ^= 1 << bit % 8
        path.write_bytes(damaged)
        answer = None
        with suppress(StoreError):
            answer = ask()
        assert answer in (None, right), f"bit {bit}"
        number += answer is None
    path.write_bytes(whole)
    assert ask() == right
    return number


@pytest.mark.every(3)
@pytest.mark.parametrize("make", KINDS.values(), ids=KINDS)
def test_some_flipped_bits(tmp_path, make):
    path, ask = make(tmp_path)
    bits = range(8 * path.stat().st_size)
    some = random.Random(0).sample(bits, min(SOME_BITS, len(bits)))
    assert refused(path, ask, some) > len(some) // 3


@pytest.mark.slow
@pytest.mark.parametrize(
    "make",
    [
        pytest.param(make, id=name, marks=pytest.mark.xdist_group(f"bits of {name}"))
        for name, make in KINDS.items()  # one of them takes a quarter of an hour
    ],
)
def test_every_flipped_bit(tmp_path, make):
    path, ask = make(tmp_path)
    assert refused(path, ask, range(8 * path.stat().st_size))


def test_a_file_that_names_another_type_for_the_same_bytes(tmp_path):
    path, ask = numbers_of_winning_positions(tmp_path)
    envelope, columns = map_columns(path, values.FORMAT)
    details = {key: envelope.details[key] for key in envelope.details if key != "sha256"}
    path.unlink()
    changed = {**columns, "5.solutions_0": columns["5.solutions_0"].view("float64")}
    write_columns(path, replace(envelope, details=details), changed.items(), mapped=True)
    with pytest.raises(StoreDamagedError, match=r"column 5\.solutions_0 is of type float64, and"):
        ask()


# -- malicious files ------------------------------------------------------------------------------


def rewritten(path, change):
    """Write the file of winning sets again with modified members (arrays or raw bytes)."""
    with np.load(path) as file:
        members = {name: file[name] for name in file.files}
    change(members)
    with ZipFile(path, "w", ZIP_DEFLATED) as archive:
        for name, content in members.items():
            if isinstance(content, np.ndarray):
                buffer = BytesIO()
                np.save(buffer, content)
                content = buffer.getvalue()
            archive.writestr(f"{name}.npy", content)


def header(shape, descr="|u1", fortran_order=False):
    buffer = BytesIO()
    described = {"descr": descr, "fortran_order": fortran_order, "shape": shape}
    npy.write_array_header_1_0(buffer, described)
    return buffer.getvalue()


HUGE = 1 << 50
MALICE = {
    "a huge shape": lambda members: members.update({"5": header((8, HUGE))}),
    "a negative shape": lambda members: members.update({"5": header((8, -1))}),
    "objects": lambda members: members.update({"5": header((3,), "|O") + pickle.dumps([1, 2, 3])}),
    "another type": lambda members: members.update({"5": members["5"].view(np.int8)}),
    "Fortran order": lambda members: members.update({"5": np.asfortranarray(members["5"])}),
    "more dimensions": lambda members: members.update({"5": members["5"][None]}),
    "more numbers": lambda members: members.update({"5": np.repeat(members["5"], 2, axis=1)}),
    "fewer numbers": lambda members: members.update({"5": members["5"][:, :-1]}),
    "a huge envelope": lambda members: members.update(envelope=np.zeros(1 << 25, np.uint8)),
    "no array": lambda members: members.update({"5": b"import os"}),
    "no column": lambda members: members.pop("5"),
}


def says(size):
    """Return a function that sets the stated size of a column and fixes the checksum."""

    def change(members):
        document = json.loads(members["envelope"].tobytes())
        del document["sha256"]
        document["columns"]["5"]["size"] = size
        document["sha256"] = checksum(document)
        members["envelope"] = np.frombuffer(json.dumps(document).encode(), np.uint8)
        members["5"] = header((8, size)) if isinstance(size, int) else members["5"]

    return change


@pytest.mark.parametrize(
    "change",
    [*MALICE.values(), says(HUGE), says(1 << 30), says(-1), says("many"), says(None), says(1.5)],
)
def test_what_somebody_made_to_do_harm_is_refused(tmp_path, change):
    """Malicious files are rejected with a one-line message before memory is allocated."""
    path = WinningSets.build(PROBLEM).save(tmp_path)
    rewritten(path, change)
    tracemalloc.start()
    with pytest.raises(StoreDamagedError) as caught:
        WinningSets.open(PROBLEM, root=tmp_path)
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert most < 1 << 25
    assert str(caught.value).startswith(f"{path} cannot be used: ")
    assert "\n" not in str(caught.value)


FINISHED = 2  # partitions of the level below that one pass finished
NO_RECORDS = {
    "no partitions in a pass": {"plan": [3, 16, 0]},
    "fewer than none": {"plan": [3, 16, -1]},
    "a negative number of partitions": {"plan": [-5, 16, 1]},
    "more partitions than a level has": {"plan": [63, 16, 1]},
    "more partitions in a pass than there are": {"plan": [0, 16, FINISHED]},
    "passes that do not divide the level": {"plan": [3, 16, 3]},
    "tables without slots": {"plan": [3, 0, FINISHED]},
    "tables larger than the memory": {"plan": [3, 1 << 40, FINISHED]},
    "half a plan": {"plan": [3, 16]},
    "more partitions finished than there are": {"sizes": [0] * 64, "crc32": 0},
    "a single number": {"sizes": 3},
    "a table of numbers": {"sizes": [[3], [3]]},
    "words": {"sizes": ["three"] * FINISHED},
    "numbers with fractions": {"sizes": [3.0] * FINISHED},
    "negative numbers": {"sizes": [-3] * FINISHED},
    "numbers beyond the file": {"sizes": [1 << 62] * FINISHED},
}


@pytest.mark.parametrize("change", NO_RECORDS.values(), ids=NO_RECORDS)
def test_records_of_passes_that_cannot_be_are_not_gone_on_with(tmp_path, change):
    unfinished, _ = _passes(tmp_path)
    plan = TablePlan.for_words(21, 1000, 1 << 14, on_disk=True)
    with np.load(unfinished.record) as file:
        record = {name: file[name] for name in file.files}
    assert len(record["sizes"]) == FINISHED
    with open(unfinished.record, "wb") as file:
        np.savez(file, **record | {name: np.array(value) for name, value in change.items()})
    tracemalloc.start()
    with unfinished.begin(plan, 1 << 14) as begun:
        assert (begun.plan, len(begun.sizes)) == (plan, 0)
    assert tracemalloc.get_traced_memory()[1] < 1 << 22
    tracemalloc.stop()
