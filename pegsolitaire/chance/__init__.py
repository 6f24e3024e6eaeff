"""Random play: how likely games end where, exactly and by simulation, and how hard boards are."""

from typing import TYPE_CHECKING

from pegsolitaire.lazy import hand_out

if TYPE_CHECKING:
    from pegsolitaire.chance.difficulty import (
        Difficulty,
        difficulties,
        plan_difficulties,
    )
    from pegsolitaire.chance.exact import exact_play, plan_odds
    from pegsolitaire.chance.named import (
        PLAYERS,
        checked_player,
        player_about,
        player_named,
    )
    from pegsolitaire.chance.odds import End, Odds
    from pegsolitaire.chance.quick import compile_players, quick_chance
    from pegsolitaire.chance.simulate import Simulation, play_game, simulate, simulations, wilson
    from pegsolitaire.chance.weights import weighted

__all__ = [
    "PLAYERS",
    "Difficulty",
    "End",
    "Odds",
    "Simulation",
    "checked_player",
    "compile_players",
    "difficulties",
    "exact_play",
    "plan_difficulties",
    "plan_odds",
    "play_game",
    "player_about",
    "player_named",
    "quick_chance",
    "simulate",
    "simulations",
    "weighted",
    "wilson",
]

hand_out(
    __name__,
    {
        "difficulty": "Difficulty difficulties plan_difficulties",
        "exact": "exact_play plan_odds",
        "named": "PLAYERS checked_player player_about player_named",
        "odds": "End Odds",
        "quick": "compile_players quick_chance",
        "simulate": "Simulation play_game simulate simulations wilson",
        "weights": "weighted",
    },
)
