"""Tests that the slow reference version reproduces the papers.

Other tests rely on it to check the fast engine.
"""

from functools import cache

import known
import naive
import pytest
from marks import each

from pegsolitaire.board import named_board

T5 = named_board("triangle5")
CORNER = ([naive.vacancy(T5, (0, 0))], [1])


@cache
def by_index():
    """Return the stored codes of all games, which take a second to compute."""
    vacancies, degenerate = known.TRIANGLE5_VACANCIES, known.TRIANGLE5_DEGENERATE
    return naive.codes_by_index(T5, T5.holes, vacancies, degenerate)


def sizes(levels, pegs):
    return [len(levels.get(n, ())) for n in pegs]


def hole(name):
    return T5.hole(name)


def test_code_and_pegs():
    position = naive.pegs(T5, known.FIGURE_1D_CODE)
    assert position == {(0, 0), (0, 1), (1, 1), (2, 3), (3, 4)}
    assert naive.code(T5, position) == known.FIGURE_1D_CODE


def test_figure_1d_orbit():
    position = naive.pegs(T5, known.FIGURE_1D_CODE)
    images = {naive.code(T5, naive.image_of(s, position)) for s in naive.symmetries(T5)}
    assert sorted(images) == known.FIGURE_1D_ORBIT
    rest = frozenset(T5.holes) - position
    assert naive.mincode(T5, rest, naive.symmetries(T5)) == known.FIGURE_1D_COMPLEMENT_MINCODE


def test_table_1():
    group = naive.problem_group(T5, *CORNER)
    raw = naive.forward_levels(T5, CORNER[0])
    levels = [
        raw,
        naive.forward_levels(T5, CORNER[0], group),
        naive.winning_levels(T5, *CORNER, group),
        naive.losing_levels(T5, *CORNER, group),
    ]
    table = known.TABLE_1_TRIANGLE5
    columns = [sizes(level, table) for level in levels]
    assert list(zip(*columns, strict=True)) == list(table.values())


