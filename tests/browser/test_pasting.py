"""What people paste into the page: the JavaScript reader against the Python one, and in use."""

import json
import random
from pathlib import Path

import pasted
import pytest
from marks import examples
from playwright.sync_api import expect

from pegsolitaire.board import CATALOGUE, LATTICES, named_board, reading_settings
from pegsolitaire.board.picture import read_shape
from pegsolitaire.board.reading import pegs_of
from pegsolitaire.errors import PegSolitaireError

CASES = Path(__file__).parents[1] / "cases"

READ = """async ([boards, vectors]) => {
  const { readBoard, readPegs } = await import(new URL("js/reading.js", document.baseURI));
  const { Board } = await import(new URL("js/rules.js", document.baseURI));
  const holes = (some) => [...new Set(some.map((hole) => String(hole)))].sort();
  return vectors.map(({ text, lattice, board }) => {
    try {
      if (board) {
        const { pegs, told } = readPegs(new Board(board), text);
        return { pegs: pegs.sort((a, b) => a - b), told };
      }
      const found = readBoard(text, boards, lattice);
      const pegs = found.pegs && holes(found.pegs);
      return { lattice: found.lattice, holes: holes(found.holes), pegs, told: found.told };
    } catch (error) {
      if (error.constructor !== Error) throw error; // a fault of the reader
      return null;
    }
  });
}"""


def document(board):
    """What the page knows of a board."""
    return {"name": board.name, "lattice": board.lattice.name, "holes": board.holes}


def board_read(text, lattice):
    """What Python reads as a board; None where it refuses."""
    told = []
    try:
        with reading_settings(told=told.append):
            found = read_shape(text, lattice and LATTICES[lattice])
    except PegSolitaireError:
        return None
    return {
        "lattice": found.lattice.name,
        "holes": sorted(f"{x},{y}" for x, y in found.placed),
        "pegs": found.pegs and sorted(f"{x},{y}" for x, y in found.pegs),
        "told": told[0] if told else None,
    }


def pegs_read(board, text):
    """What Python reads as a position; None where it refuses."""
    told = []
    try:
        with reading_settings(told=told.append):
            pegs = pegs_of(board, text)
    except PegSolitaireError:
        return None
    return {"pegs": sorted(map(board.bit, pegs)), "told": told[0] if told else None}


@pytest.fixture(scope="module")
def read(browser, server):
    """What the JavaScript reads of some texts."""
    boards = [document(named_board(name)) for name in CATALOGUE]
    with browser.new_context() as context:
        page = context.new_page()
        page.goto(server)
        yield lambda vectors: page.evaluate(READ, [boards, vectors])


def test_both_read_the_same(read):
    vectors, wanted = [], []
    for seed in range(10 * examples(60).max_examples):
        chance = random.Random(seed)
        board = pasted.some_board(chance)
        code = chance.choice([None, pasted.some_code(board, chance)])
        text = pasted.board_text(board, code, chance)
        lattice = "triangular" if "lattice" in text else None
        text = text.replace("lattice: triangular\n", "")
        vectors += [{"text": text, "lattice": lattice}, {"text": text, "board": document(board)}]
        wanted += [board_read(text, lattice), pegs_read(board, text)]
    assert read(vectors) == wanted


def test_both_read_the_cases(read):
    english, t5 = named_board("english"), named_board("triangle5")
    boards = [path.read_text("utf-8") for path in sorted((CASES / "boards").iterdir())]
    positions = [
        (t5 if path.name == "list.txt" else english, path.read_text("utf-8"))
        for path in sorted((CASES / "positions").iterdir())
    ]
    positions += [
        (t5, text) for text in ("a1, a2, b4", "(0,0) (0,1) (1,3)", "[0, 1, 7]", "1" * 15, "?", "")
    ]
    vectors = [{"text": text, "lattice": None} for text in boards]
    vectors += [{"text": text, "board": document(board)} for board, text in positions]
    wanted = [board_read(text, None) for text in boards]
    wanted += [pegs_read(board, text) for board, text in positions]
    assert read(vectors) == wanted
    assert sum(one is None for one in wanted) == 3


def test_a_board_that_is_pasted(player):
    player.settings(help="off")
    player.open("board=triangle5&start=a1")
    page = player.page
    page.click("#open-picker")
    page.click("#picker-own")
    page.get_by_text("As text").click()
    page.fill("#picker textarea", (CASES / "boards" / "walls.txt").read_text())
    expect(page.locator("#picker-panel")).to_contain_text(
        "read as english: # is outside, o a hole"
    )
    page.fill("#picker textarea", ".***/****/****/****")
    expect(page.locator("#picker-panel")).to_contain_text("can be read in several ways")
    page.fill("#picker textarea", json.dumps(matrix()))
    page.click("#picker-panel button.main")
    player.wait_for_status("32 pegs")
    assert "#board/english/" in page.url


def test_a_position_that_is_pasted(player):
    player.settings(help="off")
    player.open("board=english&start=d4")
    page = player.page
    page.click("#open-editor")
    page.fill("#editor textarea", (CASES / "positions" / "x-and-o.txt").read_text())
    page.click("#editor button:has-text('Use this text')")
    assert "read as a position on english: X is a peg, O an empty hole" in page.inner_text(
        "#editor"
    )
    expect(page.locator("#editor")).to_contain_text("32 pegs")


def matrix():
    """The English board as a matrix, with d4 empty."""
    rows = json.loads((CASES / "boards" / "matrix.json").read_text())
    rows[3][3] = 0
    return rows
