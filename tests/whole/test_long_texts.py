"""Tests of long inputs that could take minutes or hours to parse.

The inputs are files of a megabyte and request parameters. Most of them once took quadratic time or
worse. The time limit is far above what they take now and far below what they took then.
"""

import re
import time

import pytest
from marks import each
from puzzle_file import GOOD

from pegsolitaire.board import named_board, read_board
from pegsolitaire.data import read_puzzles
from pegsolitaire.errors import BoardTooLargeError, NotationError, PegSolitaireError
from pegsolitaire.game import read_game, read_position
from pegsolitaire.game.reading_games import read_jumps
from pegsolitaire.web.parameters import MAX_WORD, read_position_word, read_problem_words

SECONDS = 30  # of processor time


@pytest.fixture(autouse=True)
def not_for_long():
    begin = time.process_time()
    yield
    assert time.process_time() - begin < SECONDS


@pytest.fixture
def read(tmp_path):
    """Return a function that reads a text as a puzzle file."""

    def read_text(text):
        file = tmp_path / "mine.toml"
        file.write_text(text)
        return read_puzzles(file)

    return read_text


# -- puzzle files -------------------------------------------------------------------------------

A = "a." * 400_000


@pytest.mark.slow
@each(
    "key",
    [
        ".".join("a" * 500_000),
        '"a".' * 200_000 + '"a" = 1',
        "'.'." * 200_000 + "a = 1",
        "a . " * 200_000 + "a = 1",
        f"[{A}a]",
        f"[[{A}a]]",
        f"x = {{ {A}a = 1 }}",
        f"x = [[{{ {A}a = 1 }}]]",
        f'x = {{ y = """q""""", {A}a = 1 }}',
        f"x = {{ y = '''q'''', {A}a = 1 }}",
        f"{'.'.join('a' * 100)} = 1\n" * 5_000,
    ],
)
@each("where", ["{}\n", "format = 1\nname = 'x'\n{}", "# x\n'''\n'''\n{}"])
def test_keys_of_many_parts(read, key, where):
    with pytest.raises(NotationError, match=r"line \d has a key of [\d,]+ parts: use at most 16"):
        read(where.format(key))


def test_the_line_and_the_number_of_parts_are_told(read):
    with pytest.raises(NotationError, match=r"mine\.toml: line 3 has a key of 50,000 parts"):
        read(f"format = 1\n# a.b\n{'.'.join('a' * 50_000)} = 1\n")
    with pytest.raises(NotationError, match="line 13 has a key of 17 parts"):
        read(GOOD + "note = '''\n'''\n" + ".".join("a" * 17) + " = 1\n")
    with pytest.raises(NotationError, match="unknown key 'a'"):
        read(GOOD + ".".join("a" * 16) + " = 1\n")


@each(
    "note",
    ['"{}"', "'{}'", '"""\n{}\n{}"""', "'''\n{}'''  # {}", '"\\"{}"', '"x" # {}',
     '"""a""{}\\""" {}"""', "'''a''{}'''"],
)  # fmt: skip
def test_dots_that_are_no_keys(read, note):
    """The dots are inside strings of all kinds and in comments."""
    dots = ".x" * 100
    assert dots in read(f"{GOOD}note = {note.format(dots, dots)}\n").puzzles[0].note + f"#{dots}"


@pytest.mark.slow
@each(
    "mess",
    ['"' * 900_000, "'" * 900_000, '\\"' * 400_000, '"a' * 400_000, '"""a' * 200_000,
     '"""' + "\\" * 900_001, '"\\' * 400_000, "#" * 900_000, '"a\n' * 300_000, "'''a" * 200_000,
     "\n" * 900_000, "[" * 900_000, "{a=" * 300_000],
)  # fmt: skip
def test_messes(read, mess):
    with pytest.raises(NotationError, match=r"mine\.toml: "):
        read(mess)


@pytest.mark.parametrize(
    "text", ["*/" * 100_000, "a1-a3, " * 100_000, "(" * 500_000], ids=["rows", "jumps", "brackets"]
)
@pytest.mark.parametrize("key", ["position", "solution"])
def test_positions_and_solutions_that_are_far_too_long(read, key, text):
    good = re.sub(rf"^{key} = .*\n", "", GOOD, flags=re.MULTILINE)
    with pytest.raises(NotationError, match=f"its {key} has more than 2,500 characters"):
        read(f'{good}{key} = "{text}"\n')


def test_large_files_that_are_right(read):
    """The file has a thousand puzzles with pictures of the largest board the page supports."""
    row = "*" * 20
    picture = f"'''\n.{row[1:]}\n" + f"{row}\n" * 19 + "'''"
    head = GOOD.partition("[[puzzle]]")[0].replace("triangle5", "square20")
    entry = '[[puzzle]]\nname = "{}"\nposition = {}\nfinish = "any"\nsource = "me"\n'
    assert len(read(head + "".join(entry.format(n, picture) for n in range(1_000)))) == 1_000


# -- boards, positions and games ----------------------------------------------------------------


@each("pair", ["[2,3] ", "[ 2 , 3 ] ", "[2,3] , ", "[2,3]\n ,\n", "[2,3]\t"])
@each("end", ["x", "]x", ",", "[2", ""])
def test_lists_of_pairs_that_go_wrong_at_their_end(pair, end):
    """Each space once matched in two ways, and the parser tried all combinations."""
    words = f"[ {pair * 150}{end}"[:MAX_WORD]
    for read in (
        lambda: read_position_word(named_board("english"), words),
        lambda: read_problem_words("english", words, None),
        lambda: read_problem_words("english", "d4", words),
        lambda: read_board(words),
    ):
        with pytest.raises(PegSolitaireError):
            read()


@pytest.mark.parametrize("text", ["[[2,3], [2,5]]", "[ [2,3][ 2 , 5 ] ,\n]", "[[2,3] [2,5] ]"])
def test_lists_of_pairs(text):
    position = read_position(named_board("english"), text)
    assert {position.board.hole_text(hole) for hole in position} == {"c4", "c6"}


@pytest.mark.parametrize("blank", ["\n", "\r", "\t\n", "name: x\n", "without: a1-c1\n"])
def test_boards_below_many_lines(tmp_path, blank):
    file = tmp_path / "board.txt"
    file.write_text(blank * (900_000 // len(blank)) + "ooo\nooo\nooo\n")
    assert len(read_board(f"@{file}")) == 9


def test_words_above_a_board(tmp_path):
    """If a name is given twice, the last one counts. Lists are concatenated."""
    file = tmp_path / "board.txt"
    file.write_text("name: x\nwithout: a1-c1\nname: y\nwithout: c1-a1\n\n\nooo\nooo\nooo\n")
    board = read_board(f"@{file}")
    assert (board.name, board.taken_texts) == ("y", ["a1-c1", "c1-a1"])


@pytest.mark.every(3)
@pytest.mark.parametrize(
    "text",
    ["d2-d4, " * 35_000, "d2 to d4\n" * 28_000, "17 5, " * 25_000],
    ids=["names", "words", "numbers"],
)
def test_games_that_are_far_too_long(text):
    start = named_board("english").vacancy("d4")
    with pytest.raises(NotationError, match="longer than any on english, which has 33 holes"):
        read_jumps(start, text)
    with pytest.raises(NotationError, match="longer than any on english"):
        read_game(start.board, f"d4: {text}")


@pytest.mark.slow
@pytest.mark.parametrize("size", [100_000, 1_000_000])
def test_pictures_that_are_far_too_large(size):
    with pytest.raises((BoardTooLargeError, NotationError)):
        read_position(named_board("english"), "*." * (size // 2))
