"""The files and documents that let the page work without a server.

The slices are part of the library. For one hole of each orbit of the English board, a slice
contains the positions with 23 pegs from which no game ends in this hole, as a pack of kind
``"dead"``. The command ``python tools/make_data.py slices`` writes the slices. The page itself
computes the winning positions with few pegs in a second, and searches for games that reach them.
From positions with more than 23 pegs, this search would take a long time, so the slices cut it
short.

The service worker caches all files of the page on the first visit.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from hashlib import sha256
from importlib.resources import as_file, files
from pathlib import Path

from pegsolitaire.board import CATALOGUE, Board, named_board
from pegsolitaire.board.bits import indices_of
from pegsolitaire.data import knowledge_of, vacancy_puzzles
from pegsolitaire.results import Document
from pegsolitaire.solving.search import learned_counts
from pegsolitaire.theory import invariants, read_problem
from pegsolitaire.web.documents import Storm, playable, shortest_solutions
from pegsolitaire.web.gallery import Gallery
from pegsolitaire.web.languages import LANGUAGES, glossary_in, lessons_in
from pegsolitaire.work import Work

#: The board of the slices, and the number of pegs in their positions.
BOARD, PEGS = "english", 23

#: The name of the service worker.
WORKER = "sw.js"

_FILES, _VERSION = "const FILES = {};", 'const VERSION = "";'


@contextmanager
def data_folder() -> Iterator[Path]:
    """The folder with the slices and the service worker."""
    with as_file(files("pegsolitaire.web") / "data") as folder:
        yield folder


def slice_name(hole: str) -> str:
    """The file name of a slice."""
    return f"{BOARD}-{hole}-{PEGS}.pack"


def slices() -> list[Document]:
    """The descriptions of the slices, which the page stores beside its other packs."""
    board = named_board(BOARD)
    documents = []
    with data_folder() as source:
        for orbit in board.orbits:
            name = slice_name(board.hole_text(board.holes[orbit[0]]))
            known = {"file": f"packs/{name}", "bytes": (source / name).stat().st_size}
            what = {"board": BOARD, "kind": "dead", "starts": [], "finishes": [str(1 << orbit[0])]}
            documents.append(known | what)
    return documents


def copy_slices(folder: Path) -> list[Document]:
    """Copy the slices next to the other packs of a page, and return their descriptions."""
    with data_folder() as source:
        for part in (listed := slices()):
            shutil.copyfile(source / Path(part["file"]).name, folder / Path(part["file"]).name)
    return listed


def documents(
    packs: Sequence[Document], gallery: Gallery, more: Mapping[str, object] | None = None
) -> dict[str, Document]:
    """The documents that the page reads besides packs, by name; ``data.json`` has ``more``."""
    boards = [named_board(name) for name in CATALOGUE]
    packed = {pack["board"] for pack in packs}
    shortest = {
        board.name: shortest_solutions(board).to_json()
        for board in boards
        if knowledge_of(board).catalogue
    }
    data = {
        "boards": [
            {**playable(board).to_json(), **_theory(board, board.name in packed)}
            for board in boards
        ],
        "puzzles": gallery.document(),
        "packs": list(packs),
        "shortest": list(shortest),
        **(more or {}),
    }
    return {
        "data.json": data,
        "storm.json": Storm().to_json(),
        **{f"lessons-{language}.json": lessons_in(language) for language in LANGUAGES},
        **{f"glossary-{language}.json": glossary_in(language) for language in LANGUAGES},
        **{f"shortest/{name}.json": found for name, found in shortest.items()},
    }


def worker(kept: Mapping[str, str]) -> str:
    """The script of the service worker, which caches the given files by checksum."""
    listed = json.dumps(kept, indent=1)
    version = sha256(listed.encode()).hexdigest()[:16]
    with data_folder() as source:
        text = (source / WORKER).read_text(encoding="utf-8")
    text = text.replace(_FILES, f"const FILES = {listed};")
    return text.replace(_VERSION, f'const VERSION = "{version}";')


def _theory(board: Board, packed: bool) -> Document:
    """The invariants of a board. If it has packs, its symmetries and resource counts as well."""
    theory: Document = {"invariants": [indices_of(mask) for mask in invariants(board)]}
    if packed:
        theory["symmetries"] = [list(symmetry.image) for symmetry in board.symmetries]
        theory["counts"] = [list(weights) for weights in _counts(board)]
    return theory


def _counts(board: Board) -> list[tuple[int, ...]]:
    """The resource counts that often prove a position dead, with all their images."""
    puzzles = vacancy_puzzles(board)
    counts = {
        tuple(weights[i] for i in symmetry.image): None
        for puzzle in puzzles or ()
        for weights in learned_counts(
            read_problem(board, puzzle.start, puzzle.finish), work=Work.of(None)
        )
        for symmetry in board.symmetries
    }
    return list(counts)
