"""The board: holes on a lattice, and all that follows from them.

A position on a board is an integer, its *code*: bit ``i`` is set when hole ``i`` holds a peg.
Holes are numbered row by row, as in figure 2c of Bell's Notes; on the triangle of side 5::

            0
           1 2
          3 4 5
         6 7 8 9
       10 11 12 13 14

Codes are Python integers, so a board may have any number of holes; only the kernels of
``pegsolitaire.engine`` need them to fit one 64-bit word.

Everything derived from the geometry (jumps, symmetries, position classes) is computed when it is
first asked for, and kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from pegsolitaire.board.codes import WORD, bits_of, code_of, indices_of
from pegsolitaire.board.lattice import (
    LATTICES,
    SQUARE,
    TRIANGULAR,
    Hole,
    Lattice,
    apply_matrix,
    determinant,
)
from pegsolitaire.board.notation import Notation, hole_name, parse_hole
from pegsolitaire.board.picture import centre, holes_of_picture, picture_of, straighten
from pegsolitaire.errors import (
    BoardTooLargeError,
    NotationError,
    NotOnBoardError,
    PegSolitaireError,
)

if TYPE_CHECKING:
    from pegsolitaire.game.position import Position

Permutation = tuple[int, ...]

#: The holes of the largest board there can be.
MAX_HOLES = 100_000


class Link(NamedTuple):
    """A jump as the indices of its three holes."""

    start: int
    over: int
    end: int


class JumpMask(NamedTuple):
    """A jump as integers: legal when ``code & mask == pegs``, and then gives ``code ^ mask``."""

    start: int
    over: int
    end: int
    mask: int
    pegs: int

    @classmethod
    def along(cls, link: Link) -> JumpMask:
        """The jump with its masks, each as long as the code of its last hole."""
        pegs = 1 << link.start | 1 << link.over
        return cls(*link, pegs | 1 << link.end, pegs)


class Symmetry(NamedTuple):
    """A map of the board to itself: hole ``i`` goes to hole ``image[i]``."""

    image: Permutation
    is_rotation: bool


class Board:
    """A peg solitaire board.

    Parameters
    ----------
    holes : iterable of (int, int)
        The holes ``(x, y)``, ``y`` downwards; no coordinate may be negative.
    lattice : Lattice, optional
        ``SQUARE`` (the default), ``SQUARE_DIAGONAL`` or ``TRIANGULAR``.
    name : str, optional
        What to call it; boards of the same shape are equal whatever their names.

    Raises
    ------
    NotationError
        If there are no holes, or a coordinate is negative.
    BoardTooLargeError
        If there are more than 100,000 holes.

    Examples
    --------
    >>> board = Board([(0, 0), (1, 0), (2, 0)])
    >>> len(board), len(board.jumps), len(board.symmetries)
    (3, 2, 2)
    >>> (1, 0) in board, "d1" in board, board.index("c1")
    (True, False, 2)
    """

    def __init__(
        self, holes: Iterable[Hole], lattice: Lattice = SQUARE, name: str | None = None
    ) -> None:
        if isinstance(holes, str):
            raise NotationError(
                f"holes are pairs (x, y): for a name say Board.from_name({holes!r})"
            )
        unique = set(holes)
        if not unique:
            raise NotationError("a board needs at least one hole")
        if len(unique) > MAX_HOLES:
            raise BoardTooLargeError(
                f"a board of {len(unique):,} holes: it may have {MAX_HOLES:,} at most"
            )
        negative = [hole for hole in unique if min(hole) < 0]
        if negative:
            raise NotationError(f"hole {negative[0]} has a negative coordinate: move the board")
        self.lattice = lattice
        self.holes: tuple[Hole, ...] = tuple(sorted(unique, key=lambda hole: hole[::-1]))
        self._name = name

    @classmethod
    def from_name(cls, name: str) -> Board:
        """A board of the catalogue: ``english``, ``french``, ``triangle5``, ``hexagon37`` ...

        Raises
        ------
        UnknownBoardError
            If the catalogue has no board of that name.

        Examples
        --------
        >>> len(Board.from_name("english"))
        33
        """
        from pegsolitaire.board.catalogue import named_board

        return named_board(name)

    @classmethod
    def from_picture(
        cls, text: str, lattice: Lattice | str = SQUARE, name: str | None = None
    ) -> Board:
        """A board from a text picture: ``*``, ``.``, ``o``, ``O`` and ``#`` are holes.

        Rows are lines, or are joined by ``/``. On the triangular lattice a row is written from
        its skew coordinate ``x = 0`` on, flush left, or the board is drawn centred, with blanks
        between the holes.

        Raises
        ------
        NotationError
            If a character is not one of ``* . o O #`` or a blank, or there is no hole.

        Examples
        --------
        >>> Board.from_picture("ooo/ooo/ooo") == Board.from_name("square3")
        True
        """
        holes = holes_of_picture(text)
        chosen = lattice if isinstance(lattice, Lattice) else _lattice_named(lattice)
        return cls(straighten(holes) if chosen is TRIANGULAR else holes, chosen, name)

    # -- identity ---------------------------------------------------------------------------------

    @cached_property
    def name(self) -> str:
        """Its name in the catalogue, the name it was given, or its picture in one line."""
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
        )

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        # Of numbers alone: the hash of a text is another one in the process a board is sent to.
        return hash((self.holes, self.lattice.directions))

    def __repr__(self) -> str:
        if self.is_named:
            return f"Board.from_name({self._name!r})"
        picture = self.picture().replace("\n", "/")
        return f"Board.from_picture({picture!r}, {self.lattice.name!r})"

    def __str__(self) -> str:
        return self.drawing()

    @cached_property
    def is_named(self) -> bool:
        """Whether its name, looked up in the catalogue, gives this very board."""
        from pegsolitaire.board.catalogue import find_board

        return self._name is not None and find_board(self._name) == self

    # -- holes ------------------------------------------------------------------------------------

    def __len__(self) -> int:
        return len(self.holes)

    def __iter__(self) -> Iterator[Hole]:
        return iter(self.holes)

    def __contains__(self, hole: object) -> bool:
        if isinstance(hole, str):
            try:
                hole = self.hole(hole)
            except PegSolitaireError:
                return False
        return hole in self._indices

    @cached_property
    def _indices(self) -> dict[Hole, int]:
        return {hole: i for i, hole in enumerate(self.holes)}

    def index(self, hole: Hole | str) -> int:
        """The bit of a hole, given as ``(x, y)`` or as text that :meth:`hole` reads.

        Raises
        ------
        NotOnBoardError
            If the board has no such hole; the message lists the holes that it has.

        Examples
        --------
        >>> Board.from_name("triangle5").index("a4")
        6
        """
        place = self.hole(hole) if isinstance(hole, str) else hole
        if place not in self._indices:
            raise NotOnBoardError(self._no_hole(hole_name(place)))
        return self._indices[place]

    def _no_hole(self, text: str) -> str:
        return f"{self.name} has no hole {text}: its holes are {self._hole_ranges()}"

    def hole(self, text: str) -> Hole:
        """The hole written as ``d4``, ``(3,3)`` or, for a bare number, the hole of that number.

        Raises
        ------
        NotationError, NotOnBoardError
            If the text is not a hole, or not one of this board.

        Examples
        --------
        >>> board = Board.from_name("triangle5")
        >>> board.hole("a4"), board.hole("(0,3)"), board.hole("7")
        ((0, 3), (0, 3), (0, 3))
        """
        cleaned = text.strip()
        if cleaned.isascii() and cleaned.isdigit() and len(cleaned) < 10:
            number = int(cleaned)
            if not 1 <= number <= len(self):
                raise NotOnBoardError(
                    f"{self.name} has no hole number {number}: they run from 1 to {len(self)} "
                    f"(the position of a code is written code:{number})"
                )
            return self.holes[number - 1]
        place = parse_hole(cleaned)
        if place not in self._indices:
            raise NotOnBoardError(self._no_hole(cleaned))
        return place

    def hole_text(self, hole: Hole, notation: Notation = "letters") -> str:
        """Write a hole in one of the three notations.

        Examples
        --------
        >>> board = Board.from_name("triangle5")
        >>> [board.hole_text((0, 3), style) for style in ("letters", "coordinates", "numbers")]
        ['a4', '(0,3)', '7']
        """
        if notation == "letters":
            return hole_name(hole)
        if notation == "coordinates":
            return f"({hole[0]},{hole[1]})"
        return str(self.index(hole) + 1)

    def _hole_ranges(self) -> str:
        rows = []
        for row in self.rows:
            run = [hole_name(self.holes[i]) for i in row]
            rows.append(run[0] if len(run) == 1 else f"{run[0]}..{run[-1]}")
        return ", ".join(rows) if len(rows) <= 12 else f"{rows[0]}, {rows[1]}, ... {rows[-1]}"

    @cached_property
    def rows(self) -> tuple[tuple[int, ...], ...]:
        """The indices of the holes, row by row; rows without holes are left out."""
        by_row: dict[int, list[int]] = {}
        for i, (_, y) in enumerate(self.holes):
            by_row.setdefault(y, []).append(i)
        return tuple(tuple(row) for row in by_row.values())

    def picture(self, code: int | None = None, hole: str = "o") -> str:
        """The board as text that :meth:`from_picture` reads; pegs as ``*`` where a code is given.

        Examples
        --------
        >>> print(Board.from_name("triangle3").picture(0b000110))
        .
        **
        ...
        """
        return picture_of(self.holes, self._marks(code, hole))

    def drawing(self, code: int | None = None) -> str:
        """The picture as people draw it: triangles are centred. :meth:`from_picture` reads it too.

        Examples
        --------
        >>> print(Board.from_name("triangle3").drawing(0b000110))
          .
         * *
        . . .
        """
        places = centre(self.holes) if self.lattice == TRIANGULAR else self.holes
        return picture_of(places, self._marks(code, "o"))

    def _marks(self, code: int | None, hole: str) -> str:
        """The character of each hole."""
        if code is None:
            return hole * len(self)
        return bits_of(code, len(self)).replace("1", "*").replace("0", ".")

    # -- codes ------------------------------------------------------------------------------------

    @cached_property
    def full(self) -> int:
        """The code of the full board, ``2**N - 1``."""
        return (1 << len(self)) - 1

    def code(self, holes: Iterable[Hole | str]) -> int:
        """The code of the position with pegs in these holes.

        Examples
        --------
        >>> Board.from_name("triangle5").code(["a1", "a2", "b2", "c4", "d5"])
        8455
        """
        return code_of(map(self.index, holes))

    @cached_property
    def links(self) -> tuple[Link, ...]:
        """Every jump that the geometry allows, by starting hole and direction.

        Examples
        --------
        >>> Board.from_name("triangle3").links[0]
        Link(start=0, over=2, end=5)
        """
        found = []
        for start, (x, y) in enumerate(self.holes):
            for dx, dy in self.lattice.directions:
                over = self._indices.get((x + dx, y + dy))
                end = self._indices.get((x + 2 * dx, y + 2 * dy))
                if over is not None and end is not None:
                    found.append(Link(start, over, end))
        return tuple(found)

    @cached_property
    def jumps(self) -> tuple[JumpMask, ...]:
        """:attr:`links` with their masks.

        The masks of a board of ``n`` holes take memory like the square of ``n``: what is for
        boards of any size goes by links, and asks for the masks of a few.
        """
        return tuple(map(JumpMask.along, self.links))

    @cached_property
    def _masks_by_start(self) -> tuple[tuple[JumpMask, ...], ...]:
        by_start: list[list[JumpMask]] = [[] for _ in self.holes]
        for jump in self.jumps:
            by_start[jump.start].append(jump)
        return tuple(tuple(jumps) for jumps in by_start)

    @cached_property
    def _links_by_start(self) -> tuple[list[Link], ...]:
        by_start: tuple[list[Link], ...] = tuple([] for _ in self.holes)
        for link in self.links:
            by_start[link.start].append(link)
        return by_start

    def jumps_at(self, index: int) -> tuple[JumpMask, ...]:
        """The jumps of the board that start in the hole of that index."""
        if len(self) <= WORD:
            return self._masks_by_start[index]
        return tuple(map(JumpMask.along, self._links_by_start[index]))

    def jumps_from(self, code: int) -> list[JumpMask]:
        """The jumps that are legal in a position."""
        if len(self) <= WORD:
            return [jump for jump in self.jumps if code & jump.mask == jump.pegs]
        return list(map(JumpMask.along, self.links_from(code)))

    def links_from(self, code: int) -> list[Link]:
        """The links of the jumps that are legal in a position.

        Examples
        --------
        >>> Board.from_name("triangle3").links_from(0b111110)
        [Link(start=3, over=1, end=0), Link(start=5, over=2, end=0)]
        """
        peg = [bit == "1" for bit in bits_of(code, len(self))]
        return [
            link for link in self.links if peg[link.start] and peg[link.over] and not peg[link.end]
        ]

    # -- symmetry ---------------------------------------------------------------------------------

    @cached_property
    def symmetries(self) -> tuple[Symmetry, ...]:
        """The maps of the lattice that map the board to itself, the identity first."""
        found: dict[Permutation, Symmetry] = {}
        corner_x, corner_y = _corner(self.holes)
        for matrix in self.lattice.point_group:
            moved = [apply_matrix(matrix, hole) for hole in self.holes]
            left, top = _corner(moved)
            shifted = [(x - left + corner_x, y - top + corner_y) for x, y in moved]
            image = tuple(self._indices.get(hole, -1) for hole in shifted)
            # On a board one row high a reflection may move no hole: it counts once.
            if -1 not in image:
                found.setdefault(image, Symmetry(image, determinant(matrix) == 1))
        return tuple(found.values())

    def images(self, code: int) -> list[int]:
        """The images of a code under the symmetries, in their order, repeats included.

        Examples
        --------
        >>> sorted(Board.from_name("triangle5").images(8455))
        [2183, 3156, 3904, 8455, 25106, 25280]
        """
        return [apply_permutation(symmetry.image, code) for symmetry in self.symmetries]

    def mincode(self, code: int) -> int:
        """The least code among the images of a position.

        Examples
        --------
        >>> Board.from_name("triangle5").mincode(8455)
        2183
        """
        return min(self.images(code))

    def jump_images(self, symmetry: Symmetry) -> tuple[int, ...]:
        """For each jump, the index among the jumps of its image under a symmetry.

        Examples
        --------
        >>> board = Board.from_name("triangle5")
        >>> sorted(board.jump_images(board.symmetries[1])) == list(range(len(board.jumps)))
        True
        """
        index = {(link.start, link.end): i for i, link in enumerate(self.links)}
        at = symmetry.image
        return tuple(index[at[link.start], at[link.end]] for link in self.links)

    @cached_property
    def orbits(self) -> tuple[tuple[int, ...], ...]:
        """The holes as sets that the symmetries map to themselves, each sorted."""
        return hole_orbits(self.symmetries)

    # -- positions --------------------------------------------------------------------------------

    def position(self, text: str) -> Position:
        """Read a position: ``code:8455``, or rows of ``*`` and ``.`` joined by ``/``."""
        from pegsolitaire.game.position import Position

        return Position.from_text(self, text)

    def vacancy(self, hole: Hole | str) -> Position:
        """The full board with one peg missing."""
        from pegsolitaire.game.position import Position

        return Position(self, self.full ^ 1 << self.index(hole))

    def single(self, hole: Hole | str) -> Position:
        """The empty board with one peg."""
        from pegsolitaire.game.position import Position

        return Position(self, 1 << self.index(hole))

    def _repr_svg_(self) -> str:
        from pegsolitaire.draw.svg import position_svg

        return position_svg(self, None)


def _corner(holes: Iterable[Hole]) -> Hole:
    """The least ``x`` and the least ``y``."""
    columns, rows = zip(*holes, strict=True)
    return min(columns), min(rows)


def apply_permutation(image: Sequence[int], code: int) -> int:
    """Move every peg of a code to the image of its hole."""
    if len(image) > WORD:
        return code_of(image[i] for i in indices_of(code))
    moved = 0
    while code:
        low = code & -code
        moved |= 1 << image[low.bit_length() - 1]
        code ^= low
    return moved


def hole_orbits(group: Iterable[Symmetry]) -> tuple[tuple[int, ...], ...]:
    """The holes of a board as sets that some of its symmetries, a group, map to themselves.

    Examples
    --------
    >>> board = Board.from_name("triangle4")
    >>> hole_orbits(board.symmetries)
    ((0, 6, 9), (1, 2, 3, 5, 7, 8), (4,))
    >>> len(hole_orbits(board.symmetries[:1]))
    10
    """
    seen: set[int] = set()
    orbits = []
    for images in zip(*(symmetry.image for symmetry in group), strict=True):
        if images[0] not in seen:
            orbits.append(tuple(sorted(set(images))))
            seen.update(images)
    return tuple(orbits)


def least_image(group: Iterable[Symmetry], code: int) -> int:
    """The least of the images of a code under a group."""
    return min(apply_permutation(symmetry.image, code) for symmetry in group)


def check_small(board: Board, what: str) -> None:
    """Refuse a board whose positions do not fit one 64-bit word, as all kernels need.

    Raises
    ------
    BoardTooLargeError
        If it has more than 64 holes.

    Examples
    --------
    >>> check_small(Board.from_name("english"), "level sets")
    """
    if len(board) > WORD:
        raise BoardTooLargeError(
            f"{board.name} has {len(board):,} holes: {what} are for boards of up to 64 holes"
        )


def _lattice_named(name: str) -> Lattice:
    try:
        return LATTICES[name]
    except KeyError:
        raise NotationError(
            f"{name!r} is not a lattice: choose one of {', '.join(LATTICES)}"
        ) from None
