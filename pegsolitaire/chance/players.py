"""Define the players of the papers, and additional players.

The rules of a player are data (:class:`pegsolitaire.game.Player`), so exact and simulated play
follow the same rules. :data:`PLAYERS` maps names to players.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from math import inf, isfinite
from typing import NamedTuple

from pegsolitaire.arguments import did_you_mean
from pegsolitaire.board import Board, BoardLike, Hole, as_board, read_text, triangle
from pegsolitaire.construct import is_triangle
from pegsolitaire.errors import IllegalJumpError, NotationError, ProblemError, quoted, within
from pegsolitaire.game import (
    Choice,
    Jump,
    OwnPlayer,
    PlacedRemoval,
    Player,
    PlayerCount,
    Position,
    Problem,
    ProblemLike,
    as_problem,
)
from pegsolitaire.theory import Removal, classic_counts, removals, sax_as_count, sax_count
from pegsolitaire.units import counted


def rule_of_thumb(problem: Problem) -> Player:
    """Make a player who never jumps into a corner or out of the interior.

    This is Bell's player B (2008, section 2.3). The rule does not apply to the first jump if no
    other jump is possible, nor to the last jump.

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
            f"{board.name} is not a triangle, and the player thumb looks at corners and "
            "interior: choose another player"
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


def _sax_bound(problem: Problem) -> Player:
    """Make a player who never lets the SAX count fall below 0: Bell's player C.

    If the SAX count of the start is below 0, the count must not fall below that value. The rule
    does not apply to the first jump if no other jump is possible, nor to the last jump.

    Raises
    ------
    ProblemError
        If the board is not the triangle of side 5, or if starts have different bounds.
    """
    _check_triangle5(problem.board)
    board = problem.board
    bounds = {min(0, sax_count(Position(board, code))) for code in problem.starts}
    if len(bounds) > 1:
        raise ProblemError("the player sax follows the SAX count of one start: name one start")
    return Player(
        board, "sax", counts=(sax_as_count(),), bounds=(tuple(bounds),), strict=True,
        opening=problem.start_pegs,
    )  # fmt: skip


def _sax_steady(problem: Problem) -> Player:
    """Make a player who lowers the SAX count only when forced to: Gramigna's second program.

    The paper describes this player in section 4.

    Raises
    ------
    ProblemError
        If the board is not the triangle of side 5.
    """
    _check_triangle5(problem.board)
    return Player(problem.board, "sax-steady", counts=(sax_as_count(),), steady=True)


def look_ahead(problem: Problem, jumps: int | str = 2) -> Player:
    """Make a player who looks ahead by a few jumps to avoid getting stuck and to find a win.

    Raises
    ------
    ProblemError
        If the number of jumps is less than 1 or more than 4.
    """
    jumps = int(jumps)
    if not 1 <= jumps <= 4:
        raise ProblemError(f"cannot look {jumps} jumps ahead: give 1 to 4")
    return Player(problem.board, f"look-ahead:{jumps}", ahead=jumps)


def _minds_resources(problem: Problem, *names: str) -> Player:
    """Make a player who avoids jumps after which resource counts forbid every finish.

    See Gramigna 2018, section 5.2. The English board has the classic counts and their images; the
    triangle of side 5 has the SAX count.

    Parameters
    ----------
    problem : Problem
    *names : str
        The names of the classic counts to use, in lower case, with hyphens for spaces; by default
        all.

    Raises
    ------
    ProblemError
        If no counts of the board are known, or a name is unknown.

    Examples
    --------
    >>> from pegsolitaire.board import english
    >>> player = _minds_resources(Problem.complement(english(), "d4"))
    >>> len(player.counts), len(player.bounds)
    (15, 1)
    """
    counts, bounds = _resources(problem, names)
    return Player(problem.board, ":".join(("resource", *names)), counts=counts, bounds=bounds)


