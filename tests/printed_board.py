"""Read a printed board from its picture: the holes, their names and which of them have pegs."""

import re
from itertools import pairwise

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
