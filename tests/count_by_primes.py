"""Counts the solutions of a stored, self-complementary problem modulo two primes.

A second route to the numbers of ``pegs count``, for boards that ``naive.py`` is too slow for. It
reads the files of the winning sets and shares nothing with the package: each position asks what
its jumps lead to (the package adds what each position hands on), symmetries are tables of this
program, and numbers are remainders of two primes of 61 bits.

    python tests/count_by_primes.py FOLDER BOARD
"""

import json
import sys

import naive
import numba
import numpy as np

PRIMES = (2305843009213693951, 2305843009213693921)  # 2^61 - 1, and the largest below it
_BITS = 15  # of a code that are turned at once
_INDEX = 20  # bits of a code that say where to look for it


def jumps_of(board):
    """Masks of a jump's holes, and of its first two."""
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
    """What each run of bits becomes under each symmetry, (symmetries, runs, 2^15)."""
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
def _image(code, table):
    image = np.uint64(0)
    for run in range(table.shape[0]):
        image |= table[run, code & np.uint64((1 << _BITS) - 1)]
        code >>= np.uint64(_BITS)
    return image


@numba.njit(inline="always")
def _place(code, level, low, high):
    """Where a code is in a sorted level, or would be."""
    while low < high:
        middle = (low + high) // 2
        if level[middle] < code:
            low = middle + 1
        else:
            high = middle
    return low


@numba.njit(parallel=True, cache=False)
def _solutions(codes, flip, masks, pegs, tables, level, index, shift, below, primes, counts):
    """For each code (or its complement) the sum of the counts of what its jumps lead to."""
    for i in numba.prange(codes.size):
        code = codes[i] ^ flip
        for j in range(masks.size):
            if code & masks[j] == pegs[j]:
                after = code ^ masks[j]
                least = after
                for s in range(tables.shape[0]):
                    least = min(least, _image(after, tables[s]))
                mark = least >> shift
                place = _place(least, level, index[mark], index[mark + np.uint64(1)])
                if place < level.size and level[place] == least:
                    for k in range(2):
                        counts[k, i] = (counts[k, i] + below[k, place]) % primes[k]


@numba.njit(parallel=True)
def _orbits(codes, tables, sizes):
    """How many images each code has."""
    for i in numba.prange(codes.size):
        same = 0
        for s in range(tables.shape[0]):
            same += _image(codes[i], tables[s]) == codes[i]
        sizes[i] = tables.shape[0] // same


def solutions_modulo_primes(levels, board, group):
    """The number of solutions, modulo each prime.

    ``levels`` are the sorted least codes of the winning positions with 1, 2, ... pegs, up to half
    the holes of a board with an odd number of them.
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
        _solutions(codes, flip, masks, pegs, tables, level, index, shift, counts, primes, more)
        if not last:
            counts = more
    # A solution passes from some position through one jump into a position of the middle level:
    # the ways to the first are those from its complement.
    sizes = np.zeros(len(level), np.int64)
    _orbits(level, tables, sizes)
    return [
        sum(
            int(a) * int(b) % prime * int(c)
            for a, b, c in zip(counts[k], more[k], sizes, strict=True)
        )
        % prime
        for k, prime in enumerate(PRIMES)
    ]


def read_levels(path):
    """The codes of stored winning sets, by pegs."""
    with np.load(path) as file:
        columns = json.loads(file["envelope"].tobytes())["columns"]
        rows = {name: file[name].astype(np.uint64) for name in columns}
    gaps = {
        name: sum(row << np.uint64(8 * i) for i, row in enumerate(of)) for name, of in rows.items()
    }
    return [np.cumsum(np.append(np.uint64(columns[n]["first"]), gaps[n])) for n in columns]


if __name__ == "__main__":
    from pegsolitaire.board import named_board  # the holes and nothing else

    board = named_board(sys.argv[2])
    group = naive.symmetries(board)
    print(solutions_modulo_primes(read_levels(sys.argv[1]), board, group))
