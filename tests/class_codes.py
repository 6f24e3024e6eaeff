"""Boards and codes of classes, as bitmaps keep them, compared with plain sets."""

import random

from hypothesis import strategies as st
from marks import each
from private import set_private

from pegsolitaire.board import Board, named_board
from pegsolitaire.board.lattice import FLAT
from pegsolitaire.engine import class_bitmaps, class_scans, machine
from pegsolitaire.theory import class_of
from pegsolitaire.work import Progress

NAMES = [
    "triangle4", "triangle5", "square3", "square4", "truncated12", "rectangle3x4",
    "rectangle3x4+diagonal", "rectangle1x1", "rectangle2x1", "rectangle3x1", "rectangle1x9",
    "rectangle12x1", "square2",
]  # fmt: skip


PICTURES = {
    "one jump each way": Board.from_rows("ooo", "square"),
    "no jump": Board.from_rows("oo oo/oo oo", "square"),
    "scattered": Board.from_rows("o o o/ o o/o o o", "square"),
    "a piece and lone holes": Board.from_rows("oooo  o/oooo/    o", "square"),
    "two pieces": Board.from_rows("ooo  ooo/ooo", "square"),
    "corner": Board.from_rows("o/o/ooo", "triangular"),
    "no symmetry": Board.from_rows("oooo/ooo/ooo/ o", "square"),
}


ALL = {name: named_board(name) for name in NAMES} | PICTURES


BOARDS = each("board", ALL.values())


@st.composite
def pictures(draw):
    """Draw boards with up to 14 holes of a 4 by 5 grid, on any lattice. Most have few jumps."""
    places = [(x, y) for x in range(4) for y in range(5)]
    left_out = draw(st.sets(st.sampled_from(places), min_size=6, max_size=16))
    lattice = draw(st.sampled_from(list(FLAT.values())))
    return Board([place for place in places if place not in left_out], lattice)


@st.composite
def boards_and_codes(draw):
    """Draw a board and some positions of one class."""
    board = draw(pictures())
    codes = draw(st.lists(st.integers(0, board.full_code), min_size=1, max_size=12))
    label = class_of(board, codes[0])
    return board, [code for code in codes if class_of(board, code) == label]


def classes(board, number, seed=0):
    """Yield some positions from each of several classes.

    They include single pegs, boards with one hole empty and random positions.
    """
    rng = random.Random(seed)
    codes = [1 << i for i in range(len(board))] + [
        board.full_code ^ 1 << i for i in range(len(board))
    ]
    codes += [rng.getrandbits(len(board)) for _ in range(10)]
    by_class = {}
    for code in codes:
        by_class.setdefault(class_of(board, code), set()).add(code)
    chosen = rng.sample(sorted(by_class), min(number, len(by_class)))
    for label in chosen:
        some = sorted(by_class[label])
        yield rng.sample(some, rng.randint(1, len(some)))


def codes_of(found):
    """Return the codes of a bitmap, decoded one by one."""
    return {
        found.coset.code(index)
        for index in range(len(found.coset))
        if int(found.words[index // 64]) >> index % 64 & 1
    }


class Interrupt(Progress):
    """Simulates Ctrl-C at a given pass."""

    def __init__(self, at):
        self.at = at

    def update(self, done, note=""):
        if done == self.at:
            raise KeyboardInterrupt


def cut_small(patch, bits=8, rounds=2):
    """Make blocks small and use threads even for little work."""
    patch.setattr(class_bitmaps, "BLOCK_BITS", bits)
    set_private(patch, class_bitmaps, _ROUNDS=rounds)
    patch.setattr(machine, "SMALL", 1)
    set_private(patch, class_scans, _CHUNK=3)
