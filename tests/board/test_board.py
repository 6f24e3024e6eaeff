"""Boards: they are equal by value, have several names, and can have jumps removed."""

import json
import pickle
import re
import subprocess
import sys
import tracemalloc
from importlib.resources import files

import naive
import pytest
from hypothesis import given, strategies as st
from marks import each

from pegsolitaire.board import (
    CATALOGUE,
    LATTICES,
    SQUARE,
    SQUARE_DIAGONAL,
    TRIANGULAR,
    Board,
    find_board,
    hole_name,
    named_board,
    read_board,
    triangle,
)
from pegsolitaire.errors import (
    BoardTooLargeError,
    NotationError,
    NotOnBoardError,
    UnknownBoardError,
)
from pegsolitaire.game import Position
from pegsolitaire.theory import invariants

HOLE_SETS = st.sets(st.tuples(st.integers(0, 5), st.integers(0, 5)), min_size=1, max_size=20)
LATTICE = st.sampled_from([SQUARE, SQUARE_DIAGONAL, TRIANGULAR])


@each(
    ("name", "holes", "symmetries"),
    [
        ("english", 33, 8), ("french", 37, 8), ("wiegleb", 45, 8), ("semi-wiegleb", 39, 4),
        ("diamond", 41, 8), ("truncated18", 18, 6), ("hexagon61", 61, 12), ("star13", 13, 12),
        ("cross4x2", 48, 8), ("triangle5", 15, 6), ("square6", 36, 8), ("square6+diagonal", 36, 8),
        ("rectangle4x6", 24, 4), ("rhombus6", 36, 4),
    ],
)  # fmt: skip
def test_sizes(name, holes, symmetries):
    board = named_board(name)
    assert (len(board), len(board.symmetries)) == (holes, symmetries)


@each("name", CATALOGUE)
def test_catalogue(name):
    board = Board(name)
    assert board.name == name
    assert board.is_named
    assert list(board) == list(board.holes) == naive.in_rows(board)
    assert min(map(min, board.holes)) == 0
    if name.rstrip("0123456789") in ("hexagon", "star", "truncated"):
        assert name.endswith(str(len(board)))


@each("name", [*CATALOGUE, "square5+diagonal", "french+diagonal"])
def test_jumps_against_naive(name):
    board = named_board(name)
    found = {tuple(board.holes[i] for i in jump) for jump in board.jumps}
    assert found == set(naive.jumps(board))
    assert len(board.jumps) == len(found)
    for jump in board.jumps:
        start, over, end = jump
        assert jump.mask == 1 << start | 1 << over | 1 << end
        assert jump.pegs == 1 << start | 1 << over


# -- equality, pictures, repr -------------------------------------------------------------------


def test_equality_is_by_value():
    board = Board([(x, y) for y in range(3) for x in range(3)], name="mine")
    assert board == named_board("square3")
    assert hash(board) == hash(named_board("square3"))
    assert board != Board(board.holes, SQUARE_DIAGONAL)
    assert board != Board(board.holes, TRIANGULAR)
    assert board != named_board("square4")
    assert board != board.holes


@given(HOLE_SETS, LATTICE)
def test_any_board_against_naive(holes, lattice):
    board = Board(holes, lattice)
    jumps = {tuple(board.holes[i] for i in jump) for jump in board.jumps}
    assert jumps == set(naive.jumps(board))


def test_bad_lattice_and_bad_holes():
    with pytest.raises(NotationError, match="hexagonal"):
        Board.from_rows("ooo", "hexagonal")
    with pytest.raises(NotationError):
        Board([])
    with pytest.raises(NotationError, match="negative"):
        Board([(0, 0), (-1, 0)])


# -- names --------------------------------------------------------------------------------------


