"""Values of positions, such as the number of solutions.

The values are the number of solutions, the probability of winning by random play and the fewest
moves. One backward pass (:mod:`pegsolitaire.engine.backward`) starts at the finishes and computes
the values level by level. It covers all positions of winning sets, of a whole class, or of the
rest of a game. The ``columns`` argument determines which values are computed and stored.

The values of winning sets are stored next to the sets, in ``<home>/<board>/<problem>.values.npz``.
For each level there are several columns, whose names begin with the number of pegs: ``1.code``
(uint64: the codes, sorted), ``1.solutions_0`` and, if needed, ``1.solutions_1`` ... (uint64: the
number of solutions, lowest 64 bits first), ``1.chance`` (float64: the probability that random play
wins) and ``1.moves`` (uint8: the fewest moves to a finish). The columns are mapped into memory.
The checksums of a level are verified when the level is first used. After that, a lookup reads only
a few pages, however large the level is.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from pegsolitaire.board import BoardLike, as_board
from pegsolitaire.errors import (
    BoardTooLargeError,
    BudgetSpentError,
    ProblemError,
    StoreError,
)
from pegsolitaire.game import (
    FinishLike,
    Position,
    PositionLike,
    Problem,
    ProblemLike,
    StartLike,
    as_position,
    as_problem,
)
from pegsolitaire.sets.building import play_set
from pegsolitaire.sets.fewest_moves import FewestMoves, MovesTable
from pegsolitaire.sets.npz_files import Envelope, Format
from pegsolitaire.sets.plans import plan_values
from pegsolitaire.sets.store import LazyLevels, SetFile, StoredByProblem, finish_codes, path_of
from pegsolitaire.sets.winning import WinningSets, map_levels
from pegsolitaire.units import counted
from pegsolitaire.work import Work

if TYPE_CHECKING:
    import numpy.typing as npt

    from pegsolitaire.engine import LevelValues, Words

    Bytes = npt.NDArray[np.uint8]

FORMAT = Format(
    "numbers of winning positions",
    4,
    "pegs check{game} --explore",
    "remove {place} and build it again with `pegs check{game} --explore`",
)

#: The columns of stored values and of labels, which are fields of :class:`ValueColumns`.
VALUES = ("solutions", "chances", "moves")
LABELS = (*VALUES, "orbits", "jumps", "winning")

#: Up to this many winning positions, values are recomputed instead of stored.
MAX_QUICK_POSITIONS = 50_000
_REST_LEVEL = "8MiB"  # the memory limit for the rest of a game, computed in a fraction of a second


class ValueColumns(NamedTuple):
    """The values of all positions with the same number of pegs. Columns may be empty.

    Attributes
    ----------
    codes : (n,) array of uint64
        The sorted canonical codes.
    solutions : tuple of (n,) arrays of uint64
        The number of solutions from each position, as one array for each 64 bits, lowest first.
    chances : (n,) array of float64
        The probability that a player who always picks a random legal jump wins.
    moves : (n,) array of uint8
        The fewest moves to a finish; a move is one or more jumps of one peg.
    orbits : (n,) array of uint8
        The number of images of each position under the symmetries of the problem.
    jumps, winning : (n,) array of uint8
        The number of legal jumps, and the number of jumps after which a finish can still be
        reached; 0 for a finish.
    bits : (n,) array of float64
        The information that a player needs to win, in bits: the difficulty rating of a puzzle
        (:func:`pegsolitaire.surveys.rate`).
    """

    codes: Words
    solutions: tuple[Words, ...]
    chances: npt.NDArray[np.float64]
    moves: Bytes
    orbits: Bytes
    jumps: Bytes
    winning: Bytes
    bits: npt.NDArray[np.float64]

    @classmethod
    def of(cls, level: LevelValues, columns: Collection[str]) -> ValueColumns:
        """Create the given columns from a level of the backward pass."""
        limbs = tuple(map(np.ascontiguousarray, level.solutions.T))
        every = cls(level.codes, limbs, *level[2:-1])
        return every._replace(**{name: _EMPTY[name] for name in _EMPTY if name not in columns})

    @property
    def positions(self) -> int:
        """The number of positions, where images of one another count separately."""
        return int(self.orbits.sum(dtype=np.int64))

    def solutions_of(self, row: int) -> int:
        """Return the number of solutions from the position with the given row number."""
        return sum(int(limb[row]) << 64 * i for i, limb in enumerate(self.solutions))


_NO_BYTES = np.empty(0, np.uint8)
_NOT_STORED = ("orbits", "jumps", "winning", "bits")
_EMPTY: dict[str, Any] = {
    **dict.fromkeys(LABELS, _NO_BYTES),
    "solutions": (),
    **dict.fromkeys(("chances", "bits"), np.empty(0)),
}


@dataclass(eq=False, repr=False)
class PositionValues(StoredByProblem):
    """The values of positions that can be played to the finishes of a problem.

    Parameters
    ----------
    problem : Problem
        The problem; codes are reduced by its symmetries.
    levels : mapping of int to ValueColumns
        The values by number of pegs, starting from the finish.
    columns : collection of str, optional
        The columns that were computed: ``"solutions"``, ``"chances"``, ``"moves"``, ``"bits"``
        and, for labels of a class, ``"orbits"``, ``"jumps"`` and ``"winning"``.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> board = triangle(5)
    >>> values = PositionValues.build(WinningSets.build(Problem.complement(board, "a1")))
    >>> start = board.vacancy("a1")
    >>> values.solutions(start), values.moves(start), round(1 / values.chance(start))
    (6816, 10, 3929)
    """

    problem: Problem
    levels: Mapping[int, ValueColumns]
    columns: Collection[str] = VALUES

    # -- making -----------------------------------------------------------------------------------

    @classmethod
    def build(
        cls,
        wins: WinningSets,
        columns: Collection[str] = VALUES,
        *,
        work: Work | None = None,
    ) -> PositionValues:
        """Compute the values of all positions of winning sets in one backward pass.

        Parameters
        ----------
        wins : WinningSets
            The winning sets.
        columns : collection of str, optional
            The columns to compute.
        work : Work, optional
            Limits on time and memory, a progress bar, and more: see :class:`pegsolitaire.Work`.

        Raises
        ------
        BoardTooLargeError
            If the values do not fit in memory. This is checked before the pass begins.
        BudgetSpentError
            If it takes longer than the budget allows.
        """
        work = Work.of(work)
        problem, holes = wins.problem, len(wins.board)
        sizes = (len(wins.levels.get(n, wins.levels.get(holes - n, ()))) for n in _pegs(problem))
        _check_memory(problem, list(sizes), columns, work=work)
        levels = map(wins.level, _pegs(problem))
        return cls.within(problem, levels, columns, work=work)

    @classmethod
    def within(
        cls,
        problem: ProblemLike,
        levels: Iterable[Words],
        columns: Collection[str] = VALUES,
        *,
        work: Work | None = None,
    ) -> PositionValues:
        """Compute the values of given levels.

        The levels must contain every position through which a game can pass from one of their
        positions to a finish.

        Parameters
        ----------
        problem : Problem, or what makes one
            The problem that determines the finishes and the symmetries.
        levels : iterable of (n,) arrays of uint64
            The sorted canonical codes of each level. The first level contains the finishes, and
            each level has one more peg than the level before it.
        columns, work
            As for :meth:`build`.
        work : Work, optional
            Limits on time and memory, a progress bar, and more: see :class:`pegsolitaire.Work`.

        Examples
        --------
        >>> from pegsolitaire.board import triangle
        >>> finish = triangle(5).single("a1")
        >>> problem = Problem(finish, [finish])
        >>> levels = [np.array(level, np.uint64) for level in ([1], [10], [28, 4226])]
        >>> PositionValues.within(problem, levels).levels[3].moves.tolist()
        [1, 1]
        """
        work = Work.of(work)
        problem = as_problem(problem)
        return cls(problem, dict(_passed(problem, levels, columns, work=work)), columns)

    @classmethod
    def of_class(
        cls,
        board: BoardLike,
        finishes: Iterable[int],
        columns: Collection[str] = LABELS,
        *,
        work: Work | None = None,
    ) -> PositionValues:
        """Compute the values of every position that can reach a finish.

        Parameters
        ----------
        board : Board, or what makes one
            A board of up to 64 holes.
        finishes : iterable of int
            The codes of the finishes (single pegs or any positions), all of one position class.
        columns, work
            As for :meth:`build`; levels that do not fit in memory are written to the scratch
            folder.
        work : Work, optional
            Limits on time and memory, a progress bar, and more: see :class:`pegsolitaire.Work`.

        Raises
        ------
        ProblemError
            If there is no finish, or the finishes belong to several position classes.
        BoardTooLargeError, BudgetSpentError
            As for :meth:`build`.

        Examples
        --------
        >>> from pegsolitaire.board import triangle
        >>> values = PositionValues.of_class(triangle(5), [1], ["moves"])
        >>> len(values), values.moves(triangle(5).vacancy("a1"))
        (1544, 10)
        """
        work = Work.of(work)
        board = as_board(board)
        from pegsolitaire.engine import LevelEngine

        codes = finish_codes(board, finishes)
        problem = Problem.of_codes(board, codes, codes)
        levels = []
        with LevelEngine.of(problem, work=work) as engine:
            for _, level in play_set(engine, problem, "B", len(board), work=work):
                if not len(level):
                    break
                levels.append(engine.codes(level))
        _check_memory(problem, list(map(len, levels)), columns, work=work)
        return cls.within(problem, levels, columns, work=work)

    @classmethod
    def of_rest(
        cls, problem: ProblemLike, position: PositionLike, *, work: Work | None = None
    ) -> PositionValues | None:
        """Compute the values for the rest of a game.

        The result is None if a level is large, or if a limit of the work is reached.

        Parameters
        ----------
        work : Work, optional
            Limits on time and memory, a progress bar, and more: see :class:`pegsolitaire.Work`.

        Examples
        --------
        >>> from pegsolitaire.board import wiegleb
        >>> problem = Problem.complement(wiegleb(), "e5")
        >>> PositionValues.of_rest(problem, wiegleb().vacancy("e5")) is None
        True
        """
        work = Work.of(work)
        problem = as_problem(problem)
        position = as_position(position)
        board = problem.board
        if not board.fits_word or len(position) < problem.finish_pegs:
            return None
        rest = Problem.of_codes(board, (position.code,), problem.finishes)
        try:
            small = work.part(memory=_REST_LEVEL, scratch=None)
            wins = WinningSets.build(rest, prune=False, work=small)
            return cls.build(wins, work=work)
        except (BoardTooLargeError, BudgetSpentError):
            return None

    @classmethod
    def of_wins(cls, wins: WinningSets, *, work: Work | None = None) -> PositionValues:
        """Return the values of winning sets, which are stored if the sets are large.

        Parameters
        ----------
        work : Work, optional
            Limits on time and memory, a progress bar, and more: see :class:`pegsolitaire.Work`.

        Examples
        --------
        >>> from pegsolitaire.board import triangle
        >>> PositionValues.of_wins(WinningSets.build(Problem.complement(triangle(5), "a1")))
        <PositionValues of triangle5: a1 to a1, 190 positions>
        """
        work = Work.of(work)
        if len(wins) > MAX_QUICK_POSITIONS:
            with suppress(StoreError):
                return cls.load(wins.problem, wins=wins, work=work)
        return cls.build(wins, work=work)

    @classmethod
    def file(
        cls,
        problem: ProblemLike,
        start: StartLike = None,
        finish: FinishLike = None,
        *,
        root: str | Path | None = None,
    ) -> SetFile[PositionValues]:
        """Return the file of a problem's values in a folder, by default the store."""
        problem = as_problem(problem, start, finish)
        details = {"group_order": len(problem.group)}
        return SetFile(
            path_of(problem, "values.npz", root),
            Envelope(FORMAT, problem.board, problem.finishes, problem.starts, details),
            lambda file: cls(problem, _stored_levels(file, _pegs(problem))),
            check=lambda values: list(values.levels.values()),
        )

    @classmethod
    def load(
        cls,
        problem: ProblemLike,
        start: StartLike = None,
        finish: FinishLike = None,
        *,
        wins: WinningSets | None = None,
        work: Work | None = None,
    ) -> PositionValues:
        """Map stored values into memory, or compute and store them if none are usable.

        If the winning sets are needed but not stored, they are built and stored too.

        Parameters
        ----------
        problem, start, finish : Problem, or what makes one
            The problem: see :class:`~pegsolitaire.game.Problem`.
        wins : WinningSets, optional
            The winning sets, if they are already in memory.
        work : Work, optional
            Limits on time and memory, a progress bar, and more: see :class:`pegsolitaire.Work`.

        Raises
        ------
        StoreError
            If the stored values cannot be read, or new values cannot be written.
        BoardTooLargeError, BudgetSpentError
            As for :meth:`build`.
        """
        work = Work.of(work)
        problem = as_problem(problem, start, finish)
        file = cls.file(problem, root=work.store)

        def build() -> PositionValues:
            sets = WinningSets.load(problem, work=work) if wins is None else wins
            levels = map(sets.level, _pegs(problem))
            passed = _passed(problem, levels, VALUES, work=work)
            file.write(_columns(passed), work.disk, mapped=True)
            return file.open()

        return file.load(build)

    # -- asking -----------------------------------------------------------------------------------

    def __contains__(self, position: object) -> bool:
        return (
            isinstance(position, Position)
            and position.board == self.problem.board
            and self._find(position.code) is not None
        )

    def solutions(self, position: Position) -> int:
        """Return the number of solutions from a position, or 0 if it cannot be won.

        Raises
        ------
        ProblemError
            If the position belongs to another board, or this column was not computed.
        """
        entry = self._row("solutions", position)
        return 0 if entry is None else entry[0].solutions_of(entry[1])

    def chance(self, position: Position) -> float:
        """Return the probability that a game of random jumps from a position is won.

        Raises
        ------
        ProblemError
            As for :meth:`solutions`.
        """
        entry = self._row("chances", position)
        return 0.0 if entry is None else float(entry[0].chances[entry[1]])

    def bits(self, position: Position) -> float:
        """Return the bits of information that a player needs to win; infinite for lost positions.

        Raises
        ------
        ProblemError
            As for :meth:`solutions`.
        """
        entry = self._row("bits", position)
        return inf if entry is None else float(entry[0].bits[entry[1]])

    def moves(self, position: Position, bit: int | None = None) -> int | None:
        """Return the fewest moves from a position to a finish, or None if it cannot be won.

        Parameters
        ----------
        position : Position
            The position.
        bit : int, optional
            The bit of the hole of the peg that has just jumped; further jumps of this peg
            continue its move.

        Raises
        ------
        ProblemError
            As for :meth:`solutions`.
        """
        self._row("moves", position)
        return self._moves(position.code, bit)

    def _moves(self, code: int, bit: int | None) -> int | None:
        entry = self._find(code)
        if entry is None:
            return None
        least = int(entry[0].moves[entry[1]])
        if bit is None:
            return least
        board = self.problem.board
        for jump in board.jumps:
            if jump.start == bit and code & jump.mask == jump.pegs:
                further = self._moves(code ^ jump.mask, jump.end)
                least = least if further is None else min(least, further)
        return least

    def moves_of_codes(self, codes: Words) -> npt.NDArray[np.int16]:
        """Return the fewest moves for each code, or -1 if no finish can be reached.

        Examples
        --------
        >>> from pegsolitaire.board import triangle
        >>> problem = Problem.complement(triangle(5), "a1")
        >>> values = PositionValues.build(WinningSets.build(problem), ["moves"])
        >>> values.moves_of_codes(np.array([1, 0b1010, 0b11], np.uint64)).tolist()
        [0, 1, -1]
        """
        least = self._probe.least(codes)
        pegs = np.bitwise_count(codes)
        moves = np.full(len(codes), -1, np.int16)
        for number in np.unique(pegs).tolist():
            if number not in self.levels:
                continue
            level, chosen = self.levels[number], np.flatnonzero(pegs == number)
            place = np.searchsorted(level.codes, least[chosen])
            inside = place < len(level.codes)
            place, chosen = place[inside], chosen[inside]
            held = level.codes[place] == least[chosen]
            moves[chosen[held]] = level.moves[place[held]]
        return moves

    def answers(self, problem: Problem) -> bool:
        """Return whether these values belong to the given problem."""
        return problem == self.problem

    @property
    def positions(self) -> int:
        """The number of positions without reduction by symmetry, from the column ``"orbits"``."""
        return sum(level.positions for level in self.levels.values())

    def __len__(self) -> int:
        """Return the number of positions, up to the symmetries of the problem."""
        return sum(len(level.codes) for level in self.levels.values())

    def __repr__(self) -> str:
        return f"<PositionValues of {self.problem}, {counted(len(self), 'position')}>"

    def _row(self, column: str, position: Position) -> tuple[ValueColumns, int] | None:
        """Return the level and the row of a position, or None if it has no values."""
        self._check_board(position)
        if column not in self.columns:
            raise ProblemError(
                f"these values have no column {column}: build them with that column"
            )
        return self._find(position.code)

    def _find(self, code: int) -> tuple[ValueColumns, int] | None:
        level = self.levels.get(code.bit_count())
        if level is None:
            return None
        at = self._probe.find(code, level.codes)
        return None if at < 0 else (level, at)


