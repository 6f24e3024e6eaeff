"""The rows and figures of Gramigna's "Peg solitaire: a study on board difficulty".

His tables give the number of wins among simulated games. We compute the expected number from the
exact probability of winning. A printed number agrees if it lies within four standard deviations of
the expected number.
"""

from __future__ import annotations

from fractions import Fraction
from math import floor

from pegsolitaire.board import named_board, square
from pegsolitaire.data import published_solutions
from pegsolitaire.draw import Diagram
from pegsolitaire.errors import NotationError, ProblemError
from pegsolitaire.papers.parts import (
    diagram,
    first_vacancies,
    win_probability,
)
from pegsolitaire.papers.rows import entry, figure, plain, printed, row
from pegsolitaire.theory import (
    Removal,
    ResourceCount,
    feasible_finishes,
    removals,
    sax_count,
)
from pegsolitaire.work import Work

_GAMES = entry("gramigna-table-1")["games"]


@row("gramigna-table-1", "gramigna-table-2", "gramigna-table-3", "gramigna-table-4")
def _expected(
    board: str,
    hole: str,
    player: str = "any",
    *,
    work: Work,
) -> object:
    """Compute the expected number of wins in 100 million games from the exact probability."""
    return round(win_probability(player, board, hole, work=work) * _GAMES, 1)


@row("gramigna-figure-6")
def _vacancies() -> object:
    return {
        name: sum(map(bool, map(feasible_finishes, first_vacancies(named_board(name)))))
        for name in ("french", "english")
    }


@row("gramigna-corollary")
def _sax_counts(holes: list[str]) -> object:
    """Compute the range of SAX counts over vacancies and over single pegs.

    Vacancies are listed up to symmetry, where a3 and c5 are images of each other.
    """
    board = named_board("triangle5")
    vacancies = {hole: sax_count(board.vacancy(hole)) for hole in holes}
    most = max(vacancies.values())
    return {
        "least": min(sax_count(board.single(hole)) for hole in board.holes),
        "most": most,
        "with the most": [hole for hole, count in vacancies.items() if count == most],
    }


@row("gramigna-expected-trials")
def _expected_trials() -> object:
    """Compute the expected numbers of trials, rounded so that they match the printed numbers."""
    vacancies = {1: ["hole"], 2: ["hole"], 3: ["board", "hole"], 4: ["hole"]}
    wins = {n: printed(f"gramigna-table-{n}", *keys) for n, keys in vacancies.items()}
    trials = printed("gramigna-expected-trials")["trials"]
    ways = {
        how: {
            f"table {n}": {key: whole(Fraction(_GAMES, won)) for key, won in of.items()}
            for n, of in wins.items()
        }
        for how, whole in (("floor", floor), ("rounding", round))
    }
    how = next((how for how in ways if plain(ways[how]) == trials), "rounding")
    return {"how": how, "trials": ways[how]}


@row("gramigna-section-2-spaces")
def _spaces() -> object:
    return {name: len(named_board(name)) for name in ("english", "french", "triangle5")}


@row("gramigna-section-3-2-times", "gramigna-section-3-4-times")
def _times(hole: str, digits: int, *, work: Work) -> float:
    """Return how much more likely a win is from a vacancy than from d1, as a rounded factor."""
    easy, hard = (win_probability("any", "english", start, work=work) for start in (hole, "d1"))
    return round(easy / hard, digits)


def figure_11_count() -> ResourceCount:
    """Return the resource count of figure 11, whose value is the number printed in the paper."""
    board = named_board("english")
    weights = tuple(int(y % 2 == 0) for _, y in board.holes)
    return ResourceCount(board, weights, "rows", "Gramigna, figure 11")


@row("gramigna-figure-11")
def _count_of_figure_11() -> object:
    before, _ = entry("gramigna-figure-10", "figures")["boards"]
    return figure_11_count().of(diagram(**before).position)


@row("gramigna-figure-10-six")
def _is_known(block: str, pegs: str, holes: str, jumps: str) -> object:
    removal = Removal.from_text("printed", block, pegs, holes, jumps)
    return any(
        (placed.block, placed.pegs, placed.holes) == (removal.block, removal.pegs, removal.holes)
        for placed in removals(named_board("english"))
    )


@row("gramigna-figure-10-l")
def _fourth_jump(block: str, pegs: str, holes: str, jumps: str) -> object:
    """Return the jump that makes the removal work, which is usually the printed jump."""
    board, written = named_board("english"), printed("gramigna-figure-10-l")
    names = list(map(board.hole_text, board))
    for jump in (written, *(f"{names[j.start]}-{names[j.end]}" for j in board.jumps)):
        try:
            if _is_known(block, pegs, holes, jumps.replace(written, jump)):
                return jump
        except (NotationError, ProblemError):
            continue
    return None


@row("gramigna-appendix-a")
def _appendix_a() -> object:
    solutions: dict[str, list[str]] = {"french": [], "english": [], "triangle5": []}
    for solution in published_solutions():
        [vacancy] = solution.solution.start.complement
        if solution.source.startswith("Gramigna") and len(solution.solution.finish) == 1:
            solutions[solution.board.name].append(solution.board.hole_text(vacancy))
    return {name: sorted(holes) for name, holes in solutions.items()}


# -- figures -------------------------------------------------------------------------------------


@figure("gramigna-figure-3")
def _figure_3() -> str:
    start = named_board("french").vacancy("d4")
    numbers = [int(hole in start) if hole in start.board else -1 for hole in square(7)]
    return Diagram(square(7), numbers=numbers, edges=False).svg()


@figure("gramigna-figure-11")
def _figure_11() -> str:
    return Diagram(named_board("english"), numbers=figure_11_count().weights).svg()
