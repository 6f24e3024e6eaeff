"""Find and count the solutions with the fewest moves, and prove that no solution has fewer.

First, levels are built from the start and from the finish while they are small. If these levels do
not meet, the search reorders the jumps of some solution into few moves, and Merson regions give a
lower bound. Then the search tries one number of moves after another. For each number, it builds
levels from the start and the finish without the positions that the bound excludes. On boards of
more than 64 holes, levels are built from the start only, and the solutions are not counted. If the
memory is too small, the result is the best bound and the best solution found so far. With stored
winning sets, a table of the fewest moves gives the answer without a search, because winning sets
are far smaller than levels by moves.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from pegsolitaire.board import Board, JumpMask, Symmetry, apply_permutation
from pegsolitaire.board.board import SEARCHED
from pegsolitaire.data import knowledge_of
from pegsolitaire.errors import BoardTooLargeError, BudgetSpentError, ProblemError
from pegsolitaire.game import (
    FinishLike,
    Jump,
    Move,
    Outcome,
    Position,
    Problem,
    ProblemLike,
    Solution,
    StartLike,
    as_problem,
)
from pegsolitaire.game.position import find_jump
from pegsolitaire.results import BigInt, Result
from pegsolitaire.sets.building import Checkpoint, advance
from pegsolitaire.sets.fewest_moves import MovesTable, graph_from
from pegsolitaire.solving.answers import STORED_PROOF, Basis, class_reason, known_solution
from pegsolitaire.solving.search import solve
from pegsolitaire.theory.merson import MoveBound
from pegsolitaire.units import counted
from pegsolitaire.work import Work

if TYPE_CHECKING:
    from pegsolitaire.engine import LevelSet, MoveLevels, Words


# --
# The moves between consecutive positions: a search by moves returns positions one move apart.


def solution_through(board: Board, codes: Sequence[int]) -> Solution:
    """Build the solution that passes through the given codes, which are one move apart.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> board = triangle(4)
    >>> last = board.vacancy("a2").play("a4-a2").play("a1-a3")
    >>> print(solution_through(board, [board.vacancy("a2").play("a4-a2").code, last.code]))
    a1-a3
    """
    sweeps = (sweep_between(board, before, after) for before, after in pairwise(codes))
    jumps = (Jump.of(board, jump) for sweep in sweeps for jump in sweep)
    return Solution(Position(board, codes[0]), jumps)


def sweep_between(board: Board, before: int, after: int) -> tuple[JumpMask, ...]:
    """Find jumps of one peg that lead from one position to another, or return an empty tuple.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> board = triangle(4)
    >>> before = board.vacancy("a2").play("a4-a2").play("a1-a3")
    >>> after = before.play("c4-a4").play("a4-a2")
    >>> len(sweep_between(board, before.code, after.code))
    2
    """
    for start in range(len(board)):
        stack: list[tuple[int, int, tuple[JumpMask, ...]]] = [(before, start, ())]
        seen: set[tuple[int, int]] = set()
        while stack:
            code, hole, sweep = stack.pop()
            if code == after and sweep:
                return sweep
            for jump in board.jumps_at(hole):
                # The jumped peg must be missing after the move, because no other peg can reach its
                # hole.
                if code & jump.mask == jump.pegs and not after >> jump.over & 1:
                    made = code ^ jump.mask, jump.end
                    if made not in seen:
                        seen.add(made)
                        stack.append((*made, (*sweep, jump)))
    return ()


# --
# Reordering the jumps of a solution into few moves.
#
# The same jumps can be made in many orders, and consecutive jumps of the same peg are one move.
# Level by level, where a level is a number of moves, the search visits all sets of jumps that can
# have been made. If there are too many sets, only the sets with the most jumps are kept. If no set
# was dropped, the order found is optimal.


_WIDTH = 5_000  # sets of jumps that are examined for each number of moves


class _Orders:
    """The jumps of a solution, and the sets of its jumps that can be made in some order."""

    def __init__(self, solution: Solution) -> None:
        board = solution.start.board
        # A jump that is made twice is listed twice in a row; the first one is made first.
        self.jumps = sorted(find_jump(board, jump) for jump in solution.jumps)
        self.by_start: dict[int, list[tuple[int, JumpMask]]] = {}
        for i, jump in enumerate(self.jumps):
            self.by_start.setdefault(jump.start, []).append((1 << i, jump))

    def moves(self, done: int, code: int) -> Iterator[tuple[int, int, tuple[JumpMask, ...]]]:
        """For each possible next move, yield all jumps made, the code after it, and the move."""
        for start in self.by_start:
            if not code >> start & 1:
                continue
            stack: list[tuple[int, int, int, tuple[JumpMask, ...]]] = [(start, done, code, ())]
            seen: set[tuple[int, int]] = set()
            while stack:
                hole, made, at, sweep = stack.pop()
                last = None
                for bit, jump in self.by_start.get(hole, ()):
                    if made & bit or jump == last or at & jump.mask != jump.pegs:
                        continue
                    last, after = jump, made | bit
                    if (after, jump.end) in seen:
                        continue  # the same sweep in another order
                    seen.add((after, jump.end))
                    longer = (*sweep, jump)
                    yield after, at ^ jump.mask, longer
                    stack.append((jump.end, after, at ^ jump.mask, longer))


def reorder(solution: Solution) -> Solution:
    """Reorder the jumps of a solution so that it has few moves.

    Parameters
    ----------
    solution : Solution
        Any solution.

    Returns
    -------
    Solution
        A solution with the same start and finish, and with at most as many moves.

    Examples
    --------
    >>> from pegsolitaire.solving import solve
    >>> from pegsolitaire.board import english
    >>> from pegsolitaire.game import Problem
    >>> solution = solve(Problem.complement(english(), "d4"), facts=False).solution
    >>> len(solution.moves), len(reorder(solution).moves)
    (27, 22)
    """
    orders = _Orders(solution)
    every = (1 << len(solution)) - 1
    # For each set of jumps made: the code, the set before the last move, and the last move.
    level: dict[int, tuple[int, int, tuple[JumpMask, ...]]] = {0: (solution.start.code, 0, ())}
    levels = [level]
    seen = {0}
    while every not in level and len(levels) < len(solution.moves):
        following: dict[int, tuple[int, int, tuple[JumpMask, ...]]] = {}
        for done, (code, _, _) in level.items():
            for made, after, sweep in orders.moves(done, code):
                if made not in seen:
                    seen.add(made)
                    following[made] = (after, done, sweep)
        best = sorted(following, key=lambda made: (-made.bit_count(), made))[:_WIDTH]
        level = {made: following[made] for made in best}
        levels.append(level)
    if every not in level:
        return solution
    return Solution(solution.start, _line(solution, levels, every))


def _line(
    solution: Solution,
    levels: list[dict[int, tuple[int, int, tuple[JumpMask, ...]]]],
    every: int,
) -> list[Jump]:
    """Trace the jumps backward from the set of all jumps, and return them in order."""
    sweeps, jumps = [], every
    for level in reversed(levels[1:]):
        _, before, sweep = level[jumps]
        sweeps.append(sweep)
        jumps = before
    board = solution.start.board
    return [Jump.of(board, jump) for sweep in reversed(sweeps) for jump in sweep]


# -- levels by moves from both ends of a problem, until they meet ---------------------------------
#
# The search extends the end whose next level is expected to be smaller. With a limit on the moves,
# positions are left out if Merson regions prove that no solution within the limit passes through
# them. This is breadth-first heuristic search (Zhou and Hansen, 2006) from both ends (Barker and
# Korf, 2012).


class TwoEnds:
    """Levels of positions by the number of moves, built from the start and from the finish.

    Parameters
    ----------
    problem : Problem
        The problem.
    limit : int, optional
        The largest number of moves of the solutions to look for.
    bound : MoveBound, optional
        The lower bound that excludes positions, if there is a limit.
    most : int, optional
        The approximate number of positions at which the search gives up.
    checkpoint : Checkpoint, optional
        The store for levels: levels of an earlier search are loaded from it, and new levels are
        saved to it.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> ends = TwoEnds(Problem.complement(triangle(5), "a1"))
    >>> ends.meet(), ends.moves, [len(level) for level in ends.middle()]
    (True, 10, [1, 1, 2, 9, 16, 22, 24, 21, 11, 4, 1])
    """

    def __init__(
        self,
        problem: Problem,
        limit: int | None = None,
        bound: MoveBound | None = None,
        *,
        most: int | None = None,
        checkpoint: Checkpoint | None = None,
        work: Work | None = None,
    ) -> None:
        work = Work.of(work)
        from pegsolitaire.engine import MoveLevels, Workers, make_layout

        self.problem, self.limit, self.most, self._memory = problem, limit, most, work.memory
        # Each end can use the memory that the other end leaves free.
        timed = work.part(memory=None, scratch=None)
        self.layout = make_layout(problem.board, problem.group)
        self._work, self._checkpoint = work, checkpoint
        forward, backward = ((), ()) if bound is None else (bound.forward, bound.backward)
        self._workers = Workers()
        self.forward = MoveLevels(
            self.layout,
            problem.starts,
            last_pegs=problem.finish_pegs,
            packings=forward,
            workers=self._workers,
            work=timed,
        )
        self.backward = MoveLevels(
            self.layout,
            problem.finishes,
            backward=True,
            last_pegs=problem.start_pegs,
            packings=backward,
            workers=self._workers,
            work=timed,
        )
        self._met = self._meeting()

    @property
    def moves(self) -> int:
        """The number of moves that the forward and backward levels together cover."""
        return len(self.forward.levels) + len(self.backward.levels) - 2

    def __enter__(self) -> TwoEnds:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Stop the threads."""
        self._workers.close()

    def meet(self) -> bool | None:
        """Extend the levels until they meet or can no longer meet.

        If they meet, ``moves`` is the fewest moves of a solution. The result is None if more
        positions would be needed than ``most``. Then every solution takes more moves than
        ``moves``.

        Raises
        ------
        BoardTooLargeError
            If a level does not fit in memory. Then every solution takes more moves than ``moves``.
        """
        self._work.progress.stage("looking for short solutions", self.limit)
        # The backward end comes first, because the bound is valid only for positions that are not
        # finishes.
        near, far = self.backward, self.forward
        while not len(self._met):
            if self.moves == self.limit:
                return False
            if self.most is not None and len(self) + _expected(near) > self.most:
                return None
            if self.moves + 1 == self.limit:
                near.reach(far, self.limit)
                self._met = near.levels[-1]
            else:
                self._advance(near)
                self._met = self._meeting()
            if not len(near.levels[-1]):
                return False
            self._work.progress.update(self.moves, counted(len(near.levels[-1]), "position"))
            near, far = sorted((self.forward, self.backward), key=_expected)
        return True

    def __len__(self) -> int:
        return len(self.forward) + len(self.backward)

    def _advance(self, end: MoveLevels) -> None:
        """Compute the next level in one direction, or load it from the checkpoint."""
        if self._memory is not None:
            other = self.forward if end is self.backward else self.backward
            end.memory = max(0, self._memory - other.used)
        direction = f"{'backward' if end is self.backward else 'forward'}-{self.limit or 'all'}"
        advance(end, direction, self._checkpoint, self.limit)

    def _meeting(self) -> LevelSet:
        """Return the positions that the newest levels have in common. Older levels have none."""
        few, many = sorted((self.forward, self.backward), key=lambda end: len(end.levels[-1]))
        return many.common(few.levels[-1])

    def middle(self) -> list[Words]:
        """List the positions in solutions with a given number of moves, by the moves made so far.

        Call this method only after the levels have met. Positions are sorted codes, up to the
        symmetries of the problem.
        """
        ahead, behind = self.forward.levels, self.backward.levels
        levels = [self._met]
        for level in reversed(ahead[:-1]):
            levels.insert(0, self.backward.reached(levels[0], among=level))
        for level in reversed(behind[:-1]):
            levels.append(self.forward.reached(levels[-1], among=level))
        return [np.sort(self.forward.codes(level)) for level in levels]


