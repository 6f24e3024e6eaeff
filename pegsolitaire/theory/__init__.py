"""Theory: position classes, problem types, resource counts, regions, SAX counts and removals."""

from typing import TYPE_CHECKING

from pegsolitaire.lazy import hand_out

if TYPE_CHECKING:
    from pegsolitaire.theory.balance import BalanceSheet, Limit
    from pegsolitaire.theory.case_finder import CaseSearch, find_cases, numbers_lead
    from pegsolitaire.theory.cases import CaseProof, Split
    from pegsolitaire.theory.classes import (
        class_of,
        feasible_finishes,
        hole_classes,
        invariants,
        is_null_class,
        kept_parities,
        kept_parity,
        rank,
    )
    from pegsolitaire.theory.exits import Demand, demands
    from pegsolitaire.theory.level_bound import (
        check_board,
        check_class_sets,
        check_level_sets,
        level_bound,
        rounded,
    )
    from pegsolitaire.theory.linear import (
        BalanceFinder,
        balance_finder,
        resource_finder,
    )
    from pegsolitaire.theory.merson import MoveBound, merson_regions, packings
    from pegsolitaire.theory.position_classes import (
        PositionClass,
        class_named,
        position_classes,
    )
    from pegsolitaire.theory.problems import (
        ProblemType,
        any_finish,
        by_distance,
        default_problem,
        is_anywhere,
        is_degenerate,
        problem_types,
        read_problem,
        shares_class,
        standard_vacancies,
        svss_problems,
        turn_to_standard,
        type_named,
    )
    from pegsolitaire.theory.profile import Profile, Tight, profile
    from pegsolitaire.theory.removals import Removal, known_removals, removals
    from pegsolitaire.theory.resource import ResourceCount, classic_counts
    from pegsolitaire.theory.sax import (
        effective_slack,
        exit_count,
        sax_as_count,
        sax_count,
        slack,
    )
    from pegsolitaire.theory.whole import whole_jumps_exist

__all__ = [
    "BalanceFinder",
    "BalanceSheet",
    "CaseProof",
    "CaseSearch",
    "Demand",
    "Limit",
    "MoveBound",
    "PositionClass",
    "ProblemType",
    "Profile",
    "Removal",
    "ResourceCount",
    "Split",
    "Tight",
    "any_finish",
    "balance_finder",
    "by_distance",
    "check_board",
    "check_class_sets",
    "check_level_sets",
    "class_named",
    "class_of",
    "classic_counts",
    "default_problem",
    "demands",
    "effective_slack",
    "exit_count",
    "feasible_finishes",
    "find_cases",
    "hole_classes",
    "invariants",
    "is_anywhere",
    "is_degenerate",
    "is_null_class",
    "kept_parities",
    "kept_parity",
    "known_removals",
    "level_bound",
    "merson_regions",
    "numbers_lead",
    "packings",
    "position_classes",
    "problem_types",
    "profile",
    "rank",
    "read_problem",
    "removals",
    "resource_finder",
    "rounded",
    "sax_as_count",
    "sax_count",
    "shares_class",
    "slack",
    "standard_vacancies",
    "svss_problems",
    "turn_to_standard",
    "type_named",
    "whole_jumps_exist",
]

hand_out(
    __name__,
    {
        "balance": "BalanceSheet Limit",
        "case_finder": "CaseSearch find_cases numbers_lead",
        "cases": "CaseProof Split",
        "classes": "class_of feasible_finishes hole_classes invariants is_null_class "
        "kept_parities kept_parity rank",
        "exits": "Demand demands",
        "level_bound": "check_class_sets check_level_sets level_bound check_board rounded",
        "linear": "BalanceFinder balance_finder resource_finder",
        "merson": "MoveBound merson_regions packings",
        "position_classes": "PositionClass class_named position_classes",
        "problems": "ProblemType any_finish by_distance default_problem is_anywhere "
        "is_degenerate problem_types read_problem shares_class "
        "standard_vacancies svss_problems turn_to_standard type_named",
        "profile": "Profile Tight profile",
        "removals": "Removal known_removals removals",
        "resource": "ResourceCount classic_counts",
        "sax": "effective_slack exit_count sax_as_count sax_count slack",
        "whole": "whole_jumps_exist",
    },
)
