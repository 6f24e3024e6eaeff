"""Tests of boards, problems and positions in request parameters, and of the errors in them."""

import pytest
from web_client import served

GAME = {"board": "triangle5", "start": "a1"}
AT = {**GAME, "position": "code:32766"}
ASKED = (
    "verdicts", "solution", "hint", "rivals", "why", "proofs", "best-ending", "games", "explore",
)  # fmt: skip
MISTAKES = [
    ("board", {"board": ""}, "UnknownBoardError", "unknown board"),
    ("board", {"board": "englsh"}, "UnknownBoardError", "mean 'english'? Others are in"),
    ("board", {}, "RequestError", "board: Field required"),
    ("board", {"board": "x" * 2001}, "RequestError", "at most 2000"),
    ("board", {"board": "hexagonal:ooo"}, "NotationError", "choose one of square"),
    ("board", {"board": "square:"}, "NotationError", "at least one hole"),
    ("board", {"board": "square:ooxoo"}, "NotationError", "'x'"),
    ("board", {"board": "square100000"}, "BoardTooLargeError", "more than 400 holes"),
    ("board", {"board": "rectangle9x99+diagonal"}, "BoardTooLargeError", "more than 400"),
    ("board", {"board": "triangle" + "9" * 1900}, "BoardTooLargeError", "more than 400"),
    ("board", {"board": "square21"}, "BoardTooLargeError", "441 holes"),
    ("board", {"board": "square:" + "/".join(["o" * 40] * 11)}, "BoardTooLargeError", "440"),
    ("problem", {**GAME, "start": "z9"}, "NotOnBoardError", "no hole z9"),
    ("problem", {**GAME, "finish": "²"}, "NotationError", "is not a finish"),
    ("problem", {**GAME, "finish": "a2" * 1001}, "RequestError", "finish: "),
    ("problem", {**GAME, "start": "code:99999"}, "NotationError", "0 to 2**15 - 1"),
    ("problem", {**GAME, "start": "code:" + "9" * 1900}, "NotationError", "code 0x"),
    ("problem", {**GAME, "start": " ANY "}, "NotationError", "begins with one position"),
    ("problem", {**GAME, "start": "code:7", "finish": "code:15"}, "ProblemError", "only remove"),
    ("problem", {**GAME, "board": "triangle1"}, "ProblemError", "the empty board"),
    ("assessment", {**GAME, "position": "code:1"}, "ProblemError", "move a peg"),
    ("assessment", {**GAME, "position": "**"}, "PictureError", "rows of"),
    ("chance", {**AT, "board": "triangle12"}, "BoardTooLargeError", "up to 64"),
    ("random-game", {**AT, "player": "nobody"}, "NotationError", "unknown player 'nobody'"),
    ("random-game", {**AT, "player": "@/etc/passwd"}, "RequestError", "player: "),
    ("random-game", {**GAME, "finish": "code:7", "position": "code:1"}, "ProblemError", "fewer"),
]


@pytest.fixture(scope="module")
def web(tmp_path_factory):
    with served(tmp_path_factory.mktemp("home")) as asker:
        yield asker


@pytest.mark.every(3)
@pytest.mark.parametrize(("route", "words", "code", "said"), MISTAKES)
def test_mistakes(web, route, words, code, said):
    mistake = web.mistake(route, **words)
    assert mistake.startswith(f"{code}: ")
    assert said in mistake


@pytest.mark.parametrize("route", ASKED)
def test_mistakes_in_games(web, route):
    for position, said in {
        "": "'' is not a position",
        "zz": "'zz' is not a position: write code:8455",
        "**": "triangle5 has rows of 1, 2, 3, 4, 5",
        "a1:c3-a1,c3-a1": "jump 2: c3-a1 is not possible",
        "code:99999": "0 to 2**15 - 1",
        "*" * 2001: "at most 2000",
    }.items():
        assert said in web.mistake(route, **GAME, position=position)
    for gap in AT:
        assert f"{gap}: Field required" in web.mistake(route, **{**AT, gap: None})


def test_too_many_positions(web):
    assert "at most 80" in web.mistake("verdicts", **GAME, position=["code:7"] * 81)
    assert "RequestError" in web.mistake("verdicts", **GAME, position=["code:7", "x" * 2001])
    assert len(web.get("verdicts", **GAME, position=["code:7"] * 80)["positions"]) == 80
