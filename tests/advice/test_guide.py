"""The guide, assessments and numbers of games, with winning sets and without."""

import functools
import sys
from itertools import count

import naive
import pytest
from marks import quick_then
from private import private, set_private

from pegsolitaire.advice import Guide, assess
from pegsolitaire.advice.guide import games_from
from pegsolitaire.board import named_board
from pegsolitaire.errors import ProblemError
from pegsolitaire.game import Position, Problem, Solution
from pegsolitaire.sets import WinningSets
from pegsolitaire.solving import Games
from pegsolitaire.theory import feasible_finishes
from pegsolitaire.work import Work

T5 = named_board("triangle5")
PROBLEMS = [
    Problem.complement(T5, "a1"),
    Problem.complement(T5, "a4"),
    Problem.to_any(T5.vacancy("c5")),
]


@functools.cache
def played(problem):
    """Return every position of the games of a problem, up to its symmetries."""
    group = naive.problem_group(T5, problem.starts, problem.finishes)
    levels = naive.forward_levels(T5, problem.starts, group)
    return [Position(T5, code) for level in levels.values() for code in sorted(level)]


@pytest.mark.parametrize("every", [7, pytest.param(1, marks=pytest.mark.slow)])
@pytest.mark.parametrize("problem", PROBLEMS, ids=str)
def test_sets_and_searches_agree(problem, every):
    wins = WinningSets.build(problem)
    guide, seeker = Guide(problem, wins=wins), Guide(problem)
    for i, position in enumerate(played(problem)[::every]):
        won = guide.winning(position)
        assert seeker.winning(position) is won
        if i % 10:
            continue
        verdicts = guide.verdicts(position)
        assert seeker.verdicts(position) == verdicts
        assert seeker.winning_by(position, verdicts) is guide.winning_by(position, verdicts) is won
        solution, hint = seeker.solution(position), seeker.hint(position)
        assert (solution is not None) == won == (guide.solution(position) is not None)
        if won:
            assert Solution(position, solution.jumps).finish.code in problem.finishes
            assert hint is None or guide.winning(position.play(hint))
        else:
            assert hint is guide.hint(position) is None


@pytest.mark.slow
def test_verdicts_that_are_not_ready_in_time():
    """Only searches need time, and one winning jump is enough for the verdict."""
    # This winning position is on no known solution.
    position = T5.vacancy("a1").play("a3-a1").play("c3-a3").play("b5-b3")
    with_sets, seeker = (guide_of(PROBLEMS[0], with_sets) for with_sets in (True, False))
    assert with_sets.verdicts(position, work=Work(0)) == with_sets.verdicts(position)
    assert with_sets.winning_by(position, {}) is True
    assert set(seeker.verdicts(position, work=Work(0)).values()) == {None}
    assert seeker.verdicts(position, work=Work(1e6)) == with_sets.verdicts(position)
    begun = next(iter(position.legal_jumps))
    limited = (seeker.verdicts(position, work=Work(positions=n)) for n in count(1))
    found = next(found for found in limited if set(found.values()) != {None})
    assert [jump for jump, wins in found.items() if wins is not None] == [begun]
    assert seeker.winning_by(position, found) is (True if found[begun] else None)
    assert seeker.winning_by(position, dict.fromkeys(position.legal_jumps, False)) is False
    assert seeker.winning_by(T5.single("a1"), {}) is True


# -- hints and reasons --------------------------------------------------------------------------

WITH_SETS = pytest.mark.parametrize("with_sets", [True, False], ids=["sets", "searches"])


def guide_of(problem, with_sets):
    return Guide(problem, wins=WinningSets.build(problem) if with_sets else None)


@pytest.mark.every(6)
@WITH_SETS
@pytest.mark.parametrize("problem", PROBLEMS, ids=str)
def test_advice_is_true(problem, with_sets):
    """The recommended jump wins, and every rival mentioned leads to a dead position."""
    guide, spoken = guide_of(problem, with_sets), 0
    for position in played(problem)[::23]:
        hint, wins = guide.hint(position), naive.solvable(T5, position.code, problem.finishes)
        assert (hint is not None) == (wins and position.code not in problem.finishes)
        rivals = guide.rivals(position)
        if hint is None:
            assert rivals == ()
            continue
        assert naive.solvable(T5, position.play(hint).code, problem.finishes)
        for rival in rivals:
            after = position.play(rival.jump)
            assert rival.claim.position == after
            assert not naive.solvable(T5, after.code, problem.finishes)
        spoken += len(rivals)
    assert spoken > 10


