"""Tests of random games, and that the engine returns the memory that exact random play borrows."""

from itertools import pairwise

import pytest
from marks import each

from pegsolitaire.board import CATALOGUE, named_board
from pegsolitaire.engine import GamePlayer, RandomPlay
from pegsolitaire.game import Player

T5 = named_board("triangle5")


def test_the_engine_gives_back_what_it_was_given():
    with RandomPlay(Player(T5, "any"), T5.symmetries) as engine:
        level = engine.start([T5.vacancy("a1").code, T5.vacancy("e5").code, T5.vacancy("b3").code])
        assert sorted(level.chances) == pytest.approx([1 / 3, 2 / 3])
        assert len(engine.step([])) == 0


@each("name", [name for name in CATALOGUE if len(named_board(name)) <= 64])
def test_random_games_make_legal_jumps_until_there_are_none(name):
    """Bits are assigned to holes by coordinates, and jumps grouped by the distances of bits."""
    board = named_board(name)
    game = GamePlayer(Player(board, "any"), board.full_code ^ 1 << len(board) // 2, goal=0)

    def after(code):
        return {code ^ jump.mask for jump in board.jumps if code & jump.mask == jump.pegs}

    for seed in range(5):
        [batch] = game.play(1, seed)
        assert all(second in after(first) for first, second in pairwise(batch.last))
        assert not after(batch.last[-1])
