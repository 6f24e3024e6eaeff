"""Figures of Gramigna's Peg solitaire: a study on board difficulty."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from pegsolitaire.board import named_board, square, triangle
from pegsolitaire.draw import Diagram, panel_svg
from pegsolitaire.figures.figure import Figure
from pegsolitaire.figures.parts import named, subscript, vacant
from pegsolitaire.figures.triangular import sax_diagram
from pegsolitaire.game import Position
from pegsolitaire.progress import Progress
from pegsolitaire.reproduce.gramigna import figure_11_count, removal_positions
from pegsolitaire.reproduce.published import gramigna as printed

_LATER = "d2-d4 b3-d3 b5-b3 d4-b4 b3-b5"  # to the state of figure 4
_VACANCIES = ("a1", "a2", "a3", "b3")


def figures() -> Iterator[Figure]:
    """All of them."""
    yield from _boards()
    yield from _program()
    yield from _vacancies()
    yield from _counts()


# -- boards -------------------------------------------------------------------------------------


def _boards() -> Iterator[Figure]:
    yield Figure(
        name="gramigna-figure-1",
        source="Gramigna, figure 1",
        caption="Sample puzzle on the traditional 37 space French board, with rows labelled by "
        "numbers and columns by letters.",
        draw=lambda _: vacant(named_board("french"), "d4", "", edges=True).svg(),
    )
    yield Figure(
        name="gramigna-figure-2",
        source="Gramigna, figure 2",
        caption="Sample puzzles on the traditional 33 space English board and the traditional "
        "triangular board.",
        draw=_figure_2,
        differs="The text does not name the vacancies: these are d4 and a1.",
    )


def _figure_2(progress: Progress) -> str:
    shown = [vacant(named_board("english"), "d4", edges=True), vacant(triangle(5), "a1")]
    return panel_svg(shown, columns=2)


# -- the program --------------------------------------------------------------------------------


def _program() -> Iterator[Figure]:
    yield Figure(
        name="gramigna-figure-3",
        source="Gramigna, figure 3",
        caption="How the board of figure 1 is represented in the program: 1 filled, 0 empty, −1 "
        "not on the board.",
        draw=_figure_3,
    )
    yield Figure(
        name="gramigna-figure-4",
        source="Gramigna, figure 4",
        caption="Left: possible jumps at the beginning of a game on the English board. Right: a "
        "state later in a game; the shaded spaces can be jumped into, the ringed b3, b4 and d2 "
        "are empty and cannot.",
        draw=_figure_4,
        differs="The text does not give the state: the earliest one in which these three are the "
        "only such spaces, after 5 jumps.",
    )
    yield Figure(
        name="gramigna-figure-5",
        source="Gramigna, figure 5",
        caption="Left: possible jumps at the beginning of a game on the board T₇, into c5. Right: "
        "traditional indexing on a triangular board, T₅.",
        draw=_figure_5,
    )


def array() -> list[int]:
    """The numbers of figure 3, row by row."""
    start = named_board("french").vacancy("d4")
    return [int(hole in start) if hole in start.board else -1 for hole in square(7)]


def _figure_3(progress: Progress) -> str:
    return Diagram(square(7), numbers=array(), edges=False).svg()


def later_state() -> Position:
    """The state of figure 4."""
    position = named_board("english").vacancy("d4")
    for jump in _LATER.split():
        position = position.after(jump)
    return position


def _figure_4(progress: Progress) -> str:
    english = named_board("english")
    start, later = english.vacancy("d4"), later_state()
    ends = {jump.end for jump in later.jumps}
    shown = [
        Diagram(english, start.code, moves=[(jump, None) for jump in start.jumps],
                shaded=["d4"], caption="at the beginning"),
        Diagram(english, later.code, shaded=sorted(ends),
                marked=[hole for hole in later.complement if hole not in ends],
                caption="later"),
    ]  # fmt: skip
    return panel_svg(shown, columns=2)


def _figure_5(progress: Progress) -> str:
    board = triangle(7)
    start = board.vacancy("c5")
    moves = [(jump, None) for jump in start.jumps]
    first = Diagram(board, start.code, moves=moves, edges=False, caption="jumps into c5")
    return panel_svg([first, named(triangle(5), caption="indexing")], columns=2, size=36)


# -- vacancies ----------------------------------------------------------------------------------


def _vacancies() -> Iterator[Figure]:
    boards = {
        6: ("french", list(printed.GRAMIGNA_FRENCH), "F₇"),
        7: ("english", list(printed.GRAMIGNA_ENGLISH), "E₇"),
    }
    for number, (name, holes, words) in boards.items():
        yield Figure(
            name=f"gramigna-figure-{number}",
            source=f"Gramigna, figure {number}",
            caption=f"Different initial positions of {words} boards.",
            draw=partial(_each_vacant, name, holes),
        )
    yield Figure(
        name="gramigna-figure-8",
        source="Gramigna, figure 8",
        caption="T₅ to T₈; in all tests the initial empty space is one of the four that are "
        "shaded.",
        draw=_figure_8,
        differs="The text does not say which of the four is drawn empty on which board.",
    )


def _each_vacant(name: str, holes: list[str], progress: Progress) -> str:
    return panel_svg([vacant(named_board(name), hole) for hole in holes])


def _figure_8(progress: Progress) -> str:
    shown = []
    for side in range(5, 9):
        board = triangle(side)
        labels = {name: name for name in _VACANCIES}
        words = f"T{subscript(side)}"
        shown.append(Diagram(board, labels=labels, shaded=_VACANCIES, edges=False, caption=words))
    return panel_svg(shown, size=32)


# -- counts and removals ------------------------------------------------------------------------


def _counts() -> Iterator[Figure]:
    yield Figure(
        name="gramigna-figure-9",
        source="Gramigna, figure 9",
        caption="The T₅ board labelled for the SAX count; S counts the coloured regions with two "
        "pegs or more.",
        draw=lambda _: sax_diagram().svg(),
    )
    yield Figure(
        name="gramigna-figure-10",
        source="Gramigna, figure 10",
        caption="The six-removal, in the upper half, and the L-removal, in the lower half. Left: "
        "before both removals, right: after both.",
        draw=_figure_10,
        differs="The text gives the jumps, not the board: all other holes are full here. Its "
        "fourth jump of the L-removal, e7-e7, is c7-e7.",
    )
    yield Figure(
        name="gramigna-figure-11",
        source="Gramigna, figure 11",
        caption="A resource count for the English board: 17 on the left board of figure 10.",
        draw=lambda _: Diagram(named_board("english"), numbers=figure_11_count().weights).svg(),
        differs="The text does not give its weights: these, 1 on rows 1, 3, 5 and 7 and 0 "
        "elsewhere, give the 17 that it prints.",
    )


def _figure_10(progress: Progress) -> str:
    before, after = removal_positions()
    taken = [hole for hole in before if hole not in after]
    first = Diagram(before.board, before.code, shaded=taken, caption="before")
    return panel_svg([first, replace(first, code=after.code, caption="after")], columns=2)
