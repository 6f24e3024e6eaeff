"""A figure of a paper: what it is called, what it shows, and how it is drawn."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from pegsolitaire.progress import Progress


@dataclass(frozen=True, kw_only=True)
class Figure:
    """A figure of a paper.

    Attributes
    ----------
    name : str
        What to call it, such as ``notes-figure-3``; also the name of its file.
    source : str
        The paper and the place, such as ``Notes, figure 3``.
    caption : str
        What it shows.
    draw : callable
        Draws it as SVG; it is handed an object to tell its progress.
    differs : str, optional
        What is not as in the paper, and why.
    is_long : bool, optional
        Whether it takes more than some seconds.
    """

    name: str
    source: str
    caption: str
    draw: Callable[[Progress], str]
    differs: str = ""
    is_long: bool = False
