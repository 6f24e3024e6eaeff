"""Tests of beam searches: how they score positions and keep the better half."""

import functools
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, strategies as st
from marks import slow
from private import private, set_private

from pegsolitaire.board import english, named_board, triangle
from pegsolitaire.engine import BEAM_COSTS, BeamCost, MoveBeam, beam as beam_module
from pegsolitaire.errors import ProblemError
from pegsolitaire.game import Problem, Solution
from pegsolitaire.solving import short_solution
from pegsolitaire.solving.shortest_solutions import sweep_between
from pegsolitaire.theory.merson import MoveBound, merson_regions, packings
from pegsolitaire.work import Work

# Disable known results, so that these tests run the searches.
short_solution = functools.partial(short_solution, facts=False)

T5 = triangle(5)


def replays(found, problem):
    """Return whether a solution solves the problem when its printed moves are replayed."""
    line = found.solution
    again = Solution.from_moves(line.start, [str(move) for move in line.moves])
    return again == line and line.solves(problem)


@pytest.mark.every(2)
@pytest.mark.parametrize(
    ("side", "hole", "moves"),
    [(4, "a2", 5), slow(5, "c5", 9), (6, "a2", 9), slow(7, "a3", 12)],
)
def test_a_beam_finds_the_shortest(side, hole, moves):
    problem = Problem.to_any(triangle(side).vacancy(hole))
    found = short_solution(problem, widest=3_000, work=Work(seconds=120))
    assert replays(found, problem)
    assert len(found.solution.moves) == moves
    assert found.lower_bound <= moves


@pytest.mark.slow
def test_a_beam_on_more_than_64_holes():
    board = triangle(11)
    problem = Problem.to_any(board.vacancy("a2"))
    bound = MoveBound.of(problem)
    beam = MoveBeam(board, bound.forward, problem.finishes)
    codes = beam.run(problem.starts[0], 4_000, 27)  # the best published result is 28
    assert (codes[0],) == problem.starts
    assert codes[-1] in problem.finishes
    assert all(sweep_between(board, before, after) for before, after in pairwise(codes))


@pytest.mark.slow
def test_a_beam_that_minds_long_sweeps():
    """A beam with this cost needs 22 moves on side 11, and one that treats all pegs alike 23."""
    problem = Problem.to_any(triangle(11).vacancy("a2"))
    beam = MoveBeam(problem.board, MoveBound.of(problem).forward, problem.finishes)
    assert len(beam.run(problem.starts[0], 20_000, 27, BEAM_COSTS[0])) - 1 == 22
    assert len(beam.run(problem.starts[0], 20_000, 27, BeamCost(10, 3, 3))) - 1 == 23


@pytest.mark.slow
def test_a_beam_does_not_depend_on_the_cores(monkeypatch):
    problem = Problem.to_any(triangle(7).vacancy("a2"))
    set_private(monkeypatch, "pegsolitaire.solving.few_moves", _SEED=3)
    lines = []
    for cores in (1, 2, 5):
        monkeypatch.setattr("pegsolitaire.engine.machine.core_count", lambda cores=cores: cores)
        lines.append(str(short_solution(problem, widest=60).solution))
    assert lines[0] == lines[1] == lines[2]


@pytest.mark.parametrize(
    ("side", "hole", "cost"),
    [(6, "a1", (1, 0, 0)), (6, "a1", (0, 1, 0, 2, 3)), slow(8, "a2", (0, 0, 0))],
)
def test_a_beam_keeps_half_of_equals(side, hole, cost):
    """With any cost, the table does not overflow, and the result can be replayed."""
    problem = Problem.complement(triangle(side), hole)
    bound = MoveBound.of(problem)
    beam = MoveBeam(problem.board, bound.forward, problem.finishes)
    codes = beam.run(problem.starts[0], 500, 30, BeamCost(*cost))
    for before, after in pairwise(codes or ()):
        assert sweep_between(problem.board, before, after)


COSTLY = ["triangle5", "english", "triangle11", "rectangle5x4", "cuboid4x3x3", "english+diagonal"]


@st.composite
def positions(draw):
    board = draw(st.sampled_from(list(map(named_board, COSTLY))))
    return board, draw(st.integers(1, board.full_code))


