"""The positions of a class with one number of pegs, out of its tablebase."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from pegsolitaire.sets.rice import Ranking
from pegsolitaire.sets.tablebase import Tablebase
from pegsolitaire.theory.classes import hole_classes

if TYPE_CHECKING:
    from pegsolitaire.engine import Words

_CHUNK = 1 << 20  # positions that are gone through at a time


def dead_codes(table: Tablebase, pegs: int) -> Words:
    """The positions of the class with so many pegs that are not solvable.

    Sorted codes, least under the symmetries that map the finishes to themselves.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> dead_codes(Tablebase.build(triangle(5), ["a1"]), 13).tolist()
    [22527, 24319, 32383, 32509, 32761]
    """
    from pegsolitaire.engine import Probe, make_layout

    labels, finish = hole_classes(table.board), table.finishes[0]
    label = 0
    for hole, one in enumerate(labels):
        label ^= one * (finish >> hole & 1)
    ranking = Ranking(labels, label)
    probe = Probe(make_layout(table.board, table.group))
    found = []
    for first in range(0, size := ranking.size(pegs), _CHUNK):
        codes = ranking.codes(np.arange(first, min(first + _CHUNK, size)), pegs)
        codes = codes[~table.solvable.contains_codes(codes)]
        found.append(codes[probe.least(codes) == codes])
    return np.concatenate(found) if found else np.zeros(0, np.uint64)
