"""Progress of long work: an object that is passed in, with this silent one as the default."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path


class Progress:
    """Says nothing; the command line hands in one that draws a bar.

    Long work calls :meth:`stage` when something new begins, and :meth:`update` as it goes.
    """

    def stage(self, what: str, total: int | None = None) -> None:
        """Something new begins; ``total`` steps of it, where that is known."""

    def update(self, done: int, note: str = "") -> None:
        """``done`` steps of the stage are done."""

    def detail(self, note: str) -> None:
        """What goes on within a step that takes long."""

    def pause(self) -> None:
        """Remove what is shown, until there is something new: lines are printed, or work ended."""

    def announce(self, text: str) -> None:
        """Something that is to be known before the work is done, such as how long it takes."""


SILENT = Progress()


def kernels_are_compiled() -> bool:
    """Whether compiled kernels are on disk; if not, the first call of one takes some seconds.

    Numba keeps them beside their source, or where it is told to.
    """
    return any(_compiled("*kernels.*.nbi"))


def _compiled(name: str) -> Iterator[Path]:
    if chosen := os.environ.get("NUMBA_CACHE_DIR"):
        yield from Path(chosen).rglob(name)
        return
    yield from (Path(__file__).parent / "engine").glob(f"*/__pycache__/{name}")
    yield from (Path.home() / ".cache" / "numba").rglob(name)
