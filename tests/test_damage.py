"""A file that was damaged is refused, or right: of one small file of each kind, every bit."""

import random
from contextlib import suppress

import numpy as np
import pyarrow as pa
import pytest

from pegsolitaire.board import triangle
from pegsolitaire.cluster.files import ShardFiles
from pegsolitaire.cluster.parts import Cut, PartLostError
from pegsolitaire.engine import LevelEngine, LevelSet, ShardSteps, Unfinished
from pegsolitaire.engine.sparse.scratch import write_level
from pegsolitaire.engine.sparse.tables import TablePlan
from pegsolitaire.errors import StoreDamagedError, StoreError
from pegsolitaire.game import Problem
from pegsolitaire.papers import Kept, Result, Row
from pegsolitaire.sets import FewestMoves, Pack, PositionValues, Tablebase, WinningSets
from pegsolitaire.sets.checkpoint import Checkpoint
from pegsolitaire.sets.tablebase_file import Keeper
from pegsolitaire.sets.winning_files import files_of_wins

T4, T5 = triangle(4), triangle(5)
PROBLEM = Problem.single(T4, "a2", "b2")
SOME_BITS = 400  # of a file, in `make test`

#: A way to make each kind of file: from a folder to the file and what it answers.
KINDS = {}


def kind(make):
    KINDS[make.__name__.replace("_", " ")] = make
    return make


@kind
def winning_sets(root):
    folder = WinningSets.build(PROBLEM).save(root)
    files = files_of_wins(PROBLEM, root)
    return folder / "pegs=5" / "part-000.parquet", lambda: files.level(5).tolist()


@kind
def fewest_moves(root):
    folder = FewestMoves.build(T4, ["b2"]).save(root)

    def ask():
        return {
            n: level.tolist() for n, level in FewestMoves.open(T4, ["b2"], root).levels.items()
        }

    return folder / "moves=2" / "part-000.parquet", ask


@kind
def numbers_of_winning_positions(root):
    PositionValues.open_or_build(PROBLEM, root, wins=WinningSets.build(PROBLEM))
    [folder] = root.glob("*/*.explored")
    return folder / "pegs=5.arrow", lambda: str(PositionValues.open(PROBLEM, root).levels[5])


@kind
def tablebase(root):
    path = root / "table.arrow"
    Tablebase.build(T4, ["b2"], path)
    return path, lambda: Tablebase.open(path).solvable.words.tolist()


@kind
def tablebase_under_way(root):
    keeper = Keeper(T4, (1 << T4.index("b2"),), root / "table.arrow")
    Tablebase.build(T4, ["b2"]).save(keeper.path)

    def ask():
        found = keeper.known()
        return None if found is None else found.words.tolist()

    return keeper.path, ask


@kind
def pack(root):
    path = root / "wins.pack"
    Pack.of(WinningSets.build(PROBLEM)).save(path)
    return path, lambda: {n: level.tolist() for n, level in Pack.open(path).levels.items()}


def _level():
    with LevelEngine.of(PROBLEM) as engine:
        return engine.step(engine.level(PROBLEM.starts), engine.jumps)


def _loaded(checkpoint):
    level = checkpoint.load("F", 8)
    return None if level is None else (level.words.tolist(), level.offsets.tolist())


@kind
def checkpoint(root):
    kept = Checkpoint(PROBLEM, root / "wins", seconds=0)
    kept.keep("F", 8, _level())
    return kept.folder / "F-8.npz", lambda: _loaded(kept)


def _checkpoint_of_a_file(root):
    kept = Checkpoint(PROBLEM, root / "wins", seconds=0)
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
    kept = Checkpoint.of_moves(PROBLEM, root, seconds=0)
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
        for path, content in before.items():  # it cuts off or removes what is damaged
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
    files.write_shard("F-7", 0, steps.part(level, cut.span(0)), 5, "source")
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
    kept = Kept("1", root / "reproduce.json")
    row = Row(
        name="notes-one", source="Notes", title="a number", published=1, compute=int,
        command="pegs", cost="quick",
    )  # fmt: skip
    kept.add(Result(row, 12345, 1.0))

    def ask():
        found = Kept("1", kept.path).result(row)
        return None if found is None else (found.computed, found.seconds)

    return kept.path, ask


def refused(path, ask, bits):
    """Flip bits, one at a time: how often nothing is answered; never anything else."""
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


@pytest.mark.parametrize("make", KINDS.values(), ids=KINDS)
def test_some_flipped_bits(tmp_path, make):
    path, ask = make(tmp_path)
    bits = range(8 * path.stat().st_size)
    some = random.Random(0).sample(bits, min(SOME_BITS, len(bits)))
    assert refused(path, ask, some) > len(some) // 3


@pytest.mark.slow
@pytest.mark.parametrize("make", KINDS.values(), ids=KINDS)
def test_every_flipped_bit(tmp_path, make):
    path, ask = make(tmp_path)
    assert refused(path, ask, range(8 * path.stat().st_size))


@pytest.mark.parametrize(
    ("column", "other"), [("solutions_0", "float64"), ("code", "int64"), ("moves", "int8")]
)
def test_a_file_that_names_another_type_for_the_same_bytes(tmp_path, column, other):
    """One flipped bit made numbers of solutions floating-point numbers, and 3,408 became 0."""
    path, ask = numbers_of_winning_positions(tmp_path)
    with pa.memory_map(str(path)) as file, pa.ipc.open_file(file) as reader:
        batch = reader.get_batch(0)
    at = batch.schema.get_field_index(column)
    array = batch.column(at).view(getattr(pa, other)())
    field = batch.schema.field(column).with_type(array.type)
    columns = [array if i == at else one for i, one in enumerate(batch.columns)]
    changed = pa.record_batch(columns, schema=batch.schema.set(at, field))
    path.unlink()
    with pa.OSFile(str(path), "wb") as file, pa.ipc.new_file(file, changed.schema) as writer:
        writer.write_batch(changed)
    with pytest.raises(StoreDamagedError, match=f"column {column} is of type {other}, and should"):
        ask()
