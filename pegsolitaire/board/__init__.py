"""Boards: holes on a lattice, with their jumps, symmetries and notations."""

from pegsolitaire.board.board import Board
from pegsolitaire.board.catalogue import (
    CATALOGUE,
    cross,
    diamond,
    english,
    find_board,
    french,
    hexagon,
    named_board,
    rectangle,
    rhombus,
    semi_wiegleb,
    square,
    star,
    triangle,
    truncated_triangle,
    wiegleb,
)
from pegsolitaire.board.jumps import JumpMask, Link
from pegsolitaire.board.lattice import (
    LATTICES,
    SQUARE,
    SQUARE_DIAGONAL,
    TRIANGULAR,
    Hole,
    Lattice,
)
from pegsolitaire.board.notation import Notation, from_centre, hole_name, parse_hole, respelled
from pegsolitaire.board.reading import read_board, read_text
from pegsolitaire.board.symmetries import (
    Permutation,
    Symmetry,
    apply_permutation,
    hole_orbits,
    least_image,
)
from pegsolitaire.board.symmetry_types import SymmetryType, conjugate, symmetry_types

__all__ = [
    "CATALOGUE",
    "LATTICES",
    "SQUARE",
    "SQUARE_DIAGONAL",
    "TRIANGULAR",
    "Board",
    "Hole",
    "JumpMask",
    "Lattice",
    "Link",
    "Notation",
    "Permutation",
    "Symmetry",
    "SymmetryType",
    "apply_permutation",
    "conjugate",
    "cross",
    "diamond",
    "english",
    "find_board",
    "french",
    "from_centre",
    "hexagon",
    "hole_name",
    "hole_orbits",
    "least_image",
    "named_board",
    "parse_hole",
    "read_board",
    "read_text",
    "rectangle",
    "respelled",
    "rhombus",
    "semi_wiegleb",
    "square",
    "star",
    "symmetry_types",
    "triangle",
    "truncated_triangle",
    "wiegleb",
]
