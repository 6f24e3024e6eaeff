"""Shortest solutions and their number, compared with the slow reference version and the papers."""

import functools
from itertools import pairwise

import known
import naive
import pytest
from hypothesis import given, strategies as st
from marks import examples
from move_problems import SMALL, T5, naive_group, names

from pegsolitaire import solving
from pegsolitaire.board import Board, apply_permutation, rectangle, triangle
from pegsolitaire.data import knowledge_of
from pegsolitaire.engine import MoveBeam
from pegsolitaire.errors import BoardTooLargeError, ProblemError
from pegsolitaire.game import Problem, Solution
from pegsolitaire.solving import MinimalSolutions, short_solution, shortest
from pegsolitaire.solving.shortest_solutions import TwoEnds, sweep_between
from pegsolitaire.theory import feasible_finishes
from pegsolitaire.theory.merson import MoveBound
from pegsolitaire.work import Work

# These tests are about the searches, so they do not use built-in knowledge.
short_solution = functools.partial(short_solution, facts=False)
shortest = functools.partial(shortest, facts=False)


@pytest.mark.every(9)
@pytest.mark.parametrize("problem", SMALL, ids=names)
def test_shortest_solutions_against_the_slow_twin(problem):
    lines = naive.shortest_solutions(problem.board, problem.starts[0], problem.finishes)
    found = shortest(problem)
    if not lines:
        assert found.solvable is False
        assert found.solution is None
        return
    assert found.proven
    assert found.solution.solves(problem)
    assert len(found.solution.moves) == len(lines[0]) == found.all.moves
    assert found.all.raw == len(lines)
    group = naive_group(problem)
    sets = {naive.without_order(line) for line in lines}
    least = {
        min(
            tuple(
                sorted(
                    (image[a], image[b], tuple(sorted(image[hole] for hole in over)))
                    for a, b, over in moves
                )
            )
            for image in group
        )
        for moves in sets
    }
    assert len(found.all.unordered) == len(least)
    assert {str(line) for line in found.all} == {
        str(Solution.from_moves(found.solution.start, [text(move) for move in line]))
        for line in lines
    }


def text(move):
    holes = [move[0][0], *(jump[2] for jump in move)]
    return "-".join(f"({x},{y})" for x, y in holes)


@pytest.mark.every(2)
@pytest.mark.parametrize("problem", SMALL, ids=names)
def test_classes_of_solutions(problem):
    lines = naive.shortest_solutions(problem.board, problem.starts[0], problem.finishes)
    if not lines:
        return
    finals = {}
    for line in lines:
        key = naive.without_order(line)
        finals[key] = max(finals.get(key, 0), len(line[-1]))
    lengths = {
        key: (*sorted((len(over) for _, _, over in key), reverse=True), 0)[:2] for key in finals
    }
    expected = {(*lengths[key], final) for key, final in finals.items()}
    found = MinimalSolutions.of(problem)
    assert {one.kind for one in found.unordered} == expected
    for one in found.unordered:
        assert one.solution.solves(problem)
        assert len(one.solution.moves) == found.moves


@pytest.mark.parametrize("side", [4, 5, 6, 7, 8])
def test_table_4_of_the_triangular_paper(side):
    board, moves = triangle(side), known.MERSON_BOUNDS[side]
    starts = [board.vacancy(board.holes[orbit[0]]) for orbit in board.orbits]
    problems = [Problem.to_any(start) for start in starts if feasible_finishes(start)]
    assert min(MoveBound.of(problem).least(problem) for problem in problems) >= moves - side % 2
    for problem in problems:
        # On boards of odd side the bound may be one too low, so a search rules out the last move.
        ends = TwoEnds(problem, moves - 1, MoveBound.of(problem))
        assert not ends.meet()


def images(solution, group):
    """Return the images of a solution (its start and a tuple of moves) under symmetries."""
    start, line = solution
    return [
        (
            tuple(sorted(g[hole] for hole in start)),
            tuple(tuple(tuple(g[h] for h in jump) for jump in move) for move in line),
        )
        for g in group
    ]


@st.composite
def problems(draw):
    """Draw problems on small boards with one start, or two images of it, and finishes in reach."""
    cells = [(x, y) for x in range(4) for y in range(3)]
    out = draw(st.sets(st.sampled_from(cells), max_size=3))
    board = Board([cell for cell in cells if cell not in out])
    start = draw(st.integers(1, board.full_code))
    image = draw(st.sampled_from([symmetry.image for symmetry in board.symmetries]))
    starts = {start, apply_permutation(image, start)}
    reached = sorted(naive.reached(board, starts, naive.descendants))
    finishes = {draw(st.sampled_from(reached))}
    if draw(st.booleans()):
        finishes.add(apply_permutation(image, min(finishes)))
    return Problem.of_codes(board, tuple(starts), tuple(finishes))


