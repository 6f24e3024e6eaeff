"""Write pictures to files: SVG unchanged, PNG and PDF with CairoSVG, which is an optional extra.

Among the Python libraries that render SVG, CairoSVG was chosen because it supports our style
sheets and gradients, uses the fonts of the system, and writes PDF with text as text. PNG and PDF
files use the light colours, because these formats cannot adapt to dark mode.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from io import BytesIO
from math import sqrt
from pathlib import Path
from typing import Any

from pegsolitaire.errors import MissingExtraError, ProblemError
from pegsolitaire.files import check_target, write_text, written_aside

#: The file extensions of pictures.
ENDINGS = (".svg", ".png", ".pdf")

_SCALE = 2.0  # pixels of a PNG per pixel of the SVG: sharp on dense screens and in print
# Pixels of the largest PNG; drawing them takes a quarter of a gigabyte.
_MAX_PNG_PIXELS = 64_000_000
_DPI = 96  # pixels of an SVG per inch
_SIDE = 32_000  # pixels of the longest side that Cairo can draw
# CairoSVG centres each part of a centred text separately.
_PART = re.compile(r'<tspan class="[^"]*">([^<]*)</tspan>')
_SIZE = re.compile(r'<svg [^>]*?\bwidth="([\d.]+)(?:px|pt)?"[^>]*?\bheight="([\d.]+)')


def check_picture(path: Path) -> None:
    """Check that a picture can be written to a file, before the work begins.

    Raises
    ------
    ProblemError
        If the file extension is not that of a picture format.
    MissingExtraError
        If the picture is PNG or PDF, and the extra for these formats is not installed.
    StoreError
        If the file cannot be written.

    Examples
    --------
    >>> check_picture(Path("board.jpg"))
    Traceback (most recent call last):
        ...
    pegsolitaire.errors.ProblemError: board.jpg is not the name of a picture: use the extension \
.svg, .png or .pdf
    """
    check_target(path)
    if _ending(path) != ".svg":
        _converter()


def write_picture(svg: str, path: Path) -> None:
    """Write a picture to a file, as SVG, PNG or PDF according to the file extension.

    Parameters
    ----------
    svg : str
        The picture, as returned by every function that draws.
    path : Path
        The file to write. A PNG has two pixels for each pixel of the SVG, or fewer if it would be
        too large.

    Raises
    ------
    ProblemError
        If the file extension is not that of a picture format.
    MissingExtraError
        If the picture is PNG or PDF, and the extra for these formats is not installed.
    StoreError
        If the file cannot be written.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> from pegsolitaire.board import triangle
    >>> with TemporaryDirectory() as folder:
    ...     write_picture(triangle(4)._repr_svg_(), Path(folder, "t4.svg"))
    ...     Path(folder, "t4.svg").read_text()[:4]
    '<svg'
    """
    if (ending := _ending(path)) == ".svg":
        write_text([svg], path)
        return
    cairosvg, drawn = _converter(), _PART.sub(r"\1", svg).encode()
    if ending == ".pdf":
        content = cairosvg.svg2pdf(bytestring=drawn)
    else:
        content = cairosvg.svg2png(bytestring=drawn, scale=_fitting(svg))
    with written_aside(path) as aside:  # Cairo would report only an error number
        aside.write_bytes(content)


def write_pages(pages: Sequence[str], path: Path) -> None:
    """Write each picture to a page of one PDF. Each page has the size of its picture.

    Raises
    ------
    MissingExtraError
        If the extra for PDF is not installed.
    StoreError
        If the file cannot be written.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> from pegsolitaire.board import triangle
    >>> pages = [triangle(4)._repr_svg_(), triangle(5)._repr_svg_()]
    >>> with TemporaryDirectory() as folder:
    ...     write_pages(pages, Path(folder, "boards.pdf"))
    ...     Path(folder, "boards.pdf").read_bytes()[:4]
    b'%PDF'
    """
    _converter()
    from cairocffi import PDFSurface
    from cairosvg.parser import Tree
    from cairosvg.surface import PDFSurface as Drawing

    content = BytesIO()
    paper = PDFSurface(content, 1, 1)

    class Page(Drawing):  # type: ignore[misc]
        """A drawing that becomes the next page of the PDF instead of a PDF of its own."""

        @staticmethod
        def surface_class(_: object, width: float, height: float) -> Any:
            """Return the surface to draw on, given CairoSVG's output and the size in points."""
            paper.set_size(width, height)
            return paper

    for page in pages:
        Page(Tree(bytestring=_PART.sub(r"\1", page).encode()), content, _DPI)
        paper.show_page()
    paper.finish()
    with written_aside(path) as aside:
        aside.write_bytes(content.getvalue())


def _ending(path: Path) -> str:
    """Return the file extension of a picture."""
    ending = path.suffix.lower()
    if ending not in ENDINGS:
        raise ProblemError(
            f"{path.name} is not the name of a picture: use the extension .svg, .png or .pdf"
        )
    return ending


def _fitting(svg: str) -> float:
    """Return the scale of a PNG, which is smaller if the picture would be too large to draw."""
    size = _SIZE.search(svg)
    if size is None:
        return _SCALE
    width, height = float(size[1]), float(size[2])
    return min(_SCALE, _SIDE / max(width, height), sqrt(_MAX_PNG_PIXELS / (width * height)))


def _converter() -> Any:
    """Import CairoSVG. If it is not installed, the error explains how to install it."""
    try:
        import cairosvg
    except ImportError as error:
        raise MissingExtraError(
            "PNG and PDF need CairoSVG: install it with pip install 'pegsolitaire[pictures]', "
            "or write an .svg file"
        ) from error
    except OSError as error:
        raise MissingExtraError(
            "CairoSVG cannot find the Cairo library: install it (Debian: libcairo2), or write "
            "an .svg file"
        ) from error
    return cairosvg
