"""The holes of a board: their order, how they are written, and pictures as text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Any, Self

from pegsolitaire.arguments import shown
from pegsolitaire.board.codes import bits_of
from pegsolitaire.board.lattice import SQUARE, Hole, HoleLike, Lattice, lattice_named
from pegsolitaire.board.notation import Notation, hole_name, hole_ranges, hole_text, parse_hole
from pegsolitaire.board.picture import (
    centre,
    holes_of_picture,
    picture_of,
    read_shape,
    straighten,
)
from pegsolitaire.errors import (
    BoardTooLargeError,
    NotationError,
    NotOnBoardError,
    PegSolitaireError,
)

#: The holes of the largest board there can be.
MAX_HOLES = 100_000


class Holes:
    """Holes on a lattice, with a name: a board before anything is known of its jumps.

    Its parameters are those of :class:`~pegsolitaire.board.Board`, holes as pairs.
    """

    lattice: Lattice
    holes: tuple[Hole, ...]

    def __init__(
        self,
        holes: Iterable[Hole],
        lattice: Lattice = SQUARE,
        name: str | None = None,
        taken: Iterable[tuple[Hole, Hole]] = (),
    ) -> None:
        self.lattice = lattice
        self.holes = _checked(holes)
        if lattice.layer and any(x % lattice.layer == lattice.layer - 1 for x, _ in self.holes):
            raise NotationError(
                f"layers are {lattice.layer} columns apart, and the last of these is empty: a "
                f"board in space has holes in at most {lattice.layer - 1} columns of a layer"
            )
        #: The jumps that are not allowed, each as where it would start and end.
        self.taken: frozenset[tuple[Hole, Hole]] = frozenset(taken)
        self._name = name

    @classmethod
    def from_picture(
        cls, source: object, lattice: Lattice | str | None = SQUARE, name: str | None = None
    ) -> Self:
        """A board from a picture: one mark a hole, rows on lines or joined by ``/``.

        Parameters
        ----------
        source : str, or rows of marks or numbers
            A picture in our own form (``o`` a hole) or another one, or a matrix of -1 (outside),
            0 and 1; :func:`pegsolitaire.read_board` says more of what is understood. A margin
            and the blanks between holes do not count.
        lattice : Lattice or str, optional
            On the triangular lattice a row is written from its skew coordinate ``x = 0`` on, flush
            left, or the board is drawn centred, with blanks between the holes. None chooses the
            one that fits.
        name : str, optional
            What to call it.

        Raises
        ------
        NotationError
            If it cannot be read, or may be read in several ways; the message names them.

        Examples
        --------
        >>> from pegsolitaire.board import Board
        >>> Board.from_picture("ooo/ooo/ooo") == Board("square3")
        True
        >>> len(Board.from_picture("##o##/#ooo#/ooooo/#ooo#/##o##"))
        13
        """
        shape = read_shape(source, lattice_named(lattice) if isinstance(lattice, str) else lattice)
        return cls(shape.placed, shape.lattice, name)

    @classmethod
    def from_rows(cls, text: str, lattice: Lattice | str, name: str | None = None) -> Self:
        """A board from :meth:`picture`: as in :meth:`from_picture`, but margins and blanks count.

        Examples
        --------
        >>> from pegsolitaire.board import Board
        >>> Board.from_rows(" o o o", "square").holes
        ((1, 0), (3, 0), (5, 0))
        """
        chosen = lattice_named(lattice) if isinstance(lattice, str) else lattice
        holes = holes_of_picture(text)
        return cls(straighten(holes) if chosen.is_slanted else holes, chosen, name)

    # -- identity ---------------------------------------------------------------------------------

    @cached_property
    def name(self) -> str:
        """Its name in the catalogue, the name it was given, or its picture in one line."""
        if self._name:
            return self._name
        return "/".join(row.rstrip() for row in self.picture().split("\n"))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Holes):
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
        # Of numbers alone: the hash of a text is another one in the process a board is sent to.
        return hash((self.holes, self.lattice.directions, self.taken))

    def __repr__(self) -> str:
        if self.is_named:
            return f"Board({self._name!r})"
        picture = self.picture().replace("\n", "/")
        plain = f"Board.from_rows({picture!r}, {self.lattice.name!r})"
        return f"{plain}.without({self.taken_texts})" if self.taken else plain

    def __str__(self) -> str:
        return self.drawing()

    @cached_property
    def is_named(self) -> bool:
        """Whether its name, looked up in the catalogue, gives this very board."""
        from pegsolitaire.board.catalogue import find_board

        return self._name is not None and find_board(self._name) == self

    @property
    def taken_texts(self) -> list[str]:
        """The jumps that are not allowed, by letters, in the order of the holes.

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
        if isinstance(hole, str):
            try:
                hole = self.hole(hole)
            except PegSolitaireError:
                return False
        return hole in self._indices

    @cached_property
    def _indices(self) -> dict[Hole, int]:
        return {hole: i for i, hole in enumerate(self.holes)}

    def index(self, hole: HoleLike) -> int:
        """The bit of a hole, given as anything that :meth:`hole` takes.

        Raises
        ------
        NotOnBoardError
            If the board has no such hole; the message lists the holes that it has.

        Examples
        --------
        >>> from pegsolitaire.board import triangle
        >>> triangle(5).index("a4")
        6
        """
        if type(hole) is tuple and hole in self._indices:
            return self._indices[hole]
        return self._indices[self.hole(hole)]

    def _no_hole(self, text: str) -> str:
        ranges = hole_ranges([self.holes[i] for i in row] for row in self.rows)
        return f"{self.name} has no hole {text}: its holes are {ranges}"

    def hole(self, hole: HoleLike) -> Hole:
        """A hole from its name, its coordinates or its number.

        Parameters
        ----------
        hole : str, (int, int) or int
            ``"d4"``, ``"(3,3)"``, ``"centre"``, a pair ``(x, y)``, or a number from 1, row by row.

        Raises
        ------
        NotationError, NotOnBoardError
            If it is not a hole, or not one of this board.

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
                raise NotOnBoardError(
                    f"{self.name} has no hole number {number}: they run from 1 to {len(self)} "
                    f"(the position of a code is written code:{number})"
                )
            return self.holes[number - 1]
        if cleaned.lower() in ("centre", "center", "middle"):
            return self._centre()
        place = parse_hole(cleaned)
        if place not in self._indices:
            raise NotOnBoardError(self._no_hole(cleaned))
        return place

    def _hole_of(self, source: object) -> Hole:
        """The hole of a pair or a number."""
        values: Any = source.tolist() if hasattr(source, "tolist") else source
        if isinstance(values, int) and not isinstance(values, bool):
            return self.hole(str(values) if values >= 0 else "0")
        if not isinstance(values, tuple | list) or [type(one) for one in values] != [int, int]:
            raise NotationError(
                f"{shown(source)} is not a hole: pass a name such as "
                f"{hole_name(self.holes[0])!r}, a pair (x, y) or a number from 1 to {len(self)}"
            )
        place = values[0], values[1]
        if place not in self._indices:
            raise NotOnBoardError(self._no_hole(hole_name(place)))
        return place

    def _centre(self) -> Hole:
        """The hole in the middle, or a refusal that names the nearest ones."""
        points = {hole: self.lattice.to_plane(hole) for hole in self.holes}
        x, y = (sum(axis) / len(self) for axis in zip(*points.values(), strict=True))
        far = {hole: round((a - x) ** 2 + (b - y) ** 2, 6) for hole, (a, b) in points.items()}
        nearest = [hole for hole in self.holes if far[hole] == min(far.values())]
        if far[nearest[0]]:
            names = ", ".join(map(hole_name, nearest))
            raise NotOnBoardError(
                f"{self.name} has no hole in the centre: the nearest are {names}"
            )
        return nearest[0]

    def hole_text(self, hole: Hole, notation: Notation = "letters") -> str:
        """Write a hole in one of the four notations.

        ``centred`` is coordinates from the middle of the board, or where no hole is in the middle
        from the one above it and to its left.

        Examples
        --------
        >>> from pegsolitaire.board import triangle
        >>> board = triangle(5)
        >>> [board.hole_text((0, 3), style) for style in ("letters", "coordinates", "numbers")]
        ['a4', '(0,3)', '7']
        >>> board.hole_text((0, 3), "centred")
        '(-1,1)'
        """
        if notation == "numbers":
            return str(self.index(hole) + 1)
        if notation == "centred":
            middle_x, middle_y = self.middle
            return f"({hole[0] - middle_x},{hole[1] - middle_y})"
        return hole_text(hole, notation)

    @cached_property
    def middle(self) -> Hole:
        """The mean of the holes, rounded down: where centred coordinates are (0,0)."""
        columns, rows = zip(*self.holes, strict=True)
        return sum(columns) // len(self), sum(rows) // len(self)

    @cached_property
    def rows(self) -> tuple[tuple[int, ...], ...]:
        """The indices of the holes, row by row; rows without holes are left out."""
        by_row: dict[int, list[int]] = {}
        for i, (_, y) in enumerate(self.holes):
            by_row.setdefault(y, []).append(i)
        return tuple(tuple(row) for row in by_row.values())

    def picture(self, code: int | None = None, hole: str = "o") -> str:
        """The board as text that :meth:`from_rows` reads; pegs as ``*`` where a code is given.

        Examples
        --------
        >>> from pegsolitaire.board import triangle
        >>> print(triangle(3).picture(0b000110))
        .
        **
        ...
        """
        return picture_of(self.holes, self._marks(code, hole))

    def drawing(self, code: int | None = None) -> str:
        """The picture as people draw it: triangles are centred. :meth:`from_picture` reads it too.

        Examples
        --------
        >>> from pegsolitaire.board import triangle
        >>> print(triangle(3).drawing(0b000110))
          .
         * *
        . . .
        """
        places = centre(self.holes) if self.lattice.is_slanted else self.holes
        return picture_of(places, self._marks(code, "o"))

    def _marks(self, code: int | None, hole: str) -> str:
        """The character of each hole."""
        if code is None:
            return hole * len(self)
        return bits_of(code, len(self)).replace("1", "*").replace("0", ".")


def _checked(holes: Iterable[Hole]) -> tuple[Hole, ...]:
    """The holes of a board row by row, each once, or a refusal."""
    unique = set(holes)
    if not unique:
        raise NotationError("a board needs at least one hole: give its holes as pairs (x, y)")
    if len(unique) > MAX_HOLES:
        raise BoardTooLargeError(
            f"a board of {len(unique):,} holes: it may have {MAX_HOLES:,} at most"
        )
    negative = [hole for hole in unique if min(hole) < 0]
    if negative:
        raise NotationError(f"hole {negative[0]} has a negative coordinate: move the board")
    return tuple(sorted(unique, key=lambda hole: hole[::-1]))
