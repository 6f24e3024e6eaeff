"""`pegs learn`: the lessons."""

from __future__ import annotations

from typing import Annotated

import typer

from pegsolitaire.cli.arguments import Json
from pegsolitaire.cli.grid import Column, Grid
from pegsolitaire.cli.notation import Coordinates, CoordinatesOption, spelled
from pegsolitaire.cli.output import out, picture, print_json
from pegsolitaire.data import Lesson, Step, lesson_named, lessons
from pegsolitaire.results import to_json
from pegsolitaire.web.documents import lessons_json


def learn(
    lesson: Annotated[
        str | None, typer.Argument(metavar="LESSON", help="A lesson, by its name or its number.")
    ] = None,
    as_json: Json = False,
    coordinates: CoordinatesOption = Coordinates.LETTERS,
) -> None:
    """List the lessons, or print one: its texts, positions and solutions.

    They are made to be played: `pegs play`, and then Learn.

    Examples: pegs learn; pegs learn jumping; pegs learn 3
    """
    if lesson is None:
        if as_json:
            print_json(lessons_json())
        else:
            _list()
        return
    found = lesson_named(lesson)
    with spelled(found.board, coordinates):
        if as_json:
            print_json(to_json(found))
        else:
            _print(found)


def _list() -> None:
    grid = Grid(
        [
            Column(""),
            Column.names("lesson"),
            Column.names("board"),
            Column("steps", 2),
            Column.texts("about", 1),
        ]
    )
    for number, lesson in enumerate(lessons(), 1):
        grid.add_row(number, lesson.name, lesson.board.name, len(lesson.steps), lesson.about)
    grid.print()


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
