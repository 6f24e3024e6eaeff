"""The compiled loop of simulated random play.

Where all legal jumps are equally likely a game needs no list of them. Along each axis of the board
a jump is a *triple* of holes whose middle holds a peg and just one of whose ends does; with the
triples of an axis on consecutive bits, all of them are asked at once by two shifts. A jump is then
a random number, a population count an axis and the search for the k-th bit of one of them: bound
by arithmetic, all in registers.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pegsolitaire.engine.bits.arrays import Counts, Words
from pegsolitaire.engine.bits.bit_kernels import pegs_of
from pegsolitaire.engine.bits.compiled import compiled, inlined
from pegsolitaire.engine.bits.hashing import ONE
from pegsolitaire.engine.play.policy import Policy, Scratch
from pegsolitaire.engine.play.policy_kernels import after_option, list_options


class Axes(NamedTuple):
    """The triples of a board: the holes in a row, by how far apart their bits are."""

    first: Words  # (axes,): how many bits the middle lies above the near end
    second: Words  # (axes,): how many the far end does
    near: Words  # (axes,): the bits that are near ends


@inlined
def _triples(word: np.uint64, first: np.uint64, second: np.uint64, near: np.uint64) -> np.uint64:
    """The triples of an axis that can be jumped, one way or the other."""
    return (word ^ (word >> second)) & (word >> first) & near


@inlined
def _kth_bit(bits: np.uint64, k: int) -> np.uint64:
    """The k-th of the bits that are set, counted from 0."""
    for _ in range(k):
        bits &= bits - ONE
    return bits & (~bits + ONE)


@inlined
def _target(word: np.uint64, pegs: int, goal: int, targets: Words) -> int:
    """Which target has been reached, or -1; with none given, the lowest bit."""
    found = -1
    if pegs == goal:
        if targets.size == 0:
            found = pegs_of((word & (~word + ONE)) - ONE)
        for t in range(targets.size):
            if word == targets[t]:
                found = t
    return found


@compiled
def _won(target: int, winners: int, path: Words, length: int, wins: Counts, won: Words) -> int:
    """Write down a game that was won; how many there are then."""
    wins[target] += 1
    if winners < won.shape[0]:
        won[winners, :length] = path[:length]
    return winners + 1


# Arrays are handed over one by one, and the loop over jumps calls nothing that is not inlined:
# whatever is taken out of a tuple is counted as a reference, which takes longer than a jump.


@compiled
def play_any(
    start: np.uint64,
    games: int,
    goal: int,
    targets: Words,
    first: Words,
    second: Words,
    near: Words,
    random: np.random.Generator,
    path: Words,
    pegs_left: Counts,
    wins: Counts,
    won: Words,
    ends: Words,
) -> int:
    """Play games of jumps that are all as likely; returns how many were won.

    A game is won with ``goal`` pegs at a target; anywhere, where none is given. What comes out:
    for each number of pegs, how many games ended with it (``pegs_left``, ``(holes + 1,)``); how
    many were won at each target or, where there is none, at each bit with the last peg (``wins``);
    the positions of the first games that were won (``won``, ``(most, holes + 1)``); how each game
    ended (``ends``, of all games or of none). ``path``, ``(holes + 1,)``, is room for the
    positions of a game.
    """
    winners = 0
    begin = pegs_of(start)
    for game in range(games):
        word, pegs, length = start, begin, 1
        path[0] = start
        target = _target(word, pegs, goal, targets)
        while target < 0:
            total = 0
            for a in range(near.size):
                total += pegs_of(_triples(word, first[a], second[a], near[a]))
            if total == 0:
                break
            k = int(random.random() * total)
            for a in range(near.size):
                triples = _triples(word, first[a], second[a], near[a])
                many = pegs_of(triples)
                if k < many:
                    low = _kth_bit(triples, k)
                    word ^= low | low << first[a] | low << second[a]
                    break
                k -= many
            path[length] = word
            length += 1
            pegs -= 1
            target = _target(word, pegs, goal, targets)
        pegs_left[pegs] += 1
        if game < ends.size:
            ends[game] = word
        if target >= 0:
            winners = _won(target, winners, path, length, wins, won)
    return winners


@compiled
def _choose(
    word: np.uint64, pegs: int, policy: Policy, scratch: Scratch, random: np.random.Generator
) -> np.uint64:
    """The word after what a player chooses; 0 where the game ends."""
    found = list_options(word, pegs, policy, scratch)
    if found == 0:
        return np.uint64(0)
    left = random.random()
    for k in range(found - 1):
        left -= scratch.chances[k]
        if left < 0.0:
            return after_option(word, scratch.chosen[k], policy)
    return after_option(word, scratch.chosen[found - 1], policy)


@compiled
def play_by(
    start: np.uint64,
    games: int,
    goal: int,
    targets: Words,
    policy: Policy,
    scratch: Scratch,
    random: np.random.Generator,
    path: Words,
    pegs_left: Counts,
    wins: Counts,
    won: Words,
    ends: Words,
) -> int:
    """Play games by the rules of a player, and otherwise as :func:`play_any`."""
    winners = 0
    begin = pegs_of(start)
    for game in range(games):
        word, pegs, length = start, begin, 1
        path[0] = start
        target = _target(word, pegs, goal, targets)
        while target < 0:
            after = _choose(word, pegs, policy, scratch, random)
            if after == 0:
                break
            word, pegs = after, pegs_of(after)
            path[length] = word
            length += 1
            target = _target(word, pegs, goal, targets)
        pegs_left[pegs] += 1
        if game < ends.size:
            ends[game] = word
        if target >= 0:
            winners = _won(target, winners, path, length, wins, won)
    return winners
