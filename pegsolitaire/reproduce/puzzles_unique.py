"""Rows: levels and unique winning jumps, Table 4 of Bell's Designing peg solitaire puzzles."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import numpy as np

from pegsolitaire.analysis import (
    count_solutions,
    most_symmetric_solution,
    passed,
    unique_jumps,
)
from pegsolitaire.analysis.symmetric_play import types_of
from pegsolitaire.board import named_board, symmetry_types
from pegsolitaire.game import Problem, read_start
from pegsolitaire.progress import Progress
from pegsolitaire.reproduce.published import puzzles as printed
from pegsolitaire.reproduce.row import Cost, Row
from pegsolitaire.sets import Tablebase, WinningSets
from pegsolitaire.theory import any_finish, class_named


def rows() -> Iterator[Row]:
    """All of them."""
    yield from _largest_levels()
    yield from _on_the_way()
    yield from _unique()


# -- levels, and what solutions pass through ------------------------------------------------------


def _largest_levels() -> Iterator[Row]:
    costs: dict[str, Cost] = {"english": "quick", "french": "whole", "hexagon37": "large"}
    published = printed.LARGEST_LEVELS | {"hexagon37": printed.LARGEST_LEVEL_OF_HEXAGON37}
    for name, level in published.items():
        yield Row(
            name=f"puzzles-largest-level-{name}",
            source="Puzzles, text below Tables 2 and 3",
            title=f"pegs and size of the largest level of class A of {name}, up to symmetry",
            published=level,
            compute=partial(_largest_level, name),
            command=f"pegs tablebase {name} --class A",
            cost=costs[name],
        )


def _largest_level(name: str, progress: Progress) -> object:
    """In jumps from the start, as the paper counts: B_18 holds what can be solved with 18 pegs."""
    chosen = class_named(named_board(name), "A")
    levels = Tablebase.of(chosen.board, chosen.finishes, progress).reduced_sizes()
    return max(levels.items(), key=lambda level: level[1])


def _on_the_way() -> Iterator[Row]:
    yield Row(
        name="puzzles-theorem-2-on-the-way",
        source="Puzzles, text below theorem 2",
        title="positions of types 6 and 7 that a solution of the central game passes through: the "
        "author's, and Gardner's Jabberwocky; and the most that any can",
        published=printed.PASSED_BY_TYPE,
        compute=_most_on_the_way,
        command="pegs reproduce --only puzzles-theorem-2-on-the-way",
        ours=printed.PASSED_BY_TYPE | {7: 13},
        right="both",
        why="The paper does not print Jabberwocky, nor say that eleven is the most: a solution in "
        "docs/results.md passes through 13, and none through more.",
    )


def _most_on_the_way(progress: Progress) -> object:
    board = named_board("english")
    wins = WinningSets.build(Problem.complement(board, "d4"), progress)
    kinds = [kind for kind in symmetry_types(board) if kind.number in printed.PASSED_BY_TYPE]
    return {
        kind.number: len(passed(most_symmetric_solution(wins, kind, progress), kind))
        for kind in kinds
    }


# -- unique jumps -------------------------------------------------------------------------------


def _unique() -> Iterator[Row]:
    costs: dict[str, Cost] = {"english": "quick", "french": "whole", "hexagon37": "large"}
    for name, counts in printed.TABLE_4.items():
        is_english = name == "english"
        table = counts | {"symmetric": printed.TABLE_4_SYMMETRIC}
        yield Row(
            name=f"puzzles-table-4-{name}",
            source="Puzzles, Table 4 and the text below it",
            title=f"{name}: with one winning jump, from 4 pegs on, the most jumps and how many; "
            "pegs of those that are symmetric",
            published=table,
            compute=partial(_hardest, name),
            command=f"pegs unique {name}",
            cost=costs[name],
            ours=table | {("A", 32): (1, 1), "symmetric": [32]} if is_english else None,
            right="ours" if is_english else None,
            why="The vacancy d1 with 32 pegs too: its only jump wins, along its axis of symmetry."
            if is_english
            else "",
        )
    yield Row(
        name="puzzles-figure-12",
        source="Puzzles, figure 12c and the text below Table 4",
        title="solutions of the position of figure 12c",
        published=printed.FIGURE_12C_SOLUTIONS,
        compute=_figure_12c,
        command="pegs count hexagon37 figure-12c --finish any",
    )


def _hardest(name: str, progress: Progress) -> object:
    found = unique_jumps(class_named(named_board(name), "A"), progress)
    rows = [row for row in found.rows if row.pegs >= 4]
    symmetric = [
        row.pegs
        for row in rows
        for position in found.hardest(row.pegs)
        if types_of(position.board, np.array([position.code], np.uint64)).any()
    ]
    return {("A", row.pegs): (row.max_jumps, row.count) for row in rows} | {"symmetric": symmetric}


def _figure_12c(progress: Progress) -> object:
    position = read_start(named_board("hexagon37"), printed.FIGURE_12C)
    return count_solutions(any_finish(position), progress)
