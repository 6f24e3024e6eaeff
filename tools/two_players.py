"""Compute who wins a game for two players from each vacancy of boards, and keep the results.

    python tools/two_players.py triangle5 english ...
    python tools/tables.py

The table ``two-players`` in ``papers/data/tables.json`` keeps a row for each vacancy, up to
symmetry. A board that is already in the table is computed again. The second command writes the
tables on the page docs/two-players.md.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter

import pegsolitaire as ps
from pegsolitaire.board import Board, hole_name

TABLES = Path(ps.__file__).parent / "papers" / "data" / "tables.json"
NAME = "two-players"
KINDS = [(turns, misere) for turns in ("jump", "move") for misere in (False, True)]


def rows(board: Board) -> Iterator[list[object]]:
    """Yield the board, the vacancy, and the winner and the turns of each kind of game."""
    by_kind = []
    for turns, misere in KINDS:
        begin = perf_counter()
        found = ps.sets.duotaire_vacancies(
            board, turns=turns, misere=misere, work=ps.Work(progress=sys.stderr.isatty())
        )
        by_kind.append(found)
        seconds = perf_counter() - begin
        print(f"{board.name} {turns} {'misère' if misere else 'normal'}: {seconds:.1f} s")
    for same in zip(*by_kind, strict=True):
        cells = [cell for one in same for cell in (one.winner, one.remoteness)]
        yield [board.name, hole_name(same[0].vacancy), *cells]


def keep(found: list[list[object]]) -> None:
    """Replace the rows of the same boards in the table, and write the file."""
    tables = json.loads(TABLES.read_text(encoding="utf-8"))
    names = ["board", "vacancy"]
    for turns, misere in KINDS:
        kind = f"{turns}{'_misere' * misere}"
        names += [f"{kind}_winner", f"{kind}_turns"]
    table = next((table for table in tables if table["name"] == NAME), None)
    if table is None:
        table = {"name": NAME, "title": "Two players", "columns": {name: [] for name in names}}
        tables.append(table)
    done = {row[0] for row in found}
    kept = [list(row) for row in zip(*table["columns"].values(), strict=True)]
    kept = [row for row in kept if row[0] not in done] + found
    table["columns"] = {name: [row[i] for row in kept] for i, name in enumerate(names)}
    lines = ",\n".join(json.dumps(table, ensure_ascii=False) for table in tables)
    TABLES.write_text(f"[\n{lines}\n]\n", encoding="utf-8")


if __name__ == "__main__":
    for name in sys.argv[1:]:
        keep(list(rows(Board(name))))
