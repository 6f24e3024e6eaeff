"""The sheet that a picture is drawn on: its frame, its colours, its identity.

A picture is measured in hundredths of a lattice step, so that every coordinate is a short whole
number and the style sheet needs no size; only the outermost width and height are in pixels.

Several pictures may stand in one page, where style sheets and ids are shared: every rule and
every id therefore begins with the picture's own id, a digest of what it shows. The same picture
always has the same id, so drawing is deterministic.

Colours are plain values, not CSS variables: many converters to PNG and PDF know no variables.
"""

from __future__ import annotations

from hashlib import sha256
from html import escape

#: Units of a picture in one lattice step.
STEP = 100
HOLE_RADIUS = 30
#: With the soft shadow around it; the marble itself takes up 86 % of it.
PEG_RADIUS = 45

_SHAPES = """\
{id}{font-family:system-ui,"Segoe UI",Helvetica,Arial,sans-serif}
{id} .ground,{id} .rim{fill:none;stroke-width:138;stroke-linecap:round;stroke-linejoin:round}
{id} .rim{stroke-width:146}
{id} .hole{fill:url({id}-hole)}
{id} .peg{fill:url({id}-peg)}
{id} text{text-anchor:middle}
{id} .margin{font-size:30px}
{id} .caption{font-size:68px}
{id} .number,{id} .weight{font-weight:700}
{id} .nought{opacity:.55}
{id} .link{fill:none;stroke-width:9}
{id} .arrow path{fill:none;stroke-linecap:round;stroke-linejoin:round;stroke-width:11}
{id} .arrow .halo{stroke-width:22;stroke-opacity:.9}
{id} .dead .shaft{stroke-dasharray:13 19}
{id} .shade{stop-color:#000;stop-opacity:.4}
{id} .clear{stop-color:#000;stop-opacity:0}
"""

# What is painted, how, and its colours in the light and in the dark.
_COLOURS = (
    (".ground", "stroke", "#ebe6dc", "#2b2e36"),
    (".rim", "stroke", "#d2cabb", "#41454f"),
    (".deep", "stop-color", "#a2988a", "#101216"),
    (".shallow", "stop-color", "#cdc5b7", "#23262d"),
    (".glint", "stop-color", "#d3dcea", "#f6f1e4"),
    (".body", "stop-color", "#66758f", "#c9bfa9"),
    (".edge", "stop-color", "#333d50", "#857a66"),
    (".name", "fill", "#37322a", "#a3abb9"),
    (".on-peg", "fill", "#ffffff", "#201d18"),
    (".below", "fill", "#8f2400", "#ff9d6b"),
    (".on-peg.below", "fill", "#ffd08a", "#8c1f00"),
    (".link", "stroke", "#8a909b", "#7d8592"),
    (".margin", "fill", "#6b7280", "#9aa3b2"),
    (".caption", "fill", "#3f4652", "#c3c9d4"),
    (".arrow .halo", "stroke", "#ffffff", "#14161a"),
    (".win path", "stroke", "#1565d8", "#62a8ff"),
    (".win .head,.win .tail", "fill", "#1565d8", "#62a8ff"),
    (".dead path", "stroke", "#d9690a", "#ffa040"),
    (".dead .tail", "fill", "#d9690a", "#ffa040"),
    (".dead .head", "fill", "#ffffff", "#14161a"),
    (".open path", "stroke", "#767c87", "#a9afba"),
    (".open .head,.open .tail", "fill", "#767c87", "#a9afba"),
)

_GRADIENTS = """\
<linearGradient id="{id}-hole" x1="0" y1="0" x2="0" y2="1">\
<stop class="deep" offset="0"/><stop class="shallow" offset="1"/></linearGradient>
<radialGradient id="{id}-peg" fx=".34" fy=".28">\
<stop class="glint" offset="0"/><stop class="body" offset=".42"/>\
<stop class="edge" offset=".84"/><stop class="shade" offset=".87"/>\
<stop class="clear" offset="1"/></radialGradient>
"""


def picture_id(*parts: object) -> str:
    """An id for the picture of these things, the same in every run."""
    return "p" + sha256(repr(parts).encode()).hexdigest()[:10]


def readable(text: str) -> str:
    """Escape a text for XML, which has no control characters."""
    return escape("".join(c if c.isprintable() else " " for c in text))


def sheet(
    name: str, title: str, size: int, box: tuple[float, float, float, float], body: str
) -> str:
    """A whole SVG document.

    Parameters
    ----------
    name : str
        The id of the picture, from :func:`picture_id`.
    title : str
        What a screen reader says.
    size : int
        Pixels in a lattice step.
    box : tuple of float
        Left, top, width and height, in units.
    body : str
        What is drawn.

    Raises
    ------
    ValueError
        If the size is not positive.

    Examples
    --------
    >>> sheet("p1", "A dot", 40, (0, 0, 100, 100), '<circle r="5"/>')[:66]
    '<svg xmlns="http://www.w3.org/2000/svg" id="p1" role="img" width="'
    """
    if size < 1:
        raise ValueError(f"a lattice step of {size} pixels: it needs at least one")
    left, top, width, height = (round(length) for length in box)
    scale = size / STEP
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" id="{name}" role="img" '
        f'width="{width * scale:g}" height="{height * scale:g}" '
        f'viewBox="{left} {top} {width} {height}" aria-labelledby="{name}-title">\n'
        f'<title id="{name}-title">{readable(title)}</title>\n'
        f"<style>\n{_style(name)}</style>\n"
        f"<defs>\n{_GRADIENTS.replace('{id}', name)}</defs>\n{body}\n</svg>\n"
    )


def _style(name: str) -> str:
    light = "".join(_rule(name, part, paint, colour) for part, paint, colour, _ in _COLOURS)
    dark = "".join(_rule(name, part, paint, colour) for part, paint, _, colour in _COLOURS)
    shapes = _SHAPES.replace("{id}", f"#{name}")
    return f"{shapes}{light}@media (prefers-color-scheme:dark){{\n{dark}}}\n"


def _rule(name: str, parts: str, paint: str, colour: str) -> str:
    chosen = ",".join(f"#{name} {part}" for part in parts.split(","))
    return f"{chosen}{{{paint}:{colour}}}\n"
