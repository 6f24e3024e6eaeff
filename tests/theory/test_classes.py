"""Position classes and problem types, against parity labels written out."""

from itertools import product

import known
import naive
import pytest
from hypothesis import given, strategies as st
from marks import each

from pegsolitaire.board import Board, named_board, triangle
from pegsolitaire.errors import ProblemError
from pegsolitaire.game import Position, Problem
from pegsolitaire.theory import (
    class_of,
    default_problem,
    feasible_finishes,
    invariants,
    is_degenerate,
    is_null_class,
    problem_types,
    rank,
    read_problem,
    standard_vacancies,
    svss_problems,
    turn_to_standard,
    type_named,
)
from pegsolitaire.theory.classes import hole_classes, kept_parity

SQUARES = ["english", "french", "wiegleb", "semi-wiegleb", "diamond", "square6", "rectangle4x6"]
TRIANGLES = ["triangle4", "triangle5", "triangle6", "triangle7", "truncated12", "truncated18",
             "hexagon19", "hexagon37", "rhombus6", "star13"]  # fmt: skip
ALL = [*SQUARES, *TRIANGLES]
T5 = named_board("triangle5")
ENGLISH = named_board("english")


def parities(position, label):
    """The three sums of two of the numbers of pegs by label, modulo 2."""
    counts = [sum(label(x, y) % 3 == i for x, y in position) for i in range(3)]
    return tuple((counts[i] + counts[j]) % 2 for i, j in ((1, 2), (0, 2), (0, 1)))


def labels(board, code):
    """The class by the labels of the papers: one labelling for a triangle, two for squares."""
    position = naive.pegs(board, code)
    rising = parities(position, lambda x, y: x + y)
    if board.lattice.name == "triangular":
        return rising
    return rising, parities(position, lambda x, y: x - y)


@st.composite
def positions(draw, names=(*ALL, "square4+diagonal", "square3")):
    board = named_board(draw(st.sampled_from(names)))
    return Position(board, draw(st.integers(0, board.full_code)))


# -- classes ------------------------------------------------------------------------------------


@given(positions())
def test_no_jump_changes_the_class(position):
    before = class_of(position.board, position.code)
    for jump in position.legal_jumps:
        assert class_of(position.board, position.play(jump).code) == before


@given(positions(ALL), st.data())
def test_classes_are_those_of_the_labels(position, data):
    board = position.board
    other = data.draw(st.integers(0, board.full_code))
    same = class_of(board, position.code) == class_of(board, other)
    assert same == (labels(board, position.code) == labels(board, other))


@each("name", ALL)
def test_every_class_is_one_of_the_labels(name):
    board = named_board(name)
    pairs = {
        (class_of(board, code), labels(board, code))
        for few in product([0, *(1 << i for i in range(len(board)))], repeat=2)
        for code in [few[0] ^ few[1]]
    }
    classes, names = zip(*pairs, strict=True)
    assert len(pairs) == len(set(classes)) == len(set(names))
    assert len(pairs) == (4 if name in TRIANGLES else 16)
    assert class_of(board, 0) == 0


@given(positions(), st.data())
def test_a_kept_parity_is_kept_and_tells_apart(position, data):
    board, code = position.board, position.code
    others = data.draw(st.lists(st.integers(0, board.full_code), min_size=1, max_size=3))
    region = kept_parity(board, code, others)
    if region is None:
        return
    assert 0 < region <= board.full_code
    for jump in board.jumps:
        assert (jump.mask & region).bit_count() % 2 == 0
    odd = (code & region).bit_count() % 2
    assert all((other & region).bit_count() % 2 != odd for other in others)
    assert all(class_of(board, other) != class_of(board, code) for other in others)


@given(positions(), st.data())
def test_a_kept_parity_tells_every_class_from_every_other(position, data):
    """One of a single code is always found; of several, it may take more than one."""
    board, code = position.board, position.code
    other = data.draw(st.integers(0, board.full_code))
    same = class_of(board, code) == class_of(board, other)
    assert (kept_parity(board, code, [other]) is None) == same
    assert kept_parity(board, code, [other, code]) is None


def test_kept_parities_of_the_vacancies():
    """What no game from a vacancy can end at, against labels written out."""
    for name in ("english", "french", "triangle6", "square5"):
        board = named_board(name)
        for hole in board.holes:
            code = board.vacancy(hole).code
            for other in board.holes:
                end = board.single(other).code
                kept = labels(board, code) == labels(board, end)
                assert (kept_parity(board, code, [end]) is None) == kept


