"""Check that the links of the built site work and that it loads nothing from other sites.

python tools/check_site.py build/site
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

# The attributes that make a browser load a file together with the page.
_LOADED = {("script", "src"), ("img", "src"), ("iframe", "src"), ("link", "href")}
_LINKS = _LOADED | {("a", "href"), ("source", "src")}


class _Page(HTMLParser):
    """The anchors and links of an HTML page."""

    def __init__(self, path: Path) -> None:
        super().__init__(convert_charrefs=True)
        self.names = {"", "top"}
        self.links: list[tuple[str, str, str]] = []
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        """Collect the anchors and links of an element."""
        for key, value in attributes:
            if key in ("id", "name") and value:
                self.names.add(value)
            if (tag, key) in _LINKS and value:
                self.links.append((tag, key, value))


@cache
def _page(path: Path) -> _Page:
    return _Page(path)


def problems(site: Path) -> Iterator[str]:
    """Yield one line for each broken link of a site."""
    site = site.resolve()
    for path in sorted(site.rglob("*.html")):
        for tag, key, value in _page(path).links:
            if wrong := _wrong(site, path, tag, key, value):
                yield f"{path.relative_to(site)}: {value}: {wrong}"


def _wrong(site: Path, path: Path, tag: str, key: str, value: str) -> str:
    parts = urlsplit(value)
    if parts.scheme == "data" or value.startswith("mailto:"):
        return ""
    if parts.scheme or parts.netloc:
        return "loaded from outside" if (tag, key) in _LOADED else ""
    target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
    if path.name == "404.html" and value == "/":  # a web server shows this page at any address
        return ""
    if not target.is_relative_to(site):
        return "outside the site"
    if target.is_dir():
        target /= "index.html"
    if not target.exists():
        return "not there"
    has_places = target.suffix == ".html" and not _is_game(site, target)
    if has_places and unquote(parts.fragment) not in _page(target).names:
        return "no such place in that page"
    return ""


def _is_game(site: Path, page: Path) -> bool:
    """Return whether a page belongs to the game, whose fragments are games and not anchors."""
    return page.is_relative_to(site / "game")


def main(site: Path) -> None:
    """Print the broken links, or the number of links checked."""
    found = list(problems(site))
    if found:
        sys.exit("\n".join(found))
    pages = list(site.rglob("*.html"))
    links = sum(len(_page(path).links) for path in pages)
    print(f"{len(pages)} pages, {links:,} links: all that stay in the site lead somewhere")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
