"""Rows that the papers lack: which resource counts and removals help, and perfect knowledge."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from pegsolitaire.board import named_board
from pegsolitaire.chance import exact_play, player_named
from pegsolitaire.game import Problem
from pegsolitaire.progress import Progress
from pegsolitaire.reproduce.published import ours as printed
from pegsolitaire.reproduce.row import Row
from pegsolitaire.theory import any_finish

_COUNTS = "New: players on the English board"


def rows() -> Iterator[Row]:
    """All of them."""
    for name, chances in printed.SINGLE_COUNTS.items():
        yield Row(
            name=f"new-count-{name}",
            source=_COUNTS,
            title=f"the resource count {name} alone: avoids what it proves dead, to one peg "
            "anywhere and in the centre; lowers it only if it must, to one peg anywhere",
            published=chances,
            compute=partial(_with_count, name),
            command=f"pegs random english d4 --finish any --player resource:{name}",
            cost="whole",
        )
    for name, chance in printed.SINGLE_REMOVALS.items():
        yield Row(
            name=f"new-{name.replace(':', '-')}",
            source=_COUNTS,
            title=f"the central game to one peg anywhere: how likely '{name}' wins",
            published=chance,
            compute=partial(_with_removals, name),
            command=f"pegs random english d4 --finish any --player {name}",
            cost="whole",
        )
    for (name, hole), knowing in printed.KNOWING.items():
        yield Row(
            name=f"new-knowing-{name}-{hole}",
            source="New: perfect play at the end",
            title=f"{name} from {hole} to one peg anywhere: random play, but the last 0, 1, .. "
            "jumps perfect",
            published=knowing,
            compute=partial(_knowing, name, hole, len(knowing)),
            command=f"pegs random {name} {hole} --finish any --winning",
            cost="whole" if name == "english" else "quick",
        )


def _chance(player: str, problem: Problem, progress: Progress) -> str:
    odds = exact_play(problem, player_named(player, problem), by_hole=False, progress=progress)
    return format(float(odds.win_probability), ".3e")


def _with_count(name: str, progress: Progress) -> object:
    board = named_board("english")
    centre, anywhere = Problem.complement(board, "d4"), any_finish(board.vacancy("d4"))
    return (
        _chance(f"resource:{name}", anywhere, progress),
        _chance(f"resource:{name}", centre, progress),
        _chance(f"steady:{name}", anywhere, progress),
    )


def _with_removals(name: str, progress: Progress) -> object:
    return _chance(name, any_finish(named_board("english").vacancy("d4")), progress)


def _knowing(name: str, hole: str, jumps: int, progress: Progress) -> object:
    problem = any_finish(named_board(name).vacancy(hole))
    odds = exact_play(problem, by_hole=False, winning=True, progress=progress)
    return tuple(format(float(odds.knowing(number)), ".3e") for number in range(jumps))
