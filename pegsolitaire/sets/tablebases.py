"""Tablebases: of every position of a class, whether a finish can be reached from it.

A tablebase is stored in one file, ``<home>/<board>/to_<finish>.tablebase.npz``, with a single
column ``bits`` (uint64), which is mapped into memory and not read. Bit ``i`` of the column, from
the lowest bit of the first word on, says whether the position of index ``i`` is solvable. Its
envelope has the holes whose pegs are the binary digits of an index, lowest first, and for each
other hole the holes whose pegs give its own (an odd number of them, or an even one).

A build in progress is kept as a file of the same form beside it, with ``.building`` behind its
name: the bits that are set are right, and the build continues from there.
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

from pegsolitaire.arguments import public
from pegsolitaire.board import Board, BoardLike, Hole, Symmetry, apply_permutation
from pegsolitaire.errors import ProblemError, StoreDamagedError, StoreError, UsageError
from pegsolitaire.files import check_writable, remove_abandoned, remove_file
from pegsolitaire.game import Position, Problem, Solution, finish_name
from pegsolitaire.results import Columns, Framed, html_table
from pegsolitaire.sets.columns import DamageError, Envelope, Format, map_columns, read_document
from pegsolitaire.sets.store import SetFile, building_folder, finish_codes, path_to
from pegsolitaire.theory import position_classes
from pegsolitaire.theory.inputs import ClassLike, as_board, as_class
from pegsolitaire.work import Work

if TYPE_CHECKING:
    from pegsolitaire.engine import Bitmap, Coset, Words
    from pegsolitaire.surveys import UniqueJumps

FORMAT = Format(
    "tablebase",
    3,
    "pegs sets tablebase",
    "choose another file, or remove {place} and build it again with `pegs sets tablebase`",
)
_CHUNK = 1 << 16  # positions that are verified at a time
_KEEP_AFTER = 120.0  # seconds of work that may be lost when a build is killed
_WORTH_KEEPING = 10.0  # and when it is interrupted


class Tablebase(Framed):
    """Every position of a class from which a game can reach one of some finishes.

    Iterating gives all of them, one by one, in the order of the class.

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
        finishes: Iterable[int] = (),
        solvable: Bitmap | None = None,
        path: Path | None = None,
    ) -> None:
        if solvable is None:
            raise UsageError(
                "tablebases must be computed: write tablebase('triangle5'), or Tablebase.build("
                "board, finishes)"
            )
        self.board = board
        self.finishes = tuple(sorted(set(finishes)))
        self.solvable = solvable
        #: The file that it is kept in, if it is.
        self.path = path

    # -- making -----------------------------------------------------------------------------------

    @classmethod
    @public
    def build(
        cls,
        board: BoardLike,
        finishes: Iterable[Hole | str | int],
        path: str | Path | None = None,
        *,
        work: Work | None = None,
    ) -> Tablebase:
        """Go through a class until all of its solvable positions are known.

        Parameters
        ----------
        board : Board
            The board.
        finishes : iterable of holes or codes, or str
            One peg in a hole, or any position by its code, all of one class; or the letter of a
            class.
        path : Path, optional
            A file to keep the work in as it goes, and to store the result in.

        Raises
        ------
        ProblemError
            If there is no finish, or they are of several classes.
        BoardTooLargeError
            If the class does not fit the memory, or the board has more than 64 holes.
        StoreError
            If the file cannot be written.
        """
        work = Work.of(work)
        from pegsolitaire.engine import close

        board = as_board(board)
        board.check_holes("tablebases")
        codes = finish_codes(board, finishes)
        if path is None:
            return cls(board, codes, close(board, codes, "backward", work=work))
        path = Path(path)
        check_writable(path)
        keeper = ClosureKeeper(board, codes, path)
        solvable = close(
            board, codes, "backward", known=keeper.known(), keep=keeper.keep, work=work
        )
        table = cls(board, codes, solvable)
        table.save(path)
        keeper.clear()
        return table

    @classmethod
    @public
    def load(
        cls,
        board: BoardLike,
        finishes: Iterable[Hole | str | int],
        path: str | Path | None = None,
        *,
        work: Work | None = None,
    ) -> Tablebase:
        """Open the tablebase of a file, by default of the store; build it if it is not there.

        Raises
        ------
        StoreDamagedError
            If it is there and damaged.
        ProblemError, BoardTooLargeError, StoreError
            As :meth:`build`.
        """
        work = Work.of(work)
        board = as_board(board)
        board.check_holes("tablebases")
        codes = finish_codes(board, finishes)
        file = cls.file(Path(path) if path else default_path(board, codes), board, codes)

        def build() -> Tablebase:
            cls.build(board, codes, file.path, work=work)
            return file.open()  # mapped: the memory of the build is free again

        table = file.load(build)
        # What a process left that was killed when all was written.
        ClosureKeeper(board, codes, file.path).clear()
        return table

    @classmethod
    def of(
        cls,
        board: Board,
        finishes: Iterable[int],
        *,
        store: bool = False,
        work: Work | None = None,
    ) -> Tablebase:
        """The tablebase of some finishes: of the store, or built and not kept."""
        work = Work.of(work)
        if store:
            return cls.load(board, finishes, work=work)
        return cls.build(board, finishes, work=work)

    # -- asking -----------------------------------------------------------------------------------

    def __contains__(self, position: object) -> bool:
        """Whether a position, or a code, is solvable."""
        if isinstance(position, Position):
            return position.board == self.board and position.code in self.solvable
        try:
            return index(position) in self.solvable  # type: ignore[arg-type]
        except TypeError:
            return False

    def __len__(self) -> int:
        """The number of solvable positions, raw."""
        return sum(self.sizes().values())

    def __iter__(self) -> Iterator[Position]:
        return (Position(self.board, code) for some in self._codes() for code in some.tolist())

    def batches(self) -> Iterator[Columns]:
        """The pegs and codes of all solvable positions."""
        return ({"pegs": np.bitwise_count(some), "code": some} for some in self._codes())

    def _codes(self) -> Iterator[Words]:
        """The codes of the solvable positions, some after the other."""
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
        """The finishes in words: a hole, or several."""
        return ", ".join(finish_name(self.board, code) for code in self.finishes)

    @property
    def problem(self) -> Problem:
        """From the finishes to themselves: its group is that of the tablebase."""
        return Problem.of_codes(self.board, self.finishes, self.finishes)

    @property
    def group(self) -> tuple[Symmetry, ...]:
        """The symmetries of the board that map the finishes to themselves."""
        return self.problem.finish_group

    def count_winning_jumps(self, codes: Words) -> npt.NDArray[np.int64]:
        """For each of many codes of the class, how many of its jumps win."""
        count = np.zeros(len(codes), np.int64)
        for jump in self.board.jumps:
            mask = np.uint64(jump.mask)
            legal = np.flatnonzero(codes & mask == np.uint64(jump.pegs))
            count[legal] += self.solvable.contains_codes(codes[legal] ^ mask)
        return count

    def solution(self, position: Position) -> Solution:
        """A way from a position to a finish: always the first jump that wins.

        Raises
        ------
        ProblemError
            If there is none.
        """
        if position not in self:
            raise ProblemError(f"{position.text()} cannot be played to {self.finish_text}")
        at, jumps = position, []
        while at.code not in self.finishes:
            jumps.append(next(jump for jump in at.legal_jumps if at.play(jump) in self))
            at = at.play(jumps[-1])
        return Solution(position, jumps)

    def unique_jumps(self) -> UniqueJumps:
        """The positions of its class with exactly one winning jump.

        Examples
        --------
        >>> len(tablebase("triangle5", "A").unique_jumps())
        259
        """
        from pegsolitaire.surveys import unique_jumps

        for found in position_classes(self.board):
            if set(found.finishes) == set(self.finishes):
                return unique_jumps(found, table=self)
        raise ProblemError(
            f"{self!r} is not a table of a whole class: build tablebase({self.board.name!r}, 'A')"
        )

    def sizes(self) -> dict[int, int]:
        """The number of solvable positions, by their pegs."""
        return dict(self._sizes)

    @cached_property
    def _sizes(self) -> dict[int, int]:
        return self.solvable.by_pegs()

    def reduced_sizes(self) -> dict[int, int]:
        """The number of solvable positions up to the symmetries of the finishes, by their pegs.

        By Burnside's lemma: the mean, over the symmetries, of the positions that each leaves
        alone, which are few enough to list.
        """
        from pegsolitaire.engine import fixed_codes

        totals = np.zeros(len(self.board) + 1, np.int64)
        totals[list(self._sizes)] = list(self._sizes.values())
        for symmetry in self.group[1:]:
            for codes in fixed_codes(self.solvable.coset, [symmetry.image]):
                found = codes[self.solvable.contains_codes(codes)]
                totals += np.bincount(np.bitwise_count(found), minlength=len(totals))
        return {pegs: int(n) // len(self.group) for pegs, n in enumerate(totals) if n}

    # -- verifying and storing --------------------------------------------------------------------

    def verify(self, sample: int | None = None, seed: int = 0) -> None:
        """Check it for every position of the class, or for a sample.

        A position is solvable if it is a finish, or a jump makes a solvable one of it. Only one
        set of positions keeps this rule, because jumps remove pegs. This is a second route, which
        knows nothing of how it was made. (That a file is whole is checked when it is opened.)

        Parameters
        ----------
        sample : int, optional
            How many positions are drawn at random; all by default.
        seed : int, optional
            Of the random numbers.

        Raises
        ------
        StoreDamagedError
            If it is wrong about a position.

        Examples
        --------
        >>> from pegsolitaire.board import triangle
        >>> Tablebase.build(triangle(5), ["a1"]).verify(sample=1000)
        """
        coset, finishes = self.solvable.coset, np.array(self.finishes, np.uint64)
        rng = np.random.default_rng(seed)
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
        """Write the tablebase to a file, all or nothing, and say where.

        Raises
        ------
        StoreError
            If it cannot be written.
        """
        path = path or default_path(self.board, self.finishes)
        bits = self.solvable.words
        self.file(path, self.board, self.finishes).write([("bits", bits)], mapped=True)
        self.path = path
        return path

    @classmethod
    def file(cls, path: Path, board: Board, finishes: tuple[int, ...]) -> SetFile[Tablebase]:
        """The tablebase of some finishes as a file."""
        from pegsolitaire.engine import Coset

        coset = Coset(board, finishes[0])
        envelope = Envelope(FORMAT, board, finishes, details=_index_document(coset))
        return SetFile(path, envelope, lambda file: cls._read(file, coset))

    @classmethod
    @public
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
            If it is not a tablebase, of another version, of another board or other finishes, or
            damaged.
        StoreError
            If the system cannot read it.
        """
        path, wanted = Path(path), finishes and tuple(sorted(set(finishes)))
        with FORMAT.reading(path):
            if board is None or wanted is None:
                said = Envelope.decode(FORMAT, read_document(path))
                board, wanted = board or said.board, wanted or said.finishes
            return cls.file(path, board, wanted).open()

    @classmethod
    def _read(cls, file: SetFile[Tablebase], coset: Coset) -> Tablebase:
        from pegsolitaire.engine import Bitmap

        found, columns = map_columns(file.path, FORMAT)
        found.check(file.envelope)
        found.check_columns(columns, {"bits": "uint64"})
        if len(columns["bits"]) != max(1, len(coset) >> 6):
            raise DamageError("it is incomplete")
        return cls(found.board, found.finishes, Bitmap(coset, columns["bits"]), file.path)


@public
def tablebase(
    board: ClassLike,
    letter: str | None = None,
    *,
    store: bool = False,
    work: Work | None = None,
) -> Tablebase:
    """The tablebase of a position class: what can be brought to one peg, at any of its finishes.

    Parameters
    ----------
    board : Board, PositionClass or str
        The board, or the class; ``"english A"`` says both.
    letter : str, optional
        The class, A by default.
    store : bool, optional
        Whether it is taken from the store, or kept there.

    Examples
    --------
    >>> table = tablebase("triangle5", "A")
    >>> Board("triangle5").vacancy("a1") in table, len(table)
    (True, 4645)
    """
    work = Work.of(work)
    found = as_class(board, letter)
    return Tablebase.of(found.board, found.finishes, store=store, work=work)


class ClosureKeeper:
    """Keeps a build in progress in a file, from time to time and when it is interrupted."""

    def __init__(self, board: Board, finishes: tuple[int, ...], path: Path) -> None:
        self.board, self.finishes = board, finishes
        self.path = building_folder(path)
        self._at = monotonic()

    def known(self) -> Bitmap | None:
        """The finished part of an earlier build, if valid."""
        from pegsolitaire.engine import Bitmap, check_fits

        try:
            found = Tablebase.open(self.path, self.board, self.finishes).solvable
        except StoreError:
            return None
        check_fits(found.coset)
        return Bitmap(found.coset, found.words.copy())

    def keep(self, solvable: Bitmap, ending: bool) -> None:
        """Write what there is so far, if enough work would be lost."""
        if monotonic() > self._at + (_WORTH_KEEPING if ending else _KEEP_AFTER):
            with suppress(StoreError) if ending else nullcontext():
                Tablebase(self.board, self.finishes, solvable).save(self.path)
            self._at = monotonic()

    def clear(self) -> None:
        """Remove it, and what killed processes left of it."""
        remove_abandoned(self.path)
        remove_file(self.path)


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


class BoardTables:
    """Of every position of a board, whether it can be solved to a hole: all of its tablebases.

    Those that are asked for are opened, or built; finishes that the symmetries of the board turn
    into one another share a table.

    Parameters
    ----------
    board : Board
        The board.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> tables = BoardTables(triangle(5), store=False)
    >>> start = triangle(5).vacancy("a1")
    >>> [tables.solvable(start, hole) for hole in ("a1", "b3", "a4", "a2")]
    [True, False, True, False]
    """

    def __init__(
        self,
        board: Board,
        *,
        store: bool = True,
        work: Work | None = None,
    ) -> None:
        work = Work.of(work)
        self.board = board
        self._work = work
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
        self.board.check_holes("tablebases")
        if position.board != self.board:
            raise ProblemError(f"{position!r} is not a position of {self.board.name}")
        hole = self.board.index(finish)
        symmetry = min(self.board.symmetries, key=lambda s: s.image[hole])
        table = self._table(symmetry.image[hole])
        return apply_permutation(symmetry.image, position.code) in table

    def _table(self, hole: int) -> Tablebase:
        if hole not in self._tables:
            table = Tablebase.of(self.board, [1 << hole], store=self._store, work=self._work)
            self._tables[hole] = table
        return self._tables[hole]


def default_path(board: Board, finishes: Iterable[int]) -> Path:
    """Where the tablebase of some finishes is stored."""
    return path_to(board, finishes, "tablebase.npz")
