"""Export the page as static files, with winning positions packed for the browser.

Boards of 10 to 21 holes are packed completely: for one hole of each orbit, the pack contains every
position that can end with one peg in this hole. The English board has slices
(:func:`copy_slices`), with which the page judges all positions of the board. For other boards, the
winning sets of the puzzles of the day are packed. Without a pack, the page searches on boards of
up to 40 holes and may find no answer. On larger boards you can play, but the page does not judge
jumps.
"""

from __future__ import annotations

import json
import shutil
from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from hashlib import sha256
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any

from pegsolitaire.board import CATALOGUE, Board, hole_name, named_board
from pegsolitaire.board.board import indices_of
from pegsolitaire.data import PuzzleSet, daily_lists, knowledge_of, vacancy_puzzles
from pegsolitaire.errors import BoardTooLargeError, StoreError
from pegsolitaire.files import (
    check_writable,
    explained,
    folder_made,
    is_work_folder,
    write_text,
    written_aside,
)
from pegsolitaire.game import Problem
from pegsolitaire.reasons.telling import TEXTS, TITLES
from pegsolitaire.results import Document
from pegsolitaire.sets import Pack, WinningSets
from pegsolitaire.sets.plans import Plan
from pegsolitaire.solving import learned_counts
from pegsolitaire.theory import invariants, read_problem
from pegsolitaire.units import size_text
from pegsolitaire.web.app import STATIC
from pegsolitaire.web.compression import Gallery
from pegsolitaire.web.documents import (
    glossary_json,
    lessons_json,
    playable_json,
    solutions_json,
    storm_json,
)
from pegsolitaire.web.guard import POLICY
from pegsolitaire.web.server import check_address, write_codes
from pegsolitaire.work import Work

# --
# The files that make an exported page exact on the English board and available offline.
#
# The slices are part of the library. For one hole of each orbit of the English board, a slice
# contains the positions with 23 pegs from which no game ends in this hole, as a pack of the kind
# ``"dead"``; ``python tools/make_data.py slices`` writes the slices. The page itself computes the
# winning positions with few pegs, in a second, and searches down to these positions. From more
# than 23 pegs this search would take a long time, so the slices cut it off.
#
# The service worker caches all files of the page on the first visit.


#: The board of the slices, and the number of pegs in their positions.
BOARD, PEGS = "english", 23

_WORKER = "sw.js"
_FILES, _VERSION = "const FILES = {};", 'const VERSION = "";'


@contextmanager
def data_folder() -> Iterator[Path]:
    """The folder that contains the slices and the service worker."""
    with as_file(files("pegsolitaire.web") / "data") as folder:
        yield folder


def slice_name(hole: str) -> str:
    """The file name of a slice."""
    return f"{BOARD}-{hole}-{PEGS}.pack"


def copy_slices(folder: Path) -> list[dict[str, Any]]:
    """Copy the slices to the packs of a page, and return their descriptions for the page."""
    board = named_board(BOARD)
    written = []
    with data_folder() as source:
        for orbit in board.orbits:
            path = folder / slice_name(board.hole_text(board.holes[orbit[0]]))
            path.write_bytes((source / path.name).read_bytes())
            known = {"file": f"{folder.name}/{path.name}", "bytes": path.stat().st_size}
            what = {"board": BOARD, "kind": "dead", "starts": [], "finishes": [str(1 << orbit[0])]}
            written.append(known | what)
    return written


def write_worker(folder: Path) -> None:
    """Write the service worker of a page, which caches the files in the page's folder."""
    paths = (path for path in sorted(folder.rglob("*")) if path.is_file())
    named = {path.relative_to(folder).as_posix(): path for path in paths}
    kept = {
        name: f"sha256-{b64encode(sha256(path.read_bytes()).digest()).decode()}"
        for name, path in named.items()
        if name != _WORKER
    }
    listed = json.dumps(kept, indent=1)
    with data_folder() as source:
        text = (source / _WORKER).read_text(encoding="utf-8")
    text = text.replace(_FILES, f"const FILES = {listed};")
    version = sha256(listed.encode()).hexdigest()[:16]
    write_text([text.replace(_VERSION, f'const VERSION = "{version}";')], folder / _WORKER)


#: The boards that are packed completely.
WHOLE = range(10, 22)