def _keeps_resources(problem: Problem, *names: str) -> Player:
    """Make a player who lowers resource counts only when forced to, like Gramigna's SAX player.

    Parameters
    ----------
    problem : Problem
    *names : str
        The names of the classic counts to use, with all their images; all by default.

    Raises
    ------
    ProblemError
        If no counts of the board are known, or a name is unknown.
    """
    counts, _ = _resources(problem, names)
    return Player(problem.board, ":".join(("steady", *names)), counts=counts, steady=True)


def _makes_removals(problem: Problem, *kinds: str) -> Player:
    """Make a player who makes a block removal whenever possible, and otherwise any jump.

    See Gramigna 2018, section 5.1.

    Parameters
    ----------
    problem : Problem
    *kinds : str
        The blocks to use, by number of pegs or by name (``3-removal``, ``l-removal``). If the
        first word is ``but``, all blocks except the named ones are used. By default, all known
        blocks are used.

    Raises
    ------
    ProblemError
        If no such removal fits on the board.

    Examples
    --------
    >>> from pegsolitaire.board import english
    >>> central = Problem.complement(english(), "d4")
    >>> some = ((), ("3",), ("3", "6"), ("l-removal",), ("but", "l-removal"))
    >>> [len(_makes_removals(central, *kinds).blocks) for kinds in some]
    [1576, 104, 1528, 192, 1384]
    """
    return Player(
        problem.board, ":".join(("removal", *kinds)), blocks=_blocks(problem.board, kinds)
    )


def _minds_both(problem: Problem) -> Player:
    """Make a player who makes block removals if possible, and otherwise uses resource counts."""
    counts, bounds = _resources(problem)
    blocks = _blocks(problem.board, ())
    return Player(problem.board, "removal+resource", counts=counts, bounds=bounds, blocks=blocks)


def called(name: str) -> str:
    """Convert the name of a count or a removal to the form that players' names use.

    Examples
    --------
    >>> called("two bars, shifted"), called("removal of a line of six"), called("L-removal")
    ('two-bars-shifted', 'line-of-six', 'l-removal')
    """
    short = re.sub(r"^removal of (a )?", "", name.strip().lower())
    return re.sub(r"[^a-z0-9]+", "-", short).strip("-")


