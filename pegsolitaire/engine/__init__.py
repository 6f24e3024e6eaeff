"""The engine: positions as words, compiled kernels, level sets, and bitmaps of position classes.

Only this package imports numba. Its functions take codes of positions, and return sizes, sorted
codes, numbers and opaque levels. Other packages import only the names exported here. Read the
modules in this order:

- Words: ``words`` defines the order of the bits, in which a rotation of the board is a rotation of
  the word, and the hash whose two halves are partition and remainder. ``canonical`` computes the
  canonical form, with a few shifts, and the legal jumps. ``row_codes`` converts words back to row-
  by-row codes. ``compiled`` has the decorators of all kernels; ``machine`` handles cores, memory
  and threads.
- Level sets: ``step`` is the level step, which computes the set of all positions one jump after a
  level. ``expansion`` is its first half, limited by arithmetic: it sorts candidates by hash into
  partitions. ``hash_tables`` is the second half, limited by memory traffic: the hash table of each
  partition fits into the cache of a core. ``level_set`` stores a level in memory or on disk.
  ``levels`` is the interface for other packages: jumps, numbers of paths, and shards of a cluster.
  ``backward`` computes numbers of solutions and other values of positions, level by level from the
  finish. ``remoteness`` finds who wins each position of a game for two players. ``wide`` handles
  small levels of positions that need several words.
- Classes: ``class_bitmaps`` stores a bit for every position of a class. Because a class is a coset
  of a linear code, a jump is a masked and shifted OR between words. ``class_scans`` searches these
  bitmaps. ``class_play`` stores a number for every position of a level. ``many_boards`` solves
  thousands of small boards at once.
- Searches and players: ``moves`` computes levels by moves instead of jumps; hash table look-ups
  take most of its time. ``beam`` keeps the most promising positions after each move, on boards of
  any size. ``depth_first`` finds one solution, with a table of failures. ``policy`` and ``play``
  analyse random players, exactly and by simulation.
"""

from pegsolitaire.engine.backward import LevelValues as LevelValues, Outlook as Outlook
from pegsolitaire.engine.beam import (
    BEAM_COSTS as BEAM_COSTS,
    BeamCost as BeamCost,
    MoveBeam as MoveBeam,
)
from pegsolitaire.engine.class_bitmaps import (
    Bitmap as Bitmap,
    Coset as Coset,
    check_fits as check_fits,
    close as close,
)
from pegsolitaire.engine.class_play import (
    ClassLevel as ClassLevel,
    ClassPlay as ClassPlay,
    bytes_of_tables as bytes_of_tables,
)
from pegsolitaire.engine.class_scans import (
    codes_with_one_jump as codes_with_one_jump,
    fixed_codes as fixed_codes,
)
from pegsolitaire.engine.depth_first import DepthFirst as DepthFirst
from pegsolitaire.engine.expansion import Steps as Steps
from pegsolitaire.engine.level_set import (
    LevelSet as LevelSet,
    Unfinished as Unfinished,
    is_scratch as is_scratch,
    map_file as map_file,
)
from pegsolitaire.engine.levels import (
    LevelEngine as LevelEngine,
    PathCounter as PathCounter,
    Paths as Paths,
    ShardSteps as ShardSteps,
    last_level as last_level,
    limbs_of as limbs_of,
    play_levels as play_levels,
)
from pegsolitaire.engine.machine import (
    Workers as Workers,
    core_count as core_count,
    free_memory as free_memory,
    usable_memory as usable_memory,
)
from pegsolitaire.engine.many_boards import (
    BoardMasks as BoardMasks,
    survey_of_boards as survey_of_boards,
)
from pegsolitaire.engine.moves import MoveLevels as MoveLevels
from pegsolitaire.engine.play import (
    Batch as Batch,
    Chances as Chances,
    GamePlayer as GamePlayer,
    RandomPlay as RandomPlay,
)
from pegsolitaire.engine.remoteness import (
    Remoteness as Remoteness,
    check_values_fit as check_values_fit,
)
from pegsolitaire.engine.row_codes import Probe as Probe, images as images
from pegsolitaire.engine.wide import WideLevels as WideLevels
from pegsolitaire.engine.words import (
    LAYOUT_VERSION as LAYOUT_VERSION,
    Words as Words,
    bytes_of_remainder as bytes_of_remainder,
    find_in_sorted as find_in_sorted,
    make_layout as make_layout,
)
