"""Players: those of the papers, and those that answer what the papers leave open.

What a player minds is data (:class:`pegsolitaire.game.Player`), so exact and simulated random play
follow the same rules. :mod:`pegsolitaire.chance.named` gives them names.
"""

from __future__ import annotations

import re

from pegsolitaire.board import Board, Hole, triangle
from pegsolitaire.errors import ProblemError
from pegsolitaire.game import Block, Count, Player, Position, Problem
from pegsolitaire.theory import Removal, classic_counts, removals, sax_as_count, sax_count
from pegsolitaire.triangular.construction import is_triangle


def any_jump(problem: Problem) -> Player:
    """All legal jumps are equally likely: Bell's player A, and Gramigna's first program.

    Examples
    --------
    >>> any_jump(Problem.complement(triangle(5), "a1")).name
    'any'
    """
    return Player(problem.board, "any")


def peg_first(problem: Problem) -> Player:
    """A peg is chosen among those that can jump, then one of its jumps (Bell 2008, note 8)."""
    return Player(problem.board, "peg-first", by_peg=True)


def rule_of_thumb(problem: Problem) -> Player:
    """Never jumps into a corner or out of the interior: Bell's player B (2008, section 2.3).

    Exceptions are the first jump, if no other is possible, and the last.

    Raises
    ------
    ProblemError
        If the board is not a triangle.

    Examples
    --------
    >>> len(rule_of_thumb(Problem.complement(triangle(5), "a1")).avoided)
    12
    """
    board = problem.board
    if not is_triangle(board):
        raise ProblemError(
            f"{board.name} is not a triangle: the rule of thumb is about its corners and interior"
        )
    last = board.holes[-1][1]
    corners = {(0, 0), (0, last), (last, last)}

    def is_inside(hole: Hole) -> bool:
        return hole[0] not in (0, hole[1]) and hole[1] != last

    avoided = set()
    for number, jump in enumerate(board.jumps):
        start, end = board.holes[jump.start], board.holes[jump.end]
        if end in corners or (is_inside(start) and not is_inside(end)):
            avoided.add(number)
    return Player(
        board, "thumb", avoided=frozenset(avoided), strict=True, opening=problem.start_pegs
    )


def sax_bound(problem: Problem) -> Player:
    """Never lets the SAX count fall below 0: Bell's player C.

    The bound is the count of the start where that is less. Exceptions are the first jump,
    if no other is possible, and the last.

    Raises
    ------
    ProblemError
        If the board is not the triangle of side 5, or starts have different bounds.
    """
    _check_triangle5(problem.board)
    board = problem.board
    bounds = {min(0, sax_count(Position(board, code))) for code in problem.starts}
    if len(bounds) > 1:
        raise ProblemError("the player sax keeps to the SAX count of the start: name one start")
    return Player(
        board, "sax", counts=(sax_as_count(),), bounds=(tuple(bounds),), strict=True,
        opening=problem.start_pegs,
    )  # fmt: skip


def sax_steady(problem: Problem) -> Player:
    """Never lowers the SAX count if it can be avoided: Gramigna's second program (section 4).

    Raises
    ------
    ProblemError
        If the board is not the triangle of side 5.
    """
    _check_triangle5(problem.board)
    return Player(problem.board, "sax-steady", counts=(sax_as_count(),), steady=True)


def greedy(problem: Problem) -> Player:
    """Makes a jump after which as many others as can be are possible."""
    return Player(problem.board, "greedy", greedy=True)


def look_ahead(problem: Problem, jumps: int = 2) -> Player:
    """Looks some jumps ahead for dead ends, and for one peg.

    Raises
    ------
    ProblemError
        If that is more than 4, or less than 1.
    """
    if not 1 <= jumps <= 4:
        raise ProblemError(f"looking {jumps} jumps ahead: 1 to 4 are possible")
    return Player(problem.board, f"look-ahead:{jumps}", ahead=jumps)


def minds_resources(problem: Problem, names: tuple[str, ...] = ()) -> Player:
    """Avoids jumps after which resource counts forbid every finish (Gramigna 2018, section 5.2).

    On the English board the counts are the classic ones with their images; on the triangle of
    side 5, the SAX count.

    Parameters
    ----------
    problem : Problem
    names : tuple of str, optional
        Only the classic counts of these names, in small letters, with dashes for blanks.

    Raises
    ------
    ProblemError
        If no counts of the board are known, or none of a name.

    Examples
    --------
    >>> from pegsolitaire.board import english
    >>> player = minds_resources(Problem.complement(english(), "d4"))
    >>> len(player.counts), len(player.bounds)
    (15, 1)
    """
    counts, bounds = _resources(problem, names)
    return Player(problem.board, _named("resource", names), counts=counts, bounds=bounds)


