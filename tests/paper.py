"""A printed board as somebody reads it: holes, which have pegs, and what they are called."""

import re
from itertools import pairwise

CIRCLE = re.compile(r'<circle class="([a-z-]+)" cx="(-?\d+)" cy="(-?\d+)"')
NAME = re.compile(r'<text [^>]*x="(-?\d+)" y="(-?\d+)"[^>]*>([^<]+)</text>')
BELOW = 13  # the foot of a name, from the middle of its hole


def pegs_left(picture, moves):
    """The names of the pegs that are left, once moves such as `a1-a3, c4-a4-a2` were made.

    Nothing is known but the picture: what is jumped over lies half way.
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
    """The hole half way: places are rounded, so it may be one off."""
    middle = [(one + other) / 2 for one, other in zip(start, end, strict=True)]
    (found,) = [x for x in pegs if max(abs(x[i] - middle[i]) for i in (0, 1)) <= 1]
    return found
