"""Problems and the symmetries that preserve them."""

import known
import naive
import pytest
from hypothesis import given, strategies as st
from marks import each

from pegsolitaire.board import Board, named_board
from pegsolitaire.errors import ProblemError
from pegsolitaire.game import Problem

ENGLISH = named_board("english")
T5 = named_board("triangle5")


@each(
    ("starts", "finishes"),
    [((), (1,)), ((1,), ()), ((0,), (1,)), ((2**15,), (1,)), ((3,), (-1,)), ((3, 7), (1,)),
     ((7,), (1, 3)), ((1,), (3,))],
)  # fmt: skip
def test_problems_that_make_no_sense(starts, finishes):
    with pytest.raises(ProblemError):
        Problem.of_codes(T5, starts, finishes)


def test_problems_are_values():
    problem = Problem.of_codes(T5, (T5.full_code ^ 2, T5.full_code ^ 1, T5.full_code ^ 2), (1,))
    assert problem == Problem.of_codes(T5, (T5.full_code ^ 1, T5.full_code ^ 2), (1,))
    assert problem.starts == tuple(sorted(problem.starts))
    assert hash(problem) == hash(Problem.of_codes(T5, problem.starts, problem.finishes))
    assert eval(repr(problem), {"Board": Board, "Problem": Problem}) == problem
    assert (problem.start_pegs, problem.finish_pegs) == (14, 1)
    assert not problem.is_self_complementary
    assert Problem.complement(T5, "b3").is_self_complementary
    assert Problem.complement(T5, "b3") == Problem(T5, "b3", "b3")
    assert str(Problem(T5, "a1", "c5")) == "triangle5: a1 to c5"


@given(st.data())
def test_problem_group_against_naive(data):
    board = named_board(data.draw(st.sampled_from(["english", "triangle5", "star13", "rhombus4"])))
    start, finish = (
        data.draw(st.sampled_from(board.holes)),
        data.draw(st.sampled_from(board.holes)),
    )
    problem = Problem(board, start, finish)
    found = [
        {board.holes[i]: board.holes[j] for i, j in enumerate(symmetry.image)}
        for symmetry in problem.group
    ]
    expected = naive.problem_group(board, problem.starts, problem.finishes)
    assert len(found) == len(expected)
    assert all(symmetry in expected for symmetry in found)
    code = data.draw(st.integers(0, board.full_code))
    assert problem.mincode(code) == naive.mincode(board, naive.pegs(board, code), expected)


def test_group_of_many_starts():
    starts = tuple(T5.full_code ^ T5.code([hole]) for hole in ("a1", "a5", "e5"))
    corners = Problem.of_codes(T5, starts, tuple(T5.full_code ^ code for code in starts))
    assert len(corners.group) == len(naive.problem_group(T5, starts, corners.finishes)) == 6
    assert corners.is_self_complementary
    assert len(Problem.of_codes(T5, starts[:2], (1,)).group) == 1


def test_groups_of_table_6():
    sizes = {name: len(Problem.complement(ENGLISH, name).group) for name in known.TABLE_6_ENGLISH}
    assert sizes == {"d4": 8, "d1": 2, "c3": 2, "c2": 1, "d3": 2, "d2": 2, "c1": 1}


def test_slugs_differ():
    problems = [Problem(T5, a, b) for a in T5 for b in T5]
    problems += [Problem.of_codes(T5, (code,), (1,)) for code in range(1, 400)]
    problems += [Problem.of_codes(T5, (T5.full_code ^ 1,), (code,)) for code in range(1, 400)]
    vacancies = [T5.full_code ^ 1 << i for i in range(15)]
    problems += [Problem.of_codes(T5, (a, b), (1,)) for a in vacancies for b in vacancies]
    problems += [
        Problem.of_codes(T5, (T5.full_code,), (1 << i, 1 << j))
        for i in range(15)
        for j in range(15)
    ]
    distinct = set(problems)
    assert len({problem.slug for problem in distinct}) == len(distinct)
    assert all(set(p.slug) <= set("abcdefghijklmnopqrstuvwxyz0123456789_-") for p in distinct)