def stored_moves(
    problem: ProblemLike,
    start: StartLike = None,
    finish: FinishLike = None,
    *,
    work: Work | None = None,
) -> MovesTable | None:
    """Find a table of the fewest moves for a problem in the store.

    Parameters
    ----------
    problem, start, finish : Problem, or what makes one
        The problem: see :class:`~pegsolitaire.game.Problem`.
    work : Work, optional
        Limits on time and memory, a progress bar, and more: see :class:`pegsolitaire.Work`.

    Returns
    -------
    MovesTable or None
        A table from a file that ``pegs sets levels --by moves --store``,
        ``pegs check --explore`` or ``pegs sets winning`` stored; None if there is no such file, or
        the table would exceed the budget.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> from pegsolitaire.board import triangle
    >>> problem = Problem.complement(triangle(5), "a1")
    >>> with TemporaryDirectory() as folder:
    ...     path = WinningSets.build(problem).save(Path(folder))
    ...     stored_moves(problem, work=Work(store=folder))
    <PositionValues of triangle5: a1 to a1, 190 positions>
    """
    work = Work.of(work)
    problem = as_problem(problem, start, finish)
    if not problem.board.fits_word:
        return None
    with suppress(ProblemError):  # the finishes belong to several position classes
        table = FewestMoves.file(problem.board, problem.finishes, work.store).find()
        if table is not None:
            return table
    if (values := PositionValues.find(problem, root=work.store)) is not None:
        return values
    left = work.seconds_left
    half = work.part(seconds=None if left is None else left / 2)
    with suppress(BoardTooLargeError, BudgetSpentError):
        wins = WinningSets.find(problem, root=work.store)
        return None if wins is None else PositionValues.build(wins, ["moves"], work=half)
    return None


