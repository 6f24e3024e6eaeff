"""Figures of Bell's Notes on solving and playing peg solitaire on a computer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from pegsolitaire.analysis import SolutionGraph
from pegsolitaire.board import Board, Hole, hole_name, named_board
from pegsolitaire.data import puzzle_set
from pegsolitaire.draw import Diagram, panel_svg, venn_svg
from pegsolitaire.figures.figure import Figure
from pegsolitaire.figures.parts import coordinates, lettered, named, vacant
from pegsolitaire.game import Position, Problem
from pegsolitaire.progress import Progress
from pegsolitaire.reproduce.published import notes as printed
from pegsolitaire.sets import IndexedSets
from pegsolitaire.theory import feasible_finishes, problem_types, standard_vacancies, type_named

_POWERS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")

# The fastest dead positions: jumps after which one peg cannot be the end, anywhere. Of the many
# of type C one that three vacancies lead to.
DEAD = (
    ("type A: d4, after 4 jumps", "d4", printed.TABLE_6_ENGLISH["d4"][3]),
    ("type B: c2, after 5 jumps", "c2", "e2-c2 d4-d2 b4-d4 d5-d3 f4-d4"),
    ("type C: c1, after 6 jumps", "c1", "c3-c1 e2-c2 d4-d2 d1-d3 e3-c3 f4-d4"),
)


def figures() -> Iterator[Figure]:
    """All of them."""
    yield from _boards()
    yield from _types()
    yield from _indices()
    yield from _ends()


# -- boards and their holes ---------------------------------------------------------------------


def _boards() -> Iterator[Figure]:
    yield Figure(
        name="notes-figure-1",
        source="Notes, figure 1",
        caption="Popular peg solitaire boards: (a, b) the 33-hole cross-shaped board with the "
        "central game and with the position cross, (c, d) the 15-hole triangle board with the "
        "corner vacancy and with the position of code 8455.",
        draw=_figure_1,
        differs="The paper says that the complement of (b), the Latin cross, cannot be reduced to "
        "one peg. It can, to g4 in 26 jumps; that of the Greek cross cannot.",
    )
    yield Figure(
        name="notes-figure-2",
        source="Notes, figure 2",
        caption="Hole coordinates for (a) the 33-hole cross-shaped board, (b) the triangle "
        "boards; (c) the weighting of each hole that makes a binary code of a board position.",
        draw=_figure_2,
    )
    yield Figure(
        name="notes-figure-9",
        source="Notes, figure 9",
        caption="The cross-shaped 33-hole board: hole coordinates, Beasley's notation, and the "
        "three types of problem.",
        draw=_figure_9,
    )


def _figure_1(progress: Progress) -> str:
    english, triangle = named_board("english"), named_board("triangle5")
    cross = puzzle_set("english-classics").puzzle("Latin cross").position
    shown = [
        vacant(english, "d4", "the central game"),
        Diagram(english, cross.code, edges=False, caption="cross"),
        vacant(triangle, "a1", "the corner vacancy"),
        Diagram(triangle, printed.FIGURE_1D_CODE, edges=False, caption="code 8455"),
    ]
    return panel_svg(lettered(shown))


def _power(hole: int) -> str:
    return f"2{str(hole).translate(_POWERS)}"


def _figure_2(progress: Progress) -> str:
    english, triangle = named_board("english"), named_board("triangle5")
    powers = {hole: _power(i) for i, hole in enumerate(english)}
    shown = [
        named(english, coordinates, "coordinates"),
        named(triangle, coordinates, "skew coordinates"),
        Diagram(english, labels=powers, edges=False, caption="the weight of each hole"),
    ]
    return panel_svg(lettered(shown), columns=3, size=48)


def _figure_9(progress: Progress) -> str:
    english = named_board("english")
    types = {english.holes[i]: t.letter for t in problem_types(english) for i in t.holes}
    shown = [
        named(english, coordinates, "coordinates"),
        named(english, hole_name, "Beasley's notation"),
        Diagram(english, labels=types, bold=True, edges=False, caption="types of problem"),
    ]
    return panel_svg(shown, columns=3, size=48)


# -- types of problem ---------------------------------------------------------------------------


def _types() -> Iterator[Figure]:
    boards = {
        3: ("english", "the standard 33-hole board", ""),
        4: ("wiegleb", "Wiegleb's 45-hole board", _OWN_ORDER),
        5: ("square6", "the square 6x6 board", _OWN_ORDER),
    }
    for number, (name, words, differs) in boards.items():
        yield Figure(
            name=f"notes-figure-{number}",
            source=f"Notes, figure {number}",
            caption=f"The three types of problem from one vacancy to one peg on {words}: within a "
            "type a game can begin at any number and end at any. Equal numbers are images of one "
            "another.",
            draw=partial(_by_type, name),
            differs=differs,
        )
    yield Figure(
        name="notes-figure-6",
        source="Notes, figure 6",
        caption="Problems on the 10, 15 and 21-hole triangle boards and on the 12-hole truncated "
        "triangle. The shaded holes are the standard vacancies, all in one position class.",
        draw=_figure_6,
        differs="On 10 holes, where no complement problem can be solved, the start (0,1) and its "
        "images are numbered.",
    )


_OWN_ORDER = "The text does not say how its problems are numbered: ours are in order of the holes."


def _numbers(board: Board, vacancies: Sequence[Hole]) -> dict[Hole, str]:
    """The number of a problem at its vacancy and at the images of it."""
    numbers: dict[Hole, str] = {}
    for number, vacancy in enumerate(vacancies, 1):
        orbit = next(one for one in board.orbits if board.index(vacancy) in one)
        numbers |= {board.holes[i]: str(number) for i in orbit}
    return numbers


def _by_type(name: str, progress: Progress) -> str:
    """A board a type; of the English board numbered as in table 6."""
    board = named_board(name)
    if name == "english":
        vacancies = [board.hole(name) for name in printed.TABLE_6_ENGLISH]
    else:
        vacancies = [hole for kind in problem_types(board) for hole in standard_vacancies(kind)]
    numbers = _numbers(board, vacancies)
    shown = [
        Diagram(
            board,
            labels={hole: numbers[hole] for i, hole in enumerate(board) if i in kind.holes},
            bold=True,
            edges=False,
            caption=f"Type {kind.letter}",
        )
        for kind in problem_types(board)
    ]
    return panel_svg(lettered(shown), columns=3)


def _figure_6(progress: Progress) -> str:
    shown = []
    for name in ("triangle4", "triangle5", "triangle6", "truncated12"):
        board = named_board(name)
        # No complement problem of T4 can be solved: its start (0,1) is drawn instead.
        vacancies = standard_vacancies(type_named(board)) or (board.hole("a2"),)
        shown.append(
            Diagram(
                board,
                labels=_numbers(board, vacancies),
                bold=True,
                shaded=vacancies,
                edges=False,
                caption=f"{len(board)} holes",
            )
        )
    return panel_svg(lettered(shown))


# -- one complement problem and another ---------------------------------------------------------


def _indices() -> Iterator[Figure]:
    yield Figure(
        name="notes-figure-7",
        source="Notes, figure 7",
        caption="(a) Possible finishing holes from (0,3) empty, which is shaded. (b) Code 28: "
        "(0,3) can no longer be the finish. (c) Code 50, of the same symmetry class: it can.",
        draw=_figure_7,
    )
    yield Figure(
        name="notes-table-4",
        source="Notes, table 4",
        caption="The sets W of the 10-hole triangle board: all positions with 1 to 5 pegs that "
        "can occur in a solution, up to symmetry.",
        draw=_table_4,
    )
    yield Figure(
        name="notes-figure-8",
        source="Notes, figure 8",
        caption="Winning positions with 5 pegs on the 15-hole board by index: bit i of it says "
        "that they occur in complement problem i.",
        draw=_figure_8,
        differs="The text names the positions of index 0, 6 and 7 alone; the others are the first "
        "of their index.",
    )


def _figure_7(progress: Progress) -> str:
    board = named_board("triangle5")
    finishes = [board.holes[i] for i in feasible_finishes(board.vacancy("a4"))]
    shown = [
        Diagram(
            board,
            labels=dict.fromkeys(finishes, "×"),
            bold=True,
            shaded=["a4"],
            edges=False,
            caption="finishes from (0,3)",
        ),
        *(
            Diagram(board, code, shaded=["a4"], edges=False, caption=f"code {code}")
            for code in printed.SECTION_4_1_CODES
        ),
    ]
    return panel_svg(lettered(shown), columns=3, size=34)


def _table_4(progress: Progress) -> str:
    board = named_board("triangle4")
    most = max(map(len, printed.TABLE_4_TRIANGLE4.values()))
    cells: list[Diagram | None] = []
    for codes in printed.TABLE_4_TRIANGLE4.values():
        cells += [Diagram(board, code, edges=False, caption=f"code = {code}") for code in codes]
        cells += [None] * (most - len(codes))
    return panel_svg(cells, columns=most, size=22)


def _figure_8(progress: Progress) -> str:
    board = named_board("triangle5")
    sets = IndexedSets.make(type_named(board), progress=progress)
    codes, indices = sets.levels[5], sets.indices[5]
    of_text = {index: code for code, (*_, index) in printed.SECTION_6_EXAMPLES.items()}
    parts = {}
    for index, count in sets.counts(5).items():
        first = next(int(c) for c, i in zip(codes, indices, strict=True) if i == index)
        code = of_text.get(index, first)
        words = f"code {code}\nindex {index}: {count}"
        parts[index] = Diagram(board, code, edges=False, caption=words)
    # The fourth problem has no solution, so that three circles are enough.
    names = [f"{i}: {coordinates(hole)}" for i, hole in enumerate(sets.vacancies[:3], 1)]
    title = "Winning positions of triangle5 with 5 pegs, by the complement problems they occur in"
    return venn_svg(names, parts, title=title)


# -- how games end ------------------------------------------------------------------------------


def _ends() -> Iterator[Figure]:
    yield Figure(
        name="notes-figure-10",
        source="Notes, figure 10",
        caption="The fastest dead positions for problems of type A (from d1, a4 or d4, after 4 "
        "jumps), type B (from c2, after 5) and type C (from c1, c4 or f4, after 6).",
        draw=_figure_10,
        differs="Of the many of type C that the text does not name, one is drawn.",
    )
    yield Figure(
        name="notes-figure-11",
        source="Notes, figure 11",
        caption="The graph of all solutions on the 10-hole triangle board from (0,1) to (1,1): "
        "each number says how many ways lead there, and there are 14 solutions.",
        draw=_figure_11,
    )


def _figure_10(progress: Progress) -> str:
    shown = [
        Diagram(position.board, position.code, edges=False, caption=words)
        for (words, *_), position in zip(DEAD, dead_positions(), strict=True)
    ]
    return panel_svg(lettered(shown), columns=3)


def dead_positions() -> list[Position]:
    """The positions of figure 10."""
    found = []
    for _, vacancy, jumps in DEAD:
        position = named_board("english").vacancy(vacancy)
        for jump in jumps.split():
            position = position.after(jump)
        found.append(position)
    return found


def _figure_11(progress: Progress) -> str:
    problem = Problem.single(named_board("triangle4"), "a2", "b2")
    return SolutionGraph.of(problem, progress=progress).svg()
