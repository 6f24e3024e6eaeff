"""Explain reasons to players in a sentence with a picture, in numbers, and in a full proof.

This module writes all texts with which the command line, the web page and notebooks explain a
reason. The sentence uses no technical terms. It states, for example, which holes will always keep
a peg, or which sum can only fall. The rings in the picture mark the holes that the proof is about,
and a test checks that they match. The sentences are in the page's file of words
(:mod:`pegsolitaire.reasons.sentences`), because the page uses them when it works without a server.
The texts for the SAX count, balance sheets, traps and cases are in the functions that use them,
because only a server finds such reasons.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import Any

from pegsolitaire.board import Board, Hole, hole_name
from pegsolitaire.board.bits import indices_of
from pegsolitaire.board.notation import either
from pegsolitaire.game import Jump, Position, PositionLike, as_position, finish_name
from pegsolitaire.reasons.claims import is_anywhere_from
from pegsolitaire.reasons.sentences import say
from pegsolitaire.results import Result
from pegsolitaire.theory import (
    BalanceSheet,
    CaseProof,
    Reason,
    Trap,
    kept_parities,
    sax_as_count,
    sax_count,
)
from pegsolitaire.theory.unreachable import SaxSums, balance_text, jumps_are, supposed
from pegsolitaire.units import counted

_COUNTED = "the pegs that count"  # what rings mean around pegs whose numbers are added up
_MAX_NAMED_HOLES = 4  # holes that a sentence names
# Holes times finishes: sets of holes that are gone through take seconds.
_MAX_PARITY_WORK = 100_000
_LARGEST_WORD = 6  # numbers up to this one are written as words


@dataclass(frozen=True)
class ProofPart(Result):
    """A case of a proof, or the whole proof if it has no cases.

    Attributes
    ----------
    title : str
        The assumption of this case; empty if the proof has no cases.
    lines : tuple of str
        The claims to check.
    weights : tuple of int or None
        The weights of the holes.
    """

    title: str
    lines: tuple[str, ...]
    weights: tuple[int, ...] | None = None


@dataclass(frozen=True)
class Telling(Result):
    """A reason as a sentence, as numbers, and as a proof.

    Attributes
    ----------
    kind : str
        Class, trap, resource, sax, exits, cases or search.
    title : str
        The title of this kind of proof.
    finishes : tuple of str
        The finishes that the reason rules out.
    sentence : str
        A sentence that explains what goes wrong.
    shows : str
        What the picture shows: ``stays`` (holes that keep a peg), ``falls`` (pegs whose sum can
        only fall), ``parity`` or ``nothing``.
    ring_codes : tuple of int
        The ringed holes, as codes, with one code for each part.
    legend : str
        The meaning of the rings, as a caption for the picture.
    arrows : tuple of Jump
        The jumps whose numbers distinguish the cases of the proof.
    numbers : tuple of str
        The sums that the position has and that the finishes need.
    weights : tuple of int or None
        The weights of the holes.
    proof : tuple of ProofPart
        The full proof.
    """

    position: Position
    kind: str
    title: str
    finishes: tuple[str, ...]
    sentence: str
    shows: str = "nothing"
    ring_codes: tuple[int, ...] = ()
    legend: str = ""
    arrows: tuple[Jump, ...] = ()
    numbers: tuple[str, ...] = ()
    weights: tuple[int, ...] | None = None
    proof: tuple[ProofPart, ...] = ()

    json_fields = (
        "kind",
        "title",
        "finishes",
        "sentence",
        "shows",
        "rings",
        "arrows",
        "numbers",
        "weights",
        "proof",
    )

    @property
    def rings(self) -> tuple[tuple[Hole, ...], ...]:
        """The ringed holes, as one tuple for each part."""
        return tuple(tuple(Position(self.position.board, ring)) for ring in self.ring_codes)

    def text(self) -> str:
        """Return the sentence and the numbers."""
        return "\n".join([self.sentence, *self.numbers])

    def __str__(self) -> str:
        return self.text()

    def _repr_svg_(self) -> str:
        return self.svg()

    def svg(self, *, numbers: bool = False) -> str:
        """Draw the position with rings. Darken the other pegs, and print the sentence below.

        Parameters
        ----------
        numbers : bool, optional
            Whether to draw the weights of the holes.
        """
        from pegsolitaire.draw import why_svg

        return why_svg(
            self.position.board,
            self.position.code,
            self.ring_codes,
            jumps=self.arrows,
            weights=self.weights if numbers else None,
            caption=self.sentence,
        )


def tell(position: PositionLike, reasons: Iterable[Reason]) -> tuple[Telling, ...]:
    """Put reasons into words, with a separate text for each parity that rules out finishes.

    Examples
    --------
    >>> from pegsolitaire.board import english
    >>> from pegsolitaire.reasons import explain
    >>> found = explain(english().vacancy("d4"), "d3")
    >>> [telling] = tell(found.position, found.reasons)
    >>> print(telling)
    The number of pegs on the ringed holes stays even, whatever you do, and it has to be odd for \
