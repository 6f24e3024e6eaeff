"""Long work: its limits, its progress, and where it runs.

Every long call takes ``work=Work(...)`` as its last keyword; ``with Work(...):`` sets it for the
calls of a block. A public function calls :meth:`Work.of` first, which starts the clock, and
hands the work on; nothing further down asks for the one of the block.
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

from pegsolitaire.arguments import public
from pegsolitaire.errors import BudgetSpentError, ProblemError
from pegsolitaire.units import (
    read_bytes,
    read_count,
    read_memory,
    read_seconds,
    size_text,
)

if TYPE_CHECKING:
    from pegsolitaire.sets.runner import Runner


# --
# Progress of long work: an object that is passed in, with this silent one as the default.


class Progress:
    """Says nothing; the command line hands in one that draws a bar.

    Long work calls :meth:`stage` when something new begins, and :meth:`update` as it goes.
    """

    def stage(self, what: str, total: int | None = None) -> None:
        """Begin a new step of the work, with ``total`` parts if known."""

    def update(self, done: int, note: str = "") -> None:
        """``done`` steps of the stage are done."""

    def detail(self, note: str) -> None:
        """Describe the current part of a long step."""

    def pause(self) -> None:
        """Hide the bar until there is news, because lines are printed or the work has ended."""

    def announce(self, text: str) -> None:
        """Something that is to be known before the work is done, such as how long it takes."""


SILENT = Progress()


def kernels_are_compiled() -> bool:
    """Whether compiled kernels are on disk; if not, the first call of one takes some seconds.

    Numba keeps them beside their source, or where it is told to.
    """
    beside = Path(__file__).parent / "engine" / "__pycache__", Path.home() / ".cache" / "numba"
    chosen = os.environ.get("NUMBA_CACHE_DIR")
    # By the kernel that almost all commands use: other libraries may keep theirs there, too.
    folders = (Path(chosen),) if chosen else beside
    return any(path for one in folders for path in one.rglob("expansion.expand-*.nbi"))


_UNLIMITED = 1 << 62  # positions
_BLOCKS: ContextVar[tuple[Work, ...]] = ContextVar("blocks", default=())


class _Meter:
    """The limits of one call and what it has used; a part also counts for the whole."""

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
    """The limits of long work, its progress, and where it runs.

    One object serves any number of calls; each has all of its time and positions, from when it
    begins. A search that finds no answer within them says that it is undecided; what has no answer
    before its end raises :class:`pegsolitaire.errors.BudgetSpentError`.

    Parameters
    ----------
    seconds : float or str, optional
        Time: seconds, or a text such as ``"5m"``.
    positions : int or str, optional
        Positions that searches look at: a number, or a text such as ``"400M"``.
    memory : float or str, optional
        GiB, or a text such as ``"512MiB"``; the attribute has it in bytes. By default most of what
        is free.
    disk : float or str, optional
        What may lie in the scratch folder, as for ``memory``; by default all that is free.
    progress : bool or Progress, optional
        True draws a bar on standard error, as the command line does.
    threads : int, optional
        By default one for each core.
    cluster : Runner, optional
        What does level steps: :func:`pegsolitaire.cluster.runner.connect` brings one for a Dask
        cluster. By default this process.
    store : str or Path, optional
        The folder of stored sets; by default ``PEGSOLITAIRE_HOME``, or the user's data folder.
    scratch : Path or callable, optional
        A folder for levels that outgrow the memory, or what makes one when it is first needed;
        without one they are refused.
    cancelled : callable, optional
        Whether the result is not wanted any more. It is asked again and again, from any thread.

    Raises
    ------
    ProblemError
        If a limit is negative, cannot be read, or has more GiB than the machine.

    Examples
    --------
    >>> import pegsolitaire as ps
    >>> ps.Work("1h30m", memory="512MiB")
    Work(seconds=5400.0, memory='536870912B')
    >>> answer = ps.solve("wiegleb e5", facts=False, work=ps.Work(positions=1_000))
    >>> print(answer.solvable)
    None
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
    cluster: Runner | None
    store: Path | None
    scratch: Path | Callable[[], Path] | None
    cancelled: Callable[[], bool]

    @public
    def __init__(
        self,
        seconds: float | str | None = None,
        positions: int | str | None = None,
        memory: float | str | None = None,
        *,
        disk: float | str | None = None,
        progress: bool | Progress = False,
        threads: int | None = None,
        cluster: Runner | None = None,
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
        """The same for one call: its time and its positions count from now.

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
            finalize(meter, self.progress.pause)  # its parts have it too: the call has ended
        return begun

    @staticmethod
    def of(
        work: Work | None, *, seconds: float | None = None, positions: int | None = None
    ) -> Work:
        """Start the work of a public call: its own, or that of the enclosing block.

        Parameters
        ----------
        work : Work, optional
            What the call was given.
        seconds, positions : optional
            The limits of a call that is given none of time or positions.

        Raises
        ------
        ProblemError
            If it is no :class:`Work`.
        """
        if work is None:
            work = (_BLOCKS.get() or (Work(),))[-1].begin()
        if not isinstance(work, Work):
            raise ProblemError(f"work={work!r}: pass limits as work=Work(seconds=60)")
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
        """For a part of the work: it ends with the whole, or at limits of its own.

        The positions that it looks at count in the whole too. Memory, progress, scratch folder and
        so on are those of the whole, unless others are given.

        Examples
        --------
        >>> whole = Work(positions=1_000).begin()
        >>> part = whole.part(positions=10)
        >>> part.spend(10)
        >>> part.spent, whole.spent, whole.positions_left
        (True, False, 990)
        """
        if other.get("memory") is not None:
            other["memory"] = read_memory(other["memory"])
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
        """The same work without progress."""
        return self.part(progress=SILENT)

    @property
    def unlimited(self) -> Work:
        """The same work without limits of time and positions; it can still be cancelled."""
        work = copy(self)
        work._set(seconds=None, positions=None, _meter=_Meter(None, None))
        return work

    def spend(self, positions: int) -> None:
        """Count positions that were looked at."""
        self._spending.spend(positions)

    @property
    def looked_at(self) -> int:
        """Positions looked at so far."""
        return self._spending.looked_at

    @property
    def scratch_folder(self) -> Path:
        """The folder for levels that outgrow the memory, made now if need be."""
        assert self.scratch is not None
        return self.scratch() if callable(self.scratch) else self.scratch

    @property
    def may_spill(self) -> bool:
        """Whether levels may be kept on disk; with only a memory limit they are refused."""
        return self.memory is None or self.scratch is not None

    @property
    def is_limited(self) -> bool:
        """Whether time or positions have a limit."""
        return self.seconds is not None or self.positions_left < _UNLIMITED

    @property
    def positions_left(self) -> int:
        """The positions that may still be looked at; a large number without a limit."""
        return self._spending.positions_left

    @property
    def seconds_left(self) -> float | None:
        """The time that is left; None without a limit."""
        return None if self.seconds is None else max(0.0, self._spending.end - monotonic())

    @property
    def spent(self) -> bool:
        """Whether nothing is left of time or positions, or the result is not wanted any more."""
        return not self.positions_left or monotonic() >= self._spending.end or self.cancelled()

    def check(self) -> None:
        """Stop where nothing is left.

        Raises
        ------
        BudgetSpentError
            If it is :attr:`spent`.
        """
        if self.cancelled():
            raise BudgetSpentError("cancelled")
        if not self.positions_left:
            raise BudgetSpentError(
                f"not finished within {self.looked_at:,} positions: raise the limit of positions"
            )
        if monotonic() >= self._spending.end:
            raise BudgetSpentError(
                f"not finished within {self.seconds:,} seconds: raise the time limit"
            )

    def update(self, done: int, note: str = "", *, positions: int = 0) -> None:
        """Report finished steps, count positions, and stop at a limit."""
        self.spend(positions)
        self.progress.update(done, note)
        self.check()


def _whole(number: int | str, unit: str, least: int = 0) -> int:
    if isinstance(number, str):
        try:
            number = read_count(number)
        except ProblemError as error:
            raise ProblemError(f"{unit}: {error}") from None
    if isinstance(number, bool) or not isinstance(number, int | float) or number != number:
        raise ProblemError(f"{unit}={number!r}: give a whole number")
    if number < least:
        raise ProblemError(f"a limit of {number} {unit} is too small: give {least} or more")
    if number == inf or number != int(number):
        raise ProblemError(f"{unit}={number}: give a whole number")
    return int(number)


def _progress(progress: bool | Progress) -> Progress:
    if isinstance(progress, Progress):
        return progress
    if progress is True:
        from pegsolitaire.progress_bar import Bar

        return Bar("working")
    if progress is not False:
        raise ProblemError(f"progress={progress!r}: pass True, or a Progress")
    return SILENT