@each("name", ALL)
def test_rank(name):
    board = named_board(name)
    assert rank(board) == len(board) - (2 if name in TRIANGLES else 4)


def test_rank_of_odd_boards():
    assert rank(named_board("square6+diagonal")) == 36
    assert invariants(named_board("square6+diagonal")) == ()
    assert rank(named_board("rectangle5x1")) == 3
    assert rank(named_board("square2")) == 0
    assert rank(Board([(0, 0)])) == 0


@each(
    ("name", "expected"),
    [
        ("english", True), ("wiegleb", True), ("semi-wiegleb", True), ("square6", True),
        ("french", False), ("diamond", False), ("square4", False), ("square5", False),
        ("triangle4", False), ("triangle5", True), ("triangle6", True), ("triangle7", False),
        ("triangle8", True), ("triangle9", True), ("triangle10", False), ("truncated12", True),
        ("truncated18", True), ("hexagon19", False), ("hexagon37", False), ("rhombus6", True),
    ],
)  # fmt: skip
def test_null_class_boards(name, expected):
    board = named_board(name)
    assert is_null_class(board) == expected
    assert (labels(board, board.full_code) == labels(board, 0)) == expected


# -- finishes -----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["english", "wiegleb", "semi-wiegleb", "square6"])
def test_rule_of_three(name):
    board = named_board(name)
    for x, y in board:
        finishes = {board.holes[i] for i in feasible_finishes(board.vacancy((x, y)))}
        assert finishes == {(u, v) for u, v in board if (u - x) % 3 == 0 == (v - y) % 3}


@each("side", range(4, 11))
def test_theorem_2_2(side):
    board = triangle(side)
    for x, y in board:
        finishes = {board.holes[i] for i in feasible_finishes(board.vacancy((x, y)))}
        s = x + y
        if side % 3 == 1:
            expected = {(u, v) for u, v in board if s % 3 and (s + u + v) % 3 == 0}
        else:
            expected = {(u, v) for u, v in board if (s - u - v) % 3 == 0}
        assert finishes == expected


def orbit_of(board, *names):
    return {s[board.hole(name)] for s in naive.symmetries(board) for name in names}


def test_french_starts():
    board = named_board("french")
    starts = {hole for hole in board if feasible_finishes(board.vacancy(hole))}
    assert starts == orbit_of(board, "c1", "d2", "d3")
    # Never at the vacancy itself, and the class leaves no start out that a game solves.
    for i, hole in enumerate(board):
        assert i not in feasible_finishes(board.vacancy(hole))


def test_finishes_that_are_reached_are_feasible():
    for code in range(1, T5.full_code, 97):
        feasible = {T5.holes[i] for i in feasible_finishes(Position(T5, code))}
        assert naive.reachable_finishes(T5, code) <= feasible


# -- types --------------------------------------------------------------------------------------


def test_types_of_the_english_board():
    types = {t.letter: {ENGLISH.holes[i] for i in t.bits} for t in problem_types(ENGLISH)}
    assert types == {
        "A": {ENGLISH.hole(name) for name in ("d1", "a4", "d4", "g4", "d7")},
        "B": orbit_of(ENGLISH, "c3", "c2"),
        "C": orbit_of(ENGLISH, "d3", "d2", "c1"),
    }
    assert [len(types[letter]) for letter in "ABC"] == [5, 12, 16]
    for name, (letter, *_) in known.TABLE_6_ENGLISH.items():
        assert name in type_named(ENGLISH, letter).names
    assert {"c3", "f3", "c6", "c2"} <= set(type_named(ENGLISH, "b").names)
    assert {"d3", "a3", "g3", "d6", "c1"} <= set(type_named(ENGLISH, "C").names)


@pytest.mark.parametrize("name", ["english", "wiegleb", "square6"])
def test_three_types_cover_a_square_board(name):
    types = problem_types(named_board(name))
    assert [t.letter for t in types] == ["A", "B", "C"]
    holes = sorted(i for t in types for i in t.bits)
    assert holes == list(range(len(named_board(name))))


@pytest.mark.parametrize("name", ["triangle5", "triangle6", "triangle8", "truncated12"])
def test_triangles_have_one_type(name):
    (only,) = problem_types(named_board(name))
    assert only.letter == "A"
    assert only.bits == tuple(range(len(named_board(name))))
    assert type_named(named_board(name)) == only
    assert only.problem.is_self_complementary
    assert len(only.problem.group) == 6


def test_the_type_of_triangle4():
    (only,) = problem_types(triangle(4))
    assert only.names == ("a2", "b2", "a3", "c3", "b4", "c4")


