"""Tests of levels that take several passes and are interrupted between two of them."""

import random
from contextlib import contextmanager
from dataclasses import replace

import numpy as np
import pytest
import small_engine
from private import private, set_private
from stopped_work import Killed

from pegsolitaire.board import named_board
from pegsolitaire.engine import LevelEngine, Unfinished, level_set
from pegsolitaire.engine.level_set import TablePlan
from pegsolitaire.engine.step import LevelStep
from pegsolitaire.sets import WinningSets
from pegsolitaire.theory import as_type
from pegsolitaire.units import size_text
from pegsolitaire.work import Work

T6 = named_board("triangle6")
ANY6 = as_type(T6).problem
MEMORY = 1 << 14


@pytest.fixture(scope="module")
def engine(tmp_path_factory):
    budget = Work(memory=size_text(MEMORY), scratch=tmp_path_factory.mktemp("scratch"))
    with LevelEngine.of(ANY6, work=budget) as engine:
        yield engine


@pytest.fixture(scope="module")
def source(engine):
    """Return a level whose successor takes several passes."""
    level = engine.level(ANY6.starts)
    for _ in range(6):
        level = engine.step(level, engine.jumps)
    return level


@pytest.fixture(scope="module")
def expected(engine, source):
    return engine.codes(engine.step(source, engine.jumps)).tolist()


@pytest.fixture
def passes(monkeypatch):
    """Record the first partition of each pass."""
    run, made = private(LevelStep, "_run"), []

    def counted(step, sources, plan, first):
        made.append(first)
        return run(step, sources, plan, first)

    set_private(monkeypatch, LevelStep, _run=counted)
    return made


@pytest.fixture
def unfinished(tmp_path):
    return Unfinished(tmp_path, "F-14", b"this")


@contextmanager
def killed(monkeypatch, after):
    """Stop the block after some passes, as if the process had been killed."""
    run, left = private(LevelStep, "_run"), [after]

    def interrupted(*given):
        if not left[0]:
            raise Killed
        left[0] -= 1
        return run(*given)

    with monkeypatch.context() as patch:
        set_private(patch, LevelStep, _run=interrupted)
        with pytest.raises(Killed):
            yield


def finish(engine, source, unfinished):
    level = engine.step(source, engine.jumps, away=True, unfinished=unfinished)
    assert unfinished.path in level.files
    codes = engine.codes(level).tolist()
    level.discard()
    del level  # Windows does not remove mapped files
    assert not unfinished.path.exists()
    assert not unfinished.record.exists()
    return codes


@pytest.mark.parametrize("after", [0, 1, 3])
def test_a_level_goes_on_after_its_last_whole_pass(
    engine, source, expected, passes, unfinished, monkeypatch, after
):
    with killed(monkeypatch, after):
        engine.step(source, engine.jumps, away=True, unfinished=unfinished)
    began = list(passes)
    passes.clear()
    assert finish(engine, source, unfinished) == expected
    assert len(began) == after
    assert not set(began) & set(passes)
    assert len(passes) >= 3


def test_a_whole_level_is_not_made_again(engine, source, expected, passes, unfinished):
    engine.step(source, engine.jumps, away=True, unfinished=unfinished)
    passes.clear()
    assert finish(engine, source, unfinished) == expected
    assert passes == []


def test_what_windows_keeps_because_it_is_mapped_is_not_gone_on_with(
    engine, source, expected, unfinished, monkeypatch
):
    other = replace(unfinished, key=b"that")
    mapped = engine.step(source, engine.jumps, away=True, unfinished=other)
    monkeypatch.setattr(level_set, "remove_file", lambda *_: None)
    level = engine.step(source, engine.jumps, away=True, unfinished=unfinished)
    assert unfinished.path not in level.files
    assert engine.codes(level).tolist() == engine.codes(mapped).tolist() == expected


