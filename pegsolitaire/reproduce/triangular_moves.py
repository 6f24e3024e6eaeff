"""Rows: section 4 of Bell's Solving triangular peg solitaire, on solutions with few moves."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache, partial
from itertools import count

from pegsolitaire import triangular
from pegsolitaire.analysis import known_problems, longest_sweep, reorder, swept_triangle
from pegsolitaire.board import named_board, triangle
from pegsolitaire.data import published_solutions
from pegsolitaire.errors import ProblemError
from pegsolitaire.game import Move, Problem, Solution
from pegsolitaire.progress import Progress
from pegsolitaire.reproduce.published import ours
from pegsolitaire.reproduce.published import triangular as printed
from pegsolitaire.reproduce.row import Cost, Row
from pegsolitaire.theory import MoveBound, any_finish, feasible_finishes, merson_regions, packings

_COSTS: dict[int, Cost] = {8: "whole", 9: "large", 10: "large"}
_FROM_PRINTED = {9, 10}  # sides where a printed solution says how many moves are enough
_BEST_HERE = {11: 22, 12: 25}
_IN_B2 = 13  # the moves of the solution of side 8 in appendix B.2


def rows() -> Iterator[Row]:
    """All of them."""
    yield from _bounds()
    yield from _fewest()
    yield from _at_least()
    yield from _long_moves()
    yield Row(
        name="triangular-footnote-12",
        source="Triangular, section 4.2, footnote 12",
        title="vacancies of side 10, and those of them that the class allows, up to symmetry",
        published={"all": 12, "feasible": printed.TRIANGLE10_VACANCIES},
        compute=_vacancies_of_side_10,
        command="pegs show triangle10 --problems",
    )


def _bounds() -> Iterator[Row]:
    yield Row(
        name="triangular-figure-11",
        source="Triangular, figure 11",
        title="disjoint Merson regions of sides 6, 8 and 10",
        published=printed.MERSON_REGIONS,
        compute=lambda _: {side: _regions(side) for side in printed.MERSON_REGIONS},
        command="; ".join(
            f"pegs show triangle{side} --regions" for side in printed.MERSON_REGIONS
        ),
    )
    yield Row(
        name="triangular-formula-2",
        source="Triangular, formulas (2) and (3), Table 4, third column",
        title="bounds of the fewest moves by side; the upper one of side 12",
        published={"at least": printed.MERSON_BOUNDS, "side 12 at most": 29},
        compute=lambda _: {
            "at least": {
                side: triangular.move_bounds(side).least for side in printed.MERSON_BOUNDS
            },
            "side 12 at most": triangular.move_bounds(12).most,
        },
        command="; ".join(f"pegs facts triangle{side}" for side in printed.MERSON_BOUNDS),
    )


def _regions(side: int) -> int:
    board = triangle(side)
    return len(packings(board, merson_regions(board), 1)[0])


def _fewest() -> Iterator[Row]:
    for side, moves in printed.FEWEST_MOVES.items():
        yield Row(
            name=f"triangular-table-4-side-{side}",
            source="Triangular, Table 4 (A127500)",
            title=f"the fewest moves of any problem of side {side}",
            published=moves,
            compute=partial(_fewest_moves, side),
            command=f"pegs facts triangle{side}",
            replayed="a printed solution; that none is shorter is computed"
            if side in _FROM_PRINTED
            else "",
            cost=_COSTS.get(side, "quick"),
        )
    for side, moves in printed.FEWEST_MOVES_AT_MOST.items():
        yield Row(
            name=f"triangular-table-4-side-{side}",
            source="Triangular, Table 4",
            title=f"the fewest moves known of side {side}: a stored solution is replayed",
            published=moves,
            compute=partial(_best_known, side),
            command=f"pegs facts triangle{side}",
            replayed="stored solutions (data/boards)",
            ours=_BEST_HERE[side],
            right="both",
            why="The paper gives it as the best known; beams of ours found shorter ones.",
        )


def _at_least() -> Iterator[Row]:
    for side, moves in printed.FEWEST_MOVES_AT_LEAST.items():
        yield Row(
            name=f"triangular-table-4-side-{side}-at-least",
            source="Triangular, Table 4 and section 4.2",
            title=f"moves that any problem of side {side} needs: no vacancy is solved in one less",
            published=moves,
            compute=partial(_needed, side, moves),
            command=f"pegs facts triangle{side}",
            cost="whole" if side == min(printed.FEWEST_MOVES_AT_LEAST) else "quick",
        )
    yield Row(
        name="triangular-appendix-b2-side-8-complements",
        source="Triangular, appendix B.2",
        title=f"vacancies of side 8 whose complement problem is solvable in {_IN_B2} moves",
        published=printed.TRIANGLE8_COMPLEMENTS_IN_13,
        compute=_complements_of_side_8,
        command="pegs facts triangle8",
        cost="whole",
    )


def _needed(side: int, moves: int, progress: Progress) -> object:
    """So many, where Merson regions say it of a vacancy, or all that they leave was tried."""
    from pegsolitaire.engine import MoveBeam

    board = triangle(side)
    for start in (board.vacancy(board.holes[orbit[0]]) for orbit in board.orbits):
        if not feasible_finishes(start):
            continue
        problem = any_finish(start)
        bound = MoveBound.of(problem)
        if bound.moves_from(start.code) < moves:
            beam = MoveBeam(board, bound.forward, problem.finishes)
            if beam.exhaust(start.code, moves - 1, progress=progress) is not None:
                return f"fewer than {moves}"
    return moves


def _complements_of_side_8(progress: Progress) -> object:
    from pegsolitaire.analysis.shortest import TwoEnds

    board = triangle(8)
    holes = [board.hole_text(board.holes[orbit[0]]) for orbit in board.orbits]
    problems = {hole: Problem.complement(board, hole) for hole in holes}
    return [
        hole
        for hole, problem in problems.items()
        if TwoEnds(problem, _IN_B2, MoveBound.of(problem), progress=progress).meet()
    ]


def _fewest_moves(side: int, progress: Progress) -> object:
    """The first number of moves in which some vacancy is solved; or, on large sides, was in print.

    To find one more solution takes ten times as long as to see that there is none a move shorter.
    """
    from pegsolitaire.analysis.shortest import TwoEnds

    board = triangle(side)
    replayed = published_solutions(board) if side in _FROM_PRINTED else ()
    in_print = {len(one.solution.moves) for one in replayed}
    vacancies = [board.vacancy(board.holes[orbit[0]]) for orbit in board.orbits]
    problems = [any_finish(start) for start in vacancies if feasible_finishes(start)]
    return next(
        moves
        for moves in count(triangular.move_bounds(side).least)
        if moves in in_print
        or any(
            TwoEnds(problem, moves, MoveBound.of(problem), progress=progress).meet()
            for problem in problems
        )
    )


def _best_known(side: int, progress: Progress) -> object:
    rows = known_problems(triangle(side))
    return min(
        len(one.solution.moves)
        for row in rows
        for one in row.solutions
        if len(one.solution.finish) == 1
    )


def _long_moves() -> Iterator[Row]:
    yield Row(
        name="triangular-figure-10",
        source="Triangular, figure 10 and section 4.1",
        title="side 12: the last move, from a1 to a3; its complement, reduced to one peg: pegs, "
        "jumps, and jumps of the whole solution one by one; its moves; all of it replayed",
        published={
            "last move": 42, "from": "a1", "to": "a3", "pegs of the complement": 35,
            "its jumps": 34, "it leaves": 1, "with each jump a move": 35, "moves": 29,
        },
        compute=_figure_10,
        command="pegs reproduce --only triangular-figure-10",
        replayed="the moves that the figure prints",
    )  # fmt: skip
    yield Row(
        name="triangular-figure-10-fewest",
        source="Triangular, section 4.1",
        title="side 12: moves of a stored solution whose last one takes 42 pegs, replayed; and "
        "whether a move can be as long",
        published={"last move": 42, "longest is no less": True, "moves": 29},
        compute=_shortest_with_a_sweep,
        command=f"pegs replay triangle12 e7 '{ours.T12_IN_28}'",
        replayed="a stored solution of 28 moves",
        ours={"last move": 42, "longest is no less": True, "moves": 28},
        right="both",
        why="With another sweep of 42 jumps: from e7 to e7 in 28 moves, and none from there to "
        "that sweep is shorter.",
    )
    yield Row(
        name="triangular-formula-1",
        source="Triangular, formula (1)",
        title="moves of a solution that ends with the sweep of figure 10, extended to side 24",
        published=printed.SWEPT_MOVES,
        compute=lambda _: {side: _swept_moves(side) for side in printed.SWEPT_MOVES},
        command="pegs sweep triangle12 --last --length 42",
        ours=printed.SWEPT_MOVES | {24: None},
        right="open",
        why="The paper does not print how the game is extended: ours goes to side 20, and no way "
        "was found for sides 22 and 24 (docs/results.md, 'What was tried and failed').",
    )


@lru_cache(maxsize=4)
def _swept(side: int) -> Solution:
    """What rows and a figure ask, computed once: some seconds."""
    return swept_triangle(side)


def _swept_moves(side: int) -> int | None:
    try:
        return len(_swept(side).moves)
    except ProblemError:
        return None


@lru_cache(maxsize=1)
def swept_from_complement(side: int) -> tuple[Move, Solution]:
    """The last move of figure 10, and the complement of where it begins, reduced to one peg.

    The jumps before the last move lead there backward; they are put into few moves.
    """
    game = _swept(side)
    sweep = game.moves[-1]
    before = len(game) - len(sweep)
    start = game.start
    for jump in game.jumps[:before]:
        start = start.after(jump)
    return sweep, reorder(Solution(start.complement, game.reversed().jumps[-before:]))


def _figure_10(progress: Progress) -> object:
    sweep, reduction = swept_from_complement(12)
    board = reduction.start.board
    return {
        "last move": len(sweep),
        "from": board.hole_text(sweep.path[0]),
        "to": board.hole_text(sweep.path[-1]),
        "pegs of the complement": len(reduction.start),
        "its jumps": len(reduction),
        "it leaves": len(reduction.finish),
        "with each jump a move": len(reduction) + 1,
        "moves": _swept_moves(12),
    }


def _shortest_with_a_sweep(progress: Progress) -> object:
    line = Solution.from_moves(triangle(12).vacancy("e7"), ours.T12_IN_28.split(", "))
    longest = longest_sweep(triangle(12), progress)
    return {
        "last move": len(line.moves[-1]),
        "longest is no less": longest is not None and len(longest) >= len(line.moves[-1]),
        "moves": len(line.moves),
    }


def _vacancies_of_side_10(progress: Progress) -> object:
    board = named_board("triangle10")
    first = [board.holes[orbit[0]] for orbit in board.orbits]
    feasible = [hole for hole in first if feasible_finishes(board.vacancy(hole))]
    return {"all": len(first), "feasible": sorted(map(board.hole_text, feasible))}
