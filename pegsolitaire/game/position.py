"""Positions: which holes of a board hold pegs.

A position is a board and a code. It never changes: a jump gives a new one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, overload

from pegsolitaire.arguments import Helpful, shown
from pegsolitaire.board.board import Board
from pegsolitaire.board.codes import bits_of, code_of, indices_of
from pegsolitaire.board.jumps import JumpMask
from pegsolitaire.board.lattice import Hole
from pegsolitaire.board.picture import Marks, marks_given
from pegsolitaire.board.reading import pegs_of
from pegsolitaire.errors import (
    IllegalJumpError,
    NotationError,
    NotOnBoardError,
    PegSolitaireError,
)
from pegsolitaire.game.jump import Jump, Move

_OWN_MARKS = set("*./ \n\t\r")
_CODE = re.compile(r"code:\s*(0x[0-9a-f]+|[0-9]+)", re.IGNORECASE)


@dataclass(frozen=True)
class Position(Helpful):
    """A board position.

    It is the set of its pegs: ``in``, ``len`` and iteration go over the holes with pegs.

    Parameters
    ----------
    board : Board
        The board.
    code : int
        The position as an integer, bit 0 the first hole in row-by-row order.

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

    hints: ClassVar[Mapping[str, str]] = {
        "moves": "position.legal_jumps",
        "legal_moves": "position.legal_jumps",
        "jumps": "position.legal_jumps",
        "push": "position.play('d2-d4'), or Game(position).push('d2-d4')",
        "after": "position.play('d2-d4')",
        "is_over": "position.is_won or position.is_stuck",
        "is_game_over": "position.is_won or position.is_stuck",
    }

    def __post_init__(self) -> None:
        if not isinstance(self.board, Board) or type(self.code) is not int:
            raise NotationError(
                f"Position({shown(self.board)}, {shown(self.code)}) is not a board and a code: "
                "pass what you have to Board('english').position(...)"
            )
        if not 0 <= self.code <= self.board.full_code:
            raise NotationError(
                f"code {_number(self.code)} is not a position of {self.board.name}: "
                f"its codes run from 0 to 2**{len(self.board)} - 1"
            )

    @classmethod
    def from_text(cls, board: Board, text: str) -> Position:
        """Read ``code:8455``, a picture, a matrix, or a list of the holes with pegs.

        A picture has rows of ``*`` (peg) and ``.`` (no peg), on lines or joined by ``/``; blanks
        do not count. Other marks are understood where they leave no doubt:
        :func:`pegsolitaire.read_board` says which.

        Raises
        ------
        NotationError
            If it cannot be read, or has other rows than the board.

        Examples
        --------
        >>> board = Board("triangle3")
        >>> Position.from_text(board, "*/.*/..*") == Position.from_text(board, "code:37")
        True
        >>> Position.from_text(board, "a1 b2 b3") == Position.from_text(board, "x/ox/oxo")
        True
        """
        cleaned = text.strip()
        if match := _CODE.fullmatch(cleaned):
            return cls(board, _to_int(match[1]))
        if cleaned.lower().startswith("code:"):
            raise NotationError(f"{cleaned!r} is not a code: write code:8455 or code:0x2107")
        if (
            set(cleaned) <= _OWN_MARKS and marks_given() == Marks()
        ):  # our own form, quickly: there are files of thousands
            rows = ["".join(row.split()) for row in re.split(r"[/\n]", cleaned)]
            if [len(row) for row in rows if row] == [len(row) for row in board.rows]:
                return cls(board, code_of(i for i, c in enumerate("".join(rows)) if c == "*"))
        return cls(board, board.code(pegs_of(board, text)))

    @classmethod
    def of(cls, board: Board, source: object) -> Position:
        """A position from anything that says which holes have pegs.

        Parameters
        ----------
        board : Board
            The board.
        source : Position, int, str, iterable of holes, or rows
            A position, a code, what :meth:`from_text` reads, holes (names, pairs, or numbers from
            1), or rows of a matrix in which 1 is a peg.

        Raises
        ------
        NotationError, NotOnBoardError
            If it cannot be read, or is not of this board.

        Examples
        --------
        >>> board = Board("triangle3")
        >>> sources = (37, "code:37", {"a1", "b2", "c3"}, [1, 3, 6], [[1], [0, 1], [0, 0, 1]])
        >>> {Position.of(board, source).text() for source in sources}
        {'*/.*/..*'}
        """
        if isinstance(source, Position):
            if source.board != board:
                raise NotOnBoardError(
                    f"this is a position of {source.board.name}, not {board.name}"
                )
            return source
        if isinstance(source, int) and not isinstance(source, bool):
            return cls(board, source)
        if isinstance(source, str):
            return cls.from_text(board, source)
        return cls(board, board.code(pegs_of(board, source)))

    def text(self) -> str:
        """The position as :meth:`from_text` reads it."""
        marks = bits_of(self.code, len(self.board)).replace("1", "*").replace("0", ".")
        return "/".join(marks[row[0] : row[-1] + 1] for row in self.board.rows)

    # -- pegs -----------------------------------------------------------------------------------

    def __len__(self) -> int:
        return self.code.bit_count()

    def __iter__(self) -> Iterator[Hole]:
        return (self.board.holes[i] for i in indices_of(self.code))

    def __contains__(self, hole: object) -> bool:
        return hole in self.board and bool(self.code >> self.board.index(hole) & 1)  # type: ignore[arg-type]

    @property
    def pegs(self) -> tuple[Hole, ...]:
        """The holes with pegs, row by row; ``len(position)`` is their number."""
        return tuple(self)

    @property
    def is_won(self) -> bool:
        """Whether one peg is left."""
        return len(self) == 1

    @property
    def is_stuck(self) -> bool:
        """Whether no jump is legal, and more than one peg or none is left.

        Examples
        --------
        >>> board = Board("triangle5")
        >>> [one.is_stuck for one in (board.full, board.vacancy("a1"), board.single("a1"))]
        [True, False, False]
        """
        return not self.is_won and not self.board.links_from(self.code)

    @property
    def complement(self) -> Position:
        """Every peg a hole and every hole a peg."""
        return Position(self.board, self.board.full_code ^ self.code)

    @property
    def mincode(self) -> int:
        """The least code over the symmetries of the board."""
        return self.board.mincode(self.code)

    # -- jumps ----------------------------------------------------------------------------------

    @property
    def legal_jumps(self) -> LegalJumps:
        """The legal jumps, as a sequence; ``in`` takes texts too."""
        return LegalJumps(self)

    def play(self, jump: Jump | Move | str) -> Position:
        """The position after a jump, or after all jumps of a move or a text.

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
            mask = find_jump(self.board, single)
            if code & mask.mask != mask.pegs:
                reason = Position(self.board, code)._why_not(mask)
                raise IllegalJumpError(f"{single} is not possible: {reason}")
            code ^= mask.mask
        return Position(self.board, code)

    def jumps_of(self, jump: Jump | Move | str) -> tuple[Jump, ...]:
        """The single jumps of what is given to :meth:`play`, read from here where it is text."""
        if isinstance(jump, str):
            from pegsolitaire.game.replaying import read_jumps

            return read_jumps(self, jump)
        if not isinstance(jump, Jump | Move):
            raise NotationError(f"{shown(jump)} is not a jump: pass a text such as 'd2-d4'")
        return jump.jumps if isinstance(jump, Move) else (jump,)

    def _why_not(self, jump: JumpMask) -> str:
        names = [_hole_name(self.board, i) for i in (jump.start, jump.over, jump.end)]
        if not self.code >> jump.start & 1:
            return f"there is no peg in {names[0]}"
        if not self.code >> jump.over & 1:
            return f"there is no peg in {names[1]} to jump over"
        return f"{names[2]} is not empty"

    # -- pictures -------------------------------------------------------------------------------

    @property
    def short_name(self) -> str:
        """The hole of a single missing peg, or the code."""
        from pegsolitaire.game.problem import start_name

        return start_name(self)

    @property
    def json_text(self) -> str:
        """What it is in JSON: its code, as it is read."""
        from pegsolitaire.game.problem import code_text

        return code_text(self.code)

    def __str__(self) -> str:
        return self.board.drawing(self.code)

    def __repr__(self) -> str:
        return f"Position({self.board!r}, {_number(self.code)})"

    def svg(self, *, labels: bool = True, size: int = 40, title: str | None = None) -> str:
        """The position drawn, holes of so many units, with or without their names."""
        from pegsolitaire.draw.svg import position_svg

        return position_svg(self.board, self.code, labels=labels, size=size, title=title)

    def _repr_svg_(self) -> str:
        return self.svg()


class LegalJumps(Sequence[Jump]):
    """The legal jumps of a position, by starting hole and direction.

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
        for link in board.links_from(self._position.code):
            yield Jump.of(board, link)

    def __len__(self) -> int:
        return len(self._position.board.links_from(self._position.code))

    def __bool__(self) -> bool:
        return len(self) > 0

    def __contains__(self, jump: object) -> bool:
        if isinstance(jump, str):
            try:
                jump = Jump.from_text(jump, self._position.board)
            except PegSolitaireError:
                return False
        return any(jump == legal for legal in self)

    def __repr__(self) -> str:
        return f"<LegalJumps {', '.join(map(str, self))}>"


def find_jump(board: Board, jump: Jump) -> JumpMask:
    """The masks of a jump on a board.

    Raises
    ------
    NotOnBoardError
        If a hole is not on the board, or the board's lattice does not allow the jump.
    """
    start, end = board.index(jump.start), board.index(jump.end)
    for mask in board.jumps_at(start):
        if mask.end == end:
            return mask
    raise NotOnBoardError(f"{jump} is not a jump of {board.name}")


def _hole_name(board: Board, index: int) -> str:
    """The name of the hole of an index."""
    return board.hole_text(board.holes[index])


def _to_int(digits: str) -> int:
    try:
        return int(digits, 16 if digits[:2].lower() == "0x" else 10)
    except ValueError:
        raise NotationError(
            f"a code of {len(digits)} digits is too long to read: write it in hexadecimal, as 0x.."
        ) from None


def _number(code: int) -> str:
    """Decimal, or hexadecimal where Python would refuse to write the decimal."""
    return str(code) if abs(code) < 1 << 256 else hex(code)
