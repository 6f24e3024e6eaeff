"""Tests the second method for the fewest moves in winning sets, on boards where both are fast."""

import count_by_primes as primes
import fewest_by_pegs as second
import naive
import pytest
from marks import quick_then

from pegsolitaire.board import named_board
from pegsolitaire.game import Problem
from pegsolitaire.sets import PositionValues, WinningSets
from pegsolitaire.sets.fewest_moves import graph_from
from pegsolitaire.solving import MinimalSolutions


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "start", "finish"),
    quick_then(
        ("triangle4", "a2", "b2"), ("triangle5", "a1", "a1"), ("triangle6", "a3", "a3"),
        ("english", "d1", "d7"), ("english", "d4", "d4"),
    ),
)  # fmt: skip
def test_both_routes(tmp_path, monkeypatch, name, start, finish):
    if name == "triangle4":  # compiling would take longer
        for module, function in [
            (primes, "image_of"),
            (second, "moves_back"),
            (second, "least_images"),
        ]:
            monkeypatch.setattr(module, function, getattr(module, function).py_func)
        monkeypatch.setattr(second, "image_of", primes.image_of)
        monkeypatch.setattr(second, "place_of", primes.place_of.py_func)
    board = named_board(name)
    problem = Problem(board, start, finish)
    wins = WinningSets.build(problem)
    table = PositionValues.build(wins, ["moves"])
    minimal = MinimalSolutions.of(problem, graph=graph_from(problem, table))
    levels = primes.read_levels(wins.save(tmp_path))
    group = naive.problem_group(board, problem.starts, problem.finishes)
    if problem.is_self_complementary:
        levels = second.every_level(levels, board, group)
    assert second.fewest_moves(levels, board, group) == (minimal.moves, minimal.raw)
    assert second.fewest_moves(levels, board, group, counting=False) == (minimal.moves, None)
