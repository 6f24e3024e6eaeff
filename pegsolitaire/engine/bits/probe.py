"""Looking positions up in sorted levels of reduced codes."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from pegsolitaire.engine.bits import code_kernels as kernels
from pegsolitaire.engine.bits.arrays import Words
from pegsolitaire.engine.bits.layout import Layout
from pegsolitaire.engine.bits.workers import Workers


class Probe:
    """Finds codes, brought to their least image under the group of a layout, in sorted levels.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> from pegsolitaire.engine import make_layout
    >>> probe = Probe(make_layout(triangle(5), triangle(5).symmetries))
    >>> level = np.array([93, 2183], np.uint64)
    >>> probe.find(8455, level), probe.find(31, level)
    (1, -1)
    """

    def __init__(self, layout: Layout) -> None:
        self.symmetries = len(layout.group)
        self._images = layout.images
        self._bits = layout.bits

    def find(self, code: int, level: Words) -> int:
        """The index of the code's least image in a sorted level, or -1."""
        return int(kernels.find_sorted(np.uint64(code), self._images, self._bits, level))

    def contains(self, codes: Words, level: Words) -> npt.NDArray[np.bool_]:
        """Whether the least image of each code is in a sorted level."""
        found = np.empty(len(codes), np.bool_)
        self._share(
            len(codes),
            lambda a, b: kernels.contains_sorted(
                codes, self._images, self._bits, level, found, a, b
            ),
        )
        return found

    def least(self, codes: Words) -> Words:
        """The least image of each code."""
        least = np.empty_like(codes)
        self._share(
            len(codes),
            lambda a, b: kernels.least_images(codes, self._images, self._bits, least, a, b),
        )
        return least

    def image(self, codes: Words, symmetry: int) -> Words:
        """The images of codes under one symmetry of the group."""
        image = np.empty_like(codes)
        kernels.permute(codes, self._images[symmetry], self._bits, image, 0, len(codes))
        return image

    def _share(self, items: int, work: Callable[[int, int], object]) -> None:
        with Workers() as workers:
            workers.share(items, items, work)
