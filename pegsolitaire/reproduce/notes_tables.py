"""Rows: tables 1 to 8 of Bell's Notes, and the sets that its sections 4 and 8 print."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from pegsolitaire.analysis import count_solutions, dead_ends
from pegsolitaire.board import Board, apply_permutation, named_board
from pegsolitaire.budget import Budget
from pegsolitaire.game import Jump, Position, Problem
from pegsolitaire.progress import Progress
from pegsolitaire.reproduce.published import notes as printed
from pegsolitaire.reproduce.row import Cost, Row
from pegsolitaire.sets import IndexedSets, WinningSets, level_table
from pegsolitaire.sets.store import scratch_folder
from pegsolitaire.theory import ResourceCount, type_named

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from pegsolitaire.engine import Words

#: The resource count with which the paper has thinned F of Table 3 (docs/results.md draws it).
_WIEGLEB_COUNT = """
             -1  0 -1
              1  0  1
              0  0  0
    -1  1  0  1  0  1  0  1 -1
     0  0  0  0  0  0  0  0  0
    -1  1  0  1  0  1  0  1 -1
              0  0  0
              1  0  1
             -1  0 -1
"""
_F_TO = 33  # pegs down to which F of Table 3 is computed: ten levels of 22, some seconds


def rows() -> Iterator[Row]:
    """All of them."""
    yield from _table_1()
    yield from _tables_2_and_3()
    yield from _tables_4_and_5()
    for hole in printed.TABLE_6_ENGLISH:
        yield from _tables_6_and_7(hole)
    yield from _table_8()
    yield from _lists()


# -- tables 1 to 3 ------------------------------------------------------------------------------


def _table_1() -> Iterator[Row]:
    yield Row(
        name="notes-table-1-triangle5",
        source="Notes, Table 1, left",
        title="raw F, and F, W and L by pegs: the corner complement on 15 holes",
        published={
            "pegs": printed.TABLE_1_TRIANGLE5,
            "total": printed.TABLE_1_TRIANGLE5_TOTALS,
        },
        compute=_table_1_left,
        command="pegs levels triangle5 a1; pegs levels triangle5 a1 --raw",
    )
    raw, wins, lost = printed.TABLE_1_TRIANGLE6_TOTALS
    yield Row(
        name="notes-table-1-triangle6",
        source="Notes, Table 1, right",
        title="F, W and L by pegs: the corner complement on 21 holes",
        published={
            "pegs": printed.TABLE_1_TRIANGLE6,
            "total": printed.TABLE_1_TRIANGLE6_TOTALS,
        },
        compute=_table_1_right,
        command="pegs levels triangle6 a1",
        ours={"pegs": printed.TABLE_1_TRIANGLE6, "total": (raw + 1, wins + 1, lost)},
        right="ours",
        why="All rows agree; the totals leave out the row of the start, 20 pegs.",
    )
    yield Row(
        name="notes-section-5-losing",
        source="Notes, section 5 and Table 1",
        title="whether the losing positions L are more than four times half of W",
        published={"triangle5": True, "triangle6": True},
        compute=_losing_by_winning,
        command="pegs levels triangle6 a1",
        ours={"triangle5": True, "triangle6": False},
        right="ours",
        why="425 by 95 are 4.5 times as many on 15 holes, but 68,954 by 26,402 are 2.6 on 21.",
    )


def _losing_by_winning(progress: Progress) -> object:
    found = {}
    for name in ("triangle5", "triangle6"):
        table = level_table(Problem.complement(named_board(name), "a1"), progress=progress)
        found[name] = table.totals()["L"] > 4 * table.half["W"]
    return found


def _table_1_left(progress: Progress) -> object:
    problem = Problem.complement(named_board("triangle5"), "a1")
    raw = level_table(problem, raw=True, progress=progress).rows
    table = level_table(problem, progress=progress)
    rows = {
        row.pegs: (one.F, row.F, row.W, row.L) for one, row in zip(raw, table.rows, strict=True)
    }
    totals = table.totals()
    return {
        "pegs": rows,
        "total": (sum(row.F for row in raw), totals["F"], table.half["W"], totals["L"]),
    }


def _table_1_right(progress: Progress) -> object:
    table = level_table(Problem.complement(named_board("triangle6"), "a1"), progress=progress)
    totals = table.totals()
    return {
        "pegs": {row.pegs: (row.F, row.W, row.L) for row in table.rows},
        "total": (totals["F"], table.half["W"], totals["L"]),
    }


def _tables_2_and_3() -> Iterator[Row]:
    yield Row(
        name="notes-table-2",
        source="Notes, Table 2",
        title="F and W by pegs: the central game on 33 holes",
        published={"pegs": printed.TABLE_2_ENGLISH, "total": printed.TABLE_2_ENGLISH_TOTALS},
        compute=_table_2,
        command="pegs levels english d4",
    )
    wins = {pegs: size for pegs, (_, size) in printed.TABLE_3_WIEGLEB.items()}
    yield Row(
        name="notes-table-3-w",
        source="Notes, Table 3, column W",
        title="W by pegs: the central game on Wiegleb's 45 holes",
        published={"pegs": wins, "total": printed.TABLE_3_WIEGLEB_TOTALS[1]},
        compute=_table_3_wins,
        command="pegs winning wiegleb e5",
        cost="large",
        ours={"pegs": wins, "total": printed.TABLE_3_WIEGLEB_TOTALS[1] + 1},
        right="both",
        why="All rows agree; half of W is one more with the row of 44 pegs, the start, which the "
        "paper does not print: it wins, and is one of the half.",
    )
    yield Row(
        name="notes-table-3-f",
        source="Notes, Table 3, column F",
        title=f"F down to {_F_TO} pegs, without what has nothing left to lose of a resource count",
        published={
            pegs: size for pegs, (size, _) in printed.TABLE_3_WIEGLEB.items() if pegs >= _F_TO
        },
        compute=partial(_table_3_forward, _F_TO),
        command="pegs reproduce --only notes-table-3-f",
    )
    yield Row(
        name="notes-footnote-2",
        source="Notes, section 3.1, footnote 2, and Table 3, all of column F",
        title="F after 22 jumps, and whether that is more than 2 billion",
        published={"F": printed.TABLE_3_WIEGLEB[22][0], "more than 2 billion": True},
        compute=_footnote_2,
        command="pegs reproduce --only notes-footnote-2",
        cost="large",
    )


def _table_2(progress: Progress) -> object:
    table = level_table(Problem.complement(named_board("english"), "d4"), progress=progress)
    return {
        "pegs": {row.pegs: (row.F, row.W) for row in table.rows},
        "total": (table.totals()["F"], table.half["W"]),
    }


def _table_3_wins(progress: Progress) -> object:
    """Through the store: a build that was interrupted goes on where it was."""
    problem = Problem.complement(named_board("wiegleb"), "e5")
    sets = WinningSets.load(problem, progress=progress)
    return {
        "pegs": {pegs: len(sets.level(pegs)) for pegs in range(43, 21, -1)},
        "total": len(sets),
    }


def _footnote_2(progress: Progress) -> object:
    positions = _table_3_forward(22, progress)[22]
    return {
        "F": positions,
        "more than 2 billion": positions > printed.WIEGLEB_AFTER_22_JUMPS,
    }


def _table_3_forward(least: int, progress: Progress) -> dict[int, int]:
    """All that can be reached, and of these what has something left to lose."""
    from pegsolitaire.engine import LevelEngine

    problem = Problem.complement(named_board("wiegleb"), "e5")
    count = ResourceCount(problem.board, tuple(map(int, _WIEGLEB_COUNT.split())))
    finish = count.of(problem.finishes[0])
    found = {}
    with scratch_folder() as aside, LevelEngine.of(problem, Budget(scratch=aside)) as engine:
        level = engine.level(problem.starts)
        for pegs in range(43, least - 1, -1):
            progress.stage(f"F of {pegs} pegs")
            level = engine.step(level, engine.jumps)
            found[pegs] = sum(
                int(np.count_nonzero(_left(count, codes) > finish))
                for codes in engine.code_batches(level)
            )
    return found


def _left(count: ResourceCount, codes: Words) -> NDArray[np.int64]:
    """What positions have of a resource count."""
    left = np.zeros(len(codes), np.int64)
    for i, weight in enumerate(count.weights):
        left += weight * ((codes >> np.uint64(i)) & np.uint64(1)).astype(np.int64)
    return left


# -- tables 4 and 5 -----------------------------------------------------------------------------


def _tables_4_and_5() -> Iterator[Row]:
    yield Row(
        name="notes-table-4",
        source="Notes, Table 4",
        title="the winning positions of any game on 10 holes",
        published=printed.TABLE_4_TRIANGLE4,
        compute=_table_4,
        command="pegs winning triangle4 any --export text",
    )
    yield Row(
        name="notes-table-5",
        source="Notes, Table 5",
        title="winning positions of 15 holes by pegs and index (0, 1, 2, 3, 4, 6, 7)",
        published={
            "pegs": printed.TABLE_5_TRIANGLE5,
            "by pegs": printed.TABLE_5_TOTALS_BY_PEGS,
            "by index": printed.TABLE_5_TOTALS_BY_INDEX,
            "total": printed.TABLE_5_TOTAL,
        },
        compute=_table_5,
        command="pegs winning triangle5 any --by index",
    )


def _table_4(progress: Progress) -> object:
    sets = WinningSets.build(type_named(named_board("triangle4")).problem, progress)
    return {pegs: codes.tolist() for pegs, codes in sets.levels.items()}


def _table_5(progress: Progress) -> object:
    sets = IndexedSets.make(type_named(named_board("triangle5")), progress=progress)
    table = {
        pegs: [sets.counts(pegs).get(index, 0) for index in printed.TABLE_5_INDICES]
        for pegs in printed.TABLE_5_TRIANGLE5
    }
    return {
        "pegs": table,
        "by pegs": {pegs: sum(sets.counts(pegs).values()) for pegs in table},
        "by index": [sum(column) for column in zip(*table.values(), strict=True)],
        "total": len(sets),
    }


# -- tables 6 to 8 ------------------------------------------------------------------------------

# Two cores: seconds, or a minute or so.
_SLOW_SETS = {"c3": "whole", "c2": "whole", "c1": "whole", "d3": "whole"}


def _tables_6_and_7(hole: str) -> Iterator[Row]:
    _, wins, length, text, ends = printed.TABLE_6_ENGLISH[hole]
    cost: Cost = "whole" if hole in _SLOW_SETS else "quick"
    yield Row(
        name=f"notes-table-6-sum-{hole}",
        source="Notes, Table 6",
        title=f"half of W of the {hole} complement on 33 holes",
        published=wins,
        compute=partial(_half_of_wins, hole),
        command=f"pegs winning english {hole}",
        cost=cost,
    )
    yield Row(
        name=f"notes-table-6-dead-end-{hole}",
        source="Notes, Table 6 and section 7.1",
        title=f"the shortest dead end of the {hole} complement, and whether it is unique",
        published={
            "jumps": length,
            "printed is one": True,
            "can finish at": sorted(ends),
            "unique": hole != "c3",
        },
        compute=partial(_dead_end, hole, text),
        command=f"pegs dead-ends english {hole}",
        cost="quick" if hole == "d4" else "whole",
    )
    yield Row(
        name=f"notes-table-7-{hole}",
        source="Notes, Table 7",
        title=f"the number of solutions of the {hole} complement on 33 holes",
        published=printed.TABLE_7_ENGLISH_SOLUTIONS[hole],
        compute=partial(_solutions, hole),
        command=f"pegs count english {hole}",
        cost=cost,
    )


def _half_of_wins(hole: str, progress: Progress) -> object:
    return len(WinningSets.build(Problem.complement(named_board("english"), hole), progress))


def _dead_end(hole: str, text: str, progress: Progress) -> object:
    """The printed jumps may be an image of ours: then the finishes are turned as they are."""
    board = named_board("english")
    problem = Problem.complement(board, hole)
    found = dead_ends(problem, progress=progress)
    wanted = sorted(_triple(Jump.from_text(jump, board)) for jump in text.split())
    ends: list[str] = []
    is_one = False
    for end in found:
        for symmetry in problem.group:
            turned = sorted(
                tuple(_turned(board, symmetry.image, place) for place in _triple(jump))
                for jump in end.jumps
            )
            if turned == wanted and not is_one:
                is_one = True
                ends = sorted(
                    board.hole_text(_turned(board, symmetry.image, place))
                    for place in end.can_finish_at
                )
    return {
        "jumps": len(found[0].jumps),
        "printed is one": is_one,
        "can finish at": ends,
        "unique": len(found) == 1,
    }


def _triple(jump: Jump) -> tuple[tuple[int, int], ...]:
    return jump.start, jump.over, jump.end


def _turned(board: Board, image: tuple[int, ...], hole: tuple[int, int]) -> tuple[int, int]:
    code = apply_permutation(image, 1 << board.index(hole))
    return board.holes[code.bit_length() - 1]


def _solutions(hole: str, progress: Progress) -> object:
    return count_solutions(Problem.complement(named_board("english"), hole), progress)


def _table_8() -> Iterator[Row]:
    for name, numbers in printed.TABLE_8.items():
        yield Row(
            name=f"notes-table-8-{name}",
            source="Notes, Table 8",
            title=f"codes that are enough on {name}: for any finish, and for complements too",
            published=numbers,
            compute=partial(_codes_enough, name),
            command="pegs data notes",
        )


def _codes_enough(name: str, progress: Progress) -> object:
    sets = IndexedSets.make(type_named(named_board(name)), progress=progress)
    return len(sets.superset), len(sets) if any(map(len, sets.complements)) else 0


# -- the sets that are printed --------------------------------------------------------------------


def _lists() -> Iterator[Row]:
    yield Row(
        name="notes-section-4",
        source="Notes, section 4",
        title="W of the corner complement on 15 holes, as least codes",
        published=printed.SECTION_4_TRIANGLE5_CORNER,
        compute=_corner_sets,
        command="pegs winning triangle5 a1 --export text",
    )
    yield Row(
        name="notes-section-8",
        source="Notes, section 8",
        title="W of the central game: the codes that are printed",
        published={
            "whole": printed.SECTION_8_ENGLISH_WHOLE,
            "ends": printed.SECTION_8_ENGLISH_ENDS,
        },
        compute=_central_sets,
        command="pegs winning english d4 --export text",
    )


def _corner_sets(progress: Progress) -> object:
    board = named_board("triangle5")
    sets = WinningSets.build(Problem.complement(board, "a1"), progress)
    return {
        pegs: sorted(Position(board, code).mincode for code in codes.tolist())
        for pegs, codes in sets.levels.items()
    }


def _central_sets(progress: Progress) -> object:
    sets = WinningSets.build(Problem.complement(named_board("english"), "d4"), progress)
    ends = {}
    for pegs in printed.SECTION_8_ENGLISH_ENDS:
        codes = sets.level(pegs).tolist()
        ends[pegs] = (codes[:3], codes[-3:])
    return {
        "whole": {pegs: sets.level(pegs).tolist() for pegs in printed.SECTION_8_ENGLISH_WHOLE},
        "ends": ends,
    }
