"""Values of positions: solutions, chances, fewest moves; from one backward pass, stored and asked.

The pass (:mod:`pegsolitaire.engine.sparse.outlook`) goes up from the finishes, level by level, and
finds the values of all positions at once: those of winning sets, those of a whole class, or those
that a game comes through. Which values are computed, and kept, is chosen by their columns.

The values of winning sets are kept beside these, a file a level::

    <home>/<board>/<problem>.explored/pegs=16.npz

Each is an ``.npz`` of numpy with the columns ``code`` (uint64: those of the level, sorted),
``solutions_0`` and, where they are needed, ``solutions_1`` ... (uint64: the number of ways to win,
the least 64 bits first), ``chance`` (float64: that a player who takes any legal jump wins) and
``moves`` (uint8: the fewest to a finish). They are uncompressed, so that they are mapped into
memory: once the sum of a level has been checked, when it is first asked for, an answer touches
some pages, whatever the size of the level.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from pegsolitaire.board import Board
from pegsolitaire.budget import UNLIMITED, Budget, bytes_text
from pegsolitaire.errors import (
    BoardTooLargeError,
    BudgetSpentError,
    ProblemError,
    StoreDamagedError,
    StoreError,
    StoreMissingError,
)
from pegsolitaire.files import check_writable, write_folder
from pegsolitaire.game import Position, Problem
from pegsolitaire.progress import SILENT, Progress
from pegsolitaire.sets.build import Forgetful, LevelRun
from pegsolitaire.sets.columns import map_columns, write_mapped
from pegsolitaire.sets.envelope import Arrays, DamageError, Envelope, Format
from pegsolitaire.sets.fewest_moves import FewestMoves, graph_from
from pegsolitaire.sets.store import finish_codes, path_of
from pegsolitaire.sets.winning import WinningSets

if TYPE_CHECKING:
    import numpy.typing as npt

    from pegsolitaire.engine import LevelValues, Probe, Words

    Bytes = npt.NDArray[np.uint8]

FORMAT = Format(
    "numbers of winning positions",
    2,
    "pegs check --explore",
    "remove the folder {place} and build it again with `pegs check --explore`",
)

#: The columns of stored values, and those of labels: fields of :class:`ValueColumns`.
VALUES = ("solutions", "chances", "moves")
LABELS = (*VALUES, "orbits", "jumps", "winning")

#: Winning positions whose values are found again as soon as sets are read.
FEW_POSITIONS = 50_000
_REST_LEVEL = "8MiB"  # of a level of the rest of a game: a fraction of a second
_BYTES = {"solutions": 8, "chances": 8}  # of a position in a column; 1 in the others
_MEANWHILE = 8 + 1  # of one in the two levels at hand, and a byte for every hole


class ValueColumns(NamedTuple):
    """The values of the positions with some number of pegs; a column not asked for is empty.

    Attributes
    ----------
    codes : (n,) array of uint64
        Sorted least codes.
    solutions : tuple of (n,) arrays of uint64
        The ways to win from each, in limbs of 64 bits, the least first.
    chances : (n,) array of float64
        That a player who takes any legal jump wins.
    moves : (n,) array of uint8
        The fewest moves to a finish; a move is one or more jumps of one peg.
    orbits : (n,) array of uint8
        How many positions each stands for.
    jumps, winning : (n,) array of uint8
        The legal jumps, and those after which a finish can still be reached; none at a finish.
    """

    codes: Words
    solutions: tuple[Words, ...]
    chances: npt.NDArray[np.float64]
    moves: Bytes
    orbits: Bytes
    jumps: Bytes
    winning: Bytes

    @classmethod
    def of(cls, level: LevelValues, columns: Iterable[str]) -> ValueColumns:
        """Some columns of a level of the backward pass."""
        limbs = tuple(map(np.ascontiguousarray, level.solutions.T))
        every = cls(level.codes, limbs, *level[2:-1])
        return every._replace(**{name: _EMPTY[name] for name in _EMPTY if name not in columns})

    @property
    def positions(self) -> int:
        """How many positions there are, one by one."""
        return int(self.orbits.sum(dtype=np.int64))

    def solutions_of(self, row: int) -> int:
        """The ways to win from one of the positions."""
        return sum(int(limb[row]) << 64 * i for i, limb in enumerate(self.solutions))


_NO_BYTES = np.empty(0, np.uint8)
_EMPTY: dict[str, Any] = {
    **dict.fromkeys(LABELS, _NO_BYTES),
    "solutions": (),
    "chances": np.empty(0),
}


class PositionValues:
    """The values of positions that can be played to the finishes of a problem.

    Parameters
    ----------
    problem : Problem
        The problem, whose group the codes are reduced by.
    levels : mapping of int to ValueColumns
        By pegs, from the finish up.
    columns : iterable of str, optional
        Which values there are: ``"solutions"``, ``"chances"``, ``"moves"`` and, in the labels of
        a class, ``"orbits"``, ``"jumps"`` and ``"winning"``.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> board = triangle(5)
    >>> values = PositionValues.build(WinningSets.build(Problem.complement(board, "a1")))
    >>> start = board.vacancy("a1")
    >>> values.solutions(start), values.moves(start), round(1 / values.chance(start))
    (6816, 10, 3929)
    """

    def __init__(
        self,
        problem: Problem,
        levels: Mapping[int, ValueColumns],
        columns: Iterable[str] = VALUES,
    ) -> None:
        self.problem = problem
        self.levels = levels
        self.columns = tuple(columns)

    # -- making -----------------------------------------------------------------------------------

    @classmethod
    def build(
        cls,
        wins: WinningSets,
        columns: Iterable[str] = VALUES,
        progress: Progress = SILENT,
        budget: Budget = UNLIMITED,
    ) -> PositionValues:
        """Go over winning sets once, from the finish up.

        Parameters
        ----------
        wins : WinningSets
            The winning sets.
        columns : iterable of str, optional
            The values to compute.
        progress : Progress, optional
            Told of every level.
        budget : Budget, optional
            The memory for all positions, by default most of what is free, and the time.

        Raises
        ------
        BoardTooLargeError
            If the values outgrow the memory; that is found out before the pass begins.
        BudgetSpentError
            If it takes longer than the budget allows.
        """
        problem, holes = wins.problem, len(wins.board)
        sizes = (len(wins.levels.get(n, wins.levels.get(holes - n, ()))) for n in _pegs(problem))
        _check_memory(problem, list(sizes), columns, budget)
        levels = map(wins.level, _pegs(problem))
        return cls.within(problem, levels, columns, progress, budget)

    @classmethod
    def within(
        cls,
        problem: Problem,
        levels: Iterable[Words],
        columns: Iterable[str] = VALUES,
        progress: Progress = SILENT,
        budget: Budget = UNLIMITED,
    ) -> PositionValues:
        """The values of some levels: all positions on the way from one of them to a finish.

        Parameters
        ----------
        problem : Problem
            With the finishes, and the group that codes are reduced by.
        levels : iterable of (n,) arrays of uint64
            Sorted least codes, from the finishes up, of one peg more each.
        columns, progress, budget
            As for :meth:`build`.

        Examples
        --------
        >>> from pegsolitaire.board import triangle
        >>> finish = triangle(5).single("a1")
        >>> problem = Problem.between(finish, [finish])
        >>> levels = [np.array(level, np.uint64) for level in ([1], [10], [28, 4226])]
        >>> PositionValues.within(problem, levels).levels[3].moves.tolist()
        [1, 1]
        """
        return cls(problem, dict(_passed(problem, levels, columns, progress, budget)), columns)

    @classmethod
    def of_class(
        cls,
        board: Board,
        finishes: Iterable[int],
        columns: Iterable[str] = LABELS,
        progress: Progress = SILENT,
        budget: Budget = UNLIMITED,
    ) -> PositionValues:
        """The values of every position that can be played to a finish.

        Parameters
        ----------
        board : Board
            A board of up to 64 holes.
        finishes : iterable of int
            Codes of single pegs, or of any positions, of one position class.
        columns, progress, budget
            As for :meth:`build`; also a scratch folder for levels that outgrow the memory.

        Raises
        ------
        ProblemError
            If there is no finish, or they are of several classes.
        BoardTooLargeError, BudgetSpentError
            As for :meth:`build`.

        Examples
        --------
        >>> from pegsolitaire.board import triangle
        >>> values = PositionValues.of_class(triangle(5), [1], ["moves"])
        >>> len(values), values.moves(triangle(5).vacancy("a1"))
        (1544, 10)
        """
        from pegsolitaire.engine import LevelEngine

        codes = finish_codes(board, finishes)
        problem = Problem.of_codes(board, codes, codes)
        levels = []
        with LevelEngine.of(problem, budget) as engine:
            run = LevelRun(engine, problem, "B", Forgetful())
            for _, level in run.until(len(board), progress):
                if not len(level):
                    break
                levels.append(engine.codes(level))
        _check_memory(problem, list(map(len, levels)), columns, budget)
        return cls.within(problem, levels, columns, progress, budget)

    @classmethod
    def of_rest(cls, problem: Problem, position: Position) -> PositionValues | None:
        """The values of the rest of a game from a position; None where a level of it is large.

        Examples
        --------
        >>> from pegsolitaire.board import wiegleb
        >>> problem = Problem.complement(wiegleb(), "e5")
        >>> PositionValues.of_rest(problem, wiegleb().vacancy("e5")) is None
        True
        """
        board = problem.board
        if not board.fits_word or len(position) < problem.finish_pegs:
            return None
        rest = Problem.of_codes(board, (position.code,), problem.finishes)
        try:
            wins = WinningSets.build(rest, budget=Budget(memory=_REST_LEVEL), prune=False)
        except BoardTooLargeError:
            return None
        return cls.build(wins)

    @classmethod
    def of_wins(cls, wins: WinningSets, progress: Progress = SILENT) -> PositionValues:
        """The values of winning sets, read or stored where they are many and can be.

        Examples
        --------
        >>> from pegsolitaire.board import triangle
        >>> PositionValues.of_wins(WinningSets.build(Problem.complement(triangle(5), "a1")))
        <PositionValues of triangle5: a1 to a1, 190 positions>
        """
        if len(wins) > FEW_POSITIONS:
            try:
                return cls.load(wins.problem, None, progress, wins=wins)
            except StoreDamagedError:
                raise
            except StoreError:
                pass
        return cls.build(wins, progress=progress)

    # -- storing ----------------------------------------------------------------------------------

    @classmethod
    def open(cls, problem: Problem, root: Path | None = None) -> PositionValues:
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
    def find(cls, problem: Problem, root: Path | None = None) -> PositionValues | None:
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
    ) -> PositionValues:
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
        levels = map(wins.level, _pegs(problem))
        files.write(_passed(problem, levels, VALUES, progress, budget))
        return cls.open(problem, root)

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
            If the position is of another board, or this value was not computed.
        """
        found = self._row("solutions", position)
        return 0 if found is None else found[0].solutions_of(found[1])

    def chance(self, position: Position) -> float:
        """The chance that a player who takes any legal jump wins from a position.

        Raises
        ------
        ProblemError
            As for :meth:`solutions`.
        """
        found = self._row("chances", position)
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
            As for :meth:`solutions`.
        """
        self._row("moves", position)
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

    def moves_of_codes(self, codes: Words) -> npt.NDArray[np.int16]:
        """The fewest moves for an array of codes; -1 where the finish cannot be reached.

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
        """Whether it says how few moves a problem needs: the one that the values are of."""
        return problem == self.problem

    def graph(self, problem: Problem) -> list[Words]:
        """For each number of moves made the positions on the shortest solutions.

        Parameters
        ----------
        problem : Problem
            The problem that the values are of.

        Returns
        -------
        list of arrays of uint64
            Sorted least codes up to the symmetries of the problem; none where it has no solution.

        Raises
        ------
        ProblemError
            If it is another problem.

        Examples
        --------
        >>> from pegsolitaire.board import triangle
        >>> problem = Problem.complement(triangle(5), "a1")
        >>> values = PositionValues.build(WinningSets.build(problem), ["moves"])
        >>> [len(level) for level in values.graph(problem)]
        [1, 1, 2, 9, 16, 22, 24, 21, 11, 4, 1]
        """
        if not self.answers(problem):
            raise ProblemError(f"{self!r} says nothing of {problem}")
        return graph_from(problem, self)

    def need(self, codes: Words, moves: int) -> npt.NDArray[np.bool_]:
        """Which of some codes need so many moves."""
        return np.equal(self.moves_of_codes(codes), moves)

    @property
    def positions(self) -> int:
        """How many positions there are, one by one; of values that have their orbits."""
        return sum(level.positions for level in self.levels.values())

    def __len__(self) -> int:
        """The positions, up to the symmetries of the problem."""
        return sum(len(level.codes) for level in self.levels.values())

    def __repr__(self) -> str:
        return f"<PositionValues of {self.problem}, {len(self):,} positions>"

    def _row(self, column: str, position: Position) -> tuple[ValueColumns, int] | None:
        """Where a value of a position stands."""
        if position.board != self.problem.board:
            raise ProblemError(
                f"these numbers are of {self.problem.board.name}, "
                f"the position is of {position.board.name}"
            )
        if column not in self.columns:
            raise ProblemError(f"these values have no {column}: build them with that column")
        return self._find(position.code)

    def _find(self, code: int) -> tuple[ValueColumns, int] | None:
        level = self.levels.get(code.bit_count())
        if level is None:
            return None
        at = self._probe.find(code, level.codes)
        return None if at < 0 else (level, at)

    @cached_property
    def _probe(self) -> Probe:
        from pegsolitaire.engine import Probe, make_layout

        return Probe(make_layout(self.problem.board, self.problem.group))


