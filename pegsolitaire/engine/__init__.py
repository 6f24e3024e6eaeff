"""The engine: bit layouts, compiled kernels and level sets; the only code that imports numba."""

from pegsolitaire.engine.layout import Layout, Words, make_layout
from pegsolitaire.engine.level_set import LevelSet, Steps
from pegsolitaire.engine.levels import LevelEngine
from pegsolitaire.engine.paths import PathCounter, Paths
from pegsolitaire.engine.probe import Probe
from pegsolitaire.engine.search import DepthFirst
from pegsolitaire.engine.tables import map_words

__all__ = [
    "DepthFirst",
    "Layout",
    "LevelEngine",
    "LevelSet",
    "PathCounter",
    "Paths",
    "Probe",
    "Steps",
    "Words",
    "make_layout",
    "map_words",
]
