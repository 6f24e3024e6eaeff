"""The command `pegs random`."""

import json
import re
import sys

import pytest

from pegsolitaire.board import named_board
from pegsolitaire.chance import random_play, simulate
from pegsolitaire.cli.commands import chance as command
from pegsolitaire.cli.main import run
from pegsolitaire.game import Problem, Solution

T5 = named_board("triangle5")


def test_exact(document, pegs):
    found = document("random", "triangle5", "a1", "--finish", "any")
    odds = random_play(Problem.to_any(T5.vacancy("a1")))
    assert (found["problem"]["finish"], found["player"]) == ("any", "any")
    assert found["win_probability"] == pytest.approx(odds.win_probability)
    assert sum(found["win_at"].values()) == pytest.approx(odds.win_probability)
    assert found["ends"][-1] == {
        "jumps": 13,
        "pegs": 1,
        "stuck": 3,
        "probability": pytest.approx(odds.win_probability),
        "fraction": None,
    }
    assert found["mean_pegs"] == pytest.approx(3.9162, abs=1e-4)
    assert found["stuck"] == 72
    assert found["still_winning"] is None
    assert found["error"] < 1e-11
    printed = pegs("random", "triangle5", "a1", "--finish", "any", "--winning")
    assert "won: 0.0068618, 1 in 146; the last peg at a1" in printed
    assert "can still be won" in printed
    assert "the least likely end, after 12 jumps" in printed
    corner = document("random", "triangle5", "a1")
    assert corner["win_probability"] == pytest.approx(found["win_at"]["a1"])


def test_exact_figures_asked_for_by_name(pegs):
    assert pegs("random", "triangle5", "a1", "--exact") == pegs("random", "triangle5", "a1")
    assert pegs("random", "triangle5", "--all", "--exact") == pegs("random", "triangle5", "--all")


@pytest.mark.parametrize("width", [30, 50, 80])
def test_numbers_are_whole_on_narrow_terminals(pegs, monkeypatch, width):
    """Narrow terminals shorten the bars and never the numbers."""
    monkeypatch.setattr(command.out, "width", width)
    printed = pegs("random", "triangle5", "a1")
    for row in random_play(Problem.to_any(T5.vacancy("a1"))).ends:
        line = next(line for line in printed.splitlines() if f"{row.probability:.4e}" in line)
        assert f"1 in {1 / row.probability:.3g}" in line or "1 in 3," in line
        assert "…" not in line
        assert len(line) <= max(width, 50)


def test_never(document, pegs):
    assert document("random", "triangle4", "a1", code=1)["win_probability"] == 0
    assert "never won" in pegs("random", "triangle4", "a1", code=1)
    said = pegs("random", "english", "d4", "--games", 100, "--seed", 1)
    assert "0 of 100 games won: 0; 95% interval 0 to 0.03699 (seed 1)" in said
    lone = document("random", "triangle5", "any", "--type", "A")
    assert lone["problem"]["start"] == "any"


def test_players(document, pegs, tmp_path):
    path = tmp_path / "weights"
    path.write_text("a3-a1 0\n")
    assert "player thumb: the rule of thumb" in pegs(
        "random", "triangle5", "a1", "--player", "thumb"
    )
    found = document("random", "triangle5", "a1", "--player", f"@{path}")
    assert found["win_probability"] > 0
    assert f"@{path}" in pegs("random", "triangle5", "a1", "--player", f"@{path}")
    look = document("random", "triangle5", "a1", "--finish", "any", "--player", "look-ahead:3")
    assert 1 / look["win_probability"] == pytest.approx(24.06, abs=0.01)


def test_simulated(document, pegs):
    words = "random", "triangle5", "a1", "--finish", "any", "--games", 50_000, "--seed", 3
    found = document(*words)
    twin = simulate(Problem.to_any(T5.vacancy("a1")), games=50_000, seed=3, sample=3)
    assert (found["wins"], found["games"], found["seed"]) == (twin.wins, 50_000, 3)
    assert found["interval"] == pytest.approx(twin.interval)
    assert {int(pegs): many for pegs, many in found["pegs"].items()} == twin.pegs
    assert len(found["solutions"]) == 3
    for one in found["solutions"]:
        assert len(Solution.from_moves(T5.vacancy("a1"), one["moves"]).finish) == 1
    printed = pegs(*words)
    assert f"{twin.wins} of 50,000 games won" in printed
    assert "95% interval" in printed
    assert printed.count("\nwon: ") == 3
    assert 0 <= document("random", "triangle5", "a1", "--games", 9)["seed"] < 2**32


def test_all_vacancies(document, pegs):
    found = document("random", "triangle5", "--all")
    rows = {row["vacancy"]: row for row in found["vacancies"]}
    assert list(rows) == ["a1", "a2", "a3", "b3"]
    assert [row["images"] for row in rows.values()] == [3, 6, 3, 3]
    assert all(row["exact"] and row["feasible"] for row in rows.values())
    printed = pegs("random", "triangle5", "--all").splitlines()
    assert [line.split()[0] for line in printed[2:]] == ["a3", "a1", "a2", "b3"]
    games = document("random", "triangle5", "--all", "--games", 2000, "--seed", 1)
    assert {row["games"] for row in games["vacancies"]} == {2000}
    assert "of 2,000 games" in pegs("random", "triangle5", "--all", "--games", 2000)
    assert "its position class allows no single peg" in pegs("random", "triangle4", "--all")


