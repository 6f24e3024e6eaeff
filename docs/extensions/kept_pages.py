"""What is made elsewhere: the game itself, the papers computed again, and what long runs printed.

The game is exported once for a state of the package. The results of `pegs reproduce` are those of
``docs/reproduction.json``, which ``tools/reproduction.py`` computes.
"""

from __future__ import annotations

import shutil
from pathlib import Path

from sources import BUILD, digest, write_page
from sphinx.application import Sphinx

from pegsolitaire import __version__
from pegsolitaire.files import write_text
from pegsolitaire.papers import KeptResults, paper_rows, rows_page
from pegsolitaire.web.exporting import export_page

ROOT = Path(__file__).parents[2]
RESULTS = ROOT / "docs" / "reproduction.json"
PRINTED = ROOT / "benchmarks" / "printed"
# Pages of the site that are files outside `docs`.
COPIED = {"changelog": ROOT / "CHANGELOG.md", "measurements": ROOT / "benchmarks" / "RESULTS.md"}


def write_printed(app: Sphinx) -> None:
    """Write the page of what commands printed that take long."""
    lines = ["# What long runs printed", "", "The whole of what [Results](../results.md) sum up."]
    for path in sorted(PRINTED.glob("*.txt")):
        text = path.read_text(encoding="utf-8").rstrip()
        lines += ["", f"## {path.stem}", "", "```text", text, "```"]
    write_page(Path(app.srcdir) / "generated" / "printed.md", lines)


def copy_pages(app: Sphinx) -> None:
    """Copy the pages that lie outside `docs`."""
    for name, path in COPIED.items():
        page = Path(app.srcdir) / "generated" / f"{name}.md"
        write_page(page, [path.read_text(encoding="utf-8")])


def write_pages(app: Sphinx, failed: Exception | None) -> None:
    """Put them into the folder of the site, when all else is there."""
    if failed is None and app.builder.name == "html":
        shutil.copytree(exported_game(), Path(app.outdir) / "game", dirs_exist_ok=True)
        write_text([reproduction_page()], Path(app.outdir) / "papers.html")


def exported_game() -> Path:
    """The folder with the game as static files."""
    folder = BUILD / "game" / digest()
    if not (folder / "sw.js").exists():  # what an export writes last
        export_page(folder)
    return folder


def reproduction_page() -> str:
    """The results that are kept, as one page of HTML."""
    results, left_out = KeptResults(__version__, RESULTS).results(paper_rows())
    return rows_page(results, left_out).rstrip("\n")


def setup(app: Sphinx) -> dict[str, bool]:
    """Tell Sphinx."""
    app.connect("builder-inited", write_printed)
    app.connect("builder-inited", copy_pages)
    app.connect("build-finished", write_pages)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
