"""Pasted texts are read as intended or refused, but never read as something else."""

import json
import random
import re
import subprocess
import sys
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import numpy as np
import pasted
import pytest
from hypothesis import assume, given, strategies as st
from marks import each

from pegsolitaire.board import (
    SQUARE,
    TRIANGULAR,
    Board,
    named_board,
    read_board,
    read_board_and_start,
    triangle,
)
from pegsolitaire.board.links import board_spec
from pegsolitaire.board.reading_boards import listening, pegs_of
from pegsolitaire.draw import position_text
from pegsolitaire.errors import NotationError, NotOnBoardError, PegSolitaireError, PictureError
from pegsolitaire.game import Solution, read_finish, read_start, replay
from pegsolitaire.game.reading_games import read_jumps

ENGLISH, T5 = named_board("english"), triangle(5)
CASES = Path(__file__).parents[1] / "cases"
SEEDS = st.integers(0, 2**32)


def shape(board):
    """Return the lattice and shifted holes; one row has the same jumps on every lattice."""
    left, top = (min(axis) for axis in zip(*board.holes, strict=True))
    lattice = board.lattice.name if len(board.rows) > 1 else "row"
    return lattice, frozenset((x - left, y - top) for x, y in board.holes)


@contextmanager
def readings():
    """Collect the messages about how pictures and games are read."""
    told = []
    with listening(told.append):
        yield told


# -- example files ------------------------------------------------------------------------------

BOARDS = {
    "spaced.txt": "read as english: o is a hole",
    "walls.txt": "read as english: # is outside, o a hole",
    "dots-outside.txt": "read as english: . is outside, * a hole",
    "indented.txt": "read as english: o is a hole",
    "matrix.txt": "read as english: 1 is a peg, 0 an empty hole",
    "matrix.json": "read as english: 1 is a hole",
}
POSITIONS = {
    "drawn.txt": "read as a position on english: ● is a peg, · an empty hole",
    "circles.txt": "read as a position on english: ● is a peg, ○ an empty hole",
    "x-and-o.txt": "read as a position on english: X is a peg, O an empty hole",
    "one-and-zero.txt": "read as a position on english: 1 is a peg, 0 an empty hole",
    "with-walls.txt": "read as a position on english: # is outside, o a peg, _ an empty hole",
    "matrix.txt": "read as a position on english: 1 is a peg, 0 an empty hole",
    "pho.txt": "read as a position on english: P is a peg, H an empty hole",
}
MOVES = [
    "arrows.txt", "unicode-arrows.txt", "to.txt", "compact.txt", "takes.txt", "chevrons.txt",
    "json.json",
]  # fmt: skip


@each(("name", "said"), BOARDS.items())
def test_boards_that_people_paste(name, said):
    path = CASES / "boards" / name
    with readings() as told:
        assert read_board(f"@{path}").is_named
        assert read_board(path.read_text("utf-8")) == ENGLISH
    assert told == [said] * 2


def test_an_army_is_a_rectangle():
    board = read_board(f"@{CASES / 'boards' / 'army.txt'}")
    assert (board.name, len(board)) == ("army", 42)
    assert len(read_start(board, f"@{CASES / 'positions' / 'army.txt'}")) == 21


@each(("name", "said"), POSITIONS.items())
def test_positions_that_people_paste(name, said, document):
    path = CASES / "positions" / name
    assert ENGLISH.position(path.read_text("utf-8")) == ENGLISH.vacancy("d4")
    shown = document("show", "english", f"@{path}")
    assert (shown["position"], shown["read_as"]) == ("code:8589869055", said)


@each("name", MOVES)
@each("change", [str, str.upper])
def test_games_that_people_paste(name, change):
    start = ENGLISH.vacancy("d4")
    game = replay(start, change((CASES / "moves" / name).read_text("utf-8"))).game
    assert (len(game), len(game.moves), game.finish) == (31, 18, start.complement)


@each("name", ["row-column-from-1.txt", "plan.txt"])
def test_rows_and_columns_under_the_one_reading_that_is_legal(name, document):
    path = CASES / "moves" / name
    shown = document("replay", "english", "d1", f"@{path}")
    assert shown["read_as"] == "read as (row, column) pairs from 1"
    assert replay(ENGLISH.vacancy("d1"), path.read_text()).game.finish == ENGLISH.single("d1")


def test_sentences_about_a_triangle():
    found = replay(T5.vacancy("a1"), (CASES / "moves" / "triangle-words.txt").read_text())
    assert (len(found.game), found.game.finish) == (13, T5.single("a1"))
    assert str(replay(T5.vacancy("c5"), "Moved 4 to 13").game) == "a3-c5"


# -- any board, position and game ---------------------------------------------------------------


def refusal(read, *sources):
    """Return the error message or None, and the result or None."""
    try:
        return None, read(*sources)
    except PegSolitaireError as error:
        return str(error), None


