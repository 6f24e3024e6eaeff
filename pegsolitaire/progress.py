"""Progress of long work: an object that is passed in, with this silent one as the default."""

from __future__ import annotations


class Progress:
    """Says nothing; the command line hands in one that draws a bar.

    Long work calls :meth:`stage` when something new begins, and :meth:`update` as it goes.
    """

    def stage(self, what: str, total: int | None = None) -> None:
        """Something new begins; ``total`` steps of it, where that is known."""

    def update(self, done: int, note: str = "") -> None:
        """So many steps of the stage are done."""


SILENT = Progress()
