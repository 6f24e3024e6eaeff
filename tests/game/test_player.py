"""Your own players: a function, a name or weights, and invalid players."""

from fractions import Fraction
from functools import partial
from random import Random

import numpy as np
import pytest

from pegsolitaire.board import Board, named_board
from pegsolitaire.chance import play_game, player_named, random_play, simulate
from pegsolitaire.errors import IllegalJumpError, ProblemError
from pegsolitaire.game import OwnPlayer, Player, Problem

ENGLISH, T5 = named_board("english"), named_board("triangle5")


@pytest.mark.parametrize("kind", [np.int64, np.int32, np.float32, Fraction, float])
def test_weights_of_any_kind(kind):
    """Numpy integers do not overflow when they become fractions."""
    board = Board("triangle4")
    problem = Problem.to_any(board.vacancy("a2"))

    def weigh(position, kind=kind):
        return {jump: kind(10**6 + n) for n, jump in enumerate(sorted(position.legal_jumps))}

    found = random_play(problem, player=weigh, fractions=True)
    assert (
        found.win_probability
        == random_play(
            problem, player=lambda position: weigh(position, int), fractions=True
        ).win_probability
    )
    row = tuple(kind(10**6 + n) for n in range(len(board.jumps)))
    player = Player(board, "own", weights=row)
    assert player == Player(board, "own", weights=tuple(map(float, row)))
    assert sum(player.choices(problem.starts[0]).values()) == 1


def test_a_name_or_a_function_plays():
    problem = Problem.to_any(T5.vacancy("a1"))
    assert (
        random_play(problem, player="sax").finals
        == random_play(problem, player=player_named("sax", problem)).finals
    )
    first = random_play(problem, player=lambda position: [min(position.legal_jumps)])
    assert (first.player, first.stuck) == ("own", 1)
    assert simulate(problem, games=100, player="greedy", seed=1).player == "greedy"
    assert first.gives_up == random_play(problem, player="any").gives_up == 0
    assert random_play(problem, player=lambda _: []).gives_up == 1
    exactly = random_play(problem, player="sax", fractions=True)
    early = {end.jumps: end.fraction for end in exactly.ends}[2]
    assert early == Fraction(1, 3) < exactly.gives_up
    assert random_play(problem, player="sax").gives_up == pytest.approx(float(exactly.gives_up))
    for wrong in (7, None, ENGLISH):
        with pytest.raises(ProblemError, match="cannot play: give a name"):
            simulate(problem, games=10, player=wrong)


def test_functions_that_are_wrong():
    start = T5.vacancy("a1").code
    with pytest.raises(IllegalJumpError):
        OwnPlayer(T5, "x", lambda _: ["a1-a3"]).choices(start)
    with pytest.raises(ProblemError, match="a3-a1 has the weight -1: give a number"):
        OwnPlayer(T5, "x", lambda _: {"a3-a1": -1}).choices(start)
    for weight in (None, "3", float("inf"), float("nan")):
        with pytest.raises(ProblemError, match="a3-a1 has the weight"):
            OwnPlayer(T5, "x", lambda _, given=weight: {"a3-a1": given}).choices(start)
    for nothing in (None, 3):
        with pytest.raises(ProblemError, match=r"x gives (None|3): give jumps"):
            OwnPlayer(T5, "x", lambda _, given=nothing: given).choices(start)
    with pytest.raises(ProblemError, match="x gives 1: give jumps"):
        OwnPlayer(T5, "x", lambda _: [1]).choices(start)
    lots = Random(1)
    for play in (random_play, partial(simulate, games=10), play_game):
        with pytest.raises(ProblemError, match="own gives different answers"):
            play(
                Problem.to_any(T5.vacancy("a1")),
                player=lambda p: [lots.choice(sorted(p.legal_jumps))],
            )
    assert OwnPlayer(T5, "x", lambda _: {"a3-a1": 0}).choices(start) == {}
    texts = OwnPlayer(T5, "x", lambda position: {str(jump) for jump in position.legal_jumps})
    assert list(texts.choices(start)) == sorted(texts.choices(start))  # in any order of the set
    assert OwnPlayer(T5, "x", lambda _: 1 / 0).choices(1) == {}  # no jump, so no call
