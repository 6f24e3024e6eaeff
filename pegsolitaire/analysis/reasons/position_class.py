"""The position class, which no jump changes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pegsolitaire.analysis.reasons.reason import Reason, names_of
from pegsolitaire.game import Position
from pegsolitaire.theory import class_of, feasible_finishes


def by_class(position: Position, finishes: Sequence[int]) -> Iterator[Reason]:
    """The finishes of other classes than the position, in one reason."""
    board = position.board
    wanted = class_of(board, position.code)
    outside = tuple(code for code in finishes if class_of(board, code) != wanted)
    if not outside:
        return
    possible = names_of(board, [1 << i for i in feasible_finishes(position)])
    if not possible:
        text = "no game from here can end with one peg, in any hole"
    else:
        text = f"one peg can only be left at {possible}, never at {names_of(board, outside)}"
    if any(code.bit_count() > 1 for code in outside):
        text = f"{names_of(board, outside)} is in another class, and no jump changes the class"
    yield Reason("class", outside, f"position class: {text}")
