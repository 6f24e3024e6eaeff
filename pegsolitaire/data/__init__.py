"""What comes along in files: puzzles, lessons, and what is known of the boards."""

from typing import TYPE_CHECKING

from pegsolitaire.lazy import hand_out

if TYPE_CHECKING:
    from pegsolitaire.data.knowledge import (
        FEWEST,
        SEARCHED,
        Bound,
        CatalogueRow,
        Extreme,
        Impossible,
        Knowledge,
        KnownSolution,
        Pair,
        SolutionClass,
        SolutionCount,
        Vacancies,
        knowledge_of,
        known_boards,
        published_solutions,
        read_knowledge,
        vacancy_puzzles,
    )
    from pegsolitaire.data.lessons import (
        Lesson,
        LessonAnswer,
        Step,
        Term,
        WrongTurn,
        glossary,
        lesson_named,
        lessons,
        read_glossary,
        read_lesson,
    )
    from pegsolitaire.data.puzzles import (
        Puzzle,
        PuzzleSet,
        StormPosition,
        bits_of_difficulty,
        daily_puzzles,
        difficulty_of,
        find_puzzle,
        puzzle_set,
        puzzle_sets,
        puzzles_text,
        read_puzzles,
        read_storm,
        stored_puzzle_sets,
        storm_positions,
    )

__all__ = [
    "FEWEST",
    "SEARCHED",
    "Bound",
    "CatalogueRow",
    "Extreme",
    "Impossible",
    "Knowledge",
    "KnownSolution",
    "Lesson",
    "LessonAnswer",
    "Pair",
    "Puzzle",
    "PuzzleSet",
    "SolutionClass",
    "SolutionCount",
    "Step",
    "StormPosition",
    "Term",
    "Vacancies",
    "WrongTurn",
    "bits_of_difficulty",
    "daily_puzzles",
    "difficulty_of",
    "find_puzzle",
    "glossary",
    "knowledge_of",
    "known_boards",
    "lesson_named",
    "lessons",
    "published_solutions",
    "puzzle_set",
    "puzzle_sets",
    "puzzles_text",
    "read_glossary",
    "read_knowledge",
    "read_lesson",
    "read_puzzles",
    "read_storm",
    "stored_puzzle_sets",
    "storm_positions",
    "vacancy_puzzles",
]

hand_out(
    __name__,
    {
        "knowledge": "FEWEST SEARCHED Bound CatalogueRow Extreme Impossible Knowledge "
        "KnownSolution Pair SolutionClass SolutionCount Vacancies knowledge_of known_boards "
        "published_solutions read_knowledge vacancy_puzzles",
        "lessons": "Lesson LessonAnswer Step Term WrongTurn glossary lesson_named lessons "
        "read_glossary read_lesson",
        "puzzles": "Puzzle PuzzleSet StormPosition bits_of_difficulty daily_puzzles difficulty_of "
        "find_puzzle puzzle_set puzzle_sets puzzles_text read_puzzles read_storm "
        "stored_puzzle_sets storm_positions",
    },
)
