"""The arguments and options that several commands share."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Annotated

import typer

from pegsolitaire.amounts import size_text
from pegsolitaire.board import Board
from pegsolitaire.cli.output import going_on
from pegsolitaire.game import Problem
from pegsolitaire.progress_bar import NOTHING_KEPT
from pegsolitaire.sets.store import building_folder, path_of, scratch_folder
from pegsolitaire.work import Work

BoardName = Annotated[
    str,
    typer.Argument(
        metavar="BOARD",
        help="A board by name (english, triangle5, hexagon37 ...: see `pegs boards`), or a "
        "picture or a matrix of one, or @FILE with it.",
        show_default=False,
    ),
]
Start = Annotated[
    str | None,
    typer.Argument(
        metavar="START",
        help="A hole, d4, (3,3), centre or its number: that hole vacant, the rest full. Or a "
        "position: code:8455, a picture, a matrix, the holes with pegs (a1,a2,b4), @FILE with "
        "one, a puzzle by name; any of these and the jumps from it, d4:d2-d4,d5-d3; any: all "
        "vacancies of a type at once. By default the usual start, or what the picture of the "
        "board shows.",
        show_default=False,
    ),
]
Finish = Annotated[
    str | None,
    typer.Option(
        "--finish",
        metavar="FINISH",
        help="Where to end: one peg in a hole (d4), pegs in all of several (a4,g4), one peg in "
        "any hole (any), or a position. By default that of the puzzle, or back at the vacancy "
        "where its position class allows it, else any.",
        show_default=False,
    ),
]
Type = Annotated[
    str | None,
    typer.Option(
        "--type",
        metavar="LETTER",
        help="The problem type, where START is any: A, B, C ...",
        show_default=False,
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]
Seconds = Annotated[
    float | None,
    typer.Option(
        "--time",
        metavar="TIME",
        help="Search for this long (90s, 5m, 1h30m); after that the answer is undecided.",
        show_default=False,
    ),
]
Positions = Annotated[
    int | None,
    typer.Option(
        "--positions",
        metavar="N",
        help="Look at this many positions (1e6, 400M); after that the answer is undecided.",
        show_default=False,
    ),
]
Memory = Annotated[
    int | None,
    typer.Option(
        "--memory",
        metavar="MEMORY",
        help="The most memory for positions (2GiB, 400MB, or a number of GiB), by default most of "
        "what is free. What needs more lies on disk meanwhile; a search by `pegs solve "
        "--shortest` ends instead.",
        show_default=False,
    ),
]

TableMemory = Annotated[
    int | None,
    typer.Option(
        "--memory",
        metavar="MEMORY",
        help="The most memory for a position class (2GiB, 400MB, or a number of GiB), by default "
        "what is free: what needs more is refused at once.",
        show_default=False,
    ),
]


_PROGRAM = 1 << 28  # bytes of Python, its libraries and the compiled kernels


def for_positions(memory: int | None) -> int | None:
    """What a limit of memory leaves for positions: the program and its buffers take some, too."""
    return None if memory is None else memory - min(_PROGRAM, memory // 4)


def kept_tables(
    board: Board, finishes: Iterable[tuple[int, ...]], store: bool
) -> str | Callable[[], str]:
    """What is kept of tablebases when their build is interrupted."""
    if not store:
        return f"{NOTHING_KEPT}; with --store what is finished of the tablebase is"
    from pegsolitaire.sets.tablebases import default_path  # which imports numpy

    places = [default_path(board, codes) for codes in finishes]
    return going_on(*places, *map(building_folder, places))


def kept_sets(problem: Problem) -> Callable[[], str]:
    """What is kept of winning sets when their build is interrupted."""

    def kept() -> str:
        return going_on(path_of(problem, "building"), whole=path_of(problem, "npz"))()

    return kept


@contextmanager
def spilling(memory: int | None, disk: int | None = None) -> Iterator[Work]:
    """A budget of some bytes, with a scratch folder for what outgrows them while work goes on."""
    with scratch_folder() as scratch:
        yield Work(
            memory=size_text(for_positions(memory)), scratch=scratch, disk=size_text(disk)
        ).begin()


Disk = Annotated[
    int | None,
    typer.Option(
        "--disk",
        metavar="SIZE",
        help="The most disk space for what is unfinished, and for what is stored in the end "
        "(20GiB, 400MB, or a number of GiB); by default all that is free (of a search for few "
        "moves, half of it).",
        show_default=False,
    ),
]
Estimating = Annotated[
    bool,
    typer.Option(
        "--estimate",
        help="Say how many positions there are to go through, how long that takes, and how much "
        "memory and disk; and do nothing else.",
    ),
]
Class = Annotated[
    str | None,
    typer.Option(
        "--class",
        metavar="LETTER",
        help="The position class: A, B, C ...; by default A, which ends in line with the middle "
        "(`symmetric`: all of them).",
        show_default=False,
    ),
]
Store = Annotated[
    bool,
    typer.Option("--store", help="Keep the tablebase of the class, or use one that was kept."),
]
