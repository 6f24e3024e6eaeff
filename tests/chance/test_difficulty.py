"""How hard vacancies and positions are for random play: quick answers and whole boards."""

import pytest
from private import set_private

from pegsolitaire.board import named_board
from pegsolitaire.chance import (
    Odds,
    Simulation,
    difficulties,
    difficulty,
    player_named,
    quick_chance,
    random_play,
    weighted,
)
from pegsolitaire.engine import play as chances
from pegsolitaire.errors import ProblemError, UsageError
from pegsolitaire.game import OwnPlayer, Player, Problem
from pegsolitaire.work import Work

T5, ENGLISH = named_board("triangle5"), named_board("english")


def anywhere(name, hole):
    return Problem.to_any(named_board(name).vacancy(hole))


def test_quick_chances(monkeypatch):
    problem = anywhere("triangle5", "a1")
    plain, ruled = Player(T5, "any"), player_named("sax", problem)
    exact = random_play(problem).win_probability
    assert quick_chance(problem, player=plain).win_probability == exact
    assert isinstance(quick_chance(problem, player=ruled), Odds)
    monkeypatch.setattr(difficulty, "POSITIONS", 100)
    monkeypatch.setattr(difficulty, "GAMES_SECONDS", 600.0)
    found = quick_chance(problem, player=plain)
    assert found.games == difficulty.GAMES
    assert found.interval[0] < exact < found.interval[1]
    monkeypatch.setattr(difficulty, "GAMES_SECONDS", 0)
    assert 0 < quick_chance(problem, player=ruled).games < difficulty.GAMES


def test_who_takes_too_long_is_simulated(monkeypatch):
    """The time limit is checked within a level too."""
    problem = anywhere("triangle5", "a1")
    player = player_named("look-ahead:2", problem)
    set_private(monkeypatch, chances, _AT_A_TIME=16)
    asked = []

    class Asked(Work):
        def __init__(self, seconds):
            super().__init__(seconds, cancelled=lambda: asked.append(1))

    monkeypatch.setattr(difficulty, "Work", Asked)
    monkeypatch.setattr(difficulty, "SMALL", 0)
    exact = quick_chance(problem, player=player)
    assert isinstance(exact, Odds)
    assert exact.finals == random_play(problem, player=player, by_hole=False).finals
    assert len(asked) > 20 > problem.start_pegs
    monkeypatch.setattr(difficulty, "EXACT_SECONDS", 0)
    monkeypatch.setattr(difficulty, "GAMES_SECONDS", 0)
    assert isinstance(quick_chance(problem, player=player), Simulation)
    monkeypatch.setattr(difficulty, "SMALL", 5_000)
    assert isinstance(quick_chance(problem, player=player), Odds)


# -- all vacancies of a board -------------------------------------------------------------------


def test_difficulties(monkeypatch):
    """Chances are exact where that is feasible, and simulated otherwise; any player is allowed."""
    rows = list(difficulties(T5))
    assert [row.vacancy for row in rows] == [T5.holes[orbit[0]] for orbit in T5.orbits]
    for row in rows:
        odds = random_play(Problem.to_any(T5.vacancy(row.vacancy)))
        assert row.win_probability == pytest.approx(odds.win_probability)
        assert row.mean_pegs == pytest.approx(odds.mean_pegs)
        assert row.simulation is None
    played = list(difficulties(T5, games=100, seed=8))
    assert [row.simulation.games for row in played] == [100] * 4
    assert [row.simulation.seed for row in played] == [8, 9, 10, 11]
    with pytest.raises(UsageError, match="games is 0"):
        list(difficulties(T5, games=0))
    with pytest.raises(UsageError, match="seed is 'x'"):
        next(difficulties(T5, games=10, seed="x"))
    own = OwnPlayer(T5, "first", lambda position: sorted(position.legal_jumps)[:1])
    assert {row.win_probability for row in difficulties(T5, own)} <= {0, 1}
    for player in (own, weighted(T5, {"a3-a1": 0})):  # these players tell images apart
        alone = {
            hole: random_play(Problem.to_any(T5.vacancy(hole)), player=player).mean_pegs
            for hole in T5.holes
        }
        assert {row.vacancy: row.mean_pegs for row in difficulties(T5, player)} == alone
    with pytest.raises(ProblemError, match="a player of english"):
        list(difficulties(T5, Player(ENGLISH, "any")))
    monkeypatch.setattr(difficulty, "GAMES", 1000)
    monkeypatch.setattr("pegsolitaire.chance.difficulty.MOST", 100)
    assert [row.simulation.games for row in difficulties(T5)] == [1000] * 4
