"""Export sets as text in the format of Bell's Notes (sections 4, 6 and 8), and as Parquet.

There are two versions of the text. *Any finish* lists the codes of each level, as in ``W[3] = {28,
112}``. *By index* sorts the codes of each level by index and lists where the codes of each index
end. On triangles, the first number in brackets is the side, as in ``W[5][1] = {16,64,1,8}`` and
``End[5][1] = {1,2,3,3,4,...}``. The papers reduce codes by all symmetries of the board. The export
does the same, unless this would identify different positions of the problem, as it would for a
degenerate vacancy (section 4.1). The first line of a file gives the number of symmetries used.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
import numpy.typing as npt

from pegsolitaire.board import Board, Hole, apply_permutation, english, named_board, triangle
from pegsolitaire.files import check_disk, home, write_text, written_aside
from pegsolitaire.frames import Columns, arrow_schema, html_table, need, record_batch
from pegsolitaire.game import Position, Problem
from pegsolitaire.sets.level_tables import LevelCodes
from pegsolitaire.sets.npz_files import KEY, Envelope, Format
from pegsolitaire.sets.plans import Plan, plan
from pegsolitaire.sets.winning import Levelled, WinningSets
from pegsolitaire.theory import (
    ClassLike,
    ProblemType,
    as_type,
    class_of,
    is_degenerate,
    problem_types,
    standard_vacancies,
    turn_to_standard,
)
from pegsolitaire.units import counted
from pegsolitaire.work import Work

if TYPE_CHECKING:
    from pegsolitaire.engine import Probe, Words


# --
# Winning positions by index, which encodes the complement problems of a position (Notes,
# section 6).
#
# A problem type has one complement problem for each standard vacancy. Bit ``i`` of a position's
# index is set if the position occurs in the complement problem of vacancy ``i``. Positions with
# index 0 occur in no complement problem, only in problems that finish in another hole. Codes are
# reduced by all symmetries of the board, except that for a degenerate vacancy this would lose the
# exact finish (section 4.1). The positions of such a problem are stored unreduced, and each of
# them also represents its symmetry class in the other problems.


Indices = npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class IndexedSets(Levelled):
    """The winning positions of a problem type, each with its index.

    Iteration yields the positions in the order of pegs, index and code.

    Attributes
    ----------
    problem_type : ProblemType
        The problem type.
    vacancies : tuple of holes
        The standard vacancies. Bit ``i`` of an index stands for the ``i``-th vacancy, where ``i``
        starts at 0.
    superset : WinningSets
        The winning sets of all vacancies of the type together, reduced by all symmetries of the
        board.
    complements : tuple of WinningSets
        The winning sets of the complement problem of each vacancy.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> from pegsolitaire.theory import as_type
    >>> sets = IndexedSets.make(as_type(triangle(5)))
    >>> len(sets), [sets.counts(5).get(index, 0) for index in range(8)]
    (437, [10, 0, 1, 8, 49, 0, 4, 8])
    >>> sets.index(triangle(5).position("code:2183"))
    7
    """

    problem_type: ProblemType
    vacancies: tuple[Hole, ...]
    superset: WinningSets
    complements: tuple[WinningSets, ...]

    column_types: ClassVar[Mapping[str, str]] = {
        **Levelled.column_types,
        "index": "int64",
    }

    @classmethod
    def make(
        cls,
        problem_type: ClassLike,
        *,
        stored: bool = False,
        work: Work | None = None,
    ) -> IndexedSets:
        """Build the sets of a problem type.

        If ``stored``, the winning sets of each problem are loaded from the store, or built and
        stored there.

        Parameters
        ----------
        work : Work, optional
            Limits on time and memory, a progress bar, and more: see :class:`pegsolitaire.Work`.
        """
        work, problem_type = Work.of(work), as_type(problem_type)

        def sets_of(problem: Problem) -> WinningSets:
            if stored:
                return WinningSets.load(problem, work=work)
            return WinningSets.build(problem, work=work)

        vacancies = standard_vacancies(problem_type)
        board = problem_type.board
        complements = tuple(sets_of(Problem.complement(board, hole)) for hole in vacancies)
        return cls(problem_type, vacancies, sets_of(problem_type.problem), complements)

    @staticmethod
    def plan(problem_type: ClassLike, *, refuse: bool = False, work: Work | None = None) -> Plan:
        """Estimate the work of building the sets of a problem type that are not stored.

        Parameters
        ----------
        refuse : bool, optional
            As for :func:`~pegsolitaire.sets.plans.plan`.
        work : Work, optional
            Limits on time and memory, a progress bar, and more: see :class:`pegsolitaire.Work`.
        """
        work, problem_type = Work.of(work), as_type(problem_type)
        board = problem_type.board
        problems = [
            Problem.complement(board, vacancy) for vacancy in standard_vacancies(problem_type)
        ]
        parts = [
            plan(problem, refuse=refuse, folder=work.store or home(), work=work)
            for problem in (problem_type.problem, *problems)
            if not WinningSets.file(problem, root=work.store).path.exists()
        ]
        return Plan(
            sum(part.positions for part in parts),
            max((part.bytes for part in parts), default=0),
            sum(part.seconds for part in parts),
            sum(part.disk for part in parts),
        )

    def index(self, position: Position) -> int | None:
        """Return the index of a position, or None if it occurs in no problem of the type.

        If the position belongs to another class, a symmetry first maps it to the vacancies' class.
        """
        if position not in self.superset:
            return None
        turned = turn_to_standard(self.problem_type, position) or position
        images = turned.board.images(turned.code)
        return sum(
            1 << i
            for i, sets in enumerate(self.complements)
            if any(map(sets.contains_code, [turned.code] if self._degenerate[i] else images))
        )

    @cached_property
    def _degenerate(self) -> tuple[bool, ...]:
        return tuple(is_degenerate(self.problem_type.board, hole) for hole in self.vacancies)

    @cached_property
    def _indexed(self) -> dict[int, tuple[Words, Indices]]:
        return {pegs: self._level(pegs) for pegs in self.superset.levels}

    @property
    def levels(self) -> dict[int, Words]:
        """The codes for each number of pegs up to half the holes, sorted by index and code."""
        return {pegs: codes for pegs, (codes, _) in self._indexed.items()}

    @property
    def indices(self) -> dict[int, Indices]:
        """The indices of the codes of each level."""
        return {pegs: indices for pegs, (_, indices) in self._indexed.items()}

    @property
    def board(self) -> Board:
        """The board."""
        return self.problem_type.board

    def batches(self) -> Iterator[Columns]:
        """Yield the number of pegs, the codes and the indices of each level."""
        for pegs, (codes, indices) in self._indexed.items():
            yield {"pegs": np.full(len(codes), pegs, np.int16), "code": codes, "index": indices}

    def __contains__(self, position: object) -> bool:
        """Return whether a position occurs in a problem of the type."""
        return position in self.superset

    def _repr_html_(self) -> str:
        table = self.table()
        indices = sorted({index for row in table.values() for index in row})
        rows = [(pegs, *(row.get(index) for index in indices)) for pegs, row in table.items()]
        return html_table(["pegs", *map(str, indices)], rows, self.table_title)

    @property
    def table_title(self) -> str:
        """The title, which contains the problem and the number of positions."""
        return f"{self.superset.problem}: {len(self):,} winning positions by index"

    def counts(self, pegs: int) -> dict[int, int]:
        """Count the codes in one level by index, as in a row of Table 5 of the Notes."""
        values, counts = np.unique(self._indexed[pegs][1], return_counts=True)
        return dict(zip(values.tolist(), counts.tolist(), strict=True))

    def table(self) -> dict[int, dict[int, int]]:
        """Count the codes by number of pegs and index, as in Table 5 of the Notes.

        Examples
        --------
        >>> from pegsolitaire.board import triangle
        >>> from pegsolitaire.theory import as_type
        >>> IndexedSets.make(as_type(triangle(5))).table()[5]
        {0: 10, 2: 1, 3: 8, 4: 49, 6: 4, 7: 8}
        """
        return {pegs: self.counts(pegs) for pegs in self._indexed}

    def _level(self, pegs: int) -> tuple[Words, Indices]:
        classes = self.superset.levels[pegs]
        plain = np.zeros(len(classes), np.int64)
        exact_codes, exact_bits = [np.empty(0, np.uint64)], [np.empty(0, np.int64)]
        for i, sets in enumerate(self.complements):
            if self._degenerate[i]:
                raw = _all_images(sets, pegs)
                exact_codes.append(raw)
                exact_bits.append(np.full(len(raw), 1 << i, np.int64))
            else:
                plain[np.searchsorted(classes, self.superset.least(sets.level(pegs)))] |= 1 << i
        codes, bits = _merge(np.concatenate(exact_codes), np.concatenate(exact_bits))
        at = np.searchsorted(classes, self.superset.least(codes))
        others = np.ones(len(classes), np.bool_)
        others[at] = False
        all_codes = np.concatenate((codes, classes[others]))
        all_bits = np.concatenate((bits | plain[at], plain[others]))
        order = np.lexsort((all_codes, all_bits))
        return all_codes[order], all_bits[order]


def _all_images(sets: WinningSets, pegs: int) -> Words:
    """Return the sorted images of a level's codes under the problem's symmetries."""
    from pegsolitaire.engine import images

    level = sets.level(pegs)
    return np.unique([images(level, symmetry.image) for symmetry in sets.problem.group])


def _merge(codes: Words, bits: Indices) -> tuple[Words, Indices]:
    """Sort the codes, and merge duplicates by joining their bits with OR."""
    if not len(codes):
        return codes, bits
    order = np.argsort(codes, kind="stable")
    codes, bits = codes[order], bits[order]
    first = np.flatnonzero(np.concatenate(([True], codes[1:] != codes[:-1])))
    return codes[first], np.bitwise_or.reduceat(bits, first)


def _format(name: str, command: str) -> Format:
    return Format(name, 1, f"pegs {command} --export parquet", "export it again")


WINS = _format("winning positions", "sets winning BOARD START")
LEVELS = _format("levels", "sets levels BOARD START")
INDEX = _format("winning positions by index", "sets winning BOARD any --by index")


def export_name(problem: Problem, letter: str | None = None) -> str:
    """Return a readable file name, without extension, for an export of a problem.

    Parameters
    ----------
    problem : Problem
        The problem.
    letter : str, optional
        The letter of the problem type, if the problem allows any start. It becomes part of the
        name if the board has several types.

    Examples
    --------
    >>> from pegsolitaire.board import english, triangle
    >>> from pegsolitaire.theory import as_type
    >>> start = english().vacancy("d4")
    >>> export_name(Problem.complement(english(), "d4")), export_name(Problem.to_any(start))
    ('english-d4', 'english-d4-to-any')
    >>> export_name(as_type(triangle(4)).problem)
    'triangle4-any'
    >>> export_name(as_type(english(), "B").problem, "B")
    'english-any-B'
    """
    name = f"{problem.board.name}-{problem.start.replace(':', '')}"
    if problem.is_self_complementary:
        several = letter is not None and len(problem_types(problem.board)) > 1
        return f"{name}-{letter.upper()}" if letter and several else name
    return f"{name}-to-{problem.finish.replace(':', '')}"


def text_of_sets(sets: WinningSets) -> Iterator[str]:
    """Yield the lines of a text file of winning sets.

    For a self-complementary problem, only positions that fill at most half the holes are listed.
    All other positions are complements of these.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> from pegsolitaire.game import Problem
    >>> lines = text_of_sets(WinningSets.build(Problem.complement(triangle(5), "a1")))
    >>> [next(lines) for _ in range(4)][1:]
    ['W[1] = {1}', 'W[2] = {10}', 'W[3] = {28, 112}']
    """
    probe = _papers_probe(sets.problem)
    yield (
        f"! {sets.problem}: {len(sets):,} winning positions, "
        f"reduced by {counted(probe.symmetries, 'symmetry')}"
    )
    for pegs, level in sets.levels.items():
        codes = np.sort(probe.least(level)).tolist()
        yield f"W[{pegs}] = {{{', '.join(map(str, codes))}}}"


def _papers_probe(problem: Problem) -> Probe:
    """Return a probe that reduces codes as the papers do.

    A symmetry that maps the position class of the game to another class cannot map a position of
    the game to another position of the game. If all other symmetries belong to the problem's
    group, codes can be reduced by all symmetries of the board.
    """
    from pegsolitaire.engine import Probe

    board, group = problem.board, problem.group
    classes = {class_of(board, code) for code in problem.starts}
    confusing = (
        symmetry
        for symmetry in board.symmetries
        if symmetry not in group
        and any(
            class_of(board, apply_permutation(symmetry.image, code)) in classes
            for code in problem.starts
        )
    )
    return Probe(group if any(confusing) else board.symmetries)


def text_of_index(sets: IndexedSets) -> Iterator[str]:
    """Yield the lines of a text file of winning sets by index.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> from pegsolitaire.theory import as_type
    >>> lines = list(text_of_index(IndexedSets.make(as_type(triangle(5)))))
    >>> lines[1], lines[2][:24]
    ('W[5][1] = {16,64,1,8}', 'End[5][1] = {1,2,3,3,4,4')
    """
    board = sets.problem_type.board
    names = ", ".join(f"({x},{y})" for x, y in sets.vacancies)
    yield f"! {board.name}: {len(sets):,} winning positions by index; its bits are {names}"
    side = _side(board)
    for pegs, codes in sets.levels.items():
        indices = sets.indices[pegs]
        ends = np.searchsorted(indices, np.arange(1 << len(sets.vacancies)), side="right")
        yield f"W{side}[{pegs}] = {{{','.join(map(str, codes.tolist()))}}}"
        yield f"End{side}[{pegs}] = {{{','.join(map(str, ends.tolist()))}}}"


def _side(board: Board) -> str:
    side = board.holes[-1][1] + 1
    return f"[{side}]" if board == triangle(side) else ""


def text_of_levels(problem: Problem, levels: Iterable[LevelCodes]) -> Iterator[str]:
    """Yield the lines of a text file of F, B, W and L, in the format that the Notes use for W."""
    yield f"! {problem}: reduced by {counted(len(problem.group), 'symmetry')}"
    for level in levels:
        yield f"{level.name}[{level.pegs}] = {{{', '.join(map(str, level.codes.tolist()))}}}"


def write_sets_parquet(sets: WinningSets | IndexedSets, path: Path) -> None:
    """Write sets to a Parquet file with the columns ``pegs`` and ``code``.

    Sets by index also have the column ``index``.

    Raises
    ------
    MissingExtraError
        If pyarrow is not installed.
    StoreError
        If the file cannot be written.
    """
    if isinstance(sets, IndexedSets):
        problem, format = sets.superset.problem, INDEX
        details: dict[str, Any] = {"vacancies": list(map(list, sets.vacancies))}
    else:
        problem, format = sets.problem, WINS
        details = {"self_complementary": problem.is_self_complementary}
    envelope = Envelope(format, problem.board, problem.finishes, problem.starts, details)
    write_batches(path, envelope.encode(), sets.column_types, sets.batches())


def write_levels_parquet(problem: Problem, levels: Iterable[LevelCodes], path: Path) -> None:
    """Write F, B, W and L to a Parquet file with the columns ``set``, ``pegs`` and ``code``.

    Raises
    ------
    MissingExtraError
        If pyarrow is not installed.
    StoreError
        If the file cannot be written.
    """
    envelope = Envelope(LEVELS, problem.board, problem.finishes, problem.starts)
    batches: Iterator[Columns] = (
        {
            "set": np.full(len(level.codes), level.name),
            "pegs": np.full(len(level.codes), level.pegs, np.int16),
            "code": level.codes,
        }
        for level in levels
    )
    types = {"set": "string", "pegs": "int16", "code": "uint64"}
    write_batches(path, envelope.encode(), types, batches)


def write_batches(
    path: Path,
    document: bytes,
    types: Mapping[str, Any],
    batches: Iterable[Columns],
    disk: int | None = None,
    **options: Any,
) -> None:
    """Write batches of columns to a Parquet file, with one batch in memory at a time.

    Parameters
    ----------
    path : Path
        The file, which has a temporary name until it is complete.
    document : bytes
        The description of the file, as JSON; it is stored in the metadata of the file.
    types : mapping of str to type
        The Arrow type of each column, or its name.
    batches : iterable of mappings of str to array
        The columns of each batch, as NumPy or Arrow arrays.
    disk : int, optional
        The most bytes that the file may take.
    **options
        Further options of :class:`pyarrow.parquet.ParquetWriter`.

    Raises
    ------
    BoardTooLargeError
        If the file is larger than ``disk`` allows.
    MissingExtraError
        If pyarrow is not installed.
    StoreError
        If the file cannot be written.
    """
    pq = need("pyarrow.parquet")
    schema = arrow_schema(types).with_metadata({KEY: document})
    options = {"compression": "zstd", **options}
    with written_aside(path) as aside, pq.ParquetWriter(aside, schema, **options) as file:
        for batch in batches:
            file.write_batch(record_batch(schema, batch))
            check_disk(aside, disk)


#: The boards of Table 8.
BOARDS = ("triangle4", "truncated12", "triangle5", "truncated18", "triangle6")


def write_notes_data(folder: Path, *, work: Work | None = None) -> Iterator[tuple[Path, int]]:
    """Write the data files that section 8 of the *Notes* describes.

    *TriangleWinning* contains the winning positions of five triangular boards in two versions: for
    any finish, reduced by all symmetries, and by index, for every complement problem. *pegs*
    contains the winning positions of the central game of the English board, W1 to W16.

    Parameters
    ----------
    folder : Path
        The folder to write to; it is created if it does not exist.

    Yields
    ------
    (path, codes) : pair of Path and int
        The path of each file that was written, and the number of codes in it.

    Raises
    ------
    StoreError
        If a file cannot be written.
    """
    work = Work.of(work)
    for name in BOARDS:
        kind = as_type(named_board(name))
        stem = export_name(kind.problem, kind.letter)
        sets = WinningSets.build(kind.problem, work=work)
        yield _written(folder / f"{stem}.txt", text_of_sets(sets)), len(sets)
        if standard_vacancies(kind):
            indexed = IndexedSets.make(kind, work=work)
            yield _written(folder / f"{stem}-by-index.txt", text_of_index(indexed)), len(indexed)
    central = WinningSets.build(Problem.complement(english(), "d4"), work=work)
    path = folder / f"{export_name(central.problem)}.txt"
    yield _written(path, text_of_sets(central)), len(central)


def _written(path: Path, lines: Iterator[str]) -> Path:
    write_text(lines, path)
    return path
