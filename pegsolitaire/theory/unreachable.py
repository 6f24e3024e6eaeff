"""Prove that finishes cannot be reached from a position.

Each kind of proof is a generator function that takes a position, the codes of finishes and the
work, and yields reasons. :data:`REASONS` lists these functions in the order in which they are
tried, cheap functions first. To add a kind of proof, add its function to this list. A function
that takes more than milliseconds stops when the work is over. Every reason is checked before it is
returned. If no proof applies, a search tries all continuations.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from pegsolitaire.board import Board, Hole, hole_name, triangle
from pegsolitaire.board.notation import either
from pegsolitaire.game import Jump, Position, finish_name
from pegsolitaire.game.conversion import PositionLike, as_position
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
from pegsolitaire.theory.linear_programs import BalanceFinder, is_over
from pegsolitaire.theory.traps import Trap, find_traps
from pegsolitaire.units import counted
from pegsolitaire.work import Work


@dataclass(frozen=True)
class SaxSums:
    """The two SAX counts that prove that a finish cannot be reached.

    Attributes
    ----------
    most : int
        The SAX count of the position, or the largest SAX count after the first jump.
    needed : int
        The least SAX count that the finish needs, or the least SAX count before the last jump.
    after_first, before_last : bool
        Whether the counts are taken after the first jump, and before the last jump.
    """

    most: int
    needed: int
    after_first: bool = False
    before_last: bool = False


@dataclass(frozen=True)
class Reason:
    """A reason why no game leads from a position to certain finishes.

    Attributes
    ----------
    kind : str
        ``class``, ``trap``, ``resource``, ``sax``, ``exits``, ``cases`` or ``search``.
    finishes : tuple of int
        The codes of the finishes that the reason rules out.
    text : str
        The claim in one line; :mod:`pegsolitaire.reasons.telling` explains it to players.
    sheet : BalanceSheet or None
        The weights of a resource count (without prices), of ``exits``, or of the first case of
        ``cases``.
    searched : int or None
        The number of positions that a search tried, or None if winning sets gave the answer.
    cases : CaseProof or None
        The whole proof by cases.
    trap : Trap or None
        The whole proof by a trap.
    sums : SaxSums or None
        The two SAX counts.
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
        """Return a row of numbers for each finish that the reason rules out."""
        return [ReasonRow.of(self, position.board, code) for code in self.finishes]


@dataclass(frozen=True)
class DemandRow(Result):
    """A demand of a balance sheet: what a game to a finish must do, and the price of it."""

    kind: str
    region: tuple[Hole, ...]
    price: int
    needed: int

    @classmethod
    def all_of(cls, sheet: BalanceSheet, finish: int) -> list[DemandRow]:
        """Return all demands of a balance sheet for a finish."""
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
    """An assumption about how often a jump is made. The balance sheet of a case uses it.

    Attributes
    ----------
    due : int
        The loss of the jump if it is made this often, minus the prices for which it counts.
    """

    jump: Jump
    least: int
    most: int | None
    due: int


@dataclass(frozen=True)
class CaseRow(Result):
    """One case of a proof by cases, with the weights that rule out the case."""

    suppose: tuple[str, ...]
    text: str
    weights: tuple[int, ...]
    value: int
    bound: int
    demands: list[DemandRow]
    limits: list[LimitRow]

    @classmethod
    def of(cls, proof: CaseProof, number: int) -> CaseRow:
        """Return a case by its number, counted from 0."""
        limits, sheet = proof.cases[number]
        return cls(
            tuple(f"{Jump.of(proof.board, limit.jump)} is {limit.words}" for limit in limits),
            case_text(proof, number),
            sheet.count.weights,
            sheet.value,
            sheet.bound(proof.finish),
            DemandRow.all_of(sheet, proof.finish),
            [
                LimitRow(
                    Jump.of(proof.board, limit.jump), limit.least, limit.most, sheet.due(limit)
                )
                for limit in sheet.limits
            ],
        )


