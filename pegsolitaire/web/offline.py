"""What an exported page needs to be exact on the English board, and to open without a network.

The slices come along with the library: of the English board, for a hole of each orbit, the
positions with 23 pegs from which no game ends there, as packs of kind ``"dead"``
(``python tools/make_data.py slices`` writes them). What wins with few pegs a page works out by
itself, in a second; from there on it searches. From above 23 pegs that would take long: there
slices end it.

The service worker keeps all files of the page when it is visited first.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any

from pegsolitaire.board import named_board
from pegsolitaire.files import write_text

#: The board of the slices, and how many pegs their positions have.
BOARD, PEGS = "english", 23

_WORKER = "sw.js"
_FILES, _VERSION = "const FILES = {};", 'const VERSION = "";'


@contextmanager
def data_folder() -> Iterator[Path]:
    """The folder with the slices and the service worker."""
    with as_file(files("pegsolitaire.web") / "data") as folder:
        yield folder


def slice_name(hole: str) -> str:
    """The name of the file of a slice."""
    return f"{BOARD}-{hole}-{PEGS}.pack"


def copy_slices(folder: Path) -> list[dict[str, Any]]:
    """Put the slices beside the other packs of a page; what it has to know of them."""
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
    """Write the service worker of a page, which keeps the files that are in its folder."""
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
