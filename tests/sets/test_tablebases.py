"""Tablebases are correct, and their files are read back or refused, whatever happens to them."""

import json
import os
import random
import subprocess
import sys
import time
from contextlib import suppress
from functools import cache

import known
import naive
import numpy as np
import programs
import pytest
import small_engine
from class_codes import ALL, BOARDS, Interrupt
from marks import each, slow
from private import set_private

from pegsolitaire.board import named_board
from pegsolitaire.engine import Bitmap, class_bitmaps, close
from pegsolitaire.errors import (
    BoardTooLargeError,
    ProblemError,
    StoreDamagedError,
    StoreError,
    StoreMissingError,
    StoreWarning,
)
from pegsolitaire.game import Position
from pegsolitaire.sets import Tablebase, finishes_by_tables, tablebases
from pegsolitaire.sets.npz_files import write_columns
from pegsolitaire.theory import class_of
from pegsolitaire.work import Progress, Work

T4, T5, ENGLISH = (named_board(name) for name in ("triangle4", "triangle5", "english"))


@cache
def english_to_d4():
    """Build the largest table of these tests only once."""
    return Tablebase.build(ENGLISH, ["d4"])


def finishes_of(board, seed):
    """Return a few single pegs of one class."""
    rng = random.Random(seed)
    label = class_of(board, 1 << rng.randrange(len(board)))
    holes = [i for i in range(len(board)) if class_of(board, 1 << i) == label]
    return [1 << i for i in rng.sample(holes, rng.randint(1, len(holes)))]


def same(one, other):
    """Return whether two tables agree on all positions."""
    return (
        one.board == other.board
        and one.finishes == other.finishes
        and np.array_equal(one.solvable.words, other.solvable.words)
    )


def says_one_line(error, path):
    text = str(error.value)
    return str(path) in text and len(text.splitlines()) == 1


@pytest.fixture
def stored(tmp_path):
    """Return a table of a small board and its file."""
    path = tmp_path / "to_a1.tablebase.npz"
    table = Tablebase.build(T5, ["a1"])
    table.save(path)
    return table, path


# -- the content of a table -----------------------------------------------------------------------


@BOARDS
def test_tables_agree_with_the_twin(board):
    for seed in range(3):
        finishes = finishes_of(board, seed)
        table = Tablebase.build(board, finishes)
        levels = naive.backward_levels(board, finishes)
        assert table.sizes() == {pegs: len(codes) for pegs, codes in levels.items()}
        assert len(table) == sum(map(len, levels.values()))
        solvable = set().union(*levels.values())
        rng = random.Random(seed)
        others = {rng.getrandbits(len(board)) for _ in range(500)}
        assert all(code in table for code in solvable)
        assert all((code in table) is (code in solvable) for code in others)


@pytest.mark.parametrize(
    "name",
    ["triangle4", "triangle5", "truncated12", "rectangle3x4", "rectangle3x4+diagonal", "square3"],
)
def test_reduced_levels_agree_with_the_twin(name):
    board = named_board(name)
    for seed in range(3):
        finishes = finishes_of(board, seed)
        group = naive.problem_group(board, finishes, finishes)
        levels = naive.backward_levels(board, finishes, group)
        expected = {pegs: len(codes) for pegs, codes in levels.items()}
        table = Tablebase.build(board, finishes)
        assert len(table.group) == len(group)
        assert table.reduced_sizes() == expected


one_table = pytest.mark.xdist_group("english to d4")  # building it takes seconds


@pytest.mark.slow
@one_table
def test_the_english_board():
    """The positions that lead to d4 are the complements of those reached from its vacancy."""
    table = english_to_d4()
    assert len(table) == known.ENGLISH_CENTRAL_REACHABLE_RAW
    reduced = table.reduced_sizes()
    assert reduced[18] == 3_626_632
    assert reduced == {33 - pegs: f for pegs, (f, _) in known.TABLE_2_ENGLISH.items()}


def test_positions_and_codes():
    table = Tablebase.build(T5, ["a1"])
    position = T5.vacancy("a1")
    for one in (position, position.code, np.uint64(1)):
        assert one in table
    for other in (Position(named_board("square4"), position.code), 1 | 1 << 40, -1, "a1", None):
        assert other not in table
    assert [table.finishes, Tablebase.build(T5, [1, (0, 0), "a1"]).finishes] == [(1,), (1,)]


