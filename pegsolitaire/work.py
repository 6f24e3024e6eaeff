"""Long-running work: its limits, its progress, and where it runs.

Every function that may take a long time has ``work=Work(...)`` as its last keyword argument, and
``with Work(...):`` sets this argument for all calls in a block. A public function first calls
:meth:`Work.of`, which starts the clock, and then passes the result to internal functions. Internal
functions never look up the work of the enclosing block.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from contextvars import ContextVar
from copy import copy
from dataclasses import dataclass
from math import inf
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any
from weakref import finalize

from pegsolitaire.errors import BudgetSpentError, ProblemError, quoted, within
from pegsolitaire.units import (
    counted,
    read_bytes,
    read_count,
    read_memory,
    read_seconds,
    size_text,
)

if TYPE_CHECKING:
    from pegsolitaire.cluster.runner import DaskRunner
    from pegsolitaire.sets.plans import Plan


# --
# Functions report the progress of long work to an object, which by default ignores it.


class Progress:
    """A progress display that shows nothing; subclasses such as the progress bar override it.

    Long work calls :meth:`stage` at the beginning of each stage, and :meth:`update` as the work
    progresses.
    """

    def stage(self, what: str, total: int | None = None) -> None:
        """Begin a new stage of the work. ``total`` is the number of its steps, if known."""

    def update(self, done: int, note: str = "") -> None:
        """Report how many steps of the stage are finished."""

    def detail(self, note: str) -> None:
        """Describe the current part of a long step."""

    def pause(self) -> None:
        """Hide the display until the next update, for example to print lines."""

    def announce(self, text: str) -> None:
        """Print a message before the work is finished, such as an estimate of the time."""

    def announce_large(self, estimate: Callable[[], Plan]) -> None:
        """Announce work that may be large before it begins, or ask whether to begin it.

        ``estimate`` computes the plan of the work, which takes a moment.
        """


SILENT = Progress()

# A function of the caller that follows the progress: of a stage, the steps done and their total.
_Report = Callable[[str, int, int | None], object]


class _Reported(Progress):
    """Report the progress to a function of the caller."""

    def __init__(self, report: _Report) -> None:
        self._report = report
        self._stage, self._total = "", None  # type: tuple[str, int | None]

    def stage(self, what: str, total: int | None = None) -> None:
        self._stage, self._total = what, total
        self._report(what, 0, total)

    def update(self, done: int, note: str = "") -> None:
        self._report(self._stage, done, self._total)


def kernels_are_compiled() -> bool:
    """Return whether compiled kernels are on disk. If not, the first call takes a few seconds.

    Numba stores compiled kernels beside their source, or in ``NUMBA_CACHE_DIR``.
    """
    beside = Path(__file__).parent / "engine" / "__pycache__", Path.home() / ".cache" / "numba"
    chosen = os.environ.get("NUMBA_CACHE_DIR")
    # Look for a kernel that almost all commands use, since other libraries may share the folder.
    folders = (Path(chosen),) if chosen else beside
    return any(path for folder in folders for path in folder.rglob("expansion.expand-*.nbi"))


_UNLIMITED = 1 << 62  # positions
_BLOCKS: ContextVar[tuple[Work, ...]] = ContextVar("blocks", default=())


class _Meter:
    """The limits of one call and what it has used. What a part uses also counts for the whole."""

    def __init__(
        self, seconds: float | None, positions: int | None, whole: _Meter | None = None
    ) -> None:
        self.end = inf if seconds is None else monotonic() + seconds
        self.seconds = seconds
        if whole is not None and whole.end <= self.end:
            self.end, self.seconds = whole.end, whole.seconds
        self.positions = _UNLIMITED if positions is None else positions
        self.whole = whole
        self.looked_at = 0

    def spend(self, positions: int) -> None:
        self.looked_at += positions
        if self.whole is not None:
            self.whole.spend(positions)

    @property
    def positions_left(self) -> int:
        left = (
            max(0, self.positions - self.looked_at) if self.positions < _UNLIMITED else _UNLIMITED
        )
        return left if self.whole is None else min(left, self.whole.positions_left)


def _never() -> bool:
    return False


@dataclass(frozen=True, init=False, eq=False, repr=False)
class Work:
    """The limits of long-running work, its progress, and where it runs.

    You can pass one object to any number of calls. The limits on time and positions apply to each
    call separately. If a search reaches a limit before it finds an answer, it returns "undecided".
    A computation without partial answers raises :class:`pegsolitaire.errors.BudgetSpentError`.

    The limit on positions counts the positions in the levels that are made, up to symmetry where
    the levels are, and the positions that searches, sweeps over a class and simulated games
    examine. Positions that are given, or loaded from the store, are not counted. The engine counts
    them as they are made and then checks all limits, so the work ends soon after it reaches one.

    Parameters
    ----------
    seconds : float or str, optional
        The time limit: seconds, or a string such as ``"5m"``.
    positions : int or str, optional
        The number of positions at which the work ends: a number, or a string such as ``"400M"``.
    memory : float or str, optional
        The memory limit: GiB, or a string such as ``"512MiB"``; the attribute is in bytes. The
        default is most of the free memory.
    disk : float or str, optional
        The largest amount of disk space to use in the scratch folder, in the same format as
        ``memory``; by default, all free space.
    progress : bool, callable or Progress, optional
        True shows a progress bar on standard error, or in a notebook below the cell. A function
        is called as ``progress(stage, done, total)`` when a stage begins and after each of its
        steps: ``stage`` is a text that describes it, ``done`` the number of finished steps, and
        ``total`` the number of all steps, or None if it is unknown. An error that the function
        raises ends the work.
    threads : int, optional
        The number of threads; by default one for each core.
    cluster : DaskRunner, optional
        The runner that computes level steps, for example a Dask cluster from
        :func:`pegsolitaire.cluster.runner.connect`. The default is this process.
    store : str or Path, optional
        The folder of stored sets; by default ``PEGSOLITAIRE_HOME``, or the user's data folder.
    scratch : Path or callable, optional
        A folder for levels that exceed the memory limit, or a function that creates the folder
        when it is first needed. Without a scratch folder, such levels raise an error.
    cancelled : callable, optional
        A function that returns whether to stop because the result is no longer wanted. It is
        called repeatedly, from any thread.

    Raises
    ------
    ProblemError
        If a limit is negative, cannot be parsed, or exceeds the memory of the machine.

    Examples
    --------
    >>> import pegsolitaire as ps
    >>> ps.Work("1h30m", memory="512MiB")
    Work(seconds=5400.0, memory='536870912B')
    >>> answer = ps.solve("wiegleb e5", facts=False, work=ps.Work(positions=1_000))
    >>> print(answer.solvable)
    None
    >>> reports = []
    >>> def report(stage, done, total):
    ...     reports.append((stage, done, total))
    >>> solutions = ps.count("triangle4 a2 to b2", work=ps.Work(progress=report))
    >>> reports[-1]
    ('counting', 7, 7)
    >>> with ps.Work(positions=1_000):
    ...     print(ps.solve("wiegleb e5", facts=False).solvable)
    None
    """

    seconds: float | None
    positions: int | None
    #: Bytes.
    memory: int | None
    #: Bytes.
    disk: int | None
    progress: Progress
    threads: int | None
    cluster: DaskRunner | None
    store: Path | None
    scratch: Path | Callable[[], Path] | None
    cancelled: Callable[[], bool]

    def __init__(
        self,
        seconds: float | str | None = None,
        positions: int | str | None = None,
        memory: float | str | None = None,
        *,
        disk: float | str | None = None,
        progress: bool | _Report | Progress = False,
        threads: int | None = None,
        cluster: DaskRunner | None = None,
        store: str | Path | None = None,
        scratch: Path | Callable[[], Path] | None = None,
        cancelled: Callable[[], bool] = _never,
    ) -> None:
        self._set(
            seconds=None if seconds is None else read_seconds(seconds),
            positions=None if positions is None else _whole(positions, "positions"),
            memory=None if memory is None else read_memory(memory),
            disk=None if disk is None else read_bytes(disk),
            progress=_progress(progress),
            threads=None if threads is None else _whole(threads, "threads", least=1),
            cluster=cluster,
            store=None if store is None else Path(store),
            scratch=scratch,
            cancelled=cancelled,
            _meter=None,
        )

    def _set(self, **values: object) -> None:
        for name, value in values.items():
            object.__setattr__(self, name, value)

    def __repr__(self) -> str:
        limits = {
            "seconds": self.seconds, "positions": self.positions, "memory": size_text(self.memory),
            "disk": size_text(self.disk), "threads": self.threads, "store": self.store,
            "scratch": self.scratch,
        }  # fmt: skip
        given = (f"{name}={limit!r}" for name, limit in limits.items() if limit is not None)
        return f"Work({', '.join(given)})"

    # -- the work of a block ----------------------------------------------------------------------

    _meter: _Meter | None

    def __enter__(self) -> Work:
        _BLOCKS.set((*_BLOCKS.get(), self))
        return self

    def __exit__(self, *_: object) -> None:
        _BLOCKS.set(_BLOCKS.get()[:-1])

    # -- one call ---------------------------------------------------------------------------------

    def begin(self) -> Work:
        """Return a copy for one call, which counts time and positions from now.

        Examples
        --------
        >>> work = Work(positions=1_000).begin()
        >>> work.spend(600)
        >>> work.spent, work.positions_left
        (False, 400)
        """
        begun, meter = copy(self), _Meter(self.seconds, self.positions)
        begun._set(_meter=meter)
        if self.progress is not SILENT:
            finalize(meter, self.progress.pause)  # once the call and all its parts have ended
        return begun

    @staticmethod
    def of(
        work: Work | None, *, seconds: float | None = None, positions: int | None = None
    ) -> Work:
        """Start the work of a public call: its argument, or the work of the enclosing block.

        Parameters
        ----------
        work : Work, optional
            The argument of the call.
        seconds, positions : optional
            The default limits, used if the work limits neither time nor positions.

        Raises
        ------
        ProblemError
            If ``work`` is not a :class:`Work`.
        """
        if work is None:
            work = (_BLOCKS.get() or (Work(),))[-1]
        if not isinstance(work, Work):
            raise ProblemError(f"work={quoted(work)}: pass limits as work=Work(seconds=60)")
        begun = work if work._meter is not None else work.begin()
        if (seconds is None and positions is None) or begun.is_limited:
            return begun
        return begun.part(seconds=seconds, positions=positions)

    def part(
        self,
        *,
        seconds: float | None = None,
        positions: int | None = None,
        **other: Any,
    ) -> Work:
        """Return a :class:`Work` with limits of its own, for a part of this work.

        The part ends when the whole ends. Positions examined in the part also count for the whole.
        Its memory limit is at most that of the whole, unless it is None. Unless you pass others,
        the part has the progress display, the scratch folder and all other settings of the whole.

        Examples
        --------
        >>> whole = Work(positions=1_000).begin()
        >>> part = whole.part(positions=10)
        >>> part.spend(10)
        >>> part.spent, whole.spent, whole.positions_left
        (True, False, 990)
        """
        if other.get("memory") is not None:
            limits = read_memory(other["memory"]), self.memory
            other["memory"] = min((limit for limit in limits if limit is not None), default=None)
        meter = _Meter(seconds, positions, self._spending)
        part = copy(self)
        part._set(**other, seconds=meter.seconds, positions=positions, _meter=meter)
        return part

    @property
    def _spending(self) -> _Meter:
        assert self._meter is not None, "a public function has to begin the work"
        return self._meter

    @property
    def silent(self) -> Work:
        """A copy of the work that shows no progress."""
        return self.part(progress=SILENT)

    def spend(self, positions: int) -> None:
        """Count positions that were examined."""
        self._spending.spend(positions)

    @property
    def looked_at(self) -> int:
        """The number of positions examined so far."""
        return self._spending.looked_at

    @property
    def scratch_folder(self) -> Path:
        """The folder for levels that exceed the memory limit, created when first used."""
        assert self.scratch is not None
        return self.scratch() if callable(self.scratch) else self.scratch

    @property
    def may_spill(self) -> bool:
        """Whether levels may be kept on disk. With a memory limit, this needs a scratch folder."""
        return self.memory is None or self.scratch is not None

    @property
    def is_limited(self) -> bool:
        """True if the time is limited, or if the number of positions is limited."""
        return self.seconds is not None or self.positions_left < _UNLIMITED

    @property
    def positions_left(self) -> int:
        """The number of positions that may still be examined; very large if there is no limit."""
        return self._spending.positions_left

    @property
    def seconds_left(self) -> float | None:
        """The remaining time in seconds, or None if there is no limit."""
        return None if self.seconds is None else max(0.0, self._spending.end - monotonic())

    @property
    def spent(self) -> bool:
        """True if the limit on time or positions was reached, or if the work was cancelled."""
        return not self.positions_left or monotonic() >= self._spending.end or self.cancelled()

    def check(self) -> None:
        """Check that no limit has been reached.

        Raises
        ------
        BudgetSpentError
            If the work is :attr:`spent`.
        """
        if self.cancelled():
            raise BudgetSpentError("cancelled")
        if not self.positions_left:
            raise BudgetSpentError(
                f"not finished within {counted(self.looked_at, 'position')}: raise the limit of "
                "positions"
            )
        if monotonic() >= self._spending.end:
            raise BudgetSpentError(
                f"not finished within {self.seconds:,} seconds: raise the time limit"
            )

    def update(self, done: int, note: str = "") -> None:
        """Report finished steps, and check the limits."""
        self.progress.update(done, note)
        self.check()


def _whole(number: int | str, unit: str, least: int = 0) -> int:
    if isinstance(number, str):
        with within(unit):
            number = read_count(number)
    if isinstance(number, bool) or not isinstance(number, int | float) or number != number:
        raise ProblemError(f"{unit}={quoted(number)}: give a whole number")
    if number < least:
        raise ProblemError(f"a limit of {number} {unit} is too small: give {least} or more")
    if number == inf or number != int(number):
        raise ProblemError(f"{unit}={number}: give a whole number")
    return int(number)


def _progress(progress: bool | _Report | Progress) -> Progress:
    if isinstance(progress, Progress):
        return progress
    if progress is True:
        from pegsolitaire.progress_bar import Bar

        return Bar("working")
    if callable(progress):
        return _Reported(progress)
    if progress is not False:
        raise ProblemError(
            f"progress={quoted(progress)}: pass True, or a function of the stage, the steps done "
            "and their total"
        )
    return SILENT
