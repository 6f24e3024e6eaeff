"""Words are converted to boards, positions, starts, finishes and problems."""

import pytest
from marks import each

from pegsolitaire.board import SQUARE, SQUARE_DIAGONAL, TRIANGULAR, named_board, read_board
from pegsolitaire.board.reading_boards import read_text
from pegsolitaire.errors import (
    IllegalJumpError,
    NotationError,
    NotOnBoardError,
    ProblemError,
)
from pegsolitaire.game import Problem, read_finish, read_position, read_start
from pegsolitaire.theory import as_type, read_problem

T4, T5, ENGLISH, FRENCH = map(named_board, ("triangle4", "triangle5", "english", "french"))


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


# -- files --------------------------------------------------------------------------------------


def test_text_of_a_file(here, monkeypatch):
    (here / "a").write_bytes("\ufeffé\r\n".encode())
    assert read_text("a") == "é\r\n"
    assert read_text(here / "a") == "é\r\n"
    monkeypatch.setenv("HOME", str(here))
    assert read_text("~/a") == "é\r\n"


def test_size_of_a_file(here):
    (here / "a").write_bytes(b"*" * (1 << 20))
    assert len(read_text("a")) == 1 << 20
    (here / "a").write_bytes(b"*" * ((1 << 20) + 1))
    with pytest.raises(NotationError, match="a is larger than a megabyte"):
        read_text("a")


def test_files_that_cannot_be_read(here):
    (here / "binary").write_bytes(b"\xff\x00")
    for path, words in {
        "": "needs the name of a file",
        "b": "cannot read b: No such file",
        ".": "cannot read .: Is a directory",
        "binary": "binary is not a text file",
        "\0": "cannot read",
    }.items():
        with pytest.raises(NotationError, match=words):
            read_text(path)


# -- boards -------------------------------------------------------------------------------------


@each(
    ("text", "lattice", "name", "holes"),
    [
        ("ooo\n", SQUARE, "mine", 3),
        ("\n\n  ooo\n  ooo", SQUARE, "mine", 6),
        ("lattice: triangular\no\noo", TRIANGULAR, "mine", 3),
        ("NAME : my own board \nLattice:Square-Diagonal\n\nooo\nooo", SQUARE_DIAGONAL,
         "my-own-board", 6),
        ("name: été_2+x.y-z\r\nooo\r\n", SQUARE, "été_2+x.y-z", 3),
        ("name: [b]/../:x:\no/o/o", SQUARE, "b-..-x", 3),
        ("name: ***\nooo", SQUARE, "board", 3),
        ("lattice: square\nname: one\nname: two\no", SQUARE, "two", 1),
    ],
)  # fmt: skip
def test_board_from_a_file(here, text, lattice, name, holes):
    (here / "mine.txt").write_bytes(text.encode())
    board = read_board("@mine.txt")
    assert (board.lattice, board.name, len(board)) == (lattice, name, holes)


def test_board_that_only_has_the_name_of_another(here):
    (here / "english").write_text("ooo\nooo")
    assert read_board("@english").name == "english"
    assert not read_board("@english").is_named
    (here / "cross").write_text("name: english\n" + ENGLISH.picture())
    assert read_board("@cross").is_named
    assert read_board("@cross") == ENGLISH


@each("text", ["", "name: x", "o~o", "lattice: hex\noo", "nome: x\noo"])
def test_files_that_are_no_boards(here, text):
    (here / "mine").write_text(text)
    with pytest.raises(NotationError):
        read_board("@mine")


# -- positions ----------------------------------------------------------------------------------


def test_positions(here):
    expected = T5.position("code:8455")
    (here / "p").write_text("\ufeff    *\n   * *\n  . . .\n . . * .\n. . . * .\n\n", "utf-8")
    for text in ("code:8455", " CODE: 0x2107 ", "*/**/.../..*./...*.", "@p", f"@{here / 'p'}"):
        assert read_position(T5, text) == expected


@each("text", ["a1", "(0,3)", "7", "any", "", "  ", "d4.", "code8455"])
def test_what_is_no_position(text):
    with pytest.raises(NotationError, match="is not a position: write code:8455"):
        read_position(T5, text)


JUMPED = T4.vacancy("a2").play("a4-a2").play("a1-a3").play("c4-a4-a2")


def test_positions_by_their_jumps(here):
    (here / "game").write_text("# of 2008\na2: 1. a4-a2  # corner\n 2. a1-a3 3. c4-\n a4-a2\n")
    code = f"code:{T4.vacancy('a2').code}: a4-a2, a1-a3, c4-a4-a2"
    forms = ("a2:a4-a2,a1-a3,c4-a4-a2", "a2: a4-a2; a1-a3 c4-a4 a4-a2", "(0,1): 7-2 1-4 9-7 7-2")
    for text in (*forms, code, "@game"):
        for read in (read_position, read_start, read_finish):
            assert read(T4, text) == JUMPED
    assert read_position(T5, "./**/***/****/*****: c3-a1") == T5.vacancy("a1").play("c3-a1")


