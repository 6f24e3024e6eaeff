from .difficulty import (
    Chance as Chance,
    Difficulty as Difficulty,
    compile_players as compile_players,
    difficulties as difficulties,
    plan_difficulties as plan_difficulties,
    quick_chance as quick_chance,
)
from .exact import End as End, Odds as Odds, plan_odds as plan_odds, random_play as random_play
from .players import (
    PLAYERS as PLAYERS,
    checked_player as checked_player,
    player_about as player_about,
    player_named as player_named,
    weighted as weighted,
)
from .simulation import (
    Simulation as Simulation,
    play_game as play_game,
    simulate as simulate,
    simulations as simulations,
    wilson as wilson,
)
