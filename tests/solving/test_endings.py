"""The game that leaves the fewest pegs, compared with the slow reference version."""

import sys

import naive
import pytest
from private import set_private

from pegsolitaire.board import named_board
from pegsolitaire.errors import BoardTooLargeError
from pegsolitaire.game import Position, Solution
from pegsolitaire.solving import BestEnd, best_end, fewest_pegs
from pegsolitaire.work import Work

T4, T5, DIAGONAL, ENGLISH = map(
    named_board, ("triangle4", "triangle5", "square3+diagonal", "english")
)


@pytest.mark.parametrize(("board", "step"), [(T4, 3), (T5, 997), (DIAGONAL, 7)])
def test_the_fewest_pegs_and_the_game_that_leaves_them(board, step):
    assert fewest_pegs(Position(board, 0)) == 0
    for code in range(1, board.full_code + 1, step):
        position = Position(board, code)
        expected = min(naive.forward_levels(board, [code]))
        assert fewest_pegs(position) == expected
        found = best_end(position)
        assert (found.pegs, found.exact) == (expected, True)
        assert found.solution == Solution(position, found.solution.jumps)


def test_what_is_ruled_out_is_not_looked_for():
    """The last peg goes to the only hole that is not ruled out."""
    start = T5.vacancy("b3")
    goals = [code for code in (1 << i for i in range(15)) if code != T5.single("c5").code]
    assert best_end(start, ruled_out=goals).solution.finish == T5.single("c5")


def lost_early():
    """Return the position after the fastest loss of the central game."""
    position = ENGLISH.vacancy("d4")
    for jump in ("d2-d4", "d5-d3", "b4-d4", "d3-d5"):
        position = position.play(jump)
    return position


def test_the_best_end_of_a_game_that_was_lost_later():
    position = lost_early()
    for _ in range(8):
        position = position.play(next(iter(position.legal_jumps)))
    found = best_end(position, ruled_out=[ENGLISH.single("d4").code])
    assert found.exact
    assert found.pegs == fewest_pegs(position) > 1


def test_what_is_not_certain_is_not_said(monkeypatch):
    module = sys.modules["pegsolitaire.solving.endings"]
    set_private(monkeypatch, module, _NODES=10, _WIDTH=3, _LEVEL="4KiB")
    position = lost_early()
    found = best_end(position)
    assert not found.exact
    assert found.text == f"best found: {found.pegs} pegs left"
    assert len(found.solution) == 28 - found.pegs


def test_the_memory_of_the_caller_is_not_exceeded(monkeypatch):
    """A lower memory limit of the caller overrides the limit on a level."""
    module = sys.modules["pegsolitaire.solving.endings"]
    set_private(monkeypatch, module, _NODES=10, _WIDTH=3)
    position = lost_early()
    assert best_end(position).exact
    assert not best_end(position, work=Work(memory="4KiB")).exact


def test_a_beam_that_finds_as_few_as_there_can_be_is_exact():
    """The class rules out one peg, so two pegs are proven best by an incomplete search."""
    board = named_board("french")
    found = best_end(board.vacancy("d4"))
    assert (found.pegs, found.exact) == (2, True)


def test_a_known_solution_is_not_searched_for():
    board = named_board("wiegleb")
    found = best_end(board.vacancy("e5").play("e7-e5"))
    assert (found.pegs, len(found.solution)) == (1, 42)


def test_where_no_jump_is_left():
    position = T5.position("code:1025")
    assert best_end(position) == BestEnd(Solution(position, []), exact=True)
    assert best_end(position).text == "no jump is left"


def test_boards_past_64_holes():
    with pytest.raises(BoardTooLargeError, match="up to 64 holes"):
        best_end(Position(named_board("triangle11"), 0b1011))
    assert best_end(Position(named_board("triangle11"), 0b11)).pegs == 1


# -- the fewest pegs ----------------------------------------------------------------------------


def test_the_fewest_pegs_take_memory():
    assert fewest_pegs(ENGLISH.position("code:0x7"), work=Work(memory="1MiB")) == 3
    with pytest.raises(BoardTooLargeError, match="too large for level sets in memory"):
        fewest_pegs(ENGLISH.vacancy("d4"), work=Work(memory="64KiB"))
    with pytest.raises(BoardTooLargeError, match="up to 64 holes"):
        fewest_pegs(named_board("triangle11").vacancy("a1"))
