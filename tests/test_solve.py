"""The solver: solutions that replay, reasons that are true, and no guesses."""

import sys

import known
import naive
import pytest

from pegsolitaire.analysis import Answer, class_reason, solve
from pegsolitaire.board import named_board
from pegsolitaire.engine import filling, levels, workers
from pegsolitaire.errors import BoardTooLargeError, ProblemError
from pegsolitaire.game import Position, Problem, Solution
from pegsolitaire.sets import WinningSets
from pegsolitaire.theory import any_finish, default_problem, svss_problems, type_named

T4, T5, ENGLISH, FRENCH = (
    named_board(name) for name in ("triangle4", "triangle5", "english", "french")
)


def check(problem, answer):
    """An answer that is right on its face: the solution replays and solves."""
    assert isinstance(answer, Answer)
    assert answer.reason
    assert (answer.solution is not None) == (answer.solvable is True)
    if answer.solution:
        assert answer.solution.solves(problem)
        assert Solution(answer.solution.start, answer.solution.jumps) == answer.solution
        assert len(answer.solution) == problem.start_pegs - problem.finish_pegs
    return answer.solvable


@pytest.mark.parametrize("hole", known.TABLE_6_ENGLISH)
def test_english_complements(hole):
    problem = Problem.complement(ENGLISH, hole)
    assert check(problem, solve(problem))


@pytest.mark.parametrize("side", [4, 5, 6])
def test_feasible_pairs_of_triangles(side):
    board = named_board(f"triangle{side}")
    pairs = list(svss_problems(board))
    assert len(pairs) == known.TABLE_3_FEASIBLE[side]
    solved = 0
    for start, finish in pairs:
        problem = Problem.single(board, start, finish)
        answer = solve(problem)
        solvable = check(problem, answer)
        assert solvable is not None
        solved += solvable
        if side < 6:
            assert solvable == naive.solvable(board, problem.starts[0], problem.finishes)
        if not solvable:
            assert answer.reason.startswith("exhausted: no game from ")
    assert solved == known.TABLE_3_SOLVABLE[side]


@pytest.mark.parametrize("pair", known.TRIANGULAR_TABLE_1)
def test_table_1_of_the_triangular_paper(pair):
    problem = Problem.single(T5, *pair)
    assert check(problem, solve(problem)) == known.TRIANGULAR_TABLE_1[pair]


@pytest.mark.parametrize("side", [3, 4])
def test_pairs_that_the_class_forbids(side):
    board = named_board(f"triangle{side}")
    for start in board:
        for finish in board:
            problem = Problem.single(board, start, finish)
            solvable = naive.solvable(board, problem.starts[0], problem.finishes)
            assert check(problem, solve(problem)) == solvable


@pytest.mark.parametrize("hole", ["c1", "d2", "d3"])
def test_french(hole):
    problem = default_problem(FRENCH.vacancy(hole))
    assert problem == any_finish(FRENCH.vacancy(hole))
    assert check(problem, solve(problem))


@pytest.mark.parametrize(("name", "hole"), [("square6", "c3"), ("wiegleb", "e5")])
def test_larger_boards(name, hole):
    problem = Problem.complement(named_board(name), hole)
    assert check(problem, solve(problem))


# -- reasons ------------------------------------------------------------------------------------


def test_class_reasons():
    for problem, reason in [
        (Problem.complement(FRENCH, "d4"), "no game from d4 can end with one peg"),
        (Problem.single(ENGLISH, "d4", "d3"), "at d1, a4, d4, g4, d7, never at d3"),
        (any_finish(FRENCH.vacancy("d4")), "no game from d4 can end with one peg"),
        (
            Problem.between(ENGLISH.vacancy("d4"), [Position(ENGLISH, 0b11)]),
            "code:3 is in another class than d4",
        ),
    ]:
        answer = solve(problem)
        assert check(problem, answer) is False
        assert answer.reason == class_reason(problem)
        assert answer.reason.startswith("position class: ")
        assert reason in answer.reason
    assert class_reason(Problem.complement(ENGLISH, "d4")) is None


def test_class_reasons_are_true():
    for start in T5:
        reached = naive.reachable_finishes(T5, naive.vacancy(T5, start))
        for finish in T5:
            if class_reason(Problem.single(T5, start, finish)):
                assert finish not in reached


def test_exhausted():
    problem = Problem.complement(T5, "b3")
    answer = solve(problem)
    assert check(problem, answer) is False
    assert answer.reason == "exhausted: no game from b3 reaches b3"
    # Nothing was left out, however narrow the beam may get.
    assert solve(problem, most=13_000_000).solvable is False


@pytest.mark.parametrize("most", [1, 2, 10])
def test_undecided(most):
    """It can be won, and a beam of so few positions does not find out."""
    problem = Problem.complement(ENGLISH, "c3")
    answer = solve(problem, most=most)
    assert check(problem, answer) is None
    assert answer.reason == f"undecided: no solution among {most:,} positions a level"


