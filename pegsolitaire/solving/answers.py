"""Answers to problems, and known results that need no search.

Every function that answers a question about a problem tries this module first. It gives an answer
within milliseconds if the position class, the built-in results
(:mod:`pegsolitaire.data.knowledge`) or the constructions of :mod:`pegsolitaire.construct` decide
the question.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import ClassVar, Literal, TypeAlias

from msgspec.structs import replace

from pegsolitaire.board import Board, BoardLike, as_board, hole_name
from pegsolitaire.construct import constructed
from pegsolitaire.data import Bound, Impossible, KnownSolution, Lines, Pair, knowledge_of
from pegsolitaire.game import (
    FinishLike,
    Move,
    Outcome,
    Position,
    Problem,
    ProblemLike,
    Solution,
    StartLike,
    as_problem,
)
from pegsolitaire.results import Result
from pegsolitaire.theory import class_of, feasible_finishes, shares_class, svss_problems

#: Where a result comes from. It is ``"stored"`` if it was looked up in a built-in table, and
#: ``"computed"`` if it was found or proven just now, possibly with stored winning sets.
Basis: TypeAlias = Literal["stored", "computed"]

#: The reason given for a problem with a built-in solution.
STORED = "a built-in solution"
#: The reason given for a fewest number of moves whose proof is built in.
STORED_PROOF = "a built-in proof"
FROM_SETS = "from its winning sets"


@dataclass(frozen=True)
class BaseAnswer(Result):
    """The answer to a problem, with a reason.

    Attributes
    ----------
    reason : str
        The reason, in words.
    basis : str
        ``"stored"`` if the answer was looked up in a built-in table, else ``"computed"``.
    """

    reason: str
    basis: Basis = field(default="computed", kw_only=True)

    #: The kind of answer, for tables and documents.
    outcome: ClassVar[Outcome]

    json_fields = ("solvable", "reason", "basis", "solution")

    @property
    def solvable(self) -> bool | None:
        """Whether there is a solution; None if unknown."""
        return self.outcome.solvable

    def text(self) -> str:
        """Return the answer and its reason in one line."""
        return f"{self.outcome.value}: {self.reason}"

    def __str__(self) -> str:
        return self.text()

    def _repr_svg_(self) -> str | None:
        return None  # only a solution has a picture


@dataclass(frozen=True)
class Solved(BaseAnswer):
    """The answer to a solved problem, with a solution that has been checked by replaying it.

    Attributes
    ----------
    reason : str
    solution : Solution
    searched : int
        The number of positions that were searched.
    basis : str
        ``"stored"`` for a built-in solution, else ``"computed"``.

    Examples
    --------
    >>> from pegsolitaire.solving import solve
    >>> answer = solve("triangle5 a1")
    >>> bool(answer), answer.reason, answer.solution.move_count
    (True, 'a built-in solution', 10)
    """

    solution: Solution
    searched: int = 0

    outcome: ClassVar[Outcome] = Outcome.SOLVED

    @property
    def solvable(self) -> Literal[True]:
        """A solution was found."""
        return True

    def __bool__(self) -> Literal[True]:
        return True

    def text(self) -> str:
        """Describe how the problem was solved, and list the moves."""
        return f"{super().text()}\n{self.solution}"

    def svg(self) -> str:
        """Draw the solution as SVG."""
        return self.solution.svg()

    def _repr_svg_(self) -> str:
        return self.svg()


@dataclass(frozen=True)
class Unsolvable(BaseAnswer):
    """The answer to a problem that provably has no solution.

    Attributes
    ----------
    reason : str
        The proof, in words.
    searched : int
        The number of positions that were searched.
    basis : str
        ``"stored"`` for a built-in result, else ``"computed"``.
    """

    searched: int = 0

    outcome: ClassVar[Outcome] = Outcome.IMPOSSIBLE
    solution: ClassVar[None] = None

    @property
    def solvable(self) -> Literal[False]:
        """There is no solution."""
        return False

    def __bool__(self) -> Literal[False]:
        return False


@dataclass(frozen=True)
class Undecided(BaseAnswer):
    """The answer to a problem that the search did not decide.

    Attributes
    ----------
    reason : str
        Why the search ended.
    searched : int
        The number of positions that were searched.
    """

    searched: int = 0

    outcome: ClassVar[Outcome] = Outcome.UNDECIDED
    solution: ClassVar[None] = None

    @property
    def solvable(self) -> None:
        """Unknown."""
        return None

    def __bool__(self) -> Literal[False]:
        return False


#: The answer to a problem. Only `Solved` is true; `Unsolvable` is a proven "no".
Answer: TypeAlias = Solved | Unsolvable | Undecided


def class_reason(
    problem: ProblemLike, start: StartLike = None, finish: FinishLike = None
) -> str | None:
    """Explain why the position class rules out a solution, or return None if it does not.

    Examples
    --------
    >>> from pegsolitaire.board import english
    >>> class_reason(Problem(english(), "d4", "d3"))
    'position class: d4 can only finish at d1, a4, d4, g4, d7, never at d3'
    """
    problem = as_problem(problem, start, finish)
    board = problem.board
    if shares_class(problem):
        return None
    begin, end = problem.start, problem.finish
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
    """Return the answer to a problem whose games were all tried without reaching a finish."""
    return Unsolvable(f"exhausted: {_no_game(problem)}")


def _no_game(problem: Problem) -> str:
    """State that no game from a start reaches a finish."""
    end = problem.finish
    is_peg = end == "any" and problem.finish_pegs == 1
    ends = "ends with one peg" if is_peg else f"reaches {end}"
    return f"no game from {problem.start} {ends}"


def known_answer(
    problem: ProblemLike, start: StartLike = None, finish: FinishLike = None
) -> Answer | None:
    """Return the answer to a problem if it is known without a search, otherwise None.

    Examples
    --------
    >>> from pegsolitaire.board import triangle, wiegleb
    >>> answer = known_answer(Problem.complement(wiegleb(), "e5"))
    >>> answer.solvable, answer.reason, len(answer.solution.moves)
    (True, 'a built-in solution', 22)
    >>> known_answer(Problem.complement(triangle(5), "b3")).reason
    'every game was tried (stored result): no game from b3 reaches b3'
    """
    problem = as_problem(problem, start, finish)
    if reason := class_reason(problem):
        return Unsolvable(reason)
    if (solution := knowledge_of(problem.board).solution(problem)) is not None:
        return Solved(STORED, solution, basis="stored")
    if (solution := constructed(problem)) is not None:
        return Solved("by construction", solution)
    if source := _impossible(problem):
        how = "every game was tried" if source == "exhausted" else source
        return Unsolvable(f"{how} (stored result): {_no_game(problem)}", basis="stored")
    return None


def known_solution(problem: Problem) -> Solution | None:
    """Return a built-in or constructed solution of a problem, or None if there is none.

    The start may also be a later position of a known solution.

    Examples
    --------
    >>> from pegsolitaire.board import triangle, wiegleb
    >>> start = wiegleb().vacancy("e5").play("e7-e5")
    >>> len(known_solution(Problem(start, [wiegleb().single("e5")])))
    42
    >>> len(known_solution(Problem.complement(triangle(39), "a1")))
    778
    """
    known = knowledge_of(problem.board).solution(problem)
    return constructed(problem) if known is None else known


def _impossible(problem: Problem) -> str | None:
    """Return the sources that prove that no start reaches a finish, or None if one is missing."""
    knowledge = knowledge_of(problem.board)
    pairs = [
        (start, finish)
        for start in problem.starts
        for finish in problem.finishes
        if class_of(problem.board, start) == class_of(problem.board, finish)
    ]
    reasons = [knowledge.impossibility(start, finish) for start, finish in pairs]
    sources = [fact.source for fact in reasons if fact is not None]
    if len(sources) < len(pairs):
        return None
    return "; ".join(dict.fromkeys(sources))


@lru_cache(maxsize=64)
def constructed_lines(problem: Problem) -> Lines:
    """Index the positions of a problem's constructed solution.

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
# The known results about the problems of a board, as a table for readers.
#
# The rows are problems from one vacancy to one peg, up to symmetry. The position class allows
# these problems, and a built-in result or a construction settles each of them or gives a bound. On
# boards of more than 64 holes there are too many rows, so only problems with built-in results are
# listed. A solution also answers the reversed problem.


