"""Playing: positions, jumps, moves, games, problems and solutions."""

from typing import TYPE_CHECKING

from pegsolitaire.lazy import hand_out

if TYPE_CHECKING:
    from pegsolitaire.game.game import Game
    from pegsolitaire.game.jump import (
        Jump,
        Move,
        jumps_of,
        moves_of,
        split_moves,
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

__all__ = [
    "Block",
    "Choice",
    "Count",
    "Game",
    "Jump",
    "LegalJumps",
    "Lines",
    "Move",
    "Outcome",
    "OwnPlayer",
    "Pattern",
    "Player",
    "Position",
    "Problem",
    "Replay",
    "Solution",
    "code_text",
    "find_jump",
    "finish_name",
    "fits",
    "is_any",
    "is_game",
    "jumps_of",
    "moves_of",
    "pattern_of",
    "read_finish",
    "read_game",
    "read_jumps",
    "read_open_finish",
    "read_position",
    "read_start",
    "replay",
    "split_moves",
    "split_start",
    "start_in",
    "start_name",
]

hand_out(
    __name__,
    {
        "game": "Game",
        "jump": "Jump Move jumps_of moves_of split_moves",
        "lines": "Lines",
        "outcome": "Outcome",
        "own_player": "Choice OwnPlayer",
        "pattern": "Pattern fits pattern_of",
        "player": "Block Count Player",
        "position": "LegalJumps Position find_jump",
        "problem": "Problem code_text finish_name start_name",
        "reading": "is_any read_finish read_game read_open_finish read_position read_start "
        "split_start start_in",
        "replay": "Replay is_game read_jumps replay",
        "solution": "Solution",
    },
)
