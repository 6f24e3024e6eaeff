"""Winning sets, which contain all positions that occur in the solutions of a problem.

A position is in the winning sets if a game can reach it from the start and can go on from it to
the finish. A position that no game from the start can reach is not in the winning sets, even if
the finish can be reached from it.

The sets are built by :mod:`pegsolitaire.sets.building` and stored in one file,
``<start>_<finish>.npz``. They contain the canonical codes of winning positions, under the
symmetries of the problem, in one sorted level for each number of pegs. If a problem is
self-complementary, only positions that fill at most half the holes are stored. Any other position
is winning exactly if its complement is winning (Bell's Notes, equation 8).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, TypeVar, overload

import numpy as np
import numpy.typing as npt

from pegsolitaire.arguments import whole_number
from pegsolitaire.board import Board, Hole
from pegsolitaire.errors import ProblemError, StoreDamagedError
from pegsolitaire.frames import Columns, Framed, html_table
from pegsolitaire.game import (
    FinishLike,
    Jump,
    Position,
    PositionLike,
    Problem,
    ProblemLike,
    Solution,
    StartLike,
    as_position,
    as_problem,
)
from pegsolitaire.sets.building import Checkpoint, levels_of, winning_codes
from pegsolitaire.sets.npz_files import (
    DamageError,
    Envelope,
    Format,
    check_types,
    map_columns,
    read_packed,
)
from pegsolitaire.sets.pruning import pruning_counts
from pegsolitaire.sets.store import LazyLevels, SetFile, StoredByProblem, path_of
from pegsolitaire.theory import canonical_bounds
from pegsolitaire.units import counted
from pegsolitaire.work import Work

if TYPE_CHECKING:
    from pegsolitaire.engine import Words
    from pegsolitaire.sets.values import PositionValues

T = TypeVar("T")


# --
# The common base of all sets of positions with levels by pegs or by moves.
#
# A set is stored in one file with one packed column for each level. The name of the column is the
# number of pegs or moves.


class Levelled(Framed):
    """A set of positions of a board, with one level for each number of pegs.

    It can be iterated over, counted and shown as a table.
    """

    column_types: ClassVar[Mapping[str, str]] = {"pegs": "int16", "code": "uint64"}

    if TYPE_CHECKING:  # attributes or properties

        @property
        def board(self) -> Board:
            """The board."""

        @property
        def levels(self) -> Mapping[int, Words]:
            """The codes by number of pegs, fewest pegs first."""

    @property
    def table_title(self) -> str:
        """The title of the table."""
        return repr(self).strip("<>")

    def sizes(self) -> dict[int, int]:
        """Return the number of stored positions for each number of pegs."""
        return {pegs: len(level) for pegs, level in self.levels.items()}

    def batches(self) -> Iterator[Columns]:
        """Yield the number of pegs and the codes of each level."""
        for pegs, level in self.levels.items():
            yield {"pegs": np.full(len(level), pegs, np.int16), "code": level}

    def __len__(self) -> int:
        """Return the number of stored positions."""
        return sum(self.sizes().values())

    def __iter__(self) -> Iterator[Position]:
        """Yield the stored positions, level by level."""
        for level in self.levels.values():
            yield from (Position(self.board, code) for code in level.tolist())

    @overload
    def __getitem__(self, index: int) -> Position: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Position, ...]: ...
    def __getitem__(self, index: int | slice) -> Position | tuple[Position, ...]:
        """Return the stored position with an index, in the order of iteration, or a slice."""
        if isinstance(index, slice):
            return tuple(self[number] for number in range(*index.indices(len(self))))
        number = index + len(self) if index < 0 else index
        for level in self.levels.values():
            if 0 <= number < len(level):
                return Position(self.board, int(level[number]))
            number -= len(level)
        raise IndexError(f"there is no position number {index}: there are {len(self):,}")

    def _repr_html_(self) -> str:
        return html_table(["pegs", "positions"], self.sizes().items(), self.table_title)


def read_levels(file: SetFile[Any], numbers: Sequence[int] | None = None) -> dict[int, Words]:
    """Read and check the levels of a file.

    The numbers of the levels are numbers of pegs. By default they are numbers of moves: 0, 1, 2,
    and so on.

    Raises
    ------
    DamageError
        If a level is missing or damaged, or the file does not match its expected envelope.
    """
    envelope_read, columns = read_packed(
        file.path, file.envelope, partial(_check_sizes, file.envelope, numbers)
    )
    envelope_read.check_columns(columns, dict.fromkeys(columns, "uint64"))
    return {int(number): level for number, level in columns.items()}


def _check_sizes(
    envelope: Envelope, numbers: Sequence[int] | None, sizes: Mapping[str, int]
) -> None:
    """Check the names of the levels in a file, and that the board has that many positions."""
    wanted = range(min(len(sizes), len(envelope.board))) if numbers is None else numbers
    if list(sizes) != list(map(str, wanted)):
        raise DamageError(f"it is incomplete: it has levels {', '.join(sizes)}")
    most = _bounds(envelope)
    for number, size in zip(wanted, sizes.values(), strict=True):
        _check_size(envelope, number, size, sum(most) if numbers is None else most[number])
    if sum(sizes.values()) > sum(most):
        raise DamageError(f"{envelope.board.name} has fewer positions than its levels together")


def _bounds(envelope: Envelope) -> list[int]:
    """Return how many positions a set can contain at most, by number of pegs."""
    starts = envelope.starts or envelope.finishes
    return canonical_bounds(Problem.of_codes(envelope.board, starts, envelope.finishes))


def _check_size(envelope: Envelope, number: int, size: int, most: int) -> None:
    if size > most:
        raise DamageError(
            f"{envelope.board.name} has fewer positions than the {size:,} of its level {number}"
        )


def read_level(file: SetFile[Any], number: int) -> Words:
    """Read and check one level of a file.

    Raises
    ------
    StoreDamagedError
        If the level is missing or damaged, or the file does not match its expected envelope.
    """
    name = str(number)

    def check_sizes(sizes: Mapping[str, int]) -> None:
        _check_size(file.envelope, number, sizes[name], _bounds(file.envelope)[number])

    with file.reading():
        envelope_read, columns = read_packed(file.path, file.envelope, check_sizes, [name])
        envelope_read.check_seal()
        check_types(columns, {name: "uint64"})
        envelope_read.check_column(name, columns[name])
        return columns[name]


def map_levels(
    file: SetFile[Any],
    numbers: Iterable[int],
    types: Callable[[int, Collection[str]], Mapping[str, str]],
    make: Callable[..., T],
) -> LazyLevels[T]:
    """Map the levels of a file, each of several columns, into memory.

    The columns of a level are checked when the level is first used.

    Parameters
    ----------
    numbers : iterable of int
        The numbers of the levels; the names of the columns begin with them, as in ``3.code``.
    types : callable
        Returns the names and the types of the columns of a level, given its number and the names
        of all columns in the file.
    make : callable
        Makes a level of its columns.

    Raises
    ------
    DamageError
        If a column is missing or of another length than the others of its level, or the file does
        not match its expected envelope.
    """
    envelope, mapped = map_columns(file.path, file.envelope.format)
    envelope.check(file.envelope)
    envelope.check_seal()
    all_types = {
        number: {f"{number}.{name}": kind for name, kind in types(number, mapped.keys()).items()}
        for number in numbers
    }
    check_types(mapped, {name: kind for of in all_types.values() for name, kind in of.items()})
    for number, columns in all_types.items():
        if len({len(mapped[name]) for name in columns}) > 1:
            raise DamageError(f"the columns of its level {number} differ in length")

    def read(number: int) -> T:
        with file.reading():
            for name in all_types[number]:
                envelope.check_column(name, mapped[name])
        return make(*map(mapped.__getitem__, all_types[number]))

    return LazyLevels(all_types, read)


def samples(
    levels: Mapping[int, Words], size: int | None, seed: int
) -> Iterator[tuple[int, Words]]:
    """Yield the codes of each level to verify, or a random sample of them.

    Raises
    ------
    StoreDamagedError
        If a level is not sorted.
    """
    for number, level in levels.items():
        if bool((level[1:] <= level[:-1]).any()):
            raise StoreDamagedError(f"level {number} is not sorted: build it again")
    rng = np.random.default_rng(whole_number(seed, "seed"))
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
        The number of solutions, as sequences of jumps.
    moves : int or None
        The fewest moves to the finish.
    chance : float
        The probability that random play wins.
    """

    solutions: int
    moves: int | None
    chance: float


