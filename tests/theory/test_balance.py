"""Demands and balance sheets: what every game has to do, and the proofs that follow from it."""

import random
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import combinations

import naive
import numpy as np
import pytest
from hypothesis import given, strategies as st
from marks import examples
from scipy.optimize import linprog

from pegsolitaire.board import named_board
from pegsolitaire.errors import ResourceCountError
from pegsolitaire.theory import (
    BalanceSheet,
    ResourceCount,
    balance_finder,
    exit_count,
    resource_finder,
)
from pegsolitaire.theory.balance import Demand, demands
from pegsolitaire.theory.linear_programs import BalanceFinder

T4, T5, SQUARE3X4, SQUARE4, ENGLISH, TRUNCATED = (
    named_board(name)
    for name in ("triangle4", "triangle5", "rectangle3x4", "square4", "english", "truncated12")
)
SMALL = (T4, T5, SQUARE3X4)
A2, A3, C4 = T4.vacancy("a2").code, T4.single("a3").code, T4.single("c4").code

# Section 2.2 and figure 3c of the triangular paper: each parity is changed only by the jumps
# along one line of three holes through b3.
PARITIES = {"a2 b3 c4": "b2 b3 c3", "a3 b3 c3": "b3 b4 c4", "b2 b3 b4": "a2 a3 b3"}

# Addendum of the triangular paper: the closed set, and the region that begins full and ends empty.
CLOSED, REGION = "a2 a4 c4", "a1 b2 c3 d4"

# Addendum of the triangular paper: the six regions of the SAX count, and the fodder pegs.
SIX = ("a1", "a5", "e5", "a2 a3 a4", "b2 c3 d4", "b5 c5 d5")
FODDER = "a2 b2 b3 a4 b4 c4 d4 b5 d5"


def holes(board, names):
    return board.code(names.split())


def count_of(board, names):
    """Return the resource count with weight 1 in the named holes and 0 elsewhere."""
    code = holes(board, names)
    return ResourceCount(board, tuple(code >> i & 1 for i in range(len(board))))


def jumps_of(board, demand):
    """Return the jumps that a demand counts, by the slow reference version."""
    region = naive.pegs(board, demand.region)
    is_one = naive.is_exit if demand.kind == "exits" else naive.changes_parity
    return {jump for jump in naive.jumps(board) if is_one(region, jump)}


def as_holes(board, jump):
    return tuple(board.holes[i] for i in (jump.start, jump.over, jump.end))


@st.composite
def positions(draw, boards=(T4, T5, SQUARE4), most=11):
    """Draw a board and a code with few enough pegs for the slow reference version."""
    board = draw(st.sampled_from(boards))
    some = st.lists(st.integers(0, len(board) - 1), min_size=1, max_size=most, unique=True)
    return board, sum(1 << i for i in draw(some))


# -- demands ------------------------------------------------------------------------------------


@pytest.mark.parametrize("board", [T4, T5, SQUARE3X4], ids=lambda board: board.name)
def test_demands_are_those_of_the_definitions(board):
    rng = random.Random(1)
    for region in [0, board.full_code, *(rng.randint(1, board.full_code) for _ in range(40))]:
        for kind in ("exits", "parity"):
            demand = Demand(kind, region)
            found = {as_holes(board, jump) for jump in board.jumps if demand.counts(jump)}
            assert found == jumps_of(board, demand)


def assert_games_meet(board, code, wanted):
    """Check that every game makes enough jumps of each demand and has the right parities."""
    played = naive.fewest(board, code, [jumps_of(board, demand) for demand in wanted])
    for finish, least in played.items():
        for demand, made in zip(wanted, least, strict=True):
            needed = demand.needed(code, finish)
            assert made >= needed
            if demand.kind == "parity":
                assert made % 2 == needed
    return played


