"""The desk that requests go to: it keeps winning sets open and has the missing ones built.

It holds no answers of its own: those are the library's, asked through a :class:`Guide`. Sets that
take a fraction of a second are built on the spot; others by a job, when the page asks for it.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Literal
from weakref import WeakValueDictionary

from pegsolitaire.analysis import Guide, class_reason
from pegsolitaire.errors import BoardTooLargeError, StoreDamagedError, StoreError
from pegsolitaire.game import Problem
from pegsolitaire.results import Result, declare
from pegsolitaire.sets import PositionValues, WinningSets
from pegsolitaire.sets.plans import Plan, class_bound
from pegsolitaire.sets.values import FEW_POSITIONS
from pegsolitaire.web.back import Answer, Back
from pegsolitaire.web.jobs import Job, Jobs
from pegsolitaire.work import Work

State = Literal["ready", "building", "absent", "slow", "large", "none", "damaged"]

_SMALL = "8MiB"  # of a level: what is built on the spot takes a tenth of a second
_QUICK = 3 << 29  # what the page has built without asking, by the estimate
_LARGE = 20 << 30  # what no request may have built
_OPEN = 2 << 30  # bytes of the sets that are kept open
_MOST = 256  # sets that are kept open
_NUMBERS = 32  # problems whose numbers are kept open: those that are stored take no memory


@dataclass(frozen=True)
class Standing(Result):
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
        """What a function of :mod:`pegsolitaire.web.answers` says, which is given a guide.

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

    def standing(self, problem: Problem) -> Standing:
        """Open the sets of a problem where they are stored or small, and say where they stand."""
        if self.wins(problem) is not None:
            return Standing("ready")
        if job := self.jobs.under_way(problem):
            return Standing("building", size=class_bound(problem), job=job.id)
        with self._turn(problem):
            if self.wins(problem) is not None:
                return Standing("ready")
            return self._opened(problem)

    def build(self, problem: Problem, *, slow: bool = False) -> Job | Standing:
        """Have the sets of a problem built, unless they are there or are too large."""
        standing = self.standing(problem)
        if standing.state in ("absent", "building") or (slow and standing.state == "slow"):
            return self.jobs.start(problem)
        return standing

    def close(self) -> None:
        """Stop what is under way."""
        self.jobs.close()

    def _opened(self, problem: Problem) -> Standing:
        if reason := class_reason(problem):
            return Standing("none", reason)
        if not problem.board.fits_word:
            return Standing("large", "boards of more than 64 holes are not analysed")
        if not _is_light(problem, self.root):
            return Standing("large", size=class_bound(problem))
        try:
            self.keep(_stored_or_small(problem, self.root))
            return Standing("ready")
        except StoreDamagedError as error:
            return Standing("damaged", str(error))
        except BoardTooLargeError:
            pass
        size = class_bound(problem)
        return Standing(_state(size), size=size)


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
