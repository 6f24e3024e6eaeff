"""The numbers of all winning positions, against other routes to them; and their files."""

import random
from functools import cache

import naive
import numpy as np
import pytest

from pegsolitaire.analysis import SolutionCounts, count_solutions, shortest_solution
from pegsolitaire.board import english, named_board, triangle
from pegsolitaire.budget import Budget
from pegsolitaire.chance import exact_play
from pegsolitaire.engine import Outlook
from pegsolitaire.errors import (
    BoardTooLargeError,
    BudgetSpentError,
    ProblemError,
    StoreDamagedError,
    StoreMissingError,
)
from pegsolitaire.game import Position, Problem
from pegsolitaire.sets import Explored, FewestMoves, WinningSets
from pegsolitaire.theory import any_finish

T5 = triangle(5)
PROBLEMS = [
    Problem.complement(T5, "a4"),  # halved
    Problem.single(T5, "a1", "b3"),
    Problem.complement(T5, "b2"),  # no solutions
    any_finish(T5.vacancy("a2")),
    any_finish(named_board("square4").vacancy("b1")),
    Problem.complement(named_board("truncated12"), "a2"),  # an even number of holes
    Problem.between(T5.vacancy("a1"), [T5.position("code:28")]),  # several pegs
]


@cache
def made(problem):
    wins = WinningSets.build(problem)
    return wins, Explored.build(wins)


def positions(problem, number, seed=0):
    """Winning positions drawn at random, in an orientation drawn at random."""
    wins, _ = made(problem)
    rng = random.Random(seed)
    found = []
    for pegs in range(problem.finish_pegs, problem.start_pegs + 1):
        level = wins.level(pegs).tolist()
        for code in rng.sample(level, min(number, len(level))):
            found.append(Position(problem.board, rng.choice(sorted(_images(problem, code)))))
    return found


def _images(problem, code):
    return {
        sum(1 << symmetry.image[i] for i in range(len(problem.board)) if code >> i & 1)
        for symmetry in problem.group
    }


def rest_of(problem, position):
    return Problem(problem.board, (position.code,), problem.finishes)


@pytest.mark.parametrize("problem", PROBLEMS, ids=str)
def test_ways_to_win_are_those_of_two_other_routes(problem):
    wins, explored = made(problem)
    counts = SolutionCounts.of(wins)
    for position in positions(problem, 6):
        found = explored.solutions(position)
        assert found == counts[position]
        if len(position) < 9:
            code, finishes = position.code, problem.finishes
            assert found == naive.count_solutions(problem.board, code, finishes)


@pytest.mark.parametrize("problem", PROBLEMS, ids=str)
def test_moves_are_those_of_levels_by_moves(problem):
    _, explored = made(problem)
    table = FewestMoves.build(problem.board, problem.finishes)
    for position in positions(problem, 8):
        assert explored.moves(position) == table.moves(position)


@pytest.mark.parametrize("problem", PROBLEMS, ids=str)
def test_chances_are_those_of_random_play_from_there(problem):
    _, explored = made(problem)
    for position in positions(problem, 2):
        if position.code in problem.finishes:
            assert explored.chance(position) == 1
        else:
            odds = exact_play(rest_of(problem, position))
            assert explored.chance(position) == pytest.approx(odds.win_probability, rel=1e-9)


def test_a_peg_that_goes_on_costs_no_move():
    """What a jump begins is the better of all ways to go on from it, counted in plain Python."""
    problem = PROBLEMS[0]
    _, explored = made(problem)
    for position in positions(problem, 4, seed=1):
        if position.code in problem.finishes:
            continue
        first = [
            1 + explored.moves(position.after(jump), T5.index(jump.end))
            for jump in position.jumps
            if position.after(jump) in explored
        ]
        assert min(first) == explored.moves(position)


def test_dead_positions_have_no_numbers():
    _, explored = made(PROBLEMS[0])
    dead = T5.position("code:28")
    assert dead not in explored
    found = explored.solutions(dead), explored.moves(dead), explored.chance(dead)
    assert found == (0, None, 0)
    assert T5.full not in explored
    assert "position" not in explored
    with pytest.raises(ProblemError, match="these numbers are of triangle5"):
        explored.solutions(english().vacancy("d4"))


