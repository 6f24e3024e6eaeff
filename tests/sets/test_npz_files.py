"""Envelopes can be read back, and damaged files of every kind give the same error messages."""

import io
import json
import tracemalloc
from copy import copy
from dataclasses import replace
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile

import numpy as np
import pytest
from class_codes import pictures
from hypothesis import given, strategies as st
from marks import each, examples

from pegsolitaire.board import triangle
from pegsolitaire.engine import LevelEngine
from pegsolitaire.errors import StoreDamagedError, StoreError, StoreMissingError
from pegsolitaire.game import Problem
from pegsolitaire.sets import (
    Checkpoint,
    FewestMoves,
    PositionValues,
    Tablebase,
    WinningSets,
    building,
    tablebases,
    values,
)
from pegsolitaire.sets.npz_files import (
    DamageError,
    Envelope,
    Format,
    checksum,
    description,
    read_document,
    write_columns,
)
from pegsolitaire.sets.winning import read_level
from pegsolitaire.theory import canonical_bounds
from pegsolitaire.work import Work

NOTES = Format("notes", 3, "pegs notes", "burn {place}")
T5 = triangle(5)
A1 = Problem.complement(T5, "a1")

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda values: st.lists(values) | st.dictionaries(st.text(), values),
    max_leaves=8,
)
NAMES = st.sampled_from(["count", "levels", "group", "kind", "é"])


@st.composite
def envelopes(draw):
    board = draw(pictures())
    codes = st.lists(st.integers(1, board.full_code), min_size=1, max_size=4).map(tuple)
    details = draw(st.dictionaries(NAMES, VALUES))
    return Envelope(NOTES, board, draw(codes), draw(st.none() | codes), details)


# -- round trip -----------------------------------------------------------------------------------


COLUMNS = st.integers(0, 3).flatmap(
    lambda size: st.dictionaries(
        NAMES, st.lists(st.integers(0, 255), min_size=size, max_size=size).map(np.uint8)
    )
)


def with_columns(envelope, columns):
    """Return the envelope of a file with these columns, as its writer makes it."""
    return envelope.having(columns={name: description(one) for name, one in columns.items()})


@examples(60)
@given(envelopes(), COLUMNS, COLUMNS)
def test_envelopes_come_back(envelope, content, other):
    assert Envelope.decode(NOTES, envelope.encode()) == envelope
    sealed = Envelope.decode(NOTES, with_columns(envelope, content).sealed().encode())
    sealed.check(envelope)
    types = dict.fromkeys(content, "uint8")
    sealed.check_columns(content, types)
    for changed in (sealed.having(more=1), sealed.having(sha256="0" * 64)):
        with pytest.raises(DamageError, match="checksum"):
            changed.check_columns(content, types)
    if str(other) != str(content):
        with pytest.raises(DamageError):
            sealed.check_columns(other, types)


def test_columns_are_what_the_code_says():
    codes, chances = np.arange(3, dtype=np.uint64), np.ones(3)
    types = {"code": "uint64", "chance": "float64"}
    sealed = with_columns(Envelope(NOTES, T5, (1,)), {"code": codes, "chance": chances}).sealed()
    sealed.check_columns({"code": codes, "chance": chances}, types)
    for columns, message in [
        ({"code": codes.view(np.int64), "chance": chances}, "code is of type int64"),
        ({"code": codes, "chance": chances.view(np.int64)}, "chance is of type int64"),
        ({"code": codes.astype(">u8"), "chance": chances}, "code is of type >u8"),
        ({"chance": chances, "code": codes}, "it has the column"),
        ({"code": codes}, "it has the column"),
        ({"code": codes[:2], "chance": chances}, "checksum"),
        ({"code": codes[:, None], "chance": chances}, "code has 2 dimensions"),
        ({"code": codes + np.uint64(1), "chance": chances}, "checksum"),
    ]:
        with pytest.raises(DamageError, match=message):
            sealed.check_columns(columns, types)


@given(st.binary(max_size=40) | VALUES.map(lambda value: json.dumps(value).encode()))
def test_other_documents_are_no_envelopes(data):
    with pytest.raises(DamageError, match="its format is not 'pegsolitaire notes'"):
        Envelope.decode(NOTES, data)


