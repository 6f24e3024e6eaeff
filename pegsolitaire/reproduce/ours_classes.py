"""Rows that the papers lack: position classes, symmetric positions, unique jumps, patterns."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from pegsolitaire.analysis import (
    census,
    most_symmetric_solution,
    passed,
    pattern_rows,
    symmetric_patterns,
    symmetric_positions,
    unique_jumps,
    with_unique_solution,
)
from pegsolitaire.board import FLAT, SQUARE, TRIANGULAR, named_board, symmetry_types
from pegsolitaire.game import Problem
from pegsolitaire.progress import Progress
from pegsolitaire.reproduce.published import census as small_boards
from pegsolitaire.reproduce.published import classes as printed
from pegsolitaire.reproduce.published import diagonal
from pegsolitaire.reproduce.row import Cost, Row
from pegsolitaire.sets import Tablebase, WinningSets
from pegsolitaire.theory import class_named

#: What a board's classes cost: seconds, half a minute and 1.3 GB, or minutes and 4 GB.
_COSTS: dict[str, Cost] = {"english": "quick", "french": "whole", "square6": "whole"}
_LATTICES = {"square": SQUARE, "triangular": TRIANGULAR}
_QUICK_PATTERNS = {"square": 8, "triangular": 6}
_QUICK_CENSUS = {"square": 11, "triangular": 9, "square-diagonal": 7}
_WHOLE_PATTERNS = {"square": 10, "triangular": 8}


def rows() -> Iterator[Row]:
    """All of them."""
    with_diagonals = {(name, "A"): size for name, size in diagonal.DIAGONAL_SIZES.items()}
    for (name, letter), size in (printed.CLASS_SIZES | with_diagonals).items():
        yield Row(
            name=f"new-class-{name.replace('+', '-')}-{letter.lower()}",
            source="New: position classes",
            title=f"{name}, class {letter}: solvable positions, up to symmetry, the largest level",
            published=size,
            compute=partial(_sizes, name, letter),
            command=f"pegs tablebase {name} --class {letter}",
            cost="quick" if name in diagonal.DIAGONAL_SIZES else _COSTS.get(name, "large"),
        )
    yield from _symmetric()
    for (name, letter), numbers in printed.UNIQUE_JUMPS.items():
        yield Row(
            name=f"new-unique-{name}-{letter.lower()}",
            source="New: unique winning jumps",
            title=f"{name}, class {letter}: with one winning jump; with a unique solution",
            published=numbers,
            compute=partial(_unique, name, letter),
            command=f"pegs unique {name} --class {letter}; "
            f"pegs unique {name} --class {letter} --solution",
            cost=_COSTS.get(name, "large"),
        )
    yield from _patterns()
    yield from _census()


def _sizes(name: str, letter: str, progress: Progress) -> object:
    chosen = class_named(named_board(name), letter)
    table = Tablebase.of(chosen.board, chosen.finishes, progress)
    levels = table.reduced_sizes()
    largest = max(levels.items(), key=lambda level: level[1])
    return len(table), sum(levels.values()), largest


def _symmetric() -> Iterator[Row]:
    for name, counts in printed.SYMMETRIC_OTHERS.items():
        yield Row(
            name=f"new-symmetric-{name}",
            source="New: symmetric positions",
            title=f"{name}: what tables 2 and 3 of Puzzles leave open, by type and class",
            published=counts,
            compute=partial(_others, name),
            command=f"pegs symmetric {name}",
            cost=_COSTS.get(name, "large"),
        )
    for number, most in printed.MOST_SYMMETRIC.items():
        yield Row(
            name=f"new-most-symmetric-type-{number}",
            source="New: the central game between its ends",
            title=f"the most positions of type {number} that a solution passes through",
            published=most,
            compute=partial(_passed, number),
            command="pegs symmetric english --class A",
            cost="whole",
        )


def _others(name: str, progress: Progress) -> object:
    letters = "B" if name == "hexagon37" else "BC"
    found = symmetric_positions(named_board(name), progress, letters=letters)
    return {(row.kind.number, row.found_in.letter): len(row) for row in found}


def _passed(number: int, progress: Progress) -> object:
    board = named_board("english")
    wins = WinningSets.build(Problem.complement(board, "d4"), progress)
    kind = symmetry_types(board)[number - 1]
    return len(passed(most_symmetric_solution(wins, kind, progress), kind))


def _unique(name: str, letter: str, progress: Progress) -> object:
    found = unique_jumps(class_named(named_board(name), letter), progress)
    return len(found), len(with_unique_solution(found))


def _patterns() -> Iterator[Row]:
    """The same numbers again in each row: with more pegs they take longer by far."""
    for name, table in printed.PATTERNS.items():
        costs: dict[Cost, int] = {
            "quick": _QUICK_PATTERNS[name],
            "whole": _WHOLE_PATTERNS[name],
            "large": max(table),
        }
        for cost, pegs in costs.items():
            yield Row(
                name=f"new-patterns-{name}-{pegs}",
                source="New: on a board without an edge",
                title=f"patterns of up to {pegs} pegs: solvable, with one winning jump, the most "
                "jumps of these, how many",
                published={n: row for n, row in table.items() if n <= pegs},
                compute=partial(_pattern_table, name, pegs),
                command=f"pegs patterns {name} --pegs {pegs}",
                cost=cost,
            )
    for name, kinds in printed.SYMMETRIC_PATTERNS.items():
        costs = {"quick": _QUICK_PATTERNS[name] - 1, "large": max(kinds)}
        for cost, pegs in costs.items():
            yield Row(
                name=f"new-symmetric-patterns-{name}-{pegs}",
                source="New: on a board without an edge",
                title=f"symmetric patterns of up to {pegs} pegs, by symmetry type: solvable, with "
                "a unique winning jump, the most jumps of these",
                published={n: row for n, row in kinds.items() if n <= pegs},
                compute=partial(_symmetric_patterns, name, pegs),
                command=f"pegs patterns {name} --pegs {pegs} --symmetric",
                cost=cost,
            )


def _symmetric_patterns(name: str, pegs: int, progress: Progress) -> object:
    return {
        number: tuple((len(one), one.unique.row.unique, one.unique.row.max_jumps) for one in found)
        for number, found in symmetric_patterns(_LATTICES[name], pegs, progress)
        if number >= 2
    }


def _pattern_table(name: str, pegs: int, progress: Progress) -> object:
    return {
        row.pegs: (row.solvable, row.unique, row.max_jumps, row.count)
        for row in pattern_rows(_LATTICES[name], pegs, progress)
        if row.pegs >= 2
    }


def _census() -> Iterator[Row]:
    """The first rows at once, all of them in some minutes."""
    for name, table in small_boards.CENSUS.items():
        costs: dict[Cost, int] = {"quick": _QUICK_CENSUS[name], "whole": max(table)}
        for cost, holes in costs.items():
            yield Row(
                name=f"new-census-{name}-{holes}",
                source="New: all small boards",
                title=f"{name} boards of up to {holes} holes: all, with every hole in a jump, "
                "solvable from some vacancy, from every one",
                published={n: row for n, row in table.items() if n <= holes},
                compute=partial(_census_table, name, holes),
                command=f"pegs census {name} --holes {holes}",
                cost=cost,
            )


def _census_table(name: str, holes: int, progress: Progress) -> object:
    rows = (one.row for one in census(FLAT[name], holes, progress))
    return {row.holes: (row.boards, row.playable, row.some, row.every) for row in rows if row.some}
