"""The rules by which a player chooses a jump, for the kernels of random play.

A policy is valid for one assignment of bits to holes. Exact play uses the bits of a layout, and
simulated play uses its own assignment (both in :mod:`pegsolitaire.engine.play`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np

from pegsolitaire.engine.canonical import in_groups, legal_jumps
from pegsolitaire.engine.compiled import compiled, inlined
from pegsolitaire.engine.words import ONE, Counts, Flags, Floats, Words, lowest_bit, pegs_of
from pegsolitaire.game import Player
from pegsolitaire.game.player import WINS


class Policy(NamedTuple):
    """The rules of a :class:`pegsolitaire.game.Player` as arrays, for one assignment of bits.

    A jump is legal if ``word & test == shown``. The options of a player are jumps and removals.
    Each of them leads to ``word ^ mask``.
    """

    plain: bool
    removes: bool  # whether the player makes block removals
    minds: bool  # whether the player avoids or ranks jumps
    steady: bool
    greedy: bool
    strict: bool
    opening: int  # the number of pegs at the start, where a strict player may make any jump
    tests: Words  # (groups, 64)
    shown: Words  # (groups, 64)
    masks: Words  # (jumps + removals,)
    starts: Counts  # (jumps,): the hole that a player who chooses a peg first chooses; otherwise 0
    weights: Floats  # (jumps,)
    avoided: Flags  # (jumps,): the jumps that the player avoids
    counts: Counts  # (counts, holes): the weight of each bit
    losses: Counts  # (counts, jumps): how much each jump lowers each count
    regions: Words  # (counts, most), padded with empty regions
    bounds: Counts  # (rows, counts)
    ahead: int
    block_masks: Words  # (removals,)
    block_wanted: Words


def make_policy(player: Player, bit_of: Sequence[int]) -> Policy:
    """Build the arrays for a player. The bit of hole ``i`` is ``bit_of[i]``."""
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
    removed = _words(word(block.block) for block in player.blocks)
    tests, shown = in_groups(masks, _words(word(jump.pegs) for jump in jumps))
    avoided = np.zeros(len(jumps), np.bool_)
    avoided[sorted(player.avoided)] = True
    return Policy(
        plain=player.is_plain,
        removes=bool(player.blocks),
        minds=bool(
            player.avoided or player.bounds or player.steady or player.greedy or player.ahead
        ),
        steady=player.steady,
        greedy=player.greedy,
        strict=player.strict,
        opening=player.opening,
        tests=tests,
        shown=shown,
        masks=np.concatenate((masks, removed)),
        starts=np.array([jump.start if player.by_peg else 0 for jump in jumps], np.int64),
        weights=_weights(player),
        avoided=avoided,
        counts=counts,
        losses=losses,
        regions=regions,
        bounds=np.array(player.bounds, np.int64).reshape(len(player.bounds), len(rows)),
        ahead=player.ahead,
        block_masks=_words(word(block.mask) for block in player.blocks),
        block_wanted=_words(word(block.pegs) for block in player.blocks),
    )


def _weights(player: Player) -> Floats:
    """Return the weights of all jumps, scaled to at most 1."""
    weights = player.weights or (1.0,) * len(player.board.jumps)
    most = max(weights, default=0.0) or 1.0
    return np.array([weight / most for weight in weights], np.float64)


def _words(codes: Iterable[int]) -> Words:
    return np.array(list(codes), np.uint64)


class Scratch(NamedTuple):
    """Scratch space for the options at one position."""

    chosen: Counts  # (options,): the numbers of jumps, followed by the numbers of removals
    chances: Floats  # (options,)
    sums: Floats  # (starts,): the total weight of the listed jumps from each start
    ranks: Counts  # (options,)
    values: Counts  # (counts,)


def make_scratch(policy: Policy) -> Scratch:
    """Allocate scratch space for all options that a policy can have."""
    most = len(policy.masks)
    return Scratch(
        np.zeros(most, np.int64),
        np.zeros(most),
        np.zeros(policy.starts.max(initial=0) + 1),
        np.zeros(most, np.int64),
        np.zeros(len(policy.counts), np.int64),
    )


# --
# The compiled rules of a player: the options at a position, with their probabilities.
#
# Exact and simulated random play both use ``list_options``, which tests all jumps and applies the
# rules to the legal jumps.
#
# The arrays that every word needs are passed one by one. Taking an array from a tuple counts a
# reference. All threads share the policy, so they would wait for each other at every such count.


# The rank of a jump that no rule excludes, to which other values are added.
_ALLOWED_RANK = 1 << 50
_WINS = WINS  # the value of a position with one peg; numba only accepts globals of the same module
_SHIFT = 22  # low bits for the look-ahead; higher bits hold the number of legal jumps


@inlined
def _list_removals(word: np.uint64, policy: Policy, chosen: Counts, chances: Floats) -> int:
    size = 0
    for b in range(policy.block_masks.size):
        if (word & policy.block_masks[b]) == policy.block_wanted[b]:
            chosen[size] = policy.starts.size + b
            size += 1
    for k in range(size):
        chances[k] = 1.0 / size
    return size


@inlined
def _share_out(
    found: int, starts: Counts, weights: Floats, chosen: Counts, chances: Floats, sums: Floats
) -> int:
    """Compute the probabilities of the listed jumps, and return the number of jumps.

    All holes where a listed jump starts are equally likely. The jumps from the same hole are
    likely in proportion to their weights.
    """
    for k in range(found):
        sums[starts[chosen[k]]] = 0.0
    holes = 0
    for k in range(found):
        j = chosen[k]
        holes += sums[starts[j]] == 0.0
        sums[starts[j]] += weights[j]
    for k in range(found):
        j = chosen[k]
        chances[k] = weights[j] / (sums[starts[j]] * holes)
    return found


@compiled
def _bonus(word: np.uint64, regions: Words, r: int) -> int:
    """Count the regions of a resource count that contain two or more pegs."""
    bonus = 0
    for k in range(regions.shape[1]):
        some = word & regions[r, k]
        bonus += int((some & (some - ONE)) != 0 and some != 0)
    return bonus


@inlined
def _value(word: np.uint64, policy: Policy, r: int) -> int:
    value = _bonus(word, policy.regions, r)
    for bit in range(policy.counts.shape[1]):
        if word >> np.uint64(bit) & ONE:
            value += int(policy.counts[r, bit])
    return value


@inlined
def _loss(word: np.uint64, after: np.uint64, j: int, policy: Policy, r: int) -> int:
    lost = _bonus(word, policy.regions, r) - _bonus(after, policy.regions, r)
    return int(policy.losses[r, j]) + lost


@inlined
def _is_kept(word: np.uint64, after: np.uint64, j: int, policy: Policy, scratch: Scratch) -> bool:
    """Return whether the resource counts stay high enough after a jump."""
    if policy.steady:
        for r in range(policy.counts.shape[0]):
            if _loss(word, after, j, policy, r) > 0:
                return False
    if policy.bounds.shape[0] == 0:
        return True
    for row in range(policy.bounds.shape[0]):
        fits = True
        for r in range(policy.counts.shape[0]):
            left = scratch.values[r] - _loss(word, after, j, policy, r)
            if left < policy.bounds[row, r]:
                fits = False
                break
        if fits:
            return True
    return False


@compiled
def _jumps_on(word: np.uint64, tests: Words, shown: Words, masks: Words, depth: int) -> int:
    """Return how many jumps can follow, up to a depth, or far more if one peg is left."""
    if (word & (word - ONE)) == 0:
        return _WINS
    if depth == 0:
        return 0
    far = pegs_of(word) > depth + 1
    best = 0
    for group in range(tests.shape[0]):
        legal = legal_jumps(word, tests, shown, group)
        while legal != 0:
            after = word ^ masks[64 * group + lowest_bit(legal)]
            legal &= legal - ONE
            best = max(best, 1 + _jumps_on(after, tests, shown, masks, depth - 1))
            if best >= _WINS or (best == depth and far):
                return best
    return best


@inlined
def _mobility(word: np.uint64, tests: Words, shown: Words) -> int:
    """Count the legal jumps."""
    mobility = 0
    for group in range(tests.shape[0]):
        mobility += pegs_of(legal_jumps(word, tests, shown, group))
    return mobility


@inlined
def _rank(word: np.uint64, j: int, policy: Policy, scratch: Scratch) -> int:
    """Return the rank of a jump; higher is better."""
    after = word ^ policy.masks[j]
    rank = 0
    if not policy.avoided[j] and _is_kept(word, after, j, policy, scratch):
        rank = _ALLOWED_RANK
    if policy.greedy:
        many = _WINS if pegs_of(after) == 1 else _mobility(after, policy.tests, policy.shown)
        rank += many << _SHIFT
    if policy.ahead > 0:
        rank += _jumps_on(after, policy.tests, policy.shown, policy.masks, policy.ahead)
    return rank


@compiled
def _keep_best(word: np.uint64, pegs: int, policy: Policy, scratch: Scratch, found: int) -> int:
    """Keep only the jumps of the highest rank, or no jumps if a strict player gives up."""
    for r in range(policy.counts.shape[0]):
        scratch.values[r] = _value(word, policy, r)
    best = -1
    for k in range(found):
        rank = _rank(word, scratch.chosen[k], policy, scratch)
        scratch.ranks[k] = rank
        best = max(best, rank)
    if policy.strict and best < _ALLOWED_RANK and pegs != policy.opening and pegs != 2:
        return 0
    if policy.strict and pegs == 2:
        return found
    size = 0
    for k in range(found):
        if scratch.ranks[k] == best:
            scratch.chosen[size] = scratch.chosen[k]
            size += 1
    return size


@inlined
def list_options(
    word: np.uint64,
    pegs: int,
    policy: Policy,
    scratch: Scratch,
    tests: Words,
    shown: Words,
    starts: Counts,
    weights: Floats,
    chosen: Counts,
    chances: Floats,
    sums: Floats,
) -> int:
    """List a player's choices with their probabilities. Return their number: 0 if a game ends.

    The arrays are those of the policy and of the scratch space.
    """
    size: Any = np.int64(0)  # with a literal 0, numba would compile `_keep_best` twice
    if policy.removes:
        size = _list_removals(word, policy, chosen, chances)
    if size > 0:
        return int(size)
    for group in range(tests.shape[0]):
        legal = legal_jumps(word, tests, shown, group)
        while legal != 0:
            j = 64 * group + lowest_bit(legal)
            legal &= legal - ONE
            if weights[j] > 0.0:
                chosen[size] = j
                size += 1
    if policy.minds:
        size = _keep_best(word, pegs, policy, scratch, size)
    return _share_out(int(size), starts, weights, chosen, chances, sums)
