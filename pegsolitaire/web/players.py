"""The routes of random play: who can play, how likely they win, and one game of theirs."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated

from fastapi import APIRouter, Depends, Query

from pegsolitaire.chance import (
    PLAYERS,
    Chance,
    play_game,
    player_named,
    quick_chance,
)
from pegsolitaire.errors import (
    BoardTooLargeError,
    NotationError,
    PegSolitaireError,
    ProblemError,
)
from pegsolitaire.game import Player, Position, Problem
from pegsolitaire.results import Document, to_json
from pegsolitaire.web.back import Back
from pegsolitaire.web.schemas import CHANCE, PlayersDocument, RandomGameDocument
from pegsolitaire.web.words import PLAIN, PositionAsked, ProblemAsked

_MOST_HOLES = 64
#: What the page calls the players, for people who have not read the papers.
_TITLES = {
    "any": "Random",
    "peg-first": "Random peg",
    "thumb": "Rule of thumb",
    "sax": "SAX count",
    "sax-steady": "Steady SAX count",
    "greedy": "Greedy",
    "look-ahead": "Two jumps ahead",
    "resource": "Resource counts",
    "steady": "Steady counts",
    "removal": "Block by block",
    "removal+resource": "Blocks and counts",
}

PlayerWord = Annotated[
    str,
    Query(max_length=40, pattern=PLAIN, description="Who plays.", examples=["any"]),
]


async def _from_here(problem: ProblemAsked, at: PositionAsked) -> Problem:
    """The same problem from a position of the game; its player is that of the start."""
    if len(problem.board) > _MOST_HOLES:
        raise BoardTooLargeError(
            f"{problem.board.name} has {len(problem.board)} holes: players play on boards of up "
            f"to {_MOST_HOLES}"
        )
    if len(at) < problem.finish_pegs:
        raise ProblemError("the position has fewer pegs than the finish")
    return Problem.between(at, [Position(problem.board, code) for code in problem.finishes])


Rest = Annotated[Problem, Depends(_from_here)]


def add_players(router: APIRouter, back: Back, slow: Back) -> None:
    """Add the routes: chances take seconds, and all cores, so one at a time."""

    @router.get("/players", response_model=PlayersDocument)
    async def players(problem: ProblemAsked) -> Document:
        """Who can play on a board."""
        return await back.run(lambda: {"players": _players(problem)})

    @router.get("/chance", response_model=CHANCE)
    async def chance(problem: ProblemAsked, rest: Rest, player: PlayerWord = "any") -> Document:
        """How likely a player is to win from a position."""
        return await slow.run(lambda: _chance(problem, rest, player))

    @router.get("/random-game", response_model=RandomGameDocument)
    async def random_game(
        problem: ProblemAsked,
        rest: Rest,
        player: PlayerWord = "any",
        seed: Annotated[int, Query(ge=0, lt=2**53, description="Which game.")] = 0,
    ) -> Document:
        """One game of a player from a position, to its end."""

        def answer() -> Document:
            return {"jumps": to_json(play_game(rest, _seated(problem, player), seed=seed))}

        return await back.run(answer)


@lru_cache(maxsize=64)
def _players(problem: Problem) -> list[Document]:
    found: list[Document] = []
    if len(problem.board) > _MOST_HOLES:
        return found
    for name, player in PLAYERS.items():
        try:
            player.make(problem)
        except PegSolitaireError:
            continue
        about = f"{player.about[0].upper()}{player.about[1:]}."
        found.append({"name": name, "title": _TITLES[name], "about": about})
    return found


@lru_cache(maxsize=1024)
def _chance(problem: Problem, rest: Problem, player: str) -> Document:
    return Chance.of(quick_chance(rest, _seated(problem, player))).to_json()


def _seated(problem: Problem, player: str) -> Player:
    """The player of a name that is offered, and no other: those look no further ahead."""
    if player not in PLAYERS:
        raise NotationError(f"unknown player {player!r}: there are {', '.join(PLAYERS)}")
    return player_named(player, problem)
