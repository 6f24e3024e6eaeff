"""Analysis: what winning positions tell about problems."""

from typing import TYPE_CHECKING

from pegsolitaire.lazy import hand_out

if TYPE_CHECKING:
    from pegsolitaire.analysis.answers import (
        Answer,
        class_reason,
        known_answer,
        known_solution,
    )
    from pegsolitaire.analysis.assess import Assessment, assess
    from pegsolitaire.analysis.best_end import BestEnd, best_end
    from pegsolitaire.analysis.census import Census, CensusRow, census
    from pegsolitaire.analysis.checking import Check, check
    from pegsolitaire.analysis.class_extremes import (
        ForcedLines,
        fullest_dead,
        fullest_with_unique_solution,
        longest_forced,
    )
    from pegsolitaire.analysis.counting import (
        Games,
        count_by_finish,
        count_games,
        count_solutions,
        known_count,
    )
    from pegsolitaire.analysis.dead_ends import DeadEnd, dead_ends
    from pegsolitaire.analysis.designs import (
        KINDS,
        LEAST_PEGS,
        Designed,
        Kind,
        design,
        puzzle_set_of,
        rated_puzzles,
        write_designs,
    )
    from pegsolitaire.analysis.endings import ending_text, fewest_pegs, finishes, starts
    from pegsolitaire.analysis.explain import Explanation, explain
    from pegsolitaire.analysis.explore import (
        Exploration,
        ExploredJump,
        explore,
    )
    from pegsolitaire.analysis.final_sweep import (
        FinalSweep,
        final_sweep,
        shortest_final_sweep,
    )
    from pegsolitaire.analysis.fool import fools_by_program, fools_solitaire
    from pegsolitaire.analysis.goals import golden_weights, reach, survivors
    from pegsolitaire.analysis.graph import SolutionGraph
    from pegsolitaire.analysis.guide import Advice, Guide
    from pegsolitaire.analysis.instead import fewest_left, instead
    from pegsolitaire.analysis.known import Known, known_problems
    from pegsolitaire.analysis.lesson_check import check_lesson
    from pegsolitaire.analysis.minimal import MinimalSolutions, MoveSet
    from pegsolitaire.analysis.minimal_graph import MinimalGraph
    from pegsolitaire.analysis.move_table import MoveLevel, MoveTable, move_table
    from pegsolitaire.analysis.openings import (
        Opening,
        Standing,
        opening,
        problem_on,
        vacancy_standings,
    )
    from pegsolitaire.analysis.rating import (
        Rating,
        fewest_moves,
        fewest_solution,
        rate,
        rate_alone,
    )
    from pegsolitaire.analysis.reasons import (
        Reason,
        case_text,
        reason_by_count,
        reasons_without_search,
    )
    from pegsolitaire.analysis.reorder import reorder
    from pegsolitaire.analysis.review import Review, ReviewStep, review
    from pegsolitaire.analysis.short import short_solution
    from pegsolitaire.analysis.shortest import Shortest, shortest_solution
    from pegsolitaire.analysis.shortest_table import (
        ShortestRow,
        catalogue_row,
        known_table,
        shortest_row_of,
        shortest_table,
    )
    from pegsolitaire.analysis.solve import learned_counts, search_core, solve
    from pegsolitaire.analysis.survey import (
        OpenSurveyed,
        Surveyed,
        survey,
        survey_without_edge,
    )
    from pegsolitaire.analysis.sweeps import Sweep, longest_sweep, sweeps_of_length
    from pegsolitaire.analysis.swept_triangle import swept_triangle
    from pegsolitaire.analysis.symmetric import (
        SymmetricPositions,
        symmetric_in_class,
        symmetric_positions,
    )
    from pegsolitaire.analysis.symmetric_patterns import SymmetricPatterns, symmetric_patterns
    from pegsolitaire.analysis.symmetric_play import (
        most_symmetric_solution,
        passed,
        symmetric_winning,
    )
    from pegsolitaire.analysis.unbounded import (
        PatternRow,
        Patterns,
        pattern_rows,
        solvable_patterns,
        unique_patterns,
    )
    from pegsolitaire.analysis.unique import (
        UniqueJumps,
        UniqueRow,
        unique_jumps,
        with_unique_solution,
    )
    from pegsolitaire.analysis.unordered import Unordered, count_unordered
    from pegsolitaire.analysis.verify import Verified, verify
    from pegsolitaire.analysis.without_edge import OpenAnswer, room_of, solve_without_edge

