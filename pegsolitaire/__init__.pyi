from . import (
    advice as advice,
    board as board,
    chance as chance,
    cluster as cluster,
    construct as construct,
    data as data,
    draw as draw,
    errors as errors,
    game as game,
    papers as papers,
    reasons as reasons,
    sets as sets,
    solving as solving,
    surveys as surveys,
    theory as theory,
)
from .advice import Guide as Guide
from .board import Board as Board, boards as boards
from .chance import PLAYERS as PLAYERS, random_play as random_play, simulate as simulate
from .data import puzzle_set as puzzle_set, puzzle_sets as puzzle_sets
from .errors import PegSolitaireError as PegSolitaireError, PictureError as PictureError
from .game import (
    Game as Game,
    Jump as Jump,
    Move as Move,
    Position as Position,
    Problem as Problem,
    Solution as Solution,
    replay as replay,
)
from .reasons import dead_ends as dead_ends, explain as explain
from .sets import (
    DuotaireTable as DuotaireTable,
    IndexedSets as IndexedSets,
    Tablebase as Tablebase,
    WinningSets as WinningSets,
    duotaire as duotaire,
    level_table as level_table,
    tablebase as tablebase,
)
from .solving import (
    Answer as Answer,
    SolutionGraph as SolutionGraph,
    Solved as Solved,
    Undecided as Undecided,
    Unsolvable as Unsolvable,
    count as count,
    count_games as count_games,
    count_unordered as count_unordered,
    fewest_pegs as fewest_pegs,
    longest_sweep as longest_sweep,
    shortest as shortest,
    solve as solve,
)
from .surveys import (
    design as design,
    rate as rate,
    survey as survey,
    symmetric_positions as symmetric_positions,
    unique_jumps as unique_jumps,
)
from .theory import ResourceCount as ResourceCount, problem_types as problem_types
from .work import Work as Work

__version__: str
