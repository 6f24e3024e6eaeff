"""The rows and figures of Bell's "Designing peg solitaire puzzles"."""

from __future__ import annotations

from collections import Counter

import numpy as np

from pegsolitaire.board import Board, named_board, symmetry_types
from pegsolitaire.draw import Diagram, panel_svg
from pegsolitaire.game import Position, Problem
from pegsolitaire.papers.parts import labelled, third_turns
from pegsolitaire.papers.rows import figure, row
from pegsolitaire.sets import Tablebase, WinningSets, tablebase
from pegsolitaire.solving import solve
from pegsolitaire.surveys import (
    most_symmetric_solution,
    passed,
    symmetric_positions,
    symmetric_winning,
    unique_jumps,
)
from pegsolitaire.surveys.symmetric import types_of
from pegsolitaire.theory import as_class, feasible_finishes, position_classes, rank
from pegsolitaire.work import Work


@row("puzzles-figure-2")
def _class_counts() -> object:
    boards = [named_board(name) for name in ("english", "french", "hexagon37")]
    return {board.name: 1 << (len(board) - rank(board)) for board in boards}


@row("puzzles-figure-3")
def _finishes() -> object:
    return {
        name: {
            position_class.letter: " ".join(sorted(position_class.names))
            for position_class in position_classes(named_board(name))
        }
        for name in ("english", "french", "square6")
    }


@row("puzzles-central-vacancy")
def _central_finishes() -> object:
    return {
        name: len(feasible_finishes(named_board(name).vacancy("d4")))
        for name in ("french", "hexagon37")
    }


@row("puzzles-table-1")
def _symmetry_types() -> object:
    return {
        name: {
            kind.number: (kind.description, kind.order)
            for kind in symmetry_types(named_board(name))
        }
        for name in ("english", "french")
    }


@row("puzzles-table-3-types")
def _hexagon_orders() -> object:
    return {kind.number: kind.order for kind in symmetry_types(named_board("hexagon37"))}


@row("puzzles-figure-4")
def _hexagon_classes() -> object:
    first, second = position_classes(named_board("hexagon37"))
    return {
        "A": len(first.bits),
        "B": len(second.bits),
        "to begin with in A": len(first.finish_orbits),
    }


@row("puzzles-table-2-english", "puzzles-table-2-square6", "puzzles-table-3-a", "new-symmetric")
def _symmetric_counts(
    board: str,
    letters: str | None = None,
    totalled: bool = False,
    *,
    work: Work,
) -> object:
    """Count the solvable symmetric positions, by symmetry type and position class."""
    symmetric = symmetric_positions(named_board(board), letters=letters, work=work)
    counts = {(row.kind.number, row.found_in.letter): len(row) for row in symmetric}
    return _totalled(counts) if totalled else counts


def _totalled(counts: dict[tuple[int, str], int]) -> dict[object, int]:
    total: dict[object, int] = {"total": sum(counts.values())}
    return total | counts


@row("puzzles-table-2-english-centre")
def _to_the_centre(*, work: Work) -> object:
    board = named_board("english")
    table = Tablebase.build(board, ["d4"], work=work)
    return {
        (row.kind.number, "A"): int(np.count_nonzero(table.solvable.contains_codes(row.codes)))
        for row in symmetric_positions(board, letters="A", work=work)
    }


@row("puzzles-table-2-french")
def _french(*, work: Work) -> object:
    board, inside = named_board("french"), named_board("english")
    listed = {
        image
        for row in symmetric_positions(inside, work=work)
        for code in row.codes.tolist()
        for image in inside.images(code)
    }
    return _totalled(
        {
            (row.kind.number, "A"): sum(
                _on_board(board, inside, code) not in listed for code in row.codes.tolist()
            )
            for row in symmetric_positions(board, letters="A", work=work)
        }
    )


def _on_board(board: Board, inside: Board, code: int) -> int | None:
    """Return the position's code on a smaller board, or None if not all pegs are on that board."""
    pegs = [hole for i, hole in enumerate(board.holes) if code >> i & 1]
    return inside.code(pegs) if all(hole in inside for hole in pegs) else None


@row("puzzles-table-3-120-degrees")
def _one_by_one(*, work: Work) -> object:
    """Solve all 2^13 positions one by one, without a tablebase."""
    from pegsolitaire.engine import Coset, Probe, fixed_codes

    board = named_board("hexagon37")
    third = third_turns(board)
    counts: Counter[tuple[int, str]] = Counter()
    for chosen in position_classes(board):
        codes = np.concatenate(list(fixed_codes(Coset(board, chosen.finishes[0]), third)))
        least = np.unique(Probe(chosen.group).least(codes))
        work.progress.stage(f"class {chosen.letter}", len(least))
        kinds = types_of(board, least).tolist()
        for done, (code, kind) in enumerate(zip(least.tolist(), kinds, strict=True)):
            work.update(done)
            position = Position(board, code)
            can = position.legal_jumps and solve(Problem.to_any(position), facts=False).solvable
            if len(position) == 1 or can:
                counts[kind, chosen.letter] += 1
    return dict(counts)


