"""Write a solution with the fewest moves beside each puzzle of a set that says how many these are.

    python tools/solutions.py    some minutes; what is there stays as it is

Sheets of puzzles print them, and the page shows them. Vacancies have theirs in other files
(`tools/facts.py`).
"""

import re
from pathlib import Path

from pegsolitaire.analysis import shortest_solution
from pegsolitaire.budget import Budget
from pegsolitaire.game import Puzzle, puzzle_set, puzzle_sets
from pegsolitaire.theory import read_problem

DATA = Path(__file__).parents[1] / "pegsolitaire" / "game" / "data"
SECONDS, MEMORY = 600, "4GiB"  # for a puzzle: one that takes more has none


def moves_of(puzzle: Puzzle) -> str | None:
    """A solution with as many moves as the puzzle says; None where none was found."""
    problem = read_problem(puzzle.board, puzzle.start, puzzle.finish)
    found = shortest_solution(problem, budget=Budget(SECONDS, memory=MEMORY)).solution
    print(puzzle.board.name, puzzle.name, found, flush=True)
    return str(found) if found and len(found.moves) == puzzle.best else None


def with_solutions(name: str, text: str) -> str:
    """The text of a set, with solutions after the least number of moves, or the rating."""
    head, *rows = text.split("\n[[puzzle]]\n")
    for number, puzzle in enumerate(puzzle_set(name)):
        if puzzle.best is None or puzzle.solution or not (moves := moves_of(puzzle)):
            continue
        after = r"^(best = .*\n(?:rating = .*\n)?)"
        line = rf'\1solution = "{moves}"' + "\n"
        rows[number] = re.sub(after, line, rows[number], count=1, flags=re.MULTILINE)
    return "\n[[puzzle]]\n".join([head, *rows])


if __name__ == "__main__":
    for one in puzzle_sets():
        path = DATA / f"{one}.toml"
        path.write_text(with_solutions(one, path.read_text(encoding="utf-8")), encoding="utf-8")
