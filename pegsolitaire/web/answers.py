"""What the routes answer: functions of a guide and of what was asked, each with its limit of time.

They are functions of a module, as they are sent to other processes (:mod:`pegsolitaire.web.jobs`),
and this module loads nothing of the server, which those do not need.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Literal
from weakref import WeakValueDictionary

from pegsolitaire.board import Board, english
from pegsolitaire.board.board import indices_of
from pegsolitaire.construct import construction_of
from pegsolitaire.errors import BoardTooLargeError, StoreDamagedError, StoreError
from pegsolitaire.game import Position, Problem, Solution, finish_name
from pegsolitaire.reasons import Guide, assess, explore, reach, reach_json, review, tell
from pegsolitaire.results import LINE, Document, Result, declare, to_json
from pegsolitaire.sets import PositionValues, WinningSets
from pegsolitaire.sets.plans import Plan, class_bound
from pegsolitaire.sets.values import FEW_POSITIONS
from pegsolitaire.solving import Games, class_reason, search_core
from pegsolitaire.theory import kept_parities
from pegsolitaire.web.documents import playable_json
from pegsolitaire.web.jobs import Answer, Back, Job, Jobs
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
        "told": to_json(tell(at, reasons)),
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


# --
# The desk that requests go to: it keeps winning sets open and has the missing ones built.
#
# It holds no answers of its own: those are the library's, asked through a :class:`Guide`. Sets
# that take a fraction of a second are built on the spot; others by a job, when the page asks for
# it.


State = Literal["ready", "building", "absent", "slow", "large", "none", "damaged"]

_SMALL = "8MiB"  # of a level: what is built on the spot takes a tenth of a second
_QUICK = 3 << 29  # what the page has built without asking, by the estimate
_LARGE = 20 << 30  # what no request may have built
_OPEN = 2 << 30  # bytes of the sets that are kept open
_MOST = 256  # sets that are kept open
_NUMBERS = 32  # problems whose numbers are kept open: those that are stored take no memory


@dataclass(frozen=True)
class SetStatus(Result):
    """Where the winning sets of a problem stand.

    Attributes
    ----------
    state : str
        ``ready``; ``building``; ``absent``, to be built in seconds; ``slow``, in minutes;
        ``large``: jumps are judged by quick searches; ``none``: the position class rules the
        finish out; ``damaged``: what is stored cannot be read.
    message : str
        What there is to say of it.
    size : Plan or None
        How much there is to build.
    job : str or None
        The job that is building them.
    """

    state: State
    message: str = ""
    size: Plan | None = None
    job: str | None = None

    json_keys = "state message estimate=size job"


declare(Plan, "positions bytes seconds", bytes="of memory")


class Desk:
    """What the requests of a server share.

    Parameters
    ----------
    root : Path, optional
        Where sets are stored, by default the home of the library.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> desk = Desk()
    >>> problem = Problem.complement(triangle(4), "a1")
    >>> desk.standing(problem).state, desk.guide(problem).wins is None
    ('none', True)
    """

    def __init__(self, root: Path | None = None) -> None:
        self.root = root
        self.jobs = Jobs(root, self._take)
        self._open: OrderedDict[Problem, WinningSets] = OrderedDict()
        self._numbers: OrderedDict[Problem, PositionValues] = OrderedDict()
        self._lock = threading.Lock()
        self._turns: WeakValueDictionary[Problem, threading.Lock] = WeakValueDictionary()

    def wins(self, problem: Problem) -> WinningSets | None:
        """The winning sets of a problem, if they are open."""
        with self._lock:
            if problem in self._open:
                self._open.move_to_end(problem)
            return self._open.get(problem)

    def keep(self, sets: WinningSets) -> None:
        """Keep sets open, and close those that were asked longest ago."""
        with self._lock:
            self._open[sets.problem] = sets
            while len(self._open) > 1 and self._is_too_much():
                self._open.popitem(last=False)

    def _take(self, built: WinningSets | PositionValues) -> None:
        """Keep what a job has built."""
        if isinstance(built, WinningSets):
            return self.keep(built)
        with self._lock:
            self._numbers[built.problem] = built
            while len(self._numbers) > _NUMBERS:
                self._numbers.popitem(last=False)
        return None

    def numbers(self, problem: Problem) -> PositionValues | None:
        """The numbers of the winning positions of a problem, where they are there or few.

        Those that are stored are mapped into memory, whatever their size.
        """
        with self._lock:
            if problem in self._numbers:
                self._numbers.move_to_end(problem)
                return self._numbers[problem]
        if not problem.board.fits_word:
            return None
        with self._turn(problem), suppress(StoreError):
            if (found := PositionValues.find(problem, self.root)) is not None:
                self._take(found)
                return found
        wins = self.guide(problem).wins
        if wins is None or len(wins) > FEW_POSITIONS:
            return None
        found = PositionValues.build(wins)
        self._take(found)
        return found

    def build_numbers(self, problem: Problem) -> Job | None:
        """Have the numbers of winning sets built that are there; None where they are there."""
        if self.numbers(problem) is not None or self.wins(problem) is None:
            return None
        return self.jobs.start(problem, numbers=True)

    def _is_too_much(self) -> bool:
        return len(self._open) > _MOST or sum(map(_bytes, self._open.values())) > _OPEN

    def guide(self, problem: Problem) -> Guide:
        """Who answers for a problem: with its sets where there are any, else by quick searches.

        Sets that are stored are opened, which may take seconds.
        """
        if self.wins(problem) is None and _is_light(problem, self.root):
            with suppress(StoreError), self._turn(problem):
                if self.wins(problem) is None:
                    self.keep(WinningSets.open(problem, self.root))
        return Guide(problem, self.wins(problem))

    async def ask(
        self, back: Back, problem: Problem, answer: Callable[..., Answer], *about: object
    ) -> Answer:
        """What a function of this module says, which is given a guide.

        Where there are sets they are looked up, in a thread. Elsewhere the answer is searched
        for, which takes seconds, much of them in Python: in a process.
        """
        guide = Guide(problem, self.wins(problem))
        if guide.wins is None:  # they may have to be opened
            guide = await back.run(lambda: self.guide(problem))
        if guide.wins is None:
            return await back.run_apart(answer, guide, *about)
        return await back.run(lambda: answer(guide, *about))

    def _turn(self, problem: Problem) -> threading.Lock:
        """The lock of a problem: two pages often ask for the same, and then one of them waits."""
        with self._lock:
            return self._turns.setdefault(problem, threading.Lock())

    def standing(self, problem: Problem) -> SetStatus:
        """Open the sets of a problem where they are stored or small, and say where they stand."""
        if self.wins(problem) is not None:
            return SetStatus("ready")
        if job := self.jobs.under_way(problem):
            return SetStatus("building", size=class_bound(problem), job=job.id)
        with self._turn(problem):
            if self.wins(problem) is not None:
                return SetStatus("ready")
            return self._opened(problem)

    def build(self, problem: Problem, *, slow: bool = False) -> Job | SetStatus:
        """Have the sets of a problem built, unless they are there or are too large."""
        standing = self.standing(problem)
        if standing.state in ("absent", "building") or (slow and standing.state == "slow"):
            return self.jobs.start(problem)
        return standing

    def close(self) -> None:
        """Stop what is under way."""
        self.jobs.close()

    def _opened(self, problem: Problem) -> SetStatus:
        if reason := class_reason(problem):
            return SetStatus("none", reason)
        if not problem.board.fits_word:
            return SetStatus("large", "boards of more than 64 holes are not analysed")
        if not _is_light(problem, self.root):
            return SetStatus("large", size=class_bound(problem))
        try:
            self.keep(_stored_or_small(problem, self.root))
            return SetStatus("ready")
        except StoreDamagedError as error:
            return SetStatus("damaged", str(error))
        except BoardTooLargeError:
            pass
        size = class_bound(problem)
        return SetStatus(_state(size), size=size)


def _is_light(problem: Problem, root: Path | None) -> bool:
    """Whether what is stored of a problem, if anything, may be read whole into memory."""
    try:
        return WinningSets.file(problem, root).nbytes() <= _OPEN
    except StoreError:  # whoever opens them is told what is wrong
        return True


def _stored_or_small(problem: Problem, root: Path | None) -> WinningSets:
    try:
        return WinningSets.open(problem, root)
    except StoreDamagedError:
        raise
    except StoreError:
        # To look for counts that prune what is large takes seconds: too long to learn that it is.
        return WinningSets.build(problem, prune=False, work=Work(memory=_SMALL))


def _state(size: Plan) -> State:
    if size.bytes <= _QUICK:
        return "absent"
    return "slow" if size.bytes <= _LARGE else "large"


def _bytes(sets: WinningSets) -> int:
    return sum(level.nbytes for level in sets.levels.values())
