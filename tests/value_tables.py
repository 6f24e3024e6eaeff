"""Stored values of small problems, as several tests use them."""

import random
from functools import cache

from pegsolitaire.game import Position, Problem
from pegsolitaire.sets import (
    PositionValues,
    WinningSets,
)


@cache
def made(problem):
    wins = WinningSets.build(problem)
    return wins, PositionValues.build(wins)


def positions(problem, number, seed=0):
    """Draw winning positions at random, each in a random orientation."""
    wins, _ = made(problem)
    rng = random.Random(seed)
    found = []
    for pegs in range(problem.finish_pegs, problem.start_pegs + 1):
        level = wins.level(pegs).tolist()
        for code in rng.sample(level, min(number, len(level))):
            found.append(Position(problem.board, rng.choice(sorted(_images(problem, code)))))
    return found


def _images(problem, code):
    return {
        sum(1 << symmetry.image[i] for i in range(len(problem.board)) if code >> i & 1)
        for symmetry in problem.group
    }


def rest_of(problem, position):
    return Problem.of_codes(problem.board, (position.code,), problem.finishes)
