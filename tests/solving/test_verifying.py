"""Winning sets are verified by playing, and sets with a fault are rejected."""

import numpy as np
import pytest

from pegsolitaire.board import triangle
from pegsolitaire.errors import StoreDamagedError
from pegsolitaire.game import Problem
from pegsolitaire.sets import WinningSets
from pegsolitaire.solving import verify

T5 = triangle(5)
PROBLEMS = [
    Problem.complement(T5, "a4"), Problem(T5, "a1", "b3"), Problem.to_any(T5.vacancy("a2")),
    Problem.complement(T5, "b2"),  # no winning positions
]  # fmt: skip


@pytest.mark.parametrize("problem", PROBLEMS, ids=str)
def test_sets_that_are_right(problem):
    wins = WinningSets.build(problem)
    found = verify(wins, sample=5)
    assert found.positions == len(wins)
    assert found.played == sum(min(5, size) for size in wins.sizes().values())
    assert (found.rejected > 0) == (len(wins) > 0)
    assert found.undecided == 0
    assert verify(wins, sample=5) == found


@pytest.mark.parametrize("pegs", [3, 5, 7])
def test_a_position_too_many(pegs):
    wins = WinningSets.build(PROBLEMS[0])
    pegs_in_a_row = np.uint64((1 << pegs) - 1)
    level = np.union1d(wins.levels[pegs], pegs_in_a_row)
    assert len(level) == 1 + len(wins.levels[pegs])
    with pytest.raises(StoreDamagedError):
        verify(WinningSets(wins.problem, {**wins.levels, pegs: level}), sample=1000)


@pytest.mark.parametrize("pegs", [3, 5, 7])
def test_a_position_too_few(pegs):
    wins = WinningSets.build(PROBLEMS[0])
    level = np.delete(wins.levels[pegs], len(wins.levels[pegs]) // 2)
    wrong = WinningSets(wins.problem, {**wins.levels, pegs: level})

    def is_found(seed):
        try:
            verify(wrong, sample=1000, seed=seed)
        except StoreDamagedError:
            return True
        return False

    assert any(map(is_found, range(20)))  # some sample contains the missing position


def test_the_command(tmp_path, monkeypatch, pegs, document, complaint):
    monkeypatch.setenv("PEGSOLITAIRE_HOME", str(tmp_path))
    asked = ("sets", "verify", "triangle5", "a1")
    assert "run `pegs sets winning triangle5 a1` first" in complaint(*asked)
    pegs("sets", "winning", "triangle5", "a1")
    assert pegs(*asked, "--sample", 3).splitlines()[:2] == [
        "triangle5: a1 to a1: 95 winning positions, complete and sorted",
        "16 of them were played to the finish and back to the start",
    ]
    assert "rejected" in document(*asked)
    assert "-1 is less than 0" in complaint(*asked, "--seed", -1)
