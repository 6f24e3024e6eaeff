"""Drawings of the construction of a triangle."""

import pytest
from drawn import classes

from pegsolitaire.construct import solve
from pegsolitaire.construct.drawing import construction_svg, stages_svg
from pegsolitaire.errors import BoardTooLargeError, ProblemError

# -- drawing ------------------------------------------------------------------------------------


def test_drawing():
    found = solve(20, (6, 9), "any")
    picture = construction_svg(found)
    assert classes(picture).count("block") == len(found.blocks)
    assert picture == construction_svg(solve(20, (6, 9), "any"))
    assert "24 removals around a core" in picture
    for draw in (construction_svg, stages_svg):
        with pytest.raises(ProblemError, match=r"nothing to draw: theorem 2\.1"):
            draw(solve(7, (0, 0)))
    with pytest.raises(BoardTooLargeError, match="too many for one picture"):
        stages_svg(solve(100, (0, 1)))