_ANY = "any"
_ELSEWHERE = "part of a solution on file, or one on file played backward"


@dataclass(frozen=True)
class Known(Result):
    """The known results about a problem from one vacancy to one peg and about its images.

    Attributes
    ----------
    pair : Pair
        The vacancy and the hole of the last peg, or ``any``.
    solutions : tuple of KnownSolution
        The known solutions, fewest moves first; empty if none is known.
    bound : Bound or None
        The lower bound on the number of moves, and its proof.
    impossible : Impossible or None
        The proof that the problem has no solution, if it is known to have none.
    """

    pair: Pair
    solutions: tuple[KnownSolution, ...] = ()
    bound: Bound | None = None
    impossible: Impossible | None = None

    json_fields = ("start", "finish", "solvable", "moves", "at_least", "source", "solutions")

    @property
    def solvable(self) -> bool | None:
        """Whether the problem has a solution; None if unknown."""
        return False if self.impossible else True if self.solutions else None

    @property
    def start(self) -> str:
        """The vacancy."""
        return self.pair.start

    @property
    def finish(self) -> str:
        """The hole of the last peg, or ``any``."""
        return self.pair.finish

    @property
    def at_least(self) -> int | None:
        """The lower bound on the number of moves."""
        return None if self.bound is None else self.bound.moves

    @property
    def source(self) -> str | None:
        """The source of the proof."""
        return None if self.proof is None else self.proof.source

    @property
    def proof(self) -> Bound | Impossible | None:
        """The proof that there is no solution, or of the lower bound on the number of moves."""
        return self.impossible or self.bound

    @property
    def moves(self) -> int | None:
        """The number of moves in the shortest known solution."""
        return len(self.solutions[0].solution.moves) if self.solutions else None


