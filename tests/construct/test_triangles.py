"""Triangles of any size: the theorems and table 3 of Bell 2008, and replayed solutions."""

import random
import re
from collections import Counter

import known
import pytest
from hypothesis import given, strategies as st
from marks import each, slow
from private import private

from pegsolitaire import construct
from pegsolitaire.board import hole_name, triangle
from pegsolitaire.construct import cores, removals, solvable_triangles, solve, strips
from pegsolitaire.construct.cores import turns
from pegsolitaire.construct.strips import BlockRemoval
from pegsolitaire.construct.triangles import replay
from pegsolitaire.errors import IllegalJumpError, NotationError, NotOnBoardError, ProblemError
from pegsolitaire.game import Jump, Outcome, Problem
from pegsolitaire.solving import search_core
from pegsolitaire.theory import Removal, feasible_finishes


def holes(side):
    return [(x, y) for y in range(side) for x in range(y + 1)]


def solved(side, start, finish):
    """Return a construction that has a solution, which was replayed when it was made."""
    found = solve(side, start, finish)
    assert found.solvable, (side, start, finish, found.reason)
    assert found.finish == finish or finish is None
    return found


def random_pair(side, chance):
    """Return a random feasible pair."""
    while True:
        start, finish = chance.choice(holes(side)), chance.choice(holes(side))
        if construct.is_feasible(side, start, finish):
            return start, finish


# -- feasible problems --------------------------------------------------------------------------


def test_table_3():
    for side, feasible in known.TABLE_3_FEASIBLE.items():
        pairs = construct.feasible_pairs(side)
        assert construct.count_feasible_pairs(side) == len(pairs) == feasible
        solvable = sum(solve(side, *pair).solvable for pair in pairs)
        assert solvable == known.TABLE_3_SOLVABLE.get(side, feasible)


def test_the_formulas_agree_with_burnside():
    """A symmetry fixes a pair if it fixes both of its holes."""
    for side in range(2, 61):
        total = 0
        starts = {solvable_triangles.label(one): one for one in holes(side)}
        ends = {
            begin: next(
                (
                    solvable_triangles.label(end)
                    for end in holes(side)
                    if construct.is_feasible(side, start, end)
                ),
                None,
            )
            for begin, start in starts.items()
        }
        for image in turns(side):
            fixed = Counter(
                solvable_triangles.label(hole) for hole in holes(side) if image(hole) == hole
            )
            total += sum(fixed[begin] * fixed[end] for begin, end in ends.items())
        assert construct.count_feasible_pairs(side) * len(turns(side)) == total


@each("side", range(4, 10))
def test_labels_are_position_classes(side):
    """Labels are classes from side 4 on; smaller boards have more invariants over GF(2)."""
    board = triangle(side)
    for start in board.holes:
        ends = {board.holes[i] for i in feasible_finishes(board.vacancy(hole_name(start)))}
        feasible = {end for end in board.holes if construct.is_feasible(side, start, end)}
        assert ends == feasible


def test_no_central_vacancy():
    """Theorem 2.1: if a triangle has a central hole, neither it nor a corner can be solved."""
    for side in range(4, 40, 3):
        centre = (side - 1) // 3, 2 * (side - 1) // 3
        for start in (centre, (0, 0), (0, side - 1), (side - 1, side - 1)):
            found = solve(side, start, "any")
            assert not found
            assert found.reason.startswith("theorem 2.1")


# -- solutions ----------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("side", range(13, 25))
def test_every_pair_to_side_24(side):
    for pair in construct.feasible_pairs(side):
        solved(side, *pair)


@pytest.mark.parametrize(
    ("side", "pairs"),
    [(50, 3), (100, 2), slow(200, 1)] + [slow(side, 200) for side in (50, 100, 200)],
)
def test_large_sides(side, pairs):
    chance = random.Random(side)
    for _ in range(pairs):
        found = solved(side, *random_pair(side, chance))
        assert len(found.jumps) == side * (side + 1) // 2 - 2


@given(st.integers(4, 30), st.data())
def test_what_a_construction_is(side, data):
    start = data.draw(st.sampled_from(holes(side)))
    finish = data.draw(st.none() | st.sampled_from(holes(side)))
    found = solve(side, start, finish)
    if side > 5:
        assert found.solvable is construct.is_feasible(side, start, finish)
    if not found:
        assert (found.jumps, found.moves, found.blocks) == ((), (), ())
        assert found.reason
        return
    # The blocks fill the board, and each is cleared by as many jumps as it has pegs.
    assert sorted(hole for block in found.blocks for hole in block.holes) == sorted(holes(side))
    for number, block in enumerate(found.blocks):
        jumps = sum(owner == number for _, owner in found.steps)
        assert jumps == len(block.holes) - 2 * (block.kind == "core")
    assert [jump for _, jumps in found.stages for jump in jumps] == list(found.jumps)
    assert [jump for move in found.moves for jump in move.jumps] == list(found.jumps)
    assert replay(side, start, found.jumps) == {found.finish}


def test_what_is_wrong_is_refused():
    for side in (1, 0, -3):
        with pytest.raises(ProblemError, match="give 2 or more"):
            solve(side, (0, 0))
    with pytest.raises(ProblemError, match="give 1000 or less"):
        solve(solvable_triangles.LARGEST + 1, (0, 0))
    for call in (construct.is_feasible, solve):
        with pytest.raises(NotOnBoardError):
            call(5, (9, 9))
        with pytest.raises(ProblemError):
            call(0, (7, 3))
    for hole in ((3, 2), (-1, 2), (0, 9)):
        with pytest.raises(NotOnBoardError, match="not a hole of the triangle"):
            solve(9, hole)
        with pytest.raises(NotOnBoardError, match="not a hole of the triangle"):
            solve(9, (0, 0), hole)