@each("key", ["format", "version", "board", "finishes"])
@each("value", [None, 7.5, "x", [["x"]], [1e999], {"name": "x"}])
def test_documents_that_make_no_sense(key, value):
    document = Envelope(NOTES, T5, (1,)).document()
    for bad in ({**document, key: value}, {k: v for k, v in document.items() if k != key}):
        with pytest.raises(DamageError):
            Envelope.decode(NOTES, json.dumps(bad).encode())


def test_what_is_expected():
    envelope = Envelope(NOTES, T5, (1,), (2,), {"count": 3, "more": []})
    envelope.check(Envelope(NOTES, T5, (1,), details={"count": 3}))
    for expected, message in (
        (Envelope(NOTES, triangle(4), (1,)), "it belongs to another board, triangle5"),
        (Envelope(NOTES, T5, (8,)), "its finishes differ"),
        (Envelope(NOTES, T5, (1,), (8,)), "its starts differ"),
        (Envelope(NOTES, T5, (1,), details={"count": 4}), "its count should be 4, not 3"),
        (Envelope(NOTES, T5, (1,), details={"sum": 4}), "its sum should be 4, not None"),
    ):
        with pytest.raises(DamageError, match=message):
            envelope.check(expected)


@each(
    ("error", "kind", "message"),
    [
        (FileNotFoundError(2, "no"), StoreMissingError, "no notes at x: run `pegs notes` first"),
        (PermissionError(13, "denied"), StoreError, "cannot read x: denied"),
        (MemoryError(), StoreError, "cannot read x: out of memory"),
        (DamageError("a hole"), StoreDamagedError, "x cannot be used: a hole; burn x"),
        (OSError("why.\nmore"), StoreDamagedError,
         "x cannot be used: it cannot be read (why); burn x"),
        (KeyError("k"), StoreDamagedError, "x cannot be used: it cannot be read ('k'); burn x"),
    ],
)  # fmt: skip
def test_what_goes_wrong_is_told_in_one_line(error, kind, message):
    with pytest.raises(StoreError) as caught, NOTES.reading("x"):
        raise error
    assert (type(caught.value), str(caught.value)) == (kind, message)
    with pytest.raises(StoreError) as again, NOTES.reading("y"):
        raise caught.value
    assert again.value is caught.value


# -- the same messages for every kind of file -----------------------------------------------------


def npz(path, change):
    with np.load(path) as file:
        members = {name: file[name] for name in file.files}
    document = json.loads(members["envelope"].tobytes())
    change(document)
    members["envelope"] = np.frombuffer(json.dumps(document).encode(), np.uint8)
    path.unlink()  # a mapped file must not change
    np.savez(path, **members)


def winning_file(root):
    path = WinningSets.build(A1).save(root)
    return path, lambda: WinningSets.open(A1, root=root), npz


def one_level(root):
    path, _, rewrite = winning_file(root)
    return path, lambda: read_level(WinningSets.file(A1, root=root), 1), rewrite


def moves_file(root):
    FewestMoves.load(T5, ["a1"], work=Work(store=root))
    file = FewestMoves.file(T5, [1], root)
    return file.path, file.open, npz


def tablebase_file(root):
    path = Tablebase.build(T5, ["a1"]).save(root / "a1.npz")
    return path, Tablebase.file(path, T5, (1,)).open, npz


KINDS = pytest.mark.parametrize("make", [winning_file, moves_file, tablebase_file])


def complaint(opened, path):
    with pytest.raises(StoreDamagedError) as caught:
        opened()
    said = str(caught.value)
    assert said.startswith(f"{path} cannot be used: ")
    assert "again with `pegs " in said
    assert "\n" not in said
    return said


@KINDS
@pytest.mark.parametrize(
    ("key", "value", "says"),
    [
        ("format", "pegsolitaire song", "its format is not 'pegsolitaire "),
        ("version", 99, ": upgrade the program to read it"),
        ("version", 0, ": an earlier one wrote it"),
        ("board", 5, "its board or its problem is invalid"),
        ("finishes", None, "its board or its problem is invalid"),
    ],
)
def test_envelopes_that_are_wrong(tmp_path, make, key, value, says):
    path, opened, rewrite = make(tmp_path)
    rewrite(path, lambda document: document.update({key: value}))
    assert says in complaint(opened, path)


@KINDS
def test_checksums_that_are_wrong(tmp_path, make):
    path, opened, rewrite = make(tmp_path)
    rewrite(path, lambda document: document.update(sha256="0" * 64, more=1))
    assert "its checksum does not match; " in complaint(opened, path)


