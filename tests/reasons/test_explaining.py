"""Why positions are dead: every reason is true, and every dead position gets one."""

import sys

import known
import naive
import pytest
from hypothesis import given, strategies as st
from marks import each, examples, quick_then

from pegsolitaire.board import Board, named_board
from pegsolitaire.errors import BoardTooLargeError, ProblemError
from pegsolitaire.game import Position, Problem, Solution
from pegsolitaire.reasons import Explanation, explain
from pegsolitaire.solving.answers import Undecided
from pegsolitaire.theory import (
    BalanceSheet,
    ResourceCount,
    classic_counts,
    effective_slack,
    feasible_finishes,
    reason_by_count,
    reasons_without_search,
    sax_count,
)

T4, T5, SQUARE4, TRUNCATED, ENGLISH, FRENCH, SQUARE9 = (
    named_board(name)
    for name in (
        "triangle4", "triangle5", "square4", "truncated12", "english", "french", "square9"
    )
)  # fmt: skip
KINDS = {"class", "trap", "resource", "sax", "exits", "cases", "search"}

# Dead, but whole numbers of jumps lead to d4 and meet every demand, so a search is needed.
SEARCHED = ENGLISH.position("code:8312946159")


def goals_of(position, finishes):
    if finishes is not None:
        return tuple(finish.code for finish in finishes)
    holes = feasible_finishes(position) or range(len(position.board))
    return tuple(1 << i for i in holes)


def check(position, finishes=None):
    """Check an explanation against the slow reference version and return it."""
    found = explain(position, finishes)
    goals = goals_of(position, finishes)
    reached = naive.within_reach(position.board, position.code)
    assert found.position == position
    assert found.dead is (not reached & set(goals))
    assert found.open == ()
    if found.dead:
        assert found.solution is None
        assert {code for reason in found.reasons for code in reason.finishes} == set(goals)
    else:
        assert found.solution.start == position
        assert found.solution.finish.code in goals
        assert Solution(position, found.solution.jumps) == found.solution
    for reason in found.reasons:
        assert reason.kind in KINDS
        assert reason.text
        assert not reached & set(reason.finishes)
        assert (reason.sheet is not None) == (reason.kind in ("resource", "exits"))
        assert (reason.trap is not None) == (reason.kind == "trap")
        if reason.sheet:
            check_sheet(reason, position)
    return found


def check_sheet(reason, position):
    sheet = reason.sheet
    again = BalanceSheet(position.code, reason.finishes, sheet.count, sheet.prices)
    assert again == sheet
    assert bool(sheet.prices) == (reason.kind == "exits")
    for code in reason.finishes:
        assert sheet.value < sheet.bound(code)


def explained(board, vacancy, finish):
    """Return the only reason why a problem has no solution."""
    (reason,) = check(board.vacancy(vacancy), [board.single(finish)]).reasons
    return reason


# -- against the slow reference version ---------------------------------------------------------


@pytest.mark.parametrize("step", quick_then(8, 1))
def test_positions_of_triangle4(step):
    kinds = set()
    for code in range(1, T4.full_code + 1, step):
        kinds |= {reason.kind for reason in check(Position(T4, code)).reasons}
    assert kinds >= {"class", "resource"}


@st.composite
def positions(draw, boards=(T4, T5, TRUNCATED, SQUARE4), most=10):
    board = draw(st.sampled_from(boards))
    hole = st.integers(0, len(board) - 1)
    pegs = draw(st.lists(hole, min_size=1, max_size=most, unique=True))
    return Position(board, sum(1 << i for i in pegs))


@examples(200)
@given(positions() | positions((ENGLISH, FRENCH), most=8))
def test_random_positions(position):
    check(position)


@examples(120)
@given(positions(), st.data())
def test_random_positions_and_finishes(position, data):
    board = position.board
    pegs = data.draw(st.integers(1, 3))
    hole = st.integers(0, len(board) - 1)
    few = st.lists(hole, min_size=pegs, max_size=pegs, unique=True)
    goals = data.draw(st.lists(few, min_size=1, max_size=5))
    finishes = [Position(board, sum(1 << i for i in goal)) for goal in goals]
    check(position, list(dict.fromkeys(finishes)))


# -- the papers ---------------------------------------------------------------------------------


