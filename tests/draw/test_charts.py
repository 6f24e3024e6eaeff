"""Charts of how games end."""

import pytest

from pegsolitaire.board import named_board
from pegsolitaire.chance import random_play, simulate
from pegsolitaire.draw.charts import ends_chart
from pegsolitaire.errors import ProblemError
from pegsolitaire.game import Problem


def anywhere(name, hole):
    return Problem.to_any(named_board(name).vacancy(hole))


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
