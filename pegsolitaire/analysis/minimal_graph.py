"""The graph of all solutions with the fewest moves, to be drawn and written to files.

Sidney Cadot's figure on Bell's page on the 33-hole board ("Finding and Counting Minimal Length
Solutions"): the positions between the moves of these solutions, one of each set of images, in rows
by the moves made, and the moves that lead from one to the next. Below each position stands the
number of ways to it, which in the end is the number of solutions.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from pegsolitaire.analysis.graph_files import GraphFiles
from pegsolitaire.analysis.minimal import MinimalSolutions
from pegsolitaire.board import apply_permutation
from pegsolitaire.errors import BoardTooLargeError
from pegsolitaire.game import Jump, Position, Problem, moves_of

_MOST = 50_000  # positions


@dataclass(frozen=True, eq=False)
class MinimalGraph(GraphFiles):
    """The solution graph of the solutions with the fewest moves.

    Parameters
    ----------
    minimal : MinimalSolutions
        These solutions.

    Raises
    ------
    BoardTooLargeError
        If it has too many positions.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> graph = MinimalGraph(MinimalSolutions.of(Problem.single(triangle(4), "a2", "b2")))
    >>> len(graph), len(list(graph.arrows())), graph.number(graph.rows[-1][0])
    (6, 5, 2)
    """

    minimal: MinimalSolutions

    def __post_init__(self) -> None:
        if len(self) > _MOST:
            raise BoardTooLargeError(
                f"the shortest solutions of {self.problem} pass through {len(self):,} positions: "
                f"{_MOST:,} are the most of a graph"
            )

    @property
    def problem(self) -> Problem:  # type: ignore[override]
        """What it is about."""
        return self.minimal.problem

    @cached_property
    def rows(self) -> tuple[tuple[int, ...], ...]:
        """The positions by the moves made, one of each set of images: as they come up in play."""
        rows = [self.minimal.levels[0]]
        for made in range(self.minimal.moves):
            found: dict[int, int] = {}
            for code in rows[-1]:
                for link in self.minimal.links(made, code):
                    found.setdefault(self.minimal.least(link.after), link.after)
            rows.append(tuple(found.values()))
        return tuple(rows)

    def __len__(self) -> int:
        return sum(map(len, self.minimal.levels))

    def arrows(self) -> Iterator[tuple[int, str, int]]:
        """The moves that differ by more than a symmetry; one of several orders of its jumps.

        In how many orders a loop can be made stands after it, as in ``a1-a3-c3-a1 x2``.
        """
        board, least = self.problem.board, self.minimal.least
        for made, level in enumerate(self.rows[:-1]):
            drawn = {least(code): code for code in self.rows[made + 1]}
            for code in level:
                for link in self.minimal.links(made, code):
                    if self._is_image(code, link.key):
                        continue
                    jumps = (Jump.of(board, jump) for jump in next(link.sweeps(board)))
                    words = " ".join(map(str, moves_of(jumps)))
                    words += f" x{link.orders}" if link.orders > 1 else ""
                    yield code, words, drawn[least(link.after)]

    def _is_image(self, code: int, key: tuple[int, int, int]) -> bool:
        """Whether a symmetry that leaves the position alone makes a lesser move of this one."""
        start, end, mask = key
        return any(
            (g.image[start], g.image[end], apply_permutation(g.image, mask)) < key
            for g in self.problem.group
            if apply_permutation(g.image, code) == code
        )

    def number(self, code: int) -> int:
        """The ways to a position, up to symmetry, which are written below it."""
        return self._ways[self.minimal.least(code)]

    @cached_property
    def _ways(self) -> dict[int, int]:
        return {code: ways for level in self.minimal.ways_to for code, ways in level.items()}

    @cached_property
    def _made(self) -> dict[int, int]:
        return {code: made for made, level in enumerate(self.rows) for code in level}

    def facts(self, code: int) -> dict[str, Any]:
        """What GraphML says of a position."""
        return {
            "moves": self._made[code],
            "pegs": code.bit_count(),
            "picture": Position(self.problem.board, code).text,
            "ways": self.number(code),
        }
