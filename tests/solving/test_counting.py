"""Counts of solutions and games, compared with published counts and the slow reference version."""

import random

import known
import naive
import pytest
import small_engine
from hypothesis import given, strategies as st
from marks import examples, slow
from private import set_private

from pegsolitaire.board import Board, named_board
from pegsolitaire.errors import BoardTooLargeError, ProblemError
from pegsolitaire.game import Problem
from pegsolitaire.solving import (
    Games,
    Unordered,
    count,
    count_by_finish,
    count_games,
    count_unordered,
)
from pegsolitaire.theory import as_type
from pegsolitaire.work import Progress, Work

T4, T5, ENGLISH = named_board("triangle4"), named_board("triangle5"), named_board("english")
#: Section 2.3 of the triangular paper gives two solutions of the corner of T5, up to order and
#: symmetry. The other numbers were computed by this program.
UNORDERED = [
    (Problem(T4, "a2", "b2"), Unordered(4, 2, 2)),
    (Problem.complement(T5, "a1"), Unordered(8, 4, 2)),
    (Problem.complement(T5, "b3"), Unordered(0, 0, 0)),
    (Problem.complement(T4, "a1"), Unordered(0, 0, 0)),
    slow(Problem.complement(named_board("triangle6"), "a1"), Unordered(6030, 2676, 1338)),
]


def vacancies(board):
    return [board.vacancy(hole).code for hole in board.holes]


def singles(board):
    return [board.single(hole).code for hole in board.holes]


# -- published counts ---------------------------------------------------------------------------


def test_figure_11_and_the_corner_of_triangle5():
    assert count(Problem(T4, "a2", "b2")) == known.TRIANGLE4_SOLUTIONS
    assert count(Problem.complement(T5, "a1")) == known.TRIANGLE5_CORNER_SOLUTIONS


@pytest.mark.parametrize("vacancy", known.TRIANGLE5_GAMES)
def test_games_of_triangle5(vacancy):
    total, won, *_ = known.TRIANGLE5_GAMES[vacancy]
    problem = Problem.to_any(T5.vacancy(vacancy))
    games = count_games(problem)
    assert (games.won, games.total) == (won, total)
    assert games.by_pegs == known.TRIANGLE5_GAMES_BY_PEGS[vacancy]
    assert count(problem) == won


# -- against the slow reference version ---------------------------------------------------------


def assert_as_the_twin(problem):
    """Compare the numbers of games and solutions, and return that of solutions."""
    board, starts, finishes = problem.board, problem.starts, problem.finishes
    games = [naive.count_games(board, start, finishes) for start in starts]
    expected = sum(won for won, _ in games)
    found = count_games(problem)
    assert (found.won, found.total) == (expected, sum(map(sum, games)))
    assert found.by_pegs == naive.games_by_pegs(board, starts, finishes)
    assert count(problem) == expected
    return expected


@pytest.mark.every(4)
@pytest.mark.parametrize(
    "name",
    [
        "triangle5", "triangle4", "truncated12", "rectangle3x4", "square3", "star13",
        "rectangle1x8", "diamond5",
    ],
)  # fmt: skip
def test_every_pair(name):
    board = named_board(name)
    for start in vacancies(board):
        expected = naive.count_paths(board, [start])
        for finish in singles(board):
            problem = Problem.of_codes(board, (start,), (finish,))
            assert count(problem) == expected.get(finish, 0), str(problem)


@pytest.mark.every(3)
@pytest.mark.parametrize("name", ["triangle4", "truncated12", "triangle5"])
def test_several_starts_and_finishes(name):
    board, rng = named_board(name), random.Random(name)
    problems = [as_type(board, "A").problem]
    for few in (2, 3, 5):
        starts, finishes = (rng.sample(codes(board), few) for codes in (vacancies, singles))
        problems.append(Problem.of_codes(board, tuple(starts), tuple(finishes)))
    for problem in problems:
        ways = naive.count_paths(board, problem.starts)
        assert count(problem) == sum(ways.get(code, 0) for code in problem.finishes)


PLAYED = [
    "triangle5", "triangle6", "english", "english5", "square4+diagonal", "hexagon19", "rhombus4",
    "wiegleb", "star13", "rectangle2x5", "square5",
]  # fmt: skip


