"""Analysis: what winning positions tell about problems."""

from pegsolitaire.analysis.guide import Guide, can_be_won_anyway, opening
from pegsolitaire.analysis.reach import finishes, starts
from pegsolitaire.analysis.solve import Answer, class_reason, solve
from pegsolitaire.analysis.survey import Surveyed, survey

__all__ = [
    "Answer",
    "Guide",
    "Surveyed",
    "can_be_won_anyway",
    "class_reason",
    "finishes",
    "opening",
    "solve",
    "starts",
    "survey",
]
