"""Tablebases, which store whether each position of a class can reach a finish.

A tablebase is stored in one file, ``<home>/<board>/to_<finish>.tablebase.npz``, with a single
column ``bits`` (uint64), which is mapped into memory. Bit ``i`` of the column, counted from the
lowest bit of the first word, is set if the position with index ``i`` is solvable. The envelope
lists the holes whose pegs are the binary digits of an index, lowest digit first. For every other
hole, it lists the holes that determine whether the hole has a peg. The hole has a peg if the
number of pegs in the listed holes is odd or, if the envelope specifies this, even.

An unfinished build is saved in a file of the same format, with ``.building`` appended to the name
of the finished file. All bits that are set in this file are correct, so the build can continue
from it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import nullcontext, suppress
from functools import cached_property
from operator import index
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
import numpy.typing as npt

from pegsolitaire.arguments import whole_number
from pegsolitaire.board import Board, BoardLike, Hole, Symmetry, apply_permutation, as_board
from pegsolitaire.errors import ProblemError, StoreDamagedError, StoreError
from pegsolitaire.files import remove_abandoned, remove_file
from pegsolitaire.frames import Columns, Framed, html_table
from pegsolitaire.game import (
    Position,
    PositionLike,
    Problem,
    Solution,
    StartLike,
    as_position,
    finish_name,
)
from pegsolitaire.sets.npz_files import (
    DamageError,
    Envelope,
    Format,
    map_columns,
    read_document,
)
from pegsolitaire.sets.store import SetFile, building_folder, finish_codes, path_to
from pegsolitaire.theory import ClassLike, as_class, feasible_finishes
from pegsolitaire.work import Work

if TYPE_CHECKING:
    from pegsolitaire.engine import Bitmap, Coset, Words

FORMAT = Format(
    "tablebase",
    3,
    "pegs sets tablebase BOARD",
    "choose another file, or remove {place} and build it again with `pegs sets tablebase BOARD`",
)
_CHUNK = 1 << 16  # positions that are verified at a time
_KEEP_AFTER = 120.0  # seconds of work that may be lost if a build is killed
_WORTH_KEEPING = 10.0  # seconds of work that may be lost if a build is interrupted


class Tablebase(Framed):
    """The positions of a class from which a game can reach one of the finishes.

    Iteration yields every solvable position, in the order of their indices.

    Parameters
    ----------
    board : Board
        A board of up to 64 holes.
    finishes : tuple of int
        The codes of the finishes, all of one position class.
    solvable : Bitmap
        The solvable positions.
    path : Path, optional
        The file in which the tablebase is stored.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> board = triangle(6)
    >>> table = Tablebase.build(board, ["a1"])
    >>> len(table), board.vacancy("a1") in table, board.vacancy("a2") in table
    (291987, True, False)
    >>> table.sizes()[12], table.reduced_sizes()[12]
    (59443, 29784)
    """

    column_types: ClassVar[Mapping[str, str]] = {"pegs": "int16", "code": "uint64"}

    def __init__(
        self,
        board: Board,
        finishes: Iterable[int],
        solvable: Bitmap,
        path: Path | None = None,
    ) -> None:
        self.board = board
        self.finishes = tuple(sorted(set(finishes)))
        self.solvable = solvable
        #: The file in which the tablebase is stored, or None.
        self.path = path

    # -- making -----------------------------------------------------------------------------------

    @classmethod
    def build(
        cls,
        board: BoardLike,
        finishes: Iterable[Hole | str | int],
        *,
        work: Work | None = None,
    ) -> Tablebase:
        """Find all solvable positions of a class.

        Parameters
        ----------
        board : Board, or what makes one
            The board.
        finishes : iterable of holes or codes, or str
            The finishes, all of one position class. A hole stands for a single peg in this hole, a
            code for any position, and the letter of a class for all single pegs of that class.
        work : Work, optional
            Limits on time and memory, a progress bar, and more: see :class:`pegsolitaire.Work`.

        Raises
        ------
        ProblemError
            If there is no finish, or the finishes belong to several position classes.
        BoardTooLargeError
            If the class does not fit in memory, or the board has more than 64 holes.
        """
        work = Work.of(work)
        from pegsolitaire.engine import close

        board = as_board(board)
        board.check_holes("tablebases")
        codes = finish_codes(board, finishes)
        return cls(board, codes, close(board, codes, "backward", work=work))

    @classmethod
    def load(
        cls,
        board: BoardLike,
        finishes: Iterable[Hole | str | int],
        path: str | Path | None = None,
        *,
        work: Work | None = None,
    ) -> Tablebase:
        """Open a tablebase from a file, by default in the store, or build it if there is no file.

        A damaged file in the store is set aside, and the tablebase is built again. If a build was
        interrupted, it continues from the unfinished work that was saved next to the file.

        Parameters
        ----------
        work : Work, optional
            Limits on time and memory, a progress bar, and more: see :class:`pegsolitaire.Work`.

        Raises
        ------
        StoreDamagedError
            If there is a file at ``path``, but it is not a usable tablebase.
        ProblemError, BoardTooLargeError
            As for :meth:`build`.
        StoreError
            If the file cannot be read, or a new one cannot be written.
        """
        work = Work.of(work)
        board = as_board(board)
        board.check_holes("tablebases")
        codes = finish_codes(board, finishes)
        file = cls.file(Path(path) if path else default_path(board, codes), board, codes)
        keeper = ClosureKeeper(board, codes, file.path)

        def build() -> Tablebase:
            from pegsolitaire.engine import close

            solvable = close(
                board, codes, "backward", known=keeper.known(), keep=keeper.keep, work=work
            )
            cls(board, codes, solvable).save(file.path)
            return file.open()  # the mapped file replaces the table in memory

        # A file that the user named is never moved.
        table = file.open() if path and file.path.exists() else file.load(build)
        keeper.clear()  # even if a process was killed after writing the file
        return table

    # -- asking -----------------------------------------------------------------------------------

    def __contains__(self, position: object) -> bool:
        """Return whether a position, which may be given as a code, is solvable."""
        if isinstance(position, Position):
            return position.board == self.board and position.code in self.solvable
        try:
            return index(position) in self.solvable  # type: ignore[arg-type]
        except TypeError:
            return False

    def __len__(self) -> int:
        """Return the number of solvable positions. Images of one another count separately."""
        return sum(self.sizes().values())

    def __iter__(self) -> Iterator[Position]:
        return (Position(self.board, code) for some in self._codes() for code in some.tolist())

    def batches(self) -> Iterator[Columns]:
        """Yield the solvable positions in batches, as numbers of pegs and codes."""
        return ({"pegs": np.bitwise_count(some), "code": some} for some in self._codes())

    def _codes(self) -> Iterator[Words]:
        """Yield the codes of the solvable positions in chunks."""
        coset = self.solvable.coset
        for first in range(0, len(coset), _CHUNK):
            codes = coset.codes(np.arange(first, min(first + _CHUNK, len(coset))))
            yield codes[self.solvable.contains_codes(codes)]

    def _repr_html_(self) -> str:
        title = f"{self.board.name}: solvable to {self.finish_text}"
        return html_table(["pegs", "positions"], self.sizes().items(), title)

    def __repr__(self) -> str:
        return f"<Tablebase of {self.board.name}: to {self.finish_text}>"

    @property
    def finish_text(self) -> str:
        """The finishes as text, separated by commas."""
        return ", ".join(finish_name(self.board, code) for code in self.finishes)

    @property
    def problem(self) -> Problem:
        """A problem with the tablebase's symmetries, whose starts are the same as its finishes."""
        return Problem.of_codes(self.board, self.finishes, self.finishes)

    @property
    def group(self) -> tuple[Symmetry, ...]:
        """The symmetries of the board that map the finishes to themselves."""
        return self.problem.finish_group

    def count_winning_jumps(self, codes: Words) -> npt.NDArray[np.int64]:
        """Return, for each code, the number of jumps after which a finish can still be reached."""
        count = np.zeros(len(codes), np.int64)
        for jump in self.board.jumps:
            mask = np.uint64(jump.mask)
            legal = np.flatnonzero(codes & mask == np.uint64(jump.pegs))
            count[legal] += self.solvable.contains_codes(codes[legal] ^ mask)
        return count

    def solution(self, position: Position) -> Solution:
        """Return the solution that always plays the first winning jump.

        Raises
        ------
        ProblemError
            If the position is not solvable.
        """
        if position not in self:
            raise ProblemError(f"{position.text()} cannot be played to {self.finish_text}")
        at, jumps = position, []
        while at.code not in self.finishes:
            jumps.append(next(jump for jump in at.legal_jumps if at.play(jump) in self))
            at = at.play(jumps[-1])
        return Solution(position, jumps)

    def sizes(self) -> dict[int, int]:
        """Return the number of solvable positions for each number of pegs."""
        return dict(self._sizes)

    @cached_property
    def _sizes(self) -> dict[int, int]:
        return self.solvable.by_pegs()

    def reduced_sizes(self) -> dict[int, int]:
        """Return the number of solvable positions, up to symmetry, for each number of pegs.

        By Burnside's lemma, this number is an average over the symmetries of the finishes. For
        each symmetry, the solvable positions that it leaves unchanged are counted. Apart from the
        identity, these positions are few enough to list.
        """
        from pegsolitaire.engine import fixed_codes

        totals = np.zeros(len(self.board) + 1, np.int64)
        totals[list(self._sizes)] = list(self._sizes.values())
        for symmetry in self.group[1:]:
            for codes in fixed_codes(self.solvable.coset, [symmetry.image]):
                solvable_codes = codes[self.solvable.contains_codes(codes)]
                totals += np.bincount(np.bitwise_count(solvable_codes), minlength=len(totals))
        return {pegs: int(n) // len(self.group) for pegs, n in enumerate(totals) if n}

    # -- verifying and storing --------------------------------------------------------------------

    def verify(self, sample: int | None = None, seed: int = 0) -> None:
        """Check the tablebase for every position of the class, or for a random sample.

        A position is solvable exactly if it is a finish or if a jump leads from it to a solvable
        position. Because every jump removes a peg, only one set of positions satisfies this rule.
        The check does not depend on how the tablebase was built. (Damage to a file is detected
        when it is opened.)

        Parameters
        ----------
        sample : int, optional
            How many positions to check, drawn at random; all by default.
        seed : int, optional
            The seed of the random numbers.

        Raises
        ------
        StoreDamagedError
            If the tablebase has a wrong bit for a position.

        Examples
        --------
        >>> from pegsolitaire.board import triangle
        >>> Tablebase.build(triangle(5), ["a1"]).verify(sample=1000)
        """
        coset, finishes = self.solvable.coset, np.array(self.finishes, np.uint64)
        rng = np.random.default_rng(whole_number(seed, "seed"))
        total = len(coset) if sample is None else min(sample, len(coset))
        for first in range(0, total, _CHUNK):
            indices = np.arange(first, min(first + _CHUNK, total))
            if total < len(coset):
                indices = rng.integers(len(coset), size=len(indices))
            codes = coset.codes(indices)
            expected = (self.count_winning_jumps(codes) > 0) | np.isin(codes, finishes)
            wrong = codes[self.solvable.contains_codes(codes) != expected]
            if len(wrong):
                raise StoreDamagedError(f"{self!r} is wrong about code {wrong[0]}: build it again")

    def save(self, path: Path | None = None) -> Path:
        """Write the tablebase to a file atomically and return its path.

        Raises
        ------
        StoreError
            If the file cannot be written.
        """
        path = path or default_path(self.board, self.finishes)
        bits = self.solvable.words
        self.file(path, self.board, self.finishes).write([("bits", bits)], mapped=True)
        self.path = path
        return path

    @classmethod
    def file(cls, path: Path, board: Board, finishes: tuple[int, ...]) -> SetFile[Tablebase]:
        """Return the file of the tablebase for the given finishes."""
        from pegsolitaire.engine import Coset

        coset = Coset(board, finishes[0])
        envelope = Envelope(FORMAT, board, finishes, details=_index_document(coset))
        return SetFile(path, envelope, lambda file: cls._read(file, coset))

    @classmethod
    def open(cls, path: str | Path) -> Tablebase:
        """Map a file into memory and verify its checksum.

        Raises
        ------
        StoreMissingError
            If there is no such file.
        StoreDamagedError
            If the file is not a tablebase, has another version, or is damaged.
        StoreError
            If the system cannot read the file.
        """
        path = Path(path)
        with FORMAT.reading(path):
            envelope = Envelope.decode(FORMAT, read_document(path))
            return cls.file(path, envelope.board, envelope.finishes).open()

    @classmethod
    def _read(cls, file: SetFile[Tablebase], coset: Coset) -> Tablebase:
        from pegsolitaire.engine import Bitmap

        envelope, columns = map_columns(file.path, FORMAT)
        envelope.check(file.envelope)
        envelope.check_columns(columns, {"bits": "uint64"})
        if len(columns["bits"]) != max(1, len(coset) >> 6):
            raise DamageError("it is incomplete")
        return cls(envelope.board, envelope.finishes, Bitmap(coset, columns["bits"]), file.path)


def tablebase(
    board: ClassLike, letter: str | None = None, *, store: bool = False, work: Work | None = None
) -> Tablebase:
    """Return the tablebase of the positions of a class that can be reduced to one peg.

    Parameters
    ----------
    board : PositionClass, or what makes one
        The board or the class; ``"english A"`` gives both.
    letter : str, optional
        The letter of the class, A by default.
    store : bool, optional
        Whether to load the tablebase from the store, or build and store it.
    work : Work, optional
        Limits on time and memory, a progress bar, and more: see :class:`pegsolitaire.Work`.

    Examples
    --------
    >>> table = tablebase("triangle5", "A")
    >>> Board("triangle5").vacancy("a1") in table, len(table)
    (True, 4645)
    """
    chosen = as_class(board, letter)
    if store:
        return Tablebase.load(chosen.board, chosen.finishes, work=work)
    return Tablebase.build(chosen.board, chosen.finishes, work=work)


class ClosureKeeper:
    """Saves an unfinished build in a file, at regular intervals and on interruption."""

    def __init__(self, board: Board, finishes: tuple[int, ...], path: Path) -> None:
        self.board, self.finishes = board, finishes
        self.path = building_folder(path)
        self._at = monotonic()

    def known(self) -> Bitmap | None:
        """Return the positions found by an earlier build, or None if there is no valid file."""
        from pegsolitaire.engine import Bitmap, check_fits

        try:
            bitmap = Tablebase.file(self.path, self.board, self.finishes).open().solvable
        except StoreError:
            return None
        check_fits(bitmap.coset)
        return Bitmap(bitmap.coset, bitmap.words.copy())

    def keep(self, solvable: Bitmap, ending: bool) -> None:
        """Save the positions found so far, if losing them would cost enough work."""
        if monotonic() > self._at + (_WORTH_KEEPING if ending else _KEEP_AFTER):
            with suppress(StoreError) if ending else nullcontext():
                Tablebase(self.board, self.finishes, solvable).save(self.path)
            self._at = monotonic()

    def clear(self) -> None:
        """Remove the file and any temporary files that killed processes left behind."""
        remove_abandoned(self.path)
        remove_file(self.path)


def _index_document(coset: Coset) -> dict[str, Any]:
    """Return the entries of the envelope that define the index of a position."""
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


def finishes_by_tables(
    position: PositionLike,
    start: StartLike = None,
    *,
    store: bool = False,
    work: Work | None = None,
) -> tuple[Hole, ...]:
    """Find the holes where a game can end with a single peg, with a tablebase for each hole.

    If a symmetry of the board maps one hole to another, both share a tablebase.

    Parameters
    ----------
    position, start : Position, or what makes one
        The position.
    store : bool, optional
        Whether to load tablebases from the store, and to store newly built tablebases.
    work : Work, optional
        Limits on time and memory, a progress bar, and more: see :class:`pegsolitaire.Work`.

    Examples
    --------
    >>> finishes_by_tables("triangle5 a1")
    ((0, 0), (0, 3), (3, 3), (2, 4))
    """
    work = Work.of(work)
    position = as_position(position, start)
    board = position.board
    tables: dict[int, Tablebase] = {}
    found = []
    for hole in feasible_finishes(position):
        symmetry = min(board.symmetries, key=lambda symmetry: symmetry.image[hole])
        least = symmetry.image[hole]
        if least not in tables:
            tables[least] = (
                Tablebase.load(board, (1 << least,), work=work)
                if store
                else Tablebase.build(board, (1 << least,), work=work)
            )
        if apply_permutation(symmetry.image, position.code) in tables[least]:
            found.append(board.holes[hole])
    return tuple(found)


def default_path(board: Board, finishes: Iterable[int]) -> Path:
    """Return the path in the store of the tablebase for the given finishes."""
    return path_to(board, finishes, "tablebase.npz")