def _expected(end: MoveLevels) -> float:
    """Estimate the size of the next level in one direction from the growth in the last step."""
    last = len(end.levels[-1])
    before = len(end.levels[-2]) if len(end.levels) > 1 else 1
    return last * last / before


# -- all solutions with the fewest moves ----------------------------------------------------------
#
# The nodes of the solution graph are the positions on these solutions, and its links are the moves
# between them (Bell's page on the 33-hole board, "Finding and Counting Minimal Length Solutions").
# The number of paths through the graph is the number of solutions; a sweep whose jumps can be made
# in several orders counts once for each order. If the order is ignored, a solution is the set of
# its moves, and a move is determined by the peg that makes it, the hole where it ends and the pegs
# that it removes.

_MAX_MOVE_SETS = 200_000  # sets of moves, a few hundred bytes each


@dataclass(frozen=True)
class _MoveLink:
    """A move between two positions, apart from the order of its jumps.

    Attributes
    ----------
    after : int
        The code of the position after the move.
    key : (int, int, int)
        The hole where the peg starts, the hole where it ends, and a mask of the holes that change.
    orders : int
        The number of possible orders of its jumps.
    jumps : int
        The number of its jumps.
    """

    after: int
    key: tuple[int, int, int]
    orders: int
    jumps: int

    def sweeps(
        self, board: Board, allowed: Container[JumpMask] | None = None
    ) -> Iterator[tuple[JumpMask, ...]]:
        """Yield the jumps in every possible order, using only the allowed jumps if given."""
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