def stored_moves(
    problem: Problem,
    budget: Budget = UNLIMITED,
    progress: Progress = SILENT,
    root: Path | None = None,
) -> FewestMoves | PositionValues | None:
    """The fewest moves of the positions of a problem, as far as the store has what tells them.

    Parameters
    ----------
    problem : Problem
        The problem.
    budget : Budget, optional
        The memory, and the time: half of it is for a pass over winning sets.
    progress : Progress, optional
        Told of every level of that.
    root : Path, optional
        The store, by default the user's.

    Returns
    -------
    FewestMoves or PositionValues or None
        What ``pegs levels --by moves --store``, ``pegs check --explore`` or ``pegs winning`` has
        kept; None where there is nothing, or it is past the budget.

    Raises
    ------
    StoreDamagedError
        If what is stored is damaged, foreign, of a later version or incomplete.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> from pegsolitaire.board import triangle
    >>> problem = Problem.complement(triangle(5), "a1")
    >>> with TemporaryDirectory() as folder:
    ...     path = WinningSets.build(problem).save(Path(folder))
    ...     stored_moves(problem, root=Path(folder))
    <PositionValues of triangle5: a1 to a1, 190 positions>
    """
    if not problem.board.fits_word:
        return None
    with suppress(StoreMissingError, ProblemError):
        return FewestMoves.open(problem.board, problem.finishes, root)
    if (values := PositionValues.find(problem, root)) is not None:
        return values
    left = budget.seconds_left
    half = budget.part(seconds=None if left is None else left / 2)
    with suppress(BoardTooLargeError, BudgetSpentError):
        wins = WinningSets.find(problem, root)
        return None if wins is None else PositionValues.build(wins, ["moves"], progress, half)
    return None


