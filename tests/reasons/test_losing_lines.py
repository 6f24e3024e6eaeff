"""The shortest ways to lose: Table 6 of Bell's Notes, and small boards."""

import random
from functools import cache

import known
import naive
import pytest
from marks import slow
from private import set_private

from pegsolitaire.board import named_board
from pegsolitaire.errors import BoardTooLargeError, ProblemError
from pegsolitaire.game import Jump, Position, Problem, Solution
from pegsolitaire.reasons import DeadEnd, dead_ends, explain
from pegsolitaire.sets import WinningSets
from pegsolitaire.theory import as_type

ENGLISH, T4, T5, T6, TRUNCATED, ENGLISH5 = (
    named_board(name)
    for name in ("english", "triangle4", "triangle5", "triangle6", "truncated12", "english5")
)

# Section 7.1 and figure 10 of the Notes: how many jumps lead from a vacancy to the fastest dead
# position, and in how many ways, where the Notes say so.
FASTEST = {
    "d4": (4, 1), "d1": (4, None), "c3": (6, None), "c2": (5, 1),
    "d2": (6, None), "d3": (6, None), "c1": (6, None),
}  # fmt: skip


def triple(jump):
    """Return a jump in the form used by the slow reference version."""
    return (jump.start, jump.over, jump.end)


@cache
def fastest(hole):
    """Return the fastest dead positions from a vacancy of the English board."""
    return dead_ends(Problem.to_any(ENGLISH.vacancy(hole)))


def images(board, jumps, group):
    """Return the sorted images of a set of jumps under the symmetries."""
    return {
        tuple(sorted(tuple(symmetry[hole] for hole in jump) for jump in map(triple, jumps)))
        for symmetry in group
    }


def check(problem, found):
    """Check that dead ends can be played, are lost, and are not images of each other."""
    board = problem.board
    group = naive.problem_group(board, problem.starts, problem.finishes)
    assert len({len(end.jumps) for end in found}) <= 1
    seen = set()
    for end in found:
        assert isinstance(end, DeadEnd)
        starts = [Position(board, code) for code in problem.starts]
        played = [
            Solution(start, end.jumps)
            for start in starts
            if not end.jumps or end.jumps[0] in start.legal_jumps
        ]
        assert end.position in [line.finish for line in played]
        assert not {*end.unknown} & {*end.can_finish_at}
        # The finishes of the problem can no longer be reached.
        assert not {1 << board.bit(hole) for hole in end.can_finish_at} & set(problem.finishes)
        if len(problem.starts) == 1:
            assert not images(board, end.jumps, group) & seen
            seen |= images(board, end.jumps, group)


# -- the paper ----------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("hole", FASTEST)
def test_fastest_dead_positions(hole):
    length, ways = FASTEST[hole]
    found = fastest(hole)
    check(Problem.to_any(ENGLISH.vacancy(hole)), found)
    assert {len(end.jumps) for end in found} == {length}
    assert all(end.can_finish_at == () for end in found)
    assert ways in (None, len(found))


@pytest.mark.slow
def test_figure_10a():
    """The vacancies d4 and d1 lead to the same position, up to symmetry."""
    positions = {end.position.mincode for hole in ("d4", "d1") for end in fastest(hole)}
    assert len(positions) == 1
    position = ENGLISH.vacancy("d4")
    for jump in known.TABLE_6_ENGLISH["d4"][3].split():
        position = position.play(jump)
    assert positions == {position.mincode}


@pytest.mark.slow
def test_figure_10b():
    """There is only one way from c2, and `explain` proves its end dead."""
    (end,) = fastest("c2")
    assert explain(end.position).dead is True


@pytest.mark.slow
def test_figure_10c():
    """The same position can be reached in six jumps from c1 and from images of c4 and f4."""
    reached = [{end.position.mincode for end in fastest(hole)} for hole in ("c1", "d3", "d2")]
    assert set.intersection(*reached)


def test_one_jump_on_triangle5():
    """Footnote 6 in section 7.1 of the Notes: vacate (0, 1) and jump the peg from (2, 3)."""
    (end,) = dead_ends(Problem.to_any(T5.vacancy((0, 1))))
    assert end.jumps == (Jump((2, 3), (0, 1)),)
    assert end.position == T5.vacancy("a2").play("c4-a2")
    assert (end.can_finish_at, end.unknown) == ((), ())
    assert naive.reachable_finishes(T5, end.position.code) == set()


# -- against the slow reference version ---------------------------------------------------------


def assert_as_the_twin(problem):
    """Check the jumps, up to symmetry, and the finishes against the slow reference version."""
    board = problem.board
    found = dead_ends(problem)
    check(problem, found)
    group = naive.problem_group(board, problem.starts, problem.finishes)
    expected = naive.dead_ends(board, problem.starts, problem.finishes)
    classes = {
        frozenset(
            (
                naive.code(board, naive.image_of(symmetry, naive.pegs(board, start))),
                tuple(sorted(tuple(symmetry[hole] for hole in jump) for jump in made)),
            )
            for symmetry in group
        )
        for start, made in expected
    }
    assert len(found) == len(classes)
    for end in found:
        made = tuple(sorted(map(triple, end.jumps)))
        start = end.position.code
        for jump in end.jumps:
            start ^= board.code([jump.start, jump.over, jump.end])
        assert expected[start, made] == end.position.code
        classes = {one for one in classes if (start, made) not in one}
        reached = naive.reachable_finishes(board, end.position.code)
        assert set(end.can_finish_at) == reached
    assert not classes
    return len(found[0].jumps) if found else None


