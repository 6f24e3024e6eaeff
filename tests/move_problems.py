"""Small problems for tests of the fewest moves, and their symmetries in the reference version."""

import naive

from pegsolitaire.board import english, named_board, rectangle, triangle
from pegsolitaire.game import Problem

T4, T5, T33 = triangle(4), triangle(5), english()
SMALL = [
    Problem(T4, "a2", "b2"),
    Problem.complement(T5, "a1"),
    Problem(T5, "a4", "a1"),
    Problem.to_any(T5.vacancy("c5")),
    Problem.complement(named_board("truncated12"), "a2"),
    Problem.to_any(rectangle(4, 4).vacancy("b1")),
    Problem.complement(rectangle(3, 5), "b1"),
]


def names(problem):
    return str(problem)


def naive_group(problem):
    return naive.problem_group(problem.board, problem.starts, problem.finishes)


def codes(ends, level):
    return sorted(map(int, ends.codes(level)))
