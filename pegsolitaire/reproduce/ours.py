"""Rows that the papers lack: counts, games, players (docs/results.md says how each was found)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from pegsolitaire import triangular
from pegsolitaire.analysis import (
    SolutionCounts,
    count_by_finish,
    count_games,
    count_solutions,
)
from pegsolitaire.board import named_board
from pegsolitaire.budget import Budget
from pegsolitaire.chance import exact_play, player_named, simulate
from pegsolitaire.game import Problem
from pegsolitaire.progress import Progress
from pegsolitaire.reproduce import ours_classes, ours_moves, ours_players
from pegsolitaire.reproduce.published import classes, counts
from pegsolitaire.reproduce.published import ours as printed
from pegsolitaire.reproduce.row import Row
from pegsolitaire.sets import WinningSets, level_table
from pegsolitaire.sets.store import scratch_folder
from pegsolitaire.theory import any_finish, svss_problems

_MEMORY = "8GiB"  # for the levels of counts by finish, which go to disk past that


def rows() -> Iterator[Row]:
    """All of them."""
    yield from _games()
    yield from _solutions()
    yield from ours_moves.rows()
    yield from _players()
    yield from ours_players.rows()
    yield from ours_classes.rows()


# -- games and solutions --------------------------------------------------------------------------


def _games() -> Iterator[Row]:
    yield Row(
        name="new-central-reachable",
        source="New: position classes",
        title="positions of the central game that can be reached, not reduced by symmetry",
        published=printed.ENGLISH_CENTRAL_REACHABLE_RAW,
        compute=_reachable,
        command="pegs levels english d4 --raw",
    )
    yield Row(
        name="new-english-problems",
        source="Beasley 1992",
        title="single vacancy to single survivor problems of the English board, up to symmetry",
        published=printed.SVSS_ENGLISH,
        compute=lambda _: len(list(svss_problems(named_board("english")))),
        command="pegs show english --problems",
    )
    yield Row(
        name="new-central-games",
        source="New: games",
        title="all games of the English central game, and its solutions that end at d1",
        published={
            "games": printed.ENGLISH_CENTRAL_GAMES,
            "d1": printed.ENGLISH_D4_TO_D1_SOLUTIONS,
        },
        compute=_central_games,
        command="pegs count english d4 --games; pegs count english d4 --finish d1",
    )
    yield Row(
        name="new-triangle5-games",
        source="ArkieCoder/golf_tee_game",
        title="all games of 15 holes by the vacancy, and those that end with one peg",
        published={hole: row[:2] for hole, row in printed.TRIANGLE5_GAMES.items()},
        compute=_triangle5_games,
        command="; ".join(
            f"pegs count triangle5 {hole} --finish any --games" for hole in printed.TRIANGLE5_GAMES
        ),
    )
    yield Row(
        name="new-side-24",
        source="New: triangles of any side",
        title="feasible pairs of side 24, and those that are solved by construction",
        published=(classes.FEASIBLE_OF_SIDE_24,) * 2,
        compute=_side_24,
        command="pegs triangle 24 a1",
        replayed="stored cores and openings (triangular/data)",
        cost="whole",
    )


def _reachable(progress: Progress) -> object:
    problem = Problem.complement(named_board("english"), "d4")
    return level_table(problem, raw=True, progress=progress).totals()["F"]


def _central_games(progress: Progress) -> object:
    board = named_board("english")
    return {
        "games": count_games(Problem.complement(board, "d4"), progress).total,
        "d1": count_solutions(Problem.single(board, "d4", "d1"), progress),
    }


def _triangle5_games(progress: Progress) -> object:
    found = {}
    for hole in printed.TRIANGLE5_GAMES:
        games = count_games(any_finish(named_board("triangle5").vacancy(hole)), progress)
        found[hole] = (games.total, games.won)
    return found


def _side_24(progress: Progress) -> object:
    pairs = triangular.feasible_pairs(24)
    return len(pairs), sum(bool(triangular.solve(24, *pair)) for pair in pairs)


def _solutions() -> Iterator[Row]:
    for name, table in (
        ("french", counts.FRENCH_SOLUTIONS),
        ("square6", counts.SQUARE6_SOLUTIONS),
    ):
        for vacancy in dict.fromkeys(start for start, _ in table):
            yield Row(
                name=f"new-solutions-{name}-{vacancy}",
                source="New: numbers of solutions",
                title=f"solutions of {name} from {vacancy}, by finish",
                published={finish: n for (start, finish), n in table.items() if start == vacancy},
                compute=partial(_by_finish, name, vacancy),
                command=f"pegs count {name} {vacancy} --finish any --by-finish --memory 8",
                cost="large",
            )
    yield Row(
        name="new-solutions-wiegleb",
        source="New: Wiegleb's central game",
        title="its solutions, counted inside the winning sets",
        published=counts.WIEGLEB_CENTRAL_SOLUTIONS,
        compute=_wiegleb_solutions,
        command="pegs count wiegleb e5",
        cost="large",
    )
    for start, finish in classes.DIAMOND_IMPOSSIBLE:
        yield Row(
            name=f"new-diamond-{start}-{finish}",
            source="New: the boards of 39 and 41 holes",
            title=f"winning positions of the diamond from {start} to {finish}",
            published=0,
            compute=partial(_winning, "diamond", start, finish),
            command=f"pegs winning diamond {start} --finish {finish}",
            cost="large" if start == "d2" else "whole",
        )


def _by_finish(name: str, vacancy: str, progress: Progress) -> object:
    board = named_board(name)
    with scratch_folder() as folder:
        budget = Budget(memory=_MEMORY, scratch=folder)
        found = count_by_finish(any_finish(board.vacancy(vacancy)), progress, budget)
    return {
        board.hole_text(board.holes[code.bit_length() - 1]): number
        for code, number in found.items()
        if _is_first(name, vacancy, code)
    }


def _is_first(name: str, vacancy: str, code: int) -> bool:
    """Of finishes that are images under what leaves the vacancy alone, the one that is listed."""
    board = named_board(name)
    table = counts.FRENCH_SOLUTIONS if name == "french" else counts.SQUARE6_SOLUTIONS
    return (vacancy, board.hole_text(board.holes[code.bit_length() - 1])) in table


def _wiegleb_solutions(progress: Progress) -> object:
    problem = Problem.complement(named_board("wiegleb"), "e5")
    wins = WinningSets.load(problem, progress=progress)
    return SolutionCounts.of(wins, progress).total


def _winning(name: str, start: str, finish: str, progress: Progress) -> object:
    """Through the store: what takes long goes on where it was."""
    problem = Problem.single(named_board(name), start, finish)
    return len(WinningSets.load(problem, progress=progress))


# -- random play ----------------------------------------------------------------------------------


def _players() -> Iterator[Row]:
    for name, chance in printed.PLAYERS_OF_THE_CENTRAL_GAME.items():
        yield Row(
            name=f"new-player-english-{name.replace(':', '-').replace('+', '-and-')}",
            source="New: players on the English board",
            title=f"the central game to one peg anywhere: how likely '{name}' wins",
            published=chance,
            compute=partial(_chance, name, "english", "d4", ".3e"),
            command=f"pegs random english d4 --finish any --player {name}",
            cost="quick" if name == "removal" else "whole",
        )
    for name, by_hole in printed.PLAYERS_OF_TRIANGLE5.items():
        yield Row(
            name=f"new-player-triangle5-{name.replace(':', '-')}",
            source="New: players on 15 holes",
            title=f"one game in how many '{name}' wins, by the vacancy",
            published=by_hole,
            compute=partial(_one_in, name),
            command=f"pegs random triangle5 --all --player {name}",
        )
    for hole, number in printed.RANDOM_FRENCH.items():
        yield Row(
            name=f"new-random-french-{hole}",
            source="New: random play",
            title=f"French from {hole}: how likely random play wins",
            published=f"{number:.4e}",
            compute=partial(_chance, "any", "french", hole, ".4e"),
            command=f"pegs random french {hole}",
            cost="large",
        )
    for hole, number in printed.EXACT_TRIANGLE8.items():
        yield Row(
            name=f"new-random-triangle8-{hole}-exact",
            source="New: random play",
            title=f"side 8 from {hole}: how likely random play wins",
            published=f"{number:.4e}",
            compute=partial(_chance, "any", "triangle8", hole, ".4e"),
            command=f"pegs random triangle8 {hole}",
            cost="large",
        )
    for hole, wins in printed.RANDOM_TRIANGLE8.items():
        yield Row(
            name=f"new-random-triangle8-{hole}",
            source="New: random play",
            title=f"side 8 from {hole}: wins of 100 million games (seed 2018)",
            published=wins,
            compute=partial(_played, "triangle8", hole),
            command=f"pegs random triangle8 {hole} --finish any --games 100000000 --seed 2018",
            cost="large",
        )


def _played(name: str, hole: str, progress: Progress) -> object:
    """The wins of 100 million games, the same ones every time."""
    problem = any_finish(named_board(name).vacancy(hole))
    return simulate(problem, 100_000_000, seed=2018, progress=progress).wins


def _probability(player: str, name: str, hole: str, progress: Progress) -> float:
    problem = any_finish(named_board(name).vacancy(hole))
    odds = exact_play(problem, player_named(player, problem), by_hole=False, progress=progress)
    return float(odds.win_probability)


def _chance(player: str, name: str, hole: str, form: str, progress: Progress) -> object:
    return format(_probability(player, name, hole, progress), form)


def _one_in(player: str, progress: Progress) -> object:
    found = {}
    for hole in ("a1", "a2", "a3", "b3"):
        chance = _probability(player, "triangle5", hole, progress)
        found[hole] = float(f"{1 / chance if chance else 0:.4g}")
    return found
