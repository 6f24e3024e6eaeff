"""Depth-first search with a table of failures, from one start after another.

Failures are remembered up to all symmetries that fix the set of finishes, whether or not these
symmetries fix the start. Resource counts prune the search: a game may lose no more than the
difference between the counts of the start and the finish. If an exhaustive search finds no
solution, the problem has none. A position is one word of a layout. A position that does not fit
into one word is stored as several words in the bit order of codes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from pegsolitaire.board.board import SEARCHED
from pegsolitaire.engine import wide
from pegsolitaire.engine.canonical import in_groups, legal_jumps
from pegsolitaire.engine.compiled import compiled, inlined
from pegsolitaire.engine.row_codes import to_words
from pegsolitaire.engine.wide import (
    WideCanon,
    home,
    is_at,
    is_free,
    shift_of,
    words_in,
    write_least,
)
from pegsolitaire.engine.words import ONE, Canon, Counts, Words, lowest_bit, make_layout
from pegsolitaire.game import Jump, Problem
from pegsolitaire.work import Work

# --
# The compiled loop of the depth-first search.
#
# A node is a position with the next jump to try. The stack is stored in arrays, so a search can
# stop after any number of nodes and continue later. The table stores the whole canonical form of
# each failure. When the table is full, it overwrites entries, which costs time but never changes
# the answer. The speed is limited by cache misses of this table and, on boards that need several
# words, by the computation of canonical forms.
#
# A position is one word of a layout, or several words (:mod:`pegsolitaire.engine.wide`). The type
# of ``canon`` distinguishes the two cases, and the loop is compiled for both.


#: The results of :func:`_descend`.
FOUND, EXHAUSTED, STOPPED = 1, 0, -1

_PROBES = 8


@inlined
def _failed_before(failures: Words, leasts: Words, i: int, size: int, shift: np.uint64) -> bool:
    low = np.uint64(failures.shape[0] - 1)
    slot = home(leasts, i, size, shift)
    for _ in range(_PROBES):
        if is_at(failures, slot, leasts, i, size):
            return True
        if is_free(failures, slot, size):
            return False
        slot = (slot + ONE) & low
    return False


@inlined
def _remember(failures: Words, leasts: Words, i: int, size: int, shift: np.uint64) -> None:
    low = np.uint64(failures.shape[0] - 1)
    slot = goal = home(leasts, i, size, shift)
    for _ in range(_PROBES):
        if is_free(failures, slot, size):
            goal = slot
            break
        slot = (slot + ONE) & low
    for w in range(size):
        failures[goal, w] = leasts[w, i]


class _SearchPath(NamedTuple):
    """The nodes from the root to the current one."""

    columns: Words  # (words, depths): the positions
    leasts: Words  # (words, depths): their canonical forms
    made: Counts  # (depths,): the jump made from each node, or -1 before the node is opened
    left: Words  # (depths, groups): a bit for each legal jump that has not been tried
    slacks: Counts  # (depths, counts): how much each resource count may still lose


class _SearchRules(NamedTuple):
    """The parameters of a search.

    A jump is legal if ``word & test == shown`` for each word.
    """

    tests: Words  # (words, groups, 64)
    shown: Words  # (words, groups, 64)
    masks: Words  # (words, jumps)
    losses: Counts  # (jumps, counts): how much each jump lowers each resource count
    finishes: Words  # (words, n), in canonical form
    last: int  # the depth of the finishes


@compiled
def _to_least(canon: Any, columns: Words, leasts: Words) -> None:
    """Write the canonical forms of positions."""
    for i in range(columns.shape[1]):
        write_least(canon, columns, i, leasts)


@inlined
def _is_finish(leasts: Words, depth: int, finishes: Words, size: int) -> bool:
    for k in range(finishes.shape[1]):
        same = True
        for w in range(size):
            same &= leasts[w, depth] == finishes[w, k]
        if same:
            return True
    return False


@inlined
def _next_jump(left: Words, depth: int) -> int:
    """Remove the next untried jump of a node from ``left``. Return it, or -1 if none is left."""
    for group in range(left.shape[1]):
        jumps = left[depth, group]
        if jumps != 0:
            left[depth, group] = jumps & (jumps - ONE)
            return 64 * group + lowest_bit(jumps)
    return -1


@compiled
def _descend(
    canon: Any, state: Counts, path: _SearchPath, rules: _SearchRules, failures: Words, nodes: int
) -> int:
    """Continue a search until a given number of nodes have been opened.

    ``state`` contains the depth of the current node (-1 if none is left) and the number of nodes
    opened so far. ``failures`` is the table, ``(slots, words)``. Its number of slots is a power of
    two.
    """
    columns, leasts, made, left, slacks = path
    tests, shown, masks, losses, finishes, last = rules
    size = words_in(canon, columns)
    shift = shift_of(failures)
    depth = state[0]
    limit = state[1] + nodes
    while depth >= 0:
        if made[depth] < 0:
            if state[1] >= limit:
                state[0] = depth
                return STOPPED
            state[1] += 1
            write_least(canon, columns, depth, leasts)
            if depth == last:
                if _is_finish(leasts, depth, finishes, size):
                    state[0] = depth
                    return FOUND
                depth -= 1
                continue
            if _failed_before(failures, leasts, depth, size, shift):
                depth -= 1
                continue
            for group in range(tests.shape[1]):
                legal = ~np.uint64(0)
                for w in range(size):
                    legal &= legal_jumps(columns[w, depth], tests[w], shown[w], group)
                left[depth, group] = legal
        j = _next_jump(left, depth)
        if j < 0:
            _remember(failures, leasts, depth, size, shift)
            depth -= 1
            continue
        made[depth] = j
        possible = True
        for k in range(losses.shape[1]):
            slacks[depth + 1, k] = slacks[depth, k] - losses[j, k]
            possible &= slacks[depth + 1, k] >= 0
        if possible:
            depth += 1
            for w in range(size):
                columns[w, depth] = columns[w, depth - 1] ^ masks[w, j]
            made[depth] = -1
    state[0] = depth
    return EXHAUSTED


_SMALL, _LARGE = 18, 24  # log2 of the number of slots for failures: 2 MiB or 128 MiB for each word


@dataclass(frozen=True, eq=False)
class _Frame:
    """Converts positions to the columns of an array of the shape ``(words, positions)``."""

    to_columns: Callable[[Sequence[int]], Words]  # converts codes to words
    masks: Words  # (words, jumps)
    wanted: Words  # (words, jumps): a jump is legal if ``position & mask == wanted``
    canon: Canon | WideCanon

    @classmethod
    def of(cls, problem: Problem) -> _Frame:
        """Return the conversion for a problem's board, to a single word if its holes fit."""
        board = problem.board
        if len(board) <= wide.WORD:
            layout = make_layout(board, problem.finish_group)
            return cls(
                lambda codes: to_words(layout, codes).reshape(1, -1),
                layout.masks.reshape(1, -1),
                layout.jump_pegs.reshape(1, -1),
                layout.canon,
            )
        board.check_holes("searches", SEARCHED)
        to_columns = partial(wide.to_columns, words=wide.words_of(board))
        return cls(
            to_columns,
            to_columns([jump.mask for jump in board.jumps]),
            to_columns([jump.pegs for jump in board.jumps]),
            wide.wide_canon(board, problem.finish_group),
        )

    def least(self, codes: Sequence[int]) -> Words:
        """Return the canonical forms of the positions with given codes."""
        columns = self.to_columns(codes)
        leasts = np.empty_like(columns)
        _to_least(self.canon, columns, leasts)
        return leasts


