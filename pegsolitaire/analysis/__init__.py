"""Analysis: what winning positions tell about problems."""

from pegsolitaire.analysis.assess import Assessment, assess
from pegsolitaire.analysis.counting import Games, count_games, count_solutions
from pegsolitaire.analysis.dead_ends import DeadEnd, dead_ends
from pegsolitaire.analysis.explain import Explanation, explain
from pegsolitaire.analysis.graph import SolutionGraph
from pegsolitaire.analysis.guide import Advice, Guide, can_be_won_anyway, opening
from pegsolitaire.analysis.rating import Rating, fewest_moves, rate
from pegsolitaire.analysis.reach import fewest_pegs, finishes, starts
from pegsolitaire.analysis.reasons import (
    Reason,
    finish_name,
    reason_by_count,
    reasons_without_search,
)
from pegsolitaire.analysis.solve import Answer, class_reason, learned_counts, solve
from pegsolitaire.analysis.survey import Surveyed, survey
from pegsolitaire.analysis.symmetric import (
    SymmetricPositions,
    class_table,
    symmetric_positions,
)
from pegsolitaire.analysis.unique import (
    UniqueJumps,
    UniqueRow,
    unique_jumps,
    with_unique_solution,
)
from pegsolitaire.analysis.unordered import Unordered, count_unordered

__all__ = [
    "Advice",
    "Answer",
    "Assessment",
    "DeadEnd",
    "Explanation",
    "Games",
    "Guide",
    "Rating",
    "Reason",
    "SolutionGraph",
    "Surveyed",
    "SymmetricPositions",
    "UniqueJumps",
    "UniqueRow",
    "Unordered",
    "assess",
    "can_be_won_anyway",
    "class_reason",
    "class_table",
    "count_games",
    "count_solutions",
    "count_unordered",
    "dead_ends",
    "explain",
    "fewest_moves",
    "fewest_pegs",
    "finish_name",
    "finishes",
    "learned_counts",
    "opening",
    "rate",
    "reason_by_count",
    "reasons_without_search",
    "solve",
    "starts",
    "survey",
    "symmetric_positions",
    "unique_jumps",
    "with_unique_solution",
]
