"""Fool's solitaire: the largest number of pegs that a game can get stuck with."""

import naive
import pytest
from marks import slow_but_for

from pegsolitaire.board import named_board
from pegsolitaire.surveys import fools_solitaire
from tools.make_data import fools_by_program

SMALL = ("triangle4", "triangle5", "square4", "rectangle3x4", "truncated12", "rhombus4", "star13")


# -- fool's solitaire -----------------------------------------------------------------------------


@pytest.mark.every(4)
@pytest.mark.parametrize("name", slow_but_for({*SMALL} - {"rhombus4"}, SMALL))
def test_the_most_pegs_that_can_be_left(name):
    board = named_board(name)
    for first, *_ in board.orbits:
        start = board.vacancy(board.holes[first])
        if not start.legal_jumps:
            continue
        stuck = [
            code
            for code in naive.within_reach(board, start.code)
            if not list(board.masks_from(code))
        ]
        most = max(code.bit_count() for code in stuck)
        for game in (fools_solitaire(start), fools_by_program(start)):
            assert (game.start, len(game.finish)) == (start, most)
            assert game.finish.code in stuck
            assert len(game.jumps) == len(start) - most


@pytest.mark.parametrize("hole", ["d1", "d4"])
def test_fool_s_solitaire_on_the_english_board(hole):
    """Both methods find games of six jumps."""
    start = named_board("english").vacancy(hole)
    games = fools_solitaire(start), fools_by_program(start)
    assert [len(game.finish) for game in games] == [26, 26]
