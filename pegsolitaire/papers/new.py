"""Rows that the papers lack; docs/results.md says how each was found."""

from __future__ import annotations

from pegsolitaire import triangular
from pegsolitaire.analysis import (
    Shortest,
    census,
    count_by_finish,
    count_games,
    count_solutions,
    final_sweep,
    most_symmetric_solution,
    passed,
    pattern_rows,
    shortest,
    swept_triangle,
    symmetric_patterns,
    symmetric_positions,
    unique_jumps,
    with_unique_solution,
)
from pegsolitaire.board import FLAT, named_board, symmetry_types, triangle
from pegsolitaire.budget import Budget
from pegsolitaire.chance import player_named, random_play, simulate
from pegsolitaire.errors import BoardTooLargeError
from pegsolitaire.game import Problem, Solution
from pegsolitaire.papers.rows import printed, row
from pegsolitaire.progress import Progress
from pegsolitaire.sets import PositionValues, Tablebase, WinningSets, level_table
from pegsolitaire.sets.store import scratch_folder
from pegsolitaire.theory import class_named, svss_problems

_MEMORY = "8GiB"  # for the levels of counts by finish, which go to disk past that

# -- games and solutions --------------------------------------------------------------------------


def _central() -> Problem:
    return Problem.complement(named_board("english"), "d4")


@row("new-central-reachable")
def _reachable(progress: Progress) -> object:
    return level_table(_central(), raw=True, progress=progress).totals()["F"]


@row("new-english-problems")
def _problems(progress: Progress) -> object:
    return len(list(svss_problems(named_board("english"))))


@row("new-central-games")
def _central_games(progress: Progress) -> object:
    return {
        "games": count_games(_central(), progress).total,
        "d1": count_solutions(Problem(named_board("english"), "d4", "d1"), progress),
    }


@row("new-triangle5-games")
def _triangle5_games(progress: Progress) -> object:
    found = {}
    for hole in ("a1", "a2", "a3", "b3"):
        games = count_games(Problem.to_any(named_board("triangle5").vacancy(hole)), progress)
        found[hole] = (games.total, games.won)
    return found


@row("new-side-24")
def _side_24(progress: Progress) -> object:
    pairs = triangular.feasible_pairs(24)
    return len(pairs), sum(bool(triangular.solve(24, *pair)) for pair in pairs)


@row("new-solutions")
def _by_finish(progress: Progress, board: str, vacancy: str) -> object:
    """Of finishes that are images under what leaves the vacancy alone, the one that is listed."""
    at = named_board(board)
    with scratch_folder() as folder:
        budget = Budget(memory=_MEMORY, scratch=folder)
        found = count_by_finish(Problem.to_any(at.vacancy(vacancy)), progress, budget)
    numbers = {at.hole_text(at.holes[code.bit_length() - 1]): n for code, n in found.items()}
    listed = printed("new-solutions")[f"{board}-{vacancy}"]
    return {finish: number for finish, number in numbers.items() if finish in listed}


@row("new-solutions-wiegleb")
def _wiegleb_solutions(progress: Progress) -> object:
    problem = Problem.complement(named_board("wiegleb"), "e5")
    wins = WinningSets.load(problem, progress=progress)
    return count_solutions(problem, progress, wins=wins)


@row("new-diamond")
def _winning(progress: Progress, start: str, finish: str) -> object:
    """Through the store: what takes long goes on where it was."""
    problem = Problem(named_board("diamond"), start, finish)
    return len(WinningSets.load(problem, progress=progress))


# -- fewest moves, and long sweeps ----------------------------------------------------------------


@row("new-shortest")
def _fewest(progress: Progress, board: str) -> object:
    """Searched and proven without what is known."""
    found = {}
    for ends in printed("new-shortest")[board.replace("+", "-")]:
        problem = Problem(named_board(board), *ends.split())
        found[ends] = _numbers(shortest(problem, facts=False, progress=progress))
    return found


@row("new-shortest-inside")
def _fewest_inside(progress: Progress, board: str, start: str, finish: str) -> object:
    """Through the store: what takes long goes on where it was."""
    problem = Problem(named_board(board), start, finish)
    wins = WinningSets.load(problem, progress=progress)
    table = PositionValues.build(wins, ["moves"], progress)
    return _numbers(shortest(problem, table=table, facts=False, progress=progress))


def _numbers(found: Shortest) -> tuple[int | None, ...] | None:
    """The fewest moves, the solutions, those up to symmetry and those in any order."""
    every = found.all
    if every is None or not found.proven:
        return None
    try:
        unordered = len(every.unordered)
    except BoardTooLargeError:  # too many to list
        unordered = None
    return found.lower_bound, every.raw, every.up_to_symmetry, unordered


@row("new-shortest-french-c1-alike")
def _french_kinds(progress: Progress) -> object:
    """An old page counts 280: those whose moves begin, end and are as long as another's once."""
    sets, kinds = 0, set()
    for finish in ("e1", "b4", "e4", "e7"):
        problem = Problem(named_board("french"), "c1", finish)
        every = shortest(problem, facts=False, progress=progress).all
        for one in () if every is None else every.unordered:
            sets += 1
            moves = [(move.path[0], move.path[-1], len(move)) for move in one.solution.moves]
            kinds.add((finish, *sorted(moves)))
    return {"sets": sets, "kinds": len(kinds)}


