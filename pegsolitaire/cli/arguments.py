"""The arguments and options that several commands share."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from math import isinf
from typing import Annotated

import typer

from pegsolitaire.budget import Budget
from pegsolitaire.sets.store import scratch_folder

BoardName = Annotated[
    str,
    typer.Argument(
        metavar="BOARD",
        help="A board by name (english, triangle5, hexagon37 ...: see `pegs boards`), or @FILE "
        "with a picture of one.",
        show_default=False,
    ),
]
Start = Annotated[
    str,
    typer.Argument(
        metavar="START",
        help="A hole, d4, (3,3) or its number: that hole vacant, the rest full. Or code:8455; a "
        "picture, rows of * and . joined by /; @FILE with a picture; a puzzle by name; any "
        "of these and the jumps from it, d4:d2-d4,d5-d3; any: all vacancies of a type at once.",
        show_default=False,
    ),
]
Finish = Annotated[
    str | None,
    typer.Option(
        "--finish",
        metavar="FINISH",
        help="Where to end: a hole, any, or a position. By default that of the puzzle, or back "
        "at the vacancy where its position class allows it, else any.",
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
        metavar="SECONDS",
        help="Search for this long; after that the answer is undecided.",
        show_default=False,
    ),
]
Nodes = Annotated[
    int | None,
    typer.Option(
        "--nodes",
        metavar="N",
        help="Look at this many positions; after that the answer is undecided.",
        show_default=False,
    ),
]
Memory = Annotated[
    float | None,
    typer.Option(
        "--memory",
        metavar="GIB",
        min=0.001,
        help="The most memory for positions, by default most of what is free. What needs more "
        "lies on disk meanwhile; a search by `pegs solve --shortest` ends instead.",
        show_default=False,
    ),
]

TableMemory = Annotated[
    float | None,
    typer.Option(
        "--memory",
        metavar="GIB",
        min=0.001,
        help="The most memory for a position class, by default what is free: what needs more is "
        "refused at once.",
        show_default=False,
    ),
]


_PROGRAM = 1 << 28  # bytes of Python, its libraries and the compiled kernels


def in_bytes(gib: float | None) -> int | None:
    """GiB in bytes; None is no limit, and so is infinity."""
    return None if gib is None or isinf(gib) else int(gib * (1 << 30))


def for_positions(gib: float | None) -> int | None:
    """What a limit of memory leaves for positions: the program and its buffers take some, too."""
    most = in_bytes(gib)
    return None if most is None else most - min(_PROGRAM, most // 4)


@contextmanager
def spilling(memory: float | None, disk: float | None = None) -> Iterator[Budget]:
    """A budget of some GiB, with a scratch folder for what outgrows them while work goes on."""
    with scratch_folder() as scratch:
        yield Budget(memory=for_positions(memory), scratch=scratch, disk=in_bytes(disk))


Disk = Annotated[
    float | None,
    typer.Option(
        "--disk",
        metavar="GIB",
        min=0,
        help="The most disk space for what is unfinished; by default all that is free (of a "
        "search for few moves, half of it).",
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
