"""Counts of solutions and games, compared with published counts and the slow reference version."""

import random
from bisect import bisect
from collections import Counter

import known
import naive
import pytest
import small_engine
from hypothesis import given, strategies as st
from marks import examples, slow, slow_but_for

from pegsolitaire.board import Board, named_board
from pegsolitaire.errors import BoardTooLargeError, ProblemError
from pegsolitaire.game import Problem
from pegsolitaire.solving import (
    Games,
    Unordered,
    count_by_finish,
    count_games,
    count_solutions,
    count_unordered,
)
from pegsolitaire.theory import type_named
from pegsolitaire.work import Progress, Work

T4, T5, ENGLISH = named_board("triangle4"), named_board("triangle5"), named_board("english")
#: Section 2.3 of the triangular paper gives two solutions of the corner of T5, up to order and
#: symmetry. The other numbers were computed by this program.
UNORDERED = [
    (Problem(T4, "a2", "b2"), Unordered(4, 2, 2)),
    (Problem.complement(T5, "a1"), Unordered(8, 4, 2)),
    pytest.param(
        Problem.complement(named_board("triangle6"), "a1"),
        Unordered(6030, 2676, 1338),
        marks=pytest.mark.slow,
    ),
]


def vacancies(board):
    return [board.vacancy(hole).code for hole in board.holes]


def singles(board):
    return [board.single(hole).code for hole in board.holes]


# -- published counts ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    "vacancy",
    slow_but_for((), known.TABLE_7_ENGLISH_SOLUTIONS),
)
def test_table_7(vacancy):
    problem = Problem.complement(ENGLISH, vacancy)
    assert count_solutions(problem) == known.TABLE_7_ENGLISH_SOLUTIONS[vacancy]


def test_figure_11():
    assert count_solutions(Problem(T4, "a2", "b2")) == known.TRIANGLE4_SOLUTIONS


def test_corner_of_triangle5():
    assert count_solutions(Problem.complement(T5, "a1")) == known.TRIANGLE5_CORNER_SOLUTIONS


@pytest.mark.parametrize("vacancy", known.TRIANGLE5_GAMES_BY_PEGS)
def test_games_of_triangle5_by_pegs(vacancy, document):
    """Compare with published counts; a game ends at the finish or when no jump is left."""
    expected = known.TRIANGLE5_GAMES_BY_PEGS[vacancy]
    shown = document("count", "triangle5", vacancy, "--games", code=0 if vacancy != "b3" else 1)
    assert shown["games"]["by_pegs"] == {str(pegs): games for pegs, games in expected.items()}
    assert sum(expected.values()) == shown["games"]["total"]


@pytest.mark.parametrize("vacancy", known.TRIANGLE5_GAMES)
def test_games_of_triangle5(vacancy):
    total, won, *_ = known.TRIANGLE5_GAMES[vacancy]
    problem = Problem.to_any(T5.vacancy(vacancy))
    games = count_games(problem)
    assert (games.won, games.total) == (won, total)
    assert count_solutions(problem) == won


@pytest.mark.slow
def test_games_of_the_central_game():
    """The total does not fit in 64 bits, so counts of two limbs are needed."""
    games = count_games(Problem.complement(ENGLISH, "d4"))
    assert games.won == known.TABLE_7_ENGLISH_SOLUTIONS["d4"]
    assert games.total == known.ENGLISH_CENTRAL_GAMES > 1 << 64
    assert games.lost == games.total - games.won


@pytest.mark.slow
def test_finishes_of_the_central_game():
    """Every game to d1 has pegs at d2 and d3 before its last jump, so it could also end at d4."""
    central, outer = known.TABLE_7_ENGLISH_SOLUTIONS["d4"], known.ENGLISH_D4_TO_D1_SOLUTIONS
    assert 4 * outer == central
    assert count_solutions(Problem(ENGLISH, "d4", "d1")) == outer
    assert count_solutions(Problem.to_any(ENGLISH.vacancy("d4"))) == central + 4 * outer


@pytest.mark.slow
def test_last_jump_of_the_central_game():
    pair = ENGLISH.single("d2").code | ENGLISH.single("d3").code
    problem = Problem.of_codes(ENGLISH, (ENGLISH.vacancy("d4").code,), (pair,))
    assert count_solutions(problem) == known.ENGLISH_D4_TO_D1_SOLUTIONS


