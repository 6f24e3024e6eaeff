"""Solve what takes long to solve, once, and keep it in ``data/facts.toml``.

    python tools/facts.py                   the boards of the catalogue (an hour or more)
    python tools/facts.py wiegleb diamond   some boards

Every problem from one vacancy to one peg that the position class allows is searched for, up to
symmetry, or looked up in winning sets where they are stored (`pegs winning` builds them for what a
search leaves open). Those that take more than a few tenths of a second are kept, with the fewest
moves that their jumps can be put into, or as impossible. What is known already, and bounds, stay.
"""

import sys
import tomllib
from pathlib import Path

from pegsolitaire.analysis import Answer, known_answer, reorder, solve
from pegsolitaire.board import CATALOGUE, Board, hole_name
from pegsolitaire.game import (
    SEARCHED,
    Facts,
    Impossible,
    KnownSolution,
    Pair,
    Problem,
    facts_text,
    read_facts,
)
from pegsolitaire.sets import WinningSets
from pegsolitaire.theory import svss_problems

FILE = Path(__file__).parents[1] / "pegsolitaire" / "game" / "data" / "facts.toml"
KINDS = ("solution", "bound", "impossible", "count")
LARGEST = 64  # holes of a board that is searched
QUICK = 1_000_000  # positions: what is found sooner need not be kept


def known_now() -> dict[str, Facts]:
    """What the file says, by the names of the boards."""
    rows = tomllib.loads(FILE.read_text(encoding="utf-8"))
    names = {row["board"]: None for kind in KINDS for row in rows.get(kind, ())}
    return {name: read_facts(FILE, Board.from_name(name)) for name in names}


def with_answer(facts: Facts, problem: Problem, pair: Pair, answer: Answer, how: str) -> Facts:
    """Facts with what a search has found; the same where it found nothing."""
    solutions, impossible = list(facts.solutions), list(facts.impossible)
    if answer.solution is not None:
        solutions.append(KnownSolution(reorder(answer.solution), SEARCHED))
    elif answer.solvable is False:
        impossible.append(Impossible(pair, how))
    return Facts(problem.board, solutions, facts.bounds, impossible, facts.counts)


def main() -> None:
    """Search, problem by problem, and write the file whenever something is found."""
    table = known_now()
    for name in sys.argv[1:] or CATALOGUE:
        board = Board.from_name(name)
        pairs = svss_problems(board) if len(board) <= LARGEST else ()
        for pair in (Pair(hole_name(start), hole_name(finish)) for start, finish in pairs):
            problem = Problem.single(board, pair.start, pair.finish)
            facts = table.get(name, Facts(board))
            line = facts.solution(problem)
            if line is not None or known_answer(problem) is not None:
                continue
            wins = WinningSets.find(problem) if board.fits_word else None
            answer = solve(problem, wins=wins, facts=False)
            print(problem, answer.solvable, f"{answer.searched:,} positions", flush=True)
            if wins is not None or answer.solvable is None or answer.searched > QUICK:
                how = "exhausted" if wins is None else "winning sets"
                table[name] = with_answer(facts, problem, pair, answer, how)
                FILE.write_text(facts_text(table.values()), encoding="utf-8")


if __name__ == "__main__":
    main()
