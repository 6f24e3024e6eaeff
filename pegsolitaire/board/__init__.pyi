from .board import (
    Board as Board,
    BoardLike as BoardLike,
    JumpMask as JumpMask,
    as_board as as_board,
)
from .catalogue import (
    CATALOGUE as CATALOGUE,
    boards as boards,
    cross as cross,
    cuboid as cuboid,
    diamond as diamond,
    english as english,
    find_board as find_board,
    french as french,
    hexagon as hexagon,
    named_board as named_board,
    rectangle as rectangle,
    rhombus as rhombus,
    semi_wiegleb as semi_wiegleb,
    slip_in as slip_in,
    square as square,
    star as star,
    triangle as triangle,
    truncated_triangle as truncated_triangle,
    wiegleb as wiegleb,
)
from .lattice import (
    CUBIC as CUBIC,
    FLAT as FLAT,
    LATTICES as LATTICES,
    LINE as LINE,
    SQUARE as SQUARE,
    SQUARE_DIAGONAL as SQUARE_DIAGONAL,
    TRIANGULAR as TRIANGULAR,
    UNBOUNDED as UNBOUNDED,
    Hole as Hole,
    HoleLike as HoleLike,
    Lattice as Lattice,
)
from .links import (
    board_of_spec as board_of_spec,
    board_spec as board_spec,
    read_text as read_text,
)
from .notation import (
    Notation as Notation,
    hole_name as hole_name,
    parse_hole as parse_hole,
)
from .reading_boards import (
    is_picture as is_picture,
    read_board as read_board,
    read_board_and_start as read_board_and_start,
)
from .symmetry import (
    Permutation as Permutation,
    Symmetry as Symmetry,
    apply_permutation as apply_permutation,
    hole_orbits as hole_orbits,
    least_image as least_image,
)
from .symmetry_type import (
    SymmetryType as SymmetryType,
    conjugate as conjugate,
    symmetry_types as symmetry_types,
)
