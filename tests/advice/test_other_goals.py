"""Bringing a peg to a hole, and choosing the last peg, compared with slow reference versions."""

import random
from functools import cache
from itertools import count

import naive
import pytest

from pegsolitaire.advice import Reached, reach, survivors
from pegsolitaire.advice.other_goals import golden_weights
from pegsolitaire.board import hole_name, named_board
from pegsolitaire.errors import BoardTooLargeError, ProblemError
from pegsolitaire.game import Position, Problem
from pegsolitaire.work import Work

SMALL = ["triangle4", "triangle5", "rectangle3x4", "star13", "truncated12"]


# -- a peg in a hole ------------------------------------------------------------------------------


def slow_reach(board, position, goal):
    """Return the fewest jumps after which a peg is in the hole, or None."""
    level, made = {frozenset(position)}, 0
    while level:
        if any(goal in one for one in level):
            return made
        level = {led for one in level for jump in naive.jumps(board)
                 if (led := naive.after(one, jump))}  # fmt: skip
        made += 1
    return None


def some_positions(board, number, seed, most):
    chance = random.Random(seed)
    for _ in range(number):
        yield board.code(chance.sample(board.holes, chance.randint(1, most)))


@pytest.mark.parametrize("name", SMALL)
def test_reach_against_the_slow_twin(name):
    board = named_board(name)
    for code in some_positions(board, 12, name, 9):
        position = Position(board, code)
        for hole in board:
            fewest, answer = slow_reach(board, position, hole), reach(position, hole)
            assert answer.solvable is (fewest is not None), (position, hole)
            if fewest is not None:
                assert len(answer.solution) == fewest
                assert hole in answer.solution.finish


@pytest.mark.slow
def test_reach_on_a_board_of_several_words():
    board = named_board("triangle12")
    for code in some_positions(named_board("triangle5"), 3, 3, 8):
        position = Position(board, code)  # in the top rows of the board
        for hole in board.holes[1:21:4]:
            fewest = slow_reach(board, position, hole)
            assert reach(position, hole).solvable is (fewest is not None)


@pytest.mark.parametrize("name", ["triangle5", "english", "square8", "triangle12"])
def test_no_jump_raises_golden_weights(name):
    board = named_board(name)
    for index in range(0, len(board), 7):
        weights = golden_weights(board, index)
        assert weights.max() == weights[index] == 1
        for jump in board.jumps:
            assert weights[jump.start] + weights[jump.over] >= weights[jump.end] - 1e-12


def test_narrow_beams_are_never_wrong(monkeypatch):
    monkeypatch.setattr("pegsolitaire.advice.other_goals.REACH_WIDTHS", (1, 3))
    monkeypatch.setattr("pegsolitaire.advice.other_goals.REACH_DEEPENING", {True: 2})
    board, undecided, longer = named_board("triangle5"), 0, 0
    for code in some_positions(board, 25, 7, 10):
        position = Position(board, code)
        for hole in board:
            answer = reach(position, hole)
            undecided += answer.solvable is None
            fewest = slow_reach(board, position, hole)
            assert answer.solvable in (fewest is not None, None)
            if answer.solution is not None and Reached.of(position, hole, answer).proven:
                assert len(answer.solution) == fewest
            elif answer.solution is not None:
                longer += len(answer.solution) > fewest
    assert undecided
    assert longer


