"""Rules by which one could guess a jump without looking ahead, to choose positions for the storm.

A rule gives each legal jump of a position a value, and a player who follows it makes the jump with
the highest value. `python tools/make_data.py storm` chooses the positions so that no rule finds
the winning jump more often than a player who picks a jump at random.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from math import dist, fsum
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pegsolitaire.board import Board, Hole, Symmetry, apply_permutation
from pegsolitaire.game import Jump, Position
from tools.drawn import Point, blocks, neighbours


class Choice(NamedTuple):
    """A legal jump with what a player sees of it without looking further ahead.

    `number` is its place in the list of legal jumps.
    """

    number: int
    before: Position
    jump: Jump
    after: Position


def point(board: Board, hole: Hole) -> Point:
    """Return the point where a hole is drawn."""
    return board.lattice.to_plane(hole)


def mean(points: Sequence[Point]) -> Point:
    """Return the mean of points."""
    return tuple(fsum(values) / len(points) for values in zip(*points, strict=True))


def peg_points(position: Position) -> list[Point]:
    """Return the points where the pegs of a position are drawn."""
    return [point(position.board, peg) for peg in position.pegs]


@lru_cache
def centre_of(board: Board) -> Point:
    """Return the mean of the holes of a board."""
    return mean([point(board, hole) for hole in board.holes])


def from_centre(board: Board, hole: Hole) -> float:
    """Return the distance of a hole from the centre of its board."""
    return dist(point(board, hole), centre_of(board))


def pegs_beside(position: Position, hole: Hole) -> int:
    """Return the number of pegs next to a hole."""
    return neighbours(point(position.board, hole), peg_points(position))


def block_count(position: Position) -> int:
    """Return the number of blocks of pegs that touch each other."""
    return len(list(blocks(peg_points(position))))


def spread(position: Position) -> float:
    """Return how far the pegs are from each other."""
    points = peg_points(position)
    centre = mean(points)
    return fsum(dist(one, centre) ** 2 for one in points) / len(points)


def lonely(position: Position) -> int:
    """Return the number of pegs without a neighbour."""
    return sum(not pegs_beside(position, peg) for peg in position.pegs)


def goes_on(choice: Choice) -> int:
    """Return how many jumps the peg that has jumped could make next."""
    return sum(jump.start == choice.jump.end for jump in choice.after.legal_jumps)


GuessingRule = Callable[[Choice], float]


def _inward(one: Choice) -> float:
    board = one.before.board
    return from_centre(board, one.jump.start) - from_centre(board, one.jump.end)


def _jumps(one: Choice) -> int:
    return len(one.before.legal_jumps)


def _from_start(place: int) -> GuessingRule:
    return lambda one: one.number == place


def _from_end(place: int) -> GuessingRule:
    return lambda one: one.number == _jumps(one) - place


GUESSING_RULES: dict[str, GuessingRule] = {
    "towards the centre": _inward,
    "away from the centre": lambda one: -_inward(one),
    "end nearest to the centre": lambda one: -from_centre(one.before.board, one.jump.end),
    "end farthest from the centre": lambda one: from_centre(one.before.board, one.jump.end),
    "start farthest from the centre": lambda one: from_centre(one.before.board, one.jump.start),
    "start nearest to the centre": lambda one: -from_centre(one.before.board, one.jump.start),
    "remove the peg farthest from the centre": (
        lambda one: from_centre(one.before.board, one.jump.over)
    ),
    "remove the peg nearest to the centre": (
        lambda one: -from_centre(one.before.board, one.jump.over)
    ),
    "remove the most crowded peg": lambda one: pegs_beside(one.before, one.jump.over),
    "remove the loneliest peg": lambda one: -pegs_beside(one.before, one.jump.over),
    "most jumps afterwards": lambda one: len(one.after.legal_jumps),
    "fewest jumps afterwards": lambda one: -len(one.after.legal_jumps),
    "fewest blocks afterwards": lambda one: -block_count(one.after),
    "most blocks afterwards": lambda one: block_count(one.after),
    "fewest lonely pegs afterwards": lambda one: -lonely(one.after),
    "most lonely pegs afterwards": lambda one: lonely(one.after),
    "pegs closest together afterwards": lambda one: -spread(one.after),
    "pegs farthest apart afterwards": lambda one: spread(one.after),
    "move the loneliest peg": lambda one: -pegs_beside(one.before, one.jump.start),
    "move the most crowded peg": lambda one: pegs_beside(one.before, one.jump.start),
    "end next to most pegs": lambda one: pegs_beside(one.after, one.jump.end),
    "end next to fewest pegs": lambda one: -pegs_beside(one.after, one.jump.end),
    "go on with the same peg": goes_on,
}


Gains = npt.NDArray[np.float64]

MARGIN = 0.5  # winning jumps by which each rule should stay below chance


def gains(position: Position, winner: Jump) -> Gains:
    """Return for each rule how much more often than chance it finds the winning jump.

    Examples
    --------
    >>> from pegsolitaire.data import storm_positions
    >>> one = storm_positions()[0]
    >>> len(gains(one.position, one.jump)) == len(GUESSING_RULES)
    True
    """
    return np.array([gain_of(rule, position, winner) for rule in GUESSING_RULES.values()])


def gain_of(rule: GuessingRule, position: Position, winner: Jump) -> float:
    """Return how much more often than chance a rule finds the winning jump.

    If several jumps have the highest value, the player picks one of them at random.
    """
    jumps = list(position.legal_jumps)
    choices = [Choice(n, position, jump, position.play(jump)) for n, jump in enumerate(jumps)]
    values = [round(rule(choice), 6) for choice in choices]
    best = [jump for jump, value in zip(jumps, values, strict=True) if value == max(values)]
    return (winner in best) / len(best) - 1 / len(jumps)


#: Rules for the place of a jump in the list. The other rules do not change under symmetries.
PLACES: dict[str, GuessingRule] = {
    **{f"jump {place + 1}": _from_start(place) for place in range(6)},
    **{f"jump {place} from the end": _from_end(place) for place in (1, 2, 3)},
    "the middle of the list": lambda one: -abs(one.number - (_jumps(one) - 1) / 2),
}


def spread_places(found: Sequence[tuple[Position, Jump]]) -> list[tuple[Position, Jump]]:
    """Apply a symmetry to each position so that no place in the list of jumps wins too often."""
    turned = []
    tally = np.zeros(len(PLACES))
    for position, jump in found:
        images = [image_of(symmetry, position, jump) for symmetry in position.board.symmetries]
        pool = np.array([[gain_of(rule, *image) for rule in PLACES.values()] for image in images])
        best = int(np.argmin(excess(tally + pool)))
        tally = tally + pool[best]
        turned.append(images[best])
    return turned


def image_of(symmetry: Symmetry, position: Position, jump: Jump) -> tuple[Position, Jump]:
    """Return the image of a position and a jump under a symmetry of the board."""
    board = position.board
    start, end = (symmetry.image[board.bit(hole)] for hole in (jump.start, jump.end))
    code = apply_permutation(symmetry.image, position.code)
    return Position(board, code), Jump(board.holes[start], board.holes[end])


def excess(tally: Gains) -> Gains:
    """Return how much the rules find above chance: 0 if they all stay a margin below it."""
    return (np.maximum(tally + MARGIN, 0.0) ** 2).sum(axis=-1)


def in_turn(pool: Gains, bins: Sequence[int], count: int) -> list[int]:
    """Take rows of a table of gains from every bin in turn, always the one that balances best."""
    left: dict[int, list[int]] = {}
    for row, number in enumerate(bins):
        left.setdefault(number, []).append(row)
    chosen: list[int] = []
    tally = np.zeros(pool.shape[1])
    while len(chosen) < count and any(left.values()):
        for _, rows in sorted(left.items()):
            if rows and len(chosen) < count:
                best = rows.pop(int(np.argmin(excess(tally + pool[rows]))))
                chosen.append(best)
                tally = tally + pool[best]
    return chosen


def balanced(pool: Gains, bins: Sequence[int], count: int) -> list[int]:
    """Choose rows of a table of gains so that no rule finds more winning jumps than chance.

    Rows that were taken in turn are exchanged within their bin, or left out if that does not help,
    until no rule is above chance.

    Examples
    --------
    >>> balanced(np.array([[0.75], [-0.25], [-0.25], [-0.25], [-0.25]]), [1, 1, 1, 1, 2], 3)
    [1, 2, 4]
    """
    chosen = in_turn(pool, bins, count)
    while chosen and (tally := pool[chosen].sum(axis=0)).max() > 0:
        swaps = [
            (float(excess(tally - pool[row] + pool[other])), n, other)
            for n, row in enumerate(chosen)
            for other in set(range(len(pool))).difference(chosen)
            if bins[other] == bins[row]
        ]
        least, n, other = min(swaps, default=(np.inf, 0, 0))
        if least < excess(tally) - 1e-9:
            chosen[n] = other
        else:
            chosen.pop(int(np.argmin(excess(tally - pool[chosen]))))
    return sorted(chosen)
