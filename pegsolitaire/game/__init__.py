"""Playing: positions, jumps, moves, games, problems and solutions."""

from pegsolitaire.lazy import hand_out

hand_out(__name__)