@KINDS
def test_files_that_are_no_such_files(tmp_path, make):
    path, opened, _ = make(tmp_path)
    for data in (b"", b"not a file of ours", path.read_bytes()[:-200]):
        path.unlink()  # a mapped file must not change
        path.write_bytes(data)
        complaint(opened, path)


@KINDS
def test_files_of_another_problem(tmp_path, make):
    path, opened, rewrite = make(tmp_path)
    rewrite(path, lambda document: document.update(finishes=[2]))
    assert "it belongs to another problem (its finishes differ)" in complaint(opened, path)
    board = {"name": "point", "lattice": "square", "holes": [[0, 0]]}
    rewrite(path, lambda document: document.update(board=board))
    assert "it belongs to another board, point" in complaint(opened, path)


@each(
    ("change", "says"),
    [
        ({"starts": [2]}, "its starts differ"),
        ({"group_order": 3}, "its group_order should be 2, not 3"),
        ({"self_complementary": False}, "its self_complementary should be True, not False"),
    ],
)
def test_winning_sets_of_another_problem(tmp_path, change, says):
    path, opened, rewrite = winning_file(tmp_path)
    rewrite(path, lambda document: document.update(change))
    assert says in complaint(opened, path)


@KINDS
def test_files_without_a_checksum(tmp_path, make):
    path, opened, rewrite = make(tmp_path)
    rewrite(path, lambda document: document.pop("sha256"))
    complaint(opened, path)


# -- sizes that would fill the memory -------------------------------------------------------------


def sealed_anew(document):
    """Replace the checksum of the document by the right one, as an attacker could."""
    document.pop("sha256")
    document["sha256"] = checksum(document)


def with_column(path, name, array, size, compression=ZIP_DEFLATED):
    """Replace the array of a column and declare this size in the envelope."""
    with ZipFile(path) as archive:
        members = {one: archive.read(one) for one in archive.namelist()}
    content = io.BytesIO()
    np.lib.format.write_array(content, array, version=(1, 0))
    members[f"{name}.npy"] = content.getvalue()
    document = json.loads(np.load(io.BytesIO(members.pop("envelope.npy"))).tobytes())
    document["columns"][name] |= {"size": size, "sha256": "0" * 64}
    sealed_anew(document)
    content = io.BytesIO()
    np.lib.format.write_array(content, np.frombuffer(json.dumps(document).encode(), np.uint8))
    members["envelope.npy"] = content.getvalue()
    path.unlink()
    with ZipFile(path, "w", compression) as archive:
        for one, data in members.items():
            archive.writestr(one, data)
    assert path.stat().st_size < 1 << 19


def refused_within(opened, most):
    """Return the error message for a file that is refused before it takes this much memory."""
    tracemalloc.start()
    try:
        with pytest.raises(StoreDamagedError) as caught:
            opened()
        assert tracemalloc.get_traced_memory()[1] < most
    finally:
        tracemalloc.stop()
    assert "\n" not in str(caught.value)
    return str(caught.value)


MANY = 1 << 25


@pytest.mark.parametrize("make", [winning_file, one_level, moves_file])
def test_sizes_that_the_board_does_not_allow(tmp_path, make):
    """Too large sizes are refused before memory is allocated, even if the file has the data."""
    path, opened, _ = make(tmp_path)
    with_column(path, "1", np.zeros((1, MANY - 1), np.uint8), MANY)
    said = refused_within(opened, 1 << 22)
    assert f"triangle5 has fewer positions than the {MANY:,} of its level 1" in said


def test_levels_that_together_are_too_large(tmp_path):
    path, opened, _ = moves_file(tmp_path)
    bounds = canonical_bounds(Problem.of_codes(T5, [1], [1]))
    for name in "12":
        with_column(path, name, np.zeros((1, sum(bounds) - 1), np.uint8), sum(bounds))
    assert "triangle5 has fewer positions than its levels together" in complaint(opened, path)


@each("declared", [1 << 10, 1 << 40, 1 << 70])
def test_sizes_that_the_file_does_not_have(tmp_path, declared):
    path, opened, _ = moves_file(tmp_path / str(declared))
    with_column(path, "1", np.zeros((1, 3), np.uint8), declared)
    refused_within(opened, 1 << 22)


def test_columns_that_are_mapped_are_not_compressed(tmp_path):
    path, opened, _ = tablebase_file(tmp_path)
    with_column(path, "bits", np.zeros(MANY >> 5, np.uint64), MANY >> 5)
    assert "its column bits is compressed" in refused_within(opened, 1 << 22)


