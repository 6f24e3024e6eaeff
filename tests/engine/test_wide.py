"""Tests of positions that take several words: level sets, and solving boards of over 64 holes."""

import random

import naive
import pytest
from marks import each

from pegsolitaire.advice.guide import Guide
from pegsolitaire.board import named_board
from pegsolitaire.engine import LevelEngine, WideLevels, wide
from pegsolitaire.errors import BoardTooLargeError
from pegsolitaire.game import Jump, Outcome, Position, Problem
from pegsolitaire.reasons import explain
from pegsolitaire.solving import shortest, solve
from pegsolitaire.work import Work

T5, ENGLISH, TRUNCATED = map(named_board, ("triangle5", "english", "truncated12"))
LARGE = [named_board(name) for name in ("triangle11", "triangle12", "square9", "hexagon91")]


@pytest.fixture(params=[8, 16])
def short_words(request, monkeypatch):
    """Use words of a few bits, so that positions of small boards take several words."""
    monkeypatch.setattr(wide, "WORD", request.param)


def played_back(board, hole, jumps, rng):
    """Return a position reached by taking back jumps from a single peg."""
    code = board.single(hole).code
    for _ in range(jumps):
        before = [j.mask ^ code for j in board.jumps if code & j.mask == j.mask ^ j.pegs]
        code = rng.choice(before) if before else code
    return Position(board, code)


# -- level sets ---------------------------------------------------------------------------------


@each(("board", "hole"), [(T5, "a4"), (TRUNCATED, "a2"), (ENGLISH, "d4")])
def test_levels_are_those_of_one_word(short_words, board, hole):
    problem = Problem.complement(board, hole)
    several = WideLevels(problem)
    with LevelEngine.of(problem) as one:
        for codes, there, back in (
            (problem.starts, "jumps", "unjumps"), (problem.finishes, "unjumps", "jumps"),
        ):  # fmt: skip
            ours, theirs = several.level(codes), one.level(codes)
            for _ in range(7):
                before, others = ours, theirs
                ours = several.step(ours, getattr(several, there))
                theirs = one.step(theirs, getattr(one, there))
                assert several.codes(ours) == one.codes(theirs).tolist()
            assert len(several.sample(ours, 5, 1)) == min(5, len(ours))
            ours = several.select(several.first(ours), getattr(several, back), before)
            assert 0 < len(ours) <= len(before)
            assert set(several.codes(ours)) <= set(one.codes(others).tolist())


@pytest.mark.parametrize("board", LARGE, ids=lambda board: board.name)
def test_levels_of_large_boards(board):
    """Levels on large boards match the slow reference version."""
    start = played_back(board, board.holes[-1], 8, random.Random(1)).code
    problem = Problem.of_codes(board, (start,), (1 << len(board) - 1,))
    engine = WideLevels(problem)
    level, reached = engine.level([start]), naive.forward_levels(board, [start])
    for pegs in range(start.bit_count() - 1, 0, -1):
        level = engine.step(level, engine.jumps)
        expected = {problem.mincode(code) for code in reached.get(pegs, ())}
        assert set(engine.codes(level)) == expected


def test_levels_outgrow_the_memory():
    problem = Problem.complement(named_board("square9"), "e5")
    level = WideLevels(problem).level(problem.starts)
    engine = WideLevels(problem, work=Work(memory="4KiB"))
    with pytest.raises(BoardTooLargeError, match="4,096 bytes"):
        engine.step(level, engine.jumps)


# -- solving ------------------------------------------------------------------------------------


@pytest.mark.parametrize("board", LARGE, ids=lambda board: board.name)
def test_positions_of_large_boards_are_solved(board):
    rng = random.Random(2)
    for jumps in (3, 9, 14):
        hole = rng.choice(board.holes)
        start = played_back(board, hole, jumps, rng)
        problem = Problem(start, [board.single(hole)])
        answer = solve(problem, facts=False)
        assert answer.solution.solves(problem)
        assert not explain(start, [board.single(hole)]).dead
        assert Guide(problem).winning(start) is True


@pytest.mark.slow
def test_a_whole_triangle_is_solved():
    """No construction is used for this vacancy, so a beam search solves it."""
    problem = Problem.to_any(named_board("triangle11").vacancy("b4"))
    assert solve(problem, facts=False).solution.solves(problem)


def test_what_has_no_solution_on_a_large_board():
    board = named_board("rectangle3x22")
    answer = solve(Problem.complement(board, "b1"))
    assert (answer.outcome, answer.reason) == (
        Outcome.IMPOSSIBLE, "exhausted: no game from b1 reaches b1"
    )  # fmt: skip


def test_what_is_not_known_on_a_large_board():
    board = named_board("square9")
    start = board.vacancy("e5").play(Jump("e3-e5"))  # too far for constructions
    problem = Problem(start, [board.single("e5")])
    for budget in (Work(positions=1_000), Work(positions=400_000), Work(0)):
        assert solve(problem, work=budget).solvable is None
    found = explain(start, [board.single("e5")], work=Work(positions=1_000))
    assert (found.dead, found.open) == (None, (board.single("e5").code,))


def test_the_fewest_moves_by_levels_from_the_start(monkeypatch):
    """The results agree with the search from both ends that boards of one word use."""
    rng = random.Random(3)
    for board in (T5, TRUNCATED):
        for jumps in (3, 4, 5, 5, 6, 6, 7):
            start = played_back(board, board.holes[1], jumps, rng)
            problem = Problem.to_any(start)
            expected = shortest(problem, facts=False)
            with monkeypatch.context() as patch:
                patch.setitem(vars(board), "fits_word", False)
                found = shortest(problem, facts=False)
            assert found.proven
            assert found.all is None
            assert found.lower_bound == expected.lower_bound
            assert found.solution.solves(problem)


def test_the_fewest_moves_on_a_large_board():
    board = named_board("square9")
    cross = board.position("/".join(["." * 9] * 6 + ["..***....", "..***....", "..*.*...."]))
    found = shortest(Problem.to_any(cross))
    assert (found.lower_bound, found.proven) == (3, True)
    tight = shortest(Problem.to_any(cross), work=Work(memory="1B"))
    assert tight.solution is not None
    assert tight.lower_bound <= 3
