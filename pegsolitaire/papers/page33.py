"""The rows and figures of Bell's web page on the 33-hole English board.

The figures have no numbers on the page.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise

from pegsolitaire.board import named_board
from pegsolitaire.chance import Odds, random_play
from pegsolitaire.draw import Diagram, panel_svg, solution_svg
from pegsolitaire.game import Problem, Solution
from pegsolitaire.papers.rows import entry, figure, row
from pegsolitaire.sets import level_table
from pegsolitaire.solving import MinimalGraph, MinimalSolutions, shortest
from pegsolitaire.surveys import MoveTable, move_table
from pegsolitaire.units import counted
from pegsolitaire.work import Work


@row("page33-table-1")
def _by_moves(*, work: Work) -> object:
    table = move_table(Problem.complement("english", "d4"), work=work)
    return {
        "forward": [
            (level.positions, (level.fewest_pegs, level.most_pegs)) for level in table.forward
        ],
        "backward": [
            (level.positions, (level.fewest_pegs, level.most_pegs)) for level in table.backward
        ],
        "totals": (table.forward_total, table.backward_total),
        "ratios forward": _ratios([level.positions for level in table.forward]),
        "ratios backward": _ratios([level.positions for level in table.backward]),
        "farthest": {
            "positions": len(table.farthest),
            "on solutions": table.forward[-1].winning,
        },
        "deepest": {"positions": len(table.deepest), "on solutions": table.backward[-1].winning},
    }


@row("page33-table-2")
def _by_jumps(*, work: Work) -> object:
    table = level_table(Problem.complement("english", "d4"), work=work)
    totals = table.totals()["F"], table.totals()["W"]
    rows = sorted(table.rows, key=lambda row: -row.pegs)
    return {
        "pegs": {row.pegs: (row.F, row.W) for row in rows},
        "ratios": _ratios([row.F for row in rows]),
        "% winning": {jumps: _percent(row.W, row.F) for jumps, row in enumerate(rows) if jumps},
        "totals": (*totals, _percent(totals[1], totals[0])),
    }


def _ratios(sizes: list[int]) -> dict[int, float]:
    """Divide each level size by the previous one, and round the ratios as on the page."""
    ratios = (after / before for before, after in pairwise(sizes))
    return dict(enumerate((round(ratio, 2 if ratio < 10 else 1) for ratio in ratios), 1))


def _percent(part: int, whole: int) -> float:
    return round(100 * part / whole, 1)


@lru_cache(maxsize=1)
def _central_odds() -> Odds:
    """Compute the odds of the central game for three rows, which takes a few seconds."""
    return random_play(Problem.to_any(named_board("english").vacancy("d4")), winning=True)


@row("page33-table-3")
def _ends() -> object:
    odds = _central_odds()
    return {
        "jumps": {end.jumps: (end.stuck, f"{end.probability:.4E}") for end in odds.ends},
        "dead ends": odds.stuck,
    }


@row("page33-random-play")
def _beside() -> object:
    odds = _central_odds()
    after_15 = (odds.still_winning or ())[15]
    return {
        "one peg": f"{odds.win_probability:.4E}",
        "centre": f"{odds.win_at[3, 3]:.4E}",
        "mean pegs": f"{odds.mean_pegs:.2f}",
        "shortest: one in": round(1 / odds.most_likely.probability),
        "still winning after 15": "less than 1 %" if after_15 < 0.01 else f"{after_15:.2%}",
    }


@row("page33-least-likely")
def _least_likely() -> object:
    return int(round(1 / _central_odds().least_likely.probability, -11))


@row("page33-shortest")
def _fewest(*, work: Work) -> object:
    answer = shortest(Problem.complement("english", "d4"), facts=False, work=work)
    if answer.solution is None or answer.all is None:
        return None
    return {
        "moves": len(answer.solution.moves),
        "solutions": answer.all.up_to_symmetry,
        "unordered": len(answer.all.unordered),
    }


@row("page33-french-classes")
def _two_endings(lines: list[str]) -> object:
    one, other = map(_french_solution, lines)
    is_same = sorted(map(str, one.moves)) == sorted(map(str, other.moves))
    return {
        "longest": sorted(map(len, one.moves))[-2:] if is_same else None,
        "last moves": [len(one.moves[-1]), len(other.moves[-1])],
        "the same first": one.moves[:9] == other.moves[:9],
    }


# -- figures -------------------------------------------------------------------------------------


_COLUMNS = 7


@lru_cache(maxsize=1)
def _move_table() -> MoveTable:
    """Compute the table of moves for two figures, which takes a quarter of a minute."""
    return move_table(Problem.complement("english", "d4"))


@figure("page33-23-moves", "page33-20-moves")
def _last(forward: bool) -> str:
    code = _move_table().farthest if forward else _move_table().deepest
    shown = []
    for position, wins in code.items():
        words = f"{counted(len(position), 'peg')}{', on a solution' if wins else ''}"
        shown.append(Diagram(position.board, position.code, edges=False, caption=words))
    return panel_svg(shown, columns=5, size=20)


@figure("page33-random-ends")
def _random_ends(*, work: Work) -> str:
    odds = random_play(Problem.to_any(named_board("english").vacancy("d4")), work=work)
    shown = []
    for words, end in (("most likely", odds.most_likely), ("least likely", odds.least_likely)):
        position = end.position
        caption = f"{words}: 1 in {1 / end.probability:,.0f}"
        shown.append(Diagram(position.board, position.code, edges=False, caption=caption))
    return panel_svg(shown, columns=2)


@figure("page33-solution-graph")
def _solution_graph() -> str:
    return MinimalGraph(_minimal()).svg()


@figure("page33-18-moves-bergholt")
def _bergholt(moves: str) -> str:
    game = Solution.from_moves(named_board("english").vacancy("d4"), moves)
    return solution_svg(game, columns=_COLUMNS)


@figure("page33-18-moves-other")
def _other() -> str:
    return solution_svg(other_solution(), columns=_COLUMNS)


def other_solution() -> Solution:
    """Return the only shortest solution with at most one move of five or more jumps."""
    return next(move_set.solution for move_set in _minimal().unordered if move_set.second < 5)


@lru_cache(maxsize=1)
def _minimal() -> MinimalSolutions:
    """Compute the solutions with the fewest moves for three figures."""
    return MinimalSolutions.of(Problem.complement("english", "d4"))


@figure("page33-french-1", "page33-french-2")
def _french_game(number: int) -> str:
    lines = entry("page33-french-classes")["lines"]
    return solution_svg(_french_solution(lines[number - 1]), columns=_COLUMNS)


def _french_solution(moves: str) -> Solution:
    return Solution.from_moves(named_board("french").vacancy("d3"), moves)
