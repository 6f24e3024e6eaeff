"""Sheets of puzzles: every solution can be played using the printed names of the holes."""

import re

import pytest
from click.testing import CliRunner
from printed_board import pegs_left

from pegsolitaire.cli.main import app
from pegsolitaire.data import puzzle_set
from pegsolitaire.draw import SheetItem, puzzle_sheet

CLASSICS = puzzle_set("english-classics")


def run(*words):
    return CliRunner().invoke(app, ["puzzles", *words])


@pytest.mark.parametrize("name", ["english-classics", "triangle5-unique-jump"])
def test_a_sheet_is_solved_from_its_own_letters(name, tmp_path):
    """The pictures contain the hole names that the moves on the last page use."""
    path = tmp_path / "sheet.html"
    assert run(name, "--sheet", str(path)).exit_code == 0
    puzzles, solutions = path.read_text().split('<section class="solutions">')
    pictures = re.findall(r'<svg class="board".*?</svg>', puzzles, re.DOTALL)
    moves = re.findall(r"</strong> (.*) \(\d+ moves?\)</li>", solutions)
    goals = [puzzle.finish for puzzle in puzzle_set(name)]
    for picture, made, goal in zip(pictures, moves, goals, strict=True):
        left = pegs_left(picture, made)
        assert len(left) == 1
        assert goal in ("any", *left)


def test_names_are_escaped():
    board = CLASSICS.board
    item = SheetItem("<b>", board.vacancy("d4"), "a & b", "c < d")
    page = puzzle_sheet("<i>", [item])
    assert "<b>" not in page
    assert "<i>" not in page
    assert "a &amp; b" in page
