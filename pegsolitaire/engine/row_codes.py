"""Convert row-by-row codes to words of a layout and back, and look codes up in levels."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from pegsolitaire.board import Permutation, Symmetry
from pegsolitaire.engine.canonical import look_up, reflect, to_canonical
from pegsolitaire.engine.compiled import compiled, inlined
from pegsolitaire.engine.machine import Workers
from pegsolitaire.engine.words import Flags, Layout, Words, look_up_tables

# --
# Kernels that convert words to row-by-row codes, replace codes by the smallest of their images,
# and look codes up in levels.
#
# Common arguments:
#
# images
#     ``(symmetries, chunks, 2**bits)``, the look-up tables of a group, the identity first
# level
#     the codes of a level, each the smallest of its images, sorted


@inlined
def _least_image(code: np.uint64, images: Words, bits: np.uint64) -> np.uint64:
    """Return the smallest image of a row-by-row code under a group."""
    best = code
    for s in range(1, images.shape[0]):
        best = min(best, look_up(images[s], bits, code))
    return best


@compiled
def _write_least_codes(
    words: Words,
    flip: np.uint64,
    to_code: Words,
    images: Words,
    bits: np.uint64,
    codes: Words,
    first: int,
    last: int,
) -> None:
    """Write the canonical row-by-row codes of words or, with ``flip``, of their complements."""
    for i in range(first, last):
        code = look_up(to_code, bits, words[i]) ^ flip
        codes[i] = _least_image(code, images, bits)


@compiled
def _write_least_images(
    codes: Words, images: Words, bits: np.uint64, least: Words, first: int, last: int
) -> None:
    """Write the smallest image of each row-by-row code."""
    for i in range(first, last):
        least[i] = _least_image(codes[i], images, bits)


@compiled
def permute(
    source: Words, tables: Words, bits: np.uint64, target: Words, first: int, last: int
) -> None:
    """Convert row-by-row codes to words, or words to codes, depending on the given tables."""
    for i in range(first, last):
        target[i] = look_up(tables, bits, source[i])


@inlined
def place_of(code: np.uint64, level: Words) -> int:
    """Return the index of a code in a sorted level, or -1 if it is missing."""
    low = 0
    high = level.size
    while low < high:
        middle = (low + high) >> 1
        if level[middle] < code:
            low = middle + 1
        else:
            high = middle
    if low < level.size and level[low] == code:
        return low
    return -1


@compiled
def _find_sorted(code: np.uint64, images: Words, bits: np.uint64, level: Words) -> int:
    """Return the index of a code's smallest image in a sorted level, or -1."""
    return place_of(_least_image(code, images, bits), level)


@compiled
def _contains_sorted(
    codes: Words, images: Words, bits: np.uint64, level: Words, found: Flags, first: int, last: int
) -> None:
    """Write, for each code, whether its smallest image is in a sorted level."""
    for i in range(first, last):
        found[i] = _find_sorted(codes[i], images, bits, level) >= 0


def to_words(layout: Layout, codes: Sequence[int] | Words) -> Words:
    """Convert codes to words in the same order, without replacing them by canonical forms.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> from pegsolitaire.engine import make_layout
    >>> layout = make_layout(triangle(5), triangle(5).symmetries)
    >>> words = to_words(layout, [93, 2183])
    >>> least_codes(layout, words, Workers()).tolist()
    [93, 2183]
    """
    given = np.asarray(codes, np.uint64)
    words = np.empty_like(given)
    permute(given, layout.to_word, layout.bits, words, 0, len(given))
    return words


def canonical_words(layout: Layout, words: Words) -> Words:
    """Return the canonical forms of words, in the same order."""
    turns, width, mirror, bits = layout.canon
    images, least = np.empty((1 + len(mirror), len(words)), np.uint64), np.empty_like(words)
    images[0] = words
    reflect(images, len(words), mirror, bits)
    to_canonical(images, len(words), turns, width, least)
    return least


def to_codes(layout: Layout, words: Words, workers: Workers) -> Words:
    """Convert words to row-by-row codes in the same order, but not to canonical codes."""
    codes = np.empty_like(words)
    workers.share(
        len(words),
        len(words),
        lambda a, b: permute(words, layout.to_code, layout.bits, codes, a, b),
    )
    return codes


def least_codes(layout: Layout, words: Words, workers: Workers, flip: int = 0) -> Words:
    """Return canonical codes of words or, with ``flip``, of their complements, in order."""
    codes, mask = np.empty_like(words), np.uint64(flip)
    workers.share(
        len(words),
        len(words),
        lambda a, b: _write_least_codes(
            words, mask, layout.to_code, layout.images, layout.bits, codes, a, b
        ),
    )
    return codes


# --
# Images of arrays of codes under symmetries.


def images(codes: Words, image: Permutation) -> Words:
    """Return the images of position codes under a permutation of at most 64 holes.

    Examples
    --------
    >>> images(np.array([0b001, 0b011], np.uint64), (1, 2, 0)).tolist()
    [2, 6]
    """
    tables = look_up_tables(tuple(image))
    bits = int(tables.shape[1]).bit_length() - 1
    moved = np.zeros(len(codes), np.uint64)
    for number, table in enumerate(tables):
        moved |= table[codes >> np.uint64(bits * number) & np.uint64((1 << bits) - 1)]
    return moved


# --
# Look-up of positions in sorted levels of canonical codes.


class Probe:
    """Reduces codes to their smallest images under a group, and looks them up in sorted levels.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> probe = Probe(triangle(5).symmetries)
    >>> level = np.array([93, 2183], np.uint64)
    >>> probe.find(8455, level), probe.find(31, level)
    (1, -1)
    >>> probe.least(np.array([8455, 31], np.uint64)).tolist()
    [2183, 31]
    """

    def __init__(self, group: Iterable[Symmetry]) -> None:
        self._images = _tables_of(tuple(sorted(symmetry.image for symmetry in group)))
        self._bits = np.uint64(int(self._images.shape[2]).bit_length() - 1)
        self.symmetries = len(self._images)

    def find(self, code: int, level: Words) -> int:
        """Return the index of the code's smallest image in a sorted level, or -1."""
        return int(_find_sorted(np.uint64(code), self._images, self._bits, level))

    def contains(self, codes: Words, level: Words) -> npt.NDArray[np.bool_]:
        """Return, for each code, whether its smallest image is in a sorted level."""
        is_contained = np.empty(len(codes), np.bool_)
        codes = np.ascontiguousarray(codes)
        self._share(
            len(codes),
            lambda a, b: _contains_sorted(
                codes, self._images, self._bits, level, is_contained, a, b
            ),
        )
        return is_contained

    def least(self, codes: Words) -> Words:
        """Return the smallest image of each code under the group."""
        least = np.empty(len(codes), np.uint64)
        codes = np.ascontiguousarray(codes)
        self._share(
            len(codes),
            lambda a, b: _write_least_images(codes, self._images, self._bits, least, a, b),
        )
        return least

    def _share(self, items: int, work: Callable[[int, int], object]) -> None:
        with Workers() as workers:
            workers.share(items, items, work)


@lru_cache(maxsize=16)
def _tables_of(group: tuple[Permutation, ...]) -> Words:
    """Return the look-up tables of a group, beginning with the identity."""
    return np.stack([look_up_tables(image) for image in group])