def pasted_board(seed):
    """Return a random board, its pegs as a code or None, its text, and its lattice if given."""
    chance = random.Random(seed)
    board = pasted.some_board(chance)
    code = chance.choice([None, pasted.some_code(board, chance)])
    text = pasted.board_text(board, code, chance)
    lattice = TRIANGULAR if "lattice" in text else None
    return board, code, text.replace("lattice: triangular\n", ""), lattice


def is_read_by_rule(board, code, found):
    """Return whether a rule explains why the text was read as a different board."""
    # Rows of 1, 2, 3, ... holes are read as a triangle, and so on, unless a lattice is given.
    is_known = found.board.is_named or found.read_as.startswith("triangle")
    cells = len(found.board) == len(board) and is_known and found.board.lattice is not SQUARE
    # A single different mark in a full rectangle is read as a vacancy, not as a gap in the board.
    vacancy = code is None and len(found.board) == len(board) + 1
    return board.lattice is SQUARE and (cells or vacancy)


def is_as_meant(board, code, found):
    """Return whether the result is what was drawn, following the rules of how-to/paste."""
    if shape(found.board) != shape(board):
        return is_read_by_rule(board, code, found)
    if code is None or found.pegs is None:
        return found.pegs is None and code in (None, 0, board.full_code)
    # In a picture of an o among dots, the pegs are the marks that can jump.
    turned = code ^ board.full_code
    return found.pegs == code or (found.pegs == turned and not board.position(code).legal_jumps)


@given(SEEDS)
def test_a_board_is_never_read_as_another(seed):
    board, code, text, lattice = pasted_board(seed)
    said, found = refusal(read_board_and_start, text, lattice)
    assert found is None or is_as_meant(board, code, found)
    assert said is None or any(words in said for words in ("marks=", "name the board", "write"))


@given(SEEDS)
def test_a_position_is_never_read_as_another(seed):
    chance = random.Random(seed)
    board = pasted.some_board(chance)
    code = pasted.some_code(board, chance)
    text = pasted.board_text(board, code, chance).replace("lattice: triangular\n", "")
    said, found = refusal(pegs_of, board, text)
    if said is None:  # a single mark may mean pegs or empty holes
        assert board.code(found) == code or {board.code(found), code} == {0, board.full_code}
    else:
        assert any(words in said for words in ("marks=", "draw all of them", "write"))


@given(SEEDS)
def test_each_remedy_of_a_refusal_works_as_typed(seed):
    board, _, text, lattice = pasted_board(seed)
    for read, *sources in ((read_board_and_start, text, lattice), (board.position, text)):
        remedies, said = (), "draw all"
        try:
            read(*sources)
        except PictureError as error:
            remedies, said = error.marks, str(error)
        except (NotationError, NotOnBoardError):  # not a picture: 1-, or a hole x11
            pass
        assert remedies or "name the board" in said or "draw all" in said
        for remedy in remedies:
            assert f'marks="{remedy}"' in said
            read(*sources, marks=remedy)


@given(SEEDS)
def test_the_remedies_of_a_refused_position_offer_what_was_meant(seed):
    chance = random.Random(seed)
    board = pasted.some_board(chance)
    code = pasted.some_code(board, chance)
    text = pasted.board_text(board, code, chance).replace("lattice: triangular\n", "")
    remedies = ()
    try:
        board.position(text)
    except PictureError as error:
        remedies = error.marks
    except NotationError:  # not a picture, such as a peg 1 beside an empty hole -
        pass
    offered = [board.position(text, marks=remedy).code for remedy in remedies]
    if code in (0, board.full_code):  # a single mark may mean pegs or empty holes
        offered += [board.full_code ^ one for one in offered]
    assert code in offered or not remedies


def test_what_stands_beside_a_named_board_may_be_any_mark():
    """Marks beside the board are ignored, even if one of them also marks empty holes."""
    board = Board.from_rows("o/o/ooo", "square")
    for marks in (None, "outside=o", "outside=o,peg=x,hole=0", "peg=x,hole=0"):
        assert board.position("xo0/0oo/x0x", marks=marks).text() == "*/./*.*"
    assert refusal(lambda text: board.position(text, marks="outside=x"), "xo0/0oo/x0x")[0]


def test_few_are_refused():
    """Most texts are read; otherwise the tests above would not check much."""
    refused = {"boards": 0, "positions": 0}
    for seed in range(400):
        chance = random.Random(seed)
        board = pasted.some_board(chance)
        code = pasted.some_code(board, chance)
        text = pasted.board_text(board, code, chance).replace("lattice: triangular\n", "")
        is_built_in = any(board == named_board(name) for name in pasted.SMALL)
        if is_built_in:
            refused["boards"] += refusal(read_board_and_start, text)[0] is not None
        refused["positions"] += refusal(pegs_of, board, text)[0] is not None
        if board.lattice is SQUARE and " " in board.picture():
            rows, outside, _ = pasted.grid(board, code, chance, "*.", " ")
            for written in (pasted.listed(rows, outside, chance), pasted.game_id(rows, outside)):
                _, found = refusal(read_board_and_start, written)
                assert found is None or is_as_meant(board, code, found)
    assert refused["boards"] < 80  # of 168: pairs of marks that people use both ways
    assert refused["positions"] < 130  # of 400 positions


