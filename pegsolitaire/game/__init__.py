"""Playing: positions, jumps, moves, games, problems, puzzles and solutions."""

from typing import TYPE_CHECKING

from pegsolitaire.lazy import hand_out

if TYPE_CHECKING:
    from pegsolitaire.game.daily import daily_puzzles
    from pegsolitaire.game.extremes import (
        Extreme,
        built_in_extremes,
        extremes_text,
    )
    from pegsolitaire.game.facts import (
        SEARCHED,
        Bound,
        Facts,
        Impossible,
        KnownSolution,
        Pair,
        SolutionCount,
    )
    from pegsolitaire.game.facts_files import (
        facts_of,
        facts_text,
        fewest_known,
        read_facts,
    )
    from pegsolitaire.game.fewest import (
        Fewest,
        built_in_fewest,
        fewest_text,
        read_fewest,
    )
    from pegsolitaire.game.game import Game
    from pegsolitaire.game.glossary import Term, glossary, read_glossary
    from pegsolitaire.game.jump import (
        Jump,
        Move,
        jumps_of,
        moves_of,
        split_moves,
    )
    from pegsolitaire.game.lessons import (
        Lesson,
        LessonAnswer,
        Step,
        WrongTurn,
        lesson_named,
        lessons,
        read_lesson,
    )
    from pegsolitaire.game.lines import Lines
    from pegsolitaire.game.outcome import Outcome
    from pegsolitaire.game.own_player import Choice, OwnPlayer
    from pegsolitaire.game.pattern import Pattern, fits, pattern_of
    from pegsolitaire.game.player import Block, Count, Player
    from pegsolitaire.game.position import LegalJumps, Position, find_jump
    from pegsolitaire.game.problem import (
        Problem,
        code_text,
        finish_name,
        start_name,
    )
    from pegsolitaire.game.published import (
        Published,
        published_solutions,
        read_published,
    )
    from pegsolitaire.game.puzzles import (
        Puzzle,
        PuzzleSet,
        bits_of_difficulty,
        difficulty_of,
        find_puzzle,
        puzzle_set,
        puzzle_sets,
        puzzles_text,
        read_puzzles,
        stored_puzzle_sets,
    )
    from pegsolitaire.game.reading import (
        is_any,
        read_finish,
        read_game,
        read_open_finish,
        read_position,
        read_start,
        split_start,
        start_in,
    )
    from pegsolitaire.game.replay import Replay, is_game, read_jumps, replay
    from pegsolitaire.game.solution import Solution
    from pegsolitaire.game.solution_catalogue import (
        CatalogueRow,
        SolutionClass,
        catalogue_text,
        read_catalogue,
        solution_catalogue,
    )
    from pegsolitaire.game.storm import (
        StormPosition,
        read_storm,
        storm_positions,
        storm_text,
    )
    from pegsolitaire.game.vacancies import (
        Vacancies,
        known_vacancies,
        read_vacancies,
        vacancy_puzzles,
    )

__all__ = [
    "SEARCHED",
    "Block",
    "Bound",
    "CatalogueRow",
    "Choice",
    "Count",
    "Extreme",
    "Facts",
    "Fewest",
    "Game",
    "Impossible",
    "Jump",
    "KnownSolution",
    "LegalJumps",
    "Lesson",
    "LessonAnswer",
    "Lines",
    "Move",
    "Outcome",
    "OwnPlayer",
    "Pair",
    "Pattern",
    "Player",
    "Position",
    "Problem",
    "Published",
    "Puzzle",
    "PuzzleSet",
    "Replay",
    "Solution",
    "SolutionClass",
    "SolutionCount",
    "Step",
    "StormPosition",
    "Term",
    "Vacancies",
    "WrongTurn",
    "bits_of_difficulty",
    "built_in_extremes",
    "built_in_fewest",
    "catalogue_text",
    "code_text",
    "daily_puzzles",
    "difficulty_of",
    "extremes_text",
    "facts_of",
    "facts_text",
    "fewest_known",
    "fewest_text",
    "find_jump",
    "find_puzzle",
    "finish_name",
    "fits",
    "glossary",
    "is_any",
    "is_game",
    "jumps_of",
    "known_vacancies",
    "lesson_named",
    "lessons",
    "moves_of",
    "pattern_of",
    "published_solutions",
    "puzzle_set",
    "puzzle_sets",
    "puzzles_text",
    "read_catalogue",
    "read_facts",
    "read_fewest",
    "read_finish",
    "read_game",
    "read_glossary",
    "read_jumps",
    "read_lesson",
    "read_open_finish",
    "read_position",
    "read_published",
    "read_puzzles",
    "read_start",
    "read_storm",
    "read_vacancies",
    "replay",
    "solution_catalogue",
    "split_moves",
    "split_start",
    "start_in",
    "start_name",
    "stored_puzzle_sets",
    "storm_positions",
    "storm_text",
    "vacancy_puzzles",
]

hand_out(
    __name__,
    {
        "daily": "daily_puzzles",
        "extremes": "Extreme built_in_extremes extremes_text",
        "facts": "SEARCHED Bound Facts Impossible KnownSolution Pair SolutionCount",
        "facts_files": "facts_of facts_text fewest_known read_facts",
        "fewest": "Fewest built_in_fewest fewest_text read_fewest",
        "game": "Game",
        "glossary": "Term glossary read_glossary",
        "jump": "Jump Move jumps_of moves_of split_moves",
        "lessons": "Lesson LessonAnswer Step WrongTurn lesson_named lessons read_lesson",
        "lines": "Lines",
        "outcome": "Outcome",
        "own_player": "Choice OwnPlayer",
        "pattern": "Pattern fits pattern_of",
        "player": "Block Count Player",
        "position": "LegalJumps Position find_jump",
        "problem": "Problem code_text finish_name start_name",
        "published": "Published published_solutions read_published",
        "puzzles": "Puzzle PuzzleSet bits_of_difficulty difficulty_of find_puzzle puzzle_set "
        "puzzle_sets puzzles_text read_puzzles stored_puzzle_sets",
        "reading": "is_any read_finish read_game read_open_finish read_position read_start "
        "split_start start_in",
        "replay": "Replay is_game read_jumps replay",
        "solution": "Solution",
        "solution_catalogue": "CatalogueRow SolutionClass catalogue_text read_catalogue "
        "solution_catalogue",
        "storm": "StormPosition read_storm storm_positions storm_text",
        "vacancies": "Vacancies known_vacancies read_vacancies vacancy_puzzles",
    },
)
