"""Solutions with few moves, found by reordering jumps or by a narrow search."""

import naive
import pytest
from move_problems import SMALL, T5, T33, names
from private import set_private

from pegsolitaire.game import Problem, Solution
from pegsolitaire.solving import reorder, solve


def test_a_narrow_search_is_never_worse_than_what_it_is_given(monkeypatch):
    solution = solve(Problem.complement(T33, "d4")).solution
    for width in (1, 2, 10, 100):
        set_private(monkeypatch, "pegsolitaire.solving.shortest_solutions", _WIDTH=width)
        better = reorder(solution)
        assert better.finish == solution.finish
        assert sorted(better.jumps) == sorted(solution.jumps)
        assert len(better.moves) <= len(solution.moves)


def test_nothing_to_reorder():
    start = T5.vacancy("a1")
    assert reorder(Solution(start, [])) == Solution(start, [])


# -- the same jumps in another order --------------------------------------------------------------


def fewest_moves_of(start, jumps):
    """Try all orders of the jumps and return the fewest moves."""
    best = [len(jumps)]

    def go_on(position, left, last, moves):
        if moves > best[0]:
            return
        if not left:
            best[0] = moves
        for jump in set(left):
            following = naive.after(position, (jump.start, jump.over, jump.end))
            if following is not None:
                rest = list(left)
                rest.remove(jump)
                go_on(following, rest, jump.end, moves + (jump.start != last))

    go_on(frozenset(start), list(jumps), None, 0)
    return best[0]


@pytest.mark.parametrize("problem", SMALL, ids=names)
def test_reordered_against_all_orders(problem):
    solution = solve(problem).solution
    if solution is None:
        return
    better = reorder(solution)
    assert better.solves(problem)
    assert sorted(better.jumps) == sorted(solution.jumps)
    assert len(better.moves) == fewest_moves_of(solution.start, solution.jumps)
