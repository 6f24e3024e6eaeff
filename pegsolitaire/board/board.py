"""The board: its holes, and the jumps, symmetries and codes that follow from them.

A position on a board is stored as an integer, its *code*: bit ``i`` is set if hole ``i`` has a
peg. Holes are numbered row by row, as in figure 2c of Bell's Notes; on the triangle of side 5::

            0
           1 2
          3 4 5
         6 7 8 9
       10 11 12 13 14

Codes are Python integers, so a board may have any number of holes. The kernels of
``pegsolitaire.engine`` need codes that fit in one 64-bit word. Searches also accept codes that
need two words.

Everything that follows from the geometry, such as jumps, symmetries and position classes, is
computed on first use and cached.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import groupby
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, Self, TypeAlias, TypeGuard

from pegsolitaire.board.bits import WORD, bits_of, code_of
from pegsolitaire.board.lattice import (
    SQUARE,
    Hole,
    HoleLike,
    Lattice,
    lattice_named,
)
from pegsolitaire.board.notation import Notation, hole_name, hole_ranges, parse_hole
from pegsolitaire.board.picture import (
    centre,
    holes_of_picture,
    picture_of,
    straighten,
)
from pegsolitaire.board.symmetry import (
    Symmetry,
    apply_permutation,
    hole_orbits,
    symmetries_of,
)
from pegsolitaire.errors import (
    BoardTooLargeError,
    NotationError,
    NotOnBoardError,
    PegSolitaireError,
    quoted,
)

if TYPE_CHECKING:
    from pegsolitaire.game.position import Position


# --
# The jumps of a board, as three holes and as bit masks.


class JumpMask(NamedTuple("_JumpBits", [("start", int), ("over", int), ("end", int)])):
    """A jump, stored as the bits of its three holes.

    It is legal if ``code & mask == pegs`` and leads to ``code ^ mask``. The masks are computed
    when first used: on a board of many holes, those of all jumps would take much memory.
    """

    @cached_property
    def mask(self) -> int:
        """The mask of the three holes."""
        return self.pegs | 1 << self.end

    @cached_property
    def pegs(self) -> int:
        """The mask of the two holes that must contain pegs."""
        return 1 << self.start | 1 << self.over


def _jumps_between(indices: Mapping[Hole, int], lattice: Lattice) -> tuple[JumpMask, ...]:
    """List all jumps between the holes, sorted by starting hole and direction."""
    jumps = []
    for (x, y), start in indices.items():
        for dx, dy in lattice.directions:
            over, end = indices.get((x + dx, y + dy)), indices.get((x + 2 * dx, y + 2 * dy))
            if over is not None and end is not None:
                jumps.append(JumpMask(start, over, end))
    return tuple(jumps)


#: The largest number of holes of a board that can be searched: its codes fit in two words.
SEARCHED = 2 * WORD


# --
# The holes of a board: their order, their names, and pictures as text.


#: The largest number of holes of a board.
MAX_HOLES = 100_000


def _checked(holes: Iterable[Hole]) -> tuple[Hole, ...]:
    """Check the holes of a board, remove duplicates, and sort the holes row by row."""
    unique = set(holes)
    if not unique:
        raise NotationError("a board needs at least one hole: give its holes as pairs (x, y)")
    if len(unique) > MAX_HOLES:
        raise BoardTooLargeError(
            f"{len(unique):,} holes are too many for a board: give at most {MAX_HOLES:,}"
        )
    negative = [hole for hole in unique if min(hole) < 0]
    if negative:
        raise NotationError(
            f"hole {negative[0]} has a negative coordinate: shift the holes so that all "
            "coordinates are 0 or more"
        )
    return tuple(sorted(unique, key=lambda hole: hole[::-1]))


class OnBoard(Protocol):
    """Anything with a board: a position, a problem, a game or a class."""

    @property
    def board(self) -> Board:
        """The board."""


#: What a board can be made from: a board, a name or picture, holes, or the rows of a matrix.
BoardLike: TypeAlias = "Board | OnBoard | str | Iterable[HoleLike] | Iterable[Sequence[int]]"


class Board:
    """A peg solitaire board.

    Parameters
    ----------
    source : str, Position, Problem, or iterable of holes, or rows
        A catalogue name (``english``, ``triangle5``, ``hexagon37`` ...), the holes as pairs
        ``(x, y)``, with ``y`` downwards and no negative coordinates, anything with a board (a
        position, a problem, a game, a class), or any other source that
        :func:`~pegsolitaire.board.read_board` accepts: a picture, a matrix, an array, ``@FILE``.
    lattice : Lattice or str, optional
        ``square``, ``square-diagonal`` or ``triangular``; by default ``square`` for holes, and the
        matching lattice for a picture.
    name : str, optional
        The name of the board; boards of the same shape are equal even if their names differ.
    taken : iterable of ((int, int), (int, int)), optional
        Jumps that are not allowed, each as its first and its last hole; :meth:`without` makes such
        a board from another board.
    marks : str, optional
        What the marks of a picture mean, such as ``peg=x,hole=o,outside=#``.

    Raises
    ------
    UnknownBoardError
        If the catalogue has no board with that name.
    NotationError
        If there are no holes, a coordinate is negative, or the source cannot be read.
    PictureError
        If a picture shows no board, or several.
    BoardTooLargeError
        If there are more than 100,000 holes.

    Examples
    --------
    >>> board = Board([(0, 0), (1, 0), (2, 0)])
    >>> len(board), len(board.jumps), len(board.symmetries)
    (3, 2, 2)
    >>> (1, 0) in board, "d1" in board, board.bit("c1")
    (True, False, 2)
    >>> len(Board("english")), Board("T5"), Board("ooo/ooo/ooo")
    (33, Board('triangle5'), Board('square3'))
    """

    lattice: Lattice
    holes: tuple[Hole, ...]

    def __init__(
        self,
        source: BoardLike,
        lattice: Lattice | str | None = None,
        name: str | None = None,
        taken: Iterable[tuple[Hole, Hole]] = (),
        *,
        marks: str | None = None,
    ) -> None:
        lattice = None if lattice is None else lattice_named(lattice)
        if isinstance(on := getattr(source, "board", None), Board):
            source = on
        if not isinstance(source, str | Board):
            source = list(source) if isinstance(source, Iterable) else source
            if _are_holes(source):
                self._make(source, lattice or SQUARE, name, taken)
                return
        from pegsolitaire.board.reading_boards import read_board

        board = read_board(source, lattice, marks=marks)
        if name is None and not taken:
            vars(self).update(vars(board))  # including all cached properties
        else:
            self._make(board.holes, board.lattice, name, {*board.taken, *taken})

    def _make(
        self,
        holes: Iterable[Hole],
        lattice: Lattice,
        name: str | None,
        taken: Iterable[tuple[Hole, Hole]],
    ) -> None:
        self.lattice = lattice
        self.holes = _checked(holes)
        if lattice.layer and any(x % lattice.layer == lattice.layer - 1 for x, _ in self.holes):
            raise NotationError(
                f"layers are {lattice.layer} columns apart, with an empty column between them: a "
                "three-dimensional board has holes in at most "
                f"{lattice.layer - 1} columns of a layer"
            )
        #: The jumps that are not allowed, each as its first and its last hole.
        self.taken: frozenset[tuple[Hole, Hole]] = frozenset(taken)
        self._name = name

    @classmethod
    def from_rows(cls, text: str, lattice: Lattice | str, name: str | None = None) -> Self:
        """Read a :meth:`picture` in our own form, and keep its margins and blanks.

        Examples
        --------
        >>> from pegsolitaire.board import Board
        >>> Board.from_rows(" o o o", "square").holes
        ((1, 0), (3, 0), (5, 0))
        """
        chosen, holes = lattice_named(lattice), holes_of_picture(text)
        return cls(straighten(holes) if chosen.is_slanted else holes, chosen, name)

    # -- identity ---------------------------------------------------------------------------------

    @cached_property
    def name(self) -> str:
        """The board's name in the catalogue, the given name, or else its picture in one line."""
        if self._name:
            return self._name
        return "/".join(row.rstrip() for row in self.picture().split("\n"))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Board):
            return NotImplemented
        return self is other or (
            self._hash == other._hash
            and self.holes == other.holes
            and self.lattice == other.lattice
            and self.taken == other.taken
        )

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        # Only numbers, because the hash of a text differs between processes that exchange boards.
        return hash((self.holes, self.lattice.directions, self.taken))

    @cached_property
    def sort_key(self) -> tuple[Any, ...]:
        """A key that sorts boards by size, and is equal for boards that are equal.

        Examples
        --------
        >>> Board("triangle5").sort_key < Board("english").sort_key
        True
        """
        return len(self), self.holes, self.lattice.directions, sorted(self.taken)

    def __repr__(self) -> str:
        if self.is_named:
            return f"Board({self._name!r})"
        picture = self.picture().replace("\n", "/")
        plain = f"Board.from_rows({picture!r}, {self.lattice.name!r})"
        return f"{plain}.without({self.taken_texts})" if self.taken else plain

    @property
    def json_text(self) -> str:
        """The board's name, which represents it in JSON."""
        return self.name

    def __str__(self) -> str:
        return self.drawing()

    @cached_property
    def is_named(self) -> bool:
        """Whether the catalogue has this board under its name."""
        from pegsolitaire.board.catalogue import find_board

        return self._name is not None and find_board(self._name) == self

    @property
    def taken_texts(self) -> list[str]:
        """The texts of the jumps that are not allowed, in the order of the holes.

        Examples
        --------
        >>> from pegsolitaire.board import triangle
        >>> triangle(5).without(["a5-c5", "a1-a3"]).taken_texts
        ['a1-a3', 'a5-c5']
        """
        ordered = sorted(self.taken, key=lambda ends: [hole[::-1] for hole in ends])
        return [f"{hole_name(start)}-{hole_name(end)}" for start, end in ordered]

    # -- holes ------------------------------------------------------------------------------------

    def __len__(self) -> int:
        return len(self.holes)

    def __iter__(self) -> Iterator[Hole]:
        return iter(self.holes)

    def __contains__(self, hole: object) -> bool:
        if isinstance(hole, str | int):
            try:
                hole = self.hole(hole)
            except PegSolitaireError:
                return False
        return hole in self._indices

    @cached_property
    def _indices(self) -> dict[Hole, int]:
        return {hole: i for i, hole in enumerate(self.holes)}

    def bit(self, hole: HoleLike) -> int:
        """Return the bit of a hole in codes, in any form that :meth:`hole` accepts.

        Bits count from 0, row by row. Holes count from 1, so the bit of a hole is one less than
        its number. Only :meth:`hole` and the methods that take a hole accept its number.

        Raises
        ------
        NotOnBoardError
            If the board has no such hole; the message lists its holes.

        Examples
        --------
        >>> from pegsolitaire.board import triangle
        >>> board = triangle(5)
        >>> board.bit("a4"), board.hole_text((0, 3), "numbers"), 1 << board.bit("a4")
        (6, '7', 64)
        >>> board.single(7).code == 1 << board.bit(7) == 64
        True
        """
        if type(hole) is tuple and hole in self._indices:
            return self._indices[hole]
        return self._indices[self.hole(hole)]

    def _no_hole(self, text: str) -> str:
        ranges = hole_ranges([self.holes[i] for i in row] for row in self.rows)
        return f"{self.name} has no hole {text}: its holes are {ranges}"

    def hole(self, hole: HoleLike) -> Hole:
        """Return the hole with the given name, coordinates or number.

        Parameters
        ----------
        hole : str, (int, int) or int
            ``"d4"``, ``"(3,3)"``, ``"centre"``, a pair ``(x, y)``, or a number from 1, row by row.

        Raises
        ------
        NotationError, NotOnBoardError
            If the value is not a hole, or not a hole of this board.

        Examples
        --------
        >>> from pegsolitaire.board import triangle
        >>> board = triangle(5)
        >>> board.hole("a4"), board.hole("(0,3)"), board.hole([0, 3]), board.hole(7)
        ((0, 3), (0, 3), (0, 3), (0, 3))
        """
        if not isinstance(hole, str):
            return self._hole_of(hole)
        cleaned = hole.strip()
        if cleaned.isascii() and cleaned.isdigit() and len(cleaned) < 10:
            number = int(cleaned)
            if not 1 <= number <= len(self):
                is_code = number <= self.full_code
                raise NotOnBoardError(
                    f"{self.name} has no hole number {number}: use 1 to {len(self)}"
                    + f" (for the position with that code write code:{number})" * is_code
                )
            return self.holes[number - 1]
        if cleaned.lower() in ("centre", "center", "middle"):
            return self._centre()
        place = parse_hole(cleaned)
        if place not in self._indices:
            raise NotOnBoardError(self._no_hole(cleaned))
        return place

    def _hole_of(self, source: object) -> Hole:
        """Read a hole from a pair or a number."""
        values: Any = source.tolist() if hasattr(source, "tolist") else source
        if isinstance(values, int) and not isinstance(values, bool):
            return self.hole(str(values) if values >= 0 else "0")
        if not isinstance(values, tuple | list) or [type(value) for value in values] != [int, int]:
            raise NotationError(
                f"{quoted(source)} is not a hole: pass a name such as "
                f"{hole_name(self.holes[0])!r}, a pair (x, y) or a number from 1 to {len(self)}"
            )
        place = values[0], values[1]
        if place not in self._indices:
            raise NotOnBoardError(self._no_hole(hole_name(place)))
        return place

    def _centre(self) -> Hole:
        """Return the hole in the middle, or raise an error that lists the nearest holes."""
        far, least = self.squared_distances, min(self.squared_distances)
        nearest = [hole for hole, how_far in zip(self.holes, far, strict=True) if how_far == least]
        if least:
            names = ", ".join(map(hole_name, nearest))
            raise NotOnBoardError(
                f"{self.name} has no hole in the centre: choose the nearest, {names}"
            )
        return nearest[0]

    @cached_property
    def squared_distances(self) -> tuple[float, ...]:
        """The squared distance of each hole from the middle, rounded to be equal for images.

        Here, the middle is the mean of the holes in the plane.

        Examples
        --------
        >>> Board([(0, 0), (1, 0), (2, 0)]).squared_distances
        (1.0, 0.0, 1.0)
        """
        points = [self.lattice.to_plane(hole) for hole in self.holes]
        x, y = (sum(axis) / len(self) for axis in zip(*points, strict=True))
        return tuple(round((a - x) ** 2 + (b - y) ** 2, 6) for a, b in points)

    def hole_text(self, hole: Hole, notation: Notation = "letters") -> str:
        """Write a hole with a letter and a number, or as its number, counted row by row from 1.

        Examples
        --------
        >>> from pegsolitaire.board import triangle
        >>> board = triangle(5)
        >>> board.hole_text((0, 3)), board.hole_text((0, 3), "numbers")
        ('a4', '7')
        """
        return hole_name(hole) if notation == "letters" else str(self.bit(hole) + 1)

    @cached_property
    def middle(self) -> Hole:
        """The hole in the middle: the mean of the holes' coordinates, rounded down.

        Pairs such as ``(0,-2)`` in the games of other programs count from it.
        """
        columns, rows = zip(*self.holes, strict=True)
        return sum(columns) // len(self), sum(rows) // len(self)

    @cached_property
    def rows(self) -> tuple[tuple[int, ...], ...]:
        """The bits of the holes, row by row, without empty rows."""
        by_row: dict[int, list[int]] = {}
        for i, (_, y) in enumerate(self.holes):
            by_row.setdefault(y, []).append(i)
        return tuple(tuple(row) for row in by_row.values())

    def picture(self, code: int | None = None) -> str:
        """Draw the board, or the position with a given code, as text for :meth:`from_rows`.

        Examples
        --------
        >>> from pegsolitaire.board import triangle
        >>> print(triangle(3).picture(0b000110))
        .
        **
        ...
        """
        return picture_of(self.holes, self._marks(code))

    def drawing(self, code: int | None = None) -> str:
        """Draw the board, triangles centred, as text for :func:`~pegsolitaire.board.read_board`.

        Examples
        --------
        >>> from pegsolitaire.board import triangle
        >>> print(triangle(3).drawing(0b000110))
          .
         * *
        . . .
        """
        places = centre(self.holes) if self.lattice.is_slanted else self.holes
        return picture_of(places, self._marks(code))

    def _marks(self, code: int | None) -> str:
        """Return one character for each hole."""
        if code is None:
            return "o" * len(self)
        return bits_of(code, len(self)).replace("1", "*").replace("0", ".")

    def without(self, jumps: Iterable[str], name: str | None = None) -> Board:
        """Return the same board without the given jumps.

        Parameters
        ----------
        jumps : iterable of str
            Jumps such as ``a1-c1``; each removes only this direction.
        name : str, optional
            The name of the new board; by default the old name and the number of removed jumps.

        Raises
        ------
        NotationError, NotOnBoardError
            If an item is not a jump, or not a jump of this board.

        Notes
        -----
        *Think 'N Jump* is the hexagon of 37 holes without some jumps along its edge (Bell,
        *Designing peg solitaire puzzles*).

        Examples
        --------
        >>> board = Board("triangle5").without(["a1-a3", "a3-a1"])
        >>> len(board.jumps), len(board.symmetries), board.name
        (34, 1, 'triangle5-without-2')
        """
        taken = self.taken | {self._ends_of(text) for text in jumps}
        called = name or f"{self.name}-without-{len(taken)}"
        return Board(self.holes, self.lattice, called, taken)

    def without_landing(self, holes: Iterable[str], name: str | None = None) -> Board:
        """Return the same board without the jumps that end in the given holes.

        Raises
        ------
        NotationError, NotOnBoardError
            If the board does not have one of the holes.

        Examples
        --------
        >>> board = Board("english").without_landing(["d4"])
        >>> len(board.jumps), len(board.symmetries)
        (72, 8)
        """
        ends = set(map(self.bit, holes))
        jumps = [jump for jump in self.jumps if jump.end in ends]
        texts = (f"{hole_name(self.holes[a])}-{hole_name(self.holes[b])}" for a, _, b in jumps)
        return self.without(texts, name)

    def _ends_of(self, text: str) -> tuple[Hole, Hole]:
        """Return the first and the last hole of a jump that the lattice allows."""
        parts = text.strip().split("-")
        if len(parts) != 2:
            raise NotationError(f"{quoted(text)} is not a jump: write a1-c1")
        start, end = map(self.bit, parts)
        if not any((jump.start, jump.end) == (start, end) for jump in self._all_jumps):
            raise NotOnBoardError(f"{self.name} has no jump {text.strip()}")
        return self.holes[start], self.holes[end]

    # -- codes ------------------------------------------------------------------------------------

    @cached_property
    def full_code(self) -> int:
        """The code of the full board, ``2**N - 1``."""
        return (1 << len(self)) - 1

    @cached_property
    def fits_word(self) -> bool:
        """Whether codes fit in one 64-bit word, so that every kernel of the engine accepts them.

        Examples
        --------
        >>> Board("square8").fits_word, Board("square9").fits_word
        (True, False)
        """
        return len(self) <= WORD

    @cached_property
    def is_searched(self) -> bool:
        """Whether codes fit in two 64-bit words, so that games on the board can be searched.

        Examples
        --------
        >>> Board("square11").is_searched, Board("square12").is_searched
        (True, False)
        """
        return len(self) <= SEARCHED

    def check_holes(self, what: str, most: int = WORD, more: str = "") -> None:
        """Raise an error if the board has too many holes.

        Parameters
        ----------
        what : str
            The name, in the plural, of the feature that needs a smaller board.
        most : int, optional
            The largest number of holes; by default, as many as fit in one word.
        more : str, optional
            Text to append to the message.

        Raises
        ------
        BoardTooLargeError
            If the board has more holes.

        Examples
        --------
        >>> Board("english").check_holes("level sets")
        >>> Board("square9").check_holes("level sets")  # doctest: +ELLIPSIS
        Traceback (most recent call last):
        pegsolitaire.errors.BoardTooLargeError: square9 has 81 holes: level sets are for boards ...
        """
        if len(self) > most:
            raise BoardTooLargeError(
                f"{self.name} has {len(self):,} holes: {what} are for boards of up to {most} "
                f"holes{more}"
            )

    def code(self, holes: Iterable[HoleLike]) -> int:
        """The code of the position with pegs in the given holes.

        Examples
        --------
        >>> Board("triangle5").code(["a1", "a2", "b2", "c4", "d5"])
        8455
        """
        return code_of(map(self.bit, holes))

    @cached_property
    def jumps(self) -> tuple[JumpMask, ...]:
        """All jumps that the board allows, sorted by starting hole and direction.

        Examples
        --------
        >>> Board("triangle3").jumps[0]
        JumpMask(start=0, over=2, end=5)
        """
        at, taken = self.holes, self.taken
        jumps = self._all_jumps
        return tuple(jump for jump in jumps if (at[jump.start], at[jump.end]) not in taken)

    @cached_property
    def _all_jumps(self) -> tuple[JumpMask, ...]:
        """All jumps, including removed ones."""
        return _jumps_between(self._indices, self.lattice)

    @cached_property
    def quarters(self) -> tuple[tuple[int, ...], ...]:
        """The bits of the holes, divided into parts by the parity of x and y.

        A jumping peg never leaves its part. There are up to four parts, or up to eight on a
        three-dimensional board. Empty parts are omitted.

        Examples
        --------
        >>> Board("triangle3").quarters
        ((0, 3, 5), (1,), (4,), (2,))
        """
        parts: dict[tuple[int, ...], list[int]] = {}
        for i, hole in enumerate(self.holes):
            parts.setdefault(tuple(c & 1 for c in self.lattice.place(hole)), []).append(i)
        return tuple(tuple(parts[parity]) for parity in sorted(parts))

    @cached_property
    def _masks_by_start(self) -> dict[int, tuple[JumpMask, ...]]:
        groups = groupby(self.jumps, key=lambda jump: jump.start)
        return {start: tuple(jumps) for start, jumps in groups}

    def jumps_at(self, bit: int) -> tuple[JumpMask, ...]:
        """Return the jumps of the board that start in the hole with the given bit."""
        return self._masks_by_start.get(bit, ())

    @cached_property
    def jump_numbers(self) -> dict[tuple[int, int], int]:
        """The index of each jump in :attr:`jumps`, by the bits of its first and last hole."""
        return {(jump.start, jump.end): number for number, jump in enumerate(self.jumps)}

    def masks_from(self, code: int) -> list[JumpMask]:
        """Return the jumps that are legal in a position.

        Examples
        --------
        >>> Board("triangle3").masks_from(0b111110)
        [JumpMask(start=3, over=1, end=0), JumpMask(start=5, over=2, end=0)]
        """
        if self.fits_word:
            return [jump for jump in self.jumps if code & jump.mask == jump.pegs]
        peg = [bit == "1" for bit in bits_of(code, len(self))]  # without the masks of all jumps
        return [
            jump for jump in self.jumps if peg[jump.start] and peg[jump.over] and not peg[jump.end]
        ]

    # -- symmetry ---------------------------------------------------------------------------------

    @cached_property
    def symmetries(self) -> tuple[Symmetry, ...]:
        """The symmetries of the lattice that preserve the board, starting with the identity."""
        symmetries = symmetries_of(self._indices, self.lattice)
        taken = {(self.bit(start), self.bit(end)) for start, end in self.taken}
        return tuple(
            symmetry
            for symmetry in symmetries
            if {(symmetry.image[a], symmetry.image[b]) for a, b in taken} == taken
        )

    def images(self, code: int) -> list[int]:
        """Return the image of a code under each symmetry. Some images may be equal.

        Examples
        --------
        >>> sorted(Board("triangle5").images(8455))
        [2183, 3156, 3904, 8455, 25106, 25280]
        """
        return [apply_permutation(symmetry.image, code) for symmetry in self.symmetries]

    def mincode(self, code: int) -> int:
        """Return the smallest code among the images of the position with the given code.

        Examples
        --------
        >>> Board("triangle5").mincode(8455)
        2183
        """
        return min(self.images(code))

    def jump_images(self, symmetry: Symmetry) -> tuple[int, ...]:
        """Return the index of each jump's image under a symmetry.

        Examples
        --------
        >>> board = Board("triangle5")
        >>> sorted(board.jump_images(board.symmetries[1])) == list(range(len(board.jumps)))
        True
        """
        index, at = self.jump_numbers, symmetry.image
        return tuple(index[at[jump.start], at[jump.end]] for jump in self.jumps)

    @cached_property
    def orbits(self) -> tuple[tuple[int, ...], ...]:
        """The orbits of the holes under the symmetries, as sorted bits."""
        return hole_orbits(symmetry.image for symmetry in self.symmetries)

    # -- positions --------------------------------------------------------------------------------

    def position(self, source: object, *, marks: str | None = None) -> Position:
        """Create a position from anything that specifies which holes have pegs.

        Parameters
        ----------
        source : Position, int, str, iterable of holes, or rows
            A position, a code, a text that :meth:`Position.from_text` accepts, the holes with pegs
            (as names, pairs, or numbers from 1), or the rows of a matrix or an array in which 1
            means a peg.
        marks : str, optional
            What the marks of a picture mean, such as ``peg=x,hole=o,outside=#``.

        Raises
        ------
        NotationError, NotOnBoardError
            If the source cannot be read, or is not a position of this board.

        Examples
        --------
        >>> board = Board("triangle3")
        >>> sources = (37, "code:37", {"a1", "b2", "c3"}, [1, 3, 6], [[1], [0, 1], [0, 0, 1]])
        >>> {board.position(source).text() for source in sources}
        {'*/.*/..*'}
        """
        from pegsolitaire.board.reading_boards import pegs_of
        from pegsolitaire.game.position import Position

        if isinstance(source, Position):
            if source.board != self:
                raise NotOnBoardError(
                    f"this is a position of {source.board.name}, not {self.name}"
                )
            return source
        if isinstance(source, int) and not isinstance(source, bool):
            return Position(self, source)
        if isinstance(source, str):
            return Position.from_text(self, source, marks=marks)
        return Position(self, self.code(pegs_of(self, source, marks=marks)))

    @property
    def empty(self) -> Position:
        """The position without pegs."""
        return self.position(0)

    @property
    def full(self) -> Position:
        """The position with a peg in every hole."""
        return self.position(self.full_code)

    def vacancy(self, hole: HoleLike) -> Position:
        """The full board with one peg missing.

        Parameters
        ----------
        hole : str, (int, int) or int
            A name, a pair, or a number from 1, as for :meth:`hole`.

        Examples
        --------
        >>> board = Board("english")
        >>> board.vacancy("d4") == board.vacancy((3, 3)) == board.vacancy(17)
        True
        """
        return self.position(self.full_code ^ 1 << self.bit(hole))

    def single(self, hole: HoleLike) -> Position:
        """The empty board with one peg.

        Parameters
        ----------
        hole : str, (int, int) or int
            A name, a pair, or a number from 1, as for :meth:`hole`.
        """
        return self.position(1 << self.bit(hole))

    # -- pictures ---------------------------------------------------------------------------------

    def text(self) -> str:
        """Draw the board as text."""
        return self.drawing()

    def svg(self) -> str:
        """Draw the board."""
        from pegsolitaire.draw.svg import position_svg

        return position_svg(self, None)

    def _repr_svg_(self) -> str:
        return self.svg()


def _are_holes(source: object) -> TypeGuard[list[Hole]]:
    """Return whether a source is a list of pairs of whole numbers."""
    return isinstance(source, list) and all(
        type(one) is tuple and len(one) == 2 and type(one[0]) is type(one[1]) is int
        for one in source
    )


def as_board(source: BoardLike) -> Board:
    """Return the board that an argument names, describes or has, as :class:`Board` reads it.

    Examples
    --------
    >>> as_board("triangle5"), as_board(Board("T5").full), as_board("ooo/ooo/ooo")
    (Board('triangle5'), Board('triangle5'), Board('square3'))
    """
    return source if isinstance(source, Board) else Board(source)
