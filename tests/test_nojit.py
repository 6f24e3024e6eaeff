"""The kernels as plain Python: the compiler changes nothing but the time.

In another process, because the choice is made when numba is first imported. Products of hashes
overflow by design, which numpy's scalars warn of and compiled code does not.
"""

import json
import os
import subprocess
import sys

from pegsolitaire.analysis import solve
from pegsolitaire.board import named_board
from pegsolitaire.engine import LevelEngine, kernels
from pegsolitaire.game import Problem
from pegsolitaire.sets import IndexedSets, WinningSets, level_table
from pegsolitaire.theory import any_finish, type_named

NAMES = ["triangle4", "triangle5", "truncated12", "square3"]


def results():
    """Tables, sets, solutions and indices of small boards, as plain lists."""
    found = {}
    for name in NAMES:
        board = named_board(name)
        hole = board.holes[1]
        for problem in (
            Problem.complement(board, hole),
            any_finish(board.vacancy(hole)),
            type_named(board, "A").problem,
        ):
            tables = [level_table(problem, raw=raw) for raw in (False, True)]
            sets = WinningSets.build(problem)
            codes = sets.contains_codes(sets.level(problem.start_pegs - 2))
            answer = solve(problem)
            found[str(problem)] = [
                [[row.pegs, row.F, row.B, row.W, row.L] for t in tables for row in t.rows],
                [[pegs, level.tolist()] for pegs, level in sets.levels.items()],
                codes.tolist(),
                [answer.solvable, answer.reason, str(answer.solution)],
            ]
        indexed = IndexedSets.make(type_named(board, "A"))
        found[name] = [
            [pegs, codes.tolist(), indices.tolist()]
            for pegs, (codes, indices) in indexed.levels.items()
        ]
    return found


def full_words():
    """A board of 64 holes, all of which turn: no bit of a word is to spare."""
    board = named_board("square8")
    engine = LevelEngine.of(Problem.complement(board, "a1"))
    whole = LevelEngine.of(Problem(board, (board.full ^ 1 << 27,), (1 << 27 | 1 << 36,)))
    found = []
    for one in (engine, whole):
        level = one.level([board.full ^ 1 << 27])
        level = one.step(one.step(level, one.jumps), one.jumps)
        found.append([one.codes(level).tolist(), one.raw_size(level)])
    return found


CODE = """
import json, sys
import numpy as np
np.seterr(over="ignore")
sys.path.insert(0, sys.argv[1])
import test_nojit
assert not hasattr(test_nojit.kernels.expand, "signatures")
print(json.dumps([test_nojit.results(), test_nojit.full_words()]))
"""


def test_plain_python_gives_the_same(tmp_path):
    assert hasattr(kernels.expand, "signatures")
    environment = {
        **os.environ,
        "NUMBA_DISABLE_JIT": "1",
        "NUMBA_CACHE_DIR": str(tmp_path / "cache"),
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    run = subprocess.run(
        [sys.executable, "-W", "error", "-c", CODE, os.path.dirname(__file__)],
        env=environment,
        capture_output=True,
        text=True,
    )
    assert run.returncode == 0, run.stderr
    assert json.loads(run.stdout) == [json.loads(json.dumps(results())), full_words()]
    assert not (tmp_path / "cache").exists()