@dataclass(frozen=True, eq=False)
class MinimalSolutions:
    """All solutions of a problem with the fewest moves.

    Attributes
    ----------
    problem : Problem
    moves : int
        The fewest moves.
    levels : tuple of tuples of int
        For each number of moves made, the positions on these solutions, as canonical codes under
        the symmetries of the problem.

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
    def of(
        cls,
        problem: ProblemLike,
        start: StartLike = None,
        finish: FinishLike = None,
        *,
        graph: Iterable[Words] | None = None,
    ) -> MinimalSolutions:
        """Find all solutions of a problem with the fewest moves.

        Parameters
        ----------
        problem, start, finish : Problem, or what makes one
            The problem: see :class:`~pegsolitaire.game.Problem`.
        graph : iterable of arrays of uint64, optional
            The levels, if already computed by :meth:`TwoEnds.middle` or
            :func:`~pegsolitaire.sets.fewest_moves.graph_from`.

        Raises
        ------
        ProblemError
            If the problem has no solution.
        BoardTooLargeError
            If the levels do not fit in memory, or the board has more than 64 holes.
        """
        problem = as_problem(problem, start, finish)
        if graph is None:
            with TwoEnds(problem) as ends:
                if not ends.meet():
                    raise ProblemError(f"{problem} has no solution")
                graph = ends.middle()
        levels = tuple(tuple(map(int, level)) for level in graph)
        return cls(problem, len(levels) - 1, levels)

    @cached_property
    def _positions(self) -> list[frozenset[int]]:
        return list(map(frozenset, self.levels))

    @cached_property
    def least(self) -> Callable[[int], int]:
        """The function from a code to its canonical code, which represents it in the graph."""
        return cache(self.problem.mincode)

    def links(self, made: int, code: int) -> list[_MoveLink]:
        """List the moves that continue a solution. ``made`` is the number of moves made so far."""
        board, following = self.problem.board, self._positions[made + 1]
        found = []
        for start in range(len(board)):
            # For each hole and set of remaining pegs, the number of ways to get the peg there.
            ways, jumps = {(code, start): 1}, 0
            while ways:
                longer: Counter[tuple[int, int]] = Counter()
                for (at, hole), count in ways.items():
                    for jump in board.jumps_at(hole):
                        if at & jump.mask == jump.pegs:
                            longer[at ^ jump.mask, jump.end] += count
                ways, jumps = longer, jumps + 1
                found += [
                    _MoveLink(after, (start, end, code ^ after), count, jumps)
                    for (after, end), count in ways.items()
                    if self.least(after) in following
                ]
        return found

    @cached_property
    def paths_from(self) -> tuple[dict[int, int], ...]:
        """For each number of moves made, the number of paths from each position to the finish."""
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
        """For each number of moves made, the number of paths to each position, up to symmetry.

        These numbers are Bell's labels of the solution graph: 1 at the start, and the number of
        solutions at the end.
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
        """Count, after each move, the paths to positions that a symmetry leaves unchanged."""
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

    @cached_property
    def unordered(self) -> tuple[MoveSet, ...]:
        """The solutions up to symmetry and apart from the order of moves.

        Raises
        ------
        BoardTooLargeError
            If there are too many to list.
        """
        return tuple(_Lists(self).run())

    def __iter__(self) -> Iterator[Solution]:
        """Yield all solutions from one start of each symmetry class, in a fixed order."""
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
class MoveSet(Result):
    """A solution as a set of moves, apart from their order.

    Attributes
    ----------
    solution : Solution
        The solution, with its moves in one of their possible orders.
    longest, second : int
        The numbers of jumps of its longest and second longest moves.
    final : int
        The number of jumps of the longest move that can be the last move.
    """

    solution: Solution
    longest: int
    second: int
    final: int

    json_fields = ("kind", "moves")

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves of the solution."""
        return self.solution.moves

    @property
    def kind(self) -> tuple[int, int, int]:
        """The three numbers by which Bell's catalogue classifies solutions."""
        return self.longest, self.second, self.final