@given(SEEDS)
def test_a_position_in_our_own_marks_is_read(seed):
    chance = random.Random(seed)
    board = pasted.some_board(chance)
    position = board.position(pasted.some_code(board, chance))
    assert board.position(str(position)) == position
    assert board.position(position.text()) == position
    assert board.position(list(position)) == position or len(position) < 2
    assert board.position(set(position)) == position


@given(SEEDS)
def test_a_game_is_never_read_as_another(seed):
    chance = random.Random(seed)
    board = pasted.some_board(chance)
    start = board.vacancy(chance.choice(board.holes))
    game = Solution(start, ())
    for _ in range(chance.choice([3, 8, 40])):
        if game.finish.legal_jumps:
            game = Solution(start, (*game.jumps, chance.choice(list(game.finish.legal_jumps))))
    assume(len(game))
    text = pasted.game_text(game, chance)
    said, found = refusal(replay, start, text)
    if said is not None:
        assert any(words in said for words in ("is not a jump", "write d2-d4", "has no hole"))
    elif found.fault is None and found.game != game:
        assert "would be legal too" in found.read_as


# -- pictures, documents and links --------------------------------------------------------------


@each(
    ("text", "name", "said"),
    [
        ("    o\n   o o\n  o o o\n o o o o\no o o o o", "triangle5",
         "read as triangle5: o is a hole"),
        ("  x x x\n x x x x\nx x o x x\n x x x x\n  x x x", "hexagon19",
         "read as hexagon19: x is a peg, o an empty hole"),
        ("#########\n###ooo###\n###ooo###\n#ooooooo#\n#ooo ooo#\n#ooooooo#\n###ooo###\n###ooo###\n"
         "#########", "english", "read as english: # is outside, o a peg, a blank an empty hole"),
        ("--xxx--\n--xxx--\nxxxxxxx\nxxx.xxx\nxxxxxxx\n--xxx--\n--xxx--", "english",
         "read as english: - is outside, x a peg, . an empty hole"),
        ("+-------+\n|  ●●●  |\n|  ●●●  |\n|●●●●●●●|\n|●●●○●●●|\n|●●●●●●●|\n|  ●●●  |\n"
         "|  ●●●  |\n+-------+", "english", "read as english: ● is a peg, ○ an empty hole"),
        ("[[0,0,1,1,1,0,0],[0,0,1,1,1,0,0],[1,1,1,1,1,1,1],[1,1,1,1,1,1,1],[1,1,1,1,1,1,1],"
         "[0,0,1,1,1,0,0],[0,0,1,1,1,0,0]]", "english", "read as english: 0 is outside, 1 a hole"),
        ("array([[-1, 1, -1],\n       [ 1, 1,  1],\n       [-1, 1, -1]])", "board",
         "read as diamond3: 1 is a hole"),
        ("http://localhost:8033/#board=triangle5&start=a1", "triangle5", None),
        ("http://localhost:8033/#board/triangle5/a1/any", "triangle5", None),
        ('{"board": "french", "start": "d4"}', "french", None),
    ],
)  # fmt: skip
def test_pictures_from_elsewhere(text, name, said, tmp_path):
    (tmp_path / "board").write_text(text, "utf-8")
    with readings() as told:
        assert read_board(f"@{tmp_path / 'board'}").name == name
    assert told == ([said] if said else [])


@pytest.mark.slow
@each("name", ["english", "french", "triangle5", "hexagon19", "star13", "rhombus4"])
@each("names", [[], ["--numbers"]])
def test_what_the_terminal_prints_is_read(name, names, pegs):
    board = named_board(name)
    code = random.Random(name).getrandbits(len(board))
    printed = pegs("show", name, f"code:{code}", *names)
    assert board.position(printed) == board.position(code)


def test_marked_pegs_as_they_are_printed_are_read():
    """Verdicts and the peg that has just jumped are marks on pegs."""
    start = ENGLISH.vacancy("d4")
    verdicts = dict(zip(start.legal_jumps, (True, False, True, False), strict=True))
    printed = position_text(start, verdicts=verdicts).plain
    assert set("◉⊗") < set(printed)
    moved = "    ◆\n   · ●\n  · ● ●\n ● ● ● ●\n● ● ● ● ●"
    for text, position in ((printed, start), (moved, T5.vacancy("a1").play("a3-a1"))):
        assert read_board_and_start(text).pegs == position.code
        assert position.board.position(text) == position
    given = refusal(T5.position, moved.replace("◆", "#"))[0]
    assert "not which of the marks # · ● is a peg" in given


