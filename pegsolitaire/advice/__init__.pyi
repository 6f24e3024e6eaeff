from .checking import Check as Check, check as check
from .exploring import (
    Exploration as Exploration,
    ExploredJump as ExploredJump,
    explore as explore,
)
from .guide import Assessment as Assessment, Guide as Guide, Rival as Rival, assess as assess
from .lesson_check import check_lesson as check_lesson
from .openings import (
    VacancyStanding as VacancyStanding,
    opening as opening,
    problem_on as problem_on,
    vacancy_standings as vacancy_standings,
)
from .other_goals import Reached as Reached, reach as reach, survivors as survivors
from .reviewing import Review as Review, ReviewStep as ReviewStep, review as review
