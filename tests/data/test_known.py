"""What is known of a board, bounds by formula, and regions."""

import json

import known
import pytest
from marks import each

from pegsolitaire.board import named_board, triangle
from pegsolitaire.cli.main import run
from pegsolitaire.construct import move_bounds
from pegsolitaire.data import knowledge_of
from pegsolitaire.draw import region_names, regions_svg
from pegsolitaire.errors import ProblemError
from pegsolitaire.game import Problem
from pegsolitaire.solving import known_problems
from pegsolitaire.theory import merson_regions, packings

BOARDS = ["english", "french", "wiegleb", "triangle5", "triangle10", "triangle12", "square6"]


@each("name", BOARDS)
def test_everything_that_is_known_has_its_row(name):
    board = named_board(name)
    facts, rows = knowledge_of(board), known_problems(board)
    listed = {one.solution for row in rows for one in row.solutions}
    assert listed >= {one.solution for one in facts.solutions}
    assert len({row.pair for row in rows}) == len(rows)
    for row in rows:
        assert not (row.impossible and row.solutions)
        if "any" in (row.pair.start, row.pair.finish):
            continue
        problem = Problem(board, row.pair.start, row.pair.finish)
        if row.solutions:
            best = facts.solution(problem) or row.solutions[0].solution
            assert row.moves == len(best.moves)
        if row.bound is not None and row.moves is not None:
            assert row.bound.moves <= row.moves
        if row.impossible is not None:
            assert facts.impossibility(problem.starts[0], problem.finishes[0]) is not None


def test_bounds_by_formula_are_those_of_the_paper():
    assert {n: move_bounds(n).least for n in known.MERSON_BOUNDS} == known.MERSON_BOUNDS
    assert move_bounds(12).most == 29
    assert move_bounds(13).most is None
    for n in range(12, 200, 12):  # formula (3), of the leading terms
        assert move_bounds(n).least * 18 == n * n + 18 * n
    with pytest.raises(ProblemError, match="give 4 or more"):
        move_bounds(3)


@each("side", range(4, 13))
def test_the_formula_counts_regions_that_there_are(side):
    """Formula (2) is the number of disjoint regions, less one on even sides."""
    regions = len(packings(triangle(side), merson_regions(triangle(side)), 1)[0])
    assert move_bounds(side).least <= regions
    if side % 2 == 0 and side <= 10:
        assert move_bounds(side).least == regions - 1


@pytest.mark.parametrize(("side", "regions"), [(6, 9), (8, 13), (10, 18)])
def test_regions_of_figure_11(capsys, tmp_path, side, regions):
    picture = tmp_path / "regions.svg"
    name = f"triangle{side}"
    assert run(["show", name, "--regions", "--svg", str(picture), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (len(found["regions"]), found["least_moves"]) == (regions, regions - 1)
    assert picture.read_text().count("-region ") == regions
    holes = [hole for region in found["regions"] for hole in region]
    assert len(set(holes)) == len(holes)
    assert run(["show", name, "--regions"]) == 0
    printed = capsys.readouterr().out
    assert f"{regions} regions: a solution from one vacancy to one peg takes at least" in printed
    for letter in "ABC":
        assert letter in printed


@pytest.mark.parametrize("name", ["square6", "english", "triangle9"])
def test_neighbouring_regions_have_different_colours(name):
    board = named_board(name)
    best = packings(board, merson_regions(board), 1)[0]
    assert len(set(region_names(board, best))) == sum(mask.bit_count() for mask in best)
    assert regions_svg(board, best).count("-region ") == len(best)


def test_facts_are_printed(capsys):
    assert run(["show", "known", "triangle5", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["formulas"] == {"least": 6, "most": None}
    impossible = [row for row in document["problems"] if row["solvable"] is False]
    assert {(row["start"], row["finish"]) for row in impossible} >= {("b3", "a1")}
    assert all(row["source"] for row in impossible)
    assert run(["show", "known", "triangle4", "--moves"]) == 0
    printed = capsys.readouterr().out
    assert "a4-a2, a1-a3, c4-a4-a2, c3-a3-a1-c3, d4-b2" in printed
    assert run(["show", "known", "rectangle3x7"]) == 0
    assert "no results are known for the problems of rectangle3x7" in capsys.readouterr().out


@pytest.mark.parametrize(
    "arguments", [["english", "d4", "--regions"], ["english", "--regions", "--problems"]]
)
def test_regions_go_alone(capsys, arguments):
    assert run(["show", *arguments]) == 2
    assert "--regions cannot be combined with" in capsys.readouterr().err


def test_facts_tell_which_vacancies_can_be_won(capsys):
    assert run(["show", "known", "square3"]) == 0
    printed = capsys.readouterr().out
    assert "no game from one missing peg ends with one peg" in printed
    assert "the fewest pegs that can be left: a1 4 pegs, b1 7 pegs" in printed
    assert run(["show", "known", "english", "--json"]) == 0
    vacancies = json.loads(capsys.readouterr().out)["vacancies"]
    assert {"start": "c1", "finish": "c1", "best": 16} in vacancies["solvable"]
    assert not vacancies["undecided"]


def test_all_moves_of_a_triangle(capsys):
    assert run(["triangle", "20", "g10", "--moves"]) == 0
    *moves, summary = capsys.readouterr().out.splitlines()
    assert f"in {len(moves)} moves" in summary


@pytest.mark.parametrize(
    "side", [14, 15, *(pytest.param(n, marks=pytest.mark.slow) for n in (18, 24))]
)
def test_stored_bounds_count_regions_that_there_are(side):
    """A move for each disjoint region but the one that the vacancy may lie in; (2) has fewer."""
    board = triangle(side)
    [row] = (row for row in known_problems(board) if str(row.pair) == "any to any")
    regions = packings(board, merson_regions(board), 1)[0]
    assert sum(regions) == sum(1 << i for i in range(len(board)) if sum(regions) >> i & 1)
    assert sum(mask.bit_count() for mask in regions) == sum(regions).bit_count()
    assert row.bound.moves == len(regions) - 1 >= move_bounds(side).least
