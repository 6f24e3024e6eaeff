"""Leaving out positions that resource counts exclude does not change the winning sets."""

import known
import numpy as np
import pytest
from random_counts import counts_of

from pegsolitaire.board import english, named_board
from pegsolitaire.engine import LevelEngine
from pegsolitaire.game import Problem
from pegsolitaire.papers.rows import entry
from pegsolitaire.sets.building import Checkpoint, winning_levels
from pegsolitaire.sets.pruning import learned_from_levels, pruning_counts
from pegsolitaire.solving import count, counting
from pegsolitaire.theory import ResourceCount, classic_counts

ENGLISH = english()
PROBLEMS = [
    Problem.complement(named_board("triangle5"), "a4"),
    Problem.complement(named_board("truncated12"), "a2"),
    Problem.to_any(named_board("square4").vacancy("b1")),
    Problem(named_board("triangle6"), "a1", "a4"),
    Problem(named_board("hexagon19"), "b2", "c3"),
]  # fmt: skip
# From the Notes on Wiegleb's board: a position with a negative sum is lost.
KNOWN = tuple(map(int, entry("notes-table-3-f")["count"].split()))


def sets_of(problem, counts):
    """Return the winning sets of a problem and the number of positions made for them."""
    made = []

    class Keeper(Checkpoint):
        def load(self, *key):
            return None

        def begin(self, *key):
            return None

        def keep(self, *key_and_level):
            made.append(len(key_and_level[-1]))

    with LevelEngine.of(problem, counts=counts) as engine:
        levels = winning_levels(engine, problem, Keeper(problem))
        codes = {pegs: engine.codes(level) for pegs, level in levels.items()}
    return {pegs: level.tolist() for pegs, level in codes.items()}, sum(made)


@pytest.mark.parametrize("problem", PROBLEMS, ids=str)
def test_winning_sets_are_the_same(problem):
    counts = [image for count in counts_of(problem.board, 4) for image in count.images]
    found, made = sets_of(problem, counts)
    expected, whole = sets_of(problem, [])
    assert found == expected
    assert made <= whole


@pytest.mark.every(3)
@pytest.mark.parametrize("problem", PROBLEMS, ids=str)
def test_as_many_solutions(problem, monkeypatch):
    expected = count(problem)
    counts = [image for count in counts_of(problem.board, 4) for image in count.images]
    monkeypatch.setattr(counting, "pruning_counts", lambda *_, **__: counts)
    assert count(problem) == expected


@pytest.mark.slow
def test_the_counts_of_the_english_board():
    problem = Problem.complement(ENGLISH, "d1")
    assert pruning_counts(problem) == ()  # its sets are ready before any counts are learned
    counts = learned_from_levels(problem)
    assert 1 <= len(counts) < 12
    images = {image.weights for count in counts for image in count.images}
    assert {count.weights for count in counts} <= images
    classic = [image for count in classic_counts(ENGLISH) for image in count.images]
    found, made = sets_of(problem, counts)
    expected, whole = sets_of(problem, [])
    assert found == expected
    assert made < 0.55 * whole
    assert sets_of(problem, classic)[0] == expected


@pytest.mark.slow
def test_the_count_of_wieglebs_board():
    [count] = pruning_counts(Problem.complement(named_board("wiegleb"), "e5"))
    assert count.weights == KNOWN


@pytest.mark.parametrize("last", [35, pytest.param(31, marks=pytest.mark.slow)])
def test_forward_levels_of_wieglebs_board_in_table_3(last):
    # "Some elements of F_n that cannot appear in W_n have been removed by use of a resource
    # count": those that have nothing left to lose.
    problem = Problem.complement(named_board("wiegleb"), "e5")
    count = ResourceCount(problem.board, KNOWN)
    with LevelEngine.of(problem) as engine:
        level = engine.level(problem.starts)
        for pegs in range(43, last - 1, -1):
            level = engine.step(level, engine.jumps)
            codes = engine.codes(level)
            counted = sum(
                weight * ((codes >> np.uint64(i)) & np.uint64(1)).astype(np.int64)
                for i, weight in enumerate(count.weights)
            )
            found = int((counted > count.of(problem.finishes[0])).sum())
            assert (pegs, found) == (pegs, known.TABLE_3_WIEGLEB[pegs][0])


def test_a_checkpoint_of_other_counts_is_not_read(tmp_path):
    problem = PROBLEMS[0]
    [count, *_] = counts_of(problem.board, 1)
    one, other = Checkpoint(problem, tmp_path), Checkpoint(problem, tmp_path)
    one.pruned_by([count.weights])
    with LevelEngine.of(problem) as engine:
        one.keep("F", 14, engine.level(problem.starts))
    one.save()
    assert len(one.load("F", 14)) == 1
    assert other.load("F", 14) is None
    other.pruned_by([count.weights])
    assert len(other.load("F", 14)) == 1
