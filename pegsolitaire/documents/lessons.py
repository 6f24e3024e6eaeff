"""The lessons and the glossary."""

from __future__ import annotations

from collections.abc import Iterable

from typing_extensions import TypedDict

from pegsolitaire.board import Hole, hole_name
from pegsolitaire.data import Lesson, Step, glossary, lessons
from pegsolitaire.documents.document import document
from pegsolitaire.game import code_text


@document
class WrongTurnDocument(TypedDict):
    """A jump that loses the goal of a step, and what is said then."""

    after: list[str]
    """the jumps from the start of the step that come first"""
    jump: str
    reply: str


@document
class LessonAnswerDocument(TypedDict):
    """An answer to choose, and what is said to it."""

    text: str
    reply: str
    right: bool


@document
class StepDocument(TypedDict):
    """A step of a lesson."""

    kind: str
    """play, pick, paint, answer or read: what there is to do"""
    text: str
    start: str
    """a position, by its code"""
    finishes: list[str]
    """the positions that are the goal, by their codes"""
    solution: list[str]
    wrong: list[WrongTurnDocument]
    pick: list[str]
    """holes to find"""
    among: list[str]
    """holes whose colour is hidden until it is found, or painted"""
    answers: list[LessonAnswerDocument]
    hint: str
    """a question"""
    astray: str
    """what is said to wrong turns without a reply of their own"""
    done: str
    weights: list[int] | None
    edges: list[list[str]]
    """sets of holes that add 1 to the sum of weights where two or more have pegs"""
    colours: list[int] | None
    marks: list[str]


@document
class LessonDocument(TypedDict):
    """A lesson."""

    name: str
    title: str
    about: str
    board: str
    steps: list[StepDocument]


@document
class TermDocument(TypedDict):
    """A word of the glossary."""

    name: str
    forms: list[str]
    """plurals, and words for the same"""
    text: str


@document
class LessonsDocument(TypedDict):
    """All lessons, in their order."""

    lessons: list[LessonDocument]


@document
class GlossaryDocument(TypedDict):
    """The words of the game, by the alphabet."""

    terms: list[TermDocument]


def lessons_document() -> LessonsDocument:
    """The lessons that come along."""
    return {"lessons": [lesson_document(lesson) for lesson in lessons()]}


def glossary_document() -> GlossaryDocument:
    """The glossary that comes along."""
    return {
        "terms": [
            {"name": term.name, "forms": list(term.forms), "text": term.text}
            for term in glossary()
        ]
    }


def lesson_document(lesson: Lesson) -> LessonDocument:
    """A lesson, step by step."""
    return {
        "name": lesson.name,
        "title": lesson.title,
        "about": lesson.about,
        "board": lesson.board.name,
        "steps": [_step_document(step) for step in lesson.steps],
    }


def _step_document(step: Step) -> StepDocument:
    return {
        "kind": step.kind,
        "text": step.text,
        "start": code_text(step.start.code),
        "finishes": [code_text(one.code) for one in step.finishes],
        "solution": [str(jump) for jump in step.solution.jumps] if step.solution else [],
        "wrong": [
            {"after": list(map(str, turn.after)), "jump": str(turn.jump), "reply": turn.reply}
            for turn in step.wrong
        ],
        "pick": _names(step.pick),
        "among": _names(step.among),
        "answers": [
            {"text": one.text, "reply": one.reply, "right": one.right} for one in step.answers
        ],
        "hint": step.hint,
        "astray": step.astray,
        "done": step.done,
        "weights": None if step.weights is None else list(step.weights),
        "edges": [_names(edge) for edge in step.edges],
        "colours": None if step.colours is None else list(step.colours),
        "marks": _names(step.marks),
    }


def _names(holes: Iterable[Hole]) -> list[str]:
    return [hole_name(hole) for hole in holes]