@pytest.mark.slow
def test_games_of_the_central_game_by_its_turns():
    """The count stays the same if only rotations are used as symmetries."""
    problem = Problem.complement(ENGLISH, "d4")
    problem.__dict__["group"] = tuple(s for s in problem.group if s.is_rotation)
    assert count_games(problem).total == known.ENGLISH_CENTRAL_GAMES


# -- against the slow reference version ---------------------------------------------------------


@pytest.mark.every(3)
@pytest.mark.parametrize(
    "name",
    ["triangle4", "truncated12", "rectangle3x4", "square3", "star13", "rectangle1x8", "diamond5"],
)
def test_every_pair(name):
    board = named_board(name)
    for start in vacancies(board):
        expected = naive.count_paths(board, [start])
        for finish in singles(board):
            problem = Problem.of_codes(board, (start,), (finish,))
            assert count_solutions(problem) == expected.get(finish, 0), str(problem)


@pytest.mark.every(4)
@pytest.mark.parametrize("start", T5.holes, ids=str)
def test_every_pair_of_triangle5(start):
    """Table 1 of the triangular paper lists which counts are not 0."""
    expected = naive.count_paths(T5, [T5.vacancy(start).code])
    found = {}
    for finish in T5.holes:
        problem = Problem(T5, start, finish)
        found[finish] = count_solutions(problem)
        assert found[finish] == expected.get(problem.finishes[0], 0), str(problem)
        pair = (T5.hole_text(start), T5.hole_text(finish))
        if pair in known.TRIANGULAR_TABLE_1:
            assert bool(found[finish]) == known.TRIANGULAR_TABLE_1[pair]
    assert count_solutions(Problem.to_any(T5.vacancy(start))) == sum(found.values())


@pytest.mark.slow
def test_the_twin_counts_in_two_ways():
    for start, finish in (("a1", "a1"), ("c5", "b3"), ("a4", "d4")):
        problem = Problem(T5, start, finish)
        ways = naive.count_paths(T5, problem.starts)
        assert naive.count_solutions(T5, *problem.starts, problem.finishes) == ways.get(
            *problem.finishes, 0
        )


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "pairs"),
    [
        ("square4+diagonal", [("b2", "c3")]),
        ("square4+diagonal", [("a1", "a1"), ("a1", "d4"), ("b1", "b1")]),
        ("rhombus4", [("a1", "a1"), ("b2", "b2"), ("b1", "c2")]),
    ],
)
def test_boards_of_sixteen_holes(name, pairs):
    board = named_board(name)
    for start, finish in pairs:
        problem = Problem(board, start, finish)
        expected = naive.count_solutions(board, *problem.starts, problem.finishes)
        assert count_solutions(problem) == expected, str(problem)


@pytest.mark.every(3)
@pytest.mark.parametrize("name", ["triangle4", "truncated12", "triangle5"])
def test_several_starts_and_finishes(name):
    """The count for several starts and finishes is the sum over all pairs."""
    board, rng = named_board(name), random.Random(name)
    problems = [type_named(board, "A").problem]
    for few in (2, 3, 5):
        starts, finishes = (rng.sample(codes(board), few) for codes in (vacancies, singles))
        problems.append(Problem.of_codes(board, tuple(starts), tuple(finishes)))
    for problem in problems:
        ways = naive.count_paths(board, problem.starts)
        expected = sum(ways.get(code, 0) for code in problem.finishes)
        assert count_solutions(problem) == expected, problem
        pairs = [
            Problem.of_codes(board, (start,), (finish,))
            for start in problem.starts
            for finish in problem.finishes
        ]
        assert sum(map(count_solutions, pairs)) == expected


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
    board = problem.board
    expected = [naive.count_solutions(board, start, problem.finishes) for start in problem.starts]
    assert count_solutions(problem) == sum(expected) > 0
    games = [naive.count_games(board, start, problem.finishes) for start in problem.starts]
    found = count_games(problem)
    assert (found.won, found.total) == (sum(won for won, _ in games), sum(map(sum, games)))
    assert found.by_pegs == naive.games_by_pegs(board, problem.starts, problem.finishes)
    assert sum(won for won, _ in games) == sum(expected)


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
    problem = Problem.of_codes(board, tuple(codes), (finish,))
    expected = sum(naive.count_solutions(board, code, [finish]) for code in codes)
    assert count_solutions(problem) == expected
    games = [naive.count_games(board, code, [finish]) for code in codes]
    found = count_games(problem)
    assert (found.won, found.total) == (expected, sum(map(sum, games)))
    assert found.by_pegs == naive.games_by_pegs(board, problem.starts, problem.finishes)


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
        assert count_solutions(problem) == count_games(problem).won == expected
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
        assert count_solutions(problem) == expected
        assert count_games(problem) == Games(expected, {1: len(starts)})


