"""Winning sets in the text form of Bell's Notes, sections 4, 6 and 8.

Two versions: *any finish* lists the codes of each level, ``W[3] = {28, 112}``; *by index* lists
them sorted by index, with the ends of the runs of each index after them, and on triangles with
the side first, ``W[5][1] = {16,64,1,8}`` and ``End[5][1] = {1,2,3,3,4,...}``. The papers reduce
codes by all symmetries of the board; so does this where no two positions of the problem become one
(they would for a degenerate vacancy, section 4.1), and the first line says by how many.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from pegsolitaire.board import Board, apply_permutation, triangle
from pegsolitaire.files import written_aside
from pegsolitaire.game import Problem
from pegsolitaire.sets.by_index import IndexedSets
from pegsolitaire.sets.envelope import KEY, Envelope, Format
from pegsolitaire.sets.winning import WinningSets
from pegsolitaire.theory import class_of

if TYPE_CHECKING:
    from pegsolitaire.engine import Probe

INDEX = Format(
    "winning positions by index",
    1,
    "pegs winning BOARD any --by index --export parquet",
    "export it again",
)


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
    for pegs, (codes, indices) in sets.levels.items():
        ends = np.searchsorted(indices, np.arange(1 << len(sets.vacancies)), side="right")
        yield f"W{side}[{pegs}] = {{{','.join(map(str, codes.tolist()))}}}"
        yield f"End{side}[{pegs}] = {{{','.join(map(str, ends.tolist()))}}}"


def _side(board: Board) -> str:
    side = board.holes[-1][1] + 1
    return f"[{side}]" if board == triangle(side) else ""


def write_index_parquet(sets: IndexedSets, path: Path) -> None:
    """Write the codes of all levels with their pegs and indices as one Parquet file.

    Raises
    ------
    StoreError
        If it cannot be written.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    pegs = np.concatenate([np.full(len(c), n, np.int16) for n, (c, _) in sets.levels.items()])
    columns = {
        "pegs": pa.array(pegs),
        "code": pa.array(np.concatenate([codes for codes, _ in sets.levels.values()])),
        "index": pa.array(np.concatenate([indices for _, indices in sets.levels.values()])),
    }
    problem = sets.superset.problem
    vacancies = {"vacancies": list(map(list, sets.vacancies))}
    envelope = Envelope(INDEX, problem.board, problem.finishes, problem.starts, vacancies)
    table = pa.table(columns).replace_schema_metadata({KEY: envelope.encode()})
    with written_aside(path) as aside:
        pq.write_table(table, aside, compression="zstd")
