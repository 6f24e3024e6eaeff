"""Level sets and winning sets: built, stored, opened and asked."""

from pegsolitaire.sets.by_index import IndexedSets
from pegsolitaire.sets.checkpoint import Checkpoint
from pegsolitaire.sets.explored import Explored
from pegsolitaire.sets.fewest_moves import FewestMoves
from pegsolitaire.sets.level_codes import LevelCodes, level_codes
from pegsolitaire.sets.pack import Pack
from pegsolitaire.sets.table import LevelRow, LevelTable, level_table
from pegsolitaire.sets.tablebase import BoardTables, Tablebase
from pegsolitaire.sets.winning import WinningSets

__all__ = [
    "BoardTables",
    "Checkpoint",
    "Explored",
    "FewestMoves",
    "IndexedSets",
    "LevelCodes",
    "LevelRow",
    "LevelTable",
    "Pack",
    "Tablebase",
    "WinningSets",
    "level_codes",
    "level_table",
]
