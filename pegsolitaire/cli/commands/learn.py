"""`pegs learn`: the lessons."""

from __future__ import annotations

from pegsolitaire.cli.grid import print_table
from pegsolitaire.cli.notation import COORDINATES, Coordinates, spelled
from pegsolitaire.cli.options import argument
from pegsolitaire.cli.output import out, picture, report
from pegsolitaire.data import Lesson, Step, lesson_named, lessons
from pegsolitaire.results import to_json
from pegsolitaire.web.documents import lessons_json


def learn(
    lesson: str | None = argument("LESSON", "A lesson, by its name or its number."),
    coordinates: Coordinates = COORDINATES,
) -> None:
    """List the lessons, or print one: its texts, positions and solutions.

    They are made to be played: `pegs play`, and then Learn.

    Examples: pegs learn; pegs learn jumping; pegs learn 3
    """
    if lesson is None:
        rows = ((n, one.name, one.board.name, len(one.steps), one.about)
                for n, one in enumerate(lessons(), 1))  # fmt: skip
        report(lessons_json, lambda: print_table(", <lesson, <board, steps/2, ~about/1", rows))
        return
    found = lesson_named(lesson)
    with spelled(found.board, coordinates):
        report(lambda: to_json(found), lambda: _print(found))


def _print(lesson: Lesson) -> None:
    out.print(f"{lesson.title}: {lesson.about}")
    for number, step in enumerate(lesson.steps, 1):
        out.print(f"\n{number}. {step.text}\n")
        out.print(picture(step.start))
        for line in _lines(step):
            out.print(line)


def _lines(step: Step) -> list[str]:
    """What there is to do, as its solution says, and what is said in the end."""
    if step.solution is not None:
        return [f"solution: {step.solution}", step.done]
    if step.pick:
        return [f"found: {', '.join(map(step.start.board.hole_text, step.pick))}", step.done]
    if step.paint and step.colours:
        board = step.start.board
        letters = {hole: "ABC"[colour] for hole, colour in zip(board, step.colours, strict=True)}
        painted = (f"{board.hole_text(hole)} {letters[hole]}" for hole in step.paint)
        return [f"painted: {', '.join(painted)}", step.done]
    return [f"{one.text}: {one.reply}" for one in step.answers]
