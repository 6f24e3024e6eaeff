"""Duotaire, the game of two players who take turns on one board.

A turn is one jump or, by another rule, one move: one or more jumps of one peg, which end when the
player likes. A player who cannot jump loses or, in *misère* play, wins. Moore and Eppstein studied
the game on a row of holes ("One-dimensional peg solitaire, and duotaire", 2000); on other boards
little is known.

Nobody has to reach a finish, so all symmetries of the board reduce the positions. One backward
pass (:mod:`pegsolitaire.engine.remoteness`) finds the winner and the remoteness of every position
that the start leads to. A :class:`DuotaireTable` keeps them in one file,
``<home>/<board>/<start>.jump.duotaire.npz`` (or ``move``, ``jump-misere``, ``move-misere``), with
two columns for each number of pegs: ``5.code`` (uint64: the sorted canonical codes) and
``5.remoteness`` (uint8). They are mapped into memory, and checked when first used.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import KW_ONLY, dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Literal, NamedTuple, get_args

import numpy as np
import numpy.typing as npt

from pegsolitaire.board import Board, BoardLike, Hole, as_board, least_image
from pegsolitaire.board.symmetry import apply_permutation
from pegsolitaire.errors import ProblemError, StoreDamagedError, quoted
from pegsolitaire.frames import Columns, Framed
from pegsolitaire.game import Move, Position, PositionLike, StartLike, as_position
from pegsolitaire.results import Result
from pegsolitaire.sets.npz_files import Envelope, Format
from pegsolitaire.sets.store import LazyLevels, SetFile, path_from
from pegsolitaire.sets.winning import map_levels, samples
from pegsolitaire.theory import check_level_sets
from pegsolitaire.units import counted
from pegsolitaire.work import Work

if TYPE_CHECKING:
    from pegsolitaire.engine import LevelEngine, LevelSet, Probe, Remoteness, Words

#: What a turn consists of: one jump, or one or more jumps of one peg.
Turn = Literal["jump", "move"]

FORMAT = Format(
    "values for two players",
    1,
    "pegs duotaire{game} --store",
    "remove {place} and build it again with `pegs duotaire{game} --store`",
)
_KEPT_BYTES = 9  # bytes of a table for each position


# -- one start ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class DuotaireRow(Result):
    """How many positions with a number of pegs the player to move wins and loses.

    Positions are counted up to the symmetries of the board.
    """

    pegs: int
    won: int
    lost: int


@dataclass(frozen=True)
class Duotaire(Result):
    """Who wins a game for two players, and how.

    Attributes
    ----------
    start : Position
        The position in which the first player moves.
    turns : str
        What a turn consists of: ``"jump"``, or ``"move"`` for one or more jumps of one peg.
    misere : bool
        Whether a player who cannot jump wins; otherwise that player loses.
    remoteness : int
        The number of turns until the end, if the winner hurries and the loser delays.
    winning_turns : tuple of Move
        The first turns after which the first player wins, one for each position that they lead
        to, up to the symmetries of the start; empty if the second player wins.
    levels : tuple of DuotaireRow
        The numbers of positions that the player to move wins and loses, the start first.

    Examples
    --------
    >>> game = duotaire("triangle5 a1", turns="move")
    >>> game.winner, game.remoteness, [str(turn) for turn in game.winning_turns]
    ('first', 11, ['a3-a1'])
    >>> game.won, game.lost
    (1172, 372)
    """

    start: Position
    turns: Turn
    misere: bool
    remoteness: int
    winning_turns: tuple[Move, ...]
    levels: tuple[DuotaireRow, ...]

    json_fields = (
        "board", "start", "turns", "misere", "winner", "remoteness", "winning_turns",
        "positions", "won", "lost", "levels",
    )  # fmt: skip

    @property
    def board(self) -> Board:
        """The board."""
        return self.start.board

    @property
    def winner(self) -> Literal["first", "second"]:
        """Who wins if both play well."""
        return "first" if _is_won(self.remoteness, self.misere) else "second"

    @property
    def won(self) -> int:
        """The number of positions, up to symmetry, that the player to move wins."""
        return sum(row.won for row in self.levels)

    @property
    def lost(self) -> int:
        """The number of positions, up to symmetry, that the player to move loses."""
        return sum(row.lost for row in self.levels)

    @property
    def positions(self) -> int:
        """The number of positions that the start leads to, itself included, up to symmetry."""
        return self.won + self.lost


def duotaire(
    position: PositionLike,
    start: StartLike = None,
    *,
    misere: bool = False,
    turns: Turn = "jump",
    work: Work | None = None,
) -> Duotaire:
    """Find out who wins a game for two players who take turns on one board.

    Parameters
    ----------
    position, start : Position, or what makes one
        The position in which the first player moves.
    misere : bool, optional
        Whether a player who cannot jump wins; by default that player loses.
    turns : {"jump", "move"}, optional
        What a turn consists of: one jump, or one or more jumps of one peg.
    work : Work, optional
        Limits on time and memory, a progress bar, and more: see :class:`pegsolitaire.Work`.

    Raises
    ------
    ProblemError
        If ``turns`` is neither of these words, or the position has no pegs.
    BoardTooLargeError
        If the board has more than 64 holes, or the positions do not fit in memory.
    BudgetSpentError
        If it takes longer than the budget allows.

    References
    ----------
    Moore and Eppstein, "One-dimensional peg solitaire, and duotaire", 2000.

    Examples
    --------
    >>> duotaire("triangle5 a1").winner, duotaire("triangle5 a1", misere=True).winner
    ('second', 'second')
    """
    work = Work.of(work)
    position = as_position(position, start)
    _check(position, turns)
    board, rows = position.board, []
    with _pass(board, [position.code], misere, turns, work=work) as (_, remoteness):
        for pegs, level in remoteness.scored():
            rows.append(_row(pegs, level.remoteness, misere))
        return _duotaire(position, misere, turns, rows[::-1], remoteness.of_codes)


def _check(position: Position, turns: str) -> None:
    if turns not in get_args(Turn):
        raise ProblemError(f"turns={quoted(turns)}: give 'jump' or 'move'")
    if not len(position):
        raise ProblemError("the position has no pegs: give a position with at least one")


@contextmanager
def _pass(
    board: Board, codes: list[int], misere: bool, turns: Turn, kept: int = 0, *, work: Work
) -> Iterator[tuple[LevelEngine, Remoteness]]:
    """Play all games from positions with the same number of pegs, and prepare the pass back."""
    from pegsolitaire.engine import (
        LevelEngine,
        Remoteness,
        check_values_fit,
        make_layout,
        play_levels,
    )

    check_level_sets(board)
    layout = make_layout(board, board.symmetries)
    with LevelEngine(layout, work=work) as engine:
        levels: dict[int, LevelSet] = {}
        positions = 0
        play = play_levels(engine, codes, away=True, stage="playing all games", work=work)
        for pegs, level in play:
            levels[pegs] = level
            positions += len(level)
            check_values_fit(len(board), positions, kept, work=work)
        moves = turns == "move"
        with Remoteness(
            layout, levels, misere=misere, moves=moves, kept=kept, work=work
        ) as remoteness:
            yield engine, remoteness


def _is_won(remoteness: Any, misere: bool) -> Any:
    """Return whether the player to move wins: each turn leads from a win to a loss, or back."""
    return (remoteness % 2 == 1) != misere


def _row(pegs: int, remoteness: npt.NDArray[np.uint8], misere: bool) -> DuotaireRow:
    won = int(np.count_nonzero(_is_won(remoteness, misere)))
    return DuotaireRow(pegs, won, len(remoteness) - won)


def _duotaire(
    start: Position,
    misere: bool,
    turns: Turn,
    rows: Iterable[DuotaireRow],
    of_codes: Callable[[Words], npt.NDArray[np.uint8]],
) -> Duotaire:
    """Make the result for a start, with a function that returns the remoteness of codes."""
    after = _turns_from(start, turns)
    [own, *rest] = of_codes(np.array([start.code, *after], np.uint64)).tolist()
    winning = tuple(
        turn for turn, left in zip(after.values(), rest, strict=True) if not _is_won(left, misere)
    )
    return Duotaire(start, turns, misere, own, winning, tuple(rows))


def _turns_from(position: Position, turns: Turn) -> dict[int, Move]:
    """Return a turn to each position after one, as a code, up to the symmetries of the start."""
    board, start = position.board, position.code
    paths: dict[tuple[int, int], tuple[int, ...]] = {}
    todo = deque[tuple[int, tuple[int, ...]]]([(start, ())])
    while todo:
        code, path = todo.popleft()
        for jump in board.masks_from(code):
            key = code ^ jump.mask, jump.end
            if key in paths or (path and jump.start != path[-1]):
                continue
            paths[key] = (*(path or (jump.start,)), jump.end)
            if turns == "move":
                todo.append((key[0], paths[key]))
    group = [one for one in board.symmetries if apply_permutation(one.image, start) == start]
    reached: dict[int, Move] = {}
    for (code, _), path in paths.items():
        least = least_image(group, code)
        if least not in reached:
            reached[least] = Move([board.holes[i] for i in path])
    return reached


# -- all vacancies of a board ---------------------------------------------------------------------


@dataclass(frozen=True)
class DuotaireVacancy(Result):
    """Who wins a game for two players from a vacancy.

    Attributes
    ----------
    vacancy : (int, int)
        The hole that is empty at the start.
    winner : str
        ``"first"`` or ``"second"``.
    remoteness : int
        The number of turns until the end, if the winner hurries and the loser delays.
    """

    vacancy: Hole
    winner: Literal["first", "second"]
    remoteness: int


def duotaire_vacancies(
    board: BoardLike,
    *,
    misere: bool = False,
    turns: Turn = "jump",
    work: Work | None = None,
) -> tuple[DuotaireVacancy, ...]:
    """Find out who wins from each vacancy of a board, up to symmetry, in a single pass.

    Parameters
    ----------
    board : Board, or what makes one
        The board.
    misere, turns
        As for :func:`duotaire`.
    work : Work, optional
        Limits on time and memory, a progress bar, and more: see :class:`pegsolitaire.Work`.

    Raises
    ------
    ProblemError, BoardTooLargeError, BudgetSpentError
        As for :func:`duotaire`.

    Examples
    --------
    >>> rows = duotaire_vacancies("triangle5")
    >>> [(row.winner, row.remoteness) for row in rows]
    [('second', 10), ('first', 11), ('second', 10), ('second', 10)]
    """
    work = Work.of(work)
    board = as_board(board)
    holes = [board.holes[orbit[0]] for orbit in board.orbits]
    codes = [board.vacancy(hole).code for hole in holes]
    _check(board.vacancy(holes[0]), turns)
    with _pass(board, codes, misere, turns, work=work) as (_, remoteness):
        deque(remoteness.scored(), maxlen=0)
        left = remoteness.of_codes(np.array(codes, np.uint64)).tolist()
    return tuple(
        DuotaireVacancy(hole, "first" if _is_won(number, misere) else "second", number)
        for hole, number in zip(holes, left, strict=True)
    )


# -- tables ---------------------------------------------------------------------------------------


class DuotaireLevel(NamedTuple):
    """The positions with the same number of pegs.

    Attributes
    ----------
    codes : (n,) array of uint64
        The sorted canonical codes, up to the symmetries of the board.
    remoteness : (n,) array of uint8
        The number of turns until the end of the game.
    """

    codes: Words
    remoteness: npt.NDArray[np.uint8]


@dataclass(eq=False, repr=False)
class DuotaireTable(Framed):
    """The winner and the remoteness of every position that a start leads to, for two players.

    Parameters
    ----------
    start : Position
        The start.
    levels : mapping of int to DuotaireLevel
        The positions by number of pegs, fewest pegs first. Levels may be empty.
    misere : bool, optional
        Whether a player who cannot jump wins.
    turns : str, optional
        What a turn consists of: ``"jump"``, or ``"move"`` for one or more jumps of one peg.

    Examples
    --------
    >>> table = DuotaireTable.build("triangle5 a1", turns="move")
    >>> start = table.start
    >>> len(table), table.wins(start), table.remoteness(start)
    (1544, True, 11)
    >>> [str(turn) for turn in table.best_turns(start)]
    ['a3-a1']
    """

    column_types: ClassVar[Mapping[str, str]] = {
        "pegs": "int16", "code": "uint64", "remoteness": "uint8", "won": "bool",
    }  # fmt: skip

    start: Position
    levels: Mapping[int, DuotaireLevel]
    _: KW_ONLY
    misere: bool = False
    turns: Turn = "jump"

    @classmethod
    def build(
        cls,
        position: PositionLike,
        start: StartLike = None,
        *,
        misere: bool = False,
        turns: Turn = "jump",
        work: Work | None = None,
    ) -> DuotaireTable:
        """Compute the table of a start.

        Parameters
        ----------
        position, start, misere, turns
            As for :func:`duotaire`.
        work : Work, optional
            Limits on time and memory, a progress bar, and more: see :class:`pegsolitaire.Work`.

        Raises
        ------
        ProblemError, BoardTooLargeError, BudgetSpentError
            As for :func:`duotaire`.
        """
        work = Work.of(work)
        position = as_position(position, start)
        levels = dict(_levels(position, misere, turns, _KEPT_BYTES, work=work))
        return cls(position, levels, misere=misere, turns=turns)

    @classmethod
    def file(
        cls,
        position: PositionLike,
        start: StartLike = None,
        *,
        misere: bool = False,
        turns: Turn = "jump",
        root: str | Path | None = None,
    ) -> SetFile[DuotaireTable]:
        """Return the file of a start's table in a folder, by default the store."""
        position = as_position(position, start)
        _check(position, turns)
        board, ending = position.board, f"{turns}{'-misere' * misere}.duotaire.npz"
        details = {"misere": misere, "turns": turns, "group_order": len(board.symmetries)}

        def read(file: SetFile[DuotaireTable]) -> DuotaireTable:
            return cls(position, _stored_levels(file, position), misere=misere, turns=turns)

        return SetFile(
            path_from(position, ending, root),
            Envelope(FORMAT, board, (), (position.code,), details),
            read,
            check=lambda table: list(table.levels.values()),
        )

    @classmethod
    def load(
        cls,
        position: PositionLike,
        start: StartLike = None,
        *,
        misere: bool = False,
        turns: Turn = "jump",
        work: Work | None = None,
    ) -> DuotaireTable:
        """Read a stored table, or build and store it if none is usable.

        Parameters
        ----------
        position, start, misere, turns
            As for :func:`duotaire`.
        work : Work, optional
            Limits on time and memory, a progress bar, and more: see :class:`pegsolitaire.Work`.

        Raises
        ------
        ProblemError, BoardTooLargeError, BudgetSpentError
            As for :func:`duotaire`.
        StoreError
            If the stored table cannot be read, or a new one cannot be written.
        """
        work = Work.of(work)
        position = as_position(position, start)
        file = cls.file(position, misere=misere, turns=turns, root=work.store)

        def build() -> DuotaireTable:
            file.write(
                _columns(_levels(position, misere, turns, work=work)), work.disk, mapped=True
            )
            return file.open()

        return file.load(build)

    def __contains__(self, position: object) -> bool:
        return (
            isinstance(position, Position)
            and position.board == self.start.board
            and self._find(position.code) is not None
        )

    def __len__(self) -> int:
        """Return the number of positions, up to the symmetries of the board."""
        return sum(len(level.codes) for level in self.levels.values())

    def __repr__(self) -> str:
        return (
            f"<DuotaireTable of {self.start.board.name} {self.start.short_name}, a {self.turns} a "
            f"turn{', misère' * self.misere}: {counted(len(self), 'position')}>"
        )

    def remoteness(self, position: PositionLike) -> int:
        """Return the number of turns until the end, if the winner hurries and the loser delays.

        Raises
        ------
        ProblemError
            If the start does not lead to the position, even up to symmetry.
        """
        position = as_position(position)
        found = None if position.board != self.start.board else self._find(position.code)
        if found is None:
            raise ProblemError(f"{self!r} does not contain {position.text()}")
        return found

    def wins(self, position: PositionLike) -> bool:
        """Return whether the player to move wins.

        Raises
        ------
        ProblemError
            As for :meth:`remoteness`.
        """
        return bool(_is_won(self.remoteness(position), self.misere))

    def best_turns(self, position: PositionLike) -> tuple[Move, ...]:
        """Return the turns that win soonest or, in a lost position, that delay the end longest.

        The turns are listed as in :attr:`Duotaire.winning_turns`. There are none at the end.

        Raises
        ------
        ProblemError
            As for :meth:`remoteness`.
        """
        position = as_position(position)
        left = self.remoteness(position) - 1
        after = _turns_from(position, self.turns)
        return tuple(turn for code, turn in after.items() if self._find(code) == left)

    @property
    def result(self) -> Duotaire:
        """The result of :func:`duotaire` for the start."""
        rows = [
            _row(pegs, level.remoteness, self.misere)
            for pegs, level in sorted(self.levels.items(), reverse=True)
            if len(level.codes)
        ]

        def of_codes(codes: Words) -> npt.NDArray[np.uint8]:
            return np.array([self._find(code) for code in codes.tolist()], np.uint8)

        return _duotaire(self.start, self.misere, self.turns, rows, of_codes)

    def batches(self) -> Iterator[Columns]:
        """Yield the number of pegs, the code, the remoteness and the winner, level by level."""
        for pegs, (codes, remoteness) in self.levels.items():
            won = _is_won(remoteness, self.misere)
            number = np.full(len(codes), pegs, np.int16)
            yield {"pegs": number, "code": codes, "remoteness": remoteness, "won": won}

    def verify(self, sample: int | None = None, seed: int = 0) -> None:
        """Check every position, or a sample of each level, with independent code in plain Python.

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
        >>> DuotaireTable.build("triangle5 a1", misere=True).verify(sample=20)
        """
        codes = {pegs: level.codes for pegs, level in self.levels.items()}
        for _, level in samples(codes, sample, seed):
            for code in level.tolist():
                position = Position(self.start.board, code)
                after = [self._find(other) for other in _turns_from(position, self.turns)]
                lost = [
                    left for left in after if left is not None and not _is_won(left, self.misere)
                ]
                best = min(lost) if lost else max((left or 0 for left in after), default=-1)
                if None in after or self._find(code) != best + 1:
                    raise StoreDamagedError(f"{self!r} is wrong about code {code}: build it again")

    def _find(self, code: int) -> int | None:
        """Return the remoteness of a code, or None if it is not in the table."""
        level = self.levels.get(code.bit_count())
        if level is None:
            return None
        at = self._probe.find(code, level.codes)
        return None if at < 0 else int(level.remoteness[at])

    @cached_property
    def _probe(self) -> Probe:
        from pegsolitaire.engine import Probe

        return Probe(self.start.board.symmetries)