@each("name", ["english", "french", "wiegleb", "triangle4", "star13", "diamond"])
def test_types_are_closed(name):
    board = named_board(name)
    for problem_type in problem_types(board):
        holes = set(problem_type.bits)
        for i in holes:
            assert holes >= set(feasible_finishes(board.vacancy(board.holes[i])))
            assert holes >= {symmetry.image[i] for symmetry in board.symmetries}


def test_type_named_errors():
    with pytest.raises(ProblemError, match="several"):
        type_named(ENGLISH)
    with pytest.raises(ProblemError, match="D"):
        type_named(ENGLISH, "D")
    with pytest.raises(ProblemError):
        type_named(Board([(0, 0)]))


# -- problems -----------------------------------------------------------------------------------


@each("side", range(4, 13))
def test_feasible_pairs_of_triangles(side):
    assert len(svss_problems(triangle(side))) == known.TABLE_3_FEASIBLE[side]


def test_formulas_of_table_3():
    for side in known.TABLE_3_FEASIBLE:
        size = side * (side + 1) // 2
        if side % 3 == 1:
            expected = (size - 1) ** 2 / 27
        else:
            expected = (4 * size**2 + 9 * (side + side % 2) ** 2) / 72
        assert known.TABLE_3_FEASIBLE[side] == expected


def test_pairs_of_square_boards():
    assert len(svss_problems(ENGLISH)) == known.SVSS_ENGLISH
    assert len(svss_problems(named_board("wiegleb"))) == known.SVSS_WIEGLEB


def test_pairs_of_triangle5_are_those_of_table_1():
    group = naive.symmetries(T5)

    def orbit(start, finish):
        return frozenset((s[start], s[finish]) for s in group)

    printed = {orbit(T5.hole(a), T5.hole(b)) for a, b in known.TRIANGULAR_TABLE_1}
    assert {orbit(*pair) for pair in svss_problems(T5)} == printed


def test_any_finish_and_default_problem():
    assert default_problem(ENGLISH.vacancy("d4")) == Problem.complement(ENGLISH, "d4")
    start = triangle(4).vacancy("a2")
    assert default_problem(start) == Problem.to_any(start)
    assert {triangle(4).single(h).code for h in ("b2", "a3", "c4")} == set(
        Problem.to_any(start).finishes
    )


@pytest.mark.parametrize(("name", "hole"), [("french", "d4"), ("triangle4", "a1")])
def test_where_no_finish_is_in_the_class_every_hole_counts(name, hole):
    """Then the problem is well posed, and its class says that it has no solution."""
    board = named_board(name)
    problem = default_problem(board.vacancy(hole))
    assert problem == Problem.to_any(board.vacancy(hole))
    assert len(problem.finishes) == len(board)
    assert feasible_finishes(board.vacancy(hole)) == ()


# -- standard vacancies -------------------------------------------------------------------------


def test_standard_vacancies_of_triangle5():
    assert standard_vacancies(type_named(T5)) == known.TRIANGLE5_VACANCIES


@pytest.mark.parametrize(
    ("name", "expected"),
    [("triangle5", {(0, 3)}), ("truncated12", {(0, 1)}), ("truncated18", {(0, 1), (2, 2)}),
     ("triangle6", {(0, 1), (2, 2)})],
)  # fmt: skip
def test_degenerate_vacancies_come_first(name, expected):
    board = named_board(name)
    vacancies = standard_vacancies(type_named(board))
    degenerate = [is_degenerate(board, hole) for hole in vacancies]
    assert degenerate == sorted(degenerate, reverse=True)
    assert {h for h, flag in zip(vacancies, degenerate, strict=True) if flag} == expected


@each("name", [*ALL, "triangle8", "triangle9"])
def test_standard_vacancies_are_one_an_orbit_in_one_class(name):
    board = named_board(name)
    for problem_type in problem_types(board):
        vacancies = standard_vacancies(problem_type)
        if not is_null_class(board):
            assert vacancies == ()  # no complement problem is solvable there
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
    assert turn_to_standard(type_named(board), board.vacancy("a2")) is None


@pytest.mark.parametrize("word", ["any", "ANY", " Any "])
def test_any_finish_in_any_letters(word):
    assert read_problem(T5, "a4", word) == Problem.to_any(T5.vacancy("a4"))
    assert read_problem(T5, word, word) == read_problem(T5, word) == type_named(T5).problem
    with pytest.raises(ProblemError, match="START"):
        read_problem(T5, word, "a1")
