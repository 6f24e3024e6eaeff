"""What the page is told, as plain data: the same for the server and for a page without one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pegsolitaire.analysis import (
    Assessment,
    BestEnd,
    Games,
    Reason,
    opening,
    vacancy_standings,
)
from pegsolitaire.board import CATALOGUE, Board, hole_name
from pegsolitaire.chance import Odds, Simulation
from pegsolitaire.game import (
    Position,
    Problem,
    Puzzle,
    PuzzleSet,
    code_text,
    facts_of,
    fewest_known,
    finish_name,
    start_name,
)
from pegsolitaire.sets.estimate import Estimate
from pegsolitaire.theory import feasible_finishes, is_anywhere, kept_parities, read_problem
from pegsolitaire.triangular import Construction

Document = dict[str, Any]


def board_document(board: Board) -> Document:
    """A board: what its jumps, names and places on the plane follow from."""
    return {
        "name": board.name,
        "lattice": board.lattice.name,
        "holes": [list(hole) for hole in board.holes],
    }


def playable_document(board: Board, seconds: float | None = None) -> Document:
    """A board with what to begin with on it, and how games from its vacancies can end.

    Where that takes a search, as on boards of one's own, it has some seconds.
    """
    first = opening(board, seconds=seconds)
    return {
        **board_document(board),
        "opening": {
            "start": first.problem.start_text,
            "finish": "any" if is_anywhere(first.problem) else first.problem.finish_text,
            "standing": first.standing,
            "fewest": first.fewest,
        },
        "vacancies": list(vacancy_standings(board)),
    }


def catalogue_document() -> Document:
    """The boards of the catalogue."""
    return {"boards": [playable_document(Board.from_name(name)) for name in CATALOGUE]}


def problem_document(problem: Problem, fewest: Document) -> Document:
    """A problem: where it begins and ends, where else it could end, and its fewest moves."""
    start = Position(problem.board, problem.starts[0])
    return {
        "board": board_document(problem.board),
        "start": problem.start_text,
        "start_code": code_text(start.code),
        "finish": problem.finish_text,
        "finish_codes": [code_text(code) for code in problem.finishes],
        "feasible": [hole_name(problem.board.holes[i]) for i in feasible_finishes(start)],
        **fewest,
    }


def fewest_document(problem: Problem, best: int | None) -> Document:
    """The fewest moves that are known and that are needed, and a solution of as many.

    The best is certain, where it is given.
    """
    found, bound = fewest_known(problem), facts_of(problem.board).bound(problem)
    least = best if bound is None else bound.moves
    if found is None or (best is not None and best < found.moves):
        return {"best": best, "proven": best is not None, "least": least, "shortest": None}
    return {
        "best": found.moves,
        "proven": found.proven or best == found.moves,
        "least": least,
        "shortest": texts(found.solution.moves),
    }


def estimate_document(size: Estimate | None) -> Document | None:
    """How much there is to build."""
    if size is None:
        return None
    return {"positions": size.positions, "bytes": size.bytes, "seconds": size.seconds}


def reason_documents(position: Position, reason: Reason) -> list[Document]:
    """A reason, with what the page draws of it: weights, or holes whose parity is kept.

    Where it takes several parities to rule out all finishes, these are as many reasons.
    """
    if reason.kind != "class":
        return [_reason_document(position, reason, reason.finishes, None)]
    return [
        _reason_document(position, reason, finishes, region)
        for region, finishes in kept_parities(position.board, position.code, reason.finishes)
    ]


def _reason_document(
    position: Position, reason: Reason, finishes: tuple[int, ...], region: int | None
) -> Document:
    sheet = reason.sheet
    return {
        "kind": reason.kind,
        "text": reason.text,
        "finishes": [finish_name(position.board, code) for code in finishes],
        "weights": None if sheet is None else list(sheet.count.weights),
        "value": None if sheet is None else sheet.value,
        "bound": None if sheet is None else min(map(sheet.bound, sheet.finishes)),
        "region": None if region is None else holes_of(region),
    }


def best_end_document(best: BestEnd | None) -> Document | None:
    """The game that leaves the fewest pegs: what it leaves, in words too, and its jumps."""
    if best is None:
        return None
    holes = list(best.solution.finish)
    return {
        "pegs": best.pegs,
        "finish": hole_name(holes[0]) if len(holes) == 1 else None,
        "jumps": texts(best.solution.jumps),
        "exact": best.exact,
        "text": best.text,
    }


def holes_of(code: int) -> list[int]:
    """The indices of the holes of a code."""
    return [i for i in range(code.bit_length()) if code >> i & 1]


def games_document(games: Games | None) -> Document | None:
    """Games won and in all, as text: they pass 2**53 quickly."""
    return None if games is None else {"won": str(games.won), "total": str(games.total)}


def assessment_document(found: Assessment) -> Document:
    """What a position is worth as a puzzle."""
    return {
        "solvable": found.solvable,
        "finishes": {hole_name(hole): ends for hole, ends in found.finishes.items()},
        "jumps": {str(jump): wins for jump, wins in found.jumps.items()},
        "games": games_document(found.games),
        "solution": None if found.solution is None else texts(found.solution.jumps),
    }


def construction_document(problem: Problem, found: Construction) -> Document:
    """A solution by construction: its blocks, and what is played in one after another."""
    index = problem.board.index
    return {
        "solvable": found.solvable,
        "reason": found.reason,
        "blocks": [
            {"kind": block.kind, "holes": sorted(map(index, block.holes))}
            for block in found.blocks
        ],
        "stages": [{"block": number, "jumps": texts(jumps)} for number, jumps in found.stages],
    }


def chance_document(found: Odds | Simulation) -> Document:
    """How likely a player is to win."""
    if isinstance(found, Simulation):
        return {
            "exact": False,
            "win_probability": found.win_rate,
            "mean_pegs": found.mean_pegs,
            "games": found.games,
            "wins": found.wins,
            "interval": list(found.interval()),
        }
    return {
        "exact": True,
        "win_probability": float(found.win_probability),
        "mean_pegs": float(found.mean_pegs),
        "games": None,
        "wins": None,
        "interval": None,
    }


def puzzle_document(puzzle: Puzzle) -> Document:
    """A puzzle of a set; its problem may know the hole where the puzzle says ``any``."""
    problem = read_problem(puzzle.board, puzzle.start, puzzle.finish)
    return {
        "name": puzzle.name,
        "start": start_name(puzzle.position),
        "code": code_text(puzzle.position.code),
        "finish": puzzle.finish,
        "problem_finish": problem.finish_text,
        "source": puzzle.source,
        "note": puzzle.note,
        **fewest_document(problem, puzzle.best),
        "rating": puzzle.rating,
        "difficulty": puzzle.difficulty,
    }


def puzzle_set_document(puzzles: PuzzleSet, *, own: bool = False) -> Document:
    """A puzzle set: one's own, or one that everybody has."""
    return {
        "name": puzzles.name,
        "own": own,
        "board": board_document(puzzles.board),
        "description": puzzles.description,
        "puzzles": [puzzle_document(puzzle) for puzzle in puzzles],
    }


def texts(things: Iterable[object]) -> list[str]:
    """Jumps, or whatever, as they are written."""
    return [str(thing) for thing in things]