@row("new-triangle12-44")
def _last_move_of_44(progress: Progress, moves: str) -> object:
    line = Solution.from_moves(triangle(12).vacancy("c5"), moves.split(", "))
    return {
        "last move": len(line.moves[-1]),
        "moves": len(line.moves),
        "pegs": len(line.finish),
    }


@row("new-sweep-of-figure-10")
def _swept(progress: Progress, side: int) -> object:
    moves = swept_triangle(side).moves
    return {"jumps of the last move": len(moves[-1]), "moves": len(moves)}


@row("new-sweep")
def _longest(progress: Progress, board: str) -> object:
    found = final_sweep(named_board(board), progress=progress)
    return {"jumps": found.length, "ends a solution": found.possible}


# -- random play ----------------------------------------------------------------------------------


@row("new-random-triangle8")
def _played(progress: Progress, hole: str) -> object:
    """The wins of 100 million games, the same ones every time."""
    problem = Problem.to_any(named_board("triangle8").vacancy(hole))
    return simulate(problem, 100_000_000, seed=2018, progress=progress).wins


@row("new-player-english", "new-random-french", "new-random-triangle8-exact", "new-removal")
def _chance(
    progress: Progress, board: str, hole: str, player: str = "any", digits: int = 3
) -> object:
    problem = Problem.to_any(named_board(board).vacancy(hole))
    return format(_probability(player, problem, progress), f".{digits}e")


@row("new-player-triangle5")
def _one_in(progress: Progress, player: str) -> object:
    found = {}
    for hole in ("a1", "a2", "a3", "b3"):
        problem = Problem.to_any(named_board("triangle5").vacancy(hole))
        chance = _probability(player, problem, progress)
        found[hole] = float(f"{1 / chance if chance else 0:.4g}")
    return found


@row("new-count")
def _with_count(progress: Progress, count: str) -> object:
    anywhere = Problem.to_any(named_board("english").vacancy("d4"))
    players = (
        (f"resource:{count}", anywhere),
        (f"resource:{count}", _central()),
        (f"steady:{count}", anywhere),
    )
    return [format(_probability(*one, progress), ".3e") for one in players]


def _probability(player: str, problem: Problem, progress: Progress) -> float:
    odds = random_play(problem, player_named(player, problem), by_hole=False, progress=progress)
    return float(odds.win_probability)


@row("new-knowing")
def _knowing(progress: Progress, board: str, hole: str, jumps: int) -> object:
    problem = Problem.to_any(named_board(board).vacancy(hole))
    odds = random_play(problem, by_hole=False, winning=True, progress=progress)
    return [format(float(odds.knowing(number)), ".3e") for number in range(jumps)]


# -- classes, symmetry, patterns ------------------------------------------------------------------


@row("new-class")
def _sizes(progress: Progress, board: str, letter: str) -> object:
    chosen = class_named(named_board(board), letter)
    table = Tablebase.of(chosen.board, chosen.finishes, progress)
    levels = table.reduced_sizes()
    largest = max(levels.items(), key=lambda level: level[1])
    return len(table), sum(levels.values()), largest


@row("new-symmetric")
def _others(progress: Progress, board: str, letters: str) -> object:
    found = symmetric_positions(named_board(board), progress, letters=letters)
    return {(row.kind.number, row.found_in.letter): len(row) for row in found}


@row("new-most-symmetric")
def _passed(progress: Progress, number: int) -> object:
    kind = symmetry_types(named_board("english"))[number - 1]
    wins = WinningSets.build(_central(), progress)
    return len(passed(most_symmetric_solution(wins, kind, progress), kind))


@row("new-unique")
def _unique(progress: Progress, board: str, letter: str) -> object:
    found = unique_jumps(class_named(named_board(board), letter), progress)
    return len(found), len(with_unique_solution(found))


@row("new-symmetric-patterns-square", "new-symmetric-patterns-triangular")
def _symmetric_patterns(progress: Progress, lattice: str, pegs: int) -> object:
    return {
        number: [(len(one), one.unique.row.unique, one.unique.row.max_jumps) for one in found]
        for number, found in symmetric_patterns(FLAT[lattice], pegs, progress)
        if number >= 2
    }


@row("new-patterns-square", "new-patterns-triangular")
def _patterns(progress: Progress, lattice: str, pegs: int) -> object:
    return {
        row.pegs: (row.solvable, row.unique, row.max_jumps, row.count)
        for row in pattern_rows(FLAT[lattice], pegs, progress)
        if row.pegs >= 2
    }


@row("new-census-square", "new-census-triangular", "new-census-square-diagonal")
def _census(progress: Progress, lattice: str, holes: int) -> object:
    rows = (one.row for one in census(FLAT[lattice], holes, progress))
    return {row.holes: (row.boards, row.playable, row.some, row.every) for row in rows if row.some}
