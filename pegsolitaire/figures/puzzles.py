"""Figures of Bell's Designing peg solitaire puzzles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial

from pegsolitaire.board import Board, named_board
from pegsolitaire.data import PuzzleSet, puzzle_set
from pegsolitaire.draw import Diagram, panel_svg
from pegsolitaire.figures.figure import Figure
from pegsolitaire.figures.parts import labelled_mod_3, lettered, vacant
from pegsolitaire.game import Position
from pegsolitaire.progress import Progress
from pegsolitaire.reproduce.published import puzzles as printed
from pegsolitaire.theory import position_classes

_BY_TYPE = "Positions that the text does not give: others of the same type and class."

# Solvable positions of symmetry types that no puzzle set has, found by computer.
REPRESENTATIVES = {
    ("english", 5): ".../.**/***..*./*.....*/.*..***/**./...",
    ("english", 7): ".../.../.*...*./.*...*./.*****./***/*.*",
    ("square6", 6): "***.../*.***./****.*/.**.../.*..../..*...",
    ("hexagon37", 5): ".*../*.**./.**.*./.*...*./.*.**./.**.*/..*.",
    ("hexagon37", 6): ".**./.*.**/*...../.*...*./*....*/**.**/..*.",
    ("hexagon37", 8): "..../*.*.*/....../.*...*./.****./.***./****",
    ("hexagon37", 4): ".*../***../.*..**/.....*./.*..**/***../.*..",  # of class B
}

# Table 4: of the numbers of pegs that are marked as drawn, a position and its winning jump. Where
# there is one with as many jumps, up to symmetry, it is the one of the paper.
UNIQUE_JUMPS: dict[str, dict[int, str]] = {
    "english": {6: "e3-c3", 12: "f4-d4", 17: "e3-c3", 24: "c1-c3"},
    "french": {10: "b4-d4", 12: "e2-c2", 17: "f5-d5", 22: "c1-c3"},
    "hexagon37": {7: "c3-e3", 11: "b3-d3", 16: "d4-b4", 24: "c4-e6"},
}


def figures() -> Iterator[Figure]:
    """All of them."""
    yield from _classes()
    yield from _symmetric()
    yield from _unique()


# -- position classes ---------------------------------------------------------------------------


def _classes() -> Iterator[Figure]:
    yield Figure(
        name="puzzles-figure-2",
        source="Puzzles, figure 2",
        caption="Diagonal labeling of holes for the English and French boards, 0 to 2 and 3 to 5, "
        "and for the hexagon board.",
        draw=_figure_2,
    )
    boards = {
        3: (("english", "french"), "the English or French boards"),
        4: (("hexagon37",), "the hexagon board"),
        6: (("square6",), "the square 6x6 board"),
    }
    for number, (names, words) in boards.items():
        yield Figure(
            name=f"puzzles-figure-{number}",
            source=f"Puzzles, figure {number}",
            caption=f"The three possible patterns for finishing holes on {words}.",
            draw=partial(_figure_of_classes, names),
        )


def _figure_of_classes(names: tuple[str, ...], progress: Progress) -> str:
    shown = [one for name in names for one in _patterns(named_board(name))]
    return panel_svg(shown, columns=3)


def _figure_2(progress: Progress) -> str:
    shown = []
    for name in ("english", "french"):
        board = named_board(name)
        shown.append(labelled_mod_3(board, lambda hole: hole[0] + hole[1], f"{name}: 0 to 2"))
        labels = {hole: str(3 + (hole[0] - hole[1]) % 3) for hole in board}
        words = f"{name}: 3 to 5"
        shown.append(Diagram(board, labels=labels, bold=True, edges=False, caption=words))
    hexagon = named_board("hexagon37")
    shown.append(labelled_mod_3(hexagon, lambda hole: hole[0] + hole[1], "hexagon"))
    return panel_svg(shown, columns=3)


def _patterns(board: Board) -> list[Diagram]:
    """The finishes of each class; of the hexagon's B its reflection C too."""
    patterns = [(kind.letter, list(kind.names)) for kind in position_classes(board)]
    if board.lattice.is_slanted:
        names = patterns[-1][1]
        reflected = {(y - x + board.middle[0], y) for x, y in map(board.hole, names)}
        patterns.append(("C", [board.hole_text(hole) for hole in sorted(reflected)]))
    return [
        Diagram(board, labels=dict.fromkeys(names, letter), bold=True, edges=False,
                caption=f"class {letter}")
        for letter, names in patterns
    ]  # fmt: skip


