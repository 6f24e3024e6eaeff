"""What each jump leads to, and games looked back on, in lines."""

from __future__ import annotations

from collections.abc import Iterator

from pegsolitaire.cli.output import counted
from pegsolitaire.reasons import Exploration, ExploredJump, Review
from pegsolitaire.theory import rounded


def exploration_lines(found: Exploration) -> Iterator[str]:
    """A line for each jump, the best first."""
    rows = [_cells(row) for row in found.jumps]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)] if rows else []
    for row in rows:
        cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        yield "  ".join(cells).rstrip()
    if found.solutions:
        yield "each with: ways to win after it, their share of all, fewest moves, random play"
        yield (
            f"from here: {counted(found.solutions, 'way')} to win, fewest moves {found.moves}, "
            f"a random player wins {_odds(found.chance)}"
        )


def _cells(row: ExploredJump) -> list[str]:
    name = ", ".join(map(str, (row.jump, *row.twins)))
    if not row.winning:
        return [name, {False: "dead", None: "not known"}[row.winning], "", "", "", ""]
    if row.solutions is None:
        return [name, "wins", "", "", "", ""]
    return [
        name,
        "wins",
        f"{row.solutions:,}" + (" each" if row.twins else ""),
        f"{row.share:.1%}" + (" together" if row.twins else ""),
        counted(row.moves or 0, "move"),
        _odds(row.chance),
    ]


def _odds(chance: float | None) -> str:
    """A chance, as 1 in so many."""
    if not chance:
        return "never"
    return f"1 in {rounded(round(1 / chance))}" if chance < 0.5 else f"{chance:.0%}"


def review_lines(found: Review) -> Iterator[str]:
    """What was left after each jump, and what is to be said of it."""
    for number, step in enumerate(found.steps):
        name = "start" if step.jump is None else str(step.jump)
        left = "?" if step.solutions is None else f"{step.solutions:,}"
        pegs = "?" if step.fewest_pegs is None else str(step.fewest_pegs)
        moves = "" if step.moves is None else f", {counted(step.moves, 'move')} in all"
        most = "" if step.exact or step.fewest_pegs is None else " or fewer"
        ways = "way" if step.solutions == 1 else "ways"
        yield f"{number:3}  {name:7}  {left} {ways} to win{moves}; can end with {pegs}{most}"
    yield from _sentences(found)


def _sentences(found: Review) -> Iterator[str]:
    if found.lost_by == 0:
        yield "it could not be won from the start"
    elif found.lost_by is not None:
        others = ", ".join(map(str, found.others))
        jump = found.steps[found.lost_by].jump
        yield (
            f"jump {found.lost_by} ({jump}) lost it, {counted(found.jumps_left or 0, 'jump')} "
            f"from a solution: {others} would still have won"
        )
    if found.longer_by is not None:
        jump = found.steps[found.longer_by].jump
        yield f"jump {found.longer_by} ({jump}) left the way with the fewest moves"
