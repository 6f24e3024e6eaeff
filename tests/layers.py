"""The layers of the package, lowest first."""

# The layers from the bottom up, each with the layers it may import. All may import `COMMON`.
GROUND = {"board", "game", "data", "theory"}


LAYERS = {
    "board": set(),
    "game": {"board"},
    "data": {"board", "game"},
    "theory": {"board", "game", "data"},
    "draw": {"board", "game", "theory"},
    "construct": GROUND | {"draw"},
    "engine": {"board", "game", "theory"},
    "sets": {"board", "game", "theory", "engine"},
    "solving": GROUND | {"construct", "engine", "sets"},
    "reasons": GROUND | {"construct", "engine", "sets", "solving"},
    "advice": GROUND | {"construct", "engine", "sets", "solving", "reasons"},
    "surveys": GROUND | {"engine", "sets", "solving"},
    "chance": {"board", "game", "theory", "construct", "engine", "sets"},
    "cluster": {"board", "game", "theory", "engine", "sets"},
    "papers": GROUND
    | {"draw", "construct", "engine", "sets", "solving", "reasons", "surveys", "chance"},
    "web": GROUND | {"construct", "sets", "solving", "reasons", "advice", "surveys", "chance"},
    "cli": GROUND
    | {"draw", "construct", "engine", "sets", "solving", "reasons", "advice", "surveys"}
    | {"chance", "cluster", "papers", "web"},
}
