"""The solutions with the fewest moves that are known, from a TOML file; each is replayed.

A file holds any number of them, from one missing peg to one peg::

    format = 1

    [[solution]]
    board = "triangle8"
    vacancy = "a2"
    finish = "a2"
    proven = true
    moves = "a4-a2, a1-a3, .."

The finish is the hole of the last peg, or ``any`` where it may be in any hole. Proven is said
where no solution to that finish has fewer moves. The file that comes along,
``data/shortest.toml``, goes through the vacancies of ``data/vacancies.toml``, and was written by
``tools/shortest.py``: it holds what :func:`pegsolitaire.analysis.shortest_solution` or, on large
boards, :func:`pegsolitaire.analysis.short_solution` finds.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from pegsolitaire.board.board import Board, Permutation, apply_permutation
from pegsolitaire.board.reading import read_text
from pegsolitaire.errors import NotationError, ProblemError
from pegsolitaire.game.jump import Jump
from pegsolitaire.game.position import Position
from pegsolitaire.game.problem import Problem
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

_FILE = "shortest.toml"


@dataclass(frozen=True)
class Fewest:
    """A solution with as few moves as any that is known.

    Attributes
    ----------
    solution : Solution
        From one missing peg to one peg.
    finish : str
        The hole where it was to end, or ``any``.
    proven : bool
        Whether no solution to that finish has fewer moves.
    """

    solution: Solution
    finish: str
    proven: bool

    @property
    def moves(self) -> int:
        """Of the solution."""
        return len(self.solution.moves)


def fewest_known(problem: Problem) -> Fewest | None:
    """The solution of a problem with the fewest moves that is known; None where none is.

    Only problems from one missing peg to one peg are known, and their images under symmetries of
    the board.

    Examples
    --------
    >>> from pegsolitaire.board import english
    >>> found = fewest_known(Problem.complement(english(), "d4"))
    >>> found.moves, found.proven
    (18, True)
    """
    known = [found for one in _built_in().get(problem.board, ()) for found in _for(one, problem)]
    return min(known, key=lambda one: (one.moves, not one.proven), default=None)


def _for(one: Fewest, problem: Problem) -> Iterator[Fewest]:
    """The images of a solution that solve a problem."""
    board, solution = problem.board, one.solution
    for image in (symmetry.image for symmetry in board.symmetries):
        start = apply_permutation(image, solution.start.code)
        end = apply_permutation(image, solution.finish.code)
        if (start,) == problem.starts and end in problem.finishes:
            # What is proven for any finish is proven for each.
            proven = one.proven and (one.finish == "any" or problem.finishes == (end,))
            yield Fewest(_image(solution, image), problem.finish_text, proven)


def _image(solution: Solution, image: Permutation) -> Solution:
    """The solution that a symmetry of its board makes of one."""
    board = solution.start.board
    holes = [board.holes[i] for i in image]
    jumps = [Jump(holes[board.index(j.start)], holes[board.index(j.end)]) for j in solution.jumps]
    return Solution(Position(board, apply_permutation(image, solution.start.code)), jumps)


def read_fewest(path: str | Path) -> tuple[Fewest, ...]:
    """The solutions of a file.

    Raises
    ------
    NotationError
        If it cannot be read, is no TOML, is of a later format, lacks a key or has a foreign one,
        or holds what is no move.
    UnknownBoardError, NotOnBoardError
        If there is no such board, or a hole or a jump is none of it.
    IllegalJumpError
        If a jump is not legal where it is made.
    ProblemError
        If a solution does not end with one peg, or ends elsewhere than at its finish.
    """
    return _read(str(path), read_text(path))


@lru_cache(maxsize=1)
def _built_in() -> dict[Board, list[Fewest]]:
    found: dict[Board, list[Fewest]] = {}
    for one in _read(_FILE, built_in_text(_FILE)):
        found.setdefault(one.solution.start.board, []).append(one)
    return found


def _read(file: str, text: str) -> tuple[Fewest, ...]:
    with within(file):
        table = parse(text)
        check_keys(table, {"solution"})
        return tuple(_fewest(number, row) for number, row in rows_of(table, "solution"))


def _fewest(number: int, row: Table) -> Fewest:
    with within(f"solution {number}"):
        check_keys(row, {"board", "vacancy", "finish", "proven", "moves"})
        board = Board.from_name(text_of(row, "board"))
        start, finish = board.vacancy(text_of(row, "vacancy")), text_of(row, "finish")
        solution = Solution.from_moves(start, move_texts(row))
        wanted, proven = finish_of(board, finish), row.get("proven")
        if not isinstance(proven, bool):
            raise NotationError("it is not said whether it is proven: write proven = true")
        if len(solution.finish) != 1:
            raise ProblemError(f"it ends with {len(solution.finish)} pegs")
        if wanted != "any" and solution.finish != board.single(wanted):
            raise ProblemError(f"it does not end at {wanted}")
        return Fewest(solution, wanted, proven)


def fewest_text(solutions: tuple[Fewest, ...]) -> str:
    """Solutions as the text of a file that :func:`read_fewest` reads."""
    lines = ["format = 1"]
    for one in solutions:
        board = one.solution.start.board
        [hole] = one.solution.start.complement
        lines += [
            "",
            "[[solution]]",
            f'board = "{board.name}"',
            f'vacancy = "{board.hole_text(hole)}"',
            f'finish = "{one.finish}"',
            f"proven = {str(one.proven).lower()}",
            f'moves = "{one.solution}"',
        ]
    return "\n".join(lines) + "\n"
