"""Lessons: short texts with a position to play on, a goal, and a reply to every wrong turn.

A lesson is a file of the folder ``data/lessons``; they come in the order of their files. A step
has a text, and at most one thing to do: play to a goal (``finish``, or ``clear``: these pegs go
and nothing else changes), find holes (``pick``), paint holes in their colours (``paint``), or
answer a question (``answer``)::

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

Here a lesson is read, and its moves are replayed; what else it claims is checked by
:func:`pegsolitaire.analysis.check_lesson`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from pegsolitaire.board.board import Board
from pegsolitaire.board.lattice import Hole
from pegsolitaire.board.reading import read_text
from pegsolitaire.errors import NotationError, ProblemError
from pegsolitaire.game.jump import Jump
from pegsolitaire.game.position import Position
from pegsolitaire.game.reading import read_start
from pegsolitaire.game.replay import read_jumps
from pegsolitaire.game.solution import Solution
from pegsolitaire.game.toml_files import (
    BUILT_IN,
    Table,
    check_keys,
    check_names,
    finish_of,
    parse,
    rows_of,
    text_of,
    within,
)

_FOLDER = "lessons"
_LESSON_KEYS = {"name", "title", "about", "board", "step"}
_PLAY_KEYS = {"finish", "clear", "solution", "wrong", "hint", "astray", "done"}
_PICK_KEYS = {"pick", "among", "hint", "astray", "done"}
_PAINT_KEYS = {"paint", "hint", "astray", "done"}
_KINDS = {
    "finish": _PLAY_KEYS,
    "clear": _PLAY_KEYS,
    "pick": _PICK_KEYS,
    "paint": _PAINT_KEYS,
    "answer": set[str](),
}
_STEP_KEYS = {"text", "start", "pegs", "weights", "edges", "colours", "marks", "answer", "claims"}
_COLOURS = {"rising": 1, "falling": -1}  # the diagonals that are of one colour


@dataclass(frozen=True)
class WrongTurn:
    """A jump after which the goal of a step is lost, and what is said then.

    Attributes
    ----------
    after : tuple of Jump
        The jumps from the start of the step that come first.
    jump : Jump
        The jump.
    reply : str
        What is said.
    """

    after: tuple[Jump, ...]
    jump: Jump
    reply: str


@dataclass(frozen=True)
class LessonAnswer:
    """An answer to the question of a step, and what is said to it."""

    text: str
    reply: str
    right: bool = False


@dataclass(frozen=True)
class Step:
    """A step of a lesson: a text, and at most one thing to do.

    Attributes
    ----------
    text : str
        What is said first.
    start : Position
        Where it begins: of its own, or where the step before it ended.
    finishes : tuple of Position
        The goal of a step that is played; empty for others.
    solution : Solution or None
        One way to the goal, replayed.
    wrong : tuple of WrongTurn
        Wrong turns that have a reply of their own.
    pick : tuple of (int, int)
        Holes to be found.
    paint : tuple of (int, int)
        Holes to be painted, each in its colour.
    among : tuple of (int, int)
        Holes whose colour is hidden until it is found, those to be painted among them.
    answers : tuple of LessonAnswer
        Answers to choose from.
    hint, astray, done : str
        A question that helps; what is said to any other wrong turn; what is said at the end.
    weights, colours : tuple of int or None
        A number a hole, shown beside it; a colour a hole, 0 to 2.
    edges : tuple of tuple of (int, int)
        Sets of holes that add 1 to the sum of the weights where two or more have pegs.
    marks : tuple of (int, int)
        Holes that are pointed at; of a block to be cleared its holes.
    claims : tuple of str
        What the text says of the position, for :func:`pegsolitaire.analysis.check_lesson`.
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

    @property
    def kind(self) -> str:
        """What there is to do: ``"play"``, ``"pick"``, ``"paint"``, ``"answer"`` or ``"read"``."""
        things = (self.finishes, self.pick, self.paint, self.answers)
        kinds = zip(("play", "pick", "paint", "answer"), things, strict=True)
        return next((kind for kind, there in kinds if there), "read")

    @property
    def end(self) -> Position:
        """Where it ends, played as its solution says."""
        return self.solution.finish if self.solution else self.start


@dataclass(frozen=True)
class Lesson:
    """A lesson: its name in a link, its title, what it is about in a sentence, its steps."""

    name: str
    title: str
    about: str
    board: Board
    steps: tuple[Step, ...]


@lru_cache(maxsize=1)
def lessons() -> tuple[Lesson, ...]:
    """The lessons that come along, in their order.

    Examples
    --------
    >>> [lesson.name for lesson in lessons()][:3]
    ['jumping', 'corners', 'colours']
    >>> lessons()[0].steps[0].kind
    'play'
    """
    files = sorted((BUILT_IN / _FOLDER).iterdir(), key=lambda file: file.name)
    found = tuple(_read(file.name, file.read_text(encoding="utf-8")) for file in files)
    check_names("lessons", (lesson.name for lesson in found))
    return found


