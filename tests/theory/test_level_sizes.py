"""No set has more positions than its bound."""

from pegsolitaire.board import named_board, triangle
from pegsolitaire.game import Problem
from pegsolitaire.sets import WinningSets
from pegsolitaire.theory import canonical_bounds

T5 = triangle(5)


def test_no_set_has_more_positions_than_its_bound():
    for board in (T5, triangle(4), named_board("english5"), named_board("rectangle3x4")):
        for hole in board.holes:
            for problem in (Problem.to_any(board.vacancy(hole)), Problem.complement(board, hole)):
                bounds = canonical_bounds(problem)
                sizes = WinningSets.build(problem).sizes()
                assert all(size <= bounds[pegs] for pegs, size in sizes.items())
