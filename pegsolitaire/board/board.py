"""The board: holes on a lattice, and all that follows from them.

A position on a board is an integer, its *code*: bit ``i`` is set when hole ``i`` holds a peg.
Holes are numbered row by row, as in figure 2c of Bell's Notes; on the triangle of side 5::

            0
           1 2
          3 4 5
         6 7 8 9
       10 11 12 13 14

Codes are Python integers, so a board may have any number of holes; only the kernels of
``pegsolitaire.engine`` need them to fit one 64-bit word, but for searches, which take two.

Everything derived from the geometry (jumps, symmetries, position classes) is computed when it is
first asked for, and kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, TypeAlias, TypeGuard

from pegsolitaire.arguments import Helpful
from pegsolitaire.board.codes import SEARCHED, WORD, bits_of, code_of
from pegsolitaire.board.holes import Holes
from pegsolitaire.board.jumps import JumpMask, Link, by_start, links_of
from pegsolitaire.board.lattice import SQUARE, Hole, HoleLike, Lattice, lattice_named
from pegsolitaire.board.notation import hole_name
from pegsolitaire.board.symmetries import Symmetry, apply_permutation, hole_orbits, symmetries_of
from pegsolitaire.errors import BoardTooLargeError, NotationError, NotOnBoardError

if TYPE_CHECKING:
    from pegsolitaire.game.position import Position


#: What a board is read from: a board, a name or a picture, holes, or the rows of a matrix.
BoardLike: TypeAlias = "Board | str | Iterable[HoleLike] | Iterable[Sequence[int]]"


class Board(Holes, Helpful):
    """A peg solitaire board.

    Parameters
    ----------
    source : str, or iterable of holes, or rows
        A name of the catalogue (``english``, ``triangle5``, ``hexagon37`` ...), the holes as
        pairs ``(x, y)``, ``y`` downwards and none negative, or whatever else
        :func:`~pegsolitaire.board.read_board` takes: a picture, a matrix, an array, ``@FILE``.
    lattice : Lattice or str, optional
        ``square``, ``square-diagonal`` or ``triangular``: for holes ``square`` by default, for a
        picture the one that fits.
    name : str, optional
        What to call it; boards of the same shape are equal whatever their names.
    taken : iterable of ((int, int), (int, int)), optional
        Jumps that are not allowed, as their first and their last hole; :meth:`without` makes
        such a board of another.

    Raises
    ------
    UnknownBoardError
        If the catalogue has no board of that name.
    NotationError
        If there are no holes, a coordinate is negative, or it cannot be read.
    BoardTooLargeError
        If there are more than 100,000 holes.

    Examples
    --------
    >>> board = Board([(0, 0), (1, 0), (2, 0)])
    >>> len(board), len(board.jumps), len(board.symmetries)
    (3, 2, 2)
    >>> (1, 0) in board, "d1" in board, board.index("c1")
    (True, False, 2)
    >>> len(Board("english")), Board("T5"), Board("ooo/ooo/ooo")
    (33, Board('triangle5'), Board('square3'))
    """

    hints: ClassVar[Mapping[str, str]] = {
        "start": "board.vacancy('d4') or another hole",
        "legal_jumps": "board.jumps, or board.vacancy('d4').legal_jumps",
        "from_name": "Board('english')",
    }

    def __init__(
        self,
        source: BoardLike,
        lattice: Lattice | str | None = None,
        name: str | None = None,
        taken: Iterable[tuple[Hole, Hole]] = (),
    ) -> None:
        if isinstance(lattice, str):
            lattice = lattice_named(lattice.strip().lower())
        if not isinstance(source, str | Holes):
            source = list(source) if isinstance(source, Iterable) else source
            if _are_holes(source):
                super().__init__(source, lattice or SQUARE, name, taken)
                return
        from pegsolitaire.board.reading import read_board

        board = read_board(source, lattice)
        if name is None and not taken:
            vars(self).update(vars(board))  # with what has been worked out of it
        else:
            super().__init__(board.holes, board.lattice, name, {*board.taken, *taken})

    def without(self, jumps: Iterable[str], name: str | None = None) -> Board:
        """The same board with some jumps taken away.

        Parameters
        ----------
        jumps : iterable of str
            Jumps as ``a1-c1``, each in one direction.
        name : str, optional
            What to call it; by default its name and the number of these jumps.

        Raises
        ------
        NotationError, NotOnBoardError
            If one of them is no jump, or not one of this board.

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
        """The same board with holes that no peg may land in.

        Raises
        ------
        NotationError, NotOnBoardError
            If it does not have one of them.

        Examples
        --------
        >>> board = Board("english").without_landing(["d4"])
        >>> len(board.jumps), len(board.symmetries)
        (72, 8)
        """
        ends = set(map(self.index, holes))
        jumps = [link for link in self.links if link.end in ends]
        texts = (f"{hole_name(self.holes[a])}-{hole_name(self.holes[b])}" for a, _, b in jumps)
        return self.without(texts, name)

    def _ends_of(self, text: str) -> tuple[Hole, Hole]:
        """The first and the last hole of a jump that the lattice allows."""
        parts = text.strip().split("-")
        if len(parts) != 2:
            raise NotationError(f"{text!r} is not a jump: write a1-c1")
        start, end = map(self.index, parts)
        if not any((one.start, one.end) == (start, end) for one in self._all_links):
            raise NotOnBoardError(f"{self.name} has no jump {text.strip()}")
        return self.holes[start], self.holes[end]

    # -- codes ------------------------------------------------------------------------------------

    @cached_property
    def full_code(self) -> int:
        """The code of the full board, ``2**N - 1``."""
        return (1 << len(self)) - 1

    @cached_property
    def fits_word(self) -> bool:
        """Whether codes fit one 64-bit word, as all kernels of the engine need.

        Examples
        --------
        >>> Board("square8").fits_word, Board("square9").fits_word
        (True, False)
        """
        return len(self) <= WORD

    @cached_property
    def is_searched(self) -> bool:
        """Whether games are searched: codes fit two words.

        Examples
        --------
        >>> Board("square11").is_searched, Board("square12").is_searched
        (True, False)
        """
        return len(self) <= SEARCHED

    def check_holes(self, what: str, most: int = WORD, more: str = "") -> None:
        """Refuse a board of too many holes: the one way to say so.

        Parameters
        ----------
        what : str
            What is for smaller boards only, in the plural.
        most : int, optional
            The most holes: those whose positions fit one word.
        more : str, optional
            What to say after it.

        Raises
        ------
        BoardTooLargeError
            If it has more.

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
        """The code of the position with pegs in these holes.

        Examples
        --------
        >>> Board("triangle5").code(["a1", "a2", "b2", "c4", "d5"])
        8455
        """
        return code_of(map(self.index, holes))

    @cached_property
    def links(self) -> tuple[Link, ...]:
        """Every jump that the board allows, by starting hole and direction.

        Examples
        --------
        >>> Board("triangle3").links[0]
        Link(start=0, over=2, end=5)
        """
        at, taken = self.holes, self.taken
        found = self._all_links
        return tuple(one for one in found if (at[one.start], at[one.end]) not in taken)

    @cached_property
    def _all_links(self) -> tuple[Link, ...]:
        """Those too that were taken away."""
        return links_of(self._indices, self.lattice)

    @cached_property
    def quarters(self) -> tuple[tuple[int, ...], ...]:
        """The numbers of the holes in up to four parts, by whether x and y are even or odd.

        A peg that jumps never leaves its part. Parts without holes are left out; boards in
        space have up to eight.

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
    def jumps(self) -> tuple[JumpMask, ...]:
        """:attr:`links` with their masks.

        The masks of a board of ``n`` holes take memory like the square of ``n``: what is for
        boards of any size goes by links, and asks for the masks of a few.
        """
        return tuple(map(JumpMask.along, self.links))

    @cached_property
    def _masks_by_start(self) -> tuple[tuple[JumpMask, ...], ...]:
        return by_start(self.jumps, len(self))

    @cached_property
    def _links_by_start(self) -> tuple[tuple[Link, ...], ...]:
        return by_start(self.links, len(self))

    def jumps_at(self, index: int) -> tuple[JumpMask, ...]:
        """The jumps of the board that start in the hole of that index."""
        if self.fits_word:
            return self._masks_by_start[index]
        return tuple(map(JumpMask.along, self._links_by_start[index]))

    def jumps_from(self, code: int) -> list[JumpMask]:
        """The jumps that are legal in a position."""
        if self.fits_word:
            return [jump for jump in self.jumps if code & jump.mask == jump.pegs]
        return list(map(JumpMask.along, self.links_from(code)))

    def links_from(self, code: int) -> list[Link]:
        """The links of the jumps that are legal in a position.

        Examples
        --------
        >>> Board("triangle3").links_from(0b111110)
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
        found = symmetries_of(self._indices, self.lattice)
        taken = {(self.index(start), self.index(end)) for start, end in self.taken}
        return tuple(
            one for one in found if {(one.image[a], one.image[b]) for a, b in taken} == taken
        )

    def images(self, code: int) -> list[int]:
        """The images of a code under the symmetries, in their order, repeats included.

        Examples
        --------
        >>> sorted(Board("triangle5").images(8455))
        [2183, 3156, 3904, 8455, 25106, 25280]
        """
        return [apply_permutation(symmetry.image, code) for symmetry in self.symmetries]

    def mincode(self, code: int) -> int:
        """The least code among the images of a position.

        Examples
        --------
        >>> Board("triangle5").mincode(8455)
        2183
        """
        return min(self.images(code))

    def jump_images(self, symmetry: Symmetry) -> tuple[int, ...]:
        """For each jump, the index among the jumps of its image under a symmetry.

        Examples
        --------
        >>> board = Board("triangle5")
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

    def position(self, source: object) -> Position:
        """A position from a code, a picture, a set or list of holes, a matrix or an array.

        Examples
        --------
        >>> board = Board("triangle5")
        >>> board.position("code:131") == board.position({"a1", "a2", "b4"}) == board.position(131)
        True
        """
        from pegsolitaire.game.position import Position

        return Position.of(self, source)

    @property
    def empty(self) -> Position:
        """The position without pegs."""
        from pegsolitaire.game.position import Position

        return Position(self, 0)

    @property
    def full(self) -> Position:
        """The position with a peg in every hole."""
        from pegsolitaire.game.position import Position

        return Position(self, self.full_code)

    def vacancy(self, hole: HoleLike) -> Position:
        """The full board with one peg missing.

        Parameters
        ----------
        hole : str, (int, int) or int
            As for :meth:`hole`: a name, a pair, or a number from 1.

        Examples
        --------
        >>> board = Board("english")
        >>> board.vacancy("d4") == board.vacancy((3, 3)) == board.vacancy(17)
        True
        """
        from pegsolitaire.game.position import Position

        return Position(self, self.full_code ^ 1 << self.index(hole))

    def single(self, hole: HoleLike) -> Position:
        """The empty board with one peg."""
        from pegsolitaire.game.position import Position

        return Position(self, 1 << self.index(hole))

    # -- pictures ---------------------------------------------------------------------------------

    def text(self) -> str:
        """The board as people draw it."""
        return self.drawing()

    def svg(self) -> str:
        """The board drawn."""
        from pegsolitaire.draw.svg import position_svg

        return position_svg(self, None)

    def _repr_svg_(self) -> str:
        return self.svg()


def _are_holes(source: object) -> TypeGuard[list[Hole]]:
    """Whether they are pairs of numbers."""
    return isinstance(source, list) and all(
        type(one) is tuple and len(one) == 2 and type(one[0]) is type(one[1]) is int
        for one in source
    )
