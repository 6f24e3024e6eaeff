"""Tables of results: the page and the files agree with each other and with the rows."""

import csv
import re
import sys
from pathlib import Path

import duckdb
import known
import pytest
from marks import slow
from private import private

from pegsolitaire.board import hole_name, named_board
from pegsolitaire.chance import difficulties
from pegsolitaire.papers.tables import result_tables
from pegsolitaire.sets import duotaire_vacancies, labels_of
from pegsolitaire.theory import as_class

ROOT = Path(__file__).parents[2]
sys.path.append(str(ROOT / "tools"))
PAGE, PLAYERS = (
    (ROOT / "docs" / f"{name}.md").read_text(encoding="utf-8")
    for name in ("results-in-full", "two-players")
)
COLUMNS = {name: table.columns for name, table in result_tables().items()}


def rows_of(columns):
    return list(zip(*columns.values(), strict=True))


def test_the_page_has_the_tables_of_today():
    import tables

    for page in (PAGE, PLAYERS):
        assert tables.text(page) == page, "write it anew: python tools/tables.py"
    # No table is written by hand, and a changed number is detected.
    assert len(private(tables, "_TABLE").findall(PAGE)) == len(
        re.findall(r"^\|[\s:|-]+\|$", PAGE, re.M)
    )
    assert tables.text(PAGE.replace("g4 d7 | 187,636,303", "g4 d7 | 187,636,304")) == PAGE


def test_every_table_is_there():
    import tables

    shown = {name for _, name, _ in private(tables, "_TABLE").findall(PAGE + PLAYERS)}
    in_parts = set(private(tables, "_views")(COLUMNS))
    assert shown - in_parts <= COLUMNS.keys()
    assert COLUMNS.keys() - shown == {
        "census-of-small-boards",
        "patterns-without-an-edge",
        "shortest-solutions",
        "two-players",
        "unique-winning-jumps-in-all",
    }
    for name, columns in COLUMNS.items():
        assert re.fullmatch(r"[a-z0-9-]+", name)
        assert len(set(map(len, columns.values()))) == 1
        assert all(any(c is not None for c in row) for row in rows_of(columns))


# -- published values -----------------------------------------------------------------------------


def test_shortest_solutions():
    shown = {}
    for board, start, finish, solvable, *numbers in rows_of(COLUMNS["shortest-solutions"]):
        assert solvable is (numbers[0] is not None)
        shown.setdefault(board, {})[start, finish] = tuple(numbers) if solvable else None
    expected = known.SHORTEST | known.DIAGONAL_SHORTEST
    for board, table in known.SHORTEST_INSIDE.items():
        expected[board] = expected.get(board, {}) | table
    assert shown == expected


def test_numbers_of_solutions():
    for board, table in (("french", known.FRENCH_SOLUTIONS), ("6x6", known.SQUARE6_SOLUTIONS)):
        shown = COLUMNS[f"numbers-of-solutions-of-the-{board}-board"]
        found = {(start, finish): number for start, finish, number in rows_of(shown)}
        assert found.items() >= table.items()


def test_position_classes():
    names = {"square6": "6x6", "hexagon37": "hexagon"}
    rows = rows_of(COLUMNS["position-classes"])
    shown = {(board.lower(), letter): row for board, letter, _, *row in rows}
    for (board, letter), (positions, reduced, (pegs, largest)) in known.CLASS_SIZES.items():
        expected = [positions, reduced, f"{pegs} pegs: {largest:,}"]
        assert shown[names.get(board, board), letter] == expected


def test_symmetric_positions():
    columns = COLUMNS["symmetric-positions"]
    kinds = list(zip(columns["type"], columns["class"], strict=True))
    for name, table in (
        ("english", known.SYMMETRIC_ENGLISH),
        ("french_not_english", known.SYMMETRIC_FRENCH),
        ("6x6", known.SYMMETRIC_SQUARE6 | known.SYMMETRIC_OTHERS["square6"]),
        ("french", known.SYMMETRIC_OTHERS["french"]),
    ):
        assert dict(zip(kinds, columns[name], strict=True)).items() >= table.items()


