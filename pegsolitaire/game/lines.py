"""Solutions as they are looked up: by any position that they pass, up to symmetry.

A position of a solution can be won by the rest of its jumps, and so can its images under the
symmetries of the board; the jumps of a solution in the reverse order are a solution on the
complements (*Winning Ways*). The positions of the solutions are kept in one dictionary of codes;
the images of a position that is looked up are looked up all.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import NamedTuple

from pegsolitaire.board.board import Board
from pegsolitaire.board.symmetries import Symmetry, apply_permutation, inverse_of
from pegsolitaire.game.jump import Jump
from pegsolitaire.game.position import Position
from pegsolitaire.game.solution import Solution


class _Place(NamedTuple):
    """Where a position is: the line by its number, and how many jumps of it have been made."""

    line: int
    at: int


class Lines:
    """Solutions on a board, with their images, to be found by the positions that they pass.

    Parameters
    ----------
    board : Board
        The board.
    solutions : iterable of Solution
        From anywhere to anywhere on it.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> board = triangle(4)
    >>> moves = "a4-a2 a1-a3 c4-a4-a2 c3-a3-a1-c3 d4-b2".split()
    >>> lines = Lines(board, [Solution.from_moves(board.vacancy("a2"), moves)])
    >>> image = board.vacancy("b2").play("d4-b2")
    >>> print(lines.find(image, {board.single("a2").code}))
    a1-c3, b4-d4-b2, a3-c3-a1-a3, a4-a2
    """

    def __init__(self, board: Board, solutions: Iterable[Solution]) -> None:
        self.board = board
        self._lines = [line for one in solutions for line in (one, one.reversed())]
        self._places: dict[int, list[_Place]] = {}
        for number, line in enumerate(self._lines):
            for at, position in enumerate(line.positions):
                self._places.setdefault(position.code, []).append(_Place(number, at))

    def find(self, position: Position, finishes: Collection[int]) -> Solution | None:
        """The solution with the fewest moves from a position to some finishes, by their codes."""
        found = self._all(position, finishes)
        return min(found, key=lambda line: len(line.moves), default=None)

    def _all(self, position: Position, finishes: Collection[int]) -> Iterator[Solution]:
        """The lines that pass an image of the position, turned back; those given first, first."""
        hits = [
            (place.line, number, place.at)
            for number, symmetry in enumerate(self.board.symmetries)
            for place in self._places.get(_turned_back(symmetry, position.code), ())
        ]
        for line, number, at in sorted(hits):
            symmetry, solution = self.board.symmetries[number], self._lines[line]
            if apply_permutation(symmetry.image, solution.finish.code) in finishes:
                yield Solution(position, _images(solution, symmetry, at))


def _turned_back(symmetry: Symmetry, code: int) -> int:
    """The code of which a symmetry makes this one."""
    return apply_permutation(inverse_of(symmetry.image), code)


def _images(line: Solution, symmetry: Symmetry, at: int) -> list[Jump]:
    """What a symmetry of the board makes of the jumps of a line from one position on."""
    board = line.start.board
    holes = [board.holes[i] for i in symmetry.image]
    return [Jump(holes[board.index(j.start)], holes[board.index(j.end)]) for j in line.jumps[at:]]
