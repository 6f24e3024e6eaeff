from .balance import BalanceSheet as BalanceSheet
from .block_removals import (
    Removal as Removal,
    removals as removals,
)
from .cases import CaseProof as CaseProof, find_cases as find_cases
from .classes import (
    PositionClass as PositionClass,
    class_of as class_of,
    feasible_finishes as feasible_finishes,
    invariants as invariants,
    is_null_class as is_null_class,
    kept_parities as kept_parities,
    position_classes as position_classes,
    rank as rank,
)
from .level_sizes import (
    canonical_bounds as canonical_bounds,
    check_board as check_board,
    check_level_sets as check_level_sets,
    level_bound as level_bound,
    rounded as rounded,
)
from .linear_programs import (
    balance_finder as balance_finder,
    resource_finder as resource_finder,
    whole_jumps_exist as whole_jumps_exist,
)
from .merson import MoveBound as MoveBound, merson_regions as merson_regions, packings as packings
from .position_profile import Profile as Profile, profile as profile
from .problems import (
    ClassLike as ClassLike,
    ProblemType as ProblemType,
    as_class as as_class,
    as_type as as_type,
    by_distance as by_distance,
    default_problem as default_problem,
    finishes_by_vacancy as finishes_by_vacancy,
    goal_option as goal_option,
    is_anywhere as is_anywhere,
    is_degenerate as is_degenerate,
    problem_types as problem_types,
    read_problem as read_problem,
    shares_class as shares_class,
    standard_vacancies as standard_vacancies,
    svss_problems as svss_problems,
    turn_to_standard as turn_to_standard,
)
from .resource_counts import (
    ResourceCount as ResourceCount,
    classic_counts as classic_counts,
    effective_slack as effective_slack,
    exit_count as exit_count,
    sax_as_count as sax_as_count,
    sax_count as sax_count,
)
from .traps import Trap as Trap
from .unreachable import (
    Reason as Reason,
    ReasonRow as ReasonRow,
    reason_by_count as reason_by_count,
    reasons_without_search as reasons_without_search,
)
