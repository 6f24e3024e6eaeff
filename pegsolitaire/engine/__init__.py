"""The engine: words, compiled kernels, level sets, bitmaps; the only code that imports numba.

Its rooms, each with a map at the head of its ``__init__``: :mod:`bits <pegsolitaire.engine.bits>`
(positions as words), :mod:`sparse <pegsolitaire.engine.sparse>` (level sets),
:mod:`dense <pegsolitaire.engine.dense>` (whole classes as bitmaps),
:mod:`search <pegsolitaire.engine.search>` (depth-first),
:mod:`moves <pegsolitaire.engine.moves>` (levels and beams by moves),
:mod:`play <pegsolitaire.engine.play>` (random play). Rooms import in this order only: play and
moves from sparse, these and dense and search from bits. What others may use is handed out here:
row-by-row codes, numbers, and levels that are opaque to them.
"""

from pegsolitaire.engine.backward import LevelValues, Outlook
from pegsolitaire.engine.beam import BEAM_COSTS, BeamCost, MoveBeam
from pegsolitaire.engine.class_play import ClassPlay, bytes_of_tables
from pegsolitaire.engine.class_scans import codes_with_one_jump, fixed_codes
from pegsolitaire.engine.classes import Bitmap, Coset, bytes_of_class, check_fits, close
from pegsolitaire.engine.codes import Probe, images, least_images
from pegsolitaire.engine.depth_first import DepthFirst
from pegsolitaire.engine.expansion import Steps
from pegsolitaire.engine.level_set import LevelSet, Unfinished, is_scratch, join, map_file
from pegsolitaire.engine.levels import LevelEngine, PathCounter, Paths, ShardSteps, limbs_of
from pegsolitaire.engine.machine import Workers, free_memory, usable_memory
from pegsolitaire.engine.moves import MoveLevels
from pegsolitaire.engine.play import Batch, Chances, GamePlayer, RandomPlay
from pegsolitaire.engine.small_boards import BoardMasks, survey_of_boards
from pegsolitaire.engine.wide import WideLevel, WideLevels, WideSteps
from pegsolitaire.engine.words import (
    LAYOUT_VERSION,
    Layout,
    Words,
    bytes_of_remainder,
    find_in_sorted,
    make_layout,
)

__all__ = [
    "BEAM_COSTS",
    "LAYOUT_VERSION",
    "Batch",
    "BeamCost",
    "Bitmap",
    "BoardMasks",
    "Chances",
    "ClassPlay",
    "Coset",
    "DepthFirst",
    "GamePlayer",
    "Layout",
    "LevelEngine",
    "LevelSet",
    "LevelValues",
    "MoveBeam",
    "MoveLevels",
    "Outlook",
    "PathCounter",
    "Paths",
    "Probe",
    "RandomPlay",
    "ShardSteps",
    "Steps",
    "Unfinished",
    "WideLevel",
    "WideLevels",
    "WideSteps",
    "Words",
    "Workers",
    "bytes_of_class",
    "bytes_of_remainder",
    "bytes_of_tables",
    "check_fits",
    "close",
    "codes_with_one_jump",
    "find_in_sorted",
    "fixed_codes",
    "free_memory",
    "images",
    "is_scratch",
    "join",
    "least_images",
    "limbs_of",
    "make_layout",
    "map_file",
    "survey_of_boards",
    "usable_memory",
]
