"""Players by the weights of their jumps, which are given or read from a file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import partial
from math import inf, isfinite

from pegsolitaire.board import Board, read_text
from pegsolitaire.errors import IllegalJumpError, NotationError, within
from pegsolitaire.game import Jump, Player


def weighted(
    board: Board, weights: Mapping[Jump | str, float | Fraction], name: str = "own"
) -> Player:
    """Chooses jumps in proportion to weights; those that are not named weigh 1.

    Raises
    ------
    IllegalJumpError
        If the board has no such jump.
    ProblemError
        If a weight is below 0, or no number.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> player = weighted(triangle(5), {"a3-a1": 3})
    >>> [str(chance) for chance in player.jumps(triangle(5).vacancy("a1")).values()]
    ['3/4', '1/4']
    """
    places = {Jump.of(board, jump): number for number, jump in enumerate(board.jumps)}
    row: list[float | Fraction] = [1] * len(places)
    for text, weight in weights.items():
        jump = Jump.from_text(text, board) if isinstance(text, str) else text
        if jump not in places:
            raise IllegalJumpError(f"{board.name} has no jump {text}")
        row[places[jump]] = weight
    return Player(board, name, weights=tuple(row))


def read_weights(board: Board, path: str) -> dict[Jump | str, float | Fraction]:
    """The weights of a file, lines such as ``d2-d4 3``; what is wrong is said with its line.

    Raises
    ------
    NotationError
        If the file cannot be read, or a line of it.
    """
    weights: dict[Jump | str, float | Fraction] = {}
    for number, line in enumerate(read_text(path).splitlines(), 1):
        words = line.partition("#")[0].split()
        if words:
            with within(f"{path}, line {number}, {line.strip()!r}"):
                jump, weight = _read_weight(board, words)
                if jump in weights:
                    raise NotationError(f"{jump} has a weight already")
                weights[jump] = weight
    return weights


def _read_weight(board: Board, words: Sequence[str]) -> tuple[Jump, float | Fraction]:
    try:
        text, weight = words
        number = _read_number(weight)
    except (ValueError, ZeroDivisionError):
        raise NotationError("write a jump and its weight, as in d2-d4 3") from None
    if not 0 <= number < inf:
        raise NotationError("a weight is 0 (never) or more")
    jump = Jump.from_text(text, board)
    if jump not in map(partial(Jump.of, board), board.jumps):
        raise NotationError(f"{board.name} has no jump {jump}")
    return jump, number


def _read_number(text: str) -> float | Fraction:
    """A number just as it is written, 3, 0.1 or 1/3; with a power of ten, a float."""
    if "/" not in text and ("e" in text.lower() or not isfinite(float(text))):
        return float(text)
    return Fraction(text)
