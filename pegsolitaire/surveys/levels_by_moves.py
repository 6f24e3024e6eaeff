"""Count positions by the moves from the start or to the finish (Bell's 33-hole page, table 1)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import nullcontext
from dataclasses import dataclass
from itertools import zip_longest
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from pegsolitaire.frames import Tabled
from pegsolitaire.game import FinishLike, Position, Problem, ProblemLike, StartLike, as_problem
from pegsolitaire.results import Result
from pegsolitaire.sets.building import Checkpoint, advance
from pegsolitaire.units import counted, size_text
from pegsolitaire.work import Work

if TYPE_CHECKING:
    from pegsolitaire.engine import MoveLevels

_MAX_LISTED_POSITIONS = 100  # a last level is listed if it has at most this many positions


@dataclass(frozen=True)
class MoveLevel(Result):
    """The number of positions that need a given number of moves, with the range of their pegs.

    Attributes
    ----------
    positions : int
        The number of positions, up to the symmetries of the problem.
    fewest_pegs, most_pegs : int
        The fewest and the most pegs of these positions.
    winning : int
        The number of these positions that occur in solutions of any length.
    """

    positions: int
    fewest_pegs: int
    most_pegs: int
    winning: int


@dataclass(frozen=True)
class MoveRow(Result):
    """The forward and the backward level of a number of moves; None if there is no such level."""

    moves: int
    forward: MoveLevel | None
    backward: MoveLevel | None


@dataclass(frozen=True)
class MoveTable(Tabled, Result):
    """The sizes of the levels, by number of moves.

    Attributes
    ----------
    problem : Problem
    forward : tuple of MoveLevel
        The levels by the number of moves from the start.
    backward : tuple of MoveLevel
        The levels by the number of moves to the finish.
    farthest, deepest : dict of Position to bool
        The positions of the last forward level and of the last backward level, if there are few,
        and whether each occurs in a solution. Those that occur in a solution come first.
    """

    problem: Problem
    forward: tuple[MoveLevel, ...]
    backward: tuple[MoveLevel, ...]
    farthest: dict[Position, bool]
    deepest: dict[Position, bool]

    json_fields = ("problem", "rows", "forward_total", "backward_total", "farthest", "deepest")

    column_types: ClassVar[Mapping[str, str]] = {
        "moves": "int16",
        "forward": "int64",
        "backward": "int64",
    }

    def table_rows(self) -> list[tuple[int | None, ...]]:
        """The sizes of the levels, by number of moves; None if a direction has no such level."""
        return [
            (row.moves, *(None if level is None else level.positions for level in levels))
            for row in self.rows
            for levels in [(row.forward, row.backward)]
        ]

    @property
    def table_title(self) -> str:
        """The problem."""
        return f"{self.problem}, by moves"

    @property
    def rows(self) -> list[MoveRow]:
        """The forward and the backward level for each number of moves."""
        pairs = zip_longest(self.forward, self.backward)
        return [MoveRow(moves, *levels) for moves, levels in enumerate(pairs)]

    @property
    def forward_total(self) -> int:
        """The number of positions of all forward levels."""
        return sum(level.positions for level in self.forward)

    @property
    def backward_total(self) -> int:
        """The number of positions of all backward levels."""
        return sum(level.positions for level in self.backward)


def move_table(
    problem: ProblemLike,
    start: StartLike = None,
    finish: FinishLike = None,
    *,
    checkpoint: Checkpoint | None = None,
    work: Work | None = None,
) -> MoveTable:
    """Count the positions of a problem by the number of moves from the start or to the finish.

    Parameters
    ----------
    problem, start, finish : Problem, or what makes one
        The problem: see :class:`~pegsolitaire.game.Problem`.
    checkpoint : Checkpoint, optional
        Loads the levels that an earlier run finished and saves those that this run finishes.
    work : Work, optional
        Limits on time and memory, a progress bar, and more: see :class:`pegsolitaire.Work`.

    Raises
    ------
    BoardTooLargeError
        If the board has more than 64 holes, or if a level does not fit in memory.
    BudgetSpentError
        If it takes longer than the budget allows.

    Notes
    -----
    A move is one or more consecutive jumps by the same peg. Backward, a position is in level n if
    the fewest moves from it to the finish are n. Jumps are undone from last to first, so undoing a
    move continues with a jump that *ends* where the previously undone jump starts.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> table = move_table(Problem.complement(triangle(5), "a1"))
    >>> table.forward_total, [level.positions for level in table.forward][:5], len(table.farthest)
    (1544, [1, 1, 4, 22, 80], 2)
    >>> [(len(position), wins) for position, wins in table.deepest.items()]
    [(14, True), (14, False)]
    """
    work = Work.of(work)
    problem = as_problem(problem, start, finish)
    from pegsolitaire.engine import MoveLevels, make_layout

    layout = make_layout(problem.board, problem.group)
    each = work.part(memory=None if work.memory is None else size_text(work.memory // 2))
    if checkpoint is not None:  # whose levels may be those that were written to disk
        each = each.part(scratch=checkpoint.folder)
    with (
        nullcontext() if checkpoint is None else checkpoint.going_on(),
        MoveLevels(layout, problem.starts, work=each) as forward,
        MoveLevels(layout, problem.finishes, backward=True, work=each) as backward,
    ):
        for direction, name, ends in (
            ("forward", "from the start", forward),
            ("backward", "to the finish", backward),
        ):
            work.progress.stage(f"moves {name}")
            while size := advance(ends, direction, checkpoint):
                work.update(len(ends.levels) - 1, counted(size, "position"))
        table = MoveTable(
            problem,
            tuple(_rows(forward, backward)),
            tuple(_rows(backward, forward)),
            _last(problem, forward, backward),
            _last(problem, backward, forward),
        )
    if checkpoint is not None:
        checkpoint.clear()
    return table


def _rows(ends: MoveLevels, others: MoveLevels) -> Iterator[MoveLevel]:
    levels = ends.levels[:-1]
    for level, winning in zip(levels, others.holds(*levels), strict=True):
        yield MoveLevel(len(level), *level.pegs, int(np.count_nonzero(winning)))


def _last(problem: Problem, ends: MoveLevels, others: MoveLevels) -> dict[Position, bool]:
    level = ends.levels[-2]
    if len(level) > _MAX_LISTED_POSITIONS:
        return {}
    [winning] = others.holds(level)
    order = sorted(zip(map(bool, ~winning), map(int, ends.codes(level)), strict=True))
    return {Position(problem.board, code): not dead for dead, code in order}
