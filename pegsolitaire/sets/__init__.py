"""Level sets and winning sets: built, stored, opened and asked."""

from typing import TYPE_CHECKING

from pegsolitaire.lazy import hand_out

if TYPE_CHECKING:
    from pegsolitaire.sets.by_index import IndexedSets
    from pegsolitaire.sets.checkpoint import Checkpoint
    from pegsolitaire.sets.explored import Explored
    from pegsolitaire.sets.fewest_moves import FewestMoves
    from pegsolitaire.sets.label_file import LabelRow, write_labels
    from pegsolitaire.sets.labels import ClassLabels, Labels, labels_of
    from pegsolitaire.sets.pack import Pack
    from pegsolitaire.sets.store import Stored, StoreList, list_stored
    from pegsolitaire.sets.table import LevelCodes, LevelRow, LevelTable, level_codes, level_table
    from pegsolitaire.sets.tablebase import BoardTables, Tablebase
    from pegsolitaire.sets.winning import WinningSets
    from pegsolitaire.sets.winning_moves import WinningMoves

__all__ = [
    "BoardTables",
    "Checkpoint",
    "ClassLabels",
    "Explored",
    "FewestMoves",
    "IndexedSets",
    "LabelRow",
    "Labels",
    "LevelCodes",
    "LevelRow",
    "LevelTable",
    "Pack",
    "StoreList",
    "Stored",
    "Tablebase",
    "WinningMoves",
    "WinningSets",
    "labels_of",
    "level_codes",
    "level_table",
    "list_stored",
    "write_labels",
]

hand_out(
    __name__,
    {
        "by_index": "IndexedSets",
        "checkpoint": "Checkpoint",
        "explored": "Explored",
        "fewest_moves": "FewestMoves",
        "label_file": "LabelRow write_labels",
        "labels": "ClassLabels Labels labels_of",
        "pack": "Pack",
        "store": "StoreList Stored list_stored",
        "table": "LevelCodes LevelRow LevelTable level_codes level_table",
        "tablebase": "BoardTables Tablebase",
        "winning": "WinningSets",
        "winning_moves": "WinningMoves",
    },
)
