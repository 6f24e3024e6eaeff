"""Winning sets checked by playing: no code of the engine that made them takes part.

Every stored level is read, compared with its checksum and its order. Then positions are drawn at
random: winning ones are played, by jumps that win and unjumps that win, to a finish and back to a
start; positions that one jump takes out of the sets are searched for a solution, which must not
be there.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

from pegsolitaire.errors import StoreDamagedError
from pegsolitaire.game import Problem
from pegsolitaire.results import Result
from pegsolitaire.sets import WinningSets
from pegsolitaire.solving import solve
from pegsolitaire.work import Work

_LOOKED_AT = 300_000  # positions of a search from one that is rejected


@dataclass(frozen=True)
class Verified(Result):
    """The results of a verification.

    Attributes
    ----------
    positions : int
        Winning positions, all of whose levels are whole and sorted.
    played : int
        Those of them that were played to a finish and back to a start.
    rejected : int
        Positions outside that were shown to have no solution.
    undecided : int
        Positions outside of which a search did not end in time.
    """

    positions: int
    played: int
    rejected: int
    undecided: int


def verify(
    wins: WinningSets,
    sample: int = 20,
    seed: int = 0,
    *,
    work: Work | None = None,
) -> Verified:
    """Check winning sets by playing.

    Parameters
    ----------
    wins : WinningSets
        The sets.
    sample : int, optional
        Winning positions to be drawn of each level, and losing ones.
    seed : int, optional
        Of the draw.

    Raises
    ------
    StoreDamagedError
        If a level is not sorted, a winning position does not win or cannot be reached, or one
        that is rejected can be solved.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> verify(WinningSets.build(Problem.complement(triangle(5), "a1")), sample=3)
    Verified(positions=95, played=16, rejected=32, undecided=0)
    """
    work = Work.of(work)
    wins.verify(sample, seed)
    chance = random.Random(seed)
    played = rejected = undecided = 0
    work.progress.stage("verifying", len(wins.levels))
    for done, level in enumerate(wins.levels.values(), 1):
        for place in chance.sample(range(len(level)), min(sample, len(level))):
            code = int(level[place])
            game = [*_played(wins, code, chance, back=True), code]
            game += _played(wins, code, chance, back=False)
            played += 1
            lost = _left(wins, game)
            for one in chance.sample(lost, min(2, len(lost))):
                if _is_lost(wins, one):
                    rejected += 1
                else:
                    undecided += 1
        work.update(done)
    return Verified(len(wins), played, rejected, undecided)


def _played(wins: WinningSets, code: int, chance: random.Random, *, back: bool) -> list[int]:
    """The positions from one to a finish, or back to a start, all of them winning."""
    jumps, ends = wins.problem.board.jumps, wins.problem.starts if back else wins.problem.finishes
    passed: list[int] = []
    while code not in ends:
        winning = [
            code ^ jump.mask
            for jump in jumps
            if code & jump.mask == (jump.mask ^ jump.pegs if back else jump.pegs)
            and wins.contains_code(code ^ jump.mask)
        ]
        if not winning:
            what = "comes before" if back else "comes after"
            raise StoreDamagedError(f"{wins.problem}: nothing that wins {what} code:{code}")
        code = chance.choice(winning)
        passed.append(code)
    return passed


def _left(wins: WinningSets, game: list[int]) -> list[int]:
    """What jumps out of the sets would have led to, in the course of a game."""
    after = {code ^ jump.mask for code in game for jump in wins.problem.board.jumps_from(code)}
    return sorted(code for code in after if not wins.contains_code(code))


def _is_lost(wins: WinningSets, code: int) -> bool:
    """Whether a search shows that a position outside the sets has no solution."""
    problem = Problem.of_codes(wins.problem.board, (code,), wins.problem.finishes)
    found = solve(problem, facts=False, work=Work(positions=_LOOKED_AT)).solvable
    if found:
        raise StoreDamagedError(f"{wins.problem}: code:{code} is not stored, and can be won")
    return found is False