def test_the_full_board():
    assert count_solutions(Problem.of_codes(T5, (T5.full_code,), (T5.full_code,))) == 1


def test_full_board_has_one_game():
    assert count_games(Problem.of_codes(T5, (T5.full_code,), (T5.full_code,))) == Games(1, {15: 1})
    assert count_games(Problem.of_codes(T5, (T5.full_code,), (1,))) == Games(0, {15: 1})
    assert count_solutions(Problem.of_codes(T5, (T5.full_code,), (1,))) == 0


def test_no_solution():
    french = named_board("french")
    for problem in (
        Problem.complement(french, "d4"),
        Problem.to_any(french.vacancy("d4")),
        Problem(ENGLISH, "d4", "d3"),
        Problem.complement(T5, "b3"),
        Problem.complement(T4, "a1"),
    ):
        assert count_solutions(problem) == 0


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
        problem = Problem.of_codes(T5, (code,), tuple(finishes))
        won, lost = naive.count_games(T5, code, finishes)
        games = count_games(problem)
        assert (games.won, games.lost) == (won, lost)
        assert won == count_solutions(problem)
        assert games.by_pegs == naive.games_by_pegs(T5, [code], finishes)
        assert games.share == won / (won + lost)
        ended = ended or any(T5.position(f"code:{finish}").legal_jumps for finish in finishes)
    assert ended


@pytest.mark.parametrize("name", ["triangle4", "truncated12", "rectangle3x4", "star13", "square3"])
def test_games_of_small_boards(name):
    board = named_board(name)
    for problem in [Problem.complement(board, hole) for hole in board.holes[:4]] + [
        type_named(board, "A").problem
    ]:
        games = [naive.count_games(board, start, problem.finishes) for start in problem.starts]
        found = count_games(problem)
        assert (found.won, found.total) == (sum(won for won, _ in games), sum(map(sum, games)))
        assert found.by_pegs == naive.games_by_pegs(board, problem.starts, problem.finishes)


def test_games_are_games_to_any_finish_and_lost_ones():
    """The finish decides which games are won, but not how many games there are."""
    start = T5.vacancy("a3")
    to_any = count_games(Problem.to_any(start))
    parts = [count_games(Problem.of_codes(T5, (start.code,), (code,))) for code in singles(T5)]
    assert {part.total for part in parts} == {to_any.total}
    assert sum(part.won for part in parts) == to_any.won


def test_games_after_each_first_jump_add_up():
    start = T5.vacancy("a3")
    whole = count_games(Problem.complement(T5, "a3"))
    parts = [
        count_games(Problem.of_codes(T5, (start.play(jump).code,), (T5.single("a3").code,)))
        for jump in start.legal_jumps
    ]
    by_pegs = sum((Counter(part.by_pegs) for part in parts), Counter())
    assert Games(sum(part.won for part in parts), by_pegs) == whole


def test_share_of_huge_counts():
    assert Games(0, {2: 1}).share == 0
    assert Games(10**400, {1: 10**400, 2: 3 * 10**400}).share == 0.25


# -- apart from the order of jumps ----------------------------------------------------------------


@pytest.mark.parametrize(("problem", "expected"), UNORDERED, ids=str)
def test_counts_without_order(problem, expected):
    assert count_unordered(problem) == expected


def unordered(problem):
    """Count jump sets with the slow reference version."""
    board = problem.board
    directed = set().union(
        *(naive.jump_sets(board, start, problem.finishes) for start in problem.starts)
    )
    undirected = {naive.without_direction(one) for one in directed}
    group = naive.problem_group(board, problem.starts, problem.finishes)
    least = {min(naive.moved_set(symmetry, one) for symmetry in group) for one in undirected}
    return Unordered(len(directed), len(undirected), len(least))


