"""Positions, jumps, moves and patterns.

A position is immutable: playing a jump returns a new position.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache, total_ordering
from itertools import pairwise
from operator import and_, or_, xor
from typing import TYPE_CHECKING, TypeAlias, overload

from pegsolitaire.board.bits import bits_of, code_of, indices_of
from pegsolitaire.board.board import Board, BoardLike, JumpMask, as_board
from pegsolitaire.board.lattice import LATTICES, Hole, HoleLike, Lattice, apply_matrix, at_corner
from pegsolitaire.board.notation import Notation, hole_name, parse_hole
from pegsolitaire.board.picture import picture_of
from pegsolitaire.board.reading_boards import pegs_of
from pegsolitaire.errors import (
    IllegalJumpError,
    NotationError,
    NotOnBoardError,
    PegSolitaireError,
    ProblemError,
    quoted,
)

if TYPE_CHECKING:
    from pegsolitaire.game.conversion import PositionLike, StartLike


#: Pegs to combine with those of a position.
PegsLike: TypeAlias = "Position | Iterable[HoleLike]"


# --
# Jumps and moves, in the notation of the papers: ``d2-d4``, ``a1-a3-c3``.
#
# A jump has holes but no board: the same jump is valid on every board that has these holes.


# A move in a text: it ends at a comma, a semicolon or a blank. Coordinates also contain commas, in
# brackets and before digits.
_MOVE = re.compile(r"(?:\([^()]*\)|[^\s,;]|,(?=[0-9]))+")

# The differences between the coordinates of the two ends of a jump, on any lattice.
_TWO_ON = {(2 * x, 2 * y) for lattice in LATTICES.values() for x, y in lattice.directions}


@dataclass(frozen=True, order=True, init=False)
class Jump:
    """A jump of one peg over a neighbour into an empty hole.

    Parameters
    ----------
    start, end : (int, int) or str
        Two holes, by name or by coordinates. You can also pass both holes as one text,
        ``"d2-d4"``.

    Examples
    --------
    >>> jump = Jump((3, 1), (3, 3))
    >>> str(jump), jump.over, jump == Jump("d2", "d4") == Jump("d2-d4")
    ('d2-d4', (3, 2), True)
    >>> jump                         # results show jumps in a form that recreates them
    Jump('d2-d4')
    """

    start: Hole
    end: Hole

    def __init__(self, start: Hole | str, end: Hole | str | None = None) -> None:
        if end is None:
            if not isinstance(start, str):
                raise NotationError(f"{quoted(start)} is not a jump: pass a text such as 'd2-d4'")
            read = Jump.from_text(start)
            start, end = read.start, read.end
        object.__setattr__(self, "start", _hole(start))
        object.__setattr__(self, "end", _hole(end))

    @classmethod
    def of(cls, board: Board, jump: JumpMask) -> Jump:
        """Create a jump from a board's internal representation of it."""
        return cls(board.holes[jump.start], board.holes[jump.end])

    @property
    def over(self) -> Hole:
        """The hole of the peg that is jumped over."""
        return (self.start[0] + self.end[0]) // 2, (self.start[1] + self.end[1]) // 2

    @classmethod
    def from_text(cls, text: str, board: Board | None = None) -> Jump:
        """Read a jump, such as ``d2-d4``, ``(3,1)-(3,3)`` or, if a board is given, ``5-17``.

        Raises
        ------
        NotationError
            If the text is not two holes joined by a dash.
        """
        move = Move.from_text(text, board)
        if len(move) != 1:
            raise NotationError(f"{quoted(text)} is {len(move)} jumps: give one, as in d2-d4")
        return move.jumps[0]

    def moved(self, dx: int, dy: int) -> Jump:
        """Return the jump shifted by the given numbers of columns and rows.

        Examples
        --------
        >>> str(Jump("d2-d4").moved(-1, 1))
        'c3-c5'
        """
        (a, b), (c, d) = self.start, self.end
        return Jump((a + dx, b + dy), (c + dx, d + dy))

    def text(self, board: Board, notation: Notation = "letters") -> str:
        """Return the jump in letters or in numbers, as :meth:`Board.hole_text` writes holes."""
        return f"{board.hole_text(self.start, notation)}-{board.hole_text(self.end, notation)}"

    def __str__(self) -> str:
        return f"{hole_name(self.start)}-{hole_name(self.end)}"

    def __repr__(self) -> str:
        if _has_name(self.start) and _has_name(self.end):
            return f"Jump({str(self)!r})"
        return f"Jump({self.start}, {self.end})"


