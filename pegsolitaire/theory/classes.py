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
from pegsolitaire.board.codes import code_of, indices_of
from pegsolitaire.errors import BoardTooLargeError
from pegsolitaire.game.position import Position

_MOST = 2_000  # parts that jumps do not connect
_Triple = tuple[int, int, int]


@lru_cache(maxsize=256)
def invariants(board: Board) -> tuple[int, ...]:
    """A basis of the invariants, each a mask of holes whose parity no jump changes.

    The basis is in reduced echelon form, so it depends on the board alone.

    Raises
    ------
    BoardTooLargeError
        If jumps leave a large board in thousands of parts, each with parities of its own.

    Examples
    --------
    >>> from pegsolitaire.board import english, triangle
    >>> len(invariants(english())), len(invariants(triangle(5)))
    (4, 2)
    """
    members: dict[int, list[int]] = {}
    for hole, terms in enumerate(_terms(_labels(board))):
        for number in indices_of(terms):
            members.setdefault(number, []).append(hole)
    return tuple(code_of(members[number]) for number in sorted(members))


def _terms(labels: list[int]) -> list[int]:
    """For each hole the free holes, as bits, that its label is the sum of.

    A hole is free when its label is not the sum of labels of holes before it.
    """
    reduced: dict[int, tuple[int, int]] = {}
    known: dict[int, int] = {}
    for label in labels:
        if label not in known:
            rest, terms = _reduce(label, 0, reduced)
            if rest:
                own = 1 << len(reduced)
                reduced[rest.bit_length() - 1] = rest, terms ^ own
                terms = own
            known[label] = terms
    return [known[label] for label in labels]


def _reduce(label: int, terms: int, reduced: dict[int, tuple[int, int]]) -> tuple[int, int]:
    """A label less labels of free holes, as far as that goes, and which of these it took."""
    while label and (found := reduced.get(label.bit_length() - 1)):
        label, terms = label ^ found[0], terms ^ found[1]
    return label, terms


def _labels(board: Board) -> list[int]:
    """For each hole its values, as bits, in the members of a basis of the invariants.

    In an invariant the values of a jump's holes add up to nought, so that two give the third. A
    value is made up where none follows, and what follows in two ways is a condition on the
    values that were made up: few, so that all of it takes time like the number of holes.
    """
    values, made_up, conditions = _values(board)
    basis = null_space(conditions, made_up)
    known = {
        value: sum(((value & row).bit_count() & 1) << i for i, row in enumerate(basis))
        for value in set(values)
    }
    return [known[value] for value in values]


def _values(board: Board) -> tuple[list[int], int, set[int]]:
    """The value of each hole as a sum of made up ones, how many these are, and conditions."""
    triples = sorted({(min(s, e), o, max(s, e)) for s, o, e in board.links})
    touching: list[list[_Triple]] = [[] for _ in board.holes]
    for triple in triples:
        for hole in triple:
            touching[hole].append(triple)
    values = [-1] * len(board)
    made_up = 0
    for first in range(len(board)):
        if values[first] < 0:
            values[first] = 1 << made_up
            made_up += 1
            _follow(first, values, touching)
        if made_up > _MOST:
            raise BoardTooLargeError(
                f"{board.name} has {len(board):,} holes that jumps hardly connect: it has too "
                "many position classes to tell apart"
            )
    return values, made_up, {values[a] ^ values[b] ^ values[c] for a, b, c in triples}


def _follow(first: int, values: list[int], touching: list[list[_Triple]]) -> None:
    """The values that follow from that of a hole and those that are there."""
    edge = [first]
    while edge:
        for triple in touching[edge.pop()]:
            unknown = [hole for hole in triple if values[hole] < 0]
            if len(unknown) == 1:
                a, b = (values[hole] for hole in triple if hole != unknown[0])
                values[unknown[0]] = a ^ b
                edge.append(unknown[0])


def null_space(masks: Iterable[int], size: int) -> tuple[int, ...]:
    """A basis of the ``size``-bit numbers with an even number of bits in common with every mask.

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
    labels = [0] * len(board)
    for number, mask in enumerate(invariants(board)):
        for hole in indices_of(mask):
            labels[hole] |= 1 << number
    return tuple(labels)


def is_null_class(board: Board) -> bool:
    """Whether the full and the empty board are in the same class.

    On such boards, and no others, a complement problem can be solvable.

    Examples
    --------
    >>> from pegsolitaire.board import english, french, triangle
    >>> [is_null_class(board) for board in (english(), french(), triangle(4), triangle(5))]
    [True, False, False, True]
    """
    return class_of(board, board.full_code) == 0


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
