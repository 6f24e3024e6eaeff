"""Proofs by cases: each case is verified independently, and no reachable finish is excluded."""

from dataclasses import replace
from itertools import product

import naive
import pytest
from hypothesis import given, strategies as st
from marks import examples, quick_then

from pegsolitaire.board import named_board
from pegsolitaire.errors import ResourceCountError
from pegsolitaire.game import Game, Jump
from pegsolitaire.reasons import explain
from pegsolitaire.theory import (
    BalanceSheet,
    CaseProof,
    ResourceCount,
    balance_finder,
    find_cases,
)
from pegsolitaire.theory.balance import Limit
from pegsolitaire.theory.cases import CaseSearch, Split, numbers_lead
from pegsolitaire.theory.unreachable import case_text
from pegsolitaire.work import Work

T4, T5, ENGLISH, SQUARE4, RECTANGLE, TRUNCATED = (
    named_board(name)
    for name in ("triangle4", "triangle5", "english", "square4", "rectangle3x4", "truncated12")
)  # fmt: skip
SMALL = (T4, SQUARE4, RECTANGLE, TRUNCATED)
# The fastest loss of the central game (Bell's Notes, section 7.1; Beasley 1992, page 115).
LOSS = ("d2-d4", "d5-d3", "b4-d4", "d3-d5")
D4 = ENGLISH.single("d4").code


@st.composite
def positions(draw, boards, most):
    """Draw a board and a code with a limited number of pegs."""
    board = draw(st.sampled_from(boards))
    pegs = draw(st.sets(st.integers(0, len(board) - 1), min_size=1, max_size=most))
    return board, sum(1 << i for i in pegs)


@pytest.fixture(scope="module")
def lost():
    game = Game(ENGLISH.vacancy("d4"))
    for jump in LOSS:
        game.push(jump)
    return game.position


@pytest.fixture(scope="module")
def proof(lost):
    return find_cases(ENGLISH, lost.code, D4)


def impossible(board, start, finish, case):
    """Return whether the document of a case proves that no game within its limits succeeds.

    A game has to lose weight by its jumps and by the exits and parities that it needs. The case
    is impossible if this is more than the difference between the start and the finish.
    """
    weights = dict(zip(map(board.hole_text, board.holes), case["weights"], strict=True))
    pegs = {h for h in weights if start >> board.bit(h) & 1}
    end = {h for h in weights if finish >> board.bit(h) & 1}
    can_lose = sum(weights[h] for h in pegs) - sum(weights[h] for h in end)
    limits = {one["jump"]: (one["least"], one["most"]) for one in case["limits"]}
    has_to_lose = 0
    for demand in case["demands"]:
        assert demand["needed"] <= needed_by(set(demand["region"]), demand["kind"], pegs, end)
        has_to_lose += demand["price"] * demand["needed"]
    for jump in board.jumps:
        a, over, b = (board.hole_text(board.holes[i]) for i in (jump.start, jump.over, jump.end))
        spare = weights[a] + weights[over] - weights[b]
        for demand in case["demands"]:
            region = set(demand["region"])
            if demand["kind"] == "exits":
                counts = bool({a, over} & region) and b not in region
            else:
                counts = len({a, over, b} & region) % 2 == 1
            spare -= demand["price"] * counts
        least, most = limits.get(f"{a}-{b}", (0, None))
        if spare < 0 and most is None:
            return False
        has_to_lose += spare * least if spare >= 0 else spare * most
    return can_lose < has_to_lose


def needed_by(region, kind, pegs, end):
    """Return how many exits or odd jumps a game needs, computed independently of the package."""
    before, after = pegs & region, end & region
    if kind == "parity":
        return (len(before) + len(after)) % 2
    leaves_full = before == region and after != region
    gets_empty = bool(before) and not after
    return leaves_full + gets_empty if len(region) > 2 else int(leaves_full or gets_empty)


def allows(supposed, made):
    return all(
        limit.least <= made[limit.jump] and (limit.most is None or made[limit.jump] <= limit.most)
        for limit in supposed
    )


def assert_cases_cover_all(found):
    """Check that every combination of numbers of jumps belongs to some case."""
    jumps = found.jumps
    for times in product(range(3), repeat=len(jumps)):
        made = dict(zip(jumps, times, strict=True))
        assert any(allows(supposed, made) for supposed, _ in found.cases)


# -- the fastest loss of the central game ---------------------------------------------------------


@pytest.mark.slow
def test_the_fastest_loss_of_the_central_game(lost):
    assert balance_finder(ENGLISH).find(lost.code, [D4]) is None
    found = explain(lost, [ENGLISH.single("d4")])
    (reason,) = found.reasons
    assert (found.dead, reason.kind, reason.finishes) == (True, "cases", (D4,))
    assert reason.sheet == reason.cases.cases[0][1]
    assert reason.text.startswith(f"{len(reason.cases.cases)} cases, by how often ")
    assert 2 <= len(reason.cases.cases) <= 12
    for number in range(len(reason.cases.cases)):
        assert case_text(reason.cases, number).startswith("suppose ")
    assert explain(lost, [ENGLISH.single("d4")]) == found


