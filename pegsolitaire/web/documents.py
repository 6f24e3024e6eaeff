"""The built-in lessons, glossary, boards and solutions as JSON, for the page and the command line.

This module defines the content of the JSON documents, and :mod:`pegsolitaire.results` writes them.
The module loads no server code. Codes are strings, because JavaScript numbers are exact only up to
2**53.
"""

from __future__ import annotations

from dataclasses import dataclass

from pegsolitaire.board import Board, hole_name
from pegsolitaire.data import (
    CatalogueRow,
    Lesson,
    Puzzle,
    SolutionClass,
    Step,
    StormPosition,
    glossary,
    knowledge_of,
    lessons,
    storm_positions,
)
from pegsolitaire.data.teaching import LessonAnswer, Term, WrongTurn
from pegsolitaire.game import Position, Problem
from pegsolitaire.reasons import opening, vacancy_standings
from pegsolitaire.results import Document, Result, declare, to_json
from pegsolitaire.theory import feasible_finishes, svss_problems
from pegsolitaire.work import Work

declare(Term, "name forms text", forms="plurals and synonyms")
declare(Lesson, "name title about board=board.name steps")
declare(LessonAnswer, "text reply right")
declare(WrongTurn, "after jump reply", after="the jumps before it, from the start of the step")
declare(
    Step,
    "kind text start finishes solution=solution.jumps|list wrong pick|hole among|hole answers "
    "hint astray done weights edges|hole colours marks|hole",
    kind="the task: play, pick, paint, answer or read",
    start="the code of the starting position",
    finishes="the codes of the goal positions",
    pick="holes to find",
    among="holes whose colour is hidden until it is found or painted",
    hint="a question",
    astray="the reply to wrong turns without a reply of their own",
    edges="sets of holes that add 1 to the sum of weights if two or more have pegs",
)
declare(
    StormPosition,
    "board=position.board.name position jump rating",
    position="the code of the position",
    jump="the only winning jump",
    rating="the difficulty in bits",
)
BOARD = "name lattice=lattice.name holes taken=taken_texts"
declare(
    Board,
    BOARD,
    holes="(x, y) row by row; y grows downwards",
    taken="the jumps that are not allowed",
)
PUZZLE = (
    "name theme start=position.short_name start_code=position finish source note best rating "
    "difficulty"
)
declare(
    Puzzle,
    PUZZLE,
    theme="the theme of the puzzle: the group of a numbered puzzle, or Pictures",
    best="the fewest moves of a known solution",
    rating="the difficulty in bits",
    difficulty="the rating as a word",
)
#: The keys of a published solution.
PUBLISHED = (
    "name board=solution.start.board.name start=solution.start.short_name "
    "finish=solution.finish.complement.short_name moves=solution.moves source"
)
declare(SolutionClass, "class=kind solutions moves|split")
declare(
    CatalogueRow,
    "start finish moves solutions|text solutions_up_to_symmetry=up_to_symmetry|text "
    "solutions_unordered=unordered classes",
    moves="the proven fewest moves; null if there is no solution",
    solutions="the number of solutions with the fewest moves; null if unknown",
    solutions_unordered="the number up to symmetry and apart from the order of moves; null if "
    "there are too many",
    classes="the solutions by class, with an example of each; a class is the numbers of jumps of "
    "the longest move, the second longest move and the longest possible last move",
)


@dataclass(frozen=True)
class Ends(Result):
    """The start and finish codes of a problem.

    Attributes
    ----------
    feasible : list of str
        The holes where the problem's position class allows the last peg.
    """

    start_code: Position
    finish_codes: list[Position]
    feasible: list[str]

    @classmethod
    def of(cls, problem: Problem) -> Ends:
        """Compute the start and finish codes of a problem."""
        start, *_ = (Position(problem.board, code) for code in problem.starts)
        finishes = [Position(problem.board, code) for code in problem.finishes]
        holes = [hole_name(problem.board.holes[i]) for i in feasible_finishes(start)]
        return cls(start, finishes, holes)


def playable_json(board: Board, *, work: Work | None = None) -> Document:
    """A board with a suggested game. Choosing the game may need a search, limited by ``work``."""
    work = Work.of(work)
    return {
        **to_json(board),
        "opening": opening(board, work=work).to_json(),
        "vacancies": list(vacancy_standings(board)),
    }


def lessons_json() -> Document:
    """The built-in lessons."""
    return {"lessons": to_json(lessons())}


def glossary_json() -> Document:
    """The built-in glossary."""
    return {"terms": to_json(glossary())}


def storm_json() -> Document:
    """The positions with exactly one winning jump."""
    return {"positions": to_json(storm_positions())}


def solutions_json(board: Board) -> Document:
    """The built-in solutions with the fewest moves, for all problems of a board."""
    rows = knowledge_of(board).catalogue
    others = len(list(svss_problems(board))) - len(rows) if rows else 0
    problems = [{**to_json(row), "shortest": _shortest(board, row)} for row in rows]
    return {"board": board.name, "problems": problems, "others": others}


def _shortest(board: Board, row: CatalogueRow) -> list[str] | None:
    """One shortest solution of a problem, unless the solutions are listed by class."""
    if row.classes or not row.moves:
        return None
    known = knowledge_of(board).fewest(Problem(board, row.start, row.finish))
    return to_json(known.solution.moves) if known and known.moves == row.moves else None