@dataclass(frozen=True, order=True, init=False)
class Move:
    """One or more consecutive jumps by the same peg.

    A move of several jumps is called a sweep.

    Parameters
    ----------
    path : str, or iterable of holes
        The holes that the peg visits, first to last, as one text or by name or coordinates.

    Examples
    --------
    >>> move = Move("a1-a3-c3")
    >>> [str(jump) for jump in move.jumps], str(move), move == Move(["a1", (0, 2), "c3"])
    (['a1-a3', 'a3-c3'], 'a1-a3-c3', True)
    """

    path: tuple[Hole, ...]

    def __init__(self, path: str | Iterable[Hole | str]) -> None:
        if not isinstance(path, Iterable):
            raise NotationError(f"{quoted(path)} is not a move: pass a text such as 'd2-d4-f4'")
        holes = _move_in(path, None).path if isinstance(path, str) else tuple(map(_hole, path))
        object.__setattr__(self, "path", holes)
        if len(holes) < 2:
            raise NotationError("a move needs at least two holes: pass a text such as 'd2-d4'")
        for start, end in pairwise(holes):
            if (end[0] - start[0], end[1] - start[1]) not in _TWO_ON:
                raise NotationError(
                    f"{hole_name(start)}-{hole_name(end)} is not a jump: choose a hole two steps "
                    "away"
                )

    @classmethod
    def from_text(cls, text: str, board: Board | None = None) -> Move:
        """Read a move. Holes may be written as plain numbers only if a board is given.

        Raises
        ------
        NotationError
            If the text is not holes joined by dashes.
        """
        return _move_in(text, board)

    @cached_property
    def jumps(self) -> tuple[Jump, ...]:
        """The jumps of the move."""
        return tuple(Jump(a, b) for a, b in pairwise(self.path))

    def text(self, board: Board, notation: Notation = "letters") -> str:
        """Return the move in letters or in numbers, as :meth:`Board.hole_text` writes holes.

        Examples
        --------
        >>> from pegsolitaire.board import triangle
        >>> Move.from_text("a1-a3-c3").text(triangle(5), "numbers")
        '1-4-6'
        """
        return "-".join(board.hole_text(hole, notation) for hole in self.path)

    def __len__(self) -> int:
        return len(self.path) - 1

    def __str__(self) -> str:
        return "-".join(hole_name(hole) for hole in self.path)

    def __repr__(self) -> str:
        if all(map(_has_name, self.path)):
            return f"Move({str(self)!r})"
        return f"Move({self.path})"


@lru_cache(maxsize=1 << 14)  # files with thousands of solutions repeat a few thousand moves
def _move_in(text: str, board: Board | None) -> Move:
    parts = text.split("-")
    if len(parts) < 2:
        raise NotationError(f"{quoted(text)} is not a jump: write it as d2-d4")
    read = parse_hole if board is None else board.hole
    return Move(tuple(read(part) for part in parts))


def _hole(source: object) -> Hole:
    """Read the start or end hole of a jump."""
    if type(source) is tuple and len(source) == 2 and type(source[0]) is type(source[1]) is int:
        return source
    if isinstance(source, str):
        return parse_hole(source)
    raise NotationError(f"{quoted(source)} is not a hole: pass a name, 'd4', or a pair (x, y)")


def _has_name(hole: Hole) -> bool:
    """Return whether a hole can have a name, that is, whether both coordinates are at least 0."""
    return min(hole) >= 0


def split_moves(text: str) -> list[str]:
    """Split a string into moves at commas, semicolons, spaces and line breaks.

    Examples
    --------
    >>> split_moves("a3-a1, c3-a3, (0,0)-(2,2)")
    ['a3-a1', 'c3-a3', '(0,0)-(2,2)']
    """
    return _MOVE.findall(text)


