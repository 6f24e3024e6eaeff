"""Look for solutions with few moves, and write them to ``data/shortest.toml``.

    python tools/shortest.py                    all vacancies of the catalogue (an hour)
    python tools/shortest.py french triangle8   those of some boards
    python tools/shortest.py triangle12:b4      one vacancy, to any finish
    python tools/shortest.py triangle12:b4:b4   one vacancy, to one finish

What is there already stays unless it has more moves, or was not proven and is now.
"""

import sys
from collections.abc import Iterator
from pathlib import Path

from pegsolitaire.analysis import short_solution, shortest_solution
from pegsolitaire.board import CATALOGUE, Board
from pegsolitaire.budget import Budget
from pegsolitaire.game import Fewest, Problem, fewest_text, read_fewest, vacancy_puzzles
from pegsolitaire.theory import read_problem

FILE = Path(__file__).parents[1] / "pegsolitaire" / "game" / "data" / "shortest.toml"
PROVEN = 37  # holes of a board whose problems are searched whole
SECONDS = 40.0  # of a beam
MEMORY = "6GiB"


def problems(words: list[str]) -> Iterator[tuple[Problem, str]]:
    """The problems that are asked for, each with its finish as text."""
    for word in words or CATALOGUE:
        name, _, vacancy = word.partition(":")
        board = Board.from_name(name)
        if vacancy:
            start, _, finish = vacancy.partition(":")
            yield read_problem(board, start, finish or "any"), finish or "any"
        else:
            for puzzle in vacancy_puzzles(board) or ():
                yield read_problem(board, puzzle.start, puzzle.finish), puzzle.finish


def search(problem: Problem, finish: str) -> Fewest | None:
    """A solution with few moves, proven on small boards."""
    if len(problem.board) <= PROVEN:
        found = shortest_solution(problem, budget=Budget(memory=MEMORY), facts=False)
    else:
        found = short_solution(problem, budget=Budget(SECONDS))
    solution = found.solution
    return None if solution is None else Fewest(solution, finish, found.proven)


def key(one: Fewest) -> tuple[str, int, str]:
    """What a file has one solution of."""
    return one.solution.start.board.name, one.solution.start.code, one.finish


def main() -> None:
    """Search, problem by problem, and write the file whenever something is better."""
    known = {key(one): one for one in read_fewest(FILE)} if FILE.exists() else {}
    for problem, finish in problems(sys.argv[1:]):
        found = search(problem, finish)
        if found is None:
            print(problem, "none found", flush=True)
            continue
        before = known.get(key(found))
        if before is not None and before.proven and found.moves < before.moves:
            raise SystemExit(f"{problem}: {before.moves} moves were proven, {found.moves} found")
        if before is None or (before.moves, not before.proven) > (found.moves, not found.proven):
            known[key(found)] = found
            FILE.write_text(fewest_text(tuple(known.values())), encoding="utf-8")
        print(problem, found.moves, "proven" if found.proven else "", flush=True)


if __name__ == "__main__":
    main()
