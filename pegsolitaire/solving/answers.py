"""Answers to problems, and known results that need no search.

Everybody who is asked about a problem asks here first: the position class, the built-in results
(:mod:`pegsolitaire.data.knowledge`) and the constructions of :mod:`pegsolitaire.construct` answer
within milliseconds.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar, Literal, TypeAlias

from msgspec.structs import replace

from pegsolitaire.arguments import Helpful
from pegsolitaire.board import Board, hole_name
from pegsolitaire.construct import constructed
from pegsolitaire.data import Bound, Impossible, KnownSolution, Lines, Pair, knowledge_of
from pegsolitaire.game import Move, Outcome, Position, Problem, Solution
from pegsolitaire.results import SOLUTION, Result, declare
from pegsolitaire.theory import class_of, feasible_finishes, shares_class, svss_problems

#: Why a problem with a built-in solution is solved.
STORED = "from the stored table"
FROM_SETS = "from its winning sets"


@dataclass(frozen=True)
class BaseAnswer(Helpful, Result):
    """What became of a problem, and why.

    Attributes
    ----------
    reason : str
        Why, in words.
    """

    reason: str

    #: What it is, for tables and documents.
    outcome: ClassVar[Outcome]

    hints: ClassVar[Mapping[str, str]] = {
        "moves": "answer.solution.moves, where answer.solvable",
        "jumps": "answer.solution.jumps, where answer.solvable",
        "is_solved": "answer.solvable, or isinstance(answer, Solved)",
    }

    json_keys = f"solvable reason {SOLUTION}"

    @property
    def solvable(self) -> bool | None:
        """Whether there is a solution; None if unknown."""
        return self.outcome.solvable

    def text(self) -> str:
        """The answer in a line, and the moves."""
        return f"{self.outcome.value}: {self.reason}"

    def __str__(self) -> str:
        return self.text()

    def _repr_svg_(self) -> str | None:
        return None  # only of a solution


@dataclass(frozen=True)
class Solved(BaseAnswer):
    """A problem with a solution, which was replayed.

    Attributes
    ----------
    reason : str
    solution : Solution
    searched : int
        The positions that were looked at.

    Examples
    --------
    >>> from pegsolitaire.solving import solve
    >>> answer = solve("triangle5 a1")
    >>> bool(answer), answer.reason, answer.solution.move_count
    (True, 'from the stored table', 10)
    """

    solution: Solution
    searched: int = 0

    outcome: ClassVar[Outcome] = Outcome.SOLVED

    def __bool__(self) -> Literal[True]:
        return True

    def text(self) -> str:
        """How it was solved, and the moves."""
        return f"{super().text()}\n{self.solution}"

    def svg(self) -> str:
        """The solution drawn."""
        return self.solution.svg()

    def _repr_svg_(self) -> str:
        return self.svg()


@dataclass(frozen=True)
class Unsolvable(BaseAnswer):
    """A problem that provably has no solution.

    Attributes
    ----------
    reason : str
        The proof, in words.
    searched : int
        The positions that were looked at.
    """

    searched: int = 0

    outcome: ClassVar[Outcome] = Outcome.IMPOSSIBLE
    solution: ClassVar[None] = None

    def __bool__(self) -> Literal[False]:
        return False


@dataclass(frozen=True)
class Undecided(BaseAnswer):
    """An undecided problem: the search ended before an answer.

    Attributes
    ----------
    reason : str
        Why the search ended.
    searched : int
        The positions that were looked at.
    """

    searched: int = 0

    outcome: ClassVar[Outcome] = Outcome.UNDECIDED
    solution: ClassVar[None] = None

    def __bool__(self) -> Literal[False]:
        return False


#: What comes of a problem. Only `Solved` is true; a proven no is an `Unsolvable`.
Answer: TypeAlias = Solved | Unsolvable | Undecided


def class_reason(problem: Problem) -> str | None:
    """Why the position class excludes a problem, or None if it does not.

    Examples
    --------
    >>> from pegsolitaire.board import english
    >>> class_reason(Problem(english(), "d4", "d3"))
    'position class: d4 can only finish at d1, a4, d4, g4, d7, never at d3'
    """
    board = problem.board
    if shares_class(problem):
        return None
    begin, end = problem.start_text, problem.finish_text
    possible = {i for code in problem.starts for i in feasible_finishes(Position(board, code))}
    if problem.finish_pegs == 1 and not possible:
        return f"position class: no game from {begin} can end with one peg, in any hole"
    if problem.finish_pegs != 1:
        return (
            f"position class: {end} is in another class than {begin}, "
            "and no jump changes the class"
        )
    names = ", ".join(hole_name(board.holes[i]) for i in sorted(possible))
    return f"position class: {begin} can only finish at {names}, never at {end}"


def exhausted(problem: Problem) -> Answer:
    """The answer when every game was tried, and none reaches a finish."""
    return Unsolvable(f"exhausted: {_no_game(problem)}")


def _no_game(problem: Problem) -> str:
    """That no game from a start reaches a finish, in words."""
    end = problem.finish_text
    is_peg = end == "any" and problem.finish_pegs == 1
    ends = "ends with one peg" if is_peg else f"reaches {end}"
    return f"no game from {problem.start_text} {ends}"


def known_answer(problem: Problem) -> Answer | None:
    """The known result of a problem, without a search; None if there is none.

    Examples
    --------
    >>> from pegsolitaire.board import triangle, wiegleb
    >>> answer = known_answer(Problem.complement(wiegleb(), "e5"))
    >>> answer.solvable, answer.reason, len(answer.solution.moves)
    (True, 'from the stored table', 22)
    >>> known_answer(Problem.complement(triangle(5), "b3")).reason
    'exhausted, by the stored table: no game from b3 reaches b3'
    """
    if reason := class_reason(problem):
        return Unsolvable(reason)
    if (solution := knowledge_of(problem.board).solution(problem)) is not None:
        return Solved(STORED, solution)
    if (solution := constructed(problem)) is not None:
        return Solved("by construction", solution)
    if source := _impossible(problem):
        return Unsolvable(f"{source}, by the stored table: {_no_game(problem)}")
    return None


def known_solution(problem: Problem) -> Solution | None:
    """A built-in solution, or one by construction; None if there is none.

    The start may be any position that a known solution passes.

    Examples
    --------
    >>> from pegsolitaire.board import triangle, wiegleb
    >>> start = wiegleb().vacancy("e5").play("e7-e5")
    >>> len(known_solution(Problem.between(start, [wiegleb().single("e5")])))
    42
    >>> len(known_solution(Problem.complement(triangle(39), "a1")))
    778
    """
    known = knowledge_of(problem.board).solution(problem)
    return constructed(problem) if known is None else known


def _impossible(problem: Problem) -> str | None:
    """What proves that no start reaches a finish, where all of it is known."""
    knowledge = knowledge_of(problem.board)
    pairs = [
        (start, finish)
        for start in problem.starts
        for finish in problem.finishes
        if class_of(problem.board, start) == class_of(problem.board, finish)
    ]
    found = [knowledge.impossibility(start, finish) for start, finish in pairs]
    sources = [fact.source for fact in found if fact is not None]
    if len(sources) < len(pairs):
        return None
    return "; ".join(dict.fromkeys(sources))


@lru_cache(maxsize=64)
def constructed_lines(problem: Problem) -> Lines:
    """The solution of a problem by construction, to be found by the positions that it passes.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> problem = Problem.complement(triangle(12), "a1")
    >>> later = triangle(12).vacancy("a1").play(constructed(problem).jumps[0])
    >>> len(constructed_lines(problem).find(later, problem.finishes))
    75
    """
    solution = constructed(problem)
    return Lines(problem.board, [] if solution is None else [solution])


# --
# What is known of a board, problem by problem: a table to be read.
#
# The rows are the problems from one vacancy to one peg that the position class allows, up to
# symmetry, as far as a built-in result or a construction settles them or a bound is known of them;
# on boards past 64 holes, where these are too many, those with built-in results. A solution
# answers for the problem backward too.


_ANY = "any"
_ELSEWHERE = "part of a solution on file, or one on file played backward"


declare(KnownSolution, "moves=solution.moves move_count=solution.moves|len source")


@dataclass(frozen=True)
class Known(Result):
    """The known results of a problem from one vacancy to one peg, and of its images.

    Attributes
    ----------
    pair : Pair
        The vacancy and the hole of the last peg, or ``any``.
    solutions : tuple of KnownSolution
        The solutions that are known, those with the fewest moves first; perhaps none.
    bound : Bound or None
        How many moves it takes at least, and why.
    impossible : Impossible or None
        Why it has no solution, where that is known.
    """

    pair: Pair
    solutions: tuple[KnownSolution, ...] = ()
    bound: Bound | None = None
    impossible: Impossible | None = None

    json_keys = (
        "start=pair.start finish=pair.finish solvable moves at_least=bound.moves "
        "proof=proof.source solutions"
    )

    @property
    def solvable(self) -> bool | None:
        """Whether it has a solution; None if unknown."""
        return False if self.impossible else True if self.solutions else None

    @property
    def proof(self) -> Bound | Impossible | None:
        """The proof of the bound on the moves, or why there is no solution."""
        return self.impossible or self.bound

    @property
    def moves(self) -> int | None:
        """The fewest moves that are known."""
        return len(self.solutions[0].solution.moves) if self.solutions else None


@lru_cache(maxsize=16)
def known_problems(board: Board) -> tuple[Known, ...]:
    """The known results of the problems of a board, up to symmetry.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> rows = known_problems(triangle(4))
    >>> [(str(row.pair), row.moves, row.bound.moves) for row in rows if row.solutions]
    [('a2 to any', 5, 5), ('a2 to b2', 5, 5)]
    """
    named = _named(board)
    pairs = set(named)
    if board.fits_word:
        pairs |= {Pair(hole_name(a), hole_name(b)) for a, b in svss_problems(board)}
    ordered = sorted(pairs, key=lambda pair: _places(board, pair))
    rows = (_row(board, pair, named.get(pair, [])) for pair in ordered)
    return tuple(row for row in rows if row.solutions or row.bound or row.impossible)


def _named(board: Board) -> dict[Pair, list[KnownSolution]]:
    """The problems of a board with known solutions, and these."""
    knowledge = knowledge_of(board)
    found: dict[Pair, list[KnownSolution]] = {}
    for known in knowledge.solutions:
        found.setdefault(_least(board, _pair_of(known.solution)), []).append(known)
        found.setdefault(_least(board, _pair_of(known.solution.reversed())), [])
    pairs = [fact.pair for fact in knowledge.bounds] + [fact.pair for fact in knowledge.impossible]
    for pair in pairs:
        found.setdefault(_least(board, pair), [])
    return found


def _row(board: Board, pair: Pair, on_file: list[KnownSolution]) -> Known:
    knowledge = knowledge_of(board)
    if pair.start == _ANY:
        return Known(pair, bound=knowledge.stated_bound(pair))
    if pair.finish == _ANY:
        best = knowledge.solution(Problem.to_any(board.vacancy(pair.start)))
        return Known(pair, _with(best, []), knowledge.stated_bound(pair))
    problem = Problem(board, pair.start, pair.finish)
    best = knowledge.solution(problem)
    impossible = knowledge.impossibility(problem.starts[0], problem.finishes[0])
    if best is None and impossible is None:
        line = constructed(problem)
        made = () if line is None else (KnownSolution(line, "by construction"),)
        return Known(pair, made, knowledge.bound(problem))
    if impossible is not None:
        return Known(pair, impossible=replace(impossible, start=pair.start, finish=pair.finish))
    return Known(pair, _with(best, on_file), knowledge.bound(problem))


def _with(best: Solution | None, on_file: list[KnownSolution]) -> tuple[KnownSolution, ...]:
    """The solutions on file, after the one with the fewest moves where that is no one of them."""
    listed = sorted(on_file, key=lambda one: len(one.solution.moves))
    if best is not None and (not listed or len(best.moves) < len(listed[0].solution.moves)):
        listed.insert(0, KnownSolution(best, _ELSEWHERE))
    return tuple(listed)


def _pair_of(solution: Solution) -> Pair:
    [start] = solution.start.complement
    [finish] = solution.finish
    return Pair(hole_name(start), hole_name(finish))


def _places(board: Board, pair: Pair) -> tuple[int, int]:
    """By which pairs are sorted: the vacancy, then the finish, row by row; -1 is any."""
    start, finish = (
        -1 if name == _ANY else board.index(name) for name in (pair.start, pair.finish)
    )
    return start, finish


def _least(board: Board, pair: Pair) -> Pair:
    """The image of a pair that comes first."""
    start, finish = _places(board, pair)
    images = ((*symmetry.image, -1) for symmetry in board.symmetries)
    first = min((image[start], image[finish]) for image in images)
    return Pair(*(_ANY if i < 0 else hole_name(board.holes[i]) for i in first))


@dataclass(frozen=True)
class Fewest(Result):
    """The fewest moves of a problem.

    Attributes
    ----------
    best : int or None
        The fewest moves known to solve it.
    proven : bool
        Whether it cannot be solved in fewer.
    least : int or None
        Moves that are proven to be needed.
    shortest : tuple of Move, or None
        A solution in as many moves.
    """

    best: int | None
    proven: bool
    least: int | None
    shortest: tuple[Move, ...] | None


def fewest_known(problem: Problem, best: int | None, solution: Solution | None = None) -> Fewest:
    """The fewest moves that are known and that are needed; the best is certain, where given."""
    facts = knowledge_of(problem.board)
    found, bound = facts.fewest(problem), facts.bound(problem)
    least = best if bound is None else bound.moves
    if found is None or (best is not None and best < found.moves):
        return Fewest(best, best is not None, least, solution.moves if solution else None)
    is_proven = found.proven or best == found.moves
    return Fewest(found.moves, is_proven, least, found.solution.moves)
