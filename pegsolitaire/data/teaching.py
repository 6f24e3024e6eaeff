"""Lessons: short texts with a position to play from, a goal, and a reply to every wrong turn.

Each lesson is a file in the folder ``lessons`` beside this module. The names of the files
determine the order of the lessons. A step has a text and at most one task: play to a goal
(``finish``, or ``clear``: remove these pegs and change nothing else), find holes (``pick``), paint
holes in their colours (``paint``), or answer a question (``answer``)::

    format = 1
    name = "jumping"
    title = "Jumping"
    about = "How pegs jump, and what a move is."
    board = "english"

    [[step]]
    text = "A peg jumps over its neighbour into the empty hole beyond. Jump with the peg in d2."
    pegs = "d2 d3"
    finish = "d4"
    solution = "d2-d4"
    hint = "Which peg has an empty hole two steps away?"
    astray = "The last peg is in another hole now."
    done = "The peg that was jumped over is gone."
    wrong = [{ jump = "d3-d1", reply = "The last peg was to be in d4." }]

This module reads lessons and replays their moves; :func:`pegsolitaire.advice.check_lesson` checks
their other claims. The file ``glossary.toml`` explains the terms of the lessons: the page
underlines these terms, and ``docs/glossary.md`` is generated from the file.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path
from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from pegsolitaire.board.board import Board
from pegsolitaire.board.catalogue import named_board
from pegsolitaire.board.lattice import Hole
from pegsolitaire.data.toml_files import (
    FOLDER,
    Entry,
    Rows,
    SomeRows,
    Table,
    Text,
    check_names,
    each,
    finish_of,
    load,
    load_list,
    read_entry,
)
from pegsolitaire.errors import NotationError, ProblemError, quoted, within
from pegsolitaire.game.position import Jump, Position
from pegsolitaire.game.problem_words import read_start
from pegsolitaire.game.reading_games import read_jumps
from pegsolitaire.game.solution import Solution

_COLOURS = {"rising": 1, "falling": -1}  # the diagonals of equal colour


# -- file entries ---------------------------------------------------------------------------------


class _LessonEntry(Entry):
    """A file that contains a lesson."""

    name: Text
    title: Text
    about: Text
    board: Text
    step: SomeRows


class _StepEntry(Entry, kw_only=True):
    """A step without a task, as an entry in a file. Spaces separate the names of holes."""

    text: Text
    start: Text | None = None
    pegs: Text | None = None
    weights: Text | None = None
    edges: Text | None = None
    colours: (
        Annotated[
            Literal["rising", "falling"],
            Meta(description="one of rising, falling", examples=["rising"]),
        ]
        | None
    ) = None
    marks: Text | None = None
    claims: Annotated[
        tuple[str, ...], Meta(description="a list of texts", examples=[["dead any"]])
    ] = ()


class _TaskEntry(_StepEntry, kw_only=True):
    hint: Text
    astray: Text
    done: Text


class _PlayEntry(_TaskEntry, kw_only=True):
    finish: Text | None = None
    clear: Text | None = None
    solution: Text
    wrong: Rows = ()


class _PickEntry(_TaskEntry, kw_only=True):
    pick: Text
    among: Text | None = None


class _PaintEntry(_TaskEntry, kw_only=True):
    paint: Text


class _AnswerEntry(_StepEntry, kw_only=True):
    answer: Rows


class _WrongEntry(Entry, kw_only=True):
    after: Text | None = None
    jump: Text
    reply: Text


class LessonAnswer(Entry):
    """One of the answers to the question of a step, and the reply to this answer."""

    text: Text
    reply: Text
    right: bool = False


class Term(Entry):
    """A term, its meaning, and its other forms, such as plurals and synonyms."""

    name: Text
    text: Text
    forms: tuple[Text, ...] = ()


#: The entry types of tasks, by the key that marks them.
_TASKS: dict[str, type[_StepEntry]] = {
    "finish": _PlayEntry,
    "clear": _PlayEntry,
    "pick": _PickEntry,
    "paint": _PaintEntry,
    "answer": _AnswerEntry,
}


# -- lessons --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class WrongTurn:
    """A jump that makes the goal of a step unreachable, with the reply to it.

    Attributes
    ----------
    after : tuple of Jump
        The jumps from the start of the step to the position of the wrong jump.
    jump : Jump
        The jump.
    reply : str
        The reply that is shown.
    """

    after: tuple[Jump, ...]
    jump: Jump
    reply: str

    json_fields: ClassVar[tuple[str, ...]] = ("after", "jump", "reply")


@dataclass(frozen=True)
class Step:
    """A step of a lesson: a text, and at most one task.

    Attributes
    ----------
    text : str
        The text that is shown first.
    start : Position
        The starting position: the step's own, or the final position of the previous step.
    finishes : tuple of Position
        The goal positions, if the task is to play; empty for other steps.
    solution : Solution or None
        A replayed solution that reaches the goal.
    wrong : tuple of WrongTurn
        The wrong turns that have their own reply.
    pick : tuple of (int, int)
        The holes to find.
    paint : tuple of (int, int)
        The holes to paint, each in its colour.
    among : tuple of (int, int)
        The holes whose colour is hidden until it is found, including the holes to paint.
    answers : tuple of LessonAnswer
        The answers to choose from.
    hint, astray, done : str
        A question as a hint, the reply to any other wrong turn, and the text when the task is
        done.
    weights, colours : tuple of int or None
        A number for each hole, shown next to the hole, and a colour from 0 to 2 for each hole.
    edges : tuple of tuple of (int, int)
        Sets of holes that add 1 to the sum of the weights if two or more of them have pegs.
    marks : tuple of (int, int)
        The holes to highlight, such as the holes of a block to be cleared.
    claims : tuple of str
        The claims of the text about the position, for :func:`pegsolitaire.advice.check_lesson`.
    """

    text: str
    start: Position
    finishes: tuple[Position, ...] = ()
    solution: Solution | None = None
    wrong: tuple[WrongTurn, ...] = ()
    pick: tuple[Hole, ...] = ()
    paint: tuple[Hole, ...] = ()
    among: tuple[Hole, ...] = ()
    answers: tuple[LessonAnswer, ...] = ()
    hint: str = ""
    astray: str = ""
    done: str = ""
    weights: tuple[int, ...] | None = None
    colours: tuple[int, ...] | None = None
    edges: tuple[tuple[Hole, ...], ...] = ()
    marks: tuple[Hole, ...] = ()
    claims: tuple[str, ...] = ()

    json_fields: ClassVar[tuple[str, ...]] = (
        "kind",
        "text",
        "start",
        "finishes",
        "solution",
        "wrong",
        "pick",
        "among",
        "answers",
        "hint",
        "astray",
        "done",
        "weights",
        "edges",
        "colours",
        "marks",
    )

    @property
    def kind(self) -> str:
        """The task: ``"play"``, ``"pick"``, ``"paint"`` or ``"answer"``; ``"read"`` if none."""
        things = (self.finishes, self.pick, self.paint, self.answers)
        kinds = zip(("play", "pick", "paint", "answer"), things, strict=True)
        return next((kind for kind, there in kinds if there), "read")

    @property
    def end(self) -> Position:
        """The final position of the step's solution."""
        return self.solution.finish if self.solution else self.start


