"""Why finishes are out of reach of a position.

Each reason of theory is a generator that is asked about a position and the codes of some finishes;
:data:`REASONS` has the order, cheap ones first, and a new one takes a place there. Each is checked
before it is given. Where theory says nothing, there is a search through every way to go on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from pegsolitaire.board import Board, Hole, hole_name, triangle
from pegsolitaire.board.notation import either
from pegsolitaire.game import Jump, Position, finish_name
from pegsolitaire.results import Result
from pegsolitaire.theory import (
    BalanceSheet,
    CaseProof,
    ResourceCount,
    balance_finder,
    class_of,
    feasible_finishes,
    find_cases,
    resource_finder,
    sax_count,
)
from pegsolitaire.theory.linear_programs import BalanceFinder
from pegsolitaire.theory.traps import Trap, find_traps
from pegsolitaire.units import counted
from pegsolitaire.work import Work


@dataclass(frozen=True)
class SaxSums:
    """What the SAX count says of a game.

    Attributes
    ----------
    most : int
        What it is here; or at most after the first jump.
    needed : int
        What it has to be at the finish, at the least; or before the last jump.
    after_first, before_last : bool
        Whether the sums are those after the first jump, and before the last one.
    """

    most: int
    needed: int
    after_first: bool = False
    before_last: bool = False


@dataclass(frozen=True)
class Reason:
    """Why no game leads from a position to some finishes.

    Attributes
    ----------
    kind : str
        ``class``, ``trap``, ``resource``, ``sax``, ``exits``, ``cases`` or ``search``.
    finishes : tuple of int
        The codes of the finishes that it rules out.
    text : str
        The claim in one line; :mod:`pegsolitaire.reasons.telling` has it for people.
    sheet : BalanceSheet or None
        The weights, for a resource count (then without prices) and for exits; of cases the first.
    searched : int or None
        For a search, how many positions were tried; None where winning sets knew.
    cases : CaseProof or None
        For cases, the whole proof.
    trap : Trap or None
        For a trap, the whole proof.
    sums : SaxSums or None
        For a SAX count, its two sums.
    """

    kind: str
    finishes: tuple[int, ...]
    text: str
    sheet: BalanceSheet | None = None
    searched: int | None = None
    cases: CaseProof | None = None
    trap: Trap | None = None
    sums: SaxSums | None = None

    def rows(self, position: Position) -> list[ReasonRow]:
        """The reason for each finish that it rules out, with what its numbers mean there."""
        return [ReasonRow.of(self, position.board, code) for code in self.finishes]


@dataclass(frozen=True)
class DemandRow(Result):
    """What a game to a finish has to do, and what that costs."""

    kind: str
    region: tuple[Hole, ...]
    price: int
    needed: int

    json_keys = "kind region|hole price needed"

    @classmethod
    def all_of(cls, sheet: BalanceSheet, finish: int) -> list[DemandRow]:
        """The reasons of a sheet."""
        return [
            cls(
                demand.kind,
                tuple(Position(sheet.board, demand.region)),
                price,
                demand.needed(sheet.start, finish),
            )
            for demand, price in sheet.prices
        ]


@dataclass(frozen=True)
class LimitRow(Result):
    """How often a jump is made in a case, as far as its weights make use of that.

    Attributes
    ----------
    due : int
        What the jump loses, made as often, beyond the prices that it counts for.
    """

    jump: Jump
    least: int
    most: int | None
    due: int


@dataclass(frozen=True)
class CaseRow(Result):
    """One of several cases, each with weights that forbid it."""

    suppose: tuple[str, ...]
    text: str
    weights: tuple[int, ...]
    value: int
    bound: int
    demands: list[DemandRow]
    limits: list[LimitRow]

    @classmethod
    def of(cls, proof: CaseProof, number: int) -> CaseRow:
        """That of a number, from 0."""
        limits, sheet = proof.cases[number]
        return cls(
            tuple(map(proof.supposition, limits)),
            case_text(proof, number),
            sheet.count.weights,
            sheet.value,
            sheet.bound(proof.finish),
            DemandRow.all_of(sheet, proof.finish),
            [
                LimitRow(Jump.of(proof.board, one.jump), one.least, one.most, sheet.due(one))
                for one in sheet.limits
            ],
        )


@dataclass(frozen=True)
class ReasonRow(Result):
    """Why a finish is out of reach.

    Attributes
    ----------
    kind : str
        Class, trap, resource, sax, exits, cases or search.
    searched : int or None
        Positions that a search went through.
    weights : tuple of int, or None
        Of the holes, of a resource count or a balance sheet; of cases those of the first.
    value : int or None
        The weight of the pegs.
    bound : int or None
        The value from which on the finish could be reached.
    """

    finish: str
    kind: str
    text: str
    searched: int | None
    weights: tuple[int, ...] | None
    value: int | None
    bound: int | None
    demands: list[DemandRow]
    cases: list[CaseRow]

    @classmethod
    def of(cls, reason: Reason, board: Board, finish: int) -> ReasonRow:
        """A reason for one of its finishes."""
        sheet, proof = reason.sheet, reason.cases
        return cls(
            finish_name(board, finish),
            reason.kind,
            reason.text,
            reason.searched,
            None if sheet is None else sheet.count.weights,
            None if sheet is None else sheet.value,
            None if sheet is None else sheet.bound(finish),
            [] if sheet is None else DemandRow.all_of(sheet, finish),
            [] if proof is None else [CaseRow.of(proof, i) for i in range(len(proof.cases))],
        )


def names_of(board: Board, codes: Sequence[int]) -> str:
    """Finishes in words."""
    return ", ".join(finish_name(board, code) for code in codes)


# -- the position class, which no jump changes ----------------------------------------------------


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


# -- pegs that never get out ----------------------------------------------------------------------


_FEW_HOLES = 6  # of a trap: one with more is seen less easily than a sum


def _by_small_trap(position: Position, finishes: Sequence[int]) -> Iterator[Reason]:
    yield from _by_trap(position, finishes, _FEW_HOLES)


def _by_trap(
    position: Position, finishes: Sequence[int], most_holes: int | None = None
) -> Iterator[Reason]:
    """Holes that always hold a peg, where a finish has none."""
    board = position.board
    for trap in find_traps(board, position.code, finishes, most_holes):
        places = " and one at ".join(
            either(list(map(hole_name, Position(board, region)))) for region in trap.regions
        )
        text = f"trap: there will always be a peg at {places}, but not at the finish"
        yield Reason("trap", trap.finishes, text, trap=trap)


# -- the SAX count of the 15-hole triangle, which no jump raises ----------------------------------

_SAX = (
    "the edges with two or three pegs between their corners, plus the pegs at b3 b4 c4, less "
    "those at a1 a3 c3 a5 c5 e5"
)


def _by_sax(position: Position, finishes: Sequence[int]) -> Iterator[Reason]:
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
        sums = SaxSums(here, least)
        yield Reason("sax", higher, f"SAX count ({_SAX}): {text}", sums=sums)
    first = max((sax_count(position.play(jump)) for jump in position.legal_jumps), default=here)
    for code in finishes:
        last = min(map(sax_count, _before(Position(board, code))), default=there[code])
        if code not in higher and first < last and not _is_at_most_one_jump(position, code):
            most, when = (
                (first, "at most after the first jump") if here >= last else (here, "here")
            )
            text = (
                f"it is {most} {when} and no jump raises it, but it is {last} at least before a "
                f"last jump to {finish_name(board, code)}"
            )
            sums = SaxSums(most, last, after_first=here >= last, before_last=True)
            yield Reason("sax", (code,), f"SAX count ({_SAX}): {text}", sums=sums)


def _before(position: Position) -> Iterator[Position]:
    """The positions one jump before a position."""
    return (
        one.complement for one in map(position.complement.play, position.complement.legal_jumps)
    )


def _is_at_most_one_jump(position: Position, code: int) -> bool:
    return code == position.code or any(
        position.play(jump).code == code for jump in position.legal_jumps
    )


# -- weights that linear programs find ------------------------------------------------------------


def sheets(
    finder: BalanceFinder, position: Position, finishes: Sequence[int]
) -> Iterator[BalanceSheet]:
    """One for all finishes together, if there is such; or else one for each that has one."""
    together = finder.find(position.code, finishes) if len(finishes) > 1 else None
    if together is not None:
        yield together
        return
    one_by_one = (finder.find(position.code, [code]) for code in finishes)
    yield from (sheet for sheet in one_by_one if sheet is not None)


# -- resource counts: no jump raises their sum, and the finish has more ---------------------------


def _by_resource(position: Position, finishes: Sequence[int]) -> Iterator[Reason]:
    """A count with small integer weights, from a linear program, which finds one if it exists."""
    for sheet in sheets(resource_finder(position.board), position, finishes):
        yield Reason("resource", sheet.finishes, _count_text(sheet), sheet)


def reason_by_count(
    count: ResourceCount, position: Position, finishes: Sequence[int]
) -> Reason | None:
    """The finishes that a resource count excludes, by their codes.

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
    return Reason("resource", forbidden, _count_text(sheet), sheet)


