"""Results that are not in the papers; docs/results-in-full.md explains how each was found."""

from __future__ import annotations

from pegsolitaire import construct
from pegsolitaire.board import FLAT, named_board, triangle
from pegsolitaire.chance import random_play, simulate
from pegsolitaire.errors import BoardTooLargeError
from pegsolitaire.game import Problem, Solution
from pegsolitaire.papers.parts import chance_of, win_probability
from pegsolitaire.papers.rows import printed, row
from pegsolitaire.sets import PositionValues, WinningSets, level_table
from pegsolitaire.sets.store import scratch_folder
from pegsolitaire.solving import (
    Shortest,
    count,
    count_by_finish,
    count_games,
    final_sweep,
    pattern_rows,
    shortest,
    swept_triangle,
    symmetric_patterns,
)
from pegsolitaire.surveys import census, unique_jumps, with_unique_solution
from pegsolitaire.theory import as_class
from pegsolitaire.work import Work

_MEMORY = "8GiB"  # memory for the levels of counts by finish; larger levels go to disk

# -- games and solutions --------------------------------------------------------------------------


@row("new-central-reachable")
def _reachable(*, work: Work) -> object:
    problem = Problem.complement("english", "d4")
    return level_table(problem, raw=True, work=work).totals()["F"]


@row("new-central-games")
def _central_games(*, work: Work) -> object:
    return {
        "games": count_games(Problem.complement("english", "d4"), work=work).total,
        "d1": count(Problem("english", "d4", "d1"), work=work),
    }


@row("new-triangle5-games")
def _triangle5_games(*, work: Work) -> object:
    games_by_vacancy = {}
    for hole in printed("new-triangle5-games"):
        games = count_games(Problem.to_any(named_board("triangle5").vacancy(hole)), work=work)
        games_by_vacancy[hole] = (games.total, games.won)
    return games_by_vacancy


@row("new-side-24")
def _side_24() -> object:
    pairs = construct.feasible_pairs(24)
    return len(pairs), sum(bool(construct.solve(24, *pair)) for pair in pairs)


@row("new-solutions")
def _by_finish(board: str, vacancy: str, *, work: Work) -> object:
    """Count the solutions to each listed finish, up to the symmetries that fix the vacancy."""
    at = named_board(board)
    with scratch_folder() as folder:
        budget = Work(memory=_MEMORY, scratch=folder)
        counts = count_by_finish(Problem.to_any(at.vacancy(vacancy)), work=budget)
    numbers = {at.hole_text(at.holes[code.bit_length() - 1]): n for code, n in counts.items()}
    listed = printed("new-solutions", "board", "vacancy")[board, vacancy]
    return {finish: number for finish, number in numbers.items() if finish in listed}


@row("new-solutions-wiegleb")
def _wiegleb_solutions(*, work: Work) -> object:
    problem = Problem.complement("wiegleb", "e5")
    wins = WinningSets.load(problem, work=work)
    return count(problem, wins=wins, work=work)


@row("new-diamond")
def _winning(start: str, finish: str, *, work: Work) -> object:
    """Count winning positions in stored winning sets, whose build can be resumed."""
    problem = Problem("diamond", start, finish)
    return len(WinningSets.load(problem, work=work))


# -- fewest moves, and long sweeps ----------------------------------------------------------------


@row("new-shortest")
def _fewest(board: str, *, work: Work) -> object:
    """Find the fewest moves for each problem by a search that uses no known results."""
    return {
        ends: _numbers(shortest(Problem(board, *ends.split()), facts=False, work=work))
        for ends in printed("new-shortest", "board")[board]
    }


@row("new-shortest-inside")
def _fewest_inside(
    board: str,
    start: str,
    finish: str,
    *,
    work: Work,
) -> object:
    """Search within stored winning sets, whose build can be resumed."""
    problem = Problem(board, start, finish)
    wins = WinningSets.load(problem, work=work)
    table = PositionValues.build(wins, ["moves"], work=work)
    return _numbers(shortest(problem, table=table, facts=False, work=work))


def _numbers(found: Shortest) -> tuple[int | None, ...] | None:
    """Return the fewest moves and three counts of solutions: all, up to symmetry, unordered."""
    every = found.all
    if every is None or not found.proven:
        return None
    try:
        unordered = len(every.unordered)
    except BoardTooLargeError:  # too many to list
        unordered = None
    return found.lower_bound, every.raw, every.up_to_symmetry, unordered