@pytest.mark.every(3)
@pytest.mark.parametrize("board", [T4, T5, TRUNCATED], ids=lambda board: board.name)
def test_every_vacancy(board):
    for hole in board:
        assert_as_the_twin(Problem.complement(board, hole))
        assert_as_the_twin(Problem.to_any(board.vacancy(hole)))


def random_problems(board, pegs, number, seed):
    """Yield problems from random positions to all holes of their class, or to a few of them."""
    rng = random.Random(seed)
    while number:
        code = sum(1 << i for i in rng.sample(range(len(board)), pegs))
        reached = naive.reachable_finishes(board, code)
        if not reached:
            continue
        number -= 1
        yield Problem.to_any(Position(board, code))
        some = rng.sample(sorted(reached), rng.randint(1, len(reached)))
        yield Problem.of_codes(board, (code,), tuple(board.single(hole).code for hole in some))


@pytest.mark.every(4)
@pytest.mark.parametrize(
    ("board", "pegs"), [(T6, 8), (T6, 11), (ENGLISH5, 9), (T5, 9), (TRUNCATED, 7)],
    ids=lambda value: getattr(value, "name", value),
)  # fmt: skip
def test_random_positions(board, pegs):
    for problem in random_problems(board, pegs, 8, pegs):
        assert_as_the_twin(problem)


@pytest.mark.parametrize("board", [T4, slow(T5), TRUNCATED], ids=lambda board: board.name)
def test_several_starts(board):
    """The same jumps may lead from different starts to different positions."""
    rng = random.Random(7)
    for _ in range(25):
        pegs = rng.randint(4, 8)
        codes = [sum(1 << i for i in rng.sample(range(len(board)), pegs)) for _ in range(40)]
        starts = [code for code in codes if naive.reachable_finishes(board, code)][:6]
        if starts:
            assert_as_the_twin(
                Problem.of_codes(board, tuple(starts), tuple(1 << i for i in range(len(board))))
            )


@pytest.mark.parametrize("name", ["triangle4", "triangle5", "truncated12"])
def test_types(name):
    assert_as_the_twin(as_type(named_board(name)).problem)


def test_finishes_of_several_pegs():
    start = T5.vacancy("a1")
    middle = start.play("a3-a1").play("a5-a3").play("c5-a5")
    problem = Problem(start, [middle])
    assert assert_as_the_twin(problem) is not None


# -- edges --------------------------------------------------------------------------------------


def test_a_start_that_is_lost():
    problem = Problem.complement(T5, "b3")
    assert naive.dead_ends(T5, problem.starts, problem.finishes) == {
        (problem.starts[0], ()): problem.starts[0]
    }
    (end,) = dead_ends(problem)
    assert (end.jumps, end.position) == ((), T5.vacancy("b3"))
    assert end.can_finish_at == (T5.hole("c5"),)
    # This vacancy is lost because of its class.
    (end,) = dead_ends(Problem.to_any(T4.vacancy("b3")))
    assert (end.jumps, end.can_finish_at) == ((), ())


def test_several_starts_of_which_one_is_lost():
    starts = tuple(T5.vacancy(hole).code for hole in ("b3", "a1"))
    problem = Problem.of_codes(T5, starts, (1,))
    (end,) = dead_ends(problem)
    assert (end.jumps, end.position) == ((), T5.vacancy("b3"))
    assert assert_as_the_twin(problem) == 0


def test_what_cannot_be_lost():
    """A game cannot be lost if the start is the finish, or if every game ends at a finish."""
    position = T5.position("code:8455")
    assert dead_ends(Problem(position, [position])) == ()
    assert dead_ends(Problem.to_any(T5.single("a1"))) == ()
    two = T5.position("*/*./.../..../.....")
    assert dead_ends(Problem(two, [T5.single("a3")])) == ()
    three = T5.position("*/*./.../*.../.....")
    assert dead_ends(Problem(three, [T5.single("a2"), T5.single("a5")])) == ()
    assert len(dead_ends(Problem(three, [T5.single("a2")]))) == 1


def test_winning_sets_at_hand():
    problem = Problem.complement(T5, "a1")
    assert dead_ends(problem, wins=WinningSets.build(problem)) == dead_ends(problem)
    other = Problem.complement(T5, "a4")
    with pytest.raises(ProblemError, match="winning sets belong to") as caught:
        dead_ends(problem, wins=WinningSets.build(other))
    assert str(other) in str(caught.value)


def test_where_searches_decide_nothing(monkeypatch):
    """Winning sets then decide the same, unless they are too large to be built."""
    problem = Problem.complement(T5, "a1")
    decided = dead_ends(problem)
    assert any(end.can_finish_at for end in decided)
    module = "pegsolitaire.reasons.losing_lines"
    set_private(monkeypatch, module, _reaches=lambda *_, work: None)
    assert dead_ends(problem) == decided
    set_private(monkeypatch, module, _MAX_BUILT_POSITIONS=0)
    for end, same in zip(dead_ends(problem), decided, strict=True):
        assert (end.jumps, end.can_finish_at) == (same.jumps, ())
        assert set(end.unknown) >= set(same.can_finish_at)
    monkeypatch.undo()
    set_private(monkeypatch, module, _MAX_BUILT_POSITIONS=0)
    assert dead_ends(problem) == decided  # by searches alone


def test_boards_of_too_many_holes():
    with pytest.raises(BoardTooLargeError, match="64"):
        dead_ends(Problem.complement(named_board("square9"), "e5"))
