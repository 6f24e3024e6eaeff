"""The SAX count of the 15-hole triangle, which no jump raises."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pegsolitaire.analysis.reasons.reason import Reason, names_of
from pegsolitaire.board import triangle
from pegsolitaire.game import Position, finish_name
from pegsolitaire.theory import sax_count

_SAX = (
    "the edges with two or three pegs in their middle, plus the pegs at b3 b4 c4, less those at "
    "a1 a3 c3 a5 c5 e5"
)


def by_sax(position: Position, finishes: Sequence[int]) -> Iterator[Reason]:
    """What the count says at once, and what it says between the first and the last jump."""
    if position.board != triangle(5):
        return
    board, here = position.board, sax_count(position)
    there = {code: sax_count(Position(board, code)) for code in finishes}
    higher = tuple(code for code in finishes if there[code] > here)
    if higher:
        least = min(there[code] for code in higher)
        more = " or more" if len(higher) > 1 else ""
        text = (
            f"it is {here} here and no jump raises it, but it is {least}{more} with a peg at "
            f"{names_of(board, higher)}"
        )
        yield Reason("sax", higher, f"SAX count ({_SAX}): {text}")
    first = max((sax_count(position.after(jump)) for jump in position.jumps), default=here)
    for code in finishes:
        last = min(map(sax_count, _before(Position(board, code))), default=there[code])
        if code not in higher and first < last and not _is_at_most_one_jump(position, code):
            text = (
                f"it is {first} at most after the first jump and no jump raises it, but it is "
                f"{last} at least before a last jump to {finish_name(board, code)}"
            )
            yield Reason("sax", (code,), f"SAX count ({_SAX}): {text}")


def _before(position: Position) -> Iterator[Position]:
    """The positions one jump before a position."""
    return (one.complement for one in map(position.complement.after, position.complement.jumps))


def _is_at_most_one_jump(position: Position, code: int) -> bool:
    return code == position.code or any(
        position.after(jump).code == code for jump in position.jumps
    )
