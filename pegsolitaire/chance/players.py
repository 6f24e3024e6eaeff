"""Players with names: those of the papers, and those that answer what the papers leave open.

What a player minds is data (:class:`pegsolitaire.game.Player`), so exact and simulated random play
follow the same rules.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from pegsolitaire.board import Board, Hole, triangle
from pegsolitaire.chance.weights import read_weights, weighted
from pegsolitaire.errors import NotationError, ProblemError
from pegsolitaire.game import Block, Choice, Count, OwnPlayer, Player, Position, Problem
from pegsolitaire.theory import classic_counts, removals, sax_as_count, sax_count
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


def minds_resources(problem: Problem) -> Player:
    """Avoids jumps after which resource counts forbid every finish (Gramigna 2018, section 5.2).

    On the English board the counts are the classic ones with their images; on the triangle of
    side 5, the SAX count.

    Raises
    ------
    ProblemError
        If no counts of the board are known.

    Examples
    --------
    >>> from pegsolitaire.board import english
    >>> player = minds_resources(Problem.complement(english(), "d4"))
    >>> len(player.counts), len(player.bounds)
    (15, 1)
    """
    counts, bounds = _resources(problem)
    return Player(problem.board, "resource", counts=counts, bounds=bounds)


def makes_removals(problem: Problem, sizes: tuple[int, ...] = ()) -> Player:
    """Makes a block removal wherever it can, and any jump elsewhere (Gramigna 2018, section 5.1).

    Parameters
    ----------
    problem : Problem
    sizes : tuple of int, optional
        Only blocks of these numbers of pegs; all that are known by default.

    Raises
    ------
    ProblemError
        If the board has no place for such a removal.

    Examples
    --------
    >>> from pegsolitaire.board import english
    >>> central = Problem.complement(english(), "d4")
    >>> [len(makes_removals(central, sizes).blocks) for sizes in ((), (3,), (3, 6))]
    [1576, 104, 1528]
    """
    name = "removal" + "".join(f":{size}" for size in sizes)
    return Player(problem.board, name, blocks=_blocks(problem.board, sizes))


def minds_both(problem: Problem) -> Player:
    """Makes block removals wherever it can, and elsewhere minds resource counts."""
    counts, bounds = _resources(problem)
    blocks = _blocks(problem.board, ())
    return Player(problem.board, "removal+resource", counts=counts, bounds=bounds, blocks=blocks)


_ASKED = 8  # how often a function is asked whether it always says the same

#: Who can be asked to play: by name, by rules, or by a function of the position.
Who = str | Player | OwnPlayer | Choice


class Named(NamedTuple):
    """A player that can be asked for by name."""

    about: str
    make: Callable[[Problem], Player]


PLAYERS: dict[str, Named] = {
    "any": Named("any legal jump, all equally likely", any_jump),
    "peg-first": Named("a peg that can jump, then one of its jumps", peg_first),
    "thumb": Named(
        "the rule of thumb for triangles: never into a corner or out of the interior",
        rule_of_thumb,
    ),
    "sax": Named(
        "never lets the SAX count fall below 0, or that of the start if it is less (Bell)",
        sax_bound,
    ),
    "sax-steady": Named("lowers the SAX count only if it must (Gramigna)", sax_steady),
    "greedy": Named("a jump after which most others are possible", greedy),
    "look-ahead": Named("looks two jumps ahead for dead ends", look_ahead),
    "resource": Named("avoids what resource counts prove to be dead", minds_resources),
    "removal": Named("block removals wherever it can", makes_removals),
    "removal+resource": Named(
        "block removals, elsewhere what resource counts do not prove dead", minds_both
    ),
}


def player_named(name: str, problem: Problem) -> Player:
    """A player by name, or by a file of weights: lines such as ``d2-d4 3``.

    Raises
    ------
    NotationError
        If there is no such player, or the file cannot be read.
    ProblemError
        If the player does not know the board.

    Examples
    --------
    >>> player_named("look-ahead:3", Problem.complement(triangle(5), "a1")).ahead
    3
    """
    name = name.strip()
    if _is_file(name):
        return weighted(problem.board, read_weights(problem.board, name[1:]), name)
    base, *numbers = name.lower().split(":")
    if base not in PLAYERS or (numbers and base not in ("look-ahead", "removal")):
        raise NotationError(f"no player {name!r}: there are {', '.join(PLAYERS)}, and @FILE")
    if not all(number.isdecimal() for number in numbers):
        raise NotationError(f"{name!r}: after the colon come numbers, as in look-ahead:3")
    sizes = tuple(map(int, numbers))
    if base == "look-ahead" and len(sizes) > 1:
        raise NotationError(
            f"{name!r}: after the colon comes one number, the jumps it looks ahead"
        )
    if base == "look-ahead" and sizes:
        return look_ahead(problem, *sizes)
    if base == "removal" and sizes:
        return makes_removals(problem, sizes)
    return PLAYERS[base].make(problem)


def is_made_for_a_problem(player: Who) -> bool:
    """Whether it is a name of somebody who minds each problem, and images of it alike."""
    return isinstance(player, str) and not _is_file(player)


def player_about(name: str) -> str:
    """What a player of a name does, in words.

    Examples
    --------
    >>> player_about("look-ahead:3"), player_about("removal:3:6")
    ('looks 3 jumps ahead for dead ends', 'block removals of 3 or 6 pegs wherever it can')
    """
    base, *numbers = name.split(":")
    if base not in PLAYERS:
        return "weights of jumps"
    if numbers and base == "look-ahead":
        return f"looks {numbers[0]} jump{'s' * (numbers != ['1'])} ahead for dead ends"
    if numbers:
        return f"block removals of {' or '.join(numbers)} pegs wherever it can"
    return PLAYERS[base].about


def checked_player(problem: Problem, player: Who) -> Player | OwnPlayer:
    """Who plays a problem: a player, or that of a name or a function.

    Raises
    ------
    NotationError
        If there is no player of that name.
    ProblemError
        If it is of another board, nothing that can play, or a function that draws lots.

    Examples
    --------
    >>> problem = Problem.complement(triangle(5), "a1")
    >>> checked_player(problem, "greedy").greedy
    True
    >>> checked_player(problem, lambda position: sorted(position.jumps)[:1]).name
    'own'
    """
    who = player_named(player, problem) if isinstance(player, str) else player
    if not isinstance(who, Player | OwnPlayer):
        if not callable(who):
            raise ProblemError(
                f"{who!r} cannot play: give a name such as 'greedy', a Player, or a function of "
                "the position"
            )
        who = OwnPlayer(problem.board, "own", who)
    if who.board != problem.board:
        raise ProblemError(f"a player of {who.board.name} cannot play on {problem.board.name}")
    if isinstance(who, OwnPlayer):
        _check_steady(who, problem.starts[0])
    return who


def _check_steady(player: OwnPlayer, code: int) -> None:
    """See that a function draws no lots itself, as far as asking a few times can tell.

    What it says is kept, so that its first answer would be its only one.
    """
    if len({tuple(player.choices(code).items()) for _ in range(_ASKED)}) > 1:
        raise ProblemError(
            f"{player.name} answers differently when asked again: let it give all the jumps that "
            "may be made, or their weights, and lots are drawn here"
        )


def _is_file(name: str) -> bool:
    return name.strip().startswith("@")


def _resources(problem: Problem) -> tuple[tuple[Count, ...], tuple[tuple[int, ...], ...]]:
    """The counts of a board, and their values at each finish."""
    counts = tuple(
        Count(image.weights) for count in classic_counts(problem.board) for image in count.images
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


def _blocks(board: Board, sizes: tuple[int, ...]) -> tuple[Block, ...]:
    found = []
    known = removals(board)
    for size in sizes:
        if all(len(removal.block) != size for removal in known):
            there = ", ".join(map(str, sorted({len(removal.block) for removal in known})))
            raise ProblemError(
                f"{board.name} has no place for a block removal of {size} pegs"
                + (f": there are {there}" if there else "")
            )
    for removal in known:
        if not sizes or len(removal.block) in sizes:
            block, pegs, holes = map(board.code, (removal.block, removal.pegs, removal.holes))
            found.append(Block(block | pegs | holes, block | pegs, block, removal.jumps))
    if not found:
        raise ProblemError(f"{board.name} has no place for a block removal")
    return tuple(found)


def _check_triangle5(board: Board) -> None:
    if board != triangle(5):
        raise ProblemError(f"{board.name}: the SAX count is for triangle5 alone")