@examples(40)
@given(positions(SMALL, most=9), st.data())
def test_every_game_meets_demands_of_any_region(drawn, data):
    board, code = drawn
    regions = data.draw(st.lists(st.integers(1, board.full_code), min_size=20, max_size=20))
    wanted = [Demand(kind, region) for region in regions for kind in ("exits", "parity")]
    # Regions that begin full are rare, so two of them are added.
    wanted += [Demand("exits", code), Demand("exits", code & regions[0] or code)]
    assert_games_meet(board, code, wanted)


@pytest.mark.parametrize("hole", ["a1", "a2"])
def test_every_game_meets_demands_of_all_regions(hole):
    code = T4.vacancy(hole).code
    wanted = [
        Demand(k, region) for k in ("exits", "parity") for region in range(1, T4.full_code + 1)
    ]
    played = assert_games_meet(T4, code, wanted)
    assert {d.needed(code, finish) for d in wanted for finish in played} == {0, 1, 2}


@pytest.mark.every(4)
@pytest.mark.parametrize("hole", ["a1", "a2", "a3", "b3"])
def test_every_game_of_triangle5_meets_the_demands(hole):
    assert_games_meet(T5, T5.vacancy(hole).code, demands(T5))


def test_needed_of_the_text():
    region = Demand("exits", holes(T4, REGION))
    assert region.needed(A2, C4) == 2
    assert {as_holes(T4, jump) for jump in T4.jumps if region.counts(jump)} == {
        tuple(map(T4.hole, names))
        for names in (("a1", "a2", "a3"), ("b2", "b3", "b4"), ("c3", "b3", "a3"),
                      ("d4", "c4", "b4"))
    }  # fmt: skip
    for line, names in PARITIES.items():
        parity = Demand("parity", holes(T4, names))
        ends = {T4.bit(end) for end in line.split()}
        counted = {frozenset(jump) for jump in T4.jumps if parity.counts(jump)}
        assert counted == {frozenset(ends)}
        assert parity.needed(A2, A3) == 1
        assert parity.needed(A2, C4) == (line == "a2 b3 c4")
    corner = Demand("exits", 1)
    assert (corner.needed(1, 2), corner.needed(3, 1), corner.needed(2, 1)) == (1, 0, 0)
    edge = Demand("exits", 0b111)
    assert [edge.needed(0b111, to) for to in (0b111, 0b011, 0b1000, 0)] == [0, 1, 2, 2]
    assert [edge.needed(0b011, to) for to in (0b111, 0b001, 0b1000, 0)] == [0, 0, 1, 1]


# -- candidate demands --------------------------------------------------------------------------


@pytest.mark.parametrize("board", [T4, SQUARE3X4, TRUNCATED], ids=lambda board: board.name)
def test_parities_are_the_smallest_of_all(board):
    """Compare with an exhaustive search through all sets of holes."""
    lines = {jump.mask for jump in board.jumps}
    best = {}
    for region in range(1, board.full_code + 1):
        changing = [line for line in lines if (line & region).bit_count() & 1]
        if len(changing) == 1:
            best[changing[0]] = min(best.get(changing[0], 99), region.bit_count())
    found = {
        next(filter(demand.counts, board.jumps)).mask: demand.region.bit_count()
        for demand in demands(board)
        if demand.kind == "parity"
    }
    assert found == best


def test_parities_of_triangle4_are_those_of_the_paper():
    found = {demand.region for demand in demands(T4) if demand.kind == "parity"}
    assert found >= {holes(T4, names) for names in PARITIES.values()}


@pytest.mark.parametrize("board", [T4, SQUARE4], ids=lambda board: board.name)
def test_exits_from_all_that_hangs_together(board):
    """Compare with all connected sets of two to four holes, found by exhaustive search."""

    def hangs_together(region):
        seen, more = set(), {next(iter(region))}
        while more:
            seen |= more
            more = {
                (x + dx, y + dy) for x, y in more for dx, dy in board.lattice.directions
            } & region - seen
        return seen == region

    few = {
        naive.code(board, some)
        for size in (2, 3, 4)
        for some in combinations(board.holes, size)
        if hangs_together(set(some))
    }
    tried = {demand.region for demand in demands(board) if demand.kind == "exits"}
    assert few == {region for region in tried if region.bit_count() <= 4}
    larger = {holes(T4, "a2 b2 a3 b3 a4 b4"), holes(T4, "a1 b2 a2 b3 a3 b4")}
    assert larger <= tried or board != T4


