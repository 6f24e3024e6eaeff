"""Position classes, by linear algebra over GF(2).

A jump changes its three holes. An invariant is a set of holes in which no jump changes the parity
of the number of pegs. The invariants of a board form the orthogonal complement of its jumps, and
two positions are in the same class if all invariants agree. The usual square-lattice boards have
16 classes, and triangular boards have 4 (Beasley 1992, chapter 4; Bell 2008, section 2.1). The
code does not assume these numbers, so its results are also right for tiny boards and for boards
with diagonal jumps.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from pegsolitaire.board import Symmetry, apply_permutation, hole_name
from pegsolitaire.board.bits import code_of, indices_of
from pegsolitaire.board.board import Board, BoardLike, as_board
from pegsolitaire.errors import BoardTooLargeError
from pegsolitaire.game.conversion import PositionLike, StartLike, as_position

_MAX_BOARD_PARTS = 2_000  # the largest number of parts of a board that no jump connects
_Triple = tuple[int, int, int]


def invariants(board: BoardLike) -> tuple[int, ...]:
    """Compute a basis of the invariants, each a mask of holes whose parity no jump changes.

    The basis is in reduced echelon form, so it depends only on the board.

    Raises
    ------
    BoardTooLargeError
        If the board has thousands of parts that no jump connects, each with its own parities.

    Examples
    --------
    >>> from pegsolitaire.board import english, triangle
    >>> len(invariants(english())), len(invariants(triangle(5)))
    (4, 2)
    """
    return _invariants(as_board(board))


@lru_cache(maxsize=256)
def _invariants(board: Board) -> tuple[int, ...]:
    # In an invariant, the values (0 or 1) of the three holes of a jump add up to zero modulo 2, so
    # two values determine the third. If no further value can be derived, a new variable is
    # introduced. If a value can be derived in two ways, the two results must be equal, which is a
    # condition on the variables. There are few variables, so the time is proportional to the
    # number of holes.
    values, made_up, conditions = _values(board)
    holes: dict[int, int] = {}
    for hole, value in enumerate(reversed(values)):
        holes[value] = holes.get(value, 0) | 1 << hole
    masks = (
        sum(code for value, code in holes.items() if (value & row).bit_count() & 1)
        for row in null_space(conditions, made_up)
    )
    # The holes are in reverse order here, so that the first hole of an invariant is in no other.
    last = len(board) - 1
    reduced = sorted(_echelon(masks).items(), reverse=True)
    return tuple(code_of(last - i for i in indices_of(mask)) for _, mask in reduced)


def _values(board: Board) -> tuple[list[int], int, set[int]]:
    """Return holes' values as sums of variables, the number of variables, and the conditions."""
    triples = sorted({(min(s, e), o, max(s, e)) for s, o, e in board.jumps})
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
        if made_up > _MAX_BOARD_PARTS:
            raise BoardTooLargeError(
                f"{board.name} has {len(board):,} holes that jumps hardly connect, so it has too "
                "many position classes: choose another board"
            )
    return values, made_up, {values[a] ^ values[b] ^ values[c] for a, b, c in triples}


def _follow(first: int, values: list[int], touching: list[list[_Triple]]) -> None:
    """Add all values that can be derived from the value of a hole and the known values."""
    edge = [first]
    while edge:
        for triple in touching[edge.pop()]:
            unknown = [hole for hole in triple if values[hole] < 0]
            if len(unknown) == 1:
                a, b = (values[hole] for hole in triple if hole != unknown[0])
                values[unknown[0]] = a ^ b
                edge.append(unknown[0])


def remainder(mask: int, rows: Mapping[int, int]) -> int:
    """Subtract rows, given by their highest bits, from a mask until none of them fits."""
    while mask and (row := rows.get(mask.bit_length() - 1)):
        mask ^= row
    return mask


def _echelon(masks: Iterable[int]) -> dict[int, int]:
    """Return a basis of the span of masks, by highest bits, each of which is in one row only."""
    rows: dict[int, int] = {}
    for mask in masks:
        if rest := remainder(mask, rows):
            rows[rest.bit_length() - 1] = rest
    for top in sorted(rows):
        for other in rows:
            if other > top and rows[other] >> top & 1:
                rows[other] ^= rows[top]
    return rows


