"""The commands `pegs boards` and `pegs show`."""

import re

import known

from pegsolitaire.board import CATALOGUE, named_board
from pegsolitaire.cli import main

T5 = named_board("triangle5")


def test_boards(pegs, document):
    rows = document("boards")["boards"]
    assert [row["name"] for row in rows] == list(CATALOGUE)
    assert rows[0] == {
        "name": "english", "holes": 33, "jumps": 76, "lattice": "square", "symmetries": 8,
        "null_class": True,
    }  # fmt: skip
    lines = pegs("boards").splitlines()
    assert lines[0].split() == [
        "board", "holes", "jumps", "lattice", "symmetries", "null-class", "types"
    ]  # fmt: skip
    assert [line.split()[0] for line in lines[1:]] == list(CATALOGUE)
    assert max(map(len, lines)) <= 80


def test_boards_that_the_help_names(document):
    about = main.load("boards").callback.__doc__
    names = re.search(r"Other sizes have names too: ([^.]*)\.", about)[1]
    for name in names.replace("\n", " ").split(","):
        assert document("show", name.strip())["board"] == name.strip()


def test_show(pegs, document):
    shown = document("show", "triangle5", "code:8455")
    assert shown.items() >= {
        "board": "triangle5", "position": "code:8455", "picture": "*/**/.../..*./...*.",
        "canonical": "code:2183",
        "pegs": 5, "svg": None, "svss_problems": 17,
    }.items()  # fmt: skip
    assert shown["jumps"] == [str(jump) for jump in T5.position("code:8455").legal_jumps]
    plain = pegs("show", "triangle5", "code:8455")
    assert "triangle5: 15 holes, 5 pegs, 3 jumps; code:8455, mincode 2183\n" in plain
    assert "1 peg," in pegs("show", "triangle5", "code:1")
    assert "type A: a1 a2" in pegs("show", "triangle5")
    assert "\nsquare9: 81 holes, 81 pegs, 0 jumps\n" in pegs("show", "square9")


def test_show_draws(document, pegs, tmp_path):
    for words in (["triangle5"], ["english", "d4"]):
        path = tmp_path / f"{words[0]}.svg"
        assert document("show", *words, "--svg", path)["svg"] == str(path)
        assert path.read_text().startswith("<svg")
        assert len(list(tmp_path.iterdir())) == 1
        assert f"drawn in {path}" in pegs("show", *words, "--svg", path)
        path.unlink()


def test_show_problems(pegs, document):
    table = {
        (one["start"], one["finish"]): one["solvable"]
        for one in document("show", "triangle5", "--problems")["problems"]
    }
    assert len(table) == len(known.TRIANGULAR_TABLE_1)
    assert sum(table.values()) == known.TABLE_3_SOLVABLE[5]
    assert pegs("show", "triangle5", "--problems").count(": solvable") == 12
