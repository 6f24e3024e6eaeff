"""Jumps by links are those by masks."""

import tracemalloc

import pytest

from pegsolitaire.board import Board, Link, named_board
from pegsolitaire.board.board import JumpMask
from pegsolitaire.game import Position
from pegsolitaire.theory import invariants

# -- large boards ------------------------------------------------------------------------------

LARGE = "square100"


# -- making a board -----------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["triangle6", "square9", "english11", "square9+diagonal"])
def test_jumps_by_links_are_those_by_masks(name):
    board = named_board(name)
    assert board.jumps == tuple(JumpMask.along(link) for link in board.links)
    for code in (board.full_code, board.vacancy(board.holes[3]).code, board.full_code // 3, 0):
        legal = [jump for jump in board.jumps if code & jump.mask == jump.pegs]
        assert board.masks_from(code) == legal
        assert board.links_from(code) == [Link(*jump[:3]) for jump in legal]
        assert bool(Position(board, code).legal_jumps) == bool(legal)
    for i in range(len(board)):
        assert board.jumps_at(i) == tuple(jump for jump in board.jumps if jump.start == i)


def test_memory_of_links_is_that_of_the_holes():
    """Masks of 40,000 jumps on 10,000 holes take 100 MB."""
    board = Board(named_board(LARGE).holes)
    tracemalloc.start()
    start = board.vacancy((50, 50))
    assert len(start.legal_jumps) == 4
    assert len(start.play("ay49-ay51")) == 9998
    assert len(invariants(board)) == 4
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 30_000_000
