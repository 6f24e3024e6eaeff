"""Clearing three rows: a block at one end, and purges beside it, woven into one.

A purge needs its catalyst at some moment only, and leaves it as it was. So it can be played
whole at a moment when another purge holds that catalyst, between two jumps of it: the first
6-purge within the trapezoid, the next within that 6-purge, and so on along the rows. (In the
paper's algorithm, section 3.2, they take turns; the jumps are the same.)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache, partial

from pegsolitaire.board import Hole
from pegsolitaire.game import Jump
from pegsolitaire.results import Result
from pegsolitaire.triangular.cores import MissingPartError
from pegsolitaire.triangular.frame import Map, moved
from pegsolitaire.triangular.purges import Purge, purges

# Blocks with lines of three along both slanted ends; beside all others lines are columns.
_SLANTED = ("trapezoid", "opening")

Step = tuple[Jump, int]  # a jump, and the number of the block that it clears


@dataclass(frozen=True)
class Block(Result):
    """What one purge clears.

    Attributes
    ----------
    kind : str
        The name of a purge, or ``core``: what is played inside.
    holes : frozenset of (int, int)
    """

    kind: str
    holes: frozenset[Hole]

    json_keys = "kind holes=sorted_holes|hole"

    @property
    def sorted_holes(self) -> list[Hole]:
        """The holes, column by column."""
        return sorted(self.holes)


@dataclass(frozen=True)
class Strip:
    """The jumps that clear three rows, on the holes of :mod:`~pegsolitaire.triangular.purges`.

    The trapezoid, or the columns, are at their place there; the rows go on to the sides.

    Attributes
    ----------
    blocks : tuple of Block
        The trapezoid or the columns first.
    steps : tuple of (Jump, int)
        Each jump, and the number of its block.
    """

    blocks: tuple[Block, ...]
    steps: tuple[Step, ...]

    def moved(self, move: Map) -> Strip:
        """The same elsewhere."""
        blocks = (Block(one.kind, frozenset(map(move, one.holes))) for one in self.blocks)
        return Strip(tuple(blocks), tuple((moved(jump, move), n) for jump, n in self.steps))

    def backward(self) -> Strip:
        """The jumps last to first: from the complement of what they leave to that of the start."""
        return Strip(self.blocks, self.steps[::-1])


def clearing(full: frozenset[Hole], left: int, right: int) -> Strip:
    """Clear three rows while the catalyst of the trapezoid holds these pegs.

    Parameters
    ----------
    full : frozenset of (int, int)
        Which of a3, b3 and c3 are full: one or two.
    left, right : int
        The lines of three beside the trapezoid, each any number but 1.

    Examples
    --------
    >>> strip = clearing(frozenset([(0, 2), (1, 2)]), 0, 5)
    >>> [block.kind for block in strip.blocks], len(strip.steps)
    (['trapezoid', '9-purge', '6-purge'], 27)
    """
    return _woven(_fitting("trapezoid", full), left, right)


def clearing_columns(full: frozenset[Hole], width: int) -> Strip:
    """Clear three rows of a rectangle while the row above holds these pegs.

    Parameters
    ----------
    full : frozenset of (int, int)
        Which of a1, b1 and c1 are full: one or two.
    width : int
        Holes in a row, 4 or more.

    Examples
    --------
    >>> [block.kind for block in clearing_columns(frozenset([(0, 0)]), 7).blocks]
    ['five columns', 'upright 6-purge']
    """
    name = "five columns" if width % 2 else "four columns"
    return _woven(_fitting(name, full), 0, width - 4 - width % 2)


def opening(vacancy: Hole, left: int, right: int) -> tuple[Strip, Hole]:
    """Clear three rows that are full but for a vacancy, below rows that are full.

    Parameters
    ----------
    vacancy : (int, int)
        A hole of the trapezoid.
    left, right : int
        The lines of three beside the trapezoid, each any number but 1.

    Returns
    -------
    Strip, (int, int)
        The jumps, and the hole of the row above that they leave vacant.

    Examples
    --------
    >>> strip, left_vacant = opening((1, 3), 0, 2)
    >>> left_vacant, [block.kind for block in strip.blocks]
    ((2, 2), ['opening', '6-purge'])
    """
    first = _first("opening", lambda purge: vacancy in purge.empty)
    [vacant] = {(x, 2) for x in range(3)} - first.leaves
    return _woven(first, left, right), vacant


def opening_columns(first: Purge, width: int, left: int) -> Strip:
    """Clear rows of a rectangle with a vacancy in them, below rows that are full.

    Parameters
    ----------
    first : Purge
        The upright opening that takes the vacancy.
    width : int
        Holes in a row; an even number more than the opening has.
    left : int
        How many of these lie before the opening: an even number.
    """
    beside = width - len({x for x, _ in first.block}) - left
    return _woven(first, left, beside)


def clearing_inverted(full: frozenset[Hole], length: int) -> Strip:
    """Clear three rows of a hexagon, each a hole shorter than the one within.

    Parameters
    ----------
    full : frozenset of (int, int)
        Which holes of the catalyst, the first of the row within, are full: three of them or,
        beside rows of an odd length, four.
    length : int
        Holes in the outermost row, 2 or more.

    Examples
    --------
    >>> [block.kind for block in clearing_inverted(frozenset([(0, 0)]), 6).blocks]
    ['inverted 9', 'upright 6-purge', 'upright 6-purge']
    """
    name = "inverted 12" if length % 2 else "inverted 9"
    return _woven(_fitting(name, full), 0, length - 2 - length % 2)


def opening_inverted(vacancy: Hole, length: int) -> tuple[Strip, Hole]:
    """Clear three rows of a hexagon with a vacancy in them, beside rows that are full.

    Parameters
    ----------
    vacancy : (int, int)
        How far along it is, and in which row, 1 to 3; along, rows begin with 1 to 3 too.
    length : int
        Holes in the outermost row, 2 or more.

    Returns
    -------
    Strip, (int, int)
        The jumps, and the hole of the row within that they leave vacant.

    Examples
    --------
    >>> strip, vacant = opening_inverted((5, 2), 6)
    >>> vacant, [block.kind for block in strip.blocks]
    ((4, 0), ['inverted opening', 'upright 6-purge', 'upright 6-purge'])
    """
    own = 2 + length % 2
    for first in purges("inverted opening"):
        [(x, y)] = first.empty
        left = vacancy[0] - x
        if len(first.block) == 3 * own + 3 and y == vacancy[1] and left in range(0, length, 2):
            if left > length - own:
                continue
            [vacant] = {(place, 0) for place in range(own + 3)} - first.leaves
            move = partial(_beside, left)
            return _woven(first, left, length - own - left).moved(move), move(vacant)
    raise MissingPartError(f"no opening of rows from {length} on that takes {vacancy} is stored")


def _beside(left: int, hole: Hole) -> Hole:
    return hole[0] + left, hole[1]


def core_strip(jumps: Iterable[Jump], holes: Iterable[Hole]) -> Strip:
    """What is played inside, as a strip of one block."""
    return Strip((Block("core", frozenset(holes)),), tuple((jump, 0) for jump in jumps))


def _fitting(name: str, full: frozenset[Hole]) -> Purge:
    """The first purge of a name whose catalyst is in place while these holes are full."""
    return _first(name, lambda purge: purge.leaves <= full and not purge.empty & full)


def _first(name: str, fits: Callable[[Purge], bool]) -> Purge:
    """The first purge of a name that fits."""
    found = next(filter(fits, purges(name)), None)
    if found is None:
        raise MissingPartError(f"no {name} that fits is stored")
    return found


def _woven(first: Purge, left: int, right: int) -> Strip:
    """A first block with what clears the lines to its left and right."""
    blocks = [Block(first.name, first.block)]
    inserted: list[tuple[int, list[Step]]] = []
    if right:
        inserted.append(_lines(first, right, blocks, _as_it_is))
    if left:
        turn = _reflection(first)
        inserted.append(_lines(_turned(first, turn), left, blocks, turn))
    steps = [(jump, 0) for jump in first.jumps]
    for moment, more in sorted(inserted, key=lambda one: -one[0]):
        steps[moment:moment] = more
    return Strip(tuple(blocks), tuple(steps))


def _lines(outer: Purge, lines: int, blocks: list[Block], turn: Map) -> tuple[int, list[Step]]:
    """What clears lines of three to the right: the moment of the first, and all of its jumps.

    What it clears is added to the blocks; a reflection puts all of it to the left instead.
    """
    steps: list[list[Step]] = []  # of each purge
    moments = []  # of each purge, in the one before
    upright = outer.name not in _SLANTED
    shift, offset = 0, max(x for x, _ in outer.block) - 3 if upright else 0
    for kind in _kinds(lines, upright):
        moment, outer = _entry(outer, kind, offset)
        shift += offset
        offset = len(outer.block) // 3
        move, number = _mover(shift, turn), len(blocks)
        blocks.append(Block(kind, frozenset(map(move, outer.block))))
        moments.append(moment)
        steps.append([(moved(jump, move), number) for jump in outer.jumps])
    cuts = [*moments[1:], len(steps[-1])]
    woven = [step for one, cut in zip(steps, cuts, strict=True) for step in one[:cut]]
    for one, cut in zip(reversed(steps), reversed(cuts), strict=True):
        woven += one[cut:]
    return moments[0], woven


def _kinds(lines: int, upright: bool) -> Iterator[str]:
    """The purges that clear lines of three beside another, the nearest first."""
    if upright:
        assert lines % 2 == 0, "blocks of two widths leave an even number"
        yield from ["upright 6-purge"] * (lines // 2)
        return
    assert lines != 1, "a 3-purge is not possible at the edge"
    if lines % 2:
        yield "9-purge"
        lines -= 3
    yield from ["6-purge"] * (lines // 2)


@lru_cache(maxsize=256)
def _entry(outer: Purge, kind: str, lines: int) -> tuple[int, Purge]:
    """When, within a purge, one of a kind can be played some lines to its right, and which."""
    known = outer.pegs | outer.empty
    for moment, pegs in enumerate(outer.states()):
        for inner in purges(kind):
            full = {(x + lines, y) for x, y in inner.leaves}
            empty = {(x + lines, y) for x, y in inner.empty}
            if full <= pegs and empty <= known - pegs:
                return moment, inner
    raise MissingPartError(f"no {kind} that can begin within the {outer.name} is stored")


def _mover(lines: int, turn: Map) -> Map:
    """The map of holes some lines to the right or, turned, to the left."""
    return lambda hole: turn((hole[0] + lines, hole[1]))


def _as_it_is(hole: Hole) -> Hole:
    return hole


def _turn(hole: Hole) -> Hole:
    """The reflection that leaves the trapezoid in its place."""
    return hole[1] - 1 - hole[0], hole[1]


def _reflection(purge: Purge) -> Map:
    """The reflection that leaves the block of a purge in its place."""
    if purge.name in _SLANTED:
        return _turn
    last = max(x for x, _ in purge.block)
    if purge.name.startswith("inverted"):
        return lambda hole: (last + hole[1] - hole[0], hole[1])
    return lambda hole: (last - hole[0], hole[1])


def _turned(purge: Purge, turn: Map) -> Purge:
    """A purge reflected."""
    pegs, empty, leaves = (
        frozenset(map(turn, part)) for part in (purge.pegs, purge.empty, purge.leaves)
    )
    jumps = tuple(moved(jump, turn) for jump in purge.jumps)
    return Purge(purge.name, purge.lattice, pegs, empty, leaves, jumps)
