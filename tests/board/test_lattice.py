"""A lattice that is registered while the program runs can be used like any other.

The test uses a mirror image of the triangular lattice under a new name, so that all results for a
board on it are known from the triangle of side 5.
"""

from math import sqrt

import pytest

from pegsolitaire.board import LATTICES, Lattice, read_board, triangle
from pegsolitaire.board.lattice import lattice_named
from pegsolitaire.chance import random_play
from pegsolitaire.cli.main import run
from pegsolitaire.draw import position_svg, position_text
from pegsolitaire.game import Problem
from pegsolitaire.reasons import explain
from pegsolitaire.sets import WinningSets
from pegsolitaire.solving import shortest, solve
from pegsolitaire.theory import (
    is_null_class,
    position_classes,
    problem_types,
    profile,
    removals,
    svss_problems,
)

T5 = triangle(5)
PICTURE = """\
name: mirrored
lattice: mirrored
    o
   oo
  ooo
 oooo
ooooo
"""


@pytest.fixture
def mirrored(monkeypatch, tmp_path):
    """Return the board, read from a file that names its lattice."""
    steps = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
    lattice = Lattice("mirrored", steps, (0.5, sqrt(3) / 2))
    monkeypatch.setitem(LATTICES, "mirrored", lattice)
    assert lattice_named("mirrored") is lattice
    monkeypatch.setenv("PEGSOLITAIRE_HOME", str(tmp_path / "home"))
    (tmp_path / "mirrored.txt").write_text(PICTURE)
    board = read_board(f"@{tmp_path / 'mirrored.txt'}")
    assert board.lattice is lattice
    return board


def seen(hole):
    """Return the mirror image of a hole of the triangle."""
    x, y = hole
    return 4 - x, y


def test_its_jumps_and_symmetries_are_those_of_the_triangle(mirrored):
    expected = {
        tuple(mirrored.bit(seen(T5.holes[i])) for i in (one.start, one.over, one.end))
        for one in T5.jumps
    }
    assert {(one.start, one.over, one.end) for one in mirrored.jumps} == expected
    assert len(mirrored.symmetries) == 6


def test_it_is_solved_and_counted_like_the_triangle(mirrored):
    for hole in ("a1", "b3"):
        problem = Problem.complement(T5, hole)
        image = Problem.complement(mirrored, seen(T5.hole(hole)))
        assert solve(image).solvable is solve(problem).solvable
        assert len(WinningSets.build(image)) == len(WinningSets.build(problem))
    problem, image = (
        Problem.to_any(board.vacancy(hole))
        for board, hole in ((T5, (0, 0)), (mirrored, seen((0, 0))))
    )
    assert random_play(image).win_probability == pytest.approx(
        random_play(problem).win_probability
    )
    found = shortest(Problem.complement(mirrored, seen((0, 0))))
    assert (len(found.solution.moves), found.all.raw) == (10, 1_362)
    assert found.proven


def test_theory_is_that_of_the_triangle(mirrored):
    assert is_null_class(mirrored)
    assert len(svss_problems(mirrored)) == 17
    assert len(problem_types(mirrored)) == len(problem_types(T5))
    assert len(position_classes(mirrored)) == len(position_classes(T5))
    assert profile(mirrored.vacancy(seen((1, 2)))).finishes
    assert all(one.jumps for one in removals(mirrored))
    image = mirrored.single(seen((1, 2)))
    assert explain(mirrored.vacancy(seen((1, 2))), image).dead


def test_it_is_drawn(mirrored, tmp_path, capsys):
    start = mirrored.vacancy(seen((0, 0)))
    assert position_svg(mirrored, start.code).count("<circle") >= 14
    assert position_text(start)
    file = f"@{tmp_path / 'mirrored.txt'}"
    assert run(["show", file, "e1"]) == 0
    assert run(["solve", file, "e1"]) == 0
    assert "13 jumps" in capsys.readouterr().out
