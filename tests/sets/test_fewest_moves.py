"""Stored levels by moves, and searches that are stopped and continued."""

import functools
import json
import os

import naive
import numpy as np
import pytest
from private import set_private

from pegsolitaire.board import named_board, rectangle, triangle
from pegsolitaire.engine import MoveLevels
from pegsolitaire.errors import (
    BoardTooLargeError,
    StoreDamagedError,
    StoreError,
    StoreMissingError,
)
from pegsolitaire.game import Problem
from pegsolitaire.sets import Checkpoint, FewestMoves
from pegsolitaire.sets.fewest_moves import graph_from
from pegsolitaire.solving import MinimalSolutions, shortest
from pegsolitaire.solving.shortest_solutions import TwoEnds
from pegsolitaire.work import Progress, Work

# These tests are about the search, so they do not use built-in knowledge.
shortest = functools.partial(shortest, facts=False)

T5, T6 = triangle(5), triangle(6)
A1 = Problem.complement(T6, "a1")


# -- stored ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("board", "finish"), [(T5, "a1"), (T5, "b3"), (named_board("truncated12"), "a2"),
                          (rectangle(3, 5), "b1")], ids=str
)  # fmt: skip
def test_against_the_slow_twin(board, finish):
    table = FewestMoves.build(board, [finish])
    problem = Problem.complement(board, finish)
    finish = board.bit(finish)
    group = [g for g in naive.symmetries(board) if g[board.holes[finish]] == board.holes[finish]]
    twin = naive.levels_by_moves_left(board, problem.finishes, group)
    assert [level.tolist() for level in table.levels.values()] == [sorted(level) for level in twin]
    moves_of = {code: moves for moves, level in enumerate(twin) for code in level}
    asked = range(1, min(board.full_code, 1000))
    expected = [moves_of.get(naive.mincode(board, naive.pegs(board, n), group), -1) for n in asked]
    assert table.moves_of_codes(np.array(asked, np.uint64)).tolist() == expected


@pytest.mark.slow
def test_one_table_serves_every_start():
    table = FewestMoves.build(T6, ["a1"])
    for start in ("a1", "b3", "a4"):
        problem = Problem(T6, start, "a1")
        ends = TwoEnds(problem)
        assert ends.meet()
        graph = graph_from(problem, table)
        for mine, theirs in zip(graph, ends.middle(), strict=True):
            assert mine.tolist() == theirs.tolist()
        found = shortest(problem, table=table)
        assert found.proven
        assert found.all.raw == MinimalSolutions.of(problem).raw
    any_start = Problem.to_any(T6.vacancy("a1"))
    assert not table.answers(any_start)
    assert shortest(any_start, table=table).proven  # without the table


def test_no_solution_by_a_table():
    problem = Problem.complement(T5, "b3")
    table = FewestMoves.build(T5, ["b3"])
    assert graph_from(problem, table) == []
    assert table.moves_of_codes(np.array(problem.starts, np.uint64)).tolist() == [-1]
    found = shortest(problem, table=table)
    assert (found.solvable, found.reason) == (False, f"exhausted: {problem} has no solution")


def test_several_finishes(tmp_path):
    problem = Problem.to_any(T5.vacancy("c5"))
    table = FewestMoves.load(T5, problem.finishes, work=Work(store=tmp_path))
    assert len(graph_from(problem, table)) - 1 == shortest(problem).lower_bound
    assert len(FewestMoves.file(T5, problem.finishes, tmp_path).open()) == len(table)
    with pytest.raises(StoreMissingError, match="sets levels BOARD START --by moves --store"):
        FewestMoves.file(T5, ["c5"], tmp_path).open()


def test_stored_and_read(tmp_path):
    table = FewestMoves.load(T5, ["a1"], work=Work(store=tmp_path))
    again = FewestMoves.load(T5, ["a1"], work=Work(store=tmp_path))
    assert {n: level.tolist() for n, level in again.levels.items()} == {
        n: level.tolist() for n, level in table.levels.items()
    }
    assert os.listdir(tmp_path / "triangle5") == ["to_a1.moves.npz"]


def test_a_level_that_is_missing(tmp_path):
    table = FewestMoves.build(T5, ["a1"])
    del table.levels[3]
    file = FewestMoves.file(T5, ["a1"], tmp_path)
    file.write(table.levels.items())
    with pytest.raises(StoreDamagedError, match="incomplete: it has levels 0, 1, 2, 4"):
        file.open()


# -- stopped and continued -----------------------------------------------------------------------


class Stop(Progress):
    """Raise KeyboardInterrupt after n updates."""

    def __init__(self, n):
        self.left = n

    def update(self, done, note=""):
        self.left -= 1
        if self.left < 0:
            raise KeyboardInterrupt


