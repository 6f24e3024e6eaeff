"""Build the level sets of a problem, as described in Bell's Notes (sections 3 and 4).

F is the set of positions that can be reached from the start, B is the set of positions that can
reach the finish, and W is the intersection of F and B. F and B are intersected in only one level.
From there, W is extended in both directions, one jump at a time, within F and B (equations 4 and
5). This is far less work than building all of F and B.

A self-complementary problem does not need B, because B consists of the complements of F (equation
6). F is therefore built only down to the middle of the game. If the number of holes is odd, there
are two middle levels, of which only the upper one is built. A position of F in this level is
winning if a jump leads from it to the complement of a position of F in the same level.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any
from zlib import crc32

from pegsolitaire.errors import BudgetSpentError, StoreError
from pegsolitaire.files import explained, folder_made, remove_file, renamed_when_whole, synced
from pegsolitaire.game import Problem
from pegsolitaire.sets.npz_files import (
    Arrays,
    DamageError,
    Envelope,
    Format,
    check_sum,
    map_columns,
    read_document,
    write_columns,
)
from pegsolitaire.sets.store import LazyLevels, path_of
from pegsolitaire.theory import ResourceCount, canonical_bounds, shares_class
from pegsolitaire.units import counted
from pegsolitaire.work import Work

if TYPE_CHECKING:
    from pegsolitaire.engine import LevelEngine, LevelSet, MoveLevels, Unfinished, Words


def play_set(
    engine: LevelEngine,
    problem: Problem,
    name: str,
    last: int | None = None,
    **options: Any,
) -> Iterator[tuple[int, LevelSet]]:
    """Yield the levels of F or B, including empty ones, each with its number of pegs.

    Parameters
    ----------
    name : str
        ``"F"`` or ``"B"``.
    last : int, optional
        The number of pegs of the last level; by default that of the finish for F, and that of the
        start for B.
    **options
        The other options of :func:`pegsolitaire.engine.play_levels`.
    """
    from pegsolitaire.engine import play_levels

    codes, end, jumps = problem.starts, problem.finish_pegs, engine.jumps
    if name == "B":
        codes, end, jumps = problem.finishes, problem.start_pegs, engine.unjumps
    last = end if last is None else last
    return play_levels(engine, codes, last, jumps=jumps, away=True, **options)


def winning_levels(
    engine: LevelEngine,
    problem: Problem,
    checkpoint: Checkpoint | None = None,
    *,
    work: Work | None = None,
) -> dict[int, LevelSet]:
    """Build the levels of winning positions of a problem.

    Parameters
    ----------
    engine : LevelEngine
        The engine that builds levels of this problem.
    problem : Problem
        The problem.
    checkpoint : Checkpoint, optional
        Loads the levels that an earlier run finished and saves those that this run finishes.

    Returns
    -------
    dict of int to level
        A level, which may be empty, for every number of pegs from the start to the finish; for a
        self-complementary problem, from the start to the middle of the game.
    """
    work = Work.of(work)
    halved = problem.is_self_complementary
    last = middle_pegs(problem) if halved else problem.finish_pegs
    if not shares_class(problem):
        return {pegs: engine.level([]) for pegs in range(last, problem.start_pegs + 1)}
    if not halved:
        return _between(engine, problem, checkpoint, work=work)
    forward = play_set(engine, problem, "F", last, checkpoint=checkpoint, work=work)
    return upper_half(engine, dict(forward), problem, work=work)


def middle_pegs(problem: Problem) -> int:
    """Return half the number of holes, rounded up. The upper half of a game ends there."""
    return (len(problem.board) + 1) // 2


def upper_half(
    engine: LevelEngine,
    forward: dict[int, LevelSet],
    problem: Problem,
    *,
    work: Work,
) -> dict[int, LevelSet]:
    """Find the winning positions of the upper half of a self-complementary problem.

    Parameters
    ----------
    forward : dict of int to level
        The levels of F by number of pegs, from half the holes (rounded up) to the start. They are
        removed from the dictionary once they have been used.
    """
    middle = min(forward)
    level, odd = forward[middle], len(problem.board) % 2 == 1
    steps = engine.one_of_each_pair(level) if odd else engine.stay
    found = engine.select(level, steps, level, flip=True)
    if odd and steps is not engine.jumps:  # the positions before the other jumps of the pairs
        found = engine.union([found, engine.select(found, engine.jumps, level, flip=True)])
    wins = {middle: found}
    work.progress.stage("collecting winning positions", problem.start_pegs - middle)
    for pegs in range(middle, problem.start_pegs):
        forward.pop(pegs)
        wins[pegs + 1] = engine.select(wins[pegs], engine.unjumps, forward[pegs + 1])
        work.update(
            pegs + 1 - middle, f"{len(wins[pegs + 1]):,} win with {counted(pegs + 1, 'peg')}"
        )
    return wins


def _between(
    engine: LevelEngine, problem: Problem, checkpoint: Checkpoint | None, *, work: Work
) -> dict[int, LevelSet]:
    """Find the winning positions by extending the smaller of F and B until they meet."""
    top, bottom = problem.start_pegs, problem.finish_pegs
    forward = play_set(engine, problem, "F", checkpoint=checkpoint, work=work.silent)
    backward = play_set(engine, problem, "B", checkpoint=checkpoint, work=work.silent)
    down, up = dict([next(forward)]), dict([next(backward)])
    work.progress.stage("playing forward and backward", top - bottom)
    while (upper := min(down)) > (lower := max(up)):
        smaller, levels = (forward, down) if len(down[upper]) <= len(up[lower]) else (backward, up)
        pegs, level = next(smaller)
        levels[pegs] = level
        note = f"{counted(len(level), 'position')} with {counted(pegs, 'peg')}"
        work.update(top - bottom - min(down) + max(up), note)
    wins = {upper: engine.select(down[upper], engine.stay, up[upper])}
    for pegs in range(upper, top):
        wins[pegs + 1] = engine.select(wins[pegs], engine.unjumps, down[pegs + 1])
    for pegs in range(upper, bottom, -1):
        wins[pegs - 1] = engine.select(wins[pegs], engine.jumps, up[pegs - 1])
    return wins


def levels_of(problem: Problem) -> list[int]:
    """Return the numbers of pegs of all levels of :func:`winning_codes`."""
    half, top = len(problem.board) // 2, problem.start_pegs
    most = min(half, top) if problem.is_self_complementary else top
    return list(range(problem.finish_pegs, most + 1))


@contextmanager
def winning_codes(
    problem: Problem,
    counts: Sequence[ResourceCount],
    checkpoint: Checkpoint | None,
    *,
    work: Work,
) -> Iterator[LazyLevels[Words]]:
    """Provide the sorted canonical codes of the winning positions, by number of pegs.

    For a self-complementary problem on ``N`` holes, only the lower half of the game is listed, as
    in the papers. Each position of the upper half with ``n`` pegs is replaced by its complement
    with ``N - n`` pegs. The codes of a level are computed when first used, inside the ``with``
    block, and only one level is kept, because all of them together may not fit in memory.
    """
    from pegsolitaire.engine import LevelEngine

    scratch = checkpoint.folder if checkpoint and work.may_spill else None
    if checkpoint is not None:
        checkpoint.pruned_by(count.weights for count in counts)
    levels: Any = LevelEngine.of if work.cluster is None else work.cluster.levels
    with levels(problem, counts, work=work.part(scratch=scratch)) as engine:
        wins = winning_levels(engine, problem, checkpoint, work=work)
        flip = len(problem.board) if problem.is_self_complementary else 0

        def codes(pegs: int) -> Words:
            level: Words = engine.codes(wins[flip - pegs if flip else pegs], flip=flip > 0)
            return level

        numbers = sorted(flip - pegs if flip else pegs for pegs in wins)
        yield LazyLevels(numbers, codes, last_only=True)


# --
# Checkpoints: unfinished work, saved so that an interrupted build or search can resume.
#
# A checkpoint is a folder next to the file that is being built: ``<start>_<finish>.building`` for
# winning sets, ``<start>_<finish>.moves.building`` for a search for the fewest moves. The file
# ``F-22.npz`` holds the envelope of a level and its words. If the level does not fit in memory,
# the file holds the name and the CRC-32 of another file with the words instead. If a level takes
# several passes, ``F-21.words`` and ``F-21.passes`` hold the finished passes. ``proven.json``
# holds the largest number of moves that is proven to be too small. Levels are saved only when
# losing the work since the last save would cost more than a few seconds, so a quick build writes
# nothing. A file is written under a temporary name and then renamed. If a file cannot be read, or
# belongs to another problem or version, it is ignored and its level is rebuilt.


FORMAT = Format("checkpoint", 6, "pegs sets winning BOARD START", "remove {place}")
_MAX_PARTITIONS = 1 << 20  # the number of partitions of a level that has fewer positions


class Checkpoint:
    """Saves the finished levels of a build, or of a search for the fewest moves, in a folder.

    Parameters
    ----------
    problem : Problem
        The problem.
    root : Path, optional
        The folder of the store; by default the user's store.
    seconds : float, optional
        How many seconds of finished work may be lost, in addition to the level in progress.
    disk : int, optional
        The most bytes that the levels may take on disk; levels beyond that are not saved.
    ending : str, optional
        The suffix of the folder's name: ``"building"`` for winning sets, ``"moves.building"`` for
        :func:`pegsolitaire.solving.shortest`, ``"levels.building"`` for
        :func:`pegsolitaire.surveys.move_table`.
    folder : Path, optional
        The folder, if it does not have the name of a problem; see
        :meth:`pegsolitaire.sets.FewestMoves.load`.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> from pegsolitaire.board import triangle
    >>> problem = Problem.complement(triangle(5), "a1")
    >>> with TemporaryDirectory() as home:
    ...     Checkpoint(problem, Path(home), seconds=0, ending="moves.building").prove(8)
    ...     Checkpoint(problem, Path(home), ending="moves.building").proven
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
        folder: Path | None = None,
    ) -> None:
        self.folder = folder or path_of(problem, ending, root)
        self.seconds = seconds
        self._disk = disk
        self._problem = problem
        self._pruned: list[list[int]] = []
        self._envelope = Envelope(FORMAT, problem.board, problem.finishes, problem.starts)
        self._unsaved: dict[tuple[str, int], LevelSet] = {}
        self._saved_at = monotonic()

    def pruned_by(self, weights: Iterable[Sequence[int]]) -> None:
        """From now on, load and save only levels that were pruned with exactly these counts."""
        self._pruned = [list(row) for row in weights]

    def load(self, direction: str, number: int) -> LevelSet | None:
        """Return a saved level. Return None if it was not saved or if its file is damaged."""
        path = self._path(direction, number)
        with suppress(StoreError), FORMAT.reading(path):
            envelope, columns = map_columns(path, FORMAT)
            envelope.check(self._envelope_of(direction, number))
            return self._level_of(envelope, columns)
        return None

    def _level_of(self, envelope: Envelope, columns: Arrays) -> LevelSet:
        from pegsolitaire.engine import LevelSet, map_file

        details = envelope.details
        stored: dict[str, str] = {} if "file" in details else {"stored": f"uint{details['bits']}"}
        envelope.check_columns(columns, {**stored, "offsets": "int64"})
        count, parts = int(columns["offsets"][-1]), len(columns["offsets"]) - 1
        if max(count, parts - _MAX_PARTITIONS) > sum(canonical_bounds(self._problem)):
            raise DamageError(f"{envelope.board.name} has fewer positions than its level")
        offsets = columns["offsets"].copy()  # the level may outlive the file
        if parts < 1 or parts & parts - 1 or offsets[0] or (offsets[1:] < offsets[:-1]).any():
            raise DamageError("its partitions are damaged")
        if stored:
            check_sum(count, len(columns["stored"]))
            return LevelSet(columns["stored"].copy(), offsets, len(self._problem.board))
        path = self.folder / Path(details["file"]).name
        words = map_file(path, details["bits"] // 8)
        check_sum((count, details["count"]), (len(words), len(words)))
        check_sum(details["crc32"], crc32(words.data))
        return LevelSet(words, offsets, len(self._problem.board), files=(path,))

    @contextmanager
    def going_on(self) -> Iterator[None]:
        """Save the finished levels if the work inside the ``with`` block is interrupted."""
        self._remove_strays()
        try:
            yield
        except (KeyboardInterrupt, BudgetSpentError):
            self.save()
            raise

    def _remove_strays(self) -> None:
        """Remove files that killed runs wrote for levels that they did not save.

        A run that is still working has its files open, so it can still use them after they are
        removed.
        """
        from pegsolitaire.engine import is_scratch

        names = {self._file_of(path) for path in self.folder.glob("*.npz")}
        for path in (*self.folder.glob("*.words"), *self.folder.glob("*.rows")):
            if is_scratch(path) and path.name not in names:
                remove_file(path)

    def _file_of(self, path: Path) -> str | None:
        """Return the name of the separate file with the words of a saved level, if it exists."""
        with suppress(StoreError), FORMAT.reading(path):
            return Envelope.decode(FORMAT, read_document(path)).details.get("file")
        return None

    def begin(self, direction: str, number: int) -> Unfinished:
        """Return where to save finished passes while a level is built in several passes."""
        from pegsolitaire.engine import Unfinished

        name = f"{direction}-{number}"
        return Unfinished(self.folder, name, self._envelope_of(direction, number).encode())

    def keep(self, direction: str, number: int, level: LevelSet) -> None:
        """Add a finished level, and save all unsaved levels if enough time has passed."""
        self._unsaved[direction, number] = level
        if self._is_due:
            self.save()

    @property
    def _is_due(self) -> bool:
        """Whether it is time to save levels again."""
        return monotonic() - self._saved_at >= self.seconds

    def save(self) -> None:
        """Write all finished levels that have not been written yet."""
        if not self._unsaved:
            return
        # If the folder vanishes, another process has just finished the same work.
        with explained(self.folder), suppress(FileNotFoundError), folder_made(self.folder):
            for key, unsaved in self._unsaved.items():
                if self._disk is None or self._size() + unsaved.stored.nbytes <= self._disk:
                    self._write(*key, unsaved)
        self._unsaved.clear()
        self._saved_at = monotonic()

    def _size(self) -> int:
        """Return the size of all files in the folder, in bytes."""
        return sum(path.stat().st_size for path in self.folder.iterdir())

    def clear(self) -> None:
        """Remove the folder after the work is done."""
        self._unsaved.clear()
        shutil.rmtree(self.folder, ignore_errors=True)
        with suppress(OSError):  # the board's folder may not be empty
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
            file = {"file": level.files[0].name, "crc32": crc32(level.stored.data)}
            envelope = envelope.having(count=len(level), **file)
        else:
            columns = {"stored": level.stored, **columns}
        with renamed_when_whole(self._path(direction, number)) as aside:
            write_columns(aside, envelope, columns.items(), mapped=True)

    @property
    def proven(self) -> int:
        """The largest number of moves that earlier searches proved to be insufficient."""
        try:
            with FORMAT.reading(self._proven):
                envelope = Envelope.decode(FORMAT, self._proven.read_bytes())
                envelope.check(self._envelope)
                envelope.check_seal()
                return int(envelope.details["moves"])
        except StoreError:
            return 0

    def prove(self, moves: int) -> None:
        """Record that solutions need more than this number of moves, and remove saved levels."""
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


def advance(
    ends: MoveLevels, direction: str, checkpoint: Checkpoint | None, limit: int | None = None
) -> int:
    """Add the next level by moves, loaded if a run saved it, and return its size."""
    number = len(ends.levels)
    saved = None if checkpoint is None else checkpoint.load(direction, number)
    if saved is not None:
        ends.restore(saved)
    else:
        ends.advance(limit)
        if checkpoint is not None:
            checkpoint.keep(direction, number, ends.levels[-1])
    return len(ends.levels[-1])