Keys = tuple[tuple[int, int, int], ...]
Lists = dict[Keys, tuple[int, tuple[JumpMask, ...]]]


class _Lists:
    """For each position, the sets of moves that lead to it. They are extended move by move."""

    def __init__(self, minimal: MinimalSolutions) -> None:
        self._minimal = minimal
        # For each position, the sets of moves that lead to it, and the start and jumps of each
        # set.
        self._lists: dict[int, Lists] = {code: {(): (code, ())} for code in minimal.levels[0]}

    def run(self) -> Iterator[MoveSet]:
        """Yield all solutions as sets of moves, in a fixed order."""
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
        yield from sorted(
            chosen.values(), key=lambda move_set: (move_set.kind, str(move_set.solution))
        )

    def _step(self, made: int) -> dict[tuple[int, Keys], int]:
        """Add one move to every set, and return the length of each new set's longest last move."""
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
                if size > _MAX_MOVE_SETS:
                    raise BoardTooLargeError(
                        f"{self._minimal.problem} has more than {_MAX_MOVE_SETS:,} shortest "
                        "solutions apart from the order of moves: too many to list"
                    )
        self._lists = following
        return finals

    def _least(self, keys: Keys) -> Keys:
        """Return the smallest image of a set of moves under the symmetries."""
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


