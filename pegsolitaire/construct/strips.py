"""Clear three rows with a block at one end and nested removals beside it.

A removal needs its catalyst only at one moment, and restores it. So one removal can be played as a
whole between two jumps of another removal, at a moment when the catalyst is in place. The first
6-removal is played within the trapezoid removal, the next within that 6-removal, and so on along
the rows. (In section 3.2 of the paper, removals alternate, but the jumps are the same.)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain

from pegsolitaire.board import Hole, hole_name, parse_hole
from pegsolitaire.construct.cores import CONSTRUCTIONS, Map, MissingPartError, jumps_in, moved
from pegsolitaire.data.toml_files import Entry, Text, load_list
from pegsolitaire.errors import ProblemError
from pegsolitaire.game import Jump
from pegsolitaire.results import Result
from pegsolitaire.theory.block_removals import pegs_left

# --
# The removals that clear three rows of a board, read from the folder ``data/constructions``.
#
# A block removal takes all pegs of a block by jumps within the block and its catalyst. The
# catalyst consists of a few holes beside the block, which the removal restores. At least one of
# these holes must be full, and at least one empty. Three kinds of removals together clear three
# rows (Bell 2008, section 3.1): a trapezoid of 12 pegs, 6-removals beside it, which clear two
# lines of three each, and at most one 9-removal, which clears three lines. (The 9-removal joins
# the paper's 3-removal and 6-removal.) An opening is a trapezoid that contains the vacancy and
# moves it to the row above (section 3.3).
#
# The removals of rectangles are on the square lattice. They clear four or five columns, and
# upright 6-removals clear the columns beside these. (Four columns with their catalyst are the
# 15-hole board in section 5 of the paper.)


REMOVALS = CONSTRUCTIONS / "removals.toml"
OPENINGS = CONSTRUCTIONS / "openings.toml"
BESIDE = 2  # the number of the row beside the rows that are cleared, which begin with row 3


@dataclass(frozen=True)
class BlockRemoval:
    """Jumps that change one set of pegs on a few holes to another; they are replayed at creation.

    Parameters
    ----------
    name : str
        ``trapezoid``, ``6-removal``, ``9-removal`` or ``opening``; on rectangles ``four columns``,
        ``five columns``, ``upright 6-removal`` or ``upright opening``; on hexagons ``inverted 9``,
        ``inverted 12`` or ``inverted opening``.
    lattice : str
        ``triangular`` or ``square``; removals of the square lattice also work on the triangular
        lattice.
    pegs, empty : frozenset of (int, int)
        The holes that must have pegs before the removal, and the holes that must be empty.
    leaves : frozenset of (int, int)
        The holes with pegs after the removal.
    jumps : tuple of Jump
        The jumps.

    Raises
    ------
    ProblemError
        If the jumps do not lead from ``pegs`` to ``leaves``.

    Examples
    --------
    >>> removal = removals("6-removal")[0]
    >>> [hole_name(hole) for hole in sorted(removal.block)], len(removal.jumps)
    (['d4', 'e4', 'e5', 'f5', 'f6', 'g6'], 6)
    """

    name: str
    lattice: str
    pegs: frozenset[Hole]
    empty: frozenset[Hole]
    leaves: frozenset[Hole]
    jumps: tuple[Jump, ...]

    def __post_init__(self) -> None:
        left = pegs_left(self.name, self.lattice, self.pegs, self.pegs | self.empty, self.jumps)
        if left != self.leaves:
            names = " ".join(map(hole_name, sorted(left))) or "no peg"
            raise ProblemError(f"the {self.name} leaves {names}")

    @property
    def block(self) -> frozenset[Hole]:
        """The holes that the removal clears."""
        if self.name.endswith("opening"):
            return frozenset(hole for hole in self.pegs | self.empty if hole[1] > BESIDE)
        return self.pegs - self.leaves

    @property
    def ends(self) -> tuple[Hole, Hole]:
        """The vacancy in the block of an opening, and the hole that it leaves vacant."""
        [vacancy], [vacant] = self.empty, self.pegs - self.block - self.leaves
        return vacancy, vacant

    def states(self) -> Iterator[frozenset[Hole]]:
        """Yield the set of pegs before the first jump, and after each jump."""
        now = self.pegs
        yield now
        for jump in self.jumps:
            now ^= {jump.start, jump.over, jump.end}
            yield now


@lru_cache(maxsize=16)
def removals(name: str) -> tuple[BlockRemoval, ...]:
    """Return all removals with the given name, in file order.

    Examples
    --------
    >>> [len(removals(name)) for name in ("trapezoid", "6-removal", "9-removal", "opening")]
    [4, 4, 2, 12]
    """
    return tuple(removal for removal in _all() if removal.name == name)


@lru_cache(maxsize=1)
def _all() -> tuple[BlockRemoval, ...]:
    files = (
        load_list(path, "removal", BlockRemovalEntry, _removal) for path in (REMOVALS, OPENINGS)
    )
    return tuple(chain(*files))


class BlockRemovalEntry(Entry):
    """A removal in the data file."""

    name: Text
    lattice: Text
    pegs: Text
    empty: Text
    leaves: Text
    moves: Text


def _removal(entry: BlockRemovalEntry) -> BlockRemoval:
    pegs, empty, leaves = (
        frozenset(map(parse_hole, names.split()))
        for names in (entry.pegs, entry.empty, entry.leaves)
    )
    return BlockRemoval(entry.name, entry.lattice, pegs, empty, leaves, jumps_in(entry.moves))


# Blocks with slanted lines of three beside both ends. Beside all other blocks, lines are columns.
_SLANTED = ("trapezoid", "opening")

Step = tuple[Jump, int]  # a jump, and the number of the block that it clears


@dataclass(frozen=True)
class Block(Result):
    """The holes that one removal clears.

    Attributes
    ----------
    kind : str
        The name of a removal, or ``core`` for the inner part.
    holes : frozenset of (int, int)
    """

    kind: str
    holes: frozenset[Hole]


@dataclass(frozen=True)
class Strip:
    """The jumps that clear three rows, on the holes of the data file.

    The data file defines the place of the trapezoid or the columns. The rows extend to both sides
    of this block.

    Attributes
    ----------
    blocks : tuple of Block
        The blocks, beginning with the trapezoid or the columns.
    steps : tuple of (Jump, int)
        The jumps, each with the number of its block.
    """

    blocks: tuple[Block, ...]
    steps: tuple[Step, ...]

    def moved(self, move: Map) -> Strip:
        """Return the strip with its holes mapped by ``move``."""
        blocks = (Block(block.kind, frozenset(map(move, block.holes))) for block in self.blocks)
        return Strip(tuple(blocks), tuple((moved(jump, move), n) for jump, n in self.steps))

    def backward(self) -> Strip:
        """Reverse the jumps: they then lead from the final to the initial complement."""
        return Strip(self.blocks, self.steps[::-1])


def clearing(full: frozenset[Hole], names: Sequence[str], length: int) -> Strip:
    """Clear three rows when the given holes of their catalyst are full.

    Parameters
    ----------
    full : frozenset of (int, int)
        The full holes of the catalyst, which consists of the first holes of the next row inside:
        four of them beside rows of odd length of a hexagon, and three beside all others.
    names : sequence of str
        The name of the block at the beginning of the rows; or two names, for rows of even and of
        odd length.
    length : int
        The number of holes in the outermost row.

    Examples
    --------
    >>> strip = clearing(frozenset([(0, 2), (1, 2)]), ["trapezoid"], 10)
    >>> [block.kind for block in strip.blocks], len(strip.steps)
    (['trapezoid', '9-removal', '6-removal'], 27)
    >>> columns = ["four columns", "five columns"]
    >>> [block.kind for block in clearing(frozenset([(0, 2)]), columns, 7).blocks]
    ['five columns', 'upright 6-removal']
    """
    first = _first(
        names[length % len(names)],
        lambda removal: removal.leaves <= full and not removal.empty & full,
    )
    return _woven(first, 0, length - sum(y == BESIDE + 3 for _, y in first.block))


def opening(vacancy: Hole, left: int, right: int) -> tuple[Strip, Hole]:
    """Clear three rows that are full except for a vacancy, below full rows.

    Parameters
    ----------
    vacancy : (int, int)
        A hole of the trapezoid.
    left, right : int
        The numbers of lines of three to the left and right of the trapezoid. Neither can be 1.

    Returns
    -------
    Strip, (int, int)
        The jumps, and the hole of the row above that the jumps leave vacant.

    Examples
    --------
    >>> strip, left_vacant = opening((1, 3), 0, 2)
    >>> left_vacant, [block.kind for block in strip.blocks]
    ((2, 2), ['opening', '6-removal'])
    """
    first = _first("opening", lambda removal: vacancy in removal.empty)
    return _woven(first, left, right), first.ends[1]


def opening_columns(vacancy: Hole, width: int, lines: int) -> tuple[Strip, Hole] | None:
    """Clear rows of a rectangle that contain a vacancy, below full rows.

    For most vacancies, the block of the opening has four columns, or five if the number of columns
    is odd. Other vacancies need six or seven columns, or six rows if there are no more columns.
    Upright 6-removals clear the other columns.

    Parameters
    ----------
    vacancy : (int, int)
        The place of the vacancy along the rows, and the number of its row.
    width : int
        The number of holes in a row, 4 or more.
    lines : int
        The number of rows to clear: 3 or 6.

    Returns
    -------
    (Strip, (int, int)) or None
        The jumps, and the hole that they leave vacant, three or six rows further in; if possible,
        it has the same place along the rows. None if no opening is known.

    Examples
    --------
    >>> strip, vacant = opening_columns((4, 3), 9, 3)
    >>> vacant, [block.kind for block in strip.blocks]
    ((4, 0), ['upright opening', 'upright 6-removal', 'upright 6-removal'])
    """
    ways = []
    for first in removals("upright opening"):
        (x, y), target = first.ends
        own = len({place for place, _ in first.block})
        spare = width - own
        if len(first.block) != own * lines or spare % 2 or (lines > 3 and spare):
            continue
        for flip in (False, True):
            left = (width - 1 - vacancy[0] if flip else vacancy[0]) - x
            if y == vacancy[1] and left in range(0, spare + 1, 2):
                ways.append(((target[0] != x, own), left, flip, first))
    if not ways:
        return None
    (_, own), left, flip, first = min(ways, key=lambda way: way[0])

    def place(hole: Hole) -> Hole:
        along = hole[0] + left
        return (width - 1 - along if flip else along), hole[1]

    strip = _woven(first, left, width - own - left)
    return strip.moved(place), place(first.ends[1])


def opening_inverted(vacancy: Hole, length: int) -> tuple[Strip, Hole]:
    """Clear three rows of a hexagon that contain a vacancy, beside full rows.

    Parameters
    ----------
    vacancy : (int, int)
        The place of the vacancy along its row, and the number of the row, 3 to 5. Places in row 3
        begin at 1, in row 4 at 2, and in row 5 at 3.
    length : int
        The number of holes in the outermost row, 2 or more.

    Returns
    -------
    Strip, (int, int)
        The jumps, and the hole of the next row inside that the jumps leave vacant.

    Examples
    --------
    >>> strip, vacant = opening_inverted((5, 4), 6)
    >>> vacant, [block.kind for block in strip.blocks]
    ((4, 2), ['inverted opening', 'upright 6-removal', 'upright 6-removal'])
    """
    own = 2 + length % 2
    for first in removals("inverted opening"):
        (x, y), target = first.ends
        left = vacancy[0] - x
        is_own = len(first.block) == 3 * own + 3 and y == vacancy[1]
        if is_own and left in range(0, length - own + 1, 2):
            move = _mover(left, _as_it_is)
            return _woven(first, left, length - own - left).moved(move), move(target)
    raise MissingPartError(f"no opening of rows from {length} on that takes {vacancy} is stored")


def _first(name: str, fits: Callable[[BlockRemoval], bool]) -> BlockRemoval:
    """Return the first removal of a name for which ``fits`` returns true."""
    fitting = next(filter(fits, removals(name)), None)
    if fitting is None:
        raise MissingPartError(f"no {name} that fits is stored")
    return fitting


def _woven(first: BlockRemoval, left: int, right: int) -> Strip:
    """Combine a first block with the removals that clear the lines to its left and right."""
    blocks = [Block(first.name, first.block)]
    inserted: list[tuple[int, list[Step]]] = []
    if right:
        inserted.append(_lines(first, right, blocks, _as_it_is))
    if left:
        turn = _reflection(first)
        inserted.append(_lines(_turned(first, turn), left, blocks, turn))
    steps = [(jump, 0) for jump in first.jumps]
    for moment, more in sorted(inserted, key=lambda insertion: -insertion[0]):
        steps[moment:moment] = more
    return Strip(tuple(blocks), tuple(steps))


def _lines(
    outer: BlockRemoval, lines: int, blocks: list[Block], turn: Map
) -> tuple[int, list[Step]]:
    """Clear lines of three to the right. Return the moment of the first removal and all the steps.

    The cleared blocks are added to ``blocks``. If ``turn`` is a reflection, the function clears
    lines to the left.
    """
    steps: list[list[Step]] = []  # the steps of each removal
    moments = []  # the moment of each removal within the previous removal
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
    woven = [
        step
        for removal_steps, cut in zip(steps, cuts, strict=True)
        for step in removal_steps[:cut]
    ]
    for removal_steps, cut in zip(reversed(steps), reversed(cuts), strict=True):
        woven += removal_steps[cut:]
    return moments[0], woven


def _kinds(lines: int, upright: bool) -> Iterator[str]:
    """Yield the kinds of removals that clear the lines beside a block, from the inside out."""
    if upright:
        assert lines % 2 == 0, "blocks of two widths leave an even number"
        yield from ["upright 6-removal"] * (lines // 2)
        return
    assert lines != 1, "a 3-removal is not possible at the edge"
    if lines % 2:
        yield "9-removal"
        lines -= 3
    yield from ["6-removal"] * (lines // 2)


@lru_cache(maxsize=256)
def _entry(outer: BlockRemoval, kind: str, lines: int) -> tuple[int, BlockRemoval]:
    """Find a removal to play within another removal, and the moment when it begins.

    The inner removal is shifted to the right by ``lines``.
    """
    known = outer.pegs | outer.empty
    for moment, pegs in enumerate(outer.states()):
        for inner in removals(kind):
            full = {(x + lines, y) for x, y in inner.leaves}
            empty = {(x + lines, y) for x, y in inner.empty}
            if full <= pegs and empty <= known - pegs:
                return moment, inner
    raise MissingPartError(f"no {kind} that can begin within the {outer.name} is stored")


def _mover(lines: int, turn: Map) -> Map:
    """Return the map that moves holes to the right by ``lines`` and then applies ``turn``."""
    return lambda hole: turn((hole[0] + lines, hole[1]))


def _as_it_is(hole: Hole) -> Hole:
    return hole


def _reflection(removal: BlockRemoval) -> Map:
    """Return the reflection that maps every row of the block of a removal to itself."""
    first, second = (
        sum(end(x for x, y in removal.block if y == row) for end in (min, max))
        for row in (BESIDE + 1, BESIDE + 2)
    )
    return lambda hole: (first + (second - first) * (hole[1] - BESIDE - 1) - hole[0], hole[1])


def _turned(removal: BlockRemoval, turn: Map) -> BlockRemoval:
    """Reflect a removal."""
    pegs, empty, leaves = (
        frozenset(map(turn, part)) for part in (removal.pegs, removal.empty, removal.leaves)
    )
    jumps = tuple(moved(jump, turn) for jump in removal.jumps)
    return BlockRemoval(removal.name, removal.lattice, pegs, empty, leaves, jumps)


# --
# A plan of strips to play one after another, and of rows to clear at suitable moments.
#
# Rows wait for the first jump after which their catalyst, a few holes beside them, is neither full
# nor empty. Then the rows are cleared before any other jump, and all other holes stay unchanged.
# This moment always comes, or is the beginning if the vacancy is in the catalyst: the catalyst is
# full at first and empty at the end, it has at least three holes, and a jump removes at most two
# of its pegs. Rows that are due at the same moment are cleared one after another. Outer rows,
# which were added first, are cleared before inner rows, which may contain part of the catalyst of
# the outer rows; each removal restores the holes that they share. For the same reason, inner rows
# wait until the outer rows are cleared.


Clear = Callable[[frozenset[Hole]], Strip]


@dataclass(frozen=True, eq=False)
class _Rows:
    """Rows that wait to be cleared.

    Attributes
    ----------
    number : int
        The number of the rows, in the order in which they were added.
    catalyst : sequence of (int, int)
        The holes of the catalyst, in the coordinates of the strip.
    clear : callable
        The function that returns the strip, given the full holes of the catalyst.
    move : callable
        The map from the holes of the strip to the holes of the board.
    """

    number: int
    catalyst: Sequence[Hole]
    clear: Clear
    move: Map


class ClearingPlan:
    """A plan to clear blocks on a board that is full except for a vacancy.

    Parameters
    ----------
    vacancy : (int, int)
        The hole that is empty at the beginning.

    Attributes
    ----------
    blocks : list of Block
        The blocks known so far. When all steps have been generated, these are all blocks.
    """

    def __init__(self, vacancy: Hole) -> None:
        self.blocks: list[Block] = []
        self._vacancy = vacancy
        self._main: list[Step] = []
        self._told = 0
        #: The rows that wait for a jump that changes a hole, listed for each hole.
        self._waiting: dict[Hole, list[_Rows]] = {}

    def play(self, strip: Strip, move: Map) -> None:
        """Append the jumps of a strip; ``move`` maps the holes of the strip to the board."""
        self._main += self._put(strip, move)

    def wait(self, catalyst: Sequence[Hole], clear: Clear, move: Map) -> None:
        """Add rows to be cleared as soon as some but not all holes of their catalyst are full."""
        self._told += 1
        rows = _Rows(self._told, catalyst, clear, move)
        for hole in catalyst:
            self._waiting.setdefault(move(hole), []).append(rows)

    def steps(self) -> Iterator[Step]:
        """Yield all jumps in order, each with the number of its block."""
        empty = {self._vacancy}
        stack = [(self._told + 1, iter(self._main))]
        stack += self._due([self._vacancy], empty, self._told + 1)
        while stack:
            number, steps = stack[-1]
            step = next(steps, None)
            if step is None:
                stack.pop()
                continue
            touched = step[0].start, step[0].over, step[0].end
            empty.discard(touched[2])
            empty.update(touched[:2])
            yield step
            stack += self._due(touched, empty, number)
        assert not any(self._waiting.values()), "rows wait for ever"

    def _due(
        self, touched: Iterable[Hole], empty: set[Hole], before: int
    ) -> list[tuple[int, Iterator[Step]]]:
        """List the rows that can be cleared now, with their jumps.

        Only rows with numbers below ``before`` are listed. The rows that were added first come
        last.
        """
        due = []
        for hole in touched:
            for rows in self._waiting.get(hole, ())[:]:
                full = frozenset(part for part in rows.catalyst if rows.move(part) not in empty)
                if 0 < len(full) < len(rows.catalyst) and rows.number < before:
                    for part in rows.catalyst:
                        self._waiting[rows.move(part)].remove(rows)
                    due.append((rows, full))
        due.sort(key=lambda one: -one[0].number)
        return [(rows.number, iter(self._put(rows.clear(full), rows.move))) for rows, full in due]

    def _put(self, strip: Strip, move: Map) -> list[Step]:
        """Return the jumps of a strip mapped to the board, and add the blocks of the strip."""
        first, placed = len(self.blocks), strip.moved(move)
        self.blocks += placed.blocks
        return [(jump, first + number) for jump, number in placed.steps]