def test_boards_that_are_too_large_have_no_demands():
    assert demands(named_board("square9")) == ()
    assert demands(named_board("triangle12")) == ()
    assert len(demands(named_board("square8"))) > 500


# -- balance sheets -----------------------------------------------------------------------------


def sheet_by_parities():
    prices = tuple((Demand("parity", holes(T4, names)), 1) for names in PARITIES.values())
    return BalanceSheet(A2, (A3,), count_of(T4, "b3"), prices)


def test_from_a2_to_a3_by_three_parities():
    """Section 2.2 of the triangular paper: all three change, and only one jump is over b3."""
    sheet = sheet_by_parities()
    assert (sheet.value, sheet.available(A3), sheet.owed(A3), sheet.bound(A3)) == (1, 1, 3, 3)
    assert sheet.largest == 1
    # Two of them are enough.
    for prices in combinations(sheet.prices, 2):
        assert replace(sheet, prices=prices).owed(A3) == 2
    with pytest.raises(ResourceCountError, match="1 to spend and 1 to pay"):
        replace(sheet, prices=sheet.prices[:1])


def test_from_a2_to_c4_by_exits():
    """Addendum of the triangular paper: two exits are needed, neither of them over b3."""
    parity = Demand("parity", holes(T4, PARITIES["a2 b3 c4"]))
    prices = ((Demand("exits", holes(T4, REGION)), 1), (parity, 1))
    sheet = BalanceSheet(A2, (C4,), count_of(T4, f"{CLOSED} b3"), prices)
    assert (sheet.value, sheet.available(C4), sheet.owed(C4), sheet.bound(C4)) == (3, 2, 3, 4)
    # One demand alone is not enough.
    for price in prices:
        with pytest.raises(ResourceCountError, match="these weights prove nothing"):
            replace(sheet, prices=(price,))


def test_the_fodder_of_triangle5_by_exits():
    """Addendum of the triangular paper: nine exits, and eight fodder pegs of which one is left."""
    prices = tuple((Demand("exits", holes(T5, names)), 1) for names in SIX)
    vacancy, single = T5.vacancy("b3"), T5.single("b3")
    fodder = count_of(T5, FODDER)
    sheet = BalanceSheet(vacancy.code, (single.code,), fodder, prices)
    assert (sheet.value, sheet.owed(single.code), sheet.available(single.code)) == (8, 9, 7)
    assert exit_count(vacancy) - exit_count(single) == 7 - 9
    vacancy, single = T5.vacancy("a1"), T5.single("a1")
    with pytest.raises(ResourceCountError, match="9 to spend and 8 to pay"):
        BalanceSheet(vacancy.code, (single.code,), fodder, prices)


def test_a_jump_that_loses_too_little_is_named():
    sheet = sheet_by_parities()
    dear = tuple((demand, 2) for demand, _ in sheet.prices)
    with pytest.raises(ResourceCountError, match=r"^(a2-c4|b2-b4|a3-c3) loses 1 and owes 2: "):
        replace(sheet, prices=dear)
    corner = Demand("exits", holes(T4, "a1 a2"))
    nothing = ResourceCount(T4, (0,) * 10)
    with pytest.raises(ResourceCountError, match=r"^a1-(a3|c3) loses 0 and owes 1: "):
        BalanceSheet(A2, (A3,), nothing, ((corner, 1),))


