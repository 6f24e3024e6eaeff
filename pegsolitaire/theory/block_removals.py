"""Block removals: sequences of jumps that clear a block and leave all other holes as they were.

Besides the block, a removal (or purge) needs a catalyst: pegs and empty holes that the jumps
disturb and restore (Berlekamp, Conway & Guy, *Winning Ways*, chapter 23; Beasley 1992; Bell 2008,
section 3.1). A removal that is played backward on the complement is another removal; the pegs and
the empty holes of its catalyst are exchanged. The table contains one removal of each such pair,
and one of each set of images under symmetry.

The table is the result of a search for all minimal catalysts of two holes, and of three holes for
the 6-removal. On the square lattice, it contains every connected block of up to six pegs that can
be cleared with a catalyst of two holes. (Connected blocks of two, four or five pegs are not in the
class of the empty board.) Triangular boards have all the jumps of square boards, in skew
coordinates, and therefore all these removals. For these boards, the table adds the 6-removal and
the trapezoid removal of Bell's paper with their other catalysts. It also includes the large blocks
of that paper; their catalysts consist of only two of the holes that the paper requires.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from typing import Annotated

from msgspec import Meta

from pegsolitaire.board.board import Board, BoardLike, as_board
from pegsolitaire.board.lattice import (
    LATTICES,
    Hole,
    Lattice,
    Matrix,
    apply_matrix,
    lattice_named,
)
from pegsolitaire.board.notation import hole_name, parse_hole
from pegsolitaire.data.toml_files import FOLDER, Entry, Text, load_list
from pegsolitaire.errors import ProblemError, quoted
from pegsolitaire.game.conversion import PositionLike, as_position
from pegsolitaire.game.position import Jump, Move, jumps_of


@dataclass(frozen=True)
class Removal:
    """A block removal, checked by replaying it when it is created.

    Parameters
    ----------
    name : str
        The name in the literature, or a name that describes the shape.
    lattice : str
        ``"square"``, ``"square-diagonal"`` or ``"triangular"``.
    block : tuple of (int, int)
        The holes whose pegs are removed, sorted.
    pegs, holes : tuple of (int, int)
        The catalyst: the holes that must have pegs, and the holes that must be empty, before and
        after the removal. Both are sorted.
    jumps : tuple of Jump
        The jumps, one for each peg of the block.
    source : str, optional
        The source of the removal.

    Raises
    ------
    ProblemError
        If the jumps do not remove exactly the block and restore the catalyst.

    Examples
    --------
    >>> removal = Removal.from_text("3-removal", "d4 d5 d6", "c4", "e4", "c4-e4 d6-d4 e4-c4")
    >>> print(removal)
    3-removal of d4 d5 d6 with c4 full and e4 empty: c4-e4 d6-d4 e4-c4
    """

    name: str
    lattice: str
    block: tuple[Hole, ...]
    pegs: tuple[Hole, ...]
    holes: tuple[Hole, ...]
    jumps: tuple[Jump, ...]
    source: str = field(default="", compare=False)

    def __post_init__(self) -> None:
        for part in ("block", "pegs", "holes"):
            object.__setattr__(self, part, tuple(sorted(getattr(self, part))))
        if self.lattice not in LATTICES:
            raise ProblemError(
                f"{quoted(self.lattice)} is not a lattice: use one of {', '.join(LATTICES)}"
            )
        region = {*self.block, *self.pegs, *self.holes}
        if len(region) < len(self.block) + len(self.pegs) + len(self.holes):
            raise ProblemError(f"the {self.name} gives one hole two roles: give each hole one")
        pegs = {*self.block, *self.pegs}
        left = pegs_left(self.name, self.lattice, pegs, region, self.jumps)
        if left != set(self.pegs):
            raise ProblemError(
                f"the {self.name} leaves pegs in {_names(left)}: "
                f"its catalyst has them in {_names(self.pegs)}"
            )

    @classmethod
    def from_text(
        cls,
        name: str,
        block: str,
        pegs: str,
        holes: str,
        jumps: str,
        lattice: str = "square",
        source: str = "",
    ) -> Removal:
        """Parse a removal from the names of its holes and its moves, separated by spaces.

        Raises
        ------
        NotationError
            If a hole or a move cannot be read.
        ProblemError
            If the jumps are not a removal of the block.
        """
        played = jumps_of(Move.from_text(text) for text in jumps.split())
        return cls(name, lattice, _holes(block), _holes(pegs), _holes(holes), played, source)

    @property
    def catalyst(self) -> tuple[Hole, ...]:
        """The holes of the catalyst: first the holes with pegs, then the empty holes."""
        return self.pegs + self.holes

    @property
    def reversed(self) -> Removal:
        """The removal with the reversed jumps, whose catalyst has pegs and empty holes exchanged.

        Examples
        --------
        >>> print(known_removals("square")[0].reversed)
        3-removal of d4 d5 d6 with e4 full and c4 empty: e4-c4 d6-d4 c4-e4
        """
        return replace(self, pegs=self.holes, holes=self.pegs, jumps=self.jumps[::-1])

    def __str__(self) -> str:
        jumps = " ".join(map(str, self.jumps))
        return (
            f"{self.name} of {_names(self.block)} with {_names(self.pegs)} full "
            f"and {_names(self.holes)} empty: {jumps}"
        )


def pegs_left(
    name: str, lattice: str, pegs: Set[Hole], region: Set[Hole], jumps: Iterable[Jump]
) -> Set[Hole]:
    """Make jumps within a region and return the pegs that are left.

    Raises
    ------
    ProblemError
        If a jump is not possible, or leaves the region.
    """
    for jump in jumps:
        step = (jump.over[0] - jump.start[0], jump.over[1] - jump.start[1])
        known = step in LATTICES[lattice].directions and jump.end in region
        if not known or not {jump.start, jump.over} <= pegs or jump.end in pegs:
            raise ProblemError(f"{jump} is not possible in the {name}: mend its jumps")
        pegs = pegs ^ {jump.start, jump.over, jump.end}
    return pegs


def _holes(text: str) -> tuple[Hole, ...]:
    return tuple(parse_hole(name) for name in text.split())


def _names(holes: Iterable[Hole]) -> str:
    return " ".join(map(hole_name, sorted(holes))) or "no hole"


@lru_cache(maxsize=4)
def known_removals(lattice: str = "square") -> tuple[Removal, ...]:
    """List the removals of a lattice, but no images or reverses of listed removals.

    Raises
    ------
    ProblemError
        If the lattice is unknown.

    Examples
    --------
    >>> from collections import Counter
    >>> [len(known_removals(lattice)) for lattice in ("square", "triangular")]
    [18, 31]
    >>> Counter(removal.name for removal in known_removals("square"))["6-removal"]
    6
    """
    if lattice not in LATTICES:
        raise ProblemError(f"{quoted(lattice)} is not a lattice: use one of {', '.join(LATTICES)}")
    return tuple(
        Removal.from_text(entry.name, entry.block, *way, lattice, entry.source)
        for entry in _entries()
        if _holds(lattice_named(entry.lattice), LATTICES[lattice])
        for way in entry.ways
    )


class _RemovalEntry(Entry):
    """A block in the data file, with the pegs, holes and jumps of all removals that clear it."""

    name: Text
    lattice: Text
    block: Text
    source: Text
    ways: Annotated[
        tuple[tuple[Text, Text, Text], ...],
        Meta(description="lists of pegs, holes and jumps", examples=[[["a1", "b1", "a1-c1"]]]),
    ]


@lru_cache(maxsize=1)
def _entries() -> tuple[_RemovalEntry, ...]:
    return load_list(FOLDER / "removals.toml", "removal", _RemovalEntry, lambda entry: entry)


def _holds(table: Lattice, lattice: Lattice) -> bool:
    """Return whether the table of one lattice applies to another.

    The other lattice must have all jumps of the first. On boards with both diagonals, the
    triangular removals are omitted, because they are images of square removals.
    """
    return set(table.directions) <= set(lattice.directions) and (
        lattice.is_slanted or not table.is_slanted
    )


def removals(board: BoardLike, position: PositionLike | None = None) -> tuple[Removal, ...]:
    """List all placements of known removals on a board, including images and reverses.

    Parameters
    ----------
    board : Board, or what makes one
        The board.
    position : Position, or what makes one, optional
        A position; only removals that can be played in this position are listed.

    Raises
    ------
    ProblemError
        If the position is on another board.

    Examples
    --------
    >>> from pegsolitaire.board import english, triangle
    >>> len(removals(english())), len(removals(triangle(5)))
    (1576, 246)
    >>> for removal in removals(english(), english().vacancy("c1"))[:2]:
    ...     print(removal)
    3-removal of c2 d2 e2 with c3 full and c1 empty: c3-c1 e2-c2 c1-c3
    3-removal of d1 d2 d3 with e1 full and c1 empty: e1-c1 d3-d1 c1-e1
    """
    board = as_board(board)
    if position is None:
        return tuple(removal for _, _, removal in _places(board))
    position = as_position(position)
    if position.board != board:
        raise ProblemError(
            f"the position is on {position.board.name}, but the removals are on {board.name}: "
            "use the same board"
        )
    return tuple(r for mask, pegs, r in _places(board) if position.code & mask == pegs)


@lru_cache(maxsize=16)
def _places(board: Board) -> tuple[tuple[int, int, Removal], ...]:
    """List all placed removals on a board, with masks of their holes and of the necessary pegs."""
    placed: dict[tuple[int, int, int], Removal] = {}
    for known in known_removals(board.lattice.name):
        for removal in (known, known.reversed):
            for matrix in board.lattice.point_group:
                for place in _moved(removal, matrix, board):
                    parts = (place.block, place.pegs, place.holes)
                    block, pegs, holes = map(board.code, parts)
                    placed.setdefault((block, pegs, holes), place)
    return tuple((b | p | h, b | p, removal) for (b, p, h), removal in placed.items())


def _moved(removal: Removal, matrix: Matrix, board: Board) -> Iterator[Removal]:
    """Yield the images of a removal under a map of the lattice at all places on the board."""
    x, y = apply_matrix(matrix, removal.block[0])
    for left, top in board:
        move = partial(_move, matrix, (left - x, top - y))
        if all(move(hole) in board for hole in removal.block + removal.catalyst):
            jumps = [Jump(move(jump.start), move(jump.end)) for jump in removal.jumps]
            if board.taken and any((jump.start, jump.end) in board.taken for jump in jumps):
                continue
            yield replace(
                removal,
                lattice=board.lattice.name,
                block=tuple(map(move, removal.block)),
                pegs=tuple(map(move, removal.pegs)),
                holes=tuple(map(move, removal.holes)),
                jumps=tuple(jumps),
            )


def _move(matrix: Matrix, shift: Hole, hole: Hole) -> Hole:
    """Apply a map of the lattice, then a shift, to a hole."""
    x, y = apply_matrix(matrix, hole)
    return x + shift[0], y + shift[1]
