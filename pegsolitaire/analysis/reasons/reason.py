"""A reason why finishes are out of reach, and finishes in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pegsolitaire.board import Board
from pegsolitaire.game import finish_name
from pegsolitaire.theory import BalanceSheet, CaseProof


@dataclass(frozen=True)
class Reason:
    """Why no game leads from a position to some finishes.

    Attributes
    ----------
    kind : str
        ``class``, ``resource``, ``sax``, ``exits``, ``cases`` or ``search``.
    finishes : tuple of int
        The codes of the finishes that it rules out.
    text : str
        The reason in words.
    sheet : BalanceSheet or None
        The weights, for a resource count (then without prices) and for exits; of cases the first.
    searched : int or None
        For a search, how many positions were tried; None where winning sets knew.
    cases : CaseProof or None
        For cases, the whole proof.
    """

    kind: str
    finishes: tuple[int, ...]
    text: str
    sheet: BalanceSheet | None = None
    searched: int | None = None
    cases: CaseProof | None = None


def names_of(board: Board, codes: Sequence[int]) -> str:
    """Finishes in words."""
    return ", ".join(finish_name(board, code) for code in codes)
