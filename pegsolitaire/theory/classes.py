"""Position classes, by linear algebra over GF(2).

A jump flips its three holes, so a sum of hole values modulo 2 that every jump leaves alone is an
invariant. The invariants of a board form the orthogonal complement of its jumps; two positions
are in the same class when all of them agree. On the usual square-lattice boards there are 16
classes and on triangular ones 4 (Beasley 1992, chapter 4; Bell 2008, section 2.1); tiny boards and
boards with diagonal jumps come out right as well, because nothing is assumed.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache, reduce
from operator import xor

from pegsolitaire.board.board import Board
from pegsolitaire.game.position import Position


@lru_cache(maxsize=256)
def invariants(board: Board) -> tuple[int, ...]:
    """A basis of the invariants, each a mask of holes whose parity no jump changes.

    The basis is in reduced echelon form, so it depends on the board alone.

    Examples
    --------
    >>> from pegsolitaire.board import english, triangle
    >>> len(invariants(english())), len(invariants(triangle(5)))
    (4, 2)
    """
    return null_space((jump.mask for jump in board.jumps), len(board))


def null_space(masks: Iterable[int], size: int) -> tuple[int, ...]:
    """A basis of what has an even number of bits, of so many, in common with every mask.

    It is in reduced echelon form, so it depends on the span of the masks alone.

    Examples
    --------
    >>> [f"{row:03b}" for row in null_space([0b011, 0b110], 3)]
    ['111']
    """
    pivots: dict[int, int] = {}
    for row in masks:
        while row and (top := row.bit_length() - 1) in pivots:
            row ^= pivots[top]
        if row:
            pivots[row.bit_length() - 1] = row
    # Back-substitution: afterwards each pivot bit occurs in its own row alone.
    for top in sorted(pivots):
        for other in pivots:
            if other > top and pivots[other] >> top & 1:
                pivots[other] ^= pivots[top]
    free = [i for i in range(size) if i not in pivots]
    return tuple(
        1 << i | sum(1 << top for top, row in pivots.items() if row >> i & 1) for i in free
    )


def rank(board: Board) -> int:
    """The rank of the jumps over GF(2): the number of holes less the number of invariants."""
    return len(board) - len(invariants(board))


def class_of(board: Board, code: int) -> int:
    """The position class of a code, as an integer whose bits are the invariants.

    The empty board is in class 0.

    Examples
    --------
    >>> from pegsolitaire.board import english
    >>> board = english()
    >>> class_of(board, board.vacancy("d4").code) == class_of(board, board.single("d1").code)
    True
    """
    return sum(((code & mask).bit_count() & 1) << i for i, mask in enumerate(invariants(board)))


@lru_cache(maxsize=256)
def hole_classes(board: Board) -> tuple[int, ...]:
    """The class of one peg in each hole."""
    return tuple(class_of(board, 1 << i) for i in range(len(board)))


def is_null_class(board: Board) -> bool:
    """Whether the full and the empty board are in the same class.

    On such boards, and no others, a complement problem can be solvable.

    Examples
    --------
    >>> from pegsolitaire.board import english, french, triangle
    >>> [is_null_class(board) for board in (english(), french(), triangle(4), triangle(5))]
    [True, False, False, True]
    """
    return class_of(board, board.full) == 0


def feasible_finishes(position: Position) -> tuple[int, ...]:
    """The indices of the holes whose single peg is in the class of a position.

    Only there can a game from the position end with one peg; whether it can is another question.

    Examples
    --------
    >>> from pegsolitaire.board import english, french
    >>> board = english()
    >>> [board.hole_text(board.holes[i]) for i in feasible_finishes(board.vacancy("d4"))]
    ['d1', 'a4', 'd4', 'g4', 'd7']
    >>> feasible_finishes(french().vacancy("d4"))
    ()
    """
    wanted = class_of(position.board, position.code)
    return tuple(i for i, label in enumerate(hole_classes(position.board)) if label == wanted)


def kept_parity(board: Board, one: int, others: Iterable[int]) -> int | None:
    """Holes on which a code has an odd number of pegs and each of several others an even one.

    Or the other way about. Jumps change two or none of these holes, so no game leads from the
    one to the others: this is the position class, told by one set of holes. None where no single
    set tells them all apart (on boards with more than ten invariants: none made of the first ten).

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> board = triangle(4)
    >>> region = kept_parity(board, board.vacancy("a1").code, [board.single("a1").code])
    >>> print(board.picture(region))
    *
    *.
    .**
    **.*
    """
    basis, others = invariants(board), tuple(others)
    sums = (
        reduce(xor, (row for i, row in enumerate(basis) if chosen >> i & 1), 0)
        for chosen in range(1, 1 << min(len(basis), 10))
    )
    telling = (
        region
        for region in sums
        if all(((one ^ other) & region).bit_count() & 1 for other in others)
    )
    return min(telling, key=lambda region: (region.bit_count(), region), default=None)


def kept_parities(
    board: Board, one: int, others: Iterable[int]
) -> list[tuple[int | None, tuple[int, ...]]]:
    """Several codes, in parts, each with the holes of :func:`kept_parity` that tell it from one.

    All of them are one part where a single set of holes tells them all; else each is told by
    itself, and those with the same set are together. A part without a set (None) shares the class.

    Examples
    --------
    >>> from pegsolitaire.board import french
    >>> board = french()
    >>> ends = [1 << i for i in range(len(board))]
    >>> [len(part) for _, part in kept_parities(board, board.vacancy("d4").code, ends)]
    [8, 5, 16, 8]
    """
    others = tuple(others)
    if (region := kept_parity(board, one, others)) is not None:
        return [(region, others)]
    parts: dict[int | None, tuple[int, ...]] = {}
    for other in others:
        region = kept_parity(board, one, [other])
        parts[region] = (*parts.get(region, ()), other)
    return list(parts.items())
