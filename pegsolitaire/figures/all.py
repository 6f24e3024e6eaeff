"""All figures, paper by paper."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from fnmatch import fnmatchcase
from functools import lru_cache
from math import inf

from pegsolitaire.errors import ProblemError
from pegsolitaire.figures import gramigna, notes, page33, puzzles, triangular
from pegsolitaire.figures.figure import Figure


@lru_cache(maxsize=1)
def all_figures() -> tuple[Figure, ...]:
    """The figures of the five papers, in the order of their numbers.

    Examples
    --------
    >>> [figure.source for figure in all_figures()][:2]
    ['Notes, figure 1', 'Notes, figure 2']
    """
    papers = (notes, triangular, puzzles, page33, gramigna)
    return tuple(figure for paper in papers for figure in sorted(paper.figures(), key=_number))


def figure_names() -> Iterator[str]:
    """Their names, one by one: the figures are loaded for the first.

    Examples
    --------
    >>> next(figure_names())
    'notes-figure-1'
    """
    for figure in all_figures():
        yield figure.name


def _number(figure: Figure) -> float:
    """The number of a figure; what has none comes after, as its paper has it."""
    numbered = re.search(r"-figure-(\d+)$", figure.name)
    return float(numbered[1]) if numbered else inf


def choose_figures(names: Iterable[str] = (), most: str = "whole") -> list[Figure]:
    """The figures of some names, or all of them.

    Parameters
    ----------
    names : iterable of str, optional
        Names, beginnings of names, or patterns with ``*``.
    most : str, optional
        ``quick`` leaves out those that take long, unless they are named in full.

    Raises
    ------
    ProblemError
        If a name is not known.

    Examples
    --------
    >>> [figure.name for figure in choose_figures(["gramigna-figure-1"])][:1]
    ['gramigna-figure-1']
    """
    # "Notes, figure 2" is notes-figure-2.
    names = ["-".join(re.findall(r"[a-z0-9*.]+", name.lower())) for name in names]
    known = all_figures()
    chosen = set() if names else {one.name for one in known}
    for name in names:
        exact = {one.name for one in known if one.name == name}
        found = exact or {
            one.name for one in known if one.name.startswith(name) or fnmatchcase(one.name, name)
        }
        if not found:
            near = get_close_matches(name, [one.name for one in known], n=3, cutoff=0.4)
            words = f"the nearest are {', '.join(near)}; " if near else ""
            raise ProblemError(
                f"there is no figure {name!r}: {words}`pegs reproduce --figures DIR --list` has "
                "them all"
            )
        chosen |= found
    return [
        one
        for one in known
        if one.name in chosen and (most != "quick" or not one.is_long or one.name in names)
    ]