@dataclass(frozen=True)
class Lesson:
    """A lesson, with the name used in links, a title, a one-sentence summary, and steps."""

    name: str
    title: str
    about: str
    board: Board
    steps: tuple[Step, ...]

    json_fields: ClassVar[tuple[str, ...]] = ("name", "title", "about", "board", "steps")


@lru_cache(maxsize=1)
def lessons() -> tuple[Lesson, ...]:
    """Return the built-in lessons, in order.

    Examples
    --------
    >>> [lesson.name for lesson in lessons()][:3]
    ['jumping', 'corners', 'colours']
    >>> lessons()[0].steps[0].kind
    'play'
    """
    all_lessons = tuple(map(read_lesson, sorted((FOLDER / "lessons").glob("*.toml"))))
    check_names("lessons", (lesson.name for lesson in all_lessons))
    return all_lessons


def lesson_named(name: str) -> Lesson:
    """Find a lesson by its name, or by its number, where the first lesson is 1.

    Raises
    ------
    NotationError
        If there is no such lesson.

    Examples
    --------
    >>> lesson_named("jumping").title
    'Jumping'
    """
    word = name.strip().lower()
    for number, lesson in enumerate(lessons(), 1):
        if word in (lesson.name, str(number)):
            return lesson
    names = ", ".join(f"{number} {lesson.name}" for number, lesson in enumerate(lessons(), 1))
    raise NotationError(f"unknown lesson {quoted(name)}: the lessons are {names}")


def read_lesson(path: str | Path) -> Lesson:
    """Read a lesson from a file.

    Raises
    ------
    NotationError
        If the file cannot be read, is not TOML, has a later format, or lacks a key or has an
        unknown one.
    UnknownBoardError, NotOnBoardError
        If a board or a hole does not exist.
    IllegalJumpError
        If a jump is not legal in its position.
    ProblemError
        If a solution does not reach the goal of its step.
    """
    return load(path, _LessonEntry, _lesson)


def _lesson(entry: _LessonEntry) -> Lesson:
    board = named_board(entry.board)
    steps: list[Step] = []
    for number, row in enumerate(entry.step, 1):
        with within(f"step {number}"):
            steps.append(_step(board, row, steps[-1].end if steps else None))
    return Lesson(entry.name, entry.title, entry.about, board, tuple(steps))