def lose_a_partition(unfinished):
    with np.load(unfinished.record) as file:
        arrays = dict(file)
    arrays["sizes"] = arrays["sizes"][:-1]
    with open(unfinished.record, "wb") as file:
        np.savez(file, **arrays)


def change_a_byte(path):
    data = bytearray(path.read_bytes())
    data[len(data) // 3] ^= 1
    path.write_bytes(data)


DAMAGES = {
    "words that were cut": lambda one: one.path.write_bytes(one.path.read_bytes()[:-1]),
    "a word that changed": lambda one: change_a_byte(one.path),
    "no words": lambda one: one.path.unlink(),
    "a record that was cut": lambda one: one.record.write_bytes(one.record.read_bytes()[:-40]),
    "an empty record": lambda one: one.record.write_bytes(b""),
    "a partition too few": lose_a_partition,
}


@pytest.mark.every(3)
@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_what_is_damaged_is_made_again(
    engine, source, expected, passes, unfinished, monkeypatch, damage
):
    with killed(monkeypatch, 2):
        engine.step(source, engine.jumps, away=True, unfinished=unfinished)
    damage(unfinished)
    passes.clear()
    assert finish(engine, source, unfinished) == expected
    assert passes[0] == 0


def test_what_lies_behind_the_last_whole_pass_is_cut_off(
    engine, source, expected, unfinished, monkeypatch
):
    with killed(monkeypatch, 2):
        engine.step(source, engine.jumps, away=True, unfinished=unfinished)
    with open(unfinished.path, "ab") as file:
        file.write(random.Random(1).randbytes(1000))
    assert finish(engine, source, unfinished) == expected


def test_what_was_begun_of_another_level_is_not_gone_on_with(
    engine, source, expected, passes, unfinished, monkeypatch
):
    with killed(monkeypatch, 2):
        engine.step(source, engine.jumps, away=True, unfinished=unfinished)
    passes.clear()
    assert finish(engine, source, replace(unfinished, key=b"that")) == expected
    assert passes[0] == 0


def test_passes_that_outgrow_the_memory_are_planned_anew(
    engine, source, expected, passes, unfinished, tmp_path, monkeypatch
):
    with killed(monkeypatch, 2):
        engine.step(source, engine.jumps, away=True, unfinished=unfinished)
    passes.clear()
    with LevelEngine.of(
        ANY6, work=Work(memory=size_text(MEMORY // 2), scratch=tmp_path)
    ) as smaller:
        assert finish(smaller, source, unfinished) == expected
    assert passes[0] == 0


def test_what_another_process_is_at_is_left_alone(engine, source, expected, unfinished):
    """The test holds the lock through a second file handle, which acts like another process."""
    plan = TablePlan.for_words(len(T6), 1000, MEMORY, on_disk=True)
    with unfinished.begin(plan, MEMORY):
        level = engine.step(source, engine.jumps, away=True, unfinished=unfinished)
        assert unfinished.path not in level.files
        assert engine.codes(level).tolist() == expected
    level.discard()
    assert finish(engine, source, unfinished) == expected


def test_a_build_that_is_stopped_goes_on_within_its_level(tmp_path, passes, monkeypatch):
    small_engine.free_memory(monkeypatch, 1 << 16)
    whole = WinningSets.load(ANY6, work=Work(store=tmp_path / "whole"))
    total = len(passes)
    first, second = total // 3, total // 2
    for stop in (first, second):
        passes.clear()
        with killed(monkeypatch, stop):
            stopped = Work(store=tmp_path / "stopped")
            WinningSets.load(ANY6, checkpoint_seconds=0, work=stopped)
        assert any(tmp_path.glob("stopped/*/*.building/F-*.passes"))
    passes.clear()
    assert WinningSets.load(ANY6, work=Work(store=tmp_path / "stopped")) == whole
    # Each of the three runs builds the level of the starts, which counts as a pass.
    assert len(passes) == total - first - second + 2
    assert not any(tmp_path.glob("stopped/*/*.building"))
