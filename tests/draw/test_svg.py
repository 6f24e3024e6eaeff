"""Boards, positions and solutions as SVG."""

import re
import time
from itertools import pairwise
from xml.etree import ElementTree

import pytest
from drawn import assert_inside, classes, ids
from marks import each

from pegsolitaire.board import Board, triangle
from pegsolitaire.draw import (
    Diagram,
    jump_lines,
    panel_svg,
    position_svg,
    position_text,
    solution_svg,
)
from pegsolitaire.errors import BoardTooLargeError, NotationError, NotOnBoardError
from pegsolitaire.game import Jump, Position, Solution

BOARDS = ["english", "triangle5", "hexagon37", "star13", "wiegleb", "rhombus6", "square4+diagonal"]
CORPUS = [Board(name) for name in ("english", "triangle5")]
WIN, DEAD, OPEN = Jump((3, 1), (3, 3)), Jump((1, 3), (3, 3)), Jump((5, 3), (3, 3))


@pytest.fixture
def solution():
    moves = ["a4-a2", "a1-a3", "c4-a4-a2", "c3-a3-a1-c3", "d4-b2"]
    return Solution.from_moves(triangle(4).vacancy("a2"), moves)


@each("labels", [True, False])
@each("name", BOARDS)
def test_every_hole_and_peg_is_drawn_once(name, labels):
    board = Board(name)
    drawn = classes(position_svg(board, board.full_code ^ 1, labels=labels))
    assert drawn.count("hole") == len(board)
    assert drawn.count("peg") == len(board) - 1
    drawn = classes(position_svg(board, None, labels=labels))
    assert drawn.count("hole") == len(board)
    assert drawn.count("peg") == 0
    assert drawn.count("name") == (len(board) if labels else 0)


def test_everything_drawn_lies_inside_the_picture():
    for name in BOARDS:
        assert_inside(position_svg(Board(name), 0))


def test_labels_stand_apart():
    for name in ("english", "triangle5", "hexagon37", "star13", "star37", "rhombus6"):
        root = ElementTree.fromstring(position_svg(Board(name), 1))
        texts = [e for e in root.iter() if e.tag.endswith("text")]
        points = [complex(float(e.get("x")), float(e.get("y"))) for e in texts]
        assert all(abs(a - b) > 40 for i, a in enumerate(points) for b in points[:i])


def test_arrows_are_styled_by_verdict():
    board = CORPUS[0]
    jumps = [(WIN, True), (DEAD, False), (OPEN, None)]
    svg = position_svg(board, board.vacancy("d4").code, jumps=jumps)
    drawn = classes(svg)
    assert [kind for kind in drawn if kind and kind.startswith("arrow ")] == [
        "arrow win",
        "arrow dead",
        "arrow open",
    ]
    assert "<title>d2-d4 wins</title>" in svg
    assert "<title>b4-d4 is dead</title>" in svg
    assert re.search(r"\.p\w+-dead\.p\w+-shaft\{stroke-dasharray", svg)
    assert svg.count("dasharray") == 1


def test_title_is_read_out_and_escaped():
    board = CORPUS[1]
    root = ElementTree.fromstring(position_svg(board, 1, title='<a & "b">\x00'))
    assert root.get("role") == "img"
    assert root[0].text == '<a & "b"> '
    assert root.get("aria-labelledby") == root[0].get("id")
    assert ElementTree.fromstring(position_svg(board, 1))[0].text == "triangle5, 1 peg: a1"
    full = ElementTree.fromstring(position_svg(board, board.full_code ^ 1))[0].text
    assert full == "triangle5, 14 pegs, empty: a1"


def test_size_is_pixels_a_step():
    small, large = (
        ElementTree.fromstring(position_svg(CORPUS[0], 0, size=size)) for size in (20, 40)
    )
    assert 2 * float(small.get("width")) == float(large.get("width"))
    assert small.get("viewBox") == large.get("viewBox")


def test_wrong_pictures_are_refused():
    with pytest.raises(NotationError):
        position_svg(CORPUS[1], 1 << 15)
    with pytest.raises(NotOnBoardError):
        position_svg(CORPUS[1], 0, jumps=[(WIN, None)])
    with pytest.raises(ValueError, match="0 pixels"):
        position_svg(CORPUS[1], 0, size=0)


