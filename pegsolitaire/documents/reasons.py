"""Why positions are dead, and the best that is left of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from typing_extensions import TypedDict

from pegsolitaire.analysis import BestEnd, Explanation, Reason, case_text
from pegsolitaire.board import hole_name
from pegsolitaire.documents.document import document, texts
from pegsolitaire.documents.positions import PositionDocument, position_document
from pegsolitaire.documents.problems import SolutionDocument, solution_document
from pegsolitaire.game import Jump, Position, finish_name
from pegsolitaire.theory import BalanceSheet, CaseProof, kept_parities


@document
class DemandDocument(TypedDict):
    """What a game to a finish has to do, and what that costs."""

    kind: str
    region: list[str]
    price: int
    needed: int


@document
class LimitDocument(TypedDict):
    """How often a jump is made in a case, as far as its weights make use of that."""

    jump: str
    least: int
    most: int | None
    due: int
    """what the jump loses, made as often, beyond the prices that it counts for"""


@document
class CaseDocument(TypedDict):
    """One of several cases, each with weights that forbid it."""

    suppose: list[str]
    text: str
    weights: list[int]
    value: int
    bound: int
    demands: list[DemandDocument]
    limits: list[LimitDocument]


@document
class ReasonDocument(TypedDict):
    """Why a finish is out of reach."""

    finish: str
    kind: str
    """class, resource, sax, exits, cases or search"""
    text: str
    searched: int | None
    """positions that a search went through"""
    weights: list[int] | None
    """of the holes, of a resource count or a balance sheet; of cases those of the first"""
    value: int | None
    """the weight of the pegs"""
    bound: int | None
    """the value from which on the finish could be reached"""
    demands: list[DemandDocument]
    cases: list[CaseDocument]


@document
class ParityDocument(TypedDict):
    """Holes with a number of pegs odd or even for good, and the finishes where it is not so."""

    region: list[int] | None
    """numbers of holes, from 0"""
    finishes: list[str]


@document
class BestEndDocument(SolutionDocument):
    """A game that leaves few pegs, from a dead position."""

    pegs: int
    finish: str | None
    """the hole of a single peg"""
    exact: bool
    """whether fewer pegs are known to be impossible"""
    text: str


class ExplanationDocument(PositionDocument):
    """Whether a position is dead, and why."""

    board: str
    dead: bool | None
    reasons: list[ReasonDocument]
    jumps: list[str] | None
    best: BestEndDocument | None


@document
class WhyDocument(TypedDict):
    """Why a position is dead; no reasons where it is not, or that is not known."""

    reasons: list[ReasonDocument]
    parities: list[ParityDocument]
    """what is behind a reason by position class"""
    fewest_pegs: int | None
    """that a game can leave, where that is certain"""
    best: BestEndDocument | None


def reason_documents(position: Position, reasons: Iterable[Reason]) -> list[ReasonDocument]:
    """Reasons, each for every finish that it rules out."""
    return [
        {
            "finish": finish_name(position.board, code),
            "kind": reason.kind,
            "text": reason.text,
            "searched": reason.searched,
            "weights": None if reason.sheet is None else list(reason.sheet.count.weights),
            "value": None if reason.sheet is None else reason.sheet.value,
            "bound": None if reason.sheet is None else reason.sheet.bound(code),
            "demands": [] if reason.sheet is None else _demands(reason.sheet, code),
            "cases": [] if reason.cases is None else case_documents(reason.cases),
        }
        for reason in reasons
        for code in reason.finishes
    ]


def case_documents(proof: CaseProof) -> list[CaseDocument]:
    """The cases of a proof, each with what forbids it."""
    return [
        {
            "suppose": [proof.supposition(limit) for limit in limits],
            "text": case_text(proof, number),
            "weights": list(sheet.count.weights),
            "value": sheet.value,
            "bound": sheet.bound(proof.finish),
            "demands": _demands(sheet, proof.finish),
            "limits": [
                {
                    "jump": str(Jump.of(proof.board, limit.jump)),
                    "least": limit.least,
                    "most": limit.most,
                    "due": sheet.due(limit),
                }
                for limit in sheet.limits
            ],
        }
        for number, (limits, sheet) in enumerate(proof.cases)
    ]


def parity_documents(position: Position, reasons: Iterable[Reason]) -> list[ParityDocument]:
    """The parities behind reasons by position class, which take several for all finishes."""
    board = position.board
    return [
        {
            "region": None if region is None else holes_of(region),
            "finishes": [finish_name(board, code) for code in finishes],
        }
        for reason in reasons
        if reason.kind == "class"
        for region, finishes in kept_parities(board, position.code, reason.finishes)
    ]


def _demands(sheet: BalanceSheet, finish: int) -> list[DemandDocument]:
    return [
        {
            "kind": demand.kind,
            "region": [hole_name(hole) for hole in Position(sheet.board, demand.region)],
            "price": price,
            "needed": demand.needed(sheet.start, finish),
        }
        for demand, price in sheet.prices
    ]


def holes_of(code: int) -> list[int]:
    """The numbers of the holes of a code."""
    return [i for i in range(code.bit_length()) if code >> i & 1]


def best_end_document(best: BestEnd | None) -> BestEndDocument | None:
    """The game that leaves the fewest pegs."""
    if best is None:
        return None
    holes = list(best.solution.finish)
    return {
        "pegs": best.pegs,
        "finish": hole_name(holes[0]) if len(holes) == 1 else None,
        "exact": best.exact,
        "text": best.text,
        **solution_document(best.solution),
    }


def explanation_document(found: Explanation, best: BestEnd | None) -> ExplanationDocument:
    """Why a position is dead, or a way to a finish."""
    solution = found.solution
    return {
        "board": found.position.board.name,
        **position_document(found.position),
        "dead": found.dead,
        "reasons": reason_documents(found.position, found.reasons),
        "jumps": None if solution is None else texts(solution.jumps),
        "best": best_end_document(best),
    }


def why_document(
    position: Position, reasons: Sequence[Reason], best: BestEnd | None
) -> WhyDocument:
    """Why a position of a game is dead."""
    return {
        "reasons": reason_documents(position, reasons),
        "parities": parity_documents(position, reasons),
        "fewest_pegs": best.pegs if best and best.exact else None,
        "best": best_end_document(best),
    }