@pytest.mark.every(8)
@WITH_SETS
@pytest.mark.parametrize("problem", PROBLEMS, ids=str)
def test_reasons_are_given_of_dead_positions_alone(problem, with_sets):
    """A dead position has a reason for every finish, and other positions have none."""
    guide = guide_of(problem, with_sets)
    for position in played(problem)[::17]:
        reasons = guide.reasons(position)
        proven = {code for reason in reasons for code in reason.finishes}
        dead = not naive.solvable(T5, position.code, problem.finishes)
        assert proven == (set(problem.finishes) if dead else set())


@pytest.mark.parametrize("step", quick_then(894, 149))
def test_no_reasons_of_positions_that_can_be_won_elsewhere(step):
    """Theory excludes only some of the finishes, and others can be reached."""
    problem = Problem.to_any(T5.vacancy("c5"))
    guide, partly = Guide(problem), 0
    for code in range(1, T5.full_code, step):
        position = Position(T5, code)
        if naive.solvable(T5, code, problem.finishes):
            assert guide.reasons(position) == ()
            partly += bool(private(guide, "_theory")(position, work=Work()))
    assert partly > 700 / step


def test_a_position_of_another_board_is_refused():
    guide = Guide("triangle5", "a1")
    asks = ("verdicts", "winning", "solution", "hint", "rivals", "surely_wins", "claim", "reasons")
    for name in (*asks, "best_end"):
        with pytest.raises(ProblemError, match="for triangle5, but the position is on english"):
            getattr(guide, name)("english d4")
        getattr(guide, name)("triangle5 a1")
    with pytest.raises(ProblemError, match="on english"):
        guide.winning_by("english d4", {})


def test_what_would_take_long_is_not_said():
    """Large boards only use the class, and hints stop when the time is over."""
    board = named_board("square20+diagonal")
    crowd = Position(board, board.code(["a1", "a2", "b1", "e5", "f6"]))
    guide = Guide(Problem.to_any(crowd))
    assert guide.reasons(crowd) == ()
    problem = PROBLEMS[0]
    position = T5.vacancy("a1").play("a3-a1")
    guide = Guide(problem)
    assert guide.rivals(position)
    assert guide.hint(position)
    for late in (Work(0), Work(cancelled=lambda: True)):
        assert guide.rivals(position, work=late) == ()


def test_advice_waits_for_no_proof(monkeypatch):
    """Hints, and the claims about other jumps, look for no proofs, which take long."""
    problem = Problem.to_any(named_board("hexagon37").position("c3,d3,e4,d5,c5,b4,d4,a4"))
    position = Position(problem.board, problem.starts[0])
    looked_for = []

    def note(what):
        return lambda *_, **__: looked_for.append(what) or ()

    monkeypatch.setattr("pegsolitaire.advice.guide.reasons_without_search", note("proofs"))
    monkeypatch.setattr("pegsolitaire.advice.guide.claim_of", note("claims"))
    guide = Guide(problem)
    assert guide.hint(position)
    assert not looked_for
    guide.rivals(position)
    assert set(looked_for) == {"claims"}


@WITH_SETS
def test_claims_of_a_guide_are_about_lost_positions(with_sets):
    problem = PROBLEMS[0]
    guide = guide_of(problem, with_sets)
    for position in played(problem)[::31]:
        lost = not naive.solvable(T5, position.code, problem.finishes)
        assert (guide.claim(position) is not None) is lost


def test_reasons_end_with_the_work():
    """Proofs that need no linear program are given even when the time is over."""
    board = named_board("english")
    position = board.vacancy("d4")
    guide = Guide(Problem(position, [board.single("d3")]))
    assert [one.kind for one in guide.reasons(position, work=Work(0))] == ["class"]


@pytest.mark.slow
def test_reasons_that_take_a_search_are_not_given_of_large_boards():
    board = named_board("triangle11")
    position = board.vacancy("a1").play("a3-a1")
    guide = Guide(Problem.complement(board, "a1"))
    assert guide.reasons(position) == ()
    assert games_from(position, guide.problem) is None


