"""Answers from built-in knowledge: every stored line replays, and every bound is correct."""

import random
from functools import cache

import pytest
from hypothesis import given, strategies as st
from marks import each, examples

from pegsolitaire.advice import Guide
from pegsolitaire.board import (
    CATALOGUE,
    apply_permutation,
    english,
    named_board,
    triangle,
    wiegleb,
)
from pegsolitaire.construct import constructed
from pegsolitaire.data import Lines, knowledge_of, vacancy_puzzles
from pegsolitaire.game import Position, Problem
from pegsolitaire.reasons import explain
from pegsolitaire.solving import known_answer, known_problems, short_solution, shortest, solve
from pegsolitaire.theory import read_problem, shares_class
from pegsolitaire.work import Work

BUILT_IN = [named_board(name) for name in CATALOGUE]
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


def test_facts_are_printed(pegs, document):
    shown = document("show", "known", "triangle5")
    assert shown["formulas"] == {"least": 6, "most": None}
    impossible = [row for row in shown["problems"] if row["solvable"] is False]
    assert {(row["start"], row["finish"]) for row in impossible} >= {("b3", "a1")}
    assert all(row["source"] for row in impossible)
    moves = "a4-a2, a1-a3, c4-a4-a2, c3-a3-a1-c3, d4-b2"
    assert moves in pegs("show", "known", "triangle4", "--moves")
    nothing = "no results are known for the problems of rectangle3x7"
    assert nothing in pegs("show", "known", "rectangle3x7")


def test_facts_tell_which_vacancies_can_be_won(pegs, document):
    printed = pegs("show", "known", "square3")
    assert "no game from one missing peg ends with one peg" in printed
    assert "the fewest pegs that can be left: a1 4 pegs, b1 7 pegs" in printed
    vacancies = document("show", "known", "english")["vacancies"]
    assert {"start": "c1", "finish": "c1", "best": 16} in vacancies["solvable"]
    assert not vacancies["undecided"]


# -- the table ------------------------------------------------------------------------------------


@pytest.mark.every(2)
@pytest.mark.parametrize("board", BUILT_IN, ids=lambda board: board.name)
def test_no_solution_is_shorter_than_a_bound_allows(board):
    facts = knowledge_of(board)
    for known in facts.solutions:
        start, finish = known.solution.start, known.solution.finish
        for problem in (Problem(start, [finish]), Problem.to_any(start)):
            bound, best = facts.bound(problem), facts.solution(problem)
            assert len(best.moves) <= len(known.solution.moves)
            assert bound is None or bound.moves <= len(best.moves), (problem, bound)
            assert known.source


@each("board", BUILT_IN)
def test_nothing_that_is_impossible_has_a_solution(board):
    for fact in knowledge_of(board).impossible:
        problem = Problem(board, fact.pair.start, fact.pair.finish)
        assert shares_class(problem), "its class forbids it: nobody has to say so"
        assert knowledge_of(board).solution(problem) is None
        assert known_answer(problem).solvable is False


@pytest.mark.parametrize("name", ["triangle4", "triangle5", "square4", "truncated12"])
def test_bounds_and_impossible_problems_are_those_of_the_search(name):
    """Recompute each bound and each impossible problem of some small boards."""
    board = named_board(name)
    for bound in knowledge_of(board).bounds:
        start = board.vacancy(bound.pair.start)
        problem = read_problem(board, f"code:{start.code}", bound.pair.finish)
        assert shortest(problem, facts=False).lower_bound == bound.moves
    for fact in knowledge_of(board).impossible:
        problem = Problem(board, fact.pair.start, fact.pair.finish)
        assert solve(problem, facts=False).solvable is False


def test_bounds_are_those_of_vacancies_and_their_images_alone():
    board = triangle(10)
    facts = knowledge_of(board)
    assert facts.bound(Problem.to_any(board.vacancy("a3"))).moves == 18
    assert facts.bound(Problem.to_any(board.vacancy("b5"))).moves == 19
    for symmetry in board.symmetries:
        image = Position(board, apply_permutation(symmetry.image, board.vacancy("b5").code))
        assert facts.bound(Problem.to_any(image)).moves == 19
    assert facts.bound(Problem.to_any(board.vacancy("a3").play("a1-a3"))) is None


