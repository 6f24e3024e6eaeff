"""Estimate how large the level sets of a problem can be, from the invariants of jumps.

A position class is a coset of the span of the jumps over GF(2), and most positions have as many
images as the problem has symmetries, |G|. So about one in 2^d |G| of the C(N, n) positions with n
pegs on N holes has to be counted, where d is the number of parities that jumps preserve. The
estimate needs only the rank of a matrix over GF(2), so it works on boards of any size.
"""

from __future__ import annotations

from functools import reduce
from math import comb
from operator import xor

from pegsolitaire.board.bits import WORD, indices_of
from pegsolitaire.board.board import BoardLike, as_board
from pegsolitaire.board.symmetry import cycles_of
from pegsolitaire.errors import BoardTooLargeError
from pegsolitaire.game import Problem
from pegsolitaire.game.conversion import FinishLike, ProblemLike, StartLike, as_problem
from pegsolitaire.theory.classes import class_of, hole_classes, invariants, rank

_ESTIMATED = 400  # the largest number of holes of a board for which sizes are estimated
_MAX_PARITIES = 8  # with more, classes are not counted separately
_SLOT = 80  # bits of a number of positions
_MANY = 10**15  # positions; for larger numbers only the order of magnitude is given


def level_bound(problem: ProblemLike, start: StartLike = None, finish: FinishLike = None) -> int:
    """Estimate how many positions of the class, up to symmetry, a game could pass through.

    The estimate counts the positions that have at most as many pegs as the start and at least as
    many as the finish. Apart from the few positions that are symmetric themselves, this is an
    upper bound on the level sets.

    Examples
    --------
    >>> from pegsolitaire.board import english
    >>> level_bound(Problem.complement(english(), "d4"))
    67108880
    """
    problem = as_problem(problem, start, finish)
    board = problem.board
    share = (1 << len(board) - rank(board)) * len(problem.group)
    levels = [
        -(-comb(len(board), pegs) // share)
        for pegs in range(problem.finish_pegs, problem.start_pegs + 1)
    ]
    return len({class_of(board, code) for code in problem.starts}) * sum(levels)


def canonical_bounds(
    problem: ProblemLike, start: StartLike = None, finish: FinishLike = None
) -> list[int]:
    """Return how many positions a game can pass through at most, by number of pegs.

    These are positions in the classes of the starts and the finishes, up to the symmetries of the
    problem. Unlike :func:`level_bound`, this is never too low.

    Examples
    --------
    >>> from pegsolitaire.board import english
    >>> bounds = canonical_bounds(Problem.complement(english(), "d4"))
    >>> bounds[:4], max(bounds)
    ([0, 3, 19, 86], 9150014)
    """
    problem = as_problem(problem, start, finish)
    board = problem.board
    labels = hole_classes(board) if len(invariants(board)) <= _MAX_PARITIES else [0] * len(board)
    # A polynomial, whose coefficients are numbers of positions by numbers of pegs, is stored in
    # one integer, with _SLOT bits for each coefficient.
    by_class = {0: 1}
    for label in labels:
        classes = {*by_class, *(label ^ class_label for class_label in by_class)}
        by_class = {
            class_label: by_class.get(class_label, 0)
            + (by_class.get(class_label ^ label, 0) << _SLOT)
            for class_label in classes
        }
    ends = (*problem.starts, *problem.finishes)
    labels_of_ends = {reduce(xor, (labels[i] for i in indices_of(code)), 0) for code in ends}
    # Burnside's lemma: the orbits are the average of the positions that each symmetry leaves
    # unchanged.
    fixed = sum(by_class[end] for end in labels_of_ends)
    for symmetry in problem.group[1:]:
        cycles = 1
        for cycle in cycles_of(symmetry.image):
            cycles += cycles << _SLOT * len(cycle)
        fixed += cycles
    coefficients = (fixed >> _SLOT * pegs & (1 << _SLOT) - 1 for pegs in range(len(board) + 1))
    return [each // len(problem.group) for each in coefficients]


def check_level_sets(source: Problem | BoardLike, what: str = "level sets") -> None:
    """Raise an error that estimates the size of level sets if the board has more than 64 holes.

    Parameters
    ----------
    source : Problem or Board
        The problem; or the board, for sets of whole position classes, whose size is that of a
        class: each parity that jumps preserve halves the number of positions.
    what : str, optional
        The name of the sets for the error message, in the plural.

    Raises
    ------
    BoardTooLargeError
        If the board has more than 64 holes.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> check_level_sets(Problem.complement(triangle(5), "a1"))
    >>> check_level_sets(Problem.complement(triangle(12), "a1"))  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    pegsolitaire.errors.BoardTooLargeError: ...78 holes: level sets would be of up to 10^22 ...
    >>> check_level_sets(triangle(12), "tablebases")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    pegsolitaire.errors.BoardTooLargeError: ...78 holes: tablebases would be of up to 10^22 ...
    """
    board = as_board(source)
    if not board.fits_word:
        check_board(board, what)
        size = level_bound(source) if isinstance(source, Problem) else 1 << rank(board)
        raise BoardTooLargeError(
            f"{board.name} has {len(board):,} holes: {what} would be of up to {rounded(size)} "
            f"positions, and are for boards of up to {WORD} holes"
        )


def check_board(board: BoardLike, what: str) -> None:
    """Raise an error for a board that is far too large for level sets, before parsing a problem.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> check_board(triangle(5), "winning sets")
    """
    board = as_board(board)
    if len(board) > _ESTIMATED:  # even parsing a problem takes a long time there
        board.check_holes(what)


def rounded(number: int) -> str:
    """Round a number to two digits, or to its order of magnitude, in words.

    Examples
    --------
    >>> rounded(12_345), rounded(7), rounded(2 * 10**30)
    ('about 12,000', '7', '10^30')
    """
    if number >= _MANY:
        return f"10^{len(str(number)) - 1}"
    unit = 10 ** max(len(str(number)) - 2, 0)
    return f"{'about ' * (unit > 1)}{round(number / unit) * unit:,}"