def test_the_end_of_a_game():
    for with_sets in (True, False):
        guide = guide_of(PROBLEMS[0], with_sets)
        won, lost = T5.single("a1"), T5.position("code:1025")
        assert guide.winning(won)
        assert guide.solution(won).jumps == ()
        assert guide.hint(won) is None
        assert guide.reasons(won) == ()
        assert not guide.winning(lost)
        assert guide.hint(lost) is None
        assert [len(reason.finishes) for reason in guide.reasons(lost)] == [1]


# -- assess ------------------------------------------------------------------------------------

T4 = named_board("triangle4")
ENGLISH = named_board("english")
DIAGONAL = named_board("square3+diagonal")


def positions_with_jumps(board, step):
    """Return some positions that allow a jump."""
    found = (Position(board, code) for code in range(1, board.full_code, step))
    return [position for position in found if position.legal_jumps]


@pytest.mark.parametrize(("board", "step"), [(T4, 13), (T5, 701), (DIAGONAL, 7)])
def test_assessments_are_true(board, step):
    for position in positions_with_jumps(board, step):
        found = assess(position)
        reached = naive.reachable_finishes(board, position.code)
        allowed = {board.holes[i] for i in feasible_finishes(position)}
        assert found.position == position
        assert found.finishes == {hole: hole in reached for hole in allowed}
        assert reached <= allowed
        assert found.solvable is bool(reached)
        goals = [1 << i for i in range(len(board))]
        assert found.jumps == {
            jump: naive.solvable(board, position.play(jump).code, goals)
            for jump in position.legal_jumps
        }
        won, lost = naive.count_games(board, position.code, Problem.to_any(position).finishes)
        assert (found.games.won, found.games.lost) == (won, lost)
        assert (found.solution is None) == (not reached)
        if reached:
            assert Solution(position, found.solution.jumps).finish.code in goals


def test_what_is_no_puzzle():
    for code in (0, 1, T5.full_code):
        with pytest.raises(ProblemError, match=r"no jump is possible from .*: move a peg"):
            assess(Position(T5, code))


def test_a_puzzle_without_a_finish_in_its_class():
    found = assess(named_board("french").vacancy("d4"))
    assert (found.solvable, found.finishes, found.solution) == (False, {}, None)
    assert set(found.jumps.values()) == {False}


def test_what_is_not_found_out_in_time_is_not_known(monkeypatch):
    set_private(monkeypatch, sys.modules["pegsolitaire.advice.guide"], _SECONDS=0)
    found = assess(T5.vacancy("a1"))
    [first, *others] = found.finishes.values()
    assert (found.solvable, first) == (True, True)  # the first search has no time limit
    assert {*others, *found.jumps.values()} == {None}
    assert found.games.won


# -- games --------------------------------------------------------------------------------------


@pytest.mark.parametrize("start", ["a1", "b3"])
def test_games_from_every_kind_of_position(start):
    problem = Problem(T5, start, "a1")
    for code in range(1, T5.full_code, 997):
        won, lost = naive.count_games(T5, code, problem.finishes)
        position = Position(T5, code)
        if len(position) >= problem.finish_pegs:
            games = games_from(position, problem)
            assert (games.won, games.lost) == (won, lost)


def test_games_are_counted_where_that_is_cheap():
    problem = Problem.to_any(ENGLISH.vacancy("d4"))
    cross = ENGLISH.position(".../.*./..***../...*.../...*.../.../...")
    assert games_from(cross, problem) == Games(4, {1: 4, 2: 2, 3: 8, 4: 7})
    assert games_from(ENGLISH.vacancy("d4"), problem) is None
    assert games_from(Position(ENGLISH, 0), problem) is None
    large = named_board("triangle11")
    assert games_from(large.vacancy("a1"), Problem.to_any(large.vacancy("a1"))) is None
    busy = named_board("square8+diagonal")
    few = Position(busy, int("0a5005a00a5005a0", 16))
    many = Position(busy, int("1a5815a81a5815a8", 16))
    assert games_from(few, Problem.to_any(few)).total > 0
    assert games_from(many, Problem.to_any(many)) is None