def test_marks_of_pegs_may_be_a_wall_or_ambiguous():
    """What has one reading without verdicts is not read as pegs with verdicts."""
    rows = [row.ljust(7) for row in ENGLISH.picture().split("\n")]
    rows[3] = "ooo·ooo"
    walled = "\n".join(rows).replace("o", "●").replace(" ", "◆")
    assert read_board_and_start(walled).read_as.startswith("english: ◆ is outside")
    assert len(pegs_of(ENGLISH, walled)) == 32
    dotted = walled.replace("·", "◉").replace("◆", "·")
    assert "several ways" in refusal(read_board, dotted)[0]
    assert len(pegs_of(ENGLISH, dotted, marks="peg=●,hole=◉")) == 32
    assert read_board_and_start("◉●◉/●◉●/◉●◉", marks="peg=◉,hole=●").pegs == 0b101010101


def test_margins_of_tabs_and_blank_lines_between_rows():
    rows = [ENGLISH.vacancy("d4").text().replace("/", "\n"), "*\n**\n*.*\n****\n*****"]
    for text in rows:
        meant = read_board_and_start(text)
        for changed in (text.replace("\n", "\n\n"), "\t\t" + text.replace("\n", "\n\t\t")):
            found = read_board_and_start(changed)
            assert (found.board, found.pegs) == (meant.board, meant.pegs), changed
            assert pegs_of(meant.board, changed) == pegs_of(meant.board, text)
    assert len(named_board("square3").position("***\n\n***")) == 6  # only the pegs are drawn
    assert len(read_board("***\n\n*.*\n\n***", SQUARE).rows) == 3
    own = read_board("***\n\n***\n\n***", SQUARE)  # with gaps, as drawn
    assert own.holes[-1] == (2, 4)
    assert len(own.position("*.*\n\n***\n\n*.*")) == 7


@each(
    "source", [np.ones((3, 3, 3)), np.ones((2, 2, 2, 2)), "{{{1,1,1},{1,0,1}},{{1,1,1},{1,1,1}}}"]
)
def test_a_matrix_shows_a_flat_board(source):
    assert "three dimensions" in refusal(read_board, source)[0]


@each(
    "text",
    [
        "[[[1,0,1],[0,1,0],[1,1,1]]]",
        "a = {{{1,0,1},\n{0,1,0},{1,1,1}}};",
        "((1,0,1),(0,1,0),(1,1,1))",
    ],
)
def test_brackets_around_a_matrix(text):
    found = read_board_and_start(text)
    assert (found.board.name, found.pegs) == ("square3", 0b111010101)


def test_rows_of_the_right_lengths_in_other_places():
    cube, tree = named_board("cube3"), read_board("name: tree\n  oo\n oooo\noooooo")
    assert "draw them as `pegs show cube3`" in refusal(cube.position, np.ones((3, 9)))[0]
    assert "draw them as `pegs show BOARD`" in refusal(pegs_of, tree, "* *\n*** *\n*****.")[0]
    marked = partial(pegs_of, marks="peg=x,hole=.")
    given = refusal(marked, named_board("square3"), "xox/ooo/xxx")[0]
    assert "not which of the marks o x is a peg" in given


@each("text", ["a1,a1", "d4 d4 d5"])
def test_a_hole_that_is_listed_twice(text):
    assert "appears twice in the list of pegs" in refusal(pegs_of, ENGLISH, text)[0]
    assert len(pegs_of(named_board("rectangle2x3"), "(1,0)\n(0,1)\n(1,0)")) == 3  # a matrix


def test_a_start_on_another_board_is_refused(document, complaint, tmp_path):
    file = tmp_path / "found.json"
    for printed in (document("show", "triangle5", "a1"), document("solve", "triangle5", "a1")):
        file.write_text(json.dumps(printed))
        for board in ("english", "triangle6"):
            given = complaint("show", board, f"@{file}")
            assert f"on the board triangle5, not on {board}" in given
        assert len(document("show", "triangle5", f"@{file}")["position"]) > 5
    link = "http://localhost/#board=triangle5&start=a1"
    assert "not on english" in refusal(read_start, ENGLISH, link)[0]
    for same in ("#board=English&start=d4", f"#board={board_spec(ENGLISH)}&start=d4"):
        assert read_start(ENGLISH, same) == ENGLISH.vacancy("d4")
    own = read_board("name: tree\n  oo\n oooo\noooooo")
    for named in ('"tree"', '"renamed"', "null", '""', "{}", f'"{board_spec(own)}"'):
        assert len(read_start(own, f'{{"board": {named}, "start": "code:5"}}')) == 2
    file.write_text(json.dumps(document("solve", "triangle5", "a1")))
    assert "not on triangle6" in complaint("replay", "triangle6", "a1", f"@{file}")


def test_a_pair_without_brackets_is_one_hole():
    with readings() as told:
        assert read_start(T5, "1,2") == T5.vacancy("b3")
    assert told == ["read as the hole b3, by column and row from 0"]
    assert read_finish(T5, "(1,2)") == T5.single("b3")


