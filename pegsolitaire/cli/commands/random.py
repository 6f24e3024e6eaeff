"""`pegs random`: random play, exactly and by simulation, and the difficulty of a board."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from secrets import randbits

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
from pegsolitaire.cli.odds import print_difficulties, print_odds, print_simulation
from pegsolitaire.cli.options import BOARD, TYPE, LevelLimits, argument, option, rules
from pegsolitaire.cli.output import NO, counted, out, report
from pegsolitaire.cli.pictures import check_pictures, picture_option
from pegsolitaire.cli.working import plan_text, working
from pegsolitaire.draw import write_picture
from pegsolitaire.draw.charts import check_matplotlib, difficulty_chart, ends_chart
from pegsolitaire.errors import ProblemError
from pegsolitaire.files import home
from pegsolitaire.game import Problem
from pegsolitaire.progress_bar import NOTHING_KEPT
from pegsolitaire.reasons import problem_on
from pegsolitaire.results import PROBLEM, Document, to_json
from pegsolitaire.sets.plans import Plan
from pegsolitaire.theory import check_class_sets
from pegsolitaire.work import Work

_SAMPLE = 3  # won games that are shown

_START = argument(
    "START",
    "Where games start: a vacancy, or any position, as for `pegs solve`; the word any "
    "for all vacancies of a type (--type), each as likely, unless games are simulated. Left "
    "out with --all.",
)
_FINISH = option(
    "Where to win: a hole, any, or a position, at which a game ends. By default any, "
    "one peg in any hole; unlike the other commands, whose default is the hole that was "
    "vacant.",
    metavar="FINISH",
)
_PLAYER = option(
    "Who plays: " + ", ".join(PLAYERS) + ", look-ahead:3, removal:3:6, "
    "removal:but:l-removal, resource:star, steady:star, or @FILE with weights of jumps.",
    default="any",
    metavar="NAME",
)


@rules(
    "--seed needs --games --all",
    "--sample needs --games",
    "--all excludes START --finish --type --winning --fractions --sample: it takes every vacancy "
    "to one peg anywhere",
    "--winning excludes --games: it is for exact figures",
    "--fractions excludes --games: it is for exact figures",
)
def random(
    name: str = BOARD,
    start: str | None = _START,
    finish: str | None = _FINISH,
    letter: str | None = TYPE,
    player: str = _PLAYER,
    games: int | None = option("Simulate N games.", metavar="N"),
    seed: int | None = option(
        "The same seed gives the same games, on any machine. With --all each vacancy takes the "
        "next one.",
        metavar="S",
    ),
    every: bool = option("All vacancies of the board side by side.", "--all"),
    exact: bool = option(
        "Exact figures, as there are without --games; with it they stand beside the "
        "simulated ones."
    ),
    winning: bool = option("Also how likely somebody could still win, after each jump."),
    fractions: bool = option("Calculate with fractions: on small boards."),
    sample: int | None = option(
        f"Won games to show, of simulated ones; by default {_SAMPLE}.", metavar="N", min=0
    ),
    svg: Path | None = picture_option("Draw a chart (needs matplotlib)."),
    *,
    limits: LevelLimits,
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
    if every and exact and games is not None:
        raise ProblemError(
            "--all gives exact figures or simulated ones: leave out --exact or --games"
        )
    how = _Play(player, games, randbits(32) if seed is None else seed, svg, limits)
    if every:
        if limits.estimate:
            _estimate_all(board, how)
        else:
            _compare(board, how)
        return
    goal = "any" if finish is None and start != "any" and letter is None else finish
    problem = problem_on(name, start, goal, letter)
    title = f"{problem}{f', type {letter.upper()}' if letter else ''}"
    if games is None or limits.estimate:
        _exact(problem, title, how, winning, fractions)
    else:
        _simulated(problem, title, how, games, _SAMPLE if sample is None else sample, exact)


@dataclass(frozen=True)
class _Play:
    """Who plays, how often, within which limits, and where the chart goes."""

    player: str
    games: int | None
    seed: int
    svg: Path | None
    limits: LevelLimits

    def drawn(self, chart: Callable[[], str]) -> Document:
        """Draw the chart, if one is wanted; where it is, for the document."""
        if self.svg is not None:
            write_picture(chart(), self.svg)
        return {"svg": None if self.svg is None else str(self.svg)}


def _exact(problem: Problem, title: str, how: _Play, winning: bool, fractions: bool) -> None:
    player = checked_player(problem, how.player)

    def planned(*, refuse: bool = False, work: Work | None = None) -> Plan:
        if not refuse:
            return plan_odds(problem, player)
        return plan_odds(problem, player, refuse=True, winning=winning, folder=home(), work=work)

    with working(
        f"the exact odds of {title}",
        how.limits,
        plan=planned,
        instead="with --games N that many are played instead",
    ) as work:
        odds = random_play(problem, how.player, winning=winning, fractions=fractions, work=work)
    drawn = how.drawn(lambda: ends_chart(odds))
    code = 0 if odds.win_probability else NO
    report(lambda: odds.to_json() | drawn, lambda: print_odds(odds), code)


def _simulated(
    problem: Problem, title: str, how: _Play, games: int, sample: int, exact: bool
) -> None:
    found: Simulation | None = None
    stop: KeyboardInterrupt | None = None
    with working(f"simulated games of {title}", how.limits) as work:
        try:
            for now in simulations(
                problem, games, how.player, seed=how.seed, sample=sample, work=work
            ):
                found = now
        except KeyboardInterrupt as error:
            stop = error
        if found is None:
            raise stop or AssertionError
        odds = None
        if exact and stop is None:
            odds = random_play(problem, how.player, work=work)
    drawn = how.drawn(lambda: ends_chart(odds, found))
    document = {
        **to_json(found, f"{PROBLEM} player games"),
        "interrupted": found.games < games,
        **found.to_json(),
        "exact": to_json(odds),
    }
    report(document | drawn, partial(print_simulation, found, games, odds))
    if stop is not None:
        stop.add_note(f"{found.games:,} of {games:,} games are printed; {NOTHING_KEPT}")
        raise stop


def _estimate_all(board: Board, how: _Play) -> None:
    """Print how much work all vacancies are, and how many of them are simulated."""
    if how.games is not None:
        raise ProblemError("--estimate is of exact figures: leave out --games")
    size, simulated = plan_difficulties(board, how.player)

    def show() -> None:
        if size.positions:
            out.print(plan_text(size))
        if simulated:
            who = "1 vacancy has" if simulated == 1 else f"{simulated} vacancies have"
            out.print(f"{who} too many positions: a million games of each are simulated")

    report({**asdict(size), "simulated": simulated}, show)


def _compare(board: Board, how: _Play) -> None:
    """Print all vacancies side by side; interrupted, those that are done."""
    rows: list[Difficulty] = []
    stop: KeyboardInterrupt | None = None
    with working(f"the odds of the vacancies of {board.name}", how.limits) as work:
        try:
            for row in difficulties(board, how.player, games=how.games, seed=how.seed, work=work):
                rows.append(row)
        except KeyboardInterrupt as error:
            stop = error
            if not rows:
                raise
    title = f"{board.name}, player {how.player}"
    document = {
        "board": board.name,
        "player": how.player,
        "vacancies": [{**Chance.of(row).to_json(), **row.to_json()} for row in rows],
        "interrupted": stop is not None,
    }
    drawn = how.drawn(lambda: difficulty_chart(rows, title, names=out.named))
    report(document | drawn, lambda: print_difficulties(rows, title))
    if stop is not None:
        stop.add_note(f"{counted(len(rows), 'row')} are printed; {NOTHING_KEPT}")
        raise stop
