"""Tests of pasted text: it is read as its author meant it, or rejected with a suggestion."""

from pathlib import Path

import pytest
from marks import each
from web_client import served

from pegsolitaire.board import Board, named_board, read_board
from pegsolitaire.errors import PegSolitaireError, PictureError
from pegsolitaire.game import Position, Solution
from pegsolitaire.results import to_json
from pegsolitaire.web.parameters import read_board_word
from pegsolitaire.web.pasted import MAX_PASTED, board_word, read_pasted

CASES = Path(__file__).parents[1] / "cases"
ENGLISH, T5 = named_board("english"), named_board("triangle5")
VACANCY = f"code:{ENGLISH.vacancy('d4').code}"


@pytest.fixture(scope="module")
def web(tmp_path_factory):
    with served(tmp_path_factory.mktemp("home")) as asker:
        yield asker


def read(web, text, **words):
    answer = web.answer("POST", "/api/read", json={"text": text, **words})
    assert answer.status_code == 200, answer.text
    found = answer.json()
    assert found["geometry"]["name"] == found["board"]
    board = read_board_word(found["board"])
    assert found["geometry"]["holes"] == [list(hole) for hole in board.holes]
    return found


def refused(web, text, **words):
    answer = web.answer("POST", "/api/read", json={"text": text, **words})
    assert answer.status_code == 422, answer.text
    return answer.json()["error"]


def cases(folder):
    return sorted((CASES / folder).iterdir())


def named(path):
    return path.name


# -- test cases ---------------------------------------------------------------------------------


@pytest.mark.every(3)
@pytest.mark.parametrize("path", cases("boards"), ids=named)
def test_boards(web, path):
    found = read(web, path.read_text("utf-8"))
    assert found["board"] == board_word(read_board(f"@{path}"))
    assert (found["board"] == "english") == (path.name != "army.txt")
    assert found["read_as"].startswith("read as ")
    shows_start = path.name == "matrix.txt"
    assert (found["kind"], found["position"]) == (
        ("position", VACANCY) if shows_start else ("board", None)
    )


@pytest.mark.parametrize("path", cases("positions"), ids=named)
def test_positions(web, path):
    board = {"list.txt": "triangle5", "army.txt": "rectangle7x6"}.get(path.name, "english")
    found = read(web, path.read_text("utf-8"), board=board)
    position = Position.from_text(Board(board), path.read_text("utf-8"))
    assert (found["kind"], found["position"]) == ("position", f"code:{position.code}")
    assert found["start"] is None
    if board == "english":
        assert found["position"] == VACANCY


@pytest.mark.every(6)
@pytest.mark.parametrize("path", cases("moves"), ids=named)
def test_games(web, path):
    is_triangle = path.name == "triangle-words.txt"
    turned = ("plan.txt", "row-column-from-1.txt")
    board = T5 if is_triangle else ENGLISH
    start = "a1" if is_triangle else "d1" if path.name in turned else "d4"
    text = path.read_text("utf-8")
    found = read(web, text, board=board.name, start=start)
    assert (found["kind"], len(found["jumps"])) == ("game", 13 if is_triangle else 31)
    game = Solution(board.vacancy(start), found["jumps"])
    assert game.finish == board.single(start)
    assert (found["start"], found["position"]) == (
        f"code:{game.start.code}",
        f"code:{game.finish.code}",
    )
    assert read(web, f"{start}: {', '.join(found['jumps'])}", board=board.name) == {
        **found,
        "read_as": None,
    }
    assert "write its start first" in refused(web, text, board=board.name)["message"]


# -- other formats ------------------------------------------------------------------------------


@each(
    ("text", "board", "kind", "read_as"),
    [
        ("english", None, "board", None),
        (" T5 ", None, "board", None),
        ("#board/triangle5", None, "board", None),
        ("square:-oo/ooo", None, "board", None),
        ("name: tree\n  oo\n oooo\noooooo", None, "board",
         "read as a board of 12 holes of your own: o is a hole"),
        ("0\r\n1 1\r\n1 1 1\r\n1 1 1 1\r\n", None, "position", "triangle4: 1 is a peg"),
        ("#board/triangle5/a1/any/c3-a1", None, "game", None),
        ("#board/triangle5/a1/any/c3-a1", "english", "game", None),
        ('{"board": "triangle5", "start": "a1"}', None, "position", "only a1 is empty"),
        ("code:7", "english", "position", None),
        ("d4", "english", "position", "read as the position in which only d4 is empty"),
        ("a1, a2\tb4", "triangle5", "position", "read as pegs in a1 a2 b4"),
        ("d4: d2 to d4\nd5 to d3", "english", "game", None),
    ],
)  # fmt: skip
def test_texts(web, text, board, kind, read_as):
    found = read(web, text, **({"board": board} if board else {}))
    assert found["kind"] == kind
    assert read_as in found["read_as"] if read_as else found["read_as"] is None
    assert (found["position"] is None) == (kind == "board")
    assert bool(found["jumps"]) == (found["start"] is not None) == (kind == "game")
    assert found == to_json(read_pasted(text, board=board and named_board(board)))