def _pegs(problem: Problem) -> range:
    return range(problem.finish_pegs, problem.start_pegs + 1)


def _passed(
    problem: Problem,
    levels: Iterable[Words],
    columns: Collection[str],
    *,
    work: Work,
) -> Iterator[tuple[int, ValueColumns]]:
    """Yield the values of each level from the finish on, with two levels in memory at a time."""
    from pegsolitaire.engine import Outlook

    counting = not {"solutions", "chances", "bits"}.isdisjoint(columns)
    stage = "counting ways to win" if counting else "fewest moves of winning positions"
    work.progress.stage(stage, problem.start_pegs - problem.finish_pegs or None)
    with Outlook(problem, counting=counting, work=work) as outlook:
        known: LevelValues | None = None
        for number, codes in enumerate(levels):
            known = outlook.finish(codes) if known is None else outlook.above(known, codes)
            pegs = problem.finish_pegs + number
            yield pegs, ValueColumns.of(known, columns)
            work.progress.update(
                number, f"{counted(len(codes), 'position')} with {counted(pegs, 'peg')}"
            )


def _check_memory(
    problem: Problem,
    sizes: list[int],
    columns: Collection[str],
    *,
    work: Work,
) -> None:
    """Raise an error if the columns and two levels of working memory do not fit in memory."""
    from pegsolitaire.engine import usable_memory

    plan_values(sizes, columns, len(problem.board)).check(
        f"the values of {problem} have", usable_memory(work.memory), "memory may be used",
        "allow more memory, or take a smaller board", slack=1,
    )  # fmt: skip


