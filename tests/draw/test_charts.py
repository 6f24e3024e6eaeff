"""Charts of how games end, and of how often vacancies are won."""

import re

import pytest

from pegsolitaire.board import named_board
from pegsolitaire.chance import Difficulty, Simulation, random_play, simulate
from pegsolitaire.draw.charts import difficulty_chart, ends_chart
from pegsolitaire.errors import ProblemError
from pegsolitaire.game import Problem


def anywhere(name, hole):
    return Problem.to_any(named_board(name).vacancy(hole))


def texts(chart):
    return re.findall(r"<text[^>]*>([^<]*)</text>", chart)


@pytest.mark.slow
def test_charts_of_different_players():
    problem = anywhere("triangle5", "a1")
    with pytest.raises(ProblemError, match="same problem and player"):
        ends_chart(random_play(problem), simulate(problem, games=10, player="sax"))
    with pytest.raises(ProblemError, match="give odds, a simulation"):
        ends_chart(None)


def test_charts_say_nothing_of_the_page_around_them():
    chart = ends_chart(random_play(anywhere("triangle5", "a1")))
    assert "<style" not in chart
    assert chart.count('stroke-linejoin="round"') == 1


def test_exact_and_simulated_ends_stand_side_by_side():
    problem = anywhere("triangle5", "a1")
    simulation = Simulation(problem, "any", games=200, wins=2, seed=0, pegs={1: 2, 3: 98, 4: 100})
    drawn = texts(ends_chart(random_play(problem), simulation))
    assert {"exact, 3.92 on average", "200 games, 3.48 on average"} < set(drawn)
    assert "triangle5 from a1, any" in drawn


def test_each_vacancy_says_how_often_it_is_won():
    """The easiest is at the top, and none of several games is not the same as never."""
    problem = anywhere("triangle5", "a1")
    lost, won = (Simulation(problem, "any", games=50, wins=wins, seed=0) for wins in (0, 5))
    rows = [
        Difficulty((0, 0), 3, 0.0, 9.0, feasible=False),
        Difficulty((0, 1), 6, 1 / 250, 4.0),
        Difficulty((0, 2), 3, 0.0, 5.0),
        Difficulty((1, 2), 3, 0.0, 4.5, lost),
        Difficulty((1, 3), 3, 0.1, 3.0, won),
    ]
    drawn = texts(difficulty_chart(rows, "Five vacancies"))
    assert drawn[-1] == "Five vacancies"
    words = ["cannot be won (position class)", "never won", "none was won", "1 in 250", "1 in 10"]
    assert [one for one in drawn if one in words] == words
    holes = ["a1", "a3", "b3", "a2", "b4"]
    assert [one for one in drawn if one in holes] == holes
    with pytest.raises(ProblemError, match="no vacancies to draw"):
        difficulty_chart([], "None")