@each(
    ("text", "error", "words"),
    [
        ("a1:c3-a1,c3-a1", IllegalJumpError, "jump 2: .* there is no peg in c3"),
        ("a1:c3-a1,e5-b5", NotationError, "is not a jump"),
        ("a1:c3-a1,e5-g7", NotOnBoardError, "g7"),
        ("a1: c3-", NotationError, "is not a start"),
        (": c3-a1", NotationError, "is not a start"),
        ("z9: c3-a1", NotOnBoardError, "z9"),
    ],
)
def test_jumps_that_cannot_be_made(text, error, words):
    with pytest.raises(error, match=words):
        read_start(T5, text)


def test_a_position_by_its_jumps_keeps_the_goal_of_its_start(here):
    (here / "game").write_text("d4: d2-d4")
    for text in ("d4:d2-d4", "@game"):
        problem = read_problem(ENGLISH, text)
        assert problem.finishes == (ENGLISH.single("d4").code,)
        assert problem.starts == (ENGLISH.vacancy("d4").play("d2-d4").code,)
    assert read_problem(FRENCH, "c1:c3-c1") == Problem.to_any(FRENCH.vacancy("c1").play("c3-c1"))
    jump = next(iter(read_start(ENGLISH, "greek cross").legal_jumps))
    assert read_problem(ENGLISH, f"greek cross: {jump}").finishes == (ENGLISH.single("d4").code,)


@each("text", ["*", "code:", "code:x", "code:32768", "*a", "/", ".", "@", "@x"])
def test_positions_that_cannot_be_read(text):
    for read in (read_position, read_start, read_finish):
        with pytest.raises(NotationError):
            read(T5, text)


def test_starts():
    vacancy = T5.vacancy("a4")
    for text in ("a4", "A4 ", "(0,3)", "0, 3", "7", "code:32703", "*/**/***/.***/*****"):
        assert read_start(T5, text) == vacancy


def test_finishes():
    single = T5.single("a4")
    for text in ("a4", " A4", "(0,3)", "7", "code:64", "./../.../*.../....."):
        assert read_finish(T5, text) == single
    for text in ("code:0", "./../.../..../....."):
        with pytest.raises(ProblemError, match="has no pegs"):
            read_finish(T5, text)


@pytest.mark.parametrize(
    ("read", "what"), [(read_start, "start"), (read_finish, "finish")], ids=["start", "finish"]
)
def test_what_is_neither_hole_nor_position(read, what):
    for text in ("", "?", "any", "a4a", "9" * 5000):
        says = rf"is not a {what}\. Write a hole, such as d4,"
        if (what, text) == ("start", "any"):
            says = "any stands for all starts, but one start is needed here"
        with pytest.raises(NotationError, match=says):
            read(T5, text)
    for text in ("z9", "b1", "16", "0", "(5,5)"):
        with pytest.raises(NotOnBoardError, match="triangle5 has no hole"):
            read(T5, text)


# -- problems -----------------------------------------------------------------------------------


@each(
    ("board", "words", "problem"),
    [
        (T5, ["a4"], Problem.complement(T5, "a4")),
        (T5, ["a4", "b3"], Problem(T5, "a4", "b3")),
        (T5, ["a4", "any"], Problem.to_any(T5.vacancy("a4"))),
        (T5, ["a4", " ANY "], Problem.to_any(T5.vacancy("a4"))),
        (T5, ["code:8455"], Problem.to_any(T5.position("code:8455"))),
        (T5, ["code:8455", "code:64"], Problem.of_codes(T5, (8455,), (64,))),
        (T5, ["any"], as_type(T5).problem),
        (T5, ["Any", "any"], as_type(T5).problem),
        (T5, ["any", None, "a"], as_type(T5).problem),
        (ENGLISH, ["any", None, "b"], as_type(ENGLISH, "B").problem),
        (FRENCH, ["c1"], Problem.to_any(FRENCH.vacancy("c1"))),
        (FRENCH, ["d4"], Problem.to_any(FRENCH.vacancy("d4"))),
        (T4, ["a2"], Problem.to_any(T4.vacancy("a2"))),
    ],
)
def test_problems(board, words, problem):
    assert read_problem(board, *words) == problem


def test_texts_of_a_problem_read_back():
    for words in (["a4"], ["a4", "b3"], ["any"], ["code:8455", "code:112"], ["b3", "any"]):
        problem = read_problem(T5, *words)
        assert read_problem(T5, problem.start, problem.finish) == problem


@each(
    ("words", "message"),
    [
        (["any", "a1"], "START any allows no finish except any"),
        (["a1", None, "A"], "needs any as START"),
        (["any", None, "Q"], "no problem type Q: it has A"),
        (["code:0"], "the starts contain the empty board"),
        (["a4", "code:0"], "has no pegs"),
        (["code:7", "code:15"], "jumps only remove pegs"),
    ],
)
def test_problems_that_make_no_sense(words, message):
    with pytest.raises(ProblemError, match=message):
        read_problem(T5, *words)
