"""The tables of docs/results.md as files: all of them, up to date, and as the values say."""

import csv
import re
import sys
from pathlib import Path

import duckdb
import known
import pytest

from pegsolitaire.board import hole_name, named_board
from pegsolitaire.chance import difficulties
from pegsolitaire.reproduce.markdown import page_tables
from pegsolitaire.reproduce.tables import IN_DATA, result_tables
from pegsolitaire.sets import labels_of
from pegsolitaire.theory import class_named

ROOT = Path(__file__).parents[1]
sys.path.append(str(ROOT / "tools"))
PAGE = (ROOT / "docs" / "results.md").read_text(encoding="utf-8")
ON_PAGE = {table.name: table.columns for table in page_tables(PAGE)}


def rows_of(columns):
    return list(zip(*columns.values(), strict=True))


def test_the_package_has_the_page_of_today():
    import tables

    assert tables.FILE.read_text(encoding="utf-8") == tables.text(), (
        "write it anew: python tools/tables.py"
    )


def test_every_table_is_there():
    assert len(ON_PAGE) == len(re.findall(r"^\|[\s:|-]+\|$", PAGE, re.MULTILINE))
    found = result_tables()
    for name in ON_PAGE:
        assert IN_DATA.get(name, name) in found
    assert IN_DATA.keys() <= ON_PAGE.keys()
    for name, table in found.items():
        assert re.fullmatch(r"[a-z0-9-]+", name)
        assert len(set(map(len, table.columns.values()))) == 1
        assert all(any(c is not None for c in row) for row in rows_of(table.columns))


# -- the page says what is published --------------------------------------------------------------


@pytest.mark.parametrize(
    ("part", "board"),
    [
        ("english-board", "english"), ("6x6-board", "square6"), ("triangle-side-4", "triangle4"),
        ("triangle-side-5", "triangle5"), ("triangle-side-6", "triangle6"), ("french", "french"),
    ],
)  # fmt: skip
def test_shortest_solutions(part, board):
    shown = {
        (start, finish): None if moves == "no solution" else (int(moves), *numbers)
        for start, finish, moves, *numbers in rows_of(ON_PAGE[f"shortest-solutions-{part}"])
    }
    assert shown == known.SHORTEST[board] | known.SHORTEST_INSIDE.get(board, {})


def test_shortest_solutions_of_larger_boards():
    shown = {}
    for board, start, finish, *numbers in rows_of(ON_PAGE["shortest-solutions-larger-boards"]):
        shown.setdefault(board, {})[start, finish] = tuple(numbers)
    assert shown == {
        board: table for board, table in known.SHORTEST_INSIDE.items() if board != "french"
    }


def test_numbers_of_solutions():
    for board, table in (("french", known.FRENCH_SOLUTIONS), ("6x6", known.SQUARE6_SOLUTIONS)):
        shown = ON_PAGE[f"numbers-of-solutions-of-the-{board}-board"]
        found = {(start, finish): number for start, finish, number in rows_of(shown)}
        assert found.items() >= table.items()


def test_position_classes():
    names = {"square6": "6x6", "hexagon37": "hexagon"}
    rows = rows_of(ON_PAGE["position-classes"])
    shown = {(board.lower(), letter): row for board, letter, _, *row in rows}
    for (board, letter), (positions, reduced, (pegs, largest)) in known.CLASS_SIZES.items():
        expected = [positions, reduced, f"{pegs} pegs: {largest:,}"]
        assert shown[names.get(board, board), letter] == expected


def test_symmetric_positions():
    columns = ON_PAGE["symmetric-positions"]
    kinds = list(zip(columns["type"], columns["class"], strict=True))
    for name, table in (
        ("english", known.SYMMETRIC_ENGLISH),
        ("french_not_english", known.SYMMETRIC_FRENCH),
        ("6x6", known.SYMMETRIC_SQUARE6 | known.SYMMETRIC_OTHERS["square6"]),
        ("french", known.SYMMETRIC_OTHERS["french"]),
    ):
        assert dict(zip(kinds, columns[name], strict=True)).items() >= table.items()


def test_patterns():
    for lattice, (first, *others) in {
        "square": ("square", "unique", "most_jumps", "count"),
        "triangular": ("triangular", "unique_2", "most_jumps_2", "count_2"),
    }.items():
        columns = ON_PAGE["on-a-board-without-an-edge"]
        for row in rows_of({name: columns[name] for name in ("pegs", first, *others)}):
            if row[1] is not None:
                assert tuple(n or 0 for n in row[1:]) == known.PATTERNS[lattice][row[0]]


