"""Tests that the slow reference version reproduces the papers.

Other tests rely on it to check the fast engine.
"""

import known
import naive
import pytest

from pegsolitaire.board import named_board

T5 = named_board("triangle5")
CORNER = ([naive.vacancy(T5, (0, 0))], [1])


def sizes(levels, pegs):
    return [len(levels.get(n, ())) for n in pegs]


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


@pytest.mark.parametrize("code", known.SECTION_6_EXAMPLES)
def test_section_6(code):
    mincode, finishes, starts, index = known.SECTION_6_EXAMPLES[code]
    assert naive.mincode(T5, naive.pegs(T5, code), naive.symmetries(T5)) == mincode
    assert naive.reachable_finishes(T5, code) == set(finishes)
    # The text omits start (3,3) for code 115, because it names standard vacancies only.
    assert naive.reachable_from(T5, code) & set(known.TRIANGLE5_VACANCIES) == set(starts)
    assert naive.index_of(T5, code, known.TRIANGLE5_VACANCIES, 1) == index
