"""The solver: solutions replay, reasons are true, and nothing is guessed."""

import functools
import random
import sys
import time

import known
import naive
import pytest
import small_engine
from hypothesis import given, strategies as st
from marks import examples, quick_then
from private import private, set_private

from pegsolitaire.board import named_board
from pegsolitaire.engine import machine, step
from pegsolitaire.errors import BoardTooLargeError, ProblemError
from pegsolitaire.game import Position, Problem, Solution
from pegsolitaire.sets import WinningSets
from pegsolitaire.solving import Answer, class_reason, solve
from pegsolitaire.theory import as_type, svss_problems
from pegsolitaire.work import Work

# These tests are about the search, so they do not use built-in knowledge.
solve = functools.partial(solve, facts=False)

T4, T5, ENGLISH, FRENCH, SQUARE4, SQUARE8, TRUNCATED = (
    named_board(name)
    for name in (
        "triangle4", "triangle5", "english", "french", "square4", "square8", "truncated12"
    )
)  # fmt: skip
SOLVE = sys.modules["pegsolitaire.solving.search"]
CROSS = ENGLISH.position(".../.*./...*.../.*****./...*.../.*./...")
D4 = ENGLISH.single("d4")


@pytest.fixture
def beams(monkeypatch):
    """Disable the depth-first search and the theory, so that only beams are used."""
    set_private(
        monkeypatch, SOLVE, _FIRST_NODES=0, _PRUNED_NODES=0, _theory=lambda problem, work: None
    )


@pytest.fixture
def no_theory(monkeypatch):
    """Disable the theory, so that only searches are used."""
    set_private(monkeypatch, SOLVE, _theory=lambda problem, work: None)


def check(problem, answer):
    """Check that an answer is consistent and that its solution solves the problem."""
    assert isinstance(answer, Answer)
    assert answer.reason
    assert (answer.solution is not None) == (answer.solvable is True)
    if answer.solution:
        assert answer.solution.solves(problem)
        assert Solution(answer.solution.start, answer.solution.jumps) == answer.solution
        assert len(answer.solution) == problem.start_pegs - problem.finish_pegs
    return answer.solvable


@pytest.mark.every(4)
@pytest.mark.parametrize("hole", known.TABLE_6_ENGLISH)
def test_english_complements(hole):
    problem = Problem.complement(ENGLISH, hole)
    assert check(problem, solve(problem))


@pytest.mark.every(9)
@pytest.mark.parametrize("hole", known.TABLE_6_ENGLISH)
def test_english_complements_by_beams(hole, beams):
    problem = Problem.complement(ENGLISH, hole)
    assert check(problem, solve(problem))


@pytest.mark.parametrize("side", [4, 5, 6])
def test_feasible_pairs_of_triangles(side):
    board = named_board(f"triangle{side}")
    pairs = svss_problems(board)
    assert len(pairs) == known.TABLE_3_FEASIBLE[side]
    solved = 0
    for start, finish in pairs:
        problem = Problem(board, start, finish)
        answer = solve(problem)
        solvable = check(problem, answer)
        assert solvable is not None
        solved += solvable
        if side < 6:
            assert solvable == naive.solvable(board, problem.starts[0], problem.finishes)
        if not solvable:
            assert answer.reason.startswith("exhausted: no game from ")
    assert solved == known.TABLE_3_SOLVABLE[side]


@pytest.mark.parametrize(
    ("name", "hole"), [("square6", "c3"), pytest.param("wiegleb", "e5", marks=pytest.mark.slow)]
)
def test_larger_boards(name, hole):
    problem = Problem.complement(named_board(name), hole)
    assert check(problem, solve(problem))


# -- reasons ------------------------------------------------------------------------------------


