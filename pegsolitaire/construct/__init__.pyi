from .any_board import constructed as constructed
from .hexagons import is_hexagon as is_hexagon, solve_hexagon as solve_hexagon
from .rectangles import is_rectangle as is_rectangle, solve_rectangle as solve_rectangle
from .solvable_triangles import (
    ALL_SOLVABLE as ALL_SOLVABLE,
    MoveBounds as MoveBounds,
    count_feasible_pairs as count_feasible_pairs,
    feasible_pairs as feasible_pairs,
    is_feasible as is_feasible,
    move_bounds as move_bounds,
    size_of as size_of,
)
from .strips import Block as Block, removals as removals
from .triangles import (
    Construction as Construction,
    construction_of as construction_of,
    is_triangle as is_triangle,
    one_peg_pair as one_peg_pair,
    solve as solve,
)