def test_undecided_for_want_of_memory(monkeypatch):
    monkeypatch.setattr(levels, "free_memory", lambda: 1 << 16)
    problem = Problem.complement(ENGLISH, "d4")
    answer = solve(problem)
    assert check(problem, answer) is None
    assert answer.reason == "undecided: a beam of 50,000 positions outgrew the memory"
    assert check(problem, solve(problem, most=100)) in (None, True)


def test_an_answer_is_true_when_it_is_yes():
    solution = solve(Problem.complement(T5, "a1")).solution
    assert bool(Answer(True, "because", solution)) is True
    assert bool(Answer(False, "because")) is False
    assert bool(Answer(None, "because")) is False
    assert solve(Problem.complement(T5, "a1"))
    assert not solve(Problem.complement(T5, "b3"))
    assert not solve(Problem.complement(ENGLISH, "c3"), most=1)


@pytest.mark.parametrize("most", [0, -1])
def test_a_beam_of_nothing(most):
    with pytest.raises(ProblemError, match=f"a beam of {most} positions"):
        solve(Problem.complement(T5, "a1"), most=most)


def test_winning_sets_of_another_problem():
    problem = Problem.complement(T5, "a1")
    for other in (
        Problem.complement(T5, "a4"),
        Problem.single(T5, "a1", "a4"),
        any_finish(T5.vacancy("a1")),
        type_named(T4).problem,
    ):
        with pytest.raises(ProblemError, match="winning sets are of") as caught:
            solve(problem, wins=WinningSets.build(other))
        assert str(other) in str(caught.value)
        assert str(problem) in str(caught.value)


def test_undecided_says_neither_yes_nor_no():
    # Unsolvable, but a beam that leaves positions out cannot know.
    problem = Problem.complement(T5, "b3")
    answers = [solve(problem, most=most, seed=seed) for most in (1, 5, 20) for seed in range(5)]
    assert all(check(problem, answer) is None for answer in answers[:5])
    assert not any(answer.solvable for answer in answers)


@pytest.mark.parametrize("most", [1, 7, 40, 300])
@pytest.mark.parametrize("seed", range(4))
def test_narrow_beams_are_never_wrong(most, seed):
    for start, finish in svss_problems(T5):
        problem = Problem.single(T5, start, finish)
        answer = check(problem, solve(problem, most=most, seed=seed))
        truth = naive.reachable_finishes(T5, problem.starts[0])
        assert answer in (None, finish in truth)


# -- options ------------------------------------------------------------------------------------


def test_the_same_seed_gives_the_same_solution(monkeypatch):
    """The beam is narrow from the start, and its threads come in any order."""
    module = sys.modules["pegsolitaire.analysis.solve"]
    monkeypatch.setattr(module, "_FIRST_WIDTH", 5_000)
    monkeypatch.setattr(workers, "SMALL", 256)
    monkeypatch.setattr(filling, "_CHUNK", 64)
    problem = Problem.complement(ENGLISH, "d4")
    answers = [solve(problem, seed=seed) for seed in (1, 1, 1, 1, 2)]
    assert check(problem, answers[0])
    assert answers[0] == answers[1] == answers[2] == answers[3]
    assert answers[4] != answers[0]


def test_the_same_solution_whatever_the_threads(monkeypatch):
    problem = Problem.complement(ENGLISH, "d4")
    answers = []
    for threads in (1, 2, 5):
        monkeypatch.setattr("pegsolitaire.engine.workers.core_count", lambda n=threads: n)
        answers.append(solve(problem))
    assert check(problem, answers[0])
    assert answers[0] == answers[1] == answers[2]


def test_with_winning_sets():
    for hole in ("a1", "a4", "c5", "b3"):
        problem = Problem.complement(T5, hole)
        wins = WinningSets.build(problem)
        answer = solve(problem, wins=wins)
        assert check(problem, answer) == solve(problem).solvable
        assert answer.reason.startswith("by its" if answer.solvable else "exhausted")


def test_with_winning_sets_of_many_starts():
    problem = type_named(T4).problem
    answer = solve(problem, wins=WinningSets.build(problem))
    assert check(problem, answer)
    assert check(problem, solve(problem))


def test_start_that_is_the_finish():
    start = T5.position("code:8455")
    problem = Problem.between(start, [start])
    for wins in (None, WinningSets.build(problem)):
        answer = solve(problem, wins=wins)
        assert check(problem, answer)
        assert answer.solution.jumps == ()


def test_any_position_to_any_position():
    board = named_board("truncated12")
    for code in range(3, board.full, 61):
        start = Position(board, code)
        problem = any_finish(start)
        solvable = naive.solvable(board, code, problem.finishes)
        assert check(problem, solve(problem)) == solvable
        if start.jumps:
            after = start.after(next(iter(start.jumps)))
            problem = Problem.between(start, [after])
            assert check(problem, solve(problem))


def test_many_starts_and_finishes():
    problem = type_named(named_board("triangle6")).problem
    assert check(problem, solve(problem))


def test_too_many_holes():
    with pytest.raises(BoardTooLargeError, match="64"):
        solve(Problem.complement(named_board("square9"), (4, 4)))
