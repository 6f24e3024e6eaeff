"""The extremes of boards that are known, from a TOML file; each is replayed.

The file that comes along, ``data/extremes.toml``, holds any number of them::

    format = 1

    [[extreme]]
    kind = "stuck"
    board = "english"
    start = "c1"
    moves = "c3-c1, .."
    routes = 2

Kinds: ``stuck``, the shortest game from a vacancy to where no jump is possible (fool's solitaire),
found by so many routes; and of a position class ``dead``, the most pegs that cannot be played to
one; ``unique``, the most pegs that are solved in exactly one way, with that solution; ``forced``,
the longest line of jumps each of which is the only one that wins. These have their ``class`` and a
``count``, how many there are: dead positions one by one, others up to the symmetries of the
class. It was written by ``tools/extremes.py``.
"""

from __future__ import annotations

from dataclasses import dataclass

from pegsolitaire.board.board import Board
from pegsolitaire.board.catalogue import named_board
from pegsolitaire.errors import NotationError, ProblemError
from pegsolitaire.game.reading import read_start
from pegsolitaire.game.solution import Solution
from pegsolitaire.game.toml_files import (
    Table,
    built_in_text,
    check_keys,
    move_texts,
    number_of,
    parse,
    rows_of,
    text_of,
    within,
)

_FILE = "extremes.toml"
KINDS = ("stuck", "dead", "unique", "forced")


@dataclass(frozen=True)
class Extreme:
    """A position or a game that no other of its kind outdoes.

    Attributes
    ----------
    kind : str
        ``stuck``, ``dead``, ``unique`` or ``forced``.
    line : Solution
        The game; from a dead position one without jumps.
    letter : str or None
        The position class, where it is one of a class.
    count : int or None
        How many there are, of a class.
    routes : int or None
        By how many routes it was found, where it is stuck.
    """

    kind: str
    line: Solution
    letter: str | None = None
    count: int | None = None
    routes: int | None = None

    @property
    def board(self) -> Board:
        """The board."""
        return self.line.start.board


def built_in_extremes(board: Board | None = None) -> tuple[Extreme, ...]:
    """The extremes that come along: those of a board, or all of them.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> [len(one.line.finish) for one in built_in_extremes(triangle(5)) if one.kind == "stuck"]
    [8, 8, 7, 10]
    """
    with within(_FILE):
        rows = rows_of(parse(built_in_text(_FILE)), "extreme")
        return tuple(
            _extreme(number, row)
            for number, row in rows
            if board is None or named_board(text_of(row, "board")) == board
        )


def _extreme(number: int, row: Table) -> Extreme:
    with within(f"extreme {number}"):
        check_keys(row, {"kind", "board", "start", "moves", "class", "count", "routes"})
        kind, board = text_of(row, "kind"), named_board(text_of(row, "board"))
        start = read_start(board, text_of(row, "start"))
        if kind not in KINDS:
            raise NotationError(f"{kind!r} is no kind: the kinds are {', '.join(KINDS)}")
        if kind == "dead":
            line = Solution(start, [])
        else:
            line = Solution.from_moves(start, move_texts(row))
        if kind == "stuck":
            if line.finish.jumps:
                raise ProblemError("a jump is possible at its end")
            return Extreme(kind, line, routes=number_of(row, "routes", 2))
        return Extreme(kind, line, text_of(row, "class"), number_of(row, "count", 1))


def extremes_text(extremes: tuple[Extreme, ...]) -> str:
    """Extremes as the text of the file.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> print(extremes_text(built_in_extremes(triangle(5))[3:4]).partition("moves")[0])
    format = 1
    <BLANKLINE>
    [[extreme]]
    kind = "stuck"
    board = "triangle5"
    start = "b3"
    <BLANKLINE>
    """
    lines = ["format = 1"]
    for one in extremes:
        start = one.line.start
        [*hole] = start.complement if one.kind == "stuck" else ()
        name = one.board.hole_text(hole[0]) if hole else f"code:{start.code}"
        lines += ["", "[[extreme]]", f'kind = "{one.kind}"', f'board = "{one.board.name}"']
        lines += [f'start = "{name}"']
        lines += [] if one.kind == "dead" else [f'moves = "{one.line}"']
        lines += [f'class = "{one.letter}"'] if one.letter else []
        lines += [f"{key} = {value}" for key, value in _numbers(one) if value]
    return "\n".join(lines) + "\n"


def _numbers(one: Extreme) -> list[tuple[str, int | None]]:
    return [("count", one.count), ("routes", one.routes)]
