"""Diagrams: positions with arrows, labels, weights and regions, and Venn diagrams."""

import re
from collections import Counter
from math import hypot
from xml.etree import ElementTree

import pytest
from drawn import assert_inside, classes, parsed
from hypothesis import given, strategies as st

from pegsolitaire.board import Board, named_board, triangle
from pegsolitaire.draw import (
    Diagram,
    move_diagrams,
    panel_svg,
    position_svg,
    venn_svg,
    weights_text,
)
from pegsolitaire.errors import NotationError, NotOnBoardError, ProblemError, ResourceCountError
from pegsolitaire.game import Jump, Position, Solution
from pegsolitaire.papers import all_figures, choose
from pegsolitaire.theory import merson_regions, packings
from pegsolitaire.work import Work

T4, T5, ENGLISH = triangle(4), triangle(5), named_board("english")
BOARDS = ["english", "triangle5", "hexagon37", "star13", "wiegleb", "rhombus6", "square4+diagonal"]


@st.composite
def weighed(draw):
    board = Board(draw(st.sampled_from(BOARDS)))
    numbers = st.integers(-30, 30)
    weights = draw(st.lists(numbers, min_size=len(board), max_size=len(board)))
    return Position(board, draw(st.integers(0, board.full_code))), weights


def drawn_weights(svg):
    """Return the class and the number of each weight."""
    texts = [e for e in parsed(svg).iter() if e.tag.endswith("text")]
    weights = [e for e in texts if e.get("class").startswith("weight")]
    return [(e.get("class"), int(e.text.replace("−", "-"))) for e in weights]


def total(position, weights):
    return sum(w for hole, w in zip(position.board, weights, strict=True) if hole in position)


# -- SVG ----------------------------------------------------------------------------------------


@given(weighed(), st.booleans())
def test_every_weight_stands_in_its_hole(case, labels):
    position, weights = case
    svg = Diagram(position.board, position.code, numbers=weights, edges=labels).svg()
    drawn = drawn_weights(svg)
    assert [number for _, number in drawn] == weights
    assert [("on-peg" in kind) for kind, _ in drawn] == [h in position for h in position.board]
    assert all(("below" in kind) == (number < 0) for kind, number in drawn)
    assert all(("nought" in kind) == (number == 0) for kind, number in drawn)
    assert classes(svg).count("peg") == len(position)


def test_weights_without_a_position():
    weights = range(-7, 8)
    svg = Diagram(T5, numbers=weights).svg()
    assert [number for _, number in drawn_weights(svg)] == list(weights)
    assert "peg" not in classes(svg)


def test_negative_weights_are_told_by_sign_and_by_a_colour_for_light_and_dark():
    svg = Diagram(T5, 1, numbers=[-1] * 15).svg()
    assert svg.count(">−1<") == 15
    for kind in ("below", "on-peg.below", "link"):
        rule = "".join(rf"\.p\w+-{one}" for one in kind.split("."))
        colours = re.findall(rf"^{rule}{{(?:fill|stroke):(#\w+)}}", svg, re.MULTILINE)
        assert len(set(colours)) == 2


def test_long_weights_fit_their_holes():
    svg = Diagram(T5, 0, numbers=[-10_000] + [1] * 14).svg()
    assert {int(height) for height in re.findall(r'font-size="(\d+)"', svg)} == {16}


def test_titles_and_ids_tell_weights_apart():
    one, other, plain = (
        Diagram(T5, 3, numbers=[1] * 15, title="<SAX>").svg(),
        Diagram(T5, 3, numbers=[1] * 14 + [2], title="<SAX>").svg(),
        position_svg(T5, 3),
    )
    names = [ElementTree.fromstring(svg).get("id") for svg in (one, other, plain)]
    assert len(set(names)) == 3
    assert ElementTree.fromstring(one)[0].text == "<SAX>"


def test_everything_lies_inside_the_picture():
    for name in BOARDS:
        board = Board(name)
        assert_inside(Diagram(board, 1, numbers=[1] * len(board)).svg())


