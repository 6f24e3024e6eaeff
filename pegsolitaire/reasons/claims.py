"""Say in a few words why a position is lost, after checking that it is true.

A *claim* is a short statement about some holes that a child can follow, such as "A peg in d4 is
never alone: some ringed hole has one". There are only a few kinds of claims. Each is true by
structure (the position class), or it holds in every position that any game from here can reach.
These positions are all made first: a lost position usually has less than two million, which takes
a few tenths of a second. If there are too many, a claim can still follow from a proof by a trap or
by a resource count. Otherwise, there is no claim.

Among the holes that make a claim true, few are easier to see than many. The holes are found
greedily: while a reachable position contradicts the claim, the hole is added that settles most of
the contradictions found so far. In the end, holes that the claim does not need are removed. The
result need not be the smallest possible, but the claim is true of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache, reduce
from itertools import combinations
from operator import or_
from typing import TYPE_CHECKING, Literal

from pegsolitaire.board import Board, Hole, JumpMask, hole_name
from pegsolitaire.board.bits import indices_of
from pegsolitaire.errors import BoardTooLargeError, BudgetSpentError
from pegsolitaire.game import (
    FinishLike,
    Jump,
    Position,
    PositionLike,
    Solution,
    StartLike,
    finish_name,
    position_and_finishes,
)
from pegsolitaire.reasons.sentences import say
from pegsolitaire.results import Result
from pegsolitaire.theory import (
    Reason,
    class_of,
    feasible_finishes,
    invariants,
)
from pegsolitaire.theory.classes import kept_parity, sums
from pegsolitaire.theory.unreachable import unproven
from pegsolitaire.work import Work

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Codes = npt.NDArray[np.uint64]

_MAX_REACHED = 12_000_000  # positions; a second or two
_MEMORY = "512MiB"  # for one level
_MAX_INVARIANTS = 10  # invariants that are combined to find colours
_AT_ONCE = 50  # contradictions that are looked at together

#: The kinds of claims, which are also keys of the sentences.
#:
#: - ``stuck``: no jump is possible. ``locked``: pegs that never leave their holes.
#: - ``even``, ``odd``, ``alike``: by the position class. In ``even_goal`` and ``odd_goal``, the
#:   goal is not a single peg.
#: - ``home``: no peg gets to the goal.
#: - ``keeps``, ``two``: holes that always hold a peg, or two.
#: - ``either``, ``never``: holes that are never empty while the goal has its pegs. In ``either``,
#:   the goal is one peg, and each of the two is possible.
#: - ``elsewhere``, ``left``: what is left at best.
ClaimName = Literal[
    "stuck", "locked", "even", "odd", "even_goal", "odd_goal", "alike", "home", "keeps", "two",
    "either", "never", "elsewhere", "left",
]  # fmt: skip
#: The claims that only report the best possible ending.
ENDINGS = ("elsewhere", "left")


@dataclass(frozen=True)
class Claim(Result):
    """A short statement that explains why a position is lost.

    Attributes
    ----------
    position : Position
        The position.
    finishes : tuple of int
        The codes of the finishes that cannot be reached; those that the position class rules out
        are left out if there are others.
    claim : str
        The kind of claim: a key of the sentences (:data:`ClaimName`).
    groups : tuple of int
        The holes that the claim is about, as codes. Only ``alike`` has several: three colours.
    ending : Solution or None
        The best possible ending, if the claim is about it.

    Examples
    --------
    >>> from pegsolitaire.board import english
    >>> claim = find_claim(english().position("code:4307720192"), "d4")
    >>> print(claim)
    No peg can ever get to d4.
    >>> claim.claim, claim.goal, claim.holes
    ('home', ('d4',), (((3, 3),),))
    """

    position: Position
    finishes: tuple[int, ...]
    claim: ClaimName
    groups: tuple[int, ...] = ()
    ending: Solution | None = None

    json_fields = ("claim", "count", "goal", "holes", "jumps")

    @property
    def count(self) -> int:
        """The number of holes of the first group."""
        return self.groups[0].bit_count() if self.groups else 0

    @property
    def goal(self) -> tuple[str, ...]:
        """The names of the finishes."""
        return tuple(finish_name(self.position.board, code) for code in self.finishes)

    @property
    def holes(self) -> tuple[tuple[Hole, ...], ...]:
        """The holes of each group."""
        return tuple(tuple(Position(self.position.board, group)) for group in self.groups)

    @property
    def jumps(self) -> tuple[Jump, ...]:
        """The jumps of the best possible ending, if the claim is about it."""
        return () if self.ending is None else tuple(self.ending.jumps)

    @property
    def sentence(self) -> str:
        """The claim in a sentence of at most 14 words."""
        return say(self.claim, self.count, goal=_goal_text(self.goal, self.finishes))

    def __str__(self) -> str:
        return self.sentence

    def _repr_svg_(self) -> str:
        return self.svg()

    @property
    def shown(self) -> Position:
        """The position with the rings: the last of the best ending, if the claim is about it."""
        return self.position if self.ending is None else self.ending.finish

    @property
    def rings(self) -> tuple[int, ...]:
        """The groups of holes to mark, as codes: pegs and then empty holes, or three colours."""
        if len(self.groups) != 1:
            return self.groups
        (group,) = self.groups
        pegs, empty = group & self.shown.code, group & ~self.shown.code
        return (pegs, empty) if pegs and empty else self.groups

    def svg(self) -> str:
        """Draw the position with rings around the holes of the claim, and the sentence below.

        The name of a single finish is written in its holes. If the claim is about the best
        possible ending, this is drawn beside the position. Three colours are below the holes.
        """
        from pegsolitaire.draw import Diagram, panel_svg, why_svg

        board, code = self.position.board, self.position.code
        goal = self.finishes[0] if len(self.finishes) == 1 else 0
        if self.ending is not None:
            names = {board.holes[i]: hole_name(board.holes[i]) for i in indices_of(goal)}
            shown = {"Now": code, "The best that can be left": self.ending.finish.code}
            boards = [
                Diagram(board, code, labels=names, caption=words) for words, code in shown.items()
            ]
            return panel_svg(boards, size=40, caption=self.sentence)
        if len(self.groups) > 1:
            return Diagram(board, code, regions=self.groups, caption=self.sentence).svg()
        return why_svg(board, code, self.rings, named=goal, caption=self.sentence)


def _goal_text(names: Sequence[str], finishes: Sequence[int]) -> str:
    if any(code.bit_count() != 1 for code in finishes):
        return say("goal.position")
    return names[0] if len(names) == 1 else say("goal.holes")


def find_claim(
    position: PositionLike,
    start: StartLike = None,
    finish: FinishLike = None,
    *,
    reasons: Sequence[Reason] = (),
    work: Work | None = None,
) -> Claim | None:
    """Find a claim that explains why a position is lost, or return None.

    The result is None if the position is not lost, or if no claim is found within the limits. The
    simplest claims come first.

    Parameters
    ----------
    position, start : Position, or what makes one
        The position: see :class:`~pegsolitaire.game.Position`.
    finish : hole, Position, or several of them, optional
        Where the game should end: see :func:`~pegsolitaire.reasons.explain`.
    reasons : sequence of Reason, optional
        Known proofs, which are used if too many positions can be reached.
    work : Work, optional
        Limits on time and memory, a progress bar, and more: see :class:`pegsolitaire.Work`.

    Examples
    --------
    >>> from pegsolitaire.board import french, triangle
    >>> print(find_claim("triangle5", "a1:a3-a1,c3-a3,c5-c3"))
    Some ringed hole always has a peg, so never just a1.
    >>> print(find_claim(french().vacancy("d4"), "d4"))
    Ringed holes always hold an even number of pegs; d4 needs one.
    >>> print(find_claim(french().vacancy("d4"), "any"))
    Count each colour: all even or all odd, so never one peg alone.
    >>> find_claim(triangle(5).vacancy("a1")) is None
    True
    """
    work = Work.of(work)
    position, finishes = position_and_finishes(position, start, finish)
    return claim_of(position, finishes, lambda: reasons, work=work)


def claim_of(
    position: Position,
    finishes: tuple[int, ...],
    reasons: Callable[[], Sequence[Reason]] = tuple,
    *,
    work: Work,
) -> Claim | None:
    """Find a claim about the codes of finishes, as in :func:`find_claim`.

    The function that finds proofs is called only if too many positions can be reached.
    """
    if position.code in finishes or not finishes:
        return None
    if not position.legal_jumps:
        return Claim(position, finishes, "stuck", (position.code,))
    wanted = class_of(position.board, position.code)
    inside = tuple(code for code in finishes if class_of(position.board, code) == wanted)
    if not inside:
        return _by_class(position, finishes)
    levels = _reachable(position, work=work)
    if levels is not None:
        return _by_positions(position, inside, levels)
    return _by_proof(position, inside, reasons())


# -- by the position class ------------------------------------------------------------------------


def _by_class(position: Position, finishes: tuple[int, ...]) -> Claim | None:
    """Explain by a parity that no jump changes, or else by three colours.

    A jump changes one hole of each colour. So if the numbers of pegs on the three colours are all
    even or all odd, they stay so, by turns. With a single peg, they are 1, 0 and 0.
    """
    board, code = position.board, position.code
    singles = all(finish.bit_count() == 1 for finish in finishes)
    region = kept_parity(board, code, finishes)
    if region is not None:
        is_odd = (code & region).bit_count() & 1
        names: tuple[ClaimName, ClaimName] = (
            ("even", "odd") if singles else ("even_goal", "odd_goal")
        )
        return Claim(position, finishes, names[is_odd], (region,))
    for colours in _colours(board) if singles else ():
        if len({(code & colour).bit_count() & 1 for colour in colours}) == 1:
            return Claim(position, finishes, "alike", colours)
    return None


@lru_cache(maxsize=64)
def _colours(board: Board) -> tuple[tuple[int, int, int], ...]:
    """List the ways to colour the holes in three colours such that each jump has all of them.

    Examples
    --------
    >>> from pegsolitaire.board import english, triangle
    >>> len(_colours(english())), len(_colours(triangle(5)))
    (2, 1)
    """
    full = board.full_code
    regions = sorted(sums(invariants(board)[:_MAX_INVARIANTS])[1:])
    # Two of three colours together form a region in which no jump changes the parity.
    triples = ((one, other, one ^ other) for one, other in combinations(regions, 2))
    return tuple(
        (full & ~one, full & ~other, full & ~third)
        for one, other, third in triples
        if third > other and one | other == full and full not in (one, other, third)
    )


# -- by all positions that can be reached ---------------------------------------------------------


def _reachable(position: Position, *, work: Work) -> list[Codes] | None:
    """Make all positions that games from a position can reach, as sorted codes for each level.

    The result is None if there are too many.
    """
    from pegsolitaire.engine import LevelEngine, make_layout, play_levels

    board = position.board
    if not board.fits_word:
        return None
    work = work.silent.part(positions=_MAX_REACHED, memory=_MEMORY)
    try:
        with LevelEngine(make_layout(board, board.symmetries[:1]), work=work) as engine:
            play = play_levels(engine, [position.code], work=work)
            return [engine.codes(level) for _, level in play if len(level)]
    except (BoardTooLargeError, BudgetSpentError):
        return None


def _by_positions(
    position: Position, finishes: tuple[int, ...], levels: list[Codes]
) -> Claim | None:
    """Find the simplest claim that holds in all positions of the levels."""
    import numpy as np

    board, code = position.board, position.code
    fewest = int(levels[-1][0]).bit_count()
    singles = all(finish.bit_count() == 1 for finish in finishes)
    goal = reduce(or_, finishes)
    wanted = [np.uint64(finish) for finish in finishes]
    if any(_has(levels, finish) for finish in finishes):
        return None
    kept = reduce(np.bitwise_and, (np.bitwise_and.reduce(level) for level in levels))
    locked = int(kept) & ~goal
    anywhere = singles and is_anywhere_from(position, finishes)
    if locked.bit_count() > anywhere:
        return Claim(position, finishes, "locked", (locked,))
    at_goal = [
        level[reduce(or_, ((level & finish) == finish for finish in wanted))] for level in levels
    ]
    is_filled = any(map(len, at_goal))
    if singles and not is_filled:
        return Claim(position, finishes, "home", (goal,))
    most = 2 * len(board) // 5
    claims: list[Claim] = []

    def consider(name: ClaimName, among: list[Codes], least: int, allowed: int) -> None:
        region = _region(among, least, allowed, code)
        if region and region.bit_count() <= most:
            if name in ("either", "never") and all(
                (level & np.uint64(region)).all() for level in levels
            ):
                name = "keeps"  # these holes can never be cleared
            claims.append(Claim(position, finishes, name, (region,)))

    if not anywhere:
        consider("keeps", levels, 1, board.full_code & ~goal)
    if singles and fewest > 1:
        consider("two", levels, 2, board.full_code)
    if is_filled and not anywhere:
        consider("either" if singles else "never", at_goal, 1, board.full_code & ~goal)
    if claims:
        return min(claims, key=lambda claim: claim.count)  # if equal, the first one says most
    if not singles:
        return None
    name: ClaimName = "elsewhere" if fewest == 1 else "left"
    ends = levels[-1] if fewest == 1 else levels[-1][:1]
    ending = _ending(position, levels)
    return Claim(position, finishes, name, (int(np.bitwise_or.reduce(ends)),), ending)


def is_anywhere_from(position: Position, finishes: Sequence[int]) -> bool:
    """Return whether several finishes include all single pegs that the position class allows.

    If the class allows none, they have to include every single peg.
    """
    holes = feasible_finishes(position) or range(len(position.board))
    return len(finishes) > 1 and set(finishes) >= {1 << i for i in holes}


def _has(levels: list[Codes], finish: int) -> bool:
    """Return whether a level contains a code."""
    pegs = finish.bit_count()
    return any(
        int(level[0]).bit_count() == pegs and bool((level == finish).any()) for level in levels
    )


def _region(levels: list[Codes], least: int, allowed: int, pegs: int) -> int | None:
    """Find few holes such that every code of the levels has at least some pegs in them.

    Parameters
    ----------
    levels : list of array of uint64
        The codes. The last levels have the fewest pegs, and contradict most holes.
    least : int
        The number of pegs that every code must have in the holes.
    allowed : int
        The holes from which to choose.
    pegs : int
        The holes to prefer if the choice is free.

    Returns
    -------
    int or None
        The holes, as a code; None if there are no such holes.
    """
    import numpy as np

    region = 0
    contradictions: list[int] = []
    while True:
        held = (np.bitwise_count(level & np.uint64(region)) < least for level in reversed(levels))
        few = (level[lacks] for level, lacks in zip(reversed(levels), held, strict=True))
        more = next((codes for codes in few if len(codes)), None)
        if more is None:
            return region
        contradictions += (int(code) & allowed for code in more[:_AT_ONCE])
        if min(map(int.bit_count, contradictions)) < least:
            return None
        region = _covering(contradictions, least, pegs)


def _covering(codes: Sequence[int], least: int, pegs: int) -> int:
    """Choose few holes, greedily, such that every code has at least some pegs in them."""
    holes = [1 << i for i in indices_of(reduce(or_, codes))]
    chosen, left = 0, list(codes)
    while left:
        free = [hole for hole in holes if not hole & chosen]
        chosen |= max(
            free, key=lambda hole: (sum(1 for code in left if code & hole), bool(hole & pegs))
        )
        left = [code for code in left if (code & chosen).bit_count() < least]
    for hole in sorted(holes, key=lambda hole: bool(hole & pegs)):
        fewer = chosen & ~hole
        if all((code & fewer).bit_count() >= least for code in codes):
            chosen = fewer
    return chosen


def _ending(position: Position, levels: list[Codes]) -> Solution:
    """Return a game to the first code of the last level."""
    import numpy as np

    board, code = position.board, int(levels[-1][0])
    chain: list[JumpMask] = []
    for level in reversed(levels[:-1]):
        for jump in board.jumps:
            before = code ^ jump.mask
            place = int(np.searchsorted(level, np.uint64(before)))
            can = code >> jump.end & 1 and not code & jump.pegs
            if can and place < len(level) and int(level[place]) == before:
                chain.append(jump)
                code = before
                break
    return Solution(position, [Jump.of(board, jump) for jump in reversed(chain)])


# -- by a proof -----------------------------------------------------------------------------------


def _by_proof(
    position: Position, finishes: tuple[int, ...], reasons: Iterable[Reason]
) -> Claim | None:
    """Derive a claim from a proof that rules out all finishes, if they are single pegs.

    A trap always keeps a peg. If only some holes have negative weights in a resource count, a
    position in which they are empty and a peg is at the finish has a sum that is too large.
    """
    goal = reduce(or_, finishes)
    if any(finish.bit_count() != 1 for finish in finishes):
        return None
    for reason in reasons:
        if unproven(finishes, [reason]):
            continue
        if reason.trap is not None and len(reason.trap.regions) == 1:
            (region,) = reason.trap.regions
            name: ClaimName = "locked" if region.bit_count() == 1 else "keeps"
            return Claim(position, finishes, name, (region,))
        if reason.kind == "resource" and reason.sheet is not None:
            weights = reason.sheet.count.weights
            below = sum(1 << i for i, weight in enumerate(weights) if weight < 0)
            if not below:
                return Claim(position, finishes, "home", (goal,))
            if not below & goal and min(weights[i] for i in indices_of(goal)) > reason.sheet.value:
                return Claim(position, finishes, "never", (below,))
    return None
