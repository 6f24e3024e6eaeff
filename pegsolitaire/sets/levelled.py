"""What sets of positions have in common, whose codes lie in levels, by pegs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from pegsolitaire.board import Board
from pegsolitaire.game import Position
from pegsolitaire.tables import Columns, Framed, html_table

if TYPE_CHECKING:
    from pegsolitaire.engine import Words


class Levelled(Framed):
    """Positions of a board by pegs: they can be gone through, counted, and had as a table."""

    column_types: ClassVar[Mapping[str, str]] = {"pegs": "int16", "code": "uint64"}

    @property
    def board(self) -> Board:
        """The board."""
        raise NotImplementedError

    def codes_by_pegs(self) -> Mapping[int, Words]:
        """The levels: the codes by pegs, the fewest first."""
        raise NotImplementedError

    @property
    def table_title(self) -> str:
        """What the positions are."""
        return repr(self).strip("<>")

    def sizes(self) -> dict[int, int]:
        """The number of positions by pegs, as they are stored: up to symmetry, or half of them."""
        return {pegs: len(level) for pegs, level in self.codes_by_pegs().items()}

    def batches(self) -> Iterator[Columns]:
        """The pegs and codes of a level after the other."""
        for pegs, level in self.codes_by_pegs().items():
            yield {"pegs": np.full(len(level), pegs, np.int16), "code": level}

    def __len__(self) -> int:
        """The number of positions that are stored."""
        return sum(self.sizes().values())

    def __iter__(self) -> Iterator[Position]:
        """The positions that are stored, a level after the other."""
        for level in self.codes_by_pegs().values():
            yield from (Position(self.board, code) for code in level.tolist())

    def _repr_html_(self) -> str:
        return html_table(["pegs", "positions"], self.sizes().items(), self.table_title)
