"""Problems: a board, the positions that a game may start from, and those where it may finish.

A complement problem has one start and its complement as the finish; the general problem of a
type starts at every vacancy of the type and finishes at every peg of it (Bell's Notes, section
5). Both are *self-complementary*: the finishes are the complements of the starts, so the game
played backwards is the game played forwards on the complement (equation 6).

Constructors that need the theory of position classes (any finish, all of a type) are in
:mod:`pegsolitaire.theory.problems`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256

from pegsolitaire.board.board import Board
from pegsolitaire.board.lattice import Hole
from pegsolitaire.board.notation import hole_name
from pegsolitaire.board.symmetries import Symmetry, apply_permutation, least_image
from pegsolitaire.errors import ProblemError
from pegsolitaire.game.position import Position


@dataclass(frozen=True)
class Problem:
    """A board with its start and finish positions, as codes.

    Parameters
    ----------
    board : Board
        The board.
    starts, finishes : tuple of int
        Codes, kept sorted. All starts have the same number of pegs, and all finishes too.

    Raises
    ------
    ProblemError
        If there is no start or no finish, or the numbers of pegs do not fit.

    Examples
    --------
    >>> problem = Problem.complement(Board.from_name("english"), "d4")
    >>> problem.is_self_complementary, len(problem.group), str(problem)
    (True, 8, 'english: d4 to d4')
    """

    board: Board
    starts: tuple[int, ...]
    finishes: tuple[int, ...]

    def __post_init__(self) -> None:
        for name in ("starts", "finishes"):
            codes = tuple(sorted(set(getattr(self, name))))
            object.__setattr__(self, name, codes)
            if not codes:
                raise ProblemError(f"a problem on {self.board.name} needs {name}")
            if codes[0] == 0:
                raise ProblemError(f"the {name} hold the empty board: nothing leads to or from it")
            if not 0 < codes[0] <= codes[-1] <= self.board.full:
                raise ProblemError(f"the {name} hold a code that {self.board.name} does not have")
            if len({code.bit_count() for code in codes}) > 1:
                raise ProblemError(f"the {name} differ in their numbers of pegs")
        if self.start_pegs < self.finish_pegs:
            raise ProblemError(
                f"the finish has {self.finish_pegs} pegs, more than the {self.start_pegs} "
                "of the start: jumps only remove pegs"
            )

    @classmethod
    def complement(cls, board: Board | str, hole: Hole | str) -> Problem:
        """From the vacancy of a hole to one peg in it; see :meth:`single`."""
        return cls.single(board, hole, hole)

    @classmethod
    def single(cls, board: Board | str, start: Hole | str, finish: Hole | str) -> Problem:
        """From the vacancy of one hole to one peg in another.

        Parameters
        ----------
        board : Board or str
            The board, or its name in the catalogue.
        start, finish : (int, int) or str
            The holes.

        Raises
        ------
        UnknownBoardError, NotOnBoardError
            If there is no such board, or it has no such hole.
        ProblemError
            If the board has fewer than two holes.
        """
        board = Board.of(board)
        if len(board) < 2:
            raise ProblemError(f"{board.name} has one hole: there is nothing to play")
        return cls(board, (board.vacancy(start).code,), (board.single(finish).code,))

    @classmethod
    def between(cls, start: Position, finishes: Iterable[Position]) -> Problem:
        """From any position to any of several.

        Raises
        ------
        ProblemError
            If a finish is of another board.
        """
        finishes = tuple(finishes)
        if any(finish.board != start.board for finish in finishes):
            raise ProblemError(f"a finish is not a position of {start.board.name}")
        return cls(start.board, (start.code,), tuple(finish.code for finish in finishes))

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
        full = self.board.full
        return {full ^ code for code in self.starts} == set(self.finishes)

    @cached_property
    def group(self) -> tuple[Symmetry, ...]:
        """The symmetries of the board that map starts to starts and finishes to finishes.

        Winning sets are reduced by this group and no larger one, so that the exact finish is
        told apart from its images (Notes, section 4.1).
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
        """The symmetries that map finishes to finishes, whatever they do to the starts.

        Positions that they map to one another can both be won, or neither.
        """
        return Problem(self.board, self.finishes, self.finishes).group

    def mincode(self, code: int) -> int:
        """The least image of a code under the problem's group."""
        return least_image(self.group, code)

    # -- words ----------------------------------------------------------------------------------

    def _repr_svg_(self) -> str:
        from pegsolitaire.draw.problem import problem_svg

        return problem_svg(self)

    @property
    def start_text(self) -> str:
        """The start as the command line takes it: ``d4``, ``code:8455``, or ``any``."""
        return "any" if len(self.starts) > 1 else start_name(Position(self.board, self.starts[0]))

    @property
    def finish_text(self) -> str:
        """The finish: a hole, ``code:..``, or ``any``."""
        return "any" if len(self.finishes) > 1 else finish_name(self.board, self.finishes[0])

    @property
    def slug(self) -> str:
        """A name for a folder: two problems of one board never share it."""
        return f"{self._slug(self.starts, self.start_text)}_{self.finish_slug}"

    @property
    def finish_slug(self) -> str:
        """A name for a file of its finishes: those of one board never share it."""
        return self._slug(self.finishes, self.finish_text)

    @staticmethod
    def _slug(codes: tuple[int, ...], text: str) -> str:
        if text.isalnum() and text != "any":
            return text
        digest = sha256(",".join(map(hex, codes)).encode()).hexdigest()[:12]
        return f"{text.partition(':')[0]}-{digest}"

    #: What it is in JSON, as `pegsolitaire.results` has it.
    json_keys = "board=board.name start=start_text finish=finish_text"

    def __str__(self) -> str:
        return f"{self.board.name}: {self.start_text} to {self.finish_text}"


def start_name(position: Position) -> str:
    """A start in a word: the hole of a vacancy, or the code.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> start_name(triangle(5).vacancy("a1")), start_name(triangle(5).position("code:50"))
    ('a1', 'code:50')
    """
    missing = position.complement
    return hole_name(next(iter(missing))) if len(missing) == 1 else code_text(position.code)


def finish_name(board: Board, code: int) -> str:
    """A finish in a word: the hole of a single peg, or the code."""
    if code.bit_count() == 1:
        return hole_name(board.holes[code.bit_length() - 1])
    return code_text(code)


def code_text(code: int) -> str:
    """A code as it is read: ``code:8455``, in hexadecimal past 64 holes."""
    return f"code:{code}" if code < 1 << 64 else f"code:{code:#x}"
