"""Known results about a board, which are looked up rather than computed.

It contains solutions, lower bounds on the number of moves, problems without a solution, numbers of
solutions, vacancies that can be won, extreme positions and games, and lists of all solutions with
the fewest moves, divided into classes. A result about a problem also applies to the images of the
problem under the symmetries of the board. A solution also shows that each of its positions can be
won. A solution that is played backward on the complements of its positions is another solution
(*Winning Ways*). Therefore the reverse of an unsolvable problem is also unsolvable.

Each board has a file in ``boards``, which ``tools/make_data.py`` writes. Its entries look like
this::

    format = 1
    board = "triangle4"

    [[vacancy]]         # finish: its hole, any, undecided, or none (and the fewest pegs left)
    hole = "a2"
    finish = "any"
    best = 5            # the fewest moves, given only if certain
    rating = 8.3        # how hard it is, in bits
    note = "May be left out."

    [[solution]]        # from one missing peg to one peg
    vacancy = "a2"
    finish = "b2"       # if it has the fewest known moves: its intended finish, and whether
    proven = true       # they are proven; without finish: any other solution
    name = "A name"     # of a published solution, which may also have a note
    source = "where it is from"     # optional if it has the fewest known moves
    moves = "a4-a2, a1-a3, c4-a4-a2, c3-a3-a1-c3, d4-b2"

    [[bound]]           # no solution has fewer moves; any stands for every hole
    start = "a2"
    finish = "any"
    moves = 5
    source = "how it was proven"

    [[impossible]]      # although the position class allows it
    start = "a2"
    finish = "a3"
    source = "exhausted"

    [[count]]           # solutions; every order of the jumps counts
    start = "a2"
    finish = "b2"
    solutions = 14
    source = "who counted them"

    [[problem]]         # all solutions with the fewest moves; solutions = 0 alone: none exist
    vacancy = "a2"
    finish = "b2"
    moves = 5
    solutions = 2
    up_to_symmetry = 2
    unordered = 1       # left out if there are too many to list

    [[problem.class]]   # jumps of the longest sweep, the next, and the longest possible last
    kind = [3, 2, 1]
    solutions = 1
    moves = "a4-a2, a1-a3, c4-a4-a2, c3-a3-a1-c3, d4-b2"

    [[extreme]]         # stuck, dead, unique or forced: see `Extreme`
    kind = "stuck"
    start = "a2"
    moves = "a4-a2"
    routes = 2

A file is read when data about its board is first requested. The entries of a list are checked, and
their moves replayed, when that list is first requested.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import chain, pairwise
from operator import attrgetter
from pathlib import Path
from typing import Annotated, ClassVar, Literal, TypeVar

from msgspec import Meta, field
from msgspec.structs import replace

from pegsolitaire.board.board import Board, BoardLike, as_board
from pegsolitaire.board.catalogue import CATALOGUE, named_board
from pegsolitaire.board.symmetry import Symmetry, apply_permutation, inverse_of
from pegsolitaire.data.puzzles import VACANCIES, Puzzle, PuzzleSet, check_movable
from pegsolitaire.data.toml_files import (
    FOLDER,
    AnyEntry,
    Bits,
    Entry,
    Made,
    Moves,
    Number,
    Rows,
    Text,
    check_names,
    each,
    finish_of,
    load,
)
from pegsolitaire.errors import NotationError, ProblemError, within
from pegsolitaire.game.position import Jump, Position, split_moves
from pegsolitaire.game.problem import Problem
from pegsolitaire.game.problem_words import read_start
from pegsolitaire.game.solution import Solution
from pegsolitaire.units import counted

# --
# Look-up of solutions by any of their positions, up to symmetry.
#
# A position of a solution can be won by the remaining jumps, and so can the images of the position
# under the symmetries of the board. If the jumps of a solution are played in reverse order, they
# form a solution on the complements (*Winning Ways*). One dictionary of codes contains the
# positions of all solutions, and a look-up tries every image of the requested position.


class Lines:
    """Solutions on a board, which can be found by any image of any of their positions.

    Parameters
    ----------
    board : Board
        The board.
    solutions : iterable of Solution
        Solutions with any start and any finish on the board.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> board = triangle(4)
    >>> moves = "a4-a2 a1-a3 c4-a4-a2 c3-a3-a1-c3 d4-b2".split()
    >>> lines = Lines(board, [Solution.from_moves(board.vacancy("a2"), moves)])
    >>> image = board.vacancy("b2").play("d4-b2")
    >>> print(lines.find(image, {board.single("a2").code}))
    a1-c3, b4-d4-b2, a3-c3-a1-a3, a4-a2
    """

    def __init__(self, board: Board, solutions: Iterable[Solution]) -> None:
        self.board = board
        self._lines = [line for solution in solutions for line in (solution, solution.reversed())]
        #: For each code, the numbers of lines, and of the jumps before it in each line.
        self._places: dict[int, list[tuple[int, int]]] = {}
        for number, line in enumerate(self._lines):
            for at, code in enumerate(line.codes):
                self._places.setdefault(code, []).append((number, at))

    def find(self, position: Position, finishes: Collection[int]) -> Solution | None:
        """Return the solution with the fewest moves from a position to one of the finishes."""
        hits = [
            (line, number, at)
            for number, symmetry in enumerate(self.board.symmetries)
            for line, at in self._places.get(
                apply_permutation(inverse_of(symmetry.image), position.code), ()
            )
            if apply_permutation(symmetry.image, self._lines[line].codes[-1]) in finishes
        ]
        if not hits:
            return None
        line, number, at = min(hits, key=lambda hit: (self._moves_from(hit[0], hit[2]), hit))
        return Solution(position, _images(self._lines[line], self.board.symmetries[number], at))

    def _moves_from(self, line: int, at: int) -> int:
        """Return the number of moves in the jumps of a line from index ``at`` on."""
        jumps = self._lines[line].jumps[at:]
        return bool(jumps) + sum(jump.end != other.start for jump, other in pairwise(jumps))


def _images(line: Solution, symmetry: Symmetry, at: int) -> list[Jump]:
    """Return the images, under a symmetry, of the jumps in a solution from index ``at`` on."""
    board = line.start.board
    holes = [board.holes[i] for i in symmetry.image]
    return [Jump(holes[board.bit(j.start)], holes[board.bit(j.end)]) for j in line.jumps[at:]]


SEARCHED = "found by search"  # the source of solutions that may not be the shortest
FEWEST = "with the fewest moves that are known"
_PROVEN = "a search from both ends"
_LISTED = "levels from both ends, or winning sets"
_NONE, _UNDECIDED = "none", "undecided"
_ANY = 0  # stands for any start or finish

Kind = tuple[int, int, int]


# -- file entries ---------------------------------------------------------------------------------


class _BoardEntry(Entry):
    """A file with known results about a board: one list for each type of result."""

    board: Text
    vacancy: Rows = ()
    solution: Rows = ()
    bound: Rows = ()
    impossible: Rows = ()
    count: Rows = ()
    problem: Rows = ()
    extreme: Rows = ()


class _VacancyEntry(Entry):
    """The possible endings of games from a vacancy, as described at the top of this module."""

    hole: Text
    finish: Text
    best: Moves | None = None
    rating: Bits | None = None
    note: Text | None = None
    fewest: Annotated[int, Meta(ge=2, description="a number of pegs", examples=[2])] | None = None


class SolutionEntry(Entry, kw_only=True):
    """A solution that leads from a vacancy to one peg."""

    vacancy: Text
    finish: Text | None = None
    proven: Annotated[bool, Meta(description="true or false", examples=[True])] = False
    name: Text | None = None
    source: Text | None = None
    note: Text | None = None
    moves: Text


class _Fact(Entry, kw_only=True):
    """A result about a problem that leads from a vacancy to one peg, in a given or in any hole."""

    start: Text
    finish: Text
    source: Text

    @property
    def pair(self) -> Pair:
        """The start and the finish."""
        return Pair(self.start, self.finish)


class Bound(_Fact, kw_only=True):
    """A proven lower bound on the number of moves in a solution of a problem."""

    moves: Moves


class Impossible(_Fact, kw_only=True):
    """A problem that has no solution, although its position class allows a solution."""


class SolutionCount(_Fact, kw_only=True):
    """The known number of solutions of a problem. Every order of the jumps counts separately."""

    solutions: Number


class SolutionClass(Entry):
    """A class of solutions, counted up to symmetry and apart from the order of moves.

    Attributes
    ----------
    kind : (int, int, int)
        The numbers of jumps in the longest move, in the second longest move, and in the longest
        possible last move.
    solutions : int
        The number of solutions.
    moves : str
        The moves of one of these solutions.
    """

    kind: Annotated[Kind, Meta(description="a class", examples=[[5, 4, 1]])]
    solutions: Number
    moves: Text


class CatalogueRow(Entry):
    """A problem on a board with the known facts about all its solutions in the fewest moves.

    For each problem, Bell's catalogues give the fewest moves, the number of solutions with that
    many moves, and these solutions by class ("Finding and Counting Minimal Length Solutions", on
    his page on the 33-hole board).

    Attributes
    ----------
    start, finish : str
        The vacancy, and the hole of the last peg.
    moves : int or None
        The proven minimum number of moves; None if there is no solution.
    solutions : int or None
        The number of solutions with the fewest moves; 0 if there is none, None if unknown.
    up_to_symmetry : int or None
        The number of these solutions, up to the symmetries that preserve both the start and the
        finish.
    unordered : int or None
        The number of these solutions, up to the same symmetries and apart from the order of moves;
        None if there are too many to list.
    classes : tuple of SolutionClass
        The classes, longest sweeps first; empty if the solutions were not listed.
    """

    start: Text = field(name="vacancy")
    finish: Text
    moves: Moves | None = None
    solutions: Annotated[int, Meta(ge=0, description="a number", examples=[2])] | None = None
    up_to_symmetry: Number | None = None
    unordered: Number | None = None
    classes: tuple[SolutionClass, ...] = field(default=(), name="class")


class ExtremeEntry(Entry):
    """An extreme position or game, as an entry in a file."""

    kind: Annotated[
        Literal["stuck", "dead", "unique", "forced"],
        Meta(description="a kind: stuck, dead, unique or forced", examples=["stuck"]),
    ]
    start: Text
    moves: Text | None = None
    letter: Text | None = field(default=None, name="class")
    count: Number | None = None
    routes: Number | None = None


# -- results --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Pair:
    """The names of a vacancy and of the hole of the last peg. Either may be ``any``."""

    start: str
    finish: str

    def __str__(self) -> str:
        return f"{self.start} to {self.finish}"


@dataclass(frozen=True)
class KnownSolution:
    """A built-in solution.

    Attributes
    ----------
    solution : Solution
        The solution, which leads from a vacancy to one peg.
    source : str
        The origin of the solution.
    finish : str or None
        For a solution with the fewest known moves, the intended finish: a hole or ``any``.
    proven : bool
        Whether it is proven that no solution to that finish has fewer moves.
    name : str
        The name of a published solution, unique on its board; empty for other solutions.
    note : str
        Further remarks; may be empty.
    """

    solution: Solution
    source: str
    finish: str | None = None
    proven: bool = False
    name: str = ""
    note: str = ""

    json_fields: ClassVar[tuple[str, ...]] = ("name", "solution", "source")

    @property
    def board(self) -> Board:
        """The board of the solution."""
        return self.solution.start.board

    @property
    def moves(self) -> int:
        """The number of moves in the solution."""
        return len(self.solution.moves)


@dataclass(frozen=True)
class Vacancies:
    """Known results about the vacancies of a board.

    Attributes
    ----------
    puzzles : PuzzleSet or None
        The vacancies that can be won, as puzzles; None if no vacancy can be won.
    undecided : tuple of str
        The vacancies for which it is unknown whether they can be won.
    lost : tuple of str
        The vacancies that cannot be won, although their position class allows it.
    fewest : dict of str to int
        The fewest pegs that can be left in games from lost vacancies, if known.

    Among holes that symmetries map to each other, only one is listed.
    """

    puzzles: PuzzleSet | None
    undecided: tuple[str, ...]
    lost: tuple[str, ...]
    fewest: dict[str, int]


@dataclass(frozen=True)
class Extreme:
    """An extreme position or game.

    Attributes
    ----------
    kind : str
        ``stuck``: the shortest game from a vacancy to a position without jumps (fool's solitaire).
        The other kinds refer to a position class. ``dead``: a position with as many pegs as
        possible from which no game ends with one peg; ``unique``: a position with as many pegs as
        possible that has exactly one solution; ``forced``: the longest sequence of jumps in which
        each jump is the only winning jump.
    line : Solution
        The game; for a dead position, a game without jumps.
    letter : str or None
        The letter of the position class, if the kind refers to a class.
    count : int or None
        The number of such positions in the class. Dead positions are counted individually, and
        other positions up to the symmetries of the class.
    routes : int or None
        For a stuck game, the number of routes by which it was found.
    """

    kind: str
    line: Solution
    letter: str | None = None
    count: int | None = None
    routes: int | None = None


# -- the knowledge base ---------------------------------------------------------------------------

_AnyFact = TypeVar("_AnyFact", bound=_Fact)


class Knowledge:
    """Known results about the problems on a board.

    Parameters
    ----------
    board : Board
        The board.
    entries : _BoardEntry, optional
        The entries of the board's file. Without entries, nothing is known about the board.
    file : str, optional
        The file name for error messages.

    Examples
    --------
    >>> from pegsolitaire.board import wiegleb
    >>> knowledge = knowledge_of(wiegleb())
    >>> problem = Problem.complement(wiegleb(), "e5")
    >>> len(knowledge.solution(problem).moves), knowledge.bound(problem).moves
    (22, 22)
    """

    def __init__(self, board: Board, entries: _BoardEntry | None = None, file: str = "") -> None:
        self.board = board
        self._entries = _BoardEntry(board.name) if entries is None else entries
        self._file = file

    def _each(
        self, what: str, kind: type[AnyEntry], make: Callable[[AnyEntry], Made], name: str = "name"
    ) -> tuple[Made, ...]:
        with within(self._file):
            return each(getattr(self._entries, what), what, kind, make, name)

    # -- the lists

    @cached_property
    def on_file(self) -> tuple[KnownSolution, ...]:
        """The solutions in the file, in order."""
        solutions = self._each("solution", SolutionEntry, self._solution)
        with within(self._file):
            check_names("solutions", (solution.name for solution in solutions if solution.name))
        return solutions

    @cached_property
    def published(self) -> tuple[KnownSolution, ...]:
        """The published solutions."""
        return tuple(solution for solution in self.on_file if solution.name)

    @cached_property
    def shortest(self) -> tuple[KnownSolution, ...]:
        """The shortest known solution of each problem that was searched for short solutions."""
        return tuple(solution for solution in self.on_file if solution.finish)

    @cached_property
    def solutions(self) -> tuple[KnownSolution, ...]:
        """The known solutions without duplicates, including one for each row of the catalogue."""
        listed = (
            KnownSolution(
                _replayed(self.board.vacancy(row.start), row.classes[0].moves),
                f"with the fewest moves, of class {row.classes[0].kind}",
            )
            for row in self.catalogue
            if row.classes
        )
        others = (solution for solution in self.on_file if not (solution.name or solution.finish))
        once: dict[Solution, KnownSolution] = {}
        for solution in chain(self.shortest, self.published, listed, others):
            once.setdefault(solution.solution, solution)
        return tuple(once.values())

    @cached_property
    def bounds(self) -> tuple[Bound, ...]:
        """The known lower bounds on the number of moves."""
        proven = [_bound(solution) for solution in self.shortest if solution.proven]
        listed = [
            Bound(start=row.start, finish=row.finish, moves=row.moves, source=_LISTED)
            for row in self.catalogue
            if row.moves
        ]
        return (*proven, *listed, *self._facts("bound", Bound))

    @cached_property
    def impossible(self) -> tuple[Impossible, ...]:
        """The problems known to have no solution."""
        listed = [
            Impossible(start=row.start, finish=row.finish, source="exhausted")
            for row in self.catalogue
            if not row.moves
        ]
        return (*self._facts("impossible", Impossible), *listed)

    @cached_property
    def counts(self) -> tuple[SolutionCount, ...]:
        """The problems for which the number of solutions is known."""
        return self._facts("count", SolutionCount)

    @cached_property
    def catalogue(self) -> tuple[CatalogueRow, ...]:
        """The problems for which all shortest solutions were counted. There may be none.

        Among problems that are images of each other under the symmetries of the board, only one is
        listed, as in :func:`pegsolitaire.theory.svss_problems`.

        Examples
        --------
        >>> from pegsolitaire.board import english
        >>> [(row.moves, row.up_to_symmetry, row.unordered, [one.kind for one in row.classes])
        ...  for row in knowledge_of(english()).catalogue if row.start == row.finish == "d4"]
        [(18, 936, 2, [(5, 5, 1), (5, 4, 1)])]
        """
        return self._each("problem", CatalogueRow, self._row)

    @cached_property
    def extremes(self) -> tuple[Extreme, ...]:
        """The extreme positions and games of the board.

        Examples
        --------
        >>> from pegsolitaire.board import triangle
        >>> extremes = knowledge_of(triangle(5)).extremes
        >>> [len(one.line.finish) for one in extremes if one.kind == "stuck"]
        [8, 8, 7, 10]
        """
        return self._each("extreme", ExtremeEntry, self._extreme, "")

    @cached_property
    def vacancies(self) -> Vacancies | None:
        """The known results about the vacancies of the board; None if they were not examined.

        Examples
        --------
        >>> from pegsolitaire.board import square, triangle
        >>> knowledge_of(square(3)).vacancies.fewest
        {'a1': 4, 'b1': 7}
        >>> knowledge_of(triangle(12)).vacancies is None
        True
        """
        rows = self._each("vacancy", _VacancyEntry, self._vacancy, "hole")
        if not rows:
            return None
        with within(self._file):
            check_names("vacancies", (f"Vacancy {row.hole}" for row in rows))
        puzzles = tuple(
            Puzzle(
                f"Vacancy {row.hole}",
                self.board.vacancy(row.hole),
                row.finish,
                "the full board with one peg missing",
                row.note or "",
                row.best,
                row.rating,
                theme=VACANCIES,
            )
            for row in rows
            if row.finish not in (_NONE, _UNDECIDED)
        )
        name = f"{self.board.name}-vacancies"
        return Vacancies(
            PuzzleSet(name, self.board, "One peg is missing.", puzzles) if puzzles else None,
            tuple(row.hole for row in rows if row.finish == _UNDECIDED),
            tuple(row.hole for row in rows if row.finish == _NONE),
            {row.hole: row.fewest for row in rows if row.fewest is not None},
        )

    def check(self) -> None:
        """Read every list of the file, so that any error in the file is raised."""
        for what in ("vacancies", "on_file", "bounds", "impossible", "counts", "extremes"):
            getattr(self, what)

    # -- reading entries

    def _solution(self, entry: SolutionEntry) -> KnownSolution:
        solution = _replayed(self.board.vacancy(entry.vacancy), entry.moves)
        finish = finish_of(self.board, entry.finish) if entry.finish else None
        if entry.source is None and (finish is None or entry.name):
            raise NotationError('it has no source: write source = "..."')
        if entry.proven and finish is None:
            raise NotationError('proven needs a finish: write finish = "any"')
        if len(solution.finish) != 1:
            raise ProblemError(
                f"it ends with {counted(len(solution.finish), 'peg')}: add the missing moves, or "
                "correct a misprint"
            )
        if finish not in (None, "any") and solution.finish != self.board.single(finish):
            raise ProblemError(f"it does not end at {finish}")
        return KnownSolution(
            solution,
            entry.source or FEWEST,
            finish,
            entry.proven,
            entry.name or "",
            entry.note or "",
        )

    def _facts(self, what: str, kind: type[_AnyFact]) -> tuple[_AnyFact, ...]:
        def on_board(fact: _AnyFact) -> _AnyFact:
            ends = {key: finish_of(self.board, getattr(fact, key)) for key in ("start", "finish")}
            return replace(fact, **ends)

        return self._each(what, kind, on_board)

    def _row(self, row: CatalogueRow) -> CatalogueRow:
        start, finish = (self.board.hole(hole) for hole in (row.start, row.finish))
        row = replace(row, start=self.board.hole_text(start), finish=self.board.hole_text(finish))
        counts = (row.solutions, row.up_to_symmetry, row.unordered)
        known = [count for count in counts if count is not None]
        if row.solutions == 0:
            if len(known) > 1 or row.moves or row.classes:
                raise ProblemError("it has no solution: leave out its moves, numbers and classes")
            return row
        if row.moves is None:
            raise NotationError("it has no moves: write moves = 18")
        if known != sorted(known, reverse=True):
            raise ProblemError(f"the numbers of solutions {known} must not increase: correct them")
        for number, solution_class in enumerate(row.classes, 1):
            with within(f"class {number}"):
                self._check_class(row, solution_class)
        if (
            row.classes
            and sum(position_class.solutions for position_class in row.classes) != row.unordered
        ):
            raise ProblemError(
                "the solutions of its classes do not add up to its number of solutions"
            )
        return row

    def _check_class(self, row: CatalogueRow, solution_class: SolutionClass) -> None:
        """Check that a solution belongs to its class, whatever the order of its moves."""
        member = _replayed(self.board.vacancy(row.start), solution_class.moves)
        if member.finish != self.board.single(row.finish):
            raise ProblemError(f"its solution does not end at {row.finish}")
        if len(member.moves) != row.moves:
            raise ProblemError(
                f"its solution has {counted(len(member.moves), 'move')}, and not {row.moves}"
            )
        longest, second, final = solution_class.kind
        sweeps = sorted((len(move) for move in member.moves), reverse=True)
        if [longest, second] != [*sweeps, 0][:2] or not len(member.moves[-1]) <= final <= longest:
            raise ProblemError(f"its solution is not of class {solution_class.kind}")

    def _vacancy(self, entry: _VacancyEntry) -> _VacancyEntry:
        hole = self.board.hole_text(self.board.hole(entry.hole))
        check_movable(self.board.vacancy(hole))
        if entry.finish == _NONE:
            if entry.best or entry.rating is not None or entry.note:
                raise NotationError(
                    'finish = "none" only allows the key fewest: leave out the other keys'
                )
            return replace(entry, hole=hole)
        if entry.fewest is not None:
            raise NotationError('fewest needs finish = "none": leave it out')
        if entry.finish == _UNDECIDED:
            return replace(entry, hole=hole)
        return replace(entry, hole=hole, finish=finish_of(self.board, entry.finish))

    def _extreme(self, entry: ExtremeEntry) -> Extreme:
        start = read_start(self.board, entry.start)
        if entry.kind == "dead":
            line = Solution(start, [])
        elif entry.moves is None:
            raise NotationError('it has no moves: write moves = "..."')
        else:
            line = _replayed(start, entry.moves)
        if entry.kind == "stuck":
            if line.finish.legal_jumps:
                raise ProblemError("a jump is still possible after its last move")
            if entry.routes is None:
                raise NotationError("it has no routes: write routes = 2")
        elif entry.letter is None or entry.count is None:
            raise NotationError('it has no class or no count: write class = "A", count = 1')
        return Extreme(entry.kind, line, entry.letter, entry.count, entry.routes)

    # -- lookups

    def solution(self, problem: Problem) -> Solution | None:
        """Return a known solution with the fewest moves, which may be part of a longer one."""
        return _fewest(self._lines, problem)

    def fewest(self, problem: Problem) -> KnownSolution | None:
        """Find the shortest known solution of a problem that was searched for short solutions.

        Examples
        --------
        >>> from pegsolitaire.board import english
        >>> problem = Problem.complement(english(), "d4")
        >>> found = knowledge_of(problem.board).fewest(problem)
        >>> found.moves, found.proven
        (18, True)
        """
        solution = _fewest(self._few, problem)
        if solution is None:
            return None
        bound = self.bound(problem)
        proven = bound is not None and bound.moves == len(solution.moves)
        return KnownSolution(solution, FEWEST, problem.finish, proven)

    def bound(self, problem: Problem) -> Bound | None:
        """Return the best known lower bound on the number of moves; None if there is none."""
        bounds = [
            max(self._about(self._bounds, start, finish), key=attrgetter("moves"), default=None)
            for start in problem.starts
            for finish in problem.finishes
            if self.impossibility(start, finish) is None
        ]
        # The bound for all pairs of a start and a finish is the smallest of their bounds.
        known = [bound for bound in bounds if bound is not None]
        return min(known, key=attrgetter("moves")) if known and len(known) == len(bounds) else None

    def stated_bound(self, pair: Pair) -> Bound | None:
        """Return the best stored bound for a pair or its images. ``any`` matches only ``any``."""
        bounds = self._bounds.get(_codes(self.board, pair), ())
        return max(bounds, key=attrgetter("moves"), default=None)

    def count(self, problem: Problem) -> SolutionCount | None:
        """Return the number of solutions of a problem from one vacancy to one peg, if known.

        The reversed problem has the same number of solutions, and so do the images of the problem
        under the symmetries of the board.
        """
        if len(problem.starts) > 1 or len(problem.finishes) > 1:
            return None
        return self._either_way(self._counts, problem.starts[0], problem.finishes[0])

    def impossibility(self, start: int, finish: int) -> Impossible | None:
        """Return the proof that no game leads from one position to another, given their codes."""
        return self._either_way(self._impossible, start, finish)

    @cached_property
    def _lines(self) -> Lines:
        return Lines(self.board, (known.solution for known in self.solutions))

    @cached_property
    def _few(self) -> Lines:
        few = (known.solution for known in self.solutions if known.source != SEARCHED)
        return Lines(self.board, few)

    @cached_property
    def _bounds(self) -> _ByCodes[Bound]:
        return _by_codes(self.board, self.bounds)

    @cached_property
    def _impossible(self) -> _ByCodes[Impossible]:
        return _by_codes(self.board, self.impossible)

    @cached_property
    def _counts(self) -> _ByCodes[SolutionCount]:
        return _by_codes(self.board, self.counts)

    def _either_way(self, table: _ByCodes[_AnyFact], start: int, finish: int) -> _AnyFact | None:
        """Return the first fact about a start and a finish, or about the reversed problem."""
        full = self.board.full_code
        backward = self._about(table, full ^ finish, full ^ start)
        return next(chain(self._about(table, start, finish), backward), None)

    def _about(self, table: _ByCodes[_AnyFact], start: int, finish: int) -> Iterator[_AnyFact]:
        """Yield the facts about a start with one vacancy and a finish with one peg."""
        if finish.bit_count() == 1 and (self.board.full_code ^ start).bit_count() == 1:
            for pair in ((start, finish), (start, _ANY), (_ANY, finish), (_ANY, _ANY)):
                yield from table.get(pair, ())


_ByCodes = Mapping[tuple[int, int], list[_AnyFact]]


def _replayed(start: Position, moves: str) -> Solution:
    return Solution.from_moves(start, split_moves(moves))


def _bound(solution: KnownSolution) -> Bound:
    """Return the lower bound that follows from a solution with provably the fewest moves."""
    [hole] = solution.solution.start.complement
    start = solution.board.hole_text(hole)
    return Bound(
        start=start, finish=solution.finish or "any", moves=solution.moves, source=_PROVEN
    )


def _fewest(lines: Lines, problem: Problem) -> Solution | None:
    starts = (Position(problem.board, code) for code in problem.starts)
    solutions = [lines.find(start, problem.finishes) for start in starts]
    known = [line for line in solutions if line is not None]
    return min(known, key=lambda line: len(line.moves), default=None)


def _by_codes(board: Board, facts: Iterable[_AnyFact]) -> _ByCodes[_AnyFact]:
    """Index each fact by the codes of its start and its finish, and by those of their images."""
    by_codes: dict[tuple[int, int], list[_AnyFact]] = {}
    for fact in facts:
        start, finish = _codes(board, fact.pair)
        images = (symmetry.image for symmetry in board.symmetries)
        for pair in {(apply_permutation(g, start), apply_permutation(g, finish)) for g in images}:
            by_codes.setdefault(pair, []).append(fact)
    return by_codes


def _codes(board: Board, pair: Pair) -> tuple[int, int]:
    start = _ANY if pair.start == "any" else board.vacancy(pair.start).code
    return start, _ANY if pair.finish == "any" else board.single(pair.finish).code


# -- the files ------------------------------------------------------------------------------------


def knowledge_of(board: BoardLike) -> Knowledge:
    """Return the known results about a board from its built-in file, if there is one.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> knowledge = knowledge_of(triangle(5))
    >>> [fact for fact in knowledge.impossible if fact.start == "b3"][0].pair
    Pair(start='b3', finish='a1')
    >>> knowledge_of(triangle(30)).solutions
    ()
    """
    return _knowledge_of(as_board(board))


@lru_cache(maxsize=64)
def _knowledge_of(board: Board) -> Knowledge:
    name = board.name if board.name in known_boards() else None
    if name is None or named_board(name) != board:
        name = _names_by_board().get(board)
    return Knowledge(board) if name is None else read_knowledge(FOLDER / "boards" / f"{name}.toml")


@lru_cache(maxsize=1)
def known_boards() -> tuple[str, ...]:
    """Return the names of the boards that have files, in the order of the catalogue."""
    order = {name: number for number, name in enumerate(CATALOGUE)}
    files = (file.stem for file in (FOLDER / "boards").glob("*.toml"))
    return tuple(sorted(files, key=lambda name: (order.get(name, len(order)), name)))


@lru_cache(maxsize=1)
def _names_by_board() -> dict[Board, str]:
    return {named_board(name): name for name in known_boards()}


def read_knowledge(path: str | Path) -> Knowledge:
    """Read the known results in a file.

    Raises
    ------
    NotationError
        If the file cannot be read, is not TOML, has a later format, or lacks a key or has an
        unknown one. An error in an entry is raised when its list is first requested.
    """
    name = Path(path).name
    return load(path, _BoardEntry, lambda top: Knowledge(named_board(top.board), top, name))


def published_solutions(board: BoardLike | None = None) -> tuple[KnownSolution, ...]:
    """Return the built-in published solutions, of one board or of all boards.

    Examples
    --------
    >>> from pegsolitaire.board import french, triangle
    >>> [found] = published_solutions(triangle(4))
    >>> found.name, found.source
    ('a2 to b2 in 5 moves', 'G. I. Bell, Solving triangular peg solitaire (2008), appendix B.2')
    >>> print(found.solution)
    a4-a2, a1-a3, c4-a4-a2, c3-a3-a1-c3, d4-b2
    >>> [(found.name, len(found.solution)) for found in published_solutions(french())][0]
    ('c1 to e4 in 32 moves', 35)
    """
    boards = map(named_board, known_boards()) if board is None else (as_board(board),)
    return tuple(
        solution for each_board in boards for solution in knowledge_of(each_board).published
    )


def vacancy_puzzles(board: BoardLike) -> PuzzleSet | None:
    """Return the vacancies of a board that can be won, as puzzles; None if none is known.

    Vacancies are in the order of the papers if the papers have one, and otherwise row by row.

    Examples
    --------
    >>> from pegsolitaire.board import english, square
    >>> puzzles = vacancy_puzzles(english())
    >>> [(puzzle.name, puzzle.finish, puzzle.best) for puzzle in puzzles][0]
    ('Vacancy d4', 'd4', 18)
    >>> vacancy_puzzles(square(3)) is None
    True
    """
    board = as_board(board)
    known = knowledge_of(board).vacancies
    return None if known is None else known.puzzles