def test_a_sheet_that_proves_nothing():
    nothing, fodder = ResourceCount(T4, (0,) * 10), count_of(T4, CLOSED)
    with pytest.raises(
        ResourceCountError, match=f"0 to spend and 0 to pay on the way to code:{A3}"
    ):
        BalanceSheet(A2, (A3,), nothing)
    start = T4.single("a3").code
    assert BalanceSheet(start, (C4,), fodder).available(C4) == -1
    with pytest.raises(ResourceCountError, match=f"on the way to code:{A3}: these weights prove"):
        BalanceSheet(start, (C4, A3), fodder)
    with pytest.raises(ResourceCountError, match="1 to spend and 0 to pay"):
        BalanceSheet(C4, (A3,), fodder)


@pytest.mark.parametrize("price", [0, -1, 0.5, 1.0, "1"])
def test_a_price_that_is_none(price):
    sheet = sheet_by_parities()
    demand = sheet.prices[1][0]
    prices = (sheet.prices[0], (demand, price), sheet.prices[2])
    with pytest.raises(ResourceCountError, match=f"a price of {price} for Demand.*positive"):
        replace(sheet, prices=prices)


@examples(150)
@given(positions((T4,)), st.data())
def test_a_sheet_that_can_be_made_is_true(drawn, data):
    """Whenever random weights and prices pass the check, no game leads to the finish."""
    board, code = drawn
    tried = demands(board)
    prices = data.draw(st.lists(st.tuples(st.sampled_from(tried), st.integers(1, 2)), max_size=3))
    weights = data.draw(st.tuples(*[st.integers(0, 2)] * len(board)))
    reached = naive.within_reach(board, code)
    for finish in range(1, board.full_code + 1):
        try:
            sheet = BalanceSheet(code, (finish,), ResourceCount(board, weights), tuple(prices))
        except ResourceCountError as error:
            if "to spend" in str(error):
                continue
            break  # a jump violates the sheet, whatever the finish
        assert finish not in reached
        assert sheet.value < sheet.bound(finish)


# -- finding sheets -----------------------------------------------------------------------------


@examples(150)
@given(positions(), st.data())
def test_nothing_is_found_against_a_game(drawn, data):
    board, code = drawn
    finish = data.draw(st.sampled_from(sorted(naive.within_reach(board, code))))
    for finder in (resource_finder(board), balance_finder(board)):
        assert finder.find(code, [finish]) is None


@pytest.mark.slow
@examples(60)
@given(positions(), st.data())
def test_one_sheet_for_several_finishes(drawn, data):
    board, code = drawn
    finishes = data.draw(
        st.lists(st.integers(0, len(board) - 1), min_size=2, max_size=6, unique=True)
    )
    finishes = [1 << i for i in finishes]
    reached = naive.within_reach(board, code)
    for finder in (resource_finder(board), balance_finder(board)):
        sheet = finder.find(code, finishes)
        if sheet is not None:
            assert sheet.finishes == tuple(finishes)
            assert not reached & set(finishes)
            assert all(finder.find(code, [finish]) for finish in finishes)


def taken(board):
    """Return a matrix of what each jump (column) takes from each hole (row)."""
    found = np.zeros((len(board), len(board.jumps)))
    for number, jump in enumerate(board.jumps):
        found[[jump.start, jump.over], number] += 1
        found[jump.end, number] -= 1
    return found


def difference(board, code, finish):
    return np.array([(code >> i & 1) - (finish >> i & 1) for i in range(len(board))])


def adds_up(board, code, finish):
    """Return whether some non-negative multiples of the jumps lead from code to finish.

    By Farkas' lemma they do so if and only if no resource count excludes the finish.
    """
    rows = taken(board)
    status = linprog(
        np.zeros(rows.shape[1]), A_eq=rows, b_eq=difference(board, code, finish)
    ).status
    assert status in (0, 2)
    return status == 0


def adds_up_with_demands(board, code, finish):
    """Do the same, but require as many jumps of each demand as are needed."""
    rows, tried = taken(board), demands(board)
    made = np.array([[demand.counts(jump) for jump in board.jumps] for demand in tried], float)
    needed = np.array([demand.needed(code, finish) for demand in tried], float)
    status = linprog(
        np.zeros(rows.shape[1]),
        A_eq=rows,
        b_eq=difference(board, code, finish),
        A_ub=-made,
        b_ub=-needed,
    ).status
    assert status in (0, 2)
    return status == 0


