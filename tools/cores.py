"""Solve the small boards that larger ones grow from, and write the files of ``triangular/data``.

    python tools/cores.py             all
    python tools/cores.py triangles   every feasible pair of sides 4 to 8: cores.toml
    python tools/cores.py rectangles  every feasible vacancy of sides 4 to 6: rectangles.toml

Each is a solution that a search finds, its jumps put into an order with few moves.
"""

import sys
from itertools import combinations_with_replacement
from pathlib import Path

from pegsolitaire.analysis import reorder, solve
from pegsolitaire.board import LATTICES, Board, hole_name, triangle
from pegsolitaire.game import Problem
from pegsolitaire.theory import any_finish, feasible_finishes
from pegsolitaire.triangular import feasible_pairs, rectangles
from pegsolitaire.triangular.cores import FILE, SIDES

DATA = Path(__file__).parents[1] / "pegsolitaire" / "triangular" / "data"
HEAD = """\
# A solution of every feasible pair of the triangles of sides 4 to 8 that can be solved, up to
# symmetry. Found by tools/cores.py; each is replayed before it is used.
format = 1
"""


HEAD_RECTANGLES = """\
# A solution of every vacancy of the rectangles with sides from 4 to 6 that the position class
# allows, up to symmetry; on the triangular lattice these are parallelograms, in skew coordinates.
# Found by tools/cores.py; each is replayed before it is used.
format = 1
"""


def write_triangles() -> None:
    """Solve them all, side by side."""
    entries = []
    for side in SIDES:
        board, solved = triangle(side), 0
        pairs = feasible_pairs(side)
        for start, finish in pairs:
            answer = solve(Problem.single(board, hole_name(start), hole_name(finish)))
            assert answer.solvable is not None, (side, start, finish)
            if answer.solution is not None:
                solved += 1
                moves = ", ".join(map(str, reorder(answer.solution).moves))
                entries.append(
                    f'\n[[core]]\nside = {side}\nvacancy = "{hole_name(start)}"\n'
                    f'finish = "{hole_name(finish)}"\nmoves = "{moves}"\n'
                )
        print(f"side {side}: {solved} of {len(pairs)} feasible pairs", flush=True)
    (DATA / FILE).write_text(HEAD + "".join(entries), encoding="utf-8")


def write_rectangles() -> None:
    """Solve them all, shape by shape."""
    entries = []
    for lattice in ("square", "triangular"):
        for width, height in combinations_with_replacement(rectangles.SIDES, 2):
            holes = [(x, y) for y in range(height) for x in range(width)]
            board = Board(holes, LATTICES[lattice])
            starts = [board.holes[orbit[0]] for orbit in board.orbits]
            feasible = [hole for hole in starts if feasible_finishes(board.vacancy(hole))]
            for hole in feasible:
                solution = solve(any_finish(board.vacancy(hole))).solution
                assert solution is not None, (lattice, width, height, hole)
                entries.append(
                    f'\n[[core]]\nlattice = "{lattice}"\nwidth = {width}\nheight = {height}\n'
                    f'vacancy = "{hole_name(hole)}"\n'
                    f'moves = "{", ".join(map(str, reorder(solution).moves))}"\n'
                )
            print(f"{lattice} {width}x{height}: {len(feasible)} of {len(starts)}", flush=True)
    (DATA / rectangles.FILE).write_text(HEAD_RECTANGLES + "".join(entries), encoding="utf-8")


WRITERS = {"triangles": write_triangles, "rectangles": write_rectangles}

if __name__ == "__main__":
    for word in sys.argv[1:] or WRITERS:
        WRITERS[word]()
