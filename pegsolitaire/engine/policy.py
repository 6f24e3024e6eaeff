"""The rules by which a player chooses a jump, for the kernels of random play.

A policy is valid for one assignment of bits to holes. Exact play uses the bits of a layout, and
simulated play uses its own assignment (both in :mod:`pegsolitaire.engine.play`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from pegsolitaire.engine.canonical import in_groups, legal_jumps
from pegsolitaire.engine.compiled import compiled, inlined
from pegsolitaire.engine.words import ONE, Counts, Flags, Floats, Words, lowest_bit, pegs_of
from pegsolitaire.game import Player
from pegsolitaire.game.player import WINS


class Policy(NamedTuple):
    """The rules of a :class:`pegsolitaire.game.Player` as arrays, for one assignment of bits.

    A jump is legal if ``word & test == shown``, and leads to ``word ^ mask``.
    """

    plain: bool
    by_peg: bool
    minds: bool  # whether the player avoids or ranks jumps
    steady: bool
    greedy: bool
    strict: bool
    opening: int  # the number of pegs at the start, where a strict player may make any jump
    tests: Words  # (groups, 64)
    shown: Words  # (groups, 64)
    masks: Words  # (jumps,)
    starts: Counts  # (jumps,): the hole where each jump starts
    weights: Floats  # (jumps,)
    avoided: Flags  # (jumps,): the jumps that the player avoids
    counts: Counts  # (counts, holes): the weight of each bit
    losses: Counts  # (counts, jumps): how much each jump lowers each count
    regions: Words  # (counts, most), padded with empty regions
    bounds: Counts  # (rows, counts)
    ahead: int
    block_masks: Words  # (removals,)
    block_wanted: Words
    blocks: Words


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
    ranks: Counts  # (options,)
    values: Counts  # (counts,)


def make_scratch(policy: Policy) -> Scratch:
    """Allocate scratch space for all options that a policy can have."""
    most = len(policy.masks) + len(policy.blocks)
    return Scratch(
        np.zeros(most, np.int64),
        np.zeros(most),
        np.zeros(most, np.int64),
        np.zeros(len(policy.counts), np.int64),
    )


# --
# The compiled rules of a player: the options at a position, with their probabilities.
#
# Exact and simulated random play both use ``list_options``, which tests all jumps and applies the
# rules to the legal jumps. All functions are inlined. A call that takes arrays from a policy would
# count references, and this would double the time.


_ALLOWED_RANK = (
    1 << 50
)  # the rank of a jump that no rule excludes, to which other values are added
_WINS = WINS  # the value of a position with one peg; numba only accepts globals of the same module
_SHIFT = 22  # low bits for the look-ahead; higher bits hold the number of legal jumps


@inlined
def _list_removals(word: np.uint64, policy: Policy, scratch: Scratch) -> int:
    size = 0
    for b in range(policy.blocks.size):
        if (word & policy.block_masks[b]) == policy.block_wanted[b]:
            scratch.chosen[size] = policy.masks.size + b
            size += 1
    for k in range(size):
        scratch.chances[k] = 1.0 / size
    return size


@inlined
def _weight_of_peg(policy: Policy, scratch: Scratch, found: int, start: int) -> float:
    """Return the total weight of the listed jumps of one peg."""
    total = 0.0
    for k in range(found):
        j = scratch.chosen[k]
        if policy.starts[j] == start:
            total += policy.weights[j]
    return total


@inlined
def _share_out(policy: Policy, scratch: Scratch, found: int) -> int:
    """Compute the probabilities of the listed jumps, and return the number of jumps."""
    total = 0.0
    for k in range(found):
        j = scratch.chosen[k]
        chance = policy.weights[j]
        if policy.by_peg:
            chance /= _weight_of_peg(policy, scratch, found, policy.starts[j])
        scratch.chances[k] = chance
        total += chance
    for k in range(found):
        scratch.chances[k] /= total
    return found


@inlined
def _bonus(word: np.uint64, policy: Policy, r: int) -> int:
    """Count the regions of a resource count that contain two or more pegs."""
    bonus = 0
    for k in range(policy.regions.shape[1]):
        some = word & policy.regions[r, k]
        bonus += int((some & (some - ONE)) != 0 and some != 0)
    return bonus


@inlined
def _value(word: np.uint64, policy: Policy, r: int) -> int:
    value = _bonus(word, policy, r)
    for bit in range(policy.counts.shape[1]):
        if word >> np.uint64(bit) & ONE:
            value += int(policy.counts[r, bit])
    return value


@inlined
def _loss(word: np.uint64, after: np.uint64, j: int, policy: Policy, r: int) -> int:
    return int(policy.losses[r, j]) + _bonus(word, policy, r) - _bonus(after, policy, r)


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


@inlined
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
def list_options(word: np.uint64, pegs: int, policy: Policy, scratch: Scratch) -> int:
    """List a player's choices with their probabilities. Return their number: 0 if a game ends."""
    size = _list_removals(word, policy, scratch)
    if size > 0:
        return size
    for group in range(policy.tests.shape[0]):
        legal = legal_jumps(word, policy.tests, policy.shown, group)
        while legal != 0:
            j = 64 * group + lowest_bit(legal)
            legal &= legal - ONE
            if policy.weights[j] > 0.0:
                scratch.chosen[size] = j
                size += 1
    if policy.minds:
        size = _keep_best(word, pegs, policy, scratch, size)
    return _share_out(policy, scratch, size)


@inlined
def after_option(word: np.uint64, option: int, policy: Policy) -> np.uint64:
    """Return the word after a jump or a removal."""
    jumps = policy.masks.size
    after: np.uint64 = word ^ (
        policy.masks[option] if option < jumps else policy.blocks[option - jumps]
    )
    return after
