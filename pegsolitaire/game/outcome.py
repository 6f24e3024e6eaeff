"""What can become of a problem."""

from __future__ import annotations

from enum import Enum


class Outcome(Enum):
    """What became of a problem: solved, impossible, or left undecided.

    Examples
    --------
    >>> [outcome.solvable for outcome in Outcome]
    [True, False, None]
    """

    SOLVED = "solved"
    IMPOSSIBLE = "impossible"
    UNDECIDED = "undecided"

    @property
    def solvable(self) -> bool | None:
        """Whether there is a solution; None where that is not known."""
        return {"solved": True, "impossible": False, "undecided": None}[self.value]
