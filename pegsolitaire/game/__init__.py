"""Playing: positions, jumps, moves, games, problems, puzzles and solutions."""

from pegsolitaire.game.fewest import Fewest, fewest_known, fewest_text, read_fewest
from pegsolitaire.game.game import Game
from pegsolitaire.game.jump import Jump, Move, jumps_of, moves_of
from pegsolitaire.game.own_player import Choice, OwnPlayer
from pegsolitaire.game.pattern import Pattern, fits, pattern_of
from pegsolitaire.game.player import Block, Count, Player
from pegsolitaire.game.position import LegalJumps, Position, find_jump
from pegsolitaire.game.problem import Problem
from pegsolitaire.game.published import Published, published_solutions, read_published
from pegsolitaire.game.puzzles import (
    Puzzle,
    PuzzleSet,
    find_puzzle,
    puzzle_set,
    puzzle_sets,
    puzzles_text,
    read_puzzles,
)
from pegsolitaire.game.reading import is_any, read_finish, read_position, read_start
from pegsolitaire.game.solution import Solution
from pegsolitaire.game.vacancies import read_vacancies, vacancy_puzzles

__all__ = [
    "Block",
    "Choice",
    "Count",
    "Fewest",
    "Game",
    "Jump",
    "LegalJumps",
    "Move",
    "OwnPlayer",
    "Pattern",
    "Player",
    "Position",
    "Problem",
    "Published",
    "Puzzle",
    "PuzzleSet",
    "Solution",
    "fewest_known",
    "fewest_text",
    "find_jump",
    "find_puzzle",
    "fits",
    "is_any",
    "jumps_of",
    "moves_of",
    "pattern_of",
    "published_solutions",
    "puzzle_set",
    "puzzle_sets",
    "puzzles_text",
    "read_fewest",
    "read_finish",
    "read_position",
    "read_published",
    "read_puzzles",
    "read_start",
    "read_vacancies",
    "vacancy_puzzles",
]
