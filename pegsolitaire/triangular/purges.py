"""The purges that clear three rows of a board, read from ``data/constructions/purges.toml``.

A purge takes all pegs of a block, by jumps within it and a few holes beside it, its catalyst,
which it leaves as they were; of the catalyst some hole must be full and some empty. Three kinds
clear three rows together (Bell 2008, section 3.1): a trapezoid of 12 pegs, and beside it lines of
three, by twos (the 6-purge) and once by threes (the 9-purge: the paper's 3- and 6-purge, which
share their jumps anyhow). An opening is a trapezoid that begins with a vacancy of its own and
passes it on to the row above (section 3.3).

Rectangles have such purges on the square lattice: four columns (the paper's 15-hole board, section
5, with its catalyst), or five, and upright 6-purges beside them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from pegsolitaire.board import LATTICES, Hole, hole_name, parse_hole
from pegsolitaire.data.store import Entry, Text, load_list
from pegsolitaire.errors import ProblemError
from pegsolitaire.game import Jump
from pegsolitaire.theory.removals import pegs_left
from pegsolitaire.triangular.cores import CONSTRUCTIONS, jumps_in

PURGES = CONSTRUCTIONS / "purges.toml"
NAMES = (
    "trapezoid", "6-purge", "9-purge", "opening",
    "four columns", "five columns", "upright 6-purge", "upright opening",
    "inverted 9", "inverted 12", "inverted opening",
)  # fmt: skip
#: The row beside those that an opening clears.
OPENINGS = {"opening": 2, "upright opening": 0, "inverted opening": 0}


@dataclass(frozen=True)
class Purge:
    """Jumps that lead from some pegs of a few holes to others, replayed when put together.

    Parameters
    ----------
    name : str
        ``trapezoid``, ``6-purge``, ``9-purge`` or ``opening``; on rectangles ``four columns``,
        ``five columns``, ``upright 6-purge`` or ``upright opening``; on hexagons ``inverted 9``,
        ``inverted 12`` or ``inverted opening``.
    lattice : str
        ``triangular`` or ``square``; those of the square lattice do on the triangular one too.
    pegs, empty : frozenset of (int, int)
        The holes it is about, those with pegs before it and those without.
    leaves : frozenset of (int, int)
        The pegs after it.
    jumps : tuple of Jump
        The jumps.

    Raises
    ------
    ProblemError
        If the jumps do not lead from the one to the other, or it has no such name or lattice.

    Examples
    --------
    >>> purge = purges("6-purge")[0]
    >>> [hole_name(hole) for hole in sorted(purge.block)], len(purge.jumps)
    (['d4', 'e4', 'e5', 'f5', 'f6', 'g6'], 6)
    """

    name: str
    lattice: str
    pegs: frozenset[Hole]
    empty: frozenset[Hole]
    leaves: frozenset[Hole]
    jumps: tuple[Jump, ...]

    def __post_init__(self) -> None:
        if self.name not in NAMES or self.lattice not in LATTICES or self.pegs & self.empty:
            raise ProblemError(f"{self.name} on {self.lattice} is not a purge: mend the file")
        left = pegs_left(self.name, self.lattice, self.pegs, self.pegs | self.empty, self.jumps)
        if left != self.leaves:
            names = " ".join(map(hole_name, sorted(left))) or "no peg"
            raise ProblemError(f"the {self.name} leaves {names}")

    @property
    def block(self) -> frozenset[Hole]:
        """The holes that it clears."""
        if self.name in OPENINGS:
            beside = OPENINGS[self.name]
            return frozenset(hole for hole in self.pegs | self.empty if hole[1] > beside)
        return self.pegs - self.leaves

    def states(self) -> Iterator[frozenset[Hole]]:
        """The pegs before the first jump, and after each."""
        now = self.pegs
        yield now
        for jump in self.jumps:
            now ^= {jump.start, jump.over, jump.end}
            yield now


@lru_cache(maxsize=8)
def purges(name: str) -> tuple[Purge, ...]:
    """All purges of a name, in the order of the file.

    Examples
    --------
    >>> [len(purges(name)) for name in ("trapezoid", "6-purge", "9-purge", "opening")]
    [4, 4, 2, 12]
    """
    return tuple(purge for purge in _all() if purge.name == name)


@lru_cache(maxsize=1)
def _all() -> tuple[Purge, ...]:
    return load_list(PURGES, "purge", PurgeEntry, _purge)


class PurgeEntry(Entry):
    """A purge, as the file has it."""

    name: Text
    lattice: Text
    pegs: Text
    empty: Text
    leaves: Text
    moves: Text


def _purge(entry: PurgeEntry) -> Purge:
    pegs, empty, leaves = (
        frozenset(map(parse_hole, names.split()))
        for names in (entry.pegs, entry.empty, entry.leaves)
    )
    return Purge(entry.name, entry.lattice, pegs, empty, leaves, jumps_in(entry.moves))
