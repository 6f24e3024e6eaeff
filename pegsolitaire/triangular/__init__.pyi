from pegsolitaire.triangular.any_board import constructed as constructed
from pegsolitaire.triangular.bounds import MoveBounds as MoveBounds
from pegsolitaire.triangular.bounds import move_bounds as move_bounds
from pegsolitaire.triangular.construction import Construction as Construction
from pegsolitaire.triangular.construction import construction_of as construction_of
from pegsolitaire.triangular.construction import is_triangle as is_triangle
from pegsolitaire.triangular.construction import one_peg_pair as one_peg_pair
from pegsolitaire.triangular.construction import replay as replay
from pegsolitaire.triangular.construction import solve as solve
from pegsolitaire.triangular.feasible import ALL_SOLVABLE as ALL_SOLVABLE
from pegsolitaire.triangular.feasible import LARGEST as LARGEST
from pegsolitaire.triangular.feasible import count_feasible_pairs as count_feasible_pairs
from pegsolitaire.triangular.feasible import (
    count_feasible_pairs_by_burnside as count_feasible_pairs_by_burnside,
)
from pegsolitaire.triangular.feasible import feasible_pairs as feasible_pairs
from pegsolitaire.triangular.feasible import finish_label as finish_label
from pegsolitaire.triangular.feasible import infeasible_reason as infeasible_reason
from pegsolitaire.triangular.feasible import is_feasible as is_feasible
from pegsolitaire.triangular.feasible import label as label
from pegsolitaire.triangular.feasible import size_of as size_of
from pegsolitaire.triangular.hexagons import is_hexagon as is_hexagon
from pegsolitaire.triangular.hexagons import solve_hexagon as solve_hexagon
from pegsolitaire.triangular.purges import Purge as Purge
from pegsolitaire.triangular.purges import purges as purges
from pegsolitaire.triangular.rectangles import Extension as Extension
from pegsolitaire.triangular.rectangles import is_rectangle as is_rectangle
from pegsolitaire.triangular.rectangles import solve_rectangle as solve_rectangle
from pegsolitaire.triangular.strips import Block as Block
