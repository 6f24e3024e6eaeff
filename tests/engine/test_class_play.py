"""Tests of random play over whole classes, compared with play over the reachable positions."""

import numpy as np
import pytest
from marks import slow_but_for
from private import set_private

from pegsolitaire.board import apply_permutation, named_board
from pegsolitaire.chance import exact, plan_odds, player_named, random_play
from pegsolitaire.chance.exact import (
    Run,
    play_by_class,
    play_by_levels,
    whole_class,
    worthwhile_class,
)
from pegsolitaire.engine.class_play import ClassByPegs
from pegsolitaire.errors import BudgetSpentError
from pegsolitaire.game import Problem
from pegsolitaire.theory import as_type, class_of
from pegsolitaire.work import Work

CASES = [
    ("triangle4", "a2"),
    ("triangle5", "a1"),
    ("triangle6", "a2"),
    ("square4", "b2"),
    ("square5", "c3"),
    ("rhombus4", "a1"),
    ("hexagon19", "c3"),
    ("english5", "b2"),
    ("cube3", None),
    ("truncated18", None),
]


def run_of(problem, name="any", *, by_hole=None, work=None):
    player, work = player_named(name, problem), Work.of(work)
    return Run(problem, player, by_hole=by_hole, winning=False, work=work), player


def both(problem, *, by_hole=None, threads=2):
    """Return the odds by class and by levels."""
    run, player = run_of(problem, by_hole=by_hole)
    by_class = play_by_class(run, whole_class(run), work=Work(threads=threads).begin())
    run, player = run_of(problem, by_hole=by_hole)
    return by_class, play_by_levels(run, player, work=Work(threads=threads).begin())


def check_same(one, other):
    assert one.positions == other.positions
    assert [code for code, _ in one.finals] == [code for code, _ in other.finals]
    chances = [[chance for _, chance in odds.finals] for odds in (one, other)]
    assert np.allclose(*chances, rtol=one.error + other.error, atol=0)


@pytest.mark.every(3)
@pytest.mark.parametrize(("name", "hole"), CASES)
@pytest.mark.parametrize("by_hole", [False, True])
def test_classes_and_levels_give_the_same_chances(name, hole, by_hole):
    board = named_board(name)
    start = board.vacancy(board.holes[1] if hole is None else hole)
    check_same(*both(Problem.to_any(start), by_hole=by_hole))


def test_one_finish_and_several_starts():
    board = named_board("triangle5")
    check_same(*both(Problem.complement(board, "a1")))
    check_same(*both(as_type(named_board("square4"), "A").problem))


def test_starts_of_classes_that_no_symmetry_maps_to_one_another_are_refused():
    board = named_board("triangle6")
    kinds = {class_of(board, board.vacancy(hole).code): hole for hole in board.holes}
    starts = tuple(board.vacancy(hole).code for hole in kinds.values())
    problem = Problem.of_codes(board, starts, Problem.to_any(board.vacancy("a1")).finishes)
    run, _ = run_of(problem, by_hole=True)
    assert len(kinds) > 1
    assert whole_class(run) is None


@pytest.mark.parametrize("name", slow_but_for(["triangle5"], ["triangle5", "square4", "english5"]))
def test_every_position_of_a_class_has_its_place(name):
    board = named_board(name)
    member = board.vacancy(board.holes[0]).code
    kind = class_of(board, member)
    group = tuple(
        s for s in board.symmetries if class_of(board, apply_permutation(s.image, member)) == kind
    )
    split = ClassByPegs(board, member, group)
    found = {}
    for code in range(1 << len(board)):
        if class_of(board, code) == kind:
            places, images = split.places(code)
            assert 1 <= len(places) <= images
            for place in places:
                found.setdefault((code.bit_count(), place), set()).add(code)
    for pegs in range(len(board) + 1):
        assert sum(key[0] == pegs for key in found) == split.begins(pegs)[-1]
    orbits = [{apply_permutation(s.image, min(codes)) for s in group} for codes in found.values()]
    assert all(codes == orbit for codes, orbit in zip(found.values(), orbits, strict=True))


def test_a_small_low_part_changes_nothing(monkeypatch):
    set_private(monkeypatch, "pegsolitaire.engine.class_play", _LOW=3)
    for name, hole in CASES[:4]:
        check_same(*both(Problem.to_any(named_board(name).vacancy(hole))))


def test_it_is_taken_where_it_is_worth_it(monkeypatch):
    problem = Problem.to_any(named_board("triangle6").vacancy("a2"))
    run, player = run_of(problem)
    assert worthwhile_class(run) is None  # too small
    set_private(monkeypatch, exact, _MIN_SORTED_ENTRIES=1)
    plan = worthwhile_class(run)
    assert plan.entries > 100_000
    assert worthwhile_class(run_of(problem, work=Work(memory="1MiB"))[0]) is None
    assert worthwhile_class(run_of(problem, "greedy")[0]) is None
    assert plan_odds(problem, player).positions == plan.entries
    few = Problem.to_any(named_board("triangle6").position("*/../.../..../...../*....."))
    assert worthwhile_class(run_of(few)[0]) is None  # few positions are reachable


def test_it_keeps_to_a_budget_of_time(monkeypatch):
    set_private(monkeypatch, exact, _MIN_SORTED_ENTRIES=1)
    with pytest.raises(BudgetSpentError):
        random_play(Problem.to_any(named_board("triangle6").vacancy("a2")), work=Work(0.0))
