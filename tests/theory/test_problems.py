"""Problem types, standard vacancies and feasible finishes."""

import known
import naive
import pytest
from hypothesis import given, strategies as st
from marks import each

from pegsolitaire.board import Board, named_board, triangle
from pegsolitaire.errors import ProblemError
from pegsolitaire.game import Position, Problem
from pegsolitaire.theory import (
    as_type,
    class_of,
    default_problem,
    feasible_finishes,
    is_degenerate,
    is_null_class,
    problem_types,
    read_problem,
    standard_vacancies,
    svss_problems,
    turn_to_standard,
)
from pegsolitaire.theory.classes import hole_classes

SQUARES = ["english", "french", "wiegleb", "semi-wiegleb", "diamond", "square6", "rectangle4x6"]
TRIANGLES = ["triangle4", "triangle5", "triangle6", "triangle7", "truncated12", "truncated18",
             "hexagon19", "hexagon37", "rhombus6", "star13"]  # fmt: skip
ALL = [*SQUARES, *TRIANGLES]
T5 = named_board("triangle5")
ENGLISH = named_board("english")


def orbit_of(board, *names):
    return {s[board.hole(name)] for s in naive.symmetries(board) for name in names}


# -- types --------------------------------------------------------------------------------------


def test_types_of_the_english_board():
    types = {t.letter: {ENGLISH.holes[i] for i in t.bits} for t in problem_types(ENGLISH)}
    assert types == {
        "A": {ENGLISH.hole(name) for name in ("d1", "a4", "d4", "g4", "d7")},
        "B": orbit_of(ENGLISH, "c3", "c2"),
        "C": orbit_of(ENGLISH, "d3", "d2", "c1"),
    }
    for name, (letter, *_) in known.TABLE_6_ENGLISH.items():
        assert name in as_type(ENGLISH, letter).names
    assert as_type(ENGLISH, "b") == as_type(ENGLISH, "B")


@pytest.mark.parametrize("name", ["triangle5", "triangle6", "triangle8", "truncated12"])
def test_triangles_have_one_type(name):
    (only,) = problem_types(named_board(name))
    assert only.letter == "A"
    assert only.bits == tuple(range(len(named_board(name))))
    assert as_type(named_board(name)) == only
    assert only.problem.is_self_complementary
    assert len(only.problem.group) == 6


@each("name", ["english", "french", "wiegleb", "triangle4", "star13", "diamond"])
def test_types_are_closed(name):
    board = named_board(name)
    for problem_type in problem_types(board):
        holes = set(problem_type.bits)
        for i in holes:
            assert holes >= set(feasible_finishes(board.vacancy(board.holes[i])))
            assert holes >= {symmetry.image[i] for symmetry in board.symmetries}


def test_types_that_do_not_exist():
    with pytest.raises(ProblemError, match="several"):
        as_type(ENGLISH)
    with pytest.raises(ProblemError, match="D"):
        as_type(ENGLISH, "D")
    with pytest.raises(ProblemError):
        as_type(Board([(0, 0)]))


# -- problems -----------------------------------------------------------------------------------


@each("side", range(4, 13))
def test_feasible_pairs_of_triangles(side):
    assert len(svss_problems(triangle(side))) == known.TABLE_3_FEASIBLE[side]


def test_any_finish_and_default_problem():
    assert default_problem(ENGLISH.vacancy("d4")) == Problem.complement(ENGLISH, "d4")
    start = triangle(4).vacancy("a2")
    assert default_problem(start) == Problem.to_any(start)
    assert {triangle(4).single(h).code for h in ("b2", "a3", "c4")} == set(
        Problem.to_any(start).finishes
    )


# -- standard vacancies -------------------------------------------------------------------------


def test_standard_vacancies_of_triangle5():
    assert standard_vacancies(as_type(T5)) == known.TRIANGLE5_VACANCIES


@pytest.mark.parametrize(
    ("name", "expected"),
    [("triangle5", {(0, 3)}), ("truncated12", {(0, 1)}), ("truncated18", {(0, 1), (2, 2)}),
     ("triangle6", {(0, 1), (2, 2)})],
)  # fmt: skip
def test_degenerate_vacancies_come_first(name, expected):
    board = named_board(name)
    vacancies = standard_vacancies(as_type(board))
    degenerate = [is_degenerate(board, hole) for hole in vacancies]
    assert degenerate == sorted(degenerate, reverse=True)
    assert {h for h, flag in zip(vacancies, degenerate, strict=True) if flag} == expected


@each("name", [*ALL, "triangle8", "triangle9"])
def test_standard_vacancies_are_one_an_orbit_in_one_class(name):
    board = named_board(name)
    for problem_type in problem_types(board):
        vacancies = standard_vacancies(problem_type)
        if not is_null_class(board):
            assert vacancies == ()  # none of its complement problems can be solved
            continue
        assert len({hole_classes(board)[board.bit(hole)] for hole in vacancies}) == 1
        orbits = {orbit for orbit in board.orbits if orbit[0] in problem_type.bits}
        met = [next(o for o in orbits if board.bit(hole) in o) for hole in vacancies]
        assert len(met) == len(set(met)) == len(orbits)


@given(st.data())
def test_turn_to_standard(data):
    board = named_board(data.draw(st.sampled_from(["triangle6", "triangle5", "truncated12"])))
    (only,) = problem_types(board)
    position = Position(board, data.draw(st.integers(0, board.full_code)))
    wanted = class_of(board, board.vacancy(standard_vacancies(only)[0]).code)
    turned = turn_to_standard(only, position)
    if turned is None:
        assert all(class_of(board, image) != wanted for image in board.images(position.code))
    else:
        assert turned.code in board.images(position.code)
        assert class_of(board, turned.code) == wanted


def test_nothing_is_turned_where_no_vacancy_is_standard():
    board = triangle(4)
    assert turn_to_standard(as_type(board), board.vacancy("a2")) is None


@pytest.mark.parametrize("word", ["any", "ANY", " Any "])
def test_any_finish_in_any_letters(word):
    assert read_problem(T5, "a4", word) == Problem.to_any(T5.vacancy("a4"))
    assert read_problem(T5, word, word) == read_problem(T5, word) == as_type(T5).problem
    with pytest.raises(ProblemError, match="START"):
        read_problem(T5, word, "a1")
