"""Compute the fewest moves of a problem forward through its stored winning sets.

This is an independent check of ``pegs solve --shortest`` within winning sets, for problems that
are too large for a search by moves. It reads the files of the sets but shares no code with the
package. The package goes up from the finish and computes how few moves are left. This program goes
down from the start: for each position and last peg that jumped, it computes the fewest moves made
and in how many ways, from the positions one jump before.

    python tests/fewest_by_pegs.py FOLDER BOARD START FINISH [moves]

With ``moves``, the ways are not counted, which takes a quarter of the memory.
"""

import sys

import naive
import numba
import numpy as np
from count_by_primes import image_of, jumps_of, place_of, read_levels, tables_of

NEVER = np.uint8(255)


@numba.njit(parallel=True)
def moves_back(codes, masks, pegs, ends, tables, turned, level, above, above_ways, made, ways):
    """Compute the fewest moves and the ways to each code, by last peg, from the level above."""
    counting = ways.size > 0
    for i in numba.prange(codes.size):
        code = codes[i]
        for j in range(masks.size):
            # The jump can be undone if its end has a peg and its other holes are empty.
            if code & masks[j] != masks[j] ^ pegs[j]:
                continue
            before = code ^ masks[j]
            least, turn = before, -1
            for s in range(tables.shape[0]):
                image = image_of(before, tables[s])
                if image < least or (turn < 0 and image == least):
                    least, turn = image, s
            place = place_of(least, level, 0, level.size)
            if place == level.size or level[place] != least:
                continue
            same, end = turned[turn, ends[j, 0]], ends[j, 1]
            for peg in range(above.shape[1]):
                if above[place, peg] == NEVER:
                    continue
                moves = np.uint8(above[place, peg] + (peg != same))
                if moves < made[i, end]:
                    made[i, end] = moves
                    if counting:
                        ways[i, end] = 0
                if counting and moves == made[i, end]:
                    ways[i, end] += above_ways[place, peg]


def fewest_moves(levels, board, group, counting=True):
    """Return the fewest moves from the start to the finish and the number of ways modulo 2^32.

    ``levels`` must have the sorted least codes of all winning positions, starting with the finish.
    The result is None if there is no solution. A way is a sequence of jumps. Counting the ways
    takes four times the memory; without ``counting``, their number is None.
    """
    masks, pegs = jumps_of(board)
    tables = tables_of(board, group)
    index = {hole: i for i, hole in enumerate(board.holes)}
    ends = np.array([(index[a], index[b]) for a, _, b in naive.jumps(board)], np.int64)
    turned = np.array([[index[one[hole]] for hole in board.holes] for one in group], np.int64)
    if not len(levels[-1]):
        return None
    columns = len(board.holes) + 1  # for each last peg, and for the start without one
    made, ways = _states(len(levels[-1]), columns, counting)
    made[:, -1], ways[:, -1] = 0, 1
    for level, codes in zip(levels[:0:-1], levels[-2::-1], strict=True):
        above, above_ways = made, ways
        made, ways = _states(len(codes), columns, counting)
        moves_back(codes, masks, pegs, ends, tables, turned, level, above, above_ways, made, ways)
    fewest = int(made.min())
    return fewest, int(ways[made == fewest].sum(dtype=np.uint32)) if counting else None


def _states(size, columns, counting):
    """Return empty arrays for the moves and the ways of a level."""
    made = np.full((size, columns), NEVER, np.uint8)
    return made, np.zeros((size if counting else 0, columns), np.uint32)


def every_level(levels, board, group):
    """Add the upper levels of a self-complementary problem, which only stores the lower half."""
    full = np.uint64((1 << len(board.holes)) - 1)
    tables = tables_of(board, group)
    upper = []
    for level in levels[::-1]:
        codes = np.full_like(level, full)
        least_images(level ^ full, tables, codes)
        upper.append(np.sort(codes))
    return [*levels, *upper] if len(board.holes) % 2 else [*levels, *upper[1:]]


@numba.njit(parallel=True)
def least_images(codes, tables, least):
    for i in numba.prange(codes.size):
        for s in range(tables.shape[0]):
            least[i] = min(least[i], image_of(codes[i], tables[s]))


if __name__ == "__main__":
    from pegsolitaire.board import named_board  # only used for its holes

    folder, name, start, finish, *moves = sys.argv[1:]
    board = named_board(name)
    first, last = (board.bit(hole) for hole in (start, finish))
    group = [
        one
        for one in naive.symmetries(board)
        if all(one[board.holes[at]] == board.holes[at] for at in (first, last))
    ]
    levels = read_levels(folder)
    if start == finish:
        levels = every_level(levels, board, group)
    print(fewest_moves(levels, board, group, counting=not moves))
