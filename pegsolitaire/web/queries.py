"""Compute the answers of the routes from a guide and a question, within a time limit.

The answers are module-level functions because they are sent to other processes
(:mod:`pegsolitaire.web.jobs`). Those processes do not need the server, so this module does not
import it.
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

from pegsolitaire.advice import Guide, Reached, Rival, assess, explore, reach, review
from pegsolitaire.advice.guide import games_from
from pegsolitaire.board import Board, english
from pegsolitaire.board.bits import indices_of
from pegsolitaire.construct import construction_of
from pegsolitaire.errors import BoardTooLargeError, StoreError
from pegsolitaire.game import Jump, Position, Problem, Solution, finish_name
from pegsolitaire.reasons import Claim, Telling, tell
from pegsolitaire.results import Document, Result, to_json
from pegsolitaire.sets import PositionValues, WinningSets
from pegsolitaire.sets.plans import Plan, class_bound
from pegsolitaire.sets.values import MAX_QUICK_POSITIONS
from pegsolitaire.solving import Games, class_reason, search_core
from pegsolitaire.theory import ReasonRow, kept_parities
from pegsolitaire.web.documents import SetStatus, State, playable as make_playable
from pegsolitaire.web.jobs import Answer, Back, Job, Jobs
from pegsolitaire.web.pasted import read_pasted
from pegsolitaire.work import Work

_CONSTRUCTING = 20.0  # seconds to search for a core that is not stored
_REACHING = 5.0  # seconds to search for a way to bring a peg to a hole
_SEARCHING = 4.0  # seconds for the verdicts of one request, if searches are needed
_OPENING = 3.0  # seconds to look for a winnable vacancy on a user's own board
_LOOKING_BACK = 8.0  # seconds after which no new search for the fewest pegs begins


def prepare() -> None:
    """Load the modules and kernels that searches need."""
    start = english().vacancy("d4")
    Guide(Problem.complement(start.board, "d4")).verdicts(start, work=Work(_SEARCHING))
    reach(start, start.board.holes[0], work=Work(_REACHING))


@dataclass(frozen=True)
class Verdict(Result):
    """Whether the game can be won from a position and after each legal jump; null if unknown."""

    winning: bool | None
    jumps: dict[Jump, bool | None]


@dataclass(frozen=True)
class Verdicts(Result):
    """The verdicts on the requested positions, in the order of the request."""

    source: Literal["sets", "search"]
    positions: list[Verdict]


@dataclass(frozen=True)
class Hint(Result):
    """A winning jump; null if none is known."""

    jump: Jump | None


@dataclass(frozen=True)
class Rivals(Result):
    """Jumps that lose, each with the claim that explains why."""

    rivals: tuple[Rival, ...]


@dataclass(frozen=True)
class Parity(Result):
    """A region in which no jump changes the parity of the pegs, and the excluded finishes.

    The region is given by the bits of holes, which count from 0.
    """

    region: list[int] | None
    finishes: list[str]


@dataclass(frozen=True)
class Why(Result):
    """The claim that explains why a position is lost; null if none is found."""

    claim: Claim | None


@dataclass(frozen=True)
class Proofs(Result):
    """Why a position is lost; there are no reasons if it can be won or is undecided.

    They are told for players, with their numbers and their proofs. The parities are those behind a
    reason by position class.
    """

    reasons: list[ReasonRow]
    told: tuple[Telling, ...]
    parities: list[Parity]


@dataclass(frozen=True)
class Share(Result):
    """The games from a position; null if there are too many to count quickly."""

    games: Games | None


@dataclass(frozen=True)
class BlockOfHoles(Result):
    """A block of holes that a removal clears, or the core inside all blocks.

    The holes are given by their bits, which count from 0.
    """

    kind: str
    holes: list[int]


@dataclass(frozen=True)
class Stage(Result):
    """Consecutive jumps that clear the same block."""

    block: int
    jumps: tuple[Jump, ...]


@dataclass(frozen=True)
class ConstructedSolution(Result):
    """A constructed solution, or the reason why there is none; solvable is null if unknown."""

    solvable: bool | None
    reason: str
    blocks: list[BlockOfHoles]
    stages: list[Stage]


def verdicts(guide: Guide, positions: Sequence[Position]) -> Document:
    """Answer with the winning jumps of positions, last position first, within the time limit."""
    budget = _for_searches(guide)
    verdicts_of_positions = [
        _verdict(guide, position, work=budget) for position in reversed(positions)
    ]
    return Verdicts(
        "search" if guide.wins is None else "sets", verdicts_of_positions[::-1]
    ).to_json()


def _verdict(guide: Guide, position: Position, *, work: Work) -> Verdict:
    jumps = guide.verdicts(position, work=work)
    return Verdict(guide.winning_by(position, jumps), jumps)


def _for_searches(guide: Guide) -> Work:
    return Work(_SEARCHING if guide.problem.board.fits_word else 0).begin()


def solution(guide: Guide, at: Position, seconds: float | None) -> Document | None:
    """Answer with a solution. By default, search only as long as a player would wait."""
    line = guide.solution(at, work=None if seconds is None else Work(seconds))
    document: Document | None = to_json(line)
    return document


def hint(guide: Guide, at: Position) -> Document:
    """Answer with a winning jump, if one is known."""
    return Hint(guide.hint(at)).to_json()


def rivals(guide: Guide, at: Position) -> Document:
    """Answer with the jumps that lose and claims that explain why, besides a winning jump."""
    return Rivals(guide.rivals(at)).to_json()


def why(guide: Guide, at: Position) -> Document:
    """Answer with the claim that explains why a position is lost."""
    return Why(guide.claim(at)).to_json()


def proofs(guide: Guide, at: Position) -> Document:
    """Answer with the reasons why a position is lost, with numbers and proofs."""
    reasons = guide.reasons(at)
    parities = [
        Parity(
            None if region is None else indices_of(region),
            [finish_name(at.board, code) for code in finishes],
        )
        for reason in reasons
        if reason.kind == "class"
        for region, finishes in kept_parities(at.board, at.code, reason.finishes)
    ]
    rows = [row for reason in reasons for row in reason.rows(at)]
    return Proofs(rows, tell(at, reasons), parities).to_json()


def best_ending(guide: Guide, at: Position) -> Document | None:
    """Answer with a game from a lost position that leaves the fewest pegs."""
    document: Document | None = None if guide.surely_wins(at) else to_json(guide.best_end(at))
    return document


def pasted(text: str, marks: str, board: Board | None, start: str | None) -> Document:
    """Answer with what a pasted text shows."""
    return read_pasted(text, marks, board, start).to_json()


def games(guide: Guide, at: Position) -> Document:
    """Answer with the number of games from a position, if there are few enough to count."""
    return Share(games_from(at, guide.problem)).to_json()


def explored(guide: Guide, at: Position, known: PositionValues | None = None) -> Document:
    """Answer with the consequences of each jump."""
    return explore(guide, at, known, work=_for_searches(guide)).to_json()


def looked_back(guide: Guide, game: Solution, known: PositionValues | None = None) -> Document:
    """Review a game: answer with the best possible ending after each jump."""
    return review(guide, game, known, work=Work(_LOOKING_BACK)).to_json()


def playable(board: Board) -> Document:
    """Answer with a board and a suggested start on it."""
    return make_playable(board, work=Work(_OPENING)).to_json()


def assessment(position: Position) -> Document:
    """Assess a position as a puzzle."""
    return assess(position).to_json()


def reached(start: Position, hole: str) -> Document:
    """Answer with jumps that bring a peg to a hole."""
    goal = start.board.holes[start.board.bit(hole)]
    return Reached.of(start, goal, reach(start, goal, work=Work(_REACHING))).to_json()


def construction(problem: Problem) -> Document:
    """Answer with a solution found by construction."""
    core = partial(search_core, work=Work(_CONSTRUCTING))
    solved, index = construction_of(problem, search=core), problem.board.bit
    blocks = [BlockOfHoles(block.kind, sorted(map(index, block.holes))) for block in solved.blocks]
    stages = [Stage(number, jumps) for number, jumps in solved.stages]
    return ConstructedSolution(solved.solvable, solved.reason, blocks, stages).to_json()


# --
# The desk receives all requests; it keeps winning sets open and starts jobs that build missing
# sets.
#
# The desk computes no answers; they come from the library through a :class:`Guide`. Sets that take
# a fraction of a second are built during the request; a job builds other sets when the page
# requests it.


_SMALL = "8MiB"  # the largest level of sets built during a request: a tenth of a second
_QUICK = 3 << 29  # bytes; the page requests sets up to this size without asking
_LARGE = 20 << 30  # bytes; larger sets are never built for a request
_OPEN = 2 << 30  # the largest number of bytes of sets that are kept open
_MAX_OPEN_SETS = 256  # the largest number of sets that are kept open
_NUMBERS = 32  # problems whose numbers are kept open; stored numbers take no memory
_MAX_ANSWERS = 2_000  # the most answers that are kept; most of them take a few kilobytes


class Desk:
    """The winning sets and jobs that all requests to a server share.

    Parameters
    ----------
    root : Path, optional
        The folder of the store; by default the user's store.

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
        self._answers: OrderedDict[tuple[object, ...], Document] = OrderedDict()
        self._lock = threading.Lock()
        self._turns: WeakValueDictionary[Problem, threading.Lock] = WeakValueDictionary()

    def wins(self, problem: Problem) -> WinningSets | None:
        """Return the winning sets of a problem if they are open, otherwise None."""
        with self._lock:
            if problem in self._open:
                self._open.move_to_end(problem)
            return self._open.get(problem)

    def keep(self, sets: WinningSets) -> None:
        """Keep sets open. If there are too many, close the least recently used sets."""
        with self._lock:
            self._open[sets.problem] = sets
            while len(self._open) > 1 and self._is_too_much():
                self._open.popitem(last=False)

    def _take(self, built: WinningSets | PositionValues) -> None:
        """Keep open the sets or numbers that a job has built."""
        if isinstance(built, WinningSets):
            return self.keep(built)
        with self._lock:
            self._numbers[built.problem] = built
            while len(self._numbers) > _NUMBERS:
                self._numbers.popitem(last=False)
        return None

    def numbers(self, problem: Problem) -> PositionValues | None:
        """Return the numbers of a problem's winning positions if available or quickly computed.

        Stored numbers are mapped into memory, whatever their size. If none are stored, a small set
        of numbers is computed; otherwise, the result is None.
        """
        with self._lock:
            if problem in self._numbers:
                self._numbers.move_to_end(problem)
                return self._numbers[problem]
        if not problem.board.fits_word:
            return None
        with self._turn(problem), suppress(StoreError):
            if (values := PositionValues.find(problem, root=self.root)) is not None:
                self._take(values)
                return values
        wins = self.guide(problem).wins
        if wins is None or len(wins) > MAX_QUICK_POSITIONS:
            return None
        values = PositionValues.build(wins)
        self._take(values)
        return values

    def build_numbers(self, problem: Problem) -> Job | SetStatus:
        """Start a job that computes the numbers of open winning sets, if they are missing."""
        if self.numbers(problem) is not None:
            return SetStatus("ready")
        if self.wins(problem) is None:
            return SetStatus("absent", "the winning sets come first")
        return self.jobs.start(problem, numbers=True)

    def _is_too_much(self) -> bool:
        levels = (level for sets in self._open.values() for level in sets.levels.values())
        return len(self._open) > _MAX_OPEN_SETS or sum(level.nbytes for level in levels) > _OPEN

    def guide(self, problem: Problem) -> Guide:
        """Return a guide for a problem, with winning sets if they are open or stored.

        Opening stored sets may take seconds. Without winning sets, the guide uses quick searches.
        """
        if self.wins(problem) is None and _is_light(problem, self.root):
            with suppress(StoreError), self._turn(problem):
                if (
                    self.wins(problem) is None
                    and (stored := WinningSets.find(problem, root=self.root)) is not None
                ):
                    self.keep(stored)
        return Guide(problem, wins=self.wins(problem))

    async def ask(
        self, back: Back, problem: Problem, answer: Callable[..., Answer], *about: object
    ) -> Answer:
        """Call a function of this module with a guide and return its answer.

        With winning sets, the answer is a lookup, which runs in a thread. Without winning sets,
        the answer needs a search of several seconds. Much of this search is Python code, so it
        runs in another process.
        """
        guide = Guide(problem, wins=self.wins(problem))
        if guide.wins is None:  # the sets may have to be opened
            guide = await back.run(lambda: self.guide(problem))
        if guide.wins is None:
            return await back.run_apart(answer, guide, *about)
        return await back.run(lambda: answer(guide, *about))

    async def ask_once(
        self, back: Back, problem: Problem, answer: Callable[..., Document | None], at: Position
    ) -> Document | None:
        """Call a function as in :meth:`ask`, and keep its answer if it has one.

        Without an answer, a later call may find one, because sets may be available by then.
        """
        key = (answer, problem, at)
        if key in self._answers:
            self._answers.move_to_end(key)
            return self._answers[key]
        document = await self.ask(back, problem, answer, at)
        if document is not None and any(document.values()):
            self._answers[key] = document
            while len(self._answers) > _MAX_ANSWERS:
                self._answers.popitem(last=False)
        return document

    def _turn(self, problem: Problem) -> threading.Lock:
        """Return the lock of a problem, so that two requests for the same problem take turns."""
        with self._lock:
            return self._turns.setdefault(problem, threading.Lock())

    def standing(self, problem: Problem) -> SetStatus:
        """Open the sets of a problem if they are stored or small, and return their status."""
        if self.wins(problem) is not None:
            return SetStatus("ready")
        if job := self.jobs.under_way(problem):
            return SetStatus("building", estimate=class_bound(problem), job=job.id)
        with self._turn(problem):
            if self.wins(problem) is not None:
                return SetStatus("ready")
            return self._opened(problem)

    def build(self, problem: Problem, *, slow: bool = False) -> Job | SetStatus:
        """Start a job that builds the sets of a problem, unless they are ready or too large."""
        standing = self.standing(problem)
        if standing.state in ("absent", "building") or (slow and standing.state == "slow"):
            return self.jobs.start(problem)
        return standing

    def close(self) -> None:
        """Stop all jobs."""
        self.jobs.close()

    def _opened(self, problem: Problem) -> SetStatus:
        if reason := class_reason(problem):
            return SetStatus("none", reason)
        if not problem.board.fits_word:
            return SetStatus("large", "boards of more than 64 holes are not analysed")
        if not _is_light(problem, self.root):
            return SetStatus("large", estimate=class_bound(problem))
        try:
            self.keep(_stored_or_small(problem, self.root))
            return SetStatus("ready")
        except BoardTooLargeError:
            pass
        size = class_bound(problem)
        return SetStatus(_state(size), estimate=size)


def _is_light(problem: Problem, root: Path | None) -> bool:
    """Return whether the stored sets of a problem, if any, are small enough to open."""
    try:
        return WinningSets.file(problem, root=root).nbytes() <= _OPEN
    except StoreError:  # opening the sets sets a damaged file aside
        return True


def _stored_or_small(problem: Problem, root: Path | None) -> WinningSets:
    with suppress(StoreError):
        if (stored := WinningSets.find(problem, root=root)) is not None:
            return stored
    # Pruning is off, because the search for resource counts takes seconds if sets are large.
    return WinningSets.build(problem, prune=False, work=Work(memory=_SMALL))


def _state(size: Plan) -> State:
    if size.bytes <= _QUICK:
        return "absent"
    return "slow" if size.bytes <= _LARGE else "large"