@dataclass(frozen=True)
class ReasonRow(Result):
    """The reason why one finish cannot be reached.

    Attributes
    ----------
    kind : str
        Class, trap, resource, sax, exits, cases or search.
    searched : int or None
        The number of positions that a search tried.
    weights : tuple of int, or None
        The weights of the holes in a resource count or a balance sheet; for a proof by cases, in
        the first case.
    value : int or None
        The total weight of the pegs.
    bound : int or None
        The least total weight from which the finish might be reached.
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
        """Return the row of a reason for one of the finishes that the reason rules out."""
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
    """Return the names of finishes, separated by commas."""
    return ", ".join(finish_name(board, code) for code in codes)


# -- the position class, which no jump changes ----------------------------------------------------


def by_class(position: Position, finishes: Sequence[int], *, work: Work) -> Iterator[Reason]:
    """Yield one reason for all finishes that are not in the class of the position."""
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


# -- traps: holes that always contain a peg -------------------------------------------------------


# The largest number of holes of a trap; a larger trap is harder to see than a sum.
_MAX_TRAP_HOLES = 6


def _by_trap(
    position: Position, finishes: Sequence[int], most_holes: int | None = None, *, work: Work
) -> Iterator[Reason]:
    """Yield traps: regions that always contain a peg, but are empty in a finish."""
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


def _by_sax(position: Position, finishes: Sequence[int], *, work: Work) -> Iterator[Reason]:
    """Apply the SAX count to the whole game, and to the game between its first and last jump."""
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
    after = [position.play(jump) for jump in position.legal_jumps]
    first = max(map(sax_count, after), default=here)
    within_one_jump = {reached.code for reached in (position, *after)}
    for code in finishes:
        last = min(map(sax_count, _before(Position(board, code))), default=there[code])
        if code not in higher and first < last and code not in within_one_jump:
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
    """Yield the positions from which one jump leads to the given position."""
    return (
        reached.complement
        for reached in map(position.complement.play, position.complement.legal_jumps)
    )


# -- weights found by linear programs -------------------------------------------------------------


def _by_sheets(
    position: Position,
    finishes: Sequence[int],
    *,
    kind: str,
    finder: Callable[[Board], BalanceFinder],
    text: Callable[[BalanceSheet], str],
    work: Work,
) -> Iterator[Reason]:
    """Yield one sheet that rules out all finishes, or else one for each finish that has one."""
    if is_over(work):
        return
    find = partial(finder(position.board).find, work=work)
    together = find(position.code, finishes) if len(finishes) > 1 else None
    every = (find(position.code, [code]) for code in finishes)
    for sheet in every if together is None else [together]:
        if sheet is not None:
            yield Reason(kind, sheet.finishes, text(sheet), sheet)


# -- resource counts: no jump raises the sum, and the finish has a higher sum ---------------------


def reason_by_count(
    count: ResourceCount, position: PositionLike, finishes: Sequence[int]
) -> Reason | None:
    """Return the reason for the finishes that a resource count excludes, or None.

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
    position = as_position(position)
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


# -- balance sheets: a game has to lose more than it can ------------------------------------------


def _balance_text(sheet: BalanceSheet) -> str:
    return f"balance sheet: {balance_text(sheet)}"


def balance_text(sheet: BalanceSheet) -> str:
    """Return the claim of a balance sheet about each of its finishes."""
    return "; ".join(_claim(sheet, code) for code in sheet.finishes)


def _claim(sheet: BalanceSheet, finish: int) -> str:
    """State how much of a count a game must lose and can lose, or why there is no such game."""
    name, can, owed = finish_name(sheet.board, finish), sheet.available(finish), sheet.owed(finish)
    there = sheet.value - can
    if can >= 0:
        return (
            f"a game to {name} has to lose {owed} of this count, and can lose {can} (it is "
            f"{sheet.value} here and {there} there)"
        )
    if owed > 0:
        on_the_way = f"a game loses at least {owed} of it"
    elif owed < 0:
        on_the_way = f"a game can gain {-owed} of it at most"
    else:
        on_the_way = "no jump raises it"
    return f"this count is {sheet.value} here and {on_the_way}, but it is {there} at {name}"


# -- cases: how often some jumps are made, with a sheet for each case -----------------------------

_SECONDS = 10.0  # the time limit, which is only reached on a busy machine
_PROGRAMS = 1_000


def _by_cases(position: Position, finishes: Sequence[int], *, work: Work) -> Iterator[Reason]:
    """Yield a proof by cases for each finish, and stop at the first finish without such a proof.

    If a finish has no such proof, a search has to follow, which also covers the other finishes.
    """
    board = position.board
    if not board.fits_word:
        return
    for finish in finishes:
        if is_over(work):
            return
        part = work.part(seconds=_SECONDS, positions=_PROGRAMS)
        proof = find_cases(board, position.code, finish, work=part)
        if proof is None:
            return
        if isinstance(proof.tree, BalanceSheet):
            yield Reason("exits", (finish,), _balance_text(proof.tree), proof.tree)
        else:
            yield Reason("cases", (finish,), _cases_text(proof), proof.cases[0][1], cases=proof)


