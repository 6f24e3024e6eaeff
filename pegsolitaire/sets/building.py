"""From a problem to its level sets: forward, backward, winning and losing (Notes, sections 3-4).

F is played forward from the start, B backward from the finish, and W is where they meet. Only one
level is ever intersected; from there W grows both ways, one jump at a time, inside F and B
(equations 4 and 5), which is far less work than all of F and B.

A self-complementary problem needs no B: it is F on the complement (equation 6). So F is played
down to the middle only, and even the middle level is not built twice: with an odd number of
holes, W of the level above the middle are those of F there that a jump turns into the complement
of another of them.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar
from zlib import crc32

from pegsolitaire.errors import BudgetSpentError, StoreError
from pegsolitaire.files import explained, folder_made, remove_file, renamed_when_whole, synced
from pegsolitaire.game import Problem
from pegsolitaire.sets.columns import (
    Arrays,
    Envelope,
    Format,
    check_sum,
    map_columns,
    read_document,
    write_columns,
)
from pegsolitaire.sets.runner import EMBEDDED, Level, Levels
from pegsolitaire.sets.store import path_of
from pegsolitaire.theory import ResourceCount, shares_class
from pegsolitaire.work import Work

if TYPE_CHECKING:
    from pegsolitaire.engine import LevelSet, Unfinished, Words


L = TypeVar("L", bound=Level)
Kept = TypeVar("Kept")


class Keeper(Protocol[Kept]):
    """Keeps finished levels, so that a killed run can continue from them."""

    def load(self, direction: str, pegs: int) -> Kept | None:
        """The level, if it was kept."""

    def begin(self, direction: str, pegs: int) -> Unfinished | None:
        """Where a level is kept while it is made, if it is."""

    def keep(self, direction: str, pegs: int, level: Kept) -> None:
        """A level is finished."""


class Forgetful:
    """Keeps nothing."""

    def load(self, direction: str, pegs: int) -> Any:
        """Nothing was kept."""
        return None

    def begin(self, direction: str, pegs: int) -> None:
        """Nor is it while it is made."""

    def keep(self, direction: str, pegs: int, level: Any) -> None:
        """Nothing is kept."""


@dataclass(frozen=True)
class LevelRun(Generic[L]):
    """One direction of play, level by level."""

    engine: Levels[L, Any]
    problem: Problem
    direction: str  # "F" or "B"
    keeper: Keeper[L]

    def first(self) -> tuple[int, L]:
        """The number of pegs and the positions where the direction begins."""
        forward = self.direction == "F"
        codes = self.problem.starts if forward else self.problem.finishes
        return codes[0].bit_count(), self.engine.level(codes)

    def following(self, pegs: int, level: L, before: int) -> tuple[int, L]:
        """The next level; ``before`` is the size of the one before this."""
        steps, change = (
            (self.engine.jumps, -1) if self.direction == "F" else (self.engine.unjumps, 1)
        )
        kept = self.keeper.load(self.direction, pegs + change)
        if kept is not None:
            return pegs + change, kept
        # The ratio of levels falls as they grow, so the last one is a fair upper guess.
        expected = len(level) * max(len(level), 1) // max(before, 1)
        pegs += change
        unfinished = self.keeper.begin(self.direction, pegs)
        made = self.engine.step(level, steps, expected, away=True, unfinished=unfinished)
        self.keeper.keep(self.direction, pegs, made)
        return pegs, made

    def until(self, last: int, *, work: Work | None = None) -> Iterator[tuple[int, L]]:
        """The levels from the first to the one with ``last`` pegs, empty ones included."""
        work = Work.of(work)
        pegs, level = self.first()
        work.progress.stage(
            f"playing {'forward' if self.direction == 'F' else 'backward'}", abs(pegs - last)
        )
        begin, before = pegs, len(level)
        yield pegs, level
        while pegs != last:
            size = len(level)
            pegs, level = self.following(pegs, level, before)
            before = size
            note = f"{len(level):,} positions with {pegs} pegs"
            work.update(abs(pegs - begin), note, positions=len(level))
            yield pegs, level


def winning_levels(
    engine: Levels[L, Any],
    problem: Problem,
    keeper: Keeper[L] | None = None,
    *,
    work: Work | None = None,
) -> dict[int, L]:
    """The winning positions by pegs; for a self-complementary problem the upper half alone.

    Parameters
    ----------
    engine : Levels
        What makes the levels of the problem.
    problem : Problem
        The problem.
    keeper : Keeper, optional
        Asked for finished levels, and given them.

    Returns
    -------
    dict of int to level
        A level for every number of pegs from start to finish (or to the middle), perhaps empty.
    """
    work = Work.of(work)
    keeper = keeper or Forgetful()
    halved = problem.is_self_complementary
    last = middle_pegs(problem) if halved else problem.finish_pegs
    if not shares_class(problem):
        return {pegs: engine.level([]) for pegs in range(last, problem.start_pegs + 1)}
    forward = LevelRun(engine, problem, "F", keeper)
    if halved:
        return upper_half(engine, dict(forward.until(last, work=work)), problem, work=work)
    return _between(engine, forward, LevelRun(engine, problem, "B", keeper), work=work)


def middle_pegs(problem: Problem) -> int:
    """Half as many pegs as holes, rounded up: the last level of the upper half of a game."""
    return (len(problem.board) + 1) // 2


def upper_half(
    engine: Levels[L, Any],
    forward: dict[int, L],
    problem: Problem,
    *,
    work: Work,
) -> dict[int, L]:
    """W from F, from the middle up, for a self-complementary problem.

    Parameters
    ----------
    forward : dict of int to level
        F by pegs, from half the holes (rounded up) to the start; it is emptied as it is used.
    """
    middle = min(forward)
    odd = len(problem.board) % 2 == 1
    steps = engine.jumps if odd else engine.stay
    wins = {middle: engine.select(forward[middle], steps, forward[middle], flip=True)}
    work.progress.stage("collecting what wins", problem.start_pegs - middle)
    for pegs in range(middle, problem.start_pegs):
        forward.pop(pegs)
        wins[pegs + 1] = engine.select(wins[pegs], engine.unjumps, forward[pegs + 1])
        work.update(pegs + 1 - middle, f"{len(wins[pegs + 1]):,} win with {pegs + 1} pegs")
    return wins


def _between(
    engine: Levels[L, Any],
    forward: LevelRun[L],
    backward: LevelRun[L],
    *,
    work: Work,
) -> dict[int, L]:
    """W between F and B: the smaller of the two advances until they meet."""
    upper, lower = [forward.first()], [backward.first()]
    total = upper[0][0] - lower[0][0]
    work.progress.stage("playing forward and backward", total)
    while upper[-1][0] > lower[-1][0]:
        run, levels = (
            (forward, upper) if len(upper[-1][1]) <= len(lower[-1][1]) else (backward, lower)
        )
        before = len(levels[-2 if len(levels) > 1 else -1][1])
        levels.append(run.following(*levels[-1], before))
        pegs, level = levels[-1]
        done = total - upper[-1][0] + lower[-1][0]
        note = f"{len(level):,} positions with {pegs} pegs"
        work.update(done, note, positions=len(level))
    meeting = upper[-1][0]
    down, up = dict(upper), dict(lower)
    wins = {meeting: engine.select(down[meeting], engine.stay, up[meeting])}
    for pegs in range(meeting, forward.problem.start_pegs):
        wins[pegs + 1] = engine.select(wins[pegs], engine.unjumps, down[pegs + 1])
    for pegs in range(meeting, forward.problem.finish_pegs, -1):
        wins[pegs - 1] = engine.select(wins[pegs], engine.jumps, up[pegs - 1])
    return wins


def levels_of(problem: Problem) -> list[int]:
    """The levels that :class:`WinningCodes` has, by pegs."""
    half, top = len(problem.board) // 2, problem.start_pegs
    most = min(half, top) if problem.is_self_complementary else top
    return list(range(problem.finish_pegs, most + 1))


class WinningCodes(Mapping[int, "Words"]):
    """Winning levels as sorted reduced codes by pegs: all of them, or up to half the pegs.

    The upper half of a self-complementary problem becomes the lower one, whose codes the papers
    list: for every position with ``n`` pegs its complement with ``N - n``. A level's codes are
    made when they are asked for: together they may be more than the memory holds.
    """

    def __init__(self, engine: Levels[L, Any], problem: Problem, wins: dict[int, L]) -> None:
        self._engine, self._wins = engine, wins
        self._flip = len(problem.board) if problem.is_self_complementary else 0

    def __getitem__(self, pegs: int) -> Words:
        level = self._wins[self._flip - pegs if self._flip else pegs]
        return self._engine.codes(level, flip=self._flip > 0)

    def __iter__(self) -> Iterator[int]:
        return iter(sorted(self._flip - pegs if self._flip else pegs for pegs in self._wins))

    def __len__(self) -> int:
        return len(self._wins)


@contextmanager
def winning_codes(
    problem: Problem,
    counts: Sequence[ResourceCount],
    checkpoint: Checkpoint | None,
    *,
    work: Work,
) -> Iterator[WinningCodes]:
    """The codes of the winning positions; they last as long as the engine."""
    scratch = checkpoint.folder if checkpoint and work.may_spill else None
    if checkpoint is not None:
        checkpoint.pruned_by(count.weights for count in counts)
    with (work.cluster or EMBEDDED).levels(
        problem, counts, work=work.part(scratch=scratch)
    ) as engine:
        yield WinningCodes(
            engine, problem, winning_levels(engine, problem, keeper=checkpoint, work=work)
        )


# --
# Work in progress, kept so that a killed build or search continues where it stopped.
#
# It lies beside what is being made, in ``<start>_<finish>.building`` (winning sets) or
# ``<start>_<finish>.moves.building`` (a search for few moves). A level is ``F-22.npz`` with its
# envelope and its words, or, where it outgrew the memory, with the name and the CRC-32 of the file
# that holds them; of one that takes several passes, ``F-21.words`` and ``F-21.passes`` have those
# that are finished. ``proven.json`` says how many moves are proven to be too few. Levels are
# written once enough work was done since the last time that losing it would hurt; quick work
# writes nothing. A file is written aside and renamed; one that cannot be read, or is of another
# problem or version, is ignored and its level built again.


FORMAT = Format("checkpoint", 6, "pegs sets winning", "remove {place}")
_BLOCK = 1 << 21


class Checkpoint:
    """Keeps the finished part of a build, or of a search for few moves, in a folder.

    Parameters
    ----------
    problem : Problem
        The problem.
    root : Path, optional
        Where to, by default the store.
    seconds : float, optional
        Work that may be lost, beside the level under way.
    disk : int, optional
        Bytes that the levels may take; those beyond are not kept.
    ending : str, optional
        Of the name of the folder: see :meth:`of_moves`.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> from pegsolitaire.board import triangle
    >>> problem = Problem.complement(triangle(5), "a1")
    >>> with TemporaryDirectory() as home:
    ...     Checkpoint.of_moves(problem, Path(home), seconds=0).prove(8)
    ...     Checkpoint.of_moves(problem, Path(home)).proven
    8
    """

    def __init__(
        self,
        problem: Problem,
        root: Path | None = None,
        seconds: float = 10.0,
        disk: int | None = None,
        *,
        ending: str = "building",
    ) -> None:
        self.folder = path_of(problem, ending, root)
        self.seconds = seconds
        self._disk = disk
        self._holes = len(problem.board)
        self._pruned: list[list[int]] = []
        self._envelope = Envelope(FORMAT, problem.board, problem.finishes, problem.starts)
        self._unsaved: dict[tuple[str, int], LevelSet] = {}
        self._saved_at = monotonic()

    @classmethod
    def of_moves(
        cls,
        problem: Problem,
        root: Path | None = None,
        seconds: float = 10.0,
        disk: int | None = None,
    ) -> Checkpoint:
        """That of a search for few moves, in the store: :func:`pegsolitaire.solving.shortest`."""
        return cls(problem, root, seconds, disk, ending="moves.building")

    # -- levels -----------------------------------------------------------------------------------

    def pruned_by(self, weights: Iterable[Sequence[int]]) -> None:
        """Levels are without what these resource counts exclude: no others are read."""
        self._pruned = [list(row) for row in weights]

    def load(self, direction: str, number: int) -> LevelSet | None:
        """The level, if it was kept and is whole."""
        path = self._path(direction, number)
        with suppress(StoreError), FORMAT.reading(path):
            found, columns = map_columns(path, FORMAT)
            found.check(self._envelope_of(direction, number))
            return self._level_of(found, columns)
        return None

    def _level_of(self, envelope: Envelope, columns: Arrays) -> LevelSet:
        from pegsolitaire.engine import LevelSet, map_file

        details = envelope.details
        stored: dict[str, str] = {} if "file" in details else {"stored": f"uint{details['bits']}"}
        envelope.check_columns(columns, {**stored, "offsets": "int64"})
        offsets = columns["offsets"].copy()  # the file may be removed before the level is
        if stored:
            return LevelSet(columns["stored"].copy(), offsets, self._holes)
        path = self.folder / Path(details["file"]).name
        words = map_file(path, details["bits"] // 8)
        check_sum((details["count"], details["crc32"]), (len(words), _checksum(words)))
        return LevelSet(words, offsets, self._holes, files=(path,))

    @contextmanager
    def going_on(self) -> Iterator[None]:
        """While levels are made: finished work is kept where that is interrupted."""
        self.remove_strays()
        try:
            yield
        except (KeyboardInterrupt, BudgetSpentError):
            self.save()
            raise

    def remove_strays(self) -> None:
        """Remove the files of levels that killed runs made and did not keep.

        A run that is at work has them open: it loses no more than their names.
        """
        from pegsolitaire.engine import is_scratch

        kept = {self._file_of(path) for path in self.folder.glob("*.npz")}
        for path in (*self.folder.glob("*.words"), *self.folder.glob("*.rows")):
            if is_scratch(path) and path.name not in kept:
                remove_file(path)

    def _file_of(self, path: Path) -> str | None:
        """The name of the file with the words of a level that was kept, if it is in one."""
        with suppress(StoreError), FORMAT.reading(path):
            return Envelope.decode(FORMAT, read_document(path)).details.get("file")
        return None

    def begin(self, direction: str, number: int) -> Unfinished:
        """Where a level that takes several passes is kept while it is made."""
        from pegsolitaire.engine import Unfinished

        name = f"{direction}-{number}"
        return Unfinished(self.folder, name, self._envelope_of(direction, number).encode())

    def keep(self, direction: str, number: int, level: LevelSet) -> None:
        """A level is finished: write it, and those before it, if it is time."""
        self._unsaved[direction, number] = level
        if self._is_due:
            self.save()

    @property
    def _is_due(self) -> bool:
        """Whether enough was done since the last time that losing it would hurt."""
        return monotonic() - self._saved_at >= self.seconds

    def save(self) -> None:
        """Write the finished levels that are not written yet."""
        if not self._unsaved:
            return
        # Where the folder vanishes, another process has just finished the same work.
        with explained(self.folder), suppress(FileNotFoundError), folder_made(self.folder):
            for key, unsaved in self._unsaved.items():
                if self._disk is None or self._size() + unsaved.stored.nbytes <= self._disk:
                    self._write(*key, unsaved)
        self._unsaved.clear()
        self._saved_at = monotonic()

    def _size(self) -> int:
        """The bytes that the folder holds."""
        return sum(path.stat().st_size for path in self.folder.iterdir())

    def clear(self) -> None:
        """The work is done: nothing of it is needed any more."""
        self._unsaved.clear()
        shutil.rmtree(self.folder, ignore_errors=True)
        with suppress(OSError):  # something else of the board is stored
            self.folder.parent.rmdir()

    def _path(self, direction: str, number: int) -> Path:
        return self.folder / f"{direction}-{number}.npz"

    def _envelope_of(self, direction: str, number: int) -> Envelope:
        from pegsolitaire.engine import LAYOUT_VERSION

        return self._envelope.having(
            layout=LAYOUT_VERSION, level=[direction, number], pruned=self._pruned
        )

    def _write(self, direction: str, number: int, level: LevelSet) -> None:
        envelope = self._envelope_of(direction, number).having(bits=8 * level.stored.itemsize)
        columns: Arrays = {"offsets": level.offsets}
        if level.files:
            crc32, name = _checksum(level.stored), level.files[0].name
            envelope = envelope.having(file=name, count=len(level), crc32=crc32)
        else:
            columns = {"stored": level.stored, **columns}
        with renamed_when_whole(self._path(direction, number)) as aside:
            write_columns(aside, envelope, columns.items(), mapped=True)

    # -- what is proven ---------------------------------------------------------------------------

    @property
    def proven(self) -> int:
        """No solution has as few moves as this, by earlier searches."""
        try:
            with FORMAT.reading(self._proven):
                found = Envelope.decode(FORMAT, self._proven.read_bytes())
                found.check(self._envelope)
                found.check_seal()
                return int(found.details["moves"])
        except StoreError:
            return 0

    def prove(self, moves: int) -> None:
        """No solution has as few moves: the levels that show it are needed no more."""
        if self._is_due or self.folder.is_dir():
            with (
                explained(self.folder),
                suppress(FileNotFoundError),
                renamed_when_whole(self._proven) as aside,
                synced(aside) as file,
            ):
                file.write(self._envelope.having(moves=moves).sealed().encode())
        self._unsaved.clear()
        for path in self.folder.glob("*.npz"):
            remove_file(path)

    @property
    def _proven(self) -> Path:
        return self.folder / "proven.json"


def _checksum(words: Words) -> int:
    """The CRC-32 of words, read block by block."""
    total = 0
    for begin in range(0, len(words), _BLOCK):
        total = crc32(words[begin : begin + _BLOCK].tobytes(), total)
    return total