def test_wrong_weights_are_refused():
    for weights in ([1] * 14, [1] * 16, []):
        words = f"{len(weights)} weights for the 15 holes of triangle5: give one for each hole"
        with pytest.raises(ResourceCountError, match=words):
            weights_text(T5.vacancy("a1"), weights)
        if weights:  # without numbers, there is nothing to draw
            with pytest.raises(ResourceCountError, match=words):
                Diagram(T5, 0, numbers=weights)
    with pytest.raises(ValueError, match="0 pixels"):
        Diagram(T5, 0, numbers=[1] * 15).svg(0)


# -- terminal -----------------------------------------------------------------------------------


@given(weighed(), st.booleans())
def test_text_has_every_weight_and_brackets_round_those_of_pegs(case, unicode):
    position, weights = case
    *lines, last = weights_text(position, weights, unicode=unicode).plain.split("\n")
    if lines[0].split()[0] == "a":
        del lines[0]
    # Each row begins with its number; rows of slanted boards end with the name of a hole.
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


# -- the structure of the papers' figures -------------------------------------------------------


def drawn(name):
    [figure] = choose(all_figures(), [name]).entries
    return figure.draw(Work().begin())


def texts(svg):
    """Return the classes and words of all texts."""
    found = [e for e in parsed(svg).iter() if e.tag.endswith("text")]
    return [(e.get("class"), "".join(e.itertext())) for e in found]


def labels(svg):
    """Count the texts that are drawn in holes or on pegs."""
    return Counter(words for kind, words in texts(svg) if {"name", "on-peg"} & set(kind.split()))


def circles(svg):
    return Counter(kind for kind in classes(svg) if kind in ("hole", "peg", "shaded", "mark"))


# Name: (holes, pegs, arrows, labels), taken from the papers and not from our pictures.
STRUCTURE = {
    "notes-figure-1": (33 + 33 + 15 + 15, 32 + 6 + 14 + 5, 0, 0),
    "notes-figure-2": (33 + 15 + 33, 0, 0, 81),
    "notes-figure-3": (3 * 33, 0, 0, 33),
    "notes-figure-4": (3 * 45, 0, 0, 45),
    "notes-figure-5": (3 * 36, 0, 0, 36),
    "notes-figure-6": (10 + 15 + 21 + 12, 0, 0, 6 + 15 + 21 + 12),
    "notes-figure-7": (3 * 15, 6, 0, 5),
    "notes-figure-9": (3 * 33, 0, 0, 99),
    "notes-figure-10": (3 * 33, 28 + 27 + 26, 0, 0),
    "notes-figure-11": (10, sum((9, 8, 3 * 7, 3 * 6, 4 * 5, 3 * 4, 3 * 3, 2, 1)), 0, 0),
    "notes-table-4": (12 * 10, 1 + 2 + 9 + 12 + 20, 0, 0),
    "triangular-figure-1": (2 * 21, 0, 0, 42),
    "triangular-figure-2": (28, 0, 0, 28),
    "triangular-figure-4": (3 * 15, 0, 0, 15 + 15 + 9),
    "triangular-figure-5": (15 + 7 + 10, 12 + 3 + 6, 0, 3 + 4 + 4),
    "triangular-figure-6": (10 * 15, None, 9, 0),
    "triangular-figure-7": (12 * 34, None, 11, 0),
    "triangular-figure-10": (2 * 78, 78, 1 + 11, 0),
    "triangular-figure-12": (33 * 15, None, 10 + 11 + 9, 0),
    "triangular-figure-13": (21 * 21, None, 10 + 9, 0),
    "triangular-figure-14": (14 * 36, None, 13, 0),
    "puzzles-figure-1": (33 + 37 + 37, 32 + 12 + 13, 0, 0),
    "puzzles-figure-2": (2 * 33 + 3 * 37, 0, 0, 177),
    "puzzles-figure-3": (3 * 33 + 3 * 37, 0, 0, 5 + 4 + 3 + 5 + 4 + 4),
    "puzzles-figure-4": (3 * 37, 0, 0, 13 + 12 + 12),
    "puzzles-figure-6": (3 * 36, 0, 0, 12),
    "puzzles-figure-10": (4 * 33, 6 + 12 + 17 + 24, 4, 0),
    "puzzles-figure-11": (4 * 37, 10 + 12 + 17 + 22, 4, 0),
    "puzzles-figure-12": (4 * 37, 7 + 11 + 16 + 24, 4, 0),
    "page33-french-1": (37, None, 21, 0),
    "gramigna-figure-1": (37, 36, 0, 0),
    "gramigna-figure-3": (49, 0, 0, 49),
    "gramigna-figure-5": (28 + 15, 27, 6, 15),
    "gramigna-figure-6": (3 * 37, 3 * 36, 0, 0),
    "gramigna-figure-7": (7 * 33, 7 * 32, 0, 0),
    "gramigna-figure-9": (15, 0, 0, 9),
    "gramigna-figure-10": (2 * 33, 30 + 18, 0, 0),
}


