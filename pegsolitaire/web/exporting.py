"""Export the page as static files, with winning positions packed for the browser.

Boards of 10 to 21 holes are packed completely: for one hole of each orbit, the pack contains every
position from which a game can end with one peg in this hole. The English board has slices
(:func:`copy_slices`), with which the page judges all positions of the board. For other boards, the
winning sets of the puzzles of the day are packed. Without a pack, the page searches on boards of
up to 40 holes and may find no answer. On larger boards you can play, but the page does not judge
jumps.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from importlib.resources import as_file
from pathlib import Path

from pegsolitaire.board import CATALOGUE, Board, hole_name, named_board
from pegsolitaire.data import daily_lists
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
from pegsolitaire.results import Document
from pegsolitaire.sets import Pack, WinningSets
from pegsolitaire.sets.plans import Plan
from pegsolitaire.theory import read_problem
from pegsolitaire.units import size_text
from pegsolitaire.web.app import STATIC
from pegsolitaire.web.compression import checksum
from pegsolitaire.web.gallery import Gallery
from pegsolitaire.web.guard import POLICY
from pegsolitaire.web.offline import BOARD, WORKER, copy_slices, documents, worker
from pegsolitaire.web.server import check_address
from pegsolitaire.work import Work

# The boards that are packed completely, by their number of holes.
_WHOLE = range(10, 22)

_SECONDS = 0.25  # the average time to build a pack
_MEMORY = 256 << 20  # bytes in a level; problems with larger levels are left out
_META = '<meta name="pegs-provider" content="server">'
_PAGES = ("index.html", "sheet.html")  # the pages that request answers from a server
_MARK = "index.html"  # the file that marks a folder as an export, so that it may be overwritten


def export_page(
    folder: Path,
    folders: Sequence[Path] = (),
    address: str | None = None,
    *,
    work: Work | None = None,
) -> tuple[int, int]:
    """Write the page and its packs to a folder, for any web host.

    Parameters
    ----------
    folder : Path
        A new or empty folder, or a folder with an earlier export.
    folders : sequence of Path, optional
        Folders with the user's own puzzle sets.
    address : str, optional
        The future address of the page, for links and QR codes.

    Returns
    -------
    (int, int)
        The number of files in the folder, and their total size in bytes.

    Raises
    ------
    StoreError
        If the folder contains other files, or cannot be written.
    NotationError
        If the address is not a web address.
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
        gallery = Gallery(folders)
        more: Document = {"address": address} if address else {}
        (folder / "shortest").mkdir(exist_ok=True)
        for name, document in documents(packs, gallery, more).items():
            write_text([json.dumps(document, separators=(",", ":"))], folder / name)
        _write_worker(folder)
    sizes = [path.stat().st_size for path in folder.rglob("*") if path.is_file()]
    return len(sizes), sum(sizes)


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


def _write_page(page: Path, place: Path) -> None:
    """Write a page that gets its answers from packs, with the server's security policy."""
    text = page.read_text(encoding="utf-8")
    if _META not in text:
        raise StoreError(f"the page of this installation has no {_META}: install it again")
    policy = f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'
    metas = f"{policy}\n{_META.replace('server', 'packs')}"
    with written_aside(place) as aside:
        aside.write_text(text.replace(_META, metas), encoding="utf-8")


def plan_export() -> Plan:
    """Estimate the work of an export, which consists mostly of packing winning positions."""
    whole = sum(len(board.orbits) for board in map(named_board, CATALOGUE) if _is_whole(board))
    return Plan(0, _MEMORY, (whole + len(list(_problems()))) * _SECONDS)


def _is_whole(board: Board) -> bool:
    return len(board) in _WHOLE


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
    """Remove the files that an earlier export wrote to the folder."""
    folder.mkdir(exist_ok=True)
    for path in folder.iterdir():
        if is_work_folder(path):  # left behind by an export that was killed
            shutil.rmtree(path)
        else:
            path.unlink()


def _write_worker(folder: Path) -> None:
    """Write the service worker of a page, which caches the files in the page's folder."""
    paths = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*")}
    cached = {
        name: checksum(path.read_bytes())
        for name, path in sorted(paths.items())
        if path.is_file() and name != WORKER
    }
    write_text([worker(cached)], folder / WORKER)


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
    """The file names and problems of the winning sets to pack, without duplicates."""
    taken: set[Problem] = set()
    for puzzle in (daily for found in daily_lists() for day in found.days for _, daily in day):
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