one peg in d3.
    There are 14 pegs on the ringed holes, an even number. Every jump changes two of these holes \
or none, and one peg in d3 needs an odd number.
    """
    position = as_position(position)
    return tuple(telling for reason in reasons for telling in _tell(position, reason))


def _tell(position: Position, reason: Reason) -> list[Telling]:
    if reason.kind == "class":
        return _by_class(position, reason)
    if reason.trap is not None:
        return [_by_trap(position, reason, reason.trap)]
    if reason.cases is not None:
        return [_by_cases(position, reason, reason.cases)]
    if reason.sums is not None:
        return [_by_sax(position, reason, reason.sums)]
    if reason.sheet is not None and reason.kind == "exits":
        return [_by_balance(position, reason, reason.sheet)]
    if reason.sheet is not None:
        return [_by_resource(position, reason, reason.sheet)]
    return [_by_search(position, reason)]


# -- words that several kinds share ---------------------------------------------------------------


def _end_words(position: Position, finishes: Sequence[int]) -> str:
    """Describe how the game should end, as in ``one peg in d4``.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> start = triangle(5).vacancy("a1")
    >>> _end_words(start, [1]), _end_words(start, [1, 2]), _end_words(start, [3])
    ('one peg in a1', 'one peg in a1 or a2', 'the goal')
    >>> _end_words(start, [1 << i for i in range(15)]), _end_words(start, [1, 2, 4, 8, 16])
    ('a single peg', 'one peg in any of 5 holes')
    """
    return _at_end("end", position, finishes)


def _at_end(key: str, position: Position, finishes: Sequence[int], **words: str) -> str:
    """Fill in the text for a goal of several pegs, for any hole, or for some holes."""
    if any(code.bit_count() != 1 for code in finishes):
        kind = "goal"
    elif is_anywhere_from(position, finishes):
        kind = "single"
    else:
        kind = "many" if len(finishes) > _MAX_NAMED_HOLES else "holes"
    holes = _names(position.board, finishes)
    return say(f"{key}.{kind}", count=len(finishes), holes=holes, **words)


def _names(board: Board, finishes: Sequence[int]) -> str:
    if len(finishes) > _MAX_NAMED_HOLES:
        return say("anyOf", len(finishes))
    return either([finish_name(board, code) for code in finishes])


def _number(count: int) -> str:
    return say(f"word.{count}") if count <= _LARGEST_WORD else str(count)


def _telling(position: Position, reason: Reason, sentence: str, **more: Any) -> Telling:
    finishes = tuple(finish_name(position.board, code) for code in reason.finishes)
    more = {"finishes": finishes, "sentence": sentence} | more
    return Telling(position, reason.kind, say(f"title.{reason.kind}"), **more)


def _so(position: Position, stays: str, finishes: Sequence[int], kept: int) -> str:
    """Complete a sentence about holes that keep pegs by stating what follows."""
    if kept > 1 and all(code.bit_count() == 1 for code in finishes):
        return say("so.left", stays=stays, count=_number(kept))
    return _at_end("so", position, finishes, stays=stays)


def _which(board: Board, end: str, finishes: Sequence[int]) -> tuple[str, ...]:
    """Name the holes if the sentence only gives their number."""
    if end != say("end.many", count=len(finishes)):
        return ()
    names = ", ".join(finish_name(board, code) for code in finishes)
    return (say("numbers.which", holes=names),)


def _stays(ring: int, kept: int) -> str:
    """State how many of the ringed holes will always keep a peg."""
    if kept > 1:
        return say("stays.more", count=_number(kept))
    return say("stays.one" if ring.bit_count() == 1 else "stays.some")


def _kept(rings: Sequence[int]) -> str:
    """Return the meaning of rings around holes that keep pegs."""
    alone = all(ring.bit_count() == 1 for ring in rings)
    pegs = "the peg" if len(rings) == 1 else "the pegs"
    return f"{pegs} that can never get out" if alone else "holes that can never all be emptied"


def _below(weights: Sequence[int], value: int, finishes: Sequence[int]) -> tuple[int, int]:
    """Find the holes with negative weights. Also return how many of them always need pegs.

    The sum cannot rise, and it needs this many pegs on negative weights to stay so low. The number
    is 0 if a finish has as many pegs there, because then their number is not the reason.
    """
    ring = sum(1 << i for i, weight in enumerate(weights) if weight < 0)
    least = -(value // -min(weights)) if value < 0 else 0
    if any((code & ring).bit_count() >= least for code in finishes):
        return ring, 0
    return ring, least


# -- each kind ------------------------------------------------------------------------------------


def _by_class(position: Position, reason: Reason) -> list[Telling]:
    board, tellings = position.board, []
    parts: list[tuple[int | None, tuple[int, ...]]] = [(None, reason.finishes)]
    if len(board) * len(reason.finishes) <= _MAX_PARITY_WORK:
        parts = kept_parities(board, position.code, reason.finishes)
    for region, finishes in parts:
        end = _end_words(position, finishes)
        names = tuple(finish_name(board, code) for code in finishes)
        if region is None:
            sentence = say("kind", end=end)
            proof = (ProofPart("", (reason.text,)),)
            tellings.append(_telling(position, reason, sentence, finishes=names, proof=proof))
            continue
        pegs = (position.code & region).bit_count()
        parity = "odd" if pegs % 2 else "even"
        numbers = say(f"numbers.{parity}", pegs, end=end)
        holes = ", ".join(map(hole_name, Position(board, region)))
        lines = (reason.text, say("proof.parity", holes=holes))
        tellings.append(
            _telling(
                position,
                reason,
                say(f"parity.{parity}", end=end),
                finishes=names,
                shows="parity",
                ring_codes=(region,),
                legend="the holes that are counted",
                numbers=(numbers, *_which(board, end, finishes)),
                proof=(ProofPart("", lines),),
            )
        )
    return tellings


def _by_trap(position: Position, reason: Reason, trap: Trap) -> Telling:
    board, regions = position.board, trap.regions
    if len(regions) > 1:
        alone = all(region.bit_count() == 1 for region in regions)
        stays = (
            f"The {_number(len(regions))} ringed pegs can never get out of their holes"
            if alone
            else f"Each of the {_number(len(regions))} ringed parts will always hold a peg"
        )
    else:
        stays = _stays(regions[0], 1)
    jumps = [str(Jump.of(board, jump)) for jump in trap.jumps]
    total = counted(len(board.jumps), "jump")
    places = [", ".join(map(hole_name, Position(board, region))) for region in regions]
    lines = [
        reason.text,
        "Let every hole be as full or as empty as any jump may make it. Then these jumps can be "
        f"made, each after those that make way for it, and no others: {', '.join(jumps)}."
        if jumps
        else "No jump can ever be made.",
        *(
            f"Each of them that takes a peg from {place} lands there again."
            if "," in place
            else f"None of them takes a peg from {place}."
            for place in places
        ),
    ]
    many = f"{len(jumps)} of the {total} of the board can ever be made"
    again = "every one that takes a peg off the ringed holes puts one back on them"
    off = "none of them takes a ringed peg off the board or out of its hole"
    ends = off if all(region.bit_count() == 1 for region in regions) else again
    return _telling(
        position,
        reason,
        _so(position, stays, reason.finishes, len(regions)),
        shows="stays",
        ring_codes=regions,
        legend=_kept(regions),
        numbers=(f"{many}, and {ends}.",),
        proof=(ProofPart("", tuple(lines)),),
    )


def _by_resource(position: Position, reason: Reason, sheet: BalanceSheet) -> Telling:
    board, weights = position.board, sheet.count.weights
    end = _end_words(position, reason.finishes)
    total = "numbers.sumOfSome" if len(reason.finishes) > 1 else "numbers.sum"
    bound = min(map(sheet.bound, reason.finishes))
    numbers = [say(total, value=sheet.value, end=end, bound=bound)]
    sentence, shows, ring = _of_sum(position, reason, weights, sheet.value)
    legend = {"stays": _kept([ring]), "falls": _COUNTED, "nothing": "the goal"}[shows]
    if shows == "stays":
        numbers.append(say("numbers.below"))
    numbers += _which(board, end, reason.finishes)
    jumps = say("proof.jumps", jumps=counted(len(board.jumps), "jump"))
    return _telling(
        position,
        reason,
        sentence,
        shows=shows,
        ring_codes=(ring,) if ring else (),
        legend=legend,
        numbers=tuple(numbers),
        weights=weights,
        proof=(ProofPart("", (reason.text, jumps), weights),),
    )


def _of_sum(
    position: Position, reason: Reason, weights: Sequence[int], value: int
) -> tuple[str, str, int]:
    """Return the sentence for a sum that no jump raises, the picture's content, and the rings."""
    board, finishes = position.board, reason.finishes
    ring, least = _below(weights, value, finishes)
    if least:
        return _so(position, _stays(ring, least), finishes, least), "stays", ring
    counting = sum(1 << i for i in indices_of(position.code) if weights[i])
    if min(weights) >= 0 and all(code.bit_count() == 1 for code in finishes):
        text = say(f"far.{_many(counting)}", holes=_names(board, finishes))
        if not counting:  # what stays empty is all there is to point at
            return text, "nothing", reduce(or_, finishes)
        return text, "falls", counting
    text = say("falls", ringed=_ringed(counting), end=_end_words(position, finishes))
    return text, "falls", counting


