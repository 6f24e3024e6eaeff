"""Playing: positions, jumps, moves, games, problems, puzzles and solutions."""

from pegsolitaire.lazy import hand_out

hand_out(__name__)
