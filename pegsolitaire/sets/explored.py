"""What every winning position leads to: ways to win, chances, fewest moves; built and stored.

One pass over the winning sets, from the finish up (:mod:`pegsolitaire.engine.sparse.outlook`),
finds the numbers of all positions at once. They are kept beside the sets, a file a level::

    <home>/<board>/<problem>.explored/pegs=16.npz

Each is an ``.npz`` of numpy with the columns ``code`` (uint64: those of the level, sorted),
``solutions_0`` and, where they are needed, ``solutions_1`` ... (uint64: the number of ways to win,
the least 64 bits first), ``chance`` (float64: that a player who takes any legal jump wins) and
``moves`` (uint8: the fewest to a finish). They are uncompressed, so that they are mapped into
memory: once the sum of a level has been checked, when it is first asked for, an answer touches
some pages, whatever the size of the level.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from pegsolitaire.budget import UNLIMITED, Budget
from pegsolitaire.errors import ProblemError, StoreMissingError
from pegsolitaire.files import check_writable, write_folder
from pegsolitaire.game import Position, Problem
from pegsolitaire.progress import SILENT, Progress
from pegsolitaire.sets.columns import map_columns, write_mapped
from pegsolitaire.sets.envelope import Arrays, DamageError, Envelope, Format
from pegsolitaire.sets.store import path_of
from pegsolitaire.sets.winning import WinningSets
from pegsolitaire.sets.winning_moves import known_levels

if TYPE_CHECKING:
    import numpy.typing as npt

    from pegsolitaire.engine import Known, Probe, Words

FORMAT = Format(
    "numbers of winning positions",
    2,
    "pegs check --explore",
    "remove the folder {place} and build it again with `pegs check --explore`",
)


class Columns(NamedTuple):
    """The numbers of the winning positions with as many pegs.

    Attributes
    ----------
    codes : (n,) array of uint64
        Sorted least codes.
    solutions : tuple of (n,) arrays of uint64
        The ways to win from each, in limbs of 64 bits, the least first.
    chances : (n,) array of float64
        That a player who takes any legal jump wins.
    moves : (n,) array of uint8
        The fewest moves to a finish.
    """

    codes: Words
    solutions: tuple[Words, ...]
    chances: npt.NDArray[np.float64]
    moves: npt.NDArray[np.uint8]


class Explored:
    """What the winning positions of a problem lead to.

    Parameters
    ----------
    problem : Problem
        The problem.
    levels : mapping of int to Columns
        By pegs, from the finish to the start.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> board = triangle(5)
    >>> explored = Explored.build(WinningSets.build(Problem.complement(board, "a1")))
    >>> start = board.vacancy("a1")
    >>> explored.solutions(start), explored.moves(start), round(1 / explored.chance(start))
    (6816, 10, 3929)
    """

    def __init__(self, problem: Problem, levels: Mapping[int, Columns]) -> None:
        self.problem = problem
        self.levels = levels

    # -- making -----------------------------------------------------------------------------------

    @classmethod
    def build(
        cls, wins: WinningSets, progress: Progress = SILENT, budget: Budget = UNLIMITED
    ) -> Explored:
        """Go over winning sets once, from the finish up.

        Parameters
        ----------
        wins : WinningSets
            The winning sets.
        progress : Progress, optional
            Told of every level.
        budget : Budget, optional
            The memory that two levels may take, and the time.

        Raises
        ------
        BoardTooLargeError
            If two levels outgrow the memory.
        BudgetSpentError
            If it takes longer than the budget allows.
        """
        return cls(wins.problem, dict(_levels(wins, progress, budget)))

    @classmethod
    def open(cls, problem: Problem, root: Path | None = None) -> Explored:
        """Map what is stored of a problem; the columns of a level are checked when first used.

        Raises
        ------
        StoreMissingError
            If nothing is stored.
        StoreDamagedError
            If what is stored is damaged, foreign, of a later version or incomplete.
        """
        files = _Files(problem, root)
        files.check()
        return cls(problem, files)

    @classmethod
    def find(cls, problem: Problem, root: Path | None = None) -> Explored | None:
        """What is stored of a problem as :meth:`open` maps it, or None."""
        with suppress(StoreMissingError):
            return cls.open(problem, root)
        return None

    @classmethod
    def load(
        cls,
        problem: Problem,
        root: Path | None = None,
        progress: Progress = SILENT,
        budget: Budget = UNLIMITED,
        wins: WinningSets | None = None,
    ) -> Explored:
        """Map what is stored, or build and store it, and the winning sets too, level by level.

        Parameters
        ----------
        problem : Problem
            The problem.
        root : Path, optional
            Where to, by default the store.
        progress : Progress, optional
            Told of every level.
        budget : Budget, optional
            The memory that two levels may take, and the time.
        wins : WinningSets, optional
            The winning sets, where they are at hand.

        Raises
        ------
        StoreError
            If what is stored cannot be read, or nothing can be written.
        BoardTooLargeError, BudgetSpentError
            As for :meth:`build`.
        """
        if (stored := cls.find(problem, root)) is not None:
            return stored
        files = _Files(problem, root)
        check_writable(files.folder)
        if wins is None:
            wins = WinningSets.load(problem, root, progress, budget)
        files.write(_levels(wins, progress, budget))
        return cls.open(problem, root)

    def save(self, root: Path | None = None) -> Path:
        """Store the numbers, and say where."""
        files = _Files(self.problem, root)
        files.write(iter(self.levels.items()))
        return files.folder

    # -- asking -----------------------------------------------------------------------------------

    def __contains__(self, position: object) -> bool:
        return (
            isinstance(position, Position)
            and position.board == self.problem.board
            and self._find(position.code) is not None
        )

    def solutions(self, position: Position) -> int:
        """The ways to win from a position; 0 where it does not win.

        Raises
        ------
        ProblemError
            If the position is of another board.
        """
        found = self._asked(position)
        if found is None:
            return 0
        level, at = found
        return sum(int(limb[at]) << 64 * i for i, limb in enumerate(level.solutions))

    def chance(self, position: Position) -> float:
        """The chance that a player who takes any legal jump wins from a position.

        Raises
        ------
        ProblemError
            If the position is of another board.
        """
        found = self._asked(position)
        return 0.0 if found is None else float(found[0].chances[found[1]])

    def moves(self, position: Position, peg: int | None = None) -> int | None:
        """The fewest moves from a position to a finish; None where it does not win.

        Parameters
        ----------
        position : Position
            The position.
        peg : int, optional
            The index of the hole of the peg that jumped last: it may go on, at no cost.

        Raises
        ------
        ProblemError
            If the position is of another board.
        """
        self._asked(position)
        return self._moves(position.code, peg)

    def _moves(self, code: int, peg: int | None) -> int | None:
        found = self._find(code)
        if found is None:
            return None
        least = int(found[0].moves[found[1]])
        if peg is None:
            return least
        board = self.problem.board
        for jump in board.jumps:
            if jump.start == peg and code & jump.mask == jump.pegs:
                further = self._moves(code ^ jump.mask, jump.end)
                least = least if further is None else min(least, further)
        return least

    def _asked(self, position: Position) -> tuple[Columns, int] | None:
        if position.board != self.problem.board:
            raise ProblemError(
                f"these numbers are of {self.problem.board.name}, "
                f"the position is of {position.board.name}"
            )
        return self._find(position.code)

    def _find(self, code: int) -> tuple[Columns, int] | None:
        level = self.levels.get(code.bit_count())
        if level is None:
            return None
        at = self._probe.find(code, level.codes)
        return None if at < 0 else (level, at)

    def __len__(self) -> int:
        """The winning positions, up to the symmetries of the problem."""
        return sum(len(level.codes) for level in self.levels.values())

    def __repr__(self) -> str:
        return f"<Explored of {self.problem}, {len(self):,} positions>"

    @cached_property
    def _probe(self) -> Probe:
        from pegsolitaire.engine import Probe, make_layout

        return Probe(make_layout(self.problem.board, self.problem.group))


def _levels(
    wins: WinningSets, progress: Progress, budget: Budget
) -> Iterator[tuple[int, Columns]]:
    """The numbers level by level."""
    progress.stage("counting ways to win", wins.problem.start_pegs - wins.problem.finish_pegs)
    for pegs, known in known_levels(wins, progress, budget):
        yield pegs, _columns(known)


def _columns(known: Known) -> Columns:
    limbs = tuple(map(np.ascontiguousarray, known.solutions.T))
    return Columns(known.codes, limbs, known.chances, known.moves)


class _Files(Mapping[int, Columns]):
    """The files of the numbers of a problem, mapped when they are first asked for."""

    def __init__(self, problem: Problem, root: Path | None) -> None:
        self.folder = path_of(problem, "explored", root)
        self._numbers = range(problem.finish_pegs, problem.start_pegs + 1)
        self._envelope = Envelope(
            FORMAT, problem.board, problem.finishes, problem.starts,
            {"group_order": len(problem.group), "levels": list(self._numbers)},
        )  # fmt: skip
        self._mapped: dict[int, Columns] = {}

    def write(self, levels: Iterator[tuple[int, Columns]]) -> None:
        """Store levels, all or nothing."""

        def write(folder: Path) -> None:
            for pegs, level in levels:
                self._write(folder / f"pegs={pegs}.npz", pegs, level)

        write_folder(self.folder, write, self.check)

    def _write(self, path: Path, pegs: int, level: Columns) -> None:
        details = {"pegs": pegs, "count": len(level.codes), "limbs": len(level.solutions)}
        solutions = {f"solutions_{i}": limb for i, limb in enumerate(level.solutions)}
        columns: Arrays = {
            "code": level.codes, **solutions, "chance": level.chances, "moves": level.moves,
        }  # fmt: skip
        write_mapped(path, self._envelope.having(**details), columns)

    def check(self) -> None:
        """See that there is a file for each level."""
        with FORMAT.reading(self.folder):
            if not self.folder.is_dir():
                raise FileNotFoundError
            for pegs in self._numbers:
                if not self._path(pegs).is_file():
                    raise DamageError(f"it lacks the level with {pegs} pegs")

    def _path(self, pegs: int) -> Path:
        return self.folder / f"pegs={pegs}.npz"

    def __getitem__(self, pegs: int) -> Columns:
        if pegs not in self._numbers:
            raise KeyError(pegs)
        if pegs not in self._mapped:
            with FORMAT.reading(self._path(pegs), self.folder):
                self._mapped[pegs] = self._read(pegs)
        return self._mapped[pegs]

    def _read(self, pegs: int) -> Columns:
        found, columns = map_columns(self._path(pegs), FORMAT)
        found.check(self._envelope.having(pegs=pegs))
        found.check_columns(columns, _types(found.details["limbs"]))
        codes, *limbs, chances, moves = columns.values()
        return Columns(codes, tuple(limbs), chances, moves)

    def __iter__(self) -> Iterator[int]:
        return iter(self._numbers)

    def __len__(self) -> int:
        return len(self._numbers)


def _types(limbs: int) -> dict[str, str]:
    """The columns of a file, where numbers of solutions have so many limbs."""
    solutions = {f"solutions_{i}": "uint64" for i in range(limbs)}
    return {"code": "uint64", **solutions, "chance": "float64", "moves": "uint8"}