def _many(pegs: int) -> str:
    """Return the part of a text's key for a number of pegs: "none", "one" or "more"."""
    return {0: "none", 1: "one"}.get(pegs.bit_count(), "more")


def _ringed(pegs: int) -> str:
    return say(f"ringed.{_many(pegs)}")


def _by_sax(position: Position, reason: Reason, sums: SaxSums) -> Telling:
    count, code = sax_as_count(), position.code
    weights, here = count.weights, sax_count(position)
    end = _end_words(position, reason.finishes)
    edges = sum((code & edge).bit_count() > 1 for edge in count.regions)
    inside, outside = (
        sum(code >> i & 1 for i, weight in enumerate(weights) if weight == sign)
        for sign in (1, -1)
    )
    numbers = (
        "Count the edges whose three holes between the corners hold at least two pegs: "
        f"{edges}. Add the pegs at b3, b4 and c4: {inside}. Subtract the pegs at a1, a3, c3, a5, "
        f"c5 and e5: {outside}. The result is {here}, and no jump raises it"
    )
    if sums.after_first:
        numbers += f"; after the first jump, whichever it is, it is {sums.most} at most"
    if sums.before_last:
        is_single = all(finish.bit_count() == 1 for finish in reason.finishes)
        where = f"into {_names(position.board, reason.finishes)}" if is_single else f"to {end}"
        numbers += (
            f". Just before a last jump {where} it would have to be at least {sums.needed}, so no "
            "game ends like that."
        )
    else:
        least = "at least " if len(reason.finishes) > 1 else ""
        numbers += f", but {end} needs {least}{sums.needed}."
    below, bound = _below(weights, here, reason.finishes)
    if bound and not sums.before_last:
        ring, shows, legend = below, "stays", _kept([below])
        sentence = _so(position, _stays(ring, bound), reason.finishes, bound)
    else:
        full = sum(edge for edge in count.regions if (code & edge).bit_count() > 1)
        inner = sum(1 << i for i, weight in enumerate(weights) if weight > 0)
        # Of a low sum the pegs that are subtracted are to blame.
        ring, shows = code & below or code & (full | inner), "falls"
        legend = "the pegs that are subtracted" if code & below else _COUNTED
        pulled = "peg pulls" if ring.bit_count() == 1 else "pegs pull"
        ringed = f"The ringed {pulled} down" if code & below else _ringed(ring)
        then = "after any next jump it is" if sums.after_first else "it is already"
        sentence = f"{ringed} a sum that can only fall, and {then} too low for {end}."
    jumps = "No jump raises this count (Hentzel & Hentzel 1986; Bell 2008, section 2.3)."
    return _telling(
        position,
        reason,
        sentence,
        shows=shows,
        ring_codes=(ring,),
        legend=legend,
        numbers=(numbers, *_which(position.board, end, reason.finishes)),
        proof=(ProofPart("", (reason.text, jumps)),),
    )


