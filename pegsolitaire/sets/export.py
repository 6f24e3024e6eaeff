"""Sets as files for others: the text form of Bell's Notes, sections 4, 6 and 8, and Parquet.

Two versions: *any finish* lists the codes of each level, ``W[3] = {28, 112}``; *by index* lists
them sorted by index, with the ends of the runs of each index after them, and on triangles with
the side first, ``W[5][1] = {16,64,1,8}`` and ``End[5][1] = {1,2,3,3,4,...}``. The papers reduce
codes by all symmetries of the board; so does this where no two positions of the problem become one
(they would for a degenerate vacancy, section 4.1), and the first line says by how many.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from pegsolitaire.board import Board, apply_permutation, triangle
from pegsolitaire.files import check_disk, written_aside
from pegsolitaire.game import Problem
from pegsolitaire.sets.by_index import IndexedSets
from pegsolitaire.sets.envelope import KEY, Envelope, Format
from pegsolitaire.sets.level_codes import LevelCodes
from pegsolitaire.sets.winning import WinningSets
from pegsolitaire.tables import Columns, arrow_schema, need, record_batch
from pegsolitaire.theory import class_of, problem_types

if TYPE_CHECKING:
    from pegsolitaire.engine import Probe, Words

WINS = Format(
    "winning positions",
    1,
    "pegs winning BOARD START --export parquet",
    "export it again",
)
LEVELS = Format(
    "levels",
    1,
    "pegs levels BOARD START --export parquet",
    "export it again",
)
INDEX = Format(
    "winning positions by index",
    1,
    "pegs winning BOARD any --by index --export parquet",
    "export it again",
)


def export_name(problem: Problem, letter: str | None = None) -> str:
    """A name that a person can read for a file about a problem.

    Parameters
    ----------
    problem : Problem
        The problem.
    letter : str, optional
        The problem type, where it starts anywhere and the board has several.

    Examples
    --------
    >>> from pegsolitaire.board import english, triangle
    >>> from pegsolitaire.theory import any_finish, type_named
    >>> start = english().vacancy("d4")
    >>> export_name(Problem.complement(english(), "d4")), export_name(any_finish(start))
    ('english-d4', 'english-d4-to-any')
    >>> export_name(type_named(triangle(4)).problem)
    'triangle4-any'
    >>> export_name(type_named(english(), "B").problem, "B")
    'english-any-B'
    """
    name = f"{problem.board.name}-{problem.start_text.replace(':', '')}"
    if problem.is_self_complementary:
        several = letter is not None and len(problem_types(problem.board)) > 1
        return f"{name}-{letter.upper()}" if letter and several else name
    return f"{name}-to-{problem.finish_text.replace(':', '')}"


def text_of_sets(sets: WinningSets) -> Iterator[str]:
    """The lines of winning sets, up to half the pegs where the rest are complements.

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
        f"reduced by {probe.symmetries} symmetries"
    )
    for pegs, level in sets.levels.items():
        codes = np.sort(probe.least(level)).tolist()
        yield f"W[{pegs}] = {{{', '.join(map(str, codes))}}}"


def _papers_probe(problem: Problem) -> Probe:
    """What reduces codes as the papers do.

    A symmetry that changes the position class of the game confuses no two of its positions. If
    all others are in the problem's group, the whole group of the board may reduce.
    """
    from pegsolitaire.engine import Probe, make_layout

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
    return Probe(make_layout(board, group if any(confusing) else board.symmetries))


def text_of_index(sets: IndexedSets) -> Iterator[str]:
    """The lines of winning sets by index.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> from pegsolitaire.theory import type_named
    >>> lines = list(text_of_index(IndexedSets.make(type_named(triangle(5)))))
    >>> lines[1], lines[2][:24]
    ('W[5][1] = {16,64,1,8}', 'End[5][1] = {1,2,3,3,4,4')
    """
    board = sets.problem_type.board
    names = ", ".join(board.hole_text(hole, "coordinates") for hole in sets.vacancies)
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
    """The lines of F, B, W and L, as the Notes write W."""
    yield f"! {problem}: reduced by {len(problem.group)} symmetries"
    for level in levels:
        yield f"{level.name}[{level.pegs}] = {{{', '.join(map(str, level.codes.tolist()))}}}"


def write_sets_parquet(sets: WinningSets, path: Path) -> None:
    """Write winning sets as one Parquet file with columns ``pegs`` and ``code``.

    Raises
    ------
    StoreError
        If it cannot be written.
    """
    problem = sets.problem
    halved = {"self_complementary": problem.is_self_complementary}
    envelope = Envelope(WINS, problem.board, problem.finishes, problem.starts, halved)
    write_batches(path, envelope, sets.column_types, sets.batches())


def write_levels_parquet(problem: Problem, levels: Iterable[LevelCodes], path: Path) -> None:
    """Write F, B, W and L as one Parquet file with columns ``set``, ``pegs`` and ``code``.

    Raises
    ------
    StoreError
        If it cannot be written.
    """
    envelope = Envelope(LEVELS, problem.board, problem.finishes, problem.starts)
    batches: Iterator[Columns] = (
        {
            "set": np.full(len(level.codes), level.name),
            "pegs": _of_pegs(level.pegs, level.codes),
            "code": level.codes,
        }
        for level in levels
    )
    write_batches(path, envelope, {"set": "string", "pegs": "int16", "code": "uint64"}, batches)


def _of_pegs(pegs: int, codes: Words) -> npt.NDArray[np.int16]:
    return np.full(len(codes), pegs, np.int16)


def write_batches(
    path: Path,
    envelope: Envelope,
    types: Mapping[str, Any],
    batches: Iterable[Columns],
    disk: int | None = None,
    **options: Any,
) -> None:
    """Write columns as one Parquet file, batch by batch, so that no more than one is in memory.

    Parameters
    ----------
    path : Path
        The file; until it is whole it has another name.
    envelope : Envelope
        What it says of itself.
    types : mapping of str to type
        The columns with their types, as Arrow knows them, by name or as such.
    batches : iterable of mappings of str to array
        Arrays of numpy, or of Arrow.
    disk : int, optional
        The most bytes that the file may take.
    **options
        Of the writer.

    Raises
    ------
    BoardTooLargeError
        If it takes more.
    MissingExtraError
        If pyarrow is not installed.
    StoreError
        If it cannot be written.
    """
    pq = need("pyarrow.parquet")
    schema = arrow_schema(types).with_metadata({KEY: envelope.encode()})
    options = {"compression": "zstd", **options}
    with written_aside(path) as aside, pq.ParquetWriter(aside, schema, **options) as file:
        for batch in batches:
            file.write_batch(record_batch(schema, batch))
            check_disk(aside, disk)


def write_index_parquet(sets: IndexedSets, path: Path) -> None:
    """Write the codes of all levels with their pegs and indices as one Parquet file.

    Raises
    ------
    StoreError
        If it cannot be written.
    """
    problem = sets.superset.problem
    vacancies = {"vacancies": list(map(list, sets.vacancies))}
    envelope = Envelope(INDEX, problem.board, problem.finishes, problem.starts, vacancies)
    write_batches(path, envelope, sets.column_types, sets.batches())