@pytest.mark.slow
def test_each_of_its_cases_in_exact_integers(document):
    shown = document("explain", "english", f"d4:{','.join(LOSS)}", "--finish", "d4")
    (reason,) = shown["rows"]
    assert reason["kind"] == "cases"
    assert (reason["weights"], reason["value"]) == tuple(
        reason["cases"][0][key] for key in ("weights", "value")
    )
    for case in reason["cases"]:
        assert impossible(ENGLISH, ENGLISH.position(shown["position"]).code, D4, case)
        # The limits used are among the case's assumptions, and the proof needs them.
        assert {limit["jump"] for limit in case["limits"]} <= {
            text.split(" is ")[0] for text in case["suppose"]
        }
        assert not impossible(
            ENGLISH, ENGLISH.position(shown["position"]).code, D4, {**case, "limits": []}
        )


def test_the_cases_leave_nothing_out(proof):
    assert_cases_cover_all(proof)


@pytest.mark.parametrize(
    ("board", "position", "finish"),
    quick_then(("truncated12", "code:2003", "a4"), ("english", f"d4:{','.join(LOSS)}", "d4")),
)
def test_cases_in_words(pegs, monkeypatch, board, position, finish):
    monkeypatch.setenv("COLUMNS", "200")
    short = pegs("explain", board, position, "--finish", finish)
    assert "However often " in short
    assert "\nCase 1: " in short
    assert "sum of the pegs:" not in short
    text = pegs("explain", board, position, "--finish", finish, "--proof")
    assert " is never made" in text
    assert " is made at least once" in text
    # Each case is printed once with its two sums, and once with all details for checking.
    assert 2 * text.count("sum of the pegs:") == text.count("\nCase ")
    assert "every way to go on was tried" not in text.lower()


# -- no reachable finish is excluded --------------------------------------------------------------


@examples(60)
@given(positions(SMALL, most=11), st.data())
def test_nothing_that_can_be_reached_is_excluded(drawn, data):
    board, code = drawn
    reached = naive.within_reach(board, code)
    goals = [1 << i for i in range(len(board))] + sorted(reached - {code})[:3]
    finish = data.draw(st.sampled_from([goal for goal in goals if goal != code]))
    search = CaseSearch(board, code, finish)
    found = search.proof()
    if found is None:
        assert search.numbers is None or numbers_lead(board, search.numbers, code, finish)
        return
    assert finish not in reached
    assert search.numbers is None
    assert_cases_cover_all(found)


def test_cases_prove_more_than_sheets():
    """Cases prove all dead positions of a small board that sheets prove, and some more."""
    more = 0
    for code in range(1, RECTANGLE.full_code, 97):
        for finish in (1 << i for i in range(0, 12, 5)):
            if code == finish or finish in naive.within_reach(RECTANGLE, code):
                continue
            sheet = balance_finder(RECTANGLE).find(code, [finish], tidy=False)
            found = find_cases(RECTANGLE, code, finish)
            assert found is not None or sheet is None
            more += sheet is None and found is not None
    assert more


# -- invalid proofs -------------------------------------------------------------------------------


def test_sheets_that_suppose_too_much(proof):
    tree = proof.tree
    assert isinstance(tree, Split)
    for wrong in (
        replace(tree, fewer=tree.more, more=tree.fewer),
        replace(tree, times=tree.times + 1),
        tree.fewer,
        tree.more,
    ):
        with pytest.raises(ResourceCountError, match="assumes more than its case allows"):
            CaseProof(ENGLISH, proof.start, proof.finish, wrong)


def test_sheets_of_another_game(proof):
    with pytest.raises(ResourceCountError, match="another game"):
        CaseProof(ENGLISH, proof.start, ENGLISH.single("d1").code, proof.tree)
    smaller = ENGLISH.without(["a3-c3"])
    with pytest.raises(ResourceCountError, match="another board"):
        CaseProof(smaller, proof.start, proof.finish, proof.tree)
    assert CaseProof(ENGLISH, proof.start, proof.finish, proof.tree) == proof


def test_limits_that_are_wrong():
    jump = T4.jumps[0]
    start, finish = T4.vacancy("a2").code, T4.single("a3").code
    nothing = ResourceCount(T4, (0,) * 10)
    with pytest.raises(ResourceCountError, match="one jump has two limits"):
        BalanceSheet(start, (finish,), nothing, (), (Limit(jump, 1), Limit(jump, 1)))
    with pytest.raises(ResourceCountError, match="prove nothing"):
        BalanceSheet(start, (finish,), nothing, (), (Limit(jump, 5),))
    # A jump that is removed from the board may raise the count, but still not without limit.
    board = T4.without([str(Jump.of(T4, jump))])
    weights = tuple(int(i == jump.end) for i in range(10))
    count = ResourceCount.__new__(ResourceCount)
    for name, value in (("board", board), ("weights", weights)):
        object.__setattr__(count, name, value)
    with pytest.raises(ResourceCountError):
        BalanceSheet(start, (finish,), count, (), (Limit(jump, 1),))


def test_numbers_of_jumps():
    position = T5.vacancy("a1")
    solution = [Jump.from_text(text, T5) for text in ("a3-a1", "a5-a3")]
    made = [sum(jump == Jump.of(T5, mask) for jump in solution) for mask in T5.jumps]
    after = position.play("a3-a1").play("a5-a3")
    assert numbers_lead(T5, made, position.code, after.code)
    assert not numbers_lead(T5, [2 * number for number in made], position.code, after.code)


def test_the_search_is_bounded(lost):
    for budget in (Work(positions=0), Work(positions=20), Work(0)):
        assert find_cases(ENGLISH, lost.code, D4, work=budget) is None


def test_what_is_sooner_said_needs_no_cases():
    reasons = explain(T4.vacancy("a2"), [T4.single("a3")]).reasons
    kinds = {reason.kind for reason in reasons}
    assert kinds == {"exits"}
