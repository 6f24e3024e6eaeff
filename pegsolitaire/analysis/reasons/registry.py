"""The reasons of theory, in the order in which they are looked for: cheap ones first.

A new reason is a file with a function like the others, which is asked about a position and the
codes of some finishes, and a place in :data:`REASONS`. Each is checked before it is given.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from pegsolitaire.analysis.reasons.balance import by_balance
from pegsolitaire.analysis.reasons.cases import by_cases
from pegsolitaire.analysis.reasons.position_class import by_class
from pegsolitaire.analysis.reasons.reason import Reason
from pegsolitaire.analysis.reasons.resource import by_resource
from pegsolitaire.analysis.reasons.sax import by_sax
from pegsolitaire.game import Position

#: Each row is asked about the finishes that the rows before it leave open.
REASONS: tuple[tuple[Callable[[Position, Sequence[int]], Iterator[Reason]], ...], ...] = (
    (by_class,),
    (by_sax, by_resource),
    (by_balance,),
)
#: What is asked last, and only for an explanation: it takes seconds where the others take none.
SLOW_REASONS = ((by_cases,),)


def reasons_without_search(
    position: Position, finishes: Sequence[int], slow: bool = False
) -> tuple[Reason, ...]:
    """The reasons that theory has why finishes, by their codes, are out of reach of a position.

    For a finish that it finds no reason for there may be one all the same, or a solution.

    Parameters
    ----------
    position : Position
    finishes : sequence of int
        Codes.
    slow : bool, optional
        Whether to try arguments that take a second or two, too: by cases.

    Examples
    --------
    >>> from pegsolitaire.board import english
    >>> board = english()
    >>> dead = board.position("..*/.../*.*..../......*/*.*..../.../...")
    >>> [reason.kind for reason in reasons_without_search(dead, [board.single("d4").code])]
    ['resource']
    """
    found: list[Reason] = []
    left = [code for code in finishes if code != position.code]
    for row in REASONS + (SLOW_REASONS if slow else ()):
        if not left:
            break
        found += [reason for find in row for reason in find(position, left)]
        proven = {code for reason in found for code in reason.finishes}
        left = [code for code in left if code not in proven]
    return tuple(found)
