"""`pegs random`: random play, exactly and by simulation, and the difficulty of a board."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from functools import partial
from math import sqrt
from pathlib import Path
from secrets import randbits
from typing import Any

import click

from pegsolitaire import solving, theory
from pegsolitaire.board import Board, hole_name, read_board
from pegsolitaire.chance import (
    PLAYERS,
    Chance,
    Difficulty,
    Odds,
    Simulation,
    checked_player,
    difficulties,
    plan_difficulties,
    plan_odds,
    player_about,
    random_play,
    simulations,
)
from pegsolitaire.chance.checkpoints import checkpoints_of
from pegsolitaire.cli.command import command
from pegsolitaire.cli.long_work import Interruption, going_on, plan_text, working
from pegsolitaire.cli.options import (
    Asked,
    Limits,
    WholeNumber,
    excludes,
    level_limit_options,
    needs,
    problem_options,
)
from pegsolitaire.cli.output import Column, Grid, out, report
from pegsolitaire.cli.pictures import drawn_in, picture_option
from pegsolitaire.draw.charts import check_matplotlib, difficulty_chart, ends_chart
from pegsolitaire.errors import ProblemError
from pegsolitaire.files import home
from pegsolitaire.game import Problem
from pegsolitaire.progress_bar import NOTHING_KEPT
from pegsolitaire.sets.plans import Plan
from pegsolitaire.units import counted
from pegsolitaire.work import Work

# --
# The output of `pegs random`: exact odds, simulated games, and a comparison of all vacancies.


_BAR = 30  # characters of the longest bar

_NAMES = ("million", "billion", "trillion", "quadrillion", "quintillion")
_UNITS = [(name, 1e6 * 1e3**power) for power, name in enumerate(_NAMES)][::-1]


def _print_odds(odds: Odds) -> None:
    """Print the exact chances of winning and of each outcome, and the most likely ending."""
    chance = odds.win_probability
    out.print(_title(odds.problem, odds.player), style="bold")
    if chance:
        out.print(f"won: {_chance(chance)}{_where(odds)}")
    else:
        why = solving.class_reason(odds.problem) or "no game of this player ends this way"
        out.print(f"never won: {why}")
    if not theory.is_anywhere(odds.problem):
        anywhere = odds.one_peg_probability
        out.print(f"one peg in any hole: {_chance(anywhere) if anywhere else 'never'}")
    if odds.gives_up:
        out.print(f"chance that the player gives up: {_chance(odds.gives_up)}")
    out.print(f"{_pegs(odds.mean_pegs)} left on average")
    _print_ends(
        [(row.jumps, row.pegs, f"{row.stuck:,}", row.probability) for row in odds.ends],
        "stuck",
    )
    if odds.still_winning is not None:
        _print_winning(odds.still_winning)
    images = "" if len(odds.group) == 1 else ", up to symmetry"
    out.dim(
        f"{counted(odds.positions, 'position')}{images}, {odds.stuck:,} of them stuck; "
        f"relative error below {odds.error:.1e}"
    )
    for words, end in (("most likely", odds.most_likely), ("least likely", odds.least_likely)):
        jumps = counted(odds.problem.start_pegs - len(end.position), "jump")
        out.print(f"the {words} end, after {jumps}: {_chance(end.probability)}")
        out.picture(end.position)


def _title(problem: Problem, player: str) -> str:
    return f"{problem}, player {player}: {player_about(player)}"


def _chance(chance: float) -> str:
    return f"{float(chance):.5g}, {_one_in(float(chance))}"


def _one_in(chance: float) -> str:
    """Write a chance as "1 in N", rounded."""
    if not chance:
        return "never"
    many = 1 / chance
    for name, unit in _UNITS:
        if many >= unit:
            return f"1 in {many / unit:,.4g} {name}"
    return f"1 in {many:,.0f}" if many >= 100 else f"1 in {many:.3g}"


def _pegs(mean: float) -> str:
    """Write an average number of pegs with its noun."""
    number = f"{float(mean):.4g}"
    return f"{number} peg" if number == "1" else f"{number} pegs"


def _where(odds: Odds) -> str:
    if not odds.win_at:
        return ""
    places = [f"{hole_name(hole)} {float(p):.4g}" for hole, p in odds.win_at.items()]
    shared = "" if odds.by_hole or len(odds.group) == 1 else " (with symmetric images)"
    return f"; the last peg at {', '.join(places)}{shared}"


def _print_ends(rows: list[tuple[int, int, str, float]], heading: str) -> None:
    grid = Grid(
        [
            Column.number("jumps", 2),
            Column.number("pegs"),
            Column.number(heading, 3),
            Column.number("chance"),
            Column.name("", 1),
        ]
    )
    for jumps, pegs, cell, chance in rows:
        grid.add_row(jumps, pegs, cell, f"{chance:.4e}", _one_in(chance))
    room = grid.room - 2
    if room > 4:  # bars are the first to be left out
        longest, most = min(_BAR, room), max(chance for *_, chance in rows)
        mark = "█" if out.draws_unicode else "#"
        bars = [mark * round(longest * chance / most) for *_, chance in rows]
        grid.add_column(Column("", 4, is_left=True), bars)
    grid.print()


def _print_winning(chances: Iterable[float]) -> None:
    listed = list(chances)
    shares = (
        f"{float(chance):.3%}" if chance > 1e-5 else f"{float(chance):.3g}" for chance in listed
    )
    rows = ((jumps, len(listed) - 1 - jumps, share) for jumps, share in enumerate(shares))
    out.table(
        [
            Column.number("jumps", 1),
            Column.number("jumps left"),
            Column.number("can still be won"),
        ],
        rows,
    )
    out.dim("the chance to win with perfect play from then on")


def _print_simulation(found: Simulation, asked: int, odds: Odds | None) -> None:
    """Print the results of simulated games, with exact odds if they were computed."""
    out.print(_title(found.problem, found.player), style="bold")
    low, high = found.interval
    if found.games < asked:
        out.print(f"interrupted after {found.games:,} of {counted(asked, 'game')}")
    trials = found.expected_trials
    share = f"{found.win_rate:.5g}" + (f", {_one_in(1 / trials)}" if trials else "")
    out.print(
        f"{found.wins:,} of {counted(found.games, 'game')} won: {share}; "
        f"95% interval {low:.4g} to {high:.4g} (seed {found.seed})"
    )
    if odds is not None:
        _print_beside(found, odds)
    if not theory.is_anywhere(found.problem):
        many = found.pegs.get(1, 0)
        exactly = "" if odds is None else f"; exactly {_chance(odds.one_peg_probability)}"
        out.print(
            f"one peg in any hole: {many:,} of {counted(found.games, 'game')}, "
            f"{found.one_peg_rate:.5g}{exactly}"
        )
    out.print(
        f"{_pegs(found.mean_pegs)} left on average"
        + ("" if odds is None else f", exactly {odds.mean_pegs:.4g}")
    )
    top = found.problem.start_pegs
    rows = [
        (top - pegs, pegs, f"{games:,}", games / found.games)
        for pegs, games in sorted(found.pegs.items(), reverse=True)
    ]
    _print_ends(rows, "games")
    for solution in found.solutions:
        out.print("won: " + " ".join(map(str, solution.moves)))
    if found.game is not None and not found.wins:
        out.print("lost: " + " ".join(map(str, found.game.moves)))


def _print_beside(found: Simulation, odds: Odds) -> None:
    """Print the exact chance of winning, and the difference between it and the simulated share."""
    chance = odds.win_probability
    spread = sqrt(found.games * chance * (1 - chance))
    far = f"; {(found.wins - found.games * chance) / spread:+.1f} standard errors" * (spread > 0)
    out.print(f"exactly: {_chance(chance) if chance else 'never won'}{far}")


def _print_difficulties(rows: list[Difficulty], title: str) -> None:
    """Print the vacancies, easiest first, with remarks."""
    cells = []
    for row in sorted(rows, key=lambda row: (-row.win_probability, row.mean_pegs)):
        won = row.win_probability or row.simulation is None or not row.feasible
        one_in = _one_in(row.win_probability) if won else "none won"
        chance = f"{row.win_probability:.4e}"
        cells.append((hole_name(row.vacancy), row.images, f"{row.mean_pegs:.3f}", chance, one_in))
    out.print(title, style="bold")
    out.table(
        [
            Column.number("vacancy"),
            Column.number("holes", 3),
            Column.number("pegs left", 2),
            Column.number("chance to win"),
            Column.name("", 1),
        ],
        cells,
    )
    for row in rows:
        if remark := _remark(row):
            out.dim(f"{hole_name(row.vacancy)}: {remark}")


def _remark(row: Difficulty) -> str:
    """The remark on a vacancy."""
    if not row.feasible:
        return "its position class allows no single peg"
    if row.same_as is not None:
        return f"same odds as {hole_name(row.same_as)}: the first jump leads to the same position"
    if row.simulation is not None:
        games, wins = row.simulation.games, row.simulation.wins
        low, high = row.simulation.interval
        return (
            f"{wins:,} of {counted(games, 'game')} won (seed {row.simulation.seed}); "
            f"95% interval {low:.3g} to {high:.3g}"
        )
    return ""


_SAMPLE = 3  # won games that are printed


@command()
@problem_options
@click.option(
    "--player",
    default="any",
    show_default=True,
    metavar="NAME",
    help="The player: " + ", ".join(PLAYERS) + ", look-ahead:3, removal:3:6, "
    "removal:but:l-removal, resource:star, steady:star, or @FILE with weights of jumps.",
)
@click.option("--games", type=WholeNumber(), metavar="N", help="Simulate N games.")
@click.option(
    "--seed",
    type=WholeNumber(0),
    metavar="S",
    help="Seed of the random numbers (with --all it grows with each vacancy).",
)
@click.option("--all", "every", is_flag=True, help="Compare all vacancies.")
@click.option("--exact", is_flag=True, help="With --games: also compute the exact figures.")
@click.option(
    "--winning",
    is_flag=True,
    help="Also print, after each jump, the chance of still being able to win.",
)
@picture_option("Draw a chart (needs matplotlib).")
@level_limit_options
def random(
    asked: Asked,
    player: str,
    games: int | None,
    seed: int | None,
    every: bool,
    exact: bool,
    winning: bool,
    svg: Path | None,
    limits: Limits,
) -> None:
    """Compute how likely a random player is to win, and how its games end.

    Without --games the command computes the exact chance of every outcome. With --games N it
    simulates N games, and prints the share of wins with Wilson's 95% interval. With the word
    any as START, all vacancies of a type (--type) are equally likely; simulated games do not
    accept it. Leave out START with --all.

    The players are any, thumb, sax, sax-steady, greedy, look-ahead, resource, steady and
    removal, or a file of weights. The exit code is 1 if the exact chance of winning is 0.

    Examples: pegs random triangle5 a1; pegs random triangle5 a1 --finish any --player sax;
    pegs random english d4 --games 1000000 --seed 1; pegs random triangle5 --all --svg t5.svg
    """
    needs("--seed", "--games", "--all")
    excludes(
        "--all",
        "START",
        "--finish",
        "--type",
        "--winning",
        why="it plays from every vacancy to one peg in any hole",
    )
    excludes("--winning", "--games", why="it needs exact figures")
    board = read_board(asked.name)
    theory.check_level_sets(board, "random games")
    if svg is not None:
        check_matplotlib()
    if every and exact and games is not None:
        raise ProblemError(
            "--all prints either exact or simulated figures: leave out --exact or --games"
        )
    how = _Play(player, games, randbits(32) if seed is None else seed, svg, limits)
    if every:
        if limits.estimate:
            _estimate_all(board, how)
        else:
            _compare(board, how)
        return
    problem = asked.problem()
    title = asked.title_of(problem)
    if games is None or limits.estimate:
        _exact(problem, title, how, winning)
    else:
        _simulated(problem, title, how, games, exact)


#: What to do instead of computing exact odds. The precision is that of a chance of one half.
_SIMULATED = "--games 1M simulates a million games instead, and gives each chance to within 0.001"


@dataclass(frozen=True)
class _Play:
    """The player, the number of games, the limits, and the file of the chart."""

    player: str
    games: int | None
    seed: int
    svg: Path | None
    limits: Limits


def _exact(problem: Problem, title: str, how: _Play, winning: bool) -> None:
    player = checked_player(problem, how.player)

    def planned(*, refuse: bool = False, work: Work | None = None) -> Plan:
        if not refuse:
            return plan_odds(problem, player, winning=winning)
        return plan_odds(problem, player, refuse=True, winning=winning, folder=home(), work=work)

    with working(
        f"the exact odds of {title}",
        how.limits,
        plan=planned,
        kept=lambda: going_on(*checkpoints_of(problem))(),
        instead=_SIMULATED,
    ) as work:
        odds = random_play(problem, player=how.player, winning=winning, store=True, work=work)
    drawn = drawn_in(how.svg, lambda: ends_chart(odds))
    report(lambda: odds.to_json() | drawn, lambda: _print_odds(odds), bool(odds.win_probability))


def _simulated(problem: Problem, title: str, how: _Play, games: int, exact: bool) -> None:
    simulation: Simulation | None = None
    player = checked_player(problem, how.player)
    planned = partial(plan_odds, problem, player, folder=home()) if exact else None
    name = f"simulated games of {title}"
    with working(name, how.limits, plan=planned, instead=_SIMULATED) as work:
        with Interruption() as stop:
            for now in simulations(
                problem,
                games=games,
                player=how.player,
                seed=how.seed,
                sample=_SAMPLE,
                work=work,
            ):
                simulation = now
        if simulation is None:
            stop.end(NOTHING_KEPT)
        assert simulation is not None
        odds = random_play(problem, player=how.player, work=work) if exact and not stop else None
    drawn = drawn_in(how.svg, lambda: ends_chart(odds, simulation))
    document = {
        **simulation.to_json(),
        "interrupted": simulation.games < games,
        "exact": odds,
    }
    report(document | drawn, partial(_print_simulation, simulation, games, odds))
    stop.end(f"{simulation.games:,} of {games:,} games are printed; {NOTHING_KEPT}")


def _estimate_all(board: Board, how: _Play) -> None:
    """Print an estimate for all vacancies, and the number of vacancies that would be simulated."""
    if how.games is not None:
        raise ProblemError("--estimate works only for exact figures: leave out --games")
    size, simulated = plan_difficulties(board, how.player)

    def show() -> None:
        if size.positions:
            out.print(plan_text(size))
        if simulated:
            who = "1 vacancy has" if simulated == 1 else f"{simulated} vacancies have"
            out.print(
                f"{who} too many positions for exact figures: a million games of each are "
                "simulated"
            )

    report({**asdict(size), "simulated": simulated}, show)


def _planned_vacancies(board: Board, player: str, **how: Any) -> Plan:
    return plan_difficulties(board, player, folder=home(), **how)[0]


def _compare(board: Board, how: _Play) -> None:
    """Print a comparison of all vacancies, or of the finished ones after an interruption."""
    rows: list[Difficulty] = []
    planned = partial(_planned_vacancies, board, how.player) if how.games is None else None
    title = f"the odds of the vacancies of {board.name}"
    with working(title, how.limits, plan=planned, instead=_SIMULATED) as work:
        with Interruption() as stop:
            for row in difficulties(board, how.player, games=how.games, seed=how.seed, work=work):
                rows.append(row)
        if not rows:
            stop.end(NOTHING_KEPT)
    title = f"{board.name}, player {how.player}, to one peg in any hole"
    document = {
        "board": board.name,
        "player": how.player,
        "vacancies": [{**Chance.of(row).to_json(), **row.to_json()} for row in rows],
        "interrupted": bool(stop),
    }
    drawn = drawn_in(how.svg, lambda: difficulty_chart(rows, title))
    report(document | drawn, lambda: _print_difficulties(rows, title))
    stop.end(f"{counted(len(rows), 'row')} are printed; {NOTHING_KEPT}")