@dataclass(frozen=True)
class ClassCount(Result):
    """The number of solutions in a class, up to symmetry and apart from the order of moves."""

    kind: tuple[int, int, int]
    solutions: int


# -- one shortest solution, and the proof ---------------------------------------------------------

_UNBOUNDED = 25_000_000  # positions of a search without a bound: a few seconds, half a gigabyte
_LEVEL = 1 << 20  # positions in each part of a level, for positions of several words
_BYTES = 300  # bytes of memory for each position of several words


@dataclass(frozen=True)
class Shortest(Result):
    """The result of a search for the fewest moves.

    Attributes
    ----------
    problem : Problem
    outcome : Outcome
        Whether there is a solution.
    reason : str
        The reason for the outcome, in words.
    lower_bound : int
        The lower bound: no solution has fewer moves.
    basis : str
        ``"stored"`` if the proof of the fewest moves was looked up in a built-in table, or the
        solution if there is no proof; else ``"computed"``.
    solution : Solution or None
        The shortest known solution.
    all : MinimalSolutions or None
        All solutions with the fewest moves, if levels from both ends met.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> found = shortest(Problem.complement(triangle(5), "a1"))
    >>> found.lower_bound, found.proven, len(found.solution.moves)
    (10, True, 10)
    """

    problem: Problem
    outcome: Outcome
    reason: str
    lower_bound: int
    solution: Solution | None = None
    all: MinimalSolutions | None = field(default=None, compare=False, repr=False)
    basis: Basis = field(default="computed", kw_only=True)

    json_fields = (
        "problem",
        "solvable",
        "reason",
        "basis",
        "solution",
        "proven",
        "lower_bound",
        "solutions",
        "up_to_symmetry",
        "unordered",
        "classes",
        "sets",
    )

    @property
    def solvable(self) -> bool | None:
        """Whether there is a solution; None if unknown."""
        return self.outcome.solvable

    @property
    def move_count(self) -> int | None:
        """The number of moves in the shortest known solution, or None if none is known."""
        return None if self.solution is None else self.solution.move_count

    @property
    def proven(self) -> bool:
        """Whether it is proven that there is no solution, or none with fewer moves."""
        return self.solvable is False or self.move_count == self.lower_bound

    @property
    def fewest_moves(self) -> int | None:
        """The number of moves in the shortest solution, if it is proven to be shortest."""
        return self.move_count if self.proven else None

    @property
    def solutions(self) -> BigInt | None:
        """The number of solutions with the fewest moves, if they were counted."""
        return None if self.all is None else self.all.raw

    @property
    def up_to_symmetry(self) -> BigInt | None:
        """The number of these solutions up to symmetry, if they were counted."""
        return None if self.all is None else self.all.up_to_symmetry

    @property
    def unordered(self) -> int | None:
        """The number of `sets`, if they are known."""
        return None if self.sets is None else len(self.sets)

    @cached_property
    def classes(self) -> tuple[ClassCount, ...] | None:
        """The number of `sets` of each kind (:attr:`MoveSet.kind`), sorted by kind."""
        if self.sets is None:
            return None
        counts = Counter(move_set.kind for move_set in self.sets)
        return tuple(ClassCount(kind, counts[kind]) for kind in sorted(counts))

    @cached_property
    def sets(self) -> tuple[MoveSet, ...] | None:
        """The shortest solutions as sets of moves, up to symmetry.

        None if the shortest solutions are not known, or if there are too many to list.
        """
        if self.all is None:
            return None
        try:
            return self.all.unordered
        except BoardTooLargeError:
            return None


