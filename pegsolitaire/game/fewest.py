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

from dataclasses import dataclass
from pathlib import Path

from pegsolitaire.board.board import Board
from pegsolitaire.board.catalogue import named_board
from pegsolitaire.board.reading import read_text
from pegsolitaire.errors import NotationError, ProblemError
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


def built_in_fewest(board: Board | None = None) -> tuple[Fewest, ...]:
    """The solutions that come along: those of a board, or all of them.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> min(one.moves for one in built_in_fewest(triangle(12)))
    25
    """
    with within(_FILE):
        rows = rows_of(parse(built_in_text(_FILE)), "solution")
        return tuple(
            _fewest(number, row)
            for number, row in rows
            if board is None or named_board(text_of(row, "board")) == board
        )


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
