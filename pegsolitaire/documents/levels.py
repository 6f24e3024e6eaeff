"""Levels: by pegs, and by moves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from pegsolitaire.analysis import MoveLevel, MoveTable
from pegsolitaire.documents.positions import PositionDocument, position_document
from pegsolitaire.documents.problems import ProblemWords, problem_words
from pegsolitaire.game import Position, Problem
from pegsolitaire.sets import LevelTable


class LevelsDocument(ProblemWords):
    """The sizes of F, B, W and L by pegs."""

    raw: bool
    levels: list[dict[str, int]]
    totals: dict[str, Any]


class LastDocument(PositionDocument):
    """A position of a last level, and whether it is on solutions."""

    winning: bool


class MovesDocument(ProblemWords):
    """The sizes of levels by moves, from both ends."""

    levels: list[dict[str, Any]]
    totals: dict[str, int]
    farthest: list[LastDocument]
    deepest: list[LastDocument]


class WinningDocument(ProblemWords):
    """Winning sets, and where they are kept."""

    positions: int
    path: str
    levels: list[dict[str, int]]
    by_index: list[dict[str, int]]
    """how many there are by pegs and index, where they were sorted so"""


def levels_document(table: LevelTable) -> LevelsDocument:
    """The table of `pegs levels`."""
    return {
        **problem_words(table.problem),
        "raw": table.raw,
        "levels": [asdict(row) for row in table.rows],
        "totals": {**table.totals(), "half": table.half},
    }


def moves_document(table: MoveTable) -> MovesDocument:
    """The table of `pegs levels --by moves`."""
    forward, backward = table.totals
    return {
        **problem_words(table.problem),
        "levels": [
            {"level": moves} | _side("forward", ahead) | _side("backward", behind)
            for moves, (ahead, behind) in enumerate(table.rows)
        ],
        "totals": {"forward": forward, "backward": backward},
        "farthest": _last(table.farthest),
        "deepest": _last(table.deepest),
    }


def _last(last: Mapping[Position, bool]) -> list[LastDocument]:
    return [{**position_document(position), "winning": wins} for position, wins in last.items()]


def _side(name: str, level: MoveLevel | None) -> dict[str, Any]:
    if level is None:
        return {name: 0, f"{name}_pegs": None, f"{name}_winning": 0}
    return {
        name: level.positions,
        f"{name}_pegs": list(level.pegs),
        f"{name}_winning": level.winning,
    }


def winning_document(
    problem: Problem,
    counts: Mapping[int, int],
    path: Path,
    by_index: Mapping[int, Mapping[int, int]],
) -> WinningDocument:
    """How many positions win, by pegs, and by index where they were sorted so."""
    return {
        **problem_words(problem),
        "positions": sum(counts.values()),
        "path": str(path),
        "levels": [{"pegs": pegs, "positions": number} for pegs, number in counts.items()],
        "by_index": [
            {"pegs": pegs, "index": index, "positions": number}
            for pegs, row in by_index.items()
            for index, number in row.items()
        ],
    }