@each(
    ("text", "words", "said"),
    [
        ("park", {}, "unknown board 'park'"),
        ("engilsh", {}, "mean 'english'?"),
        ("pyproject.toml", {}, "unknown board 'pyproject.toml'"),
        ("/etc/passwd", {}, "unknown board '/etc/passwd'"),
        ("", {}, "nothing to read"),
        ("xyz", {"board": "english"}, "is not a start"),
        ("z9", {"board": "english"}, "no hole z9"),
        ("code:99999", {"board": "triangle5"}, "0 to 2**15 - 1"),
        ("d4: d2-d4, d2-d4", {"board": "english"}, "jump 2: d2-d4 is not possible"),
        ("d2-d4, d5-d3", {}, "without its board"),
        ("d2-d4, d5-d3", {"board": "english"}, "write its start first"),
        ("d2-d4, d2-d4", {"board": "english", "start": "d4"}, "jump 2: d2-d4 is not possible"),
        ("d2 d4 d5 d3", {"board": "english", "start": "d4"}, "a list of pegs or the jumps"),
        ("ooo\x00ooo", {}, "control character '\\x00'"),
        ("ooo", {"marks": "hole=o\x00"}, "control character"),
        ("ooo/ooo/ooo", {"marks": "hole"}, "write hole=o"),
        ("\n".join(["o" * 21] * 20), {}, "420 holes: 400 are the most"),
        ("o" * (MAX_PASTED + 1), {}, f"at most {MAX_PASTED} characters"),
        ("o" * MAX_PASTED, {}, "holes: 400 are the most"),
    ],
)  # fmt: skip
def test_refusals(web, text, words, said):
    error = refused(web, text, **words)
    assert said in error["message"]
    assert not error["marks"]
    assert_is_for_the_page(error["message"])
    if len(text) < MAX_PASTED:  # the same without another process
        board = words.pop("board", None)
        with pytest.raises(PegSolitaireError) as caught:
            read_pasted(text, board=board and named_board(board), **words)
        assert str(caught.value) == error["message"]


def assert_is_for_the_page(message):
    for word in ("--", "@FILE", 'marks="', "pegs puzzles", "\\n"):
        assert word not in message


@each(
    ("text", "board", "start"),
    [
        ("@/etc/passwd", None, None),
        (" @/etc/passwd", "english", None),
        ("\ufeff@/etc/passwd", "english", None),
        ("@/etc/passwd: d2-d4, d5-d3", "english", None),
        ("#board=english&start=@/etc/passwd", None, None),
        ("#board=english&start=%40/etc/passwd", None, None),
        ("#board/english/%40%2Fetc%2Fpasswd", None, None),
        ("#board=%40/etc/passwd", None, None),
        ('{"board": "english", "start": "@/etc/passwd"}', None, None),
        ('{"board": "english", "start": "\\u0040/etc/passwd"}', None, None),
        ('{"board": "\\u0040/etc/passwd"}', None, None),
        ('{"code": "\\u0040/etc/passwd"}', "english", None),
        ("d2-d4", "english", "@/etc/passwd"),
        ("d4", "@/etc/passwd", None),
    ],
)
def test_files_are_not_read(web, text, board, start, monkeypatch):
    def found(path):
        raise AssertionError(path)

    monkeypatch.setattr("pegsolitaire.board.reading_boards.read_text", found)
    monkeypatch.setattr("pegsolitaire.game.problem_words.read_text", found)
    words = {"board": board, "start": start}
    refused(web, text, **words)
    if "@" not in f"{board}{start}":  # the patch has no effect in the other process
        with pytest.raises(Exception, match="file"):
            read_pasted(text, board=board and named_board(board))


# -- ambiguous pictures -------------------------------------------------------------------------

SEVERAL = [
    ("[[1,2,2],[2,1,2],[1,2,1]]", None),
    ("ooo/ooo/ooo/.../..", None),
    ("xox/oxo/xox", None),
    ("xx\nxo\nxx\n##", None),
    ("1221/1122/2211/1212", "square4"),
    ("++~\n+~+\n~++\n~~~", None),
    (" ++ \n+~~+\n ++ \n ~~ ", None),
]


@pytest.mark.parametrize(("text", "board"), SEVERAL)
def test_remedies(web, text, board):
    words = {"board": board} if board else {}
    error = refused(web, text, **words)
    assert error["code"] == "PictureError"
    assert_is_for_the_page(error["message"])
    assert not error["message"].endswith(("with", "in", ";", ","))
    assert error["marks"]
    found = [read(web, text, marks=marks, **words) for marks in error["marks"]]
    at = board and named_board(board)
    assert found == [to_json(read_pasted(text, marks, at)) for marks in error["marks"]]
    shown = [(one["board"], one["position"]) for one in found]
    assert len(set(shown)) == len(shown)


def test_pictures_without_a_remedy(web):
    error = refused(web, "**/**", board="english")
    assert (error["code"], error["marks"]) == ("PictureError", [])
    assert error["message"].startswith("the picture has rows of 2, 2 holes, and english has")


def test_words_of_refusals(web):
    """Error messages for pictures leave out the suggestion that the page shows as buttons."""
    for text, board in SEVERAL:
        with pytest.raises(PictureError) as caught:
            read_pasted(text, board=board and named_board(board))
        assert "marks" not in caught.value.naming("open that board")
    error = PictureError("it may be two", boards=["english"])
    assert str(error) == "it may be two; to choose english, name the board before the picture"
    assert error.naming("open that board").endswith("; to choose english, open that board")
    assert refused(web, "***.***********")["message"].endswith(
        "; to choose rectangle15x1, open that board and paste the picture there"
    )
