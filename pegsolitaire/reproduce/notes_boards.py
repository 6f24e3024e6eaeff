"""Rows: what Bell's Notes say of all boards of some kind, by a census of small ones."""

from __future__ import annotations

from collections.abc import Iterator

from pegsolitaire.analysis import census
from pegsolitaire.board import TRIANGULAR, Board
from pegsolitaire.progress import Progress
from pegsolitaire.reproduce.notes import solved_problems
from pegsolitaire.reproduce.published import notes as printed
from pegsolitaire.reproduce.row import Row
from pegsolitaire.theory import svss_problems


def rows() -> Iterator[Row]:
    """All of them."""
    smallest = printed.SMALLEST_SOLVED_EVERYWHERE
    yield Row(
        name="notes-section-3-smallest",
        source="Notes, section 3 and figure 6d",
        title=f"holes, up to {smallest}, of boards of the triangular lattice that turn by 120 "
        "degrees and are solvable from every vacancy to every hole that the class allows",
        published=[smallest],
        compute=_numbers_of_holes,
        command="pegs reproduce --only notes-section-3-smallest",
        ours=[6, 9, smallest],
        right="ours",
        why="The 12-hole truncated triangle is one of them, and not the smallest: a windmill of 6 "
        "holes, and one of 9, three triangles around a fourth, which mirrors leave alone too.",
    )


def _numbers_of_holes(progress: Progress) -> object:
    return [
        found.holes
        for found in census(TRIANGULAR, printed.SMALLEST_SOLVED_EVERYWHERE, progress)
        if any(
            turns_by_a_third(board) and solves_everything(board, progress)
            for board, _ in found.solvable(everywhere=True)
        )
    ]


def turns_by_a_third(board: Board) -> bool:
    """Whether turning a board by 120 degrees leaves it alone."""
    holes = range(len(board))
    turns = [symmetry.image for symmetry in board.symmetries if symmetry.is_rotation]
    return any(
        turn != tuple(holes) and all(turn[turn[turn[i]]] == i for i in holes) for turn in turns
    )


def solves_everything(board: Board, progress: Progress) -> bool:
    """Whether all problems from one vacancy to one peg can be solved that the class allows."""
    return len(solved_problems(board, progress)) == len(list(svss_problems(board)))
