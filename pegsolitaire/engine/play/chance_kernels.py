"""Exact random play as a rule of the level step: positions hand their chances on.

A player who takes any legal jump shares the chance of a word among its jumps, as they come out of
:mod:`pegsolitaire.engine.sparse.steps`. Others are asked at each word what they may do.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from pegsolitaire.engine.bits.arrays import Flags, Rows, Words
from pegsolitaire.engine.bits.bit_kernels import pegs_of
from pegsolitaire.engine.bits.canonical_kernels import reflect
from pegsolitaire.engine.bits.compiled import compiled, way_of
from pegsolitaire.engine.bits.layout import Canon
from pegsolitaire.engine.play.policy import Policy, Scratch
from pegsolitaire.engine.play.policy_kernels import after_option, list_options
from pegsolitaire.engine.sparse.expand_kernels import Block, fill
from pegsolitaire.engine.sparse.steps import Steps, fill_with_jumps


class AnyJump(NamedTuple):
    """All legal jumps are as likely; ``ended`` marks the words that have none."""

    steps: Steps
    ended: Flags


class Choice(NamedTuple):
    """What a player does by steps of ``drop`` pegs; ``ended`` marks the words where games end."""

    policy: Policy
    drop: int
    scratch: Scratch
    ended: Flags


@way_of(fill, AnyJump)
def _fill_with_any(
    rule: AnyJump, words: Words, chances: Rows, i: int, end: int, canon: Canon, block: Block
) -> tuple[int, int]:
    tests, shown, masks, _ = rule.steps
    return fill_with_jumps(
        words, chances, i, end, tests, shown, masks, None, canon.mirror, canon.bits,
        block.images, block.rows, rule.ended,
    )  # fmt: skip


@compiled
def _fill_with_choices(
    words: Words, chances: Rows, i: int, end: int, rule: Choice, block: Words, block_rows: Any
) -> tuple[int, int]:
    """Fill a block with what a player makes of words ``i ..``."""
    policy, drop, scratch, ended = rule
    count = 0
    while i < end and count + scratch.chosen.size < block.size:
        pegs = pegs_of(words[i])
        found = list_options(words[i], pegs, policy, scratch)
        ended[i] = found == 0
        for k in range(found):
            after = after_option(words[i], scratch.chosen[k], policy)
            if pegs - pegs_of(after) == drop:
                block[count] = after
                block_rows[count, 0] = chances[i, 0] * scratch.chances[k]
                count += 1
        i += 1
    return i, count


@way_of(fill, Choice)
def _fill_by_choice(
    rule: Choice, words: Words, chances: Rows, i: int, end: int, canon: Canon, block: Block
) -> tuple[int, int]:
    i, count = _fill_with_choices(words, chances, i, end, rule, block.images[0], block.rows)
    reflect(block.images, count, canon.mirror, canon.bits)
    return i, count
