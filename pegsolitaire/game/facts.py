"""What is known of the problems of a board before anything is computed.

One table for everybody who answers questions: solutions (those of ``data/shortest.toml``, of
``data/solutions.toml`` and of ``data/facts.toml``), how many moves a problem takes at least, and
which problems have no solution. Whatever is known of a problem is known of its images under the
symmetries of the board. A solution also says that each of its positions can be won, and played
backward on complements (*Winning Ways*) it is a solution again.

``data/facts.toml`` holds what the other files have no place for, and was written by
``tools/facts.py``::

    format = 1

    [[solution]]
    board = "wiegleb"
    vacancy = "d1"
    source = "found by search"
    moves = "d3-d1, .."

    [[bound]]
    board = "triangle10"
    source = "levels from both ends"
    moves = { "any to any" = 18, "b5 to any" = 19 }

    [[impossible]]
    board = "triangle5"
    source = "exhausted"
    pairs = ["a1 to b3"]

A bound of ``any to any`` holds for every vacancy and every hole of the last peg. Nothing is
computed when facts are read, but that every solution is replayed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from operator import attrgetter
from pathlib import Path
from typing import TypeVar

from pegsolitaire.board.board import Board
from pegsolitaire.board.catalogue import named_board
from pegsolitaire.board.reading import read_text
from pegsolitaire.board.symmetries import apply_permutation
from pegsolitaire.errors import NotationError, ProblemError
from pegsolitaire.game.fewest import Fewest, built_in_fewest
from pegsolitaire.game.lines import Lines
from pegsolitaire.game.position import Position
from pegsolitaire.game.problem import Problem
from pegsolitaire.game.published import published_solutions
from pegsolitaire.game.solution import Solution
from pegsolitaire.game.toml_files import (
    Table,
    built_in_text,
    check_keys,
    finish_of,
    move_texts,
    parse,
    rows_of,
    text_of,
    within,
)

_FILE = "facts.toml"
_SHORTEST = "with the fewest moves that are known"
_PROVEN = "a search from both ends"
SEARCHED = "found by search"  # the source of solutions that nobody says to have few moves
_KEYS = {
    "solution": {"board", "vacancy", "source", "moves"},
    "bound": {"board", "source", "moves"},
    "impossible": {"board", "source", "pairs"},
}
_ANY = 0  # the code of a start or a finish that may be any


@dataclass(frozen=True)
class Pair:
    """A vacancy and the hole of the last peg; each may be ``any``.

    Attributes
    ----------
    start, finish : str
        A hole by letters, or ``any``.
    """

    start: str
    finish: str

    def __str__(self) -> str:
        return f"{self.start} to {self.finish}"


@dataclass(frozen=True)
class Bound:
    """A number of moves that a problem takes at least.

    Attributes
    ----------
    pair : Pair
        From where to where.
    moves : int
        No solution has fewer.
    source : str
        How that was proven.
    """

    pair: Pair
    moves: int
    source: str


@dataclass(frozen=True)
class Impossible:
    """A problem that has no solution, though its position class allows one.

    Attributes
    ----------
    pair : Pair
        From where to where.
    source : str
        How that was proven.
    """

    pair: Pair
    source: str


@dataclass(frozen=True)
class KnownSolution:
    """A solution that comes along.

    Attributes
    ----------
    solution : Solution
        From one missing peg to one peg.
    source : str
        Where it is from.
    """

    solution: Solution
    source: str


_Fact = TypeVar("_Fact", Bound, Impossible)


class Facts:
    """What is known of the problems of a board.

    Attributes
    ----------
    board : Board
    solutions : tuple of KnownSolution
    bounds : tuple of Bound
    impossible : tuple of Impossible

    Examples
    --------
    >>> from pegsolitaire.board import wiegleb
    >>> facts = facts_of(wiegleb())
    >>> problem = Problem.complement(wiegleb(), "e5")
    >>> len(facts.solution(problem).moves), facts.bound(problem).moves
    (24, 22)
    """

    def __init__(
        self,
        board: Board,
        solutions: Iterable[KnownSolution] = (),
        bounds: Iterable[Bound] = (),
        impossible: Iterable[Impossible] = (),
    ) -> None:
        self.board = board
        self.solutions = tuple(solutions)
        self.bounds = tuple(bounds)
        self.impossible = tuple(impossible)
        self._bounds = _by_codes(board, self.bounds)
        self._impossible = _by_codes(board, self.impossible)

    @cached_property
    def _lines(self) -> Lines:
        return Lines(self.board, (known.solution for known in self.solutions))

    @cached_property
    def _few(self) -> Lines:
        few = (known.solution for known in self.solutions if known.source != SEARCHED)
        return Lines(self.board, few)

    def solution(self, problem: Problem) -> Solution | None:
        """The known solution with the fewest moves, from any position that a known one passes."""
        return _fewest(self._lines, problem)

    def fewest(self, problem: Problem) -> Solution | None:
        """The same, of the solutions that were looked for because they have few moves."""
        return _fewest(self._few, problem)

    def bound(self, problem: Problem) -> Bound | None:
        """The best bound that is known on the moves of a problem; None where none is."""
        bounds = [
            max(self._about(self._bounds, start, finish), key=attrgetter("moves"), default=None)
            for start in problem.starts
            for finish in problem.finishes
            if self.impossibility(start, finish) is None
        ]
        # What holds for all pairs of a start and a finish is the least of what holds for each.
        known = [bound for bound in bounds if bound is not None]
        return min(known, key=attrgetter("moves")) if known and len(known) == len(bounds) else None

    def impossibility(self, start: int, finish: int) -> Impossible | None:
        """What proves that no game leads from a position to another, both given by their codes."""
        return next(self._about(self._impossible, start, finish), None)

    def _about(
        self, table: Mapping[tuple[int, int], list[_Fact]], start: int, finish: int
    ) -> Iterator[_Fact]:
        """The facts about a start and a finish, if these are one vacancy and one peg."""
        if finish.bit_count() == 1 and (self.board.full ^ start).bit_count() == 1:
            for pair in ((start, finish), (start, _ANY), (_ANY, finish), (_ANY, _ANY)):
                yield from table.get(pair, ())


def _fewest(lines: Lines, problem: Problem) -> Solution | None:
    starts = (Position(problem.board, code) for code in problem.starts)
    found = [lines.find(start, problem.finishes) for start in starts]
    known = [line for line in found if line is not None]
    return min(known, key=lambda line: len(line.moves), default=None)


def _by_codes(board: Board, facts: Iterable[_Fact]) -> dict[tuple[int, int], list[_Fact]]:
    """Facts by the codes of their starts and finishes, and of all images of these."""
    found: dict[tuple[int, int], list[_Fact]] = {}
    for fact in facts:
        start = _ANY if fact.pair.start == "any" else board.vacancy(fact.pair.start).code
        finish = _ANY if fact.pair.finish == "any" else board.single(fact.pair.finish).code
        images = (symmetry.image for symmetry in board.symmetries)
        for pair in {(apply_permutation(g, start), apply_permutation(g, finish)) for g in images}:
            found.setdefault(pair, []).append(fact)
    return found


@lru_cache(maxsize=64)
def facts_of(board: Board) -> Facts:
    """What is known of the problems of a board, from the files that come along.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> facts = facts_of(triangle(5))
    >>> [fact for fact in facts.impossible if fact.pair.start == "b3"][0].pair
    Pair(start='b3', finish='a1')
    >>> [len(found) for found in (facts.solutions, facts_of(triangle(30)).solutions)][1]
    0
    """
    shortest = built_in_fewest(board)
    more = _from_file(board)
    return Facts(
        board,
        [
            *(KnownSolution(one.solution, _SHORTEST) for one in shortest),
            *(KnownSolution(one.solution, one.source) for one in published_solutions(board)),
            *more.solutions,
        ],
        [*(_proven(one) for one in shortest if one.proven), *more.bounds],
        more.impossible,
    )


def fewest_known(problem: Problem) -> Fewest | None:
    """The solution of a problem with the fewest moves that is known; None where none is.

    Examples
    --------
    >>> from pegsolitaire.board import english
    >>> found = fewest_known(Problem.complement(english(), "d4"))
    >>> found.moves, found.proven
    (18, True)
    """
    facts = facts_of(problem.board)
    solution = facts.fewest(problem)
    if solution is None:
        return None
    bound = facts.bound(problem)
    proven = bound is not None and bound.moves == len(solution.moves)
    return Fewest(solution, problem.finish_text, proven)


def _proven(one: Fewest) -> Bound:
    """What a solution with proven fewest moves says: it is proven for the finish that it names."""
    [hole] = one.solution.start.complement
    return Bound(Pair(one.solution.start.board.hole_text(hole), one.finish), one.moves, _PROVEN)


# -- the file -----------------------------------------------------------------------------------


def read_facts(path: str | Path, board: Board) -> Facts:
    """What a file knows of a board.

    Raises
    ------
    NotationError
        If it cannot be read, is not TOML, is of a later format, lacks a key or has an unknown
        one, or holds what is not a move, a pair of holes or a number of moves.
    UnknownBoardError, NotOnBoardError
        If there is no such board, or it does not have a hole or a jump.
    IllegalJumpError
        If a jump is not legal where it is made.
    ProblemError
        If a solution does not end with one peg.
    """
    return _read(str(path), read_text(path), board)


def _from_file(board: Board) -> Facts:
    return _read(_FILE, built_in_text(_FILE), board)


def _read(file: str, text: str, board: Board) -> Facts:
    with within(file):
        table = parse(text)
        check_keys(table, set(_KEYS))
        rows = {kind: list(_rows(table, kind, board)) for kind in _KEYS}
        return Facts(
            board,
            [_solution(board, row) for row in rows["solution"]],
            [bound for row in rows["bound"] for bound in _bounds(board, row)],
            [fact for row in rows["impossible"] for fact in _impossible(board, row)],
        )


def _rows(table: Table, kind: str, board: Board) -> Iterator[Table]:
    """The rows of a kind that are about a board."""
    for number, row in rows_of(table, kind) if kind in table else ():
        with within(f"{kind} {number}"):
            check_keys(row, _KEYS[kind])
            if named_board(text_of(row, "board")) == board:
                yield row


def _solution(board: Board, row: Table) -> KnownSolution:
    with within(f"solution from {row.get('vacancy')} on {board.name}"):
        start = board.vacancy(text_of(row, "vacancy"))
        solution = Solution.from_moves(start, move_texts(row))
        if len(solution.finish) != 1:
            raise ProblemError(f"it ends with {len(solution.finish)} pegs, not with one")
        return KnownSolution(solution, text_of(row, "source"))


def _bounds(board: Board, row: Table) -> Iterator[Bound]:
    source, moves = text_of(row, "source"), row.get("moves")
    if not isinstance(moves, dict):
        raise NotationError('a bound has no moves: write moves = { "d4 to d4" = 18 }')
    for pair, least in moves.items():
        if type(least) is not int or least < 1:
            raise NotationError(f"{pair}: {least!r} is not a number of moves: write 18")
        yield Bound(_pair(board, pair), least, source)


def _impossible(board: Board, row: Table) -> Iterator[Impossible]:
    source, pairs = text_of(row, "source"), row.get("pairs")
    if not isinstance(pairs, list):
        raise NotationError('it has no pairs: write pairs = ["a1 to b3"]')
    return (Impossible(_pair(board, pair), source) for pair in pairs)


def _pair(board: Board, text: object) -> Pair:
    start, to, finish = str(text).partition(" to ")
    if not to:
        raise NotationError(f'{text!r} is not a pair of holes: write "a1 to b3"')
    return Pair(finish_of(board, start), finish_of(board, finish))


def facts_text(boards: Iterable[Facts]) -> str:
    """Facts as the text of a file that :func:`read_facts` reads."""
    lines = ["format = 1"]
    for facts in boards:
        for known in facts.solutions:
            [hole] = known.solution.start.complement
            lines += ["", "[[solution]]", f'board = "{facts.board.name}"']
            lines += [f'vacancy = "{facts.board.hole_text(hole)}"', f'source = "{known.source}"']
            lines += [f'moves = "{known.solution}"']
        for source, bounds in _by_source(facts.bounds):
            listed = ", ".join(f'"{bound.pair}" = {bound.moves}' for bound in bounds)
            lines += ["", "[[bound]]", f'board = "{facts.board.name}"', f'source = "{source}"']
            lines += [f"moves = {{ {listed} }}"]
        for source, facts_of_source in _by_source(facts.impossible):
            listed = ", ".join(f'"{fact.pair}"' for fact in facts_of_source)
            lines += ["", "[[impossible]]", f'board = "{facts.board.name}"']
            lines += [f'source = "{source}"', f"pairs = [{listed}]"]
    return "\n".join(lines) + "\n"


def _by_source(facts: Iterable[_Fact]) -> Iterator[tuple[str, list[_Fact]]]:
    found: dict[str, list[_Fact]] = {}
    for fact in facts:
        found.setdefault(fact.source, []).append(fact)
    return iter(found.items())
