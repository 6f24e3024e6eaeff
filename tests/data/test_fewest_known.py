"""The solutions with few moves that come along: replayed, as short as the papers say, and read."""

import known
import pytest
from marks import each

from pegsolitaire.board import CATALOGUE, apply_permutation, english, named_board, triangle
from pegsolitaire.data import knowledge_of, vacancy_puzzles
from pegsolitaire.data.knowledge import known_boards
from pegsolitaire.game import Problem, Solution
from pegsolitaire.solving import shortest
from pegsolitaire.theory import read_problem

EVERY = [one for name in known_boards() for one in knowledge_of(named_board(name)).shortest]


def name(one):
    [hole] = one.solution.start.complement
    board = one.solution.start.board
    return f"{board.name}-{board.hole_text(hole)}-{one.finish}"


@pytest.mark.every(3)
@pytest.mark.parametrize("one", EVERY, ids=name)
def test_each_agrees_with_the_vacancies(one):
    """Each was replayed when it was read; what is proven is what the puzzle says."""
    board = one.solution.start.board
    puzzles = {puzzle.position: puzzle for puzzle in vacancy_puzzles(board) or ()}
    puzzle = puzzles.get(one.solution.start)
    if puzzle is not None and puzzle.finish == one.finish and puzzle.best is not None:
        assert one.moves == puzzle.best
    if one.proven and len(board) <= 21:
        problem = read_problem(board, f"code:{one.solution.start.code}", one.finish)
        assert shortest(problem, facts=False).lower_bound == one.moves


@each("name", CATALOGUE)
def test_every_proven_vacancy_has_one(name):
    board = named_board(name)
    for puzzle in vacancy_puzzles(board) or ():
        found = knowledge_of(board).fewest(read_problem(board, puzzle.start, puzzle.finish))
        if puzzle.best is not None:
            assert (found.moves, found.proven) == (puzzle.best, True), puzzle.name


def test_images_are_known_too():
    board = english()
    d1, d7 = (knowledge_of(board).fewest(Problem.complement(board, hole)) for hole in ("d1", "d7"))
    assert d1.moves == d7.moves == 18
    assert d7.solution.solves(Problem.complement(board, "d7"))
    for symmetry in board.symmetries:
        image = apply_permutation(symmetry.image, board.vacancy("c1").code)
        [hole] = board.position(f"code:{image}").complement
        problem = Problem.complement(board, hole)
        assert knowledge_of(problem.board).fewest(problem).solution.solves(problem)


def test_what_holds_for_any_finish_holds_for_each():
    problem = Problem.to_any(triangle(7).vacancy("a2"))
    found = knowledge_of(problem.board).fewest(problem)
    assert (found.moves, found.proven) == (12, True)
    [end] = found.solution.finish
    there = knowledge_of(problem.board).fewest(Problem(triangle(7), "a2", end))
    assert (there.moves, there.proven) == (12, True)


def test_what_has_a_lower_bound_is_not_proven():
    problem = Problem.complement(triangle(9), "a1")
    known = knowledge_of(problem.board)
    found, bound = known.fewest(problem), known.bound(problem)
    assert (found.moves > bound.moves, found.proven) == (True, False)


def test_what_is_not_known():
    diagonal = named_board("square7+diagonal")
    assert knowledge_of(diagonal).fewest(Problem.complement(diagonal, "a1")) is None
    cross = english().position(".../.*./..***../...*.../...*.../.../...")
    assert knowledge_of(english()).fewest(Problem.to_any(cross)) is None
    both = Problem.of_codes(
        triangle(5), (triangle(5).full_code ^ 1, triangle(5).full_code ^ 2), (1,)
    )
    found = knowledge_of(triangle(5)).fewest(both)
    assert (found.moves, found.proven) == (10, False)


def test_the_42_jumps_of_figure_10_in_28_moves():
    """Published: 29 moves."""
    line = Solution.from_moves(triangle(12).vacancy("e7"), known.T12_IN_28.split(", "))
    assert (len(line.moves), len(line.moves[-1]), len(line.finish)) == (28, 42, 1)


def test_side_12_ends_with_44_jumps():
    """Published: 42; 45 are impossible (tests/theory/test_linear_programs.py)."""
    line = Solution.from_moves(triangle(12).vacancy("c5"), known.T12_WITH_44.split(", "))
    assert (len(line.moves), len(line.moves[-1]), len(line.finish)) == (28, 44, 1)


def test_the_same_moves_end_in_two_ways():
    """What Bell shows of the French board, class (5, 5, 3)."""
    start = named_board("french").vacancy("d3")
    lines = [Solution.from_moves(start, text.split(", ")) for text in known.FRENCH_TWO_ENDINGS]
    [long, short] = lines
    assert all(line.solves(Problem(start.board, "d3", "d2")) for line in lines)
    assert sorted(map(str, long.moves)) == sorted(map(str, short.moves))
    assert sorted(map(len, long.moves))[-2:] == [5, 5]
    assert (len(long.moves[-1]), len(short.moves[-1])) == (3, 1)
    assert len(long.moves) == 21
