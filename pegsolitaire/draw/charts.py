"""Charts of random play as SVG, drawn by matplotlib, which is an optional extra."""

from __future__ import annotations

import re
from collections.abc import Sequence
from io import StringIO
from typing import TYPE_CHECKING, Any

from pegsolitaire.board import hole_name
from pegsolitaire.errors import MissingExtraError, ProblemError
from pegsolitaire.units import counted

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from pegsolitaire.chance import Difficulty, Odds, Simulation

_EXACT, _SIMULATED = "#1565d8", "#d9822b"
_STYLE = re.compile(r"<style.*?</style>", re.DOTALL)


def check_matplotlib() -> None:
    """Check that charts can be drawn, before the work begins.

    Raises
    ------
    MissingExtraError
        If matplotlib is not installed.
    """
    try:
        import matplotlib.figure  # noqa: F401
    except ImportError as error:
        raise MissingExtraError(
            "charts need matplotlib: install it with pip install 'pegsolitaire[charts]'"
        ) from error


def ends_chart(odds: Odds | None, simulation: Simulation | None = None) -> str:
    """Draw a bar chart of the number of pegs left: exact, simulated, or both side by side.

    Parameters
    ----------
    odds : Odds or None
    simulation : Simulation, optional

    Raises
    ------
    MissingExtraError
        If matplotlib is not installed.
    ProblemError
        If there is nothing to draw, or the odds and the simulation have different problems or
        players.
    """
    given = [result for result in (odds, simulation) if result is not None]
    if len({(result.problem, result.player) for result in given}) != 1:
        raise ProblemError("give odds, a simulation, or both for the same problem and player")
    figure, axes = _figure(8, 4.2)
    from matplotlib.ticker import MaxNLocator

    parts = []
    if odds is not None:
        bars = {end.pegs: end.probability for end in odds.ends}
        parts.append((bars, _EXACT, f"exact, {odds.mean_pegs:.2f} on average"))
    if simulation is not None:
        games = simulation.games
        bars = {pegs: count / games for pegs, count in simulation.pegs.items()}
        parts.append(
            (bars, _SIMULATED, f"{counted(games, 'game')}, {simulation.mean_pegs:.2f} on average")
        )
    for number, (bars, colour, label) in enumerate(parts):
        shift = (number - (len(parts) - 1) / 2) * 0.42
        places = [pegs + shift for pegs in bars]
        axes.bar(places, list(bars.values()), 0.8 / len(parts), color=colour, label=label)
    every = [pegs for bars, *_ in parts for pegs in bars]
    axes.set_xlim(min(every) - 1, max(every) + 1)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.set_yscale("log")
    axes.set_xlabel("pegs left")
    axes.set_ylabel("chance")
    about = given[0]
    axes.set_title(f"{about.problem.board.name} from {about.problem.start}, {about.player}")
    figure.legend(frameon=False, loc="outside lower center", ncols=2)
    return _drawn(figure)


def difficulty_chart(rows: Sequence[Difficulty], title: str) -> str:
    """Draw a chart of how many random games each vacancy needs for one win, easiest first.

    Parameters
    ----------
    rows : sequence of Difficulty
    title : str

    Raises
    ------
    MissingExtraError
        If matplotlib is not installed.
    ProblemError
        If there are no rows.
    """
    if not rows:
        raise ProblemError("there are no vacancies to draw: give at least one")
    shown = sorted(rows, key=lambda row: row.win_probability)
    figure, axes = _figure(8, 1.4 + 0.36 * len(shown))
    places = range(len(shown))
    for place, row in zip(places, shown, strict=True):
        _draw_row(axes, place, row)
    axes.set_xscale("log")
    axes.set_ylim(-0.6, len(shown) - 0.4)
    axes.set_yticks(list(places), [hole_name(row.vacancy) for row in shown])
    axes.set_ylabel("vacancy")
    axes.set_xlabel("chance of ending with one peg")
    axes.set_title(title)
    low = min((row.win_probability for row in shown if row.win_probability), default=1e-9)
    axes.set_xlim(low / 30, 1)
    return _drawn(figure)


def _draw_row(axes: Axes, place: int, row: Difficulty) -> None:
    chance, simulation = row.win_probability, row.simulation
    if chance:
        axes.barh(place, chance, 0.6, color=_EXACT if simulation is None else _SIMULATED)
        words = f"1 in {1 / chance:,.0f}"
    elif row.feasible:
        words = "never won" if simulation is None else "none was won"
    else:
        words = "cannot be won (position class)"
    end = chance
    if simulation is not None and row.feasible:
        low, high = simulation.interval
        axes.plot([max(low, 1e-300), high], [place, place], color="black", linewidth=1.2)
        end = high
    where: dict[str, Any] = {"va": "center", "fontsize": 9}
    if end:
        axes.annotate(words, (end, place), (5, 0), textcoords="offset points", **where)
    else:
        axes.text(0.01, place, words, transform=axes.get_yaxis_transform(), **where)


def _figure(width: float, height: float) -> tuple[Figure, Axes]:
    check_matplotlib()
    from matplotlib.figure import Figure

    figure = Figure((width, height), layout="constrained")
    axes = figure.add_subplot()
    axes.spines[["top", "right"]].set_visible(False)
    return figure, axes


def _drawn(figure: Figure) -> str:
    """Return a chart as SVG text. The same data always results in the same text."""
    import matplotlib as mpl

    text = StringIO()
    with mpl.rc_context({"svg.hashsalt": "pegsolitaire", "svg.fonttype": "none"}):
        figure.savefig(text, format="svg", metadata={"Date": None})
    # matplotlib's style sheet has one rule for all elements (``*``), which would also apply to all
    # other pictures on a page. The rule is moved to an attribute of the chart.
    return _STYLE.sub("", text.getvalue()).replace("<svg ", '<svg stroke-linejoin="round" ', 1)