def test_from_a2_to_a3_on_triangle4():
    """Section 2.2 of the triangular paper: only jumps over b3 change these parities."""
    reason = explained(T4, "a2", "a3")
    assert reason.kind == "exits"
    assert reason.text == (
        "balance sheet: a game to a3 has to lose 3 of this count, and can lose 1 "
        "(it is 1 here and 0 there)"
    )
    assert reason.sheet.count.weights == tuple(int(hole == T4.hole("b3")) for hole in T4)
    assert len(reason.sheet.prices) in (2, 3)
    for demand, price in reason.sheet.prices:
        assert (demand.kind, price) == ("parity", 1)
        over = {T4.holes[jump.over] for jump in T4.jumps if demand.counts(jump)}
        assert over == {T4.hole("b3")}


def test_from_a2_to_c4_on_triangle4():
    """Beasley's proof in the addendum needs two exits from a side and a jump over b3."""
    reason = explained(T4, "a2", "c4")
    assert reason.kind == "exits"
    prices = {
        (demand.kind, frozenset(map(T4.hole_text, Position(T4, demand.region)))): price
        for demand, price in reason.sheet.prices
    }
    region = frozenset({"a1", "b2", "c3", "d4"})
    parities = {key for key in prices if key[0] == "parity"}
    assert prices.keys() == {("exits", region), *parities}
    (parity,) = (demand for demand, _ in reason.sheet.prices if demand.kind == "parity")
    ends = {frozenset(map(T4.hole_text, (T4.holes[j.start], T4.holes[j.end])))
            for j in T4.jumps if parity.counts(j)}  # fmt: skip
    assert ends == {frozenset({"a2", "c4"})}
    weighty = {T4.hole_text(h) for h, w in zip(T4, reason.sheet.count.weights, strict=True) if w}
    assert weighty == {"a2", "a4", "b3", "c4"}
    assert "has to lose 3 of this count, and can lose 2 (it is 3 here and 1 there)" in reason.text


def test_a_game_that_can_lose_nothing():
    """The sentence gives the amount even if it is 0."""
    texts = [reason.text for reason in check(T4.position("./**/*../*...")).reasons]
    claim = "a game to b2 has to lose 1 of this count, and can lose 0 (it is 1 here and 1 there)"
    assert any(claim in text for text in texts)


def test_from_a2_to_b2_on_triangle4():
    found = check(T4.vacancy("a2"), [T4.single("b2")])
    assert found.dead is False
    assert len(found.solution) == 8
    assert str(found) == f"not dead: {found.solution}"


def test_by_going_through_the_tree_on_triangle4():
    """Footnote 4: without the jumps a3-c3, b2-b4 and their reverses, a2 does not lead to c4.

    The paper says that 27 positions can be reached; we count 26, including the start.
    """
    over_b3 = {frozenset(map(T4.hole, pair)) for pair in (("a3", "c3"), ("b2", "b4"))}
    jumps = [jump for jump in naive.jumps(T4) if frozenset((jump[0], jump[2])) not in over_b3]
    level = {naive.pegs(T4, T4.vacancy("a2").code)}
    reached = set()
    while level:
        reached |= level
        level = {led for at in level for jump in jumps if (led := naive.after(at, jump))}
    assert len(reached) == 26
    assert frozenset({T4.hole("c4")}) not in reached


@each(("pair", "solvable"), known.TRIANGULAR_TABLE_1.items())
def test_table_1_of_the_triangular_paper(pair, solvable):
    vacancy, finish = T5.vacancy(pair[0]), T5.single(pair[1])
    found = explain(vacancy, [finish])
    assert found.dead is not solvable
    if solvable:
        assert found.reasons == ()
        assert found.solution.solves(Problem(T5, *pair))
        return
    (reason,) = found.reasons
    assert (reason.kind, reason.finishes) == ("sax", (finish.code,))
    here, there = sax_count(vacancy), sax_count(finish)
    if here < there:
        assert f"it is {here} here and no jump raises it, but it is {there} " in reason.text
    elif not reason.sums.after_first:  # it must be higher just before the last jump
        assert effective_slack(*pair) < 0 == here - there
        assert f"it is {here} here and no jump raises it, but it is {here + 1} at" in reason.text
    else:
        # The first or last jump goes into or out of the corner, as the effective slack assumes.
        assert effective_slack(*pair) < 0 <= here - there
        assert "after the first jump" in reason.text


