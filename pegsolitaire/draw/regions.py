"""Disjoint regions of a board, drawn apart: the Merson regions of figure 11 of Bell 2008."""

from __future__ import annotations

from collections.abc import Sequence

from pegsolitaire.board.board import Board
from pegsolitaire.board.codes import indices_of
from pegsolitaire.board.lattice import Hole
from pegsolitaire.draw.diagram import Diagram


def regions_svg(
    board: Board, regions: Sequence[int], *, size: int = 40, edges: bool = True
) -> str:
    """A board with regions as blots, neighbours in different colours where four are enough.

    Parameters
    ----------
    board : Board
        The board.
    regions : sequence of int
        The holes of each, as a mask.
    size : int, optional
        Pixels from a hole to the next.
    edges : bool, optional
        Whether letters and numbers stand along the edges.

    Raises
    ------
    ValueError
        If the size is not positive.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> from pegsolitaire.theory import merson_regions, packings
    >>> board = triangle(6)
    >>> picture = regions_svg(board, packings(board, merson_regions(board), 1)[0])
    >>> picture.count('-region ')
    9
    """
    title = f"{board.name}: {len(regions)} disjoint regions"
    return Diagram(board, regions=regions, edges=edges, title=title).svg(size)


def region_names(board: Board, regions: Sequence[int]) -> dict[Hole, str]:
    """A letter for each hole of a region, A to Z and again; nothing for other holes.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> region_names(triangle(2), [1, 6])
    {(0, 0): 'A', (0, 1): 'B', (1, 1): 'B'}
    """
    return {
        board.holes[i]: chr(ord("A") + number % 26)
        for number, mask in enumerate(regions)
        for i in indices_of(mask)
    }
