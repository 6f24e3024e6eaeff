"""Problems, and what becomes of them: an answer with a solution, or the fewest moves."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from typing_extensions import TypedDict

from pegsolitaire.analysis import Answer, OpenAnswer
from pegsolitaire.board import Hole, hole_name
from pegsolitaire.data import knowledge_of
from pegsolitaire.documents.document import document, texts
from pegsolitaire.game import Move, Position, Problem, Solution, code_text, moves_of
from pegsolitaire.theory import feasible_finishes


class ProblemWords(TypedDict):
    """A problem by its names."""

    board: str
    start: str
    finish: str


@document
class SolutionDocument(TypedDict):
    """A solution; null where none is known."""

    jumps: list[str] | None
    moves: list[str] | None
    """jumps of one peg in a row are a move"""
    move_count: int | None


class AnswerDocument(ProblemWords, SolutionDocument):
    """What became of a problem."""

    solvable: bool | None
    reason: str


@document
class ReachDocument(SolutionDocument):
    """Whether a peg can be brought to a hole, whatever else is left."""

    board: str
    start: str
    reach: str
    solvable: bool | None
    reason: str


class SurvivorsDocument(ProblemWords):
    """Which pegs can be the last, by the holes where they begin."""

    survivors: dict[str, bool | None]
    reasons: dict[str, str]
    jumps: dict[str, list[str]]
    """a solution for each peg that can be the last"""


class OpenDocument(AnswerDocument):
    """What became of a position on a board without an edge.

    Jumps and moves call holes as the board of the position does; off it by their column and row,
    and left of it or above it by coordinates.
    """

    margin: int
    """steps beyond the pegs that were searched; 0 for the board itself"""
    whole: bool
    """whether "no" is true on every board"""
    lattice: str
    position: str
    """the pegs on the board that was searched last"""
    shift: list[int]
    """what has to be added to coordinates to have those on that board"""
    coordinates: list[list[list[int]]] | None
    """the jumps by column and row, from 0; below 0 left of the board and above it"""


@document
class FewestDocument(TypedDict):
    """The fewest moves of a problem."""

    best: int | None
    """the fewest moves known to solve it"""
    proven: bool
    """whether it cannot be solved in fewer"""
    least: int | None
    """moves that are proven to be needed"""
    shortest: list[str] | None
    """a solution in as many moves"""


@document
class EndsDocument(TypedDict):
    """Where a problem starts and ends, as codes: numbers of JavaScript end at 2**53."""

    start_code: str
    finish_codes: list[str]
    feasible: list[str]
    """holes where its class allows the last peg"""


def problem_words(problem: Problem) -> ProblemWords:
    """A problem as the command line, links and documents all name it."""
    return {
        "board": problem.board.name,
        "start": problem.start_text,
        "finish": problem.finish_text,
    }


def solution_document(solution: Solution | None) -> SolutionDocument:
    """The jumps and moves of a solution, if there is one."""
    if solution is None:
        return {"jumps": None, "moves": None, "move_count": None}
    moves = texts(solution.moves)
    return {"jumps": texts(solution.jumps), "moves": moves, "move_count": len(moves)}


def answer_document(
    problem: Problem, solvable: bool | None, reason: str, solution: Solution | None
) -> AnswerDocument:
    """Whether a problem can be solved, why, and how."""
    return {
        **problem_words(problem),
        "solvable": solvable,
        "reason": reason,
        **solution_document(solution),
    }


def reach_document(start: Position, hole: Hole, found: Answer) -> ReachDocument:
    """Whether a peg can be brought to a hole, why, and how."""
    return {
        "board": start.board.name,
        "start": Problem.to_any(start).start_text,
        "reach": hole_name(hole),
        "solvable": found.solvable,
        "reason": found.reason,
        **solution_document(found.solution),
    }


def survivors_document(problem: Problem, found: Mapping[Hole, Answer]) -> SurvivorsDocument:
    """Which pegs can be the last, why, and how."""
    named = {hole_name(hole): answer for hole, answer in found.items()}
    ways = {name: one.solution for name, one in named.items() if one.solution is not None}
    return {
        **problem_words(problem),
        "survivors": {name: answer.solvable for name, answer in named.items()},
        "reasons": {name: answer.reason for name, answer in named.items()},
        "jumps": {name: texts(solution.jumps) for name, solution in ways.items()},
    }


def open_document(
    start: Position, finish: str, found: OpenAnswer, named: Callable[[Hole], str] = hole_name
) -> OpenDocument:
    """What became of a position on a board without an edge; holes have the names given."""
    solved, board = found.solution is not None, start.board
    moves = [_called(move, named) for move in moves_of(found.jumps)]
    jumps = [_called(Move((jump.start, jump.end)), named) for jump in found.jumps]
    coordinates = [[list(jump.start), list(jump.end)] for jump in found.jumps]
    return {
        "board": board.name,
        "start": Problem.to_any(start).start_text,
        "finish": finish,
        "solvable": found.solvable,
        "reason": found.reason,
        "margin": found.margin,
        "whole": found.is_whole,
        "lattice": board.lattice.name,
        "position": str(found.position),
        "shift": list(found.shift),
        "jumps": jumps if solved else None,
        "moves": moves if solved else None,
        "move_count": len(moves) if solved else None,
        "coordinates": coordinates if solved else None,
    }


def _called(move: Move, named: Callable[[Hole], str]) -> str:
    """A move by the names of its holes, on the board or off it."""
    return "-".join(map(named, move.path))


def ends_document(problem: Problem) -> EndsDocument:
    """Both ends of a problem, and where else it could finish."""
    start = Position(problem.board, problem.starts[0])
    return {
        "start_code": code_text(start.code),
        "finish_codes": [code_text(code) for code in problem.finishes],
        "feasible": [hole_name(problem.board.holes[i]) for i in feasible_finishes(start)],
    }


def fewest_document(
    problem: Problem, best: int | None, solution: Solution | None = None
) -> FewestDocument:
    """The fewest moves that are known and that are needed; the best is certain, where given."""
    found, bound = (
        knowledge_of(problem.board).fewest(problem),
        knowledge_of(problem.board).bound(problem),
    )
    least = best if bound is None else bound.moves
    if found is None or (best is not None and best < found.moves):
        shortest = texts(solution.moves) if solution else None
        return {"best": best, "proven": best is not None, "least": least, "shortest": shortest}
    return {
        "best": found.moves,
        "proven": found.proven or best == found.moves,
        "least": least,
        "shortest": texts(found.solution.moves),
    }
