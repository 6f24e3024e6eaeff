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
from dataclasses import asdict, dataclass, fields, replace
from itertools import chain, zip_longest
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import numpy as np

from pegsolitaire.analysis.rating import Rating, fewest_solution, rate, rate_alone
from pegsolitaire.analysis.symmetric import symmetric_in_class
from pegsolitaire.analysis.unique import count_jumps, unique_jumps
from pegsolitaire.arguments import one_of, public
from pegsolitaire.board import Board
from pegsolitaire.data import Puzzle, PuzzleSet, puzzles_text
from pegsolitaire.errors import MissingExtraError, ProblemError
from pegsolitaire.files import write_text
from pegsolitaire.game import Position, Solution, pattern_of
from pegsolitaire.results import POSITION, to_json
from pegsolitaire.sets import Tablebase
from pegsolitaire.sets.export import write_batches
from pegsolitaire.tables import need
from pegsolitaire.theory import PositionClass, read_problem
from pegsolitaire.theory.doors import ClassLike, as_class
from pegsolitaire.work import Work

if TYPE_CHECKING:
    from pegsolitaire.engine import Words

Kind = Literal["unique", "symmetric"]
KINDS: tuple[Kind, ...] = ("unique", "symmetric")
#: The least and the most of something.
Range = tuple[float, float]

#: Pegs of a puzzle, at least, where nobody says how many.
LEAST_PEGS = 4
_MOST_POSITIONS = 1 << 19  # of a level: puzzles that lead to more are not rated
_RATED = 3  # times as many puzzles are rated as are wanted, or more: as many of each size
# Where only some ratings are wanted: how many puzzles are rated for each that is wanted, how many
# at least, and how many of a size before it is given up as too hard or too easy.
_TRIED, _LEAST_TRIED, _OF_A_SIZE = 6, 200, 6
_MOST_OF_A_SIZE = 1000  # candidates with one number of pegs
_SOURCE = "found by computer"

#: Positions with what is special about them, the hardest first.
_Ranked = Sequence[tuple[Position, str]]


@dataclass(frozen=True)
class Designed:
    """A puzzle that was found.

    Attributes
    ----------
    position : Position
        Where it starts.
    feature : str
        What is special about it, in words.
    rating : Rating or None
        How hard it is; None where too many positions can follow.
    solution : Solution
        A solution, with the least moves where these are known.
    pattern : str
        Its pegs up to moving, turning and reflecting them on a board without an edge, as a
        picture in one line: two puzzles of the same pattern are copies of one another.
    """

    position: Position
    feature: str
    rating: Rating | None
    solution: Solution
    pattern: str

    @classmethod
    def of(
        cls, position: Position, feature: str, table: Tablebase, rating: Rating | None = None
    ) -> Designed:
        """A puzzle of a class, with a solution; it is rated, unless it was."""
        rating = rating or rate(position, table, most=_MOST_POSITIONS)
        shortest = None
        if rating is not None and rating.moves is not None:
            shortest = fewest_solution(position, table)
        pattern = "/".join(str(pattern_of(position)).split("\n"))
        return cls(position, feature, rating, shortest or table.solution(position), pattern)

    @property
    def document(self) -> dict[str, object]:
        """The puzzle as plain data."""
        rated = {field.name: None for field in fields(Rating)}
        return {
            **to_json(self, f"{POSITION} pegs=position|len feature difficulty=rating.difficulty"),
            **(rated if self.rating is None else asdict(self.rating)),
            **to_json(self, "solution=solution.jumps pattern"),
        }


