import re
from xml.etree import ElementTree

import pytest
from drawn import assert_inside, classes, parsed
from hypothesis import given, strategies as st

from pegsolitaire.board import Board, triangle
from pegsolitaire.draw import position_svg, weights_svg, weights_text
from pegsolitaire.errors import NotationError, ResourceCountError
from pegsolitaire.game import Position

T5 = triangle(5)
BOARDS = ["english", "triangle5", "hexagon37", "star13", "wiegleb", "rhombus6", "square4+diagonal"]


@st.composite
def weighed(draw):
    board = Board(draw(st.sampled_from(BOARDS)))
    numbers = st.integers(-30, 30)
    weights = draw(st.lists(numbers, min_size=len(board), max_size=len(board)))
    return Position(board, draw(st.integers(0, board.full_code))), weights


def drawn_weights(svg):
    """The kind of each weight, and the number written."""
    texts = [e for e in parsed(svg).iter() if e.tag.endswith("text")]
    weights = [e for e in texts if e.get("class").startswith("weight")]
    return [(e.get("class"), int(e.text.replace("−", "-"))) for e in weights]


def total(position, weights):
    return sum(w for hole, w in zip(position.board, weights, strict=True) if hole in position)


# -- SVG ----------------------------------------------------------------------------------------


@given(weighed(), st.booleans())
def test_every_weight_stands_in_its_hole(case, labels):
    position, weights = case
    svg = weights_svg(position.board, position.code, weights, labels=labels)
    drawn = drawn_weights(svg)
    assert [number for _, number in drawn] == weights
    assert [("on-peg" in kind) for kind, _ in drawn] == [h in position for h in position.board]
    assert all(("below" in kind) == (number < 0) for kind, number in drawn)
    assert all(("nought" in kind) == (number == 0) for kind, number in drawn)
    assert svg.count(f">sum of the pegs: {total(position, weights)}<".replace("-", "−")) == 1
    assert classes(svg).count("peg") == len(position)


def test_weights_alone_have_no_sum():
    weights = range(-7, 8)
    svg = weights_svg(T5, None, weights)
    assert [number for _, number in drawn_weights(svg)] == list(weights)
    assert "sum" not in svg
    assert "peg" not in classes(svg)


def test_negative_weights_are_told_by_sign_and_by_a_colour_for_light_and_dark():
    svg = weights_svg(T5, 1, [-1] * 15)
    assert svg.count(">−1<") == 15
    for kind in ("below", "on-peg.below", "link"):
        rule = "".join(rf"\.p\w+-{one}" for one in kind.split("."))
        colours = re.findall(rf"^{rule}{{(?:fill|stroke):(#\w+)}}", svg, re.MULTILINE)
        assert len(set(colours)) == 2


def test_long_weights_fit_their_holes():
    svg = weights_svg(T5, 0, [-10_000] + [1] * 14)
    assert {int(height) for height in re.findall(r'font-size="(\d+)"', svg)} == {16}


def test_titles_and_ids_tell_weights_apart():
    one, other, plain = (
        weights_svg(T5, 3, [1] * 15),
        weights_svg(T5, 3, [1] * 14 + [2]),
        position_svg(T5, 3),
    )
    names = [ElementTree.fromstring(svg).get("id") for svg in (one, other, plain)]
    assert len(set(names)) == 3
    title = ElementTree.fromstring(one)[0].text
    assert title == "triangle5, weights of its holes; sum of the pegs: 2"
    assert ElementTree.fromstring(weights_svg(T5, 3, [1] * 15, title="<SAX>"))[0].text == "<SAX>"


def test_everything_lies_inside_the_picture():
    for name in BOARDS:
        board = Board(name)
        assert_inside(weights_svg(board, 1, [1] * len(board)))


def test_wrong_weights_are_refused():
    for weights in ([1] * 14, [1] * 16, []):
        words = f"{len(weights)} weights for the 15 holes of triangle5: give one for each hole"
        with pytest.raises(ResourceCountError, match=words):
            weights_svg(T5, 0, weights)
        with pytest.raises(ResourceCountError, match=words):
            weights_text(T5.vacancy("a1"), weights)
    with pytest.raises(NotationError):
        weights_svg(T5, 1 << 15, [1] * 15)
    with pytest.raises(ValueError, match="0 pixels"):
        weights_svg(T5, 0, [1] * 15, size=0)


# -- terminal -----------------------------------------------------------------------------------


@given(weighed(), st.booleans())
def test_text_has_every_weight_and_brackets_round_those_of_pegs(case, unicode):
    position, weights = case
    *lines, last = weights_text(position, weights, unicode=unicode).plain.split("\n")
    if lines[0].split()[0] == "a":
        del lines[0]
    # Each row begins with its number; those of slanted boards end with the name of a hole.
    cells = re.findall(
        r"\[ *-?\d+\]|(?<!\S)-?\d+(?!\S)|[·.]", " ".join(line[4:] for line in lines)
    )
    values = [int(re.sub(r"[^-\d]", "", cell) or 0) for cell in cells]
    assert values == weights
    assert [cell[0] == "[" for cell in cells] == [hole in position for hole in position.board]
    assert last == f"sum of the pegs: {total(position, weights)}"
    assert unicode or last.isascii()


def test_square_text_is_a_grid():
    board = Board("square3")
    text = weights_text(board.vacancy("b2"), [-1, 0, 2, 3, 4, 5, 6, 0, 7])
    assert text.plain == (
        "       a    b    c\n"
        " 1   [-1] [ 0] [ 2]\n"
        " 2   [ 3]   4  [ 5]\n"
        " 3   [ 6] [ 0] [ 7]\n"
        "sum of the pegs: 22"
    )


def test_text_is_styled_too():
    text = weights_text(T5.single("a1"), [-1, -2] + [0] * 13)
    styles = {text.plain[span.start : span.end].strip(): str(span.style) for span in text.spans}
    assert "bold" in styles["[-1]"]
    assert "orange" in styles["[-1]"]
    assert styles["-2"] == "dim"


def test_rows_without_holes_stay():
    gap = Board([(0, 0), (1, 0), (0, 2)])
    assert len(weights_text(Position(gap, 1), [1, 2, 3]).plain.split("\n")) == 5
