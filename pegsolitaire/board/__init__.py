"""Boards: holes on a lattice, with their jumps, symmetries and notations."""

from typing import TYPE_CHECKING

from pegsolitaire.lazy import hand_out

if TYPE_CHECKING:
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
        CUBIC,
        FLAT,
        LATTICES,
        LINE,
        SQUARE,
        SQUARE_DIAGONAL,
        TRIANGULAR,
        UNBOUNDED,
        Hole,
        Lattice,
    )
    from pegsolitaire.board.notation import Notation, from_centre, hole_name, parse_hole, respelled
    from pegsolitaire.board.picture import is_drawn, reading_settings
    from pegsolitaire.board.reading import (
        board_of_spec,
        board_of_text,
        board_spec,
        board_text,
        pegs_of,
        read_board,
        read_board_and_start,
        read_text,
    )
    from pegsolitaire.board.space import cube, cuboid
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
    "CUBIC",
    "FLAT",
    "LATTICES",
    "LINE",
    "SQUARE",
    "SQUARE_DIAGONAL",
    "TRIANGULAR",
    "UNBOUNDED",
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
    "board_of_spec",
    "board_of_text",
    "board_spec",
    "board_text",
    "conjugate",
    "cross",
    "cube",
    "cuboid",
    "diamond",
    "english",
    "find_board",
    "french",
    "from_centre",
    "hexagon",
    "hole_name",
    "hole_orbits",
    "is_drawn",
    "least_image",
    "named_board",
    "parse_hole",
    "pegs_of",
    "read_board",
    "read_board_and_start",
    "read_text",
    "reading_settings",
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

hand_out(
    __name__,
    {
        "board": "Board",
        "catalogue": "CATALOGUE cross diamond english find_board french hexagon named_board "
        "rectangle rhombus semi_wiegleb square star triangle truncated_triangle "
        "wiegleb",
        "jumps": "JumpMask Link",
        "lattice": "CUBIC FLAT LATTICES LINE SQUARE SQUARE_DIAGONAL TRIANGULAR UNBOUNDED Hole "
        "Lattice",
        "notation": "Notation from_centre hole_name parse_hole respelled",
        "reading": "board_of_spec board_of_text board_spec board_text pegs_of read_board "
        "read_board_and_start read_text",
        "picture": "is_drawn reading_settings",
        "space": "cube cuboid",
        "symmetries": "Permutation Symmetry apply_permutation hole_orbits least_image",
        "symmetry_types": "SymmetryType conjugate symmetry_types",
    },
)