def moves_of(jumps: Iterable[Jump]) -> tuple[Move, ...]:
    """Join consecutive jumps by the same peg into moves.

    Examples
    --------
    >>> jumps = [Jump.from_text(text) for text in ("a1-a3", "a3-c3", "d4-b4")]
    >>> [str(move) for move in moves_of(jumps)]
    ['a1-a3-c3', 'd4-b4']
    """
    paths: list[list[Hole]] = []
    for jump in jumps:
        if paths and paths[-1][-1] == jump.start:
            paths[-1].append(jump.end)
        else:
            paths.append([jump.start, jump.end])
    return tuple(Move(tuple(path)) for path in paths)


def jumps_of(moves: Iterable[Move]) -> tuple[Jump, ...]:
    """Return the jumps of a sequence of moves, as the inverse of :func:`moves_of`."""
    return tuple(jump for move in moves for jump in move.jumps)


_OWN_MARKS = set("*./ \n\t\r")
_CODE = re.compile(r"code:\s*(0x[0-9a-f]+|[0-9]+)", re.IGNORECASE)


@total_ordering
@dataclass(frozen=True)
class Position:
    """A board position.

    A position behaves like the set of the holes with pegs: it supports ``in``, ``len``, iteration,
    ``|``, ``&``, ``-`` and ``^``, with another position or with holes. Positions are sorted by
    board and code.

    Functions that take a position take what makes one: words (``"english d4"``, ``"english d4:
    d2-d4"``), a :class:`Game`, a problem with one start, or a board, for its usual start. Most of
    them also take a board and a start: ``"english", "d4"``.

    Parameters
    ----------
    board : Board
        The board.
    code : int
        The position as an integer, in which bit 0 stands for the first hole in row-by-row order.

    Raises
    ------
    NotationError
        If the code does not fit the board.

    Examples
    --------
    >>> board = Board("triangle5")
    >>> position = Position(board, 8455)
    >>> len(position), (0, 0) in position, position.text()
    (5, True, '*/**/.../..*./...*.')
    >>> position.mincode, position.complement.mincode
    (2183, 7487)
    >>> print(position)                                 # from_text reads this too
        *
       * *
      . . .
     . . * .
    . . . * .
    """

    board: Board
    code: int

    def __post_init__(self) -> None:
        if not isinstance(self.board, Board) or type(self.code) is not int:
            raise NotationError(
                f"Position({quoted(self.board)}, {quoted(self.code)}) is not a board and a code: "
                "pass what you have to a board, as in Board('english').position('d4 e4')"
            )
        if not 0 <= self.code <= self.board.full_code:
            raise NotationError(
                f"code {_number(self.code)} is not a position of {self.board.name}: "
                f"its codes run from 0 to 2**{len(self.board)} - 1"
            )

    @classmethod
    def from_text(cls, board: BoardLike, text: str, *, marks: str | None = None) -> Position:
        """Read a position from a code, a picture, a matrix, or a list of the holes with pegs.

        A code is written as ``code:8455``. A picture has rows of ``*`` (peg) and ``.`` (no peg),
        on separate lines or joined by ``/``. Spaces are ignored. Other marks are accepted if it is
        clear which are the pegs, or if ``marks`` says it: see
        :func:`~pegsolitaire.board.read_board`.

        Raises
        ------
        NotationError
            If the text cannot be read, or its rows do not fit the board.

        Examples
        --------
        >>> board = Board("triangle3")
        >>> Position.from_text(board, "*/.*/..*") == Position.from_text(board, "code:37")
        True
        >>> drawn = Position.from_text(board, "x/ox/oxo", marks="peg=x,hole=o")
        >>> drawn == Position.from_text(board, "a1 b2 b3")
        True
        """
        board = as_board(board)
        cleaned = text.strip()
        if match := _CODE.fullmatch(cleaned):
            return cls(board, _to_int(match[1]))
        if cleaned.lower().startswith("code:"):
            raise NotationError(f"{quoted(cleaned)} is not a code: write code:8455 or code:0x2107")
        if set(cleaned) <= _OWN_MARKS and not marks:  # read quickly: some files have thousands
            rows = ["".join(row.split()) for row in re.split(r"[/\n]", cleaned)]
            if [len(row) for row in rows if row] == [len(row) for row in board.rows]:
                return cls(board, code_of(i for i, c in enumerate("".join(rows)) if c == "*"))
        return cls(board, board.code(pegs_of(board, text, marks=marks)))

    def text(self) -> str:
        """Return the position as text in a form that :meth:`from_text` accepts."""
        marks = bits_of(self.code, len(self.board)).replace("1", "*").replace("0", ".")
        return "/".join(marks[row[0] : row[-1] + 1] for row in self.board.rows)

    # -- order and sets -------------------------------------------------------------------------

    def __lt__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        if self.board == other.board:
            return self.code < other.code
        return self.board.sort_key < other.board.sort_key

    def __or__(self, other: PegsLike) -> Position:
        return self._combined(other, or_)

    def __and__(self, other: PegsLike) -> Position:
        return self._combined(other, and_)

    def __xor__(self, other: PegsLike) -> Position:
        return self._combined(other, xor)

    def __sub__(self, other: PegsLike) -> Position:
        return self._combined(other, lambda mine, others: mine & ~others)

    __ror__, __rand__, __rxor__ = __or__, __and__, __xor__

    def _combined(self, other: PegsLike, combine: Callable[[int, int], int]) -> Position:
        """Combine the pegs with other pegs, given as a position or as holes."""
        if isinstance(other, Position):
            code = self.board.position(other).code
        elif isinstance(other, Iterable) and not isinstance(other, str):
            code = self.board.code(other)
        else:
            return NotImplemented  # type: ignore[no-any-return]
        return Position(self.board, combine(self.code, code))

    # -- pegs -----------------------------------------------------------------------------------

    def __len__(self) -> int:
        return self.code.bit_count()

    def __iter__(self) -> Iterator[Hole]:
        return (self.board.holes[i] for i in indices_of(self.code))

    def __contains__(self, hole: object) -> bool:
        return hole in self.board and bool(self.code >> self.board.bit(hole) & 1)  # type: ignore[arg-type]

    @property
    def pegs(self) -> tuple[Hole, ...]:
        """The holes with pegs, row by row; ``len(position)`` is their number."""
        return tuple(self)

    @property
    def is_won(self) -> bool:
        """Whether exactly one peg is left."""
        return len(self) == 1

    @property
    def is_stuck(self) -> bool:
        """Whether no jump is legal and the game is not won.

        Examples
        --------
        >>> board = Board("triangle5")
        >>> [one.is_stuck for one in (board.full, board.vacancy("a1"), board.single("a1"))]
        [True, False, False]
        """
        return not self.is_won and not self.board.masks_from(self.code)

    @property
    def complement(self) -> Position:
        """The position after exchanging pegs and empty holes."""
        return Position(self.board, self.board.full_code ^ self.code)

    @property
    def mincode(self) -> int:
        """The smallest code among the images of the position under the symmetries of the board."""
        return self.board.mincode(self.code)

    @property
    def images(self) -> tuple[Position, ...]:
        """The distinct rotations and reflections of the position, beginning with itself.

        Examples
        --------
        >>> [image.text() for image in Board("triangle3").single("a1").images]
        ['*/../...', './../*..', './../..*']
        """
        codes = dict.fromkeys(self.board.images(self.code))
        return tuple(Position(self.board, code) for code in codes)

    # -- jumps ----------------------------------------------------------------------------------

    @property
    def legal_jumps(self) -> LegalJumps:
        """The legal jumps, as a sequence. The operator ``in`` also accepts jumps as text."""
        return LegalJumps(self)

    def play(self, jump: Jump | Move | str) -> Position:
        """Play a jump, a move, or all jumps in a text, and return the new position.

        Raises
        ------
        IllegalJumpError
            If the jump is not legal here; the message says why.

        Examples
        --------
        >>> position = Board("english").vacancy("d4").play("d2-d4")
        >>> len(position), (3, 3) in position
        (31, True)
        """
        code = self.code
        for single in self.jumps_of(jump):
            code = code_after(self.board, code, single)
        return Position(self.board, code)

    def jumps_of(self, jump: Jump | Move | str) -> tuple[Jump, ...]:
        """Convert a jump, a move or a text to single jumps."""
        if isinstance(jump, str):
            from pegsolitaire.game.reading_games import read_jumps

            if not jump.strip():
                raise NotationError("there is no jump in an empty text: pass one such as 'd2-d4'")
            return read_jumps(self, jump)
        if not isinstance(jump, Jump | Move):
            raise NotationError(f"{quoted(jump)} is not a jump: pass a text such as 'd2-d4'")
        return jump.jumps if isinstance(jump, Move) else (jump,)

    # -- pictures -------------------------------------------------------------------------------

    @property
    def short_name(self) -> str:
        """The name of the empty hole if there is only one, otherwise the code.

        Examples
        --------
        >>> Board("triangle5").vacancy("a1").short_name, Board("triangle5").position(50).short_name
        ('a1', 'code:50')
        """
        missing = self.complement
        return hole_name(next(iter(missing))) if len(missing) == 1 else self.json_text

    @property
    def json_text(self) -> str:
        """The position's code as text for JSON, in a form that :meth:`from_text` accepts."""
        return code_text(self.code)

    def __str__(self) -> str:
        return self.board.drawing(self.code)

    def __repr__(self) -> str:
        return f"Position({self.board!r}, {_number(self.code)})"

    def svg(self, *, labels: bool = True, size: int = 40, title: str | None = None) -> str:
        """Draw the position as SVG, with or without the names of the holes."""
        from pegsolitaire.draw.svg import position_svg

        return position_svg(self.board, self.code, labels=labels, size=size, title=title)

    def _repr_svg_(self) -> str:
        return self.svg()