def test_documents_and_links_are_read(document, tmp_path):
    file = tmp_path / "found.json"
    found = document("solve", "triangle5", "a1")
    file.write_text(json.dumps(found))
    assert document("replay", "triangle5", f"@{file}")["game"] == found["solution"]
    assert read_start(T5, f"@{file}") == T5.single("a1")
    link = "http://127.0.0.1:8033/#board/triangle5/a1/a1/a3-a1,c3-a3/1"
    assert read_start(T5, link) == T5.vacancy("a1").play("a3-a1").play("c3-a3")
    file.write_text(json.dumps(document("show", "triangle5", "a1:a3-a1")))
    for start in (f"@{file}", "http://localhost:8033/#board=triangle5&start=a1&moves=a3-a1"):
        assert document("solve", start)["problem"]["start"] == "code:32757"
    file.write_text("centre\n")
    assert document("show", "english", f"@{file}")["position"] == "code:8589869055"


@each(
    "text",
    ["d2-d4, b3", "d2-d4, b3-", "d2-d4 99", "5-17, 8-10, 2", '{"moves":["d2-d4","b3-',
     "[[5,17],[8,10", "(1,3)->(3,3), (2,1)->(2", "d2-d4 hello", "d2", ""],
)  # fmt: skip
def test_games_that_are_left_unfinished(text):
    said, found = refusal(replay, ENGLISH.vacancy("d4"), text)
    is_wrong = said is not None or found.fault is not None
    assert is_wrong == (text not in ("", "d2-d4 99", "d2-d4 hello"))  # other words are ignored


@each(
    "text",
    ["[[-1,-1,1,1],[1,1,1", "ooo\nooaoo\nooo", "{\"width\": 3, \"cells\": [0, 1]}", '{"a":' * 5000,
     "1 2 3 4"],
)  # fmt: skip
def test_boards_that_are_left_unfinished(text):
    assert refusal(read_board, text)[0] is not None


@each("name", ["eee", "2x2", "-", "x"])
def test_words_that_are_no_pictures(name):
    assert "unknown board" in refusal(read_board, name)[0]


@each(
    ("text", "said"),
    [
        ("  oo\n  ooo\nooooooo\nooooooo\nooooooo\n  ooo\n  ooo",
         "read as a board of 32 holes of your own: o is a hole"),
        ("ooo\no*o\noooo", "read as a board of 10 holes of your own: * is a peg, o a hole"),
    ],
)  # fmt: skip
def test_boards_that_may_be_meant_otherwise_are_told(text, said):
    with readings() as told:
        read_board(text)
    assert [line.replace("an empty hole", "a hole") for line in told] == [said]


@pytest.mark.skipif(not Path("/dev/stdin").exists(), reason="no such file here")
def test_a_file_is_read_once():
    """A pipe can only be read once."""
    command = [sys.executable, "-m", "pegsolitaire", "show", "@/dev/stdin", "--json"]
    text = (CASES / "positions" / "with-walls.txt").read_text()
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout)["position"] == "code:8589869055"


def test_a_picture_of_another_board_is_refused():
    text = (CASES / "positions" / "pho.txt").read_text()
    assert (
        "french has rows of 3, 5, 7, 7, 7, 5, 3"
        in refusal(pegs_of, named_board("french"), text)[0]
    )
    assert "only comments" in refusal(replay, ENGLISH.vacancy("d4"), "# Solution\n")[0]
    assert (
        pegs_of(ENGLISH, "[[2,0],[3,4]]") == pegs_of(ENGLISH, [[2, 0], [3, 4]]) == {(2, 0), (3, 4)}
    )


@pytest.mark.slow
def test_what_is_pasted_is_read_in_time():
    """Regular expressions must not backtrack for long; the time limit ends a test that hangs."""
    n = 30_000
    for text in ("[" * n + "]" * n, " " * n + "a1", "a " * n, "(1" + " " * n,
                 "o" + " " * n + "o\nooo", "x" + " " * n + "1", "#" * n, "\n" * n,
                 "'" * n, " " * n + "o" + "\n" * n + "o", "o/" * n,
                 "name: a" + " " * n + "b"):  # fmt: skip
        refusal(read_board, text)
        refusal(T5.position, text)
        refusal(replay, T5.vacancy("a1"), text)


def test_two_readings_are_refused_and_both_can_be_said(complaint, document):
    text = "[[1,2,2],[2,1,2],[1,2,1]]"
    assert complaint("show", text).endswith(
        "choose with --marks peg=1,hole=2 or --marks peg=2,hole=1"
    )
    said = refusal(read_board, json.loads(text))[0]
    assert "can be read in several ways: " in said
    assert said.endswith('choose with marks="peg=1,hole=2" or marks="peg=2,hole=1"')
    for marks in ("peg=1,hole=2", "peg=2,hole=1"):
        assert document("show", text, "--marks", marks)["board"]