def slow_cost(board, regions, code, cost):
    """Compute the cost of a position by the slow reference method, hole by hole."""
    on_board = [i for i in range(len(board)) if code >> i & 1]
    full = max(sum(code & mask == mask for mask in packing) for packing in regions)
    sums = []
    places = [[c % 2 for c in board.lattice.place(hole)] for hole in board.holes]
    for parity in places:
        quarter = {i for i, place in enumerate(places) if place == parity}
        over = {jump.over for jump in board.jumps if jump.start in quarter}
        links = [
            [j.over for j in board.jumps if j.start == i and code >> j.over & 1] for i in quarter
        ]
        walks = max(1, sum(len(one) % 2 for one in links) / 2)
        sums.append(
            cost.on * sum(i in quarter for i in on_board)
            + cost.off * sum(i not in quarter for i in on_board)
            + cost.stuck * sum(i not in quarter | over for i in on_board)
            + int(cost.ends * (walks - 1))
        )
    return cost.region * full + min(sums)


@given(positions(), st.tuples(*[st.integers(0, 20)] * 5))
def test_what_counts_against_a_position(position, numbers):
    board, code = position
    cost = BeamCost(*numbers)
    small = [region for region in merson_regions(board) if region.bit_count() <= 4]
    regions = packings(board, small, 2)
    beam = MoveBeam(board, regions, [board.single(board.holes[0]).code])
    score = private(beam_module, "_score")(
        private(beam, "_rows")([code])[0], code.bit_count(), private(beam, "_scoring")(cost)
    )
    assert score == slow_cost(board, regions, code, cost)


def test_the_better_half_of_a_beam_is_kept():
    rng = np.random.default_rng(1)
    scores = rng.integers(9, size=64, dtype=np.int32)
    words = rng.permutation(64).astype(np.uint64).reshape(64, 1)
    score_of = dict(zip(words.ravel().tolist(), scores.tolist(), strict=True))
    parents = words.ravel().astype(np.int32)
    least, places = sorted(scores.tolist())[:32], np.zeros(128, np.int32)
    left, limit = private(beam_module, "_halve")(words, parents, scores, places)
    assert left == 32
    assert sorted(scores[:left].tolist()) == least
    assert least[-1] <= limit <= least[-1] + 1
    assert [score_of[word] for word in words[:left].ravel().tolist()] == scores[:left].tolist()
    assert parents[:left].tolist() == words[:left].ravel().tolist()
    assert sorted(places[places > 0].tolist()) == list(range(1, 33))


def test_nothing_counts_for_a_position():
    beam = MoveBeam(T5, (), [1])
    with pytest.raises(ValueError, match="between 0 and 1,000"):
        beam.run(T5.vacancy("a1").code, 10, 20, BeamCost(-1, 3, 3))
    with pytest.raises(ValueError, match="between 0 and 1,000"):
        beam.run(T5.vacancy("a1").code, 10, 20, BeamCost(0, 10**9, 3))


def test_a_beam_that_finds_nothing_says_so():
    found = short_solution(Problem.complement(T5, "b3"), widest=500)
    assert (found.solvable, found.solution) == (False, None)
    assert "exhausted" in found.reason
    corner = Problem.complement(triangle(6), "a1")
    assert replays(short_solution(corner, widest=10), corner)
    for none in (Work(0), Work(positions=0)):  # too little for a beam or a search
        central = Problem.complement(english(), "d4")
        assert short_solution(central, widest=10, work=none).solvable is None
    with pytest.raises(ProblemError, match="a beam of 0 positions"):
        short_solution(corner, widest=0)


def test_a_beam_from_where_it_ends():
    problem = Problem(T5.single("a1"), [T5.single("a1")])
    assert len(short_solution(problem).solution) == 0


@pytest.mark.slow
def test_a_beam_on_a_large_triangle_that_finds_nothing():
    large = triangle(11)
    few = Problem(large.vacancy("a2").play("a4-a2"), [large.single("a5")])
    found = short_solution(few, widest=50, work=Work(0))
    assert (found.solvable, found.solution) == (None, None)
    assert found.reason == "no beam found a solution within the limits"
