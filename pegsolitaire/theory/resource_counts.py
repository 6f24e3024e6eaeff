"""Resource counts: sums of weights over the pegs that no jump can raise.

Give every hole a weight so that for each jump, from ``a`` over ``b`` into ``c``, the weight of
``c`` is at most the sum of the weights of ``a`` and ``b``. Then the sum of the weights over the
pegs never rises, so a finish with a higher sum cannot be reached (Beasley 1992; Berlekamp, Conway
& Guy, *Winning Ways*, chapter 23, where the weights are called a pagoda function). The weights are
checked against every jump when a count is created, so every :class:`ResourceCount` is a proof.

Resource counts cannot prove everything. For the fastest dead end of the central game (Bell's
Notes, section 7.1), the difference to the finish is a sum of jumps with nonnegative fractional
coefficients, so every count allows this game. (No whole numbers of jumps add up to this
difference, as an integer program shows.)
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from heapq import heappop, heappush

from pegsolitaire.board.board import Board, BoardLike, JumpMask, as_board
from pegsolitaire.board.catalogue import named_board, triangle
from pegsolitaire.board.lattice import Hole
from pegsolitaire.data.toml_files import FOLDER, Entry, Text, load_list
from pegsolitaire.errors import ProblemError, ResourceCountError, quoted
from pegsolitaire.game.conversion import PositionLike, StartLike, as_position
from pegsolitaire.game.player import PlayerCount
from pegsolitaire.game.position import Jump, Position
from pegsolitaire.theory.classes import invariants, null_space, remainder


@dataclass(frozen=True)
class ResourceCount:
    """Integer weights of the holes, row by row. No jump raises their sum over the pegs.

    Parameters
    ----------
    board : Board
        The board.
    weights : tuple of int
        The weight of each hole, in the order of ``board.holes``.
    name, source : str, optional
        The name and the source of the count; counts with equal weights are equal.

    Raises
    ------
    ResourceCountError
        If the weights are not one integer for each hole, or if a jump raises the sum.

    Examples
    --------
    >>> from pegsolitaire.board import english, triangle
    >>> count = ResourceCount(triangle(3), (0, 1, 1, 0, 1, 0))
    >>> count.of(triangle(3).vacancy("a1")), count.of(0b000111)
    (3, 2)
    >>> print(count)
    0
    1 1
    0 1 0
    """

    board: Board
    weights: tuple[int, ...]
    name: str = field(default="", compare=False)
    source: str = field(default="", compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "weights", tuple(self.weights))
        for weight in self.weights:
            if type(weight) is not int:
                raise ResourceCountError(
                    f"weight {quoted(weight)} is not an integer: scale the weights"
                )
        if len(self.weights) != len(self.board):
            raise ResourceCountError(
                f"{len(self.weights)} weights: {self.board.name} needs one for each of its "
                f"{len(self.board)} holes"
            )
        for jump in self.board.jumps:
            rise = -self.loss_of(jump)
            if rise > 0:
                text = Jump.of(self.board, jump)
                raise ResourceCountError(
                    f"{text} raises the count by {rise}: these weights are not a resource count"
                )

    @classmethod
    def read(cls, board: BoardLike, text: str, name: str = "", source: str = "") -> ResourceCount:
        """Parse a count from rows of weights, which are separated by line breaks or ``/``.

        Raises
        ------
        ResourceCountError
            If a weight cannot be parsed, a row has too many or too few weights, or a jump raises
            the sum.

        Examples
        --------
        >>> from pegsolitaire.board import triangle
        >>> ResourceCount.read(triangle(3), "0 / 1 1 / 0 1 0").weights
        (0, 1, 1, 0, 1, 0)
        """
        board = as_board(board)
        rows = [row.split() for row in re.split(r"[/\n]", text) if row.strip()]
        lengths = [len(row) for row in board.rows]
        if [len(row) for row in rows] != lengths:
            raise ResourceCountError(
                f"the rows have {[len(row) for row in rows]} weights, but those of {board.name} "
                f"have {lengths} holes: write blanks between weights and / between rows"
            )
        return cls(board, tuple(_integer(word) for row in rows for word in row), name, source)

    # -- counting -------------------------------------------------------------------------------

    def of(self, position: Position | int) -> int:
        """Return the sum of the weights over the pegs of a position or of a code.

        Raises
        ------
        ProblemError
            If the position is on another board.
        NotationError
            If the code is not valid for the board.
        """
        if not isinstance(position, Position):
            position = Position(self.board, position)
        elif position.board != self.board:
            raise ProblemError(
                f"this resource count is for {self.board.name}, not {position.board.name}: give "
                f"a position of {self.board.name}"
            )
        return sum(w for i, w in enumerate(self.weights) if position.code >> i & 1)

    def slack(self, start: Position | int, finish: Position | int) -> int:
        """Return how much a game from start to finish may lose. Below 0, there is no such game.

        Examples
        --------
        >>> from pegsolitaire.board import english
        >>> board = english()
        >>> [count.slack(board.vacancy("d4"), board.single("d4"))
        ...  for count in classic_counts(board)]
        [6, 6, 4, 4, 10, 3, 8, 12]
        """
        return self.of(start) - self.of(finish)

    def forbids(self, start: Position | int, finish: Position | int) -> bool:
        """Return whether the finish has a higher sum than the start, so it cannot be reached.

        Examples
        --------
        >>> from pegsolitaire.board import english
        >>> board = english()
        >>> position = board.vacancy("d4")
        >>> for jump in ("d2-d4", "b3-d3", "c1-c3", "d4-d2", "e2-c2", "d6-d4"):
        ...     position = position.play(jump)
        >>> [image.forbids(position, board.single("d4"))
        ...  for image in classic_counts(board)[2].images]
        [True, False]
        """
        return self.slack(start, finish) < 0

    def loss_of(self, jump: JumpMask) -> int:
        """Return how much a jump lowers the count: 0 or more.

        Examples
        --------
        >>> from pegsolitaire.board import triangle
        >>> count = ResourceCount(triangle(3), (0, 1, 1, 0, 1, 0))
        >>> [count.loss_of(jump) for jump in count.board.jumps]
        [1, 1, 1, 1, 1, 1]
        """
        return self.weights[jump.start] + self.weights[jump.over] - self.weights[jump.end]

    # -- images ---------------------------------------------------------------------------------

    @cached_property
    def images(self) -> tuple[ResourceCount, ...]:
        """The distinct images of the count under the board symmetries. The count comes first.

        Each image is a resource count, and may forbid games that the other images allow.

        Examples
        --------
        >>> from pegsolitaire.board import english
        >>> [len(count.images) for count in classic_counts(english())]
        [1, 2, 2, 4, 2, 1, 2, 1]
        """
        turned = [self.weights]
        for symmetry in self.board.symmetries:
            image = tuple(self.weights[i] for i in symmetry.image)
            if image not in turned:
                turned.append(image)
        others = (ResourceCount(self.board, w, self.name, self.source) for w in turned[1:])
        return (self, *others)

    def picture(self) -> str:
        """The weights in the shape of the board, in the form that :meth:`read` accepts."""
        width = max(len(str(weight)) for weight in self.weights)
        lines = [""] * (self.board.holes[-1][1] + 1)
        for (x, y), weight in zip(self.board.holes, self.weights, strict=True):
            lines[y] = lines[y].ljust(x * (width + 1)) + str(weight).rjust(width) + " "
        return "\n".join(line.rstrip() for line in lines)

    def __str__(self) -> str:
        return self.picture()


def _integer(word: str) -> int:
    try:
        return int(word)
    except ValueError:
        raise ResourceCountError(f"{quoted(word)} is not a weight: write integers") from None


def classic_counts(board: BoardLike) -> tuple[ResourceCount, ...]:
    """Return the resource counts of the English board that are worth trying, with all images.

    The counts of the sublattices are as old as the theory: a jump moves a peg by two holes, so the
    peg stays on holes whose coordinates have the same parities. The other five counts were found
    by computation, as extreme rays of the cone of all counts and of its symmetric parts. Among the
    extreme rays, these five prove the largest number of random positions of the central game dead.
    Each of them proves some positions dead that the other four do not. All counts except the
    sublattice of ``d3`` are extreme in the whole cone, so they are not sums of other counts. We do
    not know whether these counts are printed in Beasley's book or in *Winning Ways*.

    Parameters
    ----------
    board : Board, or what makes one
        The English board; other boards have no such counts.

    Examples
    --------
    >>> star = classic_counts(named_board("english"))[0]
    >>> print(star)
          -1  0 -1
           1  1  1
    -1  1  0  1  0  1 -1
     0  1  1  2  1  1  0
    -1  1  0  1  0  1 -1
           1  1  1
          -1  0 -1
    """
    board = as_board(board)
    return tuple(
        ResourceCount.read(board, entry.weights, entry.name, entry.source)
        for entry in _entries()
        if board == named_board(entry.board)
    )


class _CountEntry(Entry):
    """A resource count in the data file."""

    name: Text
    board: Text
    source: Text
    weights: Text


@lru_cache(maxsize=1)
def _entries() -> tuple[_CountEntry, ...]:
    return load_list(FOLDER / "resource_counts.toml", "count", _CountEntry, lambda entry: entry)


# --
# Parities preserved by the jumps that do not lower a resource count.
#
# If a count has no slack, the position must be won by lossless jumps, which do not lower the
# count. These are only some of the jumps of a board, so they preserve more parities than all jumps
# do. If one of these parities differs from the finish, the position is lost, although the count
# alone allows it. The argument also works if the slack is small: such a parity is changed only by
# jumps that lower the count, so each combination of changes has a least loss. This combines a
# resource count and a position class (:mod:`pegsolitaire.theory.classes`) in one argument, and
# proves cases where fractional numbers of jumps add up but whole numbers do not.


_MAX_PARITIES = 6  # at most this many parities are used: 64 combinations


@dataclass(frozen=True)
class LosslessParities:
    """Parities that only jumps with a loss change, and the least loss that each change requires.

    Parameters
    ----------
    count : ResourceCount
        The count.

    Examples
    --------
    On Wiegleb's board, the slack of this position is 1, but a game must lose 3 to change the
    necessary parities.

    >>> from pegsolitaire.board import wiegleb
    >>> board = wiegleb()
    >>> count = ResourceCount.read(board, "-1 0 -1 / 1 0 1 / 0 0 0 / -1 1 0 1 0 1 0 1 -1 /"
    ...     "0 0 0 0 0 0 0 0 0 / -1 1 0 1 0 1 0 1 -1 / 0 0 0 / 1 0 1 / -1 0 -1")
    >>> parities = LosslessParities(count)
    >>> len(parities.masks), sorted(parities.least)[-1]
    (4, 4)
    >>> position = board.position("***/***/***/*********/******.**/**..*.*.*/***/**./**.")
    >>> finish = board.single("e5")
    >>> change = parities.of(position.code) ^ parities.of(finish.code)
    >>> count.slack(position, finish), parities.least[change]
    (1, 3)
    """

    count: ResourceCount

    @cached_property
    def masks(self) -> tuple[int, ...]:
        """Sets of holes whose parity of pegs is changed by some jump, but by no lossless jump.

        There are at most six sets, and no sum of them is an invariant of all jumps.
        """
        board = self.count.board
        lossless = [jump.mask for jump, loss in self._losses if not loss]
        masks: list[int] = []
        reduced: dict[int, int] = {}
        for mask in (*invariants(board), *null_space(lossless, len(board))):
            if rest := remainder(mask, reduced):
                reduced[rest.bit_length() - 1] = rest
                masks.append(mask)
        return tuple(masks[len(invariants(board)) :][:_MAX_PARITIES])

    @cached_property
    def least(self) -> tuple[int, ...]:
        """For each combination of parities, the least loss of jumps that change exactly these.

        The index of a combination has one bit for each of the masks. Jumps can change every
        combination.
        """
        steps: dict[int, int] = {}
        for jump, loss in self._losses:
            change = self.of(jump.mask)
            steps[change] = min(loss, steps.get(change, loss))
        least = [1 + sum(loss for _, loss in self._losses)] * (1 << len(self.masks))
        least[0] = 0
        reached = [(0, 0)]
        while reached:
            loss, combination = heappop(reached)
            for change, more in steps.items():
                if loss + more < least[combination ^ change]:
                    least[combination ^ change] = loss + more
                    heappush(reached, (loss + more, combination ^ change))
        return tuple(least)

    def of(self, code: int) -> int:
        """Return the parities of the pegs in a code, as the bits of a number."""
        return sum(((code & mask).bit_count() & 1) << i for i, mask in enumerate(self.masks))

    @property
    def _losses(self) -> list[tuple[JumpMask, int]]:
        return [(jump, self.count.loss_of(jump)) for jump in self.count.board.jumps]


# --
# The SAX count of the 15-hole triangle, and Beasley's exit count, which equals it.
#
# Hentzel & Hentzel (1986) found a number, S + A - X, that no jump raises although it is not a sum
# of weights. S is the number of edges with two or three pegs in their middle three holes, A is the
# number of interior pegs, and X is the number of pegs in the corners and the middles of the edges
# (Bell 2008, section 2.3, with the opposite sign). Beasley derives the count from six regions, the
# corners and the edges. Every exit from a region consumes a peg of a set that can only shrink, so
# the number of these "fodder" pegs minus the number of exits still to be made never rises
# (addendum of the paper).
#
#             X
#            . .
#           X A X
#          . A A .
#         X . X . X

# Bit 0 is a1. The rows are written from the bottom up, and each row from right to left.
_CORNERS = 0b10001_0000_000_00_1
_EDGES = (0b00000_0001_001_01_0, 0b00000_1000_100_10_0, 0b01110_0000_000_00_0)
_A = 0b00000_0110_010_00_0
_X = 0b10101_0000_101_00_1
_FODDER = 0b01010_1111_010_11_0


def sax_count(position: PositionLike, start: StartLike = None) -> int:
    """Compute the SAX count S + A - X of a position on the triangle of side 5.

    No jump raises the count. Its sign changes when pegs and empty holes are exchanged.

    Raises
    ------
    ProblemError
        If the position is on another board.

    Examples
    --------
    >>> board = triangle(5)
    >>> [sax_count(board.vacancy(hole)) for hole in ("a1", "b3", "a4", "c5")]
    [1, -1, 0, 1]
    """
    position = as_position(position, start)
    code = _code_on_triangle5(position)
    edges = sum((code & edge).bit_count() > 1 for edge in _EDGES)
    return edges + (code & _A).bit_count() - (code & _X).bit_count()


def sax_as_count() -> PlayerCount:
    """Return the SAX count as weights and regions, as it is shown to players.

    Examples
    --------
    >>> position = triangle(5).vacancy("b3")
    >>> sax_as_count().of(position.code) == sax_count(position)
    True
    """
    weights = tuple((_A >> i & 1) - (_X >> i & 1) for i in range(15))
    return PlayerCount(weights, _EDGES)


def exit_count(position: PositionLike, start: StartLike = None) -> int:
    """Compute Beasley's F - E: the fodder pegs minus the exits needed to clear all six regions.

    A region with a peg needs one exit, and a full edge needs two exits (Beasley 1992, chapter 7).

    Raises
    ------
    ProblemError
        If the position is on another board.

    Examples
    --------
    >>> board = triangle(5)
    >>> exit_count(board.vacancy("b3")), exit_count(board.single("b3"))
    (-1, 1)
    """
    position = as_position(position, start)
    code = _code_on_triangle5(position)
    exits = (code & _CORNERS).bit_count()
    for edge in _EDGES:
        exits += bool(code & edge) + (code & edge == edge)
    return (code & _FODDER).bit_count() - exits


def effective_slack(start: Hole | str, finish: Hole | str) -> int:
    """Return how much of the SAX count a game may lose, apart from necessary jumps into corners.

    Bell 2008, table 1. The slack is the count of the vacancy minus that of the single peg.

    A game from a corner vacancy begins with a jump into this corner, and a game to a corner ends
    with such a jump. Each of these jumps loses 1. If the effective slack is negative, there is no
    such game.

    Raises
    ------
    NotOnBoardError
        If the triangle of side 5 has no such hole.

    Examples
    --------
    >>> effective_slack("a1", "a1"), effective_slack("a1", "b3"), effective_slack("c5", "c5")
    (0, -1, 2)
    """
    board = _triangle5()
    corners = sum(_CORNERS >> board.bit(hole) & 1 for hole in (start, finish))
    return sax_count(board.vacancy(start)) - sax_count(board.single(finish)) - corners


@lru_cache(maxsize=1)
def _triangle5() -> Board:
    return triangle(5)


def _code_on_triangle5(position: Position) -> int:
    if position.board != _triangle5():
        raise ProblemError(
            f"the SAX count exists only for triangle5, not for {position.board.name}: give a "
            "position of triangle5"
        )
    return position.code
