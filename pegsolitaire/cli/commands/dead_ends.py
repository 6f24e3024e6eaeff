"""`pegs dead-ends`: the shortest ways to lose."""

from __future__ import annotations

from pegsolitaire.analysis import DeadEnd, problem_on
from pegsolitaire.analysis import dead_ends as find_dead_ends
from pegsolitaire.board import hole_name
from pegsolitaire.cli.arguments import (
    BoardName,
    Disk,
    Estimating,
    Finish,
    Json,
    Memory,
    Start,
    Type,
    spilling,
)
from pegsolitaire.cli.output import NO, counted, end, out, print_json, print_plan, titled
from pegsolitaire.files import home
from pegsolitaire.progress_bar import Bar
from pegsolitaire.results import to_json
from pegsolitaire.sets import WinningSets
from pegsolitaire.sets.plans import plan
from pegsolitaire.work import Work

_KEPT = "nothing is kept; winning sets that `pegs winning` has stored are used"


def dead_ends(
    name: BoardName,
    start: Start = None,
    finish: Finish = None,
    letter: Type = None,
    memory: Memory = None,
    disk: Disk = None,
    estimate: Estimating = False,
    as_json: Json = False,
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
    problem = problem_on(name, start, finish, letter, sets="dead ends")
    if estimate:
        print_plan(plan(problem, folder=home()), as_json)
        return
    bar = Bar(f"the shortest ways to lose {titled(problem, letter)}", kept=_KEPT)
    with bar as progress, spilling(memory, disk) as budget:
        wins = WinningSets.find(problem)
        if wins is None:
            progress.announce_plan(
                plan(problem, refuse=True, folder=home(), work=Work(progress=progress))
            )
        found = find_dead_ends(problem, wins=wins, work=budget.part(progress=progress))
    length = len(found[0].jumps) if found else None
    if as_json:
        open_holes = {hole for one in found for hole in one.can_finish_at}
        print_json(
            {
                **to_json(problem),
                "jumps": length,
                "sequences": to_json([one.jumps for one in found]),
                "can_finish_at": [hole_name(hole) for hole in problem.board if hole in open_holes],
                "dead_ends": to_json(found),
            }
        )
        end(NO if length == 0 else 0)
        return
    if length is None:
        out.print(f"no game of {problem} can be lost")
        return
    if length == 0:
        out.print(f"{problem}: lost from the start; {_left(found[0])}")
        end(NO)
    ways = "one way" if len(found) == 1 else f"{len(found)} ways"
    out.print(f"{problem}: lost after {counted(length, 'jump')} at the soonest, in {ways}")
    for one in found:
        jumps = ", ".join(map(str, one.jumps))
        out.print(f"{jumps}; {_left(one)}")


def _left(end: DeadEnd) -> str:
    """Where a game can still end with one peg, in words."""
    possible, unknown = (" ".join(map(hole_name, h)) for h in (end.can_finish_at, end.unknown))
    if possible:
        more = f"; not known: {unknown}" if unknown else ""
        return f"one peg is still possible at: {possible}{more}"
    if unknown:
        return f"whether one peg is still possible is not known: it would be at {unknown}"
    return "one peg is no longer possible"
