"""What is known of boards, read from the files that come along.

Solutions are those of ``data/shortest.toml``, of ``data/solutions.toml``, of ``data/catalogue``,
whose numbers of moves are proven, and of ``data/facts.toml``, which was written by
``tools/facts.py`` and holds what the others have no place for::

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

    [[count]]
    board = "english"
    source = "Bell's Notes, Table 7"
    solutions = { "d4 to d4" = "40861647040079968" }

A bound of ``any to any`` holds for every vacancy and every hole of the last peg. Nothing is
computed when facts are read, but that every solution is replayed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import TypeVar

from pegsolitaire.board.board import Board
from pegsolitaire.board.catalogue import named_board
from pegsolitaire.board.reading import read_text
from pegsolitaire.errors import NotationError, ProblemError
from pegsolitaire.game.facts import Bound, Facts, Impossible, KnownSolution, Pair, SolutionCount
from pegsolitaire.game.fewest import Fewest, built_in_fewest
from pegsolitaire.game.problem import Problem
from pegsolitaire.game.published import published_solutions
from pegsolitaire.game.solution import Solution
from pegsolitaire.game.solution_catalogue import CatalogueRow, solution_catalogue
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
_LISTED = "levels from both ends, or winning sets"
_KEYS = {
    "solution": {"board", "vacancy", "source", "moves"},
    "bound": {"board", "source", "moves"},
    "impossible": {"board", "source", "pairs"},
    "count": {"board", "source", "solutions"},
}

_Fact = TypeVar("_Fact", Bound, Impossible, SolutionCount)


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
    listed = solution_catalogue(board)
    return Facts(
        board,
        _once(
            [
                *(KnownSolution(one.solution, _SHORTEST) for one in shortest),
                *(KnownSolution(one.solution, one.source) for one in published_solutions(board)),
                *(KnownSolution(r.classes[0].member, _class(r)) for r in listed if r.classes),
                *more.solutions,
            ]
        ),
        [
            *(_proven(one) for one in shortest if one.proven),
            *(Bound(_of(row), row.moves, _LISTED) for row in listed if row.moves),
            *more.bounds,
        ],
        [
            *more.impossible,
            *(Impossible(_of(row), "exhausted") for row in listed if not row.moves),
        ],
        more.counts,
    )


def _of(row: CatalogueRow) -> Pair:
    return Pair(row.start, row.finish)


def _class(row: CatalogueRow) -> str:
    return f"with the fewest moves, of class {row.classes[0].kind}"


def _once(solutions: Iterable[KnownSolution]) -> Iterator[KnownSolution]:
    """Those whose jumps are not those of an earlier one."""
    seen: set[Solution] = set()
    for known in solutions:
        if known.solution not in seen:
            seen.add(known.solution)
            yield known


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
            [count for row in rows["count"] for count in _counts(board, row)],
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


def _counts(board: Board, row: Table) -> Iterator[SolutionCount]:
    source, solutions = text_of(row, "source"), row.get("solutions")
    if not isinstance(solutions, dict):
        raise NotationError('a count has no solutions: write solutions = { "d4 to d4" = "14" }')
    for pair, number in solutions.items():
        if not isinstance(number, str) or not number.isdecimal():
            raise NotationError(f'{pair}: {number!r} is not a number in quotes: write "14"')
        yield SolutionCount(_pair(board, pair), int(number), source)


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
        for source, counts in _by_source(facts.counts):
            listed = ", ".join(f'"{one.pair}" = "{one.solutions}"' for one in counts)
            lines += ["", "[[count]]", f'board = "{facts.board.name}"', f'source = "{source}"']
            lines += [f"solutions = {{ {listed} }}"]
    return "\n".join(lines) + "\n"


def _by_source(facts: Iterable[_Fact]) -> Iterator[tuple[str, list[_Fact]]]:
    found: dict[str, list[_Fact]] = {}
    for fact in facts:
        found.setdefault(fact.source, []).append(fact)
    return iter(found.items())
