"""Tests that the level step makes each legal jump, except those that resource counts exclude."""

import pytest
from marks import slow
from random_counts import counts_of

from pegsolitaire.board import named_board
from pegsolitaire.engine import LevelEngine
from pegsolitaire.game import Problem
from pegsolitaire.theory.resource_counts import LosslessParities


@pytest.mark.parametrize("backward", [False, True])
@pytest.mark.parametrize("name", ["triangle5", slow("square4")])
def test_levels_are_those_of_the_twin_without_what_is_excluded(name, backward):
    board = named_board(name)
    problem = Problem(board, board.holes[1], board.holes[3])
    [start], [finish] = problem.starts, problem.finishes
    images = [image for count in counts_of(board, 8, finish) for image in count.images]
    sheets = [*map(LosslessParities, images)]
    level, dropped = {finish if backward else start}, 0
    with LevelEngine.of(problem, counts=images) as engine:
        made = engine.level(sorted(level))
        for _ in range(8):
            made = engine.step(made, engine.unjumps if backward else engine.jumps)
            after = {
                code ^ jump.mask
                for code in level
                for jump in board.jumps
                if code & jump.mask == (jump.mask ^ jump.pegs if backward else jump.pegs)
            }
            level = {
                code
                for code in after
                if not any(
                    parities.count.slack(one, other)
                    < parities.least[parities.of(one) ^ parities.of(other)]
                    for one, other in [(start, code) if backward else (code, finish)]
                    for parities in sheets
                )
            }
            dropped += len(after) - len(level)
            assert engine.raw_size(made) == len(level)
    assert dropped > 10