class LegalJumps(Sequence[Jump]):
    """The legal jumps of a position, ordered by starting hole and direction.

    Examples
    --------
    >>> jumps = Board("triangle5").vacancy("a1").legal_jumps
    >>> len(jumps), [str(jump) for jump in jumps], jumps[0]
    (2, ['a3-a1', 'c3-a1'], Jump('a3-a1'))
    >>> Jump((0, 2), (0, 0)) in jumps, "a3-a1" in jumps, bool(jumps)
    (True, True, True)
    """

    def __init__(self, position: Position) -> None:
        self._position = position

    @overload
    def __getitem__(self, index: int) -> Jump: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Jump, ...]: ...
    def __getitem__(self, index: int | slice) -> Jump | tuple[Jump, ...]:
        return tuple(self)[index]

    def __iter__(self) -> Iterator[Jump]:
        board = self._position.board
        for jump in board.masks_from(self._position.code):
            yield Jump.of(board, jump)

    def __len__(self) -> int:
        return len(self._position.board.masks_from(self._position.code))

    def __contains__(self, jump: object) -> bool:
        if isinstance(jump, str):
            try:
                jump = Jump.from_text(jump, self._position.board)
            except PegSolitaireError:
                return False
        return any(jump == legal for legal in self)

    def __repr__(self) -> str:
        return f"<LegalJumps {', '.join(map(str, self))}>"


