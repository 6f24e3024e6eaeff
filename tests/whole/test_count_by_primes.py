"""Tests that count solutions by the second method, on boards where both methods are fast."""

import count_by_primes as primes
import known
import naive
import pytest
from marks import quick_then

from pegsolitaire.board import named_board
from pegsolitaire.game import Problem
from pegsolitaire.sets import WinningSets
from pegsolitaire.solving import count


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "vacancy"),
    quick_then(("triangle4", "a2"), ("triangle5", "a4"), ("english", "d4")),
)
def test_both_routes(tmp_path, monkeypatch, name, vacancy):
    if name == "triangle4":  # compiling would take longer
        for function in ("image_of", "place_of", "solutions_of", "orbit_sizes"):
            monkeypatch.setattr(primes, function, getattr(primes, function).py_func)
    board = named_board(name)
    problem = Problem.complement(board, vacancy)
    folder = WinningSets.build(problem).save(tmp_path)
    group = naive.problem_group(board, problem.starts, problem.finishes)
    expected = count(problem)
    if name == "english":
        assert expected == known.TABLE_7_ENGLISH_SOLUTIONS[vacancy]
    found = primes.solutions_modulo_primes(primes.read_levels(folder), board, group)
    assert found == [expected % prime for prime in primes.PRIMES]
