"""Row-by-row codes to words of a layout, and back."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pegsolitaire.engine.bits import code_kernels as kernels
from pegsolitaire.engine.bits.arrays import Words
from pegsolitaire.engine.bits.canonical_kernels import reflect, to_canonical
from pegsolitaire.engine.bits.layout import Layout
from pegsolitaire.engine.bits.workers import Workers


def to_words(layout: Layout, codes: Sequence[int] | Words) -> Words:
    """The words of some codes, in their order, not canonical.

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
    kernels.permute(given, layout.to_word, layout.bits, words, 0, len(given))
    return words


def canonical_words(layout: Layout, words: Words) -> Words:
    """The canonical forms of some words, in their order."""
    turns, width, mirror, bits = layout.canon
    images, least = np.empty((1 + len(mirror), len(words)), np.uint64), np.empty_like(words)
    images[0] = words
    reflect(images, len(words), mirror, bits)
    to_canonical(images, len(words), turns, width, least)
    return least


def to_codes(layout: Layout, words: Words, workers: Workers) -> Words:
    """The row-by-row codes of some words, as they are, in their order."""
    codes = np.empty_like(words)
    workers.share(
        len(words),
        len(words),
        lambda a, b: kernels.permute(words, layout.to_code, layout.bits, codes, a, b),
    )
    return codes


def least_codes(layout: Layout, words: Words, workers: Workers, flip: int = 0) -> Words:
    """The least codes of some words, or of their complements (by ``flip``), in their order."""
    codes, mask = np.empty_like(words), np.uint64(flip)
    workers.share(
        len(words),
        len(words),
        lambda a, b: kernels.least_codes(
            words, mask, layout.to_code, layout.images, layout.bits, codes, a, b
        ),
    )
    return codes
