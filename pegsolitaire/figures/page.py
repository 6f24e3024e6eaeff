"""All figures on one page: an HTML file beside those of the figures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

from pegsolitaire.figures.figure import Figure

_STYLE = """
:root { color-scheme: light dark; }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 0 auto; padding: 1rem; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.15rem; margin-top: 2.5rem; }
figure { margin: 1.5rem 0 2.5rem; break-inside: avoid; }
img { max-width: 100%; height: auto; }
figcaption { margin-top: .3rem; } .differs { opacity: .75; }
"""


def figures_page(
    figures: Sequence[Figure], files: Mapping[str, str], papers: Mapping[str, str]
) -> str:
    """A page with figures and their captions, by paper.

    Parameters
    ----------
    figures : sequence of Figure
        Those that were drawn.
    files : mapping of str to str
        The file of each, by its name.
    papers : mapping of str to str
        The papers, by the beginnings of the names of their figures.

    Examples
    --------
    >>> figures_page([], {}, {}).startswith("<!DOCTYPE html>")
    True
    """
    title = "Peg solitaire: the figures of the papers, drawn again"
    sections = []
    for key, paper in papers.items():
        shown = [one for one in figures if one.name.partition("-")[0] == key]
        if shown:
            drawn = "".join(_figure(one, files[one.name]) for one in shown)
            sections.append(f"<h2>{escape(paper)}</h2>\n{drawn}")
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n"
        f"<h1>{escape(title)}</h1>\n{''.join(sections)}</body>\n</html>\n"
    )


def _figure(figure: Figure, file: str) -> str:
    differs = f' <span class="differs">{escape(figure.differs)}</span>' if figure.differs else ""
    return (
        f'<figure id="{escape(figure.name)}">\n<img src="{escape(file)}" '
        f'alt="{escape(figure.caption)}">\n<figcaption><strong>{escape(figure.source)}.</strong> '
        f"{escape(figure.caption)}{differs}</figcaption>\n</figure>\n"
    )
