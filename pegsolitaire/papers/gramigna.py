"""Gramigna's Peg solitaire, a study on board difficulty: rows and figures.

His tables count wins of simulated games, so a count is the same as ours when it lies within four
standard deviations of what the exact chance lets one expect of as many games.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from math import floor

from pegsolitaire.board import named_board, square, triangle
from pegsolitaire.chance import player_named, random_play
from pegsolitaire.data import published_solutions
from pegsolitaire.draw import Diagram, panel_svg
from pegsolitaire.errors import NotationError, ProblemError
from pegsolitaire.game import Position, Problem
from pegsolitaire.papers.parts import named, subscript, vacant
from pegsolitaire.papers.rows import figure, printed, row
from pegsolitaire.papers.triangular import sax_diagram
from pegsolitaire.progress import Progress
from pegsolitaire.theory import (
    Removal,
    ResourceCount,
    feasible_finishes,
    removals,
    sax_count,
)

_GAMES = 10**8
_SIX = ("c1 c2 d1 d2 e1 e2", "d3", "b3 c3", "c1-c3 d3-b3 e1-c1 e2-c2 c1-c3 b3-d3")
_L = ("e4 e5 e6 e7 d7 c7", "d5", "f5")
_L_JUMPS = "d5-f5 e7-e5 e4-e6 {} e7-e5 f5-d5"


@row("gramigna-table-1", "gramigna-table-2", "gramigna-table-3", "gramigna-table-4")
def _expected(progress: Progress, board: str, hole: str, player: str = "any") -> object:
    """Wins to be expected of 100 million games, from the exact chance."""
    problem = Problem.to_any(named_board(board).vacancy(hole))
    who = player_named(player, problem)
    odds = random_play(problem, who, by_hole=False, progress=progress)
    return round(float(odds.win_probability) * _GAMES, 1)


@row("gramigna-figure-6")
def _vacancies(progress: Progress) -> object:
    found = {}
    for name in ("french", "english"):
        board = named_board(name)
        first = [board.vacancy(board.holes[orbit[0]]) for orbit in board.orbits]
        found[name] = sum(bool(feasible_finishes(start)) for start in first)
    return found


@row("gramigna-corollary")
def _sax_counts(progress: Progress) -> object:
    """Up to symmetry; a3 and c5 are images of one another."""
    board = named_board("triangle5")
    vacancies = {hole: sax_count(board.vacancy(hole)) for hole in ("a1", "a2", "a3", "b3")}
    most = max(vacancies.values())
    return {
        "least": min(sax_count(board.single(hole)) for hole in board.holes),
        "most": most,
        "with the most": [hole for hole, count in vacancies.items() if count == most],
    }


@row("gramigna-expected-trials")
def _expected_trials(progress: Progress) -> object:
    """By both ways to come to a whole number; the one that is printed, or the rounded one."""
    ways = {
        how: {
            f"table {number}": {
                key.replace("-", " "): whole(Fraction(_GAMES, won))
                for key, won in printed(f"gramigna-table-{number}").items()
            }
            for number in range(1, 5)
        }
        for how, whole in (("floor", floor), ("rounding", round))
    }
    trials = printed("gramigna-expected-trials")["trials"]
    how = next((how for how in ways if ways[how] == trials), "rounding")
    return {"how": how, "trials": ways[how]}


@row("gramigna-section-2-spaces")
def _spaces(progress: Progress) -> object:
    return {name: len(named_board(name)) for name in ("english", "french", "triangle5")}


@row("gramigna-section-3-2-times", "gramigna-section-3-4-times")
def _times(progress: Progress, hole: str, digits: int) -> float:
    """How many times likelier a game is won from a vacancy than from d1, rounded."""
    board = named_board("english")
    easy, hard = (
        random_play(Problem.to_any(board.vacancy(one)), by_hole=False, progress=progress)
        for one in (hole, "d1")
    )
    return round(float(easy.win_probability / hard.win_probability), digits)


def removal_positions() -> tuple[Position, Position]:
    """The left and the right board of figure 10: before both removals, and after."""
    board = named_board("english")
    start = Position(board, board.full_code ^ board.code(["b3", "c3", "f5"]))
    after = start
    for jump in f"{_SIX[3]} {_L_JUMPS.format('c7-e7')}".split():
        after = after.play(jump)
    return start, after


def figure_11_count() -> ResourceCount:
    """The count of figure 11: the one that gives the number which the paper prints."""
    board = named_board("english")
    weights = tuple(int(y % 2 == 0) for _, y in board.holes)
    return ResourceCount(board, weights, "rows", "Gramigna, figure 11")


@row("gramigna-figure-11")
def _count_of_figure_11(progress: Progress) -> object:
    return figure_11_count().of(removal_positions()[0])


@row("gramigna-figure-10-six")
def _six_removal(progress: Progress) -> object:
    return _is_known(Removal.from_text("6-removal", *_SIX))


def _is_known(removal: Removal) -> bool:
    return any(
        (one.block, one.pegs, one.holes) == (removal.block, removal.pegs, removal.holes)
        for one in removals(named_board("english"))
    )


@row("gramigna-figure-10-l")
def _l_removal(progress: Progress) -> object:
    """The printed jump, if the removal can be played with it, else the one that fits."""
    board = named_board("english")
    jumps = (f"{board.hole_text(a)}-{board.hole_text(b)}" for a, b in _far_pairs())
    for jump in ("e7-e7", *jumps):
        try:
            removal = Removal.from_text("L-removal", *_L, _L_JUMPS.format(jump))
        except (NotationError, ProblemError):
            continue
        if _is_known(removal):
            return jump
    return None


def _far_pairs() -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    board = named_board("english")
    for x, y in board.holes:
        for end in ((x + 2, y), (x - 2, y), (x, y + 2), (x, y - 2)):
            if end in board:
                yield (x, y), end


@row("gramigna-appendix-a")
def _appendix_a(progress: Progress) -> object:
    found: dict[str, list[str]] = {"french": [], "english": [], "triangle5": []}
    for one in published_solutions():
        [vacancy] = one.solution.start.complement
        if one.source.startswith("Gramigna") and len(one.solution.finish) == 1:
            found[one.board.name].append(one.board.hole_text(vacancy))
    return {name: sorted(holes) for name, holes in found.items()}


# -- figures -------------------------------------------------------------------------------------


_LATER = "d2-d4 b3-d3 b5-b3 d4-b4 b3-b5"  # to the state of figure 4
_VACANCIES = ("a1", "a2", "a3", "b3")


@figure("gramigna-figure-1")
def _figure_1(progress: Progress) -> str:
    return vacant(named_board("french"), "d4", "", edges=True).svg()


@figure("gramigna-figure-2")
def _figure_2(progress: Progress) -> str:
    shown = [vacant(named_board("english"), "d4", edges=True), vacant(triangle(5), "a1")]
    return panel_svg(shown, columns=2)


def array() -> list[int]:
    """The numbers of figure 3, row by row."""
    start = named_board("french").vacancy("d4")
    return [int(hole in start) if hole in start.board else -1 for hole in square(7)]


@figure("gramigna-figure-3")
def _figure_3(progress: Progress) -> str:
    return Diagram(square(7), numbers=array(), edges=False).svg()


def later_state() -> Position:
    """The state of figure 4."""
    position = named_board("english").vacancy("d4")
    for jump in _LATER.split():
        position = position.play(jump)
    return position


@figure("gramigna-figure-4")
def _figure_4(progress: Progress) -> str:
    english = named_board("english")
    start, later = english.vacancy("d4"), later_state()
    ends = {jump.end for jump in later.legal_jumps}
    shown = [
        Diagram(english, start.code, moves=[(jump, None) for jump in start.legal_jumps],
                shaded=["d4"], caption="at the beginning"),
        Diagram(english, later.code, shaded=sorted(ends),
                marked=[hole for hole in later.complement if hole not in ends],
                caption="later"),
    ]  # fmt: skip
    return panel_svg(shown, columns=2)


@figure("gramigna-figure-5")
def _figure_5(progress: Progress) -> str:
    board = triangle(7)
    start = board.vacancy("c5")
    moves = [(jump, None) for jump in start.legal_jumps]
    first = Diagram(board, start.code, moves=moves, edges=False, caption="jumps into c5")
    return panel_svg([first, named(triangle(5), caption="indexing")], columns=2, size=36)


@figure("gramigna-figure-6", "gramigna-figure-7")
def _each_vacant(progress: Progress, board: str, holes: list[str]) -> str:
    return panel_svg([vacant(named_board(board), hole) for hole in holes])


@figure("gramigna-figure-8")
def _figure_8(progress: Progress) -> str:
    shown = []
    for side in range(5, 9):
        board = triangle(side)
        labels = {name: name for name in _VACANCIES}
        words = f"T{subscript(side)}"
        shown.append(Diagram(board, labels=labels, shaded=_VACANCIES, edges=False, caption=words))
    return panel_svg(shown, size=32)


@figure("gramigna-figure-9")
def _figure_9(progress: Progress) -> str:
    return sax_diagram().svg()


@figure("gramigna-figure-10")
def _figure_10(progress: Progress) -> str:
    before, after = removal_positions()
    taken = [hole for hole in before if hole not in after]
    first = Diagram(before.board, before.code, shaded=taken, caption="before")
    return panel_svg([first, replace(first, code=after.code, caption="after")], columns=2)


@figure("gramigna-figure-11")
def _figure_11(progress: Progress) -> str:
    return Diagram(named_board("english"), numbers=figure_11_count().weights).svg()