@pytest.mark.parametrize(
    ("name", "hole"), [("french", "d4"), ("hexagon37", "d4"), ("triangle7", "c5")]
)
def test_central_vacancies_that_the_class_forbids(name, hole):
    board = named_board(name)
    middle = board.hole(hole)
    assert all(symmetry[middle] == middle for symmetry in naive.symmetries(board))
    found = explain(board.vacancy(hole))
    assert found.dead is True
    (reason,) = found.reasons
    assert reason.kind == "class"
    assert reason.text == "position class: no game from here can end with one peg, in any hole"
    assert set(reason.finishes) == {1 << i for i in range(len(board))}
    dead, claim, parity, *_ = str(found).splitlines()
    assert (dead, claim) == ("dead", found.claim.sentence)
    assert parity.startswith("The number of pegs on the ringed holes stays ")
    assert reason.text in found.text(proof=True)


def test_a_finish_outside_the_class():
    found = explain(ENGLISH.vacancy("d4"), [ENGLISH.single("d3")])
    (reason,) = found.reasons
    assert (found.dead, reason.kind) == (True, "class")
    assert "d1, a4, d4, g4, d7" in reason.text
    assert "d3" in reason.text
    # One finish outside the class does not matter if another can be reached.
    found = explain(T5.vacancy("a1"), [T5.single("a2"), T5.single("a1")])
    assert found.dead is False
    assert found.solution.solves(Problem.complement(T5, "a1"))
    # A dead position has a reason for each finish.
    found = check(T5.vacancy("b3"), [T5.single("a2"), T5.single("b3"), T5.single("a1")])
    assert [reason.kind for reason in found.reasons] == ["class", "sax", "sax"]
    several = Position(T5, 0b11)
    (reason,) = explain(T5.vacancy("a1"), [several]).reasons
    assert reason.kind == "class"
    assert "code:3" in reason.text


# -- edges --------------------------------------------------------------------------------------


def test_a_position_at_its_finish():
    for position, finishes in [
        (T5.single("a1"), None),
        (T5.single("a1"), [T5.single("a1")]),
        (T5.position("code:8455"), [T5.single("a2"), T5.position("code:8455")]),
        (Board([(0, 0)]).single((0, 0)), None),
    ]:
        found = explain(position, finishes)
        assert (found.dead, found.reasons) == (False, ())
        assert found.solution == Solution(position, [])
        assert str(found).startswith("not dead")


def test_a_position_without_jumps():
    for text in ("*/../.../*..*", "*/**/***/****", "./../*.*/....", "*/.*/..*/...*"):
        position = T4.position(text)
        assert not position.legal_jumps
        assert check(position).dead is True
    assert check(named_board("square2").vacancy("a1")).dead is True


def test_a_finish_of_more_pegs():
    """Counting all pegs is a proof, because jumps only remove pegs."""
    position = T5.position("code:8455")
    for code in range(1, T5.full_code, 999):
        if code.bit_count() >= len(position):
            assert check(position, [Position(T5, code)]).dead is True


def test_finishes_of_different_numbers_of_pegs():
    start = T5.vacancy("a1")
    middle = start.play("a3-a1").play("a5-a3")
    for finishes in ([T5.single("a1"), middle], [middle, T5.single("b3")]):
        assert check(start, finishes).dead is False
    check(T5.vacancy("b3"), [T5.single("a1"), T5.position("code:28"), middle])


def test_a_finish_that_is_given_twice():
    one = T5.single("b3")
    found = explain(T5.vacancy("a1"), [one, one])
    assert found.dead is True
    assert {code for reason in found.reasons for code in reason.finishes} == {one.code}


def test_what_cannot_be_explained():
    position = T5.vacancy("a1")
    with pytest.raises(ProblemError, match="the position has no pegs"):
        explain(Position(T5, 0))
    with pytest.raises(ProblemError, match="the finish is a position of triangle4"):
        explain(position, [T5.single("a1"), T4.single("a1")])
    with pytest.raises(ProblemError, match="an explanation needs a finish"):
        explain(position, [])


@pytest.mark.slow
def test_boards_of_too_many_holes():
    """Theory and small searches still work, but more than 128 holes are refused."""
    found = explain(SQUARE9.single("e5"), [SQUARE9.single("e4")])
    assert [reason.kind for reason in found.reasons] == ["class"]
    found = explain(SQUARE9.single("e5"), [SQUARE9.single("e2")])
    assert [reason.text for reason in found.reasons] == ["no jump is left"]
    pair = SQUARE9.position("d5,e5")
    found = explain(pair, [SQUARE9.single("c2")])
    assert [reason.kind for reason in found.reasons] == ["search", "resource"]
    assert found.reasons[0].searched == 3
    assert explain(Position(SQUARE9, 0b11), [SQUARE9.single("c1")]).dead is False
    large = named_board("square12")
    with pytest.raises(BoardTooLargeError, match=r"square12 has 144 holes.*128"):
        explain(Position(large, 0b11), [large.single("c1")])