# -- the pass -------------------------------------------------------------------------------------


def _pegs(problem: Problem) -> range:
    return range(problem.finish_pegs, problem.start_pegs + 1)


def _passed(
    problem: Problem,
    levels: Iterable[Words],
    columns: Iterable[str],
    progress: Progress,
    budget: Budget,
) -> Iterator[tuple[int, ValueColumns]]:
    """The values of levels from the finish up; two are at hand at a time."""
    from pegsolitaire.engine import Outlook

    counting = "solutions" in columns or "chances" in columns
    stage = "counting ways to win" if counting else "fewest moves of winning positions"
    progress.stage(stage, problem.start_pegs - problem.finish_pegs or None)
    with Outlook(problem, budget, counting=counting) as outlook:
        known: LevelValues | None = None
        for number, codes in enumerate(levels):
            known = outlook.finish(codes) if known is None else outlook.above(known, codes)
            pegs = problem.finish_pegs + number
            yield pegs, ValueColumns.of(known, columns)
            progress.update(number, f"{len(codes):,} positions with {pegs} pegs")


def _check_memory(
    problem: Problem, sizes: list[int], columns: Iterable[str], budget: Budget
) -> None:
    """Refuse what does not fit: the columns of every position, and more for two levels."""
    from pegsolitaire.engine import usable_memory

    kept = 8 + sum(_BYTES.get(name, 1) for name in columns)
    two = max(map(sum, pairwise(sizes)), default=0)
    needed = kept * sum(sizes) + (_MEANWHILE + len(problem.board)) * two
    most = usable_memory(budget.memory)
    if needed > most:
        raise BoardTooLargeError(
            f"the values of {sum(sizes):,} positions take {bytes_text(needed)}, and "
            f"{bytes_text(most)} may be used: allow more memory, or take a smaller board"
        )


