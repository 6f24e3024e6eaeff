"""Table 1 of Bell's page on the 33-hole board."""

import known

from pegsolitaire.board import english
from pegsolitaire.engine import MoveLevels, make_layout


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