def _step(board: Board, row: Table, before: Position | None) -> Step:
    tasks = [key for key in _TASKS if key in row]
    if len(tasks) > 1:
        raise NotationError(f"it has several tasks ({', '.join(tasks)}): make a step of each")
    entry = read_entry(_TASKS[tasks[0]] if tasks else _StepEntry, row)
    holes = partial(_holes, board)
    start = _start(board, entry, before)
    step = partial(
        Step,
        text=entry.text,
        start=start,
        weights=_weights(board, entry.weights),
        colours=_coloured(board, entry.colours),
        edges=tuple(map(holes, entry.edges.split("/"))) if entry.edges else (),
        marks=holes(entry.clear if isinstance(entry, _PlayEntry) and entry.clear else entry.marks),
        claims=entry.claims,
    )
    if isinstance(entry, _AnswerEntry):
        return step(answers=_answers(entry.answer))
    if isinstance(entry, _TaskEntry):
        step = partial(step, hint=entry.hint, astray=entry.astray, done=entry.done)
    if isinstance(entry, _PickEntry):
        return step(pick=holes(entry.pick), among=holes(entry.among))
    if isinstance(entry, _PaintEntry):
        if entry.colours is None:
            raise NotationError('the task has no colours to paint with: write colours = "rising"')
        return step(paint=holes(entry.paint), among=holes(entry.paint))
    if isinstance(entry, _PlayEntry):
        goals = _goals(board, entry, start)
        return step(
            finishes=goals,
            solution=_solution(entry.solution, start, goals),
            wrong=each(entry.wrong, "wrong", _WrongEntry, partial(_wrong_turn, start), "jump"),
        )
    return step()


def _holes(board: Board, names: str | None) -> tuple[Hole, ...]:
    return tuple(map(board.hole, (names or "").split()))


def _start(board: Board, entry: _StepEntry, before: Position | None) -> Position:
    if entry.pegs:
        return Position(board, board.code(_holes(board, entry.pegs)))
    if entry.start:
        return read_start(board, entry.start)
    if before is None:
        raise NotationError('it has no start: write pegs = "d2 d3" or start = "d4"')
    return before


def _goals(board: Board, entry: _PlayEntry, start: Position) -> tuple[Position, ...]:
    if entry.clear:
        block = board.code(_holes(board, entry.clear))
        if block & start.code != block:
            raise ProblemError("one of the holes to clear has no peg")
        return (Position(board, start.code ^ block),)
    finish = finish_of(board, entry.finish or "any")
    holes = board.holes if finish == "any" else (board.hole(finish),)
    return tuple(map(board.single, holes))


def _solution(text: str, start: Position, finishes: tuple[Position, ...]) -> Solution:
    solution = Solution(start, read_jumps(start, text))
    if solution.finish not in finishes:
        raise ProblemError(f"its solution ends at {solution.finish.text()}, which is not the goal")
    return solution


def _wrong_turn(start: Position, entry: _WrongEntry) -> WrongTurn:
    after = read_jumps(start, entry.after) if entry.after else ()
    jump = Jump.from_text(entry.jump)
    Solution(start, (*after, jump))  # replayed, to check that it is legal
    return WrongTurn(tuple(after), jump, entry.reply)


def _answers(rows: Rows) -> tuple[LessonAnswer, ...]:
    answers = each(rows, "answer", LessonAnswer, lambda answer: answer, "text")
    if sum(answer.right for answer in answers) != 1:
        raise NotationError("exactly one answer must be right: write right = true in it")
    return answers


def _weights(board: Board, text: str | None) -> tuple[int, ...] | None:
    if text is None:
        return None
    rows = [line.split() for line in text.split("/")]
    if list(map(len, rows)) != list(map(len, board.rows)):
        raise NotationError(
            f"weights needs one number for each hole of {board.name}, with / between rows"
        )
    try:
        return tuple(int(word) for line in rows for word in line)
    except ValueError:
        raise NotationError("weights contains a word that is not a whole number") from None


def _coloured(board: Board, word: str | None) -> tuple[int, ...] | None:
    return tuple((x + _COLOURS[word] * y) % 3 for x, y in board) if word else None


# -- the glossary ---------------------------------------------------------------------------------


@lru_cache(maxsize=1)
def glossary() -> tuple[Term, ...]:
    """Return the built-in glossary terms, in alphabetical order.

    Examples
    --------
    >>> next(term.text for term in glossary() if term.name == "vacancy")
    'The hole that is empty at the start, when all others are full.'
    """
    terms = load_list(FOLDER / "glossary.toml", "term", Term, lambda term: term)
    check_names("terms", (name for term in terms for name in (term.name, *term.forms)))
    return tuple(sorted(terms, key=lambda term: term.name.casefold()))
