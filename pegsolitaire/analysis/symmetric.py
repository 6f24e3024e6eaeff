"""Solvable symmetric positions, by symmetry type (Bell 2017, tables 2 and 3).

A position that a symmetry leaves alone is a union of that symmetry's orbits of holes, so all
symmetric positions of a type can be listed: 2^22 at most on the boards of the paper. Which of
them are solvable the tablebase of their class says.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from math import inf
from typing import TYPE_CHECKING

import numpy as np

from pegsolitaire.arguments import public
from pegsolitaire.board import Board, BoardLike, SymmetryType, conjugate, hole_name, symmetry_types
from pegsolitaire.game import Position
from pegsolitaire.results import Result
from pegsolitaire.sets import Tablebase
from pegsolitaire.sets.levelled import Levelled
from pegsolitaire.theory import PositionClass, position_classes
from pegsolitaire.theory.doors import as_board
from pegsolitaire.work import Work

if TYPE_CHECKING:
    from pegsolitaire.board import Permutation, Symmetry
    from pegsolitaire.engine import Words


@dataclass(frozen=True, eq=False)
class SymmetricPositions(Levelled, Result):
    """The solvable positions of one symmetry type in one position class.

    Attributes
    ----------
    found_in : PositionClass
        The class.
    kind : SymmetryType
        Their symmetry, no more and no less.
    codes : (n,) array of uint64
        One of each that the symmetries of the class turn into one another, the least; sorted.
    solvable_to : dict of str to int
        For a finish of each orbit of finishes, how many can be solved to a hole of that orbit;
        empty where that was not asked for.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> [found] = symmetric_positions(triangle(5))
    >>> found.kind.description, len(found), found.sizes()[2]
    ('one orthogonal reflection', 121, 1)
    """

    found_in: PositionClass
    kind: SymmetryType
    codes: Words
    solvable_to: dict[str, int]

    json_keys = (
        "type=kind.number description=kind.description order=kind.order class=found_in.letter "
        "count=__len__() solvable_to"
    )

    @property
    def board(self) -> Board:
        """The board."""
        return self.found_in.board

    @property
    def levels(self) -> dict[int, Words]:
        """The codes by pegs, the fewest first."""
        pegs = np.bitwise_count(self.codes)
        return {int(number): self.codes[pegs == number] for number in np.unique(pegs)}

    @property
    def table_title(self) -> str:
        """What the positions are."""
        name = f"{self.board.name}, class {self.found_in.letter}"
        return f"{name}: {len(self):,} solvable positions with {self.kind.description}"

    def codes_by_pegs(self) -> dict[int, Words]:
        """The levels."""
        return self.levels

    def __len__(self) -> int:
        return len(self.codes)

    def __iter__(self) -> Iterator[Position]:
        return (Position(self.board, int(code)) for code in self.codes)


@public
def symmetric_positions(
    board: BoardLike,
    *,
    letters: str | None = None,
    pegs: tuple[float, float] = (0, inf),
    by_finish: bool = False,
    store: bool = False,
    work: Work | None = None,
) -> list[SymmetricPositions]:
    """All solvable symmetric positions of a board, by symmetry type and position class.

    Solvable is what can be played to one peg anywhere. By the paper's theorems 1 and 3 most types
    occur in class A only: the finishes of a solvable position are as symmetric as it is.

    Parameters
    ----------
    board : Board
        The board, of up to 64 holes.
    letters : str, optional
        The classes to look at, such as ``"AB"``; by default all of them.
    pegs : (int, int), optional
        The least and the most pegs.
    by_finish : bool, optional
        Also find where they can finish, which takes a tablebase for each orbit of finishes.
    store : bool, optional
        Open tablebases from the store, and leave them there.

    Raises
    ------
    BoardTooLargeError
        If a class does not fit the memory.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> for found in symmetric_positions(triangle(5)):
    ...     print(found.found_in.letter, found.kind.description, len(found))
    A one orthogonal reflection 121
    """
    work = Work.of(work)
    board = as_board(board)
    found: list[SymmetricPositions] = []
    for chosen in position_classes(board):
        if letters is None or chosen.letter in letters.upper():
            table = Tablebase.of(board, chosen.finishes, store=store, work=work)
            found += _with_pegs(symmetric_in_class(chosen, table), pegs)
            del table  # its memory goes before that of the next is taken
    if by_finish:
        found = _with_finishes(found, store=store, work=work)
    return sorted(found, key=lambda f: (f.kind.number, f.found_in.letter))


def symmetric_in_class(chosen: PositionClass, table: Tablebase) -> list[SymmetricPositions]:
    """The solvable symmetric positions of one class, by symmetry type."""
    found = ((kind, _codes_of_type(table, chosen, kind)) for kind in symmetry_types(table.board))
    return [SymmetricPositions(chosen, kind, codes, {}) for kind, codes in found if len(codes)]


def _with_pegs(
    rows: Iterable[SymmetricPositions], pegs: tuple[float, float]
) -> Iterator[SymmetricPositions]:
    """What is left of the rows with so many pegs."""
    for row in rows:
        count = np.bitwise_count(row.codes)
        codes = row.codes[(count >= pegs[0]) & (count <= pegs[1])]
        if len(codes):
            yield replace(row, codes=codes)


def _with_finishes(
    rows: list[SymmetricPositions], *, store: bool, work: Work
) -> list[SymmetricPositions]:
    """The rows with how many can be solved to each orbit of finishes."""
    counts: dict[tuple[str, int], dict[str, int]] = {}
    for chosen in dict.fromkeys(row.found_in for row in rows):
        mine = [row for row in rows if row.found_in == chosen]
        for orbit in chosen.finish_orbits:
            name = hole_name(chosen.board.holes[orbit[0]])
            for row, count in zip(
                mine, _solvable_to(orbit, mine, store=store, work=work), strict=True
            ):
                counts.setdefault((chosen.letter, row.kind.number), {})[name] = count
    return [replace(row, solvable_to=counts[row.found_in.letter, row.kind.number]) for row in rows]


def _solvable_to(
    orbit: tuple[int, ...],
    rows: list[SymmetricPositions],
    store: bool,
    *,
    work: Work,
) -> list[int]:
    """How many positions of each row can be solved to one of some holes of their class."""
    chosen = rows[0].found_in
    if len(orbit) == len(chosen.holes):
        return [len(row) for row in rows]
    table = Tablebase.of(chosen.board, [1 << i for i in orbit], store=store, work=work)
    return [int(table.solvable.contains_codes(row.codes).sum()) for row in rows]


def _codes_of_type(table: Tablebase, chosen: PositionClass, kind: SymmetryType) -> Words:
    """The least codes of the positions of a class with exactly that symmetry, up to symmetry."""
    from pegsolitaire.engine import fixed_codes, least_images

    group = chosen.group
    inside = frozenset(symmetry.image for symmetry in group)
    found = [np.zeros(0, np.uint64)]
    for subgroup in _up_to_symmetry(group, kind):
        if subgroup <= inside:
            for codes in fixed_codes(table.solvable.coset, subgroup):
                solvable = codes[table.solvable.contains_codes(codes)]
                found.append(_with_no_more(solvable, inside - subgroup))
    least = least_images(np.concatenate(found), (symmetry.image for symmetry in group))
    return np.unique(least)


def _up_to_symmetry(
    group: tuple[Symmetry, ...], kind: SymmetryType
) -> Iterator[frozenset[Permutation]]:
    """Of the subgroups of a type one of each that a group turns into one another."""
    seen: set[frozenset[Permutation]] = set()
    for subgroup in kind.subgroups:
        if subgroup not in seen:
            yield subgroup
            seen.update(conjugate(symmetry.image, subgroup) for symmetry in group)


def _with_no_more(codes: Words, others: frozenset[Permutation]) -> Words:
    """The codes that no other symmetry leaves alone."""
    from pegsolitaire.engine import images

    for image in others:
        codes = codes[images(codes, image) != codes]
    return codes
