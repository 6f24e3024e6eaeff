"""Sets that overlap, as circles, with a diagram in each of their parts: a Venn diagram.

Figure 8 of Bell's Notes is of this kind: winning positions by index, whose bit ``i`` says that
they occur in complement problem ``i``. Three circles have all eight parts; of more no drawing is
clear.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import cos, pi, sin

from pegsolitaire.draw import shapes
from pegsolitaire.draw.diagram import COLOURS, RULES, Diagram, caption_texts
from pegsolitaire.draw.sheet import Colours, readable, sheet
from pegsolitaire.errors import ProblemError

_APART = 0.68  # of a circle's radius, from its centre to that of the picture
_DISTANCES = {1: 1.14, 2: 0.72, 3: 0.0}  # of parts that lie in so many circles, from there too
_ANGLES = (-pi / 2, 5 * pi / 6, pi / 6)  # of the circles: above, lower left, lower right
_ROOM = 2.6  # of the size of a diagram, the radius of a circle
_RULES = """\
.circle{stroke-width:10;fill-opacity:.13}
.none{font-style:italic}
"""
_COLOURS: Colours = tuple(
    (f".circle{number}", paint, light, dark)
    for number, (light, dark) in enumerate(
        (("#1565d8", "#62a8ff"), ("#d9690a", "#ffa040"), ("#2e8b57", "#63c58f"))
    )
    for paint in ("fill", "stroke")
)


def venn_svg(
    names: Sequence[str], parts: Mapping[int, Diagram], *, size: int = 16, title: str = ""
) -> str:
    """A Venn diagram of three sets, or fewer, as an SVG document.

    Parameters
    ----------
    names : sequence of str
        What the sets are; at most three.
    parts : mapping of int to Diagram
        What stands in each part: bit ``i`` of its number says that it is in set ``i``; 0 is
        outside of all. A part that is not given is empty.
    size : int, optional
        Pixels from a hole to the next.
    title : str, optional
        What a screen reader says; made from the parts when left out.

    Raises
    ------
    ProblemError
        If there are more than three sets, a part is of no such set, or there is no part at all.
    ValueError
        If the size is not positive.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> drawn = Diagram(triangle(3), 3, edges=False)
    >>> venn_svg(["one", "other"], {1: drawn, 3: drawn}).count('-peg" cx=')
    4
    """
    if not parts or not 0 < len(names) <= len(_ANGLES):
        raise ProblemError("a Venn diagram shows one set to three, and a part of them at least")
    if unknown := [part for part in parts if not 0 <= part < 1 << len(names)]:
        raise ProblemError(f"part {unknown[0]} is of more than {len(names)} sets")
    drawn = {part: one.drawing() for part, one in parts.items()}
    frames = [box for _, box in drawn.values()]
    radius = _ROOM * max(max(width, height) for _, _, width, height in frames)
    body = _circles(names, radius, size)
    for part in range(1 << len(names)):
        centre = _centre(part, len(names), radius)
        if part in drawn:
            body += _placed(parts[part], centre, size)
        elif part:
            height = 1400 / max(size, 1)
            style = f'class="caption none" style="font-size:{round(height)}px"'
            body.append(shapes.text("none", centre, height, style))
    words = "; ".join(f"{part}: {one.words}" for part, one in sorted(parts.items()))
    across = (1 + _APART) * radius + 0.35 * radius
    box = (-across, -across, 2 * across, (1 + _APART / 2 + 0.25) * radius + across)
    said = (title or f"{', '.join(names)}; {words}").replace("\n", ", ")
    return sheet(said, size, box, "\n".join(body), RULES + _RULES, (*COLOURS, *_COLOURS))


def _towards(angle: float, distance: float) -> shapes.Point:
    return distance * cos(angle), distance * sin(angle)


def _circles(names: Sequence[str], radius: float, size: int) -> list[str]:
    """The circles, each with its name outside, at its far end."""
    body = []
    for number, (name, angle) in enumerate(zip(names, _ANGLES, strict=False)):
        x, y = _towards(angle, _APART * radius)
        kind = f"circle circle{number}"
        body.append(
            f'<circle class="{kind}" cx="{round(x)}" cy="{round(y)}" r="{round(radius)}"/>'
        )
        height = 1700 / max(size, 1)
        end = _towards(angle, (1 + _APART) * radius + height)
        side = 0 if number == 0 else 0.9 * radius * (-1 if number == 1 else 1)
        place = (side or end[0], end[1] if number == 0 else y + radius + 0.9 * height)
        style = f'class="caption number" style="font-size:{round(height)}px"'
        body.append(shapes.text(readable(name), place, height, style))
    return body


def _centre(part: int, sets: int, radius: float) -> shapes.Point:
    """Where a part is: between the circles that it lies in, or at the upper left of all."""
    inside = [angle for i, angle in enumerate(_ANGLES[:sets]) if part >> i & 1]
    if not inside:
        return -1.45 * radius, -1.45 * radius
    x, y = (sum(part(angle) for angle in inside) for part in (cos, sin))
    length = (x * x + y * y) ** 0.5
    distance = _DISTANCES[len(inside)] * radius
    return (x / length * distance, y / length * distance) if length > 0.01 else (0.0, 0.0)


def _placed(diagram: Diagram, centre: shapes.Point, size: int) -> list[str]:
    """A diagram about a point, with its caption below it."""
    body, (left, top, width, height) = diagram.drawing()
    x, y = centre[0] - left - width / 2, centre[1] - top - height / 2 - 1700 / max(size, 1)
    text, _ = caption_texts(diagram.caption, (left + width / 2, top + height), 1.3 * width, size)
    return [f'<g transform="translate({round(x)} {round(y)})">', *body, *text, "</g>"]
