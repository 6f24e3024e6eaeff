"""Solve every feasible pair of the triangles of sides 4 to 8, and write ``data/cores.toml``.

    python tools/cores.py

Each is a solution that a search finds, its jumps put into an order with few moves.
"""

from pathlib import Path

from pegsolitaire.analysis import reorder, solve
from pegsolitaire.board import hole_name, triangle
from pegsolitaire.game import Problem
from pegsolitaire.triangular import feasible_pairs
from pegsolitaire.triangular.cores import FILE, SIDES, core_text

PATH = Path(__file__).parents[1] / "pegsolitaire" / "triangular" / "data" / FILE
HEAD = """\
# A solution of every feasible pair of the triangles of sides 4 to 8 that can be solved, up to
# symmetry. Found by tools/cores.py; each is replayed before it is used.
format = 1
"""


def main() -> None:
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
                entries.append(core_text(side, start, finish, reorder(answer.solution).moves))
        print(f"side {side}: {solved} of {len(pairs)} feasible pairs", flush=True)
    PATH.write_text(HEAD + "".join(entries), encoding="utf-8")


if __name__ == "__main__":
    main()