def _by_balance(position: Position, reason: Reason, sheet: BalanceSheet) -> Telling:
    weights = sheet.count.weights
    end = _end_words(position, reason.finishes)
    counting = sum(1 << i for i in indices_of(position.code) if weights[i])
    sums = [f"Add up the numbers under the pegs: {sheet.value}. No jump can make this sum larger."]
    for code in reason.finishes:
        sums.append(_needed(sheet, code, _end_words(position, [code])))
    return _telling(
        position,
        reason,
        f"{_ringed(counting)} a sum that can only fall, and the way to {end} uses up more than "
        "there is.",
        shows="falls",
        ring_codes=(counting,) if counting else (),
        legend=_COUNTED,
        numbers=(" ".join(sums),),
        weights=weights,
        proof=(ProofPart("", (reason.text, *_lines(sheet)), weights),),
    )


def _needed(sheet: BalanceSheet, finish: int, end: str) -> str:
    """Explain which sum a position needs to reach a finish."""
    owed, bound = sheet.owed(finish), sheet.bound(finish)
    change = f"lose at least {owed}" if owed > 0 else f"gain at most {-owed}"
    on_the_way = f"the jumps on the way {change if owed else 'gain nothing'}"
    are = "is" if abs(bound) == 1 else "are"
    return (
        f"{end[0].upper()}{end[1:]} counts {sheet.count.of(finish)}, and {on_the_way}, so {bound} "
        f"{are} needed."
    )


