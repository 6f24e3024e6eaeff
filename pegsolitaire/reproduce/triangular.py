"""Rows: Bell's Solving triangular peg solitaire, section 2: theorems, small boards, players."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from pegsolitaire import triangular
from pegsolitaire.analysis import (
    count_solutions,
    count_unordered,
    search_core,
    solve,
    survey_without_edge,
)
from pegsolitaire.board import Hole, named_board, triangle
from pegsolitaire.chance import exact_play, player_named
from pegsolitaire.game import Position, Problem, Solution
from pegsolitaire.progress import Progress
from pegsolitaire.reproduce import triangular_moves, triangular_purges
from pegsolitaire.reproduce.published import triangular as printed
from pegsolitaire.reproduce.row import Row
from pegsolitaire.theory import (
    any_finish,
    effective_slack,
    exit_count,
    feasible_finishes,
    sax_count,
    svss_problems,
)

_TO = 12  # sides up to which theorems are checked: those of Table 3


def rows() -> Iterator[Row]:
    """All of them."""
    yield from _theorems()
    yield from _triangle4()
    yield from _triangle5()
    yield from _players()
    yield from triangular_purges.rows()
    yield from triangular_moves.rows()


# -- section 2.1 --------------------------------------------------------------------------------


def _theorems() -> Iterator[Row]:
    yield Row(
        name="triangular-theorem-2-1",
        source="Triangular, theorem 2.1",
        title=f"sides 4 to {_TO}: vacancies where being solvable and condition B go together",
        published=0,
        compute=lambda _: sum(map(_exceptions_to_2_1, range(4, _TO + 1))),
        command="pegs reproduce --only triangular-theorem-2-1",
        replayed="stored cores and openings (data/constructions)",
    )
    yield Row(
        name="triangular-theorem-2-2",
        source="Triangular, theorem 2.2",
        title=f"sides 6 to {_TO}: pairs whose solution does not agree with the condition",
        published=0,
        compute=lambda _: sum(map(_exceptions_to_2_2, range(6, _TO + 1))),
        command="pegs reproduce --only triangular-theorem-2-2",
        replayed="stored cores and openings (data/constructions)",
    )
    yield Row(
        name="triangular-theorem-2-3",
        source="Triangular, theorem 2.3",
        title="sides 5, 6, 8: positions with 120 degree symmetry whose class allows one peg",
        published={"5": 0, "6": 0, "8": 0},
        compute=lambda _: {side: _turned_positions_in_class(side) for side in (5, 6, 8)},
        command="pegs reproduce --only triangular-theorem-2-3",
    )
    yield Row(
        name="triangular-corollary-2-1",
        source="Triangular, corollary 2.1",
        title="sides 4, 7 and 10, which theorem 2.3 leaves: complement problems that are feasible",
        published={"4": 0, "7": 0, "10": 0},
        compute=lambda _: {
            side: sum(triangular.is_feasible(side, hole, hole) for hole in triangle(side).holes)
            for side in (4, 7, 10)
        },
        command="pegs reproduce --only triangular-corollary-2-1",
    )


def _exceptions_to_2_1(side: int) -> int:
    return sum(
        triangular.solve(side, (x, y), search=search_core).solvable
        is not (side % 3 != 1 or (x + y) % 3 != 0)
        for x, y in triangle(side).holes
    )


def _exceptions_to_2_2(side: int) -> int:
    """Pairs up to symmetry that are solved, one by one, against the condition for all pairs."""
    unsolved = sum(
        not triangular.solve(side, start, finish, search_core)
        for start, finish in triangular.feasible_pairs(side)
    )
    holes = triangle(side).holes
    wrong = sum(
        triangular.is_feasible(side, one, other) != _condition_2_2(side, one, other)
        for one, other in product(holes, holes)
    )
    return unsolved + wrong


def _condition_2_2(side: int, start: Hole, finish: Hole) -> bool:
    if side % 3 == 1:
        return sum(start) % 3 != 0 and (sum(start) + sum(finish)) % 3 == 0
    return sum(start) % 3 == sum(finish) % 3


def _turned_positions_in_class(side: int) -> int:
    board, last = triangle(side), side - 1
    turns = [
        {board.index(hole) for hole in ((x, y), (y - x, last - x), (last - y, x + last - y))}
        for x, y in board.holes
    ]
    orbits = sorted({sum(1 << i for i in orbit) for orbit in turns})
    found = 0
    for chosen in range(1, 1 << len(orbits)):
        code = sum(orbit for i, orbit in enumerate(orbits) if chosen >> i & 1)
        found += bool(feasible_finishes(Position(board, code)))
    return found


# -- sections 2.2 and 2.3 -----------------------------------------------------------------------


def _triangle4() -> Iterator[Row]:
    yield Row(
        name="triangular-section-2-2",
        source="Triangular, section 2.2 and its addendum",
        title="the three problems on 10 holes from a2: whether they have a solution",
        published={"b2": True, "a3": False, "c4": False},
        compute=_triangle4_problems,
        command="pegs show triangle4 --problems",
    )
    yield Row(
        name="triangular-footnote-4",
        source="Triangular, section 2.2, footnote 4",
        title="positions reached from a2 where b3 is jumped by a2-c4 or c4-a2 only",
        published=27,
        compute=_footnote_4,
        command="pegs reproduce --only triangular-footnote-4",
        ours=26,
        right="ours",
        why="All played out one by one, the start counted.",
    )


def _triangle4_problems(progress: Progress) -> object:
    board = named_board("triangle4")
    problems = {hole: Problem.single(board, "a2", hole) for hole in ("b2", "a3", "c4")}
    return {
        hole: solve(problem, facts=False, progress=progress).solvable
        for hole, problem in problems.items()
    }


def _footnote_4(progress: Progress) -> object:
    board = named_board("triangle4")
    others = {frozenset(map(board.hole, pair)) for pair in (("a3", "c3"), ("b2", "b4"))}
    level, reached = {board.vacancy("a2")}, set()
    while level:
        reached |= {position.code for position in level}
        level = {
            position.after(jump)
            for position in level
            for jump in position.jumps
            if frozenset((jump.start, jump.end)) not in others
        }
    return len(reached)


def _triangle5() -> Iterator[Row]:
    yield Row(
        name="triangular-section-2-3",
        source="Triangular, section 2.3",
        title="solutions of the a1 complement: all; and up to reflection, regardless of order",
        published={"all": printed.TRIANGLE5_CORNER_SOLUTIONS, "different": 2},
        compute=_corner_solutions,
        command="pegs count triangle5 a1 --unordered",
    )
    yield Row(
        name="triangular-section-2-3-second",
        source="Triangular, section 2.3",
        title="the second solution, replayed: its jumps, and whether it ends at a1",
        published={"jumps": 13, "ends at a1": True},
        compute=_second_solution,
        command=f"pegs replay triangle5 a1 '{printed.TRIANGLE5_SECOND_SOLUTION}'",
        replayed="the printed moves",
    )
    yield Row(
        name="triangular-figure-4",
        source="Triangular, figure 4 and section 2.3",
        title="the SAX count: of the full board and of vacancies, and what jumps can lose",
        published={
            "full": 0, "a1": 1, "b3": -1, "after a3-a1": 0, "into a corner": [1],
            "out of the inside": [1, 2], "raised": 0, "complements of opposite count": True,
        },
        compute=_sax,
        command="pegs reproduce --only triangular-figure-4",
    )  # fmt: skip
    yield Row(
        name="triangular-table-1",
        source="Triangular, Table 1",
        title="the pairs on 15 holes: effective slack, and whether they are solvable",
        published={
            pair: (printed.EFFECTIVE_SLACKS[pair], solvable)
            for pair, solvable in printed.TRIANGULAR_TABLE_1.items()
        },
        compute=_table_1,
        command="pegs reproduce --only triangular-table-1",
    )
    yield Row(
        name="triangular-footnote-7",
        source="Triangular, section 2.3, footnote 7",
        title="feasible problems of 15 holes, and those that are solvable without an edge",
        published=(17, 17),
        compute=_without_edge,
        command="pegs show triangle5 --problems --unbounded",
    )
    yield Row(
        name="triangular-addendum",
        source="Triangular, addendum",
        title="positions of 15 holes where the F - E count is not the SAX count; that of b3",
        published={"differ": 0, "b3": 8 - 9},
        compute=_addendum,
        command="pegs reproduce --only triangular-addendum",
    )


def _corner_solutions(progress: Progress) -> object:
    problem = Problem.complement(named_board("triangle5"), "a1")
    unordered = count_unordered(problem, progress=progress)
    return {
        "all": count_solutions(problem, progress),
        "different": unordered.up_to_symmetry,
    }


def _second_solution(progress: Progress) -> object:
    board = named_board("triangle5")
    line = Solution.from_moves(board.vacancy("a1"), printed.TRIANGLE5_SECOND_SOLUTION.split(", "))
    return {"jumps": len(line), "ends at a1": line.solves(Problem.complement(board, "a1"))}


def _sax(progress: Progress) -> object:
    board = named_board("triangle5")
    counts = [sax_count(Position(board, code)) for code in range(board.full + 1)]
    corners = {board.index(hole) for hole in ("a1", "a5", "e5")}
    inside = {board.index(hole) for hole in ("b3", "b4", "c4")}
    into, out = set(), set()
    raised = 0
    for code in range(board.full + 1):
        for jump in board.jumps_from(code):
            loss = counts[code] - counts[code ^ jump.mask]
            raised += loss < 0
            into |= {loss} if jump.end in corners else set()
            out |= {loss} if jump.start in inside else set()
    start = board.vacancy("a1")
    return {
        "full": counts[board.full],
        "a1": sax_count(start),
        "b3": sax_count(board.vacancy("b3")),
        "after a3-a1": sax_count(start.after("a3-a1")),
        "into a corner": sorted(into),
        "out of the inside": sorted(out),
        "raised": raised,
        "complements of opposite count": all(
            counts[board.full ^ code] == -count for code, count in enumerate(counts)
        ),
    }


def _table_1(progress: Progress) -> object:
    """The pairs are images of those that the class allows; each is solved without the facts."""
    board = named_board("triangle5")
    found = {}
    for start, finish in printed.TRIANGULAR_TABLE_1:
        answer = solve(Problem.single(board, start, finish), facts=False, progress=progress)
        found[start, finish] = (effective_slack(start, finish), answer.solvable)
    return found


def _without_edge(progress: Progress) -> object:
    board = named_board("triangle5")
    solved = sum(bool(one.answer.solvable) for one in survey_without_edge(board, progress))
    return len(list(svss_problems(board))), solved


def _addendum(progress: Progress) -> object:
    board = named_board("triangle5")
    positions = [Position(board, code) for code in range(board.full + 1)]
    return {
        "differ": sum(sax_count(one) != exit_count(one) for one in positions),
        "b3": exit_count(board.vacancy("b3")),
    }


def _players() -> Iterator[Row]:
    yield Row(
        name="triangular-table-2",
        source="Triangular, Table 2",
        title="one game in how many players A, B and C win on 15 holes",
        published=printed.RANDOM_TRIANGLE5,
        compute=_table_2,
        command="; ".join(
            f"pegs random triangle5 --all --player {name}" for name in ("any", "thumb", "sax")
        ),
    )


def _table_2(progress: Progress) -> object:
    found = {}
    for hole in printed.RANDOM_TRIANGLE5:
        problem = any_finish(named_board("triangle5").vacancy(hole))
        chances = [
            exact_play(problem, player_named(name, problem), progress=progress).win_probability
            for name in ("any", "thumb", "sax")
        ]
        found[hole] = [round(1 / chance) for chance in chances]
    return found