# -- mapped columns, in files with a new checksum -------------------------------------------------


def values_file(root):
    PositionValues.load(A1, wins=WinningSets.build(A1), work=Work(store=root))
    path = PositionValues.file(A1, root=root).path

    def opened():
        for level in PositionValues.open(A1, root=root).levels.values():
            assert len(level.codes) == 0

    return path, opened


def level_of_a_checkpoint(root):
    kept = Checkpoint(A1, root, seconds=0)
    with LevelEngine.of(A1) as engine:
        kept.keep("F", 13, engine.step(engine.level(A1.starts), engine.jumps))

    def opened():
        if kept.load("F", 13) is None:
            raise StoreDamagedError("set aside")

    return kept.folder / "F-13.npz", opened


def stored_tablebase(root):
    path, opened, _ = tablebase_file(root)
    return path, opened


FORMATS = building.FORMAT, tablebases.FORMAT, values.FORMAT
MAPPED = pytest.mark.parametrize(
    ("make", "names"),
    [
        (values_file, ["1.code", "1.moves"]),
        (level_of_a_checkpoint, ["stored", "offsets"]),
        (stored_tablebase, ["bits"]),
    ],
)


def sealed_as_it_is_written(path, change):
    """Rewrite a file with other columns, aligned as this program aligns them."""
    with np.load(path) as file:
        columns = {name: file[name] for name in file.files if name != "envelope"}
    change(columns)
    text = read_document(path)
    (format,) = (one for one in FORMATS if one.name == json.loads(text)["format"][13:])
    envelope = Envelope.decode(format, text)
    details = {key: value for key, value in envelope.details.items() if key != "sha256"}
    path.unlink()
    write_columns(path, replace(envelope, details=details), columns.items(), mapped=True)


def sealed_with(path, change, *, shared=()):
    """Rewrite a file with other columns; further names share the bytes of the first column."""
    with np.load(path) as file:
        columns = {name: file[name] for name in file.files}
    document = json.loads(columns.pop("envelope").tobytes())
    change(columns)
    columns |= {name: next(iter(columns.values())) for name in shared}
    document["columns"] = {name: description(one) for name, one in columns.items()}
    sealed_anew(document)
    path.unlink()
    with ZipFile(path, "w", ZIP_STORED) as archive:
        for name, one in columns.items():
            if name not in shared:
                _write_array(archive, name, one)
        for name in shared:
            info = copy(archive.filelist[0])
            info.filename = f"{name}.npy"
            archive.filelist.append(info)
        _write_array(archive, "envelope", np.frombuffer(json.dumps(document).encode(), np.uint8))


def _write_array(archive, name, array):
    with archive.open(f"{name}.npy", "w", force_zip64=True) as content:
        np.lib.format.write_array(content, array, version=(1, 0))


@pytest.mark.slow
@MAPPED
@pytest.mark.parametrize("align", [True, False])
def test_mapped_columns_of_more_numbers_than_there_are_positions(tmp_path, make, names, align):
    path, opened = make(tmp_path)
    whole = path.read_bytes()
    for name in names:

        def longer(columns, name=name):
            columns[name] = np.zeros((1 << 27) // columns[name].itemsize, columns[name].dtype)

        (sealed_as_it_is_written if align else sealed_with)(path, longer)
        refused_within(opened, 1 << 26)
        path.unlink()
        path.write_bytes(whole)


@MAPPED
def test_columns_that_share_their_bytes(tmp_path, make, names):
    """A file of one megabyte with shared columns would fill the memory."""
    path, opened = make(tmp_path)
    small = (1 << 20) - 64

    def first(columns):
        columns[names[0]] = np.zeros(small // 8, columns[names[0]].dtype)

    sealed_with(path, first, shared=[f"more{i}" for i in range(200)])
    refused_within(opened, 1 << 26)


@MAPPED
@each("declared", [1 << 20, 1 << 40, 1 << 70])
def test_mapped_columns_that_the_file_does_not_have(tmp_path, make, names, declared):
    path, opened = make(tmp_path)
    for name in names:
        whole = path.read_bytes()
        with_column(path, name, np.zeros(3, np.uint64), declared, ZIP_STORED)
        refused_within(opened, 1 << 22)
        path.unlink()
        path.write_bytes(whole)