@pytest.mark.every(3)
@pytest.mark.parametrize("name", STRUCTURE)
def test_holes_pegs_arrows_and_labels(name):
    holes, pegs, arrows, written = STRUCTURE[name]
    svg = drawn(name)
    kinds = classes(svg)
    assert circles(svg)["hole"] == holes
    assert pegs is None or circles(svg)["peg"] == pegs
    assert sum(kind.startswith("arrow ") for kind in kinds if kind) == arrows
    assert labels(svg).total() == written


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("notes-figure-3", {"1": 1, "2": 4, "3": 4, "4": 8, "5": 4, "6": 4, "7": 8}),
        ("notes-figure-7", {"×": 5}),
        ("triangular-figure-2", {"0": 10, "1": 9, "2": 9}),
        ("triangular-figure-5", {"U": 3 + 2 + 2, "U′": 2 + 2}),
        ("gramigna-figure-9", {"+1": 3, "−1": 6}),
        ("gramigna-figure-3", {"−1": 12, "0": 1, "1": 36}),
        ("puzzles-figure-6", {"A": 4, "B": 4, "C": 4}),
    ],
)
def test_what_the_labels_say(name, expected):
    assert labels(drawn(name)) == expected


def test_venn_diagram_by_index():
    svg = drawn("notes-figure-8")
    words = [text for kind, text in texts(svg) if "caption" in kind]
    assert {"code 1480", "code 2183", "code 115"} <= set(words)
    counts = {"0": 10, "2": 1, "3": 8, "4": 49, "6": 4, "7": 8}  # table 5
    assert {f"index {index}: {count}" for index, count in counts.items()} <= set(words)
    assert words.count("none") == 2
    assert [word for word in words if word[1:2] == ":"] == ["1: (0,3)", "2: (0,0)", "3: (2,4)"]
    assert circles(svg)["peg"] == 6 * 5


# -- the vocabulary -----------------------------------------------------------------------------


def test_everything_on_one_diagram():
    one = Diagram(
        ENGLISH,
        ENGLISH.vacancy("d4").code,
        moves=[("d2-d4", True), (Jump("b4-d4"), False), ("f4-d4-d6", None)],
        numbered=True,
        labels={"c3": "<A>", (3, 3): "B"},
        shaded=["d4"],
        marked=["e3"],
        regions=[ENGLISH.code(["c1", "d1", "e1"])],
        caption="A & B",
    )
    svg = one.svg()
    assert circles(svg) == {"hole": 33, "peg": 32, "shaded": 1, "mark": 1}
    assert [k for k in classes(svg) if k and k.startswith("arrow ")] == [
        "arrow win", "arrow dead", "arrow open",
    ]  # fmt: skip
    assert "<title>3. f4-d4-d6</title>" in svg
    found = texts(svg)
    assert [words for kind, words in found if kind == "step"] == ["1", "2", "3"]
    assert ("on-peg", "<A>") in found
    assert ("name on-shade", "B") in found
    assert ("caption", "A & B") in found
    assert svg.count("-region ") == 1
    assert one._repr_svg_() == svg
    assert one.words == "english, 32 pegs, empty: d4; A & B"
    assert_inside(svg)


