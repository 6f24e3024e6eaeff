"""Labels as a Parquet file for others: a row a position, a group of rows for each number of pegs.

Numbers of solutions are unsigned integers of 64 bits where all of them fit, else decimals of up to
38 digits, which take more room and are slow to read in pandas.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from pegsolitaire.progress import SILENT, Progress
from pegsolitaire.sets.envelope import Envelope, Format
from pegsolitaire.sets.export import write_batches
from pegsolitaire.sets.labels import ClassLabels, Labels
from pegsolitaire.tables import Columns, need

if TYPE_CHECKING:
    from pegsolitaire.engine import Words

FORMAT = Format("labels", 1, "pegs data labels BOARD", "write it again")

_AT_A_TIME = 1 << 19  # least codes whose images are written together
_ENCODINGS = {
    "code": "DELTA_BINARY_PACKED",
    "solutions": "PLAIN",
    "chance": "BYTE_STREAM_SPLIT",
}


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
    def of(cls, labels: Labels) -> LabelRow:
        """That of a level."""
        most, worst = labels.most_solutions, int(np.argmin(labels.chances))
        slowest = int(np.argmax(labels.moves))
        return cls(
            labels.pegs,
            len(labels),
            labels.positions,
            (labels.solutions_of(most), int(labels.codes[most])),
            (int(labels.moves[slowest]), int(labels.codes[slowest])),
            (float(labels.chances[worst]), int(labels.codes[worst])),
        )


def write_labels(
    labels: ClassLabels,
    path: Path,
    *,
    raw: bool = False,
    progress: Progress = SILENT,
    disk: int | None = None,
) -> None:
    """Write the labels of a class as one Parquet file, from the fewest pegs up.

    Parameters
    ----------
    labels : ClassLabels
        From :func:`pegsolitaire.sets.labels.labels_of`.
    path : Path
        The file.
    raw : bool, optional
        Every position one by one; by default one of those that are images of one another.
    progress : Progress, optional
        Told of every level.
    disk : int, optional
        The most bytes that the file may take.

    Raises
    ------
    BoardTooLargeError
        If it takes more.
    StoreError
        If it cannot be written.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> from pegsolitaire.board import triangle
    >>> from pegsolitaire.sets.labels import labels_of
    >>> labels = labels_of(triangle(4), [1])
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder, "triangle4.parquet")
    ...     write_labels(labels, path)
    ...     path.stat().st_size > 1000
    True
    """
    pa = need("pyarrow")
    wide = any(level.solutions.shape[1] > 1 for level in labels.levels)
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
    batches = _batches(labels, wide, raw, progress)
    write_batches(
        path, envelope, types, batches, disk, use_dictionary=small, column_encoding=_ENCODINGS
    )


def _batches(labels: ClassLabels, wide: bool, raw: bool, progress: Progress) -> Iterator[Columns]:
    """The columns, a batch a level, or for every position one by one several."""
    group = [symmetry.image for symmetry in labels.problem.group]
    progress.stage("writing", len(labels.levels))
    for number, level in enumerate(labels.levels, 1):
        step = _AT_A_TIME if raw else max(1, len(level))
        for first in range(0, len(level), step):
            some = slice(first, first + step)
            codes, rows = level.codes[some], np.arange(len(level))[some]
            if raw:
                codes, rows = _all_images(codes, rows, group)
            yield _columns(level, codes, rows, wide)
        progress.update(number, f"{len(level):,} positions")


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


def _columns(level: Labels, codes: Words, rows: np.ndarray[Any, Any], wide: bool) -> Columns:
    """The columns of some rows of a level, whose codes are these or images of them."""
    return {
        "pegs": np.full(len(codes), level.pegs, np.int8),
        "code": codes,
        "orbit": level.orbits[rows],
        "solutions": _solutions(level.solutions[rows], wide),
        "moves": level.moves[rows],
        "chance": level.chances[rows],
        "jumps": level.jumps[rows],
        "winning_jumps": level.winning[rows],
    }


def _solutions(words: Words, wide: bool) -> Any:
    """Numbers of solutions as a column: where any has two words, all are decimals of Arrow."""
    if not wide:
        return words[:, 0]
    pairs = np.zeros((len(words), 2), np.uint64)  # the bytes of a decimal, if they begin low
    pairs[:, : words.shape[1]] = words
    pa = need("pyarrow")
    return pa.Array.from_buffers(
        pa.decimal128(38), len(words), [None, pa.py_buffer(pairs.astype("<u8"))]
    )
