"""Triangles of any side: which problems can be solved, and their solutions by construction."""

from pegsolitaire.triangular.construction import (
    Construction,
    construction_of,
    replay,
    solve,
)
from pegsolitaire.triangular.drawing import construction_svg, stages_svg
from pegsolitaire.triangular.feasible import (
    LARGEST,
    count_feasible_pairs,
    count_feasible_pairs_by_burnside,
    feasible_pairs,
    finish_label,
    infeasible_reason,
    is_feasible,
    label,
)
from pegsolitaire.triangular.purges import Purge, purges
from pegsolitaire.triangular.strips import Block

__all__ = [
    "LARGEST",
    "Block",
    "Construction",
    "Purge",
    "construction_of",
    "construction_svg",
    "count_feasible_pairs",
    "count_feasible_pairs_by_burnside",
    "feasible_pairs",
    "finish_label",
    "infeasible_reason",
    "is_feasible",
    "label",
    "purges",
    "replay",
    "solve",
    "stages_svg",
]