def _resources(
    problem: Problem, names: tuple[str, ...] = ()
) -> tuple[tuple[PlayerCount, ...], tuple[tuple[int, ...], ...]]:
    """Return the named counts of a board, or all counts, with their values at each finish."""
    classic = classic_counts(problem.board)
    known = {called(count.name) for count in classic}
    for name in names:
        if name not in known:
            there = f": there are {', '.join(sorted(known))}" if known else ""
            raise ProblemError(f"{problem.board.name} has no classic resource count {name}{there}")
    counts = tuple(
        PlayerCount(image.weights)
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


def _blocks(board: Board, kinds: tuple[str, ...]) -> tuple[PlacedRemoval, ...]:
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
    blocks = []
    for removal in known:
        if not wanted or others != any(_is_of(removal, kind) for kind in wanted):
            block, full, empty = map(board.code, (removal.block, removal.pegs, removal.holes))
            blocks.append(PlacedRemoval(block | full | empty, block | full, block, removal.jumps))
    if not blocks:
        raise ProblemError(f"{board.name} has no place for a block removal")
    return tuple(blocks)


def _is_of(removal: Removal, kind: str) -> bool:
    """Return whether a removal has the given number of pegs or the given name."""
    return kind == str(len(removal.block)) or kind == called(removal.name)


def _check_triangle5(board: Board) -> None:
    if board != triangle(5):
        raise ProblemError(
            f"{board.name}: the SAX count exists only for triangle5: choose another player or "
            "board"
        )


# --
# Players that are defined by weights of jumps, passed as an argument or read from a file.


def weighted(
    board: BoardLike, weights: Mapping[Jump | str, float | Fraction], name: str = "own"
) -> Player:
    """Make a player who chooses jumps with probabilities in proportion to weights, by default 1.

    Raises
    ------
    IllegalJumpError
        If the board has no such jump.
    ProblemError
        If a weight is negative, or not a number.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> player = weighted(triangle(5), {"a3-a1": 3})
    >>> [str(chance) for chance in player.jumps(triangle(5).vacancy("a1")).values()]
    ['3/4', '1/4']
    """
    board = as_board(board)
    places = {Jump.of(board, jump): number for number, jump in enumerate(board.jumps)}
    row: list[float | Fraction] = [1] * len(places)
    for text, weight in weights.items():
        jump = Jump.from_text(text, board) if isinstance(text, str) else text
        if jump not in places:
            raise IllegalJumpError(f"{board.name} has no jump {text}")
        row[places[jump]] = weight
    return Player(board, name, weights=tuple(row))


def _read_weights(board: Board, path: str) -> dict[Jump | str, float | Fraction]:
    """Read weights from a file with lines such as ``d2-d4 3``, and quote the line in errors.

    Raises
    ------
    NotationError
        If the file cannot be read, or a line cannot be parsed.
    """
    weights: dict[Jump | str, float | Fraction] = {}
    for number, line in enumerate(read_text(path).splitlines(), 1):
        words = line.partition("#")[0].split()
        if words:
            with within(f"{path}, line {number}, {quoted(line.strip())}"):
                jump, weight = _read_weight(board, words)
                if jump in weights:
                    raise NotationError(f"{jump} already has a weight: list it once")
                weights[jump] = weight
    return weights


def _read_weight(board: Board, words: Sequence[str]) -> tuple[Jump, float | Fraction]:
    try:
        text, weight = words
        number = _read_number(weight)
    except (ValueError, ZeroDivisionError):
        raise NotationError("write a jump and its weight, as in d2-d4 3") from None
    if not 0 <= number < inf:
        raise NotationError("a weight must be 0 (never played) or more")
    jump = Jump.from_text(text, board)
    if jump not in map(partial(Jump.of, board), board.jumps):
        raise NotationError(f"{board.name} has no jump {jump}")
    return jump, number


def _read_number(text: str) -> float | Fraction:
    """Parse a number exactly as written (3, 0.1 or 1/3), or as a float if it has an exponent."""
    if "/" not in text and ("e" in text.lower() or not isfinite(float(text))):
        return float(text)
    return Fraction(text)


# --
# Players by name, as on the command line: ``sax``, ``look-ahead:3``, ``steady:star``.


_ASKED = 8  # how often a function is called to check that its answer is always the same

#: A player, given by name, by rules, or by a function of the position.
Who = str | Player | OwnPlayer | Choice


class Named(NamedTuple):
    """A player with a name, which may have options after colons if the function takes them."""

    about: str
    make: Callable[..., Player]
    has_options: bool = False


PLAYERS: dict[str, Named] = {
    # Bell's player A, and Gramigna's first program
    "any": Named(
        "any legal jump, all equally likely", lambda problem: Player(problem.board, "any")
    ),
    # Bell 2008, note 8
    "peg-first": Named(
        "a peg that can jump, then one of its jumps",
        lambda problem: Player(problem.board, "peg-first", by_peg=True),
    ),
    "thumb": Named(
        "the rule of thumb for triangles: never into a corner or out of the interior",
        rule_of_thumb,
    ),
    "sax": Named(
        "never lets the SAX count fall below 0, or that of the start if it is less (Bell)",
        _sax_bound,
    ),
    "sax-steady": Named("lowers the SAX count only if it must (Gramigna)", _sax_steady),
    "greedy": Named(
        "a jump after which most others are possible",
        lambda problem: Player(problem.board, "greedy", greedy=True),
    ),
    "look-ahead": Named("looks two jumps ahead and avoids getting stuck", look_ahead, True),
    "resource": Named("avoids what resource counts prove to be dead", _minds_resources, True),
    "steady": Named("lowers resource counts only if it must", _keeps_resources, True),
    "removal": Named("block removals wherever it can", _makes_removals, True),
    "removal+resource": Named(
        "block removals, elsewhere what resource counts do not prove dead", _minds_both
    ),
}


def player_named(name: str, problem: ProblemLike) -> Player:
    """Return the player with the given name, or with weights from a file (``@FILE``).

    Raises
    ------
    NotationError
        If the player is unknown, or the file cannot be read.
    ProblemError
        If the player cannot play on the board.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> player_named("look-ahead:3", Problem.complement(triangle(5), "a1")).ahead
    3
    >>> from pegsolitaire.board import english
    >>> player_named("steady:three bars", Problem.complement(english(), "d4")).name
    'steady:three-bars'
    """
    problem = as_problem(problem)
    name = name.strip()
    if name.startswith("@"):
        return weighted(problem.board, _read_weights(problem.board, name[1:]), name)
    base, *words = name.lower().split(":")
    parts = [called(word) for word in words]
    if base not in PLAYERS or (parts and not PLAYERS[base].has_options):
        raise NotationError(
            f"unknown player {quoted(name)}.{did_you_mean(base, PLAYERS)} Write one of "
            f"{', '.join(PLAYERS)}, or @FILE"
        )
    if "" in parts or parts == ["but"]:
        raise NotationError(
            f"{quoted(name)}: write a name or a number after the colon, as in removal:3"
        )
    if base == "look-ahead" and parts and (len(parts) > 1 or not parts[0].isdecimal()):
        raise NotationError(
            f"{quoted(name)}: write one number after the colon, the jumps to look ahead"
        )
    return PLAYERS[base].make(problem, *parts)


def player_about(name: str) -> str:
    """Describe the player with a given name.

    Examples
    --------
    >>> player_about("look-ahead:3")
    'looks 3 jumps ahead and avoids getting stuck'
    >>> player_about("removal:3:6")
    'block removals of 3 or 6 pegs wherever it can'
    >>> player_about("resource:two-bars")
    'avoids what the resource count two bars proves to be dead'
    """
    base, *parts = name.split(":")
    if base not in PLAYERS:
        return "weights of jumps"
    if not parts:
        return PLAYERS[base].about
    if base == "look-ahead":
        return f"looks {counted(int(parts[0]), 'jump')} ahead and avoids getting stuck"
    listed = " or ".join(part.replace("-", " ") for part in parts if part != "but")
    if base == "removal":
        if all(part.isdecimal() for part in parts):
            return f"block removals of {listed} pegs wherever it can"
        return f"block removals wherever it can{', but ' if parts[0] == 'but' else ': '}{listed}"
    if base == "steady":
        return f"lowers the resource count {listed} only if it must"
    return f"avoids what the resource count {listed} proves to be dead"


def checked_player(problem: ProblemLike, player: Who) -> Player | OwnPlayer:
    """Return the player for a problem, and make it from a name or a function if necessary.

    Raises
    ------
    NotationError
        If there is no player with this name.
    ProblemError
        If the player belongs to another board, cannot play, or is a function with random results.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> problem = Problem.complement(triangle(5), "a1")
    >>> checked_player(problem, "greedy").greedy
    True
    >>> checked_player(problem, lambda position: sorted(position.legal_jumps)[:1]).name
    'own'
    """
    problem = as_problem(problem)
    who = player_named(player, problem) if isinstance(player, str) else player
    if not isinstance(who, Player | OwnPlayer):
        if not callable(who):
            raise ProblemError(
                f"{quoted(who)} cannot play: give a name such as 'greedy', a Player, or a "
                "function of the position"
            )
        who = OwnPlayer(problem.board, "own", who)
    if who.board != problem.board:
        raise ProblemError(f"a player of {who.board.name} cannot play on {problem.board.name}")
    if isinstance(who, OwnPlayer):
        _check_steady(who, problem.starts[0])
    return who


def _check_steady(player: OwnPlayer, code: int) -> None:
    """Check that a function is not random, by calling it a few times.

    Answers are cached, so only the first answer of a random function would be used.
    """
    if len({tuple(player.choices(code).items()) for _ in range(_ASKED)}) > 1:
        raise ProblemError(
            f"{player.name} gives different answers for the same position: let it return all "
            "allowed jumps, or their weights; the random choice is made here"
        )
