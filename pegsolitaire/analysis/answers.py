"""Answers to problems, and what is known of them before anything is searched.

Everybody who is asked about a problem asks here first: the position class, the built-in results
(:mod:`pegsolitaire.data.knowledge`) and the constructions of :mod:`pegsolitaire.triangular` answer
within milliseconds.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar, Literal, TypeAlias

from pegsolitaire.arguments import Helpful
from pegsolitaire.board import hole_name
from pegsolitaire.data import knowledge_of
from pegsolitaire.game import Lines, Outcome, Position, Problem, Solution
from pegsolitaire.results import SOLUTION, Result
from pegsolitaire.theory import class_of, feasible_finishes, shares_class
from pegsolitaire.triangular import constructed

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
        """Whether there is a solution; None where that is not known."""
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
    >>> from pegsolitaire.analysis import solve
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
    """A problem of which it is not known whether it has a solution: a search ended before.

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
    """Why the position class forbids a problem, or None where it does not.

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
    """What is known of a problem without any search; None where nothing settles it.

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
    """A built-in solution, or one that is put together by construction; None where there is none.

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
