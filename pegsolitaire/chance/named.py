"""Players by name, as the command line takes them: ``sax``, ``look-ahead:3``, ``steady:star``."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from pegsolitaire.chance.players import (
    any_jump,
    called,
    greedy,
    keeps_resources,
    look_ahead,
    makes_removals,
    minds_both,
    minds_resources,
    peg_first,
    rule_of_thumb,
    sax_bound,
    sax_steady,
)
from pegsolitaire.chance.weights import read_weights, weighted
from pegsolitaire.errors import NotationError, ProblemError
from pegsolitaire.game import Choice, OwnPlayer, Player, Problem
from pegsolitaire.nearest import did_you_mean

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
    "steady": Named("lowers resource counts only if it must", keeps_resources),
    "removal": Named("block removals wherever it can", makes_removals),
    "removal+resource": Named(
        "block removals, elsewhere what resource counts do not prove dead", minds_both
    ),
}


#: Players whose names go on after a colon, and what makes them.
_WITH_PARTS: dict[str, Callable[[Problem, tuple[str, ...]], Player]] = {
    "resource": minds_resources,
    "steady": keeps_resources,
    "removal": makes_removals,
    "look-ahead": lambda problem, parts: look_ahead(problem, *map(int, parts)),
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
    >>> from pegsolitaire.board import triangle
    >>> player_named("look-ahead:3", Problem.complement(triangle(5), "a1")).ahead
    3
    >>> from pegsolitaire.board import english
    >>> player_named("steady:three bars", Problem.complement(english(), "d4")).name
    'steady:three-bars'
    """
    name = name.strip()
    if _is_file(name):
        return weighted(problem.board, read_weights(problem.board, name[1:]), name)
    base, *words = name.lower().split(":")
    parts = [called(word) for word in words]
    if base not in PLAYERS or (parts and base not in _WITH_PARTS):
        raise NotationError(
            f"unknown player {name!r}.{did_you_mean(base, PLAYERS)} Write one of "
            f"{', '.join(PLAYERS)}, or @FILE"
        )
    if not parts:
        return PLAYERS[base].make(problem)
    if "" in parts or parts == ["but"]:
        raise NotationError(f"{name!r}: after the colon comes a name or a number, as in removal:3")
    if base == "look-ahead" and (len(parts) > 1 or not parts[0].isdecimal()):
        raise NotationError(
            f"{name!r}: after the colon comes one number, the jumps it looks ahead"
        )
    return _WITH_PARTS[base](problem, tuple(parts))


def is_made_for_a_problem(player: Who) -> bool:
    """Whether it is a name of somebody who minds each problem, and images of it alike."""
    return isinstance(player, str) and not _is_file(player)


def player_about(name: str) -> str:
    """What a player of a name does, in words.

    Examples
    --------
    >>> player_about("look-ahead:3"), player_about("removal:3:6")
    ('looks 3 jumps ahead for dead ends', 'block removals of 3 or 6 pegs wherever it can')
    >>> player_about("resource:two-bars")
    'avoids what the resource count two bars proves to be dead'
    """
    base, *parts = name.split(":")
    if base not in PLAYERS:
        return "weights of jumps"
    if not parts:
        return PLAYERS[base].about
    if base == "look-ahead":
        return f"looks {parts[0]} jump{'s' * (parts != ['1'])} ahead for dead ends"
    listed = " or ".join(part.replace("-", " ") for part in parts if part != "but")
    if base == "removal":
        if all(part.isdecimal() for part in parts):
            return f"block removals of {listed} pegs wherever it can"
        return f"block removals wherever it can{', but ' if parts[0] == 'but' else ': '}{listed}"
    if base == "steady":
        return f"lowers the resource count {listed} only if it must"
    return f"avoids what the resource count {listed} proves to be dead"


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
    >>> from pegsolitaire.board import triangle
    >>> problem = Problem.complement(triangle(5), "a1")
    >>> checked_player(problem, "greedy").greedy
    True
    >>> checked_player(problem, lambda position: sorted(position.legal_jumps)[:1]).name
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
