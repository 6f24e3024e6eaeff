"""What makes no sense is told in one form, whatever it is."""

import pytest
from web_client import served

from pegsolitaire.board import named_board

T5 = named_board("triangle5")


@pytest.fixture(scope="module")
def web(tmp_path_factory):
    with served(tmp_path_factory.mktemp("home")) as asker:
        yield asker


def words_of(board, start, finish):
    return {"board": board, "start": start, "finish": finish}


MISTAKES = [
    ("board", {"board": "engilsh"}, "UnknownBoardError", "mean 'english'"),
    ("board", {"board": ""}, "UnknownBoardError", "unknown board"),
    ("board", {"board": "englsh"}, "UnknownBoardError", "mean 'english'? Others are in"),
    ("board", {}, "RequestError", "board: Field required"),
    ("board", {"board": "x" * 2001}, "RequestError", "at most 2000"),
    ("board", {"board": "hexagonal:ooo"}, "NotationError", "choose one of square"),
    ("board", {"board": "square:"}, "NotationError", "at least one hole"),
    ("board", {"board": "square:ooxoo"}, "NotationError", "'x'"),
    ("board", {"board": "square100000"}, "BoardTooLargeError", "more than 400 holes"),
    ("board", {"board": "square316"}, "BoardTooLargeError", "more than 400 holes"),
    ("board", {"board": "rectangle9x99+diagonal"}, "BoardTooLargeError", "more than 400"),
    ("board", {"board": "triangle" + "9" * 1900}, "BoardTooLargeError", "more than 400"),
    ("board", {"board": "square21"}, "BoardTooLargeError", "441 holes"),
    ("board", {"board": "square:" + "/".join(["o" * 40] * 11)}, "BoardTooLargeError", "440"),
    ("problem", words_of("triangle5", "z9", None), "NotOnBoardError", "no hole z9"),
    ("problem", words_of("triangle5", "a1", "²"), "NotationError", "is not a finish"),
    ("problem", words_of("triangle5", "code:99999", None), "NotationError", "0 to 2**15 - 1"),
    ("problem", words_of("triangle5", "code:" + "9" * 1900, None), "NotationError", "code 0x"),
    ("problem", words_of("triangle5", "any", None), "NotationError", "begins with one position"),
    ("problem", words_of("triangle5", " ANY ", "any"), "NotationError", "one position"),
    ("problem", words_of("triangle5", "code:7", "code:15"), "ProblemError", "only remove"),
    ("problem", words_of("triangle1", "a1", None), "ProblemError", "the empty board"),
    ("problem", words_of("triangle5", "a1", "a2" * 1001), "RequestError", "finish: "),
    ("assessment", {"board": "triangle5", "position": "code:1"}, "ProblemError", "move a peg"),
    ("assessment", {"board": "triangle5", "position": "**"}, "PictureError", "rows of"),
]  # fmt: skip
GAME = words_of("triangle5", "a1", None)
ASKED = ("verdicts", "solution", "hint", "why", "games")


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
        "*z": "'z' in row 1, column 2 of the picture",
        "a1:c3-a1,c3-a1": "jump 2: c3-a1 is not possible",
        "code:99999": "0 to 2**15 - 1",
        "code:-1": "code:-1",
        "*" * 2001: "at most 2000",
    }.items():
        assert said in web.mistake(route, **GAME, position=position)
    for gap in (*GAME, "position"):
        words = {**GAME, "position": "code:7"} | {gap: None}
        if gap != "finish":
            assert f"{gap}: Field required" in web.mistake(route, **words)


def test_too_many_positions(web):
    assert "at most 80" in web.mistake("verdicts", **GAME, position=["code:7"] * 81)
    assert "RequestError" in web.mistake("verdicts", **GAME, position=["code:7", "x" * 2001])
    assert len(web.get("verdicts", **GAME, position=["code:7"] * 80)["positions"]) == 80


def test_a_board_of_400_holes(web):
    wide = "square-diagonal:" + "/".join(["o" * 40] * 10)
    for board, many in (("square20+diagonal", 80), (wide, 1)):
        document = web.get("problem", board=board, start="j10", finish="any")
        assert len(document["geometry"]["holes"]) == 400
        codes = [document["start_code"]] * many
        words = words_of(board, "j10", "any")
        assert len(web.get("verdicts", **words, position=codes)["positions"]) == many
        for route in ("solution", "hint"):
            said = web.mistake(route, **words, position=codes[0])
            assert "boards of up to 128 holes" in said


def test_positions_that_are_no_games(web):
    """Empty, full, won: all are answered."""
    for code in (0, T5.full_code, 1):
        at = {**GAME, "position": f"code:{code}"}
        [verdict] = web.get("verdicts", **GAME, position=[f"code:{code}"])["positions"]
        assert verdict["jumps"] == {}
        solution = web.get("solution", **at)
        assert solution == ({"jumps": [], "moves": [], "move_count": 0} if code == 1 else None)
        assert web.get("hint", **at) == {"jump": None, "rivals": {}}
        assert bool(web.get("why", **at)["reasons"]) == (code != 1)
        web.get("games", **at)


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("POST", "/api/boards", 405),
        ("PUT", "/api/problem", 405),
        ("DELETE", "/", 405),
        ("PATCH", "/api/jobs", 405),
        ("OPTIONS", "/api/jobs", 405),
        ("TRACE", "/api/jobs", 405),
        ("BREW", "/api/jobs", 405),
        ("GET", "/api", 404),
        ("GET", "/api/", 404),
        ("GET", "/api/nothing", 404),
        ("GET", "/api/boards/", 404),
        ("GET", "/nothing.html", 404),
        ("GET", "/docs", 404),
        ("GET", "/redoc", 404),
        ("GET", "/api/jobs/" + "0" * 32, 404),
        ("GET", "/api/jobs/XYZ", 422),
        ("GET", "/api/jobs/" + "0" * 65, 422),
        ("DELETE", "/api/jobs/" + "0" * 32, 404),
        ("GET", "/api/jobs/" + "0" * 32 + "/events", 404),
        ("POST", "/api/jobs", 422),
    ],
)
def test_ways_that_are_none(web, method, path, status):
    assert web.answer(method, path).status_code == status


@pytest.mark.parametrize(
    "body",
    [b"", b"{", b"[]", b"null", b"\xff\xfe", b"[" * 16_000, b'{"board": 1e999}', b'"\\ud800"',
     b'{"board": "\\ud800", "start": "a1"}', b'{"board": "\\u0000", "start": "a1"}',
     b'{"board": "triangle5", "start": "a1", "slow": "\\ud800"}',
     b'{"board": "triangle5", "start": "a1", "more": 1}', b'{"board": NaN, "start": "a1"}',
     b'{"board": "triangle5", "start": "\\ud800"}', b'{"\\ud800": 1}'],
)  # fmt: skip
def test_bodies_that_make_no_sense(web, body):
    headers = {"content-type": "application/json"}
    answer = web.answer("POST", "/api/jobs", content=body, headers=headers)
    assert answer.status_code in (400, 422)
