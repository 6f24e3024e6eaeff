"""Merson regions: lower bounds on the number of moves of a solution.

While all holes of a Merson region have pegs, the region can lose a peg only by a move that starts
inside it: every jump over a hole of the region starts or ends in another hole of the region, and
no jump can end in a full region. Each region that is full at the start and not full at the finish
needs a move that starts in it, and disjoint regions need different moves. Examples are a corner,
two neighbouring holes on an edge, a square of four holes in the middle of a square board, and a
hexagon of seven holes in the middle of a triangle.

This is Robin Merson's argument of 1962 (Beasley, *The Ins and Outs of Peg Solitaire*, page 203;
Bell, *Solving Triangular Peg Solitaire*, section 4.1).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, reduce
from math import inf
from operator import or_

from pegsolitaire.board import Board, apply_permutation
from pegsolitaire.board.bits import code_of
from pegsolitaire.board.board import BoardLike, as_board
from pegsolitaire.game import Problem
from pegsolitaire.game.conversion import FinishLike, ProblemLike, StartLike, as_problem
from pegsolitaire.theory.linear_programs import add_column, add_row, new_model, run
from pegsolitaire.work import Work

_PACKINGS = 8  # the number of packings, not counting their images
_USED = 0.05  # the worth of a region falls by this for each packing that contains it
_LARGEST = 8  # holes of a region; larger regions hardly ever belong to a best packing


def merson_regions(board: BoardLike) -> tuple[int, ...]:
    """Find the regions of a board that contain no smaller region, as masks of their holes.

    Parameters
    ----------
    board : Board, or what makes one
        The board.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> board = triangle(4)
    >>> for mask in merson_regions(board):
    ...     print(*(board.hole_text(h) for i, h in enumerate(board.holes) if mask >> i & 1))
    a1
    a2 a3
    b2 c3
    a4
    b4 c4
    d4
    """
    return _merson_regions(as_board(board))


@lru_cache(maxsize=64)
def _merson_regions(board: Board) -> tuple[int, ...]:
    # Sets of holes, because masks take time proportional to the number of holes of the board.
    regions: set[frozenset[int]] = set()
    over: list[list[tuple[int, int]]] = [[] for _ in board.holes]
    for start, hole, end in board.jumps:
        over[hole].append((min(start, end), max(start, end)))
    for hole in range(len(board)):
        regions.update(_closed(hole, over))
    by_first: dict[int, list[frozenset[int]]] = {}
    for region in regions:
        by_first.setdefault(min(region), []).append(region)
    smallest = (
        region
        for region in regions
        if not any(other < region for i in region for other in by_first.get(i, ()))
    )
    return tuple(sorted(map(code_of, smallest)))


def _closed(hole: int, over: list[list[tuple[int, int]]]) -> Iterator[frozenset[int]]:
    """Yield the regions that contain a hole, by adding holes that jumps require."""
    region = frozenset([hole])
    seen, queue = {region}, [region]
    while queue:
        region = queue.pop()
        lacking = next(
            (ends for hole in sorted(region) for ends in over[hole] if region.isdisjoint(ends)),
            None,
        )
        if lacking is None:
            yield region
        elif len(region) < _LARGEST:
            for hole in lacking:
                larger = region | {hole}
                if larger not in seen:
                    seen.add(larger)
                    queue.append(larger)


@dataclass(frozen=True, eq=False)
class MoveBound:
    """Lower bounds on the number of moves in solutions of a problem, from Merson regions.

    Attributes
    ----------
    forward : tuple of tuples of int
        Packings, which are sets of disjoint regions. Each full region needs a move of its own,
        which bounds the number of moves from positions that are not finishes. If the finish is a
        single peg, the last jump puts the peg into its hole, so the hole was empty before. For
        other finishes, regions that are full in a finish are omitted.
    backward : tuple of tuples of int
        Packings of regions that are full in every start. Regions that are no longer full have
        needed a move.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> board = triangle(8)
    >>> bound = MoveBound.of(Problem.complement(board, "a2"))
    >>> bound.moves_from(board.vacancy("a2").code), bound.moves_to(board.single("a2").code)
    (12, 12)
    """

    forward: tuple[tuple[int, ...], ...]
    backward: tuple[tuple[int, ...], ...]

    @classmethod
    def of(
        cls,
        problem: ProblemLike,
        start: StartLike = None,
        finish: FinishLike = None,
        *,
        work: Work | None = None,
    ) -> MoveBound:
        """Compute the bounds of a problem from several packings and their images.

        If the time limit of the budget is reached, fewer packings are used, perhaps none.

        Parameters
        ----------
        work : Work, optional
            Limits on time and memory, a progress bar, and more: see :class:`pegsolitaire.Work`.
        """
        work = Work.of(work)
        problem = as_problem(problem, start, finish)
        regions = merson_regions(problem.board)
        finishes = problem.finishes if problem.finish_pegs > 1 else ()
        forward = [m for m in regions if not any(code & m == m for code in finishes)]
        backward = [m for m in regions if all(code & m == m for code in problem.starts)]
        part = work if work.seconds_left is None else work.part(seconds=work.seconds_left / 2)
        return cls(
            _images(problem.board, forward, work=part),
            _images(problem.board, backward, work=work),
        )

    def moves_from(self, code: int) -> int:
        """Return a lower bound on the number of moves from a position that is not a finish."""
        return max((sum(code & m == m for m in packing) for packing in self.forward), default=0)

    def moves_to(self, code: int) -> int:
        """Return a lower bound on the number of moves in any game that reaches a position."""
        return max((sum(code & m != m for m in packing) for packing in self.backward), default=0)

    def least(self, problem: Problem) -> int:
        """Return a lower bound on the number of moves in any solution of the problem."""
        if set(problem.starts) & set(problem.finishes):
            return 0
        return max(
            min(map(self.moves_from, problem.starts)), min(map(self.moves_to, problem.finishes))
        )


def _images(
    board: Board,
    regions: Sequence[int],
    *,
    work: Work,
) -> tuple[tuple[int, ...], ...]:
    """Compute packings of the regions and their images, restricted to the given regions."""
    allowed = set(regions)
    images: dict[tuple[int, ...], None] = {}
    for packing in packings(board, regions, work=work):
        for symmetry in board.symmetries:
            image = {apply_permutation(symmetry.image, mask) for mask in packing}
            images[tuple(sorted(image & allowed))] = None
    return tuple(images)


def packings(
    board: BoardLike, regions: Sequence[int], most: int = _PACKINGS, *, work: Work | None = None
) -> list[tuple[int, ...]]:
    """Find sets of disjoint regions, the first with as many regions as possible.

    The other sets also have many regions, and differ from earlier sets if that costs few regions.
    For most positions, therefore, one of the sets gives a good bound.

    Parameters
    ----------
    board : Board, or what makes one
        The board.
    regions : sequence of int
        The regions to choose from, as masks.
    most : int, optional
        The number of sets.
    work : Work, optional
        Limits on time and memory, a progress bar, and more: see :class:`pegsolitaire.Work`.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> [len(packings(triangle(n), merson_regions(triangle(n)), 1)[0]) for n in range(4, 11)]
    [6, 6, 9, 10, 13, 13, 18]
    """
    board = as_board(board)
    if not regions:
        return []
    work = Work.of(work)
    model = new_model()
    for _ in regions:
        add_column(model, -1, 1)
    for hole in range(len(board)):
        row = {column: 1 for column, mask in enumerate(regions) if mask >> hole & 1}
        if len(row) > 1:
            add_row(model, -inf, 1, row)
    distinct: dict[tuple[int, ...], None] = {}
    used = [0] * len(regions)
    for _ in range(most):
        for column, times in enumerate(used):
            model.changeColCost(column, _USED * times - 1)
        run(model, work=work)
        values = model.getSolution().col_value
        columns = [column for column, value in enumerate(values) if value > 0.5]
        if not columns:
            break
        chosen = tuple(regions[column] for column in columns)
        if sum(chosen) != reduce(or_, chosen):
            raise RuntimeError("HiGHS returned overlapping regions, which prove nothing")
        distinct[chosen] = None
        if work.spent:
            break
        for column in columns:
            used[column] += 1
    return list(distinct)