def _levels(
    position: Position, misere: bool, turns: Turn, kept: int = 0, *, work: Work
) -> Iterator[tuple[int, DuotaireLevel]]:
    """Yield the levels of a table, with all numbers of pegs from 1 on."""
    _check(position, turns)
    with _pass(position.board, [position.code], misere, turns, kept, work=work) as made:
        engine, remoteness = made
        next_pegs = 1
        for pegs, level in remoteness.scored():
            for empty in range(next_pegs, pegs):
                yield empty, DuotaireLevel(np.empty(0, np.uint64), np.empty(0, np.uint8))
            next_pegs = pegs + 1
            codes = engine.row_codes(level.level)
            order = np.argsort(codes)
            yield pegs, DuotaireLevel(codes[order], level.remoteness[order])


def _columns(levels: Iterable[tuple[int, DuotaireLevel]]) -> Iterator[tuple[str, Any]]:
    """Yield the names and arrays of the columns to store."""
    for pegs, (codes, remoteness) in levels:
        yield f"{pegs}.code", codes
        yield f"{pegs}.remoteness", remoteness


def _stored_levels(file: SetFile[Any], start: Position) -> LazyLevels[DuotaireLevel]:
    """Map the levels of a file into memory. Each of them is checked when first used."""

    def types(pegs: int, names: Collection[str]) -> dict[str, str]:
        return {"code": "uint64", "remoteness": "uint8"}

    return map_levels(file, range(1, len(start) + 1), types, DuotaireLevel)
