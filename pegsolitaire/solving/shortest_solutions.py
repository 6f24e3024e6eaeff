"""Solutions with the fewest moves: the search, all of them, and the proof that none has fewer.

First levels from both ends, as long as they are small. Where they do not meet, the jumps of some
solution are put into an order with few moves, and Merson regions give a lower bound; then, for one
number of moves after the other, levels from both ends without what the bound excludes. On boards
of more than 64 holes there are levels from the start alone, and no count of the solutions. Where
the memory does not suffice, what is proven so far and the best solution so far are the answer.
Winning sets, where they are stored, answer without a search: they are far smaller than levels by
moves.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from pegsolitaire.arguments import public
from pegsolitaire.board import Board, JumpMask, Symmetry, apply_permutation
from pegsolitaire.board.board import SEARCHED
from pegsolitaire.data import knowledge_of
from pegsolitaire.errors import BoardTooLargeError, BudgetSpentError, ProblemError
from pegsolitaire.game import Jump, Outcome, Position, Problem, Solution
from pegsolitaire.game.position import find_jump
from pegsolitaire.results import PROBLEM, SOLUTION, Result
from pegsolitaire.sets import Checkpoint
from pegsolitaire.solving.answers import class_reason, known_solution
from pegsolitaire.solving.search import solve
from pegsolitaire.theory.inputs import ProblemLike, as_problem
from pegsolitaire.theory.merson import MoveBound
from pegsolitaire.work import Work

if TYPE_CHECKING:
    from pegsolitaire.engine import LevelSet, MoveLevels, Words
    from pegsolitaire.sets.fewest_moves import MovesTable


# --
# The moves between positions that are a move apart, as searches by moves give them.


def solution_through(board: Board, codes: Sequence[int]) -> Solution:
    """The solution that leads through the positions of some codes, a move between each.

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
    """The jumps of one peg that lead from a position to another; none where no move does.

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
                # What is jumped has to be gone in the end, as no other peg can come there.
                if code & jump.mask == jump.pegs and not after >> jump.over & 1:
                    made = code ^ jump.mask, jump.end
                    if made not in seen:
                        seen.add(made)
                        stack.append((*made, (*sweep, jump)))
    return ()


# --
# Putting the jumps of a solution into an order with few moves.
#
# The same jumps can be made in many orders, and a peg that jumps twice in a row makes one move of
# it. Level by level, by moves, all sets of jumps that can have been made are gone through; where
# there are too many, those are kept that made the most jumps. As long as none was dropped the
# order found is the best there is.


_WIDTH = 5_000


class _Orders:
    """The jumps of a solution, and which sets of them can have been made."""

    def __init__(self, solution: Solution) -> None:
        board = solution.start.board
        # The same jump made twice is two jumps in a row, the second after the first.
        self.jumps = sorted(find_jump(board, jump) for jump in solution.jumps)
        self.by_start: dict[int, list[tuple[int, JumpMask]]] = {}
        for i, jump in enumerate(self.jumps):
            self.by_start.setdefault(jump.start, []).append((1 << i, jump))

    def moves(self, done: int, code: int) -> Iterator[tuple[int, int, tuple[JumpMask, ...]]]:
        """Every move from the remaining jumps: the jumps made then, the code, the move."""
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


def reorder(solution: Solution, width: int = _WIDTH) -> Solution:
    """The jumps of a solution in an order with as few moves as could be found.

    Parameters
    ----------
    solution : Solution
        Any solution.
    width : int, optional
        How many sets of jumps are looked at for each number of moves.

    Returns
    -------
    Solution
        From the same start to the same finish; never with more moves.

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
    # For each set of jumps made: the code, the set before the last move, and that move.
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
        best = sorted(following, key=lambda made: (-made.bit_count(), made))[:width]
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
    """The jumps along the way to the set of all of them."""
    sweeps, made = [], every
    for level in reversed(levels[1:]):
        _, before, sweep = level[made]
        sweeps.append(sweep)
        made = before
    board = solution.start.board
    return [Jump.of(board, jump) for sweep in reversed(sweeps) for jump in sweep]


# -- levels by moves from both ends of a problem, until they meet ---------------------------------
#
# Whichever end seems to have the smaller next level goes on. With a limit on the moves, positions
# are left out which Merson regions prove to lie on no solution that short: breadth-first heuristic
# search (Zhou and Hansen, 2006) from both ends (Barker and Korf, 2012).