def test_unique_jumps():
    shown = {
        (board, letter, pegs): (jumps, positions)
        for board, letter, pegs, jumps, positions in rows_of(
            result_tables()["unique-winning-jumps"].columns
        )
    }
    for board, table in known.TABLE_4.items():
        for (letter, pegs), found in table.items():
            assert shown[board, letter, pegs] == found
    sums = {name: re.search(rf"^\| {name} \|(.*)\|$", PAGE, re.MULTILINE)[1].split("|")
            for name in ("all", "unique solution")}  # fmt: skip
    sums["all"] = next(
        line.split("|")[2:-1] for line in PAGE.splitlines() if line.startswith("| all | 45,650")
    )
    for i, both in enumerate(known.UNIQUE_JUMPS.values()):
        assert tuple(int(sums[name][i].replace(",", "")) for name in sums) == both


def test_games_that_were_simulated():
    shown = {(board, hole): games for board, hole, _, games, _ in rows_of(ON_PAGE["random-play"])}
    for hole, won in known.GRAMIGNA_ENGLISH.items():
        assert shown["english", hole] == won
    for key, won in known.GRAMIGNA_TRIANGLES.items():
        assert shown.get(key, won) == won


def test_diagonal_boards():
    shown = {row[0]: row[2:] for row in rows_of(ON_PAGE["diagonal-jumps"])}
    assert shown == {
        board: (positions, reduced, f"{pegs} pegs: {largest:,}")
        for board, (positions, reduced, (pegs, largest)) in known.DIAGONAL_SIZES.items()
    }
    sweeps = rows_of(ON_PAGE["diagonal-jumps-long-sweeps"])
    assert {board: (jumps, ends == "yes") for board, jumps, _, ends in sweeps} == (
        known.DIAGONAL_SWEEPS
    )


def test_fewest_moves_of_diagonal_boards():
    shown = {}
    for board, start, *ends in rows_of(ON_PAGE["diagonal-jumps-fewest-moves"]):
        for moves, holes in zip((7, 8, 9, 10, None), ends, strict=True):
            shown |= {(board, start, finish): moves for finish in (holes or "").split()}
    assert shown == {
        (board, *ends): found and found[0]
        for board, table in known.DIAGONAL_SHORTEST.items()
        for ends, found in table.items()
    }


def test_vacancies_of_diagonal_boards():
    for name, vacancy, solutions, moves, chance in rows_of(
        ON_PAGE["diagonal-jumps-every-vacancy"]
    ):
        board = named_board(name)
        if len(board) > 16:
            continue
        labels = labels_of(board, class_named(board).finishes)
        top = labels.levels[max(labels.levels)]
        row = top.codes.tolist().index(board.mincode(board.vacancy(vacancy).code))
        assert (top.solutions_of(row), top.moves[row]) == (solutions, moves)
        assert f"{top.chances[row]:.4e}" == f"{chance:.4e}"


def test_census():
    shown = {}
    for holes, *cells in rows_of(ON_PAGE["all-small-boards"]):
        for lattice, first in zip(known.CENSUS, (0, 4, 8), strict=True):
            if cells[first] is not None:
                shown.setdefault(lattice, {})[holes] = tuple(cells[first : first + 4])
    assert shown == known.CENSUS


def test_hardest_vacancies():
    shown = rows_of(ON_PAGE["the-hardest-vacancies-for-random-play"])
    for name, holes, hardest, worst, easiest, best, never in shown:
        if holes > 15:
            continue
        chances = {
            hole_name(row.vacancy): row.win_probability for row in difficulties(named_board(name))
        }
        some = {hole: 1 / chance for hole, chance in chances.items() if chance}
        assert (max(some, key=some.get), min(some, key=some.get)) == (hardest, easiest)
        assert (max(some.values()), min(some.values())) == pytest.approx((worst, best), rel=1e-2)
        assert chances.keys() - some.keys() == set((never or "").split())


# -- files ----------------------------------------------------------------------------------------


def test_files(tmp_path, document):
    files = document("data", "tables", "--to", tmp_path)["files"]
    assert {Path(one["path"]) for one in files} == set(tmp_path.iterdir())
    index = list(csv.DictReader((tmp_path / "index.csv").read_text().splitlines()))
    assert [row["name"] for row in index] == list(result_tables())
    assert len(files) == 2 * len(index) + 1
    for name, table in result_tables().items():
        rows = rows_of(table.columns)
        read = duckdb.sql(f"select * from '{tmp_path / name}.parquet'").fetchall()
        plain = [tuple(int(c) if type(c).__name__ == "Decimal" else c for c in r) for r in read]
        assert plain == rows
        with open(tmp_path / f"{name}.csv", newline="") as file:
            head, *lines = csv.reader(file)
        assert head == list(table.columns)
        assert lines == [["" if c is None else str(c) for c in row] for row in rows]


def test_printed(pegs, tmp_path):
    assert "shortest-solutions.csv: " in pegs("data", "tables", "--to", tmp_path)