def shortest(
    problem: ProblemLike,
    start: StartLike = None,
    finish: FinishLike = None,
    *,
    table: MovesTable | None = None,
    checkpoint: Checkpoint | None = None,
    facts: bool = True,
    work: Work | None = None,
) -> Shortest:
    """Find a solution with the fewest moves.

    Parameters
    ----------
    problem, start, finish : Problem, or what makes one
        The problem: see :class:`~pegsolitaire.game.Problem`.
    table : MovesTable, optional
        A table of the fewest moves to the finishes of the problem from every position, or from
        every winning position. The table gives the answer immediately.
    checkpoint : Checkpoint, optional
        The store for levels that take a long time to compute; the search resumes from the levels
        that an earlier search stored.
    facts : bool, optional
        Whether to begin with known results: a solution and a lower bound on the moves. If not,
        everything is proven again.
    work : Work, optional
        Limits on time and memory, a progress bar, and more: see :class:`pegsolitaire.Work`.

    Raises
    ------
    BoardTooLargeError
        If the board has more than 128 holes.
    StoreError
        If the checkpoint cannot be written.
    KeyboardInterrupt
        If the search is interrupted; the message states the bounds known so far.

    Notes
    -----
    Breadth-first heuristic search (Zhou and Hansen, 2006) from both ends (Barker and Korf, 2012),
    with bounds from Merson regions (Bell, *Solving Triangular Peg Solitaire*, section 4).

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> found = shortest(Problem.complement(triangle(6), "a1"))
    >>> len(found.solution.moves), found.proven, found.all.up_to_symmetry
    (10, True, 1014)
    """
    work = Work.of(work)
    problem = as_problem(problem, start, finish)
    if reason := class_reason(problem):
        return Shortest(problem, Outcome.IMPOSSIBLE, reason, 0)
    problem.board.check_holes(
        "proofs of the fewest moves", SEARCHED, "; look for few with `pegs solve --short`"
    )
    if table is not None and table.answers(problem):
        graph = graph_from(problem, table)
        answer = _found(problem, graph) if graph else _exhausted(problem)
    else:
        search = _Search(problem, checkpoint=checkpoint, facts=facts, work=work)
        try:
            answer = search.run()
        except KeyboardInterrupt:
            if checkpoint is not None:
                checkpoint.save()
            raise KeyboardInterrupt(search.bounds_so_far()) from None
    if checkpoint is not None and (answer.proven or answer.outcome is Outcome.IMPOSSIBLE):
        checkpoint.clear()
    return answer