def army(columns, above, below):
    board = named_board(f"rectangle{columns}x{above + below}")
    rows = ["." * columns] * above + ["*" * columns] * below
    return board.position("/".join(rows)), hole_name((columns // 2, 0))


def test_no_army_sends_a_man_to_the_fifth_row():
    for columns, below in ((7, 3), (11, 5)):
        position, hole = army(columns, 5, below)
        answer = reach(position, hole)
        assert answer.solvable is False
        assert answer.reason.startswith(f"resource count: a peg at {hole} counts ")


def test_a_large_army_takes_as_few_jumps_as_a_small_one():
    """A beam that only kept the highest weights would need 17 jumps on 72 holes."""
    for columns, below in ((5, 3), (9, 5)):
        answer = reach(*army(columns, 3, below))
        assert len(answer.solution) == 7
        assert answer.reason.endswith("proven: no game needs fewer jumps")


@pytest.mark.slow
def test_an_army_sends_a_man_to_the_fourth_row():
    position, hole = army(9, 4, 5)
    assert reach(position, hole).solvable is True
    position, hole = army(5, 4, 3)  # it has 15 men, and 20 are needed
    assert reach(position, hole).solvable is False


def test_what_reach_prints(pegs, document):
    assert pegs("solve", "english", "d4", "--reach", "d4").splitlines() == [
        "d2-d4",
        "1 jump brings a peg to d4: found by search, proven: no game needs fewer jumps",
        "basis: computed",
    ]
    assert "d2 has a peg already" in pegs("solve", "english", "d4", "--reach", "d2")
    shown = document("solve", "square6", "a1,a2,b2", "--reach", "f6", code=1)
    assert (shown["solvable"], shown["solution"]) == (False, None)
    stopped = document("solve", "english", "d4:d2-d4", "--reach", "d2", "--positions", "0", code=3)
    assert stopped["solvable"] is None


def test_reach_goes_alone(complaint):
    assert complaint("solve", "english", "d4", "--reach", "d4", "--finish", "d4") == (
        "--reach cannot be combined with --finish"
    )
    assert "--reach is about one position" in complaint(
        "solve", "triangle5", "any", "--reach", "a1"
    )
    assert "one start" in complaint("solve", "triangle5", "any", "--survivor", "a1")
    assert "no hole z9" in complaint("solve", "english", "d4", "--reach", "z9")


# -- the last peg -------------------------------------------------------------------------------


def slow_survives(board, position, marked, finishes):
    """Return whether the marked peg can be the last one at a finish, by playing every game."""

    @cache
    def play(pegs, at):
        if len(pegs) == 1:
            return at in finishes
        for start, over, end in naive.jumps(board):
            led = naive.after(pegs, (start, over, end))
            if led and over != at and play(led, end if start == at else at):
                return True
        return False

    return play(frozenset(position), marked)


@pytest.mark.every(2)
@pytest.mark.parametrize(
    ("name", "start", "finish"),
    [
        ("triangle4", "a2", "any"), ("triangle5", "a1", "a1"), ("triangle5", "b3", "any"),
        ("rectangle3x4", "a2", "any"), ("star13", "d4", "any"), ("triangle5", "a4", "a1"),
    ],
)  # fmt: skip
def test_survivors_against_the_slow_twin(name, start, finish):
    board = named_board(name)
    position = board.vacancy(board.holes[0] if start not in board else start)
    problem = Problem.to_any(position)
    if finish != "any":
        problem = Problem(position, [board.single(finish)])
    goals = {board.holes[code.bit_length() - 1] for code in problem.finishes}
    found = survivors(problem, position)
    for hole, answer in found.items():
        assert answer.solvable is slow_survives(board, position, hole, goals), hole
        if answer.solvable:
            assert last_peg(answer.solution) == hole
            assert answer.solution.finish.code in problem.finishes


def last_peg(solution):
    """Return the hole in which the last peg began."""
    began = {hole: hole for hole in solution.start}
    for jump in solution.jumps:
        began[jump.end] = began.pop(jump.start)
        del began[jump.over]
    [hole] = began.values()
    return hole


def test_a_board_may_allow_the_one_peg_and_not_the_other(document, pegs):
    shown = document("solve", "triangle5", "a1", "--survivor", "a5,c5")
    assert shown["survivors"] == {"a5": True, "c5": False}
    assert list(shown["solutions"]) == ["a5"]
    assert document("solve", "triangle5", "a1", "--survivor", "c5", code=1)["survivors"] == {
        "c5": False
    }
    lines = pegs("solve", "triangle5", "a1", "--survivor", "a5 c5").splitlines()
    assert lines[0] == "the peg from a5 can be the last, and end at a1: found by search"
    assert lines[2].startswith("the peg from c5 can never be the last: exhausted: ")
    stopped = document("solve", "triangle5", "a1", "--survivor", "a5", "--time", "0", code=3)
    assert stopped["survivors"] == {"a5": None}


@pytest.mark.slow
def test_survivors_of_the_central_game():
    """Only pegs from d2, b4, f4 and d6 can ever reach the middle, and each can be the last."""
    problem = Problem.complement(named_board("english"), "d4")
    found = survivors(problem, ["d2", "c3", "d1"])
    assert [answer.solvable for answer in found.values()] == [True, False, False]
    hole = problem.board.hole("d2")
    assert last_peg(found[hole].solution) == hole


def test_what_survivors_refuse():
    board = named_board("triangle5")
    with pytest.raises(ProblemError, match="no peg at a1"):
        survivors(Problem.complement(board, "a1"), ["a1"])
    with pytest.raises(ProblemError, match="one start and a single peg at the finish"):
        survivors(Problem.of_codes(board, (7,), (3,)), ["a1"])
    with pytest.raises(BoardTooLargeError):
        survivors(Problem.complement(named_board("triangle12"), "a1"), ["a2"])


@pytest.mark.every(2)
@pytest.mark.parametrize("widths", [(1, 2), (2, 5)])
def test_narrow_searches_for_the_last_peg_are_never_wrong(monkeypatch, widths):
    monkeypatch.setattr("pegsolitaire.advice.other_goals.SURVIVOR_WIDTHS", widths)
    board = named_board("triangle5")
    problem = Problem.complement(board, "a1")
    start, goals = board.vacancy("a1"), {board.hole("a1")}
    for hole, answer in survivors(problem, start).items():
        assert answer.solvable in (slow_survives(board, start, hole, goals), None)


@pytest.mark.slow
def test_goals_that_are_stopped_are_never_wrong():
    board = named_board("triangle5")
    start = board.vacancy("a1")
    later = start.play("a3-a1").play("c4-a2").play("a5-a3")
    goals = {board.hole("a1")}
    problem = Problem.complement(board, "a1")
    for asked in range(25):
        times = count(1)
        budget = Work(cancelled=lambda t=times, n=asked: next(t) > n)
        for hole in ("e5", "c3", "a4"):
            right = slow_reach(board, later, board.hole(hole)) is not None
            assert reach(later, hole, work=budget).solvable in (right, None)
        for hole, answer in survivors(problem, ["a5", "c5"], work=budget).items():
            assert answer.solvable in (slow_survives(board, start, hole, goals), None)