def test_class_reasons():
    for problem, reason in [
        (Problem.complement(FRENCH, "d4"), "no game from d4 can end with one peg"),
        (Problem(ENGLISH, "d4", "d3"), "at d1, a4, d4, g4, d7, never at d3"),
        (Problem.to_any(FRENCH.vacancy("d4")), "no game from d4 can end with one peg"),
        (
            Problem(ENGLISH.vacancy("d4"), [Position(ENGLISH, 0b11)]),
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
            if class_reason(Problem(T5, start, finish)):
                assert finish not in reached


@pytest.mark.parametrize("most", [1, 2, 10])
def test_undecided(most, beams):
    """The problem is solvable, but a beam this narrow does not find a solution."""
    problem = Problem.complement(ENGLISH, "c3")
    answer = solve(problem, most=most)
    assert check(problem, answer) is None
    assert answer.reason == f"no solution among {most:,} positions a level"


def test_undecided_for_want_of_memory(monkeypatch, beams):
    small_engine.free_memory(monkeypatch, 1 << 16)
    problem = Problem.complement(ENGLISH, "d4")
    answer = solve(problem)
    assert check(problem, answer) is None
    assert answer.reason == "a beam of 50,000 positions outgrew the memory"
    assert check(problem, solve(problem, most=100)) in (None, True)


def test_an_answer_is_true_when_it_is_yes():
    assert solve(Problem.complement(T5, "a1"))
    assert not solve(Problem.complement(T5, "b3"))
    assert not solve(Problem.complement(ENGLISH, "c3"), work=Work(positions=1))


def test_a_beam_of_nothing():
    with pytest.raises(ProblemError, match="a beam of 0 positions"):
        solve(Problem.complement(T5, "a1"), most=0)


def test_winning_sets_of_another_problem():
    problem = Problem.complement(T5, "a1")
    for other in (Problem(T5, "a1", "a4"), as_type(T4).problem):
        with pytest.raises(ProblemError, match="winning sets belong to") as caught:
            solve(problem, wins=WinningSets.build(other))
        assert str(other) in str(caught.value)
        assert str(problem) in str(caught.value)


@pytest.mark.slow
def test_winning_sets_of_other_starts():
    """The sets answer for the positions in them; all other positions are searched."""
    other = Problem.complement(T5, "a1")
    wins = WinningSets.build(other)
    answers = set()
    for code in range(5, T5.full_code, 97):
        problem = Problem.of_codes(T5, (code,), other.finishes)
        answer = solve(problem, wins=wins)
        assert check(problem, answer) == naive.solvable(T5, code, other.finishes)
        assert (answer.reason == "from its winning sets") == (code in wins)
        answers.add((code in wins, answer.solvable))
    assert answers == {(True, True), (False, True), (False, False)}


def test_winning_sets_of_one_of_several_starts():
    several = as_type(T5).problem
    wins = WinningSets.build(Problem.of_codes(T5, several.starts[-1:], several.finishes))
    answer = solve(several, wins=wins)
    assert check(several, answer)
    assert answer.reason == "from its winning sets"
    lost = Problem.of_codes(T5, (T5.vacancy("b3").code,), (1,))
    problem = Problem.of_codes(T5, (*lost.starts, T5.vacancy("a1").code), (1,))
    assert check(problem, solve(problem, wins=WinningSets.build(lost)))


@pytest.mark.every(5)
@pytest.mark.parametrize("most", [1, 7, 40, 300])
@pytest.mark.parametrize("seed", range(4))
def test_narrow_beams_are_never_wrong(most, seed, beams, monkeypatch):
    """A beam that drops positions proves nothing, so it never says that there is no solution."""
    set_private(monkeypatch, SOLVE, _SEED=seed)
    for pair, solvable in known.TRIANGULAR_TABLE_1.items():
        problem = Problem(T5, *pair)
        assert check(problem, solve(problem, most=most)) in (None, solvable)


# -- options ------------------------------------------------------------------------------------


@pytest.mark.parametrize("times", quick_then(2, 8))
def test_the_same_seed_gives_the_same_solution(monkeypatch, beams, times):
    """The beam is narrow from the start, and its threads finish in any order."""
    set_private(monkeypatch, SOLVE, _FIRST_WIDTH=5_000)
    monkeypatch.setattr(machine, "SMALL", 256)
    set_private(monkeypatch, step, _CHUNK=64)
    problem = Problem.complement(ENGLISH, "d4")
    answers = []
    for seed in [1] * times + [2]:
        set_private(monkeypatch, SOLVE, _SEED=seed)
        answers.append(solve(problem))
    first, *same, other = answers
    assert check(problem, first)
    assert same == [first] * (times - 1)
    assert other != first


def test_the_same_answer_every_time():
    """Resource counts learned by the first search do not change the second answer."""
    for problem in (Problem.complement(ENGLISH, "c2"), Problem.complement(FRENCH, "c1")):
        answers = [solve(problem) for _ in range(2)]
        assert answers[0] == answers[1]


def test_the_same_solution_whatever_the_threads(monkeypatch, beams):
    problem = Problem.complement(ENGLISH, "d4")
    answers = []
    for threads in (1, 2, 5):
        monkeypatch.setattr(machine, "core_count", lambda n=threads: n)
        answers.append(solve(problem))
    assert check(problem, answers[0])
    assert answers[0] == answers[1] == answers[2]


def test_with_winning_sets():
    for hole in ("a1", "a4", "c5", "b3"):
        problem = Problem.complement(T5, hole)
        wins = WinningSets.build(problem)
        answer = solve(problem, wins=wins)
        assert check(problem, answer) == solve(problem).solvable
        assert answer.reason.startswith("from its" if answer.solvable else "exhausted")


def test_start_that_is_the_finish():
    start = T5.position("code:8455")
    problem = Problem(start, [start])
    for wins in (None, WinningSets.build(problem)):
        answer = solve(problem, wins=wins)
        assert check(problem, answer)
        assert answer.solution.jumps == ()


# -- depth first --------------------------------------------------------------------------------


@st.composite
def problems(draw, boards=(T4, T5, SQUARE4, TRUNCATED), most=9):
    """Draw problems with one to three starts and one to six finishes on a small board."""
    board = draw(st.sampled_from(boards))
    hole = st.integers(0, len(board) - 1)
    pegs = draw(st.integers(1, most))
    some = st.lists(hole, min_size=pegs, max_size=pegs, unique=True)
    starts = draw(st.lists(some, min_size=1, max_size=3))
    left = draw(st.integers(1, min(pegs, 3)))
    few = st.lists(hole, min_size=left, max_size=left, unique=True)
    finishes = draw(st.lists(few, min_size=1, max_size=6))
    return Problem.of_codes(
        board,
        tuple(sum(1 << i for i in one) for one in starts),
        tuple(sum(1 << i for i in one) for one in finishes),
    )


def truth_of(problem):
    goals = set(problem.finishes)
    return any(goals & naive.within_reach(problem.board, code) for code in problem.starts)


@examples(200)
@given(problems() | problems(boards=(ENGLISH, SQUARE8, FRENCH), most=7))
def test_random_problems(problem):
    assert check(problem, solve(problem)) == truth_of(problem)


@pytest.mark.slow
@examples(60)
@given(problems())
def test_random_problems_by_any_one_method(problem):
    """Use only beams, only the pruned search, or only the deep search that a budget allows."""
    truth = truth_of(problem)
    for first, pruned, most, nodes in [
        (0, 0, 3_200_000, None), (0, 3_000_000, 1, None), (0, 0, 1, 10**7), (2, 2, 1, 10**6)
    ]:  # fmt: skip
        with pytest.MonkeyPatch.context() as patch:
            set_private(
                patch,
                SOLVE,
                _theory=lambda problem, work: None,
                _FIRST_NODES=first,
                _PRUNED_NODES=pruned,
            )
            assert check(problem, solve(problem, most=most, work=Work(positions=nodes))) is truth


def test_the_greek_cross():
    problem = Problem(CROSS, [D4])
    answer = solve(problem)
    assert check(problem, answer)
    assert answer.searched < 1_000
    assert answer.reason == "found by search"


def test_the_complement_of_the_greek_cross():
    """No game leads to d4; both an exhaustive search and a resource count prove that."""
    problem = Problem(CROSS.complement, [D4])
    answer = solve(problem)
    assert check(problem, answer) is False
    assert answer.reason == f"exhausted: no game from code:{CROSS.complement.code} reaches d4"
    assert 10_000 < answer.searched < private(SOLVE, "_FIRST_NODES")
    answer = solve(problem, work=Work(positions=1_000))
    assert check(problem, answer) is False
    assert answer.reason.startswith("resource count: ")
    assert answer.searched == 1_000
    # The reversed problem has no solution either.
    assert solve(Problem(ENGLISH.vacancy("d4"), [CROSS])).solvable is False


@pytest.mark.slow
@pytest.mark.parametrize("many", quick_then(2, 5))
def test_positions_of_the_central_game(many, central_sets):
    """Compare random positions of several levels with the winning sets."""
    problem = Problem.complement(ENGLISH, "d4")
    wins, rng = central_sets, random.Random(4)
    answers = []
    for pegs in (5, 10, 15, 20):
        for code in rng.sample(wins.level(pegs).tolist(), many):
            for jump in ENGLISH.masks_from(code)[:2]:
                one = Problem.of_codes(ENGLISH, (code ^ jump.mask,), problem.finishes)
                answer = check(one, solve(one))
                assert answer == (code ^ jump.mask in wins)
                answers.append(answer)
    assert many < sum(answers) < len(answers) - many


def test_boards_of_too_many_holes():
    board = named_board("rectangle3x43")
    few = Position(board, 0b11 << len(board) - 2)
    for problem in (Problem.to_any(few), Problem.to_any(board.vacancy(board.holes[1]))):
        with pytest.raises(BoardTooLargeError, match=r"rectangle3x43 has 129 holes.*128"):
            solve(problem)
    # The position class decides the problem without a search.
    problem = Problem(few, [Position(board, 2)])
    assert class_reason(problem)
    assert solve(problem).solvable is False


# -- theory -------------------------------------------------------------------------------------


def test_theory_settles_what_the_first_search_does_not(monkeypatch):
    set_private(monkeypatch, SOLVE, _FIRST_NODES=10)
    for problem, reason in [
        (Problem.complement(T5, "b3"), "SAX count"),
        (Problem(T4, "a2", "c4"), "balance sheet: a game to c4 has to lose"),
        (Problem(CROSS, [ENGLISH.single("d1")]), None),
        (Problem(ENGLISH.position("..*/.../*.*..../......*/*.*..../.../..."), [D4]), None),
    ]:
        answer = solve(problem)
        solvable = check(problem, answer)
        assert solvable == truth_of(problem)
        if reason:
            assert answer.reason.startswith(reason)
            assert answer.searched == 10
    # One line gives the reasons for all finishes.
    problem = Problem.of_codes(
        T4, (T4.vacancy("a2").code,), (T4.single("a3").code, T4.single("c4").code)
    )
    answer = solve(problem)
    assert check(problem, answer) is False
    assert "a game to a3" in answer.reason
    assert "a game to c4" in answer.reason


# -- budgets ------------------------------------------------------------------------------------

# A dead position of the central game: theory cannot prove that there is no solution, and the
# search needs 7,000 positions to do so.
LONG = Problem(ENGLISH.position(".*./.*./..*****/**.*..*/......*/**./*.."), [D4])


@pytest.mark.parametrize("nodes", [0, 1, 2, 1_000, 5_000])
def test_a_budget_of_positions(nodes):
    answer = solve(LONG, work=Work(positions=nodes))
    assert check(LONG, answer) is None
    assert answer.searched == nodes
    assert answer.reason == f"the budget is spent, after {nodes:,} position{'s' * (nodes != 1)}"


def test_a_budget_that_is_enough():
    answer = solve(LONG)
    for keywords in ({"positions": answer.searched}, {"positions": 10**9}, {"seconds": 600}):
        assert solve(LONG, work=Work(**keywords)) == answer
    assert solve(LONG, work=Work(positions=answer.searched - 1)).solvable is None
    won = Problem(CROSS, [D4])
    assert check(won, solve(won, work=Work(60, 1_000)))


def test_a_budget_that_lasts_beyond_the_beams(monkeypatch, no_theory):
    """Without a budget the answer is undecided; with one the depth-first search goes on."""
    set_private(monkeypatch, SOLVE, _FIRST_NODES=10, _PRUNED_NODES=10)
    for problem, truth in [
        (Problem(T5, "b3", "a1"), False),
        (Problem.complement(T5, "a1"), True),
    ]:
        assert solve(problem, most=1).solvable is None
        for keywords in ({"positions": 10**7}, {"seconds": 600}):
            answer = solve(problem, most=1, work=Work(**keywords))
            assert check(problem, answer) is truth
            assert answer.searched > 20
    answer = solve(Problem(T5, "b3", "a1"), most=1, work=Work(positions=500))
    assert answer.solvable is None
    assert 500 <= answer.searched < 600
    assert "the budget is spent" in answer.reason


@pytest.mark.parametrize("nodes", [1, 100, 10_000, 200_000])
def test_a_budget_that_ends_in_a_beam(nodes, beams):
    """The search may exceed the budget by one level, and its answer is undecided."""
    problem = Problem.complement(ENGLISH, "c3")
    answer = solve(problem, work=Work(positions=nodes))
    assert check(problem, answer) is None
    assert nodes <= answer.searched < nodes + 400_000
    assert answer.reason.startswith("the budget is spent, after ")


def test_no_time():
    begin = time.monotonic()
    answer = solve(LONG, work=Work(0))
    assert check(LONG, answer) is None
    assert answer.searched == 0
    assert time.monotonic() - begin < 5


def test_a_budget_of_time():
    """The search ends soon after its time limit, although the problem takes far longer."""
    problem = Problem.complement(named_board("wiegleb"), "e5")
    begin = time.monotonic()
    answer = solve(problem, work=Work(0.5))
    assert time.monotonic() - begin < 30
    assert check(problem, answer) is not False


def test_a_beam_needs_the_positions_of_all_its_levels(monkeypatch, no_theory):
    """The limit applies within a level, so a search that stops in the last one is undecided."""
    set_private(monkeypatch, SOLVE, _FIRST_NODES=0, _PRUNED_NODES=0)
    problem = Problem.complement(T5, "a1")
    whole = solve(problem).searched
    answer = solve(problem, work=Work(positions=whole + 1))
    assert check(problem, answer) is True
    assert answer.searched == whole
    for positions in (whole - 1, whole // 2):
        answer = solve(problem, work=Work(positions=positions))
        assert check(problem, answer) is None
        assert positions <= answer.searched <= whole


def test_what_needs_no_search_is_answered_without_a_budget():
    for keywords in ({"positions": 0}, {"seconds": 0}):
        problem = Problem.complement(FRENCH, "d4")
        assert solve(problem, work=Work(**keywords)).reason.startswith("position class: ")
        problem = Problem.complement(T5, "a1")
        wins = WinningSets.build(problem)
        assert check(problem, solve(problem, wins=wins, work=Work(**keywords)))
        problem = Problem.complement(T5, "b3")  # theory decides it
        assert solve(problem, work=Work(**keywords)).solvable is False


def test_positions_without_a_jump(pegs):
    for option in ([], ["--shortest"], ["--short"]):
        said = pegs("solve", "english", "code:65536", "--finish", "d4", *option)
        assert "already solved: no jump is needed" in said
    said = pegs("solve", "english", "code:80", "--finish", "d4", code=1)
    assert "no game from code:80 reaches d4" in said
    pegs("check", "english", "code:80", "--finish", "any", code=1)
