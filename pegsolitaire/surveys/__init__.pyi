from .designing import (
    MIN_PEGS as MIN_PEGS,
    Designed as Designed,
    Kind as Kind,
    Rating as Rating,
    as_puzzles as as_puzzles,
    design as design,
    rate as rate,
    rate_all as rate_all,
    rated_puzzles as rated_puzzles,
    write_designs as write_designs,
)
from .fools_game import fools_solitaire as fools_solitaire
from .levels_by_moves import (
    MoveLevel as MoveLevel,
    MoveTable as MoveTable,
    move_table as move_table,
)
from .pairs import Surveyed as Surveyed, known_table as known_table, survey as survey
from .small_boards import Census as Census, CensusRow as CensusRow, census as census
from .symmetric import (
    SymmetricPositions as SymmetricPositions,
    most_symmetric_solution as most_symmetric_solution,
    passed as passed,
    symmetric_positions as symmetric_positions,
    symmetric_winning as symmetric_winning,
)
from .unique import (
    ForcedLines as ForcedLines,
    UniqueJumps as UniqueJumps,
    fullest_dead as fullest_dead,
    fullest_with_unique_solution as fullest_with_unique_solution,
    longest_forced as longest_forced,
    unique_jumps as unique_jumps,
    with_unique_solution as with_unique_solution,
)
