"""Rate puzzles, and search all solvable positions of a class for hard puzzles (Bell 2017).

There are two kinds of puzzles. *Unique* puzzles have exactly one winning jump. For each number of
pegs, the search prefers puzzles with the most legal jumps. *Symmetric* puzzles have more symmetry
than a single reflection or half turn. Most symmetric puzzles are easily solved by symmetrical
jumps. The search therefore prefers puzzles with the smallest fraction of winning first jumps and,
among these, puzzles with the highest rating.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import chain, zip_longest
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import numpy as np

from pegsolitaire.arguments import number_range, one_of
from pegsolitaire.board import BoardLike, apply_permutation, as_board
from pegsolitaire.data import (
    Puzzle,
    PuzzleSet,
    check_set_name,
    difficulty_of,
    puzzles_text,
)
from pegsolitaire.errors import (
    BoardTooLargeError,
    BudgetSpentError,
    MissingExtraError,
    ProblemError,
)
from pegsolitaire.files import write_text
from pegsolitaire.frames import need
from pegsolitaire.game import (
    Position,
    PositionLike,
    Problem,
    Solution,
    StartLike,
    as_position,
    as_problem,
    pattern_of,
)
from pegsolitaire.results import Result, to_json
from pegsolitaire.sets import PositionValues, Tablebase, WinningSets, tablebase
from pegsolitaire.sets.export import write_batches
from pegsolitaire.sets.fewest_moves import graph_from
from pegsolitaire.solving.shortest_solutions import solution_through, sweep_between
from pegsolitaire.surveys.symmetric import symmetric_in_class
from pegsolitaire.surveys.unique import count_jumps, forced_jumps, unique_jumps
from pegsolitaire.theory import PositionClass, read_problem
from pegsolitaire.theory.problems import ClassLike, as_class
from pegsolitaire.units import counted
from pegsolitaire.work import Work

if TYPE_CHECKING:
    from pegsolitaire.engine import LevelSet, Words


# --
# The difficulty of a puzzle, computed exactly.
#
# The *rating* is the information that a player needs. Imagine a player who knows which jumps win
# and always chooses a winning jump at random. In each position, ``log2(legal / winning)`` bits
# distinguish the winning jumps from all legal jumps. The rating is the average of the sum of these
# bits over the games of this player. A position in which every jump wins adds nothing; a unique
# winning jump among sixteen legal jumps adds four bits. The computation visits every winning
# position that can arise from the puzzle.
#
# The rating is *not* the probability that random play wins, which is computed as well: random play
# also benefits from a large number of solutions.


#: Solvable positions: all of a class, or only the positions that games from a start can reach.
Solvable = Tablebase | WinningSets

_MAX_LEVEL_POSITIONS = 1 << 21  # the largest number of positions of a level
_LEVEL = "16MiB"  # the memory limit for a level, if a puzzle is rated without a table
_RATING = ("bits", "chances", "moves")  # the columns of values that ratings need
_POSITIONS = 20_000_000  # the limit for all levels; a time limit would depend on the load


@dataclass(frozen=True)
class Rating(Result):
    """The difficulty of a puzzle.

    Attributes
    ----------
    bits : float
        The rating: the information that a player needs to win, in bits.
    jumps, winning : int
        The number of legal first jumps, and the number of winning first jumps.
    forced : int
        The number of consecutive jumps, beginning at the start, that are forced because no other
        jump wins.
    share : float
        The fraction of legal jumps that win, as the geometric mean over all steps of games in
        which the player chooses a random winning jump each time.
    chance : float
        The probability that random play wins if all legal jumps are equally likely. It is exact up
        to rounding.
    moves : int or None
        The fewest moves of any solution; None if this number takes too long to compute.
    """

    bits: float
    jumps: int
    winning: int
    forced: int
    share: float
    chance: float
    moves: int | None

    json_fields = ("bits", "difficulty", "jumps", "winning", "forced", "share", "chance", "moves")

    @property
    def difficulty(self) -> str:
        """The difficulty in words: easy, medium, hard or very hard."""
        return difficulty_of(self.bits)

    @property
    def text(self) -> str:
        """The rating in one line."""
        moves = "" if self.moves is None else f"; shortest {counted(self.moves, 'move')}"
        win = "wins" if self.winning == 1 else "win"
        first = f"{self.winning} of {counted(self.jumps, 'jump')} {win}"
        return (
            f"{self.difficulty}, {self.bits:.1f} bits; {first}, "
            f"{self.share:.0%} along the way; random play {self.chance:.1e}{moves}"
        )


def rate(
    position: PositionLike,
    start: StartLike = None,
    *,
    table: Solvable | None = None,
    most: int = _MAX_LEVEL_POSITIONS,
    work: Work | None = None,
) -> Rating | None:
    """Rate the difficulty of a puzzle, or return None if it has too many positions.

    Parameters
    ----------
    position, start : Position, or what makes one
        The start of the puzzle. See :class:`~pegsolitaire.game.Position`.
    table : Tablebase or WinningSets, optional
        The solvable positions: a tablebase for the finish of the puzzle, or the winning sets of a
        game that leads to it. By default, winning sets are built if games from the puzzle pass
        through at most 20 million positions.
    most : int, optional
        The largest number of positions with the same number of pegs to visit.
    work : Work, optional
        Limits on time and memory, a progress bar, and more: see :class:`pegsolitaire.Work`.

    Raises
    ------
    ProblemError
        If the puzzle cannot be solved, or is already solved.
    BudgetSpentError
        If a table is given, and it takes longer than the budget allows.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> board = triangle(5)
    >>> rating = rate(board.vacancy("a1"), table=Tablebase.build(board, ["a1"]))
    >>> rating.jumps, rating.winning, rating.forced, rating.moves
    (2, 2, 0, 10)
    >>> f"{rating.bits:.2f} bits, {rating.share:.0%}, chance {rating.chance:.5f}"
    '12.99 bits, 50%, chance 0.00025'
    """
    work = Work.of(work)
    if table is None:
        return rate_alone(as_problem(position, start), work=work)
    ratings = rate_all([as_position(position, start)], table, most=most, work=work)
    return None if ratings is None else ratings[0]


def rate_all(
    positions: Sequence[Position],
    table: Solvable,
    *,
    most: int = _MAX_LEVEL_POSITIONS,
    work: Work | None = None,
) -> list[Rating] | None:
    """Rate several puzzles as :func:`rate` does, but visit each shared position only once.

    Parameters
    ----------
    work : Work, optional
        Limits on time and memory, a progress bar, and more: see :class:`pegsolitaire.Work`.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> board = triangle(5)
    >>> table = Tablebase.build(board, ["a1"])
    >>> found = rate_all([board.vacancy("a1"), board.vacancy("a4")], table)
    >>> [f"{one.bits:.2f}" for one in found]
    ['12.99', '13.99']
    """
    work = Work.of(work)
    for position in positions:
        if position.code in table.problem.finishes:
            raise ProblemError(
                f"{position.text()} is already solved, so it has no rating: give a position with "
                "more pegs"
            )
    walk = _Walk.of(positions, table, most, work=work)
    if walk is None:
        return None
    values = walk.values(_RATING, work=work.silent)
    return [_rating(position, table, values) for position in positions]


def _rating(position: Position, table: Solvable, values: PositionValues) -> Rating:
    bits = values.bits(position)
    winning = [after for after in map(position.play, position.legal_jumps) if after in table]
    return Rating(
        bits=bits,
        jumps=len(position.legal_jumps),
        winning=len(winning),
        forced=len(forced_jumps(position, table)),
        share=2 ** (-bits / (len(position) - table.problem.finish_pegs)),
        chance=values.chance(position),
        moves=values.moves(position),
    )


def rate_alone(problem: Problem, *, work: Work | None = None) -> Rating | None:
    """Rate a puzzle without a tablebase of its class.

    The result is None if the puzzle cannot be solved, or if too many positions can arise from it.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> round(rate_alone(Problem.complement(triangle(5), "a1")).bits, 2)
    12.99
    """
    work = Work.of(work)
    if not problem.board.fits_word or len(problem.starts) > 1:
        return None
    part = work.part(positions=_POSITIONS, memory=_LEVEL, scratch=None)
    try:
        wins = WinningSets.build(problem, prune=False, work=part)
    except (BoardTooLargeError, BudgetSpentError):
        work.check()
        return None
    start = Position(problem.board, problem.starts[0])
    is_solvable = start in wins and start.code not in problem.finishes
    return rate(start, table=wins, work=work) if is_solvable else None


class _Walk:
    """The winning positions that can arise from given positions, by number of pegs."""

    def __init__(self, table: Solvable) -> None:
        self.problem = table.problem
        within = table if isinstance(table, WinningSets) else table.solvable
        self._wins = within.contains_codes
        self._levels: list[Words] = []  # most pegs first

    @classmethod
    def of(
        cls, positions: Sequence[Position], table: Solvable, most: int, *, work: Work
    ) -> _Walk | None:
        """Visit all positions down to the finishes, or return None if a level is too large."""
        starts: dict[int, list[int]] = {}
        for position in positions:
            if position not in table:
                raise ProblemError(
                    f"{position.text()} cannot be solved, so it has no rating: give a solvable "
                    "position"
                )
            starts.setdefault(len(position), []).append(position.code)
        from pegsolitaire.engine import LevelEngine, play_levels

        walk, top = cls(table), max(starts)
        last = min(top, walk.problem.finish_pegs + 1)
        with LevelEngine.of(walk.problem, work=work) as engine:

            def keep_solvable(pegs: int, level: LevelSet) -> LevelSet:
                """Return the solvable positions, and the given positions with as many pegs."""
                codes = engine.row_codes(level)
                level = level.subset(wins := walk._wins(codes))
                if pegs not in starts:
                    return level
                return engine.level(np.append(codes[wins], np.array(starts[pegs], np.uint64)))

            play = play_levels(engine, starts[top], last, keep=keep_solvable, work=work.silent)
            for pegs, level in play:
                if len(level) > most:
                    return None
                if pegs > walk.problem.finish_pegs:
                    walk._levels.append(engine.codes(level))
        return walk

    def least(self, codes: Words) -> Words:
        """Return the canonical codes under the symmetries of the problem."""
        from pegsolitaire.engine import Probe

        return Probe(self.problem.group).least(codes)

    def values(self, columns: Collection[str], *, work: Work) -> PositionValues:
        """Compute the values of all visited positions."""
        finishes = np.array(self.problem.finishes, np.uint64)
        levels = [np.unique(self.least(finishes)), *reversed(self._levels)]
        return PositionValues.within(self.problem, levels, columns, work=work)

    def fewest_solution(self, position: Position, values: PositionValues) -> Solution:
        """Find a solution with the fewest moves, with the moves of all visited positions."""
        from pegsolitaire.engine import MoveLevels, make_layout

        problem, board = self.problem, position.board
        game = Problem.of_codes(board, (position.code,), problem.finishes)
        layout = make_layout(board, problem.group)
        # Last level first: the least code of a level that leads to the next.
        passed: list[int] = []
        for codes in reversed(graph_from(game, values)[1:]):
            least = self.least(codes)
            if passed:
                with MoveLevels(layout, [passed[-1]], backward=True) as undone:
                    before = undone.codes(undone.steps(undone.levels[0]))
                least = np.intersect1d(before, least)
            passed.append(int(least.min()))
        line = [position.code]
        for code in reversed(passed):
            images = (apply_permutation(symmetry.image, code) for symmetry in problem.group)
            line.append(next(image for image in images if sweep_between(board, line[-1], image)))
        return solution_through(board, line)


Kind = Literal["unique", "symmetric"]
_KINDS: tuple[Kind, ...] = ("unique", "symmetric")
#: A range: a lower and an upper limit, both inclusive.
Range = tuple[float, float]

#: By default, puzzles have at least this many pegs.
MIN_PEGS = 4
_MAX_RATED_LEVEL_POSITIONS = 1 << 19  # puzzles are not rated if a level has more positions
_RATED = 3  # for each puzzle requested, at least this many are rated, equally many of each size
# Limits if ratings must be in a range. The search stops when it has rated the first number of
# puzzles for each puzzle requested, but at least the second number. It may skip a size as too hard
# or too easy after rating the third number of its puzzles.
_TRIED, _LEAST_TRIED, _OF_A_SIZE = 6, 200, 6
_MAX_CANDIDATES_PER_SIZE = 1000  # the largest number of candidates with the same number of pegs
_SOURCE = "found by computer"

#: Positions and their special features, most promising positions first.
_Ranked = Sequence[tuple[Position, str]]


@dataclass(frozen=True)
class Designed:
    """A puzzle found by a search.

    Attributes
    ----------
    position : Position
        The start of the puzzle.
    feature : str
        The special feature of the puzzle, in words.
    rating : Rating or None
        The difficulty; None if too many positions can arise from the puzzle.
    solution : Solution
        A solution. It has the fewest possible moves if that number is known.
    pattern : str
        A one-line picture of the pegs, which does not change if the pegs are shifted, rotated or
        reflected on an infinite board. Two puzzles with the same pattern are copies of one
        another.
    """

    position: Position
    feature: str
    rating: Rating | None
    solution: Solution
    pattern: str

    json_fields = ("position", "pegs", "feature", "rating", "solution", "pattern")

    @property
    def pegs(self) -> int:
        """The number of pegs."""
        return len(self.position)


def as_puzzles(
    positions: Iterable[tuple[Position, str]], table: Tablebase, *, work: Work
) -> list[Designed]:
    """Make puzzles from solvable positions of a class and their special features.

    Puzzles that cannot be rated within the limits have no rating.

    Parameters
    ----------
    work : Work
        Limits on time and memory, a progress bar, and more: see :class:`pegsolitaire.Work`.
    """
    chosen = list(positions)
    work.progress.stage("rating puzzles", len(chosen))
    rater = _Rater(table, len(chosen), work)
    ratings: dict[Position, Rating | None] = {}
    with suppress(BudgetSpentError):
        for done, (position, feature) in enumerate(chosen, 1):
            ratings[position] = rater.rate(position, feature)
            work.progress.update(done)
    return [rater.designed(*puzzle, ratings.get(puzzle[0])) for puzzle in chosen]


def design(
    chosen: ClassLike,
    kind: str = "unique",
    number: int = 30,
    table: Tablebase | None = None,
    *,
    pegs: Range | float | None = None,
    bits: Range | float | None = None,
    work: Work | None = None,
) -> list[Designed]:
    """Search for hard puzzles with the goal of one peg in any hole, and list the easiest first.

    For each number of pegs, a few candidates are rated: positions with one winning jump and the
    most legal jumps, or symmetric positions with the smallest fraction of winning jumps. The
    search selects the hardest puzzle for each number of pegs, then the second hardest for each,
    and so on. A candidate is skipped if more than half a million winning positions with the same
    number of pegs can arise from it. If the time limit is reached, the search selects from the
    candidates that it has rated by then.

    Parameters
    ----------
    chosen : PositionClass, or what makes one
        The position class.
    kind : str
        ``unique`` or ``symmetric``.
    number : int, optional
        The largest number of puzzles to return.
    table : Tablebase, optional
        The tablebase of the class; by default it is built.
    pegs : (int, int) or int, optional
        The least and the largest number of pegs; by default 4 or more.
    bits : (float, float) or float, optional
        The lowest and the highest rating, in bits. If given, the search considers all positions
        with each number of pegs, and stops when it has found enough puzzles.
    work : Work, optional
        Limits on time and memory, a progress bar, and more: see :class:`pegsolitaire.Work`.

    Raises
    ------
    ProblemError
        If the kind is unknown.
    BoardTooLargeError
        If the class does not fit in memory.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> from pegsolitaire.theory import as_class
    >>> found = design(as_class(triangle(5)), "unique", 3)
    >>> [(one.feature, len(one.position), round(one.rating.bits, 1)) for one in found][:2]
    [('one winning jump of 4', 12, 10.6), ('one winning jump of 7', 10, 11.2)]
    >>> easy = design(as_class(triangle(5)), "unique", 3, pegs=(6, 8), bits=(5, 7))
    >>> [(len(one.position), one.rating.difficulty) for one in easy]
    [(6, 'easy'), (7, 'easy'), (8, 'easy')]
    """
    work = Work.of(work)
    chosen = as_class(chosen)
    kind = one_of(kind, _KINDS, "kind")
    table = table or tablebase(chosen, work=work)
    within = (MIN_PEGS, inf) if pegs is None else number_range(pegs, "pegs")
    if kind == "unique":
        ranked = _unique(chosen, table, within, bits is not None, work=work)
    else:
        ranked = _symmetric(chosen, table, within)
    rater = _Rater(table, number, work)
    with suppress(BudgetSpentError):
        if bits is None:
            _rate_each(list(_first_of_each_size(ranked, number)), rater)
        else:
            work.progress.stage("rating puzzles")
            rater.bits = number_range(bits, "bits")
            _rate_in_range(ranked, rater, enough=_RATED * number)
    selected = sorted(rater.hardest, key=lambda design: design[2].bits)
    return [rater.designed(*design) for design in selected]


_Rated = tuple[Position, str, Rating]


@dataclass
class _Rater:
    """Rates puzzles, and solves each of them that is among the hardest when it is rated.

    Ratings and solutions need the same values, which take too much memory to be kept.
    """

    table: Tablebase
    number: int
    work: Work
    bits: Range = (0, inf)
    rated: list[_Rated] = field(default_factory=list)
    _solutions: dict[Position, Solution] = field(default_factory=dict)

    def rate(self, position: Position, feature: str) -> Rating | None:
        """Rate a puzzle, and keep it if its bits are in the range; None if it is too large."""
        walk = _Walk.of([position], self.table, _MAX_RATED_LEVEL_POSITIONS, work=self.work)
        if walk is None:
            return None
        values = walk.values(_RATING, work=self.work.silent)
        rating = _rating(position, self.table, values)
        if self.bits[0] <= round(rating.bits, 1) <= self.bits[1]:
            self.rated.append((position, feature, rating))
            if self.rated[-1] in self.hardest:
                self._solutions[position] = walk.fewest_solution(position, values)
        return rating

    @property
    def hardest(self) -> list[_Rated]:
        """The hardest puzzle for each number of pegs, then the second hardest, up to a limit."""
        return _spread(self.rated)[: self.number]

    def designed(self, position: Position, feature: str, rating: Rating | None) -> Designed:
        """Make a puzzle. It has any solution if the time limit left no time for a shortest one."""
        pattern = "/".join(str(pattern_of(position)).split("\n"))
        solution = self._solutions.get(position) or self.table.solution(position)
        return Designed(position, feature, rating, solution, pattern)


def _rate_each(candidates: _Ranked, rater: _Rater) -> None:
    """Rate all candidates."""
    rater.work.progress.stage("rating puzzles", len(candidates))
    too_large = 0
    for done, candidate in enumerate(candidates, start=1):
        too_large += rater.rate(*candidate) is None
        rater.work.progress.update(done, f"{too_large} too large to rate" if too_large else "")


def _rate_in_range(ranked: _Ranked, rater: _Rater, enough: int) -> None:
    """Find puzzles with ratings in a range, alternating between promising numbers of pegs."""
    sizes: dict[int, list[tuple[Position, str]]] = {}
    for position, feature in ranked:
        sizes.setdefault(len(position), []).append((position, feature))
    rated: dict[int, list[float]] = {size: [] for size in sizes}
    done = 0
    for row in zip_longest(*map(_mixed, sizes.values())):
        for candidate in filter(None, row):
            of_size = rated[len(candidate[0])]
            if not _is_likely(rater.bits, of_size):
                continue
            rating = rater.rate(*candidate)
            done += 1
            if rating is not None:
                of_size.append(round(rating.bits, 1))
            rater.work.progress.update(done, f"{len(rater.rated)} in the requested range")
        if len(rater.rated) >= enough or done >= max(_TRIED * enough, _LEAST_TRIED):
            break


def _is_likely(bits: Range, rated: list[float]) -> bool:
    """Return whether more puzzles may be in a range, given the ratings so far."""
    if len(rated) < _OF_A_SIZE:
        return True
    least, most = min(rated), max(rated)
    beyond = most - least + 1
    return least - beyond <= bits[1] and bits[0] <= most + beyond


def _mixed(ranked: _Ranked) -> Iterator[tuple[Position, str]]:
    """Yield positions alternately from the front and from evenly spread places in a sequence."""
    width = len(ranked).bit_length()
    evenly = sorted(range(len(ranked)), key=lambda n: f"{n:0{width}b}"[::-1])
    order = chain.from_iterable(zip(range(len(ranked)), evenly, strict=True))
    return (ranked[number] for number in dict.fromkeys(order))


def _first_of_each_size(ranked: _Ranked, number: int) -> Iterator[tuple[Position, str]]:
    """Yield the first positions for each number of pegs, several times as many as requested."""
    sizes = Counter(len(position) for position, _ in ranked)
    share = -(-_RATED * number // max(1, len(sizes)))
    taken: Counter[int] = Counter()
    for position, feature in ranked:
        taken[len(position)] += 1
        if taken[len(position)] <= share:
            yield position, feature


def _spread(puzzles: Sequence[_Rated]) -> list[_Rated]:
    """Sort puzzles: the hardest for each number of pegs, then the second hardest, and so on."""
    rank: Counter[int] = Counter()
    ordered = []
    for design in sorted(puzzles, key=lambda design: -design[2].bits):
        rank[len(design[0])] += 1
        ordered.append((rank[len(design[0])], -design[2].bits, design))
    return [design for *_, design in sorted(ordered, key=lambda entry: entry[:2])]


def _unique(
    chosen: PositionClass,
    table: Tablebase,
    pegs: Range,
    every: bool,
    *,
    work: Work,
) -> list[tuple[Position, str]]:
    """Find the positions with a unique winning jump. Those with the most legal jumps come first.

    For each number of pegs, the number of positions is limited. By default, the first positions
    are kept. With ``every``, the kept positions are spread evenly over all positions.
    """
    unique = unique_jumps(chosen, table=table, work=work)
    order = np.argsort(-unique.jumps, kind="stable")
    within = (unique.pegs[order] >= pegs[0]) & (unique.pegs[order] <= pegs[1])
    order = order[within & (unique.jumps[order] > 1)]
    codes: list[int] = []
    for size in np.unique(unique.pegs[order]):
        of_size = order[unique.pegs[order] == size]
        step = len(of_size) / _MAX_CANDIDATES_PER_SIZE if every else 1
        picked = np.unique((np.arange(_MAX_CANDIDATES_PER_SIZE) * max(1, step)).astype(np.int64))
        codes += of_size[picked[picked < len(of_size)]].tolist()
    return [
        (Position(unique.board, int(unique.codes[i])), f"one winning jump of {unique.jumps[i]}")
        for i in codes
    ]


def _symmetric(chosen: PositionClass, table: Tablebase, pegs: Range) -> list[tuple[Position, str]]:
    """Find the positions with the most symmetries, sorted by their fraction of winning jumps."""
    rows = symmetric_in_class(chosen, table)
    rows = [row for row in rows if row.kind.order > 2] or rows
    candidates = [
        (share, code, row.kind.description)
        for row in rows
        for share, code in zip(_winning_share(table, row.codes), row.codes.tolist(), strict=True)
        if max(2, pegs[0]) <= code.bit_count() <= pegs[1]
    ]
    return [(Position(chosen.board, code), feature) for _, code, feature in sorted(candidates)]


def _winning_share(table: Tablebase, codes: Words) -> list[float]:
    """Return the fraction of legal jumps that win, for each position."""
    jumps = np.maximum(count_jumps(table.board, codes), 1)
    share: list[float] = (table.count_winning_jumps(codes) / jumps).tolist()
    return share


def rated_puzzles(puzzles: PuzzleSet, *, work: Work | None = None) -> PuzzleSet:
    """Add missing ratings to a puzzle set if they can be computed quickly.

    Parameters
    ----------
    work : Work, optional
        Limits on time and memory, a progress bar, and more: see :class:`pegsolitaire.Work`.

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
            problem = read_problem(puzzle.board, puzzle.start, puzzle.finish)
            rating = rate_alone(problem, work=work.silent)
        if rating is not None:
            best = puzzle.best or rating.moves
            puzzle = replace(puzzle, rating=round(rating.bits, 1), best=best)
        rated.append(puzzle)
        work.update(done, puzzle.name)
    return replace(puzzles, puzzles=tuple(rated))