@pytest.fixture
def no_games(monkeypatch):
    """Let no vacancy be computed or simulated."""
    monkeypatch.setattr("pegsolitaire.cli.commands.chance.difficulties", None)


@pytest.mark.usefixtures("no_games")
def test_all_vacancies_estimated(pegs, complaint):
    assert "positions to go through" in pegs("random", "triangle5", "--all", "--estimate")
    assert "leave out --games" in complaint(
        "random", "triangle5", "--all", "--estimate", "--games", "10"
    )


@pytest.mark.slow
@pytest.mark.usefixtures("no_games")
def test_all_vacancies_of_large_boards_estimated(document, pegs):
    shown = document("random", "english", "--all", "--estimate")
    assert shown.items() >= {"simulated": 0}.items()
    assert shown["positions"] > 10**8
    printed = pegs("random", "french", "--all", "--estimate")
    assert (
        printed == "7 vacancies have too many positions for exact figures: "
        "a million games of each are simulated\n"
    )


@pytest.mark.slow
def test_estimated_is_what_would_be_computed(document):
    """With winning chances, fewer positions are visited and less memory is needed."""
    words = ("random", "triangle7", "a1", "--estimate")
    plain, more = document(*words), document(*words, "--winning")
    assert plain["positions"] > 1.2 * more["positions"]
    assert plain["bytes"] > 1.2 * more["bytes"]


def test_the_same_first_position(document, pegs):
    """The first jump from d1 leads to the same position as that from d4 on the English board."""
    found = document("random", "english", "--all", "--games", 100)
    same = {row["vacancy"]: row["same_as"] for row in found["vacancies"] if row["same_as"]}
    assert same == {"d4": "d1"}
    assert "d4: same odds as d1: the first jump leads to the same position" in pegs(
        "random", "english", "--all", "--games", 100
    )


def test_exact_figures_beside_simulated_ones(document, pegs):
    words = ("random", "triangle5", "a1", "--finish", "any", "--games", 20_000, "--seed", 3)
    found = document(*words, "--exact")
    odds = document("random", "triangle5", "a1", "--finish", "any")
    assert {**found["exact"], "svg": None} == odds
    assert document(*words)["exact"] is None
    low, high = found["interval"]
    assert low < odds["win_probability"] < high
    assert "exactly: 0.0068618, 1 in 146; " in pegs(*words, "--exact")
    assert "on average, exactly 3.916" in pegs(*words, "--exact")


@pytest.mark.slow
def test_pictures(document, complaint, tmp_path):
    path = tmp_path / "c.svg"
    drawn = []
    for arguments in (["a1"], ["a1", "--games", 1000], ["--all", "--games", 1000], ["--all"]):
        assert document("random", "triangle5", *arguments, "--svg", path)["svg"] == str(path)
        text = path.read_text()
        assert text.lstrip().startswith("<?xml")
        names = ["a1", "a2", "a3", "b3"] if "--all" in arguments else "2468"
        assert all(f">{name}<" in text for name in names)
        path.unlink()
        drawn.append(text)
    document("random", "triangle5", "a1", "--games", 1000, "--exact", "--svg", path)
    assert "exact, 3.92 on average" in path.read_text()
    assert "1,000 games, " in path.read_text()
    assert {"1 in 146", "1 in 291", "1 in 141", "1 in 579"} <= set(
        re.findall(r">(1 in [\d,]+)<", drawn[-1])
    )
    document("random", "triangle5", "a1", "--svg", path)
    assert path.read_text() == drawn[0]
    assert "no folder" in complaint("random", "triangle5", "a1", "--svg", tmp_path / "x" / "c.svg")


def test_charts_need_matplotlib(complaint, monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    said = complaint("random", "triangle5", "a1", "--svg", tmp_path / "c.svg")
    assert "pip install 'pegsolitaire[charts]'" in said


def test_ctrl_c_keeps_what_was_played(monkeypatch, capsys):
    def some(*arguments, **options):
        yield next(simulated(*arguments, **options))
        raise KeyboardInterrupt

    simulated = command.simulations
    monkeypatch.setattr(command, "simulations", some)
    assert run(["random", "triangle5", "a1", "--games", "100000", "--seed", "1"]) == 130
    assert "interrupted after 65,536 of 100,000 games" in capsys.readouterr().out
    assert run(["random", "triangle5", "a1", "--games", "100000", "--json"]) == 130
    assert json.loads(capsys.readouterr().out)["interrupted"]

    def none(*_, **__):
        raise KeyboardInterrupt
        yield

    monkeypatch.setattr(command, "simulations", none)
    assert run(["random", "triangle5", "a1", "--games", "100000"]) == 130
    assert "interrupted" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (
            ["triangle5", "a1", "--all"],
            "--all cannot be combined with START: it plays from every vacancy",
        ),
        (["triangle5", "--all", "--winning"], "--all cannot be combined with --winning"),
        (["triangle5", "--all", "--games", "0"], "games is 0"),
        (["triangle5", "--all", "--games", "9", "--exact"], "leave out --exact or --games"),
        (["triangle5", "a1", "--seed", "3"], "--seed needs --games or --all"),
        (["triangle5", "a1", "--games", "0"], "games is 0"),
        (
            ["triangle5", "a1", "--games", "10", "--winning"],
            "--winning cannot be combined with --games",
        ),
        (["triangle5", "a1", "--player", "nobody"], "unknown player 'nobody'"),
    ],
)
def test_what_is_wrong(arguments, words, complaint):
    assert words in complaint("random", *arguments)