def _columns(levels: Iterable[tuple[int, ValueColumns]]) -> Iterator[tuple[str, Any]]:
    """Yield the names and arrays of the columns to store."""
    for pegs, level in levels:
        solutions = ((f"solutions_{i}", limb) for i, limb in enumerate(level.solutions))
        for name, column in (
            ("code", level.codes), *solutions, ("chance", level.chances), ("moves", level.moves),
        ):  # fmt: skip
            yield f"{pegs}.{name}", column


def _stored_levels(
    file: SetFile[PositionValues], numbers: Iterable[int]
) -> LazyLevels[ValueColumns]:
    """Map the levels of a file into memory. Each of them is checked when first used."""

    def types(pegs: int, names: Collection[str]) -> dict[str, str]:
        limbs = sum(name.startswith(f"{pegs}.solutions_") for name in names)
        solutions = {f"solutions_{i}": "uint64" for i in range(limbs)}
        return {"code": "uint64", **solutions, "chance": "float64", "moves": "uint8"}

    def level(codes: Any, *columns: Any) -> ValueColumns:
        *solutions, chances, moves = columns
        not_stored = (_EMPTY[name] for name in _NOT_STORED)
        return ValueColumns(codes, tuple(solutions), chances, moves, *not_stored)

    return map_levels(file, numbers, types, level)