def _lines(sheet: BalanceSheet) -> list[str]:
    """Return a sentence for each line of a balance sheet."""
    lines = map(str.strip, sheet.text().splitlines())
    return [f"A{line[1:]}." if line.startswith("a jump ") else f"{line}." for line in lines]


def _by_cases(position: Position, reason: Reason, proof: CaseProof) -> Telling:
    board = position.board
    end = _end_words(position, reason.finishes)
    jumps = [Jump.of(board, jump) for jump in proof.jumps]
    are = jumps_are(list(map(str, jumps)))
    numbers = [
        f"There are {len(proof.cases)} cases, by how often {are} made. In each of them the holes "
        "have other numbers; add up those under the pegs."
    ]
    parts = []
    for number, (_, sheet) in enumerate(proof.cases):
        needed = _needed(sheet, proof.finish, end)
        numbers.append(f"Case {number + 1}: the pegs add up to {sheet.value}. {needed}")
        title = f"Case {number + 1}: {supposed(proof, number)}"
        claim = balance_text(sheet)
        lines = (f"{claim[0].upper()}{claim[1:]}.", *_lines(sheet))
        parts.append(ProofPart(title, lines, sheet.count.weights))
    ring = 0
    for jump in proof.jumps:
        ring |= jump.mask
    return _telling(
        position,
        reason,
        f"However often {are} made, a sum that can only fall is too low for {end}.",
        shows="falls",
        ring_codes=(ring,),
        legend="the holes of these jumps",
        arrows=tuple(jumps),
        numbers=tuple(numbers),
        proof=tuple(parts),
    )


def _by_search(position: Position, reason: Reason) -> Telling:
    is_stuck = not position.legal_jumps
    end = _end_words(position, reason.finishes)
    many = reason.searched
    numbers = "" if not many else say("numbers.searched", count=counted(many, "position"))
    return _telling(
        position,
        reason,
        say("stuck") if is_stuck else say("tried", end=end),
        ring_codes=(position.code,) if is_stuck else (),
        legend="the pegs, none of which can jump",
        shows="stays" if is_stuck else "nothing",
        numbers=() if is_stuck or not numbers else (numbers,),
        proof=() if is_stuck else (ProofPart("", (reason.text,)),),
    )
