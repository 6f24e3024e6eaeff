"""`pegs check`: whether a position still wins, and which jumps keep it so."""

from __future__ import annotations

from typing import Annotated

import typer

from pegsolitaire.analysis import (
    Exploration,
    Guide,
    can_be_won_anyway,
    explore,
    explored_of,
    finishes,
    problem_on,
    starts,
)
from pegsolitaire.board import Hole, hole_name
from pegsolitaire.cli.arguments import BoardName, Finish, Json, Start, Type
from pegsolitaire.cli.explored import exploration_lines
from pegsolitaire.cli.output import (
    NO,
    UNDECIDED,
    Bar,
    counted,
    draws_unicode,
    end,
    out,
    picture,
    print_json,
)
from pegsolitaire.documents.explore import explore_document
from pegsolitaire.documents.positions import position_document, verdict_document
from pegsolitaire.draw import jump_lines
from pegsolitaire.errors import ProblemError
from pegsolitaire.game import Jump, Position, Problem, is_any, read_position
from pegsolitaire.sets import IndexedSets
from pegsolitaire.theory import type_named


def check(
    name: BoardName,
    start: Start = None,
    at: Annotated[
        str | None,
        typer.Option(
            "--position",
            metavar="POSITION",
            help="code:8455, a picture, d4:d2-d4,d5-d3, or @FILE; by default the start itself.",
            show_default=False,
        ),
    ] = None,
    finish: Finish = None,
    letter: Type = None,
    numbers: Annotated[
        bool,
        typer.Option(
            "--explore",
            help="Of each jump also the ways to win after it, their share, the fewest moves, and "
            "the chance of a random player; the best first.",
        ),
    ] = False,
    as_json: Json = False,
) -> None:
    """Say of a position, and of each jump from it, whether the game can still be won.

    Where START is any, also say from which vacancies the position is reached, at which holes it
    can finish, and in which complement problems it occurs (its index). The exit code is 1 when the
    position is dead, and 3 when that is not known: where winning sets are too large, and on boards
    of more than 64 holes, known solutions and a quick search judge. A dead position that no game
    from START reaches, but from which the finish was found to be within reach, is called stray.

    With --explore the numbers of all winning positions are found first, in some seconds, and
    kept. They are not known where winning sets are too large, unless these are stored.

    Examples: pegs check triangle5 "(0,3)" --position code:50; pegs check triangle5 any --position
    code:2183; pegs check english d4 --explore
    """
    if numbers and is_any(start):
        raise ProblemError("--explore tells of one game: give a START, not any")
    problem = problem_on(name, start, finish, letter)
    position = _position(problem, at)
    document: dict[str, object] = {}
    found: Exploration | None = None
    with Bar(what=f"which jumps win from {position.text}") as progress:
        indexed = None
        if is_any(start):
            indexed = IndexedSets.make(
                type_named(problem.board, letter), progress=progress, stored=True
            )
            guide = Guide(problem, indexed.superset)
        else:
            guide = Guide.make(problem, progress=progress)
        wins, verdicts = guide.winning(position), guide.verdicts(position)
        stray = wins is False and can_be_won_anyway(problem, position)
        if indexed is not None:
            within = (
                indexed.superset if wins else None
            )  # ways to and from a dead position leave the sets
            document = {
                "starts": _names(starts(position, within, progress)),
                "finishes": _names(finishes(position, within, progress)),
                "index": indexed.index(position),
            }
        elif numbers:
            found = explore(guide, position, explored_of(guide, progress))
    if as_json:
        said = {**position_document(position), **verdict_document(wins, verdicts), "stray": stray}
        if found is not None:
            said["explore"] = explore_document(found)
        print_json(said | document)
    else:
        _print(position, wins, verdicts, found)
        if stray:
            out.print(
                f"no game from {problem.start_text} reaches this position; if one did, "
                "it could be won"
            )
        for key, value in document.items():
            words = " ".join(value) if isinstance(value, list) else str(value)
            out.print(f"{key}: {words if value or value == 0 else 'none'}")
    end({True: 0, False: NO, None: UNDECIDED}[wins])


def _position(problem: Problem, text: str | None) -> Position:
    if text is None:
        return Position(problem.board, problem.starts[0])
    return read_position(problem.board, text)


def _names(holes: tuple[Hole, ...]) -> list[str]:
    return [hole_name(hole) for hole in holes]


def _print(
    position: Position,
    wins: bool | None,
    verdicts: dict[Jump, bool | None],
    found: Exploration | None,
) -> None:
    out.print(picture(position, verdicts))
    word = {True: "winning", False: "dead", None: "not known"}[wins]
    out.print(f"\n{word}, {counted(len(position), 'peg')}")
    lines = jump_lines(verdicts, unicode=draws_unicode(), called=out.called)
    for line in lines if found is None else exploration_lines(found):
        out.print(line)
