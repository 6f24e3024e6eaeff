"""Exact random play in the engine's tables: by levels, in floats, for players that are data."""

from __future__ import annotations

from math import comb
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from pegsolitaire.budget import UNLIMITED, Budget
from pegsolitaire.chance.exact_run import Run, share_of
from pegsolitaire.chance.odds import Odds
from pegsolitaire.game import Player
from pegsolitaire.theory import invariants

if TYPE_CHECKING:
    from pegsolitaire.engine import Chances, RandomPlay, Words


def play_by_levels(
    run: Run,
    player: Player,
    threads: int | None,
    budget: Budget = UNLIMITED,
) -> Odds:
    """Play from level to level; block removals skip some.

    Each step multiplies a chance by that of a choice, and adds up what comes to a position. A
    choice is a weight, rounded, over a sum of at most as many as there are jumps and removals; a
    position is come to by at most as many ways, times the order of the group. Every operation is
    off by half a unit in the last place at most, so that as many as there are of both, twice (for
    the sums of a player who chooses a peg first) and a few more, times the jumps of a game, bound
    the relative error of all.
    """
    from pegsolitaire.engine import RandomPlay

    top = run.problem.start_pegs
    drops = sorted({1, *(block.block.bit_count() for block in player.blocks)})
    run.progress.stage("playing at random", top)
    with RandomPlay(player, run.group, threads, budget) as engine:
        levels = {top: engine.start(run.problem.starts)}
        for pegs in range(top, 0, -1):
            _count_winning(run, engine, levels[pegs], pegs)
            level = levels[pegs] = _without_finishes(run, engine, levels[pegs], pegs)
            sources = [(d, levels[pegs - 1 + d]) for d in drops if pegs - 1 + d in levels]
            levels[pegs - 1] = engine.step(sources, _most(run, pegs - 1))
            run.count(len(level))
            _end(run, engine, level.subset(level.ended))
            for done in [n for n in levels if n >= pegs - 1 + drops[-1]]:
                levels.pop(done).discard()
            run.progress.update(top - pegs + 1, f"{len(level):,} positions")
    ways = 2 * (len(player.board.jumps) + len(player.blocks)) * len(run.group)
    return run.odds(ways + 6)


def _most(run: Run, pegs: int) -> int:
    """About how many positions of the class have ``pegs`` pegs, up to the group, at most."""
    every = comb(len(run.problem.board), pegs)
    return share_of(run.problem, run.group, every) * 9 // 8 + 4096


def _count_winning(run: Run, engine: RandomPlay, level: Chances, pegs: int) -> None:
    """Add up the chances of positions that can still be won, down to the finish."""
    if run.winning and pegs >= run.problem.finish_pegs:
        codes = engine.codes(level)
        run.still.append(float(level.chances[_can_be_won(run, codes)].sum()))


def _can_be_won(run: Run, codes: Words) -> npt.NDArray[np.bool_]:
    """Whether positions are in the table of their class."""
    found = np.zeros(len(codes), np.bool_)
    for kind, table in run.tables.items():
        own = np.ones(len(codes), np.bool_)
        for i, mask in enumerate(invariants(run.problem.board)):
            own &= np.bitwise_count(codes & np.uint64(mask)) & 1 == kind >> i & 1
        found[own] = table.solvable.contains_codes(codes[own])
    return found


def _without_finishes(run: Run, engine: RandomPlay, level: Chances, pegs: int) -> Chances:
    """A level without the finishes in it: games that reach them have ended there."""
    if run.anywhere or pegs != run.problem.finish_pegs:
        return level
    reached = engine.among(level, run.problem.finishes)
    run.count(int(reached.sum()))
    _end(run, engine, level.subset(reached))
    return level.subset(~reached)


def _end(run: Run, engine: RandomPlay, level: Chances) -> None:
    codes = engine.least_codes(level).tolist()
    run.finals += zip(codes, level.chances.tolist(), strict=True)
