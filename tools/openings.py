"""Find the openings of rectangles, and write them to ``triangular/data/openings.toml``.

    python tools/openings.py

Three rows of four or five columns for the vacancies that they can take, found by search; for the
others six or seven columns, and six rows where a board has no more than four or five columns
(those of five by a beam, in a minute each).
"""

from collections.abc import Iterable, Iterator
from pathlib import Path

from pegsolitaire.analysis import reorder, short_solution, solve
from pegsolitaire.board import SQUARE, Board, Hole, hole_name
from pegsolitaire.budget import Budget
from pegsolitaire.game import Position, Problem, Solution
from pegsolitaire.triangular.openings import BESIDE, FILE

DATA = Path(__file__).parents[1] / "pegsolitaire" / "triangular" / "data"
HEAD = """\
# Openings of rectangles: rows that are cleared with the vacancy in them, below three full rows
# (from a1 on) of which one hole is left vacant. Up to reflection. Found by tools/openings.py; each
# is replayed when it is read.
format = 1
"""
#: For each width and number of rows the vacancies, up to reflection: the column, and the row from
#: the full ones on. Of four and five columns no three rows take more, as a search shows.
WANTED = {
    (4, 3): [(1, 1), (0, 2), (0, 3), (1, 3)],
    (5, 3): [(0, 1), (2, 1), (0, 2), (0, 3), (1, 3), (2, 3)],
    (6, 3): [(0, 1), (1, 2)],
    (7, 3): [(1, 1), (1, 2), (2, 2), (3, 2)],
    (4, 6): [(0, 4), (1, 5)],
    (5, 6): [(1, 4), (1, 5), (2, 5)],
}


def opening(width: int, rows: int, vacancy: Hole) -> tuple[Hole, Solution]:
    """The hole left vacant, as near to the same column as can be, and the jumps."""
    board = Board([(x, y) for y in range(BESIDE + rows) for x in range(width)], SQUARE)
    start = board.vacancy(vacancy)
    beside = [hole for hole in board.holes if hole[1] < BESIDE]
    row = vacancy[1] % 3
    targets = sorted(
        (hole for hole in beside if hole[1] == row and (hole[0] - vacancy[0]) % 3 == 0),
        key=lambda hole: abs(hole[0] - vacancy[0]),
    )
    for target in targets:
        left = sum(1 << board.index(hole) for hole in beside if hole != target)
        problem = Problem.between(start, [Position(board, left)])
        if (width, rows) == (5, 6):
            found = short_solution(problem, budget=Budget(60.0)).solution
        else:
            found = solve(problem, facts=False).solution
        if found is not None:
            return target, found
    raise AssertionError(f"no opening of {width} x {rows} takes {vacancy}")


def entries(wanted: Iterable[tuple[int, int]]) -> Iterator[str]:
    """Every opening as the file has it."""
    for width, rows in wanted:
        for column, row in WANTED[width, rows]:
            vacancy = column, row + BESIDE - 1
            target, found = opening(width, rows, vacancy)
            yield (
                f"\n[[opening]]\nwidth = {width}\nrows = {rows}\n"
                f'vacancy = "{hole_name(vacancy)}"\nleaves = "{hole_name(target)}"\n'
                f'moves = "{", ".join(map(str, reorder(found).moves))}"\n'
            )
            print(width, rows, hole_name(vacancy), hole_name(target), flush=True)


if __name__ == "__main__":
    (DATA / FILE).write_text(HEAD + "".join(entries(WANTED)), encoding="utf-8")
