"""Compute the sizes and the codes of F, B, W and L for each number of pegs.

F is the set of positions that can be reached from the start. B is the set of positions that can
reach the finish. W is the intersection of F and B. L is the set of positions outside W that can be
reached from W in one jump (Bell's Notes, equations 5, 6 and 10). Tables 1 to 3 of the Notes list
the sizes.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from pegsolitaire.errors import ProblemError, StoreError, quoted
from pegsolitaire.files import check_target, written_aside
from pegsolitaire.frames import Tabled, need
from pegsolitaire.game import FinishLike, Problem, ProblemLike, StartLike, as_problem
from pegsolitaire.results import Result
from pegsolitaire.sets.building import middle_pegs, play_set, upper_half
from pegsolitaire.work import Work

if TYPE_CHECKING:
    from pegsolitaire.engine import LevelEngine, LevelSet, Words


Size = Callable[["LevelSet"], int]


@dataclass(frozen=True)
class LevelRow(Result):
    """The sizes of F, B, W and L for one number of pegs."""

    pegs: int
    F: int
    B: int
    W: int
    L: int


@dataclass(frozen=True)
class LevelTable(Tabled):
    """The sizes of F, B, W and L of a problem, with one row for each number of pegs.

    Attributes
    ----------
    problem : Problem
        The problem.
    raw : bool
        Whether every position is counted; otherwise positions are counted up to the symmetries of
        the problem.
    rows : tuple of LevelRow
        The rows, from the start to the finish.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> table = level_table(Problem.complement(triangle(5), "a1"))
    >>> table.rows[2], table.totals(up_to=3)
    (LevelRow(pegs=12, F=4, B=39, W=2, L=2), {'F': 52, 'B': 6, 'W': 4, 'L': 9})
    """

    column_types: ClassVar[Mapping[str, str]] = {"pegs": "int16", **dict.fromkeys("FBWL", "int64")}

    problem: Problem
    raw: bool
    rows: tuple[LevelRow, ...]

    def table_rows(self) -> list[tuple[int, ...]]:
        """Return the values of each row."""
        return [astuple(row) for row in self.rows]

    @property
    def table_title(self) -> str:
        """The title, which names the problem and states whether every position is counted."""
        return f"{self.problem}{', positions one by one' if self.raw else ''}"

    def totals(self, up_to: int | None = None) -> dict[str, int]:
        """Sum each column over all rows, or only up to a given number of pegs."""
        rows = [row for row in self.rows if up_to is None or row.pegs <= up_to]
        return {name: sum(getattr(row, name) for row in rows) for name in "FBWL"}

    @property
    def half(self) -> dict[str, int]:
        """The column sums over the rows whose positions fill at most half the holes.

        For W, this is the number of stored positions.
        """
        return self.totals(len(self.problem.board) // 2)


def level_table(
    problem: ProblemLike,
    start: StartLike = None,
    finish: FinishLike = None,
    *,
    raw: bool = False,
    work: Work | None = None,
) -> LevelTable:
    """Count the positions in F, B, W and L of a problem for every number of pegs.

    Parameters
    ----------
    problem, start, finish : Problem, or what makes one
        The problem: see :class:`~pegsolitaire.game.Problem`.
    raw : bool, optional
        Whether to count every position; by default positions are counted up to the symmetries of
        the problem.
    work : Work, optional
        Limits on time and memory, a progress bar, and more: see :class:`pegsolitaire.Work`.

    Raises
    ------
    BoardTooLargeError
        If the board has more than 64 holes, or a level does not fit in memory or on the disk.
    BudgetSpentError
        If it takes longer than the budget allows.

    Notes
    -----
    L is the set of positions outside W that can be reached from W in one jump (Bell's Notes,
    equation 10).

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> table = level_table(Problem.complement(triangle(5), "a1"))
    >>> table.totals()["F"], table.half["W"], table.totals()["L"]
    (1544, 95, 425)
    """
    work = Work.of(work)
    problem = as_problem(problem, start, finish)
    from pegsolitaire.engine import LevelEngine

    with LevelEngine.of(problem, work=work) as engine:
        size: Size = engine.raw_size if raw else len
        if problem.is_self_complementary:
            return _self_complementary(engine, problem, size, raw, work=work)
        upper = dict(play_set(engine, problem, "F", work=work))
        forward = {pegs: size(level) for pegs, level in upper.items()}
        backward: dict[int, int] = {}
        wins: dict[int, LevelSet] = {}
        for pegs, level in play_set(engine, problem, "B", work=work):
            backward[pegs] = size(level)
            wins[pegs] = engine.select(upper.pop(pegs), engine.stay, level)
        sizes = {pegs: size(level) for pegs, level in wins.items()}
        after = {pegs - 1: size(engine.step(level, engine.jumps)) for pegs, level in wins.items()}
        return LevelTable(problem, raw, _rows(forward, backward, sizes, after))


def _self_complementary(
    engine: LevelEngine, problem: Problem, size: Size, raw: bool, *, work: Work
) -> LevelTable:
    holes, top = len(problem.board), problem.start_pegs
    middle = middle_pegs(problem)
    kept: dict[int, LevelSet] = {}
    forward: dict[int, int] = {}
    below = None
    for pegs, level in play_set(engine, problem, "F", work=work):
        forward[pegs] = size(level)
        if below is not None:
            below.discard()
        if pegs >= middle:
            kept[pegs] = level
        else:
            below = level

    upper = upper_half(engine, kept, problem, work=work)
    wins = {pegs: size(level) for pegs, level in upper.items()}
    # Take complements: W below the middle is as large as W above it, and making a jump in a
    # position is the same as undoing the jump in its complement.
    wins |= {holes - pegs: size(level) for pegs, level in upper.items()}
    after = {pegs - 1: size(engine.step(level, engine.jumps)) for pegs, level in upper.items()}
    after |= {
        holes - pegs - 1: size(engine.step(level, engine.unjumps))
        for pegs, level in upper.items()
        if pegs < top
    }
    backward = {holes - pegs: number for pegs, number in forward.items()}
    return LevelTable(problem, raw, _rows(forward, backward, wins, after))


def _rows(
    forward: dict[int, int], backward: dict[int, int], wins: dict[int, int], after: dict[int, int]
) -> tuple[LevelRow, ...]:
    """Return the rows of the table, the start first.

    ``after`` contains the number of positions in each level that can be reached from a winning
    position in one jump. Each of these positions is either winning or in L.
    """
    return tuple(
        LevelRow(n, forward[n], backward[n], wins[n], after.get(n, wins[n]) - wins[n])
        for n in sorted(wins, reverse=True)
    )


#: The names of the sets, as in the Notes.
NAMES = "FBWL"


@dataclass(frozen=True, eq=False)
class LevelCodes:
    """The positions in F, B, W or L with a given number of pegs.

    Attributes
    ----------
    name : str
        The name of the set: ``"F"``, ``"B"``, ``"W"`` or ``"L"``.
    pegs : int
        The number of pegs.
    codes : (n,) array of uint64
        The sorted canonical codes, up to the symmetries of the problem.
    """

    name: str
    pegs: int
    codes: Words


def level_codes(
    problem: ProblemLike,
    start: StartLike = None,
    finish: FinishLike = None,
    *,
    names: str = NAMES,
    work: Work | None = None,
) -> Iterator[LevelCodes]:
    """Yield the levels of F from the start on, then those of B, W and L from the finish on.

    The levels of F are kept until the levels of B reach them. Both directions together must
    therefore fit in memory, or on disk if the budget allows a scratch folder.

    Parameters
    ----------
    problem, start, finish : Problem, or what makes one
        The problem: see :class:`~pegsolitaire.game.Problem`.
    names : str, optional
        The sets to compute, as letters from ``FBWL``; all by default.
    work : Work, optional
        Limits on time and memory, a progress bar, and more: see :class:`pegsolitaire.Work`.

    Raises
    ------
    ProblemError
        If ``names`` is empty or contains another letter.
    BoardTooLargeError
        If the board has more than 64 holes, or a level does not fit in memory or on the disk.
    BudgetSpentError
        If it takes longer than the budget allows.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> problem = Problem.complement(triangle(5), "a1")
    >>> for level in level_codes(problem, names="W"):
    ...     if level.pegs < 4:
    ...         print(level.name, level.pegs, level.codes.tolist())
    W 1 [1]
    W 2 [10]
    W 3 [28, 4226]
    """
    work = Work.of(work)
    problem = as_problem(problem, start, finish)
    if not names or set(names) - set(NAMES):
        raise ProblemError(f"{quoted(names)} names no sets: give letters from {NAMES}, such as FW")
    from pegsolitaire.engine import LevelEngine

    top, bottom = problem.start_pegs, problem.finish_pegs
    with LevelEngine.of(problem, work=work) as engine:
        forward: dict[int, LevelSet] = {}
        for pegs, level in play_set(engine, problem, "F", work=work):
            forward[pegs] = level
            if "F" in names:
                yield LevelCodes("F", pegs, engine.codes(level))
        if names == "F":
            return
        below: Words = np.empty(0, np.uint64)
        for pegs, level in play_set(engine, problem, "B", work=work):
            if "B" in names:
                yield LevelCodes("B", pegs, engine.codes(level))
            wins = engine.select(forward.pop(pegs), engine.stay, level)
            codes = engine.codes(wins)
            if "W" in names:
                yield LevelCodes("W", pegs, codes)
            if "L" in names:
                if pegs > bottom:
                    after = engine.codes(engine.step(wins, engine.jumps))
                    yield LevelCodes("L", pegs - 1, np.setdiff1d(after, below, assume_unique=True))
                below = codes
        if "L" in names:
            yield LevelCodes("L", top, np.empty(0, np.uint64))


# --
# Export of tables as CSV, and as Parquet with typed columns.


Cell = str | int | float | bool | None

_WORD = 1 << 63  # integers of this size or more are written as decimals
_ENDINGS = (".csv", ".parquet")


def check_table_target(path: Path) -> None:
    """Check that a table can be written to a path, before the table is computed.

    Raises
    ------
    MissingExtraError
        If the file extension is ``.parquet`` and pyarrow is not installed.
    StoreError
        If the file extension is neither ``.csv`` nor ``.parquet``, or the file cannot be written.
    """
    if path.suffix.lower() not in _ENDINGS:
        raise StoreError(f"cannot write {path}: its name should end with {' or '.join(_ENDINGS)}")
    if path.suffix.lower() == ".parquet":
        need("pyarrow")
    check_target(path)


def write_table(columns: Mapping[str, Sequence[Cell]], path: Path, title: str) -> None:
    """Write a table atomically as CSV or Parquet, depending on the file extension.

    Parameters
    ----------
    columns : mapping of str to sequence
        The cells of each column, all of one type; None stands for an empty cell.
    path : Path
        The file.
    title : str
        The title of the table, which is stored in the metadata of a Parquet file.

    Raises
    ------
    MissingExtraError
        If the file extension is ``.parquet`` and pyarrow is not installed.
    StoreError
        If the file cannot be written.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder, "sides.csv")
    ...     write_table({"side": [4, 5], "moves": [5, 9]}, path, "fewest moves")
    ...     path.read_text().split()
    ['side,moves', '4,5', '5,9']
    """
    if path.suffix.lower() == ".csv":
        with written_aside(path) as aside, open(aside, "w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file, lineterminator="\n")
            writer.writerow(columns)
            writer.writerows(zip(*columns.values(), strict=True))
        return
    from pegsolitaire.sets.export import write_batches  # which imports this module

    arrays = {name: _column(cells) for name, cells in columns.items()}
    header = {"format": "pegsolitaire table", "version": 1, "title": title}
    types = {name: array.type for name, array in arrays.items()}
    write_batches(path, json.dumps(header).encode(), types, [arrays])


def _column(cells: Sequence[Cell]) -> Any:
    """Convert cells to an Arrow array, in which integers of more than 64 bits become decimals."""
    pa = need("pyarrow")
    whole = [cell for cell in cells if isinstance(cell, int) and not isinstance(cell, bool)]
    if whole and max(map(abs, whole)) >= _WORD:
        return pa.array(cells, pa.decimal128(38))
    return pa.array(cells)
