"""What `pegs random` prints of odds, of simulated games and of vacancies side by side."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import sqrt

from pegsolitaire.board import hole_name
from pegsolitaire.chance import Difficulty, Odds, Simulation, player_about
from pegsolitaire.cli.grid import Column, Grid, columns_of, print_table
from pegsolitaire.cli.output import counted, draws_unicode, out, picture
from pegsolitaire.game import Problem
from pegsolitaire.solving import class_reason

_BAR = 30  # characters of the longest bar

_NAMES = ("million", "billion", "trillion", "quadrillion", "quintillion")
_UNITS = [(name, 1e6 * 1e3**power) for power, name in enumerate(_NAMES)][::-1]


def print_odds(odds: Odds) -> None:
    """Print exact odds: the chance of winning, every end, and the likeliest."""
    chance = odds.win_probability
    out.print(_title(odds.problem, odds.player), style="bold")
    if odds.is_exact and chance:
        out.print(f"won with the chance {chance}")
    out.print(
        f"won: {_chance(chance)}{_where(odds)}" if chance else f"never won: {_why(odds.problem)}"
    )
    if odds.gives_up:
        out.print(f"the player gives up: {_chance(odds.gives_up)}")
    mean = odds.mean_pegs
    exactly = f" ({mean})" if odds.is_exact else ""
    out.print(f"{float(mean):.4g} pegs left on average{exactly}")
    _print_ends(
        [(row.jumps, row.pegs, f"{row.dead_ends:,}", float(row.probability)) for row in odds.ends],
        "dead ends",
    )
    if odds.still_winning is not None:
        _print_winning(odds.still_winning)
    images = "" if len(odds.group) == 1 else ", up to symmetry"
    out.print(
        f"{counted(odds.dead_ends, 'dead end')} of {odds.positions:,} positions{images}; "
        + (f"relative error below {odds.error:.1e}" if odds.error else "no rounding at all"),
        style="dim",
    )
    for words, (position, likely) in (
        ("most likely", odds.most_likely),
        ("least likely", odds.least_likely),
    ):
        jumps = odds.problem.start_pegs - len(position)
        out.print(f"the {words} end, after {counted(jumps, 'jump')}: {_chance(likely)}")
        out.print(picture(position))


def _title(problem: Problem, player: str) -> str:
    return f"{problem}, player {player}: {player_about(player)}"


def _why(problem: Problem) -> str:
    return class_reason(problem) or "no game of this player ends so"


def _chance(chance: float | Fraction) -> str:
    return f"{float(chance):.5g}, {_one_in(float(chance))}"


def _games(number: int) -> str:
    return f"{number:,} game{'s' * (number != 1)}"


def _one_in(chance: float) -> str:
    """One in how many, rounded."""
    if not chance:
        return "never"
    many = 1 / chance
    for name, unit in _UNITS:
        if many >= unit:
            return f"1 in {many / unit:,.4g} {name}"
    return f"1 in {many:,.0f}" if many >= 100 else f"1 in {many:.3g}"


def _where(odds: Odds) -> str:
    if not odds.win_at:
        return ""
    places = [f"{hole_name(hole)} {float(p):.4g}" for hole, p in odds.win_at.items()]
    shared = "" if odds.by_hole or len(odds.group) == 1 else " (each with its images)"
    return f"; the last peg at {', '.join(places)}{shared}"


def _print_ends(rows: list[tuple[int, int, str, float]], heading: str) -> None:
    grid = Grid(columns_of(f"jumps/2, pegs, {heading}/3, chance, </1"))
    for jumps, pegs, cell, chance in rows:
        grid.add_row(jumps, pegs, cell, f"{chance:.4e}", _one_in(chance))
    room = grid.room - 2
    if room > 4:  # bars give way first
        longest, most = min(_BAR, room), max(chance for *_, chance in rows)
        mark = "█" if draws_unicode() else "#"
        bars = [mark * round(longest * chance / most) for *_, chance in rows]
        grid.add_column(Column("", 4, is_left=True), bars)
    grid.print()


def _print_winning(chances: Iterable[float | Fraction]) -> None:
    listed = list(chances)
    shares = (f"{float(one):.3%}" if one > 1e-5 else f"{float(one):.3g}" for one in listed)
    rows = ((jumps, len(listed) - 1 - jumps, share) for jumps, share in enumerate(shares))
    print_table("jumps/1, jumps left, can still be won", rows)
    out.print("who plays the jumps that are left perfectly wins as often", style="dim")


def print_simulation(found: Simulation, asked: int, odds: Odds | None) -> None:
    """Print what came of simulated games, of those that were asked for; exact odds beside."""
    out.print(_title(found.problem, found.player), style="bold")
    low, high = found.interval()
    if found.games < asked:
        out.print(f"interrupted after {found.games:,} of {asked:,} games")
    trials = found.expected_trials
    share = f"{found.win_rate:.5g}" + (f", {_one_in(1 / trials)}" if trials else "")
    out.print(
        f"{found.wins:,} of {_games(found.games)} won: {share}; "
        f"95% interval {low:.4g} to {high:.4g} (seed {found.seed})"
    )
    if odds is not None:
        _print_beside(found, odds)
    out.print(
        f"{found.mean_pegs:.4g} pegs left on average"
        + ("" if odds is None else f", exactly {float(odds.mean_pegs):.4g}")
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
    """Print the exact chance of winning, and how far off the games are."""
    chance = float(odds.win_probability)
    spread = sqrt(found.games * chance * (1 - chance))
    far = f"; {(found.wins - found.games * chance) / spread:+.1f} standard errors" * (spread > 0)
    out.print(f"exactly: {_chance(chance) if chance else 'never won'}{far}")


def print_difficulties(rows: list[Difficulty], title: str) -> None:
    """Print vacancies, the easiest first, and what is to be said of them."""
    cells = []
    for row in sorted(rows, key=lambda row: (-row.win_probability, row.mean_pegs)):
        won = row.win_probability or row.simulation is None or not row.feasible
        one_in = _one_in(row.win_probability) if won else "none won"
        chance = f"{row.win_probability:.4e}"
        cells.append((hole_name(row.vacancy), row.images, f"{row.mean_pegs:.3f}", chance, one_in))
    out.print(title, style="bold")
    print_table("vacancy, holes/3, pegs left/2, chance to win, </1", cells)
    for row in rows:
        if remark := _remark(row):
            out.print(f"{hole_name(row.vacancy)}: {remark}", style="dim")


def _remark(row: Difficulty) -> str:
    """What is to be said of a vacancy."""
    if not row.feasible:
        return "its position class allows no single peg"
    if row.same_as is not None:
        return f"as hard as {hole_name(row.same_as)}: the first jump leads to the same position"
    if row.simulation is not None:
        games, wins = row.simulation.games, row.simulation.wins
        low, high = row.simulation.interval()
        return (
            f"{wins:,} of {_games(games)} won (seed {row.simulation.seed}); "
            f"95% interval {low:.3g} to {high:.3g}"
        )
    return ""
