"""Count the dead positions of the central game that can only be proven dead by a search.

``python -m benchmarks.proven [SAMPLE [SECONDS]]`` takes positions with 28 to 22 pegs that are one
jump away from the winning positions (L in Bell's Notes): all of them, or a sample per level (500
by default). It counts how many a resource count proves dead, how many more a balance sheet does,
and how many more a distinction of cases by the number of times that jumps are made does. For some
of the rest, whole numbers of jumps exist that meet every condition, so no argument of these kinds
can work; these are counted too. Each level stops after a time limit and reports the positions
tried so far.
"""

from __future__ import annotations

import sys
from collections import Counter
from time import process_time

from benchmarks.explained import losing
from pegsolitaire import Problem, WinningSets
from pegsolitaire.board import english
from pegsolitaire.theory import balance_finder, resource_finder
from pegsolitaire.theory.cases import CaseSearch
from pegsolitaire.work import Work

PROGRAMS = 2_000  # the most linear programs for the cases of a position


def kind(problem: Problem, code: int) -> str:
    """Return the kind of proof that a position is dead, or the reason why there is none."""
    board, finish = problem.board, problem.finishes[0]
    for name, finder in (("resource", resource_finder), ("balance", balance_finder)):
        if finder(board).find(code, [finish], tidy=False) is not None:
            return name
    search = CaseSearch(board, code, finish, work=Work(positions=PROGRAMS))
    if search.proof() is not None:
        return "cases"
    return "numbers" if search.numbers is not None else "open"


def main() -> None:
    """Print the table."""
    most = int(sys.argv[1]) if len(sys.argv) > 1 else 500
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else 600.0
    problem = Problem.complement(english(), "d4")
    wins = WinningSets.build(problem)
    print("| pegs | L | asked | resource count | balance sheet | cases | none can | open | s |")
    print("|---|---|---|---|---|---|---|---|---|")
    for pegs in range(28, 21, -1):
        codes, size = losing(wins, pegs, most)
        begin, found = process_time(), Counter[str]()
        for code in codes:
            found[kind(problem, code)] += 1
            if process_time() - begin > seconds:
                break
        shown = [found[name] for name in ("resource", "balance", "cases", "numbers", "open")]
        cells = [pegs, f"{size:,}", found.total(), *shown, round(process_time() - begin)]
        print(f"| {' | '.join(map(str, cells))} |", flush=True)


if __name__ == "__main__":
    main()
