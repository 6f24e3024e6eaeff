"""Find Debian's Chromium, which the tests, the benchmarks and the pictures of the docs use.

The headless shell is preferred because it starts in half the time.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Browser

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser")
CHROMIUM = next(filter(None, map(shutil.which, NAMES)), None)


@contextmanager
def opened() -> Iterator[Browser]:
    """Start the browser and close it at the end."""
    from playwright.sync_api import sync_playwright

    if CHROMIUM is None:
        raise SystemExit(f"no browser here: install one of {', '.join(NAMES)}")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()
