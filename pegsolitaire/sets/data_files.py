"""The data files that the *Notes* describe, written anew (section 8).

*TriangleWinning* has the winning positions of five triangular boards in two versions: for any
finish, reduced by all symmetries; and by index, which answers every complement problem. *pegs* has
those of the central game of the English board, W1 to W16.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from pegsolitaire.board import Board, english
from pegsolitaire.files import write_text
from pegsolitaire.game import Problem
from pegsolitaire.progress import SILENT, Progress
from pegsolitaire.sets.by_index import IndexedSets
from pegsolitaire.sets.export import export_name, text_of_index, text_of_sets
from pegsolitaire.sets.winning import WinningSets
from pegsolitaire.theory import standard_vacancies, type_named

#: The boards of Table 8.
BOARDS = ("triangle4", "truncated12", "triangle5", "truncated18", "triangle6")


def write_notes_data(folder: Path, progress: Progress = SILENT) -> Iterator[tuple[Path, int]]:
    """Write the files, one after the other.

    Parameters
    ----------
    folder : Path
        Where to; it is made if it is not there.
    progress : Progress, optional
        Told of every level.

    Yields
    ------
    (path, codes) : pair of Path and int
        A file that was written, and how many codes it has.

    Raises
    ------
    StoreError
        If a file cannot be written.
    """
    for name in BOARDS:
        kind = type_named(Board.from_name(name))
        stem = export_name(kind.problem, kind.letter)
        sets = WinningSets.build(kind.problem, progress)
        yield _written(folder / f"{stem}.txt", text_of_sets(sets)), len(sets)
        if standard_vacancies(kind):
            indexed = IndexedSets.make(kind, progress=progress)
            yield _written(folder / f"{stem}-by-index.txt", text_of_index(indexed)), len(indexed)
    central = WinningSets.build(Problem.complement(english(), "d4"), progress)
    path = folder / f"{export_name(central.problem)}.txt"
    yield _written(path, text_of_sets(central)), len(central)


def _written(path: Path, lines: Iterator[str]) -> Path:
    write_text(lines, path)
    return path