class TwoEnds:
    """Forward and backward levels by moves.

    Parameters
    ----------
    problem : Problem
        The problem.
    limit : int, optional
        Look for solutions of at most this many moves.
    bound : MoveBound, optional
        What positions are left out by, where there is a limit.
    most : int, optional
        Give up before there are more positions than about that many.
    checkpoint : Checkpoint, optional
        Asked for levels that an earlier search has made, and given them.

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
        # Each end gets what memory the other leaves.
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
        """The moves that the levels cover, from both ends."""
        return len(self.forward.levels) + len(self.backward.levels) - 2

    def __enter__(self) -> TwoEnds:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let the threads go."""
        self._workers.close()

    def meet(self) -> bool | None:
        """Continue until the ends meet (then ``moves`` is the fewest), or cannot.

        None when that would take more than ``most`` positions: then no solution has as few as
        ``moves`` moves.

        Raises
        ------
        BoardTooLargeError
            If a level outgrows the memory; no solution has as few as ``moves`` moves then.
        """
        self._work.progress.stage("looking for short solutions", self.limit)
        # Backward first: the bound holds for positions that are not finishes.
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
            self._work.progress.update(self.moves, f"{len(near.levels[-1]):,} positions")
            near, far = sorted((self.forward, self.backward), key=_expected)
        return True

    def __len__(self) -> int:
        return len(self.forward) + len(self.backward)

    def _advance(self, end: MoveLevels) -> None:
        """The next level of an end: made, or as an earlier search has kept it."""
        if self._memory is not None:
            other = self.forward if end is self.backward else self.backward
            end.memory = max(0, self._memory - other.used)
        if self._checkpoint is None:
            end.advance(self.limit)
            return
        direction = f"{'backward' if end is self.backward else 'forward'}-{self.limit or 'all'}"
        number = len(end.levels)
        kept = self._checkpoint.load(direction, number)
        if kept is None:
            end.advance(self.limit)
            self._checkpoint.keep(direction, number, end.levels[-1])
        else:
            end.restore(kept)

    def _meeting(self) -> LevelSet:
        """The positions that the newest levels share; with older ones there are none."""
        few, many = sorted((self.forward, self.backward), key=lambda end: len(end.levels[-1]))
        return many.common(few.levels[-1])

    def middle(self) -> list[Words]:
        """For each number of moves from the start the positions on solutions of ``moves`` moves.

        Only after the ends have met. Codes, sorted, up to the symmetries of the problem.
        """
        ahead, behind = self.forward.levels, self.backward.levels
        levels = [self._met]
        for level in reversed(ahead[:-1]):
            levels.insert(0, self.backward.reached(levels[0], among=level))
        for level in reversed(behind[:-1]):
            levels.append(self.forward.reached(levels[-1], among=level))
        return [np.sort(self.forward.codes(level)) for level in levels]


def _expected(end: MoveLevels) -> float:
    """An estimate of the next level of an end, with the growth of the last one."""
    last = len(end.levels[-1])
    before = len(end.levels[-2]) if len(end.levels) > 1 else 1
    return last * last / before


# -- all solutions with the fewest moves ----------------------------------------------------------
#
# The solution graph has the positions on such solutions as its nodes and the moves between them as
# its links (Bell's page on the 33-hole board, "Finding and Counting Minimal Length Solutions").
# The number of paths through it is the number of solutions; a sweep whose jumps can be made in
# several orders counts once for each. Regardless of order, a solution is what moves it has, and a
# move the peg that makes it, where it ends, and the pegs that it takes.

_MOST_SETS = 200_000  # sets of moves: some hundreds of bytes each


