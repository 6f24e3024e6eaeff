"""Depth-first search with remembered failures, from one start after the other.

Symmetry reduces what is remembered: all symmetries that leave the finishes where they are, not
only those that leave the start too. Resource counts prune: a game may lose what the start has
more than the finish, and no more. Where the search has gone through everything without a
solution, there is none. Positions are words of a layout, or where they do not fit
one, several words in the order of codes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from pegsolitaire.board.codes import SEARCHED
from pegsolitaire.engine.bits import wide
from pegsolitaire.engine.bits.arrays import Counts, Words
from pegsolitaire.engine.bits.layout import Canon, Layout, make_layout
from pegsolitaire.engine.bits.legal_kernels import in_groups
from pegsolitaire.engine.bits.wide import WideCanon
from pegsolitaire.engine.bits.words import to_words
from pegsolitaire.engine.search import depth_first_kernels as kernels
from pegsolitaire.engine.search.depth_first_kernels import SearchPath, SearchRules
from pegsolitaire.game import Jump, Problem

_SMALL, _LARGE = 18, 24  # log2 of the remembered failures: 2 MiB, and 128 MiB, a word


@dataclass(frozen=True, eq=False)
class _Frame:
    """How positions lie in words, ``(words, positions)``."""

    to_columns: Callable[[Sequence[int]], Words]  # the words of some codes
    masks: Words  # (words, jumps)
    wanted: Words  # (words, jumps): a jump is legal when ``position & mask == wanted``
    canon: Canon | WideCanon

    @classmethod
    def of(cls, problem: Problem) -> _Frame:
        """That of a problem: of one word, if that is enough."""
        if len(problem.board) > wide.WORD:
            return cls._wide(problem)
        layout = make_layout(problem.board, problem.finish_group)
        masks, wanted = layout.masks.reshape(1, -1), layout.jump_pegs.reshape(1, -1)
        return cls(partial(_one_word, layout), masks, wanted, layout.canon)

    @classmethod
    def _wide(cls, problem: Problem) -> _Frame:
        board = problem.board
        board.check_holes("searches", SEARCHED)
        to_columns = partial(wide.to_columns, words=wide.words_of(board))
        return cls(
            to_columns,
            to_columns([jump.mask for jump in board.jumps]),
            to_columns([jump.pegs for jump in board.jumps]),
            wide.wide_canon(board, problem.finish_group),
        )

    def least(self, codes: Sequence[int]) -> Words:
        """The canonical forms of some codes."""
        columns = self.to_columns(codes)
        leasts = np.empty_like(columns)
        kernels.to_least(self.canon, columns, leasts)
        return leasts


def _one_word(layout: Layout, codes: Sequence[int]) -> Words:
    return to_words(layout, codes).reshape(1, -1)


class DepthFirst:
    """A search for a solution of a problem, which stops and goes on as it is told.

    Resource counts are given by their ``weights``, one a hole. A ``large`` search remembers 16
    million failures instead of a quarter million. ``start`` is the code of the start in hand:
    after a success, where the solution begins.

    Raises BoardTooLargeError where the board has more than 128 holes.

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
        self._frame = frame = _Frame.of(problem)
        self._last = problem.start_pegs - problem.finish_pegs
        depths, jumps = self._last + 1, problem.board.jumps
        counts = np.array(weights, np.int64).reshape(-1, len(problem.board))
        words = len(frame.masks)
        grouped = [in_groups(*both) for both in zip(frame.masks, frame.wanted, strict=True)]
        tests, shown = (np.stack(one) for one in zip(*grouped, strict=True))
        self._path = SearchPath(
            columns=np.zeros((words, depths), np.uint64),
            leasts=np.zeros((words, depths), np.uint64),
            made=np.full(depths, -1, np.int64),
            left=np.zeros((depths, tests.shape[1]), np.uint64),
            slacks=np.zeros((depths, len(counts)), np.int64),
        )
        self._counts = counts
        self._least = (self._pegs(problem.finishes) @ counts.T).min(axis=0)
        losses = [counts[:, j.start] + counts[:, j.over] - counts[:, j.end] for j in jumps]
        self._rules = SearchRules(
            tests,
            shown,
            frame.masks,
            np.array(losses, np.int64).reshape(len(jumps), len(counts)),
            frame.least(problem.finishes),
            self._last,
        )
        self._state = np.zeros(2, np.int64)
        self._failures = np.zeros((1 << (_LARGE if large else _SMALL), words), np.uint64)
        self._begin()

    def _begin(self) -> None:
        """Put the next start at the root."""
        self.start = self._starts.pop(0)
        self._state[0], self._path.made[0] = 0, -1
        self._path.columns[:, :1] = self._frame.to_columns([self.start])
        self._path.slacks[0] = (self._pegs([self.start]) @ self._counts.T)[0] - self._least

    @property
    def nodes(self) -> int:
        """The positions looked at so far."""
        return int(self._state[1])

    def run(self, nodes: int) -> bool | None:
        """Go on for ``nodes`` positions: True found, False there is none, None not known yet."""
        last = self.nodes + nodes
        while True:
            result = kernels.descend(
                self._frame.canon, self._state, self._path, self._rules, self._failures,
                last - self.nodes,
            )  # fmt: skip
            if result != kernels.EXHAUSTED or not self._starts:
                return None if result == kernels.STOPPED else result == kernels.FOUND
            self._begin()

    @property
    def jumps(self) -> list[Jump]:
        """The jumps of the path in hand: after a success, of the solution."""
        depth = max(0, int(self._state[0]))
        return [Jump.of(self._board, self._board.jumps[j]) for j in self._path.made[:depth]]

    def _pegs(self, codes: Sequence[int]) -> Counts:
        """The positions of codes, 0 or 1 a hole."""
        size = len(self._board)
        return np.array([[code >> i & 1 for i in range(size)] for code in codes], np.int64)
