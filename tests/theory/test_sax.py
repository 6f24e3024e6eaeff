"""The SAX count against Beasley's exits, and table 1 of Bell 2008 against theory and search."""

import known
import naive
import pytest
from marks import each

from pegsolitaire.board import named_board, triangle
from pegsolitaire.errors import NotOnBoardError, ProblemError
from pegsolitaire.game import Position, Problem
from pegsolitaire.solving import solve
from pegsolitaire.theory import effective_slack, exit_count, sax_count, svss_problems

T5 = triangle(5)

# Bell 2008, table 1: (vacate, finish at): (effective slack, solvable).
TABLE_1 = {
    ("c5", "c5"): (2, True), ("a1", "c5"): (1, True), ("c5", "a1"): (1, True),
    ("c5", "a4"): (1, True), ("a4", "c5"): (1, True), ("a1", "a1"): (0, True),
    ("a1", "a4"): (0, True), ("b3", "c5"): (0, True), ("c5", "b3"): (0, True),
    ("a4", "a1"): (0, True), ("a4", "a4"): (0, True), ("a4", "d4"): (0, True),
    ("a1", "b3"): (-1, False), ("b3", "a1"): (-1, False), ("b3", "a4"): (-1, False),
    ("a4", "b3"): (-1, False), ("b3", "b3"): (-2, False),
}  # fmt: skip


@pytest.fixture(scope="module")
def counts():
    """The SAX count of every position, by code."""
    return [sax_count(Position(T5, code)) for code in range(T5.full_code + 1)]


def test_sax_is_the_exit_count(counts):
    assert counts == [exit_count(Position(T5, code)) for code in range(T5.full_code + 1)]


def test_no_jump_raises_it(counts):
    losses = {
        counts[code] - counts[code ^ jump.mask]
        for code in range(T5.full_code + 1)
        for jump in T5.masks_from(code)
    }
    assert losses == {0, 1, 2}


def test_the_complement_has_the_opposite_count(counts):
    assert all(counts[T5.full_code ^ code] == -count for code, count in enumerate(counts))


def test_it_is_symmetric(counts):
    for code in range(0, T5.full_code + 1, 37):
        assert {counts[image] for image in T5.images(code)} == {counts[code]}


def test_where_jumps_lose(counts):
    """Rules 1 and 2 of section 2.3: into a corner 1, out of the inside 1 or 2."""
    losses = {}
    for code in range(T5.full_code + 1):
        for jump in T5.masks_from(code):
            loss = counts[code] - counts[code ^ jump.mask]
            losses.setdefault((jump.start, jump.end), set()).add(loss)
    corners = {T5.bit(name) for name in ("a1", "a5", "e5")}
    inside = {T5.bit(name) for name in ("b3", "b4", "c4")}
    assert all(lost == {1} for (_, end), lost in losses.items() if end in corners)
    assert all(lost == {1, 2} for (start, _), lost in losses.items() if start in inside)


def test_counts_of_the_text():
    assert sax_count(Position(T5, T5.full_code)) == 0
    assert sax_count(T5.vacancy("a1")) == 1
    assert sax_count(T5.vacancy("a1").play("a3-a1")) == 0
    assert sax_count(T5.vacancy("b3")) == -1
    # The addendum: nine exits, and eight fodder pegs.
    assert exit_count(T5.vacancy("b3")) == 8 - 9


@each(("pair", "row"), TABLE_1.items())
def test_table_1(pair, row):
    expected, solvable = row
    assert effective_slack(*pair) == expected
    vacancy, finish = pair
    problem = Problem.between(T5.vacancy(vacancy), [T5.single(finish)])
    assert solve(problem, facts=False).solvable is solvable
    assert solvable == (expected >= 0)


def test_table_1_is_whole():
    assert {pair: solvable for pair, (_, solvable) in TABLE_1.items()} == known.TRIANGULAR_TABLE_1
    group = naive.symmetries(T5)

    def orbit(start, finish):
        return frozenset((s[start], s[finish]) for s in group)

    printed = {orbit(T5.hole(a), T5.hole(b)) for a, b in TABLE_1}
    assert printed == {orbit(*pair) for pair in svss_problems(T5)}
    assert len(printed) == 17


def test_slack_takes_holes_in_either_form():
    assert effective_slack("a1", "c5") == effective_slack((0, 0), (2, 4)) == 1


@pytest.mark.parametrize("count", [sax_count, exit_count])
@pytest.mark.parametrize("name", ["triangle4", "english"])
def test_other_boards(count, name):
    with pytest.raises(ProblemError, match=f"{name}.*triangle5"):
        count(Position(named_board(name), 0))
    with pytest.raises(NotOnBoardError):
        effective_slack("a9", "a1")
