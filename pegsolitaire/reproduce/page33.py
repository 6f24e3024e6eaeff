"""Rows: Bell's page on the English board of 33 holes."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from typing import Any

from pegsolitaire.analysis import move_table, shortest_solution
from pegsolitaire.board import named_board
from pegsolitaire.chance import Odds, exact_play
from pegsolitaire.game import Problem, Solution
from pegsolitaire.progress import Progress
from pegsolitaire.reproduce.published import notes, ours
from pegsolitaire.reproduce.published import page33 as printed
from pegsolitaire.reproduce.row import Row
from pegsolitaire.sets import level_table
from pegsolitaire.theory import any_finish


def rows() -> Iterator[Row]:
    """All of them."""
    yield from _levels()
    yield from _random_play()
    yield from _shortest()


# -- levels -------------------------------------------------------------------------------------


def _levels() -> Iterator[Row]:
    table = {
        "forward": printed.FORWARD_BY_MOVES,
        "backward": printed.BACKWARD_BY_MOVES,
        "totals": (notes.TABLE_2_ENGLISH_TOTALS[0],) * 2,
        "ratios forward": _by_level(printed.FORWARD_RATIOS),
        "ratios backward": _by_level(printed.BACKWARD_RATIOS) | {13: printed.RATIO_13_MOVES_BACK},
        "farthest": {"positions": 15, "on solutions": 1},
        "deepest": {"positions": 5, "on solutions": 0},
    }
    as_printed = list(printed.BACKWARD_BY_MOVES)
    as_printed[19] = (as_printed[19][0], printed.PEGS_19_MOVES_BACK)
    yield Row(
        name="page33-table-1",
        source="33-hole page, Table 1 and below it",
        title="levels of the central game by moves, forward and backward, with ranges of pegs, "
        "and each level divided by the one before",
        published=table
        | {"backward": as_printed, "ratios backward": _by_level(printed.BACKWARD_RATIOS)},
        compute=_by_moves,
        command="pegs levels english d4 --by moves",
        cost="whole",
        ours=table,
        right="ours",
        why="19 moves backward: 24 to 29 pegs, not 22; the 37 positions of the level were solved "
        "one by one. 13 moves backward: 1,003,420 by 2,113,413 positions, as they are printed, "
        "are 0.47, not 0.48.",
    )
    by_jumps: dict[str, Any] = {
        "pegs": notes.TABLE_2_ENGLISH,
        "ratios": _by_level(printed.LEVEL_RATIOS),
        "% winning": _by_level(printed.WINNING_PERCENT),
        "totals": (23_475_688, 1_679_072, printed.WINNING_PERCENT_IN_ALL),
    }
    yield Row(
        name="page33-table-2",
        source="33-hole page, Table 2",
        title="levels of the central game by jumps: S, W, each S divided by the one before, how "
        "many of S win in percent, and the totals",
        published=by_jumps,
        compute=_by_jumps,
        command="pegs reproduce --only page33-table-2",
        ours=by_jumps | {"% winning": by_jumps["% winning"] | {16: printed.WINNING_PERCENT_AT_16}},
        right="ours",
        why="After 16 jumps the page prints the 8.9 % of the line above; by its own columns, "
        "which agree with ours, 230,230 of 3,312,423 positions win, which is 6.95 %.",
    )


def _by_moves(progress: Progress) -> object:
    table = move_table(Problem.complement(named_board("english"), "d4"), progress)
    return {
        "forward": [(level.positions, level.pegs) for level in table.forward],
        "backward": [(level.positions, level.pegs) for level in table.backward],
        "totals": table.totals,
        "ratios forward": _ratios([level.positions for level in table.forward]),
        "ratios backward": _ratios([level.positions for level in table.backward]),
        "farthest": {
            "positions": len(table.farthest),
            "on solutions": table.forward[-1].winning,
        },
        "deepest": {"positions": len(table.deepest), "on solutions": table.backward[-1].winning},
    }


def _by_jumps(progress: Progress) -> object:
    table = level_table(Problem.complement(named_board("english"), "d4"), progress=progress)
    totals = table.totals()["F"], table.totals()["W"]
    rows = sorted(table.rows, key=lambda row: -row.pegs)
    return {
        "pegs": {row.pegs: (row.F, row.W) for row in rows},
        "ratios": _ratios([row.F for row in rows]),
        "% winning": {jumps: _percent(row.W, row.F) for jumps, row in enumerate(rows) if jumps},
        "totals": (*totals, _percent(totals[1], totals[0])),
    }


def _by_level(column: list[float]) -> dict[int, float]:
    """A column without a cell for the start."""
    return dict(enumerate(column, 1))


def _ratios(sizes: list[int]) -> dict[int, float]:
    """Each level divided by the one before, to as many digits as the page prints."""
    ratios = (after / before for before, after in pairwise(sizes))
    return _by_level([round(ratio, 2 if ratio < 10 else 1) for ratio in ratios])


def _percent(part: int, whole: int) -> float:
    return round(100 * part / whole, 1)


# -- random play --------------------------------------------------------------------------------


@lru_cache(maxsize=1)
def _central_odds() -> Odds:
    """What three rows ask, computed once: some seconds."""
    return exact_play(any_finish(named_board("english").vacancy("d4")), winning=True)


def _random_play() -> Iterator[Row]:
    yield Row(
        name="page33-table-3",
        source="33-hole page, Table 3",
        title="how a random game ends: jumps, dead ends, chance",
        published={
            "jumps": {n: row for n, row in printed.RANDOM_CENTRAL_GAME.items() if row[0]},
            "dead ends": printed.RANDOM_CENTRAL_DEAD_ENDS,
        },
        compute=_ends,
        command="pegs random english d4 --finish any",
    )
    yield Row(
        name="page33-random-play",
        source="33-hole page, random play",
        title="one peg; in the centre; pegs on average; the shortest game; won after 15 jumps",
        published={
            "one peg": "2.6978E-08", "centre": "1.3489E-08", "mean pegs": "7.64",
            "shortest: one in": 135, "still winning after 15": "less than 1 %",
        },
        compute=_beside,
        command="pegs random english d4 --finish any --winning",
    )  # fmt: skip
    yield Row(
        name="page33-least-likely",
        source="33-hole page, random play",
        title="the least likely end: one game in how many",
        published=70_400_000_000,
        compute=lambda _: int(round(1 / float(_central_odds().least_likely[1]), -11)),
        command="pegs random english d4 --finish any",
        ours=70_400_000_000_000,
        right="ours",
        why="Printed as 70.4 billion: the digits are right, and the unit is a million million; "
        "also by fractions, along the games that lead to it.",
    )


def _ends(progress: Progress) -> object:
    odds = _central_odds()
    return {
        "jumps": {end.jumps: (end.dead_ends, f"{end.probability:.4E}") for end in odds.ends},
        "dead ends": odds.dead_ends,
    }


def _beside(progress: Progress) -> object:
    odds = _central_odds()
    after_15 = float((odds.still_winning or ())[15])
    return {
        "one peg": f"{odds.win_probability:.4E}",
        "centre": f"{odds.win_at[3, 3]:.4E}",
        "mean pegs": f"{odds.mean_pegs:.2f}",
        "shortest: one in": round(1 / odds.most_likely[1]),
        "still winning after 15": "less than 1 %" if after_15 < 0.01 else f"{after_15:.2%}",
    }


# -- shortest solutions -------------------------------------------------------------------------


def _shortest() -> Iterator[Row]:
    yield Row(
        name="page33-shortest",
        source="33-hole page, finding and counting minimal length solutions",
        title="the central game: fewest moves, solutions up to symmetry, regardless of order",
        published={"moves": 18, "solutions": 936, "unordered": 2},
        compute=_fewest,
        command="pegs solve english d4 --shortest",
        cost="whole",
    )
    yield Row(
        name="page33-french-classes",
        source="33-hole page, an additional subtlety",
        title="two French solutions of ours with the same moves, as those it draws, replayed: "
        "longest sweeps, last moves, the same first moves",
        published={"longest": [5, 5], "last moves": [3, 1], "the same first": True},
        compute=_two_endings,
        command="; ".join(f"pegs replay french d3 '{moves}'" for moves in ours.FRENCH_TWO_ENDINGS),
        replayed="two stored solutions",
    )


def _fewest(progress: Progress) -> object:
    found = shortest_solution(
        Problem.complement(named_board("english"), "d4"), facts=False, progress=progress
    )
    if found.solution is None or found.all is None:
        return None
    return {
        "moves": len(found.solution.moves),
        "solutions": found.all.up_to_symmetry,
        "unordered": len(found.all.unordered),
    }


def _two_endings(progress: Progress) -> object:
    start = named_board("french").vacancy("d3")
    one, other = (Solution.from_moves(start, text.split(", ")) for text in ours.FRENCH_TWO_ENDINGS)
    is_same = sorted(map(str, one.moves)) == sorted(map(str, other.moves))
    return {
        "longest": sorted(map(len, one.moves))[-2:] if is_same else None,
        "last moves": [len(one.moves[-1]), len(other.moves[-1])],
        "the same first": one.moves[:9] == other.moves[:9],
    }
