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

from pegsolitaire.engine.bits.arrays import Words, find_in_sorted
from pegsolitaire.engine.bits.hashing import bytes_of_remainder
from pegsolitaire.engine.bits.images import images, least_images
from pegsolitaire.engine.bits.layout import LAYOUT_VERSION, Layout, make_layout
from pegsolitaire.engine.bits.machine import free_memory, usable_memory
from pegsolitaire.engine.bits.probe import Probe
from pegsolitaire.engine.bits.workers import Workers
from pegsolitaire.engine.dense.bitmap import Bitmap
from pegsolitaire.engine.dense.census import BoardMasks, survey_of_boards
from pegsolitaire.engine.dense.closure import bytes_of_class, check_fits, close
from pegsolitaire.engine.dense.coset import Coset
from pegsolitaire.engine.dense.fixed import fixed_codes
from pegsolitaire.engine.dense.shares import ClassPlay
from pegsolitaire.engine.dense.split import bytes_of_tables
from pegsolitaire.engine.dense.unique_jump import codes_with_one_jump
from pegsolitaire.engine.moves.beam import BEAM_COSTS, MoveBeam
from pegsolitaire.engine.moves.beam_kernels import BeamCost
from pegsolitaire.engine.moves.levels import MoveLevels
from pegsolitaire.engine.play.chances import Chances, RandomPlay
from pegsolitaire.engine.play.games import Batch, GamePlayer
from pegsolitaire.engine.search.depth_first import DepthFirst
from pegsolitaire.engine.sparse.level_set import LevelSet, join
from pegsolitaire.engine.sparse.levels import LevelEngine
from pegsolitaire.engine.sparse.outlook import Outlook
from pegsolitaire.engine.sparse.outlook_kernels import LevelValues
from pegsolitaire.engine.sparse.paths import PathCounter, Paths, limbs_of
from pegsolitaire.engine.sparse.scratch import is_scratch, map_file
from pegsolitaire.engine.sparse.shards import ShardSteps
from pegsolitaire.engine.sparse.steps import Steps
from pegsolitaire.engine.sparse.unfinished import Unfinished
from pegsolitaire.engine.sparse.wide_kernels import WideSteps
from pegsolitaire.engine.sparse.wide_levels import WideLevel, WideLevels

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