@each(
    ("alias", "name"),
    [
        ("English", "english"), ("cross", "english"), ("english7", "english"),
        ("cross3x2", "english"), ("english9", "wiegleb"), ("European", "french"),
        ("diamond9", "diamond"), ("T5", "triangle5"), ("triangle_5", "triangle5"),
        ("truncated-12", "truncated12"), ("truncated triangle 12", "truncated12"),
        ("semiwiegleb", "semi-wiegleb"), ("rectangle3x3", "square3"),
        ("square4+Diagonals", "square4+diagonal"),
    ],
)  # fmt: skip
def test_aliases(alias, name):
    assert named_board(alias) == named_board(name)


def test_the_page_knows_the_lattices():
    """`tools/make_data.py lattices` writes the lattices to a file of the page."""
    script = files("pegsolitaire.web") / "static" / "js" / "lattices.js"
    rows = re.findall(r'^  "(.*)": (\{.*\}),$', script.read_text("utf-8"), re.MULTILINE)
    assert {name: json.loads(row) for name, row in rows} == {
        one.name: {"directions": [list(step) for step in one.directions], "down": list(one.down)}
        for one in LATTICES.values()
    }


BAD_NAMES = [
    "", " ", "nosuch", "triangle", "triangle0", "triangle-", "square", "english4", "english1",
    "french8", "cross4", "cross0x2", "cross2x0", "truncated13", "hexagon20", "star14",
    "rectangle0x3", "rectangle4", "square6+", "square6+foo", "triangle5+diagonal", "5",
    "square3.5",
]  # fmt: skip


@each("name", BAD_NAMES)
def test_bad_names(name):
    with pytest.raises(UnknownBoardError) as caught:
        named_board(name)
    assert isinstance(caught.value, KeyError)
    assert not str(caught.value).startswith(("'", '"'))
    assert find_board(name) is None


@each("name", ["triangle9999", "square317", "rectangle9999x9999", "hexagon101017"])
def test_boards_too_large(name):
    with pytest.raises(BoardTooLargeError, match="100,000"):
        named_board(name)
    assert find_board(name) is None


# -- large boards -------------------------------------------------------------------------------


def test_a_large_triangle():
    side, board = 40, triangle(40)
    assert (len(board), len(board.symmetries)) == (820, 6)
    # A line of m holes has 2 (m - 2) jumps, and three families have lines of 3 to `side` holes.
    assert len(board.jumps) == sum(6 * (m - 2) for m in range(3, side + 1))
    corners = [board.code([hole]) for hole in ((0, 0), (0, side - 1), (side - 1, side - 1))]
    assert {board.mincode(corner) for corner in corners} == {1}
    assert board.mincode(board.full_code) == board.full_code == 2**820 - 1
    assert board.vacancy((0, 0)).legal_jumps


# -- holes --------------------------------------------------------------------------------------


def test_index_and_contains():
    board = named_board("english")
    assert [board.bit(hole) for hole in board] == list(range(33))
    assert board.bit((3, 3)) == board.bit("d4") == 16
    assert (0, 0) not in board
    assert "d4" in board
    assert "z9" not in board
    assert "no hole" not in board
    with pytest.raises(NotOnBoardError, match="a1"):
        board.bit("a1")
    with pytest.raises(NotOnBoardError):
        board.bit((0, 0))
    with pytest.raises(KeyError):
        board.vacancy("a1")


# -- removed jumps ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name", ["english", "triangle6", "cuboid4x3x3", "english+diagonal", "star13"]
)
def test_a_jump_stays_on_its_quarter(name):
    board = named_board(name)
    assert sorted(i for part in board.quarters for i in part) == list(range(len(board)))
    quarter = {i: number for number, part in enumerate(board.quarters) for i in part}
    for jump in board.jumps:
        assert quarter[jump.start] == quarter[jump.end] != quarter[jump.over]


def test_a_board_without_some_jumps():
    board = triangle(5)
    fewer = board.without(["a1-a3", "c5-a3"])
    assert fewer.holes == board.holes
    assert {str(jump) for jump in set(board.jumps) - set(fewer.jumps)} == {
        "JumpMask(start=0, over=1, end=3)", "JumpMask(start=12, over=7, end=3)"
    }  # fmt: skip
    assert fewer != board
    assert fewer == board.without(["c5-a3"]).without(["a1-a3"])
    assert hash(fewer) == hash(board.without(["c5-a3", "a1-a3"], "another name"))
    assert len(fewer.symmetries) == 1
    assert eval(repr(fewer), {"Board": Board}) == fewer
    assert not fewer.is_named
    assert board.without([]) == board


