"""Count the solutions of a stored, self-complementary problem modulo two primes.

This is an independent check of ``pegs count`` for boards that are too large for ``naive.py``. It
reads the files of the winning sets but shares no code with the package. Each position adds up the
counts of the positions that its jumps lead to, while the package passes the count of a position on
to them. The tables of symmetries are built here, and numbers are remainders modulo two primes of
61 bits.

    python tests/count_by_primes.py FOLDER BOARD
"""

import json
import sys

import naive
import numba
import numpy as np

PRIMES = (2305843009213693951, 2305843009213693921)  # 2^61 - 1 and the largest prime below it
_BITS = 15  # bits of a code that one table lookup maps
_INDEX = 20  # leading bits of a code that the index of a level uses


def jumps_of(board):
    """Return the masks of all holes of each jump and of its first two holes."""
    holes = {hole: 1 << i for i, hole in enumerate(board.holes)}
    found = naive.jumps(board)
    pegs = [holes[start] | holes[over] for start, over, _ in found]
    return (
        np.array(
            [peg | holes[end] for peg, (_, _, end) in zip(pegs, found, strict=True)], np.uint64
        ),
        np.array(pegs, np.uint64),
    )


def tables_of(board, group):
    """Return the image of each run of bits under each symmetry: (symmetries, runs, 2^15)."""
    runs = -(-len(board.holes) // _BITS)
    tables = np.zeros((len(group), runs, 1 << _BITS), np.uint64)
    numbers = np.arange(1 << _BITS, dtype=np.uint64)
    index = {hole: i for i, hole in enumerate(board.holes)}
    for s, symmetry in enumerate(group):
        for i, hole in enumerate(board.holes):
            run, bit = divmod(i, _BITS)
            image = np.uint64(1 << index[symmetry[hole]])
            tables[s, run] |= ((numbers >> np.uint64(bit)) & np.uint64(1)) * image
    return tables


@numba.njit(inline="always")
def image_of(code, table):
    image = np.uint64(0)
    for run in range(table.shape[0]):
        image |= table[run, code & np.uint64((1 << _BITS) - 1)]
        code >>= np.uint64(_BITS)
    return image


@numba.njit(inline="always")
def place_of(code, level, low, high):
    """Return the position of a code in a sorted level, or the place to insert it."""
    while low < high:
        middle = (low + high) // 2
        if level[middle] < code:
            low = middle + 1
        else:
            high = middle
    return low


@numba.njit(parallel=True, cache=False)
def solutions_of(codes, flip, masks, pegs, tables, level, index, shift, below, primes, counts):
    """For each code or its complement, add up the counts of the positions one jump later."""
    for i in numba.prange(codes.size):
        code = codes[i] ^ flip
        for j in range(masks.size):
            if code & masks[j] == pegs[j]:
                after = code ^ masks[j]
                least = after
                for s in range(tables.shape[0]):
                    least = min(least, image_of(after, tables[s]))
                mark = least >> shift
                place = place_of(least, level, index[mark], index[mark + np.uint64(1)])
                if place < level.size and level[place] == least:
                    for k in range(2):
                        counts[k, i] = (counts[k, i] + below[k, place]) % primes[k]


@numba.njit(parallel=True)
def orbit_sizes(codes, tables, sizes):
    """Compute the number of images of each code."""
    for i in numba.prange(codes.size):
        same = 0
        for s in range(tables.shape[0]):
            same += image_of(codes[i], tables[s]) == codes[i]
        sizes[i] = tables.shape[0] // same


def solutions_modulo_primes(levels, board, group):
    """Return the number of solutions modulo each prime.

    ``levels`` are the sorted least codes of the winning positions with 1, 2, ... pegs, up to half
    the holes of the board, which must have an odd number of holes.
    """
    (masks, pegs), tables = jumps_of(board), tables_of(board, group)
    primes = np.array(PRIMES, np.uint64)
    shift = np.uint64(max(len(board.holes) - _INDEX, 0))
    counts = np.ones((2, len(levels[0])), np.uint64)
    full = np.uint64((1 << len(board.holes)) - 1)
    for number in range(len(levels)):
        level = levels[number]
        last = number + 1 == len(levels)
        codes, flip = (level, full) if last else (levels[number + 1], np.uint64(0))
        starts = np.arange((1 << min(_INDEX, len(board.holes))) + 1, dtype=np.uint64) << shift
        index = np.searchsorted(level, starts).astype(np.int64)
        more = np.zeros((2, len(codes)), np.uint64)
        solutions_of(codes, flip, masks, pegs, tables, level, index, shift, counts, primes, more)
        if not last:
            counts = more
    # Each solution makes one jump into a position of the middle level. The number of ways to
    # reach the position before that jump is the number of ways to finish from its complement.
    sizes = np.zeros(len(level), np.int64)
    orbit_sizes(level, tables, sizes)
    return [
        sum(
            int(a) * int(b) % prime * int(c)
            for a, b, c in zip(counts[k], more[k], sizes, strict=True)
        )
        % prime
        for k, prime in enumerate(PRIMES)
    ]


def read_levels(path):
    """Return the codes of stored winning sets, one array for each number of pegs."""
    with np.load(path) as file:
        columns = json.loads(file["envelope"].tobytes())["columns"]
        rows = {name: file[name].astype(np.uint64) for name in columns}
    gaps = {
        name: sum(row << np.uint64(8 * i) for i, row in enumerate(of)) for name, of in rows.items()
    }
    return [np.cumsum(np.append(np.uint64(columns[n]["first"]), gaps[n])) for n in columns]


if __name__ == "__main__":
    from pegsolitaire.board import named_board  # only used for its holes

    board = named_board(sys.argv[2])
    group = naive.symmetries(board)
    print(solutions_modulo_primes(read_levels(sys.argv[1]), board, group))
