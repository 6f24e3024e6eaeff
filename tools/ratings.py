"""Rate the classics and the vacancies: write how hard they are into their files.

    python tools/ratings.py    some minutes

A rating goes through all winning positions that a game can come to: from a vacancy of a board with
more than `LARGEST` holes these are millions, and it stays as it is.
"""

import re
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

from pegsolitaire.analysis import rate
from pegsolitaire.board import Board
from pegsolitaire.game import Puzzle, puzzle_set, vacancy_puzzles
from pegsolitaire.sets import Tablebase
from pegsolitaire.theory import read_problem

DATA = Path(__file__).parents[1] / "pegsolitaire" / "game" / "data"
CLASSICS = "english-classics"
LARGEST = 25


@lru_cache(maxsize=1)
def table_of(board: Board, finishes: tuple[int, ...]) -> Tablebase:
    """What can be solved to some finishes."""
    return Tablebase.build(board, finishes)


def bits_of(puzzle: Puzzle) -> float | None:
    """The rating of a puzzle, rounded; None where it takes too much."""
    problem = read_problem(puzzle.board, puzzle.start, puzzle.finish)
    found = rate(puzzle.position, table_of(puzzle.board, problem.finishes))
    bits = None if found is None else round(found.bits, 1)
    print(puzzle.board.name, puzzle.name, bits, flush=True)
    return bits


def rewrite(name: str, change: Callable[[str], str]) -> None:
    """Change the text of a file."""
    path = DATA / name
    path.write_text(change(path.read_text(encoding="utf-8")), encoding="utf-8")


def rate_classics(text: str) -> str:
    """The file of the classics, with ratings after the least number of moves."""
    head, *rows = re.sub(r"^rating = .*\n", "", text, flags=re.MULTILINE).split("\n[[puzzle]]\n")
    classics = puzzle_set(CLASSICS)
    for number, row in enumerate(rows):
        if (bits := bits_of(classics.puzzles[number])) is not None:
            rows[number] = re.sub(
                r"^(best = .*\n)", rf"\1rating = {bits}\n", row, flags=re.MULTILINE
            )
    return "\n[[puzzle]]\n".join([head, *rows])


def rate_vacancies(text: str) -> str:
    """The file of the vacancies, with ratings after the finish or the least number of moves."""
    parts = re.split(r"^\[(.+)\]$", re.sub(r", rating = [\d.]+", "", text), flags=re.MULTILINE)
    for at in range(1, len(parts), 2):
        board = Board.from_name(parts[at])
        for puzzle in (vacancy_puzzles(board) or ()) if len(board) <= LARGEST else ():
            if (bits := bits_of(puzzle)) is None:
                continue
            hole = puzzle.name.removeprefix("Vacancy ")
            row = rf'^({hole} = {{ finish = "\w+"(?:, best = \d+)?)'
            parts[at + 1] = re.sub(row, rf"\1, rating = {bits}", parts[at + 1], flags=re.MULTILINE)
        parts[at] = f"[{parts[at]}]"
    return "".join(parts)


if __name__ == "__main__":
    rewrite("vacancies.toml", rate_vacancies)
    rewrite(f"{CLASSICS}.toml", rate_classics)
