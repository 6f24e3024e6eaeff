"""Reasons why finishes are out of reach of a position, those that theory has.

Each is checked before it is given: the position class, which no jump changes; a resource count of
which the finish has more, with small integer weights; on the 15-hole triangle the SAX count; a
balance sheet, where what can be lost does not pay for the exits and changes of parity that there
have to be. Resource counts and balance sheets are found by linear programming
(:mod:`pegsolitaire.theory.linear`): where there is one, it is given.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from pegsolitaire.board import Board, hole_name, triangle
from pegsolitaire.game import Position
from pegsolitaire.theory import (
    BalanceSheet,
    ResourceCount,
    balance_finder,
    class_of,
    feasible_finishes,
    resource_finder,
    sax_count,
)

_SAX = (
    "the edges with two or three pegs in their middle, plus the pegs at b3 b4 c4, less those at "
    "a1 a3 c3 a5 c5 e5"
)

Kind = Literal["class", "resource", "sax", "exits", "search"]


@dataclass(frozen=True)
class Reason:
    """Why no game leads from a position to some finishes.

    Attributes
    ----------
    kind : str
        ``class``, ``resource``, ``sax``, ``exits`` or ``search``.
    finishes : tuple of int
        The codes of the finishes that it rules out.
    text : str
        The reason in words.
    sheet : BalanceSheet or None
        The weights, for a resource count (then without prices) and for exits.
    searched : int or None
        For a search, how many positions were tried; None where winning sets knew.
    """

    kind: Kind
    finishes: tuple[int, ...]
    text: str
    sheet: BalanceSheet | None = None
    searched: int | None = None


def reasons_without_search(position: Position, finishes: Sequence[int]) -> tuple[Reason, ...]:
    """The reasons that theory has why finishes, by their codes, are out of reach of a position.

    For a finish that it finds no reason for there may be one all the same, or a solution.

    Examples
    --------
    >>> from pegsolitaire.board import english
    >>> board = english()
    >>> dead = board.position("..*/.../*.*..../......*/*.*..../.../...")
    >>> [reason.kind for reason in reasons_without_search(dead, [board.single("d4").code])]
    ['resource']
    """
    board = position.board
    wanted = class_of(board, position.code)
    outside = [code for code in finishes if class_of(board, code) != wanted]
    foreign = {*outside, position.code}
    inside = [code for code in finishes if code not in foreign]
    found = [_by_class(position, outside)] if outside else []
    counted = list(_by_finder(position, inside, "resource"))
    if board == triangle(5):
        found += _by_sax(position, inside)
    found += counted
    proven = {code for reason in found for code in reason.finishes}
    found += _by_finder(position, [code for code in inside if code not in proven], "exits")
    return tuple(found)


def reason_by_count(
    count: ResourceCount, position: Position, finishes: Sequence[int]
) -> Reason | None:
    """What a resource count has against finishes, by their codes: those that it forbids.

    Examples
    --------
    >>> from pegsolitaire.board import english
    >>> from pegsolitaire.theory import classic_counts
    >>> board = english()
    >>> dead = board.position("..*/.../*.*..../......*/*.*..../.../...")
    >>> sublattice = classic_counts(board)[5]
    >>> reason_by_count(sublattice, dead, [board.single("d4").code]).text
    'resource count: it is 0 here and no jump raises it, but it is 1 at d4'
    """
    forbidden = tuple(code for code in finishes if count.forbids(position, code))
    if not forbidden:
        return None
    sheet = BalanceSheet(position.code, forbidden, count)
    return Reason("resource", forbidden, _resource_text(sheet), sheet)


def reason_by_search(
    position: Position, finishes: Sequence[int], searched: int | None = None
) -> Reason:
    """That everything was tried, or that there is nothing to try.

    Parameters
    ----------
    position : Position
    finishes : sequence of int
        The codes of the finishes that are out of reach.
    searched : int, optional
        How many positions were tried; left out, where winning sets knew.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> board = triangle(5)
    >>> goals = [board.single("a1").code, board.single("a4").code]
    >>> reason_by_search(board.position("code:30314"), goals).text
    'every way to go on was tried: none ends with one peg in a1 or a4'
    >>> reason_by_search(board.position("code:1025"), goals).text
    'no jump is left'
    """
    if not position.jumps:
        return Reason("search", tuple(finishes), "no jump is left", searched=searched)
    count = "" if searched is None else f", {searched:,} position{'s' * (searched != 1)}"
    text = f"every way to go on was tried{count}: none ends {_end_text(position.board, finishes)}"
    return Reason("search", tuple(finishes), text, searched=searched)


def _end_text(board: Board, finishes: Sequence[int]) -> str:
    """How a game to some finishes ends, in words."""
    if any(code.bit_count() > 1 for code in finishes):
        return f"at {names_of(board, finishes)}"
    if len(finishes) == len(board):
        return "with one peg, in any hole"
    *others, last = (finish_name(board, code) for code in finishes)
    return (
        f"with one peg in {', '.join(others)} or {last}" if others else f"with one peg in {last}"
    )


def _by_class(position: Position, finishes: Sequence[int]) -> Reason:
    board = position.board
    possible = names_of(board, [1 << i for i in feasible_finishes(position)])
    if not possible:
        text = "no game from here can end with one peg, in any hole"
    else:
        text = f"one peg can only be left at {possible}, never at {names_of(board, finishes)}"
    if any(code.bit_count() > 1 for code in finishes):
        text = f"{names_of(board, finishes)} is in another class, and no jump changes the class"
    return Reason("class", tuple(finishes), f"position class: {text}")


def _by_sax(position: Position, finishes: Sequence[int]) -> Iterator[Reason]:
    """What the SAX count says at once, and what it says between the first and the last jump."""
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


def _by_finder(
    position: Position, finishes: Sequence[int], kind: Literal["resource", "exits"]
) -> Iterator[Reason]:
    """Weights for all finishes together, if there are such; or else for each on its own."""
    finder = (resource_finder if kind == "resource" else balance_finder)(position.board)
    sheet = finder.find(position.code, finishes) if len(finishes) > 1 else None
    one_by_one = (finder.find(position.code, [code]) for code in finishes)
    for found in [sheet] if sheet else one_by_one:
        if found is not None:
            describe = _resource_text if kind == "resource" else _exits_text
            yield Reason(kind, found.finishes, describe(found), found)


def _resource_text(sheet: BalanceSheet) -> str:
    least = min(map(sheet.bound, sheet.finishes))
    where = names_of(sheet.board, sheet.finishes)
    return (
        f"resource count: it is {sheet.value} here and no jump raises it, but it is {least} "
        f"{'or more ' if len(sheet.finishes) > 1 else ''}at {where}"
    )


def _exits_text(sheet: BalanceSheet) -> str:
    parts = []
    for code in sheet.finishes:
        can, there = sheet.available(code), sheet.value - sheet.available(code)
        parts.append(
            f"a game to {finish_name(sheet.board, code)} has to lose {sheet.owed(code)} of this "
            f"count, and can lose {can} (it is {sheet.value} here and {there} there)"
        )
    return "balance sheet: " + "; ".join(parts)


def finish_name(board: Board, code: int) -> str:
    """A finish in a word: the name of the hole of a single peg, or its code."""
    if code.bit_count() == 1:
        return hole_name(board.holes[code.bit_length() - 1])
    return f"code:{code}"


def names_of(board: Board, codes: Sequence[int]) -> str:
    """Finishes in words."""
    return ", ".join(finish_name(board, code) for code in codes)