def test_marks_that_are_said(document, complaint, tmp_path):
    path = tmp_path / "board"
    path.write_text("@@o@@\n@ooo@\nooxoo\n@ooo@\n@@o@@")
    shown = document("show", f"@{path}", "--marks", "outside=@,peg=o,hole=x")
    assert (shown["board"], shown["pegs"]) == ("diamond5", 12)
    for marks in ("hole", "peg=", "nothing=x", "peg=x,peg=y"):
        assert "hole=o,peg=x,outside=#" in complaint("show", "english", "--marks", marks)
    assert "cannot be two of" in complaint("show", "english", "--marks", "peg=x,hole=x")
    shown = document("show", "triangle3", "*/.*/..*", "--marks", "peg=.,hole=*")
    assert (shown["pegs"], shown["picture"]) == (3, "./*./**.")
    assert read_board("+++/+-+/+++", marks="peg=+,hole=-") == named_board("square3")
    path.write_text("  ooo\n  ooo\nooooooo\nooo ooo\nooooooo\n  ooo\n  ooo")
    assert document("show", f"@{path}", "--marks", "hole=blank")["pegs"] == 32
    assert document("show", f"@{path}", "--marks", "outside=blank")["pegs"] == 32


def test_arrays_lists_and_sets():
    rows = json.loads((CASES / "boards" / "matrix.json").read_text())
    for source in (rows, np.array(rows), np.array(rows) >= 0, tuple(map(tuple, rows))):
        assert read_board(source) == ENGLISH
        assert Board(source) == ENGLISH
    pegs = T5.position("code:131")
    vector = [code == "1" for code in format(131, "015b")[::-1]]
    for source in (
        [1, 2, 8], "[1, 2, 8]", (1, 2, 8), {"a1", "a2", "b4"}, ["a1", "a2", "b4"],
        {(0, 0), (0, 1), (1, 3)},
        [(0, 0), (0, 1), (1, 3)], "a1 a2 b4", "(0,0) (0,1) (1,3)", "{a1, a2, b4}", vector,
        np.array(vector), "".join("01"[bit] for bit in vector), 131, "0 1 7", pegs,
    ):  # fmt: skip
        assert T5.position(source) == pegs, source
    assert read_board({(0, 0), (1, 0), (2, 0)}) == read_board("ooo") == read_board("a1, b1, c1")
    for wrong in (3.5, None, [["a"]], object()):
        with pytest.raises(PegSolitaireError):
            T5.position(wrong)


def test_one_jump_that_cannot_be_made_is_not_read_in_another_way():
    """One or two impossible jumps are mistakes, but many may show a different notation."""
    start = ENGLISH.vacancy("d4")
    assert replay(start, "d7-d5").fault is not None
    assert replay(start, "d5-d7").fault is not None
    assert str(replay(start, "(4,2)-(4,4)").game) == "d2-d4"  # columns and rows from 1
    mirrored = [f"{jump}".translate(str.maketrans("1234567", "7654321")) for jump in START_OF_GAME]
    assert replay(ENGLISH.vacancy("d5"), ", ".join(mirrored)).read_as is None
    solution = ENGLISH.vacancy("d1")
    text = (CASES / "moves" / "plan.txt").read_text()
    lines = [
        f"{'abcdefg'[int(a) - 1]}{b}-{'abcdefg'[int(c) - 1]}{d}"
        for a, b, c, d in re.findall(r"jump pos-(\d)-(\d) \S+ pos-(\d)-(\d)", text)
    ]
    assert replay(solution, "\n".join(lines)).read_as == "letters for rows"


START_OF_GAME = read_jumps(ENGLISH.vacancy("d4"), "d2-d4, b3-d3, c1-c3, c4-c2")


@each(
    ("text", "first"),
    [
        ("d2>d4 b3>d3", "d2-d4"),
        ("(2,4)->(4,4); (3,2)->(3,4)", "b4-d4"),
        ("r2c4-r4c4, r3c2-r3c4", "d2-d4"),
        ("row 2 column 4 to row 4 column 4", "d2-d4"),
        ('{"jumps": [{"from": {"x": 3, "y": 1}, "to": {"x": 3, "y": 3}}]}', "d2-d4"),
        ('{"MOVES": [["D2", "D4"], ["B3", "D3"]]}', "d2-d4"),
        ("[[[3, 1], [3, 3]]]", "d2-d4"),
        ("Step 1: d2 over d3 to d4", "d2-d4"),
        ("5 10 17\n8 9 10", "d2-d4"),
        ("(0,-2)-(0,0)", "d2-d4"),
        ("3,1-3,3", "d2-d4"),
    ],
)
def test_ways_to_write_a_jump(text, first):
    found = replay(ENGLISH.vacancy("d4"), text)
    assert found.fault is None
    assert str(found.game.jumps[0]) == first


def test_mirror_images_are_both_named():
    found = replay(ENGLISH.vacancy("d4"), "(2,4) to (4,4)")
    assert found.read_as == (
        "(column, row) pairs from 1; (row, column) pairs from 1 would be legal too"
    )
    assert str(found.game) == "b4-d4"


# -- starts and games in unusual forms -----------------------------------------------------------

VACANT = "***/***/*******/***.***/*******/***/***"
ROWS = [[0, 0, 1, 1, 1, 0, 0]] * 2 + [[1] * 7, [1, 1, 1, 0, 1, 1, 1], [1] * 7]
ROWS += [[0, 0, 1, 1, 1, 0, 0]] * 2
DOTS = '"  ...", "  ...", ".......", "...o...", ".......", "  ...", "  ..."'


