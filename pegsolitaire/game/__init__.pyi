from .conversion import (
    FinishLike as FinishLike,
    PositionLike as PositionLike,
    ProblemLike as ProblemLike,
    StartLike as StartLike,
    as_position as as_position,
    as_problem as as_problem,
    finishes_from as finishes_from,
    ordered as ordered,
    position_and_finishes as position_and_finishes,
)
from .player import (
    Choice as Choice,
    OwnPlayer as OwnPlayer,
    PlacedRemoval as PlacedRemoval,
    Player as Player,
    PlayerCount as PlayerCount,
)
from .position import (
    Jump as Jump,
    LegalJumps as LegalJumps,
    Move as Move,
    Pattern as Pattern,
    Position as Position,
    jumps_of as jumps_of,
    moves_of as moves_of,
    pattern_of as pattern_of,
    split_moves as split_moves,
)
from .problem import Outcome as Outcome, Problem as Problem, finish_name as finish_name
from .problem_words import (
    is_any as is_any,
    read_finish as read_finish,
    read_game as read_game,
    read_open_finish as read_open_finish,
    read_position as read_position,
    read_start as read_start,
    split_start as split_start,
    start_in as start_in,
)
from .reading_games import Replay as Replay, is_game as is_game, replay as replay
from .solution import Game as Game, Solution as Solution