def keeps_resources(problem: Problem, names: tuple[str, ...] = ()) -> Player:
    """Lowers none of some resource counts if it can be avoided, as Gramigna's for the SAX count.

    Parameters
    ----------
    problem : Problem
    names : tuple of str, optional
        Which classic counts, with all their images; all by default.

    Raises
    ------
    ProblemError
        If no counts of the board are known, or none of a name.
    """
    counts, _ = _resources(problem, names)
    return Player(problem.board, _named("steady", names), counts=counts, steady=True)


def makes_removals(problem: Problem, kinds: tuple[str, ...] = ()) -> Player:
    """Makes a block removal wherever it can, and any jump elsewhere (Gramigna 2018, section 5.1).

    Parameters
    ----------
    problem : Problem
    kinds : tuple of str, optional
        Only blocks of these numbers of pegs, or of these names (``3-removal``, ``l-removal``);
        after ``but``, all others. All that are known by default.

    Raises
    ------
    ProblemError
        If the board has no place for such a removal.

    Examples
    --------
    >>> from pegsolitaire.board import english
    >>> central = Problem.complement(english(), "d4")
    >>> some = ((), ("3",), ("3", "6"), ("l-removal",), ("but", "l-removal"))
    >>> [len(makes_removals(central, kinds).blocks) for kinds in some]
    [1576, 104, 1528, 192, 1384]
    """
    return Player(problem.board, _named("removal", kinds), blocks=_blocks(problem.board, kinds))


def minds_both(problem: Problem) -> Player:
    """Makes block removals wherever it can, and elsewhere minds resource counts."""
    counts, bounds = _resources(problem)
    blocks = _blocks(problem.board, ())
    return Player(problem.board, "removal+resource", counts=counts, bounds=bounds, blocks=blocks)


def called(name: str) -> str:
    """The name of a count or a removal as players write it.

    Examples
    --------
    >>> called("two bars, shifted"), called("removal of a line of six"), called("L-removal")
    ('two-bars-shifted', 'line-of-six', 'l-removal')
    """
    short = re.sub(r"^removal of (a )?", "", name.strip().lower())
    return re.sub(r"[^a-z0-9]+", "-", short).strip("-")


def _named(base: str, parts: tuple[str, ...]) -> str:
    return ":".join((base, *parts))


def _resources(
    problem: Problem, names: tuple[str, ...] = ()
) -> tuple[tuple[Count, ...], tuple[tuple[int, ...], ...]]:
    """The counts of a board, or those of some names, and their values at each finish."""
    classic = classic_counts(problem.board)
    known = {called(count.name) for count in classic}
    for name in names:
        if name not in known:
            there = f": there are {', '.join(sorted(known))}" if known else ""
            raise ProblemError(f"{problem.board.name} has no classic resource count {name}{there}")
    counts = tuple(
        Count(image.weights)
        for count in classic
        if not names or called(count.name) in names
        for image in count.images
    )
    if problem.board == triangle(5):
        counts = (sax_as_count(),)
    if not counts:
        raise ProblemError(
            f"no resource counts of {problem.board.name} are known: they are for english and "
            "triangle5"
        )
    bounds = {tuple(count.of(finish) for count in counts) for finish in problem.finishes}
    return counts, tuple(sorted(bounds))


def _blocks(board: Board, kinds: tuple[str, ...]) -> tuple[Block, ...]:
    known = removals(board)
    others = kinds[:1] == ("but",)
    wanted = set(kinds[1:] if others else kinds)
    for kind in wanted:
        if not any(_is_of(removal, kind) for removal in known):
            pegs = f"of {kind} pegs" if kind.isdecimal() else kind
            there = sorted({called(removal.name) for removal in known})
            raise ProblemError(
                f"{board.name} has no place for a block removal {pegs}"
                + (f": there are {', '.join(there)}" if there else "")
            )
    found = []
    for removal in known:
        if not wanted or others != any(_is_of(removal, kind) for kind in wanted):
            block, full, empty = map(board.code, (removal.block, removal.pegs, removal.holes))
            found.append(Block(block | full | empty, block | full, block, removal.jumps))
    if not found:
        raise ProblemError(f"{board.name} has no place for a block removal")
    return tuple(found)


def _is_of(removal: Removal, kind: str) -> bool:
    """Whether a removal is of a kind: a number of pegs, or a name."""
    return kind == str(len(removal.block)) or kind == called(removal.name)


def _check_triangle5(board: Board) -> None:
    if board != triangle(5):
        raise ProblemError(f"{board.name}: the SAX count is for triangle5 alone")
