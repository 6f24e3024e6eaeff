"""Problems as SVG: where a game starts, and beside it where it has to end."""

from __future__ import annotations

from collections.abc import Sequence

from pegsolitaire.draw import shapes
from pegsolitaire.draw.sheet import sheet
from pegsolitaire.game.position import Position
from pegsolitaire.game.problem import Problem

_GAP = 60  # units between the boards, and to the words below
_WORDS = 56  # the height of the words


def problem_svg(problem: Problem, *, size: int = 24) -> str:
    """A problem as two boards: the start, and the finish; several of either are told in words.

    Parameters
    ----------
    problem : Problem
        The problem.
    size : int, optional
        Pixels from a hole to the next.

    Raises
    ------
    ValueError
        If the size is not positive.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> picture = problem_svg(Problem.complement(triangle(4), "a2"))
    >>> picture.count('-peg" cx='), ">from a2</text>" in picture, ">to a2</text>" in picture
    (10, True, True)
    """
    left, top, width, height = shapes.frame(problem.board)
    both = (
        _board(problem, problem.starts, f"from {problem.start_text}"),
        _board(problem, problem.finishes, f"to {problem.finish_text}"),
    )
    parts = [
        f'<g transform="translate({round(i * (width + _GAP))} 0)">\n{drawing}\n</g>'
        for i, drawing in enumerate(both)
    ]
    box = (left, top, 2 * width + _GAP, height + _GAP + _WORDS)
    return sheet(f"problem: {problem}", size, box, "\n".join(parts))


def _board(problem: Problem, codes: Sequence[int], words: str) -> str:
    """A board with the pegs of the only code there is, and words below."""
    board = problem.board
    left, top, width, height = shapes.frame(board)
    pegs = shapes.pegs(Position(board, codes[0])) if len(codes) == 1 else ""
    below = (left + width / 2, top + height + _GAP)
    words_below = shapes.text(words, below, _WORDS, f'class="margin" style="font-size:{_WORDS}px"')
    parts = [shapes.ground(board), shapes.holes(board), pegs, words_below]
    return "\n".join(filter(None, parts))
