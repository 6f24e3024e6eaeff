"""Positions as puzzles, games from positions, the fewest pegs, and how much there is to build."""

import sys
from math import comb

import naive
import pytest
from hypothesis import given, strategies as st
from marks import each, examples

from pegsolitaire.advice import assess
from pegsolitaire.advice.guide import games_from
from pegsolitaire.board import named_board
from pegsolitaire.engine import LevelEngine
from pegsolitaire.errors import BoardTooLargeError, ProblemError
from pegsolitaire.game import Position, Problem, Solution
from pegsolitaire.sets import WinningSets
from pegsolitaire.sets.plans import class_bound
from pegsolitaire.solving import Games, fewest_pegs
from pegsolitaire.theory import feasible_finishes, rank
from pegsolitaire.work import Work

T4, T5 = named_board("triangle4"), named_board("triangle5")
ENGLISH = named_board("english")
DIAGONAL = named_board("square3+diagonal")


def positions(board, step):
    """Some positions that allow a jump."""
    found = (Position(board, code) for code in range(1, board.full_code, step))
    return [position for position in found if position.legal_jumps]


# -- assessments --------------------------------------------------------------------------------


@pytest.mark.parametrize(("board", "step"), [(T4, 13), (T5, 701), (DIAGONAL, 7)])
def test_assessments_are_true(board, step):
    for position in positions(board, step):
        found = assess(position)
        reached = naive.reachable_finishes(board, position.code)
        allowed = {board.holes[i] for i in feasible_finishes(position)}
        assert found.position == position
        assert found.finishes == {hole: hole in reached for hole in allowed}
        assert reached <= allowed
        assert found.solvable is bool(reached)
        goals = [1 << i for i in range(len(board))]
        assert found.jumps == {
            jump: naive.solvable(board, position.play(jump).code, goals)
            for jump in position.legal_jumps
        }
        won, lost = naive.count_games(board, position.code, Problem.to_any(position).finishes)
        assert (found.games.won, found.games.lost) == (won, lost)
        assert (found.solution is None) == (not reached)
        if reached:
            assert Solution(position, found.solution.jumps).finish.code in goals


def test_what_is_no_puzzle():
    for code in (0, 1, T5.full_code):
        with pytest.raises(ProblemError, match=r"no jump is possible from .*: move a peg"):
            assess(Position(T5, code))


def test_a_puzzle_without_a_finish_in_its_class():
    found = assess(named_board("french").vacancy("d4"))
    assert (found.solvable, found.finishes, found.solution) == (False, {}, None)
    assert set(found.jumps.values()) == {False}


def test_what_is_not_found_out_in_time_is_not_known(monkeypatch):
    monkeypatch.setattr(sys.modules["pegsolitaire.advice.guide"], "_SECONDS", 0)
    found = assess(T5.vacancy("a1"))
    assert found.solvable is None
    assert {*found.finishes.values(), *found.jumps.values()} == {None}
    assert found.games.won


def test_a_hard_puzzle_ends():
    """On such a board every finish takes a search of its own."""
    board = named_board("rhombus8")
    found = assess(Position(board, int("5a" * 5, 16)))
    assert set(found.finishes.values()) <= {True, False, None}


# -- games --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("start", "finish"), [("a1", "a1"), ("a1", "any"), ("b3", "a1")])
def test_games_from_every_kind_of_position(start, finish):
    vacancy = T5.vacancy(start)
    problem = Problem.to_any(vacancy) if finish == "any" else Problem(T5, start, finish)
    for code in range(1, T5.full_code, 997):
        won, lost = naive.count_games(T5, code, problem.finishes)
        position = Position(T5, code)
        if len(position) >= problem.finish_pegs:
            games = games_from(position, problem)
            assert (games.won, games.lost) == (won, lost)


def test_games_are_counted_where_that_is_cheap():
    problem = Problem.to_any(ENGLISH.vacancy("d4"))
    cross = ENGLISH.position(".../.*./..***../...*.../...*.../.../...")
    assert games_from(cross, problem) == Games(4, {1: 4, 2: 2, 3: 8, 4: 7})
    assert games_from(ENGLISH.vacancy("d4"), problem) is None
    assert games_from(Position(ENGLISH, 0), problem) is None
    large = named_board("triangle11")
    assert games_from(large.vacancy("a1"), Problem.to_any(large.vacancy("a1"))) is None
    busy = named_board("square8+diagonal")
    few = Position(busy, int("0a5005a00a5005a0", 16))
    many = Position(busy, int("1a5815a81a5815a8", 16))
    assert games_from(few, Problem.to_any(few)).total > 0
    assert games_from(many, Problem.to_any(many)) is None


# -- the fewest pegs ----------------------------------------------------------------------------


@pytest.mark.parametrize(("board", "step"), [(T4, 3), (T5, 997), (DIAGONAL, 7)])
def test_the_fewest_pegs(board, step):
    for code in range(0, board.full_code + 1, step):
        expected = min(naive.forward_levels(board, [code]))
        assert fewest_pegs(Position(board, code)) == expected


def test_the_fewest_pegs_take_memory():
    assert fewest_pegs(ENGLISH.position("code:0x7"), work=Work(memory="1MiB")) == 3
    with pytest.raises(BoardTooLargeError, match="too large for level sets in memory"):
        fewest_pegs(ENGLISH.vacancy("d4"), work=Work(memory="64KiB"))
    with pytest.raises(BoardTooLargeError, match="up to 64 holes"):
        fewest_pegs(named_board("triangle11").vacancy("a1"))


# -- estimates ----------------------------------------------------------------------------------

PROBLEMS = [
    Problem.complement(T5, "a1"),
    Problem.to_any(T5.vacancy("b3")),
    Problem(T4, "a2", "b2"),
    Problem.to_any(named_board("triangle6").vacancy("a1")),
    Problem.to_any(DIAGONAL.vacancy("a1")),
    Problem.between(T5.position("code:8455"), [T5.position("code:1")]),
]


@each("problem", PROBLEMS)
def test_estimates_are_bounds(problem):
    """But for positions that have symmetries of their own, which count for more than a share."""
    size = class_bound(problem)
    with LevelEngine.of(problem) as engine:
        levels = [engine.level(problem.starts)]
        while len(levels[-1]):
            levels.append(engine.step(levels[-1], engine.jumps))
    own = 2 * len(levels) * len(problem.group)
    assert sum(map(len, levels)) <= size.positions + own * max(map(len, levels)) ** 0.5
    assert len(WinningSets.build(problem)) <= size.positions + own
    assert size.bytes > 0
    assert size.seconds > 0


@given(st.sampled_from(["triangle4", "triangle5", "square3+diagonal", "rectangle3x4", "star13"]))
@examples(5)
def test_an_estimate_is_all_of_a_class_by_its_symmetries(name):
    board = named_board(name)
    start = board.vacancy(board.holes[0])
    problem = Problem.to_any(start)
    pegs = range(1, len(board))
    share = len(problem.group) << len(board) - rank(board)
    assert class_bound(problem).positions == sum(-(-comb(len(board), n) // share) for n in pegs)
