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
    from pegsolitaire.analysis.best_end import BestEnd, best_end, fewest_left, instead
    from pegsolitaire.analysis.census import Census, CensusRow, census
    from pegsolitaire.analysis.checking import Check, check
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
        explored_of,
        explored_rest,
    )
    from pegsolitaire.analysis.fool import fools_by_program, fools_solitaire
    from pegsolitaire.analysis.goals import golden_weights, reach, survivors
    from pegsolitaire.analysis.graph import MinimalGraph, SolutionGraph, Unordered, count_unordered
    from pegsolitaire.analysis.guide import Advice, Guide
    from pegsolitaire.analysis.known import Known, known_problems
    from pegsolitaire.analysis.lesson_check import check_lesson
    from pegsolitaire.analysis.move_table import MoveLevel, MoveTable, move_table
    from pegsolitaire.analysis.openings import (
        Opening,
        Standing,
        opening,
        problem_on,
        vacancy_standings,
    )
    from pegsolitaire.analysis.patterns import (
        PatternRow,
        Patterns,
        SymmetricPatterns,
        pattern_rows,
        solvable_patterns,
        symmetric_patterns,
        unique_patterns,
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
    from pegsolitaire.analysis.shortest import (
        MinimalSolutions,
        MoveSet,
        Shortest,
        shortest_solution,
    )
    from pegsolitaire.analysis.solution_counts import SolutionCounts
    from pegsolitaire.analysis.solve import learned_counts, search_core, solve
    from pegsolitaire.analysis.stored_moves import stored_moves
    from pegsolitaire.analysis.survey import Surveyed, catalogue_row, known_table, survey
    from pegsolitaire.analysis.sweeps import (
        FinalSweep,
        Sweep,
        final_sweep,
        longest_sweep,
        shortest_final_sweep,
        sweeps_of_length,
        swept_triangle,
    )
    from pegsolitaire.analysis.symmetric import (
        SymmetricPositions,
        symmetric_in_class,
        symmetric_positions,
    )
    from pegsolitaire.analysis.symmetric_play import (
        most_symmetric_solution,
        passed,
        symmetric_winning,
    )
    from pegsolitaire.analysis.unique import (
        ForcedLines,
        UniqueJumps,
        UniqueRow,
        fullest_dead,
        fullest_with_unique_solution,
        longest_forced,
        unique_jumps,
        with_unique_solution,
    )
    from pegsolitaire.analysis.verify import Verified, verify
    from pegsolitaire.analysis.without_edge import (
        OpenAnswer,
        problem_without_edge,
        room_of,
        solve_without_edge,
    )

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
    "Opening",
    "PatternRow",
    "Patterns",
    "Rating",
    "Reason",
    "Review",
    "ReviewStep",
    "Shortest",
    "SolutionCounts",
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
    "explored_of",
    "explored_rest",
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
    "problem_without_edge",
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
    "shortest_solution",
    "solvable_patterns",
    "solve",
    "solve_without_edge",
    "starts",
    "stored_moves",
    "survey",
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
        "best_end": "BestEnd best_end fewest_left instead",
        "census": "Census CensusRow census",
        "checking": "Check check",
        "counting": "Games count_by_finish count_games count_solutions known_count",
        "dead_ends": "DeadEnd dead_ends",
        "designs": (
            "Designed KINDS Kind LEAST_PEGS design puzzle_set_of rated_puzzles write_designs"
        ),
        "endings": "ending_text fewest_pegs finishes starts",
        "explain": "Explanation explain",
        "explore": "Exploration ExploredJump explore explored_of explored_rest",
        "fool": "fools_by_program fools_solitaire",
        "goals": "golden_weights reach survivors",
        "graph": "MinimalGraph SolutionGraph Unordered count_unordered",
        "guide": "Advice Guide",
        "known": "Known known_problems",
        "lesson_check": "check_lesson",
        "move_table": "MoveLevel MoveTable move_table",
        "openings": "Opening Standing opening problem_on vacancy_standings",
        "patterns": (
            "PatternRow Patterns SymmetricPatterns pattern_rows solvable_patterns "
            "symmetric_patterns unique_patterns"
        ),
        "rating": "Rating fewest_moves fewest_solution rate rate_alone",
        "reasons": "Reason case_text reason_by_count reasons_without_search",
        "reorder": "reorder",
        "review": "Review ReviewStep review",
        "short": "short_solution",
        "shortest": "MinimalSolutions MoveSet Shortest shortest_solution",
        "solution_counts": "SolutionCounts",
        "solve": "learned_counts search_core solve",
        "stored_moves": "stored_moves",
        "survey": "Surveyed catalogue_row known_table survey",
        "sweeps": (
            "FinalSweep Sweep final_sweep longest_sweep shortest_final_sweep sweeps_of_length "
            "swept_triangle"
        ),
        "symmetric": "SymmetricPositions symmetric_in_class symmetric_positions",
        "symmetric_play": "most_symmetric_solution passed symmetric_winning",
        "unique": (
            "ForcedLines UniqueJumps UniqueRow fullest_dead fullest_with_unique_solution "
            "longest_forced unique_jumps with_unique_solution"
        ),
        "verify": "Verified verify",
        "without_edge": "OpenAnswer problem_without_edge room_of solve_without_edge",
    },
)
