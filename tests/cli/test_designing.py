"""The command `pegs design` and the commands about whole classes."""

import json
import tomllib
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from pegsolitaire.board import triangle
from pegsolitaire.data import read_puzzles
from pegsolitaire.game import Solution


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("PEGSOLITAIRE_HOME", str(tmp_path / "home"))


def test_tablebase_counts_and_keeps(document, pegs, tmp_path):
    found = document("sets", "tablebase", "triangle5", "--finish", "a1")
    # from table 1 of the Notes, played backward
    assert (found["positions"], found["reduced"]) == (3016, 1544)
    assert sum(row["raw"] for row in found["levels"]) == 3016
    assert found["path"] == str(tmp_path / "home" / "triangle5" / "to_a1.tablebase.npz")
    printed = pegs("sets", "tablebase", "triangle5", "--finish", "a1")
    assert "3,016" in printed
    assert found["path"] in printed


def test_tablebase_says_where_a_position_can_end(document, pegs):
    assert document("sets", "tablebase", "triangle5", "--position", "code:32766")["finishes"] == [
        "a1", "a4", "d4", "c5"
    ]  # fmt: skip
    assert "cannot end" in pegs(
        "sets", "tablebase", "triangle4", "--position", "code:1022", code=1
    )


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--finish", "a1", "--class", "A"], "--finish cannot be combined with --class"),
        (["--class", "Q"], "no position class Q"),
        (["--position", "code:1", "--class", "A"], "cannot be combined with"),
    ],
)
def test_tablebase_refuses(complaint, arguments, said):
    assert said in complaint("sets", "tablebase", "triangle5", *arguments)


def test_tablebase_that_does_not_fit(complaint):
    assert "GiB" in complaint("sets", "tablebase", "wiegleb")


def test_a_limit_of_memory(complaint):
    assert "11 MB may be used" in complaint("sets", "tablebase", "english", "--memory", "0.01")
    assert "11 MB may be used" in complaint("design", "symmetric", "english", "--memory", "0.01")
    assert "11 MB may be used" in complaint(
        "sets", "tablebase", "english", "--position", "code:65536", "--memory", "0.01"
    )


def test_the_memory_of_a_tablebase_is_its_bits_and_the_program(complaint, pegs):
    """The bits take 64 MiB, one for each position of a class, and the program takes 150 MiB."""
    refused = complaint("sets", "tablebase", "english", "--memory", "213MiB")
    assert "takes 224 MB, one bit per position, and only 223 MB may be used" in refused
    pegs("sets", "tablebase", "triangle5", "--memory", "151MiB", "--position", "code:1")
    assert "takes 157 MB" in complaint("sets", "tablebase", "triangle5", "--memory", "149MiB")


@pytest.mark.slow
def test_what_a_limit_of_memory_allows(pegs):
    assert "d3-d5" in pegs("extremes", "dead-ends", "english", "d4", "--memory", "0.1")


def test_symmetric_counts_and_draws(document, pegs):
    rows = document("design", "symmetric", "triangle6", "--finishes")["rows"]
    assert [(row["kind"]["number"], row["class_letter"], row["count"]) for row in rows] == [
        (3, "A", 1374)
    ]
    assert rows[0]["kind"]["order"] == 2
    assert max(rows[0]["solvable_to"].values()) <= 1374
    words = ("design", "symmetric", "triangle5", "--type", "3")
    assert len(document(*words)["rows"][0]["codes"]) == 121
    assert pegs(*words, "--most", "2").count("code:") == 2
    assert "one orthogonal reflection" in pegs("design", "symmetric", "triangle5")


def test_unique_counts_and_draws(document, pegs):
    found = document("design", "unique", "triangle5", "--pegs", "5")
    assert found["class_letter"] == "A"
    assert {"pegs": 5, "max_jumps": 7, "count": 1, "positions": 64} in found["rows"]
    best = found["hardest"][0]
    start = triangle(5).position(best["position"])
    assert len(Solution.from_moves(start, best["solution"]["moves"]).finish) == 1
    assert "bits" in pegs("design", "unique", "triangle5", "--pegs", "5")
    assert "unique solution" in pegs("design", "unique", "triangle5", "--solution")
    assert "with 1 peg has" in pegs("design", "unique", "triangle5", "--pegs", "1", code=1)
    none = pegs("design", "unique", "triangle5", "--pegs", "13", "--solution", code=1)
    assert "has a unique solution" in none


def test_what_there_is_none_of(pegs, complaint, tmp_path):
    assert "can be played" in pegs("design", "symmetric", "triangle5", "--type", "1", code=1)
    assert "choose 1 to 3" in complaint("design", "symmetric", "triangle5", "--type", "99")
    assert "15 holes" in complaint("design", "unique", "triangle5", "--pegs", "16")
    assert "--kind" in complaint("design", "triangle5", "--kind", "ugly")
    picture = tmp_path / "board.txt"
    picture.write_text("ooo\n")
    assert "no puzzle found" in pegs("design", f"@{picture}", code=1)


def test_places_that_cannot_be_written(complaint, tmp_path):
    file = tmp_path / "file"
    file.write_text("mine")
    assert "is a folder" in complaint("sets", "tablebase", "triangle4", "--to", tmp_path)
    assert "choose another file" in complaint("sets", "tablebase", "triangle4", "--to", file)
    assert file.read_text() == "mine"


def test_design_writes_what_the_gallery_reads(document, tmp_path):
    folder = tmp_path / "sets"
    found = document("design", "triangle5", "--most", "3", "--to", folder)
    bits = [one["rating"]["bits"] for one in found["puzzles"]]
    assert bits == sorted(bits)
    assert len(bits) == 3
    toml, text, parquet = found["paths"]
    assert Path(toml).name == "triangle5-puzzles.toml"
    puzzles = read_puzzles(toml)
    assert [puzzle.rating for puzzle in puzzles] == [round(value, 1) for value in bits]
    assert tomllib.loads(Path(toml).read_text())["format"] == 1
    assert json.loads(Path(text).read_text())["puzzles"] == found["puzzles"]
    rows = pq.read_table(parquet).to_pylist()
    assert [row["position"] for row in rows] == [one["position"] for one in found["puzzles"]]
    for puzzle, row in zip(puzzles, rows, strict=True):
        assert len(Solution.from_moves(puzzle.position, row["solution"]["moves"]).finish) == 1


def test_patterns_are_counted_and_drawn(document, pegs, complaint):
    rows = document("patterns", "triangular", "--pegs", "5")["rows"]
    assert rows[-1] == {
        "pegs": 5, "solvable": 258, "up_to_shifts": 2952, "unique": 126, "max_jumps": 10,
        "count": 2,
    }  # fmt: skip
    found = document("patterns", "square", "--pegs", "4", "--draw")
    assert (found["count"], len(found["hardest"])) == (2, 2)
    assert "**" in pegs("patterns", "square", "--pegs", "4", "--draw")
    assert "258" in pegs("patterns", "triangular", "--pegs", "5")
    assert "is not a lattice" in complaint("patterns", "round")
