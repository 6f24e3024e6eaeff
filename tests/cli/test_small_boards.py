"""The commands `pegs patterns` and `pegs patterns boards`."""

import csv

import duckdb
import pytest

from pegsolitaire.board import TRIANGULAR, Board


def test_symmetric_patterns(pegs, document):
    asked = ("patterns", "triangular", "--pegs", 6, "--symmetric", "--draw")
    printed = pegs(*asked)
    assert "hexagonal symmetry: 12 jumps, of which one wins, and its images: 1 pattern" in printed
    assert " * * .\n" in printed
    rows = document(*asked)["rows"]
    assert len(rows) == 6 * 9
    assert rows[45]["unique"]["most_jumps"] == 12
    assert len(rows[45]["best"][0]) == 6


def test_small_boards(pegs, document):
    lines = pegs("patterns", "boards", "square", "--holes", 8).splitlines()
    assert lines[-1].split() == ["8", "369", "69", "18", "0"]
    assert "none can be solved from every vacancy" in pegs(
        "patterns", "boards", "square", "--draw"
    )
    shown = document("patterns", "boards", "triangular", "--holes", 6)
    assert shown["rows"][-1] == {"holes": 6, "boards": 82, "playable": 14, "some": 6, "every": 1}
    assert shown["smallest_every"] == ["o\n ooo\n  o\n  o"]
    assert shown["interrupted"] is False
    drawn = pegs("patterns", "boards", "triangular", "--holes", 6, "--draw")
    assert "from every vacancy: 1 board\n" in drawn


@pytest.mark.parametrize("ending", ["csv", "parquet"])
def test_the_file(tmp_path, document, ending):
    path = tmp_path / f"boards.{ending}"
    shown = document("patterns", "boards", "triangular", "--holes", 6, "--to", path)
    assert shown["path"] == str(path)
    if ending == "csv":
        rows = [tuple(row.values()) for row in csv.DictReader(path.read_text().splitlines())]
    else:
        rows = duckdb.sql(f"select * from '{path}'").fetchall()
    assert len(rows) == sum(row["some"] for row in shown["rows"])
    holes, board, jumps, symmetries, solvable, vacancies = rows[-1]
    board = Board.from_rows(board, TRIANGULAR)
    assert (int(holes), int(jumps), int(symmetries)) == (
        6, len(board.jumps), len(board.symmetries)
    )  # fmt: skip
    assert int(solvable) == len(vacancies.split())
