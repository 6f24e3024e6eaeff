"""Tests of text pasted into the page, which JavaScript and Python must read in the same way."""

import json
import random
import re
from pathlib import Path

import pasted
import pytest
from marks import examples, on_both
from playwright.sync_api import expect

from browser.pages import click_in_menu, picker
from pegsolitaire.board import CATALOGUE, SQUARE, TRIANGULAR, named_board
from pegsolitaire.errors import PegSolitaireError
from pegsolitaire.web.parameters import read_board_word
from pegsolitaire.web.pasted import board_word, read_pasted

CASES = Path(__file__).parents[1] / "cases"
ENGLISH, T5 = named_board("english"), named_board("triangle5")
REFUSED = "status of 422"  # how the browser reports a refusal
READ = """async ([boards, vectors]) => {
  const { readPasted } = await import(new URL("js/reading.js", document.baseURI));
  return vectors.map(([text, board]) => {
    try {
      return readPasted(text, boards, board);
    } catch (error) {
      if (error.constructor !== Error) throw error; // a fault of the reader
      return error.message;
    }
  });
}"""


def document(board):
    """Return a board in the form in which the page knows it."""
    name = board_word(board)
    name = "own" if ":" in name else name
    return {"name": name, "lattice": board.lattice.name, "holes": board.holes, "taken": []}


@pytest.fixture(scope="module")
def read(scripts):
    """Return a function that reads texts in JavaScript, each with a board or None."""
    boards = [document(named_board(name)) for name in CATALOGUE]
    return lambda vectors: scripts.evaluate(
        READ, [boards, [(text, board and document(board)) for text, board in vectors]]
    )


def both(read, vectors):
    """Read texts in Python and JavaScript, and check that the results agree.

    A text that is refused gives None.
    """
    ours = []
    for text, board in vectors:
        try:
            ours.append(read_pasted(text, board=board).to_json())
        except PegSolitaireError as error:
            ours.append(str(error))
    theirs = read(vectors)
    for vector, one, other in zip(vectors, ours, theirs, strict=True):
        if not isinstance(one, str) and not isinstance(other, str):
            assert meant(one) == meant(other), vector
    return [
        [None if isinstance(one, str) else one for one in pair]
        for pair in zip(ours, theirs, strict=True)
    ]


def meant(found):
    """Return the kind, lattice, holes, position and jumps that were read."""
    geometry = found["geometry"]
    holes = sorted(map(tuple, geometry["holes"]))
    assert sorted(read_board_word(found["board"]).holes) == holes
    return (
        *(found["kind"], geometry["lattice"], holes, found["position"]),
        *(found["start"], list(found["jumps"])),
    )


def test_what_both_read_is_the_same(read):
    vectors = []
    for seed in range(10 * examples(60).max_examples):
        chance = random.Random(seed)
        board = pasted.some_board(chance)
        code = chance.choice([None, pasted.some_code(board, chance)])
        text = pasted.board_text(board, code, chance)
        vectors += [(text, None), (text.replace("lattice: triangular\n", ""), board)]
    found = both(read, vectors)
    assert sum(None not in pair for pair in found) > len(found) / 20  # in the marks of the page


