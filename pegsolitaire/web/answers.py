"""What the routes answer: functions of a guide and of what was asked, each with its limit of time.

They are functions of a module, as they are sent to other processes (:mod:`pegsolitaire.web.back`),
and this module loads nothing of the server, which those do not need.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from pegsolitaire.analysis import (
    Games,
    Guide,
    assess,
    explore,
    reach,
    reach_json,
    review,
    search_core,
)
from pegsolitaire.board import Board, english
from pegsolitaire.board.codes import indices_of
from pegsolitaire.game import Position, Problem, Solution, finish_name
from pegsolitaire.results import LINE, Document, to_json
from pegsolitaire.sets import PositionValues
from pegsolitaire.theory import kept_parities
from pegsolitaire.triangular import construction_of
from pegsolitaire.web.documents import playable_json
from pegsolitaire.work import Work

#: The JSON of numbers of games: as texts, because numbers of JavaScript end at 2**53.
GAMES = "solutions=won|text games=total|text lost|text"

_CONSTRUCTING = 20.0  # seconds of the search for a core that is not stored
_REACHING = 5.0  # seconds of a search for a way to bring a peg to a hole
_SEARCHING = 4.0  # seconds for the verdicts of one request, where they take searches
_OPENING = 3.0  # seconds to look for a vacancy that can be won, on a board of one's own
_LOOKING_BACK = 8.0  # seconds after which no search for the fewest pegs is begun


def prepare() -> None:
    """Load what searches need, and nothing more."""
    start = english().vacancy("d4")
    Guide(Problem.complement(start.board, "d4"), None).verdicts(start, work=Work(_SEARCHING))
    reach(start, start.board.holes[0], work=Work(_REACHING))


def verdicts(guide: Guide, positions: Sequence[Position]) -> Document:
    """Verdicts, by quick searches as far as the time goes: the last position comes first."""
    budget = _for_searches(guide)
    found = [_verdict(guide, position, work=budget) for position in reversed(positions)]
    return {"source": "search" if guide.wins is None else "sets", "positions": found[::-1]}


def _verdict(guide: Guide, position: Position, *, work: Work) -> Document:
    jumps = guide.verdicts(position, work=work)
    rows = [{"jump": str(jump), "winning": wins} for jump, wins in jumps.items()]
    return {"winning": guide.winning_by(position, jumps), "jumps": rows}


def _for_searches(guide: Guide) -> Work:
    return Work(_SEARCHING if guide.problem.board.fits_word else 0).begin()


def solution(guide: Guide, at: Position, seconds: float | None) -> Document:
    """A way to win; without seconds, as long as a player waits."""
    found = guide.solution(at, work=None if seconds is None else Work(seconds))
    return _object(found, LINE)


def hint(guide: Guide, at: Position) -> Document:
    """A jump that wins, if one is known."""
    advice = guide.advice(at)
    if advice is None:
        return {"jump": None, "rivals": {}}
    rivals = {str(jump): flaw for jump, flaw in advice.rivals.items()}
    return {"jump": str(advice.jump), "rivals": rivals}


def why(guide: Guide, at: Position) -> Document:
    """Why a position is dead, and the best that is left of it."""
    reasons = guide.reasons(at)
    best = guide.best_end(at, reasons) if reasons else None
    return {
        "reasons": to_json([row for reason in reasons for row in reason.rows(at)]),
        "parities": [
            {
                "region": None if region is None else indices_of(region),
                "finishes": [finish_name(at.board, code) for code in finishes],
            }
            for reason in reasons
            if reason.kind == "class"
            for region, finishes in kept_parities(at.board, at.code, reason.finishes)
        ],
        "fewest_pegs": best.pegs if best and best.exact else None,
        "best": to_json(best),
    }


def games(guide: Guide, at: Position) -> Document:
    """The games from a position, where they are few enough to be counted."""
    return {"games": _games(guide.games(at))}


def _games(found: Games | None) -> Document | None:
    return None if found is None else _object(found, GAMES)


def _object(found: object, keys: str) -> Document:
    document: Document = to_json(found, keys)
    return document


def explored(guide: Guide, at: Position, known: PositionValues | None = None) -> Document:
    """What each jump leads to."""
    return explore(guide, at, known, work=_for_searches(guide)).to_json()


def looked_back(guide: Guide, game: Solution, known: PositionValues | None = None) -> Document:
    """What was left after each jump of a game."""
    return review(guide, game, known, work=Work(_LOOKING_BACK)).to_json()


def playable(board: Board) -> Document:
    """A board, and what to begin with on it."""
    return playable_json(board, work=Work(_OPENING))


def assessment(position: Position) -> Document:
    """What a position is worth as a puzzle."""
    found = assess(position)
    return {**found.to_json(), "games": _games(found.games)}


def reached(start: Position, hole: str) -> Document:
    """A way to bring a peg to a hole."""
    goal = start.board.holes[start.board.index(hole)]
    return reach_json(start, goal, reach(start, goal, work=Work(_REACHING)))


def construction(problem: Problem) -> Document:
    """A solution by construction."""
    core = partial(search_core, work=Work(_CONSTRUCTING))
    found, index = construction_of(problem, core), problem.board.index
    return {
        "solvable": found.solvable,
        "reason": found.reason,
        "blocks": [
            {"kind": block.kind, "holes": sorted(map(index, block.holes))}
            for block in found.blocks
        ],
        "stages": [{"block": number, "jumps": to_json(jumps)} for number, jumps in found.stages],
    }