def test_holes_that_no_peg_may_land_in():
    board = triangle(5).without_landing(["b3", "a1"])
    assert not {"b3", "a1"} & {hole_name(board.holes[jump.end]) for jump in board.jumps}
    assert len(board.symmetries) == 2
    assert len(board.jumps) == 36 - 4


@each(
    ("jumps", "error", "said"),
    [
        (["a1"], NotationError, "'a1' is not a jump: write a1-c1"),
        (["a1-a2"], NotOnBoardError, "triangle5 has no jump a1-a2"),
        (["a1-z9"], NotOnBoardError, "no hole z9"),
        (["a1-a3-a5"], NotationError, "is not a jump"),
    ],
)
def test_jumps_that_cannot_be_taken_away(jumps, error, said):
    with pytest.raises(error, match=said):
        triangle(5).without(jumps)


def test_a_file_of_a_board_without_some_jumps(tmp_path):
    file = tmp_path / "board.txt"
    picture = "o/oo/ooo/oooo/ooooo\n"
    file.write_text(f"name: mine\nlattice: triangular\nwithout: a1-a3, c5-a3\n\n{picture}")
    board = read_board(f"@{file}")
    assert board == triangle(5).without(["a1-a3", "c5-a3"])
    assert board.name == "mine"
    file.write_text(f"No landing: a1\nlattice: triangular\n{picture}")
    assert read_board(f"@{file}") == triangle(5).without_landing(["a1"])
    file.write_text("no landing: z9\nooo/ooo/ooo\n")
    with pytest.raises(NotOnBoardError, match="no hole z9"):
        read_board(f"@{file}")


# -- large boards ------------------------------------------------------------------------------

LARGE = "square100"


def test_a_large_board_is_shown_without_symmetries_or_masks(pegs, monkeypatch):
    board = Board(named_board(LARGE).holes)
    monkeypatch.setattr(
        "pegsolitaire.cli.commands.showing.read_board_and_start", lambda _: (board, None, {}, None)
    )
    assert "10,000 holes, 10,000 pegs, 0 jumps" in pegs("show", LARGE)
    assert "symmetries" not in vars(board)
    assert not any(vars(jump) for jump in board.jumps)


def test_the_hash_of_a_board_is_kept_and_survives_another_process():
    board = named_board("triangle5")
    data = pickle.dumps((board, hash(board)))
    script = (
        "import pickle, sys; board, number = pickle.loads(sys.stdin.buffer.read());"
        "from pegsolitaire.board import named_board, Board;"
        "assert board == named_board('triangle5');"
        "assert hash(board) == hash(Board(board.holes, board.lattice)) == number"
    )
    subprocess.run([sys.executable, "-c", script], input=data, check=True)


@pytest.mark.parametrize("name", ["triangle6", "square9", "english11", "square9+diagonal"])
def test_legal_jumps_are_those_by_masks(name):
    board = named_board(name)
    for code in (board.full_code, board.vacancy(board.holes[3]).code, board.full_code // 3, 0):
        legal = [jump for jump in board.jumps if code & jump.mask == jump.pegs]
        assert board.masks_from(code) == legal
        assert bool(Position(board, code).legal_jumps) == bool(legal)
    for i in range(len(board)):
        assert board.jumps_at(i) == tuple(jump for jump in board.jumps if jump.start == i)


@pytest.mark.slow
def test_memory_of_jumps_is_that_of_the_holes():
    """Masks of 40,000 jumps on 10,000 holes would take 100 MB."""
    board = Board(named_board(LARGE).holes)
    tracemalloc.start()
    start = board.vacancy((50, 50))
    assert len(start.legal_jumps) == 4
    assert len(start.play("ay49-ay51")) == 9998
    assert len(invariants(board)) == 4
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 30_000_000
