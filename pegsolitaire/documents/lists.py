"""What is listed: the shortest ways to lose, graphs of solutions, long sweeps."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from typing_extensions import TypedDict

from pegsolitaire.analysis import DeadEnd, FinalSweep, SolutionGraph, Sweep
from pegsolitaire.board import hole_name
from pegsolitaire.documents.document import texts
from pegsolitaire.documents.problems import ProblemWords, problem_words
from pegsolitaire.game import Problem, start_name


class DeadEndDocument(TypedDict):
    """A way to lose, and where a game can still end with one peg."""

    jumps: list[str]
    code: int
    can_finish_at: list[str]
    unknown: list[str]


class DeadEndsDocument(ProblemWords):
    """The shortest ways to lose."""

    jumps: int | None
    sequences: list[list[str]]
    can_finish_at: list[str]
    dead_ends: list[DeadEndDocument]


class GraphDocument(ProblemWords):
    """All solutions of a problem as a graph."""

    solutions: int
    positions: int
    jumps: int
    levels: list[list[int]]
    path: str | None


class SweepDocument(TypedDict):
    """The longest move of a board."""

    board: str
    jumps: int
    move: str | None
    position: int | None


class FinalSweepDocument(TypedDict):
    """A solution that ends with a long sweep, if there is one."""

    last: int
    possible: bool | None
    tried: int
    undecided: int
    proven: bool
    start: str | None
    moves: list[str] | None


def dead_ends_document(problem: Problem, found: Sequence[DeadEnd]) -> DeadEndsDocument:
    """The shortest ways to lose a problem."""
    holes = {hole for one in found for hole in one.can_finish_at}
    return {
        **problem_words(problem),
        "jumps": len(found[0].jumps) if found else None,
        "sequences": [texts(one.jumps) for one in found],
        "can_finish_at": [hole_name(hole) for hole in problem.board if hole in holes],
        "dead_ends": [
            {
                "jumps": texts(one.jumps),
                "code": one.position.code,
                "can_finish_at": list(map(hole_name, one.can_finish_at)),
                "unknown": list(map(hole_name, one.unknown)),
            }
            for one in found
        ],
    }


def graph_document(problem: Problem, graph: SolutionGraph, path: Path | None) -> GraphDocument:
    """The size of a graph, and where it was written."""
    return {
        **problem_words(problem),
        "solutions": graph.solutions,
        "positions": len(graph),
        "jumps": len(list(graph.edges())),
        "levels": [list(level) for level in graph.levels],
        "path": None if path is None else str(path),
    }


def sweep_document(board: str, longest: Sweep | None) -> SweepDocument:
    """The longest move, if any is possible."""
    if longest is None:
        return {"board": board, "jumps": 0, "move": None, "position": None}
    return {
        "board": board,
        "jumps": len(longest),
        "move": str(longest.move),
        "position": longest.start.code,
    }


def final_sweep_document(ending: FinalSweep) -> FinalSweepDocument:
    """A solution that ends with a sweep, or why there is none."""
    line = ending.solution
    return {
        "last": ending.length,
        "possible": ending.possible,
        "tried": ending.tried,
        "undecided": ending.undecided,
        "proven": ending.proven,
        "start": None if line is None else start_name(line.start),
        "moves": None if line is None else texts(line.moves),
    }
