"""All solutions of a problem with the fewest moves.

The solution graph has the positions on such solutions as its nodes and the moves between them as
its links (Bell's page on the 33-hole board, "Finding and Counting Minimal Length Solutions"). The
number of paths through it is the number of solutions; a sweep whose jumps can be made in several
orders counts once for each. Regardless of order, a solution is what moves it has, and a move the
peg that makes it, where it ends, and the pegs that it takes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from pegsolitaire.analysis.two_ends import TwoEnds
from pegsolitaire.board import Board, JumpMask, Symmetry, apply_permutation
from pegsolitaire.errors import BoardTooLargeError, ProblemError
from pegsolitaire.game import Jump, Position, Problem, Solution

if TYPE_CHECKING:
    from pegsolitaire.engine import Words

_MOST = 200_000  # sets of moves: some hundreds of bytes each


@dataclass(frozen=True)
class Link:
    """A move between two positions, regardless of the order of its jumps.

    Attributes
    ----------
    after : int
        The code that it leads to.
    key : (int, int, int)
        The hole where the peg starts, the hole where it ends, and the holes that change, as a
        mask.
    orders : int
        In how many orders its jumps can be made.
    jumps : int
        How many there are.
    """

    after: int
    key: tuple[int, int, int]
    orders: int
    jumps: int

    def sweeps(
        self, board: Board, allowed: Container[JumpMask] | None = None
    ) -> Iterator[tuple[JumpMask, ...]]:
        """The jumps, in every order; only where all of them are allowed."""
        start, end, mask = self.key
        stack: list[tuple[int, int, tuple[JumpMask, ...]]] = [(self.after ^ mask, start, ())]
        while stack:
            code, hole, sweep = stack.pop()
            if code == self.after and hole == end and sweep:
                yield sweep
            for jump in reversed(board.jumps_at(hole)):
                if allowed is not None and jump not in allowed:
                    continue
                if code & jump.mask == jump.pegs and mask >> jump.over & 1:
                    stack.append((code ^ jump.mask, jump.end, (*sweep, jump)))


def links(board: Board, code: int, wanted: Callable[[int], bool] = lambda _: True) -> list[Link]:
    """Every legal move from a position that leads to a wanted one.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> board = triangle(4)
    >>> code = board.position("*/../**./.*..").code
    >>> [(link.jumps, link.orders) for link in links(board, code)]
    [(1, 1), (1, 1)]
    """
    found = []
    for start in range(len(board)):
        # In how many ways the peg comes to a hole, with the pegs that are left then.
        ways, made = {(code, start): 1}, 0
        while ways:
            longer: Counter[tuple[int, int]] = Counter()
            for (at, hole), count in ways.items():
                for jump in board.jumps_at(hole):
                    if at & jump.mask == jump.pegs:
                        longer[at ^ jump.mask, jump.end] += count
            ways, made = longer, made + 1
            found += [
                Link(after, (start, end, code ^ after), count, made)
                for (after, end), count in ways.items()
                if wanted(after)
            ]
    return found


@dataclass(frozen=True, eq=False)
class MinimalSolutions:
    """All solutions of a problem with the fewest moves.

    Attributes
    ----------
    problem : Problem
    moves : int
        The fewest moves.
    levels : tuple of tuples of int
        For each number of moves made, the positions on these solutions: least codes up to the
        symmetries of the problem.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> found = MinimalSolutions.of(Problem.complement(triangle(5), "a1"))
    >>> found.moves, found.raw, found.up_to_symmetry, len(found.unordered)
    (10, 1362, 681, 15)
    """

    problem: Problem
    moves: int
    levels: tuple[tuple[int, ...], ...]

    @classmethod
    def of(cls, problem: Problem, graph: Iterable[Words] | None = None) -> MinimalSolutions:
        """Those of a problem.

        Parameters
        ----------
        problem : Problem
            The problem.
        graph : iterable of arrays of uint64, optional
            The levels, where :meth:`TwoEnds.middle` or :meth:`FewestMoves.graph
            <pegsolitaire.sets.FewestMoves.graph>` has found them.

        Raises
        ------
        ProblemError
            If the problem has no solution.
        BoardTooLargeError
            If the levels outgrow the memory, or the board has more than 64 holes.
        """
        if graph is None:
            with TwoEnds(problem) as ends:
                if not ends.meet():
                    raise ProblemError(f"{problem} has no solution")
                graph = ends.middle()
        levels = tuple(tuple(map(int, level)) for level in graph)
        return cls(problem, len(levels) - 1, levels)

    # -- the graph --------------------------------------------------------------------------------

    @cached_property
    def _positions(self) -> list[frozenset[int]]:
        return list(map(frozenset, self.levels))

    @cached_property
    def _least(self) -> dict[int, int]:
        return {}

    def least(self, code: int) -> int:
        """The code that the graph has for a position."""
        known = self._least.get(code)
        if known is None:
            known = self._least[code] = self.problem.mincode(code)
        return known

    def links(self, made: int, code: int) -> list[Link]:
        """The moves from a position, the next after those made, that belong to solutions."""
        following = self._positions[made + 1]
        return links(self.problem.board, code, lambda after: self.least(after) in following)

    @cached_property
    def paths_from(self) -> tuple[dict[int, int], ...]:
        """For each number of moves made, the ways on from each position of the graph."""
        paths = [dict.fromkeys(self.levels[-1], 1)]
        for made in range(self.moves - 1, -1, -1):
            after = paths[0]
            paths.insert(
                0,
                {
                    code: sum(
                        link.orders * after[self.least(link.after)]
                        for link in self.links(made, code)
                    )
                    for code in self.levels[made]
                },
            )
        return tuple(paths)

    @cached_property
    def raw(self) -> int:
        """The number of solutions, as sequences of jumps."""
        ways = self.paths_from[0]
        return sum(ways.get(self.least(code), 0) for code in self.problem.starts)

    @cached_property
    def up_to_symmetry(self) -> int:
        """The number of solutions up to the symmetries of start and finish (Burnside's lemma)."""
        return sum(self.ways_to[-1].values())

    @cached_property
    def ways_to(self) -> tuple[dict[int, int], ...]:
        """For each number of moves made, the ways to each position of the graph, up to symmetry.

        Bell's labels of the solution graph: 1 at the start, and in the end the number of
        solutions.
        """
        group = self.problem.group
        ways = [Counter(dict.fromkeys(level, 0)) for level in self.levels]
        for symmetry in group:
            for made, fixed in enumerate(self._fixed(symmetry)):
                for code, count in fixed.items():
                    ways[made][self.least(code)] += count
        return tuple(
            {code: count // len(group) for code, count in level.items()} for level in ways
        )

    def _fixed(self, symmetry: Symmetry) -> Iterator[dict[int, int]]:
        """After each move, the ways to positions that a symmetry maps to themselves, by jumps."""
        image = symmetry.image
        still = {jump for jump in self.problem.board.jumps if image[jump.start] == jump.start}
        still = {jump for jump in still if image[jump.end] == jump.end}
        ways = {
            code: 1
            for code in self.problem.starts
            if self.least(code) in self._positions[0] and apply_permutation(image, code) == code
        }
        yield ways
        every = len(still) == len(self.problem.board.jumps)
        for made in range(self.moves):
            following: Counter[int] = Counter()
            for code, count in ways.items():
                for link in self.links(made, code):
                    sweeps = (
                        link.orders
                        if every
                        else sum(1 for _ in link.sweeps(self.problem.board, still))
                    )
                    following[link.after] += count * sweeps
            ways = {code: count for code, count in following.items() if count}
            yield ways

    # -- regardless of order ----------------------------------------------------------------------

    @cached_property
    def unordered(self) -> tuple[MoveSet, ...]:
        """The solutions regardless of the order of their moves, up to symmetry.

        Raises
        ------
        BoardTooLargeError
            If there are too many to list.
        """
        return tuple(_Lists(self).run())

    def __iter__(self) -> Iterator[Solution]:
        """All solutions from one start of each kind, one by one, in a fixed order."""
        for code in self.levels[0]:
            yield from self._from(0, code, Position(self.problem.board, code), ())

    def _from(
        self, made: int, code: int, start: Position, jumps: tuple[JumpMask, ...]
    ) -> Iterator[Solution]:
        if made == self.moves:
            board = self.problem.board
            yield Solution(start, (Jump.of(board, jump) for jump in jumps))
            return
        for link in self.links(made, code):
            for sweep in link.sweeps(start.board):
                yield from self._from(made + 1, link.after, start, (*jumps, *sweep))


@dataclass(frozen=True)
class MoveSet:
    """A solution regardless of order.

    Attributes
    ----------
    solution : Solution
        Its moves in one of the orders that they have.
    longest, second : int
        The jumps of its longest move, and of the next.
    final : int
        The jumps of the longest move that can be its last.
    """

    solution: Solution
    longest: int
    second: int
    final: int

    @property
    def kind(self) -> tuple[int, int, int]:
        """By which Bell's catalogue classifies solutions."""
        return self.longest, self.second, self.final


Keys = tuple[tuple[int, int, int], ...]
Lists = dict[Keys, tuple[int, tuple[JumpMask, ...]]]


class _Lists:
    """The sets of moves that lead to each position, step by step, each with one of its orders."""

    def __init__(self, minimal: MinimalSolutions) -> None:
        self._minimal = minimal
        # For each position the sets of moves that lead to it, each with a start and its jumps.
        self._lists: dict[int, Lists] = {code: {(): (code, ())} for code in minimal.levels[0]}

    def run(self) -> Iterator[MoveSet]:
        """All of them, in a fixed order."""
        if not self._minimal.moves:
            yield self._unordered(self._minimal.levels[0][0], (), 0)
            return
        for made in range(self._minimal.moves - 1):
            self._step(made)
        finals = self._step(self._minimal.moves - 1)
        chosen: dict[Keys, MoveSet] = {}
        for code, lists in self._lists.items():
            for keys, line in lists.items():
                least, final = self._least(keys), finals[code, keys]
                if least not in chosen or chosen[least].final < final:
                    chosen[least] = self._unordered(*line, final)
        yield from sorted(chosen.values(), key=lambda one: (one.kind, str(one.solution)))

    def _step(self, made: int) -> dict[tuple[int, Keys], int]:
        """One move more; for each position and set the longest move that was the last."""
        following: dict[int, Lists] = {}
        finals: dict[tuple[int, Keys], int] = {}
        size = 0
        for code, lists in self._lists.items():
            for link in self._minimal.links(made, code):
                target = following.setdefault(link.after, {})
                sweep = next(link.sweeps(self._minimal.problem.board))
                size -= len(target)
                for keys, (start, jumps) in lists.items():
                    longer = tuple(sorted((*keys, link.key)))
                    target.setdefault(longer, (start, (*jumps, *sweep)))
                    known = finals.get((link.after, longer), 0)
                    finals[link.after, longer] = max(known, link.jumps)
                size += len(target)
                if size > _MOST:
                    raise BoardTooLargeError(
                        f"{self._minimal.problem} has more than {_MOST:,} shortest solutions "
                        "regardless of order: too many to list"
                    )
        self._lists = following
        return finals

    def _least(self, keys: Keys) -> Keys:
        """The least image of a set of moves."""
        images = (
            tuple(
                sorted(
                    (image[start], image[end], apply_permutation(image, mask))
                    for start, end, mask in keys
                )
            )
            for image in (symmetry.image for symmetry in self._minimal.problem.group)
        )
        return min(images)

    def _unordered(self, start: int, jumps: tuple[JumpMask, ...], final: int) -> MoveSet:
        board = self._minimal.problem.board
        solution = Solution(Position(board, start), (Jump.of(board, jump) for jump in jumps))
        longest, second, *_ = (*sorted(map(len, solution.moves), reverse=True), 0, 0)
        return MoveSet(solution, longest, second, final)