# -- symmetric positions ------------------------------------------------------------------------


def _symmetric() -> Iterator[Figure]:
    yield Figure(
        name="puzzles-figure-1",
        source="Puzzles, figure 1",
        caption="Sample puzzles on the 33-hole English board, the 37-hole French board and the "
        "37-hole hexagon board.",
        draw=_figure_1,
        differs="The text gives the symmetry of (b) and (c) and how many pegs are on each label: "
        "three French positions (two and a mirror image) and two of the hexagon have these; the "
        "first is drawn.",
    )
    yield Figure(
        name="puzzles-figure-5",
        source="Puzzles, figure 5",
        caption="Sample solvable boards with symmetry types 4, 7, 2 and 5; (c) is on the French "
        "board, and is not solvable on the English one, which has all its pegs.",
        draw=_figure_5,
        differs=f"(c) is the only one that is so. {_BY_TYPE}",
    )
    yield Figure(
        name="puzzles-figure-7",
        source="Puzzles, figure 7",
        caption="Sample solvable 6x6 boards with symmetry types 1, 2, 4 and 6; (a) is four pegs "
        "in the centre.",
        draw=_figure_7,
        differs=f"(b) to (d): {_BY_TYPE.lower()}",
    )
    yield Figure(
        name="puzzles-figure-8",
        source="Puzzles, figure 8",
        caption="Sample solvable hexagon boards with symmetry types 1, 3 and 4; (d) is in "
        "class B.",
        draw=_figure_8,
        differs=_BY_TYPE,
    )
    yield Figure(
        name="puzzles-figure-9",
        source="Puzzles, figure 9",
        caption="(a) A template for 120 degree symmetry: holes of one number are full or empty "
        "together; solvable hexagon boards (b) of type 6 in class B, (c) of type 5, (d) of type "
        "8.",
        draw=_figure_9,
        differs=f"The numbers of (a) are in our order. (b) to (d): {_BY_TYPE.lower()}",
    )


def label_counts(position: Position) -> tuple[int, ...]:
    """How many pegs are on each label of figure 2."""
    signs = (1,) if position.board.lattice.is_slanted else (1, -1)
    counts = [Counter((x + sign * y) % 3 for x, y in position) for sign in signs]
    return tuple(count[label] for count in counts for label in range(3))


def _first(name: str, kind: int, fits: Callable[[Position], bool] = lambda _: True) -> Position:
    """The first position of a symmetry type in a puzzle set that fits."""
    found = (p for p in puzzle_set(f"{name}-symmetric-all") if p.name.startswith(f"Type {kind} "))
    return next(puzzle.position for puzzle in found if fits(puzzle.position))


def _hardest(name: str, kind: int) -> Position:
    """The hardest of a symmetry type among the puzzles that come along."""
    description = printed.SYMMETRY_TYPES[kind][0].capitalize()
    puzzles = [p for p in puzzle_set(f"{name}-symmetric") if p.note.startswith(description)]
    return max(puzzles, key=lambda puzzle: puzzle.rating or 0.0).position


def representative(name: str, kind: int) -> Position:
    """A solvable position of a symmetry type that no puzzle set has."""
    return Position.from_text(named_board(name), REPRESENTATIVES[name, kind])


def _shown(position: Position, caption: str) -> Diagram:
    return Diagram(position.board, position.code, edges=False, caption=caption)


def figure_1_positions() -> list[Position]:
    """The French position and the one of the hexagon, by what the text says of them."""
    return [
        _first("french", 3, lambda at: label_counts(at) == (2, 5, 5, 6, 3, 3)),
        _first("hexagon37", 2, lambda at: label_counts(at) == (1, 6, 6)),
    ]


def _figure_1(progress: Progress) -> str:
    french, hexagon = figure_1_positions()
    shown = [
        vacant(named_board("english"), "d4", "the central game"),
        _shown(french, "both diagonal reflections"),
        _shown(hexagon, "60 degree rotation"),
    ]
    return panel_svg(lettered(shown), columns=3)