def case_text(proof: CaseProof, number: int) -> str:
    """Describe a case of a proof: its assumption and the consequence. Cases are numbered from 0.

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
    """Describe a case of a proof: how often each jump is made. Cases are numbered from 0."""
    alike: dict[str, list[str]] = {}
    for limit in proof.cases[number][0]:
        alike.setdefault(limit.words, []).append(str(Jump.of(proof.board, limit.jump)))
    return "; ".join(f"{jumps_are(jumps)} {words}" for words, jumps in alike.items())


def jumps_are(jumps: Sequence[str]) -> str:
    """Return jumps as a phrase with "is" or "are", such as "d2-d4 and d5-d3 are"."""
    *others, last = jumps
    return f"{', '.join(others)} and {last} are" if others else f"{last} is"


def _cases_text(proof: CaseProof) -> str:
    jumps = jumps_are([str(Jump.of(proof.board, jump)) for jump in proof.jumps])
    return (
        f"{len(proof.cases)} cases, by how often {jumps} made: in each of them a game to "
        f"{finish_name(proof.board, proof.finish)} has to lose more of a count than it can"
    )


# -- all of them, in order ------------------------------------------------------------------------

#: Each row of functions is tried for the finishes that earlier rows do not rule out. A function
#: that solves linear programs takes the work, and stops when it is over.
REASONS: tuple[tuple[Callable[..., Iterator[Reason]], ...], ...] = (
    (by_class,),
    (partial(_by_trap, most_holes=_MAX_TRAP_HOLES),),
    (
        _by_sax,
        partial(_by_sheets, kind="resource", finder=resource_finder, text=_count_text),
    ),
    (partial(_by_sheets, kind="exits", finder=balance_finder, text=_balance_text),),
    (_by_trap,),
)
#: These functions are tried last, and only for explanations, because they take seconds.
SLOW_REASONS: tuple[tuple[Callable[..., Iterator[Reason]], ...], ...] = ((_by_cases,),)


def reasons_without_search(
    position: PositionLike,
    finishes: Sequence[int],
    slow: bool = False,
    *,
    work: Work | None = None,
) -> tuple[Reason, ...]:
    """Prove that finishes cannot be reached from a position, as far as possible without a search.

    A finish that is not ruled out may or may not be reachable. Proofs that are not found before
    the time limit are left out.

    Parameters
    ----------
    position : Position, or what makes one
        The position.
    finishes : sequence of int
        The codes of the finishes.
    slow : bool, optional
        Whether to try proofs by cases too, which take a second or two.
    work : Work, optional
        Limits on time and memory, a progress bar, and more: see :class:`pegsolitaire.Work`.

    Examples
    --------
    >>> from pegsolitaire.board import english
    >>> board = english()
    >>> dead = board.position("..*/.../*.*..../......*/*.*..../.../...")
    >>> [reason.kind for reason in reasons_without_search(dead, [board.single("d4").code])]
    ['trap']
    """
    work = Work.of(work)
    position = as_position(position)
    reasons: list[Reason] = []
    left = [code for code in finishes if code != position.code]
    for row in REASONS + (SLOW_REASONS if slow else ()):
        if not left:
            break
        reasons += [reason for find in row for reason in find(position, left, work=work)]
        proven = {code for reason in reasons for code in reason.finishes}
        left = [code for code in left if code not in proven]
    return tuple(reasons)


# -- search, if no proof is found -----------------------------------------------------------------


def reason_by_search(
    position: Position, finishes: Sequence[int], searched: int | None = None
) -> Reason:
    """Return the reason: all continuations were tried, or no jump is possible.

    Parameters
    ----------
    position : Position
        The position.
    finishes : sequence of int
        The codes of the finishes that cannot be reached.
    searched : int, optional
        The number of positions that were tried; None if winning sets gave the answer.

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
    """Return the finishes that no reason rules out."""
    proven = {code for reason in reasons for code in reason.finishes}
    return tuple(code for code in finishes if code not in proven)


def _end_text(board: Board, finishes: Sequence[int]) -> str:
    """Describe how a game to one of the finishes ends."""
    if any(code.bit_count() > 1 for code in finishes):
        return f"at {names_of(board, finishes)}"
    if len(finishes) == len(board):
        return "with one peg, in any hole"
    return f"with one peg in {either([finish_name(board, code) for code in finishes])}"
