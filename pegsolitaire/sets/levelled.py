"""What sets of positions have in common, whose codes lie in levels, by pegs or by moves.

They are stored in one file, packed: a column a level, whose name is the number of pegs or moves.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from pegsolitaire.board import Board
from pegsolitaire.errors import StoreDamagedError
from pegsolitaire.game import Position
from pegsolitaire.sets.columns import read_packed
from pegsolitaire.sets.envelope import DamageError, check_types
from pegsolitaire.sets.store import SetFile
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

    def __getitem__(self, index: int) -> Position:
        """The position of that number, as they are gone through."""
        number = index + len(self) if index < 0 else index
        for level in self.codes_by_pegs().values():
            if 0 <= number < len(level):
                return Position(self.board, int(level[number]))
            number -= len(level)
        raise IndexError(f"there are {len(self):,} positions, and none of number {index}")

    def _repr_html_(self) -> str:
        return html_table(["pegs", "positions"], self.sizes().items(), self.table_title)


def read_levels(file: SetFile[Any], numbers: Sequence[int] | None = None) -> dict[int, Words]:
    """Read and check the levels of a file: those with these numbers, by default 0, 1, 2 ...

    Raises
    ------
    DamageError
        If they are not whole, or not what the file has to say.
    """
    found, columns = read_packed(file.path, file.envelope.format)
    found.check(file.envelope)
    wanted = list(map(str, range(len(columns)) if numbers is None else numbers))
    if list(columns) != wanted:
        raise DamageError(f"it is not whole, it has levels {', '.join(columns)}")
    found.check_columns(columns, dict.fromkeys(wanted, "uint64"))
    return {int(number): level for number, level in columns.items()}


class StoredLevels(Mapping[int, "Words"]):
    """Levels that are read, and checked, when they are asked for; one at a time is kept.

    Parameters
    ----------
    file : SetFile
        Where they are.
    numbers : sequence of int
        Which levels there are.
    """

    def __init__(self, file: SetFile[Any], numbers: Sequence[int]) -> None:
        self._file, self._numbers = file, tuple(numbers)
        self._last: tuple[int, Words] | None = None

    def __getitem__(self, number: int) -> Words:
        if number not in self._numbers:
            raise KeyError(number)
        if self._last is None or self._last[0] != number:
            self._last = None  # before the next one is read
            with self._file.reading():
                self._last = number, self._read(str(number))
        return self._last[1]

    def _read(self, name: str) -> Words:
        found, columns = read_packed(self._file.path, self._file.envelope.format, [name])
        found.check(self._file.envelope)
        found.check_seal()
        check_types(columns, {name: "uint64"})
        found.check_column(name, columns[name])
        return columns[name]

    def __iter__(self) -> Iterator[int]:
        return iter(self._numbers)

    def __len__(self) -> int:
        return len(self._numbers)


def samples(
    levels: Mapping[int, Words], size: int | None, seed: int
) -> Iterator[tuple[int, Words]]:
    """Codes of each level to be verified: a number of them drawn at random, or all.

    Raises
    ------
    StoreDamagedError
        If a level is not sorted.
    """
    for number, level in levels.items():
        if bool((level[1:] <= level[:-1]).any()):
            raise StoreDamagedError(f"level {number} is not sorted: build it again")
    rng = np.random.default_rng(seed)
    for number, level in levels.items():
        yield number, level if size is None or size >= len(level) else rng.choice(level, size)
