"""Problems, which consist of a board, the starts of a game, and its finishes.

A complement problem has one start, and its finish is the complement of the start. The general
problem of a type starts from any vacancy of the type and finishes with one peg in any hole of the
type (Bell's Notes, section 5). Both are *self-complementary*, which means that the finishes are
the complements of the starts. Playing such a problem backward is therefore the same as playing it
forward on the complement (equation 6).

:mod:`pegsolitaire.theory` contains the functions that parse problems and the functions that list
all problems of a type.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from hashlib import sha256
from typing import TYPE_CHECKING, ClassVar

from pegsolitaire.board.board import Board, BoardLike, as_board
from pegsolitaire.board.lattice import HoleLike
from pegsolitaire.board.notation import hole_name
from pegsolitaire.board.symmetry import Symmetry, apply_permutation, least_image
from pegsolitaire.errors import ProblemError
from pegsolitaire.game.position import Position, code_text
from pegsolitaire.units import counted

if TYPE_CHECKING:
    from pegsolitaire.game.conversion import FinishLike, PositionLike, ProblemLike, StartLike


@dataclass(frozen=True, init=False)
class Problem:
    """A board with the start and finish positions of a game.

    Functions that take a problem take what makes one, as this class does:

    - a board, a start and a finish: ``"english", "d4", "any"``
    - words that say all of these: ``"english d4"``, ``"english d4 to any"``, ``"english d4:
      d2-d4"``
    - a :class:`Position`, a :class:`Game` or other words with a start, followed by a finish:
      ``"english d4", "any"``
    - a board alone, for its usual game; a :class:`Problem`; or a problem type

    Parameters
    ----------
    board : Board, Position or str
        The board, as :class:`~pegsolitaire.board.Board` accepts it, or anything in the list above.
    start : str, hole or Position, optional
        The empty hole, or a position as :meth:`Board.position` accepts it; by default the board's
        usual start.
    finish : str, hole or Position, optional
        The hole of the last peg, ``"any"`` for any hole, a position, or a list of holes or
        positions. By default, the initially empty hole if the position class allows it, otherwise
        any hole.

    Attributes
    ----------
    board : Board
    starts, finishes : tuple of int
        Sorted codes. All starts have the same number of pegs, and so do all finishes.

    Raises
    ------
    ProblemError
        If there is no start or no finish, or their numbers of pegs do not match.

    Examples
    --------
    >>> problem = Problem("english", "d4")
    >>> problem.is_self_complementary, len(problem.group), str(problem)
    (True, 8, 'english: d4 to d4')
    >>> Problem("english", "d4", "any") == Problem(Board("english").vacancy("d4"), "any")
    True
    >>> print(Problem("triangle5 a1", ["a4", "d4"]))  # several finishes
    triangle5: a1 to any
    """

    board: Board
    starts: tuple[int, ...]
    finishes: tuple[int, ...]

    def __init__(
        self,
        board: ProblemLike | BoardLike,
        start: StartLike | FinishLike = None,
        finish: FinishLike = None,
    ) -> None:
        from pegsolitaire.game.conversion import as_problem

        problem_read = as_problem(board, start, finish)
        for name in ("board", "starts", "finishes"):
            object.__setattr__(self, name, getattr(problem_read, name))

    @classmethod
    def of_codes(cls, board: BoardLike, starts: Iterable[int], finishes: Iterable[int]) -> Problem:
        """Create a problem from the codes of its starts and its finishes."""
        board = as_board(board)
        problem = cls.__new__(cls)
        object.__setattr__(problem, "board", board)
        object.__setattr__(problem, "starts", cls._checked(board, "starts", starts))
        object.__setattr__(problem, "finishes", cls._checked(board, "finishes", finishes))
        if problem.start_pegs < problem.finish_pegs:
            raise ProblemError(
                f"the finish has {counted(problem.finish_pegs, 'peg')}, more than the "
                f"{problem.start_pegs} of the start: jumps only remove pegs"
            )
        return problem

    @staticmethod
    def _checked(board: Board, name: str, given: Iterable[int]) -> tuple[int, ...]:
        """Check the codes and return them sorted."""
        codes = tuple(sorted(set(given)))
        if not codes:
            raise ProblemError(f"a problem on {board.name} needs {name}: give at least one")
        if codes[0] == 0:
            raise ProblemError(f"the {name} contain the empty board: give positions with pegs")
        if not 0 < codes[0] <= codes[-1] <= board.full_code:
            raise ProblemError(f"the {name} contain a code that {board.name} does not have")
        if len({code.bit_count() for code in codes}) > 1:
            raise ProblemError(f"the {name} differ in their numbers of pegs")
        return codes

    @classmethod
    def complement(cls, board: BoardLike, hole: HoleLike) -> Problem:
        """Create a complement problem, even if the position class excludes its finish.

        Raises
        ------
        UnknownBoardError, NotOnBoardError
            If the board is unknown, or does not have the hole.
        ProblemError
            If the board has fewer than two holes.

        Examples
        --------
        >>> print(Problem.complement("french", "d4"))
        french: d4 to d4
        """
        board = as_board(board)
        if len(board) < 2:
            raise ProblemError(f"{board.name} has one hole: there is nothing to play")
        return cls.of_codes(board, [board.vacancy(hole).code], [board.single(hole).code])

    @classmethod
    def to_any(cls, position: PositionLike, start: StartLike = None) -> Problem:
        """Create the problem whose finish is one peg in any hole that the position class allows.

        If the class allows no single peg, every hole is a finish, and the problem has no solution.
        An example is the centre vacancy of the French board.

        Examples
        --------
        >>> print(Problem.to_any("triangle5 a4"))
        triangle5: a4 to any
        """
        from pegsolitaire.game.conversion import as_position
        from pegsolitaire.theory.classes import feasible_finishes

        position = as_position(position, start)
        finishes = feasible_finishes(position) or range(len(position.board))
        return cls.of_codes(position.board, [position.code], [1 << i for i in finishes])

    @property
    def start_pegs(self) -> int:
        """The number of pegs at the start."""
        return self.starts[0].bit_count()

    @property
    def finish_pegs(self) -> int:
        """The number of pegs at the finish."""
        return self.finishes[0].bit_count()

    @cached_property
    def is_self_complementary(self) -> bool:
        """Whether the finishes are the complements of the starts."""
        full = self.board.full_code
        return {full ^ code for code in self.starts} == set(self.finishes)

    @cached_property
    def group(self) -> tuple[Symmetry, ...]:
        """The symmetries of the board that map starts to starts and finishes to finishes.

        Positions in winning sets are reduced by these symmetries. A larger group would identify
        the exact finish with its images (Notes, section 4.1).
        """
        starts, finishes = set(self.starts), set(self.finishes)
        return tuple(
            symmetry
            for symmetry in self.board.symmetries
            if {apply_permutation(symmetry.image, code) for code in starts} == starts
            and {apply_permutation(symmetry.image, code) for code in finishes} == finishes
        )

    @cached_property
    def finish_group(self) -> tuple[Symmetry, ...]:
        """The symmetries of the board that map finishes to finishes.

        Unlike in ``group``, they need not preserve the starts. If such a symmetry maps one
        position to another, then either both positions can be won or neither can.
        """
        return Problem.of_codes(self.board, self.finishes, self.finishes).group

    def mincode(self, code: int) -> int:
        """Return the smallest image of a code under the symmetries of the problem."""
        return least_image(self.group, code)

    # -- text -------------------------------------------------------------------------------------

    def svg(self) -> str:
        """Draw the start and the finish as SVG."""
        from pegsolitaire.draw.svg import problem_svg

        return problem_svg(self)

    def _repr_svg_(self) -> str:
        return self.svg()

    def text(self) -> str:
        """Return the problem as text, usually in a form that the constructor accepts."""
        return str(self)

    def __repr__(self) -> str:
        if self.board.is_named and len(self.starts) == len(self.finishes) == 1:
            return f"Problem({self.board.name!r}, {self.start!r}, {self.finish!r})"
        return f"Problem.of_codes({self.board!r}, {self.starts}, {self.finishes})"

    @property
    def start(self) -> str:
        """The start as written on the command line, such as ``d4``, ``code:8455`` or ``any``."""
        return "any" if len(self.starts) > 1 else Position(self.board, self.starts[0]).short_name

    @property
    def finish(self) -> str:
        """The finish as written on the command line, such as ``d4``, ``code:8455`` or ``any``."""
        return "any" if len(self.finishes) > 1 else finish_name(self.board, self.finishes[0])

    @property
    def slug(self) -> str:
        """A folder name for the problem, unique among the problems of a board."""
        return f"{self.start_slug}_{self.finish_slug}"

    @property
    def start_slug(self) -> str:
        """A file name for the starts, unique among the problems of a board."""
        return self._slug(self.starts, self.start)

    @property
    def finish_slug(self) -> str:
        """A file name for the finishes, unique among the problems of a board."""
        return self._slug(self.finishes, self.finish)

    @staticmethod
    def _slug(codes: tuple[int, ...], text: str) -> str:
        if text.isalnum() and text != "any":
            return text
        digest = sha256(",".join(map(hex, codes)).encode()).hexdigest()[:12]
        return f"{text.partition(':')[0]}-{digest}"

    json_fields: ClassVar[tuple[str, ...]] = ("board", "start", "finish")

    def __str__(self) -> str:
        return f"{self.board.name}: {self.start} to {self.finish}"


def finish_name(board: BoardLike, code: int) -> str:
    """Return the hole of the peg if there is only one, otherwise the code."""
    board = as_board(board)
    if code.bit_count() == 1:
        return hole_name(board.holes[code.bit_length() - 1])
    return code_text(code)


# --
# The outcome of a problem.


class Outcome(Enum):
    """The outcome of an attempt to solve a problem.

    Examples
    --------
    >>> [outcome.solvable for outcome in Outcome]
    [True, False, None]
    """

    SOLVED = "solved"
    IMPOSSIBLE = "impossible"
    UNDECIDED = "undecided"

    @property
    def solvable(self) -> bool | None:
        """Whether there is a solution; None if unknown."""
        return {"solved": True, "impossible": False, "undecided": None}[self.value]