# -- files ----------------------------------------------------------------------------------------


class _Files(Mapping[int, ValueColumns]):
    """The files of the values of a problem, mapped when they are first asked for."""

    def __init__(self, problem: Problem, root: Path | None) -> None:
        self.folder = path_of(problem, "explored", root)
        self._numbers = _pegs(problem)
        self._envelope = Envelope(
            FORMAT, problem.board, problem.finishes, problem.starts,
            {"group_order": len(problem.group), "levels": list(self._numbers)},
        )  # fmt: skip
        self._mapped: dict[int, ValueColumns] = {}

    def write(self, levels: Iterator[tuple[int, ValueColumns]]) -> None:
        """Store levels, all or nothing."""

        def write(folder: Path) -> None:
            for pegs, level in levels:
                limbs = {f"solutions_{i}": limb for i, limb in enumerate(level.solutions)}
                details = {"pegs": pegs, "count": len(level.codes), "limbs": len(limbs)}
                columns: Arrays = {
                    "code": level.codes, **limbs, "chance": level.chances, "moves": level.moves,
                }  # fmt: skip
                write_mapped(_path(folder, pegs), self._envelope.having(**details), columns)

        write_folder(self.folder, write, self.check)

    def check(self) -> None:
        """See that there is a file for each level."""
        with FORMAT.reading(self.folder):
            if not self.folder.is_dir():
                raise FileNotFoundError
            for pegs in self._numbers:
                if not _path(self.folder, pegs).is_file():
                    raise DamageError(f"it lacks the level with {pegs} pegs")

    def __getitem__(self, pegs: int) -> ValueColumns:
        if pegs not in self._numbers:
            raise KeyError(pegs)
        if pegs not in self._mapped:
            path = _path(self.folder, pegs)
            with FORMAT.reading(path, self.folder):
                self._mapped[pegs] = self._read(path, pegs)
        return self._mapped[pegs]

    def _read(self, path: Path, pegs: int) -> ValueColumns:
        found, columns = map_columns(path, FORMAT)
        found.check(self._envelope.having(pegs=pegs))
        limbs = {f"solutions_{i}": "uint64" for i in range(found.details["limbs"])}
        types = {"code": "uint64", **limbs, "chance": "float64", "moves": "uint8"}
        found.check_columns(columns, types)
        codes, *solutions, chances, moves = columns.values()
        return ValueColumns(
            codes, tuple(solutions), chances, moves, _NO_BYTES, _NO_BYTES, _NO_BYTES
        )

    def __iter__(self) -> Iterator[int]:
        return iter(self._numbers)

    def __len__(self) -> int:
        return len(self._numbers)


def _path(folder: Path, pegs: int) -> Path:
    return folder / f"pegs={pegs}.npz"
