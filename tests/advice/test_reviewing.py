"""Reviews of games, compared with searches for every position of random games."""

import random

import pytest
from hypothesis import given, strategies as st
from marks import examples
from value_tables import made

from pegsolitaire.advice import Guide, review
from pegsolitaire.board import english, named_board, triangle
from pegsolitaire.errors import ProblemError
from pegsolitaire.game import Jump, Problem, Solution, moves_of
from pegsolitaire.solving import fewest_pegs
from pegsolitaire.work import Work

T5 = triangle(5)
PROBLEMS = [
    Problem.complement(T5, "a1"),
    Problem.to_any(T5.vacancy("a2")),
    Problem.complement(named_board("truncated12"), "a2"),
    Problem.complement(T5, "b2"),  # lost from the start
]


def random_game(problem, seed, most=30):
    rng, position = random.Random(seed), problem.board.position(f"code:{problem.starts[0]}")
    start, jumps = position, []
    while position.legal_jumps and len(jumps) < most:
        jumps.append(rng.choice(list(position.legal_jumps)))
        position = position.play(jumps[-1])
    return Solution(start, jumps)


@examples(30)
@given(st.sampled_from(PROBLEMS), st.integers(0, 10_000), st.integers(0, 30))
def test_every_step_is_what_searches_find(problem, seed, most):
    wins, known = made(problem)
    game = random_game(problem, seed, most)
    found = review(Guide(problem, wins=wins), game, known)
    assert [step.position for step in found.steps] == list(game.positions)
    for step, position in zip(found.steps, game.positions, strict=True):
        assert step.winning is (position in wins)
        assert step.solutions == known.solutions(position)
        assert step.fewest_pegs == fewest_pegs(position)
        assert step.exact
        assert set(step.winners) == {jump for jump, one in wins.verdicts(position).items() if one}
    dead = [number for number, one in enumerate(game.positions) if one not in wins]
    assert found.lost_by == (dead[0] if dead else None)
    if found.lost_by:
        before = game.positions[found.lost_by - 1]
        assert found.jumps_left == len(before) - 1
        assert game.jumps[found.lost_by - 1] not in found.others
        assert found.others
    else:
        assert (found.others, found.jumps_left) == ((), None)


@examples(20)
@given(st.integers(0, 10_000))
def test_the_fewest_moves_of_whole_games(seed):
    """Play every winning continuation; the best one has the number of moves reported."""
    problem = PROBLEMS[0]
    wins, known = made(problem)
    solution = random.Random(seed).choice(_solutions(wins))
    found = review(Guide(problem, wins=wins), solution, known)
    assert found.steps[-1].moves == len(solution.moves)
    for number, step in enumerate(found.steps):
        if number < len(solution) - 6:
            continue
        made_so_far = solution.jumps[:number]
        whole = [
            len(moves_of([*made_so_far, *rest.jumps]))
            for rest in wins.solutions(solution.positions[number])
        ]
        assert step.moves == min(whole)
    longer = [n for n, step in enumerate(found.steps) if step.moves > found.steps[0].moves]
    assert found.longer_by == (longer[0] if longer else None)


def _solutions(wins):
    lines = wins.solutions(T5.vacancy("a1"))
    return [next(lines) for _ in range(50)]


def test_without_time_no_search_is_begun():
    problem = PROBLEMS[0]
    wins, known = made(problem)
    game = random_game(problem, 3)
    found = review(Guide(problem, wins=wins), game, known, work=Work(0))
    assert found.lost_by
    for step in found.steps[found.lost_by :]:
        assert (step.fewest_pegs, step.exact) == (len(game.finish), False)


def test_without_numbers():
    board = named_board("wiegleb")
    problem = Problem.complement(board, "e5")
    game = Solution(board.vacancy("e5"), [Jump.from_text("e3-e5", board)])
    found = review(Guide(problem), game, None, work=Work(0.2))
    assert [step.solutions for step in found.steps] == [None, None]
    assert found.longer_by is None


def test_games_of_other_problems():
    wins, known = made(PROBLEMS[0])
    guide = Guide(PROBLEMS[0], wins=wins)
    for start in (T5.vacancy("a2"), english().vacancy("d4")):
        with pytest.raises(ProblemError, match="does not begin at the start of triangle5"):
            review(guide, Solution(start, []), known)


def test_goals_of_several_pegs_are_not_asked_for_the_fewest():
    problem = Problem(T5.vacancy("a1"), [T5.position("code:28")])
    wins, known = made(problem)
    found = review(Guide(problem, wins=wins), Solution(T5.vacancy("a1"), []), known)
    assert (found.steps[0].fewest_pegs, found.steps[0].exact) == (None, False)
