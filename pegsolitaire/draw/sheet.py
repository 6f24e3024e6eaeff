"""The sheet that a picture is drawn on: its frame, its colours, its identity.

A picture is measured in hundredths of a lattice step, so that every coordinate is a short whole
number and the style sheet needs no size; only the outermost width and height are in pixels.

Several pictures may stand in one page, where style sheets, classes and ids are shared. Whoever
draws therefore writes plain ones (``class="peg"``, ``href="#board"``), and the sheet puts the
picture's own id before each, a digest of what it shows. The same picture always has the same id,
so drawing is deterministic. Rules are about classes alone and never about what is inside of
what: ``#picture .peg`` does not match in a ``<use>``, whose copy has no ancestor but itself.

Colours are plain values, not CSS variables: many converters to PNG and PDF know no variables.
Whether they are the light or the dark ones is up to the reader's system, which need not agree
with the page around the picture; so a picture brings its own paper.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from hashlib import sha256
from html import escape

#: Units of a picture in one lattice step.
STEP = 100
HOLE_RADIUS = 30
#: With the soft shadow around it; the marble itself takes up 86 % of it.
PEG_RADIUS = 45
_CORNER = 24  # of the paper, rounded

#: What is painted, how, and its colours in the light and in the dark.
Colours = Sequence[tuple[str, str, str, str]]

_FONT = 'font-family:system-ui,"Segoe UI",Helvetica,Arial,sans-serif;text-anchor:middle'

_SHAPES = """\
.ground,.rim{fill:none;stroke-width:138;stroke-linecap:round;stroke-linejoin:round}
.rim{stroke-width:146}
.hole{fill:url(#hole)}
.peg{fill:url(#peg)}
.margin{font-size:30px}
.caption{font-size:68px}
.number,.weight{font-weight:700}
.nought{opacity:.55}
.link{fill:none;stroke-width:9}
.halo,.shaft,.head{fill:none;stroke-linecap:round;stroke-linejoin:round;stroke-width:11}
.halo{stroke-width:22;stroke-opacity:.9}
.dead.shaft{stroke-dasharray:13 19}
.shade{stop-color:#000;stop-opacity:.4}
.clear{stop-color:#000;stop-opacity:0}
"""

_COLOURS = (
    (".paper", "fill", "#ffffff", "#14161a"),
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
    (".halo", "stroke", "#ffffff", "#14161a"),
    (".win.shaft,.win.head", "stroke", "#1565d8", "#62a8ff"),
    (".win.head,.win.tail", "fill", "#1565d8", "#62a8ff"),
    (".dead.shaft,.dead.head", "stroke", "#d9690a", "#ffa040"),
    (".dead.tail", "fill", "#d9690a", "#ffa040"),
    (".dead.head", "fill", "#ffffff", "#14161a"),
    (".open.shaft,.open.head", "stroke", "#767c87", "#a9afba"),
    (".open.head,.open.tail", "fill", "#767c87", "#a9afba"),
)

_GRADIENTS = """\
<linearGradient id="hole" x1="0" y1="0" x2="0" y2="1">\
<stop class="deep" offset="0"/><stop class="shallow" offset="1"/></linearGradient>
<radialGradient id="peg" fx=".34" fy=".28">\
<stop class="glint" offset="0"/><stop class="body" offset=".42"/>\
<stop class="edge" offset=".84"/><stop class="shade" offset=".87"/>\
<stop class="clear" offset="1"/></radialGradient>
"""


_CLASSES = re.compile(r' class="([^"]*)"')
_REFERENCES = re.compile(r' id="| href="#|url\(#')
_SELECTORS = re.compile(r"\.(?=[a-z])")


def readable(text: str) -> str:
    """Escape a text for XML, which has no control characters."""
    return escape("".join(c if c.isprintable() else " " for c in text))


def sheet(
    title: str,
    size: int,
    box: tuple[float, float, float, float],
    body: str,
    rules: str = "",
    colours: Colours = (),
) -> str:
    """A whole SVG document.

    Parameters
    ----------
    title : str
        What a screen reader says.
    size : int
        Pixels in a lattice step.
    box : tuple of float
        Left, top, width and height, in units.
    body : str
        What is drawn, with plain classes and ids.
    rules : str, optional
        More of a style sheet, for classes of its own.
    colours : sequence of (str, str, str, str), optional
        What else is painted, how, and its colours in the light and in the dark.

    Raises
    ------
    ValueError
        If the size is not positive.

    Examples
    --------
    >>> picture = sheet("A dot", 40, (0, 0, 100, 100), '<circle class="peg" r="5"/>')
    >>> picture.splitlines()[-2]
    '<circle class="p1cd6d9ab8e-peg" r="5"/>'
    """
    if size < 1:
        raise ValueError(f"a lattice step of {size} pixels: it needs at least one")
    left, top, width, height = (round(length) for length in box)
    content = (title, size, (left, top, width, height), body, rules, colours)
    name = "p" + sha256(repr(content).encode()).hexdigest()[:10]
    frame = f'x="{left}" y="{top}" width="{width}" height="{height}"'
    paper = f'<rect class="paper" {frame} rx="{_CORNER}"/>'
    scale = size / STEP
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" id="{name}" role="img" '
        f'width="{width * scale:g}" height="{height * scale:g}" '
        f'viewBox="{left} {top} {width} {height}" aria-labelledby="{name}-title">\n'
        f'<title id="{name}-title">{readable(title)}</title>\n'
        f"<style>\n#{name}{{{_FONT}}}\n{_own_rules(_style(rules, colours), name)}</style>\n"
        + _own(f"<defs>\n{_GRADIENTS}</defs>\n{paper}\n{body}\n", name)
        + "</svg>\n"
    )


def _own(drawing: str, name: str) -> str:
    """A drawing with the name of its picture before every class, id and reference."""
    marked = _REFERENCES.sub(rf"\g<0>{name}-", drawing)
    return _CLASSES.sub(lambda found: f' class="{_prefixed(found[1], name)}"', marked)


def _prefixed(classes: str, name: str) -> str:
    return " ".join(f"{name}-{one}" for one in classes.split())


def _own_rules(rules: str, name: str) -> str:
    """A style sheet with the name of its picture before every class and reference."""
    return _REFERENCES.sub(rf"\g<0>{name}-", _SELECTORS.sub(f".{name}-", rules))


def _style(rules: str, colours: Colours) -> str:
    painted = (*_COLOURS, *colours)
    light = "".join(f"{part}{{{paint}:{colour}}}\n" for part, paint, colour, _ in painted)
    dark = "".join(f"{part}{{{paint}:{colour}}}\n" for part, paint, _, colour in painted)
    return f"{_SHAPES}{rules}{light}@media (prefers-color-scheme:dark){{\n{dark}}}\n"
