"""Read a printed board from its picture: the holes, their names and which of them have pegs."""

import re
from itertools import pairwise

from pegsolitaire.papers import (
    Row,
)

CIRCLE = re.compile(r'<circle class="([a-z-]+)" cx="(-?\d+)" cy="(-?\d+)"')
NAME = re.compile(r'<text [^>]*x="(-?\d+)" y="(-?\d+)"[^>]*>([^<]+)</text>')
BELOW = 13  # the distance from the centre of a hole to the baseline of its name


def pegs_left(picture, moves):
    """Return the names of the pegs left after moves such as `a1-a3, c4-a4-a2`.

    Only the picture is used: the peg that is jumped over lies halfway between the two holes.
    """
    pegs = {(int(x), int(y)): "peg" in kind for kind, x, y in CIRCLE.findall(picture)}
    holes = {name: (int(x), int(y) - BELOW) for x, y, name in NAME.findall(picture)}
    assert len(holes) == len(pegs) == len(set(holes.values()))
    assert set(holes.values()) == set(pegs)
    for move in moves.split(", "):
        for start, end in pairwise(move.split("-")):
            jump = (holes[start], _between(pegs, holes[start], holes[end]), holes[end])
            assert [pegs[place] for place in jump] == [True, True, False], (move, jump)
            pegs |= {jump[0]: False, jump[1]: False, jump[2]: True}
    return [name for name, place in holes.items() if pegs[place]]


def _between(pegs, start, end):
    """Return the hole halfway between two others, up to one unit of rounding."""
    middle = [(one + other) / 2 for one, other in zip(start, end, strict=True)]
    (found,) = [x for x in pegs if max(abs(x[i] - middle[i]) for i in (0, 1)) <= 1]
    return found


# Rows that are computed almost instantly, with at least one of each kind.
AT_ONCE = [
    "notes-figure-1", "notes-figure-3", "notes-section-3-types", "notes-section-3-wiegleb",
    "triangular-theorem-2-3", "triangular-footnote-4", "triangular-figure-8",
    "triangular-table-3-side-5", "triangular-figure-11", "triangular-formula-2",
    "triangular-table-4-side-11", "triangular-footnote-12", "triangular-appendix-a",
    "triangular-appendix-b2-side-10-a3", "puzzles-figure-3", "puzzles-table-1",
    "page33-french-classes", "gramigna-figure-6", "gramigna-corollary", "gramigna-figure-10-l",
    "puzzles-theorem-1-square6", "puzzles-figure-12", "gramigna-appendix-a",
    "new-english-problems", "new-triangle12-44", "new-knowing-triangle5-a1",
    "notes-table-1-triangle5", "notes-table-1-triangle6", "notes-section-4",
]  # fmt: skip


def a_row(name="notes-planted", published=1, computed=1, **more):
    return Row(
        name=name,
        source="Notes, nowhere",
        title="planted",
        published=published,
        compute=lambda _: computed,
        command="pegs boards",
        **more,
    )