def figure_5_french() -> Position:
    """The position of type 2 on the French board without pegs in its four more holes."""
    english = named_board("english")
    return _first("french", 2, lambda at: all(hole in english for hole in at))


def _figure_5(progress: Progress) -> str:
    shown = [
        _shown(_hardest("english", 4), "type 4"),
        _shown(representative("english", 7), "type 7"),
        _shown(figure_5_french(), "type 2"),
        _shown(representative("english", 5), "type 5"),
    ]
    return panel_svg(lettered(shown))


def _figure_7(progress: Progress) -> str:
    shown = [
        _shown(_first("square6", 1), "type 1"),
        _shown(_hardest("square6", 2), "type 2"),
        _shown(_hardest("square6", 4), "type 4"),
        _shown(representative("square6", 6), "type 6"),
    ]
    return panel_svg(lettered(shown))


def _figure_8(progress: Progress) -> str:
    shown = [
        _shown(_first("hexagon37", 1), "type 1"),
        _shown(_first("hexagon37", 3), "type 3"),
        _shown(_first("hexagon37", 4), "type 4"),
        _shown(representative("hexagon37", 4), "type 4, class B"),
    ]
    return panel_svg(lettered(shown))


def _figure_9(progress: Progress) -> str:
    hexagon = named_board("hexagon37")
    turn = next(one.image for one in hexagon.symmetries if _order(one.image) == 3)
    numbers: dict[int, int] = {}
    for i in range(len(hexagon)):
        numbers.setdefault(min(i, turn[i], turn[turn[i]]), len(numbers))
    labels = {hole: str(numbers[min(i, turn[i], turn[turn[i]])]) for i, hole in enumerate(hexagon)}
    template = Diagram(hexagon, labels=labels, bold=True, edges=False, caption="template")
    shown = [
        template,
        _shown(representative("hexagon37", 6), "type 6, class B"),
        _shown(representative("hexagon37", 5), "type 5"),
        _shown(representative("hexagon37", 8), "type 8"),
    ]
    return panel_svg(lettered(shown))


def _order(image: tuple[int, ...]) -> int:
    """How often a symmetry has to be made until all is as it was."""
    now, times = image, 1
    while any(hole != i for i, hole in enumerate(now)):
        now, times = tuple(image[i] for i in now), times + 1
    return times


# -- one winning jump ---------------------------------------------------------------------------


def _unique() -> Iterator[Figure]:
    for number, (name, words) in enumerate(
        (("english", "English"), ("french", "French"), ("hexagon37", "Hexagonal")), 10
    ):
        yield Figure(
            name=f"puzzles-figure-{number}",
            source=f"Puzzles, figure {number}",
            caption=f"{words} puzzles with a unique winning jump, which is the arrow. Under each "
            "diagram is the number of pegs and the number of starting jumps.",
            draw=partial(_figure_of_jumps, name),
            differs="Where more positions than one have as many jumps, up to symmetry, the text "
            f"does not say which is drawn: of {_ambiguous(name)} pegs it is the first.",
        )


def _ambiguous(name: str) -> str:
    several = [str(pegs) for pegs in UNIQUE_JUMPS[name] if len(_with_one_jump(name, pegs)) > 1]
    return " and ".join([", ".join(several[:-1]), several[-1]] if several[1:] else several)


def _with_one_jump(name: str, pegs: int) -> list[Position]:
    """The positions of table 4, class A, with so many pegs."""
    puzzles: PuzzleSet = puzzle_set(f"{name}-table-4")
    start = f"Table 4 A {pegs} pegs"
    return [one.position for one in puzzles if one.name in (start,) or one.name[:-4] == start]


def unique_jumps(name: str) -> list[tuple[Position, str]]:
    """The positions of a figure, each with the jump that wins."""
    return [(_with_one_jump(name, n)[0], jump) for n, jump in UNIQUE_JUMPS[name].items()]


def _figure_of_jumps(name: str, progress: Progress) -> str:
    shown = []
    for position, jump in unique_jumps(name):
        words = f"{len(position)} pegs, {len(position.jumps)} jumps"
        shown.append(
            Diagram(
                position.board, position.code, moves=[(jump, True)], edges=False, caption=words
            )
        )
    return panel_svg(lettered(shown))
