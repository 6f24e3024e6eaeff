"""Random play from the end: the chance to win from every position, not only from one start."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pegsolitaire.board import Board, Symmetry
from pegsolitaire.engine.bits.arrays import Bytes, Floats, Words
from pegsolitaire.engine.bits.layout import make_layout
from pegsolitaire.engine.bits.workers import Workers
from pegsolitaire.engine.play.backward_kernels import mean_of_jumps


class Worth(NamedTuple):
    """What the jumps of some positions lead to."""

    means: Floats  # (n,): the mean of what the positions after a jump are worth
    jumps: Bytes  # (n,): the legal jumps of each
    known: Bytes  # (n,): those of them that lead to a position that is worth anything


class BackwardPlay:
    """Any jump is as likely; positions are least codes up to a group, of boards of up to 64 holes.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> board = triangle(4)
    >>> with BackwardPlay(board, board.symmetries) as play:
    ...     worth = play.step(np.array([7], np.uint64), np.array([1], np.uint64), np.ones(1))
    """

    def __init__(
        self, board: Board, group: tuple[Symmetry, ...], threads: int | None = None
    ) -> None:
        layout = make_layout(board, group)
        self._images, self._bits = layout.images, layout.bits
        self._masks = np.array([jump.mask for jump in board.jumps], np.uint64)
        self._wanted = np.array([jump.pegs for jump in board.jumps], np.uint64)
        self._workers = Workers(threads)

    def __enter__(self) -> BackwardPlay:
        return self

    def __exit__(self, *_: object) -> None:
        self._workers.close()

    def step(self, codes: Words, level: Words, worth: Floats) -> Worth:
        """What positions are worth by those with one peg less.

        Of these the level holds the sorted least codes of all that are worth anything, and
        ``worth`` how much each of them is.
        """
        found = Worth(
            np.empty(len(codes)), np.empty(len(codes), np.uint8), np.empty(len(codes), np.uint8)
        )
        self._workers.share(
            len(codes),
            len(codes),
            lambda a, b: mean_of_jumps(
                codes, self._masks, self._wanted, self._images, self._bits, level, worth, *found,
                a, b,
            ),
        )  # fmt: skip
        return found
