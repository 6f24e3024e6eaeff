"""Labels of every solvable position of a class: their values, how large they are, and a file.

The file is Parquet for others: a row a position, a group of rows for each number of pegs. Numbers
of solutions are unsigned integers of 64 bits where all of them fit, else decimals of up to 38
digits, which take more room and are slow to read in pandas.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from pegsolitaire.board import Board
from pegsolitaire.errors import BoardTooLargeError
from pegsolitaire.sets.envelope import Envelope, Format
from pegsolitaire.sets.export import write_batches
from pegsolitaire.sets.plans import plan_labels
from pegsolitaire.sets.values import LABELS, PositionValues, ValueColumns
from pegsolitaire.tables import Columns, need
from pegsolitaire.work import Work

if TYPE_CHECKING:
    from pegsolitaire.engine import Words

FORMAT = Format("labels", 1, "pegs data labels BOARD", "write it again")

_LARGEST = 10**38  # what the largest type of column that is read everywhere holds

_AT_A_TIME = 1 << 19  # least codes whose images are written together
_ENCODINGS = {
    "code": "DELTA_BINARY_PACKED",
    "solutions": "PLAIN",
    "chance": "BYTE_STREAM_SPLIT",
}


def labels_of(
    board: Board, finishes: Iterable[int], *, work: Work | None = None
) -> PositionValues:
    """Label every position that can be played to a finish: all columns of values.

    Parameters
    ----------
    board, finishes, progress, budget
        As for :meth:`PositionValues.of_class`, but that what is surely past the memory is refused
        before it is begun.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> from pegsolitaire.theory import class_named
    >>> board = triangle(5)
    >>> labels = labels_of(board, class_named(board, "A").finishes)
    >>> top = labels.levels[14]
    >>> for row, code in enumerate(top.codes.tolist()):
    ...     print(code, top.solutions_of(row), top.moves[row], f"{top.chances[row]:.5f}")
    28671 85258 9 0.00709
    32255 14880 10 0.00343
    32751 1550 11 0.00173
    32766 29760 10 0.00686
    """
    work = Work.of(work)
    codes = tuple(finishes)
    plan_labels(board, codes, refuse=True, memory=work.memory)
    return PositionValues.of_class(board, codes, LABELS, work=work)


@dataclass(frozen=True)
class LabelRow:
    """What a level of labels comes to: the extremes, each with the code of a position.

    Attributes
    ----------
    pegs, reduced, positions : int
        How many there are up to symmetry, and one by one.
    solutions, moves : pair of int
        The most there are, and the code of a position that has them.
    chance : pair of float and int
        The smallest, and the code of a position.
    """

    pegs: int
    reduced: int
    positions: int
    solutions: tuple[int, int]
    moves: tuple[int, int]
    chance: tuple[float, int]

    @classmethod
    def of(cls, pegs: int, level: ValueColumns) -> LabelRow:
        """That of a level."""
        most, worst = int(np.lexsort(level.solutions)[-1]), int(np.argmin(level.chances))
        slowest = int(np.argmax(level.moves))
        return cls(
            pegs,
            len(level.codes),
            level.positions,
            (level.solutions_of(most), int(level.codes[most])),
            (int(level.moves[slowest]), int(level.codes[slowest])),
            (float(level.chances[worst]), int(level.codes[worst])),
        )


def write_labels(
    labels: PositionValues,
    path: Path,
    *,
    raw: bool = False,
    disk: int | None = None,
    work: Work | None = None,
) -> None:
    """Write the labels of a class as one Parquet file, from the fewest pegs up.

    Parameters
    ----------
    labels : PositionValues
        From :func:`labels_of`.
    path : Path
        The file.
    raw : bool, optional
        Every position one by one; by default one of those that are images of one another.
    disk : int, optional
        The most bytes that the file may take.

    Raises
    ------
    BoardTooLargeError
        If it takes more, or a number of solutions has more than 38 digits.
    StoreError
        If it cannot be written.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> from pegsolitaire.board import triangle
    >>> labels = labels_of(triangle(4), [1])
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder, "triangle4.parquet")
    ...     write_labels(labels, path)
    ...     path.stat().st_size > 1000
    True
    """
    work = Work.of(work)
    pa = need("pyarrow")
    wide = any(len(level.solutions) > 1 for level in labels.levels.values())
    if any(_is_past(level.solutions) for level in labels.levels.values()):
        raise BoardTooLargeError("a number of solutions has more than 38 digits")
    types: dict[str, Any] = {
        "pegs": "int8",
        "code": "uint64",
        "orbit": "uint8",
        "solutions": pa.decimal128(38) if wide else "uint64",
        "moves": "int8",
        "chance": "float64",
        "jumps": "uint8",
        "winning_jumps": "uint8",
    }
    details = {
        "group_order": len(labels.problem.group),
        "raw": raw,
        "positions": labels.positions if raw else len(labels),
    }
    envelope = Envelope(FORMAT, labels.problem.board, labels.problem.finishes, details=details)
    small = [name for name in types if name not in _ENCODINGS]
    batches = _batches(labels, wide, raw, work=work)
    write_batches(
        path,
        envelope.encode(),
        types,
        batches,
        disk,
        use_dictionary=small,
        column_encoding=_ENCODINGS,
    )


def _is_past(limbs: tuple[Words, ...]) -> bool:
    """Whether a number may be more than a column holds, by its highest limb."""
    return len(limbs) > 2 or (len(limbs) == 2 and int(limbs[1].max()) >= _LARGEST >> 64)


def _batches(
    labels: PositionValues,
    wide: bool,
    raw: bool,
    *,
    work: Work,
) -> Iterator[Columns]:
    """The columns, a batch a level, or for every position one by one several."""
    group = [symmetry.image for symmetry in labels.problem.group]
    work.progress.stage("writing", len(labels.levels))
    for number, (pegs, level) in enumerate(labels.levels.items(), 1):
        size = len(level.codes)
        step = _AT_A_TIME if raw else max(1, size)
        for first in range(0, size, step):
            some = slice(first, first + step)
            codes, rows = level.codes[some], np.arange(size)[some]
            if raw:
                codes, rows = _all_images(codes, rows, group)
            yield {
                "pegs": np.full(len(codes), pegs, np.int8),
                "code": codes,
                "orbit": level.orbits[rows],
                "solutions": _numbers([limb[rows] for limb in level.solutions], wide),
                "moves": level.moves[rows].astype(np.int8),
                "chance": level.chances[rows],
                "jumps": level.jumps[rows],
                "winning_jumps": level.winning[rows],
            }
        work.update(number, f"{size:,} positions")


def _all_images(
    codes: Words, rows: np.ndarray[Any, Any], group: list[tuple[int, ...]]
) -> tuple[Words, np.ndarray[Any, Any]]:
    """Every image of some codes once, and the row of the code that it comes from."""
    from pegsolitaire.engine import images

    turned = np.stack([images(codes, image) for image in group], axis=1)
    turned.sort(axis=1)
    fresh = np.ones(turned.shape, np.bool_)
    fresh[:, 1:] = turned[:, 1:] != turned[:, :-1]
    return turned[fresh], np.repeat(rows, fresh.sum(axis=1))


def _numbers(limbs: list[Words], wide: bool) -> Any:
    """Numbers of solutions as a column: where any has two limbs, all are decimals of Arrow."""
    pa = need("pyarrow")
    if not wide:
        return limbs[0]
    pairs = np.zeros((len(limbs[0]), 2), np.uint64)  # the bytes of a decimal, if they begin low
    pairs[:, : len(limbs)] = np.stack(limbs, axis=1)
    return pa.Array.from_buffers(
        pa.decimal128(38), len(pairs), [None, pa.py_buffer(pairs.astype("<u8"))]
    )
