"""Level sets and winning sets: built, stored, opened and asked."""

from typing import TYPE_CHECKING

from pegsolitaire.lazy import hand_out

if TYPE_CHECKING:
    from pegsolitaire.sets.by_index import IndexedSets
    from pegsolitaire.sets.checkpoint import Checkpoint
    from pegsolitaire.sets.fewest_moves import FewestMoves
    from pegsolitaire.sets.labels import LabelRow, labels_of, write_labels
    from pegsolitaire.sets.level_codes import LevelCodes, level_codes
    from pegsolitaire.sets.pack import Pack
    from pegsolitaire.sets.stored import Stored, StoreList, list_stored
    from pegsolitaire.sets.table import LevelRow, LevelTable, level_table
    from pegsolitaire.sets.tablebase import BoardTables, Tablebase
    from pegsolitaire.sets.values import PositionValues, ValueColumns, stored_moves
    from pegsolitaire.sets.winning import WinningSets

__all__ = [
    "BoardTables",
    "Checkpoint",
    "FewestMoves",
    "IndexedSets",
    "LabelRow",
    "LevelCodes",
    "LevelRow",
    "LevelTable",
    "Pack",
    "PositionValues",
    "StoreList",
    "Stored",
    "Tablebase",
    "ValueColumns",
    "WinningSets",
    "labels_of",
    "level_codes",
    "level_table",
    "list_stored",
    "stored_moves",
    "write_labels",
]

hand_out(
    __name__,
    {
        "by_index": "IndexedSets",
        "checkpoint": "Checkpoint",
        "fewest_moves": "FewestMoves",
        "labels": "LabelRow labels_of write_labels",
        "level_codes": "LevelCodes level_codes",
        "pack": "Pack",
        "stored": "StoreList Stored list_stored",
        "table": "LevelRow LevelTable level_table",
        "tablebase": "BoardTables Tablebase",
        "values": "PositionValues ValueColumns stored_moves",
        "winning": "WinningSets",
    },
)
