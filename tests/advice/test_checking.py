"""`check` agrees with the slow reference version."""

import random

import naive
import pytest

from pegsolitaire.advice import check
from pegsolitaire.board import named_board
from pegsolitaire.game import Position, Problem

T5 = named_board("triangle5")


@pytest.mark.every(3)
@pytest.mark.parametrize("start", ["a1", "b3", None])
def test_check_against_the_slow_twin(start):
    """Compare which random positions can be won and which can be reached."""
    chance = random.Random(5)
    starts = [T5.vacancy(hole) for hole in (T5 if start is None else [start])]
    reached = set().union(*naive.forward_levels(T5, [one.code for one in starts]).values())
    for code in [*chance.sample(sorted(reached), 15), *chance.sample(range(1, T5.full_code), 15)]:
        position = Position(T5, code)
        problem = Problem.complement(T5, start) if start else Problem.to_any(position)
        found = check(position, problem)
        goals = tuple(1 << i for i in range(15)) if start is None else problem.finishes
        assert found.winning is naive.solvable(T5, code, goals), code
        assert found.reachable is (code in reached), code
        for jump, wins in found.jumps.items():
            assert wins is naive.solvable(T5, position.play(jump).code, goals)
        if found.winning:
            assert found.solution.start == position
            assert len(found.solution.moves) >= found.moves
            ends = [h for h in T5 if naive.solvable(T5, code, (T5.single(h).code,))]
            assert [h for h in ends if T5.single(h).code in goals] == sorted(
                found.holes, key=T5.bit
            )
