"""Tests of every kind of picture, by the colours of pixels that the browser draws."""

import re
from functools import cache
from io import BytesIO
from urllib.parse import quote
from xml.etree import ElementTree

import numpy as np
import pytest
from drawn import parsed
from matplotlib.image import imread
from private import private

from pegsolitaire import Problem, Solution, SolutionGraph, random_play
from pegsolitaire.board import english, triangle
from pegsolitaire.construct import drawing, solve
from pegsolitaire.draw import position_svg, scene, solution_svg
from pegsolitaire.draw.charts import ends_chart
from pegsolitaire.game import Jump, Position

E = english()
T4 = triangle(4)
T5 = triangle(5)
SCALE = 2  # screen pixels per picture pixel

# Colours in the light and dark themes, and how far a pixel may differ from them.
SEEN = {
    "paper": ("#ffffff", "#14161a", 2),
    "plate": ("#ebe6dc", "#2b2e36", 2),
    "hole": ("#a89e90", "#131519", 6),
    "peg": ("#465269", "#988d79", 24),
    "winning": ("#1565d8", "#62a8ff", 2),
    "dead": ("#d9690a", "#ffa040", 2),
    "not known": ("#767c87", "#a9afba", 2),
    "link": ("#8a909b", "#7d8592", 2),
    "trapezoid": ("#84b4e0", "#497aa6", 2),
    "vacancy": ("#faf8f4", "#faf8f4", 2),
    "finish": ("#14161a", "#14161a", 2),
    "spot": ("#5a6270", "#c3c9d4", 2),
    "hop": ("#14161a", "#ffffff", 2),
    "chart": ("#ffffff", "#ffffff", 2),
    "bar": ("#1565d8", "#1565d8", 2),
}


# -- expected colours -----------------------------------------------------------------------------


def on_board(position, shift=(0, 0), arrows=None):
    """Return what is visible at the holes of a board, on its arrows and between its holes."""
    board = position.board
    arrows = arrows or {}
    under = {hole for jump in arrows for hole in (jump.start, jump.over, jump.end)}
    found = [
        # Look above the name of an empty hole.
        ("peg", scene.place_of(board.lattice, hole), (0, 28))
        if hole in position
        else ("hole", scene.place_of(board.lattice, hole), (0, -22))
        for hole in board
        if hole not in under
    ]
    found += [
        (what, scene.place_of(board.lattice, jump.start), (0, 0)) for jump, what in arrows.items()
    ]
    face = [board.hole(name) for name in ("c3 d3 c4 d4" if board == E else "a3 a4 b4").split()]
    centre = np.mean([scene.place_of(board.lattice, hole) for hole in face], axis=0)
    found.append(("plate", centre, (0, 0)))
    return [(what, np.add(np.add(point, off), shift)) for what, point, off in found]


def corner(svg):
    left, top, *_ = view_box(svg)
    return ("paper", (left + 18, top + 18))


def view_box(svg):
    return [*map(float, ElementTree.fromstring(svg).get("viewBox").split())]


def shifts(svg):
    """Return the offsets of the parts of a picture, in order."""
    found = re.findall(r"translate\((-?\d+) (-?\d+)\)", svg)
    return [tuple(map(int, pair)) for pair in found]


def position_picture():
    position = E.vacancy("d4")
    jumps = [Jump(start, (3, 3)) for start in ((3, 1), (5, 3), (3, 5))]
    svg = position_svg(E, position.code, jumps=list(zip(jumps, (True, False, None), strict=True)))
    arrows = dict(zip(jumps, ("winning", "dead", "not known"), strict=True))
    return svg, [*on_board(position, arrows=arrows), corner(svg)]


def solution_picture():
    moves = ["a4-a2", "a1-a3", "c4-a4-a2", "c3-a3-a1-c3", "d4-b2"]
    solution = Solution.from_moves(T4.vacancy("a2"), moves)
    svg = solution_svg(solution, columns=4)
    points, played = [corner(svg)], 0
    for move, shift in zip([*solution.moves, None], shifts(svg), strict=True):
        jumps = move.jumps if move else ()
        # The arrow of a long move passes through the holes where its jumps meet.
        points += on_board(solution.positions[played], shift, dict.fromkeys(jumps, "winning"))
        played += len(jumps)
    return svg, points


