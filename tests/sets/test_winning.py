"""Level tables and winning sets, compared with the slow reference version and the papers."""

import random
from functools import cache
from itertools import islice

import known
import naive
import numpy as np
import pytest
import small_engine
from hypothesis import given, strategies as st
from marks import each, slow_but_for
from winning_checks import check_against_the_twin

from pegsolitaire.board import named_board
from pegsolitaire.errors import BoardTooLargeError, ProblemError, StoreDamagedError
from pegsolitaire.game import Position, Problem
from pegsolitaire.sets import WinningSets, level_table
from pegsolitaire.theory import as_type, default_problem, problem_types

T4, T5, ENGLISH = (named_board(name) for name in ("triangle4", "triangle5", "english"))
SMALL = ["triangle4", "triangle5", "truncated7", "truncated12", "square3", "rhombus3", "star13",
         "rectangle3x4", "rectangle5x1", "hexagon7"]  # fmt: skip


def problems_of(board):
    """Yield problems of every kind on a small board."""
    rng = random.Random(len(board))
    holes = [orbit[0] for orbit in board.orbits]
    for i in holes:
        start = board.vacancy(board.holes[i])
        yield Problem.complement(board, board.holes[i])
        yield Problem(board, board.holes[i], board.holes[-1])
        yield Problem.to_any(start)
    yield from (problem_type.problem for problem_type in problem_types(board))
    for _ in range(3):
        start = rng.randrange(1, board.full_code)
        line = [Position(board, start)]
        while line[-1].legal_jumps:
            line.append(line[-1].play(rng.choice(list(line[-1].legal_jumps))))
        # One finish of several pegs is reachable; the other may not be.
        yield Problem(line[0], [line[len(line) // 2]])
        pegs = max(1, start.bit_count() - 2)
        yield Problem.of_codes(
            board, (start,), (sum(1 << i for i in rng.sample(range(len(board)), pegs)),)
        )


PROBLEMS = [problem for name in SMALL for problem in problems_of(named_board(name))]


@pytest.mark.every(84)
@pytest.mark.parametrize("raw", [False, True])
@pytest.mark.parametrize("problem", PROBLEMS, ids=str)
def test_tables_and_sets_agree_with_the_twin(problem, raw):
    check_against_the_twin(problem, raw)


@given(st.data())
def test_random_problems_agree_with_the_twin(data):
    board = named_board(data.draw(st.sampled_from(["triangle4", "truncated12", "square3"])))
    starts = data.draw(st.sets(st.integers(1, board.full_code), min_size=1, max_size=4))
    pegs = min(code.bit_count() for code in starts)
    starts = {code for code in starts if code.bit_count() == pegs}
    finish = data.draw(st.integers(1, pegs))
    position = st.sets(st.integers(0, len(board) - 1), min_size=finish, max_size=finish)
    finishes = data.draw(st.sets(position.map(lambda h: sum(1 << i for i in h)), min_size=1))
    problem = Problem.of_codes(board, tuple(starts), tuple(finishes))
    for raw in (False, True):
        check_against_the_twin(problem, raw)


def test_start_that_is_the_finish():
    start = T5.position("code:8455")
    problem = Problem(start, [start])
    (row,) = level_table(problem).rows
    assert (row.pegs, row.F, row.B, row.W, row.L) == (5, 1, 1, 1, 0)
    sets = WinningSets.build(problem)
    assert sets.sizes() == {5: 1}
    assert len(sets.solution(start)) == 0


def test_too_many_holes_and_too_little_memory(monkeypatch):
    problem = Problem.complement(named_board("star73"), (6, 6))
    for compute in (level_table, WinningSets.build):
        with pytest.raises(BoardTooLargeError, match="64"):
            compute(problem)
    small_engine.free_memory(monkeypatch, 1 << 16)
    for compute in (level_table, WinningSets.build):
        with pytest.raises(BoardTooLargeError, match="memory"):
            compute(Problem.complement(ENGLISH, "d4"))


@pytest.mark.parametrize("hole", slow_but_for(("d4",), known.TABLE_6_ENGLISH))
def test_table_6(hole, central_sets):
    problem = Problem.complement(ENGLISH, hole)
    sets = central_sets if problem == central_sets.problem else WinningSets.build(problem)
    assert len(sets) == known.TABLE_6_ENGLISH[hole][1]
    sets.verify(sample=20)


def test_section_8(central_sets):
    whole = {n: central_sets.level(n).tolist() for n in known.SECTION_8_ENGLISH_WHOLE}
    assert whole == known.SECTION_8_ENGLISH_WHOLE
    for n, (first, last) in known.SECTION_8_ENGLISH_ENDS.items():
        codes = central_sets.level(n).tolist()
        assert (codes[:3], codes[-3:]) == (first, last)


# -- queries ------------------------------------------------------------------------------------


@pytest.mark.every(2)
@pytest.mark.parametrize("name", ["triangle5", "truncated12"])
def test_every_position(name):
    board = named_board(name)
    for problem in (Problem.complement(board, board.holes[3]), as_type(board).problem):
        sets = WinningSets.build(problem)
        wins = naive.winning_levels(board, problem.starts, problem.finishes)
        expected = set().union(*wins.values())
        codes = np.arange(board.full_code + 1, dtype=np.uint64)
        assert set(np.flatnonzero(sets.contains_codes(codes)).tolist()) == expected
        assert {
            code for code in range(board.full_code + 1) if sets.contains_code(code)
        } == expected


SEVERAL = {
    str(problem): problem
    for problem in (
        Problem.complement(T5, "a4"),
        as_type(T5).problem,
        Problem.to_any(T5.vacancy("b3")),
        Problem(T4, "a2", "b2"),
        Problem.complement(named_board("triangle6"), "b3"),
        default_problem(named_board("hexagon19").vacancy("a1")),
    )
}


@cache
def built(name):
    return WinningSets.build(SEVERAL[name])


@given(st.sampled_from(sorted(SEVERAL)), st.data())
def test_codes_at_once_and_one_by_one(name, data):
    sets = built(name)
    board = sets.problem.board
    stored = [code for level in sets.levels.values() for code in level[:50].tolist()]
    some = st.integers(0, board.full_code) | st.sampled_from(stored or [0])
    codes = data.draw(st.lists(some | some.map(lambda code: code ^ board.full_code), max_size=30))
    given_codes = np.array(codes, np.uint64)
    found = sets.contains_codes(given_codes)
    assert found.tolist() == [sets.contains_code(code) for code in codes]
    assert found.tolist() == [Position(board, code) in sets for code in codes]
    assert given_codes.tolist() == codes
    least = sets.least(given_codes)
    assert least.tolist() == [sets.problem.mincode(code) for code in codes]
    assert sets.contains_codes(least).tolist() == found.tolist()


def test_many_codes_at_once(central_sets):
    rng = np.random.default_rng(5)
    codes = np.concatenate([central_sets.level(n) for n in (14, 16, 17, 20)])
    codes = np.concatenate((codes[::7], rng.integers(0, 1 << 33, 50_000, dtype=np.uint64)))
    found = central_sets.contains_codes(codes)
    assert found[: len(codes) - 50_000].all()
    for i in rng.integers(0, len(codes), 500):
        assert found[i] == central_sets.contains_code(int(codes[i]))


def test_the_upper_half_is_complements(central_sets):
    for n in (32, 31, 30, 28, 25, 20, 17):
        level = central_sets.level(n)
        expected = sorted(
            ENGLISH.mincode(ENGLISH.full_code ^ code)
            for code in central_sets.level(33 - n)[:200].tolist()
        )
        assert set(expected) <= set(level.tolist())
        assert len(level) == len(central_sets.level(33 - n)) == known.TABLE_2_ENGLISH[n][1]
        assert (level[1:] > level[:-1]).all()
    assert [len(central_sets.level(n)) for n in (0, 33, 99)] == [0, 0, 0]
    sets = built("triangle5: b3 to any")
    assert len(sets.level(14)) == 1
    assert len(sets.level(15)) == 0


def test_another_board():
    sets = built("triangle5: a4 to a4")
    other = Position(T4, 3)
    assert other not in sets
    with pytest.raises(ProblemError, match="triangle4"):
        sets.probe(other)


@each("name", sorted(SEVERAL))
def test_solutions_solve(name):
    sets = built(name)
    problem = sets.problem
    start = Position(problem.board, problem.starts[0])
    if start not in sets:
        with pytest.raises(ProblemError, match="cannot be won"):
            sets.solution(start)
        return
    solution = sets.solution(start)
    assert solution.solves(problem)
    for other in islice(sets.solutions(start), 50):
        assert other.solves(problem)
        assert all(position in sets for position in other.positions)


def test_solutions_of_triangle4():
    problem = Problem(T4, "a2", "b2")
    found = list(WinningSets.build(problem).solutions(T4.vacancy("a2")))
    assert len(found) == len(set(found)) == known.TRIANGLE4_SOLUTIONS
    assert all(solution.solves(problem) for solution in found)


@pytest.mark.slow
def test_solutions_of_triangle5():
    problem = Problem.complement(T5, "a1")
    found = set(WinningSets.build(problem).solutions(T5.vacancy("a1")))
    assert len(found) == known.TRIANGLE5_CORNER_SOLUTIONS
    assert all(solution.solves(problem) for solution in found)


def test_unsolvable_sets():
    problem = Problem.complement(T5, "b3")
    sets = WinningSets.build(problem)
    assert len(sets) == 0
    assert list(sets.sizes()) == list(range(1, 8))
    sets.verify()
    with pytest.raises(ProblemError):
        next(sets.solutions(T5.vacancy("b3")))


# -- checking -----------------------------------------------------------------------------------


@pytest.mark.every(2)
@pytest.mark.parametrize("name", sorted(SEVERAL))
def test_verify_catches_a_planted_code(name):
    sets = built(name)
    board, rng = sets.problem.board, random.Random(3)
    planted = 0
    for pegs, level in sets.levels.items():
        for _ in range(5):
            code = sum(1 << i for i in rng.sample(range(len(board)), pegs))
            if sets.contains_code(code):
                continue
            planted += 1
            for wrong in {code, sets.problem.mincode(code)}:
                codes = np.sort(np.append(level, np.uint64(wrong)))
                with pytest.raises(StoreDamagedError, match=r"not winning|not sorted"):
                    WinningSets(sets.problem, {**sets.levels, pegs: codes}).verify()
    assert planted > 10 or name == "triangle4: a2 to b2"


def test_verify_catches_a_missing_level_disorder_and_other_images():
    sets = built("triangle5: any to any")
    level = sets.levels[5]
    for wrong in (level[::-1].copy(), np.append(level, level[-1:])):
        with pytest.raises(StoreDamagedError, match=r"not winning|not sorted"):
            WinningSets(sets.problem, {**sets.levels, 5: wrong}).verify()
    without = {n: codes for n, codes in sets.levels.items() if n != 4}
    with pytest.raises(StoreDamagedError, match="not winning"):
        WinningSets(sets.problem, without).verify()
    turned = next(c for c in map(int, level) if len(set(T5.images(c))) > 1)
    image = max(T5.images(turned))
    wrong = np.sort(np.append(level[level != turned], np.uint64(image)))
    with pytest.raises(StoreDamagedError, match=str(image)):
        WinningSets(sets.problem, {**sets.levels, 5: wrong}).verify()
    sets.verify(sample=3, seed=1)


def test_equality():
    sets = built("triangle5: a4 to a4")
    same = WinningSets(sets.problem, {n: level.copy() for n, level in sets.levels.items()})
    assert sets == same
    fewer = WinningSets(sets.problem, {n: v for n, v in sets.levels.items() if n < 7})
    assert sets != fewer
    assert fewer != sets
    other = WinningSets(sets.problem, {**sets.levels, 7: sets.levels[7][:-1]})
    assert sets != other
    assert sets != WinningSets.build(Problem.complement(T5, "a1"))
    assert sets != 1
