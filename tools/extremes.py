"""Look for the extremes of boards, and write them to ``data/extremes.toml``.

    python tools/extremes.py english triangle5   those of some boards
    python tools/extremes.py stuck:english:c2    fool's solitaire from one vacancy

What is there already stays, unless it was found by fewer routes.
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from time import process_time

from pegsolitaire.analysis import (
    fools_by_program,
    fools_solitaire,
    fullest_dead,
    fullest_with_unique_solution,
    longest_forced,
    solve,
    unique_jumps,
)
from pegsolitaire.board import Board
from pegsolitaire.budget import Budget
from pegsolitaire.game import (
    Extreme,
    Position,
    Problem,
    Solution,
    built_in_extremes,
    extremes_text,
)
from pegsolitaire.sets import Tablebase
from pegsolitaire.theory import position_classes

FILE = Path(__file__).parents[1] / "pegsolitaire" / "game" / "data" / "extremes.toml"
SECONDS = 100.0  # for each route, from each vacancy
POSITIONS = 30_000_000  # of all levels together
LARGEST = 36  # holes of a board whose classes are looked at


def stuck(start: Position) -> Extreme | None:
    """The shortest game to where no jump is possible, by both routes where both find it."""
    found = fools_solitaire(start, budget=Budget(SECONDS, POSITIONS))
    other = fools_by_program(start, 300, Budget(SECONDS))
    both = [one for one in (found, other) if one is not None]
    if len({len(one.finish) for one in both}) > 1:
        raise AssertionError(f"{start.text}: the routes differ")
    return Extreme("stuck", both[0], routes=len(both)) if both else None


def of_classes(board: Board) -> Iterator[Extreme]:
    """The extremes of each class that have some."""
    for found_in in position_classes(board):
        letter = found_in.letter
        table = Tablebase.build(board, found_in.finishes)
        if dead := fullest_dead(table):
            yield Extreme("dead", Solution(dead[0], []), letter, len(dead))
        unique = unique_jumps(found_in, table=table)
        if single := fullest_with_unique_solution(unique):
            problem = Problem(board, (single[0].code,), found_in.finishes)
            solution = solve(problem).solution
            if solution is None:
                raise AssertionError(f"code:{single[0].code} is solvable")
            yield Extreme("unique", solution, letter, len(single))
        forced = longest_forced(unique, table)
        if forced.starts:
            line = Solution(forced.starts[0], forced.jumps)
            yield Extreme("forced", line, letter, len(forced.starts))


def searches(word: str) -> Iterator[Extreme]:
    """What is looked for, for one word of the command line."""
    _, only, rest = word.rpartition("stuck:")
    name, _, hole = rest.partition(":")
    board = Board.from_name(name)
    holes = [board.hole(hole)] if hole else [board.holes[orbit[0]] for orbit in board.orbits]
    for start in map(board.vacancy, holes):
        if start.jumps and (one := stuck(start)):
            yield one
    if len(board) <= LARGEST and not only and not hole:
        yield from of_classes(board)


def key(one: Extreme) -> tuple[str, str, str | None, int]:
    """What a file has one extreme of."""
    code = one.line.start.code if one.kind == "stuck" else 0
    return one.board.name, one.kind, one.letter, code


def main() -> None:
    """Search, board by board, and write the file after each find."""
    known = {key(one): one for one in built_in_extremes()} if FILE.exists() else {}
    for word in sys.argv[1:]:
        begin = process_time()
        for one in searches(word):
            before = known.get(key(one))
            if before is None or (before.routes or 0) <= (one.routes or 0):
                known[key(one)] = one
            pegs = len(one.line.finish if one.kind == "stuck" else one.line.start)
            print(
                *key(one),
                pegs,
                one.count or one.routes,
                f"{process_time() - begin:.1f} s",
                flush=True,
            )
            FILE.write_text(extremes_text(tuple(known.values())), encoding="utf-8")


if __name__ == "__main__":
    main()
