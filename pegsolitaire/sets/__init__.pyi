from .building import Checkpoint as Checkpoint
from .export import IndexedSets as IndexedSets
from .fewest_moves import FewestMoves as FewestMoves
from .labels import (
    LabelRow as LabelRow,
    labels_of as labels_of,
    write_labels as write_labels,
)
from .level_tables import (
    LevelTable as LevelTable,
    level_codes as level_codes,
    level_table as level_table,
)
from .pack import Pack as Pack
from .store import Stored as Stored, list_stored as list_stored
from .tablebases import (
    Tablebase as Tablebase,
    finishes_by_tables as finishes_by_tables,
    tablebase as tablebase,
)
from .two_players import (
    Duotaire as Duotaire,
    DuotaireTable as DuotaireTable,
    duotaire as duotaire,
    duotaire_vacancies as duotaire_vacancies,
)
from .values import PositionValues as PositionValues, stored_moves as stored_moves
from .winning import WinningSets as WinningSets, WinningValues as WinningValues