# -- positions of known lines ---------------------------------------------------------------------


@cache
def lines():
    return [
        (board, known.solution)
        for board in (english(), wiegleb(), triangle(5), named_board("square6"))
        for known in knowledge_of(board).solutions
    ]


@examples(150)
@given(st.deferred(lambda: st.sampled_from(lines())), st.randoms(use_true_random=False))
def test_every_position_of_a_line_and_its_images_win(case, chance):
    board, line = case
    if chance.random() < 0.5:
        line = line.reversed()
    image = chance.choice(board.symmetries).image
    at = chance.randrange(len(line.positions))
    position = Position(board, apply_permutation(image, line.positions[at].code))
    end = apply_permutation(image, line.finish.code)
    problem = Problem.of_codes(board, (position.code,), (end,))
    assert known_answer(problem).solution.solves(problem)


@examples(60)
@given(st.integers(0, 10**6))
def test_what_the_lines_say_is_true(seed):
    """Where a random position of the 15-hole triangle lies on a known line, a search agrees."""
    chance = random.Random(seed)
    board = triangle(5)
    position = board.vacancy(chance.choice(board.holes))
    for _ in range(chance.randrange(9)):
        if position.legal_jumps:
            position = position.play(chance.choice(list(position.legal_jumps)))
    problem = Problem.to_any(position)
    answer = known_answer(problem)
    if answer is not None:
        assert answer.solvable is solve(problem, facts=False).solvable


def test_lines_know_their_finish():
    board = english()
    line = next(known.solution for known in knowledge_of(board).solutions)
    lines = Lines(board, [line])
    wrong = next(1 << i for i in range(33) if 1 << i != line.finish.code)
    assert lines.find(line.positions[5], [line.finish.code]) is not None
    assert lines.find(line.positions[5], [wrong]) is None
    assert lines.find(board.position("code:7"), [wrong]) is None


# -- callers ------------------------------------------------------------------------------------


@each("board", [board for board in BUILT_IN if 37 < len(board) <= 64])
def test_solvable_vacancies_of_large_boards_are_answered_without_a_search(board):
    for puzzle in vacancy_puzzles(board) or ():
        problem = read_problem(board, puzzle.start, puzzle.finish)
        assert known_answer(problem).solution.solves(problem), puzzle.name


def test_the_guide_follows_a_known_line_to_its_end():
    """The line is known from all images of its first jump."""
    problem = Problem.complement(wiegleb(), "e5")
    guide = Guide.make(problem)
    assert guide.wins is None
    position = wiegleb().vacancy("e5")
    assert list(guide.verdicts(position, work=Work(0)).values()) == [True] * 4
    for _ in range(43):
        position = position.play(guide.hint(position))
        assert guide.winning(position)
    assert position.code in problem.finishes


@pytest.mark.slow
def test_the_guide_follows_a_construction_on_a_large_board():
    problem = Problem.complement(triangle(14), "a2")
    guide = Guide(problem)
    line = constructed(problem)
    for position in line.positions[::10]:
        assert guide.winning(position)
        assert guide.solution(position).finish == line.finish
    off = line.start.play(next(j for j in line.start.legal_jumps if j != line.jumps[0]))
    assert guide.winning(off) in (True, None)


def test_explain_asks_what_is_known_first():
    found = explain(wiegleb().vacancy("e5"), wiegleb().single("e5"), work=Work(positions=0))
    assert found.dead is False
    assert len(found.solution.moves) == 22


def test_shortest_begins_with_what_is_known():
    found = shortest(Problem.complement(wiegleb(), "e5"), work=Work(memory="1B"))
    assert (found.lower_bound, len(found.solution.moves)) == (22, 22)


@pytest.mark.slow
def test_short_begins_with_what_is_known_of_large_boards():
    found = short_solution(Problem.to_any(triangle(10).vacancy("a3")), work=Work(0))
    assert (found.lower_bound, found.proven) == (18, True)
    found = short_solution(Problem.complement(wiegleb(), "e5"), widest=1, work=Work(0))
    assert (found.lower_bound, len(found.solution.moves)) == (22, 22)
    found = short_solution(Problem.to_any(triangle(11).vacancy("a2")), widest=1, work=Work(0))
    assert (found.lower_bound, len(found.solution.moves)) == (19, 22)
