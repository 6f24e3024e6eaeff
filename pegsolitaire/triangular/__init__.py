"""Triangles of any side, and rectangles: what can be solved, and solutions by construction.

Pictures of them are drawn by :mod:`pegsolitaire.triangular.drawing`.
"""

from typing import TYPE_CHECKING

from pegsolitaire.lazy import hand_out

if TYPE_CHECKING:
    from pegsolitaire.triangular.any_board import constructed
    from pegsolitaire.triangular.bounds import MoveBounds, move_bounds
    from pegsolitaire.triangular.construction import (
        Construction,
        construction_of,
        is_triangle,
        one_peg_pair,
        replay,
        solve,
    )
    from pegsolitaire.triangular.feasible import (
        ALL_SOLVABLE,
        LARGEST,
        count_feasible_pairs,
        count_feasible_pairs_by_burnside,
        feasible_pairs,
        finish_label,
        infeasible_reason,
        is_feasible,
        label,
        size_of,
    )
    from pegsolitaire.triangular.hexagons import is_hexagon, solve_hexagon
    from pegsolitaire.triangular.purges import Purge, purges
    from pegsolitaire.triangular.rectangles import Extension, is_rectangle, solve_rectangle
    from pegsolitaire.triangular.strips import Block

__all__ = [
    "ALL_SOLVABLE",
    "LARGEST",
    "Block",
    "Construction",
    "Extension",
    "MoveBounds",
    "Purge",
    "constructed",
    "construction_of",
    "count_feasible_pairs",
    "count_feasible_pairs_by_burnside",
    "feasible_pairs",
    "finish_label",
    "infeasible_reason",
    "is_feasible",
    "is_hexagon",
    "is_rectangle",
    "is_triangle",
    "label",
    "move_bounds",
    "one_peg_pair",
    "purges",
    "replay",
    "size_of",
    "solve",
    "solve_hexagon",
    "solve_rectangle",
]

hand_out(
    __name__,
    {
        "any_board": "constructed",
        "bounds": "MoveBounds move_bounds",
        "construction": "Construction construction_of is_triangle one_peg_pair replay solve",
        "feasible": "ALL_SOLVABLE LARGEST count_feasible_pairs count_feasible_pairs_by_burnside "
        "feasible_pairs finish_label infeasible_reason is_feasible label size_of",
        "hexagons": "is_hexagon solve_hexagon",
        "purges": "Purge purges",
        "rectangles": "Extension is_rectangle solve_rectangle",
        "strips": "Block",
    },
)