class DepthFirst:
    """A search for a solution of a problem. The search can be paused and continued.

    Each resource count is given by its ``weights``, one for each hole. A ``large`` search
    remembers 16 million failures, and any other search a quarter of a million. The attribute
    ``start`` is the code of the current start. If a solution was found, it begins there. Each
    position that the search examines is spent.

    Raises BoardTooLargeError if the board has more than 128 holes.

    Examples
    --------
    >>> from pegsolitaire.board import english
    >>> board = english()
    >>> cross = board.position(".../.*./..***../...*.../...*.../.../...")
    >>> search = DepthFirst(Problem(cross, [board.single("d4")]))
    >>> search.run(1_000), len(search.jumps)
    (True, 5)
    """

    def __init__(
        self,
        problem: Problem,
        weights: Sequence[Sequence[int]] = (),
        large: bool = False,
        *,
        work: Work | None = None,
    ) -> None:
        self._work = Work.of(work)
        self._board, self._starts = problem.board, list(problem.starts)
        self._frame = frame = _Frame.of(problem)
        self._last = problem.start_pegs - problem.finish_pegs
        depths, jumps = self._last + 1, problem.board.jumps
        counts = np.array(weights, np.int64).reshape(-1, len(problem.board))
        words = len(frame.masks)
        grouped = [in_groups(*both) for both in zip(frame.masks, frame.wanted, strict=True)]
        tests, shown = (np.stack(one) for one in zip(*grouped, strict=True))
        self._path = _SearchPath(
            columns=np.zeros((words, depths), np.uint64),
            leasts=np.zeros((words, depths), np.uint64),
            made=np.full(depths, -1, np.int64),
            left=np.zeros((depths, tests.shape[1]), np.uint64),
            slacks=np.zeros((depths, len(counts)), np.int64),
        )
        self._counts = counts
        self._least = (self._pegs(problem.finishes) @ counts.T).min(axis=0)
        losses = [counts[:, j.start] + counts[:, j.over] - counts[:, j.end] for j in jumps]
        self._rules = _SearchRules(
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
        """Begin the search from the next start."""
        self.start = self._starts.pop(0)
        self._state[0], self._path.made[0] = 0, -1
        self._path.columns[:, :1] = self._frame.to_columns([self.start])
        self._path.slacks[0] = (self._pegs([self.start]) @ self._counts.T)[0] - self._least

    @property
    def nodes(self) -> int:
        """The number of positions examined so far."""
        return int(self._state[1])

    def run(self, nodes: int) -> bool | None:
        """Continue the search by the given number of positions, or fewer if a limit allows fewer.

        Returns True if a solution was found, False if there is no solution, and None if this is
        still unknown.
        """
        before = self.nodes
        result = self._run(before + min(nodes, self._work.positions_left))
        self._work.spend(self.nodes - before)
        return result

    def _run(self, last: int) -> bool | None:
        """Continue the search until it has examined the given number of positions in total."""
        while True:
            result = _descend(
                self._frame.canon, self._state, self._path, self._rules, self._failures,
                last - self.nodes,
            )  # fmt: skip
            if result != EXHAUSTED or not self._starts:
                return None if result == STOPPED else result == FOUND
            self._begin()

    @property
    def jumps(self) -> list[Jump]:
        """The jumps of the current path. If a solution was found, these are its jumps."""
        depth = max(0, int(self._state[0]))
        return [Jump.of(self._board, self._board.jumps[j]) for j in self._path.made[:depth]]

    def _pegs(self, codes: Sequence[int]) -> Counts:
        """Convert each code to a row that contains 0 or 1 for each hole."""
        size = len(self._board)
        return np.array([[code >> i & 1 for i in range(size)] for code in codes], np.int64)
