"""The solution graph: every winning position of a problem, the jumps between them, and the paths.

Positions are as they are, not reduced by symmetry, so that a path of the graph is a solution and
the number of paths is the number of solutions (Bell's Notes, section 7.2 and figure 11). That
makes it an object for small boards: a graph of more positions than a limit is refused.
:func:`pegsolitaire.analysis.count_solutions` counts without a graph.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from pegsolitaire.analysis.graph_files import GraphFiles
from pegsolitaire.board import JumpMask
from pegsolitaire.errors import BoardTooLargeError
from pegsolitaire.game import Jump, Position, Problem
from pegsolitaire.progress import SILENT, Progress
from pegsolitaire.sets.winning import WinningSets

_MOST = 500_000  # positions: some 500 bytes each


@dataclass(frozen=True, eq=False)
class SolutionGraph(GraphFiles):
    """The positions through which solutions lead, level by level, with all paths counted.

    Attributes
    ----------
    problem : Problem
    levels : tuple of tuple of int
        Codes, sorted: the starts first, each level one peg fewer than the last. No levels where
        the problem has no solution.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> graph = SolutionGraph.of(Problem.single(triangle(4), "a2", "b2"))
    >>> len(graph), len(list(graph.edges())), graph.solutions
    (20, 28, 14)
    """

    problem: Problem
    levels: tuple[tuple[int, ...], ...]

    @classmethod
    def of(cls, problem: Problem, most: int = _MOST, progress: Progress = SILENT) -> SolutionGraph:
        """The solution graph of a problem.

        Parameters
        ----------
        problem : Problem
            The problem.
        most : int, optional
            The most positions that the graph may have.
        progress : Progress, optional
            Told of every level.

        Raises
        ------
        BoardTooLargeError
            If there are more, or the board has more than 64 holes.
        """
        wins = WinningSets.build(problem, progress)
        starts = tuple(code for code in problem.starts if code in wins)
        if not starts:
            return cls(problem, ())
        levels, size = [starts], len(starts)
        while levels[-1][0].bit_count() > problem.finish_pegs:
            reached = {
                code ^ jump.mask for code in levels[-1] for jump in problem.board.jumps_from(code)
            }
            levels.append(tuple(sorted(code for code in reached if code in wins)))
            size += len(levels[-1])
            if size > most:
                raise BoardTooLargeError(
                    f"the solution graph of {problem} has more than {most:,} positions: graphs "
                    "are for smaller boards, counts and winning sets for this one"
                )
        return cls(problem, tuple(levels))

    def __len__(self) -> int:
        return sum(map(len, self.levels))

    def __contains__(self, code: object) -> bool:
        return code in self._codes

    def __repr__(self) -> str:
        return f"<SolutionGraph of {self.problem}, {len(self):,} positions>"

    def steps(self, code: int) -> Iterator[tuple[JumpMask, int]]:
        """The winning jumps from a winning position, each with the code that it leads to."""
        for jump in self.problem.board.jumps_from(code):
            if code ^ jump.mask in self._codes:
                yield jump, code ^ jump.mask

    def edges(self) -> Iterator[tuple[int, Jump, int]]:
        """Every winning jump: the code before it, the jump, and the code after it."""
        for level in self.levels:
            for code in level:
                for jump, after in self.steps(code):
                    yield code, Jump.of(self.problem.board, jump), after

    @cached_property
    def _codes(self) -> frozenset[int]:
        return frozenset(code for level in self.levels for code in level)

    @cached_property
    def paths_to(self) -> dict[int, int]:
        """For each code, the number of ways to it from the starts."""
        counts = dict.fromkeys(self._codes, 0)
        counts.update(dict.fromkeys(self.levels[0] if self.levels else (), 1))
        for level in self.levels:
            for code in level:
                for _, after in self.steps(code):
                    counts[after] += counts[code]
        return counts

    @cached_property
    def paths_from(self) -> dict[int, int]:
        """For each code, the number of ways from it to the finishes."""
        counts = dict.fromkeys(self.levels[-1] if self.levels else (), 1)
        for level in reversed(self.levels[:-1]):
            for code in level:
                counts[code] = sum(counts[after] for _, after in self.steps(code))
        return counts

    @property
    def solutions(self) -> int:
        """The number of solutions."""
        return sum(self.paths_to[code] for code in self.levels[-1]) if self.levels else 0

    # -- for other programs -----------------------------------------------------------------------

    @property
    def rows(self) -> tuple[tuple[int, ...], ...]:
        """The levels, as :class:`GraphFiles` wants them."""
        return self.levels

    def arrows(self) -> Iterator[tuple[int, str, int]]:
        """The jumps as texts."""
        return ((before, str(jump), after) for before, jump, after in self.edges())

    def number(self, code: int) -> int:
        """The paths to a position, which are written below it."""
        return self.paths_to[code]

    def facts(self, code: int) -> dict[str, Any]:
        """What GraphML says of a position."""
        # One type for all nodes: no count is larger than the number of solutions.
        number = int if self.solutions < 1 << 63 else str
        return {
            "pegs": code.bit_count(),
            "picture": Position(self.problem.board, code).text,
            "paths_to": number(self.paths_to[code]),
            "paths_from": number(self.paths_from[code]),
        }