@pytest.mark.parametrize(
    ("name", "table"),
    [("patterns-without-an-edge", known.PATTERNS), ("census-of-small-boards", known.CENSUS)],
)
def test_tables_by_lattice(name, table):
    shown = {}
    for lattice, number, *cells in rows_of(COLUMNS[name]):
        shown.setdefault(lattice, {})[number] = tuple(cells)
    assert shown == table


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
    sums = [
        re.search(rf"^\| {begin}.*\|$", PAGE, re.MULTILINE)[0].replace(",", "").split("|")[2:-1]
        for begin in (r"all \| 45,650", "unique solution")
    ]
    for i, both in enumerate(known.UNIQUE_JUMPS.values()):
        assert tuple(int(cells[i]) for cells in sums) == both


def test_games_that_were_simulated():
    shown = {(board, hole): games for board, hole, _, games, _ in rows_of(COLUMNS["random-play"])}
    for hole, won in known.GRAMIGNA_ENGLISH.items():
        assert shown["english", hole] == won
    for key, won in known.GRAMIGNA_TRIANGLES.items():
        assert shown.get(key, won) == won


def test_diagonal_boards():
    shown = {row[0]: row[2:] for row in rows_of(COLUMNS["diagonal-jumps"])}
    assert shown == {
        board: (positions, reduced, f"{pegs} pegs: {largest:,}")
        for board, (positions, reduced, (pegs, largest)) in known.DIAGONAL_SIZES.items()
    }
    sweeps = rows_of(COLUMNS["diagonal-jumps-long-sweeps"])
    assert {board: (jumps, ends == "yes") for board, jumps, _, ends in sweeps} == (
        known.DIAGONAL_SWEEPS
    )


def test_fewest_moves_of_diagonal_boards():
    shown = {}
    for board, start, *ends in rows_of(COLUMNS["diagonal-jumps-fewest-moves"]):
        for moves, holes in zip((7, 8, 9, 10, None), ends, strict=True):
            shown |= {(board, start, finish): moves for finish in (holes or "").split()}
    assert shown == {
        (board, *ends): found and found[0]
        for board, table in known.DIAGONAL_SHORTEST.items()
        for ends, found in table.items()
    }


def test_vacancies_of_diagonal_boards():
    for name, vacancy, solutions, moves, chance in rows_of(
        COLUMNS["diagonal-jumps-every-vacancy"]
    ):
        board = named_board(name)
        if len(board) > 16:
            continue
        labels = labels_of(board, as_class(board).finishes)
        top = labels.levels[max(labels.levels)]
        row = top.codes.tolist().index(board.mincode(board.vacancy(vacancy).code))
        assert (top.solutions_of(row), top.moves[row]) == (solutions, moves)
        assert f"{top.chances[row]:.4e}" == f"{chance:.4e}"


def test_hardest_vacancies():
    shown = rows_of(COLUMNS["the-hardest-vacancies-for-random-play"])
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
    files = document("export", "tables", "--to", tmp_path)["files"]
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
    assert "shortest-solutions.csv: " in pegs("export", "tables", "--to", tmp_path)


@pytest.mark.parametrize(
    "board",
    ["triangle5", "square4", "rectangle9x1", *map(slow, ("triangle6", "square5", "hexagon19"))],
)
def test_two_players(board):
    """The table keeps what the command computes."""
    kept = [row for row in rows_of(COLUMNS["two-players"]) if row[0] == board]
    kinds = [(turns, misere) for turns in ("jump", "move") for misere in (False, True)]
    found = [duotaire_vacancies(board, turns=turns, misere=misere) for turns, misere in kinds]
    for row, same in zip(kept, zip(*found, strict=True), strict=True):
        cells = [cell for one in same for cell in (one.winner, one.remoteness)]
        assert row == (board, hole_name(same[0].vacancy), *cells)