@pytest.mark.parametrize("finishes", [[], ["a1", "a2"], [0b1, 0b1010]])
def test_finishes_of_one_class(finishes, tmp_path):
    with pytest.raises(ProblemError):
        Tablebase.build(T5, finishes)
    with pytest.raises(ProblemError):
        Tablebase.load(T5, finishes, tmp_path / "some.npz")
    assert os.listdir(tmp_path) == []


def test_boards_of_more_than_64_holes():
    with pytest.raises(BoardTooLargeError, match="64"):
        Tablebase.build(named_board("rectangle65x1"), ["a1"])


# -- verified -------------------------------------------------------------------------------------


@pytest.mark.parametrize("board", [T4, T5, named_board("rectangle3x4")], ids=str)
def test_verify_catches_every_bit_that_is_wrong(board):
    table = Tablebase.build(board, ["a1"])
    table.verify()
    table.verify(sample=50, seed=1)
    rng = random.Random(5)
    size = len(table.solvable.coset)
    for i in [0, size - 1, *rng.choices(range(size), k=9)]:
        words = table.solvable.words.copy()
        words[i >> 6] ^= np.uint64(1 << (i & 63))
        with pytest.raises(StoreDamagedError, match="wrong about code"):
            Tablebase(board, table.finishes, Bitmap(table.solvable.coset, words)).verify()


def test_verify_catches_an_empty_table_by_a_sample():
    table = Tablebase.build(T5, ["a1"])
    words = ~table.solvable.words
    with pytest.raises(StoreDamagedError, match="wrong about code"):
        Tablebase(T5, [1], Bitmap(table.solvable.coset, words)).verify(sample=200)


@pytest.mark.slow
@one_table
def test_verify_the_english_board_by_a_sample():
    english_to_d4().verify(sample=200_000)


# -- every finish of a board ----------------------------------------------------------------------


def firsts(board):
    """Return the first hole of each orbit, to which the symmetries map all others."""
    return [min(orbit) for orbit in board.orbits]


@pytest.mark.parametrize("name", ["triangle5", "square4", "rectangle3x4", "truncated12"])
def test_some_positions_and_all_finishes(name, monkeypatch):
    board, rng, seen = named_board(name), random.Random(8), set()
    tables = {codes: Tablebase.build(board, codes) for codes in ((1 << i,) for i in firsts(board))}
    monkeypatch.setattr(Tablebase, "build", lambda _, finishes, work: tables[finishes])
    for _ in range(120):
        pegs = rng.sample(range(len(board)), rng.randint(1, min(9, len(board))))
        code = sum(1 << i for i in pegs)
        found = set(finishes_by_tables(Position(board, code)))
        assert found == naive.reachable_finishes(board, code)
        seen |= found
    assert len(seen) > 5


@pytest.mark.slow
def test_the_tables_of_all_finishes_are_stored(tmp_path, monkeypatch):
    monkeypatch.setenv("PEGSOLITAIRE_HOME", str(tmp_path))
    position = T5.vacancy("a1")
    expected = naive.reachable_finishes(T5, position.code)
    for _ in range(2):
        assert set(finishes_by_tables(position, store=True)) == expected
        files = sorted(path.name for path in (tmp_path / "triangle5").iterdir())
        assert files == [f"to_{hole}.tablebase.npz" for hole in ("a1", "a2", "a3", "b3")]
    (tmp_path / "triangle5" / "to_a1.tablebase.npz").write_bytes(b"?")
    with pytest.warns(
        StoreWarning, match=r"to_a1\.tablebase\.npz\.damaged, and it is built again"
    ):
        assert set(finishes_by_tables(position, store=True)) == expected
    assert Tablebase.open(tmp_path / "triangle5" / "to_a1.tablebase.npz")


def test_a_file_that_was_named_is_never_moved(tmp_path):
    path = tmp_path / "notes.npz"
    path.write_bytes(b"mine")
    with pytest.raises(StoreDamagedError, match="choose another file"):
        Tablebase.load(T5, ["a1"], path)
    assert path.read_bytes() == b"mine"


# -- files ----------------------------------------------------------------------------------------


