"""Duotaire: the winner and the remoteness of positions, and stored tables."""

from itertools import product

import naive
import numpy as np
import pytest

import pegsolitaire as ps
from pegsolitaire.board import SQUARE, Board, named_board, rectangle, square, triangle
from pegsolitaire.errors import (
    BoardTooLargeError,
    BudgetSpentError,
    ProblemError,
    StoreDamagedError,
    StoreMissingError,
)
from pegsolitaire.sets import DuotaireTable, duotaire, duotaire_vacancies
from pegsolitaire.work import Work

T5 = triangle(5)
KINDS = list(product((False, True), ("jump", "move")))


def named(board, hole):
    return pytest.param(board, hole, id=f"{board.name}-{hole}")


def slowly(board, hole):
    return pytest.param(board, hole, id=f"{board.name}-{hole}", marks=pytest.mark.slow)


STARTS = [
    named(triangle(3), "a1"), named(triangle(4), "a1"), named(triangle(4), "a2"),
    named(triangle(4), "b3"), named(T5, "a1"), named(rectangle(3, 4), "a2"),
    named(rectangle(9, 1), "b1"), named(named_board("truncated12"), "a2"),
    named(triangle(4).without(["a1-a3"], "one way"), "a2"),
    *(slowly(T5, hole) for hole in ("a2", "a3", "b3")),
    *(slowly(square(4), hole) for hole in ("a1", "b1", "b2")),
]  # fmt: skip


@pytest.mark.parametrize(("misere", "turns"), KINDS)
@pytest.mark.parametrize(("board", "hole"), STARTS)
def test_against_the_slow_twin(board, hole, misere, turns):
    """Every position that the start leads to, and the turns that are best in it."""
    start = board.vacancy(hole)
    table = DuotaireTable.build(start, misere=misere, turns=turns)
    twin = naive.duotaire(board, start.code, misere, turns)
    for code, (wins, left) in twin.items():
        position = board.position(code)
        assert (table.wins(position), table.remoteness(position)) == (wins, left)
        assert position in table
    group = naive.symmetries(board)
    reduced = {naive.mincode(board, naive.pegs(board, code), group) for code in twin}
    assert len(table) == len(reduced)
    game = duotaire(start, misere=misere, turns=turns)
    assert game == table.result
    assert game.won == sum(twin[code][0] for code in twin if code in reduced) or group[1:]
    for code in sorted(twin)[::7]:
        position = board.position(code)
        after = [position.play(turn) for turn in table.best_turns(position)]
        assert [twin[other.code][1] + 1 for other in after] == [twin[code][1]] * len(after)
        assert bool(after) == bool(position.legal_jumps)