@pytest.mark.slow
@examples(60)
@given(problems())
def test_any_problem_against_the_slow_twin(problem):
    board = problem.board
    every = [
        (naive.pegs(board, start), line)
        for start in problem.starts
        for line in naive.shortest_solutions(board, start, problem.finishes)
    ]
    fewest = min((len(line) for _, line in every), default=None)
    every = {(start, line) for start, line in every if len(line) == fewest}
    found = shortest(problem)
    assert found.solvable is (fewest is not None)
    if not found.solvable:
        return
    group = naive_group(problem)
    assert found.lower_bound == fewest
    assert found.all.raw == len(every)
    assert found.all.up_to_symmetry == len({min(images(one, group)) for one in every})
    assert found.all.unordered
    bound = MoveBound.of(problem)
    for limit in range(fewest + 2):
        with TwoEnds(problem, limit, bound) as ends:
            assert ends.meet() is (limit >= fewest)
            assert ends.moves == (fewest if limit >= fewest else ends.moves)


def test_solved_already():
    found = MinimalSolutions.of(Problem.of_codes(T5, (1,), (1,)))
    assert (found.moves, found.raw, found.up_to_symmetry) == (0, 1, 1)
    assert [one.kind for one in found.unordered] == [(0, 0, 0)]


def test_no_solution():
    found = shortest(Problem.complement(T5, "b3"))
    assert found.solvable is False
    assert found.proven
    with pytest.raises(ProblemError, match="no solution"):
        MinimalSolutions.of(Problem.complement(T5, "b3"))


EXHAUSTED = [
    *(Problem(T5, start, finish) for start, finish in (
        ("a1", "a1"), ("a1", "c5"), ("a3", "e5"), ("a2", "d5"), ("a3", "b2"))),
    *(Problem.to_any(triangle(6).vacancy(hole)) for hole in ("a1", "a2", "b3")),
    Problem(triangle(6), "a2", "f6"),
    Problem.complement(rectangle(3, 5), "a3"),
    Problem.to_any(rectangle(4, 5).vacancy("a1")),
]  # fmt: skip


@pytest.mark.every(12)
@pytest.mark.parametrize("problem", EXHAUSTED, ids=names)
def test_exhausted_by_rows_against_both_ends(problem):
    fewest = shortest(problem).lower_bound
    bound = MoveBound.of(problem)
    beam = MoveBeam(problem.board, bound.forward, problem.finishes)
    for limit in range(max(0, fewest - 2), fewest):
        assert beam.exhaust(problem.starts[0], limit) is None
    codes = beam.exhaust(problem.starts[0], fewest)
    assert (codes[0], len(codes) - 1) == (problem.starts[0], fewest)
    assert codes[-1] in problem.finishes
    assert all(sweep_between(problem.board, a, b) for a, b in pairwise(codes))


def test_nothing_is_left_out_unsaid():
    problem = Problem.complement(triangle(6), "a1")
    beam = MoveBeam(problem.board, MoveBound.of(problem).forward, problem.finishes)
    with pytest.raises(BoardTooLargeError, match="more than 50 positions"):
        beam.exhaust(problem.starts[0], 10, most=50)
    assert beam.exhaust(1, 3) == [1]


def test_the_built_in_solution_is_begun_with():
    problem = Problem.complement(triangle(6), "a1")
    best = knowledge_of(problem.board).solution(problem)
    found = solving.short_solution(problem, work=Work(0))
    assert found.solution == best
    assert found.reason.startswith("a built-in solution")
    assert solving.shortest(problem, work=Work(memory="1B")).solution == best


@given(st.integers(0, 2**15 - 1))
@examples(100)
def test_the_sweep_between_two_positions(code):
    expected = {after for _, after in naive.moves(T5, naive.pegs(T5, code))}
    for after in expected:
        at = code
        sweep = sweep_between(T5, code, naive.code(T5, after))
        for before, jump in zip((None, *sweep), sweep, strict=False):
            assert before is None or before.end == jump.start
            assert at & jump.mask == jump.pegs
            at ^= jump.mask
        assert at == naive.code(T5, after)
    assert sweep_between(T5, code, code) == ()