class WinningSets(Levelled, StoredByProblem):
    """The winning positions of a problem.

    Positions are stored up to symmetry. For a self-complementary problem, they are stored only if
    they fill at most half the holes. Iteration yields the stored positions.

    Parameters
    ----------
    problem : Problem
        The problem.
    levels : mapping of int to (n,) array of uint64
        The sorted canonical codes by number of pegs, fewest pegs first. For a self-complementary
        problem, only the levels with at most half as many pegs as holes.

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

    def __init__(self, problem: Problem, levels: Mapping[int, Words]) -> None:
        self.problem = problem
        self.levels = levels
        self._halved = problem.is_self_complementary
        self._half = len(problem.board) // 2

    # -- making -----------------------------------------------------------------------------------

    @classmethod
    def build(
        cls,
        problem: ProblemLike,
        start: StartLike = None,
        finish: FinishLike = None,
        *,
        prune: bool = True,
        work: Work | None = None,
    ) -> WinningSets:
        """Compute the winning sets of a problem.

        Parameters
        ----------
        problem, start, finish : Problem, or what makes one
            The problem: see :class:`~pegsolitaire.game.Problem`.
        prune : bool, optional
            Whether to skip positions that resource counts exclude, if that pays off. This affects
            the time and the disk space, but not the result.
        work : Work, optional
            Limits on time and memory, a progress bar, and more: see :class:`pegsolitaire.Work`.

        Raises
        ------
        BoardTooLargeError
            If the board has more than 64 holes, or a level does not fit in memory.
        BudgetSpentError
            If it takes longer than the budget allows.
        """
        work = Work.of(work)
        problem = as_problem(problem, start, finish)
        counts = pruning_counts(problem, work=work) if prune else ()
        with winning_codes(problem, counts, None, work=work) as codes:
            return cls(problem, dict(codes))

    @classmethod
    def file(
        cls,
        problem: ProblemLike,
        start: StartLike = None,
        finish: FinishLike = None,
        *,
        root: str | Path | None = None,
    ) -> SetFile[WinningSets]:
        """Return the file of the winning sets in a folder, by default the user's store."""
        problem = as_problem(problem, start, finish)
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
    def load(
        cls,
        problem: ProblemLike,
        start: StartLike = None,
        finish: FinishLike = None,
        *,
        checkpoint_seconds: float = 10.0,
        work: Work | None = None,
    ) -> WinningSets:
        """Read stored winning sets, or build and store them if none are usable.

        If a build was interrupted or ran out of time, it resumes from the levels that it finished.
        If it was killed, it loses only levels that it finished in the last ``checkpoint_seconds``
        seconds. With a memory limit, levels are written and later read one by one.

        Parameters
        ----------
        work : Work, optional
            Limits on time and memory, a progress bar, and more: see :class:`pegsolitaire.Work`.

        Raises
        ------
        StoreError
            If the stored sets cannot be read, or new sets cannot be written. Both are checked
            before the work begins.
        BoardTooLargeError, BudgetSpentError
            As for :meth:`build`.
        """
        work = Work.of(work)
        problem = as_problem(problem, start, finish)
        file = cls.file(problem, root=work.store)
        checkpoint = Checkpoint(problem, work.store, checkpoint_seconds, work.disk)
        # Work that may be refused because of its size must not leave levels behind.
        checkpoint_used = checkpoint if work.may_spill and work.cluster is None else None

        def build() -> WinningSets:
            with checkpoint.going_on():
                counts = pruning_counts(problem, work=work)
                with winning_codes(problem, counts, checkpoint_used, work=work) as codes:
                    one_by_one = work.memory is not None
                    levels: Mapping[int, Words] = codes if one_by_one else dict(codes)
                    file.write(levels.items(), work.disk)
            if one_by_one:
                levels = LazyLevels(codes, partial(read_level, file), last_only=True)
            if work.cluster is not None:
                work.cluster.clear(problem)
            return cls(problem, levels)

        sets = file.load(build)
        checkpoint.clear()  # even if a process was killed after writing the file
        return sets

    def save(self, root: str | Path | None = None) -> Path:
        """Store the sets and return the path of their file."""
        return self.file(self.problem, root=root).write(self.levels.items())

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
        """Return whether the position with a given code is winning."""
        pegs = code.bit_count()
        if self._halved and pegs > self._half:
            code ^= self.problem.board.full_code
            pegs = len(self.problem.board) - pegs
        level = self.levels.get(pegs)
        return level is not None and self._probe.find(code, level) >= 0

    def contains_codes(self, codes: Words) -> npt.NDArray[np.bool_]:
        """Return, for each code, whether its position is winning.

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
        is_contained = np.zeros(len(codes), np.bool_)
        for number in np.unique(pegs):
            if (level := self.levels.get(int(number))) is not None:
                chosen = np.flatnonzero(pegs == number)
                is_contained[chosen] = self._probe.contains(codes[chosen], level)
        return is_contained

    def values(self, position: PositionLike) -> WinningValues:
        """Return the number of solutions, fewest moves and winning probability of a position.

        The first call computes the values of all winning positions.

        Raises
        ------
        ProblemError
            If the position is not winning.

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

    def probe(self, position: PositionLike) -> bool:
        """Return whether a position is winning.

        Unlike ``in``, this raises an error for a position of another board.

        Raises
        ------
        ProblemError
            If the position belongs to another board.
        """
        position = as_position(position)
        self._check_board(position)
        return self.contains_code(position.code)

    def verdicts(self, position: PositionLike) -> dict[Jump, bool]:
        """Return, for each legal jump, whether the game can still be won after it."""
        position = as_position(position)
        return {jump: self.probe(position.play(jump)) for jump in position.legal_jumps}

    def solution(self, position: PositionLike) -> Solution:
        """Return a solution from a winning position.

        Raises
        ------
        ProblemError
            If the position is not winning.
        """
        position = as_position(position)
        return next(self.solutions(position))

    def solutions(self, position: Position) -> Iterator[Solution]:
        """Yield all solutions from a winning position, ordered by their jumps.

        In every position, jumps of the peg that has just jumped come first, which saves moves.

        Raises
        ------
        ProblemError
            If the position is not winning.
        """
        if not self.probe(position):
            raise ProblemError(f"{self.problem} cannot be won from {position.text()}")
        for jumps in self._lines(position, None):
            yield Solution(position, jumps)

    def _lines(self, position: Position, peg: Hole | None) -> Iterator[tuple[Jump, ...]]:
        """Yield solutions as tuples of jumps, given the hole of the peg that has just jumped."""
        if position.code in self.problem.finishes:
            yield ()
            return
        winning = [jump for jump, wins in self.verdicts(position).items() if wins]
        for jump in sorted(winning, key=lambda jump: jump.start != peg):
            for rest in self._lines(position.play(jump), jump.end):
                yield (jump, *rest)

    def level(self, pegs: int) -> Words:
        """Return the sorted canonical codes of the winning positions with a given number of pegs.

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
        """Return the canonical codes under the symmetries of the problem."""
        return self._probe.least(codes)

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
        return f"<WinningSets of {self.problem}, {counted(len(self), 'position')} stored>"

    def _repr_svg_(self) -> str:
        from pegsolitaire.draw.svg import problem_svg

        return problem_svg(self.problem)

    def _repr_html_(self) -> str:
        return f"{self._repr_svg_()}\n{super()._repr_html_()}"

    def verify(self, sample: int | None = None, seed: int = 0) -> None:
        """Check that every stored position, or a sample of each level, is winning.

        From each position that is not a finish, a jump must lead to a position of the level below.
        To each position that is not a start, a jump must lead from a position of the level above.
        By induction, every position then occurs in a solution. The check is plain Python code that
        is independent of the build and uses row-by-row codes.

        Raises
        ------
        StoreDamagedError
            If a position is not winning.
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
