"""Values that no public function takes, and values for every parameter."""

import numpy as np

import pegsolitaire as ps


def values_of_names():
    """Return the objects that the names in calls stand for."""
    board, t5 = ps.Board("english"), ps.Board("triangle5")
    start = t5.vacancy("a1")
    problem = ps.Problem(start)
    return {
        "ps": ps,
        "board": board,
        "t5": t5,
        "start": start,
        "problem": problem,
        "position": start.play("a3-a1"),
        "answer": ps.solve(problem),
        "game": ps.Game(start),
        "wins": ps.WinningSets.build(problem),
        "array": np.array([[int((x, y) in board) for x in range(7)] for y in range(7)]),
    }


WRONG = {
    "None": None,
    "a number": 3,
    "a fraction": 3.5,
    "an object": object(),
    "nothing": [],
    "nonsense": "nonsense",
    "bytes": b"x",
    "a board": ps.Board.from_rows("oo/oo", "square"),
    "a dictionary": {},
    "an array": np.zeros((2, 2)),
    "a type": int,
}