@row("new-shortest-french-c1-alike")
def _french_kinds(*, work: Work) -> object:
    """Count the solutions that differ in the starts, the ends or the lengths of their moves.

    An old web page states that there are 280 such solutions.
    """
    sets, kinds = 0, set()
    for finish in ("e1", "b4", "e4", "e7"):
        problem = Problem("french", "c1", finish)
        every = shortest(problem, facts=False, work=work).all
        for move_set in () if every is None else every.unordered:
            sets += 1
            moves = [(move.path[0], move.path[-1], len(move)) for move in move_set.solution.moves]
            kinds.add((finish, *sorted(moves)))
    return {"sets": sets, "kinds": len(kinds)}


@row("new-triangle12-44")
def _last_move_of_44(moves: str) -> object:
    line = Solution.from_moves(triangle(12).vacancy("c5"), moves)
    return {
        "last move": len(line.moves[-1]),
        "moves": len(line.moves),
        "pegs": len(line.finish),
    }


@row("new-sweep-of-figure-10")
def _swept(side: int) -> object:
    moves = swept_triangle(side).moves
    return {"jumps of the last move": len(moves[-1]), "moves": len(moves)}


@row("new-sweep")
def _longest(board: str, *, work: Work) -> object:
    longest = final_sweep(named_board(board), work=work)
    return {"jumps": longest.length, "ends a solution": longest.possible}


# -- random play ----------------------------------------------------------------------------------


@row("new-random-triangle8")
def _played(hole: str, *, work: Work) -> object:
    """Simulate 100 million games with a fixed seed, and return the number of wins."""
    problem = Problem.to_any(named_board("triangle8").vacancy(hole))
    return simulate(problem, games=100_000_000, seed=2018, work=work).wins


@row("new-player-english", "new-random-french", "new-random-triangle8-exact", "new-removal")
def _chance(
    board: str,
    hole: str,
    player: str = "any",
    digits: int = 3,
    *,
    work: Work,
) -> object:
    return format(win_probability(player, board, hole, work=work), f".{digits}e")


@row("new-player-triangle5")
def _one_in(player: str, holes: list[str], *, work: Work) -> object:
    chances = {hole: win_probability(player, "triangle5", hole, work=work) for hole in holes}
    return {hole: float(f"{1 / chance if chance else 0:.4g}") for hole, chance in chances.items()}


@row("new-count")
def _with_count(count: str, *, work: Work) -> object:
    anywhere = Problem.to_any(named_board("english").vacancy("d4"))
    players = (
        (f"resource:{count}", anywhere),
        (f"resource:{count}", Problem.complement("english", "d4")),
        (f"steady:{count}", anywhere),
    )
    return [format(chance_of(*player, work=work), ".3e") for player in players]


@row("new-knowing")
def _knowing(
    board: str,
    hole: str,
    jumps: int,
    *,
    work: Work,
) -> object:
    problem = Problem.to_any(named_board(board).vacancy(hole))
    odds = random_play(problem, by_hole=False, winning=True, work=work)
    return [format(odds.knowing(number), ".3e") for number in range(jumps)]


# -- classes, symmetry, patterns ------------------------------------------------------------------


@row("new-unique")
def _unique(board: str, letter: str, *, work: Work) -> object:
    unique = unique_jumps(as_class(named_board(board), letter), work=work)
    return len(unique), len(with_unique_solution(unique))


@row("new-symmetric-patterns-square", "new-symmetric-patterns-triangular")
def _symmetric_patterns(lattice: str, pegs: int, *, work: Work) -> object:
    return {
        number: [(len(count), len(count.unique), count.unique.most_jumps) for count in counts]
        for number, counts in symmetric_patterns(FLAT[lattice], pegs, work=work)
        if number >= 2
    }


@row("new-patterns-square", "new-patterns-triangular")
def _patterns(lattice: str, pegs: int, *, work: Work) -> object:
    return {
        row.pegs: (row.solvable, row.unique, row.max_jumps, row.count)
        for row in pattern_rows(FLAT[lattice], pegs, work=work)
        if row.pegs >= 2
    }


@row("new-census-square", "new-census-triangular", "new-census-square-diagonal")
def _census(lattice: str, holes: int, *, work: Work) -> object:
    rows = (small_board.row for small_board in census(FLAT[lattice], holes, work=work))
    return {row.holes: (row.boards, row.playable, row.some, row.every) for row in rows if row.some}
