"""`pegs check`: whether a position still wins, and which jumps keep it so."""

from __future__ import annotations

from typing import Annotated

import typer

from pegsolitaire.analysis import Guide, can_be_won_anyway, finishes, starts
from pegsolitaire.board import Hole, hole_name, read_board
from pegsolitaire.cli.arguments import BoardName, Finish, Json, Start, Type
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
from pegsolitaire.documents.positions import position_document, verdict_document
from pegsolitaire.draw import jump_lines
from pegsolitaire.game import Jump, Position, Problem, is_any, read_position
from pegsolitaire.sets import IndexedSets
from pegsolitaire.theory import read_problem, type_named


def check(
    name: BoardName,
    start: Start,
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
    as_json: Json = False,
) -> None:
    """Say of a position, and of each jump from it, whether the game can still be won.

    Where START is any, also say from which vacancies the position is reached, at which holes it
    can finish, and in which complement problems it occurs (its index). The exit code is 1 when the
    position is dead, and 3 when that is not known: where winning sets are too large, and on boards
    of more than 64 holes, known solutions and a quick search judge. A dead position that no game
    from START reaches, but from which the finish was found to be within reach, is called stray.

    Examples: pegs check triangle5 "(0,3)" --position code:50; pegs check triangle5 any --position
    code:2183
    """
    board = read_board(name)
    problem = read_problem(board, start, finish, letter)
    position = _position(problem, at)
    document: dict[str, object] = {}
    with Bar(what=f"which jumps win from {position.text}") as progress:
        indexed = None
        if is_any(start):
            indexed = IndexedSets.make(type_named(board, letter), progress=progress, stored=True)
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
    if as_json:
        said = {**position_document(position), **verdict_document(wins, verdicts), "stray": stray}
        print_json(said | document)
    else:
        _print(position, wins, verdicts)
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


def _print(position: Position, wins: bool | None, verdicts: dict[Jump, bool | None]) -> None:
    out.print(picture(position, verdicts))
    word = {True: "winning", False: "dead", None: "not known"}[wins]
    out.print(f"\n{word}, {counted(len(position), 'peg')}")
    for line in jump_lines(verdicts, unicode=draws_unicode(), called=out.called):
        out.print(line)
