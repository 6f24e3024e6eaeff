"""Tests that the tables of fewest moves in docs/results-in-full.md match `pegs show known`."""

import re
from pathlib import Path

import pytest
from marks import each

from pegsolitaire.board import named_board, triangle
from pegsolitaire.data import Pair, knowledge_of
from pegsolitaire.game import Problem
from pegsolitaire.solving import known_problems

TEXT = (Path(__file__).parents[2] / "docs" / "results-in-full.md").read_text(encoding="utf-8")
BOARDS = {
    "English board": "english",
    "6x6 board": "square6",
    "Triangle, side 4": "triangle4",
    "Triangle, side 5": "triangle5",
    "Triangle, side 6": "triangle6",
    "French": "french",
}
HOLE = r"([a-z]\d+)"


def section(heading, level="###"):
    """Return the text below a heading, up to the next heading."""
    [text] = re.findall(rf"^{level} {re.escape(heading)}\n(.*?)(?=^##)", TEXT, re.M | re.S)
    return text


@each(("heading", "name"), BOARDS.items())
def test_tables_of_fewest_moves(heading, name):
    rows = {row.pair: row for row in known_problems(named_board(name))}
    printed = re.findall(rf"^\| {HOLE} \| {HOLE} \| ([^|]+) \|", section(heading), re.M)
    assert len(printed) == sum("any" not in (pair.start, pair.finish) for pair in rows)
    for start, finish, moves in printed:
        row = rows[Pair(start, finish)]
        if moves == "no solution":
            assert row.impossible
        else:
            assert (row.moves, row.bound.moves) == (int(moves), int(moves)), row.pair
            assert all(one.source for one in row.solutions)


def test_table_of_triangles():
    printed = re.findall(
        r"^\| (\d+) \| (\d+) \| (\d+)(?: to (\d+))? \|", section("Triangles"), re.M
    )
    assert [int(side) for side, *_ in printed] == list(range(4, 13))
    for side, _, least, most in printed:
        rows = known_problems(triangle(int(side)))
        bounds = [row.bound.moves for row in rows if row.solutions and row.bound]
        solutions = [row.moves for row in rows if row.solutions]
        assert (min(bounds), min(solutions)) == (int(least), int(most or least)), side


def test_pairs_of_side_8_that_take_13_moves():
    [text] = re.findall(r"On side 8 the pairs that take 13 moves are (.*?) \(", TEXT, re.S)
    listed = set()
    for part in re.split(r"; (?:and )?", " ".join(text.split())):
        start, finishes = re.fullmatch(rf"{HOLE} to (.*)", part.strip(), re.S).groups()
        listed |= {(start, finish) for finish in re.findall(HOLE, finishes)}
    board = triangle(8)
    assert len(listed) == 22
    facts = knowledge_of(board)
    for start, finish in listed:
        problem = Problem(board, start, finish)
        assert (len(facts.solution(problem).moves), facts.bound(problem).moves) == (13, 13)
    rows = known_problems(board)
    assert sum(row.moves == 13 for row in rows) == 22
    assert all(row.moves == 13 or row.bound.moves >= 14 for row in rows if row.pair.start != "any")


@pytest.mark.parametrize(
    ("name", "problems"), [("wiegleb", 36), ("semi-wiegleb", 54), ("diamond", 17)]
)
def test_every_problem_of_these_boards_is_settled(name, problems):
    rows = [row for row in known_problems(named_board(name)) if row.pair.finish != "any"]
    assert len(rows) == problems
    assert all(bool(row.solutions) != bool(row.impossible) for row in rows)
