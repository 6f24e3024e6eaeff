"""Resource counts: they are checked when made, and no jump raises them; and the SAX count."""

import random
from itertools import count

import known
import numpy as np
import pytest
from hypothesis import given, strategies as st
from marks import each

from pegsolitaire.board import english, french, triangle
from pegsolitaire.errors import NotationError, NotOnBoardError, ProblemError, ResourceCountError
from pegsolitaire.game import Jump, Position, Problem
from pegsolitaire.solving import solve
from pegsolitaire.theory import (
    ResourceCount,
    classic_counts,
    effective_slack,
    exit_count,
    resource_finder,
    sax_count,
)
from pegsolitaire.work import Work

ENGLISH = english()
T3 = triangle(3)
COUNTS = classic_counts(ENGLISH)
BY_NAME = {count.name: count for count in COUNTS}

# One column for each jump: what it takes from each hole.
TAKEN = np.zeros((len(ENGLISH), len(ENGLISH.jumps)))
for number, mask in enumerate(ENGLISH.jumps):
    TAKEN[[mask.start, mask.over], number] += 1
    TAKEN[mask.end, number] -= 1


# -- valid counts -------------------------------------------------------------------------------


def test_a_jump_that_raises_the_sum_is_named():
    message = "a3-a1 raises the count by 2: these weights are not a resource count"
    with pytest.raises(ResourceCountError, match=message):
        ResourceCount(T3, (2, 0, 2, 0, 1, 1))
    with pytest.raises(ValueError, match=r"a1-a3 raises the count by 1"):
        ResourceCount(T3, (0, 0, 0, 1, 0, 0))


@each(
    ("weights", "message"),
    [
        ((0,) * 5, "5 weights: triangle3 needs one for each of its 6 holes"),
        ((0,) * 7, "7 weights"),
        ((0, 0, 0, 0, 0, 0.5), "weight 0.5 is not an integer"),
        ((0, 0, 0, 0, 0, True), "weight True"),
        ((0, 0, 0, 0, 0, "1"), "weight '1'"),
    ],
)
def test_weights_that_are_none(weights, message):
    with pytest.raises(ResourceCountError, match=message):
        ResourceCount(T3, weights)


@given(st.lists(st.integers(-2, 3), min_size=6, max_size=6))
def test_the_check_is_that_no_play_raises_it(weights):
    def total(code):
        return sum(w for i, w in enumerate(weights) if code >> i & 1)

    rises = any(
        total(code ^ jump.mask) > total(code)
        for code in range(T3.full_code + 1)
        for jump in T3.masks_from(code)
    )
    if rises:
        with pytest.raises(ResourceCountError):
            ResourceCount(T3, tuple(weights))
    else:
        count = ResourceCount(T3, weights)
        assert [count.of(code) for code in range(64)] == [total(code) for code in range(64)]


# -- as an object -------------------------------------------------------------------------------


@each("count", COUNTS)
def test_text_rebuilds_it(count):
    assert ResourceCount.read(ENGLISH, str(count)) == count
    assert ResourceCount.read(ENGLISH, "/".join(str(count).split("\n"))) == count


@each(
    ("text", "message"),
    [
        ("0/0 0", r"rows have \[1, 2\] weights.* have \[1, 2, 3\] holes"),
        ("0/0 x/0 0 0", "'x' is not a weight"),
    ],
)
def test_pictures_that_cannot_be_read(text, message):
    with pytest.raises(ResourceCountError, match=message):
        ResourceCount.read(T3, text)


def test_what_it_counts():
    count = ResourceCount(T3, (0, 1, 1, 0, 1, 0))
    assert count.of(Position(T3, 0b010010)) == count.of(0b010010) == 2
    with pytest.raises(ProblemError, match=r"english.*triangle3"):
        count.of(ENGLISH.vacancy("d4"))
    with pytest.raises(NotationError):
        count.of(64)
    assert {str(Jump.of(T3, jump)): count.loss_of(jump) for jump in T3.jumps}["a1-a3"] == 1