def known_problems(board: BoardLike) -> tuple[Known, ...]:
    """List the known results about the problems of a board, up to symmetry.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> rows = known_problems(triangle(4))
    >>> [(str(row.pair), row.moves, row.bound.moves) for row in rows if row.solutions]
    [('a2 to any', 5, 5), ('a2 to b2', 5, 5)]
    """
    return _known_problems(as_board(board))


@lru_cache(maxsize=16)
def _known_problems(board: Board) -> tuple[Known, ...]:
    named = _named(board)
    pairs = set(named)
    if board.fits_word:
        pairs |= {Pair(hole_name(a), hole_name(b)) for a, b in svss_problems(board)}
    ordered = sorted(pairs, key=lambda pair: _places(board, pair))
    rows = (_row(board, pair, named.get(pair, [])) for pair in ordered)
    return tuple(row for row in rows if row.solutions or row.bound or row.impossible)


def _named(board: Board) -> dict[Pair, list[KnownSolution]]:
    """Map each problem that has built-in results to its built-in solutions."""
    knowledge = knowledge_of(board)
    by_pair: dict[Pair, list[KnownSolution]] = {}
    for known in knowledge.solutions:
        by_pair.setdefault(_least(board, _pair_of(known.solution)), []).append(known)
        by_pair.setdefault(_least(board, _pair_of(known.solution.reversed())), [])
    pairs = [fact.pair for fact in knowledge.bounds] + [fact.pair for fact in knowledge.impossible]
    for pair in pairs:
        by_pair.setdefault(_least(board, pair), [])
    return by_pair


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
        constructed_line = () if line is None else (KnownSolution(line, "by construction"),)
        return Known(pair, constructed_line, knowledge.bound(problem))
    if impossible is not None:
        return Known(pair, impossible=replace(impossible, start=pair.start, finish=pair.finish))
    return Known(pair, _with(best, on_file), knowledge.bound(problem))


def _with(best: Solution | None, on_file: list[KnownSolution]) -> tuple[KnownSolution, ...]:
    """List the built-in solutions, and put the best known solution first if it has fewer moves."""
    listed = sorted(on_file, key=lambda published: len(published.solution.moves))
    if best is not None and (not listed or len(best.moves) < len(listed[0].solution.moves)):
        listed.insert(0, KnownSolution(best, _ELSEWHERE))
    return tuple(listed)


def _pair_of(solution: Solution) -> Pair:
    [start] = solution.start.complement
    [finish] = solution.finish
    return Pair(hole_name(start), hole_name(finish))


def _places(board: Board, pair: Pair) -> tuple[int, int]:
    """Return the indices of the vacancy and the finish as a sort key, with -1 for any."""
    start, finish = (-1 if name == _ANY else board.bit(name) for name in (pair.start, pair.finish))
    return start, finish


def _least(board: Board, pair: Pair) -> Pair:
    """Return the first of the images of a pair in sorted order."""
    start, finish = _places(board, pair)
    images = ((*symmetry.image, -1) for symmetry in board.symmetries)
    first = min((image[start], image[finish]) for image in images)
    return Pair(*(_ANY if i < 0 else hole_name(board.holes[i]) for i in first))


@dataclass(frozen=True)
class Fewest(Result):
    """The known bounds on the number of moves in a shortest solution.

    Attributes
    ----------
    best : int or None
        The fewest moves known to solve the problem.
    proven : bool
        Whether it is proven that no solution has fewer moves.
    least : int or None
        The proven lower bound on the number of moves.
    shortest : tuple of Move, or None
        A solution with the fewest moves.
    """

    best: int | None
    proven: bool
    least: int | None
    shortest: tuple[Move, ...] | None


def fewest_known(
    problem: ProblemLike, best: int | None, solution: Solution | None = None
) -> Fewest:
    """Return the known bounds on the fewest moves for a problem. If given, ``best`` is exact."""
    problem = as_problem(problem)
    facts = knowledge_of(problem.board)
    found, bound = facts.fewest(problem), facts.bound(problem)
    least = best if bound is None else bound.moves
    if found is None or (best is not None and best < found.moves):
        return Fewest(best, best is not None, least, solution.moves if solution else None)
    is_proven = found.proven or best == found.moves
    return Fewest(found.moves, is_proven, least, found.solution.moves)