@st.composite
def problems(draw):
    """Draw problems whose starts are found by playing jumps backward from a finish."""
    board = named_board(draw(st.sampled_from(PLAYED)))
    holes = st.lists(st.sampled_from(board.holes), min_size=1, max_size=3, unique=True)
    finish = frozenset(draw(holes))
    seeds = draw(st.lists(st.integers(0, 999), min_size=1, max_size=3))
    found = []
    for seed in seeds:
        rng, position = random.Random(seed), finish
        while len(position) < 9 and (befores := naive.ancestors(board, [position])):
            position = rng.choice(sorted(befores, key=sorted))
        found.append(naive.code(board, position))
    most = max(code.bit_count() for code in found)
    starts = [code for code in found if code.bit_count() == most]
    others = naive.count_paths(board, starts[:1])
    finishes = [naive.code(board, finish)]
    finishes += [code for code in sorted(others) if code.bit_count() == len(finish)][:2]
    return Problem.of_codes(board, tuple(starts), tuple(finishes))


@pytest.mark.slow
@examples(80)
@given(problems())
def test_any_positions(problem):
    assert assert_as_the_twin(problem) > 0


@examples(60)
@given(st.data())
def test_positions_at_random(data):
    """Most of these positions have no solution."""
    board = named_board(data.draw(st.sampled_from(PLAYED)))
    pegs = data.draw(st.integers(1, 8))
    positions = st.sets(st.integers(0, len(board) - 1), min_size=pegs, max_size=pegs)
    starts = data.draw(st.lists(positions, min_size=1, max_size=3))
    finish = data.draw(st.sampled_from(singles(board)))
    codes = {sum(1 << i for i in position) for position in starts}
    assert_as_the_twin(Problem.of_codes(board, tuple(codes), (finish,)))


def test_starts_that_are_finishes():
    a1, a4, c5 = (T5.vacancy(hole).code for hole in ("a1", "a4", "c5"))
    for starts, finishes, expected in (
        ((a1,), (a1,), 1),
        ((a1, a4), (a4, c5), 1),
        ((a1, a4), (a1, a4), 2),
        ((a1,), (a4,), 0),
        ((1,), (1,), 1),
        ((1, 2, 4), (2, 4, 8), 2),
    ):
        problem = Problem.of_codes(T5, starts, finishes)
        assert count(problem) == count_games(problem).won == expected
        if len(starts) == 1:  # the empty set of jumps is the only solution
            assert count_unordered(problem).directed == expected


def test_a_board_of_two_holes():
    """The two single pegs are complements of each other, and no jump is possible."""
    board = Board([(0, 0), (1, 0)])
    for starts, finishes, expected in (
        ((1,), (1,), 1), ((1,), (2,), 0), ((1, 2), (1, 2), 2), ((1, 2), (1,), 1),
        ((2,), (1, 2), 1),
    ):  # fmt: skip
        problem = Problem.of_codes(board, starts, finishes)
        assert count(problem) == expected
        assert count_games(problem) == Games(expected, {1: len(starts)})


def test_the_full_board_has_one_game():
    assert count(Problem.of_codes(T5, (T5.full_code,), (T5.full_code,))) == 1
    assert count_games(Problem.of_codes(T5, (T5.full_code,), (T5.full_code,))) == Games(1, {15: 1})
    assert count_games(Problem.of_codes(T5, (T5.full_code,), (1,))) == Games(0, {15: 1})
    assert count(Problem.of_codes(T5, (T5.full_code,), (1,))) == 0


def test_no_solution():
    french = named_board("french")
    for problem in (
        Problem.complement(french, "d4"),
        Problem.to_any(french.vacancy("d4")),
        Problem(ENGLISH, "d4", "d3"),
        Problem.complement(T5, "b3"),
        Problem.complement(T4, "a1"),
    ):
        assert count(problem) == 0


# -- games --------------------------------------------------------------------------------------


@pytest.mark.every(3)
@pytest.mark.parametrize("start", ["a1", "a3", "b3"])
def test_games_that_end_in_the_middle(start):
    """A finish of several pegs ends the game even if jumps are left."""
    code = T5.vacancy(start).code
    ways = naive.count_paths(T5, [code])
    rng = random.Random(start)
    ended = False
    for pegs in (13, 10, 7, 4, 2):
        level = sorted(code for code in ways if code.bit_count() == pegs)
        finishes = rng.sample(level, min(3, len(level)))
        assert_as_the_twin(Problem.of_codes(T5, (code,), tuple(finishes)))
        ended = ended or any(T5.position(f"code:{finish}").legal_jumps for finish in finishes)
    assert ended