_SECONDS = 0.25  # the average time to build a pack
_MEMORY = 256 << 20  # bytes in a level; problems with larger levels are left out
_META = '<meta name="pegs-provider" content="server">'
_PAGES = ("index.html", "sheet.html")  # the pages that request answers from a server
_MARK = "index.html"  # the file that marks a folder as an export, so that it may be overwritten


@dataclass(frozen=True)
class Written:
    """The number and total size of the files that an export wrote."""

    files: int
    bytes: int


def export_page(
    folder: Path,
    folders: Sequence[Path] = (),
    address: str | None = None,
    *,
    work: Work | None = None,
) -> Written:
    """Write the page and its packs to a folder, for any web host.

    Parameters
    ----------
    folder : Path
        A new or empty folder, or a folder with an earlier export.
    folders : sequence of Path, optional
        Folders with your own puzzle sets.
    address : str, optional
        The future address of the page, to which the QR codes on printed puzzle sheets lead.

    Raises
    ------
    StoreError
        If the folder contains other files, or cannot be written.
    NotationError
        If the address is not a web address, or is too long.
    """
    work = Work.of(work)
    check_folder(folder)
    address = address and check_address(address)
    with explained(folder), folder_made(folder), _without_empty_folders(folder):
        with as_file(STATIC) as source:
            _write_page(source / _MARK, folder / _MARK)  # first, to mark the folder as an export
            _copy(source, folder)
            for name in _PAGES:
                _write_page(source / name, folder / name)
        _emptied(folder / "packs")
        packs = _write_packs(folder / "packs", work=work) + copy_slices(folder / "packs")
        listed = _write_solutions(folder / "shortest")
        gallery = Gallery(folders)
        data = {**_data(packs, gallery), "shortest": listed}
        if address:
            _emptied(folder / "codes")
            codes = write_codes(folder / "codes", address, _coded(gallery), work=work)
            data |= {"address": address, "codes": codes}
        _write_json(data, folder / "data.json")
        _write_json(storm_json(), folder / "storm.json")
        _write_json(lessons_json(), folder / "lessons.json")
        _write_json(glossary_json(), folder / "glossary.json")
        write_worker(folder)
    sizes = [path.stat().st_size for path in folder.rglob("*") if path.is_file()]
    return Written(len(sizes), sum(sizes))


@contextmanager
def _without_empty_folders(folder: Path) -> Iterator[None]:
    """Remove empty folders if the work is interrupted."""
    try:
        yield
    except BaseException:
        for path in sorted(folder.rglob("*/"), reverse=True):
            with suppress(OSError):  # the folder is not empty
                path.rmdir()
        raise


def _copy(source: Path, folder: Path) -> None:
    """Copy a folder file by file, because `shutil.copytree` collects its errors in a list."""
    for path in source.rglob("*"):
        place = folder / path.relative_to(source)
        if path.is_dir():
            place.mkdir(exist_ok=True)
        elif path.relative_to(source).as_posix() not in _PAGES:
            shutil.copyfile(path, place)


def _coded(gallery: Gallery) -> Sequence[PuzzleSet]:
    """The sets whose puzzles have QR codes, in the order of the page."""
    return gallery.sets


def _write_page(page: Path, place: Path) -> None:
    """Write a page that gets its answers from packs, with the same policy as on the server."""
    text = page.read_text(encoding="utf-8")
    if _META not in text:
        raise StoreError(f"the page of this installation has no {_META}: install it again")
    policy = f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'
    metas = f"{policy}\n{_META.replace('server', 'packs')}"
    with written_aside(place) as aside:
        aside.write_text(text.replace(_META, metas), encoding="utf-8")


def plan_export() -> Plan:
    """Estimate the work of an export, most of which is packing winning positions."""
    whole = sum(len(board.orbits) for board in map(named_board, CATALOGUE) if _is_whole(board))
    return Plan(0, _MEMORY, (whole + len(list(_problems()))) * _SECONDS)


def _is_whole(board: Board) -> bool:
    return len(board) in WHOLE


def check_folder(folder: Path) -> None:
    """Check that the folder can be written, and that no other files will be overwritten."""
    if folder.exists() and not folder.is_dir():
        raise StoreError(f"cannot export to {folder}: it is a file; name a folder")
    if folder.is_dir() and not all(map(is_work_folder, folder.iterdir())):
        marker = folder / _MARK
        if not marker.is_file() or "pegs-provider" not in marker.read_text("utf-8", "replace"):
            raise StoreError(f"cannot export to {folder}: it holds other files; name a new folder")
    check_writable(folder / _MARK)


