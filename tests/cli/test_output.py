"""In a terminal of 40 columns, tables leave out columns instead of shortening names."""

import contextlib
import io
import sys

import pytest
from marks import each
from private import private

from pegsolitaire.board import CATALOGUE
from pegsolitaire.cli.main import DESCRIPTIONS, load, run
from pegsolitaire.cli.output import Column, Grid, out

WIDTH = 40
TABLES = [
    "boards",
    "learn",
    "show known english",
    "show known triangle5",
    "sets levels triangle6 a1",
    "sets levels triangle6 a1 --by moves",
    "patterns boards square --holes 6",
    "patterns square --pegs 5",
    "patterns triangular --pegs 4 --symmetric",
    "design symmetric triangle5 --finishes",
    "design unique triangle5",
    "extremes triangle4",
    "extremes square4",
    "export labels triangle5 --to .",
    "sets winning triangle5 any --by index",
    "sets tablebase triangle5",
    "sets",
    "show triangle5 --problems --shortest",
    "random triangle5 a1 --winning",
    "random triangle5 a1 --games 1000 --seed 1",
    "random triangle5 --all",
    "reproduce --only notes-table-1-triangle6",
]


@pytest.fixture
def narrow(monkeypatch, tmp_path):
    """A narrow terminal, and a store with sets whose names take its whole width."""
    store = tmp_path / "store"
    for name in ("english/d4_d4", "triangle6/any-4e5f0b0f300d_any-7db8255e5931", "a" * 50):
        (store / name).mkdir(parents=True)
    monkeypatch.setenv("PEGSOLITAIRE_HOME", str(store))
    monkeypatch.setenv("COLUMNS", str(WIDTH))
    monkeypatch.chdir(tmp_path)
    before, out.width = out.width, WIDTH
    yield
    out.width = before


@pytest.fixture
def grids(monkeypatch):
    """The printed tables: the names in each table and its lines."""
    printed = []
    whole = Grid.print

    def noted(grid):
        begin = sys.stdout.tell()
        whole(grid)
        stay = [i for i, one in enumerate(grid.columns) if one.is_left and not one.rank]
        names = [row.cells[i] for row in private(grid, "_rows") for i in stay]
        printed.append((names, sys.stdout.getvalue()[begin:].splitlines()))

    monkeypatch.setattr(Grid, "print", noted)
    return printed


def lines_of(*words):
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        assert run([*words]) in (0, 1)
    return printed.getvalue().splitlines()


@pytest.mark.every(4)
@pytest.mark.usefixtures("narrow")
@pytest.mark.parametrize("words", TABLES)
def test_tables_fit_and_cut_no_names(words, grids):
    lines_of(*words.split())
    assert grids
    for names, lines in grids:
        assert max(map(len, lines)) <= WIDTH
        text = "\n".join(lines)
        assert "…" not in text
        assert [name for name in names if name not in text and len(name) <= WIDTH - 2] == []


@pytest.mark.usefixtures("narrow")
def test_a_board_keeps_its_name_before_all_else(grids):
    lines_of("boards")
    [(_, lines)] = grids
    text = " ".join(lines)
    assert all(name in text for name in CATALOGUE)
    assert "left out: jumps, symmetries, null-class; a wider terminal or --json shows all" in text


@each("width", [WIDTH, 57, 79, 80])
@each("name", [None, *DESCRIPTIONS])
def test_help_cuts_no_names(name, width, monkeypatch):
    monkeypatch.setenv("COLUMNS", str(width))
    lines = lines_of(*(name or "").split(), "--help")
    assert max(map(len, lines)) <= width
    assert not any("…" in line for line in lines)
    text = "\n".join(lines)
    if name is None:
        assert all(f" {one} " in text for one in DESCRIPTIONS if " " not in one)
        return
    for parameter in load(name).params:
        options = [*parameter.opts, *parameter.secondary_opts]
        assert all(one in text for one in options if one[0] == "-")


# -- a table --------------------------------------------------------------------------------------


def table():
    grid = Grid(
        [
            Column("board", is_left=True),
            Column("number of holes", 1),
            Column("x", 3),
            Column("y", 2),
        ],
        title="some boards",
    )
    grid.add_row("a-board-of-some-length", "1,234", "17", "5")
    grid.add_row("b", "7")
    return grid


def printed(grid, width, monkeypatch, *, is_seen=True):
    if is_seen:
        monkeypatch.setenv("COLUMNS", str(width))
    else:
        monkeypatch.delenv("COLUMNS", raising=False)
    before, out.width = out.width, width
    try:
        with contextlib.redirect_stdout(io.StringIO()) as text:
            grid.print()
    finally:
        out.width = before
    return [line.rstrip() for line in text.getvalue().splitlines()]


def test_headings_take_several_lines_before_a_column_is_left_out(monkeypatch):
    assert printed(table(), 60, monkeypatch) == [
        "some boards",
        " board                   number of holes   x  y",
        " a-board-of-some-length            1,234  17  5",
        " b                                     7",
    ]
    assert printed(table(), 39, monkeypatch) == [
        "some boards",
        "                         number",
        "                             of",
        " board                    holes   x  y",
        " a-board-of-some-length   1,234  17  5",
        " b                            7",
    ]


def test_the_least_important_columns_go_first(monkeypatch):
    lines = printed(table(), 36, monkeypatch)
    assert lines[3].split() == ["board", "holes", "y"]
    assert " ".join(lines[-2:]) == "left out: x; a wider terminal or --json shows all"
    lines = printed(table(), 26, monkeypatch)
    assert lines[1].split() == ["board"]
    assert lines[2] == " a-board-of-some-length"
    assert "left out: number of holes, x, y;" in " ".join(lines)


def test_what_is_longer_than_the_terminal_takes_more_lines(monkeypatch):
    lines = printed(table(), 15, monkeypatch)
    assert max(map(len, lines)) <= 15
    assert "a-board-of-some-length" in "".join(line.strip() for line in lines)


def test_what_nobody_sees_is_whole(monkeypatch):
    lines = printed(table(), 26, monkeypatch, is_seen=False)
    assert "holes" in " ".join(lines)
    assert lines[-2].split() == ["a-board-of-some-length", "1,234", "17", "5"]
    assert not any("left out" in line for line in lines)