def lesson_named(name: str) -> Lesson:
    """A lesson by its name, or by its number in the list, from 1.

    Raises
    ------
    NotationError
        If there is none.

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
    raise NotationError(f"unknown lesson {name!r}: the lessons are {names}")


def read_lesson(path: str | Path) -> Lesson:
    """A lesson of one's own from a file.

    Raises
    ------
    NotationError
        If it cannot be read, is no TOML, is of a later format, lacks a key or has a foreign one.
    UnknownBoardError, NotOnBoardError
        If there is no such board or hole.
    IllegalJumpError
        If a jump is not possible where it is made.
    ProblemError
        If a solution does not reach the goal of its step.
    """
    return _read(str(path), read_text(path))


def _read(file: str, text: str) -> Lesson:
    with within(file):
        table = parse(text)
        check_keys(table, _LESSON_KEYS)
        board = Board.from_name(text_of(table, "board"))
        steps: list[Step] = []
        for number, row in rows_of(table, "step"):
            with within(f"step {number}"):
                steps.append(_step(board, row, steps[-1].end if steps else None))
        name, title, about = (text_of(table, key) for key in ("name", "title", "about"))
        return Lesson(name, title, about, board, tuple(steps))


def _step(board: Board, row: Table, before: Position | None) -> Step:
    kinds = [key for key in _KINDS if key in row]
    if len(kinds) > 1:
        raise NotationError(f"it asks for {' and '.join(kinds)}: make a step of each")
    kind = kinds[0] if kinds else ""
    keys = _KINDS.get(kind, set())
    if kind == "paint" and "colours" not in row:
        raise NotationError('it has no colours to paint in: write colours = "rising"')
    check_keys(row, _STEP_KEYS | keys)
    start = _start(board, row, before)
    goals = _goals(board, row, start, kind) if kind in ("finish", "clear") else ()
    return Step(
        text=text_of(row, "text"),
        start=start,
        finishes=goals,
        solution=_solution(row, start, goals) if goals else None,
        wrong=tuple(_wrong_turns(row, start)),
        pick=_holes(board, row, "pick"),
        paint=_holes(board, row, "paint"),
        among=_holes(board, row, "paint" if kind == "paint" else "among"),
        answers=tuple(_answers(row)),
        hint=text_of(row, "hint") if keys else "",
        astray=text_of(row, "astray") if keys else "",
        done=text_of(row, "done") if keys else "",
        weights=_weights(board, row),
        colours=_coloured(board, row),
        edges=_edges(board, row),
        marks=_holes(board, row, "clear" if kind == "clear" else "marks"),
        claims=_claims(row),
    )


def _start(board: Board, row: Table, before: Position | None) -> Position:
    if "pegs" in row:
        return Position(board, board.code(_holes(board, row, "pegs")))
    if "start" in row:
        return read_start(board, text_of(row, "start"))
    if before is None:
        raise NotationError('it begins nowhere: write pegs = "d2 d3" or start = "d4"')
    return before


def _goals(board: Board, row: Table, start: Position, kind: str) -> tuple[Position, ...]:
    if kind == "clear":
        block = board.code(_holes(board, row, "clear"))
        if block & start.code != block:
            raise ProblemError("a hole that is to be cleared has no peg")
        return (Position(board, start.code ^ block),)
    finish = finish_of(board, text_of(row, "finish"))
    holes = board.holes if finish == "any" else (board.hole(finish),)
    return tuple(map(board.single, holes))


def _solution(row: Table, start: Position, finishes: tuple[Position, ...]) -> Solution:
    solution = Solution(start, read_jumps(start, text_of(row, "solution")))
    if solution.finish not in finishes:
        raise ProblemError(f"its solution ends at {solution.finish.text}, which is not the goal")
    return solution


def _wrong_turns(row: Table, start: Position) -> Iterator[WrongTurn]:
    for one in _tables(row, "wrong"):
        check_keys(one, {"after", "jump", "reply"})
        after = read_jumps(start, text_of(one, "after")) if "after" in one else ()
        jump = Jump.from_text(text_of(one, "jump"))
        Solution(start, (*after, jump))  # replayed, so that it is possible
        yield WrongTurn(tuple(after), jump, text_of(one, "reply"))


def _answers(row: Table) -> Iterator[LessonAnswer]:
    found = list(_tables(row, "answer"))
    for one in found:
        check_keys(one, {"text", "reply", "right"})
        yield LessonAnswer(text_of(one, "text"), text_of(one, "reply"), one.get("right") is True)
    if found and sum(one.get("right") is True for one in found) != 1:
        raise NotationError("exactly one answer is right: write right = true there")


def _tables(row: Table, key: str) -> list[Table]:
    return [one for _, one in rows_of(row, key)] if key in row else []


def _holes(board: Board, row: Table, key: str) -> tuple[Hole, ...]:
    return _named(board, text_of(row, key)) if key in row else ()


def _named(board: Board, text: str) -> tuple[Hole, ...]:
    return tuple(board.hole(name) for name in text.split())


def _edges(board: Board, row: Table) -> tuple[tuple[Hole, ...], ...]:
    parts = text_of(row, "edges").split("/") if "edges" in row else []
    return tuple(_named(board, part) for part in parts)


def _weights(board: Board, row: Table) -> tuple[int, ...] | None:
    if "weights" not in row:
        return None
    rows = [line.split() for line in text_of(row, "weights").split("/")]
    if [len(line) for line in rows] != [len(line) for line in board.rows]:
        raise NotationError(f"weights has not a number a hole of {board.name}, / between rows")
    try:
        return tuple(int(word) for line in rows for word in line)
    except ValueError:
        raise NotationError("weights has a word that is no whole number") from None


def _coloured(board: Board, row: Table) -> tuple[int, ...] | None:
    if "colours" not in row:
        return None
    word = text_of(row, "colours")
    if word not in _COLOURS:
        raise NotationError(f"colours = {word!r}: write one of {', '.join(_COLOURS)}")
    return tuple((x + _COLOURS[word] * y) % 3 for x, y in board)


def _claims(row: Table) -> tuple[str, ...]:
    found = row.get("claims", [])
    if not isinstance(found, list) or not all(isinstance(one, str) for one in found):
        raise NotationError('claims is a list of texts: write claims = ["dead any"]')
    return tuple(found)