def layouts(board):
    """Yield layouts of a board as people draw it: slanted, aligned left or centred."""
    rows = [[board.holes[i] for i in row] for row in board.rows]
    slanted = board.lattice is TRIANGULAR
    left = min((2 * x - y if slanted else x) for x, y in board.holes)
    yield [[(2 * x - y if slanted else x) - left for x, y in row] for row in rows]
    yield [list(range(len(row))) for row in rows]
    widest = max(map(len, rows))
    yield [[(widest - len(row)) // 2 + i for i in range(len(row))] for row in rows]


@pytest.mark.slow
@pytest.mark.parametrize("marks", ["*.", "10"])
def test_layouts_of_the_catalogue_are_read_by_both(read, marks):
    vectors, chance = [], random.Random(marks)
    for name in CATALOGUE:
        board = named_board(name)
        if board.lattice not in (SQUARE, TRIANGULAR):
            continue
        code = board.full_code ^ 1 << chance.randrange(len(board))
        for places in layouts(board):
            pegs = iter(marks[not code >> i & 1] for i in range(len(board)))
            lines = [[" "] * (max(row) + 1) for row in places]
            for line, row in zip(lines, places, strict=True):
                for x in row:
                    line[x] = next(pegs)
            between = " " if marks == "10" else ""  # 11 would be one number
            vectors += [("\n".join(map(between.join, lines)), one) for one in (None, board)]
    found = both(read, vectors)
    for vector, (ours, theirs) in zip(vectors, found, strict=True):
        assert theirs or not ours, vector
        assert theirs or vector[1] is None or len(vector[1]) < 10, vector
    assert sum(None not in pair for pair in found) > 0.8 * len(found)


@pytest.mark.slow
def test_both_read_the_cases(read):
    boards = [(path.read_text("utf-8"), None) for path in sorted((CASES / "boards").iterdir())]
    positions = [
        (path.read_text("utf-8"), T5 if path.name == "list.txt" else ENGLISH)
        for path in sorted((CASES / "positions").iterdir())
    ]
    assert sum(None not in pair for pair in both(read, boards)) >= 5
    assert sum(None not in pair for pair in both(read, positions)) >= 2


ALIKE = [
    ("english", None), (" Triangle5\n", None), ("square:-oo/ooo", None),
    ("triangular:o/oo/ooo", None), ("#board/triangle5/a1/any", None),
    ("http://localhost/#board=triangle5&start=code:7", None), ("#board/square:-ooo%2Foooo", None),
    ("#board/square:-ooo_oooo/code:7", None), ("#board/square:-ooo_oooo?name=Hat", None),
    ("code:7", T5), ("a1", T5), ("a1, a2, b4", T5), ("1 2 8", T5), ("[0, 1, 7]", T5),
    ("(0,0) (0,1) (1,3)", T5), ("#board/triangle5/a1", T5), ("1" * 15, T5),
    ("#board/english/d4/any/d2-d4", T5),
    ("#board/triangle5/a1/any/a3-a1,c3-a3", T5), ("#board/triangle5/a1/any/a3-a1", None),
    ("*/**/**.", None),
    ("0\n1 1\n1 1 1\n1 1 1 1\n1 1 1 1 1", None), ("[[-1,1,-1],[1,0,1],[1,1,1],[1,1,1]]", None),
    ("-1 1 1\n1 0 1\n1 1 1", None), ("1,1,1\n1,0,1\n1,1,1", None), ("a1 b1 c1 c2", None),
    ("lattice: triangular\n*\n**\n**.\n****\n*****", None),
]  # fmt: skip
NEITHER = [
    ("park", None), ("", None), ("o", None), ("xo/ox", None), ("z9", T5),
    ("code:99999", T5), ("a1, a1", T5), ("@/etc/passwd", None), ("**/**", ENGLISH), ("?", T5),
    ("ooo\n   \nooo", None), ("[[1,2,2],[2,1,2],[1,2,1]]", None), ("[[1,1],[1", None),
    ("|o|o| |", T5), ("hello world", None), ("PPHPP", None),
]  # fmt: skip


@pytest.mark.slow
def test_other_texts(read):
    for vector, pair in zip(ALIKE, both(read, ALIKE), strict=True):
        assert pair[0], vector
        assert pair[1] or vector[0] in ("[0, 1, 7]",), vector
    assert both(read, NEITHER) == [[None, None]] * len(NEITHER)


@pytest.mark.slow
def test_small_pictures(read):
    """Python reads or refuses every short text that JavaScript reads, with the same result."""
    chance = random.Random(7)
    texts = {
        "".join(chance.choices("*.oxX01# \n/-,●·○_PHp1", k=chance.randrange(2, 40)))
        for _ in range(10 * examples(200).max_examples)
    }
    marks = ["*.", "o.", "xo", "10", "●○", "#o", ".o", "*o ", "x. ", "01-"]
    texts |= {
        "\n".join("".join(chance.choices(some, k=width)) for _ in range(chance.randrange(2, 8)))
        for some in marks
        for width in (3, 4, 5, 7)
        for _ in range(examples(10).max_examples)
    }
    both(read, [(text, board) for text in sorted(texts) for board in (None, ENGLISH, T5)])


# -- pasting into the page ----------------------------------------------------------------------


def wait_for(element, text):
    expect(element).to_contain_text(text, ignore_case=True)


def own_board(player):
    player.settings(help="off")
    player.open("board=triangle5&start=a1")
    picker(player.page, "own").get_by_text("As text").click()
    return player.page


def test_marks_that_only_the_server_reads(sit_down, server):
    player = sit_down(server)
    page = own_board(player)
    page.fill("#picker textarea", (CASES / "boards" / "walls.txt").read_text())
    wait_for(page.locator("#picker-panel"), "read as english: # is outside, o a hole")
    page = edited(player)
    use(page, (CASES / "positions" / "x-and-o.txt").read_text())
    wait_for(page.locator("#editor"), "read as a position on english: X is a peg, O an empty hole")
    wait_for(page.locator("#editor"), "32 pegs")


@pytest.mark.slow
def test_other_marks_are_refused_without_a_server(sit_down, exported):
    player = sit_down(exported)
    page = own_board(player)
    page.fill("#picker textarea", (CASES / "boards" / "walls.txt").read_text())
    wait_for(page.locator("#picker-panel"), "not a picture of * and . or of o alone")
    page = edited(player)
    use(page, (CASES / "positions" / "x-and-o.txt").read_text())
    wait_for(page.locator("#editor"), "not a picture of * and . or of o alone")


@pytest.mark.every(2)
@on_both
def test_a_board_that_is_pasted(player):
    page = own_board(player)
    matrix = json.loads((CASES / "boards" / "matrix.json").read_text())  # the English board
    matrix[3][3] = 0
    page.fill("#picker textarea", json.dumps(matrix))
    page.click("#picker-panel button.main")
    player.wait_for_status("32 pegs")
    assert "#board/english/" in page.url


@pytest.mark.slow
def test_a_refused_board_is_read_with_a_remedy(sit_down, server):
    player = sit_down(server)
    page = own_board(player)
    page.fill("#picker textarea", "[[1,2,2],[2,1,2],[1,2,1]]")
    panel = page.locator("#picker-panel")
    wait_for(panel, "the picture can be read in several ways: square3: 1 is a peg")
    player.forgive(REFUSED)
    page.get_by_role("button", name="Read with peg=2,hole=1").click()
    wait_for(panel, "read as square3: 2 is a peg, 1 an empty hole")
    wait_for(panel, "this is Square 3")
    page.click("#picker-panel button.main")
    player.wait_for_status("5 pegs")


def edited(player):
    player.settings(help="off")
    player.open("board=english&start=d4")
    click_in_menu(player.page, "editor")
    return player.page


def use(page, text):
    page.fill("#editor textarea", text)
    page.click("#editor button:has-text('Use this text')")


@pytest.mark.slow
@on_both
def test_a_position_that_is_pasted(player):
    page = edited(player)
    editor = page.locator("#editor")
    use(page, "d2, d3")
    wait_for(editor, "read as pegs in d2 d3")
    expect(page.locator("#edit-worth")).to_have_text(re.compile("^2 pegs"))


@pytest.mark.slow
def test_a_refused_position_is_read_with_a_remedy(sit_down, server):
    player = sit_down(server)
    page = edited(player)
    picture = ENGLISH.vacancy("d4").text().replace("*", "2").replace(".", "1")
    use(page, picture)
    editor = page.locator("#editor")
    wait_for(editor, "can be read in several ways")
    player.forgive(REFUSED)
    page.get_by_role("button", name="Read with peg=2,hole=1").click()
    wait_for(editor, "read as a position on english: 2 is a peg, 1 an empty hole")
    wait_for(editor, "32 pegs")
    use(page, "triangle5")
    wait_for(page.locator("#edit-wrong"), "is not a start")
    player.forgive(REFUSED)


@pytest.mark.slow
def test_a_game_that_is_pasted(sit_down, server):
    """A game is opened with its moves, also after a text that was refused."""
    player = sit_down(server)
    page = edited(player)
    use(page, "d2, d3")
    wait_for(page.locator("#edit-told"), "read as pegs in d2 d3")
    use(page, "1. d2-d4 2. d4-d2")
    wait_for(page.locator("#edit-wrong"), "d4-d2 is not possible")
    expect(page.locator("#edit-told")).to_have_text("")
    player.forgive(REFUSED)
    page.keyboard.press("Escape")
    click_in_menu(player.page, "editor")
    use(page, (CASES / "moves" / "arrows.txt").read_text("utf-8"))
    expect(page.locator("#editor")).to_be_hidden()
    expect(page.locator("#finish option:checked")).to_have_text("One peg left, in d4")
    assert len(player.moves) == 18
    assert page.url.rpartition("/")[2].count(",") == 17


@pytest.mark.slow
@on_both
def test_moves_are_read_by_both(player):
    page = edited(player)
    use(page, "1. d2-d4 2. b3-d3, c1-c3")
    expect(page.locator("#editor")).to_be_hidden()
    assert player.moves == ["d2-d4", "b3-d3", "c1-c3"]
    click_in_menu(player.page, "editor")
    use(page, "https://example.org/#board/triangle5/a1/any/a3-a1,c3-a3")
    expect(page.locator("#editor")).to_be_hidden()
    expect(page.locator("#board-name")).to_contain_text("Triangle 5")
    assert player.moves == ["a3-a1", "c3-a3"]