@each(
    ("text", "name", "pegs"),
    [
        (DOTS, "english", VACANT),
        ("0\n1 1\n1 1 1\n1 1 1 1\n1 1 1 1 1", "triangle5", "./**/***/****/*****"),
        ("[[0],[1,1],[1,1,1],[1,1,1,1],[1,1,1,1,1]]", "triangle5", "./**/***/****/*****"),
        ("O/XX/XXX/XXXX/XXXXX", "triangle5", "./**/***/****/*****"),
        ("xxx/xxx/xxxxxxx/xxxoxxx/xxxxxxx/xxx/xxx", "english", VACANT),
        ("-------\n|o|o| |\n-------", "rectangle3x1", "**."),
        ("*/*/.", "rectangle1x3", "*/*/."),
    ],
)
def test_starts_that_were_misread(text, name, pegs):
    found = read_board_and_start(text)
    assert shape(found.board) == shape(named_board(name))
    assert found.board.position(found.pegs).text() == pegs


ALL_O = "  OOO\n  OOO\nOOOOOOO\nOOOoOOO\nOOOOOOO\n  OOO\n  OOO"
FRAMED = "+-------+\n| x x x |\n| x - x |\n| x x x |\n| - - - |\n+-------+"


@each(
    ("text", "said"),
    [
        (ALL_O, "english: O is a peg, o an empty hole; or as english: o is a peg"),
        (FRAMED, "rectangle3x4: x is a peg, - an empty hole"),
        (ENGLISH.full.text().replace("*", ".")[:-3] + ".oo", "english: o is a peg"),
        (
            "***.***********",
            "may list the holes of any board; to choose rectangle15x1, name the board",
        ),
        ("xxxxx/xxxx/xxxxx/xxxx/xxoxx", "shows no board"),
    ],
)
def test_what_may_be_meant_otherwise_is_refused(text, said):
    assert said in refusal(read_board_and_start, text)[0]


def test_a_mark_at_the_end_of_one_row_is_no_number():
    found = read_board_and_start("     _\n    _ _\n   _ _ 1\n")
    assert (len(found.board), found.pegs) == (6, 1 << 5)


def test_a_blank_in_a_square_is_no_empty_hole():
    """The blank may also be outside the board."""
    said = refusal(read_board, "111\n111\n1 1")[0]
    assert "square3: 1 is a peg, a blank an empty hole" in said
    assert len(read_board("111\n111\n1 1", marks="hole=blank")) == 9


def test_letters_that_are_given_as_marks_are_no_labels():
    text = "    T\n   T T\n  T F T\n T T T T\nT T T T T"
    found = read_board_and_start(text, marks="peg=T,hole=F")
    assert (found.board, found.pegs) == (T5, T5.vacancy("b3").code)


def test_wide_marks_take_two_columns():
    rows = [row.replace("*", "\N{LARGE RED CIRCLE}") for row in ("***", "*******")]
    text = "\n".join([f"    {rows[0]}"] * 2 + [rows[1]] * 3 + [f"    {rows[0]}"] * 2)
    assert read_board(text, marks="hole=\N{LARGE RED CIRCLE}") == ENGLISH


def test_titles_and_numbered_rows_are_no_rows():
    assert read_board("Initial board:\n ooo\nooooo\nooooo\nooooo\n ooo").name == "english5"
    assert read_board("1 1 1 1\n2 1 0 1\n3 1 1 1") == named_board("square3")


def test_a_staircase_is_a_triangle_unless_a_lattice_is_given():
    rows = "\n".join("o" * number for number in range(1, 6))
    assert read_board(rows) == triangle(5)
    assert read_board(f"lattice: square\n{rows}").lattice is SQUARE
    assert Board(rows, "square").lattice is SQUARE
    assert read_board("a1 b1 c1").lattice is SQUARE


def test_a_rectangle_around_a_named_board():
    twos = [[2 if v == 0 and (x, y) != (3, 3) else v for x, v in enumerate(r)]
            for y, r in enumerate(ROWS)]  # fmt: skip
    nulls = json.dumps(twos).replace("2", "null")
    words = json.dumps(ROWS).replace("1", "true").replace("0", "false")
    array = np.array(ROWS)
    for source in (
        ROWS, twos, array, array == 1, array.astype(float), json.dumps(ROWS), json.dumps(twos),
        nulls, words, str(array),
    ):  # fmt: skip
        assert ENGLISH.position(source) == ENGLISH.vacancy("d4")


def test_the_whole_block_is_the_start_without_an_edge(document):
    shown = document("solve", "ooo/o", "--unbounded")
    assert shown["read_as"].endswith("a start that is the whole block of 4 pegs")
    assert len(shown["solution"]["jumps"]) == 3