@given(st.sampled_from([image for count in COUNTS for image in count.images]), st.data())
def test_play_loses_what_loss_says(count, data):
    position = Position(ENGLISH, data.draw(st.integers(0, ENGLISH.full_code)))
    for jump in ENGLISH.masks_from(position.code):
        after = Position(ENGLISH, position.code ^ jump.mask)
        assert count.loss_of(jump) == count.of(position) - count.of(after) >= 0


@each("count", COUNTS)
def test_images_count_the_images(count):
    assert count.images[0] is count
    assert len({image.weights for image in count.images}) == len(count.images)
    for code in random.Random(1).sample(range(ENGLISH.full_code), 5):
        images = {image.of(code) for image in count.images}
        assert images == {count.of(image) for image in ENGLISH.images(code)}


# -- classic counts -----------------------------------------------------------------------------


def test_sublattices_by_parity():
    for name, odd_column, odd_row in (("d4", 1, 1), ("d3", 1, 0), ("c3", 0, 0)):
        expected = [int((x % 2, y % 2) == (odd_column, odd_row)) for x, y in ENGLISH]
        assert list(BY_NAME[f"sublattice of {name}"].weights) == expected
    turned = [int((x % 2, y % 2) == (0, 1)) for x, y in ENGLISH]
    assert list(BY_NAME["sublattice of d3"].images[1].weights) == turned


@each("count", COUNTS)
def test_all_but_one_are_extreme(count):
    """A count is extreme if the jumps that lose nothing have a rank one less than the holes."""
    keeps = np.array(count.weights) @ TAKEN == 0
    extreme = np.linalg.matrix_rank(TAKEN[:, keeps]) == len(ENGLISH) - 1
    assert extreme == (count.name != "sublattice of d3")
    assert count.source


def test_only_the_english_board_has_classic_counts():
    assert classic_counts(french()) == ()
    assert classic_counts(triangle(5)) == ()
    assert len(classic_counts(ENGLISH)) == len(BY_NAME) == 8


def test_slack_of_the_text():
    star = BY_NAME["star"]
    start, finish = ENGLISH.vacancy("d4"), ENGLISH.single("d4")
    assert star.slack(start, finish) == star.of(start) - star.of(finish) == 6
    assert not star.forbids(start, finish)
    assert star.forbids(ENGLISH.single("c1"), finish)


def test_a_proof_that_was_interrupted_is_found_the_next_time():
    """An interruption inside the solver must not prevent later proofs on the same board."""
    board, chance = triangle(5), random.Random(1)
    finder = resource_finder(board)
    asked = [(chance.randint(1, board.full_code), [1 << chance.randrange(15)]) for _ in range(40)]

    def proofs(work=None):
        return [finder.find(start, ends, work=work) is not None for start, ends in asked]

    expected, looks = proofs(), count()
    assert any(expected)
    assert not any(proofs(Work(cancelled=lambda: next(looks) % 2 == 1)))  # within the solver
    assert proofs() == expected


# -- sax ---------------------------------------------------------------------------------------

T5 = triangle(5)


@pytest.fixture(scope="module")
def counts():
    """Return the SAX count of every position, indexed by code."""
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
    """Rules 1 and 2 of section 2.3: jumps into a corner lose 1, jumps out of the inside 1 or 2."""
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
    # The addendum has nine exits and eight fodder pegs.
    assert exit_count(T5.vacancy("b3")) == 8 - 9
    assert effective_slack("a1", "c5") == effective_slack((0, 0), (2, 4)) == 1


def test_table_1():
    """Bell 2008, table 1 has the effective slack of each pair, and whether it can be solved."""
    printed = known.value("triangular-table-1")
    assert len(printed) == 17
    for pair, (slack, solvable) in printed.items():
        assert effective_slack(*pair) == slack
        assert solve(Problem(T5, *pair), facts=False).solvable is solvable
        assert solvable == (slack >= 0)


def test_other_boards():
    for value_of in (sax_count, exit_count):
        with pytest.raises(ProblemError, match=r"english.*triangle5"):
            value_of(Position(ENGLISH, 0))
    with pytest.raises(NotOnBoardError):
        effective_slack("a9", "a1")
