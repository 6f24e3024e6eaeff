"""Verify winning sets by playing games, independently of the engine that built the sets.

Every stored level is read, and its checksum and its order are checked. Then positions are drawn at
random. From each winning position, one game is played forward to a finish and another backward to
a start, through winning positions only. If a jump leads from these games to a position outside the
sets, a search must prove that this position has no solution.
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

_LOOKED_AT = 300_000  # positions in a search from a rejected position


@dataclass(frozen=True)
class Verified(Result):
    """The results of a verification.

    Attributes
    ----------
    positions : int
        The number of winning positions; all their levels are complete and sorted.
    played : int
        The number of winning positions that were played to a finish and back to a start.
    rejected : int
        The number of positions outside the sets that were shown to have no solution.
    undecided : int
        The number of positions outside the sets whose search did not end within its limit.
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
    """Check winning sets by playing games from random positions.

    Parameters
    ----------
    wins : WinningSets
        The sets.
    sample : int, optional
        The number of winning positions, and of losing positions, to draw from each level.
    seed : int, optional
        The seed of the random choice.
    work : Work, optional
        Limits on time and memory, a progress bar, and more: see :class:`pegsolitaire.Work`.

    Raises
    ------
    StoreDamagedError
        If a level is not sorted, a winning position does not win or cannot be reached, or a
        rejected position can be solved.

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
            for code in chance.sample(lost, min(2, len(lost))):
                if _is_lost(wins, code, work=work):
                    rejected += 1
                else:
                    undecided += 1
        work.update(done)
    return Verified(len(wins), played, rejected, undecided)


def _played(wins: WinningSets, code: int, chance: random.Random, *, back: bool) -> list[int]:
    """Play from a winning position to a finish, or back to a start, and return the positions."""
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
    """Return the positions outside the sets that can be reached from a game in one jump."""
    after = {code ^ jump.mask for code in game for jump in wins.problem.board.masks_from(code)}
    return sorted(code for code in after if not wins.contains_code(code))


def _is_lost(wins: WinningSets, code: int, *, work: Work) -> bool:
    """Return whether a search shows that a position outside the sets has no solution."""
    problem = Problem.of_codes(wins.problem.board, (code,), wins.problem.finishes)
    each = work.part(positions=_LOOKED_AT)
    is_solvable = solve(problem, facts=False, work=each).solvable
    if is_solvable:
        raise StoreDamagedError(f"{wins.problem}: code:{code} is not stored, and can be won")
    return is_solvable is False