def null_space(masks: Iterable[int], size: int) -> tuple[int, ...]:
    """Compute a basis of the numbers that have an even overlap with each mask.

    The basis is in reduced echelon form, so it depends only on the span of the masks.

    Examples
    --------
    >>> [f"{row:03b}" for row in null_space([0b011, 0b110], 3)]
    ['111']
    """
    pivots = _echelon(masks)
    free = [i for i in range(size) if i not in pivots]
    return tuple(
        1 << i | sum(1 << top for top, row in pivots.items() if row >> i & 1) for i in free
    )


def rank(board: BoardLike) -> int:
    """Compute the rank of the jumps over GF(2), from the numbers of holes and invariants."""
    board = as_board(board)
    return len(board) - len(invariants(board))


def class_of(board: BoardLike, code: int) -> int:
    """Return the position class of a code, as an integer whose bits are the invariants.

    The empty board is in class 0.

    Examples
    --------
    >>> from pegsolitaire.board import english
    >>> board = english()
    >>> class_of(board, board.vacancy("d4").code) == class_of(board, board.single("d1").code)
    True
    """
    board = as_board(board)
    return sum(((code & mask).bit_count() & 1) << i for i, mask in enumerate(invariants(board)))


@lru_cache(maxsize=256)
def hole_classes(board: Board) -> tuple[int, ...]:
    """Return the class of a single peg in each hole."""
    labels = [0] * len(board)
    for number, mask in enumerate(invariants(board)):
        for i in indices_of(mask):
            labels[i] |= 1 << number
    return tuple(labels)


@lru_cache(maxsize=256)
def holes_by_class(board: Board) -> Mapping[int, tuple[int, ...]]:
    """Return, for each class that contains single pegs, the holes of these pegs."""
    holes: dict[int, list[int]] = {}
    for i, label in enumerate(hole_classes(board)):
        holes.setdefault(label, []).append(i)
    return {label: tuple(together) for label, together in holes.items()}


def is_null_class(board: BoardLike) -> bool:
    """Return whether the full and the empty board are in the same class.

    Only on such boards can a complement problem be solvable.

    Examples
    --------
    >>> from pegsolitaire.board import english, french, triangle
    >>> [is_null_class(board) for board in (english(), french(), triangle(4), triangle(5))]
    [True, False, False, True]
    """
    board = as_board(board)
    return class_of(board, board.full_code) == 0


def feasible_finishes(position: PositionLike, start: StartLike = None) -> tuple[int, ...]:
    """Return the bits of the holes where the class of a position allows the last peg.

    A game from the position can end with one peg only in these holes, but perhaps not in all of
    them.

    Examples
    --------
    >>> from pegsolitaire.board import english, french
    >>> board = english()
    >>> [board.hole_text(board.holes[i]) for i in feasible_finishes(board.vacancy("d4"))]
    ['d1', 'a4', 'd4', 'g4', 'd7']
    >>> feasible_finishes(french().vacancy("d4"))
    ()
    """
    position = as_position(position, start)
    return holes_by_class(position.board).get(class_of(position.board, position.code), ())


