"""Labels: the values of every solvable position of a class, a summary of them, and their export.

The export is a Parquet file with one row for each position and one row group for each number of
pegs. Numbers of solutions are unsigned 64-bit integers if all of them fit, and otherwise decimals
of up to 38 digits, which take more space and are slow to read with pandas.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from pegsolitaire.board import BoardLike, as_board
from pegsolitaire.errors import BoardTooLargeError
from pegsolitaire.frames import Columns, need
from pegsolitaire.sets.export import write_batches
from pegsolitaire.sets.npz_files import Envelope, Format
from pegsolitaire.sets.plans import plan_labels
from pegsolitaire.sets.values import LABELS, PositionValues, ValueColumns
from pegsolitaire.units import counted
from pegsolitaire.work import Work

if TYPE_CHECKING:
    import numpy.typing as npt

    from pegsolitaire.engine import Words

    Bytes = npt.NDArray[np.uint8]


LABELS_FORMAT = Format("labels", 1, "pegs export labels BOARD", "write it again")

_LARGEST = 10**38  # the limit of the largest column type that all readers support

_AT_A_TIME = 1 << 19  # the number of canonical codes whose images are written together
_ENCODINGS = {
    "code": "DELTA_BINARY_PACKED",
    "solutions": "PLAIN",
    "chance": "BYTE_STREAM_SPLIT",
}


def labels_of(
    board: BoardLike, finishes: Iterable[int], *, work: Work | None = None
) -> PositionValues:
    """Compute all columns of values for every position that can reach a finish.

    If the work certainly does not fit in memory, an error is raised before it begins.

    Parameters
    ----------
    board, finishes, work
        As for :meth:`PositionValues.of_class`.
    work : Work, optional
        Limits on time and memory, a progress bar, and more: see :class:`pegsolitaire.Work`.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> from pegsolitaire.theory import as_class
    >>> board = triangle(5)
    >>> labels = labels_of(board, as_class(board, "A").finishes)
    >>> top = labels.levels[14]
    >>> for row, code in enumerate(top.codes.tolist()):
    ...     print(code, top.solutions_of(row), top.moves[row], f"{top.chances[row]:.5f}")
    28671 85258 9 0.00709
    32255 14880 10 0.00343
    32751 1550 11 0.00173
    32766 29760 10 0.00686
    """
    work = Work.of(work)
    board = as_board(board)
    codes = tuple(finishes)
    plan_labels(board, codes, refuse=True, work=work)
    return PositionValues.of_class(board, codes, LABELS, work=work)


@dataclass(frozen=True)
class LabelRow:
    """Extreme values among the positions with the same number of pegs, with example positions.

    Attributes
    ----------
    pegs : int
        The number of pegs.
    reduced, positions : int
        The number of positions, up to symmetry and without reduction.
    solutions : pair of int
        The largest number of solutions, and the code of a position that has it.
    moves : pair of int
        The largest number of moves needed, and the code of a position that needs it.
    chance : pair of float and int
        The smallest winning probability, and the code of a position that has it.
    """

    pegs: int
    reduced: int
    positions: int
    solutions: tuple[int, int]
    moves: tuple[int, int]
    chance: tuple[float, int]

    @classmethod
    def of(cls, pegs: int, level: ValueColumns) -> LabelRow:
        """Summarize the labels of a level."""
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
    work: Work | None = None,
) -> None:
    """Write the labels of a class to a Parquet file, in ascending order of pegs.

    Parameters
    ----------
    labels : PositionValues
        The labels, from :func:`labels_of`.
    path : Path
        The file.
    raw : bool, optional
        Whether to write every position; by default only one position of each symmetry class is
        written.
    work : Work, optional
        Limits on time and memory, a progress bar, and more: see :class:`pegsolitaire.Work`.

    Raises
    ------
    BoardTooLargeError
        If the file takes more than ``work.disk`` bytes, or a number of solutions has more than 38
        digits.
    MissingExtraError
        If pyarrow is not installed.
    StoreError
        If the file cannot be written.

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
    envelope = Envelope(
        LABELS_FORMAT, labels.problem.board, labels.problem.finishes, details=details
    )
    small = [name for name in types if name not in _ENCODINGS]
    batches = _batches(labels, wide, raw, work=work)
    write_batches(
        path,
        envelope.encode(),
        types,
        batches,
        work.disk,
        use_dictionary=small,
        column_encoding=_ENCODINGS,
    )


def _is_past(limbs: tuple[Words, ...]) -> bool:
    """Return whether a number may be too large for a column, judging by its highest 64 bits."""
    return len(limbs) > 2 or (len(limbs) == 2 and int(limbs[1].max()) >= _LARGEST >> 64)


def _batches(
    labels: PositionValues,
    wide: bool,
    raw: bool,
    *,
    work: Work,
) -> Iterator[Columns]:
    """Yield the columns in one batch for each level or, if ``raw``, in several."""
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
        work.update(number, counted(size, "position"))


def _all_images(
    codes: Words, rows: np.ndarray[Any, Any], group: list[tuple[int, ...]]
) -> tuple[Words, np.ndarray[Any, Any]]:
    """Return the distinct images of all codes, each with the row of its code."""
    from pegsolitaire.engine import images

    turned = np.stack([images(codes, image) for image in group], axis=1)
    turned.sort(axis=1)
    fresh = np.ones(turned.shape, np.bool_)
    fresh[:, 1:] = turned[:, 1:] != turned[:, :-1]
    return turned[fresh], np.repeat(rows, fresh.sum(axis=1))


def _numbers(limbs: list[Words], wide: bool) -> Any:
    """Return the numbers of solutions as a column. If ``wide`` is true, use Arrow decimals."""
    pa = need("pyarrow")
    if not wide:
        return limbs[0]
    pairs = np.zeros((len(limbs[0]), 2), np.uint64)  # the bytes of decimals, in little endian
    pairs[:, : len(limbs)] = np.stack(limbs, axis=1)
    return pa.Array.from_buffers(
        pa.decimal128(38), len(pairs), [None, pa.py_buffer(pairs.astype("<u8"))]
    )