def test_share_of_huge_counts():
    assert Games(0, {2: 1}).share == 0
    assert Games(10**400, {1: 10**400, 2: 3 * 10**400}).share == 0.25


# -- apart from the order of jumps ----------------------------------------------------------------


@pytest.mark.parametrize(("problem", "expected"), UNORDERED, ids=str)
def test_counts_without_order(problem, expected):
    assert count_unordered(problem) == expected


def unordered(problem):
    """Count jump sets of a problem with one start with the slow reference version."""
    board = problem.board
    directed = naive.jump_sets(board, problem.starts[0], problem.finishes)
    undirected = {naive.without_direction(one) for one in directed}
    group = naive.problem_group(board, problem.starts, problem.finishes)
    least = {min(naive.moved_set(symmetry, one) for symmetry in group) for one in undirected}
    return Unordered(len(directed), len(undirected), len(least))


@pytest.mark.parametrize(
    "pair", [pair for pair, solvable in known.TRIANGULAR_TABLE_1.items() if solvable], ids=str
)
def test_pairs_of_triangle5_without_order(pair):
    problem = Problem(T5, *pair)
    assert count_unordered(problem) == unordered(problem)


@pytest.mark.parametrize(
    "problem",
    [
        Problem.to_any(T5.vacancy("a1")),
        Problem.complement(named_board("truncated12"), "b2"),
        Problem.of_codes(T5, (8455,), (1, 2, 4)),
    ],
    ids=str,
)
def test_several_finishes_without_order(problem):
    assert count_unordered(problem) == unordered(problem)
    assert count_unordered(problem).directed > 0


def test_several_starts_without_order():
    with pytest.raises(ProblemError, match="give one start"):
        count_unordered(as_type(T4).problem)


def test_limit_of_jump_sets(monkeypatch):
    set_private(monkeypatch, "pegsolitaire.solving.solution_graphs", _MAX_JUMP_SETS=7)
    corner = Problem.complement(T5, "a1")
    with pytest.raises(BoardTooLargeError, match=r"triangle5: a1 to a1 has more than 7 different"):
        count_unordered(corner)


# -- limits and progress ------------------------------------------------------------------------


def test_boards_that_are_too_large(monkeypatch):
    star = named_board("star73")
    start = star.vacancy(star.holes[36])
    after = start.play(next(iter(start.legal_jumps)))
    problem = Problem(start, [after])
    for counting in (count, count_games, count_unordered):
        with pytest.raises(BoardTooLargeError, match="up to 64 holes"):
            counting(problem)
    small_engine.free_memory(monkeypatch, 1 << 16)
    for counting in (count, count_games):
        with pytest.raises(BoardTooLargeError, match=" kB of memory and "):
            counting(Problem.complement(ENGLISH, "d4"))


class Log(Progress):
    def __init__(self):
        self.stages, self.updates = [], []

    def stage(self, what, total=None):
        self.stages.append((what, total))
        self.updates.append([])

    def update(self, done, note=""):
        self.updates[-1].append((done, note))


@pytest.mark.parametrize("counting", [count, count_games, count_unordered])
def test_progress(counting):
    """Progress is reported for every level and never exceeds the total."""
    log = Log()
    counting(Problem(T5, "a1", "c5"), work=Work(progress=log))
    assert log.stages
    for (what, total), updates in zip(log.stages, log.updates, strict=True):
        done = [number for number, _ in updates]
        assert done == sorted(set(done)), what
        assert all(0 < number <= total for number in done), (what, total, done)


@pytest.mark.parametrize("name", ["triangle5", "rectangle4x4", "rectangle3x6"])
def test_each_finish(name):
    """Counting all finishes at once gives the same numbers as counting each one alone."""
    board = named_board(name)
    for start in vacancies(board):
        counted = count_by_finish(Problem.of_codes(board, (start,), tuple(singles(board))))
        alone = {one: count(Problem.of_codes(board, (start,), (one,))) for one in singles(board)}
        assert counted == alone


def test_each_finish_of_several_starts():
    problem = as_type(T5, "A").problem
    assert sum(count_by_finish(problem).values()) == count(problem)
