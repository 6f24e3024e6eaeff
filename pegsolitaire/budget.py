"""What long work may spend: time, positions, memory; and whether it is to go on at all.

An object that is passed in, as :class:`pegsolitaire.progress.Progress` is, with one without limits
as the default.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from math import inf
from pathlib import Path
from time import monotonic

from pegsolitaire.errors import BudgetSpentError, ProblemError

_MANY = 1 << 62  # positions: no limit


class Budget:
    """What long work may spend; without limits, all it wants.

    Searches that can be left undecided ask whether it is :attr:`spent`; what has no answer before
    its end calls :meth:`check`, which raises.

    Parameters
    ----------
    seconds : float, optional
        From now on.
    positions : int, optional
        Positions that searches look at.
    memory : int, optional
        Bytes; by default most of what is free.
    scratch : Path, optional
        A folder for levels that outgrow the memory; without one they are refused.
    disk : int, optional
        The bytes that may lie in that folder; by default all that is free.
    cancelled : callable, optional
        Whether the result is not wanted any more. It is asked again and again, from any thread.

    Raises
    ------
    ProblemError
        If a limit is negative, or not a number.

    Examples
    --------
    >>> budget = Budget(positions=1_000)
    >>> budget.spend(600)
    >>> budget.spent, budget.positions_left
    (False, 400)
    """

    def __init__(
        self,
        seconds: float | None = None,
        positions: int | None = None,
        memory: int | None = None,
        scratch: Path | None = None,
        cancelled: Callable[[], bool] = lambda: False,
        disk: int | None = None,
    ) -> None:
        for limit, unit in (
            (seconds, "seconds"), (positions, "positions"), (memory, "bytes"), (disk, "bytes"),
        ):  # fmt: skip
            if limit is not None and not limit >= 0:
                raise ProblemError(f"a budget of {limit} {unit}: give 0 or more")
        self.seconds, self.positions = seconds, positions
        self.memory, self.scratch, self.disk = memory, scratch, disk
        self.cancelled = cancelled
        #: Positions looked at so far.
        self.looked_at = 0
        self._end = inf if seconds is None else monotonic() + seconds
        self._whole: Budget | None = None

    def __repr__(self) -> str:
        limits = {
            "seconds": self.seconds, "positions": self.positions, "memory": self.memory,
            "scratch": self.scratch, "disk": self.disk,
        }  # fmt: skip
        given = (f"{name}={limit!r}" for name, limit in limits.items() if limit is not None)
        return f"Budget({', '.join(given)})"

    def part(
        self,
        *,
        seconds: float | None = None,
        positions: int | None = None,
        memory: int | None = None,
        scratch: Path | None = None,
    ) -> Budget:
        """For a part of the work: it ends with the whole, or at limits of its own.

        The positions that it looks at count in the whole too. Memory and scratch folder are those
        of the whole where no others are given.

        Examples
        --------
        >>> whole = Budget(positions=1_000)
        >>> part = whole.part(positions=10)
        >>> part.spend(10)
        >>> part.spent, whole.spent, whole.positions_left
        (True, False, 990)
        """
        part = copy(self)
        part.looked_at, part.positions, part._whole = 0, positions, self
        if seconds is not None and monotonic() + seconds < self._end:
            part.seconds, part._end = seconds, monotonic() + seconds
        part.memory = self.memory if memory is None else memory
        part.scratch = scratch or self.scratch
        return part

    def spend(self, positions: int) -> None:
        """Count positions that were looked at."""
        self.looked_at += positions
        if self._whole is not None:
            self._whole.spend(positions)

    @property
    def may_spill(self) -> bool:
        """Whether levels may lie on disk: a limit of memory alone is there to refuse them."""
        return self.memory is None or self.scratch is not None

    @property
    def is_limited(self) -> bool:
        """Whether time or positions have a limit."""
        return self.seconds is not None or self.positions_left < _MANY

    @property
    def positions_left(self) -> int:
        """The positions that may still be looked at; a large number without a limit."""
        left = _MANY if self._whole is None else self._whole.positions_left
        return (
            left if self.positions is None else max(0, min(left, self.positions - self.looked_at))
        )

    @property
    def seconds_left(self) -> float | None:
        """The time that is left; None without a limit."""
        return None if self.seconds is None else max(0.0, self._end - monotonic())

    @property
    def spent(self) -> bool:
        """Whether nothing is left of time or positions, or the result is not wanted any more."""
        return not self.positions_left or monotonic() >= self._end or self.cancelled()

    def check(self) -> None:
        """Stop where nothing is left.

        Raises
        ------
        BudgetSpentError
            If it is :attr:`spent`.
        """
        if self.cancelled():
            raise BudgetSpentError("cancelled: the result is not wanted any more")
        if not self.positions_left:
            raise BudgetSpentError(f"not finished within {self.looked_at:,} positions: allow more")
        if monotonic() >= self._end:
            raise BudgetSpentError(f"not finished within {self.seconds:,} seconds: allow more")


#: Without limits.
UNLIMITED = Budget()
