"""List the solutions with the fewest moves, class by class, in ``data/catalogue``.

    python tools/catalogue.py                    the boards of the catalogue (hours)
    python tools/catalogue.py english triangle5  some boards
    python tools/catalogue.py french:c1:e7       one problem, without limits

What is there already stays, but for a problem that is asked for. A problem that is not proven
within the limits is left out. Stored winning sets are used: `pegs winning wiegleb e5`, then
`wiegleb:e5:e5`.
"""

import sys
from pathlib import Path

from pegsolitaire.analysis import catalogue_row, shortest_row_of
from pegsolitaire.board import CATALOGUE, Board, hole_name
from pegsolitaire.budget import UNLIMITED, Budget
from pegsolitaire.errors import PegSolitaireError
from pegsolitaire.game import Problem, catalogue_text, read_catalogue
from pegsolitaire.sets import stored_moves
from pegsolitaire.theory import svss_problems

FOLDER = Path(__file__).parents[1] / "pegsolitaire" / "game" / "data" / "catalogue"
LARGEST = 37  # holes
MEMORY = "2GiB"
SECONDS = 200.0  # of a problem


def main() -> None:
    """Search, problem by problem, and write the file of the board whenever one is done."""
    for word in sys.argv[1:] or CATALOGUE:
        name, *asked = word.split(":")
        board = Board.from_name(name)
        if len(board) > LARGEST and not asked:
            continue
        file = FOLDER / f"{name}.toml"
        rows = {(r.start, r.finish): r for r in read_catalogue(file)[1]} if file.exists() else {}
        pairs = {(hole_name(a), hole_name(b)): (a, b) for a, b in svss_problems(board)}
        if asked and tuple(asked) not in pairs:
            sys.exit(f"{word}: pegs show {name} --problems lists the problems of {name}")
        for names, (start, finish) in pairs.items():
            wanted = names == tuple(asked) if asked else names not in rows
            if not wanted:
                continue
            budget = UNLIMITED if asked else Budget(SECONDS, memory=MEMORY)
            try:
                table = stored_moves(Problem.single(board, start, finish), budget)
                found = shortest_row_of(board, start, finish, budget, table)
            except PegSolitaireError as error:
                print(name, *names, error, flush=True)
                continue
            row = catalogue_row(found)
            if row is None:
                print(name, *names, "not proven:", found.found.reason, flush=True)
                continue
            rows[names] = row
            listed = [rows[one] for one in pairs if one in rows]
            file.write_text(catalogue_text(board, listed), encoding="utf-8")
            print(name, *names, row.moves, row.unordered, len(row.classes), flush=True)


if __name__ == "__main__":
    main()