def _emptied(folder: Path) -> None:
    """Remove the files that an earlier export wrote to the folder, and return the folder."""
    folder.mkdir(exist_ok=True)
    for path in folder.iterdir():
        if is_work_folder(path):  # left behind by an export that was killed
            shutil.rmtree(path)
        else:
            path.unlink()


def _write_json(data: Mapping[str, Any], path: Path) -> None:
    write_text([json.dumps(data, separators=(",", ":"))], path)


def _write_solutions(folder: Path) -> list[str]:
    """Write the solutions with the fewest moves, and return the names of their boards."""
    folder.mkdir(exist_ok=True)
    written = []
    for board in map(named_board, CATALOGUE):
        if knowledge_of(board).catalogue:
            _write_json(solutions_json(board), folder / f"{board.name}.json")
            written.append(board.name)
    return written


# -- packs ----------------------------------------------------------------------------------------


def _write_packs(folder: Path, *, work: Work) -> list[Document]:
    """Write all packs, and return the index with which the page finds them."""
    whole = [board for board in map(named_board, CATALOGUE) if _is_whole(board)]
    problems = list(_problems())
    work.progress.stage("packing", len(whole) + len(problems))
    written: list[Document] = []
    for number, board in enumerate(whole, 1):
        for orbit in board.orbits:
            hole = hole_name(board.holes[orbit[0]])
            written.append(_save(Pack.reach(board, hole), f"{board.name}-{hole}", folder))
        work.update(number, board.name)
    for number, (name, problem) in enumerate(problems, 1):
        try:
            pack = Pack.of(WinningSets.build(problem, work=Work(memory=size_text(_MEMORY))))
        except BoardTooLargeError:
            continue
        written.append(_save(pack, name, folder))
        work.update(len(whole) + number, name)
    return written


def _problems() -> Iterator[tuple[str, Problem]]:
    """The problems whose winning sets are packed, without duplicates, with file names."""
    taken: set[Problem] = set()
    for puzzle in (one for found in daily_lists() for day in found.days for _, one in day):
        if _is_whole(puzzle.board) or puzzle.board.name == BOARD:
            continue
        problem = read_problem(puzzle.board, puzzle.start, puzzle.finish)
        if problem not in taken:
            taken.add(problem)
            yield f"{puzzle.board.name}-{puzzle.name.lower().replace(' ', '-')}", problem


def _save(pack: Pack, name: str, folder: Path) -> Document:
    path = pack.save(folder / f"{name}.pack")
    return {
        "file": f"packs/{path.name}",
        "bytes": path.stat().st_size,
        "board": pack.board.name,
        "kind": pack.kind,
        "starts": [str(code) for code in pack.starts],
        "finishes": [str(code) for code in pack.finishes],
    }


# -- other files of the page ----------------------------------------------------------------------


def _data(packs: list[Document], gallery: Gallery) -> Document:
    boards = [named_board(name) for name in CATALOGUE]
    packed = {pack["board"] for pack in packs}
    return {
        "boards": [
            {**playable_json(board), **_theory(board, board.name in packed)} for board in boards
        ],
        "puzzles": gallery.document(),
        "packs": packs,
        "reasons": {"titles": TITLES, "texts": TEXTS},
    }


def _theory(board: Board, packed: bool) -> Document:
    """The invariants of a board; with packs, also its symmetries and resource counts."""
    theory: Document = {"invariants": [indices_of(mask) for mask in invariants(board)]}
    if packed:
        theory["symmetries"] = [list(symmetry.image) for symmetry in board.symmetries]
        theory["counts"] = [list(weights) for weights in _counts(board)]
    return theory


def _counts(board: Board) -> list[tuple[int, ...]]:
    """The resource counts that often prove positions dead, with all their images."""
    puzzles = vacancy_puzzles(board)
    found = {
        tuple(weights[i] for i in symmetry.image): None
        for puzzle in puzzles or ()
        for weights in learned_counts(read_problem(board, puzzle.start, puzzle.finish))
        for symmetry in board.symmetries
    }
    return list(found)