def test_numbers_of_several_limbs():
    """The same pass with every finish counted 2**63 times."""
    problem = Problem.complement(T5, "a1")
    wins, explored = made(problem)
    with Outlook(problem) as outlook:
        level = outlook.finish(wins.level(1))
        level = level._replace(solutions=np.array([[1 << 63]], np.uint64))
        for pegs in range(2, 15):
            level = outlook.above(level, wins.level(pegs))
            limbs = [[int(limb) for limb in row] for row in level.solutions]
            numbers = [sum(limb << 64 * i for i, limb in enumerate(row)) for row in limbs]
            columns = explored.levels[pegs]
            assert numbers == [int(number) << 63 for number in columns.solutions[0]]
    assert level.solutions.shape[1] == 2


def test_budgets():
    wins, _ = made(PROBLEMS[0])
    with pytest.raises(BudgetSpentError):
        Explored.build(wins, budget=Budget(seconds=0))
    with pytest.raises(BoardTooLargeError, match="may be used"):
        Explored.build(wins, budget=Budget(memory="1B"))


# -- files ---------------------------------------------------------------------------------------


@pytest.fixture
def stored(tmp_path):
    _, explored = made(PROBLEMS[0])
    return explored, explored.save(tmp_path), tmp_path


def test_stored_numbers_are_the_same(stored):
    explored, folder, root = stored
    assert folder.name == "a4_a4.explored"
    found = Explored.open(PROBLEMS[0], root)
    assert len(found) == len(explored)
    for pegs, level in explored.levels.items():
        again = found.levels[pegs]
        for one, two in zip(level, again, strict=True):
            assert np.array_equal(one, two)
    assert Explored.load(PROBLEMS[0], root).levels[3].codes.tolist() == [50, 4226]
    assert found.levels.get(40) is None


def test_they_are_built_where_nothing_is_stored(tmp_path):
    with pytest.raises(StoreMissingError, match="pegs check --explore"):
        Explored.open(PROBLEMS[0], tmp_path)
    assert Explored.find(PROBLEMS[0], tmp_path) is None
    built = Explored.load(PROBLEMS[0], tmp_path)
    assert built.solutions(T5.vacancy("a4")) == count_solutions(PROBLEMS[0])
    assert (tmp_path / "triangle5" / "a4_a4.npz").is_file()


@pytest.mark.parametrize("column", ["codes", "chances", "moves"])
def test_damaged_files(stored, column):
    explored, folder, root = stored
    path = folder / "pegs=6.npz"
    data = bytearray(path.read_bytes())
    data[data.index(getattr(explored.levels[6], column).tobytes())] ^= 1
    path.write_bytes(data)
    found = Explored.open(PROBLEMS[0], root)  # what is damaged is found when it is used
    with pytest.raises(StoreDamagedError, match="its checksum does not fit; remove the folder"):
        found.solutions(next(one for one in positions(PROBLEMS[0], 1) if len(one) == 6))
    path.write_bytes(b"ARROW1")
    with pytest.raises(StoreDamagedError, match="remove the folder"):
        Explored.open(PROBLEMS[0], root).levels[6]


def test_files_of_other_problems_and_missing_ones(stored):
    _, folder, root = stored
    (folder / "pegs=6.npz").write_bytes((folder / "pegs=5.npz").read_bytes())
    with pytest.raises(StoreDamagedError, match="its pegs should be 6, not 5"):
        Explored.open(PROBLEMS[0], root).levels[6]
    (folder / "pegs=7.npz").unlink()
    with pytest.raises(StoreDamagedError, match="lacks the level with 7 pegs"):
        Explored.open(PROBLEMS[0], root)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "hole", "most"),
    [("triangle5", "a1", 15), ("triangle6", "a1", 21), ("truncated18", "a2", 18),
     ("english", "d4", 22)],
)  # fmt: skip
def test_a_thousand_positions_by_count_and_shortest(name, hole, most):
    problem = Problem.complement(named_board(name), hole)
    _, explored = made(problem)
    every = [one for one in positions(problem, 40) if 1 < len(one) <= most]
    for position in random.Random(5).sample(every, min(250, len(every))):
        rest = rest_of(problem, position)
        assert explored.solutions(position) == count_solutions(rest)
        assert explored.moves(position) == shortest_solution(rest, facts=False).lower_bound