@BOARDS
def test_round_trip(board, tmp_path):
    for seed in range(2):
        finishes = finishes_of(board, seed)
        built, path = Tablebase.build(board, finishes), tmp_path / f"{seed}.npz"
        assert built.save(path) == path
        assert same(Tablebase.open(path), built)
        assert same(Tablebase.file(path, board, built.finishes).open(), built)
    assert len(os.listdir(tmp_path)) == 2


def test_stored_tables(tmp_path, monkeypatch):
    monkeypatch.setenv("PEGSOLITAIRE_HOME", str(tmp_path))
    paths = set()
    for board in (T5, ALL["no symmetry"]):
        threes = [code for code in range(7, 2000) if code.bit_count() == 3]
        for codes in ([1], finishes_of(board, 0), [board.full_code], threes):
            label = class_of(board, codes[0])
            some = [code for code in codes if class_of(board, code) == label]
            table, path = Tablebase.load(board, some), tablebases.default_path(board, some)
            assert path.is_file()
            assert same(Tablebase.load(board, some[::-1]), table)
            assert same(Tablebase.open(path), Tablebase.build(board, some))
            paths.add(path)
    assert len(paths) >= 6
    assert {path for path in tmp_path.rglob("*") if path.is_file()} == paths


def test_numpy_alone_opens_the_file(stored):
    """Positions can be looked up with numpy alone, following the documentation."""
    table, path = stored
    with np.load(path, allow_pickle=False) as file:
        assert file.files == ["bits", "envelope"]
        words, document = file["bits"].tolist(), json.loads(file["envelope"].tobytes())
        assert file["bits"].dtype == np.uint64
    assert (document["format"], document["version"]) == ("pegsolitaire tablebase", 3)
    assert document["board"] == {
        "name": "triangle5",
        "lattice": "triangular",
        "holes": [list(hole) for hole in T5],
    }
    assert document["finishes"] == [1]
    for code in range(T5.full_code + 1):
        pegs = [code >> hole & 1 for hole in range(len(T5))]
        of_class = all(
            pegs[parity["hole"]] == (sum(pegs[i] for i in parity["holes"]) + parity["odd"]) % 2
            for parity in document["parities"]
        )
        index = sum(pegs[hole] << digit for digit, hole in enumerate(document["digits"]))
        assert (code in table) is (of_class and bool(words[index // 64] >> index % 64 & 1))


# -- damage ---------------------------------------------------------------------------------------


def replaced(path, data):
    """Replace a file by a new one, so that a mapped old file does not change."""
    path.unlink(missing_ok=True)
    path.write_bytes(data)


def test_truncated_files(stored):
    table, path = stored
    data = path.read_bytes()
    for size in [*range(0, len(data), 37), 1, 7, 8, len(data) - 1]:
        replaced(path, data[:size])
        with pytest.raises(StoreDamagedError) as error:
            Tablebase.open(path)
        assert says_one_line(error, path)
    replaced(path, data + b"\0" * 100)
    with suppress(StoreDamagedError):
        assert same(Tablebase.open(path), table)


def test_flipped_bits_of_the_column(stored):
    """Every flipped bit is detected."""
    table, path = stored
    data = path.read_bytes()
    begin = data.index(table.solvable.words.tobytes())
    for place in range(begin, begin + table.solvable.words.nbytes, 61):
        replaced(path, data[:place] + bytes([data[place] ^ 4]) + data[place + 1 :])
        with pytest.raises(StoreDamagedError, match="checksum"):
            Tablebase.open(path)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"finishes": [1]', '"finishes": [6]'),  # in the same class
        ('"finishes": [1]', '"finishes": [0]'),
        ('"finishes": [1]', '"finishes": [ ]'),
        ("[[0, 0], [0, 1]", "[[0, 0],[0,1e9]"),
        ("[[0, 0], [0, 1]", "[[0,0],[0,1e999"),
        ("[4, 4]]", "[4, 9]]"),
        ('"odd": false', '"odd": true '),
        ('"odd": true', '"odd": null'),
    ],
)
def test_changed_metadata(stored, old, new):
    _, path = stored
    data = path.read_bytes()
    assert len(old) == len(new)
    assert old.encode() in data
    replaced(path, data.replace(old.encode(), new.encode()))
    with pytest.raises(StoreDamagedError) as error:
        Tablebase.open(path)
    assert says_one_line(error, path)


def test_a_file_of_another_problem(stored):
    _, path = stored
    for board, finishes in ((T4, (1,)), (T5, (64,)), (T5, (1, 64)), (ENGLISH, (1,))):
        with pytest.raises(StoreError, match="choose another file") as error:
            Tablebase.file(path, board, finishes).open()
        assert "\n" not in str(error.value)


@each(
    "change",
    [
        lambda bits: bits.astype(np.int64),
        lambda bits: bits[:-1],
        lambda bits: bits[:0],
        lambda bits: np.append(bits, bits),
    ],
)
def test_another_column(stored, change):
    """The column is refused although the envelope describes it."""
    table, path = stored
    envelope = Tablebase.file(path, T5, table.finishes).envelope
    column = change(table.solvable.words.copy())
    path.unlink()
    write_columns(path, envelope, [("bits", column)], mapped=True)
    with pytest.raises(StoreDamagedError) as error:
        Tablebase.open(path)
    assert says_one_line(error, path)


def test_a_column_that_differs_from_its_envelope(stored):
    table, path = stored
    with np.load(path) as file:
        envelope = file["envelope"]
    words = table.solvable.words
    for column in (words.astype(np.int64), np.append(words, words)):
        path.unlink()
        np.savez(path, bits=column, envelope=envelope)
        with pytest.raises(StoreDamagedError, match="its column bits differs from its envelope"):
            Tablebase.open(path)


def test_a_folder_that_cannot_be_written(tmp_path):
    (tmp_path / "file").write_bytes(b"")
    path = tmp_path / "file" / "x.npz"
    for write in (Tablebase.build(T4, ["a1"]).save, lambda p: Tablebase.load(T4, ["a1"], p)):
        with pytest.raises(StoreError) as error:
            write(path)
        assert says_one_line(error, path)


# -- interrupted and killed -----------------------------------------------------------------------


def building(path):
    return path.with_name(f"{path.name}.building")


def interrupted(path, monkeypatch, at=2):
    """Interrupt a build of triangle6 and return its board."""
    board = named_board("triangle6")
    with monkeypatch.context() as patch:
        set_private(patch, tablebases, _WORTH_KEEPING=-1)
        set_private(patch, class_bitmaps, _ROUNDS=1)
        with pytest.raises(KeyboardInterrupt):
            Tablebase.load(board, ["a1"], path, work=Work(progress=Interrupt(at)))
    return board


def test_an_interrupted_build_goes_on(tmp_path, monkeypatch):
    path = tmp_path / "x.npz"
    board = interrupted(path, monkeypatch)
    expected = Tablebase.build(board, ["a1"])
    assert os.listdir(tmp_path) == ["x.npz.building"]
    part = Tablebase.open(building(path)).solvable
    assert not (part.words & ~expected.solvable.words).any()
    given = []

    def spy(*arguments, known=None, **options):
        given.append(known)
        return close(*arguments, known=known, **options)

    monkeypatch.setattr("pegsolitaire.engine.close", spy)
    assert same(Tablebase.load(board, ["a1"], path), expected)
    assert given[0] is not None
    assert os.listdir(tmp_path) == ["x.npz"]
    assert same(Tablebase.open(path), expected)


def test_a_build_of_seconds_is_not_kept(tmp_path):
    with pytest.raises(KeyboardInterrupt):
        Tablebase.load(T5, ["a1"], tmp_path / "x.npz", work=Work(progress=Interrupt(1)))
    assert os.listdir(tmp_path) == []


def test_work_is_kept_from_time_to_time(tmp_path, monkeypatch):
    set_private(monkeypatch, tablebases, _KEEP_AFTER=-1)
    path, seen = tmp_path / "x.npz", []
    board, expected = named_board("triangle6"), Tablebase.build(named_board("triangle6"), ["a1"])

    class Look(Progress):
        def update(self, done, note=""):
            if building(path).exists():
                seen.append(len(Tablebase.open(building(path))))

    assert same(Tablebase.load(board, ["a1"], path, work=Work(progress=Look())), expected)
    assert seen == sorted(seen)
    assert seen[-1] == len(expected)
    assert os.listdir(tmp_path) == ["x.npz"]


@pytest.mark.parametrize("what", ["cut", "another finish", "another board"])
def test_a_damaged_part_is_left_aside(tmp_path, monkeypatch, what):
    path = tmp_path / "x.npz"
    board = interrupted(path, monkeypatch)
    if what == "cut":
        replaced(building(path), building(path).read_bytes()[:9000])
    else:
        other = (board, ["b6"]) if what == "another finish" else (T5, ["a1"])
        Tablebase.build(*other).save(building(path))
    assert same(Tablebase.load(board, ["a1"], path), Tablebase.build(board, ["a1"]))
    assert os.listdir(tmp_path) == ["x.npz"]


def test_a_folder_in_the_place_of_the_part(tmp_path):
    path = tmp_path / "x.npz"
    building(path).mkdir()
    with suppress(StoreError):
        Tablebase.load(T5, ["a1"], path)
    assert same(Tablebase.open(path), Tablebase.build(T5, ["a1"]))


def test_what_a_killed_write_left_is_removed(stored):
    _, path = stored
    for name in (
        "to_a1.tablebase.npz.new-0123456789ab",
        "to_a1.tablebase.npz.building.new-0123456789ab",
    ):
        path.with_name(name).mkdir()
        (path.with_name(name) / "to_a1.tablebase.npz").write_bytes(b"half")
    path.with_name("to_a1.tablebase.npz.new-chapter").write_bytes(b"somebody's own")
    path.unlink()
    Tablebase.load(T5, ["a1"], path)
    assert sorted(os.listdir(path.parent)) == [
        "to_a1.tablebase.npz",
        "to_a1.tablebase.npz.new-chapter",
    ]


def test_a_build_that_goes_on_is_refused_where_the_memory_is_short(tmp_path, monkeypatch):
    path = tmp_path / "x.npz"
    board = interrupted(path, monkeypatch)
    small_engine.free_memory(monkeypatch, 1 << 10)
    for at in (tmp_path / "other.npz", path):
        with pytest.raises(BoardTooLargeError, match="triangle6"):
            Tablebase.load(board, ["a1"], at)


BUILD = """
import sys, time
from pathlib import Path
from pegsolitaire.board import named_board
from pegsolitaire.work import Progress
from pegsolitaire.sets import Tablebase, tablebases
from pegsolitaire.work import Work

class Say(Progress):
    def update(self, done, note=""):
        print(done, flush=True)
        if done > 3:  # so that it is still at work when a slow machine gets to kill it
            time.sleep(5)

tablebases._KEEP_AFTER = 0.01
work = Work(progress=Say())
Tablebase.load(named_board(sys.argv[1]), sys.argv[2:3], Path(sys.argv[3]), work=work)
"""


MOMENTS = [(1, 0.02), (1, 0.15), (2, 0.05)]  # after how many sweeps and seconds to kill the build


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "hole", "moments"),
    [("rectangle5x6", "c3", MOMENTS[2:]), slow("english", "d4", MOMENTS)],
)
def test_killed_at_any_moment(tmp_path, name, hole, moments):
    """After each kill the file is missing or partial, and the next build completes it."""
    board, path, kept = named_board(name), tmp_path / "x.npz", 0
    expected = Tablebase.build(board, [hole])
    for sweeps, wait in moments:
        program = [sys.executable, "-c", BUILD, name, hole, str(path)]
        with programs.started(program, stdout=subprocess.PIPE) as process:
            for _ in range(sweeps):
                assert process.stdout.readline()
            time.sleep(wait)
        assert process.returncode == programs.KILLED
        with pytest.raises(StoreMissingError):
            Tablebase.open(path)
        if building(path).exists():
            part = Tablebase.open(building(path)).solvable
            assert not (part.words & ~expected.solvable.words).any()
            del part  # Windows cannot remove a mapped file
            kept += 1
    assert kept
    assert same(Tablebase.load(board, [hole], path), expected)
    assert same(Tablebase.open(path), expected)
    assert not building(path).exists()


def test_bitmaps_that_are_mapped_stay_as_they_are(stored):
    """An open table still works after its file is replaced or removed."""
    table, path = stored
    opened = Tablebase.open(path)
    Tablebase.build(T5, ["a1", "a4"]).save(path)
    assert same(opened, table)
    path.unlink()
    assert same(opened, table)
    with pytest.raises(ValueError, match="read-only"):
        opened.solvable.words[0] = 0
