"""Table 1 of Bell's page on the 33-hole board."""

import known
import pytest

from pegsolitaire.board import english, triangle
from pegsolitaire.engine import MoveLevels, make_layout
from pegsolitaire.game import Problem
from pegsolitaire.sets import WinningSets
from pegsolitaire.solving import MinimalSolutions
from pegsolitaire.surveys import move_table

T4, T5, T33 = triangle(4), triangle(5), english()


def test_the_first_rows_of_table_1_of_the_33_hole_page():
    board = english()
    layout = make_layout(board, board.symmetries)
    with (
        MoveLevels(layout, [board.vacancy("d4").code]) as forward,
        MoveLevels(layout, [board.single("d4").code], backward=True) as backward,
    ):
        for ends, rows, many in (
            (forward, known.FORWARD_BY_MOVES, 9),
            (backward, known.BACKWARD_BY_MOVES, 5),
        ):
            for _ in range(many):
                ends.advance()
            assert [(len(level), level.pegs) for level in ends.levels] == rows[: many + 1]


@pytest.mark.slow
def test_table_1_of_the_33_hole_page():
    problem = Problem.complement(english(), "d4")
    table = move_table(problem)
    assert [(level.positions, level.pegs) for level in table.forward] == known.FORWARD_BY_MOVES
    assert [(level.positions, level.pegs) for level in table.backward] == known.BACKWARD_BY_MOVES
    assert (table.forward_total, table.backward_total) == (23_475_688, 23_475_688)
    assert len(table.farthest) == 15
    assert table.forward[-1].winning == 1
    assert len(table.deepest) == 5
    assert table.backward[-1].winning == 0
    wins = WinningSets.build(problem)
    assert [position.code in wins for position in table.farthest] == [True] + 14 * [False]
    assert list(table.farthest.values()) == [True] + 14 * [False]
    assert list(table.deepest.values()) == 5 * [False]
    for position in list(table.deepest)[:1]:
        assert MinimalSolutions.of(Problem.between(position, [T33.single("d4")])).moves == 20
