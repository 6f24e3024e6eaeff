"""Sheets of puzzles: every solution can be played using the printed names of the holes."""

import re

import pytest
from printed_board import pegs_left

from pegsolitaire.board import english, triangle
from pegsolitaire.data import puzzle_set
from pegsolitaire.draw import SheetItem, puzzle_pages, puzzle_sheet


@pytest.mark.parametrize("name", ["english-classics", "triangle5-unique-jump"])
def test_a_sheet_is_solved_from_its_own_letters(name, tmp_path, pegs):
    """The pictures contain the hole names that the moves on the last page use."""
    path = tmp_path / "sheet.html"
    pegs("puzzles", name, "--sheet", path)
    puzzles, solutions = path.read_text().split('<section class="solutions">')
    pictures = re.findall(r'<svg class="board".*?</svg>', puzzles, re.DOTALL)
    moves = re.findall(r"</strong> (.*) \(\d+ moves?\)</li>", solutions)
    goals = [puzzle.finish for puzzle in puzzle_set(name)]
    for picture, made, goal in zip(pictures, moves, goals, strict=True):
        left = pegs_left(picture, made)
        assert len(left) == 1
        assert goal in ("any", *left)


def test_names_are_escaped():
    item = SheetItem("<b>", english().vacancy("d4"), "a & b", "c < d")
    page = puzzle_sheet("<i>", [item])
    assert "<b>" not in page
    assert "<i>" not in page
    assert "a &amp; b" in page


@pytest.mark.parametrize("board", [triangle(4), english()], ids=str)
def test_nothing_on_a_page_overlaps(board):
    """Boards lie between their names and goals, and what is written by hand has its line."""
    start = board.vacancy(board.holes[0])
    items = [SheetItem(f"Puzzle {i}", start, "One peg left", "x", moves=9) for i in range(4)]
    page = puzzle_pages("Puzzles", items)[0]
    words = re.findall(r'<text x="([\d.]+)" y="([\d.]+)" font-size="3.4"[^>]*>([^<]+)', page)
    rules = [
        tuple(map(float, rule)) for rule in re.findall(r'd="M([\d.]+) ([\d.]+)H[\d.]+"', page)
    ]
    for x, y, text in words:
        if text in ("Name:", "Moves:"):
            assert any(0 < down - float(y) < 1 and left > float(x) for left, down in rules)
    names = [(float(x), float(y)) for x, y, text in words if "Puzzle " in text]
    goals = [(float(x), float(y)) for x, y, text in words if text == "One peg left"]
    drawn = re.findall(
        r"translate\(([\d.-]+) ([\d.-]+)\) scale\(([\d.]+)\)(.*?)</g>", page, re.DOTALL
    )
    assert len(names) == len(goals) == len(drawn) == len(items)
    radius = 0.73  # of the rim, in steps between holes
    for (left, name), (_, goal), (x, y, scale, picture) in zip(names, goals, drawn, strict=True):
        step = 100 * float(scale)
        holes = re.findall(r'"hole" cx="([\d.-]+)" cy="([\d.-]+)"', picture)
        across = [float(x) + float(cx) * float(scale) for cx, _ in holes]
        down = [float(y) + float(cy) * float(scale) for _, cy in holes]
        assert min(across) - radius * step >= left - 0.01
        assert name < min(down) - radius * step
        assert max(down) + radius * step < goal - 3.4 - 1
