from .checking import Check as Check, check as check
from .explaining import Explanation as Explanation, explain as explain
from .guide import (
    Assessment as Assessment,
    Exploration as Exploration,
    ExploredJump as ExploredJump,
    Guide as Guide,
    assess as assess,
    explore as explore,
)
from .lesson_check import check_lesson as check_lesson
from .losing_lines import DeadEnd as DeadEnd, dead_ends as dead_ends
from .openings import (
    VacancyStanding as VacancyStanding,
    opening as opening,
    problem_on as problem_on,
    vacancy_standings as vacancy_standings,
)
from .other_goals import Reached as Reached, reach as reach, survivors as survivors
from .reviewing import Review as Review, ReviewStep as ReviewStep, review as review
from .telling import ProofPart as ProofPart, Telling as Telling, tell as tell
from .verifying import verify as verify
