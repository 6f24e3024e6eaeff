"""Figures of Bell's page on the English board of 33 holes, which has no numbers for them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache, partial

from pegsolitaire.analysis import MinimalGraph, MinimalSolutions, move_table
from pegsolitaire.board import named_board
from pegsolitaire.chance import exact_play
from pegsolitaire.draw import Diagram, panel_svg, solution_svg
from pegsolitaire.figures.figure import Figure
from pegsolitaire.game import Position, Problem, Solution
from pegsolitaire.progress import Progress
from pegsolitaire.reproduce.published import ours
from pegsolitaire.theory import any_finish

_COLUMNS = 7

_BERGHOLT = (
    "d6-d4, f5-d5, e7-e5, e4-e6, e2-e4, g3-e3, d3-f3, g5-g3-e3, c5-e5, a5-c5, b3-d3-f3-f5-d5-b5, "
    "c7-e7-e5-e3, c1-c3, c4-c2, e1-c1-c3, a3-a5-c5, c6-c4-c2-e2-e4-c4, b4-d4"
)


def figures() -> Iterator[Figure]:
    """All of them, in the order of the page."""
    yield from _far()
    yield from _likely()
    yield from _shortest()
    yield from _french()


# -- levels by moves ----------------------------------------------------------------------------


def _far() -> Iterator[Figure]:
    yield Figure(
        name="page33-23-moves",
        source="33-hole page, calculation by moves",
        caption="The positions that 23 moves from the central vacancy are needed for. The first "
        "alone can appear in a solution to the central game.",
        draw=lambda _: _last(True),
        differs="The page draws some of the 15.",
        is_long=True,
    )
    yield Figure(
        name="page33-20-moves",
        source="33-hole page, calculation by moves",
        caption="The positions that can be reduced to a single peg at the centre in 20 moves and "
        "no fewer. None of them can appear in a solution to the central game.",
        draw=lambda _: _last(False),
        is_long=True,
    )


@lru_cache(maxsize=1)
def _last_levels() -> tuple[dict[Position, bool], dict[Position, bool]]:
    """Computed once for two figures: a quarter of a minute."""
    table = move_table(_central())
    return table.farthest, table.deepest


def _last(forward: bool) -> str:
    found = _last_levels()[0 if forward else 1]
    shown = []
    for position, wins in found.items():
        words = f"{len(position)} pegs{', on a solution' if wins else ''}"
        shown.append(Diagram(position.board, position.code, edges=False, caption=words))
    return panel_svg(shown, columns=5, size=20)


def _central() -> Problem:
    return Problem.complement(named_board("english"), "d4")


# -- random play --------------------------------------------------------------------------------


def _likely() -> Iterator[Figure]:
    yield Figure(
        name="page33-random-ends",
        source="33-hole page, random play",
        caption="The most likely and the least likely finish of a game with jumps at random from "
        "the central vacancy.",
        draw=_random_ends,
        differs="The page says 1 in 70.4 billion of the least likely one: it is 1 in 70.4 "
        "million million.",
    )


def _random_ends(progress: Progress) -> str:
    odds = exact_play(any_finish(named_board("english").vacancy("d4")), progress=progress)
    shown = []
    for words, (position, chance) in (
        ("most likely", odds.most_likely),
        ("least likely", odds.least_likely),
    ):
        caption = f"{words}: 1 in {float(1 / chance):,.0f}"
        shown.append(Diagram(position.board, position.code, edges=False, caption=caption))
    return panel_svg(shown, columns=2)


# -- shortest solutions -------------------------------------------------------------------------


def _shortest() -> Iterator[Figure]:
    yield Figure(
        name="page33-solution-graph",
        source="33-hole page, the solution graph",
        caption="The graph of all solutions of the central game with the fewest moves, 18: "
        "positions between moves, each with the number of ways to it, 936 in all.",
        draw=lambda _: MinimalGraph(_minimal()).svg(),
        differs="Positions with as many moves are in a row, as the page would align them.",
    )
    yield Figure(
        name="page33-18-moves-bergholt",
        source="33-hole page, the solution graph",
        caption="One of the possible 18-move solutions to the central game, first found by Ernest "
        "Bergholt in 1912.",
        draw=lambda _: solution_svg(bergholt(), columns=_COLUMNS),
        differs="The page has no moves in text: these are Bergholt's as they are usually printed.",
    )
    yield Figure(
        name="page33-18-moves-other",
        source="33-hole page, counting solutions",
        caption="The other one of the two solutions of the central game in 18 moves, regardless "
        "of the order of moves and up to symmetry.",
        draw=lambda _: solution_svg(other_solution(), columns=_COLUMNS),
        differs="The page has no moves in text: their order is ours.",
    )


def bergholt() -> Solution:
    """The solution of the central game that is known longest of those with the fewest moves."""
    return Solution.from_moves(named_board("english").vacancy("d4"), _BERGHOLT.split(", "))


def other_solution() -> Solution:
    """The one that has no five jumps in a move but once."""
    return next(one.solution for one in _minimal().unordered if one.second < 5)


@lru_cache(maxsize=1)
def _minimal() -> MinimalSolutions:
    """Computed once for three figures."""
    return MinimalSolutions.of(_central())


# -- two endings --------------------------------------------------------------------------------


def _french() -> Iterator[Figure]:
    for number, moves in enumerate(ours.FRENCH_TWO_ENDINGS, 1):
        yield Figure(
            name=f"page33-french-{number}",
            source="33-hole page, an additional subtlety",
            caption="One of two solutions on the French board from d3 to d2 with the same moves "
            f"in another order, which end differently: number {number}.",
            draw=partial(_french_game, moves),
            differs="The page has no moves in text: these are of ours, and of the same class, "
            "(5,5,3).",
        )


def _french_game(moves: str, progress: Progress) -> str:
    game = Solution.from_moves(named_board("french").vacancy("d3"), moves.split(", "))
    return solution_svg(game, columns=_COLUMNS)
