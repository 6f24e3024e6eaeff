"""Every game makes each jump a whole number of times, which can rule out a finish."""

import random
import signal

import naive
import pytest
from hypothesis import given, strategies as st
from marks import quick_then

from pegsolitaire.board import english, rectangle, triangle
from pegsolitaire.solving import final_sweep
from pegsolitaire.theory import whole_jumps_exist
from pegsolitaire.theory.linear_programs import (
    UndecidedError,
    add_column,
    add_row,
    new_model,
    solved,
)
from pegsolitaire.work import Work

BOARDS = [triangle(5), rectangle(3, 5)]


@given(st.sampled_from(BOARDS), st.data())
def test_every_game_has_them(board, data):
    start = data.draw(st.integers(1, (1 << len(board)) - 1))
    end = data.draw(st.sampled_from(sorted(naive.reached(board, [start], naive.descendants))))
    assert whole_jumps_exist(board, start, [end])


@pytest.mark.slow
@pytest.mark.parametrize("step", quick_then(4, 1))
def test_fewer_problems_have_them_than_their_classes_allow(step):
    """For some unsolvable pairs of side 5 in the right class, no whole numbers of jumps exist."""
    board = triangle(5)
    answers = {True: set(), False: set()}
    for hole in board.holes[::step]:
        start = board.vacancy(hole).code
        singles = [board.single(end).code for end in board.holes]
        reached = naive.reached(board, [start], naive.descendants)
        for end in singles:
            answers[end in reached].add(whole_jumps_exist(board, start, [end]))
    assert answers == {True: {True}, False: {True, False}}


def test_the_central_game():
    board = english()
    start, goals = board.vacancy("d4").code, ["d4", "d3"]
    assert [whole_jumps_exist(board, start, [board.single(goal).code]) for goal in goals] == [
        True,
        False,
    ]
    assert whole_jumps_exist(board, start, []) is False


@pytest.mark.slow
def test_side_12_cannot_end_with_45_jumps():
    found = final_sweep(triangle(12))
    assert (found.length, found.possible, found.tried) == (45, False, 12)


class Stopping:
    """A cancellation callback that returns True after a given number of calls."""

    def __init__(self, after=0):
        self.asked, self.after = 0, after

    def __call__(self):
        self.asked += 1
        return self.asked > self.after


def program():
    """Return a knapsack problem that takes the solver many steps."""
    rng, model = random.Random(2), new_model()
    for _ in range(60):
        add_column(model, -rng.randint(1, 100), 1)
    for number in range(12):
        add_row(model, 0, 1500 + number, {i: rng.randint(1, 200) for i in range(60)})
    return model


@pytest.mark.parametrize("limit", [{"seconds": 0}, {"cancelled": Stopping(after=3)}])
def test_a_program_ends_with_the_work(limit):
    with pytest.raises(UndecidedError):
        solved(program(), work=Work(**limit).begin())


def test_a_signal_ends_a_program_and_comes_after_it():
    def press():
        if not pressed:
            pressed.append(1)
            signal.raise_signal(signal.SIGINT)
        return False

    pressed = []
    with pytest.raises(KeyboardInterrupt):
        solved(program(), work=Work(cancelled=press).begin())


def test_without_time_nothing_is_decided():
    board = english()
    start, goal = board.vacancy("d4").code, board.single("d3").code
    assert whole_jumps_exist(board, start, [goal], work=Work(0)) is None