def graph_picture():
    svg = SolutionGraph.of(Problem(T4, "a2", "b2")).svg()
    elements = list(parsed(svg).iter())
    titles = [one[0].text for one in elements if one.get("class") == "node"]
    points = [corner(svg)]
    for title, shift in zip(titles, shifts(svg), strict=True):
        code = int(title.removeprefix("code:").partition(":")[0])
        points += on_board(Position(T4, code), shift)
    path = next(one.get("d") for one in elements if one.get("class") == "link")
    ends = [tuple(map(int, pair)) for pair in re.findall(r"(-?\d+) (-?\d+)", path)]
    return svg, [*points, ("link", np.mean([ends[0], ends[3]], axis=0))]


def construction_picture():
    found = solve(20, (6, 9), "any")
    svg = drawing.construction_svg(found)
    first, below = (scene.place_of(T5.lattice, T5.hole(name)) for name in ("a1", "a2"))
    return svg, [
        corner(svg),
        ("spot", first),
        ("trapezoid", np.mean([first, below], axis=0)),
        ("vacancy", private(drawing, "_place")(found.start)),
        ("finish", private(drawing, "_place")(found.finish)),
    ]


def stages_picture():
    found = solve(9, (0, 0))
    svg = drawing.stages_svg(found)
    last = np.add(private(drawing, "_place")(found.finish), shifts(svg)[-1])
    _, jumps = found.stages[0]
    ends = [private(drawing, "_place")(hole) for hole in (jumps[0].start, jumps[0].over)]
    along = np.mean(ends, axis=0)
    return svg, [corner(svg), ("spot", last), ("hop", along)]


def ends_picture():
    svg = ends_chart(random_play(Problem.to_any(T5.vacancy("a1"))))
    return svg, [("chart", (3, 3)), ("bar", middle_of(svg, "patch_6"))]


def middle_of(svg, name):
    """Return the centre of the visible part of a bar in a chart."""
    drawn = svg.partition(f'id="{name}"')[2].partition('d="')[2].partition('"')[0]
    corners = np.array(re.findall(r"[ML] (\S+) (\S+)", drawn), dtype=float)
    return np.clip(corners, 0, view_box(svg)[2:]).mean(axis=0)


MAKERS = {
    name.removesuffix("_picture"): make
    for name, make in list(globals().items())
    if name.endswith("_picture")
}


@cache
def made(name):
    """Return a picture and what should be visible at which points."""
    return MAKERS[name]()


# -- visible colours ------------------------------------------------------------------------------


def unlike(page, dark, drawn, full_page=True):
    """Return the points of the drawn pictures whose colours are wrong on a page."""
    pixels = imread(BytesIO(page.screenshot(full_page=full_page)))[:, :, :3] * 255
    wrong = []
    for name, (x, y, width) in drawn:
        svg, points = made(name)
        left, top, whole, _ = view_box(svg)
        for what, (px, py) in points:
            scale = width / whole
            column = round(SCALE * (x + (px - left) * scale))
            row = round(SCALE * (y + (py - top) * scale))
            colour, most = SEEN[what][dark], SEEN[what][2]
            seen = pixels[row, column]
            if np.abs(seen - rgb(colour)).max() > most:
                wrong.append((name, what, (px, py), seen.round().tolist(), colour))
    return wrong


def rgb(colour):
    return np.array([int(colour[i : i + 2], 16) for i in (1, 3, 5)])


def places(page, what):
    return page.eval_on_selector_all(
        what, "all => all.map(one => one.getBoundingClientRect()).map(b => [b.x, b.y, b.width])"
    )


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_pictures_have_their_colours(browser, scheme):
    """Colours are right in single pictures and in pages with several inline or linked pictures."""
    view, dark = {"width": 1000, "height": 1000}, scheme == "dark"
    with browser.new_context(
        color_scheme=scheme, device_scale_factor=SCALE, viewport=view
    ) as context:
        page = context.new_page()
        wrong = []
        for name in MAKERS:
            page.goto(f"data:image/svg+xml,{quote(made(name)[0])}")
            wrong += unlike(page, dark, [(name, places(page, "svg")[0])], full_page=False)
        assert wrong == []
        names = [*MAKERS, "solution", "position"]
        for what, parts in {
            "body > svg": ["<svg" + made(name)[0].partition("<svg")[2] for name in names],
            "img": [f'<img src="data:image/svg+xml,{quote(made(name)[0])}">' for name in names],
        }.items():
            page.goto("about:blank")
            page.set_content(f'<body style="background:#777">{" ".join(parts)}')
            drawn = list(zip(names, places(page, what), strict=True))
            assert unlike(page, dark, drawn) == [], what
