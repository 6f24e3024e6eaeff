"""Bell's Designing peg solitaire puzzles: rows and figures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace

import numpy as np

from pegsolitaire.analysis import (
    SymmetricPositions,
    count_solutions,
    most_symmetric_solution,
    passed,
    solve,
    symmetric_positions,
    symmetric_winning,
    unique_jumps,
)
from pegsolitaire.analysis.symmetric_play import types_of
from pegsolitaire.board import (
    Board,
    SymmetryType,
    apply_permutation,
    named_board,
    symmetry_types,
)
from pegsolitaire.data import puzzle_set
from pegsolitaire.draw import Diagram, panel_svg
from pegsolitaire.game import Position, Problem, read_start
from pegsolitaire.papers.parts import labelled, labelled_mod_3, lettered, vacant
from pegsolitaire.papers.rows import figure, printed, row
from pegsolitaire.progress import Progress
from pegsolitaire.sets import Tablebase, WinningSets
from pegsolitaire.theory import class_named, feasible_finishes, position_classes, rank

Counts = dict[tuple[int, str], int]


@row("puzzles-figure-2")
def _class_counts(progress: Progress) -> object:
    boards = [named_board(name) for name in ("english", "french", "hexagon37")]
    return {board.name: 1 << (len(board) - rank(board)) for board in boards}


@row("puzzles-figure-3")
def _finishes(progress: Progress) -> object:
    return {
        name: {
            one.letter: " ".join(sorted(one.names)) for one in position_classes(named_board(name))
        }
        for name in ("english", "french", "square6")
    }


@row("puzzles-central-vacancy")
def _central_finishes(progress: Progress) -> object:
    return {
        name: len(feasible_finishes(named_board(name).vacancy("d4")))
        for name in ("french", "hexagon37")
    }


@row("puzzles-table-1")
def _symmetry_types(progress: Progress) -> object:
    return {
        name: {
            kind.number: (kind.description, kind.order)
            for kind in symmetry_types(named_board(name))
        }
        for name in ("english", "french")
    }


@row("puzzles-table-3-types")
def _hexagon_orders(progress: Progress) -> object:
    return {kind.number: kind.order for kind in symmetry_types(named_board("hexagon37"))}


@row("puzzles-figure-4")
def _hexagon_classes(progress: Progress) -> object:
    first, second = position_classes(named_board("hexagon37"))
    return {
        "A": len(first.holes),
        "B": len(second.holes),
        "to begin with in A": len(first.finish_orbits),
    }


@row("puzzles-table-2-english")
def _symmetric_english(progress: Progress) -> object:
    return _totalled(_counts(symmetric_positions(named_board("english"), progress)))


@row("puzzles-table-2-square6")
def _symmetric_square6(progress: Progress) -> object:
    found = symmetric_positions(named_board("square6"), progress, letters="A")
    return _totalled(_counts(found))


@row("puzzles-table-3-a")
def _symmetric_hexagon37(progress: Progress) -> object:
    return _counts(symmetric_positions(named_board("hexagon37"), progress, letters="A"))


def _counts(found: list[SymmetricPositions]) -> Counts:
    return {(row.kind.number, row.found_in.letter): len(row) for row in found}


def _totalled(counts: Counts) -> dict[object, int]:
    totalled: dict[object, int] = {"total": sum(counts.values())}
    return totalled | counts


@row("puzzles-table-2-english-centre")
def _to_the_centre(progress: Progress) -> object:
    board = named_board("english")
    table = Tablebase.build(board, ["d4"], progress=progress)
    return {
        (row.kind.number, "A"): int(np.count_nonzero(table.solvable.contains_codes(row.codes)))
        for row in symmetric_positions(board, progress, letters="A")
    }


@row("puzzles-table-2-french")
def _french(progress: Progress) -> object:
    board, inside = named_board("french"), named_board("english")
    listed = {
        image
        for row in symmetric_positions(inside, progress)
        for code in row.codes.tolist()
        for image in inside.images(code)
    }
    return _totalled(
        {
            (row.kind.number, "A"): sum(
                _on_board(board, inside, code) not in listed for code in row.codes.tolist()
            )
            for row in symmetric_positions(board, progress, letters="A")
        }
    )


def _on_board(board: Board, inside: Board, code: int) -> int | None:
    """The code of a position on a smaller board, where all its pegs are on that."""
    pegs = [hole for i, hole in enumerate(board.holes) if code >> i & 1]
    return inside.code(pegs) if all(hole in inside for hole in pegs) else None


@row("puzzles-table-3-120-degrees")
def _one_by_one(progress: Progress) -> object:
    """All 2^13 of them: no tablebase is asked."""
    from pegsolitaire.engine import Coset, fixed_codes, least_images

    board = named_board("hexagon37")
    third = [s.image for s in board.symmetries if s.is_rotation]
    third = [p for p in third if all(p[p[p[i]]] == i for i in range(len(board)))]
    kinds = {group: kind for kind in symmetry_types(board) for group in kind.subgroups}
    found: Counter[tuple[int, str]] = Counter()
    for chosen in position_classes(board):
        codes = np.concatenate(list(fixed_codes(Coset(board, chosen.finishes[0]), third)))
        least = np.unique(least_images(codes, [s.image for s in chosen.group]))
        progress.stage(f"class {chosen.letter}", len(least))
        for done, code in enumerate(least.tolist()):
            progress.update(done)
            position = Position(board, code)
            if len(position) == 1 or _can_be_solved(position):
                found[_type_of(board, code, kinds).number, chosen.letter] += 1
    return dict(found)


def _can_be_solved(position: Position) -> bool:
    """By a search, without what is known."""
    return bool(position.legal_jumps) and bool(
        solve(Problem.to_any(position), facts=False).solvable
    )


def _type_of(
    board: Board, code: int, kinds: dict[frozenset[tuple[int, ...]], SymmetryType]
) -> SymmetryType:
    images = (symmetry.image for symmetry in board.symmetries)
    return kinds[frozenset(image for image in images if apply_permutation(image, code) == code)]


@row("puzzles-theorem-1-english")
def _theorem_1(progress: Progress) -> object:
    board = named_board("english")
    table = Tablebase.build(board, ["d4"], progress=progress)
    symmetric = [
        row for row in symmetric_positions(board, progress) if row.kind.number in range(1, 6)
    ]
    return {
        "outside": sum(len(row) for row in symmetric if row.found_in.letter != "A"),
        "not to the centre": sum(
            int(np.count_nonzero(~table.solvable.contains_codes(row.codes))) for row in symmetric
        ),
    }


@row("puzzles-theorem-1-square6")
def _theorem_1_square6(progress: Progress) -> object:
    """All that could be solved: what lies in no class of one peg cannot be."""
    from pegsolitaire.engine import Coset, fixed_codes

    board = named_board("square6")
    half_turn = [s.image for s in board.symmetries if s.image == tuple(reversed(range(36)))]
    return {
        chosen.letter: sum(
            len(codes) for codes in fixed_codes(Coset(board, chosen.finishes[0]), half_turn)
        )
        for chosen in position_classes(board)
        if chosen.letter != "A"
    }


@row("puzzles-theorem-1-french", "puzzles-theorem-3")
def _outside_a(progress: Progress, board: str, letters: str, types: list[int]) -> object:
    found = symmetric_positions(named_board(board), progress, letters=letters)
    return sum(len(row) for row in found if row.kind.number in types)


@row("puzzles-theorem-2")
def _theorem_2(progress: Progress) -> object:
    wins = WinningSets.build(Problem.complement(named_board("english"), "d4"), progress)
    full = np.uint64(wins.problem.board.full_code)
    return {
        number: (len(codes), int(np.count_nonzero(codes < wins.least(codes ^ full))))
        for number, codes in symmetric_winning(wins).items()
    }


@row("puzzles-largest-level")
def _largest_level(progress: Progress, board: str) -> object:
    """In jumps from the start, as the paper counts: B_18 holds what can be solved with 18 pegs."""
    chosen = class_named(named_board(board), "A")
    levels = Tablebase.of(chosen.board, chosen.finishes, progress).reduced_sizes()
    return max(levels.items(), key=lambda level: level[1])


@row("puzzles-theorem-2-on-the-way")
def _most_on_the_way(progress: Progress) -> object:
    board = named_board("english")
    wins = WinningSets.build(Problem.complement(board, "d4"), progress)
    kinds = [kind for kind in symmetry_types(board) if kind.number in (6, 7)]
    return {
        kind.number: len(passed(most_symmetric_solution(wins, kind, progress), kind))
        for kind in kinds
    }


@row("puzzles-table-4")
def _hardest(progress: Progress, board: str) -> object:
    found = unique_jumps(class_named(named_board(board), "A"), progress)
    rows = [row for row in found.rows if row.pegs >= 4]
    symmetric = [
        row.pegs
        for row in rows
        for position in found.hardest(row.pegs)
        if types_of(position.board, np.array([position.code], np.uint64)).any()
    ]
    return {("A", row.pegs): (row.max_jumps, row.count) for row in rows} | {"symmetric": symmetric}


@row("puzzles-figure-12")
def _figure_12c(progress: Progress, picture: str) -> object:
    position = read_start(named_board("hexagon37"), picture)
    return count_solutions(Problem.to_any(position), progress)


# -- figures -------------------------------------------------------------------------------------


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


@figure("puzzles-figure-3", "puzzles-figure-4", "puzzles-figure-6")
def _figure_of_classes(progress: Progress, boards: list[str]) -> str:
    shown = [one for name in boards for one in _patterns(named_board(name))]
    return panel_svg(shown, columns=3)


@figure("puzzles-figure-2")
def _figure_2(progress: Progress) -> str:
    shown = []
    for name in ("english", "french"):
        board = named_board(name)
        shown.append(labelled_mod_3(board, lambda hole: hole[0] + hole[1], f"{name}: 0 to 2"))
        labels = {hole: str(3 + (hole[0] - hole[1]) % 3) for hole in board}
        words = f"{name}: 3 to 5"
        shown.append(labelled(board, labels, words))
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
        labelled(board, dict.fromkeys(names, letter), f"class {letter}")
        for letter, names in patterns
    ]


def label_counts(position: Position) -> tuple[int, ...]:
    """How many pegs are on each label of figure 2."""
    signs = (1,) if position.board.lattice.is_slanted else (1, -1)
    counts = [Counter((x + sign * y) % 3 for x, y in position) for sign in signs]
    return tuple(count[label] for count in counts for label in range(3))


def _first(name: str, kind: int, fits: Callable[[Position], bool] = lambda _: True) -> Position:
    """The first position of a symmetry type in a puzzle set that fits."""
    found = (p for p in puzzle_set(f"{name}-symmetric-all") if p.name.startswith(f"Type {kind} "))
    return next(puzzle.position for puzzle in found if fits(puzzle.position))


def _hardest_puzzle(name: str, kind: int) -> Position:
    """The hardest of a symmetry type among the puzzles that come along."""
    description = printed("puzzles-table-1")["english"][str(kind)][0].capitalize()
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


@figure("puzzles-figure-1")
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


@figure("puzzles-figure-5")
def _figure_5(progress: Progress) -> str:
    shown = [
        _shown(_hardest_puzzle("english", 4), "type 4"),
        _shown(representative("english", 7), "type 7"),
        _shown(figure_5_french(), "type 2"),
        _shown(representative("english", 5), "type 5"),
    ]
    return panel_svg(lettered(shown))


@figure("puzzles-figure-7")
def _figure_7(progress: Progress) -> str:
    shown = [
        _shown(_first("square6", 1), "type 1"),
        _shown(_hardest_puzzle("square6", 2), "type 2"),
        _shown(_hardest_puzzle("square6", 4), "type 4"),
        _shown(representative("square6", 6), "type 6"),
    ]
    return panel_svg(lettered(shown))


@figure("puzzles-figure-8")
def _figure_8(progress: Progress) -> str:
    shown = [
        _shown(_first("hexagon37", 1), "type 1"),
        _shown(_first("hexagon37", 3), "type 3"),
        _shown(_first("hexagon37", 4), "type 4"),
        _shown(representative("hexagon37", 4), "type 4, class B"),
    ]
    return panel_svg(lettered(shown))


@figure("puzzles-figure-9")
def _figure_9(progress: Progress) -> str:
    hexagon = named_board("hexagon37")
    turn = next(one.image for one in hexagon.symmetries if _order(one.image) == 3)
    numbers: dict[int, int] = {}
    for i in range(len(hexagon)):
        numbers.setdefault(min(i, turn[i], turn[turn[i]]), len(numbers))
    labels = {hole: str(numbers[min(i, turn[i], turn[turn[i]])]) for i, hole in enumerate(hexagon)}
    shown = [
        labelled(hexagon, labels, "template"),
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


def _with_one_jump(name: str, pegs: int) -> list[Position]:
    """The positions of table 4, class A, with so many pegs."""
    puzzles = puzzle_set(f"{name}-table-4")
    start = f"Table 4 A {pegs} pegs"
    return [one.position for one in puzzles if one.name in (start,) or one.name[:-4] == start]


def figure_jumps(name: str) -> list[tuple[Position, str]]:
    """The positions of a figure, each with the jump that wins."""
    return [(_with_one_jump(name, n)[0], jump) for n, jump in UNIQUE_JUMPS[name].items()]


@figure("puzzles-figure-10", "puzzles-figure-11", "puzzles-figure-12")
def _figure_of_jumps(progress: Progress, board: str) -> str:
    shown = []
    for position, jump in figure_jumps(board):
        words = f"{len(position)} pegs, {len(position.legal_jumps)} jumps"
        shown.append(replace(_shown(position, words), moves=[(jump, True)]))
    return panel_svg(lettered(shown))
