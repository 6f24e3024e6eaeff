"""Cases: how often some jumps are made, and a balance sheet for each answer.

Bounded: a second or so for a finish on 33 holes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pegsolitaire.analysis.reasons.balance import balance_text
from pegsolitaire.analysis.reasons.reason import Reason
from pegsolitaire.budget import Budget
from pegsolitaire.game import Jump, Position, finish_name
from pegsolitaire.theory import BalanceSheet, CaseProof, find_cases

_SECONDS = 10.0  # more than it takes but on a busy machine
_PROGRAMS = 1_000


def by_cases(position: Position, finishes: Sequence[int]) -> Iterator[Reason]:
    """A proof by cases of each finish, up to the first that has none: a search follows then."""
    board = position.board
    if not board.fits_word:
        return
    for finish in finishes:
        budget = Budget(_SECONDS, _PROGRAMS)
        proof = find_cases(board, position.code, finish, budget=budget)
        if proof is None:
            return
        if isinstance(proof.tree, BalanceSheet):
            text = f"balance sheet: {balance_text(proof.tree)}"
            yield Reason("exits", (finish,), text, proof.tree)
        else:
            yield Reason("cases", (finish,), _text(proof), proof.cases[0][1], cases=proof)


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
    limits, sheet = proof.cases[number]
    alike: dict[str, list[str]] = {}
    for limit in limits:
        alike.setdefault(limit.words, []).append(str(Jump.of(proof.board, limit.jump)))
    supposed = "; ".join(f"{_are(jumps)} {words}" for words, jumps in alike.items())
    return f"suppose {supposed}: {balance_text(sheet)}"


def _are(jumps: list[str]) -> str:
    """Jumps in words, with their verb."""
    *others, last = jumps
    return f"{', '.join(others)} and {last} are" if others else f"{last} is"


def _text(proof: CaseProof) -> str:
    jumps = _are([str(Jump.of(proof.board, jump)) for jump in proof.jumps])
    return (
        f"{len(proof.cases)} cases, by how often {jumps} made: in each of them a game to "
        f"{finish_name(proof.board, proof.finish)} has to lose more of a count than it can"
    )
