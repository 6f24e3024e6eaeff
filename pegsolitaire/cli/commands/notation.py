"""`pegs notation`: how boards, positions, goals, limits and holes are written."""

from __future__ import annotations

from inspect import getdoc

import click

from pegsolitaire.cli.command import command


@command(has_json=False)
def notation() -> None:
    """Explain how to write boards, positions, goals, limits and holes.

    BOARD is a name (english, triangle5, hexagon37; `pegs boards` lists them), a picture, a
    matrix, or @FILE with a picture or matrix.

    START is the start. One hole (d4, (3,3), centre or its number) means that this hole is vacant
    and all others are full. It can also be a position: code:8455, a picture, a matrix, the holes
    with pegs (a1,a2,b4), the name of a puzzle, or @FILE with one of these. Add jumps after a
    colon: d4:d2-d4,d5-d3. The word any means all vacancies of a type at once; --type names the
    type (A, B, C ...). The default is the usual start of the board, or the position that its
    picture shows.

    --finish is the goal: one peg in a hole (d4), one peg in each of several holes (a4,g4), one peg
    in any hole (any), or a position. The default is the goal of the puzzle. Without a puzzle, it
    is the hole that was vacant at the start if the position class allows that, and otherwise any.

    --class is the position class (A, B, C ...). The default is class A, which can end in the
    middle hole.

    --time is a time (90s, 5m, 1h30m), and --positions a number of positions (1e6, 400M). Without
    an answer by then, the result is undecided. --memory and --disk are sizes (2GiB, 400MB, or a
    number of GiB). The defaults are most of the free memory and all free disk space. Levels that
    need more memory are kept on disk. --yes starts work that takes more than ten minutes, or more
    than 4 GB of memory or disk, without asking.

    --numbers writes holes in the output as numbers, counted row by row from 1 (OEIS A120422), in
    place of letters and numbers (d4). Where you write a hole, you can write d4, (3,3) for the
    column and the row counted from 0, or its number.

    --marks says what the marks of your picture mean: peg=x,hole=o,outside=# or part of it (outside
    marks places without a hole; the word blank stands for a blank).

    Examples: pegs notation
    """
    click.echo(getdoc(notation))
