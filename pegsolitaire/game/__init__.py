"""The game: positions, jumps, moves, games, problems and solutions."""

from pegsolitaire.lazy import lazy_package

lazy_package(__name__)