def test_jumps_that_are_none_are_no_solution():
    found = solve(4, (0, 1))
    with pytest.raises(IllegalJumpError, match=r"jump 1, a1-a3, is not possible"):
        replay(4, (0, 1), (Jump((0, 0), (0, 2)),))
    with pytest.raises(ProblemError, match="3 pegs are left"):
        construct.Construction(
            4, (0, 1), (1, 1), Outcome.SOLVED, "", found.blocks, found.steps[:-2]
        )
    with pytest.raises(ProblemError, match="9 pegs are left"):
        construct.Construction(4, (0, 1), (1, 1), Outcome.SOLVED, "")


# -- the data -----------------------------------------------------------------------------------


def test_what_is_no_removal():
    removal = removals("6-removal")[0]
    parts = removal.name, removal.lattice, removal.pegs, removal.empty
    with pytest.raises(ProblemError, match="is not possible"):
        BlockRemoval(*parts, removal.leaves, removal.jumps[1:])
    with pytest.raises(ProblemError, match="leaves"):
        BlockRemoval(*parts, removal.leaves, removal.jumps[:-1])


def test_removals_but_openings_are_those_of_the_theory():
    """Removals satisfy the definition in the theory, which replays them independently."""
    for name in ("trapezoid", "6-removal", "9-removal", "four columns", "five columns"):
        for removal in removals(name):
            full = tuple(removal.leaves)
            block, empty = tuple(removal.block), tuple(removal.empty)
            twin = Removal(name, removal.lattice, block, full, empty, removal.jumps)
            assert set(twin.reversed.pegs) == removal.empty


def test_two_finishes():
    """A solution reaches one of the given finishes, or there is no solution."""
    board = triangle(12)
    singles = [board.single(name) for name in ("a4", "l12")]
    problem = Problem(board.vacancy("a1"), singles)
    solution = construct.constructed(problem)
    assert solution.solves(problem)
    problem = Problem(board.vacancy("a1"), [board.single("a2"), board.single("a4")])
    assert construct.constructed(problem).solves(problem)
    problem = Problem(board.vacancy("a1"), [board.single("a2")])
    assert construct.constructed(problem) is None
    assert "theorem 2.2" in construct.construction_of(problem).reason


@pytest.fixture
def no_core(monkeypatch):
    """Remove all stored solutions of small triangles."""
    monkeypatch.setattr(cores, "core", lambda *_: None)


def test_small_sides_without_a_stored_solution(no_core):
    """An exhaustive search gives the numbers of the paper's table 3 without stored solutions."""
    for side in (2, 3, 4, 5):
        found = [solve(side, *pair) for pair in construct.feasible_pairs(side)]
        assert sum(map(bool, found)) == known.TABLE_3_SOLVABLE[side]
        assert all(one.solvable is not None for one in found)
    assert solve(5, (0, 0), (0, 3)).solvable
    assert solve(5, (0, 0), (1, 2)).reason.startswith("exhausted")


def test_a_missing_core_is_no_proof(no_core):
    for side in (6, 8, 11):
        found = solve(side, (0, 0), "any")
        assert (found.outcome, found.solvable, bool(found)) == (Outcome.UNDECIDED, None, False)
        assert re.fullmatch(
            r"not known: no solution from \w+ on a core of (21|36) holes is stored", found.reason
        )
        assert solve(side, (0, 0), (0, 0), lambda _: None).solvable is None
        assert solve(side, (0, 0), (0, 0), search_core).solvable
    assert solve(7, (0, 0)).solvable is False  # theorem 2.1
    # One finish is impossible and the other unknown, so the answer for both is unknown.
    board = triangle(6)
    problem = Problem(board.vacancy("a1"), [board.single("a1"), board.single("a2")])
    assert construct.construction_of(problem).solvable is None
    assert construct.construction_of(problem, search=search_core).solution.solves(problem)


@pytest.mark.parametrize("name", ["trapezoid", "6-removal", "9-removal", "opening"])
def test_a_missing_removal_is_no_proof(monkeypatch, name):
    """Some problems of side 12 are then undecided, and the reason names the missing removal."""
    monkeypatch.setattr(strips, "removals", lambda kind: () if kind == name else removals(kind))
    private(strips, "_entry").cache_clear()
    found = [solve(12, *pair) for pair in construct.feasible_pairs(12)[::15]]
    private(strips, "_entry").cache_clear()
    undecided = [one for one in found if one.solvable is None]
    assert undecided
    assert all(one.solvable for one in found if one not in undecided)
    assert all(one.reason.startswith(f"not known: no {name} that ") for one in undecided)


def test_damaged_cores_are_refused(monkeypatch, tmp_path):
    path = tmp_path / "triangles.toml"
    monkeypatch.setattr(cores, "TRIANGLES", path)
    for text, words in (
        ("", "has no format"),
        ("format = 1\n[[core]]\nside = 3\nvacancy = 'a1'\n", "side = 3 is not one of 4 to 8"),
        ("format = 1\n[[core]]\nside = 4\n", "it has no vacancy"),
    ):
        path.write_text(text)
        private(cores, "_cores").cache_clear()
        with pytest.raises(NotationError, match=words):
            cores.core(4, (0, 1))
    private(cores, "_cores").cache_clear()
