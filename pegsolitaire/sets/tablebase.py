"""Tablebases: of every position of a class, whether a finish can be reached from it.

A tablebase is one Arrow IPC file, ``<home>/<board>/to_<finish>.arrow``, that any reader of Arrow
opens: a single column ``bits`` (uint64), uncompressed, so that it is mapped into memory and not
read. Bit ``i`` of the column, from the lowest bit of the first word on, says whether the position
of index ``i`` is solvable. The schema's metadata key ``pegsolitaire`` is a JSON document with the
format and its version, the board, the finishes, the holes whose pegs are the binary digits of an
index, lowest first, for each other hole the holes whose pegs give its own (an odd number of them,
or an even one), and the SHA-256 of the column.

A build in progress is kept as a file of the same form beside it, ``to_<finish>.arrow.building``:
its bits are right as far as they are set, and the build goes on from there.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

import numpy as np

from pegsolitaire.board import Board, Hole, Symmetry, apply_permutation
from pegsolitaire.errors import (
    BoardTooLargeError,
    PegSolitaireError,
    ProblemError,
    StoreDamagedError,
    StoreError,
    StoreMissingError,
)
from pegsolitaire.game import Position, Problem, Solution
from pegsolitaire.progress import SILENT, Progress
from pegsolitaire.sets.store import explained, folder_of_board, identity, read_board, written_aside

if TYPE_CHECKING:
    from pegsolitaire.engine import Bitmap, Coset, Words

FORMAT = "pegsolitaire tablebase"
VERSION = 1
_KEY = b"pegsolitaire"
_KEEP_AFTER = 120.0  # seconds of work that may be lost when a build is killed
_WORTH_KEEPING = 10.0  # and when it is interrupted


class Tablebase:
    """Every position of a class from which a game can reach one of some finishes.

    Parameters
    ----------
    board : Board
        The board, of up to 64 holes.
    finishes : tuple of int
        Codes, of one class.
    solvable : Bitmap
        The positions.

    Examples
    --------
    >>> from pegsolitaire.board import english
    >>> board = english()
    >>> table = Tablebase.build(board, ["d4"])
    >>> len(table), board.vacancy("d4") in table, board.vacancy("d1") in table
    (187636299, True, True)
    >>> table.levels()[18], table.reduced_levels()[18]
    (28994876, 3626632)
    """

    def __init__(self, board: Board, finishes: Iterable[int], solvable: Bitmap) -> None:
        self.board = board
        self.finishes = tuple(sorted(set(finishes)))
        self.solvable = solvable

    # -- making -----------------------------------------------------------------------------------

    @classmethod
    def build(
        cls,
        board: Board,
        finishes: Iterable[Hole | str | int],
        path: Path | None = None,
        progress: Progress = SILENT,
    ) -> Tablebase:
        """Sweep a class until all of its solvable positions are known.

        Parameters
        ----------
        board : Board
            The board.
        finishes : iterable of holes or codes
            One peg in a hole, or any position by its code; all of one class.
        path : Path, optional
            A file to keep the work in as it goes, and to store the result in.
        progress : Progress, optional
            Told of every sweep.

        Raises
        ------
        ProblemError
            If there is no finish, or they are of several classes.
        BoardTooLargeError
            If the class does not fit the memory, or the board has more than 64 holes.
        StoreError
            If the file cannot be written.
        """
        from pegsolitaire.engine import close

        codes = [f if isinstance(f, int) else 1 << board.index(f) for f in finishes]
        if len(board) > 64:
            raise BoardTooLargeError(f"{board.name} has {len(board)} holes: at most 64 will do")
        if path is None:
            return cls(board, codes, close(board, codes, "backward", progress))
        keeper = _Keeper(board, codes, path)
        solvable = close(
            board, codes, "backward", progress, known=keeper.known(), keep=keeper.keep
        )
        table = cls(board, codes, solvable)
        table.save(path)
        keeper.clear()
        return table

    @classmethod
    def stored(
        cls, board: Board, finishes: Iterable[int], progress: Progress = SILENT
    ) -> Tablebase:
        """The tablebase of the store, built if it is not there.

        Raises
        ------
        StoreDamagedError
            If it is there and damaged.
        ProblemError, BoardTooLargeError, StoreError
            As :meth:`build`.
        """
        codes = tuple(sorted(set(finishes)))
        path = default_path(board, codes)
        try:
            return cls.open(path, board, codes)
        except StoreMissingError:
            return cls.build(board, codes, path, progress)

    # -- asking -----------------------------------------------------------------------------------

    def __contains__(self, position: object) -> bool:
        """Whether a position, or a code, is solvable."""
        if isinstance(position, Position):
            return position.board == self.board and position.code in self.solvable
        return isinstance(position, int) and position in self.solvable

    def __len__(self) -> int:
        """The number of solvable positions, raw."""
        return sum(self.levels().values())

    def __repr__(self) -> str:
        return f"<Tablebase of {self.board.name}: to {self._problem.finish_text}>"

    @property
    def _problem(self) -> Problem:
        return Problem(self.board, self.finishes, self.finishes)

    @property
    def group(self) -> tuple[Symmetry, ...]:
        """The symmetries of the board that map the finishes to themselves."""
        return self._problem.finish_group

    def solution(self, position: Position) -> Solution:
        """A way from a position to a finish: always the first jump that wins.

        Raises
        ------
        ProblemError
            If there is none.
        """
        if position not in self:
            raise ProblemError(f"{position.text} cannot be brought to {self._problem.finish_text}")
        at, jumps = position, []
        while at.code not in self.finishes:
            jumps.append(next(jump for jump in at.jumps if at.after(jump) in self))
            at = at.after(jumps[-1])
        return Solution(position, jumps)

    def levels(self) -> dict[int, int]:
        """The number of solvable positions, by their pegs."""
        return dict(self._levels)

    @cached_property
    def _levels(self) -> dict[int, int]:
        return self.solvable.by_pegs()

    def reduced_levels(self) -> dict[int, int]:
        """The number of solvable positions up to the symmetries of the finishes, by their pegs.

        By Burnside's lemma: the mean, over the symmetries, of the positions that each leaves
        alone, which are few enough to list.
        """
        from pegsolitaire.engine import fixed_codes

        totals = np.zeros(len(self.board) + 1, np.int64)
        totals[list(self._levels)] = list(self._levels.values())
        for symmetry in self.group[1:]:
            for codes in fixed_codes(self.solvable.coset, [symmetry.image]):
                found = codes[self.solvable.contains_codes(codes)]
                totals += np.bincount(np.bitwise_count(found), minlength=len(totals))
        return {pegs: int(n) // len(self.group) for pegs, n in enumerate(totals) if n}

    # -- storing ----------------------------------------------------------------------------------

    def save(self, path: Path | None = None) -> Path:
        """Write the tablebase to a file, all or nothing, and say where.

        Raises
        ------
        StoreError
            If it cannot be written.
        """
        path = path or default_path(self.board, self.finishes)
        _write(path, self.board, self.finishes, self.solvable)
        return path

    @classmethod
    def open(
        cls, path: str | Path, board: Board | None = None, finishes: tuple[int, ...] | None = None
    ) -> Tablebase:
        """Map a file into memory, once its checksum is seen to be right.

        Parameters
        ----------
        path : str or Path
            The file.
        board : Board, optional
            The board that it has to be of.
        finishes : tuple of int, optional
            The finishes that it has to be of.

        Raises
        ------
        StoreMissingError
            If there is no such file.
        StoreDamagedError
            If it is no tablebase, of another board or version, or damaged.
        """
        path = Path(path)
        try:
            found = _read(path)
        except FileNotFoundError:
            raise StoreMissingError(f"no tablebase at {path}") from None
        except OSError as error:
            if isinstance(error, StoreError):
                raise
            raise _damaged(path, str(error).partition("\n")[0]) from error
        if (board or found.board) != found.board or (finishes or found.finishes) != found.finishes:
            raise _damaged(path, f"it is one of {found.board.name}")
        return found


class BoardTables:
    """Of every position of a board, whether it can be solved to a hole: all of its tablebases.

    Those that are asked for are opened, or built; finishes that the symmetries of the board turn
    into one another share a table.

    Parameters
    ----------
    board : Board
        The board.
    progress : Progress, optional
        Told of builds.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> tables = BoardTables(triangle(5), store=False)
    >>> start = triangle(5).vacancy("a1")
    >>> [tables.solvable(start, hole) for hole in ("a1", "b3", "a4", "a2")]
    [True, False, True, False]
    """

    def __init__(self, board: Board, progress: Progress = SILENT, *, store: bool = True) -> None:
        self.board = board
        self._progress = progress
        self._store = store
        self._tables: dict[int, Tablebase] = {}

    def solvable(self, position: Position, finish: Hole | str) -> bool:
        """Whether a game leads from a position to one peg in a hole.

        Raises
        ------
        ProblemError
            If the position is of another board.
        NotOnBoardError
            If the board has no such hole.
        """
        if position.board != self.board:
            raise ProblemError(f"{position!r} is not a position of {self.board.name}")
        hole = self.board.index(finish)
        symmetry = min(self.board.symmetries, key=lambda s: s.image[hole])
        table = self._table(symmetry.image[hole])
        return apply_permutation(symmetry.image, position.code) in table

    def _table(self, hole: int) -> Tablebase:
        if hole not in self._tables:
            make = Tablebase.stored if self._store else Tablebase.build
            self._tables[hole] = make(self.board, [1 << hole], progress=self._progress)
        return self._tables[hole]


def default_path(board: Board, finishes: Iterable[int]) -> Path:
    """Where the tablebase of some finishes is stored."""
    codes = tuple(finishes)
    return folder_of_board(board) / f"to_{Problem(board, codes, codes).finish_slug}.arrow"


# -- files ----------------------------------------------------------------------------------------


class _Keeper:
    """Keeps a build in progress in a file, from time to time and when it is interrupted."""

    def __init__(self, board: Board, finishes: list[int], path: Path) -> None:
        self.board, self.finishes = board, tuple(sorted(set(finishes)))
        self.path = path.with_name(f"{path.name}.building")
        self._at = monotonic()

    def known(self) -> Bitmap | None:
        """What an earlier build had, if that is whole."""
        from pegsolitaire.engine import Bitmap

        try:
            found = Tablebase.open(self.path, self.board, self.finishes).solvable
        except StoreError:
            return None
        return Bitmap(found.coset, found.words.copy())

    def keep(self, solvable: Bitmap, ending: bool) -> None:
        if monotonic() > self._at + (_WORTH_KEEPING if ending else _KEEP_AFTER):
            _write(self.path, self.board, self.finishes, solvable)
            self._at = monotonic()

    def clear(self) -> None:
        self.path.unlink(missing_ok=True)


def _write(path: Path, board: Board, finishes: tuple[int, ...], solvable: Bitmap) -> None:
    import pyarrow as pa

    document = _document(board, finishes, solvable)
    schema = pa.schema(
        [pa.field("bits", pa.uint64(), nullable=False)], {_KEY: json.dumps(document).encode()}
    )
    with explained(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        with (
            written_aside(path) as aside,
            pa.OSFile(str(aside), "wb") as file,
            pa.ipc.new_file(file, schema) as writer,
        ):
            writer.write_batch(pa.record_batch([pa.array(solvable.words)], schema=schema))


def _document(board: Board, finishes: tuple[int, ...], solvable: Bitmap) -> dict[str, Any]:
    problem = Problem(board, finishes, finishes)
    return {
        "format": FORMAT,
        "version": VERSION,
        "board": identity(problem)["board"],
        "finishes": list(finishes),
        **_index_document(solvable.coset),
        "sha256": _checksum(solvable.words),
    }


def _index_document(coset: Coset) -> dict[str, Any]:
    """How an index is read."""
    return {
        "digits": list(coset.kept),
        "parities": [
            {
                "hole": hole,
                "holes": [i for bit, i in enumerate(coset.kept) if bits >> bit & 1],
                "odd": bool(odd),
            }
            for hole, (bits, odd) in coset.parities.items()
        ],
    }


def _read(path: Path) -> Tablebase:
    """Map a file and check all of it."""
    import pyarrow as pa

    try:
        with pa.memory_map(str(path)) as file, pa.ipc.open_file(file) as reader:
            document = json.loads((reader.schema.metadata or {})[_KEY])
            column = reader.get_batch(0).column("bits")
            whole = reader.num_record_batches == 1 and not column.null_count
        return _checked(path, document, column.to_numpy() if whole else np.empty(0, np.uint64))
    except (pa.ArrowException, LookupError, TypeError, ValueError, AttributeError) as error:
        if isinstance(error, PegSolitaireError):
            raise
        raise _damaged(path, "it cannot be read") from error


def _checked(path: Path, document: dict[str, Any], words: Any) -> Tablebase:
    from pegsolitaire.engine import Bitmap, Coset

    if document["format"] != FORMAT:
        raise _damaged(path, "it is of another format")
    if document["version"] != VERSION:
        raise StoreDamagedError(
            f"{path} is a tablebase of version {document['version']}, this program reads "
            f"{VERSION}: use a later program, or delete it to have it built again"
        )
    board, finishes = read_board(document["board"]), tuple(map(int, document["finishes"]))
    coset = Coset(board, finishes[0])
    if any(document[key] != value for key, value in _index_document(coset).items()):
        raise _damaged(path, "its indices are of another order")
    if len(words) != max(1, len(coset) >> 6) or words.dtype != np.uint64:
        raise _damaged(path, "it is not whole")
    if _checksum(words) != document["sha256"]:
        raise _damaged(path, "its checksum is wrong")
    return Tablebase(board, finishes, Bitmap(coset, words))


def _checksum(words: Words) -> str:
    return sha256(words.view(np.uint8).data).hexdigest()


def _damaged(path: Path, reason: str) -> StoreDamagedError:
    return StoreDamagedError(
        f"{path} is no tablebase of this program: {reason}; delete it to have it built again"
    )
