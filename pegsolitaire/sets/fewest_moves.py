"""Tables of the fewest moves in which a finish can be reached from each position of a board.

A table is built backward from the finishes, level by level. A level consists of the positions that
need the same number of moves. The table is stored in ``<home>/<board>/to_<finish>.moves.npz``.
Positions are reduced by the symmetries that map the finishes to themselves, so one table serves
every start.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from pegsolitaire.board import Board, BoardLike, Hole, as_board, least_image
from pegsolitaire.errors import ProblemError, StoreDamagedError
from pegsolitaire.game import Position, Problem
from pegsolitaire.sets.building import Checkpoint, advance
from pegsolitaire.sets.npz_files import Envelope, Format
from pegsolitaire.sets.store import SetFile, finish_codes, path_to
from pegsolitaire.sets.winning import read_levels, samples
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


class MovesTable(ABC):
    """A table of the fewest moves from positions to a finish."""

    @abstractmethod
    def moves_of_codes(self, codes: Words) -> npt.NDArray[np.int16]:
        """Return the fewest moves for each code, or -1 if no finish can be reached."""

    @abstractmethod
    def answers(self, problem: Problem) -> bool:
        """Return whether the table contains the positions of a problem."""

    def need(self, codes: Words, moves: int) -> npt.NDArray[np.bool_]:
        """Return, for each code, whether its position needs exactly this many moves."""
        return np.equal(self.moves_of_codes(codes), moves)

    def graph(self, problem: Problem) -> list[Words]:
        """Return the positions that occur in shortest solutions, by the number of moves made.

        Returns
        -------
        list of arrays of uint64
            Sorted canonical codes, up to the symmetries of the problem; empty if the problem has
            no solution.

        Raises
        ------
        ProblemError
            If the table does not cover the problem.

        Examples
        --------
        >>> from pegsolitaire.board import triangle
        >>> table = FewestMoves.build(triangle(5), ["a1"])
        >>> [len(level) for level in table.graph(Problem.complement(triangle(5), "a1"))]
        [1, 1, 2, 9, 16, 22, 24, 21, 11, 4, 1]
        """
        if not self.answers(problem):
            raise ProblemError(f"{self!r} does not cover {problem}")
        return graph_from(problem, self)


class FewestMoves(MovesTable):
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
    >>> len(table), table.moves(board.vacancy("a1")), table.moves(board.vacancy("a2"))
    (1544, 10, None)
    """

    def __init__(self, board: Board, finishes: Iterable[int], levels: dict[int, Words]) -> None:
        self.board = board
        self.finishes = tuple(sorted(set(finishes)))
        self.levels = dict(sorted(levels.items()))

    # -- making -----------------------------------------------------------------------------------

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
    def open(
        cls, board: BoardLike, finishes: Iterable[Hole | str | int], root: str | Path | None = None
    ) -> FewestMoves:
        """Read a stored table, like :meth:`SetFile.open`."""
        board = as_board(board)
        return cls.file(board, finishes, root).open()

    @classmethod
    def find(
        cls, board: BoardLike, finishes: Iterable[Hole | str | int], root: str | Path | None = None
    ) -> FewestMoves | None:
        """Read a stored table, or return None if no table is usable, like :meth:`SetFile.find`."""
        board = as_board(board)
        return cls.file(board, finishes, root).find()

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
        checkpoint = Checkpoint.of_table(game, file.path, disk=work.disk)

        def build() -> FewestMoves:
            with checkpoint.going_on():  # whose levels may be those that were written to disk
                spilling = work.part(scratch=checkpoint.folder)
                table = cls.build(board, codes, checkpoint=checkpoint, work=spilling)
            file.write(table.levels.items(), work.disk)
            return table

        table = file.load(build)
        checkpoint.clear()  # even if a process was killed after writing the file
        return table

    def save(self, root: str | Path | None = None) -> Path:
        """Store the table and return the path of its file."""
        return self.file(self.board, self.finishes, root).write(self.levels.items())

    # -- asking -----------------------------------------------------------------------------------

    def __len__(self) -> int:
        """Return the number of positions that can reach a finish, up to symmetry."""
        return sum(map(len, self.levels.values()))

    def __repr__(self) -> str:
        return f"<FewestMoves of {self.board.name}: {counted(len(self), 'position')}>"

    def moves(self, position: Position) -> int | None:
        """Return the fewest moves from a position to a finish, or None if none can be reached.

        Raises
        ------
        ProblemError
            If the position belongs to another board.
        """
        if position.board != self.board:
            raise ProblemError(f"{self!r} does not cover {position.board.name}")
        return next(
            (n for n, level in self.levels.items() if self._probe.find(position.code, level) >= 0),
            None,
        )

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

    def need(self, codes: Words, moves: int) -> npt.NDArray[np.bool_]:
        """Return, for each code, whether its position needs exactly this many moves."""
        return self._probe.contains(codes, self.levels[moves])

    # -- verifying --------------------------------------------------------------------------------

    def verify(self, sample: int | None = None, seed: int = 0) -> None:
        """Check every position, or a sample of each level, with independent code in plain Python.

        A finish needs no moves. Any other position needs one more move than the best position that
        can be reached in one move. If a jump leads from a position to a position of the table, the
        first position must also be in the table and must need at most one move more.

        Parameters
        ----------
        sample : int, optional
            How many positions of each level to check, drawn at random; all by default.
        seed : int, optional
            The seed of the random numbers.

        Raises
        ------
        StoreDamagedError
            If the table has a wrong number for a position.

        Examples
        --------
        >>> from pegsolitaire.board import triangle
        >>> FewestMoves.build(triangle(5), ["a1"]).verify(sample=20)
        """
        group = Problem.of_codes(self.board, self.finishes, self.finishes).finish_group
        for number, codes in samples(self.levels, sample, seed):
            for code in codes.tolist():
                if least_image(group, code) != code or not self._is_right(code, number):
                    raise StoreDamagedError(
                        f"{self!r} is wrong about code {code} at {counted(number, 'move')}: "
                        "build it again"
                    )

    def _is_right(self, code: int, number: int) -> bool:
        after = self._moves_of(_after_moves(self.board, code))
        before = self._moves_of(
            code ^ jump.mask
            for jump in self.board.jumps
            if code & jump.mask == jump.mask ^ jump.pegs
        )
        fewest = 0 if code in self.finishes else 1 + min(after[after >= 0], default=-2)
        return number == fewest and bool(np.all((before >= 0) & (before <= number + 1)))

    def _moves_of(self, codes: Iterable[int]) -> npt.NDArray[np.int16]:
        return self.moves_of_codes(np.array(list(codes), np.uint64))

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
            levels.append(following.subset(table.need(play.codes(following), left)))
        return [np.sort(play.codes(level)) for level in levels]


def _after_moves(board: Board, code: int) -> set[int]:
    """Return the codes of all positions that can be reached in one move."""
    reached, todo = set(), [(code, jump) for jump in board.masks_from(code)]
    while todo:
        at, jump = todo.pop()
        after = at ^ jump.mask
        reached.add(after)
        todo += [(after, more) for more in board.masks_from(after) if more.start == jump.end]
    return reached
