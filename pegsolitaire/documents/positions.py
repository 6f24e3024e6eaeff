"""Positions: what they are called, which jumps win, how many games go on from them."""

from __future__ import annotations

from collections.abc import Mapping

from typing_extensions import TypedDict

from pegsolitaire.analysis import Assessment, Check, Games
from pegsolitaire.board import hole_name
from pegsolitaire.documents.document import document, texts
from pegsolitaire.documents.problems import SolutionDocument, solution_document
from pegsolitaire.game import Jump, Position
from pegsolitaire.theory import Profile


class PositionDocument(TypedDict):
    """A position, as a picture in a line and as its code."""

    position: str
    code: int


class ShownDocument(PositionDocument):
    """A position, and what to know of it."""

    board: str
    mincode: int
    pegs: int
    jumps: list[str]


class TightDocument(TypedDict):
    """A resource count that has nothing to lose on the way to a finish."""

    count: str
    finish: str
    slack: int


class ProfileDocument(TypedDict):
    """What theory says of a position."""

    position_class: str | None
    types: list[str]
    feasible: list[str]
    symmetry_type: int | None
    symmetry: str | None
    tight: list[TightDocument]
    removals: list[str]


@document
class JumpVerdict(TypedDict):
    """Whether the game can be won after a jump."""

    jump: str
    winning: bool | None


@document
class VerdictDocument(TypedDict):
    """Whether the game can be won from a position, and after each legal jump; or not known."""

    winning: bool | None
    jumps: list[JumpVerdict]


class CheckDocument(PositionDocument, VerdictDocument):
    """Whether a position can be won, and whether a game could have led to it."""

    reachable: bool | None
    """whether a game from the start, or else from some single vacancy, leads to it"""
    holes: list[str] | None
    """where the last peg can end"""
    moves: int | None
    """the fewest moves to win in"""
    solution: SolutionDocument


class GamesDocument(TypedDict):
    """How many games there are, and how many reach the finish."""

    solutions: int
    games: int
    lost: int
    games_by_pegs: dict[str, int]
    """how many end with so many pegs"""


@document
class GamesTexts(TypedDict):
    """The same as texts: numbers of JavaScript end at 2**53."""

    solutions: str
    games: str
    lost: str


@document
class AssessmentDocument(TypedDict):
    """What a position is worth as a puzzle."""

    solvable: bool | None
    finishes: dict[str, bool | None]
    jumps: list[JumpVerdict]
    games: GamesTexts | None
    solution: SolutionDocument


def position_document(position: Position) -> PositionDocument:
    """A position by its names."""
    return {"position": position.text(), "code": position.code}


def shown_document(position: Position) -> ShownDocument:
    """A position, and its legal jumps."""
    return {
        "board": position.board.name,
        **position_document(position),
        "mincode": position.mincode,
        "pegs": len(position),
        "jumps": texts(position.legal_jumps),
    }


def profile_document(found: Profile) -> ProfileDocument:
    """Where a position stands."""
    kind = found.symmetry
    return {
        "position_class": found.class_letter,
        "types": list(found.type_letters),
        "feasible": list(map(hole_name, found.finishes)),
        "symmetry_type": None if kind is None else kind.number,
        "symmetry": None if kind is None else kind.description,
        "tight": [
            {"count": one.name, "finish": hole_name(one.finish), "slack": one.slack}
            for one in found.tight
        ],
        "removals": texts(found.removals),
    }


def jump_verdicts(verdicts: Mapping[Jump, bool | None]) -> list[JumpVerdict]:
    """Legal jumps, each with whether it wins."""
    return [{"jump": str(jump), "winning": wins} for jump, wins in verdicts.items()]


def verdict_document(
    winning: bool | None, verdicts: Mapping[Jump, bool | None]
) -> VerdictDocument:
    """Whether a position wins, and its jumps."""
    return {"winning": winning, "jumps": jump_verdicts(verdicts)}


def check_document(found: Check) -> CheckDocument:
    """What can become of a position."""
    return {
        **position_document(found.position),
        **verdict_document(found.winning, found.jumps),
        "reachable": found.reachable,
        "holes": None if found.holes is None else list(map(hole_name, found.holes)),
        "moves": found.moves,
        "solution": solution_document(found.solution),
    }


def games_document(games: Games) -> GamesDocument:
    """Numbers of games."""
    return {
        "solutions": games.won,
        "games": games.total,
        "lost": games.lost,
        "games_by_pegs": {str(pegs): number for pegs, number in games.by_pegs.items()},
    }


def games_texts(games: Games | None) -> GamesTexts | None:
    """Numbers of games, where they are known, as texts."""
    if games is None:
        return None
    return {"solutions": str(games.won), "games": str(games.total), "lost": str(games.lost)}


def assessment_document(found: Assessment) -> AssessmentDocument:
    """What a position is worth."""
    return {
        "solvable": found.solvable,
        "finishes": {hole_name(hole): ends for hole, ends in found.finishes.items()},
        "jumps": jump_verdicts(found.jumps),
        "games": games_texts(found.games),
        "solution": solution_document(found.solution),
    }