def kept_parity(board: Board, one: int, others: Iterable[int]) -> int | None:
    """Find a set of holes with an odd number of pegs in one code, but an even number in others.

    Even and odd may also be exchanged. Every jump changes two or none of these holes, so no game
    leads from the one code to the others. The set of holes thus proves that their position classes
    differ. The result is None if no single set separates the code from all others. On boards with
    more than ten invariants, only combinations of the first ten are tried.

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
    others = tuple(others)
    telling = (
        region
        for region in sums(invariants(board)[:10])[1:]
        if all(((one ^ other) & region).bit_count() & 1 for other in others)
    )
    return min(telling, key=by_size, default=None)


def kept_parities(
    board: BoardLike, one: int, others: Iterable[int]
) -> list[tuple[int | None, tuple[int, ...]]]:
    """Group codes by the set of holes (see :func:`kept_parity`) that separates them from one code.

    If one set of holes separates all other codes from the given code, these others form one group.
    Otherwise, a set is found for each of the other codes, and codes with the same set form a
    group. Codes whose set is None are in the same class as the one code.

    Examples
    --------
    >>> from pegsolitaire.board import french
    >>> board = french()
    >>> ends = [1 << i for i in range(len(board))]
    >>> [len(part) for _, part in kept_parities(board, board.vacancy("d4").code, ends)]
    [8, 5, 16, 8]
    """
    board = as_board(board)
    others = tuple(others)
    if (region := kept_parity(board, one, others)) is not None:
        return [(region, others)]
    parts: dict[int | None, tuple[int, ...]] = {}
    for other in others:
        region = kept_parity(board, one, [other])
        parts[region] = (*parts.get(region, ()), other)
    return list(parts.items())


# --
# The position classes in which a game can end with one peg, with the letters of Bell's puzzles
# paper.
#
# A symmetry of the board may map one class to another; such classes share a letter. On square
# lattices (Bell 2017, figures 3 and 6), the finishes of class A are in line with the middle both
# horizontally and vertically, those of class B in only one direction, and those of class C in
# neither. Bell's Notes swap the letters of the *types* B and C. On the hexagon, A is the class of
# the centre and B the class of the other holes (figure 4).


@dataclass(frozen=True)
class PositionClass:
    """A position class with one-peg finishes, which stands for all its images under symmetries.

    Attributes
    ----------
    board : Board
        The board.
    letter : str
        ``A``, ``B``, ...
    bits : tuple of int
        The bits of the holes of the finishes.
    turned : int
        The number of classes that are images of this class under symmetries, including the class
        itself.
    """

    board: Board
    letter: str
    bits: tuple[int, ...]
    turned: int

    @property
    def finishes(self) -> tuple[int, ...]:
        """The codes of the finishes."""
        return tuple(1 << bit for bit in self.bits)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the holes of the finishes."""
        return tuple(hole_name(self.board.holes[i]) for i in self.bits)

    @property
    def group(self) -> tuple[Symmetry, ...]:
        """The symmetries of the board that map the class to itself."""
        return tuple(s for s in self.board.symmetries if s.image[self.bits[0]] in self.bits)

    @property
    def finish_orbits(self) -> tuple[tuple[int, ...], ...]:
        """The bits of the holes of the finishes, grouped by the symmetries of the class."""
        orbits = {tuple(sorted({s.image[i] for s in self.group})) for i in self.bits}
        return tuple(sorted(orbits))

    def __contains__(self, code: int) -> bool:
        return class_of(self.board, code) == class_of(self.board, self.finishes[0])

    def turn(self, code: int) -> int | None:
        """Return the smallest image of a code in this class, or None if the class has no image."""
        images = (apply_permutation(s.image, code) for s in self.board.symmetries)
        return min((image for image in images if image in self), default=None)


def position_classes(board: BoardLike) -> tuple[PositionClass, ...]:
    """List the classes with one-peg finishes, up to symmetry.

    Examples
    --------
    >>> from pegsolitaire.board import english, hexagon
    >>> for found in position_classes(english()):
    ...     print(found.letter, len(found.bits), found.turned)
    A 5 1
    B 4 4
    C 3 4
    >>> [(found.letter, len(found.bits), found.turned) for found in position_classes(hexagon(4))]
    [('A', 13, 1), ('B', 12, 2)]
    """
    board = as_board(board)
    labels, patterns = hole_classes(board), holes_by_class(board)
    orbits = {
        frozenset(patterns[labels[s.image[holes[0]]]] for s in board.symmetries)
        for holes in patterns.values()
    }
    ordered = sorted(orbits, key=lambda orbit: _order(board, orbit))
    return tuple(
        PositionClass(board, letter_of(number), min(orbit), len(orbit))
        for number, orbit in enumerate(ordered)
    )


def letter_of(number: int) -> str:
    """Return the letter of the class or type with a given number. After Z, return the number."""
    return chr(ord("A") + number) if number < 26 else f"T{number + 1}"


def _order(board: Board, orbit: frozenset[tuple[int, ...]]) -> tuple[int, int, tuple[int, ...]]:
    """Return a sort key. Finishes in line with the middle come first, then small orbits."""
    holes = min(orbit)
    in_line = 0 if board.lattice.is_slanted else sum(axes_in_line(board, holes))
    return -in_line, len(orbit), holes


def axes_in_line(board: Board, holes: Iterable[int]) -> list[bool]:
    """Return, for each axis, whether one of some holes is in line with the middle of the board.

    These holes differ by a multiple of 3 from their reflection.
    """
    places = [board.lattice.place(hole) for hole in board.holes]
    return [
        any((2 * axis[i] - min(axis) - max(axis)) % 3 == 0 for i in holes)
        for axis in zip(*places, strict=True)
    ]


def sums(masks: Iterable[int]) -> list[int]:
    """Return all sums modulo 2 of the given masks, beginning with 0."""
    all_sums = [0]
    for mask in masks:
        all_sums += [mask ^ other for other in all_sums]
    return all_sums


def by_size(mask: int) -> tuple[int, int]:
    """Return a sort key of a set of holes: small sets first."""
    return mask.bit_count(), mask