@row("puzzles-theorem-1-english")
def _theorem_1(*, work: Work) -> object:
    board = named_board("english")
    table = Tablebase.build(board, ["d4"], work=work)
    symmetric = [
        row for row in symmetric_positions(board, work=work) if row.kind.number in range(1, 6)
    ]
    return {
        "outside": sum(len(row) for row in symmetric if row.found_in.letter != "A"),
        "not to the centre": sum(
            int(np.count_nonzero(~table.solvable.contains_codes(row.codes))) for row in symmetric
        ),
    }


@row("puzzles-theorem-1-square6")
def _theorem_1_square6() -> object:
    """Count the symmetric positions in each class of single pegs except class A."""
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
def _outside_a(
    board: str,
    letters: str,
    types: list[int],
    *,
    work: Work,
) -> object:
    symmetric = symmetric_positions(named_board(board), letters=letters, work=work)
    return sum(len(row) for row in symmetric if row.kind.number in types)


@row("puzzles-theorem-2")
def _theorem_2(*, work: Work) -> object:
    wins = WinningSets.build(Problem.complement("english", "d4"), work=work)
    full = np.uint64(wins.problem.board.full_code)
    return {
        number: (len(codes), int(np.count_nonzero(codes < wins.least(codes ^ full))))
        for number, codes in symmetric_winning(wins).items()
    }


@row("puzzles-largest-level")
def _largest_level(board: str, *, work: Work) -> object:
    """Return the data for the largest level in class A, such as B_18 in the paper."""
    return _class_sizes(board=board, letter="A", work=work)[-1]


@row("new-class")
def _class_sizes(board: str, letter: str, *, work: Work) -> tuple[int, int, tuple[int, int]]:
    """Count a class's solvable positions in total, up to symmetry, and in the largest level."""
    chosen = as_class(named_board(board), letter)
    table = tablebase(chosen, work=work)
    levels = table.reduced_sizes()
    return len(table), sum(levels.values()), max(levels.items(), key=lambda level: level[1])


@row("puzzles-theorem-2-on-the-way")
def _most_on_the_way(types: list[int], *, work: Work) -> dict[int, int]:
    """Return, for each symmetry type, the most positions of it in a central-game solution."""
    wins = WinningSets.build(Problem.complement("english", "d4"), work=work)
    kinds = [kind for kind in symmetry_types(wins.problem.board) if kind.number in types]
    return {
        kind.number: len(passed(most_symmetric_solution(wins, kind, work=work), kind))
        for kind in kinds
    }


@row("new-most-symmetric")
def _most_of_type(number: int, *, work: Work) -> object:
    return _most_on_the_way(types=[number], work=work)[number]


@row("puzzles-table-4")
def _hardest(board: str, *, work: Work) -> object:
    unique = unique_jumps(as_class(named_board(board), "A"), work=work)
    rows = [row for row in unique.rows if row.pegs >= 4]
    symmetric = [
        row.pegs
        for row in rows
        for position in unique.hardest(row.pegs)
        if types_of(position.board, np.array([position.code], np.uint64)).any()
    ]
    return {("A", row.pegs): (row.max_jumps, row.count) for row in rows} | {"symmetric": symmetric}


# -- figures -------------------------------------------------------------------------------------


@figure("puzzles-figure-3", "puzzles-figure-4", "puzzles-figure-6")
def _figure_of_classes(boards: list[str]) -> str:
    shown = [pattern for name in boards for pattern in _patterns(named_board(name))]
    return panel_svg(shown, columns=3)


def _patterns(board: Board) -> list[Diagram]:
    """Draw the finishes of each class. On the hexagon, also draw class C, the reflection of B."""
    patterns = [(kind.letter, list(kind.names)) for kind in position_classes(board)]
    if board.lattice.is_slanted:
        names = patterns[-1][1]
        reflected = {(y - x + board.middle[0], y) for x, y in map(board.hole, names)}
        patterns.append(("C", [board.hole_text(hole) for hole in sorted(reflected)]))
    return [
        labelled(board, dict.fromkeys(names, letter), f"class {letter}")
        for letter, names in patterns
    ]
