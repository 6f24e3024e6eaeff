"""Exploring: each jump from a position, with the solutions, moves and chances after it."""

import random

import numpy as np
import pytest
from marks import quick_then, slow
from value_tables import made, positions, rest_of

from pegsolitaire.advice import Guide, explore
from pegsolitaire.board import named_board, triangle, wiegleb
from pegsolitaire.game import Problem
from pegsolitaire.sets import FewestMoves, PositionValues, WinningSets
from pegsolitaire.solving import count
from pegsolitaire.work import Work

T5 = named_board("triangle5")


def to_any(name, hole):
    return Problem.to_any(named_board(name).vacancy(hole))


QUICK = [Problem.complement(T5, "a1"), Problem.complement(triangle(6), "a1")]


def check_rows(problem, position, shortest, count=count):
    """Check every row of a position by a count and a search from the position after its jump."""
    wins, known = made(problem)
    found = explore(Guide(problem, wins=wins), position, known)
    finishes = problem.finishes
    rows = {jump: row for row in found.jumps for jump in (row.jump, *row.twins)}
    assert set(rows) == set(position.legal_jumps)
    total = 0
    for jump, row in rows.items():
        after = position.play(jump)
        rest = rest_of(problem, after)
        number = int(after.code in finishes) or (len(after) > 1 and count(rest))
        assert row.solutions == number
        assert row.winning is bool(number)
        assert row.rest == (shortest(rest) if number else None)
        assert (row.moves is None) is not bool(number)
        total += number
    assert found.solutions == total
    assert sum(row.share for row in found.jumps) == pytest.approx(1 if total else 0)
    moves = [row.moves for row in found.jumps if row.winning]
    assert found.moves == min(moves, default=None)
    order = [(row.winning, row.solutions) for row in found.jumps]
    assert order == sorted(order, reverse=True)
    return found


def fewest(problem):
    table = FewestMoves.build(problem.board, problem.finishes)
    return lambda rest: int(table.moves_of_codes(np.array(rest.starts, np.uint64))[0])


@pytest.mark.parametrize("many", quick_then(8, 24))
@pytest.mark.parametrize(
    "problem",
    [*QUICK, slow(to_any("square4", "b1")), slow(to_any("truncated18", "a2"))],
    ids=str,
)
def test_rows_are_what_searches_find(problem, many):
    every = [one for one in positions(problem, 4) if one.code not in problem.finishes]
    shortest = fewest(problem)
    for position in random.Random(1).sample(every, many):
        check_rows(problem, position, shortest)


def test_dead_positions():
    wins, known = made(QUICK[0])
    dead = T5.vacancy("a1").play("a3-a1").play("c4-a2")
    found = explore(Guide(QUICK[0], wins=wins), dead, known)
    assert (found.winning, found.solutions, found.moves, found.chance) == (False, 0, None, 0)
    assert {(row.winning, row.solutions, row.moves) for row in found.jumps} == {(False, 0, None)}


def test_twins_of_a_small_board_are_one_row():
    wins, known = made(Problem.complement(triangle(5), "a1"))
    found = explore(Guide(known.problem, wins=wins), triangle(5).vacancy("a1"), known)
    [row] = found.jumps
    assert [str(jump) for jump in (row.jump, *row.twins)] == ["a3-a1", "c3-a1"]
    assert (row.solutions, row.share, row.moves, row.rest) == (3_408, 1, 10, 9)
    assert found.solutions == 6_816


def test_without_numbers_only_verdicts_are_told():
    problem = Problem.complement(wiegleb(), "e5")
    start = wiegleb().vacancy("e5")
    found = explore(Guide(problem), start, None, work=Work(0.2))
    [row] = found.jumps
    assert len(row.twins) == 3
    assert (found.solutions, row.solutions, row.share, row.moves) == (None, None, None, None)
    assert Guide(problem).values() is None


def test_short_rests_of_games_have_numbers():
    """Even without winning sets, a position of twelve pegs on Wiegleb's board has numbers."""
    problem = Problem.complement(wiegleb(), "e5")
    solution = Guide(problem).solution(wiegleb().vacancy("e5"))
    late = next(one for one in solution.positions if len(one) == 12)
    found = explore(Guide(problem), late)
    assert found.solutions == count(rest_of(problem, late))
    assert found.jumps[0].winning
    assert PositionValues.of_rest(problem, solution.finish).moves(solution.finish) == 0


def test_numbers_are_stored_where_there_are_many(tmp_path, monkeypatch):
    monkeypatch.setenv("PEGSOLITAIRE_HOME", str(tmp_path))
    problem = QUICK[0]
    guide = Guide(problem, wins=WinningSets.build(problem))
    assert guide.values().solutions(T5.vacancy("a1")) == 6816
    assert not list(tmp_path.iterdir())
    monkeypatch.setattr("pegsolitaire.sets.values.MAX_QUICK_POSITIONS", 10)
    assert guide.values().solutions(T5.vacancy("a1")) == 6816
    assert (tmp_path / "triangle5" / "a1_a1.values.npz").is_file()
    (tmp_path / "triangle5").rename(tmp_path / "away")
    (tmp_path / "triangle5").write_text("a file")
    assert guide.values().solutions(T5.vacancy("a1")) == 6816