@dataclass(frozen=True)
class MoveLink:
    """A move between two positions, apart from the order of its jumps.

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


def links(
    board: Board, code: int, wanted: Callable[[int], bool] = lambda _: True
) -> list[MoveLink]:
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
                MoveLink(after, (start, end, code ^ after), count, made)
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
        """The solutions of a problem.

        Parameters
        ----------
        problem : Problem
            The problem.
        graph : iterable of arrays of uint64, optional
            The levels, where :meth:`TwoEnds.middle` or :meth:`MovesTable.graph
            <pegsolitaire.sets.fewest_moves.MovesTable.graph>` has found them.

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

    def links(self, made: int, code: int) -> list[MoveLink]:
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

    # -- apart from the order of moves
    # ----------------------------------------------------------------------

    @cached_property
    def unordered(self) -> tuple[MoveSet, ...]:
        """The solutions apart from the order of their moves, up to symmetry.

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


#: The JSON of how many solutions there are with the fewest moves.
COUNTS = (
    "solutions=all.raw solutions_up_to_symmetry=all.up_to_symmetry solutions_unordered=sets|len"
)


@dataclass(frozen=True)
class MoveSet(Result):
    """A solution apart from the order of its moves.

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

    json_keys = "moves=solution|text class=kind"

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
                if size > _MOST_SETS:
                    raise BoardTooLargeError(
                        f"{self._minimal.problem} has more than {_MOST_SETS:,} shortest solutions "
                        "apart from the order of moves: too many to list"
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


# -- one of them, and the proof -------------------------------------------------------------------

_UNBOUNDED = 25_000_000  # positions without a bound: some seconds, half a gigabyte
_LEVEL = 1 << 20  # positions of each of the parts of a level, where they are of several words
_BYTES = 300  # of memory that such a position takes


@dataclass(frozen=True)
class Shortest(Result):
    """Known results about the fewest moves.

    Attributes
    ----------
    problem : Problem
    outcome : Outcome
        Whether there is a solution at all.
    reason : str
        Why, in words.
    lower_bound : int
        No solution has fewer moves.
    solution : Solution or None
        The shortest known.
    all : MinimalSolutions or None
        All of the fewest moves, where the levels were made and met.

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

    json_keys = (
        f"{PROBLEM} solvable reason {SOLUTION} proven=is_settled lower_bound=least_moves "
        f"{COUNTS} classes=kinds|class,solutions unordered=sets"
    )

    @property
    def solvable(self) -> bool | None:
        """Whether there is a solution; None if unknown."""
        return self.outcome.solvable

    @property
    def move_count(self) -> int | None:
        """The moves of the shortest known solution; None if there is none."""
        return None if self.solution is None else self.solution.move_count

    @property
    def proven(self) -> bool:
        """Whether no solution has fewer moves than this one."""
        return self.solution is not None and len(self.solution.moves) == self.lower_bound

    @property
    def is_settled(self) -> bool:
        """Whether the fewest moves are known, or that there is no solution."""
        return self.proven or self.solvable is False

    @property
    def fewest_moves(self) -> int | None:
        """The moves of the shortest solution, if it is proven shortest."""
        return self.lower_bound if self.proven else None

    @property
    def least_moves(self) -> int | None:
        """The lower bound on the moves; None if there is no solution."""
        return None if self.solvable is False else self.lower_bound

    @cached_property
    def kinds(self) -> dict[tuple[int, int, int], int] | None:
        """How many of the `sets` there are of each kind, in the order of the kinds."""
        if self.sets is None:
            return None
        return dict(sorted(Counter(one.kind for one in self.sets).items()))

    @cached_property
    def sets(self) -> tuple[MoveSet, ...] | None:
        """The shortest solutions, apart from the order of moves and up to symmetry.

        None where they are not known, or too many to list.
        """
        if self.all is None:
            return None
        try:
            return self.all.unordered
        except BoardTooLargeError:
            return None


@public
def shortest(
    problem: ProblemLike,
    *,
    table: MovesTable | None = None,
    checkpoint: Checkpoint | None = None,
    known: Solution | None = None,
    facts: bool = True,
    work: Work | None = None,
) -> Shortest:
    """A solution with the fewest moves.

    Parameters
    ----------
    problem : Problem
        The problem.
    table : MovesTable, optional
        The fewest moves to the finishes of the problem, from every position or from every
        winning one: it answers at once.
    checkpoint : Checkpoint, optional
        Where to keep what takes long, and to go on from what an earlier search has kept.
    known : Solution, optional
        One to fall back to, and no more moves than it has are looked for.
    facts : bool, optional
        Whether to begin with what is known: a solution, and how many moves are needed. If not,
        all of it is proven again.

    Raises
    ------
    ProblemError
        If what is known does not solve the problem.
    BoardTooLargeError
        If the board has more than 128 holes.
    StoreError
        If the checkpoint cannot be written.
    KeyboardInterrupt
        If it is interrupted: with the bounds that are known so far, in words.

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
    problem = as_problem(problem)
    check_known(problem, known)
    if reason := class_reason(problem):
        return Shortest(problem, Outcome.IMPOSSIBLE, reason, 0)
    problem.board.check_holes(
        "proofs of the fewest moves", SEARCHED, "; look for few with `pegs solve --short`"
    )
    if table is not None and table.answers(problem):
        graph = table.graph(problem)
        found = _found(problem, graph) if graph else _exhausted(problem)
    else:
        search = _Search(problem, checkpoint=checkpoint, known=known, facts=facts, work=work)
        try:
            found = search.run()
        except KeyboardInterrupt:
            if checkpoint is not None:
                checkpoint.save()
            raise KeyboardInterrupt(search.bounds_so_far()) from None
    if checkpoint is not None and (found.proven or found.outcome is Outcome.IMPOSSIBLE):
        checkpoint.clear()
    return found


@dataclass
class _Search:
    """One number of moves after the other, each from both ends."""

    problem: Problem
    work: Work
    checkpoint: Checkpoint | None
    known: Solution | None
    facts: bool
    least: int = 0  # proven so far

    def bounds_so_far(self) -> str:
        """The bound on the moves, and the moves of the best solution, in words."""
        known, least = begin_with(self.problem, self.known) if self.facts else (self.known, 0)
        least = max(least, self.least)
        words = f"{self.problem}: at least {least} moves are needed"
        return words if known is None else f"{words}, and {len(known.moves)} are enough"

    def run(self) -> Shortest:
        """The fewest moves, or the bounds known when the limits are reached."""
        covered = 0 if self.checkpoint is None else self.checkpoint.proven
        if not covered and self.problem.board.fits_word:
            graph, covered, trouble = self._meet(most=_UNBOUNDED)
            if graph:
                return _found(self.problem, graph)
            if not trouble:
                return _exhausted(self.problem)
        return self._deepen(covered)

    def _deepen(self, covered: int) -> Shortest:
        """One number of moves after the other, after those that are covered."""
        problem = self.problem
        known, least = begin_with(problem, self.known) if self.facts else (self.known, 0)
        outcome = Outcome.SOLVED
        if known is None:
            left = self.work.seconds_left
            some = self.work.part(seconds=None if left is None else left / 4)
            answer = solve(problem, facts=self.facts, work=some)
            if answer.outcome is Outcome.IMPOSSIBLE:
                return Shortest(problem, Outcome.IMPOSSIBLE, answer.reason, 0)
            known = None if answer.solution is None else reorder(answer.solution)
            outcome = answer.outcome
        most = problem.start_pegs - problem.finish_pegs if known is None else len(known.moves)
        if covered >= most:
            covered = 0  # what was kept is wrong
        bound = MoveBound.of(problem)
        for limit in range(max(bound.least(problem), covered + 1, least), most + 1):
            self.known, self.least = known, limit
            found, trouble = self._within(limit, bound, known)
            if found is not None:
                return found
            if trouble:
                return Shortest(problem, outcome, trouble, limit, known)
            if self.checkpoint is not None:
                self.checkpoint.prove(limit)
        return _exhausted(problem)

    def _within(
        self, limit: int, bound: MoveBound, known: Solution | None
    ) -> tuple[Shortest | None, str]:
        """The solutions with the fewest moves, and what exceeded the limits."""
        if self.problem.board.fits_word:
            graph, _, trouble = self._meet(limit, bound)
            return (_found(self.problem, graph) if graph else None), trouble
        if known is not None and len(known.moves) == limit:
            return Shortest(self.problem, Outcome.SOLVED, "by search", limit, known), ""
        try:
            solution = self._from_starts(limit, bound)
        except (BoardTooLargeError, BudgetSpentError) as error:
            return None, str(error)
        if solution is None:
            return None, ""
        return Shortest(self.problem, Outcome.SOLVED, "by search", limit, solution), ""

    def _from_starts(self, limit: int, bound: MoveBound) -> Solution | None:
        """A solution of at most so many moves on a board of several words, by levels forward."""
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
        """The solution graph where the ends meet, the moves covered, and what was too much."""
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
        """The result when the limits are reached; finished work is kept."""
        if self.checkpoint is not None and isinstance(error, BudgetSpentError):
            self.checkpoint.save()
        return [], covered, str(error)


def begin_with(problem: Problem, known: Solution | None) -> tuple[Solution | None, int]:
    """The better of a solution and the one that is known, and the moves known to be needed.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> best, least = begin_with(Problem.to_any(triangle(10).vacancy("a3")), None)
    >>> len(best.moves), least
    (18, 18)
    """
    both = [line for line in (known, known_solution(problem)) if line is not None]
    bound = knowledge_of(problem.board).bound(problem)
    best = min(both, key=lambda line: len(line.moves), default=None)
    return best, 0 if bound is None else bound.moves


def check_known(problem: Problem, known: Solution | None) -> None:
    """Refuse a claimed solution that does not solve the problem."""
    if known is not None and not known.solves(problem):
        raise ProblemError(
            f"the known solution does not solve {problem}: give a solution of this problem"
        )


def _exhausted(problem: Problem) -> Shortest:
    return Shortest(problem, Outcome.IMPOSSIBLE, f"exhausted: {problem} has no solution", 0)


def _found(problem: Problem, graph: Iterable[Words]) -> Shortest:
    every = MinimalSolutions.of(problem, graph)
    return Shortest(problem, Outcome.SOLVED, "by search", every.moves, next(iter(every)), every)
