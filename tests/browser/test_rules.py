"""Tests that the rules in JavaScript agree with those in Python."""

import random

import pytest
from marks import examples

from pegsolitaire.advice import reach
from pegsolitaire.board import CATALOGUE, Board
from pegsolitaire.game import Position, Solution
from pegsolitaire.web.documents import Geometry

IN_ALL = 100_000

VECTORS = """async ([document, codes]) => {
  const { Board, count } = await import(new URL("js/rules.js", window.document.baseURI));
  const board = new Board(document);
  return codes.map((text) => {
    const code = BigInt(text);
    const jumps = board.jumpsFrom(code);
    const after = jumps.length ? board.after(code, jumps.at(-1)) : code;
    return [jumps.map((jump) => jump.text).sort().join(), String(after), count(code)].join(" ");
  });
}"""


def vector(board, code):
    """Return the expected answer of the JavaScript for a position."""
    position = board.position(f"code:{code}")
    jumps = board.masks_from(code)
    after = max(jumps, key=board.jumps.index).mask ^ code if jumps else code
    return f"{','.join(sorted(map(str, position.legal_jumps)))} {after} {code.bit_count()}"


@pytest.mark.every(9)
@pytest.mark.parametrize("name", [*CATALOGUE, "english without landing in d4"])
def test_rules_agree(scripts, name):
    name, _, hole = name.partition(" without landing in ")
    board = Board(name).without_landing([hole] if hole else [])
    chance = random.Random(name)
    number = examples(-(-IN_ALL // len(CATALOGUE))).max_examples
    codes = [chance.getrandbits(len(board)) for _ in range(number)]
    document = Geometry.of(board).to_json()
    told = scripts.evaluate(VECTORS, [document, list(map(str, codes))])
    assert told == [vector(board, code) for code in codes]


REACHED = """async ([document, asked]) => {
  const { Board } = await import(new URL("js/rules.js", window.document.baseURI));
  const { reach } = await import(new URL("js/searches.js", window.document.baseURI));
  const board = new Board(document);
  return asked.map(([text, hole]) => {
    const { jumps, solvable } = reach(board, BigInt(text), hole);
    return [solvable, jumps];
  });
}"""


@pytest.mark.slow
@pytest.mark.parametrize("name", ["triangle5", "square4", "triangle12"])
def test_bringing_a_peg_to_a_hole_agrees(scripts, name):
    """The search in the browser finds the same answers and solutions as the library."""
    board, chance = Board(name), random.Random(name)
    near = board.holes[:15]
    asked = [
        (board.code(chance.sample(near, chance.randint(1, 8))), chance.randrange(15))
        for _ in range(examples(60).max_examples if name != "triangle12" else 5)
    ]
    document = Geometry.of(board).to_json()
    told = scripts.evaluate(REACHED, [document, [[str(code), i] for code, i in asked]])
    for (code, i), (solvable, jumps) in zip(asked, told, strict=True):
        position = Position(board, code)
        answer = reach(position, board.holes[i])
        assert solvable is answer.solvable
        if jumps is not None:
            assert board.holes[i] in Solution(position, jumps).finish
            assert len(jumps) == len(answer.solution)


@pytest.mark.slow
def test_names_and_pictures_agree(scripts):
    script = """async ([document, code]) => {
      const { Board } = await import("/js/rules.js");
      const board = new Board(document);
      const picture = board.picture(BigInt(code), "\\n");
      return [board.names, picture, String(board.readPosition(picture))];
    }"""
    for name in CATALOGUE:
        board = Board(name)
        code = board.full_code // 3
        document = {"name": name, "lattice": board.lattice.name, "holes": board.holes}
        names, picture, again = scripts.evaluate(script, [document, str(code)])
        assert names == [board.hole_text(hole) for hole in board.holes]
        assert picture == board.picture(code)
        assert int(again) == code
