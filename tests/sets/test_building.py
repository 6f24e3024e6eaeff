"""Interrupted builds continue from their checkpoints, and damaged checkpoints are ignored."""

import os
import random
from dataclasses import replace

import pytest
from marks import quick_then
from private import set_private
from stopped_work import (
    Killed,
    count_steps,
    file_of,
    files,
    interrupted,
    no_space,
    opened,
    stop_after,
)

from pegsolitaire.board import named_board
from pegsolitaire.errors import StoreError, StoreMissingError
from pegsolitaire.game import Problem
from pegsolitaire.sets import WinningSets, building
from pegsolitaire.sets.building import Checkpoint
from pegsolitaire.theory import type_named
from pegsolitaire.work import Work

T4, T5 = named_board("triangle4"), named_board("triangle5")
A4 = Problem.complement(T5, "a4")
ANY6 = type_named(named_board("triangle6")).problem


def test_a_full_disk_in_a_checkpoint(tmp_path, monkeypatch):
    monkeypatch.setattr(os, "fsync", no_space)
    with pytest.raises(StoreError, match="No space left"):
        WinningSets.load(A4, checkpoint_seconds=0, work=Work(store=tmp_path))
    assert files(tmp_path) == []
    monkeypatch.undo()
    assert WinningSets.load(
        A4, checkpoint_seconds=0, work=Work(store=tmp_path)
    ) == WinningSets.build(A4)


# -- killed, resumed, at the same time ----------------------------------------------------------


@pytest.mark.every(3)
@pytest.mark.parametrize("problem", [ANY6, Problem.to_any(named_board("triangle6").vacancy("a1"))])
@pytest.mark.parametrize("kept", [1, 4, 8])
def test_a_resumed_build_uses_what_was_kept(tmp_path, monkeypatch, problem, kept):
    with monkeypatch.context() as patch:
        calls = count_steps(patch)
        expected = WinningSets.build(problem)
        whole = len(calls)
    with monkeypatch.context() as patch:
        stop_after(patch, kept)
        with pytest.raises(Killed):
            WinningSets.load(problem, checkpoint_seconds=0, work=Work(store=tmp_path))
    with pytest.raises(StoreMissingError):
        WinningSets.open(problem, root=tmp_path)
    with monkeypatch.context() as patch:
        calls = count_steps(patch)
        assert WinningSets.load(problem, work=Work(store=tmp_path)) == expected
        assert len(calls) == whole - kept
    assert WinningSets.open(problem, root=tmp_path) == expected
    assert os.listdir(file_of(problem, tmp_path).parent) == [f"{problem.slug}.npz"]


def test_quick_builds_keep_nothing(tmp_path, monkeypatch):
    written = []
    set_private(monkeypatch, Checkpoint, _write=lambda *a: written.append(a))
    WinningSets.load(ANY6, checkpoint_seconds=1000, work=Work(store=tmp_path))
    assert written == []


@pytest.mark.slow
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
        assert WinningSets.load(ANY6, work=Work(store=tmp_path)) == expected
        assert opened(file_of(ANY6, tmp_path), ANY6) == expected
        assert files(tmp_path) == [file_of(ANY6, tmp_path)]
        file_of(ANY6, tmp_path).unlink()
        paths = interrupted(tmp_path, monkeypatch)


@pytest.mark.slow
@pytest.mark.parametrize("step", quick_then(4, 1))
def test_flipped_bytes_of_checkpoints(tmp_path, monkeypatch, step):
    path = interrupted(tmp_path, monkeypatch)[2]
    direction, pegs = path.stem.split("-")
    keeper = Checkpoint(ANY6, tmp_path)
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
    """Levels of another problem, number of pegs or version are ignored."""
    expected = WinningSets.build(ANY6)
    corner = Problem.complement(named_board("triangle6"), "a1")
    others = interrupted(tmp_path / "other", monkeypatch, corner)
    paths = interrupted(tmp_path, monkeypatch)
    paths = [path for path in paths if "other" not in path.parts]
    keeper = Checkpoint(ANY6, tmp_path)
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
        building, "FORMAT", replace(building.FORMAT, version=building.FORMAT.version + 1)
    )
    keeper = Checkpoint(ANY6, tmp_path)
    assert all(keeper.load("F", pegs) is None for pegs in range(22))
    monkeypatch.undo()
    assert WinningSets.load(ANY6, work=Work(store=tmp_path)) == expected