__all__ = [
    "KINDS",
    "LEAST_PEGS",
    "Advice",
    "Answer",
    "Assessment",
    "BestEnd",
    "Census",
    "CensusRow",
    "Check",
    "DeadEnd",
    "Designed",
    "Explanation",
    "Exploration",
    "ExploredJump",
    "FinalSweep",
    "ForcedLines",
    "Games",
    "Guide",
    "Kind",
    "Known",
    "MinimalGraph",
    "MinimalSolutions",
    "MoveLevel",
    "MoveSet",
    "MoveTable",
    "OpenAnswer",
    "OpenSurveyed",
    "Opening",
    "PatternRow",
    "Patterns",
    "Rating",
    "Reason",
    "Review",
    "ReviewStep",
    "Shortest",
    "ShortestRow",
    "SolutionGraph",
    "Standing",
    "Surveyed",
    "Sweep",
    "SymmetricPatterns",
    "SymmetricPositions",
    "UniqueJumps",
    "UniqueRow",
    "Unordered",
    "Verified",
    "assess",
    "best_end",
    "case_text",
    "catalogue_row",
    "census",
    "check",
    "check_lesson",
    "class_reason",
    "count_by_finish",
    "count_games",
    "count_solutions",
    "count_unordered",
    "dead_ends",
    "design",
    "ending_text",
    "explain",
    "explore",
    "fewest_left",
    "fewest_moves",
    "fewest_pegs",
    "fewest_solution",
    "final_sweep",
    "finishes",
    "fools_by_program",
    "fools_solitaire",
    "fullest_dead",
    "fullest_with_unique_solution",
    "golden_weights",
    "instead",
    "known_answer",
    "known_count",
    "known_problems",
    "known_solution",
    "known_table",
    "learned_counts",
    "longest_forced",
    "longest_sweep",
    "most_symmetric_solution",
    "move_table",
    "opening",
    "passed",
    "pattern_rows",
    "problem_on",
    "puzzle_set_of",
    "rate",
    "rate_alone",
    "rated_puzzles",
    "reach",
    "reason_by_count",
    "reasons_without_search",
    "reorder",
    "review",
    "room_of",
    "search_core",
    "short_solution",
    "shortest_final_sweep",
    "shortest_row_of",
    "shortest_solution",
    "shortest_table",
    "solvable_patterns",
    "solve",
    "solve_without_edge",
    "starts",
    "survey",
    "survey_without_edge",
    "survivors",
    "sweeps_of_length",
    "swept_triangle",
    "symmetric_in_class",
    "symmetric_patterns",
    "symmetric_positions",
    "symmetric_winning",
    "unique_jumps",
    "unique_patterns",
    "vacancy_standings",
    "verify",
    "with_unique_solution",
    "write_designs",
]

hand_out(
    __name__,
    {
        "answers": "Answer class_reason known_answer known_solution",
        "assess": "Assessment assess",
        "best_end": "BestEnd best_end",
        "census": "Census CensusRow census",
        "class_extremes": "ForcedLines fullest_dead fullest_with_unique_solution longest_forced",
        "counting": "Games count_by_finish count_games count_solutions known_count",
        "dead_ends": "DeadEnd dead_ends",
        "designs": "KINDS LEAST_PEGS Designed Kind design puzzle_set_of rated_puzzles "
        "write_designs",
        "explain": "Explanation explain",
        "explore": "Exploration ExploredJump explore",
        "final_sweep": "FinalSweep final_sweep shortest_final_sweep",
        "fool": "fools_by_program fools_solitaire",
        "graph": "SolutionGraph",
        "checking": "Check check",
        "goals": "golden_weights reach survivors",
        "guide": "Advice Guide",
        "instead": "fewest_left instead",
        "known": "Known known_problems",
        "lesson_check": "check_lesson",
        "minimal": "MinimalSolutions MoveSet",
        "minimal_graph": "MinimalGraph",
        "move_table": "MoveLevel MoveTable move_table",
        "openings": "Opening Standing opening problem_on vacancy_standings",
        "rating": "Rating fewest_moves fewest_solution rate rate_alone",
        "endings": "ending_text fewest_pegs finishes starts",
        "reasons": "Reason case_text reason_by_count reasons_without_search",
        "reorder": "reorder",
        "review": "Review ReviewStep review",
        "short": "short_solution",
        "shortest": "Shortest shortest_solution",
        "shortest_table": "ShortestRow catalogue_row known_table shortest_row_of shortest_table",
        "solve": "learned_counts search_core solve",
        "survey": "OpenSurveyed Surveyed survey survey_without_edge",
        "sweeps": "Sweep longest_sweep sweeps_of_length",
        "swept_triangle": "swept_triangle",
        "symmetric": "SymmetricPositions symmetric_in_class symmetric_positions",
        "symmetric_patterns": "SymmetricPatterns symmetric_patterns",
        "symmetric_play": "most_symmetric_solution passed symmetric_winning",
        "unbounded": "PatternRow Patterns pattern_rows solvable_patterns unique_patterns",
        "unique": "UniqueJumps UniqueRow unique_jumps with_unique_solution",
        "unordered": "Unordered count_unordered",
        "verify": "Verified verify",
        "without_edge": "OpenAnswer room_of solve_without_edge",
    },
)