def _count_text(sheet: BalanceSheet) -> str:
    least = min(map(sheet.bound, sheet.finishes))
    where = names_of(sheet.board, sheet.finishes)
    return (
        f"resource count: it is {sheet.value} here and no jump raises it, but it is {least} "
        f"{'or more ' if len(sheet.finishes) > 1 else ''}at {where}"
    )


# -- balance sheets: what can be lost does not pay for what has to be done ------------------------


def _by_balance(position: Position, finishes: Sequence[int]) -> Iterator[Reason]:
    """A sheet from a linear program: found where there is one."""
    for sheet in sheets(balance_finder(position.board), position, finishes):
        yield Reason("exits", sheet.finishes, f"balance sheet: {balance_text(sheet)}", sheet)


def balance_text(sheet: BalanceSheet) -> str:
    """The claim of a sheet about each of its finishes."""
    return "; ".join(_claim(sheet, code) for code in sheet.finishes)


def _claim(sheet: BalanceSheet, finish: int) -> str:
    """What a game has to lose and can; or the two sums, where it would have to gain."""
    name, can, owed = finish_name(sheet.board, finish), sheet.available(finish), sheet.owed(finish)
    there = sheet.value - can
    if can >= 0:
        return (
            f"a game to {name} has to lose {owed} of this count, and can lose {can} (it is "
            f"{sheet.value} here and {there} there)"
        )
    on_the_way = {True: f"a game loses at least {owed} of it", False: "no jump raises it"}[
        owed > 0
    ]
    if owed < 0:
        on_the_way = f"a game can gain {-owed} of it at most"
    return f"this count is {sheet.value} here and {on_the_way}, but it is {there} at {name}"


