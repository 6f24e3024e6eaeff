"""Missing entries in built-in files are never taken for a proof that there is no solution."""

import json
from dataclasses import replace
from types import SimpleNamespace

import pytest
from private import private, set_private

from pegsolitaire import solving
from pegsolitaire.advice import openings, vacancy_standings
from pegsolitaire.board import hexagon, named_board, rectangle, rhombus, triangle
from pegsolitaire.construct import cores, hexagons, rectangles, strips
from pegsolitaire.data.knowledge import Knowledge
from pegsolitaire.game import Outcome, Problem
from pegsolitaire.papers import paper_rows, run_row
from pegsolitaire.solving import answers, solve
from pegsolitaire.theory import feasible_finishes

ROWS = {row.name: row for row in paper_rows()}


@pytest.fixture
def without(monkeypatch):
    """Remove the stored solutions of some pairs of a side, and all built-in knowledge."""

    def take(side, *pairs):
        stored = {key: dict(found) for key, found in private(cores, "_cores")().items()}
        for start, finish in pairs:
            ends = triangle(side).hole(start), triangle(side).hole(finish)
            assert stored[side].pop(ends, None) is not None
        set_private(monkeypatch, cores, _cores=lambda: stored)
        monkeypatch.setattr(answers, "knowledge_of", Knowledge)

    return take


@pytest.mark.every(3)
@pytest.mark.parametrize(
    ("side", "start", "finish"),
    [(4, "a2", "b2"), (5, "a1", "a4"), (5, "a1", "a1"), (6, "a1", "a1"), (7, "a2", "a3")],
)
def test_a_deleted_solution_of_a_triangle(without, document, side, start, finish):
    """The command finds another solution, and the row of Table 3 does not change."""
    without(side, (start, finish))
    found = document("triangle", side, start, finish)
    assert (found["solvable"], found["finish"]) == (True, finish)
    assert solve(Problem(triangle(side), start, finish)).outcome is Outcome.SOLVED
    assert run_row(ROWS[f"triangular-table-3-side-{side}"]).status == "equal"


def test_what_a_search_does_not_find_is_not_known(without, monkeypatch, document, pegs):
    without(6, ("a1", "a1"))
    monkeypatch.setattr("pegsolitaire.solving.search_core", lambda problem: None)
    found = document("triangle", 6, "a1", "a1", code=3)
    assert (found["solvable"], found["jumps"], found["moves"]) == (None, [], [])
    said = pegs("triangle", 6, "a1", "a1", code=3)
    assert said.startswith("not known: no solution from a1 to a1 on a core of 21 holes is stored")
    assert "says why" not in said


def no_removals(monkeypatch, name):
    """Remove all stored removals of one kind."""
    stored = strips.removals
    monkeypatch.setattr(strips, "removals", lambda kind: () if kind == name else stored(kind))
    private(strips, "_entry").cache_clear()


def a_vacancy(board):
    """Return the last hole from which the position class allows a game."""
    return [hole for hole in board.holes if feasible_finishes(board.vacancy(hole))][-1]


@pytest.mark.parametrize(
    ("board", "removal"),
    [
        (rectangle(8, 10), "four columns"),
        (rectangle(9, 9), "five columns"),
        (rhombus(9), "upright 6-removal"),
    ],
    ids=["four columns", "five columns", "upright 6-removal"],
)
def test_a_missing_removal_leaves_a_rectangle_undecided(monkeypatch, board, removal):
    no_removals(monkeypatch, removal)
    found = rectangles.solve_rectangle(board, a_vacancy(board), None)
    with pytest.raises(cores.MissingPartError, match=f"^no {removal} that "):
        rectangles.extended(board, a_vacancy(board), None)
    private(strips, "_entry").cache_clear()
    assert found is None


def test_a_missing_removal_leaves_a_hexagon_to_a_search(monkeypatch):
    no_removals(monkeypatch, "inverted opening")
    board = hexagon(5)
    assert hexagons.solve_hexagon(board, (0, 0), None, lambda core: None) is None
    private(strips, "_entry").cache_clear()


def test_missing_openings_of_rectangles(monkeypatch):
    """Without an opening, the vacancy lies in the core, which is searched if it is small."""
    no_removals(monkeypatch, "upright opening")
    small, large = rectangle(5, 8), rectangle(21, 21)
    assert rectangles.solve_rectangle(small, a_vacancy(small), None, solving.search_core)
    first, last = (0, 0), (18, 18)
    with pytest.raises(cores.MissingPartError):
        rectangles.extended(large, first, last, solving.search_core)


def test_missing_cores_of_rectangles_are_searched(monkeypatch):
    monkeypatch.setattr(rectangles, "rectangle_core", lambda *_: None)
    board = rectangle(10, 13)
    answer = solve(Problem.to_any(board.vacancy(a_vacancy(board))))
    assert answer.outcome is Outcome.SOLVED


def test_facts_without_their_impossible_problems(monkeypatch):
    """Without these facts `known_answer` knows nothing, and `solve` has to search."""
    board = triangle(5)
    problem = Problem.complement(board, "b3")
    monkeypatch.setattr(answers, "constructed", lambda problem, search=None: None)
    assert answers.known_answer(problem).outcome is Outcome.IMPOSSIBLE
    monkeypatch.setattr(answers, "knowledge_of", Knowledge)
    assert answers.known_answer(problem) is None
    assert solve(problem).reason == "exhausted: no game from b3 reaches b3"


def test_a_vacancy_that_the_file_lacks_is_unknown(monkeypatch, pegs):
    """The vacancies that the position class or a theorem excludes stay excluded."""
    for name, hole in (("diamond", "e4"), ("rectangle3x5", "a1"), ("english", "c1")):
        board = named_board(name)
        known = openings.knowledge_of(board).vacancies
        puzzles = known.puzzles.puzzles
        fewer = replace(
            known,
            lost=tuple(one for one in known.lost if one != hole),
            puzzles=replace(
                known.puzzles, puzzles=tuple(p for p in puzzles if p.name != f"Vacancy {hole}")
            ),
        )
        standing = dict(zip(map(board.hole_text, board), vacancy_standings(board), strict=True))
        assert standing[hole] in ("never", "back", "anywhere")
        monkeypatch.setattr(
            openings, "knowledge_of", lambda _, fewer=fewer: SimpleNamespace(vacancies=fewer)
        )
        later = dict(zip(map(board.hole_text, board), vacancy_standings(board), strict=True))
        assert later[hole] == "unknown"
        assert [one for one in later if later[one] == "never"] == [
            one for one in standing if standing[one] == "never" and later[one] != "unknown"
        ]
        monkeypatch.undo()
    found = json.loads(pegs("show", "known", "diamond", "--json"))
    assert found["vacancies"]["undecided"] == []
