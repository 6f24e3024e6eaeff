"""Tables of the fewest moves in which a finish can be reached from each position of a board.

A table is built backward from the finishes, level by level. A level consists of the positions that
need the same number of moves. The table is stored in ``<home>/<board>/to_<finish>.moves.npz``.
Positions are reduced by the symmetries that map the finishes to themselves, so one table serves
every start.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import numpy as np
import numpy.typing as npt

from pegsolitaire.board import Board, BoardLike, Hole, as_board
from pegsolitaire.game import Problem
from pegsolitaire.sets.building import Checkpoint, advance
from pegsolitaire.sets.npz_files import Envelope, Format
from pegsolitaire.sets.store import SetFile, building_folder, finish_codes, path_to
from pegsolitaire.sets.winning import read_levels
from pegsolitaire.units import counted
from pegsolitaire.work import Work

if TYPE_CHECKING:
    from pegsolitaire.engine import Probe, Words

FORMAT = Format(
    "levels by moves",
    3,
    "pegs sets levels BOARD START --by moves --store",
    "remove {place} and build it again with `pegs sets levels BOARD START --by moves --store`",
)


class MovesTable(Protocol):
    """A table of the fewest moves from positions to a finish."""

    def moves_of_codes(self, codes: Words) -> npt.NDArray[np.int16]:
        """Return the fewest moves for each code, or -1 if no finish can be reached."""

    def answers(self, problem: Problem) -> bool:
        """Return whether the table contains the positions of a problem."""


class FewestMoves:
    """The fewest moves from every position to a finish.

    Parameters
    ----------
    board : Board
        A board of up to 64 holes.
    finishes : iterable of int
        The codes of the finishes, all of one position class.
    levels : dict of int to (n,) array of uint64
        For each number of moves, the sorted canonical codes of the positions that need exactly
        that number.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> board = triangle(5)
    >>> table = FewestMoves.build(board, ["a1"])
    >>> starts = np.array([board.vacancy("a1").code, board.vacancy("a2").code], np.uint64)
    >>> len(table), table.moves_of_codes(starts).tolist()
    (1544, [10, -1])
    """

    def __init__(self, board: Board, finishes: Iterable[int], levels: dict[int, Words]) -> None:
        self.board = board
        self.finishes = tuple(sorted(set(finishes)))
        self.levels = dict(sorted(levels.items()))

    @classmethod
    def build(
        cls,
        board: BoardLike,
        finishes: Iterable[Hole | str | int],
        *,
        checkpoint: Checkpoint | None = None,
        work: Work | None = None,
    ) -> FewestMoves:
        """Build a table by undoing moves from the finishes until no new positions appear.

        Parameters
        ----------
        board : Board, or what makes one
            The board.
        finishes : iterable of holes or codes
            The finishes, all of one position class: a hole stands for one peg in it, a code for
            any position.
        checkpoint : Checkpoint, optional
            Loads the levels that an earlier run finished and saves those that this run finishes.
        work : Work, optional
            Limits on time and memory, a progress bar, and more: see :class:`pegsolitaire.Work`.

        Raises
        ------
        ProblemError
            If there is no finish, or the finishes belong to several position classes.
        BoardTooLargeError
            If the board has more than 64 holes, or the positions do not fit in memory and there is
            no scratch folder.
        BudgetSpentError
            If it takes longer than the budget allows.
        """
        work = Work.of(work)
        from pegsolitaire.engine import MoveLevels, make_layout

        board = as_board(board)
        codes = finish_codes(board, finishes)
        layout = make_layout(board, Problem.of_codes(board, codes, codes).finish_group)
        work.progress.stage("moves to the finish")
        with MoveLevels(layout, codes, backward=True, work=work) as ends:
            while size := advance(ends, "moves", checkpoint):
                work.update(len(ends.levels) - 1, counted(size, "position"))
            levels = {n: np.sort(ends.codes(level)) for n, level in enumerate(ends.levels[:-1])}
        return cls(board, codes, levels)

    @classmethod
    def file(
        cls, board: BoardLike, finishes: Iterable[Hole | str | int], root: str | Path | None = None
    ) -> SetFile[FewestMoves]:
        """Return the file of the table under a root folder, by default the user's store."""
        board = as_board(board)
        codes = finish_codes(board, finishes)
        details = {"group_order": len(Problem.of_codes(board, codes, codes).finish_group)}
        return SetFile(
            path_to(board, codes, "moves.npz", root),
            Envelope(FORMAT, board, codes, details=details),
            lambda file: cls(board, codes, read_levels(file)),
        )

    @classmethod
    def load(
        cls, board: BoardLike, finishes: Iterable[Hole | str | int], *, work: Work | None = None
    ) -> FewestMoves:
        """Read a stored table, or build and store it if none is usable.

        If a build was interrupted or ran out of time, it resumes from the levels that it finished.

        Parameters
        ----------
        work : Work, optional
            Limits on time and memory, a progress bar, and more: see :class:`pegsolitaire.Work`.

        Raises
        ------
        ProblemError, BoardTooLargeError
            As for :meth:`build`.
        StoreError
            If the stored table cannot be read, or a new one cannot be written.
        """
        work = Work.of(work)
        board = as_board(board)
        file = cls.file(board, finishes, work.store)
        codes = file.envelope.finishes
        game = Problem.of_codes(board, codes, codes)
        checkpoint = Checkpoint(game, disk=work.disk, folder=building_folder(file.path))

        def build() -> FewestMoves:
            with checkpoint.going_on():  # whose levels may be those that were written to disk
                spilling = work.part(scratch=checkpoint.folder)
                table = cls.build(board, codes, checkpoint=checkpoint, work=spilling)
            file.write(table.levels.items(), work.disk)
            return table

        table = file.load(build)
        checkpoint.clear()  # even if a process was killed after writing the file
        return table

    def __len__(self) -> int:
        """Return the number of positions that can reach a finish, up to symmetry."""
        return sum(map(len, self.levels.values()))

    def __repr__(self) -> str:
        return f"<FewestMoves of {self.board.name}: {counted(len(self), 'position')}>"

    def moves_of_codes(self, codes: Words) -> npt.NDArray[np.int16]:
        """Return the fewest moves for each code, or -1 if no finish can be reached.

        Examples
        --------
        >>> from pegsolitaire.board import triangle
        >>> table = FewestMoves.build(triangle(5), ["a1"])
        >>> table.moves_of_codes(np.array([1, 0b1010, 0b11], np.uint64)).tolist()
        [0, 1, -1]
        """
        moves = np.full(len(codes), -1, np.int16)
        left = np.arange(len(codes))
        for n, level in self.levels.items():
            is_here = self._probe.contains(codes[left], level)
            moves[left[is_here]] = n
            left = left[~is_here]
        return moves

    def answers(self, problem: Problem) -> bool:
        """Return whether a problem has the same board and finishes as the table."""
        return problem.board == self.board and problem.finishes == self.finishes

    @cached_property
    def _probe(self) -> Probe:
        from pegsolitaire.engine import Probe

        return Probe(Problem.of_codes(self.board, self.finishes, self.finishes).finish_group)


def graph_from(problem: Problem, table: MovesTable) -> list[Words]:
    """Find the positions that occur in shortest solutions, with a table of the fewest moves.

    Returns
    -------
    list of arrays of uint64
        For each number of moves made, the sorted canonical codes of the positions, up to the
        symmetries of the problem; empty if the problem has no solution.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> table = FewestMoves.build(triangle(5), ["a1"])
    >>> [len(level) for level in graph_from(Problem.complement(triangle(5), "a1"), table)]
    [1, 1, 2, 9, 16, 22, 24, 21, 11, 4, 1]
    """
    from pegsolitaire.engine import MoveLevels, make_layout

    starts = np.array(problem.starts, np.uint64)
    needed = table.moves_of_codes(starts)
    if not np.any(needed >= 0):
        return []
    fewest = int(needed[needed >= 0].min())
    with MoveLevels(make_layout(problem.board, problem.group), starts[needed == fewest]) as play:
        levels = [play.levels[0]]
        for left in range(fewest - 1, -1, -1):
            following = play.steps(levels[-1])
            levels.append(following.subset(table.moves_of_codes(play.codes(following)) == left))
        return [np.sort(play.codes(level)) for level in levels]
