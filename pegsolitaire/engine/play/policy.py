"""How a player chooses a jump, in the arrays that the kernels of random play take.

A policy is made for one numbering of the bits: that of a layout
(:mod:`pegsolitaire.engine.play.chances`), or row by row (:mod:`pegsolitaire.engine.play.games`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from pegsolitaire.engine.bits.arrays import Counts, Flags, Floats, Words
from pegsolitaire.engine.bits.legal_kernels import in_groups
from pegsolitaire.game import Player


class Policy(NamedTuple):
    """The arrays of a :class:`pegsolitaire.game.Player`, with bits in some order.

    A jump is legal where ``word & test == shown``, and gives ``word ^ mask``.
    """

    plain: bool
    by_peg: bool
    minds: bool  # whether anything is avoided, or ranked
    steady: bool
    greedy: bool
    strict: bool
    opening: int  # the pegs of the start, where a strict player may make any jump
    tests: Words  # (groups, 64)
    shown: Words  # (groups, 64)
    masks: Words  # (jumps,)
    starts: Counts  # (jumps,): the hole each jump starts from
    weights: Floats  # (jumps,)
    avoided: Flags  # (jumps,)
    counts: Counts  # (counts, holes): the weight of each bit
    losses: Counts  # (counts, jumps): how much of its weights each jump loses
    regions: Words  # (counts, most), filled up with empty regions
    bounds: Counts  # (rows, counts)
    ahead: int
    block_masks: Words  # (removals,)
    block_wanted: Words
    blocks: Words


def make_policy(player: Player, bit_of: Sequence[int]) -> Policy:
    """The arrays of a player where hole ``i`` has the bit ``bit_of[i]``."""
    board = player.board
    jumps, rows = board.jumps, range(len(player.counts))

    def word(code: int) -> int:
        return sum(1 << bit_of[i] for i in range(len(board)) if code >> i & 1)

    counts = np.zeros((len(rows), max(bit_of) + 1), np.int64)
    losses = np.zeros((len(rows), len(jumps)), np.int64)
    most = max((len(count.regions) for count in player.counts), default=0)
    regions = np.zeros((len(rows), most), np.uint64)
    for row, (weights, codes) in zip(rows, player.counts, strict=True):
        counts[row, list(bit_of)] = weights
        losses[row] = [weights[j.start] + weights[j.over] - weights[j.end] for j in jumps]
        regions[row, : len(codes)] = list(map(word, codes))
    masks = _words(word(jump.mask) for jump in jumps)
    tests, shown = in_groups(masks, _words(word(jump.pegs) for jump in jumps))
    avoided = np.zeros(len(jumps), np.bool_)
    avoided[sorted(player.avoided)] = True
    return Policy(
        plain=player.is_plain,
        by_peg=player.by_peg,
        minds=bool(
            player.avoided or player.bounds or player.steady or player.greedy or player.ahead
        ),
        steady=player.steady,
        greedy=player.greedy,
        strict=player.strict,
        opening=player.opening,
        tests=tests,
        shown=shown,
        masks=masks,
        starts=np.array([jump.start for jump in jumps], np.int64),
        weights=_weights(player),
        avoided=avoided,
        counts=counts,
        losses=losses,
        regions=regions,
        bounds=np.array(player.bounds, np.int64).reshape(len(player.bounds), len(rows)),
        ahead=player.ahead,
        block_masks=_words(word(block.mask) for block in player.blocks),
        block_wanted=_words(word(block.pegs) for block in player.blocks),
        blocks=_words(word(block.block) for block in player.blocks),
    )


def _weights(player: Player) -> Floats:
    """The weights of jumps, none above 1."""
    weights = player.weights or (1.0,) * len(player.board.jumps)
    most = max(weights, default=0.0) or 1.0
    return np.array([weight / most for weight in weights], np.float64)


def _words(codes: Iterable[int]) -> Words:
    return np.array(list(codes), np.uint64)


class Scratch(NamedTuple):
    """Room for the options at one position."""

    chosen: Counts  # (options,): jumps by their numbers, and removals by theirs after those
    chances: Floats  # (options,)
    ranks: Counts  # (options,)
    values: Counts  # (counts,)


def make_scratch(policy: Policy) -> Scratch:
    """Room for the options that a policy can have."""
    most = len(policy.masks) + len(policy.blocks)
    return Scratch(
        np.zeros(most, np.int64),
        np.zeros(most),
        np.zeros(most, np.int64),
        np.zeros(len(policy.counts), np.int64),
    )
