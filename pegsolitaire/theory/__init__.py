"""Theory: position classes and problem types."""

from pegsolitaire.theory.classes import (
    class_of,
    feasible_finishes,
    hole_classes,
    invariants,
    is_null_class,
    rank,
)
from pegsolitaire.theory.problems import (
    ProblemType,
    any_finish,
    by_distance,
    default_problem,
    is_degenerate,
    problem_types,
    read_problem,
    shares_class,
    standard_vacancies,
    svss_problems,
    turn_to_standard,
    type_named,
)

__all__ = [
    "ProblemType",
    "any_finish",
    "by_distance",
    "class_of",
    "default_problem",
    "feasible_finishes",
    "hole_classes",
    "invariants",
    "is_degenerate",
    "is_null_class",
    "problem_types",
    "rank",
    "read_problem",
    "shares_class",
    "standard_vacancies",
    "svss_problems",
    "turn_to_standard",
    "type_named",
]
