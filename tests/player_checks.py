"""Checks of the moves of players against their rules."""

import numpy as np
import pytest

from pegsolitaire.engine.policy import list_options, make_policy, make_scratch


def listed(player, code):
    """Return the positions that the kernel can play to, with their chances."""
    policy = make_policy(player, range(len(player.board)))
    scratch = make_scratch(policy)
    found = {}
    word = np.uint64(code)
    options = list_options(
        word, code.bit_count(), policy, scratch, policy.tests, policy.shown, policy.starts,
        policy.weights, scratch.chosen, scratch.chances, scratch.sums,
    )  # fmt: skip
    for k in range(options):
        after = int(word ^ policy.masks[scratch.chosen[k]])
        found[after] = found.get(after, 0) + scratch.chances[k]
    return found


def check(player, code):
    exactly = player.choices(code)
    assert sum(exactly.values()) in (0, 1)
    assert listed(player, code) == pytest.approx(
        {after: float(chance) for after, chance in exactly.items()}
    )
