"""Tests that players in compiled loops choose as their rules in plain Python do."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, strategies as st
from marks import examples

from pegsolitaire.board import named_board
from pegsolitaire.chance import PLAYERS, player_named, weighted
from pegsolitaire.engine.policy import list_options, make_policy, make_scratch
from pegsolitaire.game import Player, PlayerCount, Problem

ENGLISH, T5, T6 = (named_board(name) for name in ("english", "triangle5", "triangle6"))


PLAYERS_BY_BOARD = {
    board.name: [
        name for name in [*PLAYERS, "look-ahead:1", "look-ahead:3", "removal:3", "removal:6"]
        if board == T5 or (name not in ("thumb", "sax", "sax-steady")
        and (board == ENGLISH or name not in ("resource", "steady", "removal+resource")))
    ]
    for board in (ENGLISH, T5, T6)
}  # fmt: skip


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


@pytest.mark.slow
@examples(50)
@given(
    st.sampled_from(
        [(name, player) for name in PLAYERS_BY_BOARD for player in PLAYERS_BY_BOARD[name]]
    ),
    st.integers(1, 2**33 - 1),
    st.booleans(),
)
def test_kernels_choose_as_python_does(given_player, code, first):
    board = named_board(given_player[0])
    code = code & board.full_code or 1
    problem = Problem.to_any(board.vacancy(board.holes[0]))
    player = player_named(given_player[1], problem)
    check(replace(player, opening=code.bit_count()) if first else player, code)


@pytest.mark.slow
@given(
    st.integers(1, 2**15 - 1),
    st.integers(0, 4),
    st.tuples(*[st.booleans()] * 5),
    st.lists(st.sampled_from([0, 1, 1, 2.5]), min_size=36, max_size=36),
)
def test_rules_together(code, ahead, flags, weights):
    """A player may combine avoided jumps, counts, looking ahead and weights."""
    steady, greedy, strict, by_peg, weighs = flags
    sax = player_named("sax", Problem.to_any(T5.vacancy("a1")))
    player = Player(
        T5, "all", weights=tuple(map(float, weights)) if weighs else (), by_peg=by_peg,
        avoided=frozenset({0, 7, 20}), counts=sax.counts, bounds=((-1,), (0,)), steady=steady,
        greedy=greedy, ahead=ahead, strict=strict, opening=9,
    )  # fmt: skip
    check(player, code)


def test_each_removal():
    """A position that consists of a block and its catalyst: the kernels remove that block."""
    player = player_named("removal:3", Problem.to_any(T5.vacancy("a1")))
    for block in (player.blocks[0], player.blocks[-1]):
        check(player, block.pegs)


def test_groups():
    problem = Problem.to_any(ENGLISH.vacancy("d4"))
    for name in PLAYERS_BY_BOARD["english"]:
        assert len(player_named(name, problem).group) == 8, name
    one_side = Problem.to_any(ENGLISH.vacancy("c1"))
    assert len(player_named("resource", one_side).group) == 2
    assert len(weighted(ENGLISH, {"d2-d4": 2}).group) == 2
    assert len(Player(T5, "x", avoided=frozenset({0})).group) == 1
    tilted = PlayerCount(tuple(range(15)))
    assert len(Player(T5, "x", counts=(tilted,), bounds=((0,),)).group) == 1
