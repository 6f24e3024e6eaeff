"""Tests that the engine returns the memory that random play borrows."""

import pytest

from pegsolitaire.board import named_board
from pegsolitaire.engine import RandomPlay
from pegsolitaire.game import Player

ENGLISH, T5 = named_board("english"), named_board("triangle5")


def test_the_engine_gives_back_what_it_was_given():
    with RandomPlay(Player(T5, "any"), T5.symmetries) as engine:
        level = engine.start([T5.vacancy("a1").code, T5.vacancy("e5").code, T5.vacancy("b3").code])
        assert sorted(level.chances) == pytest.approx([1 / 3, 2 / 3])
        assert len(engine.step([])) == 0
