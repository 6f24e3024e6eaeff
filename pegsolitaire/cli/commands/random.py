"""`pegs random`: random play, exactly and by simulation, and the difficulty of a board."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from secrets import randbits
from typing import Annotated

import typer

from pegsolitaire.analysis import problem_on
from pegsolitaire.board import Board, read_board
from pegsolitaire.chance import (
    PLAYERS,
    Chance,
    Difficulty,
    Simulation,
    checked_player,
    difficulties,
    plan_difficulties,
    plan_odds,
    random_play,
    simulations,
)
from pegsolitaire.cli.arguments import BoardName, Disk, Estimating, Json, Memory, Type, spilling
from pegsolitaire.cli.odds import print_difficulties, print_odds, print_simulation
from pegsolitaire.cli.output import NO, counted, end, out, print_json, print_plan, titled
from pegsolitaire.cli.pictures import check_pictures, picture_option
from pegsolitaire.draw import write_picture
from pegsolitaire.draw.charts import check_matplotlib, difficulty_chart, ends_chart
from pegsolitaire.errors import ProblemError
from pegsolitaire.files import home
from pegsolitaire.game import Problem
from pegsolitaire.progress_bar import NOTHING_KEPT, Bar
from pegsolitaire.results import PROBLEM, to_json
from pegsolitaire.theory import check_class_sets
from pegsolitaire.work import Work

_SAMPLE = 3  # won games that are shown

Start = Annotated[
    str | None,
    typer.Argument(
        metavar="START",
        help="Where games start: a vacancy, or any position, as for `pegs solve`; the word any "
        "for all vacancies of a type (--type), each as likely, unless games are simulated. Left "
        "out with --all.",
        show_default=False,
    ),
]
Goal = Annotated[
    str | None,
    typer.Option(
        "--finish",
        metavar="FINISH",
        help="Where to win: a hole, any, or a position, at which a game ends. By default any, "
        "one peg in any hole; unlike the other commands, whose default is the hole that was "
        "vacant.",
        show_default=False,
    ),
]
Who = Annotated[
    str,
    typer.Option(
        "--player",
        metavar="NAME",
        help="Who plays: " + ", ".join(PLAYERS) + ", look-ahead:3, removal:3:6, "
        "removal:but:l-removal, resource:star, steady:star, or @FILE with weights of jumps.",
    ),
]
Games = Annotated[
    int | None,
    typer.Option("--games", metavar="N", help="Simulate N games.", show_default=False),
]
Seed = Annotated[
    int | None,
    typer.Option(
        "--seed",
        metavar="S",
        help="The same seed gives the same games, on any machine. With --all each vacancy takes "
        "the next one.",
        show_default=False,
    ),
]


def random(
    name: BoardName,
    start: Start = None,
    finish: Goal = None,
    letter: Type = None,
    player: Who = "any",
    games: Games = None,
    seed: Seed = None,
    every: Annotated[
        bool, typer.Option("--all", help="All vacancies of the board side by side.")
    ] = False,
    exact: Annotated[
        bool,
        typer.Option(
            "--exact",
            help="Exact figures, as there are without --games; with it they stand beside the "
            "simulated ones.",
        ),
    ] = False,
    winning: Annotated[
        bool,
        typer.Option(
            "--winning", help="Also how likely somebody could still win, after each jump."
        ),
    ] = False,
    fractions: Annotated[
        bool, typer.Option("--fractions", help="Calculate with fractions: on small boards.")
    ] = False,
    sample: Annotated[
        int | None,
        typer.Option(
            "--sample",
            metavar="N",
            min=0,
            help=f"Won games to show, of simulated ones; by default {_SAMPLE}.",
            show_default=False,
        ),
    ] = None,
    svg: Annotated[Path | None, picture_option("Draw a chart (needs matplotlib).")] = None,
    memory: Memory = None,
    disk: Disk = None,
    estimate: Estimating = False,
    as_json: Json = False,
) -> None:
    """Play at random: how likely it is to win, and how games end.

    Without --games the figures are exact: the chance of every end of the game, of any position
    up to symmetry. With --games N, N games are simulated, on all cores, and the chance of winning
    is given with its 95% interval (Wilson's); with --exact the exact one stands beside it. A game
    is won when it ends with one peg, in any hole, unless --finish names one. With --games 1 the
    game is printed, won or lost: `pegs replay` shows it.

    Players choose among the legal jumps: any of them; thumb, sax and sax-steady follow rules for
    triangles; greedy and look-ahead look at what is possible after a jump; resource avoids what
    resource counts prove dead (resource:star, one count and its images), steady lowers none of
    them if it can be avoided, removal clears blocks wherever it can (removal:3:6: those of 3 or 6
    pegs; removal:but:l-removal: all others). A file of weights has lines such as "d2-d4 3" or
    "d4-d2 1/3"; a jump that is not named weighs 1, and one of weight 0 is never made: a player
    who has no other gives up, and the game ends. The exit code is 1 where the exact chance of
    winning is 0.

    Examples: pegs random triangle5 a1; pegs random triangle5 a1 --player sax; pegs random english
    d4 --games 1000000 --seed 1; pegs random triangle5 --all --svg t5.svg
    """
    board = read_board(name)
    check_class_sets(board, "random games")
    if svg is not None:
        check_pictures([svg])
        check_matplotlib()
    if games is None and not every and (seed is not None or sample is not None):
        raise ProblemError("--seed and --sample go with --games")
    how = _Play(player, games, randbits(32) if seed is None else seed, svg, as_json)
    if every:
        named = any(other is not None for other in (start, finish, letter, sample))
        _check_comparison(named or winning or fractions, exact and games is not None)
        if estimate:
            _estimate_all(board, how)
        else:
            _compare(board, how)
        return
    goal = "any" if finish is None and start != "any" and letter is None else finish
    problem = problem_on(name, start, goal, letter)
    title = titled(problem, letter)
    if estimate:
        print_plan(plan_odds(problem, checked_player(problem, player)), as_json)
    elif games is None:
        _exact(problem, title, how, winning, fractions, (memory, disk))
    elif winning or fractions:
        raise ProblemError("--winning and --fractions are for exact figures: leave out --games")
    else:
        _simulated(problem, title, how, games, _SAMPLE if sample is None else sample, exact)


_Room = tuple[int | None, int | None]  # bytes of memory and of disk


@dataclass(frozen=True)
class _Play:
    """Who plays, how often, and what becomes of the figures."""

    player: str
    games: int | None
    seed: int
    svg: Path | None
    as_json: bool

    def draw(self, chart: Callable[[], str]) -> None:
        """Draw the chart, if one is wanted."""
        if self.svg is not None:
            write_picture(chart(), self.svg)

    def print_json(self, document: Mapping[str, object]) -> None:
        """Print a document, with where the chart is."""
        print_json({**document, "svg": None if self.svg is None else str(self.svg)})


def _check_comparison(narrowed: bool, both: bool) -> None:
    """Refuse what does not go with --all: options for one problem, or both kinds of figures."""
    if narrowed:
        raise ProblemError(
            "--all takes every vacancy to one peg anywhere: leave out START, --finish, "
            "--type, --winning, --fractions and --sample"
        )
    if both:
        raise ProblemError(
            "--all gives exact figures or simulated ones: leave out --exact or --games"
        )


def _exact(
    problem: Problem, title: str, how: _Play, winning: bool, fractions: bool, room: _Room
) -> None:
    player = checked_player(problem, how.player)
    with spilling(*room) as budget:
        instead = "with --games N that many are played instead"
        with Bar(f"the exact odds of {title}", instead=instead) as progress:
            found = plan_odds(
                problem, player, refuse=True, winning=winning, folder=home(), work=budget
            )
            progress.announce_plan(found)
            odds = random_play(
                problem,
                how.player,
                winning=winning,
                fractions=fractions,
                work=budget.part(progress=progress),
            )
    how.draw(lambda: ends_chart(odds))
    if how.as_json:
        how.print_json(odds.to_json())
    else:
        print_odds(odds)
    end(0 if odds.win_probability else NO)


def _simulated(
    problem: Problem, title: str, how: _Play, games: int, sample: int, exact: bool
) -> None:
    found: Simulation | None = None
    stop: KeyboardInterrupt | None = None
    with Bar(what=f"simulated games of {title}") as progress:
        try:
            for now in simulations(
                problem,
                games,
                how.player,
                seed=how.seed,
                sample=sample,
                work=Work(progress=progress),
            ):
                found = now
        except KeyboardInterrupt as error:
            stop = error
        if found is None:
            raise stop or AssertionError
        odds = None
        if exact and stop is None:
            odds = random_play(problem, how.player, work=Work(progress=progress))
    how.draw(lambda: ends_chart(odds, found))
    if how.as_json:
        how.print_json(
            {
                **to_json(found, f"{PROBLEM} player games"),
                "interrupted": found.games < games,
                **found.to_json(),
                "exact": to_json(odds),
            }
        )
    else:
        print_simulation(found, games, odds)
    if stop is not None:
        stop.add_note(f"{found.games:,} of {games:,} games are printed; {NOTHING_KEPT}")
        raise stop


def _estimate_all(board: Board, how: _Play) -> None:
    """Print how much work all vacancies are, and how many of them are simulated."""
    if how.games is not None:
        raise ProblemError("--estimate is of exact figures: leave out --games")
    size, simulated = plan_difficulties(board, how.player)
    if how.as_json:
        print_json({**asdict(size), "simulated": simulated})
        return
    if size.positions:
        print_plan(size, as_json=False)
    if simulated:
        who = "1 vacancy has" if simulated == 1 else f"{simulated} vacancies have"
        out.print(f"{who} too many positions: a million games of each are simulated")


def _compare(board: Board, how: _Play) -> None:
    """Print all vacancies side by side; interrupted, those that are done."""
    rows: list[Difficulty] = []
    stop: KeyboardInterrupt | None = None
    with Bar(what=f"the odds of the vacancies of {board.name}") as progress:
        try:
            for row in difficulties(
                board, how.player, games=how.games, seed=how.seed, work=Work(progress=progress)
            ):
                rows.append(row)
        except KeyboardInterrupt as error:
            stop = error
            if not rows:
                raise
    title = f"{board.name}, player {how.player}"
    how.draw(lambda: difficulty_chart(rows, title, names=out.named))
    if how.as_json:
        how.print_json(
            {
                "board": board.name,
                "player": how.player,
                "vacancies": [{**Chance.of(row).to_json(), **row.to_json()} for row in rows],
                "interrupted": stop is not None,
            }
        )
    else:
        print_difficulties(rows, title)
    if stop is not None:
        stop.add_note(f"{counted(len(rows), 'row')} are printed; {NOTHING_KEPT}")
        raise stop
