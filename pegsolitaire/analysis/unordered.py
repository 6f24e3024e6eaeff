"""Counting solutions regardless of the order of their jumps.

Two solutions count as one here when they hold the same jumps equally often. The sets of jumps by
which each winning position can be reached are carried from level to level (Bell 2007, "Two Ways
to Count Solutions"); from one start, which position it is follows from the jumps, so nothing else
is kept. Their
number grows fast: 8 at the end of the corner game of the 15-hole triangle, 6,030 on 21 holes, out
of reach on 33.

Bell counts more coarsely (2008, section 2.3). His "two" solutions of the corner game on 15 holes
are the eight with two more things left aside: which way round a jump goes, and reflections of
the board. Where a peg jumps round a loop (a1-c3-a3-a1) it may go round the other way and remove
the same pegs: eight solutions as directed jumps, four as jumps without direction, two up to the
reflection.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from pegsolitaire.analysis.graph import SolutionGraph
from pegsolitaire.board import Board
from pegsolitaire.errors import BoardTooLargeError, ProblemError
from pegsolitaire.game import Problem
from pegsolitaire.progress import SILENT, Progress

_MOST = 5_000_000  # sets of jumps at a time: about a gigabyte
_BITS = 6  # of a set, for each jump of the board: no jump is made 64 times on 64 holes
_DIGIT = (1 << _BITS) - 1


@dataclass(frozen=True)
class Unordered:
    """The number of solutions of a problem when order does not count, by three measures.

    Attributes
    ----------
    directed : int
        Different multisets of jumps.
    undirected : int
        The same, when a jump and the jump back over the same hole are one.
    up_to_symmetry : int
        Of the undirected ones, those that no symmetry of the problem turns into each other.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> count_unordered(Problem.complement(triangle(5), "a1"))
    Unordered(directed=8, undirected=4, up_to_symmetry=2)
    """

    directed: int
    undirected: int
    up_to_symmetry: int


def count_unordered(problem: Problem, most: int = _MOST, progress: Progress = SILENT) -> Unordered:
    """The number of solutions regardless of the order of their jumps.

    Parameters
    ----------
    problem : Problem
        The problem.
    most : int, optional
        The most sets of jumps to hold at a time.
    progress : Progress, optional
        Told of every level.

    Raises
    ------
    BoardTooLargeError
        If there are more, or the solution graph is too large.
    ProblemError
        If the problem has several starts.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> count_unordered(Problem.complement(triangle(5), "a1"))
    Unordered(directed=8, undirected=4, up_to_symmetry=2)
    """
    if len(problem.starts) > 1:
        raise ProblemError("counting regardless of order needs one start, not any")
    directed = _jump_sets(SolutionGraph.of(problem, progress=progress), most, progress)
    line = _without_direction(problem.board)
    undirected = {_moved(jumps_of, line) for jumps_of in directed}
    turned = (problem.board.jump_images(symmetry) for symmetry in problem.group)
    images = [[line[i] for i in image] for image in turned]
    least = {min(_moved(jumps_of, image) for image in images) for jumps_of in undirected}
    return Unordered(len(directed), len(undirected), len(least))


def _jump_sets(graph: SolutionGraph, most: int, progress: Progress) -> set[int]:
    """The multisets of jumps of all solutions: the i-th digit counts jump ``i``."""
    if not graph.levels:
        return set()
    unit = {jump: 1 << _BITS * i for i, jump in enumerate(graph.problem.board.jumps)}
    level: dict[int, set[int]] = {code: {0} for code in graph.levels[0]}
    progress.stage("counting regardless of order", len(graph.levels) - 1)
    for done in range(1, len(graph.levels)):
        reached: dict[int, set[int]] = {}
        held = 0
        for code, made in level.items():
            for jump, after in graph.steps(code):
                known = reached.setdefault(after, set())
                before, one = len(known), unit[jump]
                known.update(jumps_of + one for jumps_of in made)
                held += len(known) - before
                if held > most:
                    raise BoardTooLargeError(
                        f"{graph.problem} has more than {most:,} different sets of jumps "
                        f"{done} jumps into its solutions: too many to count without order"
                    )
        level = reached
        progress.update(done, f"{held:,} sets of jumps")
    return set().union(*level.values())


def _moved(jumps_of: int, image: Iterable[int]) -> int:
    """A multiset of jumps with each jump replaced by another: ``image`` lists their indices."""
    return sum((jumps_of >> _BITS * i & _DIGIT) << _BITS * j for i, j in enumerate(image))


def _without_direction(board: Board) -> list[int]:
    """For each jump, the index of the first one over the same three holes."""
    first: dict[int, int] = {}
    return [first.setdefault(jump.mask, i) for i, jump in enumerate(board.jumps)]
