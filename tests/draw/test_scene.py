"""Identifiers, rules and classes of a picture do not clash with those of another."""

import re
from xml.etree import ElementTree

import pytest
from drawn import ids, parsed
from hypothesis import given, strategies as st

from pegsolitaire.board import Board, triangle
from pegsolitaire.draw import position_svg, solution_svg
from pegsolitaire.game import Position, Solution

CORPUS = [Board(name) for name in ("english", "triangle5")]

positions = st.sampled_from(CORPUS).flatmap(
    lambda board: st.builds(Position, st.just(board), st.integers(0, board.full_code))
)


@pytest.fixture
def solution():
    moves = ["a4-a2", "a1-a3", "c4-a4-a2", "c3-a3-a1-c3", "d4-b2"]
    return Solution.from_moves(triangle(4).vacancy("a2"), moves)


@given(positions, positions)
def test_ids_clash_only_for_the_same_picture(one, other):
    first, second = (position_svg(p.board, p.code) for p in (one, other))
    assert (first == second) == (one == other)
    assert one == other or not ids(first) & ids(second)


def test_every_rule_and_reference_bears_the_id_of_the_picture(solution):
    for svg in (position_svg(CORPUS[0], 5), solution_svg(solution)):
        name = ElementTree.fromstring(svg).get("id")
        assert set(re.findall(r"(?:url\(|href=\")#(\w+)", svg)) == {name}
        rules = [line for line in svg.split("\n") if line.endswith("}") and "{" in line]
        assert len(rules) > 20
        assert rules[0].startswith(f"#{name}{{")
        selectors = [one for rule in rules[1:] for one in rule.partition("{")[0].split(",")]
        # A selector names a single element by its classes, because nested selectors fail in <use>.
        assert all(re.fullmatch(rf"(\.{name}-[\w-]+)+", one) for one in selectors)


def test_words_are_never_taken_for_classes_or_references():
    title = 'a class="peg" id="x" url(#hole)'
    assert parsed(position_svg(CORPUS[1], 1, title=title))[0].text == title
