"""Analysis: what winning positions tell about problems."""

from pegsolitaire.analysis.counting import Games, count_games, count_solutions
from pegsolitaire.analysis.dead_ends import DeadEnd, dead_ends
from pegsolitaire.analysis.explain import Explanation, explain
from pegsolitaire.analysis.graph import SolutionGraph
from pegsolitaire.analysis.guide import Guide, can_be_won_anyway, opening
from pegsolitaire.analysis.reach import finishes, starts
from pegsolitaire.analysis.reasons import (
    Reason,
    finish_name,
    reason_by_count,
    reasons_without_search,
)
from pegsolitaire.analysis.solve import Answer, class_reason, solve
from pegsolitaire.analysis.survey import Surveyed, survey
from pegsolitaire.analysis.unordered import Unordered, count_unordered

__all__ = [
    "Answer",
    "DeadEnd",
    "Explanation",
    "Games",
    "Guide",
    "Reason",
    "SolutionGraph",
    "Surveyed",
    "Unordered",
    "can_be_won_anyway",
    "class_reason",
    "count_games",
    "count_solutions",
    "count_unordered",
    "dead_ends",
    "explain",
    "finish_name",
    "finishes",
    "opening",
    "reason_by_count",
    "reasons_without_search",
    "solve",
    "starts",
    "survey",
]
