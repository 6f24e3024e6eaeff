"""Ratings against a twin that plays every game; fewest moves against the published ones."""

import random
from functools import cache
from math import log2

import naive
import numpy as np
import pytest
from marks import slow_but_for

from pegsolitaire.board import english, named_board
from pegsolitaire.data import puzzle_set
from pegsolitaire.errors import ProblemError
from pegsolitaire.game import Position, Problem
from pegsolitaire.sets import Tablebase
from pegsolitaire.surveys import rate
from pegsolitaire.surveys.designing import fewest_solution, rate_alone
from pegsolitaire.theory import class_named, position_classes

BOARDS = ["triangle4", "triangle5", "square4", "truncated12", "rectangle3x4+diagonal"]


class Twin:
    """Rates a position by going through every game from it."""

    def __init__(self, board, finishes):
        self.jumps = [(jump, jump.start, jump.end) for jump in board.jumps]
        self.finishes = set(finishes)
        self.solvable = cache(self._solvable)
        self.values = cache(self._values)

    def play(self, code):
        return [
            (start, end, code ^ jump.mask)
            for jump, start, end in self.jumps
            if code & jump.mask == jump.pegs
        ]

    def _solvable(self, code):
        return code in self.finishes or any(self.solvable(c) for *_, c in self.play(code))

    def _values(self, code):
        """Bits, jumps and chance of what follows."""
        if code in self.finishes:
            return 0.0, 0.0, 1.0
        legal = [c for *_, c in self.play(code)]
        winning = [c for c in legal if self.solvable(c)]
        chance = sum(self.values(c)[2] for c in winning) / len(legal)
        bits = sum(self.values(c)[0] for c in winning) / len(winning)
        length = sum(self.values(c)[1] for c in winning) / len(winning)
        return bits + log2(len(legal) / len(winning)), length + 1, chance

    def forced(self, code):
        count = 0
        while code not in self.finishes:
            winning = [c for *_, c in self.play(code) if self.solvable(c)]
            if len(winning) != 1:
                break
            code, count = winning[0], count + 1
        return count

    def moves(self, code):
        level, seen, count = {(code, -1)}, set(), 0
        while not any(c in self.finishes for c, _ in level):
            seen |= level
            count += 1
            level = {(after, end) for c, _ in level for _, end, after in self.play(c)}
            grown = level
            while grown:
                grown = {
                    (after, end)
                    for c, peg in grown
                    for start, end, after in self.play(c)
                    if start == peg
                } - level
                level |= grown
        return count


@pytest.mark.parametrize("name", slow_but_for(["triangle4", "rectangle3x4+diagonal"], BOARDS))
def test_ratings_are_those_of_all_games(name):
    board, rng = named_board(name), random.Random(name)
    for chosen in position_classes(board):
        table = Tablebase.build(board, chosen.finishes)
        twin = Twin(board, chosen.finishes)
        codes = sorted(naive.ancestors_of_any(board, chosen.finishes))
        for code in rng.sample(codes, min(15, len(codes))):
            found = rate(Position(board, code), table=table)
            bits, length, chance = twin.values(code)
            assert found.bits == pytest.approx(bits)
            assert found.share == pytest.approx(2 ** (-bits / length))
            assert found.chance == pytest.approx(chance)
            assert found.forced == twin.forced(code)
            assert found.moves == twin.moves(code)
            shortest = fewest_solution(Position(board, code), table)
            assert len(shortest.moves) == found.moves
            assert shortest.finish.code in chosen.finishes
            alone = rate_alone(Problem.of_codes(board, (code,), chosen.finishes))
            assert alone.bits == pytest.approx(bits)
            assert (alone.moves, alone.forced) == (found.moves, found.forced)
            legal = [c for *_, c in twin.play(code)]
            wins = sum(map(twin.solvable, legal))
            assert (found.jumps, found.winning) == (len(legal), wins)


@pytest.mark.slow
def test_random_play_of_the_central_game():
    # Bell's 33-hole page: 2.6978E-08 for one peg anywhere, half of it at the centre.
    chosen = class_named(english(), "A")
    table = Tablebase.build(english(), chosen.finishes)
    assert (
        rate(english().vacancy("d4"), table=table, most=1 << 12) is None
    )  # its levels are larger
    found = rate(english().vacancy("d4"), table=table)
    assert f"{found.chance:.4e}" == "2.6978e-08"


@pytest.mark.slow
def test_fewest_moves_of_the_classics():
    table = Tablebase.build(english(), ["d4"])
    for puzzle in puzzle_set("english-classics"):
        if puzzle.finish == "d4" and puzzle.best and len(puzzle.position) < 20:
            assert len(fewest_solution(puzzle.position, table).moves) == puzzle.best


def test_what_is_too_large_is_not_rated_alone():
    """The central game, a board of more holes than a word has bits, and what cannot be solved."""
    for board, hole in (("english", "d4"), ("square9", "e5"), ("triangle4", "a1")):
        start = named_board(board).vacancy(hole)
        problem = Problem.complement(named_board(board), hole)
        assert rate_alone(problem) is None, start


def test_what_cannot_be_rated():
    board = named_board("triangle5")
    table = Tablebase.build(board, ["a1"])
    with pytest.raises(ProblemError, match="cannot be solved"):
        rate(board.position("code:3"), table=table)
    with pytest.raises(ProblemError, match="already solved"):
        rate(board.single("a1"), table=table)


@pytest.mark.slow
def test_ratings_rank_unique_jumps_above_symmetric_positions():
    """Of the same size: nearly every pair; and the order is much that of random play's chance."""
    from scipy.stats import spearmanr

    from pegsolitaire.surveys import unique_jumps
    from pegsolitaire.surveys.symmetric import symmetric_in_class

    chosen = class_named(english(), "A")
    table = Tablebase.build(english(), chosen.finishes)
    unique = unique_jumps(chosen, table=table)
    hard = [rate(unique.hardest(pegs)[0], table=table) for pegs in range(6, 15)]
    rng, easy = random.Random(0), []
    for row in symmetric_in_class(chosen, table):
        few = [one for one in row if 6 <= len(one) <= 14]
        easy += [(len(one), rate(one, table=table)) for one in rng.sample(few, min(8, len(few)))]
    pairs = [
        one.bits > other.bits
        for pegs, one in enumerate(hard, start=6)
        for size, other in easy
        if abs(pegs - size) <= 1
    ]
    assert np.mean(pairs) > 0.95
    every = hard + [one for _, one in easy]
    order = spearmanr([one.bits for one in every], [-one.chance for one in every])
    assert order.statistic > 0.9
