"""Rows: Bell's Designing peg solitaire puzzles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial

import numpy as np

from pegsolitaire.analysis import (
    SymmetricPositions,
    solve,
    symmetric_positions,
    symmetric_winning,
)
from pegsolitaire.board import (
    Board,
    SymmetryType,
    apply_permutation,
    named_board,
    symmetry_types,
)
from pegsolitaire.game import Position, Problem
from pegsolitaire.progress import Progress
from pegsolitaire.reproduce.published import puzzles as printed
from pegsolitaire.reproduce.row import Row
from pegsolitaire.sets import Tablebase, WinningSets
from pegsolitaire.theory import any_finish, feasible_finishes, position_classes, rank

Counts = dict[tuple[int, str], int]


def rows() -> Iterator[Row]:
    """All of them."""
    yield from _classes()
    yield from _types()
    yield from _symmetric()
    yield from _theorems()


# -- classes and types --------------------------------------------------------------------------


def _classes() -> Iterator[Row]:
    yield Row(
        name="puzzles-figure-2",
        source="Puzzles, figure 2 and the section on position classes",
        title="position classes of the boards: as many as the jumps leave parities alone",
        published={"english": 16, "french": 16, "hexagon37": 4},
        compute=lambda _: {
            name: 1 << (len(named_board(name)) - rank(named_board(name)))
            for name in ("english", "french", "hexagon37")
        },
        command="pegs reproduce --only puzzles-figure-2",
    )
    yield Row(
        name="puzzles-figure-3",
        source="Puzzles, figures 3 and 6",
        title="finishing holes of classes A, B and C",
        published=printed.FINISHES,
        compute=lambda _: {
            name: {
                one.letter: " ".join(sorted(one.names))
                for one in position_classes(named_board(name))
            }
            for name in printed.FINISHES
        },
        command="; ".join(
            f"pegs show {name} code:{named_board(name).single(holes.split()[0]).code}"
            for name, classes in printed.FINISHES.items()
            for holes in classes.values()
        ),
    )
    yield Row(
        name="puzzles-figure-4",
        source="Puzzles, figure 4",
        title="finishing holes of the hexagon's classes up to symmetry, and orbits of them in A",
        published={"A": 13, "B": 12, "to begin with in A": 3},
        compute=_hexagon_classes,
        command="pegs reproduce --only puzzles-figure-4",
    )
    yield Row(
        name="puzzles-central-vacancy",
        source="Puzzles, introduction",
        title="finishes that the class allows to the central vacancy of the 37-hole boards",
        published={"french": 0, "hexagon37": 0},
        compute=lambda _: {
            name: len(feasible_finishes(named_board(name).vacancy("d4")))
            for name in ("french", "hexagon37")
        },
        command="pegs explain french d4; pegs explain hexagon37 d4",
    )


def _hexagon_classes(progress: Progress) -> object:
    first, second = position_classes(named_board("hexagon37"))
    return {
        "A": len(first.holes),
        "B": len(second.holes),
        "to begin with in A": len(first.finish_orbits),
    }


def _types() -> Iterator[Row]:
    yield Row(
        name="puzzles-table-1",
        source="Puzzles, Table 1",
        title="the symmetry types of the English and French boards",
        published={"english": printed.SYMMETRY_TYPES, "french": printed.SYMMETRY_TYPES},
        compute=lambda _: {
            name: {
                kind.number: (kind.description, kind.order)
                for kind in symmetry_types(named_board(name))
            }
            for name in ("english", "french")
        },
        command="pegs reproduce --only puzzles-table-1",
    )
    yield Row(
        name="puzzles-table-3-types",
        source="Puzzles, Table 3, its first columns",
        title="the symmetry types of the hexagon with their orders",
        published=printed.HEXAGON_ORDERS,
        compute=lambda _: {
            kind.number: kind.order for kind in symmetry_types(named_board("hexagon37"))
        },
        command="pegs reproduce --only puzzles-table-3-types",
    )


# -- tables 2 and 3 -----------------------------------------------------------------------------


def _symmetric() -> Iterator[Row]:
    total = printed.SYMMETRIC_TOTALS["english"]
    yield Row(
        name="puzzles-table-2-english",
        source="Puzzles, Table 2, English",
        title="solvable symmetric positions by type and class",
        published=printed.SYMMETRIC_ENGLISH | {"total": total},
        compute=lambda progress: _totalled(
            _counts(symmetric_positions(named_board("english"), progress))
        ),
        command="pegs symmetric english",
        ours=printed.SYMMETRIC_ENGLISH
        | {(7, "A"): printed.SYMMETRIC_ENGLISH[7, "A"] + 1, "total": total + 1},
        right="ours",
        why="One more of type 7 with every finish of the class: the lone peg at d1, which cannot "
        "be played to the centre.",
    )
    yield Row(
        name="puzzles-table-2-english-centre",
        source="Puzzles, Table 2, English, class A",
        title="those that are solvable to the centre",
        published={key: n for key, n in printed.SYMMETRIC_ENGLISH.items() if key[1] == "A"},
        compute=_to_the_centre,
        command="pegs symmetric english --finishes",
    )
    yield Row(
        name="puzzles-table-2-french",
        source="Puzzles, Table 2, French",
        title="solvable symmetric positions of class A that are not on the English list",
        published=printed.SYMMETRIC_FRENCH | {"total": printed.SYMMETRIC_TOTALS["french"]},
        compute=_french,
        command="pegs reproduce --only puzzles-table-2-french",
        cost="whole",
    )
    yield Row(
        name="puzzles-table-2-square6",
        source="Puzzles, Table 2, Square",
        title="solvable symmetric positions of class A of the 6x6 board",
        published=printed.SYMMETRIC_SQUARE6 | {"total": printed.SYMMETRIC_TOTALS["square6"]},
        compute=lambda progress: _totalled(
            _counts(symmetric_positions(named_board("square6"), progress, letters="A"))
        ),
        command="pegs symmetric square6 --class A",
        cost="whole",
    )
    yield from _symmetric_hexagons()


def _symmetric_hexagons() -> Iterator[Row]:
    in_a = {key: n for key, n in printed.SYMMETRIC_HEXAGON37.items() if key[1] == "A"}
    yield Row(
        name="puzzles-table-3-a",
        source="Puzzles, Table 3, class A",
        title="solvable symmetric positions of the hexagon",
        published=in_a,
        compute=lambda progress: _counts(
            symmetric_positions(named_board("hexagon37"), progress, letters="A")
        ),
        command="pegs symmetric hexagon37 --class A",
        cost="large",
        ours=in_a | {(8, "A"): 219_285},
        right="ours",
        why="Type 8: ten fewer, forward from the complements and backward from the finishes.",
    )
    yield Row(
        name="puzzles-table-3-120-degrees",
        source="Puzzles, Table 3, types 1 to 4 and 6",
        title="the positions with 120 degree symmetry, each solved by a search of its own",
        published={
            key: n for key, n in printed.SYMMETRIC_HEXAGON37.items() if key[0] in (1, 2, 3, 4, 6)
        },
        compute=_one_by_one,
        command="pegs symmetric hexagon37",
        cost="whole",
    )


def _counts(found: list[SymmetricPositions]) -> Counts:
    return {(row.kind.number, row.found_in.letter): len(row) for row in found}


def _totalled(counts: Counts) -> dict[object, int]:
    totalled: dict[object, int] = {"total": sum(counts.values())}
    return totalled | counts


def _to_the_centre(progress: Progress) -> object:
    board = named_board("english")
    table = Tablebase.build(board, ["d4"], progress=progress)
    return {
        (row.kind.number, "A"): int(np.count_nonzero(table.solvable.contains_codes(row.codes)))
        for row in symmetric_positions(board, progress, letters="A")
    }


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
    return bool(position.jumps) and bool(solve(any_finish(position), facts=False).solvable)


def _type_of(
    board: Board, code: int, kinds: dict[frozenset[tuple[int, ...]], SymmetryType]
) -> SymmetryType:
    images = (symmetry.image for symmetry in board.symmetries)
    return kinds[frozenset(image for image in images if apply_permutation(image, code) == code)]


# -- theorems -----------------------------------------------------------------------------------


def _theorems() -> Iterator[Row]:
    yield Row(
        name="puzzles-theorem-1-english",
        source="Puzzles, theorem 1",
        title="English: solvable positions of types 1 to 5 outside class A, or not to the centre",
        published={"outside": 0, "not to the centre": 0},
        compute=_theorem_1,
        command="pegs symmetric english --finishes",
    )
    yield Row(
        name="puzzles-theorem-1-french",
        source="Puzzles, theorem 1",
        title="French: solvable positions of types 1 to 5 in classes B and C",
        published=0,
        compute=partial(_outside_a, "french", "BC", (1, 2, 3, 4, 5)),
        command="pegs symmetric french",
        cost="whole",
    )
    yield Row(
        name="puzzles-theorem-1-square6",
        source="Puzzles, theorem 1 and the section on the 36-hole board",
        title="6x6: positions that half a turn leaves alone, as all of types 1 to 5, in classes B "
        "and C, solvable or not",
        published={"B": 0, "C": 0},
        compute=_theorem_1_square6,
        command="pegs reproduce --only puzzles-theorem-1-square6",
    )
    yield Row(
        name="puzzles-theorem-2",
        source="Puzzles, theorem 2",
        title="positions of the central game's solutions by symmetry type, and complement pairs",
        published={"1": (2, 1), "6": (198, 99), "7": (912, 456)},
        compute=_theorem_2,
        command="pegs reproduce --only puzzles-theorem-2",
    )
    yield Row(
        name="puzzles-theorem-3",
        source="Puzzles, theorem 3",
        title="hexagon: solvable positions of types 1 to 3, 5, 7 and 8 in class B",
        published=0,
        compute=partial(_outside_a, "hexagon37", "B", (1, 2, 3, 5, 7, 8)),
        command="pegs symmetric hexagon37 --class B",
        cost="large",
    )


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


def _outside_a(name: str, letters: str, types: tuple[int, ...], progress: Progress) -> object:
    found = symmetric_positions(named_board(name), progress, letters=letters)
    return sum(len(row) for row in found if row.kind.number in types)


def _theorem_2(progress: Progress) -> object:
    wins = WinningSets.build(Problem.complement(named_board("english"), "d4"), progress)
    full = np.uint64(wins.problem.board.full)
    return {
        number: (len(codes), int(np.count_nonzero(codes < wins.least(codes ^ full))))
        for number, codes in symmetric_winning(wins).items()
    }
