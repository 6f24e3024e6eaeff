"""The engine: bit layouts, compiled kernels and level sets; the only code that imports numba."""

from pegsolitaire.engine.bitmap import Bitmap
from pegsolitaire.engine.closing import bytes_of_class, check_fits, close
from pegsolitaire.engine.coset import Coset
from pegsolitaire.engine.games import Batch, GamePlayer
from pegsolitaire.engine.images import fixed_codes, images, least_images
from pegsolitaire.engine.layout import Layout, Words, make_layout
from pegsolitaire.engine.level_set import LevelSet, Steps
from pegsolitaire.engine.levels import LevelEngine
from pegsolitaire.engine.move_beam import MoveBeam
from pegsolitaire.engine.move_levels import MoveLevels
from pegsolitaire.engine.paths import PathCounter, Paths
from pegsolitaire.engine.probe import Probe
from pegsolitaire.engine.scan import codes_with_one_jump
from pegsolitaire.engine.search import DepthFirst
from pegsolitaire.engine.shares import ShareEngine, Shares
from pegsolitaire.engine.tables import map_words

__all__ = [
    "Batch",
    "Bitmap",
    "Coset",
    "DepthFirst",
    "GamePlayer",
    "Layout",
    "LevelEngine",
    "LevelSet",
    "MoveBeam",
    "MoveLevels",
    "PathCounter",
    "Paths",
    "Probe",
    "ShareEngine",
    "Shares",
    "Steps",
    "Words",
    "bytes_of_class",
    "check_fits",
    "close",
    "codes_with_one_jump",
    "fixed_codes",
    "images",
    "least_images",
    "make_layout",
    "map_words",
]