def code_after(board: Board, code: int, jump: Jump) -> int:
    """Return the code of a position after a jump.

    Raises
    ------
    IllegalJumpError
        If the jump is not legal in the position.
    NotOnBoardError
        If the board does not have the jump.
    """
    mask = find_jump(board, jump)
    if code & mask.mask != mask.pegs:
        raise IllegalJumpError(f"{jump} is not possible: {_why_not(board, code, mask)}")
    return code ^ mask.mask


def _why_not(board: Board, code: int, jump: JumpMask) -> str:
    names = [hole_name(board.holes[i]) for i in (jump.start, jump.over, jump.end)]
    if not code >> jump.start & 1:
        return f"there is no peg in {names[0]}"
    if not code >> jump.over & 1:
        return f"there is no peg in {names[1]} to jump over"
    return f"{names[2]} is not empty"


def find_jump(board: Board, jump: Jump) -> JumpMask:
    """Find the bit masks that a board stores for a jump.

    Raises
    ------
    NotOnBoardError
        If a hole is not on the board, or the board's lattice does not allow the jump.
    """
    number = board.jump_numbers.get((board.bit(jump.start), board.bit(jump.end)))
    if number is None:
        raise NotOnBoardError(f"{jump} is not a jump of {board.name}")
    return board.jumps[number]


def code_text(code: int) -> str:
    """Format a code as in ``code:8455``, or in hexadecimal if it has more than 64 bits."""
    return f"code:{code}" if code < 1 << 64 else f"code:{code:#x}"


