"""Rows that the papers lack: solutions with the fewest moves, and long sweeps."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from pegsolitaire.analysis import Shortest, final_sweep, shortest_solution, swept_triangle
from pegsolitaire.board import named_board, triangle
from pegsolitaire.errors import BoardTooLargeError
from pegsolitaire.game import Problem, Solution
from pegsolitaire.progress import Progress
from pegsolitaire.reproduce.published import counts, diagonal
from pegsolitaire.reproduce.published import ours as printed
from pegsolitaire.reproduce.row import Cost, Row
from pegsolitaire.sets import WinningMoves, WinningSets

_SLOW_SWEEPS = 24  # holes of boards whose longest sweeps take longer than some seconds
_SHORTEST = counts.SHORTEST | diagonal.DIAGONAL_SHORTEST


def rows() -> Iterator[Row]:
    """All of them."""
    yield from _shortest()
    yield from _sweeps()


def _shortest() -> Iterator[Row]:
    costs: dict[str, Cost] = {
        "english": "whole", "square6": "whole", "english5+diagonal": "whole", "french": "large",
    }  # fmt: skip
    for name, table in _SHORTEST.items():
        yield Row(
            name=f"new-shortest-{name.replace('+', '-')}",
            source="New: shortest solutions",
            title=f"problems of {name}: fewest moves, solutions, up to symmetry, in any order",
            published=table,
            compute=partial(_fewest, name),
            command=f"pegs show {name} --problems --shortest",
            cost=costs.get(name, "quick"),
        )
    for name, inside in counts.SHORTEST_INSIDE.items():
        for (start, finish), found in inside.items():
            yield Row(
                name=f"new-shortest-{name}-{start}-{finish}".replace("+", "-"),
                source="New: shortest solutions",
                title=f"{name}, {start} to {finish}: the same, once pegs winning has its sets",
                published=found,
                compute=partial(_fewest_inside, name, start, finish),
                command=f"pegs solve {name} {start} --finish {finish} --shortest",
                cost="large",
            )
    yield Row(
        name="new-shortest-french-c1-alike",
        source="New: shortest solutions",
        title="french c1: sets of moves, and kinds of them by starts, ends and numbers of jumps",
        published={"sets": 294, "kinds": 280},
        compute=_french_kinds,
        command="pegs solve french c1 --finish e1 --shortest --all 243",
        cost="large",
    )


def _fewest(name: str, progress: Progress) -> object:
    """Searched and proven without what is known."""
    board = named_board(name)
    found: dict[tuple[str, str], object] = {}
    for start, finish in _SHORTEST[name]:
        problem = Problem.single(board, start, finish)
        found[start, finish] = _numbers(shortest_solution(problem, facts=False, progress=progress))
    return found


def _fewest_inside(name: str, start: str, finish: str, progress: Progress) -> object:
    """Through the store: what takes long goes on where it was."""
    problem = Problem.single(named_board(name), start, finish)
    table = WinningMoves.build(WinningSets.load(problem, progress=progress), progress)
    return _numbers(shortest_solution(problem, table=table, facts=False, progress=progress))


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


def _french_kinds(progress: Progress) -> object:
    """An old page counts 280: those whose moves begin, end and are as long as another's once."""
    sets, kinds = 0, set()
    for finish in ("e1", "b4", "e4", "e7"):
        problem = Problem.single(named_board("french"), "c1", finish)
        every = shortest_solution(problem, facts=False, progress=progress).all
        for one in () if every is None else every.unordered:
            sets += 1
            moves = [(move.path[0], move.path[-1], len(move)) for move in one.solution.moves]
            kinds.add((finish, *sorted(moves)))
    return {"sets": sets, "kinds": len(kinds)}


def _last_move_of_44(progress: Progress) -> object:
    line = Solution.from_moves(triangle(12).vacancy("c5"), printed.T12_WITH_44.split(", "))
    return {
        "last move": len(line.moves[-1]),
        "moves": len(line.moves),
        "pegs": len(line.finish),
    }


def _sweeps() -> Iterator[Row]:
    yield Row(
        name="new-triangle12-44",
        source="New: long sweeps",
        title="a solution of side 12, replayed: jumps of its last move, moves",
        published={"last move": 44, "moves": 28, "pegs": 1},
        compute=_last_move_of_44,
        command=f"pegs replay triangle12 c5 '{printed.T12_WITH_44}'",
        replayed="a stored solution",
    )
    for name, (length, ends) in (printed.FINAL_SWEEPS | diagonal.DIAGONAL_SWEEPS).items():
        yield Row(
            name=f"new-sweep-{name.replace('+', '-')}",
            source="New: long sweeps",
            title=f"the longest sweep of {name}, and whether it ends a solution",
            published={"jumps": length, "ends a solution": ends},
            compute=partial(_longest, name),
            command=f"pegs sweep {name} --last",
            cost="quick" if len(named_board(name)) <= _SLOW_SWEEPS else "whole",
        )

    for side, (jumps, moves) in printed.SWEPT_TRIANGLES.items():
        yield Row(
            name=f"new-sweep-of-figure-10-side-{side}",
            source="New: long sweeps",
            title=f"side {side}: a solution that ends with the sweep of figure 10",
            published={"jumps of the last move": jumps, "moves": moves},
            compute=partial(_swept, side),
            command=f"pegs sweep triangle{side} --last --length {jumps}",
            cost="quick" if side == min(printed.SWEPT_TRIANGLES) else "whole",
        )


def _swept(side: int, progress: Progress) -> object:
    moves = swept_triangle(side).moves
    return {"jumps of the last move": len(moves[-1]), "moves": len(moves)}


def _longest(name: str, progress: Progress) -> object:
    found = final_sweep(named_board(name), progress=progress)
    return {"jumps": found.length, "ends a solution": found.possible}
