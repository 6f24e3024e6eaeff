"""Tests of the explorer's routes: values of jumps, reviews of games, jobs that compute values."""

import pytest
from private import private, set_private
from value_tables import made
from web_client import served

from pegsolitaire.advice import Guide, explore, review
from pegsolitaire.board import named_board, triangle
from pegsolitaire.game import Jump, Problem, Solution
from pegsolitaire.sets import PositionValues, WinningSets
from pegsolitaire.web import queries
from pegsolitaire.work import Work

T5 = triangle(5)
PROBLEM = Problem.complement(T5, "a1")
WORDS = {"board": "triangle5", "start": "a1"}
GAME = ["a3-a1", "c4-a2", "a5-a3"]


@pytest.fixture(scope="module")
def web(tmp_path_factory):
    with served(tmp_path_factory.mktemp("home")) as asker:
        yield opened(asker, **WORDS)


@pytest.fixture
def fresh(tmp_path):
    """Return a server that has not computed any values yet."""
    with served(tmp_path / "home") as asker:
        yield asker


def opened(web, **words):
    """Ask for the problem, as the page does first, so that its small sets are open."""
    assert web.get("problem", **words)["sets"]["state"] == "ready"
    return web


def code(position):
    return f"code:{position.code}"


def reviewed(web, **words):
    answer = web.answer("POST", "/api/review", json=words)
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_the_document_is_that_of_the_library(web):
    wins, known = made(PROBLEM)
    game = Solution(T5.vacancy("a1"), [Jump.from_text(text, T5) for text in GAME])
    for position in game.positions:
        found = web.get("explore", **WORDS, position=code(position))
        assert found.pop("numbers") == "ready"
        assert found == explore(Guide(PROBLEM, wins=wins), position, known).to_json()
    assert web.get("explore", **WORDS, position=code(game.start))["solutions"] == 6816


def test_a_game_looked_back_on(web):
    wins, known = made(PROBLEM)
    game = Solution(T5.vacancy("a1"), [Jump.from_text(text, T5) for text in GAME])
    found = reviewed(web, **WORDS, jumps=GAME)
    assert found == review(Guide(PROBLEM, wins=wins), game, known).to_json()
    assert (found["lost_by"], found["others"]) == (2, ["c3-a3", "c5-a3"])
    assert len(reviewed(web, **WORDS, jumps=[])["steps"]) == 1


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ({"jumps": ["a3-a1", "a3-a1"]}, "jump 2 of 2: a3-a1 is not possible"),
        ({"jumps": ["nonsense"]}, "is not a"),
        ({"jumps": ["@file"]}, "jumps.0"),
        ({"jumps": ["a3-a1"] * 90}, "jumps"),
        ({}, "jumps"),
        ({"jumps": [], "start": "@file"}, "start"),
        ({"jumps": [], "more": 1}, "more"),
    ],
)
def test_games_that_are_refused(web, words, message):
    answer = web.answer("POST", "/api/review", json={**WORDS, **words})
    assert answer.status_code == 422
    assert message in answer.json()["error"]["message"]


def test_where_there_are_no_numbers_only_verdicts_are_told(web):
    words = {"board": "wiegleb", "start": "e5"}
    [start] = Problem.complement(named_board("wiegleb"), "e5").starts
    found = web.get("explore", **words, position=f"code:{start}")
    assert (found["numbers"], found["solutions"]) == ("unknown", None)
    assert [row["moves"] for row in found["jumps"]] == [None]
    assert web.start(**words, numbers=True)["state"] == "refused"
    large = {"board": "triangle12", "start": "a1"}
    [start] = Problem.complement(named_board("triangle12"), "a1").starts
    found = web.get("explore", **large, position=f"code:{start:#x}")
    assert found["numbers"] == "unknown"


@pytest.mark.slow
def test_many_numbers_are_found_by_a_job(fresh, monkeypatch):
    monkeypatch.setattr(queries, "MAX_QUICK_POSITIONS", 10)
    start = code(T5.vacancy("a1"))
    assert fresh.get("explore", **WORDS, position=start)["numbers"] == "unknown"
    found = opened(fresh, **WORDS).get("explore", **WORDS, position=start)
    assert found["numbers"] == "absent"
    assert found["solutions"] == 6816  # the game is short enough to count without stored values
    job = fresh.start(**WORDS, numbers=True)
    assert fresh.start(**WORDS, numbers=True)["id"] in (job["id"], None)
    assert fresh.get("explore", **WORDS, position=start)["numbers"] in ("building", "ready")
    assert fresh.events(job["id"])[-1]["state"] == "done"
    assert fresh.get("explore", **WORDS, position=start)["numbers"] == "ready"
    assert fresh.start(**WORDS, numbers=True)["state"] == "done"
    assert PositionValues.open(PROBLEM, root=fresh.desk.root).solutions(T5.vacancy("a1")) == 6816


@pytest.mark.slow
def test_numbers_that_cannot_be_stored_come_through_the_pipe(fresh, monkeypatch):
    monkeypatch.setattr(queries, "MAX_QUICK_POSITIONS", 10)
    opened(fresh, **WORDS)
    fresh.desk.root.write_text("a file is here")
    job = fresh.start(**WORDS, numbers=True)
    assert fresh.events(job["id"])[-1]["state"] == "done"
    found = fresh.desk.numbers(PROBLEM)
    assert found.solutions(T5.vacancy("a1")) == 6816


def test_stored_numbers_answer_without_open_sets(fresh, monkeypatch):
    """The values are mapped from a file, as on boards whose sets are too large to open."""
    PositionValues.load(PROBLEM, wins=WinningSets.build(PROBLEM), work=Work(store=fresh.desk.root))
    set_private(monkeypatch, queries, _is_light=lambda *_: False)
    found = fresh.get("explore", **WORDS, position=code(T5.vacancy("a1")))
    assert (found["numbers"], found["solutions"]) == ("ready", 6816)
    assert fresh.desk.wins(PROBLEM) is None
    assert reviewed(fresh, **WORDS, jumps=GAME)["lost_by"] == 2


def test_few_problems_have_their_numbers_open(fresh, monkeypatch):
    set_private(monkeypatch, queries, _NUMBERS=2)
    problems = [Problem.complement(T5, hole) for hole in ("a1", "a2", "a4")]
    for problem in problems:
        fresh.desk.standing(problem)
        assert fresh.desk.numbers(problem).problem == problem
    assert list(private(fresh.desk, "_numbers")) == problems[1:]
