"""Solution graphs as SVG: nothing overlaps, and positions are ordered to avoid crossings."""

import random
from itertools import combinations, pairwise
from xml.etree import ElementTree

import known
import naive
import pytest
from drawn import parsed
from marks import each

from pegsolitaire.board import triangle
from pegsolitaire.draw import graph_svg
from pegsolitaire.draw.graph import count_crossings, order_levels
from pegsolitaire.errors import BoardTooLargeError, NotationError, ProblemError
from pegsolitaire.game import Problem

T4 = triangle(4)
T5 = triangle(5)


def win(board, vacancy, finish):
    """Return the winning positions by level, with their numbers of paths, and the edges."""
    problem = Problem(board, vacancy, finish)
    wins = naive.winning_levels(board, problem.starts, problem.finishes)
    rows = [sorted(wins[pegs]) for pegs in sorted(wins, reverse=True)]
    edges = [
        (a, b)
        for above, below in pairwise(rows)
        for a in above
        for b in sorted(naive.reduced(board, naive.descendants(board, {naive.pegs(board, a)})))
        if b in below
    ]
    paths = dict.fromkeys(rows[0], 1)
    for a, b in edges:
        paths[b] = paths.get(b, 0) + paths[a]
    return [[(code, paths[code]) for code in row] for row in rows], edges


@pytest.fixture(scope="module")
def figure_11():
    return win(T4, "a2", "b2")


def nodes(svg):
    return [e for e in parsed(svg).iter() if e.get("class") == "node"]


def test_win_of_ten_holes(figure_11):
    levels, edges = figure_11
    svg = graph_svg(T4, levels, edges)
    drawn = nodes(svg)
    assert len(drawn) == sum(map(len, levels)) == 20
    assert svg.count("M", svg.index('-link" d='), svg.index("<g class=")) == len(edges) == 28
    assert levels[-1] == [(T4.single("b2").code, known.TRIANGLE4_SOLUTIONS)]
    assert "".join(drawn[-1].itertext()).split()[-1] == "14"
    assert {e[0].text for e in drawn} == {f"code:{c}: {n}" for row in levels for c, n in row}
    pegs = [sum(e.get("class") == "peg" for e in node.iter()) for node in drawn]
    assert pegs == sorted((c.bit_count() for row in levels for c, _ in row), reverse=True)
    title = ElementTree.fromstring(svg)[0].text
    assert title == "triangle4, 20 positions, 28 jumps"


def test_nothing_overlaps_or_leaves_the_picture(figure_11):
    svg = graph_svg(T4, *figure_11)
    left, top, width, height = map(float, ElementTree.fromstring(svg).get("viewBox").split())
    places = [
        tuple(map(int, e.get("transform")[len("translate(") : -1].split())) for e in nodes(svg)
    ]
    for (x, y), (other_x, other_y) in combinations(places, 2):
        assert abs(x - other_x) > 400 or abs(y - other_y) > 400
    for x, y in places:
        assert left < x < left + width
        assert top < y < top + height


def test_drawing_is_the_same_in_every_run_and_its_id_tells_graphs_apart(figure_11):
    levels, edges = figure_11
    svg = graph_svg(T4, levels, edges)
    assert svg == graph_svg(T4, [tuple(row) for row in levels], iter([*edges[::-1], edges[0]]))
    others = [
        graph_svg(T4, levels, edges[1:]),
        graph_svg(T4, [*levels[:-1], [(levels[-1][0][0], 15)]], edges),
    ]
    names = {ElementTree.fromstring(picture).get("id") for picture in [svg, *others]}
    assert len(names) == 3


def test_long_numbers_widen_the_graph(figure_11):
    levels, edges = figure_11
    long = [[(code, 10**17) for code, _ in row] for row in levels]
    narrow, wide = (
        float(ElementTree.fromstring(graph_svg(T4, rows, edges)).get("width"))
        for rows in (levels, long)
    )
    assert wide > 1.5 * narrow


# -- order --------------------------------------------------------------------------------------


def naive_crossings(levels, edges):
    place = {code: (y, x) for y, row in enumerate(levels) for x, code in enumerate(row)}
    return sum(
        place[a][0] == place[c][0]
        and (place[a][1] - place[c][1]) * (place[b][1] - place[d][1]) < 0
        for (a, b), (c, d) in combinations(edges, 2)
    )


@each("seed", range(20))
def test_crossings_are_counted_and_never_made_more(seed):
    choose = random.Random(seed)
    levels = [[10 * y + x for x in range(choose.randint(1, 6))] for y in range(5)]
    pairs = [(a, b) for above, below in pairwise(levels) for a in above for b in below]
    edges = choose.sample(pairs, len(pairs) // 2)
    ordered = order_levels(levels, edges)
    assert [sorted(row) for row in ordered] == levels
    before, after = (count_crossings(rows, edges) for rows in (levels, ordered))
    assert (before, after) == (naive_crossings(levels, edges), naive_crossings(ordered, edges))
    assert after <= before


def test_order_removes_crossings(figure_11):
    rows = [[code for code, _ in row] for row in figure_11[0]]
    assert count_crossings(order_levels(rows, figure_11[1]), figure_11[1]) < 8
    mirrored = [[1, 2, 3], [6, 5, 4], [7, 8, 9]]
    edges = [(1, 4), (2, 5), (3, 6), (4, 7), (5, 8), (6, 9)]
    assert count_crossings(mirrored, edges) == 6
    assert count_crossings(order_levels(mirrored, edges), edges) == 0


def test_positions_without_edges_keep_their_place():
    assert order_levels([[1, 2], [3, 4, 5]], []) == [[1, 2], [3, 4, 5]]


# -- refusals -----------------------------------------------------------------------------------


def test_too_many_positions_are_refused():
    levels = [[(code, 1) for code in range(1, 2_002)]]
    with pytest.raises(
        BoardTooLargeError, match=r"2,001 positions on 15 .* can show 2,000: write"
    ):
        graph_svg(T5, levels, [])
    assert len(nodes(graph_svg(T5, [levels[0][1:]], []))) == 2_000
    with pytest.raises(BoardTooLargeError, match=r"20 positions on 20100 holes .* can show 19"):
        graph_svg(triangle(200), [levels[0][:20]], [])


@each(
    ("levels", "edges", "error", "words"),
    [
        ([], [], ProblemError, "the graph has no positions"),
        ([[], []], [], ProblemError, "the graph has no positions"),
        ([[(1, 1)], [(1, 1)]], [], ProblemError, "twice in the graph: give each code once"),
        ([[(3, 1)], [(4, 1)]], [(3, 8)], ProblemError, "edge from 3 to 8 does not lead"),
        ([[(3, 1)], [(4, 1)]], [(4, 3)], ProblemError, "edge from 4 to 3 does not lead"),
        ([[(3, 1)], [(4, 1)], [(5, 1)]], [(3, 5)], ProblemError, "from 3 to 5 does not lead"),
        ([[(1 << 10, 1)]], [], NotationError, "code 1024 is not a position of triangle4"),
    ],
)
def test_wrong_graphs_are_refused(levels, edges, error, words):
    with pytest.raises(error, match=words):
        graph_svg(T4, levels, edges)
