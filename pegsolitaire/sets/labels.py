"""Labels of every solvable position of a class: solutions, fewest moves, chance of random play.

All is worked out from the end of the game, level by level: the numbers of solutions are those of
the ways that lead, jump by jump undone, from the finishes to a position; the fewest moves come of
levels by moves; and a random player's chance is the mean of those after each legal jump. The
labels of a class are kept in memory, some 30 bytes for each position up to symmetry.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from pegsolitaire.board import Board
from pegsolitaire.budget import UNLIMITED, Budget, size_text
from pegsolitaire.errors import BoardTooLargeError
from pegsolitaire.game import Problem
from pegsolitaire.progress import SILENT, Progress
from pegsolitaire.sets.fewest_moves import FewestMoves
from pegsolitaire.sets.plans import plan_labels
from pegsolitaire.sets.store import finish_codes

if TYPE_CHECKING:
    from pegsolitaire.engine import Words

_KEPT = 30  # bytes of a position's labels that are kept to the end
_WORD = 1 << 64
_MOST = 10**38  # what the largest type of column that is read everywhere holds


@dataclass(frozen=True, eq=False)
class Labels:
    """The labels of the solvable positions with some number of pegs.

    Attributes
    ----------
    pegs : int
        The pegs.
    codes : (n,) array of uint64
        The least codes of all positions that can be played to a finish, sorted.
    orbits : (n,) array of uint8
        How many positions each of them stands for.
    solutions : (n, words) array of uint64
        In how many ways jumps lead to a finish, the least word first.
    moves : (n,) array of int8
        The fewest moves; a move is one or more jumps of one peg.
    chances : (n,) array of float64
        The chance that a player who makes any jump ends at a finish, where one peg is left.
    jumps, winning : (n,) array of uint8
        The legal jumps, and those after which a finish can still be reached.
    """

    pegs: int
    codes: Words
    orbits: npt.NDArray[np.uint8]
    solutions: Words
    moves: npt.NDArray[np.int8]
    chances: npt.NDArray[np.float64]
    jumps: npt.NDArray[np.uint8]
    winning: npt.NDArray[np.uint8]

    def __len__(self) -> int:
        return len(self.codes)

    @property
    def positions(self) -> int:
        """How many positions there are, one by one."""
        return int(self.orbits.sum(dtype=np.int64))

    def solutions_of(self, row: int) -> int:
        """The number of solutions of one of them."""
        return sum(int(word) << 64 * i for i, word in enumerate(self.solutions[row]))

    @property
    def most_solutions(self) -> int:
        """The row of the position that has the most solutions."""
        return int(np.lexsort(tuple(self.solutions.T))[-1])


@dataclass(frozen=True, eq=False)
class ClassLabels:
    """The labels of all positions that can be played to some finishes.

    Attributes
    ----------
    problem : Problem
        With the finishes, whose symmetries the codes are reduced by.
    levels : tuple of Labels
        From the finishes on.
    """

    problem: Problem
    levels: tuple[Labels, ...]

    def __len__(self) -> int:
        return sum(map(len, self.levels))

    @property
    def positions(self) -> int:
        """How many positions there are, one by one."""
        return sum(level.positions for level in self.levels)


def labels_of(
    board: Board,
    finishes: Iterable[int],
    progress: Progress = SILENT,
    budget: Budget = UNLIMITED,
) -> ClassLabels:
    """Label every position that can be played to a finish.

    Parameters
    ----------
    board : Board
        A board of up to 64 holes.
    finishes : iterable of int
        Codes of single pegs, or of any positions, of one position class.
    progress : Progress, optional
        Told of every level.
    budget : Budget, optional
        The memory that the labels may take, a scratch folder for levels that outgrow what they
        leave, the time.

    Returns
    -------
    ClassLabels

    Raises
    ------
    ProblemError
        If there is no finish, or they are of several classes.
    BoardTooLargeError
        If the labels outgrow the memory, or a number of solutions has more than 38 digits.
    BudgetSpentError
        If it takes longer than the budget allows.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> from pegsolitaire.theory import class_named
    >>> board = triangle(5)
    >>> labels = labels_of(board, class_named(board, "A").finishes)
    >>> top = labels.levels[-1]
    >>> for row, code in enumerate(top.codes.tolist()):
    ...     print(code, top.solutions_of(row), top.moves[row], f"{top.chances[row]:.5f}")
    28671 85258 9 0.00709
    32255 14880 10 0.00343
    32751 1550 11 0.00173
    32766 29760 10 0.00686
    """
    codes = finish_codes(board, finishes)
    plan_labels(board, codes, refuse=True, memory=budget.memory)
    table = FewestMoves.build(board, codes, progress, budget)
    plan_labels(board, codes, refuse=True, memory=budget.memory, solvable=len(table))
    if budget.memory is not None:
        budget = budget.part(memory=size_text(budget.memory - _KEPT * len(table)))
    moves = _by_pegs(table)
    problem = Problem(board, table.finishes, table.finishes)
    del table
    solved = _solutions(problem, moves, progress, budget)
    return ClassLabels(problem, tuple(_chances(problem, solved)))


_Solved = tuple["Words", npt.NDArray[np.uint8], "Words", npt.NDArray[np.int8]]


def _by_pegs(table: FewestMoves) -> dict[int, tuple[Words, npt.NDArray[np.int8]]]:
    """The least codes by pegs, sorted, and the moves that each needs."""
    parts: dict[int, list[tuple[Words, int]]] = {}
    for moves, codes in table.levels.items():
        pegs = np.bitwise_count(codes)
        for number in np.unique(pegs).tolist():
            parts.setdefault(number, []).append((codes[pegs == number], moves))
    found = {}
    for number, level in sorted(parts.items()):
        codes = np.concatenate([some for some, _ in level])
        fewest = np.repeat([n for _, n in level], [len(some) for some, _ in level])
        order = np.argsort(codes)
        found[number] = codes[order], fewest[order].astype(np.int8)
    return found


def _solutions(
    problem: Problem,
    moves: dict[int, tuple[Words, npt.NDArray[np.int8]]],
    progress: Progress,
    budget: Budget,
) -> Iterator[_Solved]:
    """The levels from one peg on: codes, sizes of orbits, numbers of solutions, moves."""
    from pegsolitaire.engine import PathCounter

    progress.stage("numbers of solutions", len(moves))
    with PathCounter(problem, budget=budget) as counter:
        paths = counter.start(problem.finishes)
        for number, (codes, fewest) in enumerate(moves.values(), 1):
            found, sizes, solutions = counter.by_position(paths)
            if not np.array_equal(found, codes):
                raise AssertionError("levels by moves and levels by jumps differ")
            yield codes, sizes.astype(np.uint8), _narrow(solutions), fewest
            before, paths = paths, counter.back(paths)
            before.discard()
            progress.update(number, f"{len(codes):,} positions")


def _narrow(solutions: Words) -> Words:
    """Numbers of as few words as hold them."""
    width = int(np.flatnonzero(solutions.any(axis=0)).max()) + 1
    if width > 2 or (width == 2 and int(solutions[:, 1].max()) >= _MOST // _WORD):
        raise BoardTooLargeError("a number of solutions has more than 38 digits")
    return solutions if width == solutions.shape[1] else solutions[:, :width].copy()


def _chances(problem: Problem, levels: Iterable[_Solved]) -> Iterator[Labels]:
    """The labels from one peg on."""
    from pegsolitaire.engine import BackwardPlay

    with BackwardPlay(problem.board, problem.group) as play:
        below: Labels | None = None
        for codes, sizes, solutions, moves in levels:
            if below is None:
                none = np.zeros(len(codes), np.uint8)
                worth: Any = np.ones(len(codes)), none, none
            else:
                worth = play.step(codes, below.codes, below.chances)
            pegs = int(codes[0]).bit_count()
            below = Labels(pegs, codes, sizes, solutions, moves, *worth)
            yield below
