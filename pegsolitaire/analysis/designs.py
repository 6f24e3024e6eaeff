"""A search for puzzles that are hard, or hard and pretty (Bell 2017).

Two kinds are looked for among all solvable positions of a class. *Unique*: positions with a unique
winning jump, for each number of pegs those that allow the most jumps. *Symmetric*: positions with
more symmetry than a single reflection or half turn, which usually fall to symmetrical jumps: of
those where the fewest of the first jumps win, the ones with the highest rating.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import numpy as np

from pegsolitaire.analysis.rating import Rating, rate
from pegsolitaire.analysis.symmetric import symmetric_in_class
from pegsolitaire.analysis.unique import count_jumps, unique_jumps
from pegsolitaire.board import Board
from pegsolitaire.errors import ProblemError
from pegsolitaire.files import write_text, written_aside
from pegsolitaire.game import Position, Puzzle, PuzzleSet, Solution, pattern_of, puzzles_text
from pegsolitaire.progress import SILENT, Progress
from pegsolitaire.sets import Tablebase
from pegsolitaire.theory import PositionClass

if TYPE_CHECKING:
    from pegsolitaire.engine import Words

Kind = Literal["unique", "symmetric"]
KINDS: tuple[Kind, ...] = ("unique", "symmetric")

_LEAST_PEGS = 4
_MOST_POSITIONS = 1 << 19  # of a level: puzzles that lead to more are not rated
_RATED = 3  # times as many puzzles are rated as are wanted, or more: as many of each size
_MOST_OF_A_SIZE = 1000  # candidates with one number of pegs
_SOURCE = "found by computer"


@dataclass(frozen=True)
class Designed:
    """A puzzle that was found.

    Attributes
    ----------
    position : Position
        Where it starts.
    feature : str
        What is special about it, in words.
    rating : Rating
        How hard it is.
    solution : Solution
        A solution.
    pattern : str
        Its pegs up to moving, turning and reflecting them on a board without an edge, as a
        picture in one line: two puzzles of the same pattern are copies of one another.
    """

    position: Position
    feature: str
    rating: Rating
    solution: Solution
    pattern: str

    @property
    def document(self) -> dict[str, object]:
        """The puzzle as plain data."""
        return {
            "position": self.position.text,
            "code": self.position.code,
            "pegs": len(self.position),
            "feature": self.feature,
            **asdict(self.rating),
            "solution": [str(jump) for jump in self.solution],
            "pattern": self.pattern,
        }


def design(
    chosen: PositionClass,
    kind: Kind,
    number: int = 30,
    progress: Progress = SILENT,
    table: Tablebase | None = None,
) -> list[Designed]:
    """Hard puzzles of a kind, to be brought to one peg anywhere; the easier ones first.

    For each number of pegs some candidates are rated: the positions with the most jumps of which
    one wins, or the symmetric ones with the smallest share of winning jumps. Of each number the
    hardest one is taken, then the second of each, and so on. Candidates that lead to more than
    half a million positions with one number of pegs are left out: they are not rated.

    Parameters
    ----------
    chosen : PositionClass
        The position class.
    kind : str
        ``unique`` or ``symmetric``.
    number : int, optional
        How many puzzles at most.
    progress : Progress, optional
        Told of sweeps, and of how many puzzles were rated.
    table : Tablebase, optional
        That of the class; without it, it is built.

    Raises
    ------
    ProblemError
        If there is no such kind.
    BoardTooLargeError
        If the class does not fit the memory.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> from pegsolitaire.theory import class_named
    >>> found = design(class_named(triangle(5)), "unique", 3)
    >>> [(one.feature, len(one.position), round(one.rating.bits, 1)) for one in found][:2]
    [('one winning jump of 4', 12, 10.6), ('one winning jump of 7', 10, 11.2)]
    """
    if kind not in KINDS:
        raise ProblemError(f"no kind of puzzle {kind!r}: choose one of {', '.join(KINDS)}")
    table = table or Tablebase.of(chosen.board, chosen.finishes, progress)
    ranked = _unique(chosen, table, progress) if kind == "unique" else _symmetric(chosen, table)
    candidates = list(_first_of_each_size(ranked, number))
    progress.stage("rating puzzles", len(candidates))
    puzzles, too_large = [], 0
    for done, (position, feature) in enumerate(candidates, start=1):
        rating = rate(position, table, most=_MOST_POSITIONS)
        if rating is None:
            too_large += 1
        else:
            pattern = "/".join(str(pattern_of(position)).split("\n"))
            puzzles.append(Designed(position, feature, rating, table.solution(position), pattern))
        progress.update(done, f"{too_large} too large to rate" if too_large else "")
    return sorted(_spread(puzzles)[:number], key=lambda one: one.rating.bits)


def _first_of_each_size(
    ranked: Sequence[tuple[Position, str]], number: int
) -> Iterator[tuple[Position, str]]:
    """The first positions with each number of pegs, some times as many in all as are wanted."""
    sizes = Counter(len(position) for position, _ in ranked)
    share = -(-_RATED * number // max(1, len(sizes)))
    taken: Counter[int] = Counter()
    for position, feature in ranked:
        taken[len(position)] += 1
        if taken[len(position)] <= share:
            yield position, feature


def _spread(puzzles: list[Designed]) -> list[Designed]:
    """The hardest for each number of pegs, then the second of each, and so on."""
    rank: Counter[int] = Counter()
    ordered = []
    for one in sorted(puzzles, key=lambda one: -one.rating.bits):
        rank[len(one.position)] += 1
        ordered.append((rank[len(one.position)], -one.rating.bits, one))
    return [one for *_, one in sorted(ordered, key=lambda entry: entry[:2])]


def _unique(
    chosen: PositionClass, table: Tablebase, progress: Progress
) -> list[tuple[Position, str]]:
    """Those with a unique winning jump, the ones with the most jumps first."""
    found = unique_jumps(chosen, progress, table)
    order = np.argsort(-found.jumps, kind="stable")
    order = order[(found.pegs[order] >= _LEAST_PEGS) & (found.jumps[order] > 1)]
    kept: list[int] = []  # of each size no more than can be wanted
    for pegs in np.unique(found.pegs[order]):
        kept += order[found.pegs[order] == pegs][:_MOST_OF_A_SIZE].tolist()
    return [
        (Position(found.board, int(found.codes[i])), f"one winning jump of {found.jumps[i]}")
        for i in kept
    ]


def _symmetric(chosen: PositionClass, table: Tablebase) -> list[tuple[Position, str]]:
    """Those with much symmetry, the ones where the fewest of the first jumps win first."""
    rows = symmetric_in_class(chosen, table)
    rows = [row for row in rows if row.kind.order > 2] or rows
    found = [
        (share, code, row.kind.description)
        for row in rows
        for share, code in zip(_winning_share(table, row.codes), row.codes.tolist(), strict=True)
        if code.bit_count() >= _LEAST_PEGS
    ]
    return [(Position(chosen.board, code), feature) for _, code, feature in sorted(found)]


def _winning_share(table: Tablebase, codes: Words) -> list[float]:
    """For each position the share of its jumps that win."""
    jumps = np.maximum(count_jumps(table.board, codes), 1)
    share: list[float] = (table.count_winning_jumps(codes) / jumps).tolist()
    return share


def puzzle_set_of(
    name: str, board: Board, description: str, found: Sequence[Designed]
) -> PuzzleSet:
    """Puzzles that were found as a puzzle set, for the gallery or a file.

    They are named after the set, without the board: Unique 1, Unique 2 ...
    """
    title = name.removeprefix(f"{board.name}-").replace("-", " ").capitalize()
    puzzles = []
    for number, one in enumerate(found, start=1):
        note = f"{one.feature[0].upper()}{one.feature[1:]}. {one.rating.text[0].upper()}"
        puzzles.append(
            Puzzle(
                f"{title} {number}",
                one.position,
                "any",
                _SOURCE,
                f"{note}{one.rating.text[1:]}.",
                one.rating.moves,
                round(one.rating.bits, 1),
            )
        )
    return PuzzleSet(name, board, description, tuple(puzzles))


def write_designs(
    name: str, board: Board, description: str, found: Sequence[Designed], folder: Path
) -> list[Path]:
    """Write puzzles as NAME.toml (for the gallery), NAME.json and NAME.parquet; the files.

    The last two have everything: the rating in its parts, a solution, and the pattern, which is
    the same for translated copies.

    Raises
    ------
    ProblemError
        If no puzzle was found, or the board is none of the catalogue.
    StoreError
        If a file cannot be written.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    if not found:
        raise ProblemError(f"no puzzle was found on {board.name}: there is nothing to write")
    rows = [one.document for one in found]
    document = {"name": name, "board": board.name, "description": description, "puzzles": rows}
    texts = {
        "toml": puzzles_text(puzzle_set_of(name, board, description, found)),
        "json": json.dumps(document, indent=1, ensure_ascii=False),
    }
    paths = []
    for ending, text in texts.items():
        paths.append(folder / f"{name}.{ending}")
        write_text([text.rstrip("\n")], paths[-1])
    paths.append(folder / f"{name}.parquet")
    table = pa.Table.from_pylist(rows).replace_schema_metadata(
        {"pegsolitaire": json.dumps(document | {"puzzles": len(rows)})}
    )
    with written_aside(paths[-1]) as aside:
        pq.write_table(table, aside, compression="zstd")
    return paths
