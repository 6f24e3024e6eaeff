"""Figures of Bell's Solving triangular peg solitaire."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pegsolitaire import triangular
from pegsolitaire.board import TRIANGULAR, Board, Hole, parse_hole, triangle
from pegsolitaire.data import published_solutions
from pegsolitaire.draw import Diagram, move_diagrams, panel_svg
from pegsolitaire.figures.figure import Figure
from pegsolitaire.figures.parts import (
    coordinates,
    in_rows,
    labelled_mod_3,
    lettered,
    named,
    subscript,
)
from pegsolitaire.game import Position, Solution
from pegsolitaire.progress import Progress
from pegsolitaire.reproduce.published import ours
from pegsolitaire.reproduce.published import triangular as printed
from pegsolitaire.reproduce.triangular_moves import swept_from_complement
from pegsolitaire.reproduce.triangular_purges import bottom_rows
from pegsolitaire.theory import merson_regions, packings
from pegsolitaire.triangular.drawing import construction_svg

_SOURCE = "appendix B.2"


def figures() -> Iterator[Figure]:
    """All of them."""
    yield from _labels()
    yield from _purges()
    yield from _short()
    yield from _solutions()


# -- labels -------------------------------------------------------------------------------------


def _labels() -> Iterator[Figure]:
    yield Figure(
        name="triangular-figure-1",
        source="Triangular, figure 1",
        caption="The board Tₙ with two types of hole coordinates: alphanumeric and skew.",
        draw=_figure_1,
        differs="Drawn for n = 6.",
    )
    yield Figure(
        name="triangular-figure-2",
        source="Triangular, figure 2",
        caption="The labeling of holes for the parity argument: hole (x, y) has x + y modulo 3.",
        draw=lambda _: _by_label(triangle(7)).svg(),
        differs="Drawn for n = 7.",
    )
    yield Figure(
        name="triangular-figure-3",
        source="Triangular, figure 3",
        caption="T₄: (a) notation, (b) position class, (c) the parity count α, which only the "
        "jumps a3-c3 and c3-a3 change.",
        draw=_figure_3,
        differs="The text does not name the holes of α: these are the fewest that have what it "
        "says.",
    )
    yield Figure(
        name="triangular-figure-4",
        source="Triangular, figure 4",
        caption="T₅: (a) notation, (b) position class, (c) the SAX count, with the three edge "
        "regions that count when two or three pegs are in them.",
        draw=_figure_4,
    )


def _by_label(board: Board, caption: str = "") -> Diagram:
    return labelled_mod_3(board, lambda hole: hole[0] + hole[1], caption)


def _figure_1(progress: Progress) -> str:
    board = triangle(6)
    shown = [named(board, caption="alphanumeric"), named(board, coordinates, "skew")]
    return panel_svg(lettered(shown), columns=2, size=48)


def _figure_3(progress: Progress) -> str:
    board = triangle(4)
    alpha = Diagram(
        board,
        labels=dict.fromkeys(("b3", "b4", "c4"), "α"),
        bold=True,
        moves=[("a3-c3", None)],
        edges=False,
        caption="parity count α",
    )
    shown = [named(board, caption="notation"), _by_label(board, "position class"), alpha]
    return panel_svg(lettered(shown), columns=3, size=40)


def sax_diagram(caption: str = "") -> Diagram:
    """The weights of the SAX count on T₅, and its edge regions."""
    board = triangle(5)
    corners_and_middles = ("a1", "a3", "c3", "a5", "c5", "e5")
    return Diagram(
        board,
        labels=dict.fromkeys(corners_and_middles, "−1") | dict.fromkeys(("b3", "b4", "c4"), "+1"),
        bold=True,
        regions=[board.code(edge) for edge in (_LEFT, _RIGHT, _BOTTOM)],
        edges=False,
        caption=caption,
    )


_LEFT, _RIGHT, _BOTTOM = ("a2", "a3", "a4"), ("b2", "c3", "d4"), ("b5", "c5", "d5")


def _figure_4(progress: Progress) -> str:
    board = triangle(5)
    shown = [
        named(board, caption="notation"),
        _by_label(board, "position class"),
        sax_diagram("SAX count"),
    ]
    return panel_svg(lettered(shown), columns=3, size=36)


# -- purges -------------------------------------------------------------------------------------


def _purges() -> Iterator[Figure]:
    yield Figure(
        name="triangular-figure-5",
        source="Triangular, figure 5",
        caption="Purges that work well together: trapezoid purge, 3-purge, 6-purge. The holes U "
        "must be unlike: neither all empty nor all filled; U′ may be instead of U.",
        draw=_figure_5,
    )
    yield Figure(
        name="triangular-figure-6",
        source="Triangular, figure 6",
        caption="A trapezoid purge starting from a3 and b3 filled, c3 empty.",
        draw=_figure_6,
    )
    yield Figure(
        name="triangular-figure-7",
        source="Triangular, figure 7",
        caption="Clearing the bottom three rows of T₁₀ using a trapezoid, a 3-purge and two "
        "6-purges (11 moves, 16 jumps, the finish of the trapezoid purge is not shown).",
        draw=_figure_7,
        differs="The text says which jump is of which purge, but not the jumps: these are in that "
        "order.",
    )
    yield Figure(
        name="triangular-figure-8",
        source="Triangular, figure 8",
        caption="Solving the g10 vacancy on T₂₀ using a solution on a small sub-board, and "
        "purges.",
        draw=lambda _: construction_svg(triangular.solve(20, (6, 9))),
        differs="With 24 purges: ours clear wider blocks, the paper's are 29.",
    )
    yield Figure(
        name="triangular-figure-9",
        source="Triangular, figure 9",
        caption="A specific purge to clear the last three rows: (a) the position class of each "
        "hole, and shaded the holes of which one is vacant; from (b) on such a purge is played.",
        draw=_figure_9,
        differs="The text does not say which vacancy it plays: here it is b5, by an opening of "
        "the library.",
    )


def _holes(text: str) -> list[Hole]:
    return list(map(parse_hole, text.split()))


def trapezoid_board() -> Board:
    """The holes of a trapezoid purge: T₆ without a1, a2, b2, d4, e5 and f6."""
    return Board(_holes(_TRAPEZOID), TRIANGULAR, name="trapezoid")


_TRAPEZOID = "a3 b3 c3 a4 b4 c4 a5 b5 c5 d5 a6 b6 c6 d6 e6"


def _figure_5(progress: Progress) -> str:
    shown = [
        _purge(_TRAPEZOID, "a3 b3 c3", "", "trapezoid purge"),
        _purge("d4 e5 f6 c4 e4 d3 d5", "c4 e4", "d3 d5", "3-purge"),
        _purge("b4 c4 d4 e4 e5 f5 f6 g6 d6 e6", "b4 c4", "d6 e6", "6-purge"),
    ]
    return panel_svg(lettered(shown), columns=3)


def _purge(holes: str, unlike: str, instead: str, caption: str) -> Diagram:
    """The pegs that a purge takes, and the holes of its catalyst."""
    board = Board(_holes(holes), TRIANGULAR, name=caption)
    labels = dict.fromkeys(_holes(unlike), "U") | dict.fromkeys(_holes(instead), "U′")
    code = board.full ^ board.code(labels)
    return Diagram(board, code, labels=labels, bold=True, edges=False, caption=caption)


def _figure_6(progress: Progress) -> str:
    board = trapezoid_board()
    start = board.vacancy("c3")
    game = Solution.from_moves(start, printed.TRAPEZOID_PURGES["c3"].split())
    return panel_svg(move_diagrams(game), columns=5)


def _figure_7(progress: Progress) -> str:
    board = bottom_rows(side=10, rows=4)
    game = Solution.from_moves(board.vacancy("c7"), ours.FIGURE_7.split(", "))
    return panel_svg(move_diagrams(game), columns=4, size=18)


def _figure_9(progress: Progress) -> str:
    board = trapezoid_board()
    about = replace(
        _by_label(board, "class by hole"), shaded=[hole for hole in board if hole[1] > 2]
    )
    opening = next(one for one in triangular.purges("opening") if one.empty == {parse_hole("b5")})
    game = Solution(Position(board, board.code(opening.pegs)), opening.jumps)
    return panel_svg(lettered([about, *move_diagrams(game)]), columns=5)


# -- short solutions ----------------------------------------------------------------------------


def _short() -> Iterator[Figure]:
    yield Figure(
        name="triangular-figure-10",
        source="Triangular, figure 10",
        caption="Building a short solution on T₁₂: (a) a final move which removes 42 pegs, from "
        "a1 to a3; (b) reducing the complement of (a) to one peg.",
        draw=_figure_10,
        differs="The text does not print the jumps: their order in (a) and the 11 moves in (b) "
        "are ours.",
    )
    yield Figure(
        name="triangular-figure-11",
        source="Triangular, figure 11",
        caption="Merson regions on T₆, T₈ and T₁₀: 9, 13 and 18 of them.",
        draw=_figure_11,
    )


def _figure_10(progress: Progress) -> str:
    sweep, reduction = swept_from_complement(12)
    moves = [(move, None) for move in reduction.moves]
    complement = reduction.start
    board = complement.board
    shown = [
        Diagram(board, complement.complement.code, moves=[(sweep, True)], edges=False,
                caption=f"{len(sweep)} jumps"),
        Diagram(board, complement.code, moves=moves, numbered=True, edges=False,
                caption=f"its complement, in {len(moves)} moves"),
    ]  # fmt: skip
    return panel_svg(lettered(shown), columns=2, size=32)


def _figure_11(progress: Progress) -> str:
    shown = []
    for side in printed.MERSON_REGIONS:
        board = triangle(side)
        regions = packings(board, merson_regions(board), 1)[0]
        words = f"T{subscript(side)}, r = {len(regions)}"
        shown.append(Diagram(board, regions=regions, edges=False, caption=words))
    return panel_svg(shown, columns=3)


# -- solutions ----------------------------------------------------------------------------------


def _solutions() -> Iterator[Figure]:
    yield Figure(
        name="triangular-figure-12",
        source="Triangular, figure 12",
        caption="Solutions on T₅, from a1, from b3 and from c5.",
        draw=lambda _: _games(5, ("a1", "b3", "c5"), 12),
    )
    yield Figure(
        name="triangular-figure-13",
        source="Triangular, figure 13",
        caption="Solutions on T₆, from a1 and from c5.",
        draw=lambda _: _games(6, ("a1", "c5"), 11),
    )
    yield Figure(
        name="triangular-figure-14",
        source="Triangular, figure 14",
        caption="A 13-move solution on T₈, from a2 to a2.",
        draw=lambda _: _games(8, ("a2",), 7),
    )


def _games(side: int, vacancies: tuple[str, ...], columns: int) -> str:
    board = triangle(side)
    games = [
        one.solution
        for vacancy in vacancies
        for one in published_solutions(board)
        if one.source.endswith(_SOURCE) and one.solution.start == board.vacancy(vacancy)
    ]
    return panel_svg(in_rows(games, columns), columns=columns, size=20)