@pytest.mark.parametrize("board", [Board([(4, 7)]), Board([(0, 0), (9, 9)]), triangle(200)])
def test_odd_boards_are_drawn(board):
    began = time.perf_counter()
    assert classes(position_svg(board, board.full_code)).count("peg") == len(board)
    text = position_text(Position(board, board.full_code), unicode=False).plain
    assert text.count("*") == len(board)
    assert time.perf_counter() - began < 10


def test_solution_shows_every_position(solution):
    svg = solution_svg(solution, columns=4)
    drawn = classes(svg)
    shown = [solution.positions[i] for i in (0, 1, 2, 4, 7, 8)]
    assert drawn.count("arrow win") == 5
    assert drawn.count("peg") == sum(map(len, shown))
    words = ["".join(e.itertext()) for e in ElementTree.fromstring(svg).iter()]
    assert "3 c4-a4-a2" in words
    assert "1 peg in b2" in words
    assert svg == solution_svg(solution, columns=4)
    assert not ids(svg) & ids(solution_svg(solution, columns=3))


def test_solution_breaks_long_moves_after_a_dash():
    board = triangle(5)
    start = Position(board, board.code(["a1", "a2", "a4", "b5", "c4", "b3", "b4", "d5"]))
    sweep = "a1-a3-a5-c5-c3-a3-c5-e5"
    root = ElementTree.fromstring(solution_svg(Solution.from_moves(start, [sweep])))
    lines = ["".join(e.itertext()) for e in root.iter() if e.tag.endswith("text")]
    assert "".join(lines[:-1]) == f"1 {sweep}"
    assert len(lines) > 2
    assert max(map(len, lines)) <= 15


@pytest.mark.slow
def test_solution_of_a_large_board():
    start = triangle(200).vacancy("a3")
    svg = solution_svg(Solution(start, list(start.legal_jumps)[:1]))
    assert classes(svg).count("peg") == 2 * len(start) - 1


def test_solution_needs_a_column(solution):
    with pytest.raises(ValueError, match="columns"):
        solution_svg(solution, columns=0)


def test_solution_past_the_limit_is_refused(monkeypatch, solution):
    monkeypatch.setattr("pegsolitaire.draw.svg.MAX_CIRCLES", 59)
    with pytest.raises(BoardTooLargeError, match="position_svg"):
        solution_svg(solution)


def test_jump_lines_are_numbered_and_marked():
    verdicts = {WIN: True, DEAD: False, OPEN: None}
    assert [line.plain for line in jump_lines(verdicts)] == [
        "  1  d2-d4  ✓ wins",
        "  2  b4-d4  ✗ dead",
        "  3  f4-d4  ? not known",
    ]
    assert all(line.plain.isascii() for line in jump_lines(verdicts, unicode=False))
    assert jump_lines({}) == []


def test_diagrams_of_different_sizes_stand_in_rows():
    """Diagrams of one row are side by side, and none leaves the picture."""
    boards = [triangle(3), triangle(6), Board(((0, 0), (1, 0), (2, 0))), None, triangle(4)]
    diagrams = [board and Diagram(board, board.full_code, caption="below") for board in boards]
    root = ElementTree.fromstring(panel_svg(diagrams, columns=3))
    left, top, width, height = map(float, root.get("viewBox").split())
    places = [
        map(float, re.findall(r"-?\d+", group.get("transform")))
        for group in root
        if group.get("transform", "").startswith("translate")
    ]
    boxes = []
    for diagram, (x, y) in zip(filter(None, diagrams), places, strict=True):
        across, down, wide, high = diagram.drawing()[1]
        boxes.append((x + across, y + down, x + across + wide, y + down + high))
        assert left <= boxes[-1][0] < boxes[-1][2] <= left + width
        assert top <= boxes[-1][1] < boxes[-1][3] < top + height
    above, below = boxes[:3], boxes[3:]
    assert max(box[3] for box in above) - min(box[3] for box in above) <= 1
    assert all(one[2] < other[0] for one, other in pairwise(above))
    assert max(box[3] for box in above) < min(box[1] for box in below)
