"""Benchmarks of random play, exact and simulated."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from time import perf_counter

from pegsolitaire.board import english, named_board, triangle
from pegsolitaire.chance import difficulties, player_named, random_play, simulate
from pegsolitaire.game import Problem


def cases() -> dict[str, tuple[str, Callable[[], float]]]:
    """Return the cases in the form of `benchmarks.cases`."""
    return {
        "exact odds of the central game": ("15 s, 2 GB", exact),
        "exact odds of it, and what can still be won": ("", partial(exact, winning=True)),
        "exact odds of it, a peg first": ("", partial(exact, "peg-first")),
        "exact odds of it, resource counts": ("", partial(exact, "resource")),
        "exact odds of it, block removals": ("", partial(exact, "removal")),
        "exact odds of all English vacancies": ("", every_vacancy),
        "100 million random games on triangle5": (
            "30 s",
            partial(simulated, "triangle5", "a1", 10**8),
        ),
        "10 million random games on english": ("15 s", partial(simulated, "english", "d4", 10**7)),
    }


def exact(player: str = "any", winning: bool = False) -> float:
    """Compute the exact chances of a player in the central game, with warm kernels."""
    problem = Problem.to_any(english().vacancy("d4"))
    warm = Problem.to_any(triangle(5).vacancy("a1"))
    random_play(warm, player=player_named(player, warm), winning=winning)
    who = player_named(player, problem)
    begin = perf_counter()
    odds = random_play(problem, player=who, winning=winning)
    seconds = perf_counter() - begin
    assert player != "any" or f"{odds.win_probability:.4E}" == "2.6978E-08"
    return seconds


def every_vacancy() -> float:
    """Compute the chances of `pegs random english --all`, with warm kernels."""
    list(difficulties(triangle(5)))
    begin = perf_counter()
    assert len(list(difficulties(english()))) == 7
    return perf_counter() - begin


def simulated(name: str, hole: str, games: int) -> float:
    """Simulate a number of games, with warm kernels."""
    problem = Problem.to_any(named_board(name).vacancy(hole))
    simulate(problem, games=1000)
    begin = perf_counter()
    assert simulate(problem, games=games).games == games
    return perf_counter() - begin
