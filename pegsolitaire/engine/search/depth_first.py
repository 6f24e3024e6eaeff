"""Depth-first search with remembered failures, from one start after the other.

Symmetry reduces what is remembered: all symmetries that leave the finishes where they are, not
only those that leave the start too. Resource counts prune: a game may lose what the start has
more than the finish, and no more. Where the search has gone through everything without a
solution, there is none.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pegsolitaire.engine.bits.arrays import Counts
from pegsolitaire.engine.bits.canonical_kernels import canonical
from pegsolitaire.engine.bits.layout import make_layout
from pegsolitaire.engine.bits.words import to_words
from pegsolitaire.engine.search import depth_first_kernels as kernels
from pegsolitaire.game import Jump, Problem

_SMALL, _LARGE = 18, 24  # log2 of the remembered failures: 2 MiB, and 128 MiB


class DepthFirst:
    """A search for a solution of a problem, which stops and goes on as it is told.

    Parameters
    ----------
    problem : Problem
        The problem.
    weights : sequence of sequence of int, optional
        Resource counts of the board, a weight a hole.
    large : bool, optional
        Whether to remember 16 million failures instead of a quarter million.

    Attributes
    ----------
    start : int
        The code of the start in hand: after a success, where the solution begins.

    Examples
    --------
    >>> from pegsolitaire.board import english
    >>> board = english()
    >>> cross = board.position(".../.*./..***../...*.../...*.../.../...")
    >>> search = DepthFirst(Problem.between(cross, [board.single("d4")]))
    >>> search.run(1_000), len(search.jumps)
    (True, 5)
    """

    def __init__(
        self, problem: Problem, weights: Sequence[Sequence[int]] = (), large: bool = False
    ) -> None:
        self._board, self._starts = problem.board, list(problem.starts)
        self._layout = layout = make_layout(problem.board, problem.finish_group)
        self._last = problem.start_pegs - problem.finish_pegs
        depths, jumps = self._last + 1, problem.board.jumps
        counts = np.array(weights, np.int64).reshape(-1, len(problem.board))
        self._words = np.zeros(depths, np.uint64)
        goals = to_words(self._layout, problem.finishes)
        self._finishes = np.array([canonical(word, *layout.canon) for word in goals], np.uint64)
        self._canonicals = np.zeros(depths, np.uint64)
        self._nexts = np.full(depths, -1, np.int64)
        self._slacks = np.zeros((depths, len(counts)), np.int64)
        self._counts = counts
        self._least = (self._pegs(problem.finishes) @ counts.T).min(axis=0)
        losses = [counts[:, j.start] + counts[:, j.over] - counts[:, j.end] for j in jumps]
        self._losses = np.array(losses, np.int64).reshape(len(jumps), len(counts))
        self._state = np.zeros(2, np.int64)
        self._failures = np.zeros(1 << (_LARGE if large else _SMALL), np.uint64)
        self._begin()

    def _begin(self) -> None:
        """Put the next start at the root."""
        self.start = self._starts.pop(0)
        self._state[0], self._nexts[0] = 0, -1
        self._words[:1] = to_words(self._layout, [self.start])
        self._slacks[0] = (self._pegs([self.start]) @ self._counts.T)[0] - self._least

    @property
    def nodes(self) -> int:
        """The positions looked at so far."""
        return int(self._state[1])

    def run(self, nodes: int) -> bool | None:
        """Go on for ``nodes`` positions: True found, False there is none, None not known yet."""
        last = self.nodes + nodes
        while True:
            result = kernels.descend(
                self._state, self._words, self._canonicals, self._nexts, self._slacks,
                last - self.nodes, self._layout.masks, self._layout.jump_pegs, self._losses,
                self._finishes, self._last, self._failures, *self._layout.canon,
            )  # fmt: skip
            if result != kernels.EXHAUSTED or not self._starts:
                return None if result == kernels.STOPPED else result == kernels.FOUND
            self._begin()

    @property
    def jumps(self) -> list[Jump]:
        """The jumps of the path in hand: after a success, of the solution."""
        depth = max(0, int(self._state[0]))
        return [Jump.of(self._board, self._board.jumps[i - 1]) for i in self._nexts[:depth]]

    def _pegs(self, codes: Sequence[int]) -> Counts:
        """The positions of codes, 0 or 1 a hole."""
        size = len(self._board)
        return np.array([[code >> i & 1 for i in range(size)] for code in codes], np.int64)