# -- undecided ----------------------------------------------------------------------------------


def test_a_search_that_does_not_find_out(monkeypatch):
    module = sys.modules["pegsolitaire.reasons.explaining"]
    monkeypatch.setattr(module, "solve", lambda *_, **__: Undecided("so it is"))
    one, other = ENGLISH.single("d4"), ENGLISH.single("d3")
    found = explain(SEARCHED, [one, other])
    assert (found.dead, found.solution, found.open) == (None, None, (one.code,))
    assert [reason.kind for reason in found.reasons] == ["class"]
    assert str(found).startswith("undecided\nThe number of pegs on the ringed holes stays ")


# -- your own count -----------------------------------------------------------------------------


def test_a_count_of_ones_own():
    sublattice = classic_counts(ENGLISH)[5]
    d4, d1 = ENGLISH.single("d4"), ENGLISH.single("d1")
    dead = ENGLISH.position("..*/.../*.*..../......*/*.*..../.../...")
    found = explain(dead, [d4], count=sublattice)
    assert (found.dead, found.open) == (True, ())
    (reason,) = found.reasons
    assert reason == reason_by_count(sublattice, dead, [d4.code])
    assert reason.sheet.count == sublattice
    found = explain(dead, [d4, d1], count=sublattice)
    assert (found.dead, found.open) == (None, (d1.code,))
    assert [reason.finishes for reason in found.reasons] == [(d4.code,)]
    found = explain(ENGLISH.vacancy("d4"), [d4], count=sublattice)
    assert found == Explanation(ENGLISH.vacancy("d4"), None, open=(d4.code,))
    assert str(found) == "undecided"
    with pytest.raises(ProblemError, match="french"):
        explain(FRENCH.vacancy("d4"), count=sublattice)


@examples(60)
@given(
    positions((T4,)),
    st.sampled_from(["b3", "a2 a4 c4", "b2 b4 d4", " ".join(map(T4.hole_text, T4))]),
)
def test_what_a_count_forbids_is_out_of_reach(position, names):
    code = T4.code(names.split())
    count = ResourceCount(T4, tuple(code >> i & 1 for i in range(10)))
    finishes = [T4.single(hole) for hole in T4]
    found = explain(position, finishes, count=count)
    reached = naive.within_reach(T4, position.code)
    for reason in found.reasons:
        assert not reached & set(reason.finishes)
    forbidden = {f.code for f in finishes if count.forbids(position, f)}
    if position.code not in {f.code for f in finishes}:
        assert {c for r in found.reasons for c in r.finishes} == forbidden
        assert set(found.open) == {f.code for f in finishes} - forbidden
        assert found.dead is (None if found.open else True)


# -- reasons ------------------------------------------------------------------------------------


@pytest.mark.parametrize("step", quick_then(15, 5))
def test_theory_says_nothing_of_what_can_be_reached(step):
    for code in range(1, T4.full_code + 1, step):
        goals = [1 << i for i in range(10)]
        for reason in reasons_without_search(Position(T4, code), goals):
            assert not naive.within_reach(T4, code) & set(reason.finishes)
            assert reason.kind != "search"
    assert reasons_without_search(T4.vacancy("a2"), [T4.single("b2").code]) == ()
    assert reasons_without_search(T4.vacancy("a2"), []) == ()


@pytest.mark.parametrize("every", quick_then(45, 1))
def test_the_sax_count_says_nothing_of_what_can_be_reached(every):
    """The goals include the position itself, positions one jump away, and ends of longer games."""
    for code in [*range(1, 200), *range(200, T5.full_code, 67)][::every]:
        reached = naive.within_reach(T5, code)
        goals = [1 << i for i in range(15)] + sorted(reached)[:40:3] + [code]
        for reason in reasons_without_search(Position(T5, code), goals):
            assert not reached & set(reason.finishes)


@pytest.mark.parametrize("step", quick_then(2100, 700))
def test_the_same_explanation_every_time(step):
    positions_ = [Position(T5, code) for code in range(5, T5.full_code, step)]
    first = [explain(position) for position in positions_]
    assert [explain(position) for position in reversed(positions_)] == first[::-1]
