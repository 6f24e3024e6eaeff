"""The engine: positions as words, compiled kernels, level sets, bitmaps of classes.

Only this package imports numba. Its input is codes of positions; its output is sizes, sorted
codes, numbers, and opaque levels. Other packages use only the names exported here. Read the
modules in this order:

- Positions: ``words`` defines an order of bits in which turning the board shifts the word, and a
  hash whose two halves are partition and remainder. ``canonical`` computes the canonical form with
  a few shifts, and finds the legal jumps. ``codes`` converts words back to row-by-row codes.
  ``compiled`` has the decorators of all kernels; ``machine`` knows cores, memory and threads.
- Level sets: ``step`` is the level step, which finds all positions one jump after a level, each of
  them once. ``expansion`` is its first half, limited by arithmetic. ``hash_tables`` is the second
  half, limited by memory traffic: it sorts candidates by hash into partitions, each with a table
  that fits into the cache of a core. ``level_set`` is a level in memory or on disk. ``levels`` is
  the interface for callers: jumps, numbers of paths, shards of a cluster. ``backward`` finds the
  values of positions from the finish up. ``wide`` handles small levels on boards that need several
  words.
- Classes: ``classes`` has one bit for every position of a class. A class is a coset of a linear
  code, so making a jump is a masked and shifted OR between words. ``class_scans`` searches these
  bits; ``class_play`` has a number for every position of a level. ``small_boards`` solves
  thousands of small boards.
- Other methods: ``moves`` builds levels by moves instead of jumps, limited by lookups. ``beam``
  keeps the most promising positions after each move, on boards of any size. ``depth_first`` finds
  one solution, with a table of failures. ``policy`` and ``play`` are random players, exact and
  simulated.
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
from pegsolitaire.engine.machine import Workers, core_count, free_memory, usable_memory
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
    "core_count",
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
