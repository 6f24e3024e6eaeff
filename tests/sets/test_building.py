"""Interrupted builds continue from their checkpoints, and damaged checkpoints are ignored."""

import os
import random
from dataclasses import replace

import pytest
from private import set_private
from stopped_work import (
    ANY6,
    Killed,
    count_steps,
    file_of,
    files,
    interrupted,
    opened,
    stop_after,
)

from pegsolitaire.board import named_board
from pegsolitaire.errors import StoreMissingError
from pegsolitaire.game import Problem
from pegsolitaire.sets import WinningSets, building
from pegsolitaire.sets.building import Checkpoint
from pegsolitaire.work import Work


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
