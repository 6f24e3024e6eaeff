"""Checks of the moves of players against their rules."""

import numpy as np
import pytest

from pegsolitaire.engine.policy import after_option, list_options, make_policy, make_scratch


def listed(player, code):
    """Return the positions that the kernel can play to, with their chances."""
    policy = make_policy(player, range(len(player.board)))
    scratch = make_scratch(policy)
    found = {}
    word = np.uint64(code)
    for k in range(list_options(word, code.bit_count(), policy, scratch)):
        after = int(after_option(word, scratch.chosen[k], policy))
        found[after] = found.get(after, 0) + scratch.chances[k]
    return found


def check(player, code):
    exactly = player.choices(code)
    assert sum(exactly.values()) in (0, 1)
    assert listed(player, code) == pytest.approx(
        {after: float(chance) for after, chance in exactly.items()}
    )
