"""Tests of boards and positions in request parameters."""

from pathlib import Path

import pytest
from web_client import served

from pegsolitaire.board import Board, named_board, read_board
from pegsolitaire.game import Position
from pegsolitaire.web.parameters import read_board_word
from pegsolitaire.web.pasted import board_word

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


def cases(folder):
    return sorted((CASES / folder).iterdir())


def named(path):
    return path.name


# -- test cases ---------------------------------------------------------------------------------


@pytest.mark.every(3)
@pytest.mark.parametrize("path", cases("boards"), ids=named)
def test_boards(web, path):
    text = path.read_text("utf-8")
    found = read(web, text)
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
