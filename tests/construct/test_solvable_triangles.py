"""Bounds on the fewest moves of triangles, by formula."""

import known
import pytest

from pegsolitaire.cli.main import run
from pegsolitaire.construct import move_bounds
from pegsolitaire.errors import ProblemError


def test_bounds_by_formula_are_those_of_the_paper():
    assert {n: move_bounds(n).least for n in known.MERSON_BOUNDS} == known.MERSON_BOUNDS
    assert move_bounds(12).most == 29
    assert move_bounds(13).most is None
    for n in range(12, 200, 12):  # formula (3) without its smaller terms
        assert move_bounds(n).least * 18 == n * n + 18 * n
    with pytest.raises(ProblemError, match="give 4 or more"):
        move_bounds(3)


def test_all_moves_of_a_triangle(capsys):
    assert run(["triangle", "20", "g10", "--moves"]) == 0
    *moves, summary = capsys.readouterr().out.splitlines()
    assert f"in {len(moves)} moves" in summary