@pytest.fixture
def deepening(monkeypatch):
    """Search small problems the way large ones are searched, and record each advance."""
    set_private(monkeypatch, "pegsolitaire.solving.shortest_solutions", _UNBOUNDED=200)
    made = []
    advance = MoveLevels.advance

    def counted(self, limit=None):
        made.append(limit)
        return advance(self, limit)

    monkeypatch.setattr(MoveLevels, "advance", counted)
    return made


def checkpoint_of(problem, root, **options):
    return Checkpoint(problem, root, ending="moves.building", **options)


@pytest.fixture
def checkpoint(tmp_path, deepening):
    return checkpoint_of(A1, tmp_path, seconds=0)


def interrupted(n, checkpoint):
    """Return the result of a search, or None if it was interrupted after n updates."""
    try:
        return shortest(A1, checkpoint=checkpoint, work=Work(progress=Stop(n)))
    except KeyboardInterrupt:
        return None


def test_a_search_that_is_stopped_goes_on(checkpoint, deepening):
    expected = shortest(A1)
    whole, stops = len(deepening), 0
    for n in (*range(2, 60, 4), 10_000):
        deepening.clear()
        found = interrupted(n, checkpoint)
        if found is not None:
            break
        stops += 1
        assert checkpoint.folder.is_dir()
    assert stops >= 3
    assert len(deepening) < whole
    assert found == expected
    assert found.all.levels == expected.all.levels
    assert not checkpoint.folder.exists()


def test_what_was_kept_may_be_wrong(checkpoint):
    """A checkpoint that claims too high a bound is corrected by the built-in solution."""
    checkpoint.prove(20)
    assert shortest(A1, checkpoint=checkpoint).lower_bound == 10


def test_a_table_makes_a_checkpoint_needless(checkpoint):
    checkpoint.prove(8)
    table = FewestMoves.build(T6, ["a1"])
    assert shortest(A1, table=table, checkpoint=checkpoint).proven
    assert not checkpoint.folder.exists()


def test_what_is_proven_is_not_proven_again(checkpoint, tmp_path, deepening):
    # A solution has 10 moves, so the search has to show first that 9 are too few.
    checkpoint.prove(8)
    checkpoint.save()
    assert checkpoint_of(A1, tmp_path).proven == 8
    assert checkpoint_of(Problem.complement(T6, "a4"), tmp_path).proven == 0
    found = shortest(A1, checkpoint=checkpoint_of(A1, tmp_path))
    assert found.proven
    assert found.lower_bound == 10
    assert set(deepening) == {9, 10}


@pytest.mark.every(8)
@pytest.mark.parametrize("text", ["", "{}", '{"moves": "many"}'])
def test_what_was_kept_may_be_damaged(checkpoint, text):
    interrupted(14, checkpoint)
    assert checkpoint.folder.is_dir()
    kept = list(checkpoint.folder.glob("*.npz"))
    assert kept
    for path in kept:
        path.write_bytes(path.read_bytes()[: 100 + len(text)])
    (checkpoint.folder / "proven.json").write_text(text)
    assert checkpoint.proven == 0
    assert shortest(A1, checkpoint=checkpoint).lower_bound == 10


def test_a_disk_budget_is_kept(tmp_path, deepening):
    checkpoint = checkpoint_of(A1, tmp_path, seconds=0, disk=20_000)
    interrupted(14, checkpoint)
    assert sum(path.stat().st_size for path in checkpoint.folder.iterdir()) <= 20_000
    assert shortest(A1, checkpoint=checkpoint).lower_bound == 10


def test_quick_searches_write_nothing(tmp_path, deepening):
    checkpoint = checkpoint_of(A1, tmp_path)
    assert shortest(A1, checkpoint=checkpoint).proven
    assert os.listdir(tmp_path) == []


def test_the_end_of_the_memory_keeps_what_is_proven(checkpoint):
    checkpoint.prove(9)
    found = shortest(A1, checkpoint=checkpoint, work=Work(memory="1B"))
    assert not found.proven
    assert found.solution.solves(A1)
    assert found.lower_bound == 10
    assert "MB" in found.reason
    assert json.loads((checkpoint.folder / "proven.json").read_text())["moves"] == 9
    assert shortest(A1, checkpoint=checkpoint).proven


def test_a_place_that_cannot_be_written(tmp_path):
    (tmp_path / "triangle6").write_text("a file")
    with pytest.raises(StoreError, match="a file is where a folder should be"):
        checkpoint_of(A1, tmp_path, seconds=0).prove(3)


def test_boards_of_too_many_holes():
    with pytest.raises(BoardTooLargeError, match="--short"):
        shortest(Problem.to_any(triangle(16).vacancy("a2")))
