"""What was made from the sources of the package is kept until these change."""

from functools import cache
from hashlib import sha256
from pathlib import Path

import pegsolitaire

#: What was made once, and lasts from one build to the next.
BUILD = Path(__file__).parents[2] / "build"
SUFFIXES = {".py", ".toml", ".js", ".css", ".html"}


@cache
def digest() -> str:
    """A name for the state of the package: another one when any of its files changes."""
    root = Path(pegsolitaire.__file__).parent
    found = sha256()
    for path in sorted(root.rglob("*")):
        if path.suffix in SUFFIXES:
            found.update(path.relative_to(root).as_posix().encode())
            found.update(path.read_bytes())
    return found.hexdigest()[:16]


def write_page(path: Path, lines: list[str]) -> None:
    """Write a page that is made while the site is built; one that is as it was stays untouched."""
    text = "\n".join(lines).rstrip() + "\n"
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