@pytest.mark.parametrize(
    ("error", "given"),
    [
        (NotationError, {"code": 1 << 15}),
        (NotOnBoardError, {"labels": {"f6": "A"}}),
        (NotOnBoardError, {"shaded": ["a9"]}),
        (NotOnBoardError, {"moves": [("e5-g7", None)]}),
        (NotationError, {"moves": [("a1-a2", None)]}),
        (ResourceCountError, {"numbers": [1, 2]}),
    ],
)
def test_what_is_not_of_the_board_is_refused(error, given):
    with pytest.raises(error):
        Diagram(T5, **given)


def test_long_captions_are_broken_and_stay_inside():
    words = "a caption of several words that a small board has no room for in one line"
    svg = Diagram(T4, caption=words).svg()
    lines = [text for kind, text in texts(svg) if kind == "caption"]
    assert " ".join(lines) == words
    assert len(lines) > 1
    assert_inside(svg)


def test_panels_hold_boards_of_any_kind():
    cells = [Diagram(T4, 5, caption="one"), None, Diagram(ENGLISH, 7, caption="two")]
    svg = panel_svg(cells, columns=2, caption="Both")
    assert circles(svg) == {"hole": 43, "peg": 5}
    assert [text for kind, text in texts(svg) if kind == "caption"] == ["one", "two", "Both"]
    for wrong in ([], [None]):
        with pytest.raises(ProblemError, match="the panel has no diagrams"):
            panel_svg(wrong)
    with pytest.raises(ValueError, match="0 columns"):
        panel_svg(cells, columns=0)


def test_moves_of_a_game_as_diagrams():
    game = Solution.from_moves(T4.vacancy("a2"), "a4-a2, a1-a3, c4-a4-a2, c3-a3-a1-c3, d4-b2")
    found = move_diagrams(game)
    assert [len(one.position) for one in found] == [9, 8, 7, 5, 2, 1]
    assert [len(one.moves) for one in found] == [1, 1, 1, 1, 1, 0]


def test_venn_diagrams_of_too_much_or_nothing_are_refused():
    one = Diagram(T4, 1)
    assert circles(venn_svg(["A", "B"], {0: one, 1: one, 2: one, 3: one}))["peg"] == 4
    for names, parts in ((["A"], {}), ([], {0: one}), (["A", "B", "C", "D"], {1: one})):
        with pytest.raises(ProblemError, match="one to three sets"):
            venn_svg(names, parts)
    with pytest.raises(ProblemError, match="part 2 names more than 1 sets"):
        venn_svg(["A"], {2: one})


def test_diagrams_of_a_venn_diagram_stand_in_their_parts():
    """Each diagram lies in exactly the circles of its part; the common part is in the middle."""
    one, size = Diagram(T4, 1), 16
    _, (left, top, width, height) = one.drawing()
    drawn = venn_svg(["A", "B", "C"], dict.fromkeys(range(8), one))
    rings = [tuple(map(int, ring)) for ring in re.findall(
        r'circle\d" cx="(-?\d+)" cy="(-?\d+)" r="(\d+)"', drawn)]  # fmt: skip
    places = re.findall(r'<g transform="translate\((-?\d+) (-?\d+)\)">', drawn)
    for part, (x, y) in enumerate(places):
        middle = int(x) + left + width / 2, int(y) + top + height / 2 + 1700 / size
        within = [hypot(middle[0] - a, middle[1] - b) < radius for a, b, radius in rings]
        assert within == [bool(part >> i & 1) for i in range(3)]
    assert max(map(abs, middle)) <= 1


@pytest.mark.parametrize("name", ["square6", "english", "triangle9"])
def test_neighbouring_regions_have_different_colours(name):
    board = named_board(name)
    best = packings(board, merson_regions(board), 1)[0]
    inside = [hole for mask in best for hole in Position(board, mask)]
    assert len(set(inside)) == len(inside)
    assert Diagram(board, regions=best).svg().count("-region ") == len(best)
