"""Solve the small boards that larger ones grow from, and write the files of ``triangular/data``.

    python tools/cores.py             all
    python tools/cores.py triangles   every feasible pair of sides 4 to 8: cores.toml
    python tools/cores.py rectangles  every feasible pair of sides 4 to 6: rectangles.toml

Each is a solution that a search finds, its jumps put into an order with few moves.
"""

import sys
from itertools import combinations_with_replacement, product
from pathlib import Path

from pegsolitaire.analysis import reorder, solve
from pegsolitaire.board import LATTICES, Board, hole_name, triangle
from pegsolitaire.game import Problem, jumps_of
from pegsolitaire.theory import feasible_finishes
from pegsolitaire.triangular import feasible_pairs, rectangle_cores, rectangles
from pegsolitaire.triangular.cores import FILE, SIDES

LONG = [(width, height) for width in (4, 5) for height in (7, 8, 9)]
DATA = Path(__file__).parents[1] / "pegsolitaire" / "triangular" / "data"
HEAD = """\
# A solution of every feasible pair of the triangles of sides 4 to 8 that can be solved, up to
# symmetry. Found by tools/cores.py; each is replayed before it is used.
format = 1
"""


HEAD_RECTANGLES = """\
# A solution of every pair of a vacancy and a finish that the position class allows, on the
# rectangles with sides from 4 to 6, up to symmetry and up to playing backward; and on longer ones
# for those that no opening makes shorter. On the triangular lattice these are parallelograms, in
# skew coordinates. Found by tools/cores.py; each is replayed before it is used.
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
    """Solve them all, shape by shape; on long ones what does not come down to shorter ones."""
    rectangle_cores.load_cores().clear()
    entries = []
    shapes = [*combinations_with_replacement(rectangle_cores.SIDES, 2), *LONG]
    for lattice, (width, height) in product(("square", "triangular"), shapes):
        board = Board([(x, y) for y in range(height) for x in range(width)], LATTICES[lattice])
        known = rectangle_cores.load_cores().setdefault((lattice, width, height), {})
        pairs = [
            (start, board.holes[end])
            for start in board.holes
            for end in feasible_finishes(board.vacancy(start))
        ]
        for start, finish in pairs:
            found = rectangles.solve_rectangle(board, start, finish)
            if not found:  # a core is missing, and those of shorter ones are there
                answer = solve(Problem.single(board, start, finish), facts=False)
                assert answer.solution is not None, (lattice, width, height, start, finish)
                moves = reorder(answer.solution).moves
                known[start, finish] = jumps_of(moves)
                entries.append(
                    f'\n[[core]]\nlattice = "{lattice}"\nwidth = {width}\nheight = {height}\n'
                    f'vacancy = "{hole_name(start)}"\nfinish = "{hole_name(finish)}"\n'
                    f'moves = "{", ".join(map(str, moves))}"\n'
                )
        print(f"{lattice} {width}x{height}: {len(known)} for {len(pairs)} pairs", flush=True)
    (DATA / rectangle_cores.FILE).write_text(HEAD_RECTANGLES + "".join(entries), encoding="utf-8")


WRITERS = {"triangles": write_triangles, "rectangles": write_rectangles}

if __name__ == "__main__":
    for word in sys.argv[1:] or WRITERS:
        WRITERS[word]()