# -- cases: how often some jumps are made, and a sheet for each -----------------------------------

_SECONDS = 10.0  # more than it takes but on a busy machine
_PROGRAMS = 1_000


def _by_cases(position: Position, finishes: Sequence[int]) -> Iterator[Reason]:
    """A proof by cases of each finish, up to the first that has none: a search follows then."""
    board = position.board
    if not board.fits_word:
        return
    for finish in finishes:
        budget = Work(_SECONDS, _PROGRAMS).begin()
        proof = find_cases(board, position.code, finish, work=budget)
        if proof is None:
            return
        if isinstance(proof.tree, BalanceSheet):
            text = f"balance sheet: {balance_text(proof.tree)}"
            yield Reason("exits", (finish,), text, proof.tree)
        else:
            yield Reason("cases", (finish,), _cases_text(proof), proof.cases[0][1], cases=proof)


def case_text(proof: CaseProof, number: int) -> str:
    """A case in words, numbered from 0: what is supposed, and what follows.

    Examples
    --------
    >>> from pegsolitaire.board import english
    >>> board = english()
    >>> dead = board.position("code:7897645055")
    >>> proof = find_cases(board, dead.code, board.single("d4").code)
    >>> for number in range(2):
    ...     print(case_text(proof, number))  # doctest: +ELLIPSIS
    suppose d2-d4 is never made: a game to d4 has to lose 2 of this count, and can lose 1 (...)
    suppose d2-d4 is made at least once: a game to d4 has to lose 13 of this count, ...
    """
    return f"suppose {supposed(proof, number)}: {balance_text(proof.cases[number][1])}"


def supposed(proof: CaseProof, number: int) -> str:
    """How often each jump is made in a case, numbered from 0."""
    alike: dict[str, list[str]] = {}
    for limit in proof.cases[number][0]:
        alike.setdefault(limit.words, []).append(str(Jump.of(proof.board, limit.jump)))
    return "; ".join(f"{jumps_are(jumps)} {words}" for words, jumps in alike.items())


def jumps_are(jumps: Sequence[str]) -> str:
    """Jumps in words, with their verb."""
    *others, last = jumps
    return f"{', '.join(others)} and {last} are" if others else f"{last} is"


def _cases_text(proof: CaseProof) -> str:
    jumps = jumps_are([str(Jump.of(proof.board, jump)) for jump in proof.jumps])
    return (
        f"{len(proof.cases)} cases, by how often {jumps} made: in each of them a game to "
        f"{finish_name(proof.board, proof.finish)} has to lose more of a count than it can"
    )


# -- all of them, in order ------------------------------------------------------------------------

#: Each row is asked about the finishes that the rows before it leave open.
REASONS: tuple[tuple[Callable[[Position, Sequence[int]], Iterator[Reason]], ...], ...] = (
    (by_class,),
    (_by_small_trap,),
    (_by_sax, _by_resource),
    (_by_balance,),
    (_by_trap,),
)
#: What is asked last, and only for an explanation: it takes seconds where the others take none.
SLOW_REASONS = ((_by_cases,),)


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
    ['trap']
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


# -- a search, where theory says nothing ----------------------------------------------------------


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
    if not position.legal_jumps:
        return Reason("search", tuple(finishes), "no jump is left", searched=searched)
    count = "" if searched is None else f", {counted(searched, 'position')}"
    text = f"every way to go on was tried{count}: none ends {_end_text(position.board, finishes)}"
    return Reason("search", tuple(finishes), text, searched=searched)


def unproven(finishes: Iterable[int], reasons: Iterable[Reason]) -> tuple[int, ...]:
    """The finishes that no reason rules out."""
    proven = {code for reason in reasons for code in reason.finishes}
    return tuple(code for code in finishes if code not in proven)


def _end_text(board: Board, finishes: Sequence[int]) -> str:
    """How a game to some finishes ends, in words."""
    if any(code.bit_count() > 1 for code in finishes):
        return f"at {names_of(board, finishes)}"
    if len(finishes) == len(board):
        return "with one peg, in any hole"
    return f"with one peg in {either([finish_name(board, code) for code in finishes])}"