@dataclass
class _Search:
    """A search that tries one number of moves after another, from the start and the finish."""

    problem: Problem
    work: Work
    checkpoint: Checkpoint | None
    facts: bool
    known: Solution | None = None
    least: int = 0  # proven so far

    def bounds_so_far(self) -> str:
        """State in words how many moves are needed, and how many are enough."""
        known, least = begin_with(self.problem) if self.facts else (None, 0)
        known = known if self.known is None else self.known
        least = max(least, self.least)
        words = f"{self.problem}: at least {least} moves are needed"
        return words if known is None else f"{words}, and {len(known.moves)} are enough"

    def run(self) -> Shortest:
        """Find the fewest moves or, if a limit is reached, the bounds known so far."""
        covered = 0 if self.checkpoint is None else self.checkpoint.proven
        if not covered and self.problem.board.fits_word:
            graph, covered, trouble = self._meet(most=_UNBOUNDED)
            if graph:
                return _found(self.problem, graph)
            if not trouble:
                return _exhausted(self.problem)
        return self._deepen(covered)

    def _deepen(self, covered: int) -> Shortest:
        """Try one number of moves after another, beginning after those already ruled out."""
        problem = self.problem
        known, least = begin_with(problem) if self.facts else (None, 0)
        outcome = Outcome.SOLVED
        if known is None:
            left = self.work.seconds_left
            some = self.work.part(seconds=None if left is None else left / 4)
            answer = solve(problem, facts=self.facts, work=some)
            if answer.outcome is Outcome.IMPOSSIBLE:
                basis = answer.basis
                return Shortest(problem, Outcome.IMPOSSIBLE, answer.reason, 0, basis=basis)
            known = None if answer.solution is None else reorder(answer.solution)
            outcome = answer.outcome
        most = problem.start_pegs - problem.finish_pegs if known is None else len(known.moves)
        if covered >= most:
            covered = 0  # the checkpoint is wrong
        bound = MoveBound.of(problem, work=self.work)
        computed = max(bound.least(problem), covered + 1)
        for limit in range(max(computed, least), most + 1):
            is_looked_up = computed < limit == least
            self.known, self.least = known, limit
            if known is not None and len(known.moves) == limit and not problem.board.fits_word:
                return self._so_far(outcome, limit, known, is_looked_up)
            found, trouble = self._within(limit, bound)
            if found is not None:
                return found
            if trouble:
                return self._so_far(outcome, limit, known, is_looked_up, trouble)
            if self.checkpoint is not None:
                self.checkpoint.prove(limit)
        return _exhausted(problem)

    def _within(self, limit: int, bound: MoveBound) -> tuple[Shortest | None, str]:
        """Search for solutions with ``limit`` moves.

        Also return a message that says which limit of the work was exceeded, if any.
        """
        if self.problem.board.fits_word:
            graph, _, trouble = self._meet(limit, bound)
            return (_found(self.problem, graph) if graph else None), trouble
        try:
            solution = self._from_starts(limit, bound)
        except (BoardTooLargeError, BudgetSpentError) as error:
            return None, str(error)
        if solution is None:
            return None, ""
        return Shortest(self.problem, Outcome.SOLVED, "by search", limit, solution), ""

    def _so_far(
        self,
        outcome: Outcome,
        limit: int,
        known: Solution | None,
        is_looked_up: bool,
        trouble: str = "",
    ) -> Shortest:
        """Return the best solution and bound so far, and state where they come from."""
        is_proven = known is not None and len(known.moves) == limit
        is_stored = is_looked_up if is_proven else is_built_in(self.problem, known)
        reason = trouble
        if is_proven:
            reason = STORED_PROOF if is_stored else "by search"
            reason += f"; the shortest solutions were not counted: {trouble}" if trouble else ""
        basis: Basis = "stored" if is_stored else "computed"
        return Shortest(self.problem, outcome, reason, limit, known, basis=basis)

    def _from_starts(self, limit: int, bound: MoveBound) -> Solution | None:
        """Find a solution within the given number of moves on a large board, by forward levels."""
        from pegsolitaire.engine import MoveBeam

        board = self.problem.board
        beam = MoveBeam(board, bound.forward, self.problem.finishes)
        memory = self.work.memory
        most = _LEVEL if memory is None else max(1, memory // _BYTES)
        self.work.progress.stage("looking for short solutions", limit)
        for start in self.problem.starts:
            codes = beam.exhaust(start, limit, most, work=self.work)
            if codes is not None:
                return solution_through(board, codes)
        return None

    def _meet(
        self, limit: int | None = None, bound: MoveBound | None = None, most: int | None = None
    ) -> tuple[list[Words], int, str]:
        """Return the solution graph, the number of moves covered, and a message about a limit."""
        try:
            ends = TwoEnds(
                self.problem, limit, bound, most=most, checkpoint=self.checkpoint, work=self.work
            )
        except (BoardTooLargeError, BudgetSpentError) as error:
            return self._stopped(error, 0)
        with ends:
            try:
                met = ends.meet()
            except (BoardTooLargeError, BudgetSpentError) as error:
                return self._stopped(error, ends.moves)
            trouble = f"more than {most:,} positions" if met is None else ""
            return ends.middle() if met else [], ends.moves, trouble

    def _stopped(self, error: Exception, covered: int) -> tuple[list[Words], int, str]:
        """Return the result of a search that reached a limit, and save finished work."""
        if self.checkpoint is not None and isinstance(error, BudgetSpentError):
            self.checkpoint.save()
        return [], covered, str(error)


def begin_with(problem: Problem) -> tuple[Solution | None, int]:
    """Return the built-in or constructed solution of a problem, and the known lower bound.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> best, least = begin_with(Problem.to_any(triangle(10).vacancy("a3")))
    >>> len(best.moves), least
    (18, 18)
    """
    bound = knowledge_of(problem.board).bound(problem)
    return known_solution(problem), 0 if bound is None else bound.moves


def is_built_in(problem: Problem, solution: Solution | None) -> bool:
    """Return whether a solution is the one in the built-in table."""
    return solution is not None and solution == knowledge_of(problem.board).solution(problem)


def _exhausted(problem: Problem) -> Shortest:
    return Shortest(problem, Outcome.IMPOSSIBLE, f"exhausted: {problem} has no solution", 0)


def _found(problem: Problem, graph: Iterable[Words]) -> Shortest:
    every = MinimalSolutions.of(problem, graph=graph)
    return Shortest(problem, Outcome.SOLVED, "by search", every.moves, next(iter(every)), every)