def _to_int(digits: str) -> int:
    try:
        return int(digits, 16 if digits[:2].lower() == "0x" else 10)
    except ValueError:
        raise NotationError(
            f"a code of {len(digits)} digits is too long to read: write it in hexadecimal, as 0x.."
        ) from None


def _number(code: int) -> str:
    """Write a code in decimal, or in hexadecimal if it has more than 256 bits."""
    return str(code) if abs(code) < 1 << 256 else hex(code)


# --
# Patterns: sets of pegs without a place on a board.


@dataclass(frozen=True)
class Pattern:
    """Pegs on an unbounded board, up to translation and symmetry.

    Parameters
    ----------
    lattice : Lattice
        The lattice.
    holes : tuple of (int, int)
        The pegs in canonical form, as returned by :meth:`of`.

    Examples
    --------
    >>> from pegsolitaire.board import SQUARE
    >>> pattern = Pattern.of(SQUARE, [(5, 5), (4, 5), (5, 7), (5, 6)])
    >>> pattern.holes, pattern.jumps
    (((0, 0), (1, 0), (2, 0), (0, 1)), 4)
    >>> print(pattern)
    ***
    *..
    >>> from pegsolitaire.board import TRIANGULAR
    >>> print(Pattern.of(TRIANGULAR, [(0, 0), (0, 1), (1, 1), (2, 1)]))
    * * *
     * .
    """

    lattice: Lattice
    holes: tuple[Hole, ...]

    @classmethod
    def of(cls, lattice: Lattice, holes: Iterable[Hole]) -> Pattern:
        """Return the pattern of the given pegs.

        The pattern is the smallest image of the pegs, compared row by row, with its smallest
        coordinates at 0.

        Raises
        ------
        ProblemError
            If there are no pegs, or if the board is three-dimensional.
        """
        if lattice.layer:
            raise ProblemError("patterns exist only for two-dimensional boards: choose one")
        return cls(lattice, min(_images(lattice, holes), key=lambda pegs: [p[::-1] for p in pegs]))

    @property
    def jumps(self) -> int:
        """The number of legal jumps in the pattern."""
        pegs = set(self.holes)
        return sum(
            (x + dx, y + dy) in pegs and (x + 2 * dx, y + 2 * dy) not in pegs
            for x, y in pegs
            for dx, dy in self.lattice.directions
        )

    def __len__(self) -> int:
        return len(self.holes)

    def __iter__(self) -> Iterator[Hole]:
        return iter(self.holes)

    def __str__(self) -> str:
        width, height = (max(along) + 1 for along in zip(*self.holes, strict=True))
        if not self.lattice.is_slanted:
            box = [(x, y) for y in range(height) for x in range(width)]
            return picture_of(box, ("*" if hole in self.holes else "." for hole in box))
        # In true shape: each row is half a hole to the left of the row above it.
        pegs = {(2 * x - y, y) for x, y in self.holes}
        least, most = (end(column for column, _ in pegs) for end in (min, max))
        places = [
            (column, y)
            for y in range(height)
            for column in range(least, most + 1)
            if (column + y) % 2 == 0
        ]
        marks = ("*" if place in pegs else "." for place in places)
        return picture_of([(column - least, y) for column, y in places], marks)


def pattern_of(position: PositionLike, start: StartLike = None) -> Pattern:
    """Return the pattern of a position, that is, its pegs up to translation and symmetry.

    Raises
    ------
    ProblemError
        If the position has no pegs.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> one, other = (triangle(3).position(text) for text in ("*/*./*..", "./../***"))
    >>> pattern_of(one) == pattern_of(other), pattern_of(one).holes
    (True, ((0, 0), (1, 0), (2, 0)))
    """
    from pegsolitaire.game.conversion import as_position

    position = as_position(position, start)
    return Pattern.of(position.board.lattice, position)


def _images(lattice: Lattice, holes: Iterable[Hole]) -> set[tuple[Hole, ...]]:
    """Return the images of holes under the point group, shifted to the origin and sorted."""
    pegs = set(holes)
    if not pegs:
        raise ProblemError("a pattern has no pegs: give at least one")
    return {
        tuple(
            sorted(
                at_corner(apply_matrix(matrix, hole) for hole in pegs),
                key=lambda hole: hole[::-1],
            )
        )
        for matrix in lattice.point_group
    }
