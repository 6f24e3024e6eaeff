"""Long sweeps: the most jumps that one peg can make in one move."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pegsolitaire.analysis.reorder import reorder
from pegsolitaire.analysis.trails import Links, longest_trail, trails
from pegsolitaire.board import Board, apply_permutation
from pegsolitaire.board.codes import code_of
from pegsolitaire.errors import ProblemError
from pegsolitaire.game import Move, Position, Solution
from pegsolitaire.progress import SILENT, Progress


@dataclass(frozen=True)
class Sweep:
    """A long move, from a position with the pegs that it takes and no others.

    Attributes
    ----------
    start : Position
    move : Move
    """

    start: Position
    move: Move

    @classmethod
    def along(cls, board: Board, walk: Links) -> Sweep:
        """The sweep of some jumps, one after the other."""
        pegs = code_of([walk[0].start, *(jump.over for jump in walk)])
        path = (board.holes[walk[0].start], *(board.holes[jump.end] for jump in walk))
        sweep = cls(Position(board, pegs), Move(path))
        assert len(sweep.solution.finish) == 1
        return sweep

    @property
    def solution(self) -> Solution:
        """The sweep as a solution, replayed: it ends with one peg."""
        return Solution(self.start, self.move.jumps)

    def after(self, backward: Solution) -> Solution:
        """The game from one vacancy to the sweep, and the sweep, in few moves.

        Parameters
        ----------
        backward : Solution
            A game from the complement of the start, or of a part of it that has all pegs, to one
            peg: the game to the sweep, played backward.
        """
        [hole] = backward.finish
        # A jump undone on the complement is the same jump.
        game = Solution(self.start.board.vacancy(hole), reversed(backward.jumps))
        before = reorder(game)
        return Solution(before.start, (*before.jumps, *self.move.jumps))

    def __len__(self) -> int:
        return len(self.move)


def longest_sweep(board: Board, progress: Progress = SILENT) -> Sweep | None:
    """A longest sweep of a board; None where no jump is possible.

    Parameters
    ----------
    board : Board
        The board, of any size.
    progress : Progress, optional
        Told of every quarter of the holes.

    Raises
    ------
    BoardTooLargeError
        If the integer program of a quarter of the holes is too large, or is not solved in a
        third of a minute: on boards of some ten thousand holes.
    ProblemError
        If the board has jumps that can be made one way only.

    Examples
    --------
    >>> from pegsolitaire.board import english, triangle
    >>> len(longest_sweep(triangle(6))), len(longest_sweep(english()))
    (9, 16)
    """
    best: Links = []
    progress.stage("looking for the longest move", len(board.quarters))
    for done, group in enumerate(_groups(board), 1):
        if len(group) > len(best):
            best = max(best, longest_trail(group), key=len)
        progress.update(done)
    return Sweep.along(board, best) if best else None


def sweeps_of_length(board: Board, length: int) -> Iterator[Sweep]:
    """A sweep of ``length`` jumps from every position that has one and no other pegs.

    Parameters
    ----------
    board : Board
        The board, of any size.
    length : int
        The jumps. Where that is less than the most there can be, positions are many.

    Yields
    ------
    Sweep
        One of each set of positions that are images of each other.

    Raises
    ------
    ProblemError
        If the board has jumps that can be made one way only.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> [len(list(sweeps_of_length(triangle(6), n))) for n in (8, 9, 10)]
    [9, 4, 0]
    """
    seen: set[int] = set()
    for group in _groups(board):
        for walk in trails(group, length) if len(group) >= length > 0 else ():
            for turned in turned_walks(walk):
                sweep = Sweep.along(board, turned)
                least = min(
                    apply_permutation(symmetry.image, sweep.start.code)
                    for symmetry in board.symmetries
                )
                if least not in seen:
                    seen.add(least)
                    yield sweep


def turned_walks(walk: Links) -> Iterator[Links]:
    """The walk from each hole where it can begin: from both ends, or all round."""
    back = [jump._replace(start=jump.end, end=jump.start) for jump in reversed(walk)]
    if walk[0].start != walk[-1].end:
        yield from (walk, back)
        return
    for i, jump in enumerate(walk):
        if all(jump.start != other.start for other in walk[:i]):
            yield walk[i:] + walk[:i]


def _groups(board: Board) -> Iterator[Links]:
    """The jumps of each quarter of the holes, one of each pair back and forth."""
    pairs = {(jump.start, jump.end) for jump in board.links}
    if any((end, start) not in pairs for start, end in pairs):
        raise ProblemError(
            f"{board.name} has jumps that go one way only: its long moves are not looked for"
        )
    for quarter in map(set, board.quarters):
        yield [jump for jump in board.links if jump.start < jump.end and jump.start in quarter]
