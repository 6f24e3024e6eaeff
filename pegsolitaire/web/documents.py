"""What the page and the command line say of what comes along, and boards as the page draws them.

Lessons, words, puzzles and positions of the storm say here what their JSON is, as
:mod:`pegsolitaire.results` has it. Typed are those documents whose shape is not that of any
result. Nothing of the server is loaded. Codes are texts: numbers of JavaScript end at 2**53.
"""

from __future__ import annotations

from typing_extensions import TypedDict

from pegsolitaire.analysis import Opening, Standing, opening, vacancy_standings
from pegsolitaire.board import CATALOGUE, Board, named_board
from pegsolitaire.budget import UNLIMITED, Budget
from pegsolitaire.data import (
    CatalogueRow,
    Lesson,
    LessonAnswer,
    Puzzle,
    Step,
    StormPosition,
    Term,
    WrongTurn,
    glossary,
    knowledge_of,
    lessons,
    storm_positions,
)
from pegsolitaire.game import Problem, start_name
from pegsolitaire.results import Document, declare, document, to_json
from pegsolitaire.theory import is_anywhere, svss_problems

declare(Term, "name forms text", forms="plurals, and words for the same")
declare(Lesson, "name title about board=board.name steps")
declare(LessonAnswer, "text reply right")
declare(
    WrongTurn, "after jump reply", after="the jumps from the start of the step that come first"
)
declare(
    Step,
    "kind text start finishes solution=solution.jumps|list wrong pick|hole among|hole answers "
    "hint astray done weights edges|hole colours marks|hole",
    kind="play, pick, paint, answer or read: what there is to do",
    start="a position, by its code",
    finishes="the positions that are the goal, by their codes",
    pick="holes to find",
    among="holes whose colour is hidden until it is found, or painted",
    hint="a question",
    astray="what is said to wrong turns without a reply of their own",
    edges="sets of holes that add 1 to the sum of weights where two or more have pegs",
)
declare(
    StormPosition,
    "board=position.board.name position jump rating",
    position="by its code",
    jump="the one that wins",
    rating="how hard it is, in bits",
)


@document
class BoardJson(TypedDict):
    """A board: what its jumps, names and places on the plane follow from."""

    name: str
    lattice: str
    holes: list[list[int]]
    """(x, y) row by row; y grows downwards"""
    taken: list[str]
    """the jumps that are not allowed"""


@document
class OpeningJson(TypedDict):
    """What to begin with on a board."""

    start: str
    finish: str
    standing: Standing
    """how it can end: with one peg back in the empty hole, with one anywhere, never with one; or
    that is not known"""
    fewest: int | None
    """where it cannot be won, how few pegs can be left"""


@document
class PlayableJson(BoardJson):
    """A board, what to begin with on it, and how games from its vacancies can end."""

    opening: OpeningJson
    vacancies: list[Standing]
    """of each hole, in the order of the holes"""


@document
class PuzzleJson(TypedDict):
    """A puzzle of a set."""

    name: str
    start: str
    start_code: str
    finish: str
    source: str
    note: str
    best: int | None
    """the fewest moves known to solve it"""
    rating: float | None
    """how hard it is, in bits"""
    difficulty: str | None
    """the rating in a word"""


ClassJson = TypedDict("ClassJson", {"class": list[int], "solutions": int, "moves": list[str]})
document(ClassJson)


@document
class ListedJson(TypedDict):
    """A problem of a board, and its solutions with the fewest moves."""

    start: str
    finish: str
    moves: int | None
    """the fewest there can be; null where there is no solution"""
    solutions: str | None
    """how many have as few, as sequences of jumps; null where that is not known"""
    solutions_up_to_symmetry: str | None
    solutions_unordered: int | None
    """up to symmetry, and regardless of the order of the moves; null where they are too many"""
    classes: list[ClassJson]
    """these by class, each with one of them: the jumps of the longest move, of the next, and of
    the longest that can be the last"""
    shortest: list[str] | None
    """a solution, where they are not listed by class"""


@document
class SolutionsJson(TypedDict):
    """The solutions with the fewest moves of the problems of a board, up to symmetry."""

    board: str
    problems: list[ListedJson]
    """none where they do not come along"""
    others: int
    """how many more problems the board has, where some are listed: their fewest moves are open"""


def board_json(board: Board) -> BoardJson:
    """A board, to be drawn."""
    return {
        "name": board.name,
        "lattice": board.lattice.name,
        "holes": [list(hole) for hole in board.holes],
        "taken": board.taken_texts,
    }


def playable_json(board: Board, budget: Budget = UNLIMITED) -> PlayableJson:
    """A board to play on. To find an opening may take a search, within the budget."""
    return {
        **board_json(board),
        "opening": _opening(opening(board, budget=budget)),
        "vacancies": list(vacancy_standings(board)),
    }


def _opening(first: Opening) -> OpeningJson:
    finish = "any" if is_anywhere(first.problem) else first.problem.finish_text
    return {
        "start": first.problem.start_text,
        "finish": finish,
        "standing": first.standing,
        "fewest": first.fewest,
    }


def catalogue_json() -> Document:
    """All boards of the catalogue."""
    return {"boards": [playable_json(named_board(name)) for name in CATALOGUE]}


def lessons_json() -> Document:
    """The lessons that come along."""
    return {"lessons": to_json(lessons())}


def lesson_json(lesson: Lesson) -> Document:
    """A lesson, step by step."""
    found: Document = to_json(lesson)
    return found


def glossary_json() -> Document:
    """The glossary that comes along."""
    return {"terms": to_json(glossary())}


def storm_json() -> Document:
    """Positions of which exactly one jump still wins."""
    return {"positions": to_json(storm_positions())}


def puzzle_json(puzzle: Puzzle) -> PuzzleJson:
    """A puzzle as its set has it."""
    return {
        "name": puzzle.name,
        "start": start_name(puzzle.position),
        "start_code": puzzle.position.json_text,
        "finish": puzzle.finish,
        "source": puzzle.source,
        "note": puzzle.note,
        "best": puzzle.best,
        "rating": puzzle.rating,
        "difficulty": puzzle.difficulty,
    }


def solutions_json(board: Board) -> SolutionsJson:
    """The solutions with the fewest moves that come along, of all problems of a board."""
    rows = knowledge_of(board).catalogue
    others = len(list(svss_problems(board))) - len(rows) if rows else 0
    problems = [_listed(board, row) for row in rows]
    return {"board": board.name, "problems": problems, "others": others}


def _listed(board: Board, row: CatalogueRow) -> ListedJson:
    problem = Problem.single(board, row.start, row.finish)
    known = knowledge_of(board).fewest(problem) if row.moves else None
    is_alone = known is not None and known.moves == row.moves and not row.classes
    numbers: ListedJson = to_json(
        row,
        "start finish moves solutions|text solutions_up_to_symmetry=up_to_symmetry|text "
        "solutions_unordered=unordered",
    )
    return {
        **numbers,
        "classes": [
            {"class": list(one.kind), "solutions": one.solutions, "moves": one.moves.split(", ")}
            for one in row.classes
        ],
        "shortest": to_json(known.solution.moves) if known and is_alone else None,
    }