MIDDLE = T5.vacancy("a1").play("a3-a1").play("c3-a3").play("e5-c3")


@pytest.mark.parametrize(
    "problem",
    [
        UNORDERED[0][0],
        slow(Problem(T5, "b3", "c5")),
        Problem.between(MIDDLE, [T5.single("a1")]),
    ],
    ids=str,
)
def test_the_twin_finds_all_jump_sets(problem):
    """Compare with the jump sets of all solutions, listed one by one."""
    start, finishes = problem.starts[0], problem.finishes
    played = list(naive.solutions(problem.board, start, finishes))
    assert len(played) == len(set(played)) == count_solutions(problem) > 0
    sets = {tuple(sorted(one)) for one in played}
    assert sets == naive.jump_sets(problem.board, start, finishes)
    assert len(sets) == count_unordered(problem).directed


@pytest.mark.parametrize(
    "pair", [pair for pair, solvable in known.TRIANGULAR_TABLE_1.items() if solvable], ids=str
)
def test_pairs_of_triangle5_without_order(pair):
    problem = Problem(T5, *pair)
    assert count_unordered(problem) == unordered(problem)


@pytest.mark.parametrize(
    "problem",
    [
        type_named(T4).problem,
        Problem.to_any(T5.vacancy("a1")),
        Problem.of_codes(T5, (T5.vacancy("a1").code, T5.vacancy("a4").code), (1, 1 << 6)),
        type_named(named_board("truncated12")).problem,
        Problem.complement(named_board("truncated12"), "b2"),
        Problem.of_codes(T5, (8455,), (1, 2, 4)),
    ],
    ids=str,
)
def test_several_finishes_without_order(problem):
    if len(problem.starts) > 1:
        with pytest.raises(ProblemError, match="give one start"):
            count_unordered(problem)
        return
    assert count_unordered(problem) == unordered(problem)
    assert count_unordered(problem).directed > 0


def test_nothing_without_order():
    for problem in (Problem.complement(T5, "b3"), Problem.complement(T4, "a1")):
        assert count_unordered(problem) == Unordered(0, 0, 0)


def test_limit_of_jump_sets():
    corner = Problem.complement(T5, "a1")
    with pytest.raises(BoardTooLargeError, match=r"triangle5: a1 to a1 has more than 7 different"):
        count_unordered(corner, most=7)
    most = 1 + bisect(range(1, 10_000), False, key=lambda most: fits(corner, most))
    assert most > 8
    assert not fits(corner, most - 1)
    assert count_unordered(corner, most=most) == Unordered(8, 4, 2)


def fits(problem, most):
    try:
        count_unordered(problem, most=most)
    except BoardTooLargeError:
        return False
    return True


# -- limits and progress ------------------------------------------------------------------------


def test_boards_that_are_too_large(monkeypatch):
    star = named_board("star73")
    start = star.vacancy(star.holes[36])
    after = start.play(next(iter(start.legal_jumps)))
    problem = Problem.between(start, [after])
    for count in (count_solutions, count_games, count_unordered):
        with pytest.raises(BoardTooLargeError, match="up to 64 holes"):
            count(problem)
    small_engine.free_memory(monkeypatch, 1 << 16)
    for count in (count_solutions, count_games):
        with pytest.raises(BoardTooLargeError, match=" kB of memory and "):
            count(Problem.complement(ENGLISH, "d4"))


class Log(Progress):
    def __init__(self):
        self.stages, self.updates = [], []

    def stage(self, what, total=None):
        self.stages.append((what, total))
        self.updates.append([])

    def update(self, done, note=""):
        self.updates[-1].append((done, note))


@pytest.mark.parametrize("count", [count_solutions, count_games, count_unordered])
@pytest.mark.parametrize(("start", "finish"), [("a1", "a1"), ("a1", "c5"), ("a3", "a3")])
def test_progress(count, start, finish):
    """Progress is reported for every level and never exceeds the total."""
    log = Log()
    count(Problem(T5, start, finish), work=Work(progress=log))
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
        alone = {
            one: count_solutions(Problem.of_codes(board, (start,), (one,)))
            for one in singles(board)
        }
        assert counted == alone


def test_each_finish_of_several_starts():
    problem = type_named(T5, "A").problem
    assert sum(count_by_finish(problem).values()) == count_solutions(problem)