@public
def design(
    chosen: ClassLike,
    kind: str = "unique",
    number: int = 30,
    table: Tablebase | None = None,
    *,
    pegs: Range | None = None,
    bits: Range | None = None,
    work: Work | None = None,
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
    table : Tablebase, optional
        That of the class; without it, it is built.
    pegs : (int, int), optional
        The least and the most pegs; by default 4 or more.
    bits : (float, float), optional
        The least and the most bits of the rating. Candidates are then drawn from the whole of
        their size until there are enough: not all are rated.

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
    >>> easy = design(class_named(triangle(5)), "unique", 3, pegs=(6, 8), bits=(5, 7))
    >>> [(len(one.position), one.rating.difficulty) for one in easy]
    [(6, 'easy'), (7, 'easy'), (8, 'easy')]
    """
    work = Work.of(work)
    chosen = as_class(chosen)
    kind = one_of(kind, KINDS, "kind")
    table = table or Tablebase.of(chosen.board, chosen.finishes, work=work)
    search = _unique if kind == "unique" else _symmetric
    ranked = search(chosen, table, pegs or (LEAST_PEGS, inf), bits is not None, work=work)
    if bits is None:
        candidates = list(_first_of_each_size(ranked, number))
        work.progress.stage("rating puzzles", len(candidates))
        found = list(_rated(candidates, table, work=work))
    else:
        work.progress.stage("rating puzzles")
        found = _as_hard_as(bits, _by_size(ranked), table, enough=_RATED * number, work=work)
    kept = sorted(_spread(found)[:number], key=lambda one: one[2].bits)
    return [Designed.of(position, feature, table, rating) for position, feature, rating in kept]


_Rated = tuple[Position, str, Rating]


def _rated(candidates: _Ranked, table: Tablebase, *, work: Work) -> Iterator[_Rated]:
    """Those that are not too large to rate."""
    too_large = 0
    for done, (position, feature) in enumerate(candidates, start=1):
        rating = rate(position, table, most=_MOST_POSITIONS)
        if rating is None:
            too_large += 1
        else:
            yield position, feature, rating
        work.update(done, f"{too_large} too large to rate" if too_large else "")


def _by_size(ranked: _Ranked) -> dict[int, list[tuple[Position, str]]]:
    """Positions by the number of their pegs."""
    sizes: dict[int, list[tuple[Position, str]]] = {}
    for position, feature in ranked:
        sizes.setdefault(len(position), []).append((position, feature))
    return sizes


def _as_hard_as(
    bits: Range,
    sizes: dict[int, list[tuple[Position, str]]],
    table: Tablebase,
    enough: int,
    *,
    work: Work,
) -> list[_Rated]:
    """Some puzzles with a rating in a range, of all sizes in turn, as long as that is likely."""
    found: list[_Rated] = []
    rated: dict[int, list[float]] = {size: [] for size in sizes}
    done = 0
    for row in zip_longest(*map(_mixed, sizes.values())):
        for candidate in filter(None, row):
            of_size = rated[len(candidate[0])]
            if not _is_likely(bits, of_size):
                continue
            rating = rate(candidate[0], table, most=_MOST_POSITIONS)
            done += 1
            if rating is not None:
                of_size.append(round(rating.bits, 1))
                if bits[0] <= of_size[-1] <= bits[1]:
                    found.append((*candidate, rating))
            work.update(done, f"{len(found)} as hard as wanted")
        if len(found) >= enough or done >= max(_TRIED * enough, _LEAST_TRIED):
            break
    return found


def _is_likely(bits: Range, rated: list[float]) -> bool:
    """Whether a size may have puzzles with a rating in a range, by those that were rated."""
    if len(rated) < _OF_A_SIZE:
        return True
    least, most = min(rated), max(rated)
    beyond = most - least + 1
    return least - beyond <= bits[1] and bits[0] <= most + beyond


def _mixed(ranked: _Ranked) -> Iterator[tuple[Position, str]]:
    """The first, and by turns one from the middle, from the middle of the halves, and so on."""
    width = len(ranked).bit_length()
    evenly = sorted(range(len(ranked)), key=lambda n: f"{n:0{width}b}"[::-1])
    order = chain.from_iterable(zip(range(len(ranked)), evenly, strict=True))
    return (ranked[number] for number in dict.fromkeys(order))


def _first_of_each_size(ranked: _Ranked, number: int) -> Iterator[tuple[Position, str]]:
    """The first positions with each number of pegs, some times as many in all as are wanted."""
    sizes = Counter(len(position) for position, _ in ranked)
    share = -(-_RATED * number // max(1, len(sizes)))
    taken: Counter[int] = Counter()
    for position, feature in ranked:
        taken[len(position)] += 1
        if taken[len(position)] <= share:
            yield position, feature


def _spread(puzzles: Sequence[_Rated]) -> list[_Rated]:
    """The hardest for each number of pegs, then the second of each, and so on."""
    rank: Counter[int] = Counter()
    ordered = []
    for one in sorted(puzzles, key=lambda one: -one[2].bits):
        rank[len(one[0])] += 1
        ordered.append((rank[len(one[0])], -one[2].bits, one))
    return [one for *_, one in sorted(ordered, key=lambda entry: entry[:2])]


def _unique(
    chosen: PositionClass,
    table: Tablebase,
    pegs: Range,
    every: bool,
    *,
    work: Work,
) -> list[tuple[Position, str]]:
    """Those with a unique winning jump, the ones with the most jumps first.

    Of each size no more than can be wanted: the first, or as many of every part.
    """
    found = unique_jumps(chosen, table=table, work=work)
    order = np.argsort(-found.jumps, kind="stable")
    within = (found.pegs[order] >= pegs[0]) & (found.pegs[order] <= pegs[1])
    order = order[within & (found.jumps[order] > 1)]
    kept: list[int] = []
    for size in np.unique(found.pegs[order]):
        of_size = order[found.pegs[order] == size]
        step = len(of_size) / _MOST_OF_A_SIZE if every else 1
        picked = np.unique((np.arange(_MOST_OF_A_SIZE) * max(1, step)).astype(np.int64))
        kept += of_size[picked[picked < len(of_size)]].tolist()
    return [
        (Position(found.board, int(found.codes[i])), f"one winning jump of {found.jumps[i]}")
        for i in kept
    ]


def _symmetric(
    chosen: PositionClass,
    table: Tablebase,
    pegs: Range,
    every: bool,
    *,
    work: Work,
) -> list[tuple[Position, str]]:
    """Those with much symmetry, the ones where the fewest of the first jumps win first."""
    del every, work  # they are few
    rows = symmetric_in_class(chosen, table)
    rows = [row for row in rows if row.kind.order > 2] or rows
    found = [
        (share, code, row.kind.description)
        for row in rows
        for share, code in zip(_winning_share(table, row.codes), row.codes.tolist(), strict=True)
        if max(2, pegs[0]) <= code.bit_count() <= pegs[1]
    ]
    return [(Position(chosen.board, code), feature) for _, code, feature in sorted(found)]


def _winning_share(table: Tablebase, codes: Words) -> list[float]:
    """For each position the share of its jumps that win."""
    jumps = np.maximum(count_jumps(table.board, codes), 1)
    share: list[float] = (table.count_winning_jumps(codes) / jumps).tolist()
    return share


def puzzle_set_of(
    name: str,
    board: Board,
    description: str,
    found: Sequence[Designed],
    title: str | None = None,
) -> PuzzleSet:
    """Puzzles that were found as a puzzle set, for the gallery or a file.

    They are numbered after a title, Designed 1, Designed 2 ...: by default the name of the set,
    without the board.
    """
    title = title or name.removeprefix(f"{board.name}-")
    title = title.replace("-", " ").capitalize()
    puzzles = []
    for number, one in enumerate(found, start=1):
        said = [one.feature] if one.rating is None else [one.feature, one.rating.text]
        best = None if one.rating is None else one.rating.moves
        puzzles.append(
            Puzzle(
                f"{title} {number}",
                one.position,
                "any",
                _SOURCE,
                " ".join(f"{words[0].upper()}{words[1:]}." for words in said),
                best,
                None if one.rating is None else round(one.rating.bits, 1),
                one.solution if best == len(one.solution.moves) else None,
            )
        )
    return PuzzleSet(name, board, description, tuple(puzzles))


def rated_puzzles(puzzles: PuzzleSet, *, work: Work | None = None) -> PuzzleSet:
    """A set with ratings of those of its puzzles that have none, where these are soon found.

    Examples
    --------
    >>> from dataclasses import replace
    >>> from pegsolitaire.data import puzzle_set
    >>> cross = puzzle_set("english-classics").puzzles[0]
    >>> unrated = PuzzleSet("mine", cross.board, "One.", (replace(cross, rating=None),))
    >>> rated_puzzles(unrated).puzzles[0].rating == cross.rating
    True
    """
    work = Work.of(work)
    unrated = sum(puzzle.rating is None for puzzle in puzzles)
    if not unrated:
        return puzzles
    work.progress.stage("rating puzzles", len(puzzles))
    rated = []
    for done, puzzle in enumerate(puzzles, 1):
        rating = None
        if puzzle.rating is None:
            rating = rate_alone(read_problem(puzzle.board, puzzle.start, puzzle.finish))
        if rating is not None:
            best = puzzle.best or rating.moves
            puzzle = replace(puzzle, rating=round(rating.bits, 1), best=best)
        rated.append(puzzle)
        work.update(done, puzzle.name)
    return replace(puzzles, puzzles=tuple(rated))


def write_designs(
    name: str,
    board: Board,
    description: str,
    found: Sequence[Designed],
    folder: Path,
    title: str | None = None,
) -> list[Path]:
    """Write puzzles as NAME.toml (a puzzle set), NAME.json and NAME.parquet; the files.

    Parquet needs the extra ``frames``, and is left out where that is not installed.

    The last two have everything: the rating in its parts, a solution, and the pattern, which is
    the same for translated copies.

    Raises
    ------
    ProblemError
        If no puzzle was found.
    StoreError
        If a file cannot be written.
    """
    if not found:
        raise ProblemError(f"no puzzle was found on {board.name}: there is nothing to write")
    rows = [one.document for one in found]
    document = {"name": name, "board": board.name, "description": description, "puzzles": rows}
    texts = {
        "toml": puzzles_text(puzzle_set_of(name, board, description, found, title)),
        "json": json.dumps(document, indent=1, ensure_ascii=False),
    }
    paths = []
    for ending, text in texts.items():
        paths.append(folder / f"{name}.{ending}")
        write_text([text.rstrip("\n")], paths[-1])
    try:
        table = need("pyarrow").Table.from_pylist(rows)
    except MissingExtraError:
        return paths
    paths.append(folder / f"{name}.parquet")
    said = json.dumps(document | {"puzzles": len(rows)}).encode()
    types = dict(zip(table.schema.names, table.schema.types, strict=True))
    write_batches(paths[-1], said, types, table.to_batches())
    return paths
