from pegsolitaire.surveys.designing import LEAST_PEGS as LEAST_PEGS
from pegsolitaire.surveys.designing import Designed as Designed
from pegsolitaire.surveys.designing import Kind as Kind
from pegsolitaire.surveys.designing import Rating as Rating
from pegsolitaire.surveys.designing import as_puzzles as as_puzzles
from pegsolitaire.surveys.designing import design as design
from pegsolitaire.surveys.designing import rate as rate
from pegsolitaire.surveys.designing import rate_all as rate_all
from pegsolitaire.surveys.designing import rated_puzzles as rated_puzzles
from pegsolitaire.surveys.designing import write_designs as write_designs
from pegsolitaire.surveys.fools_game import fools_solitaire as fools_solitaire
from pegsolitaire.surveys.levels_by_moves import MoveLevel as MoveLevel
from pegsolitaire.surveys.levels_by_moves import MoveTable as MoveTable
from pegsolitaire.surveys.levels_by_moves import move_table as move_table
from pegsolitaire.surveys.pairs import Surveyed as Surveyed
from pegsolitaire.surveys.pairs import known_table as known_table
from pegsolitaire.surveys.pairs import survey as survey
from pegsolitaire.surveys.small_boards import Census as Census
from pegsolitaire.surveys.small_boards import CensusRow as CensusRow
from pegsolitaire.surveys.small_boards import census as census
from pegsolitaire.surveys.symmetric_and_unique import ForcedLines as ForcedLines
from pegsolitaire.surveys.symmetric_and_unique import SymmetricPositions as SymmetricPositions
from pegsolitaire.surveys.symmetric_and_unique import UniqueJumps as UniqueJumps
from pegsolitaire.surveys.symmetric_and_unique import fullest_dead as fullest_dead
from pegsolitaire.surveys.symmetric_and_unique import (
    fullest_with_unique_solution as fullest_with_unique_solution,
)
from pegsolitaire.surveys.symmetric_and_unique import longest_forced as longest_forced
from pegsolitaire.surveys.symmetric_and_unique import (
    most_symmetric_solution as most_symmetric_solution,
)
from pegsolitaire.surveys.symmetric_and_unique import passed as passed
from pegsolitaire.surveys.symmetric_and_unique import symmetric_positions as symmetric_positions
from pegsolitaire.surveys.symmetric_and_unique import symmetric_winning as symmetric_winning
from pegsolitaire.surveys.symmetric_and_unique import unique_jumps as unique_jumps
from pegsolitaire.surveys.symmetric_and_unique import with_unique_solution as with_unique_solution
