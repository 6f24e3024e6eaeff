"""Explanations for people: the sentence is true, and its picture shows what the proof is about."""

import re

import naive
import pytest
from hypothesis import given, strategies as st
from marks import examples, quick_then
from telling_checks import check

from pegsolitaire.board import named_board
from pegsolitaire.game import Position
from pegsolitaire.reasons import explain
from pegsolitaire.theory import reasons_without_search, sax_count

T4, T5, ENGLISH, FRENCH = map(named_board, ("triangle4", "triangle5", "english", "french"))
LOSS = ENGLISH.vacancy("d4")
for jump in ("d2-d4", "d5-d3", "b4-d4", "d3-d5"):
    LOSS = LOSS.play(jump)


def kept(telling):
    """Return how many pegs the sentence says that each ring keeps."""
    words = re.search(r"[Aa]t least (\w+) of the ringed holes", telling.sentence)
    return {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6}[words[1]] if words else 1


def check_truth(position, telling):
    """Check that every position of every game keeps the pegs that the sentence says it keeps."""
    if telling.sentence.startswith("No peg can ever get to "):
        reached = naive.within_reach(position.board, position.code)
        assert not any(code & telling.ring_codes[0] for code in reached)
    if telling.shows == "stays":
        for code in naive.within_reach(position.board, position.code):
            for ring in telling.ring_codes:
                assert (code & ring).bit_count() >= kept(telling), telling.sentence


@pytest.mark.parametrize("step", quick_then(23, 1))
def test_positions_of_triangle4(step):
    shows = set()
    for code in range(1, T4.full_code, step):
        position = Position(T4, code)
        goals = [1 << i for i in range(10)]
        for telling in check(position, reasons_without_search(position, goals)):
            check_truth(position, telling)
            shows.add((telling.kind, telling.shows))
    assert {("class", "parity"), ("trap", "stays"), ("exits", "falls")} <= shows


@pytest.mark.parametrize("step", quick_then(1511, 97))
def test_positions_of_triangle5(step):
    shows = set()
    for code in range(1, T5.full_code, step):
        position = Position(T5, code)
        for goal in ([T5.single("a1").code], [T5.single("b3").code, T5.single("a4").code]):
            for telling in check(position, reasons_without_search(position, goal)):
                check_truth(position, telling)
                shows.add((telling.kind, telling.shows))
    assert {("sax", "stays"), ("trap", "stays"), ("class", "parity")} <= shows


@st.composite
def large_positions(draw):
    board = draw(st.sampled_from((ENGLISH, FRENCH)))
    holes = st.integers(0, len(board) - 1)
    pegs = draw(st.lists(holes, min_size=2, max_size=14, unique=True))
    return Position(board, sum(1 << i for i in pegs))


@examples(60)
@given(large_positions())
def test_positions_of_large_boards(position):
    goals = [position.board.single("d4").code]
    for telling in check(position, reasons_without_search(position, goals)):
        if len(position) < 9:
            check_truth(position, telling)


def test_the_fastest_loss_of_the_central_game():
    """The proof has several cases with two sums each; in one of them a game would have to gain."""
    found = explain(LOSS, "d4")
    [telling] = check(LOSS, found.reasons)
    number = len(found.reasons[0].cases.cases)
    assert telling.kind == "cases"
    assert [str(jump) for jump in telling.arrows] == ["c1-e1", "c7-e7", "e6-c6", "e7-c7"]
    assert len(telling.numbers) == number + 1
    assert len(telling.proof) == number
    assert all(part.title.startswith(f"Case {i}: ") for i, part in enumerate(telling.proof, 1))
    for line in telling.numbers[1:]:
        here, needed = map(
            int, re.search(r"add up to (-?\d+)\. .*, so (-?\d+) (?:is|are) needed", line).groups()
        )
        assert here < needed
        there, way, change = re.search(
            r"d4 counts (\d+), and the jumps on the way (.+?)(?: at (?:least|most))? (\w+), so",
            line,
        ).groups()
        signs = {"lose": 1, "gain": -1}
        assert needed == int(there) + (0 if change == "nothing" else signs[way] * int(change))
    assert "can lose -1" not in found.text(proof=True)


def test_the_first_jump_is_named_only_where_it_matters():
    """The first jump is named only if the sum is not too low already before it."""
    kinds = set()
    for code in range(1, T5.full_code, 53):
        position = Position(T5, code)
        for reason in reasons_without_search(position, [T5.single("a1").code]):
            if reason.kind != "sax" or not reason.sums.before_last:
                continue
            [telling] = check(position, [reason])
            after = reason.sums.after_first
            assert after is (sax_count(position) >= reason.sums.needed)
            assert ("after any next jump" in telling.sentence) is after
            assert ("after the first jump" in telling.numbers[0]) is after
            assert "Just before a last jump into a1 it would have to be" in telling.numbers[0]
            kinds.add(after)
    assert kinds == {True, False}
