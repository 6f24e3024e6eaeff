"""The routes of random play: who can play, how likely they win, and one game of theirs."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Any

from fastapi import APIRouter, Query

from pegsolitaire.chance import PLAYERS, play_game, player_named, quick_chance
from pegsolitaire.errors import (
    BoardTooLargeError,
    NotationError,
    PegSolitaireError,
    ProblemError,
)
from pegsolitaire.game import Player, Position, Problem
from pegsolitaire.web import documents, schemas
from pegsolitaire.web.back import Back
from pegsolitaire.web.words import (
    PLAIN,
    BoardWord,
    FinishWord,
    PositionWord,
    StartWord,
    read_position_word,
    read_problem_words,
)

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
    "removal": "Block by block",
    "removal+resource": "Blocks and counts",
}

PlayerWord = Annotated[
    str,
    Query(max_length=40, pattern=PLAIN, description="Who plays.", examples=["any"]),
]


def add_players(router: APIRouter, back: Back, slow: Back) -> None:
    """Add the routes: chances take seconds, and all cores, so one at a time."""

    @router.get("/players", response_model=schemas.PlayersDocument)
    async def players(board: BoardWord, start: StartWord, finish: FinishWord = None) -> Any:
        """Who can play on a board."""
        problem = read_problem_words(board, start, finish)
        return await back.run(lambda: {"players": _players(problem)})

    @router.get("/chance", response_model=schemas.ChanceDocument)
    async def chance(
        board: BoardWord,
        start: StartWord,
        position: PositionWord,
        finish: FinishWord = None,
        player: PlayerWord = "any",
    ) -> Any:
        """How likely a player is to win from a position."""
        problem = read_problem_words(board, start, finish)
        here = _from_here(problem, position)
        return await slow.run(lambda: _chance(problem, here, player))

    @router.get("/random-game", response_model=schemas.RandomGameDocument)
    async def random_game(
        board: BoardWord,
        start: StartWord,
        position: PositionWord,
        finish: FinishWord = None,
        player: PlayerWord = "any",
        seed: Annotated[int, Query(ge=0, lt=2**53, description="Which game.")] = 0,
    ) -> Any:
        """One game of a player from a position, to its end."""
        problem = read_problem_words(board, start, finish)
        here = _from_here(problem, position)

        def answer() -> documents.Document:
            jumps = play_game(here, _seated(problem, player), seed=seed)
            return {"jumps": documents.texts(jumps)}

        return await back.run(answer)


def _from_here(problem: Problem, position: str) -> Problem:
    """The same problem from a position of the game; its player is that of the start."""
    here = read_position_word(problem.board, position)
    if len(problem.board) > _MOST_HOLES:
        raise BoardTooLargeError(
            f"{problem.board.name} has {len(problem.board)} holes: players play on boards of up "
            f"to {_MOST_HOLES}"
        )
    if len(here) < problem.finish_pegs:
        raise ProblemError("the position has fewer pegs than the finish")
    return Problem.between(here, [Position(problem.board, code) for code in problem.finishes])


@lru_cache(maxsize=64)
def _players(problem: Problem) -> list[documents.Document]:
    found: list[documents.Document] = []
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
def _chance(problem: Problem, here: Problem, player: str) -> documents.Document:
    return documents.chance_document(quick_chance(here, _seated(problem, player)))


def _seated(problem: Problem, player: str) -> Player:
    """The player of a name that is offered, and no other: those look no further ahead."""
    if player not in PLAYERS:
        raise NotationError(f"no player {player!r}: there are {', '.join(PLAYERS)}")
    return player_named(player, problem)
