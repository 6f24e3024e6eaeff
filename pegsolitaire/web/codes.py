"""QR codes that lead to puzzles on the page: for sheets that are printed.

A page that is served makes them when they are asked for. An exported page is told its address when
it is written, and has the codes of all puzzles beside it, a file for each set: numbers in
hexadecimal, whose bits are the squares of a code, row by row.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from urllib.parse import urlsplit

from pegsolitaire.data import PuzzleSet
from pegsolitaire.errors import NotationError
from pegsolitaire.files import write_text
from pegsolitaire.game import Problem
from pegsolitaire.theory import read_problem
from pegsolitaire.web.network import qr_rows
from pegsolitaire.web.words import MAX_LINK, link_of
from pegsolitaire.work import Work


def check_address(address: str) -> str:
    """The address of a page, without what follows a ``#``.

    Raises
    ------
    NotationError
        If it is none of the web.

    Examples
    --------
    >>> check_address("https://example.org/pegs/#board=english")
    'https://example.org/pegs/'
    """
    parts = urlsplit(address)
    if parts.scheme not in ("http", "https") or not parts.netloc:
        raise NotationError(f"{address!r} is no address: write it as https://example.org/pegs/")
    return address.partition("#")[0]


def code_of(address: str, problem: Problem) -> list[str]:
    """The QR code of a link to a problem: rows of 1 (dark) and 0 (light), without the margin.

    Raises
    ------
    NotationError
        If the address is none of the web, or the link is too long.
    """
    link = f"{check_address(address)}#{link_of(problem)}"
    if len(link) > MAX_LINK:
        raise NotationError(f"{link[:60]}... is longer than {MAX_LINK}: give a shorter address")
    return qr_rows(link)


def write_codes(
    folder: Path,
    address: str,
    sets: Iterable[PuzzleSet],
    *,
    work: Work | None = None,
) -> list[str]:
    """Write the codes of the puzzles of some sets, a file each; the names of the files.

    Sets of one's own may be called alike, so that the files are numbered.
    """
    work = Work.of(work)
    listed = list(sets)
    work.progress.stage("drawing QR codes", len(listed))
    written = []
    for number, puzzles in enumerate(listed, 1):
        problems = (read_problem(one.board, one.start, one.finish) for one in puzzles)
        codes = [f"{int(''.join(code_of(address, one)), 2):x}" for one in problems]
        path = folder / f"{number}.json"
        write_text([json.dumps(codes, separators=(",", ":"))], path)
        written.append(f"{folder.name}/{path.name}")
        work.update(number, puzzles.name)
    return written
