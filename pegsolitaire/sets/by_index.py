"""Winning positions by index: the complement problems they occur in (Notes, section 6).

The problems of a type are its standard vacancies. Bit ``i`` of a position's index says that it
occurs in the complement problem of vacancy ``i``; index 0 holds what occurs in none of them, only
in problems that finish somewhere else. Codes are reduced by all symmetries of the board, save
where a degenerate vacancy would lose the exact finish (section 4.1): its positions are kept as
they are, and stand for their symmetry class in the other problems too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

import numpy as np
import numpy.typing as npt

from pegsolitaire.board import Board, Hole
from pegsolitaire.game import Position, Problem
from pegsolitaire.sets.levelled import Levelled
from pegsolitaire.sets.winning import WinningSets
from pegsolitaire.tables import Columns, html_table
from pegsolitaire.theory import (
    ProblemType,
    is_degenerate,
    standard_vacancies,
    turn_to_standard,
)
from pegsolitaire.work import Work

if TYPE_CHECKING:
    from pegsolitaire.engine import Words

Indices = npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class IndexedSets(Levelled):
    """The winning positions of a problem type, each with its index.

    Iterating gives them by pegs, then by index and code.

    Attributes
    ----------
    problem_type : ProblemType
    vacancies : tuple of holes
        The standard vacancies; the ``i``-th is bit ``i`` of the index.
    superset : WinningSets
        All vacancies of the type at once: reduced by the whole group of the board.
    complements : tuple of WinningSets
        One a vacancy.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> from pegsolitaire.theory import type_named
    >>> sets = IndexedSets.make(type_named(triangle(5)))
    >>> len(sets), [sets.counts(5).get(index, 0) for index in range(8)]
    (437, [10, 0, 1, 8, 49, 0, 4, 8])
    >>> sets.index(triangle(5).position("code:2183"))
    7
    """

    problem_type: ProblemType
    vacancies: tuple[Hole, ...]
    superset: WinningSets
    complements: tuple[WinningSets, ...]

    column_types: ClassVar[Mapping[str, str]] = {
        **Levelled.column_types,
        "index": "int64",
    }

    @classmethod
    def make(
        cls,
        problem_type: ProblemType,
        stored: bool = False,
        *,
        work: Work | None = None,
    ) -> IndexedSets:
        """Build the sets of a type; with ``stored``, open and store those of each problem."""
        work = Work.of(work)

        def sets_of(problem: Problem) -> WinningSets:
            if stored:
                return WinningSets.load(problem, work=work)
            return WinningSets.build(problem, work=work)

        vacancies = standard_vacancies(problem_type)
        board = problem_type.board
        complements = tuple(sets_of(Problem.complement(board, hole)) for hole in vacancies)
        return cls(problem_type, vacancies, sets_of(problem_type.problem), complements)

    def index(self, position: Position) -> int | None:
        """The index of a position, or None if it occurs in no problem of the type.

        A position in another position class is first turned into that of the vacancies.
        """
        if position not in self.superset:
            return None
        turned = turn_to_standard(self.problem_type, position) or position
        images = turned.board.images(turned.code)
        return sum(
            1 << i
            for i, sets in enumerate(self.complements)
            if any(map(sets.contains_code, [turned.code] if self._degenerate[i] else images))
        )

    @cached_property
    def _degenerate(self) -> tuple[bool, ...]:
        return tuple(is_degenerate(self.problem_type.board, hole) for hole in self.vacancies)

    @cached_property
    def _indexed(self) -> dict[int, tuple[Words, Indices]]:
        return {pegs: self._level(pegs) for pegs in self.superset.levels}

    @property
    def levels(self) -> dict[int, Words]:
        """Codes by pegs, up to half the board, sorted by their index and then by code."""
        return {pegs: codes for pegs, (codes, _) in self._indexed.items()}

    @property
    def indices(self) -> dict[int, Indices]:
        """The indices of the codes of each level."""
        return {pegs: indices for pegs, (_, indices) in self._indexed.items()}

    @property
    def board(self) -> Board:
        """The board."""
        return self.problem_type.board

    def codes_by_pegs(self) -> dict[int, Words]:
        """The levels."""
        return self.levels

    def batches(self) -> Iterator[Columns]:
        """The pegs, codes and indices of a level after the other."""
        for pegs, (codes, indices) in self._indexed.items():
            yield {"pegs": np.full(len(codes), pegs, np.int16), "code": codes, "index": indices}

    def __contains__(self, position: object) -> bool:
        """Whether a position occurs in a problem of the type."""
        return position in self.superset

    def _repr_html_(self) -> str:
        table = self.table()
        indices = sorted({index for row in table.values() for index in row})
        rows = [(pegs, *(row.get(index) for index in indices)) for pegs, row in table.items()]
        return html_table(["pegs", *map(str, indices)], rows, self.table_title)

    @property
    def table_title(self) -> str:
        """What the positions are."""
        return f"{self.superset.problem}: {len(self):,} winning positions by index"

    def counts(self, pegs: int) -> dict[int, int]:
        """How many codes there are of each index: a row of Table 5."""
        values, counts = np.unique(self._indexed[pegs][1], return_counts=True)
        return dict(zip(values.tolist(), counts.tolist(), strict=True))

    def table(self) -> dict[int, dict[int, int]]:
        """How many codes there are by pegs and index: Table 5 of the Notes.

        Examples
        --------
        >>> from pegsolitaire.board import triangle
        >>> from pegsolitaire.theory import type_named
        >>> IndexedSets.make(type_named(triangle(5))).table()[5]
        {0: 10, 2: 1, 3: 8, 4: 49, 6: 4, 7: 8}
        """
        return {pegs: self.counts(pegs) for pegs in self._indexed}

    def _level(self, pegs: int) -> tuple[Words, Indices]:
        classes = self.superset.levels[pegs]
        plain = np.zeros(len(classes), np.int64)
        exact_codes, exact_bits = [np.empty(0, np.uint64)], [np.empty(0, np.int64)]
        for i, sets in enumerate(self.complements):
            if self._degenerate[i]:
                raw = _all_images(sets, pegs)
                exact_codes.append(raw)
                exact_bits.append(np.full(len(raw), 1 << i, np.int64))
            else:
                plain[np.searchsorted(classes, self.superset.least(sets.level(pegs)))] |= 1 << i
        codes, bits = _merge(np.concatenate(exact_codes), np.concatenate(exact_bits))
        at = np.searchsorted(classes, self.superset.least(codes))
        others = np.ones(len(classes), np.bool_)
        others[at] = False
        all_codes = np.concatenate((codes, classes[others]))
        all_bits = np.concatenate((bits | plain[at], plain[others]))
        order = np.lexsort((all_codes, all_bits))
        return all_codes[order], all_bits[order]


def _all_images(sets: WinningSets, pegs: int) -> Words:
    """The codes of a level with all their images under the problem's own group."""
    level = sets.level(pegs)
    return np.unique(
        np.concatenate([sets.image(level, i) for i in range(len(sets.problem.group))])
    )


def _merge(codes: Words, bits: Indices) -> tuple[Words, Indices]:
    """Codes once each, with the OR of their bits."""
    if not len(codes):
        return codes, bits
    order = np.argsort(codes, kind="stable")
    codes, bits = codes[order], bits[order]
    first = np.flatnonzero(np.concatenate(([True], codes[1:] != codes[:-1])))
    return codes[first], np.bitwise_or.reduceat(bits, first)
