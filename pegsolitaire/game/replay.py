"""Games that were written down: a start and the jumps from it, read and played again.

``d4: d2-d4, d5-d3`` is the start and the moves, as the papers write them; a list of moves may be
numbered, be broken over lines after a dash, and have remarks after ``#``. A list without a dash
is one of hole numbers, two a jump (OEIS A120422). Whatever is read is played jump by jump: the
first one that is not legal is named, with the reason.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from pegsolitaire.board.board import Board
from pegsolitaire.errors import NotationError, PegSolitaireError
from pegsolitaire.game.jump import Jump, Move, jumps_of, split_moves
from pegsolitaire.game.position import Position
from pegsolitaire.game.solution import Solution
from pegsolitaire.game.toml_files import within

_REMARK = re.compile(r"#.*")
_DASHES = dict.fromkeys(map(ord, "\N{EN DASH}\N{EM DASH}\N{MINUS SIGN}\N{HYPHEN}"), "-")
_NUMBERING = re.compile(r"(?:^|(?<=\s))\d+\.(?=\s)", re.MULTILINE)
_SUMMARY = re.compile(r"^\d+ jumps?, \d+ moves?: .*$", re.MULTILINE)  # what `pegs solve` adds
_BROKEN = re.compile(r"-\s+(?=\S)|\s+(?=-)")


@dataclass(frozen=True)
class Replay:
    """A list of jumps as far as it can be played.

    Attributes
    ----------
    game : Solution
        The jumps before the first one that is not legal.
    fault : str or None
        What is wrong with that one; None if all are legal.
    """

    game: Solution
    fault: str | None = None


def tidied(text: str) -> str:
    """A text without what follows a ``#`` in each line, and with hyphens for printed dashes."""
    return _REMARK.sub("", text).translate(_DASHES)


def read_jumps(board: Board, text: str) -> tuple[Jump, ...]:
    r"""The jumps of a list of moves, whether or not they can be made.

    Parameters
    ----------
    board : Board
        The board.
    text : str
        Moves, with commas, blanks or new lines between them; or hole numbers, two a jump.

    Raises
    ------
    NotationError, NotOnBoardError
        If a move cannot be read, or a hole number is not on the board.

    Examples
    --------
    >>> board = Board.from_name("triangle5")
    >>> list(map(str, read_jumps(board, "1. c3-a1   # the corner  \n2. e5-c3-\ne5")))
    ['c3-a1', 'e5-c3', 'c3-e5']
    >>> list(map(str, read_jumps(board, "6,1, 15,6")))
    ['c3-a1', 'e5-c3']
    """
    text = _SUMMARY.sub("", tidied(text))
    text = _BROKEN.sub(lambda found: found[0].strip(), _NUMBERING.sub("", text))
    if "-" in text:
        parts = list(split_moves(text))
        return jumps_of([_read_move(board, part, i, len(parts)) for i, part in enumerate(parts)])
    numbers = [part for part in re.split(r"[\s,;]+", text) if part]
    if not all(part.isdecimal() for part in numbers) or len(numbers) % 2:
        raise NotationError(
            f"{text.strip()[:60]!r} is not a list of moves: write d2-d4, d5-d3, or two hole "
            "numbers a jump"
        )
    holes = [board.hole(part) for part in numbers]
    return tuple(map(Jump, holes[::2], holes[1::2]))


def _read_move(board: Board, text: str, before: int, moves: int) -> Move:
    with within(f"move {before + 1} of {moves}, {text.strip()}"):
        return Move.from_text(text, board)


def replay(start: Position, text: str) -> Replay:
    """Play a list of moves again, as far as it can be played.

    Raises
    ------
    NotationError, NotOnBoardError
        If it cannot be read.

    Examples
    --------
    >>> start = Board.from_name("english").vacancy("d4")
    >>> found = replay(start, "d2-d4, d5-d3, d4-d2")
    >>> len(found.game), found.fault
    (2, 'jump 3 of 3: d4-d2 is not possible: there is no peg in d4')
    """
    jumps = read_jumps(start.board, text)
    position = start
    for number, jump in enumerate(jumps):
        try:
            position = position.after(jump)
        except PegSolitaireError as error:
            fault = f"jump {number + 1} of {len(jumps)}: {error}"
            return Replay(Solution(start, jumps[:number]), fault)
    return Replay(Solution(start, jumps))
