"""`pegs dead-ends`: the shortest ways to lose."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from pegsolitaire.board import hole_name
from pegsolitaire.cli.options import Asked, LevelLimits
from pegsolitaire.cli.output import NO, counted, out, report
from pegsolitaire.cli.working import working
from pegsolitaire.files import home
from pegsolitaire.game import Problem
from pegsolitaire.reasons import DeadEnd
from pegsolitaire.reasons import dead_ends as find_dead_ends
from pegsolitaire.results import to_json
from pegsolitaire.sets import WinningSets
from pegsolitaire.sets.plans import plan

_KEPT = "nothing is kept; winning sets that `pegs winning` has stored are used"


def dead_ends(
    asked: Asked,
    limits: LevelLimits,
) -> None:
    """Find the shortest jump sequences after which a problem can no longer be solved.

    The same jumps in another order, and mirror images, count once. Each comes with the holes
    where a game can still end with one peg. With --finish any these are the fastest dead
    positions: no game from there ends with one peg at all. The exit code is 1 when the start is
    lost already.

    Winning sets that are stored (`pegs winning`) are used; where none are they are computed, and
    not kept.

    Examples: pegs dead-ends english d4; pegs dead-ends triangle5 a2 --finish any
    """
    problem = asked.problem("dead ends")
    wins = None if limits.estimate else WinningSets.find(problem)
    title = f"the shortest ways to lose {asked.title_of(problem)}"
    planned = partial(plan, problem, folder=home())
    with working(title, limits, plan=planned, is_planned=wins is None, kept=_KEPT) as work:
        found = find_dead_ends(problem, wins=wins, work=work)
    length = len(found[0].jumps) if found else None
    open_holes = {hole for one in found for hole in one.can_finish_at}
    document = {
        **to_json(problem),
        "jumps": length,
        "sequences": to_json([one.jumps for one in found]),
        "can_finish_at": [hole_name(hole) for hole in problem.board if hole in open_holes],
        "dead_ends": to_json(found),
    }
    report(document, lambda: _print(problem, found, length), NO if length == 0 else 0)


def _print(problem: Problem, found: Sequence[DeadEnd], length: int | None) -> None:
    if length is None:
        out.print(f"no game of {problem} can be lost")
    elif length == 0:
        out.print(f"{problem}: lost from the start; {_left(found[0])}")
    else:
        ways = "one way" if len(found) == 1 else f"{len(found)} ways"
        out.print(f"{problem}: lost after {counted(length, 'jump')} at the soonest, in {ways}")
        for one in found:
            out.print(f"{', '.join(map(str, one.jumps))}; {_left(one)}")


def _left(end: DeadEnd) -> str:
    """Where a game can still end with one peg, in words."""
    possible, unknown = (" ".join(map(hole_name, h)) for h in (end.can_finish_at, end.unknown))
    if possible:
        more = f"; not known: {unknown}" if unknown else ""
        return f"one peg is still possible at: {possible}{more}"
    if unknown:
        return f"whether one peg is still possible is not known: it would be at {unknown}"
    return "one peg is no longer possible"
