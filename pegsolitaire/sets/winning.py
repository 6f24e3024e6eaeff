"""Winning sets: every position of a game of a problem from which it can still be won.

A position is winning when it can be reached from the start and can reach the finish. One that no
game from the start reaches is not in the sets, even if it could be reduced to the finish.

They are built by :mod:`pegsolitaire.sets.building`, kept in one file, ``<start>_<finish>.npz``,
and asked here. A position wins when the least image of its code, under the problem's own group, is
in the sorted level of its pegs; for a self-complementary problem one with more than half the pegs
wins when its complement does (Notes, equation 8).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

import numpy as np
import numpy.typing as npt

from pegsolitaire.arguments import public
from pegsolitaire.board import Board, Hole
from pegsolitaire.errors import ProblemError, StoreDamagedError, UsageError
from pegsolitaire.game import Jump, Position, Problem, Solution
from pegsolitaire.results import Columns, Framed, html_table
from pegsolitaire.sets.building import Checkpoint, levels_of, winning_codes
from pegsolitaire.sets.columns import DamageError, Envelope, Format, check_types, read_packed
from pegsolitaire.sets.pruning import pruning_counts
from pegsolitaire.sets.runner import EMBEDDED
from pegsolitaire.sets.store import SetFile, path_of
from pegsolitaire.theory.inputs import PositionLike, ProblemLike, as_position, as_problem
from pegsolitaire.work import Work

if TYPE_CHECKING:
    from pegsolitaire.engine import Probe, Words
    from pegsolitaire.sets.values import PositionValues


# --
# What sets of positions have in common, whose codes lie in levels, by pegs or by moves.
#
# They are stored in one file, packed: a column a level, whose name is the number of pegs or moves.


class Levelled(Framed):
    """Positions of a board by pegs: they can be gone through, counted, and had as a table."""

    column_types: ClassVar[Mapping[str, str]] = {"pegs": "int16", "code": "uint64"}

    if TYPE_CHECKING:  # attributes or properties

        @property
        def board(self) -> Board:
            """The board."""

        @property
        def levels(self) -> Mapping[int, Words]:
            """The codes by pegs, the fewest first."""

    @property
    def table_title(self) -> str:
        """The kind of positions."""
        return repr(self).strip("<>")

    def sizes(self) -> dict[int, int]:
        """The number of positions by pegs, as they are stored: up to symmetry, or half of them."""
        return {pegs: len(level) for pegs, level in self.levels.items()}

    def batches(self) -> Iterator[Columns]:
        """The number of pegs and the codes of each level."""
        for pegs, level in self.levels.items():
            yield {"pegs": np.full(len(level), pegs, np.int16), "code": level}

    def __len__(self) -> int:
        """The number of positions that are stored."""
        return sum(self.sizes().values())

    def __iter__(self) -> Iterator[Position]:
        """The positions that are stored, a level after the other."""
        for level in self.levels.values():
            yield from (Position(self.board, code) for code in level.tolist())

    def __getitem__(self, index: int) -> Position:
        """The position of that number, as they are gone through."""
        number = index + len(self) if index < 0 else index
        for level in self.levels.values():
            if 0 <= number < len(level):
                return Position(self.board, int(level[number]))
            number -= len(level)
        raise IndexError(f"there is no position number {index}: there are {len(self):,}")

    def _repr_html_(self) -> str:
        return html_table(["pegs", "positions"], self.sizes().items(), self.table_title)


def read_levels(file: SetFile[Any], numbers: Sequence[int] | None = None) -> dict[int, Words]:
    """Read and check the levels of a file: those with these numbers, by default 0, 1, 2 ...

    Raises
    ------
    DamageError
        If they are not whole, or not what the file has to say.
    """
    found, columns = read_packed(file.path, file.envelope.format)
    found.check(file.envelope)
    wanted = list(map(str, range(len(columns)) if numbers is None else numbers))
    if list(columns) != wanted:
        raise DamageError(f"it is incomplete: it has levels {', '.join(columns)}")
    found.check_columns(columns, dict.fromkeys(wanted, "uint64"))
    return {int(number): level for number, level in columns.items()}


class StoredLevels(Mapping[int, "Words"]):
    """Levels that are read, and checked, when they are asked for; one at a time is kept.

    Parameters
    ----------
    file : SetFile
        Where they are.
    numbers : sequence of int
        Which levels there are.
    """

    def __init__(self, file: SetFile[Any], numbers: Sequence[int]) -> None:
        self._file, self._numbers = file, tuple(numbers)
        self._last: tuple[int, Words] | None = None

    def __getitem__(self, number: int) -> Words:
        if number not in self._numbers:
            raise KeyError(number)
        if self._last is None or self._last[0] != number:
            self._last = None  # before the next one is read
            with self._file.reading():
                self._last = number, self._read(str(number))
        return self._last[1]

    def _read(self, name: str) -> Words:
        found, columns = read_packed(self._file.path, self._file.envelope.format, [name])
        found.check(self._file.envelope)
        found.check_seal()
        check_types(columns, {name: "uint64"})
        found.check_column(name, columns[name])
        return columns[name]

    def __iter__(self) -> Iterator[int]:
        return iter(self._numbers)

    def __len__(self) -> int:
        return len(self._numbers)


def samples(
    levels: Mapping[int, Words], size: int | None, seed: int
) -> Iterator[tuple[int, Words]]:
    """Codes of each level to be verified: a number of them drawn at random, or all.

    Raises
    ------
    StoreDamagedError
        If a level is not sorted.
    """
    for number, level in levels.items():
        if bool((level[1:] <= level[:-1]).any()):
            raise StoreDamagedError(f"level {number} is not sorted: build it again")
    rng = np.random.default_rng(seed)
    for number, level in levels.items():
        yield number, level if size is None or size >= len(level) else rng.choice(level, size)


FORMAT = Format(
    "winning sets",
    3,
    "pegs sets winning{game}",
    "remove {place} and build it again with `pegs sets winning{game}`",
)


class WinningValues(NamedTuple):
    """The values of a winning position.

    Attributes
    ----------
    solutions : int
        The ways to the finish, as sequences of jumps.
    moves : int or None
        The fewest moves.
    chance : float
        The chance that random play wins.
    """

    solutions: int
    moves: int | None
    chance: float


class WinningSets(Levelled):
    """The winning positions of a problem.

    Iterating gives those that are stored: up to symmetry, and up to half the pegs if halved.

    Parameters
    ----------
    problem : Problem
        The problem.
    levels : mapping of int to (n,) array of uint64
        Sorted least codes by pegs, the fewest first: all levels, or, for a self-complementary
        problem, those with at most half as many pegs as holes.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> board = triangle(5)
    >>> wins = WinningSets.build(Problem.complement(board, "a4"))
    >>> board.position("code:50") in wins, board.position("code:28") in wins
    (True, False)
    >>> len(wins), next(iter(wins)).text()
    (82, './../.../*.../.....')
    """

    levels: Mapping[int, Words]

    def __init__(self, problem: Problem, levels: Mapping[int, Words] | None = None) -> None:
        if levels is None:
            raise UsageError(
                "winning sets must be computed: write WinningSets.load(problem) or "
                "WinningSets.build(problem)"
            )
        self.problem = problem
        self.levels = levels
        self._halved = problem.is_self_complementary
        self._half = len(problem.board) // 2

    # -- making -----------------------------------------------------------------------------------

    @classmethod
    @public
    def build(
        cls,
        problem: ProblemLike,
        *,
        checkpoint: Checkpoint | None = None,
        prune: bool = True,
        work: Work | None = None,
    ) -> WinningSets:
        """Compute the winning sets.

        Parameters
        ----------
        problem : Problem
            The problem.
        checkpoint : Checkpoint, optional
            Keeps finished levels, and gives levels that outgrow the memory a place on disk.
        prune : bool, optional
            Whether positions that resource counts exclude are left out from the beginning, where
            that pays: it changes the time and the disk, not the sets.

        Raises
        ------
        BoardTooLargeError
            If the board has more than 64 holes, or a level outgrows the memory and there is no
            checkpoint, or outgrows the disk.
        BudgetSpentError
            If it takes longer than the budget allows.
        """
        work = Work.of(work)
        problem = as_problem(problem)
        counts = pruning_counts(problem, work=work) if prune else ()
        with winning_codes(problem, counts, checkpoint, work=work) as codes:
            return cls(problem, dict(codes))

    @classmethod
    def file(cls, problem: ProblemLike, root: str | Path | None = None) -> SetFile[WinningSets]:
        """Where the winning sets of a problem are stored under a root, by default the store."""
        problem = as_problem(problem)
        details = {
            "self_complementary": problem.is_self_complementary,
            "group_order": len(problem.group),
        }
        return SetFile(
            path_of(problem, "npz", root),
            Envelope(FORMAT, problem.board, problem.finishes, problem.starts, details),
            lambda file: cls(problem, read_levels(file, levels_of(problem))),
        )

    @classmethod
    @public
    def open(cls, problem: ProblemLike, root: str | Path | None = None) -> WinningSets:
        """Read stored winning sets: see :meth:`SetFile.open`."""
        return cls.file(problem, root).open()

    @classmethod
    @public
    def find(cls, problem: ProblemLike, root: str | Path | None = None) -> WinningSets | None:
        """Stored winning sets as :meth:`open` reads them, or None where none are stored."""
        return cls.file(problem, root).find()

    @classmethod
    @public
    def load(
        cls,
        problem: ProblemLike,
        *,
        checkpoint_seconds: float = 10.0,
        prune: bool = True,
        work: Work | None = None,
    ) -> WinningSets:
        """Read stored winning sets, or build and store them if there are none.

        A build that was interrupted, or ran out of time, goes on from the levels it had finished;
        one that was killed, from those of more than ``checkpoint_seconds`` ago. With a limit of
        memory, levels are written, and read later, one by one.

        Raises
        ------
        StoreError
            If what is stored cannot be read, or nothing can be written; that is found out before
            the work begins.
        BoardTooLargeError, BudgetSpentError
            As for :meth:`build`.
        """
        work = Work.of(work)
        problem = as_problem(problem)
        file = cls.file(problem, work.store)
        checkpoint = Checkpoint(problem, work.store, checkpoint_seconds, work.disk)
        # What may be refused for its size must leave no levels behind.
        kept = checkpoint if work.may_spill and work.cluster is None else None

        def build() -> WinningSets:
            with checkpoint.going_on():
                counts = pruning_counts(problem, work=work) if prune else ()
                with winning_codes(problem, counts, kept, work=work) as codes:
                    one_by_one = work.memory is not None
                    levels = codes if one_by_one else dict(codes)
                    file.write(levels.items(), work.disk)
            (work.cluster or EMBEDDED).clear(problem)
            return cls(problem, StoredLevels(file, list(codes)) if one_by_one else levels)

        sets = file.load(build)
        checkpoint.clear()  # also what a process left that was killed when all was written
        return sets

    def save(self, root: str | Path | None = None) -> Path:
        """Store the sets, and say where."""
        return self.file(self.problem, root).write(self.levels.items())

    # -- asking -----------------------------------------------------------------------------------

    def __contains__(self, position: object) -> bool:
        if isinstance(position, int):
            return self.contains_code(position)
        return (
            isinstance(position, Position)
            and position.board == self.problem.board
            and self.contains_code(position.code)
        )

    def contains_code(self, code: int) -> bool:
        """Whether the position of a row-by-row code wins."""
        pegs = code.bit_count()
        if self._halved and pegs > self._half:
            code ^= self.problem.board.full_code
            pegs = len(self.problem.board) - pegs
        level = self.levels.get(pegs)
        return level is not None and self._probe.find(code, level) >= 0

    def contains_codes(self, codes: Words) -> npt.NDArray[np.bool_]:
        """:meth:`contains_code` for an array of codes.

        Examples
        --------
        >>> from pegsolitaire.board import triangle
        >>> wins = WinningSets.build(Problem.complement(triangle(5), "a4"))
        >>> wins.contains_codes(np.array([50, 28], np.uint64)).tolist()
        [True, False]
        """
        codes = np.array(codes, np.uint64)
        pegs = np.bitwise_count(codes).astype(np.int64)
        if self._halved:
            upper = pegs > self._half
            codes[upper] ^= np.uint64(self.problem.board.full_code)
            pegs[upper] = len(self.problem.board) - pegs[upper]
        found = np.zeros(len(codes), np.bool_)
        for number in np.unique(pegs):
            if (level := self.levels.get(int(number))) is not None:
                chosen = np.flatnonzero(pegs == number)
                found[chosen] = self._probe.contains(codes[chosen], level)
        return found

    def values(self, position: PositionLike) -> WinningValues:
        """The values of a winning position: its solutions, fewest moves, chance of random play.

        All positions are gone through when it is first asked for.

        Raises
        ------
        ProblemError
            If the position is not among the winning ones.

        Examples
        --------
        >>> wins = WinningSets.build("triangle5 a1")
        >>> wins.values("triangle5 a1").solutions, wins.values("triangle5 a1").moves
        (6816, 10)
        """
        position = as_position(position)
        if position not in self:
            raise ProblemError(
                f"{position.text()} cannot be won, so it has no values: give a winning position"
            )
        return WinningValues(
            self._values.solutions(position),
            self._values.moves(position),
            self._values.chance(position),
        )

    @cached_property
    def _values(self) -> PositionValues:
        from pegsolitaire.sets.values import PositionValues

        return PositionValues.of_wins(self)

    def probe(self, position: Position) -> bool:
        """Whether the position wins; unlike ``in``, a position of another board is an error.

        Raises
        ------
        ProblemError
            If the position is of another board.
        """
        if position.board != self.problem.board:
            raise ProblemError(
                f"these sets are of {self.problem.board.name}, "
                f"the position is of {position.board.name}"
            )
        return self.contains_code(position.code)

    @public
    def verdicts(self, position: PositionLike) -> dict[Jump, bool]:
        """For each legal jump, whether the game can still be won after it."""
        position = as_position(position)
        return {jump: self.probe(position.play(jump)) for jump in position.legal_jumps}

    def solution(self, position: Position) -> Solution:
        """A way to win from a winning position.

        Raises
        ------
        ProblemError
            If it does not win.
        """
        return next(self.solutions(position))

    def solutions(self, position: Position) -> Iterator[Solution]:
        """All ways to win from a winning position, in the order of their jumps.

        Raises
        ------
        ProblemError
            If the position does not win.
        """
        if not self.probe(position):
            raise ProblemError(f"{self.problem} cannot be won from {position.text()}")
        for jumps in self._lines(position, None):
            yield Solution(position, jumps)

    def _lines(self, position: Position, peg: Hole | None) -> Iterator[tuple[Jump, ...]]:
        """The jumps of every win; one by the peg that jumped last comes first, to save moves."""
        if position.code in self.problem.finishes:
            yield ()
            return
        winning = [jump for jump, wins in self.verdicts(position).items() if wins]
        for jump in sorted(winning, key=lambda jump: jump.start != peg):
            for rest in self._lines(position.play(jump), jump.end):
                yield (jump, *rest)

    # -- what is in them --------------------------------------------------------------------------

    def level(self, pegs: int) -> Words:
        """The sorted least codes of the winning positions with a number of pegs.

        Examples
        --------
        >>> from pegsolitaire.board import triangle
        >>> wins = WinningSets.build(Problem.complement(triangle(5), "a1"))
        >>> wins.level(2).tolist(), len(wins.level(12))
        ([10], 2)
        """
        if pegs in self.levels:
            return self.levels[pegs]
        other = self.levels.get(len(self.problem.board) - pegs) if self._halved else None
        if other is None:
            return np.empty(0, np.uint64)
        return np.sort(self.least(other ^ np.uint64(self.problem.board.full_code)))

    def least(self, codes: Words) -> Words:
        """The least images of codes under the problem's group."""
        return self._probe.least(codes)

    def image(self, codes: Words, symmetry: int) -> Words:
        """The images of codes under one symmetry of the problem's group."""
        return self._probe.image(codes, symmetry)

    @property
    def board(self) -> Board:
        """The board."""
        return self.problem.board

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, WinningSets):
            return NotImplemented
        return (
            self.problem == other.problem
            and self.levels.keys() == other.levels.keys()
            and all(np.array_equal(self.levels[pegs], other.levels[pegs]) for pegs in self.levels)
        )

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<WinningSets of {self.problem}, {len(self):,} positions stored>"

    def _repr_svg_(self) -> str:
        from pegsolitaire.draw.svg import problem_svg

        return problem_svg(self.problem)

    def _repr_html_(self) -> str:
        return f"{self._repr_svg_()}\n{super()._repr_html_()}"

    def verify(self, sample: int | None = None, seed: int = 0) -> None:
        """Check that every position (or a sample of each level) is really winning.

        Each must lead by a jump into the level below and come by a jump from the level above,
        save the finishes and the starts themselves: by induction it is then on a solution. This
        is a second route, in plain Python over row-by-row codes.

        Raises
        ------
        StoreDamagedError
            If a position is not.
        """
        for pegs, codes in samples(self.levels, sample, seed):
            for code in codes.tolist():
                self._verify_code(code, pegs)

    def _verify_code(self, code: int, pegs: int) -> None:
        board = self.problem.board
        after = (code ^ jump.mask for jump in board.jumps if code & jump.mask == jump.pegs)
        before = (
            code ^ jump.mask for jump in board.jumps if code & jump.mask == jump.mask ^ jump.pegs
        )
        sound = (
            code.bit_count() == pegs
            and self.problem.mincode(code) == code
            and (code in self.problem.finishes or any(map(self.contains_code, after)))
            and (code in self.problem.starts or any(map(self.contains_code, before)))
        )
        if not sound:
            raise StoreDamagedError(f"{self.problem}: code {code} is stored but is not winning")

    # -- inside -----------------------------------------------------------------------------------

    @cached_property
    def _probe(self) -> Probe:
        from pegsolitaire.engine import Probe, make_layout

        return Probe(make_layout(self.problem.board, self.problem.group))
