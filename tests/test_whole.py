"""Whole numbers of jumps are necessary for a game."""

import naive
import pytest
from hypothesis import given
from hypothesis import strategies as st
from marks import quick_then

from pegsolitaire.board import english, rectangle, triangle
from pegsolitaire.solving import final_sweep
from pegsolitaire.theory import whole_jumps_exist

BOARDS = [triangle(5), rectangle(3, 5)]


@given(st.sampled_from(BOARDS), st.data())
def test_every_game_has_them(board, data):
    start = data.draw(st.integers(1, (1 << len(board)) - 1))
    end = data.draw(st.sampled_from(sorted(naive.reached(board, [start], naive.descendants))))
    assert whole_jumps_exist(board, start, [end])


@pytest.mark.parametrize("step", quick_then(4, 1))
def test_fewer_problems_have_them_than_their_classes_allow(step):
    """Of side 5 all pairs that cannot be solved but have a class: some lack them."""
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