@examples(120)
@given(positions((T4, T5, SQUARE4, ENGLISH, TRUNCATED), most=16), st.data())
def test_what_there_is_is_found(drawn, data):
    board, code = drawn
    finish = 1 << data.draw(st.integers(0, len(board) - 1))
    assert (resource_finder(board).find(code, [finish]) is None) == adds_up(board, code, finish)
    if board != ENGLISH:
        found = balance_finder(board).find(code, [finish])
        assert (found is None) == adds_up_with_demands(board, code, finish)


def lost_positions(wins, pegs, number):
    """Return some dead positions that a single jump from a winning position leads to."""
    rng, found = random.Random(pegs), set()
    winning = wins.level(pegs + 1)
    for place in rng.sample(range(len(winning)), min(len(winning), 100 * number)):
        code = int(winning[place])
        jumps = ENGLISH.masks_from(code)
        found |= {code ^ jump.mask for jump in jumps if code ^ jump.mask not in wins}
        if len(found) >= 2 * number:
            break
    return rng.sample(sorted(found), min(number, len(found)))


@pytest.mark.slow
def test_resource_counts_of_the_central_game(central_sets):
    """In each level, a count is found for a dead position exactly when one exists."""
    finish, finder, found = ENGLISH.single("d4").code, resource_finder(ENGLISH), 0
    for pegs in range(1, 29):
        for code in lost_positions(central_sets, pegs, 500):
            sheet = finder.find(code, [finish])
            assert (sheet is None) == adds_up(ENGLISH, code, finish)
            if sheet is not None:
                found += 1
                count = sheet.count
                assert count.forbids(code, finish)
                assert (sheet.value, sheet.bound(finish)) == (count.of(code), count.of(finish))
                assert all(type(weight) is int for weight in count.weights)
    assert found > 2_500


def test_numbers_are_small():
    """The integer program keeps the numbers small, so that people can follow the proof."""
    for board, start, finish in [(T4, A2, A3), (T4, A2, C4)]:
        sheet = balance_finder(board).find(start, [finish])
        assert sheet.largest == 1
        assert len(sheet.prices) <= 3
    dead = ENGLISH.position("..*/.../*.*..../......*/*.*..../.../...").code
    assert resource_finder(ENGLISH).find(dead, [ENGLISH.single("d4").code]).largest == 1


def test_earlier_questions_change_no_answer():
    """Earlier questions leave nothing behind that could change even the numbers of a proof."""
    rng = random.Random(2)
    codes = [rng.randint(1, T5.full_code) for _ in range(40)]
    goals = [[1 << i for i in rng.sample(range(15), rng.randint(1, 3))] for _ in codes]
    questions = list(zip(codes, goals, strict=True))
    for tried in (demands(T5), ()):
        one, other = BalanceFinder(T5, tried), BalanceFinder(T5, tried)
        answers = [one.find(*question) for question in questions]
        assert [other.find(*question) for question in reversed(questions)] == answers[::-1]
        assert any(answers)
        assert not all(answers)


def test_untidy_sheets_prove_the_same():
    rng, finder = random.Random(3), balance_finder(T5)
    for _ in range(40):
        code, finish = rng.randint(1, T5.full_code), 1 << rng.randrange(15)
        tidy, untidy = finder.find(code, [finish]), finder.find(code, [finish], tidy=False)
        assert (tidy is None) == (untidy is None)
        if tidy is not None:
            assert tidy.largest <= untidy.largest


@pytest.mark.slow
def test_threads_may_share_a_finder():
    finder = balance_finder(T4)
    codes = range(1, T4.full_code, 7)
    expected = [finder.find(code, [A3]) for code in codes]
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda code: finder.find(code, [A3]), codes))
    assert found == expected
