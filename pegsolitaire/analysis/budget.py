"""How long a search may go on: in seconds, in positions looked at, or both."""

from __future__ import annotations

from time import monotonic

from pegsolitaire.errors import ProblemError


class Budget:
    """What a search may spend; without limits, all it wants.

    Parameters
    ----------
    seconds : float, optional
        From now on.
    nodes : int, optional
        Positions looked at.

    Raises
    ------
    ProblemError
        If a limit is negative, or no number.

    Examples
    --------
    >>> budget = Budget(nodes=1_000)
    >>> budget.spend(600)
    >>> budget.spent, budget.nodes_left
    (False, 400)
    """

    def __init__(self, seconds: float | None = None, nodes: int | None = None) -> None:
        if seconds is not None and not seconds >= 0:
            raise ProblemError(f"a budget of {seconds} seconds: give 0 or more")
        if nodes is not None and nodes < 0:
            raise ProblemError(f"a budget of {nodes} positions: give 0 or more")
        self.limited = seconds is not None or nodes is not None
        self.nodes = 0
        self._most = nodes
        self._end = None if seconds is None else monotonic() + seconds

    def spend(self, nodes: int) -> None:
        """So many positions were looked at."""
        self.nodes += nodes

    @property
    def nodes_left(self) -> int:
        """The positions that may still be looked at; a large number without a limit."""
        return max(0, self._most - self.nodes) if self._most is not None else 1 << 62

    @property
    def spent(self) -> bool:
        """Whether there is nothing left."""
        return not self.nodes_left or (self._end is not None and monotonic() >= self._end)