def test_table_1_totals():
    raw, forward, wins, losses = zip(*known.TABLE_1_TRIANGLE5.values(), strict=True)
    totals = (sum(raw), sum(forward), sum(wins) // 2, sum(losses))
    assert totals == known.TABLE_1_TRIANGLE5_TOTALS


def test_table_1_totals_of_21_holes_leave_the_start_out():
    forward, wins, losses = zip(*known.TABLE_1_TRIANGLE6.values(), strict=True)
    totals = (sum(forward) - 1, sum(wins) // 2 - 1, sum(losses))
    assert totals == known.TABLE_1_TRIANGLE6_TOTALS


def test_table_2_and_3_totals():
    forward, wins = zip(*known.TABLE_2_ENGLISH.values(), strict=True)
    assert (sum(forward), sum(wins) // 2) == known.TABLE_2_ENGLISH_TOTALS
    forward = sum(size for size, _ in known.TABLE_3_WIEGLEB.values())
    wins = sum(size for pegs, (_, size) in known.TABLE_3_WIEGLEB.items() if pegs > 22)
    assert (forward, wins) == known.TABLE_3_WIEGLEB_TOTALS


def test_section_4_lists():
    wins = naive.winning_levels(T5, *CORNER, naive.symmetries(T5))
    found = {n: sorted(wins[n]) for n in range(1, 8)}
    assert found == known.SECTION_4_TRIANGLE5_CORNER


def test_backward_levels_are_complements_of_forward_ones():
    start, finish = CORNER
    backward = naive.backward_levels(T5, finish)
    for pegs, level in naive.forward_levels(T5, start).items():
        assert backward[15 - pegs] == {T5.full_code - code for code in level}


def test_table_4():
    board = named_board("triangle4")
    # Leave out the corners and the centre: the other vacancies belong to one type (figure 6a).
    holes = [h for h in board.holes if sum(h) % 3]
    starts = [naive.vacancy(board, h) for h in holes]
    finishes = [naive.code(board, {h}) for h in holes]
    wins = naive.winning_levels(board, starts, finishes, naive.symmetries(board))
    assert {n: sorted(wins[n]) for n in range(1, 6)} == known.TABLE_4_TRIANGLE4
    assert sum(sizes(wins, range(1, 6))) == known.TABLE_8["triangle4"][0]


def test_triangle4_solutions():
    board = named_board("triangle4")
    start, finish = naive.vacancy(board, (0, 1)), naive.code(board, {(1, 1)})
    assert naive.count_solutions(board, start, [finish]) == known.TRIANGLE4_SOLUTIONS


def test_triangle5_corner_solutions():
    assert naive.count_solutions(T5, CORNER[0][0], [1]) == known.TRIANGLE5_CORNER_SOLUTIONS


@pytest.mark.slow
def test_table_5():
    found = {
        n: tuple(len(by_index().get((n, index), ())) for index in known.TABLE_5_INDICES)
        for n in known.TABLE_5_TRIANGLE5
    }
    assert found == known.TABLE_5_TRIANGLE5
    assert {index for _, index in by_index()} == set(known.TABLE_5_INDICES)


def test_table_5_totals():
    table = known.TABLE_5_TRIANGLE5
    assert {n: sum(row) for n, row in table.items()} == known.TABLE_5_TOTALS_BY_PEGS
    totals = tuple(map(sum, zip(*table.values(), strict=True)))
    assert totals == known.TABLE_5_TOTALS_BY_INDEX
    assert sum(totals) == known.TABLE_5_TOTAL == known.TABLE_8["triangle5"][1]


@pytest.mark.parametrize(
    ("name", "vacancies", "degenerate"),
    [
        ("truncated12", ((0, 1), (2, 2), (1, 3)), 1),
        ("triangle5", known.TRIANGLE5_VACANCIES, known.TRIANGLE5_DEGENERATE),
    ],
)
def test_table_8(name, vacancies, degenerate):
    board = named_board(name)
    starts = [naive.vacancy(board, h) for h in board.holes]
    finishes = [naive.code(board, {h}) for h in board.holes]
    wins = naive.winning_levels(board, starts, finishes, naive.symmetries(board))
    any_finish = sum(sizes(wins, range(1, len(board.holes) // 2 + 1)))
    stored = naive.codes_by_index(board, board.holes, vacancies, degenerate)
    assert (any_finish, sum(map(len, stored.values()))) == known.TABLE_8[name]


def test_section_4_1():
    dead, winning = known.SECTION_4_1_CODES
    group = naive.symmetries(T5)
    assert naive.mincode(T5, naive.pegs(T5, winning), group) == dead
    for code in known.SECTION_4_1_CODES:
        assert (0, 3) in naive.reachable_from(T5, code)
    finish = naive.code(T5, {(0, 3)})
    assert not naive.solvable(T5, dead, [finish])
    assert naive.solvable(T5, winning, [finish])


@pytest.mark.parametrize("code", known.SECTION_6_EXAMPLES)
def test_section_6(code):
    mincode, finishes, starts, index = known.SECTION_6_EXAMPLES[code]
    assert naive.mincode(T5, naive.pegs(T5, code), naive.symmetries(T5)) == mincode
    assert naive.reachable_finishes(T5, code) == set(finishes)
    # The text omits start (3,3) for code 115, because it names standard vacancies only.
    assert naive.reachable_from(T5, code) & set(known.TRIANGLE5_VACANCIES) == set(starts)
    assert naive.index_of(T5, code, known.TRIANGLE5_VACANCIES, 1) == index


def test_section_6_reflections():
    stored = by_index()[5, known.SECTION_6_REFLECTIONS_INDEX]
    assert set(known.SECTION_6_REFLECTIONS) <= stored
    first, second = (naive.pegs(T5, code) for code in known.SECTION_6_REFLECTIONS)
    assert any(naive.image_of(s, first) == second for s in naive.symmetries(T5))


@pytest.mark.slow
@each("pair", known.TRIANGULAR_TABLE_1)
def test_solvable_pairs_of_triangle5(pair):
    start, finish = map(hole, pair)
    code = naive.vacancy(T5, start)
    solvable = known.TRIANGULAR_TABLE_1[pair]
    assert naive.solvable(T5, code, [naive.code(T5, {finish})]) == solvable
    assert (finish in naive.reachable_finishes(T5, code)) == solvable


@pytest.mark.parametrize("side", [2, 3, 4, 5])
def test_number_of_solvable_pairs(side):
    board = named_board(f"triangle{side}")
    pairs = {
        (start, finish)
        for start in board.holes
        for finish in naive.reachable_finishes(board, naive.vacancy(board, start))
        if len(board.holes) > 1
    }
    orbits = {
        frozenset((s[start], s[finish]) for s in naive.symmetries(board))
        for start, finish in pairs
    }
    assert len(orbits) == known.TABLE_3_SOLVABLE[side]


def test_appendix_a_pairs():
    start, finish = hole("a2"), hole("b4")
    images = {(s[start], s[finish]) for s in naive.symmetries(T5)}
    assert images == {tuple(map(hole, pair)) for pair in known.APPENDIX_A_PAIRS}