@each(
    ("text", "jumps"),
    [
        ("(jump-new-move pos-1-3 pos-2-3 pos-3-3)\n(jump-new-move pos-2-1 pos-2-2 pos-2-3)",
         "d2-d4, b3-d3"),
        ("0.000: (jump pos-1-3 pos-2-3 pos-3-3) [1.000]\n"
         "1.000: (jump pos-2-1 pos-2-2 pos-2-3) [1.000]", "d2-d4, b3-d3"),
        ("(jump-new-move pos-1-3 pos-2-3 pos-3-3)\n(end-move pos-3-3)\n"
         "(jump-new-move pos-4-3 pos-3-3 pos-2-3)\n(end-move pos-2-3)\n"
         "(jump-new-move pos-3-1 pos-3-2 pos-3-3)\n(jump-continue-move pos-3-3 pos-2-3 pos-1-3)",
         "d2-d4, d5-d3, b4-d4-d2"),
        ("1: 46*44", "f4-d4"),
        ("#1: d2-d4\n#2: b3-d3", "d2-d4, b3-d3"),
        ("- d2-d4\n- b3-d3", "d2-d4, b3-d3"),
        ("Move 1: 5 -> 17\nMove 2: 8 -> 10", "d2-d4, b3-d3"),
        ("1) d2-d4 2) b3-d3", "d2-d4, b3-d3"),
        ("24-44 32-34", "d2-d4, b3-d3"),
        ("d2\N{EN DASH}d4, d5\N{MINUS SIGN}d3", "d2-d4, d5-d3"),
        ("2 4 4 4\n3 2 3 4", "d2-d4, b3-d3"),
        ("(4,2,DOWN)", "d2-d4"),
        ("d2 down", "d2-d4"),
        ("d2 D", "d2-d4"),
        ("First, the peg in d2 jumps into d4; then b3 jumps to d3.", "d2-d4, b3-d3"),
        ('[{"to": "d4", "over": "d3", "from": "d2"}]', "d2-d4"),
    ],
)  # fmt: skip
def test_games_that_were_refused(text, jumps):
    found = replay(ENGLISH.vacancy("d4"), text)
    assert (str(found.game), found.fault) == (jumps, None)


@given(SEEDS)
def test_a_picture_in_a_usual_layout_is_read(seed):
    """All small boards of the catalogue can be read in our own marks, aligned left or centred."""
    chance = random.Random(seed)
    board = named_board(chance.choice(pasted.SMALL))
    code = board.full_code ^ 1 << chance.randrange(len(board))
    rows = [[".*"[code >> i & 1] for i in row] for row in board.rows]
    between = chance.choice(["", " "])
    lines = [between.join(row) for row in rows]
    if chance.random() < 0.5:
        lines = [line.center(max(map(len, lines))).rstrip() for line in lines]
    text = "\n".join(lines)
    assert board.position(text).code == code
    _, found = refusal(read_board_and_start, text)
    if found is not None and len(board) >= 10 and not board.name.startswith("rhombus"):
        assert (shape(found.board), found.pegs) == (shape(board), code)


# -- other tests --------------------------------------------------------------------------------


def test_a_start_may_be_left_out(document):
    for words in (["solve", "english"], ["solve", "english", "d4"]):
        assert document(*words)["problem"] == {"board": "english", "start": "d4", "finish": "d4"}
    shown = document("solve", f"@{CASES / 'boards' / 'matrix.txt'}", "--finish", "d1")
    assert shown["problem"] == {"board": "english", "start": "d4", "finish": "d1"}
    assert document("count", "triangle5")["problem"] == document("check", "triangle5")["problem"]
    replayed = document("replay", "english", f"@{CASES / 'moves' / 'arrows.txt'}")
    assert len(replayed["game"]["jumps"]) == 31


@each("word", ["centre", "center", "Middle"])
def test_the_centre_by_name(word):
    assert read_start(ENGLISH, word) == ENGLISH.vacancy("d4")
    assert read_finish(named_board("hexagon19"), word) == named_board("hexagon19").single("c3")
    assert "choose the nearest, b3, b4, c4" in refusal(read_start, T5, word)[0]


def test_two_pegs_by_name(document):
    shown = document("solve", "french", "d4", "--finish", "a4,g4")
    assert (shown["solvable"], len(shown["solution"]["jumps"])) == (True, 34)
    assert read_finish(named_board("french"), "a4 g4") == named_board("french").position(
        ["a4", "g4"]
    )


def test_a_position_that_begins_with_a_dash(document):
    shown = document("solve", "rectangle8x1", "---oo---", "--finish", "any")
    assert (shown["solution"]["jumps"], shown["read_as"]) == (
        ["d1-f1"], "read as a position on rectangle8x1: o is a peg, - an empty hole",
    )  # fmt: skip


def test_numbers_sizes_and_times(document, complaint):
    assert document("random", "triangle5", "a1", "--games", "1e3", "--seed", 1)["games"] == 1000
    assert document("solve", "english", "--time", "1m30s", "--positions", "4M")["solvable"]
    for limit in ("--memory", "400MB"), ("--disk", "50000"):  # more than the memory
        assert document("count", "triangle5", "a1", *limit)["solutions"] == 6_816
    said = complaint("count", "english", "--memory", "64000")
    assert "64,000 GiB is more than the" in said
    assert "is not a size" in complaint("count", "english", "--memory", "much")