def write_designs(
    name: str,
    board: BoardLike,
    description: str,
    found: Sequence[Designed],
    folder: Path,
    title: str,
    stem: str,
) -> list[Path]:
    """Write puzzles to a TOML file (a puzzle set), and to JSON and Parquet. Return the paths.

    The set has the given name, and ``stem`` is the name of its files without the extension. The
    name of each puzzle is ``title`` and a number, such as "Designed 1".

    The Parquet file is written only if the optional packages ``pegsolitaire[frames]`` are
    installed. The JSON and Parquet files also contain all parts of the rating, a solution, and the
    pattern, which is the same for copies that are shifted, rotated or reflected.

    Raises
    ------
    ProblemError
        If no puzzle was found, or the name cannot be shown; see
        :func:`pegsolitaire.data.check_set_name`.
    StoreError
        If a file cannot be written.
    """
    board = as_board(board)
    check_set_name(name)
    if not found:
        raise ProblemError(f"no puzzle was found on {board.name}: there is nothing to write")
    puzzles = []
    for number, design in enumerate(found, start=1):
        notes = [design.feature] if design.rating is None else [design.feature, design.rating.text]
        best = None if design.rating is None else design.rating.moves
        puzzles.append(
            Puzzle(
                f"{title} {number}",
                design.position,
                "any",
                _SOURCE,
                " ".join(f"{words[0].upper()}{words[1:]}." for words in notes),
                best,
                None if design.rating is None else round(design.rating.bits, 1),
                design.solution if best == len(design.solution.moves) else None,
            )
        )
    rows = to_json(found)
    document = {"name": name, "board": board.name, "description": description, "puzzles": rows}
    texts = {
        "toml": puzzles_text(PuzzleSet(name, board, description, tuple(puzzles))),
        "json": json.dumps(document, indent=1, ensure_ascii=False),
    }
    paths = []
    for ending, text in texts.items():
        paths.append(folder / f"{stem}.{ending}")
        write_text([text.rstrip("\n")], paths[-1])
    try:
        table = need("pyarrow").Table.from_pylist(rows)
    except MissingExtraError:
        return paths
    paths.append(folder / f"{stem}.parquet")
    metadata = json.dumps(document | {"puzzles": len(rows)}).encode()
    types = dict(zip(table.schema.names, table.schema.types, strict=True))
    write_batches(paths[-1], metadata, types, table.to_batches())
    return paths
